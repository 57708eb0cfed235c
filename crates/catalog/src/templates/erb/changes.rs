//! Changes of arrays, hashes and texts in templates. The changes of values of the scope are made in the scope, too.
//!
//! Invariant: a change is visible everywhere where it is visible in Ruby, or it is a problem.

use super::methods::Call;
use super::operators;
use super::run::{Outcome, Run, Stop, caused, problem, unsupported};
use super::tree::{Kind, Node};
use super::value::{MAX_DEPTH, RubyValue};

/// The maximum length of an array of which a template sets an element.
const MAX_LENGTH: usize = 100_000;

/// The problem of a change that must also change other collections or variables.
fn held_elsewhere(offset: usize) -> Stop {
    unsupported("a value that is also used elsewhere cannot be changed in a template", offset)
}

/// Changes a collection with a function of its items, and records the changed object; the value is that of the
/// function.
macro_rules! change {
    ($run:expr, $receiver:expr, $shared:expr, $offset:expr, $change:expr) => {{
        let length = $shared.items().len();
        $run.charge(length + 1, size_of::<RubyValue>(), $offset)?;
        let result = $shared.change($change);
        let result = result.ok_or_else(|| {
            unsupported(
                "a collection cannot be changed in a template while a block iterates over it",
                $offset,
            )
        })?;
        $run.objects.change($receiver);
        $run.last_change = $offset;
        result
    }};
}

/// A copy of a value. The copy of a collection is a new collection with the same items, which are not copied.
pub(super) fn copied(run: &mut Run<'_>, receiver: &RubyValue, offset: usize) -> Outcome {
    match receiver {
        RubyValue::Array(items) => {
            let items = items.items();
            run.charge(items.len(), items.len() * size_of::<RubyValue>(), offset)?;
            Ok(RubyValue::array(items.to_vec()))
        }
        RubyValue::Hash(pairs) => {
            let pairs = pairs.items();
            run.charge(pairs.len(), pairs.len() * 2 * size_of::<RubyValue>(), offset)?;
            Ok(RubyValue::hash(pairs.to_vec()))
        }
        RubyValue::String(text) => Ok(RubyValue::string(text)),
        other => Ok(other.clone()),
    }
}

/// Calls a method that changes its receiver; `None` if no such method has this name and these arguments.
pub(super) fn call(run: &mut Run<'_>, receiver: &RubyValue, call: &Call<'_>) -> Option<Outcome> {
    match (receiver, call.name, call.arguments, call.block) {
        (RubyValue::Array(_), "push" | "append", items, None) => {
            Some(append_all(run, receiver, items, call.offset))
        }
        (RubyValue::Array(_), "concat", [RubyValue::Array(items)], None) => {
            Some(append_all(run, receiver, &items.items(), call.offset))
        }
        (RubyValue::Array(_), "unshift" | "prepend", [item], None) => {
            Some(prepend(run, receiver, item, call.offset))
        }
        (RubyValue::Array(_), "pop" | "shift", [], None) => {
            Some(take_end(run, receiver, call.name, call.offset))
        }
        (RubyValue::Array(_) | RubyValue::Hash(_), "delete", [key], None) => {
            Some(delete(run, receiver, key, call.offset))
        }
        (RubyValue::Hash(_), "store", [key, value], None) => {
            Some(store(run, receiver, key, value, call.offset))
        }
        (RubyValue::Hash(_), "merge!" | "update", [RubyValue::Hash(others)], None) => {
            Some(store_all(run, receiver, &others.items(), call.offset))
        }
        (RubyValue::Array(items), "compact!", [], None) => {
            let has_nil = items.items().iter().any(|item| matches!(item, RubyValue::Nil));
            // As in Ruby, the result is nil if the array contains no nil.
            if !has_nil {
                return Some(Ok(RubyValue::Nil));
            }
            Some(delete(run, receiver, &RubyValue::Nil, call.offset).map(|_| receiver.clone()))
        }
        _ => None,
    }
}

/// Adds elements at the end of an array; returns the array.
fn append_all(run: &mut Run<'_>, receiver: &RubyValue, items: &[RubyValue], offset: usize) -> Outcome {
    for item in items {
        append(run, receiver, item, offset)?;
    }
    Ok(receiver.clone())
}

/// Sets the values of several keys of a hash; returns the hash.
fn store_all(
    run: &mut Run<'_>,
    receiver: &RubyValue,
    pairs: &[(RubyValue, RubyValue)],
    offset: usize,
) -> Outcome {
    for (key, value) in pairs {
        store(run, receiver, key, value, offset)?;
    }
    Ok(receiver.clone())
}

/// Checks that a collection will not contain itself after a value is added.
fn check_acyclic(
    run: &mut Run<'_>,
    receiver: &RubyValue,
    added: &RubyValue,
    offset: usize,
) -> Result<(), Stop> {
    run.charge(1, 0, offset)?;
    run.walk(added, offset)?;
    if added.encloses(receiver, MAX_DEPTH) {
        return Err(unsupported("a collection that contains itself is not supported in templates", offset));
    }
    Ok(())
}

/// Adds an element at the end of an array; returns the array.
fn append(run: &mut Run<'_>, receiver: &RubyValue, item: &RubyValue, offset: usize) -> Outcome {
    let RubyValue::Array(items) = receiver else { return Ok(receiver.clone()) };
    check_acyclic(run, receiver, item, offset)?;
    change!(run, receiver, items, offset, |items| items.push(item.clone()));
    Ok(receiver.clone())
}

/// Adds an element at the start of an array; returns the array.
fn prepend(run: &mut Run<'_>, receiver: &RubyValue, item: &RubyValue, offset: usize) -> Outcome {
    let RubyValue::Array(items) = receiver else { return Ok(receiver.clone()) };
    check_acyclic(run, receiver, item, offset)?;
    change!(run, receiver, items, offset, |items| items.insert(0, item.clone()));
    Ok(receiver.clone())
}

/// Removes and returns the first element (`shift`) or the last one (`pop`) of an array.
fn take_end(run: &mut Run<'_>, receiver: &RubyValue, name: &str, offset: usize) -> Outcome {
    let RubyValue::Array(items) = receiver else { return Ok(RubyValue::Nil) };
    let taken = change!(run, receiver, items, offset, |items| match name {
        "shift" if !items.is_empty() => Some(items.remove(0)),
        _ => items.pop(),
    });
    Ok(taken.unwrap_or(RubyValue::Nil))
}

/// Ruby's `delete`: removes a key from a hash and returns its value, or removes all elements that are equal to `key`
/// from an array and returns `key`. Returns nil if there is nothing to remove.
fn delete(run: &mut Run<'_>, receiver: &RubyValue, key: &RubyValue, offset: usize) -> Outcome {
    run.walk(receiver, offset)?;
    run.walk(key, offset)?;
    match receiver {
        RubyValue::Hash(pairs) => {
            // Nothing may hold the items when they are changed, so they are released after the search.
            let position = pairs.items().iter().position(|(item_key, _)| item_key.is_key(key));
            let Some(position) = position else { return Ok(RubyValue::Nil) };
            let (_, value) = change!(run, receiver, pairs, offset, |pairs| pairs.remove(position));
            Ok(value)
        }
        RubyValue::Array(items) => {
            let is_retained: Vec<bool> = items.items().iter().map(|item| !item.equals(key)).collect();
            if !is_retained.contains(&false) {
                return Ok(RubyValue::Nil);
            }
            // One flag for each element, in the same order as `retain` visits them.
            let mut flags = is_retained.into_iter();
            change!(run, receiver, items, offset, |items| items.retain(|_| flags.next().unwrap_or(true)));
            Ok(key.clone())
        }
        _ => Ok(RubyValue::Nil),
    }
}

/// Sets the value of a key of a hash, or an element of an array.
fn store(
    run: &mut Run<'_>,
    receiver: &RubyValue,
    key: &RubyValue,
    value: &RubyValue,
    offset: usize,
) -> Outcome {
    check_acyclic(run, receiver, value, offset)?;
    check_acyclic(run, receiver, key, offset)?;
    match (receiver, key) {
        (RubyValue::Hash(pairs), _) => {
            let position = pairs.items().iter().position(|(item_key, _)| item_key.is_key(key));
            change!(run, receiver, pairs, offset, |pairs| match position {
                Some(position) => pairs[position].1 = value.clone(),
                None => pairs.push((key.clone(), value.clone())),
            });
        }
        (RubyValue::Array(items), RubyValue::Integer(index)) => {
            let length = items.items().len();
            let position = operators::position(*index, length).filter(|position| *position < MAX_LENGTH);
            let position = position.ok_or_else(|| problem("this index is outside of the array", offset))?;
            run.charge(position, position * size_of::<RubyValue>(), offset)?;
            change!(run, receiver, items, offset, |items| {
                // As in Ruby, an index after the end fills the elements before it with nil.
                items.resize(items.len().max(position + 1), RubyValue::Nil);
                items[position] = value.clone();
            });
        }
        _ => {
            return Err(unsupported(
                format!("`[]=` of a value of class {} is not supported", receiver.class()),
                offset,
            ));
        }
    }
    Ok(value.clone())
}

impl Run<'_> {
    /// `x += y` and similar assignments.
    pub(super) fn change(
        &mut self,
        operator: &'static str,
        target: &Node,
        value: &Node,
        offset: usize,
    ) -> Outcome {
        // The operands of an index are evaluated once.
        let indexed = match &target.kind {
            Kind::Index(receiver, keys) => match &keys[..] {
                [key] => Some((self.evaluate(receiver)?, self.evaluate(key)?)),
                _ => None,
            },
            _ => None,
        };
        let old = match &indexed {
            Some((receiver, key)) => {
                self.charge_search(receiver, std::slice::from_ref(key), offset)?;
                operators::index(receiver, std::slice::from_ref(key), offset)?
            }
            None => self.evaluate(target)?,
        };
        let new = match operator {
            "||" if old.is_true() => return Ok(old),
            "&&" if !old.is_true() => return Ok(old),
            "||" | "&&" => self.evaluate(value)?,
            _ => {
                let value = self.evaluate(value)?;
                operators::apply(self, operator, &old, &value, offset)?
            }
        };
        match indexed {
            Some((receiver, key)) => store(self, &receiver, &key, &new, offset),
            None => Ok(self.set(target, new)),
        }
    }

    /// Evaluates `x[y] = z`, or `scope[y] = z`, which sets a variable of the scope.
    pub(super) fn store(&mut self, target: &Node, key: &Node, value: &Node, offset: usize) -> Outcome {
        if matches!(target.kind, Kind::Scope) {
            let (name, value) = (self.evaluate(key)?, self.evaluate(value)?);
            return super::methods::scope_call(self, "[]=", &[name, value], offset);
        }
        let (receiver, key) = (self.evaluate(target)?, self.evaluate(key)?);
        let value = self.evaluate(value)?;
        store(self, &receiver, &key, &value, offset)
    }

    /// `x << y`, which appends to an array, or to the text of a variable.
    pub(super) fn push(&mut self, target: &Node, value: &Node, offset: usize) -> Outcome {
        if let Kind::Local(_) | Kind::Variable(_) = target.kind {
            // The text is evaluated again by `append_text`, which must not count it as held by this function.
            let is_text = matches!(self.evaluate(target)?, RubyValue::String(_));
            let value = self.evaluate(value)?;
            return match (is_text, &value) {
                (true, RubyValue::String(end)) => self.append_text(target, end, offset),
                _ => {
                    let receiver = self.evaluate(target)?;
                    self.append_to(&receiver, &value, offset)
                }
            };
        }
        let (receiver, value) = (self.evaluate(target)?, self.evaluate(value)?);
        self.append_to(&receiver, &value, offset)
    }

    /// Appends an element to an array.
    fn append_to(&mut self, receiver: &RubyValue, value: &RubyValue, offset: usize) -> Outcome {
        if !matches!(receiver, RubyValue::Array(_)) {
            return Err(unsupported(
                format!("`<<` of a value of class {} is not supported", receiver.class()),
                offset,
            ));
        }
        append(self, receiver, value, offset)
    }

    /// Appends to the text of a variable. Ruby changes the text in place, so nothing else may hold the same text.
    fn append_text(&mut self, target: &Node, appended: &str, offset: usize) -> Outcome {
        let RubyValue::String(text) = self.evaluate(target)? else { return Ok(RubyValue::Nil) };
        self.charge(1, text.len() + appended.len(), offset)?;
        // The variable and this function hold the text.
        if std::rc::Rc::strong_count(&text) > 2 {
            return Err(held_elsewhere(offset));
        }
        let new = RubyValue::string(&format!("{text}{appended}"));
        Ok(self.set(target, new))
    }

    /// Sets a variable of the scope.
    pub(super) fn set_scope_variable(&mut self, name: &str, value: &RubyValue, offset: usize) -> Outcome {
        // In Ruby, `@name` remains the value that the variable had when the template started.
        if !self.has_variable(name) {
            let former = self.scope_variable(name, offset)?.unwrap_or(RubyValue::Nil);
            self.keep_variable(name, former);
        }
        self.publish()?;
        self.walk(value, offset)?;
        let new = self.objects.value(value);
        self.scope.set_variable(name, &new).map_err(|error| caused(error, offset))?;
        // Reading registers the name, so that `publish` also writes later changes of the object to this variable.
        self.scope_variable(name, offset)?;
        Ok(value.clone())
    }

    /// Sets each variable of the scope whose object was changed to the new value of the object.
    pub(super) fn publish(&mut self) -> Result<(), Stop> {
        if !self.objects.is_changed() {
            return Ok(());
        }
        let offset = self.last_change;
        for name in self.read_names.clone() {
            let Some(value) = self.scope.variable(&name).map_err(|error| caused(error, offset))? else {
                continue;
            };
            value.charge_copy(self.scope.budget()).map_err(|error| caused(error, offset))?;
            let object = self.objects.object(&value);
            // This value must not count as a holder when the holders are counted.
            drop(value);
            self.walk(&object, offset)?;
            let renewed = self.objects.renewed(&object).map_err(|_| held_elsewhere(offset))?;
            if let Some(renewed) = renewed
                && !self.scope.replace_variable(&name, &renewed)
            {
                return Err(held_elsewhere(offset));
            }
        }
        self.objects.forget_former_values().map_err(|_| held_elsewhere(offset))
    }
}
