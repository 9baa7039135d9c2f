//! The search against brute force: every node, row by row, by the definitions.

use incrowd_core::cost::{Cost, CostOver};
use incrowd_core::encoded::Encoded;
use incrowd_core::hierarchy::Spec;
use incrowd_core::model::Monotone;
use incrowd_core::search::lattice::{Evaluation, Node};
use incrowd_core::search::{Method, Scope, Search, SearchControl};
use incrowd_core::terms::{
    AlphaK, BetaLikeness, DeltaDisclosure, DeltaL, DeltaLCounting, DeltaLDiversity, Demand,
    Diversity, EpsMAnonymity, Estimator, Fraction, JointPresence, KAnonymity, KMap, KMapPopulation,
    Knowledge, LDiversity, PSensitivity, PersonalPresence, Presence, TCloseness,
};
use proptest::prelude::*;

use crate::support::{Data, row};

/// Hierarchies of one to three levels over the values a..f.
const TREES: [&str; 4] = [
    "a;*\nb;*\nc;*\nd;*\ne;*\nf;*",
    "a;x;*\nb;x;*\nc;y;*\nd;y;*\ne;z;*\nf;z;*",
    "a;p;u;*\nb;p;u;*\nc;q;u;*\nd;t;v;*\ne;r;v;*\nf;s;v;*",
    "a;a;*\nb;b;*\nc;c;*\nd;c;*\ne;c;*\nf;f;*",
];

pub fn tree(index: usize) -> Spec {
    Spec::chains(format!("tree {index}"), TREES[index])
}

pub fn demand() -> impl Strategy<Value = Demand> {
    let column = prop_oneof![Just("s0".to_owned()), Just("s1".to_owned())];
    (0..23_usize, 1_u64..5, 1_u64..8, column).prop_map(|(kind, small, tenths, column)| match kind {
        0 | 1 => Demand::KAnonymity(KAnonymity { k: small }),
        2 => Demand::KMap(KMap { k: small * 2, population: KMapPopulation::Table }),
        3 => Demand::KMap(KMap {
            k: small,
            population: KMapPopulation::Estimated {
                people: 40,
                estimator: [Estimator::Poisson, Estimator::ZeroTruncatedPoisson]
                    [tenths as usize % 2],
                significance: Fraction::new(tenths, 10),
            },
        }),
        4 => Demand::PSensitivity(PSensitivity { column, p: small.min(3) }),
        5 => Demand::LDiversity(LDiversity {
            column,
            diversity: format!("distinct:{}", small.min(3)).parse().unwrap(),
        }),
        6 => Demand::LDiversity(LDiversity {
            column,
            diversity: format!("frequency:1.{tenths}").parse().unwrap(),
        }),
        7 => Demand::LDiversity(LDiversity {
            column,
            diversity: format!("entropy:1.{tenths}").parse().unwrap(),
        }),
        8 => Demand::LDiversity(LDiversity {
            column,
            diversity: format!("recursive:{small},2").parse().unwrap(),
        }),
        9 => Demand::LDiversity(LDiversity {
            column,
            diversity: format!("recursive-le:{small},2").parse().unwrap(),
        }),
        10 => Demand::AlphaK(AlphaK { column, alpha: Fraction::new(3 + tenths, 11) }),
        11 => {
            let distance = ["equal", "ordered"][small as usize % 2];
            Demand::TCloseness(TCloseness {
                column,
                closeness: format!("0.{tenths}:{distance}").parse().unwrap(),
            })
        }
        12 => {
            let form = ["basic", "enhanced"][small as usize % 2];
            Demand::BetaLikeness(BetaLikeness {
                column,
                likeness: format!("{form}:1.{tenths}").parse().unwrap(),
            })
        }
        13 => {
            Demand::DeltaDisclosure(DeltaDisclosure { column, delta: Fraction::new(5 + tenths, 5) })
        }
        14 | 15 => Demand::Presence(Presence {
            least: if small < 3 { Fraction::ZERO } else { Fraction::new(small, 20) },
            most: Fraction::new(2 + tenths, 10),
            knowledge: Knowledge::Table,
        }),
        16 => Demand::PersonalPresence(PersonalPresence { low: "t0".into(), high: "t1".into() }),
        17 => Demand::JointPresence(JointPresence {
            column,
            value: [None, Some("u".into()), Some("x".into()), Some("y".into())][small as usize - 1]
                .clone(),
            most: Fraction::new(tenths, 9),
            prior: None,
        }),
        18 => Demand::Presence(Presence {
            least: if small < 4 { Fraction::ZERO } else { Fraction::new(1, 20) },
            most: Fraction::new(2 + tenths, 10),
            knowledge: Knowledge::Prior { column: "t2".into() },
        }),
        19 => Demand::EpsMAnonymity(EpsMAnonymity {
            column: "s2".into(),
            proximity: ["1,2", "2.5,1.5", "3,2", "50%,2"][small as usize - 1].parse().unwrap(),
        }),
        20 | 21 => {
            let (text, mode) = (format!("{small},1.{tenths}"), DeltaLCounting::ALL[kind - 20]);
            Demand::DeltaLDiversity(DeltaLDiversity {
                column: "s2".into(),
                delta_l: DeltaL::read(&text, mode).unwrap(),
            })
        }
        _ => Demand::Presence(Presence {
            least: if small < 4 { Fraction::ZERO } else { Fraction::new(1, 50) },
            most: Fraction::new(1 + tenths, 10),
            knowledge: Knowledge::Distribution {
                people: 30 * small,
                confidence: Fraction::new(tenths, 10),
            },
        }),
    })
}

/// Whether a demand takes the table for a part of the population.
fn needs_everybody(demand: &Demand) -> bool {
    matches!(demand, Demand::Presence(_) | Demand::PersonalPresence(_) | Demand::JointPresence(_))
}

/// A person's limits of presence, and what an adversary believes of them.
fn person_attributes() -> impl Strategy<Value = Vec<Fraction>> {
    let one_of = |texts: &'static [&'static str]| {
        (0..texts.len()).prop_map(move |at| texts[at].parse::<Fraction>().unwrap())
    };
    let low = one_of(&["0", "0", "0", "0", "0", "0", "0", "1/10", "1/3"]);
    let high = one_of(&["1", "1", "0.9", "0.75", "2/3", "1/2"]);
    let belief = one_of(&["0.3", "0.1", "1/2", "9/10", "0", "1"]);
    (low, high, belief).prop_map(|(low, high, belief)| vec![low, high, belief])
}

/// Tables with secrets; mostly a part of the population, which has traits.
pub fn table() -> impl Strategy<Value = Data> {
    let cell =
        |letters: &'static str| (0..letters.len()).prop_map(move |at| letters[at..=at].to_owned());
    let qi = move |width| proptest::collection::vec(cell("aabcddef"), width);
    let number =
        (0..7_usize).prop_map(|at| ["-4", "-3.5", "0", "2", "2.0", "5", "9"][at].to_owned());
    let secrets =
        (cell("uuuvw"), cell("xyz"), number).prop_map(|(a, b, number)| vec![a, b, number]);
    let shape = (1..6_usize, proptest::collection::vec(0..TREES.len(), 5), 0..4_usize);
    shape.prop_flat_map(move |(width, trees, kind)| {
        let rows = proptest::collection::vec((qi(width), secrets.clone()), 1..24);
        let others = proptest::collection::vec(qi(width), 1..24);
        let person_attributes = proptest::collection::vec(person_attributes(), 48);
        (rows, others, person_attributes).prop_map(move |(rows, others, mut person_attributes)| {
            let (qi, secrets): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
            // One time of four some rows are missing in the population.
            let missing = if kind == 0 { qi.len() / 2 } else { 0 };
            let public: Vec<_> = qi.iter().skip(missing).cloned().chain(others).collect();
            person_attributes.truncate(public.len());
            let specs: Vec<Spec> = trees[..width].iter().map(|&index| tree(index)).collect();
            Data::with_traits(qi, secrets, Some(public), person_attributes, &specs)
        })
    })
}

/// Demands that make sense of a table.
pub fn sensible(data: &Data, mut demands: Vec<Demand>) -> Vec<Demand> {
    demands.retain(|demand| data.frequency_set.is_within_population() || !needs_everybody(demand));
    if demands.is_empty() {
        demands.push(Demand::KAnonymity(KAnonymity { k: 2 }));
    }
    demands
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn the_search_equals_brute_force(
        data in table(),
        demands in proptest::collection::vec(demand(), 1..4),
        percent in prop_oneof![Just(0_u64), Just(0), 1_u64..=100],
        cost in 0..Cost::ALL.len(),
        weights in proptest::collection::vec(1_u32..9, 5),
        lowest in proptest::collection::vec(0_u8..2, 5),
        over in prop_oneof![Just(CostOver::Members), Just(CostOver::People)],
    ) {
        let cost = Cost::ALL[cost];
        let mut data = data;
        let demands = sensible(&data, demands);
        data.over = over;
        data.weights = weights[..data.hierarchies.len()].iter().map(|&w| f64::from(w) / 2.0).collect();
        data.lowest = lowest[..data.hierarchies.len()].to_vec();
        let limit = data.qi.len() as u64 * percent / 100;
        let models = data.models(&demands);
        let problem = data.problem(&models, cost, limit);
        let outcome = problem.optimal(&SearchControl::default());
        prop_assert!(outcome.proven);
        let forgetful = data.problem(&models, cost, limit).with_memory(0).optimal(&SearchControl::default());
        let cost_of = |best: &Option<(Node, Evaluation)>| best.as_ref().map(|(node, e)| (node.clone(), e.cost));
        prop_assert!(forgetful.proven);
        prop_assert_eq!(cost_of(&forgetful.best), cost_of(&outcome.best), "as on lattices too large to remember");
        let mut best: Option<(f64, Node)> = None;
        for node in data.nodes() {
            let slow = data.cost_of(&node, &models, cost, limit);
            let fast = problem.examine(&node).cost;
            prop_assert_eq!(slow.is_some(), fast.is_some(), "{} of {:?}", &node, &demands);
            let Some(slow) = slow else { continue };
            prop_assert!(data.hides_everybody(&node, &models, limit, &demands));
            prop_assert!((slow - fast.unwrap()).abs() < 1e-9 * slow.max(1.0), "{} {:?}", slow, fast);
            let improves = best.as_ref().is_none_or(|(least, _)| slow < least - 1e-9 * least.max(1.0));
            if improves {
                best = Some((slow, node));
            }
        }
        match (best, outcome.best) {
            (None, None) => {}
            (Some((cost, node)), Some((found, evaluation))) => {
                let found_cost = evaluation.cost.unwrap();
                prop_assert!((cost - found_cost).abs() < 1e-9 * cost.max(1.0), "{} {:?}", cost, found_cost);
                prop_assert_eq!(node, found, "of equal costs the lexicographically smallest node");
                prop_assert_eq!(outcome.lower_bound, found_cost);
            }
            (slow, fast) => prop_assert!(false, "{:?} {:?}", slow, fast),
        }
    }

    /// Demands that tell how many rows of a class must go, with suppression: where that is told
    /// wrongly, the search misses an answer.
    #[test]
    fn what_must_go_is_never_overestimated(
        data in table(),
        kinds in proptest::collection::vec((14..19_usize, 2_u64..7, 0..2_usize), 1..3),
        percent in 5_u64..70,
        cost in 0..Cost::ALL.len(),
        over in prop_oneof![Just(CostOver::Members), Just(CostOver::People)],
    ) {
        let cost = Cost::ALL[cost];
        let mut data = data;
        data.over = over;
        let demand = |(kind, tenths, secret): (usize, u64, usize)| {
            let (least, most) = (Fraction::ZERO, Fraction::new(tenths, 10));
            let knowledge = Knowledge::Prior { column: "t2".into() };
            match kind {
                14 => Demand::PersonalPresence(PersonalPresence { low: "t0".into(), high: "t1".into() }),
                15 => Demand::Presence(Presence { least, most, knowledge }),
                16 => Demand::JointPresence(JointPresence { column: format!("s{secret}"), value: None, most, prior: None }),
                17 if secret == 0 => Demand::KMap(KMap { k: tenths, population: KMapPopulation::Table }),
                _ => Demand::Presence(Presence { least, most, knowledge: Knowledge::Table }),
            }
        };
        let demands = sensible(&data, kinds.into_iter().map(demand).collect());
        let limit = data.qi.len() as u64 * percent / 100;
        let models = data.models(&demands);
        let problem = data.problem(&models, cost, limit);
        let outcome = problem.optimal(&SearchControl::default());
        let mut best: Option<(f64, Node)> = None;
        for node in data.nodes() {
            let Some(cost) = problem.examine(&node).cost else { continue };
            if best.as_ref().is_none_or(|(least, _)| cost < least - 1e-9 * least.max(1.0)) {
                best = Some((cost, node));
            }
        }
        let nodes = (outcome.best.map(|(node, _)| node), best.map(|(_, node)| node));
        prop_assert_eq!(nodes.0, nodes.1);
    }

    #[test]
    fn spalm_equals_brute_force(
        data in table(),
        demands in proptest::collection::vec(demand(), 1..3),
        cost in 0..Cost::ALL.len(),
        over in prop_oneof![Just(CostOver::Members), Just(CostOver::People)],
    ) {
        let mut data = data;
        data.over = over;
        let demands = sensible(&data, demands);
        let models = data.models(&demands);
        // The limit plays no part: SPALM suppresses nothing.
        let found = data.problem(&models, Cost::ALL[cost], 7).spalm(&SearchControl::default());
        let problem = data.problem(&models, Cost::ALL[cost], 0);
        let optimum = problem.optimal(&SearchControl::default());
        prop_assert!(found.finished);
        prop_assert_eq!(&found.best, &optimum.best);
        let present: Vec<Node> =
            data.nodes().into_iter().filter(|node| problem.examine(node).cost.is_some()).collect();
        prop_assert_eq!(found.present, present.len() as u64);
        if models.iter().all(|model| model.monotone() != Monotone::No) {
            let passed = |node: &Node| {
                let mut above = data.nodes().into_iter();
                above.all(|other| other == *node || !node.specializes(&other) || present.contains(&other))
            };
            let tested = data.nodes().iter().filter(|node| passed(node)).count();
            prop_assert_eq!(found.tested, tested as u64);
        }
    }

    #[test]
    fn samarati_and_minimal_equal_brute_force(
        data in table(),
        demands in proptest::collection::vec(demand(), 1..4),
        percent in prop_oneof![Just(0_u64), 1_u64..=100],
        cost in 0..Cost::ALL.len(),
        lowest in proptest::collection::vec(0_u8..2, 5),
    ) {
        let (cost, mut data) = (Cost::ALL[cost], data);
        data.lowest = lowest[..data.hierarchies.len()].to_vec();
        let demands = sensible(&data, demands);
        let limit = data.qi.len() as u64 * percent / 100;
        let models = data.models(&demands);
        let problem = data.problem(&models, cost, limit);
        let holding: Vec<(Node, f64)> = data
            .nodes()
            .into_iter()
            .filter_map(|node| Some((node.clone(), data.cost_of(&node, &models, cost, limit)?)))
            .collect();
        let height = holding.iter().map(|(node, _)| node.height()).min();
        let lowest = || holding.iter().filter(|(node, _)| Some(node.height()) == height);
        let least = lowest().map(|(_, cost)| *cost).fold(f64::INFINITY, f64::min);
        let mut cheapest = lowest().filter(|(_, cost)| *cost <= least + 1e-9 * least.max(1.0));
        let found = problem.samarati(&SearchControl::default());
        prop_assert!(found.finished);
        let node = found.best.map(|(node, _)| node);
        prop_assert_eq!(node.as_ref(), cheapest.next().map(|(node, _)| node));
        let without = data.problem(&models, cost, limit).without_conditions();
        let without = without.samarati(&SearchControl::default());
        prop_assert_eq!(without.best.map(|(node, _)| node), node);
        prop_assert_eq!(without.too_many_classes, 0);
        let is_minimal = |node: &Node| !holding.iter().any(|(other, _)| other != node && other.specializes(node));
        let mut minimal: Vec<Node> =
            holding.iter().filter(|(node, _)| is_minimal(node)).map(|(node, _)| node.clone()).collect();
        minimal.sort();
        let found = problem.minimal(&SearchControl::default());
        prop_assert!(found.finished);
        let costs: Vec<f64> = found.nodes.iter().map(|(_, found)| found.cost.unwrap()).collect();
        prop_assert!(costs.is_sorted());
        let mut nodes: Vec<Node> = found.nodes.into_iter().map(|(node, _)| node).collect();
        nodes.sort();
        prop_assert_eq!(nodes, minimal);
    }

    #[test]
    fn a_search_that_is_cut_short_has_a_true_bound(
        data in table(),
        demands in proptest::collection::vec(demand(), 1..4),
        percent in 0_u64..=100,
        checks in 0_u64..12,
    ) {
        let demands = sensible(&data, demands);
        let limit = data.qi.len() as u64 * percent / 100;
        let models = data.models(&demands);
        let problem = data.problem(&models, Cost::LOSS, limit);
        let optimum = problem.optimal(&SearchControl::default());
        let problem = if checks % 2 == 0 { problem } else { problem.with_memory(0) };
        let cut = problem.optimal(&SearchControl::default().at_most(checks));
        let least = optimum.best.as_ref().map_or(f64::INFINITY, |(_, found)| found.cost.unwrap());
        prop_assert!(cut.lower_bound <= least + 1e-12);
        if let Some((node, found)) = &cut.best {
            prop_assert!(found.cost.unwrap() >= least - 1e-12);
            prop_assert_eq!(problem.examine(node).cost, found.cost);
        }
        prop_assert!(!cut.proven || cut.lower_bound == least);
    }

    #[test]
    fn the_nearest_demand_can_be_met(
        data in table(),
        demands in proptest::collection::vec(demand(), 1..4),
        percent in 0_u64..=100,
        lowered in 0_u8..3,
    ) {
        let demands = sensible(&data, demands);
        let limit = data.qi.len() as u64 * percent / 100;
        // Without the top levels there is more than one class at the most general node.
        let lower = |range: std::ops::RangeInclusive<u8>| 0..=range.end().saturating_sub(lowered);
        let levels: Vec<_> = data.levels().into_iter().map(lower).collect();
        let table = data.encoded();
        let scope = Scope { levels, limit, ..Scope::of(&table) };
        let nearest = Search::new(&table, &demands, Method::default(), scope.clone())
            .nearest(&SearchControl::default());
        let met: Vec<Demand> = nearest.iter().filter_map(|near| near.demand.clone()).collect();
        prop_assert_eq!(met.is_empty(), !is_met(&table, &met, &scope), "{:?}", met);
        // Read as a flag would read it, it is the same demand.
        for demand in &met {
            for figure in demand.strictness() {
                prop_assert_eq!(figure.value.to_string().parse::<Fraction>(), Ok(figure.value));
            }
        }
        // And nothing stricter is met beside those before it.
        let mut before: Vec<Demand> = Vec::new();
        for (asked, near) in demands.iter().zip(&nearest) {
            for (place, figure) in asked.strictness().iter().enumerate() {
                let most = table.frequency_set.rows().max(table.frequency_set.people());
                let Some(demand) = near.demand.as_ref().filter(|_| near.strictest) else { continue };
                let mut figures: Vec<_> = demand.strictness().iter().map(|f| f.value).collect();
                let Some(next) = figure.next(figures[place], most) else { continue };
                figures[place] = next;
                let stricter = [&before[..], &[asked.turned(&figures)]].concat();
                prop_assert!(!is_met(&table, &stricter, &scope), "{:?} beside {:?}", stricter, near);
            }
            if near.demand.is_none() && near.strictest {
                let none = asked.strictness().iter().map(|f| f.loosest).collect::<Vec<_>>();
                let loosest = [&before[..], &[asked.turned(&none)]].concat();
                prop_assert!(!is_met(&table, &loosest, &scope), "{:?}", loosest);
            }
            before.extend(near.demand.clone());
        }
    }
}

/// Whether some node of the scope meets demands, each examined.
fn is_met(table: &Encoded, demands: &[Demand], scope: &Scope) -> bool {
    if demands.is_empty() {
        return false;
    }
    let search = Search::new(table, demands, Method::default(), scope.clone());
    let problem = search.problem(Cost::LOSS);
    let mut nodes = vec![Vec::new()];
    for levels in &scope.levels {
        let longer = |node: &Vec<u8>| {
            let node = node.clone();
            levels.clone().map(move |level| [&node[..], &[level]].concat())
        };
        nodes = nodes.iter().flat_map(longer).collect();
    }
    nodes.into_iter().any(|node| problem.examine(&Node(node)).cost.is_some())
}

fn nearest(data: &Data, demands: &[Demand], levels: u8, limit: u64) -> Vec<Option<Demand>> {
    let table = data.encoded();
    let scope = Scope { levels: vec![0..=levels], limit, ..Scope::of(&table) };
    let search = Search::new(&table, demands, Method::default(), scope);
    search.nearest(&SearchControl::default()).into_iter().map(|near| near.demand).collect()
}

#[test]
fn the_nearest_k_leaves_out_what_may_be_left_out() {
    let rows = [("a", 3), ("b", 8), ("c", 9)];
    let qi: Vec<_> = rows.iter().flat_map(|&(letter, n)| vec![row(&[letter]); n]).collect();
    let data = Data::new(qi, vec![Vec::new(); 20], None, &[Spec::flat()]);
    let demands = [Demand::KAnonymity(KAnonymity { k: 10 })];
    for (limit, k) in [(0, 3), (3, 8), (11, 9), (20, 9)] {
        let near = nearest(&data, &demands, 0, limit);
        assert_eq!(near, [Some(Demand::KAnonymity(KAnonymity { k }))], "limit {limit}");
    }
}

#[test]
fn the_nearest_l_may_be_that_of_a_lower_node() {
    let qi = ["a", "a", "a", "a", "b", "b"].map(|letter| row(&[letter])).to_vec();
    let secrets = ["x", "x", "x", "x", "x", "y"].map(|letter| row(&[letter])).to_vec();
    let data = Data::new(qi, secrets, None, &[Spec::flat()]);
    let frequency = |l: Fraction| {
        let diversity = Diversity::Frequency(l);
        Demand::LDiversity(LDiversity { column: "s0".into(), diversity })
    };
    let demands = [frequency(3.into())];
    assert_eq!(nearest(&data, &demands, 1, 4), [Some(frequency(2.into()))]);
    assert_eq!(nearest(&data, &demands, 1, 3), [Some(frequency(Fraction::new(6, 5)))]);
}

#[test]
fn suppression_of_frequency_l_may_grow_by_generalizing() {
    // models.md: ten equal values beside a balanced class of ten suppress 10 rows apart, 20 merged.
    let mut qi = vec![row(&["a"]); 10];
    qi.extend(vec![row(&["b"]); 10]);
    let secret = |at: usize| row(&[if at < 15 { "u" } else { "v" }]);
    let data = Data::new(qi, (0..20).map(secret).collect(), None, &[tree(0)]);
    let demands = [Demand::LDiversity(LDiversity {
        column: "s0".into(),
        diversity: "frequency:2".parse().unwrap(),
    })];
    let models = data.models(&demands);
    let problem = data.problem(&models, Cost::LOSS, 19);
    let (node, found) = problem.optimal(&SearchControl::default()).best.unwrap();
    assert_eq!((node, found.suppressed), (Node(vec![0]), 10));
    assert_eq!(problem.examine(&Node(vec![1])).cost, None);
}

#[test]
fn the_tallest_hierarchy_has_an_end() {
    let long = |letter: &str| row(&[&letter.repeat(255)]);
    let data = Data::new(vec![long("a"), long("b")], vec![Vec::new(); 2], None, &[Spec::mask(254)]);
    assert_eq!(data.hierarchies[0].height(), 255);
    for (k, height) in [(2, Some(255)), (3, None)] {
        let models = data.models(&[Demand::KAnonymity(KAnonymity { k })]);
        for memory in [0, 1000] {
            let problem = data.problem(&models, Cost::LOSS, 0).with_memory(memory);
            let best = problem.optimal(&SearchControl::default()).best;
            assert_eq!(best.map(|(node, _)| node.height()), height);
        }
    }
}

#[test]
fn the_answer_does_not_depend_on_threads() {
    let rows = (0..400_u32).map(|i| {
        let letter = |i: u32| ["a", "b", "c", "d", "e", "f"][i as usize % 6];
        row(&[letter(i * i % 7), letter(i % 11 * i % 13), letter(i * 5 % 9), letter(i / 70)])
    });
    let qi: Vec<_> = rows.collect();
    let none = vec![Vec::new(); qi.len()];
    let data = Data::new(qi, none, None, &[tree(2), tree(1), tree(2), tree(1)]);
    let models = data.models(&[Demand::KAnonymity(KAnonymity { k: 6 })]);
    for limit in [0, 40, 400] {
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let problem = data.problem(&models, Cost::LOSS, limit);
                let outcome = problem.optimal(&SearchControl::default());
                let found = problem.spalm(&SearchControl::default());
                (outcome.best, outcome.checked, found.best, found.tested)
            })
        };
        assert_eq!(run(1), run(4));
    }
}
