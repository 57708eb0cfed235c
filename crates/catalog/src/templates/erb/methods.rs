//! Ruby's methods in templates: of the scope, of all values, and the dispatch to those of each class.

use super::run::{Outcome, Run, Stop, caused, problem, unsupported};
use super::tree::Block;
use super::value::RubyValue;
use super::{changes, collections, operators, texts};
use crate::functions::stdlib;
use modelwright_evaluation::evaluate::Value;
use std::rc::Rc;

/// The arguments of a method.
pub(super) struct Call<'c> {
    pub(super) name: &'c str,
    pub(super) arguments: &'c [RubyValue],
    pub(super) block: Option<&'c Block>,
    pub(super) at: usize,
}

impl Call<'_> {
    pub(super) fn unsupported(&self, on: &RubyValue) -> Stop {
        let (name, class) = (self.name, on.class());
        unsupported(format!("`{name}` of a value of class {class} is not supported in templates"), self.at)
    }
}

/// Calls a method of the scope.
pub(super) fn scope_call(run: &mut Run<'_>, name: &str, arguments: &[RubyValue], at: usize) -> Outcome {
    let unsupported =
        || unsupported(format!("`scope.{name}` is not supported in templates with these arguments"), at);
    match (name, arguments) {
        ("[]" | "lookupvar" | "lookup", [RubyValue::String(variable)]) => {
            Ok(run.scope_variable(variable, at)?.unwrap_or(RubyValue::Nil))
        }
        ("setvar" | "[]=", [RubyValue::String(variable), value]) => {
            run.set_scope_variable(variable, value, at)
        }
        ("include?" | "exist?", [RubyValue::String(variable)]) => {
            Ok(RubyValue::Boolean(run.scope_variable(variable, at)?.is_some()))
        }
        ("call_function", [RubyValue::String(function), arguments]) => {
            let arguments = match arguments {
                RubyValue::Array(arguments) => arguments.items().to_vec(),
                one => vec![one.clone()],
            };
            function_call(run, function, &arguments, at)
        }
        (_, [RubyValue::Array(arguments)]) => match name.strip_prefix("function_") {
            Some(function) => function_call(run, function, &arguments.items(), at),
            None => Err(unsupported()),
        },
        _ => Err(unsupported()),
    }
}

/// Calls a function of manifests.
fn function_call(run: &mut Run<'_>, name: &str, arguments: &[RubyValue], at: usize) -> Outcome {
    run.publish()?;
    run.walk_all(arguments, at)?;
    let values: Vec<Value> = arguments.iter().map(|argument| run.objects.argument(argument)).collect();
    let value = run.scope.call(name, &values).map_err(|error| caused(error, at))?;
    value.charge_copy(run.scope.budget()).map_err(|error| caused(error, at))?;
    run.object(&value, at)
}

/// Calls a method without a receiver.
pub(super) fn kernel_call(run: &mut Run<'_>, name: &str, arguments: &[RubyValue], at: usize) -> Outcome {
    // A method has its own last match.
    let kept = run.groups.clone();
    if let Some(result) = run.own_method(name, arguments, at) {
        run.groups = kept;
        return result;
    }
    match (name, arguments) {
        ("Integer", [RubyValue::Integer(_)]) => Ok(arguments[0].clone()),
        // Of decimal digits alone; other notations are rare.
        ("Integer", [RubyValue::String(text)]) if is_decimal(text) => {
            let number = text.parse().map(RubyValue::Integer);
            number.map_err(|_| problem("this number needs more than 64 bits", at))
        }
        ("Array", [RubyValue::Nil]) => Ok(RubyValue::array(Vec::new())),
        ("Array", [RubyValue::Array(_)]) => Ok(arguments[0].clone()),
        ("Array", [RubyValue::Hash(pairs)]) => Ok(RubyValue::array(collections::pairs(&pairs.items()))),
        ("Array", [one]) => Ok(RubyValue::array(vec![one.clone()])),
        ("String", [one]) => Ok(RubyValue::string(&run.text(one, at)?)),
        ("has_variable?", [RubyValue::String(variable)]) => {
            Ok(RubyValue::Boolean(run.scope_variable(variable, at)?.is_some()))
        }
        _ => Err(unsupported(format!("`{name}` is not supported in templates"), at)),
    }
}

/// Whether a text is a whole number in Ruby's decimal notation, without a sign before it or blanks around it.
fn is_decimal(text: &str) -> bool {
    text == "0"
        || (text.starts_with(|c: char| matches!(c, '1'..='9')) && text.bytes().all(|c| c.is_ascii_digit()))
}

/// Calls a method of a value.
pub(super) fn call(
    run: &mut Run<'_>,
    on: &RubyValue,
    name: &str,
    arguments: &[RubyValue],
    block: Option<&Block>,
    at: usize,
) -> Outcome {
    let call = Call { name, arguments, block, at };
    let has_regex = arguments.iter().any(|argument| matches!(argument, RubyValue::Regex(_)));
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
fn call_of_class(run: &mut Run<'_>, on: &RubyValue, call: &Call<'_>) -> Outcome {
    let Call { name, arguments, block, at } = *call;
    run.walk_all(arguments, at)?;
    match (name, arguments, block) {
        ("nil?", [], None) => return Ok(RubyValue::Boolean(matches!(on, RubyValue::Nil))),
        ("to_s", [], None) => return Ok(RubyValue::string(&run.text(on, at)?)),
        ("inspect", [], None) => {
            run.walk(on, at)?;
            return Ok(RubyValue::string(&on.inspected()));
        }
        ("dup" | "clone", [], None) => return changes::copied(run, on, at),
        ("freeze", [], None) => return Ok(on.clone()),
        ("to_yaml", [], None) => {
            run.walk(on, at)?;
            let text = stdlib::to_yaml_text(&on.to_value(), run.scope.budget());
            return text.map(|text| RubyValue::string(&text)).map_err(|error| caused(error, at));
        }
        ("to_json", [], None) => {
            run.walk(on, at)?;
            let text = stdlib::to_json_text(&on.to_value(), run.scope.budget());
            return text.map(|text| RubyValue::string(&text)).map_err(|error| caused(error, at));
        }
        ("!", [], None) => return Ok(RubyValue::Boolean(!on.is_true())),
        _ => {}
    }
    if let Some(result) = changes::call(run, on, call) {
        return result;
    }
    match on {
        RubyValue::String(text) => texts::call(run, text, call),
        RubyValue::Array(items) => collections::array(run, items, call),
        RubyValue::Hash(pairs) => collections::hash(run, pairs, call),
        RubyValue::Symbol(text) => match (name, arguments, block) {
            ("to_sym", [], None) => Ok(on.clone()),
            ("empty?", [], None) => Ok(RubyValue::Boolean(text.is_empty())),
            ("length" | "size", [], None) => Ok(RubyValue::count(text.chars().count())),
            _ => Err(call.unsupported(on)),
        },
        RubyValue::Integer(number) => integer(run, *number, call),
        RubyValue::Float(number) => float(*number, call),
        RubyValue::Regex(_) => match (name, arguments, block) {
            ("match", [RubyValue::Nil], None) => Ok(RubyValue::Nil),
            ("match?", [RubyValue::Nil], None) => Ok(RubyValue::Boolean(false)),
            ("match" | "match?", [text @ RubyValue::String(_)], None) => {
                let found = operators::matches(run, text, on, at)?;
                // As for texts: only whether there is a match is known of it.
                Ok(if name != "match" || found { RubyValue::Boolean(found) } else { RubyValue::Nil })
            }
            _ => Err(call.unsupported(on)),
        },
        RubyValue::Nil => match (name, arguments, block) {
            ("to_a", [], None) => Ok(RubyValue::array(Vec::new())),
            ("to_i", [], None) => Ok(RubyValue::Integer(0)),
            _ => Err(problem(format!("undefined method `{name}' for nil"), at)),
        },
        other => Err(call.unsupported(other)),
    }
}

fn integer(run: &mut Run<'_>, number: i64, call: &Call<'_>) -> Outcome {
    match (call.name, call.arguments, call.block) {
        ("to_i", [], None) => Ok(RubyValue::Integer(number)),
        #[expect(clippy::cast_precision_loss, reason = "Ruby rounds as well")]
        ("to_f", [], None) => Ok(RubyValue::Float(number as f64)),
        ("zero?", [], None) => Ok(RubyValue::Boolean(number == 0)),
        ("even?", [], None) => Ok(RubyValue::Boolean(number % 2 == 0)),
        ("odd?", [], None) => Ok(RubyValue::Boolean(number % 2 != 0)),
        ("times", [], Some(block)) => {
            for at in 0..number {
                match run.yield_to(block, &[RubyValue::Integer(at)]) {
                    Err(Stop::Break) => return Ok(RubyValue::Nil),
                    other => other?,
                };
            }
            Ok(RubyValue::Integer(number))
        }
        _ => Err(call.unsupported(&RubyValue::Integer(number))),
    }
}

fn float(number: f64, call: &Call<'_>) -> Outcome {
    let whole = |number: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "bounded before")]
        let whole = (number.abs() < 9e15).then_some(number as i64);
        whole.map(RubyValue::Integer).ok_or_else(|| problem("this number needs more than 64 bits", call.at))
    };
    match (call.name, call.arguments, call.block) {
        ("to_f", [], None) => Ok(RubyValue::Float(number)),
        ("to_i", [], None) => whole(number.trunc()),
        ("round", [], None) => whole(number.round()),
        ("floor", [], None) => whole(number.floor()),
        ("ceil", [], None) => whole(number.ceil()),
        _ => Err(call.unsupported(&RubyValue::Float(number))),
    }
}

/// A text as a value.
pub(super) fn symbol(text: &str) -> RubyValue {
    RubyValue::Symbol(Rc::from(text))
}
