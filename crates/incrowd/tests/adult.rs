//! The optimum on Adult, proven by brute force over all 12,960 nodes. Needs the data folder that
//! only developers have; skips loudly without it.

#![allow(clippy::unwrap_used)]

mod support;

use std::path::PathBuf;
use std::time::Instant;

use incrowd::cost::Cost;
use incrowd::hierarchy::Spec;
use incrowd::search::Watch;
use incrowd::terms::Demand;
use support::{Data, row};

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

/// The complete rows of `adult.data` in the nine columns, with their hierarchies.
fn adult() -> Option<Data> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/adult");
    let Ok(text) = std::fs::read_to_string(folder.join("adult.data")) else {
        eprintln!("SKIPPED: the Adult data are not in {}", folder.display());
        return None;
    };
    let rows = text.lines().filter(|line| !line.is_empty()).map(|line| line.split(", ").collect());
    let complete = rows.filter(|cells: &Vec<&str>| !cells.contains(&"?"));
    let qi: Vec<Vec<String>> =
        complete.map(|cells| row(&COLUMNS.map(|(_, column)| cells[column]))).collect();
    assert_eq!(qi.len(), 30_162);
    let spec = |(name, _): (&str, usize)| {
        let text = match name {
            "income" => "<=50K;*\n>50K;*\n".to_owned(),
            _ => {
                std::fs::read_to_string(folder.join(format!("adult_hierarchy_{name}.csv"))).unwrap()
            }
        };
        Spec::File { name: name.to_owned(), text }
    };
    let none = vec![Vec::new(); qi.len()];
    Some(Data::new(qi, none, None, &COLUMNS.map(spec)))
}

#[test]
fn the_optimum_is_the_least_of_all_nodes() {
    let Some(data) = adult() else { return };
    let models = data.models(&[Demand::KAnonymity { k: 5 }]);
    let expected = [(0, 0.635_544), (2, 0.357_482), (4, 0.292_816), (100, 0.227_700)];
    for (percent, loss) in expected {
        let limit = 30_162 * percent / 100;
        let problem = data.problem(&models, Cost::Loss, limit);
        let start = Instant::now();
        let outcome = problem.optimal(&Watch::default());
        eprintln!(
            "{percent}%: {} of {} nodes, {:?}",
            outcome.checked,
            outcome.nodes,
            start.elapsed()
        );
        let (node, found) = outcome.best.unwrap();
        assert!(outcome.proven);
        assert_eq!(outcome.nodes, 12_960);
        assert!((found.cost.unwrap() - loss).abs() < 5e-7, "{percent}%: {:?}", found.cost);
        let all = data.nodes();
        assert_eq!(all.len(), 12_960);
        let costs = all.iter().filter_map(|node| Some((problem.examine(node).cost?, node)));
        let (least, best) = costs.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1))).unwrap();
        assert_eq!((found.cost.unwrap(), &node), (least, best), "{percent}%");
    }
}
