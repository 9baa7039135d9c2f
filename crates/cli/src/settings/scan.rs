//! What `incrowd scan` was asked for, checked.

use incrowd::masking::action::values;
use incrowd::survey::Plan;
use incrowd::terms::Fraction;
use incrowd_io::Location;

use crate::args::{ScanArgs, SearchArgs};
use crate::failure::{Failure, Result};

use super::release::duration;
use super::{at_least_one, by_column, reading, safe_harbor};

/// What is to be found out about a table.
pub fn scan_plan(args: &ScanArgs) -> Result<Plan> {
    let SearchArgs { alpha, max_size, most, among, sample, confidence, seed, time_limit } =
        &args.search;
    Ok(Plan {
        table: Location::from(args.table.as_path()),
        reading: reading(&args.read)?,
        sets: args.set.clone(),
        universe: args
            .universe
            .as_deref()
            .map(|text| at_least_one("--universe", text))
            .transpose()?,
        domains: by_column("--domain", &args.domain, values)?,
        alpha: self::alpha(alpha)?,
        max_size: size("--max-size", max_size)?,
        most: size("--most", most)?,
        among: among.clone(),
        sample: sample.as_deref().map(|text| at_least_one("--sample", text)).transpose()?,
        confidence: self::confidence(confidence)?,
        seed: *seed,
        time_limit: time_limit.as_deref().map(duration).transpose()?,
        safe_harbor: safe_harbor(args.preset.as_deref())?,
    })
}

fn alpha(text: &str) -> Result<Fraction> {
    let alpha = share("--alpha", text)?;
    if alpha == Fraction::ZERO || alpha > Fraction::ONE {
        let message = format!(
            "--alpha {text}: a share of the rows above 0 and up to 1 is needed, such as 0.2 or 20%; \
             every set of columns singles out no rows at least"
        );
        return Err(Failure::new(message).with_value(text));
    }
    Ok(alpha)
}

fn confidence(text: &str) -> Result<Fraction> {
    let confidence = share("--confidence", text)?;
    if confidence == Fraction::ZERO || confidence >= Fraction::ONE {
        let message = format!(
            "--confidence {text}: a probability between 0 and 1 is needed, such as 99%; a sample \
             is never certain"
        );
        return Err(Failure::new(message).with_value(text));
    }
    Ok(confidence)
}

fn share(flag: &str, text: &str) -> Result<Fraction> {
    let wrong = |error| Failure::new(format!("{flag}: {error}")).with_value(text);
    text.parse().map_err(wrong)
}

/// A number from 1 up, or `all`.
fn size(flag: &str, text: &str) -> Result<usize> {
    if text == "all" {
        return Ok(usize::MAX);
    }
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| {
        let message = format!("{flag} {text}: write a number from 1 up, or all");
        Failure::new(message).with_value(text)
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
        assert_eq!(size("--max-size", "all").unwrap(), usize::MAX);
        assert_eq!(size("--max-size", "3").unwrap(), 3);
        for text in ["0", "-1", "2.5", "every", ""] {
            assert!(size("--max-size", text).is_err(), "{text}");
        }
    }
}
