//! Demands are decided exactly: against definitions in whole numbers, at ties above all.

use incrowd_judge::{Chains, JudgeError};
use incrowd_terms::{
    AlphaK, BetaLikeness, Closeness, DeltaDisclosure, Demand, Distance, Diversity, Estimator,
    Fraction, KAnonymity, KMap, KMapPopulation, LDiversity, Likeness, PSensitivity, TCloseness,
    WeakKAnonymity,
};
use num_bigint::BigUint;
use proptest::prelude::*;
use serde_json::json;

use crate::common::{Asked, Sheet, chains};

const HIERARCHY: [&str; 6] =
    ["0;low;0-2;*", "1;low;0-2;*", "2;two;0-2;*", "3;high;3-5;*", "4;high;3-5;*", "5;high;3-5;*"];

/// A row is a class and a value.
type Row = (u8, u8);

/// Counts of the values 0 to 5 in a class and in the table.
struct Counts {
    class: [i128; 6],
    table: [i128; 6],
}

impl Counts {
    fn of(rows: &[Row], name: u8) -> Self {
        let count = |keep: &dyn Fn(&Row) -> bool| {
            std::array::from_fn(|v| {
                rows.iter().filter(|r| r.1 == v as u8 && keep(r)).count() as i128
            })
        };
        Counts { class: count(&|row| row.0 == name), table: count(&|_| true) }
    }

    fn n(&self) -> i128 {
        self.class.iter().sum()
    }

    fn all(&self) -> i128 {
        self.table.iter().sum()
    }

    /// `(q - p) n N` of each value of the table.
    fn extra(&self) -> Vec<i128> {
        let values = (0..6).filter(|&v| self.table[v] > 0);
        values.map(|v| self.class[v] * self.all() - self.table[v] * self.n()).collect()
    }

    /// The cost recursion of the t-closeness paper, times `n N`: (cost, height).
    fn tree_cost(&self) -> i128 {
        let extra = |v: usize| self.class[v] * self.all() - self.table[v] * self.n();
        let nodes: [(i128, &[&[usize]]); 5] = [
            (1, &[&[0], &[1]]),
            (1, &[&[3], &[4], &[5]]),
            (2, &[&[0, 1], &[2]]),
            (2, &[&[3, 4, 5]]),
            (3, &[&[0, 1, 2], &[3, 4, 5]]),
        ];
        let cost = |(level, children): (i128, &[&[usize]])| {
            let extras: Vec<i128> =
                children.iter().map(|leaves| leaves.iter().map(|&v| extra(v)).sum()).collect();
            let above: i128 = extras.iter().filter(|x| **x > 0).sum();
            let below: i128 = extras.iter().filter(|x| **x < 0).sum();
            level * above.min(-below)
        };
        nodes.into_iter().map(cost).sum()
    }

    fn holds(&self, demand: &Demand) -> bool {
        let (n, all) = (self.n(), self.all());
        let distinct = self.class.iter().filter(|c| **c > 0).count() as u64;
        let largest = self.class.iter().copied().max().unwrap();
        let parts = |f: Fraction| (i128::from(f.numerator()), i128::from(f.denominator()));
        match demand {
            Demand::KAnonymity(KAnonymity { k }) => n >= i128::from(*k),
            Demand::PSensitivity(PSensitivity { p, .. }) => distinct >= *p,
            Demand::LDiversity(LDiversity { diversity, .. }) => match *diversity {
                Diversity::Distinct(l) => distinct >= l,
                Diversity::Frequency(l) => largest * parts(l).0 <= n * parts(l).1,
                Diversity::Entropy(l) => {
                    let power = |a: u64, b: i128| BigUint::from(a).pow(b as u32);
                    let left = power(n as u64, n) * power(l.denominator(), n);
                    let right = self.class.iter().filter(|c| **c > 0);
                    left >= right.fold(power(l.numerator(), n), |x, &c| x * power(c as u64, c))
                }
                Diversity::Recursive { c, l, strict } => {
                    let mut counts = self.class;
                    counts.sort_unstable_by(|a, b| b.cmp(a));
                    let tail: i128 = counts.iter().skip(l as usize - 1).sum();
                    let (left, right) = (counts[0] * parts(c).1, parts(c).0 * tail);
                    if strict { left < right } else { left <= right }
                }
            },
            Demand::AlphaK(AlphaK { alpha, .. }) => {
                largest * parts(*alpha).1 <= parts(*alpha).0 * n
            }
            Demand::TCloseness(TCloseness { closeness: Closeness { t, distance }, .. }) => {
                let extra = self.extra();
                let (cost, unit) = match distance {
                    Distance::Equal => (extra.iter().map(|x| x.abs()).sum(), 2),
                    Distance::Ordered => {
                        let prefix = |last: usize| extra[..=last].iter().sum::<i128>().abs();
                        ((0..extra.len()).map(prefix).sum(), (extra.len() as i128 - 1).max(1))
                    }
                    Distance::Hierarchical => (self.tree_cost(), 3),
                };
                cost * parts(*t).1 <= parts(*t).0 * unit * n * all
            }
            Demand::BetaLikeness(BetaLikeness { likeness, .. }) => (0..6).all(|v| {
                let (q, p) = (self.class[v] * all, self.table[v] * n);
                match likeness {
                    Likeness::Basic(b) => q * parts(*b).1 <= p * (parts(*b).0 + parts(*b).1),
                    Likeness::Enhanced(b) => {
                        let share = self.table[v] as f64 / all as f64;
                        let q = self.class[v] as f64 / n as f64;
                        share == 0.0 || q <= share * (1.0 + b.to_f64().min(-share.ln())) + 1e-12
                    }
                }
            }),
            Demand::DeltaDisclosure(DeltaDisclosure { delta, .. }) => {
                (0..6).filter(|&v| self.table[v] > 0).all(|v| {
                    let ratio = (self.class[v] * all) as f64 / (self.table[v] * n) as f64;
                    ratio > 0.0 && ratio.ln().abs() < delta.to_f64()
                })
            }
            Demand::KMap(_)
            | Demand::EpsMAnonymity(_)
            | Demand::DeltaLDiversity(_)
            | Demand::Presence(_)
            | Demand::PersonalPresence(_)
            | Demand::JointPresence(_)
            | Demand::WeakKAnonymity(_)
            | Demand::MixedMembership(_) => unreachable!("not demanded here"),
        }
    }
}

fn demands() -> impl Strategy<Value = Demand> {
    let fraction = (1_u64..16, 1_u64..13).prop_map(|(a, b)| Fraction::new(a, b));
    let share = (0_u64..12, 1_u64..12).prop_map(|(a, b)| Fraction::new(a.min(b), b));
    let column = || "s".to_owned();
    let distance =
        prop_oneof![Just(Distance::Equal), Just(Distance::Ordered), Just(Distance::Hierarchical)];
    let diversity = |diversity| Demand::LDiversity(LDiversity { column: "s".into(), diversity });
    prop_oneof![
        (1_u64..9).prop_map(|k| Demand::KAnonymity(KAnonymity { k })),
        (1_u64..5).prop_map(move |p| Demand::PSensitivity(PSensitivity { column: column(), p })),
        (1_u64..5).prop_map(move |l| diversity(Diversity::Distinct(l))),
        fraction.clone().prop_map(move |l| diversity(Diversity::Frequency(l))),
        fraction.clone().prop_map(move |l| diversity(Diversity::Entropy(l))),
        (fraction.clone(), 1_u64..5, any::<bool>())
            .prop_map(move |(c, l, strict)| diversity(Diversity::Recursive { c, l, strict })),
        share.clone().prop_map(move |alpha| Demand::AlphaK(AlphaK { column: column(), alpha })),
        (share, distance).prop_map(move |(t, distance)| Demand::TCloseness(TCloseness {
            column: column(),
            closeness: Closeness { t, distance },
        })),
        (fraction.clone(), any::<bool>()).prop_map(move |(beta, basic)| Demand::BetaLikeness(
            BetaLikeness {
                column: column(),
                likeness: if basic { Likeness::Basic(beta) } else { Likeness::Enhanced(beta) },
            }
        )),
        fraction.prop_map(move |delta| Demand::DeltaDisclosure(DeltaDisclosure {
            column: column(),
            delta
        })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn demands_are_decided_by_their_definitions(
        rows in prop::collection::vec((0_u8..3, 0_u8..6), 1..25),
        demands in prop::collection::vec(demands(), 1..12),
    ) {
        let lines = rows.iter().map(|(class, value)| format!("c{class},{value}"));
        let sheet = Sheet::new(std::iter::once("a,s".to_owned()).chain(lines));
        let mut asked = Asked::about("a", "s").demanding(demands.iter().cloned());
        asked.hierarchies.insert("s".into(), chains(&HIERARCHY));
        let found = asked.of(&sheet).unwrap();
        for (demand, guarantee) in demands.iter().zip(&found.guarantees) {
            let failing: Vec<u8> = (0..3)
                .filter(|class| rows.iter().any(|row| row.0 == *class))
                .filter(|&class| !Counts::of(&rows, class).holds(demand))
                .collect();
            prop_assert_eq!(guarantee.holds, failing.is_empty(), "{} {:?}", demand, guarantee);
            prop_assert_eq!(&guarantee.model, demand.model());
            match &guarantee.worst {
                None => prop_assert!(guarantee.holds),
                Some(worst) => prop_assert!(
                    failing.iter().any(|class| worst.starts_with(&format!("class (a=c{class}): "))),
                    "{worst}"
                ),
            }
        }
    }
}

fn words(asked: Asked, sheet: &Sheet) -> Vec<String> {
    let found = asked.of(sheet).unwrap();
    found.guarantees.into_iter().filter_map(|guarantee| guarantee.worst).collect()
}

#[test]
fn failures_name_the_worst_class_and_why() {
    let rows = ["a,b,s", "x,1,p", "x,1,p", "x,1,q", "y,1,p", "z,2,p", "z,2,q", "y,1,p"];
    let sheet = Sheet::new(rows);
    let column = || "s".to_owned();
    let diversity = |text: &str| {
        Demand::LDiversity(LDiversity { column: column(), diversity: text.parse().unwrap() })
    };
    let closeness = |text: &str| {
        Demand::TCloseness(TCloseness { column: column(), closeness: text.parse().unwrap() })
    };
    let likeness = |text: &str| {
        Demand::BetaLikeness(BetaLikeness { column: column(), likeness: text.parse().unwrap() })
    };
    let demands = [
        Demand::KAnonymity(KAnonymity { k: 3 }),
        Demand::PSensitivity(PSensitivity { column: column(), p: 2 }),
        diversity("frequency:2"),
        diversity("recursive:2,2"),
        Demand::AlphaK(AlphaK { column: column(), alpha: Fraction::new(3, 4) }),
        closeness("0.2"),
        likeness("basic:1/4"),
        likeness("enhanced:9"),
        Demand::DeltaDisclosure(DeltaDisclosure { column: column(), delta: Fraction::from(9) }),
    ];
    let expected = [
        // y and z have two rows each; y comes first.
        "class (a=y, b=1): 2 rows, 3 needed",
        "class (a=y, b=1): 1 value distinct, 2 needed",
        "class (a=y, b=1): 2 of 2 rows have p, at most 1 in 2 allowed",
        "class (a=y, b=1): fewer than 2 values",
        "class (a=y, b=1): 2 of 2 rows have p, at most 3/4 allowed",
        "class (a=y, b=1): distance 0.2857142857142857 from the table, at most 1/5 allowed",
        "class (a=z, b=2): a value gains 0.75, at most 1/4 allowed",
        "class (a=y, b=1): a value gains 0.4, at most 9 and its -ln p allowed",
        "class (a=y, b=1): it lacks the value q",
    ];
    assert_eq!(words(Asked::about("a,b", "s").demanding(demands), &sheet), expected);
    let whole = Asked::about("", "s").demanding([Demand::KAnonymity(KAnonymity { k: 9 })]);
    assert_eq!(words(whole, &sheet), ["the whole table: 7 rows, 9 needed"]);
}

#[test]
fn guarantees_are_printed_as_the_interface_says() {
    let sheet = Sheet::new(["a,s", "x,1", "x,2", "y,1", "y,2"]);
    let closeness = Closeness { t: Fraction::ZERO, distance: Distance::Ordered };
    let demand = Demand::TCloseness(TCloseness { column: "s".into(), closeness });
    let found = Asked::about("a", "s").demanding([demand]).of(&sheet).unwrap();
    let expected = json!({
        "model": "t-closeness",
        "column": "s",
        "demanded": {"t": 0, "distance": "ordered"},
        "measured": 0.0,
        "holds": true,
        "against": "someone who knows how a secret is distributed and wants to learn more of a person",
    });
    assert_eq!(serde_json::to_value(&found.guarantees[0]).unwrap(), expected);
}

#[test]
fn k_map_is_estimated_from_the_sample() {
    let rows = (0..100).map(|i| format!("{}", if i < 8 { 0 } else { 1 }));
    let sheet = Sheet::new(std::iter::once("a".to_owned()).chain(rows));
    let demand = |k, people| {
        Demand::KMap(KMap {
            k,
            population: KMapPopulation::Estimated {
                people,
                estimator: Estimator::Poisson,
                significance: Fraction::new(1, 20),
            },
        })
    };
    // The level is 5 % of 1,000 tests. For k = 13 of a tenth, mean 1.2, eight rows are rare enough
    // (0.004 %); for k = 14, mean 1.3, they are not (0.006 %).
    let asked =
        Asked::about("a", "").demanding([demand(5, 1000), demand(13, 1000), demand(14, 1000)]);
    let found = asked.of(&sheet).unwrap().guarantees;
    assert_eq!(found.iter().map(|g| g.holds).collect::<Vec<_>>(), [true, true, false]);
    assert!(found.iter().all(|g| g.measured == json!(13)));
    let worst = "class (a=0): 8 rows, 9 needed to be taken for 14 people";
    assert_eq!(found[2].worst.as_deref(), Some(worst));
    let mut asked = Asked::about("a", "").demanding([demand(5, 1000)]);
    // Of a larger sample, three rows say less.
    asked.sample_rows = Some(900);
    assert!(!asked.of(&sheet).unwrap().guarantees[0].holds);
    let error = Asked::about("a", "").demanding([demand(5, 99)]).of(&sheet);
    assert!(matches!(error, Err(JudgeError::PopulationTooSmall { people: 99, rows: 100 })));
}

#[test]
fn rows_of_stars_are_part_of_the_sample() {
    let stars = std::iter::repeat_n("*,*", 92);
    let sheet =
        Sheet::new(std::iter::once("a,b").chain(std::iter::repeat_n("x,1", 8)).chain(stars));
    let population = KMapPopulation::Estimated {
        people: 1000,
        estimator: Estimator::Poisson,
        significance: Fraction::new(1, 20),
    };
    let mut asked = Asked::about("a,b", "").demanding([Demand::KMap(KMap { k: 13, population })]);
    asked.skip_suppressed = true;
    // As above: 100 rows of 1000 people, eight of them in the class.
    assert_eq!(asked.of(&sheet).unwrap().guarantees[0].measured, json!(13));
}

#[test]
fn disclosure_is_strictly_less_than_delta() {
    // x is 3 of 8 rows and 1 of 5 in b: ln(15/8) = 0.62860...; y in a the same.
    let sheet = Sheet::new(["a,s", "a,x", "a,x", "a,y", "b,x", "b,y", "b,y", "b,y", "b,y"]);
    let holds = |delta: &str| {
        let delta = delta.parse().unwrap();
        let demand = Demand::DeltaDisclosure(DeltaDisclosure { column: "s".into(), delta });
        Asked::about("a", "s").demanding([demand]).of(&sheet).unwrap().all_hold()
    };
    assert!(holds("0.6287") && !holds("0.6286") && !holds("0"));
    // Where every class is like the table, any delta above zero holds, and zero does not.
    let sheet = Sheet::new(["a,s", "a,x", "a,y", "b,x", "b,y"]);
    let demand = |delta| Demand::DeltaDisclosure(DeltaDisclosure { column: "s".into(), delta });
    let demands = [demand(Fraction::ZERO), demand(Fraction::new(1, 1_000_000_000))];
    let found = Asked::about("a", "s").demanding(demands).of(&sheet).unwrap().guarantees;
    assert_eq!((found[0].holds, found[1].holds), (false, true));
}

#[test]
fn k_map_reads_labels_as_the_public_would() {
    let mut asked = Asked::about("age,place", "")
        .demanding([Demand::KMap(KMap { k: 2, population: KMapPopulation::Table })]);
    let places = chains(&["Lyon;France;*", "Nice;France;*", "Rome;Italy;*"]);
    asked.hierarchies.insert("place".into(), places);
    let public = Sheet::new(["place,age", "Lyon,20", "Nice,29", "Rome,20", "Rome,30", "Lyon,31"]);
    let published = Sheet::new(["age,place", "\"[20,30]\",France", "*,Rome", "*,{Lyon|Nice}"]);
    let found = asked.with(&published, Some(&public), 2).unwrap();
    assert!(found.all_hold());
    assert_eq!(found.guarantees[0].measured, json!(2));
    assert_eq!(found.risk.journalist, Some(0.5));
    let nobody = Sheet::new(["age,place", "19,France"]);
    let found = asked.with(&nobody, Some(&public), 2).unwrap();
    assert!(!found.all_hold());
    assert_eq!(found.risk.journalist, None);
}

/// Three rows of `[1,3]` are the people 1 to 3, whoever is which, so the row of `[1,4]` is the fourth.
#[test]
fn k_map_counts_only_whom_a_row_can_mean_beside_all_others() {
    let map = Demand::KMap(KMap { k: 3, population: KMapPopulation::Table });
    let weak = Demand::WeakKAnonymity(WeakKAnonymity { k: 3 });
    let asked = Asked::about("age", "").demanding([map, weak]);
    let public =
        Sheet::new(std::iter::once("age".to_owned()).chain((1..=9).map(|n| n.to_string())));
    let crowded = Sheet::new(["age", "\"[1,3]\"", "\"[1,3]\"", "\"[1,3]\"", "\"[1,4]\""]);
    let found = asked.with(&crowded, Some(&public), 2).unwrap();
    for guarantee in &found.guarantees {
        assert!(!guarantee.holds);
        assert_eq!(guarantee.measured, json!(1));
        let worst = guarantee.worst.as_deref().unwrap();
        assert!(worst.contains("3 of the 4 it matches are other rows"), "{worst}");
    }
    assert_eq!(found.risk.journalist, Some(1.0));
    // With one row less each of the four can be the last one.
    let roomy = Sheet::new(["age", "\"[1,3]\"", "\"[1,3]\"", "\"[1,4]\""]);
    let found = asked.with(&roomy, Some(&public), 2).unwrap();
    assert!(found.all_hold());
    assert_eq!(found.guarantees[0].measured, json!(3));
    // More rows than people: no assignment, so no promise.
    let full = Sheet::new(["age", "\"[1,2]\"", "\"[1,2]\"", "\"[2,2]\""]);
    assert!(!asked.with(&full, Some(&public), 2).unwrap().all_hold());
}

#[test]
fn questions_that_make_no_sense_are_errors() {
    let sheet = Sheet::new(["a,s,n", "x,p,1", "y,q,2"]);
    let ask = |qi, sensitive, demand| Asked::about(qi, sensitive).demanding([demand]).of(&sheet);
    let k = || Demand::KAnonymity(KAnonymity { k: 1 });
    let error = ask("a,zip", "", k()).unwrap_err();
    assert!(error.to_string().ends_with("there is no column 'zip'; there are a, s, n"), "{error}");
    assert_eq!(error.column(), Some("zip"));
    assert!(matches!(ask("a", "a", k()), Err(JudgeError::NamedTwice { .. })));
    let closeness = |text: &str| {
        Demand::TCloseness(TCloseness { column: "s".into(), closeness: text.parse().unwrap() })
    };
    assert!(matches!(ask("a", "n", closeness("1")), Err(JudgeError::NotSensitive { .. })));
    assert!(matches!(ask("a", "s", closeness("1:ordered")), Err(JudgeError::NotOrdered { .. })));
    let hierarchical = closeness("1:hierarchical");
    assert!(matches!(ask("a", "s", hierarchical.clone()), Err(JudgeError::NoHierarchy { .. })));
    let mut asked = Asked::about("a", "s").demanding([hierarchical]);
    asked.hierarchies.insert("s".into(), chains(&["p;*"]));
    assert!(
        matches!(asked.of(&sheet), Err(JudgeError::NotInHierarchy { value, .. }) if value == "q")
    );
    let map = Demand::KMap(KMap { k: 1, population: KMapPopulation::Table });
    assert!(matches!(ask("a", "s", map), Err(JudgeError::NoPopulation { .. })));
}

/// A city that has its state's name: which of the two was meant, the whole column tells.
#[test]
fn k_map_credits_a_label_with_no_more_than_it_must_mean() {
    let lines = ["New York;New York;*", "Buffalo;New York;*", "Albany;New York;*", "Boston;Mass;*"];
    let lines = lines.map(|line| line.split(';').map(str::to_owned).collect());
    let people = Sheet::new(["city", "New York", "Buffalo", "Buffalo", "Albany", "Boston"]);
    let measured = |published: &[&str], level: Option<usize>| {
        let k_map = Demand::KMap(KMap { k: 1, population: KMapPopulation::Table });
        let mut asked = Asked::about("city", "").demanding([k_map]);
        asked.hierarchies.insert("city".into(), Chains::new(lines.clone()).unwrap());
        asked.levels.extend(level.map(|level| ("city".to_owned(), level)));
        let sheet = Sheet::new(std::iter::once("city").chain(published.iter().copied()));
        asked.with(&sheet, Some(&people), 1).unwrap().guarantees[0].measured.clone()
    };
    assert_eq!(measured(&["New York", "Buffalo"], None), json!(1), "Buffalo is no state");
    assert_eq!(measured(&["New York", "Mass"], None), json!(1), "Mass is no city: Boston is alone");
    assert_eq!(measured(&["New York"], None), json!(1), "it may be the city");
    assert_eq!(measured(&["New York"], Some(0)), json!(1));
    assert_eq!(
        measured(&["New York"], Some(1)),
        json!(4),
        "the steward knows that it is the state"
    );
    assert_eq!(measured(&["*"], None), json!(5));
}
