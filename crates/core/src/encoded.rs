//! An encoded table: everything that searches and models know about it.
//!
//! Texts become codes in the order of hierarchies and magnitudes. A reader of tables counts the
//! rows with [`Counter`] and builds a [`Hierarchy`] for every quasi-identifier; [`Encoded`] does
//! the rest.

use std::collections::HashMap;
use std::sync::Arc;

use incrowd_terms::{Demand, Fraction, Kind, NormalForm, Nulls, Scalar};

use crate::frequency_set::{FrequencySet, SensitiveOrder};
use crate::hierarchy::Hierarchy;
use crate::model::{self, Model, ModelContext, PersonContext};
use crate::opaque::opaque_debug;
use crate::spellings::Spellings;
use crate::table::Counter;

/// A sensitive column.
#[derive(Debug)]
pub struct SensitiveAttribute {
    /// Its name.
    pub column: String,
    /// What its values are.
    pub kind: Kind,
    /// Its hierarchy, where distances between values are measured by one.
    pub hierarchy: Option<Hierarchy>,
}

/// An attribute of each person of the population besides the quasi-identifiers: its column, and the
/// number of each of its codes in the population's counter.
pub type PersonAttribute = (String, Vec<Fraction>);

/// The population that a table was drawn from, as it was counted.
#[derive(Debug)]
pub struct PopulationCounts<'a> {
    /// Its people. Their person attributes are counted as secrets.
    pub counter: &'a Counter,
    /// The numbers of the codes of each person attribute.
    pub person_attributes: &'a [PersonAttribute],
    /// The total of the counts: all people, or the units of a whole distribution.
    pub whole: u64,
}

/// A table that can be searched.
///
/// ```
/// use incrowd_core::encoded::Encoded;
/// use incrowd_core::hierarchy::{Domain, Spec, build};
/// use incrowd_core::search::{Method, Scope, Search, SearchControl};
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
/// let outcome = search.find(&SearchControl::default());
/// let figures = outcome.figures.as_ref().unwrap();
/// assert_eq!((figures.suppressed, figures.classes), (0, 2)); // two classes: thirties, fifties
/// ```
pub struct Encoded {
    /// Per quasi-identifier.
    pub hierarchies: Vec<Hierarchy>,
    /// The frequency set.
    pub frequency_set: FrequencySet,
    secrets: Vec<SensitiveAttribute>,
    form: NormalForm,
    /// Per sensitive column: its texts and values.
    spellings: Vec<CodedTexts>,
    /// Per sensitive column, per code: the number or date it stands for, if it is one.
    numbers: Vec<Vec<Option<Scalar>>>,
    person_attributes: Vec<PersonAttribute>,
    /// The total of the counts of people.
    whole: u64,
    /// Per secret of the frequency set, per code: its place in the order of texts. Empty unless
    /// people are counted instead of rows.
    ranks: Vec<Vec<u32>>,
}

opaque_debug!(Encoded, this => "columns": this.hierarchies.len(), "frequency_set": this.frequency_set);

/// The texts of a sensitive column, and the values that they are spellings of.
struct CodedTexts {
    /// The code of each text.
    codes: HashMap<String, u32>,
    /// Per code of a text: the code of its value, where some value has several texts.
    values: Option<Vec<u32>>,
    /// The place of the column as written among the secrets of the frequency set.
    written: usize,
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
        population: Option<PopulationCounts<'_>>,
        hierarchies: Vec<Hierarchy>,
        secrets: Vec<SensitiveAttribute>,
        nulls: &Nulls,
    ) -> Encoded {
        let of = |(place, secret)| Spellings::of(members.secret_values(place), secret, nulls);
        let orders: Vec<Spellings> = secrets.iter().enumerate().map(of).collect();
        let by_value = orders.iter().map(|order| order.merged.as_ref().unwrap_or(&order.written));
        let mut counted: Vec<(usize, &SensitiveOrder)> = by_value.enumerate().collect();
        let mut spellings = Vec::with_capacity(orders.len());
        for (place, order) in orders.iter().enumerate() {
            let texts = members.secret_values(place).iter().map(str::to_owned);
            let codes = texts.zip(order.written.codes.iter().copied()).collect();
            let mut written = place;
            let values = order.merged.as_ref().map(|merged| {
                written = counted.len();
                counted.push((place, &order.written));
                let mut values: Vec<u32> = (0..order.written.places as u32).collect();
                let pairs = order.written.codes.iter().zip(&merged.codes);
                pairs.for_each(|(&text, &value)| values[text as usize] = value);
                values
            });
            spellings.push(CodedTexts { codes, values, written });
        }
        let numbers = |(place, secret): (usize, &SensitiveAttribute)| {
            let order = counted[place].1;
            let mut numbers = vec![None; order.places];
            for (text, &code) in members.secret_values(place).iter().zip(&order.codes) {
                let missing = nulls.is_missing(text);
                numbers[code as usize] = if missing { None } else { secret.kind.read(text) };
            }
            numbers
        };
        let person_attributes =
            population.as_ref().map_or(&[][..], |crowd| crowd.person_attributes);
        let as_counted = |(_, numbers): &PersonAttribute| SensitiveOrder {
            codes: (0..numbers.len() as u32).collect(),
            places: numbers.len(),
        };
        let trait_orders: Vec<SensitiveOrder> = person_attributes.iter().map(as_counted).collect();
        let people = population.as_ref().map(|crowd| crowd.counter);
        let form = NormalForm::new(nulls);
        let orders = counted.iter().filter(|_| members.incidences().is_some());
        let values = orders.map(|&(place, order)| values_of(members, place, order, &form));
        let (missing, ranks): (Vec<_>, Vec<_>) = values.unzip();
        let frequency_set =
            FrequencySet::of(members, people, &hierarchies, &counted, &trait_orders, &missing);
        Encoded {
            frequency_set,
            hierarchies,
            form,
            numbers: secrets.iter().enumerate().map(numbers).collect(),
            spellings,
            secrets,
            person_attributes: person_attributes.to_vec(),
            whole: population.map_or(0, |crowd| crowd.whole),
            ranks,
        }
    }

    /// The sensitive columns.
    #[must_use]
    pub fn secrets(&self) -> &[SensitiveAttribute] {
        &self.secrets
    }

    /// The code of a sensitive column's value, if it occurs, however it is spelled.
    #[must_use]
    pub fn code(&self, secret: usize, text: &str) -> Option<u32> {
        let CodedTexts { codes, values, .. } = &self.spellings[secret];
        let same = || codes.iter().find(|(known, _)| self.form.same(known, text));
        let code = codes.get(text).or_else(|| same().map(|(_, code)| code))?;
        Some(values.as_ref().map_or(*code, |values| values[*code as usize]))
    }

    /// The code of a sensitive column's text, if it occurs so.
    #[must_use]
    pub fn spelling(&self, secret: usize, text: &str) -> Option<u32> {
        self.spellings[secret].codes.get(text).copied()
    }

    /// How many values each sensitive column has.
    #[must_use]
    pub fn secret_domains(&self) -> Vec<usize> {
        self.numbers.iter().map(Vec::len).collect()
    }

    /// The texts of a sensitive column's values, by code: of several the first in order.
    #[must_use]
    pub fn secret_texts(&self, secret: usize) -> Vec<&str> {
        let spellings = self.spelling_texts(secret);
        let Some(values) = &self.spellings[secret].values else { return spellings };
        let mut texts = vec![""; self.numbers[secret].len()];
        for (&value, text) in values.iter().zip(spellings).rev() {
            texts[value as usize] = text;
        }
        texts
    }

    /// The texts of a sensitive column, by code.
    #[must_use]
    pub fn spelling_texts(&self, secret: usize) -> Vec<&str> {
        let CodedTexts { codes, written, .. } = &self.spellings[secret];
        let mut texts = vec![""; self.frequency_set.domain(*written)];
        codes.iter().for_each(|(text, &code)| texts[code as usize] = text);
        texts
    }

    /// Divides the items of each value among its texts, by their rows and in the order of the
    /// texts. Callers that need random assignments shuffle before.
    #[must_use]
    pub fn by_spelling<T>(&self, secret: usize, given: Vec<Vec<T>>) -> Vec<Vec<T>> {
        let CodedTexts { values: Some(values), written, .. } = &self.spellings[secret] else {
            return given;
        };
        let rows = self.frequency_set.whole().secrets.swap_remove(*written);
        let mut left: Vec<_> = given.into_iter().map(Vec::into_iter).collect();
        let share = |(&value, &rows): (&u32, &u64)| {
            left[value as usize].by_ref().take(rows as usize).collect()
        };
        values.iter().zip(&rows).map(share).collect()
    }

    /// The model behind a demand. If classes are dealt into groups of at least `deal` rows, a
    /// proximity demand tests whether a class can be dealt.
    ///
    /// # Panics
    /// If the demand names a person attribute that was not read with the population.
    #[must_use]
    pub fn model(&self, demand: &Demand, deal: Option<u64>) -> Box<dyn Model> {
        let setting = self.setting(demand);
        let model = match deal {
            Some(least) => model::of_dealt(demand, &setting, least),
            None => model::of(demand, &setting),
        };
        let written = self.spellings.get(setting.secret).map_or(0, |coded| coded.written);
        if !model.relative() || written == setting.secret {
            return model;
        }
        let by_person = self.by_person(written);
        model::worse_of(
            model,
            model::of(demand, &ModelContext { secret: written, by_person, ..setting }),
        )
    }

    /// What models need to know of a secret if people are counted instead of rows.
    fn by_person(&self, secret: usize) -> Option<PersonContext<'_>> {
        let one_tuple = !self.frequency_set.has_people_with_several_tuples();
        let ranks = self.ranks.get(secret).map_or(&[][..], Vec::as_slice);
        let one_row = self.frequency_set.members() == self.frequency_set.rows();
        let known = PersonContext { one_row, one_tuple, ranks };
        self.frequency_set.counts_people().then_some(known)
    }

    /// What a model needs to know about the table besides its demand.
    #[must_use]
    pub fn setting(&self, demand: &Demand) -> ModelContext<'_> {
        let column = demand.column().unwrap_or_default();
        let secret = self.secrets.iter().position(|secret| secret.column == column).unwrap_or(0);
        let value = demand.value().and_then(|value| self.code(secret, value));
        ModelContext {
            by_person: self.by_person(secret),
            secret,
            value,
            numbers: self.numbers.get(secret).map_or(&[], Vec::as_slice),
            hierarchy: self.secrets.get(secret).and_then(|secret| secret.hierarchy.as_ref()),
            rows: self.frequency_set.members(),
            people: self.whole,
            candidates: self.hierarchies.iter().map(|column| boxes(column.leaves())).product(),
            person_attributes: &self.person_attributes,
        }
    }
}

/// Of each value of a secret: whether it is missing, and its place in the order of texts, which are
/// compared in their normal form.
fn values_of(
    members: &Counter,
    place: usize,
    order: &SensitiveOrder,
    form: &NormalForm,
) -> (Arc<[bool]>, Vec<u32>) {
    let mut missing = vec![false; order.places];
    let mut texts: Vec<(Option<String>, &str, u32)> = Vec::with_capacity(order.codes.len());
    for (text, &code) in members.secret_values(place).iter().zip(&order.codes) {
        let normal = form.of(text).map(std::borrow::Cow::into_owned);
        missing[code as usize] |= normal.is_none();
        texts.push((normal, text, code));
    }
    texts.sort_unstable();
    let mut ranks = vec![0; order.places];
    for (rank, &(.., code)) in texts.iter().enumerate().rev() {
        ranks[code as usize] = rank as u32;
    }
    (missing.into(), ranks)
}

/// How many ranges a column with so many leaves has.
fn boxes(leaves: usize) -> f64 {
    leaves as f64 * (leaves as f64 + 1.0) / 2.0
}
