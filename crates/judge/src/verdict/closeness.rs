//! The verdict on t-closeness.

use incrowd_terms::{Distance, TCloseness};

use super::{Assessment, Measure, Verdict, greatest, worse_reading};
use crate::closeness::{self, Ranking, Tree};
use crate::error::JudgeError;
use crate::exact::Share;
use crate::spread::Spread;

impl Measure for TCloseness {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<Verdict, JudgeError> {
        let (name, spread) = assessment.spread(self)?;
        let t = self.closeness.t;
        let verdict = |spread: &Spread| {
            let shares = distances(self.closeness.distance, assessment, name, spread)?;
            let bad = |class: usize| (!shares[class].at_most(t)).then(|| shares[class].to_f64());
            let why = |class: usize| {
                format!("distance {} from the table, at most {t} allowed", shares[class].to_f64())
            };
            let measured = greatest(shares.iter().map(|share| share.to_f64()));
            Ok(assessment.verdict(measured, assessment.worst(bad), why))
        };
        worse_reading(spread, verdict)
    }
}

/// How far each class is from the table.
fn distances(
    distance: Distance,
    assessment: &Assessment<'_>,
    name: &str,
    spread: &Spread,
) -> Result<Vec<Share>, JudgeError> {
    Ok(match distance {
        Distance::Equal => spread.classes().map(|c| closeness::equal(spread, c)).collect(),
        // A column without any value has no known kind.
        Distance::Ordered if !spread.kind.is_ordered() && spread.has_values() => {
            return Err(JudgeError::NotOrdered { column: name.into(), kind: spread.kind });
        }
        Distance::Ordered => {
            let ranking = Ranking::of(spread);
            spread.classes().map(|class| ranking.distance(spread, class)).collect()
        }
        Distance::Hierarchical => {
            let chains = assessment.hierarchies.get(name);
            let chains = chains.ok_or_else(|| JudgeError::NoHierarchy { column: name.into() })?;
            let tree = Tree::of(spread, name, chains, assessment.nulls)?;
            spread.classes().map(|class| tree.distance(spread, class)).collect()
        }
    })
}
