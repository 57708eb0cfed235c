//! The rule by which validation finds cycles of resources, and relationships with resources that are not in the
//! catalog.

use super::{ApplicationOrder, Link, MissingEnd, Moment, Reason};
use crate::compare::Location;
use crate::model::{Catalog, ParameterOrigin, Resource, catalog_of, is_of_catalogs};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{Model, ObjectId};
use modelwright_validation::{ObjectProblem, ObjectRule};

/// The rule `catalog-order`: the resources of a catalog have an order.
#[derive(Debug, Clone, Copy)]
pub struct OrderRule;

impl ObjectRule for OrderRule {
    fn name(&self) -> &str {
        "catalog-order"
    }

    fn applies_to(&self, metamodel: &Metamodel) -> bool {
        is_of_catalogs(metamodel)
    }

    /// Reports the problems of the order of a catalog, if the object is the catalog and the only root of its document.
    fn check(&self, model: &Model, object: ObjectId, report: &mut dyn FnMut(ObjectProblem)) {
        let Some(document) = model.document_of(object) else { return };
        // If the catalog is not complete, other rules report that.
        if model.document(document).roots() != [object] {
            return;
        }
        let Ok(catalog) = catalog_of(model, document) else { return };
        for problem in problems(&catalog, &ApplicationOrder::new(&catalog)) {
            let Diagnostic { code, severity, message, help, .. } = problem;
            let help = help.unwrap_or_default();
            report(ObjectProblem { code, severity, feature: None, message, help });
        }
    }
}

/// The problems of an order: relationships with resources that are not in the catalog, and cycles.
#[must_use]
pub fn problems(catalog: &Catalog, order: &ApplicationOrder) -> Vec<Diagnostic> {
    let missing_problems = order.missing().iter().map(|missing_end| missing_problem(catalog, missing_end));
    let cycles = order.cycles().into_iter().map(|cycle| cycle_problem(catalog, &cycle));
    missing_problems.chain(cycles).collect()
}

/// The problem of a relationship with a resource that is not in the catalog.
fn missing_problem(catalog: &Catalog, missing: &MissingEnd) -> Diagnostic {
    let MissingEnd { resource, parameter, reference } = missing;
    let message = format!(
        "`{parameter}` of `{}`{} refers to `{reference}`, which is not in the catalog",
        catalog.resources[*resource],
        place_suffix(catalog, *resource)
    );
    Diagnostic::error(codes::CATALOG_EDGE, message).help("add the resource, or remove the relationship")
}

/// The problem of relationships that form a cycle.
fn cycle_problem(catalog: &Catalog, cycle: &[Link]) -> Diagnostic {
    let links: Vec<String> = cycle.iter().map(|link| describe_link(catalog, link)).collect();
    let message = format!("resources wait for each other: {}", links.join("; "));
    Diagnostic::error(codes::CATALOG_CYCLE, message).help("remove one of these relationships")
}

/// A link in words, with the position of its origin: an operator, or a resource with a parameter.
#[must_use]
pub fn describe_link(catalog: &Catalog, link: &Link) -> String {
    let moment_text = |moment| match moment {
        Moment::Whole(position) => format!("`{}`", catalog.resources[position]),
        Moment::Start(position) => format!("the start of `{}`", catalog.resources[position]),
        Moment::End(position) => format!("the end of `{}`", catalog.resources[position]),
    };
    let reason = match link.reason {
        Reason::Containment => "containment".to_owned(),
        Reason::Automatic => "automatic".to_owned(),
        Reason::Parameter(position, name) => match operator_place(&catalog.resources[position], name) {
            Some(place) => format!("relationship ({place})"),
            None => {
                format!("`{name}` of `{}`{}", catalog.resources[position], place_suffix(catalog, position))
            }
        },
    };
    format!("{} before {} ({reason})", moment_text(link.from), moment_text(link.to))
}

/// The position of the operator, such as `->`, that sets a parameter. `None` if the parameter is set otherwise, or the
/// position is not known.
fn operator_place(resource: &Resource, name: &str) -> Option<Location> {
    let parameter = resource.parameters.iter().find(|parameter| parameter.name == name)?;
    if parameter.origin != Some(ParameterOrigin::Relationship) {
        return None;
    }
    Location::of_parameter(parameter)
}

/// The file and line of a resource in parentheses, to be written after its name; empty if the line is not known.
fn place_suffix(catalog: &Catalog, position: usize) -> String {
    let resource = &catalog.resources[position];
    match (resource.file.as_deref(), resource.line) {
        (Some(file), Some(line)) if !file.is_empty() => format!(" ({file}:{line})"),
        (_, Some(line)) => format!(" (line {line})"),
        _ => String::new(),
    }
}
