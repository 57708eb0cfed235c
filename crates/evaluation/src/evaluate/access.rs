//! `x[…]`: elements and slices of strings, arrays and hashes, parameters of types, features of objects.

use super::failure::{Stop, failure, failure_with};
use super::number::Number;
use super::operators::{kind_of, to_number};
use super::rich::Binary;
use super::run::{Outcome, Run};
use super::types::TypeKind;
use super::value::flatten_into;
use super::{Value, types};
use crate::language::expression::{ExprId, List};
use std::sync::Arc;

impl Run<'_> {
    pub(super) fn access(&mut self, on: ExprId, keys: List) -> Outcome {
        let value = self.eval(on)?;
        let expressions = self.expressions;
        let mut evaluated = Vec::with_capacity(1);
        for key in expressions.list(keys) {
            evaluated.push(self.eval(*key)?);
        }
        self.access_value(&value, &evaluated)
    }

    /// The elements of a value that `value[keys]` selects. An unknown value or key makes the result unknown.
    pub(super) fn access_value(&mut self, value: &Value, keys: &[Value]) -> Outcome {
        let of_key = || keys.iter().find_map(Value::unknown);
        match (value, of_key()) {
            (Value::Unknown(unknown), _) | (_, Some(unknown)) => {
                return Ok(Value::Unknown(Arc::clone(unknown)));
            }
            _ => {}
        }
        match value {
            Value::Hash(hash) => match keys {
                [key] => {
                    self.charge_walk(key)?;
                    Ok(hash.get(key).cloned().unwrap_or(Value::Undef))
                }
                _ => {
                    keys.iter().try_for_each(|key| self.charge_walk(key))?;
                    // As in Puppet, several keys give an array, without missing and undefined values.
                    let found = keys.iter().filter_map(|key| hash.get(key));
                    let found = found.filter(|value| !matches!(value, Value::Undef)).cloned().collect();
                    self.array(found)
                }
            },
            Value::Array(_) if matches!(keys, [key @ Value::String(_)] if to_number(key).is_err()) => {
                Err(failure_with(
                    "the brackets after an array must contain the number of an element",
                    "for a feature of each element, write `.map |$x| { $x[feature] }`",
                ))
            }
            Value::Array(items) => {
                let Some((from, length)) = self.slice_range(value, keys, items.len())? else {
                    // As in Puppet, a single position outside of the array gives undef, a slice gives an empty array.
                    return if keys.len() == 1 { Ok(Value::Undef) } else { self.array(Vec::new()) };
                };
                match length {
                    None => Ok(items[from].clone()),
                    Some(length) => self.array(items[from..from + length].to_vec()),
                }
            }
            Value::String(_) if matches!(keys, [key @ Value::String(_)] if to_number(key).is_err()) => {
                Err(failure_with(
                    "the brackets after a string must contain the position of a character",
                    "the name of a variable starts with `$`, as in `$self[feature]`",
                ))
            }
            Value::String(text) => {
                self.charge_walk(value)?;
                let characters = text.chars().count();
                let Some((from, length)) = self.slice_range(value, keys, characters)? else {
                    // As in Puppet, a position outside of a string gives an empty string instead of undef.
                    return Ok(Value::string(""));
                };
                let part: String = text.chars().skip(from).take(length.unwrap_or(1)).collect();
                self.string(part)
            }
            Value::Type(ty) => {
                for key in keys {
                    self.charge_walk(key)?;
                }
                if ty.is_complete_reference()
                    && let Some(value) = self.host.read_reference(ty, keys, self.budget)?
                {
                    return Ok(value);
                }
                // As in Puppet, `Class['a', 'b']` is an array of types.
                if let Some(types) = types::access_many(ty, keys) {
                    let types = types.map_err(failure)?;
                    self.budget.step(types.len() as u64)?;
                    return self.array(types.into_iter().map(Value::Type).collect());
                }
                let compiled = match ty.kind() {
                    TypeKind::Pattern(_) => Some(self.compiled_keys(keys)?),
                    // An invalid regular expression is reported here, not where the type is used.
                    TypeKind::Regexp(_) if keys.iter().all(|key| matches!(key, Value::String(_))) => {
                        Some(self.compiled_keys(keys)?)
                    }
                    _ => None,
                };
                let narrowed = types::access(ty, compiled.as_deref().unwrap_or(keys)).map_err(failure)?;
                self.budget.allocate(64 + narrowed.weight() as usize * 16)?;
                self.checked(Value::Type(narrowed))
            }
            Value::Object(object) => match keys {
                [Value::String(name)] => Ok(self.host.read_feature(object, name, self.budget)?),
                _ => Err(failure("the brackets after an object must contain the name of one feature")),
            },
            other => {
                let Some(Binary(bytes)) = other.rich::<Binary>() else {
                    return Err(failure(format!("a value of type {} has no elements", kind_of(other))));
                };
                self.charge_walk(value)?;
                let part = match self.slice_range(value, keys, bytes.len())? {
                    Some((from, length)) => {
                        let end = bytes.len().min(from + length.unwrap_or(1));
                        &bytes[from..end]
                    }
                    None => &[],
                };
                self.budget.allocate(part.len())?;
                Ok(Binary::value(part))
            }
        }
    }

    /// The parameters of a `Pattern`, with strings replaced by compiled regular expressions.
    fn compiled_keys(&mut self, keys: &[Value]) -> Result<Vec<Value>, Stop> {
        let mut flat = Vec::new();
        flatten_into(keys, &mut flat);
        for key in &mut flat {
            let source = match key {
                Value::String(text) => text.clone(),
                Value::Type(ty) => match ty.kind() {
                    TypeKind::Regexp(source) => source.clone().unwrap_or_default(),
                    _ => continue,
                },
                _ => continue,
            };
            *key = Value::Regexp(self.compile(&source)?);
        }
        Ok(flat)
    }

    /// The start and the length of a slice; without a length, it is a single element. `None` if the slice is outside of
    /// the value.
    fn slice_range(
        &mut self,
        on: &Value,
        keys: &[Value],
        length: usize,
    ) -> Result<Option<(usize, Option<usize>)>, Stop> {
        let mut flat = Vec::new();
        flatten_into(keys, &mut flat);
        flat.iter().try_for_each(|key| self.charge_walk(key))?;
        let whole = |key: &Value| match to_number(key)? {
            Number::Integer(n) => Ok(n),
            Number::Float(_) => Err(failure(format!(
                "the brackets after a value of type {} must contain whole numbers",
                kind_of(on)
            ))),
        };
        let total = i64::try_from(length).unwrap_or(i64::MAX);
        let start = |key: i64| if key < 0 { total.saturating_add(key) } else { key };
        match flat.as_slice() {
            [key] => {
                let at = start(whole(key)?);
                Ok((0..total).contains(&at).then(|| (position_of(at), None)))
            }
            [from, count] => {
                let (mut at, mut count) = (start(whole(from)?), whole(count)?);
                // As in Puppet, a negative count is a position from the end: that of the last character or element.
                if count < 0 {
                    let end = total.checked_sub(at).and_then(|rest| rest.checked_add(count));
                    count = end.and_then(|end| end.checked_add(1)).ok_or_else(|| {
                        failure("these numbers are too large for the brackets after a value")
                    })?;
                }
                if at < 0 {
                    count = count.saturating_add(at);
                    at = 0;
                }
                if at > total || count < 0 {
                    return Ok(None);
                }
                Ok(Some((position_of(at), Some(position_of(count.min(total - at))))))
            }
            other => {
                Err(failure(format!("the brackets must contain one or two numbers, not {}", other.len())))
            }
        }
    }
}

fn position_of(n: i64) -> usize {
    usize::try_from(n).unwrap_or(0)
}
