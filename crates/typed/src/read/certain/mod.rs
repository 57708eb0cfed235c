//! Reads ordinary JSON directly into values, without a model in between.
//!
//! Only what the reader of models surely reads without a problem, as the same value, is read here. Anything else is a
//! doubt, which has no reason: the document is then read completely, which reports all problems and resolves
//! references. Doubts are references, objects with `$type` among other keys, choices, tuples and values of any kind,
//! deep nesting, and everything invalid. Invariant: scalars become the data of a model by the functions that the
//! reader of models uses, so a type sees the same data in both ways. This module does not know documents.

mod object;
mod plans;

pub(super) use object::CertainValue;

use super::super::Element;
use super::super::description::root_class;
use super::super::embedded::{TYPE, embedded_of};
use super::{MAX_LEVELS, MAX_STACK_BYTES};
use crate::ecore::{ClassId, Metamodel, PackageId};
use crate::input::Limits;
use crate::json::{CertainText, Doubt};
use crate::model::load::slot_limit;
use crate::tree::names::{find_class, find_package, top_package};
use crate::tree::{DeclaredNames, Token};
use object::CertainObject;
use plans::TypePlans;
use std::borrow::Cow;
use std::sync::Arc;

/// The key with the namespace URI of a document's metamodel.
const MODEL: &str = "$model";

/// The root of a JSON document, if the document is surely valid and has no references.
#[must_use]
pub fn from_certain_json<T: Element>(text: &str) -> Option<T> {
    if text.len() > Limits::default().document || T::LIST.is_some() || T::alternatives().is_some() {
        return None;
    }
    let metamodel = embedded_of::<T>().ok()?.metamodel().ok()?;
    let package = T::CLASSES.first()?.package;
    let mut reader = CertainReader {
        text: CertainText::new(text),
        metamodel,
        package: None,
        discriminator: Some(package.discriminator).filter(|key| *key != TYPE),
        ignores_unknown_keys: package.ignores_unknown_keys,
        plans: plans::take(),
        names: Vec::new(),
        last: InferredClass::default(),
        lookahead: text.len().saturating_mul(MAX_LOOKAHEAD),
        slots: slot_limit(text.len()),
        key: None,
        levels: 0,
        stack_left: MAX_STACK_BYTES,
        is_doubtful: false,
    };
    let root = reader.root();
    // The plans serve the next document of this thread.
    plans::keep(reader.plans);
    root
}

/// How often a byte is read again, on average at most, to find the classes of objects.
const MAX_LOOKAHEAD: usize = 4;

/// The maximum number of names of classes that are kept for one document.
const MAX_NAMES: usize = 64;

pub(super) struct CertainReader<'t> {
    text: CertainText<'t>,
    metamodel: &'static Arc<Metamodel>,
    /// The package whose classes need no URI.
    package: Option<PackageId>,
    /// The specified key with the name of an object's class, if it is not `$type`.
    discriminator: Option<&'static str>,
    ignores_unknown_keys: bool,
    plans: TypePlans,
    /// The names of classes that were resolved, each with the key and the class that was expected.
    names: Vec<(ClassKey, ClassId, &'t str, ClassId)>,
    last: InferredClass<'t>,
    /// The number of bytes that may be read again to find the classes of objects.
    lookahead: usize,
    /// The number of features that the classes of further objects may have, as when a model is read.
    slots: usize,
    /// The key of an entry of a map that is read next.
    key: Option<Token<'t>>,
    /// The number of objects that are being read.
    levels: usize,
    /// The number of bytes of the stack that further objects inside this one may take, by the sizes of their types.
    stack_left: usize,
    /// Whether something was found that must be read in another way.
    is_doubtful: bool,
}

/// The last class that was inferred: objects of a list usually have the same keys.
#[derive(Debug, Default)]
struct InferredClass<'t> {
    expected: Option<ClassId>,
    keys: Vec<&'t str>,
    class: Option<ClassId>,
}

/// The key that names the class of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClassKey {
    /// `$type`.
    Type,
    /// The specified discriminator.
    Discriminator,
    /// The discriminator at a position among those that the metamodel declares for a class.
    Declared(usize),
}

impl<'t> CertainReader<'t> {
    fn root<T: Element>(&mut self) -> Option<T> {
        let class = self.plans.root::<T>(self.metamodel, root_class::<T>)?;
        self.package = Some(top_package(self.metamodel, class.id));
        let root = self.element(class.id, class.is_sealed)?;
        // The text is read completely only if no doubt has ended reading.
        (!self.is_doubtful && self.text.is_at_end()).then_some(root)
    }

    /// Ends reading.
    fn doubt<R>(&mut self) -> Option<R> {
        self.is_doubtful = true;
        None
    }

    /// Reads an object whose class is expected; `is_sealed` is whether it has no subclasses.
    fn element<T: Element>(&mut self, expected: ClassId, is_sealed: bool) -> Option<T> {
        let stack_left = self.stack_left;
        if self.levels >= MAX_LEVELS || (self.levels > 0 && stack_left < size_of::<T>()) {
            return self.doubt();
        }
        (self.levels, self.stack_left) = (self.levels + 1, stack_left.saturating_sub(size_of::<T>()));
        let value = self.object(expected, is_sealed);
        (self.levels, self.stack_left) = (self.levels - 1, stack_left);
        if value.is_none() {
            self.is_doubtful = true;
        }
        value
    }

    fn object<T: Element>(&mut self, expected: ClassId, is_sealed: bool) -> Option<T> {
        let (class, key) = self.class(expected, is_sealed).ok()?;
        let (at, plan) = self.plans.class::<T>(self.metamodel, class)?;
        self.slots = self.slots.checked_sub(plan.slots)?;
        let mut object = CertainObject::new(self, plan, key);
        let mut value = None;
        T::read(at, &mut value, &mut object).ok()?;
        value
    }

    /// The class of an object, and its first key that may be a feature; `None` if it has no such key.
    fn class(&mut self, expected: ClassId, is_sealed: bool) -> Result<(ClassId, Option<&'t str>), Doubt> {
        self.text.skip(b'{')?;
        let mut key = self.text.key(true)?;
        // A document may begin with its metamodel.
        if self.levels == 1 && key == Some(MODEL) {
            let label = self.text.string()?;
            self.package = Some(find_package(self.metamodel, &label).ok_or(Doubt)?);
            key = self.text.key(false)?;
        }
        if key == Some(TYPE) {
            let class = self.named_class(ClassKey::Type, expected)?;
            return Ok((class, self.text.key(false)?));
        }
        if is_sealed {
            return Ok((expected, key));
        }
        if let Some(name) = key
            && let Some(discriminator) = self.discriminator_named(name, expected)
        {
            let class = self.named_class(discriminator, expected)?;
            return Ok((class, self.text.key(false)?));
        }
        Ok((self.inferred_class(expected, key)?, key))
    }

    /// The class of an object that does not begin with its name, given its first key: that which another key names, or
    /// the only one that fits all keys.
    fn inferred_class(&mut self, expected: ClassId, first: Option<&'t str>) -> Result<ClassId, Doubt> {
        let (mut ahead, mut key, mut keys) = (self.text.look_ahead(), first, Vec::new());
        while let Some(name) = key {
            // The document's own keys may name the class, or make the object a reference.
            if name.starts_with('$') {
                return Err(Doubt);
            }
            if let Some(discriminator) = self.discriminator_named(name, expected) {
                self.charge(&ahead)?;
                // The name is read where the lookahead is; the object is read from its start afterwards.
                std::mem::swap(&mut ahead, &mut self.text);
                let class = self.named_class(discriminator, expected);
                std::mem::swap(&mut ahead, &mut self.text);
                return class;
            }
            keys.push(name);
            ahead.skip_value()?;
            key = ahead.key(false)?;
        }
        self.charge(&ahead)?;
        if let Some(class) = self.last.class
            && self.last.expected == Some(expected)
            && self.last.keys == keys
        {
            return Ok(class);
        }
        let ignores = self.ignores_unknown_keys;
        let class = self.plans.class_with_keys(self.metamodel, expected, &keys, ignores).ok_or(Doubt)?;
        self.last = InferredClass { expected: Some(expected), keys, class: Some(class) };
        Ok(class)
    }

    /// Deducts the bytes up to a position. Objects inside of others are searched again, so the total is limited.
    fn charge(&mut self, ahead: &CertainText<'t>) -> Result<(), Doubt> {
        let searched = ahead.offset() - self.text.offset();
        self.lookahead = self.lookahead.checked_sub(searched).ok_or(Doubt)?;
        Ok(())
    }

    /// The class whose name is the next value.
    fn named_class(&mut self, key: ClassKey, expected: ClassId) -> Result<ClassId, Doubt> {
        let Token::String(Cow::Borrowed(name)) = self.text.scalar()? else { return Err(Doubt) };
        let known =
            |one: &&(ClassKey, ClassId, &str, ClassId)| (one.0, one.1, one.2) == (key, expected, name);
        if let Some((.., class)) = self.names.iter().find(known) {
            return Ok(*class);
        }
        let class = match key {
            ClassKey::Type => find_class(self.metamodel, name, self.package.ok_or(Doubt)?),
            ClassKey::Discriminator => self.discriminated_class(name, expected),
            ClassKey::Declared(at) => {
                self.declared_names(expected).get(at).and_then(|names| names.classes.get(name).copied())
            }
        };
        let class = class.ok_or(Doubt)?;
        if self.names.len() < MAX_NAMES {
            self.names.push((key, expected, name, class));
        }
        Ok(class)
    }

    /// The discriminator with a name, for objects of a class.
    fn discriminator_named(&mut self, name: &str, expected: ClassId) -> Option<ClassKey> {
        let declared = self.declared_names(expected).iter().position(|names| names.key == name);
        let specified = (self.discriminator == Some(name)).then_some(ClassKey::Discriminator);
        declared.map(ClassKey::Declared).or(specified)
    }

    fn declared_names(&mut self, expected: ClassId) -> &[DeclaredNames] {
        self.plans.declared_names(self.metamodel, expected, self.ignores_unknown_keys)
    }

    /// The only subclass with a name, if no subclass has the discriminator as a feature.
    fn discriminated_class(&self, name: &str, expected: ClassId) -> Option<ClassId> {
        let (metamodel, key) = (self.metamodel, self.discriminator?);
        let classes = || metamodel.concrete_subclasses(expected);
        if classes().any(|class| metamodel.table(class).slot_named(key).is_some()) {
            return None;
        }
        let mut named = classes().filter(|class| metamodel[*class].name.eq_ignore_ascii_case(name));
        named.next().filter(|_| named.next().is_none())
    }
}
