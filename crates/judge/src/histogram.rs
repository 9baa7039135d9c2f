//! How many people have which presence, as someone reads it best: value by value while they are
//! few, else in ten equal buckets.

use serde::Serialize;

use crate::presence::Chance;
use crate::ratio::Ratio;

/// Most distinct values that are listed one by one.
const MOST_VALUES: usize = 20;

/// Buckets if there are more.
const BUCKETS: u64 = 10;

/// People whose presence is from one value up to another: both are equal where each value has a
/// bucket of its own; else the upper end belongs to the next bucket, but for the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bucket {
    /// The lower end, an exact fraction.
    pub from: String,
    /// The upper end, an exact fraction.
    pub to: String,
    /// How many people.
    pub people: u64,
}

/// A histogram of people by their presence; `None` if that of some is not decided. An estimate
/// counts as the middle of its interval.
pub(crate) fn histogram(chances: &[(&Chance, u64)]) -> Option<Vec<Bucket>> {
    let mut exact: Vec<(&Ratio, u64)> = Vec::with_capacity(chances.len());
    for (chance, people) in chances {
        match chance {
            Chance::Exactly(ratio) => exact.push((ratio, *people)),
            Chance::Between(..) => return in_buckets(chances),
            Chance::Undecided => return None,
        }
    }
    exact.sort();
    let runs: Vec<&[(&Ratio, u64)]> = exact.chunk_by(|a, b| a.0 == b.0).collect();
    if runs.len() > MOST_VALUES {
        return in_buckets(chances);
    }
    let bucket = |run: &&[(&Ratio, u64)]| {
        let value = run[0].0.to_string();
        let people = run.iter().map(|(_, people)| people).sum();
        Bucket { from: value.clone(), to: value, people }
    };
    Some(runs.iter().map(bucket).collect())
}

fn in_buckets(chances: &[(&Chance, u64)]) -> Option<Vec<Bucket>> {
    let end = |at: u64| Ratio::of(at, BUCKETS);
    let bucket =
        |at: u64| Bucket { from: end(at).to_string(), to: end(at + 1).to_string(), people: 0 };
    let mut buckets: Vec<Bucket> = (0..BUCKETS).map(bucket).collect();
    let ends: Vec<Ratio> = (1..BUCKETS).map(end).collect();
    for (chance, people) in chances {
        let middle = match chance {
            Chance::Exactly(ratio) => ratio.clone(),
            Chance::Between(least, most) => least.middle(most),
            Chance::Undecided => return None,
        };
        buckets[ends.partition_point(|end| *end <= middle)].people += people;
    }
    Some(buckets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exactly(part: u64, whole: u64) -> Chance {
        Chance::Exactly(Ratio::of(part, whole))
    }

    fn shown(chances: &[(&Chance, u64)]) -> Vec<String> {
        let words = |b: &Bucket| format!("{}..{} {}", b.from, b.to, b.people);
        histogram(chances).unwrap().iter().map(words).collect()
    }

    #[test]
    fn few_values_are_listed() {
        let (third, zero, also) = (exactly(1, 3), exactly(0, 7), exactly(2, 6));
        assert_eq!(shown(&[(&third, 3), (&zero, 2), (&also, 4)]), ["0..0 2", "1/3..1/3 7"]);
        assert_eq!(histogram(&[(&third, 3), (&Chance::Undecided, 1)]), None);
        assert_eq!(shown(&[]), [""; 0]);
    }

    #[test]
    fn many_values_or_estimates_share_ten_buckets() {
        let many: Vec<Chance> = (0..=20).map(|part| exactly(part, 20)).collect();
        let many: Vec<(&Chance, u64)> = many.iter().map(|chance| (chance, 1)).collect();
        let found = shown(&many);
        assert_eq!(
            (found.len(), found[0].as_str(), found[9].as_str()),
            (10, "0..1/10 2", "9/10..1 3")
        );
        let estimate = Chance::Between(Ratio::of(1, 4), Ratio::of(3, 8));
        assert_eq!(shown(&[(&estimate, 5)])[3], "3/10..2/5 5");
    }
}
