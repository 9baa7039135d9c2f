//! The dependencies in `ARCHITECTURE.md` are those of the manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Rooms = BTreeMap<String, BTreeSet<String>>;

/// Which crates depend on which, by the table of the page.
fn told(page: &str) -> Rooms {
    let table = page.split("| crate | depends on |").nth(1).unwrap();
    let lines = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let names = |cell: &str| -> BTreeSet<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let room = |line: &str| {
        let cells: Vec<&str> = line.split('|').collect();
        (names(cells[1]).pop_first().unwrap(), names(cells[2]))
    };
    lines.map(room).collect()
}

/// The workspace crates that a manifest depends on, except for its tests.
fn known(manifest: &str) -> BTreeSet<String> {
    let table = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let lines = table.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| name.starts_with("incrowd")).map(short).collect()
}

/// A crate by the name that the page uses.
fn short(package: &str) -> String {
    package.strip_prefix("incrowd-").unwrap_or(package).to_owned()
}

#[test]
fn the_page_names_the_dependencies_of_each_crate() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let told = told(&fs::read_to_string(home.parent().unwrap().join("ARCHITECTURE.md")).unwrap());
    let folders = fs::read_dir(home).unwrap().map(|entry| entry.unwrap().path());
    let found: Rooms = folders
        .chain(["docs", "python"].map(|folder| home.with_file_name(folder)))
        .map(|folder| {
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            let package = manifest.split("name = \"").nth(1).unwrap().split('"').next().unwrap();
            (short(package), known(&manifest))
        })
        .collect();
    // A known crate shows that manifests are read correctly.
    assert_eq!(found["judge"], BTreeSet::from(["io".to_owned(), "terms".to_owned()]));
    assert_eq!(told, found);
}
