//! Properties that every hierarchy has, whatever it was built from.

use std::collections::BTreeMap;

use incrowd_terms::{Kind, Nulls};
use proptest::prelude::*;

use super::{Domain, Hierarchy, Spec, build};

/// What the rest of the crate relies on.
fn assert_sound(made: &Hierarchy) {
    let leaves = made.leaves() as u32;
    for code in 0..leaves {
        assert_eq!(made.code(made.leaf(code)), Some(code));
    }
    for level in 0..=made.height() {
        let (node_of, mut next) = (made.node_of(level), 0);
        assert_eq!(node_of.len(), made.leaves());
        let mut labels = Vec::new();
        for node in 0..made.nodes(level) as u32 {
            let span = made.span(level, node);
            assert_eq!(span.start, next, "spans partition the leaves");
            assert!(span.start < span.end, "no node is empty");
            assert!(span.clone().all(|code| node_of[code as usize] == node));
            if level > 0 {
                let (first, last) = (span.start as usize, span.end as usize - 1);
                let below = made.node_of(level - 1);
                assert!(first == 0 || below[first] != below[first - 1], "nodes hold whole nodes");
                assert!(last + 1 == made.leaves() || below[last] != below[last + 1]);
            }
            labels.push(made.label(level, node));
            next = span.end;
        }
        assert_eq!(next, leaves);
        labels.sort_unstable();
        assert!(labels.windows(2).all(|pair| pair[0] != pair[1]), "labels are unique in a level");
    }
    assert_eq!(made.nodes(made.height()), 1);
}

fn over(
    spec: &Spec,
    kind: Kind,
    values: &[(String, u64)],
) -> Result<Hierarchy, super::HierarchyError> {
    let nulls = Nulls::declared(["?"]);
    let domain = Domain { column: "c", kind, values, nulls: &nulls };
    let built = build(spec, &domain);
    if let Ok(made) = &built {
        assert_sound(made);
        for (text, _) in values {
            assert!(made.code(text).is_some(), "every value of the data has a code");
        }
    }
    built
}

fn file(text: String) -> Spec {
    Spec::chains("f", text)
}

/// Random trees as chains, in random order. A label says where it is in the tree, so that it has
/// one parent; chains end early at random.
fn trees() -> impl Strategy<Value = Vec<Vec<String>>> {
    let paths = prop::collection::btree_set(prop::collection::vec(0_u8..4, 3), 1..40);
    let chains = paths.prop_flat_map(|paths| {
        let chains: Vec<_> = paths
            .into_iter()
            .map(|path| {
                let name = |depth: usize| {
                    let digits: Vec<_> = path[..depth].iter().map(u8::to_string).collect();
                    format!("{}{}", ["", "r", "g", "leaf"][depth], digits.join("."))
                };
                // Below some groups the middle level is left out: such chains are padded.
                let middle = (path[0] > 0).then(|| name(2));
                let mut chain = vec![name(3)];
                chain.extend(middle);
                chain.extend([name(1), "*".to_owned()]);
                chain
            })
            .collect();
        Just(chains)
    });
    chains.prop_shuffle()
}

fn written(chains: &[Vec<String>]) -> String {
    chains.iter().map(|chain| chain.join(";") + "\n").collect()
}

/// The chains as an outline, branches in order of first appearance.
fn outlined(chains: &[Vec<String>]) -> String {
    #[derive(Default)]
    struct Node(Vec<(String, Node)>);
    fn write(node: &Node, depth: usize, text: &mut String) {
        for (label, below) in &node.0 {
            text.push_str(&format!("{}{label}\n", "  ".repeat(depth)));
            write(below, depth + 1, text);
        }
    }
    let mut root = Node::default();
    for chain in chains {
        let mut at = &mut root;
        for label in chain.iter().rev() {
            let place = at.0.iter().position(|(known, _)| known == label);
            let place = place.unwrap_or_else(|| {
                at.0.push((label.clone(), Node::default()));
                at.0.len() - 1
            });
            at = &mut at.0[place].1;
        }
    }
    let mut text = String::new();
    write(&root, 0, &mut text);
    text
}

proptest! {
    #[test]
    fn chains_are_what_the_file_said(chains in trees()) {
        let made = over(&file(written(&chains)), Kind::Text, &[]).unwrap();
        prop_assert_eq!(made.leaves(), chains.len());
        for chain in &chains {
            let code = made.code(&chain[0]).unwrap();
            let mut expected: Vec<_> = chain.iter().map(String::as_str).collect();
            while expected.len() <= made.height() {
                expected.insert(expected.len() - 1, expected[expected.len() - 2]);
            }
            prop_assert_eq!(made.chain(code), expected);
        }
    }

    #[test]
    fn siblings_stand_in_order_of_first_appearance(chains in trees()) {
        let made = over(&file(written(&chains)), Kind::Text, &[]).unwrap();
        for level in 0..made.height() {
            let mut first = BTreeMap::new();
            for (place, chain) in chains.iter().enumerate() {
                let code = made.code(&chain[0]).unwrap();
                first.entry(made.node_of(level)[code as usize]).or_insert(place);
            }
            let parent = |node: u32| made.node_of(level + 1)[made.span(level, node).start as usize];
            for node in 1..made.nodes(level) as u32 {
                prop_assert!(parent(node - 1) != parent(node) || first[&(node - 1)] < first[&node]);
            }
        }
    }

    #[test]
    fn groups_of_numbers_are_ranges_or_refused(
        groups in prop::collection::vec(0_u8..3, 1..9).prop_map(|mut groups| {
            // Sorted in half of the cases: random groups are hardly ever ranges.
            if groups.len() % 2 == 0 { groups.sort_unstable(); }
            groups
        }),
        order in Just((0..9).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let lines = order.iter().filter(|i| **i < groups.len());
        let text: String = lines.map(|i| format!("{};g{};*\n", 8 + i, groups[*i])).collect();
        let mut runs = groups.clone();
        runs.dedup();
        let distinct: std::collections::BTreeSet<_> = runs.iter().collect();
        match over(&file(text.clone()), Kind::Integer, &[]) {
            Ok(made) => {
                prop_assert_eq!(runs.len(), distinct.len());
                let leaves: Vec<_> = (0..groups.len() as u32).map(|code| made.leaf(code).to_owned()).collect();
                let expected: Vec<_> = (8..8 + groups.len()).map(|n| n.to_string()).collect();
                prop_assert_eq!(leaves, expected);
            }
            Err(_) => {
                prop_assert!(runs.len() > distinct.len());
                prop_assert!(over(&file(text), Kind::Text, &[]).is_ok());
            }
        }
    }

    #[test]
    fn an_outline_and_a_file_say_the_same(chains in trees()) {
        let tree = Spec::tree("t", outlined(&chains));
        let by_tree = over(&tree, Kind::Text, &[]).unwrap();
        prop_assert_eq!(by_tree, over(&file(written(&chains)), Kind::Text, &[]).unwrap());
    }

    #[test]
    fn exports_read_back(chains in trees(), missing in any::<bool>()) {
        let values: Vec<_> = missing.then(|| ("?".to_owned(), 1)).into_iter().collect();
        let made = over(&file(written(&chains)), Kind::Text, &values).unwrap();
        prop_assert_eq!(&over(&file(made.to_csv()), Kind::Text, &values).unwrap(), &made);
    }

    #[test]
    fn computed_hierarchies_are_sound_and_read_back(
        texts in prop::collection::btree_map("-?[0-9]{1,3}(\\.[0-9])?|\\?|", 0_u64..9, 1..60),
        which in 0_usize..9,
    ) {
        let values: Vec<_> = texts.into_iter().collect();
        let text = ["auto", "flat", "mask:2", "mask:9", "intervals:2,10", "bounds:1,2", "intervals:2,10,<4,20+", "money:1,50", "keep"][which];
        let spec = super::domain::tests::spec(text);
        let kind = Kind::infer(values.iter().map(|(v, _)| v.as_str()).filter(|v| !["", "?"].contains(v)));
        if let Ok(made) = over(&spec, kind, &values) {
            prop_assert_eq!(&over(&file(made.to_csv()), made.kind(), &values).unwrap(), &made);
        } else {
            prop_assert!(kind == Kind::Text && (4..8).contains(&which));
        }
    }

    #[test]
    fn any_words_are_a_spec_or_an_error(
        builder in "(intervals|bounds|money|mask|date|standard|tree|auto|\\PC{0,5}):?",
        parameters in "(day|year|<|[+]|[0-9]{1,30}|[-0-9.,eE]|\\PC){0,8}",
    ) {
        if let Ok(unread) = Spec::parse(&format!("{builder}{parameters}")) {
            let values = ["1", "2024-01-01", "-79228162514264337593543950335", "1e-28"];
            for value in values.map(|text| [(text.to_owned(), 1)]) {
                let spec = unread.clone().read(|_| Ok::<_, ()>(String::new())).unwrap();
                let _ = over(&spec, Kind::infer([value[0].0.as_str()].into_iter()), &value);
            }
        }
    }

    #[test]
    fn any_text_is_a_hierarchy_or_an_error(
        text in "([a-c1-3*;,|\t\"\r\n ]|\\PC){0,60}",
        kind in prop::sample::select(&Kind::ALL[..]),
        outline in any::<bool>(),
    ) {
        let spec = if outline { Spec::tree("t", text) } else { file(text) };
        match over(&spec, kind, &[]) {
            Ok(made) => {
                let again = over(&file(made.to_csv()), kind, &[]).unwrap();
                prop_assert_eq!(&again, &made);
                prop_assert!(made.outline(10).lines().count() <= 10);
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        let values = ["a", "?", "1"].map(|text| (text.to_owned(), 1));
        let _ = over(&spec, kind, &values);
    }
}
