//! The definitions of manifests: classes, resource types, nodes and functions, with their programs.
//!
//! Invariant: names are in lower case and without a leading `::`.

use super::{Environment, Preparation};
use modelwright_evaluation::evaluate::{Program, Regex};
use modelwright_language::language::Manifest;
use modelwright_language::language::expression::{Expr, ExprId, Expressions, List};
use modelwright_metamodel::diagnostic::Diagnostic;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The kind of a definition.
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
    /// The module whose file contains the definition; empty for a main manifest.
    pub(crate) module: Arc<str>,
    pub(crate) expressions: Arc<Expressions>,
    pub(crate) id: ExprId,
    pub(crate) parameters: Vec<ParameterDefinition>,
    /// The class that the definition inherits from.
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

/// A node definition with one of its names or patterns.
#[derive(Debug)]
pub(crate) struct NodeDefinition {
    pub(crate) definition: Arc<Definition>,
    /// The pattern of the names; `None` for the definition of a single node or of `default`.
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
    /// Problems of node definitions: invalid regular expressions, and nodes that inherit others.
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

    /// The span of its first line, for messages.
    pub(crate) fn first_line(&self) -> Range<usize> {
        let span = self.expressions.span(self.id);
        let text = &self.expressions.source().text()[span.clone()];
        let length = text.find('\n').unwrap_or(text.len());
        span.start..span.start + length
    }

    /// The kind and the name for messages: "the class `a`".
    pub(crate) fn title(&self) -> String {
        match self.kind {
            DefinitionKind::Class => format!("the class `{}`", self.name),
            DefinitionKind::Define => format!("the resource type `{}`", self.name),
            DefinitionKind::Node => format!("the node `{}`", self.name),
        }
    }
}

impl FunctionDefinition {
    /// The program of the function, which is prepared when it is first needed.
    pub(crate) fn program(&self, environment: &Environment) -> &Program {
        self.program.get_or_init(|| prepare(environment, &self.expressions, self.id))
    }
}

/// Prepares the program of a definition.
fn prepare(environment: &Environment, expressions: &Arc<Expressions>, id: ExprId) -> Program {
    let program = Program::new(expressions, &[id], &Preparation(environment));
    // Compiled once for all nodes, because a run does not store the expressions that it must compile itself.
    program.compile_expressions();
    program
}

/// Finds the definitions of a manifest, including those inside of classes, whose names Puppet puts after that of the
/// class.
pub(super) fn find(environment: &Environment, manifest: &Manifest, module: &str) -> ManifestDefinitions {
    let mut finder = Finder {
        classes: classes(&manifest.expressions),
        environment,
        expressions: &manifest.expressions,
        module: Arc::from(module),
        found: ManifestDefinitions::default(),
    };
    // All expressions of the file, not only its statements: as in Puppet, a class inside of another one is defined
    // before anything is evaluated.
    for (id, expr) in manifest.expressions.iter() {
        finder.add(id, expr);
    }
    finder.found
}

/// The position of a class in the text of a manifest.
struct ClassSpan {
    start: usize,
    end: usize,
    id: ExprId,
    name: ExprId,
    /// The index of the class that contains this one in the list of classes.
    outer: Option<usize>,
}

/// The classes of a manifest, in the order of their starts.
fn classes(expressions: &Expressions) -> Vec<ClassSpan> {
    let mut spans: Vec<ClassSpan> = expressions
        .iter()
        .filter_map(|(id, expr)| {
            let Expr::Class { name, .. } = expr else { return None };
            let span = expressions.span(id);
            Some(ClassSpan { start: span.start, end: span.end, id, name, outer: None })
        })
        .collect();
    spans.sort_by_key(|class| class.start);
    // The indices of the classes around the current one, the innermost last.
    let mut outer_indices: Vec<usize> = Vec::new();
    for index in 0..spans.len() {
        while outer_indices.last().is_some_and(|outer| spans[*outer].end < spans[index].end) {
            outer_indices.pop();
        }
        spans[index].outer = outer_indices.last().copied();
        outer_indices.push(index);
    }
    spans
}

/// Collects the definitions of a manifest.
struct Finder<'f> {
    classes: Vec<ClassSpan>,
    environment: &'f Environment,
    expressions: &'f Arc<Expressions>,
    module: Arc<str>,
    found: ManifestDefinitions,
}

impl Finder<'_> {
    /// Adds the definition that an expression is, if it is one.
    fn add(&mut self, id: ExprId, expr: Expr) {
        match expr {
            Expr::Class { name, parameters, parent, body } => {
                let parent =
                    parent.and_then(|parent| self.text(parent)).map(|name| Arc::from(normalized(name)));
                self.add_definition(DefinitionKind::Class, id, name, parameters, parent, body);
            }
            Expr::Define { name, parameters, body } => {
                let parent = None;
                self.add_definition(DefinitionKind::Define, id, name, parameters, parent, body);
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
            Expr::Node { hosts, parent, body } => self.add_node(id, hosts, parent, body),
            _ => {}
        }
    }

    /// Adds a class or a resource type.
    fn add_definition(
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

    /// The name of a class or resource type, preceded by the names of the classes that contain the definition.
    fn qualified(&self, id: ExprId, name: String) -> String {
        let span = self.expressions.span(id);
        // The last class that starts before the definition or with it, then the classes around that.
        let mut class_index = self.classes.partition_point(|class| class.start <= span.start).checked_sub(1);
        let mut names = vec![name];
        while let Some(class) = class_index.and_then(|class_index| self.classes.get(class_index)) {
            // A class that ends before the definition does not contain it.
            if class.id != id && span.end <= class.end {
                names.extend(self.text(class.name).map(normalized));
            }
            class_index = class.outer;
        }
        names.reverse();
        names.join("::")
    }

    /// The parameters in a list of expressions.
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
    fn add_node(&mut self, id: ExprId, hosts: List, parent: Option<ExprId>, body: ExprId) {
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
                    match Regex::new(text) {
                        Ok(pattern) => (name_of_pattern(text), Some(Arc::new(pattern))),
                        Err(reason) => {
                            let message = format!("this is not a valid regular expression: {reason}");
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
    let name: String = (source.to_lowercase().chars())
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'))
        .collect();
    format!("__node_regexp__{}", name.trim_start_matches('.'))
}
