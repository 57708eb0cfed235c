//! Collectors: queries that realize virtual resources and override them, and `realize`.
//!
//! Invariants: a collector collects a resource once; what it compares with is evaluated when the collector is, while
//! resources are searched later, and again until nothing new is found.

use super::Builder;
use super::overrides::{Override, at};
use super::resource::{Attribute, Declaration, Origin};
use super::state::{Key, ResourceId, ScopeId, SourceId, SourcePosition, State};
use crate::environment::capitalized;
use modelwright_evaluation::evaluate::{Budget, Class, Evaluation, HostError, Object, Value};
use modelwright_language::language::expression::{Binary, Expr, ExprId, Expressions};
use modelwright_metamodel::diagnostic::codes;
use rustc_hash::FxHashSet;
use std::sync::{Arc, LazyLock};

/// A test of resources.
#[derive(Debug)]
enum Query {
    And(Box<Query>, Box<Query>),
    Or(Box<Query>, Box<Query>),
    Equal(Arc<str>, Value),
    NotEqual(Arc<str>, Value),
    Tagged(Vec<Arc<str>>),
}

/// What a collector collects.
#[derive(Debug)]
enum Wanted {
    /// The resources of a type that satisfy a query.
    Query(Arc<str>, Option<Query>),
    /// Resources by their references.
    References(Vec<(Key, Value)>),
    /// Exported resources of other nodes, of which none are known.
    Exported,
}

/// A collector.
#[derive(Debug)]
pub(crate) struct Collector {
    wanted: Wanted,
    attributes: Vec<Attribute>,
    place: Option<SourcePosition>,
    scope: ScopeId,
    source: SourceId,
    collected: FxHashSet<ResourceId>,
    /// What it has collected, in order.
    pub(super) list: Vec<ResourceId>,
    /// Whether all its references were found. A query is never done, because overrides may change its answer.
    is_done: bool,
    /// What a relationship uses if nothing is collected: the operands before it in the chain.
    pub(super) alternative: Vec<super::relations::Operand>,
}

static COLLECTOR: LazyLock<Arc<Class>> = LazyLock::new(|| {
    Arc::new(Class { name: Arc::from("Collector"), id: u32::MAX, ancestors: vec![u32::MAX] })
});

/// The number of the collector that a value is.
pub(super) fn collector_of(value: &Value) -> Option<usize> {
    match value {
        Value::Object(object) if Arc::ptr_eq(&object.class, &COLLECTOR) => {
            usize::try_from(object.identity).ok()
        }
        _ => None,
    }
}

/// Whether Puppet accepts an expression as the operand of a query.
fn is_operand(expressions: &Expressions, id: ExprId) -> bool {
    match expressions[id] {
        Expr::Parenthesized(inner) => is_operand(expressions, inner),
        Expr::Access { .. }
        | Expr::Variable(_)
        | Expr::Boolean(_)
        | Expr::String(_)
        | Expr::Template(_)
        | Expr::Integer(_)
        | Expr::Float(_)
        | Expr::Undef
        | Expr::Name(_) => true,
        _ => false,
    }
}

impl Query {
    /// Adds the names of the parameters that it compares.
    fn names<'q>(&'q self, names: &mut Vec<&'q str>) {
        match self {
            Self::And(left, right) | Self::Or(left, right) => {
                left.names(names);
                right.names(names);
            }
            Self::Equal(name, _) | Self::NotEqual(name, _) => names.push(name),
            Self::Tagged(_) => {}
        }
    }
}

impl State {
    /// Checks that the parameters are known which a query of resources of a type compares.
    fn check_known(&self, ty: &str, query: Option<&Query>) -> Result<(), HostError> {
        let mut names = Vec::new();
        if let Some(query) = query {
            query.names(&mut names);
        }
        if names.is_empty() {
            return Ok(());
        }
        let resources =
            self.declared.iter().map(|id| self.resource(*id)).filter(|resource| *resource.ty == *ty);
        for resource in resources {
            for value in names.iter().filter_map(|name| resource.parameter(name)) {
                value.known()?;
            }
        }
        Ok(())
    }

    fn satisfies(&self, id: ResourceId, query: &Query) -> bool {
        match query {
            Query::And(left, right) => self.satisfies(id, left) && self.satisfies(id, right),
            Query::Or(left, right) => self.satisfies(id, left) || self.satisfies(id, right),
            Query::Tagged(tags) => self.is_tagged(id, tags),
            Query::Equal(name, wanted) => {
                let resource = self.resource(id);
                if **name == *"title" {
                    return Value::string(&resource.title).is_equal(wanted);
                }
                match resource.parameter(name) {
                    Some(Value::Array(items)) => items.iter().any(|item| item.is_equal(wanted)),
                    Some(value) => value.is_equal(wanted),
                    None => matches!(wanted, Value::Undef),
                }
            }
            Query::NotEqual(name, wanted) => {
                let resource = self.resource(id);
                if **name == *"title" {
                    return !Value::string(&resource.title).is_equal(wanted);
                }
                // Unlike `==`, Puppet does not look into arrays here.
                let value = resource.parameter(name).unwrap_or(&Value::Undef);
                !value.is_equal(wanted)
            }
        }
    }
}

impl Builder<'_> {
    /// Evaluates a collector; its value is the collector, which relationships may use.
    pub(super) fn collect(&self, id: ExprId, run: &mut dyn Evaluation) -> Result<Value, HostError> {
        let expressions = run.expressions();
        let Expr::Collect { ty, exported, query, attributes } = expressions[id] else {
            return Ok(Value::Undef);
        };
        let Expr::TypeName(name) = expressions[ty] else {
            return Err(HostError::new("a collector must start with the name of a type"));
        };
        let name = expressions.text(name).to_lowercase();
        let place = Self::place(run, id);
        if exported {
            let message = "You cannot collect exported resources without storeconfigs being set; the collection will be \
                           ignored";
            self.warn_at(message, &place);
        }
        if name == "class" {
            return Err(HostError::new("classes cannot be collected"));
        }
        if self.kind(&name)?.is_none() {
            return Err(HostError::new(format!("there is no resource type `{name}`"))
                .with_code(codes::CATALOG_MISSING));
        }
        let attributes = self.attributes(attributes, Origin::Collector, run)?;
        let query = match query.filter(|query| expressions[*query] != Expr::Nothing) {
            Some(query) => Some(self.query(query, run)?),
            None => None,
        };
        let name = name.strip_prefix("::").unwrap_or(&name);
        let wanted =
            if exported { Wanted::Exported } else { Wanted::Query(Arc::from(capitalized(name)), query) };
        Ok(self.add_collector(wanted, attributes, Some(place)))
    }

    /// Realizes resources by their references.
    pub(crate) fn realize(&self, references: Vec<(Key, Value)>, place: SourcePosition) -> Value {
        self.add_collector(Wanted::References(references), Vec::new(), Some(place))
    }

    fn add_collector(
        &self,
        wanted: Wanted,
        attributes: Vec<Attribute>,
        place: Option<SourcePosition>,
    ) -> Value {
        let scope = self.current.get();
        let mut state = self.state.borrow_mut();
        let source = state.scope(scope).source;
        let number = state.collectors.len();
        state.collectors.push(Collector {
            wanted,
            attributes,
            place,
            scope,
            source,
            collected: FxHashSet::default(),
            list: Vec::new(),
            is_done: false,
            alternative: Vec::new(),
        });
        Value::Object(Object { class: Arc::clone(&COLLECTOR), identity: number as u64 })
    }

    fn query(&self, id: ExprId, run: &mut dyn Evaluation) -> Result<Query, HostError> {
        let expressions = run.expressions();
        match expressions[id] {
            Expr::Parenthesized(inner) => self.query(inner, run),
            Expr::Binary { operator: Binary::And, left, right } => {
                Ok(Query::And(Box::new(self.query(left, run)?), Box::new(self.query(right, run)?)))
            }
            Expr::Binary { operator: Binary::Or, left, right } => {
                Ok(Query::Or(Box::new(self.query(left, run)?), Box::new(self.query(right, run)?)))
            }
            Expr::Binary { operator: operator @ (Binary::Equal | Binary::NotEqual), left, right } => {
                if !is_operand(&expressions, left) || !is_operand(&expressions, right) {
                    let message =
                        "a query can compare names, variables and literals, but not other expressions";
                    return Err(HostError::new(message));
                }
                let name = run.evaluate(left)?.known()?.to_text();
                let wanted = run.evaluate(right)?;
                wanted.known()?;
                if operator == Binary::NotEqual {
                    return Ok(Query::NotEqual(Arc::from(name), wanted));
                }
                if name != "tag" {
                    return Ok(Query::Equal(Arc::from(name), wanted));
                }
                let one = std::slice::from_ref(&wanted);
                let tags = if let Value::Array(items) = &wanted { &items[..] } else { one };
                let tags = tags.iter().map(|tag| match tag {
                    Value::Integer(_) | Value::Float(_) => Err(HostError::new("a number is not a tag")),
                    tag => Ok(Arc::from(tag.to_text().to_lowercase())),
                });
                Ok(Query::Tagged(tags.collect::<Result<_, _>>()?))
            }
            _ => Err(HostError::new("a query compares attributes with `==` and `!=`")),
        }
    }

    /// Collects with all collectors once; returns whether something new was found.
    pub(super) fn run_collectors(&self, budget: &mut Budget) -> Result<bool, HostError> {
        let count = self.state.borrow().collectors.len();
        let mut found = false;
        for number in 0..count {
            found |= self.run_collector(number, budget)?;
        }
        Ok(found)
    }

    fn run_collector(&self, number: usize, budget: &mut Budget) -> Result<bool, HostError> {
        let fresh = self.find_fresh(number, budget)?;
        if fresh.is_empty() {
            return Ok(false);
        }
        let (attributes, place, scope, source) = {
            let mut state = self.state.borrow_mut();
            for id in &fresh {
                state.resource_mut(*id).is_virtual = false;
            }
            let collector = &state.collectors[number];
            let parts =
                (collector.attributes.clone(), collector.place.clone(), collector.scope, collector.source);
            // As in Puppet, code whose collector overrides something may override anything from then on.
            if !parts.0.is_empty() {
                state.overriding.insert(parts.3);
            }
            parts
        };
        if !attributes.is_empty() {
            for id in &fresh {
                budget.charge(attributes.len(), attributes.len() * 64)?;
                self.override_collected(*id, &attributes, place.as_ref(), scope, source)?;
            }
        }
        let mut state = self.state.borrow_mut();
        let collector = &mut state.collectors[number];
        collector.list.extend(&fresh);
        collector.collected.extend(&fresh);
        Ok(true)
    }

    /// The resources that a collector finds and has not collected yet.
    fn find_fresh(&self, number: usize, budget: &mut Budget) -> Result<Vec<ResourceId>, HostError> {
        let mut state = self.state.borrow_mut();
        if state.collectors[number].is_done {
            return Ok(Vec::new());
        }
        match &state.collectors[number].wanted {
            Wanted::Exported => Ok(Vec::new()),
            Wanted::Query(ty, query) => {
                budget.charge(state.declared.len() / 8 + 1, 0)?;
                let place = state.collectors[number].place.as_ref();
                state.check_known(ty, query.as_ref()).map_err(|error| at(error, place))?;
                let collected = &state.collectors[number].collected;
                let is_wanted = |id: &&ResourceId| {
                    state.resource(**id).ty == *ty
                        && !collected.contains(id)
                        && query.as_ref().is_none_or(|query| state.satisfies(**id, query))
                };
                Ok(state.declared.iter().filter(is_wanted).copied().collect())
            }
            Wanted::References(references) => {
                let references = references.clone();
                drop(state);
                let (mut found, mut open) = (Vec::new(), Vec::new());
                for (key, value) in references {
                    match self.find_resource(&key.0, &key.1) {
                        Some(id) => found.push(id),
                        None => open.push((key, value)),
                    }
                }
                state = self.state.borrow_mut();
                for id in &found {
                    state.resource_mut(*id).is_virtual = false;
                }
                let collector = &mut state.collectors[number];
                collector.is_done = open.is_empty();
                collector.wanted = Wanted::References(open);
                found.retain(|id| !collector.collected.contains(id));
                Ok(found)
            }
        }
    }

    /// Overrides a resource as a collector does: with its attributes, and with the defaults of its scope.
    fn override_collected(
        &self,
        id: ResourceId,
        attributes: &[Attribute],
        place: Option<&SourcePosition>,
        scope: ScopeId,
        source: SourceId,
    ) -> Result<(), HostError> {
        let (ty, title, kind) = {
            let state = self.state.borrow();
            let resource = state.resource(id);
            (Arc::clone(&resource.ty), Arc::clone(&resource.title), resource.kind.clone())
        };
        let other = self.create(Declaration {
            ty,
            title,
            kind,
            attributes: attributes.to_vec(),
            place: place.cloned(),
            is_virtual: false,
            is_exported: false,
            scope,
            source,
        })?;
        let added = Override { attributes: other.attributes, source, place: place.cloned() };
        self.merge_override(id, &added)
    }

    /// The references that `realize` did not find, and where it is called.
    pub(super) fn unrealized(&self) -> Vec<(String, Option<SourcePosition>)> {
        let state = self.state.borrow();
        let missing = state.collectors.iter().flat_map(|collector| {
            let references = match &collector.wanted {
                Wanted::References(references) => references.as_slice(),
                _ => &[],
            };
            references.iter().map(|((ty, title), _)| (format!("{ty}[{title}]"), collector.place.clone()))
        });
        missing.collect()
    }
}
