//! What a steward should know before trusting a masked table.

use crate::masking::{Cell, Column, Course, Judged};
use incrowd_columns::safe_harbor::Treatment;

use super::Facts;

/// Sentences, the gravest first.
pub fn cautions(facts: &Facts<'_>, judged: &Judged) -> Vec<String> {
    let (gathering, coarsening) = (facts.coarsening.gathering, facts.coarsening);
    let mut cautions = Vec::new();
    let k = facts.task.masking.crowd.map_or(0, |crowd| crowd.k);
    if let Some(joint) = judged.k().filter(|&joint| joint < k) {
        cautions.push(misled(facts, k, joint, judged));
    }
    for &place in &coarsening.together {
        let column = &gathering.columns[place];
        let Some(masked) = &judged.columns[place] else { continue };
        let missing = gathering.missing(place, masked);
        if (1..k).contains(&missing) {
            cautions.push(format!(
                "{missing} rows have no value of '{}' and stay without: fewer than {k}",
                column.name
            ));
        }
        let gone = coarsening.budgets[place] == Some(1) && masked.distinct() == Some(1);
        let some = gathering.distinct(place).is_some_and(|values| values > 1);
        let room = facts.cells().is_some_and(|cells| cells.count > 1);
        if gone && some && room && matches!(column.course, Course::Budget) {
            let name = &column.name;
            cautions.push(format!(
                "nothing is left of '{name}': its values are too many for its share of the cells; a hierarchy would keep some of it (`hierarchy {name} = auto`, or a file)"
            ));
        }
    }
    for (column, masked) in gathering.columns.iter().zip(&judged.columns) {
        let blanked = masked.as_ref().map_or(0, |masked| masked.blanked);
        if blanked > 0 {
            let cells = if blanked == 1 { "cell" } else { "cells" };
            cautions.push(format!(
                "{blanked} {cells} of '{}' were declared missing (`null`) and say more than that: published as empty cells",
                column.name
            ));
        }
    }
    if facts.task.masking.safe_harbor {
        cautions.extend(gathering.columns.iter().filter_map(overruled));
    }
    cautions
}

/// Columns that hide people one by one, and do not together.
fn misled(facts: &Facts<'_>, k: u64, joint: u64, judged: &Judged) -> String {
    let found = &judged.found;
    let rarest = found.columns.iter().map(|column| column.rarest).min().unwrap_or(0);
    let share = match joint {
        1 => "a single row has".to_owned(),
        _ => format!("only {joint} rows share"),
    };
    let universe = facts.cells().map_or(found.rows, |cells| cells.universe);
    let part = if universe > found.rows {
        format!(" The table holds {} of {universe} people.", found.rows)
    } else {
        String::new()
    };
    format!(
        "the columns mislead: every value of each is shared by {rarest} rows or more, but {share} the rarest combination ({} occur).{part} A release with `k = {k}` promises combinations",
        found.classes
    )
}

/// Where the steward's own words go against safe harbor.
fn overruled(column: &Column) -> Option<String> {
    let evidence = column.evidence?;
    let asked = Treatment::of(Some(evidence.content));
    let done = match (&column.course, asked) {
        (Course::Drop | Course::Cell(Cell::Redact | Cell::Constant(_)), _)
        | (Course::Cell(Cell::Zip3(_)), Treatment::Zip3)
        | (Course::Cell(Cell::Year(_)), Treatment::Year)
        | (Course::Cell(Cell::BirthYear(_)), Treatment::BirthYear | Treatment::Year)
        | (Course::Cell(Cell::Age), Treatment::Age) => return None,
        (Course::Cell(Cell::Pseudonym(_)), _) => {
            "pseudonyms are computed from the person, which 164.514(c) does not allow".to_owned()
        }
        _ => format!("the rule asks for '{asked}', and the command line for something else"),
    };
    let reason = Treatment::reason(Some(evidence.content));
    Some(format!("'{}' is {evidence}: {done} ({reason})", column.name))
}
