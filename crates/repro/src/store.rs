//! Measurements on the disk: a CSV file per experiment, whole after every measurement.
//!
//! The file holds the key of the measurement in its first column, `point`, and the experiment's
//! own columns after it. It is replaced as a whole, so that a run may be ended at any moment and
//! another goes on from the last measurement. What does not read as it was written is refused
//! rather than repaired: a page must not show figures that nobody measured.

use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use incrowd_io::{Location, Output, OutputColumn, ReadOptions, Table, TableWriter};

use crate::{Experiment, Failure, ResultRow, ResultRows, RunScale, pictures};

/// The column that says to which measurement a row belongs.
const POINT: &str = "point";

/// The measurements of one experiment, made and to be made.
pub struct Store<'a> {
    experiment: &'a dyn Experiment,
    path: PathBuf,
    /// Every measurement with its rows, once it is made.
    points: Vec<(String, Option<Vec<ResultRow>>)>,
}

impl<'a> Store<'a> {
    /// What a folder holds of an experiment.
    ///
    /// # Errors
    /// If the file is not as it was written: with the line, and what would be right.
    pub fn open(
        folder: &Path,
        experiment: &'a dyn Experiment,
        scale: RunScale,
    ) -> Result<Store<'a>, Failure> {
        let path = folder.join(file(experiment));
        let points = experiment.points(scale).into_iter().map(|point| (point, None)).collect();
        let mut store = Store { experiment, path, points };
        if store.path.exists() {
            store.read()?;
        }
        Ok(store)
    }

    /// The measurements that are still to be made.
    #[must_use]
    pub fn missing(&self) -> Vec<String> {
        let open = self.points.iter().filter(|(_, rows)| rows.is_none());
        open.map(|(point, _)| point.clone()).collect()
    }

    /// How many measurements there are, made or not.
    #[must_use]
    pub fn points(&self) -> usize {
        self.points.len()
    }

    /// All rows, if all measurements are made.
    #[must_use]
    pub fn rows(&self) -> Option<ResultRows> {
        let columns = self.experiment.columns().iter().map(|&name| name.to_owned()).collect();
        let made: Option<Vec<&Vec<ResultRow>>> =
            self.points.iter().map(|(_, rows)| rows.as_ref()).collect();
        Some(ResultRows { columns, rows: made?.into_iter().flatten().cloned().collect() })
    }

    /// Keeps a measurement.
    ///
    /// # Errors
    /// If there is no such measurement, if its rows are none or not as wide as the experiment's
    /// columns, or if they cannot be written.
    pub fn keep(&mut self, point: &str, rows: Vec<ResultRow>) -> Result<(), Failure> {
        let width = self.experiment.columns().len();
        let wrong = |why: String| Failure::Measuring {
            experiment: self.experiment.name().to_owned(),
            point: point.to_owned(),
            why,
        };
        if rows.is_empty() {
            return Err(wrong("the measurement gave no rows".to_owned()));
        }
        if let Some(row) = rows.iter().find(|row| row.len() != width) {
            return Err(wrong(format!("a row has {} cells, expected {width}", row.len())));
        }
        let place = self.points.iter_mut().find(|(key, _)| key == point);
        place.ok_or_else(|| wrong("there is no such measurement".to_owned()))?.1 = Some(rows);
        self.write()
    }

    fn write(&self) -> Result<(), Failure> {
        let output = Output::create(&Location::Path(self.path.clone()), true, &[])?;
        let columns = self.columns().map(OutputColumn::text).collect();
        let mut writer = TableWriter::new(output, columns, None)?;
        let mut batch = writer.encoder().batch();
        for (point, rows) in &self.points {
            for row in rows.iter().flatten() {
                batch.push(point);
                row.iter().for_each(|cell| batch.push(cell));
            }
        }
        writer.write(batch)?;
        Ok(writer.finish()?.commit()?)
    }

    fn columns(&self) -> impl Iterator<Item = &'static str> {
        [POINT].into_iter().chain(self.experiment.columns().iter().copied())
    }

    fn read(&mut self) -> Result<(), Failure> {
        let location = Location::Path(self.path.clone());
        let broken = |error: incrowd_io::IoError| Failure::Damaged {
            problem: error.to_string(),
            file: self.path.display().to_string(),
            line: error.line(),
        };
        let table = Table::open(&location, &ReadOptions::default()).map_err(broken)?;
        if !self.columns().eq(table.columns().iter().map(String::as_str)) {
            let wanted = self.columns().collect::<Vec<_>>().join(",");
            return Err(self.damaged(1, &format!("the columns are not '{wanted}'")));
        }
        let mut last = 1;
        for block in table.blocks() {
            let block = block.map_err(broken)?;
            for row in 0..block.rows() {
                last = block.line(row);
                let mut cells = block.row(row).map(str::to_owned);
                let point = cells.next().unwrap_or_default();
                let rest = cells.collect();
                let Some((_, rows)) = self.points.iter_mut().find(|(key, _)| *key == point) else {
                    return Err(self.damaged(last, &format!("there is no measurement '{point}'")));
                };
                rows.get_or_insert_default().push(rest);
            }
        }
        if !self.ends_well()? {
            return Err(self.damaged(last, "the row is cut off"));
        }
        Ok(())
    }

    /// Whether the last line ends, as every line does that was written whole.
    fn ends_well(&self) -> Result<bool, Failure> {
        let failed = |source| Failure::Disk { path: self.path.display().to_string(), source };
        let mut file = fs::File::open(&self.path).map_err(failed)?;
        file.seek(SeekFrom::End(-1)).map_err(failed)?;
        let mut end = [0];
        file.read_exact(&mut end).map_err(failed)?;
        Ok(end == *b"\n")
    }

    fn damaged(&self, line: u64, why: &str) -> Failure {
        let file = self.path.display().to_string();
        Failure::Damaged { problem: format!("{file}, line {line}: {why}"), file, line: Some(line) }
    }
}

/// The name of an experiment's file.
#[must_use]
pub fn file(experiment: &dyn Experiment) -> String {
    format!("{}.csv", experiment.name())
}

/// Removes what a folder holds of an experiment, its charts too.
///
/// # Errors
/// If a file is there and cannot be removed.
pub fn discard(folder: &Path, experiment: &dyn Experiment) -> Result<(), Failure> {
    let path = folder.join(file(experiment));
    match fs::remove_file(&path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::Disk { path: path.display().to_string(), source })
        }
        _ => pictures::discard(folder, experiment.name(), 0),
    }
}
