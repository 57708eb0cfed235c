//! Resolves the names of programs while they are prepared: variables, types and functions.
//!
//! Invariant: a name resolves to the same number for all nodes, so that the prepared programs are valid for all of
//! them.

use super::{Environment, HostFunction};
use crate::functions::{self, ForeignFunction, stdlib};
use modelwright_evaluation::evaluate::{Budget, Host, HostAnswer, HostError, Type, Value, function_names};
use modelwright_metamodel::diagnostic::codes;
use std::sync::Arc;

/// Prepares programs of an environment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Preparation<'e>(pub(crate) &'e Environment);

/// Functions of the language of logic that Puppet does not have.
const NOT_IN_PUPPET: [&str; 4] = ["collect", "inject", "select", "type_of"];

/// Functions of Puppet and of PuppetDB that are not supported.
const NOT_SUPPORTED: [&str; 9] = [
    "annotate",
    "binary_file",
    "call",
    "eyaml_lookup_key",
    "generate",
    "hocon_data",
    "import",
    "json_data",
    "puppetdb_query",
];

/// Functions of the evaluator that are part of the module stdlib.
const OF_STDLIB: [&str; 8] =
    ["concat", "deep_merge", "difference", "is_a", "merge", "range", "type_of", "values_at"];

impl Host for Preparation<'_> {
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32> {
        Ok(Some(self.0.number(name)))
    }

    fn read_variable(&self, _: u32, _: &mut Budget) -> Result<Value, HostError> {
        // Nothing is read while a program is prepared.
        Ok(Value::Undef)
    }

    fn is_settable(&self, _: u32) -> bool {
        true
    }

    fn is_settable_in_lambda(&self, _: u32) -> bool {
        false
    }

    fn has_statements(&self) -> bool {
        true
    }

    fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        self.0.resolve_type(name)
    }

    fn resolve_function(&self, name: &str) -> HostAnswer<u32> {
        self.0.resolve_function(name)
    }
}

impl Environment {
    /// The type of an alias, or of a resource type.
    pub(crate) fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        let plain_name = name.strip_prefix("::").unwrap_or(name);
        if plain_name == "Deferred" {
            return Ok(Some(Type::deferred()));
        }
        let lower = plain_name.to_lowercase();
        // As in Puppet, a resource type precedes an alias with its name that a module declares.
        let declaration = self.aliases.declaration(plain_name);
        let is_of_main_manifest = declaration.is_some_and(|(expressions, _)| self.is_main(expressions));
        if !is_of_main_manifest && self.is_resource_type(&lower)? {
            return Ok(Some(Type::resource_reference(&super::capitalized(&lower), None)));
        }
        if let Some(alias) = self.aliases.resolve(plain_name) {
            return Ok(Some(alias));
        }
        if self.aliases.names().any(|known| known.eq_ignore_ascii_case(plain_name)) {
            // For example, the alias contains a regular expression that only Ruby can match.
            let message = format!("the type `{plain_name}` cannot be evaluated");
            return Err(HostError::new(message).with_code(codes::CATALOG_UNSUPPORTED));
        }
        Ok(None)
    }

    /// Whether a name in lower case is that of a resource type.
    fn is_resource_type(&self, name: &str) -> Result<bool, HostError> {
        Ok(self.native(name).is_some() || self.define(name).map_err(HostError::caused_by)?.is_some())
    }

    /// The number of a function of Puppet, of a module or of the environment; `None` for a function of the evaluator.
    ///
    /// # Errors
    /// If there is no such function, or a manifest that may define it is invalid.
    pub(crate) fn resolve_function(&self, name: &str) -> HostAnswer<u32> {
        if let Some(number) = self.names().known_function(name) {
            return Ok(Some(number));
        }
        let register = |function| Ok(Some(self.names().function(name, function)));
        let has_stdlib = self.module("stdlib").is_some();
        let is_installed = |module: Option<&str>| module.is_none_or(|module| self.module(module).is_some());
        if let Some(function) = functions::find(name).filter(|function| is_installed(function.module)) {
            return register(HostFunction::Catalog(function));
        }
        // Functions of `stdlib` come before those of the evaluator, which accept more arguments under the same names.
        if let Some(function) = stdlib::find(name)
            && (has_stdlib || function.origin == stdlib::Origin::Puppet)
        {
            return register(HostFunction::Pure(function));
        }
        let is_of_evaluator = function_names().any(|known| known == name) && !NOT_IN_PUPPET.contains(&name);
        if is_of_evaluator && (has_stdlib || !OF_STDLIB.contains(&name)) {
            return Ok(None);
        }
        if let Some(function) = self.function(name).map_err(HostError::caused_by)? {
            return register(HostFunction::Language(function));
        }
        register(HostFunction::Foreign(Arc::new(self.foreign_function(name)?)))
    }

    /// A function that is written in Ruby or not supported, with the reason why it is not called.
    ///
    /// # Errors
    /// If there is no such function.
    fn foreign_function(&self, name: &str) -> Result<ForeignFunction, HostError> {
        let path = name.replace("::", "/");
        let is_plain = path.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'/'));
        // The directories of functions since Puppet 4, and of earlier ones.
        let candidates = self.modules.values().flat_map(|module| {
            let puppet_4_path = module.join("lib/puppet/functions").join(format!("{path}.rb"));
            [puppet_4_path, module.join("lib/puppet/parser/functions").join(format!("{path}.rb"))]
        });
        let is_in_ruby = candidates.into_iter().any(|file| is_plain && self.access.files.is_file(&file));
        let reason = if is_in_ruby {
            format!("the function `{name}` is written in Ruby, which is not run")
        } else if NOT_SUPPORTED.contains(&name) {
            format!("the function `{name}` is not supported when catalogs are built")
        } else {
            let error = HostError::new(format!("there is no function `{name}`"));
            return Err(error.with_code(codes::CATALOG_MISSING));
        };
        Ok(ForeignFunction { name: name.to_owned(), reason })
    }
}
