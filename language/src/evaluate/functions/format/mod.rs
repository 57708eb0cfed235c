//! Formats: `sprintf`, and `String.new` with a format.

mod by_type;
mod directive;
mod sprintf;

pub(super) use by_type::formatted;
pub(super) use sprintf::sprintf;
