//! Writes producers, and the options that apply to them.

use super::Writer;
use crate::generated::bindings as b;
use b::ProducerDescriptor as P;
use modelwright_language::language::{self, NodeKind};
use modelwright_metamodel::diagnostic::Source;

impl Writer {
    /// The text after `to`. The options of the producer are added to `options`. `width_before` is the width of the line
    /// before the text.
    pub(super) fn producer(
        &mut self,
        producer: &P,
        width_before: usize,
        options: &mut Vec<(String, String)>,
    ) -> String {
        let inner = match producer {
            P::NonCachingProducer(outer) => {
                options.push(("singleton".to_owned(), "false".to_owned()));
                if outer.transformer.is_some() {
                    let content = "the transformer of a producer with `singleton => false` \
                                   (only the producer inside it can have one)";
                    self.report_loss(content);
                }
                &*outer.producer
            }
            other => other,
        };
        if let Some(transformer) = transformer(inner) {
            let text = self.option_text(&transformer.text);
            options.push(("transformer".to_owned(), text));
        }
        if let P::InstanceProducer(instance) = inner
            && !instance.arguments.is_empty()
        {
            self.depth += 1;
            let arguments: Vec<_> = instance.arguments.iter().map(|value| self.value(value)).collect();
            self.depth -= 1;
            options.push(("arguments".to_owned(), format!("[{}]", arguments.join(", "))));
        }
        if let P::QueryProducer(query) = inner
            && let Some(select) = &query.select_result
        {
            let text = self.option_text(&select.text);
            options.push(("select_result".to_owned(), text));
        }
        self.form(inner, width_before)
    }

    /// A lambda as the value of an option, which is one level deeper.
    pub(super) fn option_text(&mut self, text: &str) -> String {
        self.depth += 1;
        let text = self.source_text(text);
        self.depth -= 1;
        text
    }

    /// The text of a producer without its options; `width_before` is the width of the text before it. Empty after a
    /// reported loss.
    fn form(&mut self, producer: &P, width_before: usize) -> String {
        match producer {
            P::ConstantProducer(constant) => self.value_after(&constant.value, width_before),
            P::EvaluatingProducer(evaluating) => {
                let text = self.expression(&evaluating.expression);
                // Without parentheses, `in` would be read back as the start of a multibinding's id.
                if is_read_with_id(&text) { format!("({text})") } else { text }
            }
            P::InstanceProducer(instance) => format!("Type[{}]", instance.class_name),
            P::ReferenceProducer(reference) => reference.reference.text.clone(),
            P::ProducerProducer(outer) => self.producer_of(&outer.producer, width_before),
            P::LookupProducer(lookup) => {
                format!("lookup {}", key(lookup.r#type.as_ref(), Some(&lookup.name)))
            }
            P::HashLookupProducer(lookup) => {
                let entry = self.value_after(&lookup.key, width_before);
                format!("lookup {}[{entry}]", key(lookup.r#type.as_ref(), Some(&lookup.name)))
            }
            P::FirstFoundProducer(first) => {
                let members: Vec<_> =
                    first.producers.iter().map(|member| self.nested_producer(member, width_before)).collect();
                format!("first_found [{}]", members.join(", "))
            }
            P::QueryProducer(query) => match &query.query {
                Some(text) => format!("{}[?? {text}]", query.resource_type),
                None => format!("{}[??]", query.resource_type),
            },
            P::NonCachingProducer(_) => {
                self.report_loss("a producer with `singleton => false` inside another one");
                String::new()
            }
            P::ArrayMultibindProducer(_) | P::HashMultibindProducer(_) => {
                self.report_loss("a combination of contributions outside of a multibinding");
                String::new()
            }
        }
    }

    /// A nested producer, which cannot have options.
    fn nested_producer(&mut self, producer: &P, width_before: usize) -> String {
        let mut options = Vec::new();
        let text = self.producer(producer, width_before, &mut options);
        for (name, _) in options {
            self.report_loss(format_args!("the option `{name}` of a producer inside another one"));
        }
        text
    }

    /// The text of the producer that another producer runs.
    fn producer_of(&mut self, inner: &P, width_before: usize) -> String {
        match inner {
            P::LookupProducer(lookup) if lookup.r#type.is_none() && lookup.transformer.is_none() => {
                format!("producer {}", language::string_literal(&lookup.name))
            }
            // After `producer`, the language allows a name or a type, but no value.
            P::ConstantProducer(_) | P::EvaluatingProducer(_) => {
                self.report_loss("a value as the producer of another producer");
                String::new()
            }
            inner => format!("producer {}", self.nested_producer(inner, width_before)),
        }
    }
}

/// A key: its type, its name, or both.
pub fn key(ty: Option<&b::TypeExpression>, name: Option<&str>) -> String {
    match (ty, name.map(language::string_literal)) {
        (Some(ty), Some(name)) => format!("{}, {name}", ty.text),
        (Some(ty), None) => ty.text.clone(),
        (None, name) => name.unwrap_or_default(),
    }
}

/// The function that transforms the value of a producer; `None` if the value is not transformed.
pub fn transformer(producer: &P) -> Option<&b::Lambda> {
    match producer {
        P::ConstantProducer(producer) => producer.transformer.as_ref(),
        P::EvaluatingProducer(producer) => producer.transformer.as_ref(),
        P::InstanceProducer(producer) => producer.transformer.as_ref(),
        P::ReferenceProducer(producer) => producer.transformer.as_ref(),
        P::NonCachingProducer(producer) => producer.transformer.as_ref(),
        P::ProducerProducer(producer) => producer.transformer.as_ref(),
        P::LookupProducer(producer) => producer.transformer.as_ref(),
        P::HashLookupProducer(producer) => producer.transformer.as_ref(),
        P::FirstFoundProducer(producer) => producer.transformer.as_ref(),
        P::QueryProducer(producer) => producer.transformer.as_ref(),
        P::ArrayMultibindProducer(producer) => producer.transformer.as_ref(),
        P::HashMultibindProducer(producer) => producer.transformer.as_ref(),
    }
}

/// Whether the operator `in` of an expression would be read back as the id of a multibinding.
fn is_read_with_id(text: &str) -> bool {
    // Most texts do not contain `in`, and need not be parsed.
    if !text.contains("in") {
        return false;
    }
    let source = Source::new("", format!("bindings x {{ bind 'x' to {text} }}"));
    let (tree, found) = language::syntax_tree(&source);
    found.has_errors() || tree.nodes().any(|node| node.kind() == NodeKind::MultibindId)
}
