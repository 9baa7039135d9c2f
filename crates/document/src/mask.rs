//! The answer of `incrowd mask`.

use incrowd_judge::{DateShift, Linked};
use incrowd_terms::{Figure, OverallVerdict, Risk};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::{CertificateNote, Evidence, SafeHarborColumn, SafeHarborRule};

/// What masking did to a table, or would do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MaskDocument {
    /// Cells that may be published; null where no k is demanded.
    pub cells: Option<u64>,
    /// What follows from the plan, whatever the table.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "crate::present")]
    pub promise: Option<Option<MaskPromise>>,
    /// What the promise rests on where nothing is assumed of how people are distributed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub distribution_free: Option<DistributionFree>,
    /// Rows of the table.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rows: Option<u64>,
    /// Its people, where a column says whose a row is: `joint` and the risks then count people.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub people: Option<u64>,
    /// What becomes of each column.
    pub columns: Vec<MaskColumn>,
    /// What demands and risks come to; null where nothing is demanded.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "crate::present")]
    pub verdict: Option<Option<OverallVerdict>>,
    /// What was found besides.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub risks: Option<Vec<Risk>>,
    /// Columns that are dropped.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dropped: Option<Vec<String>>,
    /// The masked columns together.
    pub joint: JointClasses,
    /// People who are alone with their published rows, where a pseudonym links them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub linked: Option<Linked>,
    /// What dates give away that were moved by a secret number of days per person.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shift: Option<DateShift>,
    /// The joint k, where it was demanded.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub guarantees: Option<Vec<JointGuarantee>>,
    /// What to be aware of.
    pub warnings: Vec<String>,
    /// The nearest k for which the table can be masked.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "crate::present")]
    pub nearest: Option<Option<MaskNearest>>,
    /// How long it took. It may be removed, so that equal results are equal documents.
    #[serde(default)]
    pub seconds: f64,
    /// The masked file.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "crate::present")]
    pub output: Option<Option<String>>,
    /// Whether the file was read again and shows what was planned.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub verified: Option<bool>,
    /// The rules of safe harbor, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub safe_harbor: Option<Vec<SafeHarborRule>>,
    /// Columns that safe harbor treats although they fall under none of its rules.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub safe_harbor_unlisted: Vec<SafeHarborColumn>,
    /// What a reader needs besides, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub evidence: Option<Evidence>,
    /// The certificate that was written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub certificate: Option<CertificateNote>,
}

impl MaskDocument {
    /// Whether no plan exists for what was demanded.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.promise.is_none()
    }

    /// Whether it is a plan: no table was masked.
    #[must_use]
    pub fn is_plan(&self) -> bool {
        !matches!(self.output, Some(Some(_))) && self.joint.classes.is_none()
    }
}

/// What a promise rests on that assumes nothing of how people are distributed over the cells.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DistributionFree {
    /// The share of the people who may be in cells of few.
    pub sparse: f64,
    /// How likely any other cell falls short, at most.
    pub residual: f64,
}

/// What is promised of a person in the universe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MaskPromise {
    /// People who share a cell.
    pub k: u64,
    /// How likely it may be fewer.
    pub beta: f64,
    /// People of the population.
    pub universe: u64,
    /// How the cells were counted.
    pub form: String,
    /// How likely it is fewer, at most, if all cells are equally likely.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub failure: Option<f64>,
    /// The share of the rarest cell that came out.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub least_share: Option<f64>,
    /// How likely a person of that cell shares it with fewer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub least_share_failure: Option<f64>,
}

/// What becomes of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MaskColumn {
    /// The column.
    pub name: String,
    /// Distinct values before.
    pub distinct_before: Option<u64>,
    /// Distinct values that it may have.
    pub budget: Option<u64>,
    /// Distinct values after.
    pub distinct_after: Option<u64>,
    /// The error of a clustering.
    pub error: Option<f64>,
    /// How far ranks moved: a whole number where ties do not share a mean.
    pub rank_difference: Option<Number>,
    /// What was done.
    pub how: String,
    /// Declared missing values that were published as empty cells.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub blanked: Option<u64>,
    /// Whether `distinct_before` is an estimate.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub distinct_before_estimated: Option<bool>,
    /// Whether `rank_difference` is an upper bound.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rank_difference_at_most: Option<bool>,
}

/// The classes of all masked columns together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JointClasses {
    /// Rows of the smallest class; people, where these are counted.
    pub k: Option<u64>,
    /// Classes.
    pub classes: Option<u64>,
}

/// The joint k beside what was demanded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JointGuarantee {
    /// `joint k`.
    pub model: String,
    /// The k that was demanded.
    pub demanded: Figure,
    /// The joint k.
    pub measured: Figure,
    /// Whether it is enough.
    pub holds: bool,
}

/// The nearest k for which a table can be masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MaskNearest {
    /// The k.
    pub k: u64,
}
