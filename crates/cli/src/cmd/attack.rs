//! `incrowd attack`: the adversary, who has a published table and the register of the population.

use std::collections::BTreeMap;
use std::path::Path;
use std::slice;

use incrowd::core::hierarchy::Spec;
use incrowd::reading::{no_rows, places};
use incrowd::release::GROUP;
use incrowd::terms::{Demand, Guarantee, Knowledge, Presence, deltas};
use incrowd::{Reading, labels};
use incrowd_io::{Location, Table};
use incrowd_judge::{Attack, Chains, Question, SameValues, attack, judge};
use serde_json::json;

use crate::args::{AttackArgs, CertificateArgs};
use crate::evidence::{Dossier, Files, Sides};
use crate::failure::{Ending, Failure, Result};
use crate::report::attack as report;
use crate::report::check::sentence;
use crate::settings::{check_inputs, hierarchies, inputs, known_levels, reading};
use crate::talk::Talk;

pub fn run(args: &AttackArgs, talk: &Talk) -> Result {
    let demand = demand(args)?;
    let reading = reading(&args.read)?;
    let specs = hierarchies(&args.hierarchy)?;
    let dossier = dossier(args, &specs, talk)?;
    let scene = Scene::open(args, &specs, &reading, talk)?;
    let step = talk.work.step("attacking", None);
    let attacked = attack(&Attack {
        published: &scene.published,
        public: &scene.public,
        qi: &args.qi,
        same_values: SameValues::Find { original: None },
        nulls: &reading.nulls,
        kinds: &reading.kinds,
        hierarchies: &scene.hierarchies,
        levels: &scene.levels,
        prior: args.prior.as_deref(),
        members: args.members,
        demands: demand.as_slice(),
        sensitive: &args.sensitive,
        secrets: scene.secrets.as_ref(),
        group: scene.group(args),
        worst: args.worst,
        threads: talk.work.threads(),
    })?;
    if attacked.published_rows == 0 {
        return Err(no_rows(&scene.published));
    }
    let guarantees = match &demand {
        Some(demand) => scene.judge(args, &reading, demand, talk)?,
        None => Vec::new(),
    };
    drop(step);
    let mut document = json!(attacked);
    if demand.is_some() {
        document["guarantees"] = json!(guarantees);
    }
    if dossier.is_wanted() {
        let files = Files::default()
            .table("published", &scene.published)?
            .table("public", &scene.public)?
            .table_if("secrets", scene.secrets.as_ref())?
            .hierarchies(&specs)?;
        let sides = Sides { args, files, demand: demand.as_ref(), guarantees: &guarantees };
        document["evidence"] = sides.evidence();
    }
    talk.publish(dossier.write(&document, None)?)?;
    if talk.json {
        talk.document(&document)?;
    } else {
        let judged = demand.as_ref().zip(guarantees.first());
        talk.print(&report::text(&scene.published, &scene.public, &attacked, judged))?;
    }
    for note in &attacked.notes {
        talk.warn(note);
    }
    let failed: Vec<&Guarantee> = guarantees.iter().filter(|found| !found.holds).collect();
    for guarantee in &failed {
        talk.complain(&sentence(guarantee));
    }
    Ok(if failed.is_empty() { Ending::Done } else { Ending::NotMet })
}

/// The places of the evidence.
fn dossier(args: &AttackArgs, specs: &BTreeMap<String, Spec>, talk: &Talk) -> Result<Dossier> {
    let tables = [&args.table, &args.public].into_iter().chain(&args.secrets);
    let inputs = inputs(tables, specs);
    Dossier::reserve(&args.evidence, &CertificateArgs::default(), args.force, &inputs, talk)
}

fn demand(args: &AttackArgs) -> Result<Option<Demand>> {
    let Some(text) = &args.presence else { return Ok(None) };
    let (least, most) = deltas(text)?;
    let knowledge = match &args.prior {
        Some(column) => Knowledge::Prior { column: column.clone() },
        None => Knowledge::Table,
    };
    Ok(Some(Presence { least, most, knowledge }.into()))
}

/// What the adversary has.
struct Scene {
    published: Table,
    public: Table,
    /// The secrets of each group, where they stand apart.
    secrets: Option<Table>,
    /// How labels are read: hierarchies over the values of the register.
    hierarchies: BTreeMap<String, Chains>,
    /// The levels at which columns are known to be published.
    levels: BTreeMap<String, usize>,
}

impl Scene {
    fn open(
        args: &AttackArgs,
        specs: &BTreeMap<String, Spec>,
        reading: &Reading,
        talk: &Talk,
    ) -> Result<Scene> {
        if args.qi.is_empty() {
            let message =
                "no quasi-identifiers: name the columns that both tables have in common with --qi";
            return Err(Failure::new(message));
        }
        if let (Some(group), None) = (&args.group, &args.secrets) {
            let message = format!(
                "--group {group} is for --secrets: without a table of secrets by group nobody outside \
                 learns from it who is in which"
            );
            return Err(Failure::new(message).in_column(group));
        }
        check_inputs(&[
            ("the table", Some(&args.table)),
            ("--public", Some(&args.public)),
            ("--secrets", args.secrets.as_deref()),
        ])?;
        let open = |path: &Path| talk.work.open(&Location::from(path), &reading.options);
        let published = open(&args.table)?;
        places(&published, "--qi", &args.qi)?;
        let secrets = args.secrets.as_deref().map(open).transpose()?;
        places(secrets.as_ref().unwrap_or(&published), "--sensitive", &args.sensitive)?;
        let public = open(&args.public)?;
        places(&public, "--qi", &args.qi)?;
        places(&public, "--prior", args.prior.as_slice())?;
        reading.check_kinds(&[&public])?;
        let hierarchies = readings(args, specs, reading, &public, talk)?;
        let levels = known_levels(&args.level, &hierarchies)?;
        Ok(Scene { published, public, secrets, hierarchies, levels })
    }

    /// The column that says which group a row is in, if there are groups.
    fn group<'a>(&self, args: &'a AttackArgs) -> Option<&'a str> {
        match (&args.group, &self.secrets) {
            (None, Some(_)) => Some(GROUP),
            (group, _) => group.as_deref(),
        }
    }

    fn judge(
        &self,
        args: &AttackArgs,
        reading: &Reading,
        demand: &Demand,
        talk: &Talk,
    ) -> Result<Vec<Guarantee>> {
        let findings = judge(&Question {
            qi: &args.qi,
            demands: slice::from_ref(demand),
            nulls: &reading.nulls,
            kinds: &reading.kinds,
            hierarchies: &self.hierarchies,
            levels: &self.levels,
            public: Some(&self.public),
            sample_rows: args.members,
            threads: talk.work.threads(),
            ..Question::about(&self.published)
        })?;
        Ok(findings.guarantees)
    }
}

fn readings(
    args: &AttackArgs,
    specs: &BTreeMap<String, Spec>,
    reading: &Reading,
    public: &Table,
    talk: &Talk,
) -> Result<BTreeMap<String, Chains>> {
    let source = |column: &str| {
        if args.qi.iter().any(|name| name == column) {
            return Ok(Some(public));
        }
        let message = format!("--hierarchy {column}=..: '{column}' is no quasi-identifier (--qi)");
        Err(Failure::new(message).in_column(column))
    };
    labels::read(reading, specs, source, false, &talk.work)
}
