//! Project chores: what is run by hand or by the continuous build and ships to nobody.

mod interop;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask interop psych|metamodels|instances SHARED_FOLDER";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["interop", "psych", shared] => interop::psych::run(Path::new(shared)).map(|s| vec![s]),
        ["interop", "metamodels", shared] => interop::emf::run(Path::new(shared), false).map(Vec::from),
        ["interop", "instances", shared] => interop::emf::run(Path::new(shared), true).map(Vec::from),
        _ => Err(USAGE.to_owned()),
    };
    let (text, code) = match result {
        Ok(summaries) => {
            let clean = summaries.iter().all(|s| s.differences.is_empty());
            let text: String = summaries.iter().map(ToString::to_string).collect();
            (text, if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Err(message) => (format!("{message}\n"), ExitCode::from(2)),
    };
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Ok(()) => code,
        Err(_) => ExitCode::from(2),
    }
}
