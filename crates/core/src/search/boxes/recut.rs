//! Cutting the tuples of a few clusters up anew.
//!
//! Each time the cut is taken that promises most: the sides should lose little, but also keep some
//! room between their presence and its limits, without which they could not be cut any further.
//! A class must not have anybody inside its box who was not in those clusters; regions on the way
//! to classes may.

use incrowd_terms::Fraction;

use super::Field;
use super::crowd::Crowd;
use super::cutting::Cut;
use super::extent::Extent;

/// How many cuts of a region are asked about their secrets, at most.
pub(super) const ASKED: usize = 32;

/// Tuples as classes, and what these cost.
pub(super) struct Dealt {
    pub cost: f64,
    pub parts: Vec<Vec<u32>>,
}

/// A region and the clusters it comes from.
pub(super) struct Recut<'c, 'f, 'a> {
    pub crowd: &'c Crowd<'f, 'a>,
    pub clusters: &'c [u32],
    /// How many of the first cuts are followed to the end.
    pub beam: usize,
}

impl Recut<'_, '_, '_> {
    /// The cheapest classes found, if they cost less than a limit.
    pub fn deal(&self, region: Vec<u32>, limit: f64) -> Option<Dealt> {
        self.follow(region, limit, self.beam)
    }

    fn follow(&self, region: Vec<u32>, mut limit: f64, beam: usize) -> Option<Dealt> {
        let (crowd, field) = (self.crowd, self.crowd.field);
        let extent = Extent::of(field, &region);
        let cost = extent.cost(field);
        let cuts = if cost > 0.0 { promising(field, &region, &extent) } else { Vec::new() };
        let mut best = None;
        let mut followed = 0;
        for cut in cuts.into_iter().take(ASKED) {
            let Some((left, right)) = divide(field, &region, cut) else { continue };
            followed += 1;
            if let Some(left) = self.follow(left, limit, 1)
                && let Some(right) = self.follow(right, limit - left.cost, 1)
            {
                limit = left.cost + right.cost;
                best = Some(Dealt { cost: limit, parts: [left.parts, right.parts].concat() });
            }
            if followed == beam {
                break;
            }
        }
        // Parts never lose more than the whole, so it is looked at only if there are none.
        let is_class = || {
            cost < limit
                && extent.is_admitted(field)
                && crowd.is_clean(&extent.ranges, self.clusters, &[])
                && field.holds(&region)
        };
        best.or_else(|| is_class().then(|| Dealt { cost, parts: vec![region.clone()] }))
    }
}

/// Both sides of a cut, if they hold. That counts admit them is known.
pub(super) fn divide(field: &Field<'_>, region: &[u32], cut: Cut) -> Option<(Vec<u32>, Vec<u32>)> {
    let is_left = |&tuple: &u32| field.codes(tuple)[cut.column] < cut.code;
    let (left, right): (Vec<u32>, Vec<u32>) = region.iter().partition(|tuple| is_left(tuple));
    let hold = field.gate().complete || field.holds(&left) && field.holds(&right);
    hold.then_some((left, right))
}

/// The cuts of a region whose sides counts admit, the most promising first.
pub(super) fn promising(field: &Field<'_>, region: &[u32], extent: &Extent) -> Vec<Cut> {
    let mut cuts: Vec<(f64, Cut)> = Vec::new();
    for (column, range) in extent.ranges.iter().enumerate() {
        if range.0 < range.1 {
            sweep(field, region, extent, column, &mut cuts);
        }
    }
    cuts.sort_by(|one, other| one.0.total_cmp(&other.0));
    cuts.into_iter().map(|(_, cut)| cut).collect()
}

fn sweep(
    field: &Field<'_>,
    region: &[u32],
    extent: &Extent,
    column: usize,
    cuts: &mut Vec<(f64, Cut)>,
) {
    let mut sorted: Vec<(u32, u32)> =
        region.iter().map(|&tuple| (field.codes(tuple)[column], tuple)).collect();
    sorted.sort_unstable();
    let (mut rows, mut people) = (0, 0);
    let mut places = Vec::new();
    for (place, pair) in (1..).zip(sorted.windows(2)) {
        rows += field.rows()[pair[0].1 as usize];
        people += field.people()[pair[0].1 as usize];
        let gate = field.gate();
        if pair[0].0 < pair[1].0
            && gate.admits(rows, people)
            && gate.admits(extent.rows - rows, extent.people - people)
        {
            places.push(place);
        }
    }
    let mut right = Extent::empty(field.columns());
    let mut end = sorted.len();
    let mut scores: Vec<f64> = Vec::with_capacity(places.len());
    for &place in places.iter().rev() {
        sorted[place..end].iter().for_each(|&(_, tuple)| right.add(field, tuple));
        end = place;
        scores.push(score(field, &right));
    }
    let mut left = Extent::empty(field.columns());
    let mut start = 0;
    for (&place, right) in places.iter().zip(scores.iter().rev()) {
        sorted[start..place].iter().for_each(|&(_, tuple)| left.add(field, tuple));
        start = place;
        cuts.push((score(field, &left) + right, Cut { column, code: sorted[place].0 }));
    }
}

/// What a side loses, and more the nearer its presence is to a limit.
fn score(field: &Field<'_>, extent: &Extent) -> f64 {
    let cost = extent.cost(field);
    let Some((least, most)) = field.gate().presence else { return cost };
    let part = |share: Fraction| share.numerator() as f64 / share.denominator() as f64;
    let (rows, people) = (extent.rows as f64, extent.people as f64);
    let above = if least == Fraction::ZERO { f64::INFINITY } else { rows - part(least) * people };
    let room = above.min(part(most) * people - rows).max(0.0) / (rows + 1.0).sqrt();
    cost / (0.2 + room).sqrt().sqrt()
}
