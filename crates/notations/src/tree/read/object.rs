//! Reads the start of an object: its class, and whether the map is the object or a reference to one.

use super::{Frame, Map, Reader, own_key_number};
use crate::diagnostic::{codes, join_names, unknown_class};
use crate::ecore::{ClassId, FeatureId, Metamodel, builtin, composite_text};
use crate::model::{ObjectId, uri};
use crate::tree::dialect::Dialect;
use crate::tree::keys;
use crate::tree::names::{classes, find_class};
use crate::tree::plan::{Plan, is_concrete};
use crate::tree::problems::{describe, join_choices, shorten};
use crate::tree::source::{Token, TreeSource};
use crate::tree::tokens::{MapKeys, SpannedToken, Tokens};
use std::borrow::Cow;
use std::ops::Range;

/// What a map represents.
enum MapStart {
    /// An object, whose keys follow; with the span of `$type` if that was read.
    Object { object: ObjectId, class: ClassId, type_key: Option<Range<usize>> },
    /// A proxy; its map was read to its end.
    Proxy(ObjectId),
    /// Nothing, for a reason that was reported; the map was read to its end.
    Invalid,
}

/// The `$type` of a map, known before the other keys are read.
#[derive(Default)]
struct TypeEntry<'t> {
    /// The value of `$type`; `None` if it was not found.
    value: Option<SpannedToken<'t>>,
    /// The span of the key, if it was read and not only found by lookahead.
    key: Option<Range<usize>>,
    /// Whether lookahead found a `$ref`.
    is_reference: bool,
}

/// The content of a map `{"$ref": …}`.
pub(super) struct Reference<'t> {
    pub(super) address: ReferenceAddress<'t>,
    pub(super) class: ClassId,
    /// The span of the address.
    pub(super) range: Range<usize>,
}

/// The address in a `$ref`.
pub(super) enum ReferenceAddress<'t> {
    /// An id or a path in the same document.
    Local(Cow<'t, str>),
    /// A URI.
    Remote(Cow<'t, str>),
}

impl<'t> ReferenceAddress<'t> {
    /// The address that a text of a dialect represents. An address in the same document begins with `#`, or contains no
    /// `#` in `emf`.
    pub(super) fn new(text: Cow<'t, str>, dialect: Dialect) -> Self {
        match text {
            // Borrowed and owned texts are matched separately, so that a borrowed text is not copied.
            Cow::Borrowed(text) if text.starts_with('#') => Self::Local(Cow::Borrowed(&text[1..])),
            Cow::Owned(text) if text.starts_with('#') => Self::Local(Cow::Owned(text[1..].to_owned())),
            text if dialect == Dialect::Emf && memchr::memchr(b'#', text.as_bytes()).is_none() => {
                Self::Local(text)
            }
            text => Self::Remote(text),
        }
    }
}

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Makes the document's map the map of its only root, whose first key comes next.
    pub(super) fn start_root(&mut self, map: &mut Map) {
        let begin = SpannedToken { token: Token::BeginMap, range: self.start_of_document(), map_keys: None };
        if self.package().is_none() {
            // Names of classes are relative to the package, so nothing can be read without the package.
            return self.report_missing_package(begin.range);
        }
        let expected = self.inference.root.unwrap_or(builtin::EOBJECT);
        // No feature contains a root.
        match self.start_map(expected, None, &begin) {
            MapStart::Object { object, class, type_key } => {
                self.loader.root(object);
                map.object = Some((object, class));
                self.mark_type_key(map, type_key);
                // Problems of the next key concern this object, even if nothing opens before them.
                if let Some(frame) = self.frames.last_mut() {
                    *frame = Frame::Map(*map);
                }
            }
            MapStart::Proxy(object) => {
                self.loader.root(object);
                self.frames.pop();
            }
            MapStart::Invalid => {
                self.frames.pop();
            }
        }
    }

    /// Opens the map of an object that was added to its container.
    fn push_object(&mut self, object: ObjectId, class: ClassId, type_key: Option<Range<usize>>) {
        let is_document = false;
        let mut map = self.new_map(Some((object, class)), is_document);
        self.mark_type_key(&mut map, type_key);
        self.frames.push(Frame::Map(map));
    }

    /// Records the key `$type` of a map, if it was read.
    fn mark_type_key(&mut self, map: &mut Map, type_key: Option<Range<usize>>) {
        if let (Some(range), Some(number)) = (type_key, own_key_number(keys::TYPE)) {
            self.mark_key(map, number, keys::TYPE, range);
        }
    }

    /// The span of the first character that is neither white space nor a byte order mark.
    pub(super) fn start_of_document(&self) -> Range<usize> {
        let text = self.source.text();
        let start = text.find(|c: char| !c.is_whitespace() && c != '\u{feff}').unwrap_or(0);
        start..start + 1
    }

    /// Reads the next entry of `$roots`.
    pub(super) fn read_root(&mut self) {
        let item = self.tokens.next();
        match item.token {
            Token::EndList => {
                self.frames.pop();
            }
            Token::End => self.frames.clear(),
            Token::Unreadable => {}
            Token::BeginMap => {
                if !self.can_open(&item, None) {
                    return;
                }
                let expected = self.inference.root.unwrap_or(builtin::EOBJECT);
                // No feature contains a root.
                match self.start_map(expected, None, &item) {
                    MapStart::Object { object, class, type_key } => {
                        self.loader.root(object);
                        self.push_object(object, class, type_key);
                    }
                    MapStart::Proxy(object) => self.loader.root(object),
                    MapStart::Invalid => {}
                }
            }
            _ => {
                let list = match self.dialect {
                    Dialect::Plain => "`$roots`",
                    Dialect::Emf => "the list of roots",
                };
                let message = format!("{list} must contain maps, found {}", describe(&item.token));
                self.report_here(codes::TREE_SHAPE, message, item.range);
                self.has_dropped_objects = true;
                self.tokens.skip(&item.token);
            }
        }
    }

    /// Opens the map of a contained object.
    pub(super) fn open_contained(
        &mut self,
        container: ObjectId,
        plan: &Plan,
        expected: ClassId,
        item: &SpannedToken<'t>,
    ) {
        match self.start_map(expected, Some(plan.feature), item) {
            MapStart::Invalid => {}
            MapStart::Proxy(object) => self.loader.contain(container, plan.slot, plan.feature, object),
            MapStart::Object { object, class, type_key } => {
                self.loader.contain(container, plan.slot, plan.feature, object);
                self.push_object(object, class, type_key);
            }
        }
    }

    /// Creates the object of a map whose start was read; `feature` is its containment.
    fn start_map(
        &mut self,
        expected: ClassId,
        feature: Option<FeatureId>,
        begin: &SpannedToken<'t>,
    ) -> MapStart {
        let entry = self.type_of(expected, begin);
        let class = match &entry.value {
            Some(item) => self.resolve_class(item, expected, feature, None),
            None if entry.is_reference => Some(expected),
            None if feature.is_none() && self.is_of_other_root(expected, begin) => None,
            None => self.infer_class(expected, feature, begin),
        };
        let Some(class) = class else { return self.abandon_map() };
        // `$ref` may come after `$type`, or be found by lookahead.
        let is_reference =
            matches!(self.tokens.peek(), Token::Key(key) if key == keys::REF) || entry.is_reference;
        let is_named = entry.value.is_some();
        let class_range = entry.value.as_ref().map_or(&begin.range, |item| &item.range).clone();
        if is_reference {
            // The target of a reference has a class of its own, so only a class that the reference names is checked.
            if is_named && !self.check_instantiable(class, is_named, class_range, None) {
                return self.abandon_map();
            }
            return self.read_proxy(class, feature, begin.range.clone());
        }
        if !self.check_instantiable(class, is_named, class_range, None) {
            return self.abandon_map();
        }
        match self.create(class, begin.range.clone()) {
            Some(object) => MapStart::Object { object, class, type_key: entry.key },
            None => self.abandon_map(),
        }
    }

    /// Reads a map `{"$ref": …}` to its end, and creates the proxy that it represents.
    fn read_proxy(&mut self, class: ClassId, feature: Option<FeatureId>, begin: Range<usize>) -> MapStart {
        let Some(reference) = self.read_map_of_reference(class, feature, begin) else {
            return MapStart::Invalid;
        };
        let target = match reference.address {
            ReferenceAddress::Local(fragment) => uri::resolve(&self.base, &format!("#{fragment}")),
            ReferenceAddress::Remote(address) => uri::resolve(&self.base, &address),
        };
        MapStart::Proxy(self.loader.proxy(reference.class, &target))
    }

    /// Skips the rest of a map whose object cannot be created, for a reason that was reported.
    fn abandon_map(&mut self) -> MapStart {
        self.has_dropped_objects = true;
        self.tokens.skip_rest();
        MapStart::Invalid
    }

    /// The `$type` of a map: read if it is the first key, otherwise found by lookahead.
    fn type_of(&mut self, expected: ClassId, begin: &SpannedToken<'t>) -> TypeEntry<'t> {
        let entry_with = |tokens: &Tokens<'t, S>, map_keys: &MapKeys| TypeEntry {
            value: tokens.type_value(map_keys),
            key: None,
            is_reference: map_keys.is_reference,
        };
        // The search from an outer map has already examined this map; a second search would make lookahead quadratic.
        if let Some(map_keys) = &begin.map_keys {
            return entry_with(&self.tokens, map_keys);
        }
        if let Some(key) = self.tokens.next_if_key(keys::TYPE) {
            let value = self.tokens.next();
            self.tokens.skip(&value.token);
            return TypeEntry { value: Some(value), key: Some(key.range), is_reference: false };
        }
        let is_ref = matches!(self.tokens.peek(), Token::Key(key) if key == keys::REF);
        // A class without subclasses needs no `$type`, so the map is not queued to find one (Decision 3).
        if is_ref || self.plans.is_sealed(expected) {
            return TypeEntry::default();
        }
        let map_keys = self.tokens.search(keys::TYPE);
        entry_with(&self.tokens, &map_keys)
    }

    /// Resolves a `$type` to a class that conforms to the expected one; `feature` is the reference to the object, and
    /// `object` the one that refers to it without containing it. Without an `object`, the `$type` is that of an object
    /// still to be created.
    pub(super) fn resolve_class(
        &mut self,
        item: &SpannedToken<'t>,
        expected: ClassId,
        feature: Option<FeatureId>,
        object: Option<ObjectId>,
    ) -> Option<ClassId> {
        let name = match &item.token {
            Token::String(name) => name,
            Token::Unreadable => return None,
            token => {
                let key = self.dialect.class_key();
                let message = format!("`{key}` must be the name of a class, found {}", describe(token));
                self.report_here(codes::TREE_SHAPE, message, item.range.clone());
                return None;
            }
        };
        // Resolved names are cached, because a document has few different names of classes, but names a class for most
        // objects.
        let class = match self.classes.get(&**name) {
            Some(class) => *class,
            None => {
                let package = self.package?;
                let Some(class) = find_class(&self.metamodel, name, package) else {
                    self.report_unknown_class(name, item.range.clone(), object);
                    return None;
                };
                self.classes.insert(name.clone(), class);
                class
            }
        };
        // EMF does not check the classes of objects in lists, so they are accepted here; validation reports them.
        let may_differ = feature.is_some_and(|feature| self.metamodel.takes_any_class(feature));
        if may_differ || self.metamodel.conforms(class, expected) {
            return Some(class);
        }
        let (expected_name, actual_name) = (&self.metamodel[expected].name, &self.metamodel[class].name);
        let message = match feature {
            Some(feature) => {
                let feature = self.metamodel.feature_label(feature);
                format!(
                    "{feature} requires objects of class {expected_name}, found one of class {actual_name}"
                )
            }
            None => format!("expected an object of class {expected_name}, found one of class {actual_name}"),
        };
        self.report_here(codes::WRONG_VALUE_TYPE, message, item.range.clone());
        None
    }

    /// Reports that no class has the name, with advice. `object` is the object that the problem concerns, if any.
    fn report_unknown_class(&mut self, name: &str, range: Range<usize>, object: Option<ObjectId>) {
        if self.assumes_ecore {
            let message =
                format!("the document names no metamodel, and Ecore has no class `{}`", shorten(name));
            let help = match self.dialect {
                Dialect::Plain => {
                    "specify the metamodel's file with --model, or its namespace with \"$model\""
                }
                Dialect::Emf => {
                    "specify the metamodel's file with --model, and write the URI of its package before the class's name"
                }
            };
            return self.report_class(codes::UNKNOWN_CLASS, message, range, help, object);
        }
        let metamodel = self.metamodel.clone();
        let package = self.package.unwrap_or(builtin::PACKAGE);
        let simple_name = name.rsplit_once('/').map_or(name, |(_, simple_name)| simple_name);
        // A class of a subpackage is often given by its simple name.
        let suggestion =
            self.suggestions.nearest(simple_name, classes(&metamodel, package).map(|(_, name)| name));
        let suggested_class = suggestion
            .and_then(|suggestion| classes(&metamodel, package).find(|(_, name)| *name == suggestion));
        let help = match suggested_class {
            Some((class, _)) => {
                format!("did you mean `{}`?", self.dialect.class_name(&metamodel, class, package))
            }
            None => {
                let dialect = self.dialect;
                let known_classes = classes(&metamodel, package)
                    .map(|(class, _)| dialect.class_name(&metamodel, class, package));
                format!("the classes are {}", join_names(known_classes))
            }
        };
        self.report_class(codes::UNKNOWN_CLASS, unknown_class(name), range, help, object);
    }

    /// Reports a class that cannot have instances: an abstract class or, unless the document names the class
    /// (`is_named`), one that cannot be inferred. `object` is the object that the problem concerns, if any. Returns
    /// whether an object can be created.
    pub(super) fn check_instantiable(
        &mut self,
        class: ClassId,
        is_named: bool,
        range: Range<usize>,
        object: Option<ObjectId>,
    ) -> bool {
        // Every class conforms to `EObject`, so a feature of that type does not determine the class.
        let is_class_known = is_named || class != builtin::EOBJECT;
        if is_class_known && is_concrete(&self.metamodel, class) {
            return true;
        }
        let metamodel = self.metamodel.clone();
        let help = self.concrete_class_help(class, is_named);
        let (name, key) = (&metamodel[class].name, self.dialect.class_key());
        if is_named {
            let message = format!("{name} is abstract and cannot have instances");
            self.report_class(codes::UNKNOWN_CLASS, message, range, help, object);
        } else {
            let message = match class {
                builtin::EOBJECT => {
                    format!("`{key}` is missing, and the class of the object cannot be inferred")
                }
                _ => format!("`{key}` is missing: {name} has several concrete subclasses"),
            };
            let help = self.misspelt_type_key_help(class).unwrap_or(help);
            self.report_class(codes::TREE_SHAPE, message, range, help, object);
        }
        false
    }

    /// How to specify a concrete class for an object of which only `class` is known; `is_named` if the document names
    /// this class.
    fn concrete_class_help(&self, class: ClassId, is_named: bool) -> String {
        let metamodel = &self.metamodel;
        let package = self.package.unwrap_or(builtin::PACKAGE);
        let (dialect, key) = (self.dialect, self.dialect.class_key());
        let mut names = metamodel
            .concrete_subclasses(class)
            .filter(|id| class != builtin::EOBJECT || is_ordinary_object(metamodel, *id))
            .map(|id| dialect.class_name(metamodel, id, package))
            .peekable();
        if names.peek().is_some() {
            let names = join_choices(names);
            return match (is_named, class) {
                (true, _) => format!("use {names}"),
                (false, builtin::EOBJECT) if dialect == Dialect::Plain => {
                    format!("add \"{key}\" with {names}, or specify the class of the roots with --root-class")
                }
                _ => format!("add \"{key}\" with {names}"),
            };
        }
        match (class, dialect) {
            (builtin::EOBJECT, Dialect::Plain) => {
                "specify the metamodel with \"$model\" and the class with \"$type\", or the class of the roots with --root-class"
            }
            (builtin::EOBJECT, Dialect::Emf) => {
                "specify the URI of the metamodel and the class with \"eClass\""
            }
            _ => "no known metamodel has a concrete subclass; specify the metamodel that has one",
        }
        .to_owned()
    }

    /// What to write if the open map names its class with another key than the dialect's.
    fn misspelt_type_key_help(&mut self, class: ClassId) -> Option<String> {
        let metamodel = self.metamodel.clone();
        let is_feature = |key: &str| {
            metamodel.concrete_subclasses(class).any(|class| metamodel.table(class).slot_named(key).is_some())
        };
        let keys = self.feature_keys();
        let unknown_keys = keys.iter().map(|key| &**key).filter(|key| !is_feature(key));
        self.type_key_help(unknown_keys)
    }

    /// Reads a `$type` after the class is known: lookahead found it, or it must name the same class.
    pub(super) fn read_late_type(&mut self, map: &Map, item: &SpannedToken<'t>) {
        let Some((object, class)) = map.object else { return };
        self.tokens.skip(&item.token);
        // The name must be that of a class; any class is accepted here, because the comparison below reports a
        // different one.
        let Some(named_class) = self.resolve_class(item, builtin::EOBJECT, None, Some(object)) else {
            return;
        };
        if named_class != class {
            let (expected_name, actual_name) =
                (&self.metamodel[class].name, &self.metamodel[named_class].name);
            let message =
                format!("expected an object of class {expected_name}, found one of class {actual_name}");
            self.report(codes::WRONG_VALUE_TYPE, message, item.range.clone(), Some(object), |d| d);
        }
    }
}

/// Whether objects of a class are ordinary objects: not elements of Ecore, and not entries, tuples or choices.
fn is_ordinary_object(metamodel: &Metamodel, class: ClassId) -> bool {
    let data = &metamodel[class];
    !metamodel.is_ecore_package(data.package)
        && !metamodel.is_entry_class(class)
        && composite_text(data).is_none()
}
