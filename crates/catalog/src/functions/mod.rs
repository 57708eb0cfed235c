//! Functions of manifests that the evaluator itself does not provide: those that read or change the catalog, whose
//! registry is in this file, and in [`stdlib`] those that depend on their arguments only.
//!
//! Invariant: a function only evaluates, declares resources and logs; it runs no program and reads no file outside of
//! modules. A [`FunctionSource`] of the caller is the only exception.

mod data;
mod defined;
mod files;
mod foreign;
mod inclusion;
mod logging;
mod modules;
mod privacy;
mod resources;
mod source;
pub mod stdlib;
mod tags;
mod translate;

use crate::builder::Builder;
use crate::templates;
pub(crate) use foreign::{ForeignFunction, value_of_call};
use modelwright_evaluation::evaluate::{Evaluation, HostCall, HostError, Value};
pub use source::FunctionSource;
use std::fmt;
use std::sync::Arc;

/// The value of a function, or why there is none.
pub(crate) type Answer = Result<Value, HostError>;

/// The implementation of a function.
type Body = fn(&Builder<'_>, &HostCall<'_>, &mut dyn Evaluation) -> Answer;

/// A function that reads or changes the catalog.
#[derive(Clone, Copy)]
pub(crate) struct CatalogFunction {
    pub(crate) name: &'static str,
    min: usize,
    max: usize,
    has_lambda: bool,
    /// The module that supplies it in Ruby.
    pub(crate) module: Option<&'static str>,
    unknowns: Unknowns,
    run: Body,
}

/// How a function handles arguments that are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unknowns {
    /// The function fails, because its effect depends on them.
    Undecided,
    /// The value of the function is not known either.
    Passed,
    /// The function uses them like other values, and itself fails if it cannot.
    Accepted,
}

impl fmt::Debug for CatalogFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A function of Puppet itself, with the minimum and the maximum number of its arguments.
const fn function(name: &'static str, min: usize, max: usize, run: Body) -> CatalogFunction {
    CatalogFunction { name, min, max, has_lambda: false, module: None, unknowns: Unknowns::Undecided, run }
}

/// The same function, which accepts arguments that are not known.
const fn accepting_unknowns(function: CatalogFunction) -> CatalogFunction {
    CatalogFunction { unknowns: Unknowns::Accepted, ..function }
}

/// The same function, whose value is not known if an argument is not known.
const fn passing_unknowns(function: CatalogFunction) -> CatalogFunction {
    CatalogFunction { unknowns: Unknowns::Passed, ..function }
}

/// The entry of a function of `stdlib` that accepts `min` to `max` arguments.
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
    CatalogFunction { module: Some(module), ..function(name, min, max, run) }
}

/// A function of Puppet itself whose calls may have a lambda.
const fn with_lambda(name: &'static str, min: usize, max: usize, run: Body) -> CatalogFunction {
    CatalogFunction { has_lambda: true, ..function(name, min, max, run) }
}

/// No upper limit for the number of arguments.
const MANY: usize = usize::MAX;

// The registry of functions, sorted by name.
static FUNCTIONS: &[CatalogFunction] = &[
    accepting_unknowns(function("alert", 0, MANY, logging::alert)),
    passing_unknowns(module_function("apache", "apache::bool2httpd", 1, 1, modules::bool2httpd)),
    stdlib_function("assert_private", 0, 1, privacy::assert_private),
    function("contain", 1, MANY, inclusion::contain),
    accepting_unknowns(function("create_resources", 2, 3, resources::create_resources)),
    accepting_unknowns(function("crit", 0, MANY, logging::crit)),
    accepting_unknowns(function("debug", 0, MANY, logging::debug)),
    function("defined", 1, MANY, defined::defined),
    stdlib_function("defined_with_params", 1, 2, resources::defined_with_params),
    accepting_unknowns(function("emerg", 0, MANY, logging::emerg)),
    stdlib_function("ensure_packages", 1, 2, resources::ensure_packages),
    stdlib_function("ensure_resource", 2, 3, resources::ensure_resource),
    stdlib_function("ensure_resources", 2, 3, resources::ensure_resources),
    accepting_unknowns(function("epp", 1, 2, templates::epp)),
    accepting_unknowns(function("err", 0, MANY, logging::err)),
    passing_unknowns(function("file", 1, MANY, files::file)),
    passing_unknowns(function("find_file", 0, MANY, files::find_file)),
    passing_unknowns(function("find_template", 0, MANY, files::find_template)),
    stdlib_function("getparam", 2, 2, resources::getparam),
    accepting_unknowns(with_lambda("hiera", 1, 3, data::hiera)),
    accepting_unknowns(with_lambda("hiera_array", 1, 3, data::hiera_array)),
    accepting_unknowns(with_lambda("hiera_hash", 1, 3, data::hiera_hash)),
    accepting_unknowns(with_lambda("hiera_include", 1, 3, data::hiera_include)),
    function("include", 1, MANY, inclusion::include),
    accepting_unknowns(function("info", 0, MANY, logging::info)),
    accepting_unknowns(function("inline_epp", 1, 2, templates::inline_epp)),
    passing_unknowns(function("inline_template", 1, MANY, templates::inline_template)),
    passing_unknowns(module_function(
        "openstacklib",
        "is_service_default",
        1,
        1,
        modules::is_service_default,
    )),
    passing_unknowns(function("module_directory", 0, MANY, files::module_directory)),
    accepting_unknowns(function("notice", 0, MANY, logging::notice)),
    function("realize", 1, MANY, defined::realize),
    function("require", 1, MANY, inclusion::require),
    function("tag", 1, MANY, tags::tag),
    function("tagged", 1, MANY, tags::tagged),
    passing_unknowns(function("template", 1, MANY, templates::template)),
    passing_unknowns(module_function("translate", "translate", 1, 2, translate::translate)),
    accepting_unknowns(function("warning", 0, MANY, logging::warning)),
];

/// The function with a name.
pub(crate) fn find(name: &str) -> Option<&'static CatalogFunction> {
    let index = FUNCTIONS.binary_search_by(|function| function.name.cmp(name)).ok()?;
    Some(&FUNCTIONS[index])
}

impl CatalogFunction {
    /// Calls the function.
    pub(crate) fn call(
        &self,
        builder: &Builder<'_>,
        call: &HostCall<'_>,
        run: &mut dyn Evaluation,
    ) -> Answer {
        self.check(call)?;
        let unknown_argument = call.arguments.iter().find_map(Value::unknown);
        match (self.unknowns, unknown_argument) {
            (Unknowns::Undecided, Some(unknown_argument)) => Err(unknown_argument.undecided()),
            (Unknowns::Passed, Some(unknown_argument)) => Ok(Value::Unknown(Arc::clone(unknown_argument))),
            _ => (self.run)(builder, call, run),
        }
    }

    /// Checks the number of arguments and the lambda of a call.
    fn check(&self, call: &HostCall<'_>) -> Result<(), HostError> {
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
