//! `incrowd delta`: from what misuse may cost to the presence to demand.

use incrowd_core::presence_limits::{MisuseRisk, PresenceLimits, Rational, Stakes, StakesError};
use incrowd_core::terms::{Fraction, option_with};
use incrowd_document::{DeltaDocument, DeltaStakes};

use crate::error::Error;
use crate::options::DeltaOptions;
use crate::run::{Context, Result, RunResult};

pub fn run(options: &DeltaOptions, context: &Context) -> Result<RunResult<DeltaDocument>> {
    let cost_out = options.cost_out.as_deref();
    let stakes = Stakes {
        prior: number("prior", &options.prior)?,
        members: count("members", &options.members)?,
        people: count("people", &options.people)?,
        cost: number("cost", &options.cost)?,
        gain: number("gain", &options.gain)?,
        cost_out: cost_out.map(|text| number("cost-out", text)).transpose()?,
    };
    let risk = MisuseRisk::new(&stakes).map_err(|error| refusal(options, &error))?;
    let delta = risk.delta();
    if !risk.allows(&delta) {
        context.warn(&unreachable(&stakes, &delta));
    }
    Ok(context.finish(document(&stakes, &risk, &delta), true))
}

/// The deltas exactly, the beliefs that they lead to, and what these are worth.
fn document(stakes: &Stakes, risk: &MisuseRisk, delta: &PresenceLimits) -> DeltaDocument {
    let lowest = risk.posterior(&delta.least.into());
    let highest = risk.posterior(&delta.most.into());
    let (gap, prior) = (risk.pair_gap(delta), Rational::from(stakes.prior));
    let worth = |change: &Rational| (change * &stakes.gain.into()).to_f64();
    // Rounding may leave less than no change at all.
    let at_least_none = |change: Rational| change.max(Rational::from(0));
    DeltaDocument {
        delta_min: delta.least.to_string(),
        delta_max: delta.most.to_string(),
        posterior_max: highest.to_f64(),
        posterior_min: lowest.to_f64(),
        pair_gap: gap.to_f64(),
        stakes: DeltaStakes {
            prior: stakes.prior.to_string(),
            members: stakes.members,
            people: stakes.people,
            cost: stakes.cost.to_string(),
            gain: stakes.gain.to_string(),
            cost_out: stakes.cost_out.map(|cost| cost.to_string()),
        },
        share: risk.share().to_f64(),
        worth_more: worth(&at_least_none(&highest - &prior)),
        worth_less: worth(&at_least_none(&prior - &lowest)),
        worth_pair: worth(&gap),
        possible: risk.allows(delta),
    }
}

fn number(name: &str, text: &str) -> Result<Fraction> {
    text.parse().map_err(|error| {
        Error::options(format!("{}: {error}", option_with(name, text))).with_value(text)
    })
}

fn count(name: &str, text: &str) -> Result<u64> {
    text.trim().parse().map_err(|_| {
        let option = option_with(name, text);
        let message = format!("{option}: a whole number of people is needed, at least 1");
        Error::options(message).with_value(text)
    })
}

/// The sentence under the option that is to blame.
fn refusal(options: &DeltaOptions, error: &StakesError) -> Error {
    let (name, text) = match error.figure() {
        "members" => ("members", Some(&options.members)),
        "people" => ("people", Some(&options.people)),
        "cost" => ("cost", Some(&options.cost)),
        "gain" => ("gain", Some(&options.gain)),
        "cost_out" => ("cost-out", options.cost_out.as_ref()),
        _ => ("prior", Some(&options.prior)),
    };
    let text = text.map_or("", String::as_str);
    Error::options(format!("{}: {error}", option_with(name, text))).with_value(text)
}

/// Why no release can have a delta that rounding has moved past the share of members.
fn unreachable(stakes: &Stakes, delta: &PresenceLimits) -> String {
    let share = Fraction::new(stakes.members, stakes.people).to_f64();
    let percent = format!("{:.4}", share * 100.0);
    format!(
        "no release of the whole table has presence from {} to {}: {} of {} people are in the table, and that alone tells {}% of everybody; accept a little more",
        delta.least.plain(),
        delta.most.plain(),
        stakes.members,
        stakes.people,
        percent.trim_end_matches('0').trim_end_matches('.'),
    )
}
