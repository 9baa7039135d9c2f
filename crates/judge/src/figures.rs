//! The measures of one sensitive column, in one pass over its classes.

use std::collections::BTreeMap;

use crate::closeness::{self, Ranking};
use crate::findings::ColumnFindings;
use crate::spread::Spread;
use crate::{entropy, likeness};

/// `recursive_c` is printed from 2 up to at least the first and at most the second of these: more
/// than ten values are rarely asked for, and a column may have thousands.
const RECURSIVE_L: (u64, u64) = (3, 10);

/// Measures a column. Every figure of a table without rows is undefined.
pub(crate) fn measure(spread: &Spread) -> ColumnFindings {
    let distinct_values = spread.totals.len() as u64;
    let last_l = distinct_values.clamp(RECURSIVE_L.0, RECURSIVE_L.1);
    let mut recursive_c: BTreeMap<u64, Option<f64>> = (2..=last_l).map(|l| (l, None)).collect();
    if spread.rows == 0 {
        return nothing(recursive_c);
    }
    let mut worst = Worst::default();
    let mut counts = Vec::new();
    let mut recursive = vec![0.0_f64; last_l as usize - 1];
    for class in spread.classes() {
        class.descending(&mut counts);
        worst.distinct = worst.distinct.min(class.distinct());
        worst.disclosures += u64::from(class.distinct() == 1);
        worst.share = worst.share.max(counts[0] as f64 / class.rows as f64);
        worst.frequency = worst.frequency.min(class.rows as f64 / counts[0] as f64);
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
        frequency_l: Some(worst.frequency),
        entropy_l: Some(worst.entropy),
        recursive_c,
        alpha: Some(worst.share),
        t: Some(worst.equal),
        t_ordered: spread.kind.is_ordered().then_some(worst.ordered),
        basic_beta: Some(worst.gain),
        enhanced_beta: Some(worst.enhanced),
        enhanced_beta_holds_for: (!worst.too_much_gain).then_some(worst.gain),
        delta_disclosure: Some(worst.surprise),
        delta_disclosure_strict: (!worst.lacking).then_some(worst.surprise),
        disclosures: worst.disclosures,
        disclosing: Vec::new(),
    }
}

/// The worst of what was seen so far.
struct Worst {
    distinct: u64,
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
    /// Compares every class with the table, the spellings of secrets being read in one way.
    fn compare(&mut self, spread: &Spread) {
        let ranking = spread.kind.is_ordered().then(|| Ranking::of(spread));
        let mut gain = 0.0_f64;
        for class in spread.classes() {
            self.equal = self.equal.max(closeness::equal(spread, class).to_f64());
            if let Some(ranking) = &ranking {
                self.ordered = self.ordered.max(ranking.distance(spread, class).to_f64());
            }
            gain = gain.max(likeness::largest_gain(spread, class));
            self.too_much_gain |= !likeness::gains_at_most_rarity(spread, class);
            self.surprise = self.surprise.max(likeness::largest_surprise(spread, class));
            self.lacking |= likeness::lacks_a_value(spread, class);
        }
        let rarest = (0..spread.totals.len() as u32).map(|value| likeness::rarity(spread, value));
        self.enhanced = self.enhanced.max(gain.min(rarest.fold(0.0, f64::max)));
        self.gain = self.gain.max(gain);
    }
}

impl Default for Worst {
    fn default() -> Self {
        Worst {
            distinct: u64::MAX,
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
