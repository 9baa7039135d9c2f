//! `incrowd explain [NAME]`: the page of a model or an algorithm, or the list of all.

use crate::pages::{self, Page, PageKind};
use incrowd_document::{ExplainDocument, ExplainPage, PageSummary};

use crate::options::ExplainOptions;
use crate::reading::did_you_mean;
use crate::run::{Context, Error, Result, RunResult};

pub fn run(options: &ExplainOptions, context: &Context) -> Result<RunResult<ExplainDocument>> {
    let document = match &options.name {
        Some(name) => ExplainDocument::Page(page(name)?),
        None => list(),
    };
    Ok(context.finish(document, true))
}

/// The page of this name.
fn page(name: &str) -> Result<ExplainPage> {
    let wanted = name.to_lowercase().replace([' ', '_'], "-");
    let (kind, found) = pages::find(&wanted).ok_or_else(|| unknown(name, &wanted))?;
    let names: Vec<String> = found.names.iter().map(|&name| name.to_owned()).collect();
    let (title, page) = (found.names[0].to_owned(), found.text());
    Ok(match kind {
        PageKind::Model => ExplainPage::Model { model: title, names, page },
        PageKind::Algorithm => ExplainPage::Algorithm { algorithm: title, names, page },
    })
}

/// All pages with the first clause of each.
fn list() -> ExplainDocument {
    let model = |page: &Page| PageSummary::Model {
        model: page.names[0].to_owned(),
        promises: page.promise(),
    };
    let algorithm = |page: &Page| PageSummary::Algorithm {
        algorithm: page.names[0].to_owned(),
        promises: page.promise(),
    };
    ExplainDocument::List {
        models: PageKind::Model.pages().iter().map(model).collect(),
        algorithms: PageKind::Algorithm.pages().iter().map(algorithm).collect(),
    }
}

/// The refusal of a name that no page has.
fn unknown(name: &str, wanted: &str) -> Error {
    let pages = || PageKind::ALL.into_iter().flat_map(PageKind::pages);
    let hint = did_you_mean(wanted, pages().flat_map(|page| page.names.iter().copied()));
    let all: Vec<&str> = pages().map(|page| page.names[0]).collect();
    let all = all.join(", ");
    Error::options(format!("there is no model or algorithm '{name}'{hint}; there are {all}"))
        .with_value(name)
}
