//! `keep`: a value is kept or becomes `*`, in boxes too.
//!
//! What it makes: one level above the leaves, as `flat` does. But boxes of a `flat` column publish
//! sets of neighbours such as `{ged|phd}`, which mean nothing if the order of the values means
//! nothing. Of this column they publish single values or `*`.
//!
//! Example: `Female -> *`, `Male -> *`.
//!
//! Refuses: values that look generalized.

use super::{Builder, BuilderForm, BuilderSyntax, Domain, Fault, Hierarchy, Scaffold, Spec};

const NAME: &str = "keep";

pub(super) const FORM: BuilderForm =
    BuilderForm { name: NAME, example: NAME, reading: BuilderSyntax::Alone(Spec::keep) };

#[derive(Debug)]
struct Keep;

impl Spec {
    /// Kept, or `*`, in boxes too.
    #[must_use]
    pub fn keep() -> Spec {
        Spec::of(Keep)
    }
}

impl Builder for Keep {
    fn words(&self) -> String {
        NAME.to_owned()
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        Ok(Scaffold::new(&domain.ordered()).crown()?.in_nodes())
    }
}

#[cfg(test)]
mod tests {
    use crate::hierarchy::domain::tests::{chains, grown, spec};
    use incrowd_terms::Kind;

    #[test]
    fn values_are_kept_or_hidden() {
        let made = grown(&spec("keep"), Kind::Text, &["b", "?", "a"]).unwrap();
        assert_eq!(chains(&made), ["?;*", "a;*", "b;*"]);
        assert!(made.is_rounded());
    }
}
