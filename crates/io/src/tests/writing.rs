//! Outputs appear whole or not at all.

use std::path::Path;

use super::*;
use crate::{Output, OutputColumn, Problem, ReadOptions, Table, TableWriter, put_in_place};

fn written(desk: &Desk, name: &str, delimiter: Option<u8>, cells: &[&str]) -> String {
    let output = Output::create(&desk.location(name), true, &[]).unwrap();
    let columns = vec![OutputColumn::text("a"), OutputColumn::text("b")];
    let mut writer = TableWriter::new(output, columns, delimiter).unwrap();
    let mut batch = writer.encoder().batch();
    cells.iter().for_each(|cell| batch.push(cell));
    writer.write(batch).unwrap();
    writer.finish().unwrap().commit().unwrap();
    fs::read_to_string(desk.path(name)).unwrap()
}

#[test]
fn quotes_only_where_they_are_needed() {
    let desk = Desk::new();
    let cells = ["x y", "1,5", "\"", "a\nb", "", "\r", " ' ", "é\t"];
    assert_eq!(
        written(&desk, "t.csv", None, &cells),
        "a,b\nx y,\"1,5\"\n\"\"\"\",\"a\nb\"\n,\"\r\"\n ' ,é\t\n"
    );
    assert_eq!(written(&desk, "t.tsv", None, &cells[..2]), "a\tb\nx y\t1,5\n");
    assert_eq!(written(&desk, "t.csv", Some(b';'), &cells[..2]), "a;b\nx y;1,5\n");
}

#[test]
fn what_was_written_can_be_read_before_it_is_in_place() {
    let desk = Desk::new();
    for name in ["t.csv", "t.tsv.gz", "t.csv.zst", "t.parquet"] {
        let output = Output::create(&desk.location(name), false, &[]).unwrap();
        let mut writer = TableWriter::new(output, vec![OutputColumn::text("a")], None).unwrap();
        let mut batch = writer.encoder().batch();
        ["x", "", "y"].into_iter().for_each(|cell| batch.push(cell));
        writer.write(batch).unwrap();
        let output = writer.finish().unwrap();
        assert!(!desk.path(name).exists());
        let table = Table::reopen(&output, &ReadOptions::default()).unwrap();
        assert!(table.name().ends_with(name));
        assert_eq!(cells(rows(&table, 2).unwrap()).concat(), ["x", "", "y"]);
        output.commit().unwrap();
        let table = Table::open(&desk.location(name), &ReadOptions::default()).unwrap();
        assert_eq!(cells(rows(&table, 1).unwrap()).concat(), ["x", "", "y"]);
    }
    assert_eq!(desk.files(), ["t.csv", "t.csv.zst", "t.parquet", "t.tsv.gz"]);
}

#[test]
fn an_output_that_is_dropped_leaves_nothing() {
    let desk = Desk::new();
    desk.put("t.csv", "old");
    let mut output = Output::create(&desk.location("t.csv"), true, &[]).unwrap();
    output.write_all(b"new").unwrap();
    drop(output);
    assert_eq!(desk.files(), ["t.csv"]);
    assert_eq!(fs::read_to_string(desk.path("t.csv")).unwrap(), "old");
}

#[test]
fn existing_files_need_force() {
    let desk = Desk::new();
    desk.put("t.csv", "old");
    let error = Output::create(&desk.location("t.csv"), false, &[]).unwrap_err();
    assert!(matches!(error.problem(), Problem::Exists));
    let mut output = Output::create(&desk.location("t.csv"), true, &[]).unwrap();
    output.write_all(b"new").unwrap();
    output.commit().unwrap();
    assert_eq!(fs::read_to_string(desk.path("t.csv")).unwrap(), "new");
}

#[test]
fn a_file_that_appears_meanwhile_is_not_lost() {
    let desk = Desk::new();
    let mut output = Output::create(&desk.location("t.csv"), false, &[]).unwrap();
    output.write_all(b"new").unwrap();
    desk.put("t.csv", "rival");
    let error = output.commit().unwrap_err();
    assert!(matches!(error.problem(), Problem::Exists), "{error}");
    assert_eq!(fs::read_to_string(desk.path("t.csv")).unwrap(), "rival");
    assert_eq!(desk.files(), ["t.csv"]);
}

#[test]
fn an_input_is_never_an_output() {
    let desk = Desk::new();
    let input = desk.put("t.csv", "a\n");
    let is_input = |name: &str| {
        let error = Output::create(&desk.location(name), true, &[&Location::Standard, &input]);
        matches!(error.unwrap_err().problem(), Problem::IsInput)
    };
    fs::create_dir(desk.path("sub")).unwrap();
    assert!(is_input("t.csv") && is_input("sub/../t.csv"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("t.csv", desk.path("soft.csv")).unwrap();
        fs::hard_link(desk.path("t.csv"), desk.path("hard.csv")).unwrap();
        assert!(is_input("soft.csv") && is_input("hard.csv"));
    }
    assert!(Output::create(&desk.location("other.csv"), false, &[&input]).is_ok());
}

#[test]
fn targets_that_cannot_be() {
    let desk = Desk::new();
    let problem = |path: &Path| Output::create(&path.into(), true, &[]).unwrap_err();
    assert!(matches!(problem(desk.0.path()).problem(), Problem::Folder));
    assert!(matches!(problem(Path::new("..")).problem(), Problem::Folder));
    let error = problem(&desk.path("none/t.csv"));
    assert!(matches!(error.problem(), Problem::NoFolder(_)), "{error}");
    #[cfg(unix)]
    assert!(matches!(problem(Path::new("/dev/null")).problem(), Problem::NotRegular));
}

#[test]
#[cfg(unix)]
fn a_closed_folder_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    fs::create_dir(desk.path("sub")).unwrap();
    fs::set_permissions(desk.path("sub"), fs::Permissions::from_mode(0o555)).unwrap();
    match Output::create(&desk.location("sub/t.csv"), false, &[]) {
        // The superuser may write everywhere.
        Ok(_) => fs::write(desk.path("sub/other"), "").unwrap(),
        Err(error) => assert!(matches!(error.problem(), Problem::ClosedFolder { .. }), "{error}"),
    }
}

#[test]
#[cfg(unix)]
fn permissions_are_those_of_any_file() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let mode = |name| fs::metadata(desk.path(name)).unwrap().permissions().mode() & 0o777;
    desk.put("usual", "");
    Output::create(&desk.location("new"), false, &[]).unwrap().commit().unwrap();
    assert_eq!(mode("new"), mode("usual"));
    fs::set_permissions(desk.path("usual"), fs::Permissions::from_mode(0o640)).unwrap();
    Output::create(&desk.location("usual"), true, &[]).unwrap().commit().unwrap();
    assert_eq!(mode("usual"), 0o640);
}

#[test]
#[cfg(unix)]
fn links_are_followed() {
    let desk = Desk::new();
    desk.put("real.csv", "old");
    std::os::unix::fs::symlink("real.csv", desk.path("link.csv")).unwrap();
    let mut output = Output::create(&desk.location("link.csv"), true, &[]).unwrap();
    output.write_all(b"new").unwrap();
    output.commit().unwrap();
    assert!(fs::symlink_metadata(desk.path("link.csv")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(desk.path("real.csv")).unwrap(), "new");
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let desk = Desk::new();
    let text: String = (0..3000).map(|row| format!("{row},\"v,{}\"\n", row % 17)).collect();
    desk.put("in.csv", format!("a,b\n{text}"));
    let table = desk.open("in.csv", &ReadOptions::default(), 512).unwrap();
    for name in ["t.csv", "t.csv.gz", "t.tsv.zst", "t.parquet"] {
        let bytes: Vec<Vec<u8>> = (1..=4)
            .map(|threads| {
                let output = Output::create(&desk.location(name), true, &[]).unwrap();
                let columns = table.columns().iter().map(OutputColumn::text).collect();
                let mut writer = TableWriter::new(output, columns, None).unwrap();
                let encoder = writer.encoder();
                table
                    .map_ordered::<_, IoError>(
                        threads,
                        |block| {
                            let mut batch = encoder.batch();
                            for row in 0..block.rows() {
                                block.row(row).for_each(|cell| batch.push(cell));
                            }
                            Ok(batch)
                        },
                        |batch| writer.write(batch),
                    )
                    .unwrap();
                writer.finish().unwrap().commit().unwrap();
                fs::read(desk.path(name)).unwrap()
            })
            .collect();
        assert!(bytes.iter().all(|other| *other == bytes[0]), "{name}");
        let copy = Table::open(&desk.location(name), &ReadOptions::default()).unwrap();
        assert_eq!(cells(rows(&copy, 2).unwrap()), cells(rows(&table, 2).unwrap()));
    }
}

#[test]
fn what_is_put_aside_is_read_back_and_takes_no_place() {
    let mut aside = Output::aside().unwrap();
    aside.write_all(b"a,b\n1,2\n").unwrap();
    assert!(aside.is_standard() && aside.folder().is_none());
    let table = Table::reopen(&aside, &ReadOptions::default()).unwrap();
    assert_eq!(table.columns(), ["a", "b"]);
}

/// Outputs at names of a desk, each with its name as content.
fn outputs(desk: &Desk, names: &[&str]) -> Vec<Output> {
    let begun = names.iter().map(|name| {
        let mut output = Output::create(&desk.location(name), true, &[]).unwrap();
        output.write_all(name.as_bytes()).unwrap();
        output
    });
    begun.collect()
}

#[test]
fn outputs_that_belong_together_appear_together() {
    let desk = Desk::new();
    desk.put("old.csv", "old");
    desk.put(".incrowd-left", "rows of a killed run");
    let swept = put_in_place(outputs(&desk, &["old.csv", "new.csv"])).unwrap();
    assert_eq!(
        swept.iter().filter_map(|path| path.file_name()).collect::<Vec<_>>(),
        [".incrowd-left"]
    );
    assert_eq!(desk.files(), ["new.csv", "old.csv"]);
    assert_eq!(fs::read_to_string(desk.path("old.csv")).unwrap(), "old.csv");
}

#[test]
#[cfg(unix)]
fn one_folder_may_have_several_names() {
    let desk = Desk::new();
    fs::create_dir(desk.path("folder")).unwrap();
    std::os::unix::fs::symlink("folder", desk.path("link")).unwrap();
    put_in_place(outputs(&desk, &["folder/a.csv", "link/b.csv"])).unwrap();
    assert!(desk.path("folder/a.csv").exists() && desk.path("folder/b.csv").exists());
}

#[test]
fn if_one_cannot_be_placed_all_are_as_before() {
    let desk = Desk::new();
    desk.put("old.csv", "old");
    let mut all = outputs(&desk, &["old.csv", "new.csv"]);
    all.push(Output::create(&desk.location("late.csv"), false, &[]).unwrap());
    desk.put("late.csv", "rival");
    let error = put_in_place(all).unwrap_err();
    assert!(matches!(error.problem(), Problem::Exists), "{error}");
    assert_eq!(desk.files(), ["late.csv", "old.csv"]);
    assert_eq!(fs::read_to_string(desk.path("old.csv")).unwrap(), "old");
    assert_eq!(fs::read_to_string(desk.path("late.csv")).unwrap(), "rival");
}

#[test]
fn runs_at_once_never_mix_their_files() {
    let desk = Desk::new();
    let names = ["a.csv", "b.csv"];
    std::thread::scope(|scope| {
        for run in 0..8 {
            let desk = &desk;
            scope.spawn(move || {
                for _ in 0..20 {
                    let mut all = outputs(desk, &names);
                    all.iter_mut().for_each(|out| out.write_all(&[b'0' + run]).unwrap());
                    put_in_place(all).unwrap();
                }
            });
        }
    });
    let last = |name| fs::read_to_string(desk.path(name)).unwrap().pop();
    assert_eq!(last("a.csv"), last("b.csv"));
    assert_eq!(desk.files(), names);
}

#[test]
#[cfg(unix)]
fn a_link_to_nothing_leads_to_the_new_file() {
    let desk = Desk::new();
    std::os::unix::fs::symlink("later.csv", desk.path("link.csv")).unwrap();
    let error = Output::create(&desk.location("link.csv"), false, &[]).unwrap_err();
    assert!(matches!(error.problem(), Problem::Exists), "{error}");
    put_in_place(outputs(&desk, &["link.csv"])).unwrap();
    assert_eq!(fs::read_to_string(desk.path("later.csv")).unwrap(), "link.csv");
    assert!(fs::symlink_metadata(desk.path("link.csv")).unwrap().is_symlink());
}
