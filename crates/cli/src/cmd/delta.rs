//! `incrowd delta`: from what misuse may cost to the presence to demand.

use incrowd::core::risk::{Risk, RiskError, Stakes};
use incrowd::core::terms::Fraction;

use super::delta_text as report;
use crate::args::DeltaArgs;
use crate::console::Console;
use crate::error::{Ending, Error, Result};

pub fn run(args: &DeltaArgs, console: &Console) -> Result {
    let stakes = Stakes {
        prior: number("--prior", &args.prior)?,
        members: count("--members", &args.members)?,
        people: count("--people", &args.people)?,
        cost: number("--cost", &args.cost)?,
        gain: number("--gain", &args.gain)?,
        cost_out: args.cost_out.as_deref().map(|text| number("--cost-out", text)).transpose()?,
    };
    let risk = Risk::new(&stakes).map_err(|error| refusal(args, &error))?;
    let delta = risk.delta();
    if !risk.allows(&delta) {
        console.warn(&report::unreachable(&stakes, &delta));
    }
    if console.json {
        console.document(&report::json(&risk, &delta))?;
    } else {
        console.print(&report::text(&stakes, &risk, &delta))?;
    }
    Ok(Ending::Done)
}

fn number(flag: &str, text: &str) -> Result<Fraction> {
    text.parse().map_err(|error| Error::options(format!("{flag} {text}: {error}")).with_value(text))
}

fn count(flag: &str, text: &str) -> Result<u64> {
    text.trim().parse().map_err(|_| {
        let message = format!("{flag} {text}: a whole number of people is needed, at least 1");
        Error::options(message).with_value(text)
    })
}

/// The sentence under the flag that is to blame.
fn refusal(args: &DeltaArgs, error: &RiskError) -> Error {
    let (flag, text) = match error.figure() {
        "members" => ("--members", Some(&args.members)),
        "people" => ("--people", Some(&args.people)),
        "cost" => ("--cost", Some(&args.cost)),
        "gain" => ("--gain", Some(&args.gain)),
        "cost_out" => ("--cost-out", args.cost_out.as_ref()),
        _ => ("--prior", Some(&args.prior)),
    };
    let text = text.map_or("", String::as_str);
    Error::options(format!("{flag} {text}: {error}")).with_value(text)
}
