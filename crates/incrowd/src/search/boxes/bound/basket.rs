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
        let enough = self.units >= terms.from;
        let dearest = self.kept.last().map_or(f64::NEG_INFINITY, |kept| kept.0);
        if units <= 0.0 || (enough && price >= dearest && price >= terms.slope * self.value) {
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
            if price < terms.slope * self.value || self.units - units < terms.from {
                break;
            }
            self.units -= units;
            self.kept.pop();
        }
    }
}
