//! How far what was found bears out what a paper says.

use std::fmt;

use crate::experiment::{Claim, Verdict};

/// In how many of some cases something is so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    pub so: usize,
    pub of: usize,
}

impl Score {
    /// Counts cases; those that were not measured are none.
    pub fn of(cases: impl IntoIterator<Item = Option<bool>>) -> Score {
        cases.into_iter().flatten().fold(Score::default(), |score, so| Score {
            so: score.so + usize::from(so),
            of: score.of + 1,
        })
    }

    /// The verdict on what is said of all cases.
    pub fn always(self) -> Verdict {
        match self {
            Score { of: 0, .. } => Verdict::CannotBeTold,
            Score { so, of } if so == of => Verdict::Reproduces,
            Score { so: 0, .. } => Verdict::DoesNot,
            _ => Verdict::Partly,
        }
    }

    /// The verdict on what is said in general: three cases of four bear it out, fewer than half
    /// refute it.
    pub fn mostly(self) -> Verdict {
        match self {
            Score { of: 0, .. } => Verdict::CannotBeTold,
            Score { so, of } if 4 * so >= 3 * of => Verdict::Reproduces,
            Score { so, of } if 2 * so < of => Verdict::DoesNot,
            _ => Verdict::Partly,
        }
    }

    /// The verdict on what is said to happen.
    pub fn sometimes(self) -> Verdict {
        match self {
            Score { of: 0, .. } => Verdict::CannotBeTold,
            Score { so: 0, .. } => Verdict::DoesNot,
            _ => Verdict::Reproduces,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.so, self.of)
    }
}

/// The verdict on a claim of two parts.
pub(super) fn both(one: Verdict, other: Verdict) -> Verdict {
    match (one, other) {
        (one, other) if one == other => one,
        (Verdict::CannotBeTold, _) | (_, Verdict::CannotBeTold) => Verdict::CannotBeTold,
        _ => Verdict::Partly,
    }
}

/// A claim; the reason is kept where it does not reproduce.
pub(super) fn claim(
    at: &'static str,
    said: &str,
    found: String,
    verdict: Verdict,
    why: &str,
) -> Claim {
    let why = if verdict == Verdict::Reproduces { String::new() } else { why.to_owned() };
    Claim { at, said: said.to_owned(), found, verdict, why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_the_cases() {
        let score = |so, of| Score { so, of };
        assert_eq!(Score::of([Some(true), None, Some(false)]), score(1, 2));
        let verdicts =
            |so, of| [score(so, of).always(), score(so, of).mostly(), score(so, of).sometimes()];
        use Verdict::{CannotBeTold, DoesNot, Partly, Reproduces};
        assert_eq!(verdicts(0, 0), [CannotBeTold; 3]);
        assert_eq!(verdicts(0, 4), [DoesNot; 3]);
        assert_eq!(verdicts(1, 4), [Partly, DoesNot, Reproduces]);
        assert_eq!(verdicts(2, 4), [Partly, Partly, Reproduces]);
        assert_eq!(verdicts(3, 4), [Partly, Reproduces, Reproduces]);
        assert_eq!(verdicts(4, 4), [Reproduces; 3]);
        assert_eq!(both(Reproduces, DoesNot), Partly);
        assert_eq!(both(DoesNot, DoesNot), DoesNot);
        assert_eq!(both(Reproduces, CannotBeTold), CannotBeTold);
    }
}
