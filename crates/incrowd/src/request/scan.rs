//! What `incrowd scan` was asked for, checked.

use crate::reading::number_of_values;
use crate::scan::ScanPlan;
use incrowd_core::terms::{Fraction, listed_names};
use incrowd_io::Table;

use crate::error::{Error, Result};
use crate::options::{Preset, ScanOptions, ScanSearchOptions};

use super::release::duration;
use super::{at_least_one, by_column, reading};

/// A scan that was asked for. Which columns its lists of names mean, only the table can tell.
#[derive(Debug)]
pub struct ScanRequest<'a> {
    /// What is to be found out.
    pub plan: ScanPlan,
    /// Whether the law's list of identifiers is wanted.
    pub safe_harbor: bool,
    sets: &'a [String],
    among: Option<&'a str>,
}

impl<'a> ScanRequest<'a> {
    /// What was asked for, checked as far as it can be without the table.
    pub fn new(args: &'a ScanOptions) -> Result<Self> {
        if let Some(preset) = args.preset.filter(|preset| preset.k().is_some()) {
            let name = preset.name();
            let message = format!(
                "`preset = {name}` demands a k, and a scan demands nothing: it is for a release"
            );
            return Err(Error::options(message).with_value(name));
        }
        Ok(ScanRequest {
            plan: plan(args)?,
            safe_harbor: args.preset == Some(Preset::HipaaSafeHarbor),
            sets: &args.set,
            among: args.search.among.as_deref(),
        })
    }

    /// The plan for this table.
    pub fn plan_for(&self, table: &Table) -> ScanPlan {
        ScanPlan {
            sets: self.sets.iter().map(|text| names(table, text)).collect(),
            among: self.among.map(|text| names(table, text)),
            ..self.plan.clone()
        }
    }
}

/// The columns that a list of names means. A name that holds a comma can stand alone.
fn names(table: &Table, text: &str) -> Vec<String> {
    match table.columns().iter().any(|column| column == text) {
        true => vec![text.to_owned()],
        false => listed_names(text),
    }
}

/// What is to be found out, but for the columns that only the table can tell.
fn plan(args: &ScanOptions) -> Result<ScanPlan> {
    let ScanSearchOptions { alpha, max_size, most, sample, confidence, seed, time_limit, .. } =
        &args.search;
    let usual = ScanPlan::new(args.table.as_path());
    let plan = ScanPlan {
        reading: reading(&args.read)?,
        person: args.person.clone(),
        universe: args
            .universe
            .as_deref()
            .map(|text| at_least_one("universe", text))
            .transpose()?,
        domains: by_column("domain", &args.domain, number_of_values)?,
        alpha: self::alpha(alpha)?,
        max_size: size("max-size", max_size)?,
        most: size("most", most)?,
        sample: sample.as_deref().map(|text| at_least_one("sample", text)).transpose()?,
        confidence: match confidence {
            Some(text) => self::confidence(text)?,
            None => usual.confidence,
        },
        seed: seed.unwrap_or(usual.seed),
        time_limit: time_limit.as_deref().map(duration).transpose()?,
        ..usual
    };
    check_used(&args.search)?;
    Ok(plan)
}

/// Refuses options of a sample where none is asked for.
fn check_used(args: &ScanSearchOptions) -> Result<()> {
    let words = [("`seed`", args.seed.is_some()), ("`confidence`", args.confidence.is_some())];
    match words.into_iter().find(|(_, given)| *given && args.sample.is_none()) {
        Some((option, _)) => Err(Error::options(format!(
            "{option} is about a sample: say with `sample` how many rows to hold"
        ))),
        None => Ok(()),
    }
}

fn alpha(text: &str) -> Result<Fraction> {
    let alpha = share("alpha", text)?;
    if alpha == Fraction::ZERO || alpha > Fraction::ONE {
        let message = format!(
            "`alpha = {text}`: a share of the rows above 0 and up to 1 is needed, such as 0.2 or 20%; \
             every set of columns singles out no rows at least"
        );
        return Err(Error::options(message).with_value(text));
    }
    Ok(alpha)
}

fn confidence(text: &str) -> Result<Fraction> {
    let confidence = share("confidence", text)?;
    if confidence == Fraction::ZERO || confidence >= Fraction::ONE {
        let message = format!(
            "`confidence = {text}`: a probability between 0 and 1 is needed, such as 99%; a sample \
             is never certain"
        );
        return Err(Error::options(message).with_value(text));
    }
    Ok(confidence)
}

fn share(name: &str, text: &str) -> Result<Fraction> {
    let wrong = |error| Error::options(format!("`{name}`: {error}")).with_value(text);
    text.parse().map_err(wrong)
}

/// A number from 1 up, or `all`.
fn size(name: &str, text: &str) -> Result<usize> {
    if text == "all" {
        return Ok(usize::MAX);
    }
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| {
        let message = format!("`{name} = {text}`: write a number from 1 up, or all");
        Error::options(message).with_value(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_limits() {
        assert_eq!(alpha("20%").unwrap(), Fraction::new(1, 5));
        assert_eq!(alpha("1").unwrap(), Fraction::ONE);
        for text in ["0", "0%", "1.01", "150%", "-1", "many", ""] {
            assert!(alpha(text).is_err(), "{text}");
        }
        assert_eq!(confidence("99%").unwrap(), Fraction::new(99, 100));
        for text in ["0", "1", "100%", "2"] {
            assert!(confidence(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_whole_or_all() {
        assert_eq!(size("max-size", "all").unwrap(), usize::MAX);
        assert_eq!(size("max-size", "3").unwrap(), 3);
        for text in ["0", "-1", "2.5", "every", ""] {
            assert!(size("max-size", text).is_err(), "{text}");
        }
    }
}
