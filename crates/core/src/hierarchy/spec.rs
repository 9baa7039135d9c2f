//! What a user can ask for: `--hierarchy COL=SPEC`.

use incrowd_terms::Kind;
use rust_decimal::Decimal;

use super::{Bound, DateUnit, Fault, HierarchyError, bounds, date, intervals, mask};

/// A hierarchy as it was asked for, with the text of its file if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// Chains in a file, one line per value.
    File {
        /// The file's name, for messages.
        name: String,
        /// What it holds.
        text: String,
    },
    /// Numbers in intervals of these widths.
    Intervals(Vec<Decimal>),
    /// Numbers or dates, cut at these points.
    Bounds(Vec<Bound>),
    /// Up to so many characters masked, from the right.
    Mask(usize),
    /// Dates in these calendar units.
    Date(Vec<DateUnit>),
    /// An indented outline in a file.
    Tree {
        /// The file's name, for messages.
        name: String,
        /// What it holds.
        text: String,
    },
    /// Groups of about equal frequency, built from the data.
    Auto,
    /// Kept, or `*`.
    Flat,
}

/// A [`Spec`] that may still lack the text of its file: the library itself reads no files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Nothing to read.
    Ready(Spec),
    /// The path of a file of chains.
    File(String),
    /// The path of an outline.
    Tree(String),
}

const FORMS: &str = "write intervals:5,10,20, bounds:18,40,65, mask:5, date:month,year, \
                     tree:FILE, auto, flat or the path of a CSV file";

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
    pub fn parse(text: &str) -> Result<Unread, HierarchyError> {
        parse(text).map_err(HierarchyError::new)
    }

    /// The name of the file, if the hierarchy comes from one.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match self {
            Spec::File { name, .. } | Spec::Tree { name, .. } => Some(name),
            _ => None,
        }
    }
}

impl Unread {
    /// The path of the file to read, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match self {
            Unread::Ready(_) => None,
            Unread::File(path) | Unread::Tree(path) => Some(path),
        }
    }

    /// Completes the spec with the text that `read` finds at its path, if it has one.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn read<E>(self, read: impl FnOnce(&str) -> Result<String, E>) -> Result<Spec, E> {
        Ok(match self {
            Unread::Ready(spec) => spec,
            Unread::File(name) => Spec::File { text: read(&name)?, name },
            Unread::Tree(name) => Spec::Tree { text: read(&name)?, name },
        })
    }
}

fn parse(text: &str) -> Result<Unread, Fault> {
    let bad = |why: String| Fault::BadSpec { spec: text.to_owned(), why };
    let (builder, parameters) = match text.split_once(':') {
        Some((builder, parameters)) => (builder, Some(parameters)),
        None => (text, None),
    };
    let number = |part: &str| {
        let number = Kind::Decimal.read(part).and_then(incrowd_terms::Scalar::number);
        number.ok_or_else(|| bad(format!("'{part}' is no number; write it like 5 or 0.5")))
    };
    let bound = |part: &str| {
        let wrong = || bad(format!("'{part}' is no number and no date such as 2024-03-09"));
        Bound::read(part).ok_or_else(wrong)
    };
    let unit = |part: &str| {
        let wrong = || bad(format!("'{part}' is none of day, month, quarter, year, decade"));
        DateUnit::from_name(part).ok_or_else(wrong)
    };
    let spec = match (builder, parameters) {
        ("auto", None) => Spec::Auto,
        ("flat", None) => Spec::Flat,
        ("intervals", Some(widths)) => {
            let widths = list(widths, number)?;
            intervals::check(&widths)?;
            Spec::Intervals(widths)
        }
        ("bounds", Some(points)) => {
            let points = list(points, bound)?;
            bounds::check(&points)?;
            Spec::Bounds(points)
        }
        ("date", Some(units)) => {
            let units = list(units, unit)?;
            date::check(&units)?;
            Spec::Date(units)
        }
        ("mask", Some(count)) => {
            let wrong = |_| bad(format!("'{count}' is no number of characters, as in mask:5"));
            let count = count.trim().parse().map_err(wrong)?;
            mask::check(count)?;
            Spec::Mask(count)
        }
        ("tree", Some(path)) if !path.is_empty() => return Ok(Unread::Tree(path.to_owned())),
        ("", None) => return Err(bad(FORMS.to_owned())),
        ("intervals" | "bounds" | "date" | "mask" | "tree", _) => {
            return Err(bad(format!("'{builder}' needs a parameter; {FORMS}")));
        }
        ("auto" | "flat", _) => return Err(bad(format!("'{builder}' takes no parameter"))),
        (word, Some(_)) if looks_like_a_builder(word) => {
            let why = format!("there is no builder '{word}'; {FORMS} (./{text} if that is a file)");
            return Err(bad(why));
        }
        _ => return Ok(Unread::File(text.to_owned())),
    };
    Ok(Unread::Ready(spec))
}

/// Comma-separated parameters, spaces around them ignored. None at all is left to the builder's
/// own check, which says what is needed.
fn list<T>(text: &str, read: impl Fn(&str) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').map(|part| read(part.trim())).collect()
}

/// A plain word before a colon is rather a misspelt builder than a path. One letter is a drive.
fn looks_like_a_builder(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_understood() {
        let ready = |text| match Spec::parse(text) {
            Ok(Unread::Ready(spec)) => spec,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(ready("auto"), Spec::Auto);
        assert_eq!(ready("flat"), Spec::Flat);
        assert_eq!(ready("mask:5"), Spec::Mask(5));
        assert_eq!(
            ready("intervals: 0.5, 1"),
            Spec::Intervals(vec![Decimal::new(5, 1), Decimal::ONE])
        );
        assert_eq!(ready("date:month,year"), Spec::Date(vec![DateUnit::Month, DateUnit::Year]));
        let points = ["18", "40"].map(|text| Bound::read(text).unwrap()).to_vec();
        assert_eq!(ready("bounds:18,40"), Spec::Bounds(points));
        assert_eq!(Spec::parse("tree:a.txt"), Ok(Unread::Tree("a.txt".into())));
        for path in ["ages.csv", "dir/ages.csv", "./auto", "C:\\ages.csv", "dir/a:b"] {
            assert_eq!(Spec::parse(path), Ok(Unread::File(path.into())));
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
    fn files_are_read_by_the_caller() {
        let failed = Spec::parse("a.csv").unwrap().read(|path| Err::<String, _>(path.len()));
        assert_eq!(failed, Err(5));
        let read = Spec::parse("a.csv").unwrap().read(|_| Ok::<_, ()>("x;*".into()));
        assert_eq!(read, Ok(Spec::File { name: "a.csv".into(), text: "x;*".into() }));
    }
}
