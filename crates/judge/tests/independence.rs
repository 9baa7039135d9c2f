//! The judge must not link the search or the publisher: their mistakes would become its own.

use std::process::Command;

#[test]
fn the_judge_links_no_search_and_no_publisher() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let arguments =
        ["tree", "-p", "incrowd-judge", "--offline", "-e", "normal", "--prefix", "none"];
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let output = Command::new(cargo).args(arguments).args(["--manifest-path", manifest]).output();
    let output = output.unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let packages: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    // That the known friends are there shows that the names are read right.
    assert!(packages.contains(&"incrowd-terms") && packages.contains(&"incrowd-io"), "{tree}");
    for room in ["incrowd", "incrowd-core", "incrowd-columns"] {
        assert!(!packages.contains(&room), "the judge links {room}:\n{tree}");
    }
}
