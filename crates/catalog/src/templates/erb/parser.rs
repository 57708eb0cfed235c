//! Parses the statements of a template.
//!
//! Invariant: a form of Ruby that is not supported is a fault with its position; nothing is skipped.

use super::lexer::{Token, tokenize};
use super::scanner::{Fault, Segment};
use super::tree::{Block, Kind, Node};
use rustc_hash::FxHashMap;

/// The maximum nesting of expressions.
const MAX_DEPTH: usize = 60;

/// The maximum height of the tree of a statement, which chains such as `a + b + c` increase as well.
const MAX_HEIGHT: usize = 1_000;

/// A parser.
pub(super) struct Parser {
    /// The tokens with their offsets in the template.
    tokens: Vec<(Token, usize)>,
    /// The index of the next token.
    next: usize,
    /// The number of expressions and statements around the current one.
    depth: usize,
    /// An upper bound of the height of the tree that was parsed at the current depth.
    height: usize,
    locals: Locals,
}

/// The names of local variables that have been assigned, which are not methods.
#[derive(Default)]
pub(super) struct Locals {
    names: Vec<String>,
    /// The number of occurrences of each name.
    counts: FxHashMap<String, usize>,
}

impl Locals {
    /// Adds the name of a local variable.
    pub(super) fn push(&mut self, name: String) {
        *self.counts.entry(name.clone()).or_default() += 1;
        self.names.push(name);
    }

    /// Whether there is a local variable with a name.
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

/// Words before which a sequence of statements ends.
const ENDS: [&str; 5] = ["end", "else", "elsif", "when", "}"];

/// Why a template cannot be parsed.
pub(super) struct ParseFault {
    pub(super) fault: Fault,
    /// Whether the template is invalid in Ruby as well, because a statement does not end or an `end` has no start.
    pub(super) is_incomplete: bool,
}

impl ParseFault {
    /// The fault of a form of Ruby that is not supported here, but may be valid.
    pub(super) fn unsupported(fault: Fault) -> Self {
        Self { fault, is_incomplete: false }
    }
}

/// Parses the segments of a template.
pub(super) fn parse(segments: Vec<Segment>) -> Result<Vec<Node>, ParseFault> {
    let mut tokens = Vec::new();
    for segment in segments {
        match segment {
            Segment::Text(text, offset) => tokens.push((Token::Text(text), offset)),
            Segment::Code(code, offset) => {
                tokenize(&code, offset, &mut tokens).map_err(ParseFault::unsupported)?;
                tokens.push((Token::End, offset + code.len()));
            }
            Segment::Output(code, offset) => {
                tokens.push((Token::OutputStart, offset));
                tokenize(&code, offset, &mut tokens).map_err(ParseFault::unsupported)?;
                tokens.push((Token::OutputEnd, offset + code.len()));
            }
        }
    }
    let mut parser = Parser { tokens, next: 0, depth: 0, height: 0, locals: Locals::default() };
    let result = parser.statements();
    let is_at_end = parser.next >= parser.tokens.len();
    // A template that ends inside of a statement is invalid in Ruby as well.
    let statements = result.map_err(|fault| ParseFault { fault, is_incomplete: is_at_end })?;
    match parser.tokens.get(parser.next) {
        Some((_, offset)) => {
            let message = "this `end` or `else` belongs to no `if` or block".to_owned();
            Err(ParseFault { fault: (message, *offset), is_incomplete: true })
        }
        None => Ok(statements),
    }
}

impl Parser {
    /// Parses the expression in a string.
    pub(super) fn code(&mut self, code: &str, offset: usize) -> Result<Node, Fault> {
        let mut tokens = Vec::new();
        tokenize(code, offset, &mut tokens)?;
        self.deeper(|outer| {
            // The expression reads the local variables of the code around the string, and may set them.
            let locals = std::mem::take(&mut outer.locals);
            let mut parser = Parser { tokens, next: 0, depth: outer.depth, height: 0, locals };
            let result = parser.expression();
            parser.skip_ends();
            outer.locals = parser.locals;
            outer.height = parser.height;
            match parser.tokens.get(parser.next) {
                Some((_, offset)) if result.is_ok() => {
                    Err(("only one expression is supported here".to_owned(), *offset))
                }
                _ => result,
            }
        })
    }

    /// Whether there is a local variable with a name.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.locals.contains(name)
    }

    /// Adds a local variable.
    pub(super) fn add_local(&mut self, name: String) {
        self.locals.push(name);
    }

    /// The next token, which is not taken.
    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(token, _)| token)
    }

    /// The token after the next one, which is not taken.
    pub(super) fn peek_second(&self) -> Option<&Token> {
        self.tokens.get(self.next + 1).map(|(token, _)| token)
    }

    /// The offset of the next token in the template; at the end, of the last token.
    pub(super) fn offset(&self) -> usize {
        let token = self.tokens.get(self.next).or(self.tokens.last());
        token.map_or(0, |(_, offset)| *offset)
    }

    /// Takes the next token; `None` at the end. The position moves also at the end, so that a caller can always go back
    /// by one.
    pub(super) fn take(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.next += 1;
        token
    }

    /// Whether the next token is a sign.
    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if *found == sign)
    }

    /// Whether the next token is a name.
    pub(super) fn is_name(&self, name: &str) -> bool {
        matches!(self.peek(), Some(Token::Name(found)) if found == name)
    }

    /// Takes the next token if it is a sign; returns whether it is.
    pub(super) fn eat_sign(&mut self, sign: &str) -> bool {
        let is_next = self.is_sign(sign);
        if is_next {
            self.next += 1;
        }
        is_next
    }

    /// Takes the next token if it is a name; returns whether it is.
    pub(super) fn eat_name(&mut self, name: &str) -> bool {
        let is_next = self.is_name(name);
        if is_next {
            self.next += 1;
        }
        is_next
    }

    /// Takes the next token, which must be a sign.
    pub(super) fn expect_sign(&mut self, sign: &str) -> Result<(), Fault> {
        if self.eat_sign(sign) { Ok(()) } else { Err((format!("`{sign}` is missing here"), self.offset())) }
    }

    /// The fault that the next token is not supported.
    pub(super) fn unsupported(&self) -> Fault {
        ("this form of Ruby is not supported in templates".to_owned(), self.offset())
    }

    /// Skips the ends of lines and tags.
    pub(super) fn skip_ends(&mut self) {
        while self.peek() == Some(&Token::End) {
            self.next += 1;
        }
    }

    /// Parses a part one level deeper; a fault if the nesting exceeds the limit.
    pub(super) fn deeper<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if self.depth >= MAX_DEPTH {
            return Err(("this is nested too deeply".to_owned(), self.offset()));
        }
        self.depth += 1;
        // The height of the part is measured from 0. The level around the part is as high as its highest part.
        let outer_height = std::mem::take(&mut self.height);
        let result = parse(self);
        self.depth -= 1;
        self.add_level()?;
        self.height = outer_height.max(self.height);
        result
    }

    /// Records that the tree becomes one level higher; a fault if the height exceeds the limit.
    pub(super) fn add_level(&mut self) -> Result<(), Fault> {
        self.height += 1;
        if self.height > MAX_HEIGHT {
            return Err(("this is nested too deeply".to_owned(), self.offset()));
        }
        Ok(())
    }

    /// Parses statements up to a word or a brace that ends them.
    pub(super) fn statements(&mut self) -> Result<Vec<Node>, Fault> {
        let mut statements = Vec::new();
        loop {
            self.skip_ends();
            match self.peek() {
                None => return Ok(statements),
                Some(Token::Name(name)) if ENDS.contains(&&**name) => return Ok(statements),
                Some(Token::Sign("}")) => return Ok(statements),
                _ => statements.push(self.deeper(Self::statement)?),
            }
        }
    }

    /// Parses a statement: a text, an output tag or an expression.
    fn statement(&mut self) -> Result<Node, Fault> {
        let offset = self.offset();
        match self.peek() {
            Some(Token::Text(text)) => {
                let kind = Kind::Write(text.clone());
                self.next += 1;
                return Ok(Node { offset, kind });
            }
            Some(Token::OutputStart) => {
                self.next += 1;
                let node = self.expression_statement()?;
                if self.take() != Some(Token::OutputEnd) {
                    // The problem is at the token that was taken.
                    self.next -= 1;
                    return Err(self.unsupported());
                }
                return Ok(Node { offset, kind: Kind::Output(Box::new(node)) });
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

    /// Parses an expression, with the `if` and `unless` after it.
    fn expression_statement(&mut self) -> Result<Node, Fault> {
        let mut node = self.expression()?;
        loop {
            let offset = self.offset();
            if self.eat_name("if") {
                let condition = self.expression()?;
                node = Node { offset, kind: Kind::If(Box::new(condition), vec![node], Vec::new()) };
            } else if self.eat_name("unless") {
                let condition = self.expression()?;
                node = Node { offset, kind: Kind::If(Box::new(condition), Vec::new(), vec![node]) };
            } else {
                return Ok(node);
            }
            self.add_level()?;
        }
    }

    /// Parses an `if`, `unless` or `case` after this word.
    pub(super) fn conditional(&mut self, word: &str, offset: usize) -> Result<Node, Fault> {
        if word == "case" {
            return self.case(offset);
        }
        let condition = Box::new(self.expression()?);
        self.eat_name("then");
        let then = self.statements()?;
        let otherwise = self.otherwise()?;
        let (then, otherwise) = if word == "unless" { (otherwise, then) } else { (then, otherwise) };
        Ok(Node { offset, kind: Kind::If(condition, then, otherwise) })
    }

    /// Parses the statements of `else`, or an `elsif` as an `if`, up to and including `end`.
    fn otherwise(&mut self) -> Result<Vec<Node>, Fault> {
        let offset = self.offset();
        if self.eat_name("end") {
            Ok(Vec::new())
        } else if self.eat_name("elsif") {
            Ok(vec![self.deeper(|parser| parser.conditional("if", offset))?])
        } else if self.eat_name("else") {
            let otherwise = self.statements()?;
            if self.eat_name("end") {
                Ok(otherwise)
            } else {
                Err(("`end` is missing here".to_owned(), self.offset()))
            }
        } else {
            Err(("`end` is missing here".to_owned(), self.offset()))
        }
    }

    /// Parses a `case` after this word.
    fn case(&mut self, offset: usize) -> Result<Node, Fault> {
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
        Ok(Node { offset, kind: Kind::Case(subject, options, otherwise) })
    }

    /// Parses a method of the template after `def`.
    pub(super) fn method(&mut self, offset: usize) -> Result<Node, Fault> {
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
        // As in Ruby, the local variables outside of a method are not visible in it.
        let outer = std::mem::take(&mut self.locals);
        parameters.iter().flatten().cloned().for_each(|name| self.locals.push(name));
        let body = self.deeper(Self::statements)?;
        self.locals = outer;
        if !self.eat_name("end") {
            return Err(("this method does not end".to_owned(), self.offset()));
        }
        Ok(Node { offset, kind: Kind::Method(name, std::sync::Arc::new(Block { parameters, body })) })
    }

    /// Parses the block after a call, if there is one.
    pub(super) fn block(&mut self) -> Result<Option<Box<Block>>, Fault> {
        let is_braces = self.is_sign("{");
        if !is_braces && !self.is_name("do") {
            return Ok(None);
        }
        self.next += 1;
        let parameters = if self.eat_sign("|") { self.parameters()? } else { Vec::new() };
        let outer_count = self.locals.names.len();
        parameters.iter().flatten().cloned().for_each(|name| self.locals.push(name));
        let body = self.deeper(Self::statements)?;
        self.locals.truncate(outer_count);
        let is_closed = if is_braces { self.eat_sign("}") } else { self.eat_name("end") };
        if !is_closed {
            return Err(("this block is not closed".to_owned(), self.offset()));
        }
        Ok(Some(Box::new(Block { parameters, body })))
    }

    /// Parses the parameters of a block up to a bar; the names in brackets are one parameter.
    fn parameters(&mut self) -> Result<Vec<Vec<String>>, Fault> {
        let mut parameters = Vec::new();
        while !self.eat_sign("|") {
            if self.eat_sign("(") {
                let mut parts = Vec::new();
                while !self.eat_sign(")") {
                    parts.push(self.parameter()?);
                    self.eat_sign(",");
                }
                parameters.push(parts);
            } else {
                parameters.push(vec![self.parameter()?]);
            }
            if !self.eat_sign(",") && !self.is_sign("|") {
                return Err(self.unsupported());
            }
        }
        Ok(parameters)
    }

    /// Takes the name of a parameter.
    fn parameter(&mut self) -> Result<String, Fault> {
        match self.take() {
            Some(Token::Name(name)) => Ok(name),
            _ => {
                // The problem is at the token that was taken.
                self.next -= 1;
                Err(self.unsupported())
            }
        }
    }
}
