//! Checks the rules of manifests that the grammar does not express, as Puppet's own validator does.
//!
//! Invariants: every expression is visited once, in the order of the table, so the cost is linear; nothing recurses.
//! The rules know no functions, no types and no other files.

mod definitions;
mod resources;

use super::expression::{Assign, Binary, CallForm, Expr, ExprId, Expressions, List};
use super::misleading;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::syntax::operator_word;

/// Checks the statements of a manifest.
pub(super) fn check(expressions: &Expressions, statements: &[ExprId]) -> Diagnostics {
    let is_logic = false;
    let mut checker = Checker::new(expressions, statements, is_logic);
    checker.run();
    checker.unused_statement(statements);
    checker.problems
}

/// Checks the statements of a template. If text follows them, the value of the last one is not used either.
pub(super) fn check_template(
    expressions: &Expressions,
    statements: &[ExprId],
    has_text_at_end: bool,
) -> Diagnostics {
    let is_logic = false;
    let mut checker = Checker::new(expressions, statements, is_logic);
    checker.help_for_unused = "to write the value, begin with `<%=`; otherwise remove the statement";
    checker.run();
    checker.unused_statement(statements);
    if has_text_at_end && let Some(last) = statements.last() {
        checker.check_last_statement(*last);
    }
    checker.problems
}

/// Checks an expression that is evaluated by itself, and may set features of objects.
pub(super) fn check_expression(expressions: &Expressions, statements: &[ExprId]) -> Diagnostics {
    let is_logic = true;
    let mut checker = Checker::new(expressions, statements, is_logic);
    checker.run();
    checker.unused_statement(statements);
    checker.problems.append(misleading::check(expressions));
    checker.problems
}

/// Checks the logic of types, which may append to features, and may set features of an object that is being created.
pub(super) fn check_logic(expressions: &Expressions) -> Diagnostics {
    let is_logic = true;
    let mut checker = Checker::new(expressions, &[], is_logic);
    checker.run();
    checker.problems
}

/// The check of the expressions of a text.
struct Checker<'a> {
    expressions: &'a Expressions,
    /// The statements whose position in the file is known; other expressions may be statements, too.
    statements: &'a [ExprId],
    /// Whether logic of a metamodel is checked, which allows more than a manifest.
    is_logic: bool,
    problems: Diagnostics,
    /// What to do about a statement whose value is not used.
    help_for_unused: &'static str,
    /// Whether evaluating each expression has no effect but its value.
    idle: Vec<bool>,
    /// The parent of each expression; computed on first use.
    parents: Vec<Option<ExprId>>,
}

impl<'a> Checker<'a> {
    fn new(expressions: &'a Expressions, statements: &'a [ExprId], is_logic: bool) -> Self {
        let idle = Vec::with_capacity(expressions.len());
        Self {
            expressions,
            statements,
            is_logic,
            problems: Diagnostics::new(),
            help_for_unused: "write a string in quotes, or remove the statement",
            idle,
            parents: Vec::new(),
        }
    }

    /// Checks all expressions, parts before the expressions that contain them.
    fn run(&mut self) {
        for (id, expr) in self.expressions.iter() {
            // Parts come before the expressions that contain them, so it is known whether the parts are idle.
            let is_idle = self.is_idle(expr);
            self.idle.push(is_idle);
            self.expression(id, expr);
        }
    }

    /// The expression that directly contains another one; `None` for a statement.
    fn parent(&mut self, id: ExprId) -> Option<ExprId> {
        // Parents are needed only for definitions in unusual places. Most manifests have none, so parents are computed
        // when they are first needed.
        if self.parents.is_empty() {
            self.parents.resize(self.expressions.len(), None);
            for (id, expr) in self.expressions.iter() {
                self.expressions.parts(expr, |part| self.parents[part.index()] = Some(id));
            }
        }
        self.parents[id.index()]
    }

    /// Reports an expression.
    fn reject(&mut self, id: ExprId, message: impl Into<String>) {
        let span = self.expressions.span(id);
        self.problems
            .push(Diagnostic::error(codes::MANIFEST_RULE, message).at(self.expressions.source(), span));
    }

    /// Whether evaluating an expression has no effect but its value. Its parts must already be checked.
    fn is_idle(&self, expr: Expr) -> bool {
        let is_part_idle = |id: ExprId| self.idle[id.index()];
        let are_all_idle = |list: List| self.expressions.list(list).iter().all(|id| is_part_idle(*id));
        match expr {
            Expr::Nothing
            | Expr::Undef
            | Expr::Default
            | Expr::Boolean(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::String(_)
            | Expr::Template(_)
            | Expr::Heredoc { .. }
            | Expr::Regex(_)
            | Expr::Name(_)
            | Expr::TypeName(_)
            | Expr::Variable(_)
            | Expr::Array(_)
            | Expr::Hash(_)
            | Expr::Access { .. }
            | Expr::Query { .. }
            | Expr::Unary { .. }
            // The value of a selector is not used here, even if a part of the selector has an effect.
            | Expr::Selector { .. } => true,
            // A match sets the variables of its groups, which is an effect.
            Expr::Binary { operator, .. } => !matches!(operator, Binary::Match | Binary::NoMatch),
            Expr::Parenthesized(inner) => is_part_idle(inner),
            Expr::Block(statements) => are_all_idle(statements),
            Expr::If { condition, then, otherwise } | Expr::Unless { condition, then, otherwise } => {
                is_part_idle(condition) && is_part_idle(then) && otherwise.is_none_or(is_part_idle)
            }
            Expr::Case { on, options } => is_part_idle(on) && are_all_idle(options),
            Expr::CaseOption { values, body } => are_all_idle(values) && is_part_idle(body),
            _ => false,
        }
    }

    /// Checks an expression that may occur in manifests and in logic.
    fn expression(&mut self, id: ExprId, expr: Expr) {
        match expr {
            Expr::Variable(name) if !is_variable_name(self.expressions.text(name)) => {
                let name = self.expressions.text(name);
                let mut problem = Diagnostic::error(
                    codes::MANIFEST_RULE,
                    format!("`{name}` is not the name of a variable"),
                );
                if name.starts_with(char::is_uppercase) {
                    let help = format!(
                        "names of variables start with a lower-case letter; a feature is `$self['{name}']`"
                    );
                    problem = problem.help(help);
                }
                self.problems.push(problem.at(self.expressions.source(), self.expressions.span(id)));
            }
            Expr::Reserved(word) => {
                self.reject(
                    id,
                    format!("`{}` is a reserved word; write it in quotes", self.expressions.text(word)),
                );
            }
            Expr::Assign { operator, target, value } => self.assignment(id, operator, target, value),
            Expr::Binary { left, right, .. } => self.values([left, right]),
            Expr::Relation { left, right, .. } => {
                // Collectors have no value, but can be related.
                for side in [left, right] {
                    if !matches!(self.expressions[side], Expr::Collect { .. }) {
                        self.value(side);
                    }
                }
            }
            Expr::Unary { operand: part, .. }
            | Expr::If { condition: part, .. }
            | Expr::Unless { condition: part, .. }
            | Expr::Attribute { value: part, .. }
            | Expr::AttributeSplat(part) => self.value(part),
            Expr::Array(list) | Expr::Hash(list) => self.values(self.expressions.list(list).iter().copied()),
            Expr::Case { on, options } => self.case(on, options),
            Expr::Selector { on, options } => self.selector(on, options),
            Expr::CaseOption { values, .. } => self.values(self.expressions.list(values).iter().copied()),
            Expr::Block(statements) => self.unused_statement(self.expressions.list(statements)),
            Expr::Call { form, function, .. } => self.call(form, function),
            Expr::Lambda { parameters, .. } => self.lambda(parameters),
            Expr::Parameter { name, default, .. } => self.parameter(id, self.expressions.text(name), default),
            _ => self.manifest_expression(id, expr),
        }
    }

    /// Checks an expression that may occur only in manifests: a resource, a collector or a definition.
    fn manifest_expression(&mut self, id: ExprId, expr: Expr) {
        match expr {
            Expr::Resource { form, ty, bodies } => self.resource(id, form, ty, bodies),
            Expr::ResourceDefaults { form, attributes, .. } => {
                self.check_form(id, form);
                self.check_append_arrows(attributes);
            }
            Expr::ResourceOverride { form, .. } => self.check_form(id, form),
            Expr::ResourceBody { attributes, .. } => self.body(attributes),
            Expr::Collect { ty, query, .. } => {
                if !matches!(self.expressions[ty], Expr::TypeName(_)) {
                    self.reject(ty, "only resources of a type can be collected, as in `File <| |>`");
                }
                query.into_iter().for_each(|query| self.query(query));
            }
            Expr::Class { name, parameters, body, .. } | Expr::Define { name, parameters, body } => {
                let is_function = false;
                self.definition(id, name, is_function);
                self.parameters(parameters, is_function);
                self.check_last_statement(body);
            }
            Expr::Function { name, parameters, .. } => {
                let is_function = true;
                self.definition(id, name, is_function);
                self.parameters(parameters, is_function);
            }
            Expr::Node { hosts, body, .. } => {
                let is_function_or_alias = false;
                self.check_is_at_top(id, is_function_or_alias);
                self.expressions.list(hosts).iter().for_each(|host| self.host(*host));
                self.check_last_statement(body);
            }
            Expr::TypeAlias { name, value, with } => {
                let is_function_or_alias = true;
                self.check_is_at_top(id, is_function_or_alias);
                self.alias(name, value, with);
            }
            _ => {}
        }
    }

    /// Checks the target of an assignment, which must be a variable, or an array of variables.
    fn assignment(&mut self, id: ExprId, operator: Assign, target: ExprId, value: ExprId) {
        // In logic, `+=` appends to a feature with several values.
        if operator != Assign::Set && !self.is_logic {
            self.reject(id, "`+=` and `-=` are no longer part of Puppet; write `$x = $y + …`");
            return;
        }
        // There is a stack and no recursion, because arrays may be nested up to the maximum height of expressions.
        let mut targets = vec![target];
        while let Some(target) = targets.pop() {
            match self.expressions[target] {
                Expr::Array(list) => targets.extend(self.expressions.list(list).iter().rev()),
                Expr::Variable(name) => {
                    let name = self.expressions.text(name);
                    if name.contains("::") {
                        let message = format!("`${name}` belongs to another scope and cannot be assigned");
                        self.reject(target, message);
                    } else if name.starts_with(|c: char| c.is_ascii_digit()) {
                        self.reject(target, format!("`${name}` is set by matches and cannot be assigned"));
                    }
                }
                Expr::Nothing => {}
                // In logic, `$self[name] = …` sets a feature.
                Expr::Access { .. } if self.is_logic => {}
                _ => {
                    let message = "only variables, and arrays of them, can be assigned";
                    let problem = Diagnostic::error(codes::MANIFEST_RULE, message);
                    let problem = problem.at(self.expressions.source(), self.expressions.span(target));
                    let help = match self.expressions[target] {
                        Expr::Name(name) => Some(format!("write `${} = …`", self.expressions.text(name))),
                        _ if self.is_logic => {
                            misleading::help_for_feature(self.expressions, operator, target)
                        }
                        _ => None,
                    };
                    let help = help.unwrap_or_else(|| "write `==` to compare".to_owned());
                    self.problems.push(problem.help(help));
                }
            }
        }
        self.value(value);
    }

    /// Reports expressions without a value where values are required.
    fn values(&mut self, ids: impl IntoIterator<Item = ExprId>) {
        ids.into_iter().for_each(|id| self.value(id));
    }

    /// Reports an expression without a value in a position where a value is required.
    fn value(&mut self, id: ExprId) {
        // A prefix operator, such as `!`, requires the value of its operand.
        let mut inner = id;
        while let Expr::Unary { operand, .. } = self.expressions[inner] {
            inner = operand;
        }
        let noun = match self.expressions[inner] {
            Expr::Collect { .. } => "a collector",
            Expr::Class { .. }
            | Expr::Define { .. }
            | Expr::Function { .. }
            | Expr::Node { .. }
            | Expr::TypeAlias { .. } => "a definition",
            _ => return,
        };
        self.reject(inner, format!("{noun} has no value, but a value is required here"));
    }

    /// Checks the value of `case`, and that there is at most one `default`.
    fn case(&mut self, tested: ExprId, options: List) {
        self.value(tested);
        let mut has_default = false;
        for option in self.expressions.list(options) {
            if let Expr::CaseOption { values, .. } = self.expressions[*option] {
                for value in self.expressions.list(values) {
                    self.check_default(*value, &mut has_default);
                }
            }
        }
    }

    /// Checks the value of a selector, and that there is at most one `default`.
    fn selector(&mut self, tested: ExprId, options: List) {
        self.value(tested);
        let mut has_default = false;
        for (key, _) in self.expressions.pairs(options) {
            self.value(key);
            self.check_default(key, &mut has_default);
        }
    }

    /// Reports a second `default` among the options of a `case` or selector.
    fn check_default(&mut self, value: ExprId, has_default: &mut bool) {
        if self.expressions[value] == Expr::Default && std::mem::replace(has_default, true) {
            self.reject(value, "there is more than one `default`");
        }
    }

    /// Reports the first statement, other than the last, that has no effect.
    fn unused_statement(&mut self, statements: &[ExprId]) {
        let Some((_, all_but_last)) = statements.split_last() else { return };
        if let Some(idle) = all_but_last.iter().find(|id| self.idle[id.index()]) {
            let message = "this statement has no effect, and its value is not used";
            let words = statements.iter().filter_map(|id| self.last_word(*id)).filter_map(operator_word);
            // Several such words are probably a sentence in natural language. Advice about one of the words would not
            // help.
            let words: Vec<&str> = words.collect();
            let help = match (words.as_slice(), self.expressions[*idle]) {
                ([word], _) => (*word).to_owned(),
                ([], Expr::Name(name)) => {
                    format!(
                        "`{}` is a string here; write it in quotes, or remove it",
                        self.expressions.text(name)
                    )
                }
                _ => self.help_for_unused.to_owned(),
            };
            let diagnostic = Diagnostic::error(codes::MANIFEST_RULE, message)
                .at(self.expressions.source(), self.expressions.span(*idle))
                .help(help);
            self.problems.push(diagnostic);
        }
    }

    /// The name at the end of an expression; `None` if it ends differently. A word that is an operator in other
    /// languages (`$a xor $b`) ends a statement before its operand.
    fn last_word(&self, mut id: ExprId) -> Option<&'a str> {
        loop {
            match self.expressions[id] {
                Expr::Name(name) => return Some(self.expressions.text(name)),
                Expr::Binary { right, .. } => id = right,
                _ => return None,
            }
        }
    }

    /// Reports a last statement without effect if its value is not used.
    fn check_last_statement(&mut self, body: ExprId) {
        let last = match self.expressions[body] {
            Expr::Nothing => return,
            Expr::Block(statements) => self.expressions.list(statements).last().copied().unwrap_or(body),
            _ => body,
        };
        // The bodies of classes, resource types and nodes have no value, unlike those of functions, so their last
        // statement must have an effect.
        if self.idle[last.index()] {
            self.reject(last, "this statement has no effect, and its value is not used");
        }
    }

    /// Checks the name of the called function.
    fn call(&mut self, form: CallForm, function: ExprId) {
        // `.new { … }` is in the examples of ARM-7 (the proposal behind the language), but Puppet's grammar does not
        // accept it.
        if form == CallForm::Braced && !self.is_logic {
            self.reject(function, "Puppet needs parentheses around the hash: `.new({ … })`");
        }
        let is_named = match self.expressions[function] {
            // `Nothing` is an expression with a syntax error, which was reported.
            Expr::Name(_) | Expr::TypeName(_) | Expr::Nothing => true,
            Expr::Access { on, .. } => matches!(self.expressions[on], Expr::TypeName(_)),
            _ => false,
        };
        if !is_named && !matches!(form, CallForm::Chained | CallForm::Braced) {
            self.reject(function, "only a function or a type can be called");
        }
    }
}

/// Whether a name is that of a variable: `a::b`, `::a`, `_a`, or the number of a group.
fn is_variable_name(name: &str) -> bool {
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        // The variables for groups of a match are numbers without leading zeros: `$0`, `$1`.
        return name == "0" || (!name.starts_with('0') && name.bytes().all(|b| b.is_ascii_digit()));
    }
    // The names of most variables contain no namespace.
    if memchr::memchr(b':', name.as_bytes()).is_none() {
        return name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    }
    let name = name.strip_prefix("::").unwrap_or(name);
    let mut segments = name.rsplit("::");
    // Only the last segment may begin with an underscore.
    segments.next().is_some_and(|last| last.starts_with(|c: char| c.is_ascii_lowercase() || c == '_'))
        && segments.all(|segment| segment.starts_with(|c: char| c.is_ascii_lowercase()))
}
