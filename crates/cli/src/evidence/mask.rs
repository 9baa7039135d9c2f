//! Evidence of a table that was coarsened column by column.

use std::collections::BTreeMap;

use incrowd::chains;
use incrowd::masking::columns::{Column, Fate};
use incrowd::masking::shape::Shape;
use incrowd_io::{Output, ReadOptions, Table};
use incrowd_judge::{Chains, Findings, Question, Sitting, class_sizes_side_by_side, judge};
use serde_json::{Value, json};

use crate::args::{MaskArgs, ModelArgs, ReadArgs};
use crate::failure::Result;
use crate::settings::{MaskTask, hierarchy_files};
use crate::talk::Talk;

use super::{Asked, Files, begin, check, portrait, typed};

/// A table before and after.
pub struct Coarsened<'a> {
    pub args: &'a MaskArgs,
    pub task: &'a MaskTask,
    pub original: &'a Table,
    pub columns: &'a [Column],
    /// What each column is masked by.
    pub shapes: &'a [Shape],
    /// The places of the quasi-identifiers.
    pub together: &'a [usize],
    pub output: &'a Output,
}

impl Coarsened<'_> {
    /// The evidence.
    pub fn evidence(self, talk: &Talk) -> Result<Value> {
        let _step = talk.work.step("gathering evidence", None);
        let Coarsened { task, original, columns, output, .. } = self;
        let masking = &task.masking;
        let delimiter = masking.reading.options.delimiter;
        let reading = ReadOptions { delimiter, ..ReadOptions::default() };
        let published = talk.work.reopen(output, &reading)?;
        let mut files = Files::default().table("table", original)?;
        for (column, path) in hierarchy_files(&self.args.hierarchy)? {
            files = files.hierarchy(&column, &path)?;
        }
        if let Some(place) = &task.output {
            files = files.output("published", output, place)?;
        }
        let mut map = begin("mask", typed(), files);
        let mut say = |name: &str, value: Value| drop(map.insert(name.to_owned(), value));
        let name = |place: &usize| columns[*place].name.clone();
        let qi: Vec<String> = self.together.iter().map(name).collect();
        let dropped = columns.iter().filter(|column| matches!(column.fate, Fate::Drop));
        let dropped: Vec<&String> = dropped.map(|column| &column.name).collect();
        say("roles", json!({ "id": dropped, "qi": qi }));
        if !qi.is_empty() {
            let delimiter = self.args.read.delimiter.clone();
            let plainly = ReadArgs { delimiter, ..ReadArgs::default() };
            let question = Asked {
                qi: &qi,
                sensitive: &[],
                group: None,
                models: &ModelArgs::default(),
                member: false,
                hierarchies: &[],
                levels: &BTreeMap::new(),
                kinds: &masking.reading.kinds,
                reading: [&plainly, &self.args.read],
                sample_rows: None,
                skip_suppressed: false,
            };
            say("question", question.to_json());
            let before = self.measure(original, &qi, talk)?;
            let after = self.measure(&published, &qi, talk)?;
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
                hierarchies: &self.hierarchies()?,
                levels: &Default::default(),
                skip_suppressed: false,
                threads: talk.work.threads(),
            },
            |column| if qi.contains(column) { "qi" } else { "plain" },
        )?;
        say("distributions", distributions);
        say("associations", associations);
        Ok(Value::Object(map))
    }

    /// How the labels of columns that were raised to a level are read.
    fn hierarchies(&self) -> Result<BTreeMap<String, Chains>> {
        let mut hierarchies = BTreeMap::new();
        for (column, shape) in self.columns.iter().zip(self.shapes) {
            if let Shape::Level(levels) = shape {
                hierarchies.insert(column.name.clone(), chains(&levels.hierarchy)?);
            }
        }
        Ok(hierarchies)
    }

    fn measure(&self, table: &Table, qi: &[String], talk: &Talk) -> Result<Findings> {
        Ok(judge(&Question {
            table,
            qi,
            sensitive: &[],
            group: None,
            secrets: None,
            demands: &[],
            nulls: &self.task.masking.reading.nulls,
            kinds: &self.task.masking.reading.kinds,
            hierarchies: &Default::default(),
            levels: &Default::default(),
            public: None,
            distribution: None,
            sample_rows: None,
            skip_suppressed: false,
            threads: talk.work.threads(),
        })?)
    }
}
