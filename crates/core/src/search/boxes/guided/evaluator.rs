//! The cost of a class, the demands on it, and the score of a region.
//!
//! A greedy choice of the cut with the least cost leads to regions so close to the limits of the
//! demands that no further cut is allowed. The score of a region is therefore its cost, reduced the
//! more *slack* it has. Slack is the distance to the nearest limit in units of the square root of
//! the rows, which is the order of random variation when a region is halved. The best weight of
//! slack differs between tables and between parts of a table, so several [`Scoring`]s are tried.
//! Square roots are the only functions used. They are exact to the last bit, so every machine makes
//! the same cuts.

use incrowd_terms::Fraction;

use super::summary::{BoxSummary, Coordinate};
use crate::cost::Objective;
use crate::search::boxes::{BoxProblem, CountConstraints};

impl Objective {
    /// The cost of a class with this size and loss of its box.
    #[inline]
    pub(super) fn class_cost(self, size: u64, loss: impl FnOnce() -> f64) -> f64 {
        match self {
            _ if size == 0 => 0.0,
            Objective::Ranges => size as f64 * loss(),
            Objective::Squares => size as f64 * size as f64,
            Objective::Count => -1.0,
        }
    }

    /// The final figure, from the total cost of all classes and their total size.
    pub(super) fn total(self, cost: f64, size: u64) -> f64 {
        match self {
            Objective::Ranges => cost / size as f64,
            Objective::Squares => cost,
            Objective::Count => size as f64 / -cost,
        }
    }
}

/// How the score weighs slack against cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scoring {
    /// The exponent of slack, in eighths.
    pub slack: u8,
    /// Whether slack has a smaller exponent where the best cut hardly lowers the cost.
    pub careful: bool,
    /// What the exponent of the loss of a box exceeds one by, in eighths, at most four. More than none
    /// makes large boxes be cut first.
    pub steep: u8,
    /// The seed of a random perturbation, if any.
    pub seed: Option<u64>,
    /// The greatest share by which it changes a score.
    pub noise: f64,
}

impl Scoring {
    /// The exponent of slack for a region of this cost whose best cut costs `least`.
    pub fn slack_for(self, least: f64, region: f64) -> u8 {
        if !self.careful {
            return self.slack;
        }
        let fits = |&eighths: &u8| least <= power(0.5, 2 * eighths) * region;
        (0..=self.slack).rev().find(fits).unwrap_or(0)
    }
}

/// The cost of a region under a scoring, and its slack.
#[derive(Clone, Copy)]
pub(super) struct RegionScore {
    pub cost: f64,
    pub slack: f64,
}

impl RegionScore {
    /// The expected cost of a region after it is cut into classes, up to a common factor.
    #[inline]
    pub fn score(self, eighths: u8) -> f64 {
        if self.cost == 0.0 { 0.0 } else { self.cost / slack_factor(self.slack, eighths) }
    }
}

/// The factor by which slack reduces a cost. More slack never makes it smaller, rounding included.
#[inline]
pub(super) fn slack_factor(slack: f64, eighths: u8) -> f64 {
    power(0.2 + slack, eighths)
}

/// The loss of ranges of ranks: the positions of the ranks of all columns, one column after the
/// other.
#[derive(Default)]
pub(super) struct RankLosses {
    positions: Vec<f64>,
    /// Per column: where its positions start, and the extra loss of a range of two ranks or more.
    columns: Vec<(usize, f64)>,
}

impl RankLosses {
    pub fn add(&mut self, positions: impl Iterator<Item = f64>, step: f64) {
        self.columns.push((self.positions.len(), step));
        self.positions.extend(positions);
    }

    #[inline]
    fn loss<C: Coordinate, const N: usize>(&self, summary: &BoxSummary<C, N>) -> f64 {
        let mut loss = 0.0;
        for (column, &(start, step)) in self.columns.iter().enumerate() {
            let (low, high) = (summary.low(column), summary.high(column));
            loss += self.positions[start + high.rank()] - self.positions[start + low.rank()];
            loss += if low < high { step } else { 0.0 };
        }
        loss
    }
}

/// The objective and the demands, in terms of box summaries.
pub(super) struct RegionEvaluator<'f> {
    pub problem: &'f BoxProblem<'f>,
    pub constraints: CountConstraints,
    pub objective: Objective,
    rank_losses: &'f RankLosses,
    /// Whether the size of a class is its people instead of its rows.
    over_people: bool,
    /// Whether every tuple has rows, there is no population, and people add up.
    plain: bool,
    presence: Option<(f64, f64)>,
    /// The least people that a class with a row needs to stay below the greatest presence.
    cover: u64,
}

impl<'f> RegionEvaluator<'f> {
    pub fn new(
        problem: &'f BoxProblem<'f>,
        constraints: CountConstraints,
        objective: Objective,
        rank_losses: &'f RankLosses,
        over_people: bool,
    ) -> Self {
        let cover = |(_, most): (Fraction, Fraction)| {
            most.denominator().div_ceil(most.numerator().max(1)).max(1)
        };
        RegionEvaluator {
            over_people,
            plain: problem.is_plain(),
            presence: constraints.presence.map(|(least, most)| (least.to_f64(), most.to_f64())),
            cover: constraints.presence.map_or(1, cover),
            problem,
            constraints,
            objective,
            rank_losses,
        }
    }

    pub fn columns(&self) -> usize {
        self.rank_losses.columns.len()
    }

    /// The size of a class.
    #[inline]
    fn size<C: Coordinate, const N: usize>(&self, summary: &BoxSummary<C, N>) -> u64 {
        if self.over_people { summary.people } else { summary.rows }
    }

    /// The cost of a class.
    #[inline]
    pub fn cost<C: Coordinate, const N: usize>(&self, summary: &BoxSummary<C, N>) -> f64 {
        self.objective.class_cost(self.size(summary), || self.rank_losses.loss(summary))
    }

    /// A lower bound on the cost of any partition of a region.
    pub fn least<C: Coordinate, const N: usize>(&self, summary: &BoxSummary<C, N>) -> f64 {
        match self.objective {
            Objective::Ranges => 0.0,
            Objective::Squares => self.size(summary) as f64,
            Objective::Count => -(self.size(summary) as f64),
        }
    }

    /// Whether the count constraints forbid every cut.
    pub fn is_indivisible<C: Coordinate, const N: usize>(
        &self,
        summary: &BoxSummary<C, N>,
    ) -> bool {
        let halves = |count: u64, least: u64| count / 2 < least;
        let both_have_rows = self.plain || self.presence.is_some_and(|(least, _)| least > 0.0);
        let people = self.constraints.people.max(self.cover);
        let starved = if both_have_rows {
            halves(summary.rows, self.constraints.rows.max(1)) || halves(summary.people, people)
        } else {
            summary.rows > 0 && summary.people <= people
        };
        starved || halves(summary.people, self.constraints.everyone.max(1))
    }

    /// The score of a region.
    #[inline]
    pub fn score<C: Coordinate, const N: usize>(
        &self,
        summary: &BoxSummary<C, N>,
        scoring: Scoring,
    ) -> RegionScore {
        let size = self.size(summary);
        if size == 0 {
            return RegionScore { cost: 0.0, slack: 0.0 };
        }
        let each = match self.objective {
            Objective::Ranges => self.rank_losses.loss(summary),
            Objective::Squares | Objective::Count => size as f64,
        };
        let each = if scoring.steep > 0 { each * power(each, scoring.steep) } else { each };
        RegionScore { cost: size as f64 * each, slack: self.slack(summary) }
    }

    fn slack<C: Coordinate, const N: usize>(&self, summary: &BoxSummary<C, N>) -> f64 {
        let (rows, people) = (summary.rows as f64, summary.people as f64);
        if summary.rows == 0 {
            return (people - self.constraints.everyone as f64).max(0.0).sqrt();
        }
        let mut room = rows - self.constraints.rows as f64;
        if self.constraints.people > 0 || self.constraints.everyone > 0 {
            room = room.min(people - self.constraints.people.max(self.constraints.everyone) as f64);
        }
        if let Some((least, most)) = self.presence {
            room = room.min(most * people - rows).min(rows - least * people);
        }
        room.max(0.0) / (rows + 1.0).sqrt()
    }
}

/// A power whose exponent is given in eighths.
#[inline]
fn power(base: f64, eighths: u8) -> f64 {
    let root = base.sqrt();
    let fourth = root.sqrt();
    if eighths > 4 {
        return base * power(base, eighths - 4) / root;
    }
    match eighths {
        0 => 1.0,
        1 => fourth.sqrt(),
        2 => fourth,
        3 => fourth * fourth.sqrt(),
        _ => root,
    }
}

#[cfg(test)]
mod tests {
    use super::power;

    #[test]
    fn powers_are_powers() {
        for eighths in 0..=4 {
            let expected = 7.3_f64.powf(f64::from(eighths) / 8.0);
            assert!((power(7.3, eighths) - expected).abs() < 1e-12);
        }
    }
}
