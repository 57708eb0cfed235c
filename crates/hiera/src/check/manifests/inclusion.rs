//! The classes of nodes: those that manifests include, directly or through other classes, and those that a key lists.
//!
//! Conditions are not evaluated: a class counts as included in a node's catalog if some condition may include it.

use super::text;
use modelwright_evaluation::evaluate::Regex;
use modelwright_language::language::Manifest;
use modelwright_language::language::expression::{Expr, ExprId, Expressions, List};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::ops::Range;

/// The functions that include the classes of their arguments.
const INCLUDE_FUNCTIONS: [&str; 3] = ["include", "contain", "require"];

/// What a piece of code includes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Included {
    Class(String),
    /// All classes that a key lists.
    Listed(String),
}

/// A host of a node definition.
#[derive(Debug)]
enum Host {
    Name(String),
    Pattern(Regex),
    Default,
}

impl Host {
    /// Whether a node is this host. The default matches no name.
    fn is_node(&self, node: &str) -> bool {
        match self {
            Self::Name(name) => name == node,
            Self::Pattern(pattern) => pattern.is_match(node),
            Self::Default => false,
        }
    }
}

/// Which nodes run a piece of code.
#[derive(Debug, Clone)]
enum Owner {
    Everywhere,
    Class(String),
    /// A node definition, by its number.
    Node(usize),
    /// A defined type, a function or a plan: which nodes run it is not known.
    Unknown,
}

/// What manifests include.
#[derive(Debug, Default)]
pub(in crate::check) struct Inclusion {
    /// What is included outside of all definitions, and therefore by all nodes.
    everywhere: Vec<Included>,
    /// What each class includes.
    by_class: FxHashMap<String, Vec<Included>>,
    /// The node definitions: their hosts, and what each definition includes.
    nodes: Vec<(Vec<Host>, Vec<Included>)>,
    /// The keys that list classes.
    keys_of_classes: BTreeSet<String>,
    /// The classes that any of the code includes or declares.
    mentioned_classes: FxHashSet<String>,
    /// The keys of the parameters that declarations of classes set.
    set_parameters: FxHashSet<String>,
    /// The classes with a declaration that may set any parameter.
    classes_with_unknown_parameters: FxHashSet<String>,
}

impl Inclusion {
    /// Whether some code includes or declares a class.
    pub(in crate::check) fn mentions(&self, class: &str) -> bool {
        self.mentioned_classes.contains(class)
    }

    /// Whether code includes classes for some nodes or for all, as the main manifest of a site does. Otherwise, nothing
    /// is known about the classes of nodes.
    pub(in crate::check) fn has_nodes(&self) -> bool {
        !self.everywhere.is_empty() || !self.nodes.is_empty()
    }

    /// Whether a declaration of a class may set a parameter.
    pub(in crate::check) fn may_set(&self, class: &str, key: &str) -> bool {
        self.set_parameters.contains(key) || self.classes_with_unknown_parameters.contains(class)
    }

    /// The classes that some code includes or declares; their own code may be unknown.
    pub(in crate::check) fn classes(&self) -> impl Iterator<Item = &str> {
        self.mentioned_classes.iter().map(String::as_str)
    }

    /// The keys that list classes.
    pub(in crate::check) fn class_list_keys(&self) -> impl Iterator<Item = &str> {
        self.keys_of_classes.iter().map(String::as_str)
    }

    /// The number of the node definition that Puppet selects for a node.
    pub(in crate::check) fn definition(&self, node: &str) -> Option<usize> {
        let first_with_host = |matches: &dyn Fn(&Host) -> bool| {
            self.nodes.iter().position(|(hosts, _)| hosts.iter().any(matches))
        };
        // Puppet uses the default only if no other definition names the node, wherever the default is written.
        first_with_host(&|host| host.is_node(node))
            .or_else(|| first_with_host(&|host| matches!(host, Host::Default)))
    }

    /// The classes that nodes with a definition may have. `listed` returns the classes that a key lists.
    pub(in crate::check) fn classes_of(
        &self,
        definition: Option<usize>,
        listed: impl Fn(&str) -> Vec<String>,
    ) -> FxHashSet<String> {
        let mut pending: Vec<&Included> = self.everywhere.iter().collect();
        if let Some((_, included)) = definition.and_then(|number| self.nodes.get(number)) {
            pending.extend(included);
        }
        let mut classes = FxHashSet::default();
        while let Some(included) = pending.pop() {
            let found = match included {
                Included::Class(class) => vec![class.clone()],
                Included::Listed(key) => listed(key),
            };
            for class in found {
                // Classes that were visited are skipped, because classes may include each other in a cycle.
                if classes.insert(class.clone()) {
                    pending.extend(self.by_class.get(&class).into_iter().flatten());
                }
            }
        }
        classes
    }

    /// Adds what a manifest includes.
    pub(super) fn add(&mut self, manifest: &Manifest) {
        let expressions = &manifest.expressions;
        let mut owners = self.add_definitions(expressions).into_iter().peekable();
        let lists = assigned_lists(expressions);
        // The position of each call with the classes that it includes.
        let mut calls = Vec::new();
        for (id, expr) in expressions.iter() {
            let classes = match expr {
                Expr::Call { function, arguments, .. } => {
                    included_classes(expressions, function, arguments, &lists)
                }
                Expr::Resource { ty, bodies, .. } if text(expressions, ty) == Some("class") => {
                    self.declared_classes(expressions, bodies)
                }
                _ => continue,
            };
            calls.push((expressions.span(id).start, classes));
        }
        // The order in the arena is that in which expressions were completed by the parser, so calls are sorted by
        // position.
        calls.sort_by_key(|(start, _)| *start);
        // The stack of the definitions around the current call; spans are nested or disjoint.
        let mut open: Vec<(Range<usize>, Owner)> = Vec::new();
        for (start, classes) in calls {
            while let Some((range, owner)) = owners.next_if(|(range, _)| range.start <= start) {
                open.retain(|(outer, _)| outer.end > range.start);
                open.push((range, owner));
            }
            open.retain(|(range, _)| range.end > start);
            for included in classes {
                self.insert(open.last().map_or(&Owner::Everywhere, |(_, owner)| owner), included);
            }
        }
    }

    /// Records what the code of an owner includes.
    fn insert(&mut self, owner: &Owner, included: Included) {
        match &included {
            Included::Class(class) => drop(self.mentioned_classes.insert(class.clone())),
            Included::Listed(key) => drop(self.keys_of_classes.insert(key.clone())),
        }
        match owner {
            Owner::Everywhere => self.everywhere.push(included),
            Owner::Class(class) => self.by_class.entry(class.clone()).or_default().push(included),
            Owner::Node(number) => {
                let (_, included_by_node) = &mut self.nodes[*number];
                included_by_node.push(included);
            }
            Owner::Unknown => {}
        }
    }

    /// The definitions of a manifest with their spans, in the order in which they begin. Also records the node
    /// definitions, and the parents of classes.
    fn add_definitions(&mut self, expressions: &Expressions) -> Vec<(Range<usize>, Owner)> {
        let mut owners = Vec::new();
        for (id, expr) in expressions.iter() {
            let owner = match expr {
                Expr::Class { name, parent, .. } => {
                    let Some(class) = text(expressions, name).map(class_name) else { continue };
                    let parent = parent.and_then(|parent| text(expressions, parent)).map(class_name);
                    // Puppet includes the parent of a class before the class itself.
                    let parent = parent.map(Included::Class);
                    self.by_class.entry(class.clone()).or_default().extend(parent);
                    Owner::Class(class)
                }
                Expr::Node { hosts, .. } => {
                    let hosts =
                        expressions.list(hosts).iter().filter_map(|host| read_host(expressions, *host));
                    self.nodes.push((hosts.collect(), Vec::new()));
                    Owner::Node(self.nodes.len() - 1)
                }
                Expr::Define { .. } | Expr::Function { .. } => Owner::Unknown,
                _ => continue,
            };
            owners.push((expressions.span(id), owner));
        }
        // Of two definitions with the same start, the longer one, which contains the other, comes first.
        owners.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        owners
    }

    /// The classes that bodies of resources declare. Also records the parameters that these declarations set.
    fn declared_classes(&mut self, expressions: &Expressions, bodies: List) -> Vec<Included> {
        let mut found = Vec::new();
        for body in expressions.list(bodies) {
            let Expr::ResourceBody { title, attributes } = expressions[*body] else { continue };
            for class in class_names(expressions, title) {
                for attribute in expressions.list(attributes) {
                    match expressions[*attribute] {
                        Expr::Attribute { name, .. } => {
                            self.set_parameters.insert(format!("{class}::{}", expressions.text(name)));
                        }
                        // With `* => $hash`, the declaration may set any parameter.
                        _ => {
                            self.classes_with_unknown_parameters.insert(class.clone());
                        }
                    }
                }
                found.push(Included::Class(class));
            }
        }
        found
    }
}

/// What a node definition applies to: a name, a regular expression, or `default`.
fn read_host(expressions: &Expressions, host: ExprId) -> Option<Host> {
    match expressions[host] {
        Expr::Default => Some(Host::Default),
        Expr::Regex(pattern) => Regex::new(expressions.text(pattern)).ok().map(Host::Pattern),
        _ => text(expressions, host).map(|name| Host::Name(name.to_owned())),
    }
}

/// The name of a class without leading colons.
fn class_name(name: &str) -> String {
    name.trim_start_matches("::").to_owned()
}

/// The names of classes that an expression lists.
fn class_names(expressions: &Expressions, id: ExprId) -> Vec<String> {
    match expressions[id] {
        Expr::Array(items) => {
            expressions.list(items).iter().flat_map(|item| class_names(expressions, *item)).collect()
        }
        _ => text(expressions, id).map(class_name).into_iter().collect(),
    }
}

/// The literal key of a lookup, which may be the argument of other functions; `None` for any other expression.
fn lookup_key(expressions: &Expressions, id: ExprId) -> Option<&str> {
    match expressions[id] {
        Expr::Call { function, arguments, .. } => {
            let function = text(expressions, function)?;
            let first = *expressions.list(arguments).first()?;
            match function {
                "lookup" | "hiera" | "hiera_array" => text(expressions, first),
                // A function such as `unique` has the lookup as its first argument.
                _ => lookup_key(expressions, first),
            }
        }
        Expr::Parenthesized(inner) => lookup_key(expressions, inner),
        _ => None,
    }
}

/// The variables to which the result of a lookup is assigned, each with the key of the lookup.
fn assigned_lists(expressions: &Expressions) -> FxHashMap<&str, &str> {
    let assigned = expressions.iter().filter_map(|(_, expr)| match expr {
        Expr::Assign { target, value, .. } => match expressions[target] {
            Expr::Variable(name) => Some((expressions.text(name), lookup_key(expressions, value)?)),
            _ => None,
        },
        _ => None,
    });
    assigned.collect()
}

/// The classes that a call includes.
fn included_classes(
    expressions: &Expressions,
    function: ExprId,
    arguments: List,
    lists: &FxHashMap<&str, &str>,
) -> Vec<Included> {
    let Some(function) = text(expressions, function) else { return Vec::new() };
    let arguments = expressions.list(arguments);
    if function == "hiera_include" {
        let key = arguments.first().and_then(|key| text(expressions, *key));
        return key.map(|key| Included::Listed(key.to_owned())).into_iter().collect();
    }
    if !INCLUDE_FUNCTIONS.contains(&function) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for argument in arguments {
        let list = match expressions[*argument] {
            Expr::Variable(name) => lists.get(expressions.text(name)).copied(),
            _ => lookup_key(expressions, *argument),
        };
        match list {
            Some(key) => found.push(Included::Listed(key.to_owned())),
            None => found.extend(class_names(expressions, *argument).into_iter().map(Included::Class)),
        }
    }
    found
}
