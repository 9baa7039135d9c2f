//! The `study` demo: a study in a small town with a public register. Participation must stay
//! hidden.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::story::{Story, StoryFile};
use super::town::{Town, TownPerson};

pub const STORY: Story = Story {
    name: "study",
    page: "docs/tutorials/study.md",
    about: "A study of chronic illness in a small town.",
    files,
};

/// The number of people in the town, small enough for a quick search.
pub const PEOPLE: usize = 12_000;

fn files(seed: u64) -> Vec<StoryFile> {
    let town = Town::of(PEOPLE, seed);
    vec![
        StoryFile::new(
            "register.csv",
            "everybody of the town, as anyone can get them",
            town.register(),
        ),
        StoryFile::new("study.csv", "those who took part, with their illness", town.study()),
        StoryFile::new(
            "everyone.csv",
            "the register once more, with a column that says who took part",
            register_with_participation(&town),
        ),
        StoryFile::new("jobs.txt", "the jobs, as a tree", super::JOBS),
    ]
}

/// The register with a column for participation in the study, as `--member` expects it.
fn register_with_participation(town: &Town) -> String {
    let members: BTreeSet<usize> = town.members.iter().map(|(number, _)| *number).collect();
    let mut csv = String::from("name,age,sex,zip,job,took_part\n");
    for (number, TownPerson { name, age, sex, zip, job }) in town.people.iter().enumerate() {
        let took_part = if members.contains(&number) { "yes" } else { "no" };
        let _ = writeln!(csv, "{name},{age},{sex},{zip},{job},{took_part}");
    }
    csv
}
