//! `incrowd hierarchy COL=SPEC TABLE`: show, check and export a hierarchy.

use incrowd_core::hierarchy::Hierarchy;
use incrowd_document::HierarchyDocument;
use incrowd_io::{Location, Output};

use crate::options::HierarchyOptions;
use crate::reading::distinct;
use crate::request::{a_file, hierarchies, reading};
use crate::run::{Context, Error, Result, RunResult};

pub fn run(options: &HierarchyOptions, context: &Context) -> Result<RunResult<HierarchyDocument>> {
    let reading = reading(&options.read)?;
    let location = Location::from(options.table.as_path());
    let table = context.execution.open(&location, &reading.options)?;
    reading.check_kinds(&[&table])?;
    let specs = hierarchies(std::slice::from_ref(&options.hierarchy))?;
    let columns: Vec<String> = specs.keys().cloned().collect();
    let values = distinct(&table, &columns, &context.execution)?;
    let Some(((column, spec), values)) = specs.iter().zip(&values).next() else {
        return Err(Error::options("no hierarchy is named"));
    };
    let kind = reading.kind(column, values.iter().map(|(text, _)| text.as_str()))?;
    let hierarchy = reading.grow(column, kind, spec, values)?;
    if let Some(path) = &options.export {
        let source = spec.file().map(Location::from);
        let inputs: Vec<&Location> = std::iter::once(&location).chain(&source).collect();
        let mut output = Output::create(&a_file("export", path)?, options.force, &inputs)?;
        output.write_all(hierarchy.to_csv().as_bytes())?;
        context.publish(vec![output])?;
    }
    let levels = 0..=hierarchy.height();
    let outline = hierarchy.outline(options.lines);
    let lines = outline.strip_suffix('\n').map(|lines| lines.split('\n').map(str::to_owned));
    let document = HierarchyDocument {
        column: column.clone(),
        kind: kind.name().to_owned(),
        leaves: hierarchy.leaves() as u64,
        values_in_table: values.len() as u64,
        height: hierarchy.height() as u64,
        nodes: levels.clone().map(|level| hierarchy.nodes(level) as u64).collect(),
        output: options.export.as_ref().map(|path| path.display().to_string()),
        table: table.name().to_owned(),
        examples: levels.map(|level| example(&hierarchy, level)).collect(),
        outline: lines.into_iter().flatten().collect(),
    };
    Ok(context.finish(document, true))
}

/// A label of a level. Missing values stand first, and show nothing.
fn example(hierarchy: &Hierarchy, level: usize) -> Option<String> {
    let mut labels = (0..hierarchy.nodes(level) as u32).map(|node| hierarchy.label(level, node));
    labels.find(|label| !label.is_empty()).map(str::to_owned)
}
