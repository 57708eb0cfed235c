//! Reads the elements of a list of bindings: one key of each element determines its kind.

use super::Reader;
use super::fields::Fields;
use super::producers::{FORMS, Key};
use crate::generated::bindings as b;
use crate::structured::nodes::{Content, Node};
use b::AbstractBinding as A;

/// The flags of a binding.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate flag")]
struct Flags {
    r#override: bool,
    r#abstract: bool,
    r#final: bool,
    optional: bool,
}

/// Makes a binding; the features that all bindings with flags have in common are read from the map.
macro_rules! binding {
    ($reader:expr, $fields:expr, $class:ident { $($field:ident $(: $value:expr)?),* $(,)? }) => {{
        let (line, column) = $reader.at($fields.node);
        let doc = $reader.doc($fields);
        let Flags { r#override, r#abstract, r#final, optional } = $reader.take_flags($fields);
        let binding = b::$class {
            file: None,
            line,
            column,
            doc,
            r#override,
            r#abstract,
            r#final,
            optional,
            $($field $(: $value)?,)*
        };
        A::from(binding)
    }};
}

impl Reader<'_> {
    /// A binding of any kind. `None` after a reported problem.
    pub(super) fn entry(&mut self, node: &Node) -> Option<A> {
        match &node.content {
            Content::List(pair) => self.pair(node, pair),
            Content::Map(_) => {
                let mut fields = self.fields(node, "a binding")?;
                let binding = self.binding_from_fields(&mut fields);
                self.finish(&fields);
                binding
            }
            _ => {
                let help = "write `[name, value]`, or a map with `name` and `to`";
                self.report_unexpected(node, "a binding", help);
                None
            }
        }
    }

    /// A binding of the form `[name, value]`; `None` after a reported problem.
    fn pair(&mut self, node: &Node, pair: &[Node]) -> Option<A> {
        let [name, value] = pair else {
            let help = "write `[name, value]`, or a map with `name` and `to`";
            self.report_unexpected(node, "a list of a name and a value", help);
            return None;
        };
        let (line, column) = self.at(node);
        // Both elements are read before `?` is applied, so that the problems of both are reported.
        let name = self.string(name, "the name of a binding");
        let producer = self.producer_of_value(value);
        let (name, producer) = (Some(name?), Some(producer?));
        Some(b::Binding { line, column, name, producer, ..b::Binding::default() }.into())
    }

    /// A binding of the kind that one of the keys determines: `OPERATIONS` lists the keys that only bindings of one
    /// kind have. Without such a key, it is a binding of one key. `None` after a reported problem.
    fn binding_from_fields(&mut self, fields: &mut Fields<'_>) -> Option<A> {
        let mut present = OPERATIONS.iter().filter(|(name, _)| fields.has(name));
        let Some((first, read)) = present.next() else { return self.single_binding(fields) };
        let other_names: Vec<&'static str> = present.map(|(name, _)| *name).collect();
        // `multibind` and `multibind_id` may be used together.
        for name in other_names.into_iter().filter(|name| !name.starts_with("multibind")) {
            // The key is taken, so that it is not also reported as unknown.
            if let Some((key, _)) = fields.take_with_key(name) {
                let message = format!("a binding with `{first}` cannot have `{name}`");
                self.embedded_parser.error(key.range.clone(), message, "write two bindings");
            }
        }
        read(self, fields)
    }

    /// Takes the flags of a binding from its map.
    fn take_flags(&mut self, fields: &mut Fields<'_>) -> Flags {
        Flags {
            r#override: self.flag(fields, "override"),
            r#abstract: self.flag(fields, "abstract"),
            r#final: self.flag(fields, "final"),
            optional: self.flag(fields, "optional"),
        }
    }

    /// A binding of one key; `None` after a reported problem.
    fn single_binding(&mut self, fields: &mut Fields<'_>) -> Option<A> {
        let Key { ty, name } = self.key_in(fields);
        let multibind_id =
            fields.take("in").and_then(|node| self.string(node, "the id of a multibinding as a string"));
        let mut options = self.options(fields);
        let producer = self.bound_producer(fields, &mut options);
        let producer_args = self.producer_args(options.as_mut());
        self.finish_options(options.as_ref());
        let is_anonymous = !["type", "name", "in"].iter().any(|name| fields.has(name));
        let has_producer = FORMS.iter().any(|(name, _)| fields.has(name));
        // The binding is created before any return, because `binding!` takes the flags from the map. Flags that are not
        // taken would be reported as unknown keys.
        let binding =
            binding!(self, fields, Binding { r#type: ty, name, multibind_id, producer, producer_args });
        if is_anonymous {
            let message = "a binding must have a type, a name or the id of a multibinding";
            let help = "add `type`, `name`, or `in` with the id of a multibinding";
            self.report_missing(fields.node, message, help);
            return None;
        }
        let A::Binding(single) = &binding else { return None };
        self.check_producer(fields, single.r#abstract, has_producer).then_some(())?;
        // If there is a producer that could not be read, its error was reported.
        (single.producer.is_some() == has_producer).then_some(binding)
    }

    /// Reports an abstract binding with a producer, and any other binding without one. Returns `false` if there is such
    /// a problem.
    fn check_producer(&mut self, fields: &Fields<'_>, is_abstract: bool, has_producer: bool) -> bool {
        if is_abstract && has_producer {
            let message = "an abstract binding cannot have a producer";
            self.embedded_parser.error(self.first_line(fields.node), message, "remove `abstract`, or `to`");
        } else if !is_abstract && !has_producer {
            let help = "add `to` and a value, or `abstract: true` if another binding must provide the value";
            self.report_missing(fields.node, "this binding has no producer", help);
        }
        is_abstract != has_producer
    }

    fn producer_args(&mut self, options: Option<&mut Fields<'_>>) -> Vec<b::NamedArgument> {
        let node = options.and_then(|options| options.take("producer_args"));
        node.map(|node| self.arguments(node, "arguments")).unwrap_or_default()
    }

    /// A multibinding; `None` after a reported problem.
    fn multibinding(&mut self, fields: &mut Fields<'_>) -> Option<A> {
        let is_marked = self.flag(fields, "multibind");
        let id = fields.take("multibind_id").and_then(|node| self.string(node, "the id of a multibinding"));
        if !is_marked && id.is_none() {
            let message = "a multibinding must have an id, or `multibind: true`";
            self.embedded_parser.error(
                self.first_line(fields.node),
                message,
                "remove `multibind`, or set it to true",
            );
        }
        let type_node = fields.take("type");
        let ty = type_node.and_then(|node| self.type_of(node));
        let name = fields.take("name").and_then(|node| self.string(node, "the name of a binding"));
        let is_hash = match ty.as_ref().and_then(|ty| ty.text.split('[').next()) {
            Some("Hash") => true,
            Some("Array") => false,
            // The type is invalid, which was reported.
            None if type_node.is_some() => return None,
            _ => {
                let message = "the type of a multibinding must be an array or a hash";
                let help = "write `type: Array[T]`";
                match type_node {
                    Some(node) => self.embedded_parser.error(self.first_line(node), message, help),
                    None => self.report_missing(fields.node, message, help),
                }
                return None;
            }
        };
        let producer = self.combination(fields, is_hash);
        let binding = binding!(
            self,
            fields,
            Multibinding {
                r#type: ty,
                name,
                id,
                producer: Some(producer),
                multibind_id: None,
                producer_args: Vec::new(),
            }
        );
        let A::Multibinding(mut multibinding) = binding else { return None };
        // An abstract binding has no producer. The options were read only to report their problems.
        if multibinding.r#abstract {
            multibinding.producer = None;
        }
        Some(multibinding.into())
    }

    /// The producer that combines the contributions to a multibinding, with its options.
    fn combination(&mut self, fields: &mut Fields<'_>, is_hash: bool) -> b::ProducerDescriptor {
        let (line, column) = self.at(fields.node);
        let mut options = self.options(fields);
        let (mut uniq, mut flatten, mut combinator, mut transformer) = (false, 0, None, None);
        let mut conflict_resolution = b::ConflictResolution::Error;
        if let Some(options) = &mut options {
            uniq = self.flag(options, "uniq");
            flatten = options.take("flatten").map_or(0, |node| self.flatten_levels(node));
            combinator = self.lambda_in(options, "combinator");
            transformer = self.lambda_in(options, "transformer");
            if is_hash && let Some(node) = options.take("conflict_resolution") {
                conflict_resolution = self.resolution(node);
            }
        }
        self.finish_options(options.as_ref());
        let file = None;
        if !is_hash {
            return b::ArrayMultibindProducer { file, line, column, transformer, combinator, uniq, flatten }
                .into();
        }
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
    }

    /// The number of levels to flatten, or -1 for all levels. In a document, `true` means all levels.
    fn flatten_levels(&mut self, node: &Node) -> i64 {
        match &node.content {
            Content::Boolean(true) => -1,
            Content::Boolean(false) => 0,
            Content::Number(digits) if digits.parse::<i64>().is_ok_and(|levels| levels > 0) => {
                digits.parse().unwrap_or_default()
            }
            _ => {
                let help = "write `flatten: true`, or the number of levels";
                self.report_unexpected(node, "true, false or a number of levels", help);
                0
            }
        }
    }

    /// The conflict resolution that a value names; the default after a reported problem.
    fn resolution(&mut self, node: &Node) -> b::ConflictResolution {
        use b::ConflictResolution as R;
        match node.text() {
            Some("error") => R::Error,
            Some("priority") => R::Priority,
            Some("ignore") => R::Ignore,
            Some("merge") => R::Merge,
            Some("append") => R::Append,
            _ => {
                let help = "its values are error, priority, ignore, merge and append";
                self.report_unexpected(node, "a resolution of conflicts", help);
                R::Error
            }
        }
    }

    /// A binding of parameters; `None` after a reported problem.
    fn parameters(&mut self, fields: &mut Fields<'_>) -> Option<A> {
        let target = fields.take("parameters").and_then(|node| self.reference(node));
        let mut options = self.options(fields);
        let map = match options.as_mut().and_then(|options| options.take("map")) {
            Some(node) => self.map_entries(node),
            None => Vec::new(),
        };
        let producer = self.bound_producer(fields, &mut options);
        let producer_args = self.producer_args(options.as_mut());
        self.finish_options(options.as_ref());
        let has_producer = FORMS.iter().any(|(name, _)| fields.has(name));
        if let Some((key, Content::Boolean(true))) =
            fields.take_with_key("abstract").map(|(key, node)| (key, &node.content))
        {
            let help = "parameters exist without being bound; remove `abstract`";
            self.embedded_parser.error(key.range.clone(), "a binding of parameters cannot be abstract", help);
            return None;
        }
        let is_abstract = false;
        let is_complete = self.check_producer(fields, is_abstract, has_producer);
        let is_read = producer.is_some();
        let binding = binding!(
            self,
            fields,
            ParameterBindings { target: target.clone().unwrap_or_default(), producer, map, producer_args }
        );
        (is_complete && is_read && target.is_some()).then_some(binding)
    }

    /// The entries of a parameter map: names with their new names, or a list of names that stay the same.
    fn map_entries(&mut self, node: &Node) -> Vec<b::ParameterMapEntry> {
        let mut list = Vec::new();
        let mut add = |reader: &mut Self, key: &Node, to: Option<&Node>| {
            let (line, column) = reader.at(key);
            let from = reader.string(key, "the name of a parameter");
            let to = to.map(|to| reader.string(to, "the name that it is mapped to"));
            // If the new name could not be read, there is no entry: an entry without a new name would mean that the
            // name stays the same.
            if let (Some(from), None | Some(Some(_))) = (from, &to) {
                list.push(b::ParameterMapEntry { file: None, line, column, from, to: to.flatten() });
            }
        };
        match &node.content {
            Content::Map(entries) if !entries.is_empty() => {
                self.report_duplicates(entries);
                entries.iter().for_each(|(from, to)| add(self, from, Some(to)));
            }
            Content::List(items) if !items.is_empty() => items.iter().for_each(|item| add(self, item, None)),
            _ => self.report_unexpected(
                node,
                "names with their new names, or a list of names",
                "write `{name: other}` or `[name]`",
            ),
        }
        list
    }

    /// A map of parameters; `None` after a reported problem.
    fn map(&mut self, fields: &mut Fields<'_>) -> Option<A> {
        let node = fields.take("map")?;
        let mut sides = self.fields(node, "a map of parameters")?;
        let mut side = |reader: &mut Self, name: &'static str| match sides.take(name) {
            Some(node) => reader.reference(node),
            None => {
                let message = format!("a map of parameters must have `{name}`");
                reader.report_missing(node, message, "write `map: {from: A, to: B, entries: [name]}`");
                None
            }
        };
        let (from, to) = (side(self, "from"), side(self, "to"));
        let entries_node = sides.take("entries");
        let entries = entries_node.map(|node| self.map_entries(node)).unwrap_or_default();
        self.finish(&sides);
        let has_entries = entries_node.is_some();
        let binding = binding!(
            self,
            fields,
            ParameterMap {
                from: from.clone().unwrap_or_default(),
                to: to.clone().unwrap_or_default(),
                entries,
            }
        );
        let A::ParameterMap(map) = &binding else { return None };
        if map.r#abstract && has_entries {
            let message = "an abstract map cannot have entries";
            self.embedded_parser.error(self.first_line(node), message, "remove `abstract`, or the entries");
        } else if !map.r#abstract && !has_entries {
            self.report_missing(node, "this map has no entries", "add `entries`");
        }
        // Invalid entries were reported. If no valid entry remains, there is no map.
        let is_complete = if map.r#abstract { !has_entries } else { !map.entries.is_empty() };
        (from.is_some() && to.is_some() && is_complete).then_some(binding)
    }

    /// A binding of variables; `None` after a reported problem.
    fn variables(&mut self, fields: &mut Fields<'_>) -> Option<A> {
        let node = fields.take("variables")?;
        let ty = fields.take("type").and_then(|node| self.type_of(node));
        let binding = binding!(self, fields, VariableBindings { r#type: ty, variables: Vec::new() });
        let A::VariableBindings(mut bindings) = binding else { return None };
        bindings.variables = match &node.content {
            Content::Map(_) if !bindings.r#abstract => {
                let variables = self.arguments(node, "variables").into_iter();
                variables
                    .map(|argument| b::VariableBinding {
                        file: None,
                        line: argument.line,
                        column: argument.column,
                        name: argument.name,
                        producer: Some(argument.producer),
                    })
                    .collect()
            }
            Content::List(_) | Content::Text(_) if bindings.r#abstract => {
                let nodes = match &node.content {
                    Content::List(items) => items.as_slice(),
                    _ => std::slice::from_ref(node),
                };
                let mut list = Vec::with_capacity(nodes.len());
                for node in nodes {
                    let (line, column) = self.at(node);
                    if let Some(name) = self.string(node, "the name of a variable") {
                        list.push(b::VariableBinding { file: None, line, column, name, producer: None });
                    }
                }
                list
            }
            _ => {
                let (expected, help) = if bindings.r#abstract {
                    ("the names of abstract variables", "write `variables: [a, b]`")
                } else {
                    ("variables with their values", "write `variables: {name: value}`")
                };
                self.report_unexpected(node, expected, help);
                return None;
            }
        };
        if bindings.variables.is_empty() {
            let help = "write `variables: {name: value}`";
            self.report_unexpected(node, "at least one variable", help);
            return None;
        }
        Some(bindings.into())
    }

    /// A rebinding; its old binding key is at the map key `word`. `None` after a reported problem.
    fn rebinding(
        &mut self,
        fields: &mut Fields<'_>,
        word: &'static str,
        kind: b::RebindingKind,
    ) -> Option<A> {
        let old_key = fields.take(word).and_then(|node| self.key(node));
        let has_new_key = kind != b::RebindingKind::Plain;
        // `name` and `type` belong to the new key; the old key is the value of `word`.
        let new_key = if has_new_key { self.key_in(fields) } else { Key::default() };
        if has_new_key && !fields.has("name") && !fields.has("type") {
            let message = format!("the new key of `{word}` is missing");
            self.report_missing(fields.node, message, "add `name` or `type`");
            return None;
        }
        // The binding is created even without an old key, because `binding!` takes the flags from the map.
        let has_old_key = old_key.is_some();
        let old_key = old_key.unwrap_or_default();
        let binding = binding!(
            self,
            fields,
            Rebinding {
                kind,
                r#type: old_key.ty,
                name: old_key.name,
                new_type: new_key.ty,
                new_name: new_key.name
            }
        );
        has_old_key.then_some(binding)
    }

    /// A dependency; `None` after a reported problem.
    fn dependency(&mut self, fields: &mut Fields<'_>) -> Option<A> {
        let (line, column) = self.at(fields.node);
        let doc = self.doc(fields);
        let node = fields.take("dependency")?;
        let mut sides = self.fields(node, "a dependency")?;
        let mut side = |reader: &mut Self, name: &'static str| match sides.take(name) {
            Some(node) => reader.references(node),
            None => {
                let message = format!("a dependency must have `{name}`");
                reader.report_missing(node, message, "write `dependency: {from: A, to: B}`");
                Vec::new()
            }
        };
        let (sources, targets) = (side(self, "from"), side(self, "to"));
        let notify = self.flag(&mut sides, "notify");
        self.finish(&sides);
        let is_complete = !sources.is_empty() && !targets.is_empty();
        is_complete
            .then(|| b::DependencyBinding { file: None, line, column, doc, sources, targets, notify }.into())
    }

    /// One reference or a list of references.
    fn references(&mut self, node: &Node) -> Vec<String> {
        match &node.content {
            Content::List(items) => items.iter().filter_map(|item| self.reference(item)).collect(),
            _ => self.reference(node).into_iter().collect(),
        }
    }

    /// Bindings with a condition; `None` after a reported problem.
    fn conditional_bindings(&mut self, fields: &mut Fields<'_>) -> Option<A> {
        let (line, column) = self.at(fields.node);
        let doc = self.doc(fields);
        let condition = fields.take("when").and_then(|node| self.condition(node));
        let bindings = match fields.take("bind") {
            Some(list) => self.bindings(list),
            None => {
                let message = "a condition must have a list of bindings";
                self.report_missing(fields.node, message, "add `bind` with a list");
                Vec::new()
            }
        };
        // `?` is applied last, so that the problems of the bindings are reported even if the condition is invalid.
        let (predicates, alternatives) = condition?;
        let file = None;
        Some(b::CategorizedBindings { file, line, column, doc, bindings, predicates, alternatives }.into())
    }

    /// The classes of an inclusion or exclusion, and whether there are any.
    fn classes(&mut self, fields: &mut Fields<'_>, word: &'static str) -> Option<(b::ClassInclusion, bool)> {
        let (line, column) = self.at(fields.node);
        let doc = self.doc(fields);
        let node = fields.take(word)?;
        let classes = self.strings(node, "the name of a class");
        // If the list contains invalid names, these were reported.
        if classes.is_empty() && matches!(&node.content, Content::List(items) if items.is_empty()) {
            self.report_unexpected(node, "at least one name of a class", "write `[a, b]`");
        }
        let is_empty = classes.is_empty();
        Some((b::ClassInclusion { file: None, line, column, doc, classes }, !is_empty))
    }
}

type ReadOperation = for<'r, 's, 'f, 'n> fn(&'r mut Reader<'s>, &'f mut Fields<'n>) -> Option<A>;

/// The keys that determine the kind of a binding. A map without any of them binds a single key.
const OPERATIONS: &[(&str, ReadOperation)] = &[
    // If a map has several of these keys, the first in this list determines the kind, and the others are reported.
    ("when", |reader, fields| reader.conditional_bindings(fields)),
    ("include", |reader, fields| {
        let (classes, is_complete) = reader.classes(fields, "include")?;
        is_complete.then_some(classes.into())
    }),
    ("exclude", |reader, fields| {
        let (names, is_complete) = reader.classes(fields, "exclude")?;
        let b::ClassInclusion { file, line, column, doc, classes } = names;
        is_complete.then(|| b::ClassExclusion { file, line, column, doc, classes }.into())
    }),
    ("parameters", |reader, fields| reader.parameters(fields)),
    ("variables", |reader, fields| reader.variables(fields)),
    ("map", |reader, fields| reader.map(fields)),
    ("alias", |reader, fields| reader.rebinding(fields, "alias", b::RebindingKind::Alias)),
    ("renamed", |reader, fields| reader.rebinding(fields, "renamed", b::RebindingKind::Renamed)),
    ("rebind", |reader, fields| reader.rebinding(fields, "rebind", b::RebindingKind::Plain)),
    ("dependency", |reader, fields| reader.dependency(fields)),
    ("multibind", |reader, fields| reader.multibinding(fields)),
    ("multibind_id", |reader, fields| reader.multibinding(fields)),
];
