//! A made-up town: everybody in it, and those who took part in a study.

use std::fmt::Write;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::people::{drawn, sex};

/// Jobs, with how many in a hundred adults have them.
const JOBS: [(&str, u32); 12] = [
    ("nurse", 9),
    ("doctor", 3),
    ("carer", 8),
    ("teacher", 9),
    ("lecturer", 2),
    ("cook", 10),
    ("electrician", 9),
    ("farmer", 6),
    ("driver", 14),
    ("clerk", 18),
    ("engineer", 10),
    ("lawyer", 2),
];

const AREAS: [&str; 4] = ["471", "473", "476", "479"];

/// A person, as the public register has them.
pub struct TownPerson {
    pub name: String,
    pub age: u32,
    pub sex: &'static str,
    pub zip: String,
    pub job: &'static str,
}

/// A town and a study.
pub struct Town {
    pub people: Vec<TownPerson>,
    /// Who took part, and the illness that the study found.
    pub members: Vec<(usize, &'static str)>,
}

impl Town {
    /// The town of so many people of a seed.
    pub fn of(people: usize, seed: u64) -> Town {
        let random = &mut ChaCha12Rng::seed_from_u64(seed);
        let people: Vec<TownPerson> = (0..people).map(|number| person(number, random)).collect();
        let mut members = Vec::new();
        for (number, person) in people.iter().enumerate() {
            // The study is about chronic illness: the older, the likelier to take part.
            if random.random_range(0..1000) < person.age {
                members.push((number, illness(person, random)));
            }
        }
        Town { people, members }
    }

    /// The public register: name and quasi-identifiers of everybody.
    pub fn register(&self) -> String {
        let mut csv = String::from("name,age,sex,zip,job\n");
        for TownPerson { name, age, sex, zip, job } in &self.people {
            let _ = writeln!(csv, "{name},{age},{sex},{zip},{job}");
        }
        csv
    }

    /// The study: those who took part, with what was found.
    pub fn study(&self) -> String {
        let mut csv = String::from("name,age,sex,zip,job,illness\n");
        for (number, illness) in &self.members {
            let TownPerson { name, age, sex, zip, job } = &self.people[*number];
            let _ = writeln!(csv, "{name},{age},{sex},{zip},{job},{illness}");
        }
        csv
    }
}

fn person(number: usize, random: &mut ChaCha12Rng) -> TownPerson {
    let age = 18 + random.random_range(0..45) + random.random_range(0..29);
    let area = AREAS[random.random_range(0..4_usize).min(random.random_range(0..4))];
    let zip = format!("{area}{:02}", random.random_range(0..12_u32));
    let job = drawn(&JOBS, random);
    TownPerson { name: format!("person {number:05}"), age, sex: sex(random), zip, job }
}

fn illness(person: &TownPerson, random: &mut ChaCha12Rng) -> &'static str {
    let old = person.age >= 55;
    match random.random_range(0..100) {
        0..=24 => "hypertension",
        25..=44 if old => "diabetes",
        45..=59 if old => "arthritis",
        25..=39 => "asthma",
        40..=52 => "depression",
        60..=66 => "epilepsy",
        67..=69 => "hiv",
        _ => "none",
    }
}
