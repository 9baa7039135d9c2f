//! `standard:countries`: trees that are public standards.
//!
//! What it makes: every value of the data is looked up in a built-in table, whatever its case, accents
//! and punctuation, and gets the groups of the standard. The values stay as they are written, so a
//! table may mix `DE`, `DEU`, `276` and `Germany`. Each table is a file beside this one, which cites
//! the standard and its year. Boxes publish groups of the standard, too, not sets of values.
//!
//! Example: `Germany -> Western Europe -> Europe -> *`; `E11.9 -> E11 -> E10-E14 -> E00-E90 -> *`.
//!
//! Refuses: a name that is no standard; values that the standard lacks; values that look
//! generalized.

mod codes;
mod names;

use super::{
    Builder, BuilderForm, BuilderParameters, BuilderSyntax, Domain, DomainValue, Fault, Hierarchy,
    Scaffold, Spec,
};

const NAME: &str = "standard";

pub(super) const FORM: BuilderForm = BuilderForm {
    name: NAME,
    example: "standard:countries",
    reading: BuilderSyntax::Parameters(read),
};

/// How many values that a standard lacks are listed in the message.
const LISTED: usize = 10;

/// A standard: its name, and the groups of a value, finest first; nothing if it has no such value.
/// All values have equally many groups.
#[derive(Debug)]
struct Standard {
    name: &'static str,
    groups: fn(&str) -> Option<Vec<String>>,
}

/// Every standard, in the order in which messages name them.
const STANDARDS: &[Standard] = &[
    Standard { name: "countries", groups: names::country },
    Standard { name: "us-states", groups: names::state },
    Standard { name: "icd-10", groups: codes::disease },
    Standard { name: "isced", groups: names::education },
    Standard { name: "nace", groups: codes::activity },
    Standard { name: "isic", groups: codes::activity },
];

impl Builder for &'static Standard {
    fn words(&self) -> String {
        format!("{NAME}:{}", self.name)
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        let mut ordered = domain.by_text();
        let mut lacking = Vec::new();
        let mut placed: Vec<(Vec<String>, DomainValue<'_>)> = Vec::new();
        for value in ordered.values {
            match (self.groups)(value.text) {
                Some(groups) => placed.push((groups, value)),
                None => lacking.push(value.text.to_owned()),
            }
        }
        if !lacking.is_empty() {
            let more = lacking.len().saturating_sub(LISTED);
            lacking.truncate(LISTED);
            return Err(Fault::Lacking { values: lacking, more, untrimmed: false });
        }
        // Groups stand together at every level; the values were by text before.
        placed.sort_by(|(one, _), (other, _)| one.iter().rev().cmp(other.iter().rev()));
        ordered.values = placed.iter().map(|(_, value)| *value).collect();
        let levels = placed.first().map_or(0, |(groups, _)| groups.len());
        let mut scaffold = Scaffold::new(&ordered);
        for level in 0..levels {
            let names = placed.iter().map(|(groups, _)| groups[level].as_str());
            scaffold.group_by(names, |name, _| (*name).to_owned());
        }
        Ok(scaffold.crown()?.in_nodes())
    }
}

fn read(words: &BuilderParameters<'_>) -> Result<Spec, Fault> {
    let name = words.parameters.trim();
    let standard = STANDARDS.iter().find(|standard| standard.name == name);
    standard.map(Spec::of).ok_or_else(|| {
        let names: Vec<&str> = STANDARDS.iter().map(|standard| standard.name).collect();
        words.bad(format!("there is no standard '{name}'; known are {}", names.join(", ")))
    })
}

/// A value as tables are searched for it: letters and digits in lower case, without accents.
fn key(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).filter_map(plain).collect()
}

/// A letter without its accent; nothing for what is neither letter nor digit.
fn plain(letter: char) -> Option<char> {
    match letter {
        'a'..='z' | '0'..='9' => Some(letter),
        'à'..='å' => Some('a'),
        'ç' => Some('c'),
        'è'..='ë' => Some('e'),
        'ì'..='ï' => Some('i'),
        'ñ' => Some('n'),
        'ò'..='ö' => Some('o'),
        'ù'..='ü' => Some('u'),
        _ => None,
    }
}

/// The lines of a table without its head.
fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::domain::tests::{chains, grown, spec};
    use incrowd_terms::Kind;

    #[track_caller]
    fn of(name: &str, values: &[&str]) -> Vec<String> {
        chains(&grown(&spec(&format!("standard:{name}")), Kind::Text, values).unwrap())
    }

    #[test]
    fn countries_have_regions_by_name_and_code() {
        assert_eq!(
            of("countries", &["DEU", "us", "Côte d'Ivoire", "276", "united-states", "4", "?"]),
            [
                "?;?;?;*",
                "Côte d'Ivoire;Western Africa;Africa;*",
                "united-states;Northern America;Americas;*",
                "us;Northern America;Americas;*",
                "4;Southern Asia;Asia;*",
                "276;Western Europe;Europe;*",
                "DEU;Western Europe;Europe;*",
            ]
        );
    }

    #[test]
    fn states_have_divisions_and_regions() {
        let chains = of("us-states", &["ny", "Texas", "WA"]);
        assert_eq!(
            chains,
            [
                "ny;Middle Atlantic;Northeast;*",
                "Texas;West South Central;South;*",
                "WA;Pacific;West;*"
            ]
        );
    }

    #[test]
    fn diseases_have_categories_blocks_and_chapters() {
        assert_eq!(
            of("icd-10", &["E11.9", "E119", "c50", "A00"]),
            [
                "A00;A00;A00-A09;A00-B99;*",
                "c50;C50;C50-C50;C00-D48;*",
                "E11.9;E11;E10-E14;E00-E90;*",
                "E119;E11;E10-E14;E00-E90;*",
            ]
        );
    }

    #[test]
    fn education_has_three_groups() {
        let chains = of("isced", &["0", "ISCED 3", "Bachelor's or equivalent"]);
        assert_eq!(
            chains,
            ["0;ISCED 0-2;*", "ISCED 3;ISCED 3-4;*", "Bachelor's or equivalent;ISCED 5-8;*"]
        );
        assert_eq!(grown(&spec("standard:isced"), Kind::Integer, &["2", "5"]).unwrap().height(), 2);
    }

    #[test]
    fn activities_have_divisions_and_sections() {
        let expected = ["01.11;01;A;*", "A;A;A;*", "C10.1;10;C;*", "10;10;C;*", "8610;86;Q;*"];
        let mut found = of("nace", &["01.11", "A", "C10.1", "10", "8610"]);
        found.sort_by_key(|chain| expected.iter().position(|other| other == chain));
        assert_eq!(found, expected);
    }

    #[test]
    fn what_a_standard_lacks_is_named() {
        for (name, value) in [
            ("countries", "Atlantis"),
            ("us-states", "Guam"),
            ("icd-10", "250.00"),
            ("icd-10", "É11"),
            ("isced", "9"),
            ("nace", "1"),
            ("nace", "04"),
            ("nace", "B10"),
        ] {
            let spec = spec(&format!("standard:{name}"));
            let error = grown(&spec, Kind::Text, &[value]).unwrap_err();
            assert_eq!((error.value(), error.column()), (Some(value), Some("col")), "{name}");
        }
        let error = Spec::parse("standard:planets").unwrap_err();
        assert!(error.to_string().contains("countries, us-states, icd-10"), "{error}");
    }

    #[test]
    fn every_line_of_every_table_is_found_once() {
        for (table, groups) in names::TABLES {
            let mut known = std::collections::BTreeMap::new();
            for line in lines(table) {
                let (spellings, path) = line.split_once(';').unwrap();
                for spelling in spellings.split('|') {
                    assert_eq!(groups(spelling).unwrap().join(";"), path, "{spelling}");
                    assert_eq!(known.insert(key(spelling), line), None, "{spelling}");
                }
            }
        }
    }
}
