//! `incrowd hierarchy COL=SPEC TABLE`: show, check and export a hierarchy.

use incrowd::reading::distinct;
use incrowd::request::{a_file, hierarchies, reading};
use incrowd_io::{Location, Output};
use serde_json::json;

use crate::args::HierarchyArgs;
use crate::console::{Console, FAINT, STRONG};
use crate::error::{Ending, Result};

pub fn run(args: &HierarchyArgs, console: &Console) -> Result {
    let reading = reading(&args.read.options()?)?;
    let location = Location::from(args.table.as_path());
    let table = console.work.open(&location, &reading.options)?;
    reading.check_kinds(&[&table])?;
    let specs = hierarchies(std::slice::from_ref(&args.hierarchy))?;
    let columns: Vec<String> = specs.keys().cloned().collect();
    let values = distinct(&table, &columns, &console.work)?;
    for ((column, spec), values) in specs.iter().zip(&values) {
        let texts = values.iter().map(|(text, _)| text.as_str());
        let kind = reading.kind(column, texts)?;
        let hierarchy = reading.grow(column, kind, spec, values)?;
        if let Some(path) = &args.export {
            let source = spec.file().map(Location::from);
            let inputs: Vec<&Location> = std::iter::once(&location).chain(&source).collect();
            let mut output = Output::create(&a_file("export", path)?, args.force, &inputs)?;
            output.write_all(hierarchy.to_csv().as_bytes())?;
            console.publish(vec![output])?;
        }
        let nodes: Vec<usize> =
            (0..=hierarchy.height()).map(|level| hierarchy.nodes(level)).collect();
        let exported = args.export.as_ref().map(|path| path.display().to_string());
        if console.json {
            console.document(&json!({
                "column": column,
                "type": kind,
                "leaves": hierarchy.leaves(),
                "values_in_table": values.len(),
                "height": hierarchy.height(),
                "nodes": nodes,
                "output": exported,
            }))?;
            continue;
        }
        let mut text = format!(
            "{STRONG}{column}{STRONG:#} is {kind}: {} leaves ({} of them in {}), levels 0 to {}\n\n",
            hierarchy.leaves(),
            values.len(),
            table.name(),
            hierarchy.height()
        );
        for (level, nodes) in nodes.iter().enumerate() {
            // Missing values stand first, and show nothing.
            let labels = (0..*nodes as u32).map(|node| hierarchy.label(level, node));
            let example = labels.clone().find(|label| !label.is_empty()).unwrap_or("missing");
            text +=
                &format!("  level {level}  {nodes:>8} nodes  {FAINT}such as {example}{FAINT:#}\n");
        }
        text += "\n";
        text += &hierarchy.outline(args.lines);
        if let Some(path) = exported {
            text += &format!("\nWritten to {path}: use it as --hierarchy {column}={path}\n");
        }
        console.print(&text)?;
    }
    Ok(Ending::Done)
}
