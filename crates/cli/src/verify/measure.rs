//! What a certificate promises, measured again from the published bytes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use incrowd::terms::{Crowd, Demand, Kind};
use incrowd::{Reading, labels};
use incrowd_io::{Location, Table};
use incrowd_judge::{Chains, Question, judge};
use serde_json::Value;

use crate::args::{ModelArgs, ReleaseArgs};
use crate::failure::{Failure, Result};
use crate::settings::{demands, hierarchies, parse_release_toml, reading, written_models};
use crate::talk::Talk;

use super::figures::{self, Promised};
use super::{State, Verified};

/// Asks the judge again what it was asked, as far as the files are there.
pub fn again(document: &Value, verified: &mut Verified, talk: &Talk) -> Result<()> {
    let asked = &document["evidence"]["question"];
    if asked.is_null() {
        return unasked(document, verified);
    }
    let asked = Asked::read(asked)?;
    let files = &verified.files;
    let here =
        |role: &str| files.iter().find(|file| file.role == role && file.state == State::Same);
    let open = |role: &str, reading: &Reading| -> Result<Option<Table>> {
        let file = here(role).and_then(|file| Some((file.found.clone()?, file.name.as_str())));
        let Some((path, name)) = file else { return Ok(None) };
        let name = Location::from(name);
        talk.work.open_as(&Location::Path(path), &name, &reading.options).map(Some)
    };
    let original = open("table", &asked.others)?;
    let published = open("published", &asked.published)?;
    let Some(table) = published.as_ref().or(original.as_ref()) else { return Ok(()) };
    let secrets = open("secrets", &asked.published)?;
    let public = open("public", &asked.others)?;
    let register = if asked.member { original.as_ref() } else { public.as_ref() };
    let distribution = open("distribution", &asked.others)?;
    let crowd = register.or(distribution.as_ref());
    let path = |role: &str| here(role).and_then(|file| file.found.clone());
    let chains = asked.chains(original.as_ref(), crowd, &path, talk)?;
    asked.check_levels(chains.as_ref())?;
    let (decided, left): (Vec<usize>, Vec<usize>) = (0..asked.demands.len()).partition(|&at| {
        let demand = &asked.demands[at];
        (!needs_population(demand) || (crowd.is_some() && chains.is_some()))
            && (!demand.needs_hierarchy() || (original.is_some() && chains.is_some()))
    });
    for &at in &left {
        let why = "the original table, the population or a hierarchy is missing or has changed";
        verified.left.push(format!("{}: {why}", asked.demands[at]));
    }
    let again: Vec<Demand> = decided.iter().map(|&at| asked.demands[at].clone()).collect();
    let hierarchies = chains.unwrap_or_default();
    let use_crowd = again.iter().any(needs_population);
    let _step = talk.work.step("judging", None);
    let findings = judge(&Question {
        table,
        qi: &asked.qi,
        sensitive: &asked.sensitive,
        group: asked.group.as_deref(),
        secrets: secrets.as_ref(),
        demands: &again,
        nulls: &asked.others.nulls,
        kinds: &asked.kinds,
        hierarchies: &hierarchies,
        levels: &asked.levels,
        public: register.filter(|_| use_crowd),
        distribution: distribution.as_ref().filter(|_| use_crowd),
        sample_rows: asked.sample_rows,
        skip_suppressed: asked.skip_suppressed,
        threads: talk.work.threads(),
    })?;
    if document["evidence"]["command"] == "mask" {
        verified.left.push(MASKED.to_owned());
    }
    let all = left.is_empty() && (use_crowd || crowd.is_none());
    verified.measured = figures::compare(document, &asked.promised(), &decided, &findings, all);
    Ok(())
}

/// What nobody asked the judge about: only rows that were published by chance, and masked columns
/// of which nothing was promised.
fn unasked(document: &Value, verified: &mut Verified) -> Result<()> {
    let (promises, mask) = (&document["guarantees"], document["evidence"]["command"] == "mask");
    let nothing = promises.as_array().is_some_and(Vec::is_empty);
    let chance = document["recoding"] == "randomised" && document["coins"].is_object();
    match (mask && nothing, chance) {
        (true, _) => verified.left.push(MASKED.to_owned()),
        (_, true) => {
            verified.measured = figures::by_chance(document);
            let why =
                "rows were published by chance: that the coins were fair cannot be told from them";
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

/// The question that a certificate keeps.
struct Asked {
    qi: Vec<String>,
    sensitive: Vec<String>,
    group: Option<String>,
    demands: Vec<Demand>,
    models: ModelArgs,
    member: bool,
    hierarchies: Vec<String>,
    levels: BTreeMap<String, usize>,
    kinds: BTreeMap<String, Kind>,
    published: Reading,
    others: Reading,
    sample_rows: Option<u64>,
    skip_suppressed: bool,
}

impl Asked {
    fn read(asked: &Value) -> Result<Asked> {
        let unreadable =
            |what: &str| Failure::new(format!("the certificate's question cannot be read: {what}"));
        let words = |key: &str| -> Result<Vec<String>> {
            let list = asked[key].as_array().ok_or_else(|| unreadable(key))?;
            let word = |word: &Value| word.as_str().map(str::to_owned);
            list.iter().map(word).collect::<Option<_>>().ok_or_else(|| unreadable(key))
        };
        let toml = |text: &Value, key: &str| -> Result<ReleaseArgs> {
            parse_release_toml(text.as_str().ok_or_else(|| unreadable(key))?, key)
        };
        let models: ModelArgs = toml(&asked["demands"], "demands")?.models;
        let sensitive = words("sensitive")?;
        let member = asked["member"].as_bool().ok_or_else(|| unreadable("member"))?;
        let kind = |(column, name): (&String, &Value)| {
            let kind = name.as_str().and_then(Kind::from_name);
            kind.map(|kind| (column.clone(), kind)).ok_or_else(|| unreadable("kinds"))
        };
        let level = |(column, level): (&String, &Value)| {
            let level = level.as_u64().and_then(|level| usize::try_from(level).ok());
            level.map(|level| (column.clone(), level)).ok_or_else(|| unreadable("levels"))
        };
        let map = |key: &str| asked[key].as_object().ok_or_else(|| unreadable(key));
        let reading = |which: &str| -> Result<Reading> {
            reading(&toml(&asked["reading"][which], which)?.read)
        };
        Ok(Asked {
            qi: words("qi")?,
            demands: demands(&models, &sensitive, member)?,
            models,
            sensitive,
            group: asked["group"].as_str().map(str::to_owned),
            member,
            hierarchies: words("hierarchies")?,
            levels: map("levels")?.iter().map(level).collect::<Result<_>>()?,
            kinds: map("kinds")?.iter().map(kind).collect::<Result<_>>()?,
            published: reading("published")?,
            others: reading("others")?,
            sample_rows: asked["sample_rows"].as_u64(),
            skip_suppressed: asked["skip_suppressed"].as_bool().unwrap_or(false),
        })
    }

    /// What the certificate must promise if it is true to its question.
    fn promised(&self) -> Promised<'_> {
        let Asked { qi, sensitive, demands, models, .. } = self;
        Promised { qi, sensitive, demands, models: written_models(models) }
    }

    /// Refuses levels that no hierarchy has.
    fn check_levels(&self, chains: Option<&BTreeMap<String, Chains>>) -> Result<()> {
        for (column, &level) in &self.levels {
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
        for word in &self.hierarchies {
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
            let is_secret = self.sensitive.iter().any(|name| name == column);
            Ok(if is_secret { original } else { crowd })
        };
        let reading = Reading { kinds: self.kinds.clone(), ..self.others.clone() };
        labels::read(&reading, &hierarchies(&words)?, source, self.skip_suppressed, &talk.work)
            .map(Some)
    }
}
