//! Table 8 beside the range over all samples.

use incrowd_report::{Axis, Bars, Chart};

use super::disclosures::{LIMITS, LINES, Line, name};
use crate::figures::{Figures, figures, five, of_all, percent, why_not};
use crate::{Claim, Picture, Rows, Verdict};

/// Why a figure of table 8 need not come out.
const UNPRINTED: &str =
    "the paper's samples, threshold and marital groups are not printed, and TaxPeriod is unknown";

/// The rows of a line of table 8 at a limit.
fn of<'r>(
    rows: &'r Rows,
    line: &Line,
    limit: u64,
) -> impl Iterator<Item = Figures<'r>> + Clone + use<'r> {
    let (size, k) = (line.rows.to_string(), line.k.to_string());
    let limit = limit.to_string();
    figures(rows).filter(move |row| {
        row.is("rows", &size) && row.is("k", &k) && row.is("limit_percent", &limit)
    })
}

/// The disclosures of a line at a limit: least, quartiles and greatest.
fn range(rows: &Rows, line: &Line, limit: u64) -> Option<[f64; 5]> {
    five(of(rows, line, limit).map(|row| row.number("disclosures")))
}

pub(super) fn pictures(rows: &Rows) -> Vec<Picture> {
    LIMITS.iter().map(|&limit| picture(rows, limit)).collect()
}

fn picture(rows: &Rows, limit: u64) -> Picture {
    let ranges = LINES.iter().map(|line| range(rows, line, limit));
    let ranges: Vec<Option<[f64; 5]>> = ranges.collect();
    let names = ["least", "lower quartile", "median", "upper quartile", "greatest"];
    let group = |(at, name): (usize, &str)| {
        (name.to_owned(), ranges.iter().map(|range| range.map(|range| range[at])).collect())
    };
    let mut groups: Vec<(String, Vec<Option<f64>>)> =
        names.into_iter().enumerate().map(group).collect();
    let theirs = LINES.iter().map(|line| Some(line.disclosures)).collect();
    groups.push(("table 8".to_owned(), theirs));
    Picture {
        of: "Table 8",
        claim: "6, 2, 4 and 0 attribute disclosures in four samples.".into(),
        chart: Chart::Bars(Bars {
            title: format!("Attribute disclosures, at most {limit} % of the rows suppressed"),
            label: "rows of the sample and k".into(),
            y: Axis { label: "disclosures, over all samples".into(), ..Axis::default() },
            places: LINES.iter().map(|line| format!("{}, k = {}", line.rows, line.k)).collect(),
            groups,
        }),
    }
}

pub(super) fn claims(rows: &Rows) -> Vec<Claim> {
    let nodes = LINES.iter().map(|line| node(rows, line));
    let counts = LINES.iter().map(|line| disclosures(rows, line));
    let theirs = LINES.iter().map(|line| at_their_node(rows, line));
    nodes.chain(counts).chain(theirs).chain([fails(rows), larger_k(rows)]).collect()
}

/// The height of a node, from its name.
fn height(name: &str) -> u32 {
    name.chars().filter_map(|letter| letter.to_digit(10)).sum()
}

/// Whether the paper's node is found.
fn node(rows: &Rows, line: &Line) -> Claim {
    let theirs = name(&line.node);
    let mut found = Vec::new();
    let (mut verdict, mut samples, mut lower) = (Verdict::DoesNot, 0, 0);
    for limit in LIMITS {
        let nodes: Vec<&str> = of(rows, line, limit).map(|row| row.text("node")).collect();
        let times = |node: &str| nodes.iter().filter(|other| **other == node).count();
        let (same, most) = (times(&theirs), nodes.iter().map(|node| times(node)).max());
        samples += nodes.len();
        lower += nodes.iter().filter(|node| height(node) < height(&theirs)).count();
        found.push(format!("{} at {limit} %", percent(same as f64, nodes.len() as f64)));
        verdict = match verdict {
            _ if same > 0 && Some(same) == most => Verdict::Reproduces,
            Verdict::DoesNot if same > 0 => Verdict::Partly,
            known => known,
        };
    }
    if samples == 0 {
        verdict = Verdict::CannotBeTold;
    }
    let why = format!(
        "a node of less height is k-anonymous in {} of the searches",
        percent(lower as f64, samples as f64)
    );
    Claim {
        at: "Table 8",
        said: format!("{} rows, k = {}: the lowest node is {theirs}", line.rows, line.k),
        found: format!(
            "that is the node of so many samples, by what may be suppressed: {}",
            found.join(", ")
        ),
        verdict,
        why: why_not(verdict, &why),
    }
}

/// What ranges over all samples say about a number of the paper.
fn ordinary(ranges: &[[f64; 5]], number: f64) -> Verdict {
    let within = |low: usize, high: usize| {
        ranges.iter().any(|range| (range[low]..=range[high]).contains(&number))
    };
    match (within(1, 3), within(0, 4)) {
        _ if ranges.is_empty() => Verdict::CannotBeTold,
        (true, _) => Verdict::Reproduces,
        (false, true) => Verdict::Partly,
        (false, false) => Verdict::DoesNot,
    }
}

/// A range in words.
fn spelt([least, low, median, high, most]: [f64; 5]) -> String {
    format!("{least} to {most} (half of them {low} to {high}, median {median})")
}

/// Whether the paper's number of disclosures is an ordinary one at the lowest nodes.
fn disclosures(rows: &Rows, line: &Line) -> Claim {
    let ranges: Vec<(u64, [f64; 5])> =
        LIMITS.iter().filter_map(|&limit| Some((limit, range(rows, line, limit)?))).collect();
    let bare: Vec<[f64; 5]> = ranges.iter().map(|(_, range)| *range).collect();
    let verdict = ordinary(&bare, line.disclosures);
    let words = ranges.iter().map(|(limit, range)| format!("at {limit} % {}", spelt(*range)));
    Claim {
        at: "Table 8",
        said: format!(
            "{} rows, k = {}: {} attribute disclosures at a lowest node",
            line.rows, line.k, line.disclosures
        ),
        found: words.collect::<Vec<_>>().join("; "),
        verdict,
        why: why_not(verdict, UNPRINTED),
    }
}

/// Whether the paper's number of disclosures is an ordinary one at its own node.
fn at_their_node(rows: &Rows, line: &Line) -> Claim {
    let figures = |column: &str| five(of(rows, line, 0).map(|row| row.number(column)));
    let range = figures("disclosures_at_paper_node");
    let verdict = ordinary(range.as_slice(), line.disclosures);
    let found = match (range, figures("suppressed_at_paper_node")) {
        (Some(range), Some([least, .., most])) => {
            format!("{}, once {least} to {most} rows are suppressed", spelt(range))
        }
        _ => String::new(),
    };
    Claim {
        at: "Table 8",
        said: format!(
            "{} rows, k = {}: {} attribute disclosures at {}",
            line.rows,
            line.k,
            line.disclosures,
            name(&line.node)
        ),
        found,
        verdict,
        why: why_not(verdict, UNPRINTED),
    }
}

/// Whether k-anonymity mostly leaves disclosures.
fn fails(rows: &Rows) -> Claim {
    let mut found = Vec::new();
    let (mut lines, mut seen) = (0, 0);
    for line in &LINES {
        let all: Vec<f64> = LIMITS
            .iter()
            .flat_map(|&limit| of(rows, line, limit).map(|row| row.number("disclosures")))
            .collect();
        let some = all.iter().filter(|&&disclosures| disclosures > 0.0).count();
        seen += usize::from(!all.is_empty());
        lines += usize::from(2 * some > all.len());
        let share = percent(some as f64, all.len() as f64);
        found.push(format!("{share} with {} rows and k = {}", line.rows, line.k));
    }
    let verdict = match (seen, lines) {
        (..4, _) => Verdict::CannotBeTold,
        (_, 3..) => Verdict::Reproduces,
        (_, 1..) => Verdict::Partly,
        _ => Verdict::DoesNot,
    };
    Claim {
        at: "section 4",
        said: "three of four k-anonymous samples give some secrets away".into(),
        found: format!("so many samples do: {}", found.join(", ")),
        verdict,
        why: why_not(verdict, UNPRINTED),
    }
}

/// Whether a larger k leaves fewer disclosures in the same sample.
fn larger_k(rows: &Rows) -> Claim {
    let (mut fewer, mut pairs) = (0.0, 0.0);
    for limit in LIMITS {
        for lines in LINES.chunks(2) {
            let [two, three] = [0, 1].map(|at| of(rows, &lines[at], limit));
            for (one, other) in two.zip(three).filter(|(a, b)| a.text("seed") == b.text("seed")) {
                pairs += 1.0;
                let holds = other.number("disclosures") <= one.number("disclosures");
                fewer += f64::from(u8::from(holds));
            }
        }
    }
    let verdict = of_all(fewer, pairs);
    Claim {
        at: "section 4",
        said: "when k grows, the attribute disclosures become fewer".into(),
        found: format!("k = 3 has no more than k = 2 in {} of the samples", percent(fewer, pairs)),
        verdict,
        why: why_not(verdict, "another node can be the lowest, with more or smaller classes"),
    }
}
