//! Every kind of leak, planted in a table that has none otherwise.

use incrowd_terms::{OverallVerdict, RiskKind, Severity};

use super::Case;

/// Numbers that look random, the same every time: a multiplicative hash.
fn mixed(row: u64, salt: u64) -> u64 {
    let mut x = (row + 1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(salt.wrapping_mul(0xD1B5_4A32_D192_ED03));
    x ^= x >> 29;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ (x >> 32)
}

const ROWS: u64 = 2000;

/// People with an age, a sex, hours of work and an illness; ages are published by tens.
struct People {
    header: Vec<&'static str>,
    published: Vec<Vec<String>>,
    original: Vec<Vec<String>>,
}

fn age(row: u64) -> u64 {
    20 + mixed(row, 1) % 50
}

impl People {
    fn new() -> People {
        let row = |row: u64| {
            let sex = ["f", "m"][(mixed(row, 2) % 2) as usize];
            let hours = 30 + mixed(row, 3) % 4 * 5;
            let illness = ["flu", "cold", "asthma", "gout"][(mixed(row, 4) % 4) as usize];
            [age(row).to_string(), sex.into(), hours.to_string(), illness.into()]
        };
        let original: Vec<Vec<String>> = (0..ROWS).map(|number| row(number).to_vec()).collect();
        let published = original.iter().map(|row| {
            let low = row[0].parse::<u64>().unwrap() / 10 * 10;
            let mut row = row.clone();
            row[0] = format!("[{low},{}]", low + 9);
            row
        });
        let published = published.collect();
        People { header: vec!["age", "sex", "hours", "illness"], published, original }
    }

    /// Adds a column to both tables.
    fn with(mut self, name: &'static str, value: impl Fn(u64) -> String) -> People {
        self.header.push(name);
        for (row, number) in self.published.iter_mut().zip(0..) {
            row.push(value(number));
        }
        for (row, number) in self.original.iter_mut().zip(0..) {
            row.push(value(number));
        }
        self
    }

    fn case(&self, sensitive: &str) -> Case {
        let header: Vec<String> = self.header.iter().map(|&name| name.to_owned()).collect();
        let all = |rows: &[Vec<String>]| [std::slice::from_ref(&header), rows].concat();
        Case::new(&all(&self.published), "age,sex", sensitive).beside(&all(&self.original))
    }
}

#[test]
fn a_clean_table_has_no_risk() {
    let risks = People::new().case("illness").risks();
    assert!(risks.is_empty(), "{risks:#?}");
    assert_eq!(OverallVerdict::of(true, &risks), OverallVerdict::Holds);
}

#[test]
fn a_birth_date_gives_the_age_back() {
    // Ages by the year of birth, and days that nobody shares.
    let birth = |row: u64| {
        let day = mixed(row, 5) % 336;
        format!("{}-{:02}-{:02}", 2000 - age(row), day / 28 + 1, day % 28 + 1)
    };
    let found = People::new().with("born", birth).case("illness").of_kind(RiskKind::Undone);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].columns, ["born", "age"]);
    assert_eq!(found[0].severity, Severity::Severe);
    assert!(found[0].count * 100 >= found[0].of * 90, "{found:#?}");
}

#[test]
fn a_code_beside_a_generalized_column_gives_it_back() {
    let code = |row: u64| format!("c{}", age(row) * 7 % 101);
    let found = People::new().with("code", code).case("illness,code").of_kind(RiskKind::Undone);
    assert_eq!((found.len(), found[0].count, found[0].of), (1, ROWS, ROWS));
    assert!(found[0].cure.as_deref().unwrap().contains("`id = code`"), "{found:#?}");
}

#[test]
fn a_random_secret_gives_nothing_back() {
    let salary = |row: u64| (mixed(row, 6) % 100_000).to_string();
    let found =
        People::new().with("salary", salary).case("illness,salary").of_kind(RiskKind::Undone);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn plain_columns_that_single_people_out_are_named() {
    let people = People::new()
        .with("zip", |row| format!("{:05}", mixed(row, 7) % 60))
        .with("job", |row| format!("job {}", mixed(row, 8) % 40));
    let found = people.case("illness").of_kind(RiskKind::SingledOut);
    assert_eq!(found.len(), 1, "{found:#?}");
    let columns = &found[0].columns;
    assert!(columns.contains(&"zip".to_owned()) && columns.contains(&"job".to_owned()));
    assert!(found[0].example.as_deref().unwrap().starts_with("only one row has zip="));
    // With a larger k fewer may be found.
    let strict = Case { k: Some(20), ..people.case("illness") };
    assert_eq!(strict.of_kind(RiskKind::SingledOut)[0].columns, ["zip", "job"]);
}

#[test]
fn a_column_of_unique_values_identifies() {
    let case = People::new().with("card", |row| format!("{:016x}", mixed(row, 9))).case("illness");
    let found = case.of_kind(RiskKind::IdentifyingColumn);
    assert_eq!((found.len(), found[0].count), (1, ROWS));
    assert_eq!(found[0].columns, ["card"]);
}

#[test]
fn a_class_with_one_secret_is_certain() {
    let mut people = People::new();
    for row in people.published.iter_mut().chain(&mut people.original) {
        let is_there = row[1] == "f" && (row[0].starts_with("[30") || row[0].starts_with('3'));
        if is_there {
            row[3] = "HIV".into();
        }
    }
    let found = people.case("illness").of_kind(RiskKind::CertainSecret);
    assert_eq!(found.len(), 1, "{found:#?}");
    let there = people.published.iter().filter(|row| row[3] == "HIV").count() as u64;
    assert_eq!((found[0].count, found[0].of), (there, ROWS));
    let example = found[0].example.as_deref().unwrap();
    assert!(example.starts_with("class (age=[30,39], sex=f): "), "{example}");
}

#[test]
fn secrets_that_lie_close_together_are_neighbours() {
    // What people of a class earn differs by little.
    let salary = |row: u64| {
        let class = (age(row) / 10) * 2 + mixed(row, 2) % 2;
        (20_000 + class * 7_000 + mixed(row, 10) % 100).to_string()
    };
    let found = People::new().with("salary", salary).case("illness,salary");
    let found = found.of_kind(RiskKind::Neighbours);
    assert_eq!((found.len(), found[0].count), (1, ROWS), "{found:#?}");
    let salary = |row: u64| (20_000 + mixed(row, 11) % 70_000).to_string();
    let quiet = People::new().with("salary", salary).case("illness,salary");
    assert!(quiet.of_kind(RiskKind::Neighbours).is_empty());
}

#[test]
fn an_end_that_stands_out_is_a_warning() {
    let mut people = People::new();
    people.original[7][0] = "250".into();
    people.published[7][0] = "[60,250]".into();
    for row in &mut people.published {
        if row[0] == "[60,69]" {
            row[0] = "[60,250]".into();
        }
    }
    let found = people.case("illness").of_kind(RiskKind::Extremes);
    assert_eq!((found.len(), found[0].count), (1, 1), "{found:#?}");
    assert_eq!(found[0].severity, Severity::Warning);
    assert!(found[0].example.as_deref().unwrap().contains("[60,250] ends in 250"));
    // Ends that the steward chose tell nothing.
    for row in &mut people.published {
        row[0] = row[0].replace(']', ")").replace("250", "251");
    }
    let mut case = people.case("illness");
    let line = |low: u64| {
        let high = if low == 60 { 251 } else { low + 9 };
        let values = low..=if low == 60 { 250 } else { low + 9 };
        values.map(move |age| vec![age.to_string(), format!("[{low},{high})"), "*".into()])
    };
    let chains = incrowd_judge::Chains::new((2..7).flat_map(|ten| line(ten * 10))).unwrap();
    case.hierarchies.insert("age".into(), chains);
    assert!(case.risks().is_empty(), "{:#?}", case.risks());
}

#[test]
fn identifiers_that_repeat_are_people_with_several_rows() {
    let people = People::new();
    let mut header: Vec<String> = people.header.iter().map(|&name| name.to_owned()).collect();
    header.push("patient".into());
    // Spellings of one name are one person; a missing name is nobody's.
    let name = |number: usize| match number {
        0 => String::new(),
        _ if number.is_multiple_of(2) => format!("P-{}", number / 2),
        _ => format!("p-{}", number / 2),
    };
    let original = people.original.iter().enumerate();
    let original = original.map(|(number, row)| [row.as_slice(), &[name(number)]].concat());
    let original: Vec<Vec<String>> = std::iter::once(header).chain(original).collect();
    let mut case = people.case("illness").beside(&original);
    case.identifying = vec!["patient".into()];
    let found = case.of_kind(RiskKind::RepeatedPerson);
    assert_eq!((found[0].count, found[0].of), (ROWS - 2, ROWS - 1), "{found:#?}");
    assert_eq!(found[0].severity, Severity::Severe);
    assert!(found[0].cure.as_deref().unwrap().ends_with("`person = patient`"));
    // Where people are counted, there is nothing to say.
    case.people = Some((0..ROWS as u32).map(|row| row / 2).collect());
    assert!(case.of_kind(RiskKind::RepeatedPerson).is_empty());
}

#[test]
fn without_an_original_some_kinds_cannot_be_measured() {
    let case = Case { original: None, ..People::new().case("illness") };
    let risks = case.risks();
    let kinds: Vec<RiskKind> = risks.iter().map(|risk| risk.kind).collect();
    let expected =
        [RiskKind::RepeatedPerson, RiskKind::Undone, RiskKind::Extremes, RiskKind::Ordered];
    assert_eq!(kinds, expected);
    assert!(risks.iter().all(|risk| !risk.is_measured()));
    assert_eq!(OverallVerdict::of(true, &risks), OverallVerdict::HoldsWithRisks);
    // A file that does not belong to the original cannot be measured either.
    let mut strange = People::new();
    strange.original[3][0] = "99".into();
    let kinds: Vec<RiskKind> =
        strange.case("illness").risks().iter().map(|risk| risk.kind).collect();
    assert_eq!(kinds, [RiskKind::Undone, RiskKind::Extremes]);
}

#[test]
fn rows_in_any_order_are_measured_through_their_map() {
    let code = |row: u64| format!("c{}", age(row) * 7 % 101);
    let mut people = People::new().with("code", code);
    let ordered = people.case("illness").of_kind(RiskKind::Undone);
    let same = Case { row_for_row: true, ..people.case("illness") };
    assert_eq!(same.of_kind(RiskKind::Undone), ordered);
    let mut rows: Vec<u64> = (0..ROWS).collect();
    rows.sort_by_key(|&row| mixed(row, 12));
    people.published = rows.iter().map(|&row| people.published[row as usize].clone()).collect();
    let rows = rows.into_iter().map(|row| row as u32).collect();
    let case = Case { rows: Some(rows), ..people.case("illness") };
    let shuffled = case.of_kind(RiskKind::Undone);
    assert_eq!((shuffled[0].count, shuffled[0].of), (ordered[0].count, ordered[0].of));
}

#[test]
fn rows_of_one_person_tell_nothing_about_each_other() {
    // Two rows per person, with a text of the person's own.
    let text = |row: u64| format!("s{}", mixed(row / 2, 13) % 1_000_000);
    let mut people = People::new().with("score", text);
    for rows in [&mut people.published, &mut people.original] {
        for person in rows.chunks_mut(2) {
            person[1] = person[0].clone();
        }
    }
    let rows = people.case("illness,score");
    assert_eq!(rows.of_kind(RiskKind::Undone)[0].severity, Severity::Severe);
    let person = Some((0..ROWS as u32).map(|row| row / 2).collect());
    let counted = Case { people: person, ..people.case("illness,score") };
    assert!(counted.of_kind(RiskKind::Undone).is_empty());
}
