//! Formats: `sprintf`, and `String.new` with a format.

mod by_type;
mod containers;
mod directive;
mod formats;
mod sprintf;

pub(super) use containers::format_value;
pub(super) use sprintf::sprintf;
