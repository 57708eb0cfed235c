//! Ruby source, read as text: declarations, calls and literals of a file, without running it.
//!
//! Importers of schemas that are Ruby use this module. Invariants: every node has its range; reading takes linear
//! time and is limited in depth; what is not in the subset is a node [`Kind::Other`] with the range of the statement,
//! so that importers can report it. Problems are only reported where the nesting of the file is unknown. This module
//! does not know what a call means.

mod comments;
mod lexer;
mod literals;
mod nesting;
mod operators;
mod parser;
mod tokens;
mod tree;

pub use comments::Comments;
pub use tree::{Block, Call, Kind, Node};

use crate::declarations::Span;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use std::borrow::Cow;
use std::sync::Arc;

/// The number of levels of brackets, blocks and operators that are read.
pub(crate) const MAX_DEPTH: usize = 100;

/// Whether the start of a file has one of these names, and may be Ruby: notations of documents start with brackets.
#[must_use]
pub fn mentions(head: &str, names: &[&str]) -> bool {
    !head.trim_start().starts_with(['<', '{', '[']) && names.iter().any(|name| head.contains(name))
}

/// What was read from a file.
#[derive(Debug)]
pub struct Program {
    /// The statements of the program.
    pub statements: Vec<Node>,
    /// The comments of the program.
    pub comments: Comments,
}

/// A place at which the text is not Ruby, or is nested too deeply.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) span: Span,
    pub(crate) message: String,
    pub(crate) help: Cow<'static, str>,
}

impl Fault {
    pub(crate) fn new(span: Span, message: impl Into<String>, help: impl Into<Cow<'static, str>>) -> Self {
        Self { span, message: message.into(), help: help.into() }
    }
}

/// Reads a file.
///
/// # Errors
/// One problem if a string or a bracket has no end, or an `end` has no start, because the nesting is then unknown.
pub fn read(source: &Arc<Source>) -> Result<Program, Box<Diagnostic>> {
    let parse = || {
        let lexed = lexer::lex(source.text())?;
        let partners = nesting::partners(&lexed.tokens, source.text())?;
        let statements = parser::parse(source.text(), &lexed.tokens, &partners);
        Ok(Program { statements, comments: lexed.comments })
    };
    parse().map_err(|fault: Fault| {
        let problem = Diagnostic::error(codes::IMPORT_INVALID, fault.message);
        Box::new(problem.at(source, fault.span).help(fault.help))
    })
}

#[cfg(test)]
mod tests;
