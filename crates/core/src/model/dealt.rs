//! Deals the rows of a class into groups, so that the numbers of every group are far apart.
//!
//! The rows of a class, sorted by number, are dealt round-robin. If no shadow contains more than w
//! rows, then with w groups no number of a group is near another: there are w - 1 rows between two
//! neighbours of a group, and w + 1 rows do not fit into one shadow. For an integer m, every class
//! of at least m w rows can therefore be dealt, and no grouping needs fewer rows.
//!
//! If k requires larger groups, there are fewer of them, and some numbers of a group must be near
//! each other. As many rows as allowed are then dealt at a time, so that the next rows of the group
//! are far away. Whether this works is tested; it may fail although a valid grouping exists.

use incrowd_terms::{Demand, DemandSubject, Fraction};

use crate::opaque::opaque_debug;

use super::near::Near;
use super::{ClassCounts, Histogram, Model, ModelContext, Monotone, PublishedTable, near, of};

/// A demand on numbers that holds in every group of a class, if not in the class.
pub(super) struct DealtModel {
    pub near: Near,
    /// Least rows of a group.
    pub least: u64,
}

impl DealtModel {
    fn deals(&self, class: &ClassCounts<'_>) -> bool {
        let numbers = class.secrets[self.near.secret];
        let fullest = self.near.most_in_shadow(numbers);
        tries(fullest, class.rows, self.least, self.near.part).any(|round| {
            // In groups without near numbers there is nothing to look at.
            let apart = round.groups >= fullest;
            if apart && self.near.allows(1, class.rows / round.groups) {
                return true;
            }
            let mut hands: Vec<(Vec<u32>, Vec<u64>)> =
                vec![Default::default(); round.groups as usize];
            let mut place = 0;
            for (&value, &rows) in numbers.values.iter().zip(numbers.counts) {
                for at in place..place + rows {
                    let (values, counts) = &mut hands[round.group(at) as usize];
                    match (values.last(), counts.last_mut()) {
                        (Some(&last), Some(count)) if last == value => *count += 1,
                        _ => {
                            values.push(value);
                            counts.push(1);
                        }
                    }
                }
                place += rows;
            }
            hands.iter().all(|(values, counts)| {
                let near = self.near.most(Histogram { values, counts });
                self.near.allows(near, counts.iter().sum())
            })
        })
    }
}

/// A way of dealing sorted rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    /// Into so many groups.
    pub groups: u64,
    /// So many at a time.
    block: u64,
    /// Up to this place; what is left is dealt one by one.
    full: u64,
}

impl Round {
    fn new(groups: u64, block: u64, rows: u64) -> Self {
        Round { groups, block, full: rows - rows % (groups * block) }
    }

    /// The group of the row at a place.
    pub fn group(self, place: u64) -> u64 {
        let cards = if place < self.full { place / self.block } else { place - self.full };
        cards % self.groups
    }
}

/// Up to so many groups, every number of them is tried.
const FEW: u64 = 8;

/// The ways in which a class is tried to be dealt: into as many groups as its fullest shadow has
/// rows, then into fewer, down to one; never so many that a group has fewer than the least rows.
/// One row at a time, and then as many as may be near each other.
fn tries(fullest: u64, rows: u64, least: u64, part: Fraction) -> impl Iterator<Item = Round> {
    let most = fullest.min(rows / least.max(1));
    let fewer =
        |&groups: &u64| if groups <= FEW { groups.checked_sub(1) } else { Some(groups / 2) };
    let groups = std::iter::successors(Some(most), fewer).take_while(|&groups| groups > 0);
    groups.flat_map(move |groups| {
        let near = Fraction::new(part.denominator(), part.numerator()).floor_of(rows / groups);
        let blocks = [1, near].into_iter().take(if near > 1 && groups > 1 { 2 } else { 1 });
        blocks.map(move |block| Round::new(groups, block, rows))
    })
}

/// The demands on every group into which classes are dealt.
pub struct Dealing {
    nears: Vec<Near>,
    models: Vec<(Demand, Box<dyn Model>)>,
    least: u64,
}

opaque_debug!(Dealing, this => "least": this.least);

impl Dealing {
    /// The least rows of a group, as far as demands on numbers of rows go. Demands on the
    /// population are about whole classes, because nobody outside knows groups.
    #[must_use]
    pub fn least_rows(demands: &[Demand]) -> u64 {
        let least = demands.iter().map(|demand| match demand {
            Demand::KAnonymity(asked) => asked.k,
            Demand::PSensitivity(asked) => asked.p,
            _ => 1,
        });
        least.max().unwrap_or(1)
    }

    /// The demands on groups; `setting` says what is known of a demand's column.
    #[must_use]
    pub fn new<'s>(demands: &[Demand], setting: impl Fn(&Demand) -> ModelContext<'s>) -> Self {
        let of_groups = |demand: &&Demand| !demand.is_about(DemandSubject::People);
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

    /// How a class with these numbers in one of the columns is tried to be dealt.
    pub(crate) fn tries(
        &self,
        column: usize,
        numbers: Histogram<'_>,
        rows: u64,
    ) -> impl Iterator<Item = Round> {
        let nears = || self.nears.iter().filter(|near| near.secret == column);
        let fullest = nears().map(|near| near.most_in_shadow(numbers)).max().unwrap_or(1);
        let part = nears().map(|near| near.part).max().unwrap_or(Fraction::ONE);
        tries(fullest, rows, self.least, part)
    }

    /// A demand that a group breaks.
    pub(crate) fn broken(
        &self,
        group: &ClassCounts<'_>,
        whole: &PublishedTable,
    ) -> Option<&Demand> {
        let broken = self.models.iter().find(|(_, model)| !model.holds(group, whole));
        broken.map(|(demand, _)| demand)
    }

    /// The first demand on groups.
    pub(crate) fn first(&self) -> &Demand {
        &self.models[0].0
    }
}

impl Model for DealtModel {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        self.deals(class)
    }

    fn monotone(&self) -> Monotone {
        Monotone::No
    }

    fn may_hold(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        let shadowed = self.near.most_in_shadow(class.secrets[self.near.secret]);
        class.rows >= self.least && self.near.allows(shadowed, class.rows)
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let numbers = class.secrets[self.near.secret];
        let as_it_is = Fraction::new(class.rows, self.near.most(numbers).max(1));
        // In as many groups as the fullest shadow has rows, no number is near another.
        let dealt = class.rows / self.near.most_in_shadow(numbers).max(1);
        let part = if dealt >= self.least { as_it_is.max(dealt.into()) } else { as_it_is };
        (class.rows >= self.least).then(|| (self.near.demand)(self.near.part.min(part)))
    }
}
