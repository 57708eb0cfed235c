//! Runs expressions: one function for each kind of them.

use super::budget::{Budget, Stop, exhausted, failure};
use super::prepare::Note;
use super::regex::{Places, Regex};
use super::text;
use super::value::{Array, Hash, MAX_DEPTH};
use super::{Evaluated, Host, Limits, Logic, Value};
use crate::diagnostic::{Diagnostic, codes};
use crate::language::expression::{Binary, Expr, ExprId, List, Unary};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The most that a value may hold in all.
const MAX_WEIGHT: u32 = 1 << 22;

/// What an expression comes to.
pub(super) type Outcome = Result<Value, Stop>;

/// A text that matched, and where its groups stand.
pub(super) struct Matched {
    pub(super) text: Rc<str>,
    pub(super) places: Places,
}

/// A running evaluation.
pub(super) struct Run<'r> {
    pub(super) logic: &'r Logic<'r>,
    pub(super) host: &'r dyn Host,
    pub(super) slots: Vec<Option<Value>>,
    pub(super) matched: Option<Rc<Matched>>,
    /// The expressions that were made while running, by source and flags.
    pub(super) compiled: FxHashMap<(Box<str>, Box<str>), Rc<Regex>>,
    pub(super) budget: &'r mut Budget,
}

impl Logic<'_> {
    /// Runs the logic: the value of its last statement, or what is wrong.
    ///
    /// # Errors
    /// Whatever Puppet would not evaluate either, and what costs more than the limits allow.
    pub fn evaluate(&self, host: &dyn Host, limits: Limits) -> Evaluated {
        self.run(host, &mut Budget::new(limits), &[])
    }

    /// Runs the logic at the cost of what is left of a budget. A lambda is called with the arguments.
    ///
    /// # Errors
    /// As [`Logic::evaluate`].
    pub fn run(&self, host: &dyn Host, budget: &mut Budget, arguments: &[Value]) -> Evaluated {
        self.run_with(host, budget, arguments, &mut |_, _| {})
    }

    /// As [`Logic::run`], and tells the variables that the statements have set.
    ///
    /// # Errors
    /// As [`Logic::evaluate`].
    pub fn run_with(
        &self,
        host: &dyn Host,
        budget: &mut Budget,
        arguments: &[Value],
        tell: &mut dyn FnMut(&str, &Value),
    ) -> Evaluated {
        let Some(first) = self.statements.first() else { return Ok(Value::Undef) };
        // Logic that leads to other logic nests as well.
        budget.enter().map_err(|stop| self.diagnostic(stop, *first))?;
        let depth = budget.level();
        budget.step(self.outer.len() as u64 / 16).map_err(|stop| self.diagnostic(stop, *first))?;
        let mut slots = Vec::new();
        slots.resize_with(self.outer.len(), || None);
        let mut run = Run { logic: self, host, slots, matched: None, compiled: FxHashMap::default(), budget };
        let result = run.statements(arguments);
        run.budget.back_to(depth - 1);
        for (name, slot) in &self.names {
            run.slots[*slot as usize].iter().for_each(|value| tell(name, value));
        }
        result.map_err(|(stop, statement)| self.diagnostic(stop, statement))
    }

    /// What is wrong with the logic whatever its variables are: names of nothing, expressions that cannot be used.
    /// `variables` says which there are, as help where there is none of a name.
    #[must_use]
    pub fn problems(&self, variables: Option<&str>) -> Vec<Diagnostic> {
        let (mut open, mut found) = (self.statements.clone(), Vec::new());
        // Of longer expressions a run tells, which pays for reading them.
        let mut checked = 50_000_usize;
        while let Some(id) = open.pop() {
            let why = match (self.note(id), self.expressions[id]) {
                (Note::Problem(why), _) => Some(why.clone()),
                (Note::Regex(_), Expr::Regex(source)) => {
                    let source = self.text(source);
                    let told = source.len() <= checked;
                    checked = checked.saturating_sub(source.len());
                    let wrong = || Regex::with_flags(source, "").err();
                    let why = if told { wrong() } else { None };
                    why.map(|why| format!("this regular expression cannot be used: {why}"))
                }
                (Note::Nothing, Expr::Variable(name)) => {
                    Some(format!("no variable is called `${}`", self.text(name)))
                }
                _ => None,
            };
            if let Some(why) = why {
                let at = self.expressions.span(id);
                let mut problem =
                    Diagnostic::error(codes::LOGIC_FAILED, why).at(self.expressions.source(), at);
                if matches!(self.note(id), Note::Nothing) {
                    problem.help = variables.map(str::to_owned);
                }
                found.push(problem);
            }
            self.expressions.parts(self.expressions[id], |part| open.push(part));
        }
        found.reverse();
        found
    }

    fn diagnostic(&self, stop: Stop, statement: ExprId) -> Box<Diagnostic> {
        let source = self.expressions.source();
        let failure = match stop {
            Stop::Failure(failure) => failure,
            Stop::Break => return self.illegal("break", statement),
            Stop::Next(_) => return self.illegal("next", statement),
            Stop::Return => return self.illegal("return", statement),
        };
        let failure = *failure;
        if let Some(elsewhere) = failure.elsewhere {
            let at = self.expressions.span(failure.at.unwrap_or(statement));
            return Box::new(elsewhere.label(source, at, "which this asks for"));
        }
        let code = if failure.limit { codes::LIMIT } else { codes::LOGIC_FAILED };
        let at = self.expressions.span(failure.at.unwrap_or(statement));
        let mut diagnostic = Diagnostic::error(code, failure.message).at(source, at);
        for call in failure.calls {
            diagnostic = diagnostic.label(source, self.expressions.span(call), "called from here");
        }
        Box::new(match failure.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }

    fn illegal(&self, what: &str, at: ExprId) -> Box<Diagnostic> {
        let message = format!("`{what}()` stands where there is nothing to leave");
        let source = self.expressions.source();
        let diagnostic = Diagnostic::error(codes::LOGIC_FAILED, message);
        Box::new(diagnostic.at(source, self.expressions.span(at)).help("it belongs into a lambda"))
    }
}

impl Run<'_> {
    fn statements(&mut self, arguments: &[Value]) -> Result<Value, (Stop, ExprId)> {
        let mut last = Value::Undef;
        for statement in &self.logic.statements {
            let value = match self.logic.expressions[*statement] {
                Expr::Lambda { .. } => self.yields(self.lambda(*statement), arguments),
                _ => self.eval(*statement),
            };
            last = value.map_err(|stop| (stop, *statement))?;
        }
        Ok(last)
    }

    pub(super) fn eval(&mut self, id: ExprId) -> Outcome {
        self.budget.step(1).map_err(|stop| stop.at(id))?;
        match self.logic.expressions[id] {
            Expr::Undef | Expr::Nothing => Ok(Value::Undef),
            Expr::Default => Ok(Value::Default),
            Expr::Boolean(b) => Ok(Value::Boolean(b)),
            Expr::Integer(n) => Ok(Value::Integer(n)),
            Expr::Float(n) => Ok(Value::Float(n)),
            Expr::Variable(name) => self.variable(id, name),
            Expr::String(_) | Expr::Name(_) | Expr::Regex(_) | Expr::TypeName(_) => self.constant(id),
            expr => {
                self.budget.enter().map_err(|stop| stop.at(id))?;
                let result = self.composed(id, expr);
                self.budget.leave();
                result.map_err(|stop| stop.at(id))
            }
        }
    }

    fn constant(&mut self, id: ExprId) -> Outcome {
        let logic = self.logic;
        match logic.note(id) {
            Note::Constant(value) => Ok(value.clone()),
            Note::Regex(made) => match made.get() {
                Some(regex) => Ok(Value::Regexp(regex.clone())),
                None => {
                    let Expr::Regex(source) = logic.expressions[id] else { return Ok(Value::Undef) };
                    let regex = self.compile(logic.text(source)).map_err(|stop| stop.at(id))?;
                    Ok(Value::Regexp(made.get_or_init(|| regex).clone()))
                }
            },
            Note::Problem(why) => Err(failure(why.as_str()).at(id)),
            _ => Ok(Value::Undef),
        }
    }

    fn composed(&mut self, id: ExprId, expr: Expr) -> Outcome {
        match expr {
            Expr::Parenthesized(inner) => self.eval(inner),
            Expr::Binary { operator, left, right } => self.binary(operator, left, right),
            Expr::Unary { operator, operand } => self.unary(operator, operand),
            Expr::Access { on, keys } => self.access(on, keys),
            Expr::Call { function, arguments, lambda, .. } => {
                self.call_expression(id, function, arguments, lambda)
            }
            Expr::Template(parts) => self.template(parts),
            Expr::Heredoc { text, .. } => self.eval(text),
            Expr::Array(list) => {
                let items = self.unfolded(list)?;
                self.array(items)
            }
            Expr::Hash(list) => self.hash_literal(list),
            Expr::If { condition, then, otherwise } => {
                self.guarded(|run| run.branches(condition, then, otherwise))
            }
            Expr::Unless { condition, then, otherwise } => self.guarded(|run| {
                let branch = if run.eval(condition)?.is_true() { otherwise } else { Some(then) };
                branch.map_or(Ok(Value::Undef), |branch| run.eval(branch))
            }),
            Expr::Case { on, options } => self.guarded(|run| run.case(on, options)),
            Expr::Selector { on, options } => self.guarded(|run| run.selector(on, options)),
            Expr::Block(statements) => {
                let expressions = self.logic.expressions;
                let mut last = Value::Undef;
                for statement in expressions.list(statements) {
                    last = self.eval(*statement)?;
                }
                Ok(last)
            }
            Expr::Assign { operator, target, value } => self.assignment(operator, target, value),
            Expr::Reserved(word) => {
                let word = self.logic.text(word);
                Err(failure(format!("`{word}` is reserved; put it in quotes if a string is meant")))
            }
            _ => Err(failure("this belongs into a manifest and has no value here")),
        }
    }

    /// Runs something whose matches are not seen behind it.
    pub(super) fn guarded(&mut self, inner: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let saved = self.matched.clone();
        let result = inner(self);
        self.matched = saved;
        result
    }

    fn template(&mut self, parts: List) -> Outcome {
        let expressions = self.logic.expressions;
        let mut out = String::new();
        for part in expressions.list(parts) {
            let value = self.eval(*part)?;
            self.walk(&value)?;
            let before = out.len();
            text::display(&value, &mut out);
            self.budget.produce(out.len() - before)?;
        }
        Ok(Value::String(Rc::from(out)))
    }

    fn hash_literal(&mut self, list: List) -> Outcome {
        let mut hash = Hash::default();
        let expressions = self.logic.expressions;
        for (key, value) in expressions.pairs(list) {
            let key = self.eval(key)?;
            let value = self.eval(value)?;
            self.walk(&key)?;
            hash.insert(key, value);
        }
        self.hash(hash)
    }

    /// The values of a list, in which `*x` stands for the elements of `x`.
    pub(super) fn unfolded(&mut self, list: List) -> Result<Vec<Value>, Stop> {
        let expressions = self.logic.expressions;
        let members = expressions.list(list);
        let mut values = Vec::with_capacity(members.len());
        for member in members {
            if let Some(operand) = self.splat(*member) {
                let value = self.eval(operand)?;
                let many = super::call::elements_of_splat(&value);
                self.budget.produce(many.len() * size_of::<Value>())?;
                values.extend(many);
            } else {
                values.push(self.eval(*member)?);
            }
        }
        Ok(values)
    }

    /// The operand of `*x`, perhaps in parentheses.
    pub(super) fn splat(&self, mut id: ExprId) -> Option<ExprId> {
        loop {
            match self.logic.expressions[id] {
                Expr::Parenthesized(inner) => id = inner,
                Expr::Unary { operator: Unary::Splat, operand } => return Some(operand),
                _ => return None,
            }
        }
    }

    fn binary(&mut self, operator: Binary, left: ExprId, right: ExprId) -> Outcome {
        let first = self.chain(left)?;
        self.link(operator, &first, right)
    }

    /// What an operator makes of a value and of its second operand, which may not be needed.
    fn link(&mut self, operator: Binary, first: &Value, right: ExprId) -> Outcome {
        match (operator, first.is_true()) {
            (Binary::And, false) => Ok(Value::Boolean(false)),
            (Binary::Or, true) => Ok(Value::Boolean(true)),
            (Binary::And | Binary::Or, _) => Ok(Value::Boolean(self.eval(right)?.is_true())),
            _ => {
                let second = self.eval(right)?;
                self.operate(operator, first, &second)
            }
        }
    }

    /// `if` with all its `elsif`, which are worked off in a loop.
    fn branches(
        &mut self,
        mut condition: ExprId,
        mut then: ExprId,
        mut otherwise: Option<ExprId>,
    ) -> Outcome {
        loop {
            if self.eval(condition)?.is_true() {
                return self.eval(then);
            }
            let Some(next) = otherwise else { return Ok(Value::Undef) };
            let Expr::If { condition: c, then: t, otherwise: o } = self.logic.expressions[next] else {
                return self.eval(next);
            };
            self.budget.step(1).map_err(|stop| stop.at(next))?;
            (condition, then, otherwise) = (c, t, o);
        }
    }

    /// The value of the first operand. Long chains lean to the left, so they are worked off in a loop.
    fn chain(&mut self, left: ExprId) -> Outcome {
        let mut links = Vec::new();
        let mut first = left;
        let expressions = self.logic.expressions;
        while let Expr::Binary { operator, left, right } = expressions[first] {
            links.push((first, operator, right));
            first = left;
        }
        let mut value = self.eval(first)?;
        while let Some((id, operator, right)) = links.pop() {
            self.budget.step(1).map_err(|stop| stop.at(id))?;
            value = self.link(operator, &value, right).map_err(|stop| stop.at(id))?;
        }
        Ok(value)
    }

    /// An array of values, if it is not too much.
    pub(super) fn array(&mut self, items: Vec<Value>) -> Outcome {
        self.budget.produce(items.len() * size_of::<Value>() + size_of::<Array>())?;
        self.checked(Value::Array(Rc::new(Array::new(items))))
    }

    /// A hash, if it is not too much.
    pub(super) fn hash(&mut self, hash: Hash) -> Outcome {
        self.budget.produce(hash.len() * 2 * size_of::<Value>() + size_of::<Hash>())?;
        self.checked(Value::Hash(Rc::new(hash)))
    }

    /// A string, if it is not too much.
    pub(super) fn string(&mut self, text: String) -> Outcome {
        self.budget.produce(text.len())?;
        Ok(Value::String(Rc::from(text)))
    }

    /// A copy of a part of a string, if it is not too much.
    pub(super) fn part(&mut self, text: &str) -> Outcome {
        self.budget.step(text.len() as u64 / 16)?;
        self.budget.produce(text.len() + size_of::<Value>())?;
        Ok(Value::string(text))
    }

    pub(super) fn checked(&mut self, value: Value) -> Outcome {
        if value.depth() > MAX_DEPTH {
            return Err(exhausted(&format!("this value is more than {MAX_DEPTH} levels deep")));
        }
        if value.weight() > MAX_WEIGHT {
            return Err(exhausted("this value holds more than 4 million others, with those inside counted"));
        }
        Ok(value)
    }

    /// Pays for walking a value.
    pub(super) fn walk(&mut self, value: &Value) -> Result<(), Stop> {
        self.budget.step(u64::from(value.weight()))
    }
}
