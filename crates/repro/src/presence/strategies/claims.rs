//! What the paper says of its strategies, decided from the rows.

use crate::claim::{Claim, Score, both, claim};
use crate::presence::book::Measurements;
use crate::presence::chart::Metric;
use crate::presence::data::StudySize;
use crate::presence::delta::DeltaPair;
use crate::presence::method::{N2, PresenceMethod, nine};

/// Seconds that a search may take and still be called efficient.
const PATIENCE: f64 = 10.0;

pub(super) fn claims(book: &Measurements) -> Vec<Claim> {
    vec![
        boxes_keep_more(book, StudySize::Diabetes),
        the_gap_widens(book),
        boxes_keep_more(book, StudySize::Random),
        next_first_is_effective(book),
        boxes_are_quick(book),
        looser_takes_longer(book),
        there_is_better(book),
    ]
}

/// In how many cases a strategy costs less than SPALM.
fn below_spalm(book: &Measurements, study: StudySize, metric: Metric) -> Score {
    let ways = nine();
    let cases = ways.iter().flat_map(|&way| book.deltas.iter().map(move |&delta| (way, delta)));
    Score::of(cases.map(|(way, delta)| {
        let cost = |way| book.cost(metric, study, delta, way);
        Some(cost(way)? < cost(PresenceMethod::Spalm)?)
    }))
}

fn boxes_keep_more(book: &Measurements, study: StudySize) -> Claim {
    let loss = below_spalm(book, study, Metric::Loss);
    let sizes = below_spalm(book, study, Metric::Discernibility);
    let said = match study {
        StudySize::Diabetes => {
            "Boxes distort the table less than the best generalization of whole columns."
        }
        StudySize::Random => "The results on the random study are similar.",
    };
    let found = format!(
        "On the {} study a strategy loses less than SPALM in {loss} cases, and its discernibility \
         is lower in {sizes}.",
        study.name()
    );
    let why = "A strategy that comes to many people among whom no cut fits leaves them in one \
               class, and the square of its size weighs most in the discernibility.";
    claim("Figures 5 and 6", said, found, both(loss.mostly(), sizes.mostly()), why)
}

fn the_gap_widens(book: &Measurements) -> Claim {
    let ratio = |delta, way| {
        let loss = |way| book.cost(Metric::Loss, StudySize::Diabetes, delta, way);
        Some(loss(way)? / loss(PresenceMethod::Spalm)?)
    };
    let open = book.open();
    let wider = Score::of(nine().into_iter().map(|way| {
        let (tight, loose) = open?;
        Some(ratio(loose, way)? < ratio(tight, way)?)
    }));
    let at =
        open.map_or_else(String::new, |(tight, loose)| format!(" at ({loose}) than at ({tight})"));
    claim(
        "Figure 5",
        "The gain is greatest where the greatest presence is high.",
        format!("For {wider} strategies the loss is a smaller share of SPALM's{at}."),
        wider.always(),
        "Some strategies gain as much where the demand is tight.",
    )
}

/// The least loss of some ways.
fn least(
    book: &Measurements,
    ways: &[PresenceMethod],
    (study, delta): (StudySize, DeltaPair),
) -> Option<f64> {
    let losses = ways.iter().filter_map(|&way| book.cost(Metric::Loss, study, delta, way));
    losses.min_by(f64::total_cmp)
}

fn next_first_is_effective(book: &Measurements) -> Claim {
    let share = |case| Some(least(book, &[N2], case)? / least(book, &nine(), case)?);
    let shares: Vec<Option<f64>> = book.cases().map(share).collect();
    let within = |most: f64| Score::of(shares.iter().map(|share| share.map(|it| it <= most)));
    let (best, near) = (within(1.0), within(1.25));
    claim(
        "section 7",
        "The strategy n2, which takes the columns in turn and the first cut that fits, is \
         effective.",
        format!(
            "It loses least of the nine in {best} cases, and at most a quarter more than the best \
             of the nine in {near}."
        ),
        near.mostly(),
        "Where much detail can be kept, others lose less.",
    )
}

fn boxes_are_quick(book: &Measurements) -> Claim {
    let longest = |ways: &[PresenceMethod]| {
        let times = book.cases().flat_map(|(study, delta)| {
            ways.iter().filter_map(move |&way| book.cost(Metric::Seconds, study, delta, way))
        });
        times.max_by(f64::total_cmp)
    };
    let text = |time: Option<f64>| time.map_or("nothing".to_owned(), |it| format!("{it:.2} s"));
    let slowest = longest(&nine());
    let found = format!(
        "The slowest of the nine took {} of processor time, SPALM at most {}, incrowd's default at \
         most {}.",
        text(slowest),
        text(longest(&[PresenceMethod::Spalm])),
        text(longest(&[PresenceMethod::Guided]))
    );
    let quick = Score::of([slowest.map(|slowest| slowest < PATIENCE)]);
    claim(
        "Figure 7",
        "Cutting boxes is efficient.",
        found,
        quick.always(),
        "It took too long here.",
    )
}

fn looser_takes_longer(book: &Measurements) -> Claim {
    let ways = [nine(), vec![PresenceMethod::Spalm]].concat();
    let longer = Score::of(ways.into_iter().map(|way| {
        let (tight, loose) = book.open()?;
        let seconds = |delta| book.cost(Metric::Seconds, StudySize::Diabetes, delta, way);
        Some(seconds(loose)? > seconds(tight)?)
    }));
    claim(
        "Figure 7",
        "The less has to be generalized, the longer the search takes.",
        format!(
            "{longer} searches take longer at the loosest demand with a least presence of 0 than \
             at the tightest."
        ),
        longer.mostly(),
        "These searches take hundredths of a second, in which other things count too.",
    )
}

fn there_is_better(book: &Measurements) -> Claim {
    let rivals = [nine(), vec![PresenceMethod::Spalm]].concat();
    let share =
        |case| Some(least(book, &[PresenceMethod::Guided], case)? / least(book, &rivals, case)?);
    let shares: Vec<f64> = book.cases().filter_map(share).collect();
    let better = Score::of(shares.iter().map(|&share| Some(share < 1.0)));
    let percent = |share: Option<&f64>| share.map_or(100.0, |share| 100.0 * share);
    let best = percent(shares.iter().min_by(|one, other| one.total_cmp(other)));
    let worst = percent(shares.iter().max_by(|one, other| one.total_cmp(other)));
    claim(
        "section 8",
        "The algorithms explore the space and are no best solution.",
        format!(
            "The default of incrowd loses less than all of them in {better} cases, {best:.0}% to \
             {worst:.0}% of the best of them."
        ),
        better.mostly(),
        "The default finds nothing better.",
    )
}
