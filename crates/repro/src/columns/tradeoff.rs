//! What the errors of figure 7 show.

use incrowd_columns::mask::numbers::Grouping;
use incrowd_render::{Axis, Chart, Lines, SeriesKind};

use super::error::METHODS;
use crate::claim::{Claim, Score, claim};
use crate::figures::{NamedCells, figures, series};
use crate::{Finding, Picture, ResultRows};

/// How far off 1/b^2 an error may be, as a factor, that still follows it closely.
const CLOSE: f64 = 1.25;

/// How far above the least error one may be that is still called least.
const LEAST: f64 = 1.01;

/// Where numbers come from.
pub struct NumberSource {
    /// What each is called.
    pub names: Vec<&'static str>,
    /// What they are, for a sentence that counts them.
    pub kind: &'static str,
}

/// What is found on numbers.
pub fn finding(rows: &ResultRows, sources: &NumberSource, from: &str) -> Finding {
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
    rows: &'a ResultRows,
    source: &'a str,
    method: Grouping,
) -> impl Iterator<Item = NamedCells<'a>> + Clone {
    let mine =
        move |row: &NamedCells<'_>| row.is("source", source) && row.is("method", method.name());
    figures(rows).filter(mine)
}

fn picture(rows: &ResultRows, source: &str) -> Picture {
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
            line("quantiles", SeriesKind::Ours, quantile, "error"),
            line("least distance (kmedian)", SeriesKind::Measured, median, "error"),
            line("least squared error (sse)", SeriesKind::Bound, squares, "error"),
            line("1/b^2", SeriesKind::Claimed, quantile, "law"),
        ],
    };
    Picture {
        of: "Figure 7",
        claim: "The error very closely follows 1/b^2.".to_owned(),
        chart: Chart::Lines(chart),
    }
}

/// The least and largest error in units of 1/b^2, from two buckets on.
fn range(rows: &ResultRows, source: &str) -> Option<(f64, f64)> {
    let several = of(rows, source, Grouping::Quantile)
        .filter(|row| row.number("buckets").is_some_and(|buckets| buckets >= 2.0));
    let ratios = several.filter_map(|row| row.pair("error", "law").map(|(error, law)| error / law));
    ratios
        .map(|ratio| (ratio, ratio))
        .reduce(|(low, high), (ratio, _)| (ratio.min(low), ratio.max(high)))
}

/// What is known of each source, in words.
fn listed<T>(sources: &NumberSource, known: &[Option<T>], words: impl Fn(&T) -> String) -> String {
    let each = sources.names.iter().zip(known);
    let each = each.filter_map(|(name, it)| Some(format!("{name} {}", words(it.as_ref()?))));
    each.collect::<Vec<_>>().join(", ")
}

fn law(rows: &ResultRows, sources: &NumberSource) -> Claim {
    let ranges: Vec<_> = sources.names.iter().map(|name| range(rows, name)).collect();
    let close = |(low, high): (f64, f64)| low >= 1.0 / CLOSE && high <= CLOSE;
    let following = Score::of(ranges.iter().map(|range| range.map(close)));
    let words =
        listed(sources, &ranges, |&(low, high)| format!("{} to {}", short(low), short(high)));
    claim(
        "Figure 7",
        "The error very closely follows 1/b^2.",
        format!(
            "It does on {following} {}. From 2 buckets on it is, in units of 1/b^2: {words}.",
            sources.kind
        ),
        following.always(),
        "It is a law of evenly spread numbers. Where numbers thin out, as in a tail, buckets of \
         equally many rows are wide; where they repeat, there are fewer buckets than n/k.",
    )
}

fn equation(rows: &ResultRows, sources: &NumberSource) -> Claim {
    let constant = |name: &&str| range(rows, name).map(|(low, high)| high <= CLOSE * low);
    let holding = Score::of(sources.names.iter().map(constant));
    claim(
        "section 5.2",
        "Privacy p = 1-1/k and utility u = 1-error are bound by (1-p)^2 (1-u) = 1/n^2, a constant.",
        format!("The product varies by a quarter at most on {holding} {}.", sources.kind),
        holding.always(),
        "It says that the error is 1/b^2, which holds for evenly spread numbers only.",
    )
}

/// The figure of every method at each number of buckets.
fn compared<'a>(
    rows: &'a ResultRows,
    source: &'a str,
    column: &'a str,
) -> impl Iterator<Item = [Option<f64>; 3]> + 'a {
    let [mine, median, squares] =
        METHODS.map(|method| of(rows, source, method).map(|row| row.number(column)));
    mine.zip(median).zip(squares).map(|((mine, median), squares)| [mine, median, squares])
}

fn ranks(rows: &ResultRows, sources: &NumberSource) -> Claim {
    let least = |figures: [Option<f64>; 3]| {
        let [mine, others @ ..] = figures;
        mine.map(|mine| others.into_iter().flatten().all(|other| mine <= other * LEAST))
    };
    let good = |name: &&str| {
        let cases = Score::of(compared(rows, name, "rank_difference").map(least));
        (cases.of > 0).then_some(cases.so == cases.of)
    };
    let holding = Score::of(sources.names.iter().map(good));
    let others = sources.names.iter().filter(|name| good(name) == Some(false));
    claim(
        "theorem 5",
        "No other grouping moves rows by fewer ranks than quantiles do.",
        format!(
            "On {holding} {} neither of the two other groupings moves rows by fewer ranks (by a \
             hundredth or more).",
            sources.kind
        ),
        holding.always(),
        &format!(
            "Not so on {}: equal numbers stay together here and share a rank, which the theorem \
             does not foresee.",
            others.copied().collect::<Vec<_>>().join(", ")
        ),
    )
}

fn distortion(rows: &ResultRows, sources: &NumberSource) -> Claim {
    let ratio = |figures: [Option<f64>; 3]| {
        let [Some(mine), _, Some(least)] = figures else { return None };
        Some(if mine <= least { 1.0 } else { mine / least })
    };
    let worst = |name: &&str| compared(rows, name, "error").filter_map(ratio).reduce(f64::max);
    let ratios: Vec<Option<f64>> = sources.names.iter().map(worst).collect();
    let holding = Score::of(ratios.iter().map(|ratio| ratio.map(|ratio| ratio <= LEAST)));
    claim(
        "section 1.1",
        "The algorithms are optimal in the sense that they distort data least.",
        format!(
            "In squared error, quantiles are at worst so many times above the least: {}.",
            listed(sources, &ratios, |&ratio| short(ratio))
        ),
        holding.always(),
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
