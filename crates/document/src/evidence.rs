//! Evidence: what a reader who was not there needs besides the result.

use incrowd_judge::{
    Association, Bin, EmpiricalRisks, FittedSummaries, PresenceBucket, Readings, SizeBucket,
    SmallClass,
};
use incrowd_terms::Figure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

/// What a report needs besides the result. What does not apply to a command is absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Evidence {
    /// `release`, `check`, `attack`, `scan` or `mask`.
    pub command: String,
    /// The version of incrowd.
    pub version: String,
    /// What was asked for: a release.toml, or a command line.
    pub configuration: String,
    /// For whom the table is and what for, as it was said.
    #[serde(rename = "for", skip_serializing_if = "Option::is_none", default)]
    pub purpose: Option<String>,
    /// Files that were read.
    pub inputs: Vec<FileEvidence>,
    /// Files that were written.
    pub outputs: Vec<FileEvidence>,
    /// The roles of columns.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub roles: Option<Roles>,
    /// Every column of the table, with its role and the reason for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub every_column: Option<Vec<ColumnRole>>,
    /// Whether suppressed rows are published as rows of stars.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub keep_suppressed: Option<bool>,
    /// The order of published rows: `input` or `shuffled`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub order: Option<String>,
    /// Each demand in words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub demands: Option<Vec<DemandEvidence>>,
    /// The risk of being recognised.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub risk: Option<RiskEvidence>,
    /// How the search went.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub search: Option<SearchEvidence>,
    /// What divides classes besides the quasi-identifiers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub question: Option<Group>,
    /// What became of each quasi-identifier.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub columns: Option<Vec<ColumnEvidence>>,
    /// How many classes have about which size.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub class_sizes: Option<Vec<SizeBucket>>,
    /// The smallest classes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub smallest_classes: Option<Vec<SmallClass>>,
    /// What someone with the register learns about membership.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "crate::present")]
    pub presence: Option<Option<PresenceEvidence>>,
    /// What guesses without a register achieve.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub empirical: Option<EmpiricalRisks>,
    /// How often values occur in each column, before and after.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub distributions: Option<Vec<ColumnDistribution>>,
    /// How strongly columns depend on each other, before and after.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub associations: Option<Vec<Association>>,
    /// Means, quantiles and a fitted model, before and after.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub summaries: Option<FittedSummaries>,
}

/// A column of the table: what it is and what was done with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ColumnRole {
    /// The column.
    pub name: String,
    /// Its role: `id`, `person`, `qi`, `sensitive`, `plain`, `member` or `group`.
    pub role: String,
    /// Why it has the role.
    pub reason: String,
    /// How it is published.
    pub published: String,
}

/// A file by its SHA-256.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileEvidence {
    /// What it was used for.
    pub role: String,
    /// Its path, or only its name where others read this.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub sha256: String,
}

/// The roles of columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Roles {
    /// Direct identifiers, which are dropped.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<Vec<String>>,
    /// Quasi-identifiers.
    pub qi: Vec<String>,
    /// Sensitive columns.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sensitive: Option<Vec<String>>,
    /// Columns that are published as they are.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub plain: Option<Vec<String>>,
}

/// A demand in words, beside what was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DemandEvidence {
    /// The demand.
    pub demand: String,
    /// The model.
    pub model: String,
    /// What it means.
    pub means: String,
    /// Against whom it protects.
    pub against: String,
    /// Against whom it does not.
    pub not_against: String,
    /// What was demanded.
    pub demanded: Figure,
    /// What was measured.
    pub measured: Figure,
    /// Whether it holds.
    pub holds: bool,
    /// The sensitive column.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub column: Option<String>,
}

/// The risk of being recognised, before and after.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RiskEvidence {
    /// In the original.
    pub before: Option<RiskFigures>,
    /// In the published table.
    pub after: Option<RiskFigures>,
}

/// The risk of being recognised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RiskFigures {
    /// Rows.
    pub rows: u64,
    /// Different people, where a person can have several rows; the figures below then count people.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub people: Option<u64>,
    /// Classes.
    pub classes: u64,
    /// Rows of the smallest class.
    pub k: Option<u64>,
    /// Rows that are alone in their class.
    pub unique_rows: u64,
    /// Rows per class.
    pub average_class: Option<f64>,
    /// Prosecutor risk.
    pub prosecutor: Option<f64>,
    /// Journalist risk.
    pub journalist: Option<f64>,
    /// Marketer risk.
    pub marketer: Option<f64>,
}

/// How a search went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "SearchFields")]
pub struct SearchEvidence {
    /// The algorithm.
    pub algorithm: String,
    /// The recoding.
    pub recoding: String,
    /// Nodes or regions that were examined.
    pub checked: u64,
    /// Whether the result is proven.
    pub proven: bool,
    /// Among which releases.
    pub among: String,
    /// The cost.
    pub cost: SearchCost,
    /// No release of the family costs less.
    pub bound: Option<f64>,
    /// How far the cost is above the bound, as a share.
    pub gap: Option<f64>,
    /// What was searched.
    pub kind: SearchKind,
    /// Classes, of boxes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub classes: Option<u64>,
    /// The lattice.
    #[serde(flatten)]
    pub lattice: Option<LatticeEvidence>,
}

/// [`SearchEvidence`] as it is read. Serde turns a flattened `Option` with a wrong figure into
/// `None`, so the fields of the lattice are read one by one.
#[derive(Deserialize, JsonSchema)]
struct SearchFields {
    algorithm: String,
    recoding: String,
    checked: u64,
    proven: bool,
    among: String,
    cost: SearchCost,
    bound: Option<f64>,
    gap: Option<f64>,
    kind: SearchKind,
    classes: Option<u64>,
    columns: Option<Vec<LatticeColumn>>,
    nodes: Option<Number>,
    lowest_height: Option<u64>,
    by_height: Option<Vec<f64>>,
    chosen_height: Option<u64>,
}

impl TryFrom<SearchFields> for SearchEvidence {
    type Error = &'static str;

    fn try_from(fields: SearchFields) -> Result<Self, Self::Error> {
        let lattice = match (fields.kind, fields.columns, fields.nodes, fields.lowest_height) {
            (SearchKind::Boxes, ..) => None,
            (SearchKind::Lattice, Some(columns), Some(nodes), Some(lowest_height)) => {
                let SearchFields { by_height, chosen_height, .. } = fields;
                Some(LatticeEvidence { columns, nodes, lowest_height, by_height, chosen_height })
            }
            (SearchKind::Lattice, ..) => {
                return Err("a lattice has `columns`, `nodes` and `lowest_height`");
            }
        };
        Ok(SearchEvidence {
            algorithm: fields.algorithm,
            recoding: fields.recoding,
            checked: fields.checked,
            proven: fields.proven,
            among: fields.among,
            cost: fields.cost,
            bound: fields.bound,
            gap: fields.gap,
            kind: fields.kind,
            classes: fields.classes,
            lattice,
        })
    }
}

/// What was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SearchKind {
    /// Partitions into boxes.
    Boxes,
    /// The generalization lattice.
    Lattice,
}

/// The cost that was minimised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchCost {
    /// Its name.
    pub name: String,
    /// Its value; null without a release.
    pub value: Option<f64>,
}

/// Where in the lattice the release lies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LatticeEvidence {
    /// Its columns.
    pub columns: Vec<LatticeColumn>,
    /// Its nodes.
    pub nodes: Number,
    /// The height of its lowest node.
    pub lowest_height: u64,
    /// Nodes by height above the lowest; null if they are beyond counting.
    pub by_height: Option<Vec<f64>>,
    /// The height of the release.
    pub chosen_height: Option<u64>,
}

/// A column of the lattice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LatticeColumn {
    /// The column.
    pub name: String,
    /// Its lowest level.
    pub lowest: u8,
    /// Its highest level.
    pub highest: u8,
    /// The level of the release.
    pub chosen: Option<u8>,
}

/// What divides classes besides the quasi-identifiers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// The column of groups.
    pub group: Option<String>,
}

/// What became of a quasi-identifier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ColumnEvidence {
    /// The column.
    pub name: String,
    /// Its role.
    pub role: String,
    /// The kind of its values.
    pub kind: String,
    /// The level at which it is published.
    pub level: Option<u8>,
    /// The height of its hierarchy.
    pub height: Option<u64>,
    /// Its loss.
    pub loss: Option<f64>,
    /// One less the loss.
    pub kept: Option<f64>,
    /// Distinct values before.
    pub distinct_before: u64,
    /// Distinct values after.
    pub distinct_after: Option<u64>,
    /// Values and what became of them.
    pub examples: Vec<Example>,
}

/// A value and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Example {
    /// The value.
    pub before: String,
    /// What is published for it.
    pub after: String,
    /// In how many rows.
    pub rows: u64,
}

/// What someone with the register learns about membership.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PresenceEvidence {
    /// People of the register.
    pub people: u64,
    /// Published rows.
    pub members: u64,
    /// People who are certainly in the table.
    pub certainly_in: u64,
    /// People who are certainly not.
    pub certainly_out: u64,
    /// People of whom nothing is known.
    pub unknown: u64,
    /// The least presence.
    pub min: PresenceEnd,
    /// The greatest presence.
    pub max: PresenceEnd,
    /// People by their presence.
    pub histogram: Readings<Vec<PresenceBucket>>,
}

/// An end of the range of presence, or two where published classes overlap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PresenceEnd {
    /// Where classes overlap.
    Both {
        /// If all sets of people are equally likely.
        subset: Option<String>,
        /// If all assignments of rows to people are equally likely.
        matching: Option<String>,
    },
    /// Where they do not.
    One(Option<String>),
}

/// How often the values of a column occur, before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ColumnDistribution {
    /// The column.
    pub column: String,
    /// Bins of values; null if the column was skipped.
    pub bins: Option<Vec<Bin>>,
    /// Half the sum of the bins' differences.
    pub distance: Option<f64>,
    /// Why the column was skipped.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub skipped: Option<String>,
    /// The role of the column.
    pub role: String,
}
