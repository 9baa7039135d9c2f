//! Groups the classes of a node into those of a coarser one.
//!
//! Each class gets a key, the mixed-radix number of its codes. Keys index an array if their range
//! is small, and a hash table otherwise. Columns at the top of their hierarchy are skipped.

use hashbrown::HashTable;

use crate::frequency_set::{GroupPeople, TupleGroups, ValueCounts};

use super::{LatticeProblem, Node};

/// The class of the coarser node for each group.
struct Assignment {
    class_of: Vec<u32>,
    /// Per class, one of its groups.
    first: Vec<u32>,
}

/// The classes of a node and their counts. Codes are looked up in the source groups, because few of
/// them are ever needed.
pub(super) struct Classes<'s> {
    pub node: &'s Node,
    /// Everything but the codes.
    pub counts: TupleGroups,
    source: Source<'s>,
    /// Per class, one of the source's groups.
    first: Vec<u32>,
}

/// The classes of a node before their secrets are counted, and the class of each group.
pub(super) struct UnfilledClasses<'s> {
    pub class_of: Vec<u32>,
    pub classes: Classes<'s>,
}

/// Groups at the levels of a node.
#[derive(Clone, Copy)]
pub(super) struct Source<'s> {
    pub node: &'s Node,
    pub groups: &'s TupleGroups,
}

/// The classes of a node without their source, to be rolled up further.
pub(super) struct RolledUp {
    pub node: Node,
    pub groups: TupleGroups,
}

impl RolledUp {
    pub fn source(&self) -> Source<'_> {
        Source { node: &self.node, groups: &self.groups }
    }
}

impl LatticeProblem<'_> {
    /// The classes of `node`, built from the groups of a specialization.
    pub(super) fn classes<'s>(&self, source: Source<'s>, node: &'s Node) -> Classes<'s> {
        self.fill(self.unfilled(source, node))
    }

    /// The classes of `node` with rows and people; secrets and person attributes are not counted
    /// yet.
    pub(super) fn unfilled<'s>(&self, source: Source<'s>, node: &'s Node) -> UnfilledClasses<'s> {
        let Assignment { class_of, first } = self.assign(source, node);
        let people = source.groups.members.as_ref();
        let counts = TupleGroups {
            members: people.map(|people| united(people, &class_of, first.len())),
            codes: Vec::new(),
            rows: sums(&source.groups.rows, &class_of, first.len()),
            people: sums(&source.groups.people, &class_of, first.len()),
            secrets: Vec::new(),
            person_attributes: Vec::new(),
        };
        UnfilledClasses { class_of, classes: Classes { node, counts, source, first } }
    }

    /// Counts the secrets and person attributes of classes.
    pub(super) fn fill<'s>(&self, unfilled: UnfilledClasses<'s>) -> Classes<'s> {
        let UnfilledClasses { class_of, mut classes } = unfilled;
        if self.secrets || self.person_attributes {
            let source = classes.source.groups;
            let members = Members::new(&class_of, classes.first.len());
            if self.secrets {
                let spreads = source.secrets.iter().enumerate();
                let domain = |place| self.frequency_set.domain(place);
                classes.counts.secrets =
                    spreads.map(|(place, all)| gather(all, &members, domain(place))).collect();
                let people = classes.counts.members.as_mut().zip(source.members.as_ref());
                if let Some((own, people)) = people {
                    let single = |place, single: &_| gather(single, &members, domain(place));
                    own.secrets = people.united_secrets(members.classes(), single);
                }
            }
            if self.person_attributes {
                let spreads = source.person_attributes.iter().enumerate();
                let domain = |place| self.frequency_set.attribute_domain(place);
                classes.counts.person_attributes =
                    spreads.map(|(place, all)| gather(all, &members, domain(place))).collect();
            }
        }
        classes
    }

    /// The code of a class in a column.
    pub(super) fn code(&self, classes: &Classes<'_>, column: usize, class: usize) -> u32 {
        let group = classes.first[class] as usize;
        let code = classes.source.groups.codes[column][group];
        self.map_up(column, classes.source.node, classes.node)[code as usize]
    }

    /// The classes with their codes, independent of their source.
    pub(super) fn detach(&self, classes: Classes<'_>) -> RolledUp {
        let Classes { node, mut counts, source, first } = classes;
        for (column, codes) in source.groups.codes.iter().enumerate() {
            let map_up = self.map_up(column, source.node, node);
            let code = |&group: &u32| map_up[codes[group as usize] as usize];
            counts.codes.push(first.iter().map(code).collect());
        }
        RolledUp { node: node.clone(), groups: counts }
    }

    /// The map from a column's nodes at one lattice node to those at a coarser one.
    fn map_up(&self, column: usize, from: &Node, to: &Node) -> &[u32] {
        &self.level_maps[column][from.0[column] as usize][to.0[column] as usize]
    }

    fn assign(&self, source: Source<'_>, node: &Node) -> Assignment {
        let mut keys = vec![0_u64; source.groups.len()];
        let mut range = 1_u64;
        for (column, codes) in source.groups.codes.iter().enumerate() {
            let size = self.hierarchies[column].nodes(node.0[column] as usize) as u64;
            if size == 1 {
                continue;
            }
            if range.checked_mul(size).is_none() {
                // The keys no longer fit a word: number the classes so far, and continue with these
                // numbers.
                let dense = number(&keys, range);
                keys = dense.class_of.iter().map(|&class| u64::from(class)).collect();
                range = dense.first.len() as u64;
            }
            let map_up = self.map_up(column, source.node, node);
            for (key, &code) in keys.iter_mut().zip(codes) {
                *key += u64::from(map_up[code as usize]) * range;
            }
            range *= size;
        }
        number(&keys, range)
    }
}

fn sums(counts: &[u64], class_of: &[u32], classes: usize) -> Vec<u64> {
    if counts.is_empty() {
        return Vec::new();
    }
    let mut sums = vec![0; classes];
    for (&count, &class) in counts.iter().zip(class_of) {
        sums[class as usize] += count;
    }
    sums
}

/// The people of classes.
fn united(people: &GroupPeople, class_of: &[u32], classes: usize) -> GroupPeople {
    let alone = sums(&people.alone, class_of, classes);
    if people.several.is_empty() {
        return people.united(alone, (0..classes).map(|_| &[][..]));
    }
    people.united(alone, Members::new(class_of, classes).classes())
}

/// Numbers distinct keys in order of first appearance.
fn number(keys: &[u64], range: u64) -> Assignment {
    let mut class_of = Vec::with_capacity(keys.len());
    let mut first = Vec::new();
    // An array is faster while it is not much larger than the number of keys.
    if range <= 4 * keys.len() as u64 + 1024 {
        let mut classes = vec![u32::MAX; range as usize];
        for (group, &key) in keys.iter().enumerate() {
            let class = &mut classes[key as usize];
            if *class == u32::MAX {
                *class = first.len() as u32;
                first.push(group as u32);
            }
            class_of.push(*class);
        }
    } else {
        let mut classes: HashTable<(u64, u32)> = HashTable::with_capacity(keys.len());
        for (group, &key) in keys.iter().enumerate() {
            let entry = classes.entry(mix(key), |&(k, _)| k == key, |&(k, _)| mix(k));
            let &mut (_, class) = entry
                .or_insert_with(|| {
                    first.push(group as u32);
                    (key, first.len() as u32 - 1)
                })
                .into_mut();
            class_of.push(class);
        }
    }
    Assignment { class_of, first }
}

/// Hashes a key: one multiplication, folded (as in wyhash).
fn mix(key: u64) -> u64 {
    let product = u128::from(key ^ 0x9e37_79b9_7f4a_7c15) * 0xa076_1d64_78bd_642f;
    (product >> 64) as u64 ^ product as u64
}

/// Groups sorted by class.
struct Members {
    starts: Vec<usize>,
    groups: Vec<u32>,
}

impl Members {
    fn new(class_of: &[u32], classes: usize) -> Self {
        let mut starts = vec![0; classes + 1];
        for &class in class_of {
            starts[class as usize + 1] += 1;
        }
        for class in 0..classes {
            starts[class + 1] += starts[class];
        }
        let mut next = starts.clone();
        let mut groups = vec![0; class_of.len()];
        for (group, &class) in class_of.iter().enumerate() {
            groups[next[class as usize]] = group as u32;
            next[class as usize] += 1;
        }
        Members { starts, groups }
    }

    /// The groups of each class.
    fn classes(&self) -> impl Iterator<Item = &[u32]> + Clone {
        self.starts.windows(2).map(|ends| &self.groups[ends[0]..ends[1]])
    }
}

/// Sums the value counts of an attribute by class.
fn gather(source: &ValueCounts, members: &Members, domain: usize) -> ValueCounts {
    let classes = members.starts.len() - 1;
    let mut result =
        ValueCounts { starts: Vec::with_capacity(classes + 1), ..ValueCounts::default() };
    result.starts.push(0);
    let mut sums = vec![0_u64; domain];
    let mut touched: Vec<u32> = Vec::new();
    for class in 0..classes {
        for &group in &members.groups[members.starts[class]..members.starts[class + 1]] {
            let (values, counts) = source.of(group as usize);
            for (&value, &count) in values.iter().zip(counts) {
                if sums[value as usize] == 0 {
                    touched.push(value);
                }
                sums[value as usize] += count;
            }
        }
        touched.sort_unstable();
        for value in touched.drain(..) {
            result.values.push(value);
            result.counts.push(std::mem::take(&mut sums[value as usize]));
        }
        result.starts.push(result.values.len());
    }
    result
}
