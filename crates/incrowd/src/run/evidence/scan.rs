//! Evidence of what a table tells about people before anything is done to it.

use crate::scan::Scan;
use incrowd_columns::identify::Role;
use incrowd_document::Evidence;

use crate::error::Result;
use crate::run::Context;

use super::{Files, begin, distributions};

/// The evidence of a table that was looked at.
pub fn looked(scan: &Scan, context: &Context) -> Result<Evidence> {
    let _step = context.execution.step("gathering evidence", None);
    let Scan { plan, table, .. } = scan;
    let columns = scan.columns.iter();
    // How names are distributed is nobody's business, and tells nothing.
    let names = |role: Role| matches!(role, Role::Identifier | Role::Person);
    let told = columns.filter(|column| !names(column.suggestion.role));
    let columns: Vec<String> = told.map(|column| column.name.clone()).collect();
    let files = Files::default().table("table", table)?;
    let role = |name: &String| {
        let column = scan.columns.iter().find(|column| column.name == *name);
        column.map_or("", |column| column.suggestion.role.name())
    };
    let compared = distributions::alone(table, &columns, &plan.reading, false, context, role)?;
    Ok(Evidence {
        distributions: Some(compared.distributions),
        associations: Some(compared.associations),
        ..begin("scan", context.configuration(), files)
    })
}
