//! Runs an external node classifier (ENC), which the user must specify, with the name of the node as its only argument.

use super::program;
use modelwright::bindings::enc::EncOutput;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, printable_line};
use modelwright_metamodel::input::{Limits, decode_text};
use std::path::Path;
use std::time::Duration;

/// Runs a program for a node, and reads its output.
///
/// # Errors
/// If the program gives no output (see [`program::run`]), or its output is invalid.
pub(super) fn run(
    program: &Path,
    node: &str,
    limit: Duration,
) -> Result<(EncOutput, Diagnostics), Diagnostics> {
    let program_name = printable_line(&program.to_string_lossy()).into_owned();
    let printed_output = program::run(program, &[node.as_ref()], limit).map_err(|failure| {
        let message =
            format!("the ENC {program_name} {} for the node {}", failure.message, printable_line(node));
        Diagnostics::from(Diagnostic::error(codes::BINDINGS_ENC, message).help(failure.help))
    })?;
    let source = decode_text(&format!("output of {program_name}"), printed_output, &Limits::default());
    EncOutput::read(&source.map_err(|problem| Diagnostics::from(*problem))?)
}
