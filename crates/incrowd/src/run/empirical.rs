//! The part of `incrowd attack` that needs no register: guesses, compared with the original.

use std::collections::BTreeMap;
use std::path::Path;

use incrowd_core::hierarchy::Spec;
use incrowd_io::{Location, Table};
use incrowd_judge::{Chains, EmpiricalAttack, EmpiricalRisks, empirical};

use crate::Reading;
use crate::options::AttackOptions;
use crate::reading::{no_rows, places};
use crate::run::attack::readings;
use crate::run::{Context, Error, Result};

/// What guesses are compared with.
pub struct ComparedOriginal {
    /// The table as it was before it was published.
    pub table: Table,
    /// People who are not in it.
    pub control: Option<Table>,
    /// How labels are read: hierarchies over the values of the original.
    hierarchies: BTreeMap<String, Chains>,
}

impl ComparedOriginal {
    /// Opens the tables, if an original is given.
    pub fn open(
        args: &AttackOptions,
        published: &Table,
        specs: &BTreeMap<String, Spec>,
        reading: &Reading,
        context: &Context,
    ) -> Result<Option<ComparedOriginal>> {
        let Some(path) = args.original.as_deref() else { return Ok(None) };
        let open = |path: &Path| context.execution.open(&Location::from(path), &reading.options);
        let table = open(path)?;
        places(&table, "`qi`", &args.qi)?;
        places(&table, "`sensitive`", &args.sensitive)?;
        // Anatomy publishes secrets in a table of their own.
        if args.secrets.is_none() {
            places(published, "`sensitive`", &args.sensitive)?;
        }
        let control = args.control.as_deref().map(open).transpose()?;
        let hierarchies = readings(args, specs, reading, &table, context)?;
        Ok(Some(ComparedOriginal { table, control, hierarchies }))
    }

    /// What guesses from the published table achieve.
    pub fn attack(
        &self,
        args: &AttackOptions,
        published: &Table,
        reading: &Reading,
        context: &Context,
    ) -> Result<EmpiricalRisks> {
        let mut blocks = published.blocks();
        // A block that cannot be read is reported by the attack.
        if blocks.all(|block| block.is_ok_and(|block| block.rows() == 0)) {
            return Err(no_rows(published));
        }
        let risks = empirical(&EmpiricalAttack {
            published,
            original: &self.table,
            control: self.control.as_ref(),
            qi: &args.qi,
            sensitive: &args.sensitive,
            person: args.person.as_deref(),
            nulls: &reading.nulls,
            kinds: &reading.kinds,
            hierarchies: &self.hierarchies,
            threads: context.execution.threads(),
        })?;
        let linked = risks.linkability.iter().map(|found| found.risk.attack.guesses);
        let inferred = risks.inference.iter().map(|found| found.risk.attack.guesses);
        let guesses: Vec<u64> = linked.chain(inferred).collect();
        // Figures about nobody would look like safety.
        if !guesses.is_empty() && guesses.iter().all(|&count| count == 0) {
            let message = format!(
                "no row of {} stands for a row of {}: say with `hierarchy` how the labels of columns are \
                 read",
                published.name(),
                self.table.name()
            );
            return Err(Error::options(message));
        }
        Ok(risks)
    }
}
