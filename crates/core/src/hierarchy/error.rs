//! Why a hierarchy cannot be built, where, and what would be right.

use std::fmt;

/// A fault and its place: the data column, and the hierarchy file if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HierarchyError {
    fault: Box<Fault>,
    column: Option<String>,
    file: Option<String>,
}

/// What is wrong with a hierarchy. Levels count from 0, the leaves; lines from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The user's words name no hierarchy.
    #[error("'{spec}' is not a hierarchy: {why}")]
    BadSpec {
        /// What the user wrote.
        spec: String,
        /// What is wrong with it and what would be right.
        why: String,
    },
    /// There is no leaf.
    #[error("there are no values: a hierarchy needs at least one")]
    NoValues,
    /// More leaves than codes.
    #[error("there are more than 4294967295 values")]
    TooManyValues,
    /// The caller's list of values is not distinct.
    #[error("the value '{value}' is given twice: the values of a domain must be distinct")]
    Repeated {
        /// The value.
        value: String,
    },
    /// More levels than a hierarchy may have.
    #[error("{levels} levels are too many: at most {} are possible", super::MAX_HEIGHT)]
    TooTall {
        /// The line of the longest chain.
        line: Option<u64>,
        /// The levels above the leaves.
        levels: usize,
    },
    /// A value of the data that a reader of the published table would take for a generalization.
    #[error(
        "the value '{value}' has the shape of a generalized value (*, a range or a set), so a \
         published table could not be read back: rename it, or use a hierarchy file that lists it"
    )]
    Generalized {
        /// The value.
        value: String,
    },
    /// A value of the data that is no number.
    #[error(
        "'{value}' is no number, and {builder} needs a numeric column: declare the value missing \
         (`null = '{value}'`) or use a hierarchy file"
    )]
    NotANumber {
        /// The value.
        value: String,
        /// The builder that needs numbers.
        builder: &'static str,
    },
    /// A value of the data that is no date.
    #[error(
        "'{value}' is no date such as 2024-03-09, and {builder} needs a date column: declare the \
         value missing (`null = '{value}'`) or use a hierarchy file"
    )]
    NotADate {
        /// The value.
        value: String,
        /// The builder that needs dates.
        builder: &'static str,
    },
    /// A number with too many digits to be put into an interval exactly.
    #[error("'{value}' has too many digits to be placed exactly in intervals of {width}")]
    TooManyDigits {
        /// The value.
        value: String,
        /// The width of the intervals.
        width: String,
    },
    /// A quote is opened and never closed.
    #[error(
        "the quote that opens here is never closed: close it, and write a quote inside it twice"
    )]
    OpenQuote {
        /// The line of the opening quote.
        line: u64,
    },
    /// Text follows a closing quote.
    #[error(
        "text follows a closing quote: quote the whole label, and write a quote inside it twice"
    )]
    AfterQuote {
        /// The line of the closing quote.
        line: u64,
    },
    /// A chain does not end in the top that the others share.
    #[error(
        "the chain of '{leaf}' ends in '{end}', not in the common top '{top}': every line must end \
         in the same label, such as *"
    )]
    OtherTop {
        /// The line of the chain.
        line: u64,
        /// Its leaf.
        leaf: String,
        /// Its last label.
        end: String,
        /// The last label of most chains.
        top: String,
    },
    /// A label is empty, and the leaf below it is not.
    #[error(
        "the label of '{leaf}' at level {level} is empty: name it (or remove a delimiter too many)"
    )]
    EmptyLabel {
        /// The line.
        line: u64,
        /// The leaf below.
        leaf: String,
        /// The level of the empty label.
        level: usize,
    },
    /// One label has two parents at the same level.
    #[error(
        "'{label}' at level {level} has two parents: '{parent}' here and '{first_parent}' on line \
         {first_line}; give it one parent, or two names"
    )]
    TwoParents {
        /// The line of the second parent.
        line: u64,
        /// The line of the first.
        first_line: u64,
        /// The label.
        label: String,
        /// Its level.
        level: usize,
        /// Its parent on this line.
        parent: Box<str>,
        /// Its parent on the first line.
        first_parent: Box<str>,
    },
    /// One leaf has two chains.
    #[error(
        "the value '{leaf}' is listed twice, here and on line {first_line}, with different chains: \
         keep one"
    )]
    TwoChains {
        /// The line of the second chain.
        line: u64,
        /// The line of the first.
        first_line: u64,
        /// The leaf.
        leaf: String,
    },
    /// A group bears the name of a missing value that stays itself beside it.
    #[error(
        "the label '{value}' at level {level} is also a missing value of the data, and the two \
         could not be told apart: rename the label, or use a hierarchy file that gives the missing \
         value a line of its own"
    )]
    NamedMissing {
        /// The line of the group, if it is from a file.
        line: Option<u64>,
        /// The missing value.
        value: String,
        /// The level of the group.
        level: usize,
    },
    /// A builder's level has groups that tear apart those of the level below it.
    #[error("level {level} does not follow from the level below it: its groups must be whole ones")]
    NotNested {
        /// The level.
        level: usize,
    },
    /// A builder gives two groups of a level one name.
    #[error("two groups at level {level} are called '{label}': give each a name of its own")]
    SameLabel {
        /// The label.
        label: String,
        /// The level of the groups.
        level: usize,
    },
    /// Values of the data that the file lacks.
    #[error("{}", lacking(values, *more, *untrimmed))]
    Lacking {
        /// The first of them, at most ten.
        values: Vec<String>,
        /// How many more there are.
        more: usize,
        /// Whether one of the first would be there without the spaces around it.
        untrimmed: bool,
    },
    /// A group of numbers or dates has a gap that other values fill.
    #[error(
        "'{label}' at level {level} holds '{value}' and smaller values, but not '{gap}' between \
         them: a group of {kind} values must be one range; if their order means nothing, declare \
         the column as text (`type {column} = text`)"
    )]
    NotContiguous {
        /// The line of the value after the gap.
        line: u64,
        /// The group.
        label: Box<str>,
        /// Its level.
        level: u32,
        /// The value after the gap.
        value: String,
        /// A value in the gap.
        gap: Box<str>,
        /// The kind by which the column is ordered.
        kind: incrowd_terms::Kind,
        /// The column.
        column: Box<str>,
    },
    /// An outline is indented with tabs here and with spaces elsewhere.
    #[error("the indentation mixes tabs and spaces: use one of them in the whole file")]
    MixedIndentation {
        /// The line.
        line: u64,
    },
    /// A line is indented less than its predecessor, but as deep as none of its ancestors.
    #[error(
        "the indentation of '{label}' matches no line above it: align it with the sibling or \
         parent that it belongs to"
    )]
    StrayIndentation {
        /// The line.
        line: u64,
        /// Its label.
        label: String,
    },
    /// A label stands below itself.
    #[error(
        "'{label}' stands below itself, on line {first_line}: a cycle; give one of them another \
         name"
    )]
    Cycle {
        /// The line of the lower one.
        line: u64,
        /// The line of the upper one.
        first_line: u64,
        /// The label.
        label: String,
    },
}

fn lacking(values: &[String], more: usize, untrimmed: bool) -> String {
    let quoted: Vec<_> = values.iter().map(|value| format!("'{value}'")).collect();
    let list = quoted.join(", ");
    let (noun, verb) = if quoted.len() + more == 1 { ("value", "is") } else { ("values", "are") };
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    let cure = if untrimmed {
        "without the spaces around them they would be: read the table with `trim`"
    } else {
        "add a line for each"
    };
    format!("{noun} of the data that {verb} not in the hierarchy: {list}{rest}; {cure}")
}

impl HierarchyError {
    pub(super) fn new(fault: Fault) -> Self {
        HierarchyError { fault: Box::new(fault), column: None, file: None }
    }

    pub(super) fn in_file(mut self, file: Option<&str>) -> Self {
        self.file = file.map(str::to_owned);
        self
    }

    /// The same error, said of a column of the data. [`build`](super::build) does this itself;
    /// [`Spec::parse`](super::Spec::parse) does not know the column.
    #[must_use]
    pub fn in_column(mut self, column: &str) -> Self {
        self.column = Some(column.to_owned());
        self
    }

    /// What is wrong, for programs.
    #[must_use]
    pub fn fault(&self) -> &Fault {
        &self.fault
    }

    /// The column of the data.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        self.column.as_deref()
    }

    /// The hierarchy file.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The line in the file, from 1.
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        match &*self.fault {
            Fault::TooTall { line, .. } | Fault::NamedMissing { line, .. } => *line,
            Fault::OpenQuote { line }
            | Fault::AfterQuote { line }
            | Fault::OtherTop { line, .. }
            | Fault::EmptyLabel { line, .. }
            | Fault::TwoParents { line, .. }
            | Fault::TwoChains { line, .. }
            | Fault::NotContiguous { line, .. }
            | Fault::MixedIndentation { line }
            | Fault::StrayIndentation { line, .. }
            | Fault::Cycle { line, .. } => Some(*line),
            _ => None,
        }
    }

    /// The value or label that is wrong.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        match &*self.fault {
            Fault::BadSpec { spec: value, .. }
            | Fault::Repeated { value }
            | Fault::Generalized { value }
            | Fault::NotANumber { value, .. }
            | Fault::NotADate { value, .. }
            | Fault::TooManyDigits { value, .. }
            | Fault::OtherTop { end: value, .. }
            | Fault::EmptyLabel { leaf: value, .. }
            | Fault::TwoParents { label: value, .. }
            | Fault::TwoChains { leaf: value, .. }
            | Fault::NamedMissing { value, .. }
            | Fault::NotContiguous { value, .. }
            | Fault::SameLabel { label: value, .. }
            | Fault::StrayIndentation { label: value, .. }
            | Fault::Cycle { label: value, .. } => Some(value),
            Fault::Lacking { values, .. } => values.first().map(String::as_str),
            _ => None,
        }
    }
}

impl fmt::Display for HierarchyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hierarchy")?;
        if let Some(column) = &self.column {
            write!(f, " of '{column}'")?;
        }
        match (&self.file, self.line()) {
            (Some(file), Some(line)) => write!(f, " ({file}, line {line})")?,
            (Some(file), None) => write!(f, " ({file})")?,
            _ => {}
        }
        write!(f, ": {}", self.fault)
    }
}

impl std::error::Error for HierarchyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_tells_its_place() {
        let fault = Fault::Cycle { line: 7, first_line: 3, label: "Europe".into() };
        let error = HierarchyError::new(fault).in_column("country").in_file(Some("c.txt"));
        assert_eq!(
            (error.column(), error.file(), error.line(), error.value()),
            (Some("country"), Some("c.txt"), Some(7), Some("Europe"))
        );
        assert!(error.to_string().starts_with("hierarchy of 'country' (c.txt, line 7): 'Europe'"));
    }

    #[test]
    fn lacking_values_are_counted() {
        let one = Fault::Lacking { values: vec!["a".into()], more: 0, untrimmed: false };
        assert!(
            one.to_string().starts_with("value of the data that is not in the hierarchy: 'a';")
        );
        let values = vec![" a".into(), "b".into()];
        let many = Fault::Lacking { values, more: 3, untrimmed: true };
        assert!(many.to_string().contains("' a', 'b' and 3 more"));
        assert!(many.to_string().contains("`trim`"));
    }
}
