//! The risks of published files.

mod definitions;
mod people;
mod planted;

use std::collections::BTreeMap;

use incrowd_io::{MemoryTable, Table};
use incrowd_judge::risk::{OriginalTable, PublishedFile, RowsOf, risks};
use incrowd_judge::{Chains, Person, Question};
use incrowd_terms::{Risk, RiskKind};

use super::common::names;

/// A table whose first row has the names.
fn table(rows: &[Vec<String>]) -> Table {
    let (header, rows) = rows.split_first().unwrap();
    MemoryTable::from_rows("table", header.clone(), rows).unwrap().into()
}

/// A table, the first row of which has the names, and the person of each row.
fn with_people(rows: &[Vec<String>], people: &[u32]) -> Table {
    assert_eq!(rows.len(), people.len() + 1);
    let ids = std::iter::once("pid".to_owned()).chain(people.iter().map(|id| format!("p{id}")));
    let row = |(row, id): (&Vec<String>, String)| [row.as_slice(), &[id]].concat();
    table(&rows.iter().zip(ids).map(row).collect::<Vec<_>>())
}

/// A published table, its original and the roles of columns.
struct Case {
    published: Vec<Vec<String>>,
    original: Option<Vec<Vec<String>>>,
    qi: Vec<String>,
    sensitive: Vec<String>,
    identifying: Vec<String>,
    names_people: Vec<String>,
    /// The person of each published row.
    people: Option<Vec<u32>>,
    /// The original row of each published one, if they are not in its order.
    rows: Option<Vec<u32>>,
    /// Whether every published row stands where its original does.
    row_for_row: bool,
    hierarchies: BTreeMap<String, Chains>,
    k: Option<u64>,
}

impl Case {
    fn new(published: &[Vec<String>], qi: &str, sensitive: &str) -> Case {
        Case {
            published: published.to_vec(),
            original: None,
            qi: names(qi),
            sensitive: names(sensitive),
            identifying: Vec::new(),
            names_people: Vec::new(),
            people: None,
            rows: None,
            row_for_row: false,
            hierarchies: BTreeMap::new(),
            k: Some(5),
        }
    }

    fn beside(mut self, original: &[Vec<String>]) -> Case {
        self.original = Some(original.to_vec());
        self
    }

    /// The published table and the original, which name people if they are known.
    fn tables(&self) -> (Table, Option<Table>) {
        let original = self.original.as_ref();
        let Some(people) = &self.people else {
            return (table(&self.published), original.map(|rows| table(rows)));
        };
        let mut of_original = people.clone();
        if let Some(rows) = &self.rows {
            let pairs = rows.iter().zip(people);
            pairs.for_each(|(&row, &person)| of_original[row as usize] = person);
        }
        let original = original.map(|rows| with_people(rows, &of_original));
        (with_people(&self.published, people), original)
    }

    fn risks(&self) -> Vec<Risk> {
        let (published, original) = self.tables();
        let measured = |threads| {
            let question = Question {
                qi: &self.qi,
                sensitive: &self.sensitive,
                hierarchies: &self.hierarchies,
                person: self.people.as_ref().map(|_| Person::Column("pid")),
                threads,
                ..Question::about(&published)
            };
            let original = original.as_ref().map(|table| OriginalTable {
                table,
                rows: match &self.rows {
                    Some(rows) => RowsOf::Given(rows),
                    None if self.row_for_row => RowsOf::Same,
                    None => RowsOf::InOrder,
                },
                identifying: &self.identifying,
                only: None,
            });
            risks(&PublishedFile {
                original,
                k: self.k,
                names_people: &self.names_people,
                ..PublishedFile::of(&question)
            })
            .unwrap()
        };
        let (one, three) = (measured(1), measured(3));
        assert_eq!(one, three, "threads change nothing");
        one
    }

    fn of_kind(&self, kind: RiskKind) -> Vec<Risk> {
        self.risks().into_iter().filter(|risk| risk.kind == kind).collect()
    }
}
