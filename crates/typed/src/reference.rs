//! References between objects of owned trees: by address, because an owned object has only one owner.
//!
//! Invariant: a reference has the same meaning in every document of the plain dialect: a string is an
//! address in the same document, a map with `$ref` a URI in another one. This module does not resolve references.

use crate::simd;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::mem::{self, ManuallyDrop};
use std::ops::Deref;

/// The target type of a [`Ref`] if the target's class has no generated type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnyObject {}

/// A reference to an object of type `T`: an address in the same document, such as `//@books.2` or
/// an id, or the URI of an object of another document.
pub struct Ref<T: ?Sized> {
    opaque: OpaqueAddress,
    #[expect(dead_code, reason = "it only carries the type of the target")]
    target: Target<T>,
}

/// The type of the target. It is in `ManuallyDrop`, so that the compiler does not analyse what dropping the type would
/// do.
type Target<T> = ManuallyDrop<PhantomData<fn() -> Box<T>>>;

/// The address in a wrapper whose drop the compiler does not analyse. Without the wrapper, the compiler would analyse
/// for each function what is dropped with its values. With thousands of classes that contain and refer to each other,
/// this would dominate the compile time.
#[derive(Clone)]
struct OpaqueAddress(ManuallyDrop<Address>);

/// The address of a target.
#[derive(Clone, Default)]
struct Address {
    text: Box<str>,
    /// Properties that a string cannot express; `None` for most addresses in the same document.
    details: Option<Box<AddressDetails>>,
}

/// Properties of a reference that a string cannot express.
#[derive(Debug, Clone, Default)]
struct AddressDetails {
    /// Whether the target is in another document.
    is_external: bool,
    /// The class of an external target, if it is not the feature's type.
    class: Option<Box<str>>,
}

impl Deref for OpaqueAddress {
    type Target = Address;

    fn deref(&self) -> &Address {
        &self.0
    }
}

impl Drop for OpaqueAddress {
    fn drop(&mut self) {
        // `drop` has only a reference, so the address is moved out. The empty address in its place needs no allocation.
        drop(ManuallyDrop::into_inner(mem::take(&mut self.0)));
    }
}

impl<T: ?Sized> Ref<T> {
    /// A reference with an address and its details.
    fn new(text: Box<str>, details: Option<Box<AddressDetails>>) -> Self {
        let opaque = OpaqueAddress(ManuallyDrop::new(Address { text, details }));
        Self { opaque, target: ManuallyDrop::new(PhantomData) }
    }

    /// A reference within the document: by path or id.
    #[must_use]
    pub fn local(address: impl Into<String>) -> Self {
        let address = address.into();
        // An address with `#` needs the form with details: in a string, `#` separates the URI of a document from the
        // address in it.
        let details = memchr::memchr(b'#', address.as_bytes()).map(|_| Box::default());
        Self::new(address.into_boxed_str(), details)
    }

    /// A reference to an object of another document: its URI with a fragment.
    #[must_use]
    pub fn external(uri: impl Into<String>) -> Self {
        let details = Some(Box::new(AddressDetails { is_external: true, class: None }));
        Self::new(uri.into().into_boxed_str(), details)
    }

    /// Parses a reference in the string form of documents: a `#` that is not at the start separates the
    /// URI of another document from the address in it.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match simd::find(text.as_bytes(), 0, |block| block.equal(b'#')) {
            position if position == text.len() => Self::new(text.into(), None),
            // `#//X` refers to the same document, as in XMI.
            0 => Self::local(&text[1..]),
            _ => Self::external(text),
        }
    }

    /// Sets the class of an external target that is not an instance of the feature's type. A local target has its own
    /// `$type`.
    #[must_use]
    pub fn of_class(mut self, class: impl Into<String>) -> Self {
        if let Some(details) = self.opaque.0.details.as_mut().filter(|details| details.is_external) {
            details.class = Some(class.into().into_boxed_str());
        }
        self
    }

    /// The address in the same document, or the URI of an object of another document.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.opaque.text
    }

    /// Whether the target is in another document.
    #[must_use]
    pub fn is_external(&self) -> bool {
        self.opaque.details.as_ref().is_some_and(|details| details.is_external)
    }

    /// The class of an external target, if it is not the feature's type.
    #[must_use]
    pub fn class(&self) -> Option<&str> {
        self.opaque.details.as_ref()?.class.as_deref()
    }

    /// The same reference with another target type, such as a supertype.
    #[must_use]
    pub fn cast<U: ?Sized>(self) -> Ref<U> {
        Ref { opaque: self.opaque, target: ManuallyDrop::new(PhantomData) }
    }

    /// What identifies the reference: its address, whether it is external, and the class of its target.
    fn key(&self) -> (&str, bool, Option<&str>) {
        (&self.opaque.text, self.is_external(), self.class())
    }
}

impl<T: ?Sized> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(if self.is_external() { "Ref::external" } else { "Ref" })
            .field(&self.opaque.text)
            .finish()
    }
}

impl<T: ?Sized> fmt::Display for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opaque.text)
    }
}

impl<T: ?Sized> Clone for Ref<T> {
    fn clone(&self) -> Self {
        Self { opaque: self.opaque.clone(), target: ManuallyDrop::new(PhantomData) }
    }
}

impl<T: ?Sized> Default for Ref<T> {
    fn default() -> Self {
        // No object has an empty address, so the default refers to nothing.
        Self::local("")
    }
}

impl<T: ?Sized> PartialEq for Ref<T> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<T: ?Sized> Eq for Ref<T> {}

impl<T: ?Sized> Hash for Ref<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl<T: ?Sized> Serialize for Ref<T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            // A tuple, because formats that are not human-readable do not record whether a string or a map follows.
            return self.key().serialize(serializer);
        }
        match self.opaque.details {
            None => serializer.serialize_str(&self.opaque.text),
            Some(_) => self.serialize_map_form(serializer),
        }
    }
}

impl<T: ?Sized> Ref<T> {
    /// Writes the form with `$ref`, which can express the details.
    fn serialize_map_form<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + usize::from(self.class().is_some())))?;
        if self.is_external() {
            map.serialize_entry("$ref", &self.opaque.text)?;
        } else {
            // The `#` at the start marks an address in the same document, even if the address contains another `#`.
            map.serialize_entry("$ref", &format!("#{}", self.opaque.text))?;
        }
        if let Some(class) = self.class() {
            map.serialize_entry("$type", class)?;
        }
        map.end()
    }
}

impl<'de, T: ?Sized> Deserialize<'de> for Ref<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(RefVisitor(PhantomData));
        }
        let (address, is_external, class) = <(String, bool, Option<String>)>::deserialize(deserializer)?;
        let reference = if is_external { Ref::external(address) } else { Ref::local(address) };
        Ok(match class {
            Some(class) => reference.of_class(class),
            None => reference,
        })
    }
}

/// Deserializes a reference from a string, or from a map with `$ref`.
struct RefVisitor<T: ?Sized>(PhantomData<fn() -> Box<T>>);

impl<'de, T: ?Sized> Visitor<'de> for RefVisitor<T> {
    type Value = Ref<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an address, or a map with `$ref`")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Ref<T>, E> {
        Ok(Ref::parse(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ref<T>, A::Error> {
        let (mut address, mut class): (Option<String>, Option<String>) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            let entry = match key.as_str() {
                "$ref" => &mut address,
                "$type" => &mut class,
                other => return Err(de::Error::unknown_field(other, &["$ref", "$type"])),
            };
            if entry.replace(map.next_value()?).is_some() {
                return Err(de::Error::custom(format_args!("duplicate key `{key}`")));
            }
        }
        let address = address.ok_or_else(|| de::Error::missing_field("$ref"))?;
        // In a map, a `#` at the start marks an address in the same document, and everything else is a URI.
        let reference = match address.strip_prefix('#') {
            Some(local) => Ref::local(local),
            None => Ref::external(address),
        };
        Ok(match class {
            Some(class) => reference.of_class(class),
            None => reference,
        })
    }
}
