//! The syntax of Puppet and of the type language: one lexer, one parser, one stream of events, one tree.
//!
//! `lexer` splits a text into tokens, `parser` turns them into events (`event`), and two consumers read these: [`tree`]
//! contains the complete text with comments, blanks and errors, for the formatter, for editors, and for the typed views
//! of declarations (`ast`); [`expression`] is the compact table of expressions that is checked and evaluated.
//!
//! Invariants: a text is lexed and parsed once. No text makes the parser panic, recurse without bound, or stop at its
//! first problem. This crate does not know what names refer to.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.

use modelwright_metamodel::diagnostic;

pub mod ast;
mod bindings;
mod build;
pub mod event;
pub mod expression;
pub mod keywords;
pub mod kind;
pub mod leaves;
pub mod lexer;
pub mod number;
pub mod operators;
pub mod other_types;
pub mod parser;
pub mod tree;

pub use build::{ParsedExpressions, build};
pub use lexer::Span;
pub use parser::{MAX_DEPTH, Parse, operator_word, parse, parse_data, parse_logic, parse_type};

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
