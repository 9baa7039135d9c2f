//! Tables as people have them: detected by `scan`, written into release.toml, read by every command,
//! and published as they were written.

use std::fmt::Write;

use crate::support::Folder;

/// People with a date of birth, a pay and a code that are written as Germans do.
fn german(rows: usize) -> String {
    let mut text = "Geburt;Lohn;Ort;Kinder\n".to_owned();
    for row in 0..rows {
        let (day, month, year) = (row % 28 + 1, row % 12 + 1, 1950 + row % 6);
        let pay = format!("{}.{:03},{:02}", 1 + row % 3, row % 10 * 100, row % 2 * 50);
        let place = ["K\u{f6}ln", "M\u{fc}nchen"][row % 2];
        let children = if row % 7 == 0 { "NA".to_owned() } else { format!("{}.0", row % 3) };
        let _ = writeln!(text, "{day:02}.{month:02}.{year};{pay};{place};{children}");
    }
    text
}

fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

#[test]
fn a_table_of_another_country_is_scanned_and_released() {
    let folder = Folder::new();
    folder.write("t.csv", latin(&german(400)));
    let found = folder.run("scan t.csv --init r.toml --json").succeeds().json();
    let said = found["warnings"].to_string();
    for part in
        ["windows-1252", "';'", "%d.%m.%Y", "'NA' is read as missing", "decimal", "thousands"]
    {
        assert!(said.contains(part), "'{part}' is not in {said}");
    }
    let kinds: Vec<&str> =
        found["columns"].as_array().unwrap().iter().map(|c| c["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["date", "decimal", "text", "decimal"]);
    // Children are a few numbers, however they are written, and no measurement.
    assert_eq!(found["columns"][3]["suggested_role"], "qi", "{found}");
    let toml = folder.text("r.toml");
    for part in [
        "encoding = \"windows-1252\"",
        "delimiter = \";\"",
        "null = [\"NA\"]",
        "date-format = [\"Geburt=%d.%m.%Y\"]",
        "decimal = [\"Lohn=,\"]",
        "thousands = [\"Lohn=.\"]",
    ] {
        assert!(toml.contains(part), "'{part}' is not in\n{toml}");
    }
    folder.run("release r.toml --force").succeeds();
    let published = folder.text("t.published.csv");
    assert!(published.starts_with("Geburt;Lohn;Ort;Kinder\n"), "{published}");
    assert!(published.contains("M\u{fc}nchen") || published.contains(";*;"), "{published}");
    assert!(published.contains(";1.000,00;"), "thousands are written as they were: {published}");
}

/// A release of dates.
const RELEASE: &str = "release t.csv --qi born,sex --k 2 --hierarchy born=date:month,year";

fn dates(days: &[&str]) -> Folder {
    let folder = Folder::new();
    let mut text = "born,sex\n".to_owned();
    for day in days {
        let _ = writeln!(text, "{day},f\n{day},f");
    }
    folder.write("t.csv", text);
    folder
}

#[test]
fn dates_are_published_as_they_were_written() {
    for (format, days) in [
        ("%d.%m.%Y", ["31.12.1960", "01.02.1971"]),
        ("%m/%d/%Y", ["12/31/1960", "02/01/1971"]),
        ("%Y%m%d", ["19601231", "19710201"]),
        ("%Y-%m-%dT%H:%M:%SZ", ["1960-12-31T06:00:42Z", "1971-02-01T00:00:00Z"]),
    ] {
        let folder = dates(&days);
        folder
            .run(&format!("{RELEASE} --date-format born={format} -o kept.csv --certificate c.json"))
            .succeeds();
        assert_eq!(folder.text("kept.csv"), folder.text("t.csv"), "{format}");
        folder.run("verify c.json").succeeds();
        let year = format!("{RELEASE} --date-format born={format} --level born=2 -o year.csv");
        let year = year.replace("--level", "--suppress 50% --level");
        folder.run(&year).succeeds();
        assert!(folder.text("year.csv").contains("\n1960,f\n"), "{}", folder.text("year.csv"));
        let check = format!("check kept.csv --qi born,sex --k 2 --date-format {format}");
        folder.run(&check).succeeds();
        let shown = folder.run(&format!("hierarchy born=date:year t.csv --date-format {format}"));
        assert!(shown.succeeds().text().contains("1960"));
    }
}

#[test]
fn ranges_of_dates_and_numbers_have_the_format_too() {
    let folder = Folder::new();
    folder.write(
        "t.csv",
        "born;pay\n31.12.1960;1,5\n01.02.1961;2,5\n03.04.1971;10\n05.06.1971;11,25\n",
    );
    let words = "release t.csv --delimiter ; --qi born,pay --k 2 --recoding multidimensional -o out.csv \
                 --date-format born=%d.%m.%Y --decimal pay=,";
    folder.run(words).succeeds();
    assert_eq!(
        folder.text("out.csv"),
        "born;pay\n[31.12.1960,01.02.1961];\"[1,5;2,5]\"\n[31.12.1960,01.02.1961];\"[1,5;2,5]\"\n\
         [03.04.1971,05.06.1971];\"[10;11,25]\"\n[03.04.1971,05.06.1971];\"[10;11,25]\"\n"
    );
}

#[test]
fn a_date_that_is_none_is_named() {
    let folder = dates(&["31.12.1960", "soon"]);
    folder.run(&format!("{RELEASE} --date-format born=%d.%m.%Y -o out.csv")).ends(2).says(&[
        "born",
        "'soon'",
        "--date-format",
        "--null",
    ]);
    let folder = dates(&["31.12.1960", "1961-01-01"]);
    folder.run(&format!("{RELEASE} --date-format born=%d.%m.%Y -o out.csv")).ends(2).says(&[
        "line 4",
        "born",
        "'1961-01-01'",
        "--date-format",
    ]);
    folder
        .run(&format!("{RELEASE} --date-format born=%d.%m. -o out.csv"))
        .ends(2)
        .says(&["%d.%m."]);
    folder
        .run(&format!("{RELEASE} --date-format bron=%F -o out.csv"))
        .ends(2)
        .says(&["bron", "born"]);
}

#[test]
fn day_and_month_are_asked_and_not_guessed() {
    let folder = dates(&["01/02/1960", "03/04/1961"]);
    let run = folder.run("scan t.csv --init r.toml").succeeds();
    let text = run.to_string();
    assert!(text.contains("--date-format born=%d/%m/%Y or --date-format born=%m/%d/%Y"), "{text}");
    assert!(!folder.text("r.toml").contains("date-format"));
}

#[test]
fn blanks_and_words_for_missing_values_are_found() {
    let folder = Folder::new();
    let mut text = "age, sex, city\n".to_owned();
    for row in 0..60 {
        let age = if row % 9 == 0 { "?".to_owned() } else { (20 + row % 5).to_string() };
        let _ = writeln!(text, "{age}, {}, {}", ["f", "m"][row % 2], ["Ulm", "none"][row / 2 % 2]);
    }
    folder.write("t.csv", text);
    let found = folder.run("scan t.csv --init r.toml --json").succeeds().json();
    assert_eq!(found["columns"][0]["type"], "integer", "{found}");
    assert_eq!(found["columns"][0]["missing"], 7);
    assert_eq!(found["columns"][2]["missing"], 0, "an answer is no missing value");
    let toml = folder.text("r.toml");
    assert!(toml.contains("trim = true") && toml.contains("null = [\"?\"]"), "{toml}");
    folder.run("release r.toml").succeeds();
}

#[test]
fn codes_of_countries_are_no_missing_values() {
    let folder = Folder::new();
    let mut text = "country,age\n".to_owned();
    for row in 0..80 {
        let code = ["NA", "DE", "FR", "IT", "ES", "PL", "SE", "NO"][row % 8];
        let _ = writeln!(text, "{code},{}", 20 + row % 4);
    }
    folder.write("t.csv", text);
    let found = folder.run("scan t.csv --json").succeeds().json();
    assert_eq!(found["columns"][0]["missing"], 0, "{found}");
}

#[test]
fn encodings_are_said_or_suggested() {
    let folder = Folder::new();
    folder.write("t.csv", latin("name,city\nM\u{fc}ller,K\u{f6}ln\nJ\u{e4}ger,K\u{f6}ln\n"));
    let words = "release t.csv --qi city --id name --k 2 -o out.csv";
    folder.run(words).ends(2).says(&["t.csv, line 2", "not UTF-8", "--encoding windows-1252"]);
    folder.run(&format!("{words} --encoding latin1")).succeeds();
    assert_eq!(folder.text("out.csv"), "city\nK\u{f6}ln\nK\u{f6}ln\n");
    folder.run(&format!("{words} --encoding klingon --force")).ends(2).says(&["klingon"]);
}

#[test]
fn a_missing_header_is_suspected() {
    let folder = Folder::new();
    let mut text = String::new();
    for row in 0..40 {
        let _ = writeln!(text, "{},{},{}", 30 + row % 7, ["f", "m"][row % 2], 1000 + row);
    }
    folder.write("t.csv", text);
    let run = folder.run("scan t.csv").succeeds();
    assert!(run.to_string().contains("--no-header"), "{run}");
    // The first line is a row: nobody's cells become names.
    folder.write("u.csv", "31,f,1020\n".to_owned() + &folder.text("t.csv"));
    let found = folder.run("scan u.csv --init r.toml --json").succeeds().json();
    assert_eq!((&found["rows"], &found["columns"][0]["name"]), (&41.into(), &"c1".into()));
    assert!(folder.text("r.toml").contains("no-header = true"), "{}", folder.text("r.toml"));
}

#[test]
fn a_column_of_row_numbers_needs_no_name() {
    let folder = Folder::new();
    let mut text = ",age,sex\n".to_owned();
    for row in 0..60 {
        let _ = writeln!(text, "{row},{}.0,{}", 30 + row % 7, ["f", "m"][row % 2]);
    }
    folder.write("t.csv", text);
    let found = folder.run("scan t.csv --init r.toml --json").succeeds().json();
    assert_eq!(found["columns"][0]["name"], "c1");
    assert_eq!(found["columns"][0]["suggested_role"], "id", "{found}");
    folder.run("release r.toml").succeeds();
    assert!(folder.text("t.published.csv").starts_with("age,sex\n"));
}

#[test]
fn what_was_tried_is_in_the_document() {
    let folder = Folder::new();
    folder.write("t.csv", latin(&german(400)));
    let found = folder.run("scan t.csv --init r.toml --json").succeeds().json();
    let releases = found["trials"]["releases"].as_array().unwrap();
    assert_eq!(releases.len(), 2, "{found}");
    for release in releases {
        assert!(release["loss"].as_f64().is_some() && release["rows"] == 400, "{release}");
        assert!(!release["sample"].as_array().unwrap().is_empty(), "{release}");
    }
    let shown = folder.run("scan t.csv --init r.toml --force").succeeds().to_string();
    assert!(shown.contains("Releases that were tried"), "{shown}");
    assert!(folder.run("scan t.csv --json").succeeds().json().get("trials").is_none());
}

#[test]
fn a_release_without_a_scan_hints_at_formats() {
    let folder = Folder::new();
    folder.write("t.csv", latin(&german(60)));
    let words = "release t.csv --encoding latin1 --delimiter ; --qi Geburt,Kinder --k 2 -o out.csv";
    let run = folder.run(words).succeeds();
    for part in ["--date-format Geburt=%d.%m.%Y", "--null NA"] {
        assert!(run.to_string().contains(part), "'{part}' is not in {run}");
    }
    let said = " --null NA --date-format Geburt=%d.%m.%Y --force";
    let run = folder.run(&(words.to_owned() + said)).succeeds();
    assert!(!run.to_string().contains("is read as text"), "{run}");
}

#[test]
fn boxes_of_dates_end_with_the_calendar() {
    let folder = Folder::new();
    folder.write("t.csv", latin(&german(400)));
    let words = "release t.csv --encoding latin1 --delimiter ; --qi Geburt --id Lohn,Ort,Kinder --k 20 \
                 --date-format Geburt=%d.%m.%Y --recoding multidimensional -o out.csv --json --force";
    let exact = folder.run(words).succeeds().json();
    let rounded = folder
        .run(&format!("{words} --hierarchy Geburt=date:month,year,rounded"))
        .succeeds()
        .json();
    assert!(exact["risks"].to_string().contains("extremes"), "{exact}");
    assert!(!rounded["risks"].to_string().contains("extremes"), "{rounded}");
    let cells = folder.text("out.csv");
    let mut ranges = cells.lines().skip(1).filter(|cell| cell.starts_with('['));
    assert!(ranges.all(|cell| cell.starts_with("[01.")), "{cells}");
}

#[test]
fn boxes_that_were_widened_are_not_called_optimal() {
    let folder = Folder::new();
    let ages = [18, 21, 22, 23, 26, 27, 31, 33, 34, 71, 93, 98];
    let rows: String = ages.iter().map(|age| format!("{age}\n")).collect();
    folder.write("t.csv", format!("age\n{rows}"));
    let proven = |hierarchy: &str| {
        let words = "release t.csv --qi age --k 2 --recoding multidimensional --algorithm exact --force -o out.csv";
        let found = folder.run(&format!("{words} --hierarchy age={hierarchy} --json")).succeeds();
        found.json()["search"]["proven"].clone()
    };
    assert_eq!(proven("intervals:5,10"), true);
    assert_eq!(proven("intervals:5,10,<20,90+"), false);
}

#[test]
fn other_formats_are_named_and_never_printed() {
    let folder = Folder::new();
    folder.write("t.dta", b"<stata_dta><header><release>118\0\0\0\xff\xfe");
    folder.write("t.csv", b"\x7fELF\0\0\0\0\x01\x02\xff\xfe\x80");
    for command in ["scan", "release --qi a --k 2 -o out.csv"] {
        let (command, rest) = command.split_once(' ').unwrap_or((command, ""));
        let run = folder.run(&format!("{command} t.dta {rest}")).ends(2);
        assert!(run.to_string().contains("pandas.read_stata(\"t.dta\")"), "{run}");
        let run = folder.run(&format!("{command} t.csv {rest}")).ends(2);
        assert!(run.to_string().contains("binary") && !run.to_string().contains("ELF"), "{run}");
    }
    folder.write("ok.csv", "a,b\n1,2\n1,2\n");
    folder.run("release ok.csv --qi a --k 2 -o out.xlsx").ends(2).says(&["out.xlsx", ".csv"]);
}

#[test]
fn names_may_hold_commas_and_equals_signs() {
    let folder = Folder::new();
    folder.write("t.csv", "\"last, first\",a=b,\"5\"\" pipe\"\nx,1,u\nx,1,u\ny,2,u\ny,2,u\n");
    let mut command = folder.command("release t.csv --k 2 -o out.csv --hierarchy");
    command.args([
        "\"a=b\"=intervals:5",
        "--qi",
        "\"last, first\",\"a=b\"",
        "--sensitive",
        "5\" pipe",
    ]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(folder.text("out.csv"), folder.text("t.csv"));
}

const TOML: &str = "table = 't.csv'\noutput = 'out.csv'\nqi = ['age', 'sex']\nsensitive = 'ill'\nid = 'name'\n\
                    k = 2\nl = 'ill=distinct:2'\nsuppress = '2%'\n[hierarchy]\nage = 'intervals:5,10'\n";

fn study() -> Folder {
    let folder = Folder::new();
    let mut text = "name,age,sex,ill\n".to_owned();
    for row in 0..24 {
        let _ = writeln!(
            text,
            "n{row},{},{},{}",
            20 + row / 4,
            ["f", "m"][row % 2],
            ["flu", "hiv", "ms"][row % 3]
        );
    }
    folder.write("t.csv", text);
    folder.write("r.toml", TOML);
    folder
}

#[test]
fn what_flags_leave_without_use_is_a_note() {
    let folder = study();
    let run = folder.run("release r.toml --qi sex").succeeds();
    assert!(run.to_string().contains("--hierarchy age=intervals:5,10"), "{run}");
    let run = folder.run("release r.toml --algorithm mondrian --force").succeeds();
    assert!(run.to_string().contains("--suppress"), "{run}");
    let run = folder.run("release r.toml --sensitive name --l distinct:2 --force").succeeds();
    assert!(run.to_string().contains("id"), "{run}");
    // What is wrong with the flags themselves is still an error.
    folder
        .run("release r.toml --qi sex --hierarchy age=intervals:5 --force")
        .ends(2)
        .says(&["age"]);
}

#[test]
fn other_commands_read_the_same_file() {
    let folder = study();
    folder.run("release r.toml").succeeds();
    let run = folder.run("check r.toml").succeeds();
    assert!(
        run.to_string().contains("no use here for") && run.to_string().contains("--suppress"),
        "{run}"
    );
    folder.run("check r.toml --k 20").ends(1);
    folder.run("attack r.toml").succeeds();
    folder.run("mask r.toml --column age=quantile:3 --column sex=keep -o mask.csv").succeeds();
    assert!(!folder.text("mask.csv").contains("n1,"));
    assert!(folder.run("hierarchy age r.toml").succeeds().text().contains("[20,25)"));
    folder.write("wrong.toml", "tabel = 't.csv'\n");
    folder.run("check wrong.toml").ends(2).says(&["tabel", "table"]);
}
