//! The presences that are demanded.
//!
//! The figures of Nergiz, Atzori & Clifton 2007 have come to us without their axes. These are the pairs that its text
//! names, (0,0.05), (0.02,0.05) and (0.04,0.07), and others around them, up to presences that hide
//! little.

use std::fmt;

use incrowd_core::terms::{Demand, Fraction, Knowledge, Presence};

use crate::experiment::RunScale;

/// The least and the greatest presence that anybody may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DeltaPair {
    pub least: Fraction,
    pub most: Fraction,
}

/// The pairs of figures 3 to 7 and 9, in hundredths.
const PAIRS: [(u64, u64); 12] = [
    (0, 5),
    (0, 6),
    (0, 8),
    (0, 10),
    (0, 20),
    (0, 50),
    (1, 5),
    (1, 10),
    (2, 5),
    (2, 8),
    (4, 5),
    (4, 7),
];

const QUICK_PAIRS: [(u64, u64); 5] = [(0, 5), (0, 10), (0, 50), (2, 5), (4, 7)];

impl DeltaPair {
    fn hundredths((least, most): (u64, u64)) -> DeltaPair {
        DeltaPair { least: Fraction::new(least, 100), most: Fraction::new(most, 100) }
    }

    /// The pair that is written like `0.02,0.05`.
    pub fn parse(text: &str) -> Option<DeltaPair> {
        let (least, most) = text.split_once(',')?;
        Some(DeltaPair { least: least.parse().ok()?, most: most.parse().ok()? })
    }

    pub fn demand(self) -> Demand {
        Demand::Presence(Presence {
            least: self.least,
            most: self.most,
            knowledge: Knowledge::Table,
        })
    }

    /// Whether whoever has these presences has what is demanded.
    pub fn holds(self, (least, most): (Fraction, Fraction)) -> bool {
        self.least <= least && most <= self.most
    }

    /// Whether whatever meets this meets the other too, and they are not the same.
    pub fn is_tighter_than(self, other: DeltaPair) -> bool {
        self != other && other.holds((self.least, self.most))
    }
}

impl fmt::Display for DeltaPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.least.plain(), self.most.plain())
    }
}

/// The pairs of figures 3 to 7 and 9.
pub(super) fn pairs(scale: RunScale) -> Vec<DeltaPair> {
    let pairs: &[(u64, u64)] = match scale {
        RunScale::Quick => &QUICK_PAIRS,
        RunScale::Full => &PAIRS,
    };
    pairs.iter().copied().map(DeltaPair::hundredths).collect()
}

/// The scales of figure 8: least presences, and greatest ones.
pub(super) fn scales(scale: RunScale) -> (Vec<Fraction>, Vec<Fraction>) {
    let (least, most): (&[u64], &[u64]) = match scale {
        RunScale::Quick => (&[0, 2, 4], &[5, 10, 50]),
        RunScale::Full => (&[0, 1, 2, 4], &[5, 6, 8, 10, 20, 50, 100]),
    };
    let fractions = |hundredths: &[u64]| {
        hundredths.iter().map(|&hundredths| Fraction::new(hundredths, 100)).collect()
    };
    (fractions(least), fractions(most))
}

/// The pairs of figure 8.
pub(super) fn grid(scale: RunScale) -> Vec<DeltaPair> {
    let (least, most) = scales(scale);
    let row = |&least: &Fraction| most.iter().map(move |&most| DeltaPair { least, most });
    least.iter().flat_map(row).collect()
}
