//! Elements in the formats of serde: maps in the plain dialect of JSON documents.
//!
//! Invariants: what documents need not say is not written; keys may come in any order, `$type` too; unknown, doubled
//! and missing keys are errors. This module knows no format.

mod content;

use super::values::literal_named;
use super::{ClassDescription, Element, Field, Sink, Source};
use crate::names;
use content::Content;
use serde::de::{self, DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::VecDeque;
use std::fmt;
use std::marker::PhantomData;

const TYPE: &str = "$type";

/// Writes an element.
///
/// # Errors
/// Where the serializer fails.
#[inline]
pub fn serialize<T: Element, S: Serializer>(element: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    let class = element.class();
    if T::TAGGED {
        let tags = T::TAGS.get(element.variant());
        map.serialize_entry(TYPE, tags.and_then(|names| names.first()).unwrap_or(&class.name))?;
    }
    let mut sink = MapSink { map: &mut map, class, error: None, element: PhantomData::<fn() -> T> };
    element.write(&mut sink);
    match sink.error {
        Some(error) => Err(error),
        None => map.end(),
    }
}

/// Reads an element.
///
/// # Errors
/// Where the deserializer fails, or gives something else than a map of such an element.
#[inline]
pub fn deserialize<'de, T: Element, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(ElementVisitor(PhantomData))
}

/// Reads a literal of an enumeration.
///
/// # Errors
/// Where the deserializer fails, or gives something else than the spelling of a literal.
pub fn deserialize_literal<'de, T: Copy, D: Deserializer<'de>>(
    deserializer: D,
    spellings: &'static [&'static str],
    all: &'static [T],
) -> Result<T, D::Error> {
    struct Literal<T: 'static>(&'static [&'static str], &'static [T]);
    impl<T: Copy> Visitor<'_> for Literal<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&listed(self.0.iter().copied()))
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            literal_named(self.0, self.1, text).ok_or_else(|| E::unknown_variant(text, self.0))
        }
    }
    deserializer.deserialize_str(Literal(spellings, all))
}

struct MapSink<'a, T, M: SerializeMap> {
    map: &'a mut M,
    class: &'static ClassDescription,
    /// Why a field could not be taken; no further one is then.
    error: Option<M::Error>,
    element: PhantomData<fn() -> T>,
}

impl<T: Element, M: SerializeMap> MapSink<'_, T, M> {
    /// A struct's names are known where it is compiled.
    #[inline]
    fn key(&self, at: usize) -> &'static str {
        known::<T>().unwrap_or(self.class).features[at]
    }
}

impl<'t, T: Element, M: SerializeMap> Sink<'t> for MapSink<'_, T, M> {
    #[inline]
    fn field<F: Field>(&mut self, at: usize, field: &'t F) {
        if !field.is_natural() {
            self.required(at, field);
        }
    }

    #[inline]
    fn defaulted<F: Field>(&mut self, at: usize, field: &'t F, is_default: bool) {
        if !is_default {
            self.required(at, field);
        }
    }

    #[inline]
    fn required<F: Field>(&mut self, at: usize, field: &'t F) {
        struct Plain<'t, F>(&'t F);
        impl<F: Field> Serialize for Plain<'_, F> {
            #[inline]
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize_field(serializer)
            }
        }
        if self.error.is_none() {
            // As an entry it would be a call for each field.
            let put = self.map.serialize_key(self.key(at)).and_then(|()| self.map.serialize_value(&Plain(field)));
            self.error = put.err();
        }
    }
}

struct ElementVisitor<T>(PhantomData<T>);

impl<'de, T: Element> Visitor<'de> for ElementVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match T::CLASSES {
            [class] => write!(f, "a map of a `{}`", class.name),
            _ => f.write_str("a map with `$type`"),
        }
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        if !T::TAGGED {
            return MapSource::read(0, None, map);
        }
        // What comes before `$type` is kept until it is known where it belongs.
        let mut before = VecDeque::new();
        while let Some(key) = map.next_key::<String>()? {
            if key == TYPE {
                let name: String = map.next_value()?;
                let kept = (!before.is_empty()).then(|| Box::new(Kept { before, held: None }));
                return MapSource::read(tagged::<T, A::Error>(&name)?, kept, map);
            }
            before.push_back((key, map.next_value()?));
        }
        Err(de::Error::missing_field(TYPE))
    }
}

/// The only class whose objects a type holds, if it is one for which documents do not say `$type`.
#[inline]
fn known<T: Element>() -> Option<&'static ClassDescription> {
    if T::TAGGED { None } else { T::CLASSES.first().copied() }
}

/// The class that a `$type` names.
fn tagged<T: Element, E: de::Error>(name: &str) -> Result<usize, E> {
    let found = T::TAGS.iter().position(|names| names.contains(&name));
    found.ok_or_else(|| {
        let known = T::TAGS.iter().filter_map(|names| names.first().copied());
        E::custom(format_args!("unknown variant `{name}`, expected {}", listed(known)))
    })
}

fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        names => format!("one of {}", names.join(", ")),
    }
}

/// Which fields came.
#[derive(Default)]
struct Seen {
    first: u64,
    /// By words of 64, those from the 64th on.
    more: Vec<u64>,
}

impl Seen {
    fn has(&self, at: usize) -> bool {
        let word = match at / 64 {
            0 => self.first,
            word => self.more.get(word - 1).copied().unwrap_or(0),
        };
        word >> (at % 64) & 1 == 1
    }

    /// Notes a field. Whether it came for the first time.
    #[inline]
    fn note(&mut self, at: usize) -> bool {
        let word = if at < 64 { &mut self.first } else { self.word(at / 64 - 1) };
        let before = *word;
        *word |= 1 << (at % 64);
        *word != before
    }

    #[cold]
    fn word(&mut self, at: usize) -> &mut u64 {
        self.more.resize(self.more.len().max(at + 1), 0);
        &mut self.more[at]
    }
}

/// What came before `$type`, in its order.
struct Kept {
    before: VecDeque<(String, Content)>,
    /// The value of the field that was announced.
    held: Option<Content>,
}

/// Gives the values of a map by the position of their features.
struct MapSource<'de, T, A> {
    class: &'static ClassDescription,
    tags: &'static [&'static str],
    kept: Option<Box<Kept>>,
    map: A,
    /// Where the last key was found: the next one is likely to be behind it.
    last: usize,
    /// The last key that was no feature.
    other: String,
    seen: Seen,
    input: PhantomData<&'de T>,
}

impl<'de, T: Element, A: MapAccess<'de>> MapSource<'de, T, A> {
    #[inline]
    fn read(class: usize, kept: Option<Box<Kept>>, map: A) -> Result<T, A::Error> {
        let (Some(description), Some(tags)) = (T::CLASSES.get(class), T::TAGS.get(class)) else {
            return Err(de::Error::custom("no such object can exist"));
        };
        let mut source = Self {
            class: description,
            tags,
            kept,
            map,
            last: 0,
            other: String::new(),
            seen: Seen::default(),
            input: PhantomData,
        };
        let mut value = None;
        T::read(class, &mut value, &mut source)?;
        value.ok_or_else(|| source.missing(0))
    }

    /// The field of what was kept, which is brought in first.
    #[cold]
    fn kept(&mut self) -> Result<Option<usize>, A::Error> {
        let Some(kept) = &mut self.kept else { return Ok(None) };
        let Some((key, value)) = kept.before.pop_front() else { return Ok(None) };
        kept.held = Some(value);
        match position(self.class.features, self.last, &key) {
            OTHER => Err(self.unknown(&key)),
            at => {
                self.last = at as usize + 1;
                Ok(Some(at as usize))
            }
        }
    }

    /// What a key says that is no feature: the class, which is known, or nothing that is.
    #[cold]
    fn no_feature(&mut self) -> Result<(), A::Error> {
        if self.other != TYPE {
            return Err(self.unknown(&self.other));
        }
        let name: String = self.map.next_value()?;
        if self.tags.contains(&name.as_str()) {
            return Ok(());
        }
        let expected = listed(self.tags.iter().take(1).copied());
        Err(de::Error::custom(format_args!("unknown variant `{name}`, expected {expected}")))
    }

    #[inline]
    fn value<F: Field>(&mut self, at: usize) -> Result<F, A::Error> {
        if !self.seen.note(at) {
            return Err(de::Error::duplicate_field(self.class.features[at]));
        }
        if T::TAGGED && self.kept.is_some() {
            return self.held();
        }
        self.map.next_value_seed(FieldSeed(PhantomData))
    }

    #[cold]
    fn held<F: Field>(&mut self) -> Result<F, A::Error> {
        let Some(content) = self.kept.as_mut().and_then(|kept| kept.held.take()) else {
            return self.map.next_value_seed(FieldSeed(PhantomData));
        };
        F::deserialize_field(content.into_deserializer()).map_err(A::Error::custom)
    }

    fn unknown(&self, key: &str) -> A::Error {
        let known = listed(self.class.features.iter().copied());
        de::Error::custom(format_args!("unknown field `{key}`, expected {known}"))
    }
}

impl<'de, T: Element, A: MapAccess<'de>> Source for MapSource<'de, T, A> {
    type Error = A::Error;

    #[inline]
    fn next(&mut self) -> Result<Option<usize>, A::Error> {
        if T::TAGGED && self.kept.as_ref().is_some_and(|kept| !kept.before.is_empty()) {
            return self.kept();
        }
        loop {
            let seed = Key::<T> { class: self.class, from: self.last, other: &mut self.other, element: PhantomData };
            match self.map.next_key_seed(seed)? {
                None => return Ok(None),
                Some(OTHER) => self.no_feature()?,
                Some(at) => {
                    self.last = at as usize + 1;
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

    fn slot<F: Field>(&mut self, at: usize, into: &mut Option<F>) -> Result<(), A::Error> {
        *into = Some(self.value(at)?);
        Ok(())
    }

    fn require(&mut self, at: usize) -> Result<(), A::Error> {
        if self.seen.has(at) { Ok(()) } else { Err(self.missing(at)) }
    }

    fn missing(&mut self, at: usize) -> A::Error {
        de::Error::missing_field(self.class.features.get(at).copied().unwrap_or_default())
    }
}

struct FieldSeed<F>(PhantomData<F>);

impl<'de, F: Field> DeserializeSeed<'de> for FieldSeed<F> {
    type Value = F;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<F, D::Error> {
        F::deserialize_field(deserializer)
    }
}

/// Finds the position of a key, without a copy of it unless it is another one.
struct Key<'s, T> {
    class: &'static ClassDescription,
    from: usize,
    other: &'s mut String,
    /// A struct's names are known where it is compiled.
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
        let at = self.find(key);
        if at == OTHER {
            self.keep(key);
        }
        Ok(at)
    }
}

impl<T: Element> Key<'_, T> {
    #[inline]
    fn find(&self, key: &str) -> u32 {
        let features = known::<T>().unwrap_or(self.class).features;
        // One that is not said is the rule, more than one in a row is not.
        for at in [self.from, self.from + 1] {
            if features.get(at).is_some_and(|next| names::are_equal(next, key)) {
                return at as u32;
            }
        }
        position(features, self.from, key)
    }

    #[cold]
    fn keep(self, key: &str) {
        key.clone_into(self.other);
    }
}

/// Where a feature is; it is looked for from a place on, since most documents have a class's features in their order.
fn position(features: &[&str], from: usize, name: &str) -> u32 {
    let found = (from..features.len()).chain(0..from).find(|at| names::are_equal(features[*at], name));
    found.and_then(|at| u32::try_from(at).ok()).unwrap_or(OTHER)
}
