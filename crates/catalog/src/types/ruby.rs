//! Resource types in Ruby: the files `lib/puppet/type/*.rb` of modules.
//!
//! Invariants: nothing is run; the name of a known attribute is a literal, or an item of a list of literals; if names
//! are computed, the type is not complete. This module does not know the values that attributes accept.

use super::title::{TitlePattern, Titles};
use super::{AttributeKind, ResourceType};
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use modelwright_schema_import::ruby::{self, Call, Kind, Node};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// The methods of Puppet that declare an attribute.
const DECLARING_METHODS: [&str; 2] = ["newproperty", "newparam"];

/// Methods in the bodies of types that declare no attribute.
const NON_DECLARING_METHODS: [&str; 22] = [
    "apply_to_all",
    "apply_to_device",
    "apply_to_host",
    "attr_accessor",
    "attr_reader",
    "attr_writer",
    "autobefore",
    "autonotify",
    "autorequire",
    "autosubscribe",
    "desc",
    "extend",
    "feature",
    "include",
    "newfeature",
    "newfeatures",
    "private",
    "protected",
    "public",
    "require",
    "require_relative",
    "validate",
];

/// Reads the types that a file declares. `has_providers` is whether some module contains a file in
/// `lib/puppet/provider/NAME` for the type with a name: such types also have the parameter `provider`.
///
/// # Errors
/// If the nesting in the file is unknown, because a bracket, a block or a string has no end.
pub fn read_ruby(
    source: &Arc<Source>,
    has_providers: impl Fn(&str) -> bool,
) -> Result<Vec<ResourceType>, Box<Diagnostic>> {
    let program = ruby::read(source)?;
    let mut reader = Reader { source, types: Vec::new(), lists: FxHashMap::default() };
    reader.statements(&program.statements);
    for ty in &mut reader.types {
        if has_providers(ty.name()) {
            let is_key = false;
            ty.add("provider", AttributeKind::Parameter, is_key);
        }
    }
    Ok(reader.types)
}

/// Collects the types of a file.
struct Reader<'s> {
    source: &'s Arc<Source>,
    types: Vec<ResourceType>,
    /// The constants that are lists, by the last part of their names.
    lists: FxHashMap<String, Node>,
}

/// The body of a type while it is read.
struct Body {
    ty: ResourceType,
    /// The methods that declare an attribute, whose name is their first argument: those of Puppet, and of the type
    /// itself.
    declaring_methods: FxHashSet<String>,
    /// The names of the parameters of the blocks around the statement, with their texts.
    block_parameters: Vec<(String, String)>,
}

impl Reader<'_> {
    /// Finds the types that statements declare, also inside of modules, and records the lists that are assigned to
    /// constants.
    fn statements(&mut self, statements: &[Node]) {
        for node in statements {
            match &node.kind {
                Kind::Module(_, inner) | Kind::Class(_, _, inner) => self.statements(inner),
                Kind::Assign(left, value) => {
                    self.record_list(left, value);
                    self.statement(value);
                }
                _ => self.statement(node),
            }
        }
    }

    /// Records the value of a constant that is a list.
    fn record_list(&mut self, left: &Node, value: &Node) {
        if let (Some(name), Some(_)) = (left.constant(), value.items()) {
            self.lists.insert(last_part(name).to_owned(), value.clone());
        }
    }

    /// Reads a statement. Only `Type.newtype` and `ResourceApi.register_type` declare a type.
    fn statement(&mut self, node: &Node) {
        let Some(call) = node.as_call() else { return };
        let receiver = call.receiver.as_ref().and_then(Node::constant).map(last_part);
        match (call.name.as_str(), receiver) {
            ("newtype", Some("Type")) => {
                let Some(name) = call.plain_arguments().first().and_then(Node::text) else { return };
                let mut body = Body {
                    ty: ResourceType::new(&name),
                    declaring_methods: DECLARING_METHODS.map(str::to_owned).into_iter().collect(),
                    block_parameters: Vec::new(),
                };
                if let Some(block) = &call.block {
                    self.add_declaring_methods(&block.body, &mut body);
                    self.body(&block.body, &mut body);
                }
                mark_unknown_titles(&mut body.ty);
                self.types.push(body.ty);
            }
            ("register_type", Some("ResourceApi")) => self.add_registered_type(call),
            _ => {}
        }
    }

    /// The text of a span.
    fn text(&self, span: &Range<usize>) -> &str {
        self.source.text().get(span.clone()).unwrap_or_default()
    }

    /// Whether the text of a span may declare attributes.
    fn may_declare(&self, span: &Range<usize>) -> bool {
        let text = self.text(span);
        DECLARING_METHODS.iter().any(|name| text.contains(name))
    }

    /// Adds the methods of the type that may declare attributes when they are called.
    fn add_declaring_methods(&self, statements: &[Node], body: &mut Body) {
        for node in statements {
            if let Kind::Method(name) = &node.kind
                && self.may_declare(&node.span)
            {
                body.declaring_methods.insert(name.clone());
            }
        }
    }

    /// Reads the statements in the body of a type, or in a block in it.
    fn body(&mut self, statements: &[Node], body: &mut Body) {
        for node in statements {
            match &node.kind {
                Kind::Call(call) => self.call(node, call, body),
                Kind::Assign(left, value) => {
                    self.record_list(left, value);
                    let is_flag = matches!(&left.kind, Kind::Variable(name) if name == "@isomorphic");
                    if is_flag && matches!(value.kind, Kind::Boolean(false)) {
                        body.ty.is_isomorphic = false;
                    }
                }
                Kind::Method(name) if name == "title_patterns" => {
                    body.ty.titles = self.patterns(&node.span).unwrap_or(Titles::Computed);
                }
                Kind::Method(_) => {}
                // Whether a condition is true is not known, so the attributes below it may exist or not.
                _ => {
                    if self.may_declare(&node.span) {
                        body.ty.is_complete = false;
                    }
                }
            }
        }
    }

    /// Reads a call in the body of a type.
    fn call(&mut self, node: &Node, call: &Call, body: &mut Body) {
        match (call.name.as_str(), &call.receiver) {
            ("ensurable", None) => {
                let is_key = false;
                body.ty.add("ensure", AttributeKind::Property, is_key);
            }
            (name, None) if body.declaring_methods.contains(name) => match first_text(call, body) {
                Some(attribute) => {
                    let (kind, is_key) = match name {
                        // In Puppet, a property is never a key.
                        "newproperty" => (AttributeKind::Property, false),
                        // The parameter `name` is a key even without a mark.
                        _ => (AttributeKind::Parameter, attribute == "name" || is_marked(call)),
                    };
                    body.ty.add(&attribute, kind, is_key);
                }
                None => body.ty.is_complete = false,
            },
            // An unknown method may come from a module that extends the type, and may declare attributes.
            (name, None) if !NON_DECLARING_METHODS.contains(&name) => body.ty.is_complete = false,
            ("each", Some(list)) => self.each(node, list, call, body),
            // The block of another call may declare attributes.
            _ => {
                if call.block.is_some() && self.may_declare(&node.span) {
                    body.ty.is_complete = false;
                }
            }
        }
    }

    /// Reads the block of a call of `each` once for each item of a list. The item is the value of the parameter of the
    /// block.
    fn each(&mut self, node: &Node, list: &Node, call: &Call, body: &mut Body) {
        let list = list.constant().and_then(|name| self.lists.get(last_part(name))).unwrap_or(list);
        let items: Option<Vec<String>> =
            list.items().and_then(|items| items.iter().map(Node::text).collect());
        let (Some(items), Some(block)) = (items, &call.block) else {
            // The items are not known, so neither are the attributes.
            if self.may_declare(&node.span) {
                body.ty.is_complete = false;
            }
            return;
        };
        let Some(parameter) = block.parameters.first() else { return };
        for item in items {
            body.block_parameters.push((parameter.clone(), item));
            self.body(&block.body, body);
            body.block_parameters.pop();
        }
    }

    /// The patterns that the method `title_patterns` returns; `None` if its body is not a literal list.
    fn patterns(&self, span: &Range<usize>) -> Option<Titles> {
        // The syntax tree has only the span of a method, so its body is parsed here.
        let text = self.text(span);
        let (_, after_name) = text.split_once("title_patterns")?;
        let method_body = after_name.trim_start_matches("()").trim_end().strip_suffix("end")?;
        let program = ruby::read(&Source::new("title_patterns", method_body)).ok()?;
        let [list] = program.statements.as_slice() else { return None };
        if let Some(titles) = list.as_call().and_then(split_in_two) {
            return Some(titles);
        }
        let mut titles = Titles::Whole;
        for item in list.items()? {
            let [regex, keys] = item.items()? else { return None };
            titles.add(Some(pattern(regex, keys)?));
        }
        Some(titles)
    }

    /// Adds a type of the Resource API, which is declared by a hash.
    fn add_registered_type(&mut self, call: &Call) {
        let options = call.options();
        let Some(name) = value_of(options, "name").and_then(Node::text) else { return };
        let mut ty = ResourceType::new(&name);
        match value_of(options, "attributes").map(|node| &node.kind) {
            Some(Kind::Hash(attributes)) => {
                for (key, value) in attributes {
                    let Some(attribute) = key.text() else {
                        ty.is_complete = false;
                        continue;
                    };
                    let behaviour = behaviour(value);
                    let kind = match behaviour.as_deref() {
                        Some("namevar" | "parameter") => AttributeKind::Parameter,
                        _ => AttributeKind::Property,
                    };
                    let is_key = behaviour.as_deref() == Some("namevar");
                    ty.add(&attribute, kind, is_key);
                }
            }
            _ => ty.is_complete = false,
        }
        match value_of(options, "title_patterns") {
            Some(_) => ty.titles = Titles::Computed,
            None => mark_unknown_titles(&mut ty),
        }
        self.types.push(ty);
    }
}

/// Marks the titles of a type with several keys as computed by code if it has no patterns: it is then not known how a
/// title determines the keys.
fn mark_unknown_titles(ty: &mut ResourceType) {
    if ty.keys.len() > 1 && matches!(ty.titles, Titles::Whole) {
        ty.titles = Titles::Computed;
    }
}

/// The option `behaviour` of an attribute, which may also be spelled `behavior`.
fn behaviour(value: &Node) -> Option<String> {
    match &value.kind {
        Kind::Hash(pairs) => value_of(pairs, "behaviour").or_else(|| value_of(pairs, "behavior"))?.text(),
        _ => None,
    }
}

/// A pattern of titles; `None` if code computes a part of it.
fn pattern(regex: &Node, keys: &Node) -> Option<TitlePattern> {
    let Kind::Regex(source, flags) = &regex.kind else { return None };
    let mut names = Vec::new();
    for key in keys.items()? {
        // A key may have a lambda as its second part, which changes the value and is not run.
        let [name] = key.items()? else { return None };
        names.push(name.text()?.into_boxed_str());
    }
    TitlePattern::new(source, flags, names).ok()
}

/// The patterns that a call of a method of the module `keystone` returns, which many modules of OpenStack use: titles
/// with two parts, and titles that are the first part alone. `None` for another call.
fn split_in_two(call: &Call) -> Option<Titles> {
    const PART: &str = "((?:[^:]|:[^:])+)";
    let receiver = call.receiver.as_ref().and_then(Node::constant).map(last_part);
    if (call.name.as_str(), receiver) != ("basic_split_title_patterns", Some("CompositeNamevar")) {
        return None;
    }
    let [first, second] = call.arguments.as_slice() else { return None };
    let (first, second) = (first.text()?.into_boxed_str(), second.text()?.into_boxed_str());
    let mut titles = Titles::Whole;
    let no_flags = "";
    titles.add(TitlePattern::new(&format!("^{PART}::{PART}$"), no_flags, vec![first.clone(), second]).ok());
    titles.add(TitlePattern::new(&format!("^{PART}$"), no_flags, vec![first]).ok());
    Some(titles)
}

/// The last part of a qualified name.
fn last_part(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// The value of a key of a hash.
fn value_of<'n>(pairs: &'n [(Node, Node)], name: &str) -> Option<&'n Node> {
    pairs.iter().find(|(key, _)| key.text().as_deref() == Some(name)).map(|(_, value)| value)
}

/// The text of the first argument of a call. If the argument is the parameter of a block, this is the value of the
/// parameter.
fn first_text(call: &Call, body: &Body) -> Option<String> {
    let first = call.plain_arguments().first()?;
    // Ruby's grammar does not distinguish the use of a variable from a call without receiver and arguments.
    if let Some(variable) =
        first.as_call().filter(|call| call.receiver.is_none() && call.arguments.is_empty())
    {
        // The parameter of an inner block hides one of an outer block with the same name.
        let mut inner_first = body.block_parameters.iter().rev();
        if let Some((_, text)) = inner_first.find(|(name, _)| *name == variable.name) {
            return Some(text.clone());
        }
    }
    first.text()
}

/// Whether the call that declares a parameter marks it as a key: by an option, or by a call of `isnamevar` in its
/// block.
fn is_marked(call: &Call) -> bool {
    for (key, value) in call.options() {
        let is_key_option =
            key.text().is_some_and(|key| matches!(key.as_str(), "namevar" | "isnamevar" | "is_namevar"));
        if is_key_option && matches!(value.kind, Kind::Boolean(true)) {
            return true;
        }
    }
    let Some(block) = &call.block else { return false };
    block.body.iter().any(|node| node.as_call().is_some_and(|call| call.name == "isnamevar"))
}
