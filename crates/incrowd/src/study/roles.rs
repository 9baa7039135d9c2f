//! Which column plays which part.

use incrowd_io::Table;

use crate::error::{Error, Result};
use crate::plan::{Plan, PopulationSource};
use crate::reading::places;

use super::people::PersonColumn;
use super::refusals::on_column;

/// Where the columns of each role stand.
pub(super) struct RolePlaces {
    pub qi: Vec<usize>,
    pub sensitive: Vec<usize>,
    /// Identifying ones, and the one that says who is in the study.
    pub dropped: Vec<usize>,
    pub plain: Vec<usize>,
    pub member: Option<(usize, String)>,
    /// The column that says whose a row is.
    pub person: Option<PersonColumn>,
}

impl RolePlaces {
    /// Where the columns stand that name people, but for the one that says whose a row is.
    pub fn id(&self) -> impl Iterator<Item = usize> {
        let member = self.member.as_ref().map(|(place, _)| *place);
        let person = self.person.as_ref().map(|person| person.place);
        let others = move |&place: &usize| Some(place) != member && Some(place) != person;
        self.dropped.iter().copied().filter(others)
    }

    pub fn new(plan: &Plan, table: &Table) -> Result<RolePlaces> {
        let member = match &plan.population {
            Some(PopulationSource::Itself { column, value }) => {
                let place = places(table, "`member`", std::slice::from_ref(column))?[0];
                Some((place, value.clone()))
            }
            _ => None,
        };
        let person = plan.person.as_slice();
        let person = places(table, "`person`", person)?.first().copied();
        let roles = RolePlaces {
            person: person.map(|place| PersonColumn::new(place, &plan.reading.nulls)),
            qi: places(table, "`qi`", &plan.qi)?,
            sensitive: places(table, "`sensitive`", &plan.sensitive)?,
            dropped: places(table, "`id`", &plan.id)?,
            plain: Vec::new(),
            member,
        };
        let membership: Vec<usize> = roles.member.iter().map(|(place, _)| *place).collect();
        let persons: Vec<usize> = person.into_iter().collect();
        let named = [
            ("`qi`", &roles.qi),
            ("`sensitive`", &roles.sensitive),
            ("`id`", &roles.dropped),
            ("`member`", &membership),
            ("`person`", &persons),
        ];
        for (place, column) in table.columns().iter().enumerate() {
            let flags: Vec<&str> = named
                .iter()
                .filter(|(_, places)| places.contains(&place))
                .map(|(flag, _)| *flag)
                .collect();
            // Who a person is may be called an identifier too.
            if let [first, second, ..] = flags[..]
                && flags[..] != ["`id`", "`person`"]
            {
                let message = format!(
                    "the column '{column}' is named by {first} and by {second}: it has one role"
                );
                return Err(Error::options(message).in_column(column));
            }
        }
        only_for(plan.levels.keys(), "level", &plan.qi)?;
        only_for(plan.weights.keys(), "weight", &plan.qi)?;
        let measured_by_tree = plan
            .sensitive
            .iter()
            .filter(|column| on_column(plan, column).any(|demand| demand.needs_hierarchy()));
        let treed: Vec<String> = plan.qi.iter().chain(measured_by_tree).cloned().collect();
        only_for(plan.hierarchies.keys(), "hierarchy", &treed)?;
        plan.reading.check_kinds(&[table])?;
        let taken: Vec<usize> =
            named.iter().flat_map(|(_, places)| places.iter().copied()).collect();
        let plain = (0..table.columns().len()).filter(|place| !taken.contains(place)).collect();
        // Who is in the study is what nobody should learn; among those published it says nothing.
        let mut dropped = [roles.dropped.as_slice(), &membership].concat();
        dropped.extend(persons.into_iter().filter(|place| !roles.dropped.contains(place)));
        Ok(RolePlaces { plain, dropped, ..roles })
    }
}

/// Refuses an option for columns that it does nothing for.
fn only_for<'a>(
    columns: impl Iterator<Item = &'a String>,
    option: &str,
    allowed: &[String],
) -> Result<()> {
    for column in columns {
        if !allowed.contains(column) {
            let message = format!(
                "`{option} {column} = ..`: '{column}' is no quasi-identifier (`qi`); leave it out, also of a release.toml"
            );
            return Err(Error::options(message).in_column(column));
        }
    }
    Ok(())
}
