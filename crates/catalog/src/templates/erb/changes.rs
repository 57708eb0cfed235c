//! What changes arrays, hashes and texts in templates, and makes the changes of values known to their scope.
//!
//! Invariant: a change is seen wherever Ruby would show it, or it is a problem.

use super::methods::Call;
use super::operators;
use super::run::{Outcome, Run, Stop, caused, problem, unsupported};
use super::tree::{Kind, Node};
use super::value::{MAX_DEPTH, RubyValue};

/// The longest array that a template makes by setting an element.
const MAX_LENGTH: usize = 100_000;

fn held_elsewhere(at: usize) -> Stop {
    unsupported("a value that others share cannot be changed in a template", at)
}

/// Changes a collection by a function that gets its items; the changed object is recorded.
macro_rules! change {
    ($run:expr, $on:expr, $shared:expr, $at:expr, $change:expr) => {{
        let length = $shared.items().len();
        $run.charge(length + 1, size_of::<RubyValue>(), $at)?;
        let result = $shared.change($change);
        let result = result.ok_or_else(|| {
            unsupported("a collection that is being walked cannot be changed in a template", $at)
        })?;
        $run.objects.change($on);
        $run.last_change = $at;
        result
    }};
}

/// A copy with the same items.
pub(super) fn copied(run: &mut Run<'_>, on: &RubyValue, at: usize) -> Outcome {
    match on {
        RubyValue::Array(items) => {
            let items = items.items();
            run.charge(items.len(), items.len() * size_of::<RubyValue>(), at)?;
            Ok(RubyValue::array(items.to_vec()))
        }
        RubyValue::Hash(pairs) => {
            let pairs = pairs.items();
            run.charge(pairs.len(), pairs.len() * 2 * size_of::<RubyValue>(), at)?;
            Ok(RubyValue::hash(pairs.to_vec()))
        }
        RubyValue::String(text) => Ok(RubyValue::string(text)),
        other => Ok(other.clone()),
    }
}

/// Calls a method that changes its receiver; `None` if the name is that of another method.
pub(super) fn call(run: &mut Run<'_>, on: &RubyValue, call: &Call<'_>) -> Option<Outcome> {
    match (on, call.name, call.arguments, call.block) {
        (RubyValue::Array(_), "push" | "append", items, None) => {
            Some(items.iter().try_fold(on.clone(), |on, item| append(run, &on, item, call.at)))
        }
        (RubyValue::Array(_), "concat", [RubyValue::Array(items)], None) => {
            let items = items.items();
            Some(items.iter().try_fold(on.clone(), |on, item| append(run, &on, item, call.at)))
        }
        (RubyValue::Array(_), "unshift" | "prepend", [item], None) => Some(prepend(run, on, item, call.at)),
        (RubyValue::Array(_), "pop" | "shift", [], None) => Some(take_end(run, on, call.name, call.at)),
        (RubyValue::Array(_) | RubyValue::Hash(_), "delete", [key], None) => {
            Some(delete(run, on, key, call.at))
        }
        (RubyValue::Hash(_), "store", [key, value], None) => Some(store(run, on, key, value, call.at)),
        (RubyValue::Hash(_), "merge!" | "update", [RubyValue::Hash(others)], None) => {
            let others = others.items();
            let mut pairs = others.iter();
            let stored = pairs.try_for_each(|(key, value)| store(run, on, key, value, call.at).map(drop));
            Some(stored.map(|()| on.clone()))
        }
        (RubyValue::Array(items), "compact!", [], None) => {
            let items = items.items();
            let has_nil = items.iter().any(|item| matches!(item, RubyValue::Nil));
            drop(items);
            Some(if has_nil {
                delete(run, on, &RubyValue::Nil, call.at).map(|_| on.clone())
            } else {
                Ok(RubyValue::Nil)
            })
        }
        _ => None,
    }
}

/// Checks that a collection does not come to contain itself.
fn check(run: &mut Run<'_>, on: &RubyValue, added: &RubyValue, at: usize) -> Result<(), Stop> {
    run.charge(1, 0, at)?;
    run.walk(added, at)?;
    if added.encloses(on, MAX_DEPTH) {
        return Err(unsupported("a collection that contains itself is not supported in templates", at));
    }
    Ok(())
}

fn append(run: &mut Run<'_>, on: &RubyValue, item: &RubyValue, at: usize) -> Outcome {
    let RubyValue::Array(items) = on else { return Ok(on.clone()) };
    check(run, on, item, at)?;
    change!(run, on, items, at, |items| items.push(item.clone()));
    Ok(on.clone())
}

fn prepend(run: &mut Run<'_>, on: &RubyValue, item: &RubyValue, at: usize) -> Outcome {
    let RubyValue::Array(items) = on else { return Ok(on.clone()) };
    check(run, on, item, at)?;
    change!(run, on, items, at, |items| items.insert(0, item.clone()));
    Ok(on.clone())
}

/// Removes the last or the first element.
fn take_end(run: &mut Run<'_>, on: &RubyValue, name: &str, at: usize) -> Outcome {
    let RubyValue::Array(items) = on else { return Ok(RubyValue::Nil) };
    let taken = change!(run, on, items, at, |items| match name {
        "shift" if !items.is_empty() => Some(items.remove(0)),
        _ => items.pop(),
    });
    Ok(taken.unwrap_or(RubyValue::Nil))
}

/// Removes a key, or all elements that are equal to a value.
fn delete(run: &mut Run<'_>, on: &RubyValue, key: &RubyValue, at: usize) -> Outcome {
    run.walk(on, at)?;
    run.walk(key, at)?;
    match on {
        RubyValue::Hash(pairs) => {
            let known = pairs.items();
            let Some(found) = known.iter().position(|(known, _)| known.is_key(key)) else {
                return Ok(RubyValue::Nil);
            };
            drop(known);
            Ok(change!(run, on, pairs, at, |pairs| pairs.remove(found).1))
        }
        RubyValue::Array(items) => {
            let is_kept: Vec<bool> = items.items().iter().map(|item| !item.equals(key)).collect();
            if is_kept.iter().all(|kept| *kept) {
                return Ok(RubyValue::Nil);
            }
            let mut kept = is_kept.into_iter();
            change!(run, on, items, at, |items| items.retain(|_| kept.next().unwrap_or(true)));
            Ok(key.clone())
        }
        _ => Ok(RubyValue::Nil),
    }
}

/// Sets the value of a key of a hash, or an element of an array.
fn store(run: &mut Run<'_>, on: &RubyValue, key: &RubyValue, value: &RubyValue, at: usize) -> Outcome {
    check(run, on, value, at)?;
    check(run, on, key, at)?;
    match (on, key) {
        (RubyValue::Hash(pairs), _) => {
            let known = pairs.items();
            let found = known.iter().position(|(known, _)| known.is_key(key));
            drop(known);
            change!(run, on, pairs, at, |pairs| match found.and_then(|found| pairs.get_mut(found)) {
                Some((_, former)) => *former = value.clone(),
                None => pairs.push((key.clone(), value.clone())),
            });
        }
        (RubyValue::Array(items), RubyValue::Integer(index)) => {
            let length = items.items().len();
            let position = operators::position(*index, length).filter(|position| *position < MAX_LENGTH);
            let position = position.ok_or_else(|| problem("this index is outside of the array", at))?;
            run.charge(position, position * size_of::<RubyValue>(), at)?;
            change!(run, on, items, at, |items| {
                items.resize(items.len().max(position + 1), RubyValue::Nil);
                items[position] = value.clone();
            });
        }
        _ => {
            return Err(unsupported(
                format!("`[]=` of a value of class {} is not supported", on.class()),
                at,
            ));
        }
    }
    Ok(value.clone())
}

impl Run<'_> {
    /// `x += y` and the like.
    pub(super) fn change(
        &mut self,
        operator: &'static str,
        target: &Node,
        value: &Node,
        at: usize,
    ) -> Outcome {
        // The operands of an index are evaluated once.
        let place = match &target.kind {
            Kind::Index(on, keys) => match &keys[..] {
                [key] => Some((self.evaluate(on)?, self.evaluate(key)?)),
                _ => None,
            },
            _ => None,
        };
        let old = match &place {
            Some((on, key)) => {
                self.charge_search(on, std::slice::from_ref(key), at)?;
                operators::index(on, std::slice::from_ref(key), at)?
            }
            None => self.evaluate(target)?,
        };
        let new = match operator {
            "||" if old.is_true() => return Ok(old),
            "&&" if !old.is_true() => return Ok(old),
            "||" | "&&" => self.evaluate(value)?,
            _ => {
                let value = self.evaluate(value)?;
                operators::apply(self, operator, &old, &value, at)?
            }
        };
        match place {
            Some((on, key)) => store(self, &on, &key, &new, at),
            None => Ok(self.set(target, new)),
        }
    }

    /// `x[y] = z`
    pub(super) fn store(&mut self, target: &Node, key: &Node, value: &Node, at: usize) -> Outcome {
        if matches!(target.kind, Kind::Scope) {
            let (name, value) = (self.evaluate(key)?, self.evaluate(value)?);
            return super::methods::scope_call(self, "[]=", &[name, value], at);
        }
        let (on, key) = (self.evaluate(target)?, self.evaluate(key)?);
        let value = self.evaluate(value)?;
        store(self, &on, &key, &value, at)
    }

    /// `x << y`
    pub(super) fn push(&mut self, target: &Node, value: &Node, at: usize) -> Outcome {
        if let Kind::Local(_) | Kind::Variable(_) = target.kind {
            let is_text = matches!(self.evaluate(target)?, RubyValue::String(_));
            let value = self.evaluate(value)?;
            return match (is_text, &value) {
                (true, RubyValue::String(end)) => self.append_text(target, end, at),
                _ => {
                    let on = self.evaluate(target)?;
                    self.append_to(&on, &value, at)
                }
            };
        }
        let (on, value) = (self.evaluate(target)?, self.evaluate(value)?);
        self.append_to(&on, &value, at)
    }

    fn append_to(&mut self, on: &RubyValue, value: &RubyValue, at: usize) -> Outcome {
        if !matches!(on, RubyValue::Array(_)) {
            return Err(unsupported(format!("`<<` of a value of class {} is not supported", on.class()), at));
        }
        append(self, on, value, at)
    }

    /// Appends to the text of a variable. Ruby changes the text in place, so nothing else may hold the same text.
    fn append_text(&mut self, target: &Node, end: &str, at: usize) -> Outcome {
        let RubyValue::String(text) = self.evaluate(target)? else { return Ok(RubyValue::Nil) };
        self.charge(1, text.len() + end.len(), at)?;
        // The variable and this function hold it.
        if std::rc::Rc::strong_count(&text) > 2 {
            return Err(held_elsewhere(at));
        }
        let new = RubyValue::string(&format!("{text}{end}"));
        Ok(self.set(target, new))
    }

    /// Sets a variable of the scope.
    pub(super) fn set_scope_variable(&mut self, name: &str, value: &RubyValue, at: usize) -> Outcome {
        // `@name` in a template keeps the value that the variable had when the template started.
        if !self.has_variable(name) {
            let former = self.scope_variable(name, at)?.unwrap_or(RubyValue::Nil);
            self.keep_variable(name, former);
        }
        self.publish()?;
        self.walk(value, at)?;
        let new = self.objects.value(value);
        self.scope.set_variable(name, &new).map_err(|error| caused(error, at))?;
        // The variable is read, so that later changes of the object are changes of the variable.
        self.scope_variable(name, at)?;
        Ok(value.clone())
    }

    /// Gives the scope the values of changed objects.
    pub(super) fn publish(&mut self) -> Result<(), Stop> {
        if !self.objects.is_changed() {
            return Ok(());
        }
        let at = self.last_change;
        for name in self.read.clone() {
            let Some(value) = self.scope.variable(&name).map_err(|error| caused(error, at))? else {
                continue;
            };
            value.charge_copy(self.scope.budget()).map_err(|error| caused(error, at))?;
            let object = self.objects.object(&value);
            // Otherwise, it would count as one more holder.
            drop(value);
            self.walk(&object, at)?;
            let renewed = self.objects.renewed(&object).map_err(|_| held_elsewhere(at))?;
            if let Some(renewed) = renewed
                && !self.scope.replace_variable(&name, &renewed)
            {
                return Err(held_elsewhere(at));
            }
        }
        self.objects.finish().map_err(|_| held_elsewhere(at))
    }
}
