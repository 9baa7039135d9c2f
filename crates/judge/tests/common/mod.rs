//! Tables on disk, and questions about them with nothing special.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use incrowd_io::{Location, ReadOptions, Table};
use incrowd_judge::{
    Attack, AttackFindings, Chains, Findings, JudgeError, Person, Question, SameValues, attack,
    judge,
};
use incrowd_terms::{Demand, Fraction, Guarantee, Kind, Knowledge, Nulls, Presence};

static NEXT: AtomicU64 = AtomicU64::new(0);

/// A CSV file that is removed with the value.
pub struct Sheet {
    path: PathBuf,
    pub table: Table,
}

impl Drop for Sheet {
    fn drop(&mut self) {
        std::fs::remove_file(&self.path).ok();
    }
}

impl Sheet {
    /// Lines of a CSV file, the header first.
    pub fn new<T: AsRef<str>>(lines: impl IntoIterator<Item = T>) -> Sheet {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("judge-{}-{number}.csv", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let text: String = lines.into_iter().map(|line| format!("{}\n", line.as_ref())).collect();
        std::fs::write(&path, text).unwrap();
        Sheet::open(path)
    }

    pub fn open(path: PathBuf) -> Sheet {
        let table = Table::open(&Location::Path(path.clone()), &ReadOptions::default()).unwrap();
        Sheet { path, table }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

pub fn names(text: &str) -> Vec<String> {
    text.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

pub fn chains(lines: &[&str]) -> Chains {
    Chains::new(lines.iter().map(|line| line.split(';').map(str::to_owned).collect())).unwrap()
}

/// A question with everything that most of them leave alone.
#[derive(Default)]
pub struct Asked {
    pub qi: Vec<String>,
    pub sensitive: Vec<String>,
    pub group: Option<String>,
    pub secrets: Option<Sheet>,
    /// The column that names people.
    pub person: Option<String>,
    /// Whether that column is published.
    pub pseudonym: bool,
    pub demands: Vec<Demand>,
    /// How many quasi-identifiers an attacker knows at most.
    pub known: Option<usize>,
    pub nulls: Nulls,
    pub kinds: BTreeMap<String, Kind>,
    pub hierarchies: BTreeMap<String, Chains>,
    pub levels: BTreeMap<String, usize>,
    pub sample_rows: Option<u64>,
    pub skip_suppressed: bool,
}

impl Asked {
    pub fn about(qi: &str, sensitive: &str) -> Asked {
        Asked { qi: names(qi), sensitive: names(sensitive), ..Asked::default() }
    }

    pub fn demanding(mut self, demands: impl IntoIterator<Item = Demand>) -> Asked {
        self.demands.extend(demands);
        self
    }

    fn person(&self) -> Option<Person<'_>> {
        let person = if self.pseudonym { Person::Pseudonym } else { Person::Column };
        self.person.as_deref().map(person)
    }

    pub fn of(&self, sheet: &Sheet) -> Result<Findings, JudgeError> {
        self.with(sheet, None, 2)
    }

    pub fn with(
        &self,
        sheet: &Sheet,
        public: Option<&Sheet>,
        threads: usize,
    ) -> Result<Findings, JudgeError> {
        self.beside(sheet, public, None, threads)
    }

    pub fn beside(
        &self,
        sheet: &Sheet,
        public: Option<&Sheet>,
        distribution: Option<&Sheet>,
        threads: usize,
    ) -> Result<Findings, JudgeError> {
        judge(&Question {
            table: &sheet.table,
            qi: &self.qi,
            sensitive: &self.sensitive,
            group: self.group.as_deref(),
            secrets: self.secrets.as_ref().map(|sheet| &sheet.table),
            person: self.person(),
            demands: &self.demands,
            known: self.known,
            nulls: &self.nulls,
            kinds: &self.kinds,
            hierarchies: &self.hierarchies,
            levels: &self.levels,
            public: public.map(|sheet| &sheet.table),
            unknown: &[],
            same_values: SameValues::Find { original: None },
            distribution: distribution.map(|sheet| &sheet.table),
            sample_rows: self.sample_rows,
            skip_suppressed: self.skip_suppressed,
            threads,
        })
    }

    /// Plays the adversary with the same tables.
    pub fn attacked(
        &self,
        published: &Sheet,
        public: &Sheet,
        prior: Option<&str>,
        worst: usize,
    ) -> Result<AttackFindings, JudgeError> {
        // Unless a test says otherwise, the adversary knows that nothing was suppressed.
        let lines = std::fs::read_to_string(published.path()).unwrap().lines().count() as u64;
        let attacked = |threads| {
            attack(&Attack {
                published: &published.table,
                public: &public.table,
                qi: &self.qi,
                same_values: SameValues::Find { original: None },
                sensitive: &self.sensitive,
                secrets: self.secrets.as_ref().map(|sheet| &sheet.table),
                group: self.group.as_deref(),
                person: self.person(),
                nulls: &self.nulls,
                kinds: &self.kinds,
                hierarchies: &self.hierarchies,
                levels: &self.levels,
                prior,
                members: self.sample_rows.or(Some(lines - 1)),
                demands: &self.demands,
                worst,
                threads,
            })
        };
        let (one, three) = (attacked(1)?, attacked(3)?);
        assert_eq!(one, three, "threads change nothing");
        Ok(one)
    }
}

/// A demand on presence, against someone who has the table of the population.
pub fn presence(least: &str, most: &str) -> Demand {
    presence_given(least, most, Knowledge::Table)
}

pub fn presence_given(least: &str, most: &str, knowledge: Knowledge) -> Demand {
    let fraction = |text: &str| text.parse::<Fraction>().unwrap();
    Demand::Presence(Presence { least: fraction(least), most: fraction(most), knowledge })
}

/// What is found about a published table beside a population.
pub fn judged(asked: Asked, published: &[&str], public: &[&str]) -> Vec<Guarantee> {
    let (published, public) = (Sheet::new(published), Sheet::new(public));
    asked.with(&published, Some(&public), 2).unwrap().guarantees
}

/// A guarantee's words, without the folder of the test's tables.
pub fn words(guarantee: &Guarantee) -> String {
    let words = guarantee.worst.clone().unwrap_or_default();
    let mut parts = words.split(' ').map(|word| match word.rsplit_once("/judge-") {
        Some((_, name)) => format!(
            "FILE{}",
            name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '-' || c == '.')
        ),
        None => word.to_owned(),
    });
    let first = parts.next().unwrap_or_default();
    parts.fold(first, |text, word| text + " " + &word)
}
