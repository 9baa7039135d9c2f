//! The verdict on class sizes, in rows or people.

use incrowd_terms::KAnonymity;

use super::{Assessment, DemandVerdict, Measure};
use crate::error::JudgeError;

impl Measure for KAnonymity {
    fn violated_by(&self, members: u64, _: u64, _: u64) -> Option<bool> {
        Some(members < self.k)
    }

    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        let k = self.k;
        let sizes = assessment.classes.sizes();
        let bad = |class: usize| (sizes[class] < k).then(|| -(sizes[class] as f64));
        let size = |class: usize| assessment.classes.members(sizes[class]);
        let why = |class: usize| format!("{}, {k} needed", size(class));
        Ok(assessment.classes.verdict(
            sizes.iter().min().copied().into(),
            assessment.classes.worst(bad),
            why,
        ))
    }
}
