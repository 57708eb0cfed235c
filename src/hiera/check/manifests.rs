//! The keys that manifests use: parameters of classes with their types, and lookups by key.

use modelwright_language::evaluate::{EmptyHost, EvaluationLimits, Program, Type, Value};
use modelwright_language::language::{
    self, Manifest, expression::Expr, expression::ExprId, expression::List,
};
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// The functions whose first argument is a key.
const LOOKUPS: [&str; 5] = ["lookup", "hiera", "hiera_array", "hiera_hash", "hiera_include"];

/// A parameter of a class.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    pub(super) source: Arc<Source>,
    pub(super) span: Range<usize>,
    /// Its type, if it has one that can be evaluated without other declarations.
    pub(super) expected: Option<Type>,
}

/// The keys that all manifests use.
#[derive(Debug, Default)]
pub struct Manifests {
    /// The parameters by key, such as `ntp::servers`.
    pub(super) parameters: FxHashMap<String, Parameter>,
    pub(super) classes: FxHashSet<String>,
    pub(super) keys: FxHashSet<String>,
    /// The number of lookups that compute their keys.
    pub(super) computed: usize,
}

impl Manifests {
    /// Reads a manifest; returns its syntax errors.
    pub fn add(&mut self, source: &Arc<Source>) -> Diagnostics {
        let (manifest, problems) = language::expressions(source);
        for (_, expr) in manifest.expressions.iter() {
            match expr {
                Expr::Class { name, parameters, .. } => self.class(&manifest, name, parameters),
                Expr::Call { function, arguments, .. } => self.call(&manifest, function, arguments),
                _ => {}
            }
        }
        problems
    }

    fn class(&mut self, manifest: &Manifest, name: ExprId, parameters: List) {
        let Some(class) = text(manifest, name) else { return };
        let class = class.trim_start_matches("::");
        for id in manifest.expressions.list(parameters) {
            let Expr::Parameter { name, ty, .. } = manifest.expressions[*id] else { continue };
            let parameter = Parameter {
                source: Arc::clone(manifest.expressions.source()),
                span: manifest.expressions.span(*id),
                expected: ty.and_then(|ty| evaluated(manifest, ty)),
            };
            self.parameters.insert(format!("{class}::{}", manifest.expressions.text(name)), parameter);
        }
        self.classes.insert(class.to_owned());
    }

    fn call(&mut self, manifest: &Manifest, function: ExprId, arguments: List) {
        if !text(manifest, function).is_some_and(|name| LOOKUPS.contains(&name)) {
            return;
        }
        let key = manifest.expressions.list(arguments).first().and_then(|key| text(manifest, *key));
        match key {
            Some(key) => {
                self.keys.insert(key.to_owned());
            }
            None => self.computed += 1,
        }
    }
}

fn text(manifest: &Manifest, id: ExprId) -> Option<&str> {
    match manifest.expressions[id] {
        Expr::String(text) | Expr::Name(text) => Some(manifest.expressions.text(text)),
        _ => None,
    }
}

/// The type that an expression describes; `None` if it needs declarations of other files.
fn evaluated(manifest: &Manifest, id: ExprId) -> Option<Type> {
    let program = Program::new(&manifest.expressions, &[id], &EmptyHost);
    match program.evaluate(&EmptyHost, EvaluationLimits::default()) {
        Ok(Value::Type(ty)) => Some(ty),
        _ => None,
    }
}
