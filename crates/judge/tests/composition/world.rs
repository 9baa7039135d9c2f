//! Small random worlds: people, tables of them at several times, and a release of each. What is known of a
//! world here is the truth, which the judge has to find out from the files.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_io::{MemoryTable, Table};
use incrowd_judge::{
    Composed, Composition, EarlierTable, JudgeError, PresentRows, Question, compose,
};
use incrowd_terms::Demand;

/// Random numbers that are the same on every machine (splitmix64).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    pub fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

/// The quasi-identifiers of a world; each has the values 0 to 3.
pub const QI: [&str; 2] = ["a", "b"];

/// A row of a person.
#[derive(Clone, Debug)]
pub struct Row {
    pub person: usize,
    pub qi: [usize; 2],
    pub secret: usize,
    pub plain: usize,
    /// At which times it is in the table, the present last.
    pub times: Vec<bool>,
}

/// How a release was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// Which of the quasi-identifiers it has as such.
    pub qi: Vec<usize>,
    /// Which it publishes as they are.
    pub exact: Vec<usize>,
    pub shows_secret: bool,
    pub shows_plain: bool,
    /// The rows that it has, in its order.
    pub rows: Vec<usize>,
    /// The published ranges of each row, by quasi-identifier.
    pub ranges: Vec<Vec<(usize, usize)>>,
    pub shuffled: bool,
}

/// A world.
#[derive(Clone, Debug)]
pub struct World {
    pub rows: Vec<Row>,
    /// A release per time, the present last.
    pub releases: Vec<Made>,
    pub has_persons: bool,
}

/// What may happen between two times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Nothing,
    Growth,
    Loss,
    Both,
}

/// What kind of world is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub releases: usize,
    pub most_rows: usize,
    pub change: Change,
    pub has_persons: bool,
}

impl World {
    pub fn random(dice: &mut Dice, wanted: Wanted) -> World {
        let rows = 2 + dice.below(wanted.most_rows - 1);
        let people = if wanted.has_persons { 1 + dice.below(rows) } else { rows };
        let (secrets, plains) = (1 + dice.below(3), 1 + dice.below(2));
        let spread = 1 + dice.below(4);
        let rows = (0..rows)
            .map(|at| Row {
                person: if wanted.has_persons { dice.below(people) } else { at },
                qi: [dice.below(spread), dice.below(4)],
                secret: dice.below(secrets),
                plain: dice.below(plains),
                times: times(dice, wanted),
            })
            .collect();
        let mut world = World { rows, releases: Vec::new(), has_persons: wanted.has_persons };
        for time in 0..wanted.releases {
            world.publish(dice, time);
        }
        world
    }

    /// The rows of the table at a time.
    pub fn table_at(&self, time: usize) -> Vec<usize> {
        (0..self.rows.len()).filter(|&row| self.rows[row].times[time]).collect()
    }

    fn publish(&mut self, dice: &mut Dice, time: usize) {
        let table = self.table_at(time);
        let qi: Vec<usize> = match dice.below(4) {
            0 => vec![0],
            1 => vec![1],
            _ => vec![0, 1],
        };
        let exact = (0..2).filter(|column| !qi.contains(column) && dice.chance(3)).collect();
        let ranges = match dice.chance(2) {
            true => by_levels(dice, &qi, &table, &self.rows),
            false => by_boxes(dice, &qi, &table, &self.rows),
        };
        // Small classes are suppressed in some releases.
        let least = if dice.chance(3) { 2 } else { 1 };
        let size = |at: usize| ranges.iter().filter(|other| **other == ranges[at]).count();
        let mut kept: Vec<usize> = (0..table.len()).filter(|&at| size(at) >= least).collect();
        let shuffled = dice.chance(3);
        if shuffled {
            dice.shuffle(&mut kept);
        }
        self.releases.push(Made {
            qi,
            exact,
            shows_secret: !dice.chance(4),
            shows_plain: dice.chance(2),
            rows: kept.iter().map(|&at| table[at]).collect(),
            ranges: kept.iter().map(|&at| ranges[at].clone()).collect(),
            shuffled,
        });
    }

    /// What everybody who has the releases knows of a row: where it is, and what it looks like there. A
    /// secret that is asked for is no knowledge.
    pub fn looks(&self, row: usize) -> Vec<Option<String>> {
        let known: BTreeSet<usize> =
            self.releases.iter().flat_map(|made| made.qi.clone()).collect();
        let look = |made: &Made| {
            let at = made.rows.iter().position(|&some| some == row)?;
            let ranges: Vec<String> = made.ranges[at].iter().map(|range| label(*range)).collect();
            let exact = made.exact.iter().filter(|column| known.contains(column));
            let exact: Vec<String> =
                exact.map(|&column| self.rows[row].qi[column].to_string()).collect();
            Some(format!("{} {}", ranges.join(" "), exact.join(" ")))
        };
        self.releases.iter().map(look).collect()
    }

    /// The rows that any release has, or that one has which shows the secret, by what they look like.
    pub fn joint_classes(&self, with_secret: bool) -> BTreeMap<Vec<Option<String>>, Vec<usize>> {
        let mut classes: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for row in 0..self.rows.len() {
            let looks = self.looks(row);
            let mut pairs = looks.iter().zip(&self.releases);
            if pairs.any(|(look, made)| look.is_some() && (made.shows_secret || !with_secret)) {
                classes.entry(looks).or_default().push(row);
            }
        }
        classes
    }

    /// The original of the present release.
    pub fn original(&self) -> Table {
        let present = self.table_at(self.releases.len() - 1);
        let cells = present.iter().map(|&row| {
            let Row { person, qi, secret, plain, .. } = &self.rows[row];
            [*person, qi[0], qi[1], *secret, *plain].map(|number| number.to_string())
        });
        let cells = cells.map(|mut cells| {
            cells[3] = format!("s{}", cells[3]);
            cells[4] = format!("p{}", cells[4]);
            cells
        });
        let columns = ["person", "a", "b", "secret", "plain"];
        MemoryTable::from_rows("original", columns, cells).unwrap().into()
    }

    /// A release as a table.
    pub fn table(&self, release: usize) -> Table {
        let made = &self.releases[release];
        let mut columns: Vec<&str> =
            made.qi.iter().chain(&made.exact).map(|&column| QI[column]).collect();
        columns.extend(made.shows_secret.then_some("secret"));
        columns.extend(made.shows_plain.then_some("plain"));
        let cells = made.rows.iter().zip(&made.ranges).map(|(&row, ranges)| {
            let row = &self.rows[row];
            let mut cells: Vec<String> = ranges.iter().map(|range| label(*range)).collect();
            cells.extend(made.exact.iter().map(|&column| row.qi[column].to_string()));
            cells.extend(made.shows_secret.then(|| format!("s{}", row.secret)));
            cells.extend(made.shows_plain.then(|| format!("p{}", row.plain)));
            cells
        });
        MemoryTable::from_rows(format!("release {release}"), columns, cells).unwrap().into()
    }

    /// What the judge says of the releases, given the files.
    pub fn composed(&self, demands: &[Demand], told: bool) -> Result<Composed, JudgeError> {
        let last = self.releases.len() - 1;
        let tables: Vec<Table> = (0..=last).map(|release| self.table(release)).collect();
        let qi: Vec<Vec<String>> = self
            .releases
            .iter()
            .map(|made| made.qi.iter().map(|&column| QI[column].to_owned()).collect())
            .collect();
        let original = self.original();
        let secret = ["secret".to_owned()];
        let names: Vec<String> = (0..last).map(|release| format!("release {release}")).collect();
        let hierarchies = BTreeMap::new();
        let earlier: Vec<EarlierTable<'_>> = (0..last)
            .map(|release| EarlierTable {
                name: &names[release],
                table: &tables[release],
                qi: &qi[release],
                sensitive: &[],
                demands: &[],
                group: None,
                hierarchies: &hierarchies,
                skip_suppressed: false,
                in_order: !self.releases[release].shuffled,
            })
            .collect();
        let made = &self.releases[last];
        let present = self.table_at(last);
        let place = |row: &usize| present.iter().position(|some| some == row).unwrap() as u32;
        let rows: Vec<u32> = made.rows.iter().map(place).collect();
        compose(&Composition {
            question: &Question {
                qi: &qi[last],
                sensitive: if made.shows_secret { &secret } else { &[] },
                demands,
                ..Question::about(&tables[last])
            },
            rows: match told {
                true => PresentRows::Given { rows: &rows, in_order: !made.shuffled },
                false => PresentRows::Unknown,
            },
            original: &original,
            only: None,
            person: self.has_persons.then_some("person"),
            register_knows: &[],
            earlier: &earlier,
        })
    }
}

/// Whether a row is in the table at each time.
fn times(dice: &mut Dice, wanted: Wanted) -> Vec<bool> {
    let Wanted { releases, change, .. } = wanted;
    let mut times = vec![true; releases];
    match change {
        Change::Nothing => {}
        Change::Growth => {
            let since = if dice.chance(2) { dice.below(releases) } else { 0 };
            times[..since].fill(false);
        }
        Change::Loss => {
            let until = if dice.chance(3) { 1 + dice.below(releases) } else { releases };
            times[until..].fill(false);
        }
        Change::Both => times.iter_mut().for_each(|time| *time = !dice.chance(4)),
    }
    times
}

/// One level per column: the values as they are, pairs, or everything.
fn by_levels(
    dice: &mut Dice,
    qi: &[usize],
    table: &[usize],
    rows: &[Row],
) -> Vec<Vec<(usize, usize)>> {
    let levels: Vec<usize> = qi.iter().map(|_| dice.below(3)).collect();
    let range = |value: usize, level: usize| match level {
        0 => (value, value),
        1 => (value / 2 * 2, value / 2 * 2 + 1),
        _ => (0, 3),
    };
    let ranges = |&row: &usize| {
        qi.iter().zip(&levels).map(|(&column, &level)| range(rows[row].qi[column], level)).collect()
    };
    table.iter().map(ranges).collect()
}

/// Boxes that are cut at random until they are small.
fn by_boxes(
    dice: &mut Dice,
    qi: &[usize],
    table: &[usize],
    rows: &[Row],
) -> Vec<Vec<(usize, usize)>> {
    let mut boxes: Vec<Vec<(usize, usize)>> = vec![qi.iter().map(|_| (0, 3)).collect()];
    for _ in 0..dice.below(4) {
        let at = dice.below(boxes.len());
        let column = dice.below(qi.len());
        let (low, high) = boxes[at][column];
        if low == high {
            continue;
        }
        let cut = low + dice.below(high - low);
        let mut other = boxes[at].clone();
        (boxes[at][column], other[column]) = ((low, cut), (cut + 1, high));
        boxes.push(other);
    }
    let holds = |range: &[(usize, usize)], row: usize| {
        qi.iter()
            .zip(range)
            .all(|(&column, &(low, high))| (low..=high).contains(&rows[row].qi[column]))
    };
    table.iter().map(|&row| boxes.iter().find(|some| holds(some, row)).unwrap().clone()).collect()
}

/// A range as it is published.
fn label((low, high): (usize, usize)) -> String {
    match (low, high) {
        (0, 3) => "*".into(),
        _ if low == high => low.to_string(),
        _ => format!("[{low},{high}]"),
    }
}
