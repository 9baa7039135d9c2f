//! Grouping: from the classes of a node to those of a coarser one.
//!
//! Each class gets a key, the mixed-radix number of its codes. Keys index an array directly where
//! their range is small, and a hash table otherwise. Columns at the top of their hierarchy add
//! nothing and are skipped.

use hashbrown::HashTable;

use crate::tally::{Groups, Spread};

use super::{Node, Problem};

/// Which class of the coarser node each group belongs to.
pub(super) struct Assignment {
    pub class_of: Vec<u32>,
    /// Per class, one of its groups.
    pub first: Vec<u32>,
}

/// The classes of a node, ready to be counted, judged or rolled up further.
pub(super) struct Rolled {
    pub node: Node,
    pub groups: Groups,
}

impl Problem<'_> {
    /// Assigns the groups of `source` (at the levels of `from`) to the classes of `node`.
    pub(super) fn assign(&self, source: &Groups, from: &Node, node: &Node) -> Assignment {
        let mut keys = vec![0_u64; source.len()];
        let mut range = 1_u64;
        for (column, codes) in source.codes.iter().enumerate() {
            let (low, high) = (from.0[column] as usize, node.0[column] as usize);
            let size = self.hierarchies[column].nodes(high) as u64;
            if size == 1 {
                continue;
            }
            let Some(wider) = range.checked_mul(size) else {
                // The keys no longer fit a word: number the classes so far, and go on from those.
                let dense = number(&keys, range);
                for (key, class) in keys.iter_mut().zip(&dense.class_of) {
                    *key = u64::from(*class);
                }
                range = dense.first.len() as u64;
                add_column(&mut keys, codes, low, high, &self.climbs[column], range);
                range *= size;
                continue;
            };
            add_column(&mut keys, codes, low, high, &self.climbs[column], range);
            range = wider;
        }
        number(&keys, range)
    }

    /// The classes of `node`, with everything that is counted of them.
    pub(super) fn roll_up(
        &self,
        source: &Groups,
        from: &Node,
        node: &Node,
        secrets: bool,
    ) -> Rolled {
        let assignment = self.assign(source, from, node);
        let classes = assignment.first.len();
        let mut groups = Groups {
            codes: Vec::new(),
            rows: sums(&source.rows, &assignment.class_of, classes),
            people: sums(&source.people, &assignment.class_of, classes),
            secrets: Vec::new(),
        };
        for (column, codes) in source.codes.iter().enumerate() {
            let (low, high) = (from.0[column] as usize, node.0[column] as usize);
            let climb = &self.climbs[column][low][high];
            let code = |&group: &u32| climb[codes[group as usize] as usize];
            groups.codes.push(assignment.first.iter().map(code).collect());
        }
        if secrets {
            let members = Members::new(&assignment.class_of, classes);
            for (secret, spread) in source.secrets.iter().enumerate() {
                groups.secrets.push(gather(spread, &members, self.tally.domain(secret)));
            }
        }
        Rolled { node: node.clone(), groups }
    }
}

fn add_column(
    keys: &mut [u64],
    codes: &[u32],
    low: usize,
    high: usize,
    climbs: &[Vec<Vec<u32>>],
    stride: u64,
) {
    if low == high {
        for (key, &code) in keys.iter_mut().zip(codes) {
            *key += u64::from(code) * stride;
        }
    } else {
        let climb = &climbs[low][high][..];
        for (key, &code) in keys.iter_mut().zip(codes) {
            *key += u64::from(climb[code as usize]) * stride;
        }
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

/// Numbers distinct keys in order of first appearance.
fn number(keys: &[u64], range: u64) -> Assignment {
    let mut class_of = Vec::with_capacity(keys.len());
    let mut first = Vec::new();
    // An array is worth clearing while it is not much larger than what will be put into it.
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

/// Spreads a key over the word: one multiplication, folded (as in wyhash).
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
}

/// Adds up the values of a secret by class.
fn gather(source: &Spread, members: &Members, domain: usize) -> Spread {
    let classes = members.starts.len() - 1;
    let mut result = Spread { starts: Vec::with_capacity(classes + 1), ..Spread::default() };
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
