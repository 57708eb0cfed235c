//! The functions of the language: a file for each group of functions, and a line of the registry for each function.
//!
//! The set is fixed and has a version, stated in `crates/language/models/functions.pp`, which a test compares with the
//! registry. Functions have no side effects, and read nothing outside of the host.

mod collection;
mod control;
mod convert;
mod format;
mod group;
mod iterate;
mod lookup;
mod navigate;
mod numbers;
mod order;
mod stdlib;
mod strings;
mod times;
mod tree;
mod typing;

use super::Value;
use super::call::Lambda;
use super::failure::{Failure, Stop, failure};
use super::other_languages;
use super::run::{Outcome, Run};
use super::unknown;
use super::value::Unknown;
use crate::diagnostic::{Suggestions, nearest};
use std::fmt;
use std::sync::Arc;

pub(super) use order::order_of_versions;

/// Whether a function is called with a lambda.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    Optional,
    Required,
}

/// The code of a function: computes its value from the arguments and the lambda of a call.
type Body = fn(&mut Run<'_>, &[Value], Option<Lambda>) -> Outcome;

/// A function of the language.
pub(super) struct Function {
    name: &'static str,
    /// The minimum number of arguments.
    min: usize,
    /// The maximum number of arguments.
    max: usize,
    block: Block,
    pub(super) run: Body,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A line of the registry: a function with the minimum and the maximum number of its arguments.
const fn function(name: &'static str, min: usize, max: usize, block: Block, run: Body) -> Function {
    Function { name, min, max, block, run }
}

/// No upper limit for the number of arguments.
const MANY: usize = usize::MAX;

// The registry of functions, sorted by name.
static FUNCTIONS: &[Function] = &[
    function("abs", 1, 1, Block::None, numbers::abs),
    function("all", 1, 1, Block::Required, iterate::all),
    function("any", 1, 1, Block::Required, iterate::any),
    function("assert_type", 2, 2, Block::Optional, typing::assert_type),
    function("break", 0, 0, Block::None, control::break_off),
    function("camelcase", 1, 1, Block::None, strings::camel_case),
    function("capitalize", 1, 1, Block::None, strings::capitalize),
    function("ceiling", 1, 1, Block::None, numbers::ceiling),
    function("chomp", 1, 1, Block::None, strings::chomp),
    function("chop", 1, 1, Block::None, strings::chop),
    // `collect` is ARM-7's name of `map`, as `select` is of `filter`.
    function("collect", 1, 1, Block::Required, iterate::map),
    function("compare", 2, 3, Block::None, order::compare),
    function("concat", 1, MANY, Block::None, stdlib::concat),
    function("convert_to", 2, MANY, Block::Optional, convert::convert_to),
    function("deep_merge", 0, MANY, Block::None, stdlib::deep_merge),
    function("difference", 2, 2, Block::None, stdlib::difference),
    function("dig", 1, MANY, Block::None, collection::dig),
    function("downcase", 1, 1, Block::None, strings::downcase),
    function("each", 1, 1, Block::Required, iterate::each),
    function("empty", 1, 1, Block::None, collection::empty),
    function("fail", 0, MANY, Block::None, control::fail),
    function("filter", 1, 1, Block::Required, iterate::filter),
    function("flatten", 0, MANY, Block::None, collection::flatten),
    function("floor", 1, 1, Block::None, numbers::floor),
    function("get", 2, 3, Block::Optional, navigate::get),
    function("getvar", 1, 2, Block::Optional, navigate::getvar),
    function("group_by", 1, 1, Block::Required, group::group_by),
    function("index", 1, 2, Block::Optional, iterate::index),
    function("inject", 1, 2, Block::Required, iterate::reduce),
    function("is_a", 2, 2, Block::None, stdlib::is_a),
    function("join", 1, 2, Block::None, collection::join),
    function("keys", 1, 1, Block::None, collection::keys),
    function("length", 1, 1, Block::None, collection::length),
    function("lest", 1, 1, Block::Required, control::lest),
    function("lookup", 1, 4, Block::Optional, lookup::lookup),
    function("lstrip", 1, 1, Block::None, strings::lstrip),
    function("map", 1, 1, Block::Required, iterate::map),
    function("match", 2, 2, Block::None, strings::find),
    function("max", 0, MANY, Block::Optional, numbers::max),
    function("merge", 0, MANY, Block::None, collection::merge),
    function("min", 0, MANY, Block::Optional, numbers::min),
    function("new", 1, MANY, Block::Optional, convert::new),
    function("next", 0, 1, Block::None, control::next),
    function("partition", 1, 1, Block::Required, group::partition),
    function("range", 2, 3, Block::None, stdlib::range),
    function("reduce", 1, 2, Block::Required, iterate::reduce),
    function("regsubst", 3, 5, Block::None, strings::regsubst),
    function("reject", 1, 1, Block::Required, iterate::reject),
    function("return", 0, 1, Block::None, control::leave),
    function("reverse_each", 1, 1, Block::Optional, group::reverse_each),
    function("round", 1, 1, Block::None, numbers::round),
    function("rstrip", 1, 1, Block::None, strings::rstrip),
    function("select", 1, 1, Block::Required, iterate::filter),
    function("size", 1, 1, Block::None, collection::length),
    function("slice", 2, 2, Block::Optional, iterate::slice),
    function("sort", 1, 1, Block::Optional, collection::sort),
    function("split", 2, 2, Block::None, strings::split),
    function("sprintf", 1, MANY, Block::None, format::sprintf),
    function("step", 2, 2, Block::Optional, group::step),
    function("strftime", 2, 3, Block::None, times::strftime),
    function("strip", 1, 1, Block::None, strings::strip),
    function("then", 1, 1, Block::Required, control::then),
    function("tree_each", 1, 2, Block::Optional, tree::tree_each),
    function("type", 1, 2, Block::None, typing::type_of),
    function("type_of", 1, 2, Block::None, typing::type_of),
    function("unique", 1, 1, Block::Optional, collection::unique),
    function("unwrap", 1, 1, Block::Optional, typing::unwrap),
    function("upcase", 1, 1, Block::None, strings::upcase),
    function("values", 1, 1, Block::None, collection::values),
    function("values_at", 2, 2, Block::None, stdlib::values_at),
    function("versioncmp", 2, 3, Block::None, order::version_order),
    function("with", 0, MANY, Block::Required, control::with),
];

/// `inject` for a host with bindings; without bindings, `inject` is the old name of `reduce`.
static INJECT: Function = function("inject", 1, 3, Block::Optional, lookup::inject);

/// The names of all functions, sorted.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name)
}

/// The function with a name; `None` if the language has no such function.
pub(super) fn find(name: &str) -> Option<&'static Function> {
    let name = name.strip_prefix("::").unwrap_or(name);
    let index = FUNCTIONS.binary_search_by(|function| function.name.cmp(name)).ok()?;
    Some(&FUNCTIONS[index])
}

/// The function with a name, for a host with bindings; `None` if there is none.
pub(super) fn find_with_bindings(name: &str) -> Option<&'static Function> {
    // `inject` is a function of ARM-8 and also the old name of `reduce`; with bindings, it is the former.
    if name.strip_prefix("::").unwrap_or(name) == INJECT.name { Some(&INJECT) } else { find(name) }
}

/// The problem of an unknown function. `may_be_feature` is true if the call may be meant to read a feature;
/// `similar_feature` is a feature with a similar name.
pub(super) fn unknown_function(
    name: &str,
    may_be_feature: bool,
    similar_feature: Option<&str>,
) -> Box<Failure> {
    let mut failure = Failure::new(format!("there is no function `{name}`"));
    // A name from another language is more likely meant than a name with a similar spelling.
    if let Some(advice) = other_languages::function(name) {
        failure.help = Some(advice);
        return failure;
    }
    match similar_feature.or_else(|| nearest(name, function_names())) {
        Some(similar_name) if may_be_feature => {
            Failure::new(format!("there is no function or feature `{name}`; did you mean `{similar_name}`?"))
        }
        Some(similar_name) => {
            Failure::new(format!("there is no function `{name}`; did you mean `{similar_name}`?"))
        }
        None => {
            // The names of other languages must be more similar, because the advice misleads if another name is meant.
            let max_distance = name.len().saturating_sub(3).min(2);
            let long_names = other_languages::function_names().filter(|other| other.len() > 3);
            let advice = Suggestions::default()
                .nearest_within(name, max_distance, long_names)
                .and_then(other_languages::function);
            failure.help = advice.or(may_be_feature.then_some("no class has a feature of this name either"));
            failure
        }
    }
}

impl Function {
    /// The unknown argument that makes the value of a call unknown; `None` if the value can be computed.
    pub(super) fn unknown(&self, arguments: &[Value]) -> Option<Arc<Unknown>> {
        unknown::of_call(self.name, arguments)
    }

    /// Whether the function cannot be called without a lambda.
    pub(super) fn requires_lambda(&self) -> bool {
        self.block == Block::Required
    }

    /// Whether the function's value comes from the host.
    pub(super) fn depends_on_host(&self) -> bool {
        matches!(self.name, "getvar" | "inject" | "lookup")
    }

    /// Whether this is `getvar`, whose first argument is the name of a variable.
    pub(super) fn is_getvar(&self) -> bool {
        self.name == "getvar"
    }

    /// Whether this is the function `empty`, whose use with a number is reported to the host.
    pub(super) fn is_named_empty(&self) -> bool {
        self.name == "empty"
    }

    /// Whether this is `lookup`: its value depends on data, which may contain names of variables.
    pub(super) fn is_lookup(&self) -> bool {
        self.name == "lookup"
    }

    /// Checks the number of arguments and the lambda of a call.
    pub(super) fn check(&self, argument_count: usize, has_lambda: bool) -> Result<(), Stop> {
        let name = self.name;
        // Functions rely on this check: they index their required arguments.
        if !(self.min..=self.max).contains(&argument_count) {
            let expected_arguments = match (self.min, self.max) {
                (min, MANY) => format!("{min} arguments or more"),
                (1, 1) => "1 argument".to_owned(),
                (min, max) if min == max => format!("{min} arguments"),
                (min, max) => format!("{min} to {max} arguments"),
            };
            return Err(failure(format!("`{name}` requires {expected_arguments}, but got {argument_count}")));
        }
        match (self.block, has_lambda) {
            (Block::None, true) => Err(failure(format!("`{name}` cannot have a lambda"))),
            (Block::Required, false) => Err(failure(format!("`{name}` requires a lambda: `|$x| {{ … }}`"))),
            _ => Ok(()),
        }
    }
}

/// The problem that a function requires another argument than `actual`; `expected` describes it.
fn wrong_argument(function: &str, expected: &str, actual: &Value) -> Stop {
    let actual_type = super::operators::kind_of(actual);
    failure(format!("`{function}` requires {expected}, but got a value of type {actual_type}"))
}

#[cfg(test)]
mod tests {
    use super::{Block, FUNCTIONS, MANY};
    use crate::language::functions::Functions;

    #[test]
    fn the_registry_matches_the_model() {
        type Row<'a> = (&'a str, usize, usize, Option<bool>);
        let described = Functions::get();
        let model: Vec<Row<'_>> =
            described.list.iter().map(|f| (&*f.name, f.min, f.max.unwrap_or(MANY), f.lambda)).collect();
        let block = |block| match block {
            Block::None => None,
            Block::Optional => Some(false),
            Block::Required => Some(true),
        };
        let registry: Vec<Row<'_>> =
            FUNCTIONS.iter().map(|f| (f.name, f.min, f.max, block(f.block))).collect();
        assert_eq!(model, registry);
        for function in &described.list {
            assert!(described.version.serves(function.since), "{}", function.name);
            assert!(!function.meaning.is_empty(), "{} has no comment", function.name);
        }
    }

    #[test]
    fn the_registry_is_sorted() {
        let names: Vec<_> = super::function_names().collect();
        assert!(names.is_sorted(), "{names:?}");
    }
}
