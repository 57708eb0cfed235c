//! What operations cost that visit all of a value, such as to write, compare or convert it.
//!
//! Collections share their elements and can be changed later, so a few short statements make a value with more elements than
//! there is time for. Invariant: what visits a value recursively is charged here before, which also limits its depth.

use super::run::Run;
use super::stop::{Stop, unsupported};
use super::value::{MAX_DEPTH, RubyValue};

impl Run<'_> {
    /// Charges for a visit of all of a value.
    pub(super) fn walk(&mut self, value: &RubyValue, at: usize) -> Result<(), Stop> {
        if !value.is_collection() {
            return Ok(());
        }
        let mut open = vec![(value.clone(), 1)];
        while let Some((value, depth)) = open.pop() {
            if depth > MAX_DEPTH {
                return Err(unsupported("a collection this deep is not supported in templates", at));
            }
            let mut visit = |items: &mut dyn Iterator<Item = &RubyValue>| {
                let mut count = 1;
                for item in items {
                    count += 1 + item.text_length() / 64;
                    if item.is_collection() {
                        open.push((item.clone(), depth + 1));
                    }
                }
                count
            };
            let count = match &value {
                RubyValue::Array(items) => visit(&mut items.items().iter()),
                RubyValue::Hash(pairs) => {
                    visit(&mut pairs.items().iter().flat_map(|(key, value)| [key, value]))
                }
                _ => 1,
            };
            self.charge(count, 0, at)?;
        }
        Ok(())
    }

    /// The text that Ruby's `to_s` gives.
    pub(super) fn text(&mut self, value: &RubyValue, at: usize) -> Result<String, Stop> {
        self.walk(value, at)?;
        Ok(value.text())
    }

    /// Charges for the search of keys in a collection.
    pub(super) fn charge_search(
        &mut self,
        on: &RubyValue,
        keys: &[RubyValue],
        at: usize,
    ) -> Result<(), Stop> {
        self.walk_all(keys, at)?;
        match on {
            RubyValue::Hash(pairs) => self.charge(pairs.items().len() / 8 + 1, 0, at),
            _ => Ok(()),
        }
    }

    /// Charges for visits of all arguments of a method.
    pub(super) fn walk_all(&mut self, values: &[RubyValue], at: usize) -> Result<(), Stop> {
        values.iter().try_for_each(|value| self.walk(value, at))
    }
}

impl RubyValue {
    fn is_collection(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Hash(_))
    }

    fn text_length(&self) -> usize {
        match self {
            Self::String(text) => text.len(),
            _ => 0,
        }
    }
}
