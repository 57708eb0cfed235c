//! Collectors: queries that realize virtual resources and override them, and `realize`.
//!
//! Invariants: a collector collects a resource once; what it compares with is evaluated when the collector is, while
//! resources are searched later, and again until nothing new is found.

use super::Builder;
use super::exported::{ExportedResource, is_same_data};
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
    /// It has one of the tags; the flag is whether a single text was given.
    Tagged(Vec<Arc<str>>, bool),
}

impl Query {
    /// Whether PuppetDB finds an exported resource. Unlike in a catalog, the case of letters matters there, an element of
    /// an array is not enough, and nothing is undef.
    fn finds(&self, resource: &ExportedResource) -> bool {
        match self {
            Self::And(left, right) => left.finds(resource) && right.finds(resource),
            Self::Or(left, right) => left.finds(resource) || right.finds(resource),
            Self::Tagged(tags, _) => tags.iter().any(|tag| resource.tags.contains(tag)),
            Self::Equal(name, wanted) => match &**name {
                "title" => wanted.text() == Some(&*resource.title),
                name => resource
                    .parameter(name)
                    .is_some_and(|value| !matches!(value, Value::Undef) && is_same_data(value, wanted)),
            },
            Self::NotEqual(name, wanted) if **name == *"tag" => {
                let tag = wanted.to_text().to_lowercase();
                !resource.tags.iter().any(|known| **known == *tag)
            }
            Self::NotEqual(name, wanted) => !Self::Equal(Arc::clone(name), wanted.clone()).finds(resource),
        }
    }

    /// Checks what PuppetDB cannot search.
    fn check_exported(&self) -> Result<(), HostError> {
        match self {
            Self::And(left, right) | Self::Or(left, right) => {
                left.check_exported()?;
                right.check_exported()
            }
            Self::NotEqual(name, Value::String(_)) if **name == *"tag" => Ok(()),
            Self::NotEqual(name, _) if **name != *"tag" => Ok(()),
            Self::Equal(..) | Self::Tagged(_, true) => Ok(()),
            Self::NotEqual(..) | Self::Tagged(_, false) => {
                Err(HostError::new("a query of exported resources compares `tag` with one text"))
            }
        }
    }
}

/// What a collector collects.
#[derive(Debug)]
enum Wanted {
    /// The resources of a type that satisfy a query.
    Query(Arc<str>, Option<Query>),
    /// Resources by their references.
    References(Vec<(Key, Value)>),
    /// The exported resources of a type that satisfy a query, of this node and of others. The flag is whether those of
    /// others were added to the catalog.
    Exported(Arc<str>, Option<Query>, bool),
    /// Nothing, because no exported resources are known.
    Nothing,
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

/// Whether an element of an array matches the operand of `==`. As in Puppet, elements may be patterns for texts.
fn matches(element: &Value, wanted: &Value) -> bool {
    match (element, wanted) {
        (Value::Default, Value::String(_)) => true,
        (Value::Regexp(regex), Value::String(text)) => regex.is_match(text),
        _ => element.is_equal(wanted),
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
            Self::Tagged(..) => {}
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

    /// The resources of a type that satisfy the query of a collector, which has not collected them yet.
    fn find_uncollected(
        &self,
        number: usize,
        ty: &str,
        query: Option<&Query>,
        is_exported: bool,
        budget: &mut Budget,
    ) -> Result<Vec<ResourceId>, HostError> {
        budget.charge(self.declared.len() / 8 + 1, 0)?;
        let collector = &self.collectors[number];
        self.check_known(ty, query).map_err(|error| at(error, collector.place.as_ref()))?;
        let is_wanted = |id: &&ResourceId| {
            let resource = self.resource(**id);
            *resource.ty == *ty
                && (resource.is_exported || !is_exported)
                && !collector.collected.contains(id)
                && query.is_none_or(|query| self.satisfies(**id, query))
        };
        Ok(self.declared.iter().filter(is_wanted).copied().collect())
    }

    /// Whether a resource meets the condition of a collector.
    fn satisfies(&self, id: ResourceId, query: &Query) -> bool {
        match query {
            Query::And(left, right) => self.satisfies(id, left) && self.satisfies(id, right),
            Query::Or(left, right) => self.satisfies(id, left) || self.satisfies(id, right),
            Query::Tagged(tags, _) => self.is_tagged(id, tags),
            Query::Equal(name, wanted) => {
                let resource = self.resource(id);
                if **name == *"title" {
                    return Value::string(&resource.title).is_equal(wanted);
                }
                match resource.parameter(name) {
                    Some(Value::Array(items)) => items.iter().any(|element| matches(element, wanted)),
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
        if exported && self.fleet.is_none() {
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
        let ty: Arc<str> = Arc::from(capitalized(name.strip_prefix("::").unwrap_or(&name)));
        let wanted = match (exported, self.fleet) {
            (false, _) => Wanted::Query(ty, query),
            (true, None) => Wanted::Nothing,
            (true, Some(_)) => {
                let mut state = self.state.borrow_mut();
                if !state.queried.contains(&ty) {
                    state.queried.push(Arc::clone(&ty));
                }
                Wanted::Exported(ty, query, false)
            }
        };
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

    /// Reads the condition of a collector, whose values are evaluated now.
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
                Ok(Query::Tagged(tags.collect::<Result<_, _>>()?, matches!(wanted, Value::String(_))))
            }
            _ => Err(HostError::new("a query compares attributes with `==` and `!=`")),
        }
    }

    /// Collects with all collectors once; returns whether something new was found.
    pub(super) fn run_collectors(&self, budget: &mut Budget) -> Result<bool, HostError> {
        let count = self.state.borrow().collectors.len();
        let mut is_found = false;
        for number in 0..count {
            is_found |= self.run_collector(number, budget)?;
        }
        Ok(is_found)
    }

    /// Realizes and overrides the resources that a collector matches for the first time; returns whether there are any.
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
            Wanted::Nothing => Ok(Vec::new()),
            Wanted::Query(ty, query) => state.find_uncollected(number, ty, query.as_ref(), false, budget),
            Wanted::Exported(ty, query, is_complete) => {
                let mut found = state.find_uncollected(number, ty, query.as_ref(), true, budget)?;
                if !is_complete {
                    let exported = self.find_exported(ty, query.as_ref(), budget)?;
                    let origin = (state.collectors[number].scope, state.collectors[number].source);
                    drop(state);
                    found.extend(self.import(&exported, origin, budget)?);
                    state = self.state.borrow_mut();
                    // The answer of the database stays the same while a catalog is built.
                    if let Wanted::Exported(_, _, is_complete) = &mut state.collectors[number].wanted {
                        *is_complete = true;
                    }
                }
                Ok(found)
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

    /// The exported resources of other nodes that a query finds.
    fn find_exported(
        &self,
        ty: &str,
        query: Option<&Query>,
        budget: &mut Budget,
    ) -> Result<Vec<Arc<ExportedResource>>, HostError> {
        query.map_or(Ok(()), Query::check_exported)?;
        let mut found = Vec::new();
        for exported in self.fleet.into_iter().flat_map(|fleet| fleet.of_others(ty, &self.node.name)) {
            budget.charge(1, 0)?;
            if query.is_none_or(|query| query.finds(exported)) {
                found.push(Arc::clone(exported));
            }
        }
        Ok(found)
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
