//! Parses the expressions of a template, by the precedence of Ruby's operators.

use super::lexer::{StringPart, Token};
use super::parser::Parser;
use super::scanner::Fault;
use super::tree::{Kind, Node};

/// The binary operators of each precedence, from the lowest to the highest.
const LEVELS: [&[&str]; 8] = [
    &["<=>", "==", "===", "!=", "=~", "!~"],
    &["<", ">", "<=", ">="],
    &["|"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
    &["**"],
];

/// The signs of changes such as `+=`, with their operators.
const CHANGES: [(&str, &str); 5] = [("+=", "+"), ("-=", "-"), ("*=", "*"), ("||=", "||"), ("&&=", "&&")];

fn node(offset: usize, kind: Kind) -> Node {
    Node { offset, kind }
}

impl Parser {
    /// Parses an expression with `and`, `or` and `not`.
    pub(super) fn expression(&mut self) -> Result<Node, Fault> {
        let mut left = self.negation()?;
        loop {
            let offset = self.offset();
            if self.eat_name("and") {
                self.skip_ends();
                let right = self.negation()?;
                left = node(offset, Kind::Both(Box::new(left), Box::new(right)));
            } else if self.eat_name("or") {
                self.skip_ends();
                let right = self.negation()?;
                left = node(offset, Kind::Either(Box::new(left), Box::new(right)));
            } else {
                return Ok(left);
            }
            self.add_level()?;
        }
    }

    /// Parses a `not` and its operand, or an assignment.
    fn negation(&mut self) -> Result<Node, Fault> {
        let offset = self.offset();
        if self.eat_name("not") {
            let operand = self.deeper(Self::negation)?;
            return Ok(node(offset, Kind::Not(Box::new(operand))));
        }
        self.deeper(Self::assignment)
    }

    /// Parses an assignment, a change such as `+=`, or an expression without them.
    fn assignment(&mut self) -> Result<Node, Fault> {
        let offset = self.offset();
        if let (Some(Token::Name(name)), Some(Token::Sign("=" | "||="))) = (self.peek(), self.peek_second()) {
            // As in Ruby, the name is a variable from the assignment on, also in the assigned value.
            let name = name.clone();
            self.add_local(name);
        }
        let target = self.ternary()?;
        let Some(Token::Sign(sign)) = self.peek() else { return Ok(target) };
        let sign = *sign;
        let change = CHANGES.iter().find(|(name, _)| *name == sign);
        if sign != "=" && change.is_none() {
            return Ok(target);
        }
        let can_be_set = match &target.kind {
            Kind::Local(_) | Kind::Variable(_) => true,
            Kind::Index(_, keys) => keys.len() == 1,
            _ => false,
        };
        if !can_be_set {
            return Err((
                "only a variable, an element of an array or a value of a hash can be set in a template"
                    .to_owned(),
                self.offset(),
            ));
        }
        self.take();
        self.skip_ends();
        let value = Box::new(self.deeper(Self::assignment)?);
        if let Some((_, operator)) = change {
            return Ok(node(offset, Kind::Change(operator, Box::new(target), value)));
        }
        if let Kind::Index(receiver, keys) = &target.kind
            && let [key] = &keys[..]
        {
            return Ok(node(offset, Kind::Store(receiver.clone(), Box::new(key.clone()), value)));
        }
        Ok(node(offset, Kind::Assign(Box::new(target), value)))
    }

    /// Parses an expression with `?` and `:`.
    fn ternary(&mut self) -> Result<Node, Fault> {
        let condition = self.or_expression()?;
        let offset = self.offset();
        if !self.eat_sign("?") {
            return Ok(condition);
        }
        let then = self.deeper(Self::ternary)?;
        self.expect_sign(":")?;
        let otherwise = self.deeper(Self::ternary)?;
        Ok(node(offset, Kind::If(Box::new(condition), vec![then], vec![otherwise])))
    }

    /// Parses an expression with `||`.
    fn or_expression(&mut self) -> Result<Node, Fault> {
        let mut left = self.and_expression()?;
        loop {
            let offset = self.offset();
            if !self.eat_sign("||") {
                return Ok(left);
            }
            self.skip_ends();
            let right = self.and_expression()?;
            left = node(offset, Kind::Either(Box::new(left), Box::new(right)));
            self.add_level()?;
        }
    }

    /// Parses an expression with `&&`.
    fn and_expression(&mut self) -> Result<Node, Fault> {
        let lowest_level = 0;
        let mut left = self.binary(lowest_level)?;
        loop {
            let offset = self.offset();
            if !self.eat_sign("&&") {
                return Ok(left);
            }
            self.skip_ends();
            let right = self.binary(lowest_level)?;
            left = node(offset, Kind::Both(Box::new(left), Box::new(right)));
            self.add_level()?;
        }
    }

    /// Parses an expression with binary operators of a precedence level and higher ones.
    fn binary(&mut self, level: usize) -> Result<Node, Fault> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        loop {
            let offset = self.offset();
            let Some(Token::Sign(sign)) = self.peek() else { return Ok(left) };
            let Some(operator) = operators.iter().find(|operator| *operator == sign) else { return Ok(left) };
            self.take();
            self.skip_ends();
            let right = Box::new(self.binary(level + 1)?);
            let boxed_left = Box::new(left);
            left = node(
                offset,
                match *operator {
                    "<<" => Kind::Push(boxed_left, right),
                    operator => Kind::Binary(operator, boxed_left, right),
                },
            );
            self.add_level()?;
        }
    }

    /// Parses an operand with the operators before it.
    fn unary(&mut self) -> Result<Node, Fault> {
        let offset = self.offset();
        if self.eat_sign("!") {
            let operand = self.deeper(Self::unary)?;
            return Ok(node(offset, Kind::Not(Box::new(operand))));
        }
        if self.eat_sign("-") {
            let operand = self.deeper(Self::unary)?;
            let zero = node(offset, Kind::Integer(0));
            return Ok(node(offset, Kind::Binary("-", Box::new(zero), Box::new(operand))));
        }
        self.postfix()
    }

    /// Parses an operand, with the calls and indices after it.
    fn postfix(&mut self) -> Result<Node, Fault> {
        let mut receiver = self.primary()?;
        loop {
            let offset = self.offset();
            if self.is_sign(".") || self.is_sign("&.") {
                let is_safe = self.is_sign("&.");
                self.take();
                let Some(Token::Name(name)) = self.take() else { return Err(self.unsupported()) };
                receiver = self.call(Some(receiver), name, offset, is_safe)?;
            } else if self.is_sign("[") {
                self.take();
                receiver = self.index(receiver, offset)?;
            } else {
                return Ok(receiver);
            }
            self.add_level()?;
        }
    }

    /// Parses an index or a range after `[`.
    fn index(&mut self, receiver: Node, offset: usize) -> Result<Node, Fault> {
        self.skip_ends();
        if self.eat_sign("]") {
            return Ok(node(offset, Kind::Index(Box::new(receiver), Vec::new())));
        }
        let first = self.deeper(Self::expression)?;
        let is_exclusive = self.is_sign("...");
        if is_exclusive || self.is_sign("..") {
            self.take();
            let last = self.deeper(Self::expression)?;
            self.expect_sign("]")?;
            return Ok(node(offset, Kind::Slice(Box::new(receiver), Box::new((first, last)), is_exclusive)));
        }
        self.skip_ends();
        let mut keys = vec![first];
        if self.eat_sign(",") {
            keys.extend(self.list("]")?);
        } else {
            self.expect_sign("]")?;
        }
        Ok(node(offset, Kind::Index(Box::new(receiver), keys)))
    }

    /// Parses the arguments and the block of a call, after its name.
    fn call(
        &mut self,
        receiver: Option<Node>,
        name: String,
        offset: usize,
        is_safe: bool,
    ) -> Result<Node, Fault> {
        let arguments = if self.eat_sign("(") {
            self.list(")")?
        } else if receiver.is_some() && self.starts_argument() {
            self.bare_arguments()?
        } else {
            Vec::new()
        };
        let block = self.block()?;
        Ok(node(offset, Kind::Call { receiver: receiver.map(Box::new), name, arguments, block, is_safe }))
    }

    /// Whether an argument without parentheses follows.
    fn starts_argument(&self) -> bool {
        match self.peek() {
            Some(
                Token::String(_)
                | Token::Variable(_)
                | Token::Group(_)
                | Token::Symbol(_)
                | Token::Integer(_),
            ) => true,
            Some(Token::Name(name)) => name.starts_with(char::is_uppercase) || self.is_local(name),
            _ => false,
        }
    }

    /// Parses arguments without parentheses.
    fn bare_arguments(&mut self) -> Result<Vec<Node>, Fault> {
        let mut arguments = vec![self.deeper(Self::ternary)?];
        while self.eat_sign(",") {
            arguments.push(self.deeper(Self::ternary)?);
        }
        Ok(arguments)
    }

    /// Parses expressions separated by commas, up to a closing sign.
    fn list(&mut self, end: &str) -> Result<Vec<Node>, Fault> {
        let mut expressions = Vec::new();
        loop {
            self.skip_ends();
            if self.eat_sign(end) {
                return Ok(expressions);
            }
            expressions.push(self.deeper(Self::expression)?);
            self.skip_ends();
            if !self.eat_sign(",") && !self.is_sign(end) {
                return Err(self.unsupported());
            }
        }
    }

    /// Parses the pairs of a hash after `{`.
    fn hash(&mut self) -> Result<Kind, Fault> {
        let mut pairs = Vec::new();
        loop {
            self.skip_ends();
            if self.eat_sign("}") {
                return Ok(Kind::Hash(pairs));
            }
            let offset = self.offset();
            let key = if let Some(Token::Label(name)) = self.peek() {
                let name = name.clone();
                self.take();
                node(offset, Kind::Symbol(name))
            } else {
                let key = self.deeper(Self::expression)?;
                self.expect_sign("=>")?;
                key
            };
            self.skip_ends();
            pairs.push((key, self.deeper(Self::expression)?));
            self.skip_ends();
            if !self.eat_sign(",") && !self.is_sign("}") {
                return Err(self.unsupported());
            }
        }
    }

    /// Parses an operand without operators.
    fn primary(&mut self) -> Result<Node, Fault> {
        let offset = self.offset();
        let Some(token) = self.take() else {
            return Err(("an expression is missing here".to_owned(), offset));
        };
        let kind = match token {
            Token::Integer(number) => Kind::Integer(number),
            Token::Float(number) => Kind::Float(number),
            Token::String(parts) => return self.string(parts, offset),
            Token::Regex(source, flags) => Kind::Regex(source, flags),
            Token::Symbol(name) => Kind::Symbol(name),
            Token::Words(words) => {
                Kind::Array(words.into_iter().map(|word| node(offset, Kind::Text(word))).collect())
            }
            Token::Variable(name) => Kind::Variable(name),
            Token::Group(number) => Kind::Group(number),
            Token::Sign("[") => Kind::Array(self.list("]")?),
            Token::Sign("{") => self.hash()?,
            Token::Sign("(") => {
                self.skip_ends();
                let expression = self.deeper(Self::expression)?;
                self.skip_ends();
                self.expect_sign(")")?;
                return Ok(expression);
            }
            Token::Name(name) => return self.named(name, offset),
            _ => {
                return Err(("this form of Ruby is not supported in templates".to_owned(), offset));
            }
        };
        Ok(node(offset, kind))
    }

    /// The node of a string with these parts, whose expressions are parsed.
    fn string(&mut self, parts: Vec<StringPart>, offset: usize) -> Result<Node, Fault> {
        let mut nodes = Vec::with_capacity(parts.len());
        for part in parts {
            nodes.push(match part {
                StringPart::Text(text) => node(offset, Kind::Text(text)),
                StringPart::Code(code, code_offset) => self.code(&code, code_offset)?,
            });
        }
        Ok(node(offset, Kind::String(nodes)))
    }

    /// Parses an expression that begins with a name: a keyword, a variable or a call.
    fn named(&mut self, name: String, offset: usize) -> Result<Node, Fault> {
        let kind = match &*name {
            "nil" => Kind::Nil,
            "true" => Kind::Boolean(true),
            "false" => Kind::Boolean(false),
            "if" | "unless" | "case" => return self.conditional(&name, offset),
            "def" => return self.method(offset),
            "return" => Kind::Return(Box::new(self.deeper(Self::expression)?)),
            "next" => Kind::Next,
            "break" => Kind::Break,
            "scope" => Kind::Scope,
            "defined?" => {
                let operand = self.deeper(Self::unary)?;
                Kind::Defined(Box::new(operand))
            }
            _ if self.is_local(&name) => Kind::Local(name),
            _ if name.starts_with(char::is_uppercase) && !self.is_sign("(") => {
                let mut path = name;
                while self.eat_sign("::") {
                    let Some(Token::Name(part)) = self.take() else { return Err(self.unsupported()) };
                    path = format!("{path}::{part}");
                }
                Kind::Constant(path)
            }
            _ if self.is_sign("(") => {
                let (receiver, is_safe) = (None, false);
                return self.call(receiver, name, offset, is_safe);
            }
            _ => return Err((format!("`{name}` is not supported in templates"), offset)),
        };
        Ok(node(offset, kind))
    }
}
