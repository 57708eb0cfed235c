//! Writes a row as a tree: its JSON form, which decides what a row means.
//!
//! Invariants: a field without a value is left out, an item of a list without a value is null; a column of JSON text
//! is part of the tree as the tokens of its text, so that no text can change what is around it. Recursion is as deep
//! as the plan at most. This module does not know classes.

use super::bind::{BoundItem, BoundObject, BoundScalar, BoundShape};
use super::plan::Plan;
use super::walk::push_hexadecimal;
use crate::cells::{Cell, Cells};
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::json_text::{is_number, non_finite};
use modelwright_notations::json::Tokenizer;
use modelwright_notations::tree::{Token, TreeSink, TreeSource as _};
use std::fmt::Write as _;

/// Writes the object of a row.
///
/// # Errors
/// If a column of JSON text contains invalid JSON.
pub(crate) fn write_object(
    plan: &Plan,
    bound: &BoundObject<'_>,
    row: usize,
    sink: &mut dyn TreeSink,
) -> Result<(), Box<Diagnostic>> {
    let object_plan = &plan.objects[bound.object];
    sink.begin_map();
    if let Some(name) = bound.class_name(row) {
        sink.key(object_plan.class_field());
        sink.string(name);
    }
    for (shape, field) in bound.fields.iter().zip(&object_plan.fields) {
        if let Some(shape) = shape.as_ref().filter(|shape| shape.is_valid(row)) {
            sink.key(&field.name);
            write_shape(plan, shape, row, &field.name, sink)?;
        }
    }
    sink.end_map();
    Ok(())
}

/// Writes the value of a field of a row.
fn write_shape(
    plan: &Plan,
    shape: &BoundShape<'_>,
    row: usize,
    field: &str,
    sink: &mut dyn TreeSink,
) -> Result<(), Box<Diagnostic>> {
    match shape {
        BoundShape::One(item) => write_item(plan, item, row, sink)?,
        BoundShape::Many(lists, item) => {
            sink.begin_list();
            for position in lists.range(row) {
                write_item(plan, item, position, sink)?;
            }
            sink.end_list();
        }
        BoundShape::Entries(lists, keys, values) => {
            sink.begin_map();
            for position in lists.range(row) {
                sink.key(&key_text(keys, position));
                match values.as_deref().filter(|value| value.is_valid(position)) {
                    Some(value) => write_shape(plan, value, position, field, sink)?,
                    None => sink.null(),
                }
            }
            sink.end_map();
        }
        BoundShape::Json(cells) => write_json(cells.text(row).unwrap_or_default(), field, sink)?,
    }
    Ok(())
}

/// Writes an element in a row of the column of elements.
fn write_item(
    plan: &Plan,
    item: &BoundItem<'_>,
    row: usize,
    sink: &mut dyn TreeSink,
) -> Result<(), Box<Diagnostic>> {
    match item {
        BoundItem::Scalar(scalar) => write_scalar(scalar, row, sink),
        BoundItem::Reference(cells) => write_text(cells, row, sink),
        BoundItem::Object(bound) if bound.is_valid(row) => return write_object(plan, bound, row, sink),
        BoundItem::Object(_) => sink.null(),
    }
    Ok(())
}

/// Writes a scalar of a row.
fn write_scalar(scalar: &BoundScalar<'_>, row: usize, sink: &mut dyn TreeSink) {
    if !scalar.is_valid(row) {
        return sink.null();
    }
    match scalar {
        BoundScalar::Boolean(column) => sink.boolean(column.value(row)),
        BoundScalar::Integer(column) => write_digits(column.at(row).unwrap_or_default(), sink),
        // `Debug` writes the shortest digits that are read as the same value.
        BoundScalar::Float(column) => match column.value(row) {
            value if value.is_finite() => sink.number(&format!("{value:?}")),
            value => sink.string(non_finite(f64::from(value))),
        },
        BoundScalar::Double(column) => match column.value(row) {
            value if value.is_finite() => sink.number(&format!("{value:?}")),
            value => sink.string(non_finite(value)),
        },
        BoundScalar::Text(cells) | BoundScalar::Literal(cells) => write_text(cells, row, sink),
        BoundScalar::Digits(cells) => match cells.text(row) {
            Some(text) if is_number(text) => sink.number(text),
            _ => write_text(cells, row, sink),
        },
        BoundScalar::Moments(column) => {
            let mut text = String::new();
            column.write(row, &mut text);
            sink.string(&text);
        }
        BoundScalar::Bytes(cells) => {
            let mut text = String::new();
            if let Cell::Bytes(bytes) = cells.at(row) {
                push_hexadecimal(bytes, &mut text);
            }
            sink.string(&text);
        }
    }
}

/// Writes an integer.
fn write_digits(value: i64, sink: &mut dyn TreeSink) {
    let mut digits = String::new();
    // Writing to a string cannot fail.
    let _ = write!(digits, "{value}");
    sink.number(&digits);
}

/// Writes the text of a row, or null.
fn write_text(cells: &Cells<'_>, row: usize, sink: &mut dyn TreeSink) {
    match cells.text(row) {
        Some(text) => sink.string(text),
        None => sink.null(),
    }
}

/// The text of a key of a map.
fn key_text(keys: &BoundScalar<'_>, row: usize) -> String {
    match keys {
        BoundScalar::Boolean(column) => column.value(row).to_string(),
        BoundScalar::Integer(column) => column.at(row).unwrap_or_default().to_string(),
        BoundScalar::Text(cells) | BoundScalar::Digits(cells) | BoundScalar::Literal(cells) => {
            cells.text(row).unwrap_or_default().to_owned()
        }
        BoundScalar::Moments(column) => {
            let mut text = String::new();
            if column.is_valid(row) {
                column.write(row, &mut text);
            }
            text
        }
        // The plan has no maps with such keys.
        BoundScalar::Float(_) | BoundScalar::Double(_) | BoundScalar::Bytes(_) => String::new(),
    }
}

/// Writes the tokens of a JSON text.
fn write_json(text: &str, field: &str, sink: &mut dyn TreeSink) -> Result<(), Box<Diagnostic>> {
    // An empty text is no value.
    if text.trim().is_empty() {
        let message = format!("the JSON text of `{field}` is empty");
        return Err(Box::new(Diagnostic::error(codes::JSON_SYNTAX, message)));
    }
    let mut tokens = Tokenizer::new(text);
    loop {
        let token = tokens.next().map_err(|fault| {
            let problem = fault.into_diagnostic(&Source::new(field, text));
            Box::new(Diagnostic {
                message: format!("the JSON text of `{field}` is invalid: {}", problem.message),
                ..problem
            })
        })?;
        match token {
            Token::BeginMap => sink.begin_map(),
            Token::EndMap => sink.end_map(),
            Token::BeginList => sink.begin_list(),
            Token::EndList => sink.end_list(),
            Token::Key(key) => sink.key(&key),
            Token::Null => sink.null(),
            Token::True => sink.boolean(true),
            Token::False => sink.boolean(false),
            Token::Number(digits) => sink.number(&digits),
            Token::String(text) => sink.string(&text),
            // This only follows a fault, which has ended the loop.
            Token::Unreadable => {}
            Token::End => return Ok(()),
        }
    }
}
