//! The problems of a schema, with those that are counted: a problem that many parts of the schema have is reported
//! once.
//!
//! Invariant: each problem has a range, if the schema has any text. This module does not know schemas.

use crate::declarations::Span;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Source, codes};
use std::sync::Arc;

/// The location of a problem; `None` in an empty schema.
pub(super) type Location<'s> = Option<(&'s Arc<Source>, Span)>;

/// A problem that many parts of a schema may have, so that it is reported once, with their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CountedProblem {
    /// Objects that may have other properties.
    OpenObject,
    /// Lists that must be there but may be empty.
    EmptyList,
    /// Properties that must be there but may be null.
    RequiredNull,
    /// Lists and maps that may be null.
    NullList,
    /// Properties that must be there and name the class of their object.
    ClassName,
}

const COUNTED: [CountedProblem; 5] = [
    CountedProblem::OpenObject,
    CountedProblem::EmptyList,
    CountedProblem::RequiredNull,
    CountedProblem::NullList,
    CountedProblem::ClassName,
];

/// The problems of one schema.
#[derive(Debug)]
pub(super) struct Problems {
    pub(super) list: Diagnostics,
    counts: Vec<(CountedProblem, usize, Diagnostic)>,
}

impl Problems {
    pub(super) fn new(list: Diagnostics) -> Self {
        Self { list, counts: Vec::new() }
    }

    /// Adds a problem at a location.
    pub(super) fn push_at(
        &mut self,
        severity: Severity,
        code: Code,
        location: Location<'_>,
        message: String,
        help: Option<&str>,
    ) {
        self.list.push(problem(severity, code, location, message, help));
    }

    /// Reports an error of the schema.
    pub(super) fn report_invalid(&mut self, location: Location<'_>, message: &str, help: &str) {
        self.push_at(Severity::Error, codes::IMPORT_INVALID, location, message.to_owned(), Some(help));
    }

    /// Reports what the types do not express, and what becomes of it.
    pub(super) fn report_not_expressed(&mut self, location: Location<'_>, message: String, help: &str) {
        self.push_at(Severity::Warning, codes::IMPORT_NOT_EXPRESSED, location, message, Some(help));
    }

    pub(super) fn report_renamed(&mut self, location: Location<'_>, message: String) {
        self.push_at(Severity::Note, codes::IMPORT_RENAMED, location, message, None);
    }

    /// Counts a location of a problem; the first one is shown.
    pub(super) fn count(&mut self, counted: CountedProblem, location: Location<'_>) {
        match self.counts.iter_mut().find(|(known, ..)| *known == counted) {
            Some((_, count, _)) => *count += 1,
            None => {
                let first = problem(
                    Severity::Note,
                    codes::IMPORT_NOT_EXPRESSED,
                    location,
                    String::new(),
                    Some(counted.help()),
                );
                self.counts.push((counted, 1, first));
            }
        }
    }

    /// Adds the problems that were counted.
    pub(super) fn add_counted(&mut self) {
        let mut counts = std::mem::take(&mut self.counts);
        for counted in COUNTED {
            if let Some((_, count, first)) = counts.iter_mut().find(|(known, ..)| *known == counted) {
                let number = if *count == 1 { "one place".to_owned() } else { format!("{count} places") };
                first.message = format!("{} ({number})", counted.message());
                self.list.push(first.clone());
            }
        }
    }
}

impl CountedProblem {
    /// The message of the report, which is made once for all parts of the schema.
    fn message(self) -> &'static str {
        match self {
            Self::OpenObject => {
                "the schema allows further properties in objects, which the types do not: a class has its features only"
            }
            Self::EmptyList => {
                "the schema requires lists that may be empty; for the types they may also be missing"
            }
            Self::RequiredNull => {
                "the schema requires properties that may be null; for the types they may also be missing"
            }
            Self::NullList => {
                "the schema allows null in the place of lists and maps, which the types do not: these may be missing or empty"
            }
            Self::ClassName => {
                "the schema requires properties that name the classes of objects; for the types they may also be missing where \
                 the other properties determine the class"
            }
        }
    }

    /// The help of the report.
    fn help(self) -> &'static str {
        match self {
            Self::OpenObject => "to state what the types express, write `\"additionalProperties\": false`",
            Self::EmptyList => {
                "to state what the types express, write `\"minItems\": 1`, or do not require the list"
            }
            Self::RequiredNull => {
                "to state what the types express, do not require the property, or not allow null"
            }
            Self::NullList => "in documents, leave out the property, or write an empty list or map",
            Self::ClassName => "to require them, check documents with `validate --schema` as well",
        }
    }
}

/// A problem at a location, if it has one.
fn problem(
    severity: Severity,
    code: Code,
    location: Location<'_>,
    message: String,
    help: Option<&str>,
) -> Diagnostic {
    let mut problem = Diagnostic::new(code, severity, message);
    if let Some((source, span)) = location {
        problem = problem.at(source, span);
    }
    problem.help = help.map(str::to_owned);
    problem
}
