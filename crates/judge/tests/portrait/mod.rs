//! What a reader sees in a published table, beside the original.

mod definitions;
mod random;

use std::collections::BTreeMap;

use incrowd_io::{Location, ReadOptions, Table};
use incrowd_judge::{
    Bin, Chains, ComparedTables, Distribution, DistributionComparison, Fit, FittedSummaries,
    JudgeError, compare_distributions, fitted_summaries,
};
use incrowd_terms::{Kind, Nulls};

use crate::common::{Sheet, names};

/// A sitting with everything that most of them leave alone.
#[derive(Default)]
struct Asked {
    nulls: Nulls,
    kinds: BTreeMap<String, Kind>,
    hierarchies: BTreeMap<String, Chains>,
    skip_suppressed: bool,
    only: Option<(&'static str, &'static str)>,
}

impl Asked {
    fn of(
        &self,
        original: Option<&Table>,
        published: &Table,
        columns: &str,
        threads: usize,
    ) -> Result<DistributionComparison, JudgeError> {
        compare_distributions(&ComparedTables {
            original,
            published,
            columns: &names(columns),
            nulls: &self.nulls,
            kinds: &self.kinds,
            hierarchies: &self.hierarchies,
            levels: &BTreeMap::new(),
            skip_suppressed: self.skip_suppressed,
            only: self.only,
            threads,
        })
    }

    /// On one thread and on four, in blocks of a few rows.
    fn beside(
        &self,
        original: Option<&Sheet>,
        published: &Sheet,
        columns: &str,
    ) -> DistributionComparison {
        let original = original.map(|sheet| &sheet.table);
        let found = self.of(original, &published.table, columns, 1).unwrap();
        let small = |table: &Table| {
            let location = Location::Path(table.name().into());
            Table::open_in_blocks(&location, &ReadOptions::default(), 64).unwrap()
        };
        let (before, after) = (original.map(small), small(&published.table));
        assert_eq!(self.of(before.as_ref(), &after, columns, 4).unwrap(), found);
        found
    }
}

/// A table of cells, whatever is in them.
fn sheet(header: &str, rows: &[Vec<String>]) -> Sheet {
    let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
    let line = |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join(",");
    Sheet::new([header.to_owned()].into_iter().chain(rows.iter().map(line)))
}

fn column<T: ToString>(cells: &[T]) -> Vec<Vec<String>> {
    cells.iter().map(|cell| vec![cell.to_string()]).collect()
}

fn bins(distribution: &Distribution) -> &[Bin] {
    distribution.bins.as_deref().unwrap()
}

fn labels(distribution: &Distribution) -> Vec<&str> {
    bins(distribution).iter().map(|bin| bin.label.as_str()).collect()
}

fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn numbers_are_grouped_by_rank_and_ranges_by_their_lower_ends() {
    // Two numbers to a group: 31 groups of 62 numbers, each beside its partner's letter.
    let letter = |at: usize| format!("g{}", at / 2);
    let numbers: Vec<Vec<String>> =
        (0..62).rev().map(|at| vec![(at * at).to_string(), letter(at)]).collect();
    let ranges: Vec<Vec<String>> =
        (0..62).map(|at| vec![format!("[{},9999]", at * at), letter(at)]).collect();
    let asked = Asked::default();
    let found = asked.beside(Some(&sheet("x,y", &numbers)), &sheet("x,y", &ranges), "x,y");
    let found = &found.associations[0];
    assert!(is_close(found.before.unwrap(), 1.0) && is_close(found.after.unwrap(), 1.0));
    // Those without a place are one more group.
    let stars: Vec<Vec<String>> = [0, 1].iter().map(|_| vec!["*".into(), "g99".into()]).collect();
    let with_stars = sheet("x,y", &[ranges, stars].concat());
    let found = asked.beside(Some(&sheet("x,y", &numbers)), &with_stars, "x,y");
    assert!(is_close(found.associations[0].after.unwrap(), 1.0));
}

#[test]
fn a_table_without_an_original_shows_its_texts() {
    let cells = ["[20,29]", "[3,9]", "[20,29]", "*", "", "[3,9]", "[100,110]", "[3,9]"];
    let found = Asked::default().beside(
        None,
        &sheet("x,y", &cells.map(|cell| vec![cell.into(), "1".into()])),
        "x,y",
    );
    let age = &found.distributions[0];
    assert_eq!(labels(age), ["[3,9]", "[20,29]", "[100,110]", "*", "missing values"]);
    assert_eq!((bins(age)[0].after, bins(age)[0].before, age.distance), (0.375, None, None));
    assert_eq!((found.associations[0].before, found.associations[0].after), (None, None));
    let many: Vec<i32> = (0..40).collect();
    let found = Asked::default().beside(None, &sheet("x", &column(&many)), "x");
    assert_eq!(labels(&found.distributions[0])[..2], ["0 to 1", "2 to 3"]);
    let mut mixed: Vec<String> = many.iter().map(ToString::to_string).collect();
    mixed.extend(["[0,9]".to_owned(), "[0,9]".to_owned()]);
    let found = Asked::default().beside(None, &sheet("x", &column(&mixed)), "x");
    assert_eq!(labels(&found.distributions[0])[..3], ["[0,9]", "0", "1"]);
    assert_eq!(labels(&found.distributions[0]).last(), Some(&"other values"));
}

#[test]
fn a_column_that_the_original_lacks_has_no_before() {
    let (before, after) =
        (Sheet::new(["x,y", "1,a", "2,b"]), Sheet::new(["x,group", "1,g", "2,h"]));
    let found = Asked::default().beside(Some(&before), &after, "x,group");
    let [x, group] = &found.distributions[..] else { unreachable!() };
    assert_eq!((x.distance, group.distance), (Some(0.0), None));
    assert!(bins(group).iter().all(|bin| bin.before.is_none() && bin.after == 0.5));
    assert_eq!(found.associations[0].before, None);
}

#[test]
fn only_the_rows_of_the_table_are_seen() {
    let before = Sheet::new(["x,in", "1,yes", "2,no", "3,yes", "3,yes"]);
    let after = Sheet::new(["x", "1", "3", "*", "*"]);
    let asked = Asked { skip_suppressed: true, only: Some(("in", "yes")), ..Asked::default() };
    let found = asked.beside(Some(&before), &after, "x");
    let shares: Vec<(&str, Option<f64>, f64)> = bins(&found.distributions[0])
        .iter()
        .map(|bin| (&*bin.label, bin.before, bin.after))
        .collect();
    assert_eq!(shares, [("1", Some(1.0 / 3.0), 0.5), ("3", Some(2.0 / 3.0), 0.5)]);
    // Unless they are suppressed rows, stars stand for everything.
    let seen = Asked { skip_suppressed: false, ..asked };
    let found = seen.beside(Some(&before), &after, "x");
    assert_eq!(bins(&found.distributions[0])[1].after, 0.5);
    let wrong = Asked { only: Some(("out", "yes")), ..Asked::default() };
    assert!(wrong.of(Some(&before.table), &after.table, "x", 1).is_err());
}

#[test]
fn tables_of_no_row_and_of_one_have_a_portrait() {
    let (none, one) = (Sheet::new(["x,y"]), Sheet::new(["x,y", "1,a"]));
    let asked = Asked::default();
    let found = asked.beside(Some(&none), &none, "x,y");
    assert_eq!((bins(&found.distributions[0]), found.distributions[0].distance), (&[][..], None));
    let found = asked.beside(Some(&none), &one, "x,y");
    assert_eq!(labels(&found.distributions[0]), ["other values"]);
    assert_eq!(
        (bins(&found.distributions[0])[0].after, found.distributions[0].distance),
        (1.0, None)
    );
    let found = asked.beside(Some(&one), &none, "x,y");
    assert_eq!(
        (bins(&found.distributions[0])[0].before, bins(&found.distributions[0])[0].after),
        (Some(1.0), 0.0)
    );
    let found = asked.beside(Some(&one), &one, "x,y");
    assert_eq!(found.distributions[0].distance, Some(0.0));
    assert_eq!((found.associations[0].before, found.associations[0].after), (None, None));
    assert_eq!(asked.beside(Some(&one), &one, "").associations, []);
}

#[test]
fn columns_must_be_there_and_named_once() {
    let sheet = Sheet::new(["x,y", "1,a"]);
    let found = |columns| Asked::default().of(None, &sheet.table, columns, 1);
    assert!(matches!(found("x,z"), Err(JudgeError::UnknownColumn { .. })));
    assert!(matches!(found("x,x"), Err(JudgeError::NamedTwice { .. })));
}

#[test]
fn a_column_of_too_many_values_is_skipped() {
    let line = |at: u32| format!("{at},{}", at % 3);
    let header = ["id,x".to_owned()];
    let sheet = Sheet::new(header.into_iter().chain((0..100_001).map(line)));
    let found = Asked::default().of(Some(&sheet.table), &sheet.table, "id,x", 2).unwrap();
    assert_eq!((&found.distributions[0].bins, found.distributions[0].distance), (&None, None));
    let reason = "the original has more than 100000 distinct values here, or very long ones";
    assert_eq!(found.distributions[0].skipped.as_deref(), Some(reason));
    assert_eq!((bins(&found.distributions[1]).len(), found.associations.len()), (3, 0));
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json["distributions"][0]["bins"], serde_json::Value::Null);
    assert!(json["distributions"][1].get("skipped").is_none());
}

#[test]
fn only_the_first_twelve_columns_are_paired() {
    let letters: Vec<String> = ('a'..='o').map(String::from).collect();
    let (header, line) = (letters.join(","), vec!["1"; letters.len()].join(","));
    let sheet = Sheet::new([header.as_str(), line.as_str()]);
    let found = Asked::default().beside(None, &sheet, &header);
    assert_eq!((found.distributions.len(), found.associations.len()), (15, 66));
    assert_eq!(found.associations[65].columns, ["k".to_owned(), "l".to_owned()]);
}

/// Incomes that are twice the age and ten, with ages published in pairs.
fn incomes() -> (Sheet, Sheet) {
    let ages: Vec<u32> = (20..60).collect();
    let row = |age: &u32| vec![age.to_string(), (2 * age + 10).to_string(), "yes".to_owned()];
    let published = |age: &u32| {
        let low = age - age % 2;
        vec![format!("[{low},{}]", low + 1), (2 * age + 10).to_string(), "yes".to_owned()]
    };
    let before: Vec<Vec<String>> = ages.iter().map(row).collect();
    let after: Vec<Vec<String>> = ages.iter().map(published).collect();
    (sheet("age,income,ill", &before), sheet("age,income,ill", &after))
}

fn summarised(original: Option<&Sheet>, published: &Sheet, columns: &str) -> FittedSummaries {
    let of = |threads| {
        fitted_summaries(
            &ComparedTables {
                original: original.map(|sheet| &sheet.table),
                published: &published.table,
                columns: &names(columns),
                nulls: &Nulls::default(),
                kinds: &BTreeMap::new(),
                hierarchies: &BTreeMap::new(),
                levels: &BTreeMap::new(),
                skip_suppressed: false,
                only: None,
                threads,
            },
            &names("income,ill"),
        )
        .unwrap()
    };
    assert_eq!(of(1), of(4));
    of(1)
}

#[test]
fn ranges_keep_means_and_slopes() {
    let (before, after) = incomes();
    let found = summarised(Some(&before), &after, "age,income");
    let age = &found.numbers[0];
    let (was, is) = (age.before.unwrap(), age.after.unwrap());
    assert_eq!((was.rows, was.mean, was.median), (40, 39.5, 39.0));
    assert_eq!((is.rows, is.mean, is.median), (40, 39.5, 39.0));
    let Some(Fit::Regression(fit)) = found.fit else { panic!("{:?}", found.fit) };
    assert_eq!((fit.outcome.as_str(), fit.coefficients[0].column.as_str()), ("income", "age"));
    let close = |found: Option<f64>, expected: f64| {
        assert!((found.unwrap() - expected).abs() < 1e-4, "{found:?}, not {expected}");
    };
    close(fit.coefficients[0].before, 2.0);
    close(fit.intercept.before, 10.0);
    close(fit.r_squared.before, 1.0);
    // Within a pair of ages the income still differs, so the line explains a little less.
    close(fit.coefficients[0].after, 2.0);
    assert!(fit.r_squared.after.unwrap() < 1.0);
    let alone = summarised(None, &after, "age,income");
    assert_eq!(alone.numbers[0].before, None);
    assert_eq!(alone.numbers[0].after.unwrap().mean, 39.5);
}

#[test]
fn hidden_numbers_count_as_missing() {
    let before = sheet("age", &column(&["1", "2", "3", "4"]));
    let after = sheet("age", &column(&["*", "*", "3", "4"]));
    let found = summarised(Some(&before), &after, "age");
    let is = found.numbers[0].after.unwrap();
    assert_eq!((is.rows, is.mean), (2, 3.5));
    assert_eq!(found.fit, None);
}

#[test]
fn categories_have_a_contingency_table() {
    let rows = |sexes: [&str; 8]| -> Vec<Vec<String>> {
        let ills = ["flu", "flu", "flu", "none", "none", "none", "none", "flu"];
        sexes.iter().zip(ills).map(|(sex, ill)| vec![(*sex).into(), ill.into()]).collect()
    };
    let before = sheet("sex,ill", &rows(["F", "F", "F", "F", "M", "M", "M", "M"]));
    let after = sheet("sex,ill", &rows(["F", "F", "F", "F", "M", "M", "*", "*"]));
    let Some(Fit::Contingency(found)) = summarised(Some(&before), &after, "sex,ill").fit else {
        panic!("two categories make a table");
    };
    assert_eq!((found.by.as_str(), found.outcome.as_str()), ("sex", "ill"));
    assert_eq!(found.values, ["flu", "none"]);
    let shares = |row: usize| {
        let cell = &found.rows[row].shares[0];
        (found.rows[row].value.as_str(), cell.before, cell.after)
    };
    assert_eq!(shares(0), ("F", Some(0.75), Some(0.75)));
    assert_eq!(shares(1), ("M", Some(0.25), Some(0.0)));
}

#[test]
fn numbers_have_figures_without_an_original() {
    let found = summarised(None, &sheet("age", &column(&["1", "2", "[3,9]"])), "age");
    let is = found.numbers[0].after.unwrap();
    assert_eq!((is.rows, is.mean, is.median), (3, 3.0, 2.0));
    assert_eq!(found.numbers[0].before, None);
}

#[test]
fn a_hidden_column_is_not_the_one_that_is_fitted() {
    let row = |sex: &str, job: &str, at: usize| {
        vec![sex.to_owned(), job.to_owned(), ["flu", "flu", "none", "none"][at % 4].to_owned()]
    };
    let jobs = ["baker", "baker", "clerk", "clerk"];
    let before: Vec<_> = (0..8).map(|at| row(["F", "M"][at / 4], jobs[at % 4], at)).collect();
    let after: Vec<_> = (0..8).map(|at| row(["F", "M"][at / 4], "*", at)).collect();
    let (before, after) = (sheet("sex,job,ill", &before), sheet("sex,job,ill", &after));
    let Some(Fit::Contingency(found)) = summarised(Some(&before), &after, "sex,job,ill").fit else {
        panic!("categories make a table");
    };
    assert_eq!(found.by, "sex", "though the job tells more of the illness");
}
