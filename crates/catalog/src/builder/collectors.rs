//! Collectors: queries that realize virtual resources and override them, and `realize`.
//!
//! Invariants: a collector collects a resource once; the values of its query are evaluated together with the collector,
//! but its resources are searched later, and again until no collector finds new ones.

use super::Builder;
use super::exported::{ExportedResource, is_same_data};
use super::overrides::{Override, with_position};
use super::resource::{ATTRIBUTE_BYTES, Attribute, Declaration, Origin};
use super::state::{ResourceId, ResourceKey, ScopeId, SourceId, SourcePosition, State};
use crate::environment::capitalized;
use modelwright_evaluation::evaluate::{Budget, Class, Evaluation, HostError, Object, Value};
use modelwright_language::language::expression::{Binary, Expr, ExprId, Expressions};
use modelwright_metamodel::diagnostic::codes;
use rustc_hash::FxHashSet;
use std::sync::{Arc, LazyLock};

/// How many resources a collector tests in one step of the budget.
const RESOURCES_PER_STEP: usize = 8;

/// The query of a collector.
#[derive(Debug)]
enum Query {
    And(Box<Query>, Box<Query>),
    Or(Box<Query>, Box<Query>),
    Equal(Arc<str>, Value),
    NotEqual(Arc<str>, Value),
    /// The resource has one of the tags. The flag is whether the query compares with a string, not with an array.
    Tagged(Vec<Arc<str>>, bool),
}

impl Query {
    /// Whether a query of PuppetDB finds an exported resource. Unlike a query of the catalog, it compares texts with
    /// the case of their letters, does not search the elements of arrays, and never finds a parameter that is undef.
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
            // A resource has several tags, none of which may be the compared one.
            Self::NotEqual(name, wanted) if **name == *"tag" => {
                let tag = wanted.to_text().to_lowercase();
                !resource.tags.iter().any(|known| **known == *tag)
            }
            Self::NotEqual(name, wanted) => !Self::Equal(Arc::clone(name), wanted.clone()).finds(resource),
        }
    }

    /// Rejects queries that PuppetDB cannot answer: `==` with several tags, and `!=` with a tag that is not a string.
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
                Err(HostError::new("a query of exported resources must compare `tag` with a single string"))
            }
        }
    }
}

/// The resources that a collector collects.
#[derive(Debug)]
enum Selection {
    /// The resources of a type that satisfy a query.
    Query(Arc<str>, Option<Query>),
    /// Resources by their references.
    References(Vec<(ResourceKey, Value)>),
    /// The exported resources of a type that satisfy a query, of this node and of other nodes. The flag is whether the
    /// resources of the other nodes were added to the catalog.
    Exported(Arc<str>, Option<Query>, bool),
    /// Nothing, because no exported resources are known.
    Nothing,
}

/// A collector.
#[derive(Debug)]
pub(crate) struct Collector {
    selection: Selection,
    attributes: Vec<Attribute>,
    place: Option<SourcePosition>,
    scope: ScopeId,
    source: SourceId,
    collected: FxHashSet<ResourceId>,
    /// The collected resources, in order.
    pub(super) list: Vec<ResourceId>,
    /// Whether the resources of all references were found. A collector with a query is never finished, because
    /// overrides may change which resources satisfy the query.
    is_finished: bool,
    /// The operands before the collector in a chain of relationships, which are used instead if nothing is collected.
    pub(super) alternative: Vec<super::relations::Operand>,
}

static COLLECTOR: LazyLock<Arc<Class>> = LazyLock::new(|| {
    Arc::new(Class { name: Arc::from("Collector"), id: u32::MAX, ancestors: vec![u32::MAX] })
});

/// The number of a collector, if the value is one.
pub(super) fn collector_of(value: &Value) -> Option<usize> {
    match value {
        Value::Object(object) if Arc::ptr_eq(&object.class, &COLLECTOR) => {
            usize::try_from(object.identity).ok()
        }
        _ => None,
    }
}

/// Whether an element of an array matches the operand of `==`. As in Puppet, elements may be patterns for texts.
fn is_match(element: &Value, wanted: &Value) -> bool {
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
    /// Adds the names of the parameters that the query compares.
    fn add_parameter_names<'q>(&'q self, names: &mut Vec<&'q str>) {
        match self {
            Self::And(left, right) | Self::Or(left, right) => {
                left.add_parameter_names(names);
                right.add_parameter_names(names);
            }
            Self::Equal(name, _) | Self::NotEqual(name, _) => names.push(name),
            Self::Tagged(..) => {}
        }
    }
}

impl State {
    /// Checks that all resources of a type have known values for the parameters that a query compares.
    fn check_known(&self, ty: &str, query: Option<&Query>) -> Result<(), HostError> {
        let mut names = Vec::new();
        if let Some(query) = query {
            query.add_parameter_names(&mut names);
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

    /// The resources of a type that satisfy the query of a collector, without those that it has collected before.
    fn find_uncollected(
        &self,
        number: usize,
        ty: &str,
        query: Option<&Query>,
        only_exported: bool,
        budget: &mut Budget,
    ) -> Result<Vec<ResourceId>, HostError> {
        budget.charge(self.declared.len() / RESOURCES_PER_STEP + 1, 0)?;
        let collector = &self.collectors[number];
        self.check_known(ty, query).map_err(|error| with_position(error, collector.place.as_ref()))?;
        let is_wanted = |id: &&ResourceId| {
            let resource = self.resource(**id);
            *resource.ty == *ty
                && (resource.is_exported || !only_exported)
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
                    Some(Value::Array(items)) => items.iter().any(|element| is_match(element, wanted)),
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
        let selection = match (exported, self.fleet) {
            (false, _) => Selection::Query(ty, query),
            (true, None) => Selection::Nothing,
            (true, Some(_)) => {
                let mut state = self.state.borrow_mut();
                if !state.queried.contains(&ty) {
                    state.queried.push(Arc::clone(&ty));
                }
                let is_complete = false;
                Selection::Exported(ty, query, is_complete)
            }
        };
        Ok(self.add_collector(selection, attributes, Some(place)))
    }

    /// Realizes resources by their references.
    pub(crate) fn realize(&self, references: Vec<(ResourceKey, Value)>, place: SourcePosition) -> Value {
        self.add_collector(Selection::References(references), Vec::new(), Some(place))
    }

    /// Adds a collector, which is run later, and returns the value of its expression.
    fn add_collector(
        &self,
        selection: Selection,
        attributes: Vec<Attribute>,
        place: Option<SourcePosition>,
    ) -> Value {
        let scope = self.current.get();
        let mut state = self.state.borrow_mut();
        let source = state.scope(scope).source;
        let number = state.collectors.len();
        state.collectors.push(Collector {
            selection,
            attributes,
            place,
            scope,
            source,
            collected: FxHashSet::default(),
            list: Vec::new(),
            is_finished: false,
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
                let tags = match &wanted {
                    Value::Array(items) => &items[..],
                    single => std::slice::from_ref(single),
                };
                let tags = tags.iter().map(|tag| match tag {
                    Value::Integer(_) | Value::Float(_) => Err(HostError::new("a number is not a tag")),
                    tag => Ok(Arc::from(tag.to_text().to_lowercase())),
                });
                let is_single = matches!(wanted, Value::String(_));
                Ok(Query::Tagged(tags.collect::<Result<_, _>>()?, is_single))
            }
            _ => Err(HostError::new("a query compares attributes with `==` and `!=`")),
        }
    }

    /// Runs each collector once; returns whether one of them found resources that it had not collected before.
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
        let new_resources = self.find_new(number, budget)?;
        if new_resources.is_empty() {
            return Ok(false);
        }
        let (attributes, place, scope, source) = {
            let mut state = self.state.borrow_mut();
            for id in &new_resources {
                state.resource_mut(*id).is_virtual = false;
            }
            let collector = &state.collectors[number];
            let (attributes, place) = (collector.attributes.clone(), collector.place.clone());
            let (scope, source) = (collector.scope, collector.source);
            // As in Puppet, code whose collector overrides something may override anything from then on.
            if !attributes.is_empty() {
                state.overriding.insert(source);
            }
            (attributes, place, scope, source)
        };
        if !attributes.is_empty() {
            for id in &new_resources {
                budget.charge(attributes.len(), attributes.len() * ATTRIBUTE_BYTES)?;
                self.override_collected(*id, &attributes, place.as_ref(), scope, source)?;
            }
        }
        let mut state = self.state.borrow_mut();
        let collector = &mut state.collectors[number];
        collector.list.extend(&new_resources);
        collector.collected.extend(&new_resources);
        Ok(true)
    }

    /// The resources that the collector with a number finds and has not collected yet.
    ///
    /// A collector of references also realizes these resources; it is finished when all of them are declared. The first
    /// call for a collector of exported resources imports those of other nodes.
    fn find_new(&self, number: usize, budget: &mut Budget) -> Result<Vec<ResourceId>, HostError> {
        let mut state = self.state.borrow_mut();
        if state.collectors[number].is_finished {
            return Ok(Vec::new());
        }
        match &state.collectors[number].selection {
            Selection::Nothing => Ok(Vec::new()),
            Selection::Query(ty, query) => {
                let only_exported = false;
                state.find_uncollected(number, ty, query.as_ref(), only_exported, budget)
            }
            Selection::Exported(ty, query, is_complete) => {
                let only_exported = true;
                let mut new_resources =
                    state.find_uncollected(number, ty, query.as_ref(), only_exported, budget)?;
                if !is_complete {
                    let exported = self.find_exported(ty, query.as_ref(), budget)?;
                    let origin = (state.collectors[number].scope, state.collectors[number].source);
                    drop(state);
                    new_resources.extend(self.import(&exported, origin, budget)?);
                    state = self.state.borrow_mut();
                    // The answer of the database stays the same while a catalog is built.
                    if let Selection::Exported(_, _, is_complete) = &mut state.collectors[number].selection {
                        *is_complete = true;
                    }
                }
                Ok(new_resources)
            }
            Selection::References(references) => {
                let references = references.clone();
                drop(state);
                let (mut new_resources, mut missing) = (Vec::new(), Vec::new());
                for (key, value) in references {
                    match self.find_resource(&key.0, &key.1) {
                        Some(id) => new_resources.push(id),
                        None => missing.push((key, value)),
                    }
                }
                state = self.state.borrow_mut();
                for id in &new_resources {
                    state.resource_mut(*id).is_virtual = false;
                }
                let collector = &mut state.collectors[number];
                collector.is_finished = missing.is_empty();
                collector.selection = Selection::References(missing);
                new_resources.retain(|id| !collector.collected.contains(id));
                Ok(new_resources)
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
        let mut matches = Vec::new();
        for exported in self.fleet.into_iter().flat_map(|fleet| fleet.of_others(ty, &self.node.name)) {
            budget.charge(1, 0)?;
            if query.is_none_or(|query| query.finds(exported)) {
                matches.push(Arc::clone(exported));
            }
        }
        Ok(matches)
    }

    /// Overrides a resource with the attributes of a collector and the defaults of the scope of the collector.
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
        // This resource does not become part of the catalog. It only contains what overrides the collected one: the
        // attributes of the collector, and the defaults of the scope for other attributes.
        let overriding = self.create(Declaration {
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
        let collector_override =
            Override { attributes: overriding.attributes, source, place: place.cloned() };
        self.merge_override(id, &collector_override)
    }

    /// The references of `realize` that no resource has, with the positions of the calls.
    pub(super) fn unrealized(&self) -> Vec<(String, Option<SourcePosition>)> {
        let state = self.state.borrow();
        let missing_references = state.collectors.iter().flat_map(|collector| {
            let references = match &collector.selection {
                Selection::References(references) => references.as_slice(),
                _ => &[],
            };
            references.iter().map(|((ty, title), _)| (format!("{ty}[{title}]"), collector.place.clone()))
        });
        missing_references.collect()
    }
}
