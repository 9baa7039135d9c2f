//! Figure 3 of Zare-Mirakabad put to the test on random classes.

use incrowd_core::terms::Fraction;
use incrowd_render::{Axis, Chart, Lines, Series, SeriesKind};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::measure::{ClassMeasurer, ClassMeasures, NumberCounts, union};
use super::printed;
use super::shown::unions;
use crate::claim::{Claim, claim, whether};
use crate::figures::{NamedCells, figures, percent, sum};
use crate::key::unknown;
use crate::{Experiment, ExperimentData, Finding, Picture, ResultRow, ResultRows, RunScale};

/// How often the algorithm as printed errs, and how often unions break what held.
#[derive(Debug)]
pub struct Checking;

/// Rows per class.
const SIZES: [usize; 7] = [1, 2, 3, 5, 10, 20, 50];

/// The numbers of a class are drawn from 0 to this.
const SPAN: i64 = 100;

/// Twice the deltas.
const HALVES: [u64; 5] = [1, 5, 10, 20, 40];

/// The l that are asked for.
pub(super) fn wanted() -> [Fraction; 6] {
    [(6, 5), (3, 2), (2, 1), (3, 1), (5, 1), (10, 1)].map(|(l, of)| Fraction::new(l, of))
}

fn classes(scale: RunScale) -> usize {
    match scale {
        RunScale::Quick => 1000,
        RunScale::Full => 10_000,
    }
}

#[derive(Default)]
struct CheckCounts {
    asked: u64,
    wrong_yes: u64,
    wrong_no: u64,
    wrong_yes_window: u64,
    wrong_no_window: u64,
    apart: u64,
    unions: u64,
    broken: u64,
    broken_window: u64,
}

impl CheckCounts {
    /// What the algorithm answers about a class, beside the truth.
    fn ask(&mut self, class: &NumberCounts, delta: Fraction, truth: ClassMeasures) {
        self.apart += u64::from(truth.definition != truth.window);
        for l in wanted() {
            let answer = printed::holds(class, delta, l);
            let (definition, window) = (truth.definition >= l, truth.window >= l);
            self.asked += 1;
            self.wrong_yes += u64::from(answer && !definition);
            self.wrong_no += u64::from(!answer && definition);
            self.wrong_yes_window += u64::from(answer && !window);
            self.wrong_no_window += u64::from(!answer && window);
        }
    }

    /// Whether a union has less than both of its parts.
    fn merge(&mut self, parts: [ClassMeasures; 2], whole: ClassMeasures) {
        let [one, other] = parts;
        self.unions += 1;
        self.broken += u64::from(whole.definition < one.definition.min(other.definition));
        self.broken_window += u64::from(whole.window < one.window.min(other.window));
    }

    fn cells(&self) -> Vec<String> {
        let counts = [
            self.asked,
            self.wrong_yes,
            self.wrong_no,
            self.wrong_yes_window,
            self.wrong_no_window,
            self.apart,
            self.unions,
            self.broken,
            self.broken_window,
        ];
        counts.iter().map(u64::to_string).collect()
    }
}

/// Draws classes of a size, and lets each be judged and merged with the one before.
fn trial(size: usize, classes: usize) -> CheckCounts {
    let mut chance = ChaCha8Rng::seed_from_u64(size as u64);
    let yardsticks = HALVES.map(|halves| {
        let delta = Fraction::new(halves, 2);
        (delta, ClassMeasurer::new(0..=SPAN, delta))
    });
    let (mut counts, mut last) = (CheckCounts::default(), None);
    for number in 0..classes {
        // Neighbours have the same delta, and each pair another.
        let (delta, yardstick) = &yardsticks[number / 2 % HALVES.len()];
        let mut class = NumberCounts::new();
        for _ in 0..size {
            *class.entry(chance.random_range(0..=SPAN)).or_default() += 1;
        }
        let truth = yardstick.of(&class);
        counts.ask(&class, *delta, truth);
        last = match last {
            None => Some((class, truth)),
            Some((other, before)) => {
                counts.merge([before, truth], yardstick.of(&union(&other, &class)));
                None
            }
        };
    }
    counts
}

impl Experiment for Checking {
    fn name(&self) -> &'static str {
        "003-checking"
    }

    fn title(&self) -> &'static str {
        "The checking algorithm of Zare-Mirakabad on random classes"
    }

    fn paper(&self) -> &'static str {
        "003"
    }

    fn needs_adult(&self) -> bool {
        false
    }

    fn columns(&self) -> &'static [&'static str] {
        &[
            "size",
            "classes",
            "questions",
            "wrong_yes",
            "wrong_no",
            "wrong_yes_window",
            "wrong_no_window",
            "classes_apart",
            "unions",
            "unions_broken_definition",
            "unions_broken_window",
        ]
    }

    fn points(&self, scale: RunScale) -> Vec<String> {
        SIZES.iter().map(|size| format!("{size} rows, {} classes", classes(scale))).collect()
    }

    fn measure(&self, point: &str, world: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        let size = point.split(' ').next().and_then(|size| size.parse::<usize>().ok());
        let size = size.ok_or_else(|| unknown(point))?;
        let classes = classes(world.scale);
        let mut row = vec![size.to_string(), classes.to_string()];
        row.extend(trial(size, classes).cells());
        Ok(vec![row])
    }

    fn present(&self, rows: &ResultRows, _: RunScale) -> Finding {
        let all = figures(rows);
        let claims = vec![
            agreement(all.clone()),
            window(all.clone()),
            unions(all.clone(), "unions_broken_definition", "(delta,l)-diversity as defined"),
            unions(all, "unions_broken_window", "the fullest interval"),
        ];
        Finding {
            method: vec![format!(
                "Classes of whole numbers drawn evenly from 0 to {SPAN}, with delta 0.5, 2.5, 5, 10 \
                 and 20 in turn, are put to the algorithm as printed with l = 1.2, 1.5, 2, 3, 5 and \
                 10. Its answers are compared with definition 5 and with what it means to compute: \
                 the fullest interval of width 2 delta. Each class is then merged with its \
                 neighbour."
            )],
            pictures: vec![picture(rows)],
            claims,
        }
    }
}

fn picture(rows: &ResultRows) -> Picture {
    let line = |name: &str, part: &str, whole: &str| Series {
        name: name.to_owned(),
        kind: SeriesKind::Measured,
        points: figures(rows)
            .filter_map(|row| Some((row.number("size")?, row.share(part, whole))))
            .collect(),
    };
    Picture {
        of: "Figure 3",
        claim: "The algorithm decides definition 5.".into(),
        chart: Chart::Lines(Lines {
            title: "Where figure 3 as printed errs".into(),
            x: Axis { label: "rows of a class".into(), log: true, ..Axis::default() },
            y: Axis { label: "% of answers, or of unions".into(), ..Axis::default() },
            series: vec![
                line("yes where the definition says no", "wrong_yes", "questions"),
                line("no where the definition says yes", "wrong_no", "questions"),
                line("yes where the interval says no", "wrong_yes_window", "questions"),
                line("unions that break the definition", "unions_broken_definition", "unions"),
                line("unions that break the interval", "unions_broken_window", "unions"),
            ],
        }),
    }
}

fn agreement<'r>(rows: impl Iterator<Item = NamedCells<'r>> + Clone) -> Claim {
    let asked = sum(rows.clone(), "questions");
    let (yes, no) = (sum(rows.clone(), "wrong_yes"), sum(rows, "wrong_no"));
    claim(
        "Figure 3",
        "The algorithm decides (delta,l)-diversity as defined.",
        format!(
            "It errs in {} of the answers: {yes} times by a yes and {no} times by a no, of {asked}.",
            percent(yes + no, asked)
        ),
        whether((asked > 0.0).then_some(yes + no == 0.0)),
        "It counts intervals of width 2 delta, the definition both sides of a number.",
    )
}

fn window<'r>(rows: impl Iterator<Item = NamedCells<'r>> + Clone) -> Claim {
    let asked = sum(rows.clone(), "questions");
    let wrong = |is_single: bool| {
        let of = rows.clone().filter(move |row| row.is("size", "1") == is_single);
        sum(of.clone(), "wrong_yes_window") + sum(of, "wrong_no_window")
    };
    let (single, others) = (wrong(true), wrong(false));
    claim(
        "Figure 3",
        "The algorithm finds the fullest interval of width 2 delta.",
        format!(
            "It errs {single} times about classes of one row and {others} times about larger ones, \
             of {asked} answers."
        ),
        whether((asked > 0.0).then_some(single + others == 0.0)),
        "A class of one row is never looked at, and passes for any l.",
    )
}
