//! What a user can ask for: `--hierarchy COL=SPEC`.

use std::sync::Arc;

use super::builder::split;
use super::{BUILDERS, Builder, Fault, HierarchyError, ListingFile, file};

/// A hierarchy as it was asked for: a builder with its parameters, and with the text of its file if
/// it has one.
#[derive(Clone, Debug)]
pub struct Spec(Arc<dyn Builder>);

/// A [`Spec`] that may still lack the text of its file: the library itself reads no files.
#[derive(Clone, Debug)]
pub enum UnreadSpec {
    /// Nothing to read.
    Ready(Spec),
    /// A builder that reads a file.
    File {
        /// Its name, if users say it before the path.
        name: Option<&'static str>,
        /// The path of the file.
        path: String,
        /// What makes a spec of what the file holds.
        make: fn(ListingFile) -> Spec,
    },
}

impl Spec {
    /// Understands a user's words. A text that starts with no builder's name is the path of a
    /// file; `./auto` is a file that happens to have such a name.
    ///
    /// ```
    /// use incrowd_core::hierarchy::Spec;
    /// let spec = Spec::parse("tree:jobs.txt").unwrap();
    /// assert_eq!(spec.path(), Some("jobs.txt"));
    /// let spec = spec.read(|_path| Ok::<_, ()>("*\n  cook\n  nurse\n".to_string())).unwrap();
    /// assert_eq!(spec.file(), Some("jobs.txt"));
    /// ```
    ///
    /// # Errors
    /// A builder that does not exist, or parameters that it refuses whatever the data.
    pub fn parse(text: &str) -> Result<UnreadSpec, HierarchyError> {
        parse(text).map_err(HierarchyError::new)
    }

    /// A spec that asks for this builder, which need not be one of ours.
    #[must_use]
    pub fn of(builder: impl Builder + 'static) -> Spec {
        Spec(Arc::new(builder))
    }

    /// The builder that is asked for.
    #[must_use]
    pub fn builder(&self) -> &dyn Builder {
        &*self.0
    }

    /// The name of the file, if the hierarchy comes from one.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.0.listing().map(|listing| listing.name.as_str())
    }
}

/// Equal if they have the same specification and files with the same content.
impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (self.builder(), other.builder());
        one.words() == other.words() && one.listing() == other.listing()
    }
}

impl Eq for Spec {}

impl UnreadSpec {
    /// The path of the file to read, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match self {
            UnreadSpec::Ready(_) => None,
            UnreadSpec::File { path, .. } => Some(path),
        }
    }

    /// The words that ask for the same of another file, if there is a file.
    #[must_use]
    pub fn words_for(&self, path: &str) -> Option<String> {
        match self {
            UnreadSpec::Ready(_) => None,
            UnreadSpec::File { name: None, .. } => Some(path.to_owned()),
            UnreadSpec::File { name: Some(name), .. } => Some(format!("{name}:{path}")),
        }
    }

    /// Completes the spec with the text that `read` finds at its path, if it has one.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn read<E>(self, read: impl FnOnce(&str) -> Result<String, E>) -> Result<Spec, E> {
        match self {
            UnreadSpec::Ready(spec) => Ok(spec),
            UnreadSpec::File { path, make, .. } => {
                Ok(make(ListingFile { text: read(&path)?, name: path }))
            }
        }
    }
}

fn parse(text: &str) -> Result<UnreadSpec, Fault> {
    let (word, parameters) = split(text);
    let bad = |why: String| Err(Fault::BadSpec { spec: text.to_owned(), why });
    match BUILDERS.iter().find(|form| form.is_called(word)) {
        Some(form) => form.understand(text),
        None if text.is_empty() => bad(format!("write {}", forms())),
        None if parameters.is_some() && looks_like_a_builder(word) => {
            let file = format!("(./{text} if that is a file)");
            bad(format!("there is no builder '{word}'; write {} {file}", forms()))
        }
        None => file::FORM.understand(text),
    }
}

/// What users can write, one form after the other.
#[must_use]
pub fn forms() -> String {
    let examples: Vec<&str> = BUILDERS.iter().map(|form| form.example).collect();
    match examples.split_last() {
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// A plain word before a colon is more likely a misspelt builder than a path. One letter is a
/// drive.
fn looks_like_a_builder(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{Bound, DateUnit};
    use rust_decimal::Decimal;

    #[test]
    fn every_form_is_understood() {
        let ready = |text| match Spec::parse(text) {
            Ok(UnreadSpec::Ready(spec)) => spec,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(ready("auto"), Spec::auto());
        assert_eq!(ready("flat"), Spec::flat());
        assert_eq!(ready("mask:5"), Spec::mask(5));
        assert_ne!(ready("mask:5"), Spec::mask(4));
        assert_eq!(
            ready("intervals: 0.5, 1"),
            Spec::intervals(vec![Decimal::new(5, 1), Decimal::ONE])
        );
        assert_eq!(ready("date:month,year"), Spec::date(vec![DateUnit::Month, DateUnit::Year]));
        let points = ["18", "40"].map(|text| Bound::read(text).unwrap()).to_vec();
        assert_eq!(ready("bounds:18,40"), Spec::bounds(points));
        let file = |text| {
            let unread = Spec::parse(text).unwrap();
            let path = unread.path().unwrap().to_owned();
            (
                path,
                unread.words_for("b").unwrap(),
                unread.read(|_| Ok::<_, ()>("x".into())).unwrap(),
            )
        };
        let tree = Spec::tree("a.txt", "x");
        assert_eq!(file("tree:a.txt"), ("a.txt".into(), "tree:b".into(), tree));
        for path in ["ages.csv", "dir/ages.csv", "./auto", "C:\\ages.csv", "dir/a:b", ":a"] {
            assert_eq!(file(path), (path.into(), "b".into(), Spec::chains(path, "x")));
        }
    }

    #[test]
    fn what_is_no_spec_is_told_so() {
        let forms = ["", "interval:5", "mask", "tree:", "tree", "date", "bounds", "intervals"];
        for text in forms {
            let error = Spec::parse(text).unwrap_err().in_column("age");
            assert_eq!((error.value(), error.column()), (Some(text), Some("age")));
            assert!(error.to_string().contains("bounds:18,40,65"), "{error}");
        }
        assert!(Spec::parse("auto:3").unwrap_err().to_string().contains("no parameter"));
    }

    #[test]
    fn the_forms_are_told_in_order() {
        let forms = "intervals:5,10,20, bounds:18,40,65, money:500,50000, mask:5, \
                     date:month,year, standard:countries, tree:FILE, auto, flat, keep, \
                     lines:Rome;Italy;* or the path of a CSV file";
        assert_eq!(super::forms(), forms);
    }

    #[test]
    fn files_are_read_by_the_caller() {
        let failed = Spec::parse("a.csv").unwrap().read(|path| Err::<String, _>(path.len()));
        assert_eq!(failed, Err(5));
        let read = Spec::parse("a.csv").unwrap().read(|_| Ok::<_, ()>("x;*".into()));
        assert_eq!(read, Ok(Spec::chains("a.csv", "x;*")));
        assert_ne!(read, Ok(Spec::chains("a.csv", "y;*")));
    }
}
