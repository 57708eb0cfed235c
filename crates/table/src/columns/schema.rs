//! The Arrow types of a plan.
//!
//! Invariant: every field may be null, so that a missing value is judged by the rules and not by the engine. This
//! module does not know rows.

use super::plan::{ElementShape, ObjectPlan, Plan, ROOT_STRUCT, Scalar, Shape};
use arrow_schema::{DataType, Field, Fields, Schema};
use std::sync::Arc;

/// The name of the items of a list, which Arrow's own builders use as well.
pub(crate) const ITEM: &str = "item";

/// The schema of the rows.
pub(crate) fn of_rows(plan: &Plan) -> Schema {
    Schema::new(fields(plan, ROOT_STRUCT))
}

/// The fields of a struct.
pub(crate) fn fields(plan: &Plan, object: usize) -> Fields {
    let object: &ObjectPlan = &plan.objects[object];
    let is_nullable = true;
    let class_field =
        object.names_class.then(|| Field::new(object.class_field(), DataType::Utf8, is_nullable));
    let feature_fields =
        object.fields.iter().map(|field| Field::new(&field.name, data_type(plan, &field.shape), is_nullable));
    class_field.into_iter().chain(feature_fields).collect()
}

/// The type of a field.
pub(crate) fn data_type(plan: &Plan, shape: &Shape) -> DataType {
    let is_nullable = true;
    match shape {
        Shape::One(item) => item_type(plan, *item),
        Shape::Many(item) => DataType::List(Arc::new(Field::new(ITEM, item_type(plan, *item), is_nullable))),
        Shape::Entries(key, value) => {
            let key = Field::new("key", scalar_type(*key), !is_nullable);
            let value = Field::new("value", data_type(plan, value), is_nullable);
            let entries = DataType::Struct(Fields::from(vec![key, value]));
            let has_sorted_keys = false;
            DataType::Map(Arc::new(Field::new("entries", entries, !is_nullable)), has_sorted_keys)
        }
        Shape::Json => DataType::Utf8,
    }
}

/// The type of one value.
pub(crate) fn item_type(plan: &Plan, item: ElementShape) -> DataType {
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
