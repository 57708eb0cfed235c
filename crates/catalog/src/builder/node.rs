//! A node: its name, its facts, and the variables and classes from the server and a classifier.

use super::Builder;
use super::state::TOP;
use modelwright_evaluation::evaluate::{HostError, Value};
use modelwright_hiera::store::{self, to_evaluated};

/// A node for which a catalog is built.
#[derive(Debug, Clone)]
pub struct Node {
    /// The name of its certificate.
    pub name: String,
    /// The facts, by name.
    pub facts: Vec<(String, Value)>,
    /// The hash `$trusted` from its certificate; without one, it follows from the name.
    pub trusted: Option<Value>,
    /// The facts of the server.
    pub server_facts: Vec<(String, Value)>,
    /// Further variables of the top scope, from a classifier.
    pub variables: Vec<(String, Value)>,
    /// The classes that a classifier gives it, with their parameters.
    pub classes: Vec<(String, Vec<(String, Value)>)>,
}

impl Node {
    /// A node with facts.
    #[must_use]
    pub fn new(name: &str, facts: Vec<(String, Value)>) -> Self {
        let server_facts = vec![("serverversion".to_owned(), Value::string(SERVER_VERSION))];
        Self {
            name: name.to_owned(),
            facts,
            trusted: None,
            server_facts,
            variables: Vec::new(),
            classes: Vec::new(),
        }
    }

    /// A node with the variables of a file of facts. The facts may be at the top of the file or in its hash `facts`;
    /// `trusted` and `server_facts` are kept apart from them.
    #[must_use]
    pub fn from_variables(name: &str, variables: &store::Value) -> Self {
        let mut node = Self::new(name, Vec::new());
        let store::Value::Hash(variables) = variables else { return node };
        for (key, value) in variables {
            let Some(key) = key.as_text() else { continue };
            let value = to_evaluated(value);
            match (key.strip_prefix("::").unwrap_or(key), value) {
                ("trusted", value) => node.trusted = Some(value),
                ("server_facts", Value::Hash(facts)) => {
                    let facts = facts.pairs().iter();
                    node.server_facts = facts.map(|(name, value)| (name.to_text(), value.clone())).collect();
                }
                ("facts", Value::Hash(facts)) => {
                    let facts = facts.pairs().iter();
                    node.facts.extend(facts.map(|(name, value)| (name.to_text(), value.clone())));
                }
                // The variable `$environment` is the environment for which the catalog is built.
                ("environment", _) => {}
                (name, value) => node.facts.push((name.to_owned(), value)),
            }
        }
        node
    }

    /// The hash `$trusted`. An export of facts may contain only some of its keys, so the others follow from the name.
    fn trusted(&self) -> Value {
        let default = self.trusted_by_name();
        match (&self.trusted, default) {
            (Some(Value::Hash(given)), Value::Hash(default)) => {
                let missing_pairs = default.pairs().iter().filter(|(key, _)| given.get(key).is_none());
                Value::hash(given.pairs().iter().chain(missing_pairs).cloned())
            }
            (Some(other), _) => other.clone(),
            (None, default) => default,
        }
    }

    /// The hash `$trusted` of a node of which only the name is known.
    fn trusted_by_name(&self) -> Value {
        let (host, domain) = self.name.split_once('.').unwrap_or((&self.name, ""));
        let domain = if domain.is_empty() { Value::Undef } else { Value::string(domain) };
        Value::hash([
            text_entry("authenticated", "local"),
            text_entry("certname", &self.name),
            empty_entry("extensions"),
            text_entry("hostname", host),
            (Value::string("domain"), domain),
            empty_entry("external"),
        ])
    }
}

/// An entry of a hash with an empty hash.
fn empty_entry(name: &str) -> (Value, Value) {
    (Value::string(name), Value::hash([]))
}

/// An entry of a hash with a text.
fn text_entry(name: &str, value: &str) -> (Value, Value) {
    (Value::string(name), Value::string(value))
}

/// The version of Puppet whose catalogs are built.
const SERVER_VERSION: &str = "7.23.0";

impl Builder<'_> {
    /// Sets the variables of the top scope: facts, then those of the classifier and the server with other names.
    pub(super) fn set_node_variables(&self) -> Result<(), HostError> {
        let node = self.node;
        let environment = Value::string(self.environment.name());
        let variables = node.facts.iter().chain(&node.variables).chain(&node.server_facts);
        let mut names = rustc_hash::FxHashSet::default();
        for (name, value) in variables {
            if *name != "environment" && names.insert(name.as_str()) {
                // The variables of the main class are set before: Puppet rejects a fact called `title` as well.
                self.set_in(TOP, self.environment.number(name), value.clone()).map_err(|_| {
                    HostError::new(format!(
                        "a node cannot have a fact or variable called `{name}`: `${name}` is already set"
                    ))
                })?;
            }
        }
        self.set_in(TOP, self.environment.number("environment"), environment.clone())?;
        let mut server = node.server_facts.clone();
        server.push(("environment".to_owned(), environment));
        for (name, value) in
            [("trusted", node.trusted()), ("server_facts", hash_of(&server)), ("facts", hash_of(&node.facts))]
        {
            let number = self.environment.number(name);
            // Puppet reserves these names, so a fact with such a name has no effect.
            self.state.borrow_mut().scope_mut(TOP).variables.insert(number, value);
        }
        Ok(())
    }
}

/// A hash of named values.
fn hash_of(pairs: &[(String, Value)]) -> Value {
    Value::hash(pairs.iter().map(|(name, value)| (Value::string(name), value.clone())))
}
