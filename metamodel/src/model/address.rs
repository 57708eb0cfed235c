//! Addresses: from an object to its fragment and back, as EMF writes and reads them.
//!
//! A fragment is an id, or a path from a root (`//@books.2/@author`). Ecore's own elements go by
//! name (`//Library/books`), annotations by source (`//Library/%source%`), and features with
//! `eKeys` by key (`//@items[name='x']`).
//! Invariant: for every object of a document, `resolve(address(object)) == object`, as long as ids,
//! names and keys are not shared.

use super::{DocumentId, Model, ObjectId, Value};
use crate::ecore::{FeatureId, builtin, data};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt::Write as _;

impl Model {
    /// The fragment by which documents refer to an object; see [`Addresses`] for many of them.
    #[must_use]
    pub fn address(&self, object: ObjectId) -> String {
        let mut out = String::new();
        Addresses::new(self).write(object, &mut out);
        out
    }
}

/// Gives fragments of many objects in linear time, by remembering positions.
#[derive(Debug)]
pub struct Addresses<'m> {
    model: &'m Model,
    /// Position of an object in its containing list, counted once for all its siblings.
    positions: FxHashMap<ObjectId, u32>,
    /// How many earlier siblings share an Ecore element's name.
    namesakes: FxHashMap<ObjectId, u32>,
    root_positions: FxHashMap<ObjectId, usize>,
    keyed: Keyed,
}

#[derive(Debug, Default)]
struct Keyed {
    lists: rustc_hash::FxHashSet<(ObjectId, FeatureId)>,
    names: rustc_hash::FxHashSet<ObjectId>,
    documents: rustc_hash::FxHashSet<DocumentId>,
}

impl<'m> Addresses<'m> {
    /// Nothing is counted until it is asked for.
    #[must_use]
    pub fn new(model: &'m Model) -> Self {
        Self {
            model,
            positions: FxHashMap::default(),
            namesakes: FxHashMap::default(),
            root_positions: FxHashMap::default(),
            keyed: Keyed::default(),
        }
    }

    /// Appends the fragment of an object.
    pub fn write(&mut self, object: ObjectId, out: &mut String) {
        match self.model.id(object) {
            // Nothing else can be told from a path, from no address, or from an id with a note.
            Some(id) if !id.is_empty() && !id.starts_with('/') && without_note(&id) == id => {
                out.push_str(&id);
            }
            _ => self.write_path(object, out),
        }
    }

    /// Appends the path of an object, even if it has an id.
    pub fn write_path(&mut self, object: ObjectId, out: &mut String) {
        let mut chain = vec![object];
        let mut at = object;
        while let Some(container) = self.model.container(at) {
            chain.push(container);
            at = container;
        }
        out.push('/');
        if let Some(document) = self.model.document_of(at)
            && self.model.document(document).roots().len() > 1
        {
            let _ = write!(out, "{}", self.root_position(document, at));
        }
        for pair in chain.windows(2).rev() {
            out.push('/');
            self.write_segment(pair[1], pair[0], out);
        }
    }

    fn root_position(&mut self, document: DocumentId, root: ObjectId) -> usize {
        if self.keyed.documents.insert(document) {
            let roots = self.model.document(document).roots();
            self.root_positions.extend(roots.iter().enumerate().map(|(at, root)| (*root, at)));
        }
        self.root_positions.get(&root).copied().unwrap_or(0)
    }

    fn write_segment(&mut self, container: ObjectId, object: ObjectId, out: &mut String) {
        let Some(feature) = self.model.containing_feature(object) else { return };
        let metamodel = self.model.metamodel();
        if metamodel.conforms(self.model.class(container), builtin::EMODEL_ELEMENT)
            && let Some(own) = ecore_name(self.model, object)
        {
            own.write(out);
            let count = self.namesakes(container, object);
            if count > 0 {
                let _ = write!(out, ".{count}");
            }
            return;
        }
        let data = &metamodel[feature];
        out.push('@');
        out.push_str(data.name());
        if !data.many() {
            return;
        }
        if !data.keys().is_empty() {
            return self.write_keys(object, data.keys(), out);
        }
        let _ = write!(out, ".{}", self.position(container, feature, object));
    }

    fn write_keys(&self, object: ObjectId, keys: &[FeatureId], out: &mut String) {
        for (at, key) in keys.iter().enumerate() {
            let value = self.model.get(object, *key);
            out.push(if at > 0 { ',' } else { '[' });
            out.push_str(self.model.metamodel()[*key].name());
            if value == Value::Null {
                out.push_str("=null");
                continue;
            }
            let mut text = String::new();
            self.model.spell(*key, value, &mut text);
            let _ = write!(out, "='{}'", encode_key(&text));
        }
        out.push(']');
    }

    /// The position of an object in its container's list.
    pub fn position(&mut self, container: ObjectId, feature: FeatureId, object: ObjectId) -> u32 {
        if self.keyed.lists.insert((container, feature)) {
            let list = self.model.list(container, feature);
            self.positions.extend(list.objects().zip(0u32..));
        }
        self.positions.get(&object).copied().unwrap_or(0)
    }

    fn namesakes(&mut self, container: ObjectId, object: ObjectId) -> u32 {
        if self.keyed.names.insert(container) {
            let mut seen: FxHashMap<EcoreName<'_>, u32> = FxHashMap::default();
            for child in self.model.contents(container) {
                if let Some(name) = ecore_name(self.model, child) {
                    let count = seen.entry(name).or_insert(0);
                    self.namesakes.insert(child, *count);
                    *count += 1;
                }
            }
        }
        self.namesakes.get(&object).copied().unwrap_or(0)
    }
}

/// What an Ecore element is known by among its siblings.
#[derive(PartialEq, Eq, Hash, Clone, Copy)]
enum EcoreName<'m> {
    Named(Option<&'m str>),
    Annotation(Option<&'m str>),
}

fn ecore_name(model: &Model, object: ObjectId) -> Option<EcoreName<'_>> {
    let metamodel = model.metamodel();
    let class = model.class(object);
    if metamodel.conforms(class, builtin::ENAMED_ELEMENT) {
        Some(EcoreName::Named(model.get_named(object, "name").text()))
    } else if metamodel.conforms(class, builtin::EANNOTATION) {
        Some(EcoreName::Annotation(model.get_named(object, "source").text()))
    } else {
        None
    }
}

impl EcoreName<'_> {
    fn write(self, out: &mut String) {
        match self {
            EcoreName::Named(None) => out.push('%'),
            EcoreName::Named(Some(name)) => out.push_str(&encode(name)),
            EcoreName::Annotation(source) => {
                out.push('%');
                out.push_str(&source.map_or(Cow::Borrowed("%"), encode_source));
                out.push('%');
            }
        }
    }
}

/// Percent-encodes what EMF encodes in names and keys.
fn encode(text: &str) -> Cow<'_, str> {
    encode_but(text, |c| c > ' ' && !"\"#%&',/:<>".contains(c))
}

/// Percent-encodes what EMF encodes in the sources of annotations, which is what its URIs do.
fn encode_source(text: &str) -> Cow<'_, str> {
    encode_but(text, |c| c.is_ascii_alphanumeric() || "-_.!~*'():@&=+$,;".contains(c) || c >= '\u{a0}')
}

fn encode_but(text: &str, plain: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(&plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if plain(c) {
            out.push(c);
        } else {
            let _ = write!(out, "%{:02X}", u32::from(c));
        }
    }
    Cow::Owned(out)
}

/// As [`encode`], and the colon too: in a list of references it would tell of a class, as it does to EMF,
/// which writes it all the same.
fn encode_key(text: &str) -> String {
    encode(text).replace(':', "%3A")
}

/// Undoes percent-encoding; what is not a valid escape stays as it is.
fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| bytes.get(at + 1..at + 3)).flatten();
        let code = code
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    let mut decoded = String::with_capacity(out.len());
    for chunk in out.utf8_chunks() {
        decoded.push_str(chunk.valid());
        // EMF encodes U+0080 to U+009F by their codes, where they cannot be part of UTF-8.
        decoded.extend(chunk.invalid().iter().map(|b| char::from(*b)));
    }
    Cow::Owned(decoded)
}

/// Finds objects by fragment, remembering the containers it has already walked to.
#[derive(Debug, Default)]
pub struct Resolver<'t> {
    memo: FxHashMap<&'t str, Option<ObjectId>>,
    names: FxHashMap<(ObjectId, String), ObjectId>,
    indexed: rustc_hash::FxHashSet<ObjectId>,
}

impl<'t> Resolver<'t> {
    /// The object that a fragment leads to in a document. Ids are looked up in `by_id`.
    pub fn resolve(
        &mut self,
        model: &Model,
        document: DocumentId,
        fragment: &'t str,
        by_id: &impl Fn(&str) -> Option<ObjectId>,
    ) -> Option<ObjectId> {
        if !fragment.starts_with('/') {
            return by_id(without_note(fragment));
        }
        // Walk back to the longest prefix already known, then forward again, remembering every step.
        let mut ends: Vec<usize> = Vec::new();
        let mut prefix = fragment;
        let mut object = loop {
            if let Some(known) = self.memo.get(prefix) {
                break *known;
            }
            ends.push(prefix.len());
            match prefix.rfind('/') {
                Some(0) | None => {
                    ends.pop();
                    let root = root(model, document, prefix.trim_start_matches('/'), by_id);
                    self.memo.insert(prefix, root);
                    break root;
                }
                Some(slash) => prefix = &prefix[..slash],
            }
        };
        let mut start = prefix.len() + 1;
        for end in ends.into_iter().rev() {
            object = object.and_then(|container| self.step(model, container, &fragment[start..end]));
            self.memo.insert(&fragment[..end], object);
            start = end + 1;
        }
        object
    }

    fn step(&mut self, model: &Model, container: ObjectId, segment: &str) -> Option<ObjectId> {
        let by_feature =
            segment.strip_prefix('@').and_then(|rest| containment_segment(model, container, rest));
        // A name in Ecore may begin with that sign as well.
        by_feature.or_else(|| self.named_segment(model, container, segment))
    }

    fn named_segment(&mut self, model: &Model, container: ObjectId, segment: &str) -> Option<ObjectId> {
        if !model.metamodel().conforms(model.class(container), builtin::EMODEL_ELEMENT) {
            return None;
        }
        if self.indexed.insert(container) {
            // Keys are the segments themselves, as an address would spell them.
            let mut seen: FxHashMap<EcoreName<'_>, u32> = FxHashMap::default();
            for child in model.contents(container) {
                let Some(name) = ecore_name(model, child) else { continue };
                let count = seen.entry(name).or_insert(0);
                let mut key = String::new();
                name.write(&mut key);
                if *count > 0 {
                    let _ = write!(key, ".{count}");
                }
                self.names.entry((container, key)).or_insert(child);
                *count += 1;
            }
        }
        let found = |key: String| self.names.get(&(container, key)).copied();
        found(segment.to_owned()).or_else(|| found(respell(segment)))
    }
}

/// An id without the note for people that EMF lets follow it between two question marks.
fn without_note(fragment: &str) -> &str {
    let noted = fragment.strip_suffix('?').and_then(|rest| rest.rfind('?')).filter(|at| *at > 0);
    noted.map_or(fragment, |at| &fragment[..at])
}

/// A segment as [`Addresses`] would spell it, from one that leaves more or less encoded.
fn respell(segment: &str) -> String {
    let annotation = segment.strip_prefix('%').and_then(|rest| rest.rfind('%').map(|at| rest.split_at(at)));
    if let Some((source, tail)) = annotation.filter(|(_, tail)| tail.len() == 1 || tail.starts_with("%.")) {
        return format!("%{}{}", encode_source(&decode(source)), tail.strip_suffix(".0").unwrap_or(tail));
    }
    let (name, count) = match segment.rsplit_once('.') {
        Some((name, count)) if count.parse::<u32>().is_ok() => (name, Some(count)),
        _ => (segment, None),
    };
    let name = encode(&decode(name)).into_owned();
    match count {
        None | Some("0") => name,
        Some(count) => format!("{name}.{count}"),
    }
}

fn root(
    model: &Model,
    document: DocumentId,
    segment: &str,
    by_id: &impl Fn(&str) -> Option<ObjectId>,
) -> Option<ObjectId> {
    if let Some(id) = segment.strip_prefix('?') {
        return by_id(id);
    }
    let at = if segment.is_empty() { 0 } else { segment.parse::<usize>().ok()? };
    model.document(document).roots().get(at).copied()
}

/// `feature`, `feature.3` or `feature[key='value']`, after the `@`.
fn containment_segment(model: &Model, container: ObjectId, segment: &str) -> Option<ObjectId> {
    let metamodel = model.metamodel();
    let class = model.class(container);
    if let Some(inner) = segment.strip_suffix(']') {
        let (name, predicate) = inner.split_once('[')?;
        let feature = metamodel.feature(class, name)?;
        return model
            .list(container, feature)
            .objects()
            .find(|child| !model.is_proxy(*child) && matches_keys(model, *child, predicate));
    }
    if let Some((name, position)) = segment.rsplit_once('.')
        && let (Ok(position), Some(feature)) = (position.parse::<usize>(), metamodel.feature(class, name))
    {
        return model.list(container, feature).get(position)?.object();
    }
    let feature = metamodel.feature(class, segment)?;
    if metamodel[feature].many() { None } else { model.get(container, feature).object() }
}

fn matches_keys(model: &Model, object: ObjectId, predicate: &str) -> bool {
    let mut rest = predicate;
    loop {
        let Some((key, tail)) = rest.split_once('=') else { return false };
        let Some(feature) = model.metamodel().feature(model.class(object), key) else { return false };
        let value = model.get(object, feature);
        let tail = if let Some(tail) = tail.strip_prefix("null") {
            if value != Value::Null {
                return false;
            }
            tail
        } else {
            let Some(quote) = tail.chars().next().filter(|c| matches!(c, '\'' | '"')) else { return false };
            let Some((wanted, tail)) = tail[1..].split_once(quote) else { return false };
            let mut spelled = String::new();
            model.spell(feature, value, &mut spelled);
            if value == Value::Null || spelled != decode(wanted) {
                return false;
            }
            tail
        };
        match tail.strip_prefix(',') {
            Some(next) => rest = next,
            None => return tail.is_empty(),
        }
    }
}

impl Model {
    /// Appends the lexical form of an attribute's value; null gives nothing.
    pub fn spell(&self, attribute: FeatureId, value: Value<'_>, out: &mut String) {
        match value {
            Value::Null | Value::Object(_) => {}
            Value::Bool(v) => out.push_str(if v { "true" } else { "false" }),
            Value::Int(v) => {
                let _ = write!(out, "{v}");
            }
            Value::Char(v) => {
                let _ = write!(out, "{v}");
            }
            Value::Float(v) => data::format_float(v, out),
            Value::Double(v) => data::format_double(v, out),
            Value::Enum(at) => {
                let metamodel = self.metamodel();
                let literals = metamodel[metamodel.data_type(attribute)].enum_literals();
                out.push_str(literals.get(at as usize).map_or("", |literal| literal.spelling()));
            }
            Value::String(text) | Value::Lexical(text) => out.push_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, encode, encode_source, respell};

    #[test]
    fn segments_are_encoded_as_emf_does() {
        assert_eq!(encode("A B"), "A%20B");
        assert_eq!(encode("x/y"), "x%2Fy");
        assert_eq!(encode("a b'c/d"), "a%20b%27c%2Fd");
        assert_eq!(encode_source("http://src/#x"), "http:%2F%2Fsrc%2F%23x");
        assert_eq!(decode("A%20B%"), "A B%");
        assert_eq!(respell("%http:%2F%2Fsrc%2F%23x%"), "%http:%2F%2Fsrc%2F%23x%");
        assert_eq!(respell("A B.0"), "A%20B");
    }
}
