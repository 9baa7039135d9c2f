//! What the judge found about a table.

use std::fmt::Write;

use incrowd_document::CheckDocument;
use incrowd_judge::uniqueness::{Estimate, Estimates, Interval, UniquenessEstimator};
use incrowd_judge::{ColumnFindings, ColumnProximity, ReidentificationRisk};

use super::after::after;
use super::learned::{learned, told};
use super::risks::verdict;
use super::style::{BAD, FAINT, STRONG};
use super::words::{classes, short, verdicts};

/// The text of `incrowd check`.
#[must_use]
pub fn check(document: &CheckDocument) -> String {
    let CheckDocument { table, findings, sample_uniques, demands, .. } = document;
    let mut text = verdict(document.verdict, &document.risks);
    let smallest = findings.k.map_or("-".to_owned(), |k| k.to_string());
    let (rows, classes, unique) = (findings.rows, classes(findings.classes), findings.unique_rows);
    let counted = match findings.people {
        None => {
            format!(
                "{rows} rows in {classes}; the smallest has {smallest}, {unique} rows are unique"
            )
        }
        Some(people) => format!(
            "{people} people in {rows} rows and {classes}; the smallest has {smallest} people, and {unique} people \
             are alone in a class"
        ),
    };
    let table = table.as_deref().unwrap_or("the table");
    let _ = writeln!(text, "{STRONG}{table}{STRONG:#}: {counted}");
    text += &risks(&findings.risk);
    if let Some(estimates) = &findings.uniqueness {
        text += &uniqueness(estimates, sample_uniques.unwrap_or_default());
    }
    for (column, found) in &findings.sensitive {
        let _ = writeln!(text, "\n{STRONG}{column}{STRONG:#}");
        let near = findings.proximity.iter().filter(|(name, _)| name == column);
        let near = near.flat_map(|(_, found)| nearness(found));
        for (name, value) in measures(found).into_iter().chain(near) {
            let _ = writeln!(text, "  {name:<26} {value}");
        }
    }
    for (column, found) in &findings.sensitive {
        text += &disclosing(column, found);
    }
    text += &learned(&findings.learned, findings.presence.is_some());
    if !demands.is_empty() {
        let _ = writeln!(text);
    }
    text += &verdicts(demands, &findings.guarantees);
    text + &after(document.after.as_ref(), demands)
}

/// How likely someone is to be recognised, by whom.
fn risks(risk: &ReidentificationRisk) -> String {
    let mut text = String::from("risk of being recognised\n");
    let unknown = match risk.journalist {
        Some(_) => "",
        None => "; not known without the register (--public)",
    };
    let journalist = format!("at worst, by someone who has a register of the population{unknown}");
    let lines = [
        (
            "prosecutor",
            risk.prosecutor,
            "at worst, by someone who knows that the person is in the table",
        ),
        ("journalist", risk.journalist, journalist.as_str()),
        (
            "marketer",
            risk.marketer,
            "on average, by someone who tries it with everybody in the table",
        ),
    ];
    for (who, value, words) in lines {
        let value = value.map_or("-".to_owned(), short);
        let _ = writeln!(text, "  {who:<10} {value:<8}  {FAINT}{words}{FAINT:#}");
    }
    text
}

/// How many people of the population are unique, which rule says so, and what the others say.
fn uniqueness(found: &Estimates, unique_rows: u64) -> String {
    let people = about(found.estimate.uniques);
    let (who, are) = if people == "1" { ("person", "is") } else { ("people", "are") };
    let small = found.sample_fraction <= 0.1;
    let samples = if small { "of up to 10%" } else { "above 10%" };
    let instead = match found.chosen {
        UniquenessEstimator::Zayatz if small => ", as Pitman has no solution",
        _ => "",
    };
    let mut text = format!(
        "\nIn a population of {}: about {STRONG}{people} {who} ({}){STRONG:#} {are} unique on these columns ({}{instead}; the rule of Dankar et al. for samples {samples})\n",
        found.population,
        percent(found.estimate.share),
        found.chosen.name(),
    );
    let Interval { low, high } = found.interval;
    let _ = writeln!(
        text,
        "  with 95% confidence {} to {}, whatever the population is like",
        about(low),
        about(high)
    );
    if found.uncertain {
        text += "  the sample does not decide: the estimate can be off by more than a factor of two, most of all where\n  a small sample comes from a population with many rare combinations\n";
    }
    if unique_rows > 0 {
        let _ = writeln!(
            text,
            "  among them are about {} of the {unique_rows} unique rows of the table",
            about(found.unique_rows)
        );
    }
    let said = |estimate: Option<Estimate>| match estimate {
        Some(estimate) => about(estimate.uniques),
        None => "no solution".to_owned(),
    };
    let _ = writeln!(
        text,
        "  {FAINT}Pitman {}, SNB {}, Zayatz {}; for a random sample, and too low if rare rows were suppressed{FAINT:#}",
        said(found.pitman),
        said(found.snb),
        said(Some(found.zayatz))
    );
    text
}

/// A number of people that is only estimated.
fn about(number: f64) -> String {
    if number < 9.95 { short((number * 10.0).round() / 10.0) } else { format!("{number:.0}") }
}

/// A share, to a digit behind the point, and to more if it is small.
fn percent(share: f64) -> String {
    let share = 100.0 * share;
    let digits = if share < 0.1 { 4 } else { 1 };
    let text = format!("{share:.digits$}");
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// The classes of which everybody is known to have a value.
fn disclosing(column: &str, found: &ColumnFindings) -> String {
    const SHOWN: usize = 5;
    if found.disclosures == 0 {
        return String::new();
    }
    let plural = if found.disclosures == 1 { "class discloses" } else { "classes disclose" };
    let mut text = format!(
        "\n{BAD}{} {plural} {column}{BAD:#}: everybody in it has the same\n",
        found.disclosures
    );
    for one in found.disclosing.iter().take(SHOWN) {
        let _ = writeln!(text, "  {}: all {} rows have {}", one.class, one.rows, told(&one.value));
    }
    let more = found.disclosures.saturating_sub(SHOWN as u64);
    if more > 0 {
        let _ = writeln!(text, "  {FAINT}and {more} more{FAINT:#}");
    }
    text
}

fn nearness(found: &ColumnProximity) -> Vec<(&'static str, String)> {
    let figures = [
        ("m of (eps,m)", found.eps_m),
        ("l of (delta,l), definition", found.delta_l_definition),
        ("l of (delta,l), window", found.delta_l_window),
    ];
    let figures = figures.into_iter().filter_map(|(name, figure)| Some((name, figure?)));
    figures.map(|(name, figure)| (name, short(figure))).collect()
}

fn measures(found: &ColumnFindings) -> Vec<(&'static str, String)> {
    let figure = |value: Option<f64>| value.map_or("-".to_owned(), short);
    let whole = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
    let mut recursive: Vec<String> = Vec::new();
    for (l, c) in &found.recursive_c {
        recursive.push(format!("l={l}: {}", figure(*c)));
    }
    vec![
        ("distinct values (p, l)", whole(found.distinct_l)),
        ("frequency l", figure(found.frequency_l)),
        ("entropy l", figure(found.entropy_l)),
        ("recursive c", recursive.join(", ")),
        ("alpha", figure(found.alpha)),
        ("t, equal / ordered", format!("{} / {}", figure(found.t), figure(found.t_ordered))),
        ("basic beta", figure(found.basic_beta)),
        ("enhanced beta holds for", figure(found.enhanced_beta_holds_for)),
        ("delta-disclosure", figure(found.delta_disclosure_strict)),
        ("classes that disclose it", found.disclosures.to_string()),
    ]
}
