//! Measures a table that somebody anonymized, and tests it against a demand.
//!
//! ```sh
//! cargo run -p incrowd --example check
//! ```

use incrowd::options::{CheckOptions, ModelOptions, RoleOptions};
use incrowd::run::{Context, check};
use incrowd::terms::DemandWords;

/// Checks a small table for 2-anonymity.
///
/// # Errors
/// If the table cannot be read.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let table = folder.path().join("published.csv");
    std::fs::write(&table, "age,illness\n30-39,flu\n30-39,cold\n50-59,flu\n50-59,asthma\n")?;

    let options = CheckOptions {
        table,
        roles: RoleOptions { qi: vec!["age".into()], sensitive: vec!["illness".into()] },
        models: ModelOptions {
            words: DemandWords::default().with("k", ["2"]),
            ..ModelOptions::default()
        },
        ..CheckOptions::default()
    };
    let answer = check(&options, &Context::default())?;

    let findings = &answer.document.findings;
    println!("{} rows in {} classes, k: {:?}", findings.rows, findings.classes, findings.k);
    println!("every demand holds: {}", answer.met);
    Ok(())
}
