//! How far sets of columns single people out.

use std::fmt::Write;

use crate::survey::{SetRisk, Survey};
use incrowd_core::terms::Fraction;
use serde_json::{Value, json};

use crate::run::style::{BAD, FAINT, STRONG, WARNING};
use incrowd_render::terminal::grid::{Cell, Grid, Set};

use super::{asked, percent};

/// Whole numbers up to here are kept exactly by JSON numbers.
const EXACT: f64 = 9_007_199_254_740_992.0;

pub fn json(survey: &Survey) -> Value {
    let share = |share: Option<Fraction>| share.map(Fraction::to_f64);
    let set = |risk: &SetRisk| {
        let measure = &risk.measure;
        let mut set = json!({
            "columns": survey.names(&risk.columns),
            "unique_rows": measure.unique_rows(),
            "unique_fraction": share(measure.unique_fraction()),
            "smallest_class": measure.smallest_class(),
            "classes": measure.classes(),
            "domain": whole(risk.domain),
            "bound": risk.bound,
            "cap": risk.cap,
            "universe": survey.universe.people,
            "dangerous": risk.dangerous,
            "k_estimate": risk.k_estimate,
            "distinction": share(measure.distinction()),
            "separation": share(measure.separation()),
        });
        if let Some(estimates) = &risk.estimates {
            set["uniqueness"] = json!(estimates);
        }
        set
    };
    survey.sets.iter().map(set).collect()
}

/// A product of whole numbers, written as one while it is exact.
fn whole(value: f64) -> Value {
    if value <= EXACT { json!(value as u64) } else { json!(value) }
}

pub fn text(survey: &Survey) -> String {
    if survey.sets.is_empty() {
        return "\nNo column seems to be a quasi-identifier; measure any set of columns with --set.\n"
            .to_owned();
    }
    let estimated = survey.sets.iter().any(|risk| risk.estimates.is_some());
    let mut heads = vec![
        ("set", Set::Wrapped),
        ("unique", Set::Right),
        ("share", Set::Right),
        ("smallest", Set::Right),
        ("apart", Set::Right),
        ("domain", Set::Right),
        ("at most", Set::Right),
        ("k about", Set::Right),
        ("dangerous", Set::Left(9)),
    ];
    heads.extend(estimated.then_some(("people", Set::Right)));
    let mut grid = Grid::new(heads);
    for risk in &survey.sets {
        let measure = &risk.measure;
        let share = |share: Option<Fraction>| share.map_or("-".to_owned(), |x| percent(x.to_f64()));
        let singles = measure.identifies(survey.plan.alpha);
        let unique = measure.unique_rows().to_string();
        let mut cells = vec![
            survey.names(&risk.columns).join(", ").into(),
            if singles { Cell::styled(unique, BAD) } else { unique.into() },
            share(measure.unique_fraction()).into(),
            measure.smallest_class().to_string().into(),
            share(measure.separation()).into(),
            large(risk.domain).into(),
            percent(risk.bound).into(),
            large(risk.k_estimate).into(),
            if risk.dangerous { Cell::styled("may be", WARNING) } else { "unlikely".into() },
        ];
        if estimated {
            let people = risk.estimates.as_ref().map(|found| large(found.estimate.uniques.round()));
            cells.push(people.unwrap_or_else(|| "-".to_owned()).into());
        }
        grid.add(cells);
    }
    let mut text = format!("\n{STRONG}Sets of columns{STRONG:#}\n{}", grid.text());
    let _ = writeln!(
        text,
        "  {FAINT}unique, share: rows that the set singles out. smallest: rows of the smallest class. apart:\n  \
         share of pairs of rows told apart. The other columns follow from the domain alone, for\n  \
         {} people. at most: largest expected share of unique people. k about: people per\n  \
         combination. dangerous: whether {} of the people may be unique. A set that is unlikely to be\n  \
         dangerous is not safe: trust the counts.{FAINT:#}",
        survey.universe.people,
        asked(survey.plan.alpha)
    );
    if estimated {
        let _ = writeln!(
            text,
            "  {FAINT}people: about so many of the {} are unique, estimated from the counts, if the table is a\n  \
             random sample of them.{FAINT:#}",
            survey.universe.people
        );
    }
    text
}

/// A large number in few letters.
fn large(value: f64) -> String {
    match value {
        value if value < 1e2 && value.fract() != 0.0 => format!("{value:.1}"),
        value if value < 1e7 => format!("{value:.0}"),
        value => format!("{value:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_short() {
        for (value, text) in
            [(2.0, "2"), (2.56, "2.6"), (1234.5, "1234"), (4e9, "4.0e9"), (9_999_999.0, "9999999")]
        {
            assert_eq!(large(value), text);
        }
        assert_eq!(whole(120.0).to_string(), "120");
        assert_eq!(whole(f64::INFINITY), Value::Null);
        assert_eq!(whole(1e300).as_f64(), Some(1e300));
    }
}
