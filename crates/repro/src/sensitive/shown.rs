//! Table 8 beside the range over all samples.

use incrowd_render::{Axis, Bars, Chart};

use super::disclosures::{LIMITS, LINES, Table8Row, name};
use crate::claim::{Claim, ClaimVerdict, Score, claim};
use crate::figures::{NamedCells, figures, five, percent};
use crate::{Picture, ResultRows};

/// Why no count of table 8 comes out in full.
const UNPRINTED: &str = "The paper prints neither its samples nor its threshold nor its marital \
                         groups, and its fourth secret, TaxPeriod, is no column of Adult: a count \
                         can be among those found here, but not be told to be the same.";

/// The rows of a line of table 8 at a limit.
fn of<'r>(
    rows: &'r ResultRows,
    line: &Table8Row,
    limit: u64,
) -> impl Iterator<Item = NamedCells<'r>> + Clone + use<'r> {
    let (size, k) = (line.rows.to_string(), line.k.to_string());
    let limit = limit.to_string();
    figures(rows).filter(move |row| {
        row.is("rows", &size) && row.is("k", &k) && row.is("limit_percent", &limit)
    })
}

/// The disclosures of a line at a limit: least, quartiles and greatest.
fn range(rows: &ResultRows, line: &Table8Row, limit: u64) -> Option<[f64; 5]> {
    five(of(rows, line, limit).filter_map(|row| row.number("disclosures")))
}

pub(super) fn pictures(rows: &ResultRows) -> Vec<Picture> {
    LIMITS.iter().map(|&limit| picture(rows, limit)).collect()
}

fn picture(rows: &ResultRows, limit: u64) -> Picture {
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
            title: format!("Attribute disclosures, at most {limit}% of the rows suppressed"),
            label: "rows of the sample and k".into(),
            y: Axis { label: "disclosures, over all samples".into(), ..Axis::default() },
            places: LINES.iter().map(|line| format!("{}, k = {}", line.rows, line.k)).collect(),
            groups,
        }),
    }
}

pub(super) fn claims(rows: &ResultRows) -> Vec<Claim> {
    let nodes = LINES.iter().map(|line| node(rows, line));
    let counts = LINES.iter().map(|line| disclosures(rows, line));
    let theirs = LINES.iter().map(|line| at_their_node(rows, line));
    nodes.chain(counts).chain(theirs).chain([fails(rows), larger_k(rows)]).collect()
}

/// The height of a node, from its name.
fn height(name: &str) -> u32 {
    name.chars().filter_map(|letter| letter.to_digit(10)).sum()
}

/// Whether the paper's node is found. Its threshold is not printed: that a node is the commonest at
/// some threshold bears it out in part, and only at all of them in full.
fn node(rows: &ResultRows, line: &Table8Row) -> Claim {
    let theirs = name(&line.node);
    let (mut found, mut commonest) = (Vec::new(), Vec::new());
    let (mut seen, mut lower, mut searches) = (0, 0, 0);
    for limit in LIMITS {
        let nodes: Vec<&str> = of(rows, line, limit).map(|row| row.text("node")).collect();
        let times = |node: &str| nodes.iter().filter(|other| **other == node).count();
        let (same, most) = (times(&theirs), nodes.iter().map(|node| times(node)).max());
        seen += same;
        searches += nodes.len();
        lower += nodes.iter().filter(|node| height(node) < height(&theirs)).count();
        found.push(format!("{} at {limit}%", percent(same as f64, nodes.len() as f64)));
        commonest.push(most.map(|most| same == most));
    }
    let verdict = match Score::of(commonest).always() {
        ClaimVerdict::DoesNot if seen > 0 => ClaimVerdict::Partly,
        verdict => verdict,
    };
    claim(
        "Table 8",
        format!("The lowest node of {} rows with k = {} is {theirs}.", line.rows, line.k),
        format!(
            "That is the node of so many samples, by what may be suppressed: {}.",
            found.join(", ")
        ),
        verdict,
        &format!(
            "A node of less height is k-anonymous in {} of the searches.",
            percent(lower as f64, searches as f64)
        ),
    )
}

/// What ranges over all samples say about a count of the paper: in part at most, since its samples
/// and its fourth secret are unknown.
fn among(ranges: &[[f64; 5]], count: f64) -> ClaimVerdict {
    let within = |[least, .., most]: &[f64; 5]| (*least..=*most).contains(&count);
    match ranges {
        [] => ClaimVerdict::CannotBeTold,
        _ if ranges.iter().any(within) => ClaimVerdict::Partly,
        _ => ClaimVerdict::DoesNot,
    }
}

/// A range in words.
fn spelt([least, low, median, high, most]: [f64; 5]) -> String {
    format!("{least} to {most} (half of them {low} to {high}, median {median})")
}

/// Whether the paper's number of disclosures occurs at the lowest nodes.
fn disclosures(rows: &ResultRows, line: &Table8Row) -> Claim {
    let ranges: Vec<(u64, [f64; 5])> =
        LIMITS.iter().filter_map(|&limit| Some((limit, range(rows, line, limit)?))).collect();
    let bare: Vec<[f64; 5]> = ranges.iter().map(|(_, range)| *range).collect();
    let words = ranges.iter().map(|(limit, range)| format!("{} at {limit}%", spelt(*range)));
    claim(
        "Table 8",
        format!(
            "A lowest node of {} rows with k = {} has {} attribute disclosures.",
            line.rows, line.k, line.disclosures
        ),
        format!("By what may be suppressed, there are: {}.", words.collect::<Vec<_>>().join("; ")),
        among(&bare, line.disclosures),
        UNPRINTED,
    )
}

/// Whether the paper's number of disclosures occurs at its own node.
fn at_their_node(rows: &ResultRows, line: &Table8Row) -> Claim {
    let figures = |column: &str| five(of(rows, line, 0).filter_map(|row| row.number(column)));
    let range = figures("disclosures_at_paper_node");
    let found = match (range, figures("suppressed_at_paper_node")) {
        (Some(range), Some([least, .., most])) => {
            format!("There are {}, once {least} to {most} rows are suppressed.", spelt(range))
        }
        _ => "It was not measured.".to_owned(),
    };
    claim(
        "Table 8",
        format!(
            "With {} rows and k = {}, {} has {} attribute disclosures.",
            line.rows,
            line.k,
            name(&line.node),
            line.disclosures
        ),
        found,
        among(range.as_slice(), line.disclosures),
        UNPRINTED,
    )
}

/// Whether k-anonymity mostly leaves disclosures.
fn fails(rows: &ResultRows) -> Claim {
    let (mut found, mut mostly) = (Vec::new(), Vec::new());
    for line in &LINES {
        let all = LIMITS.iter().flat_map(|&limit| of(rows, line, limit));
        let some = Score::of(all.map(|row| Some(row.number("disclosures")? > 0.0)));
        let share = percent(some.so as f64, some.of as f64);
        found.push(format!("{share} with {} rows and k = {}", line.rows, line.k));
        mostly.push((some.of > 0).then_some(2 * some.so > some.of));
    }
    claim(
        "section 4",
        "Three of four k-anonymous samples give some secrets away.",
        format!("So many samples do: {}.", found.join(", ")),
        Score::of(mostly).mostly(),
        "In most samples of this size no class shares a secret.",
    )
}

/// Whether a larger k leaves fewer disclosures in the same sample.
fn larger_k(rows: &ResultRows) -> Claim {
    let mut changes = Vec::new();
    for limit in LIMITS {
        for lines in LINES.chunks(2) {
            let [two, three] = [0, 1].map(|at| of(rows, &lines[at], limit));
            let same = two.zip(three).filter(|(two, three)| two.is("seed", three.text("seed")));
            changes.extend(same.filter_map(|(two, three)| {
                Some(three.number("disclosures")? - two.number("disclosures")?)
            }));
        }
    }
    let score = |is: fn(f64) -> bool| Score::of(changes.iter().map(|&change| Some(is(change))));
    let share = |score: Score| percent(score.so as f64, score.of as f64);
    let fewer = score(|change| change < 0.0);
    claim(
        "section 4",
        "When k grows, the attribute disclosures become fewer.",
        format!(
            "From k = 2 to k = 3 they become fewer in {} of the samples, stay as many in {} and \
             become more in {}.",
            share(fewer),
            share(score(|change| change == 0.0)),
            share(score(|change| change > 0.0))
        ),
        fewer.always(),
        "Another node can be the lowest, with more or smaller classes, or with the same.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Experiment;
    use crate::sensitive::Disclosures;
    use ClaimVerdict::{CannotBeTold, DoesNot, Partly, Reproduces};

    /// One sample per line of table 8 and limit, with a node and so many disclosures.
    fn table(cells: impl Fn(&Table8Row, u64) -> (String, f64)) -> ResultRows {
        let columns = Disclosures.columns().iter().map(|&name| name.to_owned()).collect();
        let mut rows = Vec::new();
        for line in &LINES {
            for limit in LIMITS {
                let (node, count) = cells(line, limit);
                let texts = [line.rows.to_string(), line.k.to_string(), limit.to_string()];
                let rest = ["1", &node, "0", "9", "", "", "", &count.to_string(), "0", "3"];
                rows.push(texts.into_iter().chain(rest.map(str::to_owned)).collect());
            }
        }
        ResultRows { columns, rows }
    }

    fn verdicts(rows: &ResultRows) -> Vec<ClaimVerdict> {
        claims(rows).into_iter().map(|claim| claim.verdict).collect()
    }

    #[test]
    fn one_threshold_that_fits_bears_out_in_part() {
        let fits = |limits: &'static [u64]| {
            verdicts(&table(|line, limit| match limits.contains(&limit) {
                true => (name(&line.node), line.disclosures),
                false => ("A0 M0 R0 S0".to_owned(), 99.0),
            }))
        };
        assert_eq!(fits(&[])[..8], [DoesNot; 8]);
        assert_eq!(fits(&[2])[..8], [Partly; 8]);
        let all = fits(&LIMITS);
        assert_eq!((&all[..4], &all[4..8]), (&[Reproduces; 4][..], &[Partly; 4][..]));
        // Three disclosures at the paper's nodes are none of its counts.
        assert_eq!(all[8..12], [DoesNot; 4]);
        assert_eq!(verdicts(&ResultRows::default()), [CannotBeTold; 14]);
    }

    #[test]
    fn as_many_are_not_fewer() {
        let at = |two: f64, three: f64| {
            let rows = table(|line, _| (String::new(), if line.k == 2 { two } else { three }));
            claims(&rows).pop().unwrap()
        };
        assert_eq!(at(5.0, 4.0).verdict, Reproduces);
        assert_eq!(at(5.0, 5.0).verdict, DoesNot);
        assert!(at(5.0, 5.0).found.contains("stay as many in 100.0%"));
        assert_eq!(at(5.0, 6.0).verdict, DoesNot);
    }
}
