//! The values of the flags for demands, and how they become demands.

use std::collections::BTreeMap;

use super::{Demand, DemandError, FLAGS, Flag, did_you_mean};
use crate::names::column_and_value;
use crate::{Fraction, option_with};

/// The values that were given for the flags of demands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DemandWords(BTreeMap<String, Vec<String>>);

impl DemandWords {
    /// These words, with those of a flag (named without dashes) replaced; by none if there are none.
    #[must_use]
    pub fn with<W: Into<String>>(mut self, flag: &str, words: impl IntoIterator<Item = W>) -> Self {
        let words: Vec<String> = words.into_iter().map(Into::into).collect();
        if words.is_empty() {
            self.0.remove(flag);
        } else {
            self.0.insert(flag.to_owned(), words);
        }
        self
    }

    /// These words, and for flags that have none the words of others.
    #[must_use]
    pub fn over(self, mut others: DemandWords) -> DemandWords {
        others.0.extend(self.0);
        others
    }

    /// All words of a flag.
    #[must_use]
    pub fn all(&self, flag: &str) -> &[String] {
        self.0.get(flag).map_or(&[], Vec::as_slice)
    }

    /// The word of a flag that takes one.
    #[must_use]
    pub fn one(&self, flag: &str) -> Option<&str> {
        self.all(flag).first().map(String::as_str)
    }
}

/// Everything that determines the demands.
#[derive(Clone, Copy, Debug)]
pub struct DemandInput<'a> {
    /// What was typed.
    pub words: &'a DemandWords,
    /// The sensitive columns.
    pub sensitive: &'a [String],
    /// Whether there is a table of the population.
    pub has_register: bool,
    /// Whether there is a table of how the population is distributed.
    pub has_distribution: bool,
}

impl DemandInput<'_> {
    /// All demands, in the order in which they are reported.
    ///
    /// # Errors
    /// If words are no demand, or flags do not go together.
    pub fn demands(&self) -> Result<Vec<Demand>, DemandError> {
        let mut readers: Vec<_> = FLAGS.iter().filter_map(|flag| flag.demand).collect();
        // Those of one concern stay in the order of the flags.
        readers.sort_by_key(|&(concern, _)| concern);
        let mut demands = Vec::new();
        for (_, read) in readers {
            demands.extend(read(self)?);
        }
        Ok(demands)
    }

    /// The word of a flag, if it was given.
    pub(super) fn one(&self, flag: &Flag) -> Option<&str> {
        self.words.one(flag.name)
    }

    pub(super) fn has(&self, flag: &Flag) -> bool {
        self.one(flag).is_some()
    }

    /// The number of a flag, if it was given.
    pub(super) fn at_least_one(&self, flag: &Flag) -> Result<Option<u64>, DemandError> {
        self.one(flag).map(|text| at_least_one(flag.name, text)).transpose()
    }

    /// Rejects flags that refine a demand which was not given.
    pub(super) fn idle(&self, flags: &[&Flag], demand: &Flag) -> Result<(), DemandError> {
        match flags.iter().find(|flag| self.has(flag)) {
            None => Ok(()),
            Some(idle) => Err(DemandError::new(format!(
                "{} is for {}, which is not demanded",
                idle.quoted(),
                demand.quoted()
            ))),
        }
    }

    pub(super) fn need_sensitive(&self, flag: &Flag) -> Result<(), DemandError> {
        if self.sensitive.is_empty() {
            let message =
                format!("{} protects sensitive columns: name them with `sensitive`", flag.quoted());
            return Err(DemandError::new(message));
        }
        Ok(())
    }

    /// Reads `VALUE` words, for every sensitive column, and `COL=VALUE` words, for one: a column can
    /// have several demands.
    pub(super) fn per_column<T: Clone>(
        &self,
        flag: &Flag,
        read: impl Fn(&str) -> Result<T, String>,
        demand: impl Fn(String, T) -> Demand,
    ) -> Result<Vec<Demand>, DemandError> {
        let words = self.words.all(flag.name);
        if words.is_empty() {
            return Ok(Vec::new());
        }
        self.need_sensitive(flag)?;
        let mut found = Vec::new();
        for word in words {
            let (column, text) = match column_and_value(word) {
                Some((column, text)) => (Some(column), text),
                None => (None, word.as_str()),
            };
            let value = read(text).map_err(|why| flag.refusal(word, &why).with_value(text))?;
            match column {
                Some(column) if !self.sensitive.contains(&column) => {
                    let hint = did_you_mean(&column, self.sensitive.iter().map(String::as_str));
                    let why = format!("'{column}' is no sensitive column{hint}");
                    return Err(flag.refusal(word, &why).in_column(&column));
                }
                Some(column) => found.push(demand(column, value)),
                None => {
                    let each = self.sensitive.iter();
                    found.extend(each.map(|column| demand(column.clone(), value.clone())));
                }
            }
        }
        Ok(found)
    }
}

/// A whole number from 1, as it was written for an option.
///
/// # Errors
/// If it is none.
pub fn at_least_one(name: &str, text: &str) -> Result<u64, DemandError> {
    match text.trim().parse::<u64>() {
        Ok(0) | Err(_) => {
            let option = option_with(name, text);
            let message = format!("{option}: a whole number of at least 1 is needed");
            Err(DemandError::new(message).with_value(text))
        }
        Ok(number) => Ok(number),
    }
}

/// A probability that is neither impossible nor certain.
pub(super) fn chance(flag: &Flag, text: &str) -> Result<Fraction, DemandError> {
    let share: Fraction = text.parse().map_err(|error| flag.refusal(text, &format!("{error}")))?;
    if share > Fraction::ZERO && share < Fraction::ONE {
        Ok(share)
    } else {
        Err(flag.refusal(text, "it must be above 0 and below 1"))
    }
}

/// A probability.
pub(super) fn probability(text: &str) -> Result<Fraction, String> {
    let share: Fraction = text.parse().map_err(|error| format!("{error}"))?;
    if share > Fraction::ONE {
        return Err(format!("{} is above 1, and no probability", share.plain()));
    }
    Ok(share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KAnonymity, PSensitivity};

    fn read(words: DemandWords, sensitive: &[&str]) -> Result<Vec<Demand>, DemandError> {
        let sensitive: Vec<String> = sensitive.iter().map(|&column| column.into()).collect();
        let asked = DemandInput {
            words: &words,
            sensitive: &sensitive,
            has_register: false,
            has_distribution: false,
        };
        asked.demands()
    }

    fn message(typed: &[(&str, &str)]) -> String {
        let say = |words: DemandWords, &(flag, word): &(&str, &str)| words.with(flag, [word]);
        read(typed.iter().fold(DemandWords::default(), say), &["illness"]).unwrap_err().to_string()
    }

    #[test]
    fn p_alone_implies_k() {
        let found = read(DemandWords::default().with("p", ["2"]), &["s"]).unwrap();
        let p = PSensitivity { column: "s".into(), p: 2 };
        assert_eq!(found, [KAnonymity { k: 2 }.into(), p.into()]);
    }

    #[test]
    fn a_demand_is_on_every_sensitive_column_or_on_one() {
        let l = |words: &[&str]| {
            let words = DemandWords::default().with("l", words.iter().copied());
            read(words, &["s", "t"]).unwrap().len()
        };
        assert_eq!(l(&["distinct:3"]), 2);
        assert_eq!(l(&["s=distinct:3", "entropy:2"]), 3);
    }

    #[test]
    fn what_is_about_rows_and_people_comes_before_secrets() {
        let words = DemandWords::default()
            .with("l", ["distinct:2"])
            .with("weak-k", ["3"])
            .with("k", ["2"])
            .with("presence", ["0,1/2"]);
        let flags: Vec<&str> =
            read(words, &["s"]).unwrap().iter().map(|demand| demand.flag().name).collect();
        assert_eq!(flags, ["k", "presence", "weak-k", "l"]);
    }

    #[test]
    fn flags_are_told_apart() {
        let mut names: Vec<&str> = FLAGS.iter().map(|flag| flag.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FLAGS.len());
    }

    #[test]
    fn what_was_typed_wins() {
        let file = DemandWords::default().with("k", ["5"]).with("l", ["distinct:2", "entropy:2"]);
        let words = DemandWords::default().with("l", ["distinct:3"]).over(file);
        assert_eq!((words.one("k"), words.all("l").len()), (Some("5"), 1));
        assert_eq!(words.with("k", None::<String>).one("k"), None);
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        for k in ["0", "-3", "NaN"] {
            assert!(message(&[("k", k)]).contains("at least 1"), "{k}");
        }
        assert!(message(&[("k", "2"), ("p", "3")]).contains("above `k = 2`"));
        assert!(message(&[("t", "1.5")]).contains("0 to 1"));
        assert!(message(&[("alpha-k", "0")]).contains("above 0"));
        assert!(message(&[("disclosure", "NaN")]).contains("not a number"));
        assert!(message(&[("l", "ilness=distinct:2")]).contains("did you mean 'illness'"));
        assert!(message(&[("proximity", "illness=15")]).contains("15,2"));
        assert!(message(&[("delta-l", "illness=15,0")]).contains("at least 1"));
        assert!(message(&[("delta-l-mode", "window")]).contains("`delta-l`"));
        assert!(
            message(&[("delta-l", "illness=1,2"), ("delta-l-mode", "windw")]).contains("window")
        );
        assert!(message(&[("k-map", "5")]).contains("`population`"));
        assert!(message(&[("population", "5")]).contains("`k-map`"));
    }
}
