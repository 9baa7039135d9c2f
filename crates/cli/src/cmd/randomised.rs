//! `incrowd release --recoding randomised`: people of the population, published by the toss of a
//! coin, so that not even the algorithm gives anyone away.

use std::collections::HashMap;

use incrowd::randomised::{Coins, Share, limits};
use incrowd::terms::{Demand, Fraction, Knowledge, Presence};
use incrowd_io::{Block, Column, ColumnType, Location, Output, ReadOptions, Table, TableWriter};
use incrowd_judge::{Tossed, tossed};
use rand::RngExt;
use serde_json::json;

use crate::crowd::Crowd;
use crate::evidence::{Desk, Published};
use crate::failure::{Ending, Failure, Result};
use crate::report::check::{sentence, verdict};
use crate::report::frame;
use crate::report::release::unmet;
use crate::seed::Seed;
use crate::settings::{Plan, places};
use crate::study::Study;
use crate::talk::{FAINT, STRONG, Talk};

/// What was written.
struct Written {
    rows: u64,
    members: u64,
}

pub fn run(desk: Desk<'_>, study: &Study, output: Output) -> Result {
    let Desk { plan, talk, start, .. } = desk;
    let presence = match plan.demands.as_slice() {
        [demand] => limits(demand).map(|limits| (demand, limits)),
        _ => None,
    };
    let (Some(crowd), Some((demand, (least, most)))) = (&study.crowd, presence) else {
        return Err(Failure::new("--recoding randomised needs --presence and the population"));
    };
    let share = Share { members: study.tally.rows(), people: study.tally.people() };
    let Some(coins) = Coins::within(least, most, share) else {
        return refuse(desk, study, demand, (least, most), share);
    };
    let (output, written) = write(plan, study, crowd, coins, output, talk)?;
    let reading =
        ReadOptions { delimiter: plan.reading.options.delimiter, ..ReadOptions::default() };
    let guarantee = tossed(&Tossed {
        published: &Table::reopen(&output, &reading)?,
        public: &crowd.table,
        qi: &plan.qi,
        members: share.members,
        member: coins.member,
        other: coins.other,
        least,
        most,
        threads: talk.threads,
    })?;
    let verified = guarantee.holds;
    let place = plan.output.as_ref().filter(|_| verified && !plan.dry_run).map(ToString::to_string);
    let mut document = frame(plan, start);
    document["rows"] =
        json!({ "input": share.members, "published": written.rows, "suppressed": 0 });
    document["coins"] = json!({
        "member": coins.member.to_string(),
        "other": coins.other.to_string(),
        "members_published": written.members,
    });
    document["guarantees"] = json!([guarantee]);
    document["warnings"] = json!(study.warnings);
    document["output"] = json!(place);
    document["verified"] = json!(verified);
    let known = Published {
        args: desk.args,
        plan,
        study,
        search: None,
        guarantees: std::slice::from_ref(&guarantee),
        findings: None,
        written: None,
        outputs: &desk.places(verified, &[("published", &output, plan.output.clone())]),
    };
    desk.attach(&mut document, &known)?;
    desk.close(&document, verified, vec![output])?;
    if talk.json {
        talk.document(&document)?;
    } else if plan.output != Some(Location::Standard) || plan.dry_run {
        let percent = |coin: Fraction| 100.0 * coin.to_f64();
        talk.print(&format!(
            "{STRONG}{} people published{STRONG:#}, each by the toss of a coin: members with {:.2}% ({} of {}), others with {:.2}%\n\n{}\n  \
             {FAINT}against someone who has the register and knows the coins; rows of people who are not in the table\n  \
             are among those published, and only quasi-identifiers are{FAINT:#}\n",
            written.rows,
            percent(coins.member),
            written.members,
            share.members,
            percent(coins.other),
            verdict(demand, &guarantee)
        ))?;
    }
    if !verified {
        talk.complain(&sentence(&guarantee));
    }
    Ok(if verified { Ending::Done } else { Ending::NotMet })
}

/// Tosses the coins, person by person, in the order of the register.
fn write(
    plan: &Plan,
    study: &Study,
    crowd: &Crowd,
    coins: Coins,
    output: Output,
    talk: &Talk,
) -> Result<(Output, Written)> {
    let table = &crowd.table;
    let mut qi = places(table, "--qi", &plan.qi)?;
    let order: Vec<usize> = qi.clone();
    qi.sort_unstable();
    let kinds = table.kinds();
    let column = |&place: &usize| Column {
        kind: kinds.as_ref().map_or(ColumnType::Text, |kinds| kinds[place]),
        ..Column::text(&table.columns()[place])
    };
    let delimiter = plan.reading.options.delimiter;
    let mut writer = TableWriter::new(output, qi.iter().map(column).collect(), delimiter)?;
    let encoder = writer.encoder();
    // Of people who are alike, any may be the members: whoever comes up is one with the
    // probability that is left.
    let mut left: HashMap<Vec<u32>, (u64, u64)> = (0..study.tally.tuples() as u32)
        .map(|tuple| {
            let codes = (0..order.len()).map(|column| study.tally.code(column, tuple)).collect();
            (codes, (study.tally.rows_of(tuple), study.tally.people_of(tuple)))
        })
        .collect();
    let mut random = Seed::chosen(plan.seed, &study.table, talk.threads)?.generator();
    let mut written = Written { rows: 0, members: 0 };
    let step = talk.step("tossing coins", Some(table.bytes()));
    let each = |block: &Block| -> Result<Vec<(Vec<u32>, Vec<String>)>> {
        let row = |row: usize| {
            let codes = order.iter().zip(&study.hierarchies).map(|(&place, hierarchy)| {
                hierarchy
                    .code(block.cell(row, place))
                    .ok_or_else(|| changed(table, block.line(row)))
            });
            let cells = qi.iter().map(|&place| block.cell(row, place).to_owned()).collect();
            Ok((codes.collect::<Result<_>>()?, cells))
        };
        step.advance(block.bytes());
        (0..block.rows()).map(row).collect()
    };
    table.map_ordered(talk.threads, each, |people| {
        let mut batch = encoder.batch();
        for (codes, cells) in people {
            let Some((members, others)) = left.get_mut(&codes) else { continue };
            let is_member = random.random_range(0..(*others).max(1)) < *members;
            *members -= u64::from(is_member);
            *others = others.saturating_sub(1);
            let coin = if is_member { coins.member } else { coins.other };
            if random.random_range(0..coin.denominator()) < coin.numerator() {
                written.rows += 1;
                written.members += u64::from(is_member);
                for cell in &cells {
                    batch.push(cell);
                }
            }
        }
        writer.write(batch)?;
        Ok::<(), Failure>(())
    })?;
    Ok((writer.finish()?, written))
}

fn changed(table: &Table, line: u64) -> Failure {
    let file = table.name();
    let message = format!("{file}, line {line}: the population changed while it was read");
    Failure::new(message).in_file(file).at_line(line)
}

/// Says that no coins keep the deltas, and which deltas some would keep.
fn refuse(
    desk: Desk<'_>,
    study: &Study,
    demand: &Demand,
    (least, most): (Fraction, Fraction),
    share: Share,
) -> Result {
    let Desk { plan, talk, start, .. } = desk;
    let tau = Fraction::new(share.members, share.people);
    let (least, most) = (least.min(tau), most.max(tau));
    let near = Demand::from(Presence { least, most, knowledge: Knowledge::Table });
    talk.complain(&format!(
        "no coins give {demand}: {} of {} people are in the table ({}), and the nearest that can be met is {near}",
        share.members,
        share.people,
        tau.plain()
    ));
    let guarantees = [unmet(demand, Some(&near))];
    let mut document = frame(plan, start);
    document["guarantees"] = json!(guarantees);
    document["nearest"] = json!([{ "model": near.model(), "demanded": near.demanded() }]);
    if !talk.json {
        talk.print(&format!("Nothing published. Nearest demand that could be met: {near}\n"))?;
    }
    desk.refuse(document, study, None, &guarantees)
}
