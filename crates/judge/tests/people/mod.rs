//! Figures and demands about people, against definitions written here.

mod definitions;
mod register;
mod release;

use std::collections::BTreeMap;

use incrowd_judge::{ColumnFindings, Findings};
use incrowd_terms::{
    AlphaK, BetaLikeness, Closeness, DeltaDisclosure, DeltaL, DeltaLCounting, DeltaLDiversity,
    Demand, Distance, Diversity, EpsMAnonymity, Fraction, KAnonymity, Kind, LDiversity, Likeness,
    PSensitivity, Proximity, TCloseness,
};
use proptest::prelude::*;

use crate::common::{Asked, Sheet, chains};
use definitions::{Group, Reading, Visit, holds, nulls};

const ILLNESSES: [&[&str]; 4] = [&["flu", "FLU", " flu"], &["cold"], &["hiv", "HIV"], &["", "?"]];
const NUMBERS: [&[&str]; 5] = [&["1", "1.0"], &["2"], &["4", "4.00"], &["7"], &["", "?"]];
const IDS: [&str; 3] = ["p", "P", " p"];

/// A row: its person, how the id is written, its class, and its two secrets.
#[derive(Clone, Debug)]
struct Row {
    person: usize,
    id: String,
    class: usize,
    illness: String,
    number: String,
}

impl Row {
    fn line(&self) -> String {
        format!("{},c{},{},{}", self.id, self.class, self.illness, self.number)
    }
}

fn spelled(values: &'static [&'static [&'static str]]) -> impl Strategy<Value = String> {
    (0..values.len(), 0_usize..6)
        .prop_map(move |(value, spelling)| values[value][spelling % values[value].len()].to_owned())
}

/// One to six people with one to four rows each.
fn visits() -> impl Strategy<Value = Vec<Row>> {
    let row = (0_usize..3, spelled(&ILLNESSES), spelled(&NUMBERS), 0_usize..3);
    let people = prop::collection::vec(prop::collection::vec(row, 1..=4), 1..=6);
    let rows = people.prop_map(|people| {
        let of_person = |(person, rows): (usize, Vec<(usize, String, String, usize)>)| {
            rows.into_iter().map(move |(class, illness, number, id)| Row {
                person,
                id: format!("{}{person}", IDS[id]),
                class,
                illness,
                number,
            })
        };
        people.into_iter().enumerate().flat_map(of_person).collect::<Vec<Row>>()
    });
    rows.prop_shuffle()
}

fn demands() -> impl Strategy<Value = Demand> {
    let fraction = (1_u64..16, 1_u64..7).prop_map(|(a, b)| Fraction::new(a, b));
    let share = (0_u64..12, 1_u64..13).prop_map(|(a, b)| Fraction::new(a.min(b), b));
    let column = || prop_oneof![Just("s".to_owned()), Just("n".to_owned())];
    let diversity = (fraction.clone(), 1_u64..5, 0_u8..5).prop_map(|(f, l, kind)| match kind {
        0 => Diversity::Distinct(l),
        1 => Diversity::Frequency(f),
        2 => Diversity::Entropy(f),
        kind => Diversity::Recursive { c: f, l, strict: kind == 3 },
    });
    let closeness = (share.clone(), 0_u8..4).prop_map(|(t, kind)| {
        let (column, distance) = match kind {
            0 => ("s", Distance::Equal),
            1 => ("n", Distance::Equal),
            2 => ("n", Distance::Ordered),
            _ => ("s", Distance::Hierarchical),
        };
        Demand::TCloseness(TCloseness {
            column: column.into(),
            closeness: Closeness { t, distance },
        })
    });
    let likeness = |(column, beta, basic): (String, Fraction, bool)| {
        let likeness = if basic { Likeness::Basic(beta) } else { Likeness::Enhanced(beta) };
        Demand::BetaLikeness(BetaLikeness { column, likeness })
    };
    prop_oneof![
        (1_u64..6).prop_map(|k| Demand::KAnonymity(KAnonymity { k })),
        (column(), 1_u64..5)
            .prop_map(|(column, p)| Demand::PSensitivity(PSensitivity { column, p })),
        (column(), diversity)
            .prop_map(|(column, diversity)| Demand::LDiversity(LDiversity { column, diversity })),
        (column(), share).prop_map(|(column, alpha)| Demand::AlphaK(AlphaK { column, alpha })),
        closeness,
        (column(), fraction.clone(), any::<bool>()).prop_map(likeness),
        (column(), fraction.clone())
            .prop_map(|(column, delta)| Demand::DeltaDisclosure(DeltaDisclosure { column, delta })),
        (0_u8..4, fraction.clone()).prop_map(|(eps, m)| {
            let m = m.max(Fraction::ONE);
            let proximity: Proximity = format!("{eps},{m}").parse().unwrap();
            Demand::EpsMAnonymity(EpsMAnonymity { column: "n".into(), proximity })
        }),
        (0_u8..4, fraction, any::<bool>()).prop_map(|(delta, l, window)| {
            let l = l.max(Fraction::ONE);
            let mode = if window { DeltaLCounting::Window } else { DeltaLCounting::Definition };
            let delta_l = DeltaL::read(&format!("{delta}/2,{l}"), mode).unwrap();
            Demand::DeltaLDiversity(DeltaLDiversity { column: "n".into(), delta_l })
        }),
    ]
}

fn asked(demands: &[Demand]) -> Asked {
    let hierarchy = ["flu;g;*", "FLU;g;*", " flu;g;*", "cold;g;*", "hiv;h;*", "HIV;h;*"];
    Asked {
        person: Some("id".into()),
        nulls: nulls(),
        kinds: BTreeMap::from([("n".into(), Kind::Decimal), ("s".into(), Kind::Text)]),
        hierarchies: BTreeMap::from([("s".into(), chains(&hierarchy))]),
        ..Asked::about("a", "s,n").demanding(demands.iter().cloned())
    }
}

fn sheet(rows: &[Row]) -> Sheet {
    Sheet::new(std::iter::once("id,a,s,n".to_owned()).chain(rows.iter().map(Row::line)))
}

/// Both readings of a sensitive column.
fn readings(rows: &[Row], column: &str, linked: bool) -> [Reading; 2] {
    let visit = |row: &Row| Visit {
        person: row.person,
        class: row.class,
        text: if column == "s" { row.illness.clone() } else { row.number.clone() },
    };
    let visits: Vec<Visit> = rows.iter().map(visit).collect();
    [true, false].map(|merged| Reading::of(&visits, merged, linked))
}

fn compares(demand: &Demand) -> bool {
    matches!(demand, Demand::TCloseness(_) | Demand::BetaLikeness(_) | Demand::DeltaDisclosure(_))
}

fn close(found: Option<f64>, expected: f64) -> bool {
    match found {
        None => expected.is_infinite(),
        Some(found) => (found - expected).abs() < 1e-9 || found == expected,
    }
}

fn ratio((a, b): (i128, i128)) -> f64 {
    a as f64 / b as f64
}

/// That the figures of a column are those of the definitions.
fn assert_figures(found: &ColumnFindings, readings: &[Reading; 2]) -> Result<(), TestCaseError> {
    let classes = || readings[0].classes.values();
    let least =
        |figure: &dyn Fn(&Group) -> f64| classes().map(figure).fold(f64::INFINITY, f64::min);
    let both = |figure: &dyn Fn(&Group, &Reading) -> f64| {
        let each = |reading: &Reading| {
            reading.classes.values().map(|class| figure(class, reading)).fold(0.0, f64::max)
        };
        readings.iter().map(each).fold(0.0, f64::max)
    };
    prop_assert_eq!(found.p, classes().map(Group::fewest).min());
    prop_assert_eq!((found.distinct_l, found.distinct_l_at_least), (found.p, false));
    let share = |class: &Group| class.shares().into_iter().map(ratio).fold(0.0, f64::max);
    prop_assert!(close(found.alpha, classes().map(share).fold(0.0, f64::max)));
    prop_assert!(close(found.frequency_l, least(&|class| 1.0 / share(class))));
    let entropy = |class: &Group| {
        let part = |count: &i128| {
            let share = *count as f64 / class.n as f64;
            -share * share.ln()
        };
        class.once.values().map(part).sum::<f64>().exp()
    };
    prop_assert!(close(found.entropy_l, least(&entropy)));
    for (&l, &c) in &found.recursive_c {
        let of_class = |class: &Group| {
            let counts = class.descending();
            ratio((counts[0], counts.iter().skip(l as usize - 1).sum()))
        };
        prop_assert!(close(c, classes().map(of_class).fold(0.0, f64::max)), "{} {:?}", l, c);
    }
    let t = |distance| {
        both(&|class, reading| {
            ratio(class.distance(reading, distance)).max(ratio(class.difference(reading)))
        })
    };
    prop_assert!(close(found.t, t(Distance::Equal)), "{:?} {}", found.t, t(Distance::Equal));
    if found.t_ordered.is_some() {
        prop_assert!(close(found.t_ordered, t(Distance::Ordered)));
    }
    let gain = |class: &Group, reading: &Reading| {
        let odds = class.odds(reading).filter(|odds| odds.0 > 0.0);
        odds.map(|(q, p)| (q - p) / p).fold(0.0, f64::max)
    };
    prop_assert!(close(found.basic_beta, both(&gain)));
    let surprise = |class: &Group, reading: &Reading| {
        let odds = class.odds(reading).filter(|odds| odds.0 > 0.0);
        odds.map(|(q, p)| (q / p).ln().abs()).fold(0.0, f64::max)
    };
    prop_assert!(close(found.delta_disclosure, both(&surprise)));
    let lacks = |class: &Group, reading: &Reading| {
        f64::from(u8::from(class.odds(reading).any(|(q, p)| p > 0.0 && q == 0.0)))
    };
    let strict = if both(&lacks) > 0.0 { f64::INFINITY } else { both(&surprise) };
    prop_assert!(close(found.delta_disclosure_strict, strict));
    let modest = |class: &Group, reading: &Reading| {
        let too_much = |(q, p): (f64, f64)| q > 0.0 && (q - p) / p > -p.ln() + 1e-12;
        f64::from(u8::from(class.odds(reading).any(too_much)))
    };
    let enhanced = if both(&modest) > 0.0 { f64::INFINITY } else { both(&gain) };
    prop_assert!(close(found.enhanced_beta_holds_for, enhanced));
    let certain = classes().filter(|class| class.having.values().any(|n| *n == class.n)).count();
    prop_assert_eq!(found.disclosures, certain as u64);
    prop_assert_eq!(found.disclosing.len(), certain);
    Ok(())
}

/// People in several classes with fewer values in common than were demanded, by column.
fn in_few(rows: &[Row], demands: &[Demand], column: &str, reading: &Reading) -> Vec<usize> {
    let l = demands.iter().filter(|demand| demand.column() == Some(column));
    let l = l.filter_map(|demand| match demand {
        Demand::PSensitivity(asked) => Some(asked.p as f64),
        Demand::LDiversity(asked) => Some(match asked.diversity {
            Diversity::Distinct(l) | Diversity::Recursive { l, .. } => l as f64,
            Diversity::Frequency(l) | Diversity::Entropy(l) => l.to_f64(),
        }),
        _ => None,
    });
    let l = l.reduce(f64::max).unwrap_or(2.0);
    let few = |person: &usize| {
        let classes: Vec<&Group> = (reading.classes.iter())
            .filter(|(class, _)| rows.iter().any(|r| r.person == *person && r.class == **class))
            .map(|(_, group)| group)
            .collect();
        let common =
            |value: &&(bool, String)| classes.iter().all(|c| c.having.contains_key(*value));
        classes.len() > 1 && (reading.values.iter().filter(common).count() as f64) < l
    };
    (0..6).filter(few).collect()
}

fn assert_people(
    found: &Findings,
    rows: &[Row],
    demands: &[Demand],
    both: [&[Reading; 2]; 2],
) -> Result<(), TestCaseError> {
    let classes = &both[0][0].classes;
    let sizes: Vec<i128> = classes.values().map(|class| class.n).collect();
    let (k, all) = (*sizes.iter().min().unwrap(), sizes.iter().sum::<i128>());
    prop_assert_eq!(found.people, Some(both[0][0].table.n as u64));
    prop_assert_eq!((found.rows, found.k), (rows.len() as u64, Some(k as u64)));
    prop_assert!(close(found.average_class, ratio((all, sizes.len() as i128))));
    prop_assert!(close(found.risk.prosecutor, 1.0 / k as f64));
    prop_assert!(close(found.risk.marketer, ratio((sizes.len() as i128, all))));
    let alone = |person: &usize| {
        let mine = rows.iter().filter(|row| row.person == *person);
        mine.map(|row| row.class).any(|class| classes[&class].n == 1)
    };
    prop_assert_eq!(found.unique_rows, (0..6).filter(alone).count() as u64);
    prop_assert_eq!(found.smallest[0].rows, k as u64);
    prop_assert_eq!(found.class_sizes.values().sum::<u64>(), sizes.len() as u64);
    prop_assert!(sizes.iter().all(|size| found.class_sizes.contains_key(&(*size as u64))));
    for ((_, learned), readings) in found.learned.iter().zip(both) {
        let share = |class: &Group| (*class.having.values().max().unwrap(), class.n);
        let most = readings[0].classes.values().map(share);
        let most = most.max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1))).unwrap();
        let most = Fraction::new(most.0 as u64, most.1 as u64);
        prop_assert_eq!(&learned.certain.as_ref().unwrap().probability, &most.to_string());
    }
    let several = |person: &usize| {
        let mine: Vec<usize> =
            rows.iter().filter(|row| row.person == *person).map(|row| row.class).collect();
        mine.iter().any(|class| *class != mine[0])
    };
    let standing = (0..6).filter(several).count() as u64;
    let [s, n] =
        [("s", 0), ("n", 1)].map(|(column, at)| in_few(rows, demands, column, &both[at][0]));
    match &found.several_classes {
        None => prop_assert_eq!(standing, 0),
        Some(told) => {
            let either = (0..6).filter(|person| s.contains(person) || n.contains(person));
            prop_assert_eq!((told.standing, told.people), (standing, either.count() as u64));
            let by_column: Vec<u64> = told.columns.iter().map(|column| column.people).collect();
            prop_assert_eq!(by_column, [s.len() as u64, n.len() as u64]);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn figures_and_demands_are_those_of_the_definitions(
        rows in visits(),
        demands in prop::collection::vec(demands(), 1..10),
        pseudonym in any::<bool>(),
    ) {
        let sheet = sheet(&rows);
        let asked = Asked { pseudonym, ..asked(&demands) };
        let found = asked.of(&sheet).unwrap();
        let both = [readings(&rows, "s", pseudonym), readings(&rows, "n", pseudonym)];
        assert_people(&found, &rows, &demands, [&both[0], &both[1]])?;
        for ((_, column), readings) in found.sensitive.iter().zip(&both) {
            assert_figures(column, readings)?;
        }
        for (demand, guarantee) in demands.iter().zip(&found.guarantees) {
            let readings = &both[usize::from(demand.column() == Some("n"))];
            let readings = &readings[..if compares(demand) { 2 } else { 1 }];
            let failing: Vec<usize> = readings.iter()
                .flat_map(|reading| reading.classes.iter().map(move |class| (class, reading)))
                .filter(|((_, class), reading)| !holds(demand, class, reading))
                .map(|((&name, _), _)| name)
                .collect();
            prop_assert_eq!(guarantee.holds, failing.is_empty(), "{} {:?}", demand, guarantee);
            let named = |worst: &String| {
                failing.iter().any(|class| worst.starts_with(&format!("class (a=c{class}): ")))
            };
            prop_assert_eq!(guarantee.worst.as_ref().map(named), (!failing.is_empty()).then_some(true));
        }
        prop_assert_eq!(asked.with(&sheet, None, 1).unwrap(), found, "threads change nothing");
    }

    /// People whose rows are all alike count as if each had one row.
    #[test]
    fn copies_change_nothing(
        people in prop::collection::vec((0_usize..3, spelled(&ILLNESSES), 1_usize..5), 1..12),
    ) {
        let row = |(person, (class, illness, _)): (usize, &(usize, String, usize))| Row {
            person, id: format!("p{person}"), class: *class, illness: illness.clone(),
            number: "1".into(),
        };
        let once: Vec<Row> = people.iter().enumerate().map(row).collect();
        let copied: Vec<Row> = (people.iter().zip(&once))
            .flat_map(|((_, _, copies), row)| std::iter::repeat_n(row.clone(), *copies))
            .collect();
        let plain = Asked { person: None, ..asked(&[]) }.of(&sheet(&once)).unwrap();
        let found = asked(&[]).of(&sheet(&copied)).unwrap();
        prop_assert_eq!((found.k, found.unique_rows), (plain.k, plain.unique_rows));
        prop_assert_eq!((found.average_class, found.risk), (plain.average_class, plain.risk));
        prop_assert_eq!((&found.class_sizes, &found.smallest), (&plain.class_sizes, &plain.smallest));
        prop_assert_eq!(&found.learned, &plain.learned);
        let (column, expected) = (&found.sensitive[0].1, &plain.sensitive[0].1);
        prop_assert!(column.alpha >= expected.alpha && column.frequency_l <= expected.frequency_l);
        let alike = ColumnFindings {
            alpha: expected.alpha,
            frequency_l: expected.frequency_l,
            ..column.clone()
        };
        prop_assert!(close(alike.t, expected.t.unwrap()));
        prop_assert_eq!(ColumnFindings { t: expected.t, ..alike }, expected.clone());
    }
}

/// 595 people with seven rows each, of whom 13 are alone in their class.
#[test]
fn a_panel_is_not_five_anonymous() {
    let class = |person: usize| if person < 13 { person } else { 13 + person % 70 };
    let rows = (0..595).flat_map(|person| {
        (0..7).map(move |year| format!("{person},c{},{},{year}", class(person), year % 3))
    });
    let sheet = Sheet::new(std::iter::once("id,a,s,year".to_owned()).chain(rows));
    let demand = || [Demand::KAnonymity(KAnonymity { k: 5 })];
    let by_rows = Asked::about("a", "s").demanding(demand()).of(&sheet).unwrap();
    assert!(by_rows.all_hold());
    let people = Asked { person: Some("id".into()), ..Asked::about("a", "s") };
    let found = people.demanding(demand()).of(&sheet).unwrap();
    assert_eq!((found.people, found.rows, found.classes), (Some(595), 4165, 83));
    assert_eq!((found.k, found.unique_rows), (Some(1), 13));
    let worst = found.guarantees[0].worst.as_deref();
    assert_eq!(worst, Some("class (a=c0): 1 person, 5 needed"));
}

/// More rows of people than a common multiple of their numbers fits: weights are rounded, and ties
/// decided by numbers of any size.
#[test]
fn many_rows_of_many_people_are_close_exactly() {
    let primes = [
        2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89,
    ];
    // Each class has every person's twin, so both are as the table.
    let rows = |class: &'static str| {
        primes.iter().enumerate().flat_map(move |(person, &rows)| {
            (0..rows).map(move |row| {
                format!("{class}{person},{class},{}", if row < rows / 2 { 1 } else { 2 + row % 2 })
            })
        })
    };
    let t = |t: &str, distance| {
        let closeness = Closeness { t: t.parse().unwrap(), distance };
        Demand::TCloseness(TCloseness { column: "s".into(), closeness })
    };
    let lines = || std::iter::once("id,a,s".to_owned()).chain(rows("x")).chain(rows("y"));
    let demands = [Distance::Equal, Distance::Ordered, Distance::Hierarchical].map(|d| t("0", d));
    let asked = || Asked {
        person: Some("id".into()),
        hierarchies: BTreeMap::from([("s".into(), chains(&["1;a;*", "2;a;*", "3;b;*"]))]),
        ..Asked::about("a", "s").demanding(demands.clone())
    };
    let found = asked().of(&Sheet::new(lines())).unwrap();
    assert!(found.all_hold(), "{:?}", found.guarantees);
    // One more row of one person, and it is no longer exactly so.
    let found = asked().of(&Sheet::new(lines().chain(["x23,x,1".to_owned()]))).unwrap();
    assert!(found.guarantees.iter().all(|guarantee| !guarantee.holds), "{:?}", found.guarantees);
}

#[test]
fn a_row_without_a_person_is_named() {
    let sheet = Sheet::new(["id,a,s", "1,x,p", "?,x,q", ",y,p"]);
    let error = Asked { person: Some("id".into()), nulls: nulls(), ..Asked::about("a", "s") };
    let error = error.of(&sheet).unwrap_err();
    assert_eq!((error.line(), error.column(), error.value()), (Some(3), Some("id"), Some("?")));
    assert!(error.file().is_some());
    let twice = Asked { person: Some("a".into()), ..Asked::about("a", "s") };
    assert!(twice.of(&sheet).is_err());
}

#[test]
fn words_are_about_people() {
    let rows = ["id,a,s,n", "1,x,flu,1", "1,x,cold,9", "2,x,flu,2", "3,x,hiv,3", "3,x,hiv,30"];
    let diversity = |text: &str| {
        let diversity = text.parse().unwrap();
        Demand::LDiversity(LDiversity { column: "s".into(), diversity })
    };
    let proximity: Proximity = "1,2".parse().unwrap();
    let demands = [
        diversity("distinct:3"),
        diversity("frequency:2"),
        Demand::EpsMAnonymity(EpsMAnonymity { column: "n".into(), proximity }),
    ];
    let asked = Asked { person: Some("id".into()), ..Asked::about("a", "s,n") };
    let found = asked.demanding(demands).of(&Sheet::new(rows)).unwrap();
    let words: Vec<_> = found.guarantees.iter().filter_map(|found| found.worst.clone()).collect();
    assert_eq!(
        words,
        [
            "class (a=x): everybody has one of 2 values, 3 needed",
            "class (a=x): 2 of 3 people have flu, at most 1 in 2 allowed",
            "class (a=x): 3 of 3 people are within 1 of 2, at most 1 in 2 allowed",
        ]
    );
}
