//! How a release is to be found: the recoding, the algorithm, and how hard to think.

use crate::reading::one_of;
use incrowd_core::cost::{Cost, Over};
use incrowd_core::search::{ALGORITHMS, Algorithm, Effort, Method, Recoding, algorithm};

use crate::failure::{Failure, Result};
use crate::options::MethodOptions;

/// The method that was asked for.
pub fn method(args: &MethodOptions) -> Result<Method> {
    Ok(Method {
        algorithm: chosen(args)?,
        effort: effort(args)?,
        cost: cost(args)?,
        over: over(args)?,
        overlap: args.overlap,
        all_minimal: args.all_minimal,
        deal: args.deal,
    })
}

/// The algorithm that was asked for, or the best for the recoding that was.
fn chosen(args: &MethodOptions) -> Result<&'static dyn Algorithm> {
    let recoding = args.recoding.as_deref().map(recoding).transpose()?;
    let named = args.algorithm.as_deref().map(named).transpose()?;
    let Some(algorithm) = named else { return Ok(recoding.unwrap_or_default().algorithm()) };
    match recoding {
        Some(recoding) if recoding != algorithm.recoding() => {
            let message = format!(
                "--algorithm {} goes with --recoding {}, not {}",
                algorithm.name(),
                algorithm.recoding().name(),
                recoding.name()
            );
            Err(Failure::new(message).with_value(algorithm.name()))
        }
        _ => Ok(algorithm),
    }
}

fn recoding(name: &str) -> Result<Recoding> {
    let known = Recoding::ALL.map(Recoding::name);
    Recoding::from_name(name).ok_or_else(|| one_of("--recoding", name, &known))
}

fn named(name: &str) -> Result<&'static dyn Algorithm> {
    let known: Vec<&str> = ALGORITHMS.iter().map(|algorithm| algorithm.name()).collect();
    algorithm(name).ok_or_else(|| one_of("--algorithm", name, &known))
}

fn cost(args: &MethodOptions) -> Result<Cost> {
    let Some(name) = args.cost.as_deref() else { return Ok(Cost::LOSS) };
    Cost::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Cost::ALL.iter().map(|cost| cost.name).collect();
        one_of("--cost", name, &names)
    })
}

fn over(args: &MethodOptions) -> Result<Over> {
    match args.cost_over.as_deref() {
        None | Some("members") => Ok(Over::Members),
        Some("public") => Ok(Over::People),
        Some(other) => Err(one_of("--cost-over", other, &["members", "public"])),
    }
}

fn effort(args: &MethodOptions) -> Result<Effort> {
    match args.effort.as_deref() {
        None | Some("normal") => Ok(Effort::Normal),
        Some("fast") => Ok(Effort::Fast),
        Some("high") => Ok(Effort::High),
        Some(other) => Err(one_of("--effort", other, &["fast", "normal", "high"])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(recoding: Option<&str>, algorithm: Option<&str>) -> Result<Method> {
        let word = |word: Option<&str>| word.map(str::to_owned);
        let args = MethodOptions {
            recoding: word(recoding),
            algorithm: word(algorithm),
            ..MethodOptions::default()
        };
        super::method(&args)
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
        let refusal = |r, a| method(r, a).unwrap_err().message;
        assert!(refusal(Some("full-domain"), Some("mondrian")).contains("multidimensional"));
        assert!(refusal(None, Some("mondrain")).contains("did you mean 'mondrian'"));
        assert!(refusal(Some("boxes"), None).contains("full-domain"));
    }
}
