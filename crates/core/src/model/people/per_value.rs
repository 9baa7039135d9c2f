//! Demands on the share of people who have a value: frequency l-diversity and alpha, which ask the
//! same of rows too, beta-likeness, delta-disclosure and joint presence.

use incrowd_terms::{Demand, Diversity, Fraction};

use super::super::{ClassCounts, Histogram, Model, Monotone, PublishedTable};

/// A demand that counts each person once for each of their values.
pub(in super::super) struct PerValue {
    /// The demand on a table whose rows are people, with the secret alone.
    pub model: Box<dyn Model>,
    /// The same demand on rows, if they must meet it too.
    pub also: Option<Box<dyn Model>>,
    pub secret: usize,
    /// Whether every person has a single tuple.
    pub one_tuple: bool,
}

impl PerValue {
    /// Answers a question about the class and the table as if people were rows.
    fn ask<T>(
        &self,
        class: &ClassCounts<'_>,
        whole: &PublishedTable,
        answer: impl FnOnce(&ClassCounts<'_>, &PublishedTable) -> T,
    ) -> T {
        let (values, counts) = class.by_person[self.secret].having();
        let secrets = [Histogram { values: &values, counts: &counts }];
        let people =
            ClassCounts::of_rows(class.members, class.people, &secrets, class.person_attributes);
        match whole.by_person.get(self.secret) {
            Some(table) => answer(&people, &table.having),
            None => answer(&people, whole),
        }
    }
}

impl PerValue {
    /// Answers a question about the rows of the class that count: those with a missing value count only
    /// for people who have no other value in the class.
    fn ask_rows<T>(
        &self,
        class: &ClassCounts<'_>,
        answer: impl FnOnce(u64, &[Histogram<'_>]) -> T,
    ) -> T {
        let (values, counts) = class.counted_rows(self.secret);
        let secrets = [Histogram { values: &values, counts: &counts }];
        answer(counts.iter().sum(), &secrets)
    }
}

impl Model for PerValue {
    fn holds(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        let rows_hold = |rows: &dyn Model| {
            self.ask_rows(class, |counted, secrets| {
                rows.holds(&ClassCounts::of_rows(counted, class.people, secrets, &[]), whole)
            })
        };
        self.also.as_deref().is_none_or(rows_hold)
            && self.ask(class, whole, |class, whole| self.model.holds(class, whole))
    }

    fn monotone(&self) -> Monotone {
        if self.one_tuple { self.model.monotone() } else { Monotone::No }
    }

    fn relative(&self) -> bool {
        self.model.relative()
    }

    fn may_hold(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        let people = || self.ask(class, whole, |class, whole| self.model.may_hold(class, whole));
        // Rows that do not count here may count in a part of the class: there they can only add to what
        // shares are of.
        let rows_may_hold = |rows: &dyn Model| {
            self.ask_rows(class, |_, secrets| {
                rows.may_hold(&ClassCounts::of_rows(class.rows, class.people, secrets, &[]), whole)
            })
        };
        self.also.as_deref().is_none_or(rows_may_hold) && (!self.one_tuple || people())
    }

    fn holds_unpublished(&self, class: &ClassCounts<'_>) -> bool {
        self.model.holds_unpublished(class)
    }

    fn unmatched_presence(&self) -> Option<(Fraction, Fraction)> {
        self.model.unmatched_presence()
    }

    fn allows_suppression(&self) -> bool {
        self.model.allows_suppression()
    }

    /// A person can have several values, so what must go of each does not add up.
    fn least_suppressed(&self, _: &ClassCounts<'_>, _: &PublishedTable) -> u64 {
        0
    }

    fn bounds_suppression(&self) -> bool {
        false
    }

    fn needs_person_attributes(&self) -> bool {
        self.model.needs_person_attributes()
    }

    fn nearest(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> Option<Demand> {
        let people = self.ask(class, whole, |class, whole| {
            // A value that nobody has in the table at large is beyond every limit.
            let table = whole.secrets.first().filter(|_| self.model.relative());
            let absent = |&value: &u32| table.is_some_and(|table| table[value as usize] == 0);
            let beyond = class.secrets[0].values.iter().any(absent);
            if beyond { None } else { self.model.nearest(class, whole) }
        })?;
        let Some(rows) = &self.also else { return Some(people) };
        let rows = self.ask_rows(class, |counted, secrets| {
            rows.nearest(&ClassCounts::of_rows(counted, class.people, secrets, &[]), whole)
        })?;
        Some(looser(people, rows))
    }
}

/// The less strict of two demands of the same kind.
fn looser(one: Demand, other: Demand) -> Demand {
    let takes_other = match (&one, &other) {
        (Demand::AlphaK(one), Demand::AlphaK(other)) => one.alpha < other.alpha,
        (Demand::LDiversity(one), Demand::LDiversity(other)) => {
            match (&one.diversity, &other.diversity) {
                (Diversity::Frequency(one), Diversity::Frequency(other)) => other < one,
                _ => false,
            }
        }
        _ => false,
    };
    if takes_other { other } else { one }
}
