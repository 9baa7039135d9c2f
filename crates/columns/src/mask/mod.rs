//! # Probabilistic anonymity
//!
//! **Promises** that a person's combination of published values is shared by k people of the
//! universe with probability at least 1-beta, *if* all combinations are equally likely:
//! probabilistic (1-beta,k)-anonymity. [`cells`] sets the number of combinations, [`budget`]
//! divides it among the columns, and each column is then coarsened separately: numbers by
//! [`quantile`] or in `optimal-clusters`, categories by [`level`]. Groups of numbers are published
//! as ranges, or as their centres (`--publish centre`); a group of all is `*`. Errors are measured
//! from the centres either way.
//!
//! **Against** someone who knows the quasi-identifiers of a person and holds the universe.
//!
//! **Not promised** that every combination has k rows. If every value of a column has k rows,
//! combinations may still be unique: in the four rows (1,1), (1,2), (2,1) and (2,2) each column is
//! 2-anonymous, and every row is unique. `mask` counts the published combinations and warns;
//! `k-anonymity` guarantees them. The bounds of a range are exact values: the least and the
//! greatest value of a column are published, and few people may have them. Values are not equally
//! frequent; the result reports beta for the rarest published values.
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
//! **Deviations** are described in each file. The main limitation is that of the paper: dependent
//! columns make some combinations rare. Only `--distribution-free` cells avoid the assumption, and
//! publishers must measure the joint classes and report their real k.
//!
//! **Cost** one pass to collect the values, further passes for columns with too many numbers for
//! memory, and one to write. Memory grows with distinct texts and published combinations, not with
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
