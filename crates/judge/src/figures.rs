//! The measures of one sensitive column, in one pass over its classes.

use std::collections::BTreeMap;

use crate::closeness::{self, Ranking};
use crate::findings::ColumnFindings;
use crate::hitting::Fewest;
use crate::values_by_class::{ClassValues, ValuesByClass};
use crate::{entropy, likeness};

/// `recursive_c` is printed from 2 up to at least the first and at most the second of these: more
/// than ten values are rarely asked for, and a column may have thousands.
const RECURSIVE_L: (u64, u64) = (3, 10);

/// Measures a column. Every figure of a table without rows is undefined.
pub(crate) fn measure(spread: &ValuesByClass) -> ColumnFindings {
    let distinct_values = spread.totals.len() as u64;
    let last_l = distinct_values.clamp(RECURSIVE_L.0, RECURSIVE_L.1);
    let mut recursive_c: BTreeMap<u64, Option<f64>> = (2..=last_l).map(|l| (l, None)).collect();
    if spread.rows == 0 {
        return nothing(recursive_c);
    }
    let mut worst = Worst::default();
    let mut counts = Vec::new();
    let mut recursive = vec![0.0_f64; last_l as usize - 1];
    let once = spread.once();
    for at in 0..spread.len() {
        let (fewest, class) = (spread.fewest(at), once.class(at));
        class.descending(&mut counts);
        worst.distinct(fewest);
        worst.common(spread.class(at));
        if let Some(visitors) = spread.visitors() {
            worst.common(visitors.having.class(at));
        }
        worst.entropy = worst.entropy.min(entropy::exponential(&counts));
        let mut tail = class.rows;
        for (l, c) in recursive.iter_mut().enumerate() {
            tail -= counts.get(l).copied().unwrap_or(0);
            *c = c.max(counts[0] as f64 / tail as f64);
        }
    }
    spread.readings().for_each(|reading| worst.compare(reading));
    for (c, found) in recursive_c.values_mut().zip(recursive) {
        *c = found.is_finite().then_some(found);
    }
    ColumnFindings {
        p: Some(worst.distinct),
        distinct_l: Some(worst.distinct),
        distinct_l_at_least: worst.at_least,
        frequency_l: Some(worst.frequency),
        entropy_l: Some(worst.entropy),
        recursive_c,
        alpha: Some(worst.share),
        t: Some(worst.equal),
        t_ordered: spread.kind.is_ordered().then_some(worst.ordered),
        // A value that counts for nobody in the table gains without end.
        basic_beta: Some(worst.gain).filter(|gain| gain.is_finite()),
        enhanced_beta: Some(worst.enhanced).filter(|gain| gain.is_finite()),
        enhanced_beta_holds_for: (!worst.too_much_gain).then_some(worst.gain),
        delta_disclosure: Some(worst.surprise).filter(|surprise| surprise.is_finite()),
        delta_disclosure_strict: Some(worst.surprise)
            .filter(|surprise| surprise.is_finite() && !worst.lacking),
        disclosures: worst.disclosures,
        disclosing: Vec::new(),
    }
}

/// The worst of what was seen so far.
struct Worst {
    distinct: u64,
    /// Whether the least number of distinct values is a lower bound only.
    at_least: bool,
    disclosures: u64,
    share: f64,
    frequency: f64,
    entropy: f64,
    equal: f64,
    ordered: f64,
    gain: f64,
    enhanced: f64,
    too_much_gain: bool,
    surprise: f64,
    lacking: bool,
}

impl Worst {
    /// Notes the fewest values such that everybody in a class has one of them.
    fn distinct(&mut self, fewest: Fewest) {
        self.disclosures += u64::from(fewest.values == 1 && fewest.exact);
        if fewest.values < self.distinct {
            (self.distinct, self.at_least) = (fewest.values, !fewest.exact);
        }
    }

    /// Notes the most frequent value of a class, by its rows or by its people.
    fn common(&mut self, class: ClassValues<'_>) {
        let largest = class.largest();
        self.share = self.share.max(largest as f64 / class.rows as f64);
        self.frequency = self.frequency.min(class.rows as f64 / largest as f64);
    }

    /// Compares every class with the table, the spellings of secrets being read in one way.
    fn compare(&mut self, spread: &ValuesByClass) {
        let weighted = spread.weighted();
        let ranking = weighted.kind.is_ordered().then(|| Ranking::of(weighted));
        for class in weighted.classes() {
            self.equal = self.equal.max(closeness::equal(weighted, class).to_f64());
            if let Some(ranking) = &ranking {
                self.ordered = self.ordered.max(ranking.distance(weighted, class).to_f64());
            }
        }
        if spread.visitors().is_some() {
            let difference = largest_difference(spread.having());
            self.equal = self.equal.max(difference);
            self.ordered = self.ordered.max(difference);
        }
        let (mut gain, spread) = (0.0_f64, spread.having());
        for class in spread.classes() {
            gain = gain.max(likeness::largest_gain(spread, class));
            self.too_much_gain |= !likeness::gains_at_most_rarity(spread, class);
            self.surprise = self.surprise.max(likeness::largest_surprise(spread, class));
            self.lacking |= likeness::lacks_a_value(spread, class);
        }
        let values = (0..spread.totals.len() as u32).filter(|&value| spread.total(value) > 0);
        let rarest = values.map(|value| likeness::rarity(spread, value));
        self.enhanced = self.enhanced.max(gain.min(rarest.fold(0.0, f64::max)));
        self.gain = self.gain.max(gain);
    }
}

/// The largest difference between a value's share of the people of a class and of the table.
fn largest_difference(having: &ValuesByClass) -> f64 {
    let commonest = closeness::commonest(having);
    let difference = |class| closeness::largest_difference(having, class, &commonest).to_f64();
    having.classes().map(difference).fold(0.0, f64::max)
}

impl Default for Worst {
    fn default() -> Self {
        Worst {
            distinct: u64::MAX,
            at_least: false,
            disclosures: 0,
            share: 0.0,
            frequency: f64::INFINITY,
            entropy: f64::INFINITY,
            equal: 0.0,
            ordered: 0.0,
            gain: 0.0,
            enhanced: 0.0,
            too_much_gain: false,
            surprise: 0.0,
            lacking: false,
        }
    }
}

fn nothing(recursive_c: BTreeMap<u64, Option<f64>>) -> ColumnFindings {
    ColumnFindings {
        p: None,
        distinct_l: None,
        distinct_l_at_least: false,
        frequency_l: None,
        entropy_l: None,
        recursive_c,
        alpha: None,
        t: None,
        t_ordered: None,
        basic_beta: None,
        enhanced_beta: None,
        enhanced_beta_holds_for: None,
        delta_disclosure: None,
        delta_disclosure_strict: None,
        disclosures: 0,
        disclosing: Vec::new(),
    }
}
