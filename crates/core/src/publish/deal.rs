//! Deals the rows of each class into groups in which numbers are far apart, so that every group
//! meets the demands on proximity. Zare-Mirakabad leaves the question open.
//!
//! The rows of a class are sorted by the number and dealt round-robin into g groups, so that a
//! group never gets two of g consecutive rows. For an integer m, valid groups exist if and only if
//! the class has at least m times the rows of its fullest interval of width eps, and dealing finds
//! them. The assignment of rows with equal secrets and the numbers of the groups are random, so
//! that neither follows the order of the table.
//!
//! The guarantee is for groups. In the class as a whole only the window bound holds.
//!
//! Manual page: `docs/algorithms/dealing.md`.

use hashbrown::HashMap;
use incrowd_terms::Demand;
use rand::Rng;
use rand::seq::SliceRandom;

use crate::frequency_set::summed;
use crate::model::{ClassCounts, Dealing, Histogram, PublishedTable, Round};
use crate::opaque::opaque_debug;

/// The secrets of a row, one code each.
type Secrets = Box<[u32]>;

/// How often each combination of secrets occurs in each class.
#[derive(Default)]
pub struct SensitiveCounts {
    classes: HashMap<Box<[u32]>, HashMap<Secrets, u64>>,
    rows: u64,
}

opaque_debug!(SensitiveCounts, this => "rows": this.rows, "classes": this.classes.len());

impl SensitiveCounts {
    /// Counts a published row by its labels and secrets.
    pub fn add(&mut self, labels: &[u32], secrets: &[u32]) {
        self.rows += 1;
        let class = match self.classes.get_mut(labels) {
            Some(class) => class,
            None => self.classes.entry(labels.into()).or_default(),
        };
        match class.get_mut(secrets) {
            Some(rows) => *rows += 1,
            None => drop(class.insert(secrets.into(), 1)),
        }
    }

    /// Adds all that was counted elsewhere.
    pub fn absorb(&mut self, other: SensitiveCounts) {
        self.rows += other.rows;
        for (labels, secrets) in other.classes {
            let class = self.classes.entry(labels).or_default();
            for (secrets, rows) in secrets {
                *class.entry(secrets).or_default() += rows;
            }
        }
    }

    /// The published table as models see it, for secrets with so many values each.
    fn whole(&self, domains: &[usize]) -> PublishedTable {
        let mut secrets: Vec<Vec<u64>> = domains.iter().map(|&domain| vec![0; domain]).collect();
        for (codes, rows) in self.classes.values().flatten() {
            for (counts, &code) in secrets.iter_mut().zip(codes) {
                counts[code as usize] += rows;
            }
        }
        PublishedTable::of_rows(self.rows, secrets)
    }
}

/// The groups of all classes.
pub struct DealtGroups {
    classes: HashMap<Box<[u32]>, ClassGroups>,
}

opaque_debug!(DealtGroups, this => "classes": this.classes.len());

/// A class on its way into groups.
struct ClassGroups {
    groups: u64,
    /// Per combination of secrets: the groups of its rows that have not come by.
    left: HashMap<Secrets, Vec<u64>>,
}

/// A class that cannot be dealt, by its labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealError {
    /// Its labels, one per quasi-identifier.
    pub labels: Vec<u32>,
    /// Its rows.
    pub rows: u64,
    /// A demand that does not hold in every group.
    pub demand: Demand,
}

impl DealtGroups {
    /// Deals all classes of a census at random; `domains` says how many values each secret has.
    ///
    /// # Errors
    /// If some class cannot be dealt so that every group meets the demands.
    pub fn new(
        census: SensitiveCounts,
        domains: &[usize],
        dealing: &Dealing,
        random: &mut impl Rng,
    ) -> Result<DealtGroups, DealError> {
        let whole = census.whole(domains);
        let mut classes: Vec<_> = census.classes.into_iter().collect();
        // Which class is refused first must not depend on chance.
        classes.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let mut deal = |(labels, secrets): (Box<[u32]>, HashMap<Secrets, u64>)| {
            let rows = secrets.values().sum();
            let hand = ClassGroups::new(secrets, dealing, &whole, random);
            let undealt = |demand: &Demand| DealError {
                labels: labels.to_vec(),
                rows,
                demand: demand.clone(),
            };
            hand.map_err(undealt).map(|hand| (labels, hand))
        };
        Ok(DealtGroups { classes: classes.into_iter().map(&mut deal).collect::<Result<_, _>>()? })
    }

    /// How many groups there are altogether.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.classes.values().map(|hand| hand.groups).sum()
    }

    /// The group, from 1, of the next row with these labels and secrets; none if there was no such
    /// row when the table was counted.
    pub fn group(&mut self, labels: &[u32], secrets: &[u32]) -> Option<u64> {
        self.classes.get_mut(labels)?.left.get_mut(secrets)?.pop()
    }
}

impl ClassGroups {
    /// Finds a way to deal a class, or a demand that none keeps.
    fn new<'d>(
        secrets: HashMap<Secrets, u64>,
        dealing: &'d Dealing,
        whole: &PublishedTable,
        random: &mut impl Rng,
    ) -> Result<ClassGroups, &'d Demand> {
        let mut counted: Vec<(Secrets, u64)> = secrets.into_iter().collect();
        let rows: u64 = counted.iter().map(|(_, rows)| rows).sum();
        let mut broken = None;
        for apart in dealing.columns() {
            counted.sort_unstable_by(|(a, _), (b, _)| (a[apart], a).cmp(&(b[apart], b)));
            let numbers =
                summed(counted.iter().map(|(codes, rows)| (codes[apart], *rows)).collect());
            let numbers = Histogram { values: &numbers.0, counts: &numbers.1 };
            for round in dealing.tries(apart, numbers, rows) {
                match first_broken(&counted, round, dealing, whole) {
                    None => return Ok(ClassGroups::shuffled(counted, round, random)),
                    Some(demand) => broken = broken.or(Some(demand)),
                }
            }
        }
        Err(broken.unwrap_or_else(|| dealing.first()))
    }

    /// A class that is dealt in rounds, its groups numbered at random from 1, and each given at
    /// random to one of the rows that could have it.
    fn shuffled(counted: Vec<(Secrets, u64)>, round: Round, random: &mut impl Rng) -> ClassGroups {
        let mut names: Vec<u64> = (1..=round.groups).collect();
        names.shuffle(random);
        let mut place = 0;
        let of = |(secrets, rows): (Secrets, u64)| {
            let places = place..place + rows;
            place += rows;
            let mut groups: Vec<u64> =
                places.map(|place| names[round.group(place) as usize]).collect();
            groups.shuffle(random);
            (secrets, groups)
        };
        ClassGroups { groups: round.groups, left: counted.into_iter().map(of).collect() }
    }
}

/// A demand that some group breaks, if any does.
fn first_broken<'d>(
    counted: &[(Secrets, u64)],
    round: Round,
    dealing: &'d Dealing,
    whole: &PublishedTable,
) -> Option<&'d Demand> {
    // Per group: what it is dealt of each combination, in order.
    let mut hands: Vec<Vec<(&Secrets, u64)>> = vec![Vec::new(); round.groups as usize];
    let mut place = 0;
    for (secrets, rows) in counted {
        for at in place..place + rows {
            let hand = &mut hands[round.group(at) as usize];
            match hand.last_mut() {
                Some((last, count)) if std::ptr::eq(*last, secrets) => *count += 1,
                _ => hand.push((secrets, 1)),
            }
        }
        place += rows;
    }
    hands.into_iter().find_map(|hand| {
        let width = hand.first().map_or(0, |(secrets, _)| secrets.len());
        let counted: Vec<_> = (0..width)
            .map(|at| summed(hand.iter().map(|(codes, rows)| (codes[at], *rows)).collect()))
            .collect();
        let secrets: Vec<Histogram<'_>> =
            counted.iter().map(|(values, counts)| Histogram { values, counts }).collect();
        let rows = hand.iter().map(|(_, rows)| rows).sum();
        dealing.broken(&ClassCounts::of_rows(rows, 0, &secrets, &[]), whole)
    })
}
