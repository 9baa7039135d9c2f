//! Recognition of direct identifiers: columns of names, numbers and addresses, by the names of the
//! columns and the shapes of their values.
//!
//! **Promises** a guess with its reason, in fixed memory per column. The values decide if more than
//! half of them have the shape of one [`Content`]. The column's name decides if its values do not
//! contradict it.
//!
//! **Against** publishing direct identifiers by oversight.
//!
//! **Defined** by the eighteen identifiers of the HIPAA safe harbor rule, 45 CFR 164.514(b)(2)(i) A
//! to R ([`Identifier`]).
//!
//! **Deviations**: the rule is the law of one country. Column names are read in seven languages,
//! with the short forms that registers use. Numbers of other countries are recognised if their
//! shape is as distinctive. Shapes that any integer can have (five digits of a zip code, nine of a
//! social security number) count only if the column's name agrees. Identifiers inside free text,
//! pictures or codes are not detected, nor are columns whose name and values are both unusual. A
//! column that is not recognised may still identify people.
//!
//! **Cost**: every cell is examined once; the first characters settle most cells.

mod content;
mod evidence;
mod lexicon;
mod look;
mod rule;
mod shape;
mod spelling;
mod words;

pub use content::Content;
pub use evidence::{ContentEvidence, EvidenceSource};
pub use lexicon::by_name;
pub use look::ColumnLook;
pub use rule::Identifier;
pub use shape::by_value;

pub(crate) use shape::{DateForm, read_date};
pub(crate) use words::NameWords;
