//! The `incrowd` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    incrowd_cli::main()
}
