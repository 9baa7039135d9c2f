//! How a release is to be found: the recoding, the algorithm, and how hard to think.

use incrowd_core::cost::Cost;
use incrowd_core::search::{Algorithm, Method};

use crate::error::{Error, Result};
use crate::options::MethodOptions;

/// The method that was asked for.
pub fn method(options: &MethodOptions) -> Result<Method> {
    Ok(Method {
        algorithm: algorithm(options)?,
        effort: options.effort.unwrap_or_default(),
        cost: options.cost.unwrap_or(Cost::LOSS),
        over: options.cost_over.unwrap_or_default(),
        overlap: options.overlap,
        all_minimal: options.all_minimal,
        deal: options.deal,
        cut: options.cut.unwrap_or_default(),
        known: options.known.map(|known| usize::try_from(known).unwrap_or(usize::MAX)),
        proof: options.proof,
    })
}

/// The algorithm that was asked for, or the best for the recoding that was.
fn algorithm(options: &MethodOptions) -> Result<&'static dyn Algorithm> {
    match (options.algorithm, options.recoding) {
        (None, recoding) => Ok(recoding.unwrap_or_default().algorithm()),
        (Some(algorithm), Some(recoding)) if recoding != algorithm.recoding() => {
            let message = format!(
                "`algorithm = {}` goes with `recoding = {}`, not {}",
                algorithm.name(),
                algorithm.recoding().name(),
                recoding.name()
            );
            Err(Error::options(message).with_value(algorithm.name()))
        }
        (Some(algorithm), _) => Ok(algorithm),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use incrowd_core::search::Recoding;
    use serde_json::{Map, Value};

    use crate::options::from_words;

    fn method(recoding: Option<&str>, algorithm: Option<&str>) -> Result<Method> {
        let words = [("recoding", recoding), ("algorithm", algorithm)];
        let given =
            words.into_iter().filter_map(|(name, word)| Some((name.to_owned(), word?.into())));
        super::method(&from_words(given.collect::<Map<String, Value>>())?)
    }

    #[test]
    fn an_algorithm_names_its_recoding() {
        let found = method(None, Some("mpalm-b3")).unwrap();
        assert_eq!(
            (found.recoding(), found.algorithm.name()),
            (Recoding::Multidimensional, "mpalm-b3")
        );
        assert_eq!(method(Some("local"), None).unwrap().algorithm.name(), "cluster");
        assert_eq!(method(None, None).unwrap().recoding(), Recoding::FullDomain);
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        let refusal = |r, a| method(r, a).unwrap_err().message().to_owned();
        assert!(refusal(Some("full-domain"), Some("mondrian")).contains("multidimensional"));
        assert!(refusal(None, Some("mondrain")).contains("did you mean 'mondrian'"));
        assert!(refusal(Some("boxes"), None).contains("full-domain"));
    }
}
