//! The start of a document with extended metadata, whose prefixes and locations are those of its root and
//! those that were used.

use super::ExtendedWriter;
use crate::model::{ObjectId, uri};
use crate::xmi::java_maps::emap_order;
use crate::xmi::write::head::Declarations;

impl ExtendedWriter<'_, '_> {
    /// The declaration and the first tag, up to the position of its own attributes.
    pub(super) fn head(&self) -> String {
        let mut out = self.writer.declaration();
        out.push_str(&self.prolog);
        if let Some(first) = &self.first_tag {
            out.push_str(&self.writer.first_tag(first, &self.declarations()));
        }
        out
    }

    /// The declarations of the first tag.
    fn declarations(&self) -> Declarations<'_> {
        let (locations, bare_location) = self.locations();
        // `xsi:schemaLocation` needs the prefix even if no element uses it.
        let declares_xsi = self.writer.uses_xsi || !locations.is_empty() || bare_location.is_some();
        let (_, xmi) = self.writer.xmi();
        // `first_tag` declares `xmi` and `xsi` itself, at fixed positions.
        let namespaces = self
            .names
            .declarations()
            .into_iter()
            .filter(|(prefix, uri)| *uri != xmi && !(declares_xsi && *prefix == "xsi"))
            .collect();
        Declarations { declares_xsi, namespaces, locations: locations.join(" "), bare_location }
    }

    /// Namespaces and the locations of their metamodels, and the location for names without namespace.
    fn locations(&self) -> (Vec<String>, Option<String>) {
        let model = self.writer.model;
        let mut pairs = Vec::new();
        let mut bare_location = None;
        if !self.writer.has_locations() {
            return (pairs, bare_location);
        }
        let mut located_namespaces = rustc_hash::FxHashSet::default();
        let entries = self.location_entries();
        // EMF stores the locations in a map, so they are written in the order of its buckets.
        let keys: Vec<Option<&str>> =
            entries.iter().map(|entry| model.get_named(*entry, "key").text()).collect();
        for entry in emap_order(&keys).into_iter().map(|position| entries[position]) {
            let location = model.get_named(entry, "value").text().unwrap_or_default();
            let location = uri::relative(&self.writer.base_uri, location);
            match model.get_named(entry, "key").text() {
                Some(namespace) => {
                    located_namespaces.insert(namespace.to_owned());
                    pairs.push(format!("{namespace} {location}"));
                }
                None => bare_location = Some(location),
            }
        }
        for namespace in self.names.namespaces() {
            let package = self.writer.metamodel.package_by_uri(namespace);
            // A location that the document declares takes precedence over the location of the metamodel's file.
            let Some(package) = package.filter(|_| !located_namespaces.contains(namespace)) else { continue };
            let location = self.writer.metamodel[package].location.as_deref();
            let Some(location) = location.map(|location| uri::relative(&self.writer.base_uri, location))
            else {
                continue;
            };
            // A package whose location is its namespace is found without a location.
            if location != namespace {
                pairs.push(format!("{namespace} {location}"));
            }
        }
        (pairs, bare_location)
    }

    /// The locations that the document root stores.
    fn location_entries(&self) -> Vec<ObjectId> {
        let model = self.writer.model;
        let Some(root) = model.document(self.writer.document).roots().first() else { return Vec::new() };
        let class = model.class(*root);
        let Some(slot) = self.data.root_map(class, "xsi:schemaLocation") else { return Vec::new() };
        let feature = self.writer.metamodel.table(class).all_features()[slot];
        model.list(*root, feature).objects().collect()
    }
}
