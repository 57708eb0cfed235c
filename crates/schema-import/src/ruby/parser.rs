//! Statements of Ruby, from tokens.
//!
//! Invariants: a statement that is not in the subset is skipped to its end, with the brackets and blocks in it; depth
//! is limited by [`MAX_DEPTH`]; every statement takes at least one token.

use super::MAX_DEPTH;
use super::tokens::{Token, TokenKind};
use super::tree::{Kind, Node};
use crate::declarations::Span;

/// The statements of a file.
pub(super) fn parse(text: &str, tokens: &[Token<'_>], partners: &[usize]) -> Vec<Node> {
    let mut parser = Parser { text, tokens, partners, position: 0, depth: 0, has_outer_do: false };
    parser.statements(tokens.len())
}

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token<'t>],
    partners: &'t [usize],
    pub(super) position: usize,
    pub(super) depth: usize,
    /// Whether a `do` belongs to a call around the current one.
    pub(super) has_outer_do: bool,
}

/// A part that was read; `None` if it is not in the subset of Ruby that importers need.
pub(super) type Read<T> = Option<T>;

impl<'t> Parser<'t> {
    /// The token at an offset from the current one.
    pub(super) fn token(&self, offset: usize) -> Option<&'t Token<'t>> {
        self.tokens.get(self.position + offset)
    }

    /// The text of the token at an offset from the current one, if it is a name or an operator; otherwise empty.
    pub(super) fn word_or_operator(&self, offset: usize) -> &'t str {
        match self.token(offset) {
            Some(token)
                if matches!(token.kind, TokenKind::Word | TokenKind::Operator | TokenKind::Constant) =>
            {
                token.text(self.text)
            }
            _ => "",
        }
    }

    pub(super) fn is_operator(&self, sign: &str) -> bool {
        self.token(0)
            .is_some_and(|token| matches!(token.kind, TokenKind::Operator) && token.text(self.text) == sign)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.token(0)
            .is_some_and(|token| matches!(token.kind, TokenKind::Word) && token.text(self.text) == word)
    }

    pub(super) fn is_newline(&self) -> bool {
        self.token(0).is_some_and(|token| matches!(token.kind, TokenKind::Newline))
    }

    /// Takes an operator or a keyword; `None` if another token is next, which is not taken then.
    pub(super) fn take(&mut self, sign: &str) -> Read<()> {
        if !self.is_operator(sign) && !self.is_word(sign) {
            return None;
        }
        self.position += 1;
        Some(())
    }

    pub(super) fn skip_newlines(&mut self) {
        while self.is_newline() {
            self.position += 1;
        }
    }

    /// The index of the token that ends the bracket or block that begins here; that of the current token if none does.
    pub(super) fn partner(&self) -> usize {
        self.partners.get(self.position).copied().unwrap_or(self.position)
    }

    /// The range from a token to the last one that was read.
    pub(super) fn span_from(&self, first: usize) -> Span {
        let start = self.tokens.get(first).map_or(self.text.len(), |token| token.span.start);
        let previous_token = self.position.checked_sub(1).and_then(|index| self.tokens.get(index));
        start..previous_token.map_or(start, |token| token.span.end).max(start)
    }

    pub(super) fn node(&self, kind: Kind, first: usize) -> Node {
        Node { kind, span: self.span_from(first) }
    }

    /// Reads a nested part, unless it is too deep.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let has_outer_do = std::mem::take(&mut self.has_outer_do);
        let result = read(self);
        self.has_outer_do = has_outer_do;
        self.depth -= 1;
        result
    }

    /// Reads the statements before the token with the index `end`. A statement that is not in the subset becomes
    /// [`Kind::Other`].
    pub(super) fn statements(&mut self, end: usize) -> Vec<Node> {
        let mut statements = Vec::new();
        while self.position < end {
            if self.is_newline() || self.is_operator(";") {
                self.position += 1;
                continue;
            }
            let first = self.position;
            let depth = self.depth;
            let statement = self.statement();
            let has_progress = self.position > first && self.position <= end;
            if let Some(node) = statement
                && has_progress
                && self.is_statement_end(end)
            {
                statements.push(node);
                continue;
            }
            // What was read of the statement before it failed is undone.
            (self.position, self.depth, self.has_outer_do) = (first, depth, false);
            let word = self.word_or_operator(0).to_owned();
            self.skip_statement(end);
            statements.push(self.node(Kind::Other(word), first));
        }
        statements
    }

    fn is_statement_end(&self, end: usize) -> bool {
        self.position >= end || self.is_newline() || self.is_operator(";")
    }

    /// Skips a statement with the blocks in it, at most up to the token `end`.
    fn skip_statement(&mut self, end: usize) {
        let first = self.position;
        while self.position < end {
            let begins_block = self.partner() > self.position;
            if begins_block {
                self.position = (self.partner() + 1).min(end);
                continue;
            }
            let is_end = self.is_newline() || self.is_operator(";");
            if is_end && self.position > first && !self.is_continued() {
                return;
            }
            self.position += 1;
        }
    }

    /// Whether the statement goes on after the end of the line, because an operator such as `+` or `,` is last on it.
    fn is_continued(&self) -> bool {
        let previous_token = self.position.checked_sub(1).and_then(|index| self.tokens.get(index));
        previous_token.is_some_and(|previous_token| {
            matches!(previous_token.kind, TokenKind::Operator)
                && !matches!(previous_token.text(self.text), ")" | "]" | "}" | ";" | "?" | "|")
        })
    }

    /// A statement; `None` if it is not in the subset.
    fn statement(&mut self) -> Read<Node> {
        let first = self.position;
        let node = match self.token(0)?.kind {
            TokenKind::Word => match self.word_or_operator(0) {
                "module" => return self.module(),
                "class" => return self.class(),
                "def" => return self.method(),
                "if" | "unless" => return self.condition(),
                _ => self.expression()?,
            },
            _ => self.expression()?,
        };
        // A condition may follow a statement: `statement if condition`.
        let is_negated = match self.word_or_operator(0) {
            "if" => false,
            "unless" => true,
            _ => return Some(node),
        };
        self.position += 1;
        let condition = self.expression()?;
        Some(self.node(Kind::When(Box::new(node), is_negated, Box::new(condition)), first))
    }

    /// Reads a module up to its `end`.
    fn module(&mut self) -> Read<Node> {
        let (first, end) = (self.position, self.partner());
        self.position += 1;
        let name = self.constant_name()?;
        let body = self.nested(|parser| Some(parser.statements(end)))?;
        self.position = end + 1;
        Some(self.node(Kind::Module(name, body), first))
    }

    /// Reads a class up to its `end`.
    fn class(&mut self) -> Read<Node> {
        let (first, end) = (self.position, self.partner());
        self.position += 1;
        let name = self.constant_name()?;
        let parent = match self.take("<") {
            Some(()) => Some(Box::new(self.expression()?)),
            None => None,
        };
        let body = self.nested(|parser| Some(parser.statements(end)))?;
        self.position = end + 1;
        Some(self.node(Kind::Class(name, parent, body), first))
    }

    /// A constant with `::` between its parts, perhaps also before the first one.
    pub(super) fn constant_name(&mut self) -> Read<String> {
        let first = self.position;
        if self.is_operator("::") {
            self.position += 1;
        }
        loop {
            if !self.token(0).is_some_and(is_constant) {
                return None;
            }
            self.position += 1;
            let goes_on = self.is_operator("::")
                && self.token(1).is_some_and(|token| is_constant(token) && !token.is_spaced);
            if !goes_on {
                break;
            }
            self.position += 1;
        }
        let mut name = String::with_capacity(self.span_from(first).len());
        let parts = self.tokens.get(first..self.position).unwrap_or_default();
        name.extend(parts.iter().map(|part| part.text(self.text)));
        Some(name)
    }

    /// A method, whose body is skipped.
    fn method(&mut self) -> Read<Node> {
        let (first, end) = (self.position, self.partner());
        // A method without `end` is skipped as any other statement.
        if end == first {
            return None;
        }
        // The name follows `def`, or `def self.`.
        let has_receiver = self.tokens.get(first + 2).is_some_and(|token| token.text(self.text) == ".");
        let name_offset = if has_receiver { 3 } else { 1 };
        // The name of an operator or of an assignment, such as `[]=` or `title=`, is several tokens without a space.
        let name_start = self.token(name_offset).map_or(self.text.len(), |token| token.span.start);
        let from_name = self.text.get(name_start..).unwrap_or_default();
        let name = from_name.split(|c: char| c.is_whitespace() || matches!(c, '(' | ';' | '#')).next();
        let name = name.unwrap_or_default().to_owned();
        self.position = end + 1;
        Some(self.node(Kind::Method(name), first))
    }

    /// `if … end` without other branches.
    fn condition(&mut self) -> Read<Node> {
        let (first, end) = (self.position, self.partner());
        let is_negated = self.word_or_operator(0) == "unless";
        self.position += 1;
        let condition = self.expression()?;
        if self.take("then").is_none() && !self.is_newline() {
            return None;
        }
        if self.has_branches(end) {
            return None;
        }
        let body = self.nested(|parser| Some(parser.statements(end)))?;
        self.position = end + 1;
        Some(self.node(Kind::If(is_negated, Box::new(condition), body), first))
    }

    /// Whether `else` or `elsif` is between the current token and the token `end`, outside of inner blocks.
    fn has_branches(&self, end: usize) -> bool {
        let mut index = self.position;
        while index < end {
            let is_branch = self.tokens.get(index).is_some_and(|token| {
                matches!(token.kind, TokenKind::Word) && matches!(token.text(self.text), "else" | "elsif")
            });
            if is_branch {
                return true;
            }
            index = self.partners.get(index).copied().unwrap_or(index) + 1;
        }
        false
    }
}

/// Whether a token is the name of a constant.
fn is_constant(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Constant)
}
