//! Tables in PostgreSQL: the same results as from files, and rows that stay where they are.

use serde_json::Value;

use crate::support::postgres::Server;
use crate::support::{Folder, cells};

const STUDY_COLUMNS: &str =
    "name text, age int, sex char(1), region varchar(10), illness text, salary numeric, ward text";

const ROLES: &str = "--qi age,sex,region --sensitive illness,salary";

const HIERARCHIES: &str = "--hierarchy age=intervals:10,20 --hierarchy region=region.csv";

/// A folder and a server with the study.
fn study() -> (Folder, Server) {
    let (folder, server) = (Folder::new(), Server::start());
    server.load("study", STUDY_COLUMNS, &folder.path("study.csv"));
    (folder, server)
}

/// Rows in a fixed order.
fn sorted(text: &str) -> Vec<Vec<String>> {
    let mut rows = cells(text);
    rows.sort();
    rows
}

/// The rows of a table, without the blanks that pad texts.
fn rows(server: &Server, table: &str) -> Vec<Vec<String>> {
    let text = server.sql(&format!("COPY (SELECT * FROM {table}) TO STDOUT CSV HEADER"));
    let mut rows = sorted(&(text + "\n"));
    rows.iter_mut().flatten().for_each(|cell| *cell = cell.trim_end().to_owned());
    rows
}

/// What must be the same of a release, wherever the table is.
fn essence(document: &Value) -> Value {
    let of = |name: &str| document[name].clone();
    let guarantee = |found: &Value| -> Vec<Value> {
        ["model", "demanded", "measured", "holds"].iter().map(|key| found[*key].clone()).collect()
    };
    let guarantees: Vec<Vec<Value>> =
        document["guarantees"].as_array().unwrap().iter().map(guarantee).collect();
    serde_json::json!({
        "levels": of("levels"), "classes": of("classes"), "cost": of("cost"), "rows": of("rows"),
        "lower_bound": of("lower_bound"), "proven": of("proven"), "guarantees": guarantees,
        "verified": of("verified"), "presence": of("presence"), "columns": of("columns"),
        "algorithm": of("algorithm"), "nearest": of("nearest"),
    })
}

/// Releases a table from its file and from the database, and compares both.
#[track_caller]
fn same_release(
    folder: &Folder,
    server: &Server,
    (file, table): (&str, &str),
    flags: &str,
) -> Value {
    let run = |words: &str| folder.run(words).succeeds().json();
    let of_file = run(&format!("release {file} {flags} -o out.csv --json --force"));
    let (source, output) = (server.table(table), server.table("public.out"));
    let of_database = run(&format!("release {source} {flags} -o {output} --json --force"));
    assert_eq!(essence(&of_database), essence(&of_file), "{flags}");
    assert!(rows(server, "out") == sorted(&folder.text("out.csv")), "{flags}");
    assert_eq!(of_database["engine"]["kind"], "postgres");
    assert!(!of_database.to_string().contains("s3cret"));
    of_database
}

#[test]
#[ignore = "needs PostgreSQL, which bench/setup installs"]
fn a_check_finds_the_same_in_a_file_and_in_a_database() {
    let (folder, server) = study();
    let flags = format!("{ROLES} --k 1 --l illness=distinct:1 --proximity salary=10%,1 --json");
    let of_file = folder.run(&format!("check study.csv {flags}")).succeeds().json();
    let of_database =
        folder.run(&format!("check {} {flags}", server.table("study"))).succeeds().json();
    for key in ["rows", "classes", "k", "unique_rows", "average_class", "proximity", "risk"] {
        assert_eq!(of_database[key], of_file[key], "{key}");
    }
    let t = |found: &Value| found["sensitive"]["salary"]["t_ordered"].clone();
    assert_eq!(t(&of_database), t(&of_file));
    assert_eq!(of_database["engine"]["rows_moved"].as_u64().map(|rows| rows < 40), Some(true));
    let place = of_database["table"].as_str().unwrap();
    assert!(place.starts_with("postgres://incrowd@/") && place.ends_with("#study"), "{place}");
}

#[test]
#[ignore = "needs PostgreSQL, which bench/setup installs"]
fn a_release_is_the_same_from_a_file_and_from_a_database() {
    let (folder, server) = study();
    let tables = ("study.csv", "study");
    for demands in [
        "--k 2",
        "--k 3 --suppress 3",
        "--k 2 --l illness=distinct:2 --t salary=0.6:ordered",
        "--k 2 --suppress 50% --level age=0..1",
        "--k 2 --recoding multidimensional",
        "--k 2 --recoding multidimensional --suppress 2",
    ] {
        let boxes = demands.contains("multidimensional");
        let hierarchies = if boxes { "--hierarchy region=region.csv" } else { HIERARCHIES };
        let flags = format!("{ROLES} --id name {hierarchies} {demands}");
        same_release(&folder, &server, tables, &flags);
    }
    assert_eq!(server.tables(), ["out", "study"], "no staging table is left");
    let kinds = server.sql(
        "SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'out'::regclass \
         AND attnum > 0 ORDER BY attnum",
    );
    assert!(kinds.contains("salary|numeric") && kinds.contains("age|text"), "{kinds}");
}

#[test]
#[ignore = "needs PostgreSQL, which bench/setup installs"]
fn a_release_goes_from_a_database_to_a_file() {
    let (folder, server) = study();
    let flags = format!("{ROLES} --id name {HIERARCHIES} --k 2 --json");
    folder.run(&format!("release study.csv {flags} -o out.csv")).succeeds();
    let source = server.table("study");
    let found = folder.run(&format!("release {source} {flags} -o other.csv")).succeeds().json();
    assert_eq!((&found["output"], &found["verified"]), (&"other.csv".into(), &true.into()));
    assert_eq!(sorted(&folder.text("other.csv")), sorted(&folder.text("out.csv")));
    folder.run(&format!("release {source} {flags} -o other.csv")).ends(2).says(&["exists"]);
    folder.run(&format!("release {source} {flags} -o other.parquet")).succeeds();
    let k = folder.run("check other.parquet --qi age,sex,region --json").succeeds().json();
    assert_eq!(k["k"], 2);
    let printed = folder.run(&format!("release {source} {} -o -", flags.replace("--json", "")));
    assert_eq!(sorted(printed.succeeds().text()), sorted(&folder.text("out.csv")));
    let refused = flags.replace("--k 2", "--k 13");
    folder.run(&format!("release {source} {refused} -o none.csv")).ends(1);
    assert!(!folder.has("none.csv"));
    assert_eq!(server.tables(), ["study"]);
}

#[test]
#[ignore = "needs PostgreSQL, which bench/setup installs"]
fn attacks_and_scans_find_the_same_in_a_file_and_in_a_database() {
    let (folder, server) = study();
    let source = server.table("study");
    let release = format!("{ROLES} --id name {HIERARCHIES} --k 2 --suppress 2 --json");
    folder.run(&format!("release study.csv {release} -o out.csv")).succeeds();
    folder.run(&format!("release {source} {release} -o {}", server.table("out"))).succeeds();
    let run = |words: &str| folder.run(words).succeeds().json();
    let flags = format!("--qi age,sex,region --sensitive illness {HIERARCHIES} --worst 3 --json");
    let of_file = run(&format!("attack out.csv --public study.csv {flags}"));
    for (published, register) in
        [(server.table("out"), source.clone()), (server.table("out"), "study.csv".to_owned())]
    {
        let found = run(&format!("attack {published} --public {register} {flags}"));
        for key in ["people", "published_rows", "presence", "certainly_in", "histogram"] {
            assert_eq!(found[key], of_file[key], "{key}");
        }
        assert_eq!(found["engine"]["kind"], "postgres");
    }
    let sets = "--set age,sex --set region --set age,region,sex --json";
    let (of_file, found) =
        (run(&format!("scan study.csv {sets}")), run(&format!("scan {source} {sets}")));
    assert_eq!(found["sets"], of_file["sets"]);
    assert_eq!(found["rows"], 12);
    folder.run(&format!("scan {source}")).ends(2).says(&["name each with --set"]);
}

#[test]
#[ignore = "needs PostgreSQL, which bench/setup installs"]
fn a_release_that_does_not_hold_publishes_nothing() {
    let (folder, server) = study();
    let (source, output) = (server.table("study"), server.table("public.out"));
    let words = format!("release {source} {ROLES} --id name {HIERARCHIES} -o {output}");
    let refused = folder.run(&format!("{words} --k 13 --json")).ends(1).json();
    assert_eq!(refused["output"], Value::Null);
    assert_eq!(refused["engine"]["kind"], "postgres");
    folder.run(&format!("{words} --k 2 --dry-run")).succeeds();
    assert_eq!(server.tables(), ["study"]);
    // Names of people stay in, and that is refused.
    let named = words.replace("--id name", "");
    folder.run(&format!("{named} --k 2 --strict")).ends(2).says(&["'name'", "--id name"]);
    assert_eq!(server.tables(), ["study"]);
    folder.run(&format!("{words} --k 2")).succeeds();
    folder.run(&format!("{words} --k 3")).ends(2).says(&["exists", "--force"]);
    folder.run(&format!("{words} --k 3 --force")).succeeds();
    let same =
        format!("release {source} {ROLES} --id name {HIERARCHIES} -o {source} --k 2 --force");
    folder.run(&same).ends(2).says(&["is the table itself"]);
    assert_eq!(server.sql("SELECT count(*) FROM study"), "12");
}

#[test]
#[ignore = "needs PostgreSQL, which bench/setup installs"]
fn what_a_database_does_not_do_is_refused_before_any_work() {
    let (folder, server) = study();
    let (source, output) = (server.table("study"), server.table("out"));
    let words = format!("release {source} {ROLES} --k 2 -o {output}");
    for (flags, said) in [
        ("--person name", "--person does not go with a table in a database"),
        ("--report r.html", "--report does not go with a table in a database"),
        ("--certificate c.json", "--certificate does not go with"),
        ("--keep-suppressed", "--keep-suppressed does not go with"),
        ("--trim", "--trim does not go with"),
        ("--decimal ,", "--decimal does not go with"),
        ("--delimiter ;", "--delimiter does not go with"),
        ("--recoding local", "full-domain or multidimensional"),
        ("--recoding multidimensional --algorithm mondrian-relaxed", "mondrian-relaxed"),
        ("--order input", "--order input does not go with"),
    ] {
        folder.run(&format!("{words} {flags}")).ends(2).says(&[said]);
    }
    for (words, said) in [
        (
            format!("mask {source} --qi age --k 10 --beta 0.1 -o out.csv"),
            "is a table of a database",
        ),
        (format!("hierarchy age=auto {source}"), "is a table of a database"),
        (format!("check {} --qi age", server.table("none")), "there is no table 'none'"),
        (format!("check {source} --qi agee"), "did you mean 'age'?"),
        (format!("check {source} --qi age --person name"), "--person does not go with"),
        (format!("release study.csv --qi age --k 2 -o {output}"), "comes from the same one"),
        (format!("release {source} --qi age --explore k=2,3"), "--explore does not go with"),
        ("check postgres://ada:s3cret@db.example.org/x#t --qi age".to_owned(), "sslmode=disable"),
        ("check postgres://ada:s3cret@127.0.0.1:1/x#t --qi age".to_owned(), "no connection"),
        ("check postgres://ada:s3cret@127.0.0.1:1/x --qi age".to_owned(), "names no table"),
    ] {
        let run = folder.run(&words).ends(2).says(&[said]);
        assert!(!run.stderr.contains("s3cret"), "{run}");
    }
    assert_eq!(server.tables(), ["study"]);
}

#[test]
#[ignore = "needs PostgreSQL, which bench/setup installs, and Adult, which .ci/adult fetches"]
fn adult_is_released_the_same_from_a_file_and_from_a_database() {
    let (folder, server) = (Folder::new(), Server::start());
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/adult/adult.data");
    let text = std::fs::read_to_string(data).expect("what .ci/adult fetches");
    let header = "age,workclass,fnlwgt,education,education_num,marital,occupation,relationship,race,sex,gain,loss,\
                  hours,country,income\n";
    folder.write("adult.csv", header.to_owned() + &text.trim_end().replace(", ", ","));
    let columns = "age int, workclass text, fnlwgt int, education text, education_num int, marital text, \
                   occupation text, relationship text, race text, sex char(10), gain int, loss int, hours int, \
                   country varchar(40), income text";
    server.load("adult", columns, &folder.path("adult.csv"));
    let roles = "--qi age,sex,race,education --sensitive occupation --id fnlwgt";
    for demands in [
        "--k 5 --l distinct:2 --suppress 2%",
        "--k 10 --recoding multidimensional --algorithm mondrian",
    ] {
        let flags = format!("{roles} {demands}");
        same_release(&folder, &server, ("adult.csv", "adult"), &flags);
    }
}

#[test]
#[ignore = "needs PostgreSQL, which bench/setup installs"]
fn the_demo_study_is_released_the_same_beside_its_register() {
    let (folder, server) = (Folder::new(), Server::start());
    folder.run("demo study -o . -q --force").succeeds();
    let load = |name: &str| {
        let file = format!("{name}.csv");
        let header = folder.text(&file).lines().next().unwrap().to_owned();
        let kind = |column: &str| if column == "age" { "int" } else { "text" };
        let columns: Vec<String> =
            header.split(',').map(|column| format!("\"{column}\" {}", kind(column))).collect();
        server.load(name, &columns.join(", "), &folder.path(&file));
    };
    ["everyone", "register", "study"].into_iter().for_each(load);
    let qi = "--qi age,sex,zip,job --sensitive illness --hierarchy zip=mask:5 --hierarchy job=tree:jobs.txt";
    let run = |words: &str| folder.run(words).succeeds().json();
    let flags =
        format!("{qi} --id name --presence 0,0.5 --recoding multidimensional --effort fast");
    let flags = match folder.text("study.csv").starts_with("name") {
        true => flags,
        false => flags.replace("--id name ", ""),
    };
    let of_file =
        run(&format!("release study.csv {flags} --public register.csv -o out.csv --json"));
    let (study, register) = (server.table("study"), server.table("register"));
    for (source, public, output) in [
        (study.as_str(), register.as_str(), server.table("out")),
        (study.as_str(), "register.csv", server.table("out")),
        ("study.csv", register.as_str(), "out2.csv".to_owned()),
    ] {
        let words =
            format!("release {source} {flags} --public {public} -o {output} --json --force");
        assert_eq!(essence(&run(&words)), essence(&of_file), "{source} {public}");
    }
    assert!(rows(&server, "out") == sorted(&folder.text("out.csv")));
    assert!(folder.bytes("out2.csv") == folder.bytes("out.csv"));
}

/// Rows of every kind that a database could group otherwise than a file, and a table of them.
fn nasty(folder: &Folder, server: &Server) {
    server.sql(
        "CREATE EXTENSION citext; \
         CREATE COLLATION blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false); \
         CREATE TYPE mood AS ENUM ('fine', 'so so', ''); \
         CREATE DOMAIN zip AS varchar(10); \
         CREATE TABLE \"Nasty.\"\"one\" (\"select\" text, padded char(6), folded citext, blind text COLLATE blind, \
         number numeric, day date, flag boolean, mood mood, zip zip, \"quo\"\"te's\" text, note text, tags text[], \
         weight float8)",
    );
    let texts = [
        "",
        "a",
        "A",
        "ä",
        "a\u{308}",
        "O'Hara",
        "x\\y",
        "tab\there",
        "\"q\"",
        "two\nlines",
        " a ",
        "NULL",
        "\\N",
    ];
    let numbers = ["1", "1.0", "2", ""];
    let mut rows = Vec::new();
    let mut csv = String::from(
        "select,padded,folded,blind,number,day,flag,mood,zip,\"quo\"\"te's\",note,tags,weight\n",
    );
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    for row in 0..240_usize {
        let text = texts[row % texts.len()];
        let padded = ["a", "ab", ""][row % 3];
        let folded = ["Ann", "ann", "ANN"][row % 3];
        let blind = ["é", "É", "e", ""][row % 4];
        let number = numbers[row / 3 % 4];
        let day = ["2024-02-29", "1999-12-31", ""][row % 3];
        let flag = ["true", "false", ""][row / 5 % 3];
        let mood = ["fine", "so so", ""][row / 7 % 3];
        let zip = ["01002", "1002"][row % 2];
        let quote = ["it's", "\"\"", "$$"][row % 3];
        let note = format!("note {}", row % 4);
        let cells = [
            text, padded, folded, blind, number, day, flag, mood, zip, quote, &note, "{a,b}", "0.1",
        ];
        csv += &(cells.map(quoted).join(",") + "\n");
        // A missing text is NULL in every other row, and empty in the others.
        let literal = |(place, cell): (usize, &str)| match cell {
            "" if matches!(place, 4..=6) || row % 2 == 0 => "NULL".to_owned(),
            cell => format!("E'{}'", cell.replace('\\', "\\\\").replace('\'', "''")),
        };
        let literals: Vec<String> = cells.into_iter().enumerate().map(literal).collect();
        rows.push(format!("({})", literals.join(", ")));
    }
    folder.write("nasty.csv", csv);
    server.sql(&format!("INSERT INTO \"Nasty.\"\"one\" VALUES {}", rows.join(", ")));
}

#[test]
#[ignore = "needs PostgreSQL, which bench/setup installs"]
fn every_nasty_value_is_what_it_is_in_a_file() {
    let (folder, server) = (Folder::new(), Server::start());
    nasty(&folder, &server);
    let before = server
        .sql("SELECT md5(string_agg(t::text, '|' ORDER BY ctid)) FROM \"Nasty.\"\"one\" AS t");
    let table = "public.\"Nasty.\"\"one\"";
    let mut published = 0;
    for column in ["select", "padded", "folded", "blind", "number", "day", "flag", "mood", "zip"] {
        for demands in ["--k 2", "--k 15 --suppress 50%", "--k 60 --recoding multidimensional"] {
            // Kept texts are compared where no column is generalized by another name.
            let flags = format!("--qi {column} --sensitive note --type {column}=text {demands}");
            published += u32::from(nasty_release(&folder, &server, table, &flags));
        }
    }
    assert!(published > 20, "{published}");
    let all = "--qi select,folded,number,day,zip --sensitive note,mood";
    for demands in ["--k 3 --suppress 30%", "--k 4 --recoding multidimensional"] {
        assert!(nasty_release(&folder, &server, table, &format!("{all} {demands}")));
    }
    let source = server.table(table);
    let check = |column: &str| folder.run(&format!("check {source} --qi {column}")).ends(2);
    check("weight").says(&["'weight'", "double precision", "not exact", "view"]);
    check("tags").says(&["'tags'", "text[]", "no text of their own"]);
    folder.run(&format!("check {source} --qi flag --sensitive weight")).succeeds();
    let after = server
        .sql("SELECT md5(string_agg(t::text, '|' ORDER BY ctid)) FROM \"Nasty.\"\"one\" AS t");
    assert_eq!(after, before, "the source is untouched");
}

/// Releases the nasty table from its file and from the database, and compares both; tells whether there
/// is a release.
#[track_caller]
fn nasty_release(folder: &Folder, server: &Server, table: &str, flags: &str) -> bool {
    let (source, output) = (server.table(table), server.table("public.out"));
    let json = |run: &str| folder.run(run).json();
    let of_file = json(&format!("release nasty.csv {flags} -o out.csv --json --force"));
    let of_database = json(&format!("release {source} {flags} -o {output} --json --force"));
    assert_eq!(of_database["error"], of_file["error"], "{flags}");
    assert_eq!(essence(&of_database), essence(&of_file), "{flags}");
    if of_file["output"].is_null() {
        return false;
    }
    // NULL is all that is left of missing texts.
    let empty = server.sql(
        "SELECT count(*) FROM out WHERE \"select\" = '' OR padded::text = '' OR blind = '' OR mood::text = ''",
    );
    assert_eq!(empty, "0", "{flags}");
    let found = rows(server, "out");
    let mut expected = sorted(&folder.text("out.csv"));
    expected.iter_mut().flatten().for_each(|cell| *cell = cell.trim_end().to_owned());
    expected.sort();
    let flat = |rows: &[Vec<String>]| -> Vec<Vec<String>> {
        let cell = |cell: &String| match cell.as_str() {
            "t" => "true".to_owned(),
            "f" => "false".to_owned(),
            _ => cell.clone(),
        };
        let mut rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        rows.sort();
        rows
    };
    assert!(flat(&found) == flat(&expected), "{flags}");
    true
}

/// A larger study, so that a run takes long enough to be disturbed.
fn large(server: &Server) -> String {
    server.sql(
        "CREATE TABLE large AS SELECT i AS name, i % 89 AS age, i % 2 AS sex, i * 7919 % 1000 AS zip, \
         i * 31 % 17 AS illness, md5(i::text) AS note FROM generate_series(1, 60000) AS i; \
         CREATE TABLE out AS SELECT 'older' AS release",
    );
    let (source, output) = (server.table("large"), server.table("out"));
    format!(
        "release {source} --qi age,sex,zip --sensitive illness --id name,note --k 5 --suppress 20% \
         --hierarchy age=intervals:10,20,40 --hierarchy zip=intervals:50,100,500 --force -o {output}"
    )
}

#[test]
#[ignore = "needs PostgreSQL, which bench/setup installs"]
fn a_server_that_is_killed_leaves_the_older_table_or_the_new_one() {
    let (folder, mut server) = (Folder::new(), Server::start());
    let words = large(&server);
    server.sql("CREATE TABLE aside AS SELECT * FROM large; DROP TABLE out");
    let start = std::time::Instant::now();
    folder.run(&words).succeeds();
    let whole = start.elapsed();
    let published =
        server.sql("SELECT count(*), md5(string_agg(o::text, '|' ORDER BY o::text)) FROM out AS o");
    let mut outcomes = (0, 0);
    for moment in 1..=10 {
        server.sql("DROP TABLE out; CREATE TABLE out AS SELECT 'older' AS release");
        let mut child = folder.command(&words);
        child.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
        let child = child.spawn().unwrap();
        std::thread::sleep(whole * moment / 10);
        server.kill_and_restart();
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        let found = server.tables();
        assert_eq!(found, ["aside", "large", "out"], "no staging table: {said}");
        let same = "SELECT count(*) FROM (SELECT * FROM large EXCEPT ALL SELECT * FROM aside) AS d";
        assert_eq!(server.sql(same), "0", "the source is untouched");
        if server.sql("SELECT * FROM out LIMIT 1") == "older" {
            assert_eq!(ended.status.code(), Some(2), "{said}");
            let told =
                ["connection", "57P01", "57P02", "57P03"].iter().any(|part| said.contains(part));
            assert!(told && !said.contains("panicked"), "{said}");
            outcomes.0 += 1;
        } else {
            let now =
                "SELECT count(*), md5(string_agg(o::text, '|' ORDER BY o::text)) FROM out AS o";
            assert_eq!(server.sql(now), published);
            outcomes.1 += 1;
        }
    }
    assert!(outcomes.0 > 3, "{outcomes:?}");
    folder.run(&words).succeeds();
}

/// Everything is as it was before the release.
#[track_caller]
fn assert_untouched(server: &Server, what: &str) {
    assert_eq!(server.tables(), ["large", "out"], "{what}");
    assert_eq!(server.sql("SELECT * FROM out"), "older", "{what}");
    assert_eq!(server.sql("SELECT count(*), sum(name) FROM large"), "60000|1800030000", "{what}");
}

/// Starts a release, and does something to it while it runs.
fn disturbed(folder: &Folder, words: &str, disturb: impl FnOnce()) -> (Option<i32>, String) {
    let mut child = folder.command(words);
    child.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
    let child = child.spawn().unwrap();
    disturb();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(!said.contains("panicked") && !said.contains("s3cret"), "{said}");
    (ended.status.code(), said)
}

/// Waits until a session of incrowd is in its transaction.
fn wait_for_session(server: &Server) {
    for _ in 0..500 {
        let sessions = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'incrowd' \
                        AND backend_xmin IS NOT NULL";
        if server.sql(sessions) != "0" {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("no session");
}

#[test]
#[ignore = "needs PostgreSQL, which bench/setup installs"]
fn what_gets_in_the_way_is_told_and_leaves_nothing() {
    let (folder, server) = (Folder::new(), Server::start());
    let words = large(&server);
    // The connection is cut.
    let (status, said) = disturbed(&folder, &words, || {
        wait_for_session(&server);
        server.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'incrowd'",
        );
    });
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("57P01") || said.contains("connection"), "{said}");
    assert_untouched(&server, "a cut connection");
    // incrowd is killed.
    let mut child = folder.command(&words);
    child.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let mut child = child.spawn().unwrap();
    wait_for_session(&server);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_untouched(&server, "a run that is killed");
    // Somebody else holds the older table.
    let locked = words.replace("?host", "?options=-c%20lock_timeout%3D300&host");
    server.holding("out", || {
        folder.run(&locked).ends(2).says(&["lock timeout", "55P03"]);
    });
    assert_untouched(&server, "a lock");
    // Somebody else holds the table.
    server.holding("large", || {
        folder.run(&locked).ends(2).says(&["55P03"]);
    });
    assert_untouched(&server, "a lock on the source");
    // The table changes meanwhile: the release is that of the snapshot.
    server.sql("CREATE TABLE aside AS SELECT * FROM large");
    let (status, said) = disturbed(&folder, &words, || {
        wait_for_session(&server);
        server.sql("UPDATE large SET age = age + 1");
    });
    assert_eq!(status, Some(0), "{said}");
    let rows = "SELECT count(*) > 48000 FROM out";
    assert_eq!(server.sql(rows), "t");
    server.sql(
        "TRUNCATE large; INSERT INTO large SELECT * FROM aside; DROP TABLE aside, out; \
         CREATE TABLE out AS SELECT 'older' AS release",
    );
    // Rights that are missing.
    server.sql("CREATE USER guest; CREATE SCHEMA closed");
    let as_guest = words.replace("incrowd:", "guest:");
    let fresh = as_guest.replace("#out", "#guests");
    folder.run(&fresh).ends(2).says(&["CREATE", "'public'"]);
    let elsewhere = words.replace("#out", "#nowhere.out");
    folder.run(&elsewhere).ends(2).says(&["there is no schema 'nowhere'"]);
    server.sql("GRANT CREATE ON SCHEMA public TO guest");
    folder.run(&as_guest).ends(2).says(&["is another user's table"]);
    folder.run(&fresh).ends(2).says(&["permission denied", "42501"]);
    server.sql("GRANT SELECT ON large TO guest");
    assert_untouched(&server, "missing rights");
    folder.run(&fresh).succeeds();
    server.sql("DROP TABLE guests");
    // A view depends on the older table.
    server.sql("CREATE VIEW reader AS SELECT * FROM out");
    folder.run(&words).ends(2).says(&["reader", "2BP01"]);
    folder.run(&words.replace("#out", "#reader")).ends(2).says(&["is a view"]);
    server.sql("DROP VIEW reader");
    assert_untouched(&server, "a view");
    // Somebody else makes the table meanwhile.
    let fresh = words.replace("--force", "").replace("#out", "#fresh");
    let (status, said) = disturbed(&folder, &fresh, || {
        wait_for_session(&server);
        server.sql("CREATE TABLE fresh AS SELECT 'theirs' AS release");
    });
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("already exists"), "{said}");
    assert_eq!(server.sql("SELECT * FROM fresh"), "theirs");
    server.sql("DROP TABLE fresh");
    assert_untouched(&server, "a table of the same name");
    // The table is dropped before the next run.
    server.sql("DROP TABLE large");
    folder.run(&words).ends(2).says(&["there is no table 'large'"]);
    assert_eq!(server.sql("SELECT * FROM out"), "older");
}
