//! The `incrowd` command.
fn main() {}
