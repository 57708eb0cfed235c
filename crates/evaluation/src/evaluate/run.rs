//! Evaluates expressions: one function for each form of expression.

use super::budget::{Budget, SLOTS_PER_STEP};
use super::failure::{Failure, Stop, exhausted, failure};
use super::prepare::Resolution;
use super::regex::{Match, Regex};
use super::text;
use super::value::{Array, BYTES_PER_STEP, Hash, MAX_DEPTH};
use super::variables;
use super::{EvaluationLimits, EvaluationResult, Host, Program, Value};
use crate::diagnostic::{Diagnostic, Label, codes};
use crate::language::expression::{Binary, Edge, Expr, ExprId, Expressions, List, Unary};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// The maximum weight of a value.
const MAX_WEIGHT: u32 = 1 << 22;

/// The value of an expression, or why its evaluation ended early.
pub(super) type Outcome = Result<Value, Stop>;

/// A running evaluation.
pub(super) struct Run<'r> {
    pub(super) program: &'r Program,
    pub(super) expressions: &'r Expressions,
    pub(super) host: &'r dyn Host,
    /// The values of the variables of the program; `None` for those that are not set yet.
    pub(super) slots: Vec<Option<Value>>,
    /// The last match of a regular expression.
    pub(super) last_match: Option<Arc<Match>>,
    /// The scope of the current call, if it calls a function of the language that reads variables by their names.
    pub(super) call_scope: Option<u32>,
    /// The last call of `break`, `next` or `return`.
    pub(super) last_jump: Option<ExprId>,
    /// The regular expressions that were compiled during this run, by source and flags.
    pub(super) compiled_regexes: FxHashMap<(Box<str>, Box<str>), Arc<Regex>>,
    pub(super) budget: &'r mut Budget,
}

/// A function that uses the slots of a program; if it fails, it returns the expression that failed.
pub(super) type RunBody<'b> = dyn FnMut(&mut Run<'_>) -> Result<Value, (Stop, ExprId)> + 'b;

impl Program {
    /// Evaluates the statements; the value is that of the last one.
    ///
    /// # Errors
    /// If Puppet also reports an error, or if a limit is exceeded.
    pub fn evaluate(&self, host: &dyn Host, limits: EvaluationLimits) -> EvaluationResult {
        self.run(host, &mut Budget::new(limits), &[])
    }

    /// Evaluates the statements within the remaining budget. If a statement is a lambda, it is called with the
    /// arguments.
    ///
    /// # Errors
    /// Like [`Program::evaluate`].
    pub fn run(&self, host: &dyn Host, budget: &mut Budget, arguments: &[Value]) -> EvaluationResult {
        self.run_with(host, budget, arguments, &mut |_, _| {})
    }

    /// Like [`Program::run`], and also reports the variables that the statements have set.
    ///
    /// # Errors
    /// Like [`Program::evaluate`].
    pub fn run_with(
        &self,
        host: &dyn Host,
        budget: &mut Budget,
        arguments: &[Value],
        report: &mut dyn FnMut(&str, &Value),
    ) -> EvaluationResult {
        self.run_by(host, budget, &mut |run| {
            let result = run.statements(arguments);
            for (name, slot) in &self.names {
                // Values are reported even after a failure, because sessions keep the variables set before it.
                if let Some(value) = &run.slots[*slot as usize] {
                    report(name, value);
                }
            }
            result
        })
    }

    /// Calls `body` with a run of the program: empty slots for its variables, the host and the budget.
    pub(super) fn run_by(
        &self,
        host: &dyn Host,
        budget: &mut Budget,
        body: &mut RunBody<'_>,
    ) -> EvaluationResult {
        let Some(first) = self.statements.first() else { return Ok(Value::Undef) };
        // A program that runs other programs counts as nesting, too.
        budget.enter().map_err(|stop| self.diagnostic(stop, *first))?;
        let level = budget.level();
        // Charged, because every run prepares slots for all variables, even if the program never sets most of them.
        budget
            .step(self.outer.len() as u64 / SLOTS_PER_STEP)
            .map_err(|stop| self.diagnostic(stop, *first))?;
        let mut slots = Vec::new();
        slots.resize_with(self.outer.len(), || None);
        let mut run = Run {
            program: self,
            expressions: &self.expressions,
            host,
            slots,
            last_match: None,
            call_scope: None,
            last_jump: None,
            compiled_regexes: FxHashMap::default(),
            budget,
        };
        let result = body(&mut run);
        // This is the level before `enter`.
        run.budget.back_to(level - 1);
        let last_jump = run.last_jump;
        result.map_err(|(stop, statement)| match stop {
            Stop::Failure(_) => self.diagnostic(stop, statement),
            stop => self.diagnostic(stop, last_jump.unwrap_or(statement)),
        })
    }

    /// The problems that do not depend on values: unknown names, and invalid regular expressions. The host, which must
    /// be the one with which the program was prepared, suggests known names; `variables` lists the existing variables,
    /// as help for unknown ones.
    #[must_use]
    pub fn problems(&self, host: &dyn Host, variables: Option<&str>) -> Vec<Diagnostic> {
        let (mut pending, mut problems) = (self.statements.clone(), Vec::new());
        // The total length of the regular expressions that are compiled here; each run compiles further ones at its own
        // cost.
        let mut remaining_length = 50_000_usize;
        while let Some(id) = pending.pop() {
            let failure = match (self.resolution(id), self.expressions[id]) {
                (Resolution::Problem(problem), _) => Some(problem.clone()),
                (Resolution::Regex(regex), Expr::Regex(source)) => {
                    let source = self.text(source);
                    let is_within_limit = source.len() <= remaining_length;
                    remaining_length = remaining_length.saturating_sub(source.len());
                    if is_within_limit { compile_literal(regex, source).err() } else { None }
                }
                (Resolution::Unresolved, Expr::Variable(name)) => {
                    Some(Failure::new(variables::unknown_variable(host, self.text(name))))
                }
                _ => None,
            };
            if let Some(failure) = failure {
                let mut problem = *self.diagnostic(Stop::Failure(failure), id);
                if matches!(self.resolution(id), Resolution::Unresolved) {
                    problem.help = variables.map(str::to_owned);
                }
                problems.push(problem);
            }
            self.expressions.parts(self.expressions[id], |part| pending.push(part));
        }
        // The last expression was taken from the stack first.
        problems.reverse();
        problems
    }

    /// Compiles the regular expressions of the program for all of its runs.
    pub(super) fn compile_regexes(&self) {
        // Only the expressions of this program: a text with many definitions has one table for all of their programs.
        let mut pending = self.statements.clone();
        while let Some(id) = pending.pop() {
            let expr = self.expressions[id];
            if let (Resolution::Regex(regex), Expr::Regex(source)) = (self.resolution(id), expr) {
                // A run that finds the expression uncompiled reports why.
                let _invalid = compile_literal(regex, self.text(source));
            }
            self.expressions.parts(expr, |part| pending.push(part));
        }
    }

    /// The diagnostic for a stop in a statement, with the calls that led to it.
    fn diagnostic(&self, stop: Stop, statement: ExprId) -> Box<Diagnostic> {
        let source = self.expressions.source();
        let failure = match stop {
            Stop::Failure(failure) => *failure,
            Stop::Break => return self.misplaced_jump("break", statement),
            Stop::Next(_) => return self.misplaced_jump("next", statement),
            Stop::Return(_) => return self.misplaced_jump("return", statement),
        };
        if let Some(cause) = failure.cause {
            let span = self.expressions.span(failure.at.unwrap_or(statement));
            // A computation that depends on itself fails at the nesting limit; its position is shown only once.
            let is_shown = |label: &Label| label.range == span && Arc::ptr_eq(&label.source, source);
            if cause.labels.last().is_some_and(is_shown) {
                return cause;
            }
            if cause.labels.is_empty() {
                return Box::new(cause.at(source, span));
            }
            return Box::new(cause.label(source, span, "evaluated for this"));
        }
        let code = failure.code();
        let span = self.expressions.span(failure.at.unwrap_or(statement));
        let mut diagnostic = Diagnostic::error(code, failure.message).at(source, span);
        for call in failure.calls {
            diagnostic = diagnostic.label(source, self.expressions.span(call), "called from here");
        }
        Box::new(match failure.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }

    /// The problem of a `break`, `next` or `return` outside of a lambda or function.
    fn misplaced_jump(&self, jump: &str, call: ExprId) -> Box<Diagnostic> {
        let source = self.expressions.source();
        let (message, help) = match jump {
            "return" => (
                "`return()` can only be used in a function".to_owned(),
                "the last statement is the value of a lambda; `next($value)` ends it earlier",
            ),
            _ => (format!("`{jump}()` is not inside a lambda or function"), "use it in a lambda"),
        };
        let diagnostic = Diagnostic::error(codes::LOGIC_FAILED, message);
        Box::new(diagnostic.at(source, self.expressions.span(call)).help(help))
    }
}

/// Compiles the regular expression of a literal, and stores it for all runs.
fn compile_literal(literal: &OnceLock<Arc<Regex>>, source: &str) -> Result<(), Box<Failure>> {
    let regex = Regex::new(source)
        .map_err(|problem| Failure::new(format!("this is not a valid regular expression: {problem}")))?;
    // If another thread was faster, its result is the same.
    literal.get_or_init(|| Arc::new(regex));
    Ok(())
}

impl Run<'_> {
    /// Evaluates the statements of the program; returns the value of the last one, or the statement that failed.
    fn statements(&mut self, arguments: &[Value]) -> Result<Value, (Stop, ExprId)> {
        let mut last_value = Value::Undef;
        for statement in &self.program.statements {
            // As in a block, the last value is dropped first, so that a template can change a value in place.
            drop(std::mem::replace(&mut last_value, Value::Undef));
            let value = match self.expressions[*statement] {
                // A rule may be written as a lambda, which is then called with the value of the rule.
                Expr::Lambda { .. } => self.call_lambda(self.lambda(*statement), arguments),
                _ => self.eval(*statement),
            };
            last_value = value.map_err(|stop| (stop, *statement))?;
        }
        Ok(last_value)
    }

    /// The value of an expression.
    pub(super) fn eval(&mut self, id: ExprId) -> Outcome {
        self.budget.step(1).map_err(|stop| stop.at(id))?;
        match self.expressions[id] {
            // These contain no other expressions, so they do not count as nesting.
            Expr::Undef | Expr::Nothing => Ok(Value::Undef),
            Expr::Default => Ok(Value::Default),
            Expr::Boolean(b) => Ok(Value::Boolean(b)),
            Expr::Integer(n) => Ok(Value::Integer(n)),
            Expr::Float(n) => Ok(Value::Float(n)),
            Expr::Variable(name) => self.variable(id, name),
            Expr::String(_) | Expr::Name(_) | Expr::Regex(_) | Expr::TypeName(_) => self.constant(id),
            expr => {
                self.budget.enter().map_err(|stop| stop.at(id))?;
                let result = self.eval_composed(id, expr);
                self.budget.leave();
                result.map_err(|stop| stop.at(id))
            }
        }
    }

    /// The value of a literal or a name, which was found when the program was prepared.
    fn constant(&mut self, id: ExprId) -> Outcome {
        match self.program.resolution(id) {
            Resolution::Constant(value) => Ok(value.clone()),
            Resolution::Regex(regex) => match (regex.get(), self.expressions[id]) {
                (Some(regex), _) => Ok(Value::Regexp(regex.clone())),
                (None, Expr::Regex(source)) => {
                    // The expression is not stored for other runs, for the reason given at `Resolution::Regex`.
                    let regex = self.compile(self.program.text(source)).map_err(|stop| stop.at(id))?;
                    Ok(Value::Regexp(regex))
                }
                _ => Ok(Value::Undef),
            },
            Resolution::Problem(problem) => Err(Stop::Failure(problem.clone()).at(id)),
            _ => Ok(Value::Undef),
        }
    }

    /// The value of an expression that contains others.
    fn eval_composed(&mut self, id: ExprId, expr: Expr) -> Outcome {
        match expr {
            Expr::Parenthesized(inner) => self.eval(inner),
            Expr::Binary { operator, left, right } => self.binary(operator, left, right),
            Expr::Unary { operator, operand } => self.unary(operator, operand),
            Expr::Access { on, keys } => self.access(on, keys),
            Expr::Query { .. } => self.query(id),
            Expr::Call { function, arguments, lambda, .. } => {
                self.call_expression(id, function, arguments, lambda)
            }
            Expr::Template(parts) => self.template(parts),
            Expr::Heredoc { text, .. } => self.eval(text),
            Expr::Array(list) => {
                let items = self.eval_list(list)?;
                self.array(items)
            }
            Expr::Hash(list) => self.hash_literal(list),
            Expr::If { condition, then, otherwise } => {
                self.with_own_matches(|run| run.branches(condition, then, otherwise))
            }
            Expr::Unless { condition, then, otherwise } => self.with_own_matches(|run| {
                let branch = if run.condition(condition)? { otherwise } else { Some(then) };
                match branch {
                    Some(branch) => run.eval(branch),
                    None => Ok(Value::Undef),
                }
            }),
            Expr::Case { on, options } => self.with_own_matches(|run| run.case(on, options)),
            Expr::Selector { on, options } => self.with_own_matches(|run| run.selector(on, options)),
            // A block is not a scope: its variables belong to the enclosing lambda or program.
            Expr::Block(statements) => {
                let expressions = self.expressions;
                let mut last_value = Value::Undef;
                for statement in expressions.list(statements) {
                    // The last value is dropped first, because a template changes a value in place if only a variable
                    // refers to it.
                    drop(std::mem::replace(&mut last_value, Value::Undef));
                    last_value = self.eval(*statement)?;
                }
                Ok(last_value)
            }
            Expr::Assign { operator, target, value } => self.assignment(operator, target, value),
            Expr::Reserved(word) => {
                let word = self.program.text(word);
                Err(failure(format!("`{word}` is reserved; put it in quotes if a string is meant")))
            }
            _ => self.statement(id),
        }
    }

    /// A statement of a manifest, which only the host evaluates.
    fn statement(&mut self, id: ExprId) -> Outcome {
        let host = self.host;
        match (host.statement(id, self)?, self.expressions[id]) {
            (Some(value), _) => Ok(value),
            (None, Expr::Relation { edge: Edge::Before, .. }) => {
                Err(failure("`->` relates resources of a manifest; write `.` for a feature or a function"))
            }
            _ => Err(failure("this is only allowed in a manifest and has no value here")),
        }
    }

    /// The text of a string with interpolations; unknown if one of the interpolated values is.
    fn template(&mut self, parts: List) -> Outcome {
        // Copies the reference, so that `self` can be borrowed mutably in the loop.
        let expressions = self.expressions;
        let (mut out, mut unknown) = (String::new(), None);
        for part in expressions.list(parts) {
            let value = self.eval(*part)?;
            self.charge_walk(&value)?;
            unknown = unknown.or_else(|| value.unknown().cloned());
            let length_before = out.len();
            text::display(&value, &mut out);
            self.budget.allocate(out.len() - length_before)?;
        }
        Ok(match unknown {
            Some(unknown) => Value::Unknown(unknown),
            None => Value::String(Arc::from(out)),
        })
    }

    /// The value of a literal hash; unknown if one of its keys is.
    fn hash_literal(&mut self, list: List) -> Outcome {
        let (mut hash, mut unknown) = (Hash::default(), None);
        let expressions = self.expressions;
        for (key, value) in expressions.pairs(list) {
            let key = self.eval(key)?;
            let value = self.eval(value)?;
            // Inserting a key hashes it, and compares it with equal ones.
            self.charge_walk(&key)?;
            // With an unknown key, it is not known which value any key has.
            unknown = unknown.or_else(|| key.unknown().cloned());
            hash.insert(key, value);
        }
        match unknown {
            Some(unknown) => Ok(Value::Unknown(unknown)),
            None => self.hash(hash),
        }
    }

    /// The values of a list, in which `*x` is replaced by the elements of `x`.
    pub(super) fn eval_list(&mut self, list: List) -> Result<Vec<Value>, Stop> {
        let expressions = self.expressions;
        let members = expressions.list(list);
        let mut values = Vec::with_capacity(members.len());
        for member in members {
            if let Some(operand) = self.splat(*member) {
                let value = self.eval(operand)?;
                if let Value::Unknown(unknown) = &value {
                    return Err(Stop::from(unknown.undecided()).at(*member));
                }
                // A splat adds any number of values, so they are charged here.
                let elements = super::call::splat_elements(&value);
                self.budget.allocate(elements.len() * size_of::<Value>())?;
                values.extend(elements);
            } else {
                values.push(self.eval(*member)?);
            }
        }
        Ok(values)
    }

    /// The operand of `*x`, with or without parentheses; `None` for other expressions.
    pub(super) fn splat(&self, mut id: ExprId) -> Option<ExprId> {
        loop {
            match self.expressions[id] {
                Expr::Parenthesized(inner) => id = inner,
                Expr::Unary { operator: Unary::Splat, operand } => return Some(operand),
                _ => return None,
            }
        }
    }

    /// The value of an expression with an operator between two operands.
    fn binary(&mut self, operator: Binary, left: ExprId, right: ExprId) -> Outcome {
        let left_value = self.left_operand(left)?;
        self.apply_lazily(operator, (left, &left_value), right)
    }

    /// Applies an operator to a value and its right operand, which is evaluated only if needed.
    fn apply_lazily(
        &mut self,
        operator: Binary,
        (left, left_value): (ExprId, &Value),
        right: ExprId,
    ) -> Outcome {
        if !matches!(operator, Binary::And | Binary::Or) {
            let right_value = self.eval(right)?;
            self.warn_of_conversions(operator, [(left, left_value), (right, &right_value)])?;
            return self.operate(operator, left_value, &right_value);
        }
        match (operator, self.decide(left_value)?) {
            // As in Puppet, but unlike in Ruby, `and` and `or` return a boolean instead of an operand.
            (Binary::And, false) => Ok(Value::Boolean(false)),
            (Binary::Or, true) => Ok(Value::Boolean(true)),
            _ => Ok(Value::Boolean(self.condition(right)?)),
        }
    }

    /// Whether the value of a condition is true.
    fn condition(&mut self, condition: ExprId) -> Result<bool, Stop> {
        let value = self.eval(condition)?;
        self.decide(&value).map_err(|stop| stop.at(condition))
    }

    /// The value of `if` with all its `elsif`; a loop, so that long chains need no recursion.
    fn branches(
        &mut self,
        mut condition: ExprId,
        mut then: ExprId,
        mut otherwise: Option<ExprId>,
    ) -> Outcome {
        loop {
            if self.condition(condition)? {
                return self.eval(then);
            }
            let Some(next) = otherwise else { return Ok(Value::Undef) };
            let Expr::If { condition: next_condition, then: next_then, otherwise: next_otherwise } =
                self.expressions[next]
            else {
                return self.eval(next);
            };
            // `elsif` is not evaluated by `eval`, which counts steps, so the step is charged here.
            self.budget.step(1).map_err(|stop| stop.at(next))?;
            (condition, then, otherwise) = (next_condition, next_then, next_otherwise);
        }
    }

    /// The value of the left operand. Long chains are nested on the left, so they are evaluated in a loop.
    fn left_operand(&mut self, left: ExprId) -> Outcome {
        let mut operations = Vec::new();
        let mut innermost = left;
        let expressions = self.expressions;
        while let Expr::Binary { operator, left, right } = expressions[innermost] {
            operations.push((innermost, operator, right));
            innermost = left;
        }
        let mut value = self.eval(innermost)?;
        let mut left = innermost;
        while let Some((id, operator, right)) = operations.pop() {
            // The operators of a chain are not evaluated by `eval`, which counts steps, so their steps are charged
            // here.
            self.budget.step(1).map_err(|stop| stop.at(id))?;
            value = self.apply_lazily(operator, (left, &value), right).map_err(|stop| stop.at(id))?;
            left = id;
        }
        Ok(value)
    }

    /// An array of values, if it is within the limits.
    pub(super) fn array(&mut self, items: Vec<Value>) -> Outcome {
        self.budget.allocate(items.len() * size_of::<Value>() + size_of::<Array>())?;
        self.checked(Value::Array(Arc::new(Array::new(items))))
    }

    /// A hash, if it is within the limits.
    pub(super) fn hash(&mut self, hash: Hash) -> Outcome {
        self.budget.allocate(hash.len() * 2 * size_of::<Value>() + size_of::<Hash>())?;
        self.checked(Value::Hash(Arc::new(hash)))
    }

    /// A string, if it is within the limits.
    pub(super) fn string(&mut self, text: String) -> Outcome {
        self.budget.allocate(text.len())?;
        Ok(Value::String(Arc::from(text)))
    }

    /// Copies a part of a string, and charges it to the budget.
    pub(super) fn copy_str(&mut self, text: &str) -> Outcome {
        self.budget.step((text.len() / BYTES_PER_STEP) as u64)?;
        self.budget.allocate(text.len() + size_of::<Value>())?;
        Ok(Value::string(text))
    }

    /// Returns a value if it is neither too deep nor too large.
    pub(super) fn checked(&mut self, value: Value) -> Outcome {
        // Recursive functions walk values, so the depth is limited by the stack.
        if value.depth() > MAX_DEPTH {
            return Err(exhausted(&format!("this value is more than {MAX_DEPTH} levels deep")));
        }
        // `[$x, $x]` shares `$x`, so a value can grow exponentially in little memory, and walking it would take too
        // long.
        if value.weight() > MAX_WEIGHT {
            return Err(exhausted("this value contains more than 4 million values in total"));
        }
        Ok(value)
    }

    /// Charges the cost of walking a value.
    pub(super) fn charge_walk(&mut self, value: &Value) -> Result<(), Stop> {
        self.budget.step(u64::from(value.weight()))
    }
}
