//! Ruby's methods in templates: of the scope, of all values, and the dispatch to those of each class.

use super::run::{Outcome, Run, Stop, caused, problem, unsupported};
use super::tree::Block;
use super::value::Item;
use super::{collections, operators, texts};
use crate::functions::stdlib;
use modelwright_evaluation::evaluate::Value;
use std::rc::Rc;

/// The arguments of a method.
pub(super) struct Call<'c> {
    pub(super) name: &'c str,
    pub(super) arguments: &'c [Item],
    pub(super) block: Option<&'c Block>,
    pub(super) at: usize,
}

impl Call<'_> {
    pub(super) fn unsupported(&self, on: &Item) -> Stop {
        let (name, class) = (self.name, on.class());
        unsupported(format!("`{name}` of a value of class {class} is not supported in templates"), self.at)
    }
}

/// Calls a method of the scope.
pub(super) fn scope_call(run: &mut Run<'_>, name: &str, arguments: &[Item], at: usize) -> Outcome {
    let unsupported =
        || unsupported(format!("`scope.{name}` is not supported in templates with these arguments"), at);
    match (name, arguments) {
        ("[]" | "lookupvar" | "lookup", [Item::String(variable)]) => {
            let found = run.scope_variable(variable, at)?;
            Ok(found.as_ref().map_or(Item::Nil, Item::from_value))
        }
        ("include?" | "exist?", [Item::String(variable)]) => {
            Ok(Item::Boolean(run.scope_variable(variable, at)?.is_some()))
        }
        ("call_function", [Item::String(function), arguments]) => {
            let arguments = match arguments {
                Item::Array(arguments) => arguments.to_vec(),
                one => vec![one.clone()],
            };
            function_call(run, function, &arguments, at)
        }
        (_, [Item::Array(arguments)]) => match name.strip_prefix("function_") {
            Some(function) => function_call(run, function, arguments, at),
            None => Err(unsupported()),
        },
        _ => Err(unsupported()),
    }
}

/// Calls a function of manifests.
fn function_call(run: &mut Run<'_>, name: &str, arguments: &[Item], at: usize) -> Outcome {
    let values: Vec<Value> = arguments.iter().map(Item::to_value).collect();
    let value = run.scope.call(name, &values).map_err(|error| caused(error, at))?;
    Ok(Item::from_value(&value))
}

/// Calls a method without a receiver.
pub(super) fn kernel_call(run: &mut Run<'_>, name: &str, arguments: &[Item], at: usize) -> Outcome {
    // A method has its own last match.
    let kept = run.groups.clone();
    if let Some(result) = run.own_method(name, arguments, at) {
        run.groups = kept;
        return result;
    }
    match (name, arguments) {
        ("Integer", [Item::Integer(_)]) => Ok(arguments[0].clone()),
        ("Array", [Item::Nil]) => Ok(Item::array(Vec::new())),
        ("Array", [Item::Array(_)]) => Ok(arguments[0].clone()),
        ("Array", [Item::Hash(pairs)]) => Ok(Item::array(collections::pairs(pairs))),
        ("Array", [one]) => Ok(Item::array(vec![one.clone()])),
        ("String", [one]) => Ok(Item::string(&one.text())),
        ("has_variable?", [Item::String(variable)]) => {
            Ok(Item::Boolean(run.scope_variable(variable, at)?.is_some()))
        }
        _ => Err(unsupported(format!("`{name}` is not supported in templates"), at)),
    }
}

/// Calls a method of a value.
pub(super) fn call(
    run: &mut Run<'_>,
    on: &Item,
    name: &str,
    arguments: &[Item],
    block: Option<&Block>,
    at: usize,
) -> Outcome {
    let call = Call { name, arguments, block, at };
    let has_regex = arguments.iter().any(|argument| matches!(argument, Item::Regex(_)));
    if has_regex && !matches!(name, "match" | "match?" | "=~") {
        run.groups = None;
    }
    // The only way to match that leaves the groups of an earlier match.
    let kept = (name == "match?").then(|| run.groups.clone());
    let result = call_of_class(run, on, &call);
    if let Some(kept) = kept {
        run.groups = kept;
    }
    result
}

/// Calls a method by the class of its value.
fn call_of_class(run: &mut Run<'_>, on: &Item, call: &Call<'_>) -> Outcome {
    let Call { name, arguments, block, at } = *call;
    match (name, arguments, block) {
        ("nil?", [], None) => return Ok(Item::Boolean(matches!(on, Item::Nil))),
        ("to_s", [], None) => return Ok(Item::string(&on.text())),
        ("inspect", [], None) => return Ok(Item::string(&on.inspected())),
        ("dup" | "clone" | "freeze", [], None) => return Ok(on.clone()),
        ("to_yaml", [], None) => {
            let text = stdlib::to_yaml_text(&on.to_value(), run.scope.budget());
            return text.map(|text| Item::string(&text)).map_err(|error| caused(error, at));
        }
        ("to_json", [], None) => {
            let text = stdlib::to_json_text(&on.to_value(), run.scope.budget());
            return text.map(|text| Item::string(&text)).map_err(|error| caused(error, at));
        }
        ("!", [], None) => return Ok(Item::Boolean(!on.is_true())),
        _ => {}
    }
    match on {
        Item::String(text) => texts::call(run, text, call),
        Item::Array(items) => collections::array(run, items, call),
        Item::Hash(pairs) => collections::hash(run, pairs, call),
        Item::Symbol(text) => match (name, arguments, block) {
            ("to_sym", [], None) => Ok(on.clone()),
            ("empty?", [], None) => Ok(Item::Boolean(text.is_empty())),
            ("length" | "size", [], None) => Ok(Item::count(text.chars().count())),
            _ => Err(call.unsupported(on)),
        },
        Item::Integer(number) => integer(run, *number, call),
        Item::Float(number) => float(*number, call),
        Item::Regex(_) => match (name, arguments, block) {
            ("match", [Item::Nil], None) => Ok(Item::Nil),
            ("match?", [Item::Nil], None) => Ok(Item::Boolean(false)),
            ("match" | "match?", [text @ Item::String(_)], None) => {
                let found = operators::matches(run, text, on, at)?;
                // As for texts: only whether there is a match is known of it.
                Ok(if name != "match" || found { Item::Boolean(found) } else { Item::Nil })
            }
            _ => Err(call.unsupported(on)),
        },
        Item::Nil => match (name, arguments, block) {
            ("to_a", [], None) => Ok(Item::array(Vec::new())),
            ("to_i", [], None) => Ok(Item::Integer(0)),
            _ => Err(problem(format!("undefined method `{name}' for nil"), at)),
        },
        other => Err(call.unsupported(other)),
    }
}

fn integer(run: &mut Run<'_>, number: i64, call: &Call<'_>) -> Outcome {
    match (call.name, call.arguments, call.block) {
        ("to_i", [], None) => Ok(Item::Integer(number)),
        #[expect(clippy::cast_precision_loss, reason = "Ruby rounds as well")]
        ("to_f", [], None) => Ok(Item::Float(number as f64)),
        ("zero?", [], None) => Ok(Item::Boolean(number == 0)),
        ("even?", [], None) => Ok(Item::Boolean(number % 2 == 0)),
        ("odd?", [], None) => Ok(Item::Boolean(number % 2 != 0)),
        ("times", [], Some(block)) => {
            for at in 0..number {
                match run.yield_to(block, &[Item::Integer(at)]) {
                    Err(Stop::Break) => return Ok(Item::Nil),
                    other => other?,
                };
            }
            Ok(Item::Integer(number))
        }
        _ => Err(call.unsupported(&Item::Integer(number))),
    }
}

fn float(number: f64, call: &Call<'_>) -> Outcome {
    let whole = |number: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "bounded before")]
        let whole = (number.abs() < 9e15).then_some(number as i64);
        whole.map(Item::Integer).ok_or_else(|| problem("this number needs more than 64 bits", call.at))
    };
    match (call.name, call.arguments, call.block) {
        ("to_f", [], None) => Ok(Item::Float(number)),
        ("to_i", [], None) => whole(number.trunc()),
        ("round", [], None) => whole(number.round()),
        ("floor", [], None) => whole(number.floor()),
        ("ceil", [], None) => whole(number.ceil()),
        _ => Err(call.unsupported(&Item::Float(number))),
    }
}

/// A text as a value.
pub(super) fn symbol(text: &str) -> Item {
    Item::Symbol(Rc::from(text))
}
