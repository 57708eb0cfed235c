//! Reads the keys and values of one object.
//!
//! Invariant: a key is read at most once; a key that is not a field is a doubt, unless it is ignored or a
//! discriminator. This module does not know how documents begin.

use super::super::super::{Element, Field, FieldSource, FieldValue, Value};
use super::super::SlotReader;
use super::CertainReader;
use super::plans::{ClassPlan, EMF_CLASS, FieldPlan, Rule};
use crate::ecore::data::ParsedValue;
use crate::json::Doubt;
use crate::model::Value as Data;
use crate::names;
use crate::tree::Token;
use crate::tree::scalars::{certain_scalar, key_token};
use std::rc::Rc;

/// The source of the fields of one object.
pub(super) struct CertainObject<'r, 't> {
    reader: &'r mut CertainReader<'t>,
    plan: Rc<ClassPlan>,
    /// The result of reading the first key, which was read to find the class; `None` after it was processed.
    first_key: Option<Option<&'t str>>,
    /// The number of the field after the last one, which is likely to be the next one.
    likely_next: usize,
    /// The fields that were read, as bits.
    read_fields: u64,
}

impl<'r, 't> CertainObject<'r, 't> {
    pub(super) fn new(
        reader: &'r mut CertainReader<'t>,
        plan: Rc<ClassPlan>,
        first_key: Option<&'t str>,
    ) -> Self {
        Self { reader, plan, first_key: Some(first_key), likely_next: 0, read_fields: 0 }
    }

    /// Reads field `number`.
    fn take<F: Field>(&mut self, number: usize) -> Result<F, Doubt> {
        let plan = *self.plan.fields.get(number).ok_or(Doubt)?;
        // A class with more fields than the word has bits is a doubt; few classes have so many.
        let bit = u32::try_from(number).ok().and_then(|number| 1u64.checked_shl(number)).ok_or(Doubt)?;
        if self.read_fields & bit != 0 {
            return Err(Doubt);
        }
        self.read_fields |= bit;
        let value =
            F::take(CertainValue { reader: &mut *self.reader, plan, is_key: false, read_count: 0 }.into());
        value.filter(|_| !self.reader.is_doubtful).ok_or(Doubt)
    }

    /// Reads keys up to the next field.
    fn find_key(&mut self) -> Result<Option<usize>, Doubt> {
        loop {
            // The first key was read before, to find the class.
            let key = match self.first_key.take() {
                Some(first_key) => first_key,
                None => self.reader.text.next_key()?,
            };
            let Some(key) = key else { return Ok(None) };
            let field_names = self.plan.names;
            // The fields that follow the last one are searched first, because they are the most likely.
            let later_field = (self.likely_next..field_names.len())
                .find(|number| names::are_equal(field_names[*number], key));
            let field =
                later_field.or_else(|| field_names.iter().position(|name| names::are_equal(name, key)));
            match field {
                Some(number) => {
                    self.likely_next = number + 1;
                    return Ok(Some(number));
                }
                None => self.read_other_key(key)?,
            }
        }
    }

    /// Reads the value of a key that is not a field: the name of the class, or a value that is ignored.
    fn read_other_key(&mut self, key: &str) -> Result<(), Doubt> {
        let metamodel = self.reader.metamodel;
        // A feature without a field cannot be stored in the value.
        if key == EMF_CLASS || metamodel.table(self.plan.class).slot_named(key).is_some() {
            return Err(Doubt);
        }
        // The metamodel may declare a discriminator for the class.
        if metamodel.discriminator(self.plan.class) == Some(key) {
            let is_class = self.reader.text.string()? == metamodel.discriminator_value(self.plan.class);
            return if is_class { Ok(()) } else { Err(Doubt) };
        }
        // The types may have been generated with a discriminator for all classes.
        if self.reader.discriminator == Some(key) {
            let name = self.reader.text.string()?;
            let is_class = metamodel[self.plan.class].name.eq_ignore_ascii_case(&name);
            return if is_class { Ok(()) } else { Err(Doubt) };
        }
        if self.reader.ignores_unknown_keys && !key.starts_with('$') {
            return self.reader.text.skip_value();
        }
        Err(Doubt)
    }
}

impl FieldSource for CertainObject<'_, '_> {
    type Error = Doubt;

    #[inline]
    fn next(&mut self) -> Result<Option<usize>, Doubt> {
        // Most documents contain the features of a class in order, so the key of the next one is compared first.
        if self.first_key.is_none()
            && self.plan.has_plain_names
            && let Some(next) = self.plan.names.get(self.likely_next)
            && self.reader.text.skip_key(next)
        {
            self.likely_next += 1;
            return Ok(Some(self.likely_next - 1));
        }
        self.find_key()
    }

    #[inline]
    fn field<F: Field>(&mut self, number: usize, into: &mut F) -> Result<(), Doubt> {
        *into = self.take(number)?;
        Ok(())
    }

    #[inline]
    fn slot<F: Field>(&mut self, number: usize, into: &mut Option<F>) -> Result<(), Doubt> {
        *into = Some(self.take(number)?);
        Ok(())
    }

    #[inline]
    fn require(&mut self, number: usize) -> Result<(), Doubt> {
        let is_read = number < 64 && self.read_fields & (1 << number) != 0;
        if is_read { Ok(()) } else { Err(Doubt) }
    }

    fn missing(&mut self, _: usize) -> Doubt {
        Doubt
    }

    fn not_one(&mut self, _: &[&str], _: usize) -> Doubt {
        Doubt
    }
}

/// The value of a field in a text, or one value of its list.
pub(in super::super) struct CertainValue<'p, 't> {
    reader: &'p mut CertainReader<'t>,
    plan: FieldPlan,
    /// Whether the value is the key of a map entry, which was read before.
    is_key: bool,
    /// The number of values of the list that were read.
    read_count: usize,
}

impl<'t> CertainValue<'_, 't> {
    /// Records a doubt about the value.
    pub(in super::super) fn doubt<R>(self) -> Option<R> {
        self.reader.doubt()
    }

    /// Reads a null, if it comes next; returns whether there was one.
    pub(in super::super) fn take_null(&mut self) -> bool {
        // A list and the key of a map are never null.
        if self.plan.is_many || self.is_key || self.reader.text.first() != Some(b'n') {
            return false;
        }
        let is_null = self.reader.text.scalar().is_ok();
        self.reader.is_doubtful |= !is_null;
        is_null
    }

    /// As [`SlotReader::next_item`].
    pub(in super::super) fn next_item(&mut self) -> Option<CertainValue<'_, 't>> {
        match self.read_item() {
            Ok(false) => None,
            Ok(true) => {
                let plan = FieldPlan { is_many: false, ..self.plan };
                Some(CertainValue { reader: &mut *self.reader, plan, is_key: false, read_count: 0 })
            }
            Err(Doubt) => self.reader.doubt(),
        }
    }

    /// Reads up to the next value of the list, or of the map, whose key is stored. Returns whether there is one.
    #[inline]
    fn read_item(&mut self) -> Result<bool, Doubt> {
        let Self { reader, plan, read_count, .. } = self;
        let is_map = matches!(plan.rule, Rule::Entries(_));
        if !plan.is_many || reader.is_doubtful {
            return Err(Doubt);
        }
        if *read_count == 0 {
            reader.text.skip(if is_map { b'{' } else { b'[' })?;
        }
        let is_first = *read_count == 0;
        *read_count += 1;
        if !is_map {
            return reader.text.item(is_first);
        }
        let Some(key) = reader.text.key_text(is_first)? else { return Ok(false) };
        // In a map, a key that starts with `$` is escaped, because such keys belong to the format.
        if key.starts_with('$') {
            return Err(Doubt);
        }
        reader.key = Some(Token::String(key));
        Ok(true)
    }

    /// Records a doubt, because a map has a key twice.
    pub(in super::super) fn report_duplicate_key(&mut self) {
        self.reader.is_doubtful = true;
    }

    /// As [`SlotReader::value`].
    #[inline]
    pub(in super::super) fn value<V: Value>(self) -> Option<V> {
        let Self { reader, plan, is_key, .. } = self;
        let value = match plan.rule {
            Rule::Text if !is_key => {
                reader.text.string().ok().and_then(|text| V::from_data(Data::String(&text)))
            }
            // The values of a list are read one by one, with plans of their own.
            _ if plan.is_many => None,
            Rule::Integer(bits, _) if !is_key && let Some(value) = reader.text.small_integer() => {
                // The value fits if all bits from the sign bit of the type on are equal.
                let sign_bits = value >> (bits - 1).min(63);
                (sign_bits == 0 || sign_bits == -1).then(|| V::from_data(Data::Int(value))).flatten()
            }
            rule => {
                let token = if is_key { reader.key.take() } else { reader.text.scalar().ok() };
                token.and_then(|token| scalar(rule, &token))
            }
        };
        reader.is_doubtful |= value.is_none();
        value
    }

    /// As [`SlotReader::part`].
    pub(in super::super) fn part<T: Element>(self) -> Option<T> {
        match self.plan.rule {
            Rule::Object(class) => self.reader.read_element(class.id, class.is_sealed),
            _ => self.reader.doubt(),
        }
    }

    /// As [`SlotReader::map_entry`].
    pub(in super::super) fn map_entry<K: FieldValue, V: Field>(self) -> Option<(K, V)> {
        let Self { reader, plan, .. } = self;
        let Rule::Entries(map) = plan.rule else { return reader.doubt() };
        let entries = reader.plans.entry_plan::<K, V>(reader.metamodel, map);
        let Some(Token::String(key_text)) = reader.key.take() else { return reader.doubt() };
        let Some(entries) = entries else { return reader.doubt() };
        reader.key = key_token(entries.key_kind, key_text);
        let key_source =
            CertainValue { reader: &mut *reader, plan: entries.key, is_key: true, read_count: 0 };
        let key = <K as FieldValue>::take(SlotReader::from(key_source))?;
        let value_source = CertainValue { reader, plan: entries.value, is_key: false, read_count: 0 };
        Some((key, <V as Field>::take(SlotReader::from(value_source))?))
    }
}

/// Converts a scalar, by means of the data that the reader of models would store for it.
#[inline]
fn scalar<V: Value>(rule: Rule, token: &Token<'_>) -> Option<V> {
    match (rule, token) {
        (Rule::Text, Token::String(text)) => V::from_data(Data::String(text)),
        (Rule::Literal(data_type), Token::String(text)) => {
            V::from_data(Data::Enum(data_type.literal_index(text)?))
        }
        (Rule::Scalar(data_type) | Rule::Integer(_, data_type), token) => {
            match certain_scalar(data_type, token)? {
                ParsedValue::String(text) => V::from_data(Data::String(&text)),
                ParsedValue::Lexical(text) => V::from_data(Data::Lexical(&text)),
                ParsedValue::Bool(value) => V::from_data(Data::Bool(value)),
                ParsedValue::Char(value) => V::from_data(Data::Char(value)),
                ParsedValue::Float(value) => V::from_data(Data::Float(value)),
                ParsedValue::Int(value) => V::from_data(Data::Int(value)),
                ParsedValue::Double(value) => V::from_data(Data::Double(value)),
            }
        }
        _ => None,
    }
}
