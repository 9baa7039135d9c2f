//! What a release can be held to, then what `scan`, `mask`, `check`, `delta` and `--audit` tell.

use super::Page;

/// Every model's page, in the order in which a newcomer should meet them.
pub(super) const PAGES: &[Page] = &[
    Page { names: &["k-anonymity", "k"], source: include_str!("../model/k_anonymity.rs") },
    Page { names: &["delta-presence", "presence"], source: include_str!("../model/presence.rs") },
    Page {
        names: &["personal-presence", "personal"],
        source: include_str!("../model/personal_presence.rs"),
    },
    Page {
        names: &["joint-presence", "joint"],
        source: include_str!("../model/joint_presence.rs"),
    },
    Page {
        names: &["prior-presence", "prior"],
        source: include_str!("../model/prior_presence.rs"),
    },
    Page {
        names: &["estimated-presence", "distribution"],
        source: include_str!("../model/estimated_presence.rs"),
    },
    Page {
        names: &["randomised-presence", "randomised", "chance"],
        source: include_str!("../randomised.rs"),
    },
    Page { names: &["weak-k-anonymity", "weak-k"], source: include_str!("../model/weak_k.rs") },
    Page {
        names: &["mixed-membership", "membership"],
        source: include_str!("../model/mixed_membership.rs"),
    },
    Page { names: &["k-map"], source: include_str!("../model/k_map.rs") },
    Page {
        names: &["p-sensitivity", "p-sensitive", "p-sensitive-k-anonymity", "p"],
        source: include_str!("../model/p_sensitive.rs"),
    },
    Page {
        names: &["distinct-l-diversity", "l-diversity", "distinct", "distinct-l", "l"],
        source: include_str!("../model/distinct_l.rs"),
    },
    Page {
        names: &["frequency-l-diversity", "frequency", "frequency-l"],
        source: include_str!("../model/frequency_l.rs"),
    },
    Page {
        names: &["entropy-l-diversity", "entropy", "entropy-l"],
        source: include_str!("../model/entropy_l.rs"),
    },
    Page {
        names: &["recursive-cl-diversity", "recursive", "recursive-cl", "recursive-le"],
        source: include_str!("../model/recursive_cl.rs"),
    },
    Page {
        names: &["alpha-k-anonymity", "alpha-k", "alpha"],
        source: include_str!("../model/alpha_k.rs"),
    },
    Page { names: &["t-closeness", "t"], source: include_str!("../model/t_closeness.rs") },
    Page {
        names: &[
            "beta-likeness",
            "basic-beta-likeness",
            "enhanced-beta-likeness",
            "likeness",
            "beta",
        ],
        source: include_str!("../model/beta_likeness.rs"),
    },
    Page {
        names: &["delta-disclosure", "disclosure"],
        source: include_str!("../model/delta_disclosure.rs"),
    },
    Page {
        names: &["eps-m-anonymity", "proximity", "eps-m"],
        source: include_str!("../model/proximity.rs"),
    },
    Page {
        names: &["delta-l-diversity", "delta-l", "numeric-diversity"],
        source: include_str!("../model/delta_l.rs"),
    },
    Page { names: &["anatomy"], source: include_str!("../anatomy.rs") },
    Page {
        names: &["quasi-identifiers", "identify", "scan"],
        source: include_str!("../../../columns/src/identify/mod.rs"),
    },
    Page {
        names: &["probabilistic-anonymity", "probabilistic", "mask"],
        source: include_str!("../../../columns/src/mask/mod.rs"),
    },
    Page {
        names: &["uniqueness", "population-uniqueness", "zayatz", "snb", "pitman"],
        source: include_str!("../model/uniqueness.rs"),
    },
    Page {
        names: &["safe-harbor", "hipaa"],
        source: include_str!("../../../columns/src/safe_harbor/mod.rs"),
    },
    Page { names: &["risk", "delta"], source: include_str!("../risk.rs") },
    Page { names: &["audit", "minimality"], source: include_str!("../audit.rs") },
];
