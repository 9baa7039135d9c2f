//! Figure 1: how large a share of people can be unique, by the number of values per person.
//!
//! Tables are drawn and counted, from the distribution that theorems 1 and 2 hold to be the worst
//! and from two others; the theorems stand beside them, and the bound that holds for any number of
//! people.

use incrowd_columns::identify::{Columns, SetMeasure, Universe};
use incrowd_render::{Axis, Chart, Lines, Series, SeriesKind};

use super::PAPER;
use super::draw::PeopleSpread;
use crate::claim::{Claim, Score, claim, whether};
use crate::figures::{NamedCells, figures, series};
use crate::key::{unknown, whole, words};
use crate::{Experiment, ExperimentData, Finding, Picture, ResultRow, ResultRows, RunScale};

/// Values per person, in percent.
const RATIOS: [u64; 13] = [10, 25, 50, 75, 100, 125, 150, 200, 300, 400, 500, 750, 1000];

/// How many people are drawn.
const fn people(scale: RunScale) -> u64 {
    match scale {
        RunScale::Quick => 100_000,
        RunScale::Full => 1_000_000,
    }
}

/// Figure 1.
pub struct UniquenessFigure;

impl Experiment for UniquenessFigure {
    fn name(&self) -> &'static str {
        "002-uniqueness"
    }

    fn title(&self) -> &'static str {
        "How many people can be unique"
    }

    fn paper(&self) -> &'static str {
        PAPER
    }

    fn needs_adult(&self) -> bool {
        false
    }

    fn columns(&self) -> &'static [&'static str] {
        &["crowd", "people", "values", "ratio", "unique", "share", "theorem", "cap"]
    }

    fn points(&self, scale: RunScale) -> Vec<String> {
        let people = people(scale);
        let point = |spread: PeopleSpread, percent: u64| {
            format!("{} {people} {}", spread.name(), people * percent / 100)
        };
        let of = |spread| RATIOS.iter().map(move |&percent| point(spread, percent));
        PeopleSpread::ALL.into_iter().flat_map(of).collect()
    }

    fn measure(&self, point: &str, _: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        let [spread, people, values] = words(point)?;
        let spread = PeopleSpread::named(spread).ok_or_else(|| unknown(point))?;
        let (people, values) = (whole(people)?, whole(values)?);
        let (Ok(many), Ok(domain)) = (u32::try_from(people), u32::try_from(values)) else {
            return Err(unknown(point));
        };
        let drawn = spread.draw(many, domain, people ^ values);
        let table = Columns::new(vec![drawn]).map_err(|error| error.to_string())?;
        let unique = SetMeasure::of(&table, &[0]).unique_rows();
        let (universe, domain) = (Universe { people }, f64::from(domain));
        Ok(vec![vec![
            spread.name().to_owned(),
            people.to_string(),
            values.to_string(),
            (domain / people as f64).to_string(),
            unique.to_string(),
            (unique as f64 / people as f64).to_string(),
            universe.unique_bound(domain).to_string(),
            universe.unique_cap(domain).to_string(),
        ]])
    }

    fn present(&self, rows: &ResultRows, scale: RunScale) -> Finding {
        let people = match scale {
            RunScale::Quick => "100,000",
            RunScale::Full => "1,000,000",
        };
        let of =
            |spread: PeopleSpread| figures(rows).filter(move |row| row.is("crowd", spread.name()));
        let line =
            |name: &str, spread| series(name, SeriesKind::Measured, of(spread), "ratio", "share");
        let theorem =
            |name: &str, kind, y: &str| series(name, kind, of(PeopleSpread::Worst), "ratio", y);
        let lines: Vec<Series> = vec![
            line("drawn: the worst case", PeopleSpread::Worst),
            line("drawn: all values equally likely", PeopleSpread::Even),
            line("drawn: few values common", PeopleSpread::Skewed),
            theorem("theorems 1 and 2", SeriesKind::Claimed, "theorem"),
            theorem("bound for so many people", SeriesKind::Bound, "cap"),
        ];
        let chart = Lines {
            title: "Share of people who are unique".to_owned(),
            x: Axis { label: "values per person, D/n".to_owned(), ..Axis::default() },
            y: Axis { label: "share of unique people".to_owned(), ..Axis::default() },
            series: lines,
        };
        Finding {
            method: vec![format!(
                "{people} people are drawn, each with one of D values, and those are counted whose \
                 value nobody else has. The paper calculates and does not draw. Its worst case is an \
                 expected one person for each value and all others at one value (D up to n), or all \
                 values equally likely (D beyond n)."
            )],
            pictures: vec![Picture {
                of: "Figure 1",
                claim: "The share rises as D/(en) up to D = n, and as exp(-n/D) from there."
                    .to_owned(),
                chart: Chart::Lines(chart),
            }],
            claims: vec![bounded(rows), tight(rows), printed(rows), three_quarters(rows)],
        }
    }
}

/// How far chance may take the share from what is expected: one person more or less changes the
/// number of unique ones by two at most, so that four roots of n are passed once in 3,000 draws.
fn chance(row: NamedCells<'_>) -> Option<f64> {
    row.number("people").map(|people| 4.0 / people.sqrt())
}

/// How far the share is above the curve.
fn over(row: NamedCells<'_>) -> Option<f64> {
    row.pair("share", "theorem").map(|(share, most)| share - most)
}

/// The largest of some figures.
fn largest(figures: impl Iterator<Item = f64>) -> Option<f64> {
    figures.max_by(f64::total_cmp)
}

fn bounded(rows: &ResultRows) -> Claim {
    let excess = largest(figures(rows).filter_map(over)).unwrap_or_default();
    let below = Score::of(figures(rows).map(|row| Some(over(row)? <= chance(row)?)));
    let explains = if below.so == below.of { "explains" } else { "does not explain" };
    claim(
        "theorems 1 and 2",
        "Whatever the distribution, the expected share of unique rows stays below the curve.",
        format!(
            "In {} drawn tables the share is above the curve by {excess:.4} at most, which chance \
             {explains}.",
            below.of,
        ),
        below.without_exception(),
        "A drawn table passes the bound.",
    )
}

fn tight(rows: &ResultRows) -> Claim {
    let worst = figures(rows).filter(|row| row.is("crowd", PeopleSpread::Worst.name()));
    let off = |row| over(row).map(f64::abs);
    let gap = largest(worst.clone().filter_map(off)).unwrap_or_default();
    let near = Score::of(worst.map(|row| Some(off(row)? <= chance(row)?)));
    claim(
        "theorem 1",
        "The bound is tight: one person expected per value, and the rest at one, almost reaches it.",
        format!("The worst case comes within {gap:.4} of the curve everywhere."),
        near.without_exception(),
        "The worst case stays away from it.",
    )
}

fn printed(rows: &ResultRows) -> Claim {
    let beyond = figures(rows).filter(|row| row.number("ratio").is_some_and(|ratio| ratio > 1.0));
    let said = |row: NamedCells<'_>| row.number("ratio").map(|ratio| (1.0 / ratio).exp());
    let most = largest(beyond.clone().filter_map(said));
    let seen = largest(beyond.filter_map(|row| row.number("share")));
    claim(
        "theorem 2",
        "For D beyond n the number of unique rows is at most n exp(n/D).",
        format!(
            "That is up to {:.2} of all rows, which says nothing: no table passes 1, and the \
             largest share drawn is {:.3}.",
            most.unwrap_or_default(),
            seen.unwrap_or_default()
        ),
        whether(most.map(|most| most <= 1.0)),
        "The sign is a slip: the paper's own examples and figure use exp(-n/D), which holds.",
    )
}

fn three_quarters(rows: &ResultRows) -> Claim {
    let below = figures(rows).filter(|row| row.number("ratio").is_some_and(|ratio| ratio <= 3.0));
    let most = largest(below.filter_map(|row| row.number("share")));
    claim(
        "section 2",
        "Columns with fewer than 3n values hardly make three quarters of the rows unique.",
        format!(
            "With up to 3n values, at most {:.3} of the rows are unique.",
            most.unwrap_or_default()
        ),
        whether(most.map(|most| most < 0.75)),
        "More of the rows are unique.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClaimVerdict;

    #[test]
    fn those_are_counted_whose_value_nobody_else_has() {
        let world = ExperimentData { scale: RunScale::Quick, adult: None };
        for (spread, values) in
            [(PeopleSpread::Worst, 150), (PeopleSpread::Even, 600), (PeopleSpread::Skewed, 300)]
        {
            let point = format!("{} 300 {values}", spread.name());
            let rows = UniquenessFigure.measure(&point, &world).unwrap();
            let drawn = spread.draw(300, values, 300 ^ u64::from(values));
            let alone = |one: &&u32| drawn.iter().filter(|other| other == one).count() == 1;
            assert_eq!(rows[0][4], drawn.iter().filter(alone).count().to_string());
        }
        assert!(UniquenessFigure.measure("best 300 300", &world).is_err());
        assert!(UniquenessFigure.measure("worst 300", &world).is_err());
    }

    /// A table of so many people and values, of which such a share is unique.
    fn table(ratio: f64, share: f64) -> ResultRows {
        let bound = if ratio <= 1.0 { ratio / std::f64::consts::E } else { (-1.0 / ratio).exp() };
        let figures = [1e6, 1e6 * ratio, ratio, 1e6 * share, share, bound, bound];
        let row = ["worst".to_owned()].into_iter().chain(figures.map(|figure| figure.to_string()));
        let columns = UniquenessFigure.columns().iter().map(|&name| name.to_owned()).collect();
        ResultRows { columns, rows: vec![row.collect()] }
    }

    #[test]
    fn verdicts_follow_the_figures() {
        use ClaimVerdict::{CannotBeTold, DoesNot, Reproduces};
        let verdicts = |rows: ResultRows| -> Vec<ClaimVerdict> {
            let claims = UniquenessFigure.present(&rows, RunScale::Full).claims;
            claims.into_iter().map(|claim| claim.verdict).collect()
        };
        let share = 0.5 / std::f64::consts::E;
        // No table has more values than people.
        let none = CannotBeTold;
        assert_eq!(verdicts(table(0.5, share)), [Reproduces, Reproduces, none, Reproduces]);
        assert_eq!(verdicts(table(0.5, 0.9)), [DoesNot, DoesNot, none, DoesNot]);
        assert_eq!(verdicts(table(0.5, 0.1)), [Reproduces, DoesNot, none, Reproduces]);
        let beyond = (-0.5_f64).exp();
        assert_eq!(verdicts(table(2.0, beyond)), [Reproduces, Reproduces, DoesNot, Reproduces]);
    }
}
