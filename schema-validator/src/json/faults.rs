//! What keeps a JSON Schema from being used, at its place and in words of ours.
//!
//! This module does not know documents that a schema is for.

use super::files::{File, Files, Reference, same};
use super::{bad, worded};
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ReferencingError, ValidationError};
use modelwright_metamodel::diagnostic::{Diagnostic, nearest};
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;

/// The problem with a schema, of what the library has against it.
pub(super) fn told(error: &ValidationError<'_>, files: &Files, name: &str) -> Box<Diagnostic> {
    if let ValidationErrorKind::Referencing(problem) = error.kind() {
        return Box::new(of_reference(problem, files, name));
    }
    let Some((file, range)) = place(error, files) else {
        return Box::new(bad(format!("{name} is no schema that can be used: {}", worded(error))));
    };
    let message = format!("{} is no schema that can be used: {}", file.source.name(), worded(error));
    Box::new(bad(message).at(&file.source, range))
}

/// What an error is about. The library tells its place in a file, but not in which one.
fn place(error: &ValidationError<'_>, files: &Files) -> Option<(Arc<File>, Range<usize>)> {
    let (pointer, all) = (error.instance_path().as_str(), files.all());
    let is_it = |file: &&Arc<File>| {
        let text = &file.source.text()[file.places.at(pointer)];
        let value: Option<Value> = serde_json::from_str(text).ok();
        file.places.lost(pointer).is_none() && value.is_none_or(|value| value == *error.instance().as_ref())
    };
    let file = all.iter().find(is_it).or(all.first())?;
    Some((Arc::clone(file), file.places.at(pointer)))
}

/// A reference that leads nowhere.
fn of_reference(problem: &ReferencingError, files: &Files, name: &str) -> Diagnostic {
    let references = files.references();
    let leads_to = |fragment: &str| {
        let of_it = |one: &&Reference| one.fragment() == fragment || unescaped(one.fragment()) == fragment;
        let is_lost = |one: &&Reference| {
            let target = files.of_uri(&one.target());
            target.is_some_and(|file| file.places.lost(&unescaped(one.fragment())).is_some())
        };
        references.iter().filter(of_it).find(is_lost).or_else(|| references.iter().find(of_it))
    };
    let (why, at) = match problem {
        ReferencingError::Unretrievable { uri, source } => {
            let at = references.iter().find(|one| same(&one.target(), uri));
            if let Some(inner) = source.downcast_ref::<Diagnostic>() {
                let mut told = inner.clone();
                if let Some(at) = at {
                    told = told.label(&at.file.source, at.range.clone(), "it is asked for here");
                }
                return told;
            }
            let file = uri.rsplit('/').next().unwrap_or(uri);
            (format!("it refers to {file}, but {source}"), at)
        }
        ReferencingError::PointerToNowhere { pointer } => {
            (format!("`#{pointer}` leads nowhere"), leads_to(pointer))
        }
        ReferencingError::NoSuchAnchor { anchor } => {
            (format!("no schema has the anchor `{anchor}`"), leads_to(anchor))
        }
        other => {
            let why = other.to_string();
            let at = references.iter().find(|one| why.contains(&one.text));
            (why, at)
        }
    };
    let name = at.map_or(name, |at| at.file.source.name());
    let told = bad(format!("{name} is no schema that can be used: {why}"));
    let Some(at) = at else { return told };
    let told = told.at(&at.file.source, at.range.clone());
    match meant(at, files) {
        Some(meant) => told.help(format!("did you mean `{meant}`?")),
        None => told,
    }
}

/// The pointer that a lost one is probably meant to be.
fn meant(lost: &Reference, files: &Files) -> Option<String> {
    let file = files.of_uri(&lost.target())?;
    let pointer = unescaped(lost.fragment());
    let (step, known) = file.places.lost(&pointer)?;
    let near = nearest(&step, known)?;
    Some(lost.text.replacen(&step, near, 1))
}

/// A fragment without the escapes of addresses.
fn unescaped(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).filter(|_| *first == b'%').and_then(|two| std::str::from_utf8(two).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
