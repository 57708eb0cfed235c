//! Evaluates lines of standard input one after the other; an expression with open brackets continues on the next line.
//!
//! A prompt is shown on terminals only, so that redirected output contains only values.

use super::super::addresses::ByAddress;
use super::super::output;
use super::super::report::Report;
use super::Eval;
use modelwright_evaluation::logic::EvaluationSession;
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::model::{DocumentId, Model};
use std::fmt::Display;
use std::io::{BufRead, IsTerminal as _, Read as _};

/// The maximum number of lines of one expression. Each further line causes another scan for open brackets, so both
/// limits together bound the total cost.
const MAX_LINES: usize = 1_000;
/// The maximum length of one expression in bytes.
const MAX_BYTES: usize = 256 << 10;

const HELP: &str = "\
An expression is evaluated when its brackets are closed. Variables keep their values.
  :self ADDRESS  sets $self to another object of the document
  :help          shows this help
  :quit          quits, as the end of the input does
";

/// Evaluates standard input until it ends, or until `:quit`.
pub(super) fn run(
    eval: &Eval,
    session: &mut EvaluationSession<'_>,
    model: Option<&(Model, DocumentId)>,
    report: &mut Report,
) -> Result<(), Box<Diagnostic>> {
    let input = std::io::stdin();
    let shows_prompts = input.is_terminal() && std::io::stdout().is_terminal();
    let mut lines = input.lock();
    let (mut text, mut line_number, mut line_count) = (String::new(), 0, 0);
    loop {
        if shows_prompts {
            output::write_text(if text.is_empty() { "> " } else { "| " })?;
        }
        let line = next_line(&mut lines)?;
        line_number += 1;
        line_count += 1;
        // If an expression is open, a line that starts with a colon is part of it.
        if text.is_empty() && line.trim_start().starts_with(':') {
            if !execute_command(line.trim(), session, model, report)? {
                return Ok(());
            }
            line_count = 0;
            continue;
        }
        text.push_str(&line);
        // Without a limit, an expression whose brackets are never closed would consume all of the input.
        if text.len() > MAX_BYTES || line_count > MAX_LINES {
            return Err(Box::new(too_long()));
        }
        // `line` is empty only at the end of the input, because other lines include their line break.
        let is_incomplete = !line.is_empty() && language::is_open(&text);
        if !is_incomplete && !text.trim().is_empty() {
            // Problems show the line numbers of the input, not of the expression.
            let source = Source::excerpt("<stdin>", text.trim_end(), line_number + 1 - line_count);
            eval.evaluate_source(session, &source, report);
        }
        if !is_incomplete {
            text.clear();
            line_count = 0;
        }
        if line.is_empty() {
            return Ok(());
        }
    }
}

/// Reads the next line with its line break; empty at the end of the input. A line over the limit is read only far
/// enough to detect that.
fn next_line(input: &mut impl BufRead) -> Result<String, Box<Diagnostic>> {
    let mut bytes = Vec::new();
    let max = MAX_BYTES as u64 + 1;
    // A line without an end must not fill the memory.
    input.take(max).read_until(b'\n', &mut bytes).map_err(|error| cannot_read(&error))?;
    if bytes.len() > MAX_BYTES {
        return Err(Box::new(too_long()));
    }
    String::from_utf8(bytes).map_err(|error| cannot_read(&error))
}

/// The problem of standard input that cannot be read.
fn cannot_read(reason: &dyn Display) -> Box<Diagnostic> {
    let message = format!("standard input cannot be read as text: {reason}");
    Box::new(Diagnostic::error(codes::CANNOT_READ, message).help("it must be UTF-8"))
}

/// The problem of an expression with more lines or bytes than the limits allow.
fn too_long() -> Diagnostic {
    let message =
        format!("an expression on standard input is longer than {MAX_LINES} lines or {MAX_BYTES} bytes");
    Diagnostic::error(codes::LIMIT, message)
        .help("pass it with `eval -`, which reads all of standard input as one expression")
}

/// Executes a command that starts with a colon; returns whether to continue.
fn execute_command(
    line: &str,
    session: &mut EvaluationSession<'_>,
    model: Option<&(Model, DocumentId)>,
    report: &mut Report,
) -> Result<bool, Box<Diagnostic>> {
    let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match (word, model) {
        (":quit", _) => return Ok(false),
        (":help", _) => output::write_text(HELP)?,
        (":self", Some((model, document))) => {
            match ByAddress::new(model, *document).find(":self", argument.trim()) {
                Ok(object) => session.set_subject(object),
                Err(problem) => report.show_one(*problem),
            }
        }
        (":self", None) => {
            let message = "$self cannot be set without a document";
            report.show_one(
                Diagnostic::error(codes::WRONG_USE, message).help("specify a document with --instance"),
            );
        }
        _ => {
            let message = format!("unknown command `{word}`");
            report.show_one(Diagnostic::error(codes::WRONG_USE, message).help("use :self, :help or :quit"));
        }
    }
    Ok(true)
}
