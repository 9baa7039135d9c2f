//! Safe harbor, rule by rule: the columns that fall under each, and what became of them.

use crate::{Block, Grid};

use super::frame::{prose, table};
use super::part::{Part, Read};
use super::words;

/// The rules with the columns under them.
pub fn blocks(whole: &Part<'_>) -> Read<Vec<Block>> {
    let mut grid = Grid::new(["", "identifier", "rule", "column", "why", "treatment", "done"]);
    for rule in whole.parts("safe_harbor")? {
        let head = [rule.word("letter")?, rule.word("identifier")?, rule.word("rule")?];
        let columns = rule.parts("columns")?;
        if columns.is_empty() {
            let none = ["none found", words::NONE, words::NONE, words::NONE].map(str::to_owned);
            grid.row(head.into_iter().chain(none));
            continue;
        }
        for column in &columns {
            let cells = ["name", "why", "treatment", "done"].map(|key| column.word(key));
            let cells = cells.into_iter().collect::<Read<Vec<String>>>()?;
            grid.row(head.iter().cloned().chain(cells));
        }
    }
    let Some(rules) = table("The rules of safe harbor, 45 CFR 164.514(b)(2)", grid) else {
        return Ok(Vec::new());
    };
    let caution = "The rule also asks that you know of no way in which what is left could identify a person. Free text, \
                   pictures and codes are not read, and a column with an unusual name and values is not recognised: \
                   that none was found proves nothing.";
    Ok(vec![rules, prose(caution)])
}
