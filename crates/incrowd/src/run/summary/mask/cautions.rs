//! What a steward should know before trusting a masked table.

use crate::masking::{CellRule, ColumnAction, ColumnPlan, MaskVerdict};
use incrowd_columns::safe_harbor::Treatment;
use incrowd_judge::{DateShift, Linked};

use super::MaskFacts;

/// The cautions as sentences, the gravest first.
pub fn cautions(facts: &MaskFacts<'_>, judged: &MaskVerdict) -> Vec<String> {
    let (study, release) = (facts.release.study, facts.release);
    let mut cautions = Vec::new();
    let k = facts.task.masking.anonymity.map_or(0, |anonymity| anonymity.k);
    if let Some(joint) = judged.k().filter(|&joint| joint < k) {
        cautions.push(joint_k_below(facts, k, joint, judged));
    }
    for &place in &release.joint {
        let column = &study.columns[place];
        let Some(masked) = &judged.columns[place] else { continue };
        let missing = study.missing(place, masked);
        if (1..k).contains(&missing) {
            cautions.push(format!(
                "{missing} rows have no value of '{}' and stay without: fewer than {k}",
                column.name
            ));
        }
        let fully_generalized = release.budgets[place] == Some(1) && masked.distinct() == Some(1);
        let had_several_values = study.distinct(place).is_some_and(|values| values > 1);
        let has_several_cells = facts.cells().is_some_and(|cells| cells.count > 1);
        let within_budget = matches!(column.action, ColumnAction::Budget);
        if fully_generalized && had_several_values && has_several_cells && within_budget {
            let name = &column.name;
            cautions.push(format!(
                "nothing is left of '{name}': its values are too many for its share of the cells; a hierarchy would keep some of it (`hierarchy {name} = auto`, or a file)"
            ));
        }
    }
    for (column, masked) in study.columns.iter().zip(&judged.columns) {
        let blanked = masked.as_ref().map_or(0, |masked| masked.blanked);
        if blanked > 0 {
            let cells = if blanked == 1 { "cell" } else { "cells" };
            cautions.push(format!(
                "{blanked} {cells} of '{}' were declared missing (`null`) and say more than that: published as empty cells",
                column.name
            ));
        }
    }
    cautions.extend(judged.linked.as_ref().map(|linked| linked_rows(facts, linked)));
    cautions.extend(judged.shift().into_iter().flat_map(|shift| moved_dates(shift, judged)));
    if facts.task.masking.safe_harbor {
        cautions.extend(study.columns.iter().filter_map(safe_harbor_override));
    }
    cautions
}

/// The caution that a published pseudonym links the rows of a person.
fn linked_rows(facts: &MaskFacts<'_>, linked: &Linked) -> String {
    let Linked { people, alone_with_all, alone_with_two } = *linked;
    let person = facts.task.masking.person.as_deref().unwrap_or_default();
    let two = match alone_with_two {
        Some(two) => format!("{two} with the best two of them"),
        None => "with two of them it was not tried: people have too many".to_owned(),
    };
    format!(
        "'{person}' links the rows of a person: {alone_with_all} of {people} people are alone with the set of all their \
         published rows, {two}"
    )
}

/// The cautions about what shifted dates still disclose.
fn moved_dates(shift: &DateShift, judged: &MaskVerdict) -> Vec<String> {
    let columns = shift.columns.join(", ");
    let DateShift { people, several_dates, alone_with_intervals, narrowed, certain, days, .. } =
        *shift;
    let linked = match judged.linked {
        Some(_) => "which the pseudonym links",
        None => "if their rows can be linked",
    };
    let mut cautions = vec![format!(
        "the days between two dates of a person stay what they were ({columns}): {alone_with_intervals} of {people} \
         people are alone with the pattern of their dates, {linked} ({several_dates} have several dates); whoever \
         knows one true date of a person knows all of them"
    )];
    if narrowed > 0 {
        let all = 2 * u64::from(days) + 1;
        let weekdays = match shift.empty_weekdays {
            0 => String::new(),
            empty => format!(" and that no date falls on {empty} of the weekdays"),
        };
        cautions.push(format!(
            "whoever knows from when to when the dates of {columns} can be{weekdays} can rule out some of the {all} \
             shifts of {narrowed} of {people} people; of {certain} only one is left, and their dates are known"
        ));
    }
    cautions
}

/// The caution that columns hide people one by one, but their combinations do not reach `k`.
fn joint_k_below(facts: &MaskFacts<'_>, k: u64, joint: u64, judged: &MaskVerdict) -> String {
    let found = &judged.found;
    let rarest = found.columns.iter().map(|column| column.rarest).min().unwrap_or(0);
    let noun = found.noun(rarest);
    let share = match joint {
        1 => format!("a single {} has", found.noun(1)),
        _ => format!("only {joint} {} share", found.noun(joint)),
    };
    let universe = facts.cells().map_or(found.members(), |cells| cells.universe);
    let part = if universe > found.members() {
        format!(" The table holds {} of {universe} people.", found.members())
    } else {
        String::new()
    };
    format!(
        "the columns mislead: every value of each is shared by {rarest} {noun} or more, but {share} the rarest combination ({} occur).{part} A release with `k = {k}` promises combinations",
        found.classes
    )
}

/// The caution that the steward's options for a column override the safe harbor rule.
fn safe_harbor_override(column: &ColumnPlan) -> Option<String> {
    let evidence = column.evidence?;
    let asked = Treatment::of(Some(evidence.content));
    let done = match (&column.action, asked) {
        (ColumnAction::Drop | ColumnAction::Cell(CellRule::Redact | CellRule::Constant(_)), _)
        | (ColumnAction::Cell(CellRule::Zip3(_)), Treatment::Zip3)
        | (ColumnAction::Cell(CellRule::Year(_)), Treatment::Year)
        | (ColumnAction::Cell(CellRule::BirthYear(_)), Treatment::BirthYear | Treatment::Year)
        | (ColumnAction::Cell(CellRule::Age), Treatment::Age) => return None,
        (ColumnAction::Cell(CellRule::Pseudonym(_) | CellRule::Person(..)), _) => {
            "pseudonyms are computed from the person, which 164.514(c) does not allow".to_owned()
        }
        _ => format!("the rule asks for '{asked}', and the command line for something else"),
    };
    let reason = Treatment::reason(Some(evidence.content));
    Some(format!("'{}' is {evidence}: {done} ({reason})", column.name))
}
