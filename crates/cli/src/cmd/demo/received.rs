//! A table that somebody else anonymized, and badly: it keeps the letter of its claim and little else.
//!
//! Classes of age, sex and zip that are too small get a wider zip, those alone, so that published
//! classes overlap; what is still too small becomes a class of stars; the job stays as it was. Of two
//! parts of the town too much can be told: of the old of one area everybody took part, and the
//! young of another were found at one clinic.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::story::{Story, StoryFile};
use super::study::PEOPLE;
use super::town::{Town, TownPerson};

pub const STORY: Story = Story {
    name: "received",
    page: "docs/tutorials/received.md",
    about: "A table that somebody else anonymized, and says is 5-anonymous.",
    files,
};

/// What the sender claims.
const K: usize = 5;

/// Where everybody from this age on took part.
const HOME: (&str, u32) = ("476", 80);
/// Where everybody below this age was found at a clinic for this.
const CLINIC: (&str, u32, &str) = ("471", 30, "epilepsy");

fn files(seed: u64) -> Vec<StoryFile> {
    let mut town = Town::of(PEOPLE, seed);
    recruit(&mut town);
    vec![
        StoryFile::new("received.csv", "the table, as it came", received(&town)),
        StoryFile::new(
            "register.csv",
            "everybody of the town, as anyone can get them",
            town.register(),
        ),
        StoryFile::new("original.csv", "what the sender had, and you would not have", town.study()),
        StoryFile::new("jobs.txt", "the jobs, as a tree", super::JOBS),
    ]
}

fn recruit(town: &mut Town) {
    let taken: BTreeSet<usize> = town.members.iter().map(|(number, _)| *number).collect();
    for (number, person) in town.people.iter().enumerate() {
        if in_area(person, HOME.0) && person.age >= HOME.1 && !taken.contains(&number) {
            town.members.push((number, ["arthritis", "hypertension", "none"][number % 3]));
        }
    }
    for (number, illness) in &mut town.members {
        let person = &town.people[*number];
        if in_area(person, CLINIC.0) && person.age < CLINIC.1 {
            *illness = CLINIC.2;
        }
    }
}

fn in_area(person: &TownPerson, area: &str) -> bool {
    person.zip.starts_with(area)
}

/// What the sender shows of a person: the decade of the age, the sex, so many digits of the zip.
fn shown(person: &TownPerson, digits: usize) -> [String; 3] {
    let from = person.age / 10 * 10;
    let zip = person.zip.get(..digits).unwrap_or_default();
    [format!("[{from},{}]", from + 9), person.sex.to_owned(), format!("{zip:*<5}")]
}

fn received(town: &Town) -> String {
    let narrow = |&(number, _): &(usize, &str)| shown(&town.people[number], 3);
    let wide = |&(number, _): &(usize, &str)| shown(&town.people[number], 2);
    let crowded = classes(town.members.iter().map(narrow));
    let small = town.members.iter().filter(|member| crowded[&narrow(member)] < K);
    let widened = classes(small.map(wide));
    let mut csv = String::from("age,sex,zip,job,illness\n");
    for member @ (number, illness) in &town.members {
        let label = if crowded[&narrow(member)] >= K {
            narrow(member)
        } else if widened[&wide(member)] >= K {
            wide(member)
        } else {
            ["*"; 3].map(String::from)
        };
        let [age, sex, zip] = label;
        let _ = writeln!(csv, "\"{age}\",{sex},{zip},{},{illness}", town.people[*number].job);
    }
    csv
}

/// How many rows look alike.
fn classes(labels: impl Iterator<Item = [String; 3]>) -> BTreeMap<[String; 3], usize> {
    let mut counts = BTreeMap::new();
    for label in labels {
        *counts.entry(label).or_default() += 1;
    }
    counts
}
