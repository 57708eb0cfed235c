//! Reads the producers that keys are bound to, and applies the options that concern producers.

use super::values::type_text;
use super::{Reader, child, expressions, text_in};
use crate::generated::bindings as b;
use modelwright_language::language::{Node, NodeKind, ProducerForm};

/// The type and the name of a key.
#[derive(Default)]
pub(super) struct Key {
    pub(super) ty: Option<b::TypeExpression>,
    pub(super) name: Option<String>,
}

impl Reader<'_> {
    pub(super) fn key(&mut self, node: Node<'_>) -> Key {
        let ty = child(node, |kind| kind == NodeKind::BindType).map(|ty| self.type_expression(ty));
        Key { ty, name: text_in(node) }
    }

    /// The producer of a node; `None` if it could not be read.
    pub(super) fn producer(&mut self, node: Node<'_>) -> Option<b::ProducerDescriptor> {
        let NodeKind::Producer(form) = node.kind() else { return None };
        let (line, column) = self.at(node);
        Some(match form {
            ProducerForm::Value => self.constant_or_evaluation(expressions(node).next()?),
            ProducerForm::Reference => {
                let reference = self.type_expression(child(node, |kind| kind == NodeKind::BindType)?);
                // `to Type[X]` creates an instance of X. Any other reference gives the element itself (ARM-8).
                match runtime_class(&reference.text) {
                    Some(class_name) => {
                        b::InstanceProducer { line, column, class_name, ..b::InstanceProducer::default() }
                            .into()
                    }
                    None => {
                        b::ReferenceProducer { file: None, line, column, transformer: None, reference }.into()
                    }
                }
            }
            ProducerForm::Producer => {
                let producer = Box::new(self.producer(child(node, is_producer)?)?);
                b::ProducerProducer { file: None, line, column, transformer: None, producer }.into()
            }
            ProducerForm::Lookup => return self.lookup(node, line, column),
            ProducerForm::FirstFound => {
                let nodes = node.children().filter(|child| is_producer(child.kind()));
                let producers = nodes.filter_map(|child| self.producer(child)).collect();
                b::FirstFoundProducer { file: None, line, column, transformer: None, producers }.into()
            }
            ProducerForm::Query => {
                let ty = child(node, |kind| kind == NodeKind::BindType)?;
                let query = expressions(node).next().map(|query| query.text().to_owned());
                b::QueryProducer {
                    line,
                    column,
                    resource_type: type_text(ty),
                    query,
                    ..b::QueryProducer::default()
                }
                .into()
            }
        })
    }

    /// A lookup of a binding, or of an entry of its hash; `None` after a reported problem.
    fn lookup(&mut self, node: Node<'_>, line: i64, column: i64) -> Option<b::ProducerDescriptor> {
        let Key { ty, name } = child(node, |kind| kind == NodeKind::BindKey).map(|key| self.key(key))?;
        let Some(name) = name else {
            self.error(node, "a lookup must have a name", "write the name after the type and a comma");
            return None;
        };
        Some(match expressions(node).next() {
            Some(key) => {
                let key = Box::new(self.value(key));
                let (file, transformer, source) = (None, None, None);
                b::HashLookupProducer { file, line, column, transformer, r#type: ty, name, source, key }
                    .into()
            }
            None => {
                b::LookupProducer { line, column, r#type: ty, name, ..b::LookupProducer::default() }.into()
            }
        })
    }

    /// The arguments in a hash.
    pub(super) fn arguments(&mut self, node: Node<'_>) -> Vec<b::NamedArgument> {
        let parts: Vec<_> = expressions(node).collect();
        let mut list = Vec::new();
        // A pair that is incomplete is a syntax error, which was reported.
        for pair in parts.chunks_exact(2) {
            let (line, column) = self.at(pair[0]);
            match pair[0].string() {
                Some(name) => {
                    let producer = self.constant_or_evaluation(pair[1]);
                    list.push(b::NamedArgument { file: None, line, column, name, producer });
                }
                None => self.error(pair[0], "the name of an argument must be a string", "write it in quotes"),
            }
        }
        list
    }
}

pub(super) fn is_producer(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::Producer(_))
}

/// The `X` of `Type[X]`, which is the class to instantiate; `None` for any other type.
fn runtime_class(text: &str) -> Option<String> {
    let name = text.strip_prefix("Type[")?.strip_suffix(']')?;
    // A type with arguments is not a class, so it has no instances.
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || c == ':' || c == '_');
    (is_plain && !name.is_empty()).then(|| name.to_owned())
}

/// Sets the function that transforms the value of a producer.
pub fn set_transformer(producer: &mut b::ProducerDescriptor, lambda: b::Lambda) {
    use b::ProducerDescriptor as P;
    let transformer = match producer {
        P::ConstantProducer(producer) => &mut producer.transformer,
        P::EvaluatingProducer(producer) => &mut producer.transformer,
        P::InstanceProducer(producer) => &mut producer.transformer,
        P::ReferenceProducer(producer) => &mut producer.transformer,
        P::NonCachingProducer(producer) => &mut producer.transformer,
        P::ProducerProducer(producer) => &mut producer.transformer,
        P::LookupProducer(producer) => &mut producer.transformer,
        P::HashLookupProducer(producer) => &mut producer.transformer,
        P::FirstFoundProducer(producer) => &mut producer.transformer,
        P::QueryProducer(producer) => &mut producer.transformer,
        P::ArrayMultibindProducer(producer) => &mut producer.transformer,
        P::HashMultibindProducer(producer) => &mut producer.transformer,
    };
    *transformer = Some(lambda);
}
