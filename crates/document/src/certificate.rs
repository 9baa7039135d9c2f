//! The certificate that goes out with a published table.
//!
//! There is one type for each kind of certificate, because each has its entries in an order of its
//! own and the seal is computed over the bytes. Reading one and writing it again gives the same bytes.

use std::collections::BTreeMap;

use incrowd_judge::{Findings, Learned, SizeBucket, SmallClass};
use incrowd_terms::{Guarantee, OverallVerdict, PublishedRisk, RiskKind};
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema, json_schema};
use serde::{Deserialize, Serialize};

use crate::{
    DemandEvidence, Draw, FileEvidence, JointClasses, JointGuarantee, MaskPromise,
    PresenceEvidence, RiskEvidence, Roles, RowCounts,
};

/// What a release, a check or a mask guarantees, as far as it follows from the published file, public
/// files, the options and the number of rows of the original. It names public files by their SHA-256,
/// commits to private ones, and has a seal over all of it. `incrowd verify` makes it again.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "incrowd certificate")]
pub enum Certificate {
    /// Of a release that generalizes rows, or publishes sensitive values apart.
    Release(Box<ReleaseCertificate>),
    /// Of a release that draws people at random.
    Randomised(Box<RandomisedCertificate>),
    /// Of a check.
    Check(Box<CheckCertificate>),
    /// Of a mask.
    Mask(Box<MaskCertificate>),
}

impl Certificate {
    /// The same with this seal.
    #[must_use]
    pub fn sealed(mut self, seal: String) -> Certificate {
        match &mut self {
            Certificate::Release(certificate) => certificate.seal = seal,
            Certificate::Randomised(certificate) => certificate.seal = seal,
            Certificate::Check(certificate) => certificate.seal = seal,
            Certificate::Mask(certificate) => certificate.seal = seal,
        }
        self
    }

    /// Each demand beside what was measured; of a mask, of which only k is demanded, nothing.
    #[must_use]
    pub fn guarantees(&self) -> &[Guarantee] {
        match self {
            Certificate::Release(certificate) => &certificate.guarantees,
            Certificate::Randomised(certificate) => &certificate.guarantees,
            Certificate::Check(certificate) => &certificate.findings.guarantees,
            Certificate::Mask(_) => &[],
        }
    }
}

/// The form of a certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum CertificateSchema {
    /// The second form. The first had a plain SHA-256 of the original, by which it can be found.
    #[default]
    #[serde(rename = "incrowd-certificate-2")]
    Second,
}

impl CertificateSchema {
    /// The form that is written and read.
    pub const NAME: &'static str = "incrowd-certificate-2";
}

/// The certificate of a release that generalizes rows, or publishes sensitive values apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReleaseCertificate {
    /// The form of the certificate.
    pub schema: CertificateSchema,
    /// What the demands and the risks come to.
    pub verdict: OverallVerdict,
    /// The risks that were found, by kind and severity only: more would tell about the original.
    pub risks: Vec<PublishedRisk>,
    /// The kinds of risks that nobody outside can measure and that are not told.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub unmeasured: Vec<RiskKind>,
    /// The recoding.
    pub recoding: Option<String>,
    /// Rows of the original (attested), published and suppressed.
    pub rows: RowCounts,
    /// Equivalence classes; of Anatomy, groups.
    pub classes: u64,
    /// What the release costs.
    pub cost: CertifiedCosts,
    /// What someone learns of each sensitive column; nothing where people are counted whom the file does
    /// not tell apart.
    #[serde(with = "incrowd_judge::by_column")]
    #[schemars(with = "BTreeMap<String, Learned>")]
    pub learned: Vec<(String, Learned)>,
    /// How it was measured.
    pub evidence: CertificateEvidence,
    /// Each demand beside what was measured.
    #[schemars(transform = all_hold)]
    pub guarantees: Vec<Guarantee>,
    /// The name of the published file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub output: Option<String>,
    /// The name of the file of Anatomy's sensitive values.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub secrets: Option<String>,
    /// Whether the published file was read again and every demand holds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schemars(extend("const" = true))]
    pub verified: Option<bool>,
    /// SHA-256 of the certificate without its seal, written as JSON without blanks, with its keys in
    /// the order of the file.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub seal: String,
}

/// The certificate of a release that draws people at random. How they were drawn is attested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RandomisedCertificate {
    /// The form of the certificate.
    pub schema: CertificateSchema,
    /// What the demands and the risks come to.
    pub verdict: OverallVerdict,
    /// The risks that were found, by kind and severity only: more would tell about the original.
    pub risks: Vec<PublishedRisk>,
    /// The kinds of risks that nobody outside can measure and that are not told.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub unmeasured: Vec<RiskKind>,
    /// The recoding: `randomised`.
    pub recoding: Option<String>,
    /// Rows of the original (attested) and published.
    pub rows: RowCounts,
    /// How many people were drawn.
    pub draw: Draw,
    /// Each demand beside what follows from the draw.
    #[schemars(transform = all_hold)]
    pub guarantees: Vec<Guarantee>,
    /// What was asked.
    pub evidence: RandomisedEvidence,
    /// The name of the published file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub output: Option<String>,
    /// Whether the published file was read again and every demand holds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schemars(extend("const" = true))]
    pub verified: Option<bool>,
    /// SHA-256 of the certificate without its seal, written as JSON without blanks, with its keys in
    /// the order of the file.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub seal: String,
}

/// The certificate of a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = all_findings_hold)]
pub struct CheckCertificate {
    /// The form of the certificate.
    pub schema: CertificateSchema,
    /// What the demands and the risks come to; null where nothing is demanded.
    pub verdict: Option<OverallVerdict>,
    /// The risks that were found, by kind and severity only: more would tell about the original.
    pub risks: Vec<PublishedRisk>,
    /// The kinds of risks that nobody outside can measure and that are not told.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub unmeasured: Vec<RiskKind>,
    /// Every measure, and each demand beside it.
    #[serde(flatten)]
    pub findings: Findings,
    /// How it was measured.
    pub evidence: CertificateEvidence,
    /// SHA-256 of the certificate without its seal, written as JSON without blanks, with its keys in
    /// the order of the file.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub seal: String,
}

/// The certificate of a mask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MaskCertificate {
    /// The form of the certificate.
    pub schema: CertificateSchema,
    /// What the demands and the risks come to; null where nothing is demanded.
    pub verdict: Option<OverallVerdict>,
    /// The risks that were found, by kind and severity only: more would tell about the original.
    pub risks: Vec<PublishedRisk>,
    /// The kinds of risks that nobody outside can measure and that are not told.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub unmeasured: Vec<RiskKind>,
    /// What follows from the plan, whatever the table; null where no k is demanded.
    pub promise: Option<MaskPromise>,
    /// Rows of the masked table.
    pub rows: u64,
    /// The masked columns.
    pub columns: Vec<CertifiedColumn>,
    /// The masked columns together.
    pub joint: JointClasses,
    /// How it was measured.
    pub evidence: CertificateEvidence,
    /// The joint k, where it was demanded.
    #[schemars(transform = all_hold)]
    pub guarantees: Vec<JointGuarantee>,
    /// The name of the masked file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub output: Option<String>,
    /// Whether the masked file was read again and every demand holds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schemars(extend("const" = true))]
    pub verified: Option<bool>,
    /// SHA-256 of the certificate without its seal, written as JSON without blanks, with its keys in
    /// the order of the file.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub seal: String,
}

/// What a release costs, as far as it follows from the classes and the number of rows. The loss does
/// not: it needs the extremes of the original.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertifiedCosts {
    /// The discernibility metric; null where groups divide classes.
    pub discernibility: Option<u64>,
    /// Rows per class; null where groups divide classes, and where people are counted.
    pub average_class: Option<f64>,
}

/// How a certificate was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertificateEvidence {
    /// `release`, `check` or `mask`.
    pub command: String,
    /// The roles of published columns.
    pub roles: Roles,
    /// The risk of being recognised. Nothing is said of the original.
    pub risk: RiskEvidence,
    /// How many classes have about which size; nothing where people are counted whom the file does not
    /// tell apart.
    pub class_sizes: Vec<SizeBucket>,
    /// The smallest classes; likewise.
    pub smallest_classes: Vec<SmallClass>,
    /// Whether suppressed rows are published as rows of stars.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub keep_suppressed: Option<bool>,
    /// The order of published rows: `input` or `shuffled`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub order: Option<String>,
    /// The quasi-identifiers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub columns: Option<Vec<CertifiedColumn>>,
    /// What someone with the register learns about membership.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "crate::present")]
    pub presence: Option<Option<PresenceEvidence>>,
    /// What was asked.
    pub question: CertificateQuestion,
    /// Each demand in words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub demands: Option<Vec<DemandEvidence>>,
    /// The version of incrowd.
    pub version: String,
    /// Public files that were read. Private files have no entry: see `commitments`.
    pub inputs: Vec<FileEvidence>,
    /// Files that were published.
    pub outputs: Vec<FileEvidence>,
    /// Commitments to private files; null without a key.
    pub commitments: Option<Commitments>,
}

/// What was asked of a release that draws people at random.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RandomisedEvidence {
    /// `release`.
    pub command: String,
    /// The roles of published columns.
    pub roles: Roles,
    /// Whether suppressed rows are published as rows of stars: no row is suppressed.
    pub keep_suppressed: bool,
    /// The order of published rows: `input` or `shuffled`.
    pub order: String,
    /// Each demand in words.
    pub demands: Option<Vec<DemandEvidence>>,
    /// What was asked.
    pub question: CertificateQuestion,
    /// The version of incrowd.
    pub version: String,
    /// Public files that were read. Private files have no entry: see `commitments`.
    pub inputs: Vec<FileEvidence>,
    /// Files that were published.
    pub outputs: Vec<FileEvidence>,
    /// Commitments to private files; null without a key.
    pub commitments: Option<Commitments>,
}

/// A quasi-identifier of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertifiedColumn {
    /// The column.
    pub name: String,
    /// `qi`.
    pub role: String,
    /// Distinct published values; null where suppressed rows are published as rows of stars.
    pub distinct_after: Option<u64>,
}

/// HMAC-SHA256 of files that stay with the steward, with a key that stays there too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commitments {
    /// The original table.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub table: Option<String>,
    /// The file of options.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub settings: Option<String>,
}

/// What was asked, as far as others may know it. Nothing in it comes from the values of the original.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertificateQuestion {
    /// `release`, `check` or `mask`.
    pub command: String,
    /// Quasi-identifiers.
    pub qi: Vec<String>,
    /// Sensitive columns.
    pub sensitive: Vec<String>,
    /// The column of groups.
    pub group: Option<String>,
    /// Whose rows are one person's; null where each row is a person.
    pub person: Option<QuestionPerson>,
    /// The demands: lines of a release.toml.
    pub demands: String,
    /// Whether the population is the table itself.
    pub member: bool,
    /// The hierarchies, as `COLUMN=SPEC`.
    pub hierarchies: Vec<String>,
    /// How tables are read.
    pub reading: QuestionReading,
    /// Rows of the original.
    pub rows: Option<u64>,
    /// People of the population.
    pub people: Option<u64>,
    /// How many quasi-identifiers an attacker knows at most, where guarantees are about that.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub known: Option<u64>,
    /// Whether rows of stars are suppressed rows.
    pub skip_suppressed: bool,
    /// The recoding.
    pub recoding: Option<String>,
    /// The algorithm.
    pub algorithm: Option<String>,
    /// How many rows may be suppressed.
    pub suppress: Option<String>,
    /// The order of published rows.
    pub order: Option<String>,
    /// Published columns that the register has under another name.
    #[serde(with = "incrowd_judge::by_column")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub same_values: Vec<(String, String)>,
    /// The k that masking was to leave, and how it was planned.
    pub promise: Option<MaskPromise>,
    /// The hierarchies by which other labels are read, as `COLUMN=SPEC`; files by their names.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub labels: Vec<String>,
    /// The earlier releases of the same people that it was judged with.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub after: Option<JudgedAfter>,
}

/// Earlier releases that a release was judged with. Nobody can measure the result without the original.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgedAfter {
    /// Their published files.
    pub releases: Vec<PublishedDigest>,
    /// What the demands come to on what all releases show together.
    pub verdict: OverallVerdict,
}

/// A published file, by its contents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishedDigest {
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub sha256: String,
}

/// How people are told apart, where they can have several rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionPerson {
    /// By this column of the table.
    Column(String),
    /// By a column of the original, which is not published: promises about people are attested.
    Unpublished,
}

/// How tables are read: lines of a release.toml.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionReading {
    /// The published table.
    pub published: String,
    /// The other tables.
    pub others: String,
}

/// The JSON Schema of certificates, as `incrowd verify --schema` prints it.
#[must_use]
pub fn certificate_schema() -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<Certificate>();
    RecursiveTransform(closed).transform(&mut schema);
    format!("{:#}\n", schema.to_value())
}

/// Forbids entries that a type does not have: those of the judge are open when a document is read.
fn closed(schema: &mut Schema) {
    let is_object = schema.get("type").is_some_and(|kind| kind == "object");
    if is_object && schema.get("properties").is_some() {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
}

/// A certificate is given only for what holds.
fn all_hold(schema: &mut Schema) {
    let holds = json_schema!({ "properties": { "holds": { "const": true } } });
    if let Some(items) = schema.remove("items") {
        let both = serde_json::json!({ "allOf": [items, holds] });
        schema.insert("items".to_owned(), both);
    }
}

fn all_findings_hold(schema: &mut Schema) {
    if let Some(guarantees) = schema.pointer_mut("/properties/guarantees")
        && let Ok(guarantees) = <&mut Schema>::try_from(guarantees)
    {
        all_hold(guarantees);
    }
}
