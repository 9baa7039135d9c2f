//! Presence in a table whose rows were published by the toss of coins.
//!
//! Each person of the population was published with one probability if they are a member and with
//! another if not. What a published row, or its absence, says of a person then follows from the
//! coins by Bayes' rule; what has to be measured is that the table is made of people at all: no
//! row that nobody has, and none more often than people have it.

use incrowd_io::Table;
use incrowd_terms::{Demand, Fraction, Guarantee, Knowledge, Presence};
use num_bigint::BigUint;
use serde_json::json;

use crate::error::JudgeError;
use crate::question::{Columns, count, positions};
use crate::ratio::Ratio;

/// A table whose rows were published by chance.
#[derive(Clone, Copy, Debug)]
pub struct Tossed<'a> {
    /// The published table.
    pub published: &'a Table,
    /// The population.
    pub public: &'a Table,
    /// Its quasi-identifiers, published unchanged.
    pub qi: &'a [String],
    /// How many of the people are members.
    pub members: u64,
    /// The probability with which a member is published.
    pub member: Fraction,
    /// The probability with which anybody else is.
    pub other: Fraction,
    /// The least presence that was demanded.
    pub least: Fraction,
    /// The greatest presence that was demanded.
    pub most: Fraction,
    /// How many threads may work.
    pub threads: usize,
}

/// Measures what the table and the coins say of everybody.
///
/// # Errors
/// If a table cannot be read or lacks a quasi-identifier.
pub fn tossed(question: &Tossed<'_>) -> Result<Guarantee, JudgeError> {
    let Tossed { least, most, .. } = *question;
    let qi: Vec<&str> = question.qi.iter().map(String::as_str).collect();
    let counted = |table: &Table| {
        let class = positions(table, &qi)?;
        let columns = Columns { class, sensitive: Vec::new(), skip_suppressed: false };
        count(table, &columns, question.threads)
    };
    let (people, rows) = (counted(question.public)?, counted(question.published)?);
    let mut stray = None;
    for class in 0..rows.classes.len() {
        let texts: Vec<&str> = (0..qi.len()).map(|column| rows.label(class, column)).collect();
        let (published, alike) = (rows.classes.sizes[class], people.rows_of(&texts));
        if published > alike {
            let line = rows.classes.lines[class];
            stray = stray.into_iter().chain([(line, texts.join(","), published, alike)]).min();
        }
    }
    let beliefs = [
        (rows.rows > 0).then(|| belief(question, people.rows, question.member, question.other)),
        (rows.rows < people.rows)
            .then(|| belief(question, people.rows, rest(question.member), rest(question.other))),
    ];
    let beliefs: Vec<Ratio> = beliefs.into_iter().flatten().collect();
    let within = |belief: &Ratio| belief.compare(least).is_ge() && belief.compare(most).is_le();
    let outside = beliefs.iter().find(|belief| !within(belief));
    let worst = match (stray, outside) {
        (Some((line, texts, published, alike)), _) => Some(format!(
            "line {line}: ({texts}) is published {published} times, and {alike} people are like it"
        )),
        (None, Some(belief)) => Some(format!("the coins leave a presence of {belief}")),
        (None, None) => None,
    };
    let holds = worst.is_none();
    let demand = Demand::from(Presence { least, most, knowledge: Knowledge::Table });
    let measured = json!({
        "min": beliefs.iter().min().map(ToString::to_string),
        "max": beliefs.iter().max().map(ToString::to_string),
    });
    Ok(Guarantee {
        worst,
        against: "someone who has a register of the population, knows the coins and wonders who is in the table",
        ..Guarantee::on(&demand, measured, holds)
    })
}

/// What is left of a probability.
fn rest(coin: Fraction) -> Fraction {
    Fraction::new(coin.denominator() - coin.numerator(), coin.denominator())
}

/// The probability that somebody is a member of whom is seen what members show with one
/// probability and others with another.
fn belief(question: &Tossed<'_>, people: u64, member: Fraction, other: Fraction) -> Ratio {
    let others = people.saturating_sub(question.members);
    let weight = |coin: Fraction, against: Fraction, count: u64| {
        BigUint::from(coin.numerator()) * against.denominator() * count
    };
    let (yes, no) = (weight(member, other, question.members), weight(other, member, others));
    Ratio::new(yes.clone(), yes + no)
}
