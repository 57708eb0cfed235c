//! Complex types: classes with the features of their content.

use super::builder::{Builder, MAX_RECURSIVE_CHAIN};
use super::components::{ElementId, MAX_STEPS, TypeDefinition};
use super::draft::{TypeRef, constrain, extend, extended};
use super::particles::Particle;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};

/// The maximum number of bases with empty content that are followed from a type.
const MAX_EMPTY_BASES: usize = 1_000;

/// The properties of a class on which the features of its content depend.
#[derive(Debug, Clone, Copy)]
pub(super) struct Content {
    pub(super) class: usize,
    /// Whether there is text between the class's elements.
    pub(super) is_mixed: bool,
    /// The class that this class restricts.
    pub(super) restricted_class: Option<TypeRef>,
    /// The feature map of all elements of the class.
    pub(super) map: Option<usize>,
}

impl Builder<'_> {
    /// The class of a complex type.
    pub(super) fn class(&mut self, element: ElementId) -> TypeRef {
        if let Some(id) = self.types_by_element.get(&element) {
            return TypeRef::Own(*id);
        }
        if self.depth >= MAX_RECURSIVE_CHAIN {
            let chain: Vec<TypeDefinition> = self.schema.chain(&TypeDefinition::Complex(element)).collect();
            // The chain is followed from its top, so that each class finds the features of its base.
            for base in chain.iter().skip(1).rev() {
                if let TypeDefinition::Complex(base) = base
                    && !self.types_by_element.contains_key(base)
                {
                    let class = self.new_class(*base);
                    self.fill_class(*base, class);
                }
            }
            let class = self.new_class(element);
            self.unfilled_classes.push((element, class));
            return TypeRef::Own(class);
        }
        let class = self.new_class(element);
        self.fill_class(element, class);
        TypeRef::Own(class)
    }

    /// Adds a class without its content.
    fn new_class(&mut self, element: ElementId) -> usize {
        let mut new_type = self.new_type(element);
        let node = self.schema.node(element);
        new_type.is_class = true;
        new_type.is_interface = self.schema.ecore(element, "interface") == Some("true");
        new_type.is_abstract = node.and_then(|node| node.raw("abstract")) == Some("true");
        let instance = self.schema.ecore(element, "instanceClass");
        // In a schema, type arguments are in braces, because XML does not allow `<` in a value.
        new_type.instance = instance.map(|class| class.replace('{', "<").replace('}', ">"));
        constrain(&mut new_type.annotations, self.schema.ecore(element, "constraints"));
        let id = self.add_sorted(new_type);
        self.types_by_element.insert(element, id);
        id
    }

    /// Adds the supertypes and the features of a class.
    pub(super) fn fill_class(&mut self, element: ElementId, class: usize) {
        self.depth += 1;
        let definition = TypeDefinition::Complex(element);
        let derivation = self.schema.derivation(element);
        let is_restriction = derivation.is_some_and(|element| self.schema.kind(element) == "restriction");
        let base = self.schema.base(&definition);
        if self.is_circular(element) {
            let message = "this type is derived from itself, so it is read without its base";
            self.report_at(element, Diagnostic::error(codes::IMPORT_INVALID, message));
        } else if base == TypeDefinition::Missing {
            let name = derivation.and_then(|element| self.schema.get(element, "base")).unwrap_or_default();
            let consequence = "this type has no base and no attributes";
            let problem = self.schema.missing_type(derivation.unwrap_or(element), name, consequence);
            self.report_at(element, problem);
        } else if base == TypeDefinition::BuiltIn("anyType") {
            // An extension of `anyType` keeps its content. A restriction of it needs no supertype, because every type
            // without a base is one.
            if derivation.is_some() && !is_restriction {
                let any = self.xml_type("AnyType");
                self.add_supertype(class, any);
            }
        } else {
            let supertype = self.classifier(&base);
            self.add_supertype(class, supertype);
        }
        let first = self.types.get(class).and_then(|draft| draft.supertypes.first().copied());
        let restricted_type = first.filter(|_| is_restriction);
        for mixin in self.ecore_types(element, "implements") {
            self.add_supertype(class, mixin);
        }
        if self.schema.child(element, &["simpleContent"]).is_some() {
            self.set_kind(class, "simple");
            self.add_simple_content(element, class, is_restriction && restricted_type.is_some());
        } else {
            self.add_complex_content(element, class, restricted_type);
        }
        self.add_attributes(element, class, restricted_type);
        if let Some(base) = restricted_type {
            self.finish_restriction(element, class, base);
        }
        self.add_operations(element, class);
        self.complete_classes.insert(class);
        self.depth -= 1;
    }

    /// Whether a complex type is derived from itself, or from one that is, or in too many steps.
    fn is_circular(&mut self, complex: ElementId) -> bool {
        let (mut walked, mut element) = (Vec::new(), complex);
        // The number of steps from the last type, or `None` if that type is circular. `None` is also stored while the
        // bases of a type are followed, because a type that is its own base is then found here.
        let known_steps = loop {
            match self.derivations.get(&element) {
                Some(known) => break *known,
                None => {
                    self.derivations.insert(element, None);
                    walked.push(element);
                }
            }
            match self.schema.base(&TypeDefinition::Complex(element)) {
                TypeDefinition::Complex(base) => element = base,
                _ => break Some(0),
            }
        };
        let mut steps = known_steps;
        for element in walked.into_iter().rev() {
            steps = match steps {
                Some(steps) if steps < MAX_STEPS => Some(steps + 1),
                _ => None,
            };
            self.derivations.insert(element, steps);
        }
        steps.is_none()
    }

    /// Adds a supertype, unless it is there already, or is `EObject`, from which every class inherits anyway.
    fn add_supertype(&mut self, class: usize, supertype: TypeRef) {
        if self.is_class(supertype)
            && supertype != self.ecore_type("EObject")
            && let Some(subtype) = self.types.get_mut(class)
            && !subtype.supertypes.contains(&supertype)
        {
            subtype.supertypes.push(supertype);
        }
    }

    /// Sets the kind of content in the extended metadata of a class.
    pub(super) fn set_kind(&mut self, class: usize, kind: &str) {
        if let Some(draft) = self.types.get_mut(class) {
            extend(&mut draft.annotations, "kind", kind);
        }
    }

    /// The content of a class: `simple`, `mixed`, `elementOnly` or `empty`.
    fn content_kind(&self, class: TypeRef) -> &str {
        match class {
            TypeRef::Own(id) => {
                self.types.get(id).and_then(|draft| extended(&draft.annotations, "kind")).unwrap_or_default()
            }
            // The only class here that is not of the schema is `AnyType`.
            TypeRef::Known(_) => "mixed",
        }
    }

    /// Whether a class has a feature map for text between elements.
    fn has_mixed_map(&self, class: TypeRef) -> bool {
        // A class that is not of the schema is always `AnyType` here, which has the map.
        let TypeRef::Own(id) = class else { return true };
        // A class with simple content has a map if it is derived from a class with mixed content.
        let may_have_map = matches!(self.content_kind(class), "mixed" | "simple");
        may_have_map && (self.inherits_any_type(id) || self.summary(id).has_text_map)
    }

    /// Whether `AnyType` is a supertype of a class: the only class that is not of the schema.
    pub(super) fn inherits_any_type(&self, class: usize) -> bool {
        let Some(draft) = self.types.get(class) else { return false };
        draft.supertypes.iter().any(|type_ref| matches!(type_ref, TypeRef::Known(_)))
    }

    /// Adds the feature with the text of the element, unless the class inherits it.
    fn add_simple_content(&mut self, element: ElementId, class: usize, is_restriction: bool) {
        // The class has no features of its own yet, so these are inherited, and one of them has the text.
        let has_features = self.summary(class).count > 0 || self.inherits_any_type(class);
        let value = self.schema.simple_value(element);
        if has_features {
            // The data type is declared even if no feature has it.
            if !is_restriction {
                self.data_type(&value);
            }
            return;
        }
        if let Some(content) = self.schema.child(element, &["simpleContent"]) {
            self.add_value(class, content, &value);
        }
    }

    /// Adds the features of elements, and the feature maps that they require, to the class of the complex type
    /// `element`. `restricted_class` is the class that it restricts.
    fn add_complex_content(&mut self, element: ElementId, class: usize, restricted_class: Option<TypeRef>) {
        let schema = self.schema;
        let superclass = self.types.get(class).and_then(|draft| draft.supertypes.first().copied());
        let must_be_mixed = match superclass {
            Some(base) => self.has_mixed_map(base),
            None => schema.ecore(element, "mixed") == Some("true"),
        };
        let category = self.category(element, 0);
        let is_mixed = must_be_mixed || category == "mixed";
        self.set_kind(class, if is_mixed { "mixed" } else { category });
        let chosen_name = schema.ecore(element, "featureMap");
        // A mixed class has a map for its text and elements. Another class has a map for its elements only if the
        // schema or a superclass specifies one.
        let mut map = None;
        if is_mixed {
            if !self.has_mixed_map(TypeRef::Own(class)) {
                self.add_mixed_map(class, chosen_name.unwrap_or("mixed"));
            }
        } else {
            map = self.summary(class).group;
            if map.is_none()
                && superclass.is_none()
                && let Some(name) = chosen_name
            {
                map = Some(self.add_group_map(class, name));
            }
        }
        let class_content = Content { class, is_mixed, restricted_class, map };
        let Some(content) = self.content(element) else { return };
        let mut features_of_groups = rustc_hash::FxHashMap::default();
        for particle in self.particles(content) {
            let group_feature = particle.group.and_then(|group| features_of_groups.get(&group).copied());
            let feature = self.add_particle(class_content, &particle, group_feature);
            // The particles inside of the group are derived from its feature map.
            if particle.is_group
                && let Some(feature) = feature
                && let Some(term) = particle.term
            {
                features_of_groups.insert(term, feature);
            }
        }
    }

    /// The category of a complex type's content in XML Schema: `mixed`, `elementOnly` or `empty`. `depth` counts the
    /// derived types from which the bases are followed.
    fn category(&self, element: ElementId, depth: usize) -> &'static str {
        let content = self.schema.child(element, &["complexContent"]);
        let mixed = self.schema.get(element, "mixed");
        // The attribute of the type takes precedence over that of its content.
        let mixed = mixed.or_else(|| content.and_then(|content| self.schema.get(content, "mixed")));
        let own_category = if mixed == Some("true") { "mixed" } else { "elementOnly" };
        if !self.is_empty(self.content(element)) {
            return own_category;
        }
        let derivation = self.schema.derivation(element);
        let is_extension = derivation.is_some_and(|element| self.schema.kind(element) == "extension");
        if !is_extension {
            return if own_category == "mixed" { "mixed" } else { "empty" };
        }
        // An extension without own elements has the content of its base.
        match self.schema.base(&TypeDefinition::Complex(element)) {
            // A chain of types with empty content may be a cycle, so its length is limited.
            TypeDefinition::Complex(base) if depth < MAX_EMPTY_BASES => {
                // Simple content has no category that the extension could have.
                if self.schema.child(base, &["simpleContent"]).is_some() {
                    return own_category;
                }
                self.category(base, depth + 1)
            }
            TypeDefinition::BuiltIn("anyType") => "mixed",
            _ => "empty",
        }
    }

    /// Adds the feature of a particle, and the feature map of its substitution group if there is one. `group` is the
    /// feature map that has the values. Returns `None` if the class inherits the feature, or the element is not
    /// declared.
    fn add_particle(&mut self, content: Content, particle: &Particle, group: Option<usize>) -> Option<usize> {
        let (feature, group) = if particle.is_group || self.schema.kind(particle.element) == "any" {
            if content.restricted_class.is_some() {
                return None;
            }
            (self.add_map(content.class, particle), group)
        } else {
            self.add_element(content, particle, group)?
        };
        self.derive_from_map(content, feature, group);
        Some(feature)
    }

    /// Makes a feature derived if its values are stored in a feature map: that of its `group`, or that of the class.
    pub(super) fn derive_from_map(&mut self, content: Content, feature: usize, group: Option<usize>) {
        // The extended metadata do not name the map of a mixed class.
        let class_map = if content.is_mixed { None } else { content.map };
        let named_map = group.or(class_map);
        if let Some(map) = named_map {
            self.set_group(feature, map);
        }
        if named_map.is_some() || content.is_mixed {
            self.with_feature(feature, super::draft::Feature::derive);
        }
    }

    /// Completes a class that restricts another one: it gets the kind of its base. As an exception, a class with simple
    /// content that restricts a mixed one is simple, and its value is derived from the text of the base.
    fn finish_restriction(&mut self, element: ElementId, class: usize, base: TypeRef) {
        let kind = self.content_kind(base).to_owned();
        let is_simple = self.schema.child(element, &["simpleContent"]).is_some();
        if kind == "mixed" && is_simple {
            self.set_kind(class, "simple");
            // The text of a mixed base has no simple type to restrict, so EMF takes the type that the restriction contains.
            let value = self.schema.base(&self.schema.simple_value(element));
            let type_ref = self.data_type(&value);
            let feature = self.add_feature((class, type_ref), "value", Vec::new(), (0, 1));
            self.set_positional_name_and_kind(feature, "simple");
            let has_default = self.has_default(type_ref);
            self.with_feature(feature, |feature| {
                feature.flags.unsettable = has_default;
                feature.derive();
            });
        } else if !kind.is_empty() {
            self.set_kind(class, &kind);
        }
    }
}
