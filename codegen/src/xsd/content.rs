//! Features as elements and attributes.

use super::Schemas;
use super::classes::Parts;
use super::types::ANY;
use crate::xml::{Element, is_name};
use modelwright_metamodel::diagnostic::{Severity, codes};
use modelwright_metamodel::ecore::extended::{Content, XmlKind};
use modelwright_metamodel::ecore::{
    ClassId, EXTENDED_META_DATA, FeatureId, Literal, annotation as annotated, builtin, documentation,
};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::fmt::Display;

/// What determines how often an element may occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bounds {
    /// The bounds of the feature.
    OfFeature,
    /// The choice around the element.
    OfChoice,
}

impl<'m> Schemas<'_, 'm> {
    /// The content and attributes of a class's type that its base does not have. `features` are the features of
    /// the class that documents contain.
    pub(super) fn parts(
        &mut self,
        class: ClassId,
        base: Option<ClassId>,
        features: Vec<FeatureId>,
    ) -> Parts<'m> {
        let scope = self.scope;
        let metamodel = scope.metamodel;
        let table_of_base = base.map(|base| metamodel.table(base));
        let stored: FxHashSet<FeatureId> = features.into_iter().collect();
        let container_ends: FxHashSet<FeatureId> = scope.container_ends(class).into_iter().collect();
        let is_mixed = self.names.content(class) == Content::Mixed;
        let mut parts = Parts::default();
        for id in metamodel.table(class).all_features().iter().copied() {
            // The extended type contains inherited features already, and the content of an extension can only
            // follow the content of its base.
            if table_of_base.is_some_and(|table| table.slot(id).is_some()) {
                continue;
            }
            let owner = metamodel[id].owner;
            self.is_quiet = owner != class && scope.covers(owner);
            let is_end = container_ends.contains(&id);
            // The feature map of a mixed class contains its elements, in any number.
            let is_in_mixed_content =
                is_mixed && self.names.kind(id) == XmlKind::Element && !stored.contains(&id);
            if (is_end || is_in_mixed_content) && self.report_illegal_name(id) {
                // No document contains the feature.
            } else if is_end {
                // The feature refers to an object of another document; its losses are reported for the containment.
                let ty = self.quietly(|schemas| schemas.object_type(id, &schemas.label(id)));
                // With lower bounds, the type would require content that a reference does not contain.
                let ty = ty.filter(|_| !self.lower_bounds);
                let end =
                    Element::new("xs:element").with("name", self.feature_name(id)).with_some("type", ty);
                parts.particles.push(end.with("minOccurs", "0"));
            } else if is_in_mixed_content {
                parts.particles.push(self.element(id, Bounds::OfChoice));
            } else if stored.contains(&id) {
                self.feature(class, id, &mut parts);
            }
            self.is_quiet = false;
        }
        parts
    }

    /// Adds the particles, attributes or text of a feature to the parts of a class's type.
    fn feature(&mut self, class: ClassId, id: FeatureId, parts: &mut Parts<'m>) {
        let metamodel = self.scope.metamodel;
        let label = self.label(id);
        // Features of other kinds have names that no document contains, such as `group:0` and `:0`.
        let is_named =
            matches!(self.names.kind(id), XmlKind::Attribute | XmlKind::Element | XmlKind::Unspecified);
        if is_named && self.report_illegal_name(id) {
            return;
        }
        self.report_losses(id, &label);
        let data = &metamodel[id];
        match self.names.kind(id) {
            XmlKind::Simple => {
                parts.text = Some(self.simple_type(metamodel.data_type(id), &label));
            }
            XmlKind::Attribute => self.push_attribute(id, &label, parts),
            XmlKind::Element => parts.particles.push(self.element(id, Bounds::OfFeature)),
            XmlKind::AttributeWildcard => {
                parts.attributes.push(self.wildcard(Element::new("xs:anyAttribute"), id));
            }
            // The feature map of a mixed class is its content itself, for which the type is declared as mixed.
            XmlKind::ElementWildcard
                if metamodel.table(class).all_features().get(self.mixed_slot(class)) == Some(&id) => {}
            XmlKind::ElementWildcard => {
                let wildcard = self.wildcard(Element::new("xs:any"), id);
                parts.particles.push(wildcard.with("minOccurs", "0").with("maxOccurs", self.upper(id)));
            }
            XmlKind::Group => {
                let members = self.members(class, id);
                let choice = Element::new("xs:choice").with("minOccurs", "0").with("maxOccurs", "unbounded");
                if !members.is_empty() {
                    parts.particles.push(choice.children(members));
                }
            }
            XmlKind::Unspecified if data.is_containment() => {
                parts.particles.push(self.element(id, Bounds::OfFeature));
                parts.attributes.extend(self.empty_list(id));
            }
            XmlKind::Unspecified if data.is_reference() => {
                self.push_attribute(id, &label, parts);
                if !self.lower_bounds {
                    parts.particles.push(self.element(id, Bounds::OfFeature));
                }
            }
            XmlKind::Unspecified if metamodel.is_feature_map(id) => {
                let wildcard = Element::new("xs:any").with("processContents", "lax");
                parts.particles.push(wildcard.with("minOccurs", "0").with("maxOccurs", "unbounded"));
            }
            XmlKind::Unspecified if data.many() => {
                parts.particles.push(self.element(id, Bounds::OfFeature));
                parts.attributes.extend(self.empty_list(id));
            }
            XmlKind::Unspecified => {
                self.push_attribute(id, &label, parts);
                // If the default is not null, null is written as an element.
                let accepts_null = data.unsettable || data.default_literal.is_some();
                if self.scope.is_nullable(id) && accepts_null && !self.requires_lower_bound(id) {
                    let element = self.quietly(|schemas| schemas.element(id, Bounds::OfFeature));
                    parts.particles.push(element);
                }
            }
        }
    }

    /// Reports a feature whose name is not allowed in XML. Returns whether this is the case.
    fn report_illegal_name(&mut self, id: FeatureId) -> bool {
        let has_name = is_name(self.names.name(id));
        if !has_name {
            let label = self.scope.metamodel.feature_label(id);
            let message =
                format!("the XML Schema has no {label}, because XML does not allow the name of the feature");
            self.note(codes::NOT_GENERATED, Severity::Warning, message);
        }
        !has_name
    }

    /// The position of the feature map of a mixed class among its features; `usize::MAX` for other classes.
    fn mixed_slot(&self, class: ClassId) -> usize {
        self.names.mixed_feature(class).unwrap_or(usize::MAX)
    }

    /// Reports the rules of a feature that no schema can check.
    fn report_losses(&mut self, id: FeatureId, label: &dyn Display) {
        let metamodel = self.scope.metamodel;
        let data = &metamodel[id];
        if data.is_id() {
            self.note_weaker_schema(label, "is unique in its document");
        } else if data.many() && data.typed.unique && !data.is_reference() {
            self.note_weaker_schema(label, "contains no value twice");
        }
        if data.is_reference() && !data.is_containment() {
            let name = &metamodel[metamodel.target(id)].name;
            let opposite = match data.opposite() {
                Some(opposite) => format!(", nor that {} agrees", metamodel.feature_label(opposite)),
                None => String::new(),
            };
            self.note_weaker_schema(label, format_args!("refers to an object of `{name}`{opposite}"));
            // The attribute is one string with all addresses, which XML Schema does not count.
            if data.typed.upper > 1 {
                self.note_weaker_schema(
                    label,
                    format_args!("refers to at most {} objects", data.typed.upper),
                );
            }
        }
        if let Some(rule) = self.scope.uniqueness_rule(id) {
            self.note_weaker_schema(label, rule);
        }
        if self.scope.is_required(id) && !self.lower_bounds {
            self.note_weaker_schema(label, format_args!("has at least {}", count(data.typed.lower)));
        }
    }

    /// Adds the attribute of a feature, except for the name `href`, which always refers to another object.
    fn push_attribute(&mut self, id: FeatureId, label: &dyn Display, parts: &mut Parts<'m>) {
        if self.names.name(id) == "href" && self.names.namespace(id).is_none() {
            self.note_weaker_schema(label, "has valid values: XMI itself uses the name `href`");
            return;
        }
        let attribute = self.attribute(id, label);
        parts.attributes.push(attribute);
    }

    /// The declaration of the attribute that contains a feature.
    fn attribute(&mut self, id: FeatureId, label: &dyn Display) -> Element<'m> {
        let metamodel = self.scope.metamodel;
        let data = &metamodel[id];
        let ty = if data.is_reference() {
            "xs:string".into()
        } else {
            self.simple_type(metamodel.data_type(id), label)
        };
        let is_required = self.requires_lower_bound(id);
        // XML Schema does not allow a default for a required attribute.
        let default = self.default(id).filter(|_| !is_required);
        Element::new("xs:attribute")
            .with("name", self.feature_name(id))
            .with("type", ty)
            .with_some("form", self.names.namespace(id).map(|_| "qualified"))
            .with_some("use", is_required.then_some("required"))
            .with_some("default", default)
            .children(documentation(&data.typed.annotations).map(super::annotation))
    }

    /// Whether the lower bound of a feature is required.
    fn requires_lower_bound(&self, id: FeatureId) -> bool {
        self.lower_bounds && self.scope.is_required(id)
    }

    /// The attribute that marks a list as set and empty.
    fn empty_list(&self, id: FeatureId) -> Option<Element<'m>> {
        let data = &self.scope.metamodel[id];
        (data.many() && data.unsettable && !self.requires_lower_bound(id)).then(|| {
            let zero_length = Element::new("xs:length").with("value", "0");
            let restriction = Element::new("xs:restriction").with("base", "xs:string").child(zero_length);
            let ty = Element::new("xs:simpleType").child(restriction);
            Element::new("xs:attribute").with("name", self.feature_name(id)).child(ty)
        })
    }

    /// The element of a feature.
    fn element(&mut self, id: FeatureId, bounds: Bounds) -> Element<'m> {
        let metamodel = self.scope.metamodel;
        let data = &metamodel[id];
        let label = self.label(id);
        let lower = if self.requires_lower_bound(id) { data.typed.lower } else { 0 };
        let with_bounds = |element: Element<'m>, upper: Cow<'static, str>| match bounds {
            Bounds::OfFeature => element.with("minOccurs", digits(lower)).with("maxOccurs", upper),
            Bounds::OfChoice => element,
        };
        let name = self.feature_name(id);
        let namespace = self.names.namespace(id).map(str::to_owned);
        if let Some(namespace) = &namespace {
            let is_element = true;
            let global = self.names.global(Some(namespace), &name, is_element);
            // An element of another namespace can only be used by reference to its global declaration.
            if let Some(global) = global.filter(|global| *global != id) {
                let package = metamodel[metamodel[global].owner].package;
                let reference = self.qualified(package, &name);
                return with_bounds(Element::new("xs:element").with("ref", reference), self.upper(id));
            }
            // Without a global declaration there is nothing to refer to.
            if self.namespace(self.current_package) != Some(namespace) {
                self.note_weaker_schema(&label, format_args!("has elements named `{name}`"));
                let wildcard = Element::new("xs:any").with("namespace", namespace.clone());
                return with_bounds(wildcard.with("processContents", "lax"), self.upper(id));
            }
        }
        let is_address =
            data.is_reference() && !data.is_containment() && self.names.kind(id) == XmlKind::Element;
        let ty = if !data.is_reference() {
            Some(self.simple_type(metamodel.data_type(id), &label))
        } else if is_address {
            // A reference in an element is the element's text.
            None
        } else {
            self.object_type(id, &label).map(Cow::Owned)
        };
        let is_nillable = if data.is_reference() {
            data.unsettable && !data.many()
        } else if data.many() {
            self.scope.holds_null(id)
        } else {
            self.scope.is_nullable(id)
        };
        let element = Element::new("xs:element")
            .with("name", name)
            .with_some("type", ty)
            .with_some("form", namespace.map(|_| "qualified"))
            .with_some("nillable", is_nillable.then_some("true"));
        let element = with_bounds(element, self.upper(id));
        // The attribute of a reference or of a plain value has the documentation.
        let has_two_forms =
            self.names.kind(id) == XmlKind::Unspecified && !data.is_containment() && !data.many();
        let docs = documentation(&data.typed.annotations).filter(|_| !has_two_forms);
        element.children(docs.map(super::annotation))
    }

    /// The name of a feature in documents; borrowed from the metamodel unless extended metadata changes it.
    pub(super) fn feature_name(&self, id: FeatureId) -> Cow<'m, str> {
        let (name, declared_name) = (self.names.name(id), self.scope.metamodel[id].name());
        if name == declared_name { Cow::Borrowed(declared_name) } else { Cow::Owned(name.to_owned()) }
    }

    /// The greatest number of elements of a feature, in the spelling of XML Schema.
    fn upper(&self, id: FeatureId) -> Cow<'static, str> {
        match self.scope.metamodel[id].typed.upper {
            -1 => "unbounded".into(),
            // An upper bound that is 0, or unspecified (-2), does not exclude values.
            upper => digits(upper.max(1)),
        }
    }

    /// The elements of a feature map. Their extended metadata contains its name after `#`.
    fn members(&mut self, class: ClassId, group: FeatureId) -> Vec<Element<'m>> {
        let metamodel = self.scope.metamodel;
        let group_name = format!("#{}", self.names.name(group));
        let all_features = metamodel.table(class).all_features().iter().copied();
        let members = all_features.filter(|id| is_name(self.names.name(*id))).filter(|id| {
            let details = annotated(&metamodel[*id].typed.annotations, EXTENDED_META_DATA);
            details.and_then(|a| a.detail("group")) == Some(group_name.as_str())
        });
        let members: Vec<FeatureId> = members.collect();
        members.into_iter().map(|id| self.element(id, Bounds::OfChoice)).collect()
    }

    /// Sets the namespaces of a wildcard. XML Schema cannot exclude a given namespace (`!##`), so all are then allowed.
    fn wildcard(&self, element: Element<'m>, id: FeatureId) -> Element<'m> {
        let details = annotated(&self.scope.metamodel[id].typed.annotations, EXTENDED_META_DATA);
        let detail = |key: &str| details.and_then(|a| a.detail(key));
        let namespaces = detail("wildcards").filter(|text| !text.contains("!##")).unwrap_or("##any");
        element
            .with("namespace", namespaces)
            .with("processContents", detail("processing").unwrap_or("strict"))
    }

    /// The type of the elements of a reference, whose packages are imported; `None` for any type.
    pub(super) fn object_type(&mut self, id: FeatureId, label: &dyn Display) -> Option<String> {
        let scope = self.scope;
        let target = scope.metamodel.target(id);
        if target == builtin::EOBJECT {
            // The reference may contain objects of any class, so the classes of all packages must be known.
            self.imports.extend(scope.packages());
            if scope.metamodel[id].is_containment() {
                self.note_weaker_schema(
                    label,
                    "contains valid objects if their classes are in other packages",
                );
            }
            return Some(self.qualified(builtin::PACKAGE, "EObject"));
        }
        let name = &scope.metamodel[target].name;
        let own_name = self.names.class_name(target);
        if !scope.covers(target) || !is_name(own_name) {
            self.note_weaker_schema(
                label,
                format_args!("contains objects of `{name}`, which is not generated"),
            );
            return None;
        }
        let objects = self.object_types(target);
        self.import_packages(objects.packages.iter().copied());
        if objects.all_extend_class {
            return Some(self.qualified(scope.metamodel[target].package, own_name));
        }
        // A type has one base; classes that inherit in another way have no type in common.
        self.note_weaker_schema(
            label,
            format_args!("contains only objects of `{name}`, because the first superclass of some subclasses is another class"),
        );
        let accepts_any = scope.is_abstract(target) && !objects.any_has_text;
        accepts_any.then(|| self.qualified(builtin::PACKAGE, ANY))
    }

    /// The default value of an attribute; `None` if the metamodel declares none, or if XML Schema may reject it or set
    /// the feature by it.
    fn default(&self, id: FeatureId) -> Option<Cow<'m, str>> {
        let metamodel = self.scope.metamodel;
        let data = &metamodel[id];
        // A processor would add the default to the document, and the feature would then be set.
        data.default_literal.as_ref().filter(|_| !data.unsettable)?;
        let data_type = &metamodel[metamodel.data_type(id)];
        // The facets may exclude the default, and XML Schema rejects such a declaration.
        let has_own_facets = data_type.literals.is_none() && !metamodel.is_ecore_package(data_type.package);
        match &data.default {
            _ if has_own_facets => None,
            Literal::Bool(value) => Some(value.to_string().into()),
            Literal::Int(value) => Some(value.to_string().into()),
            Literal::Enum(at) => Some(data_type.enum_literals().get(*at as usize)?.spelling().into()),
            Literal::String(value) => Some(value.into()),
            _ => None,
        }
    }
}

/// A number as text.
fn digits(number: i32) -> Cow<'static, str> {
    match number {
        // Nearly all bounds are one of these.
        0 => "0".into(),
        1 => "1".into(),
        number => number.to_string().into(),
    }
}

/// A number of values, in words.
fn count(lower: i32) -> String {
    if lower == 1 { "one value".to_owned() } else { format!("{lower} values") }
}
