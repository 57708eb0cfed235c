//! Expressions of Ruby, from tokens.
//!
//! Invariant: the depth of the result is limited, also that of chains of operators and calls.

use super::MAX_DEPTH;
use super::parser::{Parser, Read};
use super::tokens::TokenKind;
use super::tree::{Block, Call, Kind, Node};
use std::borrow::Cow;

/// The precedence of assignments, below which are only `and` and `or`.
const ASSIGNMENT: u8 = 2;
/// The precedence of the choice `a ? b : c`.
const CHOICE: u8 = 3;
/// The precedence of `..` and `...`.
const RANGE: u8 = 4;
/// A precedence that no binary operator has: only a single operand is read.
const OPERAND: u8 = 15;

/// The precedence of binary operators; greater ones bind first.
fn precedence(sign: &str) -> Option<u8> {
    Some(match sign {
        "and" | "or" => 1,
        "=" | "||=" | "&&=" | "+=" | "-=" | "<<=" => ASSIGNMENT,
        "?" => CHOICE,
        ".." | "..." => RANGE,
        "||" => 5,
        "&&" => 6,
        "<=>" | "==" | "===" | "!=" | "=~" | "!~" => 7,
        "<" | "<=" | ">" | ">=" => 8,
        "|" | "^" => 9,
        "&" => 10,
        "<<" | ">>" => 11,
        "+" | "-" => 12,
        "*" | "/" | "%" => 13,
        "**" => 14,
        _ => return None,
    })
}

/// Keywords that begin no value.
const NO_VALUES: &[&str] = &[
    "end", "then", "else", "elsif", "ensure", "rescue", "when", "in", "if", "unless", "while", "until", "do",
    "and", "or", "begin", "case", "class", "module", "def", "for", "undef", "alias", "BEGIN", "END",
];

impl Parser<'_> {
    /// An expression, with all operators.
    pub(super) fn expression(&mut self) -> Read<Node> {
        self.operators(0)
    }

    /// An expression with operators of at least a precedence.
    fn operators(&mut self, min_precedence: u8) -> Read<Node> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let node = self.operators_inside(min_precedence);
        self.depth -= 1;
        node
    }

    /// An operand and the binary operators after it that have at least a precedence, with their right operands.
    fn operators_inside(&mut self, min_precedence: u8) -> Read<Node> {
        let first = self.position;
        let mut left = self.unary()?;
        let mut length = 0;
        while let Some(sign_precedence) =
            precedence(self.word_or_operator(0)).filter(|precedence| *precedence >= min_precedence)
        {
            length += 1;
            // A chain of operators is a tree as deep as it is long.
            if length > MAX_DEPTH {
                return None;
            }
            let sign = self.word_or_operator(0).to_owned();
            self.position += 1;
            let kind = match sign.as_str() {
                "?" => self.choice()?,
                ".." | "..." => {
                    let end = if self.begins_value() {
                        Some(Box::new(self.operators(sign_precedence + 1)?))
                    } else {
                        None
                    };
                    Kind::Range(Some(Box::new(left)), end, sign == "...")
                }
                "=" => {
                    self.skip_newlines();
                    // `a = b = c` is `a = (b = c)`.
                    Kind::Assign(Box::new(left), Box::new(self.operators(sign_precedence)?))
                }
                _ => {
                    self.skip_newlines();
                    // `a - b - c` is `(a - b) - c`.
                    let right = self.operators(sign_precedence + 1)?;
                    Kind::Binary(sign, Box::new(left), Box::new(right))
                }
            };
            left = self.node(kind, first);
        }
        Some(left)
    }

    /// `? this : that`, which no importer interprets.
    fn choice(&mut self) -> Read<Kind> {
        self.skip_newlines();
        self.operators(CHOICE)?;
        self.skip_newlines();
        self.take(":")?;
        self.skip_newlines();
        self.operators(CHOICE)?;
        Some(Kind::Other("?".to_owned()))
    }

    /// Whether the next token begins a value.
    fn begins_value(&self) -> bool {
        self.token(0).is_some_and(|token| match token.kind {
            TokenKind::Newline => false,
            TokenKind::Operator => matches!(token.text(self.text), "(" | "[" | "{" | "-" | "::" | "->" | "!"),
            TokenKind::Word => !NO_VALUES.contains(&token.text(self.text)),
            _ => true,
        })
    }

    /// Reads an operand with the unary operators before it.
    fn unary(&mut self) -> Read<Node> {
        let first = self.position;
        match self.word_or_operator(0) {
            "!" => {
                self.position += 1;
                let value = self.operators(OPERAND)?;
                Some(self.node(Kind::Not(Box::new(value)), first))
            }
            "not" => {
                self.position += 1;
                let is_bracket = self.is_operator("(") && self.token(0).is_some_and(|token| !token.is_spaced);
                // `not a && b` is `not (a && b)`, but `not(a) && b` is `(not a) && b`.
                let value = self.operators(if is_bracket { OPERAND } else { ASSIGNMENT })?;
                Some(self.node(Kind::Not(Box::new(value)), first))
            }
            "-" | "+"
                if self
                    .token(1)
                    .is_some_and(|token| matches!(token.kind, TokenKind::Number) && !token.is_spaced) =>
            {
                let sign = if self.word_or_operator(0) == "-" { "-" } else { "" };
                self.position += 2;
                let digits = self.tokens.get(first + 1).map_or("", |token| token.text(self.text));
                Some(self.node(Kind::Number(format!("{sign}{digits}")), first))
            }
            sign @ ("*" | "**" | "&") => {
                self.position += 1;
                let list_expression = self.operators(OPERAND)?;
                let kind = if sign == "*" {
                    Kind::Splat(Box::new(list_expression))
                } else {
                    Kind::Other(sign.to_owned())
                };
                Some(self.node(kind, first))
            }
            "->" => self.lambda(),
            _ => self.calls(),
        }
    }

    /// Reads `->(…) { … }` as a call of `lambda`. The parameters in parentheses are skipped.
    fn lambda(&mut self) -> Read<Node> {
        let first = self.position;
        self.position += 1;
        if self.is_operator("(") {
            self.position = self.partner() + 1;
        }
        let block = self.block()?;
        let call =
            Call { receiver: None, name: "lambda".to_owned(), arguments: Vec::new(), block: Some(block) };
        Some(self.node(Kind::Call(Box::new(call)), first))
    }

    /// A value and the calls of its methods.
    fn calls(&mut self) -> Read<Node> {
        let first = self.position;
        let mut value = self.value()?;
        let mut length = 0;
        loop {
            length += 1;
            // A chain of calls is a tree as deep as it is long.
            if length > MAX_DEPTH {
                return None;
            }
            match self.word_or_operator(0) {
                "[" if self.token(0).is_some_and(|token| !token.is_spaced) => {
                    let arguments = self.bracketed("[", "]")?;
                    value = self.call(Some(value), "[]", arguments, first);
                    continue;
                }
                "." | "&." => {}
                "::" if self.token(1).is_some_and(|token| matches!(token.kind, TokenKind::Word)) => {}
                _ => return Some(value),
            }
            self.position += 1;
            self.skip_newlines();
            value = self.method_call(Some(value), first)?;
        }
    }

    /// A call without a block.
    fn call(&self, receiver: Option<Node>, name: &str, arguments: Vec<Node>, first: usize) -> Node {
        let call = Call { receiver, name: name.to_owned(), arguments, block: None };
        self.node(Kind::Call(Box::new(call)), first)
    }

    /// The name of a method, its arguments and its block.
    fn method_call(&mut self, receiver: Option<Node>, first: usize) -> Read<Node> {
        let token = self.token(0)?;
        let name = match &token.kind {
            TokenKind::Word | TokenKind::Constant => token.text(self.text).to_owned(),
            // `.()` calls a procedure.
            TokenKind::Operator if token.text(self.text) == "(" => {
                let arguments = self.bracketed("(", ")")?;
                return Some(self.call(receiver, "call", arguments, first));
            }
            _ => return None,
        };
        self.position += 1;
        let mut arguments = Vec::new();
        let is_bracket = self.is_operator("(") && self.token(0).is_some_and(|token| !token.is_spaced);
        let mut is_command = false;
        if is_bracket {
            arguments = self.bracketed("(", ")")?;
        } else if self.begins_argument() {
            is_command = true;
            // A `do` after the arguments belongs to this call, not to a call among the arguments.
            let outer = std::mem::replace(&mut self.has_outer_do, true);
            arguments = self.arguments(None)?;
            self.has_outer_do = outer;
        }
        // Braces after arguments without parentheses belong to the last argument.
        let has_block = (self.is_operator("{") && !is_command) || (self.is_word("do") && !self.has_outer_do);
        let block = if has_block { Some(self.block()?) } else { None };
        let call = Call { receiver, name, arguments, block };
        Some(self.node(Kind::Call(Box::new(call)), first))
    }

    /// Whether the arguments of a call without parentheses begin here. As in Ruby, this depends on spaces: `f -x` has
    /// an argument, and `f - x` is a difference.
    fn begins_argument(&self) -> bool {
        let Some(token) = self.token(0).filter(|token| token.is_spaced) else { return false };
        let is_spaced_after =
            self.token(1).is_none_or(|next| next.is_spaced || matches!(next.kind, TokenKind::Newline));
        match token.kind {
            TokenKind::Newline => false,
            TokenKind::Operator => match token.text(self.text) {
                "[" | "->" | "!" | "(" => true,
                "-" | "*" | "&" | "**" | "::" => !is_spaced_after,
                _ => false,
            },
            TokenKind::Word => !NO_VALUES.contains(&token.text(self.text)),
            _ => true,
        }
    }

    /// Arguments in brackets.
    fn bracketed(&mut self, open: &str, close: &str) -> Read<Vec<Node>> {
        let end = self.partner();
        self.take(open)?;
        let arguments = self.nested(|parser| parser.arguments(Some(end)))?;
        self.take(close)?;
        Some(arguments)
    }

    /// Reads arguments up to the token `end`, which ends the brackets around them, or without brackets to the end of
    /// the statement. Keys with their values become a hash at the end.
    fn arguments(&mut self, end: Option<usize>) -> Read<Vec<Node>> {
        let mut arguments = Vec::new();
        let mut pairs = Vec::new();
        let first = self.position;
        loop {
            if end.is_some() {
                self.skip_newlines();
            }
            if end.is_some_and(|end| self.position >= end) {
                break;
            }
            match self.pair()? {
                (key, Some(value)) => pairs.push((key, value)),
                (value, None) => arguments.push(value),
            }
            if end.is_some() {
                self.skip_newlines();
            }
            if self.take(",").is_none() {
                break;
            }
            self.skip_newlines();
        }
        if !pairs.is_empty() {
            arguments.push(self.node(Kind::Hash(pairs), first));
        }
        Some(arguments)
    }

    /// An argument, or a key with its value.
    fn pair(&mut self) -> Read<(Node, Option<Node>)> {
        let first = self.position;
        if let Some(TokenKind::Label(name)) = self.token(0).map(|token| &token.kind) {
            self.position += 1;
            let key = self.node(Kind::Symbol(name.to_string()), first);
            self.skip_newlines();
            return Some((key, Some(self.operators(ASSIGNMENT)?)));
        }
        let value = self.operators(ASSIGNMENT)?;
        if self.take("=>").is_none() {
            return Some((value, None));
        }
        self.skip_newlines();
        Some((value, Some(self.operators(ASSIGNMENT)?)))
    }

    /// A block with its parameters.
    fn block(&mut self) -> Read<Block> {
        let end = self.partner();
        if !self.is_operator("{") && !self.is_word("do") {
            return None;
        }
        self.position += 1;
        let mut parameters = Vec::new();
        if self.take("|").is_some() {
            while self.position < end && !self.is_operator("|") {
                if let Some(token) = self.token(0)
                    && matches!(token.kind, TokenKind::Word)
                {
                    parameters.push(token.text(self.text).to_owned());
                }
                self.position += 1;
            }
            self.take("|")?;
        }
        let start = self.token(0)?.span.start;
        let body = self.nested(|parser| Some(parser.statements(end)))?;
        let last_start = self.tokens.get(end)?.span.start;
        self.position = end + 1;
        // A brace or a `do` that nothing ends is its own partner, which is before the first token of the block.
        Some(Block { parameters, body, span: start.min(last_start)..last_start })
    }

    /// A literal, a constant, a name with its arguments, or an expression in parentheses.
    fn value(&mut self) -> Read<Node> {
        let first = self.position;
        let token = self.token(0)?;
        let kind = match &token.kind {
            TokenKind::Text(..) => return self.text_literal(),
            TokenKind::Symbol(name) => Kind::Symbol(name.to_string()),
            TokenKind::Words(words) => Kind::Array(self.literals(words, Kind::Text)),
            TokenKind::Symbols(words) => Kind::Array(self.literals(words, Kind::Symbol)),
            TokenKind::Regex(pattern, flags, false) => Kind::Regex(pattern.to_string(), (*flags).to_owned()),
            TokenKind::Regex(..) => Kind::Other("regex".to_owned()),
            TokenKind::Number => Kind::Number(token.text(self.text).to_owned()),
            TokenKind::Variable => Kind::Variable(token.text(self.text).to_owned()),
            TokenKind::Constant => return self.constant(),
            TokenKind::Word => match token.text(self.text) {
                "nil" => Kind::Nil,
                "true" => Kind::Boolean(true),
                "false" => Kind::Boolean(false),
                "self" => Kind::Myself,
                word if NO_VALUES.contains(&word) => return None,
                _ => return self.method_call(None, first),
            },
            TokenKind::Operator => return self.punctuated_value(),
            TokenKind::Label(_) | TokenKind::Newline => return None,
        };
        self.position += 1;
        Some(self.node(kind, first))
    }

    /// The words of `%w[…]` or `%i[…]` as nodes of a kind, each with the range of the complete list.
    fn literals(&self, words: &[String], kind: fn(String) -> Kind) -> Vec<Node> {
        let span = self.token(0).map_or(0..0, |token| token.span.clone());
        words.iter().map(|word| Node { kind: kind(word.clone()), span: span.clone() }).collect()
    }

    /// A string, and those directly after it, which belong to it.
    fn text_literal(&mut self) -> Read<Node> {
        let first = self.position;
        let (mut joined, mut has_code) = (Cow::Borrowed(""), false);
        while let Some(TokenKind::Text(text, is_dynamic)) = self.token(0).map(|token| &token.kind) {
            joined += &**text;
            has_code |= is_dynamic;
            self.position += 1;
        }
        let kind = if has_code { Kind::Other("text".to_owned()) } else { Kind::Text(joined.into_owned()) };
        Some(self.node(kind, first))
    }

    /// Reads a constant with its namespaces, or a call of a method whose name is written like one.
    fn constant(&mut self) -> Read<Node> {
        let first = self.position;
        let name = self.constant_name()?;
        let is_call = self.is_operator("(") && self.token(0).is_some_and(|token| !token.is_spaced);
        if is_call {
            // `A::B(…)` calls a method whose name begins in upper case.
            let arguments = self.bracketed("(", ")")?;
            return Some(self.call(None, &name, arguments, first));
        }
        Some(self.node(Kind::Constant(name), first))
    }

    /// A value that begins with a punctuation character: a constant, a list, a hash, an expression in brackets, or a
    /// range without a start.
    fn punctuated_value(&mut self) -> Read<Node> {
        let first = self.position;
        match self.word_or_operator(0) {
            "::" => self.constant(),
            "[" => {
                let items = self.bracketed("[", "]")?;
                Some(self.node(Kind::Array(items), first))
            }
            "{" => {
                let arguments = self.bracketed("{", "}")?;
                // All pairs are one argument; any other argument has no place in a hash.
                let mut arguments = arguments.into_iter();
                let pairs = match (arguments.next(), arguments.next()) {
                    (None, _) => Vec::new(),
                    (Some(Node { kind: Kind::Hash(pairs), .. }), None) => pairs,
                    _ => return None,
                };
                Some(self.node(Kind::Hash(pairs), first))
            }
            "(" => {
                let end = self.partner();
                self.position += 1;
                self.skip_newlines();
                let expression = self.nested(|parser| parser.expression())?;
                self.skip_newlines();
                if self.position != end {
                    return None;
                }
                self.position += 1;
                Some(Node { kind: expression.kind, span: self.span_from(first) })
            }
            ".." | "..." => {
                let excludes_end = self.word_or_operator(0) == "...";
                self.position += 1;
                // The operators in an operand of a range bind stronger than the range.
                let end = self.operators(RANGE + 1)?;
                Some(self.node(Kind::Range(None, Some(Box::new(end)), excludes_end), first))
            }
            _ => None,
        }
    }
}
