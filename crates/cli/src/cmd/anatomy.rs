//! `incrowd release --recoding anatomy`: secrets by group in a table of their own, and
//! quasi-identifiers as they are, or in ranges where demands on identity or presence want that.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use incrowd::anatomy::{Anatomy, anatomize, size_for};
use incrowd::cost::Cost;
use incrowd::publish::Recoding;
use incrowd::terms::Demand;
use incrowd_io::{Column, ColumnType, Location, Output, ReadOptions, Table, TableWriter};
use incrowd_judge::{
    Comparison, Dissection, Faithfulness, Findings, Question, dissected, faithful, judge,
};

use crate::evidence::{Desk, Published};
use crate::failure::{Ending, Failure, Result};
use crate::groups::{GROUP, Groups, check_name};
use crate::publish::publish;
use crate::release::{Outcome, Search, watch};
use crate::report::anatomy::{self as told, Told};
use crate::report::check::sentence;
use crate::report::release as report;
use crate::seed::Seed;
use crate::settings::{Order, Plan, Suppression};
use crate::study::Study;
use crate::talk::Talk;

/// The published column that says how often a group has a secret.
const COUNT: &str = "count";

/// Where the table of secrets goes.
pub fn beside(plan: &Plan) -> Option<Location> {
    let Some(Location::Path(path)) = &plan.output else { return None };
    sibling(path).map(Location::Path)
}

/// `OUT.sensitive.csv` beside `OUT.csv`.
fn sibling(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let ending = [".csv.gz", ".csv.zst", ".tsv.gz", ".tsv.zst", ".csv", ".tsv", ".parquet"];
    let ending = ending.into_iter().find(|ending| name.ends_with(ending)).unwrap_or_default();
    let stem = &name[..name.len() - ending.len()];
    Some(path.with_file_name(format!("{stem}.sensitive{ending}")))
}

/// A place for the table of secrets, checked before any work is done.
pub fn reserve(plan: &Plan) -> Result<Output> {
    let inputs: Vec<&Location> = plan.inputs.iter().collect();
    match beside(plan).filter(|_| !plan.dry_run) {
        Some(location) => Ok(Output::create(&location, plan.force, &inputs)?),
        None => Ok(Output::create(&Location::Standard, false, &[])?),
    }
}

pub fn run(desk: Desk<'_>, study: &Study, outputs: (Output, Output)) -> Result {
    let Desk { plan, talk, start, .. } = desk;
    check_name(study)?;
    if plan.sensitive.iter().any(|column| column == COUNT) {
        let message = format!(
            "the table of secrets would have two columns '{COUNT}'; rename the sensitive one (--names)"
        );
        return Err(Failure::new(message).in_column(COUNT));
    }
    let size = plan.demands.iter().filter_map(size_for).max().unwrap_or(1);
    let rows_per_secret = study.tally.whole().secrets.swap_remove(0);
    let seed = Seed::chosen(plan.seed, &study.table, talk.threads)?;
    let anatomy = match anatomize(&rows_per_secret, size, seed.bytes()) {
        Ok(anatomy) => anatomy,
        Err(refusal) => {
            let (document, guarantees) = told::refuse(plan, study, size, refusal, talk, start)?;
            return desk.refuse(document, study, None, &guarantees);
        }
    };
    let others: Vec<Demand> =
        plan.demands.iter().filter(|demand| size_for(demand).is_none()).cloned().collect();
    let ranges = Ranges::find(plan, study, &others, talk)?;
    let recoding = match &ranges {
        None => Recoding::as_it_is(&study.hierarchies),
        Some(Ranges { search, outcome }) => match &outcome.found {
            Some(found) => search.recoding(found),
            None => {
                let (document, guarantees) = report::refuse(plan, search, outcome, talk, start)?;
                return desk.refuse(document, study, Some((search, outcome)), &guarantees);
            }
        },
    };
    let reading =
        ReadOptions { delimiter: plan.reading.options.delimiter, ..ReadOptions::default() };
    let secrets = write_secrets(plan, study, &anatomy, outputs.1)?;
    let drawn = anatomy.group_of.into_iter().map(Vec::into_iter).collect();
    let (output, published) =
        publish(plan, study, &recoding, Some(Groups::Drawn(drawn)), outputs.0, talk)?;
    let tables = (Table::reopen(&output, &reading)?, Table::reopen(&secrets, &reading)?);
    let (findings, doubts) = examine(plan, study, &tables, ranges.is_some(), talk)?;
    let verified = findings.all_hold() && doubts.is_empty();
    let loss = ranges.as_ref().map_or(Some(0.0), Ranges::loss);
    let told = Told {
        outputs: [plan.output.as_ref(), beside(plan).as_ref()]
            .map(|place| place.filter(|_| verified && !plan.dry_run).map(ToString::to_string)),
        published: &published,
        findings: &findings,
        loss,
        outcome: ranges.as_ref().map(|ranges| &ranges.outcome),
        verified,
    };
    let mut document = told::document(plan, study, &told, start);
    let known = Published {
        args: desk.args,
        plan,
        study,
        search: ranges.as_ref().map(|ranges| (&ranges.search, &ranges.outcome)),
        guarantees: &findings.guarantees,
        findings: Some(&findings),
        written: Some(&output),
        outputs: &desk.places(
            verified,
            &[("published", &output, plan.output.clone()), ("secrets", &secrets, beside(plan))],
        ),
    };
    desk.attach(&mut document, &known)?;
    desk.close(&document, verified, vec![secrets, output])?;
    told::tell(plan, study, &told, &document, talk)?;
    for failed in findings.guarantees.iter().filter(|guarantee| !guarantee.holds) {
        talk.complain(&sentence(failed));
    }
    for doubt in &doubts {
        talk.complain(&format!(
            "the judge does not recognise the table in what was written: {doubt}"
        ));
    }
    Ok(if verified { Ending::Done } else { Ending::NotMet })
}

/// Ranges of quasi-identifiers that meet demands on identity and presence.
struct Ranges<'a> {
    search: Search<'a>,
    outcome: Outcome,
}

impl<'a> Ranges<'a> {
    /// Looks for them, if anything is demanded of them.
    fn find(
        plan: &Plan,
        study: &'a Study,
        demands: &'a [Demand],
        talk: &Talk,
    ) -> Result<Option<Self>> {
        if demands.is_empty() {
            return Ok(None);
        }
        let mut search = Search::new(plan, study, demands, Suppression::Rows(0))?;
        search.method = plan.method.with_boxes();
        let outcome = search.run(&watch(plan), talk);
        Ok(Some(Ranges { search, outcome }))
    }

    fn loss(&self) -> Option<f64> {
        self.outcome.found.as_ref().and_then(|found| self.search.cost_of(found, Cost::LOSS))
    }
}

/// Writes the secrets of each group, group by group.
fn write_secrets(plan: &Plan, study: &Study, anatomy: &Anatomy, output: Output) -> Result<Output> {
    let mut counts: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    for (secret, groups) in (0_u32..).zip(&anatomy.group_of) {
        for &group in groups {
            *counts.entry((group, secret)).or_default() += 1;
        }
    }
    let kinds = study.table.kinds();
    let kind = kinds.map_or(ColumnType::Text, |kinds| kinds[study.secrets[0]]);
    let number = |name: &str| Column { kind: ColumnType::Unsigned, ..Column::text(name) };
    let secret = Column { kind, ..Column::text(&plan.sensitive[0]) };
    let columns = vec![number(GROUP), secret, number(COUNT)];
    let mut writer = TableWriter::new(output, columns, plan.reading.options.delimiter)?;
    let texts = study.secret_texts(0);
    let encoder = writer.encoder();
    let entries: Vec<_> = counts.into_iter().collect();
    for chunk in entries.chunks(4096) {
        let mut batch = encoder.batch();
        for ((group, secret), rows) in chunk {
            batch.push(&(u64::from(*group) + 1).to_string());
            batch.push(texts[*secret as usize]);
            batch.push(&rows.to_string());
        }
        writer.write(batch)?;
    }
    Ok(writer.finish()?)
}

/// Reads the published bytes again.
fn examine(
    plan: &Plan,
    study: &Study,
    (table, secrets): &(Table, Table),
    generalized: bool,
    talk: &Talk,
) -> Result<(Findings, Vec<String>)> {
    let _step = talk.step("judging", None);
    let hierarchies = study.chains(plan)?;
    let (public, distribution) = study.population();
    let findings = judge(&Question {
        table,
        secrets: Some(secrets),
        qi: &plan.qi,
        sensitive: &plan.sensitive,
        group: Some(GROUP),
        demands: &plan.demands,
        nulls: &plan.reading.nulls,
        kinds: &study.kinds,
        hierarchies: &hierarchies,
        levels: &BTreeMap::new(),
        public,
        distribution,
        sample_rows: Some(study.tally.rows()),
        skip_suppressed: false,
        threads: talk.threads,
    })?;
    let mut doubts = Vec::new();
    if findings.rows != study.tally.rows() {
        doubts.push(format!("{} rows can be read back", findings.rows));
    }
    if plan.order != Order::Input {
        return Ok((findings, doubts));
    }
    let columns = study.table.columns();
    let only = study.member.as_ref().map(|(at, value)| (columns[*at].as_str(), value.as_str()));
    let mut absent: Vec<String> =
        study.dropped.iter().map(|&place| columns[place].clone()).collect();
    let mut compared = vec![dissected(&Dissection {
        original: &study.table,
        published: table,
        secrets,
        sensitive: &plan.sensitive[0],
        identifying: &absent,
        generalized: if generalized { &plan.qi } else { &[] },
        group: GROUP,
        only,
        threads: talk.threads,
    })?];
    if generalized {
        absent.push(plan.sensitive[0].clone());
        compared.push(faithful(&Comparison {
            original: &study.table,
            published: table,
            qi: &plan.qi,
            identifying: &absent,
            group: Some(GROUP),
            only,
            nulls: &plan.reading.nulls,
            kinds: &study.kinds,
            hierarchies: &hierarchies,
            stars_at_end: false,
            threads: talk.threads,
        })?);
    }
    for found in compared {
        match found {
            Faithfulness::Unfaithful(discrepancy) => doubts.push(discrepancy.to_string()),
            Faithfulness::Faithful { suppressed: 0, .. } => {}
            Faithfulness::Faithful { suppressed, .. } => {
                doubts.push(format!("{suppressed} rows are missing"));
            }
        }
    }
    Ok((findings, doubts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secrets_stand_beside_the_table() {
        let beside = |name: &str| sibling(Path::new(name)).unwrap();
        assert_eq!(beside("a/out.csv"), Path::new("a/out.sensitive.csv"));
        assert_eq!(beside("v1.2.csv.gz"), Path::new("v1.2.sensitive.csv.gz"));
        assert_eq!(beside("out"), Path::new("out.sensitive"));
    }
}
