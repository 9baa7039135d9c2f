//! Reading documents: which command wrote a JSON value, and where it is wrong.

use incrowd_judge::{AttackFindings, Findings};
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use crate::certificate::{Certificate, CertificateQuestion, CertificateSchema};
use crate::{AttackDocument, CheckDocument, Document, Evidence};

/// Why a JSON value is not the document of a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It is no JSON object.
    #[error("a result is a JSON object, as `--json` prints it; this is {found}")]
    NotAnObject {
        /// What it is.
        found: &'static str,
    },
    /// It says why a command failed.
    #[error("the document reports an error, there is no result to show: {message}")]
    Failed {
        /// The message of the error.
        message: String,
    },
    /// A command wrote it that has no report.
    #[error("the document is a result of '{command}', not of release, check, attack, scan or mask")]
    OtherCommand {
        /// The command that it names.
        command: String,
    },
    /// It is a certificate of another form.
    #[error(
        "the certificate has the form '{schema}', and this version reads {}",
        CertificateSchema::NAME
    )]
    OtherCertificate {
        /// The form that it names.
        schema: String,
    },
    /// No command writes such a document.
    #[error("the document is no result of release, check, attack, scan or mask")]
    NotAResult,
    /// An entry is missing, or has the wrong type.
    #[error("{}: {problem}", if key.is_empty() { "the document is incomplete".to_owned() } else { format!("the key '{key}' is wrong") })]
    WrongType {
        /// The keys that lead to it, with dots between them; empty for the document itself.
        key: String,
        /// What is wrong.
        problem: String,
    },
    /// A certificate has an entry that no certificate has.
    #[error("the certificate has the key '{key}', which no certificate has")]
    UnknownEntry {
        /// The keys that lead to it, with dots between them.
        key: String,
    },
}

impl Document {
    /// Reads the document of a command.
    ///
    /// # Errors
    /// If it is no result of `release`, `check`, `attack`, `scan` or `mask`, or an entry is missing
    /// or has the wrong type.
    ///
    /// ```
    /// use incrowd_document::Document;
    /// let scan = serde_json::json!({"evidence": {"command": "scan"}, "rows": "many"});
    /// let error = Document::read(&scan).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the key 'rows' is wrong: invalid type: string \"many\", expected u64"
    /// );
    /// ```
    pub fn read(value: &Value) -> Result<Document, ReadError> {
        let object = value.as_object().ok_or(ReadError::NotAnObject { found: kind(value) })?;
        if let Some(problem) = object.get("error").filter(|problem| !problem.is_null()) {
            let message = problem.get("message").and_then(Value::as_str);
            let message = message.map_or_else(|| problem.to_string(), str::to_owned);
            return Err(ReadError::Failed { message });
        }
        if object.contains_key("schema") {
            return Ok(Document::Certificate(Box::new(Certificate::read(value)?)));
        }
        // Serde would read a list as an object whose keys are left out.
        if let Some(other) =
            object.get("evidence").filter(|part| !part.is_object() && !part.is_null())
        {
            let problem = format!("an object is needed, and this is {}", kind(other));
            return Err(ReadError::WrongType { key: "evidence".to_owned(), problem });
        }
        Ok(match command(value).ok_or(ReadError::NotAResult)? {
            "release" => Document::Release(Box::new(typed(value)?)),
            "explore" => Document::Explore(typed(value)?),
            "check" => {
                // Serde does not say where a flattened part is wrong, so it is read alone first.
                typed::<Findings>(value)?;
                Document::Check(Box::new(typed::<CheckDocument>(value)?))
            }
            "attack" => {
                if value.get("empirical").is_none() || value.get("people").is_some() {
                    typed::<AttackFindings>(value)?;
                }
                Document::Attack(Box::new(typed::<AttackDocument>(value)?))
            }
            "scan" => Document::Scan(Box::new(typed(value)?)),
            "mask" => Document::Mask(Box::new(typed(value)?)),
            other => return Err(ReadError::OtherCommand { command: other.to_owned() }),
        })
    }

    /// The entries of a JSON value that this document, which was read from it, does not hold: a newer
    /// version wrote them. Keys have dots between them.
    ///
    /// # Errors
    /// Those of writing the document as JSON.
    pub fn unread(&self, value: &Value) -> Result<Vec<String>, serde_json::Error> {
        let mut keys = Vec::new();
        unread(&serde_json::to_value(self)?, value, "", &mut keys);
        Ok(keys)
    }

    /// The evidence of a document whose page is signed: of a release, a check or a mask, if it has any.
    pub fn evidence_mut(&mut self) -> Option<&mut Evidence> {
        match self {
            Document::Release(document) => document.evidence.as_mut(),
            Document::Check(document) => document.evidence.as_mut(),
            Document::Mask(document) => document.evidence.as_mut(),
            Document::Explore(_)
            | Document::Attack(_)
            | Document::Scan(_)
            | Document::Certificate(_) => None,
        }
    }
}

/// The command that wrote a document. Only the evidence names it; without it, the keys tell.
fn command(value: &Value) -> Option<&str> {
    let has = |key: &str| value.get(key).is_some();
    let named = value.pointer("/evidence/command").and_then(Value::as_str);
    match named.filter(|command| !command.is_empty()) {
        _ if has("explore") => Some("explore"),
        Some(command) => Some(command),
        None if has("recoding") => Some("release"),
        None if has("people") && has("certainly_in") || has("empirical") => Some("attack"),
        None if has("minimal_quasi_identifiers") => Some("scan"),
        None if has("cells") => Some("mask"),
        None if has("k") && has("risk") => Some("check"),
        None => None,
    }
}

impl Certificate {
    /// Reads a certificate. It must have every entry that it was written with, and no other.
    ///
    /// # Errors
    /// If it is of another form, or an entry is missing, unknown or has the wrong type.
    pub fn read(value: &Value) -> Result<Certificate, ReadError> {
        let schema = value.get("schema").and_then(Value::as_str).unwrap_or_default();
        if schema != CertificateSchema::NAME {
            return Err(ReadError::OtherCertificate { schema: schema.to_owned() });
        }
        let command = value.pointer("/evidence/command").and_then(Value::as_str);
        let certificate = match command.unwrap_or_default() {
            "release" if value.get("draw").is_some() => {
                Certificate::Randomised(Box::new(typed(value)?))
            }
            "release" => Certificate::Release(Box::new(typed(value)?)),
            "check" => {
                typed::<Findings>(value)?;
                Certificate::Check(Box::new(typed(value)?))
            }
            "mask" => Certificate::Mask(Box::new(typed(value)?)),
            other => return Err(ReadError::OtherCommand { command: other.to_owned() }),
        };
        let mut keys = Vec::new();
        let again = serde_json::to_value(&certificate).map_err(|error| ReadError::WrongType {
            key: String::new(),
            problem: error.to_string(),
        })?;
        unread(&again, value, "", &mut keys);
        match keys.into_iter().next() {
            Some(key) => Err(ReadError::UnknownEntry { key }),
            None => Ok(certificate),
        }
    }
}

impl CertificateQuestion {
    /// Reads the question of a certificate.
    ///
    /// # Errors
    /// If an entry is missing, unknown or has the wrong type.
    pub fn read(value: &Value) -> Result<CertificateQuestion, ReadError> {
        typed(value)
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Document::read(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Certificate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Certificate::read(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Reads a key that is there, be it null: an absent key is `None`, null is `Some(None)`.
pub(crate) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn typed<'v, T: Deserialize<'v>>(value: &'v Value) -> Result<T, ReadError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let key = error.path().to_string();
        let key = if key == "." { String::new() } else { key };
        ReadError::WrongType { key, problem: error.into_inner().to_string() }
    })
}

/// Notes the keys of `value` that are not in what was read and written `again`.
fn unread(again: &Value, value: &Value, way: &str, keys: &mut Vec<String>) {
    match (again, value) {
        (Value::Object(again), Value::Object(value)) => {
            for (key, value) in value {
                let way = if way.is_empty() { key.clone() } else { format!("{way}.{key}") };
                match again.get(key) {
                    Some(again) => unread(again, value, &way, keys),
                    None if value.is_null() => {}
                    None => keys.push(way),
                }
            }
        }
        (Value::Array(again), Value::Array(value)) => {
            for (place, (again, value)) in again.iter().zip(value).enumerate() {
                unread(again, value, &format!("{way}[{place}]"), keys);
            }
        }
        _ => {}
    }
}

/// What a value is, in words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
