//! What code requests of the data: parameters of classes with their types, and keys of lookups, in manifests, plans,
//! templates and functions.
//!
//! One file for each question: which [files] are code, which keys the code [uses](uses), which texts of Ruby may name
//! keys, the [types], and the classes that are [included](inclusion). Invariant: code that is not understood precisely
//! counts as a use of every key that it may mean.

mod files;
mod inclusion;
mod ruby;
mod uses;

pub(super) use inclusion::Inclusion;
pub(super) use uses::Uses;

use crate::aliases::Aliases;
use modelwright_evaluation::evaluate::{Type, Value};
use modelwright_language::language::{
    self, Manifest,
    expression::{Expr, ExprId, Expressions, List},
};
use modelwright_metamodel::diagnostic::{Diagnostics, Source, shorten};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// A parameter of a class.
#[derive(Debug, Clone)]
pub struct Parameter {
    expressions: Arc<Expressions>,
    pub(super) class: String,
    pub(super) span: Range<usize>,
    ty: Option<ExprId>,
    pub(super) has_default: bool,
}

impl Parameter {
    /// The text of the parameter's manifest.
    pub fn source(&self) -> &Arc<Source> {
        self.expressions.source()
    }

    /// The parameter's place in the manifest.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The name of the parameter's class.
    pub fn class(&self) -> &str {
        &self.class
    }

    /// The reason for which a value does not have the expected type; `None` if it has the type. The reason does not
    /// show the value if `is_secret` is set.
    pub fn mismatch(&self, key: &str, expected: &Type, value: &Value, is_secret: bool) -> Option<String> {
        // Answers that are nil are reported separately, as missing values.
        if matches!(value, Value::Undef) || expected.holds(value) {
            return None;
        }
        let mismatch = match value {
            _ if is_secret || self.is_sensitive() => {
                "its value, which is not shown, does not match".to_owned()
            }
            Value::Array(_) | Value::Hash(_) => {
                format!("the answer is {}", shorten(&value.type_of().to_string()))
            }
            value => format!("the answer is {}", shorten(&value.to_literal())),
        };
        let written_type = self.written_type();
        // The name of an alias does not show which values the type accepts, so the type that the alias represents is
        // added.
        let has_alias = !written_type.starts_with(|c: char| c.is_uppercase()) || written_type.contains("::");
        let meaning =
            if has_alias { format!(" ({})", shorten(&expected.to_string())) } else { String::new() };
        Some(format!("`{key}` must be {written_type}{meaning}, but {mismatch}"))
    }

    /// The parameter's type as it is written, on one line.
    pub fn written_type(&self) -> String {
        let span = self.ty.map_or(0..0, |ty| self.expressions.span(ty));
        self.source().text()[span].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Whether the parameter's type contains `Sensitive`.
    pub(super) fn is_sensitive(&self) -> bool {
        self.written_type().contains("Sensitive")
    }
}

/// What all known code requests of the data.
#[derive(Debug, Default)]
pub struct Manifests {
    /// The parameters by key, such as `ntp::servers`.
    pub(super) parameters: FxHashMap<String, Parameter>,
    pub(super) classes: FxHashSet<String>,
    /// The modules of which at least some code is known.
    pub(super) modules: FxHashSet<String>,
    pub(super) uses: Uses,
    pub(super) inclusion: Inclusion,
    /// The texts of manifests; their comments may suppress problems.
    pub(super) sources: Vec<Arc<Source>>,
    aliases: Aliases,
}

/// The kind of a file of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CodeKind {
    Manifest,
    /// A plan of Bolt: it has more syntax than manifests, and declares no classes.
    Plan,
    /// A template in the language of manifests.
    Epp,
    /// A template in Ruby.
    Erb,
    Ruby,
}

impl Manifests {
    /// Reads a manifest; returns its syntax errors.
    pub fn add(&mut self, source: &Arc<Source>) -> Diagnostics {
        let (manifest, problems) = language::expressions(source);
        self.add_declarations(&manifest);
        self.uses.add(&manifest);
        self.inclusion.add(&manifest);
        self.sources.push(Arc::clone(source));
        problems
    }

    /// Reads a file of code. Returns the syntax errors of a manifest; those of other code are not reported.
    fn add_code(&mut self, source: &Arc<Source>, kind: CodeKind) -> Diagnostics {
        let code = match kind {
            CodeKind::Manifest => return self.add(source),
            CodeKind::Plan => ruby::plan_as_function(source.text()),
            CodeKind::Epp => ruby::code_of_template(source.text()),
            CodeKind::Erb => {
                self.uses.add_strings(&ruby::code_of_template(source.text()));
                return Diagnostics::new();
            }
            CodeKind::Ruby => {
                self.uses.add_strings(source.text());
                return Diagnostics::new();
            }
        };
        let (manifest, problems) = language::expressions(&Source::new(source.name(), code.as_str()));
        self.uses.add(&manifest);
        // Code with syntax errors may contain lookups that the parser does not find, so every string in the code may be
        // a key.
        if !problems.is_empty() {
            self.uses.add_strings(&code);
        }
        Diagnostics::new()
    }

    /// Adds the parameters of classes, the aliases and the modules that a manifest declares.
    fn add_declarations(&mut self, manifest: &Manifest) {
        for (_, expr) in manifest.expressions.iter() {
            match expr {
                Expr::Class { name, parameters, .. } => self.add_class(manifest, name, parameters),
                Expr::TypeAlias { name, value, .. } => self.aliases.add(&manifest.expressions, name, value),
                // These definitions show which modules are known, because a module may have no classes.
                Expr::Define { name, .. } | Expr::Function { name, .. } => {
                    if let Some(name) = text(&manifest.expressions, name) {
                        self.modules.insert(module_of(name).to_owned());
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds the parameters of a class.
    fn add_class(&mut self, manifest: &Manifest, name: ExprId, parameters: List) {
        let Some(class) = text(&manifest.expressions, name) else { return };
        let class = class.trim_start_matches("::");
        for id in manifest.expressions.list(parameters) {
            let Expr::Parameter { name, ty, default, .. } = manifest.expressions[*id] else { continue };
            let parameter = Parameter {
                expressions: Arc::clone(&manifest.expressions),
                class: class.to_owned(),
                span: manifest.expressions.span(*id),
                ty,
                has_default: default.is_some(),
            };
            self.parameters.insert(format!("{class}::{}", manifest.expressions.text(name)), parameter);
        }
        self.classes.insert(class.to_owned());
        self.modules.insert(module_of(class).to_owned());
    }

    /// All parameters, by the keys of their values.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &Parameter)> {
        self.parameters.iter().map(|(key, parameter)| (key.as_str(), parameter))
    }

    /// Whether the manifests include classes for some nodes, or for all; otherwise, nothing is known about the classes
    /// of nodes.
    pub fn includes_classes(&self) -> bool {
        self.inclusion.has_nodes()
    }

    /// Whether a class is declared.
    pub fn has_class(&self, class: &str) -> bool {
        self.classes.contains(class)
    }

    /// The type of a parameter, with `Any` in the place of unknown types; `None` if the parameter has no type, or if
    /// its type cannot be evaluated.
    pub fn expected(&self, parameter: &Parameter) -> Option<Type> {
        self.aliases.evaluate(&parameter.expressions, parameter.ty?)
    }

    /// Whether some code of the key's module is known. Only then can it be determined whether the key is used. Always
    /// true for a key without a module, which any code may use.
    pub fn has_module_of(&self, key: &str) -> bool {
        key.split_once("::").is_none_or(|(module, _)| self.modules.contains(module))
    }
}

/// The module of a name.
pub(super) fn module_of(name: &str) -> &str {
    name.trim_start_matches("::").split("::").next().unwrap_or(name)
}

/// The text of a string or a name.
fn text(expressions: &Expressions, id: ExprId) -> Option<&str> {
    match expressions[id] {
        Expr::String(text) | Expr::Name(text) => Some(expressions.text(text)),
        Expr::Parenthesized(inner) => text(expressions, inner),
        _ => None,
    }
}
