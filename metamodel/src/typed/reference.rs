//! References between objects of owned trees: by address, since nothing else can be owned twice.
//!
//! Invariant: a reference means the same in every plain document it is written to: a string is an
//! address in the same document, a map with `$ref` an address in another one.

use crate::simd;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::mem::{self, ManuallyDrop};
use std::ops::Deref;

/// What a [`Ref`] leads to where the target's class has no generated type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnyObject {}

/// A reference to an object of type `T`: an address in the same document, such as `//@books.2` or
/// an id, or the URI of an object of another document.
pub struct Ref<T: ?Sized> {
    held: Held,
    #[expect(dead_code, reason = "it only says what is referred to")]
    target: Target<T>,
}

/// That there is nothing to drop in a type's name, the compiler only believes of what is in `ManuallyDrop`.
type Target<T> = ManuallyDrop<PhantomData<fn() -> Box<T>>>;

/// The address in a box that the compiler does not look into. Of each value that a function has, it follows what drops
/// with it; where thousands of classes contain and refer to each other, that takes most of its time.
#[derive(Clone)]
struct Held(ManuallyDrop<Address>);

#[derive(Clone, Default)]
struct Address {
    text: Box<str>,
    /// What there is to know beyond that: nothing of an address in the same document that a string alone can tell.
    more: Option<Box<More>>,
}

#[derive(Debug, Clone, Default)]
struct More {
    /// Whether the target is in another document.
    external: bool,
    /// The class of such a target, where it is not the one that the feature declares.
    class: Option<Box<str>>,
}

impl Deref for Held {
    type Target = Address;

    fn deref(&self) -> &Address {
        &self.0
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        drop(ManuallyDrop::into_inner(mem::take(&mut self.0)));
    }
}

impl<T: ?Sized> Ref<T> {
    fn new(text: Box<str>, more: Option<Box<More>>) -> Self {
        let held = Held(ManuallyDrop::new(Address { text, more }));
        Self { held, target: ManuallyDrop::new(PhantomData) }
    }

    /// A reference within the document: by path or id.
    #[must_use]
    pub fn local(address: impl Into<String>) -> Self {
        let address = address.into();
        // In a string, `#` would part it from a document's URI.
        let more = memchr::memchr(b'#', address.as_bytes()).map(|_| Box::default());
        Self::new(address.into_boxed_str(), more)
    }

    /// A reference to an object of another document: its URI with a fragment.
    #[must_use]
    pub fn external(uri: impl Into<String>) -> Self {
        let more = Some(Box::new(More { external: true, class: None }));
        Self::new(uri.into().into_boxed_str(), more)
    }

    /// A reference as documents spell it in a string: `#` further in than at the start divides the
    /// URI of another document from the address in it.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match simd::find(text.as_bytes(), 0, |block| block.equal(b'#')) {
            at if at == text.len() => Self::new(text.into(), None),
            0 => Self::local(&text[1..]),
            _ => Self::external(text),
        }
    }

    /// Names the class of an external target, where that is not the one that the feature declares. A local target says
    /// its class itself.
    #[must_use]
    pub fn of_class(mut self, class: impl Into<String>) -> Self {
        if let Some(more) = self.held.0.more.as_mut().filter(|more| more.external) {
            more.class = Some(class.into().into_boxed_str());
        }
        self
    }

    /// The address in the same document, or the URI of an object of another one.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.held.text
    }

    /// Whether the target is in another document.
    #[must_use]
    pub fn is_external(&self) -> bool {
        self.held.more.as_ref().is_some_and(|more| more.external)
    }

    /// The class of an external target, where that is not the one that the feature declares.
    #[must_use]
    pub fn class(&self) -> Option<&str> {
        self.held.more.as_ref()?.class.as_deref()
    }

    /// The same reference to be used where another type is declared, such as a supertype.
    #[must_use]
    pub fn cast<U: ?Sized>(self) -> Ref<U> {
        Ref { held: self.held, target: ManuallyDrop::new(PhantomData) }
    }

    fn key(&self) -> (&str, bool, Option<&str>) {
        (&self.held.text, self.is_external(), self.class())
    }
}

impl<T: ?Sized> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(if self.is_external() { "Ref::external" } else { "Ref" })
            .field(&self.held.text)
            .finish()
    }
}

impl<T: ?Sized> fmt::Display for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.held.text)
    }
}

impl<T: ?Sized> Clone for Ref<T> {
    fn clone(&self) -> Self {
        Self { held: self.held.clone(), target: ManuallyDrop::new(PhantomData) }
    }
}

impl<T: ?Sized> Default for Ref<T> {
    fn default() -> Self {
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
        match self.held.more {
            None => serializer.serialize_str(&self.held.text),
            Some(_) => self.serialize_more(serializer),
        }
    }
}

impl<T: ?Sized> Ref<T> {
    /// Writes what a string alone cannot tell.
    fn serialize_more<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + usize::from(self.class().is_some())))?;
        if self.is_external() {
            map.serialize_entry("$ref", &self.held.text)?;
        } else {
            map.serialize_entry("$ref", &format!("#{}", self.held.text))?;
        }
        if let Some(class) = self.class() {
            map.serialize_entry("$type", class)?;
        }
        map.end()
    }
}

impl<'de, T: ?Sized> Deserialize<'de> for Ref<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RefVisitor(PhantomData))
    }
}

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
            let place = match key.as_str() {
                "$ref" => &mut address,
                "$type" => &mut class,
                other => return Err(de::Error::unknown_field(other, &["$ref", "$type"])),
            };
            if place.replace(map.next_value()?).is_some() {
                return Err(de::Error::custom(format_args!("duplicate key `{key}`")));
            }
        }
        let address = address.ok_or_else(|| de::Error::missing_field("$ref"))?;
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
