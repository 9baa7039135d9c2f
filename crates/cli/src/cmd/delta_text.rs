//! What deltas mean, to those who decide what may be published.

use std::fmt::Write;

use incrowd::core::risk::{Delta, Exact, Risk, Stakes};
use incrowd::terms::Fraction;
use serde_json::{Value, json};

use incrowd::run::style::STRONG;

/// The deltas exactly, and the beliefs that they lead to.
pub fn json(risk: &Risk, delta: &Delta) -> Value {
    json!({
        "delta_min": delta.least,
        "delta_max": delta.most,
        "posterior_max": risk.posterior(&delta.most.into()).to_f64(),
        "posterior_min": risk.posterior(&delta.least.into()).to_f64(),
        "pair_gap": risk.pair_gap(delta).to_f64(),
    })
}

/// The readable page.
pub fn text(stakes: &Stakes, risk: &Risk, delta: &Delta) -> String {
    let lowest = risk.posterior(&delta.least.into());
    let highest = risk.posterior(&delta.most.into());
    let (least, most) = (delta.least.plain(), delta.most.plain());
    let mut text = format!(
        "Everyone's presence must stay between {STRONG}{least}{STRONG:#} and {STRONG}{most}{STRONG:#}.\n"
    );
    text += &heading(&format!(
        "What someone with a register of all {} people can believe",
        stakes.people
    ));
    let _ = writeln!(text, "  {:<30}  {:<18}  after it", "", "before the release");
    let mut line = |what: &str, before: &Exact, low: &Exact, high: &Exact| {
        let (before, low, high) = (percent(before), percent(low), percent(high));
        let _ = writeln!(text, "  {what:<30}  {before:<18}  {low} to {high}");
    };
    line("that a person is in the table", risk.share(), &delta.least.into(), &delta.most.into());
    line("that a person has the trait", &stakes.prior.into(), &lowest, &highest);
    text += &misuse(stakes, &lowest, &highest);
    text += &applicants(stakes, &risk.pair_gap(delta));
    if risk.allows(delta) {
        text += &heading("Next");
        let _ = writeln!(
            text,
            "  incrowd release TABLE --public REGISTER --qi A,B,.. --presence {least},{most} -o OUT"
        );
    }
    text
}

fn heading(words: &str) -> String {
    format!("\n{STRONG}{words}{STRONG:#}\n")
}

/// What a change of belief about one person is worth, beside what is accepted.
fn misuse(stakes: &Stakes, lowest: &Exact, highest: &Exact) -> String {
    let prior = Exact::from(stakes.prior);
    // Rounding may leave less than no change at all.
    let worth = |change: Exact| amount(&(&change.max(Exact::from(0)) * &stakes.gain.into()));
    let accepted = match stakes.cost_out {
        Some(cost) => format!("you accept {}", cost.plain()),
        None => "you set no limit, --cost-out does".to_owned(),
    };
    format!(
        "{}  To know that a person has the trait is worth {}. By the release a person can seem to\n  \
         cost at most {} more than before (you accept {}),\n  \
         and at most {} less ({accepted}).\n",
        heading("What misuse pays"),
        stakes.gain.plain(),
        worth(highest - &prior),
        stakes.cost.plain(),
        worth(&prior - lowest),
    )
}

/// What it is worth to prefer one of two people.
fn applicants(stakes: &Stakes, gap: &Exact) -> String {
    let points = percent(gap);
    format!(
        "{}  Of two people the one can seem more likely than the other to have the trait by {} points\n  \
         at most; to choose between them by the release is worth at most {}.\n",
        heading("Between two applicants"),
        points.trim_end_matches('%'),
        amount(&(gap * &stakes.gain.into())),
    )
}

/// Why no release can have a delta that rounding has moved past the share of members.
pub fn unreachable(stakes: &Stakes, delta: &Delta) -> String {
    format!(
        "no release of the whole table has presence from {} to {}: {} of {} people are in the table, and that alone tells {} of everybody; accept a little more",
        delta.least.plain(),
        delta.most.plain(),
        stakes.members,
        stakes.people,
        percent(&Fraction::new(stakes.members, stakes.people).into()),
    )
}

/// At most four digits behind the point: a delta's six decimals.
fn percent(share: &Exact) -> String {
    format!("{}%", trimmed(share.to_f64() * 100.0, 4))
}

fn amount(value: &Exact) -> String {
    trimmed(value.to_f64(), 2)
}

fn trimmed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
