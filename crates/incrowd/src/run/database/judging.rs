//! The judge in the database: it groups both tables by statements of its own, and proves that one is
//! the other, generalized.

use std::cmp::Reverse;
use std::collections::HashSet;

use incrowd_core::terms::Risk;
use incrowd_engine::Session;
use incrowd_io::{CountedTable, DatabaseTable};
use incrowd_judge::in_database::{
    GroupedTables, Proof, PublishedColumn, Recoding, recoding, side_by_side,
};
use incrowd_judge::risk::{Repeated, alone_with, alone_with_all, repeated_by};

use super::Sessions;
use super::publish::{Publication, analyze};
use crate::Release;
use crate::release::{demanded_k, names_nobody, names_people};
use crate::run::{Context, Result};

/// The table of the judge's own reading.
const READ: &str = "pg_temp.incrowd_read";

/// What was found.
pub struct Judged {
    /// The published table, by its columns that moved.
    pub published: CountedTable,
    /// The published rows of the original, and what they became, in the same order.
    pub beside: (CountedTable, CountedTable),
    /// The risks of columns that did not move.
    pub others: Vec<Risk>,
    /// Rows that are suppressed.
    pub suppressed: u64,
    /// Why the judge does not recognise the table in what was published.
    pub doubts: Vec<String>,
}

/// Proves what was published. The first of `columns` are the quasi-identifiers; the others moved too. Of
/// all columns of the original, some are dropped.
pub fn judge(
    publication: &Publication<'_>,
    columns: &[String],
    (all, dropped): (&[String], &[String]),
    release: &Release<'_>,
    (sessions, place): (&mut Sessions<'_>, &DatabaseTable),
    context: &Context,
) -> Result<Judged> {
    let study = release.study;
    let width = publication.qi.len();
    let of = |column: &super::publish::Published<'_>| PublishedColumn {
        name: column.column.name.clone(),
        qi: column.qi,
    };
    let published: Vec<PublishedColumn> = publication.columns.iter().map(of).collect();
    let only = publication.only.as_ref();
    let proof = Proof {
        original: &publication.source,
        published: &publication.staging,
        recoding: READ,
        qi: publication.qi,
        columns: &published,
        only: only.map(|(column, value)| (column.as_str(), value.as_str())),
    };
    let names: Vec<&str> = columns.iter().map(String::as_str).collect();
    let original = sessions.counted(place, &names, &proof.group(&publication.source, columns))?;
    let grouped = sessions.counted(place, &names, &proof.group(&publication.staging, columns))?;
    let suppressed: HashSet<Vec<String>> =
        publication.suppressed(&release.mapping())?.into_iter().collect();
    let (hierarchies, levels) = (study.chains()?, release.found.levels(&study.plan.qi));
    let read = recoding(&GroupedTables {
        original: &original.first_columns(width),
        published: &grouped.first_columns(width),
        qi: publication.qi,
        suppressed: &suppressed,
        nulls: &study.plan.reading.nulls,
        kinds: &study.kinds,
        hierarchies: &hierarchies,
        levels: &levels,
        threads: context.execution.threads(),
    })?;
    let mut doubts = read.doubts.clone();
    let session = sessions.of(place)?;
    send(&proof, &read, session)?;
    let _step = context.execution.step("comparing in the database", None);
    for (query, what) in [
        (proof.unread(), "rows of the original are in no class that the judge reads"),
        (proof.missing(), "rows are not published as they should be"),
        (proof.added(), "published rows are none of the original"),
    ] {
        let rows = session.number("comparing with the original", &query)?;
        if rows > 0 {
            doubts.push(format!("{rows} {what}"));
        }
    }
    let suppressed = session.number("counting suppressed rows", &proof.suppressed())?;
    let mut others = others(&proof, columns, release, grouped.rows(), session)?;
    others.extend(repeated(&proof, all, dropped, session)?);
    let beside = side_by_side(&original, &read, width)?;
    Ok(Judged { published: grouped, beside, others, suppressed, doubts })
}

/// Sends the judge's reading to the database.
fn send(proof: &Proof<'_>, read: &Recoding, session: &mut Session) -> Result<()> {
    session.run("making a table for the judge", &proof.create())?;
    let rows = read.tuples.iter().map(|(tuple, labels)| {
        let cells = (0..tuple.len()).flat_map(move |place| {
            let label = labels.as_ref().map(|labels| labels[place].as_str());
            [Some(tuple[place].as_str()), label]
        });
        cells.chain([Some(if labels.is_none() { "t" } else { "f" })])
    });
    session.copy_in("sending the judge's reading", READ, rows)?;
    analyze(session, READ)
}

/// The gravest risk of people who repeat in columns that name them, or that are dropped.
fn repeated(
    proof: &Proof<'_>,
    columns: &[String],
    dropped: &[String],
    session: &mut Session,
) -> Result<Option<Risk>> {
    let (people, nobody) = (names_people(columns), names_nobody(columns));
    let mut sets: Vec<(Vec<&str>, bool, bool)> =
        people.iter().map(|name| (vec![name.as_str()], true, false)).collect();
    let tuple: Vec<&str> = dropped.iter().map(String::as_str).collect();
    if !tuple.is_empty() && !sets.iter().any(|(set, ..)| *set == tuple) {
        let is_nobodys = dropped.iter().all(|name| nobody.contains(name));
        sets.push((tuple, false, is_nobodys));
    }
    let mut risks = Vec::new();
    for (set, names_people, names_nobody) in sets {
        let [rows, of, distinct, people, most] =
            session.numbers("looking for people who repeat", &proof.repeated(&set))?;
        let found = Repeated { rows, of, distinct, people, most };
        risks.extend(repeated_by(&set, names_people, names_nobody, &found));
    }
    risks.sort_by_key(|risk| (Reverse(risk.severity), Reverse(risk.count)));
    Ok(risks.into_iter().next())
}

/// The risks of the published columns that did not move.
fn others(
    proof: &Proof<'_>,
    moved: &[String],
    release: &Release<'_>,
    rows: u64,
    session: &mut Session,
) -> Result<Vec<Risk>> {
    let published = proof.columns.iter().map(|column| column.name.as_str());
    let stayed: Vec<&str> =
        published.filter(|name| !moved.iter().any(|moved| moved == name)).collect();
    let k = demanded_k(&release.study.plan.demands);
    let mut risks = Vec::new();
    for column in &stayed {
        let alone = session.number("looking for single rows", &proof.alone(&[column]))?;
        risks.extend(alone_with(column, alone, rows, k));
    }
    if risks.is_empty() && !stayed.is_empty() {
        let open = proof.columns.iter().map(|column| column.name.as_str());
        let open: Vec<&str> = open
            .filter(|name| !release.study.plan.sensitive.iter().any(|own| own == name))
            .collect();
        let alone = session.number("looking for single rows", &proof.alone(&open))?;
        risks.extend(alone_with_all(alone, rows, k));
    }
    Ok(risks)
}
