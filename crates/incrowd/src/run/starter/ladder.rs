//! The hierarchy that is proposed for a quasi-identifier.

use crate::masking::LONGEST_CODE;
use crate::scan::{Scan, ScannedColumn, values};
use incrowd_columns::identifier::Content;
use incrowd_core::hierarchy::{Spec, UnreadSpec};
use incrowd_core::terms::Kind;

use crate::error::Result;

/// Up to so many categories are grouped by frequency; groups of more say little.
const FEW: u64 = 32;

/// A quasi-identifier and its hierarchy.
pub struct SuggestedHierarchy {
    pub place: usize,
    /// As a user would write it; nothing if values are kept or hidden.
    pub spec: Option<String>,
    /// Levels, that of the values themselves included.
    pub levels: usize,
}

impl SuggestedHierarchy {
    /// The first hierarchy that fits the values, of those that suit the column.
    pub fn over(survey: &Scan, place: usize) -> Result<SuggestedHierarchy> {
        let (column, reading) = (&survey.columns[place], &survey.plan.reading);
        let mut held = values(&survey.sample, place);
        // What is said about them must not depend on the order in which threads met them.
        held.sort_unstable();
        let values: Vec<(String, u64)> =
            held.into_iter().map(|(text, rows)| (text.to_owned(), rows)).collect();
        let present = values.iter().filter(|(text, _)| !reading.nulls.is_missing(text));
        let longest = present.map(|(text, _)| text.chars().count()).max().unwrap_or(1);
        let preferred = preferred(column, longest.max(1), survey.sample.draw.is_whole());
        let grow = |spec: &Spec| reading.grow(&column.name, column.kind, spec, &values);
        for spec in preferred {
            if let Ok(UnreadSpec::Ready(ready)) = Spec::parse(&spec)
                && let Ok(hierarchy) = grow(&ready)
            {
                return Ok(SuggestedHierarchy {
                    place,
                    spec: Some(spec),
                    levels: hierarchy.height() + 1,
                });
            }
        }
        let hierarchy = grow(&Spec::flat()).map_err(|failure| {
            let message = format!("no starting point for `init`: {failure}");
            failure.saying(message)
        })?;
        Ok(SuggestedHierarchy { place, spec: None, levels: hierarchy.height() + 1 })
    }
}

/// What suits a column, best first. Of a sample only that is taken which fits any other value
/// too.
fn preferred(column: &ScannedColumn, longest: usize, whole: bool) -> Vec<String> {
    let content = column.evidence.map(|evidence| evidence.content);
    match (content, column.kind) {
        (Some(Content::Zip), _) => vec![format!("mask:{}", longest.min(LONGEST_CODE))],
        (_, Kind::Date) if whole => vec!["date:month,year,decade".to_owned(), "auto".to_owned()],
        (_, Kind::Integer | Kind::Decimal | Kind::Date) => vec!["auto".to_owned()],
        (_, Kind::Text) if column.distinct > 2 && column.distinct <= FEW => vec!["auto".to_owned()],
        _ => Vec::new(),
    }
}
