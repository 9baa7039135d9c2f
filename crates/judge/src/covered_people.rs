//! The population, counted and matched with a published table.

use incrowd_io::Table;
use incrowd_terms::{Fraction, Nulls};

use crate::division::Division;
use crate::equivalence_classes::EquivalenceClasses;
use crate::error::JudgeError;
use crate::person::{Person, differing};
use crate::person_types::{PeopleByType, PersonType, PublishedBoxes};
use crate::question::{QuestionColumns, count, positions};
use crate::ranks::ColumnReading;

/// People by their quasi-identifiers and by what else is known of each, and the published boxes
/// that cover them.
#[derive(Debug)]
pub(crate) struct CoveredPeople {
    /// The table of the population.
    pub(crate) file: String,
    /// Its distinct people: the quasi-identifiers come first.
    pub(crate) people: EquivalenceClasses,
    /// The names of the columns after the quasi-identifiers.
    extras: Vec<String>,
    quasi_identifiers: usize,
    pub(crate) boxes: PublishedBoxes,
    pub(crate) by_type: PeopleByType,
}

/// A table of the population, and what its columns are.
#[derive(Clone, Copy)]
pub(crate) struct Register<'a> {
    pub(crate) public: &'a Table,
    pub(crate) qi: &'a [&'a str],
    /// Further columns by which people are told apart.
    pub(crate) extras: &'a [&'a str],
    /// Who is who; a register that lacks the column has one row of each person.
    pub(crate) person: Option<Person<'a>>,
}

impl CoveredPeople {
    /// People whom no published class matches; 0 if it is not known who matches which.
    pub(crate) fn unmatched(&self) -> u64 {
        let types = self.by_type.types.iter().flat_map(|types| &types.all);
        types.filter(|kind| kind.boxes.is_empty()).map(|kind| kind.people).sum()
    }

    /// Reads the population.
    pub(crate) fn of(
        register: &Register<'_>,
        published: &EquivalenceClasses,
        readings: &[ColumnReading<'_>],
        nulls: &Nulls,
        threads: usize,
    ) -> Result<Self, JudgeError> {
        let Register { public, qi, extras, person } = *register;
        let columns: Vec<&str> = qi.iter().chain(extras).copied().collect();
        let class = positions(public, &columns)?;
        let person = person.map(Person::column);
        let person = person.filter(|name| public.columns().iter().any(|column| column == name));
        let person = person.map(|name| Person::Column(name).reading(public, nulls)).transpose()?;
        let columns =
            QuestionColumns { class, sensitive: Vec::new(), skip_suppressed: false, person };
        let mut people = count(public, &columns, threads)?;
        people.count_people();
        if let Some(person) = columns.person.filter(|_| people.has_several_classes()) {
            let named = qi.iter().chain(extras).copied().collect::<Vec<_>>().join(", ");
            return Err(differing(public, &columns.class, &person, &named)?);
        }
        let boxes = PublishedBoxes::of(published, qi.len());
        let by_type = PeopleByType::of(published, &boxes, &people, readings, nulls, threads);
        Ok(CoveredPeople {
            file: public.name().to_owned(),
            people,
            extras: extras.iter().map(|&name| name.to_owned()).collect(),
            quasi_identifiers: qi.len(),
            boxes,
            by_type,
        })
    }

    /// A number of people of the register in words; rows, if it does not name people.
    pub(crate) fn members(&self, number: u64) -> String {
        Division { grouping: &self.people, columns: &[] }.members(number)
    }

    /// Tells people whom no box covers apart: each group becomes a type.
    pub(crate) fn split_unmatched(&mut self, groups: &[Vec<usize>]) {
        let Some(types) = &mut self.by_type.types else { return };
        let more = groups.len() as u32 - 1;
        types.of_person.iter_mut().filter(|of| **of > 0).for_each(|of| *of += more);
        let mut split = Vec::with_capacity(groups.len());
        for (group, number) in groups.iter().zip(0..) {
            let classes = &self.people.classes;
            group.iter().for_each(|&person| types.of_person[person] = number);
            split.push(PersonType {
                boxes: Box::default(),
                people: group.iter().map(|&person| classes.sizes[person]).sum(),
                line: group.iter().map(|&person| classes.lines[person]).min().unwrap_or(u64::MAX),
            });
        }
        types.all.splice(..1, split);
    }

    /// What a further column says of each distinct person.
    ///
    /// # Errors
    /// If a value is no probability: the first one in the file is named.
    pub(crate) fn probabilities(&self, column: &str) -> Result<Vec<Fraction>, JudgeError> {
        let probability = |text: &str| {
            let fraction: Fraction = text.parse().map_err(|error| format!("{error}"))?;
            if fraction > Fraction::ONE {
                return Err(format!("'{text}' is above 1; write a probability from 0 to 1"));
            }
            Ok(fraction)
        };
        self.read(column, probability)
    }

    /// Reads a further column of each distinct person.
    pub(crate) fn read<T: Copy>(
        &self,
        column: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Vec<T>, JudgeError> {
        let place = self.extras.iter().position(|name| name == column);
        let place = place.ok_or_else(|| JudgeError::UnknownColumn {
            file: self.file.clone(),
            column: column.to_owned(),
            known: self.extras.join(", "),
        })? + self.quasi_identifiers;
        let texts = &self.people.labels[place];
        let values: Vec<Result<T, String>> = texts.iter().map(read).collect();
        let classes = &self.people.classes;
        let text_of = |person: usize| classes.key(person)[place] as usize;
        let unreadable = |&person: &usize| values[text_of(person)].is_err();
        let first =
            (0..classes.len()).filter(unreadable).min_by_key(|&person| classes.lines[person]);
        let value_of = |person: usize| match &values[text_of(person)] {
            Ok(value) => Ok(*value),
            Err(problem) => Err(JudgeError::Unreadable {
                file: self.file.clone(),
                line: classes.lines[person],
                column: column.to_owned(),
                value: self.people.label(person, place).to_owned(),
                problem: problem.clone(),
            }),
        };
        if let Some(person) = first {
            value_of(person)?;
        }
        (0..classes.len()).map(value_of).collect()
    }

    /// The box that covers each distinct person, where none overlap.
    pub(crate) fn box_of(&self, person: usize) -> Option<u32> {
        let types = self.by_type.types.as_ref()?;
        types.all[types.of_person[person] as usize].boxes.first().copied()
    }
}
