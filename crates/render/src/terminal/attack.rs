//! What the adversary found, as a picture of everyone's presence.

use std::fmt::Write;

use incrowd_document::AttackDocument;
use incrowd_judge::{AttackFindings, ExposedPerson, PresenceBucket, PresenceRange, Readings};
use incrowd_terms::Fraction;

use super::empirical::empirical;
use super::learned::learned;
use super::style::{BAD, FAINT, STRONG};
use super::words::verdicts;

/// Letters of the longest bar.
const BAR: u64 = 40;

/// Longest exact fraction that is easier to read than its percentage.
const SHORT: usize = 13;

/// Most letters of a cell of the table of people.
const CELL: usize = 32;

const SUBSET: &str = "if every set of people that can have led to the table is equally likely";
const MATCHING: &str = "if every way of giving its rows to people is equally likely";

/// The text of `incrowd attack`.
#[must_use]
pub fn attack(document: &AttackDocument) -> String {
    let AttackDocument { original, attacked, empirical: risks, guarantees, demands, .. } = document;
    let mut text = match attacked {
        Some(attacked) => with_register(document, attacked),
        None => format!(
            "{STRONG}{}{STRONG:#}: guesses without a register, compared with {}\n",
            document.table.as_deref().unwrap_or("the table"),
            original.as_deref().unwrap_or("the original")
        ),
    };
    if let Some(guarantees) = guarantees {
        let _ = write!(text, "\n{}", verdicts(demands, guarantees));
    }
    text += &risks.as_ref().map(empirical).unwrap_or_default();
    text
}

/// What an attacker with the register learns.
fn with_register(document: &AttackDocument, attacked: &AttackFindings) -> String {
    let AttackDocument { table, public, .. } = document;
    let mut text = format!(
        "{STRONG}{}{STRONG:#}: {} rows about some of the {} people of {}\n",
        table.as_deref().unwrap_or("the table"),
        attacked.published_rows,
        attacked.people,
        public.as_deref().unwrap_or("the register")
    );
    text += &presence(&attacked.presence, attacked.unknown);
    text += &certain(attacked);
    text += &pictures(&attacked.histogram);
    text += &exposed(&attacked.worst);
    text += &learned(&attacked.learned, true);
    text
}

/// The range of everyone's presence, and what it depends on.
fn presence(found: &Readings<PresenceRange>, unknown: u64) -> String {
    match found {
        Readings::One(range) => {
            let who = if unknown > 0 { "Everyone else" } else { "Everyone" };
            format!("{who} is in the table {}.\n", chance(range))
        }
        Readings::Both { subset, matching } => {
            let chance = |range: &Option<PresenceRange>| {
                range.as_ref().map_or_else(|| UNDECIDED.to_owned(), chance)
            };
            format!(
                "Some people match several published classes, so how likely they are in the table depends\n\
                 on what one takes to be equally likely. Everyone is in the table\n  \
                 subset    {}\n            {FAINT}{SUBSET}{FAINT:#}\n  \
                 matching  {}\n            {FAINT}{MATCHING}{FAINT:#}\n",
                chance(subset),
                chance(matching)
            )
        }
    }
}

const UNDECIDED: &str = "with a probability that is not decided";

fn chance(range: &PresenceRange) -> String {
    let how = if range.estimated { ", as far as can be estimated" } else { "" };
    match (&range.min, &range.max) {
        (None, None) => UNDECIDED.to_owned(),
        (Some(min), Some(max)) if min == max => format!("with probability {}{how}", both(min)),
        (Some(min), Some(max)) => {
            format!("with a probability from {} to {}{how}", both(min), both(max))
        }
        (Some(min), None) => {
            format!("with a probability from {}{how} up; how far is not decided", both(min))
        }
        (None, Some(max)) => {
            format!("with a probability of up to {}{how}; from where is not decided", both(max))
        }
    }
}

/// Who has nothing left to hide.
fn certain(attacked: &AttackFindings) -> String {
    let AttackFindings { certainly_in, certainly_out, unknown, .. } = attacked;
    let style = |people: u64| if people > 0 { BAD } else { FAINT };
    let (inside, outside) = (style(*certainly_in), style(*certainly_out));
    format!(
        "{inside}{certainly_in}{inside:#} people are certainly in it, \
         {outside}{certainly_out}{outside:#} are certainly not.\n{}",
        match unknown {
            0 => String::new(),
            people => format!(
                "{people} people match no published class: if rows were suppressed, they may be in \
                 it (--members\nsays how many rows there were).\n"
            ),
        }
    )
}

fn pictures(found: &Readings<Vec<PresenceBucket>>) -> String {
    match found {
        Readings::One(buckets) => format!("\n{}", picture("presence", buckets)),
        Readings::Both { subset, matching } => [("subset", subset), ("matching", matching)]
            .into_iter()
            .filter_map(|(name, buckets)| {
                Some(format!("\n{}", picture(&format!("presence, {name}"), buckets.as_ref()?)))
            })
            .collect(),
    }
}

/// A histogram drawn with blocks.
fn picture(title: &str, buckets: &[PresenceBucket]) -> String {
    let labels: Vec<String> = buckets.iter().map(label).collect();
    let width = labels.iter().map(|label| letters(label)).chain([letters(title)]).max();
    let (width, most) = (width.unwrap_or(0), buckets.iter().map(|bucket| bucket.people).max());
    let mut text = format!("{STRONG}{title:>width$}  people{STRONG:#}\n");
    for (label, bucket) in labels.iter().zip(buckets) {
        let bar = bar(bucket.people, most.unwrap_or(0));
        let gap = if bar.is_empty() { "" } else { " " };
        let _ = writeln!(text, "{label:>width$}  {bar}{gap}{}", bucket.people);
    }
    text
}

fn label(bucket: &PresenceBucket) -> String {
    if bucket.from == bucket.to {
        both(&bucket.from)
    } else {
        format!("{} to {}", percent(&bucket.from), percent(&bucket.to))
    }
}

/// A bar in eighths of a letter; whoever is there can be seen.
fn bar(people: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = u128::from(people) * u128::from(BAR * 8) / u128::from(most.max(1));
    let eighths = eighths.max(u128::from(people > 0)) as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// The most exposed people, one line each.
fn exposed(worst: &[ExposedPerson]) -> String {
    let Some(first) = worst.first() else { return String::new() };
    let columns = first.values.keys().map(|name| cell(name));
    let mut rows = vec![
        [vec!["line".into(), "presence".into()], columns.collect(), vec!["matches".into()]]
            .concat(),
    ];
    for person in worst {
        let values = person.values.values().map(|value| cell(value.as_str().unwrap_or_default()));
        let class = tame(person.class.as_deref().unwrap_or("no published class"));
        let known = vec![person.line.to_string(), told(&person.presence)];
        rows.push([known, values.collect(), vec![class]].concat());
    }
    format!("\n{STRONG}the most exposed{STRONG:#}\n{}", aligned(&rows))
}

/// A person's presence; in two readings the higher one, as that is what counts.
fn told(presence: &Readings<String>) -> String {
    match presence {
        Readings::One(one) => both(one),
        Readings::Both { subset, matching } => {
            let known = [subset, matching].into_iter().flatten();
            let highest = known.max_by(|a, b| value(a).total_cmp(&value(b)));
            highest.map_or("?".to_owned(), |highest| both(highest))
        }
    }
}

fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|c| letters(c)).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(text, "  {}", line.trim_end());
    }
    text
}

/// A text from a table, short enough for a column.
fn cell(text: &str) -> String {
    let tame = tame(text);
    if letters(&tame) <= CELL {
        return tame;
    }
    tame.chars().take(CELL - 1).chain(['…']).collect()
}

/// A text from a table without anything that a terminal would obey.
fn tame(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// A probability as a fraction and as a percentage; only the latter where the former is long.
fn both(presence: &str) -> String {
    match percent(presence) {
        percent if presence.contains('/') && presence.len() <= SHORT => {
            format!("{presence} ({percent})")
        }
        percent => percent,
    }
}

/// A percentage that is 0% and 100% only where nothing is rounded.
fn percent(presence: &str) -> String {
    if let Some((least, most)) = presence.split_once("..") {
        return format!("{} to {}", percent(least), percent(most));
    }
    let Ok(exact) = presence.parse::<Fraction>() else { return presence.to_owned() };
    let text = format!("{:.2}", exact.to_f64() * 100.0);
    match text.as_str() {
        "0.00" if exact > Fraction::ZERO => "below 0.01%".to_owned(),
        "100.00" if exact < Fraction::ONE => "above 99.99%".to_owned(),
        text => format!("{}%", text.trim_end_matches('0').trim_end_matches('.')),
    }
}

/// The order of presences as they are told: an interval by its upper end.
fn value(presence: &str) -> f64 {
    let end = presence.rsplit("..").next().unwrap_or(presence);
    end.parse::<Fraction>().map_or(0.0, Fraction::to_f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_rounded_but_never_to_certainty() {
        assert_eq!(both("0"), "0%");
        assert_eq!(both("1"), "100%");
        assert_eq!(both("1/2"), "1/2 (50%)");
        assert_eq!(both("2/3"), "2/3 (66.67%)");
        assert_eq!(both("99999/100000"), "99999/100000 (above 99.99%)");
        assert_eq!(both("1/100000"), "1/100000 (below 0.01%)");
        assert_eq!(both("123456789/987654321"), "12.5%");
        assert_eq!(both("0.210000000001..0.35"), "21% to 35%");
    }

    #[test]
    fn bars_are_as_long_as_people_are_many_and_nobody_vanishes() {
        assert_eq!(bar(0, 10), "");
        assert_eq!(bar(10, 10), "█".repeat(40));
        assert_eq!(bar(5, 10), "█".repeat(20));
        assert_eq!(bar(1, 320), "▏");
        assert_eq!(bar(1, 10_000_000_000), "▏");
        assert_eq!(bar(3, 64), "█▉");
        assert_eq!(bar(0, 0), "");
        assert_eq!(bar(u64::MAX, u64::MAX), "█".repeat(40));
    }

    #[test]
    fn cells_are_short_and_tame() {
        assert_eq!(cell("a\u{1b}[31mb"), "a [31mb");
        assert_eq!(letters(&cell(&"é".repeat(100))), CELL);
    }
}
