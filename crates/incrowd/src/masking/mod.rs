//! Masking a table column by column.
//!
//! A [`Masking`] says what is to become of columns. Reading it gives a [`Gathering`] of the table's
//! values, which plans a [`Coarsening`]; publishing that gives what a judge counted in the published
//! bytes, [`Judged`].
//!
//! ```
//! use incrowd::masking::{Action, Gathering, Masking, Planned};
//! use incrowd::{Output, Execution};
//! # let folder = std::env::temp_dir().join(format!("incrowd-mask-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let (table, published) = (folder.join("staff.csv"), folder.join("published.csv"));
//! std::fs::write(&table, "name,age,salary\nAda,31,2804\nBo,34,3120\nCy,52,4010\nDi,58,3980\n")?;
//!
//! let masking = Masking::new(table)
//!     .without(["name"])
//!     .column("age", Action::read("quantile:2")?)
//!     .column("salary", Action::read("round:1000")?)
//!     .qi(["age", "salary"]);
//! let work = Execution::default();
//! let gathering = Gathering::read(masking, &work)?;
//! let Planned::Possible(coarsening) = gathering.coarsen()? else { panic!("nothing was demanded") };
//! let output = Output::create(&published.as_path().into(), false, &[])?;
//! let judged = coarsening.publish(output, &work)?;
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
mod asked;
mod cell;
mod coarsening;
mod columns;
mod gather;
mod gathering;
mod judged;
mod labels;
mod look;
mod masked;
mod parts;
mod ready;
mod risks;
mod shape;
mod share;
mod stream;
mod values;
mod write;

pub use action::Action;
pub use allotment::{Allotment, Cells, NoPlan, Planned, Portion};
pub use asked::{CellCounting, Masking, ProbabilisticAnonymity, Publish};
pub use cell::Cell;
pub use coarsening::Coarsening;
pub use columns::{Column, Course};
pub use gathering::Gathering;
pub use judged::Judged;
pub use masked::Masked;
pub(crate) use shape::LONGEST_CODE;
