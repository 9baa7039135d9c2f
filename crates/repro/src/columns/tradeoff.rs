//! What the errors of figure 7 show.

use incrowd::mask::numbers::Method;
use incrowd_report::{Axis, Chart, Kind, Lines};

use super::claim::{claim, share};
use super::error::METHODS;
use super::record::{Record, records, series};
use crate::{Claim, Finding, Picture, Rows};

/// How far off 1/b^2 an error may be, as a factor, that still follows it closely.
const CLOSE: f64 = 1.25;

/// How far above the least error one may be that is still called least.
const LEAST: f64 = 1.01;

/// Where numbers come from.
pub struct Sources {
    /// What each is called.
    pub names: Vec<&'static str>,
    /// What they are, for a sentence that counts them.
    pub kind: &'static str,
}

/// What is found on numbers.
pub fn finding(rows: &Rows, sources: &Sources, from: &str) -> Finding {
    Finding {
        method: vec![format!(
            "The error is the sum of squared moves over the sum of squared distances from the mean. \
             It is measured on {from}, in buckets of k rows or more, n/k of them if equal numbers \
             allow it: they are always published alike. Quantiles and medians are published as \
             members. The least squared error of any such buckets is the bound."
        )],
        pictures: sources.names.iter().map(|source| picture(rows, source)).collect(),
        claims: vec![
            law(rows, sources),
            equation(rows, sources),
            ranks(rows, sources),
            distortion(rows, sources),
        ],
    }
}

fn of<'a>(
    rows: &'a Rows,
    source: &'a str,
    method: Method,
) -> impl Iterator<Item = Record<'a>> + Clone {
    let mine =
        move |row: &Record<'_>| row.text("source") == source && row.text("method") == method.name();
    records(rows).filter(mine)
}

fn picture(rows: &Rows, source: &str) -> Picture {
    let line = |name: &str, kind, method, y: &str| {
        // Nothing is left to be drawn where every number stays what it is.
        let drawn = of(rows, source, method).filter(|row| row.number(y).is_some_and(|y| y > 0.0));
        series(name, kind, drawn, "buckets", y)
    };
    let [quantile, median, squares] = METHODS;
    let chart = Lines {
        title: format!("Error by buckets: {source}"),
        x: Axis { label: "buckets, b".to_owned(), log: true, ..Axis::default() },
        y: Axis { label: "error (1: all at the mean)".to_owned(), log: true, ..Axis::default() },
        series: vec![
            line("quantiles", Kind::Ours, quantile, "error"),
            line("least distance (kmedian)", Kind::Measured, median, "error"),
            line("least squared error (sse)", Kind::Bound, squares, "error"),
            line("1/b^2", Kind::Claimed, quantile, "law"),
        ],
    };
    Picture {
        of: "Figure 7",
        claim: "The error very closely follows 1/b^2.".to_owned(),
        chart: Chart::Lines(chart),
    }
}

/// The least and largest error in units of 1/b^2, from two buckets on.
fn range(rows: &Rows, source: &str) -> (f64, f64) {
    let several = of(rows, source, Method::Quantile)
        .filter(|row| row.number("buckets").is_some_and(|buckets| buckets >= 2.0));
    let ratios = several.filter_map(|row| row.pair("error", "law").map(|(error, law)| error / law));
    ratios.fold((f64::INFINITY, 0.0), |(low, high), ratio| (ratio.min(low), ratio.max(high)))
}

fn follows((low, high): (f64, f64)) -> bool {
    low >= 1.0 / CLOSE && high <= CLOSE
}

fn law(rows: &Rows, sources: &Sources) -> Claim {
    let ranges: Vec<(f64, f64)> = sources.names.iter().map(|name| range(rows, name)).collect();
    let following = ranges.iter().filter(|range| follows(**range)).count();
    let each = sources.names.iter().zip(&ranges);
    let words: Vec<String> = each
        .map(|(name, (low, high))| format!("{name} {} to {}", short(*low), short(*high)))
        .collect();
    claim(
        "Figure 7",
        "The error very closely follows 1/b^2.",
        format!(
            "It does on {following} of {} {}. From 2 buckets on it is, in units of 1/b^2: {}.",
            ranges.len(),
            sources.kind,
            words.join(", ")
        ),
        share(following, ranges.len()),
        "It is a law of evenly spread numbers. Where numbers thin out, as in a tail, buckets of \
         equally many rows are wide; where they repeat, there are fewer buckets than n/k.",
    )
}

fn equation(rows: &Rows, sources: &Sources) -> Claim {
    let constant = |name: &str| {
        let (low, high) = range(rows, name);
        high <= CLOSE * low
    };
    let holding = sources.names.iter().filter(|name| constant(name)).count();
    claim(
        "section 5.2",
        "Privacy p = 1-1/k and utility u = 1-error are bound by (1-p)^2 (1-u) = 1/n^2, a constant.",
        format!(
            "The product varies by a quarter at most on {holding} of {} {}.",
            sources.names.len(),
            sources.kind
        ),
        share(holding, sources.names.len()),
        "It says that the error is 1/b^2, which holds for evenly spread numbers only.",
    )
}

/// The figure of every method at each number of buckets.
fn compared<'a>(
    rows: &'a Rows,
    source: &'a str,
    column: &'a str,
) -> impl Iterator<Item = [Option<f64>; 3]> + 'a {
    let [mine, median, squares] =
        METHODS.map(|method| of(rows, source, method).map(|row| row.number(column)));
    mine.zip(median).zip(squares).map(|((mine, median), squares)| [mine, median, squares])
}

fn ranks(rows: &Rows, sources: &Sources) -> Claim {
    let least = |figures: [Option<f64>; 3]| {
        let [Some(mine), others @ ..] = figures else { return false };
        others.into_iter().flatten().all(|other| mine <= other * LEAST)
    };
    let good = |name: &str| compared(rows, name, "rank_difference").all(least);
    let others: Vec<&str> = sources.names.iter().copied().filter(|name| !good(name)).collect();
    let all = sources.names.len();
    let holding = all - others.len();
    claim(
        "theorem 5",
        "No other grouping moves rows by fewer ranks than quantiles do.",
        format!(
            "On {holding} of {all} {} neither of the two other groupings moves rows by fewer ranks \
             (by a hundredth or more).",
            sources.kind
        ),
        share(holding, all),
        &format!(
            "Not so on {}: equal numbers stay together here and share a rank, which the theorem \
             does not foresee.",
            others.join(", ")
        ),
    )
}

fn distortion(rows: &Rows, sources: &Sources) -> Claim {
    let worst = |name: &&'static str| {
        let ratio = |figures: [Option<f64>; 3]| {
            let [Some(mine), _, Some(least)] = figures else { return 1.0 };
            if mine <= least { 1.0 } else { mine / least }
        };
        compared(rows, name, "error").map(ratio).fold(1.0, f64::max)
    };
    let ratios: Vec<f64> = sources.names.iter().map(worst).collect();
    let holding = ratios.iter().filter(|ratio| **ratio <= LEAST).count();
    let each = sources.names.iter().zip(&ratios);
    let words: Vec<String> =
        each.map(|(name, ratio)| format!("{name} {}", short(*ratio))).collect();
    claim(
        "section 1.1",
        "The algorithms are optimal in the sense that they distort data least.",
        format!(
            "In squared error, quantiles are at worst so many times above the least: {}.",
            words.join(", ")
        ),
        share(holding, ratios.len()),
        "They are optimal in ranks. In values, the optimal groups are better, most of all where \
         there are tails.",
    )
}

/// A factor in a few digits.
fn short(factor: f64) -> String {
    match factor {
        _ if factor.is_infinite() => "infinitely".to_owned(),
        _ if factor >= 100.0 => format!("{factor:.0}"),
        _ => format!("{factor:.2}"),
    }
}
