//! Measures the risks of a published table beside its original, and says how long that takes.
//!
//! `risks PUBLISHED ORIGINAL QI SENSITIVE ID K [COLUMN=HIERARCHY.csv ..]`: columns are lists with
//! commas; `-` stands for nothing.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use incrowd_io::{Location, ReadOptions, Table};
use incrowd_judge::risk::{OriginalTable, PublishedFile, RowsOf, ordered, risks, sort};
use incrowd_judge::{Chains, Comparison, Question, side_by_side};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [published, original, qi, sensitive, identifying, k, hierarchies @ ..] =
        arguments.as_slice()
    else {
        return Err("PUBLISHED ORIGINAL QI SENSITIVE ID K [COLUMN=HIERARCHY.csv ..]".into());
    };
    let open = |path: &String| Table::open(&Location::Path(path.into()), &ReadOptions::default());
    let names = |text: &String| -> Vec<String> {
        let names = text.split(',').filter(|name| !name.is_empty() && *name != "-");
        names.map(str::to_owned).collect()
    };
    let (qi, sensitive, identifying) = (names(qi), names(sensitive), names(identifying));
    let mut chains = BTreeMap::new();
    for hierarchy in hierarchies {
        let (column, path) = hierarchy.split_once('=').ok_or("COLUMN=HIERARCHY.csv")?;
        let text = std::fs::read_to_string(path)?;
        let lines = text.lines().map(|line| line.split(';').map(str::to_owned).collect());
        chains.insert(column.to_owned(), Chains::new(lines)?);
    }
    let table = open(published)?;
    let original = if original == "-" { None } else { Some(open(original)?) };
    let threads = std::thread::available_parallelism()?.get();
    let question = Question {
        qi: &qi,
        sensitive: &sensitive,
        hierarchies: &chains,
        threads,
        ..Question::about(&table)
    };
    let file = PublishedFile {
        original: original.as_ref().map(|table| OriginalTable {
            table,
            rows: RowsOf::InOrder,
            identifying: &identifying,
            only: None,
        }),
        k: k.parse().ok(),
        ..PublishedFile::of(&question)
    };
    let start = Instant::now();
    let mut found = risks(&file)?;
    eprintln!("{:.2} s", start.elapsed().as_secs_f64());
    if let Some(original) = &original {
        let beside = side_by_side(&Comparison {
            original,
            published: &table,
            qi: &qi,
            identifying: &identifying,
            group: None,
            nulls: question.nulls,
            kinds: question.kinds,
            hierarchies: &chains,
            stars_at_end: false,
            person: None,
            only: None,
            threads,
        })?;
        found.extend(beside.neighbours.iter().filter_map(ordered));
        sort(&mut found);
    }
    for risk in found {
        println!("{}", serde_json::to_string(&risk)?);
    }
    Ok(())
}
