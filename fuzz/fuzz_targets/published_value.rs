//! Any text as a published value, against any originals, with and without a hierarchy:
//! - it stands for what a naive reader says it stands for;
//! - values written as a set are that set, and no other value is;
//! - every label of a hierarchy that is computed from the values stands for the leaves below it
//!   and for nothing else, as whoever reads the published table will find.
//!
//! The input is lines: the published value, then originals, and chains where there is a `;`.

#![no_main]

use std::collections::BTreeSet;

use incrowd_core::hierarchy::{Domain, Hierarchy, Spec, build};
use incrowd_fuzz::chains::{Chain, padded};
use incrowd_fuzz::value::{Column, set};
use incrowd_judge::{Chains, Reader};
use incrowd_terms::{Kind, Nulls};
use libfuzzer_sys::fuzz_target;

/// How many lines are looked at: their pairs are compared.
const LINES: usize = 24;

fuzz_target!(|data: &[u8]| {
    let Some((shape, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let mut lines = text.split('\n').take(LINES);
    let published = lines.next().unwrap_or_default();
    let (chains, originals): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.contains(';'));
    let chain = |line: &&str| line.split(';').map(str::to_owned).collect();
    let chains: Vec<Chain> = chains.iter().map(chain).collect();
    let nulls = if shape & 1 == 0 { Nulls::default() } else { Nulls::declared(["?", "99"]) };
    let kind = Kind::ALL[usize::from(shape >> 1) % Kind::ALL.len()];

    assert_as_the_format_says(kind, &nulls, &chains, published, &originals);
    let values: BTreeSet<&str> = originals.into_iter().collect();
    assert_sets_hold_their_members(kind, &nulls, published, &values);
    assert_labels_hold_their_leaves(&nulls, &values);
});

fn assert_as_the_format_says(
    kind: Kind,
    nulls: &Nulls,
    chains: &[Chain],
    published: &str,
    originals: &[&str],
) {
    let read = Chains::new(chains.iter().cloned());
    let model = padded(chains);
    if !chains.is_empty() && read.is_ok() {
        assert!(model.is_some(), "chains without a common top: {chains:?}");
    }
    let listed = model.as_deref().filter(|_| read.is_ok()).unwrap_or_default();
    let with =
        (Reader::new(kind, nulls, read.as_ref().ok()), Column { kind, nulls, chains: listed });
    let without = (Reader::new(kind, nulls, None), Column { kind, nulls, chains: &[] });
    let labels = chains.iter().flatten().map(String::as_str);
    let texts: Vec<&str> = labels.chain([published]).chain(originals.iter().copied()).collect();
    for (reader, column) in [with, without] {
        for original in &texts {
            for published in [published, "*", original] {
                let (found, expected) =
                    (reader.covers(published, original), column.stands_for(published, original));
                assert_eq!(found, expected, "{published:?} for {original:?} as {kind}");
            }
        }
        for label in &texts {
            for original in originals.iter().take(4) {
                let (found, expected) =
                    (reader.covers(label, original), column.stands_for(label, original));
                assert_eq!(found, expected, "{label:?} for {original:?} as {kind}");
            }
        }
    }
}

fn assert_sets_hold_their_members(kind: Kind, nulls: &Nulls, other: &str, values: &BTreeSet<&str>) {
    if values.is_empty() {
        return;
    }
    let reader = Reader::new(kind, nulls, None);
    let members: Vec<&str> = values.iter().copied().collect();
    let written = set(&members);
    assert!(members.iter().all(|value| reader.covers(&written, value)), "{written}");
    let meant = values.contains(other) || other == written;
    assert_eq!(reader.covers(&written, other), meant, "{written} for {other:?}");
}

fn assert_labels_hold_their_leaves(nulls: &Nulls, values: &BTreeSet<&str>) {
    let present = values.iter().copied().filter(|value| !nulls.is_missing(value));
    let kind = Kind::infer(present);
    let counted =
        values.iter().zip((1..4).cycle()).map(|(value, rows)| ((*value).to_owned(), rows));
    let counted: Vec<(String, u64)> = counted.collect();
    let domain = Domain { column: "column", kind, values: &counted, nulls };
    for spec in ["auto", "flat", "mask:3", "intervals:5,10", "bounds:0,18", "money:1,500", "intervals:5,10,<5,20+", "date:month,year", "standard:isced"] {
        let spec = Spec::parse(spec).unwrap().read(|_| Err("no file")).unwrap();
        let Ok(made) = build(&spec, &domain) else { continue };
        let chain = |code| made.chain(code).into_iter().map(str::to_owned).collect::<Chain>();
        let chains = Chains::new((0..made.leaves() as u32).map(chain)).expect("a tree");
        let through_chains = Reader::new(made.kind(), nulls, Some(&chains));
        let by_shape = Reader::new(made.kind(), nulls, None);
        for level in 0..=made.height() {
            for node in 0..made.nodes(level) as u32 {
                let label = made.label(level, node);
                let highest = span_of_label(&made, label);
                for code in 0..made.leaves() as u32 {
                    let (leaf, below) = (made.leaf(code), made.span(level, node).contains(&code));
                    let found = through_chains.covers(label, leaf);
                    assert_eq!(found, highest.contains(&code), "{label:?} for {leaf:?}");
                    // Sets and ranges of `auto` speak for themselves, without the hierarchy.
                    if spec == Spec::auto() {
                        assert_eq!(by_shape.covers(label, leaf), below, "{label:?} for {leaf:?}");
                    }
                }
            }
        }
    }
}

/// The leaves of all nodes with this label, at whatever level.
fn span_of_label(made: &Hierarchy, label: &str) -> BTreeSet<u32> {
    let levels = 0..=made.height();
    let nodes =
        levels.flat_map(|level| (0..made.nodes(level) as u32).map(move |node| (level, node)));
    let named = nodes.filter(|&(level, node)| made.label(level, node) == label);
    named.flat_map(|(level, node)| made.span(level, node)).collect()
}
