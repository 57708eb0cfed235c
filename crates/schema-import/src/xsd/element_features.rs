//! Features of elements, in the content of classes and in document roots.

use super::builder::Builder;
use super::classes::Content;
use super::components::{ElementId, TypeDefinition, Variety};
use super::draft::{Type, TypeRef, extend};
use super::names::{Case, valid_name};
use super::particles::Particle;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};

/// An element that becomes a feature.
#[derive(Debug, Clone, Copy)]
struct ElementUse<'n> {
    class: usize,
    /// The element in the content, or the declaration at the top of a document.
    element: ElementId,
    declaration: ElementId,
    name: &'n str,
    bounds: (i32, i32),
}

impl Builder<'_> {
    /// Adds the feature of an element in a class's content; returns the feature and its group. `None` if the element is
    /// not declared, which is reported, or if a restriction inherits the feature.
    pub(super) fn add_element(
        &mut self,
        content: Content,
        particle: &Particle,
        group: Option<usize>,
    ) -> Option<(usize, Option<usize>)> {
        let Some(declaration) = particle.term else {
            let name = self.schema.get(particle.element, "ref").unwrap_or_default();
            let message = format!("the element `{name}` is not declared, so it is left out");
            self.report_at(particle.element, Diagnostic::error(codes::IMPORT_INVALID, message));
            return None;
        };
        let mut group = group;
        let local = self.schema.get(declaration, "name").unwrap_or_default();
        if let Some(base) = content.restricted_class {
            let namespace = self.schema.namespace_of(declaration);
            if self.has_element_feature(base, namespace, local) {
                return None;
            }
            group = self.wildcard_feature(base, namespace, "elementWildcard");
        }
        let schema = self.schema;
        let name = schema.ecore_of([particle.element, declaration], "name");
        let name = name.map_or_else(|| valid_name(local, Case::Upper), str::to_owned);
        let bounds = (particle.min, particle.max);
        let used =
            ElementUse { class: content.class, element: particle.element, declaration, name: &name, bounds };
        if let Some(map) = self.substitution_map(used, local) {
            self.derive_from_map(content, map, group);
            group = Some(map);
        }
        let feature = self.element_feature(used);
        let changeable = schema.ecore_of([particle.element, declaration], "changeable");
        // Without a group, the feature of an abstract element is changeable as well.
        if group.is_none() && changeable.is_none() {
            self.with_feature(feature, |feature| feature.flags.changeable = true);
        }
        Some((feature, group))
    }

    /// Adds the feature map of an element that others can substitute, unless it is turned off.
    fn substitution_map(&mut self, used: ElementUse<'_>, local: &str) -> Option<usize> {
        let schema = self.schema;
        let explicit_name = schema.ecore_of([used.element, used.declaration], "featureMap");
        let ignores_groups =
            schema.ecore(ElementId { node: 0, ..used.element }, "ignoreSubstitutionGroups") == Some("true");
        let can_be_substituted =
            (self.is_abstract(used.declaration) || schema.is_head(used.declaration)) && !ignores_groups;
        let name = match explicit_name {
            Some("") => return None,
            Some(explicit_name) => explicit_name.to_owned(),
            None if can_be_substituted => format!("{}Group", used.name),
            None => return None,
        };
        let map = self.ecore_type("EFeatureMapEntry");
        let annotations = self.annotations_of(used.element);
        let feature = self.add_feature((used.class, map), &name, annotations, used.bounds);
        let document_name = format!("{local}:group");
        self.name_in_documents(feature, "group", used.declaration, &document_name);
        Some(feature)
    }

    fn is_abstract(&self, element: ElementId) -> bool {
        matches!(self.schema.get(element, "abstract"), Some("true" | "1"))
    }

    fn is_nillable(&self, element: ElementId) -> bool {
        matches!(self.schema.get(element, "nillable"), Some("true" | "1"))
    }

    /// Adds the feature of an element.
    fn element_feature(&mut self, used: ElementUse<'_>) -> usize {
        let definition = self.schema.type_of(used.declaration);
        self.check_type(used.declaration, &definition);
        let plain_type = self.classifier(&definition);
        let Some(target) = self.reference_type([used.element, used.declaration]) else {
            let feature = self.plain_element_feature(used, &definition, plain_type);
            self.set_flags(feature, [used.element, used.declaration]);
            return feature;
        };
        let is_simple = !matches!(definition, TypeDefinition::Complex(_));
        // A list of references becomes an object that contains the list.
        let needs_holder = is_simple && self.schema.variety(&definition) == Variety::List;
        let target = if needs_holder { self.holder(used.declaration, target, &definition) } else { target };
        let feature = self.plain_element_feature(used, &definition, target);
        self.with_feature(feature, |feature| {
            feature.flags.containment = needs_holder;
            if needs_holder {
                feature.flags.unsettable = false;
                feature.flags.resolves = false;
            }
        });
        self.set_flags(feature, [used.element, used.declaration]);
        feature
    }

    /// Adds the feature of an element, whose values or objects are of the type `target`.
    fn plain_element_feature(
        &mut self,
        used: ElementUse<'_>,
        definition: &TypeDefinition,
        target: TypeRef,
    ) -> usize {
        let annotations = self.annotations_of(used.element);
        self.use_document(used.element.document);
        let is_global = self.is_top_level(used.element);
        let feature = self.add_feature((used.class, target), used.name, annotations, used.bounds);
        if is_global {
            self.global_features.insert(used.element, feature);
        }
        let local = self.schema.get(used.declaration, "name").unwrap_or_default();
        self.name_in_documents(feature, "element", used.declaration, local);
        if self.is_class(target) {
            self.finish_reference(feature, used, definition, is_global);
        } else {
            self.finish_attribute(feature, used, definition, is_global);
        }
        if self.is_abstract(used.declaration) {
            self.with_feature(feature, |feature| feature.flags.changeable = false);
        }
        feature
    }

    /// Whether an element is declared at the top of a document.
    fn is_top_level(&self, element: ElementId) -> bool {
        let parent = self.schema.parent(element).map(|parent| self.schema.kind(parent));
        matches!(parent, Some("schema" | "redefine"))
    }

    /// Sets what a reference has because of its element: it contains its targets, unless a simple type names them.
    fn finish_reference(
        &mut self,
        feature: usize,
        used: ElementUse<'_>,
        definition: &TypeDefinition,
        is_global: bool,
    ) {
        let is_simple = !matches!(definition, TypeDefinition::Complex(_)) && *definition != any_type();
        let resolves = is_simple && !self.is_local_reference(definition);
        let (_, max) = used.bounds;
        let is_unsettable = max == 1 && self.is_nillable(used.declaration);
        self.with_feature(feature, |feature| {
            feature.flags.containment = is_global || !is_simple;
            feature.flags.resolves = resolves;
            feature.flags.unsettable |= is_unsettable;
        });
        if is_global {
            self.affiliate(feature, used.declaration);
        } else {
            self.note_opposite_and_keys(feature, used.element);
        }
    }

    /// Sets what an attribute has because of its element: its default, and if the element is nillable, a type whose
    /// values may be missing.
    fn finish_attribute(
        &mut self,
        feature: usize,
        used: ElementUse<'_>,
        definition: &TypeDefinition,
        is_global: bool,
    ) {
        let node = self.schema.node(used.declaration);
        let default = node.and_then(|node| node.raw("default").or(node.raw("fixed")));
        let default = default.map(str::to_owned);
        self.with_feature(feature, |feature| feature.default = default);
        if !matches!(definition, TypeDefinition::Complex(_)) {
            self.initialise_values(feature, definition);
        }
        if is_global {
            self.affiliate(feature, used.declaration);
        }
        if self.is_nillable(used.declaration) {
            self.allow_missing_value(feature, used.bounds, is_global);
        }
        self.set_unsettable(feature);
    }

    /// Gives the attribute of a nillable element a type whose values may be missing.
    fn allow_missing_value(&mut self, feature: usize, (_, max): (i32, i32), is_global: bool) {
        let Some(draft) = self.features.get(feature) else { return };
        let value_type = draft.value_type;
        let object_type = self.object_type(value_type);
        let is_unsettable = max == 1 && (!is_global || value_type != object_type);
        self.with_feature(feature, |feature| {
            feature.value_type = object_type;
            feature.flags.unsettable |= is_unsettable;
        });
    }

    /// Makes the feature of an element a member of the substitution group to which the element belongs.
    fn affiliate(&mut self, feature: usize, declaration: ElementId) {
        if let Some(head) = self.schema.head(declaration)
            && let Some(head) = self.global_feature(head)
        {
            self.set_affiliation(feature, head);
        }
    }

    /// The feature of a document root for a declaration at the top of a document.
    pub(super) fn global_feature(&mut self, element: ElementId) -> Option<usize> {
        if self.schema.ecore(element, "ignore") == Some("true") {
            return None;
        }
        if let Some(feature) = self.global_features.get(&element) {
            return Some(*feature);
        }
        if self.depth >= super::builder::MAX_SUBSTITUTION_DEPTH {
            let message = "the substitution groups of this element are nested too deeply";
            self.report_at(element, Diagnostic::error(codes::IMPORT_INVALID, message));
            return None;
        }
        self.depth += 1;
        let class = self.document_root(element);
        let local = self.schema.get(element, "name").unwrap_or_default();
        let name = self.schema.ecore(element, "name");
        let name = name.map_or_else(|| valid_name(local, Case::Upper), str::to_owned);
        let feature = if self.schema.kind(element) == "element" {
            // -2 is Ecore's unspecified maximum. The element's feature is added to the global ones when it is made,
            // because its type may refer to it.
            let used = ElementUse { class, element, declaration: element, name: &name, bounds: (0, -2) };
            let feature = self.element_feature(used);
            self.with_feature(feature, super::draft::Feature::derive);
            feature
        } else {
            let is_required = false;
            let feature = self.attribute_feature(class, element, &name, is_required);
            self.global_features.insert(element, feature);
            feature
        };
        self.depth -= 1;
        Some(feature)
    }

    /// The class of documents in the package of a declaration.
    fn document_root(&mut self, element: ElementId) -> usize {
        let package = self.package(element);
        // EMF looks up the document root by its name, which is empty. The result is not needed, but the lookup collects
        // the names of the types so far, which determines the type that a name belongs to.
        self.type_with_alias(package, "");
        if let Some(root) = self.packages.get(package).and_then(|package| package.document_root) {
            return root;
        }
        // Node 0 is the root of the document.
        let name =
            self.schema.ecore(ElementId { node: 0, ..element }, "documentRoot").unwrap_or("DocumentRoot");
        let mut annotations = Vec::new();
        extend(&mut annotations, "name", "");
        extend(&mut annotations, "kind", "mixed");
        let (name, is_class) = (name.to_owned(), true);
        let class = self.types.len();
        self.types.push(Type { name, package, annotations, is_class, ..Type::default() });
        if let Some(package) = self.packages.get_mut(package) {
            // As in EMF, the document root is added at the end, and not in the order of names.
            package.types.push(class);
            package.document_root = Some(class);
        }
        self.add_mixed_map(class, "mixed");
        for (name, document_name) in
            [("xMLNSPrefixMap", "xmlns:prefix"), ("xSISchemaLocation", "xsi:schemaLocation")]
        {
            let entry = self.ecore_type("EStringToStringMapEntry");
            let feature = self.add_feature((class, entry), name, Vec::new(), (0, -1));
            self.extend_feature(feature, "kind", "attribute");
            self.extend_feature(feature, "name", document_name);
            self.with_feature(feature, |feature| {
                feature.flags.containment = true;
                feature.flags.resolves = false;
                feature.flags.transient = true;
            });
        }
        class
    }

    /// The class that holds a list of references in an element.
    fn holder(&mut self, declaration: ElementId, target: TypeRef, definition: &TypeDefinition) -> TypeRef {
        let package = self.package(declaration);
        let name_in_documents =
            format!("{}:holder", self.schema.get(declaration, "name").unwrap_or_default());
        // As in EMF, elements of a package with the same name share the holder.
        if let Some(holder) = self.holders.get(&(package, name_in_documents.clone())) {
            return TypeRef::Own(*holder);
        }
        let mut annotations = self.annotations_of(declaration);
        extend(&mut annotations, "name", &name_in_documents);
        extend(&mut annotations, "kind", "simple");
        let name = valid_name(&name_in_documents, Case::Upper);
        let class = self.add_sorted(Type { name, package, annotations, is_class: true, ..Type::default() });
        self.holders.insert((package, name_in_documents), class);
        let feature = self.add_feature((class, target), "value", Vec::new(), (0, -1));
        self.set_positional_name_and_kind(feature, "simple");
        let resolves = !self.is_local_reference(definition);
        self.with_feature(feature, |feature| feature.flags.resolves = resolves);
        TypeRef::Own(class)
    }

    /// Whether a class has a feature for elements with a name.
    fn has_element_feature(&self, class: TypeRef, namespace: &str, name: &str) -> bool {
        let TypeRef::Own(class) = class else { return false };
        self.all_features(class).into_iter().any(|feature| {
            matches!(self.kind_of(feature), "element" | "group" | "elementWildcard")
                && self.document_name(feature) == name
                && self.features.get(feature).is_some_and(|known| known.namespace == namespace)
        })
    }

    /// The feature of a class's wildcard that matches names of a namespace.
    pub(super) fn wildcard_feature(&self, class: TypeRef, namespace: &str, kind: &str) -> Option<usize> {
        let TypeRef::Own(class) = class else { return None };
        self.all_features(class).into_iter().find(|feature| {
            let wildcards = self.features.get(*feature).and_then(|feature| feature.wildcards.as_ref());
            self.kind_of(*feature) == kind && wildcards.is_some_and(|all| all.matches(namespace))
        })
    }

    /// Reports a type that nothing declares.
    pub(super) fn check_type(&mut self, declaration: ElementId, definition: &TypeDefinition) {
        if *definition == TypeDefinition::Missing
            && let Some(node) = self.schema.node(declaration)
        {
            let name = node.get("type").unwrap_or_default();
            let problem = self.schema.missing_type(declaration, name, "it is read as `anySimpleType`");
            self.report(declaration, problem, node.at_value("type"));
        }
    }

    /// Adds the feature for the text of a class.
    pub(super) fn add_value(&mut self, class: usize, content: ElementId, definition: &TypeDefinition) {
        let name = self.schema.ecore(content, "name").unwrap_or("value").to_owned();
        let value_type = self.data_type(definition);
        let annotations = self.annotations_of(content);
        let feature = self.add_feature((class, value_type), &name, annotations, (0, 1));
        self.set_positional_name_and_kind(feature, "simple");
        self.set_unsettable(feature);
        self.set_flags(feature, [content, content]);
    }
}

fn any_type() -> TypeDefinition {
    TypeDefinition::BuiltIn("anyType")
}
