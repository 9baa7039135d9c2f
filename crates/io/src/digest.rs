//! What identifies the bytes of a file.

use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::error::IoError;

/// How many bytes a file has, and their SHA-256 in hexadecimal digits.
///
/// ```
/// use incrowd_io::Digest;
/// let nothing = Digest::of_bytes(b"");
/// assert_eq!(nothing.bytes, 0);
/// assert!(nothing.sha256.starts_with("e3b0c442"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// The length of the file.
    pub bytes: u64,
    /// SHA-256, in 64 lowercase digits.
    pub sha256: String,
}

impl Digest {
    /// Reads a file to its end; `name` is what errors call it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn of(path: &Path, name: &str) -> Result<Digest, IoError> {
        let file = File::open(path).map_err(|error| IoError::reading(name, error))?;
        Digest::of_file(file, name)
    }

    pub(crate) fn of_file(mut file: File, name: &str) -> Result<Digest, IoError> {
        let failed = |error| IoError::reading(name, error);
        let mut hasher = Hasher::default();
        let mut buffer = vec![0; 1 << 18];
        loop {
            let read = file.read(&mut buffer).map_err(failed)?;
            if read == 0 {
                return Ok(hasher.digest());
            }
            hasher.add(&buffer[..read]);
        }
    }

    /// Of bytes at hand.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Digest {
        Digest { bytes: bytes.len() as u64, sha256: hexadecimal(&Sha256::digest(bytes)) }
    }
}

/// Computes a digest of bytes that come in parts.
#[derive(Default)]
pub(crate) struct Hasher {
    hasher: Sha256,
    bytes: u64,
}

impl Hasher {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    pub(crate) fn digest(self) -> Digest {
        Digest { bytes: self.bytes, sha256: hexadecimal(&self.hasher.finalize()) }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
