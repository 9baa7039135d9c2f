//! Masking a table column by column.
//!
//! A [`MaskPlan`] says what is to become of columns. Reading it gives a [`MaskStudy`] of the table's
//! values, which plans a [`MaskRelease`]; publishing that gives what a judge counted in the published
//! bytes, [`MaskVerdict`].
//!
//! ```
//! use incrowd::masking::{Action, MaskStudy, MaskPlan, BudgetResult};
//! use incrowd::{Output, Execution};
//! # let folder = std::env::temp_dir().join(format!("incrowd-mask-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let (table, published) = (folder.join("staff.csv"), folder.join("published.csv"));
//! std::fs::write(&table, "name,age,salary\nAda,31,2804\nBo,34,3120\nCy,52,4010\nDi,58,3980\n")?;
//!
//! let masking = MaskPlan::new(table)
//!     .without(["name"])
//!     .column("age", Action::read("quantile:2")?)
//!     .column("salary", Action::read("round:1000")?)
//!     .qi(["age", "salary"]);
//! let execution = Execution::default();
//! let study = MaskStudy::read(masking, &execution)?;
//! let BudgetResult::Possible(release) = study.coarsen()? else { panic!("nothing was demanded") };
//! let output = Output::create(&published.as_path().into(), false, &[])?;
//! let judged = release.publish(output, &execution)?;
//!
//! assert!(judged.as_planned);
//! assert_eq!(judged.k(), Some(2));
//! let text = std::fs::read_to_string(&published)?;
//! assert!(text.starts_with("age,salary\n\"[31,34]\",3000\n"), "{text}");
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! If [`ProbabilisticAnonymity`] is demanded, quasi-identifiers of which nothing else is said get the
//! values that an [`Allotment`] of its cells leaves them, if there is one.

mod action;
mod allotment;
mod cell;
mod columns;
mod gather;
mod labels;
mod look;
mod masked;
mod parts;
mod people;
mod plan;
mod ready;
mod recount;
mod release;
mod risks;
mod shape;
mod share;
mod stream;
mod study;
mod values;
mod verdict;
mod write;

pub use action::Action;
pub use allotment::{Allotment, BudgetResult, CellCount, ColumnShare, NoBudget};
pub use cell::CellRule;
pub use columns::{ColumnAction, ColumnPlan};
pub use masked::PreparedColumn;
pub use people::NumberedPeople;
pub use plan::{CellCounting, MaskPlan, ProbabilisticAnonymity, PublishedGroup};
pub use release::MaskRelease;
pub(crate) use shape::LONGEST_CODE;
pub use study::MaskStudy;
pub use verdict::MaskVerdict;
