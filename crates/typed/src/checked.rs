//! Values of data types with facets: whether a value is valid, and what is expected if it is not.
//!
//! Invariant: a value of a checked type satisfies the facets of its data type in the embedded metamodel, as `validate`
//! evaluates them. This module does not know fields.

use super::bytes::{Base64, Bytes};
use super::description::find_data_type;
use super::invalid_value::InvalidValue;
use super::{Number, Package};
use crate::diagnostic::codes;
use crate::ecore::data::{format_double, format_float};
use crate::validate::{CompiledFacets, FacetChecks};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::RefCell;

/// A Rust type that a checked type contains.
pub trait CheckedContent {
    /// Describes the values of the type for messages, in the form "a whole number".
    const EXPECTED: &'static str;

    /// The text of the value in documents.
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
    String: "a string", it => it.as_str().into();
    Number: "a number", it => it.as_str().into();
    Bytes: "hexadecimal digits", it => it.to_string().into();
    Base64: "Base64", it => it.to_string().into();
}

/// The text that a function writes.
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
}

thread_local! {
    /// The facets that this thread has read, by the address of the check; `None` if there is nothing to check.
    static FACETS: RefCell<FxHashMap<usize, Option<CompiledFacets>>> = RefCell::default();
}

impl CheckedType {
    /// The check of a data type.
    #[must_use]
    pub const fn new(package: &'static Package, name: &'static str) -> Self {
        Self { package, name }
    }

    /// Checks a value against all facets.
    ///
    /// # Errors
    /// If it violates one of them.
    pub fn check(&'static self, value: &impl CheckedContent) -> Result<(), InvalidValue> {
        let text = value.spell();
        // The compiled facets cannot be shared between threads, so each thread has its own.
        let violation = FACETS.with_borrow_mut(|facets_by_address| {
            // Each check is a static, so its address identifies it.
            let address = std::ptr::from_ref(self) as usize;
            let facets = facets_by_address.entry(address).or_insert_with(|| self.read_facets());
            facets.as_ref()?.violation(&text)
        });
        violation.map_or(Ok(()), |(code, expected)| Err(InvalidValue::new(code, expected, &text)))
    }

    /// Reads the facets; `None` if there is nothing to check.
    fn read_facets(&self) -> Option<CompiledFacets> {
        let metamodel = self.package.metamodel.metamodel().ok()?;
        let data_type = find_data_type(metamodel, self.package.uri, self.name)?;
        FacetChecks::default().compiled(metamodel, data_type)
    }
}

/// The error of a number outside of a range.
#[cold]
pub fn outside(number: impl Into<i128>, low: i128, high: i128) -> InvalidValue {
    let number = number.into();
    let expected = if number < low { format!("at least {low}") } else { format!("at most {high}") };
    InvalidValue::new(codes::FACET_RANGE, expected, &number.to_string())
}
