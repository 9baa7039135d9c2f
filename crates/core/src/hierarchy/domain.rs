//! What the data hold in a column, and its order.

use std::cmp::Ordering;

use incrowd_terms::{Kind, Nulls, Scalar};

use super::Fault;

/// The values of one column of the data.
#[derive(Clone, Copy, Debug)]
pub struct Domain<'a> {
    /// The column's name, for messages.
    pub column: &'a str,
    /// Its type, inferred or declared.
    pub kind: Kind,
    /// Its distinct texts with the number of rows of each, in any order.
    pub values: &'a [(String, u64)],
    /// Which of them are missing values.
    pub nulls: &'a Nulls,
}

/// A value of the data as its kind reads it.
#[derive(Clone, Copy, Debug)]
pub struct DomainValue<'a> {
    /// As it is written.
    pub text: &'a str,
    /// The number of its rows.
    pub rows: u64,
    /// As it is meant.
    pub scalar: Scalar,
}

/// The values of a domain, read as one kind: the missing ones by text, the others in value order.
#[derive(Clone, Debug)]
pub struct OrderedValues<'a> {
    /// How the values are read.
    pub kind: Kind,
    /// Those that are missing.
    pub missing: Vec<&'a str>,
    /// The others.
    pub values: Vec<DomainValue<'a>>,
}

impl<'a> Domain<'a> {
    /// The values in the order of `kind`.
    ///
    /// # Errors
    /// The first value (by text) that is not of that kind.
    pub fn ordered_as(&self, kind: Kind) -> Result<OrderedValues<'a>, &'a str> {
        match self.gathered(kind) {
            (ordered, None) => Ok(ordered),
            (_, Some(strange)) => Err(strange),
        }
    }

    /// The values by text, whatever they are.
    #[must_use]
    pub fn by_text(&self) -> OrderedValues<'a> {
        self.gathered(Kind::Text).0
    }

    /// The values by magnitude where the column is one of numbers or dates and all of them can be
    /// read as such, else by text.
    #[must_use]
    pub fn ordered(&self) -> OrderedValues<'a> {
        if self.kind.is_ordered() {
            self.ordered_as(self.kind).unwrap_or_else(|_| self.by_text())
        } else {
            OrderedValues { kind: self.kind, ..self.by_text() }
        }
    }

    /// The values that are of this kind, in its order, and the first (by text) that is not.
    fn gathered(&self, kind: Kind) -> (OrderedValues<'a>, Option<&'a str>) {
        let mut missing = Vec::new();
        let mut values = Vec::with_capacity(self.values.len());
        let mut strange: Option<&str> = None;
        for (text, rows) in self.values {
            if self.nulls.is_missing(text) {
                missing.push(text.as_str());
            } else if let Some(scalar) = kind.read(text) {
                values.push(DomainValue { text, rows: *rows, scalar });
            } else {
                strange = Some(strange.map_or(text, |first| first.min(text)));
            }
        }
        missing.sort_unstable();
        values.sort_unstable_by(DomainValue::in_order);
        (OrderedValues { kind, missing, values }, strange)
    }

    /// Refuses values that a reader of the published table would take for generalizations.
    pub(super) fn refuse_generalized(&self) -> Result<(), Fault> {
        let texts = self.values.iter().map(|(text, _)| text.as_str());
        match texts.filter(|text| looks_generalized(text)).min() {
            Some(value) => Err(Fault::Generalized { value: value.to_owned() }),
            None => Ok(()),
        }
    }
}

impl DomainValue<'_> {
    /// By magnitude; two spellings of one number (`1`, `1.0`) stay two values, side by side.
    fn in_order(&self, other: &Self) -> Ordering {
        self.scalar.magnitude(&other.scalar).then_with(|| self.text.cmp(other.text))
    }

    /// Whether the two differ in more than their spelling.
    pub(super) fn differs_from(&self, other: &Self) -> bool {
        let text = matches!(self.scalar, Scalar::Text);
        text || self.scalar.magnitude(&other.scalar) != Ordering::Equal
    }
}

/// Whether a published value with this text would be read as a generalization: `*`, a range
/// (`[..]` or `[..)`) or a set (`{..}`).
#[must_use]
pub(super) fn looks_generalized(text: &str) -> bool {
    text == "*"
        || (text.starts_with('[') && text.ends_with([']', ')']))
        || (text.starts_with('{') && text.ends_with('}'))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::hierarchy::{Hierarchy, HierarchyError, Spec, build};

    #[test]
    fn stars_ranges_and_sets_look_generalized() {
        assert!(["*", "[1,5)", "{a|b}"].into_iter().all(looks_generalized));
        assert!(!["<=50K", "**", "[1"].into_iter().any(looks_generalized));
    }

    /// Builds over values that occur once each; `?` and the empty text are missing.
    pub(crate) fn grown(
        spec: &Spec,
        kind: Kind,
        values: &[&str],
    ) -> Result<Hierarchy, HierarchyError> {
        let counted: Vec<_> = values.iter().map(|value| (*value, 1)).collect();
        weighed(spec, kind, &counted)
    }

    /// Builds over values with their rows; `?` and the empty text are missing.
    pub(crate) fn weighed(
        spec: &Spec,
        kind: Kind,
        values: &[(&str, u64)],
    ) -> Result<Hierarchy, HierarchyError> {
        let values: Vec<_> = values.iter().map(|(text, n)| ((*text).to_owned(), *n)).collect();
        let nulls = Nulls::declared(["?"]);
        build(spec, &Domain { column: "col", kind, values: &values, nulls: &nulls })
    }

    /// The spec that a user's text means; no files.
    pub(crate) fn spec(text: &str) -> Spec {
        Spec::parse(text).unwrap().read(|path| Err(path.to_owned())).unwrap()
    }

    /// All chains in leaf order, `;` between labels.
    pub(crate) fn chains(hierarchy: &Hierarchy) -> Vec<String> {
        (0..hierarchy.leaves() as u32).map(|code| hierarchy.chain(code).join(";")).collect()
    }

    #[test]
    fn generalized_shapes_are_refused_by_every_computed_hierarchy() {
        for value in ["*", "[1,2]", "[1,2)", "{a|b}", "[x]"] {
            for text in ["auto", "flat", "mask:2"] {
                let error = grown(&spec(text), Kind::Text, &["a", value, "b"]).unwrap_err();
                assert_eq!(error.value(), Some(value));
                assert_eq!(error.column(), Some("col"));
            }
        }
        assert!(grown(&spec("flat"), Kind::Text, &["**", "[1", "(1,2]", "<=50K"]).is_ok());
    }

    #[test]
    fn a_value_given_twice_is_refused() {
        let error = grown(&spec("flat"), Kind::Text, &["a", "b", "a"]).unwrap_err();
        assert_eq!(error.value(), Some("a"));
    }

    #[test]
    fn no_values_make_no_hierarchy() {
        for text in ["auto", "flat", "mask:2", "intervals:5", "bounds:5", "date:year"] {
            let error = grown(&spec(text), Kind::Text, &[]).unwrap_err();
            assert_eq!(*error.fault(), Fault::NoValues, "{text}");
        }
    }
}
