//! The hierarchy that is proposed for a quasi-identifier.

use crate::masking::LONGEST_CODE;
use crate::scan::{Scan, ScannedColumn, values};
use incrowd_columns::identifier::Content;
use incrowd_columns::identify::standards;
use incrowd_core::hierarchy::{Spec, UnreadSpec};
use incrowd_core::terms::Kind;

use crate::error::Result;

use super::numbers;

/// Up to so many numbers are kept or hidden: they may be codes, or counts that say little in ranges.
const FEW: u64 = 6;

/// A value is kept or hidden, in boxes too.
const KEEP: &str = "keep";

/// A quasi-identifier and its hierarchy.
pub struct SuggestedHierarchy {
    pub place: usize,
    /// As a user would write it.
    pub spec: String,
    /// The same, understood.
    pub ready: Spec,
    /// Levels, that of the values themselves included.
    pub levels: usize,
    /// Why a hierarchy that suits the column's name does not fit its values.
    pub unfit: Option<String>,
}

impl SuggestedHierarchy {
    /// The first hierarchy that fits the values, of those that suit the column.
    pub fn over(scan: &Scan, place: usize) -> Result<SuggestedHierarchy> {
        let (column, reading) = (&scan.columns[place], &scan.plan.reading);
        let mut held = values(&scan.sample, place);
        // What is said about them must not depend on the order in which threads met them.
        held.sort_unstable();
        let values: Vec<(String, u64)> =
            held.into_iter().map(|(text, rows)| (text.to_owned(), rows)).collect();
        let present: Vec<&(String, u64)> =
            values.iter().filter(|(text, _)| !reading.nulls.is_missing(text)).collect();
        let whole = scan.sample.draw.is_whole();
        let mut unfit = None;
        for spec in preferred(column, &present, whole) {
            let Ok(UnreadSpec::Ready(ready)) = Spec::parse(&spec) else { continue };
            match reading.grow(&column.name, column.kind, &ready, &values) {
                Ok(hierarchy) => {
                    let levels = hierarchy.height() + 1;
                    return Ok(SuggestedHierarchy { place, spec, ready, levels, unfit });
                }
                Err(failure) => {
                    unfit.get_or_insert_with(|| {
                        format!("{spec} does not fit: {}", failure.message())
                    });
                }
            }
        }
        let (spec, ready) = (KEEP.to_owned(), Spec::keep());
        let hierarchy = reading.grow(&column.name, column.kind, &ready, &values);
        let hierarchy = hierarchy.map_err(|failure| {
            let message = format!("no starting point for `init`: {failure}");
            failure.saying(message)
        })?;
        let levels = hierarchy.height() + 1;
        Ok(SuggestedHierarchy { place, spec, ready, levels, unfit })
    }

    /// Whether boxes of the column would publish ends or sets that the data chose.
    pub fn is_exact_in_boxes(&self) -> bool {
        self.spec == "auto"
    }
}

/// What suits a column besides keeping or hiding its values, best first. Of a sample only that is taken
/// which fits any other value too.
fn preferred(column: &ScannedColumn, present: &[&(String, u64)], whole: bool) -> Vec<String> {
    let content = column.evidence.map(|evidence| evidence.content);
    match (content, column.kind) {
        (Some(Content::Zip), _) => {
            let longest = present.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(1);
            vec![format!("mask:{},rounded", longest.clamp(1, LONGEST_CODE))]
        }
        // A day or month of birth leads to a person; years are what is published of it.
        (Some(Content::BirthDate), Kind::Date) if whole => {
            vec!["date:year,decade,rounded".to_owned()]
        }
        (_, Kind::Date) if whole => vec!["date:month,quarter,year,decade,rounded".to_owned()],
        (_, Kind::Date) => vec!["auto".to_owned()],
        (_, Kind::Integer | Kind::Decimal) => {
            let many = present.len() as u64 > FEW;
            let is_age = content == Some(Content::Age);
            let spec = many.then(|| numbers::spec(column.kind, is_age, present)).flatten();
            let standard = whole.then(|| standards(&column.name)).into_iter().flatten();
            standard.map(|name| format!("standard:{name}")).chain(spec).collect()
        }
        (_, Kind::Text) if whole && column.distinct > 2 => {
            standards(&column.name).map(|name| format!("standard:{name}")).collect()
        }
        _ => Vec::new(),
    }
}
