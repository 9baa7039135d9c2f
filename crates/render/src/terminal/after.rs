//! What a release shows together with earlier ones of the same people.

use std::fmt::Write;

use incrowd_document::{AfterDocument, EarlierReleaseDocument};

use super::style::{BAD, FAINT, STRONG};
use super::words::{figure, verdicts};
use crate::text::named;

/// The earlier releases, the joint classes, and each demand measured on them.
pub fn after(document: Option<&AfterDocument>, demands: &[String]) -> String {
    let Some(found) = document else { return String::new() };
    let names: Vec<&str> =
        found.releases.iter().map(|release| release.published.as_str()).collect();
    let counted = match (found.people.is_some(), found.alone) {
        (true, 1) => "person is",
        (true, _) => "people are",
        (false, 1) => "row is",
        (false, _) => "rows are",
    };
    let smallest = found.k.map_or("-".to_owned(), |k| k.to_string());
    let mut text = format!(
        "\nTogether with {STRONG}{}{STRONG:#}: {} joint classes; the smallest has {smallest}, {} {counted} alone\n",
        named(&names),
        found.classes,
        found.alone
    );
    found.releases.iter().for_each(|release| text += &line(release));
    if found.uncertain > 0 {
        let _ = writeln!(
            text,
            "  {FAINT}{} rows can be linked in several ways; k and l are measured for the worst of them{FAINT:#}",
            found.uncertain
        );
    }
    text += &verdicts(demands, &found.guarantees);
    for promise in found.promises.iter().filter(|promise| !promise.guarantee.holds) {
        let guarantee = &promise.guarantee;
        let of = guarantee.column.as_ref().map_or(String::new(), |column| format!(" of {column}"));
        let _ = writeln!(
            text,
            "  {BAD}FAILS{BAD:#}  {}{of}, which was demanded of {}  {FAINT}demanded {}, measured {}{FAINT:#}",
            guarantee.model,
            promise.published,
            figure(&guarantee.demanded),
            figure(&guarantee.measured)
        );
    }
    text
}

/// How an earlier release stands to the table.
fn line(release: &EarlierReleaseDocument) -> String {
    let EarlierReleaseDocument { published, rows, linked, gone, lacks, .. } = release;
    let left = if *gone > 0 { format!(", {gone} are not in it any more") } else { String::new() };
    let new =
        if *lacks > 0 { format!("; it lacks {lacks} rows of the table") } else { String::new() };
    format!(
        "  {FAINT}{published}: {linked} of its {rows} rows are in the table{left}{new}{FAINT:#}\n"
    )
}
