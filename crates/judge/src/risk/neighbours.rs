//! *Neighbours*: classes whose numeric secrets are not equal, but lie close together.
//!
//! Close means within 1 % of the column's spread, or within 10 % of it: the distance between the
//! values that 5 % and 95 % of the rows do not exceed. A class of five that earn between 50,100
//! and 50,200 has five different secrets and none. Some classes are close by chance, so the people in
//! close classes are compared with what random groups of the same sizes would give: for a group
//! of n independent rows, the least value v and the greatest are within d with probability
//! sum over v of P(all in [v, v+d]) - P(all in (v, v+d]), and equal ones are left out.
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

/// The values of a class or group.
struct Group {
    least: i128,
    greatest: i128,
    rows: u64,
    people: u64,
    first: u32,
}

/// The risk of each sensitive column of numbers or dates.
pub(super) fn measure(file: &PublishedFile<'_>, rows: &Rows) -> Result<Vec<Risk>, JudgeError> {
    let names: Vec<&str> = file.published_sensitive().collect();
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
    let group = |members: &Vec<u32>| {
        let values: Option<Vec<i128>> = members.iter().map(value).collect();
        let values = values?;
        let people = rows.people_of(members.iter().map(|&row| row as usize));
        let (least, greatest) = (*values.iter().min()?, *values.iter().max()?);
        let (rows, first) = (values.len() as u64, members[0]);
        (people > 1).then_some(Group { least, greatest, rows, people, first })
    };
    let groups: Vec<Group> = members.iter().filter_map(group).collect();
    let mut values: Vec<i128> = (0..rows.len() as u32).filter_map(|row| value(&row)).collect();
    values.sort_unstable();
    let spread = spread(&values)?;
    CLOSE.iter().find_map(|&(hundredths, share)| {
        let distance = spread * hundredths / 100;
        let found = Found::of(&groups, distance, &values);
        let everybody = rows.everybody();
        let warns = is_share(found.people, everybody, share) && found.is_above_chance();
        warns.then(|| {
            told(file, rows, name, column, (hundredths, members.len()), &found, everybody)
        })?
    })
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
    people: u64,
    /// People in close groups by chance, and the variance of their number.
    by_chance: f64,
    variance: f64,
}

impl<'g> Found<'g> {
    fn of(groups: &'g [Group], distance: i128, values: &[i128]) -> Found<'g> {
        let is_close = |group: &&Group| (1..=distance).contains(&(group.greatest - group.least));
        let close: Vec<&Group> = groups.iter().filter(is_close).collect();
        let people = close.iter().map(|group| group.people).sum();
        let windows = Windows::of(values, distance);
        let mut likely: BTreeMap<u64, f64> = BTreeMap::new();
        let (mut by_chance, mut variance) = (0.0, 0.0);
        for group in groups {
            let chance = *likely.entry(group.rows).or_insert_with(|| windows.likely(group.rows));
            let people = group.people as f64;
            by_chance += people * chance;
            variance += people * people * chance * (1.0 - chance);
        }
        Found { groups: close, people, by_chance, variance }
    }

    fn is_above_chance(&self) -> bool {
        let above = self.people as f64 - self.by_chance;
        above > DEVIATIONS * self.variance.sqrt() && above > self.by_chance
    }
}

/// For each distinct value the share of rows with it, and with values up to a distance above it.
struct Windows(Vec<(f64, f64)>);

impl Windows {
    fn of(sorted: &[i128], distance: i128) -> Windows {
        let all = sorted.len() as f64;
        let mut windows = Vec::new();
        let (mut start, mut end) = (0, 0);
        for run in sorted.chunk_by(|a, b| a == b) {
            while end < sorted.len() && sorted[end] - run[0] <= distance {
                end += 1;
            }
            windows.push((run.len() as f64 / all, (end - start) as f64 / all));
            start += run.len();
        }
        Windows(windows)
    }

    /// How likely so many random rows are within the distance, and not all equal.
    fn likely(&self, rows: u64) -> f64 {
        let power = |share: f64| share.max(0.0).powf(rows as f64);
        let each = |&(own, window): &(f64, f64)| power(window) - power(window - own) - power(own);
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
        count: found.people,
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
                found.people,
                rows.noun(everybody),
                percent(found.people, everybody),
                found.groups.len(),
                rows.sampled()
            ),
        )
    })
}

#[cfg(test)]
mod tests;
