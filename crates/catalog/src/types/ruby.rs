//! Resource types in texts of Ruby: the files `lib/puppet/type/*.rb` of modules.
//!
//! Invariants: nothing is run; an attribute is known only if its name is written, or comes from a list that is written;
//! if names are computed, the type is not complete. This module does not know the values that attributes accept.

use super::title::{TitlePattern, Titles};
use super::{AttributeKind, ResourceType};
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use modelwright_schema_import::ruby::{self, Call, Kind, Node};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// The methods of Puppet that declare an attribute.
const DECLARERS: [&str; 2] = ["newproperty", "newparam"];

/// Other methods of types, which declare no attribute.
const HARMLESS: [&str; 22] = [
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

/// Reads the types that a text declares. `has_providers` is whether some module has a file in
/// `lib/puppet/provider/NAME` for the type with a name: such types also have the parameter `provider`.
///
/// # Errors
/// If the nesting of the text is unknown, because a bracket, a block or a string has no end.
pub fn read_ruby(
    source: &Arc<Source>,
    has_providers: impl Fn(&str) -> bool,
) -> Result<Vec<ResourceType>, Box<Diagnostic>> {
    let program = ruby::read(source)?;
    let mut reader = Reader { source, types: Vec::new(), lists: FxHashMap::default() };
    reader.statements(&program.statements);
    for found in &mut reader.types {
        if has_providers(found.name()) {
            found.add("provider", AttributeKind::Parameter, false);
        }
    }
    Ok(reader.types)
}

struct Reader<'s> {
    source: &'s Arc<Source>,
    types: Vec<ResourceType>,
    /// The constants that are lists, by the last part of their names.
    lists: FxHashMap<String, Node>,
}

/// The body of a type while it is read.
struct Body {
    found: ResourceType,
    /// Methods of the type itself that declare an attribute, whose name is their first argument.
    declarers: FxHashSet<String>,
    /// The texts of the parameters of the blocks around the statement.
    bound: Vec<(String, String)>,
}

impl Reader<'_> {
    /// Finds the types that statements declare, also inside of modules.
    fn statements(&mut self, statements: &[Node]) {
        for node in statements {
            match &node.kind {
                Kind::Module(_, inner) | Kind::Class(_, _, inner) => self.statements(inner),
                Kind::Assign(left, value) => {
                    self.list(left, value);
                    self.statement(value);
                }
                _ => self.statement(node),
            }
        }
    }

    /// Keeps the value of a constant that is a list.
    fn list(&mut self, left: &Node, value: &Node) {
        if let (Some(name), Some(_)) = (left.constant(), value.items()) {
            self.lists.insert(last_part(name).to_owned(), value.clone());
        }
    }

    fn statement(&mut self, node: &Node) {
        let Some(call) = node.as_call() else { return };
        let receiver = call.receiver.as_ref().and_then(Node::constant).map(last_part);
        match (call.name.as_str(), receiver) {
            ("newtype", Some("Type")) => {
                let Some(name) = call.plain_arguments().first().and_then(Node::text) else { return };
                let mut body = Body {
                    found: ResourceType::new(&name),
                    declarers: DECLARERS.map(str::to_owned).into_iter().collect(),
                    bound: Vec::new(),
                };
                if let Some(block) = &call.block {
                    self.methods(&block.body, &mut body);
                    self.body(&block.body, &mut body);
                }
                finish(&mut body.found);
                self.types.push(body.found);
            }
            ("register_type", Some("ResourceApi")) => self.registered(call),
            _ => {}
        }
    }

    fn text(&self, span: &Range<usize>) -> &str {
        self.source.text().get(span.clone()).unwrap_or_default()
    }

    fn declares(&self, span: &Range<usize>) -> bool {
        let text = self.text(span);
        DECLARERS.iter().any(|name| text.contains(name))
    }

    /// Finds the methods that declare attributes when they are called.
    fn methods(&self, statements: &[Node], body: &mut Body) {
        for node in statements {
            if let Kind::Method(name) = &node.kind
                && self.declares(&node.span)
            {
                body.declarers.insert(name.clone());
            }
        }
    }

    fn body(&mut self, statements: &[Node], body: &mut Body) {
        for node in statements {
            match &node.kind {
                Kind::Call(call) => self.call(node, call, body),
                Kind::Assign(left, value) => {
                    self.list(left, value);
                    let is_flag = matches!(&left.kind, Kind::Variable(name) if name == "@isomorphic");
                    if is_flag && matches!(value.kind, Kind::Boolean(false)) {
                        body.found.is_isomorphic = false;
                    }
                }
                Kind::Method(name) if name == "title_patterns" => {
                    body.found.titles = self.patterns(&node.span).unwrap_or(Titles::Computed);
                }
                Kind::Method(_) => {}
                // Whether a condition is true is not known, so the attributes below it may exist or not.
                _ => body.found.is_complete &= !self.declares(&node.span),
            }
        }
    }

    fn call(&mut self, node: &Node, call: &Call, body: &mut Body) {
        match (call.name.as_str(), &call.receiver) {
            ("ensurable", None) => body.found.add("ensure", AttributeKind::Property, false),
            (name, None) if body.declarers.contains(name) => match first_text(call, body) {
                Some(attribute) => {
                    let (kind, is_key) = match name {
                        // Puppet does not look for keys among properties.
                        "newproperty" => (AttributeKind::Property, false),
                        _ => (AttributeKind::Parameter, attribute == "name" || is_marked(call)),
                    };
                    body.found.add(&attribute, kind, is_key);
                }
                None => body.found.is_complete = false,
            },
            // An unknown method may be one of a module that extends the type, and may declare attributes.
            (name, None) if !HARMLESS.contains(&name) => body.found.is_complete = false,
            ("each", Some(list)) => self.each(node, list, call, body),
            _ => body.found.is_complete &= call.block.is_none() || !self.declares(&node.span),
        }
    }

    /// A block that is called with each item of a list.
    fn each(&mut self, node: &Node, list: &Node, call: &Call, body: &mut Body) {
        let list = list.constant().and_then(|name| self.lists.get(last_part(name))).unwrap_or(list);
        let items: Option<Vec<String>> =
            list.items().and_then(|items| items.iter().map(Node::text).collect());
        let (Some(items), Some(block)) = (items, &call.block) else {
            body.found.is_complete &= !self.declares(&node.span);
            return;
        };
        let Some(parameter) = block.parameters.first() else { return };
        for item in items {
            body.bound.push((parameter.clone(), item));
            self.body(&block.body, body);
            body.bound.pop();
        }
    }

    /// The patterns that the method `title_patterns` returns, if it only contains them.
    fn patterns(&self, span: &Range<usize>) -> Option<Titles> {
        let text = self.text(span);
        let (_, after) = text.split_once("title_patterns")?;
        let inner = after.trim_start_matches("()").trim_end().strip_suffix("end")?;
        let program = ruby::read(&Source::new("title_patterns", inner)).ok()?;
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

    /// A type that is data.
    fn registered(&mut self, call: &Call) {
        let options = call.options();
        let Some(name) = value_of(options, "name").and_then(Node::text) else { return };
        let mut found = ResourceType::new(&name);
        match value_of(options, "attributes").map(|node| &node.kind) {
            Some(Kind::Hash(attributes)) => {
                for (key, value) in attributes {
                    let Some(attribute) = key.text() else {
                        found.is_complete = false;
                        continue;
                    };
                    let behaviour = behaviour(value);
                    let kind = match behaviour.as_deref() {
                        Some("namevar" | "parameter") => AttributeKind::Parameter,
                        _ => AttributeKind::Property,
                    };
                    found.add(&attribute, kind, behaviour.as_deref() == Some("namevar"));
                }
            }
            _ => found.is_complete = false,
        }
        match value_of(options, "title_patterns") {
            Some(_) => found.titles = Titles::Computed,
            None => finish(&mut found),
        }
        self.types.push(found);
    }
}

/// Titles of a type with several keys need patterns.
fn finish(found: &mut ResourceType) {
    if found.keys.len() > 1 && matches!(found.titles, Titles::Whole) {
        found.titles = Titles::Computed;
    }
}

fn behaviour(value: &Node) -> Option<String> {
    match &value.kind {
        Kind::Hash(pairs) => value_of(pairs, "behaviour").or_else(|| value_of(pairs, "behavior"))?.text(),
        _ => None,
    }
}

fn pattern(regex: &Node, keys: &Node) -> Option<TitlePattern> {
    let Kind::Regex(source, flags) = &regex.kind else { return None };
    // A key with a second part, a lambda, is changed by code that is not run.
    let names = keys.items()?.iter().map(|key| match key.items()? {
        [name] => name.text().map(String::into_boxed_str),
        _ => None,
    });
    TitlePattern::new(source, flags, names.collect::<Option<_>>()?).ok()
}

/// The patterns of a method of the module `keystone`, which many modules of OpenStack use: titles with two parts, and
/// titles that are the first part alone.
fn split_in_two(call: &Call) -> Option<Titles> {
    const PART: &str = "((?:[^:]|:[^:])+)";
    let receiver = call.receiver.as_ref().and_then(Node::constant).map(last_part);
    if (call.name.as_str(), receiver) != ("basic_split_title_patterns", Some("CompositeNamevar")) {
        return None;
    }
    let [first, second] = call.arguments.as_slice() else { return None };
    let (first, second) = (first.text()?.into_boxed_str(), second.text()?.into_boxed_str());
    let mut titles = Titles::Whole;
    titles.add(TitlePattern::new(&format!("^{PART}::{PART}$"), "", vec![first.clone(), second]).ok());
    titles.add(TitlePattern::new(&format!("^{PART}$"), "", vec![first]).ok());
    Some(titles)
}

fn last_part(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

fn value_of<'n>(pairs: &'n [(Node, Node)], name: &str) -> Option<&'n Node> {
    pairs.iter().find(|(key, _)| key.text().as_deref() == Some(name)).map(|(_, value)| value)
}

/// The first argument, which is a text or the parameter of a block.
fn first_text(call: &Call, body: &Body) -> Option<String> {
    let first = call.plain_arguments().first()?;
    let name = first.as_call().filter(|call| call.receiver.is_none() && call.arguments.is_empty());
    let bound = name.and_then(|call| body.bound.iter().rev().find(|(name, _)| *name == call.name));
    bound.map(|(_, text)| text.clone()).or_else(|| first.text())
}

/// Whether an attribute identifies a resource.
fn is_marked(call: &Call) -> bool {
    let options = call.options().iter();
    let is_option =
        options.filter_map(|(key, value)| Some((key.text()?, &value.kind))).any(|(key, value)| {
            matches!(key.as_str(), "namevar" | "isnamevar" | "is_namevar")
                && matches!(value, Kind::Boolean(true))
        });
    let is_call = |node: &Node| node.as_call().is_some_and(|call| call.name == "isnamevar");
    is_option || call.block.as_ref().is_some_and(|block| block.body.iter().any(is_call))
}
