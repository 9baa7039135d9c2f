//! The risks of published files.

mod definitions;
mod planted;

use std::collections::BTreeMap;

use incrowd_io::{MemoryTable, Table};
use incrowd_judge::risk::{OriginalTable, PublishedFile, RowsOf, risks};
use incrowd_judge::{Chains, Question};
use incrowd_terms::{Risk, RiskKind};

use super::common::names;

/// A table whose first row has the names.
fn table(rows: &[Vec<String>]) -> Table {
    let (header, rows) = rows.split_first().unwrap();
    MemoryTable::from_rows("table", header.clone(), rows).unwrap().into()
}

/// A published table, its original and the roles of columns.
struct Case {
    published: Table,
    original: Option<Table>,
    qi: Vec<String>,
    sensitive: Vec<String>,
    identifying: Vec<String>,
    names_people: Vec<String>,
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
            published: table(published),
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
        self.original = Some(table(original));
        self
    }

    fn risks(&self) -> Vec<Risk> {
        let measured = |threads| {
            let question = Question {
                qi: &self.qi,
                sensitive: &self.sensitive,
                hierarchies: &self.hierarchies,
                threads,
                ..Question::about(&self.published)
            };
            let original = self.original.as_ref().map(|table| OriginalTable {
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
                people: self.people.as_deref(),
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
