//! Features of attributes, with those of attribute groups, sorted by name as in EMF.

use super::builder::Builder;
use super::components::{ElementId, Kind, TypeDefinition, Variety};
use super::draft::{NamedUses, TypeRef, Wildcards};
use super::names::{Case, collate, valid_name};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The maximum nesting of attribute groups.
const MAX_DEPTH: usize = 100;

/// The maximum number of types from which an attribute is inherited.
const MAX_TYPES: usize = 1_000;

impl<'s> Builder<'s> {
    /// Adds the features of a type's attributes, except those that it inherits.
    pub(super) fn add_attributes(&mut self, element: ElementId, class: usize, restricted: Option<TypeRef>) {
        let base = self.schema.base(&TypeDefinition::Complex(element));
        let uses = self.own_uses(element).into_iter();
        let allowed = uses.filter(|used| self.schema.get(*used, "use") != Some("prohibited"));
        // The namespace and the name of each attribute, and the element that uses it.
        let mut uses: Vec<((&str, &str), ElementId)> =
            allowed.map(|used| (self.full_name(used), used)).collect();
        // Attributes with the same name are sorted by namespace; one without a namespace is the last.
        uses.sort_by(|((left_namespace, left_name), _), ((right_namespace, right_name), _)| {
            let by_absence = left_namespace.is_empty().cmp(&right_namespace.is_empty());
            collate(left_name, right_name)
                .then(by_absence)
                .then_with(|| collate(left_namespace, right_namespace))
        });
        if self.exceeds_limit(element, uses.len()) {
            return;
        }
        self.particle_count += uses.len();
        let mut overridden = FxHashSet::default();
        for (name, used) in uses {
            let (namespace, local) = name;
            let is_inherited = self.may_be_inherited(local) && self.inherits_attribute(&base, name);
            // The first attribute with an inherited name restricts the inherited one, so it is no feature of its own.
            if is_inherited && overridden.insert(name) {
                continue;
            }
            let feature = self.attribute_use(class, used);
            let wildcard_map =
                restricted.and_then(|base| self.wildcard_feature(base, namespace, "attributeWildcard"));
            if let Some(map) = wildcard_map {
                self.set_group(feature, map);
                self.with_feature(feature, super::draft::Feature::derive);
            }
        }
        self.add_attribute_wildcard(element, class, restricted.is_some(), &base);
    }

    /// Adds the feature map for attributes of any name, unless the class is a restriction, or inherits the same
    /// wildcard.
    fn add_attribute_wildcard(
        &mut self,
        element: ElementId,
        class: usize,
        is_restriction: bool,
        base: &TypeDefinition,
    ) {
        // Without a wildcard of its own, the inherited feature suffices.
        if is_restriction || !self.has_own_wildcard(element) {
            return;
        }
        let definition = TypeDefinition::Complex(element);
        let Some(wildcard) = self.attribute_wildcard(&definition, 0) else { return };
        let Some(wildcard_element) = wildcard.element else { return };
        if self.attribute_wildcard(base, 0).is_some_and(|base| base.element == wildcard.element) {
            return;
        }
        let name = self.schema.ecore(wildcard_element, "name").unwrap_or("anyAttribute").to_owned();
        self.use_document(wildcard_element.document);
        let annotations = self.annotations_of(wildcard_element);
        let map = self.ecore_type("EFeatureMapEntry");
        let feature = self.add_feature((class, map), &name, annotations, (0, -1));
        self.extend_feature(feature, "kind", "attributeWildcard");
        let namespaces: Wildcards = wildcard.namespaces;
        self.set_wildcard(feature, namespaces, &wildcard.processing);
    }

    /// The attributes of a complex type itself. As in EMF, a type whose base is unknown has none.
    fn own_uses(&self, complex: ElementId) -> Vec<ElementId> {
        if self.schema.base(&TypeDefinition::Complex(complex)) == TypeDefinition::Missing {
            return Vec::new();
        }
        self.uses(self.schema.derivation(complex).unwrap_or(complex))
    }

    /// The attributes in an element, and in the attribute groups to which it refers.
    fn uses(&self, holder: ElementId) -> Vec<ElementId> {
        let (mut uses, mut groups) = (Vec::new(), FxHashSet::default());
        self.collect_uses(holder, &mut uses, &mut groups, 0);
        uses
    }

    /// Adds the attributes in an element to `uses`; `groups` are the attribute groups that were visited.
    fn collect_uses(
        &self,
        holder: ElementId,
        uses: &mut Vec<ElementId>,
        groups: &mut FxHashSet<ElementId>,
        depth: usize,
    ) {
        for child in self.schema.children(holder) {
            match self.schema.kind(child) {
                "attribute" => uses.push(child),
                "attributeGroup" if depth < MAX_DEPTH => {
                    // Each group is visited once, so the recursion ends even if groups refer to each other. The depth
                    // is limited as well, because a long chain of different groups would overflow the stack.
                    let group = self.schema.declaration(Kind::AttributeGroup, child);
                    if let Some(group) = group.filter(|group| groups.insert(*group)) {
                        self.collect_uses(group, uses, groups, depth + 1);
                    }
                }
                _ => {}
            }
        }
    }

    /// The namespace and name of an attribute in documents.
    fn full_name(&self, used: ElementId) -> (&'s str, &'s str) {
        if let Some(declaration) = self.schema.declaration(Kind::Attribute, used) {
            let name = self.schema.get(declaration, "name").unwrap_or_default();
            return (self.schema.namespace_of(declaration), name);
        }
        self.schema.qualified(used, self.schema.get(used, "ref").unwrap_or_default())
    }

    /// Whether several types may use an attribute with a name, so that one of them may inherit it.
    fn may_be_inherited(&self, name: &str) -> bool {
        let shared = self.shared_attributes.get_or_init(|| {
            let (mut used, mut shared) = (FxHashSet::default(), FxHashSet::default());
            for (document, content) in self.schema.documents.iter().enumerate() {
                // All nodes of the document, up to the first number that none has.
                let nodes =
                    (0..).map_while(|node| Some((ElementId { document, node }, content.tree.get(node)?)));
                for (element, node) in nodes.filter(|(_, node)| &*node.kind == "attribute") {
                    let qualified_name = node.get("name").or_else(|| node.get("ref")).unwrap_or_default();
                    let local_name = qualified_name.rsplit(':').next().unwrap_or_default();
                    let parent = self.schema.parent(element).map(|parent| self.schema.kind(parent));
                    let is_use = !matches!(parent, Some("schema" | "redefine"));
                    // Several types may refer to a group.
                    if is_use && (!used.insert(local_name) || parent == Some("attributeGroup")) {
                        shared.insert(local_name.to_owned());
                    }
                }
            }
            shared
        });
        shared.contains(name)
    }

    /// Whether a type has an attribute.
    fn inherits_attribute(&self, definition: &TypeDefinition, name: (&str, &str)) -> bool {
        for step in self.schema.chain(definition).take(MAX_TYPES) {
            let TypeDefinition::Complex(element) = step else { return false };
            if let Some(is_prohibited) = self.named_uses(element).get(&name) {
                return !is_prohibited;
            }
        }
        false
    }

    /// The attributes of a complex type itself, which are determined once: derived types search them by name.
    fn named_uses(&self, complex: ElementId) -> NamedUses<'s> {
        if let Some(known) = self.named_uses.borrow().get(&complex) {
            return Rc::clone(known);
        }
        let mut uses = FxHashMap::default();
        for used in self.own_uses(complex) {
            let is_prohibited = self.schema.get(used, "use") == Some("prohibited");
            // The first attribute with a name counts.
            uses.entry(self.full_name(used)).or_insert(is_prohibited);
        }
        let uses = Rc::new(uses);
        self.named_uses.borrow_mut().insert(complex, Rc::clone(&uses));
        uses
    }

    /// Adds the feature of an attribute to a class. `used` is the element in the type that declares the attribute or
    /// refers to its declaration.
    fn attribute_use(&mut self, class: usize, used: ElementId) -> usize {
        let declaration = self.schema.declaration(Kind::Attribute, used);
        let schema = self.schema;
        let name = schema.ecore_of([used, declaration.unwrap_or(used)], "name").map(str::to_owned);
        let name = name.unwrap_or_else(|| valid_name(self.full_name(used).1, Case::Upper));
        self.attribute_feature(class, used, &name, schema.get(used, "use") == Some("required"))
    }

    /// Adds the feature of an attribute to a class. `used` is the element that declares the attribute or refers to its
    /// declaration; `name` is the name of the feature.
    pub(super) fn attribute_feature(
        &mut self,
        class: usize,
        used: ElementId,
        name: &str,
        is_required: bool,
    ) -> usize {
        let declaration = self.schema.declaration(Kind::Attribute, used);
        let definition = match declaration {
            Some(declaration) => self.schema.type_of(declaration),
            None => TypeDefinition::BuiltIn("anySimpleType"),
        };
        let places = [used, declaration.unwrap_or(used)];
        self.check_type(declaration.unwrap_or(used), &definition);
        let is_list = self.schema.variety(&definition) == Variety::List;
        let lower = i32::from(is_required);
        let referenced_class = self.reference_type(places);
        let is_many = is_list && self.schema.ecore(used, "many") == Some("true");
        let (target, bounds) = match referenced_class {
            Some(target) if is_list => (target, self.list_bounds(&definition, is_required)),
            Some(target) => (target, (lower, 1)),
            None if is_many => {
                (self.data_type(&self.schema.item(&definition)), self.list_bounds(&definition, is_required))
            }
            None => (self.data_type(&definition), (lower, 1)),
        };
        self.use_document(used.document);
        let annotations = self.annotations_of(used);
        let feature = self.add_feature((class, target), name, annotations, bounds);
        let (namespace, local) = self.full_name(used);
        self.extend_feature(feature, "kind", "attribute");
        self.extend_feature(feature, "name", local);
        self.set_namespace(feature, namespace);
        if self.is_class(target) {
            let resolves = !self.is_local_reference(&definition);
            self.with_feature(feature, |feature| feature.flags.resolves = resolves);
            self.note_opposite_and_keys(feature, used);
        } else {
            let node = self.schema.node(used);
            let default = node.and_then(|node| {
                node.ecore("default").or_else(|| node.raw("default")).or_else(|| node.raw("fixed"))
            });
            let default = default.map(str::to_owned);
            self.with_feature(feature, |feature| feature.default = default);
            self.initialise_values(feature, &definition);
            self.set_unsettable(feature);
        }
        self.set_flags(feature, places);
        feature
    }

    /// The least and the greatest number of values of an attribute, by the length of its list; the greatest is -1 if
    /// there is no limit.
    fn list_bounds(&mut self, definition: &TypeDefinition, is_required: bool) -> (i32, i32) {
        let mut facet = |name: &str| {
            let element = self.schema.effective_facet(definition, name)?;
            let node = self.schema.node(element)?;
            Some(self.number(node.raw("value").unwrap_or_default(), element, node.at_value("value")))
        };
        let length = facet("length");
        // An attribute that may be missing has no least number of values.
        let lower = if is_required { length.or_else(|| facet("minLength")).unwrap_or(1) } else { 0 };
        let upper = length.or_else(|| facet("maxLength")).unwrap_or(-1);
        (lower, upper)
    }
}
