//! Functions of manifests that the language itself lacks: those that read or change the catalog (the registry is here),
//! and in [`stdlib`] those of values.
//!
//! Invariant: a function does nothing but evaluate, declare resources and log; nothing is run, and no file is read.

mod data;
mod defined;
mod inclusion;
mod logging;
mod modules;
mod privacy;
mod resources;
pub mod stdlib;
mod tags;

use crate::builder::Builder;
use crate::templates;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, HostError, Value};
use std::fmt;

/// The value of a function, or why there is none.
pub(crate) type Answer = Result<Value, HostError>;

type Body = fn(&Builder<'_>, &HostCall<'_>, &mut dyn Evaluation) -> Answer;

/// A function that reads or changes the catalog.
pub(crate) struct CatalogFunction {
    pub(crate) name: &'static str,
    min: usize,
    max: usize,
    has_lambda: bool,
    /// The module that supplies it in Ruby.
    pub(crate) module: Option<&'static str>,
    pub(crate) run: Body,
}

impl fmt::Debug for CatalogFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

const fn function(name: &'static str, min: usize, max: usize, run: Body) -> CatalogFunction {
    CatalogFunction { name, min, max, has_lambda: false, module: None, run }
}

const fn stdlib_function(name: &'static str, min: usize, max: usize, run: Body) -> CatalogFunction {
    module_function("stdlib", name, min, max, run)
}

/// A function that a module supplies in Ruby, with the same meaning here.
const fn module_function(
    module: &'static str,
    name: &'static str,
    min: usize,
    max: usize,
    run: Body,
) -> CatalogFunction {
    CatalogFunction { name, min, max, has_lambda: false, module: Some(module), run }
}

const fn with_lambda(name: &'static str, min: usize, max: usize, run: Body) -> CatalogFunction {
    CatalogFunction { name, min, max, has_lambda: true, module: None, run }
}

/// No upper limit for the number of arguments.
const MANY: usize = usize::MAX;

// The registry of functions, sorted by name.
static FUNCTIONS: &[CatalogFunction] = &[
    function("alert", 0, MANY, logging::alert),
    module_function("apache", "apache::bool2httpd", 1, 1, modules::bool2httpd),
    stdlib_function("assert_private", 0, 1, privacy::assert_private),
    function("contain", 1, MANY, inclusion::contain),
    function("create_resources", 2, 3, resources::create_resources),
    function("crit", 0, MANY, logging::crit),
    function("debug", 0, MANY, logging::debug),
    function("defined", 1, MANY, defined::defined),
    stdlib_function("defined_with_params", 1, 2, resources::defined_with_params),
    function("emerg", 0, MANY, logging::emerg),
    stdlib_function("ensure_packages", 1, 2, resources::ensure_packages),
    stdlib_function("ensure_resource", 2, 3, resources::ensure_resource),
    stdlib_function("ensure_resources", 2, 3, resources::ensure_resources),
    function("epp", 1, 2, templates::epp),
    function("err", 0, MANY, logging::err),
    stdlib_function("getparam", 2, 2, resources::getparam),
    with_lambda("hiera", 1, 3, data::hiera),
    with_lambda("hiera_array", 1, 3, data::hiera_array),
    with_lambda("hiera_hash", 1, 3, data::hiera_hash),
    with_lambda("hiera_include", 1, 3, data::hiera_include),
    function("include", 1, MANY, inclusion::include),
    function("info", 0, MANY, logging::info),
    function("inline_epp", 1, 2, templates::inline_epp),
    function("inline_template", 1, MANY, templates::inline_template),
    module_function("openstacklib", "is_service_default", 1, 1, modules::is_service_default),
    function("notice", 0, MANY, logging::notice),
    function("realize", 1, MANY, defined::realize),
    function("require", 1, MANY, inclusion::require),
    function("tag", 1, MANY, tags::tag),
    function("tagged", 1, MANY, tags::tagged),
    function("template", 1, MANY, templates::template),
    function("warning", 0, MANY, logging::warning),
];

/// The function with a name.
pub(crate) fn find(name: &str) -> Option<&'static CatalogFunction> {
    let at = FUNCTIONS.binary_search_by(|function| function.name.cmp(name)).ok()?;
    Some(&FUNCTIONS[at])
}

impl CatalogFunction {
    /// Checks the number of arguments and the lambda of a call.
    pub(crate) fn check(&self, call: &HostCall<'_>) -> Result<(), HostError> {
        // Functions rely on this check: they index their required arguments.
        if !(self.min..=self.max).contains(&call.arguments.len()) {
            return Err(crate::builder::wrong_count(self.name, self.min, self.max, call.arguments.len()));
        }
        if call.lambda.is_some() && !self.has_lambda {
            return Err(HostError::new(format!("`{}` cannot have a lambda", self.name)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_registry_is_sorted() {
        let names: Vec<_> = super::FUNCTIONS.iter().map(|function| function.name).collect();
        assert!(names.is_sorted(), "{names:?}");
    }
}
