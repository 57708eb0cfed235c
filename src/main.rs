//! The command `modelwright`; everything it does is in [`modelwright::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    modelwright::cli::run()
}
