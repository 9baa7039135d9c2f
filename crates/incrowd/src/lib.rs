//! Publish tables about people so that nobody in them stands out, and prove it.
//!
//! A [`Plan`] says what is to be released: a table, which columns identify people, what is secret,
//! and the [`Demand`]s on every class of rows that look alike. Reading it gives a [`Study`], which
//! finds the cheapest [`Release`]; publishing that gives a [`Verdict`] by a judge who knows nothing
//! but the published bytes, the original and the demands.
//!
//! ```
//! use incrowd::terms::KAnonymity;
//! use incrowd::{ReleaseSearch, Output, Plan, Study, Execution};
//! # let folder = std::env::temp_dir().join(format!("incrowd-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let (table, published) = (folder.join("patients.csv"), folder.join("published.csv"));
//! std::fs::write(&table, "name,age,illness\nAda,31,flu\nBo,34,cold\nCy,52,flu\nDi,58,asthma\n")?;
//!
//! let plan = Plan::new(table)
//!     .without(["name"])
//!     .qi(["age"])
//!     .sensitive(["illness"])
//!     .demanding(KAnonymity { k: 2 });
//! let execution = Execution::default();
//! let study = Study::read(plan, &execution)?;
//! let ReleaseSearch::Release(release) = study.find(&execution)? else { panic!("no release") };
//! let verdict = release.publish(Output::create(&published.as_path().into(), false, &[])?, &execution)?;
//!
//! assert!(verdict.holds());
//! assert_eq!(verdict.findings.k, Some(2));
//! let text = std::fs::read_to_string(&published)?;
//! assert_eq!(text.lines().next(), Some("age,illness"));
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Beside that way, a [`scan`] finds the columns that single people out, [`masking`] coarsens a
//! table column by column, and [`release::anatomy`] and [`release::randomised`] publish without
//! generalizing. What needs no files is in [`core`] and [`columns`]; tables are read and written by
//! [`io`], and judged by [`judge`].

pub use incrowd_columns as columns;
pub use incrowd_core as core;
pub use incrowd_core::terms;
pub use incrowd_io as io;
pub use incrowd_judge as judge;
pub use incrowd_manual as pages;

mod earlier;
mod error;
mod execution;
pub mod labels;
pub mod masking;
pub mod options;
mod plan;
mod population;
pub mod reading;
pub mod release;
pub mod request;
pub mod run;
pub mod scan;
mod seed;
mod study;

pub use earlier::EarlierRelease;
pub use error::{Error, ErrorKind, Result};
pub use execution::{Execution, Listener, Step};
pub use incrowd_core::cost::Cost;
pub use incrowd_core::search::{Method, Recoding};
pub use incrowd_core::terms::Demand;
pub use incrowd_io::{Input, Location, MemorySink, MemoryTable, Output, Table};
pub use incrowd_judge::Findings;
pub use plan::{Order, Plan, PopulationSource, Suppression};
pub use population::{Population, SHARE};
pub use reading::Reading;
pub use release::{Release, ReleaseSearch, Verdict};
pub use seed::Seed;
pub use study::{OriginalFigures, Study, chains};

/// The worked examples of the page are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;

/// So are those of the manual.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct Manual;
