//! Reports problems of invalid JSON Schemas, with their spans and in the wording of this toolkit.
//!
//! This module does not know the documents that are validated.

use super::files::{Reference, SchemaFile, SchemaFiles, is_same_file};
use super::{bad, message};
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
        return Box::new(report_reference(problem, files, name));
    }
    let Some((file, range)) = location(error, files) else {
        return Box::new(bad(format!("{name} is not a valid schema: {}", message(error, ""))));
    };
    let spelled = file.source.text().get(range.clone()).unwrap_or_default();
    let message = format!("{} is not a valid schema: {}", file.source.name(), message(error, spelled));
    Box::new(bad(message).at(&file.source, range))
}

/// The position of an error. The crate returns only the position within a file, but not the file.
fn location(error: &ValidationError<'_>, files: &SchemaFiles) -> Option<(Arc<SchemaFile>, Range<usize>)> {
    let (pointer, all) = (error.instance_path().as_str(), files.all());
    let found = all.iter().find(|file| {
        let text = &file.source.text()[file.places.at(pointer)];
        let value: Option<Value> = serde_json::from_str(text).ok();
        file.places.missing_step(pointer).is_none()
            && value.is_none_or(|value| value == *error.instance().as_ref())
    });
    // If no file contains an equal value, the schema that the user specified, which is the first file, is the best
    // guess.
    let file = found.or(all.first())?;
    Some((Arc::clone(file), file.places.at(pointer)))
}

/// The problem of an unresolved reference.
fn report_reference(problem: &ReferencingError, files: &SchemaFiles, name: &str) -> Diagnostic {
    let references = files.references();
    let leads_to = |fragment: &str| {
        let is_same =
            |one: &&Reference| one.fragment() == fragment || decode_fragment(one.fragment()) == fragment;
        let is_unresolved = |one: &&Reference| {
            let target = files.by_uri(&one.target());
            // The crate returns a pointer without its file, so this looks for the reference whose target is missing.
            target.is_some_and(|file| file.places.missing_step(&decode_fragment(one.fragment())).is_some())
        };
        references.iter().filter(is_same).find(is_unresolved).or_else(|| references.iter().find(is_same))
    };
    let (why, at) = match problem {
        ReferencingError::Unretrievable { uri, source } => {
            let at = references.iter().find(|one| is_same_file(&one.target(), uri));
            // The problem of the retriever already has a position in the file; the crate only wraps it.
            if let Some(inner) = source.downcast_ref::<Diagnostic>() {
                let mut problem = inner.clone();
                if let Some(at) = at {
                    problem = problem.label(&at.file.source, at.range.clone(), "it is required here");
                }
                return problem;
            }
            let file = uri.rsplit('/').next().unwrap_or(uri);
            (format!("it refers to {file}, but {source}"), at)
        }
        ReferencingError::PointerToNowhere { pointer } => {
            (format!("`#{pointer}` cannot be resolved"), leads_to(pointer))
        }
        ReferencingError::NoSuchAnchor { anchor } => {
            (format!("no schema has the anchor `{anchor}`"), leads_to(anchor))
        }
        other => {
            let why = other.to_string();
            // Other errors of the crate provide only a text, which may quote the reference.
            let at = references.iter().find(|one| why.contains(&one.text));
            (why, at)
        }
    };
    let name = at.map_or(name, |at| at.file.source.name());
    let problem = bad(format!("{name} is not a valid schema: {why}"));
    let Some(at) = at else { return problem };
    let problem = problem.at(&at.file.source, at.range.clone());
    match similar(at, files) {
        Some(similar) => problem.help(format!("did you mean `{similar}`?")),
        None => problem,
    }
}

/// The pointer that is most similar to an unresolved pointer.
fn similar(unresolved: &Reference, files: &SchemaFiles) -> Option<String> {
    let file = files.by_uri(&unresolved.target())?;
    let pointer = decode_fragment(unresolved.fragment());
    let (step, known) = file.places.missing_step(&pointer)?;
    let near = nearest(&step, known)?;
    Some(unresolved.text.replacen(&step, near, 1))
}
