//! How likely people of the population are in the table: the range, those whose membership is
//! certain, and a histogram of everybody.
//!
//! Where published classes overlap there are two readings of "equally likely", and both are shown.

use incrowd_document::{PresenceEnd, PresenceEvidence};
use incrowd_judge::{PresenceBucket, PresenceRange, Readings};
use incrowd_terms::Guarantee;

use super::layout::{FactList, prose, table};
use crate::format;
use crate::{Axis, Bars, Chart, Grid, PageBlock};

const SUBSET: &str = "if every set of people that can have led to the table is equally likely";
const MATCHING: &str = "if every way of giving its rows to people is equally likely";
const LEAST: &str = "least probability of being in the table";
const GREATEST: &str = "greatest probability of being in the table";

/// Presence by the evidence, beside what was demanded.
pub fn blocks(presence: &PresenceEvidence, guarantees: &[Guarantee]) -> Vec<PageBlock> {
    let mut blocks = vec![prose(
        "Someone has a register of the population and wants to know who is in the table. These are the \
         probabilities that the published table leaves.",
    )];
    let mut facts = FactList::new();
    facts.figure("people of the population", Some(presence.people));
    facts.figure("rows published about them", Some(presence.members));
    end(&mut facts, LEAST, &presence.min);
    end(&mut facts, GREATEST, &presence.max);
    certain(&mut facts, presence.certainly_in, presence.certainly_out, Some(presence.unknown));
    for guarantee in guarantees.iter().filter(|found| found.model.ends_with("presence")) {
        let demanded = format::plain(&guarantee.demanded);
        facts.text(&format!("demanded by {}", guarantee.model), Some(demanded));
    }
    blocks.extend(facts.table("How likely people are in the table"));
    blocks.extend(histograms(&presence.histogram));
    blocks
}

/// Adds how many people are certainly in the table or not.
pub fn certain(facts: &mut FactList, certainly_in: u64, certainly_out: u64, unknown: Option<u64>) {
    facts.figure("people certainly in the table", Some(certainly_in));
    facts.figure("people certainly not in it", Some(certainly_out));
    facts.figure("people whose membership is unknown", unknown);
}

/// Adds one end of the range, in one reading or two.
fn end(facts: &mut FactList, name: &str, end: &PresenceEnd) {
    let exact = |text: &Option<String>| text.as_deref().map(format::exact);
    match end {
        PresenceEnd::One(text) => facts.text(name, exact(text)),
        PresenceEnd::Both { subset, matching } => {
            facts.text(&format!("{name}, subset: {SUBSET}"), exact(subset));
            facts.text(&format!("{name}, matching: {MATCHING}"), exact(matching));
        }
    }
}

/// Adds the least and the greatest probability.
pub fn range(facts: &mut FactList, presence: &PresenceRange) {
    one_range(facts, presence, "");
}

/// Adds the least and the greatest probability, in one reading or two.
pub fn ranges(facts: &mut FactList, presence: &Readings<PresenceRange>) {
    match presence {
        Readings::One(presence) => range(facts, presence),
        Readings::Both { subset, matching } => {
            for (presence, key, meaning) in
                [(subset, "subset", SUBSET), (matching, "matching", MATCHING)]
            {
                if let Some(presence) = presence {
                    one_range(facts, presence, &format!(", {key}: {meaning}"));
                }
            }
        }
    }
}

fn one_range(facts: &mut FactList, presence: &PresenceRange, reading: &str) {
    let how = if presence.estimated { ", estimated" } else { "" };
    for (name, end) in [(LEAST, &presence.min), (GREATEST, &presence.max)] {
        facts.text(&format!("{name}{how}{reading}"), end.as_deref().map(format::exact));
    }
}

/// The presence of one person, in one reading or two.
pub fn of_person(presence: &Readings<String>) -> String {
    let exact = |text: &Option<String>| text.as_deref().map_or(format::NONE.into(), format::exact);
    match presence {
        Readings::One(text) => format::exact(text),
        Readings::Both { subset, matching } => {
            format!("subset {}, matching {}", exact(subset), exact(matching))
        }
    }
}

/// The histograms, one for each reading.
pub fn histograms(histogram: &Readings<Vec<PresenceBucket>>) -> Vec<PageBlock> {
    match histogram {
        Readings::One(buckets) => one_histogram("", buckets),
        Readings::Both { subset, matching } => [(subset, SUBSET), (matching, MATCHING)]
            .into_iter()
            .filter_map(|(buckets, meaning)| Some((buckets.as_ref()?, meaning)))
            .flat_map(|(buckets, meaning)| one_histogram(&format!(", {meaning}"), buckets))
            .collect(),
    }
}

fn one_histogram(reading: &str, buckets: &[PresenceBucket]) -> Vec<PageBlock> {
    let mut grid = Grid::new(["from", "to", "people"]);
    let (mut places, mut people) = (Vec::new(), Vec::new());
    let short =
        |text: &str| format::fraction(text).map_or_else(|| text.to_owned(), format::percent);
    for bucket in buckets {
        let (least, most) = (short(&bucket.from), short(&bucket.to));
        grid.row([
            format::exact(&bucket.from),
            format::exact(&bucket.to),
            bucket.people.to_string(),
        ]);
        places.push(if least == most { least } else { format!("{least} to {most}") });
        people.push(Some(bucket.people as f64));
    }
    let Some(exact) = table(format!("The histogram in exact shares{reading}"), grid) else {
        return Vec::new();
    };
    let chart = Bars {
        title: format!("People by the probability of being in the table{reading}"),
        label: "probability of being in the table".to_owned(),
        y: Axis { label: "people".to_owned(), ..Axis::default() },
        places,
        groups: vec![("people".to_owned(), people)],
    };
    let caption = format!("How many people are in the table with which probability{reading}.");
    vec![PageBlock::Figure(caption, Chart::Bars(chart)), exact]
}
