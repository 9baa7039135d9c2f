//! `incrowd check`: the judge, for a table that anyone made.

use std::collections::BTreeMap;
use std::path::Path;

use incrowd_io::{Location, Table};
use incrowd_judge::{Chains, Question, judge};
use serde_json::json;

use crate::args::CheckArgs;
use crate::failure::{Ending, Failure, Result};
use crate::groups::GROUP;
use crate::report::check as report;
use crate::settings::{Reading, demands, hierarchies, places};
use crate::study::{chains, distinct, grow, kind, known_levels};
use crate::talk::Talk;

pub fn run(args: &CheckArgs, talk: &Talk) -> Result {
    let demands = demands(&args.models, &args.roles.sensitive, false)?;
    let reading = Reading::new(&args.read)?;
    if args.roles.qi.is_empty() {
        return Err(Failure::new(
            "no quasi-identifiers: name the columns that form classes with --qi",
        ));
    }
    let table = Table::open(&Location::from(args.table.as_path()), &reading.options)?;
    let qi = places(&table, "--qi", &args.roles.qi)?;
    let kept = if args.secrets.is_some() { &[] } else { args.roles.sensitive.as_slice() };
    let sensitive = places(&table, "--sensitive", kept)?;
    if let Some(&both) = sensitive.iter().find(|place| qi.contains(place)) {
        let column = &table.columns()[both];
        let message =
            format!("the column '{column}' is named by --qi and by --sensitive: it has one role");
        return Err(Failure::new(message).in_column(column));
    }
    let group = match (&args.group, &args.secrets) {
        (None, Some(_)) => Some(GROUP),
        (group, _) => group.as_deref(),
    };
    let open = |path: &Path| Table::open(&Location::from(path), &reading.options);
    let secrets = args.secrets.as_deref().map(open).transpose()?;
    let public = args.models.public.as_deref().map(open).transpose()?;
    let distribution = args.models.distribution.as_deref().map(open).transpose()?;
    let crowd = public.as_ref().or(distribution.as_ref());
    let hierarchies = readings(args, &reading, &table, crowd, talk)?;
    let levels = known_levels(&args.level, &hierarchies)?;
    let step = talk.step("measuring", None);
    let findings = judge(&Question {
        table: &table,
        qi: &args.roles.qi,
        sensitive: &args.roles.sensitive,
        secrets: secrets.as_ref(),
        group,
        demands: &demands,
        nulls: &reading.nulls,
        kinds: &reading.kinds,
        hierarchies: &hierarchies,
        levels: &levels,
        public: public.as_ref(),
        distribution: distribution.as_ref(),
        sample_rows: None,
        skip_suppressed: args.keep_suppressed,
        threads: talk.threads,
    })?;
    drop(step);
    if findings.rows + findings.suppressed.unwrap_or(0) == 0 {
        let message = format!("{}: the table has a header but no rows", table.name());
        return Err(Failure::new(message).in_file(table.name()));
    }
    if talk.json {
        talk.document(&json!(findings))?;
    } else {
        talk.print(&report::text(&table, &findings, &demands))?;
    }
    for failed in findings.guarantees.iter().filter(|guarantee| !guarantee.holds) {
        talk.complain(&report::sentence(failed));
    }
    Ok(if findings.all_hold() { Ending::Done } else { Ending::NotMet })
}

/// The hierarchies through which labels are read, built over the original values: those of the
/// population for quasi-identifiers, the column's own for sensitive ones.
fn readings(
    args: &CheckArgs,
    reading: &Reading,
    table: &Table,
    public: Option<&Table>,
    talk: &Talk,
) -> Result<BTreeMap<String, Chains>> {
    let mut readings = BTreeMap::new();
    for (column, spec) in hierarchies(&args.hierarchy)? {
        let source = if args.roles.sensitive.contains(&column) {
            table
        } else if args.roles.qi.contains(&column) {
            public.ok_or_else(|| {
                let message = format!(
                    "--hierarchy {column}=..: labels are read only to find people in --public"
                );
                Failure::new(message).in_column(&column)
            })?
        } else {
            let message =
                format!("--hierarchy {column}=..: '{column}' is no quasi-identifier (--qi)");
            return Err(Failure::new(message).in_column(&column));
        };
        let values = distinct(source, &column, talk)?;
        let texts = values.iter().map(|(text, _)| text.as_str());
        let kind = kind(reading, &column, texts)?;
        let hierarchy = grow(reading, &column, kind, &spec, &values)?;
        readings.insert(column.clone(), chains(&hierarchy)?);
    }
    Ok(readings)
}
