//! The minimal sets of columns that single people out, and how far the list reaches.

use std::fmt::Write;

use crate::survey::Survey;
use incrowd_columns::identify::{Ending, Role};
use serde_json::{Value, json};

use crate::run::style::{BAD, FAINT, GOOD, STRONG};
use incrowd_render::terminal::grid::{Grid, Set};

use super::{asked, percent};

/// So many sets are shown to people.
const SHOWN: usize = 20;

pub fn json(survey: &Survey) -> Value {
    survey.minimal.sets.iter().map(|set| survey.names(&set.columns)).collect()
}

/// How the search went.
pub fn search(survey: &Survey) -> Value {
    let size = (survey.plan.max_size < usize::MAX).then_some(survey.plan.max_size);
    let rows: Vec<u64> = survey.minimal.sets.iter().map(|set| set.unique_rows).collect();
    json!({
        "alpha": survey.plan.alpha.to_f64(),
        "max_size": size,
        "ending": word(survey.minimal.ending),
        "counted": survey.minimal.checked,
        "unique_rows": rows,
    })
}

fn word(ending: Ending) -> &'static str {
    match ending {
        Ending::Exhausted => "exhausted",
        Ending::Size => "size",
        Ending::Full => "full",
        Ending::SearchControl => "time",
    }
}

pub fn text(survey: &Survey) -> String {
    let (sets, draw) = (&survey.minimal.sets, survey.sample.draw);
    let share = asked(survey.plan.alpha);
    let mut text = format!("\n{STRONG}What singles people out{STRONG:#}\n");
    match &sets[..] {
        [] => {
            let _ = writeln!(
                text,
                "  {GOOD}no set of columns{GOOD:#} that was looked at singles out {share} of the rows"
            );
        }
        [only] if only.columns.is_empty() => {
            text += "  The table has one row: who knows that a person is in it needs no column to find them.\n";
            return text;
        }
        _ => {
            let plural = if sets.len() == 1 { "set singles" } else { "sets single" };
            let _ = writeln!(
                text,
                "  {BAD}{} {plural} out {share}{BAD:#} of the rows or more, and no smaller set within does",
                sets.len()
            );
            let mut grid = Grid::new([
                ("set", Set::Wrapped),
                ("unique rows", Set::Right),
                ("share", Set::Right),
                ("", Set::Left(16)),
            ]);
            for set in sets.iter().take(SHOWN) {
                let unique = set.unique_rows;
                grid.add([
                    survey.names(&set.columns).join(", ").into(),
                    unique.to_string().into(),
                    percent(unique as f64 / draw.rows as f64).into(),
                    remark(survey, &set.columns).into(),
                ]);
            }
            text += &grid.text();
        }
    }
    let more = sets.len().saturating_sub(SHOWN);
    if more > 0 {
        let _ = writeln!(text, "  {FAINT}and {more} more: --json{FAINT:#}");
    }
    text += &reach(survey);
    text
}

/// What the list holds of all there is.
fn reach(survey: &Survey) -> String {
    let (found, draw) = (&survey.minimal, survey.sample.draw);
    let size = found.complete_to;
    let columns = if size == 1 { "column" } else { "columns" };
    let complete = format!("The list is complete for sets of up to {size} {columns}");
    let mut text = match found.ending {
        Ending::Exhausted => "  There are no others of any size.\n".to_owned(),
        Ending::Size => format!("  {complete}; larger ones were not searched (--max-size).\n"),
        Ending::Full => format!("  {complete}; it is full, and there are more (--most).\n"),
        Ending::SearchControl => format!("  {complete}; then the time was up (--time-limit).\n"),
    };
    if !draw.is_whole() {
        let _ = writeln!(
            text,
            "  Searched in a sample of {} of {} rows: with {} confidence every set of up to {size} {columns}\n  \
             that singles out {} of all rows contains one of these. The counts are of the sample,\n  \
             where {} was enough (margin {:.4}); a listed set may single out fewer of all rows.",
            draw.rows,
            draw.of,
            asked(survey.plan.confidence),
            asked(survey.plan.alpha),
            percent((survey.plan.alpha.to_f64() - survey.margin).max(0.0)),
            survey.margin
        );
    }
    text
}

/// What stands beside a set.
fn remark(survey: &Survey, set: &[usize]) -> &'static str {
    let identifies = |&place: &usize| survey.columns[place].suggestion.role == Role::Identifier;
    if set.iter().any(identifies) { "an identifier" } else { "" }
}
