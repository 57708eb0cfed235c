//! Evaluates `case` and selectors, and matches values against options.

use super::failure::{Stop, failure};
use super::quote::excerpt;
use super::regex::{Match, Regex};
use super::run::{Outcome, Run};
use super::{Type, Value, compare, rich, types};
use crate::language::expression::{Expr, ExprId, List};
use std::sync::Arc;

impl Run<'_> {
    /// The value of a `case`: that of the first option that matches, or else of `default`, or else undef.
    pub(super) fn case(&mut self, tested: ExprId, options: List) -> Outcome {
        let test = self.eval(tested)?;
        test.known().map_err(|error| Stop::from(error).at(tested))?;
        let expressions = self.expressions;
        let mut default = None;
        for option in expressions.list(options) {
            let Expr::CaseOption { values, body } = expressions[*option] else { continue };
            for value in expressions.list(values) {
                match self.option_matches(&test, *value)? {
                    Some(true) => return self.eval(body),
                    Some(false) => {}
                    // `default` may precede other options, and is used only if no other option matches.
                    None => default = Some(body),
                }
            }
        }
        default.map_or(Ok(Value::Undef), |body| self.eval(body))
    }

    /// The value of a selector: that of the first option that matches, or else of `default`, or else a problem.
    pub(super) fn selector(&mut self, tested: ExprId, options: List) -> Outcome {
        let test = self.eval(tested)?;
        test.known().map_err(|error| Stop::from(error).at(tested))?;
        let expressions = self.expressions;
        let mut default = None;
        for (option, value) in expressions.pairs(options) {
            match self.option_matches(&test, option)? {
                Some(true) => return self.eval(value),
                Some(false) => {}
                None => default = Some(value),
            }
        }
        match default {
            Some(value) => self.eval(value),
            None => {
                let literal = test.to_literal();
                Err(failure(format!("no option of the selector matches {}", excerpt(&literal))).at(tested))
            }
        }
    }

    /// Whether a value matches an option; `None` for `default`.
    fn option_matches(&mut self, test: &Value, option: ExprId) -> Result<Option<bool>, Stop> {
        let mut inner = option;
        // `default` or a splat may be in parentheses.
        while let Expr::Parenthesized(content) = self.expressions[inner] {
            inner = content;
        }
        if self.expressions[inner] == Expr::Default {
            return Ok(None);
        }
        if let Some(operand) = self.splat(inner) {
            let value = self.eval(operand)?;
            value.known().map_err(|error| Stop::from(error).at(operand))?;
            self.charge_walk(&value)?;
            for pattern in super::call::splat_elements(&value) {
                if self.matches(test, &pattern)? {
                    return Ok(Some(true));
                }
            }
            return Ok(Some(false));
        }
        let pattern = self.eval(option)?;
        pattern.known().map_err(|error| Stop::from(error).at(option))?;
        self.matches(test, &pattern).map(Some)
    }

    /// Whether a value matches the pattern of an option: by type, regular expression, element or equality.
    pub(super) fn matches(&mut self, value: &Value, pattern: &Value) -> Result<bool, Stop> {
        self.budget.step(u64::from(pattern.weight()))?;
        match (pattern, value) {
            (Value::Regexp(regex), Value::String(text)) => self.match_text(regex, text),
            (Value::Regexp(_), _) => Ok(false),
            (Value::Type(ty), _) => self.belongs(ty, value),
            // `default` in a collection or in a variable; the keyword itself is handled by `option_matches`.
            (Value::Default, _) => Ok(true),
            (Value::Rich(pattern), _) => Ok(pattern.get().matches(value)),
            (Value::Array(patterns), Value::Array(items)) => {
                if patterns.len() != items.len() {
                    return Ok(false);
                }
                for (item, pattern) in items.iter().zip(patterns.iter()) {
                    if !self.matches(item, pattern)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Hash(patterns), Value::Hash(hash)) => {
                // As in Puppet, the hash may contain further keys; a missing key counts as undef.
                for (key, pattern) in patterns.pairs() {
                    let value = hash.get(key).cloned().unwrap_or(Value::Undef);
                    if !self.matches(&value, pattern)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Array(_) | Value::Hash(_), _) => Ok(false),
            _ => {
                self.charge_walk(value)?;
                Ok(compare::equals(value, pattern))
            }
        }
    }

    /// Whether a value belongs to a type.
    pub(super) fn belongs(&mut self, ty: &Type, value: &Value) -> Result<bool, Stop> {
        self.budget.step(types::instance_cost(ty, value))?;
        if let types::Target::Init(target, _) = ty.target()
            // Puppet reports such an `Init` as well, instead of treating it as a type without values.
            && !rich::is_creatable(target)
        {
            return Err(failure(format!("values of {target} cannot be created")));
        }
        Ok(types::is_instance(ty, value))
    }

    /// Charges the cost of comparing two types.
    pub(super) fn charge_comparison_of_types(&mut self, a: &Type, b: &Type) -> Result<(), Stop> {
        self.budget.step(types::assignable_cost(a, b).saturating_mul(2))
    }

    /// Whether a regular expression matches a string; if so, `$0`, `$1` and so on are set.
    pub(super) fn match_text(&mut self, regex: &Regex, text: &Arc<str>) -> Result<bool, Stop> {
        self.budget.step(regex.search_cost(text.len()))?;
        // As in Puppet, the groups of the last match are kept if there is no match.
        let Some(groups) = regex.spans(text) else { return Ok(false) };
        self.budget.allocate(groups.len() * size_of::<Option<(usize, usize)>>())?;
        // Groups are stored as positions; they become strings only when they are read.
        self.last_match = Some(Arc::new(Match { text: text.clone(), groups }));
        Ok(true)
    }

    /// Evaluates an expression; matches inside of it do not change the groups outside.
    pub(super) fn with_own_matches(&mut self, evaluate: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let saved_match = self.last_match.clone();
        let result = evaluate(self);
        self.last_match = saved_match;
        result
    }

    /// Whether a condition is true; a problem if its value is unknown.
    pub(super) fn decide(&self, value: &Value) -> Result<bool, Stop> {
        match value {
            Value::Unknown(unknown) => Err(unknown.undecided().into()),
            value => Ok(value.is_true()),
        }
    }
}
