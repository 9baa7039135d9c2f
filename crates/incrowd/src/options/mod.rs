//! Options of the commands, defined once: the keys of release.toml, the flags of the command and what
//! a program sets all follow from these types and their schema.
//!
//! A key is the name of an option with dashes. Sentences write an option as `` `name` ``, with a value
//! as `` `name = value` ``, and of a column as `` `name column = value` ``.

mod choice;
mod common;
mod judging;
mod mask;
mod models;
mod other;
mod path;
mod property;
mod reading;
mod release;
mod scan;

pub use choice::Preset;
pub use common::{
    CertificateOptions, ConsoleOptions, EvidenceOptions, PurposeOptions, ReadingOptions,
    RoleOptions,
};
pub use judging::{AttackOptions, CheckOptions, VerifyOptions};
pub use mask::MaskOptions;
pub use models::ModelOptions;
pub use other::{DeltaOptions, ExplainOptions, HierarchyOptions, ReportOptions};
pub use path::word as path_word;
pub use property::{OptionShape, Options, Property, from_words, given, properties};
pub use release::{MethodOptions, PublishOptions, ReleaseOptions};
pub use scan::{ScanOptions, ScanSearchOptions};
