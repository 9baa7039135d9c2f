//! Optima on Adult, proven by brute force over every node, for k-anonymity and for delta-presence. The
//! hierarchies are those of the papers' experiments (`crates/repro`).

use std::time::Instant;

use incrowd_core::cost::{Cost, CostOver};
use incrowd_core::hierarchy::{Hierarchy, Spec};
use incrowd_core::search::SearchControl;
use incrowd_core::search::lattice::Node;
use incrowd_core::terms::{Demand, Fraction, KAnonymity, Knowledge, PSensitivity, Presence};

use crate::support::{self, Data};

const COLUMNS: [(&str, usize); 9] = [
    ("sex", 9),
    ("age", 0),
    ("race", 8),
    ("marital-status", 5),
    ("education", 3),
    ("native-country", 13),
    ("workclass", 1),
    ("occupation", 6),
    ("income", 14),
];

/// The quasi-identifiers of Nergiz, Atzori & Clifton 2007, in its order.
const PRESENCE: [(&str, usize); 9] = [
    ("age", 0),
    ("workclass", 1),
    ("education", 3),
    ("marital-status", 5),
    ("occupation", 6),
    ("relationship", 7),
    ("race", 8),
    ("sex", 9),
    ("native-country", 13),
];

/// The complete rows of a file of Adult in some columns.
fn read(file: &str, columns: &[(&str, usize)]) -> Vec<Vec<String>> {
    let text = support::adult(file);
    let rows = text.lines().map(|line| line.split(", ").collect());
    let complete = rows.filter(|cells: &Vec<&str>| cells.len() == 15 && !cells.contains(&"?"));
    let picked = |cells: Vec<&str>| columns.iter().map(|&(_, at)| cells[at].to_owned()).collect();
    complete.map(picked).collect()
}

fn specs(columns: &[(&str, usize)]) -> Vec<Spec> {
    let spec = |&(name, _): &(&str, usize)| {
        let text = match name {
            "income" => "<=50K;*\n>50K;*\n".to_owned(),
            "age" => ages(),
            _ => {
                let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../repro/src/adult/hierarchies");
                std::fs::read_to_string(format!("{folder}/{name}.csv")).unwrap()
            }
        };
        Spec::chains(name, text)
    };
    columns.iter().map(spec).collect()
}

/// Ages in steps of 10 and of 30 years.
fn ages() -> String {
    let line = |age: u32| format!("{age};{}0s;from {};*", age / 10, age / 30 * 30);
    (17..=90).map(line).collect::<Vec<_>>().join("\n")
}

/// The complete rows of `adult.data` in the nine columns, with their hierarchies.
fn adult() -> Data {
    let qi = read("adult.data", &COLUMNS);
    assert_eq!(qi.len(), 30_162);
    let none = vec![Vec::new(); qi.len()];
    Data::new(qi, none, None, &specs(&COLUMNS))
}

#[test]
#[ignore = "needs Adult, which .ci/adult fetches"]
fn the_optimum_is_the_least_of_all_nodes() {
    let data = adult();
    let models = data.models(&[Demand::KAnonymity(KAnonymity { k: 5 })]);
    let all = data.nodes();
    assert!(all.len() > 5000, "{}", all.len());
    for percent in [0, 2, 4, 100] {
        let limit = 30_162 * percent / 100;
        let problem = data.problem(&models, Cost::LOSS, limit);
        let start = Instant::now();
        let outcome = problem.optimal(&SearchControl::default());
        eprintln!(
            "{percent}%: {} of {} nodes, {:?}",
            outcome.checked,
            outcome.nodes,
            start.elapsed()
        );
        let (node, found) = outcome.best.unwrap();
        assert!(outcome.proven);
        assert_eq!(outcome.nodes, all.len() as u128);
        let costs = all.iter().filter_map(|node| Some((problem.examine(node).cost?, node)));
        let (least, best) = costs.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1))).unwrap();
        assert_eq!((found.cost.unwrap(), &node), (least, best), "{percent}%");
    }
}

/// Numbers from 0 to 1 that are the same in every run (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Draws 1,957 people without putting back, each as likely as a weight says.
fn draw(people: &[Vec<String>], seed: u64, weight: impl Fn(&[String]) -> f64) -> Vec<Vec<String>> {
    let mut chance = Chance(seed);
    let mut waiting: Vec<(f64, usize)> = people
        .iter()
        .enumerate()
        .map(|(at, person)| (-(1.0 - chance.next()).ln() / weight(person), at))
        .collect();
    waiting.sort_by(|a, b| a.0.total_cmp(&b.0));
    waiting[..1957].iter().map(|&(_, at)| people[at].clone()).collect()
}

/// How likely an illness is that comes with age and spares no group alike.
fn by_age_race_and_sex(person: &[String]) -> f64 {
    let age: u32 = person[0].parse().unwrap();
    let by_age = match age {
        ..20 => 0.2,
        20..40 => 1.0,
        40..60 => 5.0,
        _ => 10.0,
    };
    let by_race = if person[6] == "White" { 1.0 } else { 1.6 };
    by_age * by_race * if person[7] == "Male" { 1.15 } else { 1.0 }
}

/// Tuples with the same codes, one byte per column, the last column lowest: people, and members of
/// either table. In order, and generalizing leaves them nearly so.
type Tuples = Vec<(u128, [u64; 3])>;

fn shift(column: usize) -> usize {
    8 * (PRESENCE.len() - 1 - column)
}

/// The tuples after generalizing one column.
fn coarsen(tuples: &Tuples, hierarchy: &Hierarchy, levels: [usize; 2], column: usize) -> Tuples {
    let nodes: Vec<u128> = (0..hierarchy.nodes(levels[0]) as u32)
        .map(|node| {
            let leaf = hierarchy.span(levels[0], node).start;
            u128::from(hierarchy.node_of(levels[1])[leaf as usize])
        })
        .collect();
    let shift = shift(column);
    let lift = |&(key, counts): &(u128, [u64; 3])| {
        let code = key >> shift & 0xff;
        ((key & !(0xff << shift)) | nodes[code as usize] << shift, counts)
    };
    let mut lifted: Tuples = tuples.iter().map(lift).collect();
    lifted.sort_by_key(|&(key, _)| key);
    lifted.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            for (sum, count) in kept.1.iter_mut().zip(next.1) {
                *sum += count;
            }
        }
        same
    });
    lifted
}

/// Every node with the least and the greatest presence of either table.
fn every_node(
    tuples: &Tuples,
    hierarchies: &[Hierarchy],
    node: &mut Vec<u8>,
    visit: &mut impl FnMut(&[u8], [(Fraction, Fraction); 2]),
) {
    let column = node.len();
    if column == hierarchies.len() {
        let presence = |table: usize| {
            let of = |counts: [u64; 3]| (counts[1 + table], counts[0]);
            let below = |a: (u64, u64), b: (u64, u64)| a.0 * b.1 < b.0 * a.1;
            let mut range = (of(tuples[0].1), of(tuples[0].1));
            for &(_, counts) in tuples {
                let share = of(counts);
                range.0 = if below(share, range.0) { share } else { range.0 };
                range.1 = if below(range.1, share) { share } else { range.1 };
            }
            let fraction = |(members, people)| Fraction::new(members, people);
            (fraction(range.0), fraction(range.1))
        };
        return visit(node, [presence(0), presence(1)]);
    }
    let mut current = tuples.clone();
    for level in 0..=hierarchies[column].height() {
        if level > 0 {
            current = coarsen(&current, &hierarchies[column], [level - 1, level], column);
        }
        node.push(level as u8);
        every_node(&current, hierarchies, node, visit);
        node.pop();
    }
}

/// Per column and level, the loss of a table's cells.
fn losses(data: &Data, rows: &[Vec<String>]) -> Vec<Vec<f64>> {
    let of_column = |(column, hierarchy): (usize, &Hierarchy)| {
        let all = (hierarchy.leaves() - 1).max(1) as f64 * (rows.len() * 9) as f64;
        let of_level = |level: usize| {
            let spans = rows.iter().map(|row| {
                let code = hierarchy.code(&row[column]).unwrap();
                hierarchy.span(level, hierarchy.node_of(level)[code as usize]).len() - 1
            });
            spans.sum::<usize>() as f64 / all
        };
        (0..=hierarchy.height()).map(of_level).collect()
    };
    data.hierarchies.iter().enumerate().map(of_column).collect()
}

const DELTAS: [(&str, &str); 13] = [
    ("0", "0.05"),
    ("0", "0.06"),
    ("0", "0.08"),
    ("0", "0.1"),
    ("0", "0.2"),
    ("0", "0.5"),
    ("0.01", "0.05"),
    ("0.01", "0.1"),
    ("0.02", "0.05"),
    ("0.02", "0.5"),
    ("0.04", "0.05"),
    ("0.04", "0.06"),
    ("0.04", "0.07"),
];

#[test]
#[ignore = "needs Adult, which .ci/adult fetches"]
fn the_optimum_that_hides_presence_is_the_least_of_all_nodes() {
    let mut people = read("adult.data", &PRESENCE);
    people.extend(read("adult.test", &PRESENCE));
    assert_eq!(people.len(), 45_222);
    let specs = specs(&PRESENCE);
    let tables = [draw(&people, 1, |_| 1.0), draw(&people, 2, by_age_race_and_sex)];
    let mut data = tables.map(|table| {
        let none = vec![Vec::new(); table.len()];
        Data::new(table, none, Some(people.clone()), &specs)
    });
    let key = |row: &Vec<String>| {
        let codes = row.iter().zip(&data[0].hierarchies).enumerate();
        let byte = |(column, (cell, hierarchy)): (usize, (&String, &Hierarchy))| {
            u128::from(hierarchy.code(cell).unwrap()) << shift(column)
        };
        codes.map(byte).sum::<u128>()
    };
    let entries = [&people, &data[0].qi, &data[1].qi];
    let entries = entries.into_iter().enumerate().flat_map(|(which, rows)| {
        let mut one = [0; 3];
        one[which] = 1;
        rows.iter().map(move |row| (row, one))
    });
    let mut tuples: Tuples = entries.map(|(row, one)| (key(row), one)).collect();
    // Not a level up, but the same tuples together.
    tuples = coarsen(&tuples, &data[0].hierarchies[0], [0, 0], 0);
    let start = Instant::now();
    let mut nodes: Vec<(Node, [(Fraction, Fraction); 2])> = Vec::new();
    let mut visit = |node: &[u8], ranges| nodes.push((Node(node.to_vec()), ranges));
    every_node(&tuples, &data[0].hierarchies, &mut Vec::new(), &mut visit);
    assert!(nodes.len() > 5000, "{}", nodes.len());
    eprintln!("all {} nodes of {} tuples: {:?}", nodes.len(), tuples.len(), start.elapsed());
    for (which, data) in data.iter_mut().enumerate() {
        for over in [CostOver::Members, CostOver::People] {
            data.over = over;
            let losses = losses(data, if over == CostOver::Members { &data.qi } else { &people });
            let loss = |node: &Node| -> f64 {
                losses.iter().zip(&node.0).map(|(column, &level)| column[level as usize]).sum()
            };
            for (least, most) in DELTAS {
                let limits: [Fraction; 2] = [least.parse().unwrap(), most.parse().unwrap()];
                let holding = nodes.iter().filter(|(_, ranges)| {
                    limits[0] <= ranges[which].0 && ranges[which].1 <= limits[1]
                });
                let present: Vec<(f64, &Node)> =
                    holding.map(|(node, _)| (loss(node), node)).collect();
                let cheapest = present.iter().map(|&(loss, _)| loss).fold(f64::INFINITY, f64::min);
                let ties = present.iter().filter(|&&(loss, _)| loss <= cheapest + 1e-12);
                let best = ties.map(|&(_, node)| node).min().unwrap();
                let [least, most] = limits;
                let models = data.models(&[Demand::Presence(Presence {
                    least,
                    most,
                    knowledge: Knowledge::Table,
                })]);
                let problem = data.problem(&models, Cost::LOSS, 0);
                let start = Instant::now();
                let optimum = problem.optimal(&SearchControl::default());
                let searched = start.elapsed();
                let (node, found) = optimum.best.unwrap();
                let name = format!("table {which} {over:?} ({least},{most})");
                assert!(optimum.proven, "{name}");
                assert_eq!(&node, best, "{name}");
                assert!((found.cost.unwrap() - cheapest).abs() < 1e-9, "{name}");
                if over == CostOver::People {
                    continue;
                }
                let spalm = problem.spalm(&SearchControl::default());
                assert_eq!(spalm.present, present.len() as u64, "{name}");
                assert_eq!(spalm.best, Some((node, found)), "{name}");
                eprintln!(
                    "{name}: {cheapest:.6}, {} present; optimal {} nodes {searched:?}, spalm {} {:?}",
                    present.len(),
                    optimum.checked,
                    spalm.tested,
                    start.elapsed() - searched,
                );
            }
        }
    }
}

/// The keys and secrets of Truta & Vinay 2006's experiments, with the generalizations of its table 7. How
/// the marital states are grouped it does not say: whoever is married, in whatever way, and others.
fn confidential(rows: usize, seed: u64) -> Data {
    let columns = [
        ("age", 0),
        ("marital-status", 5),
        ("race", 8),
        ("sex", 9),
        ("income", 14),
        ("capital-gain", 10),
        ("capital-loss", 11),
    ];
    let mut all = read("adult.data", &columns);
    let mut chance = Chance(seed);
    // The first rows of a random order.
    for at in 0..rows {
        let other = at + (chance.next() * (all.len() - at) as f64) as usize;
        all.swap(at, other);
    }
    all.truncate(rows);
    let (qi, secrets) = all.iter().map(|row| (row[..4].to_vec(), row[4..].to_vec())).unzip();
    let ages = (17..=90).map(|age| {
        let half = if age < 50 { "<50" } else { ">=50" };
        format!("{age};{}0-{}9;{half};*", age / 10, age / 10)
    });
    let marital = "Divorced;Single;*\nNever-married;Single;*\nSeparated;Single;*\nWidowed;Single;*\n\
        Married-AF-spouse;Married;*\nMarried-civ-spouse;Married;*\nMarried-spouse-absent;Married;*";
    let race = "White;White;White;*\nBlack;Black;Other;*\nAmer-Indian-Eskimo;Other;Other;*\n\
        Asian-Pac-Islander;Other;Other;*\nOther;Other;Other;*";
    let texts = [
        ages.collect::<Vec<_>>().join("\n"),
        marital.to_owned(),
        race.to_owned(),
        "Female;*\nMale;*".to_owned(),
    ];
    let specs = texts.map(|text| Spec::chains("table 7", text));
    Data::new(qi, secrets, None, &specs)
}

#[test]
#[ignore = "needs Adult, which .ci/adult fetches"]
fn samarati_equals_brute_force_over_the_96_nodes_of_truta_and_vinay() {
    for (rows, seed) in [(400, 1), (400, 2), (4000, 1)] {
        let data = confidential(rows, seed);
        let all = data.nodes();
        assert_eq!(all.len(), 96);
        for (k, p) in [(2, 1), (2, 2), (3, 1), (3, 2), (3, 3)] {
            let secrets =
                (0..3).map(|at| Demand::PSensitivity(PSensitivity { column: format!("s{at}"), p }));
            let demands: Vec<Demand> =
                std::iter::once(Demand::KAnonymity(KAnonymity { k })).chain(secrets).collect();
            let models = data.models(&demands);
            for limit in 0..=20 {
                let problem = data.problem(&models, Cost::LOSS, limit);
                let found = problem.samarati(&SearchControl::default()).best;
                // Row by row on the small samples; as the search examines a node on the large one.
                let cost = |node: &Node| match rows {
                    400 if limit % 5 == 0 => data.cost_of(node, &models, Cost::LOSS, limit),
                    _ => problem.examine(node).cost,
                };
                let holding: Vec<(Node, f64)> =
                    all.iter().filter_map(|node| Some((node.clone(), cost(node)?))).collect();
                let height = holding.iter().map(|(node, _)| node.height()).min();
                let lowest = holding.iter().filter(|(node, _)| Some(node.height()) == height);
                let least = lowest.clone().map(|(_, cost)| *cost).fold(f64::INFINITY, f64::min);
                let mut best = lowest.filter(|(_, cost)| *cost <= least + 1e-9);
                let expected = best.next().map(|(node, _)| node);
                assert_eq!(
                    found.as_ref().map(|(node, _)| node),
                    expected,
                    "{rows} {k} {p} {limit}"
                );
            }
        }
    }
}
