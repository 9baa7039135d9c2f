//! The eighteen rules of safe harbor, and the columns that fall under each.

use std::fmt::Write;

use incrowd_columns::identifier::{Evidence, Identifier};
use incrowd_columns::safe_harbor::Treatment;
use serde_json::{Value, json};

use crate::run::style::{BAD, FAINT, STRONG};
use incrowd_render::terminal::grid::{Cell, Grid, Set, visible};

/// A column in which something was recognised.
pub struct Found<'a> {
    pub name: &'a str,
    pub evidence: Evidence,
    /// What became of it; nothing if nothing did yet.
    pub done: Option<String>,
}

impl Found<'_> {
    fn identifier(&self) -> Option<Identifier> {
        self.evidence.content.identifier()
    }

    /// What the rule asks for.
    pub fn treatment(&self) -> Treatment {
        Treatment::of(Some(self.evidence.content))
    }

    /// Why it asks for it.
    pub fn reason(&self) -> &'static str {
        Treatment::reason(Some(self.evidence.content))
    }

    fn becomes(&self) -> &str {
        self.done.as_deref().unwrap_or(self.treatment().name())
    }
}

/// The columns that fall under a rule.
fn under<'a, 'b>(
    columns: &'a [Found<'b>],
    identifier: Identifier,
) -> impl Iterator<Item = &'a Found<'b>> {
    columns.iter().filter(move |column| column.identifier() == Some(identifier))
}

/// Rule by rule, for machines.
pub fn json(columns: &[Found<'_>]) -> Value {
    let column = |column: &Found<'_>| {
        let mut found = json!({
            "name": column.name,
            "why": column.evidence.to_string(),
            "treatment": column.treatment().name(),
        });
        if let Some(done) = &column.done {
            found["done"] = json!(done);
        }
        found
    };
    let rule = |identifier: Identifier| {
        json!({
            "letter": identifier.letter().to_string(),
            "identifier": identifier.name(),
            "rule": identifier.rule(),
            "columns": under(columns, identifier).map(column).collect::<Vec<Value>>(),
        })
    };
    Identifier::ALL.into_iter().map(rule).collect()
}

/// Rule by rule, and what no rule is about and no tool can see.
pub fn text(columns: &[Found<'_>]) -> String {
    let mut grid = Grid::new([
        ("", Set::Left(1)),
        ("rule", Set::Left(32)),
        ("column", Set::Left(24)),
        ("becomes", Set::Left(20)),
        ("why", Set::Wrapped),
    ]);
    for identifier in Identifier::ALL {
        let head = || [identifier.letter().to_string().into(), identifier.name().into()];
        let mut none = true;
        for column in under(columns, identifier) {
            none = false;
            let cells = [
                Cell::styled(column.name, BAD),
                column.becomes().into(),
                Cell::styled(format!("{}; {}", column.evidence, column.reason()), FAINT),
            ];
            grid.add(head().into_iter().chain(cells).collect::<Vec<Cell>>());
        }
        if none {
            let cells = [Cell::styled("none found", FAINT), "".into(), "".into()];
            grid.add(head().into_iter().chain(cells).collect::<Vec<Cell>>());
        }
    }
    let mut text =
        format!("\n{STRONG}HIPAA safe harbor, 45 CFR 164.514(b)(2){STRONG:#}\n{}", grid.text());
    for column in columns.iter().filter(|column| column.identifier().is_none()) {
        let _ = writeln!(
            text,
            "  {BAD}{}{BAD:#} falls under no rule: {} {FAINT}({}; {}){FAINT:#}",
            visible(column.name),
            column.becomes(),
            column.evidence,
            column.reason()
        );
    }
    text += "  The rule also asks that you know of no way in which what is left could identify a person. Free\n  \
             text, pictures and codes are not read, and a column with an unusual name and values is not\n  \
             recognised: that none was found proves nothing.\n";
    text
}
