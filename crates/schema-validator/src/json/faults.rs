//! Reports problems of invalid JSON Schemas, with their spans and in the wording of this toolkit.
//!
//! This module does not know the documents that are validated.

use super::files::{Reference, SchemaFile, SchemaFiles, is_same_file};
use super::{invalid_schema, message};
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ReferencingError, ValidationError};
use modelwright_metamodel::diagnostic::{Diagnostic, nearest};
use modelwright_metamodel::model::uri::decode_fragment;
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;

/// The problem of a schema that the crate `jsonschema` rejected.
pub(super) fn report(error: &ValidationError<'_>, files: &SchemaFiles, name: &str) -> Box<Diagnostic> {
    if let ValidationErrorKind::Referencing(problem) = error.kind() {
        return Box::new(reference_problem(problem, files, name));
    }
    let Some((file, range)) = location(error, files) else {
        return Box::new(invalid_schema(format!("{name} is not a valid schema: {}", message(error, ""))));
    };
    let written = file.source.text().get(range.clone()).unwrap_or_default();
    let message = format!("{} is not a valid schema: {}", file.source.name(), message(error, written));
    Box::new(invalid_schema(message).at(&file.source, range))
}

/// The position of an error. The crate returns only the position within a file, but not the file.
fn location(error: &ValidationError<'_>, files: &SchemaFiles) -> Option<(Arc<SchemaFile>, Range<usize>)> {
    let (pointer, read_files) = (error.instance_path().as_str(), files.all());
    let matching = read_files.iter().find(|file| {
        let text = &file.source.text()[file.spans.range_at(pointer)];
        let value: Option<Value> = serde_json::from_str(text).ok();
        file.spans.missing_step(pointer).is_none()
            && value.is_none_or(|value| value == *error.instance().as_ref())
    });
    // If no file contains an equal value, the schema that the user specified, which is the first file, is the best
    // guess.
    let file = matching.or(read_files.first())?;
    Some((Arc::clone(file), file.spans.range_at(pointer)))
}

/// The problem of an unresolved reference.
fn reference_problem(problem: &ReferencingError, files: &SchemaFiles, name: &str) -> Diagnostic {
    let references = files.references();
    let reference_to = |fragment: &str| {
        let is_same = |candidate: &&Reference| {
            candidate.fragment() == fragment || decode_fragment(candidate.fragment()) == fragment
        };
        let is_unresolved = |candidate: &&Reference| {
            let target = files.by_uri(&candidate.target());
            // The crate returns a pointer without its file, so this looks for the reference whose target is missing.
            target
                .is_some_and(|file| file.spans.missing_step(&decode_fragment(candidate.fragment())).is_some())
        };
        references.iter().filter(is_same).find(is_unresolved).or_else(|| references.iter().find(is_same))
    };
    let (reason, reference) = match problem {
        ReferencingError::Unretrievable { uri, source } => {
            let reference = references.iter().find(|candidate| is_same_file(&candidate.target(), uri));
            // The problem of the retriever already has a position in the file; the crate only wraps it.
            if let Some(inner) = source.downcast_ref::<Diagnostic>() {
                let mut problem = inner.clone();
                if let Some(reference) = reference {
                    problem =
                        problem.label(&reference.file.source, reference.range.clone(), "it is required here");
                }
                return problem;
            }
            let file = uri.rsplit('/').next().unwrap_or(uri);
            (format!("it refers to {file}, but {source}"), reference)
        }
        ReferencingError::PointerToNowhere { pointer } => {
            (format!("`#{pointer}` cannot be resolved"), reference_to(pointer))
        }
        ReferencingError::NoSuchAnchor { anchor } => {
            (format!("no schema has the anchor `{anchor}`"), reference_to(anchor))
        }
        other => {
            let reason = other.to_string();
            // Other errors of the crate provide only a text, which may quote the reference.
            let reference = references.iter().find(|candidate| reason.contains(&candidate.text));
            (reason, reference)
        }
    };
    let name = reference.map_or(name, |reference| reference.file.source.name());
    let problem = invalid_schema(format!("{name} is not a valid schema: {reason}"));
    let Some(reference) = reference else { return problem };
    let problem = problem.at(&reference.file.source, reference.range.clone());
    match similar(reference, files) {
        Some(similar) => problem.help(format!("did you mean `{similar}`?")),
        None => problem,
    }
}

/// The text of an unresolved reference in which the first step that does not exist is replaced with the most similar
/// one that does.
fn similar(unresolved: &Reference, files: &SchemaFiles) -> Option<String> {
    let file = files.by_uri(&unresolved.target())?;
    let pointer = decode_fragment(unresolved.fragment());
    let (step, known) = file.spans.missing_step(&pointer)?;
    let suggestion = nearest(&step, known)?;
    Some(unresolved.text.replacen(&step, suggestion, 1))
}
