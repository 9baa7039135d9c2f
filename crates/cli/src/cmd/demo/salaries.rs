//! A firm that asked its people what they earn: numbers that say much about each other.

use std::fmt::Write;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::people::{drawn, named};
use super::story::{Story, StoryFile};

pub const STORY: Story = Story {
    name: "salaries",
    page: "docs/tutorials/salaries.md",
    about: "A firm's salary survey.",
    files,
};

const EMPLOYEES: usize = 3_000;

/// Departments, with how many in a hundred work there.
const DEPARTMENTS: [(&str, u32); 8] = [
    ("sales", 22),
    ("support", 18),
    ("logistics", 16),
    ("development", 18),
    ("research", 8),
    ("finance", 8),
    ("people", 6),
    ("legal", 4),
];

/// Grades, with what they pay to begin with.
const GRADES: [(u32, u32); 6] = [(1, 24), (2, 28), (3, 24), (4, 15), (5, 7), (6, 2)];
const PAY: [u32; 6] = [27_000, 33_000, 41_000, 53_000, 70_000, 98_000];

const AREAS: [(&str, u32); 4] = [("471", 40), ("473", 30), ("476", 20), ("479", 10)];

const TREE: &str = include_str!("departments.txt");

fn files(seed: u64) -> Vec<StoryFile> {
    let random = &mut ChaCha12Rng::seed_from_u64(seed);
    let mut csv = String::from("name,age,sex,department,grade,postcode,salary\n");
    for _ in 0..EMPLOYEES {
        employee(&mut csv, random);
    }
    vec![
        StoryFile::new("salaries.csv", "what 3000 people of the firm earn", csv),
        StoryFile::new("departments.txt", "the departments, as a tree", TREE),
    ]
}

fn employee(csv: &mut String, random: &mut ChaCha12Rng) {
    let grade = drawn(&GRADES, random);
    let age = 20 + 3 * (grade - 1) + random.random_range(0..25) + random.random_range(0..8);
    let department = drawn(&DEPARTMENTS, random);
    let area = drawn(&AREAS, random);
    let begin = PAY[grade as usize - 1];
    // Years of service, and what was agreed on: within a tenth of what the grade pays.
    let agreed = random.random_range(0..begin / 10);
    let salary = (begin + 150 * (age - 20) + agreed) / 50 * 50;
    let (name, sex) = named(random);
    let house = random.random_range(0..12_u32);
    let _ = writeln!(csv, "{name},{age},{sex},{department},{grade},{area}{house:02},{salary}");
}
