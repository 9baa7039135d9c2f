//! The page of an attack: what someone with a register of the population learns about membership, and
//! what guesses without a register achieve.

use incrowd_document::AttackDocument;
use incrowd_judge::{AttackFindings, ExposedPerson, KnownColumns};

use crate::format;
use crate::sections::closing::{Closing, Further};
use crate::sections::demands::{self, FigureBeside};
use crate::sections::evidence::EvidenceParts;
use crate::sections::layout::{FactList, Sections, prose, table};
use crate::sections::provenance::Repeat;
use crate::sections::recoding::PublishedForm;
use crate::sections::verdict::{self, GuaranteeCounts};
use crate::sections::{banner, empirical, learned, presence};
use crate::{Grid, Page, PageBlock, Tone};

/// The page.
pub fn page(document: &AttackDocument) -> Page {
    let AttackDocument { attacked, guarantees, .. } = document;
    let evidence = EvidenceParts::from(document.evidence.as_ref());
    let guarantees = guarantees.as_deref().unwrap_or_default();
    let held = GuaranteeCounts::of(guarantees.iter().map(|guarantee| guarantee.holds));
    let mut sections = Sections::default();
    let attacked = attacked.as_ref();
    sections.add("At a glance", glance(document, held, &evidence));
    let recoding = match evidence.input("secrets") {
        Some(_) => PublishedForm::Anatomy,
        None => PublishedForm::Generalized,
    };
    sections.add(
        "What was demanded and what was measured",
        demands::blocks(
            &demands::demands(guarantees, evidence.demands),
            FigureBeside::Measured,
            recoding,
            evidence.group,
        ),
    );
    if let Some(attacked) = attacked {
        sections.add("Everybody's presence", presence::histograms(&attacked.histogram));
        sections.add("The most exposed people", exposed(&attacked.worst));
        sections.add("What remains possible", learned::blocks(&attacked.learned));
        sections.add(
            "With all columns that both tables have",
            attacked.known.as_ref().map(known).unwrap_or_default(),
        );
    }
    sections.add(empirical::TITLE, empirical::blocks(document.empirical.as_ref()));
    let notes = attacked.map(|attacked| attacked.notes.as_slice());
    let warnings = notes.filter(|notes| !notes.is_empty());
    let repeat = Repeat::Command { published: false, has_evidence: true };
    Closing { warnings, further: Further::default(), evidence, repeat }.add_signed(&mut sections);
    sections.page(
        evidence.title("Attack on", "published"),
        evidence.subtitle(match attacked {
            Some(_) => "What an adversary learns from the published table and a register",
            None => "What guesses from the published table achieve",
        }),
    )
}

fn glance(
    document: &AttackDocument,
    held: GuaranteeCounts,
    evidence: &EvidenceParts<'_>,
) -> Vec<PageBlock> {
    let Some(attacked) = &document.attacked else {
        let mut facts = FactList::new();
        tables(&mut facts, evidence);
        let table = facts.table("The attack in figures");
        return std::iter::once(banner::guesses()).chain(table).collect();
    };
    let mut blocks = vec![banner::attack(!attacked.worst.is_empty())];
    if held.demanded > 0 {
        blocks.push(held.note());
    }
    let (tone, text) = match attacked {
        AttackFindings { certainly_in: 1.., .. } => {
            (Tone::Bad, "Some people are certainly in the table.")
        }
        AttackFindings { certainly_out: 1.., .. } => (
            Tone::Careful,
            "Nobody is certainly in the table. Some people are certainly not in it.",
        ),
        AttackFindings { unknown: 1.., .. } => (
            Tone::Careful,
            "Nobody is certainly in the table. Some people match no published class: they may be in it if rows were suppressed.",
        ),
        _ => (Tone::Good, "Nobody's membership is certain."),
    };
    // Without a demand there is no verdict.
    blocks.push(match held.demanded {
        0 => prose(text),
        _ => PageBlock::Note(tone, text.to_owned()),
    });
    let mut facts = FactList::new();
    tables(&mut facts, evidence);
    facts.figure("people of the register", Some(attacked.people));
    facts.figure("published rows", Some(attacked.published_rows));
    let overlapping = format::yes(attacked.overlapping);
    facts.text("somebody matches several published classes", Some(overlapping));
    presence::ranges(&mut facts, &attacked.presence);
    let AttackFindings { certainly_in, certainly_out, unknown, .. } = *attacked;
    presence::certain(&mut facts, certainly_in, certainly_out, Some(unknown));
    blocks.extend(facts.table("The attack in figures"));
    blocks.push(prose(
        "The attack does not know how the release was chosen: someone who knows the algorithm can learn more.",
    ));
    blocks
}

/// Adds the tables and the roles of their columns.
fn tables(facts: &mut FactList, evidence: &EvidenceParts<'_>) {
    facts.text("published table", evidence.input("published"));
    facts.text("register", evidence.input("public"));
    facts.text("original", evidence.input("original"));
    facts.text("control", evidence.input("control"));
    verdict::roles(facts, evidence.roles);
}

/// The people of the register who are most exposed, as many as were asked for.
fn exposed(people: &[ExposedPerson]) -> Vec<PageBlock> {
    let mut grid = Grid::new(["line of the register", "values", "presence", "matches"]);
    for person in people {
        let value = |(name, value): (&String, &serde_json::Value)| match value.as_str() {
            Some(text) => format!("{name}={text}"),
            None => format!("{name}={value}"),
        };
        let values: Vec<String> = person.values.iter().map(value).collect();
        let class = person.class.as_deref().unwrap_or("no published class").to_owned();
        let presence = presence::of_person(&person.presence);
        grid.row([person.line.to_string(), values.join(", "), presence, class]);
    }
    let Some(people) = table("The most exposed people, the highest presence first", grid) else {
        return Vec::new();
    };
    let text = "These lines are about single people of the register: keep this page as you keep the register.";
    vec![PageBlock::Note(Tone::Careful, text.to_owned()), people]
}

/// What is found with the columns that both tables have but that were not named.
fn known(known: &KnownColumns) -> Vec<PageBlock> {
    let mut facts = FactList::new();
    facts.text("columns that were not named", Some(known.columns.join(", ")));
    presence::ranges(&mut facts, &known.presence);
    presence::certain(&mut facts, known.certainly_in, known.certainly_out, None);
    let text = "The register has further columns of the published table, so the adversary has them too. This is what \
                they add:";
    let table = facts.table("The attack with all columns that both tables have");
    std::iter::once(prose(text)).chain(table).collect()
}
