//! What can be added by a file and a line is listed: no builder's or cost's file is forgotten, and
//! each is found by the words by which users ask for it.

use std::fs;
use std::path::Path;

use incrowd_core::cost::Cost;
use incrowd_core::hierarchy::{BUILDERS, BuilderSyntax, Spec};

/// The names of the files in a folder of the sources that have this text, without their endings.
fn files_with(folder: &str, text: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.is_file());
    let found = files.filter(|path| fs::read_to_string(path).unwrap().contains(text));
    let mut names: Vec<String> =
        found.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    names
}

#[test]
fn every_builder_is_listed() {
    let mut listed: Vec<&str> = BUILDERS.iter().map(|form| form.name).collect();
    listed.sort_unstable();
    assert_eq!(files_with("hierarchy", "\nimpl Builder for "), listed);
}

#[test]
fn every_builder_is_asked_for_by_its_form() {
    for form in BUILDERS {
        let words = if form.name == "file" { "ages.csv" } else { form.example };
        let unread = Spec::parse(words).unwrap();
        let is_file = matches!(form.reading, BuilderSyntax::File(_) | BuilderSyntax::Path(_));
        assert_eq!(unread.path().is_some(), is_file, "{words}");
        let spec = unread.read(|_| Ok::<_, ()>("a;*".into())).unwrap();
        assert_eq!(spec.builder().words(), words);
        let again = form.read(words).unwrap().read(|_| Ok::<_, ()>("a;*".into())).unwrap();
        assert_eq!(again, spec);
        let others = form.read("nothing:5");
        assert_eq!(others.is_ok(), matches!(form.reading, BuilderSyntax::Path(_)), "{}", form.name);
    }
}

#[test]
fn every_cost_is_listed_and_found_by_its_name() {
    let mut listed: Vec<String> =
        Cost::ALL.iter().map(|cost| cost.name.replace('-', "_")).collect();
    listed.sort_unstable();
    assert_eq!(files_with("cost", "basis: Basis::"), listed);
    for &cost in Cost::ALL {
        let found = Cost::from_name(cost.name).unwrap();
        assert_eq!((found, found.about), (cost, cost.about));
        let others = Cost::ALL.iter().filter(|other| **other == cost);
        assert_eq!(others.count(), 1, "{cost:?}");
    }
    assert_eq!(Cost::from_name("cost"), None);
}
