//! What demands and risks come to, in words that the terminal and pages share.

use incrowd_terms::{OverallVerdict, Risk, RiskKind, Severity};

/// The verdict in a word.
pub(crate) fn badge(verdict: OverallVerdict) -> &'static str {
    match verdict {
        OverallVerdict::Holds => "Holds",
        OverallVerdict::HoldsWithRisks => "Holds, with risks",
        OverallVerdict::Fails => "Fails",
    }
}

/// The verdict as the end of a sentence.
pub(crate) fn meaning(verdict: OverallVerdict, risks: &[Risk]) -> &'static str {
    let found = risks.iter().any(|risk| risk.severity > Severity::Notice && risk.is_measured());
    match verdict {
        OverallVerdict::Holds if risks.is_empty() => {
            "every demand is met, and nothing else was found that exposes people"
        }
        OverallVerdict::Holds => "every demand is met, and nothing grave was found",
        OverallVerdict::HoldsWithRisks if found => {
            "every demand is met, but the file exposes people in other ways"
        }
        OverallVerdict::HoldsWithRisks => {
            "every demand is met, but not every risk could be measured"
        }
        OverallVerdict::Fails => "not every demand is met",
    }
}

/// The severity in a word.
pub(crate) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Notice => "notice",
        Severity::Warning => "warning",
        Severity::Severe => "severe",
    }
}

/// What a kind of risk is, for people who never heard its name.
pub(crate) fn title(kind: RiskKind) -> &'static str {
    match kind {
        RiskKind::RepeatedPerson => "Some people have several rows, and rows were counted",
        RiskKind::CertainSecret => "In some classes nearly everybody has the same secret",
        RiskKind::Undone => "A published column gives a generalized one back",
        RiskKind::SingledOut => "A few published columns together single people out",
        RiskKind::RegisterKnows => "The register has published columns that were not treated",
        RiskKind::IdentifyingColumn => "A published column identifies people",
        RiskKind::Neighbours => "The secrets of a class lie close together",
        RiskKind::Extremes => "The end of a published range is somebody's exact value",
        RiskKind::Ordered => "The order of rows gives something away",
        RiskKind::JointK => "Masked columns single people out together",
        RiskKind::Linked => "An earlier release of the same people narrows classes down",
        RiskKind::SeveralClasses => "People stand in several classes with few secrets in common",
        _ => "Another risk",
    }
}

/// The kinds that could not be measured, with the reason and what would help, in one sentence.
pub(crate) fn unmeasured(risks: &[Risk]) -> Option<String> {
    let missing: Vec<&Risk> = risks.iter().filter(|risk| !risk.is_measured()).collect();
    let first = missing.first()?;
    let kinds: Vec<&str> = missing.iter().map(|risk| risk.kind.name()).collect();
    let why = first.what.split_once(": ").map_or("", |(_, why)| why);
    let cure = first.cure.as_deref().unwrap_or_default();
    Some(format!("not measured: {} ({why}; {cure})", kinds.join(", ")))
}

#[cfg(test)]
mod tests {
    use incrowd_terms::RiskKind;

    use super::*;

    #[test]
    fn kinds_that_could_not_be_measured_share_a_sentence() {
        let missing = |kind| {
            Risk::unmeasured(kind, format!("{kind} could not be measured: no original"), "fetch it")
        };
        let risks = [missing(RiskKind::Undone), missing(RiskKind::Ordered)];
        let expected = "not measured: undone, ordered (no original; fetch it)";
        assert_eq!(unmeasured(&risks).as_deref(), Some(expected));
        assert_eq!(unmeasured(&[]), None);
        let verdict = OverallVerdict::HoldsWithRisks;
        assert!(meaning(verdict, &risks).ends_with("could be measured"));
    }
}
