//! `flat`: a value is kept or becomes `*`.
//!
//! What it makes: one level above the leaves. It is what a quasi-identifier that is no number
//! gets when no hierarchy is given. Texts are ordered by text, numbers and dates by magnitude.
//!
//! Example: `Female -> *`, `Male -> *`.
//!
//! Refuses: values that look generalized.

use super::{Builder, BuilderForm, BuilderSyntax, Domain, Fault, Hierarchy, Scaffold, Spec};

const NAME: &str = "flat";

pub(super) const FORM: BuilderForm =
    BuilderForm { name: NAME, example: NAME, reading: BuilderSyntax::Alone(Spec::flat) };

#[derive(Debug)]
struct Flat;

impl Spec {
    /// Kept, or `*`.
    #[must_use]
    pub fn flat() -> Spec {
        Spec::of(Flat)
    }
}

impl Builder for Flat {
    fn words(&self) -> String {
        NAME.to_owned()
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        Scaffold::new(&domain.ordered()).crown()
    }
}

#[cfg(test)]
mod tests {
    use crate::hierarchy::Spec;
    use crate::hierarchy::domain::tests::{chains, grown};
    use incrowd_terms::Kind;

    #[test]
    fn texts_are_ordered_by_text() {
        let flat = grown(&Spec::flat(), Kind::Text, &["b", "10", "9", "a"]).unwrap();
        assert_eq!(chains(&flat), ["10;*", "9;*", "a;*", "b;*"]);
        assert_eq!((flat.kind(), flat.height(), flat.leaves()), (Kind::Text, 1, 4));
    }

    #[test]
    fn numbers_are_ordered_by_magnitude_and_spellings_stay_apart() {
        let flat = grown(&Spec::flat(), Kind::Decimal, &["10", "1.0", "-3", "1", "9"]).unwrap();
        assert_eq!(chains(&flat), ["-3;*", "1;*", "1.0;*", "9;*", "10;*"]);
        assert_eq!((flat.code("1"), flat.code("1.0"), flat.code("1.00")), (Some(1), Some(2), None));
    }

    #[test]
    fn missing_values_stand_first() {
        let flat = grown(&Spec::flat(), Kind::Integer, &["7", "?", "-7", ""]).unwrap();
        assert_eq!(chains(&flat), [";*", "?;*", "-7;*", "7;*"]);
        assert_eq!((flat.missing(), flat.kind()), (0..2, Kind::Integer));
    }

    #[test]
    fn a_column_whose_values_contradict_its_kind_is_text() {
        let flat = grown(&Spec::flat(), Kind::Integer, &["10", "9", "x"]).unwrap();
        assert_eq!((chains(&flat).join(" "), flat.kind()), ("10;* 9;* x;*".into(), Kind::Text));
    }
}
