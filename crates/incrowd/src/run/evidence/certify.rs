//! What a certificate holds: a function of the options, the published file, public files and the
//! number of rows of the original, and of nothing else. The steward's command writes it, `verify`
//! makes it again from what it has, and every entry must come out the same.
//!
//! It is an allow-list by construction: neither the search nor the original table can be reached from
//! here. Where the population is marked in the original (`--member`), only the judge reads it, for what
//! everyone who has the population can compute.
//!
//! Of the risks that were found beside the original, the kind and the severity are attested, and no
//! more. Where the demands hide who is in the table, not even that: a table of other members may have
//! other risks.
//!
//! Where people were counted by a column that is not published, nobody outside can count them. Then the
//! certificate attests that the demands hold, and has no figure that depends on whose a row is: figures
//! about people would tell the tables apart that lead to the same file.

use std::collections::BTreeMap;

use crate::release::GROUP;
use crate::{Reading, labels};
use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::{
    Demand, Diversity, Figure, Guarantee, OverallVerdict, PopulationKnowledge, PublishedRisk, Risk,
    RiskKind,
};
use incrowd_document::{
    Certificate, CertificateEvidence, CertificateSchema, CertifiedColumn, CertifiedCosts,
    CheckCertificate, DemandEvidence, Draw, JointClasses, JointGuarantee, MaskCertificate,
    PresenceEvidence, QuestionPerson, RandomisedCertificate, RandomisedEvidence,
    ReleaseCertificate, RiskEvidence, Roles, RowCounts,
};
use incrowd_io::Table;
use incrowd_judge::{
    Attack, Chains, Findings, JudgeError, Marginal, Person, Question, SameValues, attack,
    class_sizes_side_by_side, judge, marginals,
};

use crate::error::{Error, Result};
use crate::request::{demands, reading};
use crate::run::Context;
use crate::run::check::Beside;

use super::{CertificateInput, check, words};

/// The tables at hand.
pub struct CertifiedTables<'a> {
    pub published: &'a Table,
    pub secrets: Option<&'a Table>,
    /// The population.
    pub register: Option<&'a Table>,
    pub distribution: Option<&'a Table>,
    /// The hierarchies that were named; nothing if the file of one is missing.
    pub specs: Option<BTreeMap<String, Spec>>,
}

/// What was made.
pub struct CertificateBody {
    /// The certificate without its files and its seal.
    pub certificate: Certificate,
    /// Demands that cannot be decided with what is at hand.
    pub undecided: Vec<Demand>,
    /// Where the entries stand that cannot be measured, as JSON pointers.
    pub unknown: Vec<String>,
    /// Whether all that was decided holds.
    pub holds: bool,
    /// What rows tell of demands about people whom the file does not tell apart.
    pub by_rows: Vec<(Demand, Guarantee)>,
}

/// The risks of a certificate.
#[derive(Default)]
struct Risks {
    told: Vec<PublishedRisk>,
    /// Kinds that nobody outside can measure and that are not told.
    unmeasured: Vec<RiskKind>,
}

/// Whether a certificate attests a kind of risk, because nobody outside can measure it.
pub fn attests(asked: &CertificateInput, demands: &[Demand], kind: RiskKind) -> bool {
    match asked.command.as_str() {
        "check" => false,
        "mask" => true,
        _ if demands.iter().any(needs_population) => false,
        _ => asked.attests_people() || !kind.is_public(),
    }
}

/// The kinds of risks that are measured by people or beside the original.
const OF_PEOPLE: [RiskKind; 9] = [
    RiskKind::CertainSecret,
    RiskKind::Undone,
    RiskKind::SingledOut,
    RiskKind::RegisterKnows,
    RiskKind::IdentifyingColumn,
    RiskKind::Neighbours,
    RiskKind::Extremes,
    RiskKind::Ordered,
    RiskKind::SeveralClasses,
];

/// Whether people cannot meet a demand that rows do not meet: a class has no more people than rows, and
/// no more values are needed to have one of everybody than there are.
fn is_bounded_by_rows(demand: &Demand) -> bool {
    match demand {
        Demand::KAnonymity(_) | Demand::PSensitivity(_) => true,
        Demand::LDiversity(asked) => matches!(asked.diversity, Diversity::Distinct(_)),
        _ => false,
    }
}

/// What was promised of rows that were published by chance. It follows from how they were drawn,
/// which the file does not show.
pub struct Promised {
    pub draw: Draw,
    pub guarantees: Vec<Guarantee>,
    /// Each demand in words.
    pub demands: Option<Vec<DemandEvidence>>,
}

/// The same of rows that were published by chance: what was promised is attested, the rows are
/// counted.
pub fn by_chance(
    asked: &CertificateInput,
    published: &Table,
    promised: Promised,
    context: &Context,
) -> Result<Certificate> {
    let rows = marginals(published, &[], &[], context.execution.threads())?.rows;
    let columns = published.columns();
    let qi = asked.qi.iter().filter(|name| columns.contains(name));
    Ok(Certificate::Randomised(Box::new(RandomisedCertificate {
        schema: CertificateSchema::Second,
        // The file holds rows of the register and nothing else.
        verdict: OverallVerdict::Holds,
        risks: Vec::new(),
        unmeasured: Vec::new(),
        recoding: asked.recoding.clone(),
        rows: RowCounts { input: asked.rows.unwrap_or_default(), published: rows, suppressed: 0 },
        draw: promised.draw,
        guarantees: promised.guarantees,
        evidence: RandomisedEvidence {
            command: asked.command.clone(),
            roles: Roles { qi: qi.cloned().collect(), ..Roles::default() },
            keep_suppressed: false,
            order: order(asked),
            demands: promised.demands,
            question: asked.question(),
            version: String::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            commitments: None,
        },
        output: None,
        verified: None,
        seal: String::new(),
    })))
}

/// The order of published rows.
fn order(asked: &CertificateInput) -> String {
    asked.order.clone().unwrap_or_else(|| "input".to_owned())
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
        for part in context.execution.fold("reading", table, nothing, each)? {
            found.iter_mut().zip(part).for_each(|(found, here)| *found |= here);
        }
    }
    let known = words.iter().zip(found).filter(|(_, found)| *found);
    Ok(known.map(|(word, _)| word.clone()).collect())
}

/// Whether a demand is about more than the published table.
fn needs_population(demand: &Demand) -> bool {
    demand.population_knowledge() != PopulationKnowledge::Unknown
}

struct Maker<'a> {
    asked: &'a CertificateInput,
    sources: &'a CertifiedTables<'a>,
    /// The risks that only the original shows, as whoever makes the certificate attests them.
    attested: Vec<PublishedRisk>,
    demands: Vec<Demand>,
    /// How the other tables are read.
    others: Reading,
    chains: Option<BTreeMap<String, Chains>>,
    context: &'a Context,
}

/// Measures everything again. Of the risks that were found, those that nobody outside can measure are
/// attested.
pub fn body(
    asked: &CertificateInput,
    sources: &CertifiedTables<'_>,
    found: &[PublishedRisk],
    context: &Context,
) -> Result<CertificateBody> {
    let others = reading(&asked.others)?;
    let demands = match asked.command.as_str() {
        "mask" => Vec::new(),
        _ => demands(&asked.models, &asked.sensitive, asked.member)?,
    };
    let chains = chains(asked, sources, &others, context)?;
    let mut attested = found.to_vec();
    attested.retain(|risk| attests(asked, &demands, risk.kind));
    Maker { asked, sources, attested, demands, others, chains, context }.make()
}

/// The hierarchies, over the values of the population and of published secrets.
fn chains(
    asked: &CertificateInput,
    sources: &CertifiedTables<'_>,
    others: &Reading,
    context: &Context,
) -> Result<Option<BTreeMap<String, Chains>>> {
    let Some(specs) = &sources.specs else { return Ok(None) };
    let anonymity = sources.register.or(sources.distribution);
    let secrets = sources.secrets.unwrap_or(sources.published);
    let source = |column: &str| {
        let is_secret = asked.sensitive.iter().any(|name| name == column);
        Ok(if is_secret { Some(secrets) } else { anonymity })
    };
    labels::read(others, specs, source, asked.skip_suppressed, &context.execution).map(Some)
}

impl Maker<'_> {
    fn make(self) -> Result<CertificateBody> {
        let CertifiedTables { register, distribution, .. } = self.sources;
        let anonymity = register.or(*distribution);
        if self.asked.attests_people() {
            return self.of_people();
        }
        let can = |demand: &Demand| {
            (!needs_population(demand) || (anonymity.is_some() && self.chains.is_some()))
                && (!demand.needs_hierarchy() || self.chains.is_some())
        };
        let decided: Vec<usize> =
            (0..self.demands.len()).filter(|&at| can(&self.demands[at])).collect();
        let again: Vec<Demand> = decided.iter().map(|&at| self.demands[at].clone()).collect();
        let (findings, risks) = self.measure(&again)?;
        let mut unknown = Vec::new();
        let has_crowd = anonymity.is_some() && self.chains.is_some();
        let asks_crowd = self.asked.member
            || self.asked.models.public.is_some()
            || self.asked.models.distribution.is_some();
        if asks_crowd && !has_crowd {
            let known =
                ["/learned", "/presence", "/risk", "/evidence/presence", "/verdict", "/risks"];
            unknown.extend(known.map(str::to_owned));
            unknown.push("/evidence/risk/after/journalist".to_owned());
        }
        let undecided: Vec<usize> =
            (0..self.demands.len()).filter(|at| !decided.contains(at)).collect();
        for at in &undecided {
            let lists = ["/guarantees", "/evidence/demands"];
            unknown.extend(lists.map(|list| format!("{list}/{at}/measured")));
        }
        let (certificate, holds) = match self.asked.command.as_str() {
            "mask" => self.mask(&findings)?,
            "check" => (self.check(&findings, &decided, risks)?, findings.all_hold()),
            _ => (self.release(&findings, &decided, risks)?, findings.all_hold()),
        };
        let undecided = undecided.into_iter().map(|at| self.demands[at].clone()).collect();
        Ok(CertificateBody { certificate, undecided, unknown, holds, by_rows: Vec::new() })
    }

    /// The certificate of promises about people whom the file does not tell apart.
    fn of_people(self) -> Result<CertificateBody> {
        let of_rows = self.demands.iter().filter(|demand| is_bounded_by_rows(demand));
        let of_rows: Vec<Demand> = of_rows.cloned().collect();
        let (findings, _) = self.measure(&of_rows)?;
        let holds = findings.all_hold();
        let hides_members = self.demands.iter().any(needs_population);
        let unmeasured = if hides_members { OF_PEOPLE.to_vec() } else { Vec::new() };
        let risks = Risks { told: self.attested.clone(), unmeasured };
        let (certificate, holds) = match self.asked.command.as_str() {
            "mask" => self.mask(&findings)?,
            _ => (self.release(&findings, &[], risks)?, holds),
        };
        let (undecided, unknown) = (Vec::new(), Vec::new());
        let by_rows = of_rows.into_iter().zip(findings.guarantees).collect();
        Ok(CertificateBody { certificate, undecided, unknown, holds, by_rows })
    }

    /// Measures the file, and the risks that it shows to anyone.
    fn measure(&self, demands: &[Demand]) -> Result<(Findings, Risks)> {
        let Maker { asked, sources, others, context, .. } = self;
        let nothing = BTreeMap::new();
        // A population whose hierarchies are missing cannot be read.
        let readable = self.chains.is_some() && !asked.attests_people();
        let _step = context.execution.step("judging", None);
        let question = Question {
            qi: &asked.qi,
            sensitive: &asked.sensitive,
            group: asked.group.as_deref(),
            secrets: sources.secrets,
            person: match &asked.person {
                Some(QuestionPerson::Column(column)) => Some(Person::Column(column)),
                _ => None,
            },
            demands,
            known: asked.known.map(|known| usize::try_from(known).unwrap_or(usize::MAX)),
            nulls: &others.nulls,
            kinds: &others.kinds,
            hierarchies: self.chains.as_ref().unwrap_or(&nothing),
            public: sources.register.filter(|_| readable),
            unknown: if asked.member { &asked.sensitive } else { &[] },
            same_values: SameValues::Given(&asked.same_values),
            distribution: sources.distribution.filter(|_| readable),
            sample_rows: asked.rows,
            skip_suppressed: asked.skip_suppressed,
            threads: context.execution.threads(),
            ..Question::about(sources.published)
        };
        let findings = judge(&question)?;
        let risks = match asked.command.as_str() {
            "mask" => Risks::default(),
            _ if asked.attests_people() => Risks::default(),
            _ => self.risks(Beside { question: &question, original: None }.risks(&findings, None)?),
        };
        let findings = match asked.people {
            Some(people) => findings.sampled_from(people).map_err(|_| {
                Error::options(format!("`population = {people}`: the table alone has more rows"))
            })?,
            None => findings,
        };
        Ok((findings, risks))
    }

    /// What is told of the risks that the file shows, and of those that only the original shows.
    fn risks(&self, found: Vec<Risk>) -> Risks {
        let (measured, missing): (Vec<Risk>, Vec<Risk>) =
            found.into_iter().partition(Risk::is_measured);
        let is_attested = |kind: RiskKind| attests(self.asked, &self.demands, kind);
        let mut told = PublishedRisk::of(&measured);
        told.retain(|risk| !is_attested(risk.kind));
        told.extend(&self.attested);
        told.sort_unstable();
        let mut unmeasured: Vec<RiskKind> = missing.iter().map(|risk| risk.kind).collect();
        unmeasured.retain(|&kind| !is_attested(kind));
        unmeasured.sort_unstable();
        Risks { told, unmeasured }
    }

    /// The certificate of a release.
    fn release(&self, findings: &Findings, decided: &[usize], risks: Risks) -> Result<Certificate> {
        let asked = self.asked;
        let counts_rows = !asked.attests_people();
        let published = findings.rows;
        let input = asked.rows.unwrap_or(published);
        let guarantees = self.guarantees(decided, &findings.guarantees);
        let evidence = self.evidence(findings)?;
        let Risks { told, unmeasured } = risks;
        Ok(Certificate::Release(Box::new(ReleaseCertificate {
            schema: CertificateSchema::Second,
            verdict: OverallVerdict::of_published(findings.all_hold(), &told, &unmeasured),
            risks: told,
            unmeasured,
            recoding: asked.recoding.clone(),
            rows: RowCounts { input, published, suppressed: input.saturating_sub(published) },
            classes: findings.classes,
            cost: self.cost(findings, input),
            learned: findings.learned.iter().filter(|_| counts_rows).cloned().collect(),
            evidence: CertificateEvidence {
                keep_suppressed: Some(asked.skip_suppressed),
                order: Some(order(asked)),
                columns: Some(self.columns()?),
                presence: Some(self.presence()?),
                demands: Some(words::demands(&self.demands, &guarantees)),
                ..evidence
            },
            guarantees,
            output: None,
            secrets: None,
            verified: None,
            seal: String::new(),
        })))
    }

    /// The certificate of a check.
    fn check(&self, findings: &Findings, decided: &[usize], risks: Risks) -> Result<Certificate> {
        let guarantees = self.guarantees(decided, &findings.guarantees);
        let evidence = CertificateEvidence {
            demands: Some(words::demands(&self.demands, &guarantees)),
            ..self.evidence(findings)?
        };
        let Risks { told, unmeasured } = risks;
        let verdict = OverallVerdict::of_published(findings.all_hold(), &told, &unmeasured);
        Ok(Certificate::Check(Box::new(CheckCertificate {
            schema: CertificateSchema::Second,
            verdict: Some(verdict).filter(|_| !guarantees.is_empty()),
            risks: told,
            unmeasured,
            findings: Findings { guarantees, ..findings.clone() },
            evidence,
            seal: String::new(),
        })))
    }

    /// The certificate of a mask, and whether the joint k is what was demanded. Where the file does not
    /// tell people apart, classes have at least as many rows as people.
    fn mask(&self, findings: &Findings) -> Result<(Certificate, bool)> {
        let asked = self.asked;
        let has_qi = !asked.qi.is_empty();
        let least = findings.k.filter(|_| has_qi);
        let k = least.filter(|_| !asked.attests_people());
        let guarantee = asked.promise.as_ref().map(|promise| JointGuarantee {
            model: "joint k".to_owned(),
            demanded: promise.k.into(),
            measured: k.into(),
            holds: least >= Some(promise.k),
        });
        let holds = guarantee.as_ref().is_none_or(|guarantee| guarantee.holds);
        let verdict = OverallVerdict::of_published(holds, &self.attested, &[]);
        let certificate = MaskCertificate {
            schema: CertificateSchema::Second,
            verdict: Some(verdict).filter(|_| guarantee.is_some()),
            risks: self.attested.clone(),
            unmeasured: Vec::new(),
            promise: asked.promise.clone(),
            rows: findings.rows,
            columns: self.columns()?,
            joint: JointClasses { k, classes: has_qi.then_some(findings.classes) },
            evidence: self.evidence(findings)?,
            guarantees: guarantee.into_iter().collect(),
            output: None,
            verified: None,
            seal: String::new(),
        };
        Ok((Certificate::Mask(Box::new(certificate)), holds))
    }

    /// What is computed from the classes and the number of rows alone; the loss is not, for it needs
    /// the extremes of the original.
    fn cost(&self, findings: &Findings, input: u64) -> CertifiedCosts {
        let squares = findings.divided_sizes.iter().map(|(size, classes)| size * size * classes);
        let left_out = input.saturating_sub(findings.rows) * input;
        let grouped = self.asked.group.is_some();
        CertifiedCosts {
            discernibility: (!grouped).then(|| squares.sum::<u64>() + left_out),
            average_class: findings
                .average_class
                .filter(|_| !grouped && !self.asked.attests_people()),
        }
    }

    /// How all certificates were measured.
    fn evidence(&self, findings: &Findings) -> Result<CertificateEvidence> {
        let asked = self.asked;
        let has_qi = !asked.qi.is_empty() && !asked.attests_people();
        let mut class_sizes = class_sizes_side_by_side(None, &findings.divided_sizes);
        class_sizes.retain(|bucket| has_qi && bucket.after.classes != 0);
        let columns = self.sources.published.columns();
        let named = |name: &&String| {
            **name == GROUP || asked.qi.contains(name) || asked.sensitive.contains(name)
        };
        let plain = columns.iter().filter(|name| !named(name)).cloned().collect();
        Ok(CertificateEvidence {
            command: asked.command.clone(),
            roles: Roles {
                id: None,
                qi: asked.qi.clone(),
                sensitive: Some(asked.sensitive.clone()),
                plain: Some(plain),
            },
            risk: RiskEvidence { before: None, after: has_qi.then(|| check::risk(findings)) },
            class_sizes,
            smallest_classes: findings.smallest.iter().filter(|_| has_qi).cloned().collect(),
            keep_suppressed: None,
            order: None,
            columns: None,
            presence: None,
            question: asked.question(),
            demands: None,
            version: String::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            commitments: None,
        })
    }

    /// How many values are seen in each column.
    fn columns(&self) -> Result<Vec<CertifiedColumn>> {
        let qi: Vec<&str> = self.asked.qi.iter().map(String::as_str).collect();
        let shown = marginals(self.sources.published, &[], &qi, self.context.execution.threads())?;
        let column = |(name, shown): (&&str, &Marginal)| CertifiedColumn {
            name: (*name).to_owned(),
            role: "qi".to_owned(),
            // The star of rows that are left out is no value.
            distinct_after: (!self.asked.skip_suppressed).then_some(shown.distinct),
        };
        Ok(qi.iter().zip(&shown.others).map(column).collect())
    }

    /// What someone with the register finds out about who is in the table.
    fn presence(&self) -> Result<Option<PresenceEvidence>> {
        let Maker { asked, sources, others, context, .. } = self;
        let (Some(register), Some(chains)) = (sources.register, &self.chains) else {
            return Ok(None);
        };
        if asked.skip_suppressed || asked.attests_people() {
            return Ok(None);
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
            threads: context.execution.threads(),
        });
        match attacked {
            Ok(attacked) => Ok(Some(super::attack::presence(&attacked))),
            // Some models do not ask that everybody in the table is in the register.
            Err(JudgeError::DoesNotFit { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The promises, those that cannot be decided too, as far as the question tells them.
    fn guarantees(&self, decided: &[usize], found: &[Guarantee]) -> Vec<Guarantee> {
        let guarantee =
            |(at, demand): (usize, &Demand)| match decided.iter().position(|&place| place == at) {
                Some(place) => found[place].clone(),
                None => Guarantee::on(demand, Figure::Undefined, true),
            };
        self.demands.iter().enumerate().map(guarantee).collect()
    }
}
