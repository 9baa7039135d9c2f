//! The tables that paper 003 reasons with.

use incrowd::terms::Fraction;

use super::measure::{Numbers, Yardstick};
use super::printed;
use crate::figures::{Figures, figures, of_all, settled, why_not};
use crate::{Claim, Experiment, Finding, Row, Rows, Scale, World};

/// The paper's own tables under every definition.
pub struct Examples;

/// A name, the numbers of a class, and delta in halves.
const CASES: [(&str, &[i64], u64); 11] = [
    ("figure 1, class 1", &[490, 500, 510, 1000], 20),
    ("figure 1, class 2", &[500, 600, 700], 20),
    ("figure 1, class 3", &[510, 680, 1000], 20),
    ("figure 2, G1", &[40, 60], 30),
    ("figure 2, G2", &[40, 50, 60], 30),
    ("example 1, E2", &[50, 80], 30),
    ("example 1, union", &[40, 50, 60, 80], 30),
    ("half of example 1, E1", &[40, 60], 15),
    ("half of example 1, E2", &[50, 80], 15),
    ("half of example 1, union", &[40, 50, 60, 80], 15),
    ("half of figure 2, G2", &[40, 50, 60], 15),
];

/// A class of one row.
const ALONE: (&str, &[i64], u64) = ("one row", &[40], 30);

fn measure((name, numbers, halves): (&str, &[i64], u64)) -> Row {
    let mut class = Numbers::new();
    for &number in numbers {
        *class.entry(number).or_default() += 1;
    }
    let delta = Fraction::new(halves, 2);
    let measured = Yardstick::new(numbers.iter().copied(), delta).of(&class);
    let printed = printed::l(&class, delta).map_or("infinite".to_owned(), plain);
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let cells = [measured.definition, measured.window, measured.near].map(plain);
    let mut row = vec![name.to_owned(), texts.join(" "), plain(delta), class.len().to_string()];
    row.extend(cells);
    row.push(printed);
    row
}

/// A fraction as decimals.
pub(super) fn plain(fraction: Fraction) -> String {
    let text = format!("{:.4}", fraction.to_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Experiment for Examples {
    fn name(&self) -> &'static str {
        "003-examples"
    }

    fn title(&self) -> &'static str {
        "The examples of paper 003 under every definition"
    }

    fn paper(&self) -> &'static str {
        "003"
    }

    fn needs_adult(&self) -> bool {
        false
    }

    fn columns(&self) -> &'static [&'static str] {
        &["case", "numbers", "delta", "distinct", "definition", "window", "eps_m", "printed"]
    }

    fn points(&self, _: Scale) -> Vec<String> {
        CASES.iter().chain([&ALONE]).map(|(name, ..)| (*name).to_owned()).collect()
    }

    fn measure(&self, point: &str, _: &World<'_>) -> Result<Vec<Row>, String> {
        let case = CASES.iter().chain([&ALONE]).find(|(name, ..)| *name == point);
        let case = case.ok_or_else(|| format!("{point}: there is no such example"))?;
        Ok(vec![measure(*case)])
    }

    fn present(&self, rows: &Rows, _: Scale) -> Finding {
        let case = |name: &str| figures(rows).find(|row| row.is("case", name));
        let number = |name: &str, column: &str| {
            case(name).map_or(f64::NAN, |row: Figures<'_>| row.number(column))
        };
        Finding {
            method: vec![
                "Every class is measured by (delta,l)-diversity as defined (definition) and as \
                 figure 3 means it (window), by (eps,m)-anonymity with eps = delta, and by the \
                 algorithm of figure 3 as it is printed."
                    .to_owned(),
            ],
            pictures: Vec::new(),
            claims: vec![
                diverse(rows),
                certain(number("figure 1, class 1", "window")),
                counted(number("figure 2, G1", "eps_m"), number("figure 2, G2", "eps_m")),
                drawback(
                    number("half of example 1, E1", "definition"),
                    number("half of figure 2, G2", "definition"),
                ),
                merging(
                    [number("figure 2, G1", "eps_m"), number("example 1, E2", "eps_m")],
                    number("example 1, union", "eps_m"),
                ),
                monotone(
                    ["half of example 1, E1", "half of example 1, E2"]
                        .map(|name| number(name, "definition")),
                    number("half of example 1, union", "definition"),
                ),
                alone(case(ALONE.0)),
            ],
        }
    }
}

fn diverse(rows: &Rows) -> Claim {
    let classes = figures(rows).filter(|row| row.text("case").starts_with("figure 1"));
    let distinct: Vec<f64> = classes.map(|row| row.number("distinct")).collect();
    let good = distinct.iter().filter(|&&distinct| distinct >= 3.0).count();
    Claim {
        at: "Figure 1",
        said: "every class has at least three distinct salaries".into(),
        found: format!("{good} of {} classes have", distinct.len()),
        verdict: of_all(good as f64, distinct.len() as f64),
        why: String::new(),
    }
}

fn certain(l: f64) -> Claim {
    let sure = settled(!l.is_nan(), l == 1.0);
    Claim {
        at: "section 1",
        said: "an attacker is certain that a salary of the first class is within 490 to 510".into(),
        found: format!("the share of the class in such an interval is {:.2}", 1.0 / l),
        verdict: sure,
        why: why_not(sure, "the class also has a salary of 1000"),
    }
}

fn counted(first: f64, second: f64) -> Claim {
    Claim {
        at: "Figure 2",
        said: "with eps = 15, m of {40,60} is 2 and m of {40,50,60} is 1".into(),
        found: format!("{first} and {second}"),
        verdict: settled(!(first + second).is_nan(), first == 2.0 && second == 1.0),
        why: String::new(),
    }
}

fn drawback(pair: f64, three: f64) -> Claim {
    let mended = settled(!(pair + three).is_nan(), three >= pair);
    Claim {
        at: "section 4",
        said:
            "(delta,l)-diversity does not rate {40,50,60} below {40,60} as (eps,m)-anonymity does"
                .into(),
        found: format!(
            "with delta = 7.5, l of {{40,60}} is {pair} and l of {{40,50,60}} is {three}"
        ),
        verdict: mended,
        why: why_not(
            mended,
            "the definition is (eps,m)-anonymity with eps = 2 delta, so it has the same flaw",
        ),
    }
}

fn merging(parts: [f64; 2], union: f64) -> Claim {
    let [one, other] = parts;
    Claim {
        at: "section 3.2",
        said: "(eps,m)-anonymity can hold for two classes and not for their union".into(),
        found: format!("with eps = 15, m is {one} and {other}, and {union} of the union"),
        verdict: settled(!(one + other + union).is_nan(), union < one.min(other)),
        why: String::new(),
    }
}

fn monotone(parts: [f64; 2], union: f64) -> Claim {
    let [one, other] = parts;
    let honoured = settled(!(one + other + union).is_nan(), union >= one.min(other));
    Claim {
        at: "section 4",
        said: "where (delta,l)-diversity holds for two classes, it holds for their union".into(),
        found: format!("with delta = 7.5, l is {one} and {other}, and {union} of the union"),
        verdict: honoured,
        why: why_not(
            honoured,
            "the paper's own counter-example to (eps,m)-anonymity works at half the distance",
        ),
    }
}

fn alone(row: Option<Figures<'_>>) -> Claim {
    let (l, printed) =
        row.map_or((f64::NAN, ""), |row| (row.number("definition"), row.text("printed")));
    let right = settled(row.is_some(), printed.parse() == Ok(l));
    Claim {
        at: "Figure 3",
        said: "the algorithm decides (delta,l)-diversity of any class".into(),
        found: format!("of a class of one row l is {l}, and by the algorithm {printed}"),
        verdict: right,
        why: why_not(right, "its loop is not entered, so that any l is said to hold"),
    }
}
