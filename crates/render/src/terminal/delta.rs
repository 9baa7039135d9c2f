//! What deltas mean, to those who decide what may be published.

use std::fmt::Write;

use incrowd_document::{DeltaDocument, DeltaStakes};
use incrowd_terms::Fraction;

use super::style::STRONG;

/// The text of a delta.
#[must_use]
pub fn delta(document: &DeltaDocument) -> String {
    let (least, most) = (plain(&document.delta_min), plain(&document.delta_max));
    let stakes = &document.stakes;
    let mut text = format!(
        "Everyone's presence must stay between {STRONG}{least}{STRONG:#} and {STRONG}{most}{STRONG:#}.\n"
    );
    text += &heading(&format!(
        "What someone with a register of all {} people can believe",
        stakes.people
    ));
    let _ = writeln!(text, "  {:<30}  {:<18}  after it", "", "before the release");
    let mut line = |what: &str, before: f64, low: f64, high: f64| {
        let (before, low, high) = (percent(before), percent(low), percent(high));
        let _ = writeln!(text, "  {what:<30}  {before:<18}  {low} to {high}");
    };
    let (low, high) = (value(&document.delta_min), value(&document.delta_max));
    line("that a person is in the table", document.share, low, high);
    let (low, high) = (document.posterior_min, document.posterior_max);
    line("that a person has the trait", value(&stakes.prior), low, high);
    text += &misuse(document, stakes);
    text += &applicants(document);
    if document.possible {
        text += &heading("Next");
        let _ = writeln!(
            text,
            "  incrowd release TABLE --public REGISTER --qi A,B,.. --presence {least},{most} -o OUT"
        );
    }
    text
}

fn heading(words: &str) -> String {
    format!("\n{STRONG}{words}{STRONG:#}\n")
}

/// What a change of belief about one person is worth, beside what is accepted.
fn misuse(document: &DeltaDocument, stakes: &DeltaStakes) -> String {
    let accepted = match &stakes.cost_out {
        Some(cost) => format!("you accept {}", plain(cost)),
        None => "you set no limit, --cost-out does".to_owned(),
    };
    format!(
        "{}  To know that a person has the trait is worth {}. By the release a person can seem to\n  \
         cost at most {} more than before (you accept {}),\n  \
         and at most {} less ({accepted}).\n",
        heading("What misuse pays"),
        plain(&stakes.gain),
        amount(document.worth_more),
        plain(&stakes.cost),
        amount(document.worth_less),
    )
}

/// What it is worth to prefer one of two people.
fn applicants(document: &DeltaDocument) -> String {
    let points = percent(document.pair_gap);
    format!(
        "{}  Of two people the one can seem more likely than the other to have the trait by {} points\n  \
         at most; to choose between them by the release is worth at most {}.\n",
        heading("Between two applicants"),
        points.trim_end_matches('%'),
        amount(document.worth_pair),
    )
}

/// An exact number of the document in decimals; any other text as it is.
fn plain(exact: &str) -> String {
    exact.parse().map_or_else(|_| exact.to_owned(), Fraction::plain)
}

/// The value of an exact number of the document.
fn value(exact: &str) -> f64 {
    exact.parse().map_or(f64::NAN, Fraction::to_f64)
}

/// At most four digits behind the point: a delta's six decimals.
fn percent(share: f64) -> String {
    format!("{}%", trimmed(share * 100.0, 4))
}

fn amount(value: f64) -> String {
    trimmed(value, 2)
}

fn trimmed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
