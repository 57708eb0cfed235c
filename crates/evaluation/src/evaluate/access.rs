//! `x[…]`: elements and slices of strings, arrays and hashes, parameters of types, features of objects.

use super::failure::{Stop, failure, failure_with};
use super::number::Number;
use super::operators::{kind_of, to_number};
use super::rich::Binary;
use super::run::{Outcome, Run};
use super::types::TypeKind;
use super::value::{Hash, flatten_into};
use super::{Value, types};
use crate::language::expression::{ExprId, List};
use std::ops::Range;
use std::sync::Arc;

/// The part of an array, a string or a `Binary` that the numbers in brackets after it select.
enum Selection {
    /// `$x[2]`: the element at this position.
    Element(usize),
    /// `$x[2, 3]`: the elements in this range of positions, which may be empty.
    Slice(Range<usize>),
}

impl Selection {
    /// The positions of the selected elements. All of them exist in the value.
    fn range(self) -> Range<usize> {
        match self {
            Self::Element(position) => position..position + 1,
            Self::Slice(range) => range,
        }
    }
}

impl Run<'_> {
    /// The value of `receiver[keys]`.
    pub(super) fn access(&mut self, receiver: ExprId, keys: List) -> Outcome {
        let value = self.eval(receiver)?;
        let expressions = self.expressions;
        let mut evaluated = Vec::with_capacity(1);
        for key in expressions.list(keys) {
            evaluated.push(self.eval(*key)?);
        }
        if let Value::Array(_) = value {
            // At most two: the position and the length. Further keys are an error.
            for (id, key) in expressions.list(keys).iter().zip(&evaluated).take(2) {
                self.warn_of_conversion(*id, key)?;
            }
        }
        self.access_value(&value, &evaluated)
    }

    /// The elements of a value that `value[keys]` selects. An unknown value or key makes the result unknown.
    pub(super) fn access_value(&mut self, value: &Value, keys: &[Value]) -> Outcome {
        let unknown_key = keys.iter().find_map(Value::unknown);
        match (value, unknown_key) {
            (Value::Unknown(unknown), _) | (_, Some(unknown)) => {
                return Ok(Value::Unknown(Arc::clone(unknown)));
            }
            _ => {}
        }
        match value {
            Value::Hash(hash) => self.access_hash(hash, keys),
            Value::Array(items) => self.access_array(value, items, keys),
            Value::String(text) => self.access_string(value, text, keys),
            Value::Type(ty) => self.access_type(ty, keys),
            Value::Object(object) => match keys {
                [Value::String(name)] => Ok(self.host.read_feature(object, name, self.budget)?),
                _ => Err(failure("the brackets after an object must contain the name of one feature")),
            },
            other => match other.rich::<Binary>() {
                Some(Binary(bytes)) => self.access_bytes(value, bytes, keys),
                None => Err(failure(format!("a value of type {} has no elements", kind_of(other)))),
            },
        }
    }

    /// The value of a key of a hash, or the values of several keys.
    fn access_hash(&mut self, hash: &Hash, keys: &[Value]) -> Outcome {
        keys.iter().try_for_each(|key| self.charge_walk(key))?;
        if let [key] = keys {
            return Ok(hash.get(key).cloned().unwrap_or(Value::Undef));
        }
        // As in Puppet, several keys give an array, without missing and undefined values.
        let present = keys.iter().filter_map(|key| hash.get(key));
        let defined = present.filter(|value| !matches!(value, Value::Undef)).cloned().collect();
        self.array(defined)
    }

    /// An element of an array, or several consecutive ones. `value` is the array with the elements `items`.
    fn access_array(&mut self, value: &Value, items: &[Value], keys: &[Value]) -> Outcome {
        if is_word(keys) {
            return Err(failure_with(
                "the brackets after an array must contain the number of an element",
                "for a feature of each element, write `.map |$x| { $x[feature] }`",
            ));
        }
        match self.selection(value, keys, items.len())? {
            Some(Selection::Element(position)) => Ok(items[position].clone()),
            Some(Selection::Slice(range)) => self.array(items[range].to_vec()),
            // As in Puppet, a single position outside of the array gives undef, a slice gives an empty array.
            None if keys.len() == 1 => Ok(Value::Undef),
            None => self.array(Vec::new()),
        }
    }

    /// A part of a string. `value` is the string with the characters of `text`.
    fn access_string(&mut self, value: &Value, text: &str, keys: &[Value]) -> Outcome {
        if is_word(keys) {
            return Err(failure_with(
                "the brackets after a string must contain the position of a character",
                "the name of a variable starts with `$`, as in `$self[feature]`",
            ));
        }
        self.charge_walk(value)?;
        let character_count = text.chars().count();
        let Some(selection) = self.selection(value, keys, character_count)? else {
            // As in Puppet, a position outside of a string gives an empty string instead of undef.
            return Ok(Value::string(""));
        };
        let range = selection.range();
        let part: String = text.chars().skip(range.start).take(range.len()).collect();
        self.string(part)
    }

    /// A part of a `Binary`. `value` is the `Binary` with these bytes.
    fn access_bytes(&mut self, value: &Value, bytes: &[u8], keys: &[Value]) -> Outcome {
        self.charge_walk(value)?;
        let part = match self.selection(value, keys, bytes.len())? {
            Some(selection) => &bytes[selection.range()],
            None => &[],
        };
        self.budget.allocate(part.len())?;
        Ok(Binary::value(part))
    }

    /// The value of `Type[keys]`: a type with parameters, several types, or a parameter of a resource.
    fn access_type(&mut self, ty: &super::Type, keys: &[Value]) -> Outcome {
        for key in keys {
            self.charge_walk(key)?;
        }
        // The brackets after a reference to one resource, as in `File['/etc/motd']['mode']`, read its parameters.
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
        let compiled_keys = match ty.kind() {
            TypeKind::Pattern(_) => Some(self.compiled_keys(keys)?),
            // An invalid regular expression is reported here, not where the type is used.
            TypeKind::Regexp(_) if keys.iter().all(|key| matches!(key, Value::String(_))) => {
                Some(self.compiled_keys(keys)?)
            }
            _ => None,
        };
        let narrowed = types::access(ty, compiled_keys.as_deref().unwrap_or(keys)).map_err(failure)?;
        // An estimate of the size of the type in bytes.
        self.budget.allocate(64 + narrowed.weight() as usize * 16)?;
        self.checked(Value::Type(narrowed))
    }

    /// The parameters of a `Pattern` or `Regexp`. Nested arrays are flattened; strings and types such as `Regexp[/a/]`
    /// are replaced by compiled regular expressions.
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

    /// The part that `value[keys]` selects; `None` if it is outside of the value. `size` is the number of elements,
    /// characters or bytes of the value.
    fn selection(&mut self, value: &Value, keys: &[Value], size: usize) -> Result<Option<Selection>, Stop> {
        let mut flat = Vec::new();
        flatten_into(keys, &mut flat);
        flat.iter().try_for_each(|key| self.charge_walk(key))?;
        let whole_number = |key: &Value| match to_number(key)? {
            Number::Integer(n) => Ok(n),
            Number::Float(_) => Err(failure(format!(
                "the brackets after a value of type {} must contain whole numbers",
                kind_of(value)
            ))),
        };
        let total = i64::try_from(size).unwrap_or(i64::MAX);
        // A negative number counts from the end of the value.
        let position_of = |key: i64| if key < 0 { total.saturating_add(key) } else { key };
        match flat.as_slice() {
            [key] => {
                let position = position_of(whole_number(key)?);
                let is_inside = (0..total).contains(&position);
                Ok(is_inside.then(|| Selection::Element(to_index(position))))
            }
            [from, count] => {
                let (start, count) = (position_of(whole_number(from)?), whole_number(count)?);
                Ok(slice_range(start, count, total)?.map(Selection::Slice))
            }
            other => {
                Err(failure(format!("the brackets must contain one or two numbers, not {}", other.len())))
            }
        }
    }
}

/// The positions that `value[start, count]` selects; `None` if they are outside of the value. A negative `start` is
/// before the first element. `total` is the number of elements of the value.
fn slice_range(mut start: i64, mut count: i64, total: i64) -> Result<Option<Range<usize>>, Stop> {
    // As in Puppet, a negative count is the position of the last selected element, from the end of the value:
    // `$x[1, -1]` selects all elements but the first.
    if count < 0 {
        let count_to_end = total.checked_sub(start);
        // -1 is the last element itself, which is selected, so 1 is added.
        count = count_to_end
            .and_then(|to_end| to_end.checked_add(count))
            .and_then(|without_end| without_end.checked_add(1))
            .ok_or_else(|| failure("these numbers are too large for the brackets after a value"))?;
    }
    if start < 0 {
        // The positions before the first element count, but select nothing.
        count = count.saturating_add(start);
        start = 0;
    }
    if start > total || count < 0 {
        return Ok(None);
    }
    let end = start + count.min(total - start);
    Ok(Some(to_index(start)..to_index(end)))
}

/// Whether the only key is a string that is not a number, such as the name of a feature.
fn is_word(keys: &[Value]) -> bool {
    matches!(keys, [key @ Value::String(_)] if to_number(key).is_err())
}

/// A position as an index; the caller ensures that it is not negative.
fn to_index(position: i64) -> usize {
    usize::try_from(position).unwrap_or(0)
}
