//! Ruby's methods in templates: of the scope, of all values, and the dispatch to those of each class.

use super::run::{Outcome, Run, Stop, caused, problem, unsupported};
use super::stop::after_break;
use super::tree::{Block, Kind, Node};
use super::value::RubyValue;
use super::{changes, collections, operators, texts};
use crate::functions::stdlib;
use modelwright_evaluation::evaluate::Value;
use std::rc::Rc;

/// The call of a method.
pub(super) struct Call<'c> {
    pub(super) name: &'c str,
    pub(super) arguments: &'c [RubyValue],
    pub(super) block: Option<&'c Block>,
    pub(super) offset: usize,
}

impl Call<'_> {
    /// The problem that the method of a value is not supported.
    pub(super) fn unsupported(&self, receiver: &RubyValue) -> Stop {
        let (name, class) = (self.name, receiver.class());
        unsupported(
            format!("`{name}` of a value of class {class} is not supported in templates"),
            self.offset,
        )
    }
}

/// Calls a method of the scope.
pub(super) fn scope_call(run: &mut Run<'_>, name: &str, arguments: &[RubyValue], offset: usize) -> Outcome {
    let unsupported =
        || unsupported(format!("`scope.{name}` is not supported in templates with these arguments"), offset);
    match (name, arguments) {
        ("[]" | "lookupvar" | "lookup", [RubyValue::String(variable)]) => {
            let value = run.scope_variable(variable, offset)?;
            if value.is_none() {
                run.scope.warn_of_missing(variable).map_err(|error| caused(error, offset))?;
            }
            Ok(value.unwrap_or(RubyValue::Nil))
        }
        ("setvar" | "[]=", [RubyValue::String(variable), value]) => {
            run.set_scope_variable(variable, value, offset)
        }
        ("include?" | "exist?", [RubyValue::String(variable)]) => {
            Ok(RubyValue::Boolean(run.scope_variable(variable, offset)?.is_some()))
        }
        ("call_function", [RubyValue::String(function), arguments]) => {
            let arguments = match arguments {
                RubyValue::Array(arguments) => arguments.items().to_vec(),
                single => vec![single.clone()],
            };
            function_call(run, function, &arguments, offset)
        }
        (_, [RubyValue::Array(arguments)]) => match name.strip_prefix("function_") {
            Some(function) => function_call(run, function, &arguments.items(), offset),
            None => Err(unsupported()),
        },
        _ => Err(unsupported()),
    }
}

/// Calls a function of manifests.
fn function_call(run: &mut Run<'_>, name: &str, arguments: &[RubyValue], offset: usize) -> Outcome {
    run.publish()?;
    run.walk_all(arguments, offset)?;
    let values: Vec<Value> = arguments.iter().map(|argument| run.objects.argument(argument)).collect();
    let value = run.scope.call(name, &values).map_err(|error| caused(error, offset))?;
    value.charge_copy(run.scope.budget()).map_err(|error| caused(error, offset))?;
    run.object(&value, offset)
}

/// Calls a method without a receiver.
pub(super) fn kernel_call(run: &mut Run<'_>, name: &str, arguments: &[RubyValue], offset: usize) -> Outcome {
    // A method of the template has its own last match, so the groups of the caller are restored.
    let former_groups = run.groups.clone();
    if let Some(result) = run.call_template_method(name, arguments, offset) {
        run.groups = former_groups;
        return result;
    }
    match (name, arguments) {
        ("Integer", [RubyValue::Integer(_)]) => Ok(arguments[0].clone()),
        // Only decimal digits are supported, because other notations are rare.
        ("Integer", [RubyValue::String(text)]) if is_decimal(text) => {
            let number = text.parse().map(RubyValue::Integer);
            number.map_err(|_| problem("this number needs more than 64 bits", offset))
        }
        ("Array", [RubyValue::Nil]) => Ok(RubyValue::array(Vec::new())),
        ("Array", [RubyValue::Array(_)]) => Ok(arguments[0].clone()),
        ("Array", [RubyValue::Hash(pairs)]) => Ok(RubyValue::array(collections::pairs(&pairs.items()))),
        ("Array", [value]) => Ok(RubyValue::array(vec![value.clone()])),
        ("String", [value]) => Ok(RubyValue::string(&run.text(value, offset)?)),
        ("has_variable?", [RubyValue::String(variable)]) => {
            Ok(RubyValue::Boolean(run.scope_variable(variable, offset)?.is_some()))
        }
        _ => Err(unsupported(format!("`{name}` is not supported in templates"), offset)),
    }
}

/// Whether a text is a whole number in Ruby's decimal notation, without a sign before it or blanks around it.
fn is_decimal(text: &str) -> bool {
    text == "0"
        || (text.starts_with(|c: char| matches!(c, '1'..='9')) && text.bytes().all(|c| c.is_ascii_digit()))
}

/// Calls a method whose meaning depends on the expression of the receiver or of an argument, and not on their values,
/// such as `Array.new`. `None` for other calls.
pub(super) fn call_by_form(
    run: &mut Run<'_>,
    receiver: &Node,
    name: &str,
    arguments: &[Node],
    block: Option<&Block>,
    offset: usize,
) -> Option<Outcome> {
    if let ("is_a?" | "kind_of?" | "instance_of?", [Node { kind: Kind::Constant(class), .. }]) =
        (name, arguments)
    {
        return Some(is_instance(run, receiver, name, class, offset));
    }
    match (&receiver.kind, name, arguments) {
        (Kind::Scope, ..) => Some(match run.evaluate_all(arguments) {
            Ok(arguments) => scope_call(run, name, &arguments, offset),
            Err(stop) => Err(stop),
        }),
        (Kind::Constant(class), "escape" | "quote", [text]) if class == "Regexp" => {
            Some(escaped_regex(run, text, offset))
        }
        (Kind::Constant(class), "new", []) if block.is_none() => match &**class {
            "Hash" => Some(Ok(RubyValue::hash(Vec::new()))),
            "Array" => Some(Ok(RubyValue::array(Vec::new()))),
            _ => None,
        },
        (Kind::Call { receiver: Some(inner), name: inner_name, .. }, "has_key?" | "key?" | "include?", _)
            if matches!(inner.kind, Kind::Scope) && inner_name == "to_hash" =>
        {
            Some(is_key_of_scope(run, arguments, offset))
        }
        (Kind::Call { .. }, _, []) => call_with_index(run, receiver, name, block?, offset),
        _ => None,
    }
}

/// Evaluates `is_a?`, `kind_of?` or `instance_of?` with the name of a class.
fn is_instance(run: &mut Run<'_>, receiver: &Node, name: &str, class: &str, offset: usize) -> Outcome {
    let value = run.evaluate(receiver)?;
    // These are superclasses and modules of the classes of values. For them, `is_a?` may be true although
    // `instance_of?` is false.
    let differs_from_is_a = name == "instance_of?" && matches!(class, "Numeric" | "Enumerable" | "Object");
    let is_a = if differs_from_is_a { None } else { value.is_a(class) };
    match is_a {
        Some(is_a) => Ok(RubyValue::Boolean(is_a)),
        None => Err(problem(format!("the class `{class}` is not supported in templates"), offset)),
    }
}

/// Evaluates `Regexp.escape(text)`.
fn escaped_regex(run: &mut Run<'_>, text: &Node, offset: usize) -> Outcome {
    let RubyValue::String(text) = run.evaluate(text)? else {
        return Err(problem("`Regexp.escape` needs a text", offset));
    };
    run.charge(1, text.len() * 2, offset)?;
    Ok(RubyValue::string(&texts::escaped(&text)))
}

/// Evaluates `scope.to_hash.key?(name)`.
fn is_key_of_scope(run: &mut Run<'_>, arguments: &[Node], offset: usize) -> Outcome {
    let arguments = run.evaluate_all(arguments)?;
    let [RubyValue::String(name)] = &arguments[..] else {
        return Err(problem("`scope.to_hash` can only be searched for the name of a variable", offset));
    };
    let value = run.scope_variable(name, offset)?;
    // The hash of the scope does not contain variables that are undef.
    let is_key = value.is_some_and(|value| !matches!(value, RubyValue::Nil));
    Ok(RubyValue::Boolean(is_key))
}

/// Calls `x.map.each_with_index { … }` or `x.each_with_index.map { … }`: the first method has no block, and the second
/// one calls the block with an index. `receiver` is the first call. `None` for other methods.
fn call_with_index(
    run: &mut Run<'_>,
    receiver: &Node,
    name: &str,
    block: &Block,
    offset: usize,
) -> Option<Outcome> {
    let Kind::Call { receiver: Some(inner), name: first_name, arguments, block: None, .. } = &receiver.kind
    else {
        return None;
    };
    if matches!(inner.kind, Kind::Scope) || !arguments.is_empty() {
        return None;
    }
    let is_map = match (&**first_name, name) {
        ("map" | "collect", "each_with_index" | "with_index") | ("each_with_index", "map" | "collect") => {
            true
        }
        ("each", "each_with_index" | "with_index") => false,
        _ => return None,
    };
    Some(match run.evaluate(inner) {
        Ok(items) => after_break(collections::with_index(run, &items, is_map, block, offset)),
        Err(stop) => Err(stop),
    })
}

/// Calls a method of a value.
pub(super) fn call(
    run: &mut Run<'_>,
    receiver: &RubyValue,
    name: &str,
    arguments: &[RubyValue],
    block: Option<&Block>,
    offset: usize,
) -> Outcome {
    let call = Call { name, arguments, block, offset };
    let has_regex = arguments.iter().any(|argument| matches!(argument, RubyValue::Regex(_)));
    // Another method with a regular expression changes the groups, but it is not known how.
    if has_regex && !matches!(name, "match" | "match?" | "=~") {
        run.groups = None;
    }
    // Only `match?` does not change the groups of an earlier match.
    let former_groups = (name == "match?").then(|| run.groups.clone());
    let mut result = call_of_class(run, receiver, &call);
    if block.is_some() {
        result = after_break(result);
    }
    if let Some(former_groups) = former_groups {
        run.groups = former_groups;
    }
    result
}

/// Calls a method by the class of its value.
fn call_of_class(run: &mut Run<'_>, receiver: &RubyValue, call: &Call<'_>) -> Outcome {
    let Call { name, arguments, block, offset } = *call;
    run.walk_all(arguments, offset)?;
    match (name, arguments, block) {
        ("nil?", [], None) => return Ok(RubyValue::Boolean(matches!(receiver, RubyValue::Nil))),
        ("to_s", [], None) => return Ok(RubyValue::string(&run.text(receiver, offset)?)),
        ("inspect", [], None) => {
            run.walk(receiver, offset)?;
            return Ok(RubyValue::string(&receiver.inspected()));
        }
        ("dup" | "clone", [], None) => return changes::copied(run, receiver, offset),
        ("freeze", [], None) => return Ok(receiver.clone()),
        ("to_yaml", [], None) => {
            run.walk(receiver, offset)?;
            let text = stdlib::to_yaml_text(&receiver.to_value(), run.scope.budget());
            return text.map(|text| RubyValue::string(&text)).map_err(|error| caused(error, offset));
        }
        ("to_json", [], None) => {
            run.walk(receiver, offset)?;
            let text = stdlib::to_json_text(&receiver.to_value(), run.scope.budget());
            return text.map(|text| RubyValue::string(&text)).map_err(|error| caused(error, offset));
        }
        ("!", [], None) => return Ok(RubyValue::Boolean(!receiver.is_true())),
        _ => {}
    }
    if let Some(result) = changes::call(run, receiver, call) {
        return result;
    }
    match receiver {
        RubyValue::String(text) => texts::call(run, text, call),
        RubyValue::Array(items) => collections::array(run, items, call),
        RubyValue::Hash(pairs) => collections::hash(run, pairs, call),
        RubyValue::Symbol(text) => match (name, arguments, block) {
            ("to_sym", [], None) => Ok(receiver.clone()),
            ("empty?", [], None) => Ok(RubyValue::Boolean(text.is_empty())),
            ("length" | "size", [], None) => Ok(RubyValue::count(text.chars().count())),
            _ => Err(call.unsupported(receiver)),
        },
        RubyValue::Integer(number) => integer(run, *number, call),
        RubyValue::Float(number) => float(*number, call),
        RubyValue::Regex(_) => match (name, arguments, block) {
            ("match", [RubyValue::Nil], None) => Ok(RubyValue::Nil),
            ("match?", [RubyValue::Nil], None) => Ok(RubyValue::Boolean(false)),
            ("match" | "match?", [text @ RubyValue::String(_)], None) => {
                let is_match = operators::matches(run, text, receiver, offset)?;
                Ok(match_result(name, is_match))
            }
            _ => Err(call.unsupported(receiver)),
        },
        RubyValue::Nil => match (name, arguments, block) {
            ("to_a", [], None) => Ok(RubyValue::array(Vec::new())),
            ("to_i", [], None) => Ok(RubyValue::Integer(0)),
            _ => Err(problem(format!("undefined method `{name}' for nil"), offset)),
        },
        other => Err(call.unsupported(other)),
    }
}

/// The result of `match`, `match?` or `=~`. If there is no match, `match?` returns false, and the others nil.
pub(super) fn match_result(method: &str, is_match: bool) -> RubyValue {
    // With a match, Ruby's `match` returns an object that describes the match. Here, `true` represents it.
    if is_match || method == "match?" { RubyValue::Boolean(is_match) } else { RubyValue::Nil }
}

/// Calls a method of an integer.
fn integer(run: &mut Run<'_>, number: i64, call: &Call<'_>) -> Outcome {
    match (call.name, call.arguments, call.block) {
        ("to_i", [], None) => Ok(RubyValue::Integer(number)),
        #[expect(clippy::cast_precision_loss, reason = "Ruby rounds as well")]
        ("to_f", [], None) => Ok(RubyValue::Float(number as f64)),
        ("zero?", [], None) => Ok(RubyValue::Boolean(number == 0)),
        ("even?", [], None) => Ok(RubyValue::Boolean(number % 2 == 0)),
        ("odd?", [], None) => Ok(RubyValue::Boolean(number % 2 != 0)),
        ("times", [], Some(block)) => {
            for count in 0..number {
                run.yield_to(block, &[RubyValue::Integer(count)])?;
            }
            Ok(RubyValue::Integer(number))
        }
        _ => Err(call.unsupported(&RubyValue::Integer(number))),
    }
}

/// Calls a method of a float.
fn float(number: f64, call: &Call<'_>) -> Outcome {
    match (call.name, call.arguments, call.block) {
        ("to_f", [], None) => Ok(RubyValue::Float(number)),
        ("to_i", [], None) => to_integer(number.trunc(), call.offset),
        ("round", [], None) => to_integer(number.round(), call.offset),
        ("floor", [], None) => to_integer(number.floor(), call.offset),
        ("ceil", [], None) => to_integer(number.ceil(), call.offset),
        _ => Err(call.unsupported(&RubyValue::Float(number))),
    }
}

/// A float without a fraction as an integer.
#[expect(clippy::cast_possible_truncation, reason = "the size is checked before")]
fn to_integer(number: f64, offset: usize) -> Outcome {
    if number.abs() < 2_f64.powi(63) {
        Ok(RubyValue::Integer(number as i64))
    } else {
        Err(problem("this number needs more than 64 bits", offset))
    }
}

/// The symbol with a text.
pub(super) fn symbol(text: &str) -> RubyValue {
    RubyValue::Symbol(Rc::from(text))
}
