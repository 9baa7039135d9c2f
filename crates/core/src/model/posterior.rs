//! The posterior membership probability of people without a matching published class, for an
//! attacker who knows how many members are among them.
//!
//! Each unmatched class of n people has no member, or a number of members for which it is
//! suppressed. All consistent sets of people are equally likely, so a vector of member numbers z
//! has the weight of the product of C(n, z). The weights of one class are the coefficients of a
//! polynomial, those of all classes together the coefficients of their product, and the number of
//! members is the one coefficient that counts. A person's posterior is the mean of their class's
//! number there, divided by n.
//!
//! The decision is exact or conservative. If all classes have the same size, or none is
//! informative, the posterior of everybody is members over people. Otherwise it is computed in
//! floating point with an error bound: all terms are positive, so relative errors add up, and the
//! weights are tilted by a factor per member so that the wanted coefficient is one of the largest.
//! Undecided cases are decided with big integers if these are small, and rejected otherwise.

use std::collections::BTreeMap;

use incrowd_terms::Fraction;
use num_bigint::BigUint;

/// Unmatched classes of so many people each.
pub(crate) struct SameSizeClasses {
    pub people: u64,
    pub classes: u64,
    /// The numbers of members, ascending and from 1 up to all that there are, for which such a
    /// class is suppressed.
    pub suppressed_for: Vec<u64>,
}

/// Multiplications of floating-point numbers that a decision may take.
const MOST_FLOATS: u64 = 1 << 30;

/// Multiplications of machine words that a decision in whole numbers may take.
const MOST_WORDS: u64 = 1 << 25;

/// Terms below this are left out at both ends of a polynomial.
const NEGLIGIBLE: f64 = 1e-80;

/// The least coefficient beside which all that is left out is nothing.
const LEAST: f64 = 1e-40;

/// Far more than everything that was left out can add to a probability, so that the judge, who counts
/// in another order, decides no closer call.
const SLACK: f64 = 1e-9;

/// Whether the posterior of everybody in these classes, with so many members among them, lies within
/// limits.
pub(crate) fn within(
    classes: &[SameSizeClasses],
    members: u64,
    least: Fraction,
    most: Fraction,
) -> bool {
    let people: u128 =
        classes.iter().map(|alike| u128::from(alike.people) * u128::from(alike.classes)).sum();
    if people == 0 {
        return members == 0;
    }
    // The mean of all posteriors.
    let members_wide = u128::from(members);
    if !admits(least, most, &members_wide.into(), &people.into()) {
        return false;
    }
    let tells_nothing =
        |alike: &SameSizeClasses| alike.suppressed_for.len() as u64 == alike.people.min(members);
    if members == 0 || classes.len() == 1 || classes.iter().all(tells_nothing) {
        return true;
    }
    let Ok(degree) = usize::try_from(members) else { return false };
    by_floats(classes, degree, least, most)
        .or_else(|| by_whole_numbers(classes, degree, least, most))
        .unwrap_or(false)
}

fn admits(least: Fraction, most: Fraction, part: &BigUint, whole: &BigUint) -> bool {
    whole * least.numerator() <= part * least.denominator()
        && part * most.denominator() <= whole * most.numerator()
}

/// The decision in floating point, if its error leaves no doubt.
fn by_floats(
    classes: &[SameSizeClasses],
    degree: usize,
    least: Fraction,
    most: Fraction,
) -> Option<bool> {
    let weights: Vec<Vec<f64>> = classes.iter().map(|alike| log_weights(alike, degree)).collect();
    let tilt = tilt(classes, &weights, degree);
    let series = classes.iter().zip(&weights);
    let series: Vec<(Series<f64>, u64)> =
        series.map(|(alike, logs)| (tilted(logs, tilt), alike.classes)).collect();
    let means = means(&series, degree, &mut WorkLimit { left: MOST_FLOATS })?;
    if means.all < LEAST || means.error > 1e-3 {
        return None;
    }
    let mut open = false;
    for (alike, sum) in classes.iter().zip(means.sums) {
        let chance = sum / (means.all * alike.people as f64);
        let error = 10.0 * means.error * chance + SLACK;
        let (least, most) = (least.to_f64(), most.to_f64());
        if chance + error < least || chance - error > most {
            return Some(false);
        }
        open |= (least > 0.0 && chance - error < least) || (most < 1.0 && chance + error > most);
    }
    (!open).then_some(true)
}

/// The decision in whole numbers, if these are small.
fn by_whole_numbers(
    classes: &[SameSizeClasses],
    degree: usize,
    least: Fraction,
    most: Fraction,
) -> Option<bool> {
    let people: f64 = classes.iter().map(|a| a.people as f64 * a.classes as f64).sum();
    let words = (degree as f64 * people.log2() / 64.0) as u64 + 1;
    let series = classes.iter().map(|alike| (counted(alike, degree), alike.classes));
    let work = &mut WorkLimit { left: MOST_WORDS / words };
    let means = means(&series.collect::<Vec<_>>(), degree, work)?;
    if means.all == BigUint::ZERO {
        // No table can have been published so.
        return Some(false);
    }
    let mut sums = classes.iter().zip(&means.sums);
    Some(sums.all(|(alike, sum)| admits(least, most, sum, &(&means.all * alike.people))))
}

/// C(n, z) for the numbers z for which a class is suppressed, and for none.
fn counted(alike: &SameSizeClasses, degree: usize) -> Series<BigUint> {
    let most = alike.people.min(degree as u64);
    let mut terms = Vec::with_capacity(most as usize + 1);
    let (mut ways, mut next) = (BigUint::from(1_u8), 0);
    terms.push(ways.clone());
    for members in 1..=most {
        ways = ways * (alike.people - members + 1) / members;
        let suppressed = alike.suppressed_for.get(next) == Some(&members);
        next += usize::from(suppressed);
        terms.push(if suppressed { ways.clone() } else { BigUint::ZERO });
    }
    Series { from: 0, terms, error: 0.0 }
}

/// The logarithms of the same; minus infinity where a class would be published.
fn log_weights(alike: &SameSizeClasses, degree: usize) -> Vec<f64> {
    let most = alike.people.min(degree as u64);
    let (mut sum, mut next) = (0.0, 0);
    let mut logs = vec![0.0];
    for members in 1..=most {
        sum += ((alike.people - members + 1) as f64 / members as f64).ln();
        let suppressed = alike.suppressed_for.get(next) == Some(&members);
        next += usize::from(suppressed);
        logs.push(if suppressed { sum } else { f64::NEG_INFINITY });
    }
    logs
}

/// The logarithm of a factor per member with which about so many members are expected. Any factor
/// gives the same posteriors; this one keeps what counts away from the smallest numbers.
fn tilt(classes: &[SameSizeClasses], weights: &[Vec<f64>], members: usize) -> f64 {
    let (mut low, mut high) = (-60.0_f64, 60.0_f64);
    for _ in 0..24 {
        let middle = f64::midpoint(low, high);
        let expected: f64 = (classes.iter().zip(weights))
            .map(|(alike, logs)| {
                let Series { terms, .. } = tilted(logs, middle);
                let mean: f64 = terms.iter().zip(0..).map(|(p, z)| p * f64::from(z)).sum();
                mean * alike.classes as f64
            })
            .sum();
        if expected < members as f64 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The probabilities of a class's numbers of members, all weights tilted.
fn tilted(logs: &[f64], tilt: f64) -> Series<f64> {
    let tilted: Vec<f64> = logs.iter().zip(0..).map(|(log, z)| log + tilt * f64::from(z)).collect();
    let most = tilted.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut terms: Vec<f64> = tilted.iter().map(|log| (log - most).exp()).collect();
    let sum: f64 = terms.iter().sum();
    terms.iter_mut().for_each(|term| *term /= sum);
    // A sum of logarithms errs by its length times its largest part.
    let largest = |values: &[f64]| {
        values.iter().filter(|value| value.is_finite()).fold(0.0_f64, |a, b| a.max(b.abs()))
    };
    let size = largest(logs) + largest(&tilted) + (tilt * logs.len() as f64).abs() + 4.0;
    let error = 4.0 * f64::EPSILON * (logs.len() as f64 + 2.0) * size;
    Series { from: 0, terms, error }
}

/// What polynomials are made of.
trait Term: Clone {
    fn nothing() -> Self;
    fn one() -> Self;
    fn is_negligible(&self) -> bool;
    fn add_product(&mut self, a: &Self, b: &Self);
    fn times(&self, factor: u32) -> Self;
}

impl Term for f64 {
    fn nothing() -> Self {
        0.0
    }

    fn one() -> Self {
        1.0
    }

    fn is_negligible(&self) -> bool {
        *self < NEGLIGIBLE
    }

    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }

    fn times(&self, factor: u32) -> Self {
        self * f64::from(factor)
    }
}

impl Term for BigUint {
    fn nothing() -> Self {
        BigUint::ZERO
    }

    fn one() -> Self {
        1_u8.into()
    }

    fn is_negligible(&self) -> bool {
        *self == BigUint::ZERO
    }

    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }

    fn times(&self, factor: u32) -> Self {
        self * factor
    }
}

/// Multiplications that may still be made.
struct WorkLimit {
    left: u64,
}

/// A polynomial up to some degree, without negligible terms at its ends.
#[derive(Clone)]
struct Series<T> {
    /// The degree of the first term.
    from: usize,
    terms: Vec<T>,
    /// The relative error of every term is at most this.
    error: f64,
}

impl<T: Term> Series<T> {
    fn one() -> Self {
        Series { from: 0, terms: vec![T::one()], error: 0.0 }
    }

    /// The product up to a degree, if there is work left for it.
    fn times(&self, other: &Self, degree: usize, work: &mut WorkLimit) -> Option<Self> {
        let lengths = [self.terms.len(), other.terms.len()];
        let (long, short) = (lengths[0].max(lengths[1]), lengths[0].min(lengths[1]));
        work.left = work.left.checked_sub(long as u64 * short as u64)?;
        let from = self.from + other.from;
        let length = match (long, short) {
            (_, 0) => 0,
            _ => (long + short - 1).min((degree + 1).saturating_sub(from)),
        };
        let mut terms = vec![T::nothing(); length];
        for (at, a) in self.terms.iter().enumerate().take(length) {
            for (sum, b) in terms[at..].iter_mut().zip(&other.terms) {
                sum.add_product(a, b);
            }
        }
        let error = self.error + other.error + (short as f64 + 2.0) * f64::EPSILON;
        let end = terms.iter().rposition(|term| !term.is_negligible()).map_or(0, |last| last + 1);
        terms.truncate(end);
        let start = terms.iter().position(|term| !term.is_negligible()).unwrap_or(0);
        terms.drain(..start);
        Some(Series { from: from + start, terms, error })
    }

    fn power(&self, mut exponent: u64, degree: usize, work: &mut WorkLimit) -> Option<Self> {
        let (mut result, mut square) = (Series::one(), self.clone());
        loop {
            if exponent % 2 == 1 {
                result = result.times(&square, degree, work)?;
            }
            exponent /= 2;
            if exponent == 0 {
                return Some(result);
            }
            square = square.times(&square, degree, work)?;
        }
    }
}

/// The weight of all vectors together, and per kind of class the sum of its number of members over
/// them, each times its weight.
struct Means<T> {
    all: T,
    sums: Vec<T>,
    error: f64,
}

fn means<T: Term>(
    kinds: &[(Series<T>, u64)],
    degree: usize,
    work: &mut WorkLimit,
) -> Option<Means<T>> {
    let mut rest = Vec::with_capacity(kinds.len());
    let mut before = vec![Series::one()];
    for (series, classes) in kinds {
        let others = series.power(classes - 1, degree, work)?;
        let whole = others.times(series, degree, work)?;
        before.push(before[rest.len()].times(&whole, degree, work)?);
        rest.push((others, whole));
    }
    let mut after = Series::one();
    let mut means = Means { all: T::nothing(), sums: Vec::new(), error: 0.0 };
    for (kind, (series, _)) in kinds.iter().enumerate().rev() {
        let (others, whole) = &rest[kind];
        let others = others.times(&before[kind], degree, work)?.times(&after, degree, work)?;
        let (mut all, mut sum) = (T::nothing(), T::nothing());
        for (term, members) in series.terms.iter().zip(0_u32..) {
            let left = degree.checked_sub(members as usize + series.from);
            let Some(other) =
                left.and_then(|left| others.terms.get(left.checked_sub(others.from)?))
            else {
                continue;
            };
            all.add_product(term, other);
            sum.add_product(&term.times(members), other);
        }
        let error = others.error + series.error + (series.terms.len() as f64 + 3.0) * f64::EPSILON;
        means.error = means.error.max(error);
        means.all = all;
        means.sums.push(sum);
        after = after.times(whole, degree, work)?;
    }
    means.sums.reverse();
    Some(means)
}

/// Unmatched classes by their people, as `within` takes them.
pub(crate) fn alike(
    people: impl Iterator<Item = u64>,
    members: u64,
    suppressed: impl Fn(u64, u64) -> bool,
) -> Vec<SameSizeClasses> {
    let mut classes: BTreeMap<u64, u64> = BTreeMap::new();
    people.for_each(|people| *classes.entry(people).or_default() += 1);
    classes.remove(&0);
    let kind = |(people, classes): (u64, u64)| SameSizeClasses {
        people,
        classes,
        suppressed_for: (1..=people.min(members)).filter(|&z| suppressed(z, people)).collect(),
    };
    classes.into_iter().map(kind).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fraction(text: &str) -> Fraction {
        text.parse().unwrap()
    }

    /// Unmatched classes of these sizes that are suppressed above a share.
    fn above(people: &[u64], members: u64, most: Fraction) -> Vec<SameSizeClasses> {
        alike(people.iter().copied(), members, |z, n| Fraction::new(z, n) > most)
    }

    #[test]
    fn two_mayors_are_certain_also_beside_an_empty_village() {
        let most = fraction("0.1");
        assert!(!within(&above(&[2], 2, most), 2, Fraction::ZERO, most));
        // 2/22 is below a tenth, but two villagers would have been published.
        assert!(!within(&above(&[2, 20], 2, most), 2, Fraction::ZERO, most));
        // Of a hundred villages of two any may have had the two members.
        assert!(within(&above(&[2; 100], 2, most), 2, Fraction::ZERO, most));
        assert!(!within(&above(&[2; 9], 2, most), 2, Fraction::ZERO, most));
    }

    #[test]
    fn large_classes_do_not_explode() {
        let most = fraction("0.05");
        let mut people: Vec<u64> = (0..200_000).map(|at| 1 + at % 7).collect();
        people.extend([1_000_000, 999_999, 31]);
        assert!(within(&above(&people, 500, most), 500, Fraction::ZERO, most));
        assert!(!within(&above(&people, 500, most), 500, fraction("0.0004"), most));
    }

    /// Per class the numerator and denominator of a person's posterior, over all vectors.
    fn slowly(classes: &[(u64, Vec<u64>)], members: u64) -> Option<Vec<Fraction>> {
        let choose = |n: u64, k: u64| (0..k).fold(1_u64, |ways, i| ways * (n - i) / (i + 1));
        let mut vectors: Vec<(Vec<u64>, u64)> = vec![(Vec::new(), 1)];
        for (people, counts) in classes {
            vectors = vectors
                .iter()
                .flat_map(|(vector, weight)| {
                    [0].iter().chain(counts).map(move |&z| {
                        ([vector.as_slice(), &[z]].concat(), weight * choose(*people, z))
                    })
                })
                .collect();
        }
        vectors.retain(|(vector, _)| vector.iter().sum::<u64>() == members);
        let all: u64 = vectors.iter().map(|(_, weight)| weight).sum();
        let sum = |at: usize| vectors.iter().map(|(v, weight)| v[at] * weight).sum::<u64>();
        (all > 0).then(|| {
            (0..classes.len()).map(|at| Fraction::new(sum(at), all * classes[at].0)).collect()
        })
    }

    proptest! {
        #[test]
        fn it_decides_as_the_sum_over_all_vectors(
            people in prop::collection::vec(1_u64..6, 1..6),
            suppressed in prop::array::uniform32(any::<bool>()),
            members in 0_u64..8,
            least in 0_u64..12,
            most in 1_u64..=12,
            tie in any::<bool>(),
        ) {
            let allowed = |z: u64, n: u64| suppressed[(n * 5 + z) as usize % 32];
            let kinds = alike(people.iter().copied(), members, allowed);
            let listed: Vec<(u64, Vec<u64>)> = people
                .iter()
                .map(|&n| (n, (1..=n.min(members)).filter(|&z| allowed(z, n)).collect()))
                .collect();
            let Some(chances) = slowly(&listed, members) else { return Ok(()) };
            let (greatest, smallest) = (*chances.iter().max().unwrap(), *chances.iter().min().unwrap());
            // A tie must hold, exactly.
            let least = if tie { smallest } else { Fraction::new(least, 24) };
            let most = if tie { greatest } else { Fraction::new(most, 12) };
            let expected = least <= smallest && greatest <= most;
            prop_assert_eq!(within(&kinds, members, least, most), expected);
            let most = Fraction::new(greatest.numerator() * 1000, greatest.denominator() * 1000 + 1);
            if greatest > Fraction::ZERO {
                prop_assert!(!within(&kinds, members, Fraction::ZERO, most));
            }
        }
    }
}
