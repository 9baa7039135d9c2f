//! Measures a published table from its bytes, independently of the program that made it.
//!
//! The judge reads a table again after it was written and measures which demands it meets. It
//! shares no code with the search that chose the generalization or with the publisher that applied
//! it: it has its own parser of published values ([`Reader`]), its own hierarchies ([`Chains`]) and
//! its own arithmetic. It only shares the vocabulary of `incrowd-terms`.
//!
//! - [`judge`] measures every model in one pass over a table, anonymized by anyone, and decides
//!   each [`Demand`](incrowd_terms::Demand) exactly.
//! - [`attack`] simulates an attacker who has the published table and the population, and wants to
//!   know who is in the table.
//! - [`empirical`](fn@empirical) attacks a published table without a register, by guessing: singling out,
//!   linkability and inference.
//! - [`faithful`] checks that a published table is its original, generalized: no row added,
//!   altered or swapped; and [`faithful_anatomy`] that Anatomy's two tables are.
//! - [`marginals`] counts what a masked table shows, column by column and all together.
//! - [`compare_distributions`] compares distributions and associations in a published table with the original.
//! - [`fitted_summaries`] compares means, quantiles and one fitted model in the same way.
//! - [`in_database`] proves a table in a database against its original there.
//! - [`risk::risks`] measures what else a published file gives away, whatever was demanded.
//! - [`compose`] measures what releases of the same people show together.
//! - [`uniqueness`] estimates, from a table that is a random sample, how many people of the
//!   population are unique.
//!
//! Every row is taken for a different person unless the judge is told whose it is ([`Person`]): by a
//! column of the judged table, or through the original, where the column was dropped ([`persons`]). Then
//! every figure is about people. [`masked_people`] does the same for masked tables, and measures what
//! moved dates give away. [`linked`] says what rows with a pseudonym give away.
//!
//! Only counts of classes and values is kept, so memory grows with the distinct tuples.

mod anatomy;
mod attack;
mod binomial;
pub mod by_column;
mod chains;
mod closeness;
mod composition;
mod counted;
mod covered_people;
mod cursor;
mod dealt;
mod densest;
mod distributions;
mod division;
mod empirical;
mod entropy;
mod equivalence_classes;
mod error;
mod estimate;
mod exact;
mod exposure;
mod faithful;
mod faithful_anatomy;
mod figures;
mod findings;
mod histogram;
mod hitting;
pub mod in_database;
mod learned;
mod likeness;
mod lineage;
mod magnitudes;
mod marginals;
mod masked;
mod matching;
mod missing;
mod order;
mod person;
mod person_types;
mod presence;
mod proximity;
mod pseudonym;
mod question;
mod randomised;
mod ranks;
mod ratio;
mod reading;
mod recoding;
mod register;
pub mod risk;
mod sensitive_by_person;
mod several;
mod shifted;
mod sizes;
mod spellings;
mod subsets;
mod texts;
pub mod uniqueness;
mod values_by_class;
mod verdict;
mod weighted;

pub use attack::{Attack, AttackFindings, ExposedPerson, KnownColumns, Readings, attack};
pub use chains::{Chains, ChainsError};
pub use composition::{
    CertainSecrets, Composed, ComposedGuarantee, Composition, EarlierTable, LinkedRelease,
    PresentRows, Promise, compose,
};
pub use distributions::{
    Association, Bin, CellShares, Coefficient, ComparedTables, Contingency, ContingencyRow,
    Distribution, DistributionComparison, Fit, FittedRows, FittedSummaries, NumberFigures,
    NumberSummary, Regression, compare_distributions, fitted_summaries,
};
pub use empirical::{
    Control, EmpiricalAttack, EmpiricalRisks, ExcessRisk, Inference, Linkability, SinglingOut,
    SuccessRate, empirical,
};
pub use error::{JudgeError, TooManyDistinct};
pub use faithful::{Comparison, Discrepancy, Faithfulness, SideBySide, faithful, side_by_side};
pub use faithful_anatomy::{AnatomyComparison, faithful_anatomy};
pub use findings::{
    ColumnFindings, ColumnProximity, Disclosure, Findings, Guess, Learned, Merged, PresenceRange,
    ReidentificationRisk,
};
pub use histogram::PresenceBucket;
pub use lineage::{Alignment, Lineage, PeopleLost, Persons, origins, persons};
pub use marginals::{Marginal, Marginals, marginals, marginals_of_people};
pub use masked::{MaskedPeople, MaskedTable, masked_people};
pub use order::Neighbours;
pub use person::Person;
pub use pseudonym::{Linked, linked};
pub use question::{Question, judge};
pub use randomised::{Randomised, randomised};
pub use reading::{EVERYTHING, Reader};
pub use register::{KnownColumn, SameValues};
pub use several::{CommonValues, SeveralClasses};
pub use shifted::DateShift;
pub use sizes::{ClassCount, SizeBucket, SmallClass, class_sizes_side_by_side};
