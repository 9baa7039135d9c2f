//! What a certificate promises, measured again from the published bytes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use incrowd::terms::{Crowd, Demand};
use incrowd::{Reading, labels};
use incrowd_io::{Location, Table};
use incrowd_judge::{Chains, Question, judge};
use serde_json::Value;

use crate::evidence::Asked;
use crate::failure::{Failure, Result};
use crate::settings::{demands, hierarchies, reading, written_models};
use crate::talk::Talk;

use super::figures::{self, Promised};
use super::{State, Verified};

/// Asks the judge again what it was asked, as far as the files are there.
pub fn again(document: &Value, verified: &mut Verified, talk: &Talk) -> Result<()> {
    let kept = &document["evidence"]["question"];
    if kept.is_null() {
        return unasked(document, verified);
    }
    let question = Again::read(kept)?;
    let asked = &question.asked;
    let files = &verified.files;
    let here =
        |role: &str| files.iter().find(|file| file.role == role && file.state == State::Same);
    let open = |role: &str, reading: &Reading| -> Result<Option<Table>> {
        let file = here(role).and_then(|file| Some((file.found.clone()?, file.name.as_str())));
        let Some((path, name)) = file else { return Ok(None) };
        let name = Location::from(name);
        talk.work.open_as(&Location::Path(path), &name, &reading.options).map(Some)
    };
    let original = open("table", &question.others)?;
    let published = open("published", &question.published)?;
    let Some(table) = published.as_ref().or(original.as_ref()) else { return Ok(()) };
    let secrets = open("secrets", &question.published)?;
    let public = open("public", &question.others)?;
    let register = if asked.member { original.as_ref() } else { public.as_ref() };
    let distribution = open("distribution", &question.others)?;
    let crowd = register.or(distribution.as_ref());
    let path = |role: &str| here(role).and_then(|file| file.found.clone());
    let chains = question.chains(original.as_ref(), crowd, &path, talk)?;
    question.check_levels(chains.as_ref())?;
    let (decided, left): (Vec<usize>, Vec<usize>) = (0..question.demands.len()).partition(|&at| {
        let demand = &question.demands[at];
        (!needs_population(demand) || (crowd.is_some() && chains.is_some()))
            && (!demand.needs_hierarchy() || (original.is_some() && chains.is_some()))
    });
    for &at in &left {
        let why = "the original table, the population or a hierarchy is missing or has changed";
        verified.left.push(format!("{}: {why}", question.demands[at]));
    }
    let again: Vec<Demand> = decided.iter().map(|&at| question.demands[at].clone()).collect();
    let hierarchies = chains.unwrap_or_default();
    let use_crowd = again.iter().any(needs_population);
    let _step = talk.work.step("judging", None);
    let findings = judge(&Question {
        qi: &asked.qi,
        sensitive: &asked.sensitive,
        group: asked.group.as_deref(),
        secrets: secrets.as_ref(),
        demands: &again,
        nulls: &question.others.nulls,
        kinds: &asked.kinds,
        hierarchies: &hierarchies,
        levels: &asked.levels,
        public: register.filter(|_| use_crowd),
        unknown: if asked.member { &asked.sensitive } else { &[] },
        distribution: distribution.as_ref().filter(|_| use_crowd),
        sample_rows: asked.sample_rows,
        skip_suppressed: asked.skip_suppressed,
        threads: talk.work.threads(),
        ..Question::about(table)
    })?;
    if document["evidence"]["command"] == "mask" {
        verified.left.push(MASKED.to_owned());
    }
    let all = left.is_empty() && (use_crowd || crowd.is_none());
    verified.measured = figures::compare(document, &question.promised(), &decided, &findings, all);
    Ok(())
}

/// What nobody asked the judge about: only rows that were published by chance, and masked columns
/// of which nothing was promised.
fn unasked(document: &Value, verified: &mut Verified) -> Result<()> {
    let (promises, mask) = (&document["guarantees"], document["evidence"]["command"] == "mask");
    let nothing = promises.as_array().is_some_and(Vec::is_empty);
    let chance = document["recoding"] == "randomised" && document["draw"].is_object();
    match (mask && nothing, chance) {
        (true, _) => verified.left.push(MASKED.to_owned()),
        (_, true) => {
            verified.measured = figures::by_chance(document);
            let why =
                "rows were drawn at random: that the draw was fair cannot be told from them";
            verified.left.push(why.to_owned());
        }
        _ => {
            let message =
                "the certificate has promises, but not what the judge was asked about them";
            return Err(Failure::new(message));
        }
    }
    Ok(())
}

/// What a masked table does not show.
const MASKED: &str = "how each column was masked: only the original shows that";

/// Whether a demand is about more than the published table.
fn needs_population(demand: &Demand) -> bool {
    demand.crowd() != Crowd::Unknown
}

/// The question that a certificate keeps, understood.
struct Again {
    asked: Asked,
    demands: Vec<Demand>,
    /// How the published table is read.
    published: Reading,
    /// How the other tables are read.
    others: Reading,
}

impl Again {
    fn read(kept: &Value) -> Result<Again> {
        let asked = Asked::read(kept)?;
        Ok(Again {
            demands: demands(&asked.models, &asked.sensitive, asked.member)?,
            published: reading(&asked.published)?,
            others: reading(&asked.others)?,
            asked,
        })
    }

    /// What the certificate must promise if it is true to its question.
    fn promised(&self) -> Promised<'_> {
        let Asked { qi, sensitive, models, .. } = &self.asked;
        Promised { qi, sensitive, demands: &self.demands, models: written_models(models) }
    }

    /// Refuses levels that no hierarchy has.
    fn check_levels(&self, chains: Option<&BTreeMap<String, Chains>>) -> Result<()> {
        for (column, &level) in &self.asked.levels {
            let height = chains.and_then(|chains| chains.get(column)).map(Chains::height);
            if height.is_some_and(|height| level > height) {
                let message = format!(
                    "the certificate's question cannot be read: '{column}' has no level {level}"
                );
                return Err(Failure::new(message).in_column(column));
            }
        }
        Ok(())
    }

    /// The hierarchies through which labels are read, over the values of the population; nothing if
    /// one of their files is not what it was.
    fn chains(
        &self,
        original: Option<&Table>,
        crowd: Option<&Table>,
        here: &dyn Fn(&str) -> Option<PathBuf>,
        talk: &Talk,
    ) -> Result<Option<BTreeMap<String, Chains>>> {
        let mut words = Vec::new();
        for word in &self.asked.hierarchies {
            let Some((column, spec)) = word.split_once('=') else { continue };
            let unread = incrowd::core::hierarchy::Spec::parse(spec)?;
            if unread.path().is_none() {
                words.push(word.clone());
                continue;
            }
            let Some(path) = here(&format!("hierarchy of {column}")) else { return Ok(None) };
            let spec = unread.words_for(&path.display().to_string());
            words.extend(spec.map(|spec| format!("{column}={spec}")));
        }
        let source = |column: &str| {
            let is_secret = self.asked.sensitive.iter().any(|name| name == column);
            Ok(if is_secret { original } else { crowd })
        };
        let reading = Reading { kinds: self.asked.kinds.clone(), ..self.others.clone() };
        let skip_suppressed = self.asked.skip_suppressed;
        labels::read(&reading, &hierarchies(&words)?, source, skip_suppressed, &talk.work).map(Some)
    }
}
