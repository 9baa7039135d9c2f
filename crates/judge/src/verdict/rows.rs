//! The verdict on how many rows, or people, look alike.

use incrowd_terms::KAnonymity;
use serde_json::json;

use super::{Assessment, Measure, Verdict};
use crate::error::JudgeError;

impl Measure for KAnonymity {
    fn violated_by(&self, members: u64, _: u64, _: u64) -> Option<bool> {
        Some(members < self.k)
    }

    fn verdict(&self, assessment: &Assessment<'_>) -> Result<Verdict, JudgeError> {
        let k = self.k;
        let sizes = assessment.classes.sizes();
        let bad = |class: usize| (sizes[class] < k).then(|| -(sizes[class] as f64));
        let size = |class: usize| assessment.classes.members(sizes[class]);
        let why = |class: usize| format!("{}, {k} needed", size(class));
        Ok(assessment.classes.verdict(
            json!(sizes.iter().min()),
            assessment.classes.worst(bad),
            why,
        ))
    }
}
