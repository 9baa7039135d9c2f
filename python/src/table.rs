//! Arrow tables that come from Python and go there, without a copy.

use std::io::Cursor;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::SchemaRef;
use incrowd::io::{ArrowTable, OutputColumn, TableWriter};
use incrowd::{Error, Location, Output, Table};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};
use pyo3_arrow::PyTable;

use crate::error::{exception, internal};

/// A table of Arrow record batches. A source that can be read once is read here, and kept.
#[pyclass(module = "incrowd._incrowd", frozen)]
#[derive(Debug)]
pub struct ArrowData {
    pub schema: SchemaRef,
    pub batches: Vec<RecordBatch>,
}

impl ArrowData {
    /// The table under a name for messages.
    pub fn named(&self, name: &str) -> Result<ArrowTable, Error> {
        let empty = || vec![RecordBatch::new_empty(self.schema.clone())];
        let batches = if self.batches.is_empty() { empty() } else { self.batches.clone() };
        Ok(ArrowTable::new(name, batches)?)
    }

    /// A table that was released.
    pub fn of(table: &ArrowTable) -> ArrowData {
        ArrowData { schema: table.schema(), batches: table.batches().to_vec() }
    }

    /// A table of columns.
    pub fn of_columns(columns: Vec<(String, ArrayRef)>) -> PyResult<ArrowData> {
        let batch = RecordBatch::try_from_iter(columns).map_err(internal)?;
        Ok(ArrowData { schema: batch.schema(), batches: vec![batch] })
    }

    /// Writes a file, as the command would write this release.
    fn write(&self, path: &str, force: bool) -> Result<(), Error> {
        let table = Table::from(self.named("the table")?);
        let kinds = table.kinds().unwrap_or_default();
        let columns = (table.columns().iter().zip(kinds))
            .map(|(name, kind)| OutputColumn { kind, ..OutputColumn::text(name) });
        let output = Output::create(&Location::from(path), force, &[])?;
        let mut writer = TableWriter::new(output, columns.collect(), None)?;
        for block in table.blocks() {
            let block = block?;
            let mut batch = writer.encoder().batch();
            (0..block.rows()).for_each(|row| block.row(row).for_each(|cell| batch.push(cell)));
            writer.write(batch)?;
        }
        Ok(writer.finish()?.commit()?)
    }
}

#[pymethods]
impl ArrowData {
    /// Reads anything with `__arrow_c_stream__`.
    #[staticmethod]
    fn of_stream(source: PyTable) -> ArrowData {
        let (batches, schema) = source.into_inner();
        ArrowData { schema, batches }
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let table = PyTable::try_new(self.batches.clone(), self.schema.clone())?;
        Bound::new(py, table)?.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    /// The number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The cells of all rows as text, as a CSV file would have them.
    fn texts(&self, py: Python<'_>) -> PyResult<Vec<Vec<String>>> {
        let texts = py.detach(|| Ok(Table::from(self.named("the table")?).to_rows()?));
        texts.map_err(|error: Error| exception(py, &error))
    }

    /// Writes a file in the format that its name promises.
    fn save(&self, py: Python<'_>, path: &str, force: bool) -> PyResult<()> {
        py.detach(|| self.write(path, force)).map_err(|error| exception(py, &error))
    }

    /// The table as an Arrow stream in bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut writer = StreamWriter::try_new(Vec::new(), &self.schema).map_err(internal)?;
        self.batches.iter().try_for_each(|batch| writer.write(batch)).map_err(internal)?;
        Ok(PyBytes::new(py, &writer.into_inner().map_err(internal)?))
    }

    /// The table of such bytes.
    #[staticmethod]
    fn of_bytes(bytes: &[u8]) -> PyResult<ArrowData> {
        let reader = StreamReader::try_new(Cursor::new(bytes), None).map_err(internal)?;
        let schema = Arc::clone(&reader.schema());
        let batches = reader.collect::<Result<_, _>>().map_err(internal)?;
        Ok(ArrowData { schema, batches })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Py<PyAny>, (Bound<'py, PyBytes>,))> {
        let make = py.get_type::<ArrowData>().getattr("of_bytes")?.unbind();
        Ok((make, (self.to_bytes(py)?,)))
    }
}
