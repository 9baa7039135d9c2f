//! Verdicts on the diversity of a secret within a class.

use incrowd_terms::{AlphaK, Diversity, Fraction, LDiversity, PSensitivity};

use super::{Assessment, Measure, Verdict, count, greatest, least, rows, shortened};
use crate::entropy;
use crate::error::JudgeError;
use crate::exact::Share;
use crate::spread::{Class, Spread};

impl Measure for PSensitivity {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<Verdict, JudgeError> {
        Ok(assessment.distinct(assessment.spread(self)?.1, self.p))
    }
}

impl Measure for LDiversity {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<Verdict, JudgeError> {
        let spread = assessment.spread(self)?.1;
        Ok(match self.diversity {
            Diversity::Distinct(l) => assessment.distinct(spread, l),
            Diversity::Frequency(l) => assessment.frequency(spread, l),
            Diversity::Entropy(l) => assessment.entropy(spread, l),
            Diversity::Recursive { c, l, strict } => assessment.recursive(spread, c, l, strict),
        })
    }
}

impl Measure for AlphaK {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<Verdict, JudgeError> {
        Ok(assessment.alpha(assessment.spread(self)?.1, self.alpha))
    }
}

impl Assessment<'_> {
    fn distinct(&self, spread: &Spread, least: u64) -> Verdict {
        let values = |class: usize| spread.class(class).distinct();
        let failing = self.worst(|class| (values(class) < least).then(|| -(values(class) as f64)));
        let measured = spread.classes().map(|class| class.distinct()).min();
        let why =
            |class: usize| format!("{} distinct, {least} needed", count(values(class), "value"));
        self.verdict(measured.into(), failing, why)
    }

    fn frequency(&self, spread: &Spread, l: Fraction) -> Verdict {
        let share = |class: Class<'_>| Share::of_rows(class.rows, class.largest());
        let measured = spread.classes().map(|class| share(class).to_f64());
        let failing = self.worst_share(spread, |class| {
            let share = share(class);
            share.compare(l).is_lt().then(|| -share.to_f64())
        });
        let why = |class| format!("{}, at most 1 in {l} allowed", self.top_value(spread, class));
        self.verdict(least(measured), failing, why)
    }

    fn entropy(&self, spread: &Spread, l: Fraction) -> Verdict {
        let mut counts = Vec::new();
        let mut exponentials = Vec::new();
        let mut holds = Vec::new();
        for class in spread.classes() {
            class.descending(&mut counts);
            exponentials.push(entropy::exponential(&counts));
            holds.push(entropy::at_least(&counts, l));
        }
        let failing = self.worst(|class| (!holds[class]).then(|| -exponentials[class]));
        let why = |class: usize| {
            format!("the exponential of the entropy is {}, {l} needed", exponentials[class])
        };
        self.verdict(least(exponentials.iter().copied()), failing, why)
    }

    fn recursive(&self, spread: &Spread, c: Fraction, l: u64, strict: bool) -> Verdict {
        let shares: Vec<Share> = {
            let mut counts = Vec::new();
            let share = |class: Class<'_>| {
                class.descending(&mut counts);
                let skipped = usize::try_from(l.saturating_sub(1)).unwrap_or(usize::MAX);
                Share::of_rows(counts[0], counts.iter().skip(skipped).sum())
            };
            spread.classes().map(share).collect()
        };
        let fails = |share: Share| {
            let order = share.compare(c);
            if strict { order.is_ge() } else { order.is_gt() }
        };
        let bad = |class: usize| fails(shares[class]).then(|| shares[class].to_f64());
        let why = |class: usize| match shares[class].to_f64() {
            ratio if ratio.is_finite() => {
                let relation = if strict { "less than" } else { "at most" };
                format!("r1/(r{l}+...) is {ratio}, {relation} {c} needed")
            }
            _ => format!("fewer than {l} values"),
        };
        let measured = greatest(shares.iter().map(|share| share.to_f64()));
        self.verdict(measured, self.worst(bad), why)
    }

    fn alpha(&self, spread: &Spread, alpha: Fraction) -> Verdict {
        let share = |class: Class<'_>| Share::of_rows(class.largest(), class.rows);
        let failing = self.worst_share(spread, |class| {
            let share = share(class);
            (!share.at_most(alpha)).then(|| share.to_f64())
        });
        let measured = greatest(spread.classes().map(|class| share(class).to_f64()));
        let why = |class| format!("{}, at most {alpha} allowed", self.top_value(spread, class));
        self.verdict(measured, failing, why)
    }

    /// The most frequent value of a class in words.
    fn top_value(&self, spread: &Spread, class: usize) -> String {
        let class = spread.class(class);
        let top = class.cells.iter().find(|cell| cell.rows == class.largest());
        let value = top.map_or("", |cell| spread.texts[cell.value as usize].as_str());
        format!("{} of {} have {}", class.largest(), rows(class.rows), shortened(value))
    }
}
