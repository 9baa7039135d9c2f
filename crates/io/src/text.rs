//! Small text files: hierarchies and settings.

use std::fs;
use std::path::Path;

use crate::error::{IoError, Problem};

/// Reads a whole text file: UTF-8, with or without a byte order mark, which is dropped.
///
/// # Errors
/// If it cannot be read or is not UTF-8; then with the line.
pub fn read_text(path: impl AsRef<Path>) -> Result<String, IoError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let mut bytes = fs::read(path).map_err(|error| IoError::reading(&name, error))?;
    match bytes.as_slice() {
        [0xef, 0xbb, 0xbf, ..] => drop(bytes.drain(..3)),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => return Err(IoError::new(name, Problem::Utf16)),
        _ => {}
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count() as u64;
        IoError::new(name, Problem::TextNotUtf8).at_line(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_and_bad_bytes_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("h.csv");
        fs::write(&path, "\u{feff}a;*\nb;*\n").unwrap();
        assert_eq!(read_text(&path).unwrap(), "a;*\nb;*\n");
        fs::write(&path, b"a;*\nb\xff;*\n").unwrap();
        let error = read_text(&path).unwrap_err();
        assert_eq!(error.line(), Some(2));
        fs::write(&path, b"\xff\xfea\0").unwrap();
        assert!(matches!(read_text(&path).unwrap_err().problem(), Problem::Utf16));
        let error = read_text(folder.path()).unwrap_err();
        assert!(matches!(error.problem(), Problem::Folder), "{error}");
        let error = read_text(folder.path().join("none")).unwrap_err();
        assert!(matches!(error.problem(), Problem::NotFound), "{error}");
    }
}
