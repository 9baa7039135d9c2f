//! `incrowd attack`: the adversary, who has a published table and the register of the population, or
//! guesses without one.

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
use incrowd_judge::{Attack, AttackFindings, Chains, Person, Question, SameValues, attack, judge};

use crate::options::{AttackOptions, CertificateOptions};
use crate::request::{check_inputs, hierarchies, inputs, known_levels, reading};
use crate::run::empirical::ComparedOriginal;
use crate::run::evidence::{AttackEvidence, EvidenceFiles, Files};
use crate::run::summary::check::sentence;
use crate::run::summary::in_words;
use crate::run::{Context, Error, Result, RunResult, database};

pub fn run(args: &AttackOptions, context: &Context) -> Result<RunResult<AttackDocument>> {
    match database::attack(args, context)? {
        Some(result) => Ok(result),
        None => play(args, context),
    }
}

/// The same for tables that are files, or at hand.
pub(super) fn play(args: &AttackOptions, context: &Context) -> Result<RunResult<AttackDocument>> {
    check_options(args)?;
    let demand = demand(args)?;
    let reading = reading(&args.read)?;
    let specs = hierarchies(&args.hierarchy)?;
    let evidence_files = evidence_files(args, &specs)?;
    let published =
        context.execution.open(&Location::from(args.table.as_path()), &reading.options)?;
    places(&published, "`qi`", &args.qi)?;
    let scene = match args.public.as_deref() {
        Some(public) => {
            Some(AttackTables::open(args, public, &published, &specs, &reading, context)?)
        }
        None => None,
    };
    let original = ComparedOriginal::open(args, &published, &specs, &reading, context)?;
    let known = scene.iter().map(|scene| &scene.public);
    let known: Vec<&Table> = known.chain(original.iter().map(|found| &found.table)).collect();
    reading.check_kinds(&known)?;
    let step = context.execution.step("attacking", None);
    let attacked = match &scene {
        Some(scene) => Some(scene.attack(args, &reading, demand.as_ref(), context)?),
        None => None,
    };
    let guarantees = match (&scene, &demand) {
        (Some(scene), Some(demand)) => scene.judge(args, &reading, demand, context)?,
        _ => Vec::new(),
    };
    let empirical = match &original {
        Some(original) => Some(original.attack(args, &published, &reading, context)?),
        None => None,
    };
    drop(step);
    let mut evidence = None;
    if evidence_files.is_wanted() {
        let files = Files::default()
            .table("published", &published)?
            .table_if("public", scene.as_ref().map(|scene| &scene.public))?
            .table_if("original", original.as_ref().map(|found| &found.table))?
            .table_if("control", original.as_ref().and_then(|found| found.control.as_ref()))?
            .table_if("secrets", scene.as_ref().and_then(|scene| scene.secrets.as_ref()))?
            .hierarchies(&specs)?;
        let sides =
            AttackEvidence { args, files, demand: demand.as_ref(), guarantees: &guarantees };
        evidence = Some(sides.evidence(context));
    }
    let document = AttackDocument {
        table: Some(published.name().to_owned()),
        public: scene.as_ref().map(|scene| scene.public.name().to_owned()),
        original: original.as_ref().map(|found| found.table.name().to_owned()),
        attacked,
        empirical,
        demands: in_words(demand.as_slice()),
        guarantees: demand.is_some().then_some(guarantees),
        evidence,
        engine: None,
    };
    let page = || Document::Attack(Box::new(document.clone()));
    context.publish(evidence_files.write(page, None)?)?;
    for note in document.attacked.iter().flat_map(|attacked| &attacked.notes) {
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
    let others = [&args.public, &args.original, &args.control, &args.secrets];
    let tables = [&args.table].into_iter().chain(others.into_iter().flatten());
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

/// Rejects options that have no effect, and an attack with nothing.
fn check_options(args: &AttackOptions) -> Result<()> {
    if args.public.is_none() && args.original.is_none() {
        let message = "nothing to attack with: name a register of the population with `public`, or the \
                       table as it was before it was published with `original`";
        return Err(Error::options(message));
    }
    if args.qi.is_empty() {
        let message =
            "no quasi-identifiers: name the columns that both tables have in common with `qi`";
        return Err(Error::options(message));
    }
    if args.control.is_some() && args.original.is_none() {
        let message =
            "`control` is for `original`: it is what guesses about its people are compared with";
        return Err(Error::options(message));
    }
    if let (Some(group), None) = (&args.group, &args.secrets) {
        let message = format!(
            "`group = {group}` is for `secrets`: without a table of secrets by group nobody outside \
             learns from it who is in which"
        );
        return Err(Error::options(message).in_column(group));
    }
    if args.public.is_none() {
        without_register(args)?;
    }
    check_inputs(&[
        ("the table", Some(&args.table)),
        ("`public`", args.public.as_deref()),
        ("`original`", args.original.as_deref()),
        ("`control`", args.control.as_deref()),
        ("`secrets`", args.secrets.as_deref()),
    ])
}

/// Rejects what only a register gives a meaning.
fn without_register(args: &AttackOptions) -> Result<()> {
    let given = [
        ("secrets", args.secrets.is_some()),
        ("level", !args.level.is_empty()),
        ("prior", args.prior.is_some()),
        ("members", args.members.is_some()),
        ("worst", args.worst > 0),
        ("presence", args.presence.is_some()),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((name, _)) => {
            let message = format!(
                "`{name}` is for `public`: it has no effect without a register of the population"
            );
            Err(Error::options(message))
        }
        None => Ok(()),
    }
}

/// What an adversary with a register has.
struct AttackTables<'t> {
    published: &'t Table,
    public: Table,
    /// The secrets of each group, where they stand apart.
    secrets: Option<Table>,
    /// How labels are read: hierarchies over the values of the register.
    hierarchies: BTreeMap<String, Chains>,
    /// The levels at which columns are known to be published.
    levels: BTreeMap<String, usize>,
}

impl<'t> AttackTables<'t> {
    fn open(
        args: &AttackOptions,
        public: &Path,
        published: &'t Table,
        specs: &BTreeMap<String, Spec>,
        reading: &Reading,
        context: &Context,
    ) -> Result<AttackTables<'t>> {
        let open = |path: &Path| context.execution.open(&Location::from(path), &reading.options);
        places(published, "`person`", args.person.as_slice())?;
        let secrets = args.secrets.as_deref().map(open).transpose()?;
        places(secrets.as_ref().unwrap_or(published), "`sensitive`", &args.sensitive)?;
        let public = open(public)?;
        places(&public, "`qi`", &args.qi)?;
        places(&public, "`prior`", args.prior.as_slice())?;
        let hierarchies = readings(args, specs, reading, &public, context)?;
        let levels = known_levels(&args.level, &hierarchies)?;
        Ok(AttackTables { published, public, secrets, hierarchies, levels })
    }

    /// What the register tells of people.
    fn attack(
        &self,
        args: &AttackOptions,
        reading: &Reading,
        demand: Option<&Demand>,
        context: &Context,
    ) -> Result<AttackFindings> {
        let attacked = attack(&Attack {
            published: self.published,
            public: &self.public,
            qi: &args.qi,
            same_values: SameValues::Find { original: None },
            person: args.person.as_deref().map(Person::Column),
            nulls: &reading.nulls,
            kinds: &reading.kinds,
            hierarchies: &self.hierarchies,
            levels: &self.levels,
            prior: args.prior.as_deref(),
            members: args.members,
            demands: demand.map_or(&[], slice::from_ref),
            sensitive: &args.sensitive,
            secrets: self.secrets.as_ref(),
            group: self.group(args),
            worst: args.worst,
            threads: context.execution.threads(),
        })?;
        if attacked.published_rows == 0 {
            return Err(no_rows(self.published));
        }
        Ok(attacked)
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
            threads: context.execution.threads(),
            ..Question::about(self.published)
        })?;
        Ok(findings.guarantees)
    }
}

/// How labels are read: hierarchies over the values of a table.
pub fn readings(
    args: &AttackOptions,
    specs: &BTreeMap<String, Spec>,
    reading: &Reading,
    values: &Table,
    context: &Context,
) -> Result<BTreeMap<String, Chains>> {
    let source = |column: &str| {
        if args.qi.iter().any(|name| name == column) {
            return Ok(Some(values));
        }
        let message =
            format!("`hierarchy {column} = ..`: '{column}' is no quasi-identifier (`qi`)");
        Err(Error::options(message).in_column(column))
    };
    labels::read(reading, specs, source, false, &context.execution)
}
