//! `incrowd release` of a table in a database: the search is here, the rows stay there.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use incrowd_document::ReleaseDocument;
use incrowd_engine::{Access, RelationKind, Session, sql};
use incrowd_io::{CountedTable, DatabaseTable, Table};

use super::download::download;
use super::judging::{Judged, judge};
use super::publish::{Publication, Published};
use super::{
    Sessions, Source, any, columns_of, distinct, inner, of_path, quoted, refuse, refuse_reading,
    shared,
};
use crate::options::ReleaseOptions;
use crate::plan::{Plan, PopulationSource};
use crate::population::SHARE;
use crate::release::{GroupedTables, WrittenRelease};
use crate::request::ReleaseRequest;
use crate::run::evidence::ReleaseOutputs;
use crate::run::release::{heed, of_tables};
use crate::run::summary::release::{self as report, JudgedRelease};
use crate::run::{Context, Error, Result, RunResult};
use crate::seed::random_bytes;
use crate::{ErrorKind, Order, Recoding, Release, ReleaseSearch, Study};

/// Releases a table of which the rows are in a database, or draws it from a register in one; nothing
/// if no table is in a database.
pub fn release(
    args: &ReleaseOptions,
    context: &Context,
) -> Result<Option<RunResult<ReleaseDocument>>> {
    if !any(paths(args))? {
        return Ok(None);
    }
    let place = args.table.as_deref().map(of_path).transpose()?.flatten();
    let output = args.out.output.as_deref().map(of_path).transpose()?.flatten();
    match (place, output) {
        (Some(place), output) => in_database(args, place, output, context).map(Some),
        (None, Some(output)) => {
            let message = format!(
                "{output}: a table is published in a database if it comes from the same one; write a file and load it"
            );
            Err(Error::options(message))
        }
        (None, None) => beside_register(args, context).map(Some),
    }
}

/// Refuses to explore what is in a database.
pub fn refuse_exploring(args: &ReleaseOptions) -> Result<()> {
    match any(paths(args))? {
        true => refuse(&[("`explore`", true)]),
        false => Ok(()),
    }
}

fn paths(args: &ReleaseOptions) -> [Option<&Path>; 4] {
    let models = &args.models;
    [&args.table, &args.out.output, &models.public, &models.distribution].map(Option::as_deref)
}

/// Releases a file that was drawn from a register in a database.
fn beside_register(args: &ReleaseOptions, context: &Context) -> Result<RunResult<ReleaseDocument>> {
    refuse_evidence(args)?;
    refuse_reading(&args.read, true)?;
    let task = ReleaseRequest::new(args)?;
    let mut sessions = Sessions::new(context, Access::Read);
    let Some(path) = args.table.as_deref() else { return Err(Error::options("no table")) };
    let own = columns_of(path, None, &task.plan.reading, context)?;
    let mut tables = Vec::new();
    let registers = Registers::open(args, &mut sessions)?;
    registers.tally(&task.plan, &own, &mut sessions, &mut tables)?;
    let mut result = of_tables(args, &inner(context, tables))?;
    result.document.engine = Some(sessions.used());
    Ok(result)
}

/// Releases a table inside its database.
fn in_database(
    args: &ReleaseOptions,
    place: DatabaseTable,
    output: Option<DatabaseTable>,
    context: &Context,
) -> Result<RunResult<ReleaseDocument>> {
    let start = Instant::now();
    let mut task = ReleaseRequest::new(args)?;
    refuse_options(args, &task)?;
    let plan = Arc::clone(&task.plan);
    let file = match (&output, &task.output) {
        (None, Some(location)) if !task.dry_run => {
            Some(context.execution.create(location, task.force, &[])?)
        }
        _ => None,
    };
    let mut sessions = Sessions::new(context, Access::Write);
    let source = sessions.source(place)?;
    check_roles(&plan, &source)?;
    let replaces = match &output {
        Some(output) => check_output(&source, output, task.force, &mut sessions)?,
        None => false,
    };
    let registers = Registers::open(args, &mut sessions)?;
    let columns = Columns::of(&plan, &source, args, &registers, context)?;
    let tally = Arc::new(sessions.tally(&source, &columns.moved, &plan.qi, None)?);
    let mut tables: Vec<(&Path, Table)> = Vec::new();
    if let Some(path) = args.table.as_deref() {
        tables.push((path, Table::from_source(tally.clone())?));
    }
    registers.tally(&plan, &source.columns(), &mut sessions, &mut tables)?;
    // Dropped columns do not move, so the study does not know them.
    task.plan = Arc::new(Plan { id: Vec::new(), ..(*plan).clone() });
    let context = &inner(context, tables);
    let mut study = Study::read(task.plan.clone(), &context.execution)?;
    suspect(&mut study, &columns, &source, &mut sessions)?;
    heed(&task, &study, context)?;
    if task.audit.is_some() {
        study.check_audit()?;
    }
    let release_outputs = ReleaseOutputs::open(args, &task, context, start)?;
    let release = match study.find(&context.execution)? {
        ReleaseSearch::Release(release) => release,
        ReleaseSearch::NoRelease(none) => {
            let found = (&none.search, &none.outcome);
            let mut document = report::refuse(&study, found, context, start);
            document.engine = Some(sessions.used());
            return release_outputs.refuse(document, &study, Some(found));
        }
    };
    let staging = Staging::new(output.as_ref().filter(|_| !task.dry_run))?;
    let publication = columns.publication(&release, &source, &staging, &tally);
    let (verdict, audit, file) = {
        let step = context.execution.step("publishing in the database", None);
        let session = sessions.of(&source.place)?;
        let rows =
            publication.write(&release, session).map_err(|error| missing_right(error, &source))?;
        drop(step);
        let moved = columns.published_moved();
        let all = source.columns();
        let judged = judge(
            &publication,
            &moved,
            (&all, &plan.id),
            &release,
            (&mut sessions, &source.place),
            context,
        )?;
        let Judged { published, beside: (original, becomes), others, suppressed, mut doubts } =
            judged;
        let session = sessions.of(&source.place)?;
        doubts.extend(columns_differ(&publication, &staging, session)?);
        let file = match file {
            Some(file) => {
                let (file, doubt) = download(&publication, file, &plan, session, context)?;
                doubts.extend(doubt);
                Some(file)
            }
            None => None,
        };
        let tables = GroupedTables {
            judged: &published.into(),
            published: &becomes.into(),
            original: &original.into(),
            others,
        };
        let written = WrittenRelease { rows, suppressed };
        let verdict = release.judge_grouped(tables, written, doubts, &context.execution)?;
        let audit =
            task.audit.map(|samples| release.audit(samples, &context.execution)).transpose()?;
        (verdict, audit, file)
    };
    let judged = JudgedRelease { task: &task, release: &release, verdict: &verdict, audit };
    let mut document = judged.document(start);
    document.ordered = None;
    let may_be_published = verdict.may_be_published(task.strict);
    if let Some(output) = output.as_ref().filter(|_| may_be_published && !task.dry_run) {
        put_in_place(&staging, output, replaces, &mut sessions)?;
    }
    if let Some(file) = file.filter(|_| may_be_published) {
        context.publish(vec![file])?;
    }
    document.engine = Some(sessions.used());
    document.seconds = start.elapsed().as_secs_f64();
    judged.tell(context);
    Ok(context.finish(document, may_be_published))
}

/// The register and the distribution, if they are in databases.
struct Registers<'a> {
    public: Option<(&'a Path, Option<Source>)>,
    distribution: Option<(&'a Path, Option<Source>)>,
}

impl<'a> Registers<'a> {
    fn open(args: &'a ReleaseOptions, sessions: &mut Sessions<'_>) -> Result<Registers<'a>> {
        let mut open = |path: Option<&'a Path>| -> Result<Option<(&'a Path, Option<Source>)>> {
            let Some(path) = path else { return Ok(None) };
            let source = of_path(path)?.map(|place| sessions.source(place)).transpose()?;
            Ok(Some((path, source)))
        };
        Ok(Registers {
            public: open(args.models.public.as_deref())?,
            distribution: open(args.models.distribution.as_deref())?,
        })
    }

    /// Groups them by what a plan asks of them, and by the columns that the table has, too.
    fn tally(
        &self,
        plan: &Plan,
        own: &[String],
        sessions: &mut Sessions<'_>,
        tables: &mut Vec<(&'a Path, Table)>,
    ) -> Result<()> {
        if let Some((path, Some(source))) = &self.public {
            let traits = plan.demands.iter().flat_map(|demand| demand.traits()).map(str::to_owned);
            let known = shared(&source.columns(), own);
            let wanted = distinct(plan.qi.iter().cloned().chain(traits).chain(known));
            tables.push((*path, sessions.tally(source, &wanted, &plan.qi, None)?.into()));
        }
        if let Some((path, Some(source))) = &self.distribution {
            let wanted = distinct(plan.qi.iter().cloned().chain([SHARE.to_owned()]));
            tables.push((*path, sessions.tally(source, &wanted, &plan.qi, None)?.into()));
        }
        Ok(())
    }
}

/// What becomes of the columns of the table.
struct Columns {
    /// Those that are published.
    published: Vec<String>,
    /// Those whose texts move here.
    moved: Vec<String>,
    qi: Vec<String>,
    member: Option<(String, String)>,
}

impl Columns {
    fn of(
        plan: &Plan,
        source: &Source,
        args: &ReleaseOptions,
        registers: &Registers<'_>,
        context: &Context,
    ) -> Result<Columns> {
        let member = match &plan.population {
            Some(PopulationSource::Itself { column, value }) => {
                Some((column.clone(), value.clone()))
            }
            _ => None,
        };
        let is_dropped = |column: &String| {
            plan.id.contains(column) || member.as_ref().is_some_and(|(name, _)| name == column)
        };
        let published: Vec<String> =
            source.columns().into_iter().filter(|column| !is_dropped(column)).collect();
        let known = match (&registers.public, &member) {
            (Some((path, register)), _) => {
                let register = columns_of(path, register.as_ref(), &plan.reading, context)?;
                shared(&published, &register)
            }
            // Where the table is its own register, whoever has that knows all that is published.
            (None, Some(_)) => published.clone(),
            (None, None) => Vec::new(),
        };
        let traits = plan.demands.iter().flat_map(|demand| demand.traits()).map(str::to_owned);
        let traits: Vec<String> = traits.filter(|_| args.member.is_some()).collect();
        let roles = plan.qi.iter().chain(&plan.sensitive).cloned();
        let marks = member.iter().map(|(column, _)| column.clone());
        let moved = distinct(roles.chain(known).chain(traits).chain(marks));
        Ok(Columns { published, moved, qi: plan.qi.clone(), member })
    }

    /// The published columns that move, the quasi-identifiers first.
    fn published_moved(&self) -> Vec<String> {
        let is_published = |column: &&String| self.published.contains(column);
        self.moved.iter().filter(is_published).cloned().collect()
    }

    /// The plain columns that do not move.
    fn stay(&self) -> impl Iterator<Item = &String> {
        self.published.iter().filter(|column| !self.moved.contains(column))
    }

    fn publication<'a>(
        &'a self,
        release: &Release<'_>,
        source: &'a Source,
        staging: &Staging,
        tally: &'a CountedTable,
    ) -> Publication<'a> {
        let study = release.study;
        let is_member = |cells: &[&str]| {
            study.member.as_ref().is_none_or(|(place, value)| cells[*place] == value)
        };
        let mut tuples = BTreeSet::new();
        for row in 0..tally.distinct() {
            let cells: Vec<&str> = tally.row(row).0.collect();
            if is_member(&cells) {
                tuples.insert(study.qi.iter().map(|&place| cells[place]).collect::<Vec<_>>());
            }
        }
        let place = |name: &String| self.qi.iter().position(|qi| qi == name);
        let columns = source.relation.columns.iter();
        let columns = columns.filter(|column| self.published.contains(&column.name));
        Publication {
            source: source.quoted(),
            staging: staging.quoted(),
            is_temporary: staging.schema.is_none(),
            columns: columns.map(|column| Published { column, qi: place(&column.name) }).collect(),
            qi: &self.qi,
            only: self.member.clone(),
            tuples: tuples.into_iter().collect(),
        }
    }
}

/// The table that rows go to before they are judged. It is gone unless the transaction is committed.
struct Staging {
    /// The schema of the output; a temporary table if there is none.
    schema: Option<String>,
    table: String,
}

impl Staging {
    fn new(output: Option<&DatabaseTable>) -> Result<Staging> {
        let name: String = random_bytes()?[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let table = format!("incrowd_{name}");
        Ok(Staging { schema: output.map(|output| output.schema().to_owned()), table })
    }

    fn quoted(&self) -> String {
        match &self.schema {
            Some(schema) => format!("{}.{}", sql::name(schema), sql::name(&self.table)),
            None => format!("pg_temp.{}", self.table),
        }
    }
}

/// Refuses what is not done in a database.
fn refuse_options(args: &ReleaseOptions, task: &ReleaseRequest) -> Result<()> {
    let plan = &task.plan;
    refuse(&[
        ("`person`", plan.person.is_some()),
        ("`after`", !plan.after.is_empty()),
        ("`keep-suppressed`", plan.keep_suppressed),
        ("`deal`", plan.method.deal),
        ("`overlap`", plan.method.overlap),
        ("`explore`", task.explore.is_some()),
        ("`order = input`", args.out.order == Some(Order::Input)),
    ])?;
    refuse_evidence(args)?;
    let has_files = [&args.models.public, &args.models.distribution].into_iter().flatten();
    let has_files = has_files.map(|path| of_path(path)).collect::<Result<Vec<_>>>()?;
    refuse_reading(&args.read, has_files.iter().any(Option::is_none))?;
    let recoding = plan.method.recoding();
    if !matches!(recoding, Recoding::FullDomain | Recoding::Multidimensional) {
        let message = format!(
            "`recoding = {}` does not go with a table in a database, where classes are full-domain or multidimensional",
            recoding.name()
        );
        return Err(Error::options(message).with_value(recoding.name()));
    }
    if plan.method.algorithm.name() == "mondrian-relaxed" {
        let message = format!(
            "`algorithm = {}` does not go with a table in a database: it divides rows that are alike between classes",
            plan.method.algorithm.name()
        );
        return Err(Error::options(message));
    }
    if plan.seed.is_some() && task.audit.is_none() {
        return Err(Error::options(
            "`seed` does not go with a table in a database: the server draws the order of rows",
        ));
    }
    Ok(())
}

/// Refuses evidence, which is about files.
fn refuse_evidence(args: &ReleaseOptions) -> Result<()> {
    refuse(&[
        ("`report`", args.evidence.report.is_some()),
        ("`evidence`", args.evidence.evidence),
        ("`certificate`", args.certificate.certificate.is_some()),
        ("`key`", args.certificate.key.is_some()),
    ])
}

/// Makes sure that the columns of roles are there.
fn check_roles(plan: &Plan, source: &Source) -> Result<()> {
    source.check("`qi`", &plan.qi)?;
    source.check("`sensitive`", &plan.sensitive)?;
    source.check("`id`", &plan.id)?;
    for (first, columns) in [("`qi`", &plan.qi), ("`sensitive`", &plan.sensitive)] {
        if let Some(both) = columns.iter().find(|column| plan.id.contains(column)) {
            let message =
                format!("the column '{both}' is named by {first} and by `id`: it has one role");
            return Err(Error::options(message).in_column(both));
        }
    }
    match &plan.population {
        Some(PopulationSource::Itself { column, .. }) => {
            source.column(column, "`member`").map(drop)
        }
        _ => Ok(()),
    }
}

/// Makes sure that the output can be made, and tells whether it replaces a table.
fn check_output(
    source: &Source,
    output: &DatabaseTable,
    force: bool,
    sessions: &mut Sessions<'_>,
) -> Result<bool> {
    let wrong =
        |kind, message: String| Err(Error::of_kind(kind, message).in_file(output.to_string()));
    if output.address() != source.place.address() {
        let message = format!(
            "{output}: rows do not leave their database: publish to the same one, with the same address, as {}",
            source.place
        );
        return wrong(ErrorKind::Options, message);
    }
    if quoted(output) == source.quoted() {
        return wrong(ErrorKind::Output, format!("{output}: is the table itself"));
    }
    let session = sessions.of(output)?;
    let existing = session.describe(output.schema(), output.table())?;
    match &existing {
        Some(relation) if relation.kind != RelationKind::Table => {
            return wrong(ErrorKind::Output, format!("{output}: is a view, and no table"));
        }
        Some(_) if !force => return wrong(ErrorKind::Exists, format!("{output}: exists")),
        Some(relation) => {
            let query = format!(
                "SELECT count(*) FROM pg_class WHERE oid = {} AND pg_has_role(relowner, 'USAGE')",
                relation.oid
            );
            if session.number("looking at the table", &query)? == 0 {
                let message =
                    format!("{output}: is another user's table, and only that user may replace it");
                return wrong(ErrorKind::Output, message);
            }
        }
        None => {}
    }
    let query = format!(
        "SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace WHERE nspname = {}",
        sql::text(output.schema())
    );
    let rows = session.rows("looking at the schema", &query)?;
    match rows.first().and_then(|row| row.first()).and_then(Option::as_deref) {
        Some("t") => Ok(existing.is_some()),
        Some(_) => {
            let message = format!(
                "{output}: the user may not make tables in the schema '{}' (CREATE)",
                output.schema()
            );
            wrong(ErrorKind::Output, message)
        }
        None => {
            wrong(ErrorKind::Output, format!("{output}: there is no schema '{}'", output.schema()))
        }
    }
}

/// Counts the values of plain columns that stay where they are.
fn suspect(
    study: &mut Study,
    columns: &Columns,
    source: &Source,
    sessions: &mut Sessions<'_>,
) -> Result<()> {
    let session = sessions.of(&source.place)?;
    let rows = study.encoded.frequency_set.rows();
    let only = columns.member.as_ref().map_or(String::new(), |(column, value)| {
        format!(" WHERE {} = {}", sql::canonical("s", column), sql::text(value))
    });
    let mut found = Vec::new();
    for column in columns.stay() {
        let query = format!(
            "SELECT count(*) FROM (SELECT 1 FROM {} AS s{only} GROUP BY {} HAVING count(*) = 1) AS d",
            source.quoted(),
            sql::canonical("s", column)
        );
        let unique = session.number("looking for identifying columns", &query)?;
        if 2 * unique > rows {
            let percent = (100.0 * unique as f64 / rows as f64).round();
            let why = format!("may identify people: {percent}% of its values are unique");
            found.push((column.clone(), why));
        }
    }
    study.suspect(found);
    Ok(())
}

/// Why the columns of the staging table are not those that they should be.
fn columns_differ(
    publication: &Publication<'_>,
    staging: &Staging,
    session: &mut Session,
) -> Result<Option<String>> {
    let Some(schema) = &staging.schema else { return Ok(None) };
    let found = session.describe(schema, &staging.table)?;
    let found = found.map(|relation| relation.columns).unwrap_or_default();
    let expected = publication.columns.iter().map(|published| &published.column.name);
    let same = found.iter().map(|column| &column.name).eq(expected);
    let doubt = "its columns are not those of the table without the identifying ones";
    Ok((!same).then(|| doubt.to_owned()))
}

/// Gives the staging table its name, in place of an older table, and makes it permanent.
fn put_in_place(
    staging: &Staging,
    output: &DatabaseTable,
    replaces: bool,
    sessions: &mut Sessions<'_>,
) -> Result<()> {
    let session = sessions.of(output)?;
    if replaces {
        session.run("replacing the older table", &format!("DROP TABLE {}", quoted(output)))?;
    }
    let rename =
        format!("ALTER TABLE {} RENAME TO {}", staging.quoted(), sql::name(output.table()));
    session.run("putting the table in place", &rename)?;
    sessions.commit(output)
}

/// What is missing where a statement was refused.
fn missing_right(error: Error, source: &Source) -> Error {
    error.in_file(source.place.to_string())
}
