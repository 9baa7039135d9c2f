//! Everyone's presence in two figures.

use super::{Misfit, Presence, Probability};
use crate::covered_people::CoveredPeople;
use crate::findings::PresenceRange;
use crate::ratio::Ratio;

/// The population beside a published table, and everyone's presence if it was measured: `None` in
/// it if boxes overlap too much to list who matches which.
#[derive(Debug)]
pub(crate) struct PresenceSummary {
    pub(crate) covered: CoveredPeople,
    pub(crate) presence: Option<Result<Option<Presence>, Misfit>>,
    /// The people whom a row of each box can mean: `None` if boxes overlap too much, an error if
    /// they overlap and not all rows find a person.
    pub(crate) candidates: Result<Option<Vec<u64>>, Misfit>,
}

impl PresenceSummary {
    /// The least and greatest presence, in the worse of two readings; `None` if none was measured.
    pub(crate) fn range(&self) -> Option<PresenceRange> {
        let measured = self.presence.as_ref()?.as_ref().ok().and_then(Option::as_ref);
        Some(measured.map_or_else(PresenceRange::default, |presence| range(presence.chances())))
    }
}

impl Presence {
    /// What is known in all readings.
    pub(crate) fn chances(&self) -> impl Iterator<Item = &Probability> {
        self.subset.iter().chain(self.matching.iter().flatten())
    }
}

/// The least and greatest of some probabilities. While one is undecided, only an end that no other
/// can pass is known.
pub(crate) fn range<'c>(chances: impl Iterator<Item = &'c Probability>) -> PresenceRange {
    let (mut min, mut max): (Option<&Ratio>, Option<&Ratio>) = (None, None);
    let (mut decided, mut estimated) = (true, false);
    for chance in chances {
        decided &= *chance != Probability::Undecided;
        estimated |= matches!(chance, Probability::Between(..));
        min = chance.least().into_iter().chain(min).min();
        max = chance.most().into_iter().chain(max).max();
    }
    let min = min.filter(|min| decided || **min == Ratio::zero());
    let max = max.filter(|max| decided || **max == Ratio::one());
    PresenceRange { min: min.map(Ratio::rounded_down), max: max.map(Ratio::rounded_up), estimated }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_known_if_nothing_can_pass_it() {
        let (zero, half) =
            (Probability::Exactly(Ratio::zero()), Probability::Exactly(Ratio::of(1, 2)));
        let between = Probability::Between(Ratio::of(1, 4), Ratio::of(3, 4));
        let of = |chances: &[&Probability]| {
            let PresenceRange { min, max, estimated } = range(chances.iter().copied());
            (min.unwrap_or_default(), max.unwrap_or_default(), estimated)
        };
        assert_eq!(of(&[&zero, &half]), ("0".into(), "1/2".into(), false));
        assert_eq!(of(&[&half, &between]), ("1/4".into(), "3/4".into(), true));
        assert_eq!(
            of(&[&zero, &half, &Probability::Undecided]),
            ("0".into(), String::new(), false)
        );
        assert_eq!(of(&[]), (String::new(), String::new(), false));
    }
}
