//! Project chores: what is run by hand or by the continuous build and ships to nobody.

mod generate;
#[cfg(feature = "interop")]
mod interop;

use std::io::Write as _;
#[cfg(feature = "interop")]
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask generate [--check]
       cargo interop psych|cases|metamodels|instances|problems|language|hiera|emf|peers|speed SHARED_FOLDER
       cargo interop expressions|dialect|instructions SHARED_FOLDER
       cargo interop rust SHARED_FOLDER [types] [values] [large]
       cargo interop edits|manifests|schemas SHARED_FOLDER [--seed N] [--count N]
       cargo interop mutants|texts SHARED_FOLDER [--seed N] [--count N] [--shrink]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["generate"] => generate::run(false),
        ["generate", "--check"] => generate::run(true),
        #[cfg(feature = "interop")]
        ["interop", what, shared, arguments @ ..] => {
            interop::run(what, Path::new(shared), arguments).unwrap_or_else(|| Err(USAGE.to_owned()))
        }
        _ => Err(USAGE.to_owned()),
    };
    finish(result)
}

/// Prints how a chore went.
fn finish(result: Result<String, String>) -> ExitCode {
    let (text, code) = match result {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(text) => (text, ExitCode::FAILURE),
    };
    match writeln!(std::io::stdout().lock(), "{}", text.trim_end()) {
        Ok(()) => code,
        Err(_) => ExitCode::from(2),
    }
}
