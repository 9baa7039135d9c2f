//! A hospital's visits of one year, with everything that such an extract should not have.

use std::fmt::Write;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::people::{date, drawn, named};
use super::story::{Story, StoryFile};

pub const STORY: Story = Story {
    name: "hospital",
    page: "docs/tutorials/hospital.md",
    about: "A hospital's visits in 2023.",
    files,
};

const VISITS: u32 = 2_500;
const YEAR: u32 = 2023;

/// The first digits of zips, with how many in a hundred patients come from there. The last area is
/// one of those with few people.
const AREAS: [(&str, u32); 5] = [("021", 44), ("018", 26), ("019", 18), ("030", 9), ("036", 3)];

const DIAGNOSES: [(&str, u32); 10] = [
    ("hypertension", 20),
    ("fracture", 15),
    ("pneumonia", 12),
    ("diabetes", 12),
    ("appendicitis", 10),
    ("heart failure", 10),
    ("asthma", 8),
    ("depression", 7),
    ("stroke", 4),
    ("hiv", 2),
];

const HEAD: &str =
    "record_number,name,birth_date,sex,zip,phone,email,admitted,discharged,diagnosis,charge";

fn files(seed: u64) -> Vec<StoryFile> {
    let random = &mut ChaCha12Rng::seed_from_u64(seed);
    let mut csv = format!("{HEAD}\n");
    for number in 0..VISITS {
        visit(number, &mut csv, random);
    }
    vec![StoryFile::new("visits.csv", "2500 visits, as the hospital's system has them", csv)]
}

fn visit(number: u32, csv: &mut String, random: &mut ChaCha12Rng) {
    let (name, sex) = named(random);
    let age = random.random_range(0..60) + random.random_range(0..39);
    let born = date(YEAR - 1 - age, random.random_range(0..365));
    let zip = format!("{}{:02}", drawn(&AREAS, random), random.random_range(1..20_u32));
    let phone = format!("617-555-{:04}", random.random_range(100..200_u32));
    let email = format!("{}{number}@example.org", name.to_lowercase().replace(' ', "."));
    let admitted = random.random_range(0..365);
    let stay = random.random_range(0..9) + random.random_range(0..5) * random.random_range(0..4);
    let diagnosis = drawn(&DIAGNOSES, random);
    let charge = 900 + 1_450 * stay + random.random_range(0..2_400);
    let _ = writeln!(
        csv,
        "MRN-{:06},{name},{born},{sex},{zip},{phone},{email},{},{},{diagnosis},{charge}",
        100_000 + 37 * number,
        date(YEAR, admitted),
        date(YEAR, admitted + stay),
    );
}
