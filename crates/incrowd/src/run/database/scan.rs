//! `incrowd scan --set` of a table in a database: how far sets of columns single people out.

use incrowd_core::terms::listed_names;
use incrowd_document::ScanDocument;
use incrowd_engine::Access;

use super::{Sessions, distinct, inner, of_path, refuse, refuse_reading};
use crate::options::ScanOptions;
use crate::run::scan::look;
use crate::run::{Context, Error, Result, RunResult};

/// Scans sets of columns of a table in a database; nothing if it is a file.
pub fn scan(args: &ScanOptions, context: &Context) -> Result<Option<RunResult<ScanDocument>>> {
    let Some(place) = of_path(&args.table)? else { return Ok(None) };
    if args.set.is_empty() {
        let message = "a table in a database is scanned by sets of columns: name each with `set`";
        return Err(Error::options(message));
    }
    refuse(&[
        ("`person`", args.person.is_some()),
        ("`init`", args.init.is_some()),
        ("`preset`", args.preset.is_some()),
        ("`report`", args.evidence.report.is_some()),
        ("`evidence`", args.evidence.evidence),
    ])?;
    refuse_reading(&args.read, false)?;
    let mut sessions = Sessions::new(context, Access::Read);
    let source = sessions.source(place)?;
    let columns = distinct(args.set.iter().flat_map(|set| listed_names(set)));
    source.check("`set`", &columns)?;
    let table = sessions.tally(&source, &columns, &[], None)?;
    let mut result = look(args, &inner(context, vec![(args.table.as_path(), table.into())]))?;
    result.document.engine = Some(sessions.used());
    Ok(Some(result))
}
