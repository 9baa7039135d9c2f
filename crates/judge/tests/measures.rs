//! Every measure against its definition, written down row by row and value by value.

use incrowd_terms::Fraction;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{Asked, Sheet};

/// Rows of two quasi-identifiers and one sensitive number.
type Row = (u8, u8, u8);

/// The definitions, in time proportional to the square of the rows.
struct Definitions<'a> {
    rows: &'a [Row],
    values: Vec<u8>,
}

impl<'a> Definitions<'a> {
    fn of(rows: &'a [Row]) -> Self {
        let mut values: Vec<u8> = rows.iter().map(|row| row.2).collect();
        values.sort_unstable();
        values.dedup();
        Definitions { rows, values }
    }

    fn class(&self, of: &Row) -> Vec<u8> {
        self.rows.iter().filter(|row| (row.0, row.1) == (of.0, of.1)).map(|row| row.2).collect()
    }

    fn q(&self, of: &Row, value: u8) -> f64 {
        let class = self.class(of);
        class.iter().filter(|&&v| v == value).count() as f64 / class.len() as f64
    }

    fn p(&self, value: u8) -> f64 {
        self.rows.iter().filter(|row| row.2 == value).count() as f64 / self.rows.len() as f64
    }

    fn distinct(&self, of: &Row) -> usize {
        self.values.iter().filter(|&&value| self.q(of, value) > 0.0).count()
    }

    fn least(&self, figure: impl Fn(&Row) -> f64) -> f64 {
        self.rows.iter().map(figure).fold(f64::INFINITY, f64::min)
    }

    fn most(&self, figure: impl Fn(&Row) -> f64) -> f64 {
        self.rows.iter().map(figure).fold(f64::NEG_INFINITY, f64::max)
    }

    fn most_of_values(&self, figure: impl Fn(&Row, u8) -> f64) -> f64 {
        self.most(|row| {
            self.values.iter().map(|&v| figure(row, v)).fold(f64::NEG_INFINITY, f64::max)
        })
    }

    fn entropy(&self, of: &Row) -> f64 {
        let terms = self.values.iter().map(|&v| self.q(of, v)).filter(|&q| q > 0.0);
        terms.map(|q| -q * q.ln()).sum::<f64>().exp()
    }

    fn recursive(&self, of: &Row, l: usize) -> f64 {
        let class = self.class(of);
        let mut counts: Vec<usize> =
            self.values.iter().map(|v| class.iter().filter(|w| *w == v).count()).collect();
        counts.sort_unstable();
        counts.reverse();
        counts[0] as f64 / counts.iter().skip(l - 1).sum::<usize>() as f64
    }

    fn equal_distance(&self, of: &Row) -> f64 {
        self.values.iter().map(|&v| (self.q(of, v) - self.p(v)).abs()).sum::<f64>() / 2.0
    }

    fn ordered_distance(&self, of: &Row) -> f64 {
        let sums = (0..self.values.len()).map(|last| {
            self.values[..=last].iter().map(|&v| self.q(of, v) - self.p(v)).sum::<f64>().abs()
        });
        sums.sum::<f64>() / (self.values.len() as f64 - 1.0).max(1.0)
    }

    fn column(&self) -> Value {
        let distinct = self.least(|row| self.distinct(row) as f64) as u64;
        let recursive = |l: usize| {
            let c = self.most(|row| self.recursive(row, l));
            (l.to_string(), json!(c.is_finite().then_some(c)))
        };
        let last = self.values.len().clamp(3, 10);
        let basic = self.most_of_values(|row, v| (self.q(row, v) - self.p(v)) / self.p(v));
        let rarest = self.values.iter().map(|&v| -self.p(v).ln()).fold(0.0, f64::max);
        // The least of many betas that the model allows for every value of every class; the gain
        // is one of those that occur, so only those are tried.
        let gains = self.rows.iter().flat_map(|row| {
            self.values.iter().map(move |&v| (self.q(row, v) / self.p(v) - 1.0).max(0.0))
        });
        let allowed = |beta: f64| {
            self.most_of_values(|row, v| {
                self.q(row, v) - self.p(v) * (1.0 + beta.min(-self.p(v).ln()))
            }) <= 1e-12
        };
        let holds_for = gains.filter(|&beta| allowed(beta + 1e-12)).min_by(|a, b| a.total_cmp(b));
        let surprise = |row: &Row, v: u8| (self.q(row, v) / self.p(v)).ln().abs();
        let present =
            self.most_of_values(|row, v| if self.q(row, v) > 0.0 { surprise(row, v) } else { 0.0 });
        let all = self.most_of_values(surprise);
        let alone = self.alone();
        json!({
            "p": distinct,
            "distinct_l": distinct,
            "frequency_l": 1.0 / self.most_of_values(|row, v| self.q(row, v)),
            "entropy_l": self.least(|row| self.entropy(row)),
            "recursive_c": (2..=last).map(recursive).collect::<serde_json::Map<_, _>>(),
            "alpha": self.most_of_values(|row, v| self.q(row, v)),
            "t": self.most(|row| self.equal_distance(row)),
            "t_ordered": self.most(|row| self.ordered_distance(row)),
            "basic_beta": basic,
            "enhanced_beta": basic.min(rarest),
            "enhanced_beta_holds_for": holds_for,
            "delta_disclosure": present,
            "delta_disclosure_strict": all.is_finite().then_some(all),
            "disclosures": alone.len(),
            "disclosing": alone.iter().take(20).collect::<Vec<_>>(),
        })
    }

    /// Classes with a single value, in the order of the file.
    fn alone(&self) -> Vec<Value> {
        let mut alone: Vec<Value> = Vec::new();
        for row in self.rows.iter().filter(|row| self.distinct(row) == 1) {
            let rows = self.class(row).len();
            let (class, value) = (name(row), row.2.to_string());
            let found = json!({"class": class, "value": value, "rows": rows});
            if !alone.contains(&found) {
                alone.push(found);
            }
        }
        alone
    }

    /// The first row of the likeliest guess: rows stand in the order of classes in the file, and
    /// values in their own order.
    fn certain(&self) -> Value {
        let share = |row: &Row, value: u8| {
            let class = self.class(row);
            let rows = class.iter().filter(|&&v| v == value).count();
            Fraction::new(rows as u64, class.len() as u64)
        };
        let guesses = self.rows.iter().flat_map(|row| self.values.iter().map(move |v| (row, *v)));
        let mut best = (Fraction::ZERO, &self.rows[0], 0);
        for (row, value) in guesses {
            if share(row, value) > best.0 {
                best = (share(row, value), row, value);
            }
        }
        json!({"probability": best.0, "value": best.2.to_string(), "class": name(best.1)})
    }

    fn findings(&self) -> Value {
        let n = self.rows.len();
        let k = self.least(|row| self.class(row).len() as f64);
        let classes: f64 = self.rows.iter().map(|row| 1.0 / self.class(row).len() as f64).sum();
        let classes = classes.round();
        json!({
            "rows": n,
            "classes": classes as u64,
            "k": k as u64,
            "unique_rows": self.rows.iter().filter(|row| self.class(row).len() == 1).count(),
            "average_class": n as f64 / classes,
            "sensitive": {"s": self.column()},
            "disclosures": self.alone().len(),
            "proximity": {},
            "learned": {"s": {"certain": self.certain(), "uncertain": null}},
            "risk": {"prosecutor": 1.0 / k, "journalist": null, "marketer": classes / n as f64},
            "guarantees": [],
        })
    }
}

fn name(row: &Row) -> String {
    format!("class (a={}, b=x{})", row.0, row.1)
}

/// Equal documents with equal keys in equal order, up to rounding of floats.
fn assert_alike(found: &Value, expected: &Value, at: &str) {
    match (found, expected) {
        (Value::Object(a), Value::Object(b)) => {
            let keys =
                |map: &serde_json::Map<String, Value>| map.keys().cloned().collect::<Vec<_>>();
            assert_eq!(keys(a), keys(b), "{at}");
            a.iter().for_each(|(key, a)| assert_alike(a, &b[key], &format!("{at}.{key}")));
        }
        (Value::Number(a), Value::Number(b)) if a.is_f64() || b.is_f64() => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            assert!((a - b).abs() < 1e-9, "{at}: {a} is not {b}");
        }
        (a, b) => assert_eq!(a, b, "{at}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn measures_are_what_they_are_defined_to_be(
        rows in prop::collection::vec((0_u8..3, 0_u8..2, 0_u8..5), 1..40),
    ) {
        let lines = rows.iter().map(|(a, b, s)| format!("{a},x{b},{s}"));
        let sheet = Sheet::new(std::iter::once("a,b,s".to_owned()).chain(lines));
        let found = Asked::about("a,b", "s").of(&sheet).unwrap();
        let found = serde_json::to_value(found).unwrap();
        assert_alike(&found, &Definitions::of(&rows).findings(), "findings");
    }
}

#[test]
fn any_number_of_threads_finds_the_same_bytes() {
    let lines = (0..5000_u64).map(|i| {
        let mix = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        format!("{},{},{},{}", mix >> 60, (mix >> 50) % 3, (mix >> 40) % 7, (mix >> 30) % 90)
    });
    let sheet = Sheet::new(std::iter::once("a,b,s,n".to_owned()).chain(lines));
    let demand = incrowd_terms::KAnonymity { k: 1000 }.into();
    let asked = Asked::about("a,b", "s,n").demanding([demand]);
    let answers: Vec<String> = [1, 2, 3, 8]
        .map(|threads| asked.with(&sheet, None, threads).unwrap())
        .map(|findings| serde_json::to_string(&findings).unwrap())
        .to_vec();
    assert!(answers[0].contains(r#""rows":5000,"classes":48,"#), "{}", answers[0]);
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[test]
fn a_header_alone_measures_nothing() {
    let sheet = Sheet::new(["a,s"]);
    let demand = incrowd_terms::KAnonymity { k: 1 }.into();
    let found = Asked::about("a", "s").demanding([demand]).of(&sheet).unwrap();
    assert_eq!((found.rows, found.classes, found.k, found.average_class), (0, 0, None, None));
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json["risk"], json!({"prosecutor": null, "journalist": null, "marketer": null}));
    assert_eq!(json["sensitive"]["s"]["recursive_c"], json!({"2": null, "3": null}));
    assert!(!found.all_hold());
    assert_eq!(json["guarantees"][0]["worst"], "there are no rows");
}

#[test]
fn text_has_no_order_and_missing_values_stand_first() {
    let sheet = Sheet::new(["a,t,n", "x,p,1", "x,q,?", "y,p,10", "y,q,9"]);
    let mut asked = Asked::about("a", "t,n");
    asked.nulls = incrowd_terms::Nulls::declared(["?"]);
    let found = asked.of(&sheet).unwrap();
    assert_eq!(found.sensitive[0].1.t_ordered, None);
    // Ranks ? 1 9 10: the class x has the first two, a half each, of four quarters:
    // (1/4 + 1/2 + 1/4) / 3.
    assert_eq!(found.sensitive[1].1.t_ordered, Some(1.0 / 3.0));
}

#[test]
fn rows_of_stars_form_no_class_when_told_so() {
    let sheet = Sheet::new(["a,b,s", "1,x,p", "1,x,q", "*,*,p", "*,*,*", "*,*,*"]);
    let mut asked = Asked::about("a,b", "s");
    let plain = asked.of(&sheet).unwrap();
    assert_eq!((plain.rows, plain.suppressed, plain.classes, plain.k), (5, None, 2, Some(2)));
    asked.skip_suppressed = true;
    let found = asked.of(&sheet).unwrap();
    assert_eq!((found.rows, found.suppressed, found.classes, found.k), (3, Some(2), 2, Some(1)));
}

#[test]
fn a_group_divides_classes() {
    let sheet = Sheet::new(["a,g,s", "1,1,p", "1,1,q", "1,2,p", "1,2,q", "1,2,q"]);
    let mut asked = Asked::about("a", "s");
    assert_eq!(asked.of(&sheet).unwrap().k, Some(5));
    asked.group = Some("g".into());
    let found = asked.of(&sheet).unwrap();
    assert_eq!((found.k, found.classes), (Some(2), 2));
}
