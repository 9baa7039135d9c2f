//! Verdicts on the diversity of a secret within a class.

use incrowd_terms::{AlphaK, Diversity, Fraction, LDiversity, PSensitivity};

use super::{Assessment, DemandVerdict, Measure, count, greatest, least, people, rows, shortened};
use crate::entropy;
use crate::error::JudgeError;
use crate::exact::Share;
use crate::values_by_class::{ClassValues, ValuesByClass};

impl Measure for PSensitivity {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        Ok(assessment.distinct(assessment.spread(self)?.1, self.p))
    }
}

impl Measure for LDiversity {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
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
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        Ok(assessment.alpha(assessment.spread(self)?.1, self.alpha))
    }
}

impl Assessment<'_> {
    fn distinct(&self, spread: &ValuesByClass, least: u64) -> DemandVerdict {
        let values = |class: usize| spread.fewest(class).values;
        let failing = self.worst(|class| (values(class) < least).then(|| -(values(class) as f64)));
        let measured = (0..spread.len()).map(values).min();
        let why = |class: usize| {
            let values = count(values(class), "value");
            match spread.visitors().map(|visitors| visitors.fewest[class].exact) {
                None => format!("{values} distinct, {least} needed"),
                Some(true) => format!("everybody has one of {values}, {least} needed"),
                Some(false) => {
                    format!("at least {values} until everybody has one of them, {least} needed")
                }
            }
        };
        self.verdict(measured.into(), failing, why)
    }

    fn frequency(&self, spread: &ValuesByClass, l: Fraction) -> DemandVerdict {
        let share = |class: ClassValues<'_>| Share::of_rows(class.rows, class.largest());
        let least_share = |class: usize| {
            let shares = commonest(spread, class).map(|(_, class)| share(class).to_f64());
            shares.fold(f64::INFINITY, f64::min)
        };
        let measured = (0..spread.len()).map(least_share);
        let failing = self.worst(|class| {
            let fails = commonest(spread, class).any(|(_, class)| share(class).compare(l).is_lt());
            fails.then(|| -least_share(class))
        });
        let why = |class| format!("{}, at most 1 in {l} allowed", self.top_value(spread, class));
        self.verdict(least(measured), failing, why)
    }

    fn entropy(&self, spread: &ValuesByClass, l: Fraction) -> DemandVerdict {
        let spread = spread.once();
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

    fn recursive(
        &self,
        spread: &ValuesByClass,
        c: Fraction,
        l: u64,
        strict: bool,
    ) -> DemandVerdict {
        let spread = spread.once();
        let shares: Vec<Share> = {
            let mut counts = Vec::new();
            let share = |class: ClassValues<'_>| {
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

    fn alpha(&self, spread: &ValuesByClass, alpha: Fraction) -> DemandVerdict {
        let share = |class: ClassValues<'_>| Share::of_rows(class.largest(), class.rows);
        let largest_share = |class: usize| {
            let shares = commonest(spread, class).map(|(_, class)| share(class).to_f64());
            shares.fold(0.0, f64::max)
        };
        let failing = self.worst(|class| {
            let fails = commonest(spread, class).any(|(_, class)| !share(class).at_most(alpha));
            fails.then(|| largest_share(class))
        });
        let measured = greatest((0..spread.len()).map(largest_share));
        let why = |class| format!("{}, at most {alpha} allowed", self.top_value(spread, class));
        self.verdict(measured, failing, why)
    }

    /// The most frequent value of a class in words.
    fn top_value(&self, spread: &ValuesByClass, class: usize) -> String {
        let share = |class: ClassValues<'_>| class.largest() as f64 / class.rows as f64;
        let worse = |a: &(Counting<'_>, ClassValues<'_>), b: &(Counting<'_>, ClassValues<'_>)| {
            share(a.1).total_cmp(&share(b.1))
        };
        let Some((counting, class)) = commonest(spread, class).max_by(worse) else {
            return String::new();
        };
        let (spread, of) = match counting {
            Counting::People(having) => (having, people(class.rows)),
            Counting::Rows(spread) => (spread, rows(class.rows)),
        };
        let top = class.cells.iter().find(|cell| cell.rows == class.largest());
        let value = top.map_or("", |cell| spread.texts[cell.value as usize].as_str());
        format!("{} of {of} have {}", class.largest(), shortened(value))
    }
}

/// What the shares of a class are counted by, with the column laid out so.
enum Counting<'s> {
    Rows(&'s ValuesByClass),
    People(&'s ValuesByClass),
}

/// The ways in which the share of a value in a class is counted; the worse counts.
fn commonest(
    spread: &ValuesByClass,
    class: usize,
) -> impl Iterator<Item = (Counting<'_>, ClassValues<'_>)> {
    let rows = std::iter::once((Counting::Rows(spread), spread.class(class)));
    rows.chain(
        spread
            .visitors()
            .map(|visitors| (Counting::People(&visitors.having), visitors.having.class(class))),
    )
}
