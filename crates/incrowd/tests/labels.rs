//! Ranges of leaves as published, read back by the judge: exactly the leaves of the range.

use std::collections::BTreeMap;

use incrowd::core::hierarchy::{Domain, Hierarchy, Spec, build};
use incrowd::core::publish::Labels;
use incrowd::core::terms::{Kind, Nulls};
use incrowd_io::{MemoryTable, Table};
use incrowd_judge::{Chains, Question, Reader, judge};
use proptest::prelude::*;

/// Trees of three levels whose labels repeat: a label may be a leaf elsewhere, or stand at two levels.
fn trees() -> impl Strategy<Value = Vec<[String; 3]>> {
    let word = "[ab]|[ab]{2}|a,b|\\{a\\}|<a|7";
    let leaf = (0_usize..6, word, word);
    prop::collection::vec(leaf, 2..8).prop_map(|leaves| {
        let mut groups: Vec<Option<String>> = vec![None; 6];
        let mut chains = Vec::new();
        for (place, (group, label, leaf)) in leaves.into_iter().enumerate() {
            let label = groups[group].get_or_insert(label).clone();
            let leaf =
                format!("{leaf}{}", if place % 3 == 0 { String::new() } else { place.to_string() });
            chains.push([leaf, label, "*".to_owned()]);
        }
        chains
    })
}

fn grown(spec: &Spec, kind: Kind, values: &[String]) -> Option<Hierarchy> {
    let values: Vec<(String, u64)> = values.iter().map(|value| (value.clone(), 1)).collect();
    let nulls = Nulls::declared(["?"]);
    build(spec, &Domain { column: "c", kind, values: &values, nulls: &nulls }).ok()
}

/// The hierarchy as the judge gets it.
fn chains(hierarchy: &Hierarchy) -> Chains {
    let chain = |code| hierarchy.chain(code).into_iter().map(str::to_owned).collect();
    Chains::new((0..hierarchy.leaves() as u32).map(chain)).unwrap()
}

/// How many people match a published text, if every leaf is one person's.
fn matched(hierarchy: &Hierarchy, chains: &Chains, text: &str) -> u32 {
    let table = |cells: Vec<String>| -> Table {
        MemoryTable::from_rows("t", ["c", "d"], cells.into_iter().map(|cell| [cell, "d".into()]))
            .unwrap()
            .into()
    };
    let leaves = (0..hierarchy.leaves() as u32).map(|code| hierarchy.leaf(code).to_owned());
    let (published, public) = (table(vec![text.to_owned()]), table(leaves.collect()));
    let found = judge(&Question {
        qi: &["c".into()],
        nulls: &Nulls::declared(["?"]),
        kinds: &BTreeMap::from([("c".into(), hierarchy.kind())]),
        hierarchies: &BTreeMap::from([("c".into(), chains.clone())]),
        public: Some(&public),
        ..Question::about(&published)
    });
    (1.0 / found.unwrap().risk.journalist.unwrap()).round() as u32
}

/// That every range of leaves is read back as itself, by who compares rows and by who attacks.
fn read_back(hierarchy: &Hierarchy) -> Result<(), TestCaseError> {
    let (nulls, chains, labels) =
        (Nulls::declared(["?"]), chains(hierarchy), Labels::new(hierarchy));
    let reader = Reader::new(hierarchy.kind(), &nulls, Some(&chains));
    let leaves = hierarchy.leaves() as u32;
    for low in 0..leaves {
        for high in low..leaves {
            let text = labels.text(low, high);
            let covered: Vec<u32> =
                (0..leaves).filter(|&leaf| reader.covers(&text, hierarchy.leaf(leaf))).collect();
            prop_assert_eq!(covered, (low..=high).collect::<Vec<_>>(), "{}", text);
            prop_assert_eq!(matched(hierarchy, &chains, &text), high - low + 1, "{}", text);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn covers_of_trees_are_read_back(lines in trees()) {
        let text: Vec<String> = lines.iter().map(|chain| chain.join(";")).collect();
        let spec = Spec::chains("tree", text.join("\n"));
        let leaves: Vec<String> = lines.iter().map(|chain| chain[0].clone()).collect();
        if let Some(hierarchy) = grown(&spec, Kind::Text, &leaves) {
            read_back(&hierarchy)?;
        }
    }

    #[test]
    fn ranges_of_codes_are_read_back(
        codes in prop::collection::btree_set("0[0-3][0-3]", 2..9),
        others in prop::collection::btree_set("\\?|[0-3]{2}|x", 0..2),
        which in 0_usize..3,
    ) {
        let values: Vec<String> = codes.into_iter().chain(others).collect();
        let spec = [Spec::flat(), Spec::mask(2), Spec::auto()][which].clone();
        if let Some(hierarchy) = grown(&spec, Kind::Text, &values) {
            read_back(&hierarchy)?;
        }
    }
}
