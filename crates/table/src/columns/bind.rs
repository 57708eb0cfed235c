//! Binds the columns of a batch to a plan, once per batch.
//!
//! Invariant: what is bound has the types that the walk expects, so that a wrong type fails before the first row. A
//! column that is missing is one without values; a column that the class does not have is an error. This module does
//! not know the meaning of values.

use super::moments::Moments;
use super::plan::{ElementShape, Plan, ROOT_STRUCT, Scalar, Shape};
use super::schema;
use crate::cells::Cells;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array, Int64Array,
    LargeListArray, ListArray, MapArray, RecordBatch, StructArray, UInt8Array, UInt16Array, UInt32Array,
};
use arrow_schema::{DataType, FieldRef};
use modelwright_metamodel::diagnostic::{Diagnostic, codes, name_help, nearest};
use std::ops::Range;

/// The columns of a struct, in the order of the fields of its plan.
#[derive(Debug)]
pub(crate) struct BoundObject<'a> {
    /// The position of the struct in [`Plan::objects`].
    pub(crate) object: usize,
    column: Option<&'a StructArray>,
    pub(crate) class_names: Option<Cells<'a>>,
    /// The columns of the fields; `None` for fields without a column.
    pub(crate) fields: Vec<Option<BoundShape<'a>>>,
}

/// The columns of a field, for each [`Shape`].
#[derive(Debug)]
pub(crate) enum BoundShape<'a> {
    One(BoundItem<'a>),
    Many(Lists<'a>, BoundItem<'a>),
    Entries(Lists<'a>, BoundScalar<'a>, Option<Box<BoundShape<'a>>>),
    Json(Cells<'a>),
}

/// A column of elements, for each [`ElementShape`].
#[derive(Debug)]
pub(crate) enum BoundItem<'a> {
    Scalar(BoundScalar<'a>),
    Reference(Cells<'a>),
    Object(BoundObject<'a>),
}

/// A column of data values, for each [`Scalar`].
#[derive(Debug)]
pub(crate) enum BoundScalar<'a> {
    Boolean(&'a BooleanArray),
    Integer(Integers<'a>),
    Float(&'a Float32Array),
    Double(&'a Float64Array),
    Text(Cells<'a>),
    Digits(Cells<'a>),
    Literal(Cells<'a>),
    Moments(Moments<'a>),
    Bytes(Cells<'a>),
}

/// A column of integers of any width.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Integers<'a> {
    I8(&'a Int8Array),
    I16(&'a Int16Array),
    I32(&'a Int32Array),
    I64(&'a Int64Array),
    U8(&'a UInt8Array),
    U16(&'a UInt16Array),
    U32(&'a UInt32Array),
}

/// A column of lists or maps.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Lists<'a> {
    List(&'a ListArray),
    Large(&'a LargeListArray),
    Map(&'a MapArray),
}

impl<'a> BoundObject<'a> {
    /// Whether there is an object in a row.
    #[inline]
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        self.column.is_none_or(|column| column.is_valid(row))
    }

    /// The name of the class of a row's object.
    #[inline]
    pub(crate) fn class_name(&self, row: usize) -> Option<&'a str> {
        self.class_names.and_then(|names| names.text(row))
    }
}

impl BoundShape<'_> {
    /// Whether a row has a value.
    #[inline]
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        match self {
            BoundShape::One(item) => item.is_valid(row),
            BoundShape::Many(lists, _) | BoundShape::Entries(lists, ..) => lists.is_valid(row),
            BoundShape::Json(cells) => cells.text(row).is_some(),
        }
    }
}

impl BoundItem<'_> {
    /// Whether a row has an element.
    #[inline]
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        match self {
            BoundItem::Scalar(scalar) => scalar.is_valid(row),
            BoundItem::Reference(cells) => cells.text(row).is_some(),
            BoundItem::Object(object) => object.is_valid(row),
        }
    }
}

impl BoundScalar<'_> {
    /// Whether a row has a value.
    #[inline]
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        match self {
            BoundScalar::Boolean(column) => column.is_valid(row),
            BoundScalar::Integer(column) => column.at(row).is_some(),
            BoundScalar::Float(column) => column.is_valid(row),
            BoundScalar::Double(column) => column.is_valid(row),
            BoundScalar::Text(cells) | BoundScalar::Digits(cells) | BoundScalar::Literal(cells) => {
                cells.text(row).is_some()
            }
            BoundScalar::Moments(column) => column.is_valid(row),
            BoundScalar::Bytes(cells) => cells.at(row) != crate::cells::Cell::Null,
        }
    }
}

impl Integers<'_> {
    /// The number of a row; `None` if it is null.
    #[inline]
    pub(crate) fn at(&self, row: usize) -> Option<i64> {
        match self {
            Integers::I8(column) => column.is_valid(row).then(|| column.value(row).into()),
            Integers::I16(column) => column.is_valid(row).then(|| column.value(row).into()),
            Integers::I32(column) => column.is_valid(row).then(|| column.value(row).into()),
            Integers::I64(column) => column.is_valid(row).then(|| column.value(row)),
            Integers::U8(column) => column.is_valid(row).then(|| column.value(row).into()),
            Integers::U16(column) => column.is_valid(row).then(|| column.value(row).into()),
            Integers::U32(column) => column.is_valid(row).then(|| column.value(row).into()),
        }
    }
}

impl<'a> Lists<'a> {
    /// A column of lists, and the column of their elements; `None` for columns of other types.
    fn new(column: &'a dyn Array) -> Option<(Self, &'a ArrayRef)> {
        match column.data_type() {
            DataType::List(_) => {
                let list = column.as_list_opt::<i32>()?;
                Some((Lists::List(list), list.values()))
            }
            DataType::LargeList(_) => {
                let list = column.as_list_opt::<i64>()?;
                Some((Lists::Large(list), list.values()))
            }
            _ => None,
        }
    }

    /// Whether a row has a list or a map.
    #[inline]
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        match self {
            Lists::List(list) => list.is_valid(row),
            Lists::Large(list) => list.is_valid(row),
            Lists::Map(map) => map.is_valid(row),
        }
    }

    /// The positions of a row's items in the column of items.
    #[inline]
    pub(crate) fn range(&self, row: usize) -> Range<usize> {
        match self {
            Lists::List(list) => range(list.value_offsets(), row),
            Lists::Large(list) => range(list.value_offsets(), row),
            Lists::Map(map) => range(map.value_offsets(), row),
        }
    }
}

/// The positions of the elements of a row: `2..5` for the row 1 if the offsets are `[0, 2, 5]`.
fn range<O: Copy + TryInto<usize>>(offsets: &[O], row: usize) -> Range<usize> {
    let offset =
        |position: usize| offsets.get(position).and_then(|offset| (*offset).try_into().ok()).unwrap_or(0);
    offset(row)..offset(row + 1)
}

/// A bound column, or the problem of one that cannot be bound.
type BindResult<T> = Result<T, Box<Diagnostic>>;

/// Binds the columns of a batch.
pub(crate) fn bind_batch<'a>(plan: &Plan, batch: &'a RecordBatch) -> BindResult<BoundObject<'a>> {
    let schema = batch.schema_ref();
    bind_fields(plan, ROOT_STRUCT, "", schema.fields().iter().zip(batch.columns()), None)
}

/// Binds the columns of a struct to the fields of an object, by their names. `path` is the path of the struct in
/// messages; it is empty for the table itself, which has no `struct_column`.
fn bind_fields<'a>(
    plan: &Plan,
    object: usize,
    path: &str,
    columns: impl Iterator<Item = (&'a FieldRef, &'a ArrayRef)>,
    struct_column: Option<&'a StructArray>,
) -> BindResult<BoundObject<'a>> {
    let object_plan = &plan.objects[object];
    let mut fields: Vec<Option<BoundShape<'a>>> = object_plan.fields.iter().map(|_| None).collect();
    let mut class_names = None;
    for (field, column) in columns {
        let path = if path.is_empty() { field.name().clone() } else { format!("{path}.{}", field.name()) };
        if field.name() == object_plan.class_field() {
            class_names = texts(column, &path)?;
            continue;
        }
        let position = object_plan.fields.iter().position(|planned| planned.name == *field.name());
        let Some(position) = position else {
            return Err(unknown_column(plan, object, field.name(), &path));
        };
        if fields[position].is_some() {
            let message = format!("the column `{path}` occurs twice");
            return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)));
        }
        fields[position] = bind_shape(plan, &object_plan.fields[position].shape, column, &path)?;
    }
    Ok(BoundObject { object, column: struct_column, class_names, fields })
}

/// Binds a column to the values of a field; `None` if the column contains only null.
fn bind_shape<'a>(
    plan: &Plan,
    shape: &Shape,
    column: &'a ArrayRef,
    path: &str,
) -> BindResult<Option<BoundShape<'a>>> {
    // A column that contains only null has its own type.
    if *column.data_type() == DataType::Null {
        return Ok(None);
    }
    let type_problem = || wrong_type_problem(plan, shape, column, path);
    Ok(Some(match shape {
        Shape::One(item) => {
            let bound_item = bind_item(plan, *item, column, path)?;
            BoundShape::One(bound_item.ok_or_else(type_problem)?)
        }
        Shape::Many(item) => {
            let (lists, values) = Lists::new(column).ok_or_else(type_problem)?;
            let bound_item = bind_item(plan, *item, values, path)?;
            BoundShape::Many(lists, bound_item.ok_or_else(type_problem)?)
        }
        Shape::Entries(key, value) => {
            let map = column.as_map_opt().ok_or_else(type_problem)?;
            let keys = bind_scalar(*key, map.keys()).ok_or_else(type_problem)?;
            let values = bind_shape(plan, value, map.values(), path)?;
            BoundShape::Entries(Lists::Map(map), keys, values.map(Box::new))
        }
        Shape::Json => BoundShape::Json(texts(column, path)?.ok_or_else(type_problem)?),
    }))
}

/// Binds a column to the elements of a field; `None` if the column is of another type.
fn bind_item<'a>(
    plan: &Plan,
    item: ElementShape,
    column: &'a ArrayRef,
    path: &str,
) -> BindResult<Option<BoundItem<'a>>> {
    Ok(match item {
        ElementShape::Scalar(scalar) => bind_scalar(scalar, column).map(BoundItem::Scalar),
        ElementShape::Reference => text_cells(column).map(BoundItem::Reference),
        ElementShape::Object(_, object) => match column.as_struct_opt() {
            Some(parts) => {
                let columns = parts.fields().iter().zip(parts.columns());
                Some(BoundItem::Object(bind_fields(plan, object, path, columns, Some(parts))?))
            }
            None => None,
        },
    })
}

/// Binds a column to single values; `None` if it is of another type.
fn bind_scalar(scalar: Scalar, column: &ArrayRef) -> Option<BoundScalar<'_>> {
    Some(match scalar {
        Scalar::Boolean => BoundScalar::Boolean(column.as_boolean_opt()?),
        Scalar::Integer { .. } => BoundScalar::Integer(integers(column)?),
        Scalar::Float => BoundScalar::Float(column.as_primitive_opt::<Float32Type>()?),
        Scalar::Double => BoundScalar::Double(column.as_primitive_opt::<Float64Type>()?),
        Scalar::Text => BoundScalar::Text(text_cells(column)?),
        Scalar::Date => match Moments::new(column) {
            Some(moments) => BoundScalar::Moments(moments),
            None => BoundScalar::Text(text_cells(column)?),
        },
        Scalar::Digits => BoundScalar::Digits(text_cells(column)?),
        Scalar::Literal => BoundScalar::Literal(text_cells(column)?),
        Scalar::Bytes => BoundScalar::Bytes(Cells::new(column).filter(Cells::has_bytes)?),
    })
}

/// Binds a column of integers; `None` if it is of another type.
fn integers(column: &ArrayRef) -> Option<Integers<'_>> {
    Some(match column.data_type() {
        DataType::Int8 => Integers::I8(column.as_primitive_opt::<Int8Type>()?),
        DataType::Int16 => Integers::I16(column.as_primitive_opt::<Int16Type>()?),
        DataType::Int32 => Integers::I32(column.as_primitive_opt::<Int32Type>()?),
        DataType::Int64 => Integers::I64(column.as_primitive_opt::<Int64Type>()?),
        DataType::UInt8 => Integers::U8(column.as_primitive_opt::<UInt8Type>()?),
        DataType::UInt16 => Integers::U16(column.as_primitive_opt::<UInt16Type>()?),
        DataType::UInt32 => Integers::U32(column.as_primitive_opt::<UInt32Type>()?),
        _ => return None,
    })
}

/// The cells of a column of texts; `None` if it is of another type.
fn text_cells(column: &ArrayRef) -> Option<Cells<'_>> {
    Cells::new(column).filter(|cells| !cells.has_bytes())
}

/// The texts of a column; `None` if all are null.
fn texts<'a>(column: &'a ArrayRef, path: &str) -> BindResult<Option<Cells<'a>>> {
    if *column.data_type() == DataType::Null {
        return Ok(None);
    }
    let Some(cells) = text_cells(column) else {
        let message = format!("the column `{path}` must be of type Utf8, found {}", column.data_type());
        return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)));
    };
    Ok(Some(cells))
}

/// The problem of a column that has another type than its field.
fn wrong_type_problem(plan: &Plan, shape: &Shape, column: &ArrayRef, path: &str) -> Box<Diagnostic> {
    let (expected_type, found_type) = (schema::data_type(plan, shape), column.data_type());
    let message = format!("the column `{path}` must be of type {expected_type}, found {found_type}");
    Box::new(Diagnostic::error(codes::WRONG_USE, message).help("cast the column"))
}

/// The problem of a column for which a class has no feature.
fn unknown_column(plan: &Plan, object: usize, name: &str, path: &str) -> Box<Diagnostic> {
    let object = &plan.objects[object];
    let names = || object.fields.iter().map(|field| field.name.as_str());
    let class = &plan.metamodel[object.class].name;
    let message = format!("the class {class} has no feature for the column `{path}`");
    let mut problem = Diagnostic::error(codes::UNKNOWN_FEATURE, message);
    problem.help = name_help(nearest(name, names()), "features", names());
    Box::new(problem)
}
