//! Why a question cannot be answered. (A demand that fails is an answer, not an error.)

use incrowd_io::IoError;
use incrowd_terms::Kind;

/// Why a table cannot be judged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// A table cannot be read.
    #[error(transparent)]
    Read(#[from] IoError),
    /// A column was named that the table lacks.
    #[error("{file}: there is no column '{column}'; there are {known}")]
    UnknownColumn {
        /// The table.
        file: String,
        /// The name that was asked for.
        column: String,
        /// The names that the table has.
        known: String,
    },
    /// A column was named in two roles, or twice in one.
    #[error("column '{column}' is named twice; name it once, in one role")]
    NamedTwice {
        /// The column.
        column: String,
    },
    /// A demand is about a column that was not named as sensitive.
    #[error("{model} is demanded of column '{column}', which is not named as sensitive")]
    NotSensitive {
        /// The demanded model.
        model: &'static str,
        /// The column.
        column: String,
    },
    /// A value is not of its column's declared kind.
    #[error(
        "column '{column}': '{value}' is not of the declared type {kind}; declare it missing or the column as text"
    )]
    NotOfKind {
        /// The column.
        column: String,
        /// The value.
        value: String,
        /// The declared kind.
        kind: Kind,
    },
    /// Ordered distances were demanded of values that have no order.
    #[error(
        "column '{column}' is {kind}: an ordered distance needs numbers or dates; demand equal or hierarchical"
    )]
    NotOrdered {
        /// The column.
        column: String,
        /// What the column holds.
        kind: Kind,
    },
    /// Nearness was demanded of values that have no distance.
    #[error("column '{column}' is {kind}: {model} needs numbers or dates")]
    NotMeasurable {
        /// The demanded model.
        model: &'static str,
        /// The column.
        column: String,
        /// What the column holds.
        kind: Kind,
    },
    /// Nearness relative to the magnitude of dates was demanded.
    #[error(
        "column '{column}' holds dates, which have no zero that nearness could be relative to; demand it in days"
    )]
    NoZero {
        /// The column.
        column: String,
    },
    /// A table does not hold the secrets of another by group.
    #[error("{file} is no table of secrets by group: {problem}")]
    NoAnatomy {
        /// The table of secrets.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// Hierarchical distances were demanded of a column without a hierarchy.
    #[error("column '{column}' has no hierarchy: a hierarchical distance needs one")]
    NoHierarchy {
        /// The column.
        column: String,
    },
    /// A value stands in no line of its column's hierarchy.
    #[error("column '{column}': '{value}' is not in the column's hierarchy; add a line for it")]
    NotInHierarchy {
        /// The column.
        column: String,
        /// The value.
        value: String,
    },
    /// A demand is about a population that was not given.
    #[error("{model} needs the table of the population")]
    NoPopulation {
        /// The demanded model.
        model: &'static str,
    },
    /// A demand is about the distribution of a population, which was not given.
    #[error("{model} needs a table of how the population is distributed")]
    NoDistribution {
        /// The demanded model.
        model: &'static str,
    },
    /// A figure cannot be read, or contradicts another.
    #[error("{file}, line {line}, column '{column}': {problem}")]
    Unreadable {
        /// The table of the population, of its distribution, or one of the two of Anatomy.
        file: String,
        /// The first line with such a value.
        line: u64,
        /// The column.
        column: String,
        /// The value.
        value: String,
        /// What is wrong with it, and what would be right.
        problem: String,
    },
    /// All shares of a distribution are zero.
    #[error("{file}: the shares of the distribution add up to nothing")]
    EmptyDistribution {
        /// The table of the distribution.
        file: String,
    },
    /// The shares of a distribution are more than the whole.
    #[error(
        "{file}: the shares of the distribution add up to {sum}; write shares of the whole population, such as 0.05 or 5%, which add up to 1, or to less if some people are left out"
    )]
    TooLargeDistribution {
        /// The table of the distribution.
        file: String,
        /// What they add up to.
        sum: f64,
    },
    /// No table could have been published so, with this population.
    #[error("{published}, line {line}, does not fit {public}: {problem}")]
    DoesNotFit {
        /// The published table.
        published: String,
        /// The table of the population.
        public: String,
        /// The first line of what does not fit.
        line: u64,
        /// What does not fit.
        problem: String,
    },
    /// A table of so many rows cannot have led to what was published.
    #[error("{published} cannot be of a table of {members} people of {public}: {problem}")]
    Members {
        /// The published table.
        published: String,
        /// The table of the population.
        public: String,
        /// The rows that the table is said to have had.
        members: u64,
        /// What contradicts it.
        problem: String,
    },
    /// Beliefs about people cannot be weighed.
    #[error("{published}: {problem}")]
    Unweighable {
        /// The published table.
        published: String,
        /// Why not.
        problem: String,
    },
    /// The population is said to be smaller than the sample.
    #[error("a population of {people} people cannot hold a sample of {rows} rows")]
    PopulationTooSmall {
        /// People in the population.
        people: u64,
        /// Rows of the sample.
        rows: u64,
    },
    /// Rows of one person differ in columns in which a person has one value.
    #[error(
        "{file}, lines {first} and {line}: rows of one person differ in {column}; where presence is judged, a person has the same values there in all rows"
    )]
    PersonDiffers {
        /// The table.
        file: String,
        /// The columns.
        column: String,
        /// The line that differs.
        line: u64,
        /// The person's first line.
        first: u64,
    },
    /// A published row was not laid beside the original, so nobody knows whose it is.
    #[error("line {line} of the published table was not laid beside the original")]
    Unpaired {
        /// The line.
        line: u64,
    },
    /// Anatomy's secrets stand in a table of their own, so only the original tells whose they are.
    #[error(
        "the secrets of people are counted through the original, which is not at hand: leave out the person column"
    )]
    NoSecretsOfPeople,
    /// A list of input rows does not fit the tables.
    #[error("{file}: {problem}")]
    BadAlignment {
        /// The published table.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Rows of a release cannot be told in the original.
    #[error("{published} cannot be laid beside {original}: {problem}")]
    NotBeside {
        /// The published table.
        published: String,
        /// The table that it should be a release of.
        original: String,
        /// The column to blame, if one is.
        column: Option<String>,
        /// Why not, and what would be right.
        problem: String,
    },
    /// Presence was to be measured together with earlier releases.
    #[error(
        "{model} cannot be measured together with earlier releases: who is left in the intersection of two classes \
         is more certainly in the table than the classes tell"
    )]
    PresenceAfter {
        /// The demanded model.
        model: &'static str,
    },
    /// More distinct texts or classes than can be numbered.
    #[error(transparent)]
    TooManyDistinct(#[from] TooManyDistinct),
}

impl JudgeError {
    /// The file to blame, if one is known.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match self {
            JudgeError::Read(error) => error.file(),
            JudgeError::UnknownColumn { file, .. }
            | JudgeError::Unreadable { file, .. }
            | JudgeError::NoAnatomy { file, .. }
            | JudgeError::TooLargeDistribution { file, .. }
            | JudgeError::PersonDiffers { file, .. }
            | JudgeError::BadAlignment { file, .. }
            | JudgeError::EmptyDistribution { file } => Some(file),
            JudgeError::DoesNotFit { published, .. }
            | JudgeError::NotBeside { published, .. }
            | JudgeError::Members { published, .. }
            | JudgeError::Unweighable { published, .. } => Some(published),
            _ => None,
        }
    }

    /// The line to blame, if one is known.
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        match self {
            JudgeError::Read(error) => error.line(),
            JudgeError::Unreadable { line, .. }
            | JudgeError::DoesNotFit { line, .. }
            | JudgeError::PersonDiffers { line, .. }
            | JudgeError::Unpaired { line } => Some(*line),
            _ => None,
        }
    }

    /// The column to blame, if one is known.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        match self {
            JudgeError::Read(error) => error.column(),
            JudgeError::UnknownColumn { column, .. }
            | JudgeError::Unreadable { column, .. }
            | JudgeError::NamedTwice { column }
            | JudgeError::NotSensitive { column, .. }
            | JudgeError::NotOfKind { column, .. }
            | JudgeError::NotOrdered { column, .. }
            | JudgeError::NotMeasurable { column, .. }
            | JudgeError::NoZero { column }
            | JudgeError::NoHierarchy { column }
            | JudgeError::PersonDiffers { column, .. }
            | JudgeError::NotInHierarchy { column, .. } => Some(column),
            JudgeError::NotBeside { column, .. } => column.as_deref(),
            _ => None,
        }
    }

    /// The text to blame, if one is known.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        match self {
            JudgeError::Read(error) => error.value(),
            JudgeError::NotOfKind { value, .. }
            | JudgeError::NotInHierarchy { value, .. }
            | JudgeError::Unreadable { value, .. } => Some(value),
            _ => None,
        }
    }
}

/// More distinct texts in a column, or more classes, than 32 bits can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than four billion distinct values or classes")]
pub struct TooManyDistinct;
