//! Builds the columns of a plan from fitted rows.
//!
//! Invariant: every field receives one value per row, so that all columns have the same length. This module does not
//! know trees.

use super::fit::{ColumnValue, StructValue};
use crate::columns::plan::{ElementShape, Plan, Scalar, Shape};
use crate::columns::schema;
use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Float32Builder, Float64Builder, Int8Builder, Int16Builder, Int32Builder,
    Int64Builder, StringBuilder, StringDictionaryBuilder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, ListArray, MapArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields};
use std::sync::Arc;

/// The columns of a struct.
pub(super) struct ObjectBuilder {
    fields: Fields,
    class: Option<StringBuilder>,
    columns: Vec<FieldBuilder>,
    nulls: NullBufferBuilder,
}

/// The column of a field.
enum FieldBuilder {
    Boolean(BooleanBuilder),
    Int8(Int8Builder),
    Int16(Int16Builder),
    Int32(Int32Builder),
    Int64(Int64Builder),
    Float(Float32Builder),
    Double(Float64Builder),
    Text(StringBuilder),
    Literal(StringDictionaryBuilder<Int32Type>),
    Bytes(BinaryBuilder),
    Object(ObjectBuilder),
    List {
        item: Arc<Field>,
        lengths: Vec<usize>,
        nulls: NullBufferBuilder,
        items: Box<FieldBuilder>,
    },
    Map {
        entries: Arc<Field>,
        lengths: Vec<usize>,
        nulls: NullBufferBuilder,
        columns: Box<[FieldBuilder; 2]>,
    },
}

impl ObjectBuilder {
    /// A builder of the columns of a planned struct, by its position in the plan.
    pub(super) fn new(plan: &Plan, position: usize) -> Self {
        let object_plan = &plan.objects[position];
        Self {
            fields: schema::fields(plan, position),
            class: object_plan.names_class.then(StringBuilder::new),
            columns: object_plan.fields.iter().map(|field| FieldBuilder::new(plan, &field.shape)).collect(),
            nulls: NullBufferBuilder::new(0),
        }
    }

    /// Adds an object, or a row without one.
    pub(super) fn append(&mut self, object: Option<StructValue>) {
        self.nulls.append(object.is_some());
        let StructValue { class, fields } =
            object.unwrap_or_else(|| StructValue { class: None, fields: Vec::new() });
        if let Some(classes) = &mut self.class {
            classes.append_option(class);
        }
        // Every column receives a value, also for a row without an object, so that all columns have the same length.
        let mut values = fields.into_iter();
        for column in &mut self.columns {
            column.append(values.next().unwrap_or(ColumnValue::Null));
        }
    }

    /// The columns, and which rows have an object.
    pub(super) fn finish(self) -> Result<(Vec<ArrayRef>, NullBufferBuilder), ArrowError> {
        let class = self.class.map(|mut class| Arc::new(class.finish()) as ArrayRef);
        let mut columns: Vec<ArrayRef> = class.into_iter().collect();
        for column in self.columns {
            columns.push(column.finish()?);
        }
        Ok((columns, self.nulls))
    }
}

impl FieldBuilder {
    /// A builder of the column of a field.
    fn new(plan: &Plan, shape: &Shape) -> Self {
        match shape {
            Shape::Json => FieldBuilder::Text(StringBuilder::new()),
            Shape::One(item) => Self::of_item(plan, *item),
            Shape::Many(item) => FieldBuilder::List {
                item: Arc::new(schema::item_field(plan, *item)),
                lengths: Vec::new(),
                nulls: NullBufferBuilder::new(0),
                items: Box::new(Self::of_item(plan, *item)),
            },
            Shape::Entries(key, value) => {
                let columns = [Self::of_item(plan, ElementShape::Scalar(*key)), Self::new(plan, value)];
                let entries = Arc::new(schema::entries_field(plan, *key, value));
                let (lengths, nulls) = (Vec::new(), NullBufferBuilder::new(0));
                FieldBuilder::Map { entries, lengths, nulls, columns: Box::new(columns) }
            }
        }
    }

    /// A builder of the column for elements of a shape.
    fn of_item(plan: &Plan, item: ElementShape) -> Self {
        match item {
            ElementShape::Reference => FieldBuilder::Text(StringBuilder::new()),
            ElementShape::Object(_, position) => FieldBuilder::Object(ObjectBuilder::new(plan, position)),
            ElementShape::Scalar(scalar) => match scalar {
                Scalar::Boolean => FieldBuilder::Boolean(BooleanBuilder::new()),
                Scalar::Integer { bits: 8 } => FieldBuilder::Int8(Int8Builder::new()),
                Scalar::Integer { bits: 16 } => FieldBuilder::Int16(Int16Builder::new()),
                Scalar::Integer { bits: 32 } => FieldBuilder::Int32(Int32Builder::new()),
                Scalar::Integer { .. } => FieldBuilder::Int64(Int64Builder::new()),
                Scalar::Float => FieldBuilder::Float(Float32Builder::new()),
                Scalar::Double => FieldBuilder::Double(Float64Builder::new()),
                Scalar::Text | Scalar::Digits | Scalar::Date => FieldBuilder::Text(StringBuilder::new()),
                Scalar::Literal => FieldBuilder::Literal(StringDictionaryBuilder::new()),
                Scalar::Bytes => FieldBuilder::Bytes(BinaryBuilder::new()),
            },
        }
    }

    /// Appends a value. The value has the type of the column; a number that the column cannot contain becomes null.
    fn append(&mut self, value: ColumnValue) {
        match (self, value) {
            (FieldBuilder::Boolean(column), ColumnValue::Boolean(value)) => column.append_value(value),
            (FieldBuilder::Int8(column), ColumnValue::Integer(value)) => {
                column.append_option(value.try_into().ok());
            }
            (FieldBuilder::Int16(column), ColumnValue::Integer(value)) => {
                column.append_option(value.try_into().ok());
            }
            (FieldBuilder::Int32(column), ColumnValue::Integer(value)) => {
                column.append_option(value.try_into().ok());
            }
            (FieldBuilder::Int64(column), ColumnValue::Integer(value)) => column.append_value(value),
            (FieldBuilder::Float(column), ColumnValue::Float(value)) => column.append_value(value),
            (FieldBuilder::Double(column), ColumnValue::Double(value)) => column.append_value(value),
            (FieldBuilder::Text(column), ColumnValue::Text(value)) => column.append_value(value),
            (FieldBuilder::Literal(column), ColumnValue::Text(value)) => column.append_value(value),
            (FieldBuilder::Bytes(column), ColumnValue::Bytes(value)) => column.append_value(value),
            (FieldBuilder::Object(column), ColumnValue::Object(value)) => column.append(Some(value)),
            (FieldBuilder::List { lengths, nulls, items, .. }, ColumnValue::List(values)) => {
                lengths.push(values.len());
                nulls.append_non_null();
                values.into_iter().for_each(|value| items.append(value));
            }
            (FieldBuilder::Map { lengths, nulls, columns, .. }, ColumnValue::Entries(values)) => {
                lengths.push(values.len());
                nulls.append_non_null();
                for (key, value) in values {
                    columns[0].append(key);
                    columns[1].append(value);
                }
            }
            // All values were fitted, so a value of another type can only be null.
            (column, _) => column.append_null(),
        }
    }

    /// Appends a missing value.
    fn append_null(&mut self) {
        match self {
            FieldBuilder::Boolean(column) => column.append_null(),
            FieldBuilder::Int8(column) => column.append_null(),
            FieldBuilder::Int16(column) => column.append_null(),
            FieldBuilder::Int32(column) => column.append_null(),
            FieldBuilder::Int64(column) => column.append_null(),
            FieldBuilder::Float(column) => column.append_null(),
            FieldBuilder::Double(column) => column.append_null(),
            FieldBuilder::Text(column) => column.append_null(),
            FieldBuilder::Literal(column) => column.append_null(),
            FieldBuilder::Bytes(column) => column.append_null(),
            FieldBuilder::Object(column) => column.append(None),
            FieldBuilder::List { lengths, nulls, .. } | FieldBuilder::Map { lengths, nulls, .. } => {
                lengths.push(0);
                nulls.append_null();
            }
        }
    }

    /// The finished column.
    fn finish(self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            FieldBuilder::Boolean(mut column) => Arc::new(column.finish()),
            FieldBuilder::Int8(mut column) => Arc::new(column.finish()),
            FieldBuilder::Int16(mut column) => Arc::new(column.finish()),
            FieldBuilder::Int32(mut column) => Arc::new(column.finish()),
            FieldBuilder::Int64(mut column) => Arc::new(column.finish()),
            FieldBuilder::Float(mut column) => Arc::new(column.finish()),
            FieldBuilder::Double(mut column) => Arc::new(column.finish()),
            FieldBuilder::Text(mut column) => Arc::new(column.finish()),
            FieldBuilder::Literal(mut column) => Arc::new(column.finish()),
            FieldBuilder::Bytes(mut column) => Arc::new(column.finish()),
            FieldBuilder::Object(column) => {
                let (fields, length) = (column.fields.clone(), column.nulls.len());
                let (columns, mut nulls) = column.finish()?;
                Arc::new(StructArray::try_new_with_length(fields, columns, nulls.finish(), length)?)
            }
            FieldBuilder::List { item, lengths, mut nulls, items } => {
                let offsets = OffsetBuffer::from_lengths(lengths);
                Arc::new(ListArray::try_new(item, offsets, items.finish()?, nulls.finish())?)
            }
            FieldBuilder::Map { entries, lengths, mut nulls, columns } => {
                let offsets = OffsetBuffer::from_lengths(lengths);
                let [keys, values] = *columns;
                let fields = match entries.data_type() {
                    DataType::Struct(fields) => fields.clone(),
                    _ => Fields::empty(),
                };
                let nulls_of_pairs = None;
                let pairs =
                    StructArray::try_new(fields, vec![keys.finish()?, values.finish()?], nulls_of_pairs)?;
                let has_sorted_keys = false;
                Arc::new(MapArray::try_new(entries, offsets, pairs, nulls.finish(), has_sorted_keys)?)
            }
        })
    }
}
