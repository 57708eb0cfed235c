//! The start of a document: its declaration, its namespaces and the locations of their metamodels.
//!
//! Invariant: exactly the prefixes of written names are declared. This module does not know the content after
//! the name of the first tag.

use super::Writer;
use super::plan::is_local_name;
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{ClassId, PackageId, builtin};
use crate::model::uri;
use crate::xmi::names::{XMI_NAMESPACE, XSI_NAMESPACE};
use std::rc::Rc;

/// The first tag in the body, into which the declarations of the head are inserted, before its own attributes.
#[derive(Debug, Default)]
pub(super) struct FirstTag {
    pub(super) name: String,
    /// The offset after the name in the body.
    pub(super) end: usize,
    /// Whether the tag has attributes other than declarations.
    pub(super) has_attributes: bool,
}

/// The declarations of the first tag: namespaces, and the locations of their metamodels.
#[derive(Debug, Default)]
pub(super) struct Declarations<'a> {
    pub(super) declares_xsi: bool,
    /// Prefixes and URIs, in the order of declaration.
    pub(super) namespaces: Vec<(&'a str, &'a str)>,
    /// Namespaces and locations, alternating.
    pub(super) locations: String,
    /// The location of the metamodel for names without namespace.
    pub(super) bare_location: Option<String>,
}

/// The values that determine the head, as far as they are known: equal values mean equal heads.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HeadInputs {
    prefix_count: usize,
    bare_package: Option<PackageId>,
    uses_xsi: bool,
}

impl Writer<'_> {
    /// The current values that determine the head.
    pub(super) fn head_inputs(&self) -> HeadInputs {
        // Prefixes are only added and never change, so their number identifies them.
        let prefix_count = self.prefixes.len();
        HeadInputs { prefix_count, bare_package: self.bare_package, uses_xsi: self.uses_xsi }
    }

    /// The declaration and the first tag up to the position of its own attributes, for the names known so
    /// far.
    pub(super) fn head(&self) -> String {
        let locations = if self.has_locations() { self.schema_location() } else { String::new() };
        let mut namespaces: Vec<(&str, &str)> = self
            .prefixes
            .iter()
            .filter_map(|(package, prefix)| {
                Some((prefix.as_str(), self.metamodel[*package].ns_uri.as_deref()?))
            })
            .collect();
        // The map has no order; EMF writes declarations in the order of their prefixes.
        namespaces.sort_unstable();
        // `xsi:schemaLocation` needs the prefix even if no element uses it.
        let declares_xsi = self.uses_xsi || !locations.is_empty();
        let declarations = Declarations { declares_xsi, namespaces, locations, bare_location: None };
        self.declaration() + &self.first_tag(&self.first_tag, &declarations)
    }

    /// The XML declaration and its line end; empty if it is not written.
    pub(super) fn declaration(&self) -> String {
        if !self.options.declaration {
            return String::new();
        }
        let version = self.model.document(self.document).xml_version.as_deref().unwrap_or("1.0");
        format!("<?xml version=\"{version}\" encoding=\"{}\"?>\n", self.encoding_name)
    }

    /// The version of XMI and its namespace in the document's declaration.
    pub(super) fn xmi(&self) -> (&str, &str) {
        let header = self.model.document(self.document).xmi.as_ref();
        header.map_or(("2.0", XMI_NAMESPACE), |header| (header.version.as_str(), header.namespace.as_str()))
    }

    /// Whether the locations of metamodels are written.
    pub(super) fn has_locations(&self) -> bool {
        let document = self.model.document(self.document);
        // EMF writes locations if the document had any, even an incomplete one.
        let had_locations = document.declares_locations || !document.schema_locations.is_empty();
        self.options.schema_location.unwrap_or(had_locations)
    }

    /// The first tag up to the position of its own attributes.
    pub(super) fn first_tag(&self, tag: &FirstTag, declarations: &Declarations<'_>) -> String {
        // A separate text, so that lines are broken by the lengths of these attributes.
        let mut text = self.body.new_like();
        text.open(0, &tag.name);
        let is_full_after_name = text.is_full();
        let (version, namespace) = self.xmi();
        text.write_attribute("xmi:version", version);
        text.write_attribute("xmlns:xmi", namespace);
        if declarations.declares_xsi {
            text.write_attribute("xmlns:xsi", XSI_NAMESPACE);
        }
        for (prefix, uri) in &declarations.namespaces {
            if prefix.is_empty() {
                text.write_attribute("xmlns", uri);
            } else {
                text.write_attribute(&format!("xmlns:{prefix}"), uri);
            }
        }
        if !declarations.locations.is_empty() {
            text.write_attribute("xsi:schemaLocation", &declarations.locations);
        }
        if let Some(location) = &declarations.bare_location {
            text.write_attribute("xsi:noNamespaceSchemaLocation", location);
        }
        // The line break at the start of the tag is removed, because the declaration already ends with one.
        let mut out = text.block().trim_start_matches('\n').to_owned();
        // Lines in the body were broken as if there were no declarations; this is wrong only for the attribute directly
        // after them, if their line is full. If the name fills a line, there is a line break already.
        if tag.has_attributes && text.is_full() && !is_full_after_name {
            out.push_str("\n   ");
        }
        out
    }

    /// The locations of the used packages, in the order of their prefixes.
    fn schema_location(&self) -> String {
        let mut used_packages: Vec<(&str, PackageId)> =
            self.prefixes.iter().map(|(id, prefix)| (prefix.as_str(), *id)).collect();
        used_packages.sort_unstable();
        if let Some(package) = self.bare_package {
            used_packages.insert(0, ("", package));
        }
        let mut pairs = Vec::new();
        for (_, package) in used_packages {
            // EMF writes `null` for a package without a URI.
            let namespace = self.metamodel[package].ns_uri.as_deref().unwrap_or("null");
            let Some(location) = self.written_location(package, namespace) else { continue };
            // A package whose location is its namespace is found without a location.
            if location != namespace {
                pairs.push(format!("{namespace} {location}"));
            }
        }
        pairs.join(" ")
    }

    /// The location of a package's metamodel, as the document must contain it; `None` if it is not known.
    fn written_location(&self, package: PackageId, namespace: &str) -> Option<String> {
        let data = &self.metamodel[package];
        let document_uri = self.model.document(self.document).uri.as_str();
        match data.location.as_deref() {
            // The package is in the document itself, so its address is a fragment.
            Some(location) if location.split('#').next() == Some(document_uri) => {
                let fragment = self.own_package(data.ns_uri.as_deref()?)?;
                Some(format!("#{fragment}"))
            }
            Some(location) => Some(uri::relative(&self.base_uri, location)),
            None => self.declared_location(namespace).map(str::to_owned),
        }
    }

    /// The location that the document declares for a namespace, if such locations are kept.
    fn declared_location(&self, namespace: &str) -> Option<&str> {
        if !self.options.keep_schema_locations {
            return None;
        }
        let mut locations = self.model.document(self.document).schema_locations.iter();
        let location_pair = locations.find(|(declared_namespace, _)| declared_namespace == namespace);
        location_pair.map(|(_, location)| location.as_str())
    }

    /// The fragment of the package with a namespace URI among the objects of the document itself.
    fn own_package(&self, ns_uri: &str) -> Option<String> {
        let roots = self.model.document(self.document).roots().iter().copied();
        let packages = roots.flat_map(|root| std::iter::once(root).chain(self.model.all_contents(root)));
        let package = packages
            .filter(|object| self.model.class(*object) == builtin::EPACKAGE)
            .find(|package| self.model.get_named(*package, "nsURI").text() == Some(ns_uri));
        package.map(|package| self.model.address(package))
    }

    /// The qualified name of a class, whose namespace is then declared.
    pub(super) fn class_name(&mut self, class: ClassId) -> Rc<str> {
        if let Some(known) = self.class_names.get(&class) {
            return Rc::clone(known);
        }
        let name: Rc<str> = self.spell_class_name(class).into();
        // The problem is reported here and not when the name is written, because this function is called once for each
        // class.
        if !name.split(':').all(is_local_name) {
            let message = format!(
                "the class {} has the name `{name}` in XML, which is not valid there",
                self.metamodel[class].name
            );
            let help = "rename the class or the prefix of its package, or write the model as json or yaml";
            self.problems.push(Diagnostic::error(codes::CANNOT_EXPRESS, message).help(help));
        }
        self.class_names.insert(class, Rc::clone(&name));
        name
    }

    /// The qualified name of a class, without the cache.
    fn spell_class_name(&mut self, class: ClassId) -> String {
        let data = &self.metamodel[class];
        let prefix = self.prefix(data.package);
        if prefix.is_empty() { data.name.clone() } else { format!("{prefix}:{}", data.name) }
    }

    /// The prefix of a package's names; assigned when it is used for the first time.
    fn prefix(&mut self, package: PackageId) -> &str {
        let data = &self.metamodel[package];
        // Without a namespace there is nothing to declare, so the names have no prefix.
        if data.ns_uri.is_none() {
            self.bare_package = Some(package);
            return "";
        }
        if !self.prefixes.contains_key(&package) {
            let mut prefix = data.ns_prefix.clone().unwrap_or_default();
            let is_used =
                // The head binds `xmi` and `xsi` to other namespaces.
                |prefix: &str| self.used_prefixes.contains(prefix) || matches!(prefix, "xmi" | "xsi");
            if is_used(&prefix) {
                prefix = self.numbers.unused(&prefix, is_used);
            }
            self.used_prefixes.insert(prefix.clone());
            self.prefixes.insert(package, prefix);
        }
        &self.prefixes[&package]
    }
}
