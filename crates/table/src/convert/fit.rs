//! Finds the place of each value of a tree in the columns of a plan.
//!
//! Invariant: a tree that fits is the JSON form of the columns, apart from the order of its keys, values that are
//! null, and spellings of numbers; everything else is a misfit. Recursion is as deep as the plan at most. This module
//! does not build columns.

use super::tree::Tree;
use crate::columns::plan::{ElementShape, ObjectPlan, Plan, Scalar, Shape};
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
    pub(super) why: &'static str,
}

type Fit<T> = Result<T, Misfit>;

fn misfit<T>(field: &str, why: &'static str) -> Fit<T> {
    Err(Misfit { field: field.to_owned(), why })
}

/// Fits an object into a struct. `is_row` allows the keys of a document.
pub(super) fn object(plan: &Plan, position: usize, tree: Tree, is_row: bool) -> Fit<StructValue> {
    let planned = &plan.objects[position];
    let Tree::Map(entries) = tree else {
        return misfit(&plan.metamodel[planned.class].name, "it is not a map");
    };
    let mut class = None;
    let mut fields: Vec<Option<ColumnValue>> = vec![None; planned.fields.len()];
    for (key, value) in entries {
        if class.is_none()
            && let Tree::Text(text) = &value
            && let Some(name) = class_name(plan, planned, &key, text)
        {
            class = Some(name);
            continue;
        }
        match (key.as_str(), value) {
            // The plan knows the package of the rows; a schema has no meaning for a model.
            ("$model", Tree::Text(name)) if is_row && is_package_of_rows(plan, &name) => {}
            ("$schema", Tree::Text(_)) if is_row => {}
            (_, value) => {
                let at = planned.fields.iter().position(|field| field.name == key);
                let Some(at) = at else { return misfit(&key, "there is no such column") };
                if fields[at].is_some() {
                    return misfit(&key, "it occurs twice");
                }
                if value == Tree::Null {
                    return misfit(&key, "an explicit null differs from no value");
                }
                fields[at] = Some(shape(plan, &planned.fields[at].shape, value, &key)?);
            }
        }
    }
    Ok(StructValue {
        class,
        fields: fields.into_iter().map(|value| value.unwrap_or(ColumnValue::Null)).collect(),
    })
}

/// The name of a class in its field, if a key of an object names the class.
fn class_name(plan: &Plan, planned: &ObjectPlan, key: &str, text: &str) -> Option<String> {
    let metamodel = &plan.metamodel;
    if !planned.names_class {
        return None;
    }
    if key == planned.class_field() {
        return Some(text.to_owned());
    }
    if planned.discriminator.is_some()
        || !metamodel.has_discriminators()
        || planned.fields.iter().any(|field| field.name == key)
    {
        return None;
    }
    // Of several classes, some may have keys of their own.
    let mut named = planned.slots.keys().copied().filter(|class| {
        metamodel.discriminator(*class) == Some(key) && metamodel.discriminator_value(*class) == text
    });
    let class = named.next().filter(|_| named.next().is_none())?;
    let package = top_package(metamodel, plan.objects[0].class);
    Some(names::class_name(metamodel, class, package).into_owned())
}

fn is_package_of_rows(plan: &Plan, name: &str) -> bool {
    let metamodel = &plan.metamodel;
    let package = top_package(metamodel, plan.objects[0].class);
    metamodel[package].ns_uri.as_deref() == Some(name)
}

/// Converts a tree to the value of a column with a shape.
fn shape(plan: &Plan, shape: &Shape, tree: Tree, field: &str) -> Fit<ColumnValue> {
    match (shape, tree) {
        (Shape::Json, tree) => Ok(ColumnValue::Text(tree.to_json())),
        (Shape::One(one), tree) => item(plan, *one, tree, field),
        (Shape::Many(one), Tree::List(items)) => {
            let items = items.into_iter().map(|tree| match tree {
                Tree::Null => Ok(ColumnValue::Null),
                tree => item(plan, *one, tree, field),
            });
            items.collect::<Fit<Vec<_>>>().map(ColumnValue::List)
        }
        (Shape::Entries(key, value), Tree::Map(entries)) => {
            let entries = entries.into_iter().map(|(text, tree)| {
                let key = scalar(*key, key_tree(*key, text), field)?;
                let value = match tree {
                    Tree::Null => ColumnValue::Null,
                    tree => self::shape(plan, value, tree, field)?,
                };
                Ok((key, value))
            });
            entries.collect::<Fit<Vec<_>>>().map(ColumnValue::Entries)
        }
        (Shape::Many(_), _) => misfit(field, "it is not a list"),
        (Shape::Entries(..), _) => misfit(field, "it is not a map of keys to values"),
    }
}

fn item(plan: &Plan, item: ElementShape, tree: Tree, field: &str) -> Fit<ColumnValue> {
    match (item, tree) {
        (ElementShape::Scalar(kind), tree) => scalar(kind, tree, field),
        (ElementShape::Reference, Tree::Text(text)) => Ok(ColumnValue::Text(text)),
        (ElementShape::Reference, _) => misfit(field, "it is not a reference as text"),
        (ElementShape::Object(_, position), tree) => {
            object(plan, position, tree, false).map(ColumnValue::Object)
        }
    }
}

/// The tree of a key of a map, which is always a text.
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
fn scalar(kind: Scalar, tree: Tree, field: &str) -> Fit<ColumnValue> {
    let fitted = match (kind, tree) {
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
        (Scalar::Bytes, Tree::Text(text)) => bytes(&text).map(ColumnValue::Bytes),
        _ => None,
    };
    fitted.map_or_else(|| misfit(field, "its values are of another type"), Ok)
}

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

/// The bytes of a text of two digits each.
fn bytes(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}
