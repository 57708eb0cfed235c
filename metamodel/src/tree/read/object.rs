//! How an object begins: its class, and whether it is one or only refers to one.

use super::{Frame, Map, Reader, special};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, FeatureId, builtin};
use crate::model::{ObjectId, uri};
use crate::tree::dialect::Dialect;
use crate::tree::keys;
use crate::tree::names::{classes, find_class};
use crate::tree::plan::{Plan, is_concrete};
use crate::tree::problems::{choice, found, shortened};
use crate::tree::source::{Token, TreeSource};
use crate::tree::tokens::{Inside, Item, Tokens};
use std::borrow::Cow;
use std::ops::Range;

/// What a map turned out to be.
enum Opened {
    /// An object, whose keys follow; with the place of `$type` if that was read.
    Object(ObjectId, ClassId, Option<Range<usize>>),
    /// A stand-in for an object elsewhere; its map is read.
    Proxy(ObjectId),
    /// Nothing, for a reason that was told; its map is read.
    Nothing,
}

/// What is known of a map's `$type` before its other keys are read.
#[derive(Default)]
struct Named<'t> {
    value: Option<Item<'t>>,
    /// The place of the key, if it was read and not only found ahead.
    key: Option<Range<usize>>,
    /// Whether a `$ref` was found on the way.
    is_reference: bool,
}

/// The map `{"$ref": …}`, read.
pub(super) struct Reference<'t> {
    pub(super) uri: Cow<'t, str>,
    pub(super) class: ClassId,
    pub(super) range: Range<usize>,
}

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Turns the document's map into that of its only root, whose first key comes next.
    pub(super) fn start_root(&mut self, map: &mut Map) {
        let here = Item { token: Token::BeginMap, range: self.start_of_document(), inside: None };
        if self.package().is_none() {
            return self.no_package(here.range);
        }
        match self.open_object(builtin::EOBJECT, &here) {
            Opened::Object(object, class, named) => {
                self.loader.root(object);
                map.object = Some((object, class));
                self.note_type(map, named);
            }
            Opened::Proxy(object) => {
                self.loader.root(object);
                self.frames.pop();
            }
            Opened::Nothing => {
                self.frames.pop();
            }
        }
    }

    /// Opens the map of an object that was placed.
    fn push_object(&mut self, object: ObjectId, class: ClassId, named: Option<Range<usize>>) {
        let mut map = self.map(Some((object, class)), false);
        self.note_type(&mut map, named);
        self.frames.push(Frame::Map(map));
    }

    fn note_type(&mut self, map: &mut Map, named: Option<Range<usize>>) {
        if let (Some(range), Some(number)) = (named, special(keys::TYPE)) {
            self.first_time(map, number, keys::TYPE, range);
        }
    }

    fn start_of_document(&self) -> Range<usize> {
        let text = self.source.text();
        let start = text.find(|c: char| !c.is_whitespace() && c != '\u{feff}').unwrap_or(0);
        start..start + 1
    }

    /// Reads the next entry of `$roots`.
    pub(super) fn next_root(&mut self) {
        let item = self.tokens.next();
        match item.token {
            Token::EndList => {
                self.frames.pop();
            }
            Token::End => self.frames.clear(),
            Token::Unreadable => {}
            Token::BeginMap => {
                if !self.may_open(&item, None) {
                    return;
                }
                match self.open_object(builtin::EOBJECT, &item) {
                    Opened::Object(object, class, named) => {
                        self.loader.root(object);
                        self.push_object(object, class, named);
                    }
                    Opened::Proxy(object) => self.loader.root(object),
                    Opened::Nothing => {}
                }
            }
            _ => {
                let list = match self.dialect {
                    Dialect::Plain => "`$roots`",
                    Dialect::Emf => "the list of roots",
                };
                let message = format!("{list} holds maps, found {}", found(&item.token));
                self.report(codes::TREE_SHAPE, message, item.range, None, |d| d);
                self.dropped = true;
                self.tokens.skip(&item.token);
            }
        }
    }

    /// Opens the entry of a containment as a map of its own.
    pub(super) fn open_part(&mut self, container: ObjectId, plan: &Plan, expected: ClassId, item: &Item<'t>) {
        match self.open_object(expected, item) {
            Opened::Nothing => {}
            Opened::Proxy(object) => self.loader.contain(container, plan.slot, plan.feature, object),
            Opened::Object(object, class, named) => {
                self.loader.contain(container, plan.slot, plan.feature, object);
                self.push_object(object, class, named);
            }
        }
    }

    /// Makes the object of a map whose start was read.
    fn open_object(&mut self, expected: ClassId, begin: &Item<'t>) -> Opened {
        let named = self.type_of(expected, begin);
        let class = match &named.value {
            Some(item) => self.class_named(item, expected, None),
            None => Some(expected),
        };
        let Some(class) = class else { return self.abandon_map() };
        let refers = matches!(self.tokens.peek(), Token::Key(key) if key == keys::REF);
        let place = named.value.as_ref().map_or(&begin.range, |item| &item.range).clone();
        if refers || named.is_reference {
            if named.value.is_some() && !self.can_have_instances(class, true, place) {
                return self.abandon_map();
            }
            return match self.reference(class, None, begin.range.clone()) {
                Some(reference) => {
                    let target = uri::resolve(&self.base, &reference.uri);
                    Opened::Proxy(self.loader.proxy(reference.class, &target))
                }
                None => Opened::Nothing,
            };
        }
        if !self.can_have_instances(class, named.value.is_some(), place) {
            return self.abandon_map();
        }
        match self.create(class, begin.range.clone()) {
            Some(object) => Opened::Object(object, class, named.key),
            None => self.abandon_map(),
        }
    }

    fn abandon_map(&mut self) -> Opened {
        self.dropped = true;
        self.tokens.skip_rest();
        Opened::Nothing
    }

    /// The `$type` of a map, read if it is the first key, else found by looking ahead.
    fn type_of(&mut self, expected: ClassId, begin: &Item<'t>) -> Named<'t> {
        let found = |tokens: &Tokens<'t, S>, inside: &Inside| Named {
            value: tokens.found_type(inside),
            key: None,
            is_reference: inside.is_reference,
        };
        if let Some(inside) = &begin.inside {
            return found(&self.tokens, inside);
        }
        let (is_type, is_ref) = match self.tokens.peek() {
            Token::Key(key) => (key == keys::TYPE, key == keys::REF),
            _ => (false, false),
        };
        if is_type {
            let key = self.tokens.next();
            let value = self.tokens.next();
            self.tokens.skip(&value.token);
            return Named { value: Some(value), key: Some(key.range), is_reference: false };
        }
        if is_ref || self.plans.sealed(expected) {
            return Named::default();
        }
        let inside = self.tokens.search(keys::TYPE);
        found(&self.tokens, &inside)
    }

    /// The class that a `$type` names, if it fits its place, or the feature that refers to the object.
    fn class_named(
        &mut self,
        item: &Item<'t>,
        expected: ClassId,
        feature: Option<FeatureId>,
    ) -> Option<ClassId> {
        let name = match &item.token {
            Token::String(name) => name,
            Token::Unreadable => return None,
            token => {
                let key = self.dialect.class_key();
                let message = format!("`{key}` takes the name of a class, found {}", found(token));
                self.report(codes::TREE_SHAPE, message, item.range.clone(), None, |d| d);
                return None;
            }
        };
        let class = match self.classes.get(&**name) {
            Some(class) => *class,
            None => {
                let package = self.package?;
                let Some(class) = find_class(&self.metamodel, name, package) else {
                    self.unknown_class(name, item.range.clone());
                    return None;
                };
                self.classes.insert(name.clone(), class);
                class
            }
        };
        if self.metamodel.conforms(class, expected) {
            return Some(class);
        }
        let (wanted, given) = (&self.metamodel[expected].name, &self.metamodel[class].name);
        let message = match feature {
            Some(feature) => {
                let feature = self.metamodel.feature_label(feature);
                format!("{feature} takes objects of {wanted}, found one of {given}")
            }
            None => format!("expected an object of {wanted}, found one of {given}"),
        };
        self.report(codes::WRONG_VALUE_TYPE, message, item.range.clone(), None, |d| d);
        None
    }

    fn unknown_class(&mut self, name: &str, range: Range<usize>) {
        let metamodel = self.metamodel.clone();
        let package = self.package.unwrap_or(builtin::PACKAGE);
        let plain = name.rsplit_once('/').map_or(name, |(_, plain)| plain);
        // A class of a subpackage is often given by its plain name.
        let near = self.suggestions.nearest(plain, classes(&metamodel, package).map(|(_, name)| name));
        let meant = near.and_then(|near| classes(&metamodel, package).find(|(_, name)| *name == near));
        let help = match meant {
            Some((class, _)) => {
                format!("did you mean `{}`?", self.dialect.class_name(&metamodel, class, package))
            }
            None => {
                let dialect = self.dialect;
                let known = classes(&metamodel, package)
                    .map(|(class, _)| dialect.class_name(&metamodel, class, package));
                format!("it has {}", choice(known))
            }
        };
        let message = format!("the metamodel has no class `{}`", shortened(name));
        self.report(codes::UNKNOWN_CLASS, message, range, None, |d| d.help(help));
    }

    fn can_have_instances(&mut self, class: ClassId, named: bool, range: Range<usize>) -> bool {
        // Every class is an `EObject`, so a place for one says nothing of its class.
        let concrete = is_concrete(&self.metamodel, class);
        if concrete && (named || class != builtin::EOBJECT) {
            return true;
        }
        let metamodel = self.metamodel.clone();
        let package = self.package.unwrap_or(builtin::PACKAGE);
        let (dialect, key) = (self.dialect, self.dialect.class_key());
        let mut kinds = metamodel
            .concrete_subclasses(class)
            .filter(|id| class != builtin::EOBJECT || !metamodel.is_ecore_package(metamodel[*id].package))
            .map(|id| dialect.class_name(&metamodel, id, package))
            .peekable();
        let help = match kinds.peek().is_none() {
            true if class == builtin::EOBJECT => match dialect {
                Dialect::Plain => {
                    "name its metamodel with \"$model\" and its class with \"$type\"".to_owned()
                }
                Dialect::Emf => "name its class, with the URI of its metamodel, with \"eClass\"".to_owned(),
            },
            true => "no known metamodel has a class for such objects; give the one that does".to_owned(),
            false => {
                let kinds = choice(kinds);
                if named { format!("use {kinds}") } else { format!("add \"{key}\" with {kinds}") }
            }
        };
        let name = &metamodel[class].name;
        if named {
            let message = format!("{name} is abstract, so no object can be of it");
            self.report(codes::UNKNOWN_CLASS, message, range, None, |d| d.help(help));
        } else {
            let message = match class {
                builtin::EOBJECT => {
                    format!("`{key}` is missing, and nothing else says of which class the object is")
                }
                _ => format!("`{key}` is missing: an object of {name} can be of several classes"),
            };
            self.report(codes::TREE_SHAPE, message, range, None, |d| d.help(help));
        }
        false
    }

    /// A `$type` after the class was decided on: it was found by looking ahead, or must agree.
    pub(super) fn late_type(&mut self, map: &Map, item: &Item<'t>) {
        let Some((object, class)) = map.object else { return };
        self.tokens.skip(&item.token);
        let Some(named) = self.class_named(item, builtin::EOBJECT, None) else { return };
        if named != class {
            let (wanted, given) = (&self.metamodel[class].name, &self.metamodel[named].name);
            let message = format!("expected an object of {wanted}, found one of {given}");
            self.report(codes::WRONG_VALUE_TYPE, message, item.range.clone(), Some(object), |d| d);
        }
    }

    /// Reads the map of a reference to its end. The feature is the one that refers, if it is not the place of an object.
    pub(super) fn reference(
        &mut self,
        expected: ClassId,
        feature: Option<FeatureId>,
        begin: Range<usize>,
    ) -> Option<Reference<'t>> {
        let (mut uri, mut class, mut sound, mut range) = (None, Some(expected), true, begin);
        loop {
            let key = self.tokens.next();
            let Token::Key(name) = key.token else {
                if key.token == Token::End {
                    return None;
                }
                break;
            };
            let value = self.tokens.next();
            match &*name {
                keys::REF if uri.is_none() => {
                    uri = self.text_of(keys::REF, &value);
                    sound &= uri.is_some();
                    range = value.range;
                }
                keys::TYPE => {
                    let named = self.class_named(&value, expected, feature);
                    class = named.filter(|class| self.can_have_instances(*class, true, value.range.clone()));
                    self.tokens.skip(&value.token);
                }
                _ => {
                    let (class, other) = (self.dialect.class_key(), self.spelled_key(&name, &key.range));
                    let message =
                        format!("a reference has `$ref` and `{class}`, but no `{}`", shortened(other));
                    self.report(codes::TREE_SHAPE, message, key.range, None, |d| d);
                    self.tokens.skip(&value.token);
                }
            }
        }
        if uri.is_none() && sound {
            let message = "expected a reference, but the map has no `$ref`";
            self.report(codes::TREE_SHAPE, message, range.clone(), None, |d| d);
        }
        Some(Reference { uri: uri?, class: class?, range })
    }
}
