//! Converts a schema to the selected draft and files.
//!
//! A draft changes keywords, but never the accepted documents. If each package has a file, definitions without a
//! package are in the file of the document, which instances are checked against; the other files only contain
//! definitions.

use super::{Definition, Draft, JsonSchemaOptions, escape};
use crate::json::{Entries, Json, JsonOf};
use crate::scope::Scope;
use modelwright_metamodel::ecore::PackageId;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

impl Draft {
    /// The URI of the draft, which schemas have at `$schema`.
    pub(super) fn uri(self) -> &'static str {
        match self {
            Draft::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
            Draft::Draft07 => "http://json-schema.org/draft-07/schema#",
        }
    }

    /// The key of definitions.
    pub(super) fn definitions(self) -> &'static str {
        match self {
            Draft::Draft202012 => "$defs",
            Draft::Draft07 => "definitions",
        }
    }
}

/// The schemas of a document, each with the name of its file. The first schema describes the document.
pub(super) fn schemas<'m>(
    scope: &Scope<'_>,
    mut document: Entries<'m>,
    definitions: Vec<Definition<'m>>,
    options: &JsonSchemaOptions,
) -> Vec<(String, JsonOf<'m>)> {
    let names = if options.per_package { file_names(scope, &definitions) } else { HashMap::new() };
    let main = scope.main.and_then(|main| names.get(&main)).cloned();
    let main = main.unwrap_or_else(|| format!("{}.schema.json", scope.name()));
    let mut files: Vec<(String, Entries<'m>)> = vec![(main.clone(), Vec::new())];
    let mut file_indices: FxHashMap<String, usize> = FxHashMap::default();
    for definition in definitions {
        let name = definition.package.and_then(|package| names.get(&package)).unwrap_or(&main);
        let file_index = files.iter().position(|(file, _)| file == name).unwrap_or_else(|| {
            files.push((name.clone(), Vec::new()));
            files.len() - 1
        });
        // References contain escaped names, so that they are looked up without decoding.
        file_indices.insert(escape(&definition.name), file_index);
        let (_, definitions_of_file) = &mut files[file_index];
        definitions_of_file.push((Cow::Owned(definition.name), definition.schema));
    }
    let is_as_built = is_as_built(options.draft, files.len());
    let paths: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    let mut schemas = Vec::with_capacity(files.len());
    for (file_index, (path, mut definitions)) in files.into_iter().enumerate() {
        let references =
            References { draft: options.draft, file: file_index, file_indices: &file_indices, files: &paths };
        // Only the first file describes the document.
        let document_keywords = if file_index == 0 { std::mem::take(&mut document) } else { Vec::new() };
        let mut schema = Json::map([("$schema", Json::string(options.draft.uri()))]);
        if options.per_package {
            // The names of other files are relative to this one.
            schema = schema.with("$id", Json::string(escape(&path)));
        }
        for (key, mut value) in document_keywords {
            // The file has its name as its `$id`.
            if options.per_package && key == "$id" {
                continue;
            }
            if !is_as_built {
                references.rewrite(&mut value);
            }
            schema = schema.with(key, value);
        }
        if !is_as_built {
            definitions.iter_mut().for_each(|(_, schema)| references.rewrite(schema));
        }
        schemas.push((path, schema.with(options.draft.definitions(), JsonOf::Map(definitions))));
    }
    schemas
}

/// The names of files: for each package that has definitions, and for the package of the document.
fn file_names(scope: &Scope<'_>, definitions: &[Definition<'_>]) -> HashMap<PackageId, String> {
    let mut taken = HashSet::new();
    let mut names = HashMap::new();
    let packages_of_definitions = definitions.iter().filter_map(|definition| definition.package);
    for package in scope.main.into_iter().chain(packages_of_definitions) {
        if names.contains_key(&package) {
            continue;
        }
        let plain_stem = scope.file_stem(package);
        let mut stem = plain_stem.clone();
        let mut number = 2_u64;
        // Names must differ in more than case, because some file systems ignore case.
        while !taken.insert(stem.to_lowercase()) {
            stem = format!("{plain_stem}{number}");
            number += 1;
        }
        names.insert(package, format!("{stem}.schema.json"));
    }
    names
}

/// Whether nothing must be rewritten: the schema is built with the keywords and references of this draft, for a single
/// file.
fn is_as_built(draft: Draft, file_count: usize) -> bool {
    draft == Draft::Draft202012 && file_count == 1
}

/// The spelling of references in a file.
struct References<'w> {
    draft: Draft,
    /// The index of the file that contains the references.
    file: usize,
    /// The file of each definition, by escaped name.
    file_indices: &'w FxHashMap<String, usize>,
    /// The names of all files.
    files: &'w [String],
}

impl References<'_> {
    /// Replaces the references with those of this file, and keywords with those of the draft.
    fn rewrite(&self, schema: &mut JsonOf<'_>) {
        match schema {
            JsonOf::List(items) => items.iter_mut().for_each(|item| self.rewrite(item)),
            JsonOf::Map(entries) => {
                let is_alone = entries.len() == 1;
                // A property may also be called `prefixItems`; only the keyword has a list as its value.
                let has_prefix = self.draft == Draft::Draft07
                    && entries
                        .iter()
                        .any(|(key, value)| key == "prefixItems" && matches!(value, JsonOf::List(_)));
                for (key, value) in entries {
                    // The property `$ref` of proxies has a map as its value, which is not a reference.
                    if key == "$ref" && matches!(value, JsonOf::String(_)) {
                        self.rewrite_reference(key, value, is_alone);
                        continue;
                    }
                    // Draft 7 uses other keywords for the first items and for the items after them.
                    if has_prefix && key == "prefixItems" {
                        *key = Cow::Borrowed("items");
                    } else if has_prefix && key == "items" {
                        *key = Cow::Borrowed("additionalItems");
                    }
                    self.rewrite(value);
                }
            }
            _ => {}
        }
    }

    /// Rewrites the entry of a schema with a reference. `is_alone` is whether the schema has no other entries.
    fn rewrite_reference(&self, key: &mut Cow<'_, str>, value: &mut JsonOf<'_>, is_alone: bool) {
        if let JsonOf::String(target) = value
            && let Some(reference) = self.reference(target)
        {
            *target = Cow::Owned(reference);
        }
        // Draft 7 ignores keywords beside a reference.
        if !is_alone && self.draft != Draft::Draft202012 {
            *key = Cow::Borrowed("allOf");
            let reference = std::mem::replace(value, JsonOf::Null);
            *value = JsonOf::List(vec![JsonOf::map([("$ref", reference)])]);
        }
    }

    /// The address of a definition, which may be in another file and under another keyword; `None` if the given address
    /// remains valid.
    fn reference(&self, target: &str) -> Option<String> {
        let path = target.strip_prefix("#/$defs/")?;
        // The path may continue inside of the definition, and a slash in a name is escaped.
        let name = path.split('/').next().unwrap_or(path);
        let file = match self.file_indices.get(name) {
            Some(at) if *at != self.file => escape(&self.files[*at]),
            _ if self.draft.definitions() == "$defs" => return None,
            _ => String::new(),
        };
        Some(format!("{file}#/{}/{path}", self.draft.definitions()))
    }
}
