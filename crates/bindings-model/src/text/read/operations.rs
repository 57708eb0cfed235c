//! Converts operations to bindings, and reports options that an operation does not support.

use super::producers::{Key, is_producer, set_transformer};
use super::values::type_text;
use super::{Reader, child, doc, expressions, text_in};
use crate::generated::bindings as b;
use modelwright_language::language::{BindFlag, BindForm, Node, NodeKind};
use modelwright_metamodel::diagnostic::nearest;

/// The flags of an operation.
#[derive(Default, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate flag")]
struct Flags {
    r#override: bool,
    r#abstract: bool,
    r#final: bool,
    optional: bool,
}

impl Flags {
    /// The flags among the children of an operation.
    fn of(node: Node<'_>) -> Self {
        let mut flags = Self::default();
        for child in node.children() {
            if let NodeKind::Flag(flag) = child.kind() {
                match flag {
                    BindFlag::Abstract => flags.r#abstract = true,
                    BindFlag::Override => flags.r#override = true,
                    BindFlag::Final => flags.r#final = true,
                    BindFlag::Optional => flags.optional = true,
                }
            }
        }
        flags
    }
}

/// Makes a binding: position, documentation and flags are read from the node; the other fields are given, or taken from
/// `rest`.
macro_rules! binding {
    ($reader:expr, $node:expr, $class:ident { $($field:ident $(: $value:expr)?),* $(,)? }) => {
        binding!($reader, $node, $class { $($field $(: $value)?),* }, ..b::$class::default())
    };
    ($reader:expr, $node:expr, $class:ident { $($field:ident $(: $value:expr)?),* $(,)? }, ..$rest:expr) => {{
        let (line, column) = $reader.at($node);
        let Flags { r#override, r#abstract, r#final, optional } = Flags::of($node);
        b::$class {
            line,
            column,
            doc: doc($node),
            r#override,
            r#abstract,
            r#final,
            optional,
            $($field $(: $value)?,)*
            ..$rest
        }
    }};
}

/// The options of an operation: names, nodes of the options, and nodes of the values.
type Options<'t> = Vec<(String, Node<'t>, Node<'t>)>;

impl Reader<'_> {
    /// The binding of a node, of the kind that `form` determines; `None` if it could not be read.
    pub(super) fn binding_of_form(&mut self, node: Node<'_>, form: BindForm) -> Option<b::AbstractBinding> {
        Some(match form {
            BindForm::Single => self.single_binding(node)?,
            BindForm::Multiple => self.multibinding(node)?,
            BindForm::Parameters => self.parameters(node)?,
            BindForm::Variables => self.variables(node)?,
            BindForm::Map => self.map(node)?,
            BindForm::Alias => self.rebinding(node, b::RebindingKind::Alias),
            BindForm::Renamed => self.rebinding(node, b::RebindingKind::Renamed),
            BindForm::Rebind => self.rebinding(node, b::RebindingKind::Plain),
            BindForm::Dependency { notify } => self.dependency(node, notify),
            BindForm::Include => {
                let (line, column) = self.at(node);
                let classes = class_names(node);
                let doc = doc(node);
                b::ClassInclusion { file: None, line, column, doc, classes }.into()
            }
            BindForm::Exclude => {
                let (line, column) = self.at(node);
                let classes = class_names(node);
                let doc = doc(node);
                b::ClassExclusion { file: None, line, column, doc, classes }.into()
            }
        })
    }

    /// A binding of one key; `None` after a reported problem.
    fn single_binding(&mut self, node: Node<'_>) -> Option<b::AbstractBinding> {
        let key = child(node, |kind| kind == NodeKind::BindKey);
        let Key { ty, name } = key.map(|key| self.key(key)).unwrap_or_default();
        let mut options = options(node);
        let multibind_id = child(node, |kind| kind == NodeKind::MultibindId).and_then(text_in);
        let producer = self.bound_producer(node, &mut options);
        let producer_args = self.producer_args(&mut options);
        self.report_remaining(
            &options,
            "a binding",
            "producer_args, singleton, transformer, arguments or select_result",
        );
        if ty.is_none() && name.is_none() && multibind_id.is_none() {
            self.error(
                node,
                "a binding must have a type, a name or the id of a multibinding",
                "write the type, the name in quotes, or `in` and the id of a multibinding",
            );
            return None;
        }
        if self.report_producer_mismatch(node, producer.is_some()) {
            return None;
        }
        Some(binding!(self, node, Binding { r#type: ty, name, multibind_id, producer, producer_args }).into())
    }

    /// Reports an abstract binding that has a producer, and any other binding that has none. Returns whether there is
    /// such a problem.
    fn report_producer_mismatch(&mut self, node: Node<'_>, has_producer: bool) -> bool {
        let is_abstract = Flags::of(node).r#abstract;
        if is_abstract && has_producer {
            let place = child(node, is_producer).unwrap_or(node);
            self.error(
                place,
                "an abstract binding cannot have a producer",
                "remove `abstract`, or `to` and what follows",
            );
        } else if !is_abstract && !has_producer {
            let help = "add `to` and a value, or `abstract` if another binding must provide the value";
            self.error(node, "this binding has no producer", help);
        }
        // A binding must either be `abstract` or have a producer.
        is_abstract == has_producer
    }

    /// The producer after `to`, with the options that apply to it. `None` if there is no producer, or if it could not
    /// be read.
    fn bound_producer<'t>(
        &mut self,
        node: Node<'t>,
        options: &mut Options<'t>,
    ) -> Option<b::ProducerDescriptor> {
        // An option is taken only if it applies to the producer; the options that remain are reported.
        let mut producer = self.producer(child(node, is_producer)?)?;
        if let b::ProducerDescriptor::QueryProducer(query) = &mut producer
            && let Some((_, value)) = take(options, "select_result")
        {
            query.select_result = Some(self.lambda(value));
        }
        if let b::ProducerDescriptor::InstanceProducer(instance) = &mut producer
            && let Some((_, value)) = take(options, "arguments")
        {
            // A single argument may be written without brackets.
            instance.arguments = match value.kind() {
                NodeKind::Array => expressions(value).map(|value| self.value(value)).collect(),
                _ => vec![self.value(value)],
            };
        }
        if let Some((_, value)) = take(options, "transformer") {
            let lambda = self.lambda(value);
            set_transformer(&mut producer, lambda);
        }
        // The new producer is outside of the transformer, so that the transformer also runs again for each lookup.
        if let Some((option, value)) = take(options, "singleton") {
            match value.kind() {
                NodeKind::Boolean(true) => {}
                NodeKind::Boolean(false) => {
                    let (line, column) = self.at(option);
                    let producer = Box::new(producer);
                    return Some(
                        b::NonCachingProducer { file: None, line, column, transformer: None, producer }
                            .into(),
                    );
                }
                _ => self.error(value, "`singleton` must be true or false", "write `singleton => false`"),
            }
        }
        Some(producer)
    }

    /// The arguments in the option `producer_args`.
    fn producer_args(&mut self, options: &mut Options<'_>) -> Vec<b::NamedArgument> {
        let Some((_, value)) = take(options, "producer_args") else { return Vec::new() };
        if value.kind() != NodeKind::Hash {
            self.error(value, "`producer_args` must be a hash", "write `producer_args => { name => value }`");
        }
        self.arguments(value)
    }

    /// Reports the options that remain, because they do not apply here. `known` lists the options that do.
    fn report_remaining(&mut self, options: &Options<'_>, operation: &str, known: &str) {
        for (name, option, _) in options {
            let message = format!("{operation} has no option `{name}` here");
            let mut words = known.split([',', ' ']).filter(|word| !matches!(*word, "" | "or" | "and"));
            // An option that is known may still have no meaning for this producer.
            let help = match nearest(name, words.clone()) {
                Some(meant) if words.all(|word| word != name) => format!("did you mean `{meant}`?"),
                _ => format!("its options are {known}"),
            };
            self.error(*option, message, help);
        }
    }

    /// A multibinding; `None` after a reported problem.
    fn multibinding(&mut self, node: Node<'_>) -> Option<b::AbstractBinding> {
        let key = child(node, |kind| kind == NodeKind::BindKey)?;
        let Key { ty, name } = self.key(key);
        let mut options = options(node);
        let is_hash = match ty.as_ref().map(|ty| ty.text.as_str()) {
            Some(text) if is_type(text, "Hash") => true,
            Some(text) if is_type(text, "Array") => false,
            _ => {
                self.error(
                    key,
                    "the type of a multibinding must be an array or a hash",
                    "write `Array[T], 'name'`",
                );
                return None;
            }
        };
        let (line, column) = self.at(node);
        let combinator = take(&mut options, "combinator").map(|(_, value)| self.lambda(value));
        let without_combinator = ["uniq", "flatten", "conflict_resolution"];
        let conflicting = options.iter().find(|(name, ..)| without_combinator.contains(&name.as_str()));
        if let Some((name, option, _)) = conflicting
            && combinator.is_some()
        {
            let message = format!("a multibinding with a combinator cannot have `{name}`");
            self.error(*option, message, "remove one of them: the combinator decides instead");
        }
        let transformer = take(&mut options, "transformer").map(|(_, value)| self.lambda(value));
        let uniq = self.boolean_option(&mut options, "uniq");
        let flatten = self.flatten_levels(&mut options);
        let file = None;
        let producer: b::ProducerDescriptor = if is_hash {
            let conflict_resolution = self.resolution(&mut options);
            b::HashMultibindProducer {
                file,
                line,
                column,
                transformer,
                combinator,
                uniq,
                flatten,
                conflict_resolution,
            }
            .into()
        } else {
            b::ArrayMultibindProducer { file, line, column, transformer, combinator, uniq, flatten }.into()
        };
        let (owner, known_options) = match is_hash {
            true => ("a multibinding of a hash", "uniq, flatten, conflict_resolution, combinator"),
            false => ("a multibinding of an array", "uniq, flatten, combinator"),
        };
        self.report_remaining(&options, owner, known_options);
        // An abstract multibinding has no producer: it only requires that another binding exists.
        let producer = (!Flags::of(node).r#abstract).then_some(producer);
        let id = child(node, |kind| kind == NodeKind::MultibindId).and_then(text_in);
        Some(binding!(self, node, Multibinding { r#type: ty, name, producer, id }).into())
    }

    /// The value of an option; false if it is missing or was reported as invalid.
    fn boolean_option(&mut self, options: &mut Options<'_>, name: &str) -> bool {
        match take(options, name) {
            None => false,
            Some((_, value)) => match value.kind() {
                NodeKind::Boolean(value) => value,
                _ => {
                    self.error(
                        value,
                        format!("`{name}` must be true or false"),
                        format!("write `{name} => true`"),
                    );
                    false
                }
            },
        }
    }

    /// The number of levels to flatten, or -1 for all levels. In the text, `true` means all levels.
    fn flatten_levels(&mut self, options: &mut Options<'_>) -> i64 {
        let Some((_, node)) = take(options, "flatten") else { return 0 };
        match self.value(node) {
            b::Value::BooleanValue(value) if value.value == Some(true) => -1,
            b::Value::BooleanValue(_) => 0,
            b::Value::IntegerValue(value) if value.value.is_some_and(|levels| levels > 0) => {
                value.value.unwrap_or_default()
            }
            _ => {
                let help = "write `flatten => true`, or the number of levels";
                self.error(node, "`flatten` must be true, false or a number of levels", help);
                0
            }
        }
    }

    /// The option `conflict_resolution`, or its default.
    fn resolution(&mut self, options: &mut Options<'_>) -> b::ConflictResolution {
        use b::ConflictResolution as R;
        // By default, contributions with equal names are an error (ARM-8).
        let Some((_, node)) = take(options, "conflict_resolution") else { return R::Error };
        match node.string().as_deref() {
            Some("error") => R::Error,
            Some("priority") => R::Priority,
            Some("ignore") => R::Ignore,
            Some("merge") => R::Merge,
            Some("append") => R::Append,
            _ => {
                let help = "its values are error, priority, ignore, merge and append";
                self.error(node, "unknown resolution of conflicts", help);
                R::Error
            }
        }
    }

    /// A binding of parameters; `None` after a reported problem.
    fn parameters(&mut self, node: Node<'_>) -> Option<b::AbstractBinding> {
        let target = type_text(child(node, |kind| kind == NodeKind::BindType)?);
        let mut options = options(node);
        let map = match take(&mut options, "map") {
            Some((_, value)) => self.map_entries(value),
            None => Vec::new(),
        };
        let producer = self.bound_producer(node, &mut options);
        let producer_args = self.producer_args(&mut options);
        self.report_remaining(
            &options,
            "a binding of parameters",
            "map, producer_args, singleton, transformer or select_result",
        );
        let flags = Flags::of(node);
        if flags.r#abstract {
            let help = "parameters exist without being bound; remove `abstract`";
            self.error(node, "a binding of parameters cannot be abstract", help);
            return None;
        }
        if self.report_producer_mismatch(node, producer.is_some()) {
            return None;
        }
        Some(binding!(self, node, ParameterBindings { target, producer, map, producer_args }).into())
    }

    /// The entries of a parameter map: a hash of names and new names, or a list of names that stay the same.
    fn map_entries(&mut self, node: Node<'_>) -> Vec<b::ParameterMapEntry> {
        let parts: Vec<_> = expressions(node).collect();
        // In a hash, names and new names alternate.
        let step = match node.kind() {
            NodeKind::Hash => 2,
            NodeKind::Array => 1,
            _ => {
                self.error(
                    node,
                    "a map must be a hash or a list of names",
                    "write `{ name => other }` or `[name]`",
                );
                return Vec::new();
            }
        };
        if parts.is_empty() {
            self.error(node, "a map must have entries", "write the names to map, or remove the map");
        }
        let mut list = Vec::new();
        for pair in parts.chunks_exact(step) {
            let (line, column) = self.at(pair[0]);
            let names: Vec<_> = pair.iter().filter_map(|part| part.string()).collect();
            if names.len() < step {
                self.error(pair[0], "the names in a map must be strings", "write them in quotes");
                continue;
            }
            let mut names = names.into_iter();
            let (from, to) = (names.next().unwrap_or_default(), names.next());
            list.push(b::ParameterMapEntry { line, column, from, to, ..b::ParameterMapEntry::default() });
        }
        list
    }

    /// A map of parameters; `None` after a reported problem.
    fn map(&mut self, node: Node<'_>) -> Option<b::AbstractBinding> {
        let mut sides = node.children().filter(|child| child.kind() == NodeKind::BindType).map(type_text);
        let (from, to) = (sides.next()?, sides.next()?);
        let entries = expressions(node).next();
        let is_abstract = Flags::of(node).r#abstract;
        match entries {
            Some(entries) if is_abstract => {
                let help = "remove `abstract`, or the entries";
                self.error(entries, "an abstract map cannot have entries", help);
                return None;
            }
            None if !is_abstract => {
                self.error(node, "this map has no entries", "add `{ name => other }`");
                return None;
            }
            _ => {}
        }
        let entries = entries.map(|entries| self.map_entries(entries)).unwrap_or_default();
        Some(binding!(self, node, ParameterMap { from, to, entries }).into())
    }

    /// A binding of variables; `None` if it has no variables that could be read.
    fn variables(&mut self, node: Node<'_>) -> Option<b::AbstractBinding> {
        let ty = child(node, |kind| kind == NodeKind::BindType).map(|ty| self.type_expression(ty));
        let is_abstract = Flags::of(node).r#abstract;
        // To the parser, the value after `to` is a producer. Its expression contains the variables.
        let values = child(node, is_producer).and_then(|producer| expressions(producer).next());
        let variables = match values {
            Some(values) if is_abstract => self.variable_names(values),
            Some(values) if values.kind() == NodeKind::Hash => self.variable_values(values),
            _ => {
                let (message, help) = if is_abstract {
                    (
                        "an abstract binding of variables must list their names",
                        "write `to 'name'` or `to ['a', 'b']`",
                    )
                } else {
                    ("variables must be bound to a hash", "write `to { name => value }`")
                };
                self.error(node, message, help);
                return None;
            }
        };
        if variables.is_empty() {
            return None;
        }
        let with_variables = b::VariableBindings::new(variables);
        Some(binding!(self, node, VariableBindings { r#type: ty }, ..with_variables).into())
    }

    /// The names of abstract variables, which have no values.
    fn variable_names(&mut self, node: Node<'_>) -> Vec<b::VariableBinding> {
        let names: Vec<_> = match node.kind() {
            NodeKind::Array => expressions(node).collect(),
            _ => vec![node],
        };
        let mut list = Vec::new();
        for node in names {
            let (line, column) = self.at(node);
            match node.string() {
                Some(name) => {
                    list.push(b::VariableBinding { line, column, name, ..b::VariableBinding::default() });
                }
                None => {
                    let help = "an abstract variable has no value: write `to 'name'` or `to ['a', 'b']`";
                    self.error(node, "expected the name of a variable in quotes", help);
                }
            }
        }
        list
    }

    /// The variables of a hash with their values. An empty hash is reported.
    fn variable_values(&mut self, node: Node<'_>) -> Vec<b::VariableBinding> {
        let arguments = self.arguments(node).into_iter();
        let list: Vec<_> = arguments
            .map(|argument| b::VariableBinding {
                file: None,
                line: argument.line,
                column: argument.column,
                name: argument.name,
                producer: Some(argument.producer),
            })
            .collect();
        if list.is_empty() {
            self.error(node, "this binding has no variables", "write `{ name => value }`");
        }
        list
    }

    /// A rebinding of an old key to a new one.
    fn rebinding(&mut self, node: Node<'_>, kind: b::RebindingKind) -> b::AbstractBinding {
        let keys = node.children().filter(|child| child.kind() == NodeKind::BindKey);
        let mut keys = keys.map(|key| self.key(key)).collect::<Vec<_>>().into_iter();
        // The old key is written first.
        let (old, new) = (keys.next().unwrap_or_default(), keys.next().unwrap_or_default());
        binding!(
            self,
            node,
            Rebinding { kind, r#type: old.ty, name: old.name, new_type: new.ty, new_name: new.name }
        )
        .into()
    }

    /// An order between the resources on both sides of an arrow.
    fn dependency(&mut self, node: Node<'_>, notify: bool) -> b::AbstractBinding {
        let (line, column) = self.at(node);
        let sides = node.children().filter(|child| child.kind() == NodeKind::DependencySide);
        let mut sides = sides.map(|side| side.children().map(type_text).collect::<Vec<_>>());
        let (sources, targets) = (sides.next().unwrap_or_default(), sides.next().unwrap_or_default());
        let doc = doc(node);
        b::DependencyBinding { file: None, line, column, doc, sources, targets, notify }.into()
    }
}

/// Whether a type has the given name, with or without arguments.
fn is_type(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|arguments| arguments.is_empty() || arguments.starts_with('['))
}

fn class_names(node: Node<'_>) -> Vec<String> {
    node.children().filter_map(Node::string).collect()
}

/// The options of an operation: their names, their nodes and their values.
fn options(node: Node<'_>) -> Options<'_> {
    let Some(braces) = child(node, |kind| kind == NodeKind::BindOptions) else { return Vec::new() };
    let options = braces.children().filter(|option| option.kind() == NodeKind::BindOption);
    // An option without a value is a syntax error, which was reported.
    options.filter_map(|option| Some((text_in(option)?, option, expressions(option).next()?))).collect()
}

/// Removes an option; returns its node and its value.
fn take<'t>(options: &mut Options<'t>, name: &str) -> Option<(Node<'t>, Node<'t>)> {
    let index = options.iter().position(|(option_name, ..)| option_name == name)?;
    let (_, option, value) = options.remove(index);
    Some((option, value))
}
