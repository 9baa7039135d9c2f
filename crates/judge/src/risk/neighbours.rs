//! *Neighbours*: classes whose numeric secrets are not equal, but lie close together.
//!
//! Close means within 1 % of the column's spread, or within 10 % of it: the distance between the
//! values that 5 % and 95 % of the rows do not exceed. A class of five that earn between 50,100
//! and 50,200 has five different secrets and none. Some classes are close by chance, so the people in
//! close classes are compared with what random groups of the same sizes would give: for a group
//! of n independent people, the least value v and the greatest are within d with probability
//! sum over v of P(all in [v, v+d]) - P(all in (v, v+d]), and equal ones are left out. A person with
//! several values in a class is drawn with all of them.
//!
//! A warning if people in close classes are at least 1 % of all (10 % for the wider distance) and
//! more than chance gives by four standard deviations and twice.

use std::collections::BTreeMap;

use incrowd_terms::{Risk, RiskKind, Severity};

use crate::error::JudgeError;
use crate::question::positions;

use super::PublishedFile;
use super::rows::Rows;
use super::values::{kind, places};
use super::words::{class, is_share, percent};

/// Distances in hundredths of the spread, each with the hundredths of the people from which it is a
/// warning.
const CLOSE: [(i128, u64); 2] = [(1, 1), (10, 10)];

/// Standard deviations above chance.
const DEVIATIONS: f64 = 4.0;

/// As many people as chance allows are not more: rounding must not decide a tie.
const TIE: f64 = 1e-9;

/// The values of a class or group.
struct Group {
    /// Its number.
    at: usize,
    least: i128,
    greatest: i128,
    people: u64,
    first: u32,
}

/// The least and the greatest value that a person has in a class or group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Span {
    least: i128,
    greatest: i128,
}

/// The risk of each sensitive column of numbers or dates.
pub(super) fn measure(file: &PublishedFile<'_>, rows: &Rows) -> Result<Vec<Risk>, JudgeError> {
    let names: Vec<&str> = file.published_sensitive().collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let columns = positions(file.table, &names)?;
    let group = positions(file.table, &Vec::from_iter(file.group))?;
    let members = members(rows, group.first().copied());
    let risk = |(name, &place): (&&str, &usize)| column(file, rows, &members, name, place);
    Ok(names.iter().zip(&columns).filter_map(risk).collect())
}

/// The rows of each class, or of each group in it.
fn members(rows: &Rows, group: Option<usize>) -> Vec<Vec<u32>> {
    let Some(group) = group else { return rows.by_class() };
    let mut parts: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    for row in 0..rows.len() {
        let key = (rows.classes[row], rows.columns[group].codes[row]);
        parts.entry(key).or_default().push(row as u32);
    }
    parts.into_values().collect()
}

fn column(
    file: &PublishedFile<'_>,
    rows: &Rows,
    members: &[Vec<u32>],
    name: &str,
    place: usize,
) -> Option<Risk> {
    let column = &rows.columns[place];
    let kind = kind(file.kinds.get(name).copied(), &column.texts, file.nulls);
    if !kind.is_ordered() {
        return None;
    }
    let by_code = places(kind, &column.texts, file.nulls);
    let value = |row: &u32| by_code[column.codes[*row as usize] as usize];
    let (mut groups, mut everywhere) = (Vec::new(), Vec::new());
    for (at, members) in members.iter().enumerate() {
        let spans = spans(rows, members, value);
        everywhere.extend(spans.iter().flatten());
        groups.extend(Group::of(at, members[0], &spans));
    }
    let mut values: Vec<i128> = (0..rows.len() as u32).filter_map(|row| value(&row)).collect();
    values.sort_unstable();
    let spread = spread(&values)?;
    let everybody = rows.everybody();
    CLOSE.iter().find_map(|&(hundredths, share)| {
        let distance = spread * hundredths / 100;
        let mut found = Found::of(&groups, distance, &everywhere);
        let close = found.groups.iter().flat_map(|group| &members[group.at]);
        found.different = rows.people_of(close.map(|&row| row as usize));
        let warns = is_share(found.different, everybody, share) && found.is_above_chance();
        warns.then(|| {
            told(file, rows, name, column, (hundredths, members.len()), &found, everybody)
        })?
    })
}

/// The span of each person of a class or group; nothing for people who have no value there.
fn spans(rows: &Rows, members: &[u32], value: impl Fn(&u32) -> Option<i128>) -> Vec<Option<Span>> {
    let mut placed: Vec<(u32, Option<i128>)> =
        members.iter().map(|row| (rows.people[*row as usize], value(row))).collect();
    placed.sort_unstable();
    let span = |person: &[(u32, Option<i128>)]| {
        let values = || person.iter().filter_map(|(_, value)| *value);
        Some(Span { least: values().min()?, greatest: values().max()? })
    };
    placed.chunk_by(|a, b| a.0 == b.0).map(span).collect()
}

impl Group {
    /// A group of two people or more, all of whom have a value.
    fn of(at: usize, first: u32, spans: &[Option<Span>]) -> Option<Group> {
        let people = spans.len() as u64;
        let spans: Option<Vec<Span>> = spans.iter().copied().collect();
        let spans = spans.filter(|_| people > 1)?;
        let least = spans.iter().map(|span| span.least).min()?;
        let greatest = spans.iter().map(|span| span.greatest).max()?;
        Some(Group { at, least, greatest, people, first })
    }
}

/// The distance between the values that 5 % and 95 % do not exceed; nothing if it is none.
fn spread(sorted: &[i128]) -> Option<i128> {
    let last = sorted.len().checked_sub(1)?;
    let (low, high) = (last * 5 / 100, (last * 95).div_ceil(100));
    Some(sorted[high] - sorted[low]).filter(|&spread| spread > 0)
}

/// The close groups.
struct Found<'g> {
    groups: Vec<&'g Group>,
    /// The people of all close groups, and how many different ones they are.
    people: u64,
    different: u64,
    /// People in close groups by chance, and the variance of their number.
    by_chance: f64,
    variance: f64,
}

impl<'g> Found<'g> {
    fn of(groups: &'g [Group], distance: i128, everywhere: &[Span]) -> Found<'g> {
        let is_close = |group: &&Group| (1..=distance).contains(&(group.greatest - group.least));
        let close: Vec<&Group> = groups.iter().filter(is_close).collect();
        let people = close.iter().map(|group| group.people).sum();
        let windows = Windows::of(everywhere, distance);
        let mut likely: BTreeMap<u64, f64> = BTreeMap::new();
        let (mut by_chance, mut variance) = (0.0, 0.0);
        for group in groups {
            let chance =
                *likely.entry(group.people).or_insert_with(|| windows.likely(group.people));
            let people = group.people as f64;
            by_chance += people * chance;
            variance += people * people * chance * (1.0 - chance);
        }
        Found { groups: close, people, different: people, by_chance, variance }
    }

    fn is_above_chance(&self) -> bool {
        let above = self.people as f64 - self.by_chance;
        let limit = (DEVIATIONS * self.variance.sqrt()).max(self.by_chance);
        above - limit > TIE
    }
}

/// What share of people lies in the windows above a value.
struct Window {
    /// All their values from it up to a distance above it.
    from: f64,
    /// All their values above it up to that distance.
    above: f64,
    /// It alone.
    own: f64,
}

/// The windows above each least value of a person.
struct Windows(Vec<Window>);

impl Windows {
    fn of(spans: &[Span], distance: i128) -> Windows {
        let all = spans.len() as f64;
        let fits = |span: &&Span| span.greatest - span.least <= distance;
        let mut fitting: Vec<Span> = spans.iter().filter(fits).copied().collect();
        fitting.sort_unstable();
        let mut greatest: Vec<i128> = fitting.iter().map(|span| span.greatest).collect();
        greatest.sort_unstable();
        let mut windows = Vec::new();
        let (mut below, mut end) = (0, 0);
        for run in fitting.chunk_by(|a, b| a.least == b.least) {
            let value = run[0].least;
            while end < greatest.len() && greatest[end] - value <= distance {
                end += 1;
            }
            // Whoever begins below the value and fits into the distance ends within it.
            let from = (end - below) as f64 / all;
            below += run.len();
            let above = (end - below) as f64 / all;
            let own = run.iter().filter(|span| span.greatest == value).count() as f64 / all;
            windows.push(Window { from, above, own });
        }
        Windows(windows)
    }

    /// How likely so many random people are within the distance, and not all equal.
    fn likely(&self, people: u64) -> f64 {
        let power = |share: f64| share.max(0.0).powf(people as f64);
        let each = |window: &Window| power(window.from) - power(window.above) - power(window.own);
        self.0.iter().map(each).sum::<f64>().clamp(0.0, 1.0)
    }
}

fn told(
    file: &PublishedFile<'_>,
    rows: &Rows,
    name: &str,
    column: &super::rows::Coded,
    (hundredths, all): (i128, usize),
    found: &Found<'_>,
    everybody: u64,
) -> Option<Risk> {
    let rank = |group: &&&Group| {
        (group.greatest - group.least, std::cmp::Reverse(group.people), group.first)
    };
    let worst = found.groups.iter().min_by_key(rank)?;
    let members = match file.group {
        Some(_) => "groups",
        None => "classes",
    };
    let by_chance = found.by_chance.round() as u64;
    Some(Risk {
        count: found.different,
        of: everybody,
        columns: vec![name.to_owned()],
        example: Some(format!(
            "{}: the '{name}' of {} {} lies close to {}",
            class(file, rows, worst.first as usize),
            worst.people,
            rows.noun(worst.people),
            column.text(worst.first as usize),
        )),
        cure: Some(format!(
            "demand distances between the secrets of a class: `proximity {name} = EPS,2` or `t {name} = 0.2:ordered`"
        )),
        ..Risk::new(
            RiskKind::Neighbours,
            Severity::Warning,
            format!(
                "{} of {everybody} {} ({}) are in {} of {all} {members} whose '{name}' differs by no \
                 more than {hundredths}% of the usual spread ({by_chance} by chance): whoever knows \
                 their quasi-identifiers nearly knows it{}",
                found.different,
                rows.noun(everybody),
                percent(found.different, everybody),
                found.groups.len(),
                rows.sampled()
            ),
        )
    })
}

#[cfg(test)]
mod tests;
