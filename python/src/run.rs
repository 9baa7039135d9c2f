//! One call of the library per command.

use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};

use incrowd::io::WrittenArrow;
use incrowd::options::{CheckOptions, MaskOptions, Options, ReleaseOptions};
use incrowd::request::{OverRelease, over_release, with_file};
use incrowd::run as commands;
use incrowd::run::{Context, MessageLevel, RunResult};
use incrowd::{Error, Execution};
use incrowd_document::Document;
use incrowd_render::terminal;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;

use crate::error::{exception, internal};
use crate::options::read;
use crate::table::ArrowData;
use crate::watch::{Heard, KeptTables, watched};

/// What a command returns: its document and its text, whether every demand holds, and what to be aware of.
struct Answer {
    document: String,
    text: String,
    met: bool,
    messages: Vec<(&'static str, String)>,
}

/// The same with the tables that stayed in memory: the published one, that of anatomy's secrets, and the
/// row of the input that each published row is, as 32-bit numbers.
type Returned<'py> = (
    String,
    String,
    bool,
    Vec<(&'static str, String)>,
    Option<ArrowData>,
    Option<ArrowData>,
    Option<Bound<'py, PyBytes>>,
);

/// The name of an output that stays in memory.
const OUTPUT: &str = "the release";

/// The name that the library gives the second table of anatomy.
const SECRETS: &str = "the release.sensitive";

/// Runs a command. `words` are options as JSON; `tables` are at hand, by the names that options call
/// them; an output called [`OUTPUT`] stays in memory.
#[pyfunction]
#[pyo3(signature = (name, words, tables, *, categorical = false, threads = None, progress = None))]
#[allow(clippy::needless_pass_by_value, reason = "Python gives them")]
pub fn run<'py>(
    py: Python<'py>,
    name: &str,
    words: &str,
    tables: Vec<(String, Py<ArrowData>)>,
    categorical: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Returned<'py>> {
    let heard = Heard::default();
    let mut execution = Execution::default().heard_by(Arc::new(heard.clone()));
    if let Some(threads) = threads {
        execution = execution.on_threads(threads);
    }
    let mut original = None;
    for (name, table) in &tables {
        let table = table.get().named(name).map_err(|error| exception(py, &error))?;
        if name == "data" {
            original = Some(table.clone());
        }
        execution = execution.with_table(name.as_str(), table.into());
    }
    execution = execution.with_output(OUTPUT, original, categorical);
    execution = execution.with_output(SECRETS, None, categorical);
    let kept = Arc::new(KeptTables { execution: execution.clone(), kept: Mutex::default() });
    let context = Context::new(execution.clone())
        .asked_by(format!("incrowd.{name}"))
        .published_by(kept.clone());
    let call = prepared(py, name, words)?;
    let answer = watched(py, &execution, &heard, progress.as_ref(), || call(&context))?;
    let answer = answer.map_err(|error| exception(py, &error))?;
    let (table, secrets) = taken(&kept).map_err(|error| exception(py, &error))?;
    let rows = table.as_ref().and_then(|table| table.rows.as_deref());
    let rows = rows.map(|rows| {
        let bytes: Vec<u8> = rows.iter().flat_map(|row| row.to_ne_bytes()).collect();
        PyBytes::new(py, &bytes)
    });
    let data = |table: Option<WrittenArrow>| table.map(|table| ArrowData::of(&table.table));
    let Answer { document, text, met, messages } = answer;
    Ok((document, text, met, messages, data(table), data(secrets), rows))
}

/// The tables that were published to memory.
fn taken(kept: &KeptTables) -> Result<(Option<WrittenArrow>, Option<WrittenArrow>), Error> {
    let (mut table, mut secrets) = (None, None);
    for output in kept.kept.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let place = if output.name() == SECRETS { &mut secrets } else { &mut table };
        *place = Some(output.into_arrow()?);
    }
    Ok((table, secrets))
}

type Call = Box<dyn FnOnce(&Context) -> Result<Answer, Error> + Send>;

/// Reads the options of a command, for a call of the library.
fn prepared(py: Python<'_>, name: &str, words: &str) -> PyResult<Call> {
    Ok(match name {
        "release" | "explore" => {
            let options: ReleaseOptions = read(py, words)?;
            let (options, note) = with_file(&options).map_err(|error| exception(py, &error))?;
            let notes = note.into_iter().collect();
            if options.out.explore.is_some() {
                call(options, notes, commands::explore, terminal::explore)
            } else {
                call(options, notes, commands::release, terminal::release)
            }
        }
        "check" => over::<CheckOptions, _>(py, words, commands::check, terminal::check)?,
        "attack" => over(py, words, commands::attack, terminal::attack)?,
        "mask" => over::<MaskOptions, _>(py, words, commands::mask, terminal::mask)?,
        "hierarchy" => over(py, words, commands::hierarchy, terminal::hierarchy)?,
        "scan" => call(read(py, words)?, Vec::new(), commands::scan, terminal::scan),
        "delta" => call(read(py, words)?, Vec::new(), commands::delta, terminal::delta),
        "verify" => call(read(py, words)?, Vec::new(), commands::verify, terminal::verify),
        "report" => call(read(py, words)?, Vec::new(), commands::report, terminal::report),
        "explain" => call(read(py, words)?, Vec::new(), commands::explain, terminal::explain),
        _ => return Err(internal(format!("there is no command '{name}'"))),
    })
}

/// The same for a command whose table may be a release.toml.
fn over<T: OverRelease + Send + 'static, D: Serialize + 'static>(
    py: Python<'_>,
    words: &str,
    run: fn(&T, &Context) -> Result<RunResult<D>, Error>,
    draw: fn(&D) -> String,
) -> PyResult<Call> {
    let options = over_release(&read::<T>(py, words)?);
    let (options, notes) = options.map_err(|error| exception(py, &error))?;
    Ok(call(options, notes, run, draw))
}

fn call<T: Options + Send + 'static, D: Serialize + 'static>(
    options: T,
    notes: Vec<String>,
    run: fn(&T, &Context) -> Result<RunResult<D>, Error>,
    draw: fn(&D) -> String,
) -> Call {
    Box::new(move |context| {
        let result = run(&options, context)?;
        let document = serde_json::to_string(&result.document);
        let document = document.map_err(|error| Error::internal(error.to_string()))?;
        let level = |level| match level {
            MessageLevel::Warning => "warning",
            MessageLevel::Error => "error",
            _ => "note",
        };
        let said = result.messages.into_iter().map(|said| (level(said.level), said.text));
        let messages = notes.into_iter().map(|note| ("note", note)).chain(said).collect();
        Ok(Answer { document, text: draw(&result.document), met: result.met, messages })
    })
}

/// The report page of a document, as HTML.
#[pyfunction]
pub fn page(document: &str) -> PyResult<String> {
    let document: serde_json::Value = serde_json::from_str(document).map_err(internal)?;
    let document = Document::read(&document).map_err(internal)?;
    Ok(incrowd_render::page(&document).html())
}

/// The command `incrowd` with these words, the first of which is its name. Returns the exit status.
#[pyfunction]
pub fn command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| incrowd_cli::run_words(words))
}
