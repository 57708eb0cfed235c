//! Reads the tree's own keys: `$model`, `$roots`, and the header of an XMI document. This module does not know
//! features.

use super::{Frame, Map, Reader, own_key_number};
use crate::diagnostic::{codes, join_names, nearest, unknown_package};
use crate::ecore::{PackageId, builtin};
use crate::model::XmiHeader;
use crate::tree::dialect::Dialect;
use crate::tree::keys;
use crate::tree::names::{find_package, package_label};
use crate::tree::problems::{describe, join_choices, shorten};
use crate::tree::source::{Token, TreeSource, may_have_key};
use crate::tree::tokens::SpannedToken;
use std::borrow::Cow;
use std::ops::Range;

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Reads one of the tree's own keys, in any map.
    pub(super) fn read_own_key(&mut self, map: &mut Map, key: Cow<'t, str>, range: Range<usize>) {
        let key_number = own_key_number(&key).unwrap_or_default();
        let object = map.object.map(|(object, _)| object);
        // These keys of an object show that the document's map is also the map of its only root. The key is read again,
        // as a key of the root.
        let is_of_object = matches!(&*key, keys::TYPE | keys::ID | keys::REF);
        if is_of_object && object.is_none() && !map.has_roots {
            self.tokens.push_back(SpannedToken { token: Token::Key(key), range, map_keys: None });
            return self.start_root(map);
        }
        let is_allowed = match &*key {
            keys::TYPE | keys::ID => !map.has_roots,
            keys::REF => false,
            keys::ROOTS => map.is_document && map.object.is_none(),
            _ => map.is_document,
        };
        if !is_allowed {
            let message = match &*key {
                keys::REF if !map.has_roots => {
                    "a map with `$ref` refers to an object elsewhere and has no features".to_owned()
                }
                keys::ROOTS if map.is_document => "`$roots` cannot be combined with features".to_owned(),
                keys::TYPE | keys::ID | keys::REF => {
                    format!("`{}` cannot be combined with `$roots`", self.original_key(&key, &range))
                }
                _ => format!("`{key}` is only allowed in the document's outermost map"),
            };
            self.report(codes::TREE_SHAPE, message, range, object, |d| d);
            return self.skip_value();
        }
        if !self.mark_key(map, key_number, &key, range) {
            return self.skip_value();
        }
        let item = self.tokens.next();
        match &*key {
            keys::MODEL => self.read_model_key(&item),
            keys::TYPE => self.read_late_type(map, &item),
            keys::ID => {
                if let (Some(object), Some(id)) = (object, self.string_value(keys::ID, &item)) {
                    self.loader.xmi_id(object, &id);
                }
            }
            keys::ROOTS => self.read_roots_key(map, &item),
            keys::ENCODING => {
                let encoding = self.string_value(keys::ENCODING, &item);
                self.loader.document_mut().encoding = encoding.map(Cow::into_owned);
            }
            keys::NO_NAMESPACE => {
                let location = self.string_value(keys::NO_NAMESPACE, &item);
                self.loader.document_mut().no_namespace_schema_location = location.map(Cow::into_owned);
            }
            keys::XMI => self.read_xmi_header(&item),
            keys::SCHEMA_LOCATION => self.read_schema_locations(&item),
            _ => self.tokens.skip(&item.token),
        }
    }

    /// Reads any other key of the document's map: the map is then the document's only root.
    pub(super) fn read_document_key(&mut self, map: &mut Map, key: Cow<'t, str>, range: Range<usize>) {
        if let Some(meant) = self.misspelt_key(&key) {
            let message = format!("a document has no key `{}`", shorten(&key));
            let help = format!("did you mean `{meant}`?");
            self.report_here_with_help(codes::TREE_SHAPE, message, range, help);
            // Reading stops, because without this key the metamodel or the class would be reported as missing.
            self.has_dropped_objects = true;
            self.frames.clear();
            return;
        }
        if map.has_roots {
            let message = format!("`{}` cannot be combined with `$roots`", shorten(&key));
            let help = nearest(&key, keys::ALL).map(|name| format!("did you mean `{name}`?"));
            let object = None;
            self.report(codes::TREE_SHAPE, message, range, object, |mut d| {
                d.help = help;
                d
            });
            return self.skip_value();
        }
        self.tokens.push_back(SpannedToken { token: Token::Key(key), range, map_keys: None });
        self.start_root(map);
    }

    /// The key of the tree of which an unknown key is probably a misspelling.
    fn misspelt_key(&self, key: &str) -> Option<&'static str> {
        // A feature of any class may be meant, because the class is not known yet.
        if !key.starts_with('$') || self.metamodel.features().any(|(_, feature)| feature.name() == key) {
            return None;
        }
        nearest(key, keys::ALL)
    }

    /// Handles the end of the map around a document: reports it if no key of the map showed what the document contains.
    pub(super) fn end_of_map(&mut self, map: &Map, range: Range<usize>) {
        if map.is_undecided() {
            let message = "the document does not name the class of its object";
            let help = "add \"$type\": CLASS, or \"$roots\": [] for a document without objects";
            self.report_here_with_help(codes::TREE_SHAPE, message, range, help);
        }
    }

    /// The string under one of the tree's own keys; reports any other value.
    pub(super) fn string_value(&mut self, key: &str, item: &SpannedToken<'t>) -> Option<Cow<'t, str>> {
        match &item.token {
            Token::String(text) => Some(text.clone()),
            Token::Unreadable => None,
            token => {
                // The message shows the key by which the dialect names an id.
                let key = match key {
                    keys::ID => self.dialect.id_keys(&self.metamodel).first().copied().unwrap_or(key),
                    _ => key,
                };
                let message = format!("`{key}` must be a string, found {}", describe(token));
                self.report_here(codes::TREE_SHAPE, message, item.range.clone());
                self.tokens.skip(token);
                None
            }
        }
    }

    /// Reads `$model`: the package of the document.
    fn read_model_key(&mut self, item: &SpannedToken<'t>) {
        let Some(label) = self.string_value(keys::MODEL, item) else { return };
        match find_package(&self.metamodel, &label) {
            Some(package) => self.package = Some(package),
            None => {
                let metamodel = self.metamodel.clone();
                let package_names = || metamodel.roots().map(|id| package_label(&metamodel, id));
                let help = match nearest(&label, package_names()) {
                    Some(name) => format!("did you mean `{name}`?"),
                    None if package_names().next().is_none() => {
                        "specify the metamodel's file with --model, or its directory with --path".to_owned()
                    }
                    None => format!("the available packages are {}", join_names(package_names())),
                };
                let message = unknown_package(&label);
                self.report_here_with_help(codes::UNKNOWN_PACKAGE, message, item.range.clone(), help);
                // Reading stops, because without the package every class would be reported as unknown.
                self.frames.clear();
            }
        }
    }

    /// The package in which unqualified class names are looked up: that of `$model` (by lookahead if the key has not
    /// been read yet), that of the expected class of the roots, the only package, or Ecore if there is no other
    /// package.
    pub(super) fn package(&mut self) -> Option<PackageId> {
        if self.package.is_some() {
            return self.package;
        }
        // A `$model` in the document takes precedence over the class that the caller names.
        if let Some(label) = self.find_model_value() {
            self.read_model_key(&label);
            return self.package;
        }
        self.package = self.package_of_root();
        if self.package.is_none() {
            self.package = self.package_without_name();
        }
        self.package
    }

    /// The string under `$model`, if the key comes later in the open map.
    fn find_model_value(&mut self) -> Option<SpannedToken<'t>> {
        // The text is searched for the key first, because lookahead for a missing key would queue the entire document.
        if !may_have_key(self.source.text(), &[keys::MODEL]) {
            return None;
        }
        let map_keys = self.tokens.search(keys::MODEL);
        let item = self.tokens.model_value(&map_keys)?;
        if matches!(item.token, Token::String(_)) { Some(item) } else { None }
    }

    /// The package of a document that does not name it: the only one, or Ecore if the metamodel has no package; `None`
    /// if there are several.
    fn package_without_name(&mut self) -> Option<PackageId> {
        let mut roots = self.metamodel.roots();
        let (first, second) = (roots.next(), roots.next());
        self.assumes_ecore = first.is_none();
        match (first, second) {
            (Some(only), None) => Some(only),
            (None, _) => Some(builtin::PACKAGE),
            _ => None,
        }
    }

    /// Reports that the document does not name its package, and stops reading, unless reading has stopped already.
    pub(super) fn report_missing_package(&mut self, range: Range<usize>) {
        if self.frames.is_empty() {
            return;
        }
        let packages = join_choices(self.metamodel.roots().map(|id| package_label(&self.metamodel, id)));
        let message = "the document does not name its package";
        let help = match self.dialect {
            Dialect::Plain => format!("add \"$model\" with {packages}"),
            Dialect::Emf => format!("write the URI of the package before the name of the class: {packages}"),
        };
        self.report_here_with_help(codes::UNKNOWN_PACKAGE, message, range, help);
        self.frames.clear();
    }

    /// Reads the start of `$roots`.
    fn read_roots_key(&mut self, map: &mut Map, item: &SpannedToken<'t>) {
        map.has_roots = true;
        if item.token != Token::BeginList {
            let message = format!("`$roots` must be a list, found {}", describe(&item.token));
            self.report_here(codes::TREE_SHAPE, message, item.range.clone());
            return self.tokens.skip(&item.token);
        }
        if !self.can_open(item, None) {
            return;
        }
        // Lookahead searches the map around the list, so the start of the list is returned to the queue.
        if self.package.is_none() {
            self.tokens.push_back(item.clone());
            let has_package = self.package().is_some();
            self.tokens.next();
            if !has_package {
                return self.report_missing_package(item.range.clone());
            }
        }
        self.frames.push(Frame::Roots);
    }

    /// Reads `$xmi`: the version of XMI and its namespace.
    fn read_xmi_header(&mut self, item: &SpannedToken<'t>) {
        let (mut version, mut namespace) = (None, None);
        if item.token == Token::BeginMap {
            loop {
                let key = self.tokens.next();
                let Token::Key(name) = key.token else { break };
                let value = self.tokens.next();
                match &*name {
                    "version" => version = self.string_value("version", &value),
                    "namespace" => namespace = self.string_value("namespace", &value),
                    _ => {
                        let message = format!("`$xmi` has no key `{}`", shorten(&name));
                        self.report_here(codes::TREE_SHAPE, message, key.range);
                        self.tokens.skip(&value.token);
                    }
                }
            }
        } else {
            self.tokens.skip(&item.token);
        }
        match (version, namespace) {
            (Some(version), Some(namespace)) => {
                let (version, namespace) = (version.into_owned(), namespace.into_owned());
                self.loader.document_mut().xmi = Some(XmiHeader { version, namespace });
            }
            _ if item.token == Token::Unreadable => {}
            _ => {
                let message = "`$xmi` must be a map with the keys `version` and `namespace`";
                self.report_here(codes::TREE_SHAPE, message, item.range.clone());
            }
        }
    }

    /// Reads `$schemaLocation`: a list of pairs of a namespace and a location.
    fn read_schema_locations(&mut self, item: &SpannedToken<'t>) {
        let (mut pairs, mut pair) = (Vec::new(), Vec::new());
        // The number of open lists and maps of the value: 1 in the list, 2 in a pair.
        let (mut depth, mut is_valid) = (0usize, true);
        let mut token = item.token.clone();
        loop {
            match token {
                Token::BeginList | Token::BeginMap => {
                    // The list is read to its end even if it is wrong, so that reading continues after it.
                    is_valid &= token == Token::BeginList && depth < 2;
                    depth += 1;
                }
                Token::EndList | Token::EndMap => {
                    depth = depth.saturating_sub(1);
                    match <[String; 2]>::try_from(std::mem::take(&mut pair)) {
                        Ok([namespace, location]) if depth == 1 => pairs.push((namespace, location)),
                        // At depth 0 the list itself has ended, otherwise something that is not a pair.
                        _ => is_valid &= depth == 0,
                    }
                }
                Token::String(text) if depth == 2 => pair.push(text.into_owned()),
                Token::End => break,
                _ => is_valid = false,
            }
            if depth == 0 {
                break;
            }
            token = self.tokens.next().token;
        }
        if is_valid {
            let document = self.loader.document_mut();
            document.schema_locations = pairs;
            document.declares_locations = true;
            return;
        }
        let message = "`$schemaLocation` must be a list of pairs [namespace, location]";
        self.report_here(codes::TREE_SHAPE, message, item.range.clone());
    }
}
