//! Compares a published table with its original: the distribution of each column, and the
//! association between pairs of columns. Both are measured from the bytes of the tables.
//!
//! Each table is read twice: once for the distinct texts of every column, and once for the joint
//! counts of pairs of columns. Texts are grouped before the second pass, so that the joint counts
//! fit into memory. Counts are integers and texts are processed in a fixed order, so the result
//! does not depend on the number of threads.

mod bins;
mod cramer;
mod fitted;
mod groups;
mod joint_counts;
mod place;
mod scale;
mod shares;
mod tally;
mod view;

use std::collections::BTreeMap;

use incrowd_io::Table;
use incrowd_terms::{Kind, Nulls};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chains::Chains;
use crate::error::JudgeError;
use crate::question::{named_once, positions};
use crate::ranks::ColumnReading;
use crate::reading::Reader;

pub use fitted::{
    CellShares, Coefficient, Contingency, ContingencyRow, Fit, FittedRows, FittedSummaries,
    NumberFigures, NumberSummary, Regression, fitted_summaries,
};
use groups::TextGroups;
use tally::Tally;
use view::TableRows;

/// Most columns whose pairs are looked at: with more, nobody reads the table of pairs.
const MOST_RELATED: usize = 12;

/// Two tables that sit for a portrait.
#[derive(Clone, Copy, Debug)]
pub struct ComparedTables<'a> {
    /// The table as it came in, if it is known.
    pub original: Option<&'a Table>,
    /// The table as it went out.
    pub published: &'a Table,
    /// The columns of the published table to look at, those that matter most first. One that the
    /// original lacks has nothing to be compared with.
    pub columns: &'a [String],
    /// The texts that stand for a missing value.
    pub nulls: &'a Nulls,
    /// Declared kinds by column; others are inferred from the original, or from the published
    /// table if there is no other.
    pub kinds: &'a BTreeMap<String, Kind>,
    /// Hierarchies by column: labels are read through them.
    pub hierarchies: &'a BTreeMap<String, Chains>,
    /// The levels at which columns were published as a whole, where that is known.
    pub levels: &'a BTreeMap<String, usize>,
    /// Whether rows with `*` in every cell are suppressed rows, which nobody sees anything in.
    pub skip_suppressed: bool,
    /// A column of the original and its value in the rows that are the table to be published, if
    /// not all are.
    pub only: Option<(&'a str, &'a str)>,
    /// How many threads may work.
    pub threads: usize,
}

/// What can be seen in a table, and what could be seen before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DistributionComparison {
    /// How often the values of each column occur, in the order in which they were named.
    pub distributions: Vec<Distribution>,
    /// How strongly each two of the first twelve columns hang together.
    pub associations: Vec<Association>,
}

/// How often the values of a column occur.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Distribution {
    /// The column.
    pub column: String,
    /// At most 24 bins, which both tables share; `None` if the column was skipped.
    ///
    /// A column of few values has a bin for each. Numbers are in steps of equal width with round
    /// ends, dates in months or years; where that would put more than nine rows of ten in one bin,
    /// or the dates lie within a few months, bins hold about equally many rows instead, and are
    /// named by their first and last value. Of many other values the most frequent have bins.
    pub bins: Option<Vec<Bin>>,
    /// Half the sum of the bins' differences: 0 if all bins are as they were, 1 if none has anything
    /// left. `None` without an original, or if a table has no rows.
    pub distance: Option<f64>,
    /// Why the column was skipped.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub skipped: Option<String>,
    /// The share of the published rows whose text stands for no value of the original.
    #[serde(skip)]
    pub strange: f64,
}

/// Values of a column that are counted together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bin {
    /// Which values.
    pub label: String,
    /// Their share of the original's rows; `None` without an original.
    pub before: Option<f64>,
    /// Their share of the published rows. A text that stands for several values of the original
    /// counts for each in equal parts, which is all that a reader can assume.
    pub after: f64,
}

/// How strongly two columns hang together: Cramer's V with Bergsma's correction for chance, from 0
/// (not at all) to 1 (one tells the other).
///
/// Columns of more than 32 distinct texts are grouped first: numbers and dates into groups of about
/// as many rows, ranges by their lower ends, and of others all but the 31 most frequent together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Association {
    /// The two columns.
    pub columns: [String; 2],
    /// In the original; `None` if it lacks a column, or a column has but one value.
    pub before: Option<f64>,
    /// In the published table; `None` if a column has but one value.
    pub after: Option<f64>,
}

/// One column of the sitting, counted.
struct CountedColumn<'a> {
    name: &'a str,
    kind: Kind,
    reading: ColumnReading<'a>,
    reader: Reader<'a>,
    nulls: &'a Nulls,
    before: Option<&'a Tally>,
    after: &'a Tally,
}

impl CountedColumn<'_> {
    /// The kind of its values if they are numbers or dates.
    fn scale(&self) -> Option<Kind> {
        Some(self.kind).filter(|kind| kind.is_ordered())
    }

    /// Why the column cannot be looked at, if it cannot.
    fn skipped(&self) -> Option<String> {
        let of = |tally: &Tally, table: &str| tally.is_full().then(|| tally::too_many(table));
        let before = self.before.and_then(|before| of(before, "the original"));
        before.or_else(|| of(self.after, "the published table"))
    }
}

/// Looks at a published table, and at its original.
///
/// ```
/// use std::collections::BTreeMap;
/// use incrowd_io::{Location, ReadOptions, Table};
/// use incrowd_judge::{ComparedTables, compare_distributions};
/// use incrowd_terms::Nulls;
/// # let folder = std::env::temp_dir().join(format!("incrowd-distributions-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let (original, published) = (folder.join("original.csv"), folder.join("published.csv"));
/// std::fs::write(&original, "age\n1\n1\n2\n3\n")?;
/// std::fs::write(&published, "age\n{1|2}\n{1|2}\n{1|2}\n3\n")?;
/// let open = |path| Table::open(&Location::Path(path), &ReadOptions::default());
/// let found = compare_distributions(&ComparedTables {
///     original: Some(&open(original)?),
///     published: &open(published)?,
///     columns: &["age".into()],
///     nulls: &Nulls::default(),
///     kinds: &BTreeMap::new(),
///     hierarchies: &BTreeMap::new(),
///     levels: &BTreeMap::new(),
///     skip_suppressed: false,
///     only: None,
///     threads: 2,
/// })?;
/// let bins = found.distributions[0].bins.as_deref().unwrap_or_default();
/// assert_eq!((bins[0].label.as_str(), bins[0].before, bins[0].after), ("1", Some(0.5), 0.375));
/// assert_eq!(found.distributions[0].distance, Some(0.125));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a table cannot be read, lacks a column or has one named twice.
pub fn compare_distributions(
    sitting: &ComparedTables<'_>,
) -> Result<DistributionComparison, JudgeError> {
    let counts = Counts::of(sitting)?;
    let sitters = counts.columns(sitting);
    Ok(DistributionComparison {
        distributions: sitters.iter().map(shares::distribution).collect(),
        associations: associations(&sitters, counts.original.as_ref(), &counts.published)?,
    })
}

/// The texts of all columns, counted on both sides.
struct Counts<'a> {
    original: Option<TableRows<'a>>,
    published: TableRows<'a>,
    before: BTreeMap<&'a str, Tally>,
    after: Vec<Tally>,
}

impl<'a> Counts<'a> {
    fn of(tables: &ComparedTables<'a>) -> Result<Self, JudgeError> {
        let names: Vec<&str> = tables.columns.iter().map(String::as_str).collect();
        named_once(names.iter())?;
        let published = TableRows::of_published(tables);
        let original = TableRows::of_original(tables)?;
        let after = tally::tallies(&published, &positions(tables.published, &names)?)?;
        let before = match &original {
            Some(view) => {
                let known = in_common(&names, view.table);
                let places = positions(view.table, &known)?;
                known.into_iter().zip(tally::tallies(view, &places)?).collect()
            }
            None => BTreeMap::new(),
        };
        Ok(Counts { original, published, before, after })
    }

    fn columns<'s>(&'s self, tables: &ComparedTables<'s>) -> Vec<CountedColumn<'s>>
    where
        'a: 's,
    {
        let column = |(name, after): (&'s String, &'s Tally)| {
            tables.counted(name, self.before.get(name.as_str()), after)
        };
        tables.columns.iter().zip(&self.after).map(column).collect()
    }
}

impl<'a> ComparedTables<'a> {
    fn counted<'s>(
        &self,
        name: &'s str,
        before: Option<&'s Tally>,
        after: &'s Tally,
    ) -> CountedColumn<'s>
    where
        'a: 's,
    {
        let (nulls, chains) = (self.nulls, self.hierarchies.get(name));
        let declared = self.kinds.get(name).copied();
        let kind = declared.unwrap_or_else(|| place::kind(before, after, nulls));
        let level = self.levels.get(name).copied();
        let reading = ColumnReading { kind: Some(kind), chains, level };
        let reader = Reader::new(kind, nulls, chains);
        CountedColumn { name, kind, reading, reader, nulls, before, after }
    }
}

/// The columns of these that a table has.
fn in_common<'n>(names: &[&'n str], table: &Table) -> Vec<&'n str> {
    let has = |name: &&&str| table.columns().iter().any(|column| column == **name);
    names.iter().filter(has).copied().collect()
}

/// Every pair of the first columns that can be looked at.
fn associations(
    sitters: &[CountedColumn<'_>],
    original: Option<&TableRows<'_>>,
    published: &TableRows<'_>,
) -> Result<Vec<Association>, JudgeError> {
    let looked_at = |counted: &&CountedColumn<'_>| counted.skipped().is_none();
    let sitters: Vec<&CountedColumn<'_>> =
        sitters.iter().filter(looked_at).take(MOST_RELATED).collect();
    let after = sitters.iter().map(|counted| Some(TextGroups::of(counted.after, &counted.reader)));
    let after = strengths(published, &sitters, after.collect())?;
    let before =
        sitters.iter().map(|counted| Some(TextGroups::of(counted.before?, &counted.reader)));
    let before = match original {
        Some(view) => strengths(view, &sitters, before.collect())?,
        None => vec![None; after.len()],
    };
    let name = |at: usize| sitters[at].name.to_owned();
    let association =
        |((a, b), (before, after))| Association { columns: [name(a), name(b)], before, after };
    let pairs = joint_counts::pairs(sitters.len());
    Ok(pairs.zip(before.into_iter().zip(after)).map(association).collect())
}

/// How strongly each two of the columns hang together in one table, which may lack some.
fn strengths(
    view: &TableRows<'_>,
    sitters: &[&CountedColumn<'_>],
    groups: Vec<Option<TextGroups<'_>>>,
) -> Result<Vec<Option<f64>>, JudgeError> {
    let (mut names, mut places) = (Vec::new(), Vec::new());
    for (counted, groups) in sitters.iter().zip(&groups) {
        places.push(groups.as_ref().map(|_| names.len()));
        names.extend(groups.as_ref().map(|_| counted.name));
    }
    let groups: Vec<TextGroups<'_>> = groups.into_iter().flatten().collect();
    let found = joint_counts::meetings(view, &positions(view.table, &names)?, &groups)?;
    let strength = |(a, b): (usize, usize)| {
        let pair = (places[a]?, places[b]?);
        let at = joint_counts::pairs(groups.len()).position(|known| known == pair)?;
        cramer::corrected(&found[at])
    };
    Ok(joint_counts::pairs(sitters.len()).map(strength).collect())
}
