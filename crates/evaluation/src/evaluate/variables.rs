//! Reads and sets variables.
//!
//! Invariants: a variable of the program is set once; variables of the host are read and set only by the host.
//! `prepare` has resolved where each variable is declared.

use super::failure::{Stop, failure, failure_with};
use super::prepare::{NameScope, OuterVariable, Resolution};
use super::run::{Outcome, Run};
use super::{BYTES_PER_STEP, Change, Host, Program, Value};
use crate::language::expression::{Assign, Expr, ExprId, Text};

impl Program {
    /// The scope with a number; `None` if there is no such scope, or no number.
    fn name_scope(&self, number: Option<u32>) -> Option<&NameScope> {
        self.name_scopes.get(number? as usize)
    }
}

impl Run<'_> {
    /// The value of a variable, or of a group of the last match, such as `$1`.
    pub(super) fn variable(&mut self, id: ExprId, name: Text) -> Outcome {
        match self.program.resolution(id) {
            Resolution::Host(number) => self.read(id, *number),
            Resolution::Slot(slot) => {
                let text = self.program.text(name);
                if text.starts_with(|c: char| c.is_ascii_digit()) {
                    // For a group, `prepare` stored its number instead of a slot.
                    return self.group(*slot as usize);
                }
                let value = self.slot(id, *slot)?;
                value.ok_or_else(|| failure(format!("`${text}` has no value yet")).at(id))
            }
            Resolution::Problem(problem) => Err(Stop::Failure(problem.clone()).at(id)),
            _ => Err(failure(unknown_variable(self.host, self.program.text(name))).at(id)),
        }
    }

    /// The value of a variable of the program, or of the outer variable that it hides; `None` if neither has a value
    /// yet.
    fn slot(&mut self, id: ExprId, mut slot: u32) -> Result<Option<Value>, Stop> {
        loop {
            if let Some(value) = &self.slots[slot as usize] {
                return Ok(Some(value.clone()));
            }
            match &self.program.outer[slot as usize] {
                OuterVariable::Slot(outer) => slot = *outer,
                OuterVariable::Host(number) => return self.read(id, *number).map(Some),
                OuterVariable::Problem(problem) => return Err(Stop::Failure(problem.clone()).at(id)),
                OuterVariable::None => return Ok(None),
            }
        }
    }

    /// The slot with the value of a variable, as seen from a scope; `None` if the program has no value for it.
    pub(super) fn slot_of(&self, scope: u32, name: &str) -> Option<u32> {
        let program = self.program;
        let mut next_scope = Some(scope);
        while let Some(scope) = program.name_scope(next_scope) {
            if let Some(slot) = scope.names.get(name) {
                return self.slot_with_value(*slot);
            }
            next_scope = scope.outer;
        }
        None
    }

    /// The slot with the value of the variable with this slot. While that is empty, the variable has the value of the
    /// outer variable of the same name. `None` if no outer variable of the program has a value, either.
    fn slot_with_value(&self, mut slot: u32) -> Option<u32> {
        while self.slots[slot as usize].is_none() {
            let OuterVariable::Slot(outer) = &self.program.outer[slot as usize] else { return None };
            slot = *outer;
        }
        Some(slot)
    }

    /// The value of the variable whose name is at the start of a path, as seen from a scope, and the rest of the path;
    /// `None` if the variable does not exist or has no value yet.
    pub(super) fn variable_in_path<'p>(
        &mut self,
        id: ExprId,
        scope: u32,
        path: &'p str,
    ) -> Result<Option<(Value, &'p str)>, Stop> {
        self.budget.step((path.len() / BYTES_PER_STEP + 1) as u64)?;
        let (name, remaining_path) = name_in_path(path).map_err(|stop| stop.at(id))?;
        Ok(self.find_variable(id, scope, name)?.map(|value| (value, remaining_path)))
    }

    /// The value of the variable with a name, as seen from a scope; `None` if it does not exist or has no value yet.
    pub(super) fn find_variable(
        &mut self,
        id: ExprId,
        scope: u32,
        name: &str,
    ) -> Result<Option<Value>, Stop> {
        if name.starts_with(|c: char| c.is_ascii_digit())
            && let Ok(number) = name.parse::<usize>()
        {
            return Ok(match self.group(number)? {
                Value::Undef => None,
                group => Some(group),
            });
        }
        // For a host with statements, `$::name` is a variable of the top scope, which the host finds by this name.
        // Elsewhere, the prefix has no effect.
        let is_top_scope = self.host.has_statements() && name.starts_with("::");
        let name = if is_top_scope { name } else { name.strip_prefix("::").unwrap_or(name) };
        let program = self.program;
        let mut next_scope = Some(scope);
        while let Some(scope) = program.name_scope(next_scope) {
            self.budget.step(1)?;
            if let Some(slot) = scope.names.get(name) {
                return self.slot(id, *slot);
            }
            next_scope = scope.outer;
        }
        match self.host.resolve_variable(name) {
            Ok(Some(number)) if !self.host.has_value(number) => Ok(None),
            Ok(Some(number)) => self.read(id, number).map(Some),
            Ok(None) => Ok(None),
            Err(error) => Err(Stop::from(error).at(id)),
        }
    }

    /// The variables of the program that have values, as seen from a scope, the innermost last.
    pub(super) fn locals(&mut self, scope: Option<u32>) -> Result<Vec<(String, Value)>, Stop> {
        let program = self.program;
        let (mut variables, mut next_scope) = (Vec::new(), scope);
        while let Some(scope) = program.name_scope(next_scope) {
            self.budget.step(scope.names.len() as u64 + 1)?;
            let mut names_and_slots: Vec<_> = scope.names.iter().collect();
            // The map has no fixed order; the order must not change from run to run.
            names_and_slots.sort_unstable();
            // Each scope is reversed here, and all scopes together at the end, because the innermost one is visited
            // first.
            for (name, slot) in names_and_slots.into_iter().rev() {
                if let Some(value) = &self.slots[*slot as usize] {
                    variables.push((name.to_string(), value.clone()));
                }
            }
            next_scope = scope.outer;
        }
        variables.reverse();
        Ok(variables)
    }

    /// The value of a variable of the host.
    fn read(&mut self, id: ExprId, number: u32) -> Outcome {
        let position = (self.expressions, id);
        self.host.read_variable_at(number, position, self.budget).map_err(|error| Stop::from(error).at(id))
    }

    /// `$0`, `$1` …: a group of the last match.
    fn group(&mut self, number: usize) -> Outcome {
        // The clone shares the text, and ends the borrow of `self`, because `copy_str` needs `self`.
        let Some(last_match) = self.last_match.clone() else { return Ok(Value::Undef) };
        match last_match.groups.get(number) {
            Some(Some((from, to))) => self.copy_str(&last_match.text[*from..*to]),
            _ => Ok(Value::Undef),
        }
    }

    /// `target = value`; the result is the value.
    pub(super) fn assignment(&mut self, operator: Assign, target: ExprId, value: ExprId) -> Outcome {
        match operator {
            Assign::Set => {
                let value = self.eval(value)?;
                self.assign(target, &value)?;
                Ok(value)
            }
            // As in ARM-7, `+=` appends to a feature of an object that is being created; variables can only be set
            // once.
            Assign::Append if self.host_stores(target) => {
                let value = self.eval(value)?;
                self.assign_to_host(target, Change::Append, &value)?;
                Ok(value)
            }
            Assign::Append | Assign::Delete => {
                Err(failure_with("a variable cannot be changed", "give the new value another name"))
            }
        }
    }

    /// Whether the host stores an assigned value: for a variable of the host, or a feature in brackets after an
    /// object.
    fn host_stores(&self, target: ExprId) -> bool {
        match self.expressions[target] {
            Expr::Variable(_) => matches!(self.program.resolution(target), Resolution::Host(_)),
            Expr::Access { .. } => true,
            _ => false,
        }
    }

    /// Sets a variable of the host, or a feature of an object.
    fn assign_to_host(&mut self, target: ExprId, change: Change, value: &Value) -> Result<(), Stop> {
        let result = match (self.expressions[target], self.program.resolution(target)) {
            (Expr::Access { on, keys }, _) => {
                let object = self.eval(on)?;
                let keys = self.eval_list(keys)?;
                match (&object, keys.as_slice()) {
                    (Value::Object(object), [Value::String(name)]) => {
                        self.host.set_feature(object, name, change, value, self.budget)
                    }
                    _ => return Err(failure("only a feature of an object can be set").at(target)),
                }
            }
            (_, Resolution::Host(number)) => self.host.set_variable(*number, change, value, self.budget),
            _ => return Err(failure("only a variable can be set").at(target)),
        };
        result.map_err(|error| Stop::from(error).at(target))
    }

    /// Assigns a value to a variable, or the elements of a value to a list of variables.
    fn assign(&mut self, target: ExprId, value: &Value) -> Result<(), Stop> {
        if self.host_stores(target) {
            return self.assign_to_host(target, Change::Set, value);
        }
        let expressions = self.expressions;
        match expressions[target] {
            Expr::Variable(name) => {
                let text = self.program.text(name);
                let Resolution::Slot(slot) = self.program.resolution(target) else {
                    return Err(failure(format!("`${text}` cannot be set")).at(target));
                };
                // As in Puppet, neither variables of other scopes nor groups of a match can be assigned.
                if text.contains("::") || text.starts_with(|c: char| c.is_ascii_digit()) {
                    return Err(failure(format!("`${text}` cannot be set")).at(target));
                }
                let slot = &mut self.slots[*slot as usize];
                if slot.is_some() {
                    let message = format!("`${text}` already has a value");
                    return Err(failure_with(message, "give the new value another name").at(target));
                }
                *slot = Some(value.clone());
                Ok(())
            }
            Expr::Array(list) => self.assign_many(target, expressions.list(list), value),
            _ => Err(failure("only a variable can be set").at(target)),
        }
    }

    /// Assigns the elements of an array to variables in order, or the values of a hash to the variables with the names
    /// of its keys.
    fn assign_many(&mut self, target: ExprId, targets: &[ExprId], value: &Value) -> Result<(), Stop> {
        if let Value::Hash(hash) = value {
            for target in targets {
                let Expr::Variable(name) = self.expressions[*target] else {
                    return Err(failure("only variables can be set from a hash").at(*target));
                };
                let name = self.program.text(name);
                // As in Puppet, the keys are the names of the variables, in any order.
                let value = hash
                    .get_text(name)
                    .cloned()
                    .ok_or_else(|| failure(format!("the hash has no key '{name}'")).at(*target))?;
                self.assign(*target, &value)?;
            }
            return Ok(());
        }
        let values = if let Value::Array(items) = value { &items[..] } else { std::slice::from_ref(value) };
        if values.len() != targets.len() {
            let message = format!("{} variables cannot be set to {} values", targets.len(), values.len());
            return Err(failure(message).at(target));
        }
        targets.iter().zip(values).try_for_each(|(target, value)| self.assign(*target, value))
    }
}

/// Splits a path into the name of the variable at its start, and the rest of the path: `"a::b.c.0"` into `a::b` and
/// `c.0`.
fn name_in_path(path: &str) -> Result<(&str, &str), Stop> {
    let (name, remaining_path) = path.split_once('.').unwrap_or((path, ""));
    let segments: Vec<&str> = name.strip_prefix("::").unwrap_or(name).split("::").collect();
    let last_index = segments.len() - 1;
    let is_valid = segments.iter().enumerate().all(|(index, segment)| {
        // As in the pattern of Puppet's `getvar`, only the last segment may start with an underscore.
        segment.starts_with(|c: char| c.is_ascii_lowercase() || (index == last_index && c == '_'))
            && segment.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    });
    if is_valid {
        Ok((name, remaining_path))
    } else {
        Err(failure(format!("'{path}' does not start with the name of a variable")))
    }
}

/// The message for an unknown variable.
pub(super) fn unknown_variable(host: &dyn Host, name: &str) -> String {
    match host.suggest_variable(name) {
        Some(similar_name) => format!("there is no variable `${name}`; did you mean `${similar_name}`?"),
        None => format!("there is no variable `${name}`"),
    }
}
