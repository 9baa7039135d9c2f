//! Tests of the manual: its transcripts are the output of the binary, and its links lead somewhere.
//!
//! Each page of `docs` is run from top to bottom in an empty folder:
//!
//! - a `console` block is a transcript: lines that start with `$ ` are commands (continued after
//!   `\`), the lines after them are the output, and `[N]` at the end is the exit status if it is
//!   not 0. `...` on a line of its own stands for any lines except the exit status. See
//!   `transcript.rs` for what may differ.
//! - a `sh` block is run and must succeed.
//! - any other block needs a comment before it: `<!-- file: NAME -->` writes it into the folder,
//!   `<!-- from: PATH -->` requires it to be part of that file of the repository, `<!-- not run:
//!   WHY -->` skips it. Blocks of `text` need no comment.
//! - a comment `<!-- run: COMMAND -->` is run without being shown, and must succeed.
//!
//! `INCROWD_MANUAL=update cargo test -p incrowd-cli --test it manual::` rewrites what differs, and
//! fails once more to report the differences.

mod links;
mod page;
mod shell;
mod transcript;

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use page::Page;

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All pages of the book except the table of contents, in order of their paths.
fn book() -> Vec<Page> {
    let mut pages = Vec::new();
    gather(&root(), Path::new("docs"), &mut pages);
    pages.sort_by(|one, two| one.path.cmp(&two.path));
    pages
}

fn gather(root: &Path, folder: &Path, pages: &mut Vec<Page>) {
    for entry in fs::read_dir(root.join(folder)).unwrap() {
        let path = folder.join(entry.unwrap().file_name());
        if root.join(&path).is_dir() {
            gather(root, &path, pages);
        } else if path.extension().is_some_and(|end| end == "md") && !path.ends_with("SUMMARY.md") {
            pages.push(Page::read(root, path));
        }
    }
}

#[test]
fn every_transcript_is_what_the_binary_prints() {
    let update = std::env::var("INCROWD_MANUAL").is_ok_and(|wish| wish == "update");
    let walk = |page: &Page| {
        let walked = page.walk(&root());
        if update && walked.text != page.text {
            fs::write(root().join(&page.path), &walked.text).unwrap();
        }
        walked.complaints
    };
    let complaints: Vec<String> = book().par_iter().flat_map_iter(walk).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_link_leads_somewhere() {
    let mut pages = book();
    let besides = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let there = |path: &&str| root().join(path).exists();
    pages.extend(besides.into_iter().filter(there).map(|path| Page::read(&root(), path.into())));
    pages.push(Page::read(&root(), "docs/SUMMARY.md".into()));
    let complaints: Vec<String> =
        pages.iter().flat_map(|page| links::broken(page, &root())).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn the_table_of_contents_has_every_page_once() {
    let summary = Page::read(&root(), "docs/SUMMARY.md".into());
    let mut listed: Vec<PathBuf> =
        links::of(&summary.text).into_iter().map(|link| Path::new("docs").join(link.to)).collect();
    listed.sort();
    let pages: Vec<PathBuf> = book().into_iter().map(|page| page.path).collect();
    assert_eq!(listed, pages);
}

/// A visit of a row to a file: the crate, the file, and the functions that pass the row on.
type Visit<'t> = (&'t str, &'t str, Vec<&'t str>);

/// The visits that `ARCHITECTURE.md` lists for one row.
fn way_of_one_row(section: &str) -> Vec<Visit<'_>> {
    fn code(cell: &str) -> Vec<&str> {
        cell.split('`').skip(1).step_by(2).collect()
    }
    fn visit(line: &str) -> Option<Visit<'_>> {
        let cells: Vec<&str> = line.split('|').collect();
        let [_, _, name, file, functions, _] = cells[..] else { return None };
        Some((code(name).first()?, code(file).first()?, code(functions)))
    }
    section.lines().filter_map(visit).collect()
}

#[test]
fn the_way_of_one_row_is_as_listed() {
    let page = Page::read(&root(), "ARCHITECTURE.md".into()).text;
    let section = page.split("## The way of one row").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let visits = way_of_one_row(section);
    for (name, file, functions) in &visits {
        let path = root().join("crates").join(name).join(file);
        let source = fs::read_to_string(&path).unwrap_or_else(|_| panic!("no {}", path.display()));
        for function in functions {
            let is_there =
                ["(", "<"].iter().any(|end| source.contains(&format!("fn {function}{end}")));
            assert!(is_there, "{name}/{file} has no function {function}");
        }
    }
    let hops: usize = visits.iter().map(|(_, _, functions)| functions.len()).sum();
    let crossings = visits.windows(2).filter(|pair| pair[0].0 != pair[1].0).count();
    let told = format!("{hops} functions and {crossings} crossings between crates");
    let plain = section.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains(&told), "ARCHITECTURE.md should say: {told}");
}

/// The complaints about a page with this text.
fn complaints(text: &str) -> Vec<String> {
    Page { path: "bad.md".into(), text: text.to_owned() }.walk(&root()).complaints
}

#[test]
fn a_false_page_is_found() {
    let console = |text: &str| complaints(&format!("# Page\n\n```console\n{text}```\n"));
    assert_eq!(console("$ printf 'one\\ntwo\\nthree\\n'\none\n...\nthree\n"), [""; 0]);
    assert_eq!(console("$ mkdir a && cd a\n$ basename $PWD\na\n$ (exit 3)\n[3]\n"), [""; 0]);
    let false_ones = [
        "$ echo one\ntwo\n",
        "$ echo one\n",
        "$ echo one\none\ntwo\n",
        "$ printf 'one\\ntwo\\n'\n...\none\n",
        "$ (echo one; exit 1)\none\n",
        "$ echo one\none\n[1]\n",
        "$ (echo one; exit 1)\n...\n",
        "$ (echo one; exit 1)\n...\n[2]\n",
        "$ echo 1.5 m\n1.7 m\n",
        "nobody typed this\n",
    ];
    for text in false_ones {
        assert_eq!(console(text).len(), 1, "{text}");
    }
    assert!(console("$ true\n$ echo one\ntwo\n")[0].starts_with("bad.md:5: "), "the line is named");
    for block in ["```sh\nfalse\n```\n", "```toml\nk = 5\n```\n", "<!-- run: false -->\n"] {
        assert_eq!(complaints(block).len(), 1, "{block}");
    }
    let file =
        "<!-- file: a.toml -->\n```toml\nk = 5\n```\n\n```console\n$ cat a.toml\nk = 5\n```\n";
    assert_eq!(complaints(file), [""; 0]);
    let from =
        |text: &str| complaints(&format!("<!-- from: clippy.toml -->\n```toml\n{text}\n```\n"));
    let line =
        fs::read_to_string(root().join("clippy.toml")).unwrap().lines().next().unwrap().to_owned();
    assert_eq!(from(&line), [""; 0]);
    assert_eq!(from("not in it").len(), 1);
}

#[test]
fn an_update_changes_what_differs_and_no_more() {
    let text = "```console\n$ echo one\ntwo\n$ seq 3\n...\n3\n$ echo in 0.03 s\nin 9.99 s\n```\n";
    let page = Page { path: "page.md".into(), text: text.to_owned() };
    assert_eq!(page.walk(&root()).text, text.replace("two", "one"));
}

#[test]
fn a_broken_link_is_found() {
    let page = |text: &str| Page { path: "docs/introduction.md".into(), text: text.to_owned() };
    let broken = |text: &str| links::broken(&page(text), &root()).len();
    let good =
        "# Here and there\n\n[a](#here-and-there) [b](repro/README.md) [c](https://example.org)\n";
    assert_eq!(broken(good), 0);
    let bad_ones = [
        "[a](#nowhere)",
        "[a](no-such-page.md)",
        "[a](repro/README.md#nowhere)",
        "![a](no-such-picture.svg)",
        "[a](../README.md)",
        "[a][b]\n\n[b]: no-such-page.md",
    ];
    for text in bad_ones {
        assert_eq!(broken(text), 1, "{text}");
    }
}
