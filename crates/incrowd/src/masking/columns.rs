//! What is to become of each column, as far as that is known before its values are.

use incrowd_columns::identifier::{Content, ContentEvidence, by_name};
use incrowd_columns::mask::cluster::Ties;
use incrowd_columns::mask::numbers::Grouping;
use incrowd_columns::safe_harbor::{Treatment, Zip3};
use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::NormalForm;
use incrowd_io::{Input, Table};

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::reading::places;
use crate::study::people::PersonColumn;

use super::cell::{CellRule, Shift};
use super::look::ColumnContent;
use super::{Action, MaskPlan};

/// A column of the table.
#[derive(Debug)]
pub struct ColumnPlan {
    /// Its name.
    pub name: String,
    /// Whether an attacker may know it.
    pub qi: bool,
    /// What becomes of it.
    pub action: ColumnAction,
    /// Whether the steward said so, and not the preset or nobody.
    pub said: bool,
    /// What the preset took it for.
    pub evidence: Option<ContentEvidence>,
}

/// What becomes of a column.
#[derive(Debug)]
pub enum ColumnAction {
    /// Left out.
    Drop,
    /// Each cell by itself.
    Cell(CellRule),
    /// Numbers in groups: so many, or what the budget says.
    Numbers(Grouping, Option<u64>),
    /// A level of a hierarchy, or the lowest within the budget.
    Level(Option<usize>, Option<Spec>),
    /// Within the budget, by what its values turn out to be.
    Budget,
}

impl ColumnAction {
    /// Whether its values must be known before it can be masked.
    pub(super) fn needs_values(&self) -> bool {
        matches!(self, ColumnAction::Numbers(..) | ColumnAction::Level(..) | ColumnAction::Budget)
    }
}

/// Decides about every column, by what was seen of each for the preset.
pub fn decide(
    masking: &MaskPlan,
    table: &Table,
    seen: &[ColumnContent],
    execution: &Execution,
) -> Result<Vec<ColumnPlan>> {
    check_names(masking, table)?;
    let zip3 = areas(masking, execution)?;
    let form = NormalForm::new(&masking.reading.nulls);
    let column = |(name, ColumnContent { evidence, .. }): (&String, &ColumnContent)| {
        let qi = masking.qi.contains(name);
        let spec = masking.hierarchies.get(name).cloned();
        let asked = masking.actions.get(name);
        let person = masking.person.as_ref() == Some(name);
        let action = match (asked, *evidence) {
            (None, _) if person => ColumnAction::Drop,
            (Some(Action::Pseudonym), _) if person => match &masking.pseudonyms {
                Some(pseudonyms) => {
                    ColumnAction::Cell(CellRule::Person(pseudonyms.clone(), form.clone()))
                }
                None => return Err(no_key(name)),
            },
            (Some(action), _) => column_action(masking, action, spec, &zip3, name)?,
            (None, _) if qi && spec.is_some() => ColumnAction::Level(None, spec),
            (None, Some(evidence)) => treatment(masking, name, evidence, &zip3)?,
            (None, None) if qi => ColumnAction::Budget,
            (None, None) => ColumnAction::Cell(CellRule::Keep),
        };
        let said = asked.is_some() || qi || person;
        Ok(ColumnPlan { name: name.clone(), qi, action, said, evidence: *evidence })
    };
    let columns: Vec<ColumnPlan> =
        table.columns().iter().zip(seen).map(column).collect::<Result<_>>()?;
    if columns.iter().all(|column| matches!(column.action, ColumnAction::Drop)) {
        let message = format!("{}: every column is dropped, and nothing is left", table.name());
        return Err(Error::input(message).in_file(table.name()));
    }
    Ok(columns)
}

/// The column that says whose a row is, if there is one.
pub fn person(masking: &MaskPlan, table: &Table) -> Result<Option<PersonColumn>> {
    let place = places(table, "`person`", masking.person.as_slice())?;
    Ok(place.first().map(|&place| PersonColumn::new(place, &masking.reading.nulls)))
}

/// What one cell tells by its shape; names and places are told by many.
const TELLING: [Content; 8] = [
    Content::Email,
    Content::Url,
    Content::SocialSecurity,
    Content::Phone,
    Content::Network,
    Content::Device,
    Content::BirthDate,
    Content::EventDate,
];

/// Numbers up to this may be months.
const MONTHS: u64 = 12;

/// Columns that are kept as nothing of the eighteen, though some of their cells name somebody.
pub fn strays(columns: &[ColumnPlan], seen: &[ColumnContent]) -> Vec<String> {
    let mut warnings = Vec::new();
    for (column, seen) in columns.iter().zip(seen) {
        if column.said || !matches!(column.action, ColumnAction::Cell(CellRule::Keep)) {
            continue;
        }
        for (content, stray) in &seen.strays {
            if TELLING.contains(content) || stray.rows >= seen.rows / 10 {
                warnings.push(format!(
                    "the column '{name}' is kept, but at least {} of its rows hold {}, the first in line {}; drop it (`id = {name}`) or redact it",
                    stray.rows,
                    content.plural(),
                    stray.line,
                    name = column.name
                ));
            }
        }
    }
    warnings
}

/// Columns that are named like ages but may hold months, because no value exceeds their number.
pub fn odd_ages(columns: &[ColumnPlan], seen: &[ColumnContent]) -> Vec<String> {
    let named = |column: &ColumnPlan| by_name(&column.name) == Some(Content::Age);
    let young = |seen: &ColumnContent| seen.greatest.is_some_and(|age| age <= MONTHS);
    let odd = columns.iter().zip(seen).filter(|(column, seen)| named(column) && young(seen));
    let warning = |(column, _): (&ColumnPlan, &ColumnContent)| {
        let done = match column.action {
            ColumnAction::Drop => "dropped",
            ColumnAction::Cell(CellRule::Age) => "treated as ages",
            _ => "kept",
        };
        format!(
            "no value of '{name}' exceeds {MONTHS}, so these may be months instead of ages in years, and are {done}; \
             say what they are (`column {name} = age`)",
            name = column.name
        )
    };
    odd.map(warning).collect()
}

/// Refuses names of columns that the table lacks.
fn check_names(masking: &MaskPlan, table: &Table) -> Result<()> {
    places(table, "`qi`", &masking.qi)?;
    check_person(masking)?;
    let keys = |flag: &str, names: Vec<&String>| {
        places(table, flag, &names.into_iter().cloned().collect::<Vec<_>>())
    };
    keys("`column` or `id`", masking.actions.keys().collect())?;
    keys("`hierarchy`", masking.hierarchies.keys().collect())?;
    masking.reading.check_kinds(&[table])?;
    let words = [
        ("weight", masking.weights.keys().collect::<Vec<_>>()),
        ("domain", masking.domains.iter().map(|(name, _)| name).collect()),
    ];
    for (option, names) in words {
        for name in names {
            if !masking.qi.contains(name) {
                places(table, &format!("`{option}`"), std::slice::from_ref(name))?;
                let message =
                    format!("`{option} {name} = ..`: '{name}' is no quasi-identifier (`qi`)");
                return Err(Error::options(message).in_column(name));
            }
        }
    }
    for name in masking.hierarchies.keys() {
        let level = matches!(masking.actions.get(name), Some(Action::Level(_)));
        if !level && !masking.qi.contains(name) {
            let message = format!(
                "`hierarchy {name} = ..`: '{name}' is neither a quasi-identifier (`qi`) nor has `column {name} = level`"
            );
            return Err(Error::options(message).in_column(name));
        }
        if let Some(other) = masking.actions.get(name).filter(|_| !level) {
            let message = format!(
                "`hierarchy {name} = ..`: `column {name} = ..` masks it without ({})",
                other.name()
            );
            return Err(Error::options(message).in_column(name));
        }
    }
    Ok(())
}

/// Refuses another role for the column that says whose a row is, and date shifts without one.
fn check_person(masking: &MaskPlan) -> Result<()> {
    if let Some(column) = &masking.person {
        let refuse = |why: String| {
            Err(Error::options(format!("the column '{column}' {why}")).in_column(column))
        };
        if masking.qi.contains(column) {
            return refuse("is named by `qi` and by `person`: it has one role".to_owned());
        }
        match masking.actions.get(column) {
            None | Some(Action::Drop | Action::Pseudonym) => {}
            Some(action) => {
                return refuse(format!(
                    "says whose a row is (`person`): it is dropped, or published by `column {column} = pseudonym`, \
                     and not by {}",
                    action.name()
                ));
            }
        }
        if masking.ties == Ties::Cut {
            let message = "`ties = cut` does not go with `person`: a value that is cut has no people of its own";
            return Err(Error::options(message));
        }
    }
    let mut first: Option<(&String, u32)> = None;
    for (column, action) in &masking.actions {
        let Action::Shift(days) = action else { continue };
        if masking.person.is_none() {
            let message = format!(
                "`column {column} = shift:{days}d` needs `person`: all dates of a person move by the same number of \
                 days, so say whose a row is"
            );
            return Err(Error::options(message).in_column(column));
        }
        match first {
            Some((other, known)) if known != *days => {
                let message = format!(
                    "`column {other} = shift:{known}d` and `column {column} = shift:{days}d`: all dates of a person \
                     move together, so write the same number of days"
                );
                return Err(Error::options(message).in_column(column));
            }
            _ => first = Some((column, *days)),
        }
    }
    Ok(())
}

fn column_action(
    masking: &MaskPlan,
    action: &Action,
    spec: Option<Spec>,
    zip3: &Zip3,
    column: &str,
) -> Result<ColumnAction> {
    Ok(match action {
        Action::Drop => ColumnAction::Drop,
        Action::Numbers(grouping, values) => ColumnAction::Numbers(*grouping, *values),
        Action::Level(level) => ColumnAction::Level(*level, spec),
        Action::Keep => ColumnAction::Cell(CellRule::Keep),
        Action::Redact => ColumnAction::Cell(CellRule::Redact),
        Action::Constant(text) => ColumnAction::Cell(CellRule::Constant(text.clone())),
        Action::Coded(coding) => ColumnAction::Cell(CellRule::Coded(coding.clone())),
        Action::Rounded(rounding) => ColumnAction::Cell(CellRule::Rounded(*rounding)),
        Action::Zip3 => ColumnAction::Cell(CellRule::Zip3(zip3.clone())),
        Action::Year => ColumnAction::Cell(CellRule::Year(masking.reference)),
        Action::Age => ColumnAction::Cell(CellRule::Age),
        Action::BirthYear => ColumnAction::Cell(CellRule::BirthYear(reference(masking, column)?)),
        Action::Pseudonym => match &masking.pseudonyms {
            Some(pseudonyms) => ColumnAction::Cell(CellRule::Pseudonym(pseudonyms.clone())),
            None => return Err(no_key(column)),
        },
        Action::Shift(most) => match &masking.shifts {
            Some(shifts) => ColumnAction::Cell(CellRule::Shift(Shift {
                shifts: shifts.clone(),
                most: *most,
                form: NormalForm::new(&masking.reading.nulls),
            })),
            None => return Err(no_key(column)),
        },
    })
}

fn no_key(column: &str) -> Error {
    Error::options("pseudonyms and date shifts need `key-file`").in_column(column)
}

/// What the preset does to a column.
fn treatment(
    masking: &MaskPlan,
    column: &str,
    evidence: ContentEvidence,
    zip3: &Zip3,
) -> Result<ColumnAction> {
    let action = match Treatment::of(Some(evidence.content)) {
        Treatment::Drop => Action::Drop,
        Treatment::Zip3 => Action::Zip3,
        Treatment::Year => Action::Year,
        Treatment::BirthYear => Action::BirthYear,
        Treatment::Age => Action::Age,
        Treatment::Keep => Action::Keep,
    };
    column_action(masking, &action, None, zip3, column)
}

fn reference(
    masking: &MaskPlan,
    column: &str,
) -> Result<incrowd_columns::safe_harbor::ReferenceDay> {
    masking.reference.ok_or_else(|| {
        let message = format!(
            "the column '{column}' holds births, whose year may tell an age over 89: say with `reference-date` the day on which ages count"
        );
        Error::options(message).in_column(column)
    })
}

/// The populations of three-digit areas.
fn areas(masking: &MaskPlan, execution: &Execution) -> Result<Zip3> {
    let Some(input) = &masking.zip3 else { return Ok(Zip3::census()) };
    read_areas(masking, input, execution)
}

fn read_areas(masking: &MaskPlan, input: &Input, execution: &Execution) -> Result<Zip3> {
    let table = execution.open_input(input, &masking.reading.options)?;
    let file = table.name().to_owned();
    if table.columns().len() != 2 {
        let message = format!(
            "{file}: a table of areas has two columns, the three digits and the population; this one has {}",
            table.columns().len()
        );
        return Err(Error::input(message).in_file(file));
    }
    let mut areas: Vec<(String, u64)> = Vec::new();
    for block in table.blocks() {
        let block = block?;
        for row in 0..block.rows() {
            let (area, people) = (block.cell(row, 0), block.cell(row, 1));
            let wrong = |why: String, column: usize, value: &str| {
                let line = block.line(row);
                let message = format!("{file}, line {line}: {why}");
                let failure = Error::input(message).in_file(&file).at_line(line);
                failure.in_column(&table.columns()[column]).with_value(value)
            };
            let people = people.parse().map_err(|_| {
                wrong(format!("'{people}' is no population; write a whole number"), 1, people)
            })?;
            // Each line by itself, so that the line is named.
            Zip3::with_populations([(area, people)])
                .map_err(|error| wrong(error.to_string(), 0, area))?;
            areas.push((area.to_owned(), people));
        }
    }
    let areas = areas.iter().map(|(area, people)| (area.as_str(), *people));
    Zip3::with_populations(areas)
        .map_err(|error| Error::input(format!("{file}: {error}")).in_file(file))
}
