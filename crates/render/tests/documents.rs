//! Pages of result documents: what a document says is on its page, letter by letter and to
//! three digits, and no document, however broken, brings the page maker down.

use std::collections::BTreeSet;

use incrowd_document::{Document, ReadError};
use incrowd_render::{Page, PageBlock, Tone};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use crate::texts::{certificates, document, documents, page, texts};

/// Whether a page says something, apart from digits and letters beside it.
fn says(page: &Page, wanted: &str) -> bool {
    let apart = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
    texts(page).iter().any(|text| {
        text.match_indices(wanted).any(|(start, _)| {
            apart(text[..start].chars().next_back())
                && apart(text[start + wanted.len()..].chars().next())
        })
    })
}

/// The ways to all values that are neither lists nor objects, as JSON pointers.
fn leaves(value: &Value, way: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            for (place, value) in list.iter().enumerate() {
                leaves(value, &format!("{way}/{place}"), found);
            }
        }
        Value::Object(entries) => {
            for (key, value) in entries {
                let key = key.replace('~', "~0").replace('/', "~1");
                leaves(value, &format!("{way}/{key}"), found);
            }
        }
        _ => found.push(way.to_owned()),
    }
}

/// What a page need not repeat: what it says in words of its own, and what a document says twice.
fn said_otherwise(way: &str, evidence: bool) -> bool {
    let ends = [
        "/evidence/command",
        "/evidence/search/kind",
        "/evidence/search/algorithm",
        "/evidence/search/recoding",
        "/evidence/search/checked",
        "/evidence/search/nodes",
        // A name from a list.
        "/uniqueness/chosen",
        "/cost/minimised/over",
        "/uniqueness/estimate/uniques",
        "/uniqueness/estimate/share",
        // The clock would make every page another one.
        "/seconds",
    ];
    let twice = way.starts_with("/evidence/demands/")
        && ["/demanded", "/measured", "/column", "/model", "/against"]
            .iter()
            .any(|end| way.ends_with(end));
    // Where there is evidence, it tells these in more words.
    let in_more_words = way.starts_with("/levels/")
        || way == "/lower_bound/of"
        || (way.starts_with("/guarantees/") && way.ends_with("/column"));
    twice || (evidence && in_more_words) || ends.iter().any(|end| way.ends_with(end))
}

#[test]
fn every_figure_and_text_is_on_the_page_as_it_is() {
    let mut lacking = Vec::new();
    for (name, document) in documents() {
        let mut ways = Vec::new();
        leaves(&document, "", &mut ways);
        let evidence = document.get("evidence").is_some();
        let unchanged = page(&document).unwrap();
        let mut asked = 0;
        // Of people who were drawn none is suppressed.
        let pointless = |way: &str| name == "randomised" && way == "/rows/suppressed";
        let said = |way: &str| said_otherwise(way, evidence) || pointless(way);
        for (number, way) in ways.iter().enumerate().filter(|(_, way)| !said(way)) {
            let mut changed = document.clone();
            let place = changed.pointer_mut(way).unwrap();
            let level = ["/lowest", "/highest", "/chosen", "/level"];
            let wanted = match place {
                Value::Number(_)
                    if level.iter().any(|end| way.ends_with(end)) || way.contains("/levels/") =>
                {
                    (200 + number % 50).to_string()
                }
                // Three digits that the page does not have yet.
                Value::Number(found) if found.is_f64() => (0..900)
                    .map(|more| format!("0.{}", 100 + (7 * number + more) % 900))
                    .find(|figure| !figure.ends_with('0') && !says(&unchanged, figure))
                    .unwrap(),
                Value::Number(_) => format!("7123456{number:04}"),
                Value::String(text) if text.contains('/') => format!("7123{number:04}/8123456789"),
                Value::String(_) => format!("<b>\"{number}\" & 'so on'</b>"),
                _ => continue,
            };
            *place = match place {
                Value::Number(_) => serde_json::from_str(&wanted).unwrap(),
                _ => json!(wanted),
            };
            asked += 1;
            let page = page(&changed).unwrap_or_else(|why| panic!("{name}{way}: {why}"));
            if !says(&page, &wanted) {
                lacking.push(format!("{name}{way}"));
            }
        }
        assert!(asked > 5, "{name} has hardly anything to show");
    }
    assert_eq!(lacking, [""; 0]);
}

#[test]
fn names_of_columns_are_texts() {
    let hostile = "</script><img src=x onerror=alert(1)>, \"a\" = {b|c}\n\u{202e}";
    for (name, key) in [("release", "learned"), ("check", "sensitive"), ("minimal", "levels")] {
        let mut changed = document(name);
        changed[key] = json!({ hostile: changed[key].as_object().unwrap().values().next() });
        let page = page(&changed).unwrap();
        assert!(says(&page, hostile), "{name}: {key}");
    }
}

#[test]
fn every_kind_is_told_by_its_keys() {
    let titles = [
        ("anatomy", "Release of a table"),
        ("attack", "Attack on release.csv"),
        ("boxes", "Release of a table"),
        ("check", "Check of release.csv"),
        ("dealt", "Release of a table"),
        ("explore", "Trade-off by k of a table"),
        ("mask", "Mask of a table"),
        ("minimal", "Release of a table"),
        ("plan", "Mask of a table"),
        ("presence", "Release of a table"),
        ("randomised", "Release of a table"),
        ("refused", "Release of a table"),
        ("release", "Release of study.csv"),
        ("scan", "Scan of a table"),
    ];
    let found: Vec<(String, String)> = documents()
        .into_iter()
        .map(|(name, document)| (name, page(&document).unwrap().title))
        .collect();
    let found: Vec<(&str, &str)> =
        found.iter().map(|(name, title)| (name.as_str(), title.as_str())).collect();
    assert_eq!(found, titles);
}

#[test]
fn the_evidence_names_the_command() {
    let mut scan = document("scan");
    scan["evidence"] = json!({"command": "scan"});
    scan["people"] = json!(3);
    scan["certainly_in"] = json!(0);
    assert_eq!(page(&scan).unwrap().title, "Scan of a table");
    scan["evidence"]["command"] = json!("delta");
    assert_eq!(
        page(&scan).unwrap_err().to_string(),
        "the document is a result of 'delta', not of release, check, attack, scan or mask"
    );
}

#[test]
fn what_is_no_result_says_why() {
    let why = |document: Value| page(&document).unwrap_err().to_string();
    assert_eq!(why(json!([1])), "a result is a JSON object, as `--json` prints it; this is a list");
    assert_eq!(
        why(json!({"delta_min": "0"})),
        "the document is no result of release, check, attack, scan or mask"
    );
    assert_eq!(
        why(json!({"error": {"message": "nosuch.csv: no such file", "file": "nosuch.csv"}})),
        "the document reports an error, there is no result to show: nosuch.csv: no such file"
    );
    assert_eq!(
        why(json!({"recoding": "local"})),
        "the document is incomplete: missing field `algorithm`"
    );
    let mut changed = document("release");
    changed["evidence"]["columns"][2]["distinct_before"] = json!("many");
    assert_eq!(
        page(&changed).unwrap_err(),
        ReadError::WrongType {
            key: "evidence.columns[2].distinct_before".to_owned(),
            problem: "invalid type: string \"many\", expected u64".to_owned(),
        }
    );
}

/// How the notes of the first section are meant, but for the banner.
fn tones(page: &Page) -> Vec<Tone> {
    let tone = |block: &PageBlock| match block {
        PageBlock::Note(tone, _) => Some(*tone),
        _ => None,
    };
    page.sections[0].blocks.iter().skip(1).filter_map(tone).collect()
}

#[test]
fn the_verdict_is_good_only_if_all_holds_and_was_verified() {
    let release = document("release");
    assert_eq!(tones(&page(&release).unwrap()), [Tone::Good]);
    let verdict = |way: &str, value: Value| {
        let mut changed = release.clone();
        *changed.pointer_mut(way).unwrap() = value;
        tones(&page(&changed).unwrap())
    };
    assert_eq!(verdict("/guarantees/1/holds", json!(false)), [Tone::Bad]);
    assert_eq!(verdict("/guarantees", json!([])), [Tone::Bad]);
    assert_eq!(verdict("/verified", json!(false)), [Tone::Bad]);
    assert_eq!(verdict("/output", Value::Null), [Tone::Careful]);
    let mut risky = release.clone();
    risky["verdict"] = json!("holds-with-risks");
    risky["risks"] = json!([{"kind": "undone", "severity": "severe", "count": 3, "of": 9,
        "columns": ["code"], "what": "'code' gives 'job' back", "cure": "drop it"}]);
    let risky = page(&risky).unwrap();
    assert_eq!(tones(&risky), [Tone::Careful]);
    let told = texts(&risky).join("\n");
    for line in [
        "Severe (undone): A published column gives a generalized one back",
        "'code' gives 'job' back.",
        "What to do: Drop it.",
    ] {
        assert!(told.contains(line), "{line}");
    }
    assert_eq!(tones(&page(&document("refused")).unwrap()), [Tone::Bad]);
    assert_eq!(tones(&page(&document("check")).unwrap()), [Tone::Bad]);
}

#[test]
fn a_document_without_evidence_says_what_is_lacking() {
    let mut plain = document("release");
    plain.as_object_mut().unwrap().remove("evidence");
    let told = texts(&page(&plain).unwrap()).join("\n");
    assert_eq!(told.matches("part of the evidence, which this document lacks").count(), 4);
    let told = texts(&page(&document("release")).unwrap()).join("\n");
    assert!(!told.contains("lacks"));
}

#[test]
fn every_table_is_as_wide_as_its_head() {
    for (name, document) in documents().into_iter().chain(certificates()) {
        for block in page(&document).unwrap().sections.into_iter().flat_map(|part| part.blocks) {
            if let PageBlock::Table(caption, grid) = block {
                for row in &grid.rows {
                    assert_eq!(row.len(), grid.head.len(), "{name}: {caption}");
                }
            }
        }
    }
}

#[test]
fn long_lists_are_cut_and_counted() {
    let mut changed = document("scan");
    let sets: Vec<Value> = (0..73).map(|number| json!([format!("column {number}")])).collect();
    changed["minimal_quasi_identifiers"] = json!(sets);
    let page = page(&changed).unwrap();
    assert!(says(&page, "column 49") && !says(&page, "column 50"));
    assert!(says(&page, "And 23 more, which the result lists."));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(|flag| json!(flag)),
        any::<i64>().prop_map(|number| json!(number)),
        any::<u64>().prop_map(|number| json!(number)),
        any::<f64>().prop_map(|number| json!(number)),
        "\\PC{0,8}".prop_map(|text| json!(text)),
        "[0-9]{0,30}/[0-9]{0,30}".prop_map(|text| json!(text)),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec(("[a-z]{1,6}", inner), 0..4)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

/// All values of a document, lists and objects too, as JSON pointers.
fn everything(value: &Value) -> Vec<String> {
    let mut ways = Vec::new();
    leaves(value, "", &mut ways);
    let above = |way: &String| {
        let ends = way.char_indices().filter(|&(_, letter)| letter == '/').map(|(end, _)| end);
        ends.map(|end| way[..end].to_owned()).collect::<Vec<_>>()
    };
    let all: BTreeSet<String> =
        ways.iter().flat_map(above).chain(ways.iter().cloned()).chain([String::new()]).collect();
    all.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn broken_documents_are_pages_or_say_why(
        which in any::<Index>(),
        changes in prop::collection::vec((any::<Index>(), prop::option::of(any_json())), 1..6),
    ) {
        let documents = [documents(), certificates()].concat();
        let mut document = which.get(&documents).1.clone();
        for (place, value) in changes {
            let ways = everything(&document);
            let way = place.get(&ways);
            *document.pointer_mut(way).unwrap() = value.unwrap_or(Value::Null);
        }
        match Document::read(&document) {
            Ok(read) => {
                prop_assert!(!incrowd_render::page(&read).sections.is_empty());
                let again = serde_json::to_value(&read).unwrap();
                prop_assert_eq!(Document::read(&again), Ok(read));
            }
            Err(why) => prop_assert!(!why.to_string().is_empty()),
        }
    }
}
