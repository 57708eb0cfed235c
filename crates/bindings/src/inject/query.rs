//! Runs resource queries for a node, and records the resources of other nodes that the answers use as edges.

use super::host::NodeHost;
use super::{Injector, LookupResult};
use crate::compose::Query;
use crate::query::{Catalogs, Resource};
use crate::values::{excerpt, part};
use modelwright_evaluation::evaluate::{
    Budget, Hash, HostAnswer, HostError, QueryTest, Regex, ResourceQuery, Value,
};
use modelwright_language::language::expression::Binary;
use modelwright_metamodel::diagnostic::{Diagnostic, Severity, codes};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The bytes that count against the budget for each resource of a result, which shares its parameters with the catalog.
const BYTES_OF_RESULT: usize = 16;

/// A resource of another node that an answer uses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The node whose catalog contains the resource.
    pub source: String,
    /// The resource, as a reference such as `File[motd]`.
    pub resource: String,
    /// The node of the lookup.
    pub target: String,
    /// The key whose value is looked up.
    pub key: String,
}

/// The catalogs that queries search, and the edges of the answers so far.
#[derive(Debug, Default)]
pub(super) struct Queries {
    catalogs: Option<Arc<Catalogs>>,
    edges: RefCell<BTreeSet<Edge>>,
}

impl Injector {
    /// Sets the catalogs that queries search.
    #[must_use]
    pub fn with_catalogs(mut self, catalogs: Arc<Catalogs>) -> Self {
        self.queries.catalogs = Some(catalogs);
        self
    }

    /// The edges of all answers so far, sorted.
    #[must_use]
    pub fn edges(&self) -> Vec<Edge> {
        self.queries.edges.borrow().iter().cloned().collect()
    }

    /// The name of the node, from its certificate, its FQDN, or the value of the category `node`; empty if all of these
    /// are missing.
    pub(crate) fn node_name(&self) -> &str {
        // The name in the certificate comes first, because catalogs have this name; `fqdn` may differ from it.
        const PATHS: [&[&str]; 5] =
            [&["clientcert"], &["certname"], &["trusted", "certname"], &["fqdn"], &["networking", "fqdn"]];
        let fact = PATHS.iter().find_map(|path| part(self.facts.variable(path[0]), &path[1..])?.text());
        fact.or_else(|| self.category("node")).unwrap_or_default()
    }

    /// The result of a query that is used as a producer.
    pub(super) fn query(&self, query: &Query, host: &NodeHost<'_>, budget: &mut Budget) -> LookupResult {
        let prepared = self.composition.programs.query(query.program, host, budget)?;
        let resources = self.find_resources(&prepared, budget).map_err(|error| {
            let problem = Diagnostic::from(error);
            // A limit that is exceeded keeps its own code, because the query itself is not wrong.
            if problem.code == codes::LIMIT {
                return Box::new(problem);
            }
            self.query_problem(query, &problem.message, problem.help.as_deref().unwrap_or_default())
        })?;
        let selected = match (query.select, query.is_single, resources.as_slice()) {
            (Some(select), ..) => {
                Some(self.composition.programs.run(select, host, budget, &[values(&resources)])?)
            }
            (None, false, _) => Some(values(&resources)),
            (None, true, []) => None,
            (None, true, [resource]) => Some(Value::Hash(Arc::clone(&resource.value))),
            (None, true, [first, second, ..]) => {
                let count = resources.len();
                let message = format!(
                    "{count} resources match, but parameters need one: {0}[{1}] of {2}, {0}[{3}] of {4}",
                    first.kind, first.title, first.node, second.title, second.node
                );
                let help = "narrow the query, or select one with `select_result`";
                return Err(self.query_problem(query, &message, help));
            }
        };
        self.record(selected.as_ref(), &resources);
        Ok(selected)
    }

    /// The result of a query in an expression. All resources in it count as used, because it is not known which of them
    /// the expression uses.
    pub(super) fn query_in_expression(
        &self,
        query: &ResourceQuery,
        budget: &mut Budget,
    ) -> HostAnswer<Value> {
        let resources = self.find_resources(query, budget)?;
        let parameters = values(&resources);
        self.record(Some(&parameters), &resources);
        Ok(Some(parameters))
    }

    /// The resources of other nodes that match a query.
    fn find_resources(
        &self,
        query: &ResourceQuery,
        budget: &mut Budget,
    ) -> Result<Vec<&Resource>, HostError> {
        let kind = &query.resource_type;
        let Some(catalogs) = &self.queries.catalogs else {
            let message = format!("a query of resources of type {kind} needs catalogs, and none are given");
            return Err(HostError::new(message).with_help("specify them: --catalogs FILE or DIR"));
        };
        let test = query.test.as_ref().map(PreparedTest::new).transpose()?;
        // All comparisons count for every resource, even if the first of them fails.
        let cost = 1 + test.as_ref().map_or(0, PreparedTest::size);
        let mut matches: Vec<&Resource> = Vec::new();
        for resource in catalogs.of_type(kind, self.node_name()) {
            let is_match = test.as_ref().is_none_or(|test| test.holds(resource));
            let size = if is_match { BYTES_OF_RESULT } else { 0 };
            budget.charge(cost, size)?;
            if is_match {
                matches.push(resource);
            }
        }
        Ok(matches)
    }

    /// Records the resources that an answer uses: the resources in the selected value, or all resources that were found
    /// if the selecting function returned another value.
    fn record(&self, selected: Option<&Value>, resources: &[&Resource]) {
        // Results share the hashes of the catalogs, so a selected resource is recognised by the address of its hash.
        let hashes: FxHashSet<*const Hash> = match selected {
            Some(Value::Array(items)) => items.iter().filter_map(address).collect(),
            value => value.and_then(address).into_iter().collect(),
        };
        let mut selected_resources: Vec<&Resource> = resources.to_vec();
        selected_resources.retain(|resource| hashes.contains(&Arc::as_ptr(&resource.value)));
        let used_resources =
            if selected_resources.is_empty() && selected.is_some() { resources } else { &selected_resources };
        let key = self
            .open_bindings
            .borrow()
            .last()
            .map_or(String::new(), |(key, ..)| self.composition.show_key(*key));
        self.queries.edges.borrow_mut().extend(used_resources.iter().map(|resource| Edge {
            source: resource.node.to_string(),
            resource: format!("{}[{}]", resource.kind, resource.title),
            target: self.node_name().to_owned(),
            key: key.clone(),
        }));
    }

    /// An error at the position of a query.
    fn query_problem(&self, query: &Query, message: &str, help: &str) -> Box<Diagnostic> {
        let places = [(query.place, "")];
        let code = codes::BINDINGS_PRODUCER;
        let problem = self.composition.sources.problem(code, Severity::Error, message, &places);
        Box::new(problem.help(help))
    }
}

/// An array with the parameters of each resource.
fn values(resources: &[&Resource]) -> Value {
    Value::array(resources.iter().map(|resource| Value::Hash(Arc::clone(&resource.value))).collect())
}

/// A test of resources whose operands are prepared.
enum PreparedTest<'q> {
    And(Box<(PreparedTest<'q>, PreparedTest<'q>)>),
    Or(Box<(PreparedTest<'q>, PreparedTest<'q>)>),
    Not(Box<PreparedTest<'q>>),
    Compare(&'q str, Binary, Operand),
}

impl<'q> PreparedTest<'q> {
    /// Prepares the operands of a test.
    fn new(test: &'q QueryTest) -> Result<Self, HostError> {
        Ok(match test {
            QueryTest::And(pair) => Self::And(Self::new_pair(pair)?),
            QueryTest::Or(pair) => Self::Or(Self::new_pair(pair)?),
            QueryTest::Not(negated) => Self::Not(Box::new(Self::new(negated)?)),
            QueryTest::Compare(name, operator, value) => {
                let operand = Operand::new(*operator, value.clone()).map_err(|message| {
                    HostError::new(message).with_help("write a regular expression: name ~= /…/")
                })?;
                Self::Compare(name, *operator, operand)
            }
        })
    }

    /// Prepares the operands of two tests.
    fn new_pair(pair: &'q (QueryTest, QueryTest)) -> Result<Box<(Self, Self)>, HostError> {
        Ok(Box::new((Self::new(&pair.0)?, Self::new(&pair.1)?)))
    }

    /// Whether a resource passes the test.
    fn holds(&self, resource: &Resource) -> bool {
        match self {
            Self::And(pair) => pair.0.holds(resource) && pair.1.holds(resource),
            Self::Or(pair) => pair.0.holds(resource) || pair.1.holds(resource),
            Self::Not(negated) => !negated.holds(resource),
            Self::Compare(name, operator, operand) => operand.compare(*operator, &resource.values(name)),
        }
    }

    /// The number of comparisons in the test.
    fn size(&self) -> usize {
        match self {
            Self::And(pair) | Self::Or(pair) => pair.0.size() + pair.1.size(),
            Self::Not(negated) => negated.size(),
            Self::Compare(..) => 1,
        }
    }
}

/// A value that parameters are compared with.
struct Operand {
    value: Value,
    /// The text of the value in lower case.
    folded: String,
    /// The number that the value represents.
    number: Option<f64>,
    /// The regular expression, if the operator matches patterns.
    pattern: Option<Arc<Regex>>,
}

impl Operand {
    /// Prepares a value for an operator. Fails if the operator matches patterns, but the value is not a pattern.
    fn new(operator: Binary, value: Value) -> Result<Self, String> {
        let pattern = match (operator, &value) {
            (Binary::Match | Binary::NoMatch, Value::Regexp(regex)) => Some(Arc::clone(regex)),
            (Binary::Match | Binary::NoMatch, Value::String(text)) => Some(Arc::new(Regex::new(text)?)),
            (Binary::Match | Binary::NoMatch, other) => {
                return Err(format!("a pattern must be a regular expression, but it is {}", excerpt(other)));
            }
            _ => None,
        };
        let (folded, number) = (lower_case_text(&value), number(&value));
        Ok(Self { value, folded, number, pattern })
    }

    /// Compares the values of a parameter. It is enough that one of several values passes, but for `!=` and `!~` none
    /// of them may be equal or match.
    fn compare(&self, operator: Binary, values: &[Value]) -> bool {
        match operator {
            Binary::Equal => self.is_equal(values),
            Binary::NotEqual => !self.is_equal(values),
            Binary::Match => self.matches(values),
            Binary::NoMatch => !self.matches(values),
            Binary::Less => self.any_order(values, Ordering::is_lt),
            Binary::LessOrEqual => self.any_order(values, Ordering::is_le),
            Binary::Greater => self.any_order(values, Ordering::is_gt),
            // The only remaining operator is `>=`.
            _ => self.any_order(values, Ordering::is_ge),
        }
    }

    /// Compares values as texts without regard to case, like the values of categories.
    fn is_equal(&self, values: &[Value]) -> bool {
        match &self.value {
            // A missing parameter has no values, and is equal to `undef`.
            Value::Undef => values.is_empty(),
            Value::Array(items) => {
                items.len() == values.len()
                    && items.iter().zip(values).all(|(a, b)| lower_case_text(a) == lower_case_text(b))
            }
            _ => values.iter().any(|value| lower_case_text(value) == self.folded),
        }
    }

    /// Whether one of the values matches the pattern.
    fn matches(&self, values: &[Value]) -> bool {
        let Some(pattern) = &self.pattern else { return false };
        values.iter().any(|value| pattern.is_match(&value.to_text()))
    }

    /// Whether the order of one of the values relative to the operand passes the test. Numbers are compared as numbers,
    /// all other values as texts.
    fn any_order(&self, values: &[Value], test: impl Fn(Ordering) -> bool) -> bool {
        // A number and a text have no order, so both `<` and `>` are false.
        let mut orders = values.iter().filter_map(|value| match (number(value), self.number) {
            (Some(a), Some(b)) => a.partial_cmp(&b),
            (None, None) => Some(lower_case_text(value).cmp(&self.folded)),
            _ => None,
        });
        orders.any(test)
    }
}

/// The address of a shared hash, which identifies it.
fn address(value: &Value) -> Option<*const Hash> {
    match value {
        Value::Hash(hash) => Some(Arc::as_ptr(hash)),
        _ => None,
    }
}

/// The text of a value in lower case.
fn lower_case_text(value: &Value) -> String {
    value.to_text().to_lowercase()
}

/// The number that a value represents; `None` if it represents none.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Array(_) | Value::Hash(_) | Value::Undef => None,
        // Catalogs may contain numbers as strings, so strings are parsed. Rust would parse `inf` and `nan` as well, but
        // in catalogs these are words.
        value => value.to_text().parse::<f64>().ok().filter(|number| number.is_finite()),
    }
}
