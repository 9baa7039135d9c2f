//! A release on its way: searched for, written to one side, judged, and put in place if it holds.

mod after;
pub mod anatomy;
mod changes;
mod groups;
pub mod randomised;
mod risks;
mod shuffle;
mod verdict;
mod write;

use std::fmt;
use std::time::Instant;

use incrowd_core::audit::Audit;
use incrowd_core::publish::{DealtGroups, Mapping};
use incrowd_core::search::{
    BoxEnds, FoundRelease, Method, Nearest, PublishedPeople, Recoding, Search, SearchControl,
    SearchOutcome,
};
use incrowd_io::{MemorySink, MemoryTable, Output, TableSink};
use rand::RngExt;

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::plan::Plan;
use crate::seed::{Purpose, Seed};
use crate::study::Study;

pub use changes::{ColumnChanges, ValueChange};
pub use groups::GROUP;
use groups::{GroupAssignment, check_name, deal};
pub(crate) use risks::{demanded_k, names_nobody, names_people};
pub(crate) use verdict::GroupedTables;
pub use verdict::Verdict;
use write::Origins;
pub use write::WrittenRelease;

/// What a search came to.
#[derive(Debug)]
pub enum ReleaseSearch<'a> {
    /// A release that meets the demands.
    Release(Release<'a>),
    /// None was found; the outcome says whether that proves that there is none.
    NoRelease(NoRelease<'a>),
}

/// A release that was found, and is to be published.
pub struct Release<'a> {
    /// What is released.
    pub study: &'a Study,
    /// The search that found it.
    pub search: Search<'a>,
    /// How the search went.
    pub outcome: SearchOutcome,
    /// What becomes of the table.
    pub found: FoundRelease,
    groups: Option<DealtGroups>,
    origins: Origins,
}

/// A search that found nothing.
pub struct NoRelease<'a> {
    /// The search.
    pub search: Search<'a>,
    /// How it went.
    pub outcome: SearchOutcome,
}

impl fmt::Debug for Release<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Release")
            .field("study", &self.study)
            .field("outcome", &self.outcome)
            .field("found", &self.found)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for NoRelease<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refusal").field("outcome", &self.outcome).finish_non_exhaustive()
    }
}

impl Study {
    /// Looks for a release that meets the plan's demands.
    ///
    /// # Errors
    /// Levels that a hierarchy does not have, a table that cannot be read again, or a plan for
    /// [`Study::anatomize`] or [`Study::draw`].
    pub fn find(&self, execution: &Execution) -> Result<ReleaseSearch<'_>> {
        let Plan { demands, suppression, method, time_limit, .. } = &*self.plan;
        if matches!(method.recoding(), Recoding::Anatomy | Recoding::Randomised) {
            let name = method.recoding().name();
            return Err(Error::options(format!(
                "`recoding = {name}` finds no ranges: it has a way of its own"
            )));
        }
        if method.deal {
            check_name(self)?;
        }
        let end = Execution::end(*time_limit);
        let mut search = self.search(demands, *suppression)?;
        if method.cut == BoxEnds::Nodes && !search.may_widen() {
            return Err(Error::options(
                "`cut = nodes` lets classes overlap or merge: it does not go with a population, with `deal`, or with \
                 demands that do not survive that classes merge (`proximity`, `delta-l`)",
            ));
        }
        let mut outcome = self.run_until(end, &search, execution);
        if method.overlap
            && let Some(proposed) = overlapping(self, &search, &outcome, end, execution)?
        {
            outcome = proposed;
        }
        let mut groups = self.dealt(&search, &outcome, execution)?;
        if let DealResult::Cannot(why) = groups {
            // Demands on other secrets spoil it: what holds without being dealt is left.
            search = search.undealt();
            outcome = self.run_until(end, &search, execution);
            outcome.remark = Some(why);
            outcome.proven &= outcome.found.is_some();
            groups = self.dealt(&search, &outcome, execution)?;
        }
        let groups = if let DealResult::Groups(deal) = groups { Some(*deal) } else { None };
        Ok(match outcome.found.clone() {
            Some(found) => {
                let origins = None;
                let release = Release { study: self, search, outcome, found, groups, origins };
                ReleaseSearch::Release(release)
            }
            None => ReleaseSearch::NoRelease(NoRelease { search, outcome }),
        })
    }

    /// Runs a search under the plan's time limit.
    #[must_use]
    pub fn run(&self, search: &Search<'_>, execution: &Execution) -> SearchOutcome {
        self.run_until(Execution::end(self.plan.time_limit), search, execution)
    }

    fn run_until(
        &self,
        end: Option<Instant>,
        search: &Search<'_>,
        execution: &Execution,
    ) -> SearchOutcome {
        let step = execution.step("searching", None);
        let watch = bounded(execution.watch(&step, end), search.method());
        execution.within(|| search.find(&watch))
    }

    /// The nearest demands that can be met together where a search found no release; looking for
    /// them takes at most the plan's time limit once more.
    #[must_use]
    pub fn nearest(&self, search: &Search<'_>, execution: &Execution) -> Vec<Nearest> {
        let step = execution.step("looking for what could be met", None);
        let end = Execution::end(self.plan.time_limit);
        let watch = bounded(execution.watch(&step, end), search.method());
        execution.within(|| search.nearest(&watch))
    }

    /// The groups of what was found, if it is to be dealt, or why it cannot be.
    fn dealt(
        &self,
        search: &Search<'_>,
        outcome: &SearchOutcome,
        execution: &Execution,
    ) -> Result<DealResult> {
        if outcome.found.is_none() || !self.plan.method.deal {
            return Ok(DealResult::NotAsked);
        }
        let mapping = search.mapping(outcome);
        deal(self, &mapping, execution)
    }
}

/// The watch, with as many checks as the effort allows.
fn bounded(watch: SearchControl, method: &Method) -> SearchControl {
    match method.most_checks() {
        Some(checks) => watch.at_most(checks),
        None => watch,
    }
}

/// Whether classes were dealt into groups.
enum DealResult {
    NotAsked,
    Groups(Box<DealtGroups>),
    Cannot(String),
}

/// The outcome with clusters that overlap, if that loses less and the judge proves it.
fn overlapping(
    study: &Study,
    search: &Search<'_>,
    outcome: &SearchOutcome,
    end: Option<Instant>,
    execution: &Execution,
) -> Result<Option<SearchOutcome>> {
    let step = execution.step("searching", None);
    let watch = bounded(execution.watch(&step, end), search.method());
    let proposed = execution.within(|| search.overlapping(outcome, &watch));
    let Some(proposed) = proposed else { return Ok(None) };
    let Some(found) = proposed.found.clone() else { return Ok(None) };
    let (search, outcome) = (search.clone(), proposed.clone());
    let mut release = Release { study, search, outcome, found, groups: None, origins: None };
    let verdict = match study.table.is_in_memory() {
        true => release.tried(MemorySink::new("a release with overlapping clusters"), execution)?,
        false => release.tried(Output::aside()?, execution)?,
    };
    Ok(verdict.holds().then_some(proposed))
}

impl<'a> Release<'a> {
    /// What the cells of each row become.
    #[must_use]
    pub fn mapping(&self) -> Mapping<'a> {
        self.search.mapping(&self.outcome)
    }

    /// How many people are published, and how many lose all or some of their rows; none if the plan
    /// takes every row for a different person.
    #[must_use]
    pub fn people(&self) -> Option<PublishedPeople> {
        let figures = self.outcome.figures.as_ref().filter(|_| self.study.plan.person.is_some());
        figures.map(|figures| figures.people)
    }

    /// Writes the release, to a file or to memory. A file is written to one side: it is in place only
    /// once the output is committed.
    ///
    /// # Errors
    /// A table that changed since it was read, or a sink that cannot be written.
    pub fn write<S: TableSink>(
        &mut self,
        sink: S,
        execution: &Execution,
    ) -> Result<(S, WrittenRelease)> {
        let groups = self.groups.take().map(GroupAssignment::Dealt);
        let (sink, written, origins) =
            write::write(self.study, &self.mapping(), groups, sink, execution)?;
        self.origins = origins;
        Ok((sink, written))
    }

    /// Writes the release and has it judged.
    fn tried<S: TableSink>(&mut self, sink: S, execution: &Execution) -> Result<Verdict> {
        let (sink, written) = self.write(sink, execution)?;
        self.judge(&sink, written, execution)
    }

    /// Repeats the search on other sets of members that would look the same. Its samples have no
    /// clock: a search that ran out of time would seem to lead elsewhere.
    /// Nothing is hidden by what it tries, so it tries the same again unless a seed is chosen.
    ///
    /// # Errors
    /// Demands on sensitive columns, because nobody has the values of people outside the table.
    pub fn audit(&self, samples: u64, execution: &Execution) -> Result<Audit> {
        if self.study.plan.demands.iter().any(|demand| demand.column().is_some()) {
            return Err(Error::options(
                "an audit needs demands that sensitive columns do not decide",
            ));
        }
        self.study.check_audit()?;
        let seed = Seed::from(self.study.plan.seed.unwrap_or(1));
        let mut random = seed.generator(Purpose::Audit);
        let step = execution.step("auditing", None);
        let watch = bounded(execution.watch(&step, None), self.search.method());
        Ok(execution.within(|| self.search.audit(&self.found, samples, random.random(), &watch)))
    }

    /// Writes the release, has it judged, and puts it in place if it holds.
    ///
    /// # Errors
    /// As [`Release::write`] and [`Release::judge`], or an output that cannot be put in place.
    pub fn publish(mut self, output: Output, execution: &Execution) -> Result<Verdict> {
        let (output, written) = self.write(output, execution)?;
        let verdict = self.judge(&output, written, execution)?;
        if verdict.holds() {
            output.commit()?;
        }
        Ok(verdict)
    }

    /// Writes the release to memory and has it judged there. The table is given only if it holds. No
    /// file is written if the original is in memory, too.
    ///
    /// # Errors
    /// As [`Release::write`] and [`Release::judge`].
    pub fn publish_in_memory(
        mut self,
        execution: &Execution,
    ) -> Result<(Verdict, Option<MemoryTable>)> {
        let (sink, written) = self.write(MemorySink::new("the release"), execution)?;
        let verdict = self.judge(&sink, written, execution)?;
        let table = sink.into_table()?;
        let published = verdict.holds().then_some(table);
        Ok((verdict, published))
    }
}

impl Study {
    /// Refuses an audit of people with several rows: it tries other members, and nobody knows how many
    /// rows each of them would have.
    pub(crate) fn check_audit(&self) -> Result<()> {
        let (people, rows) =
            (self.encoded.frequency_set.members(), self.encoded.frequency_set.rows());
        if people == rows {
            return Ok(());
        }
        let message = format!(
            "`audit` needs one row per person, and here {people} people have {rows} rows: it tries other members, and \
             nobody knows how many rows each of them would have"
        );
        Err(Error::options(message).in_file(self.table.name()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use incrowd_core::cost::Cost;
    use incrowd_core::terms::{Fraction, Knowledge, Presence};

    use super::*;
    use crate::plan::PopulationSource;

    /// Every third person of a small town, none of whom may be known to be one.
    fn plan(folder: &tempfile::TempDir) -> Plan {
        let people: Vec<String> = (0..60).map(|age| format!("{}\n", 20 + age % 40)).collect();
        let members: String = people.iter().step_by(3).cloned().collect();
        let (table, register) = (folder.path().join("t.csv"), folder.path().join("p.csv"));
        std::fs::write(&table, format!("age\n{members}")).unwrap();
        std::fs::write(&register, format!("age\n{}", people.concat())).unwrap();
        let (least, most) = (Fraction::new(1, 10), Fraction::new(1, 2));
        Plan::new(table)
            .qi(["age"])
            .drawn_from(PopulationSource::Register(register.into()))
            .demanding(Presence { least, most, knowledge: Knowledge::Table })
            .by(Recoding::Multidimensional)
    }

    #[test]
    fn an_audit_has_no_clock() {
        let (folder, execution) = (tempfile::tempdir().unwrap(), Execution::default());
        let study = Study::read(plan(&folder), &execution).unwrap();
        let hurried = Plan { time_limit: Some(Duration::ZERO), ..plan(&folder) };
        let hurried = Study::read(hurried, &execution).unwrap();
        let ReleaseSearch::Release(release) = study.find(&execution).unwrap() else {
            panic!("one in three")
        };
        let calm = release.audit(20, &execution).unwrap();
        let release = Release { study: &hurried, ..release };
        assert_eq!(release.audit(20, &execution).unwrap(), calm);
        assert!(calm.reproduced > 0, "{calm:?}");
    }

    #[test]
    fn what_has_a_way_of_its_own_is_not_searched_for() {
        let (folder, execution) = (tempfile::tempdir().unwrap(), Execution::default());
        let study = Study::read(plan(&folder).by(Recoding::Randomised), &execution).unwrap();
        let Err(failure) = study.find(&execution) else { panic!("chance finds no ranges") };
        assert!(failure.message().contains("randomised"), "{failure}");
        assert!(study.draw().unwrap().draw.is_some());
    }

    #[test]
    fn a_plan_that_makes_no_sense_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan { qi: Vec::new(), ..plan(&folder) };
        let Err(failure) = Study::read(plan, &Execution::default()) else { panic!("no columns") };
        assert!(failure.message().contains("no quasi-identifiers"), "{failure}");
    }
    #[test]
    fn a_method_that_cannot_do_what_it_is_asked_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let by =
            |method: Method| plan(&folder).by(method).check().unwrap_err().message().to_owned();
        let boxes = Method::from(Recoding::Multidimensional);
        let precision = Method { cost: Cost::PRECISION, ..boxes };
        assert!(by(precision).contains("it minimises loss"));
        assert!(by(Method { all_minimal: true, ..boxes }).contains("full-domain"));
        assert!(by(Method { overlap: true, ..boxes }).contains("local"));
        let weights = [("age".to_owned(), f64::NAN)].into();
        let weightless = Plan { weights, ..plan(&folder) }.check().unwrap_err();
        assert!(weightless.message().contains("above 0"), "{weightless}");
    }
}
