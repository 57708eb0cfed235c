//! Resource expressions: titles, bodies with `default`, and the resources that they declare.

use super::Builder;
use super::resource::{
    ATTRIBUTE_BYTES, Attribute, Declaration, Kind, Origin, RESOURCE_BYTES, RESOURCE_STEPS, Resource,
};
use super::state::{ResourceId, SourcePosition};
use crate::environment::capitalized;
use modelwright_evaluation::evaluate::{CatalogReference, Evaluation, HostError, Value};
use modelwright_language::language::expression::{Expr, ExprId, List, ResourceForm};
use modelwright_metamodel::diagnostic::codes;
use std::sync::Arc;

/// How many attributes are compared in one step of the budget.
const COMPARISONS_PER_STEP: usize = 64;

/// How resources are declared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    pub(crate) is_virtual: bool,
    pub(crate) is_exported: bool,
}

/// The titles and attributes of a body.
struct Body {
    titles: Vec<Arc<str>>,
    is_default: bool,
    attributes: Vec<Attribute>,
}

impl Builder<'_> {
    /// Evaluates a resource expression; its value is an array of references.
    pub(super) fn declare(&self, id: ExprId, run: &mut dyn Evaluation) -> Result<Value, HostError> {
        let expressions = run.expressions();
        let Expr::Resource { form: written_form, ty, bodies } = expressions[id] else {
            return Ok(Value::Undef);
        };
        let name = self.type_name(ty, run)?;
        let place = Self::place(run, id);
        if written_form == ResourceForm::Exported && self.fleet.is_none() {
            let message =
                "You cannot collect exported resources without storeconfigs being set; the export is ignored";
            self.warn_at(message, &place);
        }
        let form = Form {
            is_virtual: written_form != ResourceForm::Regular,
            is_exported: written_form == ResourceForm::Exported,
        };
        let bodies = self.bodies(bodies, run)?;
        let no_attributes = Vec::new();
        let defaults =
            bodies.iter().find(|body| body.is_default).map_or(&no_attributes, |body| &body.attributes);
        let mut references = Vec::new();
        for body in &bodies {
            for title in &body.titles {
                let attributes = merge(defaults, &body.attributes);
                let resource = self.declare_one(
                    &name,
                    &Value::String(Arc::clone(title)),
                    attributes,
                    Some(&place),
                    form,
                    run,
                )?;
                references.push(Value::Type(self.state.borrow().resource(resource).reference_type()));
            }
        }
        Ok(Value::array(references))
    }

    /// The name of the type of a resource expression, in lower case.
    fn type_name(&self, ty: ExprId, run: &mut dyn Evaluation) -> Result<String, HostError> {
        let expressions = run.expressions();
        if let Expr::Name(name) = expressions[ty] {
            return Ok(expressions.text(name).to_lowercase());
        }
        let value = run.evaluate(ty)?;
        let reference = if let Value::Type(ty) = value.known()? { ty.catalog_reference() } else { None };
        match reference {
            Some(CatalogReference::Class(None)) => Ok("class".to_owned()),
            Some(CatalogReference::Resource(Some(name), None)) => Ok(name.to_lowercase()),
            _ => {
                let message = format!("{} is not a type of resources", value.to_literal());
                Err(HostError::new(message))
            }
        }
    }

    /// Evaluates the bodies of a resource expression, and checks that no title and no attribute occurs twice.
    fn bodies(&self, list: List, run: &mut dyn Evaluation) -> Result<Vec<Body>, HostError> {
        let expressions = run.expressions();
        let mut bodies: Vec<Body> = Vec::new();
        for body in expressions.list(list) {
            let Expr::ResourceBody { title, attributes } = expressions[*body] else { continue };
            let title = run.evaluate(title)?;
            let mut body = Body { titles: Vec::new(), is_default: false, attributes: Vec::new() };
            add_titles(&title, &mut body, &bodies)?;
            body.attributes = self.attributes(attributes, Origin::Declaration, run)?;
            for (index, attribute) in body.attributes.iter().enumerate() {
                if body.attributes[..index].iter().any(|earlier| earlier.name == attribute.name) {
                    return Err(HostError::new(format!("the attribute `{}` is set twice", attribute.name)));
                }
            }
            bodies.push(body);
        }
        Ok(bodies)
    }

    /// Declares a resource or a class.
    pub(crate) fn declare_one(
        &self,
        ty: &str,
        title: &Value,
        attributes: Vec<Attribute>,
        place: Option<&SourcePosition>,
        form: Form,
        run: &mut dyn Evaluation,
    ) -> Result<ResourceId, HostError> {
        // Each resource takes memory besides that of its values, and each attribute is compared with those before it.
        let comparisons = attributes.len().saturating_mul(attributes.len()) / COMPARISONS_PER_STEP;
        run.budget()
            .charge(RESOURCE_STEPS + comparisons, RESOURCE_BYTES + attributes.len() * ATTRIBUTE_BYTES)?;
        let scope = self.current.get();
        let source = self.state.borrow().scope(scope).source;
        // Functions also accept other titles than texts, as in Puppet.
        let has_text_title = title.text().is_some();
        let number_title = Some(title).filter(|title| matches!(title, Value::Integer(_) | Value::Float(_)));
        let number_title = number_title.cloned().map(Box::new);
        let title = title.to_text();
        if ty == "class" {
            return self.declare_class(&title, attributes, place, run);
        }
        let name = ty.strip_prefix("::").unwrap_or(ty);
        let Some(kind) = self.kind(name)? else {
            return Err(HostError::new(format!("there is no resource type `{name}`"))
                .with_code(codes::CATALOG_MISSING));
        };
        if let Kind::Define(definition) = &kind {
            // Registers the definition as a source.
            self.state.borrow_mut().source(definition);
        }
        let declaration = Declaration {
            ty: Arc::from(capitalized(name)),
            title: Arc::from(title),
            kind,
            attributes,
            place: place.cloned(),
            is_virtual: form.is_virtual,
            is_exported: form.is_exported,
            scope,
            source,
        };
        let resource = self.create_with(declaration, has_text_title)?;
        self.add(Resource { number_title, ..resource })
    }

    /// Declares a class like a resource, and evaluates it.
    fn declare_class(
        &self,
        title: &str,
        attributes: Vec<Attribute>,
        place: Option<&SourcePosition>,
        run: &mut dyn Evaluation,
    ) -> Result<ResourceId, HostError> {
        let definition = self.require_class(title)?;
        let scope = self.current.get();
        let source = self.state.borrow().scope(scope).source;
        let resource = self.create(Declaration {
            ty: Arc::from("Class"),
            title: Arc::from(capitalized(&definition.name)),
            kind: Kind::Class(Arc::clone(&definition)),
            attributes,
            place: place.cloned(),
            is_virtual: false,
            is_exported: false,
            scope,
            source,
        })?;
        self.prepare_class(&definition, &resource, run.budget())?;
        let id = self.add(resource)?;
        self.evaluate(id, run.budget())?;
        Ok(id)
    }
}

/// Adds the titles in a value, which may be an array of titles, to a body. Fails if one of them is invalid, or occurs
/// in this body or an earlier one.
fn add_titles(value: &Value, body: &mut Body, earlier_bodies: &[Body]) -> Result<(), HostError> {
    // Arrays may contain arrays. The last value is the next one, so that the titles remain in order.
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(items) => pending.extend(items.iter().rev()),
            Value::Default if body.is_default || earlier_bodies.iter().any(|earlier| earlier.is_default) => {
                return Err(HostError::new("the title `default` is used twice in this expression"));
            }
            Value::Default => body.is_default = true,
            Value::String(text) if text.is_empty() => {
                return Err(HostError::new("the title of a resource cannot be empty"));
            }
            Value::String(text) => {
                let mut earlier_titles = earlier_bodies.iter().flat_map(|earlier| &earlier.titles);
                if body.titles.contains(text) || earlier_titles.any(|earlier| earlier == text) {
                    let message = format!("the title '{text}' is used twice in this expression");
                    return Err(HostError::new(message));
                }
                body.titles.push(Arc::clone(text));
            }
            Value::Undef => return Err(HostError::new("the title of a resource is undef")),
            other => {
                other.known()?;
                let found_type = other.type_of();
                let message =
                    format!("the title of a resource must be a string, but is of type {found_type}");
                return Err(HostError::new(message));
            }
        }
    }
    Ok(())
}

/// The attributes of a body, and the defaults of its expression for the other attributes.
fn merge(defaults: &[Attribute], attributes: &[Attribute]) -> Vec<Attribute> {
    // As with Ruby's `merge`, an attribute that replaces a default keeps the position of the default.
    let mut attributes_with_defaults = defaults.to_vec();
    for attribute in attributes {
        match attributes_with_defaults.iter_mut().find(|known| known.name == attribute.name) {
            Some(known) => *known = attribute.clone(),
            None => attributes_with_defaults.push(attribute.clone()),
        }
    }
    attributes_with_defaults
}
