//! What a certificate holds: a function of the options, the published file, public files and the
//! number of rows of the original, and of nothing else. The steward's command writes it, `verify`
//! makes it again from what it has, and every entry must come out the same.
//!
//! It is an allow-list by construction: neither the search nor the original table can be reached from
//! here. Where the population is marked in the original (`--member`), only the judge reads it, for what
//! everyone who has the population can compute.

use std::collections::BTreeMap;

use crate::release::GROUP;
use crate::{Reading, labels};
use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::{Crowd, Demand, Guarantee};
use incrowd_io::Table;
use incrowd_judge::{
    Attack, Chains, Findings, JudgeError, Question, SameValues, attack, class_sizes_side_by_side,
    judge, marginals,
};
use serde_json::{Value, json};

use crate::failure::{Failure, Result};
use crate::request::{demands, reading};
use crate::run::Context;

use super::{Asked, check, words};

/// The tables at hand.
pub struct Sources<'a> {
    pub published: &'a Table,
    pub secrets: Option<&'a Table>,
    /// The population.
    pub register: Option<&'a Table>,
    pub distribution: Option<&'a Table>,
    /// The hierarchies that were named; nothing if the file of one is missing.
    pub specs: Option<BTreeMap<String, Spec>>,
}

/// What was made.
pub struct Body {
    pub document: Value,
    /// Demands that cannot be decided with what is at hand.
    pub undecided: Vec<Demand>,
    /// Where the entries stand that cannot be measured, as JSON pointers.
    pub unknown: Vec<String>,
    /// Whether all that was decided holds.
    pub holds: bool,
}

/// The same of rows that were published by chance: what was promised follows from how they were drawn,
/// which the file does not show, so `promised` is attested; the rows are counted.
pub fn by_chance(
    asked: &Asked,
    published: &Table,
    promised: &Value,
    context: &Context,
) -> Result<Value> {
    let rows = marginals(published, &[], &[], context.work.threads())?.rows;
    let columns = published.columns();
    let qi = asked.qi.iter().filter(|name| columns.contains(name));
    Ok(json!({
        "recoding": asked.recoding,
        "rows": { "input": asked.rows, "published": rows, "suppressed": 0 },
        "draw": promised["draw"],
        "guarantees": promised["guarantees"],
        "evidence": {
            "command": asked.command,
            "roles": { "qi": qi.collect::<Vec<_>>() },
            "keep_suppressed": false,
            "order": asked.order.as_deref().unwrap_or("input"),
            "demands": promised["evidence"]["demands"],
            "question": asked.to_json(),
        },
    }))
}

/// Which of these words stand in a cell of one of these tables.
pub fn seen(words: &[String], tables: &[&Table], context: &Context) -> Result<Vec<String>> {
    let mut found = vec![false; words.len()];
    for table in tables.iter().filter(|_| !words.is_empty()) {
        let width = table.columns().len();
        let nothing = || vec![false; words.len()];
        let each = |found: &mut Vec<bool>, block: &incrowd_io::Block| {
            for (row, place) in
                (0..block.rows()).flat_map(|row| (0..width).map(move |at| (row, at)))
            {
                let cell = String::from_utf8_lossy(block.cell_bytes(row, place));
                for (found, word) in found.iter_mut().zip(words) {
                    *found |= cell.contains(word.as_str());
                }
            }
            Ok(())
        };
        for part in context.work.fold("reading", table, nothing, each)? {
            found.iter_mut().zip(part).for_each(|(found, here)| *found |= here);
        }
    }
    let known = words.iter().zip(found).filter(|(_, found)| *found);
    Ok(known.map(|(word, _)| word.clone()).collect())
}

/// Whether a demand is about more than the published table.
fn needs_population(demand: &Demand) -> bool {
    demand.crowd() != Crowd::Unknown
}

struct Maker<'a> {
    asked: &'a Asked,
    sources: &'a Sources<'a>,
    demands: Vec<Demand>,
    /// How the other tables are read.
    others: Reading,
    chains: Option<BTreeMap<String, Chains>>,
    context: &'a Context,
}

/// Measures everything again.
pub fn body(asked: &Asked, sources: &Sources<'_>, context: &Context) -> Result<Body> {
    let others = reading(&asked.others)?;
    let demands = match asked.command.as_str() {
        "mask" => Vec::new(),
        _ => demands(&asked.models, &asked.sensitive, asked.member)?,
    };
    let chains = chains(asked, sources, &others, context)?;
    Maker { asked, sources, demands, others, chains, context }.make()
}

/// The hierarchies, over the values of the population and of published secrets.
fn chains(
    asked: &Asked,
    sources: &Sources<'_>,
    others: &Reading,
    context: &Context,
) -> Result<Option<BTreeMap<String, Chains>>> {
    let Some(specs) = &sources.specs else { return Ok(None) };
    let crowd = sources.register.or(sources.distribution);
    let secrets = sources.secrets.unwrap_or(sources.published);
    let source = |column: &str| {
        let is_secret = asked.sensitive.iter().any(|name| name == column);
        Ok(if is_secret { Some(secrets) } else { crowd })
    };
    labels::read(others, specs, source, asked.skip_suppressed, &context.work).map(Some)
}

impl Maker<'_> {
    fn make(self) -> Result<Body> {
        let Sources { register, distribution, .. } = self.sources;
        let crowd = register.or(*distribution);
        let can = |demand: &Demand| {
            (!needs_population(demand) || (crowd.is_some() && self.chains.is_some()))
                && (!demand.needs_hierarchy() || self.chains.is_some())
        };
        let decided: Vec<usize> =
            (0..self.demands.len()).filter(|&at| can(&self.demands[at])).collect();
        let again: Vec<Demand> = decided.iter().map(|&at| self.demands[at].clone()).collect();
        let findings = self.measure(&again)?;
        let mut body = Body {
            document: json!({}),
            undecided: Vec::new(),
            unknown: Vec::new(),
            holds: findings.all_hold(),
        };
        let has_crowd = crowd.is_some() && self.chains.is_some();
        let asks_crowd = self.asked.member
            || self.asked.models.public.is_some()
            || self.asked.models.distribution.is_some();
        if asks_crowd && !has_crowd {
            let known = ["/learned", "/presence", "/risk", "/evidence/presence"];
            body.unknown.extend(known.map(str::to_owned));
            body.unknown.push("/evidence/risk/after/journalist".to_owned());
        }
        self.document(&mut body, &findings)?;
        self.guarantees(&mut body, &decided, &findings.guarantees);
        Ok(body)
    }

    fn measure(&self, demands: &[Demand]) -> Result<Findings> {
        let Maker { asked, sources, others, context, .. } = self;
        let nothing = BTreeMap::new();
        // A population whose hierarchies are missing cannot be read.
        let readable = self.chains.is_some();
        let _step = context.work.step("judging", None);
        let findings = judge(&Question {
            qi: &asked.qi,
            sensitive: &asked.sensitive,
            group: asked.group.as_deref(),
            secrets: sources.secrets,
            demands,
            nulls: &others.nulls,
            kinds: &others.kinds,
            hierarchies: self.chains.as_ref().unwrap_or(&nothing),
            public: sources.register.filter(|_| readable),
            unknown: if asked.member { &asked.sensitive } else { &[] },
            same_values: SameValues::Given(&asked.same_values),
            distribution: sources.distribution.filter(|_| readable),
            sample_rows: asked.rows,
            skip_suppressed: asked.skip_suppressed,
            threads: context.work.threads(),
            ..Question::about(sources.published)
        })?;
        match asked.people {
            Some(people) => findings.sampled_from(people).map_err(|_| {
                Failure::new(format!("--population {people}: the table alone has more rows"))
            }),
            None => Ok(findings),
        }
    }

    fn document(&self, body: &mut Body, findings: &Findings) -> Result<()> {
        let asked = self.asked;
        let whole = json!(findings);
        let document = &mut body.document;
        match asked.command.as_str() {
            "check" => *document = whole,
            "mask" => {
                document["promise"] = asked.promise.clone();
                document["rows"] = json!(findings.rows);
                document["columns"] = self.columns()?;
                let asked = !asked.qi.is_empty();
                let (k, classes) =
                    (findings.k.filter(|_| asked), asked.then_some(findings.classes));
                document["joint"] = json!({ "k": k, "classes": classes });
            }
            _ => {
                let published = findings.rows;
                let input = asked.rows.unwrap_or(published);
                document["recoding"] = json!(asked.recoding);
                document["rows"] = json!({
                    "input": input,
                    "published": published,
                    "suppressed": input.saturating_sub(published),
                });
                document["classes"] = json!(findings.classes);
                document["cost"] = self.cost(findings, input);
                document["learned"] = whole["learned"].clone();
            }
        }
        document["evidence"] = self.evidence(findings)?;
        Ok(())
    }

    /// What is computed from the classes and the number of rows alone; the loss is not, for it needs
    /// the extremes of the original.
    fn cost(&self, findings: &Findings, input: u64) -> Value {
        let squares = findings.divided_sizes.iter().map(|(size, classes)| size * size * classes);
        let left_out = input.saturating_sub(findings.rows) * input;
        let grouped = self.asked.group.is_some();
        json!({
            "discernibility": (!grouped).then(|| squares.sum::<u64>() + left_out),
            "average_class": findings.average_class.filter(|_| !grouped),
        })
    }

    fn evidence(&self, findings: &Findings) -> Result<Value> {
        let asked = self.asked;
        let mut sizes = json!(class_sizes_side_by_side(None, &findings.divided_sizes));
        if let Value::Array(sizes) = &mut sizes {
            sizes.retain(|bucket| bucket["after"]["classes"] != 0);
        }
        let columns = self.sources.published.columns();
        let named = |name: &&String| {
            **name == GROUP || asked.qi.contains(name) || asked.sensitive.contains(name)
        };
        let plain: Vec<&String> = columns.iter().filter(|name| !named(name)).collect();
        let mut evidence = json!({
            "command": asked.command,
            "roles": { "qi": asked.qi, "sensitive": asked.sensitive, "plain": plain },
            "risk": { "before": null, "after": check::risk(findings) },
            "class_sizes": sizes,
            "smallest_classes": findings.smallest,
        });
        if asked.qi.is_empty() {
            evidence["risk"]["after"] = Value::Null;
            evidence["class_sizes"] = json!([]);
            evidence["smallest_classes"] = json!([]);
        }
        if asked.command == "release" {
            evidence["keep_suppressed"] = json!(asked.skip_suppressed);
            evidence["order"] = json!(asked.order.as_deref().unwrap_or("input"));
            evidence["columns"] = self.columns()?;
            evidence["presence"] = self.presence()?;
        }
        evidence["question"] = asked.to_json();
        Ok(evidence)
    }

    /// How many values are seen in each column.
    fn columns(&self) -> Result<Value> {
        let qi: Vec<&str> = self.asked.qi.iter().map(String::as_str).collect();
        let shown = marginals(self.sources.published, &[], &qi, self.context.work.threads())?;
        let column = |(name, shown): (&&str, &incrowd_judge::Marginal)| {
            // The star of rows that are left out is no value.
            let distinct = (!self.asked.skip_suppressed).then_some(shown.distinct);
            json!({ "name": name, "role": "qi", "distinct_after": distinct })
        };
        Ok(qi.iter().zip(&shown.others).map(column).collect())
    }

    /// What someone with the register finds out about who is in the table.
    fn presence(&self) -> Result<Value> {
        let Maker { asked, sources, others, context, .. } = self;
        let (Some(register), Some(chains)) = (sources.register, &self.chains) else {
            return Ok(Value::Null);
        };
        if asked.skip_suppressed {
            return Ok(Value::Null);
        }
        let attacked = attack(&Attack {
            published: sources.published,
            public: register,
            qi: &asked.qi,
            same_values: SameValues::Given(&asked.same_values),
            sensitive: &[],
            secrets: None,
            group: None,
            person: None,
            nulls: &others.nulls,
            kinds: &others.kinds,
            hierarchies: chains,
            levels: &BTreeMap::new(),
            prior: self.demands.iter().find_map(|demand| demand.beliefs()),
            members: asked.rows,
            demands: &self.demands,
            worst: 0,
            threads: context.work.threads(),
        });
        match attacked {
            Ok(attacked) => Ok(super::attack::presence(&attacked)),
            // Some models do not ask that everybody in the table is in the register.
            Err(JudgeError::DoesNotFit { .. }) => Ok(Value::Null),
            Err(error) => Err(error.into()),
        }
    }

    /// The promises, those that cannot be decided too, as far as the question tells them.
    fn guarantees(&self, body: &mut Body, decided: &[usize], found: &[Guarantee]) {
        if self.asked.command == "mask" {
            let (demanded, k) = (&self.asked.promise["k"], &body.document["joint"]["k"]);
            let holds = k.as_u64() >= demanded.as_u64();
            let promise = json!({
                "model": "joint k", "demanded": demanded, "measured": k, "holds": holds
            });
            body.holds = demanded.is_null() || holds;
            let none = demanded.is_null();
            body.document["guarantees"] = if none { json!([]) } else { json!([promise]) };
            return;
        }
        let mut guarantees = Vec::new();
        for (at, demand) in self.demands.iter().enumerate() {
            guarantees.push(match decided.iter().position(|&place| place == at) {
                Some(place) => found[place].clone(),
                None => {
                    body.undecided.push(demand.clone());
                    for list in ["/guarantees", "/evidence/demands"] {
                        body.unknown.push(format!("{list}/{at}/measured"));
                    }
                    Guarantee::on(demand, Value::Null, true)
                }
            });
        }
        body.document["evidence"]["demands"] = words::demands(&self.demands, &guarantees);
        body.document["guarantees"] = json!(guarantees);
    }
}
