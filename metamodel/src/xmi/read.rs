//! Reads XMI into a model, element by element.
//!
//! Follows EMF's `XMIHandler`: the class of an element is its `xsi:type`, else the feature's type; an
//! element with `href` stands for an object elsewhere; text inside a data-typed element is its value.
//! Invariants: there is one frame for every open element; problems do not stop the reading, except
//! where the XML itself is malformed. This module does not look for metamodels.

use super::names::{Namespaces, XMI_NAMESPACE, XSI_NAMESPACE, is_xmi, schema_locations, split};
use super::references::{Address, targets};
use super::xml::{Attribute, Fatal, Token, Xml};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source, codes, nearest};
use crate::ecore::data::{self, DataKind, Parsed};
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::input::Limits;
use crate::model::load::Loader;
use crate::model::{Document, DocumentId, Model, ObjectId, uri};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::Arc;

/// How a document is read.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadOptions {
    /// What is too much.
    pub limits: Limits,
    /// Whether to remember where each object stands in the source.
    pub record_offsets: bool,
}

/// Reads a document into a model whose metamodel has the packages that it uses.
///
/// `document` carries the address that relative references are resolved against; the reader adds
/// what the source says of the whole. After errors the model holds everything that was understood.
pub fn read(
    source: &Arc<Source>,
    model: &mut Model,
    document: Document,
    options: &ReadOptions,
) -> (DocumentId, Diagnostics) {
    let metamodel = Arc::clone(model.metamodel());
    let base = document.uri.clone();
    let loader = Loader::new(model, document, source.text().len(), options.record_offsets);
    let document = loader.document();
    let mut reader = Reader {
        source,
        metamodel: &metamodel,
        base,
        loader,
        namespaces: Namespaces::default(),
        frames: Vec::new(),
        classes: FxHashMap::default(),
        proxies: FxHashMap::default(),
        unknown: FxHashSet::default(),
        diagnostics: Diagnostics::new(),
        limits: options.limits,
    };
    if let Err(fatal) = reader.run() {
        reader.diagnostics.push(*fatal);
    }
    let Reader { loader, mut diagnostics, .. } = reader;
    let unresolved = loader.finish();
    for missing in unresolved {
        let label = metamodel.feature_label(missing.feature);
        let target = metamodel.target(missing.feature);
        let (code, why) = match missing.found.map(|found| metamodel.conforms(model.class(found), target)) {
            Some(true) => (codes::CONTAINMENT_CYCLE, "which is inside the object"),
            _ => (codes::UNRESOLVED_REFERENCE, "which is not in the document"),
        };
        let message = format!("{label} refers to `{}`, {why}", missing.fragment);
        let at = missing.offset;
        diagnostics.push(
            Diagnostic::error(code, message)
                .at(source, at..at + missing.fragment.len())
                .object(model.address(missing.object)),
        );
    }
    (document, diagnostics)
}

/// What an open element is.
enum Frame<'s> {
    /// `xmi:XMI` around several roots.
    Wrapper,
    Object(ObjectId),
    /// An element that holds a data value.
    Value {
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        text: Cow<'s, str>,
        nil: bool,
        offset: usize,
    },
    /// An element whose content means nothing: a proxy, or something that was refused.
    Skipped,
}

struct Reader<'s, 'm, 'x> {
    source: &'s Arc<Source>,
    metamodel: &'x Metamodel,
    base: String,
    loader: Loader<'m, 's>,
    namespaces: Namespaces<'s>,
    frames: Vec<Frame<'s>>,
    /// Classes by qualified name, while the namespaces in force stay the same.
    classes: FxHashMap<&'s str, ClassId>,
    proxies: FxHashMap<(ClassId, String), ObjectId>,
    /// Attributes of unknown data types that were told of.
    unknown: FxHashSet<FeatureId>,
    diagnostics: Diagnostics,
    limits: Limits,
}

impl<'s> Reader<'s, '_, '_> {
    fn run(&mut self) -> Result<(), Fatal> {
        let mut xml = Xml::new(self.source, self.limits)?;
        loop {
            match xml.next()? {
                Token::Start { name, offset } => {
                    let attributes = xml.take_attributes();
                    if self.namespaces.enter(&attributes) {
                        self.classes.clear();
                    }
                    let frame = self.start(name, offset, &attributes);
                    self.frames.push(frame);
                    xml.recycle(attributes);
                }
                Token::End => {
                    if self.namespaces.leave() {
                        self.classes.clear();
                    }
                    if let Some(Frame::Value { object, slot, feature, text, nil, offset }) = self.frames.pop()
                    {
                        self.end_value(object, slot, feature, &text, nil, offset);
                    }
                }
                Token::Text(more) => self.text(more)?,
                Token::Eof => return Ok(()),
            }
        }
    }

    fn text(&mut self, more: Cow<'s, str>) -> Result<(), Fatal> {
        // Text between elements means nothing to EMF either.
        let Some(Frame::Value { text, offset, .. }) = self.frames.last_mut() else { return Ok(()) };
        if text.is_empty() {
            *text = more;
        } else {
            text.to_mut().push_str(&more);
        }
        if text.len() > self.limits.value {
            let message = format!("the value has more than the {} bytes that are read", self.limits.value);
            return Err(Box::new(
                Diagnostic::error(codes::LIMIT, message).at(self.source, *offset..*offset + 1),
            ));
        }
        Ok(())
    }

    fn report(&mut self, code: Code, offset: usize, len: usize, message: impl Into<String>) {
        self.push(Diagnostic::error(code, message).at(self.source, offset..offset + len));
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn start(&mut self, name: &'s str, offset: usize, attributes: &[Attribute<'s>]) -> Frame<'s> {
        match self.frames.last() {
            None => self.first(name, offset, attributes),
            Some(Frame::Wrapper) => self.root(name, offset, attributes),
            Some(Frame::Object(object)) => {
                let object = *object;
                self.child(object, name, offset, attributes)
            }
            Some(Frame::Value { .. } | Frame::Skipped) => Frame::Skipped,
        }
    }

    fn first(&mut self, name: &'s str, offset: usize, attributes: &[Attribute<'s>]) -> Frame<'s> {
        let (prefix, local) = split(name);
        if let Some(version) = attributes.iter().find(|a| a.name == "xmi.version") {
            let message = format!("this is XMI {}, which has other rules than XMI 2", version.value);
            self.push(
                Diagnostic::error(codes::XMI_1, message)
                    .at(self.source, offset..offset + name.len() + 1)
                    .help("export the model as XMI 2.0"),
            );
            return Frame::Skipped;
        }
        self.document_attributes(attributes);
        if local == "XMI" && self.namespaces.uri(prefix).is_some_and(is_xmi) {
            return Frame::Wrapper;
        }
        self.root(name, offset, attributes)
    }

    /// What the first element says of the whole document.
    fn document_attributes(&mut self, attributes: &[Attribute<'s>]) {
        let mut header = crate::model::XmiHeader { version: "2.0".into(), namespace: XMI_NAMESPACE.into() };
        for attribute in attributes {
            let (prefix, local) = split(attribute.name);
            let namespace = self.namespaces.uri(prefix).unwrap_or_default();
            if prefix == "xmlns" && is_xmi(&attribute.value) {
                header.namespace = attribute.value.clone().into_owned();
            } else if is_xmi(namespace) && local == "version" {
                header.version = attribute.value.clone().into_owned();
            } else if namespace == XSI_NAMESPACE && local == "schemaLocation" {
                self.loader.document_mut().schema_locations = schema_locations(&attribute.value);
            } else if namespace == XSI_NAMESPACE && local == "noNamespaceSchemaLocation" {
                let location = attribute.value.clone().into_owned();
                self.loader.document_mut().no_namespace_schema_location = Some(location);
            }
        }
        if header.version != "2.0" || header.namespace != XMI_NAMESPACE {
            self.loader.document_mut().xmi = Some(header);
        }
    }

    fn root(&mut self, name: &'s str, offset: usize, attributes: &[Attribute<'s>]) -> Frame<'s> {
        let (prefix, _) = split(name);
        if !prefix.is_empty() && self.namespaces.uri(prefix).is_some_and(is_xmi) {
            // Documentation and extensions of other tools.
            return Frame::Skipped;
        }
        let typed = self.find_type(attributes);
        let (class_name, at) = typed.unwrap_or((Cow::Borrowed(name), offset + 1));
        let Some(class) = self.class(&class_name, at) else { return Frame::Skipped };
        let object = self.loader.create(class, offset);
        self.loader.root(object);
        self.attributes(object, attributes);
        Frame::Object(object)
    }

    /// The value of `xsi:type` (or `xmi:type`) and where it stands.
    fn find_type(&self, attributes: &[Attribute<'s>]) -> Option<(Cow<'s, str>, usize)> {
        let attribute = attributes.iter().find(|a| {
            a.name.ends_with(":type")
                && self.namespaces.uri(split(a.name).0).is_some_and(|uri| uri == XSI_NAMESPACE || is_xmi(uri))
        })?;
        Some((attribute.value.clone(), attribute.offset))
    }

    /// The class of a qualified name, if it is known and can have instances.
    #[expect(clippy::ptr_arg, reason = "only a borrowed name can be remembered")]
    fn class(&mut self, name: &Cow<'s, str>, offset: usize) -> Option<ClassId> {
        if let Some(known) = self.classes.get(name.as_ref()) {
            return Some(*known);
        }
        let found = self.find_class(name, offset)?;
        if let Cow::Borrowed(name) = name {
            self.classes.insert(name, found);
        }
        Some(found)
    }

    fn find_class(&mut self, name: &str, offset: usize) -> Option<ClassId> {
        let (prefix, local) = split(name);
        let uri = self.namespaces.uri(prefix);
        if uri.is_none() && !prefix.is_empty() {
            let message = format!("the prefix `{prefix}` of `{name}` is not declared");
            let help = format!("add xmlns:{prefix}=\"…\" with the metamodel's namespace URI");
            self.push(
                Diagnostic::error(codes::UNBOUND_PREFIX, message)
                    .at(self.source, offset..offset + name.len())
                    .help(help),
            );
            return None;
        }
        let metamodel = self.metamodel;
        let package = match uri {
            Some(uri) => metamodel.package_by_uri(uri),
            None => metamodel.roots().find(|p| metamodel[*p].ns_uri.is_none()),
        };
        let Some(package) = package else {
            let message = format!("no package with the URI `{}` is known", uri.unwrap_or("(none)"));
            self.push(
                Diagnostic::error(codes::UNKNOWN_PACKAGE, message)
                    .at(self.source, offset..offset + name.len())
                    .help("name the metamodel's file with --model, or its folder with --path"),
            );
            return None;
        };
        let usable = |class: ClassId| !metamodel[class].is_abstract && !metamodel[class].is_interface;
        match metamodel.class(package, local) {
            Some(class) if usable(class) => Some(class),
            Some(class) => {
                self.abstract_class(class, offset, name.len());
                None
            }
            None => {
                let message = format!("package `{}` has no class `{local}`", metamodel[package].name);
                let names = metamodel[package].classifiers.iter().map(|c| metamodel.name(*c));
                let mut problem = Diagnostic::error(codes::UNKNOWN_CLASS, message)
                    .at(self.source, offset..offset + name.len());
                if let Some(near) = nearest(local, names) {
                    problem = problem.help(format!("did you mean `{near}`?"));
                }
                self.push(problem);
                None
            }
        }
    }

    fn abstract_class(&mut self, class: ClassId, offset: usize, len: usize) {
        let data = &self.metamodel[class];
        let names: Vec<&str> = self
            .metamodel
            .concrete_subclasses(class)
            .iter()
            .take(8)
            .map(|c| self.metamodel[*c].name.as_str())
            .collect();
        let message = format!("`{}` is abstract, so no object can be of it", data.name);
        let mut problem =
            Diagnostic::error(codes::UNKNOWN_CLASS, message).at(self.source, offset..offset + len);
        if !names.is_empty() {
            problem = problem.help(format!("name a concrete class with xsi:type: {}", names.join(", ")));
        }
        self.push(problem);
    }

    fn child(
        &mut self,
        object: ObjectId,
        name: &'s str,
        offset: usize,
        attributes: &[Attribute<'s>],
    ) -> Frame<'s> {
        let (prefix, local) = split(name);
        if !prefix.is_empty() && self.namespaces.uri(prefix).is_some_and(is_xmi) {
            return Frame::Skipped;
        }
        let class = self.loader.model().class(object);
        let table = self.metamodel.table(class);
        let Some(slot) = table.slot_named(local) else {
            self.unknown_feature(class, local, offset + 1, name.len());
            return Frame::Skipped;
        };
        let feature = table.all_features()[slot];
        let nil = attributes.iter().any(|a| {
            a.name.ends_with(":nil")
                && matches!(a.value.as_ref(), "true" | "1")
                && self.namespaces.uri(split(a.name).0) == Some(XSI_NAMESPACE)
        });
        if !self.metamodel[feature].is_reference() {
            return Frame::Value { object, slot, feature, text: Cow::Borrowed(""), nil, offset };
        }
        if nil {
            if self.metamodel[feature].many() {
                let label = self.metamodel.feature_label(feature);
                let message = format!("{label} takes objects, found `xsi:nil`");
                self.report(codes::BAD_VALUE, offset, name.len() + 1, message);
            } else {
                self.loader.null(object, slot, false);
            }
            return Frame::Skipped;
        }
        self.reference_element(object, slot, feature, (offset, name.len()), attributes)
    }

    fn reference_element(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        (offset, name_len): (usize, usize),
        attributes: &[Attribute<'s>],
    ) -> Frame<'s> {
        let metamodel = self.metamodel;
        let containment = metamodel[feature].is_containment();
        if let Some(id) = attributes.iter().find(|a| self.is_xmi_attribute(a, "idref")) {
            self.local(object, slot, feature, id.value.clone(), id.offset);
            return Frame::Skipped;
        }
        let href = attributes.iter().find(|a| a.name == "href");
        if let Some(local) = href.and_then(|h| strip_hash(&h.value)) {
            self.local(object, slot, feature, local, offset);
            return Frame::Skipped;
        }
        let class = match self.find_type(attributes) {
            Some((name, at)) => self.class(&name, at),
            None => {
                let class = metamodel.target(feature);
                if metamodel[class].is_abstract || metamodel[class].is_interface {
                    self.abstract_class(class, offset + 1, name_len);
                    None
                } else {
                    Some(class)
                }
            }
        };
        let Some(class) = class else { return Frame::Skipped };
        if let Some(href) = href {
            let target = uri::resolve(&self.base, &href.value);
            if containment {
                let proxy = self.loader.proxy(class, &target);
                self.loader.contain(object, slot, feature, proxy);
            } else {
                let proxy = self.proxy(class, target);
                self.loader.refer_to(object, slot, feature, proxy);
            }
            return Frame::Skipped;
        }
        let child = self.loader.create(class, offset);
        if containment {
            self.loader.contain(object, slot, feature, child);
        } else {
            self.loader.refer_to(object, slot, feature, child);
        }
        self.attributes(child, attributes);
        Frame::Object(child)
    }

    fn is_xmi_attribute(&self, attribute: &Attribute<'s>, wanted: &str) -> bool {
        let (prefix, local) = split(attribute.name);
        local == wanted && !prefix.is_empty() && self.namespaces.uri(prefix).is_some_and(is_xmi)
    }

    fn proxy(&mut self, class: ClassId, target: String) -> ObjectId {
        // One stand-in for each target: EMF resolves them all to one object, too.
        if let Some(known) = self.proxies.get(&(class, target.clone())) {
            return *known;
        }
        let proxy = self.loader.proxy(class, &target);
        self.proxies.insert((class, target), proxy);
        proxy
    }

    fn unknown_feature(&mut self, class: ClassId, name: &str, offset: usize, len: usize) {
        let metamodel = self.metamodel;
        let message = format!("`{}` has no feature `{name}`", metamodel[class].name);
        let names = metamodel.table(class).all_features().iter().map(|f| metamodel[*f].name());
        let mut problem =
            Diagnostic::error(codes::UNKNOWN_FEATURE, message).at(self.source, offset..offset + len);
        if let Some(near) = nearest(name, names) {
            problem = problem.help(format!("did you mean `{near}`?"));
        }
        self.push(problem);
    }

    fn attributes(&mut self, object: ObjectId, attributes: &[Attribute<'s>]) {
        let class = self.loader.model().class(object);
        let table = self.metamodel.table(class);
        for attribute in attributes {
            let slot = match attribute.name.split_once(':') {
                None if attribute.name == "xmlns" => continue,
                None => table.slot_named(attribute.name),
                Some((prefix, local)) => match self.prefixed(object, prefix, local, attribute) {
                    Some(()) => continue,
                    None => table.slot_named(local),
                },
            };
            let Some(slot) = slot else {
                let local = split(attribute.name).1;
                let start = attribute.name.as_ptr() as usize - self.source.text().as_ptr() as usize;
                self.unknown_feature(class, local, start, attribute.name.len());
                continue;
            };
            self.feature_attribute(object, slot, table.all_features()[slot], attribute);
        }
    }

    /// Handles attributes of XML, XMI and XML Schema; nothing if it is a feature's after all.
    fn prefixed(
        &mut self,
        object: ObjectId,
        prefix: &str,
        local: &str,
        attribute: &Attribute<'s>,
    ) -> Option<()> {
        if prefix == "xmlns" || prefix == "xml" {
            return Some(());
        }
        let Some(namespace) = self.namespaces.uri(prefix) else {
            let message = format!("the prefix `{prefix}` of `{}` is not declared", attribute.name);
            self.report(codes::UNBOUND_PREFIX, attribute.offset, attribute.value.len(), message);
            return Some(());
        };
        if namespace == XSI_NAMESPACE {
            return Some(());
        }
        if is_xmi(namespace) && matches!(local, "id" | "uuid" | "version" | "type" | "idref") {
            if local == "id" {
                self.loader.xmi_id(object, &attribute.value);
            }
            return Some(());
        }
        None
    }

    fn feature_attribute(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        attribute: &Attribute<'s>,
    ) {
        let metamodel = self.metamodel;
        let data = &metamodel[feature];
        if data.is_reference() {
            self.reference_attribute(object, slot, feature, attribute);
        } else if data.many() {
            for word in attribute.value.split(' ').filter(|word| !word.is_empty()) {
                self.value(object, slot, feature, word, attribute.offset);
            }
        } else {
            self.value(object, slot, feature, &attribute.value, attribute.offset);
        }
    }

    fn reference_attribute(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        attribute: &Attribute<'s>,
    ) {
        let many = self.metamodel[feature].many();
        match &attribute.value {
            Cow::Borrowed(value) => {
                let value: &'s str = value;
                for target in targets(value) {
                    let word = match target.address {
                        Address::Local(word) | Address::Remote(word) => word,
                    };
                    let offset = attribute.offset + (word.as_ptr() as usize - value.as_ptr() as usize);
                    match target.address {
                        Address::Local(id) => {
                            self.local(object, slot, feature, Cow::Borrowed(id), offset);
                        }
                        Address::Remote(uri) => self.remote(object, slot, feature, target.class, uri, offset),
                    }
                }
            }
            Cow::Owned(value) => {
                for target in targets(value) {
                    let offset = attribute.offset;
                    match target.address {
                        Address::Local(id) => {
                            self.local(object, slot, feature, Cow::Owned(id.to_owned()), offset);
                        }
                        Address::Remote(uri) => self.remote(object, slot, feature, target.class, uri, offset),
                    }
                }
            }
        }
        if many {
            self.loader.set_empty(object, slot);
        }
    }

    /// Notes a reference to an object of the document. What the document contains stands where it is
    /// contained: an object that two contained, or that contained itself, would have no end.
    fn local(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        fragment: Cow<'s, str>,
        offset: usize,
    ) {
        if !self.metamodel[feature].is_containment() {
            return self.loader.refer(object, slot, feature, fragment, offset);
        }
        let label = self.metamodel.feature_label(feature);
        let message = format!("{label} contains its objects, so it cannot refer to `{fragment}`");
        self.push(
            Diagnostic::error(codes::BAD_VALUE, message)
                .at(self.source, offset..offset + fragment.len().max(1))
                .help("move the object's own element to this place"),
        );
    }

    fn remote(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        class: Option<&str>,
        address: &str,
        offset: usize,
    ) {
        let class = match class {
            Some(name) => self.find_class(name, offset),
            None => {
                let class = self.metamodel.target(feature);
                if self.metamodel[class].is_abstract || self.metamodel[class].is_interface {
                    self.abstract_class(class, offset, address.len());
                    None
                } else {
                    Some(class)
                }
            }
        };
        let Some(class) = class else { return };
        let target = uri::resolve(&self.base, address);
        if self.metamodel[feature].is_containment() {
            let proxy = self.loader.proxy(class, &target);
            self.loader.contain(object, slot, feature, proxy);
        } else {
            let proxy = self.proxy(class, target);
            self.loader.refer_to(object, slot, feature, proxy);
        }
    }

    fn end_value(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        text: &str,
        nil: bool,
        offset: usize,
    ) {
        let data = &self.metamodel[feature];
        if nil {
            self.loader.null(object, slot, data.many());
            return;
        }
        self.value(object, slot, feature, text, offset);
    }

    fn value(&mut self, object: ObjectId, slot: usize, feature: FeatureId, text: &str, offset: usize) {
        let data = &self.metamodel[self.metamodel.data_type(feature)];
        let many = self.metamodel[feature].many();
        let bad = match data.kind {
            DataKind::String => {
                self.loader.value(object, slot, many, &Parsed::String(text));
                return;
            }
            DataKind::Enum => match data.literal_index(text) {
                Some(literal) => {
                    self.loader.enumeration(object, slot, many, literal);
                    return;
                }
                None => {
                    data.enum_literals().iter().map(|l| l.spelling()).take(20).collect::<Vec<_>>().join(", ")
                }
            },
            DataKind::Unknown => {
                self.loader.null(object, slot, many);
                self.unknown_data_type(feature, offset);
                return;
            }
            kind => match data::parse(kind, text) {
                Some(value) => {
                    self.loader.value(object, slot, many, &value);
                    return;
                }
                None => kind.expectation().to_owned(),
            },
        };
        let label = self.metamodel.feature_label(feature);
        let shown: String = text.chars().take(60).collect();
        let message = format!("{label} takes {} ({bad}), found `{shown}`", data.name);
        self.report(codes::BAD_VALUE, offset, text.len().max(1), message);
    }
}

impl Reader<'_, '_, '_> {
    /// Says once for each attribute that its values are lost, as they are to EMF.
    fn unknown_data_type(&mut self, feature: FeatureId, offset: usize) {
        if !self.unknown.insert(feature) {
            return;
        }
        let data_type = &self.metamodel[self.metamodel.data_type(feature)].name;
        let label = self.metamodel.feature_label(feature);
        let message = format!(
            "values of {label} are read as null, since `{data_type}` names no Java class that is known"
        );
        let help = format!("give `{data_type}` an instance class such as java.lang.String in the metamodel");
        self.push(
            Diagnostic::warning(codes::UNKNOWN_DATA_TYPE, message)
                .at(self.source, offset..offset + 1)
                .help(help),
        );
    }
}

/// The fragment of an address within the same document.
fn strip_hash<'s>(href: &Cow<'s, str>) -> Option<Cow<'s, str>> {
    match href {
        Cow::Borrowed(text) => text.strip_prefix('#').map(Cow::Borrowed),
        Cow::Owned(text) => text.strip_prefix('#').map(|t| Cow::Owned(t.to_owned())),
    }
}
