//! Masks a table column by column.
//!
//! ```sh
//! cargo run -p incrowd --example mask
//! ```

use incrowd::options::MaskOptions;
use incrowd::run::{Context, mask};

/// Drops names and rounds ages to tens.
///
/// # Errors
/// If the table cannot be read, or the masked one cannot be written.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let (table, masked) = (folder.path().join("patients.csv"), folder.path().join("masked.csv"));
    std::fs::write(&table, "name,age,illness\nAda,31,flu\nBo,34,cold\nCy,52,flu\nDi,58,asthma\n")?;

    let options = MaskOptions {
        table: Some(table),
        id: vec!["name".into()],
        column: vec!["age=round:10".into()],
        output: Some(masked.clone()),
        ..MaskOptions::default()
    };
    let document = mask(&options, &Context::default())?.document;

    for column in &document.columns {
        println!(
            "{}: {}, {:?} distinct values become {:?}",
            column.name, column.how, column.distinct_before, column.distinct_after
        );
    }
    print!("{}", std::fs::read_to_string(masked)?);
    Ok(())
}
