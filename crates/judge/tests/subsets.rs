//! What whoever knows some quasi-identifiers learns, against a question about every set of them.

use incrowd_terms::{Demand, KAnonymity, LDiversity, TCloseness};
use proptest::prelude::*;

use crate::common::{Asked, Sheet, names};

fn demands(k: u64) -> Vec<Demand> {
    let of = || "s".to_owned();
    vec![
        KAnonymity { k }.into(),
        LDiversity { column: of(), diversity: "distinct:2".parse().unwrap() }.into(),
        LDiversity { column: of(), diversity: "entropy:1.5".parse().unwrap() }.into(),
        TCloseness { column: of(), closeness: "0.4".parse().unwrap() }.into(),
    ]
}

fn asked(columns: &str, known: Option<usize>, person: bool, k: u64) -> Asked {
    Asked {
        known,
        person: person.then(|| "id".to_owned()),
        ..Asked::about(columns, "s").demanding(demands(k))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_demand_holds_if_it_holds_on_every_set(
        rows in proptest::collection::vec((0..5_u8, 0..3_u8, 0..3_u8, 0..2_u8, 0..3_u8), 1..14),
        most in 1..4_usize,
        k in 1..4_u64,
        person in any::<bool>(),
    ) {
        let cell = |value: u8| if value == 0 { "*".to_owned() } else { value.to_string() };
        let line = |(id, a, b, c, s): &(u8, u8, u8, u8, u8)| {
            format!("{id},{},{},{},{s}", cell(*a), cell(*b), cell(*c))
        };
        let sheet = Sheet::new(["id,a,b,c,s".to_owned()].into_iter().chain(rows.iter().map(line)));
        let found = asked("a,b,c", Some(most), person, k).of(&sheet).unwrap();
        prop_assert_eq!(found.known, Some(most as u64));
        let sets = ["a", "b", "c", "a,b", "a,c", "b,c", "a,b,c"];
        let sets: Vec<&str> = sets.into_iter().filter(|set| names(set).len() <= most).collect();
        for (at, guarantee) in found.guarantees.iter().enumerate() {
            let each: Vec<_> = sets
                .iter()
                .map(|set| asked(set, None, person, k).of(&sheet).unwrap().guarantees[at].clone())
                .collect();
            prop_assert_eq!(guarantee.holds, each.iter().all(|found| found.holds), "{:?}", guarantee);
            let against = format!("at most {most} of");
            prop_assert!(guarantee.against.contains(&against), "{}", guarantee.against);
            let own = sets.iter().position(|set| names(set) == guarantee.subset).unwrap();
            prop_assert_eq!(&guarantee.measured, &each[own].measured);
            prop_assert_eq!(&guarantee.worst, &each[own].worst);
            if at == 0 {
                let least = each.iter().filter_map(|found| found.measured.as_f64());
                prop_assert_eq!(guarantee.measured.as_f64(), least.reduce(f64::min));
            }
        }
        // All other figures are about whoever knows all.
        let all = asked("a,b,c", None, person, k).of(&sheet).unwrap();
        prop_assert_eq!((found.k, found.classes), (all.k, all.classes));
    }
}
