//! Explains a resource of a catalog: where it was declared, what contains it, where each of its parameters comes from,
//! and which resources are applied before and after it.
//!
//! Invariants: the same catalog has the same account; an account contains no value of a secret. Everything in an
//! account comes from the catalog and its [order](crate::order).

use crate::compare::{Location, shown_text, shown_value};
use crate::model::{Catalog, ParameterOrigin};
use crate::order::{ApplicationOrder, Link};

/// A parameter of the resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterAccount {
    /// The name.
    pub name: String,
    /// The value in JSON, with a text instead of each secret.
    pub json: String,
    /// The value for people: like the JSON, but `unknown (REASON)` for a value that is not known.
    pub text: String,
    /// How it was set, if that is known.
    pub origin: Option<ParameterOrigin>,
    /// Where it was set, if that is known.
    pub place: Option<Location>,
}

/// The account of a resource.
#[derive(Debug)]
pub struct Account {
    /// The position of the resource in the catalog.
    pub position: usize,
    /// The place of its declaration, if it is known.
    pub place: Option<Location>,
    /// The positions of the resources that contain it, the nearest first.
    pub containers: Vec<usize>,
    /// The positions of the resources that it contains, in the order in which they were declared.
    pub contents: Vec<usize>,
    /// The parameters, in their order.
    pub parameters: Vec<ParameterAccount>,
    /// The links to the resources that it is applied after, without containers and contents.
    pub after: Vec<Link>,
    /// The links to the resources that it is applied before, without containers and contents.
    pub before: Vec<Link>,
}

/// Explains the resources of a catalog. The order and the containers, which all accounts need, are computed once.
#[derive(Debug)]
pub struct Explainer<'c> {
    catalog: &'c Catalog,
    order: ApplicationOrder,
    /// The position of the resource that contains each resource.
    parents: Vec<Option<usize>>,
    contents: Vec<Vec<usize>>,
}

impl<'c> Explainer<'c> {
    /// Explains a catalog.
    #[must_use]
    pub fn new(catalog: &'c Catalog) -> Self {
        let mut parents = vec![None; catalog.resources.len()];
        let mut contents = vec![Vec::new(); catalog.resources.len()];
        // In a catalog, edges are from containers to their contents. Relationships are parameters.
        for edge in &catalog.edges {
            let ends = (catalog.position_of(&edge.source), catalog.position_of(&edge.target));
            if let (Some(source), Some(target)) = ends {
                // As in Puppet, the first of several containers counts.
                parents[target].get_or_insert(source);
                contents[source].push(target);
            }
        }
        Self { catalog, order: ApplicationOrder::new(catalog), parents, contents }
    }

    /// The order in which the resources are applied.
    #[must_use]
    pub fn order(&self) -> &ApplicationOrder {
        &self.order
    }

    /// The account of the resource at a position; `None` if the catalog has fewer resources.
    #[must_use]
    pub fn account(&self, position: usize) -> Option<Account> {
        let resource = self.catalog.resources.get(position)?;
        let (after, before) = self.order.links_of(position);
        let parameters = resource.parameters.iter().map(|parameter| ParameterAccount {
            name: parameter.name.clone(),
            json: shown_value(resource, parameter),
            text: shown_text(resource, parameter),
            origin: parameter.origin,
            place: Location::of_parameter(parameter),
        });
        Some(Account {
            position,
            place: Location::of_resource(resource),
            containers: self.containers(position),
            contents: self.contents[position].clone(),
            parameters: parameters.collect(),
            after,
            before,
        })
    }

    /// The containers of a resource, the nearest first.
    fn containers(&self, position: usize) -> Vec<usize> {
        let mut containers = Vec::new();
        let mut next = self.parents[position];
        // A cycle of containers ends the search.
        while let Some(container) =
            next.filter(|container| *container != position && !containers.contains(container))
        {
            containers.push(container);
            next = self.parents[container];
        }
        containers
    }
}

/// The account of the resource at a position; `None` if the catalog has fewer resources.
#[must_use]
pub fn explain(catalog: &Catalog, position: usize) -> Option<Account> {
    Explainer::new(catalog).account(position)
}

/// How a parameter was set, in words.
#[must_use]
pub fn origin_text(origin: ParameterOrigin) -> &'static str {
    match origin {
        ParameterOrigin::Declaration => "in the declaration",
        ParameterOrigin::ResourceDefault => "by the defaults of the type",
        ParameterOrigin::Override => "by an override",
        ParameterOrigin::Collector => "by a collector",
        ParameterOrigin::Data => "by data",
        ParameterOrigin::ParameterDefault => "by the default of the parameter",
        ParameterOrigin::Relationship => "by a relationship",
        ParameterOrigin::Container => "by its container",
        ParameterOrigin::Builder => "by the builder",
    }
}
