//! Nearness of secret numbers and dates, against its definitions row by row.

use incrowd_judge::{Findings, JudgeError};
use incrowd_terms::{
    DeltaL, DeltaLCounting, DeltaLDiversity, Demand, EpsMAnonymity, Fraction, Kind, Nulls,
    Proximity, Radius,
};
use num_bigint::BigInt;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{Asked, Sheet};

fn near(eps: &str, m: &str) -> Demand {
    let proximity: Proximity = format!("{eps},{m}").parse().unwrap();
    Demand::EpsMAnonymity(EpsMAnonymity { column: "s".into(), proximity })
}

fn alike(delta: &str, l: &str, mode: DeltaLCounting) -> Demand {
    let delta_l = DeltaL::read(&format!("{delta},{l}"), mode).unwrap();
    Demand::DeltaLDiversity(DeltaLDiversity { column: "s".into(), delta_l })
}

fn judged(values: &[String], demands: Vec<Demand>) -> Findings {
    let rows = values.iter().map(|value| format!("x,{value}"));
    let sheet = Sheet::new(std::iter::once("a,s".to_owned()).chain(rows));
    Asked::about("a", "s").demanding(demands).of(&sheet).unwrap()
}

fn cases() -> Vec<Value> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/tests/golden/proximity.json");
    let document: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    document["cases"].as_array().unwrap().clone()
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn class(values: &Value) -> Vec<String> {
    values.as_array().unwrap().iter().map(text).collect()
}

/// That a demand of this much holds, that a little more does not, and what was measured.
fn assert_measured(values: &[String], demand: impl Fn(&str) -> Demand, expected: &str) {
    let exact: Fraction = expected.parse().unwrap();
    let more = format!("{}/{}", exact.numerator() * 1000 + 1, exact.denominator() * 1000);
    let found = judged(values, vec![demand(expected), demand(&more)]);
    let holds: Vec<bool> = found.guarantees.iter().map(|guarantee| guarantee.holds).collect();
    assert_eq!(holds, [true, false], "{values:?}");
    assert_eq!(found.guarantees[0].measured, json!(exact.to_f64()), "{values:?}");
}

#[test]
fn vectors_of_paper_003() {
    let mut checked = (0, 0);
    for case in cases() {
        let (input, expected) = (&case["input"], &case["expected"]);
        if input["radius"] != Value::Null {
            checked.0 += 1;
            let (values, radius) = (class(&input["E"]), text(&input["radius"]));
            let of = |key: &str| text(&expected[key]);
            assert_measured(&values, |m| near(&radius, m), &of("eps_m_absolute_m(eps=radius)"));
            let mode = |mode| {
                let radius = radius.clone();
                move |l: &str| alike(&radius, l, mode)
            };
            assert_measured(&values, mode(DeltaLCounting::Definition), &of("def5_l(delta=radius)"));
            assert_measured(&values, mode(DeltaLCounting::Window), &of("window_l(delta=radius)"));
            // The figure to the letter lets any l hold of a single row.
            if values.len() > 1 {
                assert_eq!(expected["fig3_literal_l"], expected["window_l(delta=radius)"]);
            }
            let found = judged(
                &values,
                vec![near(&radius, "1"), alike(&radius, "1", DeltaLCounting::Window)],
            );
            let figure = |key: &str| json!(of(key).parse::<Fraction>().unwrap().to_f64());
            let figures = json!({"s": {
                "eps_m": figure("eps_m_absolute_m(eps=radius)"),
                "delta_l_definition": figure("def5_l(delta=radius)"),
                "delta_l_window": figure("window_l(delta=radius)"),
            }});
            assert_eq!(json!(found)["proximity"], figures, "{}", case["id"]);
            assert_eq!(json!(found.sensitive[0].1.frequency_l), figure("frequency_l"));
        } else if input["eps_relative"] != Value::Null {
            checked.1 += 1;
            let eps: Fraction = text(&input["eps_relative"]).parse().unwrap();
            let demand = |m: &str| {
                let proximity = Proximity { radius: Radius::Relative(eps), m: m.parse().unwrap() };
                Demand::EpsMAnonymity(EpsMAnonymity { column: "s".into(), proximity })
            };
            assert_measured(&class(&input["E"]), demand, &text(&expected["m_relative"]));
        }
    }
    assert!(checked.0 >= 16 && checked.1 >= 4);
}

/// Zare-Mirakabad claims that (delta,l)-diversity of two classes is that of their union, too. By its
/// definition it is not; by the windows that its figure counts it is.
#[test]
fn the_union_of_two_diverse_classes_need_not_be() {
    let cases = cases();
    let case = cases.iter().find(|case| case["id"] == "non-monotone").unwrap();
    let input = &case["input"];
    let (first, second) = (class(&input["E1"]), class(&input["E2"]));
    let both = [first.clone(), second.clone()].concat();
    for (mode, key) in [(DeltaLCounting::Definition, "def5"), (DeltaLCounting::Window, "window")] {
        let demand = || alike(&text(&input["delta"]), &text(&input["l"]), mode);
        let found = [&first, &second, &both].map(|rows| judged(rows, vec![demand()]).all_hold());
        assert_eq!(json!(found), case["expected"][key]);
    }
}

/// Dealt by turns, the groups are far apart though the class is not.
#[test]
fn dealt_groups_are_judged_apart() {
    let cases = cases();
    let case = cases.iter().find(|case| case["id"] == "roundrobin").unwrap();
    let demand = near(&text(&case["input"]["eps"]), &text(&case["input"]["m"]));
    let dealt = |groups: &Value| {
        let groups = groups.as_array().unwrap().iter().zip(1..);
        let rows = groups.flat_map(|(group, number)| {
            class(group).into_iter().map(move |value| format!("x,{value},{number}"))
        });
        let sheet = Sheet::new(std::iter::once("a,s,group".to_owned()).chain(rows));
        let mut asked = Asked::about("a", "s").demanding([demand.clone()]);
        let together = asked.of(&sheet).unwrap().all_hold();
        asked.group = Some("group".into());
        (together, asked.of(&sheet).unwrap().all_hold())
    };
    assert_eq!(dealt(&case["expected"]["groups"]), (true, true));
    assert_eq!(dealt(&json!([[0, 4, 12], [2, 10, 14]])), (false, true));
}

fn words(rows: &[&str], demand: Demand) -> String {
    let mut asked = Asked::about("age,zip", "s").demanding([demand]);
    asked.nulls = Nulls::declared(["?"]);
    let header = std::iter::once("age,zip,s");
    let found = asked.of(&Sheet::new(header.chain(rows.iter().copied()))).unwrap();
    found.guarantees[0].worst.clone().unwrap_or_default()
}

#[test]
fn failures_name_the_class_and_what_is_near() {
    let salaries =
        ["490", "500", "510", "1000"].map(|salary| format!("\"[17,25]\",11****,{salary}"));
    let mut rows: Vec<&str> = vec!["3,x,7", "3,x,70", "3,x,700"];
    rows.extend(salaries.iter().map(String::as_str));
    let class = "class (age=[17,25], zip=11****)";
    assert_eq!(
        words(&rows, near("10", "2")),
        format!("{class}: 3 of 4 rows are within 10 of 500, at most 1 in 2 allowed")
    );
    assert_eq!(
        words(&rows, alike("10", "2", DeltaLCounting::Definition)),
        format!("{class}: 3 of 4 rows are within 20 of 490, at most 1 in 2 allowed")
    );
    assert_eq!(
        words(&rows, alike("10", "3/2", DeltaLCounting::Window)),
        format!("{class}: 3 of 4 rows lie from 490 to 510, at most 1 in 1.5 allowed")
    );
    assert_eq!(
        words(&rows, near("2.5%", "2")),
        format!("{class}: 3 of 4 rows are within 2.5% of 500, at most 1 in 2 allowed")
    );
    let missing = ["1,x,?", "1,x,", "1,x,5", "1,x,100"];
    assert_eq!(
        words(&missing, near("1", "3")),
        "class (age=1, zip=x): 2 of 4 rows have no value, at most 1 in 3 allowed"
    );
    let dates = ["1,x,2024-01-31", "1,x,2024-03-01", "1,x,2024-03-31T00:00:00.5", "1,x,2024-09-01"];
    assert_eq!(
        words(&dates, near("30", "4")),
        "class (age=1, zip=x): 2 of 4 rows are within 30 days of 2024-01-31, at most 1 in 4 allowed"
    );
    assert_eq!(
        words(&["1,x,7"], alike("1", "2", DeltaLCounting::Window)),
        "class (age=1, zip=x): 1 of 1 row lies from 7 to 7, at most 1 in 2 allowed"
    );
}

#[test]
fn what_has_no_distance_is_refused() {
    let asked = |demand: Demand| Asked::about("a", "s").demanding([demand]);
    let text = Sheet::new(["a,s", "x,p", "x,1"]);
    let error = asked(near("1", "2")).of(&text).unwrap_err();
    let expected = "column 's' is text: eps-m-anonymity needs numbers or dates";
    assert_eq!((error.to_string().as_str(), error.column()), (expected, Some("s")));
    let error = asked(alike("1", "2", DeltaLCounting::Window)).of(&text).unwrap_err();
    assert!(matches!(error, JudgeError::NotMeasurable { kind: Kind::Text, .. }));
    let dates = Sheet::new(["a,s", "x,2024-01-01", "x,2024-02-01"]);
    let error = asked(near("10%", "2")).of(&dates).unwrap_err();
    assert!(matches!(error, JudgeError::NoZero { .. }) && error.to_string().contains("in days"));
    assert!(asked(near("10", "2")).of(&dates).unwrap().all_hold());
    // A column without any value is of no kind: all its rows are alike.
    let nothing = Sheet::new(["a,s", "x,", "x,"]);
    assert!(asked(near("10", "1")).of(&nothing).unwrap().all_hold());
    let found = asked(near("10%", "2")).of(&nothing).unwrap();
    assert!(!found.all_hold());
    assert_eq!(found.guarantees[0].measured, json!(1.0));
    let other = Demand::EpsMAnonymity(EpsMAnonymity {
        column: "a".into(),
        proximity: "1,2".parse().unwrap(),
    });
    assert!(matches!(asked(other).of(&dates), Err(JudgeError::NotSensitive { .. })));
}

#[test]
fn the_last_demand_on_a_column_has_the_figures() {
    let values = ["1", "2", "4", "8"].map(str::to_owned);
    let last = alike("1/2", "1", DeltaLCounting::Definition);
    let demands =
        vec![near("4", "1"), alike("9", "1", DeltaLCounting::Window), near("1", "1"), last];
    let found = judged(&values, demands);
    let figures = json!({"s": {"eps_m": 2.0, "delta_l_definition": 2.0, "delta_l_window": 2.0}});
    assert_eq!(json!(found)["proximity"], figures);
    let measured: Vec<_> = found.guarantees.iter().map(|found| &found.measured).collect();
    assert_eq!(json!(measured), json!([1.0, 1.0, 2.0, 2.0]));
    assert_eq!(
        json!(judged(&values, vec![near("0", "1")]))["proximity"],
        json!({"s": {"eps_m": 4.0}})
    );
    let nothing = json!(judged(&[], vec![near("0", "1")]));
    assert_eq!(nothing["guarantees"][0]["measured"], Value::Null);
}

/// A secret as it is written, and what it is a whole number of: thousandths or nanoseconds.
type Secret = (String, Option<BigInt>);

fn number() -> impl Strategy<Value = Secret> {
    let small = (-60_i64..60, 0_usize..3).prop_map(|(value, places)| {
        let digits = format!("{}", value.abs());
        let digits = format!("{digits:0>width$}", width = places + 1);
        let (whole, part) = digits.split_at(digits.len() - places);
        let sign = if value < 0 { "-" } else { "" };
        let point = if places == 0 { "" } else { "." };
        let thousandths = BigInt::from(value) * BigInt::from(10).pow(28 - places as u32);
        (format!("{sign}{whole}{point}{part}"), Some(thousandths))
    });
    prop_oneof![8 => small, 1 => Just(("?".into(), None)), 1 => Just((String::new(), None))]
}

/// Numbers with all the digits that there can be, before the point and behind it.
fn long_number() -> impl Strategy<Value = Secret> {
    let unit = || BigInt::from(10).pow(28);
    prop_oneof![
        number(),
        (0_u8..5).prop_map(move |last| {
            let text = format!("792281625142643375935439503{last}");
            let value = text.parse::<BigInt>().unwrap() * unit();
            (text, Some(value))
        }),
        (0_u8..5).prop_map(|last| {
            let digits = format!("-1.000000000000000000000000000{last}");
            let value = digits.replace('.', "").parse().unwrap();
            (digits, Some(value))
        }),
    ]
}

fn moment() -> impl Strategy<Value = Secret> {
    let moment = (1_i64..29, 0_i64..3).prop_map(|(day, hour)| {
        let hour = hour * 12 % 24;
        let hours = BigInt::from(day * 24 + hour);
        let text = match hour {
            0 => format!("2024-02-{day:02}"),
            _ => format!("2024-02-{day:02}T{hour}:00"),
        };
        (text, Some(hours))
    });
    prop_oneof![8 => moment, 1 => Just(("?".into(), None))]
}

/// The most rows of a class near one of its secrets, by the definition. `one` is what a reach of
/// one is in the numbers of the secrets.
fn nearest(class: &[&Secret], radius: Radius, one: &BigInt) -> u64 {
    let is_near = |x: &Secret, y: &Secret| match (&x.1, &y.1) {
        (None, None) => true,
        (Some(x), Some(y)) => {
            let distance = (y - x).magnitude().clone();
            let (eps, of) = match radius {
                Radius::Absolute(eps) => (eps, one.magnitude().clone()),
                Radius::Relative(eps) => (eps, x.magnitude().clone()),
            };
            distance * eps.denominator() <= of * eps.numerator()
        }
        _ => false,
    };
    let near = |x: &&Secret| class.iter().filter(|y| is_near(x, y)).count() as u64;
    class.iter().map(near).max().unwrap()
}

/// The most rows of a class in an interval that begins at one of its secrets.
fn in_window(class: &[&Secret], width: Fraction, one: &BigInt) -> u64 {
    let missing = class.iter().filter(|secret| secret.1.is_none()).count() as u64;
    let rows = |from: &BigInt| {
        let inside = |secret: &&&Secret| {
            secret.1.as_ref().is_some_and(|value| {
                value >= from && (value - from) * width.denominator() <= one * width.numerator()
            })
        };
        class.iter().filter(inside).count() as u64
    };
    let from = class.iter().filter_map(|secret| secret.1.as_ref());
    from.map(rows).chain([missing]).max().unwrap()
}

fn fraction(most: u64) -> impl Strategy<Value = Fraction> {
    (0..most, 1_u64..7).prop_map(|(above, below)| Fraction::new(above, below))
}

/// Every demand on rows of a class and a secret, against its definition.
fn compare(
    rows: &[(u8, Secret)],
    demands: &[(Radius, Fraction, Option<DeltaLCounting>)],
    one: &BigInt,
) -> Result<(), TestCaseError> {
    let lines = rows.iter().map(|(class, (text, _))| format!("c{class},{text}"));
    let sheet = Sheet::new(std::iter::once("a,s".to_owned()).chain(lines));
    let demand = |&(radius, part, mode): &(Radius, Fraction, Option<DeltaLCounting>)| {
        let column = "s".to_owned();
        match (radius, mode) {
            (Radius::Absolute(delta), Some(mode)) => Demand::DeltaLDiversity(DeltaLDiversity {
                column,
                delta_l: DeltaL { delta, l: part, mode },
            }),
            _ => Demand::EpsMAnonymity(EpsMAnonymity {
                column,
                proximity: Proximity { radius, m: part },
            }),
        }
    };
    let mut asked = Asked::about("a", "s").demanding(demands.iter().map(demand));
    asked.nulls = Nulls::declared(["?"]);
    let found = asked.of(&sheet).unwrap().guarantees;
    for (&(radius, part, mode), found) in demands.iter().zip(&found) {
        let least = (0..3).filter_map(|name| {
            let class: Vec<&Secret> =
                rows.iter().filter(|row| row.0 == name).map(|row| &row.1).collect();
            let count = match (radius, mode) {
                _ if class.is_empty() => return None,
                (Radius::Absolute(delta), Some(mode)) => {
                    let width = Fraction::new(2 * delta.numerator(), delta.denominator());
                    match mode {
                        DeltaLCounting::Definition => nearest(&class, Radius::Absolute(width), one),
                        DeltaLCounting::Window => in_window(&class, width, one),
                    }
                }
                _ => nearest(&class, radius, one),
            };
            Some(Fraction::new(class.len() as u64, count))
        });
        let least = least.min().unwrap();
        prop_assert_eq!(found.holds, least >= part, "{:?}", found);
        prop_assert_eq!(&found.measured, &json!(least.to_f64()), "{:?}", found);
    }
    Ok(())
}

fn demands(
    relative: bool,
) -> impl Strategy<Value = Vec<(Radius, Fraction, Option<DeltaLCounting>)>> {
    let part =
        || (1_u64..9, 1_u64..5).prop_map(|(above, below)| Fraction::new(above + below, below));
    let share = (0_u64..7, 1_u64..7).prop_map(|(a, b)| Fraction::new(a.min(b), b));
    let radius = prop_oneof![
        fraction(30).prop_map(Radius::Absolute),
        share.prop_map(move |share| match relative {
            true => Radius::Relative(share),
            false => Radius::Absolute(share),
        }),
    ];
    let mode = prop_oneof![
        Just(None),
        Just(Some(DeltaLCounting::Definition)),
        Just(Some(DeltaLCounting::Window))
    ];
    prop::collection::vec((radius, part(), mode), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn numbers_are_near_as_defined(
        rows in prop::collection::vec((0_u8..3, number()), 1..24),
        demands in demands(true),
    ) {
        compare(&rows, &demands, &BigInt::from(10).pow(28))?;
    }

    #[test]
    fn long_numbers_are_near_as_defined(
        rows in prop::collection::vec((0_u8..2, long_number()), 1..16),
        demands in demands(true),
    ) {
        compare(&rows, &demands, &BigInt::from(10).pow(28))?;
    }

    #[test]
    fn dates_are_near_as_defined(
        rows in prop::collection::vec((0_u8..3, moment()), 1..24),
        demands in demands(false),
    ) {
        compare(&rows, &demands, &BigInt::from(24))?;
    }
}
