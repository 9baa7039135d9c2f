//! What became of a certificate.

use std::fmt::Write;

use incrowd_document::{FileState, VerifiedFile, VerifyDocument};
use serde_json::Value;

use super::short;
use super::style::{BAD, FAINT, GOOD, STRONG};

/// The text of a verification.
#[must_use]
pub fn verify(document: &VerifyDocument) -> String {
    let mut text = match (document.verified, document.complete) {
        (true, true) => format!(
            "{GOOD}Verified.{GOOD:#} The file is as it was published, and all that is promised of it holds.\n"
        ),
        (true, false) => format!(
            "{GOOD}Verified as far as possible.{GOOD:#} The file is as it was published; not everything could be measured again.\n"
        ),
        (false, _) => format!("{BAD}Not verified.{BAD:#}\n"),
    };
    document.files.iter().for_each(|file| text += &line(file));
    let is_told = |promise: bool, holds: bool| promise || !holds;
    let told = document.figures.iter().filter(|figure| is_told(figure.promise, figure.holds));
    for figure in told {
        let (word, style) = if figure.holds { ("holds", GOOD) } else { ("FAILS", BAD) };
        let found = measured(&figure.measured);
        let _ = writeln!(
            text,
            "  {style}{word}{style:#}    {}  {FAINT}measured {found}{FAINT:#}",
            figure.name
        );
    }
    let others = document.figures.iter().filter(|figure| !is_told(figure.promise, figure.holds));
    match others.count() {
        0 => {}
        1 => text += &format!("  {FAINT}1 other figure comes out the same{FAINT:#}\n"),
        more => text += &format!("  {FAINT}{more} other figures come out the same{FAINT:#}\n"),
    }
    for left in &document.not_measured {
        let _ = writeln!(text, "  {FAINT}not measured again: {left}{FAINT:#}");
    }
    if let Some(unproven) = &document.unproven {
        let _ = writeln!(text, "  {FAINT}not proven: {unproven}{FAINT:#}");
    }
    let has = |place: &str| document.attested.iter().any(|attested| attested == place);
    let mut attested = vec!["the options, and how many rows the original has"];
    attested.extend(has("/risks").then_some("the risks that only the original shows"));
    attested.extend(has("/evidence/demands").then_some("what holds of people"));
    let _ = writeln!(
        text,
        "  {FAINT}attested by whoever made the certificate, not measured: {}{FAINT:#}",
        attested.join("; ")
    );
    text
}

/// A file and whether it is what it was.
fn line(file: &VerifiedFile) -> String {
    let style = if file.state == FileState::Changed { BAD } else { FAINT };
    let part = if file.published { STRONG } else { FAINT };
    format!(
        "  {style}{:<8}{style:#} {part}{}{part:#}  {FAINT}{}{FAINT:#}\n",
        file.state.name(),
        file.place(),
        file.role
    )
}

/// A figure as people write it.
#[must_use]
pub fn measured(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Number(number) if number.is_f64() => number.as_f64().map_or_else(String::new, short),
        Value::Object(map) => {
            let part = |(name, value): (&String, &Value)| match value {
                Value::Null => format!("{name} not decided"),
                value => format!("{name} {}", measured(value)),
            };
            map.iter().map(part).collect::<Vec<_>>().join(", ")
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
