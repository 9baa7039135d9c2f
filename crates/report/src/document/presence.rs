//! How likely people of the population are in the table: the range, those of whom it is certain,
//! and everybody's as a histogram.
//!
//! Where published classes overlap there are two readings of "equally likely", and both are shown.

use serde_json::Value;

use crate::{Axis, Bars, Block, Chart, Grid};

use super::frame::{Facts, prose, table};
use super::part::{Part, Read};
use super::words;

/// The two readings where classes overlap.
const READINGS: [(&str, &str); 2] = [
    ("subset", "if every set of people that can have led to the table is equally likely"),
    ("matching", "if every way of giving its rows to people is equally likely"),
];

/// Presence by the evidence, beside what was demanded.
pub fn blocks(whole: &Part<'_>, evidence: &Part<'_>) -> Read<Vec<Block>> {
    let Some(presence) = evidence.part("presence")? else { return Ok(Vec::new()) };
    let mut blocks = vec![prose(
        "Someone with a register of the population wonders of every person in it whether the person is in the \
         table. This is how sure the published table makes them.",
    )];
    let mut facts = Facts::new();
    facts.add("people of the population", presence.figure("people")?);
    facts.add("rows published about them", presence.figure("members")?);
    readings(&mut facts, &presence)?;
    facts.add("people certainly in the table", presence.figure("certainly_in")?);
    facts.add("people certainly not in it", presence.figure("certainly_out")?);
    facts.add("people of whom it is unknown", presence.figure("unknown")?);
    for guarantee in whole.parts("guarantees")? {
        let model = guarantee.text("model")?.unwrap_or_default();
        if model.ends_with("presence") {
            facts.add(&format!("demanded by {model}"), guarantee.any("demanded").map(words::plain));
        }
    }
    blocks.extend(facts.table("How likely people are in the table"));
    blocks.extend(histograms(&presence)?);
    Ok(blocks)
}

/// The least and the greatest probability, each in one reading or two.
fn range(facts: &mut Facts, reading: &str, presence: &Part<'_>) -> Read<()> {
    let how = if presence.flag("estimated")? == Some(true) { ", estimated" } else { "" };
    for (key, name) in [
        ("min", "least probability of being in the table"),
        ("max", "greatest probability of being in the table"),
    ] {
        let name = format!("{name}{how}{reading}");
        if !presence.any(key).is_some_and(Value::is_object) {
            facts.add(&name, presence.text(key)?.map(words::exact));
            continue;
        }
        let Some(both) = presence.part(key)? else { continue };
        for (key, meaning) in READINGS {
            let name = format!("{name}, {key}: {meaning}");
            facts.add(&name, both.text(key)?.map(words::exact));
        }
    }
    Ok(())
}

/// The range under a key, in one reading or two.
pub fn ranges(facts: &mut Facts, whole: &Part<'_>) -> Read<()> {
    let Some(presence) = whole.part("presence")? else { return Ok(()) };
    readings(facts, &presence)
}

/// The range, or one for each reading.
fn readings(facts: &mut Facts, presence: &Part<'_>) -> Read<()> {
    range(facts, "", presence)?;
    for (key, meaning) in READINGS {
        if let Some(reading) = presence.part(key)? {
            range(facts, &format!(", {key}: {meaning}"), &reading)?;
        }
    }
    Ok(())
}

/// A presence of one person, in one reading or two.
pub fn chance(person: &Part<'_>) -> Read<String> {
    match person.any("presence") {
        None => Ok(words::NONE.to_owned()),
        Some(Value::String(text)) => Ok(words::exact(text)),
        Some(Value::Object(_)) => Ok(person.plain("presence")),
        Some(other) => Err(person.wrong("presence", "a text or an object", other)),
    }
}

/// The histograms, one or one for each reading.
pub fn histograms(part: &Part<'_>) -> Read<Vec<Block>> {
    if !part.any("histogram").is_some_and(Value::is_object) {
        return histogram("", &part.parts("histogram")?);
    }
    let Some(both) = part.part("histogram")? else { return Ok(Vec::new()) };
    let mut blocks = Vec::new();
    for (key, meaning) in READINGS {
        blocks.extend(histogram(&format!(", {meaning}"), &both.parts(key)?)?);
    }
    Ok(blocks)
}

fn histogram(reading: &str, buckets: &[Part<'_>]) -> Read<Vec<Block>> {
    let mut grid = Grid::new(["from", "to", "people"]);
    let (mut places, mut people) = (Vec::new(), Vec::new());
    for bucket in buckets {
        let end = |key| -> Read<(String, String)> {
            let text = bucket.text(key)?.unwrap_or(words::NONE);
            let short = words::fraction(text).map_or_else(|| text.to_owned(), words::percent);
            Ok((words::exact(text), short))
        };
        let ((from, least), (to, most)) = (end("from")?, end("to")?);
        grid.row([from, to, bucket.cell("people")?]);
        places.push(if least == most { least } else { format!("{least} to {most}") });
        people.push(bucket.float("people")?);
    }
    let Some(exact) = table(format!("The histogram in exact shares{reading}"), grid) else {
        return Ok(Vec::new());
    };
    let title = format!("People by the probability of being in the table{reading}");
    let chart = Bars {
        title,
        label: "probability of being in the table".to_owned(),
        y: Axis { label: "people".to_owned(), ..Axis::default() },
        places,
        groups: vec![("people".to_owned(), people)],
    };
    let caption = format!("How many people are in the table with which probability{reading}.");
    Ok(vec![Block::Figure(caption, Chart::Bars(chart)), exact])
}
