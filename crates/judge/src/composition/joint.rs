//! Rows by the classes that they have in all releases.
//!
//! Rows of the original with the same signatures in all releases are alike (a *profile*). Where a
//! signature has more rows in the original than in its release, it is uncertain which of them the release
//! has. Then at most `slack` of a profile's rows are missing there, and at most the signature's rows are
//! there; so of n rows at least n minus the sum of what may be otherwise have a given set of classes, in
//! every linking. These are counted, and the rest is left out: more rows make no joint class smaller, and
//! take no secret away. A joint class that may exist but has no certain row counts as one row.

use foldhash::fast::RandomState;
use hashbrown::HashMap;
use incrowd_terms::{NormalForm, Nulls};

use super::original::Original;
use super::standing::{ABSENT, Standing};

/// A profile that is uncertain in more releases than this is taken for one row.
const MOST_UNCERTAIN: usize = 10;

/// Releases beside one original.
pub(super) struct Joint<'j> {
    original: &'j Original<'j>,
    standings: &'j [Standing<'j>],
}

/// A row in a joint class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The joint class, by its number in [`View::classes`].
    pub(super) class: u32,
    pub(super) who: Who,
    /// Rows of one joint class with different numbers here are taken apart, because they may be.
    pub(super) apart: u32,
}

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// A row of the original.
    Row(u32),
    /// A row of a release that the original does not have.
    Gone { release: u32, signature: u32 },
}

/// Rows in joint classes.
#[derive(Default)]
pub(super) struct View {
    /// For each joint class the class in each release, or [`ABSENT`].
    pub(super) classes: Vec<Box<[u32]>>,
    by_classes: HashMap<Box<[u32]>, u32, RandomState>,
    pub(super) entries: Vec<Entry>,
    /// Rows that may be in another joint class.
    pub(super) uncertain: u64,
    apart: u32,
}

impl View {
    fn class(&mut self, classes: &[u32]) -> u32 {
        if let Some(&known) = self.by_classes.get(classes) {
            return known;
        }
        // There are no more joint classes than rows, which are numbered by 32 bits.
        let number = self.classes.len() as u32;
        self.classes.push(classes.into());
        self.by_classes.insert(classes.into(), number);
        number
    }

    fn push(&mut self, class: u32, who: Who, apart: u32) {
        self.entries.push(Entry { class, who, apart });
    }

    /// A number for rows that are to be taken apart.
    fn next_apart(&mut self) -> u32 {
        self.apart += 1;
        self.apart
    }
}

/// Rows of the original that are alike.
struct Profile {
    signatures: Box<[u32]>,
    rows: Vec<u32>,
}

/// Rows that may be in a joint class beside those that are.
struct Float {
    row: u32,
    count: u64,
}

impl<'j> Joint<'j> {
    pub(super) fn new(original: &'j Original<'j>, standings: &'j [Standing<'j>]) -> Self {
        Joint { original, standings }
    }

    /// The classes of all rows if, of rows that are alike, a release has the first ones; of those that
    /// show a secret, or all.
    pub(super) fn likely(&self, secret: Option<&str>) -> View {
        let mut view = View::default();
        let taken = |standing: &Standing<'_>| vec![0_u64; standing.signatures().len()];
        let mut taken: Vec<Vec<u64>> = self.standings.iter().map(taken).collect();
        let mut classes = Vec::new();
        for row in 0..self.original.rows() {
            classes.clear();
            for (standing, taken) in self.standings.iter().zip(&mut taken) {
                let signature = standing.signature(row);
                let has = signature != ABSENT && {
                    let taken = &mut taken[signature as usize];
                    *taken += 1;
                    *taken <= standing.signatures()[signature as usize].rows
                };
                classes.push(if has { standing.class(signature) } else { ABSENT });
            }
            if self.is_seen(&classes, secret) {
                let class = view.class(&classes);
                view.push(class, Who::Row(row as u32), 0);
            }
        }
        self.add_gone(&mut view, secret);
        view
    }

    /// The rows that each joint class has at least, and the worst that uncertain ones can add. It bounds
    /// class sizes, and of a secret the number of its values and the largest share of one.
    pub(super) fn bounded(&self, secret: Option<&str>, nulls: &Nulls) -> View {
        let mut view = View::default();
        let mut profiles: Vec<Profile> = Vec::new();
        let mut by_key: HashMap<Box<[u32]>, usize, RandomState> = HashMap::default();
        let column = secret.and_then(|name| self.original.column(name));
        let mut key = Vec::new();
        for row in 0..self.original.rows() {
            key.clear();
            key.extend(self.standings.iter().map(|standing| standing.signature(row)));
            if !self.is_uncertain(&key) {
                let classes = self.linked(&key, |_| true);
                if self.is_seen(&classes, secret) {
                    let class = view.class(&classes);
                    view.push(class, Who::Row(row as u32), 0);
                }
                continue;
            }
            key.extend(column.map(|column| self.original.code(column, row)));
            key.extend(self.original.person(row));
            let at = by_key.get(&key[..]).copied().unwrap_or_else(|| {
                let signatures = key[..self.standings.len()].into();
                profiles.push(Profile { signatures, rows: Vec::new() });
                by_key.insert(key[..].into(), profiles.len() - 1);
                profiles.len() - 1
            });
            profiles[at].rows.push(row as u32);
        }
        self.add_gone(&mut view, secret);
        let mut floats: HashMap<u32, Vec<Float>, RandomState> = HashMap::default();
        for profile in &profiles {
            self.add_profile(&mut view, profile, secret, &mut floats);
        }
        self.add_worst(&mut view, floats, column, nulls);
        view
    }

    /// The classes of signatures, where those of uncertain releases count that are `linked`.
    fn linked(&self, signatures: &[u32], linked: impl Fn(usize) -> bool) -> Vec<u32> {
        let pairs = self.standings.iter().zip(signatures).enumerate();
        let class = |(at, (standing, &signature)): (usize, (&Standing<'_>, &u32))| match signature
            == ABSENT
            || !linked(at)
        {
            true => ABSENT,
            false => standing.class(signature),
        };
        pairs.map(class).collect()
    }

    /// Whether some release may or may not have a row with these signatures.
    fn is_uncertain(&self, signatures: &[u32]) -> bool {
        let mut pairs = self.standings.iter().zip(signatures);
        pairs.any(|(standing, &signature)| signature != ABSENT && standing.slack(signature) > 0)
    }

    /// Whether some release has a row of these classes, and shows a secret if one is asked for.
    fn is_seen(&self, classes: &[u32], secret: Option<&str>) -> bool {
        let mut pairs = self.standings.iter().zip(classes);
        pairs.any(|(standing, &class)| {
            class != ABSENT && secret.is_none_or(|secret| standing.shows(secret))
        })
    }

    /// Adds the rows of releases that the original does not have. Where two releases have such rows,
    /// nobody knows which are the same person's, so each is taken apart.
    fn add_gone(&self, view: &mut View, secret: Option<&str>) {
        let apart = self.standings.iter().filter(|standing| standing.gone() > 0).count() > 1;
        for (release, standing) in self.standings.iter().enumerate() {
            if secret.is_some_and(|secret| !standing.shows(secret)) {
                continue;
            }
            for signature in 0..standing.signatures().len() as u32 {
                let mut classes = vec![ABSENT; self.standings.len()];
                classes[release] = standing.class(signature);
                for _ in 0..standing.gone_of(signature) {
                    let class = view.class(&classes);
                    let apart = if apart { view.next_apart() } else { 0 };
                    view.push(class, Who::Gone { release: release as u32, signature }, apart);
                }
            }
        }
    }

    /// Adds the rows of a profile that are certainly in some joint class, and notes the others.
    fn add_profile(
        &self,
        view: &mut View,
        profile: &Profile,
        secret: Option<&str>,
        floats: &mut HashMap<u32, Vec<Float>, RandomState>,
    ) {
        let Profile { signatures, rows } = profile;
        let open: Vec<usize> = (0..signatures.len())
            .filter(|&at| signatures[at] != ABSENT && self.standings[at].slack(signatures[at]) > 0)
            .collect();
        let all = rows.len() as u64;
        let (mut certain, mut taken) = (0, rows.iter());
        let patterns = if open.len() > MOST_UNCERTAIN { 0 } else { 1_usize << open.len() };
        for pattern in 0..patterns {
            let is_linked = |at: usize| {
                open.iter().position(|&open| open == at).is_none_or(|bit| pattern >> bit & 1 == 1)
            };
            // How many rows may be as the pattern says in a release, and how many otherwise.
            let counts = |&at: &usize| {
                let (standing, signature) = (&self.standings[at], signatures[at]);
                let there = standing.signatures()[signature as usize].rows.min(all);
                let missing = standing.slack(signature).min(all);
                if is_linked(at) { (there, missing) } else { (missing, there) }
            };
            let otherwise: u64 = open.iter().map(|at| counts(at).1).sum();
            let least = all.saturating_sub(otherwise);
            let most = open.iter().map(|at| counts(at).0).min().unwrap_or(all);
            certain += least;
            let own: Vec<u32> = taken.by_ref().take(least as usize).copied().collect();
            let classes = self.linked(signatures, is_linked);
            if !self.is_seen(&classes, secret) || most == 0 {
                continue;
            }
            let class = view.class(&classes);
            own.iter().for_each(|&row| view.push(class, Who::Row(row), 0));
            if most > least {
                floats.entry(class).or_default().push(Float { row: rows[0], count: most - least });
            }
        }
        if patterns == 0 {
            let class = view.class(&self.linked(signatures, |_| true));
            let apart = view.next_apart();
            view.push(class, Who::Row(rows[0]), apart);
        }
        view.uncertain += all.saturating_sub(certain);
    }

    /// Adds what uncertain rows can make of the joint classes that they may be in.
    fn add_worst(
        &self,
        view: &mut View,
        mut floats: HashMap<u32, Vec<Float>, RandomState>,
        secret: Option<usize>,
        nulls: &Nulls,
    ) {
        let mut certain: HashMap<u32, Vec<Who>, RandomState> = HashMap::default();
        for entry in view.entries.iter().filter(|entry| entry.apart == 0) {
            if floats.contains_key(&entry.class) {
                certain.entry(entry.class).or_default().push(entry.who);
            }
        }
        let mut classes: Vec<u32> = floats.keys().copied().collect();
        classes.sort_unstable();
        for class in classes {
            let floats = floats.remove(&class).unwrap_or_default();
            let Some(certain) = certain.get(&class) else {
                // It may be that one row alone.
                view.push(class, Who::Row(floats[0].row), 0);
                continue;
            };
            let Some(secret) = secret else { continue };
            let apart = view.next_apart();
            if self.original.counts_people() {
                // More values of a person can make a secret more certain, so nothing is promised.
                view.push(class, Who::Row(floats[0].row), apart);
                continue;
            }
            for who in self.commonest(certain, &floats, secret, nulls) {
                view.push(class, who, apart);
            }
        }
    }

    /// The certain rows of a joint class, and those uncertain ones that make the share of one value of a
    /// secret the largest: all that have it, and no others.
    fn commonest(
        &self,
        certain: &[Who],
        floats: &[Float],
        secret: usize,
        nulls: &Nulls,
    ) -> Vec<Who> {
        let form = NormalForm::new(nulls);
        let mut shares: HashMap<Option<String>, (u64, Vec<&Float>), RandomState> =
            HashMap::default();
        for float in floats {
            let value = form.of(self.original.text(secret, float.row as usize));
            shares.entry(value.map(Into::into)).or_default().1.push(float);
        }
        for who in certain {
            let value = form.of(self.secret_of(*who, secret));
            if let Some((rows, _)) = shares.get_mut(&value.map(Into::into)) {
                *rows += 1;
            }
        }
        let all = certain.len() as u128;
        let share = |(rows, floats): &(u64, Vec<&Float>)| {
            let more = floats.iter().map(|float| u128::from(float.count)).sum::<u128>();
            (u128::from(*rows) + more, all + more)
        };
        let mut best: Option<((u128, u128), u32)> = None;
        for group in shares.values() {
            let ((part, whole), row) = (share(group), group.1[0].row);
            // Ties go to the first row, so that the order of hashing does not matter.
            let better = best.is_none_or(|((most, of), first)| {
                (part * of, std::cmp::Reverse(row)) > (most * whole, std::cmp::Reverse(first))
            });
            if better {
                best = Some(((part, whole), row));
            }
        }
        let mut rows = certain.to_vec();
        let chosen = best.map(|(_, row)| form.of(self.original.text(secret, row as usize)));
        let chosen = chosen.map(|value| value.map(Into::into));
        for float in chosen.and_then(|value| shares.remove(&value)).map_or(vec![], |(_, some)| some)
        {
            rows.extend((0..float.count).map(|_| Who::Row(float.row)));
        }
        rows
    }

    /// The text of a secret in a row. A row that is gone has it, or it would not have been added.
    fn secret_of(&self, who: Who, secret: usize) -> &str {
        match who {
            Who::Row(row) => self.original.text(secret, row as usize),
            Who::Gone { release, signature } => {
                let name = self.original.name(secret);
                self.standings[release as usize].kept(signature, name).unwrap_or_default()
            }
        }
    }
}
