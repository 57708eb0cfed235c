//! Parts that the features of elements, attributes and content have in common: names in documents, maps, groups.

use super::builder::Builder;
use super::components::{ElementId, TypeDefinition};
use super::draft::{extend, extended};
use super::names::{Case, valid_name};
use super::particles::Particle;
use super::wildcards::wildcard_text;

impl Builder<'_> {
    /// Sets a detail of a feature's extended metadata.
    pub(super) fn extend_feature(&mut self, feature: usize, key: &str, value: &str) {
        self.with_feature(feature, |feature| extend(&mut feature.annotations, key, value));
    }

    /// The name of a feature in documents.
    pub(super) fn document_name(&self, feature: usize) -> &str {
        let feature = self.features.get(feature);
        feature.and_then(|feature| extended(&feature.annotations, "name")).unwrap_or_default()
    }

    /// Sets kind, name and namespace of a feature in documents.
    pub(super) fn name_in_documents(
        &mut self,
        feature: usize,
        kind: &str,
        declaration: ElementId,
        name: &str,
    ) {
        self.extend_feature(feature, "kind", kind);
        self.extend_feature(feature, "name", name);
        self.set_namespace(feature, self.schema.namespace_of(declaration));
    }

    /// Sets the namespace of a feature's name in documents.
    pub(super) fn set_namespace(&mut self, feature: usize, namespace: &str) {
        let owner = self.features.get(feature).map(|feature| feature.owner).unwrap_or_default();
        if self.namespace_of(owner) == namespace {
            self.extend_feature(feature, "namespace", "##targetNamespace");
        } else if !namespace.is_empty() {
            self.extend_feature(feature, "namespace", namespace);
        }
        self.with_feature(feature, |feature| namespace.clone_into(&mut feature.namespace));
    }

    /// The name of a feature as an annotation of another one refers to it.
    fn feature_reference(&self, from: usize, to: usize) -> String {
        let owner = self.features.get(from).map(|feature| feature.owner).unwrap_or_default();
        let namespace = self.features.get(to).map(|feature| feature.namespace.as_str());
        Self::qualified(self.namespace_of(owner), namespace.unwrap_or_default(), self.document_name(to))
    }

    /// Makes a feature a member of a group.
    pub(super) fn set_group(&mut self, feature: usize, group: usize) {
        let name = self.feature_reference(feature, group);
        self.extend_feature(feature, "group", &name);
    }

    /// Makes an element a member of a substitution group.
    pub(super) fn set_affiliation(&mut self, feature: usize, head: usize) {
        let name = self.feature_reference(feature, head);
        self.extend_feature(feature, "affiliation", &name);
    }

    /// Sets the name of a feature in documents, which is its position in its class, and its kind.
    pub(super) fn set_positional_name_and_kind(&mut self, feature: usize, kind: &str) {
        let owner = self.features.get(feature).map(|feature| feature.owner).unwrap_or_default();
        let position = self.last_position(owner);
        self.extend_feature(feature, "name", &format!(":{position}"));
        self.extend_feature(feature, "kind", kind);
    }

    /// Adds the feature map for text between elements.
    pub(super) fn add_mixed_map(&mut self, class: usize, name: &str) {
        let map = self.ecore_type("EFeatureMapEntry");
        let feature = self.add_feature((class, map), name, Vec::new(), (0, -1));
        self.extend_feature(feature, "kind", "elementWildcard");
        self.extend_feature(feature, "name", ":mixed");
    }

    /// Adds the feature map of all elements.
    pub(super) fn add_group_map(&mut self, class: usize, name: &str) -> usize {
        let map = self.ecore_type("EFeatureMapEntry");
        let feature = self.add_feature((class, map), name, Vec::new(), (0, -1));
        self.extend_feature(feature, "name", ":group");
        self.extend_feature(feature, "kind", "group");
        feature
    }

    /// Adds the feature map of a repeated group or a wildcard.
    pub(super) fn add_map(&mut self, class: usize, particle: &Particle) -> usize {
        let map = self.ecore_type("EFeatureMapEntry");
        self.use_document(particle.element.document);
        let annotations = self.annotations_of(particle.element);
        if particle.is_group {
            let name = self.group_name(particle);
            let feature = self.add_feature((class, map), &name, annotations, (0, -1));
            self.extend_feature(feature, "kind", "group");
            let position = self.last_position(class);
            self.extend_feature(feature, "name", &format!("{name}:{position}"));
            return feature;
        }
        let name = self.schema.ecore(particle.element, "name").unwrap_or("any").to_owned();
        let bounds = (particle.min, particle.max);
        let feature = self.add_feature((class, map), &name, annotations, bounds);
        let (namespaces, processing) = (self.namespaces(particle.element), self.processing(particle.element));
        self.extend_feature(feature, "kind", "elementWildcard");
        self.set_wildcard(feature, namespaces, &processing);
        feature
    }

    /// Sets the namespaces that a wildcard's feature matches, and how its content is validated.
    pub(super) fn set_wildcard(
        &mut self,
        feature: usize,
        namespaces: super::draft::Wildcards,
        processing: &str,
    ) {
        let owner = self.features.get(feature).map(|feature| feature.owner).unwrap_or_default();
        let text = wildcard_text(&namespaces, self.namespace_of(owner));
        self.extend_feature(feature, "wildcards", &text);
        // A wildcard has no name in documents, so its feature has that of its position.
        let position = self.last_position(owner);
        self.extend_feature(feature, "name", &format!(":{position}"));
        self.extend_feature(feature, "processing", processing);
        self.with_feature(feature, |feature| feature.wildcards = Some(namespaces));
    }

    /// The name of a repeated group's feature.
    fn group_name(&self, particle: &Particle) -> String {
        let schema = self.schema;
        let elements = [Some(particle.element), particle.term];
        let explicit_name = elements.into_iter().flatten().find_map(|element| {
            ["name", "featureMap"].into_iter().find_map(|name| schema.ecore(element, name))
        });
        if let Some(explicit_name) = explicit_name {
            return explicit_name.to_owned();
        }
        let holder = particle.term.and_then(|term| schema.parent(term));
        match holder.filter(|holder| schema.kind(*holder) == "group") {
            Some(group) => match schema.ecore(group, "name") {
                Some(name) => name.to_owned(),
                None => valid_name(schema.get(group, "name").unwrap_or_default(), Case::Upper),
            },
            None => "group".to_owned(),
        }
    }

    /// Sets the properties of an attribute of the metamodel that follow from the type of its values: whether it is an
    /// id, and its default value.
    pub(super) fn initialise_values(&mut self, feature: usize, definition: &TypeDefinition) {
        if self.schema.is_derived_from(definition, &["ID"]) {
            self.with_feature(feature, |feature| feature.flags.id = true);
        }
        let Some(draft) = self.features.get(feature) else { return };
        let is_many = draft.upper > 1 || draft.upper == -1;
        let may_get_default = !is_many && draft.default.is_none() && !self.is_enumeration(draft.value_type);
        if may_get_default
            && self.has_default(draft.value_type)
            && let Some(facet) = self.schema.effective_facet(definition, "enumeration")
            && let Some(value) = self.schema.node(facet).and_then(|node| node.raw("value"))
        {
            // The first listed value, because an attribute of this type always has a value.
            let value = super::white_space::normalised(value, self.white_space(definition));
            self.with_feature(feature, |feature| feature.default = Some(value));
        }
    }

    /// Makes an attribute of the metamodel unsettable if it has a default value.
    pub(super) fn set_unsettable(&mut self, feature: usize) {
        let Some(draft) = self.features.get(feature) else { return };
        if draft.upper == 1 && (draft.default.is_some() || self.has_default(draft.value_type)) {
            self.with_feature(feature, |feature| feature.flags.unsettable = true);
        }
    }

    /// Whether the values of a simple type refer to elements of their own document.
    pub(super) fn is_local_reference(&self, definition: &TypeDefinition) -> bool {
        self.schema.is_derived_from(definition, &["IDREF", "IDREFS"])
    }
}
