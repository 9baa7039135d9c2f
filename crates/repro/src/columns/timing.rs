//! What the times of figures 4 to 6 show.

use incrowd_render::{Axis, Chart, Lines, Series, SeriesKind};

use super::fit::Fit;
use super::masking::MaskingMethod;
use super::time::ROWS;
use crate::claim::{Claim, ClaimVerdict, claim, open, whether};
use crate::figures::{NamedCells, figures, series};
use crate::{Finding, Picture, ResultRows, RunScale};

/// Seconds that the paper's tool takes for a column of its table.
const PRINTED: f64 = 10.0;

/// A line that explains so much of the variance is called straight.
const STRAIGHT: f64 = 0.99;

/// One that explains so much is straight in part.
const NEARLY: f64 = 0.9;

/// The same where there is little to explain, and chance has a larger share in it.
const ROUGHLY: f64 = 0.5;

/// What rises less than by this factor has no shape that could be told from chance.
const LEVEL: f64 = 1.2;

/// Twice the buckets a few times over may take so much longer and still be a slight increase.
const SLIGHT: f64 = 1.5;

/// Why seconds are not judged.
const OTHER_MACHINE: &str = "Seconds are those of a machine, and the paper's hold a database too.";

/// What the paper's line is called in charts.
const THEIRS: &str = "the paper's tool";

/// Figure 4.
pub fn by_rows(rows: &ResultRows) -> Finding {
    let straight = straight(
        "Figure 4",
        "The time to mask a column grows linearly with its rows.",
        rows,
        "rows",
    );
    let seconds = at(rows, MaskingMethod::Sketch, "rows", ROWS as f64);
    let absolute = open(
        "section 5.2",
        "250,000 rows take about 10 seconds.",
        seconds.map_or("It was not measured.".to_owned(), |seconds| {
            format!("{seconds:.3} seconds of one processor, without a database.")
        }),
        OTHER_MACHINE,
    );
    let printed = |x: f64| PRINTED * x / ROWS as f64;
    Finding {
        method: method("k = 10,000, so that there are up to 25 buckets"),
        pictures: vec![Picture {
            of: "Figure 4",
            claim: "A straight line up to about 10 seconds for 250,000 rows.".to_owned(),
            chart: chart(rows, "Time to mask one column", "rows", true, (THEIRS, &printed)),
        }],
        claims: vec![straight, absolute],
    }
}

/// Figure 5.
pub fn by_columns(rows: &ResultRows, scale: RunScale) -> Finding {
    let straight = straight(
        "Figure 5",
        "The time to mask a table grows linearly with the columns masked.",
        rows,
        "columns",
    );
    let one = at(rows, MaskingMethod::Sketch, "columns", 1.0);
    let ten = at(rows, MaskingMethod::Sketch, "columns", 10.0);
    let times = one.zip(ten).map(|(one, ten)| ten / one);
    let tenfold = claim(
        "section 5.2",
        "Ten columns take about 100 seconds, ten times as long as one.",
        format!("Ten columns take {:.1} times as long as one.", times.unwrap_or(f64::NAN)),
        whether(times.map(|times| (8.0..=12.5).contains(&times))),
        "Something else may have kept the machine busy, or more columns fit its cache worse.",
    );
    let size = match scale {
        RunScale::Quick => "50,000 rows instead of 250,000, in 25 buckets",
        RunScale::Full => "250,000 rows, in 25 buckets",
    };
    let first = figures(rows).next().and_then(|row| row.number("rows")).unwrap_or(0.0);
    let printed = |x: f64| PRINTED * x * first / ROWS as f64;
    Finding {
        method: method(size),
        pictures: vec![Picture {
            of: "Figure 5",
            claim: "A straight line up to about 100 seconds for ten columns.".to_owned(),
            chart: chart(rows, "Time to mask a table", "columns", true, (THEIRS, &printed)),
        }],
        claims: vec![straight, tenfold],
    }
}

/// Figure 6.
pub fn by_buckets(rows: &ResultRows) -> Finding {
    let times = points(rows, MaskingMethod::Sketch, "buckets");
    let logarithmic: Vec<_> = times.iter().map(|&(b, seconds)| (b.ln(), seconds)).collect();
    let fit = Fit::of(&logarithmic);
    let rise = times.first().zip(times.last()).map(|(first, last)| last.1 / first.1);
    let slight = claim(
        "Figure 6",
        "The time rises only slightly up to 500 buckets, since reading a row costs far more than \
         finding its bucket.",
        format!("500 buckets take {:.2} times as long as 2.", rise.unwrap_or(f64::NAN)),
        whether(rise.map(|rise| rise <= SLIGHT)),
        "Numbers in memory are read so quickly that finding the bucket is what takes time.",
    );
    let fitted = |x: f64| fit.map_or(f64::NAN, |fit| fit.start + fit.slope * x.ln());
    let line = ("n(C + log b), fitted", &fitted as &dyn Fn(f64) -> f64);
    Finding {
        method: method("250,000 rows"),
        pictures: vec![Picture {
            of: "Figure 6",
            claim: "Nearly level: about 10 seconds, and a little more for more buckets.".to_owned(),
            chart: chart(rows, "Time to mask one column", "buckets", false, line),
        }],
        claims: vec![slight, shape(fit, rise)],
    }
}

/// Whether the time rises with the logarithm of the buckets, by so much from first to last.
fn shape(fit: Option<Fit>, rise: Option<f64>) -> Claim {
    let at = "section 5.2";
    let said = "The time is n(C + log b) for b buckets.";
    let found = format!("A line in log b explains {} of the variance.", explained(fit));
    if rise.is_some_and(|rise| rise < LEVEL) {
        let why = "The rise is too slight for its shape to be told from chance.";
        return open(at, said, found, why);
    }
    let why = "The time does not rise evenly with the logarithm: groups are also chosen among more \
               bounds, and counting rows between them takes more memory.";
    claim(at, said, found, straightness(fit, ROUGHLY), why)
}

fn method(size: &str) -> Vec<String> {
    vec![format!(
        "Columns of numbers drawn from a normal law, as text in memory, are read, grouped and \
         written anew; {size}. The paper's own tables are not public. Its way takes quantiles from \
         a sample; here the sample is as large as its promise needs, and the exact quantiles of \
         incrowd stand beside it. All sizes take turns, and the least time of each counts."
    )]
}

/// Whether times rise along a line with what is varied.
fn straight(at: &'static str, said: &str, rows: &ResultRows, x: &str) -> Claim {
    let [sample, exact] = MaskingMethod::ALL.map(|way| Fit::of(&points(rows, way, x)));
    claim(
        at,
        said,
        format!(
            "A straight line explains {} of the variance for the sample, and {} for exact quantiles.",
            explained(sample),
            explained(exact)
        ),
        straightness(sample, NEARLY),
        "The times do not lie on a line; something else may have kept the machine busy.",
    )
}

/// Whether times rise along a line; in part if it explains so much of them.
fn straightness(fit: Option<Fit>, partly: f64) -> ClaimVerdict {
    match fit {
        None => ClaimVerdict::CannotBeTold,
        Some(Fit { slope, .. }) if slope <= 0.0 => ClaimVerdict::DoesNot,
        Some(Fit { explains, .. }) if explains >= STRAIGHT => ClaimVerdict::Reproduces,
        Some(Fit { explains, .. }) if explains >= partly => ClaimVerdict::Partly,
        Some(_) => ClaimVerdict::DoesNot,
    }
}

fn explained(fit: Option<Fit>) -> String {
    fit.map_or("nothing".to_owned(), |fit| format!("{:.1}%", 100.0 * fit.explains))
}

/// The rows of one way.
fn of(rows: &ResultRows, way: MaskingMethod) -> impl Iterator<Item = NamedCells<'_>> + Clone {
    figures(rows).filter(move |row| row.is("way", way.name()))
}

/// What is varied against the seconds, of one way.
fn points(rows: &ResultRows, way: MaskingMethod, x: &str) -> Vec<(f64, f64)> {
    of(rows, way).filter_map(|row| row.pair(x, "seconds")).collect()
}

/// The seconds at one place.
fn at(rows: &ResultRows, way: MaskingMethod, x: &str, place: f64) -> Option<f64> {
    points(rows, way, x).into_iter().find(|point| point.0 == place).map(|point| point.1)
}

/// The seconds of both ways by what is varied, and a line to compare them with.
fn chart(
    rows: &ResultRows,
    title: &str,
    x: &str,
    log: bool,
    (name, claimed): (&str, &dyn Fn(f64) -> f64),
) -> Chart {
    let places = points(rows, MaskingMethod::Sketch, x);
    let claimed = places.iter().map(|&(x, _)| (x, Some(claimed(x)))).collect();
    Chart::Lines(Lines {
        title: title.to_owned(),
        x: Axis { label: x.to_owned(), log: true, ..Axis::default() },
        y: Axis { label: "seconds".to_owned(), log, ..Axis::default() },
        series: vec![
            series(
                "quantiles of a sample",
                SeriesKind::Measured,
                of(rows, MaskingMethod::Sketch),
                x,
                "seconds",
            ),
            series(
                "exact quantiles",
                SeriesKind::Ours,
                of(rows, MaskingMethod::Exact),
                x,
                "seconds",
            ),
            Series { name: name.to_owned(), kind: SeriesKind::Claimed, points: claimed },
        ],
    })
}
