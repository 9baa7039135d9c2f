//! Publishing in the database: one statement applies the mapping to the rows where they are.
//!
//! A full-domain mapping is one table per column, from a value to its label, and a table of the classes
//! that are suppressed. Boxes are one table from a tuple to its labels. These tables are temporary: no
//! one else can read them, and they are gone when the transaction ends.

use std::collections::BTreeSet;

use incrowd_core::publish::{Mapping, RowFate};
use incrowd_core::search::FoundRelease;
use incrowd_engine::{Column, Session, sql};

use crate::Release;
use crate::run::{Error, Result};

/// A column that is published.
#[derive(Debug)]
pub struct Published<'a> {
    pub column: &'a Column,
    /// Its place among the quasi-identifiers.
    pub qi: Option<usize>,
}

/// What is published, and where.
#[derive(Debug)]
pub struct Publication<'a> {
    /// The original, quoted.
    pub source: String,
    /// Where the rows go at first, quoted.
    pub staging: String,
    /// Whether that is a temporary table.
    pub is_temporary: bool,
    /// The columns, in their order.
    pub columns: Vec<Published<'a>>,
    /// The quasi-identifiers.
    pub qi: &'a [String],
    /// The column of the rows to be published, and its value there, if not all are.
    pub only: Option<(String, String)>,
    /// The distinct tuples of the rows to be published.
    pub tuples: Vec<Vec<&'a str>>,
}

/// What becomes of the tuples.
struct Fates {
    /// Labels of those that are published.
    published: Vec<(usize, Vec<u32>)>,
    /// Labels of classes that are not.
    suppressed: BTreeSet<Vec<u32>>,
}

impl Publication<'_> {
    /// Writes the rows, and tells how many there are.
    ///
    /// # Errors
    /// What the server says.
    pub fn write(&self, release: &Release<'_>, session: &mut Session) -> Result<u64> {
        let mapping = release.mapping();
        let fates = self.fates(&mapping)?;
        let (labels, joins) = match &release.found {
            FoundRelease::Node(node) => {
                self.by_columns(release, &node.0, &fates.suppressed, session)?
            }
            FoundRelease::Boxes(_) => self.by_tuples(&mapping, &fates, session)?,
        };
        let cells: Vec<String> = (self.columns.iter())
            .map(|published| {
                let name = sql::name(&published.column.name);
                match published.qi.and_then(|place| labels[place].as_ref()) {
                    Some(label) => format!("NULLIF({label}, '') COLLATE \"default\" AS {name}"),
                    None => format!("{} AS {name}", sql::kept("s", published.column)),
                }
            })
            .collect();
        let temporary = if self.is_temporary { "TEMPORARY " } else { "" };
        let gone = if self.is_temporary { " ON COMMIT DROP" } else { "" };
        // The place of a row among the others could tell where it was.
        let statement = format!(
            "CREATE {temporary}TABLE {}{gone} AS SELECT {} FROM {} AS s{joins} ORDER BY gen_random_uuid()",
            bare(&self.staging),
            cells.join(", "),
            self.source
        );
        Ok(session.run("publishing", &statement)?)
    }

    /// The tuples of the original that are not published.
    pub fn suppressed(&self, mapping: &Mapping<'_>) -> Result<Vec<Vec<String>>> {
        let mut labels = Vec::new();
        let mut suppressed = Vec::new();
        for tuple in &self.tuples {
            if fate(mapping, tuple, &mut labels)? == RowFate::Suppressed {
                suppressed.push(tuple.iter().map(|&cell| cell.to_owned()).collect());
            }
        }
        Ok(suppressed)
    }

    fn fates(&self, mapping: &Mapping<'_>) -> Result<Fates> {
        let mut fates = Fates { published: Vec::new(), suppressed: BTreeSet::new() };
        let mut labels = Vec::new();
        for (place, tuple) in self.tuples.iter().enumerate() {
            match fate(mapping, tuple, &mut labels)? {
                RowFate::Published => fates.published.push((place, labels.clone())),
                RowFate::Suppressed => {
                    fates.suppressed.insert(labels.clone());
                }
            }
        }
        Ok(fates)
    }

    /// A table per column that is generalized, and the classes that are suppressed.
    fn by_columns(
        &self,
        release: &Release<'_>,
        levels: &[u8],
        suppressed: &BTreeSet<Vec<u32>>,
        session: &mut Session,
    ) -> Result<(Vec<Option<String>>, String)> {
        let hierarchies = &release.study.encoded.hierarchies;
        let (mut labels, mut joins) = (Vec::new(), String::new());
        for (place, (hierarchy, &level)) in hierarchies.iter().zip(levels).enumerate() {
            if level == 0 && suppressed.is_empty() {
                labels.push(None);
                continue;
            }
            let table = format!("pg_temp.incrowd_column_{place}");
            create(
                session,
                &table,
                "value text COLLATE \"C\", node bigint, label text COLLATE \"C\"",
            )?;
            let nodes = hierarchy.node_of(level as usize);
            let numbers: Vec<String> =
                (0..hierarchy.nodes(level as usize)).map(|node| node.to_string()).collect();
            let rows = (0..hierarchy.leaves()).map(|leaf| {
                let node = nodes[leaf];
                let cells = [
                    hierarchy.leaf(leaf as u32),
                    numbers[node as usize].as_str(),
                    hierarchy.label(level as usize, node),
                ];
                cells.into_iter().map(Some)
            });
            session.copy_in("sending the mapping", &table, rows)?;
            analyze(session, &table)?;
            let text = sql::canonical("s", &self.qi[place]);
            joins += &format!(" JOIN {table} AS v{place} ON v{place}.value = {text}");
            labels.push((level > 0).then(|| format!("v{place}.label")));
        }
        let mut conditions = self.condition();
        if !suppressed.is_empty() {
            let table = "pg_temp.incrowd_suppressed";
            let columns: Vec<String> =
                (0..levels.len()).map(|place| format!("n{place} bigint")).collect();
            create(session, table, &columns.join(", "))?;
            let texts: Vec<Vec<String>> = (suppressed.iter())
                .map(|class| class.iter().map(ToString::to_string).collect())
                .collect();
            let rows = texts.iter().map(|class| class.iter().map(|node| Some(node.as_str())));
            session.copy_in("sending the mapping", table, rows)?;
            analyze(session, table)?;
            let same: Vec<String> =
                (0..levels.len()).map(|place| format!("x.n{place} = v{place}.node")).collect();
            conditions.push(format!(
                "NOT EXISTS (SELECT 1 FROM {table} AS x WHERE {})",
                same.join(" AND ")
            ));
        }
        Ok((labels, joins + &filter(&conditions)))
    }

    /// One table from each published tuple to its labels.
    fn by_tuples(
        &self,
        mapping: &Mapping<'_>,
        fates: &Fates,
        session: &mut Session,
    ) -> Result<(Vec<Option<String>>, String)> {
        let table = "pg_temp.incrowd_tuples";
        let width = self.qi.len();
        let changed: Vec<usize> = (0..width).filter(|&place| !mapping.keeps(place)).collect();
        let values = (0..width).map(|place| format!("c{place} text COLLATE \"C\""));
        let texts = changed.iter().map(|place| format!("l{place} text COLLATE \"C\""));
        create(session, table, &values.chain(texts).collect::<Vec<_>>().join(", "))?;
        let rows = fates.published.iter().map(|(tuple, labels)| {
            let cells = self.tuples[*tuple].iter().copied();
            let texts = changed.iter().map(|&place| mapping.text(place, labels[place]));
            cells.chain(texts).map(Some)
        });
        session.copy_in("sending the mapping", table, rows)?;
        analyze(session, table)?;
        let same: Vec<String> = (self.qi.iter().enumerate())
            .map(|(place, column)| format!("l.c{place} = {}", sql::canonical("s", column)))
            .collect();
        let joins = format!(" JOIN {table} AS l ON {}", same.join(" AND "));
        let label = |place| changed.contains(&place).then(|| format!("l.l{place}"));
        Ok(((0..width).map(label).collect(), joins + &filter(&self.condition())))
    }

    fn condition(&self) -> Vec<String> {
        let only = self.only.as_ref();
        only.map(|(column, value)| {
            format!("{} = {}", sql::canonical("s", column), sql::text(value))
        })
        .into_iter()
        .collect()
    }
}

/// What becomes of a tuple, and with which labels.
fn fate(mapping: &Mapping<'_>, tuple: &[&str], labels: &mut Vec<u32>) -> Result<RowFate> {
    mapping
        .row(tuple.iter().copied(), labels)
        .map_err(|_| Error::internal("a tuple that was counted is not in the mapping"))
}

fn filter(conditions: &[String]) -> String {
    match conditions {
        [] => String::new(),
        some => format!(" WHERE {}", some.join(" AND ")),
    }
}

/// The name of a temporary table as it is made: without the schema.
fn bare(table: &str) -> &str {
    table.strip_prefix("pg_temp.").unwrap_or(table)
}

/// Makes a temporary table.
fn create(session: &mut Session, table: &str, columns: &str) -> Result<()> {
    let statement = format!("CREATE TEMPORARY TABLE {} ({columns}) ON COMMIT DROP", bare(table));
    session.run("making a table for the mapping", &statement)?;
    Ok(())
}

/// Lets the server count a temporary table, so that it plans well.
pub fn analyze(session: &mut Session, table: &str) -> Result<()> {
    session.run("counting the mapping", &format!("ANALYZE {table}"))?;
    Ok(())
}
