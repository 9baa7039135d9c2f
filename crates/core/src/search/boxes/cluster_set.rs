//! A set of clusters that contains every tuple once, and the cost of merging them.
//!
//! The box of a *closed* cluster contains no tuple of another cluster. A union of closed clusters
//! absorbs every cluster that has a tuple inside its box, until it is closed again. This only
//! raises its cost, so a union is dropped as soon as it costs too much. Clusters that need not be
//! closed are merged directly.

use super::bounding_box::BoundingBox;
use super::kd_tree::KdTree;
use super::{BoxProblem, Partition};

/// Some tuples and their bounding box.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    /// Empty if the cluster was merged into another.
    pub tuples: Vec<u32>,
    pub bbox: BoundingBox,
    pub cost: f64,
    pub holds: bool,
    /// The number of changes so far.
    pub version: u32,
}

/// Clusters to merge.
#[derive(Clone, Debug)]
pub(super) struct Union {
    pub clusters: Vec<u32>,
    /// The cost of the union minus the cost of its clusters.
    pub increase: f64,
}

/// All clusters.
pub(super) struct ClusterSet<'f, 'a> {
    pub problem: &'f BoxProblem<'a>,
    pub tree: KdTree<'f, 'a>,
    /// Per tuple: its cluster.
    pub owner: Vec<u32>,
    pub clusters: Vec<Cluster>,
    pub closed: bool,
}

impl<'f, 'a> ClusterSet<'f, 'a> {
    /// A set without clusters.
    pub fn new(problem: &'f BoxProblem<'a>, closed: bool) -> Self {
        let (tree, owner) = (KdTree::new(problem), vec![0; problem.tuples()]);
        ClusterSet { problem, tree, owner, clusters: Vec::new(), closed }
    }

    /// Starts from the classes of a partition. A divided tuple goes to its first class. Clusters
    /// with overlapping boxes are merged.
    pub fn with_classes(mut self, start: &Partition) -> Self {
        let mut placed = vec![false; self.problem.tuples()];
        let mut place = |tuple: &u32| !std::mem::replace(&mut placed[*tuple as usize], true);
        for class in &start.classes {
            let tuples: Vec<u32> = class.tuples.iter().copied().filter(&mut place).collect();
            self.push(tuples);
        }
        let missing = (0..self.problem.tuples() as u32).filter(&mut place).collect();
        self.push(missing);
        for id in 0..self.clusters.len() as u32 {
            if let Some(union) =
                self.overlapping_cluster(id).and_then(|by| self.union([id, by], f64::INFINITY))
            {
                self.join(&union);
            }
        }
        self
    }

    /// All tuples in one cluster.
    pub fn with_everybody(mut self) -> Self {
        self.push((0..self.problem.tuples() as u32).collect());
        self
    }

    /// Every tuple in a cluster of its own.
    pub fn with_tuples(mut self) -> Self {
        for tuple in 0..self.problem.tuples() as u32 {
            self.push(vec![tuple]);
        }
        self
    }

    /// The total cost of all clusters.
    pub fn cost(&self) -> f64 {
        self.clusters.iter().map(|cluster| cluster.cost).sum()
    }

    /// Another cluster with a tuple inside the box of this closed one.
    fn overlapping_cluster(&self, id: u32) -> Option<u32> {
        let mut found = None;
        if self.closed {
            self.tree.inside(&self.clusters[id as usize].bbox.ranges, |tuple| {
                found = Some(self.owner[tuple as usize]).filter(|&owner| owner != id);
                found.is_none()
            });
        }
        found
    }

    /// Adds a cluster of tuples, which their previous clusters must have given up.
    pub fn push(&mut self, tuples: Vec<u32>) -> u32 {
        let id = self.clusters.len() as u32;
        let bbox = BoundingBox::empty(self.problem.columns());
        self.clusters.push(Cluster {
            tuples: Vec::new(),
            bbox,
            cost: 0.0,
            holds: true,
            version: 0,
        });
        self.set(id, tuples);
        id
    }

    /// Replaces the tuples of a cluster.
    pub fn set(&mut self, id: u32, tuples: Vec<u32>) {
        for &tuple in &tuples {
            self.owner[tuple as usize] = id;
        }
        let bbox = BoundingBox::of(self.problem, &tuples);
        let (cost, holds) =
            (bbox.cost(self.problem), tuples.is_empty() || self.problem.holds(&tuples));
        let version = self.clusters[id as usize].version + 1;
        self.clusters[id as usize] = Cluster { tuples, bbox, cost, holds, version };
    }

    /// The union of two clusters and of all clusters that it overlaps, if it raises the cost by
    /// less than `most`.
    pub fn union(&self, pair: [u32; 2], most: f64) -> Option<Union> {
        let cluster = |id: u32| &self.clusters[id as usize];
        let mut clusters = pair.to_vec();
        let mut bbox = cluster(pair[0]).bbox.clone();
        bbox.join(&cluster(pair[1]).bbox);
        let mut before = cluster(pair[0]).cost + cluster(pair[1]).cost;
        loop {
            let increase = bbox.cost(self.problem) - before;
            if increase >= most {
                return None;
            }
            let known = clusters.len();
            if self.closed {
                self.tree.inside(&bbox.ranges, |tuple| {
                    let owner = self.owner[tuple as usize];
                    if !clusters.contains(&owner) {
                        clusters.push(owner);
                    }
                    true
                });
            }
            if clusters.len() == known {
                return Some(Union { clusters, increase });
            }
            for &met in &clusters[known..] {
                bbox.join(&cluster(met).bbox);
                before += cluster(met).cost;
            }
        }
    }

    /// The cheapest union of a cluster with one of its nearest neighbours.
    pub fn best_union(&self, id: u32, neighbours: usize) -> Option<Union> {
        let own = &self.clusters[id as usize];
        let loss = self.problem.box_loss(&own.bbox.ranges);
        let weight = own.bbox.weight as f64;
        let mut best: Option<Union> = None;
        let mut tried = vec![id];
        self.tree.nearest(&own.bbox.ranges, |wider, tuple| {
            let most = best.as_ref().map_or(f64::INFINITY, |union| union.increase);
            if weight * (wider - loss) >= most {
                return false;
            }
            let owner = self.owner[tuple as usize];
            if !tried.contains(&owner) {
                tried.push(owner);
                best = self.union([id, owner], most).or_else(|| best.take());
            }
            tried.len() <= neighbours
        });
        best
    }

    /// Whether a box contains only tuples of these clusters and of `others`.
    pub fn contains_no_others(
        &self,
        ranges: &[(u32, u32)],
        clusters: &[u32],
        others: &[u32],
    ) -> bool {
        let contains = |&id: &u32| {
            let own = self.clusters[id as usize].bbox.ranges.iter();
            own.zip(ranges).all(|(own, range)| own.0 <= range.0 && range.1 <= own.1)
        };
        let mut clean = true;
        if self.closed && !clusters.iter().any(contains) {
            self.tree.inside(ranges, |tuple| {
                clean = clusters.contains(&self.owner[tuple as usize]) || others.contains(&tuple);
                clean
            });
        }
        clean
    }

    /// The clusters whose tuples are nearest to a box, except the cluster of that box.
    pub fn neighbours(&self, ranges: &[(u32, u32)], id: u32, count: usize) -> Vec<u32> {
        let mut found = Vec::new();
        self.tree.nearest(ranges, |_, tuple| {
            let owner = self.owner[tuple as usize];
            if owner != id && !found.contains(&owner) {
                found.push(owner);
            }
            found.len() < count
        });
        found
    }

    /// Merges the clusters of a union into the largest of them, and returns its id.
    pub fn join(&mut self, union: &Union) -> u32 {
        let size = |id: &&u32| self.clusters[**id as usize].tuples.len();
        let into = union.clusters.iter().max_by_key(size).copied().unwrap_or_default();
        let mut tuples = std::mem::take(&mut self.clusters[into as usize].tuples);
        for &id in union.clusters.iter().filter(|&&id| id != into) {
            tuples.append(&mut self.clusters[id as usize].tuples);
            self.set(id, Vec::new());
        }
        self.set(into, tuples);
        into
    }
}
