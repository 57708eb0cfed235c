//! YAML, as Ruby's Psych reads and writes it: `parseyaml`, `to_yaml`.

use super::arguments::wrong_type;
use super::json::{MEMORY_PER_READ_BYTE, STEPS_PER_READ_BYTE, Unread, or_default};
use super::yaml_scalar::{Emitter, Style, Text};
use super::{Answer, yaml_scalar};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};
use modelwright_hiera::read_yaml_value;
use modelwright_hiera::store::to_evaluated;
use modelwright_metamodel::diagnostic::Source;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The value of a YAML text, or the second argument if the text is invalid, or its value is `false` or null.
pub(super) fn parseyaml(values: &[Value], budget: &mut Budget) -> Answer {
    or_default(values, |text| {
        budget.charge(text.len() * STEPS_PER_READ_BYTE, text.len() * MEMORY_PER_READ_BYTE)?;
        let value = read_yaml_value(&Source::new("parseyaml", text)).map_err(Unread::Invalid)?;
        Ok(to_evaluated(&value))
    })
}

/// The YAML of a value. The second argument contains options of Psych.
pub(super) fn to_yaml(values: &[Value], budget: &mut Budget) -> Answer {
    // The indentation is -1 outside of the outermost collection.
    let mut emitter = Emitter { step: 2, width: 80, indent: -1, ..Emitter::default() };
    if let Some(options) = values.get(1) {
        emitter.set(options)?;
    }
    let mut seen_values = FxHashSet::default();
    find_anchors(&values[0], &mut seen_values, &mut emitter.anchors, budget)?;
    let start_mark = "---";
    emitter.out.push_str(start_mark);
    emitter.column = start_mark.len();
    emitter.node(&values[0], NodePosition::Root, budget)?;
    emitter.end_line();
    if emitter.is_open {
        emitter.out.push_str("...\n");
    }
    Ok(Value::string(&emitter.out))
}

/// The address of a collection in memory, by which a collection that occurs again is recognized, as in Ruby.
fn identity(value: &Value) -> Option<usize> {
    match value {
        Value::Array(items) => Some(Arc::as_ptr(items) as usize),
        Value::Hash(hash) => Some(Arc::as_ptr(hash) as usize),
        _ => None,
    }
}

/// Numbers the collections that occur more than once, in the order of their second occurrences.
fn find_anchors(
    value: &Value,
    seen: &mut FxHashSet<usize>,
    anchors: &mut FxHashMap<usize, usize>,
    budget: &mut Budget,
) -> Result<(), HostError> {
    budget.charge(1, 0)?;
    if let Some(identity) = identity(value)
        && !seen.insert(identity)
    {
        let next = anchors.len() + 1;
        anchors.entry(identity).or_insert(next);
        return Ok(());
    }
    match value {
        Value::Array(items) => items.iter().try_for_each(|item| find_anchors(item, seen, anchors, budget)),
        Value::Hash(hash) => hash.pairs().iter().try_for_each(|(key, value)| {
            find_anchors(key, seen, anchors, budget)?;
            find_anchors(value, seen, anchors, budget)
        }),
        _ => Ok(()),
    }
}

/// The position of a node in its collection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum NodePosition {
    Root,
    Item,
    /// A key on the line of its value.
    Key,
    /// A key after a question mark.
    LongKey,
    Value,
}

impl Emitter {
    /// Sets options of Psych.
    fn set(&mut self, options: &Value) -> Result<(), HostError> {
        let Value::Hash(options) = options else {
            return Err(wrong_type("to_yaml", "a hash of options", options));
        };
        for (key, value) in options.pairs() {
            match (key.text(), value) {
                (Some("indentation"), Value::Integer(step)) => {
                    // `libyaml` replaces other numbers by 2.
                    self.step =
                        isize::try_from(*step).ok().filter(|step| (2..=9).contains(step)).unwrap_or(2);
                }
                (Some("line_width"), Value::Integer(-1)) => self.width = usize::MAX,
                _ => {
                    let option = key.to_text();
                    let message =
                        format!("the option `{option}` of `to_yaml` is not supported with this value");
                    return Err(HostError::new(message));
                }
            }
        }
        Ok(())
    }

    /// Writes a value, or an alias for a collection that was written before, and charges for the text.
    fn node(&mut self, value: &Value, place: NodePosition, budget: &mut Budget) -> Result<(), HostError> {
        let start = self.out.len();
        let anchored = identity(value).and_then(|address| Some((address, *self.anchors.get(&address)?)));
        if let Some((address, anchor)) = anchored {
            if !self.written.insert(address) {
                self.separate_mark(&format!("*{anchor}"));
                return Ok(());
            }
            self.separate_mark(&format!("&{anchor}"));
        }
        match value {
            Value::Array(items) if items.is_empty() => self.separate_mark("[]"),
            Value::Hash(hash) if hash.is_empty() => self.separate_mark("{}"),
            Value::Array(items) => self.sequence(items, place, budget)?,
            Value::Hash(hash) => self.mapping(hash.pairs(), budget)?,
            scalar => self.scalar(scalar, place)?,
        }
        budget.charge(1, self.out.len().saturating_sub(start))
    }

    /// Increases the indentation for a collection; returns the former one.
    fn increase_indent(&mut self) -> isize {
        let former = self.indent;
        self.indent = if former < 0 { 0 } else { former + self.step };
        former
    }

    /// Writes an array that is not empty, in block style.
    fn sequence(
        &mut self,
        items: &[Value],
        place: NodePosition,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        let former_indent = self.indent;
        // The items of a list under a key on the previous line are not indented.
        if place != NodePosition::Value || self.is_indenting {
            self.increase_indent();
        }
        for item in items {
            self.write_indent();
            self.block_mark("-");
            self.node(item, NodePosition::Item, budget)?;
        }
        self.indent = former_indent;
        Ok(())
    }

    /// Writes a hash that is not empty, in block style.
    fn mapping(&mut self, pairs: &[(Value, Value)], budget: &mut Budget) -> Result<(), HostError> {
        let former_indent = self.increase_indent();
        for (key, value) in pairs {
            self.write_indent();
            if is_short_key(key)? {
                self.node(key, NodePosition::Key, budget)?;
                self.adjacent_mark(":");
            } else {
                self.block_mark("?");
                self.node(key, NodePosition::LongKey, budget)?;
                self.write_indent();
                self.block_mark(":");
            }
            self.node(value, NodePosition::Value, budget)?;
        }
        self.indent = former_indent;
        Ok(())
    }

    /// Writes a scalar in the style that Psych chooses.
    fn scalar(&mut self, value: &Value, place: NodePosition) -> Result<(), HostError> {
        self.is_open = false;
        let former_indent = self.indent;
        // Further lines of the scalar are indented more than the collection.
        self.indent = if former_indent < 0 { self.step } else { former_indent + self.step };
        let text = match value {
            Value::Undef => String::new(),
            Value::Default => ":default".to_owned(),
            Value::Float(number) if number.is_nan() => ".nan".to_owned(),
            Value::Float(number) if number.is_infinite() => {
                if *number > 0.0 { ".inf" } else { "-.inf" }.to_owned()
            }
            Value::Boolean(_)
            | Value::Integer(_)
            | Value::BigInteger(_)
            | Value::Float(_)
            | Value::String(_) => value.to_ruby_text(),
            Value::Regexp(_) => {
                self.separate_mark("!ruby/regexp");
                value.to_text()
            }
            _ => {
                return Err(HostError::new(
                    "`to_yaml` supports only data: strings, numbers, booleans, undef, arrays and hashes",
                ));
            }
        };
        let requested_style = match value {
            Value::String(text) => yaml_scalar::style(text),
            _ => Style::Plain,
        };
        // Without the tag, this string would be a merge key.
        if value.text() == Some("<<") {
            self.separate_mark("!!str");
        }
        let text = Text::new(&text);
        let is_key = place == NodePosition::Key;
        let style = text.allowed(requested_style, is_key);
        let can_fold = !is_key;
        self.text(&text, style, can_fold);
        self.indent = former_indent;
        Ok(())
    }
}

/// Whether a key can be written before a colon on the same line.
fn is_short_key(key: &Value) -> Result<bool, HostError> {
    match key {
        Value::Undef | Value::Array(_) | Value::Hash(_) => {
            Err(HostError::new("`to_yaml` supports only scalars as keys of a hash"))
        }
        other => {
            let text = other.to_ruby_text();
            // `libyaml` writes a longer key after a `?` on a line of its own.
            Ok(text.len() <= 128 && !Text::new(&text).has_line_ends)
        }
    }
}
