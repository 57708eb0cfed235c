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

/// The bytes counted for each resource of a result, which shares its parameters with the catalog.
const BYTES_OF_RESULT: usize = 16;

/// A resource of another node that an answer uses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The node whose catalog contains the resource.
    pub source: String,
    /// The resource.
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

    /// The name of the node, from its certificate, its FQDN, or the value of the category `node`.
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
        let found = self.find_resources(&prepared, budget).map_err(|error| {
            let problem = Diagnostic::from(error);
            // A limit that is exceeded keeps its own code, because the query itself is not wrong.
            if problem.code == codes::LIMIT {
                return Box::new(problem);
            }
            self.query_problem(query, &problem.message, problem.help.as_deref().unwrap_or_default())
        })?;
        let selected = match (query.select, query.is_single, found.as_slice()) {
            (Some(select), ..) => {
                Some(self.composition.programs.run(select, host, budget, &[values(&found)])?)
            }
            (None, false, _) => Some(values(&found)),
            (None, true, []) => None,
            (None, true, [one]) => Some(Value::Hash(Arc::clone(&one.value))),
            (None, true, [first, second, ..]) => {
                let count = found.len();
                let message = format!(
                    "{count} resources match, but parameters need one: {0}[{1}] of {2}, {0}[{3}] of {4}",
                    first.kind, first.title, first.node, second.title, second.node
                );
                let help = "narrow the query, or select one with `select_result`";
                return Err(self.query_problem(query, &message, help));
            }
        };
        self.record(selected.as_ref(), &found);
        Ok(selected)
    }

    /// The result of a query in an expression. All resources in it count as used, because it is not known which of them
    /// the expression uses.
    pub(super) fn query_in_expression(
        &self,
        query: &ResourceQuery,
        budget: &mut Budget,
    ) -> HostAnswer<Value> {
        let found = self.find_resources(query, budget)?;
        let all = values(&found);
        self.record(Some(&all), &found);
        Ok(Some(all))
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
        // All comparisons are counted for every resource, even if the first of them already fails.
        let cost = 1 + test.as_ref().map_or(0, PreparedTest::size);
        let mut found: Vec<&Resource> = Vec::new();
        for resource in catalogs.of_type(kind, self.node_name()) {
            let is_match = test.as_ref().is_none_or(|test| test.holds(resource));
            let size = if is_match { BYTES_OF_RESULT } else { 0 };
            budget.charge(cost, size)?;
            if is_match {
                found.push(resource);
            }
        }
        Ok(found)
    }

    /// Records the resources that a result uses: those in the selected value, or all resources of the result if the
    /// selecting function returned something else.
    fn record(&self, selected: Option<&Value>, found: &[&Resource]) {
        // Results share the hashes of the catalogs, so a selected resource is recognised by the address of its hash.
        let hashes: FxHashSet<*const Hash> = match selected {
            Some(Value::Array(items)) => items.iter().filter_map(address).collect(),
            one => one.and_then(address).into_iter().collect(),
        };
        let mut chosen: Vec<&Resource> = found.to_vec();
        chosen.retain(|resource| hashes.contains(&Arc::as_ptr(&resource.value)));
        let used = if chosen.is_empty() && selected.is_some() { found } else { &chosen };
        let key = self.open.borrow().last().map_or(String::new(), |open| self.composition.show_key(open.0));
        self.queries.edges.borrow_mut().extend(used.iter().map(|resource| Edge {
            source: resource.node.to_string(),
            resource: format!("{}[{}]", resource.kind, resource.title),
            target: self.node_name().to_owned(),
            key: key.clone(),
        }));
    }

    /// The problem of a query.
    fn query_problem(&self, query: &Query, message: &str, help: &str) -> Box<Diagnostic> {
        let places = [(query.place, "")];
        let code = codes::BINDINGS_PRODUCER;
        let problem = self.composition.sources.problem(code, Severity::Error, message, &places);
        Box::new(problem.help(help))
    }
}

/// The parameters of resources.
fn values(found: &[&Resource]) -> Value {
    Value::array(found.iter().map(|resource| Value::Hash(Arc::clone(&resource.value))).collect())
}

/// A test of resources whose operands are prepared.
enum PreparedTest<'q> {
    And(Box<(PreparedTest<'q>, PreparedTest<'q>)>),
    Or(Box<(PreparedTest<'q>, PreparedTest<'q>)>),
    Not(Box<PreparedTest<'q>>),
    Compare(&'q str, Binary, Operand),
}

impl<'q> PreparedTest<'q> {
    fn new(test: &'q QueryTest) -> Result<Self, HostError> {
        Ok(match test {
            QueryTest::And(parts) => Self::And(Self::new_pair(parts)?),
            QueryTest::Or(parts) => Self::Or(Self::new_pair(parts)?),
            QueryTest::Not(inner) => Self::Not(Box::new(Self::new(inner)?)),
            QueryTest::Compare(name, operator, value) => {
                let operand = Operand::new(*operator, value.clone()).map_err(|message| {
                    HostError::new(message).with_help("write a regular expression: name ~= /…/")
                })?;
                Self::Compare(name, *operator, operand)
            }
        })
    }

    fn new_pair(parts: &'q (QueryTest, QueryTest)) -> Result<Box<(Self, Self)>, HostError> {
        Ok(Box::new((Self::new(&parts.0)?, Self::new(&parts.1)?)))
    }

    /// Whether a resource passes the test.
    fn holds(&self, resource: &Resource) -> bool {
        match self {
            Self::And(both) => both.0.holds(resource) && both.1.holds(resource),
            Self::Or(both) => both.0.holds(resource) || both.1.holds(resource),
            Self::Not(inner) => !inner.holds(resource),
            Self::Compare(name, operator, operand) => operand.compare(*operator, &resource.values(name)),
        }
    }

    /// The number of comparisons in the test.
    fn size(&self) -> usize {
        match self {
            Self::And(both) | Self::Or(both) => both.0.size() + both.1.size(),
            Self::Not(inner) => inner.size(),
            Self::Compare(..) => 1,
        }
    }
}

/// The value with which parameters are compared.
struct Operand {
    value: Value,
    /// The text of the value in lower case.
    folded: String,
    number: Option<f64>,
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

    /// Compares the values of a parameter. It is enough if one of several values passes, but for `!=` and `!~` none of
    /// them may be equal or match.
    fn compare(&self, operator: Binary, values: &[Value]) -> bool {
        match operator {
            Binary::Equal => self.is_equal(values),
            Binary::NotEqual => !self.is_equal(values),
            Binary::Match => self.matches(values),
            Binary::NoMatch => !self.matches(values),
            Binary::Less => self.any_order(values, Ordering::is_lt),
            Binary::LessOrEqual => self.any_order(values, Ordering::is_le),
            Binary::Greater => self.any_order(values, Ordering::is_gt),
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

    fn matches(&self, values: &[Value]) -> bool {
        let Some(pattern) = &self.pattern else { return false };
        values.iter().any(|value| pattern.is_match(&value.to_text()))
    }

    /// Whether the order of some value relative to the operand passes the test. Numbers are compared as numbers, all
    /// others as texts.
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
