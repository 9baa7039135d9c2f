//! What masking did, in words and as JSON.

use std::fmt::Write;
use std::time::Instant;

use incrowd::mask::cells::DistributionFree;
use incrowd::safe_harbor::Treatment;
use incrowd_io::Location;
use incrowd_judge::Marginals;
use serde_json::{Value, json};

use crate::failure::{Ending, Result};
use crate::mask::cell::Cell;
use crate::mask::columns::{Column, Fate};
use crate::mask::gather::{Gathered, Gathering};
use crate::mask::masked::Masked;
use crate::mask::plan::{Cells, Plan, Refusal};
use crate::mask::values::Values;
use crate::report::harbor::{self, Found};
use crate::settings::Masking;
use crate::talk::{BAD, FAINT, GOOD, STRONG, Talk};

/// Everything that is known before a table is masked.
pub struct Facts<'a> {
    pub masking: &'a Masking,
    pub columns: &'a [Column],
    pub gathering: &'a Gathering,
    /// Per column: the values that it may keep.
    pub budgets: &'a [Option<u64>],
    pub plan: Option<&'a Plan>,
}

/// A line about a column.
struct Line<'a> {
    name: &'a str,
    before: Option<u64>,
    estimated: bool,
    budget: Option<u64>,
    after: Option<u64>,
    way: &'a str,
    error: Option<f64>,
    rank_difference: Option<f64>,
}

impl Line<'_> {
    fn to_json(&self) -> Value {
        // Ranks are whole but where ties share a mean.
        let rank_difference = self.rank_difference.map(|ranks| match ranks {
            whole if whole.fract() == 0.0 && whole < 1e15 => json!(whole as u64),
            _ => json!(ranks),
        });
        let mut line = json!({
            "name": self.name,
            "distinct_before": self.before,
            "budget": self.budget,
            "distinct_after": self.after,
            "error": self.error,
            "rank_difference": rank_difference,
            "how": self.way,
        });
        if self.estimated {
            line["distinct_before_estimated"] = json!(true);
            line["rank_difference_at_most"] = json!(self.rank_difference.is_some());
        }
        line
    }
}

/// Quasi-identifiers first, in the order in which they were named, then all others that change.
fn lines<'a>(
    facts: &Facts<'a>,
    masked: &'a [Option<Masked>],
    found: Option<&Marginals>,
) -> Vec<Line<'a>> {
    let place = |name: &String| facts.columns.iter().position(|column| &column.name == name);
    let mut order: Vec<usize> = facts.masking.qi.iter().filter_map(place).collect();
    order.retain(|&place| !matches!(facts.columns[place].fate, Fate::Drop));
    let quasi_identifiers = order.len();
    let changes = |place: &usize| {
        let column = &facts.columns[*place];
        !column.qi && !matches!(column.fate, Fate::Drop | Fate::Cell(Cell::Keep))
    };
    order.extend((0..facts.columns.len()).filter(changes));
    let line = |(at, &place): (usize, &usize)| {
        let values = facts.gathering.columns[place].before.as_ref();
        let masked = masked.get(place).and_then(Option::as_ref);
        let counted = found.filter(|_| at < quasi_identifiers).map(|f| f.columns[at].distinct);
        Line {
            name: &facts.columns[place].name,
            before: values.map(Values::distinct),
            estimated: values.is_some_and(Values::is_estimated),
            budget: facts.budgets[place],
            after: counted.or_else(|| masked?.distinct()),
            way: masked.map_or("", |masked| masked.way.as_str()),
            error: masked.and_then(|masked| masked.error),
            rank_difference: masked.and_then(|masked| masked.rank_difference),
        }
    };
    order.iter().enumerate().map(line).collect()
}

/// What follows from the plan, whatever the table.
fn promise(cells: &Cells) -> Value {
    json!({
        "k": cells.k,
        "beta": cells.beta.to_f64(),
        "universe": cells.universe,
        "form": cells.form.name(),
        "failure": cells.free.map(|free| free.failure()),
    })
}

fn document(facts: &Facts<'_>, lines: &[Line<'_>], warnings: &[String], start: Instant) -> Value {
    let dropped: Vec<&str> = (facts.columns.iter())
        .filter(|column| matches!(column.fate, Fate::Drop))
        .map(|column| column.name.as_str())
        .collect();
    let mut document = json!({
        "cells": facts.plan.map(|plan| plan.cells.count),
        "promise": facts.plan.map(|plan| promise(&plan.cells)),
        "rows": facts.gathering.rows,
        "columns": lines.iter().map(Line::to_json).collect::<Vec<_>>(),
        "dropped": dropped,
        "joint": { "k": null, "classes": null },
        "warnings": warnings,
        "seconds": start.elapsed().as_secs_f64(),
        "output": null,
        "verified": false,
    });
    if facts.masking.safe_harbor {
        document["safe_harbor"] = harbor::json(&recognised(facts));
    }
    document
}

/// The plan for a table, in words or as JSON.
pub fn plan(facts: &Facts<'_>, warnings: &[String], talk: &Talk, start: Instant) -> Result<()> {
    let lines = lines(facts, &[], None);
    if talk.json {
        return talk.document(&document(facts, &lines, warnings, start));
    }
    let mut text = String::new();
    if let Some(plan) = facts.plan {
        text += &cells_in_words(&plan.cells);
    }
    text += &table(&lines);
    talk.print(&text)?;
    warnings.iter().for_each(|warning| talk.warn(warning));
    Ok(())
}

/// The plan for columns of which only the sizes are known.
pub fn plan_alone(masking: &Masking, plan: &Plan, talk: &Talk, start: Instant) -> Result<()> {
    let line =
        |((name, values), budget): (&'_ (String, u64), &u64)| (name.clone(), *values, *budget);
    let lines: Vec<(String, u64, u64)> =
        masking.domains.iter().zip(&plan.budgets).map(line).collect();
    let lines: Vec<Line<'_>> = (lines.iter())
        .map(|(name, before, budget)| Line {
            name,
            before: Some(*before),
            estimated: false,
            budget: Some(*budget),
            after: None,
            way: "",
            error: None,
            rank_difference: None,
        })
        .collect();
    if talk.json {
        return talk.document(&json!({
            "cells": plan.cells.count,
            "promise": promise(&plan.cells),
            "columns": lines.iter().map(Line::to_json).collect::<Vec<_>>(),
            "warnings": plan.warnings,
            "seconds": start.elapsed().as_secs_f64(),
        }));
    }
    talk.print(&(cells_in_words(&plan.cells) + &table(&lines)))?;
    plan.warnings.iter().for_each(|warning| talk.warn(warning));
    Ok(())
}

/// There is no plan: exit status 1.
pub fn refuse(masking: &Masking, refusal: &Refusal, talk: &Talk, start: Instant) -> Result {
    let nearest = refusal.nearest.filter(|_| masking.crowd.is_some());
    talk.complain(&match nearest {
        Some(k) => format!("{}; nearest: --k {k}", refusal.sentence),
        None => refusal.sentence.clone(),
    });
    if talk.json {
        talk.document(&json!({
            "cells": refusal.cells,
            "columns": [],
            "joint": { "k": null, "classes": null },
            "warnings": [refusal.sentence],
            "nearest": nearest.map(|k| json!({ "k": k })),
            "seconds": start.elapsed().as_secs_f64(),
            "output": null,
            "verified": false,
        }))?;
    }
    Ok(Ending::NotMet)
}

/// What a steward should know before trusting the masked table.
pub fn cautions(
    facts: &Facts<'_>,
    masked: &[Option<Masked>],
    places: &[usize],
    found: Option<&Marginals>,
) -> Vec<String> {
    let mut cautions = Vec::new();
    let asked = facts.masking.crowd.map(|crowd| crowd.k);
    if let (Some(k), Some(found)) = (asked, found)
        && found.k.unwrap_or(0) < k
    {
        cautions.push(misled(facts, k, found));
    }
    let k = asked.unwrap_or(0);
    for &place in places {
        let (column, gathered) = (&facts.columns[place], &facts.gathering.columns[place]);
        let masked = masked[place].as_ref();
        let shown = |text: &str| masked.is_some_and(|masked| masked.shows(text));
        let missing = missing(facts, gathered, shown);
        if (1..k).contains(&missing) {
            cautions.push(format!(
                "{missing} rows have no value of '{}' and stay without: fewer than {k}",
                column.name
            ));
        }
        let starred = masked.and_then(|masked| masked.expected).is_some_and(|e| e.distinct == 1);
        let flat = facts.budgets[place].is_some_and(|budget| budget == 1) && starred;
        if flat && !facts.masking.hierarchies.contains_key(&column.name) && column.qi {
            let name = &column.name;
            cautions.push(format!(
                "nothing is left of '{name}': its values are too many for its share of the cells; a hierarchy would keep some of it (--hierarchy {name}=auto, or a file)"
            ));
        }
    }
    if facts.masking.safe_harbor {
        cautions.extend(overruled(facts));
    }
    cautions
}

/// Rows whose value is missing, and seen to be.
fn missing(facts: &Facts<'_>, gathered: &Gathered, shown: impl Fn(&str) -> bool) -> u64 {
    let nulls = &facts.masking.reading.nulls;
    match &gathered.before {
        Some(Values::Held(held)) => {
            let seen = |(text, _): &(&str, &u64)| nulls.is_missing(text) && shown(text);
            held.texts.iter().zip(&held.rows).filter(seen).map(|(_, rows)| rows).sum()
        }
        Some(Values::Many(many)) => many.missing,
        _ => 0,
    }
}

/// Columns that hide people one by one, and do not together.
fn misled(facts: &Facts<'_>, k: u64, found: &Marginals) -> String {
    let joint = found.k.unwrap_or(0);
    let rarest = found.columns.iter().map(|column| column.rarest).min().unwrap_or(0);
    let rows = if joint == 1 { "a single row has" } else { "only so many rows share" };
    let joint_words = if joint == 1 { rows.to_owned() } else { format!("only {joint} rows share") };
    let universe = facts.plan.map_or(found.rows, |plan| plan.cells.universe);
    let part = if universe > found.rows {
        format!(" The table holds {} of {universe} people.", found.rows)
    } else {
        String::new()
    };
    format!(
        "the columns mislead: every value of each is shared by {rarest} rows or more, but {joint_words} the rarest combination ({} occur).{part} `incrowd release --k {k}` promises combinations",
        found.classes
    )
}

/// Whether the file shows what was planned: as many values, each as common.
pub fn is_as_planned(
    facts: &Facts<'_>,
    masked: &[Option<Masked>],
    places: &[usize],
    found: Option<&Marginals>,
) -> bool {
    let Some(found) = found else { return true };
    let as_planned = |(at, &place): (usize, &usize)| {
        let shown = found.columns[at];
        let expected = masked[place].as_ref().and_then(|masked| masked.expected);
        let within = facts.budgets[place].is_none_or(|budget| shown.distinct <= budget);
        within && expected.is_none_or(|e| (e.distinct, e.rarest) == (shown.distinct, shown.rarest))
    };
    found.rows == facts.gathering.rows && places.iter().enumerate().all(as_planned)
}

/// The outcome, in words or as JSON.
pub fn tell(
    facts: &Facts<'_>,
    masked: &[Option<Masked>],
    found: Option<&Marginals>,
    warnings: &[String],
    (done, verified): (bool, bool),
    talk: &Talk,
    start: Instant,
) -> Result<()> {
    let lines = lines(facts, masked, found);
    let output = facts.masking.output.as_ref().filter(|_| done).map(ToString::to_string);
    if talk.json {
        let mut document = document(facts, &lines, warnings, start);
        if let Some(found) = found {
            document["joint"] = json!({ "k": found.k, "classes": found.classes });
        }
        document["output"] = json!(output);
        document["verified"] = json!(verified);
        talk.document(&document)?;
    } else if facts.masking.output != Some(Location::Standard) {
        talk.print(&words(facts, &lines, found, output.as_deref()))?;
    }
    warnings.iter().for_each(|warning| talk.warn(warning));
    if !verified {
        talk.complain("the masked table does not show what was planned: nothing was published");
    } else if !done {
        talk.complain("--strict: fewer rows than --k share a combination: nothing was published");
    }
    Ok(())
}

fn words(
    facts: &Facts<'_>,
    lines: &[Line<'_>],
    found: Option<&Marginals>,
    output: Option<&str>,
) -> String {
    let mut text = String::new();
    if let Some(plan) = facts.plan {
        text += &cells_in_words(&plan.cells);
    }
    text += &table(lines);
    let dropped: Vec<&str> = (facts.columns.iter())
        .filter(|column| matches!(column.fate, Fate::Drop))
        .map(|column| column.name.as_str())
        .collect();
    if !dropped.is_empty() {
        let _ = writeln!(text, "\ndropped: {}", dropped.join(", "));
    }
    if facts.masking.safe_harbor {
        text += &harbor::text(&recognised(facts));
    }
    if let Some(found) = found {
        let k = found.k.unwrap_or(0);
        let met = facts.masking.crowd.is_none_or(|crowd| k >= crowd.k);
        let style = if met { GOOD } else { BAD };
        let _ = writeln!(
            text,
            "\nTogether: {} combinations occur, the rarest in {style}{k}{style:#} rows",
            found.classes
        );
    }
    if let Some(output) = output {
        let rows = facts.gathering.rows;
        let _ = writeln!(text, "{STRONG}{rows} rows{STRONG:#} written to {output}");
    }
    text
}

fn cells_in_words(cells: &Cells) -> String {
    let percent = 100.0 * (1.0 - cells.beta.to_f64());
    let mut text = format!(
        "{STRONG}{} cells{STRONG:#}: with {percent}% probability a person shares theirs with {} of {} people\n",
        cells.count, cells.k, cells.universe
    );
    match cells.free {
        Some(DistributionFree { cells: 1, .. }) => {}
        Some(free) => {
            let _ = writeln!(
                text,
                "{FAINT}nothing is assumed of how people are spread: {:.1}% of them may be in cells of few, and any other cell falls short with probability {:.2e}; together at most {:.4}{FAINT:#}",
                100.0 * free.sparse,
                free.residual,
                free.failure()
            );
        }
        None => {
            let _ = writeln!(
                text,
                "{FAINT}({}) if all cells are equally likely, which columns that depend on each other do not make; --distribution-free assumes nothing{FAINT:#}",
                cells.form.name()
            );
        }
    }
    text.push('\n');
    text
}

fn table(lines: &[Line<'_>]) -> String {
    let width = lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).max(6);
    let number = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    let mut text = format!(
        "{FAINT}{:<width$}  {:>9} {:>9} {:>9}  {:>9}  {}{FAINT:#}\n",
        "column", "values", "budget", "left", "error", "how"
    );
    for line in lines {
        let about = if line.estimated { "~" } else { "" };
        let before = format!("{about}{}", number(line.before));
        let error = line.error.map_or("-".to_owned(), |error| format!("{error:.6}"));
        let (budget, after) = (number(line.budget), number(line.after));
        let row = format!(
            "{:<width$}  {before:>9} {budget:>9} {after:>9}  {error:>9}  {}",
            line.name, line.way
        );
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

/// The columns that safe harbor has a say in, and what became of them.
fn recognised<'a>(facts: &Facts<'a>) -> Vec<Found<'a>> {
    let columns = facts.columns.iter().filter_map(|column| Some((column, column.evidence?)));
    columns
        .map(|(column, evidence)| Found { name: &column.name, evidence, done: Some(fate(column)) })
        .collect()
}

/// What becomes of a column, in words.
fn fate(column: &Column) -> String {
    match &column.fate {
        Fate::Drop => "dropped".into(),
        Fate::Cell(cell) => cell.describe(),
        Fate::Numbers(method, _) => method.name().into(),
        Fate::Level(..) => "level".into(),
        Fate::Budget => "within the budget".into(),
    }
}

/// Where the steward's own words go against the rule.
fn overruled(facts: &Facts<'_>) -> Vec<String> {
    let against = |column: &Column| {
        let content = column.evidence?.content;
        let asked = Treatment::of(Some(content));
        let done = match (&column.fate, asked) {
            (Fate::Drop, _) => return None,
            (Fate::Cell(Cell::Redact | Cell::Constant(_)), _) => return None,
            (Fate::Cell(Cell::Zip3(_)), Treatment::Zip3) => return None,
            (Fate::Cell(Cell::Year(_)), Treatment::Year) => return None,
            (Fate::Cell(Cell::BirthYear(_)), Treatment::BirthYear | Treatment::Year) => {
                return None;
            }
            (Fate::Cell(Cell::Age), Treatment::Age) => return None,
            (Fate::Cell(Cell::Pseudonym(_)), _) => {
                "pseudonyms are computed from the person, which 164.514(c) does not allow"
                    .to_owned()
            }
            _ => format!("the rule asks for '{asked}', and the command line for something else"),
        };
        let name = &column.name;
        let reason = Treatment::reason(Some(content));
        Some(format!("'{name}' is {}: {done} ({reason})", column.evidence?))
    };
    facts.columns.iter().filter_map(against).collect()
}
