//! What remains possible: the best guesses that the published table leaves, and values that it
//! discloses.

use incrowd_judge::{Findings, Guess, Learned};

use super::layout::{left_out, list, prose, table};
use crate::format;
use crate::{Grid, PageBlock};

/// Sensitive columns that are told about.
const LISTED: usize = 12;

/// What can be learned of each sensitive column, and by whom.
pub fn blocks(columns: &[(String, Learned)]) -> Vec<PageBlock> {
    let mut points = Vec::new();
    for (column, Learned { certain, uncertain }) in columns.iter().take(LISTED) {
        let readers = [
            (certain, "Someone who knows that a person is in the table", ""),
            (
                uncertain,
                "Someone who has a register of the population and does not know who is in the table",
                "that the person is in it and ",
            ),
        ];
        for (guess, who, also) in readers {
            points.extend(guess.as_ref().map(|guess| best(who, also, column, guess)));
        }
    }
    let Some(list) = list(points) else { return Vec::new() };
    let first =
        prose("No guarantee makes a table harmless. These are the surest guesses that it leaves:");
    let left = left_out(columns.len().saturating_sub(LISTED), "sensitive columns");
    [first, list].into_iter().chain(left).collect()
}

/// The surest guess of a sensitive value.
fn best(who: &str, also: &str, column: &str, guess: &Guess) -> String {
    let Guess { probability, value, class } = guess;
    let probability = format::exact(probability);
    format!(
        "{who} can guess {also}that {column} is '{value}', in {class}, and is right with probability {probability}. \
         No other guess of {column} is surer."
    )
}

/// Classes whose rows all have one value.
pub fn disclosures(findings: &Findings) -> Vec<PageBlock> {
    let mut grid = Grid::new(["column", "class", "value", "rows"]);
    let mut counts = Vec::new();
    for (column, found) in &findings.sensitive {
        counts.push(format!("{column}: {}", found.disclosures));
        for class in &found.disclosing {
            grid.row([column, &class.class, &class.value, &class.rows.to_string()]);
        }
    }
    let each = if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
    let mut blocks = vec![prose(format!(
        "Classes that disclose a sensitive value, because all their rows have the same one: {}{each}.",
        findings.disclosures
    ))];
    blocks.extend(table("The first classes that disclose a sensitive value", grid));
    blocks
}
