//! Evidence of a table that was coarsened column by column.

use incrowd::masking::{Coarsening, Course, Gathering};
use incrowd_io::{Output, Table};
use incrowd_judge::{Findings, Question, Sitting, class_sizes_side_by_side, judge};
use serde_json::{Value, json};

use crate::args::MaskArgs;
use crate::failure::Result;
use crate::settings::MaskTask;
use crate::talk::Talk;

use super::{Asked, Files, begin, check, portrait, typed, written_for};

/// A table before and after.
pub struct Coarsened<'a> {
    pub args: &'a MaskArgs,
    pub task: &'a MaskTask,
    pub coarsening: &'a Coarsening<'a>,
    pub output: &'a Output,
}

impl Coarsened<'_> {
    /// The evidence.
    pub fn evidence(self, talk: &Talk) -> Result<Value> {
        let _step = talk.work.step("gathering evidence", None);
        let Coarsened { task, coarsening, output, .. } = self;
        let Gathering { masking, table: original, columns, .. } = coarsening.gathering;
        let published = talk.work.reopen(output, &masking.reading.of_output())?;
        let mut files =
            Files::default().table("table", original)?.hierarchies(&masking.hierarchies)?;
        if let Some(place) = &task.output {
            files = files.output("published", output, place)?;
        }
        let mut map = begin("mask", typed(), files);
        let mut say = |name: &str, value: Value| drop(map.insert(name.to_owned(), value));
        let name = |place: &usize| columns[*place].name.clone();
        let qi: Vec<String> = coarsening.together.iter().map(name).collect();
        let dropped = columns.iter().filter(|column| matches!(column.course, Course::Drop));
        let dropped: Vec<&String> = dropped.map(|column| &column.name).collect();
        say("roles", json!({ "id": dropped, "qi": qi }));
        if !qi.is_empty() {
            let question = Asked {
                qi: qi.clone(),
                kinds: masking.reading.kinds.clone(),
                published: written_for(&self.args.read),
                others: self.args.read.clone(),
                ..Asked::default()
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
                hierarchies: &coarsening.chains()?,
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

    fn measure(&self, table: &Table, qi: &[String], talk: &Talk) -> Result<Findings> {
        Ok(judge(&Question {
            qi,
            nulls: &self.task.masking.reading.nulls,
            kinds: &self.task.masking.reading.kinds,
            threads: talk.work.threads(),
            ..Question::about(table)
        })?)
    }
}
