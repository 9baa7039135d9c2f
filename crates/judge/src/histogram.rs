//! A histogram of presence: one bar per value if there are few, otherwise equal buckets from the
//! least to the greatest.

use incrowd_terms::Fraction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::presence::Probability;
use crate::ratio::Ratio;

/// Most distinct values that are listed one by one.
const MOST_VALUES: usize = 20;

/// Most buckets if there are more.
const MOST_BUCKETS: u64 = 12;

/// How many buckets the whole from 0 to 1 may be cut into, so that their ends are round.
const STEPS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/// People whose presence is from one value up to another: both are equal where each value has a
/// bucket of its own; else the upper end belongs to the next bucket, but for the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PresenceBucket {
    /// The lower end, an exact fraction.
    pub from: String,
    /// The upper end, an exact fraction.
    pub to: String,
    /// How many people.
    pub people: u64,
}

/// A histogram of people by their presence; `None` if that of some is not decided. An estimate
/// counts as the middle of its interval.
pub(crate) fn histogram(chances: &[(&Probability, u64)]) -> Option<Vec<PresenceBucket>> {
    let mut exact: Vec<(&Ratio, u64)> = Vec::with_capacity(chances.len());
    for (chance, people) in chances {
        match chance {
            Probability::Exactly(ratio) => exact.push((ratio, *people)),
            Probability::Between(..) => return in_buckets(chances),
            Probability::Undecided => return None,
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
        PresenceBucket { from: value.clone(), to: value, people }
    };
    Some(runs.iter().map(bucket).collect())
}

fn in_buckets(chances: &[(&Probability, u64)]) -> Option<Vec<PresenceBucket>> {
    let least = chances.iter().map(|(chance, _)| chance.least()).collect::<Option<Vec<_>>>()?;
    let most = chances.iter().map(|(chance, _)| chance.most()).collect::<Option<Vec<_>>>()?;
    let (least, most) = (least.into_iter().min()?, most.into_iter().max()?);
    // The finest round steps that are few enough from end to end.
    let span = |steps: u64| steps_below(least, steps)..steps_above(most, steps);
    let few = |steps: &&u64| span(**steps).count() as u64 <= MOST_BUCKETS;
    let steps = *STEPS.iter().rev().find(few).unwrap_or(&1);
    let (first, last) = (span(steps).start, span(steps).end.max(span(steps).start + 1));
    let end = |at: u64| Ratio::of(at, steps);
    let bucket = |at: u64| PresenceBucket {
        from: end(at).to_string(),
        to: end(at + 1).to_string(),
        people: 0,
    };
    let mut buckets: Vec<PresenceBucket> = (first..last).map(bucket).collect();
    let ends: Vec<Ratio> = (first + 1..last).map(end).collect();
    for (chance, people) in chances {
        let middle = match chance {
            Probability::Exactly(ratio) => ratio.clone(),
            Probability::Between(least, most) => least.middle(most),
            Probability::Undecided => return None,
        };
        buckets[ends.partition_point(|end| *end <= middle)].people += people;
    }
    Some(buckets)
}

/// The last step, of so many to the whole, that is not above a probability.
fn steps_below(probability: &Ratio, steps: u64) -> u64 {
    let at_most = |step: &u64| probability.compare(Fraction::new(*step, steps)).is_ge();
    (0..=steps).take_while(at_most).last().unwrap_or(0)
}

/// The first step, of so many to the whole, that is not below a probability.
fn steps_above(probability: &Ratio, steps: u64) -> u64 {
    let at_least = |step: &u64| probability.compare(Fraction::new(*step, steps)).is_le();
    (0..=steps).find(at_least).unwrap_or(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exactly(part: u64, whole: u64) -> Probability {
        Probability::Exactly(Ratio::of(part, whole))
    }

    fn shown(chances: &[(&Probability, u64)]) -> Vec<String> {
        let words = |b: &PresenceBucket| format!("{}..{} {}", b.from, b.to, b.people);
        histogram(chances).unwrap().iter().map(words).collect()
    }

    #[test]
    fn few_values_are_listed() {
        let (third, zero, also) = (exactly(1, 3), exactly(0, 7), exactly(2, 6));
        assert_eq!(shown(&[(&third, 3), (&zero, 2), (&also, 4)]), ["0..0 2", "1/3..1/3 7"]);
        assert_eq!(histogram(&[(&third, 3), (&Probability::Undecided, 1)]), None);
        assert_eq!(shown(&[]), [""; 0]);
    }

    #[test]
    fn many_values_or_estimates_share_buckets() {
        let many: Vec<Probability> = (0..=20).map(|part| exactly(part, 20)).collect();
        let many: Vec<(&Probability, u64)> = many.iter().map(|chance| (chance, 1)).collect();
        let found = shown(&many);
        assert_eq!(
            (found.len(), found[0].as_str(), found[9].as_str()),
            (10, "0..1/10 2", "9/10..1 3")
        );
        let estimate = Probability::Between(Ratio::of(1, 4), Ratio::of(3, 8));
        let found = shown(&[(&estimate, 5)]);
        assert_eq!((found.len(), found[3].as_str()), (7, "3/10..8/25 5"));
        // Where everybody is close together, buckets are small.
        let close: Vec<Probability> = (20..=80).map(|part| exactly(part, 1000)).collect();
        let close: Vec<(&Probability, u64)> = close.iter().map(|chance| (chance, 1)).collect();
        let found = shown(&close);
        assert_eq!((found.len(), found[0].as_str()), (12, "1/50..1/40 5"));
        assert_eq!(found[11], "3/40..2/25 6");
    }
}
