//! The values of a map by the position of their features.
//!
//! Invariants: a field comes once at most; what is no feature is an error. A source is made of what fits into registers:
//! only what is inline has its address, what is called gets its parts, so that compilers may keep it there.

use super::super::{ClassDescription, Element, Field, Source};
use super::aside::Aside;
use super::content::Content;
use super::{TYPE, impossible, listed};
use crate::names;
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::slice;

/// Reads the fields of an element of the class at a position of its classes.
///
/// # Errors
/// Where the map fails, or does not have what the class requires.
#[inline]
pub(super) fn read<'de, T: Element, A: MapAccess<'de>>(
    class: usize,
    into: &mut Option<T>,
    map: &mut A,
    aside: &mut Aside,
) -> Result<(), A::Error> {
    let Some(description) = T::CLASSES.get(class) else { return Err(impossible()) };
    let tags = match T::TAGS {
        Some(tags) => tags.get(class).copied(),
        None => Some(slice::from_ref(&description.name)),
    };
    let Some(tags) = tags else { return Err(impossible()) };
    let mut source = MapSource {
        class: description,
        tags,
        map,
        aside,
        from: 0,
        seen: 0,
        element: PhantomData::<(&'de (), T)>,
    };
    T::read(class, into, &mut source)
}

struct MapSource<'m, 'de, T, A> {
    class: &'static ClassDescription,
    tags: &'static [&'static str],
    map: &'m mut A,
    aside: &'m mut Aside,
    /// Behind where the last key was found: there the next one is likely to be.
    from: usize,
    /// Which of the first 64 fields came.
    seen: u64,
    element: PhantomData<(&'de (), T)>,
}

impl<'de, T: Element, A: MapAccess<'de>> MapSource<'_, 'de, T, A> {
    /// Which fields came, of the 64 among which a field is.
    #[inline]
    fn word(&mut self, at: usize) -> &mut u64 {
        if at < 64 { &mut self.seen } else { self.aside.seen(at / 64) }
    }

    #[inline]
    fn value<F: Field>(&mut self, at: usize) -> Result<F, A::Error> {
        let (seen, bit) = (self.word(at), 1 << (at % 64));
        if *seen & bit != 0 {
            return Err(doubled(self.class, at));
        }
        *seen |= bit;
        if T::TAGS.is_some()
            && let Some(content) = self.aside.take_held()
        {
            return held(content);
        }
        self.map.next_value_seed(FieldSeed(PhantomData))
    }
}

impl<'de, T: Element, A: MapAccess<'de>> Source for MapSource<'_, 'de, T, A> {
    type Error = A::Error;

    #[inline]
    fn next(&mut self) -> Result<Option<usize>, A::Error> {
        if T::TAGS.is_some()
            && let Some(key) = self.aside.next_kept()
        {
            let at = kept(self.class, &key)?;
            self.from = at + 1;
            return Ok(Some(at));
        }
        loop {
            let seed =
                Key::<T> { class: self.class, from: self.from, aside: self.aside, element: PhantomData };
            match self.map.next_key_seed(seed)? {
                None => return Ok(None),
                Some(OTHER) => no_feature(self.class, self.tags, self.map, self.aside)?,
                Some(at) => {
                    self.from = at as usize + 1;
                    return Ok(Some(at as usize));
                }
            }
        }
    }

    #[inline]
    fn field<F: Field>(&mut self, at: usize, into: &mut F) -> Result<(), A::Error> {
        *into = self.value(at)?;
        Ok(())
    }

    #[inline]
    fn slot<F: Field>(&mut self, at: usize, into: &mut Option<F>) -> Result<(), A::Error> {
        *into = Some(self.value(at)?);
        Ok(())
    }

    #[inline]
    fn require(&mut self, at: usize) -> Result<(), A::Error> {
        if *self.word(at) >> (at % 64) & 1 == 1 { Ok(()) } else { Err(missing(self.class, at)) }
    }

    #[inline]
    fn missing(&mut self, at: usize) -> A::Error {
        missing(self.class, at)
    }
}

struct FieldSeed<F>(PhantomData<F>);

impl<'de, F: Field> DeserializeSeed<'de> for FieldSeed<F> {
    type Value = F;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<F, D::Error> {
        F::deserialize_field(deserializer)
    }
}

/// Finds the position of a key, without a copy of it unless it is another one.
///
/// Each type has a key of its own: its names are known where it is compiled, and what is used once is put into its place.
struct Key<'s, T> {
    class: &'static ClassDescription,
    from: usize,
    aside: &'s mut Aside,
    element: PhantomData<fn() -> T>,
}

/// The position of a key that is no feature. Positions are small, so that results of them fit into registers.
const OTHER: u32 = u32::MAX;

impl<'de, T: Element> DeserializeSeed<'de> for Key<'_, T> {
    type Value = u32;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u32, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<T: Element> Visitor<'_> for Key<'_, T> {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a feature")
    }

    #[inline]
    fn visit_str<E: de::Error>(self, key: &str) -> Result<u32, E> {
        let features = known::<T>().unwrap_or(self.class).features;
        // Most documents have a class's features in their order.
        let behind = (self.from..features.len()).find(|at| names::are_equal(features[*at], key));
        let at = match behind {
            Some(at) => u32::try_from(at).unwrap_or(OTHER),
            None => position(features.get(..self.from).unwrap_or(features), key),
        };
        if at == OTHER {
            self.aside.set_other(key);
        }
        Ok(at)
    }
}

/// The only class whose objects a type holds, if it is one for which documents do not say `$type`.
#[inline]
fn known<T: Element>() -> Option<&'static ClassDescription> {
    if T::TAGS.is_some() { None } else { T::CLASSES.first().copied() }
}

/// Where a feature is.
// Not inline, since few keys are looked for again, and what reads each of them should stay small.
#[inline(never)]
fn position(features: &[&str], name: &str) -> u32 {
    let found = features.iter().position(|feature| names::are_equal(feature, name));
    found.and_then(|at| u32::try_from(at).ok()).unwrap_or(OTHER)
}

/// The field that a key stands for that came before `$type`.
#[cold]
fn kept<E: de::Error>(class: &ClassDescription, key: &str) -> Result<usize, E> {
    match position(class.features, key) {
        OTHER => Err(unknown(class, key)),
        at => Ok(at as usize),
    }
}

#[cold]
fn held<F: Field, E: de::Error>(content: Content) -> Result<F, E> {
    F::deserialize_field(content.into_deserializer()).map_err(E::custom)
}

/// What a key says that is no feature: the class, which is known, or nothing that is.
#[cold]
fn no_feature<'de, A: MapAccess<'de>>(
    class: &ClassDescription,
    tags: &[&str],
    map: &mut A,
    aside: &Aside,
) -> Result<(), A::Error> {
    if aside.other() != TYPE {
        return Err(unknown(class, aside.other()));
    }
    let name: String = map.next_value()?;
    if tags.contains(&name.as_str()) {
        return Ok(());
    }
    let expected = listed(tags.iter().take(1).copied());
    Err(de::Error::custom(format_args!("unknown variant `{name}`, expected {expected}")))
}

#[cold]
fn unknown<E: de::Error>(class: &ClassDescription, key: &str) -> E {
    let known = listed(class.features.iter().copied());
    E::custom(format_args!("unknown field `{key}`, expected {known}"))
}

#[cold]
fn doubled<E: de::Error>(class: &ClassDescription, at: usize) -> E {
    E::duplicate_field(class.features.get(at).copied().unwrap_or_default())
}

#[cold]
fn missing<E: de::Error>(class: &ClassDescription, at: usize) -> E {
    E::missing_field(class.features.get(at).copied().unwrap_or_default())
}
