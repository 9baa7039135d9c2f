//! The verdict on the first screen of a page: green if nothing was found, amber with the risks, red
//! if a demand fails.

use incrowd_terms::{OverallVerdict, PublishedRisk, Risk, RiskKind, Severity};

use super::layout::prose;
use crate::risks::{badge, meaning, severity, title, unmeasured};
use crate::{Finding, PageBlock, Tone};

/// The verdict and the risks; nothing where nothing was demanded and nothing was found.
pub fn blocks(verdict: Option<OverallVerdict>, risks: &[Risk]) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    if let Some(verdict) = verdict {
        let text = format!("{}: {}.", badge(verdict), meaning(verdict, risks));
        blocks.push(PageBlock::Note(tone(verdict), text));
    } else if risks.iter().any(|risk| risk.is_measured() && risk.severity > Severity::Notice) {
        let text = "Nothing was demanded, but the file exposes people.".to_owned();
        blocks.push(PageBlock::Note(Tone::Careful, text));
    }
    blocks.extend(found(risks));
    blocks
}

/// The risks, each with its worst case and what to do about it, and what could not be measured.
pub fn found(risks: &[Risk]) -> Vec<PageBlock> {
    let measured: Vec<Finding> =
        risks.iter().filter(|risk| risk.is_measured()).map(finding).collect();
    let missing = unmeasured(risks).map(|text| prose(sentence(&text)));
    let measured = (!measured.is_empty()).then_some(PageBlock::Findings(measured));
    measured.into_iter().chain(missing).collect()
}

/// The verdict and the risks of a certificate.
pub fn certified(
    verdict: Option<OverallVerdict>,
    risks: &[PublishedRisk],
    unmeasured: &[RiskKind],
) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    if let Some(verdict) = verdict {
        let found = risks.iter().any(|risk| risk.severity > Severity::Notice);
        let meaning = match verdict {
            OverallVerdict::Holds => "every demand is met, and nothing grave was found besides",
            OverallVerdict::HoldsWithRisks if found => {
                "every demand is met, but the file exposes people in other ways"
            }
            OverallVerdict::HoldsWithRisks => {
                "every demand is met, but some risks cannot be measured without the original"
            }
            OverallVerdict::Fails => "not every demand is met",
        };
        blocks.push(PageBlock::Note(tone(verdict), format!("{}: {meaning}.", badge(verdict))));
    }
    let findings: Vec<Finding> =
        risks.iter().map(|risk| headed(risk.kind, risk.severity)).collect();
    blocks.extend((!findings.is_empty()).then_some(PageBlock::Findings(findings)));
    if !unmeasured.is_empty() {
        let kinds: Vec<&str> = unmeasured.iter().map(|kind| kind.name()).collect();
        blocks.push(prose(format!(
            "Not told here, because it would tell about the original: {}. The publisher has measured them.",
            kinds.join(", ")
        )));
    }
    blocks
}

fn tone(verdict: OverallVerdict) -> Tone {
    match verdict {
        OverallVerdict::Holds => Tone::Good,
        OverallVerdict::HoldsWithRisks => Tone::Careful,
        OverallVerdict::Fails => Tone::Bad,
    }
}

/// A kind of risk and how grave it is.
fn headed(kind: RiskKind, grave: Severity) -> Finding {
    Finding {
        tone: match grave {
            Severity::Severe => Tone::Bad,
            Severity::Warning => Tone::Careful,
            Severity::Notice => Tone::Neutral,
        },
        label: sentence_start(severity(grave)),
        title: title(kind).to_owned(),
        name: kind.name().to_owned(),
        text: String::new(),
        details: Vec::new(),
    }
}

fn finding(risk: &Risk) -> Finding {
    let detail =
        |about: &str, text: &Option<String>| Some((about.to_owned(), sentence(text.as_ref()?)));
    let details = [detail("For example", &risk.example), detail("What to do", &risk.cure)];
    Finding {
        text: sentence(&risk.what),
        details: details.into_iter().flatten().collect(),
        ..headed(risk.kind, risk.severity)
    }
}

fn sentence(text: &str) -> String {
    sentence_start(text) + "."
}

fn sentence_start(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
