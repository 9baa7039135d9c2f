//! What results depend on besides the experiment: kept beside them, so that no page mixes figures
//! that do not belong together.

use std::path::Path;

use incrowd_io::{Digest, Location, Output, read_text};
use serde_json::{Value, json};

use crate::{Failure, RunScale, adult};

/// The file of the stamp.
pub const FILE: &str = "run.json";

/// What results depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// How much is measured.
    pub scale: RunScale,
    /// The version of incrowd.
    pub version: String,
    /// The SHA-256 of the census table's files, one after the other; nothing where there are none.
    pub adult: Option<String>,
    /// The cores of the machine that made the first measurement; nothing where nobody wrote them
    /// down. Times depend on them, figures do not.
    pub cores: Option<u64>,
}

impl Stamp {
    /// The stamp of a run that begins now.
    ///
    /// # Errors
    /// If the census table cannot be read.
    pub fn now(scale: RunScale, adult: Option<&Path>) -> Result<Stamp, Failure> {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let cores = std::thread::available_parallelism().ok().map(|cores| cores.get() as u64);
        Ok(Stamp { scale, version, adult: adult.map(checksum).transpose()?, cores })
    }

    /// The stamp of a folder; nothing if it has none.
    ///
    /// # Errors
    /// If there is one that cannot be understood.
    pub fn of(folder: &Path) -> Result<Option<Stamp>, Failure> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let text = read_text(&path)?;
        let damaged = |why: &str| {
            let file = path.display().to_string();
            Failure::Damaged { problem: format!("{file}: {why}"), file, line: None }
        };
        let value: Value =
            serde_json::from_str(&text).map_err(|error| damaged(&error.to_string()))?;
        let word = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let scale = match word("scale").as_deref() {
            Some("quick") => RunScale::Quick,
            Some("full") => RunScale::Full,
            _ => return Err(damaged("\"scale\" is neither \"quick\" nor \"full\"")),
        };
        let version = word("version").ok_or_else(|| damaged("\"version\" is missing"))?;
        let cores = value.get("cores").and_then(Value::as_u64);
        Ok(Some(Stamp { scale, version, adult: word("adult"), cores }))
    }

    /// Puts the stamp into a folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        let mut value = json!({
            "scale": word(self.scale), "version": self.version, "adult": self.adult,
        });
        if let Some(cores) = self.cores {
            value["cores"] = cores.into();
        }
        let mut output = Output::create(&Location::Path(folder.join(FILE)), true, &[])?;
        output.write_all(format!("{value:#}\n").as_bytes())?;
        Ok(output.commit()?)
    }

    /// Whether results of both can stand side by side. Where one has no census table, it has no
    /// results of it either.
    #[must_use]
    pub fn fits(&self, other: &Stamp) -> bool {
        let same_data = self.adult.is_none() || other.adult.is_none() || self.adult == other.adult;
        self.scale == other.scale && self.version == other.version && same_data
    }

    /// The stamp in a few words.
    #[must_use]
    pub fn words(&self) -> String {
        let data = match self.adult.as_deref().and_then(|sum| sum.get(..12)) {
            Some(start) => format!("Adult {start}.."),
            None => "no Adult".to_owned(),
        };
        format!("incrowd {}, {} scale, {data}", self.version, word(self.scale))
    }
}

/// The scale as it is written.
#[must_use]
pub fn word(scale: RunScale) -> &'static str {
    match scale {
        RunScale::Quick => "quick",
        RunScale::Full => "full",
    }
}

fn checksum(folder: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    for file in adult::FILES {
        let path = folder.join(file);
        let failed = |source| Failure::Disk { path: path.display().to_string(), source };
        bytes.extend(std::fs::read(&path).map_err(failed)?);
    }
    Ok(Digest::of_bytes(&bytes).sha256)
}
