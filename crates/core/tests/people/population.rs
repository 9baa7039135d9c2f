//! Demands about a population: several rows of a person with the same quasi-identifiers change
//! nothing about who is valid.

use incrowd_core::cost::Cost;
use incrowd_core::encoded::{Encoded, PopulationCounts, SensitiveAttribute};
use incrowd_core::hierarchy::{Domain, Spec, build};
use incrowd_core::search::lattice::Node;
use incrowd_core::search::{Method, Recoding, Scope, Search, SearchControl};
use incrowd_core::table::{Counter, PersonKey};
use incrowd_core::terms::{
    Demand, Fraction, JointPresence, KAnonymity, KMap, KMapPopulation, Kind, Knowledge, NormalForm,
    Nulls, Presence, WeakKAnonymity,
};
use proptest::prelude::*;

/// A person: their quasi-identifier, illness, rows in the register, and rows in the table.
type Person = (usize, usize, usize, usize);

/// The table and its population: each person once, or with all their rows.
fn encoded(people: &[Person], once: bool) -> Encoded {
    let form = NormalForm::default();
    let counter = |secrets| match once {
        true => Counter::new(1, secrets),
        false => Counter::of_people(1, secrets),
    };
    let (mut members, mut register) = (counter(1), counter(0));
    let illnesses = ["flu", "hiv", "asthma"];
    for (number, &(age, illness, in_register, in_table)) in people.iter().enumerate() {
        let (age, key) = (age.to_string(), PersonKey::of(&form, &number.to_string()).unwrap());
        let age = || std::iter::once(age.as_str());
        let illness = || std::iter::once(illnesses[illness]);
        let rows = |rows: usize| if once { rows.min(1) } else { rows };
        for _ in 0..rows(in_register.max(1)) {
            match once {
                true => register.add(age(), std::iter::empty()),
                false => register.add_of(key, age(), std::iter::empty()),
            }
        }
        for _ in 0..rows(in_table) {
            match once {
                true => members.add(age(), illness()),
                false => members.add_of(key, age(), illness()),
            }
        }
    }
    let register = register.once_each().unwrap();
    let nulls = Nulls::default();
    let values: Vec<(String, u64)> =
        register.values(0).iter().map(str::to_owned).zip(register.value_counts(0)).collect();
    let domain = Domain { column: "age", kind: Kind::Integer, values: &values, nulls: &nulls };
    let spec = Spec::parse("intervals:2,4").unwrap().read(|_| Err(())).unwrap();
    let hierarchies = vec![build(&spec, &domain).unwrap()];
    let secrets =
        vec![SensitiveAttribute { column: "illness".into(), kind: Kind::Text, hierarchy: None }];
    let whole = register.rows();
    let crowd = PopulationCounts { counter: &register, person_attributes: &[], whole };
    Encoded::new(&members, Some(crowd), hierarchies, secrets, &nulls)
}

fn demands() -> Vec<Demand> {
    let presence = |least: (u64, u64), most: (u64, u64)| -> Demand {
        let (least, most) = (Fraction::new(least.0, least.1), Fraction::new(most.0, most.1));
        Presence { least, most, knowledge: Knowledge::Table }.into()
    };
    let joint = |value: Option<&str>| -> Demand {
        let (column, value) = ("illness".to_owned(), value.map(str::to_owned));
        JointPresence { column, value, most: Fraction::new(1, 3), prior: None }.into()
    };
    vec![
        presence((0, 1), (1, 2)),
        presence((1, 4), (3, 4)),
        joint(None),
        joint(Some("hiv")),
        KMap { k: 3, population: KMapPopulation::Table }.into(),
        KAnonymity { k: 2 }.into(),
        WeakKAnonymity { k: 3 }.into(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, ..ProptestConfig::default() })]

    #[test]
    fn rows_of_the_same_person_change_nothing(
        people in proptest::collection::vec((0..6_usize, 0..3_usize, 1..4_usize, 0..4_usize), 2..14),
        demands in proptest::collection::vec(proptest::sample::select(demands()), 1..3),
        suppress in any::<bool>(),
    ) {
        prop_assume!(people.iter().any(|person| person.3 > 0));
        let (once, often) = (encoded(&people, true), encoded(&people, false));
        prop_assert_eq!(often.frequency_set.people(), people.len() as u64);
        let all = people.iter().filter(|person| person.3 > 0).count() as u64;
        prop_assert_eq!(often.frequency_set.members(), all);
        prop_assert!(often.frequency_set.is_within_population());
        let limit = |table: &Encoded| if suppress { table.frequency_set.rows() } else { 0 };
        let search = |table| {
            let scope = Scope { limit: limit(table), ..Scope::of(table) };
            Search::new(table, &demands, Method::default(), scope)
        };
        let (plain, counted) = (search(&once), search(&often));
        let (one, other) = (plain.problem(Cost::LOSS), counted.problem(Cost::LOSS));
        let mut cheapest: Option<f64> = None;
        for level in 0..=once.hierarchies[0].height() as u8 {
            let node = Node(vec![level]);
            let (one, other) = (one.examine(&node), other.examine(&node));
            prop_assert_eq!(one.cost.is_some(), other.cost.is_some(), "{} {:?}", node, &demands);
            // Of an invalid node not all classes need to be looked at.
            if one.cost.is_some() {
                prop_assert_eq!(one.classes, other.classes);
            }
            let cost = other.cost.map(|cost| cheapest.map_or(cost, |least| least.min(cost)));
            cheapest = cost.or(cheapest);
        }
        let best = other.optimal(&SearchControl::default()).best;
        let best = best.and_then(|(_, evaluation)| evaluation.cost);
        prop_assert_eq!(best.is_some(), cheapest.is_some());
        prop_assert!(best.zip(cheapest).is_none_or(|(a, b)| (a - b).abs() < 1e-9));
        if !suppress {
            let boxes = |table| {
                let method = Method::from(Recoding::Multidimensional);
                Search::new(table, &demands, method, Scope::of(table))
            };
            let found = [&once, &often].map(|table| boxes(table).find(&SearchControl::default()));
            prop_assert_eq!(found[0].found.is_some(), found[1].found.is_some());
        }
    }
}
