//! Reading a table as a plan wants it: counted, with hierarchies and an ordered tally.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::sync::Arc;

use incrowd::hierarchy::{Domain, Hierarchy, Spec, build};
use incrowd::model::{self, Model, Setting};
use incrowd::table::Counter;
use incrowd::tally::{SecretOrder, Tally};
use incrowd::terms::{Demand, Kind, Nulls, Scalar, Secret};
use incrowd_io::{Block, IoError, Table};
use incrowd_judge::Chains;

use crate::crowd::{self, Crowd};
use crate::failure::{Failure, Result};
use crate::settings::{Plan, Reading, Recoding, Source, by_column, places};
use crate::suspicion::Suspicion;
use crate::talk::Talk;

/// A table that was read once and can be searched.
pub struct Study {
    pub table: Arc<Table>,
    /// The population, if it is known.
    pub crowd: Option<Crowd>,
    /// The column that says who is to be published, and its value, where the table holds others
    /// too.
    pub member: Option<(usize, String)>,
    /// Where the quasi-identifiers stand in the table.
    pub qi: Vec<usize>,
    /// Where the identifying columns stand, which are dropped.
    pub dropped: Vec<usize>,
    /// Where the sensitive columns stand.
    pub secrets: Vec<usize>,
    pub hierarchies: Vec<Hierarchy>,
    /// Hierarchies of sensitive columns, for distances.
    secret_hierarchies: BTreeMap<String, Hierarchy>,
    sensitive: Vec<String>,
    /// Per sensitive column: the code of each value.
    secret_codes: Vec<HashMap<String, u32>>,
    /// Per sensitive column, per code: the number or date it stands for, if it is one.
    secret_numbers: Vec<Vec<Option<Scalar>>>,
    pub tally: Tally,
    /// The kinds of quasi-identifiers and sensitive columns, inferred or declared.
    pub kinds: BTreeMap<String, Kind>,
    pub warnings: Vec<String>,
}

impl Study {
    /// Opens and counts the tables of a plan.
    pub fn read(plan: &Plan, talk: &Talk) -> Result<Study> {
        let table = Arc::new(Table::open(&plan.table, &plan.reading.options)?);
        let roles = Roles::new(plan, &table)?;
        let crowd = crowd::read(plan, &table, &roles.qi, talk)?;
        let population = crowd.as_ref().map(|crowd| &crowd.counter);
        let counted = count(&table, &roles, talk)?;
        let members = counted.counter;
        if members.rows() == 0 {
            return Err(no_rows(&table, roles.member.as_ref()));
        }
        check_population(plan, &table, members.rows())?;
        let _step = talk.step("encoding", None);
        let mut kinds = BTreeMap::new();
        let mut hierarchies = Vec::with_capacity(plan.qi.len());
        for (place, column) in plan.qi.iter().enumerate() {
            let values = values(&members, population, place);
            let kind = kind(&plan.reading, column, values.iter().map(|(text, _)| text.as_str()))?;
            kinds.insert(column.clone(), kind);
            let numeric = matches!(kind, Kind::Integer | Kind::Decimal);
            // Boxes need no levels: their ranges are cut where they lose least.
            let levelled = numeric && plan.method.recoding == Recoding::FullDomain;
            let default = if levelled { Spec::Auto } else { Spec::Flat };
            let spec = plan.hierarchies.get(column).unwrap_or(&default);
            hierarchies.push(grow(&plan.reading, column, kind, spec, &values)?);
        }
        let mut secret_hierarchies = BTreeMap::new();
        let mut orders = Vec::with_capacity(plan.sensitive.len());
        for (place, column) in plan.sensitive.iter().enumerate() {
            let texts = members.secret_values(place).iter();
            let kind = kind(&plan.reading, column, texts.clone())?;
            kinds.insert(column.clone(), kind);
            let has_values = texts.clone().any(|text| !plan.reading.nulls.is_missing(text));
            let has_hierarchy = plan.hierarchies.contains_key(column);
            check_fit(plan, column, Secret { kind, has_values, has_hierarchy })?;
            if let Some(spec) = plan.hierarchies.get(column) {
                let values: Vec<(String, u64)> = texts.map(|text| (text.to_owned(), 1)).collect();
                let hierarchy = grow(&plan.reading, column, kind, spec, &values)?;
                secret_hierarchies.insert(column.clone(), hierarchy);
            }
            let hierarchy = secret_hierarchies.get(column);
            orders.push(order(&members, place, kind, &plan.reading.nulls, hierarchy));
        }
        let codes = |(place, order): (usize, &SecretOrder)| {
            let texts = members.secret_values(place).iter().map(str::to_owned);
            texts.zip(order.codes.iter().copied()).collect()
        };
        let secret_codes = orders.iter().enumerate().map(codes).collect();
        let numbers = |(place, (column, order)): (usize, (&String, &SecretOrder))| {
            let mut numbers = vec![None; order.places];
            for (text, &code) in members.secret_values(place).iter().zip(&order.codes) {
                let missing = plan.reading.nulls.is_missing(text);
                numbers[code as usize] = if missing { None } else { kinds[column].read(text) };
            }
            numbers
        };
        let secret_numbers = plan.sensitive.iter().zip(&orders).enumerate().map(numbers).collect();
        let traits = crowd.as_ref().map(Crowd::orders).unwrap_or_default();
        let tally = Tally::new(&members, population, &hierarchies, &orders, &traits);
        if let Some(crowd) = crowd.as_ref().filter(|crowd| crowd.must_hold_the_table(plan))
            && !tally.is_within_population()
        {
            return Err(crowd.stray(plan, &table, &roles.qi)?);
        }
        let plain = roles.plain.iter().map(|&place| &table.columns()[place]).zip(&counted.plain);
        let warnings = plain.filter_map(|(column, suspicion)| suspicion.warning(column)).collect();
        Ok(Study {
            table,
            crowd,
            member: roles.member,
            qi: roles.qi,
            secrets: roles.sensitive,
            dropped: roles.dropped,
            hierarchies,
            secret_hierarchies,
            sensitive: plan.sensitive.clone(),
            secret_codes,
            secret_numbers,
            tally,
            kinds,
            warnings,
        })
    }

    /// Whether a row of the table is one of those to be published.
    pub fn is_member(&self, block: &Block, row: usize) -> bool {
        is_member(self.member.as_ref(), block, row)
    }

    /// The codes of a row's secrets, or the place of one that was not there before.
    pub fn secrets_of(
        &self,
        block: &Block,
        row: usize,
        codes: &mut Vec<u32>,
    ) -> std::result::Result<(), usize> {
        codes.clear();
        for (&place, known) in self.secrets.iter().zip(&self.secret_codes) {
            codes.push(*known.get(block.cell(row, place)).ok_or(place)?);
        }
        Ok(())
    }

    /// How many values each sensitive column has.
    pub fn secret_domains(&self) -> Vec<usize> {
        self.secret_numbers.iter().map(Vec::len).collect()
    }

    /// The texts of a sensitive column's values, by code.
    pub fn secret_texts(&self, secret: usize) -> Vec<&str> {
        let mut texts = vec![""; self.secret_numbers[secret].len()];
        self.secret_codes[secret].iter().for_each(|(text, &code)| texts[code as usize] = text);
        texts
    }

    /// The model behind a demand. Where classes are dealt into groups of at least so many rows, a
    /// demand on nearness asks whether a class can be.
    pub fn model(&self, demand: &Demand, deal: Option<u64>) -> Box<dyn Model> {
        match deal {
            Some(least) => model::of_dealt(demand, &self.setting(demand), least),
            None => model::of(demand, &self.setting(demand)),
        }
    }

    /// What a model must know of the table besides its demand.
    pub fn setting(&self, demand: &Demand) -> Setting<'_> {
        let column = demand.column().unwrap_or_default();
        let secret = self.sensitive.iter().position(|name| name == column).unwrap_or(0);
        let value = demand.value().and_then(|value| self.secret_codes[secret].get(value).copied());
        Setting {
            secret,
            value,
            numbers: self.secret_numbers.get(secret).map_or(&[], Vec::as_slice),
            hierarchy: self.secret_hierarchies.get(column),
            rows: self.tally.rows(),
            people: self.tally.people(),
            traits: self.crowd.as_ref().map_or(&[], |crowd| &crowd.traits),
        }
    }

    /// The table of the population, or that of its distribution.
    pub fn population(&self) -> (Option<&Table>, Option<&Table>) {
        match &self.crowd {
            Some(crowd) if crowd.is_distribution => (None, Some(&*crowd.table)),
            Some(crowd) => (Some(&*crowd.table), None),
            None => (None, None),
        }
    }

    /// The levels each column may have.
    pub fn levels(&self, plan: &Plan) -> Result<Vec<RangeInclusive<u8>>> {
        let level = |(column, hierarchy): (&String, &Hierarchy)| {
            let height = hierarchy.height() as u8;
            match plan.levels.get(column) {
                None => Ok(0..=height),
                Some(range) if *range.end() <= height => Ok(range.clone()),
                Some(range) => {
                    let message = format!(
                        "--level {column}={}..{}: the hierarchy of '{column}' has levels 0 to {height}",
                        range.start(),
                        range.end()
                    );
                    Err(Failure::new(message).in_column(column))
                }
            }
        };
        plan.qi.iter().zip(&self.hierarchies).map(level).collect()
    }

    /// The hierarchies as the judge reads them: plain chains of labels.
    pub fn chains(&self, plan: &Plan) -> Result<BTreeMap<String, Chains>> {
        let qi = plan.qi.iter().zip(&self.hierarchies);
        qi.chain(&self.secret_hierarchies)
            .map(|(column, hierarchy)| Ok((column.clone(), chains(hierarchy)?)))
            .collect()
    }
}

/// A hierarchy as plain chains.
pub fn chains(hierarchy: &Hierarchy) -> Result<Chains> {
    let chain = |code| hierarchy.chain(code).into_iter().map(str::to_owned).collect();
    Chains::new((0..hierarchy.leaves() as u32).map(chain))
        .map_err(|error| Failure::new(format!("the judge cannot read a hierarchy: {error}")))
}

/// Where the columns of each role stand.
struct Roles {
    qi: Vec<usize>,
    sensitive: Vec<usize>,
    dropped: Vec<usize>,
    plain: Vec<usize>,
    member: Option<(usize, String)>,
}

impl Roles {
    fn new(plan: &Plan, table: &Table) -> Result<Roles> {
        let member = match &plan.population {
            Some(Source::Itself { column, value }) => {
                let place = places(table, "--member", std::slice::from_ref(column))?[0];
                Some((place, value.clone()))
            }
            _ => None,
        };
        let roles = Roles {
            qi: places(table, "--qi", &plan.qi)?,
            sensitive: places(table, "--sensitive", &plan.sensitive)?,
            dropped: places(table, "--id", &plan.id)?,
            plain: Vec::new(),
            member,
        };
        let membership: Vec<usize> = roles.member.iter().map(|(place, _)| *place).collect();
        let named = [
            ("--qi", &roles.qi),
            ("--sensitive", &roles.sensitive),
            ("--id", &roles.dropped),
            ("--member", &membership),
        ];
        for (place, column) in table.columns().iter().enumerate() {
            let flags: Vec<&str> = named
                .iter()
                .filter(|(_, places)| places.contains(&place))
                .map(|(flag, _)| *flag)
                .collect();
            if let [first, second, ..] = flags[..] {
                let message = format!(
                    "the column '{column}' is named by {first} and by {second}: it has one role"
                );
                return Err(Failure::new(message).in_column(column));
            }
        }
        only_for(plan.levels.keys(), "--level", &plan.qi)?;
        only_for(plan.weights.keys(), "--weight", &plan.qi)?;
        let measured_by_tree = plan
            .sensitive
            .iter()
            .filter(|column| on_column(plan, column).any(|demand| demand.needs_hierarchy()));
        let treed: Vec<String> = plan.qi.iter().chain(measured_by_tree).cloned().collect();
        only_for(plan.hierarchies.keys(), "--hierarchy", &treed)?;
        places(table, "--type", &plan.reading.kinds.keys().cloned().collect::<Vec<_>>())?;
        let taken: Vec<usize> =
            named.iter().flat_map(|(_, places)| places.iter().copied()).collect();
        let plain = (0..table.columns().len()).filter(|place| !taken.contains(place)).collect();
        // Who is in the study is what nobody should learn; among those published it says nothing.
        let dropped = [roles.dropped.as_slice(), &membership].concat();
        Ok(Roles { plain, dropped, ..roles })
    }
}

/// Refuses a flag for columns that it does nothing for.
fn only_for<'a>(
    columns: impl Iterator<Item = &'a String>,
    flag: &str,
    allowed: &[String],
) -> Result<()> {
    for column in columns {
        if !allowed.contains(column) {
            let message = format!("{flag} {column}=..: '{column}' is no quasi-identifier (--qi)");
            return Err(Failure::new(message).in_column(column));
        }
    }
    Ok(())
}

/// The demands on a sensitive column.
fn on_column<'a>(plan: &'a Plan, column: &str) -> impl Iterator<Item = &'a Demand> {
    plan.demands.iter().filter(move |demand| demand.column() == Some(column))
}

/// Refuses demands that mean nothing for a column.
fn check_fit(plan: &Plan, column: &str, secret: Secret) -> Result<()> {
    match on_column(plan, column).find_map(|demand| demand.misfit(secret)) {
        Some(message) => Err(Failure::new(message).in_column(column)),
        None => Ok(()),
    }
}

/// Refuses a population that is smaller than its sample.
fn check_population(plan: &Plan, table: &Table, rows: u64) -> Result<()> {
    for demand in &plan.demands {
        if let Some(people) = demand.sampled_from()
            && people < rows
        {
            let message = format!(
                "--population {people}: {} alone has {rows} rows, and it is a part of the population",
                table.name()
            );
            return Err(Failure::new(message).with_value(people.to_string()));
        }
    }
    Ok(())
}

/// What one pass over a table keeps.
struct Counted {
    counter: Counter,
    plain: Vec<Suspicion>,
}

fn count(table: &Table, roles: &Roles, talk: &Talk) -> Result<Counted> {
    let Roles { qi, sensitive, plain, member, .. } = roles;
    let step = talk.step("reading", Some(table.bytes()));
    let empty = || Counted {
        counter: Counter::new(qi.len(), sensitive.len()),
        plain: vec![Suspicion::new(table.bytes()); plain.len()],
    };
    let is_member = |block: &Block, row: usize| is_member(member.as_ref(), block, row);
    let each = |counted: &mut Counted, block: &Block| -> Result<()> {
        for row in (0..block.rows()).filter(|&row| is_member(block, row)) {
            let cell = |&place: &usize| block.cell(row, place);
            counted.counter.add(qi.iter().map(cell), sensitive.iter().map(cell));
        }
        for (suspicion, &place) in counted.plain.iter_mut().zip(plain) {
            for row in (0..block.rows()).filter(|&row| is_member(block, row)) {
                suspicion.see(block.first_row() + row as u64, block.cell(row, place));
            }
        }
        step.advance(block.bytes());
        Ok(())
    };
    let parts = table.fold(talk.threads, empty, each)?;
    let merge = |a: Counted, b: Counted| Counted {
        counter: a.counter.merge(b.counter),
        plain: a.plain.into_iter().zip(b.plain).map(|(a, b)| a.merge(b)).collect(),
    };
    Ok(parts.into_iter().reduce(merge).unwrap_or_else(empty))
}

fn is_member(member: Option<&(usize, String)>, block: &Block, row: usize) -> bool {
    member.is_none_or(|(place, value)| block.cell(row, *place) == value)
}

fn no_rows(table: &Table, member: Option<&(usize, String)>) -> Failure {
    let Some((place, value)) = member else {
        let message = format!("{}: the table has a header but no rows", table.name());
        return Failure::new(message).in_file(table.name());
    };
    let column = &table.columns()[*place];
    let message = format!(
        "{}: no row has the value '{value}' in the column '{column}' (--member)",
        table.name()
    );
    Failure::new(message).in_file(table.name()).in_column(column).with_value(value)
}

/// The distinct values of a quasi-identifier; counted in the population, if there is one.
fn values(members: &Counter, population: Option<&Counter>, place: usize) -> Vec<(String, u64)> {
    let own = members.values(place).iter().zip(members.value_counts(place));
    let Some(population) = population else {
        return own.map(|(text, rows)| (text.to_owned(), rows)).collect();
    };
    let people = population.values(place).iter().zip(population.value_counts(place));
    let absent = own.filter(|(text, _)| population.values(place).code(text).is_none());
    people.chain(absent).map(|(text, rows)| (text.to_owned(), rows)).collect()
}

/// The declared kind of a column, which must fit, or the narrowest that does.
pub fn kind<'a>(
    reading: &Reading,
    column: &str,
    texts: impl Iterator<Item = &'a str> + Clone,
) -> Result<Kind> {
    let present = texts.filter(|text| !reading.nulls.is_missing(text));
    let Some(&kind) = reading.kinds.get(column) else { return Ok(Kind::infer(present)) };
    match present.filter(|text| kind.read(text).is_none()).min() {
        None => Ok(kind),
        Some(text) => {
            let message = format!(
                "the column '{column}' is declared {kind}, but '{text}' is none; declare it text, or the value missing (--null)"
            );
            Err(Failure::new(message).in_column(column).with_value(text))
        }
    }
}

/// The order of a secret's values: by its hierarchy's leaves, by magnitude, or by text; missing
/// ones first.
fn order(
    members: &Counter,
    place: usize,
    kind: Kind,
    nulls: &Nulls,
    hierarchy: Option<&Hierarchy>,
) -> SecretOrder {
    let dictionary = members.secret_values(place);
    if let Some(hierarchy) = hierarchy {
        let code = |text| hierarchy.code(text).expect("the hierarchy covers the column");
        return SecretOrder {
            codes: dictionary.iter().map(code).collect(),
            places: hierarchy.leaves(),
        };
    }
    let scalar = |text| if nulls.is_missing(text) { None } else { kind.read(text) };
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

/// The levels of `COL=N` words, at which whole columns are known to be published.
pub fn known_levels(
    words: &[String],
    hierarchies: &BTreeMap<String, Chains>,
) -> Result<BTreeMap<String, usize>> {
    let read = |text: &str| {
        text.parse::<usize>().map_err(|_| format!("'{text}' is no level; write a number from 0"))
    };
    let levels = by_column("--level", words, read)?;
    for (column, &level) in &levels {
        let Some(chains) = hierarchies.get(column) else {
            let message =
                format!("--level {column}={level}: '{column}' has no hierarchy (--hierarchy)");
            return Err(Failure::new(message).in_column(column));
        };
        if level > chains.height() {
            let message = format!(
                "--level {column}={level}: the hierarchy of '{column}' has levels 0 to {}",
                chains.height()
            );
            return Err(Failure::new(message).in_column(column).with_value(level.to_string()));
        }
    }
    Ok(levels)
}

/// The hierarchy that a column's values get.
pub fn grow(
    reading: &Reading,
    column: &str,
    kind: Kind,
    spec: &Spec,
    values: &[(String, u64)],
) -> Result<Hierarchy> {
    Ok(build(spec, &Domain { column, kind, values, nulls: &reading.nulls })?)
}

/// The distinct values of one column with their rows.
pub fn distinct(table: &Table, column: &str, talk: &Talk) -> Result<Vec<(String, u64)>> {
    let place = places(table, "--hierarchy", &[column.to_owned()])?[0];
    let each = |counter: &mut Counter, block: &Block| -> std::result::Result<(), IoError> {
        for row in 0..block.rows() {
            counter.add(std::iter::once(block.cell(row, place)), std::iter::empty());
        }
        Ok(())
    };
    let parts = table.fold(talk.threads, || Counter::new(1, 0), each)?;
    let counter = parts.into_iter().reduce(Counter::merge).unwrap_or_else(|| Counter::new(1, 0));
    let texts = counter.values(0).iter().map(str::to_owned);
    Ok(texts.zip(counter.value_counts(0)).collect())
}
