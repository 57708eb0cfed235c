//! The filters and functions that templates of pages have besides those of users' templates.
//!
//! Invariant: what is marked as safe has no character with a meaning in HTML, or has it escaped.

use crate::diagram::ocl_constraints;
use crate::docs::addresses::{Addresses, relative};
use crate::docs::texts::{self, MarkupPlace};
use crate::docs::type_links::{linked_type, type_text};
use crate::docs::users::Users;
use crate::scope::is_needed;
use crate::template::model::TemplateModel;
use crate::template::view::{ElementValue, element_values};
use minijinja::value::Value;
use minijinja::{Environment, escape_formatter};
use modelwright_language::language::constraint_text;
use modelwright_metamodel::ecore::{Classifier, Element, Metamodel};
use rustc_hash::FxHashSet;
use std::collections::HashSet;
use std::sync::Arc;

/// Adds all filters and functions.
pub(super) fn add(
    environment: &mut Environment<'static>,
    model: &Arc<TemplateModel>,
    addresses: &Arc<Addresses>,
    in_place: &HashSet<Classifier>,
) {
    // The library itself would also escape characters without a meaning.
    environment.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => Ok(texts::escape(text, MarkupPlace::Attribute, out)?),
        _ => escape_formatter(out, state, value),
    });
    environment.add_filter("content", |text: &str| Value::from_safe_string(texts::content(text)));
    environment.add_filter("paragraphs", texts::paragraphs);
    environment.add_filter("breakable", |name: &str| Value::from_safe_string(texts::breakable(name)));
    add_addresses(environment, addresses);
    add_in_place(environment, in_place);
    let shared_model = Arc::clone(model);
    environment.add_filter("type", move |value: &Value| {
        element_of(value).map(|at| type_text(&shared_model.metamodel, at))
    });
    let (shared_model, shared_addresses) = (Arc::clone(model), Arc::clone(addresses));
    let types_in_place = in_place.clone();
    environment.add_filter("linked_type", move |value: &Value, from: &str| {
        let metamodel = &shared_model.metamodel;
        let markup = |at| linked_type(metamodel, &shared_addresses, &types_in_place, at, from);
        element_of(value).map(markup).map(Value::from_safe_string)
    });
    let shared_model = Arc::clone(model);
    environment.add_filter("condition", move |value: &Value| match element_of(value) {
        Some(Element::DataType(id)) => constraint_text(&shared_model.metamodel, id),
        _ => None,
    });
    let shared_model = Arc::clone(model);
    environment.add_filter("must", move |value: &Value| is_needed_feature(&shared_model.metamodel, value));
    let shared_model = Arc::clone(model);
    environment.add_filter("needed", move |list: &Value| {
        let features = list.try_iter().into_iter().flatten();
        features.filter(|value| is_needed_feature(&shared_model.metamodel, value)).collect::<Vec<_>>()
    });
    let shared_model = Arc::clone(model);
    environment.add_filter("constraints", move |value: &Value| match element_of(value) {
        Some(Element::Class(id)) => ocl_constraints(&shared_model.metamodel[id].annotations)
            .map(|(name, text)| vec![name.to_owned(), text.to_owned()])
            .collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    let shared_model = Arc::clone(model);
    environment.add_filter("path", move |value: &Value| {
        let package = element_of(value).and_then(|at| match at {
            Element::Package(id) => Some(id),
            _ => None,
        });
        let package_and_parents = std::iter::successors(package, |id| shared_model.metamodel[*id].parent);
        let mut path: Vec<Element> = package_and_parents.map(Element::Package).collect();
        path.reverse();
        element_values(&shared_model, path)
    });
    add_users(environment, model, in_place);
}

/// Adds the functions for the features and operations that use a type.
fn add_users(
    environment: &mut Environment<'static>,
    model: &Arc<TemplateModel>,
    in_place: &HashSet<Classifier>,
) {
    let users = Arc::new(Users::new(&model.metamodel, &model.classifiers, in_place));
    let (shared_model, shared_users) = (Arc::clone(model), Arc::clone(&users));
    environment.add_function("user_count", move |value: &Value| {
        let Some(Element::Class(class)) = element_of(value) else { return 0 };
        let classes = shared_model.all_supertypes(class).into_iter().chain([class]);
        // An operation may use a class and its superclass.
        let elements = classes.flat_map(|class| shared_users.users_of(Classifier::Class(class)));
        elements.collect::<FxHashSet<_>>().len()
    });
    let shared_model = Arc::clone(model);
    environment.add_function("users", move |value: &Value| {
        let classifier = element_of(value).and_then(classifier);
        let elements = classifier.map_or(&[][..], |classifier| users.users_of(classifier));
        element_values(&shared_model, elements.iter().copied())
    });
}

/// Adds the filter `in_place`: whether a type was declared in place.
fn add_in_place(environment: &mut Environment<'static>, in_place: &HashSet<Classifier>) {
    let in_place = in_place.clone();
    environment.add_filter("in_place", move |value: &Value| {
        element_of(value).and_then(classifier).is_some_and(|at| in_place.contains(&at))
    });
}

/// Adds the filters for addresses of pages. Addresses need no escapes, because none of their characters has a meaning
/// in HTML.
fn add_addresses(environment: &mut Environment<'static>, addresses: &Arc<Addresses>) {
    let shared_addresses = Arc::clone(addresses);
    environment.add_filter("address", move |value: &Value, from: &str| {
        element_of(value).and_then(|at| shared_addresses.address(at, from)).map(Value::from_safe_string)
    });
    environment.add_filter("relative_to", |address: &str, from: &str| {
        Value::from_safe_string(relative(address, from))
    });
    let shared_addresses = Arc::clone(addresses);
    environment.add_filter("anchor", move |value: &Value| {
        let anchor = element_of(value).and_then(|at| shared_addresses.anchor(at));
        anchor.map(|anchor| Value::from_safe_string(anchor.to_owned()))
    });
    let shared_addresses = Arc::clone(addresses);
    environment.add_filter("shown", move |list: &Value| {
        let has_page =
            |value: &Value| element_of(value).is_some_and(|at| shared_addresses.page(at).is_some());
        let elements = list.try_iter().into_iter().flatten();
        elements.filter(has_page).collect::<Vec<_>>()
    });
}

/// Whether a value is a feature of which each object must have a value.
fn is_needed_feature(metamodel: &Metamodel, value: &Value) -> bool {
    match element_of(value) {
        Some(Element::Feature(id)) => is_needed(metamodel, id),
        _ => false,
    }
}

/// The element that a value of a template represents; `None` for other values.
pub(super) fn element_of(value: &Value) -> Option<Element> {
    value.downcast_object_ref::<ElementValue>().map(|value| value.element)
}

/// An element as a classifier; `None` if it is something else.
fn classifier(element: Element) -> Option<Classifier> {
    match element {
        Element::Class(id) => Some(Classifier::Class(id)),
        Element::DataType(id) => Some(Classifier::DataType(id)),
        _ => None,
    }
}
