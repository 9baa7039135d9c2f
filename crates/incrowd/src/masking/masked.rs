//! A column ready to be masked: which text is published for which.

use std::fmt;

use incrowd_columns::mask::cluster::{Holders, Ties};
use incrowd_columns::mask::numbers::{self, GroupLimits, Grouping, NumberGroup};
use incrowd_columns::mask::scale::Scale;
use incrowd_columns::mask::stream::QuantileBuckets;
use incrowd_core::hierarchy::Hierarchy;
use incrowd_core::terms::Nulls;

use super::cell::CellRule;
use super::labels::{Expected, Labelled, MaskLabels};
use super::people::TextHolders;
use super::plan::PublishedGroup;
use super::values::HeldTexts;

/// A column ready to be masked.
pub struct PreparedColumn {
    /// How its cells are shown.
    pub(super) how: CellMapping,
    /// In words.
    pub way: String,
    /// How far values moved, on average.
    pub error: Option<f64>,
    /// How far values moved in rank, on average.
    pub rank_difference: Option<f64>,
    /// Whether what is published is of the input's own values.
    pub(super) members: bool,
    /// What the published column must show, where that is known.
    pub(super) expected: Option<Expected>,
    /// The fewest people who share one of its values, where people are counted and that is known.
    pub(super) fewest_people: Option<u64>,
    /// Cells of missing values that said more than that, and were published empty.
    pub blanked: u64,
}

impl fmt::Debug for PreparedColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Masked")
            .field("way", &self.way)
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}

/// What is published for a cell.
pub enum CellMapping {
    /// Each by itself.
    Cell(CellRule),
    /// By text.
    Labels(MaskLabels),
    /// By number.
    Buckets(Bucketed),
}

/// A label for each range of numbers.
pub struct Bucketed {
    /// How values are numbers.
    pub scale: Scale,
    /// The groups.
    pub buckets: QuantileBuckets<f64>,
    /// Per bucket: the label, and the number that it means.
    pub labels: Vec<(String, f64)>,
}

impl PreparedColumn {
    /// A column that is masked cell by cell.
    pub(super) fn by_cell(cell: CellRule) -> PreparedColumn {
        let members = matches!(cell, CellRule::Keep);
        let way = cell.describe();
        PreparedColumn {
            how: CellMapping::Cell(cell),
            way,
            error: None,
            rank_difference: None,
            members,
            expected: None,
            fewest_people: None,
            blanked: 0,
        }
    }

    /// Categories at a level of their hierarchy.
    pub(super) fn by_level(
        held: &HeldTexts,
        hierarchy: &Hierarchy,
        level: usize,
        nulls: &Nulls,
    ) -> std::result::Result<PreparedColumn, String> {
        let node_of = hierarchy.node_of(level);
        let mut labels = MaskLabels::new(held);
        for text in held.texts.iter() {
            let code = hierarchy.code(text).ok_or_else(|| format!("'{text}' has no level"))?;
            let label = hierarchy.label(level, node_of[code as usize]);
            // A missing value that no hierarchy knows stays itself on every level.
            let label = if label == text { nulls.published(text) } else { label };
            let label = labels.label_of(label);
            labels.push(text, Labelled::Always(label));
        }
        Ok(PreparedColumn {
            expected: Some(labels.expected(&held.rows)),
            how: CellMapping::Labels(labels),
            way: format!("level {level} of {}", hierarchy.height()),
            error: None,
            rank_difference: None,
            members: level == 0,
            fewest_people: None,
            blanked: 0,
        })
    }

    /// How many values are published, where that is known.
    #[must_use]
    pub fn distinct(&self) -> Option<u64> {
        match &self.how {
            CellMapping::Cell(CellRule::Redact | CellRule::Constant(_)) => Some(1),
            _ => self.expected.map(|expected| expected.distinct),
        }
    }

    /// Whether a missing value is still seen to be missing, where it is written so.
    pub(super) fn shows(&self, missing: &str, nulls: &Nulls) -> bool {
        match &self.how {
            CellMapping::Cell(CellRule::Redact | CellRule::Constant(_)) => false,
            CellMapping::Cell(_) | CellMapping::Buckets(_) => true,
            CellMapping::Labels(labels) => {
                let shown = nulls.published(missing);
                labels.place(missing).is_some_and(|place| labels.label(place) == shown)
            }
        }
    }

    /// Whether rows must come in order.
    pub(super) fn is_ordered(&self) -> bool {
        matches!(&self.how, CellMapping::Labels(labels) if labels.is_ordered())
    }
}

/// How a column of numbers is to be masked.
pub struct NumberMasking<'a> {
    /// How they are grouped.
    pub grouping: Grouping,
    /// Whether equal ones stay together.
    pub ties: Ties,
    /// Values that may be published, missing ones among them.
    pub values: u64,
    /// What groups are published as.
    pub publish: PublishedGroup,
    /// What stands for no value.
    pub nulls: &'a Nulls,
    /// Whether groups need people, and not rows.
    pub of_people: bool,
}

impl NumberMasking<'_> {
    /// Masks numbers that are all held, given who has which text where people are counted.
    pub fn of_held(
        &self,
        held: &HeldTexts,
        scale: Scale,
        people: Option<&TextHolders>,
    ) -> std::result::Result<PreparedColumn, String> {
        let line = InOrder::new(held, scale, self.nulls)?;
        let absent = held.absent(self.nulls);
        if held.texts.len() as u64 <= self.values || line.counts.is_empty() {
            let expected = Some(held.kept(self.nulls));
            let way = "kept: few enough values".to_owned();
            return Ok(PreparedColumn { way, expected, ..PreparedColumn::by_cell(CellRule::Keep) });
        }
        let rows: u64 = line.counts.iter().map(|&(_, rows)| rows).sum();
        let holders = people.map(|people| people.of_values(&line.places, line.counts.len()));
        let members = holders.as_ref().map_or(rows, Holders::people);
        // Numbers that are few enough, but written in several ways, are only written in one.
        let few = line.counts.len() as u64 + absent <= self.values;
        let (room, ties) = match few {
            true => (Some(GroupLimits { k: 1, groups: u64::MAX }), Ties::Together),
            false => (self.room(members, absent), self.ties),
        };
        let Some(room) = room else {
            let expected = Some(Expected::of([held.rows.iter().sum()]));
            return Ok(PreparedColumn { expected, ..PreparedColumn::by_cell(CellRule::Redact) });
        };
        let member = |number: f64| line.text_of(number);
        let may_stand = |centre: f64| self.may_stand(centre, scale, member);
        let (counts, holders) = (&line.counts, holders.as_ref());
        let masked =
            numbers::group_numbers(counts, holders, room, self.grouping, ties, scale, may_stand)
                .map_err(|error| error.to_string())?;
        let mut labels = MaskLabels::new(held);
        let alone = masked.groups.len() == 1;
        let groups: Vec<u32> = (masked.groups.iter())
            .map(|group| labels.label_of(&self.label(group, alone, scale, member)))
            .collect();
        let mut numbers: Vec<Labelled> = Vec::with_capacity(line.counts.len());
        for pieces in masked.pieces.chunk_by(|one, next| one.value == next.value) {
            let turns = pieces.iter().map(|piece| (piece.rows, groups[piece.group])).collect();
            numbers.push(labels.turns(turns));
        }
        for (text, place) in held.texts.iter().zip(&line.places) {
            let labelled = match place {
                Some(value) => numbers[*value],
                None => Labelled::Always(labels.label_of(self.nulls.published(text))),
            };
            labels.push(text, labelled);
        }
        let smallest = masked.groups.iter().map(NumberGroup::members).min().unwrap_or(0);
        Ok(PreparedColumn {
            expected: Some(labels.expected(&held.rows)),
            fewest_people: people.map(|people| people.fewest(|code| labels.always(code))),
            how: CellMapping::Labels(labels),
            way: self.way(masked.groups.len(), smallest),
            error: masked.error,
            rank_difference: Some(masked.rank_difference),
            members: self.publish == PublishedGroup::Centre
                && !alone
                && masked.groups.iter().all(|group| line.text_of(group.centre).is_some()),
            blanked: 0,
        })
    }

    /// The groups that there is room for; nothing if there is none beside so many texts for missing
    /// values.
    pub fn room(&self, members: u64, absent: u64) -> Option<GroupLimits> {
        GroupLimits::of(members, self.values.saturating_sub(absent))
    }

    /// Whether a number can be published: one that reads as missing (`null`) cannot.
    pub fn may_stand<'t>(
        &self,
        number: f64,
        scale: Scale,
        member: impl Fn(f64) -> Option<&'t str>,
    ) -> bool {
        member(number).is_some() || !self.nulls.is_missing(&scale.write(number))
    }

    /// What a group is published as. One that is `alone` holds all numbers: it tells nothing, so
    /// neither its centre nor its extremes are shown.
    pub fn label<'t>(
        &self,
        group: &NumberGroup,
        alone: bool,
        scale: Scale,
        member: impl Fn(f64) -> Option<&'t str>,
    ) -> String {
        let text = |number: f64| member(number).map_or_else(|| scale.write(number), str::to_owned);
        match self.publish {
            _ if alone => "*".to_owned(),
            PublishedGroup::Centre => text(group.centre),
            PublishedGroup::Range if group.low < group.high => {
                format!("[{},{}]", text(group.low), text(group.high))
            }
            PublishedGroup::Range => text(group.low),
        }
    }

    /// The groups in words, given the rows or people of the smallest.
    pub fn way(&self, groups: usize, smallest: u64) -> String {
        let name = self.grouping.name();
        let noun = if self.of_people { "people" } else { "rows" };
        match (groups, self.publish) {
            (1, _) => format!("{name}: one group of all, *"),
            (_, PublishedGroup::Range) => {
                format!("{name}: {groups} ranges of {smallest} {noun} or more")
            }
            (_, PublishedGroup::Centre) => {
                format!("{name}: {groups} centres of {smallest} {noun} or more")
            }
        }
    }
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
    fn new(held: &'a HeldTexts, scale: Scale, nulls: &Nulls) -> std::result::Result<Self, String> {
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
