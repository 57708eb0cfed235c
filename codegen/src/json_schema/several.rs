//! The schema of documents of several top-level packages: a schema for each, inside a schema that selects by `$model`.
//!
//! A document names the classes of its package without a namespace, so a name may mean different classes in two
//! packages. Invariant: a document is accepted exactly if the schema of its package accepts it.

use super::JsonSchemaOptions;
use crate::json::{Json, JsonOf, Text};
use modelwright_metamodel::ecore::{Metamodel, PackageId};
use modelwright_notations::tree::Dialect;

/// The top-level packages of the given packages, in order, without those that have no objects.
pub(super) fn main_packages(metamodel: &Metamodel, packages: &[PackageId]) -> Vec<PackageId> {
    let mut mains: Vec<PackageId> = Vec::new();
    for package in packages {
        let root = metamodel.root_of(*package);
        if !mains.contains(&root) && has_objects(metamodel, root) {
            mains.push(root);
        }
    }
    mains
}

/// The given packages, with those of the top-level package `main` first.
pub(super) fn with_main_first(
    metamodel: &Metamodel,
    packages: &[PackageId],
    main: PackageId,
) -> Vec<PackageId> {
    let (mut packages_of_main, others): (Vec<PackageId>, Vec<PackageId>) =
        packages.iter().copied().partition(|package| metamodel.root_of(*package) == main);
    packages_of_main.extend(others);
    packages_of_main
}

/// Whether a top-level package, or one inside of it, has a class with instances.
fn has_objects(metamodel: &Metamodel, root: PackageId) -> bool {
    let mut with_instances =
        metamodel.classes().filter(|(_, class)| !class.is_abstract && !class.is_interface);
    with_instances.any(|(_, class)| metamodel.root_of(class.package) == root)
}

/// One schema for documents of several packages, from the schema of each.
pub(super) fn combine<'m>(
    name: &str,
    schemas: Vec<(String, JsonOf<'m>)>,
    options: &JsonSchemaOptions,
) -> JsonOf<'m> {
    let mut definitions = Vec::new();
    let mut addresses = Vec::new();
    for (number, (uri, schema)) in schemas.into_iter().enumerate() {
        let JsonOf::Map(entries) = schema else { continue };
        let declared_id = entries.iter().find_map(|(key, value)| match value {
            JsonOf::String(id) if key == "$id" => Some(id.clone()),
            _ => None,
        });
        // References inside of a schema are relative to its `$id`, so each schema needs an `$id` within the
        // common document.
        let id = declared_id.unwrap_or_else(|| Text::Owned(format!("urn:modelwright:schema:{number}")));
        // The outer schema declares the draft for all schemas.
        let other_entries = entries.into_iter().filter(|(key, _)| key != "$id" && key != "$schema");
        let with_id =
            std::iter::once((Text::Borrowed("$id"), JsonOf::String(id.clone()))).chain(other_entries);
        definitions.push((Text::Owned(number.to_string()), JsonOf::Map(with_id.collect())));
        addresses.push((uri, JsonOf::map([("$ref", JsonOf::String(id))])));
    }
    let mut schema: JsonOf<'m> =
        Json::map([("$schema", Json::string(options.draft.uri())), ("title", Json::copy(name))]);
    match options.dialect {
        // The names of classes contain the package, so no selection is needed.
        Dialect::Emf => {
            let alternatives = addresses.into_iter().map(|(_, schema)| schema).collect();
            schema = schema.with("anyOf", JsonOf::List(alternatives));
        }
        Dialect::Plain => {
            if let JsonOf::Map(entries) = selection(addresses) {
                for (key, value) in entries {
                    schema = schema.with(key, value);
                }
            }
        }
    }
    schema.with(options.draft.definitions(), JsonOf::Map(definitions))
}

/// The schema of the package that a document names; for an unknown package, the schema of the last package, which
/// rejects it. `schemas` has the URI of each package.
fn selection(schemas: Vec<(String, JsonOf<'_>)>) -> JsonOf<'_> {
    let mut schemas = schemas.into_iter().rev();
    let Some((_, mut selected)) = schemas.next() else { return Json::Bool(true) };
    // From back to front, so that the first package becomes the outermost condition.
    for (uri, schema) in schemas {
        let model = Json::map([("const", Json::string(uri))]);
        let condition = Json::map([("properties", Json::map([("$model", model)]))]);
        let condition = condition.with("required", Json::List(vec![Json::string("$model")]));
        selected = JsonOf::map([("if", condition), ("then", schema), ("else", selected)]);
    }
    selected
}
