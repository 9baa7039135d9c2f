//! Pseudonyms: the same value always gets the same name, and nobody without the key knows whose.
//!
//! **Promises** that equal values get equal pseudonyms under one key, in any column and any table,
//! so that records can still be joined; that different values do not (but for one chance in 2^64
//! among four billion values); and that without the key no value can be tried: a plain hash
//! of a social security number is found by hashing all of them, a keyed one is not.
//!
//! **Against** whoever holds the published table and any register, but not the key. Whoever
//! holds the key can try every value. How often a value occurs stays visible.
//!
//! **Defined** by HMAC (RFC 2104) with SHA-256, cut to 128 bits, as hexadecimal digits.
//!
//! **Cost** two compressions of SHA-256 per cell, some hundred nanoseconds.

use std::fmt::Write;

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Bytes below which a key can be tried out.
pub(crate) const SHORTEST_KEY: usize = 16;

/// Bytes of the digest that are published.
const PUBLISHED: usize = 16;

/// A keyed way of renaming.
#[derive(Clone)]
pub struct Pseudonyms {
    keyed: Hmac<Sha256>,
}

/// Without the key.
impl fmt::Debug for Pseudonyms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pseudonyms").finish_non_exhaustive()
    }
}

/// A key that is no secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a key of {0} bytes can be guessed; at least {SHORTEST_KEY} are needed")]
pub struct WeakKey(pub usize);

impl Pseudonyms {
    /// Pseudonyms under a key.
    pub fn new(key: &[u8]) -> Result<Self, WeakKey> {
        if key.len() < SHORTEST_KEY {
            return Err(WeakKey(key.len()));
        }
        let keyed = Hmac::<Sha256>::new_from_slice(key).map_err(|_| WeakKey(key.len()))?;
        Ok(Pseudonyms { keyed })
    }

    /// The pseudonym of a value.
    #[must_use]
    pub fn of(&self, value: &str) -> String {
        let mut keyed = self.keyed.clone();
        keyed.update(value.as_bytes());
        let digest = keyed.finalize().into_bytes();
        let mut name = String::with_capacity(2 * PUBLISHED);
        for byte in &digest[..PUBLISHED] {
            // Writing to a string cannot fail.
            let _ = write!(name, "{byte:02x}");
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4231, test cases 1 and 6: the first half of their digests.
    #[test]
    fn the_published_vectors() {
        let pseudonyms = Pseudonyms::new(&[0x0b; 20]).unwrap();
        assert_eq!(pseudonyms.of("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b");
        let pseudonyms = Pseudonyms::new(&[0xaa; 131]).unwrap();
        let text = "Test Using Larger Than Block-Size Key - Hash Key First";
        assert_eq!(pseudonyms.of(text), "60e431591ee0b67f0d8a26aacbf5b77f");
    }

    #[test]
    fn a_key_is_long_enough_or_none() {
        assert_eq!(Pseudonyms::new(b"fifteen bytes !").err(), Some(WeakKey(15)));
        assert!(Pseudonyms::new(b"sixteen bytes !!").is_ok());
    }

    #[test]
    fn keys_make_different_names() {
        let [one, other] = [b"sixteen bytes !!", b"sixteen bytes !?"]
            .map(|key| Pseudonyms::new(key).unwrap().of("078-05-1120"));
        assert_ne!(one, other);
    }
}
