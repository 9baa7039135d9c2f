//! The two tables of Anatomy (Xiao & Tao 2006): one has the exact quasi-identifiers and a group,
//! the other the number of rows of each secret in each group.

use hashbrown::HashMap;
use incrowd_io::{Block, Table};

use crate::counted::CountedTables;
use crate::equivalence_classes::EquivalenceClasses;
use crate::error::{JudgeError, TooManyDistinct};
use crate::person::Person;
use crate::question::{named_once, positions};
use crate::texts::TextNumbers;

/// The column of the secrets that says how many rows of a group have one.
pub(crate) const COUNT: &str = "count";

/// The table of secrets, counted: its classes are the groups.
pub(crate) struct SensitiveTable {
    pub(crate) grouping: EquivalenceClasses,
    file: String,
    group: String,
}

/// One line of a table of secrets.
pub(crate) struct SensitiveEntry<'b> {
    pub(crate) line: u64,
    pub(crate) group: &'b str,
    pub(crate) secret: &'b str,
    pub(crate) rows: u64,
}

impl SensitiveTable {
    /// Reads the secrets of a table.
    pub(crate) fn of(
        secrets: &Table,
        sources: &CountedTables<'_>,
    ) -> Result<SensitiveTable, JudgeError> {
        let (file, main) = (secrets.name().to_owned(), sources.table.name().to_owned());
        let unfit = |problem: String| JudgeError::NoAnatomy { file: file.clone(), problem };
        let Some(group) = sources.group else {
            return Err(unfit(format!("its column of groups, and that of {main}, is not named")));
        };
        let [sensitive] = sources.sensitive[..] else {
            let named = sources.sensitive.len();
            return Err(unfit(format!("it holds one sensitive column, but {named} are named")));
        };
        if sources.table.columns().iter().any(|column| column == sensitive) {
            return Err(unfit(format!(
                "column '{sensitive}' stands in {main}, too: there it betrays what groups hide"
            )));
        }
        let mut grouping = EquivalenceClasses::new(1, 1);
        read(secrets, group, sensitive, |entry| {
            let SensitiveEntry { line, group, secret, rows } = entry;
            let cells = (std::iter::once(group), std::iter::once(secret));
            grouping.add_rows(line, rows, cells.0, cells.1)?;
            Ok(())
        })?;
        Ok(SensitiveTable { grouping, file, group: group.to_owned() })
    }

    /// Counts the people of each group, and their secrets through the original.
    ///
    /// # Errors
    /// If the original is not known, or has a secret that the table of secrets lacks.
    pub(crate) fn count_people(
        &mut self,
        main: &EquivalenceClasses,
        of_group: &[u32],
        person: Person<'_>,
    ) -> Result<(), JudgeError> {
        let (Person::Rows(persons), Some(visits)) = (person, &main.visits) else {
            return Err(JudgeError::NoSecretsOfPeople);
        };
        let secrets = persons.secrets.as_ref().ok_or(JudgeError::NoSecretsOfPeople)?;
        let known = &self.grouping.values[0];
        let number = |text: &str| {
            known.find(text).ok_or_else(|| JudgeError::NoAnatomy {
                file: self.file.clone(),
                problem: format!("it lacks `{text}`, which the original has"),
            })
        };
        let numbers: Vec<u32> = secrets.texts.iter().map(number).collect::<Result<_, _>>()?;
        let values = visits.values[0].iter().map(|&value| numbers[value as usize]).collect();
        self.grouping.visits = Some(visits.regrouped(of_group).with_secret(values));
        self.grouping.count_people();
        Ok(())
    }

    /// The group of each class of the table of quasi-identifiers, whose last class column is the
    /// group.
    ///
    /// # Errors
    /// If one of the tables lacks a group of the other, or has more rows of it.
    pub(crate) fn beside(
        &self,
        main: &EquivalenceClasses,
        name: &str,
    ) -> Result<Vec<u32>, JudgeError> {
        let groups = &self.grouping.classes;
        let column = main.labels.len() - 1;
        let mut rows = vec![0; groups.len()];
        let mut lacking: Option<usize> = None;
        let mut of_class = Vec::with_capacity(main.classes.len());
        for class in 0..main.classes.len() {
            let id = self.grouping.labels[0].find(main.label(class, column));
            match id.and_then(|id| groups.find(&[id])) {
                Some(group) => {
                    rows[group] += main.classes.sizes[class];
                    of_class.push(group as u32);
                }
                None => {
                    lacking =
                        lacking.into_iter().chain([class]).min_by_key(|&c| main.classes.lines[c])
                }
            }
        }
        if let Some(class) = lacking {
            let value = main.label(class, column).to_owned();
            let problem = format!("{} has no secrets of group '{value}'", self.file);
            let (file, line) = (name.to_owned(), main.classes.lines[class]);
            return Err(JudgeError::Unreadable {
                file,
                line,
                column: self.group.clone(),
                value,
                problem,
            });
        }
        let differs = |&group: &usize| rows[group] != groups.sizes[group];
        let first = (0..groups.len()).filter(differs).min_by_key(|&group| groups.lines[group]);
        let Some(group) = first else { return Ok(of_class) };
        let value = self.grouping.label(group, 0).to_owned();
        let problem = match (groups.sizes[group], rows[group]) {
            (_, 0) => format!("{name} has no row of group '{value}'"),
            (secrets, rows) => format!(
                "the counts of group '{value}' add up to {secrets}, but {name} has {rows} rows of it"
            ),
        };
        let (file, line) = (self.file.clone(), groups.lines[group]);
        Err(JudgeError::Unreadable { file, line, column: self.group.clone(), value, problem })
    }
}

/// Reads a table of secrets line by line.
///
/// # Errors
/// If its columns are not the group, the secret and their count, if a count is no whole number from
/// 1, or if a secret of a group is counted twice.
pub(crate) fn read(
    secrets: &Table,
    group: &str,
    sensitive: &str,
    mut each: impl FnMut(SensitiveEntry<'_>) -> Result<(), JudgeError>,
) -> Result<(), JudgeError> {
    let names = [group, sensitive, COUNT];
    named_once(names.iter())?;
    let places = positions(secrets, &names)?;
    if secrets.columns().len() > names.len() {
        let (file, known) = (secrets.name().to_owned(), secrets.columns().join(", "));
        let problem =
            format!("it has the columns {known}, and only {} are allowed", names.join(", "));
        return Err(JudgeError::NoAnatomy { file, problem });
    }
    let mut seen = Seen::default();
    let mut total = 0_u64;
    for block in secrets.blocks() {
        let block = block?;
        for row in 0..block.rows() {
            let entry = entry(secrets, &block, row, &places)?;
            let wrong = |column: &str, value: &str, problem| JudgeError::Unreadable {
                file: secrets.name().to_owned(),
                line: entry.line,
                column: column.to_owned(),
                value: value.to_owned(),
                problem,
            };
            if let Some(first) = seen.before(&entry)? {
                let (group, secret) = (entry.group, entry.secret);
                let problem =
                    format!("'{secret}' of group '{group}' stands in line {first} already");
                return Err(wrong(sensitive, secret, problem));
            }
            let sum = total.checked_add(entry.rows);
            total = sum.ok_or_else(|| {
                wrong(COUNT, block.cell(row, places[2]), "more rows than can be counted".into())
            })?;
            each(entry)?;
        }
    }
    Ok(())
}

fn entry<'b>(
    secrets: &Table,
    block: &'b Block,
    row: usize,
    places: &[usize],
) -> Result<SensitiveEntry<'b>, JudgeError> {
    let count = block.cell(row, places[2]);
    let is_whole = count.bytes().all(|byte| byte.is_ascii_digit());
    let rows = count.parse().ok().filter(|&rows: &u64| is_whole && rows > 0);
    let rows = rows.ok_or_else(|| JudgeError::Unreadable {
        file: secrets.name().to_owned(),
        line: block.line(row),
        column: COUNT.to_owned(),
        value: count.to_owned(),
        problem: format!("'{count}' is no count; write a whole number from 1 up"),
    })?;
    let (group, secret) = (block.cell(row, places[0]), block.cell(row, places[1]));
    Ok(SensitiveEntry { line: block.line(row), group, secret, rows })
}

/// Which secrets of which groups were read, and where.
#[derive(Default)]
struct Seen {
    groups: TextNumbers,
    secrets: TextNumbers,
    lines: HashMap<(u32, u32), u64>,
}

impl Seen {
    /// The line in which the same secret of the same group stands, if there is one before.
    fn before(&mut self, entry: &SensitiveEntry<'_>) -> Result<Option<u64>, TooManyDistinct> {
        let pair = (self.groups.number(entry.group)?, self.secrets.number(entry.secret)?);
        Ok(self.lines.insert(pair, entry.line))
    }
}
