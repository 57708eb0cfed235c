//! Names with prefixes: those of the document root first, then those of the packages, then generated ones.

use crate::ecore::extended::{ExtendedMetaData, XmlKind};
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::{DocumentId, Model, Name};
use crate::xmi::names::{XMI_NAMESPACE, XML_NAMESPACE};
use crate::xmi::prefixes::{Prefixes, invent_prefix};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a name is used for, which determines whether it may be without a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameKind {
    /// An element, or a class: without a prefix, the name is in the default namespace.
    Element,
    /// An attribute: without a prefix, the name is in no namespace.
    Attribute,
}

/// The names of elements and attributes, and the prefixes that they use.
#[derive(Debug)]
pub(super) struct Names {
    prefixes: Prefixes,
    /// The prefix of every namespace that was used or must be declared.
    used_prefixes: FxHashMap<Option<String>, String>,
    /// For each namespace, the prefix that its package declares.
    declared_prefixes: FxHashMap<String, String>,
}

impl Names {
    /// The names of a document, with the prefixes that the map `xmlns:prefix` of its document root contains.
    pub(super) fn new(model: &Model, document: DocumentId, data: &ExtendedMetaData<'_>) -> Self {
        let metamodel = model.metamodel();
        let mut declared_prefixes = FxHashMap::default();
        for (id, package) in metamodel.packages() {
            if let (Some(namespace), Some(prefix)) = (data.namespace_of(id), &package.ns_prefix) {
                // If several packages have the same namespace, the first package determines the prefix.
                declared_prefixes.entry(namespace.to_owned()).or_insert_with(|| prefix.clone());
            }
        }
        // `xml` is bound in every document.
        declared_prefixes.insert(XML_NAMESPACE.to_owned(), "xml".to_owned());
        let mut names =
            Self { prefixes: Prefixes::default(), used_prefixes: FxHashMap::default(), declared_prefixes };
        let root = model.document(document).roots().first();
        let root_and_slot =
            root.and_then(|root| Some((*root, data.root_map(model.class(*root), "xmlns:prefix")?)));
        if let Some((root, slot)) = root_and_slot {
            let feature = metamodel.table(model.class(root)).all_features()[slot];
            for entry in model.list(root, feature).objects() {
                let prefix = model.get_named(entry, "key").text().unwrap_or_default();
                let namespace = model.get_named(entry, "value").text().unwrap_or_default();
                // A namespace with several prefixes is written with the first one.
                names.used_prefixes.entry(Some(namespace.to_owned())).or_insert_with(|| prefix.to_owned());
                names.prefixes.put(prefix, Some(namespace));
            }
        }
        let xmi = model.document(document).xmi.as_ref().map_or(XMI_NAMESPACE, |xmi| xmi.namespace.as_str());
        // The prefix `xmi` is reserved, because the first tag always declares it.
        names.prefixes.put("xmi", Some(xmi));
        names
    }

    /// The prefix of the names of one kind in a namespace. It may be empty for elements, but never for attributes.
    fn prefix(&mut self, namespace: Option<&str>, kind: NameKind) -> String {
        let may_be_empty = kind == NameKind::Element;
        let is_allowed = |prefix: &String| may_be_empty || !prefix.is_empty();
        let key = namespace.map(str::to_owned);
        if let Some(known_prefix) = self.used_prefixes.get(&key)
            && is_allowed(known_prefix)
        {
            return known_prefix.clone();
        }
        let mut bound_prefixes = self.prefixes.for_namespace(namespace).iter();
        let bound_prefix = bound_prefixes.find(|prefix| is_allowed(prefix));
        let prefix = match (bound_prefix, namespace) {
            (Some(bound_prefix), _) => bound_prefix.clone(),
            (None, None) => self.prefixes.claim(if may_be_empty { "" } else { "_" }, None),
            (None, Some(uri)) => {
                let preferred_prefix =
                    self.declared_prefixes.get(uri).cloned().unwrap_or_else(|| invent_prefix(uri));
                self.prefixes.claim(&preferred_prefix, namespace)
            }
        };
        // A prefix that only attributes need does not replace the prefix of elements.
        self.used_prefixes.entry(key).or_insert_with(|| prefix.clone());
        prefix
    }

    /// The qualified name of an element or an attribute with a local name in a namespace.
    fn format_name(&mut self, namespace: Option<&str>, local: &str, kind: NameKind) -> String {
        let prefix = self.prefix(namespace, kind);
        if prefix.is_empty() {
            local.to_owned()
        } else if local.is_empty() {
            prefix
        } else {
            format!("{prefix}:{local}")
        }
    }

    /// The name of a feature's element or attribute.
    pub(super) fn feature(&mut self, data: &ExtendedMetaData<'_>, feature: FeatureId) -> String {
        let name = data.name(feature);
        let Some(namespace) = data.namespace(feature) else { return name.to_owned() };
        let kind = match data.kind(feature) {
            XmlKind::Attribute => NameKind::Attribute,
            _ => NameKind::Element,
        };
        self.format_name(Some(namespace), name, kind)
    }

    /// The name of a class.
    pub(super) fn class(
        &mut self,
        data: &ExtendedMetaData<'_>,
        metamodel: &Metamodel,
        class: ClassId,
    ) -> String {
        self.of_package(data, metamodel, class, data.class_name(class))
    }

    /// A name in the namespace of a class's package.
    pub(super) fn of_package(
        &mut self,
        data: &ExtendedMetaData<'_>,
        metamodel: &Metamodel,
        class: ClassId,
        local: &str,
    ) -> String {
        self.format_name(data.namespace_of(metamodel[class].package), local, NameKind::Element)
    }

    /// The name of an element without a feature, or of a class without a metamodel.
    pub(super) fn element(&mut self, name: &Name) -> String {
        match &name.namespace {
            Some(namespace) => self.format_name(Some(namespace), &name.local, NameKind::Element),
            None => name.local.to_string(),
        }
    }

    /// The name of an attribute without a feature.
    pub(super) fn attribute(&mut self, name: &Name) -> String {
        match &name.namespace {
            Some(namespace) => self.format_name(Some(namespace), &name.local, NameKind::Attribute),
            None => name.local.to_string(),
        }
    }

    /// All declarations, in the order in which they are written: by the first prefix of each namespace.
    pub(super) fn declarations(&self) -> Vec<(&str, &str)> {
        let mut used_namespaces: Vec<(&str, &str)> = self
            .used_prefixes
            .iter()
            .filter_map(|(namespace, prefix)| Some((prefix.as_str(), namespace.as_deref()?)))
            // `xml` needs no declaration.
            .filter(|(_, namespace)| *namespace != XML_NAMESPACE)
            .collect();
        used_namespaces.sort_unstable();
        let mut all_declarations = Vec::new();
        let mut known_declarations = FxHashSet::default();
        for (first_prefix, namespace) in used_namespaces {
            let other_prefixes = self.prefixes.for_namespace(Some(namespace)).iter().map(String::as_str);
            let declarations =
                std::iter::once(first_prefix).chain(other_prefixes).map(|prefix| (prefix, namespace));
            // `for_namespace` may list a prefix twice, as EMF does; XML does not allow to declare it twice.
            all_declarations
                .extend(declarations.filter(|declaration| known_declarations.insert(*declaration)));
        }
        all_declarations
    }

    /// The used namespaces, in the order of their prefixes.
    pub(super) fn namespaces(&self) -> Vec<&str> {
        let mut used_namespaces: Vec<(&str, &str)> = self
            .used_prefixes
            .iter()
            .filter_map(|(namespace, prefix)| Some((prefix.as_str(), namespace.as_deref()?)))
            .collect();
        used_namespaces.sort_unstable();
        used_namespaces.into_iter().map(|(_, namespace)| namespace).collect()
    }
}
