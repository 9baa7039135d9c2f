//! The generalizations of table 7, as far as the paper prints them.
//!
//! It does not say where the age of 50 belongs, who counts as married, or where ranges of ten
//! years begin: here 50 is with the older, whoever has a spouse is married, and ranges begin at
//! multiples of ten.

use std::fmt::Write;

use incrowd_core::hierarchy::Spec;

/// Age, marital status, race and sex, as places among the columns of Adult.
pub(super) const KEYS: [usize; 4] = [0, 5, 8, 9];

/// Pay, capital gain and capital loss. The fourth secret of the paper, the tax period, is no
/// column of Adult.
pub(super) const SECRETS: [usize; 3] = [14, 10, 11];

const MARITAL: &str = "\
Married-civ-spouse;Married;*
Married-AF-spouse;Married;*
Married-spouse-absent;Married;*
Never-married;Single;*
Divorced;Single;*
Separated;Single;*
Widowed;Single;*
";

const RACE: &str = "\
White;White;White;*
Black;Black;Other;*
Asian-Pac-Islander;Other;Other;*
Amer-Indian-Eskimo;Other;Other;*
Other;Other;Other;*
";

/// The ages of the census.
const AGES: std::ops::RangeInclusive<u32> = 17..=90;

fn ages() -> String {
    let mut text = String::new();
    for age in AGES {
        let from = age - age % 10;
        let half = if age < 50 { "below 50" } else { "50 and above" };
        let _ = writeln!(text, "{age};{from}-{};{half};*", from + 9);
    }
    text
}

/// The four hierarchies.
pub(super) fn keys() -> Vec<(usize, Spec)> {
    let file = |name: &str, text: String| Spec::chains(name, text);
    let [age, marital, race, sex] = KEYS;
    vec![
        (age, file("age", ages())),
        (marital, file("marital-status", MARITAL.to_owned())),
        (race, file("race", RACE.to_owned())),
        (sex, Spec::flat()),
    ]
}
