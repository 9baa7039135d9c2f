//! Top and bottom coding: values beyond a limit are published as beyond it.
//!
//! **Promises** that whoever lies beyond a limit is told from nobody else there: the few very old,
//! the few very rich. What lies within stays as it was written.
//!
//! **Cost** one comparison per cell.

use incrowd_terms::{Kind, Scalar};

/// Limits of a column of numbers or dates.
#[derive(Clone, Debug)]
pub struct Coding {
    kind: Kind,
    bottom: Option<Limit>,
    top: Option<Limit>,
}

#[derive(Clone, Debug)]
struct Limit {
    at: Scalar,
    /// What stands for everything beyond.
    label: String,
}

/// Why these are no limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodingError {
    /// Neither a number nor a date.
    #[error("'{0}' is neither a number nor a date such as 1950-07-04")]
    NoLimit(String),
    /// One is a number, the other a date.
    #[error("'{0}' and '{1}' are not of one kind")]
    Mixed(String, String),
    /// They leave nothing between them.
    #[error("'{0}' is above '{1}'")]
    Crossed(String, String),
    /// Nothing to limit by.
    #[error("a limit is needed")]
    None,
}

impl Coding {
    /// Values below `bottom` become `<bottom`, and values above `top` become `>top`.
    ///
    /// ```
    /// use incrowd_columns::mask::coding::Coding;
    /// let coding = Coding::new(Some("18"), Some("89")).unwrap();
    /// assert_eq!(coding.of("17.5"), Some("<18"));
    /// assert_eq!(coding.of("89"), Some("89"));
    /// assert_eq!(coding.of("104"), Some(">89"));
    /// assert_eq!(coding.of("old"), None);
    /// ```
    pub fn new(bottom: Option<&str>, top: Option<&str>) -> Result<Self, CodingError> {
        let first = bottom.or(top).ok_or(CodingError::None)?;
        let fits = |kind: &Kind| kind.read(first).is_some();
        let kind = [Kind::Decimal, Kind::Date].into_iter().find(fits);
        let kind = kind.ok_or_else(|| CodingError::NoLimit(first.to_owned()))?;
        let limit = |text: Option<&str>, beyond: char| -> Result<Option<Limit>, CodingError> {
            let Some(text) = text else { return Ok(None) };
            let mixed = || CodingError::Mixed(first.to_owned(), text.to_owned());
            let at = kind.read(text).ok_or_else(mixed)?;
            Ok(Some(Limit { at, label: format!("{beyond}{text}") }))
        };
        let (low, high) = (limit(bottom, '<')?, limit(top, '>')?);
        if let (Some(low), Some(high)) = (&low, &high)
            && low.at.magnitude(&high.at).is_gt()
        {
            let text = |limit: Option<&str>| limit.unwrap_or_default().to_owned();
            return Err(CodingError::Crossed(text(bottom), text(top)));
        }
        Ok(Coding { kind, bottom: low, top: high })
    }

    /// Numbers or dates: what the limits are of.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What is published of a value; nothing if it is not of the limits' kind.
    #[must_use]
    pub fn of<'a>(&'a self, text: &'a str) -> Option<&'a str> {
        let value = self.kind.read(text)?;
        let beyond = |limit: &Option<Limit>, side: std::cmp::Ordering| {
            limit.as_ref().is_some_and(|limit| value.magnitude(&limit.at) == side)
        };
        Some(match (&self.bottom, &self.top) {
            (Some(limit), _) if beyond(&self.bottom, std::cmp::Ordering::Less) => &limit.label,
            (_, Some(limit)) if beyond(&self.top, std::cmp::Ordering::Greater) => &limit.label,
            _ => text,
        })
    }
}
