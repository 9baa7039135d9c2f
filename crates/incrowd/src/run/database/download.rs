//! A release that goes from a database to a file.
//!
//! The rows are published in a temporary table, which the judge proves there, and are then copied. The
//! judge's proof is about that table, so the file is read again and compared with it, cell by cell.

use incrowd_engine::{Session, sql};
use incrowd_io::{Block, Output, OutputColumn, TableWriter};

use super::publish::Publication;
use crate::plan::Plan;
use crate::run::{Context, Error, Result};

/// Rows that are written at once.
const ROWS: usize = 4096;

/// Copies what was published to a file, and tells if the file then holds anything else.
pub fn download(
    publication: &Publication<'_>,
    file: Output,
    plan: &Plan,
    session: &mut Session,
    context: &Context,
) -> Result<(Output, Option<String>)> {
    let _step = context.execution.step("writing", None);
    let names: Vec<String> =
        (publication.columns.iter()).map(|published| sql::name(&published.column.name)).collect();
    let cells: Vec<String> = names.iter().map(|name| format!("p.{name}::text")).collect();
    // Two readings in the order of the table's pages, which no one changes in between.
    let query =
        format!("SELECT {} FROM {} AS p ORDER BY p.ctid", cells.join(", "), publication.staging);
    let columns = publication.columns.iter();
    let columns = columns.map(|published| OutputColumn::text(&published.column.name)).collect();
    let mut writer = TableWriter::new(file, columns, plan.reading.options.delimiter)?;
    let encoder = writer.encoder();
    let mut batch = encoder.batch();
    session.copy_out("copying the release", &query, |row| -> Result<()> {
        row.iter().for_each(|cell| batch.push(cell));
        if batch.rows() >= ROWS {
            writer.write(std::mem::replace(&mut batch, encoder.batch()))?;
        }
        Ok(())
    })?;
    writer.write(batch)?;
    let file = writer.finish()?;
    let table = context.execution.reopen(&file, &plan.reading.of_output())?;
    let mut rows = Rows { blocks: table.blocks(), block: None };
    let mut differ = 0_u64;
    session.copy_out("comparing the file", &query, |row| -> Result<()> {
        let same = rows.next_is(row)?;
        differ += u64::from(!same);
        Ok(())
    })?;
    differ += u64::from(!rows.next_is(&[])?);
    let doubt = (differ > 0)
        .then(|| format!("{differ} rows of the file are not those that the database published"));
    Ok((file, doubt))
}

/// The rows of a file, one after the other.
struct Rows<'t> {
    blocks: incrowd_io::Blocks<'t>,
    block: Option<(Block, usize)>,
}

impl Rows<'_> {
    /// Whether the next row has these cells; after the last row, whether there are none.
    fn next_is(&mut self, cells: &[String]) -> std::result::Result<bool, Error> {
        loop {
            if let Some((block, row)) = &mut self.block
                && *row < block.rows()
            {
                *row += 1;
                return Ok(block.row(*row - 1).eq(cells.iter().map(String::as_str)));
            }
            match self.blocks.next().transpose()? {
                Some(block) => self.block = Some((block, 0)),
                None => return Ok(cells.is_empty()),
            }
        }
    }
}
