//! The tables that Zare-Mirakabad reasons with.

use incrowd_core::terms::Fraction;

use super::measure::{ClassMeasurer, NumberCounts};
use super::printed;
use crate::claim::{Claim, Score, claim, whether};
use crate::figures::{NamedCells, figures};
use crate::key::unknown;
use crate::{Experiment, ExperimentData, Finding, ResultRow, ResultRows, RunScale};

/// The paper's own tables under every definition.
#[derive(Debug)]
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

fn measure((name, numbers, halves): (&str, &[i64], u64)) -> ResultRow {
    let mut class = NumberCounts::new();
    for &number in numbers {
        *class.entry(number).or_default() += 1;
    }
    let delta = Fraction::new(halves, 2);
    let measured = ClassMeasurer::new(numbers.iter().copied(), delta).of(&class);
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
        "The examples of Zare-Mirakabad under every definition"
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

    fn points(&self, _: RunScale) -> Vec<String> {
        CASES.iter().chain([&ALONE]).map(|(name, ..)| (*name).to_owned()).collect()
    }

    fn measure(&self, point: &str, _: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        let case = CASES.iter().chain([&ALONE]).find(|(name, ..)| *name == point);
        let case = case.ok_or_else(|| unknown(point))?;
        Ok(vec![measure(*case)])
    }

    fn present(&self, rows: &ResultRows, _: RunScale) -> Finding {
        let case = |name: &str| figures(rows).find(|row| row.is("case", name));
        let number = |name: &str, column: &str| case(name)?.number(column);
        let numbers = |names: [&str; 2], column: &str| {
            let [one, other] = names;
            number(one, column).zip(number(other, column))
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
                counted(numbers(["figure 2, G1", "figure 2, G2"], "eps_m")),
                drawback(numbers(["half of example 1, E1", "half of figure 2, G2"], "definition")),
                merging(
                    numbers(["figure 2, G1", "example 1, E2"], "eps_m"),
                    number("example 1, union", "eps_m"),
                ),
                monotone(
                    numbers(["half of example 1, E1", "half of example 1, E2"], "definition"),
                    number("half of example 1, union", "definition"),
                ),
                alone(case(ALONE.0)),
            ],
        }
    }
}

/// A number in words.
fn told(number: Option<f64>) -> String {
    number.map_or_else(|| "unknown".to_owned(), |number| number.to_string())
}

/// Two numbers in words.
fn pair(numbers: Option<(f64, f64)>) -> [String; 2] {
    [told(numbers.map(|(one, _)| one)), told(numbers.map(|(_, other)| other))]
}

fn diverse(rows: &ResultRows) -> Claim {
    let classes = figures(rows).filter(|row| row.text("case").starts_with("figure 1"));
    let good = Score::of(classes.map(|row| Some(row.number("distinct")? >= 3.0)));
    claim(
        "Figure 1",
        "Every class has at least three distinct salaries.",
        format!("{good} classes have three or more."),
        good.always(),
        "Some class has fewer.",
    )
}

fn certain(l: Option<f64>) -> Claim {
    claim(
        "section 1",
        "An attacker is certain that a salary of the first class is within 490 to 510.",
        format!(
            "The share of the class in such an interval is {:.2}.",
            l.map_or(f64::NAN, |l| 1.0 / l)
        ),
        whether(l.map(|l| l == 1.0)),
        "The class also has a salary of 1000.",
    )
}

fn counted(parts: Option<(f64, f64)>) -> Claim {
    let [first, second] = pair(parts);
    claim(
        "Figure 2",
        "With eps = 15, m of {40,60} is 2 and m of {40,50,60} is 1.",
        format!("They are {first} and {second}."),
        whether(parts.map(|parts| parts == (2.0, 1.0))),
        "The paper counts otherwise than its definition.",
    )
}

fn drawback(parts: Option<(f64, f64)>) -> Claim {
    let [two, three] = pair(parts);
    claim(
        "section 4",
        "Unlike (eps,m)-anonymity, (delta,l)-diversity does not rate {40,50,60} below {40,60}.",
        format!("With delta = 7.5, l of {{40,60}} is {two} and l of {{40,50,60}} is {three}."),
        whether(parts.map(|(two, three)| three >= two)),
        "The definition is (eps,m)-anonymity with eps = 2 delta, so it has the same flaw.",
    )
}

/// Whether a union has less than both of its parts.
fn is_less(parts: Option<(f64, f64)>, union: Option<f64>) -> Option<bool> {
    parts.zip(union).map(|((one, other), union)| union < one.min(other))
}

fn merging(parts: Option<(f64, f64)>, union: Option<f64>) -> Claim {
    let ([one, other], whole) = (pair(parts), told(union));
    claim(
        "section 3.2",
        "Two classes can have (eps,m)-anonymity where their union does not.",
        format!("With eps = 15, m is {one} and {other}, and {whole} of the union."),
        whether(is_less(parts, union)),
        "The union has as much as its parts.",
    )
}

fn monotone(parts: Option<(f64, f64)>, union: Option<f64>) -> Claim {
    let ([one, other], whole) = (pair(parts), told(union));
    claim(
        "section 4",
        "Where (delta,l)-diversity holds for two classes, it holds for their union.",
        format!("With delta = 7.5, l is {one} and {other}, and {whole} of the union."),
        whether(is_less(parts, union).map(|less| !less)),
        "The paper's own counter-example to (eps,m)-anonymity works at half the distance.",
    )
}

fn alone(row: Option<NamedCells<'_>>) -> Claim {
    let l = row.and_then(|row| row.number("definition"));
    let printed = row.map_or("unknown", |row| row.text("printed"));
    claim(
        "Figure 3",
        "The algorithm decides (delta,l)-diversity of any class.",
        format!("Of a class of one row l is {}, and by the algorithm {printed}.", told(l)),
        whether(l.map(|l| printed.parse() == Ok(l))),
        "Its loop is not entered, so that any l is said to hold.",
    )
}
