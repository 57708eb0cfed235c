//! Reads ordinary JSON directly into values, without a model in between.
//!
//! This reader accepts only text that the reader of models would surely read without a problem, and returns the same
//! values. Anything else is a doubt: this reader stops without a report, and the document is then read by means of a
//! model, which reports all problems and resolves references. Doubts are references, objects whose `$type` follows
//! other keys, choices, tuples and values of any kind, deep nesting, and everything invalid. Invariant: scalars are
//! parsed by the functions that the reader of models uses, so a type gets the same data from both readers. This module
//! does not know documents.

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
        last_inferred: InferredClass::default(),
        lookahead_left: text.len().saturating_mul(MAX_LOOKAHEAD),
        slots_left: slot_limit(text.len()),
        key: None,
        levels: 0,
        stack_left: MAX_STACK_BYTES,
        is_doubtful: false,
    };
    let root = reader.read_root();
    // The next document that this thread reads reuses the plans.
    plans::put_back(reader.plans);
    root
}

/// The maximum number of times that a byte is read again, on average, to find the classes of objects.
const MAX_LOOKAHEAD: usize = 4;

/// The maximum number of names of classes that are cached for one document.
const MAX_NAMES: usize = 64;

/// The state of reading one text.
pub(super) struct CertainReader<'t> {
    text: CertainText<'t>,
    metamodel: &'static Arc<Metamodel>,
    /// The package of the document, whose classes are named without its URI.
    package: Option<PackageId>,
    /// The key that the types specify for the name of an object's class, if it is not `$type`.
    discriminator: Option<&'static str>,
    ignores_unknown_keys: bool,
    plans: TypePlans,
    /// The names of classes that were resolved before.
    names: Vec<ResolvedName<'t>>,
    last_inferred: InferredClass<'t>,
    /// The number of bytes that may still be read again to find the classes of objects.
    lookahead_left: usize,
    /// The number of features that the classes of further objects may have in total. The reader of models has the same
    /// limit.
    slots_left: usize,
    /// The key of the map entry that is read next.
    key: Option<Token<'t>>,
    /// The number of objects that are being read.
    levels: usize,
    /// The number of bytes of the stack that nested objects may take, by the sizes of their types.
    stack_left: usize,
    /// Whether the text contains something that this reader does not accept.
    is_doubtful: bool,
}

/// A name of a class that was resolved.
#[derive(Debug)]
struct ResolvedName<'t> {
    key: ClassKey,
    /// The class that the feature expects.
    expected: ClassId,
    name: &'t str,
    class: ClassId,
}

/// The last class that was inferred from keys. The next object often has the same keys, as in most lists.
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
    /// The discriminator that the types specify.
    Discriminator,
    /// The discriminator at a position among those that the metamodel declares for a class.
    Declared(usize),
}

impl<'t> CertainReader<'t> {
    /// Reads the complete text.
    fn read_root<T: Element>(&mut self) -> Option<T> {
        let class = self.plans.root::<T>(self.metamodel, root_class::<T>)?;
        self.package = Some(top_package(self.metamodel, class.id));
        let root = self.read_element(class.id, class.is_sealed)?;
        // A doubt may have ended reading in the middle of the text.
        (!self.is_doubtful && self.text.is_at_end()).then_some(root)
    }

    /// Records a doubt, which ends reading.
    fn doubt<R>(&mut self) -> Option<R> {
        self.is_doubtful = true;
        None
    }

    /// Reads an object of the class `expected` or of a subclass; `is_sealed` is whether it cannot be of a subclass.
    fn read_element<T: Element>(&mut self, expected: ClassId, is_sealed: bool) -> Option<T> {
        let stack_left = self.stack_left;
        // The outermost object is always read, however large its type is.
        if self.levels >= MAX_LEVELS || (self.levels > 0 && stack_left < size_of::<T>()) {
            return self.doubt();
        }
        (self.levels, self.stack_left) = (self.levels + 1, stack_left.saturating_sub(size_of::<T>()));
        let value = self.read_object(expected, is_sealed);
        (self.levels, self.stack_left) = (self.levels - 1, stack_left);
        if value.is_none() {
            self.is_doubtful = true;
        }
        value
    }

    /// Reads an object, without the checks of [`CertainReader::read_element`].
    fn read_object<T: Element>(&mut self, expected: ClassId, is_sealed: bool) -> Option<T> {
        let (class, key) = self.read_class(expected, is_sealed).ok()?;
        let (position, plan) = self.plans.class::<T>(self.metamodel, class)?;
        // Another reader reports a document whose objects need too many slots.
        self.slots_left = self.slots_left.checked_sub(plan.slot_count)?;
        let mut object = CertainObject::new(self, plan, key);
        let mut value = None;
        T::read(position, &mut value, &mut object).ok()?;
        value
    }

    /// Reads the start of an object: its class, and its first key that may be a feature, or `None` if it has no such
    /// key.
    fn read_class(
        &mut self,
        expected: ClassId,
        is_sealed: bool,
    ) -> Result<(ClassId, Option<&'t str>), Doubt> {
        self.text.skip(b'{')?;
        let mut key = self.text.first_key()?;
        // A document may begin with its metamodel.
        if self.levels == 1 && key == Some(MODEL) {
            let package_label = self.text.string()?;
            self.package = Some(find_package(self.metamodel, &package_label).ok_or(Doubt)?);
            key = self.text.next_key()?;
        }
        if key == Some(TYPE) {
            let class = self.named_class(ClassKey::Type, expected)?;
            return Ok((class, self.text.next_key()?));
        }
        if is_sealed {
            return Ok((expected, key));
        }
        if let Some(name) = key
            && let Some(discriminator) = self.discriminator_named(name, expected)
        {
            let class = self.named_class(discriminator, expected)?;
            return Ok((class, self.text.next_key()?));
        }
        Ok((self.inferred_class(expected, key)?, key))
    }

    /// The class of an object whose first key does not name it: the class that a later key names, or the only class
    /// that has all keys as features.
    fn inferred_class(&mut self, expected: ClassId, first_key: Option<&'t str>) -> Result<ClassId, Doubt> {
        let (mut lookahead, mut key, mut keys) = (self.text.look_ahead(), first_key, Vec::new());
        while let Some(name) = key {
            // A key of the format may name the class (`$type`), or make the object a reference (`$ref`).
            if name.starts_with('$') {
                return Err(Doubt);
            }
            if let Some(discriminator) = self.discriminator_named(name, expected) {
                self.charge(&lookahead)?;
                // The texts are swapped while the name is read at the position of the lookahead, so that the object
                // itself is read from its start.
                std::mem::swap(&mut lookahead, &mut self.text);
                let class = self.named_class(discriminator, expected);
                std::mem::swap(&mut lookahead, &mut self.text);
                return class;
            }
            keys.push(name);
            lookahead.skip_value()?;
            key = lookahead.next_key()?;
        }
        self.charge(&lookahead)?;
        if let Some(class) = self.last_inferred.class
            && self.last_inferred.expected == Some(expected)
            && self.last_inferred.keys == keys
        {
            return Ok(class);
        }
        let ignores_unknown_keys = self.ignores_unknown_keys;
        let class =
            self.plans.class_with_keys(self.metamodel, expected, &keys, ignores_unknown_keys).ok_or(Doubt)?;
        self.last_inferred = InferredClass { expected: Some(expected), keys, class: Some(class) };
        Ok(class)
    }

    /// Deducts the bytes up to the position of a lookahead from those that may be read again. The total is limited,
    /// because nested objects are read again for each of their containers.
    fn charge(&mut self, lookahead: &CertainText<'t>) -> Result<(), Doubt> {
        let bytes = lookahead.offset() - self.text.offset();
        self.lookahead_left = self.lookahead_left.checked_sub(bytes).ok_or(Doubt)?;
        Ok(())
    }

    /// The class whose name is the next value.
    fn named_class(&mut self, key: ClassKey, expected: ClassId) -> Result<ClassId, Doubt> {
        let Token::String(Cow::Borrowed(name)) = self.text.scalar()? else { return Err(Doubt) };
        let is_cached =
            |cached: &&ResolvedName<'_>| (cached.key, cached.expected, cached.name) == (key, expected, name);
        if let Some(cached) = self.names.iter().find(is_cached) {
            return Ok(cached.class);
        }
        let class = match key {
            ClassKey::Type => find_class(self.metamodel, name, self.package.ok_or(Doubt)?),
            ClassKey::Discriminator => self.discriminated_class(name, expected),
            ClassKey::Declared(position) => {
                self.declared_names(expected).get(position).and_then(|names| names.classes.get(name).copied())
            }
        };
        let class = class.ok_or(Doubt)?;
        if self.names.len() < MAX_NAMES {
            self.names.push(ResolvedName { key, expected, name, class });
        }
        Ok(class)
    }

    /// The discriminator with a name, for objects of a class.
    fn discriminator_named(&mut self, name: &str, expected: ClassId) -> Option<ClassKey> {
        let declared = self.declared_names(expected).iter().position(|names| names.key == name);
        let specified = (self.discriminator == Some(name)).then_some(ClassKey::Discriminator);
        declared.map(ClassKey::Declared).or(specified)
    }

    /// For each discriminator that the metamodel declares for the class `expected` and its subclasses: the names by
    /// which it names them.
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
        let mut named_classes = classes().filter(|class| metamodel[*class].name.eq_ignore_ascii_case(name));
        named_classes.next().filter(|_| named_classes.next().is_none())
    }
}
