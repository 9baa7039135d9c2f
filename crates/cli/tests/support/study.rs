//! Releases of the small study, and of a larger one.

use serde_json::Value;

use super::{Folder, Run};

/// The study with its roles and hierarchies; demands and an output are still to be named.
pub const STUDY_WORDS: &str = "release study.csv --qi age,sex,region --sensitive illness,salary --id name \
                           --hierarchy age=intervals:10,20 --hierarchy region=region.csv";

/// Ages in decades, sexes as they are, no regions: the one node of these levels.
pub const LEVELS: &str = "--level age=1 --level sex=0 --level region=2";

pub fn study(folder: &Folder, flags: &str) -> Run {
    folder.run(&format!("{STUDY_WORDS} {flags}"))
}

pub fn report(folder: &Folder, flags: &str) -> Value {
    study(folder, &format!("{flags} --json")).succeeds().json()
}

/// A table of several blocks, so that threads have something to share.
pub fn large(rows: u64) -> String {
    // A linear congruential generator: seeded, and the same everywhere.
    let mut state = 7_u64;
    let mut draw = move |sides: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % sides
    };
    let mut text = String::from("id,age,born,sex,region,illness,salary\n");
    for row in 0..rows {
        let region = ["north", "west", "south", "east"][draw(4) as usize];
        let illness = ["flu", "asthma", "hiv", "none", ""][draw(5) as usize];
        text += &format!(
            "{row},{},{},{},{region},{illness},{}\n",
            20 + draw(60),
            1940 + draw(60),
            ["F", "M"][draw(2) as usize],
            20_000 + 500 * draw(100)
        );
    }
    text
}

/// The larger study with its roles, hierarchies and demands.
pub const LARGE_WORDS: &str = "release large.csv --qi age,born,sex,region --sensitive illness,salary --id id \
                           --hierarchy age=intervals:5,10,20,40 --hierarchy region=region.csv \
                           --k 4 --l illness=entropy:2 --t salary=0.5:ordered --suppress 5%";
