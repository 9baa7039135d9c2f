//! Finds the columns that single people out.
//!
//! ```sh
//! cargo run -p incrowd --example scan
//! ```

use incrowd::options::ScanOptions;
use incrowd::run::{Context, scan};

/// Scans a small table.
///
/// # Errors
/// If the table cannot be read.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let table = folder.path().join("patients.csv");
    std::fs::write(
        &table,
        "name,age,sex,illness\nAda,31,f,flu\nBo,34,m,cold\nCy,52,m,flu\nDi,58,f,asthma\n",
    )?;

    let options = ScanOptions { table, ..ScanOptions::default() };
    let document = scan(&options, &Context::default())?.document;

    for column in &document.columns {
        println!("{}: {}, {} distinct", column.name, column.suggested_role, column.distinct);
    }
    for set in &document.minimal_quasi_identifiers {
        println!("enough to single people out: {}", set.join(", "));
    }
    Ok(())
}
