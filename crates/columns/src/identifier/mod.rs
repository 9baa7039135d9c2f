//! What names a person outright: columns of names, numbers and addresses, found by what they are
//! called and by what their values look like.
//!
//! **Promises** a guess with its reason, in fixed memory per column. Values decide where more than
//! half of them have the shape of one [`Content`]; a column's name decides where its values do not
//! speak against it.
//!
//! **Against** publishing by oversight what anyone could look up.
//!
//! **Defined** by the eighteen identifiers of safe harbor, 45 CFR 164.514(b)(2)(i) A to R
//! ([`Identifier`]).
//!
//! **Deviations** the list is of the law of one country; names of columns are read in seven
//! languages, with the short forms that registers use, and numbers of other countries where their
//! shape is as telling. Shapes that any integer has (five digits of a zip code, nine of a social
//! security number) count only where the name of the column says so. What is inside free text,
//! pictures or codes is not seen, nor is a column whose name and values are both unusual: that
//! nothing is found proves nothing.
//!
//! **Cost** a look at each cell; most are settled by their first characters.

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
