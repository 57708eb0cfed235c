//! What manifests define: classes, resource types, nodes and functions, with their programs.
//!
//! Invariant: names are in lower case and without a leading `::`.

use super::{Environment, Preparation};
use modelwright_evaluation::evaluate::{Program, Regex};
use modelwright_language::language::Manifest;
use modelwright_language::language::expression::{Expr, ExprId, Expressions, List};
use modelwright_metamodel::diagnostic::Diagnostic;
use std::sync::{Arc, OnceLock};

/// What a definition defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DefinitionKind {
    Class,
    /// A resource type.
    Define,
    Node,
}

/// A class, a resource type or a node.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) kind: DefinitionKind,
    pub(crate) name: Arc<str>,
    /// The module whose file it is in; empty for a main manifest.
    pub(crate) module: Arc<str>,
    pub(crate) expressions: Arc<Expressions>,
    pub(crate) id: ExprId,
    pub(crate) parameters: Vec<ParameterDefinition>,
    /// The class that it inherits.
    pub(crate) parent: Option<Arc<str>>,
    pub(crate) body: ExprId,
    program: OnceLock<Program>,
}

/// A parameter of a class or a resource type.
#[derive(Debug)]
pub(crate) struct ParameterDefinition {
    pub(crate) id: ExprId,
    pub(crate) name: Arc<str>,
    /// The number of its variable.
    pub(crate) variable: u32,
    pub(crate) ty: Option<ExprId>,
    pub(crate) default: Option<ExprId>,
}

/// A node definition for one of its hosts.
#[derive(Debug)]
pub(crate) struct NodeDefinition {
    pub(crate) definition: Arc<Definition>,
    /// The pattern of the names, if it is for several nodes.
    pub(crate) pattern: Option<Arc<Regex>>,
}

/// A function that is written in the language.
#[derive(Debug)]
pub(crate) struct FunctionDefinition {
    pub(crate) name: Arc<str>,
    pub(crate) expressions: Arc<Expressions>,
    pub(crate) id: ExprId,
    program: OnceLock<Program>,
}

/// The definitions in a manifest.
#[derive(Debug, Default)]
pub(super) struct ManifestDefinitions {
    pub(super) definitions: Vec<Definition>,
    pub(super) nodes: Vec<NodeDefinition>,
    pub(super) functions: Vec<FunctionDefinition>,
    /// Regular expressions of hosts that are invalid, and nodes that inherit others.
    pub(super) problems: Vec<Diagnostic>,
}

/// A name in lower case and without a leading `::`.
pub(super) fn normalized(name: &str) -> String {
    name.strip_prefix("::").unwrap_or(name).to_lowercase()
}

impl Definition {
    /// The definition's program, which is prepared when it is first needed.
    pub(crate) fn program(&self, environment: &Environment) -> &Program {
        self.program.get_or_init(|| prepare(environment, &self.expressions, self.id))
    }

    /// How messages name it.
    pub(crate) fn title(&self) -> String {
        match self.kind {
            DefinitionKind::Class => format!("the class `{}`", self.name),
            DefinitionKind::Define => format!("the resource type `{}`", self.name),
            DefinitionKind::Node => format!("the node `{}`", self.name),
        }
    }
}

impl FunctionDefinition {
    /// Its program, which is prepared when it is first needed.
    pub(crate) fn program(&self, environment: &Environment) -> &Program {
        self.program.get_or_init(|| prepare(environment, &self.expressions, self.id))
    }
}

fn prepare(environment: &Environment, expressions: &Arc<Expressions>, id: ExprId) -> Program {
    let program = Program::new(expressions, &[id], &Preparation(environment));
    // Once for all nodes: a run that finds an expression uncompiled does not keep it.
    program.compile_expressions();
    program
}

/// Finds the definitions of a manifest, including those inside of classes, which Puppet qualifies by the class.
pub(super) fn find(environment: &Environment, manifest: &Manifest, module: &str) -> ManifestDefinitions {
    let mut finder = Finder {
        classes: classes(&manifest.expressions),
        environment,
        expressions: &manifest.expressions,
        module: Arc::from(module),
        found: ManifestDefinitions::default(),
    };
    // All expressions of the file, not only its statements: as in Puppet, a class inside of another one is defined before
    // anything is evaluated.
    for (id, expr) in manifest.expressions.iter() {
        finder.add(id, expr);
    }
    finder.found
}

/// Where a class is in a text.
struct ClassSpan {
    start: usize,
    end: usize,
    id: ExprId,
    name: ExprId,
    /// The position of the class around it.
    outer: Option<usize>,
}

/// The classes of a manifest, in the order of their starts.
fn classes(expressions: &Expressions) -> Vec<ClassSpan> {
    let class = |(id, expr)| {
        let Expr::Class { name, .. } = expr else { return None };
        let span = expressions.span(id);
        Some(ClassSpan { start: span.start, end: span.end, id, name, outer: None })
    };
    let mut all: Vec<ClassSpan> = expressions.iter().filter_map(class).collect();
    all.sort_by_key(|class| class.start);
    let mut open: Vec<usize> = Vec::new();
    for at in 0..all.len() {
        while open.last().is_some_and(|outer| all[*outer].end < all[at].end) {
            open.pop();
        }
        all[at].outer = open.last().copied();
        open.push(at);
    }
    all
}

struct Finder<'f> {
    classes: Vec<ClassSpan>,
    environment: &'f Environment,
    expressions: &'f Arc<Expressions>,
    module: Arc<str>,
    found: ManifestDefinitions,
}

impl Finder<'_> {
    fn add(&mut self, id: ExprId, expr: Expr) {
        match expr {
            Expr::Class { name, parameters, parent, body } => {
                let parent =
                    parent.and_then(|parent| self.text(parent)).map(|name| Arc::from(normalized(name)));
                self.definition(DefinitionKind::Class, id, name, parameters, parent, body);
            }
            Expr::Define { name, parameters, body } => {
                self.definition(DefinitionKind::Define, id, name, parameters, None, body);
            }
            Expr::Function { name, .. } => {
                let Some(name) = self.text(name).map(normalized) else { return };
                self.found.functions.push(FunctionDefinition {
                    name: Arc::from(name),
                    expressions: Arc::clone(self.expressions),
                    id,
                    program: OnceLock::new(),
                });
            }
            Expr::Node { hosts, parent, body } => self.node(id, hosts, parent, body),
            _ => {}
        }
    }

    fn definition(
        &mut self,
        kind: DefinitionKind,
        id: ExprId,
        name: ExprId,
        parameters: List,
        parent: Option<Arc<str>>,
        body: ExprId,
    ) {
        let Some(name) = self.text(name).map(normalized) else { return };
        let name = self.qualified(id, name);
        let parameters = self.parameters(parameters);
        self.found.definitions.push(Definition {
            kind,
            name: Arc::from(name),
            module: Arc::clone(&self.module),
            expressions: Arc::clone(self.expressions),
            id,
            parameters,
            parent,
            body,
            program: OnceLock::new(),
        });
    }

    /// The name of a class or resource type, after the names of the classes that it is in.
    fn qualified(&self, id: ExprId, name: String) -> String {
        let span = self.expressions.span(id);
        let mut at = self.classes.partition_point(|class| class.start <= span.start).checked_sub(1);
        let mut names = vec![name];
        while let Some(class) = at.and_then(|at| self.classes.get(at)) {
            if class.id != id && span.end <= class.end {
                names.extend(self.text(class.name).map(normalized));
            }
            at = class.outer;
        }
        names.reverse();
        names.join("::")
    }

    fn parameters(&self, list: List) -> Vec<ParameterDefinition> {
        let parameters = self.expressions.list(list).iter().filter_map(|id| {
            let Expr::Parameter { name, ty, default, .. } = self.expressions[*id] else { return None };
            let name = self.expressions.text(name);
            let variable = self.environment.number(name);
            Some(ParameterDefinition { id: *id, name: Arc::from(name), variable, ty, default })
        });
        parameters.collect()
    }

    /// Adds the definition of a node, once for each of its names.
    fn node(&mut self, id: ExprId, hosts: List, parent: Option<ExprId>, body: ExprId) {
        let source = self.expressions.source();
        if let Some(parent) = parent {
            let message = "a node cannot inherit another one";
            let problem = Diagnostic::error(super::main_manifests::CODE, message);
            self.found.problems.push(problem.at(source, self.expressions.span(parent)));
        }
        for host in self.expressions.list(hosts) {
            let (name, pattern) = match self.expressions[*host] {
                Expr::Default => ("default".to_owned(), None),
                Expr::Regex(text) => {
                    let text = self.expressions.text(text);
                    match Regex::with_flags(text, "") {
                        Ok(pattern) => (name_of_pattern(text), Some(Arc::new(pattern))),
                        Err(why) => {
                            let message = format!("this is not a valid regular expression: {why}");
                            let problem = Diagnostic::error(super::main_manifests::CODE, message);
                            self.found.problems.push(problem.at(source, self.expressions.span(*host)));
                            continue;
                        }
                    }
                }
                _ => match self.text(*host) {
                    Some(name) => (name.to_lowercase(), None),
                    None => continue,
                },
            };
            let definition = Definition {
                kind: DefinitionKind::Node,
                name: Arc::from(name),
                module: Arc::clone(&self.module),
                expressions: Arc::clone(self.expressions),
                id,
                parameters: Vec::new(),
                parent: None,
                body,
                program: OnceLock::new(),
            };
            self.found.nodes.push(NodeDefinition { definition: Arc::new(definition), pattern });
        }
    }

    /// The text of a name, a string or a number.
    fn text(&self, id: ExprId) -> Option<&str> {
        match self.expressions[id] {
            Expr::String(text) | Expr::Name(text) => Some(self.expressions.text(text)),
            Expr::Parenthesized(inner) => self.text(inner),
            Expr::Integer(_) | Expr::Float(_) => {
                Some(&self.expressions.source().text()[self.expressions.span(id)])
            }
            _ => None,
        }
    }
}

/// The name of a node definition with a pattern, as Puppet derives it.
fn name_of_pattern(source: &str) -> String {
    let kept: String = (source.to_lowercase().chars())
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'))
        .collect();
    format!("__node_regexp__{}", kept.trim_start_matches('.'))
}
