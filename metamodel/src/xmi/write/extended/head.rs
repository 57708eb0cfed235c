//! The start of a document with extended metadata: its prefixes and locations are those of its root, and of
//! what was used.

use super::Extended;
use crate::model::{ObjectId, uri};
use crate::xmi::java_maps::emap_order;
use crate::xmi::names::{XMI_NAMESPACE, XSI_NAMESPACE};
use crate::xmi::write_text::XmlText;
use std::borrow::Cow;

impl Extended<'_, '_> {
    /// The declaration and the first tag up to where its other attributes follow.
    pub(super) fn head(&mut self, spelled: &str) -> String {
        let options = self.writer.options;
        let document = self.writer.model.document(self.writer.document);
        let mut out = String::new();
        if options.declaration {
            let version = document.xml_version.as_deref().unwrap_or("1.0");
            out = format!("<?xml version=\"{version}\" encoding=\"{spelled}\"?>\n");
        }
        out.push_str(&self.prolog);
        let Some(first) = &self.first else { return out };
        let mut text = XmlText::new(self.writer.body.encoding(), options.line_width, options.formatted);
        text.open(0, &first.name);
        let (version, namespace) = document
            .xmi
            .as_ref()
            .map_or(("2.0", XMI_NAMESPACE), |h| (h.version.as_str(), h.namespace.as_str()));
        text.attribute("xmi:version", version);
        text.attribute("xmlns:xmi", namespace);
        let (locations, bare_location) = self.locations();
        let says_xsi = self.writer.uses_xsi || !locations.is_empty() || bare_location.is_some();
        if says_xsi {
            text.attribute("xmlns:xsi", XSI_NAMESPACE);
        }
        for (prefix, uri) in self.names.declarations() {
            if uri == namespace || (says_xsi && prefix == "xsi") {
                continue;
            }
            let name = if prefix.is_empty() {
                Cow::Borrowed("xmlns")
            } else {
                Cow::Owned(format!("xmlns:{prefix}"))
            };
            text.attribute(&name, uri);
        }
        if !locations.is_empty() {
            text.attribute("xsi:schemaLocation", &locations.join(" "));
        }
        if let Some(location) = bare_location {
            text.attribute("xsi:noNamespaceSchemaLocation", &location);
        }
        let breaks = first.has_attributes && text.is_full();
        out.push_str(text.take().trim_start_matches('\n'));
        if breaks {
            out.push_str("\n   ");
        }
        out
    }

    /// Namespaces and where their metamodels are, and the location for names in no namespace.
    fn locations(&self) -> (Vec<String>, Option<String>) {
        let model = self.writer.model;
        let document = model.document(self.writer.document);
        let wanted = self
            .writer
            .options
            .schema_location
            .unwrap_or(document.says_locations || !document.schema_locations.is_empty());
        let mut pairs = Vec::new();
        let mut bare = None;
        if !wanted {
            return (pairs, bare);
        }
        let mut told = rustc_hash::FxHashSet::default();
        let entries = self.location_entries();
        let keys: Vec<Option<&str>> =
            entries.iter().map(|entry| model.get_named(*entry, "key").text()).collect();
        for entry in emap_order(&keys).into_iter().map(|at| entries[at]) {
            let location = model.get_named(entry, "value").text().unwrap_or_default();
            let location = uri::relative(&self.writer.base, location);
            match model.get_named(entry, "key").text() {
                Some(namespace) => {
                    told.insert(namespace.to_owned());
                    pairs.push(format!("{namespace} {location}"));
                }
                None => bare = Some(location),
            }
        }
        for namespace in self.names.namespaces() {
            let package = self.writer.metamodel.package_by_uri(namespace);
            let Some(package) = package.filter(|_| !told.contains(namespace)) else { continue };
            let location = self.writer.metamodel[package].location.as_deref();
            let Some(location) = location.map(|location| uri::relative(&self.writer.base, location)) else {
                continue;
            };
            if location != namespace {
                pairs.push(format!("{namespace} {location}"));
            }
        }
        (pairs, bare)
    }

    /// What the document root keeps of locations.
    fn location_entries(&self) -> Vec<ObjectId> {
        let model = self.writer.model;
        let Some(root) = model.document(self.writer.document).roots().first() else { return Vec::new() };
        let class = model.class(*root);
        let Some(slot) = self.data.root_map(class, "xsi:schemaLocation") else { return Vec::new() };
        let feature = self.writer.metamodel.table(class).all_features()[slot];
        model.list(*root, feature).objects().collect()
    }
}
