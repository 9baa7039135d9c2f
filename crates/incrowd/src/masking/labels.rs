//! What is published for each text of a column whose values are held.

use std::sync::atomic::{AtomicU64, Ordering};

use incrowd_core::table::Dictionary;

use super::values::{HeldTexts, small};

/// A label for each text.
pub struct MaskLabels {
    texts: Dictionary,
    of_text: Vec<Labelled>,
    /// Numbers whose ties are cut.
    in_turn: Vec<InTurn>,
    /// The labels of small whole numbers, which are most of many columns.
    small: Vec<Option<u32>>,
    /// All different.
    labels: Dictionary,
}

/// The label of a text.
#[derive(Clone, Copy)]
pub enum Labelled {
    Always(u32),
    /// So many rows get one label, and the next so many another; texts of one number take turns
    /// together.
    InTurn(u32),
}

/// The labels of a number whose ties are cut, and how many of its rows have theirs.
struct InTurn {
    /// Where each turn ends, in rows, and its label.
    turns: Vec<(u64, u32)>,
    seen: AtomicU64,
}

impl MaskLabels {
    /// No labels yet for texts in the order in which they are held.
    pub fn new(held: &HeldTexts) -> Self {
        MaskLabels {
            texts: held.texts.clone(),
            of_text: Vec::with_capacity(held.texts.len()),
            in_turn: Vec::new(),
            small: Vec::new(),
            labels: Dictionary::default(),
        }
    }

    /// The place of a label.
    pub fn label_of(&mut self, label: &str) -> u32 {
        self.labels.intern(label)
    }

    /// Says what the next text gets.
    pub fn push(&mut self, text: &str, labelled: Labelled) {
        self.of_text.push(labelled);
        if let (Labelled::Always(label), Some(number)) = (labelled, small(text)) {
            if number >= self.small.len() {
                self.small.resize((number + 1).next_power_of_two(), None);
            }
            self.small[number] = Some(label);
        }
    }

    /// The label of a number, or the turns that its rows take: (rows, label) each.
    pub fn turns(&mut self, mut turns: Vec<(u64, u32)>) -> Labelled {
        let mut end = 0;
        for (rows, _) in &mut turns {
            end += *rows;
            *rows = end;
        }
        // The last of equal neighbours says where all of them end.
        turns.reverse();
        turns.dedup_by_key(|(_, label)| *label);
        turns.reverse();
        if let [(_, label)] = turns[..] {
            return Labelled::Always(label);
        }
        self.in_turn.push(InTurn { turns, seen: AtomicU64::new(0) });
        Labelled::InTurn(self.in_turn.len() as u32 - 1)
    }

    /// What these labels make of texts with their rows.
    pub fn expected(&self, rows: &[u64]) -> Expected {
        let mut counts = vec![0; self.labels.len()];
        for (labelled, rows) in self.of_text.iter().zip(rows) {
            if let Labelled::Always(label) = labelled {
                counts[*label as usize] += rows;
            }
        }
        for InTurn { turns, .. } in &self.in_turn {
            let mut start = 0;
            for &(end, label) in turns {
                counts[label as usize] += end - start;
                start = end;
            }
        }
        Expected::of(counts)
    }

    /// The place of the label that a text always has, by its code; that of the first where ties are cut.
    pub fn always(&self, code: u32) -> u32 {
        match self.of_text[code as usize] {
            Labelled::Always(label) => label,
            Labelled::InTurn(number) => self.in_turn[number as usize].turns[0].1,
        }
    }

    /// The place of a text's label; nothing if the text was not there before.
    pub fn place(&self, text: &str) -> Option<u32> {
        if let Some(&label) = small(text).and_then(|number| self.small.get(number))
            && label.is_some()
        {
            return label;
        }
        match self.of_text[self.texts.code(text)? as usize] {
            Labelled::Always(label) => Some(label),
            Labelled::InTurn(number) => {
                let InTurn { turns, seen } = &self.in_turn[number as usize];
                let seen = seen.fetch_add(1, Ordering::Relaxed);
                let turn = turns.partition_point(|&(end, _)| end <= seen);
                turns.get(turn).map(|&(_, label)| label)
            }
        }
    }

    /// Whether rows must come in order, to take turns.
    pub fn is_ordered(&self) -> bool {
        !self.in_turn.is_empty()
    }

    /// A label by its place.
    pub fn label(&self, place: u32) -> &str {
        self.labels.text(place)
    }
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
