//! The arrays and hashes of Ruby that represent values of manifests, and their changes.
//!
//! In Ruby, a template uses the same objects as its scope, so it can change them for all code that is evaluated later.
//! Here values never change: a changed array or hash becomes a new value, which replaces the former one in its
//! variable. Invariants: a value that is read again, also by another template, is the same object; a change of a value
//! that is also used elsewhere, where it would be visible in Ruby, is a problem.

use super::value::{Item, RubyValue, SharedItems};
use modelwright_evaluation::evaluate::{Unknown, Value};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum depth of templates that render further templates. Each uses more of the stack than a function of a
/// manifest.
const MAX_TEMPLATES: usize = 100;

/// The objects that represent values of scopes in templates.
#[derive(Debug, Default)]
pub struct Objects {
    /// The objects, by the addresses of their values. Each object holds its value, so that the address remains valid.
    known: RefCell<FxHashMap<usize, RubyValue>>,
    /// The objects that were changed since the scope was last up to date.
    changed: RefCell<Vec<RubyValue>>,
    /// The number of templates that are being rendered.
    depth: Cell<usize>,
}

/// The problem that the former value of a changed object is also used elsewhere, where the change must be visible.
pub(super) struct HeldElsewhere;

/// The address of a collection, or of a value that is not known; `None` for other values.
fn address(value: &Value) -> Option<usize> {
    match value {
        Value::Array(items) => Some(Arc::as_ptr(items).addr()),
        Value::Hash(hash) => Some(Arc::as_ptr(hash).addr()),
        Value::Unknown(unknown) => Some(Arc::as_ptr(unknown).addr()),
        _ => None,
    }
}

/// The number of holders of a collection, of a text or of a value that is not known; 0 for other values, which are
/// copied.
pub(crate) fn holders(value: &Value) -> usize {
    match value {
        Value::String(text) => Arc::strong_count(text),
        Value::Array(items) => Arc::strong_count(items),
        Value::Hash(hash) => Arc::strong_count(hash),
        Value::Unknown(unknown) => Arc::strong_count(unknown),
        _ => 0,
    }
}

impl Objects {
    /// Enters a template. Returns `false` and enters nothing if too many templates are being rendered.
    pub(super) fn enter(&self) -> bool {
        let depth = self.depth.get();
        if depth >= MAX_TEMPLATES {
            return false;
        }
        self.depth.set(depth + 1);
        true
    }

    /// Leaves a template. After the outermost one, only objects with symbols are remembered, because values of
    /// manifests cannot contain the symbols. If the template failed (`is_complete` is false), no objects are
    /// remembered, because they may be larger than the charged work.
    pub(super) fn leave(&self, is_complete: bool) {
        self.depth.set(self.depth.get().saturating_sub(1));
        if self.depth.get() == 0 {
            self.known.borrow_mut().retain(|_, object| is_complete && object.has_symbols());
            self.changed.borrow_mut().clear();
        }
    }

    /// The object that represents a value, if there is one.
    pub(super) fn known(&self, value: &Value) -> Option<RubyValue> {
        self.known.borrow().get(&address(value)?).cloned()
    }

    /// The object that represents a value, which is created and recorded if there is none.
    pub(super) fn object(&self, value: &Value) -> RubyValue {
        if let Some(known) = self.known(value) {
            return known;
        }
        let object = match value {
            Value::Array(items) => RubyValue::array(items.iter().map(|item| self.object(item)).collect()),
            Value::Hash(hash) => {
                let pairs = hash.pairs().iter();
                RubyValue::hash(pairs.map(|(key, value)| (self.object(key), self.object(value))).collect())
            }
            _ => return RubyValue::from_plain(value),
        };
        self.remember(&object, value.clone());
        object
    }

    /// Records the value that an object represents.
    fn remember(&self, object: &RubyValue, value: Value) {
        let mut known_objects = self.known.borrow_mut();
        if let Some(address) = address(&value) {
            known_objects.insert(address, object.clone());
        }
        // The address of the former value is forgotten, because the object no longer holds this value.
        let former = object.origin().and_then(|origin| origin.replace(Some(value)));
        if let Some(former_address) = former.as_ref().and_then(address) {
            known_objects.remove(&former_address);
        }
    }

    /// Records a change of an object.
    pub(super) fn change(&self, object: &RubyValue) {
        self.changed.borrow_mut().push(object.clone());
    }

    /// Whether there are changes that were not made in the scope yet.
    pub(super) fn is_changed(&self) -> bool {
        !self.changed.borrow().is_empty()
    }

    /// The value of an object as the argument of a function, in which texts replace symbols.
    pub(super) fn argument(&self, object: &RubyValue) -> Value {
        if object.has_symbols() { object.to_value() } else { self.value(object) }
    }

    /// The value of an object, which is created and recorded if it has none yet.
    pub(super) fn value(&self, object: &RubyValue) -> Value {
        if let Some(known) = object.origin().and_then(|origin| origin.borrow().clone()) {
            return known;
        }
        if object.has_symbols() {
            let reason = "a template sets it to a value of Ruby with symbols, which manifests do not have";
            let value = Value::Unknown(Arc::new(Unknown { reason: reason.to_owned(), place: None }));
            self.remember(object, value.clone());
            return value;
        }
        let value = match object {
            RubyValue::Array(items) => {
                Value::array(items.items().iter().map(|item| self.value(item)).collect())
            }
            RubyValue::Hash(pairs) => {
                let pairs = pairs.items();
                Value::hash(pairs.iter().map(|(key, value)| (self.value(key), self.value(value))))
            }
            plain => return plain.to_value(),
        };
        self.remember(object, value.clone());
        value
    }

    /// The new value of an object if it, or an object in it, was changed; `None` if its value is up to date. The caller
    /// checks whether the former value is also used elsewhere.
    pub(super) fn renewed(&self, object: &RubyValue) -> Result<Option<Value>, HeldElsewhere> {
        let mut is_changed = object.take_change();
        match object {
            RubyValue::Array(items) => {
                for item in items.items().iter() {
                    is_changed |= self.is_renewed(item)?;
                }
            }
            RubyValue::Hash(pairs) => {
                for (_, value) in pairs.items().iter() {
                    is_changed |= self.is_renewed(value)?;
                }
            }
            _ => return Ok(None),
        }
        if !is_changed {
            return Ok(None);
        }
        let former = object.origin().and_then(RefCell::take);
        if let Some(former_address) = former.as_ref().and_then(address) {
            self.known.borrow_mut().remove(&former_address);
        }
        Ok(Some(self.value(object)))
    }

    /// Whether an object inside of another one was changed, so that it has a new value. Fails if its former value is
    /// also used elsewhere.
    fn is_renewed(&self, object: &RubyValue) -> Result<bool, HeldElsewhere> {
        let former = object.origin().and_then(|origin| origin.borrow().clone());
        let is_renewed = self.renewed(object)?.is_some();
        // Only `former` and the collection that contains the value may hold it.
        if is_renewed && former.is_some_and(|former| holders(&former) > 2) {
            return Err(HeldElsewhere);
        }
        Ok(is_renewed)
    }

    /// Forgets the former value of each changed object that no variable refers to. Fails if something else, such as
    /// another array, still holds the former value, because the change would be missing there.
    pub(super) fn forget_former_values(&self) -> Result<(), HeldElsewhere> {
        for object in self.changed.take() {
            if !object.take_change() {
                continue;
            }
            let Some(former) = object.origin().and_then(RefCell::take) else { continue };
            let Some(former_address) = address(&former) else { continue };
            self.known.borrow_mut().remove(&former_address);
            if holders(&former) > 1 {
                return Err(HeldElsewhere);
            }
        }
        Ok(())
    }
}

impl RubyValue {
    /// The value that the object represents.
    fn origin(&self) -> Option<&RefCell<Option<Value>>> {
        match self {
            Self::Array(items) => Some(&items.origin),
            Self::Hash(pairs) => Some(&pairs.origin),
            _ => None,
        }
    }

    /// Whether the object was changed since the last call.
    fn take_change(&self) -> bool {
        match self {
            Self::Array(items) => items.is_changed.take(),
            Self::Hash(pairs) => pairs.is_changed.take(),
            _ => false,
        }
    }

    /// Whether the object contains symbols. `:default` and `:undef` do not count, because values of manifests represent
    /// them.
    fn has_symbols(&self) -> bool {
        let is_symbol = |item: &RubyValue| match item {
            Self::Symbol(name) => !matches!(&**name, "default" | "undef"),
            _ => false,
        };
        match self {
            Self::Array(items) => items.items().iter().any(|item| is_symbol(item) || item.has_symbols()),
            Self::Hash(pairs) => pairs
                .items()
                .iter()
                .any(|(key, value)| is_symbol(key) || is_symbol(value) || value.has_symbols()),
            _ => false,
        }
    }

    /// Whether this collection is the object `inner` or contains it. Also `true` if this collection has more than
    /// `depth` levels.
    pub(super) fn encloses(&self, inner: &RubyValue, depth: usize) -> bool {
        let is_same = match (self, inner) {
            (Self::Array(left), Self::Array(right)) => Rc::ptr_eq(left, right),
            (Self::Hash(left), Self::Hash(right)) => Rc::ptr_eq(left, right),
            _ => false,
        };
        let Some(depth_below) = depth.checked_sub(1) else { return true };
        if is_same {
            return true;
        }
        match self {
            Self::Array(items) => items.items().iter().any(|item| item.encloses(inner, depth_below)),
            Self::Hash(pairs) => pairs
                .items()
                .iter()
                .any(|(key, value)| key.encloses(inner, depth_below) || value.encloses(inner, depth_below)),
            _ => false,
        }
    }
}

impl<T: Item> SharedItems<T> {
    /// Changes the items; `None` while a method iterates over them, because it would not visit the same items as in
    /// Ruby.
    pub(super) fn change<R>(&self, change: impl FnOnce(&mut Vec<T>) -> R) -> Option<R> {
        let mut content = self.content.borrow_mut();
        let result = change(Rc::get_mut(&mut content)?);
        self.is_changed.set(true);
        Some(result)
    }
}
