//! The Arrow types of a plan.
//!
//! Invariant: every field may be null, so that a missing value is judged by the rules and not by the engine. This
//! module does not know rows.

use super::plan::{ElementShape, ObjectPlan, Plan, ROOT_STRUCT, Scalar, Shape};
use arrow_schema::{DataType, Field, Fields, Schema};
use std::sync::Arc;

/// The name of the items of a list, which Arrow's own builders use as well.
const ITEM: &str = "item";

/// The schema of the rows.
pub(crate) fn of_rows(plan: &Plan) -> Schema {
    Schema::new(fields(plan, ROOT_STRUCT))
}

/// The fields of a struct.
pub(crate) fn fields(plan: &Plan, object: usize) -> Fields {
    let object: &ObjectPlan = &plan.objects[object];
    let class_field = object.names_class.then(|| nullable(object.class_field(), DataType::Utf8));
    let feature_fields =
        object.fields.iter().map(|field| nullable(&field.name, data_type(plan, &field.shape)));
    class_field.into_iter().chain(feature_fields).collect()
}

/// The type of a field.
pub(crate) fn data_type(plan: &Plan, shape: &Shape) -> DataType {
    match shape {
        Shape::One(item) => item_type(plan, *item),
        Shape::Many(item) => DataType::List(Arc::new(item_field(plan, *item))),
        Shape::Entries(key, value) => {
            let has_sorted_keys = false;
            DataType::Map(Arc::new(entries_field(plan, *key, value)), has_sorted_keys)
        }
        Shape::Json => DataType::Utf8,
    }
}

/// The field of the items of a list.
pub(crate) fn item_field(plan: &Plan, item: ElementShape) -> Field {
    nullable(ITEM, item_type(plan, item))
}

/// The field of the entries of a map. Arrow allows null only for the values in them.
pub(crate) fn entries_field(plan: &Plan, key: Scalar, value: &Shape) -> Field {
    let is_nullable = false;
    let key = Field::new("key", scalar_type(key), is_nullable);
    let value = nullable("value", data_type(plan, value));
    Field::new("entries", DataType::Struct(Fields::from(vec![key, value])), is_nullable)
}

/// A field that may be null.
fn nullable(name: &str, data_type: DataType) -> Field {
    Field::new(name, data_type, true)
}

/// The type of one value.
fn item_type(plan: &Plan, item: ElementShape) -> DataType {
    match item {
        ElementShape::Scalar(scalar) => scalar_type(scalar),
        ElementShape::Reference => DataType::Utf8,
        ElementShape::Object(_, object) => DataType::Struct(fields(plan, object)),
    }
}

/// The type of a column of data values.
fn scalar_type(scalar: Scalar) -> DataType {
    match scalar {
        Scalar::Boolean => DataType::Boolean,
        Scalar::Integer { bits: 8 } => DataType::Int8,
        Scalar::Integer { bits: 16 } => DataType::Int16,
        Scalar::Integer { bits: 32 } => DataType::Int32,
        Scalar::Integer { .. } => DataType::Int64,
        Scalar::Float => DataType::Float32,
        Scalar::Double => DataType::Float64,
        Scalar::Text | Scalar::Digits | Scalar::Date => DataType::Utf8,
        Scalar::Literal => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
        Scalar::Bytes => DataType::Binary,
    }
}
