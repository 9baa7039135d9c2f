//! The flags of the models, as demands on each sensitive column.

use std::str::FromStr;

use incrowd::terms::{
    Alike, Closeness, DeltaL, Demand, Diversity, Estimator, Fraction, Knowledge, Likeness,
    Population, Proximity,
};

use crate::args::ModelArgs;
use crate::failure::{Failure, Result};

/// All demands, in the order in which they are reported. `is_population` says that the table
/// itself is one of the population.
pub fn demands(args: &ModelArgs, sensitive: &[String], is_population: bool) -> Result<Vec<Demand>> {
    let mut demands = Vec::new();
    let k = args.k.as_deref().map(|text| at_least_one("--k", text)).transpose()?;
    let p = args.p.as_deref().map(|text| at_least_one("--p", text)).transpose()?;
    if let (Some(k), Some(p)) = (k, p)
        && p > k
    {
        let message =
            format!("--p {p} is above --k {k}: a class of {k} rows cannot have {p} values");
        return Err(Failure::new(message).with_value(p.to_string()));
    }
    // p distinct values need p rows: p-sensitive k-anonymity with k = p.
    if let Some(k) = k.or(p) {
        demands.push(Demand::KAnonymity { k });
    }
    demands.extend(k_map(args, is_population)?);
    demands.extend(presence(args)?);
    demands.extend(personal_presence(args)?);
    demands.extend(joint_presence(args, sensitive)?);
    if let Some(text) = &args.weak_k {
        demands.push(Demand::WeakKAnonymity { k: at_least_one("--weak-k", text)? });
    }
    if let Some(text) = &args.membership {
        demands.push(Demand::MixedMembership { c: factor(text)? });
    }
    if let Some(p) = p {
        need_sensitive("--p", sensitive)?;
        let columns = sensitive.iter().cloned();
        demands.extend(columns.map(|column| Demand::PSensitivity { column, p }));
    }
    for (column, diversity) in per_column("--l", &args.l, sensitive, Diversity::from_str)? {
        demands.push(Demand::Diversity { column, diversity });
    }
    let share = |text: &str| {
        let alpha: Fraction = text.parse().map_err(|error| format!("{error}"))?;
        let fits = alpha > Fraction::ZERO && alpha <= Fraction::ONE;
        if fits {
            Ok(alpha)
        } else {
            Err(format!("alpha must be above 0 and at most 1, not {text}"))
        }
    };
    for (column, alpha) in per_column("--alpha-k", &args.alpha_k, sensitive, share)? {
        demands.push(Demand::AlphaK { column, alpha });
    }
    for (column, closeness) in per_column("--t", &args.t, sensitive, Closeness::from_str)? {
        demands.push(Demand::TCloseness { column, closeness });
    }
    for (column, likeness) in
        per_column("--likeness", &args.likeness, sensitive, Likeness::from_str)?
    {
        demands.push(Demand::BetaLikeness { column, likeness });
    }
    let positive = |text: &str| {
        let delta: Fraction = text.parse().map_err(|error| format!("{error}"))?;
        if delta > Fraction::ZERO { Ok(delta) } else { Err("delta must be above 0".to_owned()) }
    };
    for (column, delta) in per_column("--disclosure", &args.disclosure, sensitive, positive)? {
        demands.push(Demand::DeltaDisclosure { column, delta });
    }
    for (column, proximity) in
        per_column("--proximity", &args.proximity, sensitive, Proximity::from_str)?
    {
        demands.push(Demand::Proximity { column, proximity });
    }
    let mode = alike(args)?;
    let read = |text: &str| DeltaL::read(text, mode);
    for (column, delta_l) in per_column("--delta-l", &args.delta_l, sensitive, read)? {
        demands.push(Demand::DeltaL { column, delta_l });
    }
    Ok(demands)
}

/// What (delta,l)-diversity counts.
fn alike(args: &ModelArgs) -> Result<Alike> {
    let Some(name) = args.delta_l_mode.as_deref() else { return Ok(Alike::Definition) };
    if args.delta_l.is_empty() {
        return Err(Failure::new("--delta-l-mode is for --delta-l, which is not demanded"));
    }
    let found = Alike::ALL.into_iter().find(|mode| mode.name() == name);
    found.ok_or_else(|| super::one_of("--delta-l-mode", name, &Alike::ALL.map(Alike::name)))
}

fn k_map(args: &ModelArgs, is_population: bool) -> Result<Option<Demand>> {
    let Some(text) = &args.k_map else {
        if args.significance.is_some() {
            return Err(Failure::new("--significance is for --k-map, which is not demanded"));
        }
        if args.population.is_some() && args.distribution.is_none() {
            return Err(Failure::new("--population is for --k-map, which is not demanded"));
        }
        return Ok(None);
    };
    let (number, estimator) = match text.split_once(':') {
        None => (text.as_str(), None),
        Some((number, "poisson")) => (number, Some(Estimator::Poisson)),
        Some((number, "truncated")) => (number, Some(Estimator::ZeroTruncatedPoisson)),
        Some((_, other)) => {
            let message =
                format!("--k-map {text}: '{other}' is no estimator; write poisson or truncated");
            return Err(Failure::new(message).with_value(text));
        }
    };
    let k = at_least_one("--k-map", number)?;
    let population = match (args.public.is_some() || is_population, &args.population) {
        (true, Some(_)) => {
            let message = "--population: with a table of the population its size is known";
            return Err(Failure::new(message));
        }
        (true, None) if estimator.is_some() || args.significance.is_some() => {
            let message = "with a table of the population the matches are counted: there is nothing to estimate";
            return Err(Failure::new(message));
        }
        (true, None) => Population::Table,
        (false, Some(people)) => Population::Estimated {
            people: at_least_one("--population", people)?,
            estimator: estimator.unwrap_or(Estimator::ZeroTruncatedPoisson),
            significance: significance(args)?,
        },
        (false, None) => {
            let message =
                "--k-map needs the population: a table (--public) or its size (--population)";
            return Err(Failure::new(message));
        }
    };
    Ok(Some(Demand::KMap { k, population }))
}

fn significance(args: &ModelArgs) -> Result<Fraction> {
    chance("--significance", args.significance.as_deref().unwrap_or("5%"))
}

/// A probability that is neither impossible nor certain.
fn chance(flag: &str, text: &str) -> Result<Fraction> {
    let wrong = |why: String| Failure::new(format!("{flag} {text}: {why}")).with_value(text);
    let share: Fraction = text.parse().map_err(|error| wrong(format!("{error}")))?;
    if share > Fraction::ZERO && share < Fraction::ONE {
        Ok(share)
    } else {
        Err(wrong("it must be above 0 and below 1".into()))
    }
}

fn presence(args: &ModelArgs) -> Result<Option<Demand>> {
    let Some(text) = &args.presence else {
        for (flag, given) in [
            ("--prior", args.prior.is_some()),
            ("--distribution", args.distribution.is_some()),
            ("--confidence", args.confidence.is_some()),
        ] {
            if given {
                let message = format!("{flag} is for --presence, which is not demanded");
                return Err(Failure::new(message));
            }
        }
        return Ok(None);
    };
    let (least, most) = deltas(text)?;
    let knowledge = match (&args.distribution, &args.prior) {
        (Some(_), Some(_)) => {
            let message = "--prior is a column of --public, and with --distribution there is none";
            return Err(Failure::new(message));
        }
        (Some(_), None) => {
            let Some(people) = &args.population else {
                let message =
                    "--distribution needs --population: how many people are distributed so";
                return Err(Failure::new(message));
            };
            Knowledge::Distribution {
                people: at_least_one("--population", people)?,
                confidence: chance("--confidence", args.confidence.as_deref().unwrap_or("95%"))?,
            }
        }
        (None, _) if args.confidence.is_some() => {
            let message = "--confidence is for --distribution: with a table of the population nothing is left to chance";
            return Err(Failure::new(message));
        }
        (None, Some(column)) => Knowledge::Prior { column: column.clone() },
        (None, None) => Knowledge::Table,
    };
    Ok(Some(Demand::Presence { least, most, knowledge }))
}

/// The least and the greatest probability of being in the table.
pub fn deltas(text: &str) -> Result<(Fraction, Fraction)> {
    let wrong = |why: String| Failure::new(format!("--presence {text}: {why}")).with_value(text);
    let (least, most) = text
        .split_once(',')
        .ok_or_else(|| wrong("two probabilities are needed, such as 0.02,0.05 or 0,1/20".into()))?;
    let read = |part: &str| {
        let share: Fraction = part.trim().parse().map_err(|error| wrong(format!("{error}")))?;
        if share > Fraction::ONE {
            return Err(wrong(format!("{} is above 1, and no probability", share.plain())));
        }
        Ok(share)
    };
    let (least, most) = (read(least)?, read(most)?);
    if least > most {
        let why = format!("the least, {}, is above the greatest, {}", least.plain(), most.plain());
        return Err(wrong(why));
    }
    Ok((least, most))
}

fn personal_presence(args: &ModelArgs) -> Result<Option<Demand>> {
    let Some(text) = &args.personal_presence else { return Ok(None) };
    match text.split_once(',') {
        Some((low, high)) if !low.trim().is_empty() && !high.trim().is_empty() => {
            let (low, high) = (low.trim().to_owned(), high.trim().to_owned());
            Ok(Some(Demand::PersonalPresence { low, high }))
        }
        _ => {
            let message = format!(
                "--personal-presence {text}: two columns of the population are needed, as in low,high"
            );
            Err(Failure::new(message).with_value(text))
        }
    }
}

fn factor(text: &str) -> Result<Fraction> {
    let wrong = |why: String| Failure::new(format!("--membership {text}: {why}")).with_value(text);
    let c: Fraction = text.parse().map_err(|error| wrong(format!("{error}")))?;
    if c < Fraction::ONE || c > Fraction::from(1_000_000_000) {
        return Err(wrong("the factor must be from 1 to a billion".into()));
    }
    Ok(c)
}

fn joint_presence(args: &ModelArgs, sensitive: &[String]) -> Result<Vec<Demand>> {
    let read = |text: &str| {
        let (value, share) = match text.rsplit_once(':') {
            Some((value, share)) => (Some(value.to_owned()), share),
            None => (None, text),
        };
        let most: Fraction = share.parse().map_err(|error| format!("{error}"))?;
        if most > Fraction::ONE {
            return Err(format!("{} is above 1, and no probability", most.plain()));
        }
        Ok((value, most))
    };
    let found = per_column("--joint-presence", &args.joint_presence, sensitive, read)?;
    let demand = |(column, (value, most))| Demand::JointPresence { column, value, most };
    Ok(found.into_iter().map(demand).collect())
}

/// A whole number from 1.
pub fn at_least_one(flag: &str, text: &str) -> Result<u64> {
    match text.trim().parse::<u64>() {
        Ok(0) | Err(_) => {
            let message = format!("{flag} {text}: a whole number of at least 1 is needed");
            Err(Failure::new(message).with_value(text))
        }
        Ok(number) => Ok(number),
    }
}

fn need_sensitive(flag: &str, sensitive: &[String]) -> Result<()> {
    if sensitive.is_empty() {
        let message = format!("{flag} protects sensitive columns: name them with --sensitive");
        return Err(Failure::new(message));
    }
    Ok(())
}

/// Reads `VALUE` words, for every sensitive column, and `COL=VALUE` words, for one: a column can
/// have several demands.
fn per_column<T: Clone>(
    flag: &str,
    words: &[String],
    sensitive: &[String],
    read: impl Fn(&str) -> std::result::Result<T, String>,
) -> Result<Vec<(String, T)>> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    need_sensitive(flag, sensitive)?;
    let mut found = Vec::new();
    for word in words {
        let (column, text) = match word.split_once('=') {
            Some((column, text)) => (Some(column), text),
            None => (None, word.as_str()),
        };
        let value = read(text)
            .map_err(|why| Failure::new(format!("{flag} {word}: {why}")).with_value(text))?;
        match column {
            Some(column) if !sensitive.iter().any(|name| name == column) => {
                let hint =
                    incrowd::reading::did_you_mean(column, sensitive.iter().map(String::as_str));
                let message = format!("{flag} {word}: '{column}' is no sensitive column{hint}");
                return Err(Failure::new(message).in_column(column).with_value(word));
            }
            Some(column) => found.push((column.to_owned(), value)),
            None => found.extend(sensitive.iter().map(|column| (column.clone(), value.clone()))),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(change: impl Fn(&mut ModelArgs)) -> ModelArgs {
        let mut args = ModelArgs::default();
        change(&mut args);
        args
    }

    fn message(change: impl Fn(&mut ModelArgs)) -> String {
        demands(&args(change), &["illness".into()], false).unwrap_err().message
    }

    #[test]
    fn p_alone_implies_k() {
        let found = demands(&args(|a| a.p = Some("2".into())), &["s".into()], false).unwrap();
        let p = Demand::PSensitivity { column: "s".into(), p: 2 };
        assert_eq!(found, [Demand::KAnonymity { k: 2 }, p]);
    }

    #[test]
    fn a_demand_is_on_every_sensitive_column_or_on_one() {
        let l = |words: &[&str]| {
            let args = args(|a| a.l = words.iter().map(|&w| w.into()).collect());
            demands(&args, &["s".into(), "t".into()], false).unwrap().len()
        };
        assert_eq!(l(&["distinct:3"]), 2);
        assert_eq!(l(&["s=distinct:3", "entropy:2"]), 3);
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        assert!(message(|a| a.k = Some("0".into())).contains("at least 1"));
        assert!(message(|a| a.k = Some("-3".into())).contains("at least 1"));
        assert!(message(|a| a.k = Some("NaN".into())).contains("at least 1"));
        assert!(
            message(|a| (a.k, a.p) = (Some("2".into()), Some("3".into()))).contains("above --k")
        );
        assert!(message(|a| a.t = vec!["1.5".into()]).contains("0 to 1"));
        assert!(message(|a| a.alpha_k = vec!["0".into()]).contains("above 0"));
        assert!(message(|a| a.disclosure = vec!["NaN".into()]).contains("not a number"));
        assert!(
            message(|a| a.l = vec!["ilness=distinct:2".into()]).contains("did you mean 'illness'")
        );
        assert!(message(|a| a.proximity = vec!["illness=15".into()]).contains("15,2"));
        assert!(message(|a| a.delta_l = vec!["illness=15,0".into()]).contains("at least 1"));
        assert!(message(|a| a.delta_l_mode = Some("window".into())).contains("--delta-l"));
        let mode = |a: &mut ModelArgs| {
            (a.delta_l, a.delta_l_mode) = (vec!["illness=1,2".into()], Some("windw".into()));
        };
        assert!(message(mode).contains("window"));
        assert!(message(|a| a.k_map = Some("5".into())).contains("--population"));
        assert!(message(|a| a.population = Some("5".into())).contains("--k-map"));
    }
}
