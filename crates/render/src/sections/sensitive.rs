//! What a check measured of each sensitive column: the worst over all classes, by every model.

use incrowd_judge::{ColumnFindings, ColumnProximity, Findings};

use super::layout::{left_out, table};
use super::recoding::PublishedForm;
use crate::format::{self, cell};
use crate::{Grid, PageBlock};

/// Sensitive columns that stand side by side: more do not fit on paper.
const WIDEST: usize = 8;

/// A measure of a column: its title, and the figure.
type ColumnMeasure<T> = (&'static str, fn(&T) -> String);

const MEASURES: [ColumnMeasure<ColumnFindings>; 12] = [
    ("fewest different values of a class (p)", |found| cell(found.p)),
    ("distinct l: the same", |found| cell(found.distinct_l)),
    ("frequency l: fewest rows per row of the most frequent value", |found| {
        cell(found.frequency_l)
    }),
    ("entropy l: fewest values that would be as uncertain", |found| cell(found.entropy_l)),
    ("alpha: largest share of one value in a class", |found| cell(found.alpha)),
    ("t: largest distance of a class from the table", |found| cell(found.t)),
    ("t, with values apart by rank", |found| cell(found.t_ordered)),
    ("basic beta: largest relative gain of a value in a class", |found| cell(found.basic_beta)),
    ("enhanced beta, as commonly printed", |found| cell(found.enhanced_beta)),
    ("least beta of which the enhanced model holds", |found| cell(found.enhanced_beta_holds_for)),
    ("delta-disclosure, of values that are present", |found| cell(found.delta_disclosure)),
    ("least delta of which delta-disclosure holds", |found| cell(found.delta_disclosure_strict)),
];

const PROXIMITY: [ColumnMeasure<ColumnProximity>; 3] = [
    ("m of (eps,m)-anonymity", |found| cell(found.eps_m)),
    ("l of (delta,l)-diversity, by definition", |found| cell(found.delta_l_definition)),
    ("l of (delta,l)-diversity, by window", |found| cell(found.delta_l_window)),
];

/// A column of figures for every sensitive column.
pub fn blocks(findings: &Findings, recoding: PublishedForm) -> Vec<PageBlock> {
    let caption = match recoding {
        PublishedForm::Anatomy => {
            "Sensitive columns: the worst over all classes, which are groups here"
        }
        PublishedForm::Generalized | PublishedForm::Randomised => {
            "Sensitive columns: the worst over all classes"
        }
    };
    let near = "Nearness of sensitive numbers: the worst over all classes";
    measures(&findings.sensitive, &MEASURES, caption)
        .into_iter()
        .chain(recursive(&findings.sensitive))
        .chain(measures(&findings.proximity, &PROXIMITY, near))
        .chain(left_out(findings.sensitive.len().saturating_sub(WIDEST), "sensitive columns"))
        .collect()
}

fn measures<T>(
    columns: &[(String, T)],
    measures: &[ColumnMeasure<T>],
    caption: &str,
) -> Option<PageBlock> {
    let columns = &columns[..columns.len().min(WIDEST)];
    let names = columns.iter().map(|(name, _)| name.as_str());
    let mut grid = Grid::new(["measure"].into_iter().chain(names));
    for (title, measure) in measures {
        let cells: Vec<String> = columns.iter().map(|(_, found)| measure(found)).collect();
        if cells.iter().any(|cell| cell != format::NONE) {
            grid.row(std::iter::once((*title).to_owned()).chain(cells));
        }
    }
    table(caption, grid)
}

/// Recursive diversity: a figure for every l.
fn recursive(columns: &[(String, ColumnFindings)]) -> Option<PageBlock> {
    let mut grid = Grid::new(["column", "l", "largest r1 / (rl + .. + rm)"]);
    for (name, found) in columns.iter().take(WIDEST) {
        for (l, c) in &found.recursive_c {
            if let Some(c) = c {
                grid.row([name.clone(), l.to_string(), format::figure(*c)]);
            }
        }
    }
    table(
        "Recursive (c,l)-diversity: c must be above the figure; where there is no line, a class has fewer values",
        grid,
    )
}
