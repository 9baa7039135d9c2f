//! Who a row is about: the key of a person, from the text of the person column.

use incrowd_terms::NormalForm;
use sha2::{Digest, Sha256};

/// The key of a person: 128 bits of the hash of the normal form of their id.
///
/// Two texts have the same key iff they have the same normal form; that two different ones share a
/// key is as unlikely as a collision of SHA-256, cut to 128 bits.
///
/// ```
/// use incrowd_core::table::PersonKey;
/// use incrowd_core::terms::NormalForm;
/// let form = NormalForm::default();
/// assert_eq!(PersonKey::of(&form, " A7 "), PersonKey::of(&form, "a7"));
/// assert_ne!(PersonKey::of(&form, "a7"), PersonKey::of(&form, "a8"));
/// assert_eq!(PersonKey::of(&form, " "), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonKey(u128);

impl PersonKey {
    /// The key of the person with this id, or none if the id is missing.
    #[must_use]
    pub fn of(form: &NormalForm, id: &str) -> Option<PersonKey> {
        let normal = form.of(id)?;
        let digest = Sha256::digest(normal.as_bytes());
        let mut key = [0; 16];
        key.copy_from_slice(&digest[..16]);
        Some(PersonKey(u128::from_be_bytes(key)))
    }

    /// The lower half of the key, by which people can be drawn at random.
    #[must_use]
    pub fn low_half(self) -> u64 {
        self.0 as u64
    }
}

/// Makes keys, and remembers the last one: the rows of a person often follow each other.
#[derive(Clone, Debug, Default)]
pub struct PersonKeys {
    form: NormalForm,
    last: Option<(String, PersonKey)>,
}

impl PersonKeys {
    /// Keys of ids in this normal form.
    #[must_use]
    pub fn new(form: NormalForm) -> Self {
        PersonKeys { form, last: None }
    }

    /// The key of the person with this id, or none if the id is missing.
    pub fn of(&mut self, id: &str) -> Option<PersonKey> {
        if let Some((_, key)) = self.last.as_ref().filter(|(last, _)| last == id) {
            return Some(*key);
        }
        let key = PersonKey::of(&self.form, id)?;
        match &mut self.last {
            Some((last, known)) => {
                last.clear();
                last.push_str(id);
                *known = key;
            }
            None => self.last = Some((id.to_owned(), key)),
        }
        Some(key)
    }
}
