//! Writes values of any kind, as attributes of types such as `Data` have.
//!
//! Invariant: a written value is read as the same value. This module does not know which kinds a type accepts.

use super::Writer;
use crate::ecore::AnyValue;
use crate::json_text::non_finite;
use crate::model::ObjectId;
use crate::tree::TreeSink;
use crate::tree::plan::Plan;

impl<S: TreeSink> Writer<'_, '_, S> {
    /// Writes the value that a text represents.
    pub(super) fn write_any_value(&mut self, object: ObjectId, plan: &Plan, text: &str) {
        match AnyValue::from_text(text) {
            Ok(value) => write(&value, self.sink),
            Err(error) => {
                let feature = self.metamodel.feature_label(plan.feature);
                let message = format!("the value `{text}` of {feature} cannot be written: {error}");
                self.report_inexpressible(object, &message);
                self.sink.string(text);
            }
        }
    }
}

/// Writes a value. Recursion is limited by the depth of values.
fn write(value: &AnyValue, sink: &mut impl TreeSink) {
    match value {
        AnyValue::Null => sink.null(),
        AnyValue::Boolean(value) => sink.boolean(*value),
        AnyValue::Integer(value) => sink.number(&value.to_string()),
        AnyValue::Float(value) if value.is_finite() => sink.number(&format!("{value:?}")),
        AnyValue::Float(value) => sink.string(non_finite(*value)),
        AnyValue::Number(digits) => sink.number(digits),
        AnyValue::Text(text) => sink.string(text),
        AnyValue::List(items) => {
            sink.begin_list();
            items.iter().for_each(|item| write(item, sink));
            sink.end_list();
        }
        AnyValue::Map(entries) => {
            sink.begin_map();
            for (key, item) in entries {
                sink.key(key);
                write(item, sink);
            }
            sink.end_map();
        }
    }
}
