//! `incrowd release --recoding randomised`: people of the population, published by the toss of a
//! coin.

use incrowd::Study;
use incrowd::core::randomised::Share;
use incrowd::terms::{Demand, Fraction, Knowledge, Presence};
use incrowd_io::{Location, Output};
use serde_json::json;

use crate::evidence::{Desk, Published};
use crate::failure::{Ending, Result};
use crate::report::check::{sentence, verdict};
use crate::report::frame;
use crate::report::release::unmet;
use crate::talk::{FAINT, STRONG};

pub fn run(desk: Desk<'_>, study: &Study, output: Output) -> Result {
    let Desk { task, talk, start, .. } = desk;
    let tossing = study.toss()?;
    let (demand, share) = (&study.plan.demands[0], tossing.share);
    let Some(coins) = tossing.coins else { return refuse(desk, study, demand, share) };
    let (output, drawn) = tossing.write(coins, output, &talk.work)?;
    let guarantee = tossing.judge(coins, &output, &talk.work)?;
    let verified = guarantee.holds;
    let place = task.output.as_ref().filter(|_| verified && !task.dry_run).map(ToString::to_string);
    let mut document = frame(&study.plan, start);
    document["rows"] = json!({ "input": share.members, "published": drawn.rows, "suppressed": 0 });
    document["coins"] = json!({
        "member": coins.member.to_string(),
        "other": coins.other.to_string(),
        "members_published": drawn.members,
    });
    document["guarantees"] = json!([guarantee]);
    study.remarks.iter().for_each(|remark| talk.warn(remark));
    document["warnings"] = json!([study.warnings.as_slice(), &study.remarks].concat());
    document["output"] = json!(place);
    document["verified"] = json!(verified);
    let known = Published {
        args: desk.args,
        study,
        search: None,
        guarantees: std::slice::from_ref(&guarantee),
        findings: None,
        written: None,
        outputs: &desk.places(verified, &[("published", &output, task.output.clone())]),
    };
    let certificate = desk.attach(&mut document, &known)?;
    desk.close(&document, certificate, verified, vec![output])?;
    if talk.json {
        talk.document(&document)?;
    } else if task.output != Some(Location::Standard) || task.dry_run {
        let percent = |coin: Fraction| 100.0 * coin.to_f64();
        talk.print(&format!(
            "{STRONG}{} people published{STRONG:#}, each by the toss of a coin: members with {:.2}% ({} of {}), others with {:.2}%\n\n{}\n  \
             {FAINT}against someone who has the register and knows the coins; rows of people who are not in the table\n  \
             are among those published, and only quasi-identifiers are{FAINT:#}\n",
            drawn.rows,
            percent(coins.member),
            drawn.members,
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

/// Says that no coins keep the deltas, and which deltas some would keep.
fn refuse(desk: Desk<'_>, study: &Study, demand: &Demand, share: Share) -> Result {
    let Desk { talk, start, .. } = desk;
    let Some((least, most)) = demand.presence() else { return Ok(Ending::NotMet) };
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
    let mut document = frame(&study.plan, start);
    document["guarantees"] = json!(guarantees);
    document["nearest"] = json!([{ "model": near.model(), "demanded": near.demanded() }]);
    if !talk.json {
        talk.print(&format!("Nothing published. Nearest demand that could be met: {near}\n"))?;
    }
    desk.refuse(document, study, None, &guarantees)
}
