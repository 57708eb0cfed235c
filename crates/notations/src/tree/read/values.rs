//! Reads a single value: a scalar of a data type, a contained object, or a reference. This module does not know keys.

use super::Reader;
use super::object::ReferenceAddress;
use crate::diagnostic::{Diagnostic, bad_value, codes};
use crate::ecore::data::ParsedValue;
use crate::ecore::{ClassId, DataKind, DataType, FeatureId, ValueRules, data, date};
use crate::model::{ObjectId, uri};
use crate::other_spellings::meant_value;
use crate::tree::dialect::Dialect;
use crate::tree::plan::{Plan, Role};
use crate::tree::problems::{describe, join_choices};
use crate::tree::scalars::{expectation, number, scalar};
use crate::tree::source::{Token, TreeSource};
use crate::tree::tokens::SpannedToken;
use std::ops::Range;

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Stores one value of a feature: its only one, or the next of its list.
    pub(super) fn store_value(&mut self, object: ObjectId, plan: &Plan, item: SpannedToken<'t>) {
        match (plan.role, item.token) {
            // The source has reported why.
            (_, Token::Unreadable | Token::End) => {}
            (Role::Data(_), token) if self.is_any_value(plan) => {
                self.read_any_value(object, plan, SpannedToken { token, ..item });
            }
            (Role::Data(_), Token::Null) => self.loader.null(object, plan.slot, plan.is_many),
            (Role::Data(kind), token) => self.store_scalar(object, plan, kind, &token, item.range),
            (Role::Contained(class), token) if self.is_plain_choice(plan) => {
                self.read_choice(object, plan, class, SpannedToken { token, ..item });
            }
            (Role::Contained(class), Token::BeginList) if self.is_tuple(plan) => {
                self.open_tuple(object, plan, class, &SpannedToken { token: Token::BeginList, ..item });
            }
            (Role::Contained(class), Token::BeginMap) => {
                let begin = SpannedToken { token: Token::BeginMap, ..item };
                if self.can_open(&begin, Some(object)) {
                    self.open_contained(object, plan, class, &begin);
                }
            }
            (Role::Reference(class), Token::BeginMap) => {
                self.read_reference_map(object, plan, class, item.range);
            }
            (Role::Reference(class), Token::String(text)) => {
                self.read_reference(object, plan, class, &text, item.range);
            }
            (_, token) => {
                let item = SpannedToken { token, range: item.range, map_keys: None };
                self.report_wrong_value(object, plan, &item);
            }
        }
    }

    /// Reports a value that cannot be the value of a reference or of a containment.
    fn report_wrong_value(&mut self, object: ObjectId, plan: &Plan, item: &SpannedToken<'t>) {
        let (expected, help) = match plan.role {
            Role::Contained(_) if self.is_tuple(plan) => ("a list of values", "write the values in [ ]"),
            Role::Contained(_) => {
                let help = match &item.token {
                    Token::String(_) => {
                        "write the object as a map; if it is elsewhere, the metamodel must declare the reference \
                         without containment"
                    }
                    _ => "write the object as a map",
                };
                ("an object", help)
            }
            _ => {
                let help = match self.dialect {
                    Dialect::Plain => {
                        "write the address of the object as a string: its id, or a path such as \"//@items.0\""
                    }
                    Dialect::Emf => "write the address of the object as {\"$ref\": ADDRESS}",
                };
                ("a reference", help)
            }
        };
        self.report_shape(object, plan, item, expected, help);
    }

    /// Reads the value of a container reference. Only a root may have one, because its container is in another document.
    pub(super) fn read_container(
        &mut self,
        object: ObjectId,
        plan: &Plan,
        class: ClassId,
        item: &SpannedToken<'t>,
        key: Range<usize>,
    ) {
        // Only a root may have a container elsewhere; inside a map, the position determines it.
        if item.token == Token::BeginMap && self.loader.model().container(object).is_none() {
            let Some(reference) = self.read_map_of_reference(class, Some(plan.feature), item.range.clone())
            else {
                return;
            };
            if let ReferenceAddress::Remote(address) = reference.address {
                let proxy = self.proxy(reference.class, &address);
                return self.loader.refer_to(object, plan.slot, plan.feature, proxy);
            }
        } else {
            self.tokens.skip(&item.token);
        }
        let name = self.metamodel[plan.feature].name();
        let message = format!("`{name}` cannot be set: it follows from the containment of the object");
        self.report(codes::TREE_SHAPE, message, key, Some(object), |d| {
            d.help("remove this key; it is only allowed for a root whose container is in another document, as `{\"$ref\": …}`")
        });
    }

    /// Stores a scalar of a data type, or reports that the token is not a value of this type.
    fn store_scalar(
        &mut self,
        object: ObjectId,
        plan: &Plan,
        kind: DataKind,
        token: &Token<'t>,
        range: Range<usize>,
    ) {
        let parsed = match (token, kind) {
            (Token::String(text), DataKind::Enum) => {
                let data_type = &self.metamodel[self.metamodel.data_type(plan.feature)];
                if let Some(literal) = data_type.literal_index(text) {
                    return self.loader.enumeration(object, plan.slot, plan.is_many, literal);
                }
                None
            }
            (Token::String(text), DataKind::Bytes) => {
                self.parse_bytes(object, plan.feature, text, range.clone())
            }
            (Token::String(text), DataKind::Date) => {
                self.parse_date(object, plan.feature, text, range.clone())
            }
            _ => scalar(&self.metamodel[self.metamodel.data_type(plan.feature)], token),
        };
        if let Some(parsed) = parsed {
            return self.loader.value(object, plan.slot, plan.is_many, &parsed);
        }
        let is_stored = self.store_text(object, plan, token);
        if !is_stored {
            self.report_bad_value(object, plan, kind, token, range);
        }
    }

    /// The value of a date; `None` if the metamodel requires exact dates and this is not one. If EMF reads a date
    /// leniently, the result is reported.
    fn parse_date<'d>(
        &mut self,
        object: ObjectId,
        feature: FeatureId,
        text: &'d str,
        range: Range<usize>,
    ) -> Option<ParsedValue<'d>> {
        let is_exact = data::is_exact_date(text);
        // Dates of metamodels in the type language must be exact; those of `.ecore` files are as lenient as in EMF
        // (Decision 19).
        if !is_exact && self.metamodel.value_rules(feature) == ValueRules::Declared {
            return None;
        }
        let parsed = data::parse(DataKind::Date, text)?;
        // An exact date may have more digits than milliseconds; a value does not contain these digits.
        if is_exact && !date::has_lost_digits(text) {
            return Some(parsed);
        }
        let warning =
            date::inexact(&self.metamodel.feature_label(feature), text, &data::format_canonical(&parsed));
        self.problems.push(warning.at(self.source, range), Some(object));
        Some(parsed)
    }

    /// Bytes; `None` if a digit is missing although the metamodel requires two for each byte. If EMF reads the text
    /// nevertheless, the result is reported.
    fn parse_bytes<'d>(
        &mut self,
        object: ObjectId,
        feature: FeatureId,
        text: &'d str,
        range: Range<usize>,
    ) -> Option<ParsedValue<'d>> {
        let metamodel = self.metamodel.clone();
        let data_type = &metamodel[metamodel.data_type(feature)];
        let parsed = data_type.parse(text)?.into_owned();
        if !data_type.is_exact(text) {
            if metamodel.value_rules(feature) == ValueRules::Declared {
                return None;
            }
            let value_text = data::format_canonical(&parsed);
            let warning = data::odd_digits(&metamodel.feature_label(feature), text, &value_text);
            self.problems.push(warning.at(self.source, range), Some(object));
        }
        Some(parsed)
    }

    /// Stores a value from the text of a string, if the dialect allows that. Returns whether a value was stored.
    fn store_text(&mut self, object: ObjectId, plan: &Plan, token: &Token<'t>) -> bool {
        let Token::String(text) = token else { return false };
        // Values of all data types may be strings only in `emf`.
        if self.dialect == Dialect::Plain {
            return false;
        }
        let data_type = &self.metamodel[self.metamodel.data_type(plan.feature)];
        let position = data_type.enum_literals().iter().position(|literal| literal.name == **text);
        if let Some(literal) = position.and_then(|position| u32::try_from(position).ok()) {
            self.loader.enumeration(object, plan.slot, plan.is_many, literal);
            return true;
        }
        let Some(parsed) = data_type.parse(text) else { return false };
        self.loader.value(object, plan.slot, plan.is_many, &parsed);
        true
    }

    /// Reports a token that is not a value of the feature's data type, and skips the rest of the value.
    fn report_bad_value(
        &mut self,
        object: ObjectId,
        plan: &Plan,
        kind: DataKind,
        token: &Token<'t>,
        range: Range<usize>,
    ) {
        let metamodel = self.metamodel.clone();
        let data_type = &metamodel[metamodel.data_type(plan.feature)];
        let feature = metamodel.feature_label(plan.feature);
        let expected = match kind {
            DataKind::Enum => {
                join_choices(data_type.enum_literals().iter().map(|literal| literal.spelling()))
            }
            _ if data_type.is_union() => data_type.expectation().to_owned(),
            _ => data_type.facet_expectation().unwrap_or_else(|| expectation(kind).to_owned()),
        };
        let help = self.bad_value_help(data_type, token);
        let message = bad_value(&feature, &expected, metamodel.shown_type(plan.feature), &describe(token));
        // The value is recorded, so that the check of the document does not report it as missing (Decision 16).
        self.unread_values.push((object, plan.feature));
        self.report(codes::BAD_VALUE, message, range, Some(object), |d| Diagnostic { help, ..d });
        self.tokens.skip(token);
    }

    /// What to write instead of a token that is not a value of a data type.
    fn bad_value_help(&mut self, data_type: &DataType, token: &Token<'t>) -> Option<String> {
        let kind = data_type.kind;
        match (kind, token) {
            (DataKind::Enum, Token::String(text)) => {
                let literals = data_type.enum_literals().iter().map(|literal| literal.spelling());
                self.suggestions.nearest(text, literals).map(|name| format!("did you mean `{name}`?"))
            }
            (DataKind::Enum, Token::Number(number)) => {
                let value: Option<i32> = number.parse().ok();
                let mut literals = data_type.enum_literals().iter();
                let literal = literals.find(|literal| Some(literal.value) == value);
                literal.map(|literal| format!("write `{}`", literal.spelling()))
            }
            (_, Token::String(text)) if number(kind, text).is_some() => {
                Some("write the number without quotes".to_owned())
            }
            (DataKind::Boolean { .. }, Token::String(text)) if matches!(&**text, "true" | "false") => {
                Some("write the boolean without quotes".to_owned())
            }
            (
                DataKind::Boolean { .. }
                | DataKind::Float { .. }
                | DataKind::Double { .. }
                | DataKind::BigDecimal,
                Token::String(text),
            ) => {
                meant_value(data_type, text).map(|meant_text| format!("write `{meant_text}`, without quotes"))
            }
            (DataKind::Bytes, Token::String(text)) if data::is_hexadecimal(text) => {
                Some("write two digits for each byte".to_owned())
            }
            (DataKind::Bytes, Token::String(text)) if data::may_be_base64(text) => {
                Some("convert Base64 to hexadecimal digits".to_owned())
            }
            (_, Token::Number(_) | Token::True | Token::False) if expects_string(kind) => {
                Some("write the value in quotes".to_owned())
            }
            _ => None,
        }
    }

    /// Reads `{"$ref": …}` in a reference.
    fn read_reference_map(&mut self, object: ObjectId, plan: &Plan, class: ClassId, begin: Range<usize>) {
        let Some(reference) = self.read_map_of_reference(class, Some(plan.feature), begin) else { return };
        match reference.address {
            ReferenceAddress::Local(fragment) => {
                self.loader.refer(object, plan.slot, plan.feature, &fragment, reference.range.start);
            }
            ReferenceAddress::Remote(address) => {
                let proxy = self.proxy(reference.class, &address);
                self.loader.refer_to(object, plan.slot, plan.feature, proxy);
            }
        }
    }

    /// The proxy for an object of another document.
    fn proxy(&mut self, class: ClassId, address: &str) -> ObjectId {
        // Addresses are compared in absolute form, so that an object has one proxy, however its address is spelled.
        let target = uri::resolve(&self.base, address);
        let loader = &mut self.loader;
        *self
            .proxies
            .entry((class, target))
            .or_insert_with_key(|(class, target)| loader.proxy(*class, target))
    }

    /// Reads a string in a reference.
    fn read_reference(
        &mut self,
        object: ObjectId,
        plan: &Plan,
        class: ClassId,
        text: &str,
        range: Range<usize>,
    ) {
        if let Some(fragment) = text.strip_prefix('#') {
            self.loader.refer(object, plan.slot, plan.feature, fragment, range.start);
        // An id that contains a `#` is written with a `#` before it, so this is a URI.
        } else if memchr::memchr(b'#', text.as_bytes()).is_some() {
            let proxy = self.proxy(class, text);
            self.loader.refer_to(object, plan.slot, plan.feature, proxy);
        } else {
            self.loader.refer(object, plan.slot, plan.feature, text, range.start);
        }
    }
}

/// Whether the values of a kind are written as strings.
fn expects_string(kind: DataKind) -> bool {
    matches!(kind, DataKind::String | DataKind::Other | DataKind::Enum | DataKind::Date | DataKind::Bytes)
}
