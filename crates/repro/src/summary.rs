//! The page as Markdown, to be kept with the code: texts, charts by their files, and numbers.
//!
//! It holds no date and no path, so that two runs differ only where figures do. Every text is
//! escaped: nothing that stands in a claim becomes markup.

use std::fmt::Write;

use incrowd_render::Grid;

use crate::page::{About, caption, paper_title};
use crate::pictures;
use crate::run::ExperimentResult;

/// The page as Markdown.
#[must_use]
pub fn markdown(about: &About<'_>) -> String {
    let mut text = format!("# {}\n\n", escaped(about.title()));
    paragraph(&mut text, &about.subtitle());
    paragraph(&mut text, &about.preface());
    for left in about.left_out {
        paragraph(&mut text, &format!("{} is not on this page: {}.", left.name, left.why));
    }
    heading(&mut text, 2, "What reproduces, and what does not");
    paragraph(&mut text, &about.tally());
    table(&mut text, &about.claims());
    for paper in about.papers() {
        heading(&mut text, 2, &paper_title(paper));
        for found in about.found.iter().filter(|found| found.paper == paper) {
            experiment(&mut text, found);
        }
    }
    text
}

fn experiment(text: &mut String, found: &ExperimentResult) {
    heading(text, 3, found.title);
    for sentence in About::method(found) {
        paragraph(text, &sentence);
    }
    for (place, picture) in found.finding.pictures.iter().enumerate() {
        let file = pictures::file(found.name, place);
        let _ = write!(text, "![{}]({file})\n\n", escaped(picture.chart.title()));
        paragraph(text, &caption(found, picture));
        text.push_str("<details><summary>Numbers</summary>\n\n");
        table(text, &picture.chart.numbers());
        text.push_str("</details>\n\n");
    }
    let _ = write!(text, "All figures: [{0}.csv]({0}.csv)\n\n", found.name);
}

fn heading(text: &mut String, depth: usize, title: &str) {
    let _ = write!(text, "{} {}\n\n", "#".repeat(depth), escaped(title));
}

fn paragraph(text: &mut String, sentence: &str) {
    let _ = write!(text, "{}\n\n", escaped(sentence));
}

fn table(text: &mut String, grid: &Grid) {
    let line = |cells: &[String]| -> String {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    text.push_str(&line(&grid.head));
    let _ = writeln!(text, "|{}", " --- |".repeat(grid.head.len()));
    for row in &grid.rows {
        text.push_str(&line(row));
    }
    text.push('\n');
}

/// Text that Markdown shows as it is, on one line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = "";
    for (at, letter) in text.char_indices() {
        let after = &text[at + letter.len_utf8()..];
        let opens = before.is_empty() && matches!(letter, '#' | '+' | '-' | '=');
        let counts = !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit());
        let ends = after.chars().next().is_none_or(char::is_whitespace);
        match letter {
            letter if letter.is_control() => out.push(' '),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => out.extend(['\\', letter]),
            // At the beginning of a line these make headings and lists.
            _ if opens => out.extend(['\\', letter]),
            '.' | ')' if counts && ends => out.extend(['\\', letter]),
            letter => out.push(letter),
        }
        before = text[..at + letter.len_utf8()].trim_start();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_becomes_markup() {
        for (text, shown) in [
            ("plain, 3-1 = 2.", "plain, 3-1 = 2."),
            ("<script>&", "&lt;script&gt;&amp;"),
            ("a|b\nc", "a\\|b c"),
            ("[x](y) ![z](w)", "\\[x\\](y) !\\[z\\](w)"),
            ("# no heading", "\\# no heading"),
            (" - no list", " \\- no list"),
            ("12. no list", "12\\. no list"),
            ("0.5 of all", "0.5 of all"),
            ("`*_~$\\", "\\`\\*\\_\\~\\$\\\\"),
        ] {
            assert_eq!(escaped(text), shown);
        }
    }

    #[test]
    fn a_table_keeps_its_shape_whatever_it_holds() {
        let mut grid = Grid::new(["a", "b|c"]);
        grid.row(["1\n2", "|"]);
        let mut text = String::new();
        table(&mut text, &grid);
        assert_eq!(text, "| a | b\\|c |\n| --- | --- |\n| 1 2 | \\| |\n\n");
    }
}
