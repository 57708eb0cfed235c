//! Reads the expressions of a template, by the precedence of Ruby's operators.

use super::lexer::{Part, Token};
use super::parser::Parser;
use super::scanner::Fault;
use super::tree::{Kind, Node};

/// Binary operators, from the weakest.
const LEVELS: [&[&str]; 9] = [
    &["<=>", "==", "===", "!=", "=~", "!~"],
    &["<", ">", "<=", ">="],
    &["|"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
    &[],
    &["**"],
];

/// Changes such as `+=`, and their operators.
const CHANGES: [(&str, &str); 5] = [("+=", "+"), ("-=", "-"), ("*=", "*"), ("||=", "||"), ("&&=", "&&")];

fn node(at: usize, kind: Kind) -> Node {
    Node { at, kind }
}

impl Parser {
    /// An expression with `and`, `or` and `not`.
    pub(super) fn expression(&mut self) -> Result<Node, Fault> {
        let mut left = self.negation()?;
        loop {
            let at = self.at();
            if self.eat_name("and") {
                self.skip_ends();
                let right = self.negation()?;
                left = node(at, Kind::Both(Box::new(left), Box::new(right)));
            } else if self.eat_name("or") {
                self.skip_ends();
                let right = self.negation()?;
                left = node(at, Kind::Either(Box::new(left), Box::new(right)));
            } else {
                return Ok(left);
            }
            self.link()?;
        }
    }

    fn negation(&mut self) -> Result<Node, Fault> {
        let at = self.at();
        if self.eat_name("not") {
            let inner = self.deeper(Self::negation)?;
            return Ok(node(at, Kind::Not(Box::new(inner))));
        }
        self.deeper(Self::assignment)
    }

    fn assignment(&mut self) -> Result<Node, Fault> {
        let at = self.at();
        if let (Some(Token::Name(name)), Some(Token::Sign("=" | "||="))) = (self.peek(), self.peek_second()) {
            // The name is a variable from here on, also in the value.
            let name = name.clone();
            self.add_local(name);
        }
        let target = self.ternary()?;
        let is_target = match &target.kind {
            Kind::Local(_) | Kind::Variable(_) => true,
            Kind::Index(_, keys) => keys.len() == 1,
            _ => false,
        };
        let Some(Token::Sign(sign)) = self.peek() else { return Ok(target) };
        let sign = *sign;
        let change = CHANGES.iter().find(|(name, _)| *name == sign);
        if sign != "=" && change.is_none() {
            return Ok(target);
        }
        if sign == "="
            && let Kind::Index(on, keys) = &target.kind
            && let [key] = &keys[..]
        {
            let (on, key) = (on.clone(), Box::new(key.clone()));
            self.take();
            self.skip_ends();
            let value = Box::new(self.deeper(Self::assignment)?);
            return Ok(node(at, Kind::Store(on, key, value)));
        }
        if !is_target {
            return Err((
                "only a variable or a value of a hash can be set in a template".to_owned(),
                self.at(),
            ));
        }
        self.take();
        self.skip_ends();
        let value = Box::new(self.deeper(Self::assignment)?);
        Ok(node(
            at,
            match change {
                Some((_, operator)) => Kind::Change(operator, Box::new(target), value),
                None => Kind::Assign(Box::new(target), value),
            },
        ))
    }

    fn ternary(&mut self) -> Result<Node, Fault> {
        let condition = self.either()?;
        let at = self.at();
        if !self.eat_sign("?") {
            return Ok(condition);
        }
        let then = self.deeper(Self::ternary)?;
        self.expect_sign(":")?;
        let otherwise = self.deeper(Self::ternary)?;
        Ok(node(at, Kind::If(Box::new(condition), vec![then], vec![otherwise])))
    }

    fn either(&mut self) -> Result<Node, Fault> {
        let mut left = self.both()?;
        loop {
            let at = self.at();
            if !self.eat_sign("||") {
                return Ok(left);
            }
            self.skip_ends();
            let right = self.both()?;
            left = node(at, Kind::Either(Box::new(left), Box::new(right)));
            self.link()?;
        }
    }

    fn both(&mut self) -> Result<Node, Fault> {
        let mut left = self.binary(0)?;
        loop {
            let at = self.at();
            if !self.eat_sign("&&") {
                return Ok(left);
            }
            self.skip_ends();
            let right = self.binary(0)?;
            left = node(at, Kind::Both(Box::new(left), Box::new(right)));
            self.link()?;
        }
    }

    fn binary(&mut self, level: usize) -> Result<Node, Fault> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        loop {
            let at = self.at();
            let Some(Token::Sign(sign)) = self.peek() else { return Ok(left) };
            let Some(operator) = operators.iter().find(|operator| *operator == sign) else { return Ok(left) };
            self.take();
            self.skip_ends();
            let right = Box::new(self.binary(level + 1)?);
            let left_side = Box::new(left);
            left = node(
                at,
                match *operator {
                    "<<" => Kind::Push(left_side, right),
                    operator => Kind::Binary(operator, left_side, right),
                },
            );
            self.link()?;
        }
    }

    fn unary(&mut self) -> Result<Node, Fault> {
        let at = self.at();
        if self.eat_sign("!") {
            let inner = self.deeper(Self::unary)?;
            return Ok(node(at, Kind::Not(Box::new(inner))));
        }
        if self.eat_sign("-") {
            let inner = self.deeper(Self::unary)?;
            let zero = node(at, Kind::Integer(0));
            return Ok(node(at, Kind::Binary("-", Box::new(zero), Box::new(inner))));
        }
        self.postfix()
    }

    /// An operand, with the calls and indices after it.
    fn postfix(&mut self) -> Result<Node, Fault> {
        let mut on = self.primary()?;
        loop {
            let at = self.at();
            if self.is_sign(".") || self.is_sign("&.") {
                let is_safe = self.is_sign("&.");
                self.take();
                let Some(Token::Name(name)) = self.take() else { return Err(self.unsupported()) };
                on = self.call(Some(on), name, at, is_safe)?;
            } else if self.is_sign("[") {
                self.take();
                on = self.index(on, at)?;
            } else {
                return Ok(on);
            }
            self.link()?;
        }
    }

    /// An index or a range after `[`.
    fn index(&mut self, on: Node, at: usize) -> Result<Node, Fault> {
        self.skip_ends();
        if self.eat_sign("]") {
            return Ok(node(at, Kind::Index(Box::new(on), Vec::new())));
        }
        let first = self.deeper(Self::expression)?;
        let is_exclusive = self.is_sign("...");
        if is_exclusive || self.is_sign("..") {
            self.take();
            let last = self.deeper(Self::expression)?;
            self.expect_sign("]")?;
            return Ok(node(at, Kind::Slice(Box::new(on), Box::new((first, last)), is_exclusive)));
        }
        self.skip_ends();
        let mut keys = vec![first];
        if self.eat_sign(",") {
            keys.extend(self.list("]")?);
        } else {
            self.expect_sign("]")?;
        }
        Ok(node(at, Kind::Index(Box::new(on), keys)))
    }

    fn call(&mut self, on: Option<Node>, name: String, at: usize, is_safe: bool) -> Result<Node, Fault> {
        let arguments = if self.eat_sign("(") {
            self.list(")")?
        } else if on.is_some() && self.starts_argument() {
            self.bare_arguments()?
        } else {
            Vec::new()
        };
        let block = self.block()?;
        Ok(node(at, Kind::Call { on: on.map(Box::new), name, arguments, block, is_safe }))
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

    fn bare_arguments(&mut self) -> Result<Vec<Node>, Fault> {
        let mut all = vec![self.deeper(Self::ternary)?];
        while self.eat_sign(",") {
            all.push(self.deeper(Self::ternary)?);
        }
        Ok(all)
    }

    /// Expressions separated by commas, up to a closing sign.
    fn list(&mut self, end: &str) -> Result<Vec<Node>, Fault> {
        let mut all = Vec::new();
        loop {
            self.skip_ends();
            if self.eat_sign(end) {
                return Ok(all);
            }
            all.push(self.deeper(Self::expression)?);
            self.skip_ends();
            if !self.eat_sign(",") && !self.is_sign(end) {
                return Err(self.unsupported());
            }
        }
    }

    fn hash(&mut self) -> Result<Kind, Fault> {
        let mut pairs = Vec::new();
        loop {
            self.skip_ends();
            if self.eat_sign("}") {
                return Ok(Kind::Hash(pairs));
            }
            let at = self.at();
            let key = if let Some(Token::Label(name)) = self.peek() {
                let name = name.clone();
                self.take();
                node(at, Kind::Symbol(name))
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

    /// Reads an operand without operators.
    fn primary(&mut self) -> Result<Node, Fault> {
        let at = self.at();
        let Some(token) = self.take() else { return Err(("an expression is missing here".to_owned(), at)) };
        let kind = match token {
            Token::Integer(number) => Kind::Integer(number),
            Token::Float(number) => Kind::Float(number),
            Token::String(parts) => return self.string(parts, at),
            Token::Regex(source, flags) => Kind::Regex(source, flags),
            Token::Symbol(name) => Kind::Symbol(name),
            Token::Words(words) => {
                Kind::Array(words.into_iter().map(|word| node(at, Kind::Text(word))).collect())
            }
            Token::Variable(name) => Kind::Variable(name),
            Token::Group(number) => Kind::Group(number),
            Token::Sign("[") => Kind::Array(self.list("]")?),
            Token::Sign("{") => self.hash()?,
            Token::Sign("(") => {
                self.skip_ends();
                let inner = self.deeper(Self::expression)?;
                self.skip_ends();
                self.expect_sign(")")?;
                return Ok(inner);
            }
            Token::Name(name) => return self.named(name, at),
            _ => {
                return Err(("this form of Ruby is not supported in templates".to_owned(), at));
            }
        };
        Ok(node(at, kind))
    }

    fn string(&mut self, parts: Vec<Part>, at: usize) -> Result<Node, Fault> {
        let read = |part| match part {
            Part::Text(text) => Ok(node(at, Kind::Text(text))),
            Part::Code(code, at) => self.code(&code, at),
        };
        let parts = parts.into_iter().map(read).collect::<Result<Vec<_>, Fault>>()?;
        Ok(node(at, Kind::String(parts)))
    }

    /// Reads what begins with a name: a keyword, a variable or a call.
    fn named(&mut self, name: String, at: usize) -> Result<Node, Fault> {
        let kind = match &*name {
            "nil" => Kind::Nil,
            "true" => Kind::Boolean(true),
            "false" => Kind::Boolean(false),
            "if" | "unless" | "case" => return self.conditional(&name, at),
            "def" => return self.method(at),
            "return" => Kind::Return(Box::new(self.deeper(Self::expression)?)),
            "next" => Kind::Next,
            "break" => Kind::Break,
            "scope" => Kind::Scope,
            "defined?" => {
                let inner = self.deeper(Self::unary)?;
                Kind::Defined(Box::new(inner))
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
            _ if self.is_sign("(") => return self.call(None, name, at, false),
            _ => return Err((format!("`{name}` is not supported in templates"), at)),
        };
        Ok(node(at, kind))
    }
}
