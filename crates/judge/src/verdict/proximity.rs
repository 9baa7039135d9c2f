//! Verdicts on the proximity of numeric secrets, and their figures.

use incrowd_terms::{DeltaLCounting, DeltaLDiversity, Demand, EpsMAnonymity, Fraction};

use super::{Assessment, DemandVerdict, Measure, least, measure, people, rows, shortened};
use crate::densest::Densest;
use crate::error::JudgeError;
use crate::findings::ColumnProximity;
use crate::magnitudes::NearRadius;
use crate::proximity::Crowding;
use crate::values_by_class::ValuesByClass;

impl Measure for EpsMAnonymity {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        assessment.nearness(self, self.proximity.m, DeltaLCounting::Definition)
    }

    fn reach(&self) -> Option<(NearRadius, bool)> {
        Some((self.proximity.radius.into(), false))
    }
}

impl Measure for DeltaLDiversity {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        assessment.nearness(self, self.delta_l.l, self.delta_l.mode)
    }

    fn reach(&self) -> Option<(NearRadius, bool)> {
        Some((self.delta_l.into(), true))
    }
}

impl Assessment<'_> {
    /// Judges whether at most one in `part` rows of a class lies together.
    fn nearness(
        &self,
        asked: &dyn Measure,
        part: Fraction,
        mode: DeltaLCounting,
    ) -> Result<DemandVerdict, JudgeError> {
        let (column, spread) = self.spread(asked)?;
        let reach = asked.reach().map(|(reach, _)| reach);
        let known = |some: &&Crowding<'_>| some.column == column && Some(some.reach) == reach;
        // All that demands are about was measured before the first verdict.
        let Some(crowding) = self.crowdings.iter().find(known) else {
            return Err(JudgeError::NotSensitive { model: asked.model(), column: column.into() });
        };
        let places = crowding.places(mode);
        let failing = self.secrets.worst(|class| {
            let share = places[class].share();
            share.compare(part).is_lt().then(|| -share.to_f64())
        });
        let why = |class: usize| {
            let together = together(crowding, mode, spread, class);
            format!("{together}, at most 1 in {} allowed", part.plain())
        };
        let measured = least(crowding.shares(mode));
        Ok(self.secrets.verdict(measured, failing, why))
    }

    /// The figures of the columns that demands on nearness are about; of several on one column
    /// the last counts.
    pub(crate) fn proximities(&self, demands: &[Demand]) -> Vec<(String, ColumnProximity)> {
        let figures = |(name, _): &(&str, ValuesByClass)| {
            let mut found = ColumnProximity::default();
            for demand in demands.iter().filter(|demand| demand.column() == Some(name)) {
                let Some((reach, intervals)) = measure(demand).reach() else { continue };
                let known = |some: &&Crowding<'_>| some.column == *name && some.reach == reach;
                let Some(crowding) = self.crowdings.iter().find(known) else { continue };
                let figure = |mode| Some(crowding.shares(mode).fold(f64::INFINITY, f64::min));
                if intervals {
                    found.delta_l_definition = figure(DeltaLCounting::Definition);
                    found.delta_l_window = figure(DeltaLCounting::Window);
                } else {
                    found.eps_m = figure(DeltaLCounting::Definition);
                }
            }
            Some(((*name).to_owned(), found))
                .filter(|(_, found)| *found != ColumnProximity::default())
        };
        self.spreads.iter().filter_map(figures).collect()
    }
}

impl Crowding<'_> {
    fn places(&self, mode: DeltaLCounting) -> &[Densest] {
        match mode {
            DeltaLCounting::Definition => &self.around,
            DeltaLCounting::Window => &self.within,
        }
    }

    /// For each class its size over the rows that lie together.
    fn shares(&self, mode: DeltaLCounting) -> impl Iterator<Item = f64> {
        self.places(mode).iter().map(|place| place.share().to_f64())
    }
}

/// The rows of a class that lie together, in words.
fn together(
    crowding: &Crowding<'_>,
    mode: DeltaLCounting,
    spread: &ValuesByClass,
    class: usize,
) -> String {
    let Densest { rows: near, of, value, last } = crowding.places(mode)[class];
    let text = |value: u32| shortened(&spread.texts[value as usize]);
    let all = if spread.visitors().is_some() { people(of) } else { rows(of) };
    let some = format!("{near} of {all}");
    let one = near == 1;
    if (value as usize) < spread.missing {
        return format!("{some} {} no value", if one { "has" } else { "have" });
    }
    match mode {
        DeltaLCounting::Definition => {
            let reach = crowding.reach.words(spread.kind);
            format!("{some} {} within {reach} of {}", if one { "is" } else { "are" }, text(value))
        }
        DeltaLCounting::Window => format!(
            "{some} {} from {} to {}",
            if one { "lies" } else { "lie" },
            text(value),
            text(last)
        ),
    }
}
