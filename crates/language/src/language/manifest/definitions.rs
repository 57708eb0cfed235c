//! The rules of definitions: of classes, defined types, functions, nodes and type aliases, and of their parameters.

use super::super::expression::{Expr, ExprId, List};
use super::Checker;
use rustc_hash::FxHashSet;

/// Names of Puppet's types, which definitions must not use.
const TYPE_NAMES: &[&str] = &[
    "type",
    "any",
    "unit",
    "scalar",
    "boolean",
    "numeric",
    "integer",
    "float",
    "collection",
    "array",
    "hash",
    "tuple",
    "struct",
    "variant",
    "optional",
    "enum",
    "regexp",
    "pattern",
    "runtime",
    "init",
    "object",
    "sensitive",
    "semver",
    "semverrange",
    "string",
    "timestamp",
    "timespan",
    "typeset",
];

impl Checker<'_> {
    /// Checks the order of a lambda's parameters.
    pub(super) fn lambda(&mut self, parameters: List) {
        if let Some((_, all_but_last)) = self.expressions.list(parameters).split_last() {
            for id in all_but_last {
                if matches!(self.expressions[*id], Expr::Parameter { rest: true, .. }) {
                    self.reject(*id, "a parameter for all remaining arguments must be the last");
                }
            }
        }
    }

    /// Checks the name and the default of a parameter.
    pub(super) fn parameter(&mut self, id: ExprId, name: &str, default: Option<ExprId>) {
        let mut bytes = name.bytes();
        let is_first_valid = bytes.next().is_some_and(|b| b.is_ascii_lowercase() || b == b'_');
        if !is_first_valid || !bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            self.reject(id, format!("`${name}` is not the name of a parameter"));
        }
        let mut pending: Vec<ExprId> = default.into_iter().collect();
        while let Some(part) = pending.pop() {
            match self.expressions[part] {
                Expr::Assign { .. } => {
                    self.reject(part, "the default of a parameter cannot assign a variable");
                }
                // A lambda has its own scope, in which it may assign variables.
                Expr::Lambda { .. } => {}
                expr => self.expressions.parts(expr, |part| pending.push(part)),
            }
        }
    }

    /// Checks the parameters of a definition: a function, or else a class or a resource type.
    pub(super) fn parameters(&mut self, parameters: List, is_function: bool) {
        let mut seen = FxHashSet::default();
        for id in self.expressions.list(parameters) {
            let Expr::Parameter { name, rest, .. } = self.expressions[*id] else { continue };
            let name = self.expressions.text(name);
            if !seen.insert(name) {
                self.reject(*id, format!("the parameter `${name}` is declared more than once"));
            }
            if !is_function && rest {
                self.reject(
                    *id,
                    "only functions and lambdas can have a parameter for all remaining arguments",
                );
            }
            // In classes and defined types, Puppet itself sets both variables.
            if !is_function && matches!(name, "name" | "title") {
                self.reject(*id, format!("`${name}` is the title of the resource and cannot be declared"));
            }
        }
    }

    /// Checks the position and the name of a definition.
    pub(super) fn definition(&mut self, id: ExprId, name: ExprId, is_function: bool) {
        self.check_is_at_top(id, is_function);
        if let Expr::Name(text) = self.expressions[name] {
            let text = self.expressions.text(text);
            // The list is `RESERVED_TYPE_NAMES` of Puppet's `Checker4_0`.
            if TYPE_NAMES.contains(&text) {
                self.reject(name, format!("`{text}` is the name of a built-in type of Puppet"));
            }
        }
    }

    /// Reports a definition that is neither at the top of a file nor directly in a class. Functions and aliases are not
    /// even allowed among the statements of a class.
    pub(super) fn check_is_at_top(&mut self, id: ExprId, is_function_or_alias: bool) {
        // `statements` is in the order of the table, and contains most definitions, so few need a search for their
        // parents.
        if self.statements.binary_search(&id).is_ok() {
            return;
        }
        let mut parent = self.parent(id);
        let mut is_in_block = false;
        while let Some(ancestor) = parent {
            parent = self.parent(ancestor);
            match self.expressions[ancestor] {
                Expr::Class { .. } if !(is_in_block && is_function_or_alias) => return,
                Expr::Block(_) => is_in_block = true,
                _ => return self.reject(id, "a definition must be at the top of a file or in a class"),
            }
        }
    }

    /// Checks the name of a host.
    pub(super) fn host(&mut self, host: ExprId) {
        let text = match self.expressions[host] {
            Expr::Name(text) | Expr::String(text) => self.expressions.text(text),
            Expr::Default | Expr::Regex(_) | Expr::Nothing => return,
            _ => return self.reject(host, "the name of a host cannot contain expressions"),
        };
        if !text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.')) {
            self.reject(host, format!("`{text}` is not the name of a host"));
        }
    }

    /// Checks the name and the type of an alias.
    pub(super) fn alias(&mut self, name: ExprId, value: ExprId, with: Option<ExprId>) {
        let is_type = match self.expressions[value] {
            Expr::TypeName(_) | Expr::Hash(_) | Expr::Nothing => true,
            Expr::Access { on, .. } => matches!(self.expressions[on], Expr::TypeName(_)),
            _ => false,
        };
        let is_named = match self.expressions[name] {
            Expr::TypeName(text) => !self.expressions.text(text).starts_with("::"),
            _ => false,
        };
        if !is_named {
            self.reject(name, "the name of a type alias must be a capitalised name without arguments");
        } else if !is_type && with.is_none() {
            // With a hash, this is the alias of an object type, whose value the grammar restricts.
            self.reject(value, "the value of a type alias must be a type");
        }
    }
}
