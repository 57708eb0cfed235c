//! The aliases of types that modules declare, and the types of parameters.
//!
//! Invariant: a type that is not given, or that is too deep, is any type, so that a value is never rejected because of what
//! is unknown.

use modelwright_language::evaluate::{
    Budget, EmptyHost, EvaluationLimits, Host, HostAnswer, HostError, Program, Type, Value, type_of_text,
};
use modelwright_language::language::expression::{Expr, ExprId, Expressions};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// How deep aliases are replaced: a recursive one never ends.
const DEPTH: usize = 8;
/// The maximum number of aliases that are replaced for one type.
const COUNT: usize = 500;

/// The aliases by their names in lower case.
#[derive(Debug, Default)]
pub(super) struct Aliases(FxHashMap<String, (Arc<Expressions>, ExprId)>);

impl Aliases {
    pub(super) fn add(&mut self, expressions: &Arc<Expressions>, name: ExprId, value: ExprId) {
        if let Expr::TypeName(name) = expressions[name] {
            let name = normalized(expressions.text(name));
            self.0.insert(name, (Arc::clone(expressions), value));
        }
    }

    /// The type that an expression describes; nothing if it cannot be evaluated.
    pub(super) fn evaluate(&self, expressions: &Arc<Expressions>, id: ExprId) -> Option<Type> {
        let replacement = Replacement {
            aliases: self,
            any: type_of_text("Any").ok()?,
            depth: Cell::new(DEPTH),
            left: Cell::new(COUNT),
            known: RefCell::default(),
        };
        replacement.evaluate(expressions, id)
    }
}

fn normalized(name: &str) -> String {
    name.trim_start_matches("::").to_lowercase()
}

/// The replacement of the aliases in one type.
struct Replacement<'a> {
    aliases: &'a Aliases,
    any: Type,
    depth: Cell<usize>,
    left: Cell<usize>,
    /// The types of aliases by the depth that was left and the name.
    known: RefCell<FxHashMap<(usize, String), Type>>,
}

impl Replacement<'_> {
    fn evaluate(&self, expressions: &Arc<Expressions>, id: ExprId) -> Option<Type> {
        let program = Program::new(expressions, &[id], self);
        match program.evaluate(&EmptyHost, EvaluationLimits::default()) {
            Ok(Value::Type(ty)) => Some(ty),
            _ => None,
        }
    }

    fn alias(&self, name: &str) -> Type {
        let depth = self.depth.get();
        let name = normalized(name);
        let Some((expressions, id)) = self.aliases.0.get(&name) else { return self.any.clone() };
        if let Some(known) = self.known.borrow().get(&(depth, name.clone())) {
            return known.clone();
        }
        let left = self.left.get();
        if depth == 0 || left == 0 {
            return self.any.clone();
        }
        self.left.set(left - 1);
        self.depth.set(depth - 1);
        let ty = self.evaluate(expressions, *id).unwrap_or_else(|| self.any.clone());
        self.depth.set(depth);
        self.known.borrow_mut().insert((depth, name), ty.clone());
        ty
    }
}

impl Host for Replacement<'_> {
    fn resolve_variable(&self, _: &str) -> HostAnswer<u32> {
        Ok(None)
    }

    fn read_variable(&self, _: u32, _: &mut Budget) -> Result<Value, HostError> {
        Ok(Value::Undef)
    }

    fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        Ok(Some(self.alias(name)))
    }
}
