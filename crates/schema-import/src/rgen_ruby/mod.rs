//! RGen: metamodels as Ruby classes of `RGen::MetamodelBuilder`.
//!
//! The file is read twice: first for the names of modules, classes and enumerations, then for what they have, because
//! a feature may refer to a class that is declared after it. Invariants: a class has its features in the order in
//! which RGen would create them; what Ruby code would compute is reported and left out. This module does not know the
//! type language.

mod annotations;
mod constants;
mod enumerations;
mod features;
mod packages;
mod scopes;

use crate::declarations::{Annotation, Feature, Literal, Package, Span};
use crate::ruby::{self, Call, Comments, Kind, Node};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use rustc_hash::{FxHashMap, FxHashSet};
use scopes::ConstantMeaning;
use std::sync::Arc;

/// The maximum number of methods that a message lists.
const MAX_LISTED: usize = 5;

/// Reads a file. `name` is that of the package for classes outside of all modules.
#[must_use]
pub fn read(source: &Arc<Source>, name: &str) -> (Vec<Package>, Diagnostics) {
    let program = match ruby::read(source) {
        Ok(program) => program,
        Err(problem) => return (Vec::new(), (*problem).into()),
    };
    let mut reader = Reader::new(source, program.comments);
    reader.declare(&program.statements, "");
    reader.define(&program.statements, "");
    reader.check_superclasses();
    let packages = reader.packages(name);
    // If there are problems, they already explain why the file has no packages.
    if packages.is_empty() && reader.diagnostics.is_empty() {
        let problem = Diagnostic::error(codes::IMPORT_INVALID, "the file declares no RGen class")
            .at(source, 0..0)
            .help("write a class with the superclass `RGen::MetamodelBuilder::MMBase`");
        reader.diagnostics.push(problem);
    }
    (packages, reader.diagnostics)
}

/// A module.
#[derive(Debug, Default)]
struct Module {
    path: String,
    span: Span,
    is_model: bool,
    doc: Option<String>,
    annotations: Vec<Annotation>,
    /// What is declared in the module, in order.
    items: Vec<DeclarationIndex>,
}

#[derive(Debug, Clone, Copy)]
enum DeclarationIndex {
    Class(usize),
    Enumeration(usize),
}

/// A superclass.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Super {
    /// The base class of RGen.
    Base,
    /// A class of the file, by its number.
    Own(usize),
    /// A class of Ecore.
    Ecore(String),
}

#[derive(Debug, Default)]
struct Class {
    path: String,
    span: Span,
    doc: Option<String>,
    is_abstract: bool,
    /// Whether a superclass is written, also one that is not known.
    has_parent: bool,
    supers: Vec<Super>,
    /// The features of the class in order; `None` for a feature that a later one of the same name replaces.
    features: Vec<Option<Feature>>,
    /// The index of each feature, by its name.
    positions: FxHashMap<String, usize>,
    annotations: Vec<Annotation>,
}

#[derive(Debug, Default)]
struct Enumeration {
    /// The enumeration's own name.
    name: String,
    span: Span,
    doc: Option<String>,
    literals: Vec<Literal>,
}

struct Reader<'s> {
    source: &'s Arc<Source>,
    comments: Comments,
    diagnostics: Diagnostics,
    modules: Vec<Module>,
    classes: Vec<Class>,
    enumerations: Vec<Enumeration>,
    /// The scope of the last statement that was reported as not run, and the offset of its end. Statements in a row are
    /// one report.
    reported_code: Option<(String, usize)>,
    /// Modules, classes, enumerations and other constants, by their full names.
    names: FxHashMap<String, ConstantMeaning>,
}

impl<'s> Reader<'s> {
    fn new(source: &'s Arc<Source>, comments: Comments) -> Self {
        Self {
            source,
            comments,
            diagnostics: Diagnostics::new(),
            modules: Vec::new(),
            classes: Vec::new(),
            enumerations: Vec::new(),
            reported_code: None,
            names: FxHashMap::default(),
        }
    }

    fn text(&self, span: &Span) -> &'s str {
        self.source.text().get(span.clone()).unwrap_or_default()
    }

    fn doc(&self, node: &Node) -> Option<String> {
        self.comments.above(self.source.text(), node.span.start)
    }

    /// Reports what the types do not express.
    fn report_not_expressed(&mut self, span: &Span, message: impl Into<String>, help: &str) {
        let problem = Diagnostic::warning(codes::IMPORT_NOT_EXPRESSED, message);
        self.diagnostics.push(problem.at(self.source, span.clone()).help(help));
    }

    /// Reports what RGen itself rejects.
    fn report_invalid(&mut self, span: &Span, message: impl Into<String>, help: &str) {
        let problem = Diagnostic::error(codes::IMPORT_INVALID, message);
        self.diagnostics.push(problem.at(self.source, span.clone()).help(help));
    }

    /// Declares the modules, classes and enumerations of a scope.
    fn declare(&mut self, body: &[Node], scope: &str) {
        for node in body {
            match &node.kind {
                Kind::Module(name, inner) if !self.is_class_module(name) => {
                    let path = scopes::inside(scope, name);
                    self.declare_module(node, &path);
                    self.declare(inner, &path);
                }
                Kind::Class(name, _, inner) => {
                    let path = scopes::inside(scope, name);
                    self.declare_class(node, &path);
                    self.declare(inner, &path);
                }
                Kind::Assign(left, right) => {
                    if let Some(name) = left.constant() {
                        let path = scopes::inside(scope, name);
                        self.declare_constant(node, right, &path, scope);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a module has the methods of a class, not classes.
    fn is_class_module(&self, name: &str) -> bool {
        // RGen raises an error for a method in a class itself, so models put methods into this module.
        name == "ClassModule" || name.ends_with("::ClassModule")
    }

    /// Declares a module, which Ruby code may open several times.
    fn declare_module(&mut self, node: &Node, path: &str) {
        let doc = self.doc(node);
        if let Some(ConstantMeaning::Module(known)) = self.names.get(path) {
            if let Some(module) = self.modules.get_mut(*known) {
                module.doc = module.doc.take().or(doc);
            }
            return;
        }
        self.names.insert(path.to_owned(), ConstantMeaning::Module(self.modules.len()));
        let span = node.span.start..self.source.word_end(node.span.start);
        self.modules.push(Module { path: path.to_owned(), span, doc, ..Module::default() });
    }

    /// Declares a class, which Ruby code may open several times.
    fn declare_class(&mut self, node: &Node, path: &str) {
        let doc = self.doc(node);
        if let Some(ConstantMeaning::Class(known)) = self.names.get(path) {
            if let Some(class) = self.classes.get_mut(*known) {
                class.doc = class.doc.take().or(doc);
            }
            return;
        }
        let number = self.classes.len();
        self.names.insert(path.to_owned(), ConstantMeaning::Class(number));
        self.classes.push(Class {
            path: path.to_owned(),
            span: head(self.text(&node.span), &node.span),
            doc,
            ..Class::default()
        });
        self.add_item(path, DeclarationIndex::Class(number));
    }

    /// Adds a class or enumeration to the module around it; to a module without name if there is none.
    fn add_item(&mut self, path: &str, item: DeclarationIndex) {
        // Ruby allows a class in a class, but in Ecore only packages contain classes.
        let mut scope = scopes::outer(path);
        loop {
            if let Some(ConstantMeaning::Module(number)) = self.names.get(scope)
                && let Some(module) = self.modules.get_mut(*number)
            {
                return module.items.push(item);
            }
            if scope.is_empty() {
                break;
            }
            scope = scopes::outer(scope);
        }
        self.names.insert(String::new(), ConstantMeaning::Module(self.modules.len()));
        // Only a module can extend `ModuleExtension`, so nothing is reported for classes outside of modules.
        self.modules.push(Module { is_model: true, items: vec![item], ..Module::default() });
    }

    /// Defines the superclasses, features and other content of the classes in a scope, which are declared already.
    fn define(&mut self, body: &[Node], scope: &str) {
        for node in body {
            match &node.kind {
                Kind::Module(name, inner) if self.is_class_module(name) => {
                    self.report_methods(node, inner, scope);
                }
                Kind::Module(name, inner) => self.define(inner, &scopes::inside(scope, name)),
                Kind::Class(name, parent, inner) => {
                    let path = scopes::inside(scope, name);
                    self.define_supers(parent.as_deref(), &path, scope);
                    self.define(inner, &path);
                }
                Kind::Assign(left, right) => self.report_computed_constant(node, left, right, scope),
                Kind::Call(call) => self.define_call(node, call, scope),
                // A text or `nil` alone has no effect.
                Kind::Text(_) | Kind::Nil => {}
                _ => self.report_code(node, scope),
            }
        }
    }

    /// Reports the methods in a module, which are left out.
    fn report_methods(&mut self, node: &Node, body: &[Node], scope: &str) {
        let names = body.iter().filter_map(|inner| match &inner.kind {
            Kind::Method(name) => Some(format!("`{name}`")),
            _ => None,
        });
        let names: Vec<String> = names.take(MAX_LISTED).collect();
        let listed = if names.is_empty() { "all in its module".to_owned() } else { names.join(", ") };
        let span = head(self.text(&node.span), &node.span);
        let message = format!("methods of `{scope}` are left out: {listed}");
        self.report_not_expressed(
            &span,
            message,
            "write a derived feature or an operation in the type language",
        );
    }

    /// Reports code that may create features. Statements in a row are one report.
    fn report_code(&mut self, node: &Node, scope: &str) {
        let span = head(self.text(&node.span), &node.span);
        // A method is reported by its name, so it is never part of the report of other code.
        let is_method = matches!(node.kind, Kind::Method(_));
        let is_in_row = match &self.reported_code {
            Some((reported_scope, end)) if reported_scope == scope => {
                let gap = self.text(&(*end..node.span.start));
                gap.trim_matches([' ', '\t', '\r', '\n', ';']).is_empty()
            }
            _ => false,
        };
        self.reported_code = if is_method { None } else { Some((scope.to_owned(), node.span.end)) };
        if is_in_row && !is_method {
            return;
        }
        let location = if scope.is_empty() { "the file".to_owned() } else { format!("`{scope}`") };
        let message = match &node.kind {
            Kind::Method(name) => format!("the method `{name}` of {location} is left out"),
            _ => format!("Ruby code in {location} is not run, so what it defines is missing"),
        };
        self.report_not_expressed(
            &span,
            message,
            "write each feature as a call of its own, such as `has_attr 'name', String`",
        );
    }

    /// Adds the superclasses of a class. In RGen, several are written as `MMMultiple(A, B)`.
    fn define_supers(&mut self, parent: Option<&Node>, path: &str, scope: &str) {
        let Some(parent) = parent else { return };
        let names: Vec<&Node> = match &parent.kind {
            Kind::Call(call) if scopes::local(&call.name) == "MMMultiple" => call.arguments.iter().collect(),
            _ => vec![parent],
        };
        let mut supers = Vec::new();
        for name in names {
            supers.extend(self.super_class(name, path, scope));
        }
        let Some(ConstantMeaning::Class(number)) = self.names.get(path) else { return };
        if let Some(class) = self.classes.get_mut(*number) {
            class.has_parent = true;
            // Ruby allows a class that is opened again to name its superclass again.
            let mut known_supers: FxHashSet<Super> = class.supers.iter().cloned().collect();
            class.supers.extend(supers.into_iter().filter(|parent| known_supers.insert(parent.clone())));
        }
    }

    /// A superclass; `None` after a reported problem.
    fn super_class(&mut self, node: &Node, path: &str, scope: &str) -> Option<Super> {
        let Some(name) = node.constant() else {
            self.report_not_expressed(
                &node.span,
                format!("the superclass of `{path}` is computed"),
                "write its name",
            );
            return None;
        };
        let resolved = self.resolve(name, scope);
        if let Some(ConstantMeaning::Class(number)) = resolved.meaning {
            return Some(Super::Own(*number));
        }
        match resolved.built_in() {
            "MMBase" => Some(Super::Base),
            other => match other.strip_prefix("ECore::") {
                Some(class) => Some(Super::Ecore(class.to_owned())),
                None => {
                    let message = format!("the superclass `{name}` of `{path}` is not in this file");
                    self.report_not_expressed(&node.span, message, "put the classes into one file");
                    None
                }
            },
        }
    }

    /// Adds the annotation of a call to a class or a module.
    fn annotate(&mut self, target: &ConstantMeaning, node: &Node, call: &Call) {
        let Some(annotation) = self.annotation(node, call) else { return };
        let annotations = match *target {
            ConstantMeaning::Class(class) => self.classes.get_mut(class).map(|class| &mut class.annotations),
            ConstantMeaning::Module(module) => {
                self.modules.get_mut(module).map(|module| &mut module.annotations)
            }
            _ => None,
        };
        if let Some(annotations) = annotations {
            annotations.push(annotation);
        }
    }

    /// Defines what a call in a class or a module declares; other calls are reported.
    fn define_call(&mut self, node: &Node, call: &Call, scope: &str) {
        let target = match call.receiver.as_ref().map(|receiver| &receiver.kind) {
            None | Some(Kind::Myself) => self.names.get(scope).cloned(),
            // The guide of RGen adds some features from outside of the class:
            // `Person.many_to_many 'homes', House, 'inhabitants'`.
            Some(Kind::Constant(name)) => self.resolve(name, scope).meaning.cloned(),
            Some(_) => None,
        };
        match (target, call.name.as_str()) {
            (
                _,
                "require" | "require_relative" | "private" | "public" | "protected" | "private_constant"
                | "puts",
            ) => {}
            (Some(ConstantMeaning::Class(class)), "abstract") => {
                if let Some(class) = self.classes.get_mut(class) {
                    class.is_abstract = true;
                }
            }
            (Some(meaning @ (ConstantMeaning::Class(_) | ConstantMeaning::Module(_))), "annotation") => {
                self.annotate(&meaning, node, call);
            }
            (Some(ConstantMeaning::Module(module)), "extend") => {
                let extension = call.arguments.first().and_then(Node::constant).map(scopes::local);
                if extension == Some("ModuleExtension")
                    && let Some(module) = self.modules.get_mut(module)
                {
                    module.is_model = true;
                } else {
                    self.report_code(node, scope);
                }
            }
            (target, "include" | "extend") => {
                let name = call.arguments.first().and_then(Node::constant).unwrap_or_default();
                let is_of_rgen = matches!(scopes::local(name), "DataTypes" | "MetamodelBuilder" | "RGen");
                // In a module, `include` only makes names shorter. In a class, it may define features.
                let only_shortens_names = matches!(target, None | Some(ConstantMeaning::Module(_)));
                if !is_of_rgen && !only_shortens_names {
                    self.report_code(node, scope);
                }
            }
            (Some(ConstantMeaning::Class(class)), method) if features::is_feature(method) => {
                self.feature(node, call, class, scope);
            }
            (Some(ConstantMeaning::Class(_)), method) => match features::similar_method(method) {
                Some(meant) => {
                    let span = head(self.text(&node.span), &node.span);
                    let message = format!("RGen has no method `{method}`, so what it defines is missing");
                    self.report_not_expressed(&span, message, &format!("did you mean `{meant}`?"));
                }
                None => self.report_code(node, scope),
            },
            _ => self.report_code(node, scope),
        }
    }

    /// Reports classes with features but without a superclass, which RGen does not have. A class without features is
    /// not reported, because it is left out.
    fn check_superclasses(&mut self) {
        for class in self.classes.iter().filter(|class| !class.has_parent && !class.features.is_empty()) {
            let message = format!("`{}` has no superclass, so it is not a class of RGen", class.path);
            let help =
                format!("write `class {} < RGen::MetamodelBuilder::MMBase`", scopes::local(&class.path));
            let problem = Diagnostic::error(codes::IMPORT_INVALID, message);
            self.diagnostics.push(problem.at(self.source, class.span.clone()).help(help));
        }
    }
}

/// The range of the first line of a node.
fn head(text: &str, span: &Span) -> Span {
    let line = text.lines().next().unwrap_or_default().trim_end();
    span.start..span.start + line.len()
}
