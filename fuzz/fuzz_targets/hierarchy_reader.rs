//! Any text, read as a hierarchy file or an outline, for columns of any kind with any values. If
//! it is a hierarchy:
//! - its spans partition the leaves at every level, and the levels nest up to one top;
//! - its chains are those that a naive reader finds, and the judge's reader, too;
//! - numbers and dates stand in order, and every value of the data is a leaf;
//! - exported and read again it is the same.
//!
//! If not, the error names the file and a line that exists.

#![no_main]

use std::collections::BTreeSet;

use incrowd_core::hierarchy::{Domain, Hierarchy, HierarchyError, Spec, build};
use incrowd_fuzz::chains::{Chain, of_file, of_outline, padded};
use incrowd_judge::Chains;
use incrowd_terms::{Kind, Nulls};
use libfuzzer_sys::fuzz_target;

const FILE: &str = "file";
const DELIMITERS: [char; 4] = [';', '\t', '|', ','];

fuzz_target!(|data: &[u8]| {
    let Some((&[shape, picked], text)) = data.split_first_chunk() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let kind = Kind::ALL[usize::from(shape >> 1) % Kind::ALL.len()];
    let values = values(text, picked);
    let is_outline = shape & 1 == 1;
    let spec = if is_outline { Spec::tree(FILE, text) } else { Spec::chains(FILE, text) };
    match over(&spec, kind, &values) {
        Ok(made) => {
            assert_sound(&made);
            assert_as_written(text, is_outline, &made, &values);
            assert_judged_alike(&made);
            let export = Spec::chains(FILE, made.to_csv());
            let again = over(&export, kind, &values).expect("its own export");
            assert_eq!((&again, again.missing()), (&made, made.missing()));
            for (value, _) in &values {
                assert!(made.code(value).is_some(), "{value:?} has no code");
            }
            for lines in [0, 1, 7, 1000] {
                assert!(made.outline(lines).lines().count() <= lines);
            }
        }
        Err(error) => assert_placed(text, &error),
    }
});

/// Some of the words in the text, and a missing value now and then: what the data might hold.
fn values(text: &str, picked: u8) -> Vec<(String, u64)> {
    let words = text.split(|c: char| DELIMITERS.contains(&c) || "\n\r\"".contains(c)).take(40);
    let words = words.zip((0..8).cycle()).filter(|(_, bit)| picked >> bit & 1 == 1);
    let mut values: BTreeSet<&str> = words.map(|(word, _)| word.trim()).collect();
    if picked & 3 == 3 {
        values.insert("?");
    }
    values.into_iter().zip(1..).map(|(value, rows)| (value.to_owned(), rows)).collect()
}

fn over(spec: &Spec, kind: Kind, values: &[(String, u64)]) -> Result<Hierarchy, HierarchyError> {
    build(spec, &Domain { column: "column", kind, values, nulls: &nulls() })
}

fn nulls() -> Nulls {
    Nulls::declared(["?"])
}

/// What the rest of the house relies on.
fn assert_sound(made: &Hierarchy) {
    let leaves = made.leaves() as u32;
    for code in 0..leaves {
        assert_eq!(made.code(made.leaf(code)), Some(code));
    }
    for level in 0..=made.height() {
        let (node_of, mut next) = (made.node_of(level), 0);
        assert_eq!(node_of.len(), made.leaves());
        let mut labels = BTreeSet::new();
        for node in 0..made.nodes(level) as u32 {
            let span = made.span(level, node);
            assert_eq!(span.start, next, "spans leave no gap");
            assert!(span.start < span.end, "no node is empty");
            assert!(span.clone().all(|code| node_of[code as usize] == node));
            assert!(labels.insert(made.label(level, node)), "a label is one node of its level");
            if let Some(below) = level.checked_sub(1).map(|below| made.node_of(below)) {
                let border = |at: usize| at == 0 || at == below.len() || below[at - 1] != below[at];
                assert!(border(span.start as usize) && border(span.end as usize), "levels nest");
            }
            next = span.end;
        }
        assert_eq!(next, leaves, "spans hold every leaf");
    }
    assert_eq!(made.nodes(made.height()), 1);
    if made.kind().is_ordered() {
        let missing = made.missing();
        assert!(
            (0..leaves).all(|code| nulls().is_missing(made.leaf(code)) == (code < missing.end))
        );
        let scalar = |code| made.kind().read(made.leaf(code)).expect("a number or date");
        for code in missing.end + 1..leaves {
            assert!(scalar(code - 1).magnitude(&scalar(code)).is_le(), "leaves ascend");
        }
    }
}

/// The chains are those in the text, and there are no others but of missing values.
fn assert_as_written(text: &str, is_outline: bool, made: &Hierarchy, values: &[(String, u64)]) {
    let candidates: Vec<Vec<Chain>> = if is_outline {
        vec![of_outline(text)]
    } else if text.contains('"') {
        return;
    } else {
        DELIMITERS.map(|delimiter| of_file(text, delimiter)).into()
    };
    let says_the_same = |chains: &Vec<Chain>| {
        let Some(mut chains) = padded(chains) else { return false };
        let listed: BTreeSet<String> = chains.iter().map(|chain| chain[0].clone()).collect();
        let unlisted = values.iter().map(|(value, _)| value);
        let unlisted: Vec<_> = unlisted
            .filter(|value| nulls().is_missing(value) && !listed.contains(*value))
            .collect();
        // A missing value beside a single leaf that is the top makes room for itself.
        if let (false, Some([top])) = (unlisted.is_empty(), chains.first().map(Vec::as_slice)) {
            let top = top.clone();
            chains.iter_mut().for_each(|chain| chain.push(top.clone()));
        }
        let faithful =
            |chain: &Chain| made.code(&chain[0]).is_some_and(|code| made.chain(code) == *chain);
        chains.iter().all(faithful) && made.leaves() == listed.len() + unlisted.len()
    };
    assert!(candidates.iter().any(says_the_same), "{made:?} is not what the text says");
}

/// The judge has a reader of its own.
fn assert_judged_alike(made: &Hierarchy) {
    let chain = |code| made.chain(code).into_iter().map(str::to_owned).collect::<Chain>();
    let leaves = 0..made.leaves() as u32;
    let chains = Chains::new(leaves.clone().map(chain)).expect("the judge accepts it");
    assert_eq!(chains.height(), made.height());
    for code in leaves {
        assert_eq!(chains.chain(made.leaf(code)), Some(chain(code).as_slice()));
    }
    for level in 0..=made.height() {
        for node in 0..made.nodes(level) as u32 {
            let below: BTreeSet<&str> = chains.leaves(made.label(level, node)).unwrap().collect();
            assert!(made.span(level, node).all(|code| below.contains(made.leaf(code))));
        }
    }
}

/// The error says where to look.
fn assert_placed(text: &str, error: &HierarchyError) {
    assert_eq!((error.file(), error.column()), (Some(FILE), Some("column")));
    let lines = text.split('\n').count() as u64;
    assert!(error.line().is_none_or(|line| (1..=lines).contains(&line)), "{error}");
    let place = error.line().map_or(FILE.to_owned(), |line| format!("{FILE}, line {line}"));
    assert!(error.to_string().starts_with(&format!("hierarchy of 'column' ({place}): ")));
}
