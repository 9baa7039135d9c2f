//! The cheapest shares that a box can take from what is near.

/// What a box pays per unit of weight: `(own + the cheapest x units) / (base + slope * x)`, for
/// the best x from `from` to `to`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
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

/// Units on offer, of which only those are kept that some box could want.
#[derive(Default)]
pub(super) struct Basket {
    /// Price and units, the cheapest first.
    kept: Vec<(f64, f64)>,
    units: f64,
    /// What a box pays now, which can only fall; nothing while there are too few units.
    value: f64,
}

impl Basket {
    pub fn clear(&mut self, terms: &Terms) {
        self.kept.clear();
        self.units = 0.0;
        self.value = if terms.from <= 0.0 { terms.own / terms.base } else { f64::INFINITY };
    }

    /// Puts units on offer.
    pub fn add(&mut self, price: f64, units: f64, terms: &Terms) {
        let dearest = self.kept.last().map_or(f64::NEG_INFINITY, |kept| kept.0);
        if units <= 0.0 || (price >= dearest && !self.wants(price, terms)) {
            return;
        }
        let at = self.kept.partition_point(|kept| kept.0 <= price);
        self.kept.insert(at, (price, units));
        self.units += units;
        if self.units >= terms.from {
            self.value = self.best(terms);
            self.drop_useless(terms);
        }
    }

    /// Whether a box could want units of this price, given that nothing dearer is kept.
    pub fn wants(&self, price: f64, terms: &Terms) -> bool {
        self.units < terms.from || (self.units < terms.to && price < terms.slope * self.value)
    }

    /// What a box pays at least.
    pub fn value(&self) -> f64 {
        self.value
    }

    fn best(&self, terms: &Terms) -> f64 {
        let (mut missing, mut taken, mut paid) = (terms.from.max(0.0), 0.0, terms.own);
        let mut value = f64::INFINITY;
        if missing == 0.0 {
            value = paid / terms.base;
        }
        for &(price, units) in &self.kept {
            let forced = units.min(missing);
            missing -= forced;
            taken += forced;
            paid += forced * price;
            if missing > 0.0 {
                continue;
            }
            if forced > 0.0 {
                value = paid / (terms.base + terms.slope * taken);
            }
            if price >= terms.slope * value {
                break;
            }
            let more = (units - forced).min(terms.to - taken).max(0.0);
            taken += more;
            paid += more * price;
            value = paid / (terms.base + terms.slope * taken);
        }
        value
    }

    /// Drops what is dearer than it is worth, as long as enough is left.
    fn drop_useless(&mut self, terms: &Terms) {
        while let Some(&(price, units)) = self.kept.last() {
            self.units -= units;
            if self.wants(price, terms) {
                self.units += units;
                break;
            }
            self.kept.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best of all ways to take whole or half units.
    fn by_definition(offers: &[(f64, f64)], terms: &Terms) -> f64 {
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
            Terms { own: 0.0, from: 2.5, to: f64::INFINITY, base: 1.0, slope: 0.0 },
            Terms { own: 0.0, from: 0.5, to: 1.5, base: 2.0, slope: 0.0 },
            Terms { own: 3.0, from: 4.0, to: f64::INFINITY, base: 1.0, slope: 1.0 },
            Terms { own: -2.0, from: 0.0, to: f64::INFINITY, base: 2.0, slope: 1.0 },
        ];
        for terms in all_terms {
            let mut basket = Basket::default();
            basket.clear(&terms);
            for end in 0..offers.len() {
                basket.add(offers[end].0, offers[end].1, &terms);
                let expected = by_definition(&offers[..=end], &terms);
                let same = basket.value() == expected || (basket.value() - expected).abs() < 1e-12;
                assert!(same, "{terms:?} {end}: {} {expected}", basket.value());
            }
        }
    }
}
