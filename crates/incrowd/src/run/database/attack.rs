//! `incrowd attack` of a table in a database, or with a register in one.

use std::path::Path;

use incrowd_document::AttackDocument;
use incrowd_engine::Access;

use super::{Sessions, any, columns_of, distinct, inner, of_path, refuse, refuse_reading, shared};
use crate::options::AttackOptions;
use crate::request::reading;
use crate::run::attack::play;
use crate::run::{Context, Result, RunResult};

/// Plays the adversary with tables of which one is in a database; nothing if none is.
pub fn attack(
    args: &AttackOptions,
    context: &Context,
) -> Result<Option<RunResult<AttackDocument>>> {
    let public = args.public.as_deref();
    let named = [Some(args.table.as_path()), public];
    let idle = [&args.original, &args.control, &args.secrets].map(Option::as_deref);
    if !any(named.into_iter().chain(idle))? {
        return Ok(None);
    }
    refuse(&[
        ("`person`", args.person.is_some()),
        ("`original`", args.original.is_some()),
        ("`control`", args.control.is_some()),
        ("`secrets`", args.secrets.is_some()),
        ("`report`", args.evidence.report.is_some()),
        ("`evidence`", args.evidence.evidence),
    ])?;
    let has_files = named.into_iter().flatten().any(|path| matches!(of_path(path), Ok(None)));
    refuse_reading(&args.read, has_files)?;
    let reading = reading(&args.read)?;
    let mut sessions = Sessions::new(context, Access::Read);
    let mut open = |path: &Path| of_path(path)?.map(|place| sessions.source(place)).transpose();
    let published = open(&args.table)?;
    let register = public.map(&mut open).transpose()?.flatten();
    let (mut of_published, mut of_register) = (Vec::new(), Vec::new());
    if let Some(path) = public {
        let own = columns_of(&args.table, published.as_ref(), &reading, context)?;
        let known = columns_of(path, register.as_ref(), &reading, context)?;
        of_published = shared(&own, &known);
        of_register = shared(&known, &own);
    }
    let mut tables = Vec::new();
    if let Some(published) = &published {
        published.check("`qi`", &args.qi)?;
        published.check("`sensitive`", &args.sensitive)?;
        let named = args.qi.iter().chain(&args.sensitive).chain(&args.group).cloned();
        let wanted = distinct(named.chain(of_published));
        let table = sessions.tally(published, &wanted, &args.qi, None)?;
        tables.push((args.table.as_path(), table.into()));
    }
    if let (Some(path), Some(register)) = (public, &register) {
        register.check("`qi`", &args.qi)?;
        register.check("`prior`", args.prior.as_slice())?;
        let wanted = distinct(args.qi.iter().chain(&args.prior).cloned().chain(of_register));
        tables.push((path, sessions.tally(register, &wanted, &args.qi, None)?.into()));
    }
    let mut result = play(args, &inner(context, tables))?;
    result.document.engine = Some(sessions.used());
    Ok(Some(result))
}
