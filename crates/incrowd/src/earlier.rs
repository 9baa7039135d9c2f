//! Releases that were published before, of the same people: what a judge needs to measure them together
//! with a new one.

use std::collections::BTreeMap;
use std::path::Path;

use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::{Demand, Guarantee};
use incrowd_io::{Digest, Input, ReadOptions, Table};
use incrowd_judge::{self as judge, Chains, Composed};

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::labels;
use crate::plan::Order;
use crate::reading::{Reading, distinct};
use crate::study::chains;

/// A release that was published before, of the same people.
#[derive(Clone, Debug)]
pub struct EarlierRelease {
    /// Its certificate.
    pub certificate: String,
    /// What it is called in sentences.
    pub name: String,
    /// The published table.
    pub published: Input,
    /// The length and the SHA-256 of its file.
    pub digest: Digest,
    /// How its file is read.
    pub options: ReadOptions,
    /// Its quasi-identifiers.
    pub qi: Vec<String>,
    /// Its sensitive columns.
    pub sensitive: Vec<String>,
    /// What was demanded of it.
    pub demands: Vec<Demand>,
    /// The column of groups, which is none of the original.
    pub group: Option<String>,
    /// The hierarchies of its quasi-identifiers, as far as they were named.
    pub hierarchies: BTreeMap<String, Spec>,
    /// The columns whose hierarchy is in a file that was not found, with its name. Labels are read by the
    /// file of this name that the present release has for the column.
    pub missing: Vec<(String, String)>,
    /// Whether suppressed rows stand in it as rows of stars.
    pub keep_suppressed: bool,
    /// The order of its rows.
    pub order: Order,
}

/// An earlier release that is ready to be judged.
pub(crate) struct Opened<'e> {
    earlier: &'e EarlierRelease,
    table: Table,
    hierarchies: BTreeMap<String, Chains>,
}

impl EarlierRelease {
    /// The release that a certificate is about. The published file must be where the certificate says, or
    /// beside it, and be what it was.
    ///
    /// # Errors
    /// A certificate that cannot be read or was changed, or a published file that is missing or was
    /// changed.
    pub fn of_certificate(path: impl AsRef<Path>) -> Result<EarlierRelease> {
        crate::run::earlier(path.as_ref())
    }

    /// Opens the release. Its labels are read over the values of the original of the present release, by
    /// its own hierarchies, or else by the `present` ones of the same columns.
    pub(crate) fn open(
        &self,
        original: &Table,
        reading: &Reading,
        present: &BTreeMap<String, Spec>,
        execution: &Execution,
    ) -> Result<Opened<'_>> {
        let table = execution.open_input(&self.published, &self.options)?;
        self.check_missing(present)?;
        let mut specs = self.hierarchies.clone();
        for (column, spec) in present {
            specs.entry(column.clone()).or_insert_with(|| spec.clone());
        }
        specs.retain(|column, _| {
            self.qi.contains(column) && original.columns().iter().any(|name| name == column)
        });
        let (listed, computed): (BTreeMap<String, Spec>, BTreeMap<String, Spec>) =
            specs.into_iter().partition(|(_, spec)| spec.file().is_some());
        let mut hierarchies =
            labels::read(reading, &computed, |_| Ok(Some(original)), false, execution)?;
        let columns: Vec<String> = listed.keys().cloned().collect();
        let values = match columns.is_empty() {
            true => Vec::new(),
            false => distinct(original, &columns, execution)?,
        };
        for (column, mut values) in columns.into_iter().zip(values) {
            let kind = reading.kind(&column, values.iter().map(|(text, _)| text.as_str()))?;
            // A file lists its own values. People who came later may have others.
            values.retain(|(text, _)| reading.nulls.is_missing(text));
            let hierarchy = reading.grow(&column, kind, &listed[&column], &values)?;
            hierarchies.insert(column, chains(&hierarchy)?);
        }
        Ok(Opened { earlier: self, table, hierarchies })
    }

    /// That the hierarchies of all labels are at hand.
    fn check_missing(&self, present: &BTreeMap<String, Spec>) -> Result<()> {
        let is_same = |column: &String, name: &String| {
            let file = present.get(column).and_then(Spec::file).map(Path::new);
            file.and_then(Path::file_name).is_some_and(|file| file == name.as_str())
        };
        let Some((column, name)) =
            self.missing.iter().find(|(column, name)| !is_same(column, name))
        else {
            return Ok(());
        };
        let message = format!(
            "{}: the hierarchy of '{column}', {name}, is neither beside the certificate nor here; labels cannot be \
             read without it",
            self.certificate
        );
        Err(Error::input(message).in_file(name).in_column(column))
    }
}

impl Opened<'_> {
    /// The release as the judge takes it.
    pub(crate) fn judged(&self) -> judge::EarlierTable<'_> {
        let EarlierRelease { name, qi, sensitive, demands, group, keep_suppressed, order, .. } =
            self.earlier;
        judge::EarlierTable {
            name,
            table: &self.table,
            qi,
            sensitive,
            demands,
            group: group.as_deref(),
            hierarchies: &self.hierarchies,
            skip_suppressed: *keep_suppressed,
            in_order: *order == Order::Input,
        }
    }
}

/// Lets demands fail that fail together with earlier releases.
pub(crate) fn fail_together(guarantees: &mut [Guarantee], composed: &Composed) {
    let names: Vec<&str> = composed.releases.iter().map(|release| release.name.as_str()).collect();
    for (guarantee, joint) in guarantees.iter_mut().zip(&composed.guarantees) {
        let found = &joint.guarantee;
        if found.holds || !guarantee.holds {
            continue;
        }
        let already = match (joint.already, names.len()) {
            (false, _) => "",
            (true, 1) => "; that release alone fails it, so no other one can mend it",
            (true, _) => "; those releases alone fail it, so no other one can mend it",
        };
        guarantee.holds = false;
        guarantee.measured = found.measured.clone();
        guarantee.worst = Some(format!(
            "together with {}, {}{already}",
            names.join(" and "),
            found.worst.as_deref().unwrap_or_default()
        ));
    }
}
