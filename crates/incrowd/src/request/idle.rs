//! What flags beside a `release.toml` leave without use: taken out and said, because whoever types a
//! flag should not have to edit the file.

use incrowd_core::terms::{FLAGS, FlagValue, column_and_value, option_with};

use crate::error::Result;
use crate::options::{ReleaseOptions, from_words, given};

use super::ReleaseRequest;

/// The options of a file and of flags together (`merged`), without what of the file is idle, and a
/// sentence if there was any. What flags say is never taken out, and what is wrong with the file
/// alone stays wrong.
pub(super) fn settle(
    said: &ReleaseOptions,
    merged: ReleaseOptions,
) -> Result<(ReleaseOptions, Option<String>)> {
    let mut idle = Vec::new();
    let mut options = merged;
    roles(said, &mut options, &mut idle);
    columns(said, &mut options, &mut idle);
    let options = whole(said, options, &mut idle)?;
    let note = (!idle.is_empty()).then(|| {
        format!("of the file, {} has no use beside these options and is ignored", idle.join(", "))
    });
    Ok((options, note))
}

/// A column plays the part that the flags give it, and no other.
fn roles(said: &ReleaseOptions, options: &mut ReleaseOptions, idle: &mut Vec<String>) {
    let named: Vec<String> =
        [&said.roles.qi, &said.roles.sensitive, &said.id].into_iter().flatten().cloned().collect();
    let lists = [
        ("qi", said.roles.qi.is_empty(), &mut options.roles.qi),
        ("sensitive", said.roles.sensitive.is_empty(), &mut options.roles.sensitive),
        ("id", said.id.is_empty(), &mut options.id),
    ];
    for (name, _, list) in lists.into_iter().filter(|(_, of_file, _)| *of_file) {
        let before = list.len();
        list.retain(|column| !named.contains(column));
        if list.len() < before {
            idle.push(format!("part of `{name}`"));
        }
    }
    if said.person.is_none() && options.person.as_ref().is_some_and(|person| named.contains(person))
    {
        options.person = None;
        idle.push("`person`".to_owned());
    }
}

/// What is said of columns that have no such part any more.
fn columns(said: &ReleaseOptions, options: &mut ReleaseOptions, idle: &mut Vec<String>) {
    let changed =
        !said.roles.qi.is_empty() || !said.roles.sensitive.is_empty() || !said.id.is_empty();
    if !changed {
        return;
    }
    let ReleaseOptions { roles, models, how, .. } = options;
    let column = |word: &String| column_and_value(word).map(|(column, _)| column);
    let is_qi = |word: &String| column(word).is_none_or(|column| roles.qi.contains(&column));
    let is_sensitive =
        |word: &String| column(word).is_none_or(|column| roles.sensitive.contains(&column));
    let lists = [
        ("hierarchy", &said.how.hierarchy, &mut how.hierarchy),
        ("level", &said.how.level, &mut how.level),
        ("weight", &said.how.weight, &mut how.weight),
    ];
    for (name, said, list) in lists {
        let secret = |word: &String| name == "hierarchy" && is_sensitive(word);
        for word in std::mem::take(list) {
            match said.contains(&word) || is_qi(&word) || secret(&word) {
                true => list.push(word),
                false => idle.push(option_with(name, &word)),
            }
        }
    }
    for flag in FLAGS.iter().filter(|flag| flag.takes == FlagValue::Words) {
        let words = models.words.all(flag.name).to_vec();
        let typed = said.models.words.all(flag.name);
        let (kept, gone): (Vec<String>, Vec<String>) =
            words.into_iter().partition(|word| typed.contains(word) || is_sensitive(word));
        if !gone.is_empty() {
            idle.extend(gone.iter().map(|word| option_with(flag.name, word)));
            models.words = std::mem::take(&mut models.words).with(flag.name, kept);
        }
    }
}

/// Options that do not go with a flag: those without which the release makes sense.
fn whole(
    said: &ReleaseOptions,
    options: ReleaseOptions,
    idle: &mut Vec<String>,
) -> Result<ReleaseOptions> {
    /// What may be left out without anyone being less protected than the flags demand.
    const MAY_GO: [&str; 14] = [
        "suppress",
        "all-minimal",
        "overlap",
        "effort",
        "proof",
        "cut",
        "known",
        "level",
        "weight",
        "cost",
        "cost-over",
        "seed",
        "keep-suppressed",
        "time-limit",
    ];
    let typed = given(said);
    let makes_sense = |options: &ReleaseOptions| ReleaseRequest::new(options).is_ok();
    if makes_sense(&options) || typed.len() < 2 {
        return Ok(options);
    }
    for name in MAY_GO.iter().filter(|name| !typed.contains_key(**name)) {
        let mut words = given(&options);
        if words.remove(*name).is_none() {
            continue;
        }
        let mut without: ReleaseOptions = from_words(words)?;
        without.file.clone_from(&options.file);
        if makes_sense(&without) {
            idle.push(format!("`{name}`"));
            return Ok(without);
        }
    }
    Ok(options)
}
