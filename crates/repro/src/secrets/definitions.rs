//! l and m of Adult's numbers in the classes of k-anonymous releases.

use incrowd_core::hierarchy::Spec;
use incrowd_core::search::SearchControl;
use incrowd_core::terms::Fraction;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::checking::wanted;
use super::examples::plain;
use super::measure::{ClassMeasurer, ClassMeasures, NumberCounts, union};
use super::shown::{differ, disagreement, figure_3, least, not_monotone, twice, unions};
use crate::adult::{COLUMNS, DATA, rows};
use crate::adult_sample::AdultSample;
use crate::figures::figures;
use crate::key::unknown;
use crate::{Experiment, ExperimentData, Finding, ResultRow, ResultRows, RunScale};

/// How often the definitions disagree about real classes.
#[derive(Debug)]
pub struct Definitions;

/// The numbers of Adult, as places in [`COLUMNS`], each with its deltas in halves.
const SECRETS: [(usize, [u64; 4]); 6] = [
    (0, [2, 5, 10, 20]),
    (2, [2000, 10_000, 40_000, 100_000]),
    (4, [1, 2, 4, 6]),
    (10, [200, 2000, 10_000, 40_000]),
    (11, [100, 400, 1000, 2000]),
    (12, [2, 5, 10, 20]),
];

/// The quasi-identifiers of a release, as places in [`COLUMNS`].
const QUASI: [(&str, &[usize]); 2] =
    [("five", &[1, 3, 5, 8, 9]), ("eight", &[1, 3, 5, 6, 7, 8, 9, 13])];

/// Pairs of classes that are merged at every delta.
const UNIONS: usize = 500;

/// What a point measures.
struct DefinitionPoint {
    k: u64,
    quasi: &'static [usize],
    column: usize,
    halves: [u64; 4],
}

impl DefinitionPoint {
    /// Understands `k=5 five age`.
    fn read(text: &str) -> Option<DefinitionPoint> {
        let mut words = text.split(' ');
        let k = words.next()?.strip_prefix("k=")?.parse().ok()?;
        let set = words.next()?;
        let (_, quasi) = QUASI.into_iter().find(|(name, _)| *name == set)?;
        let column = words.next()?;
        let (column, halves) = SECRETS.into_iter().find(|(place, _)| COLUMNS[*place] == column)?;
        Some(DefinitionPoint { k, quasi, column, halves })
    }

    /// The numbers of each class of the cheapest release.
    fn classes(&self, table: &[Vec<String>]) -> Result<Vec<NumberCounts>, String> {
        let quasi: Vec<(usize, Spec)> =
            self.quasi.iter().map(|&column| (column, Spec::flat())).collect();
        let sheet = AdultSample::new(table, &quasi, &[])?;
        let models = sheet.models(self.k, 1);
        let limit = table.len() as u64 / 20;
        let found = sheet.problem(&models, limit).optimal(&SearchControl::default()).best;
        let (node, _) = found.ok_or_else(|| format!("nothing is {}-anonymous", self.k))?;
        let published = sheet.classes(&node).into_iter().filter(|rows| rows.len() as u64 >= self.k);
        published.map(|class| self.numbers(table, &class)).collect()
    }

    fn numbers(&self, table: &[Vec<String>], class: &[usize]) -> Result<NumberCounts, String> {
        let mut numbers = NumberCounts::new();
        for &row in class {
            let cell = &table[row][self.column];
            let number = cell
                .parse()
                .map_err(|_| format!("{}: {cell} is no whole number", COLUMNS[self.column]))?;
            *numbers.entry(number).or_default() += 1;
        }
        Ok(numbers)
    }
}

/// What is counted about the classes of a release at one delta.
fn compare(classes: &[NumberCounts], delta: Fraction) -> Vec<String> {
    let all = classes.iter().flat_map(|class| class.keys().copied());
    let yardstick = ClassMeasurer::new(all, delta);
    let measured: Vec<ClassMeasures> = classes.iter().map(|class| yardstick.of(class)).collect();
    let least = |of: fn(&ClassMeasures) -> Fraction| {
        measured.iter().map(of).min().map_or_else(String::new, plain)
    };
    let apart = |other: fn(&ClassMeasures) -> Fraction| {
        measured.iter().filter(|class| class.definition != other(class)).count()
    };
    let answers_apart = |other: fn(&ClassMeasures) -> Fraction| -> usize {
        let differ = |class: &ClassMeasures| {
            wanted().iter().filter(|&&l| (class.definition >= l) != (other(class) >= l)).count()
        };
        measured.iter().map(differ).sum()
    };
    let mut cells = vec![
        least(|class| class.definition),
        least(|class| class.window),
        least(|class| class.near),
    ];
    let mut counts = vec![
        apart(|class| class.window),
        apart(|class| class.near),
        apart(|class| class.near_double),
        measured.len() * wanted().len(),
        answers_apart(|class| class.window),
        answers_apart(|class| class.near),
    ];
    counts.extend(merge(classes, &measured, &yardstick));
    cells.extend(counts.iter().map(usize::to_string));
    cells
}

/// How many unions were made of two classes at random, and how many have less than both by the
/// definition, by the interval and by (eps,m)-anonymity.
fn merge(
    classes: &[NumberCounts],
    measured: &[ClassMeasures],
    yardstick: &ClassMeasurer,
) -> [usize; 4] {
    let mut broken = [0; 4];
    let mut chance = ChaCha8Rng::seed_from_u64(classes.len() as u64);
    for _ in 0..if classes.len() > 1 { UNIONS } else { 0 } {
        let one = chance.random_range(0..classes.len());
        let step = chance.random_range(1..classes.len());
        let other = (one + step) % classes.len();
        let whole = yardstick.of(&union(&classes[one], &classes[other]));
        let less = |of: fn(&ClassMeasures) -> Fraction| {
            usize::from(of(&whole) < of(&measured[one]).min(of(&measured[other])))
        };
        broken[0] += 1;
        broken[1] += less(|class| class.definition);
        broken[2] += less(|class| class.window);
        broken[3] += less(|class| class.near);
    }
    broken
}

impl Experiment for Definitions {
    fn name(&self) -> &'static str {
        "003-definitions"
    }

    fn title(&self) -> &'static str {
        "l and m of Adult's numbers by each definition"
    }

    fn paper(&self) -> &'static str {
        "003"
    }

    fn needs_adult(&self) -> bool {
        true
    }

    fn columns(&self) -> &'static [&'static str] {
        &[
            "k",
            "quasi_identifiers",
            "column",
            "classes",
            "delta",
            "definition",
            "window",
            "eps_m",
            "classes_apart_window",
            "classes_apart_eps_m",
            "classes_apart_double_eps_m",
            "questions",
            "answers_apart_window",
            "answers_apart_eps_m",
            "unions",
            "unions_broken_definition",
            "unions_broken_window",
            "unions_broken_eps_m",
        ]
    }

    fn points(&self, scale: RunScale) -> Vec<String> {
        let crowds: &[u64] = match scale {
            RunScale::Quick => &[5, 50],
            RunScale::Full => &[2, 5, 10, 20, 50, 100],
        };
        let mut points = Vec::new();
        for k in crowds {
            for (set, _) in QUASI {
                let point = |(column, _): (usize, _)| format!("k={k} {set} {}", COLUMNS[column]);
                points.extend(SECRETS.map(point));
            }
        }
        points
    }

    fn measure(&self, point: &str, world: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        let wanted = DefinitionPoint::read(point).ok_or_else(|| unknown(point))?;
        let classes = wanted.classes(&rows(world.census()?, DATA)?)?;
        let row = |halves: u64| {
            let delta = Fraction::new(halves, 2);
            let quasi = wanted.quasi.len();
            let mut row = vec![
                wanted.k.to_string(),
                quasi.to_string(),
                COLUMNS[wanted.column].to_owned(),
                classes.len().to_string(),
                plain(delta),
            ];
            row.extend(compare(&classes, delta));
            row
        };
        Ok(wanted.halves.map(row).to_vec())
    }

    fn present(&self, rows: &ResultRows, _: RunScale) -> Finding {
        let all = figures(rows);
        Finding {
            method: vec![
                "The rows of adult.data are published k-anonymously at the least loss, each \
                 quasi-identifier kept or replaced by *, with up to 5% of the rows suppressed. Five \
                 quasi-identifiers are workclass, education, marital-status, race and sex; eight \
                 have occupation, relationship and native-country besides. The numbers of every \
                 class are measured at four deltas by (delta,l)-diversity as defined, by the fullest \
                 interval of width 2 delta, and by (eps,m)-anonymity with eps = delta."
                    .into(),
                "A question is a class, a delta and an l of 1.2, 1.5, 2, 3, 5 or 10. The paper \
                 measured nothing: these figures are new."
                    .into(),
            ],
            pictures: vec![disagreement(rows), least(rows)],
            claims: vec![
                twice(all.clone()),
                differ(all.clone()),
                figure_3(all.clone()),
                unions(all.clone(), "unions_broken_definition", "(delta,l)-diversity as defined"),
                unions(all.clone(), "unions_broken_window", "the fullest interval"),
                not_monotone(all),
            ],
        }
    }
}
