//! Both recodings, tried on the table before one is proposed.
//!
//! The searches are the library's own, with the least effort and without a clock, so the proposal is
//! the same on every machine. Of a long table a sample is tried: the rows whose cells have the least
//! hashes, whatever their order in the file. A sample has fewer people to hide among, so it loses more
//! than the table will.
//!
//! Diversity is demanded of every sensitive column, unless it costs much and protects nothing: where
//! nearly everybody has the same value, classes without another tell what one would guess anyway.
//! Where boxes tell secrets, they are tried once more with those secrets mixed in every class. These
//! boxes are taken if they lose less than full-domain classes, and if mixing costs little or full-domain
//! classes would be proposed otherwise.

use std::hash::BuildHasher;

use foldhash::quality::FixedState;
use incrowd_core::cost::Cost;
use incrowd_core::search::{Effort, Method, Recoding};
use incrowd_core::terms::{
    Demand, Diversity, Fraction, KAnonymity, LDiversity, RiskKind, Severity,
};
use incrowd_document::ScanTrials;
use incrowd_io::{MemoryTable, Value};

use crate::error::Result;
use crate::execution::Execution;
use crate::plan::{Plan, Suppression};
use crate::release::ReleaseSearch;
use crate::scan::{Scan, values};
use crate::study::Study;

use super::SuggestedHierarchy;

/// Rows that are tried at most.
const MOST_ROWS: usize = 20_000;

/// The rows of a proposal that may be left out, in hundredths.
pub const SUPPRESSED: u64 = 2;

/// Diversity that adds more than this to the loss costs much.
const SMALL_COST: f64 = 0.1;

/// Cells up to which a recoding that seems to disclose more is tried again with more effort.
const FEW_CELLS: u64 = 50_000;

/// What a class demands in which no secret is nearly certain (95 % or more), as users write it.
pub const MIXED: &str = "frequency:1.06";

/// The same.
fn mixed() -> Diversity {
    Diversity::Frequency(Fraction::new(106, 100))
}

/// What is tried.
pub struct Trial<'a> {
    pub scan: &'a Scan,
    pub ladders: &'a [SuggestedHierarchy],
    pub sensitive: &'a [usize],
    pub person: Option<usize>,
    pub k: u64,
}

/// A release that was tried.
pub struct TriedRelease {
    pub recoding: Recoding,
    pub loss: f64,
    pub suppressed: u64,
    pub rows: u64,
    /// People whose secret can be told, beyond what one would guess.
    pub disclosed: u64,
    /// The places of these secrets.
    told: Vec<usize>,
    /// Sensitive columns of which no value is nearly certain in any class.
    pub mixed: Vec<usize>,
    /// A published row, quasi-identifiers only.
    pub sample: Vec<String>,
}

/// What the trials came to.
pub struct Trials {
    /// The sensitive columns that have at least two values per class.
    pub diverse: Vec<usize>,
    /// What the best release would lose if all of them had, where that costs much.
    pub costly: Option<f64>,
    /// Rows that were tried, if not all.
    pub sampled: Option<u64>,
    /// Those that exist, the one to propose first.
    pub tried: Vec<TriedRelease>,
    /// Why boxes were not tried.
    pub no_boxes: Option<String>,
}

/// A proposal that loses more than this is not published without a warning.
const LOSES_MUCH: f64 = 0.5;

/// What is demanded of sensitive columns.
#[derive(Clone, Copy)]
struct Demands<'a> {
    /// At least two values in every class.
    diverse: &'a [usize],
    /// No value that is nearly certain in any class.
    mixed: &'a [usize],
}

impl TriedRelease {
    /// Whether it loses less than another, but tells more secrets.
    fn tells_more(&self, other: &TriedRelease) -> bool {
        self.loss < other.loss && self.disclosed > other.disclosed
    }

    /// What it would publish, in one line.
    fn summary(&self) -> String {
        format!(
            "{}: loss {}, {} of {} rows left out, such as {}",
            self.recoding.name(),
            percent(self.loss),
            self.suppressed,
            self.rows,
            self.sample.join(", ")
        )
    }
}

impl Trials {
    /// A warning, if the proposal loses more than half of what the quasi-identifiers tell, or if there
    /// is none.
    pub fn warning(&self) -> Option<String> {
        let help = "name fewer quasi-identifiers (`qi`), write hierarchies for those that are kept or hidden, \
                    lower `k`, or allow more rows to be left out (`suppress`)";
        match self.tried.first() {
            None => Some(format!("no release was found for the proposal: {help}")),
            Some(best) if best.loss > LOSES_MUCH => Some(format!(
                "the proposal loses {} of what the quasi-identifiers tell: {help}",
                percent(best.loss)
            )),
            Some(_) => None,
        }
    }

    /// The same for the document.
    pub fn document(&self) -> ScanTrials {
        let release = |tried: &TriedRelease| incrowd_document::TriedRelease {
            recoding: tried.recoding.name().to_owned(),
            loss: tried.loss,
            rows: tried.rows,
            suppressed: tried.suppressed,
            disclosed: tried.disclosed,
            sample: tried.sample.clone(),
        };
        ScanTrials {
            releases: self.tried.iter().map(release).collect(),
            sample: self.sampled,
            diverse: !self.diverse.is_empty(),
            untried: self.no_boxes.as_ref().map(|why| format!("multidimensional: {why}")),
        }
    }

    /// What was tried and what the proposal takes, line by line.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let on = self.sampled.map_or(String::new(), |rows| {
            format!(" on a sample of {rows} rows, which loses more than the table")
        });
        for (place, tried) in self.tried.iter().enumerate() {
            let part = if place == 0 { "proposed" } else { "instead" };
            sentences.push(format!("{part}, tried{on}: {}", tried.summary()));
        }
        if let [best, other] = &self.tried[..]
            && other.loss < best.loss
        {
            let more = other.disclosed.saturating_sub(best.disclosed);
            sentences.push(format!(
                "{} loses less, but tells the secret of {more} more people",
                other.recoding.name()
            ));
        }
        sentences.extend(self.no_boxes.as_ref().map(|why| format!("full-domain only: {why}")));
        sentences
    }
}

pub fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

impl Trial<'_> {
    /// Tries both recodings, with diversity where that is possible and does not cost much in vain.
    pub fn run(&self, execution: &Execution) -> Result<Trials> {
        let exact = self.ladders.iter().find(|ladder| ladder.is_exact_in_boxes());
        let no_boxes = exact.map(|ladder| {
            let name = &self.scan.columns[ladder.place].name;
            format!("boxes would publish exact ends or odd sets of '{name}'")
        });
        let (table, sampled) = self.table()?;
        let boxes = no_boxes.is_none();
        let mut diverse = self.sensitive.to_vec();
        let mut tried = self.recodings(&table, &diverse, boxes, execution)?;
        let mut costly = None;
        if !diverse.is_empty() {
            let all = tried.first().map(|best| (best.loss, best.disclosed));
            if let Some((fewer, cheaper)) = self.with_fewer(&table, all, boxes, execution)? {
                (diverse, tried) = (fewer, cheaper);
                costly = all.map(|(loss, _)| loss);
            }
        }
        Ok(Trials { diverse, costly, sampled, tried, no_boxes })
    }

    /// The releases without diversity of some columns, and the columns that keep it: nothing if all
    /// can have it at a small cost, or if more secrets would be told.
    fn with_fewer(
        &self,
        table: &MemoryTable,
        all: Option<(f64, u64)>,
        boxes: bool,
        execution: &Execution,
    ) -> Result<Option<(Vec<usize>, Vec<TriedRelease>)>> {
        if all.is_some_and(|(loss, _)| loss <= SMALL_COST) {
            return Ok(None);
        }
        let cheapest = self.recodings(table, &[], boxes, execution)?;
        let Some((loss, disclosed)) = all else { return Ok(Some((Vec::new(), cheapest))) };
        let Some(least) = cheapest.first().map(|best| best.loss) else { return Ok(None) };
        if loss <= least + SMALL_COST {
            return Ok(None);
        }
        let fits = |tried: &[TriedRelease]| {
            let best = tried.first();
            best.is_some_and(|best| best.loss <= least + SMALL_COST && best.disclosed <= disclosed)
        };
        let mut rest = self.sensitive.to_vec();
        rest.sort_by_key(|&place| std::cmp::Reverse(self.others(place)));
        while rest.pop().is_some() {
            let tried = self.recodings(table, &rest, boxes, execution)?;
            if fits(&tried) {
                rest.sort_unstable();
                return Ok(Some((rest, tried)));
            }
        }
        Ok(None)
    }

    /// Rows that do not have the most frequent value of a column.
    fn others(&self, place: usize) -> u64 {
        let rows = values(&self.scan.sample, place).into_iter().map(|(_, rows)| rows);
        rows.clone().sum::<u64>() - rows.max().unwrap_or(0)
    }

    /// The releases of both recodings, the one to propose first.
    fn recodings(
        &self,
        table: &MemoryTable,
        diverse: &[usize],
        boxes: bool,
        execution: &Execution,
    ) -> Result<Vec<TriedRelease>> {
        let mut tried = Vec::new();
        let demands = Demands { diverse, mixed: &[] };
        let one = self.plan(table, Recoding::FullDomain, demands, Effort::Fast);
        tried.extend(self.release(one, execution)?);
        if !boxes {
            return Ok(tried);
        }
        let boxes = |demands, effort| {
            self.release(self.plan(table, Recoding::Multidimensional, demands, effort), execution)
        };
        let mut other = boxes(demands, Effort::Fast)?;
        // More effort may find other classes, and it is what the release will have.
        let cells = table.rows() as u64 * table.columns().len() as u64;
        let worse = |other: &Option<TriedRelease>| {
            tried.iter().zip(other).any(|(one, other)| other.tells_more(one))
        };
        if worse(&other) && cells <= FEW_CELLS {
            other = boxes(demands, Effort::Normal)?;
        }
        if let Some(telling) = other.take_if(|other| !other.told.is_empty()) {
            let mixed = boxes(Demands { diverse, mixed: &telling.told }, Effort::Fast)?;
            let fits = |mixed: &TriedRelease| {
                let costs_little = mixed.loss <= telling.loss + SMALL_COST;
                let tells_more = tried.iter().any(|one| telling.tells_more(one));
                let loses_least = tried.iter().all(|one| mixed.loss < one.loss);
                mixed.disclosed < telling.disclosed && loses_least && (costs_little || tells_more)
            };
            other = Some(mixed.filter(fits).unwrap_or(telling));
        }
        tried.extend(other);
        order(&mut tried);
        Ok(tried)
    }

    fn plan(
        &self,
        table: &MemoryTable,
        recoding: Recoding,
        demands: Demands<'_>,
        effort: Effort,
    ) -> Plan {
        let name = |&place: &usize| self.scan.columns[place].name.clone();
        let mut plan = Plan::new(table.clone());
        plan.reading.nulls = self.scan.plan.reading.nulls.clone();
        plan.qi = self.ladders.iter().map(|ladder| name(&ladder.place)).collect();
        plan.sensitive = self.sensitive.iter().map(name).collect();
        plan.person = self.person.as_ref().map(name);
        let used = |column: &String| table.columns().contains(column);
        plan.reading.kinds = self.scan.plan.reading.kinds.clone();
        plan.reading.kinds.retain(|column, _| used(column));
        let hierarchy = |ladder: &SuggestedHierarchy| (name(&ladder.place), ladder.ready.clone());
        plan.hierarchies = self.ladders.iter().map(hierarchy).collect();
        plan.demands.push(KAnonymity { k: self.k }.into());
        let demand = |place: &usize, diversity| -> Demand {
            LDiversity { column: name(place), diversity }.into()
        };
        let distinct = demands.diverse.iter().filter(|place| !demands.mixed.contains(place));
        plan.demands.extend(distinct.map(|place| demand(place, Diversity::Distinct(2))));
        plan.demands.extend(demands.mixed.iter().map(|place| demand(place, mixed())));
        plan.method = Method { effort, ..recoding.into() };
        if recoding == Recoding::FullDomain {
            plan.suppression = Suppression::Share(Fraction::new(SUPPRESSED, 100));
        }
        plan
    }

    /// The release of a plan; nothing if none was found or if it does not hold.
    fn release(&self, plan: Plan, execution: &Execution) -> Result<Option<TriedRelease>> {
        let recoding = plan.method.recoding();
        let study = Study::read(plan, execution)?;
        let ReleaseSearch::Release(release) = study.find(execution)? else { return Ok(None) };
        let figures = release.outcome.figures.as_ref();
        let loss = figures.and_then(|figures| figures.cost(Cost::LOSS)).unwrap_or(1.0);
        let suppressed = figures.map_or(0, |figures| figures.suppressed);
        let rows = study.encoded.frequency_set.rows();
        let (verdict, published) = release.publish_in_memory(execution)?;
        let Some(published) = published else { return Ok(None) };
        let certain = verdict.risks.iter().filter(|risk| {
            risk.kind == RiskKind::CertainSecret && risk.severity > Severity::Notice
        });
        let disclosed = certain.clone().map(|risk| risk.count).sum();
        let columns: Vec<&String> = certain.flat_map(|risk| &risk.columns).collect();
        let name = |place: usize| &self.scan.columns[place].name;
        let places = self.sensitive.iter().copied();
        let told = places.clone().filter(|&place| columns.contains(&name(place))).collect();
        let is_mixed = |place: usize| {
            let demand = LDiversity { column: name(place).clone(), diversity: mixed() };
            study.plan.demands.contains(&demand.into())
        };
        let mixed = places.filter(|&place| is_mixed(place)).collect();
        let cell = |column: &String| match published.column(column).and_then(|cells| cells.get(0)) {
            Some(Value::Text(text)) => text.to_owned(),
            _ => String::new(),
        };
        let sample = study.plan.qi.iter().map(cell).collect();
        let tried =
            TriedRelease { recoding, loss, suppressed, rows, disclosed, told, mixed, sample };
        Ok(Some(tried))
    }

    /// The columns in use, of all rows or of a sample, and how many rows a sample has.
    fn table(&self) -> Result<(MemoryTable, Option<u64>)> {
        let sample = &self.scan.sample;
        let places: Vec<usize> = (self.ladders.iter().map(|ladder| ladder.place))
            .chain(self.sensitive.iter().copied())
            .chain(self.person)
            .collect();
        let cell =
            |place: usize, row: usize| sample.texts[place].text(sample.columns.codes(place)[row]);
        let hasher = FixedState::default();
        let hash = |row: usize| {
            let cells: Vec<&str> = places.iter().map(|&place| cell(place, row)).collect();
            hasher.hash_one(cells)
        };
        let mut rows: Vec<(u64, usize)> =
            (0..sample.columns.rows() as usize).map(|row| (hash(row), row)).collect();
        // Rows with the same hash are equal, so their order means nothing.
        rows.sort_unstable();
        rows.truncate(MOST_ROWS);
        let names = places.iter().map(|&place| self.scan.columns[place].name.clone());
        let cells = rows.iter().map(|&(_, row)| places.iter().map(move |&place| cell(place, row)));
        let table = MemoryTable::from_rows("the table", names, cells)?;
        let tried = rows.len() as u64;
        Ok((table, (tried < sample.draw.of).then_some(tried)))
    }
}

/// Puts the release to propose first: the one that loses less, unless it discloses more.
fn order(tried: &mut [TriedRelease]) {
    if let [one, other] = tried
        && other.loss < one.loss
        && other.disclosed <= one.disclosed
    {
        tried.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(recoding: Recoding, loss: f64, disclosed: u64) -> TriedRelease {
        let (told, mixed, sample) = (Vec::new(), Vec::new(), Vec::new());
        TriedRelease { recoding, loss, suppressed: 0, rows: 9, disclosed, told, mixed, sample }
    }

    #[test]
    fn the_better_recoding_is_proposed_unless_it_discloses_more() {
        let first = |disclosed, loss| {
            let mut both = [
                tried(Recoding::FullDomain, 0.4, 3),
                tried(Recoding::Multidimensional, loss, disclosed),
            ];
            order(&mut both);
            both[0].recoding
        };
        assert_eq!(first(3, 0.2), Recoding::Multidimensional);
        assert_eq!(first(4, 0.2), Recoding::FullDomain);
        assert_eq!(first(0, 0.5), Recoding::FullDomain);
    }
}
