//! The groups of rows, where a release has some: dealt within classes, or drawn by Anatomy.

use std::collections::HashMap;

use incrowd_core::model::Dealing;
use incrowd_core::publish::{DealError, DealtGroups, Mapping, RowFate, SensitiveCounts};
use incrowd_core::table::{PersonKey, PersonKeys};
use incrowd_io::Block;

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::seed::{Purpose, Seed};
use crate::study::Study;
use crate::study::people::PersonColumn;

use super::DealResult;
use super::write::changed;

/// The published column that says which group a row is in.
pub const GROUP: &str = "group";

/// The groups of rows that come by in the order of the table.
pub(super) enum GroupAssignment {
    /// Within each class, so that numbers are far apart.
    Dealt(DealtGroups),
    /// Per spelling of a secret: the groups of its rows that have not come by.
    Drawn(Vec<std::vec::IntoIter<u32>>),
    /// Per person: the group of all their rows.
    OfPeople(PeopleGroups),
}

/// The groups that people are in.
pub(super) struct PeopleGroups {
    pub person: PersonColumn,
    pub keys: PersonKeys,
    pub group_of: HashMap<PersonKey, u32>,
}

impl GroupAssignment {
    /// The codes by which rows are told apart here: of spellings, of values, or of the group itself.
    pub fn codes(
        &mut self,
        study: &Study,
        block: &Block,
        row: usize,
        codes: &mut Vec<u32>,
    ) -> std::result::Result<(), usize> {
        match self {
            GroupAssignment::Dealt(_) => study.secrets_of(block, row, codes),
            GroupAssignment::Drawn(_) => study.spellings_of(block, row, codes),
            GroupAssignment::OfPeople(PeopleGroups { person, keys, group_of }) => {
                codes.clear();
                let key = keys.of(block.cell(row, person.place));
                let group = key.and_then(|key| group_of.get(&key));
                codes.push(*group.ok_or(person.place)?);
                Ok(())
            }
        }
    }

    /// The group of the next row with these labels and secrets; none if there was no such row.
    pub fn next(&mut self, labels: &[u32], secrets: &[u32]) -> Option<u64> {
        match self {
            GroupAssignment::Dealt(deal) => deal.group(labels, secrets),
            GroupAssignment::Drawn(left) => {
                let secret = *secrets.first()? as usize;
                left[secret].next().map(|group| u64::from(group) + 1)
            }
            GroupAssignment::OfPeople(_) => secrets.first().map(|&group| u64::from(group) + 1),
        }
    }
}

/// Refuses a table that has a column of that name already.
pub(super) fn check_name(study: &Study) -> Result<()> {
    let published = |place: &usize| !study.dropped.contains(place);
    let mut places = (0..study.table.columns().len()).filter(published);
    if places.any(|place| study.table.columns()[place] == GROUP) {
        let file = study.table.name();
        let message = format!(
            "{file}: the release would have a second column '{GROUP}'; rename the one that is there (`names`)"
        );
        return Err(Error::input(message).in_file(file).in_column(GROUP));
    }
    Ok(())
}

/// Deals the rows of every class, counting them in a pass of its own.
pub(super) fn deal(
    study: &Study,
    mapping: &Mapping<'_>,
    execution: &Execution,
) -> Result<DealResult> {
    let each = |census: &mut SensitiveCounts, block: &Block| {
        let (mut labels, mut secrets) = (Vec::new(), Vec::new());
        for row in (0..block.rows()).filter(|&row| study.is_member(block, row)) {
            let cells = study.qi.iter().map(|&place| block.cell(row, place));
            let known = study.secrets_of(block, row, &mut secrets);
            match (mapping.row(cells, &mut labels), known) {
                (Ok(RowFate::Suppressed), _) => {}
                (Ok(RowFate::Published), Ok(())) => census.add(&labels, &secrets),
                (Err(unknown), _) => {
                    let place = study.qi[unknown.column];
                    return Err(changed(study, block.line(row), place, block.cell(row, place)));
                }
                (_, Err(place)) => {
                    return Err(changed(study, block.line(row), place, block.cell(row, place)));
                }
            }
        }
        Ok(())
    };
    let parts = execution.fold("dealing", &study.table, SensitiveCounts::default, each)?;
    let mut parts = parts.into_iter();
    let mut census = parts.next().unwrap_or_default();
    parts.for_each(|part| census.absorb(part));
    let dealing = Dealing::new(&study.plan.demands, |demand| study.encoded.setting(demand));
    let random = &mut Seed::chosen(study.plan.seed)?.generator(Purpose::Groups);
    let dealt = DealtGroups::new(census, &study.encoded.secret_domains(), &dealing, random);
    Ok(match dealt {
        Ok(groups) => DealResult::Groups(Box::new(groups)),
        Err(why) => DealResult::Cannot(undealt(mapping, &why)),
    })
}

/// Says that a class cannot be dealt into groups that meet every demand.
fn undealt(mapping: &Mapping<'_>, undealt: &DealError) -> String {
    let label = |(at, &label): (usize, &u32)| mapping.text(at, label).to_owned();
    let labels: Vec<String> = undealt.labels.iter().enumerate().map(label).collect();
    format!(
        "the {} rows of class ({}) cannot be dealt into groups of which each has {}: \
         looking for classes that need not be dealt",
        undealt.rows,
        labels.join(", "),
        undealt.demand
    )
}
