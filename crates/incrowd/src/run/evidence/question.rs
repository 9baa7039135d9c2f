//! What was asked of the judge, as a certificate keeps it, so that it can be asked again.

use std::path::{Path, PathBuf};

use incrowd_core::terms::{column_and_value, quoted_name};
use incrowd_document::{
    CertificateQuestion, JudgedAfter, MaskPromise, QuestionPerson, QuestionReading,
};
use incrowd_judge::{Findings, KnownColumn};

use crate::error::{Error, Result};
use crate::options::{ModelOptions, ReadingOptions};
use crate::request::{parse_release_toml, written_models, written_reading};

/// What was asked, as far as others may know it: options, the number of rows, and public files by
/// their names. Nothing here is taken from the values of the original table.
#[derive(Clone, Default)]
pub struct CertificateInput {
    /// `release`, `check` or `mask`.
    pub command: String,
    pub qi: Vec<String>,
    pub sensitive: Vec<String>,
    pub group: Option<String>,
    /// How people are told apart, where they can have several rows.
    pub person: Option<QuestionPerson>,
    pub models: ModelOptions,
    /// Whether the population is the table itself.
    pub member: bool,
    /// `COL=SPEC` words.
    pub hierarchies: Vec<String>,
    /// How the published table is read.
    pub published: ReadingOptions,
    /// How the other tables are read.
    pub others: ReadingOptions,
    /// Rows of the table that was to be published.
    pub rows: Option<u64>,
    /// The size of the population of which the table is a sample, where only that is measured.
    pub people: Option<u64>,
    /// How many quasi-identifiers an attacker knows at most.
    pub known: Option<u64>,
    pub skip_suppressed: bool,
    pub recoding: Option<String>,
    pub algorithm: Option<String>,
    pub suppress: Option<String>,
    pub order: Option<String>,
    /// Columns that the register has under another name.
    pub same_values: Vec<KnownColumn>,
    /// The crowd that masking was to leave, and how it was planned.
    pub promise: Option<MaskPromise>,
    /// `COL=SPEC` words of hierarchies that nothing is measured by, but labels are read by.
    pub labels: Vec<String>,
    /// The earlier releases that it was judged with.
    pub after: Option<JudgedAfter>,
}

impl CertificateInput {
    /// The question as a certificate keeps it.
    pub fn question(&self) -> CertificateQuestion {
        let pair = |column: &KnownColumn| (column.published.clone(), column.register.clone());
        CertificateQuestion {
            command: self.command.clone(),
            qi: self.qi.clone(),
            sensitive: self.sensitive.clone(),
            group: self.group.clone(),
            person: self.person.clone(),
            demands: written_models(&self.models),
            member: self.member,
            hierarchies: self.hierarchies.clone(),
            reading: QuestionReading {
                published: written_reading(&self.published),
                others: written_reading(&self.others),
            },
            rows: self.rows,
            people: self.people,
            known: self.known,
            skip_suppressed: self.skip_suppressed,
            recoding: self.recoding.clone(),
            algorithm: self.algorithm.clone(),
            suppress: self.suppress.clone(),
            order: self.order.clone(),
            same_values: self.same_values.iter().map(pair).collect(),
            promise: self.promise.clone(),
            labels: self.labels.clone(),
            after: self.after.clone(),
        }
    }

    /// The question that a certificate keeps.
    pub fn read(kept: CertificateQuestion) -> Result<CertificateInput> {
        let toml = |text: &str, key: &str| parse_release_toml(text, key);
        let reading = |text: &str, key: &str| toml(text, key).map(|args| args.read);
        // Only a mask promises anything besides demands.
        if kept.command != "mask" && kept.promise.is_some() {
            return Err(unreadable("promise"));
        }
        if kept.command == "mask" && kept.member {
            return Err(unreadable("member"));
        }
        // A release drops the column of person ids, a check has it, and a mask may publish pseudonyms.
        let is_possible = match (&kept.person, kept.command.as_str()) {
            (None, _) | (Some(_), "mask") => true,
            (Some(QuestionPerson::Column(_)), command) => command == "check",
            (Some(QuestionPerson::Unpublished), command) => command != "check",
        };
        if !is_possible {
            return Err(unreadable("person"));
        }
        let column = |(published, register)| KnownColumn { published, register, by_values: true };
        Ok(CertificateInput {
            models: toml(&kept.demands, "demands")?.models,
            published: reading(&kept.reading.published, "published")?,
            others: reading(&kept.reading.others, "others")?,
            command: kept.command,
            qi: kept.qi,
            sensitive: kept.sensitive,
            group: kept.group,
            person: kept.person,
            member: kept.member,
            hierarchies: kept.hierarchies,
            rows: kept.rows,
            people: kept.people,
            known: kept.known,
            skip_suppressed: kept.skip_suppressed,
            recoding: kept.recoding,
            algorithm: kept.algorithm,
            suppress: kept.suppress,
            order: kept.order,
            same_values: kept.same_values.into_iter().map(column).collect(),
            promise: kept.promise,
            labels: kept.labels,
            after: kept.after,
        })
    }

    /// Whether promises are about people whom the published file does not tell apart.
    pub fn attests_people(&self) -> bool {
        self.person == Some(QuestionPerson::Unpublished)
    }

    /// Without what describes private files: where tables stand, words for missing values that no
    /// public table has (`seen` finds those that one has), and kinds and names of other columns than
    /// the `columns` that are published.
    pub fn for_others(
        mut self,
        seen: &dyn Fn(&str) -> bool,
        columns: &[String],
    ) -> Result<CertificateInput> {
        let base = |path: &mut Option<PathBuf>| {
            *path = path.take().map(|path| PathBuf::from(file_name(&path.display().to_string())));
        };
        base(&mut self.models.public);
        base(&mut self.models.distribution);
        for word in self.hierarchies.iter_mut().chain(&mut self.labels) {
            let Some((column, spec)) = column_and_value(word) else { continue };
            let unread = incrowd_core::hierarchy::Spec::parse(spec)?;
            let name = unread.path().map(file_name);
            if let Some(spec) = name.and_then(|name| unread.words_for(&name)) {
                *word = format!("{}={spec}", quoted_name(&column));
            }
        }
        let ModelOptions { public, distribution, .. } = &self.models;
        let has_others = public.is_some() || distribution.is_some() || self.member;
        let others = &mut self.others;
        others.null.retain(|word| seen(word));
        let is_of =
            |word: &str| column_and_value(word).map(|(column, _)| columns.contains(&column));
        others.kind.retain(|word| is_of(word) == Some(true));
        for read in [&mut self.published, others] {
            let formats = [&mut read.date_format, &mut read.decimal, &mut read.thousands];
            formats.into_iter().for_each(|words| words.retain(|word| is_of(word) != Some(false)));
        }
        if !has_others && self.command != "check" {
            let ReadingOptions { null, kind, date_format, decimal, thousands, .. } =
                std::mem::take(&mut self.others);
            self.others = ReadingOptions {
                null,
                kind,
                date_format,
                decimal,
                thousands,
                ..ReadingOptions::default()
            };
        }
        Ok(self)
    }
}

/// The columns that the register has under another name.
pub fn known_by_values<'f>(findings: impl Into<Option<&'f Findings>>) -> Vec<KnownColumn> {
    let known = findings.into().into_iter().flat_map(|findings| &findings.register_knows);
    known.filter(|column| column.by_values).cloned().collect()
}

/// The last part of a path.
pub fn file_name(path: &str) -> String {
    let name = Path::new(path).file_name();
    name.map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// How a file is read back that was written for one that is read so.
pub fn written_for(read: &ReadingOptions) -> ReadingOptions {
    let ReadingOptions { delimiter, date_format, decimal, thousands, .. } = read.clone();
    ReadingOptions { delimiter, date_format, decimal, thousands, ..ReadingOptions::default() }
}

fn unreadable(what: &str) -> Error {
    Error::options(format!("the certificate's question cannot be read: {what}"))
}

#[cfg(test)]
mod tests {
    use incrowd_core::terms::{DemandWords, OverallVerdict};
    use incrowd_document::PublishedDigest;

    use super::*;

    fn asked() -> CertificateInput {
        let words = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let models = DemandWords::default().with("k", ["5"]).with("l", ["illness=distinct:3"]);
        CertificateInput {
            qi: words(&["age", "zip"]),
            sensitive: words(&["illness"]),
            group: Some("group".into()),
            person: Some(QuestionPerson::Unpublished),
            models: ModelOptions {
                words: models,
                public: Some("register.csv".into()),
                ..ModelOptions::default()
            },
            member: true,
            hierarchies: words(&["zip=mask:5", "age=age.csv"]),
            published: ReadingOptions { delimiter: Some(";".into()), ..ReadingOptions::default() },
            others: ReadingOptions {
                delimiter: Some("\\t".into()),
                no_header: true,
                names: words(&["age", "zip", "illness"]),
                trim: true,
                comment: Some("#".into()),
                null: words(&["?", "NA"]),
                kind: words(&["age=integer"]),
                ..ReadingOptions::default()
            },
            command: "release".into(),
            rows: Some(12),
            people: Some(30),
            known: Some(2),
            skip_suppressed: true,
            recoding: Some("full-domain".into()),
            algorithm: Some("optimal".into()),
            suppress: Some("2%".into()),
            order: Some("shuffled".into()),
            same_values: vec![KnownColumn {
                published: "job".into(),
                register: "profession".into(),
                by_values: true,
            }],
            promise: None,
            labels: words(&["job=tree:jobs.txt"]),
            after: Some(JudgedAfter {
                releases: vec![PublishedDigest { bytes: 7, sha256: "0".repeat(64) }],
                verdict: OverallVerdict::HoldsWithRisks,
            }),
        }
    }

    #[test]
    fn what_is_kept_is_read_again() {
        for asked in [asked(), CertificateInput::default()] {
            let kept = asked.question();
            let again = CertificateInput::read(kept.clone()).unwrap();
            assert_eq!(again.question(), kept);
            // What is written as nothing would be the same nothing twice.
            assert_eq!(format!("{:?}", again.others), format!("{:?}", asked.others));
            assert_eq!(format!("{:?}", again.models.words), format!("{:?}", asked.models.words));
        }
        let json = |asked: CertificateInput| serde_json::to_value(asked.question()).unwrap();
        let (full, empty) = (json(asked()), json(CertificateInput::default()));
        let same: Vec<&String> = (full.as_object().unwrap().iter())
            .filter_map(|(key, value)| (*value == empty[key]).then_some(key))
            .collect();
        // Only a mask promises anything besides demands.
        assert_eq!(same, ["promise"], "nothing is asked about these");
        assert!(empty.get("labels").is_none() && empty.get("after").is_none(), "{empty:#}");
    }

    #[test]
    fn others_learn_no_path_and_no_word_of_a_private_file() {
        let mut asked = asked();
        asked.models.public = Some("/home/hiv/register.csv".into());
        asked.hierarchies = vec!["zip=mask:5".into(), "job=tree:../clinic/jobs.txt".into()];
        asked.labels = vec!["age=../clinic/age.csv".into()];
        asked.others.null = vec!["?".into(), "3 Jan 1920 (Ann Smith)".into()];
        asked.others.kind = vec!["age=integer".into(), "ssn=text".into()];
        let told = asked.for_others(&|word| word == "?", &["age".into(), "zip".into()]).unwrap();
        assert_eq!(told.models.public, Some("register.csv".into()));
        assert_eq!(told.hierarchies, ["zip=mask:5", "job=tree:jobs.txt"]);
        assert_eq!(told.labels, ["age=age.csv"]);
        assert_eq!(
            (told.others.null, told.others.kind),
            (vec!["?".into()], vec!["age=integer".into()])
        );
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let promise = MaskPromise {
            k: 2,
            beta: 0.5,
            universe: 10,
            form: "exact".into(),
            failure: None,
            least_share: None,
            least_share_failure: None,
        };
        let (kept, mask) = (asked().question(), "mask".to_owned());
        let by_column = Some(QuestionPerson::Column("pid".to_owned()));
        for (named, wrong) in [
            ("demands", CertificateQuestion { demands: "k = ".into(), ..kept.clone() }),
            ("promise", CertificateQuestion { promise: Some(promise), ..kept.clone() }),
            ("person", CertificateQuestion { person: by_column, ..kept.clone() }),
            ("member", CertificateQuestion { command: mask, ..kept.clone() }),
        ] {
            let failure = CertificateInput::read(wrong).err().unwrap();
            assert!(failure.message().contains(named), "{}", failure.message());
        }
        assert!(CertificateInput::read(kept).is_ok());
    }
}
