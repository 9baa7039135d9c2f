//! The problem that algorithms for boxes solve: the tuples, the demands and the loss of ranges.

use incrowd_terms::Demand;

use crate::frequency_set::{FrequencySet, UnitedPeople, ValueCounts, summed};
use crate::model::{self, CountConstraints, Histogram, Model, Monotone, PublishedTable};
use crate::opaque::opaque_debug;

use super::{BoxClass, Partition};
use crate::cost::RangeLoss;

/// Tuples in leaf codes with their counts, the demands on every class, and the loss of ranges.
pub struct BoxProblem<'a> {
    frequency_set: &'a FrequencySet,
    models: &'a [Box<dyn Model>],
    constraints: CountConstraints,
    range_losses: Vec<RangeLoss>,
    /// Tuple by tuple, a code per column.
    codes: Vec<u32>,
    /// Different people of the table per tuple: rows, unless people are counted.
    members: Vec<u64>,
    people: Vec<u64>,
    /// The weight of each tuple in the loss: its rows, or its people.
    weights: Vec<u64>,
    over_people: bool,
    /// Whether a demand is about secrets.
    secrets: bool,
    whole: PublishedTable,
}

opaque_debug!(BoxProblem<'_>, this => "tuples": this.tuples(), "columns": this.columns());

/// The test that the sides of a cut must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standard {
    /// Each side can be a class.
    Holds,
    /// Each side meets the necessary condition for being cut into classes.
    MayHold,
}

impl<'a> BoxProblem<'a> {
    /// Builds the problem. With `over_people`, the loss is an average over the population.
    #[must_use]
    pub fn new(
        frequency_set: &'a FrequencySet,
        models: &'a [Box<dyn Model>],
        range_losses: Vec<RangeLoss>,
        over_people: bool,
    ) -> Self {
        let base = &frequency_set.base;
        let people = if base.people.is_empty() { base.rows.clone() } else { base.people.clone() };
        let mut codes = Vec::with_capacity(base.len() * base.codes.len());
        for tuple in 0..base.len() {
            codes.extend(base.codes.iter().map(|column| column[tuple]));
        }
        let mut constraints = CountConstraints::of(models);
        if frequency_set.has_people_with_several_tuples() {
            // People of tuples do not add up: the sum is more than there are, and decides nothing.
            constraints.complete &= constraints.rows <= 1;
        }
        BoxProblem {
            frequency_set,
            models,
            members: (0..base.len()).map(|tuple| base.members_of(tuple)).collect(),
            over_people,
            secrets: models.iter().any(|model| model.needs_secrets()),
            constraints,
            range_losses,
            codes,
            weights: if over_people { people.clone() } else { base.rows.clone() },
            people,
            whole: match models.iter().any(|model| model.relative()) {
                true => frequency_set.whole_by_person(),
                false => frequency_set.whole(),
            },
        }
    }

    /// The same people with other demands, all of which are count constraints.
    #[must_use]
    pub(super) fn with_constraints(&self, constraints: CountConstraints) -> BoxProblem<'_> {
        BoxProblem {
            frequency_set: self.frequency_set,
            models: &[],
            constraints,
            range_losses: self.range_losses.clone(),
            codes: self.codes.clone(),
            members: self.members.clone(),
            people: self.people.clone(),
            weights: self.weights.clone(),
            over_people: self.over_people,
            secrets: false,
            whole: PublishedTable::of_rows(self.whole.rows, Vec::new()),
        }
    }

    /// The same where a part of the table is published, with which some demands compare classes.
    #[must_use]
    pub(super) fn with_published(mut self, published: PublishedTable) -> Self {
        self.whole = published;
        self
    }

    /// Whether a demand is about secrets.
    pub(super) fn needs_secrets(&self) -> bool {
        self.secrets
    }

    /// Whether a demand compares classes with the published table.
    pub(super) fn is_relative(&self) -> bool {
        self.models.iter().any(|model| model.relative())
    }

    /// The published table without these tuples, as far as the demands look at it.
    pub(super) fn published_without(&self, suppressed: &[u32]) -> PublishedTable {
        let (kept, _) = self.frequency_set.without(suppressed);
        if self.is_relative() { kept.whole_by_person() } else { kept.whole() }
    }

    /// The number of tuples.
    #[must_use]
    pub fn tuples(&self) -> usize {
        self.people.len()
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.range_losses.len()
    }

    /// The codes of a tuple.
    #[must_use]
    #[inline]
    pub fn codes(&self, tuple: u32) -> &[u32] {
        let width = self.columns();
        &self.codes[tuple as usize * width..(tuple as usize + 1) * width]
    }

    /// Rows of the table per tuple.
    #[must_use]
    pub fn rows(&self) -> &[u64] {
        &self.frequency_set.base.rows
    }

    /// Different people of the table per tuple. If people have several tuples, the sum over some
    /// tuples is only an upper bound of their people.
    #[must_use]
    pub fn members(&self) -> &[u64] {
        &self.members
    }

    /// Whether people are counted instead of rows.
    pub(super) fn counts_people(&self) -> bool {
        self.frequency_set.counts_people()
    }

    /// What it takes to count the demands of a class, per tuple, in units of a scan.
    pub(super) fn work_per_tuple(&self) -> u64 {
        if self.counts_people() { 16 } else { 4 }
    }

    /// Whether the loss is an average over the population.
    pub(super) fn is_over_people(&self) -> bool {
        self.over_people
    }

    /// Whether the size of a class in costs is that of [`BoxProblem::people`]. If people are
    /// counted and there is a population, searches weigh members instead of their rows.
    pub(super) fn weighs_people(&self) -> bool {
        match (self.counts_people(), self.frequency_set.people() > 0) {
            (false, _) => self.weights() != self.rows(),
            (true, false) => true,
            (true, true) => self.over_people,
        }
    }

    /// Whether there is no population, every tuple has members, and members add up.
    pub(super) fn is_plain(&self) -> bool {
        let alone = match self.counts_people() {
            true => self.frequency_set.people() == 0,
            false => self.rows() == self.people(),
        };
        let adds_up = !self.frequency_set.has_people_with_several_tuples();
        alone && adds_up && !self.members.contains(&0)
    }

    /// People of the population per tuple; rows of the table if there is no population.
    #[must_use]
    pub fn people(&self) -> &[u64] {
        &self.people
    }

    /// The weight of each tuple in the loss.
    #[must_use]
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// Per column: the loss of ranges. All columns together lose at most 1.
    #[must_use]
    pub fn range_losses(&self) -> &[RangeLoss] {
        &self.range_losses
    }

    /// The count constraints. If they are complete, [`BoxProblem::holds`] tests nothing else.
    #[must_use]
    pub(crate) fn constraints(&self) -> &CountConstraints {
        &self.constraints
    }

    /// Whether these tuples can be a class. The decision is exact and includes all demands.
    #[must_use]
    pub fn holds(&self, tuples: &[u32]) -> bool {
        self.ask(tuples, |model, class, whole| {
            if class.rows == 0 { model.holds_unpublished(class) } else { model.holds(class, whole) }
        })
    }

    /// A necessary condition for cutting these tuples into classes.
    #[must_use]
    pub(crate) fn may_hold(&self, tuples: &[u32]) -> bool {
        self.ask(tuples, |model, class, whole| match class.rows {
            0 => model.holds_unpublished(class),
            _ => model.may_hold(class, whole),
        })
    }

    /// The strictest test that all people together pass. If they do not hold together because a
    /// demand is not monotone, only the necessary condition can be tested. None if there is no
    /// release.
    pub(super) fn standard(&self) -> Option<Standard> {
        let everybody: Vec<u32> = (0..self.tuples() as u32).collect();
        let asked = [Standard::Holds, Standard::MayHold];
        asked
            .into_iter()
            .find(|&standard| !everybody.is_empty() && self.meets(standard, &everybody))
    }

    /// Whether these tuples meet a standard.
    pub(super) fn meets(&self, standard: Standard, tuples: &[u32]) -> bool {
        match standard {
            Standard::Holds => self.holds(tuples),
            Standard::MayHold => !self.is_monotone() && self.may_hold(tuples),
        }
    }

    fn is_monotone(&self) -> bool {
        self.models.iter().all(|model| model.monotone() != Monotone::No)
    }

    fn ask(
        &self,
        tuples: &[u32],
        answer: impl Fn(&dyn Model, &model::ClassCounts<'_>, &PublishedTable) -> bool,
    ) -> bool {
        if self.constraints.complete {
            let (members, people) = self.sizes(tuples);
            return self.constraints.admits(members, people);
        }
        self.counted(tuples, |class| {
            self.models.iter().all(|model| answer(&**model, class, &self.whole))
        })
    }

    /// The strictest demand, up to this one, that every class of a partition meets. None if the
    /// rows of a tuple are divided. `rebuild` makes a model of a demand.
    pub(in crate::search) fn measured(
        &self,
        partition: &Partition,
        demand: &Demand,
        rebuild: &dyn Fn(&Demand) -> Box<dyn Model>,
    ) -> Option<Demand> {
        if partition.classes.iter().any(|class| !class.shares.is_empty()) {
            return None;
        }
        let published = (!partition.suppressed.is_empty())
            .then(|| self.published_without(&partition.suppressed));
        let whole = published.as_ref().unwrap_or(&self.whole);
        partition.classes.iter().try_fold(demand.clone(), |demand, class| {
            self.counted(&class.tuples, |class| model::met(demand, rebuild, class, whole))
        })
    }

    /// Members and people of these tuples.
    fn sizes(&self, tuples: &[u32]) -> (u64, u64) {
        let sum = |counts: &[u64]| tuples.iter().map(|&tuple| counts[tuple as usize]).sum();
        (sum(&self.members), sum(&self.people))
    }

    /// The people behind the rows of these tuples, if people are counted instead of rows.
    fn united(&self, tuples: &[u32]) -> Option<UnitedPeople> {
        let people = self.frequency_set.base.members.as_ref()?;
        let single = |at, single: &_| histogram(single, self.frequency_set.domain(at), tuples);
        Some(people.unite(tuples, self.secrets, single))
    }

    /// Counts these tuples as models see a class.
    fn counted<T>(
        &self,
        tuples: &[u32],
        see_class: impl FnOnce(&model::ClassCounts<'_>) -> T,
    ) -> T {
        let base = &self.frequency_set.base;
        let sum = |counts: &[u64]| tuples.iter().map(|&tuple| counts[tuple as usize]).sum();
        let (rows, people) = (sum(self.rows()), sum(&self.people));
        let secrets = if self.secrets { base.secrets.as_slice() } else { &[] };
        let secrets = secrets.iter().enumerate();
        let secrets = secrets.map(|(at, s)| histogram(s, self.frequency_set.domain(at), tuples));
        let person_attributes = base.person_attributes.iter().enumerate();
        let person_attributes = person_attributes
            .map(|(at, s)| histogram(s, self.frequency_set.attribute_domain(at), tuples));
        let (secrets, person_attributes): (Vec<_>, Vec<_>) =
            (secrets.collect(), person_attributes.collect());
        fn see(counted: &[(Vec<u32>, Vec<u64>)]) -> Vec<Histogram<'_>> {
            counted.iter().map(|(values, counts)| Histogram { values, counts }).collect()
        }
        let (secrets, person_attributes) = (see(&secrets), see(&person_attributes));
        let class = model::ClassCounts::of_rows(rows, people, &secrets, &person_attributes);
        let Some(united) = self.united(tuples) else { return see_class(&class) };
        let by_person: Vec<_> = united.secrets.iter().map(|values| values.view()).collect();
        see_class(&model::ClassCounts { members: united.members, by_person: &by_person, ..class })
    }

    /// Whether people with these counts meet a standard, for callers that count themselves.
    /// `histograms` has one entry per sensitive attribute and person attribute. Every row is taken
    /// for a different person.
    pub(super) fn meets_counted(
        &self,
        standard: Standard,
        rows: u64,
        people: u64,
        histograms: &[Histogram<'_>],
    ) -> bool {
        if self.constraints.complete || !self.constraints.admits(rows, people) {
            return self.constraints.admits(rows, people);
        }
        let (secrets, person_attributes) =
            histograms.split_at(self.frequency_set.base.secrets.len());
        let class = model::ClassCounts::of_rows(rows, people, secrets, person_attributes);
        self.models.iter().all(|model| match (rows, standard) {
            (0, _) => model.holds_unpublished(&class),
            (_, Standard::Holds) => model.holds(&class, &self.whole),
            (_, Standard::MayHold) => model.may_hold(&class, &self.whole),
        })
    }

    /// The values of each secret by tuple, then those of each person attribute.
    pub(super) fn value_counts(&self) -> impl ExactSizeIterator<Item = &'a ValueCounts> + use<'a> {
        let (secrets, person_attributes) =
            (&self.frequency_set.base.secrets, &self.frequency_set.base.person_attributes);
        let counted =
            |place| secrets.get(place).unwrap_or_else(|| &person_attributes[place - secrets.len()]);
        (0..secrets.len() + person_attributes.len()).map(counted)
    }

    /// Makes a class of these tuples.
    #[must_use]
    pub fn class(&self, mut tuples: Vec<u32>) -> BoxClass {
        tuples.sort_unstable();
        let ranges = self.bounds(&tuples);
        let sum = |counts: &[u64]| tuples.iter().map(|&tuple| counts[tuple as usize]).sum();
        let (rows, people) = (sum(self.rows()), sum(&self.people));
        BoxClass { tuples, ranges, rows, people, shares: Vec::new() }
    }

    /// The bounding box of these tuples.
    #[must_use]
    pub(crate) fn bounds(&self, tuples: &[u32]) -> Vec<(u32, u32)> {
        let mut ranges = vec![(u32::MAX, 0); self.columns()];
        for &tuple in tuples {
            for (range, &code) in ranges.iter_mut().zip(self.codes(tuple)) {
                *range = (range.0.min(code), range.1.max(code));
            }
        }
        ranges
    }

    /// The loss of a box, from 0 to 1.
    #[must_use]
    pub fn box_loss(&self, ranges: &[(u32, u32)]) -> f64 {
        self.range_losses
            .iter()
            .zip(ranges)
            .map(|(range_loss, &(low, high))| range_loss.loss(low, high))
            .sum()
    }

    /// The loss of a suppressed row: that of every column.
    #[must_use]
    pub fn suppressed_loss(&self) -> f64 {
        let last = |range_loss: &RangeLoss| range_loss.positions().len().saturating_sub(1) as u32;
        self.range_losses.iter().map(|range_loss| range_loss.loss(0, last(range_loss))).sum()
    }

    /// The weight of these tuples in the loss.
    pub(in crate::search) fn weight_of(&self, tuples: &[u32]) -> f64 {
        tuples.iter().map(|&tuple| self.weights[tuple as usize]).sum::<u64>() as f64
    }

    /// The weight of a class in the loss.
    #[must_use]
    pub(crate) fn weight(&self, class: &BoxClass) -> f64 {
        let whole: u64 = class.tuples.iter().map(|&tuple| self.weights[tuple as usize]).sum();
        let absent = |&(tuple, rows): &(u32, u64)| self.weights[tuple as usize] - rows;
        (whole - class.shares.iter().map(absent).sum::<u64>()) as f64
    }

    /// The total weight of all classes.
    #[must_use]
    pub fn total_weight(&self) -> f64 {
        self.weights.iter().sum::<u64>() as f64
    }

    /// The average loss of a partition, suppressed rows included.
    #[must_use]
    pub fn loss(&self, partition: &Partition) -> f64 {
        let suppressed = self.weight_of(&partition.suppressed) * self.suppressed_loss();
        (self.published_sum(partition) + suppressed) / self.total_weight()
    }

    /// The average loss of the published rows of a partition.
    #[must_use]
    pub(in crate::search) fn published_loss(&self, partition: &Partition) -> f64 {
        let published = self.total_weight() - self.weight_of(&partition.suppressed);
        self.published_sum(partition) / published.max(1.0)
    }

    fn published_sum(&self, partition: &Partition) -> f64 {
        let of = |class: &BoxClass| self.weight(class) * self.box_loss(&class.ranges);
        partition.classes.iter().map(of).sum()
    }
}

/// The values that occur among some tuples, ascending, and their counts.
fn histogram(counted: &ValueCounts, domain: usize, tuples: &[u32]) -> (Vec<u32>, Vec<u64>) {
    let of = |&tuple: &u32| {
        let (values, counts) = counted.of(tuple as usize);
        values.iter().copied().zip(counts.iter().copied())
    };
    let entries: usize = tuples.iter().map(|tuple| of(tuple).len()).sum();
    // An array over the whole domain is faster while it is not much larger than the entries.
    if domain <= 8 * entries {
        let mut sums = vec![0; domain];
        tuples.iter().flat_map(of).for_each(|(value, count)| sums[value as usize] += count);
        return (0..).zip(sums).filter(|&(_, count)| count > 0).unzip();
    }
    summed(tuples.iter().flat_map(of).collect())
}
