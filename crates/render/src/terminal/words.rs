//! Figures and demands in words.

use incrowd_terms::{Figure, Guarantee};

use super::style::{BAD, FAINT, GOOD};

/// At most six digits behind the point, and no more than needed.
#[must_use]
pub fn short(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The figure of a model as people write it.
#[must_use]
pub fn figure(value: &Figure) -> String {
    let part = |(name, part): (&str, &Figure)| match part {
        Figure::Undefined => format!("{name} not decided"),
        part => format!("{name} {}", figure(part)),
    };
    match value {
        Figure::Undefined => "none".to_owned(),
        Figure::Flag(flag) => flag.to_string(),
        Figure::Whole(number) => number.to_string(),
        Figure::Decimal(number) => short(*number),
        Figure::Text(text) => text.clone(),
        Figure::Parts(parts) => parts.iter().map(part).collect::<Vec<_>>().join(", "),
    }
}

/// So many classes.
pub fn classes(count: u64) -> String {
    if count == 1 { "1 class".to_owned() } else { format!("{count} classes") }
}

/// The lines of all demands, each with whether it holds.
pub fn verdicts(demands: &[String], guarantees: &[Guarantee]) -> String {
    demands.iter().zip(guarantees).map(|(demand, guarantee)| verdict(demand, guarantee)).collect()
}

/// A demand and whether it holds, on one line.
pub fn verdict(demand: &str, guarantee: &Guarantee) -> String {
    let word =
        if guarantee.holds { format!("{GOOD}holds{GOOD:#}") } else { format!("{BAD}FAILS{BAD:#}") };
    format!("  {word}  {demand}  {FAINT}measured {}{FAINT:#}\n", figure(&guarantee.measured))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        assert_eq!(figure(&Figure::Undefined), "none");
        assert_eq!(figure(&2.0.into()), "2");
        assert_eq!(figure(&0.123_456_789.into()), "0.123457");
        let range = Figure::parts([("min", Figure::Undefined), ("max", "1/3".into())]);
        assert_eq!(figure(&range), "min not decided, max 1/3");
        assert_eq!(figure(&range.with("strict", true)), "min not decided, max 1/3, strict true");
    }
}
