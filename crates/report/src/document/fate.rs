//! What became of columns by their role, and of rows, in sentences that hold for the recoding.

use super::part::{Part, Read};
use super::recoding::Recoding;
use super::verdict::share_of_rows;

/// The roles, and what the columns that have them are.
const ROLES: [(&str, &str); 4] = [
    ("id", "Columns that are not for publication"),
    ("qi", "Quasi-identifiers"),
    ("sensitive", "Sensitive columns"),
    ("plain", "Plain columns"),
];

/// What became of columns and rows; what would, where nothing was published.
pub fn points(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<String>> {
    let recoding = Recoding::of(whole, evidence)?;
    let mut points = match evidence {
        Some(evidence) => roles(whole, evidence, recoding)?,
        None => Vec::new(),
    };
    points.extend(rows(whole, evidence, recoding)?);
    Ok(points)
}

/// Which column plays which part, and what that means for it.
fn roles(whole: &Part<'_>, evidence: &Part<'_>, recoding: Recoding) -> Read<Vec<String>> {
    let Some(roles) = evidence.part("roles")? else { return Ok(Vec::new()) };
    let searched = evidence.any("search").is_some();
    let would = if whole.text("output")?.is_some() { "" } else { "which would be " };
    let mut points = Vec::new();
    for (role, title) in ROLES {
        let columns = roles.texts(role)?;
        if !columns.is_empty() {
            let fate = fate(role, recoding, searched);
            points.push(format!("{title}, {would}{fate}: {}.", columns.join(", ")));
        }
    }
    Ok(points)
}

/// What becomes of the columns of a role. Anatomy searches only if demands want ranges.
fn fate(role: &str, recoding: Recoding, searched: bool) -> &'static str {
    match (role, recoding) {
        ("id", _) => "dropped",
        ("qi", Recoding::Generalized) => "generalized as far as demands and configuration ask",
        ("qi", Recoding::Anatomy) if searched => "published in ranges where the demands ask for it",
        ("qi", _) => "published as they are",
        (_, Recoding::Randomised) => "left out",
        ("sensitive", Recoding::Anatomy) => "published apart, by group",
        _ => "kept as they are",
    }
}

/// What became of the rows.
fn rows(whole: &Part<'_>, evidence: Option<&Part<'_>>, recoding: Recoding) -> Read<Vec<String>> {
    let Some(rows) = whole.part("rows")? else { return Ok(Vec::new()) };
    if recoding == Recoding::Randomised {
        return Ok(vec![
            "Rows are of people of the register, in the table or not, drawn at random; nothing is generalized."
                .to_owned(),
            "Rows stand in random order.".to_owned(),
        ]);
    }
    let mut points = Vec::new();
    if let Some(suppressed) = share_of_rows(&rows, "suppressed", "input")? {
        let what = match keeps_suppressed(evidence)? {
            true => "Rows published as rows of * in every cell, at the end",
            false => "Rows left out",
        };
        points
            .push(format!("{what}, because their classes did not meet the demands: {suppressed}."));
    }
    if let Some(group) = whole.text("group")? {
        points.push(format!(
            "The rows of a class are dealt into groups, told apart by the added column '{group}'."
        ));
    }
    if let Some(secrets) = whole.text("secrets")? {
        points.push(format!("The sensitive values are published apart, by group, in {secrets}."));
    }
    points.push(order(evidence)?.to_owned());
    Ok(points)
}

/// Whether suppressed rows stand in the table.
pub fn keeps_suppressed(evidence: Option<&Part<'_>>) -> Read<bool> {
    let kept = evidence.map(|evidence| evidence.flag("keep_suppressed")).transpose()?.flatten();
    Ok(kept == Some(true))
}

fn order(evidence: Option<&Part<'_>>) -> Read<&'static str> {
    Ok(match evidence.map(|evidence| evidence.text("order")).transpose()?.flatten() {
        Some("shuffled") => "Rows are in an order that chance decided.",
        Some("input") => {
            "Rows stand in the order of the original table: if that says something about people, it gives it away \
             (--order shuffled)."
        }
        _ => {
            "Rows stand in the order of the original table unless the configuration shuffles them; an order that says \
             something about people gives it away."
        }
    })
}
