//! # Probabilistic anonymity
//!
//! **Promises** that somebody's combination of published values is shared by k people of the
//! universe with probability 1-beta at least, *if* the combinations are equally likely:
//! probabilistic (1-beta,k)-anonymity. [`cells`] says how many combinations there may be,
//! [`budget`] shares them out among the columns, and each column is then coarsened by itself:
//! numbers by [`quantile`] or in `optimal-clusters`, categories by [`level`]. Groups of numbers are
//! published as ranges, or as their centres (`--publish centre`); a group of all is `*`. Errors are
//! measured from the centres either way.
//!
//! **Against** someone who knows the quasi-identifiers of a person and holds the universe.
//!
//! **Not promised** that every combination has k rows. A column in which every value has k rows
//! says nothing about combinations: of four rows (1,1), (1,2), (2,1) and (2,2) each column is
//! 2-anonymous, and everybody is alone. `mask` counts the combinations of what it wrote and warns;
//! `k-anonymity` promises them. A bound of a range is an exact value: the least and the greatest of
//! a column are published, and few may have them. Values are not equally common either: the result
//! tells beta of the rarest values that came out.
//!
//! **Example** of 300 million people with a sex, one of 20,000 dates of birth and one of 100,000
//! zip codes, 2,443,425 combinations leave everybody among 100 with 90 %:
//!
//! ```console
//! $ incrowd mask --plan --domain sex=2 --domain birth=20000 --domain zip=100000 \
//!     --k 100 --beta 10% --universe 300000000
//! 2443425 cells: with 90% probability a person shares theirs with 100 of 300000000 people
//! ...
//! sex             2         2         -          -
//! birth       20000      1085         -          -
//! zip        100000      1126         -          -
//! ```
//!
//! **Defined** by Lodha & Thomas (2007), sections 3 and 4.
//!
//! **Deviations** are told in each file. The largest is the paper's own: columns that depend on
//! each other make some combinations rare. Only `--distribution-free` cells do without the
//! assumption, and whoever publishes must measure the joint classes and say what k they really
//! have.
//!
//! **Cost** one pass to gather the values, none to some for groups of numbers that are too many to
//! be held, and one to write. Memory grows with distinct texts and published combinations, not with
//! rows; of very many different numbers only the optimal groups need all. Ten million rows of five
//! columns took 2.7 s and 67 MB on two cores, reading the result again included.

pub mod budget;
pub mod cells;
pub mod cluster;
pub mod coding;
mod groups;
pub mod level;
pub mod numbers;
pub mod pseudonym;
pub mod quantile;
pub mod rounding;
pub mod scale;
pub mod stream;

pub use groups::Groups;
