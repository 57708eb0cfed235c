//! Reads values of any kind, as attributes of types such as `Data` have: scalars, lists and maps whose keys are not
//! features.
//!
//! Invariant: the stored text is the canonical one of the value. This module does not know which kinds a type accepts:
//! that is checked when the document is validated.

use super::Reader;
use crate::diagnostic::codes;
use crate::ecore::data::ParsedValue;
use crate::ecore::{AnyValue, AnyValueBuilder, AnyValueError};
use crate::model::ObjectId;
use crate::tree::plan::Plan;
use crate::tree::source::{Token, TreeSource};
use crate::tree::tokens::SpannedToken;

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Reads one value of a feature. A single null means that there is no value; in a list, null is a value if the type
    /// allows it.
    pub(super) fn read_any_value(&mut self, object: ObjectId, plan: &Plan, first: SpannedToken<'t>) {
        let accepts_null = plan.any.is_some_and(|kind| kind.accepts_null());
        let is_null_a_value = plan.is_many && accepts_null;
        if first.token == Token::Null && !is_null_a_value {
            return self.loader.null(object, plan.slot, plan.is_many);
        }
        if let Some(value) = self.build_any_value(object, first) {
            let text = value.to_text();
            self.loader.value(object, plan.slot, plan.is_many, &ParsedValue::String(text.into()));
        }
    }

    /// Builds a value from its tokens; an invalid value is reported, and `None` is returned.
    fn build_any_value(&mut self, object: ObjectId, first: SpannedToken<'t>) -> Option<AnyValue> {
        let mut builder = AnyValueBuilder::default();
        // The number of open maps and lists of the value.
        let mut depth = 0usize;
        let mut is_valid = true;
        let mut item = first;
        loop {
            let mut result = Ok(());
            match &item.token {
                Token::BeginMap => {
                    depth += 1;
                    result = builder.begin_map();
                }
                Token::BeginList => {
                    depth += 1;
                    result = builder.begin_list();
                }
                Token::EndMap | Token::EndList => {
                    depth = depth.saturating_sub(1);
                    builder.end();
                }
                Token::Key(key) => result = builder.key(key),
                Token::Null => builder.value(AnyValue::Null),
                Token::True => builder.value(AnyValue::Boolean(true)),
                Token::False => builder.value(AnyValue::Boolean(false)),
                Token::Number(digits) => builder.value(AnyValue::number(digits)),
                Token::String(text) => builder.value(AnyValue::Text(text.clone().into_owned())),
                // The source has reported it.
                Token::Unreadable => is_valid = false,
                Token::End => return None,
            }
            if let Err(error) = result {
                self.report_any_value(object, &error, &item);
                self.has_dropped_objects = true;
                // The rest of the value is skipped, so that reading continues after it.
                for _ in 0..depth {
                    self.tokens.skip_rest();
                }
                return None;
            }
            if depth == 0 {
                return if is_valid { builder.finish() } else { None };
            }
            item = self.tokens.next();
        }
    }

    /// Reports the error in a value of any kind.
    fn report_any_value(&mut self, object: ObjectId, error: &AnyValueError, item: &SpannedToken<'t>) {
        let (code, message, help) = match error {
            AnyValueError::DuplicateKey(key) => (
                codes::DUPLICATE_KEY,
                format!("the map has the key `{key}` twice"),
                Some("remove one of them"),
            ),
            other => (codes::LIMIT, format!("the value cannot be read: {other}"), None),
        };
        self.report(code, message, item.range.clone(), Some(object), |d| match help {
            Some(help) => d.help(help),
            None => d,
        });
    }
}
