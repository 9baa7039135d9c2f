//! What columns and files are called in a `release.toml`.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::scan::ScannedColumn;

/// The names of columns.
pub struct Naming {
    names: Vec<String>,
}

impl Naming {
    /// Those of the table.
    pub fn of(columns: &[ScannedColumn]) -> Naming {
        Naming { names: columns.iter().map(|column| column.name.clone()).collect() }
    }

    pub fn name(&self, place: usize) -> &str {
        &self.names[place]
    }
}

/// The path of the table from the folder of the file; nothing if it is no text.
pub fn relative(file: &Path, table: &Path) -> Option<String> {
    let folder = |path: &Path| match path.parent() {
        Some(folder) if folder != Path::new("") => fs::canonicalize(folder).ok(),
        _ => fs::canonicalize(".").ok(),
    };
    let (from, to) = (folder(file)?, folder(table)?);
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(shared)).collect();
    path.join(table.file_name()?).to_str().map(str::to_owned)
}

/// What is published of a table, as a file: its name without what says how it is laid out.
pub fn published(table: &Path) -> String {
    let name = table.file_name().unwrap_or_default().to_string_lossy();
    let mut stem = name.as_ref();
    for extension in [".gz", ".zst", ".csv", ".tsv", ".parquet", ".xlsx", ".xlsm", ".ods"] {
        stem = stem.strip_suffix(extension).filter(|stem| !stem.is_empty()).unwrap_or(stem);
    }
    format!("{stem}.published.csv")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn publications_are_named_after_tables() {
        for (table, name) in [
            ("a.csv", "a.published.csv"),
            ("b/a.tsv.gz", "a.published.csv"),
            ("a.data", "a.data.published.csv"),
            ("a.parquet", "a.published.csv"),
            (".csv", ".csv.published.csv"),
        ] {
            assert_eq!(published(Path::new(table)), name);
        }
    }

    #[test]
    fn paths_are_relative_to_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("a/b")).unwrap();
        fs::create_dir(at("c")).unwrap();
        assert_eq!(relative(&at("a/r.toml"), &at("a/t.csv")).unwrap(), "t.csv");
        assert_eq!(relative(&at("a/r.toml"), &at("a/b/t.csv")).unwrap(), "b/t.csv");
        assert_eq!(relative(&at("a/b/r.toml"), &at("c/t.csv")).unwrap(), "../../c/t.csv");
        assert_eq!(relative(&at("a/r.toml"), &at("c/../a/t.csv")).unwrap(), "t.csv");
    }
}
