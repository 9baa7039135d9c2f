//! The people who are attacked.

use hashbrown::HashSet;

use super::choice::Random;
use super::nearest::EqualRows;
use super::world::{AttackerTables, CodedRows, TriedRows};

/// The share of targets on which columns are chosen; the others measure the choice.
const CHOOSING: usize = 5;

/// The share of people who are held out where no control is given.
const HELD_OUT: usize = 5;

/// The people who are attacked, the control, and the published rows that the attacker has.
pub(super) struct Targets {
    /// Those on whom columns are chosen.
    pub choosing: Sides,
    /// Those who measure the choice.
    pub measured: Sides,
    /// Sampled rows without those of the control.
    pub sample: TriedRows,
}

/// People whose rows the attacker has, and people whose rows the attacker does not have.
pub(super) struct Sides {
    pub attacked: Vec<Target>,
    pub control: Vec<Target>,
}

/// A person, known by one row.
pub(super) struct Target {
    /// Per column: the code of the person's value.
    pub values: Vec<u32>,
}

impl Target {
    fn of(rows: &CodedRows, row: usize) -> Target {
        Target { values: (0..rows.columns()).map(|column| rows.code(column, row)).collect() }
    }

    /// Per column: how far the person's value is from each label; empty for columns that are not
    /// asked for.
    pub(super) fn far(&self, world: &AttackerTables<'_>, asked: &[usize]) -> Vec<Vec<f32>> {
        let mut far = vec![Vec::new(); world.columns.len()];
        for &column in asked {
            far[column] = world.columns[column].distances(self.values[column]);
        }
        far
    }
}

impl Targets {
    /// Draws at most so many people with a published row to be measured, a quarter as many for
    /// choosing columns, and as many for the control: held-out people, or published people whose rows
    /// are taken out of the sample.
    pub(super) fn draw(
        world: &AttackerTables<'_>,
        sample: TriedRows,
        most: usize,
        threads: usize,
    ) -> Targets {
        let all: Vec<usize> = (0..world.columns.len()).collect();
        let groups = EqualRows::of(world, &sample, &all);
        let mut people = ShuffledPeople::new(world, &groups, threads);
        let most = most + most / (CHOOSING - 1);
        let (control, sample) = match &world.control {
            Some(held_out) => {
                let rows = Random::new(2).choose(held_out.len(), held_out.len().min(most));
                let control = rows.iter().map(|&row| Target::of(held_out, row as usize));
                (control.collect(), sample)
            }
            None => {
                let (control, taken) = people.next(most.min(world.people / HELD_OUT));
                let kept = sample.rows.iter().copied().filter(|row| !taken.contains(row));
                let rows = kept.collect();
                (control, TriedRows { rows })
            }
        };
        let (attacked, _) = people.next(most);
        let [(chosen, attacked), (chosen_control, control)] = [attacked, control].map(split);
        Targets {
            choosing: Sides { attacked: chosen, control: chosen_control },
            measured: Sides { attacked, control },
            sample,
        }
    }
}

/// Some for choosing columns, and the others.
fn split(mut targets: Vec<Target>) -> (Vec<Target>, Vec<Target>) {
    let measured = targets.split_off(targets.len() / CHOOSING);
    (targets, measured)
}

/// People in random order, each by one row.
struct ShuffledPeople<'w> {
    world: &'w AttackerTables<'w>,
    groups: &'w EqualRows,
    threads: usize,
    /// A row of each person who is left.
    left: Vec<u32>,
    /// Per person: all rows.
    rows: Vec<Vec<u32>>,
}

impl<'w> ShuffledPeople<'w> {
    fn new(world: &'w AttackerTables<'w>, groups: &'w EqualRows, threads: usize) -> Self {
        let mut rows = vec![Vec::new(); world.people];
        for (row, &person) in (0..).zip(&world.person) {
            rows[person as usize].push(row);
        }
        let mut left = Random::new(1).choose(world.original.len(), world.original.len());
        let mut seen = vec![false; world.people];
        left.retain(|&row| {
            !std::mem::replace(&mut seen[world.person[row as usize] as usize], true)
        });
        left.reverse();
        ShuffledPeople { world, groups, threads, left, rows }
    }

    /// The next people with a sampled row, at most so many, and their sampled rows.
    fn next(&mut self, most: usize) -> (Vec<Target>, HashSet<u32>) {
        let (mut found, mut taken) = (Vec::new(), HashSet::new());
        while found.len() < most && !self.left.is_empty() {
            let tried = self.left.split_off(self.left.len().saturating_sub(most - found.len()));
            let published = in_parallel(&tried, self.threads, |&row| self.published(row));
            for (row, groups) in tried.into_iter().zip(published) {
                let Some(groups) = groups else { continue };
                found.push(Target::of(&self.world.original, row as usize));
                // Rows of one group are equal, so any of them may go.
                for group in groups {
                    let rows = self.groups.rows[group].iter();
                    taken.extend(rows.copied().find(|row| !taken.contains(row)));
                }
            }
        }
        (found, taken)
    }

    /// The groups of the rows of a row's person, if the row itself is in one.
    fn published(&self, row: u32) -> Option<Vec<usize>> {
        let person = self.world.person[row as usize] as usize;
        let others = self.rows[person].iter().copied().filter(|&other| other != row);
        let mut groups = vec![self.group(row)?];
        groups.extend(others.filter_map(|other| self.group(other)));
        Some(groups)
    }

    /// The group that stands for a row of the original.
    fn group(&self, row: u32) -> Option<usize> {
        let far =
            Target::of(&self.world.original, row as usize).far(self.world, &self.groups.columns);
        self.groups.fitting(&far).next()
    }
}

/// Applies a function to every item, on several threads, and keeps the order.
pub(super) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    apply: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let part = items.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let apply = &apply;
        let workers: Vec<_> = (items.chunks(part))
            .map(|items| scope.spawn(move || items.iter().map(apply).collect::<Vec<R>>()))
            .collect();
        let results = workers.into_iter().flat_map(|worker| match worker.join() {
            Ok(results) => results,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        results.collect()
    })
}
