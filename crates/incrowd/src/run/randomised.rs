//! `incrowd release --recoding randomised`: people of the population, drawn at random.

use crate::Study;
use incrowd_core::randomised::Share;
use incrowd_core::terms::{Demand, Fraction, Knowledge, Presence};
use incrowd_io::{Location, Output};
use serde_json::json;

use crate::run::evidence::{Published, ReleaseOutputs};
use crate::run::style::{FAINT, STRONG};
use crate::run::summary::check::{sentence, verdict};
use crate::run::summary::frame;
use crate::run::summary::release::{nearest_json, unmet};
use crate::run::{Ending, Result};

pub fn run(release_outputs: ReleaseOutputs<'_>, study: &Study, output: Output) -> Result {
    let ReleaseOutputs { task, context, start, .. } = release_outputs;
    let drawing = study.draw()?;
    let (demand, share) = (&study.plan.demands[0], drawing.share);
    let Some(draw) = drawing.draw else { return refuse(release_outputs, study, demand, share) };
    let output = drawing.write(draw, output, &context.work)?;
    let guarantee = drawing.judge(draw, &output, &context.work)?;
    let rows = draw.members + draw.others;
    let verified = guarantee.holds;
    let place = task.output.as_ref().filter(|_| verified && !task.dry_run).map(ToString::to_string);
    let mut document = frame(&study.plan, start);
    document["rows"] = json!({ "input": share.members, "published": rows, "suppressed": 0 });
    document["draw"] = json!({ "members": draw.members, "others": draw.others });
    document["guarantees"] = json!([guarantee]);
    let remarks = [study.remarks.as_slice(), &[ONCE.to_owned()]].concat();
    remarks.iter().for_each(|remark| context.warn(remark));
    document["warnings"] = json!([study.warnings.as_slice(), &remarks].concat());
    document["output"] = json!(place);
    document["verified"] = json!(verified);
    let known = Published {
        args: release_outputs.args,
        study,
        search: None,
        guarantees: std::slice::from_ref(&guarantee),
        findings: None,
        written: None,
        outputs: &release_outputs.places(verified, &[("published", &output, task.output.clone())]),
    };
    let certificate = release_outputs.attach(&mut document, &known)?;
    release_outputs.close(&document, certificate, verified, vec![output])?;
    context.document(document);
    if task.output != Some(Location::Standard) || task.dry_run {
        context.print(&format!(
            "{STRONG}{rows} people published{STRONG:#}, drawn at random: {} of the {} members, {} of the {} others\n\n{}\n  \
             {FAINT}against someone who has the register and knows these numbers and the algorithm; rows of people\n  \
             who are not in the table are among those published, and only quasi-identifiers are{FAINT:#}\n",
            draw.members,
            share.members,
            draw.others,
            share.people - share.members,
            verdict(demand, &guarantee)
        ));
    }
    if !verified {
        context.complain(&sentence(&guarantee));
    }
    Ok(if verified { Ending::Done } else { Ending::NotMet })
}

/// What a second draw would do.
const ONCE: &str = "the promise is for one draw: a second randomised release of the same table voids it, because members \
                    show up in both more often than others do";

/// Says that no draw keeps the deltas, and which deltas one would keep.
fn refuse(
    release_outputs: ReleaseOutputs<'_>,
    study: &Study,
    demand: &Demand,
    share: Share,
) -> Result {
    let ReleaseOutputs { context, start, .. } = release_outputs;
    let Some((least, most)) = demand.presence() else { return Ok(Ending::NotMet) };
    let tau = Fraction::new(share.members, share.people);
    let (least, most) = (least.min(tau), most.max(tau));
    let near = Demand::from(Presence { least, most, knowledge: Knowledge::Table });
    context.complain(&format!(
        "no draw gives {demand}: {} of {} people are in the table ({}), and the nearest that can be met is {near}",
        share.members,
        share.people,
        tau.plain()
    ));
    let guarantees = [unmet(demand, Some(&near))];
    let mut document = frame(&study.plan, start);
    document["guarantees"] = json!(guarantees);
    document["nearest"] = json!([nearest_json(&near)]);
    context.print(&format!("Nothing published. Nearest demand that could be met: {near}\n"));
    release_outputs.refuse(document, study, None, &guarantees)
}
