//! Sentences that hold of some documents and not of others: each stands only where it is true.

use incrowd_render::{Page, PageBlock};
use serde_json::{Value, json};

use crate::texts::{certificates, document, documents, page, texts};

/// All that the page of a document says.
fn told(document: &Value) -> String {
    texts(&page(document).unwrap()).join("\n")
}

/// A document with evidence of the roles of its columns, and whatever else it says.
fn with_evidence(name: &str, evidence: Value) -> Value {
    let mut document = document(name);
    document["evidence"] = json!({
        "command": "release",
        "roles": {"id": ["name"], "qi": ["age"], "sensitive": ["illness"], "plain": ["visits"]},
    });
    let entries = document["evidence"].as_object_mut().unwrap();
    entries.extend(evidence.as_object().unwrap().clone());
    document
}

fn banner(page: &Page) -> &str {
    match &page.sections[0].blocks[0] {
        PageBlock::Note(_, text) => text,
        other => panic!("{other:?} is no banner"),
    }
}

#[test]
fn a_generalized_table_is_told_by_role() {
    let told = told(&with_evidence("boxes", json!({})));
    for sentence in [
        "Columns that are not for publication, dropped: name.",
        "Quasi-identifiers, generalized as far as demands and configuration ask: age.",
        "Sensitive columns, kept as they are: illness.",
        "Plain columns, kept as they are: visits.",
        "Rows left out, because their classes did not meet the demands or cost more to keep: 0 (0% of all rows).",
        "read the published file again and measured it.",
    ] {
        assert!(told.contains(sentence), "{sentence}");
    }
    assert!(!told.contains("group"));
}

#[test]
fn anatomy_keeps_quasi_identifiers_and_publishes_sensitive_values_apart() {
    let as_they_are = told(&with_evidence("anatomy", json!({"search": null})));
    for sentence in [
        "Quasi-identifiers, published as they are: age.",
        "Sensitive columns, published apart, by group: illness.",
        "The sensitive values are published apart, by group, in release.sensitive.csv.",
        "Where a demand is about the sensitive values of a class, the class is a group.",
        "groups of sensitive values",
    ] {
        assert!(as_they_are.contains(sentence), "{sentence}");
    }
    for untrue in [", generalized", "equivalence classes", "nodes of the lattice"] {
        assert!(!as_they_are.contains(untrue), "{untrue}");
    }
    let search = json!({
        "algorithm": "anatomy", "recoding": "anatomy", "checked": 3, "proven": false, "among": "boxes",
        "cost": {"name": "loss", "value": 0.5}, "bound": null, "gap": null, "kind": "boxes", "classes": 2,
    });
    let searched = told(&with_evidence("anatomy", json!({ "search": search })));
    assert!(
        searched
            .contains("Quasi-identifiers, published in ranges where the demands ask for it: age.")
    );
}

#[test]
fn chance_publishes_quasi_identifiers_of_the_register() {
    let demands = json!([{
        "demand": "presence",
        "model": "delta-presence",
        "means": "everybody may be in it",
        "demanded": null,
        "measured": null,
        "holds": true,
        "against": "nobody in particular",
        "not_against": "someone who knows how the algorithm chose",
    }]);
    let told = told(&with_evidence("randomised", json!({"demands": demands, "order": "shuffled"})));
    for sentence in [
        "Quasi-identifiers, published as they are: age.",
        "Sensitive columns, left out: illness.",
        "Plain columns, left out: visits.",
        "drawn at random; nothing is generalized.",
        "Rows are in random order.",
        "rows published, of people in the register",
        "It protects against someone who has a register of the population, knows the algorithm",
        "It does not protect against someone who knows or guesses the seed",
        "This follows from how many people were drawn.",
    ] {
        assert!(told.contains(sentence), "{sentence}");
    }
    for untrue in ["left out,", "suppressed", "of all rows", "algorithm chose"] {
        assert!(!told.contains(untrue), "{untrue}");
    }
}

#[test]
fn suppressed_rows_that_are_kept_are_not_left_out() {
    let told = told(&with_evidence("boxes", json!({"keep_suppressed": true})));
    assert!(told.contains("Rows published as rows of * in every cell, at the end, because"));
    assert!(told.contains("rows suppressed, and published as rows of *"));
    assert!(!told.contains("left out"));
}

#[test]
fn what_was_not_published_would_be() {
    let mut dry = with_evidence("boxes", json!({}));
    dry["output"] = Value::Null;
    let unpublished = told(&dry);
    assert!(!unpublished.contains("dry run") && unpublished.contains("but nothing was published"));
    dry["dry_run"] = true.into();
    let dry = told(&dry);
    for sentence in [
        "What would be changed",
        "Columns that are not for publication, which would be dropped: name.",
        "rows that would be published",
        "A dry run: every demanded guarantee would hold (3 of 3), but nothing was published.",
    ] {
        assert!(dry.contains(sentence), "{sentence}");
    }
    assert!(!dry.contains("published file"));
    let refused = told(&document("refused"));
    assert!(refused.contains("no release was found that meets every demand (1 of 2 could be met)"));
    assert!(!refused.contains("verified from"));
}

#[test]
fn dealt_rows_are_in_classes_of_one_group() {
    let sentence =
        "Rows are in the same class only if they are in the same group too (column 'group').";
    assert!(told(&document("dealt")).contains(sentence));
    assert!(!told(&document("boxes")).contains(sentence));
    let mut checked = document("check");
    checked["evidence"]["question"] = json!({"group": "group"});
    assert!(told(&checked).contains(sentence));
}

#[test]
fn a_promise_says_what_its_form_assumes() {
    let promised = |form: &str| {
        let mut document = document("mask");
        document["promise"]["form"] = json!(form);
        told(&document)
    };
    let (free, all) = (promised("distribution-free"), promised("simultaneous"));
    assert!(free.contains("assumes nothing about how people spread"));
    assert!(!free.contains("equally likely"));
    assert!(all.contains("for all combinations at once, and assumes that they are equally likely"));
    for form in ["theorem", "exact"] {
        assert!(promised(form).contains("for each combination by itself, not for all at once"));
    }
    assert!(!promised("something new").contains("equally likely"));
    let plan = told(&document("plan"));
    assert!(plan.contains("count the combinations before you publish."));
    assert!(plan.contains("What would become of each column") && !plan.contains("and after"));
    assert!(!plan.contains("--evidence"));
    assert!(told(&document("mask")).contains("rely on the combinations that were counted."));
}

#[test]
fn the_clock_is_not_on_the_page() {
    for (name, mut document) in documents() {
        let before = page(&document).unwrap().html();
        document["seconds"] = json!(86_399.123);
        assert!(page(&document).unwrap().html() == before, "{name}");
    }
}

#[test]
fn presence_is_shown_in_both_readings() {
    let bucket = |people: u64| json!([{"from": "0", "to": "1/10", "people": people}]);
    let presence = json!({
        "people": 9, "members": 2, "certainly_in": 0, "certainly_out": 0, "unknown": 0,
        "min": {"subset": "1/19", "matching": "2/19"},
        "max": {"subset": "3/19", "matching": "4/19"},
        "histogram": {"subset": bucket(501), "matching": bucket(502)},
    });
    let mut attack = document("attack");
    attack["presence"] = json!({
        "subset": {"min": "1/19", "max": "3/19"},
        "matching": {"min": "2/19", "max": "4/19"},
    });
    attack["histogram"] = presence["histogram"].clone();
    for document in [with_evidence("presence", json!({ "presence": presence })), attack] {
        let told = told(&document);
        for figure in ["1/19 (", "2/19 (", "3/19 (", "4/19 (", "501", "502"] {
            assert!(told.contains(figure), "{figure}");
        }
        assert!(told.contains("in the table, subset: if every set of people"));
        assert!(told.contains("in the table, matching: if every way of giving its rows"));
    }
}

#[test]
fn a_banner_says_what_the_page_describes() {
    let said = |document: &Value| banner(&page(document).unwrap()).to_owned();
    for name in ["release", "mask", "scan", "explore"] {
        assert!(said(&document(name)).contains("describes the original table"), "{name}");
    }
    assert!(said(&document("check")).contains("as confidential as that table"));
    let mut attack = document("attack");
    assert!(!attack["worst"].as_array().unwrap().is_empty());
    assert!(said(&attack).contains("lists the most exposed people of the register"));
    attack["worst"] = json!([]);
    assert!(said(&attack).contains("what an adversary gets"));
    assert!(!said(&attack).contains("exposed"));
}

#[test]
fn a_certificate_says_what_it_leaves_out() {
    for (name, certificate) in certificates() {
        let page = page(&certificate).unwrap();
        let told = texts(&page).join("\n");
        let checked = certificate["evidence"]["command"] == "check";
        let expected = match checked {
            true => "This is a certificate. This report describes the table that was measured",
            false => "a certificate: it may go out with the published table",
        };
        assert!(banner(&page).contains(expected), "{name}");
        for untrue in ["lacks", "--report", "before and after", "distinct before"] {
            assert!(!told.contains(untrue), "{name}: {untrue}");
        }
        assert!(checked || !told.contains("this table"), "{name}");
        assert!(told.contains("'incrowd verify C.json'"), "{name}");
        let files = ["inputs", "outputs"].map(|list| certificate["evidence"][list].clone());
        for file in files.iter().flat_map(|list| list.as_array().unwrap()) {
            assert!(told.contains(file["sha256"].as_str().unwrap()), "{name}");
        }
        for guarantee in certificate["guarantees"].as_array().unwrap() {
            assert!(told.contains(guarantee["model"].as_str().unwrap()), "{name}");
        }
    }
}

#[test]
fn numbers_that_are_not_known_are_no_errors() {
    let release = document("release");
    let changed = |way: &str, value: Value| {
        let mut document = release.clone();
        *document.pointer_mut(way).unwrap() = value;
        told(&document)
    };
    let title = "Nodes of the lattice by height";
    assert!(told(&release).contains(title));
    assert!(!changed("/evidence/search/by_height", Value::Null).contains(title));
    assert!(!changed("/evidence/search/by_height", json!([])).contains(title));
    let drawn = "Lines join nodes that differ by one level";
    assert!(told(&release).contains(drawn));
    let large = changed("/evidence/search/columns/0/highest", json!(255));
    assert!(!large.contains(drawn) && large.contains("Levels of each column"));
    let unchosen = changed("/evidence/search/columns/0/chosen", Value::Null);
    assert!(unchosen.contains(drawn) && !unchosen.contains("The chosen node"));
    let mut plain = release.clone();
    plain.as_object_mut().unwrap().remove("evidence");
    plain["levels"] = json!({"shoe size": 2});
    assert!(told(&plain).contains("shoe size"));
}

#[test]
fn an_audit_is_told_with_its_presence() {
    let mut document = document("presence");
    document["audit"] = json!({
        "samples": 5, "reproduced": 2, "interval": [0.05, 0.85], "presence": {"min": "1/19", "max": "3/19"},
    });
    let told = told(&document);
    assert!(told.contains("of 5 other sets of members that fit the release, 2 lead to it"));
    assert!(told.contains("from 5% to 85%"));
    assert!(told.contains("presence is 1/19 (5.26%) to 3/19 (15.8%)"));
}

#[test]
fn a_demand_that_was_not_met_is_not_called_impossible() {
    let mut explored = document("explore");
    explored["table"][3]["proven"] = json!(false);
    let told = told(&explored);
    assert!(told.contains("where there is no bar, no release was found that meets the demand"));
    assert!(!told.contains("--evidence"));
}

#[test]
fn a_column_that_is_not_drawn_is_named_with_the_reason() {
    let skipped = json!([{"column": "visit", "bins": null, "distance": null, "skipped": "it is too long", "role": "qi"}]);
    let told = told(&with_evidence("boxes", json!({ "distributions": skipped })));
    assert!(told.contains("visit is not drawn: it is too long."), "{told}");
}

/// Evidence of a table of so many plain columns.
fn wide(columns: usize) -> Value {
    let name = |at: usize| format!("q{at:03}");
    let bins = json!([{"label": "1", "before": 0.5, "after": 0.5}]);
    let shown = |at| json!({"column": name(at), "bins": bins, "distance": 0.0, "role": "plain"});
    let role =
        |at| json!({"name": name(at), "role": "plain", "reason": "none", "published": "as it is"});
    with_evidence(
        "boxes",
        json!({
            "distributions": (0..columns).map(shown).collect::<Vec<_>>(),
            "every_column": (0..columns).map(role).collect::<Vec<_>>(),
        }),
    )
}

#[test]
fn the_first_page_is_enough_to_sign() {
    let figures = |mean: f64| {
        json!({"rows": 40, "mean": mean, "lower_quartile": 29.5, "median": 39.0,
        "upper_quartile": 49.0})
    };
    let both = |before: f64, after: f64| json!({"before": before, "after": after});
    let regression = json!({"kind": "regression", "outcome": "income", "intercept": both(10.0, 12.0),
        "coefficients": [{"column": "age", "before": 2.25, "after": 1.75}],
        "r_squared": both(0.625, 0.5), "rows": {"before": 40, "after": 38}});
    let document = with_evidence(
        "boxes",
        json!({
            "for": "Town health office",
            "every_column": [{"name": "visits", "role": "plain", "reason": "no other role was given",
                "published": "as it is"}],
            "summaries": {"numbers": [{"column": "age", "before": figures(39.5), "after": figures(38.25)}],
                "fit": regression},
        }),
    );
    let page = page(&document).unwrap();
    let first = texts(&Page { sections: page.sections[..1].to_vec(), ..Page::default() });
    for text in [
        "Every demand beside what the judge measured",
        "visits",
        "no other role was given",
        "Means and quartiles of numbers",
        "38.2",
        "Linear regression of income on age",
        "1.75",
        "Recipient and purpose",
        "Town health office",
        "Legal basis",
        "Date",
        "Signature",
    ] {
        assert!(first.iter().any(|said| said == text), "{text}: {first:?}");
    }
    let titles: Vec<&str> = page.sections.iter().map(|section| section.title.as_str()).collect();
    assert_eq!(titles.last(), Some(&"Appendix: how the search went"));
    assert!(!titles.contains(&"Signatures"));
}

#[test]
fn a_wide_table_has_a_short_report() {
    let page = page(&wide(200)).unwrap();
    let figures = page.sections.iter().flat_map(|section| &section.blocks);
    let figures = figures.filter(|block| matches!(block, PageBlock::Figure(..))).count();
    assert!(figures < 20, "{figures}");
    let told = texts(&page).join("\n");
    assert!(
        told.contains("And 188 more columns, of the same kind, which the document has"),
        "{told}"
    );
    assert!(told.contains("q000 to q199 (200 columns)"), "every column is on the first page");
}
