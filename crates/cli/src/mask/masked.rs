//! A column ready to be masked: which text is published for which.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use incrowd::hierarchy::Hierarchy;
use incrowd::mask::cluster::Ties;
use incrowd::mask::numbers::{self, Group, Method};
use incrowd::mask::scale::Scale;
use incrowd::mask::stream::Buckets;
use incrowd::table::Dictionary;
use incrowd::terms::Nulls;

use super::cell::Cell;
use super::values::Held;

/// A column ready to be masked.
pub struct Masked {
    pub how: How,
    /// In words.
    pub way: String,
    pub error: Option<f64>,
    pub rank_difference: Option<u128>,
    /// Whether what is published is of the input's own values.
    pub members: bool,
    /// What the published column must show, where that is known.
    pub expected: Option<Expected>,
}

/// How many values are published, and the rows of the rarest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    pub distinct: u64,
    pub rarest: u64,
}

impl Expected {
    /// Of labels with their rows; those without rows are not published.
    pub fn of(labels: impl IntoIterator<Item = u64>) -> Expected {
        let rows = labels.into_iter().filter(|&rows| rows > 0);
        let (distinct, rarest) =
            rows.fold((0, u64::MAX), |(distinct, rarest), rows| (distinct + 1, rarest.min(rows)));
        Expected { distinct, rarest }
    }
}

/// What is published for a cell.
pub enum How {
    Cell(Cell),
    /// By text.
    Labels(Labels),
    /// By number.
    Buckets(Bucketed),
}

/// A label for each range of numbers.
pub struct Bucketed {
    pub scale: Scale,
    pub buckets: Buckets<f64>,
    /// Per bucket: the label, and the number that it means.
    pub labels: Vec<(String, f64)>,
}

/// A label for each text.
pub struct Labels {
    texts: Dictionary,
    choices: Vec<Choice>,
    labels: Vec<String>,
}

/// The label of a text.
enum Choice {
    Always(u32),
    /// So many rows get one label, and the next so many another: cut ties.
    InTurn(Vec<(u64, u32)>, AtomicU64),
}

impl Masked {
    /// A column that is masked cell by cell.
    pub fn by_cell(cell: Cell) -> Masked {
        let members = matches!(cell, Cell::Keep);
        let way = cell.describe();
        let how = How::Cell(cell);
        Masked { how, way, error: None, rank_difference: None, members, expected: None }
    }

    /// Categories at a level of their hierarchy.
    pub fn by_level(held: &Held, hierarchy: &Hierarchy, level: usize) -> Masked {
        let nodes = hierarchy.nodes(level);
        let labels = (0..nodes).map(|node| hierarchy.label(level, node as u32).to_owned());
        let node_of = hierarchy.node_of(level);
        // The hierarchy was built over these very texts.
        let choice = |text: &str| {
            let node = hierarchy.code(text).map_or(0, |code| node_of[code as usize]);
            Choice::Always(node)
        };
        let choices = held.texts.iter().map(choice).collect();
        let labels = Labels { texts: held.texts.clone(), choices, labels: labels.collect() };
        Masked {
            expected: Some(labels.expected(&held.rows)),
            how: How::Labels(labels),
            way: format!("level {level} of {}", hierarchy.height()),
            error: None,
            rank_difference: None,
            members: level == 0,
        }
    }

    /// What is published for a cell; nothing if the cell was not there before, and why it cannot be.
    pub fn publish<'a>(
        &'a self,
        text: &'a str,
        nulls: &Nulls,
    ) -> std::result::Result<Cow<'a, str>, Option<String>> {
        match &self.how {
            How::Cell(cell) => cell.publish(text, nulls).map_err(Some),
            How::Labels(labels) => labels.of(text).map(Cow::from).ok_or(None),
            How::Buckets(_) if nulls.is_missing(text) => Ok(text.into()),
            How::Buckets(bucketed) => {
                let number = bucketed.scale.read(text).ok_or(None)?;
                Ok(bucketed.labels[bucketed.buckets.place(number)].0.as_str().into())
            }
        }
    }

    /// The buckets of numbers that are not held.
    pub fn bucketed(&self) -> Option<&Bucketed> {
        match &self.how {
            How::Buckets(bucketed) => Some(bucketed),
            _ => None,
        }
    }

    /// Whether rows must come in order.
    pub fn is_ordered(&self) -> bool {
        let in_turn = |choice: &Choice| matches!(choice, Choice::InTurn(..));
        matches!(&self.how, How::Labels(labels) if labels.choices.iter().any(in_turn))
    }
}

impl Labels {
    /// What these labels make of texts with their rows.
    fn expected(&self, rows: &[u64]) -> Expected {
        let mut counts = vec![0; self.labels.len()];
        for (choice, &rows) in self.choices.iter().zip(rows) {
            match choice {
                Choice::Always(label) => counts[*label as usize] += rows,
                Choice::InTurn(turns, _) => {
                    turns.iter().for_each(|(rows, label)| counts[*label as usize] += rows);
                }
            }
        }
        Expected::of(counts)
    }

    fn of(&self, text: &str) -> Option<&str> {
        let label = match &self.choices[self.texts.code(text)? as usize] {
            Choice::Always(label) => *label,
            Choice::InTurn(turns, seen) => {
                let seen = seen.fetch_add(1, Ordering::Relaxed);
                let mut end = 0;
                let turn = turns.iter().find(|(rows, _)| {
                    end += rows;
                    seen < end
                });
                turn?.1
            }
        };
        Some(&self.labels[label as usize])
    }
}

/// How a column of numbers is to be masked.
pub struct Numbers<'a> {
    pub method: Method,
    pub ties: Ties,
    /// Values that may be published, missing ones among them.
    pub values: u64,
    pub ranges: bool,
    pub nulls: &'a Nulls,
}

impl Numbers<'_> {
    /// Masks numbers that are all held.
    pub fn of_held(&self, held: &Held, scale: Scale) -> std::result::Result<Masked, String> {
        let line = InOrder::new(held, scale, self.nulls)?;
        let absent = held.absent(self.nulls);
        let kept = line.counts.len() as u64 + absent;
        if kept <= self.values {
            return Ok(Masked {
                way: "kept: few enough values".into(),
                ..Masked::by_cell(Cell::Keep)
            });
        }
        let rows: u64 = line.counts.iter().map(|&(_, rows)| rows).sum();
        let Some(k) = self.k(rows, absent) else { return Ok(Masked::by_cell(Cell::Redact)) };
        let masked = numbers::mask(&line.counts, k, self.method, self.ties, scale)
            .map_err(|error| error.to_string())?;
        let member = |number: f64| line.text_of(number);
        let mut labels: Vec<String> =
            (masked.groups.iter()).map(|group| label(group, self.ranges, scale, member)).collect();
        let mut turns: Vec<Vec<(u64, u32)>> = vec![Vec::new(); line.counts.len()];
        for piece in &masked.pieces {
            turns[piece.value].push((piece.rows, piece.group as u32));
        }
        let mut choices = Vec::with_capacity(held.texts.len());
        for (text, place) in held.texts.iter().zip(&line.places) {
            choices.push(match place {
                Some(value) if turns[*value].len() == 1 => Choice::Always(turns[*value][0].1),
                Some(value) => Choice::InTurn(turns[*value].clone(), AtomicU64::new(0)),
                None => {
                    labels.push(text.to_owned());
                    Choice::Always(labels.len() as u32 - 1)
                }
            });
        }
        let smallest = masked.groups.iter().map(|group| group.rows).min().unwrap_or(0);
        let labels = Labels { texts: held.texts.clone(), choices, labels };
        Ok(Masked {
            expected: Some(labels.expected(&held.rows)),
            how: How::Labels(labels),
            way: self.way(masked.groups.len(), smallest),
            error: masked.error,
            rank_difference: Some(masked.rank_difference),
            members: !self.ranges && masked.groups.iter().all(|g| line.text_of(g.centre).is_some()),
        })
    }

    /// The rows that each group needs; nothing if there is no room for numbers beside so many texts
    /// for missing values.
    pub fn k(&self, rows: u64, absent: u64) -> Option<u64> {
        let groups = self.values.saturating_sub(absent);
        (groups > 0).then(|| rows.div_ceil(groups))
    }

    /// The groups in words.
    pub fn way(&self, groups: usize, smallest: u64) -> String {
        let name = self.method.name();
        let plural = if groups == 1 { "group" } else { "groups" };
        format!("{name}: {groups} {plural} of {smallest} rows or more")
    }
}

/// What a group is published as.
pub fn label<'t>(
    group: &Group,
    ranges: bool,
    scale: Scale,
    member: impl Fn(f64) -> Option<&'t str>,
) -> String {
    let text = |number: f64| member(number).map_or_else(|| scale.write(number), str::to_owned);
    if ranges && group.low < group.high {
        return format!("[{},{}]", text(group.low), text(group.high));
    }
    text(if ranges { group.low } else { group.centre })
}

/// Distinct numbers in ascending order with their rows, and the texts that they were.
struct InOrder<'a> {
    counts: Vec<(f64, u64)>,
    /// Per number: the first of its texts.
    texts: Vec<&'a str>,
    /// Per text: its number; nothing if it is missing.
    places: Vec<Option<usize>>,
}

impl<'a> InOrder<'a> {
    fn new(held: &'a Held, scale: Scale, nulls: &Nulls) -> std::result::Result<Self, String> {
        let mut numbers: Vec<(f64, &str, usize)> = Vec::with_capacity(held.texts.len());
        for (code, text) in held.texts.iter().enumerate() {
            if !nulls.is_missing(text) {
                let number = scale.read(text).ok_or_else(|| format!("'{text}' is no number"))?;
                numbers.push((number, text, code));
            }
        }
        numbers.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(b.1)));
        let (mut counts, mut texts) = (Vec::<(f64, u64)>::new(), Vec::new());
        let mut places = vec![None; held.texts.len()];
        for (number, text, code) in numbers {
            if counts.last().is_none_or(|last| last.0 != number) {
                counts.push((number, 0));
                texts.push(text);
            }
            let last = counts.len() - 1;
            counts[last].1 += held.rows[code];
            places[code] = Some(last);
        }
        Ok(InOrder { counts, texts, places })
    }

    /// The text of a number that occurs.
    fn text_of(&self, number: f64) -> Option<&'a str> {
        let place = self.counts.binary_search_by(|(other, _)| other.total_cmp(&number)).ok()?;
        Some(self.texts[place])
    }
}
