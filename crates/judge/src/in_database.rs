//! Proves a table in a database against its original, by statements of the judge's own.
//!
//! The judge groups both tables and reads the published labels as it reads those of files: it finds
//! the class that stands for each tuple of the original, and no class may compete. That is the
//! *recoding*, a table that the database applies to the original. What comes out must be what was
//! published, row by row (`EXCEPT ALL`, both ways), with every other column as it was. Only which
//! tuples are suppressed is taken from the publisher, because their absence shows in the counts.
//!
//! Values are compared by their texts under a binary collation. In the original a missing value is
//! NULL or an empty text; where it is published it is NULL.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use incrowd_io::{CountedTable, IoError, Table};
use incrowd_terms::{Kind, Nulls};

use crate::chains::Chains;
use crate::covered_people::{CoveredPeople, Register};
use crate::error::JudgeError;
use crate::question::{QuestionColumns, count, positions, readings};

/// Two tables of a database, grouped.
#[derive(Clone, Copy, Debug)]
pub struct GroupedTables<'a> {
    /// The rows of the original that were to be published, by quasi-identifiers.
    pub original: &'a CountedTable,
    /// The published rows, by quasi-identifiers.
    pub published: &'a CountedTable,
    /// The quasi-identifiers.
    pub qi: &'a [String],
    /// The tuples of the original that were not published.
    pub suppressed: &'a HashSet<Vec<String>>,
    /// The texts that stand for a missing value.
    pub nulls: &'a Nulls,
    /// The kinds of columns.
    pub kinds: &'a BTreeMap<String, Kind>,
    /// Hierarchies by column.
    pub hierarchies: &'a BTreeMap<String, Chains>,
    /// The levels at which columns were published as a whole, where that is known.
    pub levels: &'a BTreeMap<String, usize>,
    /// How many threads may work.
    pub threads: usize,
}

/// What becomes of each tuple of the original, as the judge reads the published table.
#[derive(Clone, Debug, Default)]
pub struct Recoding {
    /// Each tuple with its published labels; none if it is suppressed.
    pub tuples: Vec<(Vec<String>, Option<Vec<String>>)>,
    /// What does not fit: tuples in no published class or in several.
    pub doubts: Vec<String>,
}

/// Reads from two grouped tables what became of each tuple of the original.
///
/// # Errors
/// If the tables are not those that the question says.
pub fn recoding(tables: &GroupedTables<'_>) -> Result<Recoding, JudgeError> {
    let qi: Vec<&str> = tables.qi.iter().map(String::as_str).collect();
    let read = |table: &CountedTable| Table::from(table.once_each());
    let (original, published) = (read(tables.original), read(tables.published));
    let columns = |table: &Table| -> Result<QuestionColumns<'_>, JudgeError> {
        let class = positions(table, &qi)?;
        Ok(QuestionColumns { class, sensitive: Vec::new(), skip_suppressed: false, person: None })
    };
    let classes = count(&published, &columns(&published)?, tables.threads)?;
    let register = Register { public: &original, qi: &qi, extras: &[], person: None };
    let readings = readings(&qi, tables.kinds, tables.hierarchies, tables.levels);
    let covered = CoveredPeople::of(&register, &classes, &readings, tables.nulls, tables.threads)?;
    let mut found = Recoding::default();
    let Some(types) = &covered.by_type.types else {
        found.doubts.push("its classes overlap too much to be told apart".to_owned());
        return Ok(found);
    };
    let label = |class: usize| -> Vec<String> {
        (0..qi.len()).map(|column| classes.label(class, column).to_owned()).collect()
    };
    let (mut lost, mut several) = (Vec::new(), Vec::new());
    for (person, &of) in types.of_person.iter().enumerate() {
        let tuple: Vec<String> =
            (0..qi.len()).map(|column| covered.people.label(person, column).to_owned()).collect();
        if tables.suppressed.contains(&tuple) {
            found.tuples.push((tuple, None));
            continue;
        }
        match *types.all[of as usize].boxes {
            [class] => {
                found.tuples.push((tuple, Some(label(covered.boxes.class[class as usize]))));
            }
            [] => lost.push(tuple),
            _ => several.push(tuple),
        }
    }
    found.doubts.extend(doubt(&qi, &lost, "in no published class, and not suppressed"));
    found.doubts.extend(doubt(&qi, &several, "in several published classes"));
    Ok(found)
}

/// A sentence about tuples that do not fit, if there are any.
fn doubt(qi: &[&str], tuples: &[Vec<String>], what: &str) -> Option<String> {
    let first = tuples.iter().min()?;
    let cells: Vec<String> =
        qi.iter().zip(first).map(|(name, cell)| format!("{name}={cell}")).collect();
    Some(format!("{} tuples of the original are {what}, as ({})", tuples.len(), cells.join(", ")))
}

/// A published column of a table in a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedColumn {
    /// Its name.
    pub name: String,
    /// Its place among the quasi-identifiers, if it is one.
    pub qi: Option<usize>,
}

/// The statements that compare a published table with its original.
///
/// ```
/// use incrowd_judge::in_database::{Proof, PublishedColumn};
/// let column = |name: &str, qi| PublishedColumn { name: name.to_owned(), qi };
/// let proof = Proof {
///     original: "\"care\".\"visits\"",
///     published: "\"care\".\"shared\"",
///     recoding: "pg_temp.read",
///     qi: &["age".to_owned()],
///     columns: &[column("age", Some(0)), column("illness", None)],
///     only: None,
/// };
/// assert!(proof.unread().contains("NOT EXISTS"));
/// assert!(proof.missing().contains("EXCEPT ALL"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Proof<'a> {
    /// The original, quoted.
    pub original: &'a str,
    /// The published table, quoted.
    pub published: &'a str,
    /// The table of the recoding, quoted: `q0`, `q1` .. are the texts of a tuple, `l0`, `l1` .. its
    /// labels, and `suppressed` says whether it has none.
    pub recoding: &'a str,
    /// The quasi-identifiers.
    pub qi: &'a [String],
    /// The published columns.
    pub columns: &'a [PublishedColumn],
    /// A column of the original and its value in the rows that were to be published, if not all were.
    pub only: Option<(&'a str, &'a str)>,
}

impl Proof<'_> {
    /// Makes the table of the recoding.
    #[must_use]
    pub fn create(&self) -> String {
        let mut columns = String::new();
        for place in 0..self.qi.len() {
            let _ = write!(columns, "q{place} text COLLATE \"C\", l{place} text COLLATE \"C\", ");
        }
        format!(
            "CREATE TEMPORARY TABLE {} ({columns}suppressed boolean) ON COMMIT DROP",
            self.bare()
        )
    }

    /// Its name without the schema, which temporary tables are made without.
    fn bare(&self) -> &str {
        self.recoding.strip_prefix("pg_temp.").unwrap_or(self.recoding)
    }

    /// Groups a table by the texts of columns, which are the first of its rows; the last one is how
    /// many they are.
    #[must_use]
    pub fn group(&self, table: &str, columns: &[String]) -> String {
        let texts: Vec<String> = columns.iter().map(|column| original_text(column)).collect();
        let only = match table == self.original {
            true => self.condition("WHERE"),
            false => String::new(),
        };
        let places: Vec<String> = (1..=columns.len()).map(|place| place.to_string()).collect();
        format!(
            "SELECT {}, count(*) FROM {table} AS t{only} GROUP BY {}",
            texts.join(", "),
            places.join(", ")
        )
    }

    /// Counts the rows of the original that the recoding does not know.
    #[must_use]
    pub fn unread(&self) -> String {
        format!(
            "SELECT count(*) FROM {} AS t WHERE NOT EXISTS (SELECT 1 FROM {} AS r WHERE {}){}",
            self.original,
            self.recoding,
            self.same(),
            self.condition("AND")
        )
    }

    /// Counts the rows of the original that are suppressed.
    #[must_use]
    pub fn suppressed(&self) -> String {
        format!(
            "SELECT count(*) FROM {} AS t JOIN {} AS r ON {} WHERE r.suppressed{}",
            self.original,
            self.recoding,
            self.same(),
            self.condition("AND")
        )
    }

    /// Counts the rows that should have been published and are not.
    #[must_use]
    pub fn missing(&self) -> String {
        format!("SELECT count(*) FROM ({} EXCEPT ALL {}) AS d", self.expected(), self.found())
    }

    /// Counts the rows that were published and should not have been.
    #[must_use]
    pub fn added(&self) -> String {
        format!("SELECT count(*) FROM ({} EXCEPT ALL {}) AS d", self.found(), self.expected())
    }

    /// Counts the published rows that are alone with their values of columns.
    #[must_use]
    pub fn alone(&self, columns: &[&str]) -> String {
        let texts: Vec<String> = columns.iter().map(|column| original_text(column)).collect();
        format!(
            "SELECT count(*) FROM (SELECT 1 FROM {} AS t GROUP BY {} HAVING count(*) = 1) AS d",
            self.published,
            texts.join(", ")
        )
    }

    /// Counts how people repeat in the original: the rows whose values of columns other rows have too,
    /// all rows that have any, the different values, those that repeat, and the rows of the most frequent.
    #[must_use]
    pub fn repeated(&self, columns: &[&str]) -> String {
        let texts: Vec<String> = columns.iter().map(|column| original_text(column)).collect();
        let some: Vec<String> = texts.iter().map(|text| format!("{text} <> ''")).collect();
        format!(
            "SELECT COALESCE(sum(n) FILTER (WHERE n > 1), 0), COALESCE(sum(n), 0), count(*), \
             count(*) FILTER (WHERE n > 1), COALESCE(max(n), 0) FROM (SELECT count(*) AS n FROM {} AS t \
             WHERE ({}){} GROUP BY {}) AS d",
            self.original,
            some.join(" OR "),
            self.condition("AND"),
            texts.join(", ")
        )
    }

    /// What the original becomes.
    fn expected(&self) -> String {
        let cells: Vec<String> = (self.columns.iter())
            .map(|column| match column.qi {
                Some(place) => format!("NULLIF(r.l{place}, '')"),
                None => format!("NULLIF(t.{}::text COLLATE \"C\", '')", quoted(&column.name)),
            })
            .collect();
        format!(
            "SELECT {} FROM {} AS t JOIN {} AS r ON {} WHERE NOT r.suppressed{}",
            cells.join(", "),
            self.original,
            self.recoding,
            self.same(),
            self.condition("AND")
        )
    }

    /// What was published.
    fn found(&self) -> String {
        let text =
            |column: &PublishedColumn| format!("p.{}::text COLLATE \"C\"", quoted(&column.name));
        let cells: Vec<String> = self.columns.iter().map(text).collect();
        format!("SELECT {} FROM {} AS p", cells.join(", "), self.published)
    }

    /// A row of the original is one of a tuple.
    fn same(&self) -> String {
        let same =
            |(place, column): (usize, &String)| format!("{} = r.q{place}", original_text(column));
        self.qi.iter().enumerate().map(same).collect::<Vec<_>>().join(" AND ")
    }

    /// The rows of the original that were to be published.
    fn condition(&self, word: &str) -> String {
        self.only.map_or(String::new(), |(column, value)| {
            format!(" {word} {} = {}", original_text(column), literal(value))
        })
    }
}

/// The text of a cell of the original.
fn original_text(column: &str) -> String {
    format!("COALESCE(t.{}::text COLLATE \"C\", '')", quoted(column))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn literal(text: &str) -> String {
    format!("E'{}'", text.replace('\\', "\\\\").replace('\'', "''"))
}

/// The original and the published table beside each other, by distinct rows of the original: the same
/// number of rows in the same order. `columns` of the original are those after the quasi-identifiers.
///
/// # Errors
/// If columns have no names or the same ones.
pub fn side_by_side(
    original: &CountedTable,
    recoding: &Recoding,
    qi: usize,
) -> Result<(CountedTable, CountedTable), IoError> {
    let labels: BTreeMap<&[String], &[String]> = (recoding.tuples.iter())
        .filter_map(|(tuple, labels)| Some((tuple.as_slice(), labels.as_deref()?)))
        .collect();
    let columns = || incrowd_io::TableSource::columns(original).iter().cloned();
    let name = incrowd_io::TableSource::name(original);
    let mut before = CountedTable::new(name, columns())?;
    let mut after = CountedTable::new(name, columns())?;
    for row in 0..original.distinct() {
        let (cells, count) = original.row(row);
        let cells: Vec<&str> = cells.collect();
        let tuple: Vec<String> = cells[..qi].iter().map(|&cell| cell.to_owned()).collect();
        let Some(labels) = labels.get(tuple.as_slice()) else { continue };
        before.add(cells.iter().copied(), count);
        let others = cells[qi..].iter().copied();
        after.add(labels.iter().map(String::as_str).chain(others), count);
    }
    Ok((before, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use incrowd_terms::Kind;

    fn table(columns: &[&str], rows: &[(&[&str], u64)]) -> CountedTable {
        let mut table = CountedTable::new("t", columns.iter().copied()).unwrap();
        rows.iter().for_each(|(cells, count)| table.add(cells.iter().copied(), *count));
        table
    }

    fn read(published: &[(&[&str], u64)], suppressed: &[&str]) -> Recoding {
        let original = table(&["age"], &[(&["31"], 2), (&["34"], 1), (&["52"], 1), (&[""], 1)]);
        let published = table(&["age"], published);
        let suppressed = suppressed.iter().map(|text| vec![(*text).to_owned()]).collect();
        recoding(&GroupedTables {
            original: &original,
            published: &published,
            qi: &["age".to_owned()],
            suppressed: &suppressed,
            nulls: &Nulls::default(),
            kinds: &[("age".to_owned(), Kind::Integer)].into(),
            hierarchies: &BTreeMap::new(),
            levels: &BTreeMap::new(),
            threads: 1,
        })
        .unwrap()
    }

    #[test]
    fn labels_are_read_by_what_they_mean() {
        let found = read(&[(&["[31,34]"], 3), (&[""], 1)], &["52"]);
        assert!(found.doubts.is_empty(), "{:?}", found.doubts);
        let of = |text: &str| {
            let found = found.tuples.iter().find(|(tuple, _)| tuple[0] == text);
            found.and_then(|(_, labels)| labels.as_ref().map(|labels| labels[0].clone()))
        };
        assert_eq!(of("31").as_deref(), Some("[31,34]"));
        assert_eq!(of("").as_deref(), Some(""));
        assert_eq!(of("52"), None);
    }

    #[test]
    fn what_no_class_or_several_stand_for_is_doubted() {
        let found = read(&[(&["[31,34]"], 3), (&[""], 1)], &[]);
        assert!(found.doubts[0].contains("no published class"), "{:?}", found.doubts);
        let found = read(&[(&["[31,34]"], 2), (&["[34,52]"], 2), (&[""], 1)], &[]);
        assert!(found.doubts[0].contains("several published classes"), "{:?}", found.doubts);
        assert!(found.doubts[0].contains("age=34"));
    }

    #[test]
    fn names_and_texts_are_quoted() {
        let proof = Proof {
            original: "\"a\"",
            published: "\"b\"",
            recoding: "pg_temp.r",
            qi: &["se\"x".to_owned()],
            columns: &[],
            only: Some(("who", "it's \\")),
        };
        let statement = proof.unread();
        assert!(statement.contains("\"se\"\"x\""), "{statement}");
        assert!(statement.contains("E'it''s \\\\'"), "{statement}");
    }
}
