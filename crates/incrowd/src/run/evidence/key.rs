//! The steward's key, and what a certificate says of files that stay with the steward.
//!
//! A plain SHA-256 of the original finds it: whoever has a register tries every table that fits the
//! published file. A commitment is an HMAC-SHA256 with a random key, of the part that the file played
//! and its SHA-256: without the key it tells nothing, with it only one file fits.

use std::path::Path;

use crate::seed::random_bytes;
use hmac::{Hmac, KeyInit, Mac};
use incrowd_io::{Digest, read_text};
use sha2::Sha256;

use crate::error::{Error, Result};

/// What a key file begins with.
const FORM: &str = "incrowd-key-1";

/// What keeps these commitments apart from any other use of a key.
const DOMAIN: &str = "incrowd commitment 1";

/// A random key of 32 bytes.
pub struct CommitmentKey([u8; 32]);

impl CommitmentKey {
    /// A new key, from the operating system.
    pub fn draw() -> Result<CommitmentKey> {
        Ok(CommitmentKey(random_bytes()?))
    }

    /// Reads the file that `--key` wrote.
    pub fn read(path: &Path) -> Result<CommitmentKey> {
        let name = path.display().to_string();
        let text = read_text(path)?;
        let key = text.strip_prefix(FORM).and_then(|rest| bytes(rest.trim()));
        key.map(CommitmentKey).ok_or_else(|| {
            let message = format!(
                "{name}: this is no key: a file that `key` wrote is one line, '{FORM}' and 64 hexadecimal digits"
            );
            Error::options(message).in_file(&name)
        })
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        format!("{FORM} {}\n", digits(&self.0))
    }

    /// The commitment to a file in its part.
    pub fn commit(&self, role: &str, file: &Digest) -> Result<String> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0)
            .map_err(|error| Error::options(format!("`key`: {error}")))?;
        for part in [DOMAIN, role, &file.sha256] {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part.as_bytes());
        }
        Ok(digits(&mac.finalize().into_bytes()))
    }
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(text: &str) -> Option<[u8; 32]> {
    let hexadecimal = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut bytes = [0; 32];
    for (at, byte) in bytes.iter_mut().enumerate().filter(|_| hexadecimal) {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    hexadecimal.then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_binds_the_key_the_part_and_the_file() {
        let (one, other) = (CommitmentKey::draw().unwrap(), CommitmentKey::draw().unwrap());
        let (file, changed) = (Digest::of_bytes(b"a,b\n"), Digest::of_bytes(b"a,c\n"));
        let commitment = one.commit("table", &file).unwrap();
        assert_eq!(commitment, one.commit("table", &file).unwrap());
        for different in [
            other.commit("table", &file).unwrap(),
            one.commit("settings", &file).unwrap(),
            one.commit("table", &changed).unwrap(),
        ] {
            assert_ne!(commitment, different);
        }
        assert_eq!(bytes(&digits(&one.0)), Some(one.0));
        assert_eq!(bytes("00ff"), None);
        assert_eq!(bytes(&"g".repeat(64)), None);
    }
}
