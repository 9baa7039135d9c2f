//! Where a report is.

use incrowd_document::ReportDocument;

use super::style::STRONG;

/// The text of a report that was written to a file.
#[must_use]
pub fn report(document: &ReportDocument) -> String {
    format!("Wrote {STRONG}{}{STRONG:#}\n", document.output)
}
