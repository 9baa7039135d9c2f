//! What a release shows together with earlier ones of the same people.

use incrowd_judge::{
    Alignment, Comparison, Composed, Composition, KnownColumn, PresentRows, Question, compose,
    origins,
};

use crate::earlier::Opened;
use crate::error::Result;
use crate::execution::Execution;
use crate::plan::Order;
use crate::study::Study;

impl Study {
    /// What earlier releases and the table that a question is about show together, if there are any. A row
    /// that no row of the table explains is a doubt.
    pub(super) fn composed(
        &self,
        question: &Question<'_>,
        register_knows: &[KnownColumn],
        (comparison, alignment): (&Comparison<'_>, Alignment<'_>),
        doubts: &mut Vec<String>,
        execution: &Execution,
    ) -> Result<Option<Composed>> {
        let plan = &self.plan;
        if plan.after.is_empty() {
            return Ok(None);
        }
        let rows = match origins(comparison, alignment)? {
            Ok(rows) => rows,
            Err(discrepancy) => {
                let doubt = discrepancy.to_string();
                if !doubts.contains(&doubt) {
                    doubts.push(doubt);
                }
                return Ok(None);
            }
        };
        let mut opened = Vec::with_capacity(plan.after.len());
        for earlier in &plan.after {
            opened.push(earlier.open(&self.table, &plan.reading, &plan.hierarchies, execution)?);
        }
        let earlier: Vec<_> = opened.iter().map(Opened::judged).collect();
        Ok(Some(compose(&Composition {
            question,
            rows: PresentRows::Given { rows: &rows, in_order: plan.order == Order::Input },
            original: &self.table,
            only: self.only(),
            person: plan.person.as_deref(),
            register_knows,
            earlier: &earlier,
        })?))
    }
}
