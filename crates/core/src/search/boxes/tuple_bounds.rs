//! A lower bound on the loss of each tuple, whatever its class.
//!
//! A tuple that cannot be a class alone shares a class with others, and a box that contains a pair
//! loses at least the loss of the pair. The others are added from the nearest on, until together
//! they could supply what the tuple lacks: rows, people, people without rows (if the presence is
//! too high), or rows (if it is too low). Tuples that would increase the shortfall need not be in
//! the class and are ignored.

use incrowd_terms::Fraction;

use super::BoxProblem;

/// Above this many tuples no bound is computed.
const MOST: usize = 4096;

/// The least loss of each tuple.
pub(super) fn floors(problem: &BoxProblem<'_>) -> Vec<f64> {
    if problem.tuples() > MOST {
        return vec![0.0; problem.tuples()];
    }
    (0..problem.tuples() as u32).map(|tuple| floor(problem, tuple)).collect()
}

fn floor(problem: &BoxProblem<'_>, tuple: u32) -> f64 {
    if problem.holds(&[tuple]) {
        return 0.0;
    }
    let mut shortfall = Shortfall::of(problem, tuple);
    for (loss, other) in neighbours(problem, tuple) {
        shortfall.take(problem, other);
        if shortfall.are_met(problem) {
            return loss;
        }
    }
    // No class can contain this tuple, so there is no partition and any bound is valid.
    0.0
}

/// The other tuples from the nearest on, each with the loss of the pair.
pub(super) fn neighbours(problem: &BoxProblem<'_>, tuple: u32) -> Vec<(f64, u32)> {
    let pair = |other: u32| -> f64 {
        let codes = problem.codes(tuple).iter().zip(problem.codes(other));
        let losses = codes
            .zip(problem.range_losses())
            .map(|((&a, &b), range_loss)| range_loss.loss(a.min(b), a.max(b)));
        losses.sum()
    };
    let others = (0..problem.tuples() as u32).filter(|&other| other != tuple);
    let mut others: Vec<(f64, u32)> = others.map(|other| (pair(other), other)).collect();
    others.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    others
}

/// The counts that a class around a tuple could reach.
pub(super) struct Shortfall {
    published: bool,
    rows: u64,
    people: u64,
    /// The distance to the greatest and to the least presence, in fractions of a person.
    below: i128,
    above: i128,
}

impl Shortfall {
    pub fn of(problem: &BoxProblem<'_>, tuple: u32) -> Self {
        let (rows, people) = (problem.members()[tuple as usize], problem.people()[tuple as usize]);
        let (below, above) = slack(problem, rows, people);
        Shortfall { published: rows > 0, rows, people, below, above }
    }

    pub fn take(&mut self, problem: &BoxProblem<'_>, tuple: u32) {
        let (rows, people) = (problem.members()[tuple as usize], problem.people()[tuple as usize]);
        let (below, above) = slack(problem, rows, people);
        self.rows += rows;
        self.people += people;
        self.below += below.max(0);
        self.above += above.max(0);
    }

    pub fn are_met(&self, problem: &BoxProblem<'_>) -> bool {
        let constraints = problem.constraints();
        let counts = self.rows >= constraints.rows && self.people >= constraints.people;
        let presence = self.below >= 0 && self.above >= 0;
        presence && self.people >= constraints.everyone && (!self.published || counts)
    }
}

/// `most * people - rows` and `rows - least * people`, each in parts of its denominator.
fn slack(problem: &BoxProblem<'_>, rows: u64, people: u64) -> (i128, i128) {
    let Some((least, most)) = problem.constraints().presence else { return (0, 0) };
    let rows_over = |share: Fraction| i128::from(share.denominator()) * i128::from(rows);
    let people_over = |share: Fraction| i128::from(share.numerator()) * i128::from(people);
    (people_over(most) - rows_over(most), rows_over(least) - people_over(least))
}
