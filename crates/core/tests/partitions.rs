//! What must be true of every partition into boxes, and brute force on small fields.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use incrowd_core::cost::{Objective, RangeLoss};
use incrowd_core::hierarchy::Spec;
use incrowd_core::search::boxes::{
    BoxFamily, BoxProblem, ColumnStrategy, CutPoints, ExactResult, Partition, ValueStrategy,
};
use incrowd_core::search::{Effort, SearchControl};
use incrowd_core::terms::{
    DeltaL, DeltaLCounting, DeltaLDiversity, Demand, EpsMAnonymity, Fraction, KAnonymity, KMap,
    KMapPopulation, Knowledge, LDiversity, PersonalPresence, Presence, TCloseness,
};
use proptest::prelude::*;

use crate::support::Data;

const COLUMNS: [ColumnStrategy; 3] =
    [ColumnStrategy::Next, ColumnStrategy::Priority, ColumnStrategy::Broadest];

const VALUES: [ValueStrategy; 3] =
    [ValueStrategy::Balanced, ValueStrategy::First, ValueStrategy::Distinct];

const TREE: &str = "0;p;u;*\n1;p;u;*\n2;q;u;*\n3;r;v;*\n4;r;v;*\n5;s;v;*\n6;s;v;*\n7;t;v;*";

/// A small table with one secret, perhaps within a population whose people have limits of their
/// own, and demands on it.
#[derive(Debug)]
struct Case {
    data: Data,
    demands: Vec<Demand>,
    over_people: bool,
}

impl Case {
    /// Asks something of the field.
    fn ask<T>(&self, ask: impl FnOnce(&BoxProblem<'_>) -> T) -> T {
        self.demanding(self.demands.clone(), ask)
    }

    /// Asks something of the field under other demands.
    fn demanding<T>(&self, demands: Vec<Demand>, ask: impl FnOnce(&BoxProblem<'_>) -> T) -> T {
        let models = self.data.models(&demands);
        let weight = 1.0 / self.data.hierarchies.len() as f64;
        let range_losses =
            self.data.hierarchies.iter().map(|h| RangeLoss::by_leaves(h, weight)).collect();
        ask(&BoxProblem::new(&self.data.frequency_set, &models, range_losses, self.over_people))
    }
}

fn demand(with_population: bool) -> BoxedStrategy<Demand> {
    let secret = || "s0".to_owned();
    let of_rows = prop_oneof![
        3 => (1_u64..5).prop_map(|k| Demand::KAnonymity(KAnonymity { k })),
        1 => (1_u64..4).prop_map(move |l| Demand::LDiversity(LDiversity {
            column: secret(),
            diversity: format!("distinct:{l}").parse().unwrap(),
        })),
        1 => (1_u64..9).prop_map(move |tenths| Demand::LDiversity(LDiversity {
            column: secret(),
            diversity: format!("frequency:1.{tenths}").parse().unwrap(),
        })),
        1 => (3_u64..9).prop_map(move |tenths| Demand::TCloseness(TCloseness {
            column: secret(),
            closeness: format!("0.{tenths}").parse().unwrap(),
        })),
        1 => (0_u64..3, 1_u64..9).prop_map(move |(eps, tenths)| Demand::EpsMAnonymity(EpsMAnonymity {
            column: secret(),
            proximity: format!("{eps},1.{tenths}").parse().unwrap(),
        })),
        1 => (1_u64..4, 1_u64..9, 0..2_usize).prop_map(move |(halves, tenths, mode)| {
            let text = format!("{halves}/2,1.{tenths}");
            let delta_l = DeltaL::read(&text, DeltaLCounting::ALL[mode]).unwrap();
            Demand::DeltaLDiversity(DeltaLDiversity { column: secret(), delta_l })
        }),
    ];
    if !with_population {
        return of_rows.boxed();
    }
    let presence = (0_u64..4, 4_u64..=10).prop_map(|(least, most)| {
        Demand::Presence(Presence {
            least: Fraction::new(least, 10),
            most: Fraction::new(most, 10),
            knowledge: Knowledge::Table,
        })
    });
    let k_map =
        (1_u64..6).prop_map(|k| Demand::KMap(KMap { k, population: KMapPopulation::Table }));
    let personal = Just(Demand::PersonalPresence(PersonalPresence {
        low: "t0".to_owned(),
        high: "t1".to_owned(),
    }));
    prop_oneof![2 => of_rows, 3 => presence, 1 => k_map, 1 => personal].boxed()
}

/// Up to so many people.
fn small(people: usize) -> impl Strategy<Value = Case> {
    let person =
        (proptest::collection::vec(0_u8..8, 3), 0_u8..6, any::<bool>(), 0_u64..4, 5_u64..9);
    let crowd = proptest::collection::vec(person, 1..=people);
    (crowd, 1_usize..=3, any::<bool>(), any::<bool>()).prop_flat_map(
        |(crowd, width, with_population, over_people)| {
            let demands = proptest::collection::vec(demand(with_population), 1..=2);
            demands.prop_map(move |demands| {
                let cells = |codes: &[u8]| codes[..width].iter().map(u8::to_string).collect();
                let is_in = |member: bool| member || !with_population;
                let mut table = crowd.iter().filter(|person| is_in(person.2)).peekable();
                // Somebody must be in the table.
                let alone = table.peek().is_none().then(|| &crowd[0]);
                let table: Vec<_> = table.chain(alone).collect();
                let qi: Vec<Vec<String>> = table.iter().map(|person| cells(&person.0)).collect();
                let secrets = table.iter().map(|person| vec![person.1.to_string()]).collect();
                let public = with_population.then(|| crowd.iter().map(|p| cells(&p.0)).collect());
                let tenths = |tenths| Fraction::new(tenths, 10);
                let person_attributes = crowd.iter().filter(|_| with_population);
                let person_attributes =
                    person_attributes.map(|p| vec![tenths(p.3), tenths(p.4)]).collect();
                let tree = || Spec::chains("tree", TREE);
                let specs = [Spec::flat(), tree(), tree()];
                let data =
                    Data::with_traits(qi, secrets, public, person_attributes, &specs[..width]);
                Case { data, demands: demands.clone(), over_people }
            })
        },
    )
}

/// What is true of every partition whose classes share nobody.
fn check(problem: &BoxProblem<'_>, partition: &Partition) {
    check_classes(problem, partition);
    for tuple in 0..problem.tuples() as u32 {
        let boxes = partition.classes.iter().filter(|class| {
            let codes = problem.codes(tuple).iter().zip(&class.ranges);
            codes.into_iter().all(|(code, range)| (range.0..=range.1).contains(code))
        });
        assert_eq!(boxes.count(), 1, "tuple {tuple} of {partition:?}");
    }
}

/// What is true of every partition into whole tuples.
fn check_classes(problem: &BoxProblem<'_>, partition: &Partition) {
    let mut tuples: Vec<u32> =
        partition.classes.iter().flat_map(|class| class.tuples.clone()).collect();
    tuples.sort_unstable();
    assert!(tuples.into_iter().eq(0..problem.tuples() as u32), "{partition:?}");
    for class in &partition.classes {
        assert!(problem.holds(&class.tuples), "{class:?}");
        assert_eq!(class, &problem.class(class.tuples.clone()));
    }
    assert!(partition.classes.is_sorted_by_key(|class| class.tuples[0]));
}

fn classes(partition: &Partition) -> BTreeSet<Vec<u32>> {
    partition.classes.iter().map(|class| class.tuples.clone()).collect()
}

fn sides(
    problem: &BoxProblem<'_>,
    region: &[u32],
    column: usize,
    code: u32,
) -> (Vec<u32>, Vec<u32>) {
    region.iter().partition(|&&tuple| problem.codes(tuple)[column] < code)
}

/// The values of a region in a column but the least, which are those that can begin a right side.
fn candidates(problem: &BoxProblem<'_>, region: &[u32], column: usize) -> Vec<u32> {
    let codes: BTreeSet<u32> = region.iter().map(|&tuple| problem.codes(tuple)[column]).collect();
    codes.into_iter().skip(1).collect()
}

fn people(problem: &BoxProblem<'_>, region: &[u32]) -> u64 {
    region.iter().map(|&tuple| problem.people()[tuple as usize]).sum()
}

/// MPALM to the letter.
fn plain_mpalm(
    problem: &BoxProblem<'_>,
    columns: ColumnStrategy,
    values: ValueStrategy,
) -> BTreeSet<Vec<u32>> {
    let width = problem.columns();
    let everything: Vec<u32> = (0..problem.tuples() as u32).collect();
    let mut queue = VecDeque::from([(everything, 0)]);
    let mut done = BTreeSet::new();
    while let Some((region, first)) = queue.pop_front() {
        let mut order: Vec<usize> = match columns {
            ColumnStrategy::Next => (0..width).map(|step| (first + step) % width).collect(),
            _ => (0..width).collect(),
        };
        if columns == ColumnStrategy::Broadest {
            order.sort_by_key(|&column| usize::MAX - candidates(problem, &region, column).len());
        }
        let cut = order.into_iter().find_map(|column| {
            let codes = candidates(problem, &region, column);
            let holding = codes.iter().enumerate().filter_map(|(place, &code)| {
                let (left, right) = sides(problem, &region, column, code);
                let rank = match values {
                    ValueStrategy::Balanced => {
                        people(problem, &left).abs_diff(people(problem, &right))
                    }
                    ValueStrategy::First => 0,
                    ValueStrategy::Distinct => (place + 1).abs_diff(codes.len() - place) as u64,
                };
                let both = problem.holds(&left) && problem.holds(&right);
                both.then_some((rank, left, right))
            });
            let best = holding.min_by_key(|(rank, ..)| *rank)?;
            Some((column, best.1, best.2))
        });
        match cut {
            Some((column, left, right)) => {
                queue.extend([(left, (column + 1) % width), (right, (column + 1) % width)]);
            }
            None => drop(done.insert(region)),
        }
    }
    done
}

/// Strict Mondrian to the letter.
fn plain_mondrian(problem: &BoxProblem<'_>) -> BTreeSet<Vec<u32>> {
    let mut waiting: Vec<Vec<u32>> = vec![(0..problem.tuples() as u32).collect()];
    let mut done = BTreeSet::new();
    while let Some(region) = waiting.pop() {
        let ranges = problem.class(region.clone()).ranges;
        let width =
            |column: usize| problem.range_losses()[column].loss(ranges[column].0, ranges[column].1);
        let mut order: Vec<usize> = (0..problem.columns()).collect();
        order.sort_by(|&one, &other| {
            let apart = width(other) - width(one);
            if apart.abs() < 1e-9 { one.cmp(&other) } else { apart.total_cmp(&0.0) }
        });
        let cut = order.into_iter().find_map(|column| {
            let all = people(problem, &region);
            let below = |code: u32| people(problem, &sides(problem, &region, column, code + 1).0);
            let median = region.iter().map(|&tuple| problem.codes(tuple)[column]);
            let median = median.filter(|&code| 2 * below(code) >= all).min()?;
            let (left, right) = sides(problem, &region, column, median + 1);
            (!right.is_empty() && problem.holds(&left) && problem.holds(&right))
                .then_some((left, right))
        });
        match cut {
            Some((left, right)) => waiting.extend([left, right]),
            None => drop(done.insert(region)),
        }
    }
    done
}

/// The cheapest of all partitions by cuts between leaves.
fn plain_optimum(problem: &BoxProblem<'_>, region: Vec<u32>) -> f64 {
    let weight: u64 = region.iter().map(|&tuple| problem.weights()[tuple as usize]).sum();
    let own = if problem.holds(&region) {
        weight as f64 * problem.box_loss(&problem.class(region.clone()).ranges)
    } else {
        f64::INFINITY
    };
    let cuts = (0..problem.columns()).flat_map(|column| {
        candidates(problem, &region, column).into_iter().map(move |code| (column, code))
    });
    cuts.map(|(column, code)| {
        let (left, right) = sides(problem, &region, column, code);
        plain_optimum(problem, left) + plain_optimum(problem, right)
    })
    .fold(own, f64::min)
}

/// The cheapest of all partitions by cuts of nodes into their children.
fn plain_node_optimum(problem: &BoxProblem<'_>, data: &Data, region: Vec<u32>) -> f64 {
    let weight: u64 = region.iter().map(|&tuple| problem.weights()[tuple as usize]).sum();
    // The smallest node around the region, by its level.
    let label = |column: usize, tuple: u32, level: usize| {
        data.hierarchies[column].chain(problem.codes(tuple)[column])[level].to_owned()
    };
    let level = |column: usize| {
        let alike = |level: &usize| {
            region
                .iter()
                .all(|&tuple| label(column, tuple, *level) == label(column, region[0], *level))
        };
        (0..).find(alike).unwrap()
    };
    let loss = |column: usize| {
        let hierarchy = &data.hierarchies[column];
        let node = label(column, region[0], level(column));
        let inside = |code: &u32| hierarchy.chain(*code)[level(column)] == node;
        let leaves = (0..hierarchy.leaves() as u32).filter(inside).count() as f64;
        if leaves == 1.0 { 0.0 } else { (leaves - 1.0) / (hierarchy.leaves() as f64 - 1.0) }
    };
    let width = problem.columns() as f64;
    let lost: f64 = (0..problem.columns()).map(|column| loss(column) / width).sum();
    let own = if problem.holds(&region) { weight as f64 * lost } else { f64::INFINITY };
    let cuts = (0..problem.columns()).filter(|&column| level(column) > 0).map(|column| {
        let mut parts: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for &tuple in &region {
            parts.entry(label(column, tuple, level(column) - 1)).or_default().push(tuple);
        }
        parts.into_values().map(|part| plain_node_optimum(problem, data, part)).sum()
    });
    cuts.fold(own, f64::min)
}

/// The optimum, which must be as cheap as it should.
fn proven(found: ExactResult, problem: &BoxProblem<'_>, expected: f64) -> Option<Partition> {
    let total: u64 = problem.weights().iter().sum();
    match found {
        ExactResult::Optimum(partition) => {
            let cost = problem.loss(&partition) * total as f64;
            assert!((cost - expected).abs() < 1e-9, "{cost} for {expected}");
            Some(partition)
        }
        ExactResult::Impossible => {
            assert!(expected.is_infinite());
            None
        }
        ExactResult::Improved(_) | ExactResult::GaveUp => panic!("there was room enough"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn mpalm_is_mpalm(case in small(40)) {
        case.ask(|problem| {
            let everything: Vec<u32> = (0..problem.tuples() as u32).collect();
            for columns in COLUMNS {
                for values in VALUES {
                    let found = problem.mpalm(columns, values, &SearchControl::default());
                    assert!(found.is_some() || !problem.holds(&everything));
                    let Some(found) = found else { continue };
                    check(problem, &found);
                    // Where everybody together fails what is not monotone, parts are tried that may
                    // hold: no longer the paper's algorithm.
                    if problem.holds(&everything) {
                        assert_eq!(classes(&found), plain_mpalm(problem, columns, values));
                    }
                    assert!(!found.cut_short);
                }
            }
        });
    }

    #[test]
    fn mondrian_is_mondrian(case in small(40)) {
        case.ask(|problem| {
            let found = problem.mondrian(CutPoints::Leaves, &SearchControl::default());
            let Some(found) = found else { return };
            check(problem, &found);
            let nodes = problem.mondrian(CutPoints::Nodes(&case.data.hierarchies), &SearchControl::default());
            if let Some(nodes) = &nodes {
                check(problem, nodes);
            }
            let everything: Vec<u32> = (0..problem.tuples() as u32).collect();
            if problem.holds(&everything) {
                assert_eq!(classes(&found), plain_mondrian(problem));
                assert!(nodes.is_some());
            }
        });
    }

    #[test]
    fn relaxed_cuts_divide_rows_and_lose_none(case in small(60), k in 1_u64..6) {
        let demands = vec![Demand::KAnonymity(KAnonymity { k })];
        let case = Case { demands, ..case };
        case.ask(|problem| {
            let found = problem.mondrian_relaxed(&SearchControl::default());
            let rows: u64 = problem.rows().iter().sum();
            let divisible = case.data.public.is_none() && rows >= k;
            // A population of the members alone says no more than the table.
            assert!(found.is_some() == divisible || problem.rows() == problem.people());
            let Some(found) = found else { return };
            let mut left: Vec<u64> = problem.rows().to_vec();
            for class in &found.classes {
                let shares: BTreeMap<u32, u64> = class.shares.iter().copied().collect();
                let whole = |tuple: u32| problem.rows()[tuple as usize];
                let own = |&tuple: &u32| shares.get(&tuple).copied().unwrap_or(whole(tuple));
                let rows: u64 = class.tuples.iter().map(own).sum();
                assert!(rows >= k && rows == class.rows && rows == class.people);
                assert!(shares.iter().all(|(&tuple, &rows)| 0 < rows && rows < whole(tuple)));
                assert_eq!(class.ranges, problem.class(class.tuples.clone()).ranges);
                class.tuples.iter().for_each(|tuple| left[*tuple as usize] -= own(tuple));
                // What could still be halved was.
                assert!(rows < 2 * k || class.tuples.len() == 1);
            }
            assert!(left.iter().all(|&rows| rows == 0));
        });
    }

    #[test]
    fn exact_is_the_best_of_all_cuts(case in small(7)) {
        case.ask(|problem| {
            let everything: Vec<u32> = (0..problem.tuples() as u32).collect();
            let expected = plain_optimum(problem, everything);
            let exact = |known: Option<&Partition>| problem.exact(BoxFamily::Ranges, known, 100_000, &SearchControl::default());
            let Some(found) = proven(exact(None), problem, expected) else { return };
            check(problem, &found);
            // Knowing a partition changes nothing but the time it takes.
            let mpalm = problem.mpalm(COLUMNS[0], VALUES[0], &SearchControl::default());
            for known in [Some(found), mpalm].into_iter().flatten() {
                proven(exact(Some(&known)), problem, expected);
            }
        });
    }

    #[test]
    fn exact_is_the_best_of_all_nodes(case in small(12)) {
        case.ask(|problem| {
            let everything: Vec<u32> = (0..problem.tuples() as u32).collect();
            let expected = plain_node_optimum(problem, &case.data, everything);
            let boxes = BoxFamily::Nodes(&case.data.hierarchies);
            let found = problem.exact(boxes, None, 100_000, &SearchControl::default());
            let Some(found) = proven(found, problem, expected) else { return };
            assert!(found.classes.iter().all(|class| problem.holds(&class.tuples)));
        });
    }

    #[test]
    fn guided_cuts_hold_and_lose_no_more_than_one_class(case in small(60)) {
        case.ask(|problem| {
            let everything: Vec<u32> = (0..problem.tuples() as u32).collect();
            let one = problem.box_loss(&problem.class(everything.clone()).ranges);
            for effort in [Effort::Fast, Effort::Normal] {
                let found = problem.guided(effort, &SearchControl::default());
                assert!(found.is_some() || !problem.holds(&everything));
                let Some(found) = found else { continue };
                check(problem, &found);
                assert!(!problem.holds(&everything) || problem.loss(&found) <= one + 1e-9);
                let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
                let again = alone.install(|| problem.guided(effort, &SearchControl::default())).unwrap();
                assert_eq!(classes(&again), classes(&found));
            }
            for objective in [Objective::Squares, Objective::Count] {
                let found = problem.guided_by(objective, Effort::Normal, &SearchControl::default());
                found.iter().for_each(|found| check(problem, found));
            }
        });
    }

    #[test]
    fn guided_cuts_are_no_better_than_the_best(case in small(7)) {
        case.ask(|problem| {
            let best = plain_optimum(problem, (0..problem.tuples() as u32).collect());
            let Some(found) = problem.guided(Effort::Normal, &SearchControl::default()) else { return };
            assert!(problem.loss(&found) * problem.total_weight() >= best - 1e-9);
        });
    }

    #[test]
    fn a_looser_delta_never_costs_more(case in small(60), tight in 0_usize..28, loose in 0_usize..28) {
        let pair = |at: usize| (
            Fraction::new([0, 1, 2, 4][at / 7], 100),
            Fraction::new([5, 6, 8, 10, 20, 50, 100][at % 7], 100),
        );
        let ((low, high), (lower, higher)) = (pair(tight), pair(loose));
        let loss = |least, most| {
            let demands = vec![Demand::Presence(Presence { least, most, knowledge: Knowledge::Table })];
            case.demanding(demands, |problem| {
                Some(problem.loss(&problem.guided(Effort::Normal, &SearchControl::default())?))
            })
        };
        if case.data.public.is_some() && lower <= low && high <= higher {
            let (tight, loose) = (loss(low, high), loss(lower, higher));
            assert!(tight.is_none_or(|tight| loose.is_some_and(|loose| loose <= tight + 1e-12)));
        }
    }

    /// A request off the grid costs at most what every pair of the grid inside it costs.
    #[test]
    fn a_request_costs_no_more_than_the_grid_inside_it(
        case in small(30), least in 0_u64..=4, most in 5_u64..=100,
    ) {
        let loss = |least, most| {
            let (least, most) = (Fraction::new(least, 100), Fraction::new(most, 100));
            let demands = vec![Demand::Presence(Presence { least, most, knowledge: Knowledge::Table })];
            case.demanding(demands, |field| {
                Some(field.loss(&field.guided(Effort::Normal, &SearchControl::default())?))
            })
        };
        prop_assume!(case.data.public.is_some());
        let asked = loss(least, most);
        for low in [0, 1, 2, 4].into_iter().filter(|&low| least <= low) {
            for high in [5, 6, 8, 10, 20, 50, 100].into_iter().filter(|&high| high <= most) {
                let Some(tight) = loss(low, high) else { continue };
                assert!(asked.is_some_and(|loss| loss <= tight + 1e-12), "{low} {high} {asked:?} {tight}");
            }
        }
    }

    #[test]
    fn clusters_share_nobody(case in small(60)) {
        case.ask(|problem| {
            let everything: Vec<u32> = (0..problem.tuples() as u32).collect();
            let found = problem.cluster(None, &SearchControl::default());
            assert_eq!(found.is_some(), problem.holds(&everything));
            let Some(found) = found else { return };
            check(problem, &found);
            let mpalm = problem.mpalm(COLUMNS[2], VALUES[2], &SearchControl::default()).unwrap();
            let better = problem.cluster(Some(&mpalm), &SearchControl::default()).unwrap();
            check(problem, &better);
            assert!(problem.loss(&better) < problem.loss(&mpalm) + 1e-9);
            let wild = problem.cluster_overlapping(Some(&found), &SearchControl::default()).unwrap();
            check_classes(problem, &wild);
            assert!(problem.loss(&wild) < problem.loss(&found) + 1e-9);
            // Classes that overlap are put together.
            check(problem, &problem.cluster(Some(&wild), &SearchControl::default()).unwrap());
        });
    }

    #[test]
    fn a_search_that_is_cut_short_is_valid(case in small(40), checks in 0_u64..20) {
        case.ask(|problem| {
            let control = SearchControl::default().at_most(checks);
            let mpalm = |values| problem.mpalm(ColumnStrategy::Next, values, &control);
            let cut = [
                mpalm(ValueStrategy::Balanced),
                mpalm(ValueStrategy::First),
                problem.mondrian(CutPoints::Leaves, &control),
                problem.cluster(None, &control),
            ];
            for found in cut.into_iter().flatten() {
                check(problem, &found);
                assert!(found.cut_short || found.examined <= checks);
            }
        });
    }

    #[test]
    fn with_little_room_exact_is_right_or_gives_up(case in small(10), room in 0_usize..100) {
        case.ask(|problem| {
            let exact = |room| problem.exact(BoxFamily::Ranges, None, room, &SearchControl::default());
            match (exact(room), exact(100_000)) {
                (ExactResult::Optimum(found), ExactResult::Optimum(best)) => {
                    assert_eq!(problem.loss(&found), problem.loss(&best));
                }
                (ExactResult::Improved(found), ExactResult::Optimum(best)) => {
                    assert!(problem.loss(&found) >= problem.loss(&best) - 1e-12);
                    assert!(found.cut_short);
                    assert!(found.classes.iter().all(|class| problem.holds(&class.tuples)));
                }
                (ExactResult::Impossible, ExactResult::Impossible) | (ExactResult::GaveUp, _) => {}
                (found, best) => panic!("{found:?} is not {best:?}"),
            }
        });
    }
}

#[test]
fn exact_gives_up_without_room_or_time() {
    let qi = (0..5).map(|cell| vec![cell.to_string()]).collect();
    let data = Data::new(qi, vec![Vec::new(); 5], None, &[Spec::flat()]);
    let case =
        Case { data, demands: vec![Demand::KAnonymity(KAnonymity { k: 2 })], over_people: false };
    case.ask(|problem| {
        let exact =
            |room, control: &SearchControl| problem.exact(BoxFamily::Ranges, None, room, control);
        assert!(matches!(exact(100, &SearchControl::default()), ExactResult::Optimum(_)));
        assert!(matches!(exact(2, &SearchControl::default()), ExactResult::GaveUp));
        assert!(matches!(exact(100, &SearchControl::default().at_most(1)), ExactResult::GaveUp));
    });
}
