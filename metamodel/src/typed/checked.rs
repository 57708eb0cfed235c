//! Values of data types with facets: whether a value is valid, and what is expected if it is not.
//!
//! Invariant: a value of a checked type satisfies the facets of its data type in the embedded metamodel, as `validate` evaluates
//! them. This module does not know fields.

use super::bytes::{Base64, Bytes};
use super::description::find_data_type;
use super::invalid_value::InvalidValue;
use super::{Number, Package};
use crate::diagnostic::codes;
use crate::ecore::DataTypeId;
use crate::ecore::data::{format_double, format_float};
use crate::validate::FacetChecks;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// A type of Rust in a checked type.
pub trait CheckedContent {
    /// What texts of the type are, in the form "a whole number".
    const EXPECTED: &'static str;

    /// The value as documents spell it.
    fn spell(&self) -> Cow<'_, str>;
}

macro_rules! contents {
    ($($ty:ty: $expected:literal, $it:ident => $spelled:expr;)+) => {
        $(impl CheckedContent for $ty {
            const EXPECTED: &'static str = $expected;

            fn spell(&self) -> Cow<'_, str> {
                let $it = self;
                $spelled
            }
        })+
    };
}

contents! {
    bool: "true or false", it => it.to_string().into();
    i8: "a whole number of 8 bits", it => it.to_string().into();
    i16: "a whole number of 16 bits", it => it.to_string().into();
    i32: "a whole number of 32 bits", it => it.to_string().into();
    i64: "a whole number of 64 bits", it => it.to_string().into();
    u64: "a whole number of 64 bits without a sign", it => it.to_string().into();
    f32: "a number", it => text(|out| format_float(*it, out));
    f64: "a number", it => text(|out| format_double(*it, out));
    String: "a text", it => it.as_str().into();
    Number: "a number", it => it.as_str().into();
    Bytes: "hexadecimal digits", it => it.to_string().into();
    Base64: "Base64", it => it.to_string().into();
}

fn text(write: impl FnOnce(&mut String)) -> Cow<'static, str> {
    let mut text = String::new();
    write(&mut text);
    text.into()
}

/// The check of a data type, by its package and name.
#[derive(Debug)]
pub struct CheckedType {
    package: &'static Package,
    name: &'static str,
    resolved: OnceLock<Option<DataTypeId>>,
}

thread_local! {
    /// The facets that this thread has read, by the address of the embedded metamodel.
    static FACETS: RefCell<FxHashMap<usize, FacetChecks>> = RefCell::default();
}

impl CheckedType {
    /// The check of a data type.
    #[must_use]
    pub const fn new(package: &'static Package, name: &'static str) -> Self {
        Self { package, name, resolved: OnceLock::new() }
    }

    /// Checks a value against all facets.
    ///
    /// # Errors
    /// If it violates one of them.
    pub fn check(&self, value: &impl CheckedContent) -> Result<(), InvalidValue> {
        let Ok(metamodel) = self.package.metamodel.metamodel() else { return Ok(()) };
        let Some(data_type) =
            *self.resolved.get_or_init(|| find_data_type(metamodel, self.package.uri, self.name))
        else {
            return Ok(());
        };
        let spelled = value.spell();
        let violation = FACETS.with_borrow_mut(|all| {
            let facets = all.entry(std::ptr::from_ref(self.package.metamodel) as usize).or_default();
            facets.violation(metamodel, data_type, &spelled)
        });
        violation.map_or(Ok(()), |(code, expected)| Err(InvalidValue::new(code, expected, &spelled)))
    }
}

/// Checks that a number is in a range.
///
/// # Errors
/// If it is not.
#[inline]
pub fn check_range<T>(value: &T, range: &RangeInclusive<i128>) -> Result<(), InvalidValue>
where
    T: Copy + Into<i128> + fmt::Display,
{
    let number: i128 = (*value).into();
    if range.contains(&number) { Ok(()) } else { Err(outside(number, range)) }
}

#[cold]
fn outside(number: i128, range: &RangeInclusive<i128>) -> InvalidValue {
    let expected = match number < *range.start() {
        true => format!("at least {}", range.start()),
        false => format!("at most {}", range.end()),
    };
    InvalidValue::new(codes::FACET_RANGE, expected, &number.to_string())
}
