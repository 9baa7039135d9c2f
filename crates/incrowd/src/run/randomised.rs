//! `incrowd release --recoding randomised`: people of the population, drawn at random.

use crate::Study;
use incrowd_core::randomised::MemberShare;
use incrowd_core::terms::{Demand, Fraction, Knowledge, OverallVerdict, Presence};
use incrowd_document::{Draw, People, PeopleCounts, ReleaseDocument, RowCounts};
use incrowd_io::Output;

use crate::run::evidence::{ReleaseFacts, ReleaseOutputs};
use crate::run::summary::check::sentence;
use crate::run::summary::release::unmet;
use crate::run::summary::{frame, nearest_demand};
use crate::run::{Result, RunResult};

pub fn run(
    release_outputs: ReleaseOutputs<'_>,
    study: &Study,
    output: Output,
) -> Result<RunResult<ReleaseDocument>> {
    let ReleaseOutputs { task, context, start, .. } = release_outputs;
    let drawing = study.draw()?;
    let (demand, share) = (&study.plan.demands[0], drawing.share);
    let Some(draw) = drawing.draw else { return refuse(release_outputs, study, demand, share) };
    let output = drawing.write(draw, output, &context.execution)?;
    let guarantee = drawing.judge(draw, &output, &context.execution)?;
    let rows = draw.members + draw.others;
    let tally = &study.encoded.frequency_set;
    let verified = guarantee.holds;
    let place = task.output.as_ref().filter(|_| verified && !task.dry_run).map(ToString::to_string);
    let remarks = [study.remarks.as_slice(), &[ONCE.to_owned()]].concat();
    remarks.iter().for_each(|remark| context.warn(remark));
    let mut document = ReleaseDocument {
        rows: Some(RowCounts { input: tally.rows(), published: rows, suppressed: 0 }),
        draw: Some(Draw { members: draw.members, others: draw.others }),
        people: Some(match tally.counts_people() {
            true => People::Counted(PeopleCounts {
                input: share.members,
                published: draw.members,
                suppressed: share.members - draw.members,
                ..PeopleCounts::default()
            }),
            false => People::OfRegister(share.people),
        }),
        guarantees: vec![guarantee.clone()],
        // The file holds rows of the register and nothing else, so it tells nothing else of people.
        verdict: Some(OverallVerdict::of(verified, &[])),
        dry_run: task.dry_run,
        warnings: [study.warnings.as_slice(), &remarks].concat(),
        output: place,
        verified,
        ..frame(&study.plan, start)
    };
    let known = ReleaseFacts {
        args: release_outputs.args,
        study,
        search: None,
        guarantees: std::slice::from_ref(&guarantee),
        findings: None,
        risks: &[],
        persons: None,
        after: None,
        written: None,
        outputs: &release_outputs.places(verified, &[("published", &output, task.output.clone())]),
    };
    let certificate = release_outputs.attach(&mut document, &known)?;
    release_outputs.close(&document, certificate, verified, vec![output])?;
    if !verified {
        context.complain(&sentence(&guarantee));
    }
    Ok(context.finish(document, verified))
}

/// What a second draw would do.
const ONCE: &str = "the promise is for one draw: a second randomised release of the same table voids it, because members \
                    show up in both more often than others do";

/// Says that no draw keeps the deltas, and which deltas one would keep.
fn refuse(
    release_outputs: ReleaseOutputs<'_>,
    study: &Study,
    demand: &Demand,
    share: MemberShare,
) -> Result<RunResult<ReleaseDocument>> {
    let ReleaseOutputs { context, start, .. } = release_outputs;
    let tau = Fraction::new(share.members, share.people);
    let (least, most) = demand.presence().unwrap_or((tau, tau));
    let (least, most) = (least.min(tau), most.max(tau));
    let near = Demand::from(Presence { least, most, knowledge: Knowledge::Table });
    context.complain(&format!(
        "no draw gives {demand}: {} of {} people are in the table ({}), and the nearest that can be met is {near}",
        share.members,
        share.people,
        tau.plain()
    ));
    let document = ReleaseDocument {
        guarantees: vec![unmet(demand, Some(&near))],
        nearest: Some(vec![nearest_demand(&near)]),
        ..frame(&study.plan, start)
    };
    release_outputs.refuse(document, study, None)
}
