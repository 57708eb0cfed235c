//! Converts errors of the template library to diagnostics with a label, a code and help.

use super::view::KnownKeys;
use super::{GLOBALS, Template, TemplateLimits, filters};
use minijinja::{Error, ErrorKind};
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Source, codes, nearest};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The maximum number of includes that are shown.
const MAX_INCLUDES: usize = 4;

/// The texts that were read, by the names that templates use for them.
pub(super) type Sources = BTreeMap<String, Arc<Source>>;

/// A problem that the loader of scripts reported, while the template library passes it on.
#[derive(Debug)]
pub(super) struct LoaderError(pub(super) Box<Diagnostic>);

impl std::fmt::Display for LoaderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for LoaderError {}

/// The problem for an error: at the innermost template, with the positions where it was included.
pub(super) fn problem(error: &Error, sources: &Sources, template: &Template) -> Diagnostic {
    let mut errors = vec![error];
    let mut next_cause: Option<&(dyn std::error::Error + 'static)> = std::error::Error::source(error);
    let mut reported_problem = None;
    while let Some(cause) = next_cause {
        if let Some(inner) = cause.downcast_ref::<Error>() {
            errors.push(inner);
        }
        // The loader's own diagnostic is better than the text that the library makes of it.
        reported_problem = cause.downcast_ref::<LoaderError>().or(reported_problem);
        next_cause = cause.source();
    }
    // A cause without a position only explains the enclosing error.
    let innermost_index = errors.iter().rposition(|error| error.name().is_some()).unwrap_or(0);
    let mut problem = match reported_problem {
        Some(error) => (*error.0).clone(),
        None => diagnose(errors[innermost_index], template.limits),
    };
    for (index, error) in errors[..=innermost_index].iter().rev().enumerate().take(MAX_INCLUDES) {
        let Some((source, range)) = locate(error, sources) else { continue };
        problem = problem.label(source, range, if index == 0 { "" } else { "included here" });
    }
    // A problem without a position is shown at the start of the template.
    if problem.labels.is_empty() { problem.at(&template.script.source, 0..0) } else { problem }
}

/// The position of an error: the library's range, or otherwise the line.
fn locate<'s>(error: &Error, sources: &'s Sources) -> Option<(&'s Arc<Source>, Range<usize>)> {
    let source = sources.get(error.name()?)?;
    let range = match error.range() {
        Some(range) => include_name(source.text(), range),
        None => {
            let (start, text) = source.line(error.line()?)?;
            start + text.len() - text.trim_start().len()..start + text.trim_end().len()
        }
    };
    Some((source, range))
}

/// Extends the range of a chain of keys to the name before it: the library's range starts at the first dot.
fn include_name(text: &str, range: Range<usize>) -> Range<usize> {
    let is_dot = text.get(range.clone()).is_some_and(|part| part.starts_with('.'));
    let before = text.get(..range.start).filter(|_| is_dot).unwrap_or_default();
    let name = before.len() - before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
    range.start - name..range.end
}

/// The problem for an error, without its position.
fn diagnose(error: &Error, limits: TemplateLimits) -> Diagnostic {
    let detail = error.detail().unwrap_or_default();
    match error.kind() {
        ErrorKind::SyntaxError => Diagnostic::error(codes::TEMPLATE_SYNTAX, detail),
        ErrorKind::BadEscape => Diagnostic::error(
            codes::TEMPLATE_SYNTAX,
            "expected a valid escape of a string, such as \\n or \\u0041",
        ),
        ErrorKind::OutOfFuel => {
            let message = format!("the template did not finish within {} steps", limits.steps);
            limit(message)
                .help("look for loops inside loops over all classes, or for a macro that calls itself")
        }
        ErrorKind::WriteFailure => limit(format!("the template writes more than {} bytes", limits.bytes))
            .help("write several files, each with a separate template"),
        // The library has no error kind for the recursion limit.
        ErrorKind::InvalidOperation if detail == "recursion limit exceeded" => {
            let message = "macros, blocks and includes are nested too deep".to_owned();
            limit(message).help("look for a macro or a template that includes itself")
        }
        ErrorKind::TemplateNotFound => Diagnostic::error(codes::TEMPLATE_MISSING, detail)
            .help("templates are named relative to the directory of the first template"),
        ErrorKind::UndefinedError => undefined(error, detail),
        ErrorKind::UnknownFilter => unknown_filter(error),
        // Filters and functions report an undefined name in brackets.
        _ if detail.ends_with("` is undefined)") => undefined(error, detail),
        kind => failure(if detail.is_empty() { kind.to_string() } else { format!("{kind}: {detail}") }),
    }
}

/// An error of a limit.
fn limit(message: String) -> Diagnostic {
    Diagnostic::error(codes::TEMPLATE_LIMIT, message)
}

/// An error of the execution.
fn failure(message: impl Into<String>) -> Diagnostic {
    let code: Code = codes::TEMPLATE_FAILED;
    Diagnostic::error(code, message)
}

/// The problem of an undefined name, or of a key that an element does not have.
fn undefined(error: &Error, detail: &str) -> Diagnostic {
    let keys = std::error::Error::source(error).and_then(|cause| cause.downcast_ref::<KnownKeys>());
    // The undefined name is only in the message of the library.
    let name = detail.split('`').nth(1).unwrap_or_default();
    let problem = failure(if detail.is_empty() { "undefined value" } else { detail });
    let suggestion =
        |known: &[&'static str]| nearest(name, known.iter().copied().filter(|known| *known != name));
    match keys {
        Some(keys) => match suggestion(&keys.known) {
            Some(similar) => problem.help(format!("did you mean `{similar}`?")),
            None => problem.help(keys.to_string()),
        },
        // A chain of keys is not a global name, so no global name can be meant.
        None if name.contains(['.', '[']) || name.is_empty() => problem,
        None => match suggestion(GLOBALS) {
            Some(similar) => problem.help(format!("did you mean `{similar}`?")),
            None => problem.help(format!("the global names are {}", GLOBALS.join(", "))),
        },
    }
}

/// The problem for a filter that does not exist.
fn unknown_filter(error: &Error) -> Diagnostic {
    // The detail is `filter NAME is unknown`.
    let detail = error.detail().unwrap_or_default();
    let name = detail.split(' ').nth(1).unwrap_or_default();
    let problem = failure(format!("unknown filter `{name}`"));
    match nearest(name, filters::NAMES.iter().copied()) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help("docs/templates.md lists the filters"),
    }
}
