//! The people whom a published row can mean: those who are the row in some assignment of all rows.
//!
//! Where no boxes overlap, everyone whom a box covers can be any of its rows. Where they do, other
//! rows may need some of these people: of `[1,3]` three times and `[1,4]` once, over the people 1 to
//! 9, the last row is person 4 in every assignment.
//!
//! Given one assignment of all rows, a box can have a row of a type if it has one already, if an
//! exchange leads from the type to someone who is free, or if a cycle of exchanges leads back to
//! the box: if type and box are in one strongly connected component of the graph in which every box
//! points to the types that it covers, and every type to the boxes whose rows it holds.

use super::flow::{self, Misfit};
use super::graph::Graph;
use crate::person_types::{PeopleByType, PublishedBoxes};

/// The people whom a row of each box can mean; `None` if boxes overlap so much that types cannot be
/// listed.
///
/// # Errors
/// If boxes overlap and there is no assignment of all rows.
pub(crate) fn candidates(
    boxes: &PublishedBoxes,
    by_type: &PeopleByType,
) -> Result<Option<Vec<u64>>, Misfit> {
    if !by_type.overlapping {
        return Ok(Some(by_type.matches.clone()));
    }
    let Some(types) = &by_type.types else { return Ok(None) };
    let all = types.all.iter().map(|some| (some.people, &*some.boxes));
    let graph = Graph::new(boxes.rows.clone(), all);
    let given = flow::assign(&graph)?;
    let certain = flow::certain(&graph, &given);
    let components = components(&graph, &given);
    let of_type = |of_type: u32| components[graph.rows.len() + of_type as usize];
    let mut people = vec![0; graph.rows.len()];
    for (edge, &given) in graph.edges.iter().zip(&given) {
        let possible = given > 0
            || !certain[edge.of_type as usize]
            || components[edge.of_box as usize] == of_type(edge.of_type);
        if possible {
            people[edge.of_box as usize] += graph.people[edge.of_type as usize];
        }
    }
    Ok(Some(people))
}

/// The strongly connected component of each box, then of each type (Tarjan, without recursion).
fn components(graph: &Graph, given: &[u64]) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let boxes = graph.rows.len();
    let nodes = boxes + graph.people.len();
    // The node that the edge with this number leads to, from a box or from a type.
    let next = |node: usize, at: usize| -> Option<Option<usize>> {
        if node < boxes {
            let &edge = graph.edges_of_box(node).get(at)?;
            return Some(Some(boxes + graph.edges[edge as usize].of_type as usize));
        }
        let edge = graph.edges_of_type(node - boxes).nth(at)?;
        Some((given[edge] > 0).then_some(graph.edges[edge].of_box as usize))
    };
    let (mut order, mut low) = (vec![UNSEEN; nodes], vec![0; nodes]);
    let mut component = vec![UNSEEN; nodes];
    let (mut open, mut path): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    let mut seen = 0;
    for start in 0..nodes {
        if order[start] != UNSEEN {
            continue;
        }
        path.push((start, 0));
        while let Some((node, at)) = path.pop() {
            if at == 0 {
                (order[node], low[node]) = (seen, seen);
                seen += 1;
                open.push(node);
            }
            match next(node, at) {
                Some(other) => {
                    path.push((node, at + 1));
                    match other {
                        Some(other) if order[other] == UNSEEN => path.push((other, 0)),
                        Some(other) if component[other] == UNSEEN => {
                            low[node] = low[node].min(order[other]);
                        }
                        _ => {}
                    }
                }
                None => {
                    if low[node] == order[node] {
                        while let Some(other) = open.pop() {
                            component[other] = order[node];
                            if other == node {
                                break;
                            }
                        }
                    }
                    if let Some(&(parent, _)) = path.last() {
                        low[parent] = low[parent].min(low[node]);
                    }
                }
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::person_types::{PersonType, PersonTypes};

    /// Boxes with their rows; each person with the boxes that cover them.
    fn tables(rows: &[u64], people: &[Vec<u32>]) -> (PublishedBoxes, PeopleByType) {
        let mut kinds: Vec<Vec<u32>> = people.to_vec();
        kinds.sort();
        kinds.dedup();
        let all: Vec<PersonType> = kinds
            .iter()
            .map(|boxes| PersonType {
                boxes: boxes.clone().into(),
                people: people.iter().filter(|other| *other == boxes).count() as u64,
                line: 2,
            })
            .collect();
        let matches = (0..rows.len() as u32)
            .map(|b| people.iter().filter(|boxes| boxes.contains(&b)).count() as u64)
            .collect();
        let of_class = (0..rows.len() as u32).collect();
        let boxes =
            PublishedBoxes { rows: rows.to_vec(), class: (0..rows.len()).collect(), of_class };
        let overlapping = people.iter().any(|boxes| boxes.len() > 1);
        (
            boxes,
            PeopleByType {
                matches,
                overlapping,
                types: Some(PersonTypes { all, of_person: vec![] }),
            },
        )
    }

    /// Per box, who is one of its rows in some assignment: by trying all.
    fn slowly(rows: &[u64], people: &[Vec<u32>]) -> Option<Vec<u64>> {
        let wanted: Vec<u32> =
            (0..rows.len() as u32).flat_map(|b| vec![b; rows[b as usize] as usize]).collect();
        let mut who = vec![BTreeSet::new(); rows.len()];
        let mut taken = Vec::new();
        fn go(
            wanted: &[u32],
            people: &[Vec<u32>],
            taken: &mut Vec<usize>,
            who: &mut [BTreeSet<usize>],
        ) {
            let Some(&of_box) = wanted.get(taken.len()) else {
                for (&of_box, &person) in wanted.iter().zip(taken.iter()) {
                    who[of_box as usize].insert(person);
                }
                return;
            };
            for person in 0..people.len() {
                if people[person].contains(&of_box) && !taken.contains(&person) {
                    taken.push(person);
                    go(wanted, people, taken, who);
                    taken.pop();
                }
            }
        }
        go(&wanted, people, &mut taken, &mut who);
        let some = who.iter().zip(rows).all(|(who, &rows)| rows == 0 || !who.is_empty());
        some.then(|| who.iter().map(|who| who.len() as u64).collect())
    }

    #[test]
    fn the_last_row_is_certainly_the_fourth_person() {
        let people: Vec<Vec<u32>> = (1..=9)
            .map(|age| match age {
                1..=3 => vec![0, 1],
                4 => vec![1],
                _ => vec![],
            })
            .collect();
        let (boxes, by_type) = tables(&[3, 1], &people);
        assert_eq!(candidates(&boxes, &by_type).unwrap(), Some(vec![3, 1]));
        assert_eq!(by_type.matches, [3, 4]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn it_agrees_with_trying_all_assignments(
            rows in prop::collection::vec(1_u64..3, 1..4),
            people in prop::collection::vec(prop::collection::vec(any::<bool>(), 4), 1..7),
        ) {
            let covering = |covers: &Vec<bool>| -> Vec<u32> {
                (0..rows.len() as u32).filter(|&b| covers[b as usize]).collect()
            };
            let people: Vec<Vec<u32>> = people.iter().map(covering).collect();
            let (boxes, by_type) = tables(&rows, &people);
            prop_assume!(by_type.overlapping);
            let expected = slowly(&rows, &people);
            match candidates(&boxes, &by_type) {
                Ok(found) => prop_assert_eq!(found, expected),
                Err(_) => prop_assert_eq!(expected, None),
            }
        }
    }
}
