//! Releases a table from memory: no file is read or written.
//!
//! ```sh
//! cargo run -p incrowd --example memory
//! ```

use std::sync::Arc;
use std::time::Duration;

use incrowd::io::MemoryTable;
use incrowd::terms::KAnonymity;
use incrowd::{Cost, Execution, Listener, Plan, ReleaseSearch, Step, Study, Table};

/// Prints the name of every step. What `begin` returns could also show how far a step has come.
struct Progress;
struct Quiet;
impl Step for Quiet {}
impl Listener for Progress {
    fn begin(&self, name: &'static str, _bytes: Option<u64>) -> Arc<dyn Step> {
        println!("{name} ..");
        Arc::new(Quiet)
    }
}

/// Releases a small table.
///
/// # Errors
/// If the table cannot be read or released.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let patients = MemoryTable::new(
        "patients",
        [
            ("name", ["Ada", "Bo", "Cy", "Di"].into()),
            ("age", [31, 34, 52, 58].into()),
            ("illness", [Some("flu"), Some("cold"), None, Some("asthma")].into()),
        ],
    )?;
    let plan = Plan::new(patients)
        .without(["name"])
        .qi(["age"])
        .sensitive(["illness"])
        .demanding(KAnonymity { k: 2 });

    let execution = Execution::default().heard_by(Arc::new(Progress));
    let elsewhere = execution.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(60));
        elsewhere.cancel(); // A search returns what it has; reading a table fails.
    });

    let study = Study::read(plan, &execution)?;
    let ReleaseSearch::Release(release) = study.find(&execution)? else {
        return Err("no release".into());
    };
    let loss = release.outcome.cost(Cost::LOSS);
    let (verdict, published) = release.publish_in_memory(&execution)?;
    println!("holds: {}, k: {:?}, loss: {loss:?}", verdict.holds(), verdict.findings.k);
    for row in published.map(|table| Table::from(table).to_rows()).transpose()?.unwrap_or_default()
    {
        println!("{}", row.join(" | "));
    }
    Ok(())
}
