//! Exported resources of other nodes, which collectors add to the catalog.
//!
//! Invariant: a resource of another node is added once, whichever collectors find it.

use super::Builder;
use super::exported::ExportedResource;
use super::resource::{
    ATTRIBUTE_BYTES, Attribute, Declaration, Kind, RESOURCE_BYTES, RESOURCE_STEPS, Resource,
};
use super::state::{FOREIGN, ResourceId, ScopeId, SourceId};
use modelwright_evaluation::evaluate::{Budget, HostError};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::sync::Arc;

impl Builder<'_> {
    /// Adds exported resources of other nodes as resources of a scope; returns those that the catalog did not contain.
    pub(super) fn import(
        &self,
        exported_resources: &[Arc<ExportedResource>],
        (scope, source): (ScopeId, SourceId),
        budget: &mut Budget,
    ) -> Result<Vec<ResourceId>, HostError> {
        let mut ids = Vec::with_capacity(exported_resources.len());
        for exported in exported_resources {
            budget.charge(RESOURCE_STEPS, RESOURCE_BYTES + exported.parameters.len() * ATTRIBUTE_BYTES)?;
            if let Some(existing) = self.find_resource(&exported.ty, &exported.title) {
                let state = self.state.borrow();
                let existing = state.resource(existing);
                if !existing.is_import_of(exported) {
                    return Err(duplicate(exported, existing));
                }
                continue;
            }
            let resource = self.imported_resource(exported, scope, source)?;
            ids.push(self.add(resource)?);
        }
        Ok(ids)
    }

    /// The resource that an exported one becomes, with the defaults of the scope.
    fn imported_resource(
        &self,
        exported: &ExportedResource,
        scope: ScopeId,
        source: SourceId,
    ) -> Result<Resource, HostError> {
        let Some(kind) = self.kind(&exported.ty.to_lowercase())? else {
            let message = format!("there is no resource type `{}`", exported.ty.to_lowercase());
            return Err(HostError::new(message).with_code(codes::CATALOG_MISSING));
        };
        if let Kind::Define(definition) = &kind {
            // Registers the definition as a source.
            self.state.borrow_mut().source(definition);
        }
        let attributes = exported.parameters.iter().map(|parameter| Attribute {
            name: Arc::clone(&parameter.name),
            value: parameter.value.clone(),
            source: FOREIGN,
            place: parameter.place.clone(),
            append: false,
            origin: parameter.origin,
        });
        let mut resource = self.create(Declaration {
            ty: Arc::clone(&exported.ty),
            title: Arc::clone(&exported.title),
            kind,
            attributes: attributes.collect(),
            place: exported.place.clone(),
            is_virtual: false,
            is_exported: false,
            scope,
            source,
        })?;
        resource.exporter = Some(Arc::clone(&exported.node));
        Ok(resource)
    }
}

impl Resource {
    /// Whether the resource was imported from an exported one.
    fn is_import_of(&self, exported: &ExportedResource) -> bool {
        self.exporter.as_ref() == Some(&exported.node) && self.title == exported.title
    }
}

/// The problem that the catalog contains a resource of the same type and title as a collected one.
fn duplicate(exported: &ExportedResource, existing: &Resource) -> HostError {
    let message = format!(
        "`{}[{}]` of the node {} is collected, but {} already declares it",
        exported.ty,
        exported.title,
        exported.node,
        existing.exporter.as_ref().map_or_else(|| "this node".to_owned(), |node| format!("the node {node}"))
    );
    let mut problem = Diagnostic::error(codes::CATALOG_DUPLICATE, message);
    if let Some(place) = &exported.place {
        problem = problem.at(&place.source, place.range());
    }
    if let Some(place) = &existing.place {
        problem = problem.label(&place.source, place.range(), "first declared here");
    }
    HostError::caused_by(Box::new(problem))
}
