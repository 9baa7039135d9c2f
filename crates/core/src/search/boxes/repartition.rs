//! Repartitions the tuples of a few clusters.
//!
//! Regions are cut by the best-scored cut. Both sides should lose little and keep their presence
//! away from the limits, because a region at a limit cannot be cut further. The box of a class must
//! not contain tuples from outside the clusters; the boxes of intermediate regions may.

use incrowd_terms::Fraction;

use super::BoxProblem;
use super::bisect::Cut;
use super::bounding_box::BoundingBox;
use super::cluster_set::ClusterSet;

/// The number of cuts of a region that are tested against all demands, at most.
pub(super) const ASKED: usize = 32;

/// A new partition of the tuples, and its cost.
pub(super) struct Repartitioned {
    pub cost: f64,
    pub parts: Vec<Vec<u32>>,
}

/// The clusters to repartition.
pub(super) struct Repartition<'c, 'f, 'a> {
    pub cluster_set: &'c ClusterSet<'f, 'a>,
    pub clusters: &'c [u32],
    /// The number of first cuts that are followed to the end.
    pub beam: usize,
}

impl Repartition<'_, '_, '_> {
    /// The cheapest classes found, if they cost less than a limit.
    pub fn run(&self, region: Vec<u32>, limit: f64) -> Option<Repartitioned> {
        self.follow(region, limit, self.beam)
    }

    fn follow(&self, region: Vec<u32>, mut limit: f64, beam: usize) -> Option<Repartitioned> {
        let (cluster_set, problem) = (self.cluster_set, self.cluster_set.problem);
        let bbox = BoundingBox::of(problem, &region);
        let cost = bbox.cost(problem);
        let cuts = if cost > 0.0 { promising(problem, &region, &bbox) } else { Vec::new() };
        let mut best = None;
        let mut followed = 0;
        for cut in cuts.into_iter().take(ASKED) {
            let Some((left, right)) = divide(problem, &region, cut) else { continue };
            followed += 1;
            if let Some(left) = self.follow(left, limit, 1)
                && let Some(right) = self.follow(right, limit - left.cost, 1)
            {
                limit = left.cost + right.cost;
                best =
                    Some(Repartitioned { cost: limit, parts: [left.parts, right.parts].concat() });
            }
            if followed == beam {
                break;
            }
        }
        // Parts never lose more than the whole, so the whole only counts if there are no parts.
        let is_class = || {
            cost < limit
                && bbox.is_admitted(problem)
                && cluster_set.contains_no_others(&bbox.ranges, self.clusters, &[])
                && problem.holds(&region)
        };
        best.or_else(|| is_class().then(|| Repartitioned { cost, parts: vec![region.clone()] }))
    }
}

/// Both sides of a cut, if they hold. They are known to meet the count constraints.
pub(super) fn divide(
    problem: &BoxProblem<'_>,
    region: &[u32],
    cut: Cut,
) -> Option<(Vec<u32>, Vec<u32>)> {
    let is_left = |&tuple: &u32| problem.codes(tuple)[cut.column] < cut.code;
    let (left, right): (Vec<u32>, Vec<u32>) = region.iter().partition(|tuple| is_left(tuple));
    let hold = problem.constraints().complete || problem.holds(&left) && problem.holds(&right);
    hold.then_some((left, right))
}

/// The cuts of a region whose sides meet the count constraints, best score first.
pub(super) fn promising(problem: &BoxProblem<'_>, region: &[u32], bbox: &BoundingBox) -> Vec<Cut> {
    let mut cuts: Vec<(f64, Cut)> = Vec::new();
    for (column, range) in bbox.ranges.iter().enumerate() {
        if range.0 < range.1 {
            sweep(problem, region, bbox, column, &mut cuts);
        }
    }
    cuts.sort_by(|one, other| one.0.total_cmp(&other.0));
    cuts.into_iter().map(|(_, cut)| cut).collect()
}

fn sweep(
    problem: &BoxProblem<'_>,
    region: &[u32],
    bbox: &BoundingBox,
    column: usize,
    cuts: &mut Vec<(f64, Cut)>,
) {
    let mut sorted: Vec<(u32, u32)> =
        region.iter().map(|&tuple| (problem.codes(tuple)[column], tuple)).collect();
    sorted.sort_unstable();
    let (mut rows, mut people) = (0, 0);
    let mut places = Vec::new();
    for (place, pair) in (1..).zip(sorted.windows(2)) {
        rows += problem.members()[pair[0].1 as usize];
        people += problem.people()[pair[0].1 as usize];
        let constraints = problem.constraints();
        if pair[0].0 < pair[1].0
            && constraints.admits(rows, people)
            && constraints.admits(bbox.rows - rows, bbox.people - people)
        {
            places.push(place);
        }
    }
    let mut right = BoundingBox::empty(problem.columns());
    let mut end = sorted.len();
    let mut scores: Vec<f64> = Vec::with_capacity(places.len());
    for &place in places.iter().rev() {
        sorted[place..end].iter().for_each(|&(_, tuple)| right.add(problem, tuple));
        end = place;
        scores.push(score(problem, &right));
    }
    let mut left = BoundingBox::empty(problem.columns());
    let mut start = 0;
    for (&place, right) in places.iter().zip(scores.iter().rev()) {
        sorted[start..place].iter().for_each(|&(_, tuple)| left.add(problem, tuple));
        start = place;
        cuts.push((score(problem, &left) + right, Cut { column, code: sorted[place].0 }));
    }
}

/// The loss of a side, increased the closer its presence is to a limit.
fn score(problem: &BoxProblem<'_>, bbox: &BoundingBox) -> f64 {
    let cost = bbox.cost(problem);
    let Some((least, most)) = problem.constraints().presence else { return cost };
    let part = |share: Fraction| share.numerator() as f64 / share.denominator() as f64;
    let (rows, people) = (bbox.rows as f64, bbox.people as f64);
    let above = if least == Fraction::ZERO { f64::INFINITY } else { rows - part(least) * people };
    let room = above.min(part(most) * people - rows).max(0.0) / (rows + 1.0).sqrt();
    cost / (0.2 + room).sqrt().sqrt()
}
