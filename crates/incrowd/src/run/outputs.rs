//! Outputs that belong together.

use std::path::{Path, PathBuf};

use incrowd_io::Output;

use crate::error::Error;

/// Puts outputs in place, all or none: where one fails, those before it are taken back if they are new.
///
/// # Errors
/// The output that cannot be put in place.
pub fn put_in_place(outputs: Vec<Output>) -> Result<(), Error> {
    // What flows to a reader cannot be taken back, but can be cut off.
    let (standard, files): (Vec<Output>, Vec<Output>) =
        outputs.into_iter().partition(Output::is_standard);
    for output in standard {
        output.commit()?;
    }
    let mut new: Vec<PathBuf> = Vec::new();
    for output in files {
        let path = output.new_path().map(Path::to_path_buf);
        if let Err(error) = output.commit() {
            for path in new {
                let _ = std::fs::remove_file(path);
            }
            return Err(error.into());
        }
        new.extend(path);
    }
    Ok(())
}
