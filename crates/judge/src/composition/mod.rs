//! What an attacker sees who has earlier releases of the same people, too.
//!
//! **The attacker** has all releases, knows of everybody the quasi-identifiers of all of them and in which
//! releases they have a row, and nothing of the other columns. Rows of two releases can be recognised as
//! the same one by the columns that both publish, or by their order, so the attacker is taken to know
//! which rows belong together as far as cells and order tell. A target then looks like everybody who has
//! rows in the same releases, and there in the same classes: the *joint class*. People who stand in some
//! releases only form joint classes as well: those by which a class grew or shrank (differencing).
//!
//! **Why k and distinct l are safe.** Let p be in the joint class of a target t. Exchange all rows of t and
//! p: every file stays as it is, and each has rows that fit what is known of them. So nobody who knows no
//! more than the above can tell them apart, whether or not rows were linked: the target has at least as
//! many candidate rows as the joint class has people, and at least as many candidate secrets as it has.
//! Frequencies are those of the joint class; see the manual page on what they promise.
//!
//! **Rows are linked through the original** of the present release ([`standing`]): the rows of an earlier
//! release are rows of it, by the quasi-identifiers that they cover and the cells that they keep. Rows of
//! one class with the same kept cells are alike (a *signature*), so it is enough to count them: a
//! signature with as many rows in the release as in the original is all of them, one with more lost some
//! (*gone*), one with fewer gained some, and then it is uncertain which. Of uncertain rows, `joint` takes
//! what is the worst for k and l: how many are in a joint class at least. For other demands it takes the
//! rows in their order.

mod joint;
mod measure;
mod original;
mod standing;

use std::collections::BTreeMap;

use incrowd_io::Table;
use incrowd_terms::{Demand, Guarantee};

use crate::chains::Chains;
use crate::error::JudgeError;
use crate::question::Question;
use crate::register::KnownColumn;

use joint::Joint;
use measure::Measurement;
use original::Original;
use standing::Standing;

/// Releases to be judged together.
#[derive(Clone, Copy, Debug)]
pub struct Composition<'a> {
    /// The present release and what is demanded of it. It has no groups.
    pub question: &'a Question<'a>,
    /// Where its rows stand in the original.
    pub rows: PresentRows<'a>,
    /// The table that it was made from.
    pub original: &'a Table,
    /// A column of the original and its value in the rows that were to be published, if not all were.
    pub only: Option<(&'a str, &'a str)>,
    /// The column of the original that names people, if they can have several rows.
    pub person: Option<&'a str>,
    /// Published columns that the register has, too.
    pub register_knows: &'a [KnownColumn],
    /// The earlier releases.
    pub earlier: &'a [EarlierTable<'a>],
}

/// Where the rows of the present release stand in the original.
#[derive(Clone, Copy, Debug)]
pub enum PresentRows<'a> {
    /// The row of the original, counted from 0, of each published row but those of stars; and whether
    /// that is the order in which they are published.
    Given {
        /// The rows.
        rows: &'a [u32],
        /// Whether they were published in that order.
        in_order: bool,
    },
    /// They are recognised as those of earlier releases are.
    Unknown,
}

/// A release that was published before.
#[derive(Clone, Copy, Debug)]
pub struct EarlierTable<'a> {
    /// What it is called in sentences.
    pub name: &'a str,
    /// The published table.
    pub table: &'a Table,
    /// Its quasi-identifiers, which are columns of the original.
    pub qi: &'a [String],
    /// Its sensitive columns.
    pub sensitive: &'a [String],
    /// What was demanded of it.
    pub demands: &'a [Demand],
    /// A column that is not the original's: the groups of its rows.
    pub group: Option<&'a str>,
    /// How its labels are read.
    pub hierarchies: &'a BTreeMap<String, Chains>,
    /// Whether rows with `*` in every cell are suppressed rows.
    pub skip_suppressed: bool,
    /// Whether its rows stand in the order of its original.
    pub in_order: bool,
}

/// What releases show together.
#[derive(Clone, Debug, PartialEq)]
pub struct Composed {
    /// The earlier releases, in the order in which they were named.
    pub releases: Vec<LinkedRelease>,
    /// Rows of the present release that no earlier one has.
    pub new_rows: u64,
    /// Rows of the original of which it is uncertain in which joint class they are.
    pub uncertain: u64,
    /// Rows that any release has.
    pub rows: u64,
    /// Different people who have them, where people are counted.
    pub people: Option<u64>,
    /// Joint classes.
    pub classes: u64,
    /// Rows, or people, of the smallest joint class.
    pub k: Option<u64>,
    /// Rows, or people, who are alone in a joint class.
    pub alone: u64,
    /// How many joint classes have so many rows, or people.
    pub class_sizes: BTreeMap<u64, u64>,
    /// For each sensitive column of any release, the joint classes of which it has a single value.
    pub certain: Vec<CertainSecrets>,
    /// Each demand on the present release, measured on joint classes, in the order of the question.
    pub guarantees: Vec<ComposedGuarantee>,
    /// The demands on earlier releases that are none on the present one, measured on joint classes.
    /// Demands about a population are left out, because it is not at hand.
    pub promises: Vec<Promise>,
}

/// An earlier release beside the original of the present one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedRelease {
    /// What it is called.
    pub name: String,
    /// Its rows.
    pub rows: u64,
    /// Rows of it that are rows of the original.
    pub linked: u64,
    /// Rows that are not: people who left, or whose values changed.
    pub gone: u64,
    /// Rows of the original that it lacks: people who came, or whose rows were suppressed.
    pub lacks: u64,
    /// Whether its rows cannot stand in the order of the original, though both files keep their order.
    pub reordered: bool,
}

/// Joint classes of which a sensitive column has a single value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertainSecrets {
    /// The column.
    pub column: String,
    /// Joint classes with a single value.
    pub classes: u64,
    /// All joint classes whose rows show the column.
    pub of: u64,
    /// The first of them in words.
    pub example: Option<String>,
}

/// A demand, measured on joint classes.
#[derive(Clone, Debug, PartialEq)]
pub struct ComposedGuarantee {
    /// What was found.
    pub guarantee: Guarantee,
    /// Whether it fails for the earlier releases without the present one, too.
    pub already: bool,
    /// Whether uncertain rows can make it worse than measured.
    pub uncertain: bool,
}

/// A demand on an earlier release, measured on joint classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Promise {
    /// The release of which it was demanded.
    pub release: String,
    /// What was found.
    pub joint: ComposedGuarantee,
}

impl Composed {
    /// Whether every demand on the present release holds on joint classes.
    #[must_use]
    pub fn all_hold(&self) -> bool {
        self.guarantees.iter().all(|joint| joint.guarantee.holds)
    }
}

/// Measures releases together.
///
/// ```
/// use std::collections::BTreeMap;
/// use incrowd_io::{MemoryTable, Table};
/// use incrowd_judge::{Composition, EarlierTable, PresentRows, Question, compose};
/// use incrowd_terms::KAnonymity;
/// let table = |name, columns: [&str; 2], rows: [[&str; 2]; 4]| {
///     MemoryTable::from_rows(name, columns, rows).map(Table::from)
/// };
/// let original = table("t", ["age", "zip"], [["31", "1"], ["34", "2"], ["52", "1"], ["58", "2"]])?;
/// let first = table("first", ["age", "zip"], [["30s", "*"], ["30s", "*"], ["50s", "*"], ["50s", "*"]])?;
/// let second = table("second", ["age", "zip"], [["*", "1"], ["*", "2"], ["*", "1"], ["*", "2"]])?;
/// let (qi, demands) = (["age".into(), "zip".into()], [KAnonymity { k: 2 }.into()]);
/// let chains = ["31;30s", "34;30s", "52;50s", "58;50s"].map(|line| {
///     line.split(';').chain(["*"]).map(str::to_owned).collect()
/// });
/// let hierarchies = BTreeMap::from([("age".into(), incrowd_judge::Chains::new(chains)?)]);
/// let question = Question { qi: &qi, demands: &demands, ..Question::about(&second) };
/// let composed = compose(&Composition {
///     question: &question,
///     rows: PresentRows::Given { rows: &[0, 1, 2, 3], in_order: true },
///     original: &original,
///     only: None,
///     person: None,
///     register_knows: &[],
///     earlier: &[EarlierTable {
///         name: "first",
///         table: &first,
///         qi: &qi,
///         sensitive: &[],
///         demands: &demands,
///         group: None,
///         hierarchies: &hierarchies,
///         skip_suppressed: false,
///         in_order: true,
///     }],
/// })?;
/// // Each has classes of two rows; together they have classes of one.
/// assert_eq!((composed.k, composed.alone, composed.all_hold()), (Some(1), 4, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a table cannot be read, if an earlier release is not one of the same people, or if presence is
/// demanded.
pub fn compose(composition: &Composition<'_>) -> Result<Composed, JudgeError> {
    let presence = composition.question.demands.iter().find(|demand| is_about_presence(demand));
    if let Some(demand) = presence {
        return Err(JudgeError::PresenceAfter { model: demand.model() });
    }
    let original = Original::read(composition)?;
    let known = known_columns(composition);
    let mut standings = Vec::with_capacity(composition.earlier.len() + 1);
    for earlier in composition.earlier {
        standings.push(Standing::of_earlier(earlier, composition, &original, &known)?);
    }
    standings.push(Standing::of_present(composition, &original, &known)?);
    let releases = (composition.earlier.iter().zip(&standings))
        .map(|(earlier, standing)| linked(earlier, standing, composition.rows))
        .collect();
    let joint = Joint::new(&original, &standings);
    Measurement { composition, original: &original, standings: &standings, joint: &joint }
        .composed(releases)
}

/// Whether a demand is about who is in the table.
fn is_about_presence(demand: &Demand) -> bool {
    matches!(
        demand,
        Demand::Presence(_)
            | Demand::PersonalPresence(_)
            | Demand::JointPresence(_)
            | Demand::MixedMembership(_)
    )
}

/// The quasi-identifiers of all releases: the attacker knows them, so a release that publishes one as it
/// is tells rows apart by it.
fn known_columns<'a>(composition: &Composition<'a>) -> Vec<&'a str> {
    let earlier = composition.earlier.iter().flat_map(|earlier| earlier.qi);
    let mut known: Vec<&str> =
        composition.question.qi.iter().chain(earlier).map(String::as_str).collect();
    known.sort_unstable();
    known.dedup();
    known
}

fn linked(
    earlier: &EarlierTable<'_>,
    standing: &Standing<'_>,
    rows: PresentRows<'_>,
) -> LinkedRelease {
    let shuffled = matches!(rows, PresentRows::Given { in_order: false, .. });
    LinkedRelease {
        name: earlier.name.to_owned(),
        rows: standing.rows(),
        linked: standing.linked(),
        gone: standing.gone(),
        lacks: standing.lacks(),
        reordered: earlier.in_order && !shuffled && !standing.is_in_order(),
    }
}
