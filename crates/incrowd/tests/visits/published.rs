//! A published table read back, and every promise computed again.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_document::{People, PeopleCounts, ReleaseDocument, RowCounts};

use super::definitions::{Ask, holds, smallest};
use super::tables::{HEIGHTS, ILLNESSES, NUMBERS, Visit, by_person, cells, label, loss, meaning};

/// The published rows of a table of visits.
pub struct Published<'t> {
    rows: &'t [Visit],
    /// The published quasi-identifiers, and the number of the original row.
    pub lines: Vec<([String; 2], usize)>,
}

impl<'t> Published<'t> {
    /// Reads a file and lays it beside the original: kept cells are the original's, and published ones
    /// stand for it.
    pub fn read(text: &str, rows: &'t [Visit]) -> Published<'t> {
        let cells = cells(text);
        assert_eq!(cells[0], ["a", "b", "n", "s", "row"]);
        let line = |cells: &Vec<String>| {
            let row: usize = cells[4].parse().unwrap();
            let visit = &rows[row];
            assert_eq!(cells[2], NUMBERS[visit.secrets[0]]);
            assert_eq!(cells[3], ILLNESSES[visit.secrets[1]]);
            let qi = [0, 1].map(|column| {
                assert!(meaning(column, &cells[column]).contains(&visit.qi[column]), "{cells:?}");
                cells[column].clone()
            });
            (qi, row)
        };
        let lines: Vec<([String; 2], usize)> = cells[1..].iter().map(line).collect();
        let mut numbers: Vec<usize> = lines.iter().map(|line| line.1).collect();
        assert!(numbers.is_sorted(), "rows are in the order of the table");
        numbers.dedup();
        assert_eq!(numbers.len(), lines.len(), "no row is published twice");
        Published { rows, lines }
    }

    /// The classes of visits.
    pub fn classes(&self) -> Vec<Vec<&'t Visit>> {
        let mut classes: BTreeMap<&[String; 2], Vec<&Visit>> = BTreeMap::new();
        for (qi, row) in &self.lines {
            classes.entry(qi).or_default().push(&self.rows[*row]);
        }
        classes.into_values().collect()
    }

    /// That every demand holds of the people of every class, and that the document tells the truth.
    pub fn check(&self, document: &ReleaseDocument, demands: &[Ask], limit: usize, told: &str) {
        let classes = self.classes();
        let table: Vec<&Visit> = self.lines.iter().map(|(_, row)| &self.rows[*row]).collect();
        for demand in demands {
            for class in &classes {
                assert!(holds(demand, class, &table), "{demand:?} fails in {class:?}: {told}");
            }
        }
        let suppressed = self.rows.len() - self.lines.len();
        assert!(suppressed <= limit && !table.is_empty(), "{told}");
        assert_eq!(document.classes, Some(Some(classes.len() as u64)), "{told}");
        assert_eq!(document.rows, Some(counts(self.rows.len(), self.lines.len())), "{told}");
        assert_eq!(document.people, Some(People::Counted(self.people())), "{told}");
        assert!(document.guarantees.iter().all(|guarantee| guarantee.holds), "{told}");
        let k = document.guarantees.iter().find(|guarantee| guarantee.model == "k-anonymity");
        if let Some(k) = k.filter(|_| demands.iter().any(|demand| matches!(demand, Ask::K(_)))) {
            assert_eq!(k.measured, smallest(&classes) as u64, "{told}");
        }
    }

    /// Who is published, and who lost rows.
    fn people(&self) -> PeopleCounts {
        let of = |rows: BTreeSet<usize>| rows.len() as u64;
        let person = |row: &usize| self.rows[*row].person;
        let kept: BTreeSet<usize> = self.lines.iter().map(|(_, row)| *row).collect();
        let input = of(self.rows.iter().map(|visit| visit.person).collect());
        let published: BTreeSet<usize> = kept.iter().map(person).collect();
        let gone: BTreeSet<usize> = (0..self.rows.len())
            .filter(|row| !kept.contains(row))
            .map(|row| person(&row))
            .collect();
        let lost_some = of(gone.intersection(&published).copied().collect());
        let published = of(published);
        PeopleCounts { input, published, suppressed: input - published, lost_some }
    }

    /// The loss, over all rows of the original.
    pub fn loss(&self) -> f64 {
        let of = |(qi, _): &([String; 2], usize)| -> f64 {
            let column = |column: usize| loss(column, meaning(column, &qi[column]).len());
            (column(0) + column(1)) / 2.0
        };
        let suppressed = (self.rows.len() - self.lines.len()) as f64;
        (self.lines.iter().map(of).sum::<f64>() + suppressed) / self.rows.len() as f64
    }
}

fn counts(input: usize, published: usize) -> RowCounts {
    let (input, published) = (input as u64, published as u64);
    RowCounts { input, published, suppressed: input - published }
}

/// The least loss of all nodes, by trying them all; nothing if no node can be published.
pub fn best(rows: &[Visit], demands: &[Ask], limit: usize) -> Option<f64> {
    let nodes = (0..=HEIGHTS[0]).flat_map(|a| (0..=HEIGHTS[1]).map(move |b| [a, b]));
    let losses = nodes.filter_map(|node| node_loss(rows, demands, limit, node));
    losses.min_by(f64::total_cmp)
}

/// The loss of a node: classes that violate a demand are left out until none is left that does.
fn node_loss(rows: &[Visit], demands: &[Ask], limit: usize, node: [usize; 2]) -> Option<f64> {
    let mut classes: BTreeMap<[&str; 2], Vec<&Visit>> = BTreeMap::new();
    for visit in rows {
        let labels = [0, 1].map(|column| label(column, visit.qi[column], node[column]));
        classes.entry(labels).or_default().push(visit);
    }
    let mut classes: Vec<Vec<&Visit>> = classes.into_values().collect();
    loop {
        let table: Vec<&Visit> = classes.concat();
        let before = classes.len();
        classes.retain(|class| demands.iter().all(|demand| holds(demand, class, &table)));
        if classes.len() == before {
            break;
        }
    }
    let kept: usize = classes.iter().map(Vec::len).sum();
    if kept == 0 || rows.len() - kept > limit {
        return None;
    }
    let column = |column: usize| {
        let leaves = meaning(column, label(column, 0, node[column])).len();
        loss(column, leaves)
    };
    let each = (column(0) + column(1)) / 2.0;
    Some((each * kept as f64 + (rows.len() - kept) as f64) / rows.len() as f64)
}

/// That the groups of Anatomy's two tables keep the demands, and hold the secrets of the original.
pub fn groups(
    text: &str,
    secrets: &str,
    rows: &[Visit],
    document: &ReleaseDocument,
    demands: &[Ask],
    told: &str,
) {
    let (table, secrets) = (cells(text), cells(secrets));
    assert_eq!(table[0], ["a", "b", "n", "row", "group"], "{told}");
    assert_eq!(secrets[0], ["group", "s", "count"], "{told}");
    assert_eq!(table.len(), rows.len() + 1, "{told}");
    let mut groups: BTreeMap<&str, Vec<&Visit>> = BTreeMap::new();
    let mut classes: BTreeMap<[&str; 2], Vec<&Visit>> = BTreeMap::new();
    for line in &table[1..] {
        let visit = &rows[line[3].parse::<usize>().unwrap()];
        let qi = [0, 1].map(|column| {
            assert!(meaning(column, &line[column]).contains(&visit.qi[column]), "{told}");
            line[column].as_str()
        });
        groups.entry(&line[4]).or_default().push(visit);
        classes.entry(qi).or_default().push(visit);
    }
    let mut homes: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    for (group, members) in &groups {
        for visit in members {
            homes.entry(visit.person).or_default().insert(group);
        }
    }
    assert!(homes.values().all(|homes| homes.len() == 1), "a person is in two groups: {told}");
    let all: Vec<&Visit> = rows.iter().collect();
    for demand in demands {
        let parts: Vec<&Vec<&Visit>> = match demand {
            Ask::K(_) => classes.values().collect(),
            _ => groups.values().collect(),
        };
        assert!(parts.iter().all(|part| holds(demand, part, &all)), "{demand:?}: {told}");
    }
    let mut told_secrets: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for line in &secrets[1..] {
        told_secrets.insert((&line[0], &line[1]), line[2].parse().unwrap());
    }
    let mut counted: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for (group, members) in &groups {
        for visit in members {
            *counted.entry((group, ILLNESSES[visit.secrets[1]])).or_default() += 1;
        }
    }
    assert_eq!(told_secrets, counted, "{told}");
    assert_eq!(document.classes, Some(Some(groups.len() as u64)), "{told}");
    let people = by_person(rows.iter()).len() as u64;
    let all = PeopleCounts { input: people, published: people, suppressed: 0, lost_some: 0 };
    assert_eq!(document.people, Some(People::Counted(all)), "{told}");
}
