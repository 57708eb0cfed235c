//! Finds the place of each value of a tree in the columns of a plan.
//!
//! Invariant: a tree that fits is the JSON form of the columns, apart from the order of its keys, values that are
//! null, and spellings of numbers; everything else is a misfit. Recursion is as deep as the plan at most. This module
//! does not build columns.

use super::tree::Tree;
use crate::columns::plan::{ElementShape, ObjectPlan, Plan, ROOT_STRUCT, Scalar, Shape};
use modelwright_metamodel::json_text::{is_non_finite, is_number};
use modelwright_notations::tree::names::{self, top_package};

/// A value in the form of a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ColumnValue {
    Null,
    Boolean(bool),
    Integer(i64),
    Float(f32),
    Double(f64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<ColumnValue>),
    Object(StructValue),
    Entries(Vec<(ColumnValue, ColumnValue)>),
}

/// An object: the name of its class, and a value for each field.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StructValue {
    pub(super) class: Option<String>,
    pub(super) fields: Vec<ColumnValue>,
}

/// Why a tree does not have the form of the columns: the field, and what is wrong with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Misfit {
    pub(super) field: String,
    pub(super) reason: &'static str,
}

/// A converted value, or the reason why it has no place in the columns.
type Fit<T> = Result<T, Misfit>;

/// Fails because a value does not have the form of its column.
fn misfit<T>(field: &str, reason: &'static str) -> Fit<T> {
    Err(Misfit { field: field.to_owned(), reason })
}

/// Converts an object to a struct. The object of a row (`is_row`) may also have the keys of a document.
pub(super) fn fit_object(plan: &Plan, position: usize, tree: Tree, is_row: bool) -> Fit<StructValue> {
    let object_plan = &plan.objects[position];
    let Tree::Map(entries) = tree else {
        return misfit(&plan.metamodel[object_plan.class].name, "it is not a map");
    };
    let mut class = None;
    let mut fields: Vec<Option<ColumnValue>> = vec![None; object_plan.fields.len()];
    for (key, value) in entries {
        if class.is_none()
            && let Tree::Text(text) = &value
            && let Some(name) = class_name(plan, object_plan, &key, text)
        {
            class = Some(name);
            continue;
        }
        match (key.as_str(), value) {
            // No column contains the package, because it is that of the rows, or the schema.
            ("$model", Tree::Text(name)) if is_row && is_package_of_rows(plan, &name) => {}
            ("$schema", Tree::Text(_)) if is_row => {}
            (_, value) => {
                let index = object_plan.fields.iter().position(|field| field.name == key);
                let Some(index) = index else { return misfit(&key, "there is no such column") };
                if fields[index].is_some() {
                    return misfit(&key, "it occurs twice");
                }
                if value == Tree::Null {
                    return misfit(&key, "it is an explicit null, which differs from a missing value");
                }
                fields[index] = Some(fit_value(plan, &object_plan.fields[index].shape, value, &key)?);
            }
        }
    }
    Ok(StructValue {
        class,
        fields: fields.into_iter().map(|value| value.unwrap_or(ColumnValue::Null)).collect(),
    })
}

/// The name of the class that an entry of an object specifies, as the class column contains it; `None` if the entry
/// does not specify a class.
fn class_name(plan: &Plan, object_plan: &ObjectPlan, key: &str, text: &str) -> Option<String> {
    let metamodel = &plan.metamodel;
    if !object_plan.names_class {
        return None;
    }
    if key == object_plan.class_field() {
        return Some(text.to_owned());
    }
    // If all classes of the struct have one discriminator, it is the key that was compared before.
    if object_plan.discriminator.is_some() || !metamodel.has_discriminators() {
        return None;
    }
    let is_feature = object_plan.fields.iter().any(|field| field.name == key);
    if is_feature {
        return None;
    }
    // Otherwise, each class of the struct may have its own discriminator.
    let mut named_classes = object_plan.slots.keys().copied().filter(|class| {
        metamodel.discriminator(*class) == Some(key) && metamodel.discriminator_value(*class) == text
    });
    let class = named_classes.next()?;
    // A text that several classes have names none of them.
    if named_classes.next().is_some() {
        return None;
    }
    let package = top_package(metamodel, plan.objects[ROOT_STRUCT].class);
    Some(names::class_name(metamodel, class, package).into_owned())
}

/// Whether a namespace is that of the package of the rows.
fn is_package_of_rows(plan: &Plan, name: &str) -> bool {
    let metamodel = &plan.metamodel;
    let package = top_package(metamodel, plan.objects[ROOT_STRUCT].class);
    metamodel[package].ns_uri.as_deref() == Some(name)
}

/// Converts a tree to the value of a column with a shape.
fn fit_value(plan: &Plan, shape: &Shape, tree: Tree, field: &str) -> Fit<ColumnValue> {
    match (shape, tree) {
        (Shape::Json, tree) => Ok(ColumnValue::Text(tree.to_json())),
        (Shape::One(element), tree) => fit_element(plan, *element, tree, field),
        (Shape::Many(element), Tree::List(items)) => {
            let mut values = Vec::with_capacity(items.len());
            for item in items {
                values.push(match item {
                    Tree::Null => ColumnValue::Null,
                    tree => fit_element(plan, *element, tree, field)?,
                });
            }
            Ok(ColumnValue::List(values))
        }
        (Shape::Entries(key_type, value_shape), Tree::Map(entries)) => {
            let mut pairs = Vec::with_capacity(entries.len());
            for (key_text, tree) in entries {
                let key = fit_scalar(*key_type, key_tree(*key_type, key_text), field)?;
                let value = match tree {
                    Tree::Null => ColumnValue::Null,
                    tree => fit_value(plan, value_shape, tree, field)?,
                };
                pairs.push((key, value));
            }
            Ok(ColumnValue::Entries(pairs))
        }
        (Shape::Many(_), _) => misfit(field, "it is not a list"),
        (Shape::Entries(..), _) => misfit(field, "it is not a map of keys to values"),
    }
}

/// Converts a tree to one element of a column.
fn fit_element(plan: &Plan, item: ElementShape, tree: Tree, field: &str) -> Fit<ColumnValue> {
    match (item, tree) {
        (ElementShape::Scalar(kind), tree) => fit_scalar(kind, tree, field),
        (ElementShape::Reference, Tree::Text(text)) => Ok(ColumnValue::Text(text)),
        (ElementShape::Reference, _) => misfit(field, "it is not a reference as text"),
        (ElementShape::Object(_, position), tree) => {
            let is_row = false;
            fit_object(plan, position, tree, is_row).map(ColumnValue::Object)
        }
    }
}

/// The tree of a key of a map. Keys are texts, of which those of another type are converted here.
fn key_tree(kind: Scalar, text: String) -> Tree {
    match (kind, text.as_str()) {
        (Scalar::Boolean, "true") => Tree::Boolean(true),
        (Scalar::Boolean, "false") => Tree::Boolean(false),
        // Any other spelling of the number would become another key.
        (Scalar::Integer { .. }, text)
            if text.parse::<i64>().is_ok_and(|value| value.to_string() == text) =>
        {
            Tree::Number(text.to_owned())
        }
        _ => Tree::Text(text),
    }
}

/// Converts a tree to a scalar of a column.
fn fit_scalar(kind: Scalar, tree: Tree, field: &str) -> Fit<ColumnValue> {
    let column_value = match (kind, tree) {
        (Scalar::Boolean, Tree::Boolean(value)) => Some(ColumnValue::Boolean(value)),
        (Scalar::Integer { bits }, Tree::Number(digits)) => integer(&digits, bits).map(ColumnValue::Integer),
        (Scalar::Float, Tree::Number(digits)) => {
            digits.parse().ok().filter(|value: &f32| value.is_finite()).map(ColumnValue::Float)
        }
        (Scalar::Double, Tree::Number(digits)) => {
            digits.parse().ok().filter(|value: &f64| value.is_finite()).map(ColumnValue::Double)
        }
        (Scalar::Float, Tree::Text(text)) if is_non_finite(&text) => {
            text.parse().ok().map(ColumnValue::Float)
        }
        (Scalar::Double, Tree::Text(text)) if is_non_finite(&text) => {
            text.parse().ok().map(ColumnValue::Double)
        }
        (Scalar::Text | Scalar::Date | Scalar::Literal, Tree::Text(text)) => Some(ColumnValue::Text(text)),
        // The column stores text, so it cannot distinguish a number from its text.
        (Scalar::Digits, Tree::Number(digits)) => Some(ColumnValue::Text(digits)),
        (Scalar::Digits, Tree::Text(text)) if !is_number(&text) => Some(ColumnValue::Text(text)),
        (Scalar::Bytes, Tree::Text(text)) => parse_hexadecimal(&text).map(ColumnValue::Bytes),
        _ => None,
    };
    match column_value {
        Some(value) => Ok(value),
        None => misfit(field, "its values are of another type"),
    }
}

/// The integer with these digits; `None` if it has more bits.
fn integer(digits: &str, bits: u8) -> Option<i64> {
    let value: i64 = digits.parse().ok()?;
    let is_within = match bits {
        8 => i8::try_from(value).is_ok(),
        16 => i16::try_from(value).is_ok(),
        32 => i32::try_from(value).is_ok(),
        _ => true,
    };
    is_within.then_some(value)
}

/// The bytes of a text in which each byte is two hexadecimal digits; `None` for other texts.
fn parse_hexadecimal(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|start| u8::from_str_radix(&text[start..start + 2], 16).ok()).collect()
}
