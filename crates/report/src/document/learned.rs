//! What remains possible: the best guesses that the published table leaves, and values that it
//! tells outright.

use crate::{Block, Grid};

use super::frame::{list, prose, table};
use super::part::{Part, Read};
use super::words;

/// What can be learned of each secret, and by whom.
pub fn blocks(whole: &Part<'_>) -> Read<Vec<Block>> {
    let mut points = Vec::new();
    for (column, learned) in whole.named("learned")? {
        let readers = [
            ("certain", "Someone who knows that a person is in the table", ""),
            (
                "uncertain",
                "Someone who has a register of the population and does not know who is in the table",
                "that the person is in it and ",
            ),
        ];
        for (key, who, also) in readers {
            if let Some(guess) = learned.part(key)? {
                points.push(best(who, also, column, &guess)?);
            }
        }
    }
    let list = list(points);
    let mut blocks = Vec::new();
    if list.is_some() {
        blocks.push(prose(
            "No guarantee makes a table harmless. These are the surest guesses that it leaves:",
        ));
    }
    blocks.extend(list);
    blocks.extend(disclosing(whole)?);
    Ok(blocks)
}

/// The surest guess of a secret.
fn best(who: &str, also: &str, column: &str, guess: &Part<'_>) -> Read<String> {
    let probability = guess.text("probability")?.map_or(words::NONE.to_owned(), words::exact);
    let (value, class) = (guess.word("value")?, guess.word("class")?);
    Ok(format!(
        "{who} can guess {also}that {column} is '{value}', in {class}, and is right with probability {probability}. \
         No other guess of {column} is surer."
    ))
}

/// Classes whose rows all have one value.
fn disclosing(whole: &Part<'_>) -> Read<Vec<Block>> {
    let mut grid = Grid::new(["column", "class", "value", "rows"]);
    let mut counts = Vec::new();
    for (column, found) in whole.named("sensitive")? {
        if let Some(number) = found.figure("disclosures")? {
            counts.push(format!("{column}: {number}"));
        }
        for class in found.parts("disclosing")? {
            let (text, value) = (class.word("class")?, class.word("value")?);
            grid.row([column.to_owned(), text, value, class.cell("rows")?]);
        }
    }
    let mut blocks = Vec::new();
    if let Some(number) = whole.figure("disclosures")? {
        let each =
            if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
        blocks.push(prose(format!(
            "Classes that tell a secret outright, because all their rows have the same: {number}{each}."
        )));
    }
    blocks.extend(table("The first classes that tell a secret outright", grid));
    Ok(blocks)
}
