//! What a certificate promises, measured again from the published bytes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use incrowd::terms::{Demand, Distance, Kind, Population};
use incrowd_io::{Location, Table};
use incrowd_judge::{Chains, Question, judge};
use serde_json::{Value, json};

use crate::args::{ModelArgs, ReleaseArgs};
use crate::failure::{Failure, Result};
use crate::settings::{Reading, demands, hierarchies, parse_release_toml};
use crate::study::{chains, distinct, grow, kind};
use crate::talk::Talk;

use super::{Figure, State, Verified};

/// Asks the judge again what it was asked, as far as the files are there.
pub fn again(document: &Value, verified: &mut Verified, talk: &Talk) -> Result<()> {
    let asked = &document["evidence"]["question"];
    if asked.is_null() {
        let why =
            "rows were published by chance: that the coins were fair cannot be told from them";
        verified.left.push(why.to_owned());
        return Ok(());
    }
    let asked = Asked::read(asked)?;
    let here = |role: &str| -> Option<PathBuf> {
        let file = verified.files.iter().find(|file| file.role == role)?;
        file.found.clone().filter(|_| file.state == State::Same)
    };
    let published = here("published").or_else(|| here("table"));
    let Some(path) = published else { return Ok(()) };
    let open =
        |path: PathBuf, reading: &Reading| Table::open(&Location::Path(path), &reading.options);
    let table = open(path, &asked.published)?;
    let secrets = here("secrets").map(|path| open(path, &asked.published)).transpose()?;
    let register = if asked.member { here("table") } else { here("public") };
    let register = register.map(|path| open(path, &asked.others)).transpose()?;
    let distribution = here("distribution").map(|path| open(path, &asked.others)).transpose()?;
    let crowd = register.as_ref().or(distribution.as_ref());
    let chains = asked.chains(&table, crowd, &here, talk)?;
    let (decided, left): (Vec<usize>, Vec<usize>) = (0..asked.demands.len()).partition(|&at| {
        let demand = &asked.demands[at];
        (!needs_population(demand) || (crowd.is_some() && chains.is_some()))
            && (!needs_hierarchy(demand) || chains.is_some())
    });
    for &at in &left {
        let why = "the population or a hierarchy is missing or has changed";
        verified.left.push(format!("{}: {why}", asked.demands[at]));
    }
    let again: Vec<Demand> = decided.iter().map(|&at| asked.demands[at].clone()).collect();
    let hierarchies = chains.unwrap_or_default();
    let use_crowd = again.iter().any(needs_population);
    let _step = talk.step("judging", None);
    let findings = judge(&Question {
        table: &table,
        qi: &asked.qi,
        sensitive: &asked.sensitive,
        group: asked.group.as_deref(),
        secrets: secrets.as_ref(),
        demands: &again,
        nulls: &asked.others.nulls,
        kinds: &asked.kinds,
        hierarchies: &hierarchies,
        levels: &asked.levels,
        public: register.as_ref().filter(|_| use_crowd),
        distribution: distribution.as_ref().filter(|_| use_crowd),
        sample_rows: asked.sample_rows,
        skip_suppressed: asked.skip_suppressed,
        threads: talk.threads,
    })?;
    let certified = &document["evidence"]["risk"]["after"];
    let figures = [
        ("rows", json!(findings.rows)),
        ("classes", json!(findings.classes)),
        ("k", json!(findings.k)),
        ("unique rows", json!(findings.unique_rows)),
    ];
    for (name, found) in figures {
        let certified = certified[name.replace(' ', "_")].clone();
        verified.measured.push(Figure { name: name.to_owned(), certified, found, holds: true });
    }
    for (&at, guarantee) in decided.iter().zip(&findings.guarantees) {
        verified.measured.push(Figure {
            name: asked.demands[at].to_string(),
            certified: document["guarantees"][at]["measured"].clone(),
            found: guarantee.measured.clone(),
            holds: guarantee.holds,
        });
    }
    Ok(())
}

/// Whether a demand is about more than the published table.
fn needs_population(demand: &Demand) -> bool {
    match demand {
        Demand::KMap { population, .. } => *population == Population::Table,
        Demand::Presence { .. }
        | Demand::PersonalPresence { .. }
        | Demand::JointPresence { .. }
        | Demand::WeakKAnonymity { .. }
        | Demand::MixedMembership { .. } => true,
        _ => false,
    }
}

/// Whether a demand is about distances in a hierarchy.
fn needs_hierarchy(demand: &Demand) -> bool {
    let Demand::TCloseness { closeness, .. } = demand else { return false };
    closeness.distance == Distance::Hierarchical
}

/// The question that a certificate keeps.
struct Asked {
    qi: Vec<String>,
    sensitive: Vec<String>,
    group: Option<String>,
    demands: Vec<Demand>,
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
            Reading::new(&toml(&asked["reading"][which], which)?.read)
        };
        Ok(Asked {
            qi: words("qi")?,
            demands: demands(&models, &sensitive, member)?,
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

    /// The hierarchies through which labels are read, over the values of the population; nothing if
    /// one of their files is not what it was.
    fn chains(
        &self,
        table: &Table,
        crowd: Option<&Table>,
        here: &dyn Fn(&str) -> Option<PathBuf>,
        talk: &Talk,
    ) -> Result<Option<BTreeMap<String, Chains>>> {
        let mut words = Vec::new();
        for word in &self.hierarchies {
            let Some((column, spec)) = word.split_once('=') else { continue };
            let unread = incrowd::hierarchy::Spec::parse(spec)?;
            if unread.path().is_none() {
                words.push(word.clone());
                continue;
            }
            let Some(path) = here(&format!("hierarchy of {column}")) else { return Ok(None) };
            let prefix = if spec.starts_with("tree:") { "tree:" } else { "" };
            words.push(format!("{column}={prefix}{}", path.display()));
        }
        let mut readings = BTreeMap::new();
        for (column, spec) in hierarchies(&words)? {
            let source = if self.sensitive.contains(&column) { Some(table) } else { crowd };
            let Some(source) = source else { continue };
            let values = distinct(source, &column, talk)?;
            let texts = values.iter().map(|(text, _)| text.as_str());
            let kind = match self.kinds.get(&column) {
                Some(&kind) => kind,
                None => kind(&self.others, &column, texts)?,
            };
            let hierarchy = grow(&self.others, &column, kind, &spec, &values)?;
            readings.insert(column, chains(&hierarchy)?);
        }
        Ok(Some(readings))
    }
}
