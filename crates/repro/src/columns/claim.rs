//! Claims and their verdicts.

use crate::{Claim, Verdict};

/// A claim; `why` is said only of one that does not reproduce as a whole.
pub fn claim(at: &'static str, said: &str, found: String, verdict: Verdict, why: &str) -> Claim {
    let why = if verdict == Verdict::Reproduces { "" } else { why };
    Claim { at, said: said.to_owned(), found, verdict, why: why.to_owned() }
}

/// All or nothing.
pub fn whether(holds: bool) -> Verdict {
    if holds { Verdict::Reproduces } else { Verdict::DoesNot }
}

/// All, some or nothing.
pub fn share(holding: usize, all: usize) -> Verdict {
    match holding {
        _ if holding == all => Verdict::Reproduces,
        0 => Verdict::DoesNot,
        _ => Verdict::Partly,
    }
}
