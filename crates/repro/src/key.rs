//! Reading the keys of measurements again.

/// The words of a key.
pub(crate) fn words<const N: usize>(key: &str) -> Result<[&str; N], String> {
    let words: Vec<&str> = key.split(' ').collect();
    words.try_into().map_err(|_| unknown(key))
}

/// A number of a key.
pub(crate) fn whole(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| unknown(word))
}

/// There is no such measurement.
pub(crate) fn unknown(key: &str) -> String {
    format!("there is no measurement '{key}'")
}
