//! Writes keys, values and producers. A value that YAML and JSON cannot express is written as an expression.

use super::super::nodes::is_number;
use super::super::read::EXPRESSION;
use super::Writer;
use crate::generated::bindings as b;
use crate::text::{key_text, transformer};
use b::ProducerDescriptor as P;
use rustc_hash::FxHashSet;

/// The options of a binding that are written after its producer.
#[derive(Default)]
pub(super) struct Options<'b> {
    pub(super) map: &'b [b::ParameterMapEntry],
    pub(super) producer_args: &'b [b::NamedArgument],
}

impl Writer<'_> {
    /// Writes a value. A value that YAML and JSON cannot express is written as an expression.
    pub(super) fn value(&mut self, value: &b::Value) {
        match value {
            b::Value::UndefValue(_) => self.out.null(),
            b::Value::BooleanValue(b::BooleanValue { value: Some(value), .. }) => self.out.boolean(*value),
            b::Value::IntegerValue(b::IntegerValue { value: Some(value), .. }) => {
                self.out.number(&value.to_string());
            }
            // In the model, the digits are a string, which need not be a number.
            b::Value::BigIntegerValue(number) if is_number(&number.value) => self.out.number(&number.value),
            b::Value::FloatValue(b::FloatValue { value: Some(value), .. }) if value.is_finite() => {
                // `{:?}` always writes a decimal point or an exponent, without which an integer would be read back.
                self.out.number(&format!("{value:?}"));
            }
            b::Value::StringValue(text) => self.out.string(&text.value),
            b::Value::ArrayValue(array) => self.list(&array.elements, |writer, item| writer.value(item)),
            b::Value::HashValue(hash) if is_plain(hash) => {
                self.out.begin_map();
                for entry in &hash.entries {
                    // `is_plain` has tested that all keys are strings.
                    if let b::Value::StringValue(key) = &entry.key {
                        self.out.key(&key.value);
                        self.value(&entry.value);
                    }
                }
                self.out.end_map();
            }
            other => {
                let text = self.language.value(other);
                self.expression_value(&text);
            }
        }
    }

    /// Writes an expression instead of a value.
    pub(super) fn expression_value(&mut self, text: &str) {
        self.out.begin_map();
        self.field(EXPRESSION, text);
        self.out.end_map();
    }

    /// Writes a producer where only a value or an expression is allowed.
    fn plain_value(&mut self, producer: &P) {
        match producer {
            P::ConstantProducer(constant) if constant.transformer.is_none() => self.value(&constant.value),
            P::EvaluatingProducer(evaluating) if evaluating.transformer.is_none() => {
                let text = self.language.expression(&evaluating.expression);
                self.expression_value(&text);
            }
            _ => {
                self.report_loss("a value that is neither a constant nor an expression");
                self.out.null();
            }
        }
    }

    /// Writes a map of names and values. A repeated name is a loss.
    pub(super) fn named_values<'p>(&mut self, values: impl Iterator<Item = (&'p str, &'p P)>) {
        let mut seen = FxHashSet::default();
        self.out.begin_map();
        for (name, producer) in values {
            if !seen.insert(name) {
                self.report_loss(format_args!("the name `{name}`, which occurs twice,"));
                continue;
            }
            self.out.key(name);
            self.plain_value(producer);
        }
        self.out.end_map();
    }

    /// Writes a key: a name, a list of a type and a name, or a map with a type.
    pub(super) fn key(&mut self, ty: Option<&b::TypeExpression>, name: Option<&str>) {
        match (ty, name) {
            (Some(ty), Some(name)) => {
                self.out.begin_list();
                self.out.string(&ty.text);
                self.out.string(name);
                self.out.end_list();
            }
            (None, Some(name)) => self.out.string(name),
            (ty, None) => {
                self.out.begin_map();
                self.field_if("type", ty.map(|ty| ty.text.as_str()));
                self.out.end_map();
            }
        }
    }

    /// Writes the producer of a binding and its options as keys of the open map.
    pub(super) fn producer(&mut self, producer: Option<&P>, options: &Options<'_>) {
        let inner = match producer {
            Some(P::NonCachingProducer(outer)) => {
                // There can be only one option `transformer`, which belongs to the nested producer.
                if outer.transformer.is_some() {
                    let content = "the transformer of a producer with `singleton: false` \
                                   (only the producer inside it can have one)";
                    self.report_loss(content);
                }
                Some(&*outer.producer)
            }
            other => other,
        };
        if let Some(inner) = inner {
            self.form(inner);
        }
        let is_cached = !matches!(producer, Some(P::NonCachingProducer(_)));
        self.options(inner, is_cached, options);
    }

    /// Writes the options of a binding, if there are any.
    fn options(&mut self, producer: Option<&P>, is_cached: bool, options: &Options<'_>) {
        let transformer = producer.and_then(transformer);
        let arguments = match producer {
            Some(P::InstanceProducer(instance)) => instance.arguments.as_slice(),
            _ => &[],
        };
        let select = match producer {
            Some(P::QueryProducer(query)) => query.select_result.as_ref(),
            _ => None,
        };
        let is_empty = is_cached
            && transformer.is_none()
            && arguments.is_empty()
            && select.is_none()
            && options.map.is_empty()
            && options.producer_args.is_empty();
        if is_empty {
            return;
        }
        self.out.key("options");
        self.out.begin_map();
        if !options.map.is_empty() {
            self.out.key("map");
            self.map_entries(options.map);
        }
        if !is_cached {
            self.out.key("singleton");
            self.out.boolean(false);
        }
        for (name, lambda) in [("transformer", transformer), ("select_result", select)] {
            if let Some(lambda) = lambda {
                self.lambda(name, lambda);
            }
        }
        if !arguments.is_empty() {
            self.out.key("arguments");
            self.list(arguments, |writer, value| writer.value(value));
        }
        if !options.producer_args.is_empty() {
            self.out.key("producer_args");
            let arguments = options.producer_args.iter();
            self.named_values(arguments.map(|argument| (argument.name.as_str(), &argument.producer)));
        }
        self.out.end_map();
    }

    pub(super) fn lambda(&mut self, name: &str, lambda: &b::Lambda) {
        let text = self.language.source_text(&lambda.text);
        self.field(name, &text);
    }

    /// Writes the key of a producer and its value, without options.
    fn form(&mut self, producer: &P) {
        match producer {
            P::ConstantProducer(constant) => match &*constant.value {
                // The keys of a map are strings. A hash with other keys is written as an expression.
                value @ b::Value::HashValue(hash) if !is_plain(hash) => {
                    let text = self.language.value(value);
                    self.field("to_expression", &text);
                }
                value => {
                    self.out.key("to");
                    self.value(value);
                }
            },
            P::EvaluatingProducer(evaluating) => {
                let text = self.language.expression(&evaluating.expression);
                self.field("to_expression", &text);
            }
            P::ReferenceProducer(reference) => self.field("to_reference", &reference.reference.text),
            P::InstanceProducer(instance) => self.field("to_instance_of", &instance.class_name),
            P::ProducerProducer(outer) => {
                self.out.key("to_producer");
                self.nested_producer(&outer.producer);
            }
            P::LookupProducer(lookup) => {
                self.out.key("to_lookup_of");
                self.key(lookup.r#type.as_ref(), Some(&lookup.name));
            }
            P::HashLookupProducer(lookup) => {
                self.out.key("to_hash_lookup");
                self.out.begin_map();
                self.field_if("type", lookup.r#type.as_ref().map(|ty| ty.text.as_str()));
                self.field("name", &lookup.name);
                self.out.key("key");
                self.value(&lookup.key);
                self.out.end_map();
            }
            P::FirstFoundProducer(first) => {
                self.out.key("to_first_found");
                self.list(&first.producers, |writer, producer| writer.nested_producer(producer));
            }
            P::QueryProducer(query) => {
                self.out.key("to_query");
                self.out.begin_map();
                self.field("type", &query.resource_type);
                self.field_if("query", query.query.as_deref());
                self.out.end_map();
            }
            P::NonCachingProducer(_) => {
                self.report_loss("a producer with `singleton: false` inside another one of its kind");
            }
            P::ArrayMultibindProducer(_) | P::HashMultibindProducer(_) => {
                self.report_loss("a combination of contributions outside of a multibinding");
            }
        }
    }

    /// Writes a nested producer: a key if it is a lookup without options, otherwise a map.
    fn nested_producer(&mut self, producer: &P) {
        match producer {
            P::LookupProducer(lookup) if lookup.transformer.is_none() => {
                self.key(lookup.r#type.as_ref(), Some(&lookup.name));
            }
            producer => {
                self.out.begin_map();
                self.producer(Some(producer), &Options::default());
                self.out.end_map();
            }
        }
    }
}

/// Whether a hash can be written as a map: its keys are distinct strings, and it would not be read back as an
/// expression.
fn is_plain(hash: &b::HashValue) -> bool {
    let mut seen = FxHashSet::default();
    let are_distinct_strings = hash.entries.iter().all(|entry| match &entry.key {
        b::Value::StringValue(key) => seen.insert(key.value.as_str()),
        _ => false,
    });
    are_distinct_strings && !(hash.entries.len() == 1 && seen.contains(EXPRESSION))
}

/// The key of a binding, for messages.
pub(super) fn shown_key(ty: Option<&b::TypeExpression>, name: Option<&str>) -> String {
    key_text(ty, name)
}
