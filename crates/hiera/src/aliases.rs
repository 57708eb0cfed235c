//! The type aliases that modules declare, and the types that they represent.
//!
//! Invariant: a type that is nested too deeply is replaced by a type that accepts all values, so the limit on nesting
//! never makes a value invalid. The caller chooses whether a name that no module declares is replaced in the same way,
//! or is an error.

use modelwright_evaluation::evaluate::{
    Budget, EmptyHost, EvaluationLimits, Host, HostAnswer, HostError, Program, Type, Value, type_of_text,
};
use modelwright_language::language::Manifest;
use modelwright_language::language::expression::{Expr, ExprId, Expressions};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// The maximum depth to which aliases are replaced, because the replacement of a recursive alias would never end.
const MAX_DEPTH: usize = 8;
/// The maximum number of aliases that are replaced for one type.
const MAX_REPLACEMENTS: usize = 500;

/// The aliases by their names in lower case.
#[derive(Debug, Default)]
pub struct Aliases(FxHashMap<String, Alias>);

#[derive(Debug)]
struct Alias {
    expressions: Arc<Expressions>,
    name: ExprId,
    value: ExprId,
}

impl Aliases {
    /// Adds an alias; of two with one name, the last one counts.
    pub(crate) fn add(&mut self, expressions: &Arc<Expressions>, name: ExprId, value: ExprId) {
        if let Expr::TypeName(text) = expressions[name] {
            let key = normalized(expressions.text(text));
            self.0.insert(key, Alias { expressions: Arc::clone(expressions), name, value });
        }
    }

    /// Adds the aliases that a manifest declares.
    pub fn add_declared(&mut self, manifest: &Manifest) {
        for (_, expr) in manifest.expressions.iter() {
            if let Expr::TypeAlias { name, value, .. } = expr {
                self.add(&manifest.expressions, name, value);
            }
        }
    }

    /// The type that an expression describes, with `Any` in the place of names that no module declares; `None` if the
    /// expression cannot be evaluated.
    pub(crate) fn evaluate(&self, expressions: &Arc<Expressions>, id: ExprId) -> Option<Type> {
        let unknown_is_widest = true;
        self.replacement("Any", unknown_is_widest)?.evaluate(expressions, id)
    }

    /// The type of an alias, with `Data` in the place of types that are nested too deeply; `None` if there is no such
    /// alias, or if its type contains a name that no module declares.
    pub fn resolve(&self, name: &str) -> Option<Type> {
        let unknown_is_widest = false;
        self.replacement("Data", unknown_is_widest)?.aliased_type(name)
    }

    /// The expressions in which an alias is declared, and the name in its declaration.
    #[must_use]
    pub fn declaration(&self, name: &str) -> Option<(&Arc<Expressions>, ExprId)> {
        self.0.get(&normalized(name)).map(|alias| (&alias.expressions, alias.name))
    }

    /// The names of all aliases, as they are declared.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.values().filter_map(|alias| match alias.expressions[alias.name] {
            Expr::TypeName(name) => Some(alias.expressions.text(name).trim_start_matches("::")),
            _ => None,
        })
    }

    /// A replacement of the aliases in one type. The type `widest` replaces types that are nested too deeply and, if
    /// `unknown_is_widest` is set, names that are not declared. `None` if `widest` is not a type.
    fn replacement(&self, widest: &str, unknown_is_widest: bool) -> Option<Replacement<'_>> {
        Some(Replacement {
            aliases: self,
            widest: type_of_text(widest).ok()?,
            unknown_is_widest,
            remaining_depth: Cell::new(MAX_DEPTH),
            remaining_aliases: Cell::new(MAX_REPLACEMENTS),
            known: RefCell::default(),
        })
    }
}

/// A name in lower case and without leading colons, as it is stored in [`Aliases`].
fn normalized(name: &str) -> String {
    name.trim_start_matches("::").to_lowercase()
}

/// The replacement of the aliases in one type.
struct Replacement<'a> {
    aliases: &'a Aliases,
    /// The type that replaces types that are nested too deeply.
    widest: Type,
    /// Whether `widest` also replaces a name that is not declared.
    unknown_is_widest: bool,
    /// The depth to which aliases may still be replaced.
    remaining_depth: Cell<usize>,
    /// The number of aliases that may still be replaced.
    remaining_aliases: Cell<usize>,
    /// The types of aliases by the remaining depth and the name.
    known: RefCell<FxHashMap<(usize, String), Type>>,
}

impl Replacement<'_> {
    /// The type that an expression describes; `None` if it cannot be evaluated.
    fn evaluate(&self, expressions: &Arc<Expressions>, id: ExprId) -> Option<Type> {
        let program = Program::new(expressions, &[id], self);
        // Names were resolved when the program was made, so evaluation needs no host.
        match program.evaluate(&EmptyHost, EvaluationLimits::default()) {
            Ok(Value::Type(ty)) => Some(ty),
            _ => None,
        }
    }

    /// The type that an alias represents. For a name that no module declares, it is `widest` if `unknown_is_widest` is
    /// set, and `None` otherwise.
    fn aliased_type(&self, name: &str) -> Option<Type> {
        let depth = self.remaining_depth.get();
        let name = normalized(name);
        let undeclared_type = || self.unknown_is_widest.then(|| self.widest.clone());
        let Some(alias) = self.aliases.0.get(&name) else { return undeclared_type() };
        if let Some(known) = self.known.borrow().get(&(depth, name.clone())) {
            return Some(known.clone());
        }
        let remaining = self.remaining_aliases.get();
        // The number of aliases is limited as well as their depth: aliases that each use two others would double the
        // work at each depth.
        if depth == 0 || remaining == 0 {
            return Some(self.widest.clone());
        }
        self.remaining_aliases.set(remaining - 1);
        self.remaining_depth.set(depth - 1);
        let ty = self.evaluate(&alias.expressions, alias.value).or_else(undeclared_type);
        // `depth` is restored even if this alias has no type, because the evaluation may continue with another alias.
        self.remaining_depth.set(depth);
        let ty = ty?;
        // The depth is part of the key: with less depth left, the same alias is cut off earlier, and so has another
        // type.
        self.known.borrow_mut().insert((depth, name), ty.clone());
        Some(ty)
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
        Ok(self.aliased_type(name))
    }
}
