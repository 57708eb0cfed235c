//! Relationships: `->`, `~>`, `<-` and `<~` between references and collectors.
//!
//! As in Puppet, relationships are parameters of the resource that is applied first; they are set when everything is
//! declared. The position of such a parameter is that of the operator; if operators of several lines set the parameter,
//! it has none.

use super::Builder;
use super::collectors::collector_of;
use super::position::SourcePosition;
use super::resource::{Attribute, Origin};
use super::state::{ResourceId, State};
use modelwright_evaluation::evaluate::{Budget, CatalogReference, Evaluation, HostError, Value};
use modelwright_language::language::expression::{Edge, ExprId};
use modelwright_metamodel::diagnostic::codes;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// An operand of a relationship.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Operand {
    /// The type and the title of a resource, as a reference names them.
    Reference(Arc<str>, Arc<str>),
    /// The number of a collector.
    Collector(usize),
}

/// A relationship of two operands.
#[derive(Debug, Clone)]
pub(crate) struct Relation {
    source: Operand,
    target: Operand,
    parameter: &'static str,
    /// The position of the operator.
    place: SourcePosition,
}

/// The resources that are applied after a resource because of relationships.
struct Targets {
    id: ResourceId,
    parameter: &'static str,
    values: Vec<Value>,
    /// The position of the operator, if the operators of all targets are on one line.
    place: Option<SourcePosition>,
}

impl Builder<'_> {
    /// Evaluates a relationship. Its value is an array of the right operands; if there are none, of the left operands.
    pub(super) fn relate(
        &self,
        edge: Edge,
        left: ExprId,
        right: ExprId,
        run: &mut dyn Evaluation,
    ) -> Result<Value, HostError> {
        let place = operator_place(run, left, right);
        let (left, right) = (run.evaluate(left)?, run.evaluate(right)?);
        let (left_values, left_operands) = operands(&left)?;
        let (right_values, right_operands) = operands(&right)?;
        let count = left_operands.len().saturating_mul(right_operands.len());
        run.budget().charge(count, count.saturating_mul(RELATION_BYTES))?;
        let parameter = match edge {
            Edge::Before | Edge::After => "before",
            Edge::Notify | Edge::Subscribe => "notify",
        };
        let is_reverse = matches!(edge, Edge::After | Edge::Subscribe);
        let (sources, targets) =
            if is_reverse { (&right_operands, &left_operands) } else { (&left_operands, &right_operands) };
        let mut state = self.state.borrow_mut();
        for source in sources {
            for target in targets {
                let (source, target) = (source.clone(), target.clone());
                state.relations.push(Relation { source, target, parameter, place: place.clone() });
            }
        }
        // If the collector on the right finds nothing, the next relationship of the chain uses the left operands
        // instead.
        if let [Operand::Collector(number)] = right_operands.as_slice() {
            state.collectors[*number].alternative = left_operands;
        }
        Ok(Value::array(if right_operands.is_empty() { left_values } else { right_values }))
    }

    /// Sets the parameters that relationships add to the resources that are applied first.
    pub(super) fn run_relations(&self, budget: &mut Budget) -> Result<(), HostError> {
        let relations = std::mem::take(&mut self.state.borrow_mut().relations);
        // Each parameter is set once at the end, because a resource may have many relationships.
        let mut all_targets: Vec<Targets> = Vec::new();
        let mut positions = FxHashMap::default();
        for relation in &relations {
            let (sources, targets) = {
                let state = self.state.borrow();
                let is_source = true;
                (state.expand(&relation.source, is_source), state.expand(&relation.target, !is_source))
            };
            let count = sources.len().saturating_mul(targets.len());
            budget.charge(count, count.saturating_mul(LINK_BYTES))?;
            let values: Vec<Value> = targets.iter().map(|target| Value::string(&target.text())).collect();
            let absent = targets.iter().find(|target| self.resource_of(target).is_none());
            for source in &sources {
                let id = self.resource_of(source);
                // A resource that does not exist is a problem if there is a resource at the other end.
                match (id, targets.first(), absent) {
                    (None, Some(target), _) => return Err(missing_end(source, target)),
                    (Some(_), _, Some(absent)) => return Err(missing_end(absent, source)),
                    _ => {}
                }
                let Some(id) = id.filter(|_| !targets.is_empty()) else { continue };
                let position = *positions.entry((id, relation.parameter)).or_insert_with(|| {
                    let (parameter, place) = (relation.parameter, Some(relation.place.clone()));
                    all_targets.push(Targets { id, parameter, values: Vec::new(), place });
                    all_targets.len() - 1
                });
                let targets = &mut all_targets[position];
                targets.values.extend(values.iter().cloned());
                targets.place.take_if(|place| !place.is_on_line_of(&relation.place));
            }
        }
        all_targets.into_iter().try_for_each(|targets| self.add_targets(targets))
    }

    /// Adds the targets of a resource to its parameter `before` or `notify`.
    fn add_targets(&self, targets: Targets) -> Result<(), HostError> {
        let Targets { id, parameter, values: added, place } = targets;
        let mut state = self.state.borrow_mut();
        let resource = state.resource(id);
        let current = resource.attribute(parameter).filter(|known| !matches!(known.value, Value::Undef));
        let mut values = match current.map(|attribute| &attribute.value) {
            Some(Value::Array(items)) => items.to_vec(),
            None => Vec::new(),
            Some(value) => vec![value.clone()],
        };
        values.extend(added);
        // A parameter has one position, so one that is set on several lines has none.
        let place = match current {
            Some(attribute) => place.filter(|place| is_on_line_of(attribute, place)),
            None => place,
        };
        let source = resource.source;
        state.resource_mut(id).set(Attribute {
            name: Arc::from(parameter),
            value: Value::array(values),
            source,
            place,
            append: false,
            origin: Origin::Relationship,
        })
    }

    /// The resource at an end of a relationship; `None` if there is no such resource.
    fn resource_of(&self, end: &End) -> Option<ResourceId> {
        match end {
            End::Resource(id, _) => Some(*id),
            End::Reference(ty, title) => self.find_resource(ty, title),
        }
    }
}

/// Whether an attribute was set on the line of a position.
fn is_on_line_of(attribute: &Attribute, place: &SourcePosition) -> bool {
    attribute.place.as_ref().is_some_and(|earlier| earlier.is_on_line_of(place))
}

/// The position of the operator between two operands.
fn operator_place(run: &dyn Evaluation, left: ExprId, right: ExprId) -> SourcePosition {
    let expressions = run.expressions();
    let source = Arc::clone(expressions.source());
    let (mut offset, end) = (expressions.span(left).end, expressions.span(right).start);
    // Between the operands are only blank space, comments, parentheses and the operator.
    while let Some(rest) = source.text().get(offset..end) {
        let comment = if rest.starts_with('#') {
            rest.find('\n')
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|length| length + "*/".len())
        } else {
            None
        };
        match (comment, rest.chars().next()) {
            (Some(length), _) => offset += length,
            (None, Some(c)) if !matches!(c, '-' | '~' | '<') => offset += c.len_utf8(),
            _ => break,
        }
    }
    SourcePosition { source, offset: offset.min(end) }
}

/// The memory that a relationship of two operands uses until the catalog is completed.
const RELATION_BYTES: usize = 64;
/// The memory that a link of two resources uses in a catalog.
const LINK_BYTES: usize = 48;

/// The problem of an end of a relationship that does not exist.
fn missing_end(end: &End, other: &End) -> HostError {
    let (text, other) = (end.text(), other.text());
    HostError::new(format!("there is no resource `{text}` for the relationship with `{other}`"))
        .with_code(codes::CATALOG_MISSING)
}

/// An end of a relationship after collectors were expanded.
enum End {
    Resource(ResourceId, String),
    Reference(Arc<str>, Arc<str>),
}

impl End {
    /// The reference of the end, as a text.
    fn text(&self) -> String {
        match self {
            Self::Resource(_, text) => text.clone(),
            Self::Reference(ty, title) => format!("{ty}[{title}]"),
        }
    }
}

impl State {
    /// The ends that an operand represents: the reference itself, or the collected resources of a collector. If a
    /// collector that is a source of the relationship found nothing, the operands before it in the chain are used.
    fn expand(&self, operand: &Operand, is_source: bool) -> Vec<End> {
        match operand {
            Operand::Reference(ty, title) => vec![End::Reference(Arc::clone(ty), Arc::clone(title))],
            Operand::Collector(number) if is_source => self.expand_source(*number),
            Operand::Collector(number) => self.collected(*number),
        }
    }

    /// The resources that a collector found so far.
    fn collected(&self, number: usize) -> Vec<End> {
        let ids = self.collectors[number].list.iter();
        ids.map(|id| End::Resource(*id, self.resource(*id).reference())).collect()
    }

    /// The ends of a collector that is the source of a relationship.
    fn expand_source(&self, mut number: usize) -> Vec<End> {
        // A chain of collectors is never longer than their number.
        for _ in 0..=self.collectors.len() {
            let collector = &self.collectors[number];
            if !collector.list.is_empty() {
                return self.collected(number);
            }
            match collector.alternative.as_slice() {
                [Operand::Collector(other)] => number = *other,
                // As in Puppet, a collector among several operands is not expanded.
                operands => {
                    let references = operands.iter().filter_map(|operand| match operand {
                        Operand::Reference(ty, title) => {
                            Some(End::Reference(Arc::clone(ty), Arc::clone(title)))
                        }
                        Operand::Collector(_) => None,
                    });
                    return references.collect();
                }
            }
        }
        Vec::new()
    }
}

/// The values in a value that are operands, and these operands, both without repetitions.
fn operands(value: &Value) -> Result<(Vec<Value>, Vec<Operand>), HostError> {
    let (mut values, mut operands, mut known) = (Vec::new(), Vec::new(), FxHashSet::default());
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if let Value::Array(items) = value {
            pending.extend(items.iter().rev());
            continue;
        }
        let operand = to_operand(value)?;
        if known.insert(operand.clone()) {
            operands.push(operand);
            values.push(value.clone());
        }
    }
    Ok((values, operands))
}

/// The operand that a value of a relationship is: a collector, a reference, or the text of a reference.
fn to_operand(value: &Value) -> Result<Operand, HostError> {
    if let Some(number) = collector_of(value) {
        return Ok(Operand::Collector(number));
    }
    let reference = if let Value::Type(ty) = value { ty.catalog_reference() } else { None };
    match (reference, value) {
        (Some(CatalogReference::Resource(Some(ty), Some(title))), _) => {
            Ok(Operand::Reference(Arc::from(ty), Arc::from(title)))
        }
        (Some(CatalogReference::Class(Some(name))), _) => {
            Ok(Operand::Reference(Arc::from("Class"), Arc::from(crate::environment::capitalized(name))))
        }
        (_, Value::String(text)) if super::references::split(text).is_some() => {
            let (ty, title) = super::references::split(text).unwrap_or_default();
            Ok(Operand::Reference(Arc::from(ty), Arc::from(title)))
        }
        _ => {
            value.known()?;
            let message = format!(
                "{} is not a resource or a collector, so it cannot be part of a relationship",
                value.to_literal()
            );
            Err(HostError::new(message))
        }
    }
}
