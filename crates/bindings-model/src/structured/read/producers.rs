//! Reads keys, values and producers: the keys that begin with `to`, and the options that apply to them.

use super::Reader;
use super::fields::Fields;
use crate::generated::bindings as b;
use crate::structured::nodes::{Content, Node};
use crate::text::set_transformer;
use b::ProducerDescriptor as P;

/// The key of a map that is not a hash but an expression; the map has no other key.
pub(in crate::structured) const EXPRESSION: &str = "$expression";

/// The type and the name of a key.
#[derive(Default)]
pub(super) struct Key {
    pub(super) ty: Option<b::TypeExpression>,
    pub(super) name: Option<String>,
}

impl Reader<'_> {
    /// A key: a name, a list of a type and a name, or a map with `type` and `name`. `None` after a reported problem.
    pub(super) fn key(&mut self, node: &Node) -> Option<Key> {
        match &node.content {
            Content::Text(name) => Some(Key { ty: None, name: Some(name.to_string()) }),
            Content::List(items) if items.len() == 2 => {
                let ty = self.type_of(&items[0]);
                let name = self.string(&items[1], "a name")?;
                Some(Key { ty: Some(ty?), name: Some(name) })
            }
            Content::Map(_) => {
                let mut fields = self.fields(node, "a key")?;
                let key = self.key_in(&mut fields);
                self.finish(&fields);
                if key.ty.is_none() && key.name.is_none() {
                    self.report_unexpected(node, "the type or the name of a binding", "add `type` or `name`");
                    return None;
                }
                Some(key)
            }
            _ => {
                self.report_unexpected(
                    node,
                    "a name, or a list of a type and a name",
                    "write the name in quotes",
                );
                None
            }
        }
    }

    /// The keys `type` and `name`.
    pub(super) fn key_in(&mut self, fields: &mut Fields<'_>) -> Key {
        let ty = fields.take("type").and_then(|node| self.type_of(node));
        let name = fields.take("name").and_then(|node| self.string(node, "the name of a binding"));
        Key { ty, name }
    }

    pub(super) fn type_of(&mut self, node: &Node) -> Option<b::TypeExpression> {
        let embedded = self.embedded_text(node, "a type")?;
        self.embedded_parser.type_expression(&embedded)
    }

    pub(super) fn reference(&mut self, node: &Node) -> Option<String> {
        let embedded = self.embedded_text(node, "a reference to a class, a type or a resource")?;
        self.embedded_parser.reference(&embedded)
    }

    fn lambda(&mut self, node: &Node) -> Option<b::Lambda> {
        let embedded = self.embedded_text(node, "a lambda")?;
        self.embedded_parser.lambda(&embedded)
    }

    /// An option that is a lambda.
    pub(super) fn lambda_in(&mut self, fields: &mut Fields<'_>, name: &'static str) -> Option<b::Lambda> {
        fields.take(name).and_then(|node| self.lambda(node))
    }

    /// A value. A map whose only key is `$expression` is the value of an expression. `None` after a reported problem.
    pub(super) fn value(&mut self, node: &Node) -> Option<b::Value> {
        let (line, column) = self.at(node);
        Some(match &node.content {
            Content::Null => b::UndefValue { file: None, line, column }.into(),
            Content::Boolean(value) => {
                b::BooleanValue { file: None, line, column, value: Some(*value) }.into()
            }
            Content::Number(digits) => return self.number(node, digits, (line, column)),
            Content::Text(text) => {
                b::StringValue { file: None, line, column, value: text.to_string() }.into()
            }
            Content::List(items) => {
                let elements = items.iter().filter_map(|item| self.value(item)).collect();
                b::ArrayValue { file: None, line, column, elements }.into()
            }
            Content::Map(entries) => match entries.as_slice() {
                [(key, value)] if key.text() == Some(EXPRESSION) => {
                    let embedded = self.embedded_text(value, "an expression")?;
                    return self.embedded_parser.value(&embedded);
                }
                entries => {
                    self.report_duplicates(entries);
                    let mut list = Vec::with_capacity(entries.len());
                    for (key, value) in entries {
                        let (line, column) = self.at(key);
                        let (Some(key), Some(value)) = (self.value(key), self.value(value)) else { continue };
                        list.push(b::HashEntry { file: None, line, column, key, value });
                    }
                    b::HashValue { file: None, line, column, entries: list }.into()
                }
            },
            Content::Unreadable => return None,
        })
    }

    /// The value of a number; `None` after a reported problem.
    fn number(&mut self, node: &Node, digits: &str, (line, column): (i64, i64)) -> Option<b::Value> {
        // `n` and `N` are in `inf` and `NaN`, which are the spellings of YAML for numbers that are not finite.
        if !digits.contains(['.', 'e', 'E', 'n', 'N']) {
            return Some(match digits.parse::<i64>() {
                Ok(value) => b::IntegerValue { file: None, line, column, value: Some(value) }.into(),
                Err(_) => b::BigIntegerValue { file: None, line, column, value: digits.to_owned() }.into(),
            });
        }
        match digits.parse::<f64>() {
            Ok(value) if value.is_finite() => {
                Some(b::FloatValue { file: None, line, column, value: Some(value) }.into())
            }
            _ => {
                self.report_unexpected(node, "a finite number", "write it as a string");
                None
            }
        }
    }

    /// The producer of a value: a constant, or the value of an expression.
    pub(super) fn producer_of_value(&mut self, node: &Node) -> Option<P> {
        let (line, column) = self.at(node);
        Some(match self.value(node)? {
            b::Value::ProducedValue(produced) => *produced.producer,
            value => {
                let value = Box::new(value);
                b::ConstantProducer { file: None, line, column, transformer: None, value }.into()
            }
        })
    }

    /// Names with their values; `elements` describes them in messages. An argument that could not be read is left out,
    /// after a reported problem.
    pub(super) fn arguments(&mut self, node: &Node, elements: &str) -> Vec<b::NamedArgument> {
        let Content::Map(entries) = &node.content else {
            self.report_unexpected(
                node,
                &format!("a map of {elements} and their values"),
                "write `name: value`",
            );
            return Vec::new();
        };
        self.report_duplicates(entries);
        let mut list = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let (line, column) = self.at(key);
            let name = self.string(key, "a name");
            if let (Some(name), Some(producer)) = (name, self.producer_of_value(value)) {
                list.push(b::NamedArgument { file: None, line, column, name, producer });
            }
        }
        list
    }

    /// The producer of a binding, without its options. Reports a second producer.
    fn producer_in(&mut self, fields: &mut Fields<'_>) -> Option<P> {
        let mut producer: Option<(&'static str, Option<P>)> = None;
        for (name, read) in FORMS {
            // All forms are taken, so that a second producer is not also reported as an unknown key.
            let Some((key, node)) = fields.take_with_key(name) else { continue };
            match &producer {
                Some((first, _)) => {
                    let message = format!("{} has two producers, `{first}` and `{name}`", fields.what);
                    self.embedded_parser.error(key.range.clone(), message, "remove one of them");
                }
                None => producer = Some((*name, read(self, node))),
            }
        }
        producer.and_then(|(_, producer)| producer)
    }

    /// The producer of a binding, with the options that apply to it. `None` if there is none, or if it could not be
    /// read.
    pub(super) fn bound_producer(
        &mut self,
        fields: &mut Fields<'_>,
        options: &mut Option<Fields<'_>>,
    ) -> Option<P> {
        let mut producer = self.producer_in(fields)?;
        let Some(options) = options else { return Some(producer) };
        // An option is taken only if it applies to the producer; the options that remain are reported.
        if let P::QueryProducer(query) = &mut producer {
            query.select_result = self.lambda_in(options, "select_result");
        }
        if let P::InstanceProducer(instance) = &mut producer
            && let Some(node) = options.take("arguments")
        {
            let items = self.list(node, "arguments");
            instance.arguments = items.iter().filter_map(|item| self.value(item)).collect();
        }
        if let Some(lambda) = self.lambda_in(options, "transformer") {
            set_transformer(&mut producer, lambda);
        }
        match options.take_with_key("singleton").map(|(key, node)| (key, &node.content, node)) {
            // The new producer is outside of the transformer, so that the transformer also runs again for each lookup.
            Some((key, Content::Boolean(false), _)) => {
                let (line, column) = self.at(key);
                let producer = Box::new(producer);
                return Some(
                    b::NonCachingProducer { file: None, line, column, transformer: None, producer }.into(),
                );
            }
            None | Some((_, Content::Boolean(true), _)) => {}
            Some((.., node)) => self.report_unexpected(node, "true or false", "write `singleton: false`"),
        }
        Some(producer)
    }

    /// A nested producer: a name to look up, a list of a type and a name to look up, or a map with a key `to…`. `None`
    /// after a reported problem.
    fn nested_producer(&mut self, node: &Node) -> Option<P> {
        let Content::Map(_) = &node.content else {
            if matches!(node.content, Content::Text(_) | Content::List(_)) {
                return self.lookup(node);
            }
            let expected = "the name of a binding, or a map with a producer";
            self.report_unexpected(node, expected, "write a constant as `{to: value}`");
            return None;
        };
        let mut fields = self.fields(node, "a producer")?;
        let mut options = self.options(&mut fields);
        let producer = self.bound_producer(&mut fields, &mut options);
        self.finish_options(options.as_ref());
        // A producer that is present but invalid was already reported.
        if producer.is_none() && !FORMS.iter().any(|(name, _)| fields.has(name)) {
            self.report_unexpected(
                node,
                "a map with a producer",
                "write `{to: value}`, or `{to_lookup_of: name}`",
            );
        }
        self.finish(&fields);
        producer
    }

    /// A producer that looks up the key in a node; `None` after a reported problem.
    fn lookup(&mut self, node: &Node) -> Option<P> {
        let (line, column) = self.at(node);
        let Key { ty, name } = self.key(node)?;
        let name = self.lookup_name(node, name)?;
        let (file, transformer, source) = (None, None, None);
        Some(b::LookupProducer { file, line, column, transformer, r#type: ty, name, source }.into())
    }

    /// The name of the binding to look up; `None` after a problem was reported because there is no name.
    fn lookup_name(&mut self, node: &Node, name: Option<String>) -> Option<String> {
        if name.is_none() {
            self.report_unexpected(node, "the name of the binding to look up", "add `name`");
        }
        name
    }

    /// Reads a lookup of an entry in a hash; `None` after a reported problem.
    fn hash_lookup(&mut self, node: &Node) -> Option<P> {
        let (line, column) = self.at(node);
        let mut fields = self.fields(node, "a lookup in a hash")?;
        let Key { ty, name } = self.key_in(&mut fields);
        let key_node = fields.take("key");
        if key_node.is_none() {
            let message = "a lookup in a hash must have the key of the entry";
            self.report_missing(node, message, "add `key`");
        }
        let entry_key = key_node.and_then(|key_node| self.value(key_node));
        self.finish(&fields);
        let name = self.lookup_name(node, name)?;
        let (file, transformer, source, key) = (None, None, None, Box::new(entry_key?));
        Some(b::HashLookupProducer { file, line, column, transformer, r#type: ty, name, source, key }.into())
    }

    /// A query for resources; `None` after a reported problem.
    fn query(&mut self, node: &Node) -> Option<P> {
        let (line, column) = self.at(node);
        let mut fields = self.fields(node, "a query")?;
        let type_node = fields.take("type");
        if type_node.is_none() {
            let message = "a query must have the type of the resources";
            self.report_missing(node, message, "add `type`, such as `type: File`");
        }
        let resource_type = type_node.and_then(|type_node| self.reference(type_node));
        let query = fields.take("query").and_then(|node| {
            let embedded = self.embedded_text(node, "a query")?;
            self.embedded_parser.query(&embedded)
        });
        self.finish(&fields);
        let resource_type = resource_type?;
        let (file, transformer, select_result) = (None, None, None);
        Some(b::QueryProducer { file, line, column, transformer, resource_type, query, select_result }.into())
    }

    /// The options of a binding.
    pub(super) fn options<'n>(&mut self, fields: &mut Fields<'n>) -> Option<Fields<'n>> {
        fields.take("options").and_then(|node| self.fields(node, "the map of options"))
    }

    pub(super) fn finish_options(&mut self, options: Option<&Fields<'_>>) {
        if let Some(options) = options {
            self.finish(options);
        }
    }
}

type ReadProducer = for<'r, 's, 'n> fn(&'r mut Reader<'s>, &'n Node) -> Option<P>;

/// The keys that contain a producer, each with the function that reads its value.
pub(super) const FORMS: &[(&str, ReadProducer)] = &[
    ("to", |reader, node| reader.producer_of_value(node)),
    ("to_expression", |reader, node| {
        let (line, column) = reader.at(node);
        let embedded = reader.embedded_text(node, "an expression")?;
        // A literal becomes a constant, as in the language of bindings.
        Some(match reader.embedded_parser.value(&embedded)? {
            b::Value::ProducedValue(produced) => *produced.producer,
            value => {
                let value = Box::new(value);
                b::ConstantProducer { file: None, line, column, transformer: None, value }.into()
            }
        })
    }),
    ("to_reference", |reader, node| {
        let (line, column) = reader.at(node);
        let reference = reader.type_of(node)?;
        Some(b::ReferenceProducer { file: None, line, column, transformer: None, reference }.into())
    }),
    ("to_instance_of", |reader, node| {
        let (line, column) = reader.at(node);
        let class_name = reader.string(node, "the name of a runtime type")?;
        Some(b::InstanceProducer { line, column, class_name, ..b::InstanceProducer::default() }.into())
    }),
    ("to_producer", |reader, node| {
        let (line, column) = reader.at(node);
        let producer = Box::new(reader.nested_producer(node)?);
        Some(b::ProducerProducer { file: None, line, column, transformer: None, producer }.into())
    }),
    ("to_lookup_of", |reader, node| reader.lookup(node)),
    ("to_hash_lookup", |reader, node| reader.hash_lookup(node)),
    ("to_first_found", |reader, node| {
        let (line, column) = reader.at(node);
        let items = reader.list(node, "names or producers");
        let producers: Vec<_> = items.iter().filter_map(|item| reader.nested_producer(item)).collect();
        if items.is_empty() && matches!(node.content, Content::List(_)) {
            reader.report_unexpected(node, "at least one name or producer", "add the names to look up");
        }
        // The value is that of the first producer that has one. If an invalid producer were left out, another producer
        // could provide the value.
        (producers.len() == items.len() && !items.is_empty())
            .then(|| b::FirstFoundProducer { file: None, line, column, transformer: None, producers }.into())
    }),
    ("to_query", |reader, node| reader.query(node)),
];
