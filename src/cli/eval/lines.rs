//! Evaluates lines of standard input one after the other; a line that leaves brackets open goes on.
//!
//! A prompt is shown on terminals only, so that what is written to a file or a pipe is the values and nothing else.

use super::super::output;
use super::super::report::Report;
use super::{Eval, LONGEST_INPUT, object_at};
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::language;
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_metamodel::rules::Session;
use std::io::{BufRead as _, IsTerminal as _, Read as _};

const HELP: &str = "\
An expression is evaluated when its brackets are closed. Variables that are set stay.
  :self ADDRESS  makes another object of the document $self
  :help          shows this
  :quit          ends; so does the end of the input
";

pub(super) fn run(
    eval: &Eval,
    session: &mut Session<'_, '_>,
    model: Option<&(Model, DocumentId)>,
    report: &mut Report,
) -> Result<(), Box<Diagnostic>> {
    let input = std::io::stdin();
    let prompts = input.is_terminal() && std::io::stdout().is_terminal();
    let mut lines = input.lock().take(LONGEST_INPUT);
    let (mut text, mut number) = (String::new(), 0);
    loop {
        if prompts {
            output::write_stdout(if text.is_empty() { b"> " } else { b"| " })?;
        }
        let mut line = String::new();
        let read = lines.read_line(&mut line).map_err(|error| {
            let message = format!("standard input cannot be read as text: {error}");
            Box::new(Diagnostic::error(codes::CANNOT_READ, message).help("it must be UTF-8"))
        })?;
        number += 1;
        if text.is_empty() && line.trim_start().starts_with(':') {
            if !command(line.trim(), session, model, report)? {
                return Ok(());
            }
            continue;
        }
        text.push_str(&line);
        let more = read > 0 && language::is_open(&text);
        if !more && !text.trim().is_empty() {
            let source = Source::new(format!("line {number}"), std::mem::take(&mut text));
            eval.one(session, &source, report);
        }
        if !more {
            text.clear();
        }
        if read == 0 {
            return Ok(());
        }
    }
}

/// What starts with a colon; not where it ends everything.
fn command(
    line: &str,
    session: &mut Session<'_, '_>,
    model: Option<&(Model, DocumentId)>,
    report: &mut Report,
) -> Result<bool, Box<Diagnostic>> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match (word, model) {
        (":quit", _) => return Ok(false),
        (":help", _) => output::write_stdout(HELP.as_bytes())?,
        (":self", Some((model, document))) => match object_at(model, *document, rest.trim()) {
            Ok(object) => session.look_at(object),
            Err(problem) => report.show_one(*problem),
        },
        (":self", None) => {
            let message = "there is no document whose object could be $self";
            report.show_one(Diagnostic::error(codes::WRONG_USE, message).help("name one with --instance"));
        }
        _ => {
            let message = format!("there is no command `{word}`");
            report.show_one(
                Diagnostic::error(codes::WRONG_USE, message).help("there are :self, :help and :quit"),
            );
        }
    }
    Ok(true)
}
