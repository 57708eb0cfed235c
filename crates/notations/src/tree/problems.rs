//! The problems of one document, collected until the addresses of its objects are known.
//!
//! Invariant: the memory is bounded for any input. This module does not know the meaning of problems, only how
//! messages describe tokens.

pub(super) use crate::diagnostic::{join_choices, shorten};

use super::source::Token;
use crate::diagnostic::{Diagnostic, Diagnostics, codes, describe_text};
use crate::json_text::quote;
use crate::model::{Addresses, Model, ObjectId};

/// The problems of a document, each with the object that it concerns.
#[derive(Debug, Default)]
pub(super) struct Problems {
    list: Vec<(Diagnostic, Option<ObjectId>)>,
    /// The problems beyond the maximum number in `list`.
    excess: Diagnostics,
}

impl Problems {
    /// Adds a problem of an object. Beyond the maximum number of problems, the object is not stored.
    pub(super) fn push(&mut self, diagnostic: Diagnostic, object: Option<ObjectId>) {
        if self.list.len() < Diagnostics::LIMIT {
            self.list.push((diagnostic, object));
        } else {
            self.excess.push(diagnostic);
        }
    }

    /// Whether there is no problem.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The problems in the order of their positions, each with the address of its object.
    pub(super) fn finish(mut self, model: &Model) -> Diagnostics {
        // Syntax errors and unresolved references were added last, so all problems are sorted by position.
        self.list.sort_by_key(|(diagnostic, _)| diagnostic.primary_label().map(|label| label.range.start));
        let mut addresses = Addresses::new(model);
        let mut problems = Diagnostics::new();
        for (mut diagnostic, object) in self.list {
            if let Some(object) = object {
                let mut address = String::new();
                // An address by id would be ambiguous here.
                if diagnostic.code == codes::DUPLICATE_ID {
                    addresses.write_path(object, &mut address);
                } else {
                    address = addresses.fragment(object);
                }
                diagnostic.object = Some(address);
            }
            problems.push(diagnostic);
        }
        problems.append(self.excess);
        problems
    }
}

/// A text as a string of JSON, shortened, for advice about what to write.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::new();
    // The shortened text has no control characters.
    quote(&shorten(text), |_| false, &mut out);
    out
}

/// Describes a token for "expected …, found …".
pub(super) fn describe(token: &Token<'_>) -> String {
    match token {
        Token::BeginMap | Token::EndMap => "a map".to_owned(),
        Token::BeginList | Token::EndList => "a list".to_owned(),
        Token::Null => "null".to_owned(),
        Token::True => "true".to_owned(),
        Token::False => "false".to_owned(),
        Token::Number(digits) => format!("the number {}", shorten(digits)),
        Token::String(text) | Token::Key(text) => describe_text(text),
        Token::Unreadable | Token::End => "nothing".to_owned(),
    }
}
