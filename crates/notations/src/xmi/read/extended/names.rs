//! The document's own declarations that a document root stores: prefixes, and the locations of schemas.

use super::ExtendedReader;
use crate::ecore::builtin;
use crate::ecore::data::ParsedValue;
use crate::model::{ObjectId, uri};
use crate::xmi::java_maps::hash_map_order;
use crate::xmi::prefixes::Prefixes;

impl ExtendedReader<'_, '_, '_, '_> {
    /// Fills the maps of the document root with the declared prefixes and locations, if there is a document root and it
    /// has such maps.
    pub(super) fn fill_root_maps(&mut self) {
        let document = self.reader.loader.document();
        let roots = self.reader.loader.model().document(document).roots();
        // Only a single root can be a document root with these maps.
        let [root] = *roots else { return };
        let class = self.reader.loader.model().class(root);
        if let Some(slot) = self.data.root_map(class, "xmlns:prefix") {
            let declarations = self.declarations.iter().map(|(prefix, uri)| (*prefix, uri.as_ref()));
            let prefixes = Prefixes::from_declarations(declarations, self.has_bare_name);
            for (prefix, uri) in prefixes.iter() {
                self.add_map_entry(root, slot, Some(prefix), uri.unwrap_or_default());
            }
        }
        if let Some(slot) = self.data.root_map(class, "xsi:schemaLocation") {
            let document = self.reader.loader.document_mut();
            let locations = in_java_order(document.schema_locations.clone());
            let bare_location = document.no_namespace_schema_location.clone();
            // The location without a namespace has a null key; EMF adds it first.
            if let Some(location) = bare_location {
                let location = uri::resolve(&self.reader.base, &location);
                self.add_map_entry(root, slot, None, &location);
            }
            for (namespace, location) in locations {
                // EMF stores absolute locations and makes them relative again when it writes them.
                let absolute_location = uri::resolve(&self.reader.base, &location);
                self.add_map_entry(root, slot, Some(&namespace), &absolute_location);
            }
        }
    }

    /// Adds an entry to one of the document root's maps.
    fn add_map_entry(&mut self, root: ObjectId, slot: usize, key: Option<&str>, value: &str) {
        let class = self.reader.loader.model().class(root);
        let feature = self.reader.metamodel.table(class).all_features()[slot];
        // The entry has no element of its own, so its offset is the start of the document.
        let offset = 0;
        let entry = self.reader.loader.create(builtin::ESTRING_TO_STRING_MAP_ENTRY, offset);
        self.reader.loader.contain(root, slot, feature, entry);
        let table = self.reader.metamodel.table(builtin::ESTRING_TO_STRING_MAP_ENTRY);
        let mut set_text = |name: &str, text: &str| {
            if let Some(slot) = table.slot_named(name) {
                let is_many = false;
                self.reader.loader.value(entry, slot, is_many, &ParsedValue::String(text.into()));
            }
        };
        if let Some(key) = key {
            set_text("key", key);
        }
        set_text("value", value);
    }
}

/// Sorts pairs of a namespace and a location in the order of a Java hash table, as in EMF: by the hash codes of the
/// namespaces, with only the last pair of each namespace.
fn in_java_order(pairs: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut unique_pairs: Vec<(String, String)> = Vec::new();
    let mut positions = rustc_hash::FxHashMap::default();
    for (namespace, location) in pairs {
        match positions.get(&namespace) {
            Some(position) => unique_pairs[*position] = (namespace, location),
            None => {
                positions.insert(namespace.clone(), unique_pairs.len());
                unique_pairs.push((namespace, location));
            }
        }
    }
    let keys: Vec<&str> = unique_pairs.iter().map(|(namespace, _)| namespace.as_str()).collect();
    let order = hash_map_order(&keys);
    order.into_iter().map(|position| unique_pairs[position].clone()).collect()
}
