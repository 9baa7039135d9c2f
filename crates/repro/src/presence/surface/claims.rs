//! What the paper says of the least and the greatest presence, decided from the rows.

use crate::claim::{Claim, Score, both, claim, whether};
use crate::presence::book::Measurements;
use crate::presence::chart::Metric;
use crate::presence::data::StudySize;
use crate::presence::delta::DeltaPair;
use crate::presence::method::{N2, PresenceMethod};

pub(super) fn claims(book: &Measurements) -> Vec<Claim> {
    vec![
        least_presence_is_dear(book),
        dearer_if_skewed(book),
        tighter_below_is_cheaper(book),
        tighter_above_is_cheaper(book),
        anomalies_are_of_the_skewed_study(book),
        ours_has_none(book),
    ]
}

/// The lowest and the highest least presence with the same greatest one.
fn steps(book: &Measurements) -> Vec<(DeltaPair, DeltaPair)> {
    let lowest = book.deltas.iter().map(|delta| delta.least).min();
    let highest = book.deltas.iter().map(|delta| delta.least).max();
    let Some((lowest, highest)) = lowest.zip(highest) else { return Vec::new() };
    let low = book.deltas.iter().filter(|delta| delta.least == lowest);
    low.map(|&low| (low, DeltaPair { least: highest, ..low })).collect()
}

/// What the highest least presence adds to the loss at each greatest presence.
fn prices(book: &Measurements, study: StudySize) -> Vec<Option<f64>> {
    let loss = |delta| book.cost(Metric::Loss, study, delta, N2);
    steps(book).into_iter().map(|(low, high)| Some(loss(high)? - loss(low)?)).collect()
}

fn mean(prices: &[Option<f64>]) -> f64 {
    let known: Vec<f64> = prices.iter().flatten().copied().collect();
    known.iter().sum::<f64>() / known.len().max(1) as f64
}

fn least_presence_is_dear(book: &Measurements) -> Claim {
    let [random, diabetes] = StudySize::BOTH.map(|study| prices(book, study));
    let dear = Score::of(random.iter().chain(&diabetes).map(|price| price.map(|it| it > 0.0)));
    claim(
        "Figure 8",
        "A high least presence comes at a high price.",
        format!(
            "Raising the least presence from the lowest to the highest adds to the loss of n2 in \
             {dear} cases: on average {:.3} on the random study and {:.3} on the diabetes study.",
            mean(&random),
            mean(&diabetes)
        ),
        dear.mostly(),
        "The strategy n2 is a heuristic and at times finds more when more is demanded.",
    )
}

fn dearer_if_skewed(book: &Measurements) -> Claim {
    let [random, diabetes] = StudySize::BOTH.map(|study| prices(book, study));
    let pairs = random.iter().zip(&diabetes);
    let dearer = Score::of(pairs.map(|(random, diabetes)| Some((*diabetes)? > (*random)?)));
    claim(
        "Figure 8",
        "The price is higher on the skewed study.",
        format!("It is higher there at {dearer} greatest presences."),
        dearer.mostly(),
        "Where the greatest presence is low, the skewed study loses much already with a least \
         presence of 0, so there is less to add.",
    )
}

/// Cases in which the looser of two demands loses more: those that `counts` picks.
fn anomalies(
    book: &Measurements,
    study: StudySize,
    way: PresenceMethod,
    counts: impl Fn(DeltaPair, DeltaPair) -> bool,
) -> (Score, Option<String>) {
    let mut score = Score::default();
    let mut worst: Option<(f64, String)> = None;
    for &loose in &book.deltas {
        let tighter = book.deltas.iter().copied().filter(|tight| tight.is_tighter_than(loose));
        for tight in tighter.filter(|&tight| counts(tight, loose)) {
            let loss = |delta| book.cost(Metric::Loss, study, delta, way);
            let Some((less, more)) = loss(tight).zip(loss(loose)) else { continue };
            score.of += 1;
            score.so += usize::from(more > less);
            if more > less && worst.as_ref().is_none_or(|(gap, _)| more - less > *gap) {
                worst = Some((more - less, format!("({loose}) {more:.4}, ({tight}) {less:.4}")));
            }
        }
    }
    (score, worst.map(|(_, text)| text))
}

/// Whether no looser demand loses more.
fn is_free(anomalies: Score) -> Option<bool> {
    (anomalies.of > 0).then_some(anomalies.so == 0)
}

/// That n2 loses less on the skewed study where more is demanded, in the cases that `counts` picks.
fn tighter_is_cheaper(
    book: &Measurements,
    said: &str,
    counts: impl Fn(DeltaPair, DeltaPair) -> bool,
) -> Claim {
    let (score, worst) = anomalies(book, StudySize::Diabetes, N2, counts);
    let example =
        worst.map_or_else(String::new, |worst| format!(" The loss that differs most: {worst}."));
    claim(
        "Figure 8 (c)",
        said,
        format!("That is so in {score} pairs of demands.{example}"),
        score.sometimes(),
        "The members that are drawn, and the hierarchies, decide which cut fits first.",
    )
}

fn tighter_below_is_cheaper(book: &Measurements) -> Claim {
    let lowest = book.deltas.iter().map(|delta| delta.most).min();
    tighter_is_cheaper(
        book,
        "With a low greatest presence, n2 loses less on the skewed study if the least presence \
         must be higher too.",
        |tight, loose| Some(tight.most) == lowest && tight.most == loose.most,
    )
}

fn tighter_above_is_cheaper(book: &Measurements) -> Claim {
    let highest = book.deltas.iter().map(|delta| delta.least).max();
    tighter_is_cheaper(
        book,
        "With a high least presence, n2 loses less on the skewed study if the greatest presence \
         must be lower too.",
        |tight, loose| Some(tight.least) == highest && tight.least == loose.least,
    )
}

fn anomalies_are_of_the_skewed_study(book: &Measurements) -> Claim {
    let [(random, _), (diabetes, _)] =
        StudySize::BOTH.map(|study| anomalies(book, study, N2, |_, _| true));
    claim(
        "Figure 8",
        "That a looser demand loses more happens on the skewed study, and not on the random one.",
        format!(
            "With n2 it happens in {diabetes} pairs of demands on the diabetes study, and in \
             {random} on the random one."
        ),
        both(diabetes.sometimes(), whether(is_free(random))),
        "It comes from the heuristic, not from the study: which cut fits first changes with the \
         demand.",
    )
}

fn ours_has_none(book: &Measurements) -> Claim {
    let scores =
        StudySize::BOTH.map(|study| anomalies(book, study, PresenceMethod::Guided, |_, _| true).0);
    let kept = Score::of(scores.map(is_free));
    let [random, diabetes] = scores;
    claim(
        "section 7",
        "What meets a tighter demand meets a looser one, so a search need not lose more: a \
         challenge for future work.",
        format!(
            "With incrowd's default a looser demand loses more in {random} pairs on the random \
             study, and in {diabetes} on the diabetes study."
        ),
        kept.always(),
        "The default keeps this promise for the demands that it tries by itself.",
    )
}
