//! Attacks without a register: singling out, linkability and inference, measured by guessing.
//!
//! These are the three questions of the European regulators (Article 29 Working Party, opinion
//! 05/2014). The attacker has the published file and knows some columns of a target. Each attack
//! makes guesses and counts how many are right, once for people whose rows were published and once
//! for a control: people of a held-out table, or a fifth of the people, whose published rows the
//! attacker then does not get. What succeeds in the control too is knowledge about the population,
//! not about the person. The excess is the risk, as Giomi, Boenisch, Wehmeyer & Tasnádi 2023 define it for
//! synthetic data; here a guess also knows ranges, sets and labels.
//!
//! The attacker's columns are chosen by trying many sets. Linkability and inference choose on some
//! people and are measured on others, so the choice does not inflate the figure. Singling out
//! chooses by what the published file shows, as an attacker would.

mod choice;
mod distance;
mod inference;
mod linkability;
mod nearest;
mod rate;
mod singling_out;
mod targets;
#[cfg(test)]
mod tests;
mod world;

use std::collections::BTreeMap;

use incrowd_io::Table;
use incrowd_terms::{Kind, Nulls};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chains::Chains;
use crate::error::JudgeError;
use targets::Targets;
use world::AttackerTables;

pub use rate::{ExcessRisk, SuccessRate};

/// Targets whose guesses are counted.
const TARGETS: usize = 1000;

/// What is attacked, and with what.
#[derive(Clone, Copy, Debug)]
pub struct EmpiricalAttack<'a> {
    /// The published table.
    pub published: &'a Table,
    /// The table that it was made from.
    pub original: &'a Table,
    /// People who were not published. Without it, a fifth of the people is the control, and their
    /// rows are taken out of the published table.
    pub control: Option<&'a Table>,
    /// What attackers may know of a person.
    pub qi: &'a [String],
    /// What they want to know. Without any, every other column.
    pub sensitive: &'a [String],
    /// The column of the original that names the person of a row. Without it, each row is a person.
    pub person: Option<&'a str>,
    /// The texts that stand for a missing value.
    pub nulls: &'a Nulls,
    /// Declared kinds by column; others are inferred from the original.
    pub kinds: &'a BTreeMap<String, Kind>,
    /// Hierarchies by column: labels are read through them.
    pub hierarchies: &'a BTreeMap<String, Chains>,
    /// How many threads may work.
    pub threads: usize,
}

/// What guesses from the published table achieve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EmpiricalRisks {
    /// Guesses that a description fits exactly one person of the original.
    pub singling_out: SinglingOut,
    /// Guesses that two descriptions are of one person; absent if fewer than two columns are
    /// published.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub linkability: Option<Linkability>,
    /// Guesses of a value, for each column that attackers want to know.
    pub inference: Vec<Inference>,
    /// What success is compared with.
    pub control: Control,
    /// Published rows that linkability and inference were tried on, if not on all.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sampled: Option<u64>,
}

/// What the success of guesses is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// People who were not published.
    HeldOut,
    /// A fifth of the people, whose rows the attacker does not have.
    Split,
}

/// Guesses that a description fits exactly one person of the original.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SinglingOut {
    /// The columns of the descriptions.
    pub columns: Vec<String>,
    /// Published rows that are alone with their cells in these columns.
    pub unique_rows: u64,
    /// How often the guesses are right.
    #[serde(flatten)]
    pub risk: ExcessRisk,
}

/// Guesses that two descriptions are of one person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Linkability {
    /// The columns of the two descriptions.
    pub columns: [Vec<String>; 2],
    /// How often the guesses are right.
    #[serde(flatten)]
    pub risk: ExcessRisk,
}

/// Guesses of a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Inference {
    /// The column whose values are guessed.
    pub secret: String,
    /// The columns that the attacker knows.
    pub columns: Vec<String>,
    /// How often the guesses are right: equal, or within 5 % for numbers.
    #[serde(flatten)]
    pub risk: ExcessRisk,
}

/// Attacks a published table.
///
/// # Errors
/// If a table cannot be read, if a column is missing, or if a row names no person.
pub fn empirical(attack: &EmpiricalAttack<'_>) -> Result<EmpiricalRisks, JudgeError> {
    let world = AttackerTables::read(attack)?;
    let sample = world.sample();
    let sampled = (sample.rows.len() < world.published.len()).then_some(sample.rows.len() as u64);
    let singling_out = singling_out::worst(&world, &sample, attack.threads);
    let targets = Targets::draw(&world, sample, TARGETS, attack.threads);
    let secrets = world.secrets(attack).into_iter();
    let inference =
        secrets.filter_map(|secret| inference::worst(&world, &targets, secret, attack.threads));
    Ok(EmpiricalRisks {
        singling_out,
        linkability: linkability::worst(&world, &targets, attack.threads),
        inference: inference.collect(),
        control: if world.control.is_some() { Control::HeldOut } else { Control::Split },
        sampled,
    })
}
