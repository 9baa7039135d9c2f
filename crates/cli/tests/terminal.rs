//! Text for a terminal says nothing that the JSON document does not have.

use incrowd_document::Document;
use incrowd_render::terminal;

use crate::support::{Folder, STUDY};

const REGISTER: &str = "\
name,age,sex,region
Ada,31,F,north
Ben,34,M,north
Cleo,36,F,west
Dan,38,M,west
";

/// The text of a document.
fn drawn(document: &Document) -> String {
    let text = match document {
        Document::Release(release) => terminal::release(release),
        Document::Explore(explore) => terminal::explore(explore),
        Document::Check(check) => terminal::check(check),
        Document::Attack(attack) => terminal::attack(attack),
        _ => panic!("another command wrote {document:?}"),
    };
    anstream::adapter::strip_str(&text).to_string()
}

/// How long it took differs from run to run.
fn timeless(text: &str) -> String {
    let line = |line: &str| match line.split_once(" s in all") {
        Some((before, _)) => before.rsplit_once(", ").map_or("", |(before, _)| before).to_owned(),
        None => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn text_is_drawn_from_the_json_document() {
    let roles = "--id name --qi age,sex,region";
    let register = "--public register.csv --qi age,sex,region";
    for words in [
        format!("release study.csv {roles} --sensitive illness --k 2 --suppress 20% --dry-run"),
        format!("release study.csv {roles} --k 2 --all-minimal --order shuffled --seed 1 --dry-run"),
        format!("release study.csv {roles} --k 2 --recoding multidimensional --dry-run"),
        format!("release study.csv {roles} --k 2 --cost discernibility --algorithm samarati --dry-run"),
        format!("release study.csv {roles} --sensitive illness --l distinct:2 --recoding anatomy --seed 1 --dry-run"),
        format!("release study.csv {roles} --sensitive illness --l distinct:9 --recoding anatomy --dry-run"),
        format!("release study.csv {roles} --k 99 --dry-run"),
        format!("release study.csv {roles} --explore k=2,3,99"),
        format!("release study.csv --id name,illness,salary {register} --recoding randomised --presence 0,9/10 --seed 1 --dry-run"),
        format!("release study.csv --id name,illness,salary {register} --recoding randomised --presence 0,1/9 --seed 1 --dry-run"),
        format!("release study.csv --id name {register} --sensitive illness --presence 0,1 --audit 5 --seed 1 --dry-run"),
        "check study.csv --qi sex,region --sensitive illness --k 2 --l distinct:2 --population 1000".to_owned(),
        "check study.csv --qi sex --group region --sensitive illness --population 1000".to_owned(),
        format!("check register.csv {register} --presence 0,1"),
        format!("attack register.csv {register} --worst 2 --presence 0,1/2"),
        "attack study.csv --original study.csv --qi age,sex,region --sensitive illness".to_owned(),
        format!("attack register.csv {register} --original register.csv --control study.csv"),
    ] {
        let folder = Folder::new();
        // Everybody of the study is in the register.
        let people = STUDY.lines().skip(1).map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            format!("{}\n", cells[..4].join(","))
        });
        folder.write("register.csv", format!("{REGISTER}{}", people.collect::<String>()));
        let (text, json) = (folder.run(&words), folder.run(&format!("{words} --json")));
        let document = Document::read(&json.json()).unwrap();
        assert!(!text.text().is_empty(), "{words}");
        assert_eq!(timeless(&incrowd_cli::with_flags(&drawn(&document))), timeless(text.text()), "{words}");
    }
}
