//! Random tables and demands, from end to end: what is published is judged by brute force, and
//! what is then tampered with is rejected by `check` exactly when brute force rejects it.

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::prelude::*;

use crate::support::{Folder, cells, to_csv};

/// The chains of column `a`, as a file.
const CHAINS: &str = "u;p;x;*\nv;p;x;*\nw;q;x;*\nr;r;y;*\ns;t;y;*\n?;?;?;*\n";

/// A row of the input: `a` and `b` are quasi-identifiers, `s` and `t` sensitive, `n` is plain.
type Person = (usize, usize, usize, usize);

#[derive(Clone, Copy, Debug)]
enum Demand {
    K(u64),
    P(u64),
    Distinct(u64),
    /// l in halves.
    Frequency(u64),
    Entropy(u64),
    /// c in tenths, l, and whether equality will do.
    Recursive(u64, usize, bool),
    /// In tenths, like all below.
    Alpha(u64),
    Closeness(u64),
    Likeness(u64),
    Disclosure(u64),
}

/// How often each sensitive value occurs.
type Counts = BTreeMap<String, u64>;

impl Demand {
    fn flag(self) -> String {
        match self {
            Demand::K(k) => format!("--k {k}"),
            Demand::P(p) => format!("--p {p}"),
            Demand::Distinct(l) => format!("--l distinct:{l}"),
            Demand::Frequency(l) => format!("--l frequency:{l}/2"),
            Demand::Entropy(l) => format!("--l entropy:{l}"),
            Demand::Recursive(c, l, false) => format!("--l recursive:{c}/10,{l}"),
            Demand::Recursive(c, l, true) => format!("--l recursive-le:{c}/10,{l}"),
            Demand::Alpha(alpha) => format!("--alpha-k {alpha}/10"),
            Demand::Closeness(t) => format!("--t {t}/10"),
            Demand::Likeness(beta) => format!("--likeness basic:{beta}/10"),
            Demand::Disclosure(delta) => format!("--disclosure {delta}/10"),
        }
    }

    /// Whether a class holds beside the table that it is part of: the definitions, in whole
    /// numbers where they are about whole numbers.
    fn holds(self, class: &Counts, table: &Counts) -> bool {
        let size: u64 = class.values().sum();
        let rows: u64 = table.values().sum();
        let distinct = class.len() as u64;
        let most = class.values().copied().max().unwrap_or(0);
        let count = |value: &String| class.get(value).copied().unwrap_or(0);
        match self {
            Demand::K(k) => size >= k,
            Demand::P(p) => size >= p && distinct >= p,
            Demand::Distinct(l) => distinct >= l,
            Demand::Frequency(halves) => most * halves <= 2 * size,
            Demand::Entropy(l) => {
                // n ln n - sum c ln c >= n ln l; so few rows come nearer only by being equal.
                let x_ln_x = |count: u64| count as f64 * (count as f64).ln();
                let own = x_ln_x(size) - class.values().copied().map(x_ln_x).sum::<f64>();
                own >= size as f64 * (l as f64).ln() - 1e-9
            }
            Demand::Recursive(tenths, l, or_equal) => {
                let mut counts: Vec<u64> = class.values().copied().collect();
                counts.sort_unstable_by(|a, b| b.cmp(a));
                let rest: u64 = counts.iter().skip(l - 1).sum();
                let (left, right) = (10 * most, tenths * rest);
                left < right || (or_equal && left == right)
            }
            Demand::Alpha(tenths) => 10 * most <= tenths * size,
            Demand::Closeness(tenths) => {
                let apart: u64 = table
                    .iter()
                    .map(|(value, all)| (count(value) * rows).abs_diff(all * size))
                    .sum();
                10 * apart <= 2 * tenths * size * rows
            }
            Demand::Likeness(tenths) => table
                .iter()
                .all(|(value, all)| 10 * count(value) * rows <= all * size * (10 + tenths)),
            Demand::Disclosure(tenths) => table.iter().all(|(value, all)| {
                let ratio = (count(value) * rows) as f64 / (all * size) as f64;
                ratio > 0.0 && ratio.ln().abs() < tenths as f64 / 10.0
            }),
        }
    }
}

/// Whether all classes of a table (`a,b,s,t,n`) hold, for both sensitive columns.
fn all_hold(rows: &[Vec<String>], demands: &[Demand]) -> bool {
    [2, 3].into_iter().all(|secret| {
        let mut table = Counts::new();
        let mut classes: BTreeMap<&[String], Counts> = BTreeMap::new();
        for row in rows {
            *table.entry(row[secret].clone()).or_default() += 1;
            *classes.entry(&row[..2]).or_default().entry(row[secret].clone()).or_default() += 1;
        }
        classes.values().all(|class| demands.iter().all(|demand| demand.holds(class, &table)))
    })
}

fn demand() -> impl Strategy<Value = Demand> {
    prop_oneof![
        3 => (1_u64..5).prop_map(Demand::K),
        1 => (1_u64..4).prop_map(Demand::P),
        1 => (1_u64..4).prop_map(Demand::Distinct),
        1 => (2_u64..7).prop_map(Demand::Frequency),
        1 => (1_u64..4).prop_map(Demand::Entropy),
        1 => (5_u64..40, 1_usize..4, any::<bool>()).prop_map(|(c, l, le)| Demand::Recursive(c, l, le)),
        1 => (3_u64..11).prop_map(Demand::Alpha),
        1 => (0_u64..8).prop_map(Demand::Closeness),
        1 => (1_u64..20).prop_map(Demand::Likeness),
        1 => (1_u64..20).prop_map(Demand::Disclosure),
    ]
}

fn input(people: &[Person]) -> String {
    let mut text = String::from("a,b,s,t,n\n");
    for (row, &(a, b, s, t)) in people.iter().enumerate() {
        let (a, b) =
            (["u", "v", "w", "r", "s", "?"][a], ["1", "1.0", "3", "4", "8", "", "11", "-2"][b]);
        let _ =
            writeln!(text, "{a},{b},{},{},row {row}", ["flu", "hiv", "none"][s], ["x", "y", ""][t]);
    }
    text
}

/// Whether a published value of `a` stands for an original one.
fn covers(published: &str, original: &str) -> bool {
    let chain = CHAINS.lines().find(|chain| chain.split(';').next() == Some(original)).unwrap();
    chain.split(';').any(|label| label == published)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn published_tables_hold_and_tampered_ones_are_rejected(
        people in prop::collection::vec((0_usize..6, 0_usize..8, 0_usize..3, 0_usize..3), 4..28),
        demands in prop::collection::vec(demand(), 1..4),
        suppress in prop_oneof![Just(0_usize), 1_usize..60],
        intervals in any::<bool>(),
        tampering in prop::collection::vec((0_usize..4, any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_usize..4), 4),
    ) {
        // `--k` and `--p` are said once; p implies k = p and may not exceed it.
        let mut demands = demands;
        let mut seen = (false, false);
        demands.retain(|demand| match demand {
            Demand::K(_) => !std::mem::replace(&mut seen.0, true),
            Demand::P(_) => !std::mem::replace(&mut seen.1, true),
            _ => true,
        });
        if seen == (true, true) {
            demands.retain(|demand| !matches!(demand, Demand::K(_)));
        }
        let flags: Vec<String> = demands.iter().map(|demand| demand.flag()).collect();
        let flags = flags.join(" ");

        let folder = Folder::new();
        let text = input(&people);
        folder.write("in.csv", &text);
        folder.write("a.csv", CHAINS);
        let b = if intervals { "--hierarchy b=intervals:2,4" } else { "" };
        let run = folder.run(&format!(
            "release in.csv --qi a,b --sensitive s,t --null ? --hierarchy a=a.csv {b} {flags} --suppress {suppress}% -o out.csv --json"
        ));
        let original = cells(&text).split_off(1);
        let limit = people.len() * suppress / 100;
        if run.status == Some(1) {
            // Then not even a table without quasi-identifiers would do.
            let general = |row: &Vec<String>| [vec!["*".to_owned(); 2], row[2..].to_vec()].concat();
            let general: Vec<_> = original.iter().map(general).collect();
            prop_assert!(!all_hold(&general, &demands), "{run}");
            prop_assert!(!folder.has("out.csv"));
            return Ok(());
        }
        let report = run.ends(0).json();
        let published = cells(&folder.text("out.csv")).split_off(1);

        // Every demand holds, no more is suppressed than allowed, and what is there is true.
        prop_assert!(all_hold(&published, &demands), "{flags}\n{}", folder.text("out.csv"));
        prop_assert!(!published.is_empty() && published.len() + limit >= original.len());
        prop_assert_eq!(&report["rows"]["published"], published.len());
        prop_assert_eq!(&report["rows"]["suppressed"], original.len() - published.len());
        let mut originals = original.iter();
        for row in &published {
            let source = originals.find(|source| source[4] == row[4]);
            prop_assert!(source.is_some(), "{:?} is out of order or made up", row);
            let source = source.unwrap();
            prop_assert_eq!(&row[2..], &source[2..], "what is kept stays as it was");
            prop_assert!(covers(&row[0], &source[0]), "{:?} does not stand for {:?}", row, source);
        }

        // The same demands of the same bytes: met. Of tampered ones: met only if they are.
        let check = format!("check tampered.csv --qi a,b --sensitive s,t --null ? {flags}");
        folder.write("tampered.csv", folder.bytes("out.csv"));
        folder.run(&check).ends(0);
        for (how, row, other, column) in tampering {
            let mut rows = published.clone();
            let row = row.index(rows.len());
            match how {
                0 => rows[row][column] = "tampered".into(),
                1 => rows[row][column] = rows[other.index(rows.len())][column].clone(),
                2 => { rows.remove(row); }
                _ => rows.push(rows[row].clone()),
            }
            if rows.is_empty() {
                continue;
            }
            let header = ["a", "b", "s", "t", "n"].map(str::to_owned).to_vec();
            folder.write("tampered.csv", to_csv(&[vec![header], rows.clone()].concat()));
            folder.run(&check).ends(i32::from(!all_hold(&rows, &demands)));
        }
    }
}
