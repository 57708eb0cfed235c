//! The functions that logic may call: one file for each family, one line of the registry for each function.
//!
//! The set is fixed and has a version, as `language/models/functions.pp` says, which a test compares with the registry.
//! Functions change nothing outside, and read only what the host gives.

mod collection;
mod control;
mod convert;
mod format;
mod iterate;
mod lookup;
mod numbers;
mod strings;
mod typing;

use super::Value;
use super::budget::{Stop, failure};
use super::call::Lambda;
use super::run::{Outcome, Run};
use crate::diagnostic::nearest;
use std::fmt;

/// Whether a function takes a lambda.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    Optional,
    Required,
}

type Body = fn(&mut Run<'_>, &[Value], Option<Lambda>) -> Outcome;

/// A function.
pub(super) struct Function {
    name: &'static str,
    least: usize,
    most: usize,
    block: Block,
    pub(super) run: Body,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

const fn of(name: &'static str, least: usize, most: usize, block: Block, run: Body) -> Function {
    Function { name, least, most, block, run }
}

const MANY: usize = usize::MAX;

// The registry of functions, sorted by name.
static FUNCTIONS: &[Function] = &[
    of("abs", 1, 1, Block::None, numbers::abs),
    of("all", 1, 1, Block::Required, iterate::all),
    of("any", 1, 1, Block::Required, iterate::any),
    of("assert_type", 2, 2, Block::Optional, typing::assert_type),
    of("break", 0, 0, Block::None, control::break_off),
    of("capitalize", 1, 1, Block::None, strings::capitalize),
    of("ceiling", 1, 1, Block::None, numbers::ceiling),
    of("chomp", 1, 1, Block::None, strings::chomp),
    of("chop", 1, 1, Block::None, strings::chop),
    of("collect", 1, 1, Block::Required, iterate::map),
    of("convert_to", 2, MANY, Block::Optional, convert::convert_to),
    of("dig", 1, MANY, Block::None, collection::dig),
    of("downcase", 1, 1, Block::None, strings::downcase),
    of("each", 1, 1, Block::Required, iterate::each),
    of("empty", 1, 1, Block::None, collection::empty),
    of("fail", 0, MANY, Block::None, control::fail),
    of("filter", 1, 1, Block::Required, iterate::filter),
    of("flatten", 0, MANY, Block::None, collection::flatten),
    of("floor", 1, 1, Block::None, numbers::floor),
    of("index", 1, 2, Block::Optional, iterate::index),
    of("inject", 1, 2, Block::Required, iterate::reduce),
    of("join", 1, 2, Block::None, collection::join),
    of("keys", 1, 1, Block::None, collection::keys),
    of("length", 1, 1, Block::None, collection::length),
    of("lest", 1, 1, Block::Required, control::lest),
    of("lookup", 1, 4, Block::Optional, lookup::lookup),
    of("lstrip", 1, 1, Block::None, strings::lstrip),
    of("map", 1, 1, Block::Required, iterate::map),
    of("match", 2, 2, Block::None, strings::find),
    of("max", 1, MANY, Block::None, numbers::max),
    of("merge", 0, MANY, Block::None, collection::merge),
    of("min", 1, MANY, Block::None, numbers::min),
    of("new", 1, MANY, Block::Optional, convert::new),
    of("next", 0, 1, Block::None, control::next),
    of("reduce", 1, 2, Block::Required, iterate::reduce),
    of("regsubst", 3, 5, Block::None, strings::regsubst),
    of("reject", 1, 1, Block::Required, iterate::reject),
    of("return", 0, 1, Block::None, control::leave),
    of("round", 1, 1, Block::None, numbers::round),
    of("rstrip", 1, 1, Block::None, strings::rstrip),
    of("select", 1, 1, Block::Required, iterate::filter),
    of("size", 1, 1, Block::None, collection::length),
    of("slice", 2, 2, Block::Optional, iterate::slice),
    of("sort", 1, 1, Block::Optional, collection::sort),
    of("split", 2, 2, Block::None, strings::split),
    of("sprintf", 1, MANY, Block::None, format::sprintf),
    of("strip", 1, 1, Block::None, strings::strip),
    of("then", 1, 1, Block::Required, control::then),
    of("type", 1, 2, Block::None, typing::type_of),
    of("type_of", 1, 2, Block::None, typing::type_of),
    of("unique", 1, 1, Block::Optional, collection::unique),
    of("upcase", 1, 1, Block::None, strings::upcase),
    of("values", 1, 1, Block::None, collection::values),
    of("with", 0, MANY, Block::Required, control::with),
];

/// The names of all functions, sorted.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name)
}

/// The function of a name.
pub(super) fn find(name: &str) -> Option<&'static Function> {
    let name = name.strip_prefix("::").unwrap_or(name);
    let at = FUNCTIONS.binary_search_by(|function| function.name.cmp(name)).ok()?;
    Some(&FUNCTIONS[at])
}

/// That there is no function of a name.
pub(super) fn unknown(name: &str) -> String {
    if name == "not" {
        return "no function is called `not`; write `!` in front of what is not to hold".to_owned();
    }
    match nearest(name, function_names()) {
        Some(near) => format!("no function is called `{name}`; did you mean `{near}`?"),
        None => format!("no function is called `{name}`"),
    }
}

impl Function {
    /// Makes sure that it can be called so.
    pub(super) fn check(&self, arguments: usize, block: bool) -> Result<(), Stop> {
        let name = self.name;
        if !(self.least..=self.most).contains(&arguments) {
            let wanted = match (self.least, self.most) {
                (least, MANY) => format!("{least} arguments or more"),
                (1, 1) => "1 argument".to_owned(),
                (least, most) if least == most => format!("{least} arguments"),
                (least, most) => format!("{least} to {most} arguments"),
            };
            return Err(failure(format!("`{name}` takes {wanted}, but is given {arguments}")));
        }
        match (self.block, block) {
            (Block::None, true) => Err(failure(format!("`{name}` takes no lambda"))),
            (Block::Required, false) => Err(failure(format!("`{name}` needs a lambda: `|$x| {{ … }}`"))),
            _ => Ok(()),
        }
    }
}

/// That an argument has the wrong type.
fn wrong(function: &str, wanted: &str, found: &Value) -> Stop {
    let found = super::operators::kind_of(found);
    failure(format!("`{function}` takes {wanted}, but is given a value of type {found}"))
}

#[cfg(test)]
mod tests {
    use super::{Block, FUNCTIONS, MANY};
    use crate::language::functions::Functions;

    #[test]
    fn the_registry_is_what_the_model_describes() {
        type Row<'a> = (&'a str, usize, usize, Option<bool>);
        let described = Functions::get();
        let model: Vec<Row<'_>> =
            described.list.iter().map(|f| (&*f.name, f.least, f.most.unwrap_or(MANY), f.lambda)).collect();
        let block = |block| match block {
            Block::None => None,
            Block::Optional => Some(false),
            Block::Required => Some(true),
        };
        let registry: Vec<Row<'_>> =
            FUNCTIONS.iter().map(|f| (f.name, f.least, f.most, block(f.block))).collect();
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
