//! Suppression with boxes against the optimum over all sets of tuples that may be left out.

use std::collections::BTreeSet;

use incrowd_core::cost::{Cost, RangeLoss};
use incrowd_core::hierarchy::Spec;
use incrowd_core::search::boxes::{BoxFamily, BoxProblem, ExactResult, Partition};
use incrowd_core::search::{FoundRelease, Recoding, Scope, Search, SearchControl, SearchOutcome};
use incrowd_core::terms::{
    BetaLikeness, Demand, EpsMAnonymity, KAnonymity, KMap, KMapPopulation, LDiversity, TCloseness,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::support::Data;

const TREE: &str = "0;p;u;*\n1;p;u;*\n2;q;u;*\n3;r;v;*\n4;r;v;*\n5;s;v;*\n6;s;v;*\n7;t;v;*";

/// Rows of quasi-identifiers and a secret, people outside the table, demands and a limit.
#[derive(Clone, Debug)]
struct Case {
    rows: Vec<(Vec<u8>, u8)>,
    others: Option<Vec<Vec<u8>>>,
    demands: Vec<Demand>,
    limit: u64,
    local: bool,
}

fn demand(with_population: bool) -> BoxedStrategy<Demand> {
    let secret = || "s0".to_owned();
    let diversity = |text: String| {
        Demand::LDiversity(LDiversity { column: "s0".to_owned(), diversity: text.parse().unwrap() })
    };
    let of_rows = prop_oneof![
        4 => (2_u64..5).prop_map(|k| Demand::KAnonymity(KAnonymity { k })),
        1 => (2_u64..4).prop_map(move |l| diversity(format!("distinct:{l}"))),
        2 => (1_u64..9).prop_map(move |tenths| diversity(format!("frequency:1.{tenths}"))),
        1 => (1_u64..9).prop_map(move |tenths| diversity(format!("entropy:1.{tenths}"))),
        1 => (1_u64..4).prop_map(move |c| diversity(format!("recursive:{c},2"))),
        2 => (2_u64..6).prop_map(move |tenths| Demand::TCloseness(TCloseness {
            column: secret(),
            closeness: format!("0.{tenths}").parse().unwrap(),
        })),
        1 => (1_u64..4).prop_map(move |beta| Demand::BetaLikeness(BetaLikeness {
            column: secret(),
            likeness: format!("basic:{beta}").parse().unwrap(),
        })),
        1 => (0_u64..2, 1_u64..9).prop_map(move |(eps, tenths)| {
            Demand::EpsMAnonymity(EpsMAnonymity {
                column: secret(),
                proximity: format!("{eps},1.{tenths}").parse().unwrap(),
            })
        }),
    ];
    let k_map =
        (2_u64..6).prop_map(|k| Demand::KMap(KMap { k, population: KMapPopulation::Table }));
    if with_population { prop_oneof![1 => of_rows, 3 => k_map].boxed() } else { of_rows.boxed() }
}

fn case() -> impl Strategy<Value = Case> {
    let row = (proptest::collection::vec(0_u8..8, 2), 0_u8..4);
    let rows = proptest::collection::vec(row, 2..=9);
    let others = proptest::collection::vec(proptest::collection::vec(0_u8..8, 2), 0..6);
    (rows, others, 1_usize..=2, 0_u8..5, any::<bool>(), 1_u64..4).prop_flat_map(
        |(rows, others, width, population, local, limit)| {
            let with_population = population == 0;
            let demands = proptest::collection::vec(demand(with_population), 1..=2);
            demands.prop_map(move |demands| {
                let cut = |codes: &[u8]| codes[..width].to_vec();
                Case {
                    rows: rows.iter().map(|(codes, secret)| (cut(codes), *secret)).collect(),
                    others: with_population
                        .then(|| others.iter().map(|codes| cut(codes)).collect()),
                    demands,
                    limit: limit.min(rows.len() as u64),
                    local,
                }
            })
        },
    )
}

impl Case {
    /// The table and the population without some tuples; nothing if no row is left.
    fn without(&self, tuples: &BTreeSet<Vec<u8>>) -> Option<Data> {
        let text = |codes: &Vec<u8>| codes.iter().map(u8::to_string).collect::<Vec<_>>();
        let kept: Vec<_> = self.rows.iter().filter(|(codes, _)| !tuples.contains(codes)).collect();
        let qi: Vec<Vec<String>> = kept.iter().map(|(codes, _)| text(codes)).collect();
        let public = self.others.as_ref().map(|others| {
            let others = others.iter().filter(|codes| !tuples.contains(*codes));
            qi.iter().cloned().chain(others.map(text)).collect()
        });
        let secrets = kept.iter().map(|(_, secret)| vec![secret.to_string()]).collect();
        let specs = vec![Spec::chains("tree", TREE); self.rows[0].0.len()];
        (!kept.is_empty()).then(|| Data::new(qi, secrets, public, &specs))
    }

    fn rows_of(&self, tuples: &BTreeSet<Vec<u8>>) -> u64 {
        self.rows.iter().filter(|(codes, _)| tuples.contains(codes)).count() as u64
    }

    /// Asks something of the boxes of a table.
    fn ask<T>(&self, data: &Data, ask: impl FnOnce(&BoxProblem<'_>) -> T) -> T {
        let models = data.models(&self.demands);
        let weight = 1.0 / data.hierarchies.len() as f64;
        let range_losses = data.hierarchies.iter().map(|h| RangeLoss::by_leaves(h, weight));
        ask(&BoxProblem::new(&data.frequency_set, &models, range_losses.collect(), false))
    }

    /// The least loss over all sets of tuples within the limit, by exact recursive cuts of the rest.
    fn optimum(&self) -> Option<f64> {
        let tuples: Vec<Vec<u8>> = self
            .rows
            .iter()
            .map(|(codes, _)| codes.clone())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let all = self.rows.len() as f64;
        let loss = |set: u32| {
            let out = tuples.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            let out: BTreeSet<Vec<u8>> = out.map(|(_, codes)| codes.clone()).collect();
            let rows = self.rows_of(&out);
            let data = self.without(&out).filter(|_| rows <= self.limit)?;
            let found = self.ask(&data, |problem| {
                let control = SearchControl::default();
                match problem.exact(BoxFamily::Ranges, None, 1 << 20, &control) {
                    ExactResult::Optimum(partition) => Some(problem.loss(&partition)),
                    ExactResult::Impossible => None,
                    ExactResult::Improved(_) | ExactResult::GaveUp => panic!("{self:?}"),
                }
            });
            Some((found? * (all - rows as f64) + rows as f64) / all)
        };
        (0..1_u32 << tuples.len()).filter_map(loss).min_by(f64::total_cmp)
    }

    fn find(&self, limit: u64) -> SearchOutcome {
        let data = self.without(&BTreeSet::new()).unwrap();
        let table = data.encoded();
        let recoding = if self.local { Recoding::Local } else { Recoding::Multidimensional };
        let scope = Scope { limit, ..Scope::of(&table) };
        Search::new(&table, &self.demands, recoding.into(), scope).find(&SearchControl::default())
    }

    /// Counts the published classes again from rows, and returns the loss.
    fn recount(&self, partition: &Partition) -> f64 {
        let whole = self.without(&BTreeSet::new()).unwrap();
        let codes = |tuple: u32| -> Vec<u8> {
            let code = |column: usize| {
                let code = whole.frequency_set.code(column, tuple);
                whole.hierarchies[column].leaf(code).parse().unwrap()
            };
            (0..whole.hierarchies.len()).map(code).collect()
        };
        let out: BTreeSet<Vec<u8>> =
            partition.suppressed.iter().map(|&tuple| codes(tuple)).collect();
        let rows = self.rows_of(&out);
        assert!(rows <= self.limit, "{self:?} {partition:?}");
        let data = self.without(&out).expect("an empty table is no release");
        let published = self.ask(&data, |problem| {
            let place = |tuple: u32| {
                let wanted = codes(tuple);
                let same = |other: &u32| {
                    let cells = (0..).zip(problem.codes(*other));
                    cells
                        .map(|(column, &code): (usize, _)| {
                            data.hierarchies[column].leaf(code).parse::<u8>().unwrap()
                        })
                        .eq(wanted.iter().copied())
                };
                (0..problem.tuples() as u32).find(same).unwrap()
            };
            let (mut lost, mut covered) = (0.0, 0);
            for class in partition.classes.iter().filter(|class| class.rows > 0) {
                let tuples: Vec<u32> = class.tuples.iter().map(|&tuple| place(tuple)).collect();
                assert!(problem.holds(&tuples), "{self:?} {partition:?}");
                let again = problem.class(tuples);
                assert_eq!(again.rows, class.rows);
                lost += again.rows as f64 * problem.box_loss(&again.ranges);
                covered += again.rows;
                if self.others.is_some() {
                    let is_inside = |tuple: &&u32| {
                        let mut cells = class.ranges.iter().enumerate();
                        cells.all(|(column, range)| {
                            let code = whole.frequency_set.code(column, **tuple);
                            (range.0..=range.1).contains(&code)
                        })
                    };
                    assert_eq!(partition.suppressed.iter().find(is_inside), None, "{self:?}");
                }
            }
            assert_eq!(covered + rows, self.rows.len() as u64, "{self:?} {partition:?}");
            lost
        });
        (published + rows as f64) / self.rows.len() as f64
    }
}

/// Draws cases, and compares what is found with the optimum. Returns how many there were, how many
/// have a release, how many of those were missed, and the sums of losses and of optima.
fn compare(cases: u32) -> (u32, u32, u32, f64, f64) {
    let mut runner = TestRunner::deterministic();
    let strategy = case();
    let (mut possible, mut missed, mut found_sum, mut optimum_sum) = (0, 0, 0.0, 0.0);
    for _ in 0..cases {
        let case = strategy.new_tree(&mut runner).unwrap().current();
        let (optimum, outcome) = (case.optimum(), case.find(case.limit));
        possible += u32::from(optimum.is_some());
        let Some(FoundRelease::Boxes(partition)) = &outcome.found else {
            assert!(!outcome.proven || optimum.is_none(), "{case:?}");
            missed += u32::from(optimum.is_some());
            continue;
        };
        let (loss, optimum) = (case.recount(partition), optimum.unwrap());
        let figures = outcome.figures.as_ref().unwrap();
        assert!((figures.cost(Cost::LOSS).unwrap() - loss).abs() < 1e-9, "{case:?}");
        // Clusters need not come from recursive cuts.
        assert!(case.local || loss + 1e-9 >= optimum, "{case:?}: {loss} < {optimum}");
        if let Some(bound) = outcome.lower_bound {
            assert!(bound <= optimum + 1e-9, "{case:?}: {bound} > {optimum}");
        }
        let kept = case.find(0);
        if let Some(without) = kept.cost(Cost::LOSS) {
            assert!(loss <= without + 1e-9, "{case:?}: {loss} > {without}");
        }
        found_sum += loss;
        optimum_sum += optimum;
    }
    (cases, possible, missed, found_sum, optimum_sum)
}

#[test]
fn suppression_holds_and_is_close_to_the_optimum() {
    let cases = std::env::var("INCROWD_CASES").ok().and_then(|cases| cases.parse().ok());
    let (cases, possible, missed, found, optimum) = compare(cases.unwrap_or(400));
    eprintln!("{cases} cases, {possible} possible, {missed} missed, losses {found} and {optimum}");
    assert!(possible > cases / 3);
    assert!(missed * 50 <= possible, "{missed} of {possible}");
    assert!(found <= optimum * 1.04, "{found} and {optimum}");
}

#[test]
fn suppression_does_not_depend_on_threads() {
    let mut runner = TestRunner::deterministic();
    let cells = proptest::collection::vec((proptest::collection::vec(0_u8..8, 2), 0_u8..4), 300);
    let rows = cells.new_tree(&mut runner).unwrap().current();
    let demands = vec![
        Demand::KAnonymity(KAnonymity { k: 9 }),
        Demand::LDiversity(LDiversity {
            column: "s0".to_owned(),
            diversity: "frequency:2.9".parse().unwrap(),
        }),
    ];
    for local in [false, true] {
        let demands = demands.clone();
        let case = Case { rows: rows.clone(), others: None, demands, limit: 30, local };
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let Some(FoundRelease::Boxes(found)) = pool.install(|| case.find(30)).found else {
                panic!("there is a release");
            };
            found
        };
        let one = with(1);
        assert!(!one.suppressed.is_empty());
        assert_eq!(one, with(3));
        case.recount(&one);
    }
}

#[test]
fn an_outlier_is_left_out() {
    let row = |code: u8| (vec![code], 0);
    let rows: Vec<_> = [0, 0, 0, 1, 1, 1, 7].map(row).to_vec();
    let demands = vec![Demand::KAnonymity(KAnonymity { k: 3 })];
    let case = Case { rows, others: None, demands, limit: 1, local: false };
    let outcome = case.find(1);
    let figures = outcome.figures.as_ref().unwrap();
    assert_eq!((figures.suppressed, figures.people.suppressed), (1, 1));
    assert_eq!(figures.published_loss, 0.0);
    assert!((figures.cost(Cost::LOSS).unwrap() - 1.0 / 7.0).abs() < 1e-12);
    let Some(FoundRelease::Boxes(partition)) = &outcome.found else { panic!("boxes") };
    assert_eq!(partition.suppressed, [2]);
}
