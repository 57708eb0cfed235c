//! Reads the statements of a template.
//!
//! Invariant: what is not supported is a fault with its place; nothing is skipped.

use super::lexer::{Token, tokenize};
use super::scanner::{Fault, Segment};
use super::tree::{Block, Kind, Node};
use rustc_hash::FxHashMap;

/// How deeply expressions may be nested.
const MAX_DEPTH: usize = 60;

/// The maximum height of the tree of a statement, which chains such as `a + b + c` increase as well.
const MAX_HEIGHT: usize = 1_000;

/// A parser.
pub(super) struct Parser {
    tokens: Vec<(Token, usize)>,
    next: usize,
    depth: usize,
    /// At least the height of what was read since the nearest nesting began.
    height: usize,
    locals: Locals,
}

/// The names of local variables that have been assigned, which are not methods.
#[derive(Default)]
pub(super) struct Locals {
    names: Vec<String>,
    /// How often each name is among them.
    counts: FxHashMap<String, usize>,
}

impl Locals {
    pub(super) fn push(&mut self, name: String) {
        *self.counts.entry(name.clone()).or_default() += 1;
        self.names.push(name);
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.counts.get(name).is_some_and(|count| *count > 0)
    }

    /// Removes all but the first names.
    fn truncate(&mut self, length: usize) {
        for name in self.names.drain(length.min(self.names.len())..) {
            if let Some(count) = self.counts.get_mut(&name) {
                *count -= 1;
            }
        }
    }
}

/// Words that end a sequence of statements.
const ENDS: [&str; 5] = ["end", "else", "elsif", "when", "}"];

/// The statements of the pieces of a template. With a fault comes whether the template ends within a statement, which
/// Ruby does not accept either.
pub(super) fn parse(pieces: Vec<Segment>) -> Result<Vec<Node>, (Fault, bool)> {
    let mut tokens = Vec::new();
    for piece in pieces {
        match piece {
            Segment::Text(text) => tokens.push((Token::Text(text), 0)),
            Segment::Code(code, at) => {
                tokenize(&code, at, &mut tokens).map_err(|fault| (fault, false))?;
                tokens.push((Token::End, at + code.len()));
            }
            Segment::Output(code, at) => {
                tokens.push((Token::OutputStart, at));
                tokenize(&code, at, &mut tokens).map_err(|fault| (fault, false))?;
                tokens.push((Token::OutputEnd, at + code.len()));
            }
        }
    }
    let mut parser = Parser { tokens, next: 0, depth: 0, height: 0, locals: Locals::default() };
    let read = parser.statements();
    let statements = read.map_err(|fault| (fault, parser.next >= parser.tokens.len()))?;
    match parser.tokens.get(parser.next) {
        Some((_, at)) => Err((("this `end` or `else` belongs to no `if` or block".to_owned(), *at), true)),
        None => Ok(statements),
    }
}

impl Parser {
    /// Reads the expression in a string.
    pub(super) fn code(&mut self, code: &str, at: usize) -> Result<Node, Fault> {
        let mut tokens = Vec::new();
        tokenize(code, at, &mut tokens)?;
        self.deeper(|outer| {
            let locals = std::mem::take(&mut outer.locals);
            let mut parser = Parser { tokens, next: 0, depth: outer.depth, height: 0, locals };
            let read = parser.expression();
            parser.skip_ends();
            outer.locals = parser.locals;
            outer.height = parser.height;
            match parser.tokens.get(parser.next) {
                Some((_, at)) if read.is_ok() => {
                    Err(("only one expression is supported here".to_owned(), *at))
                }
                _ => read,
            }
        })
    }

    /// Whether a name is that of a local variable.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.locals.contains(name)
    }

    /// Makes a name that of a local variable.
    pub(super) fn add_local(&mut self, name: String) {
        self.locals.push(name);
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(token, _)| token)
    }

    pub(super) fn peek_second(&self) -> Option<&Token> {
        self.tokens.get(self.next + 1).map(|(token, _)| token)
    }

    pub(super) fn at(&self) -> usize {
        let here = self.tokens.get(self.next).or(self.tokens.last());
        here.map_or(0, |(_, at)| *at)
    }

    pub(super) fn take(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.next += 1;
        token
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if *found == sign)
    }

    pub(super) fn is_name(&self, name: &str) -> bool {
        matches!(self.peek(), Some(Token::Name(found)) if found == name)
    }

    pub(super) fn eat_sign(&mut self, sign: &str) -> bool {
        let is_found = self.is_sign(sign);
        self.next += usize::from(is_found);
        is_found
    }

    pub(super) fn eat_name(&mut self, name: &str) -> bool {
        let is_found = self.is_name(name);
        self.next += usize::from(is_found);
        is_found
    }

    pub(super) fn expect_sign(&mut self, sign: &str) -> Result<(), Fault> {
        if self.eat_sign(sign) { Ok(()) } else { Err((format!("`{sign}` is missing here"), self.at())) }
    }

    pub(super) fn unsupported(&self) -> Fault {
        ("this form of Ruby is not supported in templates".to_owned(), self.at())
    }

    pub(super) fn skip_ends(&mut self) {
        while self.peek() == Some(&Token::End) {
            self.next += 1;
        }
    }

    /// Reads one level deeper, if the limit allows.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth >= MAX_DEPTH {
            return Err(("this is nested too deeply".to_owned(), self.at()));
        }
        self.depth += 1;
        let around = std::mem::take(&mut self.height);
        let result = read(self);
        self.depth -= 1;
        self.link()?;
        self.height = around.max(self.height);
        result
    }

    /// Makes the tree one level higher, if the limit allows.
    pub(super) fn link(&mut self) -> Result<(), Fault> {
        self.height += 1;
        if self.height > MAX_HEIGHT {
            return Err(("this is nested too deeply".to_owned(), self.at()));
        }
        Ok(())
    }

    pub(super) fn statements(&mut self) -> Result<Vec<Node>, Fault> {
        let mut all = Vec::new();
        loop {
            self.skip_ends();
            match self.peek() {
                None => return Ok(all),
                Some(Token::Name(name)) if ENDS.contains(&&**name) => return Ok(all),
                Some(Token::Sign("}")) => return Ok(all),
                _ => all.push(self.deeper(Self::statement)?),
            }
        }
    }

    /// Reads a statement: a text, an output tag or an expression.
    fn statement(&mut self) -> Result<Node, Fault> {
        let at = self.at();
        match self.peek() {
            Some(Token::Text(text)) => {
                let kind = Kind::Write(text.clone());
                self.next += 1;
                return Ok(Node { at, kind });
            }
            Some(Token::OutputStart) => {
                self.next += 1;
                let node = self.expression_statement()?;
                if self.take() != Some(Token::OutputEnd) {
                    self.next -= 1;
                    return Err(self.unsupported());
                }
                return Ok(Node { at, kind: Kind::Output(Box::new(node)) });
            }
            _ => {}
        }
        let statement = self.expression_statement()?;
        match self.peek() {
            None | Some(Token::End) => Ok(statement),
            Some(Token::Name(name)) if ENDS.contains(&&**name) => Ok(statement),
            Some(Token::Sign("}")) => Ok(statement),
            _ => Err(self.unsupported()),
        }
    }

    /// An expression, with the conditions after it.
    fn expression_statement(&mut self) -> Result<Node, Fault> {
        let mut node = self.expression()?;
        loop {
            let at = self.at();
            if self.eat_name("if") {
                let condition = self.expression()?;
                node = Node { at, kind: Kind::If(Box::new(condition), vec![node], Vec::new()) };
            } else if self.eat_name("unless") {
                let condition = self.expression()?;
                node = Node { at, kind: Kind::If(Box::new(condition), Vec::new(), vec![node]) };
            } else {
                return Ok(node);
            }
            self.link()?;
        }
    }

    /// `if`, `unless` and `case`, after the first word.
    pub(super) fn conditional(&mut self, word: &str, at: usize) -> Result<Node, Fault> {
        if word == "case" {
            return self.case(at);
        }
        let condition = Box::new(self.expression()?);
        self.eat_name("then");
        let then = self.statements()?;
        let otherwise = self.otherwise()?;
        let (then, otherwise) = if word == "unless" { (otherwise, then) } else { (then, otherwise) };
        Ok(Node { at, kind: Kind::If(condition, then, otherwise) })
    }

    /// The statements of `else` or `elsif`, up to `end`.
    fn otherwise(&mut self) -> Result<Vec<Node>, Fault> {
        let at = self.at();
        if self.eat_name("end") {
            Ok(Vec::new())
        } else if self.eat_name("elsif") {
            Ok(vec![self.deeper(|parser| parser.conditional("if", at))?])
        } else if self.eat_name("else") {
            let otherwise = self.statements()?;
            if self.eat_name("end") {
                Ok(otherwise)
            } else {
                Err(("`end` is missing here".to_owned(), self.at()))
            }
        } else {
            Err(("`end` is missing here".to_owned(), self.at()))
        }
    }

    fn case(&mut self, at: usize) -> Result<Node, Fault> {
        let subject = Box::new(self.expression()?);
        self.skip_ends();
        // A text between `case` and the first `when` is an error in Ruby as well.
        let mut options = Vec::new();
        while self.eat_name("when") {
            let mut values = vec![self.expression()?];
            while self.eat_sign(",") {
                values.push(self.expression()?);
            }
            self.eat_name("then");
            options.push((values, self.statements()?));
        }
        let otherwise = self.otherwise()?;
        Ok(Node { at, kind: Kind::Case(subject, options, otherwise) })
    }

    /// A method of the template, after `def`.
    pub(super) fn method(&mut self, at: usize) -> Result<Node, Fault> {
        let name = self.parameter()?;
        let mut parameters = Vec::new();
        if self.eat_sign("(") {
            while !self.eat_sign(")") {
                parameters.push(vec![self.parameter()?]);
                if !self.eat_sign(",") && !self.is_sign(")") {
                    return Err(self.unsupported());
                }
            }
        }
        // A method does not see the local variables around it.
        let outer = std::mem::take(&mut self.locals);
        parameters.iter().flatten().cloned().for_each(|name| self.locals.push(name));
        let body = self.deeper(Self::statements)?;
        self.locals = outer;
        if !self.eat_name("end") {
            return Err(("this method does not end".to_owned(), self.at()));
        }
        Ok(Node { at, kind: Kind::Method(name, std::sync::Arc::new(Block { parameters, body })) })
    }

    /// The block after a call, if there is one.
    pub(super) fn block(&mut self) -> Result<Option<Box<Block>>, Fault> {
        let is_braces = self.is_sign("{");
        if !is_braces && !self.is_name("do") {
            return Ok(None);
        }
        self.next += 1;
        let parameters = if self.eat_sign("|") { self.parameters()? } else { Vec::new() };
        let known = self.locals.names.len();
        parameters.iter().flatten().cloned().for_each(|name| self.locals.push(name));
        let body = self.deeper(Self::statements)?;
        self.locals.truncate(known);
        let is_closed = if is_braces { self.eat_sign("}") } else { self.eat_name("end") };
        if !is_closed {
            return Err(("this block is not closed".to_owned(), self.at()));
        }
        Ok(Some(Box::new(Block { parameters, body })))
    }

    fn parameters(&mut self) -> Result<Vec<Vec<String>>, Fault> {
        let mut all = Vec::new();
        while !self.eat_sign("|") {
            if self.eat_sign("(") {
                let mut parts = Vec::new();
                while !self.eat_sign(")") {
                    parts.push(self.parameter()?);
                    self.eat_sign(",");
                }
                all.push(parts);
            } else {
                all.push(vec![self.parameter()?]);
            }
            if !self.eat_sign(",") && !self.is_sign("|") {
                return Err(self.unsupported());
            }
        }
        Ok(all)
    }

    fn parameter(&mut self) -> Result<String, Fault> {
        match self.take() {
            Some(Token::Name(name)) => Ok(name),
            _ => {
                self.next -= 1;
                Err(self.unsupported())
            }
        }
    }
}
