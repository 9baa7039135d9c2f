//! A table that was read and encoded: all that searches and models know of it.
//!
//! Texts have become codes in the order of hierarchies and magnitudes. Whatever reads tables (files,
//! a data base, a test) counts them with [`Counter`], gives every quasi-identifier a [`Hierarchy`],
//! and has the rest done here.

use std::collections::HashMap;

use incrowd_terms::{Demand, Fraction, Kind, Nulls, Scalar};

use crate::hierarchy::Hierarchy;
use crate::model::{self, Model, Setting};
use crate::table::Counter;
use crate::tally::{SecretOrder, Tally};

/// A sensitive column, as it is understood.
pub struct Secret {
    /// Its name.
    pub column: String,
    /// What its values are.
    pub kind: Kind,
    /// Its hierarchy, where distances between values are measured by one.
    pub hierarchy: Option<Hierarchy>,
}

/// What is known of each person of the population besides the quasi-identifiers: a column, and the
/// number that each of its codes in the population's counter stands for.
pub type Trait = (String, Vec<Fraction>);

/// The population that a table was drawn from, as it was counted.
pub struct Crowd<'a> {
    /// Its people, with their traits as secrets.
    pub counter: &'a Counter,
    /// What the codes of each trait stand for.
    pub traits: &'a [Trait],
    /// What the counts are parts of: all people, or the units of a whole distribution.
    pub whole: u64,
}

/// A table that can be searched.
///
/// ```
/// use incrowd_core::encoded::Encoded;
/// use incrowd_core::hierarchy::{Domain, Spec, build};
/// use incrowd_core::search::{Method, Scope, Search, Watch};
/// use incrowd_core::table::Counter;
/// use incrowd_core::terms::{KAnonymity, Kind, Nulls};
///
/// let mut rows = Counter::new(1, 0);
/// for age in ["31", "34", "52", "58"] {
///     rows.add([age].into_iter(), [].into_iter());
/// }
/// let nulls = Nulls::default();
/// let values: Vec<(String, u64)> = rows.values(0).iter().map(|age| (age.to_owned(), 1)).collect();
/// let domain = Domain { column: "age", kind: Kind::Integer, values: &values, nulls: &nulls };
/// let spec = Spec::parse("intervals:10,50").unwrap().read(|_| Err(())).unwrap();
/// let table = Encoded::new(&rows, None, vec![build(&spec, &domain).unwrap()], vec![], &nulls);
///
/// let demands = [KAnonymity { k: 2 }.into()];
/// let search = Search::new(&table, &demands, Method::default(), Scope::of(&table));
/// let found = search.find(&Watch::default()).found.unwrap();
/// assert_eq!(search.counts(&found), (0, 2)); // nobody suppressed, two classes: thirties, fifties
/// ```
pub struct Encoded {
    /// Per quasi-identifier.
    pub hierarchies: Vec<Hierarchy>,
    /// The frequency set.
    pub tally: Tally,
    secrets: Vec<Secret>,
    /// Per sensitive column: the code of each value.
    codes: Vec<HashMap<String, u32>>,
    /// Per sensitive column, per code: the number or date it stands for, if it is one.
    numbers: Vec<Vec<Option<Scalar>>>,
    traits: Vec<Trait>,
    /// What the counts of people are parts of.
    whole: u64,
}

impl Encoded {
    /// Encodes what was counted. Hierarchies cover the values of the table and of the population,
    /// and there is one sensitive column per secret of `members`.
    ///
    /// # Panics
    /// If a hierarchy lacks a value that was counted.
    #[must_use]
    pub fn new(
        members: &Counter,
        population: Option<Crowd<'_>>,
        hierarchies: Vec<Hierarchy>,
        secrets: Vec<Secret>,
        nulls: &Nulls,
    ) -> Encoded {
        let order = |(place, secret): (usize, &Secret)| order(members, place, secret, nulls);
        let orders: Vec<SecretOrder> = secrets.iter().enumerate().map(order).collect();
        let codes = |(place, order): (usize, &SecretOrder)| {
            let texts = members.secret_values(place).iter().map(str::to_owned);
            texts.zip(order.codes.iter().copied()).collect()
        };
        let numbers = |(place, (secret, order)): (usize, (&Secret, &SecretOrder))| {
            let mut numbers = vec![None; order.places];
            for (text, &code) in members.secret_values(place).iter().zip(&order.codes) {
                let missing = nulls.is_missing(text);
                numbers[code as usize] = if missing { None } else { secret.kind.read(text) };
            }
            numbers
        };
        let traits = population.as_ref().map_or(&[][..], |crowd| crowd.traits);
        let as_counted = |(_, numbers): &Trait| SecretOrder {
            codes: (0..numbers.len() as u32).collect(),
            places: numbers.len(),
        };
        let trait_orders: Vec<SecretOrder> = traits.iter().map(as_counted).collect();
        let people = population.as_ref().map(|crowd| crowd.counter);
        Encoded {
            tally: Tally::new(members, people, &hierarchies, &orders, &trait_orders),
            hierarchies,
            codes: orders.iter().enumerate().map(codes).collect(),
            numbers: secrets.iter().zip(&orders).enumerate().map(numbers).collect(),
            secrets,
            traits: traits.to_vec(),
            whole: population.map_or(0, |crowd| crowd.whole),
        }
    }

    /// The sensitive columns.
    #[must_use]
    pub fn secrets(&self) -> &[Secret] {
        &self.secrets
    }

    /// The code of a sensitive column's value, if it occurs.
    #[must_use]
    pub fn code(&self, secret: usize, text: &str) -> Option<u32> {
        self.codes[secret].get(text).copied()
    }

    /// How many values each sensitive column has.
    #[must_use]
    pub fn secret_domains(&self) -> Vec<usize> {
        self.numbers.iter().map(Vec::len).collect()
    }

    /// The texts of a sensitive column's values, by code.
    #[must_use]
    pub fn secret_texts(&self, secret: usize) -> Vec<&str> {
        let mut texts = vec![""; self.numbers[secret].len()];
        self.codes[secret].iter().for_each(|(text, &code)| texts[code as usize] = text);
        texts
    }

    /// The model behind a demand. Where classes are dealt into groups of at least so many rows, a
    /// demand on nearness asks whether a class can be.
    ///
    /// # Panics
    /// If the demand names a trait that was not read with the population.
    #[must_use]
    pub fn model(&self, demand: &Demand, deal: Option<u64>) -> Box<dyn Model> {
        match deal {
            Some(least) => model::of_dealt(demand, &self.setting(demand), least),
            None => model::of(demand, &self.setting(demand)),
        }
    }

    /// What a model must know of the table besides its demand.
    #[must_use]
    pub fn setting(&self, demand: &Demand) -> Setting<'_> {
        let column = demand.column().unwrap_or_default();
        let secret = self.secrets.iter().position(|secret| secret.column == column).unwrap_or(0);
        let value = demand.value().and_then(|value| self.code(secret, value));
        Setting {
            secret,
            value,
            numbers: self.numbers.get(secret).map_or(&[], Vec::as_slice),
            hierarchy: self.secrets.get(secret).and_then(|secret| secret.hierarchy.as_ref()),
            rows: self.tally.rows(),
            people: self.whole,
            candidates: self.hierarchies.iter().map(|column| boxes(column.leaves())).product(),
            traits: &self.traits,
        }
    }
}

/// How many ranges a column with so many leaves has.
fn boxes(leaves: usize) -> f64 {
    leaves as f64 * (leaves as f64 + 1.0) / 2.0
}

/// The order of a secret's values: by its hierarchy's leaves, by magnitude, or by text; missing
/// ones first.
fn order(members: &Counter, place: usize, secret: &Secret, nulls: &Nulls) -> SecretOrder {
    let dictionary = members.secret_values(place);
    if let Some(hierarchy) = &secret.hierarchy {
        let code = |text| hierarchy.code(text).expect("the hierarchy covers the column");
        return SecretOrder {
            codes: dictionary.iter().map(code).collect(),
            places: hierarchy.leaves(),
        };
    }
    let scalar = |text| if nulls.is_missing(text) { None } else { secret.kind.read(text) };
    let mut sorted: Vec<_> =
        dictionary.iter().map(|text| (scalar(text), text)).zip(0_usize..).collect();
    sorted.sort_unstable_by(|((a, left), _), ((b, right), _)| {
        let magnitude = match (a, b) {
            (Some(a), Some(b)) => a.magnitude(b),
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
        magnitude.then_with(|| left.cmp(right))
    });
    let mut codes = vec![0; dictionary.len()];
    for (code, (_, provisional)) in (0..).zip(sorted) {
        codes[provisional] = code;
    }
    SecretOrder { places: codes.len(), codes }
}
