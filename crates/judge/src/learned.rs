//! What an attacker can learn about a person's secret.
//!
//! Nergiz, Atzori & Clifton (2007, slides) distinguish two attackers. With *existential certainty*,
//! the attacker knows that a person is in the table and finds the rows that can be the person's;
//! the probability of a secret is its share of these rows. With *existential uncertainty*, the
//! attacker only has a register of the population; the probability that a person is in the table
//! and has a secret is the person's presence times the secret's share of the matching rows. If
//! nobody matches two classes and there are no priors, this is the number of rows with the secret
//! divided by the number of matching people. With priors, the likeliest person of a class counts.
//!
//! Outsiders do not know a person's group. If groups divide rows with equal quasi-identifiers, or
//! if Anatomy publishes secrets by group in a separate table, each group counts with its rows that
//! can be the person's: of n rows with a tuple of quasi-identifiers, n_g of them in group g, whose
//! |g| secrets have a value c_g times, a person with the tuple has the value with probability (sum
//! over g of n_g c_g / |g|) / n.

use std::ops::{AddAssign, Mul};

use num_bigint::BigUint;

use crate::division::Division;
use crate::findings::{Guess, Learned};
use crate::ratio::Ratio;
use crate::values_by_class::{ClassValues, ValuesByClass};

/// Which classes of secrets the rows of a class outside belong to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Links<'a> {
    /// They are the same classes.
    Same,
    /// Rows that look alike outside are in several classes of secrets, or the other way round.
    Shared(&'a RowsByClass),
}

/// For each class outside, its rows by their class of secrets.
#[derive(Debug)]
pub(crate) struct RowsByClass {
    starts: Vec<usize>,
    parts: Vec<LinkedRows>,
}

/// So many rows of a class outside are in this class of secrets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkedRows {
    pub(crate) outside: u32,
    pub(crate) secrets: u32,
    pub(crate) rows: u64,
}

impl RowsByClass {
    /// Sorts the parts of so many classes outside.
    pub(crate) fn new(classes: usize, mut parts: Vec<LinkedRows>) -> Self {
        parts.sort_unstable_by_key(|part| (part.outside, part.secrets));
        let mut starts = vec![0; classes + 1];
        parts.iter().for_each(|part| starts[part.outside as usize + 1] += 1);
        for class in 0..classes {
            starts[class + 1] += starts[class];
        }
        RowsByClass { starts, parts }
    }

    fn of(&self, class: usize) -> &[LinkedRows] {
        &self.parts[self.starts[class]..self.starts[class + 1]]
    }
}

/// The likeliest secret of anybody.
#[derive(Debug)]
pub(crate) struct Likeliest {
    pub(crate) odds: Ratio,
    /// The class outside of those who have it.
    pub(crate) class: usize,
    pub(crate) value: u32,
}

/// A column's secrets as they look from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook<'a> {
    pub(crate) outside: Division<'a>,
    pub(crate) links: Links<'a>,
    pub(crate) spread: &'a ValuesByClass,
}

impl Outlook<'_> {
    /// What is learned, with the presence of the likeliest person of each class if it is known.
    pub(crate) fn learned(self, presence: Option<impl Fn(usize) -> Ratio>) -> Learned {
        let sizes = self.outside.sizes();
        let guess = |Likeliest { odds, class, value }| Guess {
            probability: odds.to_string(),
            value: self.spread.texts[value as usize].clone(),
            class: self.outside.name(class),
        };
        let certain = self.likeliest(|_| true, |class| sizes[class]);
        let uncertain = presence.and_then(|presence| self.likeliest_present(|_| true, presence));
        Learned { certain: certain.map(guess), uncertain: uncertain.map(guess) }
    }

    /// The likeliest of the secrets that are asked for, if each class outside is of so many people.
    /// Of equally likely ones the first class of the file counts, and of its secrets the first.
    pub(crate) fn likeliest(
        self,
        asked: impl Fn(u32) -> bool,
        people: impl Fn(usize) -> u64,
    ) -> Option<Likeliest> {
        let lines = self.outside.lines();
        let mut best: Option<(GuessProbability, usize, u32)> = None;
        for class in 0..lines.len() {
            let Some((odds, value)) = self.likeliest_of(class, people(class).max(1), &asked) else {
                continue;
            };
            let better = best.as_ref().is_none_or(|(known, first, _)| {
                odds.compare(known).then(lines[*first].cmp(&lines[class])).is_gt()
            });
            if better {
                best = Some((odds, class, value));
            }
        }
        best.map(|(odds, class, value)| Likeliest { odds: odds.ratio(), class, value })
    }

    /// The same if nobody knows who is in the table, but how likely the likeliest person of each
    /// class is.
    pub(crate) fn likeliest_present(
        self,
        asked: impl Fn(u32) -> bool,
        presence: impl Fn(usize) -> Ratio,
    ) -> Option<Likeliest> {
        let (lines, sizes) = (self.outside.lines(), self.outside.sizes());
        let found = (0..lines.len()).filter_map(|class| {
            let (odds, value) = self.likeliest_of(class, sizes[class].max(1), &asked)?;
            Some(Likeliest { odds: odds.ratio().of_ratio(&presence(class)), class, value })
        });
        found.max_by(|a, b| a.odds.cmp(&b.odds).then(lines[b.class].cmp(&lines[a.class])))
    }

    fn likeliest_of(
        self,
        class: usize,
        people: u64,
        asked: &impl Fn(u32) -> bool,
    ) -> Option<(GuessProbability, u32)> {
        let parts = match self.links {
            Links::Same => {
                let (rows, value) = greatest([(self.spread.class(class), 1_u64)], asked)?;
                return Some((GuessProbability::Narrow(rows.into(), people.into()), value));
            }
            Links::Shared(sharing) => sharing.of(class),
        };
        let shared = |part: &LinkedRows| {
            let secrets = self.spread.class(part.secrets as usize);
            let divisor = greatest_divisor(part.rows.into(), secrets.rows.into()).max(1);
            (secrets, u128::from(part.rows) / divisor, u128::from(secrets.rows) / divisor)
        };
        let parts: Vec<(ClassValues<'_>, u128, u128)> = parts.iter().map(shared).collect();
        // What every part is a whole number of, and what is divided by, if both fit.
        let common = parts.iter().try_fold(1_u128, |common, &(_, _, below)| {
            common.checked_mul(below / greatest_divisor(common, below))
        });
        let rows = self.outside.sizes()[class];
        let fits = |common: &u128| common.checked_mul(people.max(rows).into()).is_some();
        if let Some(common) = common.filter(fits) {
            let parts =
                parts.iter().map(|&(secrets, above, below)| (secrets, above * (common / below)));
            let (part, value) = greatest(parts, asked)?;
            let whole = common * u128::from(people);
            // People in several groups count in each, and nothing is more than certain.
            return Some((GuessProbability::Narrow(part.min(whole), whole), value));
        }
        let common: BigUint = parts.iter().map(|&(.., below)| BigUint::from(below)).product();
        let parts = parts.iter().map(|&(secrets, above, below)| (secrets, &common * above / below));
        let (part, value) = greatest(parts, asked)?;
        let whole = common * people;
        Some((GuessProbability::Wide(Ratio::new(part.min(whole.clone()), whole)), value))
    }
}

/// The greatest sum of a value's rows in some classes, each times a factor, and the first value
/// that has it.
fn greatest<'s, T: Clone + Ord + From<u64> + AddAssign + Mul<Output = T>>(
    classes: impl IntoIterator<Item = (ClassValues<'s>, T)>,
    asked: &impl Fn(u32) -> bool,
) -> Option<(T, u32)> {
    let mut classes = classes.into_iter().peekable();
    let first = classes.next()?;
    let weighed = |(class, factor): (ClassValues<'s>, T)| {
        let asked = class.cells.iter().filter(|cell| asked(cell.value));
        asked.map(move |cell| (cell.value, factor.clone() * T::from(cell.rows)))
    };
    let mut best: Option<(T, u32)> = None;
    let mut offer = |value: u32, sum: T| {
        if best.as_ref().is_none_or(|(known, _)| sum > *known) {
            best = Some((sum, value));
        }
    };
    if classes.peek().is_none() {
        weighed(first).for_each(|(value, sum)| offer(value, sum));
        return best;
    }
    let mut cells: Vec<(u32, T)> = weighed(first).chain(classes.flat_map(weighed)).collect();
    cells.sort_by_key(|cell| cell.0);
    for run in cells.chunk_by(|a, b| a.0 == b.0) {
        let mut sum = T::from(0);
        run.iter().for_each(|(_, part)| sum += part.clone());
        offer(run[0].0, sum);
    }
    best
}

/// A probability, in machine words where it fits.
#[derive(Debug)]
enum GuessProbability {
    Narrow(u128, u128),
    Wide(Ratio),
}

impl GuessProbability {
    fn compare(&self, other: &GuessProbability) -> std::cmp::Ordering {
        if let (GuessProbability::Narrow(a, b), GuessProbability::Narrow(c, d)) = (self, other)
            && let (Some(left), Some(right)) = (a.checked_mul(*d), c.checked_mul(*b))
        {
            return left.cmp(&right);
        }
        self.ratio().cmp(&other.ratio())
    }

    fn ratio(&self) -> Ratio {
        match self {
            GuessProbability::Narrow(part, whole) => Ratio::new((*part).into(), (*whole).into()),
            GuessProbability::Wide(ratio) => ratio.clone(),
        }
    }
}

fn greatest_divisor(a: u128, b: u128) -> u128 {
    // Sizes of classes fit half of it, and short divisions are fast.
    match (u64::try_from(a), u64::try_from(b)) {
        (_, Ok(0)) => a,
        (Ok(mut a), Ok(mut b)) => {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a.into()
        }
        _ => greatest_divisor(b, a % b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equivalence_classes::tests::{grouping, rows};
    use crate::values_by_class::tests::spread;

    /// Of the rows of one class outside, so many are in each class of secrets.
    fn likeliest(rows_of: &[u64], secrets: &[String]) -> (Ratio, String) {
        let secrets: Vec<&str> = secrets.iter().map(String::as_str).collect();
        let spread = spread(&secrets);
        let total = rows_of.iter().sum::<u64>() as usize;
        let outside = grouping(1, &rows(&vec!["a"; total]));
        let parts = rows_of.iter().zip(0..).map(|(&rows, secrets)| LinkedRows {
            outside: 0,
            secrets,
            rows,
        });
        let sharing = RowsByClass::new(1, parts.collect());
        let outside = Division { grouping: &outside, columns: &["a"] };
        let outlook = Outlook { outside, links: Links::Shared(&sharing), spread: &spread };
        let found = outlook.likeliest(|_| true, |_| total as u64).unwrap();
        (found.odds, spread.texts[found.value as usize].clone())
    }

    #[test]
    fn each_group_counts_with_its_rows() {
        let secrets = ["g x", "g y", "h x", "h z", "h z"].map(str::to_owned);
        // x: 1/2 * 1/2 + 1/2 * 1/3 = 5/12; z: 1/2 * 2/3.
        assert_eq!(likeliest(&[1, 1], &secrets), (Ratio::of(5, 12), "x".into()));
        assert_eq!(likeliest(&[1, 3], &secrets), (Ratio::of(1, 2), "z".into()));
        assert_eq!(likeliest(&[2, 0], &secrets), (Ratio::of(1, 2), "x".into()));
    }

    /// Groups of all sizes up to a hundred have no common multiple that fits.
    #[test]
    fn sums_of_any_length_are_exact() {
        let sizes = 1..=100_u64;
        let group = |size: u64| {
            let others = (1..size).map(move |other| format!("g{size} y{size}-{other}"));
            std::iter::once(format!("g{size} x")).chain(others)
        };
        let secrets: Vec<String> = sizes.clone().flat_map(group).collect();
        let (odds, value) = likeliest(&[1; 100], &secrets);
        assert_eq!(value, "x");
        // The sum of 1/n up to 100 is 5.187377..., and a hundredth of it is the mean.
        assert!((odds.to_f64() - 0.051_873_775_176_396_2).abs() < 1e-15);
        let mean = sizes.fold((BigUint::ZERO, BigUint::from(1_u8)), |(above, below), size| {
            (above * size + &below, below * size)
        });
        assert_eq!(odds, Ratio::new(mean.0, mean.1 * 100_u8));
    }
}
