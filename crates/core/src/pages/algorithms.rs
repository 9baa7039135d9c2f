//! How releases are found: of whole columns, of boxes, and of columns one by one.

use super::Page;

/// Every algorithm's page: first those of whole columns, then those of boxes, then those of
/// `scan` and `mask`; within each the one that is meant to be used comes first.
pub(super) const PAGES: &[Page] = &[
    Page {
        names: &["optimal", "full-domain"],
        source: include_str!("../search/lattice/optimal.rs"),
    },
    Page { names: &["samarati"], source: include_str!("../search/lattice/baselines/samarati.rs") },
    Page {
        names: &["minimal-nodes", "all-minimal", "minimal"],
        source: include_str!("../search/lattice/minimal.rs"),
    },
    Page { names: &["spalm"], source: include_str!("../search/lattice/baselines/spalm.rs") },
    Page {
        names: &["smallest-k"],
        source: include_str!("../search/lattice/baselines/smallest_k.rs"),
    },
    Page {
        names: &["guided", "multidimensional"],
        source: include_str!("../search/boxes/guided/mod.rs"),
    },
    Page {
        names: &["cluster", "local", "overlap"],
        source: include_str!("../search/boxes/cluster.rs"),
    },
    Page { names: &["exact"], source: include_str!("../search/boxes/exact.rs") },
    Page {
        names: &["mondrian", "mondrian-relaxed"],
        source: include_str!("../search/boxes/mondrian.rs"),
    },
    Page {
        names: &["mondrian-smallest-k"],
        source: include_str!("../search/boxes/baselines/mondrian_smallest_k.rs"),
    },
    Page {
        names: &[
            "mpalm", "mpalm-n1", "mpalm-n2", "mpalm-n3", "mpalm-p1", "mpalm-p2", "mpalm-p3",
            "mpalm-b1", "mpalm-b2", "mpalm-b3",
        ],
        source: include_str!("../search/boxes/baselines/mpalm.rs"),
    },
    Page { names: &["lower-bound", "bound"], source: include_str!("../search/boxes/bound/mod.rs") },
    Page { names: &["dealing", "deal"], source: include_str!("../publish/deal.rs") },
    Page {
        names: &["minimal-quasi-identifiers", "levelwise"],
        source: include_str!("../../../columns/src/identify/minimal.rs"),
    },
    Page { names: &["cells"], source: include_str!("../../../columns/src/mask/cells.rs") },
    Page { names: &["budget"], source: include_str!("../../../columns/src/mask/budget.rs") },
    Page {
        names: &["quantiles", "quantile"],
        source: include_str!("../../../columns/src/mask/quantile.rs"),
    },
    Page {
        names: &["streamed-quantiles", "sketch"],
        source: include_str!("../../../columns/src/mask/stream/mod.rs"),
    },
    Page {
        names: &["optimal-clusters", "kmedian", "kcenter", "cellular", "sse"],
        source: include_str!("../../../columns/src/mask/cluster.rs"),
    },
];
