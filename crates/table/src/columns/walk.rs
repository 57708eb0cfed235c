//! Makes the objects of a row directly, without a text in between.
//!
//! Invariant: if the objects of a row are made here without [`Uncertainty`], its JSON form is read as the same objects
//! and without a problem. Everything else is uncertain: the row is then judged in its JSON form, so that its problems
//! have the words of a reader. Recursion is as deep as the plan at most. This module does not know how rows are judged.

use super::bind::{BoundItem, BoundObject, BoundScalar, BoundShape};
use super::plan::{EntrySlots, FieldSlot, ObjectPlan, Plan, ROOT_STRUCT};
use crate::cells::{Cell, Cells};
use modelwright_metamodel::ecore::data::{self, ParsedValue};
use modelwright_metamodel::ecore::{ClassId, DataKind, date};
use modelwright_metamodel::json_text::is_number;
use modelwright_metamodel::model::ObjectId;
use modelwright_metamodel::model::load::Loader;
use modelwright_notations::tree::names::{find_class, top_package};
use modelwright_notations::tree::plan::{Plan as SlotPlan, Role};
use modelwright_notations::tree::scalars;
use rustc_hash::{FxHashMap, FxHashSet};

/// The row must be judged in its JSON form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Uncertainty;

/// What a step of a walk makes, unless it is uncertain.
type WalkResult<T> = Result<T, Uncertainty>;

/// What walks of all rows of a batch share.
#[derive(Debug)]
pub(crate) struct Walk<'p> {
    plan: &'p Plan,
    /// Classes by the names in class fields.
    classes: FxHashMap<String, Option<ClassId>>,
    /// The text of a value; its memory is used again for the next value.
    scratch: String,
}

/// An object that is being made, and the slot of it that is filled.
#[derive(Clone, Copy)]
struct FeatureSlot {
    object: ObjectId,
    slot: SlotPlan,
}

impl<'p> Walk<'p> {
    pub(crate) fn new(plan: &'p Plan) -> Self {
        Self { plan, classes: FxHashMap::default(), scratch: String::new() }
    }

    /// Creates the object of a row as a root of the document.
    pub(crate) fn make_row(
        &mut self,
        loader: &mut Loader<'_, '_>,
        bound: &BoundObject<'_>,
        row: usize,
    ) -> WalkResult<()> {
        let class = self.class_of(bound, row)?;
        let object = create(loader, class)?;
        loader.root(object);
        self.fill_fields(loader, bound, row, object, class)?;
        Ok(())
    }

    /// The class of the object in a row of a struct.
    fn class_of(&mut self, bound: &BoundObject<'_>, row: usize) -> WalkResult<ClassId> {
        let object_plan = &self.plan.objects[bound.object];
        match bound.class_name(row) {
            None if object_plan.is_sealed => Ok(object_plan.class),
            // The class is inferred from the fields, or missing.
            None => Err(Uncertainty),
            Some(name) => {
                let class = match &object_plan.discriminator {
                    Some((_, classes)) => classes.get(name).copied(),
                    None => self.class_named(name),
                };
                let class = class.ok_or(Uncertainty)?;
                // Only classes of the plan have slots.
                if object_plan.slots.contains_key(&class) { Ok(class) } else { Err(Uncertainty) }
            }
        }
    }

    /// The class with a name, which is looked up once.
    fn class_named(&mut self, name: &str) -> Option<ClassId> {
        if let Some(class) = self.classes.get(name) {
            return *class;
        }
        let metamodel = &self.plan.metamodel;
        let package = top_package(metamodel, self.plan.objects[ROOT_STRUCT].class);
        let class = find_class(metamodel, name, package);
        self.classes.insert(name.to_owned(), class);
        class
    }

    /// Fills the slots of an object; returns the number of fields with values.
    fn fill_fields(
        &mut self,
        loader: &mut Loader<'_, '_>,
        bound: &BoundObject<'_>,
        row: usize,
        object: ObjectId,
        class: ClassId,
    ) -> WalkResult<usize> {
        let object_plan: &'p ObjectPlan = &self.plan.objects[bound.object];
        let slots = object_plan.slots.get(&class).ok_or(Uncertainty)?;
        let mut count = 0;
        for (shape, field_slot) in bound.fields.iter().zip(slots) {
            let Some(shape) = shape.as_ref().filter(|shape| shape.is_valid(row)) else { continue };
            // A field without a slot belongs to a feature that the class does not have.
            let FieldSlot { plan: slot, entry } = field_slot.ok_or(Uncertainty)?;
            self.fill_feature(loader, shape, row, FeatureSlot { object, slot }, entry)?;
            count += 1;
        }
        Ok(count)
    }

    /// Sets a feature to the values of a field.
    fn fill_feature(
        &mut self,
        loader: &mut Loader<'_, '_>,
        shape: &BoundShape<'_>,
        row: usize,
        place: FeatureSlot,
        entry: Option<EntrySlots>,
    ) -> WalkResult<()> {
        match shape {
            BoundShape::One(item) => self.add_element(loader, item, row, place),
            BoundShape::Many(lists, item) => {
                loader.set_empty(place.object, place.slot.slot);
                for position in lists.range(row) {
                    self.add_element(loader, item, position, place)?;
                }
                Ok(())
            }
            BoundShape::Entries(lists, keys, values) => {
                let entry = entry.ok_or(Uncertainty)?;
                loader.set_empty(place.object, place.slot.slot);
                self.add_entries(loader, lists.range(row), keys, values.as_deref(), place, entry)
            }
            BoundShape::Json(_) => Err(Uncertainty),
        }
    }

    /// Adds the entries of a map.
    fn add_entries(
        &mut self,
        loader: &mut Loader<'_, '_>,
        rows: std::ops::Range<usize>,
        keys: &BoundScalar<'_>,
        values: Option<&BoundShape<'_>>,
        place: FeatureSlot,
        entry: EntrySlots,
    ) -> WalkResult<()> {
        let mut seen_keys = FxHashSet::default();
        for row in rows {
            // The JSON form names each key once.
            if !seen_keys.insert(key(keys, row).ok_or(Uncertainty)?) {
                return Err(Uncertainty);
            }
            let object = create(loader, entry.class)?;
            loader.contain(place.object, place.slot.slot, place.slot.feature, object);
            self.add_scalar(loader, keys, row, FeatureSlot { object, slot: entry.key })?;
            // The JSON form has no entry without a value.
            let value = values.filter(|value| value.is_valid(row)).ok_or(Uncertainty)?;
            // The value is not a map again.
            let nested_entry = None;
            self.fill_feature(loader, value, row, FeatureSlot { object, slot: entry.value }, nested_entry)?;
        }
        Ok(())
    }

    /// Adds the value in a row of the column of a feature.
    fn add_element(
        &mut self,
        loader: &mut Loader<'_, '_>,
        item: &BoundItem<'_>,
        row: usize,
        place: FeatureSlot,
    ) -> WalkResult<()> {
        match item {
            BoundItem::Scalar(scalar) => self.add_scalar(loader, scalar, row, place),
            BoundItem::Reference(cells) => {
                let text = cells.text(row).ok_or(Uncertainty)?;
                let id = text.strip_prefix('#').unwrap_or(text);
                // A `#` inside the text makes it the address of an object in another document.
                if id.len() == text.len() && text.contains('#') {
                    return Err(Uncertainty);
                }
                // The reference has no position, because there is no text.
                let offset = 0;
                loader.refer(place.object, place.slot.slot, place.slot.feature, id, offset);
                Ok(())
            }
            BoundItem::Object(bound) => {
                if !bound.is_valid(row) {
                    return Err(Uncertainty);
                }
                let class = self.class_of(bound, row)?;
                let object = create(loader, class)?;
                loader.contain(place.object, place.slot.slot, place.slot.feature, object);
                let count = self.fill_fields(loader, bound, row, object, class)?;
                // In a choice, a single field names the alternative. Otherwise only the reader of JSON finds it, by the
                // form of the value.
                if place.slot.is_choice && count != 1 { Err(Uncertainty) } else { Ok(()) }
            }
        }
    }

    /// Adds one value, if it certainly is the one that the JSON form of the row has.
    fn add_scalar(
        &mut self,
        loader: &mut Loader<'_, '_>,
        scalar: &BoundScalar<'_>,
        row: usize,
        place: FeatureSlot,
    ) -> WalkResult<()> {
        let Role::Data(kind) = place.slot.role else { return Err(Uncertainty) };
        // The value is a null in a list.
        if !scalar.is_valid(row) {
            return Err(Uncertainty);
        }
        let value = match (scalar, kind) {
            (BoundScalar::Boolean(column), DataKind::Boolean { .. }) => ParsedValue::Bool(column.value(row)),
            (BoundScalar::Integer(column), DataKind::Integer { bits, .. }) => {
                let value = column.at(row).filter(|value| is_within(*value, bits)).ok_or(Uncertainty)?;
                ParsedValue::Int(value)
            }
            (BoundScalar::Float(column), DataKind::Float { .. }) => ParsedValue::Float(column.value(row)),
            (BoundScalar::Double(column), DataKind::Double { .. }) => ParsedValue::Double(column.value(row)),
            (BoundScalar::Literal(cells), DataKind::Enum) => {
                return self.add_literal(loader, cells, row, place);
            }
            (BoundScalar::Text(cells) | BoundScalar::Digits(cells), _) => {
                let text = cells.text(row).ok_or(Uncertainty)?;
                return self.add_text(loader, text, kind, place);
            }
            (BoundScalar::Moments(column), DataKind::Date) => {
                self.scratch.clear();
                column.write(row, &mut self.scratch);
                return self.add_text(loader, &self.scratch, kind, place);
            }
            (BoundScalar::Bytes(cells), DataKind::Bytes) => return self.add_bytes(loader, cells, row, place),
            _ => return Err(Uncertainty),
        };
        loader.value(place.object, place.slot.slot, place.slot.is_many, &value);
        Ok(())
    }

    /// Adds a literal of an enumeration.
    fn add_literal(
        &mut self,
        loader: &mut Loader<'_, '_>,
        cells: &Cells<'_>,
        row: usize,
        place: FeatureSlot,
    ) -> WalkResult<()> {
        let metamodel = &self.plan.metamodel;
        let data_type = &metamodel[metamodel.data_type(place.slot.feature)];
        let literal = cells.text(row).and_then(|text| data_type.literal_index(text)).ok_or(Uncertainty)?;
        loader.enumeration(place.object, place.slot.slot, place.slot.is_many, literal);
        Ok(())
    }

    /// Adds the value that a text represents. An [`Uncertainty`] if only the reader of JSON can decide whether the text
    /// is valid.
    fn add_text(
        &self,
        loader: &mut Loader<'_, '_>,
        text: &str,
        kind: DataKind,
        place: FeatureSlot,
    ) -> WalkResult<()> {
        let metamodel = &self.plan.metamodel;
        let data_type = &metamodel[metamodel.data_type(place.slot.feature)];
        let value = match kind {
            DataKind::String if data_type.lexical.is_none() => {
                loader.text(place.object, place.slot.slot, place.slot.is_many, text);
                return Ok(());
            }
            DataKind::String | DataKind::Other => data_type.parse(text),
            DataKind::Date if data::is_exact_date(text) && !date::has_lost_digits(text) => {
                data::parse(DataKind::Date, text)
            }
            DataKind::BigInteger if is_number(text) => scalars::number(kind, text),
            DataKind::BigDecimal if is_number(text) => data_type.parse(text),
            DataKind::Char { .. } => scalars::string(kind, text),
            _ => None,
        };
        loader.value(place.object, place.slot.slot, place.slot.is_many, &value.ok_or(Uncertainty)?);
        Ok(())
    }

    /// Adds a value of bytes.
    fn add_bytes(
        &mut self,
        loader: &mut Loader<'_, '_>,
        cells: &Cells<'_>,
        row: usize,
        place: FeatureSlot,
    ) -> WalkResult<()> {
        let Cell::Bytes(bytes) = cells.at(row) else { return Err(Uncertainty) };
        // Data types of bytes parse hexadecimal digits.
        self.scratch.clear();
        push_hexadecimal(bytes, &mut self.scratch);
        let metamodel = &self.plan.metamodel;
        let data_type = &metamodel[metamodel.data_type(place.slot.feature)];
        let value = data_type.parse(&self.scratch).ok_or(Uncertainty)?;
        loader.value(place.object, place.slot.slot, place.slot.is_many, &value);
        Ok(())
    }
}

/// Creates an object, unless the row has too many.
fn create(loader: &mut Loader<'_, '_>, class: ClassId) -> WalkResult<ObjectId> {
    // The object has no position, because there is no text.
    let offset = 0;
    if loader.is_full() { Err(Uncertainty) } else { Ok(loader.create(class, offset)) }
}

/// Whether an integer has at most this many bits.
fn is_within(value: i64, bits: u8) -> bool {
    match bits {
        8 => i8::try_from(value).is_ok(),
        16 => i16::try_from(value).is_ok(),
        32 => i32::try_from(value).is_ok(),
        _ => true,
    }
}

/// A key of a map, for comparisons.
#[derive(PartialEq, Eq, Hash)]
enum Key<'a> {
    Boolean(bool),
    Integer(i64),
    Text(&'a str),
}

/// The key in a row; `None` if it is missing, or of a type that is not compared here.
fn key<'a>(keys: &BoundScalar<'a>, row: usize) -> Option<Key<'a>> {
    Some(match keys {
        BoundScalar::Boolean(column) => Key::Boolean(keys.is_valid(row).then(|| column.value(row))?),
        BoundScalar::Integer(column) => Key::Integer(column.at(row)?),
        BoundScalar::Text(cells) | BoundScalar::Digits(cells) | BoundScalar::Literal(cells) => {
            Key::Text(cells.text(row)?)
        }
        BoundScalar::Float(_) | BoundScalar::Double(_) | BoundScalar::Moments(_) | BoundScalar::Bytes(_) => {
            return None;
        }
    })
}

/// Appends two hexadecimal digits for each byte.
pub(crate) fn push_hexadecimal(bytes: &[u8], out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for byte in bytes {
        out.push(DIGITS[usize::from(byte >> 4)].into());
        out.push(DIGITS[usize::from(byte & 15)].into());
    }
}
