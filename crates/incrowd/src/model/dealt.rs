//! Classes whose rows are dealt into groups, so that in every group the numbers are far apart.
//!
//! The rows of a class, sorted by the number, are dealt round-robin like cards. If no shadow holds
//! more than w rows, then in w groups no number is near another: between two neighbours of a group
//! stand w - 1 others, and w + 1 rows do not fit into one shadow. So for whole m every class of at
//! least m w rows can be dealt, and no other way of grouping does with fewer (each group would need
//! m rows for each that it has of a full shadow). Where k wants larger groups, fewer are tried.

use incrowd_terms::{Demand, Fraction};

use super::near::Near;
use super::{Class, Histogram, Model, Monotone, Setting, Whole, near, of};

/// A demand on numbers that holds in every group of a class, if not in the class.
pub(super) struct Dealt {
    pub near: Near,
    /// Least rows of a group.
    pub least: u64,
}

impl Dealt {
    fn deals(&self, class: &Class<'_>) -> bool {
        let numbers = class.secrets[self.near.secret];
        let mut sorted = Vec::new();
        tries(self.near.most_in_shadow(numbers), class.rows, self.least).any(|groups| {
            if sorted.is_empty() {
                let repeat = |(&value, &rows): (&u32, &u64)| vec![value; rows as usize];
                sorted = numbers.values.iter().zip(numbers.counts).flat_map(repeat).collect();
            }
            (0..groups as usize).all(|group| {
                let hand = sorted.iter().skip(group).step_by(groups as usize).copied();
                let (values, counts) = counted(hand);
                let near = self.near.most(Histogram { values: &values, counts: &counts });
                self.near.allows(near, counts.iter().sum())
            })
        })
    }
}

/// How many groups a class is tried to be dealt into: as many as its fullest shadow has rows, then
/// half as many, and so on down to one; never so many that a group has fewer than the least rows.
fn tries(fullest: u64, rows: u64, least: u64) -> impl Iterator<Item = u64> {
    let most = fullest.min(rows / least.max(1));
    let halved = std::iter::successors(Some(most), |groups| Some(groups / 2));
    halved.take_while(|&groups| groups > 0)
}

/// The demands on every group into which classes are dealt.
pub struct Dealing {
    nears: Vec<Near>,
    models: Vec<(Demand, Box<dyn Model>)>,
    least: u64,
}

impl Dealing {
    /// The least rows of a group, as far as demands on numbers of rows go. Demands on the
    /// population are about whole classes, because nobody outside knows groups.
    #[must_use]
    pub fn least_rows(demands: &[Demand]) -> u64 {
        let least = demands.iter().map(|demand| match demand {
            Demand::KAnonymity { k } => *k,
            Demand::PSensitivity { p, .. } => *p,
            _ => 1,
        });
        least.max().unwrap_or(1)
    }

    /// The demands on groups. `build` makes a model of a demand, and `setting` says what is known
    /// of its column.
    #[must_use]
    pub fn new<'s>(demands: &[Demand], setting: impl Fn(&Demand) -> Setting<'s>) -> Self {
        let of_groups = |demand: &&Demand| {
            !matches!(
                demand,
                Demand::KMap { .. }
                    | Demand::Presence { .. }
                    | Demand::PersonalPresence { .. }
                    | Demand::JointPresence { .. }
                    | Demand::WeakKAnonymity { .. }
                    | Demand::MixedMembership { .. }
            )
        };
        let asked = demands.iter().filter(of_groups);
        Dealing {
            nears: demands.iter().filter_map(|demand| near(demand, &setting(demand))).collect(),
            models: asked.map(|demand| (demand.clone(), of(demand, &setting(demand)))).collect(),
            least: Dealing::least_rows(demands),
        }
    }

    /// The places of the secrets whose numbers are to be kept apart.
    pub(crate) fn columns(&self) -> Vec<usize> {
        let mut columns: Vec<usize> = self.nears.iter().map(|near| near.secret).collect();
        columns.dedup();
        columns
    }

    /// How many groups a class with these numbers in one of the columns is tried to be dealt into.
    pub(crate) fn tries(
        &self,
        column: usize,
        numbers: Histogram<'_>,
        rows: u64,
    ) -> impl Iterator<Item = u64> {
        let nears = self.nears.iter().filter(|near| near.secret == column);
        let fullest = nears.map(|near| near.most_in_shadow(numbers)).max().unwrap_or(1);
        tries(fullest, rows, self.least)
    }

    /// A demand that a group breaks.
    pub(crate) fn broken(&self, group: &Class<'_>, whole: &Whole) -> Option<&Demand> {
        let broken = self.models.iter().find(|(_, model)| !model.holds(group, whole));
        broken.map(|(demand, _)| demand)
    }

    /// The first demand on groups.
    pub(crate) fn first(&self) -> &Demand {
        &self.models[0].0
    }
}

/// Ascending values as a histogram.
fn counted(values: impl Iterator<Item = u32>) -> (Vec<u32>, Vec<u64>) {
    let (mut distinct, mut counts): (Vec<u32>, Vec<u64>) = (Vec::new(), Vec::new());
    for value in values {
        match (distinct.last(), counts.last_mut()) {
            (Some(&last), Some(count)) if last == value => *count += 1,
            _ => {
                distinct.push(value);
                counts.push(1);
            }
        }
    }
    (distinct, counts)
}

impl Model for Dealt {
    fn holds(&self, class: &Class<'_>, _: &Whole) -> bool {
        self.deals(class)
    }

    fn monotone(&self) -> Monotone {
        Monotone::No
    }

    fn may_hold(&self, class: &Class<'_>, _: &Whole) -> bool {
        let shadowed = self.near.most_in_shadow(class.secrets[self.near.secret]);
        class.rows >= self.least && self.near.allows(shadowed, class.rows)
    }

    fn nearest(&self, class: &Class<'_>, _: &Whole) -> Option<Demand> {
        let numbers = class.secrets[self.near.secret];
        let as_it_is = Fraction::new(class.rows, self.near.most(numbers).max(1));
        // In as many groups as the fullest shadow has rows, no number is near another.
        let dealt = class.rows / self.near.most_in_shadow(numbers).max(1);
        let part = if dealt >= self.least { as_it_is.max(dealt.into()) } else { as_it_is };
        (class.rows >= self.least).then(|| (self.near.demand)(self.near.part.min(part)))
    }
}
