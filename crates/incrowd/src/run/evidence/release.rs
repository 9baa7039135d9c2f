//! Evidence of a release: what was demanded and changed, the risk before and after, and how the
//! search went.

use std::collections::BTreeMap;

use crate::release::GROUP;
use crate::{Order, OriginalFigures, Recoding, Study};
use incrowd_core::hierarchy::Spec;
use incrowd_core::search::{Search, SearchOutcome};
use incrowd_core::terms::{Guarantee, Risk, column_and_value};
use incrowd_document::{
    ColumnEvidence, ColumnRole, Draw, Evidence, Group, JudgedAfter, PresenceEvidence,
    QuestionPerson, RiskEvidence, RiskFigures, Roles,
};
use incrowd_io::{Location, Output, Table};
use incrowd_judge::{
    Attack, ComparedTables, EmpiricalAttack, EmpiricalRisks, Findings, JudgeError, Person, Persons,
    SameValues, attack, class_sizes_side_by_side, empirical,
};

use crate::error::{Error, Result};
use crate::options::ReleaseOptions;
use crate::request::written;
use crate::run::Context;

use super::certify::{CertifiedTables, Promised};
use super::distributions::ColumnComparison;
use super::issue::private;
use super::roles::RoleFacts;
use super::{
    CertificateInput, CertificateRequest, Files, begin, columns, distributions, known_by_values,
    search, words, written_for,
};

/// What is known once a release was judged, or refused.
pub struct ReleaseFacts<'a> {
    pub args: &'a ReleaseOptions,
    pub study: &'a Study,
    /// The search, if there was one.
    pub search: Option<(&'a Search<'a>, &'a SearchOutcome)>,
    pub guarantees: &'a [Guarantee],
    /// What the judge found in the published table, if there is one.
    pub findings: Option<&'a Findings>,
    /// What else the file tells of people.
    pub risks: &'a [Risk],
    /// The person behind each published row, where people are counted.
    pub persons: Option<&'a Persons>,
    /// What earlier releases that it was judged with come to, for its certificate.
    pub after: Option<JudgedAfter>,
    /// The table as it was written, be it only to one side.
    pub written: Option<&'a Output>,
    /// What is to be put in place, by its part.
    pub outputs: &'a [(&'static str, &'a Output, Location)],
}

impl ReleaseFacts<'_> {
    /// The evidence.
    pub fn evidence(&self, context: &Context) -> Result<Evidence> {
        let _step = context.execution.step("gathering evidence", None);
        let ReleaseFacts { args, study, .. } = self;
        let plan = &study.plan;
        let shuffled = plan.order == Order::Shuffled;
        let before = study.original_figures();
        let after = self.findings.map(super::check::risk);
        let evidence = Evidence {
            purpose: args.purpose.purpose.clone(),
            roles: Some(self.roles()),
            keep_suppressed: Some(plan.keep_suppressed),
            order: Some(if shuffled { "shuffled" } else { "input" }.to_owned()),
            demands: Some(words::demands(&plan.demands, self.guarantees)),
            risk: Some(RiskEvidence { before: Some(self.risk(&before)), after }),
            search: self.search.map(|(search, outcome)| search::went(plan, search, outcome)),
            question: Some(Group { group: self.is_grouped().then(|| GROUP.to_owned()) }),
            ..begin("release", written(args), self.files()?)
        };
        let (Some(findings), Some(output)) = (self.findings, self.written) else {
            let columns = columns::of(plan, study, self.search, None, context)?;
            let every_column = Some(self.every_column(&columns));
            return Ok(Evidence { columns: Some(columns), every_column, ..evidence });
        };
        let table = context.execution.reopen(output, &plan.reading.of_output())?;
        let columns = columns::of(plan, study, self.search, Some(&table), context)?;
        let sizes = class_sizes_side_by_side(Some(&before.class_sizes), &findings.divided_sizes);
        let presence = self.presence(&table, context)?;
        let empirical = self.empirical(&table, context)?;
        let ColumnComparison { distributions, associations, summaries } =
            self.portrait(&table, context)?;
        let every_column = self.every_column(&columns);
        Ok(Evidence {
            columns: Some(columns),
            class_sizes: Some(sizes),
            smallest_classes: Some(findings.smallest.clone()),
            presence: Some(presence),
            empirical,
            distributions: Some(distributions),
            associations: Some(associations),
            every_column: Some(every_column),
            summaries: Some(summaries),
            ..evidence
        })
    }

    /// Whether groups divide classes.
    fn is_grouped(&self) -> bool {
        let method = self.study.plan.method;
        method.deal || method.recoding() == Recoding::Anatomy
    }

    /// The tables as they were written, read again: the published one and that of the secrets.
    pub fn reopen(&self, context: &Context) -> Result<Vec<Table>> {
        let reading = self.study.plan.reading.of_output();
        let open = |(_, output, _): &(&str, &Output, Location)| {
            context.execution.reopen(*output, &reading)
        };
        self.outputs.iter().map(open).collect()
    }

    /// What chance was to keep, in the words of the evidence.
    pub fn promised(&self, draw: Draw) -> Promised {
        Promised {
            draw,
            guarantees: self.guarantees.to_vec(),
            demands: Some(words::demands(&self.study.plan.demands, self.guarantees)),
        }
    }

    /// What a certificate is made from: nothing that only the search or the original shows.
    /// `draw` says how many people were drawn, if rows were published by chance.
    pub fn issue<'t>(
        &'t self,
        tables: &'t [Table],
        draw: Option<Draw>,
    ) -> Result<CertificateRequest<'t>> {
        let ReleaseFacts { args, study, .. } = self;
        let plan = &study.plan;
        let (register, distribution) = study.public();
        let by_chance = draw.map(|draw| self.promised(draw));
        // Labels are read only to find people, and distances between secrets.
        let anonymity = register.is_some() || distribution.is_some();
        let needed = |column: &String| {
            by_chance.is_none()
                && ((anonymity && plan.qi.contains(column)) || plan.sensitive.contains(column))
        };
        let mut specs = plan.hierarchies.clone();
        specs.retain(|column, _| needed(column));
        let mut files = Files::default()
            .table_if("public", register.filter(|_| study.member.is_none()))?
            .table_if("distribution", distribution)?
            .hierarchies(&specs)?;
        for (role, output, place) in self.outputs {
            files = files.output(role, output, place)?;
        }
        let [published, secrets @ ..] = tables else {
            return Err(Error::options("nothing was published that could be certified"));
        };
        Ok(CertificateRequest {
            asked: self.asked(&specs),
            sources: CertifiedTables {
                published,
                secrets: secrets.first(),
                register,
                distribution,
                specs: Some(specs),
            },
            files,
            private: private(&study.table, args.file.as_deref())?,
            by_chance,
            risks: self.risks.to_vec(),
        })
    }

    /// What was asked.
    fn asked(&self, specs: &BTreeMap<String, Spec>) -> CertificateInput {
        let ReleaseFacts { args, study, .. } = self;
        let plan = &study.plan;
        let recoding = plan.method.recoding();
        let column = |word: &String| column_and_value(word).map(|(column, _)| column);
        let (hierarchies, others): (Vec<String>, Vec<String>) =
            (args.how.hierarchy.iter().cloned())
                .partition(|word| column(word).is_some_and(|column| specs.contains_key(&column)));
        let labels = others
            .into_iter()
            .filter(|word| column(word).is_some_and(|column| plan.qi.contains(&column)));
        CertificateInput {
            command: "release".to_owned(),
            qi: plan.qi.clone(),
            sensitive: plan.sensitive.clone(),
            group: self.is_grouped().then(|| GROUP.to_owned()),
            person: study.person.as_ref().map(|_| QuestionPerson::Unpublished),
            models: args.models.clone(),
            member: study.member.is_some(),
            hierarchies,
            published: written_for(&args.read),
            others: args.read.clone(),
            rows: Some(self.rows()),
            known: plan.method.known.map(|known| known as u64),
            skip_suppressed: plan.keep_suppressed,
            recoding: Some(recoding.name().to_owned()),
            algorithm: args.how.algorithm.map(|algorithm| algorithm.name().to_owned()),
            suppress: args.how.suppress.clone(),
            order: args.out.order.map(|order| order.name().to_owned()),
            same_values: known_by_values(self.findings),
            labels: labels.collect(),
            after: self.after.clone(),
            ..CertificateInput::default()
        }
    }

    /// The rows of the table; of one whose people are drawn, its people.
    fn rows(&self) -> u64 {
        let frequency_set = &self.study.encoded.frequency_set;
        match self.study.plan.method.recoding() {
            Recoding::Randomised => frequency_set.members(),
            _ => frequency_set.rows(),
        }
    }

    fn files(&self) -> Result<Files> {
        let (register, distribution) = self.study.public();
        // Where members are marked in it, the table is the population.
        let register = register.filter(|_| self.study.member.is_none());
        let mut files = Files::default()
            .table("table", &self.study.table)?
            .table_if("public", register)?
            .table_if("distribution", distribution)?
            .hierarchies(&self.study.plan.hierarchies)?;
        for (role, output, place) in self.outputs {
            files = files.output(role, output, place)?;
        }
        Ok(files)
    }

    fn roles(&self) -> Roles {
        let ReleaseFacts { study, .. } = self;
        let plan = &study.plan;
        let columns = study.table.columns();
        let dropped: Vec<&String> = study.dropped.iter().map(|&place| &columns[place]).collect();
        let plain = columns.iter().filter(|name| {
            !dropped.contains(name) && !plan.qi.contains(name) && !plan.sensitive.contains(name)
        });
        let plain = plain.cloned().collect();
        Roles {
            id: Some(dropped.into_iter().cloned().collect()),
            qi: plan.qi.clone(),
            sensitive: Some(plan.sensitive.clone()),
            plain: Some(plain),
        }
    }

    /// Every column of the table with its role, and why.
    fn every_column(&self, changed: &[ColumnEvidence]) -> Vec<ColumnRole> {
        let ReleaseFacts { study, .. } = self;
        let plan = &study.plan;
        let facts = RoleFacts { risks: self.risks, changed };
        let person = study.person.as_ref().map(|person| person.place);
        let member = study.member.as_ref().map(|(place, _)| *place);
        let line = |(place, name): (usize, &String)| {
            let role = if Some(place) == person {
                "person"
            } else if Some(place) == member {
                "member"
            } else if plan.qi.contains(name) {
                "qi"
            } else if plan.sensitive.contains(name) {
                "sensitive"
            } else if study.dropped.contains(&place) {
                "id"
            } else {
                "plain"
            };
            facts.line(name, role, self.published_otherwise(role))
        };
        study.table.columns().iter().enumerate().map(line).collect()
    }

    /// How columns of a role are published where they are not generalized.
    fn published_otherwise(&self, role: &str) -> Option<String> {
        let how = match (self.study.plan.method.recoding(), role) {
            (Recoding::Anatomy, "sensitive") => "in a table of its own, by group",
            (Recoding::Randomised, "sensitive" | "plain") => "left out",
            (Recoding::Randomised, "qi") => "as it is in the register",
            _ => return None,
        };
        Some(how.to_owned())
    }

    /// What someone with the register finds out about who is in the table.
    fn presence(&self, table: &Table, context: &Context) -> Result<Option<PresenceEvidence>> {
        let ReleaseFacts { study, .. } = self;
        let plan = &study.plan;
        let Some(register) = study.public().0 else { return Ok(None) };
        if plan.keep_suppressed || plan.method.recoding() == Recoding::Randomised {
            return Ok(None);
        }
        let prior = plan.demands.iter().find_map(|demand| demand.beliefs());
        let attacked = attack(&Attack {
            published: table,
            public: register,
            qi: &plan.qi,
            same_values: SameValues::Given(&known_by_values(self.findings)),
            sensitive: &[],
            secrets: None,
            group: None,
            person: self.persons.map(Person::Rows),
            nulls: &plan.reading.nulls,
            kinds: &study.kinds,
            hierarchies: &study.chains()?,
            levels: &self.levels(),
            prior,
            members: Some(match self.persons {
                Some(persons) => persons.lost().input,
                None => study.encoded.frequency_set.rows(),
            }),
            demands: &plan.demands,
            worst: 0,
            threads: context.execution.threads(),
        });
        match attacked {
            Ok(attacked) => Ok(Some(super::attack::presence(&attacked))),
            // Some models do not ask that everybody in the table is in the register.
            Err(JudgeError::DoesNotFit { .. } | JudgeError::Members { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// What guesses without a register achieve. People drawn at random and people marked in a table of
    /// the population are no rows of the table, so nobody's published row could be told.
    fn empirical(&self, table: &Table, context: &Context) -> Result<Option<EmpiricalRisks>> {
        let ReleaseFacts { study, .. } = self;
        let plan = &study.plan;
        if study.member.is_some() || plan.method.recoding() == Recoding::Randomised {
            return Ok(None);
        }
        let columns = study.table.columns();
        let person = study.person.as_ref().map(|person| columns[person.place].as_str());
        Ok(Some(empirical(&EmpiricalAttack {
            published: table,
            original: &study.table,
            control: None,
            qi: &plan.qi,
            sensitive: &plan.sensitive,
            person,
            nulls: &plan.reading.nulls,
            kinds: &study.kinds,
            hierarchies: &study.chains()?,
            threads: context.execution.threads(),
        })?))
    }

    /// The levels at which whole columns are published.
    fn levels(&self) -> BTreeMap<String, usize> {
        let found = self.search.and_then(|(_, outcome)| outcome.found.as_ref());
        found.map(|found| found.levels(&self.study.plan.qi)).unwrap_or_default()
    }

    /// How columns are distributed and go together, before and after.
    fn portrait(&self, table: &Table, context: &Context) -> Result<ColumnComparison> {
        let ReleaseFacts { study, .. } = self;
        let plan = &study.plan;
        let names = study.table.columns();
        let plain = table.columns().iter().filter(|name| {
            *name != GROUP && !plan.qi.contains(name) && !plan.sensitive.contains(name)
        });
        // Anatomy's secrets stand in a table of their own.
        let here = |name: &&String| table.columns().contains(name);
        let sensitive = plan.sensitive.iter().filter(here);
        let columns: Vec<String> = plan.qi.iter().chain(sensitive).chain(plain).cloned().collect();
        distributions::of(
            &ComparedTables {
                original: Some(&study.table),
                only: (study.member.as_ref())
                    .map(|(place, value)| (names[*place].as_str(), value.as_str())),
                published: table,
                columns: &columns,
                nulls: &plan.reading.nulls,
                kinds: &study.kinds,
                hierarchies: &study.chains()?,
                levels: &self.levels(),
                skip_suppressed: plan.keep_suppressed,
                threads: context.execution.threads(),
            },
            |column| {
                if plan.qi.contains(column) {
                    "qi"
                } else if plan.sensitive.contains(column) {
                    "sensitive"
                } else {
                    "plain"
                }
            },
        )
    }
}

impl ReleaseFacts<'_> {
    /// The danger of being recognised if nothing were done but to drop what names people.
    fn risk(&self, before: &OriginalFigures) -> RiskFigures {
        RiskFigures {
            rows: before.rows,
            people: self.study.person.as_ref().map(|_| before.people),
            classes: before.classes,
            k: before.k,
            unique_rows: before.unique_rows,
            average_class: before.average_class,
            prosecutor: before.prosecutor,
            journalist: before.journalist,
            marketer: before.marketer,
        }
    }
}
