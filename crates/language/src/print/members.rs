//! Writes features and operations.

use super::Printer;
use super::logic;
use super::types::View;
use crate::ecore::{
    Classifier, DataKind, Element, Feature, FeatureId, FeatureKind, OperationId, TypeParameterId,
    TypedElement,
};
use crate::layout::{INDENT, LayoutNode, WIDTH};
use crate::types::declared::DeclaredWords;
use crate::types::scope::find_upwards;
use crate::types::spelling;

impl Printer<'_> {
    /// The declaration of a feature.
    pub(super) fn feature(&self, view: &View, id: FeatureId) -> LayoutNode {
        let feature = &self.metamodel[id];
        let inline =
            feature.typed.classifier().filter(|classifier| self.inline_classifiers.contains(classifier));
        // `None` if the type is not an alias.
        let alias_determines_bounds = self.alias_determines_bounds(feature);
        // The logic is determined from all annotations here, and below again without the annotation of the keywords.
        let (_, logic) = logic::of_feature(&feature.typed.annotations, feature.derived);
        let (words, annotations) = self.words_of_feature(view, id, &logic);
        let (ty, determines_bounds) = match inline {
            Some(Classifier::DataType(data_type)) => (self.inline_type(data_type), false),
            Some(Classifier::Class(class)) => self.composite_text(class, &feature.typed),
            None => {
                let ty = self.optional_type(view, feature.typed.ty.as_ref());
                (ty, alias_determines_bounds == Some(true))
            }
        };
        let ty = words.ty.map_or(ty, str::to_owned);
        // In Ecore, a composite type is a containment reference. In the language, it is an attribute.
        let is_composite = alias_determines_bounds.is_some() || matches!(inline, Some(Classifier::Class(_)));
        let keyword = if feature.is_reference() && !is_composite { "has" } else { "attr" };
        let mut parts = Vec::new();
        if !determines_bounds {
            bounds(&feature.typed, &mut parts);
        }
        if !is_composite {
            self.kind_settings(view, id, &mut parts);
        }
        let (annotations, settings) = logic::of_feature(annotations, feature.derived);
        let is_computed = settings.iter().any(|(name, _)| *name == "derived");
        self.print_settings(feature, &words, is_computed, &mut parts);
        collection(&feature.typed, &mut parts);
        // The settings are inside the braces of the class and of the feature.
        let setting_depth = 2;
        for (name, text) in &settings {
            let head = format!("{} => ", words.name(name));
            parts.push(logic::layout(&head, text, setting_depth));
        }
        parts.extend(self.facts_of(Element::Feature(id)));
        let notes = self.notes(view, annotations);
        parts.extend(notes.items);
        LayoutNode::settings(format!("{keyword} {}, {ty}", spelling::name(feature.name())), parts)
            .with_doc(notes.doc)
    }

    /// Adds the settings that only attributes or only references have.
    fn kind_settings(&self, view: &View, id: FeatureId, parts: &mut Vec<LayoutNode>) {
        // `flag` writes a value unless it is the default, which is its last argument.
        match &self.metamodel[id].kind {
            FeatureKind::Attribute { id: is_id } => flag(parts, "id", *is_id, false),
            FeatureKind::Reference { containment, resolve_proxies, opposite, keys } => {
                flag(parts, "containment", *containment, true);
                if let Some(opposite) = opposite {
                    let name = self.feature_name(view, id, *opposite);
                    parts.push(LayoutNode::line(format!("opposite => {name}")));
                }
                if !keys.is_empty() {
                    let names: Vec<_> = keys.iter().map(|key| self.feature_name(view, id, *key)).collect();
                    parts.push(LayoutNode::line(format!("keys => [{}]", names.join(", "))));
                }
                flag(parts, "resolve_proxies", *resolve_proxies, true);
            }
        }
    }

    /// The name of the feature `named` in a setting (`opposite`, `keys`) of `reference`. It is unqualified if that is
    /// enough to find `named` in the type of the reference.
    fn feature_name(&self, view: &View, reference: FeatureId, named: FeatureId) -> String {
        let name = self.metamodel[named].name();
        let nearest = match self.metamodel[reference].typed.classifier() {
            Some(Classifier::Class(class)) => self.nearest_feature(class, name),
            _ => None,
        };
        if nearest == Some(named) {
            return spelling::name(name);
        }
        let owner = self.classifier_name(view, Classifier::Class(self.metamodel[named].owner));
        format!("{owner}::{}", spelling::name(name))
    }

    /// The feature to which reading would resolve this name in a class: its own, otherwise the nearest inherited one.
    fn nearest_feature(&self, class: crate::ecore::ClassId, name: &str) -> Option<FeatureId> {
        let mut metamodel = self.metamodel;
        find_upwards(
            &mut metamodel,
            class,
            |metamodel, class| metamodel.supertypes(class).collect(),
            |metamodel, class| {
                let mut features = metamodel[class].features.iter().copied();
                features.find(|id| metamodel[*id].name() == name)
            },
        )
    }

    /// The default value and the boolean settings; `derived` only if the logic does not imply it.
    fn print_settings(
        &self,
        feature: &Feature,
        words: &DeclaredWords<'_>,
        is_computed: bool,
        parts: &mut Vec<LayoutNode>,
    ) {
        if let Some(text) = &feature.default_literal {
            parts.push(LayoutNode::line(format!("default => {}", self.default_literal(feature, text))));
        }
        flag(parts, "unsettable", feature.unsettable, false);
        let derived = feature.derived;
        flag(parts, "derived", derived, is_computed);
        // By default, a derived feature is volatile, transient and not changeable.
        flag(parts, words.name("settable"), feature.changeable, !derived);
        flag(parts, "transient", feature.transient, derived);
        flag(parts, "volatile", feature.volatile, derived);
    }

    /// A default value; without quotes if that is usual for its type and reads back the same.
    fn default_literal(&self, feature: &Feature, text: &str) -> String {
        let kind = match feature.typed.classifier() {
            Some(Classifier::DataType(id)) => self.metamodel[id].kind,
            _ => DataKind::Other,
        };
        let is_unquoted = match kind {
            DataKind::Boolean { .. } => matches!(text, "true" | "false"),
            DataKind::Integer { .. }
            | DataKind::Float { .. }
            | DataKind::Double { .. }
            | DataKind::BigInteger
            | DataKind::BigDecimal => spelling::is_number(text),
            DataKind::Enum => {
                // Without quotes, these words would be read as other values.
                spelling::is_identifier(text) && !matches!(text, "undef" | "true" | "false" | "enum")
            }
            _ => false,
        };
        if is_unquoted { text.to_owned() } else { spelling::string(text) }
    }

    /// The declaration of an operation.
    pub(super) fn operation(&self, view: &View, id: OperationId) -> LayoutNode {
        let operation = &self.metamodel[id];
        let mut view = view.clone();
        view.parameters.extend(&operation.type_parameters);
        let view = &view;
        let typed = &operation.typed;
        let name = spelling::name(&typed.name);
        let type_parameters = self.type_parameters(view, &operation.type_parameters);
        let parameters: Vec<_> = (operation.parameters.iter().enumerate())
            .map(|(index, typed)| self.parameter(view, typed, Element::Parameter(id, index)))
            .collect();
        let (declared, annotations) = self.words_of_typed(view, typed);
        let result = typed.ty.as_ref().map_or(String::new(), |ty| {
            format!(" >> {}", declared.map_or_else(|| self.type_use(view, ty), str::to_owned))
        });
        let mut head = format!("operation {name}{type_parameters}({}){result}", parameters.join(", "));
        // Members are nested one level, so their further lines are indented by one level.
        if head.chars().count() + INDENT > WIDTH && !parameters.is_empty() {
            head = format!(
                "operation {name}{type_parameters}(\n    {}\n  ){result}",
                parameters.join(",\n    ")
            );
        }
        let mut parts = Vec::new();
        bounds(typed, &mut parts);
        if !operation.exceptions.is_empty() {
            let list: Vec<_> = operation.exceptions.iter().map(|ty| self.type_use(view, ty)).collect();
            parts.push(LayoutNode::line(format!("throws => [{}]", list.join(", "))));
        }
        collection(typed, &mut parts);
        parts.extend(self.facts_of(Element::Operation(id)));
        let (annotations, body) = logic::of_operation(annotations);
        let notes = self.notes(view, annotations);
        parts.extend(notes.items);
        let item = LayoutNode::settings(head, parts);
        let Some(body) = body else { return item.with_doc(notes.doc) };
        // The operation is inside the braces of the class.
        let depth = 1;
        // Before a body, the settings stay on one line.
        logic::layout(&format!("{} ", item.one_line()), body, depth).with_doc(notes.doc)
    }

    /// The declaration of a parameter, on one line.
    fn parameter(&self, view: &View, typed: &TypedElement, element: Element) -> String {
        let (declared, annotations) = self.words_of_typed(view, typed);
        let ty = declared.map_or_else(|| self.optional_type(view, typed.ty.as_ref()), str::to_owned);
        let is_identifier = spelling::is_identifier(&typed.name);
        let name = if is_identifier { format!("${}", typed.name) } else { spelling::string(&typed.name) };
        let mut parts = Vec::new();
        bounds(typed, &mut parts);
        collection(typed, &mut parts);
        parts.extend(self.facts_of(element));
        parts.extend(self.annotations(view, annotations));
        LayoutNode::settings(format!("{ty} {name}"), parts).one_line()
    }

    /// The declaration of type parameters, `<T extends A & B, U>`; empty if there are none.
    pub(super) fn type_parameters(&self, view: &View, ids: &[TypeParameterId]) -> String {
        if ids.is_empty() {
            return String::new();
        }
        let list: Vec<_> = ids.iter().map(|id| self.type_parameter(view, *id)).collect();
        format!("<{}>", list.join(", "))
    }

    /// The declaration of a type parameter with its bounds, on one line.
    fn type_parameter(&self, view: &View, id: TypeParameterId) -> String {
        let parameter = &self.metamodel[id];
        let mut head = spelling::type_name(&parameter.name);
        for (index, bound) in parameter.bounds.iter().enumerate() {
            head.push_str(if index == 0 { " extends " } else { " & " });
            head.push_str(&self.type_use(view, bound));
        }
        let mut parts = self.facts_of(Element::TypeParameter(id));
        parts.extend(self.annotations(view, &parameter.annotations));
        LayoutNode::settings(head, parts).one_line()
    }
}

/// Adds a setting that is true or false, unless it has its default value.
fn flag(parts: &mut Vec<LayoutNode>, name: &str, value: bool, default: bool) {
    if value != default {
        parts.push(LayoutNode::line(format!("{name} => {value}")));
    }
}

/// Adds the settings `ordered` and `unique`, unless they have their default values.
fn collection(typed: &TypedElement, parts: &mut Vec<LayoutNode>) {
    flag(parts, "ordered", typed.ordered, true);
    flag(parts, "unique", typed.unique, true);
}

/// Adds the bounds that differ from the default.
fn bounds(typed: &TypedElement, parts: &mut Vec<LayoutNode>) {
    let max = match typed.upper {
        -1 => "unbound".to_owned(),
        -2 => "unspecified".to_owned(),
        count => count.to_string(),
    };
    let (needs_min, needs_max) = match (typed.lower, typed.upper) {
        (0, 1) => (false, false),
        (0, _) => (false, true),
        (1, 1) => (true, false),
        // A minimum above 1 without a maximum is read as unlimited.
        (lower, -1) if lower > 1 => (true, false),
        _ => (true, true),
    };
    if needs_min {
        parts.push(LayoutNode::line(format!("min => {}", typed.lower)));
    }
    if needs_max {
        parts.push(LayoutNode::line(format!("max => {max}")));
    }
}
