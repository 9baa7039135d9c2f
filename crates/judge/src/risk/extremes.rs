//! *Extremes*: a bound of a published range is an exact value that fewer than k people have.
//!
//! A range `[lo,hi]` has both ends from the data: `[71,98]` says that somebody is 98. Ranges
//! `[lo,hi)` have the ends that the steward chose, and are not counted; nor are ranges of dates if all
//! of them go from the first day of a month to the last day of one. Rare ends are usual in
//! columns of many values, and k people share the range, so this is a notice. It is a warning if the
//! end is the least or the greatest of the column, and farther from the k-th person's value than
//! twice the distance between the values that 5 % and 95 % of the rows do not exceed: then it stands
//! out, and others may know whose it is. A person with several values stands where the least of them is
//! at the lower end of the column, and where the greatest is at the upper end.

use std::cell::LazyCell;

use incrowd_terms::{Kind, Risk, RiskKind, Scalar, Severity};

use crate::reading::{Meaning, Member, Reader};
use crate::texts::TextNumbers;

use super::PublishedFile;
use super::originals::OriginalColumn;
use super::rows::Rows;
use super::values::{kind, places};

/// A bound that few people have.
struct Bound {
    label: u32,
    value: u32,
    holders: FewHolders,
    stands_out: bool,
}

/// Who has an exact value.
enum FewHolders {
    /// So many rows, each a person's.
    Rows(u64),
    /// These people.
    People(Vec<u32>),
}

impl FewHolders {
    /// Who has one of these values.
    fn of(rows: &Rows, original: &OriginalColumn, values: impl Iterator<Item = u32>) -> FewHolders {
        if !rows.counts_people {
            return FewHolders::Rows(values.map(|value| original.holders.rows(value)).sum());
        }
        let people = values.flat_map(|value| original.holders.people(value));
        FewHolders::People(distinct(people))
    }

    fn people(&self) -> u64 {
        match self {
            FewHolders::Rows(rows) => *rows,
            FewHolders::People(people) => people.len() as u64,
        }
    }

    /// How many people have one of several values.
    fn of_all<'h>(all: impl Iterator<Item = &'h FewHolders>) -> u64 {
        let (mut rows, mut people) = (0, Vec::new());
        for holders in all {
            match holders {
                FewHolders::Rows(more) => rows += more,
                FewHolders::People(more) => people.extend(more),
            }
        }
        rows + distinct(people.into_iter()).len() as u64
    }
}

/// Each person once.
fn distinct(people: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut people: Vec<u32> = people.collect();
    people.sort_unstable();
    people.dedup();
    people
}

/// The risk of each quasi-identifier; nothing without originals or without a k.
pub(super) fn measure(file: &PublishedFile<'_>, rows: &Rows) -> Vec<Risk> {
    let (Some(originals), Some(k)) = (&rows.originals, file.k) else { return Vec::new() };
    let risk = |(name, original): (&String, &OriginalColumn)| {
        let place = file.table.columns().iter().position(|column| column == name)?;
        let texts = &original.column.texts;
        let kind = kind(file.kinds.get(name).copied(), texts, file.nulls);
        let bounds = bounds(file, rows, place, original, kind, k)?;
        told(rows, name, place, original, &bounds, k)
    };
    file.qi.iter().zip(originals).filter_map(risk).collect()
}

/// Whether a published column has ranges with ends from the data.
pub(super) fn has_ranges(file: &PublishedFile<'_>, rows: &Rows, name: &str) -> bool {
    let is_range = |text: &str| text.contains('[') && text.contains(']');
    let place = file.table.columns().iter().position(|column| column == name);
    place.is_some_and(|place| rows.columns[place].texts.iter().any(is_range))
}

/// The rare bounds of a column of numbers or dates, in the order of the file, each once.
fn bounds(
    file: &PublishedFile<'_>,
    rows: &Rows,
    place: usize,
    original: &OriginalColumn,
    kind: Kind,
    k: u64,
) -> Option<Vec<Bound>> {
    if !kind.is_ordered() {
        return None;
    }
    let texts = &original.column.texts;
    let mut scale: Vec<(Scalar, u32)> = (texts.ids())
        .filter(|&id| !file.nulls.is_missing(texts.text(id)))
        .filter_map(|id| Some((kind.read(texts.text(id))?, id)))
        .collect();
    scale.sort_by(|(a, _), (b, _)| a.magnitude(b));
    let outliers = LazyCell::new(|| Outliers::of(file, rows, original, kind, k));
    let reader = Reader::new(kind, file.nulls, None);
    let labels = &rows.columns[place].texts;
    if kind == Kind::Date && are_whole_months(&reader, labels) {
        return None;
    }
    let mut seen = hashbrown::HashSet::new();
    let mut found = Vec::new();
    for label in labels.ids() {
        let Meaning::Members(members) = reader.meaning(labels.text(label)) else { continue };
        for member in members {
            let Member::Range(low, high) = member else { continue };
            for end in [low, high] {
                let start = scale.partition_point(|(other, _)| other.magnitude(&end).is_lt());
                let same =
                    scale[start..].iter().take_while(|(other, _)| other.magnitude(&end).is_eq());
                let holders = FewHolders::of(rows, original, same.map(|&(_, value)| value));
                if !(1..k).contains(&holders.people()) || !seen.insert(start) {
                    continue;
                }
                let value = scale[start].1;
                let stands_out = outliers.as_ref().is_some_and(|outliers| outliers.has(value));
                found.push(Bound { label, value, holders, stands_out });
            }
        }
    }
    Some(found)
}

/// Whether all ranges of dates are whole months: their ends are the calendar's, not the data's.
fn are_whole_months(reader: &Reader<'_>, labels: &TextNumbers) -> bool {
    let is_whole = |member: Member| match member {
        Member::Range(low, high) => {
            let starts = low.moment().is_some_and(|low| low.day() == 1);
            let end = high.moment().and_then(|high| high.date().tomorrow().ok());
            starts && end.is_some_and(|next| next.day() == 1)
        }
        _ => true,
    };
    labels.ids().all(|label| match reader.meaning(labels.text(label)) {
        Meaning::Members(members) => members.into_iter().all(is_whole),
        _ => true,
    })
}

/// Which values stand out at the ends of a column.
struct Outliers {
    places: Vec<Option<i128>>,
    least: i128,
    greatest: i128,
    /// Whether the least and the greatest stand out.
    low: bool,
    high: bool,
}

impl Outliers {
    fn of(
        file: &PublishedFile<'_>,
        rows: &Rows,
        original: &OriginalColumn,
        kind: Kind,
        k: u64,
    ) -> Option<Outliers> {
        let places = places(kind, &original.column.texts, file.nulls);
        let place = |row: usize| places[original.column.codes[row] as usize];
        let mut sorted: Vec<i128> = (0..rows.len()).filter_map(place).collect();
        sorted.sort_unstable();
        let last = sorted.len().checked_sub(1)?;
        let spread = sorted[(last * 95).div_ceil(100)] - sorted[last * 5 / 100];
        let (least, greatest) = (sorted[0], sorted[last]);
        let (mut lows, mut highs) = ends(rows, place);
        lows.sort_unstable();
        highs.sort_unstable();
        let k = usize::try_from(k).ok()?.saturating_sub(1);
        let far = |distance: i128| distance > 2 * spread && distance > 0;
        let low = lows.get(k).is_some_and(|kth| far(kth - least));
        let high = highs.iter().rev().nth(k).is_some_and(|kth| far(greatest - kth));
        Some(Outliers { places, least, greatest, low, high })
    }

    fn has(&self, value: u32) -> bool {
        let place = self.places[value as usize];
        self.low && place == Some(self.least) || self.high && place == Some(self.greatest)
    }
}

/// The least and the greatest place of each person.
fn ends(rows: &Rows, place: impl Fn(usize) -> Option<i128>) -> (Vec<i128>, Vec<i128>) {
    let mut placed: Vec<(u32, i128)> =
        (0..rows.len()).filter_map(|row| Some((rows.people[row], place(row)?))).collect();
    placed.sort_unstable();
    let people = || placed.chunk_by(|a, b| a.0 == b.0);
    let lows = people().map(|person| person[0].1).collect();
    (lows, people().map(|person| person[person.len() - 1].1).collect())
}

fn told(
    rows: &Rows,
    name: &str,
    place: usize,
    original: &OriginalColumn,
    bounds: &[Bound],
    k: u64,
) -> Option<Risk> {
    let rank = |bound: &&Bound| (!bound.stands_out, bound.holders.people());
    let worst = bounds.iter().min_by_key(rank)?;
    let count = FewHolders::of_all(bounds.iter().map(|bound| &bound.holders));
    let of = rows.everybody();
    let (severity, why) = match worst.stands_out {
        true => (Severity::Warning, "; one of them stands out from all others"),
        false => (Severity::Notice, ""),
    };
    let values = match bounds.len() {
        1 => "1 exact value".to_owned(),
        values => format!("{values} exact values"),
    };
    Some(Risk {
        count,
        of,
        columns: vec![name.to_owned()],
        example: Some(format!(
            "the range {} ends in {}, the value of {} {}",
            rows.columns[place].texts.text(worst.label),
            original.column.texts.text(worst.value),
            worst.holders.people(),
            rows.noun(worst.holders.people()),
        )),
        cure: Some(format!(
            "choose the ends yourself, the outer ones open: `hierarchy {name} = bounds:A,B,C`"
        )),
        ..Risk::new(
            RiskKind::Extremes,
            severity,
            format!(
                "published ranges of '{name}' end in {values} that fewer than {k} people have{why}{}",
                rows.sampled()
            ),
        )
    })
}
