//! The answer of `incrowd release`.

use std::collections::BTreeMap;

use incrowd_judge::{Learned, Merged, Neighbours, PeopleLost, PresenceRange};
use incrowd_terms::{Figure, Guarantee, OverallVerdict, Risk};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::{AfterDocument, EngineUse, Evidence};

/// A release that was published, or why there is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReleaseDocument {
    /// The algorithm.
    pub algorithm: String,
    /// The recoding.
    pub recoding: String,
    /// Rows that were read, published and suppressed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rows: Option<RowCounts>,
    /// The same of people, where a person can have several rows; else the number of people of the
    /// register, if there is no release or people were drawn at random.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub people: Option<People>,
    /// The level of each quasi-identifier, of full-domain releases.
    #[serde(
        with = "incrowd_judge::by_column::option",
        skip_serializing_if = "Option::is_none",
        default
    )]
    #[schemars(with = "Option<BTreeMap<String, u8>>")]
    pub levels: Option<Vec<(String, u8)>>,
    /// Suppressed cells, of releases by local suppression.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cells: Option<CellCounts>,
    /// How many quasi-identifiers an attacker knows at most, where guarantees are about that.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub known: Option<u64>,
    /// How each quasi-identifier is published, if there is a release.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub columns: Vec<ReleaseColumn>,
    /// Equivalence classes; of Anatomy, groups.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "crate::present")]
    pub classes: Option<Option<u64>>,
    /// The rows, or people, of the smallest class, as the judge measured it, if there is a release.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub k: Option<u64>,
    /// What the release costs, by several measures.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cost: Option<Costs>,
    /// No release of a family costs less.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "crate::present")]
    pub lower_bound: Option<Option<LowerBound>>,
    /// Whether the release is proven to cost least in its family, or proven not to exist; absent if
    /// none was searched for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub proven: Option<bool>,
    /// People drawn at random, of randomised releases.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub draw: Option<Draw>,
    /// Each demand beside what was measured.
    pub guarantees: Vec<Guarantee>,
    /// What demands and risks come to; null where nothing is demanded.
    #[serde(default)]
    pub verdict: Option<OverallVerdict>,
    /// What else the published file tells of people, the gravest first.
    #[serde(default)]
    pub risks: Vec<Risk>,
    /// Whether the release was only to be tried: nothing was to be published. Absent if it was.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub dry_run: bool,
    /// The same demands in words.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub demands: Vec<String>,
    /// What the release shows together with earlier ones of the same people, if any were named.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub after: Option<AfterDocument>,
    /// The nearest demands that can be met, if there is no release.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nearest: Option<Vec<NearestDemand>>,
    /// How much was searched.
    pub search: SearchEffort,
    /// What to be aware of.
    pub warnings: Vec<String>,
    /// How long it took. It may be removed, so that equal results are equal documents.
    #[serde(default)]
    pub seconds: f64,
    /// The published file; null if nothing was published.
    pub output: Option<String>,
    /// The file of Anatomy's sensitive values.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "crate::present")]
    pub secrets: Option<Option<String>>,
    /// Whether the judge read the file again and every demand holds.
    pub verified: bool,
    /// Columns that the order of rows gives back.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ordered: Option<Vec<Neighbours>>,
    /// The smallest k that happens to meet the demands, of `mondrian-smallest-k`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub smallest_k: Option<u64>,
    /// All minimal nodes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub minimal: Option<MinimalNodes>,
    /// The column that divides classes into groups.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub group: Option<String>,
    /// What someone learns of each sensitive column.
    #[serde(
        with = "incrowd_judge::by_column::option",
        skip_serializing_if = "Option::is_none",
        default
    )]
    #[schemars(with = "Option<BTreeMap<String, Learned>>")]
    pub learned: Option<Vec<(String, Learned)>>,
    /// How likely people of the register are in the table, where there is a register.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub presence: Option<PresenceRange>,
    /// Values of sensitive columns that are written in several ways.
    #[serde(
        with = "incrowd_judge::by_column::option",
        skip_serializing_if = "Option::is_none",
        default
    )]
    #[schemars(with = "Option<BTreeMap<String, Merged>>")]
    pub merged: Option<Vec<(String, Merged)>>,
    /// Members, if there is a register and no release.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub members: Option<u64>,
    /// How well the release withstands someone who knows the algorithm.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub audit: Option<AuditDocument>,
    /// What a reader needs besides, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub evidence: Option<Evidence>,
    /// The certificate that was written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub certificate: Option<CertificateNote>,
    /// The database that did a part of the work, if the table is in one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub engine: Option<EngineUse>,
}

/// How a quasi-identifier is published.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReleaseColumn {
    /// The column.
    pub name: String,
    /// Its level, of full-domain releases.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub level: Option<u8>,
    /// The height of its hierarchy, of full-domain releases.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub height: Option<u64>,
    /// The first labels of that level, of full-domain releases that generalize the column.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub labels: Vec<String>,
    /// Its loss, of other releases.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub loss: Option<f64>,
    /// Published rows in which it keeps its value, of other releases.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unchanged: Option<u64>,
}

/// Rows that were read, published and suppressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RowCounts {
    /// Rows of the table.
    pub input: u64,
    /// Rows that are published.
    pub published: u64,
    /// Rows that are not.
    pub suppressed: u64,
}

/// Suppressed cells of quasi-identifiers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CellCounts {
    /// Cells that are `*`.
    pub suppressed: u64,
    /// Cells of quasi-identifiers in published rows.
    pub of: u64,
    /// The suppressed cells of each quasi-identifier.
    #[serde(with = "incrowd_judge::by_column")]
    #[schemars(with = "BTreeMap<String, u64>")]
    pub by_column: Vec<(String, u64)>,
}

/// The people that a release is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum People {
    /// Those of the table, where a person can have several rows.
    Counted(PeopleCounts),
    /// How many the register has.
    OfRegister(u64),
}

impl People {
    /// The people of the table, where they were counted.
    #[must_use]
    pub fn counted(self) -> Option<PeopleCounts> {
        match self {
            People::Counted(counts) => Some(counts),
            People::OfRegister(_) => None,
        }
    }

    /// How many people the register has.
    #[must_use]
    pub fn of_register(self) -> Option<u64> {
        match self {
            People::Counted(_) => None,
            People::OfRegister(people) => Some(people),
        }
    }
}

/// People whose rows were read, published and suppressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PeopleCounts {
    /// People of the table.
    pub input: u64,
    /// People who have a published row.
    pub published: u64,
    /// People who lost all their rows.
    pub suppressed: u64,
    /// People who lost some of their rows, but not all.
    pub lost_some: u64,
}

impl From<PeopleLost> for PeopleCounts {
    fn from(lost: PeopleLost) -> Self {
        let PeopleLost { input, published, suppressed, lost_some } = lost;
        PeopleCounts { input, published, suppressed, lost_some }
    }
}

/// What a release costs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Costs {
    /// The loss of information, from 0 to 1. A suppressed row loses everything.
    pub loss: Option<f64>,
    /// The loss of published rows alone; absent if none is suppressed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub published_loss: Option<f64>,
    /// The discernibility metric.
    pub discernibility: Option<f64>,
    /// Rows per class.
    pub average_class: Option<f64>,
    /// The cost that was minimised.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub minimised: Option<MinimisedCost>,
}

/// The cost that was minimised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MinimisedCost {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Option<f64>,
    /// Over `members` or over the `public` register.
    pub over: String,
}

/// No release of a family costs less.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LowerBound {
    /// The loss.
    pub loss: Option<f64>,
    /// The family of releases.
    pub of: String,
}

/// How many people were drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Draw {
    /// Members of the table.
    pub members: u64,
    /// People who are not in the table.
    pub others: u64,
}

/// A demand that can be met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NearestDemand {
    /// The model.
    pub model: String,
    /// Its parameters, such that they can be demanded.
    pub demanded: Figure,
    /// The sensitive column, where the model is about one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub column: Option<String>,
    /// The demand in words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub demand: Option<String>,
    /// Whether no stricter demand can be met.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub strictest: Option<bool>,
}

/// How much was searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchEffort {
    /// Nodes of the lattice.
    pub nodes: Number,
    /// Nodes or regions that were examined.
    pub checked: u64,
    /// Whether the release is proven to be optimal.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub proven: Option<bool>,
    /// The family of releases that was searched; absent if none was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub among: Option<String>,
    /// No release of the family has a cost below this.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bound: Option<f64>,
    /// Whether the search was stopped before its end; absent if it was not.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub cut_short: bool,
}

impl Default for SearchEffort {
    fn default() -> Self {
        SearchEffort {
            nodes: 0.into(),
            checked: 0,
            proven: None,
            among: None,
            bound: None,
            cut_short: false,
        }
    }
}

/// All minimal nodes, the cheapest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MinimalNodes {
    /// The nodes.
    pub nodes: Vec<MinimalNode>,
    /// Nodes that were examined.
    pub checked: u64,
    /// Whether the list is complete.
    pub complete: bool,
}

/// A node of which no specialisation meets the demands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MinimalNode {
    /// The level of each column.
    #[serde(with = "incrowd_judge::by_column")]
    #[schemars(with = "BTreeMap<String, u8>")]
    pub levels: Vec<(String, u8)>,
    /// Its cost.
    pub cost: Option<f64>,
    /// Suppressed rows.
    pub suppressed: u64,
    /// Classes.
    pub classes: u64,
}

/// How many other sets of members lead to the release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuditDocument {
    /// Sets that were tried.
    pub samples: u64,
    /// Sets that lead to the release.
    pub reproduced: u64,
    /// The share of all sets that do, with a confidence of 95 %.
    pub interval: Option<[f64; 2]>,
    /// The least and the greatest presence of anybody among those sets.
    pub presence: AuditPresence,
}

/// The least and the greatest presence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditPresence {
    /// The least, an exact fraction.
    pub min: String,
    /// The greatest.
    pub max: String,
}

/// The certificate that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CertificateNote {
    /// Its file.
    pub file: String,
    /// The file of the key.
    pub key: Option<String>,
    /// The private files that it commits to.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub commits_to: Option<Vec<String>>,
    /// What it does not prove.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub note: Option<String>,
}
