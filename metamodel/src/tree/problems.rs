//! The problems of one document, kept until the objects' addresses are known.
//!
//! Invariant: what is kept is bounded, whatever the input. This module does not know what is wrong;
//! it knows how to say what was found.

use super::source::Token;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Addresses, Model, ObjectId};

#[derive(Debug, Default)]
pub(super) struct Problems {
    kept: Vec<(Diagnostic, Option<ObjectId>)>,
    rest: Diagnostics,
}

impl Problems {
    pub(super) fn push(&mut self, diagnostic: Diagnostic, object: Option<ObjectId>) {
        if self.kept.len() < Diagnostics::LIMIT {
            self.kept.push((diagnostic, object));
        } else {
            self.rest.push(diagnostic);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The problems in the order of their places, each with its object's address.
    pub(super) fn finish(mut self, model: &Model) -> Diagnostics {
        self.kept.sort_by_key(|(diagnostic, _)| diagnostic.place().map(|label| label.range.start));
        let mut addresses = Addresses::new(model);
        let mut all = Diagnostics::new();
        for (mut diagnostic, object) in self.kept {
            if let Some(object) = object {
                // The path, since an id may be what is wrong.
                let mut path = String::new();
                addresses.write_path(object, &mut path);
                diagnostic.object = Some(path);
            }
            all.push(diagnostic);
        }
        all.append(self.rest);
        all
    }
}

/// What a token is, for "expected …, found …".
pub(super) fn found(token: &Token<'_>) -> String {
    match token {
        Token::BeginMap | Token::EndMap => "a map".to_owned(),
        Token::BeginList | Token::EndList => "a list".to_owned(),
        Token::Null => "null".to_owned(),
        Token::Boolean(value) => value.to_string(),
        Token::Number(digits) => format!("the number {}", shortened(digits)),
        Token::String(text) | Token::Key(text) => format!("the string {:?}", shortened(text)),
        Token::Unreadable | Token::End => "nothing".to_owned(),
    }
}

/// A text short enough for a message.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().nth(MOST).is_none() {
        return text.to_owned();
    }
    text.chars().take(MOST - 1).chain(['…']).collect()
}

/// A choice of names for people: `a`, `b` or `c`; only the first few of many.
pub(super) fn choice<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> String {
    const MOST: usize = 10;
    let names: Vec<N> = names.into_iter().take(MOST + 1).collect();
    let mut names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if names.len() > MOST {
        names[MOST] = "…";
        return names.join(", ");
    }
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
