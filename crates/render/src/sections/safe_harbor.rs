//! Safe harbor, rule by rule: the columns that fall under each, and what was done to them.

use incrowd_document::SafeHarborRule;

use super::layout::{prose, table};
use crate::format;
use crate::{Grid, PageBlock};

/// The rules with the columns under them.
pub fn blocks(rules: &[SafeHarborRule]) -> Vec<PageBlock> {
    let mut grid = Grid::new(["", "identifier", "rule", "column", "why", "treatment", "done"]);
    for SafeHarborRule { letter, identifier, rule, columns } in rules {
        let head = [letter.as_str(), identifier, rule];
        if columns.is_empty() {
            let none = ["none found", format::NONE, format::NONE, format::NONE];
            grid.row(head.into_iter().chain(none));
        }
        for column in columns {
            let done = column.done.as_deref().unwrap_or(format::NONE);
            let cells = [column.name.as_str(), &column.why, &column.treatment, done];
            grid.row(head.into_iter().chain(cells));
        }
    }
    let Some(rules) = table("The rules of safe harbor, 45 CFR 164.514(b)(2)", grid) else {
        return Vec::new();
    };
    let caution = "The rule also asks that you know of no way in which what is left could identify a person. Free text, \
                   pictures and codes are not read, and a column with an unusual name and values is not recognised: \
                   a rule without columns proves nothing.";
    vec![rules, prose(caution)]
}
