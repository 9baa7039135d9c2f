//! The eighteen rules of safe harbor, and the columns that fall under each.

use std::fmt::Write;

use incrowd::safe_harbor::Treatment;
use serde_json::{Value, json};

use crate::report::grid::{Cell, Grid, Set, visible};
use crate::scan::{Column, Rule, Unruled};
use crate::talk::{BAD, FAINT, STRONG};

pub fn json(rules: &[Rule], columns: &[Column]) -> Value {
    let rule = |rule: &Rule| {
        let found = rule.found.iter().map(|ruled| {
            json!({
                "name": columns[ruled.place].name,
                "why": ruled.why,
                "treatment": ruled.treatment.name(),
            })
        });
        json!({
            "letter": rule.identifier.letter().to_string(),
            "identifier": rule.identifier.name(),
            "rule": rule.identifier.rule(),
            "columns": found.collect::<Vec<Value>>(),
        })
    };
    rules.iter().map(rule).collect()
}

pub fn text(rules: &[Rule], columns: &[Column]) -> String {
    let mut grid = Grid::new([
        ("", Set::Left(1)),
        ("rule", Set::Left(32)),
        ("column", Set::Left(24)),
        ("becomes", Set::Left(12)),
        ("why", Set::Wrapped),
    ]);
    for rule in rules {
        let head = || [rule.identifier.letter().to_string().into(), rule.identifier.name().into()];
        if rule.found.is_empty() {
            let none = [Cell::styled("none found", FAINT), "".into(), "".into()];
            grid.add(head().into_iter().chain(none).collect::<Vec<Cell>>());
        }
        for ruled in &rule.found {
            let cells = [
                Cell::styled(&columns[ruled.place].name, BAD),
                ruled.treatment.name().into(),
                Cell::styled(format!("{}; {}", ruled.why, ruled.reason), FAINT),
            ];
            grid.add(head().into_iter().chain(cells).collect::<Vec<Cell>>());
        }
    }
    format!("\n{STRONG}HIPAA safe harbor, 45 CFR 164.514(b)(2){STRONG:#}\n{}", grid.text())
}

/// What no rule is about, and what no tool can see.
pub fn caveats(unruled: &[Unruled<'_>]) -> String {
    let mut text = String::new();
    for Unruled { column, treatment, why } in unruled {
        let name = visible(&column.name);
        let advice = match treatment {
            Treatment::Keep => {
                "kept, for nothing was recognised in it; drop it if it is a person's"
            }
            _ => "dropped, for it may hold any of them",
        };
        let _ = writeln!(
            text,
            "  {BAD}{name}{BAD:#} falls under no rule: {advice} {FAINT}({why}){FAINT:#}"
        );
    }
    text += "  The rule also asks that you know of no way in which what is left could identify a person. Free\n  \
             text, pictures and codes are not read, and a column with an unusual name and values is not\n  \
             recognised: that none was found proves nothing.\n";
    text
}
