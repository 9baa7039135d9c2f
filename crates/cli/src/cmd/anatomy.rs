//! `incrowd release --recoding anatomy`: quasi-identifiers as they are, and secrets by group in a
//! table of their own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use incrowd::anatomy::{Anatomy, TooFrequent, anatomize, size_for};
use incrowd::publish::Recoding;
use incrowd::terms::{Demand, Diversity, Fraction};
use incrowd_io::{Column, ColumnType, Location, Output, ReadOptions, Table, TableWriter};
use incrowd_judge::{Dissection, Faithfulness, Findings, Question, dissected, judge};
use serde_json::{Value, json};

use crate::failure::{Ending, Failure, Result};
use crate::groups::{GROUP, Groups, check_name};
use crate::publish::{Published, publish};
use crate::report::check::{learned, sentence, verdict};
use crate::seed::Seed;
use crate::settings::{Order, Plan};
use crate::study::Study;
use crate::talk::{FAINT, STRONG, Talk};

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

pub fn run(
    plan: &Plan,
    study: &Study,
    outputs: (Output, Output),
    talk: &Talk,
    start: Instant,
) -> Result {
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
        Err(refusal) => return refuse(plan, study, size, refusal, talk, start),
    };
    let reading =
        ReadOptions { delimiter: plan.reading.options.delimiter, ..ReadOptions::default() };
    let secrets = write_secrets(plan, study, &anatomy, outputs.1)?;
    let drawn = anatomy.group_of.into_iter().map(Vec::into_iter).collect();
    let recoding = Recoding::as_it_is(&study.hierarchies);
    let (output, published) =
        publish(plan, study, &recoding, Some(Groups::Drawn(drawn)), outputs.0, talk)?;
    let tables = (Table::reopen(&output, &reading)?, Table::reopen(&secrets, &reading)?);
    let (findings, doubts) = examine(plan, study, &tables, talk)?;
    let verified = findings.all_hold() && doubts.is_empty();
    if verified && !plan.dry_run {
        talk.publish_both(secrets, output, beside(plan).filter(|_| !plan.force))?;
    }
    tell(plan, study, &published, &findings, verified, talk, start)?;
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
    talk: &Talk,
) -> Result<(Findings, Vec<String>)> {
    let _step = talk.step("judging", None);
    let findings = judge(&Question {
        table,
        secrets: Some(secrets),
        qi: &plan.qi,
        sensitive: &plan.sensitive,
        group: Some(GROUP),
        demands: &plan.demands,
        nulls: &plan.reading.nulls,
        kinds: &study.kinds,
        hierarchies: &BTreeMap::new(),
        levels: &BTreeMap::new(),
        public: None,
        distribution: None,
        sample_rows: Some(study.tally.rows()),
        skip_suppressed: false,
        threads: talk.threads,
    })?;
    let mut doubts = Vec::new();
    if findings.rows != study.tally.rows() {
        doubts.push(format!("{} rows can be read back", findings.rows));
    }
    if plan.order == Order::Input {
        let columns = study.table.columns();
        let identifying: Vec<String> =
            study.dropped.iter().map(|&place| columns[place].clone()).collect();
        let found = dissected(&Dissection {
            original: &study.table,
            published: table,
            secrets,
            sensitive: &plan.sensitive[0],
            identifying: &identifying,
            group: GROUP,
            only: study.member.as_ref().map(|(at, value)| (columns[*at].as_str(), value.as_str())),
            threads: talk.threads,
        })?;
        if let Faithfulness::Unfaithful(discrepancy) = found {
            doubts.push(discrepancy.to_string());
        }
    }
    Ok((findings, doubts))
}

fn tell(
    plan: &Plan,
    study: &Study,
    published: &Published,
    findings: &Findings,
    verified: bool,
    talk: &Talk,
    start: Instant,
) -> Result<()> {
    let mut warnings = study.warnings.clone();
    warnings.push("quasi-identifiers are published as they are: who is in the table can be recognised, only the secrets are hidden".to_owned());
    if !plan.hierarchies.is_empty() {
        warnings.push(
            "hierarchies were checked, but --recoding anatomy generalizes nothing".to_owned(),
        );
    }
    warnings[study.warnings.len()..].iter().for_each(|warning| talk.warn(warning));
    let place = |location: Option<&Location>| {
        location.filter(|_| verified && !plan.dry_run).map(ToString::to_string)
    };
    if talk.json {
        let mut document = frame(plan, start);
        document["rows"] =
            json!({ "input": published.rows, "published": published.rows, "suppressed": 0 });
        document["classes"] = json!(findings.classes);
        document["cost"]["loss"] = json!(0.0);
        document["guarantees"] = json!(findings.guarantees);
        document["learned"] = json!(findings)["learned"].take();
        document["warnings"] = json!(warnings);
        document["output"] = json!(place(plan.output.as_ref()));
        document["secrets"] = json!(place(beside(plan).as_ref()));
        document["verified"] = json!(verified);
        return talk.document(&document);
    }
    let outputs = [plan.output.clone(), beside(plan)];
    let outputs: Vec<String> = outputs.iter().filter_map(|output| place(output.as_ref())).collect();
    let place = match outputs.as_slice() {
        [table, secrets] => {
            format!("Published {STRONG}{table}{STRONG:#} and {STRONG}{secrets}{STRONG:#}")
        }
        _ => format!("{STRONG}Nothing published{STRONG:#}"),
    };
    let mut text = format!(
        "{place}: {} rows, their secrets in {} groups\n\n",
        published.rows, findings.classes
    );
    for (demand, guarantee) in plan.demands.iter().zip(&findings.guarantees) {
        text += &verdict(demand, guarantee);
        text += &format!("  {FAINT}against {}{FAINT:#}\n", demand.against());
    }
    text += &learned(&findings.learned, false);
    talk.print(&text)
}

/// What every answer holds.
fn frame(plan: &Plan, start: Instant) -> Value {
    json!({
        "algorithm": plan.method.algorithm.name(),
        "recoding": plan.method.recoding.name(),
        "rows": null,
        "classes": null,
        "cost": { "loss": null, "discernibility": null, "average_class": null },
        "lower_bound": null,
        "guarantees": [],
        "search": { "nodes": 0, "checked": 0 },
        "warnings": [],
        "seconds": start.elapsed().as_secs_f64(),
        "output": null,
        "verified": false,
    })
}

/// Says which secret is too frequent, and what could be demanded instead.
fn refuse(
    plan: &Plan,
    study: &Study,
    size: u64,
    refusal: TooFrequent,
    talk: &Talk,
    start: Instant,
) -> Result {
    let TooFrequent { secret, rows, most } = refusal;
    let column = &plan.sensitive[0];
    let near = Demand::Diversity { column: column.clone(), diversity: Diversity::Distinct(most) };
    talk.complain(&format!(
        "no groups of {size} different secrets exist: {rows} of {} rows have '{}' in the column '{column}', more than one in {size}; the nearest that can be met is {near}",
        study.tally.rows(),
        study.secret_texts(0)[secret as usize],
    ));
    if talk.json {
        let mut document = frame(plan, start);
        let measured = json!(Fraction::new(study.tally.rows(), rows).to_f64());
        let unmet = |demand: &Demand| {
            json!({
                "model": demand.model(),
                "column": demand.column(),
                "demanded": demand.demanded(),
                "measured": measured,
                "holds": size_for(demand).is_some_and(|size| size <= most),
                "against": demand.against(),
            })
        };
        document["guarantees"] = json!(plan.demands.iter().map(unmet).collect::<Vec<_>>());
        document["nearest"] =
            json!([{ "model": near.model(), "column": column, "demanded": near.demanded() }]);
        talk.document(&document)?;
    } else {
        talk.print(&format!("Nothing published. Nearest demand that could be met: {near}\n"))?;
    }
    Ok(Ending::NotMet)
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
