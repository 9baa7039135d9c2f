//! What a paper says, and how far what was found bears it out.
//!
//! All claims are made here, so that the same cases lead to the same verdict in every experiment,
//! and nothing is told where there is nothing to judge.

use std::fmt;

/// Something that a paper says about its measurements. Its texts are whole sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Where: `Figure 3`, `section 5.2`.
    pub at: &'static str,
    /// What it says, in our words.
    pub said: String,
    /// What was found here.
    pub found: String,
    /// Whether it reproduces.
    pub verdict: ClaimVerdict,
    /// Why, if it does not or cannot be told.
    pub why: String,
}

/// Whether a claim reproduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    /// It does.
    Reproduces,
    /// In part.
    Partly,
    /// It does not.
    DoesNot,
    /// What the paper prints, or what was measured, does not suffice to tell.
    CannotBeTold,
}

impl ClaimVerdict {
    /// The verdict in a word or two.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ClaimVerdict::Reproduces => "reproduces",
            ClaimVerdict::Partly => "in part",
            ClaimVerdict::DoesNot => "does not",
            ClaimVerdict::CannotBeTold => "cannot be told",
        }
    }
}

/// Why a claim cannot be told that was judged by cases.
const NO_CASES: &str = "Nothing was measured that could tell.";

/// A claim that was judged by what was measured; `why` is said where it does not reproduce as a
/// whole.
pub(crate) fn claim(
    at: &'static str,
    said: impl Into<String>,
    found: impl Into<String>,
    verdict: ClaimVerdict,
    why: &str,
) -> Claim {
    let why = match verdict {
        ClaimVerdict::Reproduces => "",
        ClaimVerdict::Partly | ClaimVerdict::DoesNot => why,
        ClaimVerdict::CannotBeTold => NO_CASES,
    };
    Claim { at, said: said.into(), found: found.into(), verdict, why: why.to_owned() }
}

/// A claim that cannot be told, whatever was measured.
pub(crate) fn open(
    at: &'static str,
    said: impl Into<String>,
    found: impl Into<String>,
    why: &str,
) -> Claim {
    let verdict = ClaimVerdict::CannotBeTold;
    Claim { at, said: said.into(), found: found.into(), verdict, why: why.to_owned() }
}

/// The verdict on what is so or not, if it is known.
pub(crate) fn whether(so: Option<bool>) -> ClaimVerdict {
    Score::of([so]).always()
}

/// The verdict on a claim of two parts.
pub(crate) fn both(one: ClaimVerdict, other: ClaimVerdict) -> ClaimVerdict {
    match (one, other) {
        (one, other) if one == other => one,
        (ClaimVerdict::CannotBeTold, _) | (_, ClaimVerdict::CannotBeTold) => {
            ClaimVerdict::CannotBeTold
        }
        _ => ClaimVerdict::Partly,
    }
}

/// In how many of some cases something is so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
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
    pub fn always(self) -> ClaimVerdict {
        match self {
            Score { of: 0, .. } => ClaimVerdict::CannotBeTold,
            Score { so, of } if so == of => ClaimVerdict::Reproduces,
            Score { so: 0, .. } => ClaimVerdict::DoesNot,
            _ => ClaimVerdict::Partly,
        }
    }

    /// The verdict on what one case refutes.
    pub fn without_exception(self) -> ClaimVerdict {
        whether((self.of > 0).then_some(self.so == self.of))
    }

    /// The verdict on what is said in general: three cases of four bear it out, fewer than half
    /// refute it.
    pub fn mostly(self) -> ClaimVerdict {
        match self {
            Score { of: 0, .. } => ClaimVerdict::CannotBeTold,
            Score { so, of } if 4 * so >= 3 * of => ClaimVerdict::Reproduces,
            Score { so, of } if 2 * so < of => ClaimVerdict::DoesNot,
            _ => ClaimVerdict::Partly,
        }
    }

    /// The verdict on what is said to happen.
    pub fn sometimes(self) -> ClaimVerdict {
        whether((self.of > 0).then_some(self.so > 0))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.so, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ClaimVerdict::{CannotBeTold, DoesNot, Partly, Reproduces};

    #[test]
    fn verdicts_follow_the_cases() {
        let score = |so, of| Score { so, of };
        assert_eq!(Score::of([Some(true), None, Some(false)]), score(1, 2));
        let verdicts = |so, of| {
            let score = score(so, of);
            [score.always(), score.without_exception(), score.mostly(), score.sometimes()]
        };
        assert_eq!(verdicts(0, 0), [CannotBeTold; 4]);
        assert_eq!(verdicts(0, 4), [DoesNot; 4]);
        assert_eq!(verdicts(1, 4), [Partly, DoesNot, DoesNot, Reproduces]);
        assert_eq!(verdicts(2, 4), [Partly, DoesNot, Partly, Reproduces]);
        assert_eq!(verdicts(3, 4), [Partly, DoesNot, Reproduces, Reproduces]);
        assert_eq!(verdicts(4, 4), [Reproduces; 4]);
    }

    #[test]
    fn a_claim_of_two_parts_needs_both() {
        assert_eq!(both(Reproduces, DoesNot), Partly);
        assert_eq!(both(DoesNot, DoesNot), DoesNot);
        assert_eq!(both(Reproduces, CannotBeTold), CannotBeTold);
    }

    #[test]
    fn reasons_are_given_where_they_are_needed() {
        let why = |verdict| claim("section 1", "It rains.", "It does.", verdict, "Clouds.").why;
        assert_eq!([Reproduces, Partly, DoesNot].map(why), ["", "Clouds.", "Clouds."]);
        assert_eq!(why(CannotBeTold), NO_CASES);
        assert_eq!(open("section 1", "It rains.", "Fog.", "Nobody looked.").why, "Nobody looked.");
    }
}
