//! Measures a published table from its bytes, independently of whoever made it.
//!
//! The judge reads a table again after it was written and asks what it really promises. It shares
//! no code with the search that chose the generalization or with the publisher that applied it:
//! it has its own reading of published values ([`Reader`]), its own idea of a hierarchy
//! ([`Chains`]) and its own arithmetic. What it shares is the vocabulary of `incrowd-terms`.
//!
//! - [`judge`] measures every model in one pass over a table, anonymized by anyone, and decides
//!   each [`Demand`](incrowd_terms::Demand) exactly.
//! - [`attack`] plays the adversary who has the published table and the population, and wonders
//!   who is in the table.
//! - [`empirical`](fn@empirical) attacks a published table without a register, by guessing: singling out,
//!   linkability and inference.
//! - [`faithful`] checks that a published table is its original, generalized: no row added,
//!   altered or swapped; and [`dissected`] that Anatomy's two tables are.
//! - [`marginals`] counts what a masked table shows, column by column and all together.
//! - [`portrait`] shows what a reader can still see in a published table, beside the original.
//! - [`uniqueness`] estimates, from a table that is a random sample, how many people of the
//!   population stand alone.
//!
//! A census of classes and values is all that is kept of the rows, so memory grows with the distinct tuples.

mod anatomy;
mod attack;
mod binomial;
pub mod by_column;
mod census;
mod chains;
mod closeness;
mod counted;
mod crowd;
mod cursor;
mod dealt;
mod densest;
mod dissection;
mod division;
mod empirical;
mod entropy;
mod error;
mod estimate;
mod exact;
mod exposure;
mod faithful;
mod figures;
mod findings;
mod histogram;
mod learned;
mod likeness;
mod magnitudes;
mod marginals;
mod matching;
mod missing;
mod order;
mod portrait;
mod presence;
mod proximity;
mod question;
mod randomised;
mod ranks;
mod ratio;
mod reading;
mod recoding;
mod register;
mod sizes;
mod spellings;
mod spread;
mod survey;
mod texts;
pub mod uniqueness;
mod verdict;

pub use attack::{Attack, Attacked, Exposed, KnownColumns, Readings, attack};
pub use chains::{Chains, ChainsError};
pub use dissection::{Dissection, dissected};
pub use empirical::{
    Control, EmpiricalAttack, EmpiricalRisks, ExcessRisk, Inference, Linkability, SinglingOut,
    SuccessRate, empirical,
};
pub use error::{JudgeError, TooManyDistinct};
pub use faithful::{Comparison, Discrepancy, Faithfulness, faithful, side_by_side};
pub use findings::{
    ColumnFindings, ColumnProximity, Disclosure, Findings, Guess, Learned, Merged, PresenceRange,
    Risk,
};
pub use histogram::Bucket;
pub use marginals::{Marginal, Marginals, marginals};
pub use order::Neighbours;
pub use portrait::{Association, Bin, Distribution, Portrait, Sitting, portrait};
pub use question::{Question, judge};
pub use randomised::{Randomised, randomised};
pub use reading::{EVERYTHING, Reader};
pub use register::{KnownColumn, SameValues};
pub use sizes::{ClassCount, SizeBucket, SmallClass, class_sizes_side_by_side};
