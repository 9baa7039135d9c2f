//! Every example runs.

#[path = "../examples/attack.rs"]
mod attack;
#[path = "../examples/check.rs"]
mod check;
#[path = "../examples/mask.rs"]
mod mask;
#[path = "../examples/memory.rs"]
mod memory;
#[path = "../examples/scan.rs"]
mod scan;

#[test]
fn scan_finds_identifying_columns() {
    scan::main().unwrap();
}

#[test]
fn a_table_in_memory_is_released() {
    memory::main().unwrap();
}

#[test]
fn check_measures_a_table() {
    check::main().unwrap();
}

#[test]
fn mask_coarsens_columns() {
    mask::main().unwrap();
}

#[test]
fn attack_finds_people() {
    attack::main().unwrap();
}
