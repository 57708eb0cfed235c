//! The Puppet functions that expressions of bindings and of `environments.pp` may call in addition to those of the
//! language.
//!
//! Each function has one line in the registry. A function that requires a catalog, or that runs code outside the
//! language, is listed with the reason why it cannot be called.

use modelwright_evaluation::evaluate::{HostAnswer, HostError};
use modelwright_metamodel::diagnostic::Severity;

/// The effect of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    /// Reports a message with a severity; `None` for messages that are not shown.
    Report(Option<Severity>),
    /// Tests whether a class or a variable exists.
    Defined,
    /// Cannot be called here, for the given reason.
    Unavailable(&'static str),
}

use Function::{Defined, Report, Unavailable};

/// The reason why functions that change a catalog cannot be called.
const CATALOG: &str = "it changes a catalog, and bindings have none";
/// The reason why EPP templates cannot be evaluated.
const TEMPLATE: &str = "templates are evaluated with the scope of a catalog";

/// The registry of functions, sorted by name.
const FUNCTIONS: &[(&str, Function)] = &[
    ("alert", Report(Some(Severity::Error))),
    ("contain", Unavailable(CATALOG)),
    ("create_resources", Unavailable(CATALOG)),
    ("crit", Report(Some(Severity::Error))),
    ("debug", Report(None)),
    ("defined", Defined),
    ("emerg", Report(Some(Severity::Error))),
    ("epp", Unavailable(TEMPLATE)),
    ("err", Report(Some(Severity::Error))),
    ("file", Unavailable("it reads a file of the server")),
    ("generate", Unavailable("it runs a program on the server")),
    ("include", Unavailable(CATALOG)),
    ("info", Report(None)),
    ("inline_epp", Unavailable(TEMPLATE)),
    ("inline_template", Unavailable("templates in Ruby are never run")),
    ("notice", Report(None)),
    ("realize", Unavailable(CATALOG)),
    ("require", Unavailable(CATALOG)),
    ("tag", Unavailable(CATALOG)),
    ("tagged", Unavailable("tags are those of a catalog, and bindings have none")),
    ("template", Unavailable("templates in Ruby are never run")),
    ("warn", Report(Some(Severity::Warning))),
    ("warning", Report(Some(Severity::Warning))),
];

/// The number of a function; `None` if the function is unknown.
///
/// # Errors
/// If the function cannot be called here.
pub(super) fn resolve(name: &str) -> HostAnswer<u32> {
    let name = name.trim_start_matches("::");
    // The binary search needs a sorted registry, which a test ensures.
    let Ok(index) = FUNCTIONS.binary_search_by(|(other, _)| (*other).cmp(name)) else { return Ok(None) };
    let (_, function) = FUNCTIONS[index];
    match function {
        Unavailable(reason) => {
            let error = HostError::new(format!("`{name}` cannot be called here: {reason}"));
            Err(error.with_help("bind the value itself, or compute it with functions of the language"))
        }
        _ => Ok(u32::try_from(index).ok()),
    }
}

/// The function with a number; `None` if there is none.
pub(super) fn by_number(number: u32) -> Option<Function> {
    FUNCTIONS.get(number as usize).map(|(_, function)| *function)
}

#[cfg(test)]
mod tests {
    use super::FUNCTIONS;

    #[test]
    fn the_registry_is_sorted() {
        assert!(FUNCTIONS.is_sorted_by(|(a, _), (b, _)| a < b));
    }
}
