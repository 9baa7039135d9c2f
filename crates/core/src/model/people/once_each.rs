//! Entropy and recursive l-diversity of people: each person counts once, for the value of theirs
//! that most people of the class have. Which value that is changes when classes merge, so neither
//! is monotone.

use incrowd_terms::Demand;

use super::super::{ClassCounts, Histogram, Model, Monotone, PublishedTable};

/// A demand that counts each person once.
pub(in super::super) struct OnceEach {
    /// The demand on a table whose rows are people, with the secret alone.
    pub model: Box<dyn Model>,
    pub secret: usize,
    /// Per value: its place in the order of texts.
    pub ranks: Vec<u32>,
    /// Whether every person has a single row, and so a single value.
    pub one_row: bool,
}

impl OnceEach {
    fn ask<T>(&self, class: &ClassCounts<'_>, answer: impl FnOnce(&ClassCounts<'_>) -> T) -> T {
        let (values, counts) = class.by_person[self.secret].once_each(&self.ranks);
        let secrets = [Histogram { values: &values, counts: &counts }];
        answer(&ClassCounts::of_rows(class.members, class.people, &secrets, &[]))
    }
}

impl Model for OnceEach {
    fn holds(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        self.ask(class, |class| self.model.holds(class, whole))
    }

    fn monotone(&self) -> Monotone {
        if self.one_row { self.model.monotone() } else { Monotone::No }
    }

    fn nearest(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> Option<Demand> {
        self.ask(class, |class| self.model.nearest(class, whole))
    }
}
