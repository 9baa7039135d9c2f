//! Presence in a table whose rows were drawn at random from the population.
//!
//! Fixed numbers of members and of other people were drawn, everybody of a kind with the same
//! probability. Everybody's presence then follows from the numbers. What must be measured is that
//! the table has the right number of rows, and that its rows are people of the population: each
//! tuple occurs at most as often as people of the population have it. A person of the population may have
//! several rows there, and has at most one in the table.

use incrowd_io::Table;
use incrowd_terms::{Demand, Figure, Fraction, Guarantee, Knowledge, Nulls, Presence};
use num_bigint::BigUint;

use crate::error::JudgeError;
use crate::person::Person;
use crate::question::{QuestionColumns, count, positions};
use crate::ratio::Ratio;

/// A table whose rows were published by chance.
#[derive(Clone, Copy, Debug)]
pub struct Randomised<'a> {
    /// The published table.
    pub published: &'a Table,
    /// The population.
    pub public: &'a Table,
    /// Its quasi-identifiers, published unchanged.
    pub qi: &'a [String],
    /// Where the population says whose a row is; without it, every row is a person's.
    pub person: Option<Person<'a>>,
    /// The texts that stand for a missing value.
    pub nulls: &'a Nulls,
    /// How many of the people are members.
    pub members: u64,
    /// How many of the published rows were drawn from the members.
    pub drawn_members: u64,
    /// How many of the published rows were drawn from everybody else.
    pub drawn_others: u64,
    /// The least presence that was demanded.
    pub least: Fraction,
    /// The greatest presence that was demanded.
    pub most: Fraction,
    /// How many threads may work.
    pub threads: usize,
}

/// Measures what the table and the numbers that were drawn say of everybody.
///
/// # Errors
/// If a table cannot be read or lacks a quasi-identifier.
pub fn randomised(question: &Randomised<'_>) -> Result<Guarantee, JudgeError> {
    let Randomised { least, most, members, drawn_members, drawn_others, .. } = *question;
    let qi: Vec<&str> = question.qi.iter().map(String::as_str).collect();
    let counted = |table: &Table, person: Option<Person<'_>>| {
        let class = positions(table, &qi)?;
        let person = person.map(|person| person.reading(table, question.nulls)).transpose()?;
        let columns =
            QuestionColumns { class, sensitive: Vec::new(), skip_suppressed: false, person };
        count(table, &columns, question.threads)
    };
    let mut people = counted(question.public, question.person)?;
    people.count_people();
    let rows = counted(question.published, None)?;
    let mut stray = None;
    for class in 0..rows.classes.len() {
        let texts: Vec<&str> = (0..qi.len()).map(|column| rows.label(class, column)).collect();
        let (published, alike) = (rows.classes.sizes[class], people.rows_of(&texts));
        if published > alike {
            let line = rows.classes.lines[class];
            stray = stray.into_iter().chain([(line, texts.join(","), published, alike)]).min();
        }
    }
    let others = people.people.unwrap_or(people.rows).saturating_sub(members);
    let beliefs = [
        belief(drawn_members, drawn_others),
        belief(members.saturating_sub(drawn_members), others.saturating_sub(drawn_others)),
    ];
    let beliefs: Vec<Ratio> = beliefs.into_iter().flatten().collect();
    let within = |belief: &Ratio| belief.compare(least).is_ge() && belief.compare(most).is_le();
    let outside = beliefs.iter().find(|belief| !within(belief));
    let drawn = u128::from(drawn_members) + u128::from(drawn_others);
    let worst = match (stray, outside) {
        (Some((line, texts, published, alike)), _) => Some(format!(
            "line {line}: ({texts}) is published {published} times, and {alike} people are like it"
        )),
        (None, _) if u128::from(rows.rows) != drawn => {
            Some(format!("{} rows are published, and {drawn} were to be drawn", rows.rows))
        }
        (None, _) if drawn_members > members || drawn_others > others => Some(format!(
            "{drawn_members} members and {drawn_others} others were to be drawn, of {members} and {others}"
        )),
        (None, Some(belief)) => Some(format!("the draw leaves a presence of {belief}")),
        (None, None) => None,
    };
    let holds = worst.is_none();
    let demand = Demand::from(Presence { least, most, knowledge: Knowledge::Table });
    let measured = Figure::parts([
        ("min", beliefs.iter().min().map(ToString::to_string).into()),
        ("max", beliefs.iter().max().map(ToString::to_string).into()),
    ]);
    Ok(Guarantee {
        worst,
        against: "someone who has a register of the population, knows the algorithm and how many people are in the \
                  table, and thinks that everybody was as likely to be"
            .into(),
        ..Guarantee::on(&demand, measured, holds)
    })
}

/// The share of members among people of whom so many are; none if there are no people.
fn belief(members: u64, others: u64) -> Option<Ratio> {
    let people = BigUint::from(members) + BigUint::from(others);
    (people > BigUint::ZERO).then(|| Ratio::new(members.into(), people))
}
