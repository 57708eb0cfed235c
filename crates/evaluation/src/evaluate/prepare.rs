//! Prepares expressions: resolves names, creates literals, and gives variables their slots.
//!
//! As in Puppet, a lambda has its own variables; until it sets one, it reads the outer variable of the same name. A
//! lambda is called only while the code around it runs, so a single list of slots contains all variables of a program.

use super::failure::Failure;
use super::functions::{self, Function};
use super::other_languages;
use super::query;
use super::regex::Regex;
use super::rich;
use super::types::{self, Type};
use super::{Host, HostAnswer, Value};
use crate::language::expression::{CallForm, Expr, ExprId, Expressions, List, Text};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

/// What an expression was resolved to when its program was prepared.
#[derive(Debug)]
pub(super) enum Resolution {
    /// There is nothing to resolve, or the variable does not exist.
    Unresolved,
    /// A value that is known before the program runs.
    Constant(Value),
    /// A regular expression, after [`Program::problems`] has compiled it. A run that finds it uncompiled compiles it at
    /// its own cost and does not store it: otherwise the first of several runs would pay for all others.
    Regex(OnceLock<Arc<Regex>>),
    /// A variable of the program.
    Slot(u32),
    /// A variable of the host.
    Host(u32),
    /// A function of the language.
    Function(&'static Function),
    /// A function of the host.
    HostFunction(u32),
    /// A function of the host, and the scope whose variables it may read by their names.
    ScopedHostFunction(u32, u32),
    /// The slots of a lambda, starting with its parameters.
    Scope { first: u32, count: u32 },
    /// A call of `getvar`, and the scope of the variables to which it may refer.
    NamedVariable(&'static Function, u32),
    /// A call of `lookup`, and the scope of the variables to which data may refer.
    ScopedFunction(&'static Function, u32),
    /// A name after a dot that is a member of some values only; contains the problem to report for other values.
    Member(Box<Failure>),
    /// The problem to report if the expression is evaluated.
    Problem(Box<Failure>),
}

impl Resolution {
    /// The resolution for the answer of the host: of `known` for a value, of `unknown` if the host has none.
    fn from_answer<T>(
        answer: HostAnswer<T>,
        known: impl FnOnce(T) -> Self,
        unknown: impl FnOnce() -> Self,
    ) -> Self {
        match answer {
            Ok(Some(value)) => known(value),
            Ok(None) => unknown(),
            Err(error) => Self::Problem(error.into()),
        }
    }
}

/// The outer variable that is read while the slot of a variable is empty: none, a variable of the program or of the
/// host, or the problem to report.
#[derive(Debug)]
pub(super) enum OuterVariable {
    None,
    Slot(u32),
    Host(u32),
    Problem(Box<Failure>),
}

/// The slots of the variables of a scope by name. While a program runs, only functions that read variables by their
/// names need them.
#[derive(Debug)]
pub(super) struct NameScope {
    /// The scope around this one.
    pub(super) outer: Option<u32>,
    pub(super) names: FxHashMap<Box<str>, u32>,
}

/// Statements prepared for evaluation. Can be shared by threads.
#[derive(Debug)]
pub struct Program {
    pub(super) expressions: Arc<Expressions>,
    pub(super) statements: Vec<ExprId>,
    /// The index of the first expression of the program, which is the first in `resolutions`.
    base: usize,
    resolutions: Vec<Resolution>,
    /// The outer variable of each slot.
    pub(super) outer: Vec<OuterVariable>,
    /// The variables that the statements set, with their slots.
    pub(super) names: Vec<(Box<str>, u32)>,
    /// The scopes, if the program calls a function that reads variables by their names.
    pub(super) name_scopes: Vec<NameScope>,
}

impl Program {
    /// Prepares statements; the value of the program is that of the last statement.
    #[must_use]
    pub fn new(expressions: &Arc<Expressions>, statements: &[ExprId], host: &dyn Host) -> Self {
        // The table may contain the expressions of a complete text; a program needs only the range of its statements.
        let mut base = statements.iter().map(|id| id.index()).min().unwrap_or(0);
        let end = statements.iter().map(|id| id.index() + 1).max().unwrap_or(0);
        let mut pending = statements.to_vec();
        let mut reads_by_name = false;
        while let Some(id) = pending.pop() {
            base = base.min(id.index());
            reads_by_name |= names_variable(expressions, id, host);
            expressions.parts(expressions[id], |part| pending.push(part));
        }
        let mut resolutions = Vec::new();
        resolutions.resize_with(end - base, || Resolution::Unresolved);
        let mut preparer = Preparer {
            expressions,
            base,
            resolutions,
            outer: Vec::new(),
            names: Vec::new(),
            host,
            scopes: Vec::new(),
            reads_by_name,
            name_scopes: Vec::new(),
            current: None,
        };
        preparer.resolve_scope(&[], statements);
        let Preparer { resolutions, outer, names, name_scopes, .. } = preparer;
        let statements = statements.to_vec();
        Self {
            expressions: Arc::clone(expressions),
            statements,
            base,
            resolutions,
            outer,
            names,
            name_scopes,
        }
    }

    /// How many arguments the program accepts, if it is a lambda or a function.
    #[must_use]
    pub fn parameters(&self) -> Option<RangeInclusive<usize>> {
        let [statement] = self.statements.as_slice() else { return None };
        let (Expr::Lambda { parameters, .. } | Expr::Function { parameters, .. }) =
            self.expressions[*statement]
        else {
            return None;
        };
        let (min, max) = super::call::arity(&self.expressions, parameters);
        Some(min..=max)
    }

    /// Whether the value depends on nothing outside of the program: no variable, function, object or bound value of the
    /// host.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        let mut pending = self.statements.clone();
        while let Some(id) = pending.pop() {
            let expr = self.expressions[id];
            let depends_on_host = match (self.resolution(id), expr) {
                (
                    Resolution::Host(_)
                    | Resolution::HostFunction(_)
                    | Resolution::ScopedHostFunction(..)
                    | Resolution::NamedVariable(..)
                    | Resolution::Problem(_)
                    | Resolution::Member(_),
                    _,
                )
                // Another host might have a variable with this name.
                | (Resolution::Unresolved, Expr::Variable(_))
                | (_, Expr::Query { .. }) => true,
                (Resolution::Function(function) | Resolution::ScopedFunction(function, _), _) => {
                    function.depends_on_host()
                }
                // Classes belong to the host.
                (Resolution::Constant(Value::Type(ty)), _) => ty.as_class().is_some(),
                _ => false,
            };
            if depends_on_host {
                return false;
            }
            self.expressions.parts(expr, |part| pending.push(part));
        }
        !self.outer.iter().any(|outer| matches!(outer, OuterVariable::Host(_)))
    }

    /// The resolution of an expression; that of an expression outside of the program is [`Resolution::Unresolved`].
    #[inline]
    pub(super) fn resolution(&self, id: ExprId) -> &Resolution {
        // For an expression before the program, the index wraps to a number beyond the end of the list.
        let index = id.index().wrapping_sub(self.base);
        self.resolutions.get(index).unwrap_or(&Resolution::Unresolved)
    }

    /// The text of a name or of a literal.
    pub(super) fn text(&self, text: Text) -> &str {
        self.expressions.text(text)
    }
}

/// Resolves the expressions of a program. The fields that [`Program`] also has become those of the program.
struct Preparer<'a, 'e> {
    expressions: &'e Expressions,
    base: usize,
    resolutions: Vec<Resolution>,
    outer: Vec<OuterVariable>,
    names: Vec<(Box<str>, u32)>,
    host: &'a dyn Host,
    /// The variables of each scope, the innermost last.
    scopes: Vec<FxHashMap<&'e str, u32>>,
    /// Whether the program calls a function that reads variables by their names.
    reads_by_name: bool,
    name_scopes: Vec<NameScope>,
    /// The number of the innermost scope in `name_scopes`.
    current: Option<u32>,
}

/// Whether an expression defines something that has its own variables.
fn is_definition(expr: Expr) -> bool {
    matches!(
        expr,
        Expr::Class { .. }
            | Expr::Define { .. }
            | Expr::Node { .. }
            | Expr::Function { .. }
            | Expr::TypeAlias { .. }
    )
}

/// Whether an expression calls a function that reads variables by their names: `getvar`; in manifests also `defined`,
/// and the functions for templates and for data, which may contain names of variables.
fn names_variable(expressions: &Expressions, id: ExprId, host: &dyn Host) -> bool {
    let Expr::Call { function, .. } = expressions[id] else { return false };
    let Expr::Name(name) = expressions[function] else { return false };
    match expressions.text(name).trim_start_matches("::") {
        "getvar" => true,
        "defined" | "epp" | "inline_epp" | "inline_template" | "template" | "lookup" | "hiera"
        | "hiera_array" | "hiera_hash" | "hiera_include" => host.has_statements(),
        _ => false,
    }
}

impl<'e> Preparer<'_, 'e> {
    /// Assigns slots to the parameters of a scope and to the variables that its bodies set, and resolves every name in
    /// them. Returns the range of slots.
    fn resolve_scope(&mut self, parameters: &[ExprId], bodies: &[ExprId]) -> Resolution {
        let expressions = self.expressions;
        let first = self.outer.len();
        let mut variables = FxHashMap::default();
        for parameter in parameters {
            if let Expr::Parameter { name, .. } = expressions[*parameter] {
                let is_parameter = true;
                self.declare(expressions.text(name), &mut variables, is_parameter);
            }
        }
        // Variables are declared before names are resolved: until it is assigned, a variable has the value of the outer
        // variable of the same name.
        self.declare_assigned(bodies, &mut variables);
        let count = self.outer.len() - first;
        let outer_scope = self.current;
        // This may make the scope the current one.
        self.store_names(&variables);
        self.scopes.push(variables);
        self.resolve_names(parameters, bodies);
        self.scopes.pop();
        self.current = outer_scope;
        Resolution::Scope { first: narrow(first), count: narrow(count) }
    }

    /// Stores the names of the variables of a scope that is entered, if runs need them. With functions that read
    /// variables by name, the scope becomes the current one.
    fn store_names(&mut self, variables: &FxHashMap<&'e str, u32>) {
        // A run reports only the outermost variables; those of lambdas exist only during the call.
        if self.scopes.is_empty() {
            self.names = variables.iter().map(|(name, slot)| (Box::from(*name), *slot)).collect();
            self.names.sort_unstable_by_key(|(_, slot)| *slot);
        }
        if self.reads_by_name {
            let outer = self.current;
            let names = variables.iter().map(|(name, slot)| (Box::from(*name), *slot)).collect();
            self.name_scopes.push(NameScope { outer, names });
            self.current = u32::try_from(self.name_scopes.len() - 1).ok();
        }
    }

    /// Resolves the names in the innermost scope, which has these parameters and bodies, and in the scopes inside of
    /// it.
    fn resolve_names(&mut self, parameters: &[ExprId], bodies: &[ExprId]) {
        let expressions = self.expressions;
        let mut pending: Vec<ExprId> = bodies.to_vec();
        // A program may consist of definitions, whose names are resolved here. A set, because a main manifest may have
        // thousands of statements and of definitions.
        let roots: FxHashSet<ExprId> =
            bodies.iter().copied().filter(|id| is_definition(expressions[*id])).collect();
        for parameter in parameters {
            // The default of a parameter can refer to earlier parameters, so it belongs to the scope of the lambda.
            expressions.parts(expressions[*parameter], |part| pending.push(part));
        }
        while let Some(id) = pending.pop() {
            let expr = expressions[id];
            let is_root = self.scopes.len() == 1 && roots.contains(&id);
            let is_inner_definition = is_definition(expr) && !is_root;
            let resolution = match expr {
                // In manifests, a definition is prepared as a separate program, in which its names are resolved.
                _ if is_inner_definition && self.host.has_statements() => Resolution::Unresolved,
                Expr::Lambda { parameters, result, body }
                | Expr::Function { parameters, result, body, .. } => {
                    let bodies: Vec<_> = std::iter::once(body).chain(result).collect();
                    self.resolve_scope(expressions.list(parameters), &bodies)
                }
                Expr::Query { on, test } => {
                    // The type of a resource is not a type of the language, so it is not resolved.
                    pending.extend(test);
                    match query::check(expressions, on, test) {
                        Ok(()) => Resolution::Unresolved,
                        Err(problem) => Resolution::Problem(problem),
                    }
                }
                _ => {
                    expressions.parts(expr, |part| pending.push(part));
                    self.resolve(expr)
                }
            };
            self.resolutions[id.index() - self.base] = resolution;
        }
    }

    /// Gives a variable a slot in the scope that is being prepared.
    fn declare(&mut self, name: &'e str, variables: &mut FxHashMap<&'e str, u32>, is_parameter: bool) {
        // Parameters are bound by position, so each needs its own slot, even if two have the same name.
        if variables.contains_key(name) && !is_parameter {
            return;
        }
        let outer = match self.find(name) {
            Resolution::Slot(slot) => OuterVariable::Slot(slot),
            Resolution::Host(number) => OuterVariable::Host(number),
            Resolution::Problem(problem) => OuterVariable::Problem(problem),
            _ => OuterVariable::None,
        };
        variables.insert(name, u32::try_from(self.outer.len()).unwrap_or(u32::MAX));
        self.outer.push(outer);
    }

    /// Declares the variables that are assigned in a scope, except those assigned in its lambdas.
    fn declare_assigned(&mut self, bodies: &[ExprId], variables: &mut FxHashMap<&'e str, u32>) {
        let mut pending: Vec<ExprId> = bodies.to_vec();
        while let Some(id) = pending.pop() {
            match self.expressions[id] {
                Expr::Lambda { .. } | Expr::Function { .. } => {}
                expr => {
                    if let Expr::Assign { target, .. } = expr {
                        self.declare_targets(target, variables);
                    }
                    self.expressions.parts(expr, |part| pending.push(part));
                }
            }
        }
    }

    /// Declares the variables that an assignment sets: one, or those of a list.
    fn declare_targets(&mut self, target: ExprId, variables: &mut FxHashMap<&'e str, u32>) {
        let mut pending = vec![target];
        while let Some(id) = pending.pop() {
            match self.expressions[id] {
                Expr::Variable(name) => {
                    let name = self.expressions.text(name);
                    // A variable of the host that logic may set is not declared again.
                    let is_settable = match self.find(name) {
                        // There are no scopes around the assignment, so it is not inside of a lambda.
                        Resolution::Host(number) if self.scopes.is_empty() => self.host.is_settable(number),
                        Resolution::Host(number) => self.host.is_settable_in_lambda(number),
                        _ => false,
                    };
                    if !is_settable {
                        let is_parameter = false;
                        self.declare(name, variables, is_parameter);
                    }
                }
                Expr::Array(list) => pending.extend(self.expressions.list(list)),
                _ => {}
            }
        }
    }

    /// The variable with a name, of the innermost scope that has one, or else of the host.
    fn find(&self, name: &str) -> Resolution {
        // In manifests, a name with leading colons is never that of a local variable.
        let is_top_scope = self.host.has_statements() && name.starts_with("::");
        let name = if is_top_scope { name } else { name.strip_prefix("::").unwrap_or(name) };
        match self.scopes.iter().rev().find_map(|scope| scope.get(name)) {
            Some(slot) => Resolution::Slot(*slot),
            None => {
                let answer = self.host.resolve_variable(name);
                Resolution::from_answer(answer, Resolution::Host, || Resolution::Unresolved)
            }
        }
    }

    /// What an expression refers to, or the problem to report if there is no such function or type.
    fn resolve(&self, expr: Expr) -> Resolution {
        let text = |text: Text| self.expressions.text(text);
        match expr {
            Expr::String(value) | Expr::Name(value) => Resolution::Constant(Value::string(text(value))),
            Expr::Regex(_) => Resolution::Regex(OnceLock::new()),
            Expr::TypeName(name) => self.resolve_type(text(name)),
            Expr::Variable(name) => {
                let name = text(name);
                // `$0`, `$1` and so on are groups of the last match; the name of a variable is never a number. The
                // number of the group is stored instead of a slot.
                match name.parse::<u32>() {
                    Ok(group) => Resolution::Slot(group),
                    Err(_) => self.find(name),
                }
            }
            Expr::Call { function, form, arguments, lambda } => match self.expressions[function] {
                Expr::Name(name) => self.resolve_call(text(name), form, arguments, lambda.is_some()),
                _ => Resolution::Unresolved,
            },
            _ => Resolution::Unresolved,
        }
    }

    /// The function that a call names, with the current scope if the function reads variables by name. If there is no
    /// such function, the name may be that of a member after a point; otherwise, the problem.
    fn resolve_call(&self, name: &str, form: CallForm, arguments: List, has_lambda: bool) -> Resolution {
        let is_chained = form == CallForm::Chained;
        // The value before the point counts as an argument.
        let has_arguments = has_lambda || self.expressions.list(arguments).len() > 1;
        let may_be_feature = is_chained && !has_arguments;
        // The current scope is unset if the program calls no function that reads variables by name.
        match (self.resolve_function(name, has_lambda, may_be_feature), self.current) {
            (Resolution::Function(function), Some(scope)) if function.is_getvar() => {
                Resolution::NamedVariable(function, scope)
            }
            (Resolution::Function(function), Some(scope))
                if function.is_lookup() && self.host.has_statements() =>
            {
                Resolution::ScopedFunction(function, scope)
            }
            (Resolution::HostFunction(function), Some(scope)) => {
                Resolution::ScopedHostFunction(function, scope)
            }
            // The name may be a member of the value before the point, which is not known yet.
            (Resolution::Problem(problem), _)
                if is_chained
                    && (rich::is_member(name) || (may_be_feature && self.host.has_feature(name))) =>
            {
                Resolution::Member(problem)
            }
            (resolution, _) => resolution,
        }
    }

    /// The type with a name, or the problem that it does not exist.
    fn resolve_type(&self, name: &str) -> Resolution {
        // Types of the language are searched first, then those of the host, then the few that a host may redefine.
        match types::named(name) {
            Some(ty) => constant_type(ty),
            None => Resolution::from_answer(self.host.resolve_type(name), constant_type, || {
                if let Some(ty) = types::named_after_host(name) {
                    return constant_type(ty);
                }
                if let Some(advice) = other_languages::literal(name) {
                    let mut failure = Failure::new(format!("there is no type `{name}`"));
                    failure.help = Some(advice);
                    return Resolution::Problem(failure);
                }
                if let Some(similar_name) = self.host.suggest_type(name) {
                    return Resolution::Problem(Failure::new(format!(
                        "there is no type `{name}`; did you mean `{similar_name}`?"
                    )));
                }
                let mut failure = Failure::new(format!("there is no type `{name}`"));
                failure.help = Some("a string that starts with a capital letter must be in quotes");
                Resolution::Problem(failure)
            }),
        }
    }

    /// The function with a name; `may_be_feature` is true if the call may be meant to read a feature.
    fn resolve_function(&self, name: &str, has_lambda: bool, may_be_feature: bool) -> Resolution {
        let host_answer = || self.host.resolve_function(name.strip_prefix("::").unwrap_or(name));
        // In manifests, the functions of the host precede those of the language.
        if self.host.has_statements() {
            return Resolution::from_answer(host_answer(), Resolution::HostFunction, || {
                // Manifests have no objects, so the name cannot be one of a feature.
                let may_be_feature = false;
                match functions::find(name) {
                    Some(function) => Resolution::Function(function),
                    None => self.unknown_function(name, may_be_feature),
                }
            });
        }
        let language_function = if self.host.has_bindings() {
            functions::find_with_bindings(name)
        } else {
            functions::find(name)
        };
        match language_function {
            // The host may have a function with the name of a function that requires a lambda, such as `all`.
            Some(function) if function.requires_lambda() && !has_lambda => {
                Resolution::from_answer(host_answer(), Resolution::HostFunction, || {
                    Resolution::Function(function)
                })
            }
            Some(function) => Resolution::Function(function),
            None => Resolution::from_answer(host_answer(), Resolution::HostFunction, || {
                self.unknown_function(name, may_be_feature)
            }),
        }
    }

    /// The problem that there is no function with a name; `may_be_feature` is true if the call may be meant to read a
    /// feature.
    fn unknown_function(&self, name: &str, may_be_feature: bool) -> Resolution {
        let similar_feature = if may_be_feature { self.host.suggest_feature(name) } else { None };
        Resolution::Problem(functions::unknown_function(name, may_be_feature, similar_feature.as_deref()))
    }
}

/// A number of slots, which always fits into 32 bits.
fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The resolution of a name to a type.
fn constant_type(ty: Type) -> Resolution {
    Resolution::Constant(Value::Type(ty))
}
