//! A fractional knapsack: the cheapest units that a box can take from its neighbours.

/// The price of a box per unit of weight: `(own + the cheapest x units) / (base + slope * x)`, for
/// the best x from `from` to `to`.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnapsackTerms {
    /// The fixed price.
    pub own: f64,
    /// The least units to take.
    pub from: f64,
    /// The most units to take.
    pub to: f64,
    /// The weight without these units.
    pub base: f64,
    /// The weight of a unit.
    pub slope: f64,
}

/// The units that the box takes, of all units offered so far.
#[derive(Default)]
pub(super) struct Knapsack {
    /// Price and units, the cheapest first. The box takes all of them, and the last one in part.
    kept: Vec<(f64, f64)>,
    units: f64,
    /// The price of all units together.
    sum: f64,
    /// The price of the box. It only falls as units are offered, and is infinite while there are
    /// too few.
    value: f64,
}

impl Knapsack {
    pub fn clear(&mut self, terms: &KnapsackTerms) {
        self.kept.clear();
        (self.units, self.sum) = (0.0, 0.0);
        self.update(terms);
    }

    /// Offers units.
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

    /// Whether more units at this price would be taken. The price is not below those already taken.
    #[inline]
    pub fn wants(&self, price: f64, terms: &KnapsackTerms) -> bool {
        self.units < terms.from || (self.units < terms.to && price < terms.slope * self.value)
    }

    /// The least price of the box.
    #[inline]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Drops units that the box does not take, and updates the price. The price falls while the
    /// next unit costs less than the current price by weight, and rises afterwards, so only the
    /// last units need to be checked.
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

    /// The best choice of whole and half units, by brute force.
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
