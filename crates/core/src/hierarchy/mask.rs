//! `mask:5`: characters replaced by `*`, from right to left.
//!
//! What it makes: level i hides the i rightmost characters (Unicode scalar values, so that no
//! letter is cut in half), up to the given number; then `*`. The first level that hides every
//! character of every value is the top itself. The column counts as text even if its values are
//! numbers, because a masked zip code is not a number. The first character of a value stays until
//! the top, because a single `*` would stand for any value.
//!
//! With the word `rounded` (`mask:5,rounded`), boxes publish single nodes, not sets of codes that the
//! data chose (`rounding.rs`).
//!
//! Example: `47906 -> 4790* -> 479** -> 47*** -> 4**** -> *` for `mask:5`.
//!
//! Refuses: a number of characters below 1; values that look generalized.

use super::date::ROUNDED;
use super::{
    Builder, BuilderForm, BuilderParameters, BuilderSyntax, Domain, Fault, Hierarchy, MAX_HEIGHT,
    Scaffold, Spec,
};

const NAME: &str = "mask";

pub(super) const FORM: BuilderForm =
    BuilderForm { name: NAME, example: "mask:5", reading: BuilderSyntax::Parameters(read) };

#[derive(Debug)]
struct Mask {
    /// The number of characters that may be masked.
    characters: usize,
    /// Whether boxes publish single nodes.
    is_rounded: bool,
}

impl Spec {
    /// Up to so many characters masked, from the right.
    #[must_use]
    pub fn mask(characters: usize) -> Spec {
        Spec::of(Mask { characters, is_rounded: false })
    }
}

impl Builder for Mask {
    fn words(&self) -> String {
        let rounded = if self.is_rounded { format!(",{ROUNDED}") } else { String::new() };
        format!("{NAME}:{}{rounded}", self.characters)
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        self.check()?;
        let mut ordered = domain.by_text();
        // Values with equal prefixes must be neighbours, and among them values of equal length;
        // otherwise `4**` would not be one range between `4*` and `4***`.
        let mut lengths: Vec<_> =
            ordered.values.iter().map(|value| (value.text.chars().count(), *value)).collect();
        lengths.sort_unstable_by_key(|(length, value)| (*length, value.text));
        ordered.values = lengths.iter().map(|(_, value)| *value).collect();

        let longest = lengths.last().map_or(0, |(length, _)| *length);
        let levels = self.characters.min(longest.saturating_sub(1));
        if levels >= MAX_HEIGHT {
            return Err(Fault::TooTall { line: None, levels: levels + 1 });
        }
        let mut scaffold = Scaffold::new(&ordered);
        for hidden in 1..=levels {
            let kept = lengths.iter().map(|(length, value)| {
                let (kept, text) = (length.saturating_sub(hidden).max(1), value.text);
                let end = text.char_indices().nth(kept).map_or(text.len(), |(end, _)| end);
                (*length, &text[..end])
            });
            scaffold.group_by(kept, |(length, kept), _| {
                format!("{kept}{}", "*".repeat(hidden.min(length.saturating_sub(1))))
            });
        }
        let made = scaffold.crown()?;
        Ok(if self.is_rounded { made.in_nodes() } else { made })
    }
}

fn read(words: &BuilderParameters<'_>) -> Result<Spec, Fault> {
    let (count, is_rounded) = match words.parameters.rsplit_once(',') {
        Some((count, last)) if last.trim() == ROUNDED => (count, true),
        _ => (words.parameters, false),
    };
    let wrong = |_| words.bad(format!("'{count}' is no number of characters, as in mask:5"));
    let characters = count.trim().parse().map_err(wrong)?;
    let mask = Mask { characters, is_rounded };
    mask.check()?;
    Ok(Spec::of(mask))
}

impl Mask {
    /// The parameter's own rule, which needs no data.
    fn check(&self) -> Result<(), Fault> {
        if self.characters == 0 {
            let why = "it must mask at least 1 character, as in mask:5".into();
            return Err(Fault::BadSpec { spec: self.words(), why });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::hierarchy::domain::tests::{chains, grown, spec};
    use crate::hierarchy::{Fault, Spec};
    use incrowd_terms::Kind;

    #[test]
    fn zips_are_masked_from_the_right() {
        let zips = grown(&spec("mask:5"), Kind::Integer, &["47906", "47302", "12000"]).unwrap();
        assert_eq!(
            chains(&zips),
            [
                "12000;1200*;120**;12***;1****;*",
                "47302;4730*;473**;47***;4****;*",
                "47906;4790*;479**;47***;4****;*",
            ]
        );
        assert_eq!((zips.kind(), zips.height()), (Kind::Text, 5));
    }

    #[test]
    fn the_top_follows_the_last_level_asked_for() {
        let two = grown(&spec("mask:2"), Kind::Text, &["abc"]).unwrap();
        assert_eq!(chains(&two), ["abc;ab*;a**;*"]);
        let plenty = grown(&spec("mask:99"), Kind::Text, &["abc"]).unwrap();
        assert_eq!(chains(&plenty), ["abc;ab*;a**;*"]);
        let single = grown(&spec("mask:1"), Kind::Text, &["a", "b"]).unwrap();
        assert_eq!(chains(&single), ["a;*", "b;*"]);
    }

    #[test]
    fn lengths_may_differ() {
        let made = grown(&spec("mask:3"), Kind::Text, &["47", "4", "479", "4*", "5"]).unwrap();
        assert_eq!(
            chains(&made),
            ["4;4;4;*", "5;5;5;*", "4*;4*;4*;*", "47;4*;4*;*", "479;47*;4**;*"]
        );
        assert_eq!((made.span(1, 0), made.span(1, 2)), (0..1, 2..4));
    }

    #[test]
    fn characters_are_not_bytes() {
        let made = grown(&spec("mask:2"), Kind::Text, &["Köln", "Kö"]).unwrap();
        assert_eq!(chains(&made), ["Kö;K*;K*;*", "Köln;Köl*;Kö**;*"]);
    }

    #[test]
    fn missing_values_are_not_masked() {
        let made = grown(&spec("mask:2"), Kind::Text, &["ab", "?", ""]).unwrap();
        assert_eq!(chains(&made), [";;*", "?;?;*", "ab;a*;*"]);
        let only = grown(&spec("mask:2"), Kind::Text, &["?"]).unwrap();
        assert_eq!(chains(&only), ["?;*"]);
    }

    #[test]
    fn nothing_to_mask_is_refused() {
        for wrong in
            ["mask:0", "mask:rounded", "mask:0,rounded", "mask:", "mask:-1", "mask:x", "mask:1.5"]
        {
            assert!(matches!(Spec::parse(wrong).unwrap_err().fault(), Fault::BadSpec { .. }));
        }
        assert!(grown(&Spec::mask(0), Kind::Text, &["a"]).is_err());
        let long = "x".repeat(400);
        assert!(grown(&spec("mask:254"), Kind::Text, &[&long]).is_ok());
        let error = grown(&spec("mask:255"), Kind::Text, &[&long]).unwrap_err();
        assert_eq!(*error.fault(), Fault::TooTall { line: None, levels: 256 });
    }
}
