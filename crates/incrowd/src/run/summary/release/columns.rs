//! How each quasi-identifier is published.

use crate::Release;
use incrowd_core::hierarchy::Hierarchy;
use incrowd_core::search::FoundRelease;
use incrowd_core::search::boxes::Partition;
use incrowd_core::search::lattice::Node;
use incrowd_document::ReleaseColumn;

/// Labels that are shown of a level.
const LABELS: usize = 3;

/// An entry for each quasi-identifier.
pub fn of(release: &Release<'_>) -> Vec<ReleaseColumn> {
    match &release.found {
        FoundRelease::Node(node) => by_level(release, node),
        FoundRelease::Boxes(partition) => by_range(release, partition),
    }
}

/// The level at which each column is shown.
fn by_level(release: &Release<'_>, node: &Node) -> Vec<ReleaseColumn> {
    let study = release.study;
    let columns = study.plan.qi.iter().zip(&study.encoded.hierarchies).zip(&node.0);
    let column = |((name, hierarchy), &level): ((&String, &Hierarchy), &u8)| ReleaseColumn {
        name: name.clone(),
        level: Some(level),
        height: Some(hierarchy.height() as u64),
        labels: labels(hierarchy, usize::from(level)),
        ..ReleaseColumn::default()
    };
    columns.map(column).collect()
}

/// The first labels of a level; nothing of level 0, which has the values themselves.
fn labels(hierarchy: &Hierarchy, level: usize) -> Vec<String> {
    if level == 0 {
        return Vec::new();
    }
    if level == hierarchy.height() {
        return vec![hierarchy.label(level, 0).to_owned()];
    }
    let labels = (0..hierarchy.nodes(level) as u32).map(|node| hierarchy.label(level, node));
    // Missing values stand first, and an empty one shows nothing.
    let some = labels.filter(|label| !label.is_empty()).take(LABELS);
    some.map(ToString::to_string).collect()
}

/// How much of each column is lost, and in how many rows it keeps its value.
fn by_range(release: &Release<'_>, partition: &Partition) -> Vec<ReleaseColumn> {
    let losses = release
        .outcome
        .figures
        .as_ref()
        .map(|figures| figures.column_losses.clone())
        .unwrap_or_default();
    let columns = release.study.plan.qi.iter().zip(losses).enumerate();
    let column = |(at, (name, loss)): (usize, (&String, f64))| {
        let classes = partition.classes.iter();
        let kept = classes.filter(|class| class.ranges[at].0 == class.ranges[at].1);
        ReleaseColumn {
            name: name.clone(),
            loss: Some(loss),
            unchanged: Some(kept.map(|class| class.rows).sum()),
            ..ReleaseColumn::default()
        }
    };
    columns.map(column).collect()
}
