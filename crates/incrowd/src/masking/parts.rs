//! The part that each quasi-identifier has in the budget.

use crate::error::{Error, Result};

use super::allotment::{BudgetedColumn, Reduction};
use super::columns::{ColumnAction, ColumnPlan};
use super::ready::no_budget;
use super::shape::ColumnMask;
use super::study::MaskStudy;
use super::values::ColumnTexts;
use super::{Action, MaskPlan};

/// The parts of quasi-identifiers, once it is known that everything that was said of them makes
/// sense.
pub fn parts<'a>(
    study: &'a MaskStudy,
    shapes: &'a [ColumnMask],
    joint: &[usize],
) -> Result<Vec<BudgetedColumn<'a>>> {
    for (column, shape) in study.columns.iter().zip(shapes) {
        check(&study.masking, column, shape)?;
    }
    joint.iter().map(|&place| part(study, &shapes[place], place)).collect()
}

/// Refuses levels that are not there, and columns that nobody gave a budget.
fn check(masking: &MaskPlan, column: &ColumnPlan, shape: &ColumnMask) -> Result<()> {
    let name = &column.name;
    if let (ColumnAction::Level(Some(level), _), ColumnMask::Level(levels)) =
        (&column.action, shape)
        && *level > levels.hierarchy.height()
    {
        let message = format!(
            "`column {name} = level:{level}`: the hierarchy of '{name}' has levels 0 to {}",
            levels.hierarchy.height()
        );
        return Err(Error::options(message).in_column(name).with_value(level.to_string()));
    }
    let needs = matches!(
        column.action,
        ColumnAction::Budget | ColumnAction::Numbers(_, None) | ColumnAction::Level(None, _)
    );
    if needs && !(column.qi && masking.anonymity.is_some()) {
        return Err(no_budget(column));
    }
    Ok(())
}

fn part<'a>(
    study: &'a MaskStudy,
    shape: &'a ColumnMask,
    place: usize,
) -> Result<BudgetedColumn<'a>> {
    let MaskStudy { masking, columns, gathered, .. } = study;
    let (column, gathered) = (&columns[place], &gathered[place]);
    let before = gathered.before.as_ref().map_or(1, ColumnTexts::distinct);
    let (values, reduction) = match (&column.action, shape) {
        (ColumnAction::Numbers(_, Some(values)), _) => (*values, Reduction::Fixed),
        (ColumnAction::Level(Some(level), _), ColumnMask::Level(levels)) => {
            (levels.values[*level], Reduction::Fixed)
        }
        (_, ColumnMask::Numbers(..)) => (before, Reduction::Any),
        (_, ColumnMask::Level(levels)) => (levels.values[0], Reduction::Level(&levels.values)),
        (_, ColumnMask::Cells) => {
            (gathered.after.as_ref().map_or(before, ColumnTexts::distinct), Reduction::Fixed)
        }
    };
    let name = &column.name;
    let domain = masking.domains.iter().find(|(other, _)| other == name);
    let refuse = |option: &str, why: &str| {
        Err(Error::options(format!("`{option} {name} = ..`: '{name}' {why}")).in_column(name))
    };
    match (reduction, domain, masking.weights.get(name)) {
        (Reduction::Fixed, Some(_), _) => refuse("domain", "has its number of values already"),
        (Reduction::Level(_), Some(_), _) => refuse("domain", "has the values of its hierarchy"),
        (Reduction::Fixed, _, Some(_)) => refuse("weight", "takes no share of the cells"),
        (_, domain, weight) => {
            let values = domain.map_or(values, |(_, values)| *values);
            Ok(BudgetedColumn { name, weight: weight.copied().unwrap_or(1.0), values, reduction })
        }
    }
}

/// The parts of columns of which only the sizes of their domains are known.
pub fn parts_alone(masking: &MaskPlan) -> Result<Vec<BudgetedColumn<'_>>> {
    let known = |name: &str| masking.domains.iter().any(|(other, _)| other == name);
    let words = [
        ("`weight`", masking.weights.keys().collect::<Vec<_>>()),
        ("`column` or `id`", masking.actions.keys().collect()),
        ("`qi`", masking.qi.iter().collect()),
    ];
    for (option, names) in words {
        if let Some(name) = names.into_iter().find(|name| !known(name)) {
            let message = format!("{option}: there is no `domain {name} = ..`");
            return Err(Error::options(message).in_column(name));
        }
    }
    if masking.person.is_some() {
        return Err(Error::options("`person` needs a table to be planned for"));
    }
    if masking.safe_harbor || !masking.hierarchies.is_empty() {
        return Err(Error::options("`preset` and `hierarchy` need a table to be planned for"));
    }
    let mut parts = Vec::with_capacity(masking.domains.len());
    for (name, values) in &masking.domains {
        if !masking.qi.is_empty() && !masking.qi.contains(name) {
            continue;
        }
        let (values, reduction) = match masking.actions.get(name) {
            None | Some(Action::Numbers(_, None)) => (*values, Reduction::Any),
            Some(Action::Keep | Action::Pseudonym | Action::Shift(_)) => {
                (*values, Reduction::Fixed)
            }
            Some(Action::Numbers(_, Some(fixed))) => (*fixed, Reduction::Fixed),
            Some(Action::Redact | Action::Constant(_)) => (1, Reduction::Fixed),
            Some(Action::Drop) => continue,
            Some(other) => {
                let message = format!(
                    "`column {name} = ..`: how many values {} leaves is not known without a table",
                    other.name()
                );
                return Err(Error::options(message).in_column(name));
            }
        };
        let weight = masking.weights.get(name).copied().unwrap_or(1.0);
        parts.push(BudgetedColumn { name, weight, values, reduction });
    }
    Ok(parts)
}
