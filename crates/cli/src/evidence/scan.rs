//! Evidence of what a table tells about people before anything is done to it.

use incrowd::Reading;
use incrowd::core::identify::Role;
use incrowd::survey::Survey;
use incrowd_io::Table;
use serde_json::Value;

use crate::failure::Result;
use crate::talk::Talk;

use super::{Files, begin, portrait, typed};

/// A table that was looked at.
pub struct Looked<'a> {
    pub table: &'a Table,
    pub reading: &'a Reading,
    pub survey: &'a Survey,
}

impl Looked<'_> {
    /// The evidence.
    pub fn evidence(self, talk: &Talk) -> Result<Value> {
        let _step = talk.work.step("gathering evidence", None);
        let Looked { table, reading, survey } = self;
        let columns = survey.columns.iter();
        // How names are distributed is nobody's business, and tells nothing.
        let told = columns.filter(|column| column.suggestion.role != Role::Identifier);
        let columns: Vec<String> = told.map(|column| column.name.clone()).collect();
        let mut map = begin("scan", typed(), Files::default().table("table", table)?);
        let role = |name: &String| {
            let column = survey.columns.iter().find(|column| column.name == *name);
            column.map_or("", |column| column.suggestion.role.name())
        };
        let (distributions, associations) =
            portrait::alone(table, &columns, reading, false, talk, role)?;
        map.insert("distributions".to_owned(), distributions);
        map.insert("associations".to_owned(), associations);
        Ok(Value::Object(map))
    }
}
