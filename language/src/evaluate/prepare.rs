//! Makes expressions ready: names are looked up once, literals are made once, variables get their slots.
//!
//! As in Puppet, a lambda has its own variables, and sees those around it until it sets its own of the same
//! name. Since a lambda is only ever called while what is around it runs, all variables of an expression lie
//! in one row of slots.

use super::functions::{self, Function};
use super::regex::Regex;
use super::types;
use super::{Host, Value};
use crate::language::expression::{Expr, ExprId, Expressions, Text};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::rc::Rc;

/// What is known of an expression before it runs.
#[derive(Debug)]
pub(super) enum Note {
    Nothing,
    Constant(Value),
    /// A regular expression, once it was needed.
    Regex(OnceCell<Rc<Regex>>),
    /// A variable of the logic.
    Slot(u32),
    /// A variable of the host.
    Host(u32),
    Function(&'static Function),
    /// A lambda's slots: the parameters first.
    Scope {
        first: u32,
        count: u32,
    },
    /// What is wrong, if it comes to this.
    Problem(String),
}

/// Where a variable is looked for when it is not set.
#[derive(Debug, Clone, Copy)]
pub(super) enum Outer {
    Nothing,
    Slot(u32),
    Host(u32),
}

/// An expression that is ready to run.
#[derive(Debug)]
pub struct Logic<'e> {
    pub(super) expressions: &'e Expressions,
    pub(super) statements: Vec<ExprId>,
    /// The index of the first expression that has a note.
    base: usize,
    notes: Vec<Note>,
    /// For each slot, where else its variable may be.
    pub(super) outer: Vec<Outer>,
    /// The variables that its statements set, with their slots.
    pub(super) names: Vec<(&'e str, u32)>,
}

impl<'e> Logic<'e> {
    /// Makes statements ready; the last is the value.
    #[must_use]
    pub fn new(expressions: &'e Expressions, statements: &[ExprId], host: &dyn Host) -> Self {
        let mut base = statements.iter().map(|id| id.index()).min().unwrap_or(0);
        let end = statements.iter().map(|id| id.index() + 1).max().unwrap_or(0);
        let mut open = statements.to_vec();
        while let Some(id) = open.pop() {
            base = base.min(id.index());
            expressions.parts(expressions[id], |part| open.push(part));
        }
        let mut notes = Vec::new();
        notes.resize_with(end - base, || Note::Nothing);
        let logic = Self {
            expressions,
            statements: statements.to_vec(),
            base,
            notes,
            outer: Vec::new(),
            names: Vec::new(),
        };
        let mut preparer = Preparer { logic, host, scopes: Vec::new() };
        preparer.scope(&[], statements);
        preparer.logic
    }

    #[inline]
    pub(super) fn note(&self, id: ExprId) -> &Note {
        self.notes.get(id.index() - self.base).unwrap_or(&Note::Nothing)
    }

    /// The name of a variable's slot or of something else that has one.
    pub(super) fn text(&self, text: Text) -> &'e str {
        self.expressions.text(text)
    }
}

struct Preparer<'a, 'e> {
    logic: Logic<'e>,
    host: &'a dyn Host,
    /// The variables of each scope, the innermost last.
    scopes: Vec<FxHashMap<&'e str, u32>>,
}

impl<'e> Preparer<'_, 'e> {
    /// Gives the variables of a scope their slots, and looks at all that is in it.
    fn scope(&mut self, parameters: &[ExprId], bodies: &[ExprId]) -> Note {
        let first = self.logic.outer.len();
        let mut own = FxHashMap::default();
        for parameter in parameters {
            if let Expr::Parameter { name, .. } = self.logic.expressions[*parameter] {
                self.declare(self.logic.text(name), &mut own, true);
            }
        }
        self.assigned(bodies, &mut own);
        let count = self.logic.outer.len() - first;
        if self.scopes.is_empty() {
            self.logic.names = own.iter().map(|(name, slot)| (*name, *slot)).collect();
            self.logic.names.sort_unstable_by_key(|(_, slot)| *slot);
        }
        self.scopes.push(own);
        let mut open: Vec<ExprId> = bodies.to_vec();
        for parameter in parameters {
            self.logic.expressions.parts(self.logic.expressions[*parameter], |part| open.push(part));
        }
        while let Some(id) = open.pop() {
            let expr = self.logic.expressions[id];
            let note = if let Expr::Lambda { parameters, result, body } = expr {
                let parameters = self.logic.expressions.list(parameters);
                let bodies: Vec<_> = std::iter::once(body).chain(result).collect();
                self.scope(parameters, &bodies)
            } else {
                self.logic.expressions.parts(expr, |part| open.push(part));
                self.look_up(expr)
            };
            let base = self.logic.base;
            self.logic.notes[id.index() - base] = note;
        }
        self.scopes.pop();
        let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Note::Scope { first: small(first), count: small(count) }
    }

    fn declare(&mut self, name: &'e str, own: &mut FxHashMap<&'e str, u32>, always: bool) {
        if own.contains_key(name) && !always {
            return;
        }
        let outer = match self.find(name) {
            Note::Slot(slot) => Outer::Slot(slot),
            Note::Host(number) => Outer::Host(number),
            _ => Outer::Nothing,
        };
        own.insert(name, u32::try_from(self.logic.outer.len()).unwrap_or(u32::MAX));
        self.logic.outer.push(outer);
    }

    /// Finds the variables that are assigned in a scope, not in the lambdas in it.
    fn assigned(&mut self, bodies: &[ExprId], own: &mut FxHashMap<&'e str, u32>) {
        let mut open: Vec<ExprId> = bodies.to_vec();
        while let Some(id) = open.pop() {
            match self.logic.expressions[id] {
                Expr::Lambda { .. } => {}
                expr => {
                    if let Expr::Assign { target, .. } = expr {
                        self.targets(target, own);
                    }
                    self.logic.expressions.parts(expr, |part| open.push(part));
                }
            }
        }
    }

    fn targets(&mut self, target: ExprId, own: &mut FxHashMap<&'e str, u32>) {
        let mut open = vec![target];
        while let Some(id) = open.pop() {
            match self.logic.expressions[id] {
                Expr::Variable(name) => {
                    let name = self.logic.text(name);
                    // What the host lets logic set is no variable of the logic's own.
                    let settable =
                        matches!(self.find(name), Note::Host(number) if self.host.is_settable(number));
                    if !settable {
                        self.declare(name, own, false);
                    }
                }
                Expr::Array(list) => open.extend(self.logic.expressions.list(list)),
                _ => {}
            }
        }
    }

    fn find(&self, name: &str) -> Note {
        let name = name.strip_prefix("::").unwrap_or(name);
        match self.scopes.iter().rev().find_map(|scope| scope.get(name)) {
            Some(slot) => Note::Slot(*slot),
            None => self.host.variable(name).map_or(Note::Nothing, Note::Host),
        }
    }

    fn look_up(&self, expr: Expr) -> Note {
        let text = |text: Text| self.logic.text(text);
        match expr {
            Expr::String(value) | Expr::Name(value) => Note::Constant(Value::string(text(value))),
            Expr::Regex(_) => Note::Regex(OnceCell::new()),
            Expr::TypeName(name) => match types::named(text(name)).or_else(|| self.host.ty(text(name))) {
                Some(ty) => Note::Constant(Value::Type(ty)),
                None => Note::Problem(format!("no type is called `{}`", text(name))),
            },
            Expr::Variable(name) => {
                let name = text(name);
                match name.parse::<u32>() {
                    Ok(group) => Note::Slot(group),
                    Err(_) => self.find(name),
                }
            }
            Expr::Call { function, .. } => match self.logic.expressions[function] {
                Expr::Name(name) => match functions::find(text(name)) {
                    Some(function) => Note::Function(function),
                    None => Note::Problem(functions::unknown(text(name))),
                },
                _ => Note::Nothing,
            },
            _ => Note::Nothing,
        }
    }
}
