//! A column ready to be masked: which text is published for which.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use incrowd::hierarchy::Hierarchy;
use incrowd::mask::cluster::Ties;
use incrowd::mask::numbers::{self, Group, Method};
use incrowd::mask::scale::Scale;
use incrowd::mask::stream::Buckets;
use incrowd::table::Dictionary;
use incrowd::terms::Nulls;

use super::cell::Cell;
use super::values::{Held, small};

/// A column ready to be masked.
pub struct Masked {
    pub how: How,
    /// In words.
    pub way: String,
    pub error: Option<f64>,
    pub rank_difference: Option<f64>,
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
    /// Per text: its label, or nothing if its rows get several in turn.
    always: Vec<Option<u32>>,
    /// Texts whose ties are cut: so many rows get one label, and the next so many another. Texts of
    /// one number take turns together.
    in_turn: BTreeMap<u32, Arc<InTurn>>,
    /// The labels of small whole numbers, which are most of many columns.
    small: Vec<Option<u32>>,
    labels: Vec<String>,
}

/// The label of a text.
#[derive(Clone)]
enum Labelled {
    Always(u32),
    InTurn(Arc<InTurn>),
}

/// The labels of a number whose ties are cut, and how many of its rows have theirs.
struct InTurn {
    turns: Vec<(u64, u32)>,
    seen: AtomicU64,
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
        let node = |text: &str| hierarchy.code(text).map_or(0, |code| node_of[code as usize]);
        let of_text = held.texts.iter().map(|text| Labelled::Always(node(text)));
        let labels = Labels::new(held, of_text, labels.collect());
        Masked {
            expected: Some(labels.expected(&held.rows)),
            how: How::Labels(labels),
            way: format!("level {level} of {}", hierarchy.height()),
            error: None,
            rank_difference: None,
            members: level == 0,
        }
    }

    /// How many values are published, where that is known.
    pub fn distinct(&self) -> Option<u64> {
        match &self.how {
            How::Cell(Cell::Redact | Cell::Constant(_)) => Some(1),
            _ => self.expected.map(|expected| expected.distinct),
        }
    }

    /// Whether a missing value is still seen to be missing, where it is written so.
    pub fn shows(&self, missing: &str) -> bool {
        match &self.how {
            How::Cell(Cell::Redact | Cell::Constant(_)) => false,
            How::Cell(_) | How::Buckets(_) => true,
            How::Labels(labels) => {
                labels.place(missing).is_some_and(|place| labels.label(place) == missing)
            }
        }
    }

    /// Whether rows must come in order.
    pub fn is_ordered(&self) -> bool {
        matches!(&self.how, How::Labels(labels) if !labels.in_turn.is_empty())
    }
}

impl Labels {
    /// For each text its label, or the labels that its rows get in turn.
    fn new(held: &Held, of_text: impl Iterator<Item = Labelled>, labels: Vec<String>) -> Self {
        let mut all = Labels {
            texts: held.texts.clone(),
            always: Vec::with_capacity(held.texts.len()),
            in_turn: BTreeMap::new(),
            small: Vec::new(),
            labels,
        };
        for (code, (text, labelled)) in (0..).zip(held.texts.iter().zip(of_text)) {
            match labelled {
                Labelled::Always(label) => {
                    all.always.push(Some(label));
                    if let Some(number) = small(text) {
                        if number >= all.small.len() {
                            all.small.resize((number + 1).next_power_of_two(), None);
                        }
                        all.small[number] = Some(label);
                    }
                }
                Labelled::InTurn(turns) => {
                    all.always.push(None);
                    all.in_turn.insert(code, turns);
                }
            }
        }
        all
    }

    /// What these labels make of texts with their rows.
    fn expected(&self, rows: &[u64]) -> Expected {
        let mut counts = vec![0; self.labels.len()];
        for (label, rows) in self.always.iter().zip(rows) {
            label.iter().for_each(|&label| counts[label as usize] += rows);
        }
        let mut counted: Vec<&Arc<InTurn>> = Vec::new();
        for turns in self.in_turn.values() {
            if !counted.iter().any(|other| Arc::ptr_eq(other, turns)) {
                counted.push(turns);
                turns.turns.iter().for_each(|&(rows, label)| counts[label as usize] += rows);
            }
        }
        Expected::of(counts)
    }

    /// The place of a text's label; nothing if the text was not there before.
    pub fn place(&self, text: &str) -> Option<u32> {
        if let Some(&label) = small(text).and_then(|number| self.small.get(number))
            && label.is_some()
        {
            return label;
        }
        let code = self.texts.code(text)?;
        if let Some(label) = self.always[code as usize] {
            return Some(label);
        }
        let InTurn { turns, seen } = &**self.in_turn.get(&code)?;
        let seen = seen.fetch_add(1, Ordering::Relaxed);
        let mut end = 0;
        let turn = turns.iter().find(|(rows, _)| {
            end += rows;
            seen < end
        });
        turn.map(|&(_, label)| label)
    }

    /// A label by its place.
    pub fn label(&self, place: u32) -> &str {
        &self.labels[place as usize]
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
        if held.texts.len() as u64 <= self.values {
            let expected = Some(Expected::of(held.rows.iter().copied()));
            let way = "kept: few enough values".to_owned();
            return Ok(Masked { way, expected, ..Masked::by_cell(Cell::Keep) });
        }
        let rows: u64 = line.counts.iter().map(|&(_, rows)| rows).sum();
        // Numbers that are few enough, but written in several ways, are only written in one.
        let few = line.counts.len() as u64 + absent <= self.values;
        let (k, ties) = match few {
            true => (Some(1), Ties::Together),
            false => (self.k(rows, absent), self.ties),
        };
        let Some(k) = k else {
            let expected = Some(Expected::of([held.rows.iter().sum()]));
            return Ok(Masked { expected, ..Masked::by_cell(Cell::Redact) });
        };
        let masked = numbers::mask(&line.counts, k, self.method, ties, scale)
            .map_err(|error| error.to_string())?;
        let member = |number: f64| line.text_of(number);
        let mut labels: Vec<String> =
            (masked.groups.iter()).map(|group| label(group, self.ranges, scale, member)).collect();
        let mut numbers: Vec<Labelled> = Vec::with_capacity(line.counts.len());
        for pieces in masked.pieces.chunk_by(|one, next| one.value == next.value) {
            let turns: Vec<(u64, u32)> =
                pieces.iter().map(|piece| (piece.rows, piece.group as u32)).collect();
            numbers.push(match turns[..] {
                [(_, label)] => Labelled::Always(label),
                _ => Labelled::InTurn(Arc::new(InTurn { turns, seen: AtomicU64::new(0) })),
            });
        }
        // What is missing stays as it is.
        let mut of_text = Vec::with_capacity(held.texts.len());
        for (text, place) in held.texts.iter().zip(&line.places) {
            of_text.push(match place {
                Some(value) => numbers[*value].clone(),
                None => {
                    labels.push(text.to_owned());
                    Labelled::Always(labels.len() as u32 - 1)
                }
            });
        }
        let smallest = masked.groups.iter().map(|group| group.rows).min().unwrap_or(0);
        let labels = Labels::new(held, of_text.into_iter(), labels);
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
