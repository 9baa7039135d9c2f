//! Where links within a page lead: a name for each section, of plain letters.

use std::collections::BTreeSet;

/// The most letters that a name keeps of a title.
const LETTERS: usize = 48;

/// One name for each title, no two alike.
pub fn slugs<'a>(titles: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::from(["contents".to_owned()]);
    titles
        .map(|title| {
            let slug = slug(title);
            let more = (2..).map(|turn: usize| format!("{slug}-{turn}"));
            let free = std::iter::once(slug.clone()).chain(more).find(|name| !taken.contains(name));
            let name = free.unwrap_or(slug);
            taken.insert(name.clone());
            name
        })
        .collect()
}

/// The ASCII letters and digits of a title, with dashes for what is between them.
fn slug(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<String> =
        words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect();
    let mut slug = words.join("-");
    slug.truncate(LETTERS);
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "section".into() } else { slug.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_differ() {
        let titles =
            ["What was asked?", "what was ASKED", "数据", "", "Contents", "What was asked 2"];
        let names = slugs(titles.into_iter());
        let expected = [
            "what-was-asked",
            "what-was-asked-2",
            "section",
            "section-2",
            "contents-2",
            "what-was-asked-2-2",
        ];
        assert_eq!(names, expected);
    }
}
