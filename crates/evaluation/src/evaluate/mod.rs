//! Evaluates expressions: the values that Puppet computes, within limits.
//!
//! A [`Program`] is an expression prepared for evaluation: names are resolved, literals are values, variables have
//! slots. [`Program::evaluate`] runs it. Everything outside of the expression comes from a [`Host`], which answers
//! requests and knows variables by number, so only values that are read are computed.
//!
//! Invariants: evaluation ends within its [`EvaluationLimits`] of steps, depth and memory, or with a diagnostic;
//! every problem has a position in the source; nothing is printed, and nothing outside the host is read or changed.
//! Programs and values can be shared by threads. This module does not depend on formats, files or the purpose of
//! rules.

mod access;
mod budget;
mod call;
mod compare;
mod control;
mod conversions;
mod evaluation;
mod failure;
mod functions;
mod host;
mod host_functions;
mod number;
mod operators;
mod other_languages;
mod prepare;
mod query;
mod quote;
mod regex;
mod rich;
mod ruby_float;
mod run;
mod run_for_host;
mod run_query;
mod text;
mod translate;
mod type_text;
mod types;
mod unknown;
mod value;
mod variables;

pub use budget::{Budget, EvaluationLimits};
pub use evaluation::{Evaluation, EvaluationBody, HostCall};
pub use failure::HostError;
pub use functions::function_names;
pub use host::{EmptyHost, Host, HostAnswer, LookupRequest};
pub use host_functions::{MatchSpans, base64_bytes, base64_text, compare_versions};
pub use number::float_text;
pub use prepare::Program;
pub use query::{QueryTest, ResourceQuery};
pub use regex::{Match, Regex};
pub use rich::{CatalogReference, Rich};
pub use ruby_float::parse_ruby_float;
pub use type_text::type_of_text;
pub use types::Type;
pub(crate) use value::BYTES_PER_STEP;
pub use value::{Array, Class, Hash, Object, Unknown, Value};

use crate::diagnostic::Diagnostic;

/// How an assignment changes a variable or a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// `=`
    Set,
    /// `+=`
    Append,
}

/// The value of an evaluation, or the problem that ended it.
pub type EvaluationResult = Result<Value, Box<Diagnostic>>;

impl Value {
    /// The literal of the value.
    #[must_use]
    pub fn to_literal(&self) -> String {
        let mut out = String::new();
        text::literal(self, &mut out);
        out
    }

    /// The text of the value in Puppet's format `%p`.
    fn to_program_text(&self) -> String {
        let mut out = String::new();
        text::program_text(self, &mut out);
        out
    }

    /// The text of the value, as it is interpolated into a string.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        text::display(self, &mut out);
        out
    }

    /// The time that a text such as `2026-11-23T10:00:00.000+0000` represents; `None` for other texts.
    #[must_use]
    pub fn timestamp(text: &str) -> Option<Value> {
        rich::Timestamp::parse(text)
    }

    /// The bytes that a text represents by hexadecimal digits; `None` for other texts.
    #[must_use]
    pub fn bytes(text: &str) -> Option<Value> {
        rich::Binary::from_hexadecimal(text)
    }

    /// The text that models store for the value: times with milliseconds, bytes in hexadecimal, regular expressions
    /// without slashes.
    #[must_use]
    pub fn to_model_text(&self) -> String {
        if let Value::Regexp(regex) = self {
            return regex.source().to_owned();
        }
        if let Some(binary) = self.rich::<rich::Binary>() {
            // The format in which EMF writes `EByteArray`.
            return binary.to_hexadecimal();
        }
        let stamp = self.rich::<rich::Timestamp>();
        // EMF's format of `EDate`: milliseconds, and a zone without a colon.
        let utc = None;
        let time_text = stamp.and_then(|stamp| stamp.format("%FT%T.%L+0000", utc).ok());
        time_text.unwrap_or_else(|| self.to_text())
    }

    /// Whether two values are equal by the operator `==`: strings without regard to the case of their letters.
    #[must_use]
    pub fn is_equal(&self, other: &Value) -> bool {
        compare::equals(self, other)
    }

    /// The narrowest type of the value.
    #[must_use]
    pub fn type_of(&self) -> Type {
        types::infer_set(self)
    }
}
