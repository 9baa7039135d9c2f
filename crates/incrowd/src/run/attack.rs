//! `incrowd attack`: the adversary, who has a published table and the register of the population.

use std::collections::BTreeMap;
use std::path::Path;
use std::slice;

use crate::reading::{no_rows, places};
use crate::release::GROUP;
use crate::{Reading, labels};
use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::{Demand, Guarantee, Knowledge, Presence, deltas};
use incrowd_document::{AttackDocument, Document};
use incrowd_io::{Location, Table};
use incrowd_judge::{Attack, Chains, Person, Question, SameValues, attack, judge};

use crate::options::{AttackOptions, CertificateOptions};
use crate::request::{check_inputs, hierarchies, inputs, known_levels, reading};
use crate::run::evidence::{EvidenceFiles, Files, Sides};
use crate::run::summary::check::sentence;
use crate::run::summary::in_words;
use crate::run::{Answer, Context, Error, Result};

pub fn run(args: &AttackOptions, context: &Context) -> Result<Answer<AttackDocument>> {
    let demand = demand(args)?;
    let reading = reading(&args.read)?;
    let specs = hierarchies(&args.hierarchy)?;
    let evidence_files = evidence_files(args, &specs)?;
    let scene = Scene::open(args, &specs, &reading, context)?;
    let step = context.work.step("attacking", None);
    let attacked = attack(&Attack {
        published: &scene.published,
        public: &scene.public,
        qi: &args.qi,
        same_values: SameValues::Find { original: None },
        person: args.person.as_deref().map(Person::Column),
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
        threads: context.work.threads(),
    })?;
    if attacked.published_rows == 0 {
        return Err(no_rows(&scene.published));
    }
    let guarantees = match &demand {
        Some(demand) => scene.judge(args, &reading, demand, context)?,
        None => Vec::new(),
    };
    drop(step);
    let mut evidence = None;
    if evidence_files.is_wanted() {
        let files = Files::default()
            .table("published", &scene.published)?
            .table("public", &scene.public)?
            .table_if("secrets", scene.secrets.as_ref())?
            .hierarchies(&specs)?;
        let sides = Sides { args, files, demand: demand.as_ref(), guarantees: &guarantees };
        evidence = Some(sides.evidence(context));
    }
    let document = AttackDocument {
        table: Some(scene.published.name().to_owned()),
        public: Some(scene.public.name().to_owned()),
        attacked,
        demands: in_words(demand.as_slice()),
        guarantees: demand.is_some().then_some(guarantees),
        evidence,
    };
    let page = || Document::Attack(Box::new(document.clone()));
    context.publish(evidence_files.write(page, None)?)?;
    for note in &document.attacked.notes {
        context.warn(note);
    }
    let guarantees = document.guarantees.iter().flatten();
    let failed: Vec<&Guarantee> = guarantees.filter(|found| !found.holds).collect();
    for guarantee in &failed {
        context.complain(&sentence(guarantee));
    }
    let met = failed.is_empty();
    Ok(context.finish(document, met))
}

/// The places of the evidence.
fn evidence_files(args: &AttackOptions, specs: &BTreeMap<String, Spec>) -> Result<EvidenceFiles> {
    let tables = [&args.table, &args.public].into_iter().chain(&args.secrets);
    let inputs = inputs(tables, specs);
    EvidenceFiles::reserve(&args.evidence, &CertificateOptions::default(), args.force, &inputs)
}

fn demand(args: &AttackOptions) -> Result<Option<Demand>> {
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
        args: &AttackOptions,
        specs: &BTreeMap<String, Spec>,
        reading: &Reading,
        context: &Context,
    ) -> Result<Scene> {
        if args.qi.is_empty() {
            let message =
                "no quasi-identifiers: name the columns that both tables have in common with `qi`";
            return Err(Error::options(message));
        }
        if let (Some(group), None) = (&args.group, &args.secrets) {
            let message = format!(
                "`group = {group}` is for `secrets`: without a table of secrets by group nobody outside \
                 learns from it who is in which"
            );
            return Err(Error::options(message).in_column(group));
        }
        check_inputs(&[
            ("the table", Some(&args.table)),
            ("`public`", Some(&args.public)),
            ("`secrets`", args.secrets.as_deref()),
        ])?;
        let open = |path: &Path| context.work.open(&Location::from(path), &reading.options);
        let published = open(&args.table)?;
        places(&published, "`qi`", &args.qi)?;
        places(&published, "`person`", args.person.as_slice())?;
        let secrets = args.secrets.as_deref().map(open).transpose()?;
        places(secrets.as_ref().unwrap_or(&published), "`sensitive`", &args.sensitive)?;
        let public = open(&args.public)?;
        places(&public, "`qi`", &args.qi)?;
        places(&public, "`prior`", args.prior.as_slice())?;
        reading.check_kinds(&[&public])?;
        let hierarchies = readings(args, specs, reading, &public, context)?;
        let levels = known_levels(&args.level, &hierarchies)?;
        Ok(Scene { published, public, secrets, hierarchies, levels })
    }

    /// The column that says which group a row is in, if there are groups.
    fn group<'a>(&self, args: &'a AttackOptions) -> Option<&'a str> {
        match (&args.group, &self.secrets) {
            (None, Some(_)) => Some(GROUP),
            (group, _) => group.as_deref(),
        }
    }

    fn judge(
        &self,
        args: &AttackOptions,
        reading: &Reading,
        demand: &Demand,
        context: &Context,
    ) -> Result<Vec<Guarantee>> {
        let findings = judge(&Question {
            qi: &args.qi,
            demands: slice::from_ref(demand),
            nulls: &reading.nulls,
            kinds: &reading.kinds,
            hierarchies: &self.hierarchies,
            levels: &self.levels,
            public: Some(&self.public),
            person: args.person.as_deref().map(Person::Column),
            sample_rows: args.members,
            threads: context.work.threads(),
            ..Question::about(&self.published)
        })?;
        Ok(findings.guarantees)
    }
}

fn readings(
    args: &AttackOptions,
    specs: &BTreeMap<String, Spec>,
    reading: &Reading,
    public: &Table,
    context: &Context,
) -> Result<BTreeMap<String, Chains>> {
    let source = |column: &str| {
        if args.qi.iter().any(|name| name == column) {
            return Ok(Some(public));
        }
        let message =
            format!("`hierarchy {column} = ..`: '{column}' is no quasi-identifier (`qi`)");
        Err(Error::options(message).in_column(column))
    };
    labels::read(reading, specs, source, false, &context.work)
}
