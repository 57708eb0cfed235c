//! What the targets for programming languages share: valid and unique names, the order and the supertypes of classes,
//! and the form that each feature has in ordinary JSON.
//!
//! Ordinary JSON is the plain dialect without the metamodel's name, and with `$type` only where the class of an object
//! is not that of its feature; a discriminator of the class replaces `$type`, and all objects of the class have it.
//!
//! Invariants: facets and patterns are those of the JSON Schema; what documents contain is decided by the scope. This
//! module knows no language: words, spellings and types are given to it.

pub(crate) mod classes;
pub(crate) mod expressions;
pub(crate) mod facets;
pub(crate) mod losses;
pub(crate) mod modules;
pub(crate) mod names;
pub(crate) mod scopes;
pub(crate) mod shapes;
pub(crate) mod texts;
