//! What Emfatic and Xcore have in common: their words are those of Java, and their elements those of Ecore.
//!
//! [`lexer`] splits a text into tokens, [`parser`] and [`signatures`] have the parts of the grammars that are equal,
//! and [`resolve`] replaces the names of types as they are written by names in the type language. Invariants: nesting
//! is limited; problems have positions. Nothing here knows the declarations of either language.

pub(crate) mod lexer;
pub(crate) mod parser;
pub(crate) mod resolve;
pub(crate) mod signatures;
