//! The cheapest shares that a box can take from what is near.

/// What a box pays per unit of weight: `(own + the cheapest x units) / (base + slope * x)`, for
/// the best x from `from` to `to`.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnapsackTerms {
    /// What it pays in any case.
    pub own: f64,
    /// The least units it must take besides.
    pub from: f64,
    /// The most units it can take.
    pub to: f64,
    /// Its weight without them.
    pub base: f64,
    /// The weight of a unit.
    pub slope: f64,
}

/// Units on offer, of which only those are kept that a box takes.
#[derive(Default)]
pub(super) struct Knapsack {
    /// Price and units, the cheapest first. A box takes all but the last, and some of that.
    kept: Vec<(f64, f64)>,
    units: f64,
    /// The price of all units together.
    sum: f64,
    /// What a box pays, which can only fall; infinite while there are too few units.
    value: f64,
}

impl Knapsack {
    pub fn clear(&mut self, terms: &KnapsackTerms) {
        self.kept.clear();
        (self.units, self.sum) = (0.0, 0.0);
        self.update(terms);
    }

    /// Puts units on offer.
    #[inline]
    pub fn add(&mut self, price: f64, units: f64, terms: &KnapsackTerms) {
        let dearest = self.kept.last().map_or(f64::NEG_INFINITY, |kept| kept.0);
        if units <= 0.0 || (price >= dearest && !self.wants(price, terms)) {
            return;
        }
        let at = self.kept.partition_point(|kept| kept.0 <= price);
        self.kept.insert(at, (price, units));
        self.units += units;
        self.sum += units * price;
        if self.units >= terms.from {
            self.update(terms);
        }
    }

    /// Whether a box wants more units of a price that is no less than those it has.
    #[inline]
    pub fn wants(&self, price: f64, terms: &KnapsackTerms) -> bool {
        self.units < terms.from || (self.units < terms.to && price < terms.slope * self.value)
    }

    /// What a box pays at least.
    #[inline]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Drops what a box does not take, and finds what it pays. What it pays falls as long as the
    /// next unit costs less than that by weight, and rises ever after: so the last units tell.
    fn update(&mut self, terms: &KnapsackTerms) {
        let each = |paid: f64, taken: f64| (terms.own + paid) / (terms.base + terms.slope * taken);
        while let Some(&(price, units)) = self.kept.last() {
            let (mut taken, mut paid) = (self.units - units, self.sum - units * price);
            let needed = (terms.from - taken).max(0.0);
            (taken, paid) = (taken + needed, paid + needed * price);
            self.value = each(paid, taken);
            let wanted = taken < terms.to && price < terms.slope * self.value;
            if wanted {
                let more = (units - needed).min(terms.to - taken);
                self.value = each(paid + more * price, taken + more);
            }
            if wanted || needed > 0.0 {
                return;
            }
            self.kept.pop();
            (self.units, self.sum) = (taken, paid);
        }
        self.value = if terms.from <= 0.0 { each(0.0, 0.0) } else { f64::INFINITY };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best of all ways to take whole or half units.
    fn by_definition(offers: &[(f64, f64)], terms: &KnapsackTerms) -> f64 {
        let mut halves: Vec<f64> = Vec::new();
        for &(price, units) in offers {
            halves.extend(std::iter::repeat_n(price, (2.0 * units) as usize));
        }
        halves.sort_by(f64::total_cmp);
        let mut best = f64::INFINITY;
        for taken in 0..=halves.len() {
            let units = taken as f64 / 2.0;
            if (terms.from..=terms.to).contains(&units) {
                let paid = terms.own + halves[..taken].iter().sum::<f64>() / 2.0;
                best = best.min(paid / (terms.base + terms.slope * units));
            }
        }
        best
    }

    #[test]
    fn keeps_what_is_cheapest() {
        let offers = [(0.5, 2.0), (-0.25, 1.0), (0.0, 3.0), (0.125, 2.0), (-1.0, 1.0), (0.25, 4.0)];
        let all_terms = [
            KnapsackTerms { own: 0.0, from: 2.5, to: f64::INFINITY, base: 1.0, slope: 0.0 },
            KnapsackTerms { own: 0.0, from: 0.5, to: 1.5, base: 2.0, slope: 0.0 },
            KnapsackTerms { own: 3.0, from: 4.0, to: f64::INFINITY, base: 1.0, slope: 1.0 },
            KnapsackTerms { own: -2.0, from: 0.0, to: f64::INFINITY, base: 2.0, slope: 1.0 },
        ];
        for terms in all_terms {
            let mut knapsack = Knapsack::default();
            knapsack.clear(&terms);
            for end in 0..offers.len() {
                knapsack.add(offers[end].0, offers[end].1, &terms);
                let expected = by_definition(&offers[..=end], &terms);
                let same =
                    knapsack.value() == expected || (knapsack.value() - expected).abs() < 1e-12;
                assert!(same, "{terms:?} {end}: {} {expected}", knapsack.value());
            }
        }
    }
}
