//! Resolves a fragment to its object, step by step from a root.
//!
//! Invariant: the cost of a step does not grow with the number of siblings. Positions are looked up, and the names and
//! keys of siblings are indexed at the first look-up.

use super::encoding::{decode, encode, encode_source};
use super::{EcoreName, ecore_name, without_comment};
use crate::ecore::{ClassId, FeatureId, builtin};
use crate::model::prefetch::prefetch;
use crate::model::slot::Slot;
use crate::model::store::hash;
use crate::model::{DocumentId, Model, ObjectId, Value};
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt::Write as _;

/// Finds objects by fragment in a model, whose indexed parts must not change meanwhile.
#[derive(Debug, Default)]
pub struct Resolver {
    /// Lists by the paths of their contents, without positions. There may be many targets, but there are only a few
    /// lists.
    lists: Paths<u32>,
    /// Objects by their paths, for those whose contents are not in a list, or are addressed by name or key.
    containers: Paths<ObjectId>,
    /// Elements of Ecore by their segments, for each container.
    names: FxHashMap<ObjectId, FxHashMap<String, ObjectId>>,
    /// Objects by the values of their key attributes, for each list.
    objects_by_key: FxHashMap<KeyedList, FxHashMap<String, ObjectId>>,
    /// The attributes, or the references, of classes of a metamodel (see [`Resolver::find_in_computed_list`]).
    kinds: FxHashMap<(ObjectId, ClassId), Vec<ObjectId>>,
}

/// A containment list and the names of the key attributes.
type KeyedList = (ObjectId, FeatureId, String);

/// The target of a fragment.
#[derive(Debug, Clone, Copy)]
pub(in crate::model) enum FragmentTarget {
    /// An object; `None` if there is no target.
    Object(Option<ObjectId>),
    /// A position in a list that has not been read yet. The list may be far away in memory, so many such
    /// positions are fetched together.
    ListItem { list: u32, position: usize },
}

impl FragmentTarget {
    /// The target at a position in a slot. A slot with a single value has no positions.
    fn in_slot(model: &Model, slot: usize, position: usize) -> Self {
        match model.slots.get(slot).and_then(|slot| slot.as_list()) {
            Some(list) => FragmentTarget::ListItem { list, position },
            None => FragmentTarget::Object(None),
        }
    }

    /// Prefetches the list itself.
    pub(in crate::model) fn prefetch_list(self, model: &Model) {
        if let FragmentTarget::ListItem { list, .. } = self {
            prefetch(model.lists.len_of(list));
        }
    }

    /// Prefetches the item at the position.
    pub(in crate::model) fn prefetch_item(self, model: &Model) {
        prefetch(self.object(model));
    }

    /// The object at the position.
    pub(in crate::model) fn object(self, model: &Model) -> Option<ObjectId> {
        match self {
            FragmentTarget::Object(object) => object,
            FragmentTarget::ListItem { list, position } => model.lists.get(list).get(position)?.as_object(),
        }
    }
}

impl Resolver {
    /// The object that a fragment refers to in a document, which must be the same one in all calls. `find_by_id`
    /// looks up ids.
    pub fn resolve(
        &mut self,
        model: &Model,
        document: DocumentId,
        fragment: &str,
        find_by_id: &impl Fn(&str) -> Option<ObjectId>,
    ) -> Option<ObjectId> {
        self.locate(model, document, fragment, find_by_id).object(model)
    }

    /// As [`Resolver::resolve`], without reading the position in the list, if the target is in one.
    pub(in crate::model) fn locate(
        &mut self,
        model: &Model,
        document: DocumentId,
        fragment: &str,
        find_by_id: &impl Fn(&str) -> Option<ObjectId>,
    ) -> FragmentTarget {
        if !fragment.starts_with('/') {
            return FragmentTarget::Object(find_by_id(without_comment(fragment)));
        }
        let list_and_position = split_position(fragment);
        // Usually, an earlier fragment has the same path, and only the position differs.
        if let Some((list_path, position)) = list_and_position
            && let Some(list) = self.lists.find(list_path)
        {
            return FragmentTarget::ListItem { list, position };
        }
        let Some(last_slash) = memchr::memrchr(b'/', fragment.as_bytes()).filter(|offset| *offset > 0) else {
            return FragmentTarget::Object(root(model, document, &fragment[1..], find_by_id));
        };
        // The complete path of the container is looked up first, which avoids a step for each segment.
        let (path, step) = (&fragment[..last_slash], &fragment[last_slash + 1..]);
        let cached_container = self.containers.find(path);
        let Some(container) = cached_container.or_else(|| self.walk(model, document, &path[1..], find_by_id))
        else {
            // The failure is not stored, because a path through an unresolved reference may exist later.
            return FragmentTarget::Object(None);
        };
        // Elements of Ecore are addressed by names, which may look like positions.
        let feature_segment = step.strip_prefix('@').filter(|_| !has_named_contents(model, container));
        let slot_in_container =
            feature_segment.and_then(|segment| slot_and_position(model, container, segment));
        let fragment_target =
            slot_in_container.map(|(slot, position)| FragmentTarget::in_slot(model, slot, position));
        match (list_and_position, fragment_target) {
            // The container need not be stored, because all positions in the list are found by the path of the list.
            (Some((list_path, _)), Some(FragmentTarget::ListItem { list, .. })) => {
                self.lists.insert(list_path, list);
            }
            _ if cached_container.is_none() => self.containers.insert(path, container),
            _ => {}
        }
        fragment_target.unwrap_or_else(|| FragmentTarget::Object(self.step(model, container, step)))
    }

    /// For a fragment that refers to an implied generic type, the plain type that implies it, and the element that has
    /// the plain type. (EMF creates a generic type for each plain one.) `None` if the plain type is not resolved yet.
    pub fn implying_type(
        &mut self,
        model: &Model,
        document: DocumentId,
        fragment: &str,
        find_by_id: &impl Fn(&str) -> Option<ObjectId>,
    ) -> Option<(ObjectId, ObjectId)> {
        let (path, step) = fragment.rsplit_once('/')?;
        let (generic_feature, plain_feature, position) = match (step, split_position(step)) {
            ("@eGenericType", _) => ("eGenericType", "eType", 0),
            (_, Some(("@eGenericSuperTypes", position))) => ("eGenericSuperTypes", "eSuperTypes", position),
            (_, Some(("@eGenericExceptions", position))) => ("eGenericExceptions", "eExceptions", position),
            _ => return None,
        };
        // The path of the first root is `/`, of which the split above leaves nothing.
        let path = if path.is_empty() { "/" } else { path };
        let owner = self.resolve(model, document, path, find_by_id)?;
        // Only elements of Ecore have types; if the element has a generic type of its own, the plain types imply none.
        if !has_named_contents(model, owner) || value_at(model, owner, generic_feature, 0).is_some() {
            return None;
        }
        let plain_type = value_at(model, owner, plain_feature, position)?.as_object()?;
        Some((plain_type, owner))
    }

    /// The object at a path, found step by step from the root.
    fn walk(
        &mut self,
        model: &Model,
        document: DocumentId,
        path: &str,
        find_by_id: &impl Fn(&str) -> Option<ObjectId>,
    ) -> Option<ObjectId> {
        let mut segments = path.split('/');
        let mut object = root(model, document, segments.next().unwrap_or_default(), find_by_id)?;
        for segment in segments {
            object = self.step(model, object, segment)?;
        }
        Some(object)
    }

    /// The object to which a segment leads from a container.
    fn step(&mut self, model: &Model, container: ObjectId, segment: &str) -> Option<ObjectId> {
        let by_feature =
            segment.strip_prefix('@').and_then(|segment| self.find_by_feature(model, container, segment));
        // A name in Ecore may also begin with `@`.
        by_feature.or_else(|| self.find_by_name(model, container, segment))
    }

    /// The object of a segment `feature`, `feature.3` or `feature[key='value']`, after the `@`.
    fn find_by_feature(&mut self, model: &Model, container: ObjectId, segment: &str) -> Option<ObjectId> {
        let table = model.metamodel().table(model.class(container));
        if let Some(inner) = segment.strip_suffix(']') {
            let (name, predicate) = inner.split_once('[')?;
            return self.find_by_key(model, container, table.feature_named(name)?, predicate);
        }
        if let Some((slot, position)) = slot_and_position(model, container, segment) {
            let object = FragmentTarget::in_slot(model, slot, position).object(model);
            // A list that Ecore computes has a slot, but no items in it.
            return object.or_else(|| self.find_in_computed_list(model, container, segment));
        }
        let feature = table.feature_named(segment)?;
        // A list without a position refers to nothing, even if it contains only one object.
        if model.metamodel()[feature].many() { None } else { model.get(container, feature).object() }
    }

    /// The object of a list with the values in a predicate, such as `name='a'`; `None` if there is none, or if the
    /// predicate is invalid.
    fn find_by_key(
        &mut self,
        model: &Model,
        container: ObjectId,
        feature: FeatureId,
        predicate: &str,
    ) -> Option<ObjectId> {
        let conditions = parse_predicates(predicate)?;
        let names: Vec<&str> = conditions.iter().map(|(name, _)| *name).collect();
        let list = (container, feature, names.join("="));
        let children_by_key = self.objects_by_key.entry(list).or_insert_with(|| {
            let mut children_by_key = FxHashMap::default();
            // Proxies are skipped, because the keys of their targets are not in this model.
            for child in model.list(container, feature).objects().filter(|child| !model.is_proxy(*child)) {
                if let Some(key) = encode_key_values(model, child, &names) {
                    // As in EMF, which searches the list, the first object with a key is found.
                    children_by_key.entry(key).or_insert(child);
                }
            }
            children_by_key
        });
        let mut key = String::new();
        for (_, value) in &conditions {
            push_value(value.as_deref(), &mut key);
        }
        children_by_key.get(&key).copied()
    }

    /// The object of a segment `eReferences.3` or `eAttributes.3`, after the `@`. Ecore computes these lists from the
    /// features of a class. `None` for all other segments.
    pub(in crate::model) fn find_in_computed_list(
        &mut self,
        model: &Model,
        container: ObjectId,
        segment: &str,
    ) -> Option<ObjectId> {
        if model.class(container) != builtin::ECLASS {
            return None;
        }
        let (list, position) = split_position(segment)?;
        let class = match list {
            "eReferences" => builtin::EREFERENCE,
            "eAttributes" => builtin::EATTRIBUTE,
            // Paths through `eAllReferences` and other lists with inherited features are not resolved.
            _ => return None,
        };
        let features = self.kinds.entry((container, class)).or_insert_with(|| {
            let features = model.list_named(container, "eStructuralFeatures").objects();
            features.filter(|feature| model.class(*feature) == class).collect()
        });
        features.get(position).copied()
    }

    /// The object of a segment that is a name of an element of Ecore.
    pub(in crate::model) fn find_by_name(
        &mut self,
        model: &Model,
        container: ObjectId,
        segment: &str,
    ) -> Option<ObjectId> {
        // No address contains an empty segment, even if a name is empty.
        if segment.is_empty() || !has_named_contents(model, container) {
            return None;
        }
        let contents = self.names.entry(container).or_insert_with(|| contents_by_segment(model, container));
        // The spelling of EMF needs no conversion. Other tools encode other characters.
        contents.get(segment).or_else(|| contents.get(&respell(segment))).copied()
    }
}

/// Whether the contents of an object are addressed by name.
pub(in crate::model) fn has_named_contents(model: &Model, container: ObjectId) -> bool {
    model.metamodel().conforms(model.class(container), builtin::EMODEL_ELEMENT)
}

/// The value of a feature at a position; it may be a reference that is not resolved yet. The value of a single-valued
/// feature is at position 0.
fn value_at(model: &Model, object: ObjectId, feature: &str, position: usize) -> Option<Slot> {
    let header = model.header(object);
    let slot = model.metamodel().table(header.class).slot_named(feature)?;
    let slot = *model.slots.get(header.slot(slot))?;
    match slot.as_list() {
        Some(list) => model.lists.get(list).get(position).copied(),
        None => (position == 0 && !slot.is_unset()).then_some(slot),
    }
}

/// The slot of the feature and the position that a segment `feature.3`, after the `@`, specifies.
pub(in crate::model) fn slot_and_position(
    model: &Model,
    container: ObjectId,
    segment: &str,
) -> Option<(usize, usize)> {
    let header = model.header(container);
    let (name, position) = split_position(segment)?;
    let slot = model.metamodel().table(header.class).slot_named(name)?;
    Some((header.slot(slot), position))
}

/// The text before the last dot, and the number after it. `None` if the segment does not end with a dot and a number.
fn split_position(segment: &str) -> Option<(&str, usize)> {
    // The usual form, a few digits without a sign, is read backwards up to the dot.
    let (mut number, mut weight) = (0, 1);
    for (index, byte) in segment.bytes().enumerate().rev() {
        match byte {
            // At most six digits are read here, so that the number cannot overflow. Longer numbers are parsed by
            // `parse_position` below.
            b'0'..=b'9' if weight < 1_000_000 => {
                number += weight * usize::from(byte - b'0');
                weight *= 10;
            }
            b'.' if weight > 1 => return Some((&segment[..index], number)),
            _ => break,
        }
    }
    let (name, digits) = segment.rsplit_once('.')?;
    Some((name, parse_position(digits)?))
}

/// Values by path, for paths that are the beginnings of many fragments.
///
/// The paths are copied next to each other, because their positions in a document are far apart.
#[derive(Debug)]
struct Paths<T> {
    /// The texts of all paths.
    texts: String,
    entries: HashTable<PathEntry<T>>,
}

#[derive(Debug, Clone, Copy)]
struct PathEntry<T> {
    hash: u64,
    /// The position of the path in [`Paths::texts`].
    start: usize,
    len: usize,
    value: T,
}

impl<T> Default for Paths<T> {
    fn default() -> Self {
        Self { texts: String::new(), entries: HashTable::new() }
    }
}

impl<T: Copy> Paths<T> {
    /// The value of a path.
    #[inline]
    fn find(&self, path: &str) -> Option<T> {
        let texts = self.texts.as_bytes();
        self.entries
            .find(hash(path.as_bytes()), |entry| {
                texts[entry.start..entry.start + entry.len] == *path.as_bytes()
            })
            .map(|entry| entry.value)
    }

    /// Adds a path, which must be new.
    fn insert(&mut self, path: &str, value: T) {
        let (hash, start) = (hash(path.as_bytes()), self.texts.len());
        self.texts.push_str(path);
        // The entry contains its hash, so that its path is not read again when the table grows.
        let entry = PathEntry { hash, start, len: path.len(), value };
        self.entries.insert_unique(hash, entry, |entry| entry.hash);
    }
}

/// The contents of an Ecore element, by the segments of their addresses.
fn contents_by_segment(model: &Model, container: ObjectId) -> FxHashMap<String, ObjectId> {
    let mut contents = FxHashMap::default();
    let mut counts: FxHashMap<EcoreName<'_>, u32> = FxHashMap::default();
    for child in model.contents(container) {
        // The address of an element of a known metamodel ends with its name.
        let name = if model.is_proxy(child) && model.is_known(child, model.metamodel()) {
            Some(EcoreName::Named(model.proxy_uri(child).and_then(|uri| uri.rsplit('/').next())))
        } else {
            ecore_name(model, model.resolved_target(child).unwrap_or(child))
        };
        let Some(name) = name else { continue };
        // A proxy without a name is skipped, because the name of its target is not known yet.
        if name == EcoreName::Named(None) && model.is_proxy(child) {
            continue;
        }
        let count = counts.entry(name).or_insert(0);
        let mut segment = String::new();
        name.write(&mut segment);
        if *count > 0 {
            let _ = write!(segment, ".{count}");
        }
        contents.entry(segment).or_insert(child);
        *count += 1;
    }
    contents
}

/// Splits the segment of an annotation after its source: `%source%.2` into `source` and `%.2`. `None` for the segments
/// of other elements.
fn split_annotation(segment: &str) -> Option<(&str, &str)> {
    let text = segment.strip_prefix('%')?;
    let (source, tail) = text.split_at(text.rfind('%')?);
    // Only a number may follow the second `%`.
    (tail == "%" || tail.starts_with("%.")).then_some((source, tail))
}

/// Converts a segment in which more or fewer characters are encoded to the spelling of [`super::Addresses`]. The number
/// 0 is omitted there: `a%62.0` becomes `ab`.
fn respell(segment: &str) -> String {
    if let Some((source, tail)) = split_annotation(segment) {
        return format!("%{}{}", encode_source(&decode(source)), tail.strip_suffix(".0").unwrap_or(tail));
    }
    let (name, count) = match segment.rsplit_once('.') {
        Some((name, count)) if count.parse::<u32>().is_ok() => (name, Some(count)),
        _ => (segment, None),
    };
    // The `%` alone is the segment of an element without a name.
    let name = if name == "%" { name.to_owned() } else { encode(&decode(name)).into_owned() };
    match count {
        None | Some("0") => name,
        Some(count) => format!("{name}.{count}"),
    }
}

/// The root that the first segment of a path specifies: a position, or an id after a `?`.
fn root(
    model: &Model,
    document: DocumentId,
    segment: &str,
    find_by_id: &impl Fn(&str) -> Option<ObjectId>,
) -> Option<ObjectId> {
    if let Some(id) = segment.strip_prefix('?') {
        return find_by_id(id);
    }
    let position = if segment.is_empty() { 0 } else { parse_position(segment)? };
    model.document(document).roots().get(position).copied()
}

/// Parses a position, which may have a sign, like numbers in Java.
pub(in crate::model) fn parse_position(text: &str) -> Option<usize> {
    usize::try_from(text.parse::<i32>().ok()?).ok()
}

/// An attribute's name and its value; `None` for `null`.
type Predicate<'a> = (&'a str, Option<Cow<'a, str>>);

/// Parses the text in brackets. `None` if it is invalid.
fn parse_predicates(text: &str) -> Option<Vec<Predicate<'_>>> {
    let mut predicates = Vec::new();
    let mut remaining = text;
    loop {
        let (name, tail) = remaining.split_once('=')?;
        let (value, tail) = match tail.strip_prefix("null") {
            Some(tail) => (None, tail),
            None => {
                let quote = tail.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
                let (value, tail) = tail[1..].split_once(quote)?;
                (Some(decode(value)), tail)
            }
        };
        predicates.push((name, value));
        match tail.strip_prefix(',') {
            Some(next) => remaining = next,
            None => return tail.is_empty().then_some(predicates),
        }
    }
}

/// The values of an object's attributes as one text; `None` if the object does not have one of the attributes.
fn encode_key_values(model: &Model, object: ObjectId, names: &[&str]) -> Option<String> {
    let mut key = String::new();
    for name in names {
        let feature = model.metamodel().feature(model.class(object), name)?;
        match model.get(object, feature) {
            Value::Null => push_value(None, &mut key),
            value => {
                let mut spelling = String::new();
                model.spell(feature, value, &mut spelling);
                push_value(Some(&spelling), &mut key);
            }
        }
    }
    Some(key)
}

/// Appends a value with its length, so that different values never have the same text when they are joined.
fn push_value(value: Option<&str>, key: &mut String) {
    match value {
        None => key.push('-'),
        Some(text) => {
            let _ = write!(key, "{}:{text}", text.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{parse_predicates, respell};

    #[test]
    fn segments_are_respelled() {
        assert_eq!(respell("%http:%2F%2Fsrc%2F%23x%"), "%http:%2F%2Fsrc%2F%23x%");
        assert_eq!(respell("A B.0"), "A%20B");
    }

    #[test]
    fn predicates_are_parsed() {
        let found = parse_predicates("a='x%20y',b=null,c=\"'\"").expect("three");
        let found: Vec<_> = found.iter().map(|(name, value)| (*name, value.as_deref())).collect();
        assert_eq!(found, [("a", Some("x y")), ("b", None), ("c", Some("'"))]);
        for wrong in ["a", "a=x", "a='x", "a='x'b='y'", ""] {
            assert_eq!(parse_predicates(wrong), None, "{wrong}");
        }
    }
}
