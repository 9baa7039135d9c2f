//! A table divided into classes, and the description of a class.

use incrowd_terms::Figure;

use crate::equivalence_classes::EquivalenceClasses;

/// Classes of rows, and the names of the columns by which they are told apart: the first of the
/// grouping's class columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division<'a> {
    pub(crate) grouping: &'a EquivalenceClasses,
    pub(crate) columns: &'a [&'a str],
}

/// What was found about a demand: the table's figure, and the worst class of those that fail.
pub(crate) struct DemandVerdict {
    pub(crate) measured: Figure,
    pub(crate) failing: Option<String>,
}

impl<'a> Division<'a> {
    /// Rows of each class, or people if they were counted.
    pub(crate) fn sizes(&self) -> &'a [u64] {
        &self.grouping.classes.sizes
    }

    /// A number of rows, or of people if they were counted, in words.
    pub(crate) fn members(&self, number: u64) -> String {
        match (self.grouping.people.is_some(), number) {
            (true, 1) => "1 person".into(),
            (true, _) => format!("{number} people"),
            (false, 1) => "1 row".into(),
            (false, _) => format!("{number} rows"),
        }
    }

    /// The first line of each class.
    pub(crate) fn lines(&self) -> &'a [u64] {
        &self.grouping.classes.lines
    }

    /// A class in words.
    pub(crate) fn name(&self, class: usize) -> String {
        if self.columns.is_empty() {
            return "the whole table".into();
        }
        let cell = |(column, name): (usize, &&str)| {
            format!("{name}={}", shortened(self.grouping.label(class, column)))
        };
        let cells: Vec<String> = self.columns.iter().enumerate().map(cell).collect();
        format!("class ({})", cells.join(", "))
    }

    /// The class that fails worst, of those for which `badness` gives a figure. The first in the
    /// file wins a tie, so the answer does not depend on the number of workers.
    pub(crate) fn worst(&self, badness: impl Fn(usize) -> Option<f64>) -> Option<usize> {
        let lines = self.lines();
        let failing = (0..lines.len()).filter_map(|class| Some((class, badness(class)?)));
        let worse = |a: &(usize, f64), b: &(usize, f64)| {
            a.1.total_cmp(&b.1).then(lines[b.0].cmp(&lines[a.0]))
        };
        failing.max_by(worse).map(|(class, _)| class)
    }

    pub(crate) fn verdict(
        &self,
        measured: Figure,
        failing: Option<usize>,
        why: impl Fn(usize) -> String,
    ) -> DemandVerdict {
        let failing = failing.map(|class| format!("{}: {}", self.name(class), why(class)));
        DemandVerdict { measured, failing }
    }
}

/// Published sets can list thousands of values: enough of the text to find it again.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
