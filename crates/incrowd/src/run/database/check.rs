//! `incrowd check` of a table in a database, or beside a register in one.

use std::path::Path;

use incrowd_document::CheckDocument;
use incrowd_engine::Access;

use super::{
    Sessions, Source, any, columns_of, distinct, inner, of_path, refuse, refuse_reading, shared,
};
use crate::options::CheckOptions;
use crate::population::SHARE;
use crate::request::{demands, reading};
use crate::run::check::{demanding, measure};
use crate::run::{Context, Result, RunResult};

/// Measures tables of which one is in a database; nothing if none is.
pub fn check(args: &CheckOptions, context: &Context) -> Result<Option<RunResult<CheckDocument>>> {
    let (public, distribution) =
        (args.models.public.as_deref(), args.models.distribution.as_deref());
    let named = [Some(args.table.as_path()), public, distribution];
    let idle = [args.secrets.as_deref(), args.original.as_deref()];
    if !any(named.into_iter().chain(idle))? {
        return Ok(None);
    }
    refuse(&[
        ("`person`", args.person.is_some()),
        ("`secrets`", args.secrets.is_some()),
        ("`original`", args.original.is_some()),
        ("`after`", !args.after.is_empty()),
        ("`keep-suppressed`", args.keep_suppressed),
        ("`report`", args.evidence.report.is_some()),
        ("`evidence`", args.evidence.evidence),
        ("`certificate`", args.certificate.certificate.is_some()),
    ])?;
    let has_files = named.into_iter().flatten().any(|path| matches!(of_path(path), Ok(None)));
    refuse_reading(&args.read, has_files)?;
    let demands = demands(&demanding(&args.models), &args.roles.sensitive, false)?;
    let reading = reading(&args.read)?;
    let mut sessions = Sessions::new(context, Access::Read);
    let mut open = |path: &Path| of_path(path)?.map(|place| sessions.source(place)).transpose();
    let table = open(&args.table)?;
    let register = public.map(&mut open).transpose()?.flatten();
    let shares = distribution.map(&mut open).transpose()?.flatten();
    if let Some(table) = &table {
        table.check("`qi`", &args.roles.qi)?;
        table.check("`sensitive`", &args.roles.sensitive)?;
        table.check("`group`", args.group.as_slice())?;
    }
    let columns =
        |path, source: &Option<Source>| columns_of(path, source.as_ref(), &reading, context);
    let (mut of_table, mut of_register) = (Vec::new(), Vec::new());
    if let Some(path) = public {
        let (own, known) = (columns(&args.table, &table)?, columns(path, &register)?);
        of_table = shared(&own, &known);
        of_register = shared(&known, &own);
    }
    let (qi, sensitive) = (&args.roles.qi, &args.roles.sensitive);
    let mut tables = Vec::new();
    if let Some(table) = &table {
        let named = qi.iter().chain(sensitive).chain(&args.group).cloned();
        let wanted = distinct(named.chain(of_table));
        tables.push((args.table.as_path(), sessions.tally(table, &wanted, qi, None)?.into()));
    }
    if let (Some(path), Some(register)) = (public, &register) {
        register.check("`qi`", qi)?;
        let traits = demands.iter().flat_map(|demand| demand.traits()).map(str::to_owned);
        let wanted = distinct(qi.iter().cloned().chain(traits).chain(of_register));
        tables.push((path, sessions.tally(register, &wanted, qi, None)?.into()));
    }
    if let (Some(path), Some(shares)) = (distribution, &shares) {
        let wanted = distinct(qi.iter().cloned().chain([SHARE.to_owned()]));
        tables.push((path, sessions.tally(shares, &wanted, qi, None)?.into()));
    }
    let mut result = measure(args, &inner(context, tables))?;
    result.document.engine = Some(sessions.used());
    Ok(Some(result))
}
