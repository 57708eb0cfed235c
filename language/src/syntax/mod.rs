//! The syntax of Puppet and of the type language: one lexer, one parser, one stream of events, one tree.
//!
//! `lexer` splits a text into tokens, `parser` turns them into events (`event`), and two consumers read these: [`tree`]
//! contains the complete text with comments, blanks and errors, for the formatter, for editors, and for the typed views
//! of declarations (`ast`); [`expression`] is the compact table of expressions that is checked and evaluated.
//!
//! Invariants: a text is lexed and parsed once. No text makes the parser panic, recurse without bound, or stop at its
//! first problem. This module does not know what names refer to.

pub(crate) mod ast;
mod bindings;
mod build;
pub(crate) mod event;
pub mod expression;
pub(crate) mod keywords;
pub(crate) mod kind;
pub(crate) mod leaves;
pub(crate) mod lexer;
pub(crate) mod number;
pub(crate) mod operators;
pub(crate) mod other_types;
pub(crate) mod parser;
pub(crate) mod tree;

pub(crate) use build::{ParsedExpressions, build};
pub(crate) use lexer::Span;
pub(crate) use parser::{MAX_DEPTH, Parse, operator_word, parse, parse_data, parse_logic, parse_type};
