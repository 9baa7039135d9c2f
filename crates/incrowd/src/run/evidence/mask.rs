//! Evidence of a table that was coarsened column by column.

use std::collections::BTreeMap;

use crate::masking::{Coarsening, Course, Gathering};
use incrowd_io::{Output, Table};
use incrowd_judge::{Findings, Question, Sitting, class_sizes_side_by_side, judge};
use serde_json::{Value, json};

use crate::failure::Result;
use crate::options::MaskOptions;
use crate::request::MaskRequest;
use crate::run::Context;

use super::certify::Sources;
use super::issue::private;
use super::{Asked, Files, Issue, begin, check, portrait, written_for};

/// A table before and after.
pub struct Coarsened<'a> {
    pub args: &'a MaskOptions,
    pub task: &'a MaskRequest,
    pub coarsening: &'a Coarsening<'a>,
    pub output: &'a Output,
}

impl Coarsened<'_> {
    /// The masked table, read again.
    pub fn reopen(&self, context: &Context) -> Result<Table> {
        let reading = self.coarsening.gathering.masking.reading.of_output();
        context.work.reopen(self.output, &reading)
    }

    /// What a certificate is made from: the masked table, and what was to be kept of it.
    pub fn issue<'t>(&self, published: &'t Table, promise: &Value) -> Result<Issue<'t>> {
        let Gathering { table: original, columns, .. } = self.coarsening.gathering;
        let mut files = Files::default();
        if let Some(place) = &self.task.output {
            files = files.output("published", self.output, place)?;
        }
        let name = |place: &usize| columns[*place].name.clone();
        let kept =
            ["k", "beta", "universe", "form"].map(|key| (key.to_owned(), promise[key].clone()));
        let promise = if promise.is_null() { Value::Null } else { kept.into_iter().collect() };
        let asked = Asked {
            command: "mask".to_owned(),
            qi: self.coarsening.together.iter().map(name).collect(),
            published: written_for(&self.args.read),
            others: self.args.read.clone(),
            promise,
            ..Asked::default()
        };
        let sources = Sources {
            published,
            secrets: None,
            register: None,
            distribution: None,
            specs: Some(BTreeMap::new()),
        };
        Ok(Issue { asked, sources, files, private: private(original, None)?, by_chance: None })
    }

    /// The evidence.
    pub fn evidence(&self, context: &Context) -> Result<Value> {
        let _step = context.work.step("gathering evidence", None);
        let Coarsened { task, coarsening, output, .. } = self;
        let Gathering { masking, table: original, columns, .. } = coarsening.gathering;
        let published = self.reopen(context)?;
        let mut files =
            Files::default().table("table", original)?.hierarchies(&masking.hierarchies)?;
        if let Some(place) = &task.output {
            files = files.output("published", output, place)?;
        }
        let mut map = begin("mask", context.configuration(), files);
        let mut say = |name: &str, value: Value| drop(map.insert(name.to_owned(), value));
        let name = |place: &usize| columns[*place].name.clone();
        let qi: Vec<String> = coarsening.together.iter().map(name).collect();
        let dropped = columns.iter().filter(|column| matches!(column.course, Course::Drop));
        let dropped: Vec<&String> = dropped.map(|column| &column.name).collect();
        say("roles", json!({ "id": dropped, "qi": qi }));
        if !qi.is_empty() {
            let before = self.measure(original, &qi, context)?;
            let after = self.measure(&published, &qi, context)?;
            say("risk", json!({ "before": check::risk(&before), "after": check::risk(&after) }));
            let sizes = class_sizes_side_by_side(Some(&before.class_sizes), &after.class_sizes);
            say("class_sizes", json!(sizes));
            say("smallest_classes", json!(after.smallest));
        }
        let others = published.columns().iter().filter(|name| !qi.contains(name));
        let all: Vec<String> = qi.iter().chain(others).cloned().collect();
        let (distributions, associations) = portrait::of(
            &Sitting {
                original: Some(original),
                only: None,
                published: &published,
                columns: &all,
                nulls: &masking.reading.nulls,
                kinds: &masking.reading.kinds,
                hierarchies: &coarsening.chains()?,
                levels: &Default::default(),
                skip_suppressed: false,
                threads: context.work.threads(),
            },
            |column| if qi.contains(column) { "qi" } else { "plain" },
        )?;
        say("distributions", distributions);
        say("associations", associations);
        Ok(Value::Object(map))
    }

    fn measure(&self, table: &Table, qi: &[String], context: &Context) -> Result<Findings> {
        Ok(judge(&Question {
            qi,
            nulls: &self.task.masking.reading.nulls,
            kinds: &self.task.masking.reading.kinds,
            threads: context.work.threads(),
            ..Question::about(table)
        })?)
    }
}
