//! Result documents as pages.
//!
//! [`page`] takes what a command printed with `--json` and makes a page of it that a person who
//! answers for the data can read and sign. It is a function of the document alone: no table is
//! opened and nothing is measured again, so every figure on the page is one of the document, digit
//! by digit. One file per command says which parts a page has; the other files make one part each.

mod association;
mod attack;
mod banner;
mod change;
mod check;
mod closing;
mod demands;
mod explore;
mod fate;
mod frame;
mod harbor;
mod lattice;
mod learned;
mod mask;
mod minimal;
mod part;
mod presence;
mod provenance;
mod recoding;
mod release;
mod risk;
mod scan;
mod secrets;
mod uniqueness;
mod unreadable;
mod utility;
mod verdict;
mod words;

use serde_json::Value;

use crate::Page;

use part::{Part, Read};
pub use unreadable::Unreadable;

/// What made a document, which decides what its page holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    Release,
    Explore,
    Check,
    Attack,
    Scan,
    Mask,
}

/// The page of a result document, with or without its evidence.
///
/// # Errors
/// If the document is no result of `release`, `check`, `attack`, `scan` or `mask`, or a part of it
/// has the wrong type.
///
/// ```
/// let document = serde_json::json!({
///     "rows": 6, "classes": 2, "k": 2, "unique_rows": 0, "average_class": 3.0,
///     "risk": {"prosecutor": 0.5, "journalist": null, "marketer": 0.3333333333333333},
/// });
/// let page = incrowd_report::page(&document)?;
/// assert_eq!(page.title, "Check of a table");
/// # Ok::<(), incrowd_report::Unreadable>(())
/// ```
pub fn page(document: &Value) -> Result<Page, Unreadable> {
    let whole = Part::whole(document)?;
    let evidence = whole.part("evidence")?;
    let made = made_by(&whole, evidence.as_ref())?;
    match made {
        Made::Release => release::page(&whole, evidence.as_ref()),
        Made::Explore => explore::page(&whole, evidence.as_ref()),
        Made::Check => check::page(&whole, evidence.as_ref()),
        Made::Attack => attack::page(&whole, evidence.as_ref()),
        Made::Scan => scan::page(&whole, evidence.as_ref()),
        Made::Mask => mask::page(&whole, evidence.as_ref()),
    }
}

/// What made a document: what it says itself, or what its keys tell.
fn made_by(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Made> {
    if let Some(error) = whole.any("error") {
        let message = error.get("message").and_then(Value::as_str);
        let message = message.map_or_else(|| words::cut(&words::plain(error)), str::to_owned);
        return Err(Unreadable::Failed { message });
    }
    let command = evidence.map(|evidence| evidence.text("command")).transpose()?.flatten();
    match command {
        _ if whole.has("explore") => Ok(Made::Explore),
        Some("release") => Ok(Made::Release),
        Some("check") => Ok(Made::Check),
        Some("attack") => Ok(Made::Attack),
        Some("scan") => Ok(Made::Scan),
        Some("mask") => Ok(Made::Mask),
        Some(other) => Err(Unreadable::OtherCommand { command: other.to_owned() }),
        None if whole.has("levels") || whole.has("recoding") => Ok(Made::Release),
        None if whole.has("people") && whole.has("certainly_in") => Ok(Made::Attack),
        None if whole.has("minimal_quasi_identifiers") => Ok(Made::Scan),
        None if whole.has("cells") => Ok(Made::Mask),
        None if whole.has("k") && whole.has("risk") => Ok(Made::Check),
        None => Err(Unreadable::NotAResult),
    }
}
