//! The cost of operations that visit all of a value, such as to write, compare or convert it.
//!
//! Collections share their elements and can be changed later, so a few short statements can create a value with too
//! many elements to visit. Invariant: an operation that visits a value recursively is charged here before, which also
//! limits the depth of the value.

use super::run::Run;
use super::stop::{Stop, unsupported};
use super::value::{KEYS_PER_STEP, MAX_DEPTH, RubyValue};

/// How many bytes of a text are visited in one step of the budget.
const BYTES_PER_STEP: usize = 64;

impl Run<'_> {
    /// Charges for a visit of a value and all values in it. Fails if the value has more than [`MAX_DEPTH`] levels.
    pub(super) fn walk(&mut self, value: &RubyValue, offset: usize) -> Result<(), Stop> {
        if !value.is_collection() {
            return Ok(());
        }
        let mut pending = vec![(value.clone(), 1)];
        while let Some((value, depth)) = pending.pop() {
            if depth > MAX_DEPTH {
                return Err(unsupported("a collection this deep is not supported in templates", offset));
            }
            let mut steps = 1;
            let mut visit = |item: &RubyValue| {
                steps += 1 + item.text_length() / BYTES_PER_STEP;
                if item.is_collection() {
                    pending.push((item.clone(), depth + 1));
                }
            };
            match &value {
                RubyValue::Array(items) => items.items().iter().for_each(visit),
                RubyValue::Hash(pairs) => {
                    for (key, value) in pairs.items().iter() {
                        visit(key);
                        visit(value);
                    }
                }
                _ => {}
            }
            self.charge(steps, 0, offset)?;
        }
        Ok(())
    }

    /// The text that Ruby's `to_s` returns; charges for it.
    pub(super) fn text(&mut self, value: &RubyValue, offset: usize) -> Result<String, Stop> {
        self.walk(value, offset)?;
        Ok(value.text())
    }

    /// Charges for the search of keys in a collection.
    pub(super) fn charge_search(
        &mut self,
        receiver: &RubyValue,
        keys: &[RubyValue],
        offset: usize,
    ) -> Result<(), Stop> {
        self.walk_all(keys, offset)?;
        match receiver {
            RubyValue::Hash(pairs) => self.charge(pairs.items().len() / KEYS_PER_STEP + 1, 0, offset),
            _ => Ok(()),
        }
    }

    /// Charges for visits of all arguments of a method.
    pub(super) fn walk_all(&mut self, values: &[RubyValue], offset: usize) -> Result<(), Stop> {
        values.iter().try_for_each(|value| self.walk(value, offset))
    }
}

impl RubyValue {
    fn is_collection(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Hash(_))
    }

    /// The length of a text; 0 for other values.
    fn text_length(&self) -> usize {
        match self {
            Self::String(text) => text.len(),
            _ => 0,
        }
    }
}
