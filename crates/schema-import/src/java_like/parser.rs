//! The parts of grammars that both languages have: names, types, multiplicities, type parameters.
//!
//! Invariants: each loop consumes tokens; types are nested 100 levels deep at most; after a mistake parsing continues
//! with the next declaration. Names of types are as they are written: [`super::resolve`] replaces them.

use super::lexer::{Kind, Token, comment_text, tokens};
use crate::declarations::{Bound, Class, FeatureSettings, Span, Type, TypeParameter};
use modelwright_metamodel::diagnostic::codes::{IMPORT_INVALID, IMPORT_NOT_EXPRESSED};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, nearest};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// The greatest nesting of types and of packages.
pub(crate) const MAX_DEPTH: usize = 100;

/// A mistake that has been reported.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reported;

/// The result of a part of a grammar.
pub(crate) type Parsed<T> = Result<T, Reported>;

/// A position in the tokens of a text.
#[derive(Debug)]
pub(crate) struct Parser<'s> {
    pub(crate) source: &'s Arc<Source>,
    tokens: Vec<Token<'s>>,
    end: Token<'s>,
    position: usize,
    /// The tokens of each name of a type that was read, in the order of the text.
    type_names: Vec<Range<usize>>,
    pub(crate) problems: Diagnostics,
}

impl<'s> Parser<'s> {
    /// A parser at the first token of a text.
    pub(crate) fn new(source: &'s Arc<Source>) -> Self {
        let mut problems = Diagnostics::new();
        let tokens = tokens(source, &mut problems);
        let length = source.text().len();
        let end = Token { kind: Kind::End, text: Cow::Borrowed(""), span: length..length, comment: None };
        Self { source, tokens, end, position: 0, type_names: Vec::new(), problems }
    }

    /// The names in the whole text that follow one of some keywords.
    pub(crate) fn names_after(&self, keywords: &[&str]) -> FxHashSet<String> {
        let mut names = FxHashSet::default();
        for pair in self.tokens.windows(2) {
            let [before, name] = pair else { continue };
            let is_after_keyword = keywords.iter().any(|keyword| Self::is_token(before, keyword));
            if is_after_keyword && matches!(name.kind, Kind::Word { .. }) {
                names.insert(name.text.to_string());
            }
        }
        names
    }

    /// The last part of each name of a type that was read, and the range of the whole name, in the order of
    /// the text.
    pub(crate) fn type_names(&self) -> impl Iterator<Item = (&str, Span)> {
        self.type_names.iter().filter_map(|name| {
            let tokens = self.tokens.get(name.clone())?;
            let (first, last) = (tokens.first()?, tokens.last()?);
            Some((&*last.text, first.span.start..last.span.end))
        })
    }

    pub(crate) fn peek(&self) -> &Token<'s> {
        self.peek_at(0)
    }

    pub(crate) fn peek_at(&self, offset: usize) -> &Token<'s> {
        self.tokens.get(self.position + offset).unwrap_or(&self.end)
    }

    pub(crate) fn next(&mut self) -> &Token<'s> {
        let position = self.position;
        self.position = (position + 1).min(self.tokens.len());
        self.tokens.get(position).unwrap_or(&self.end)
    }

    /// Consumes a token, and returns its text.
    pub(crate) fn next_text(&mut self) -> String {
        self.next().text.to_string()
    }

    /// The offset after the last token that was consumed; 0 at the start.
    pub(crate) fn previous_end(&self) -> usize {
        let previous = self.position.checked_sub(1).and_then(|index| self.tokens.get(index));
        previous.map_or(0, |token| token.span.end)
    }

    pub(crate) fn is_end(&self) -> bool {
        self.peek().kind == Kind::End
    }

    /// Whether the next token is a keyword or symbol.
    pub(crate) fn is(&self, text: &str) -> bool {
        Self::is_token(self.peek(), text)
    }

    /// Whether a token is this keyword or symbol. An escaped word and a text in quotes are neither.
    pub(crate) fn is_token(token: &Token<'_>, text: &str) -> bool {
        token.text == text && matches!(token.kind, Kind::Symbol | Kind::Word { is_escaped: false })
    }

    /// Consumes a keyword or symbol if it is next; returns whether it was.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        let is_next = self.is(text);
        if is_next {
            self.next();
        }
        is_next
    }

    pub(crate) fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.take(text) { Ok(()) } else { Err(self.fail(&format!("`{text}`"))) }
    }

    /// Reports that something else was expected here. If a keyword in `expected` is spelled similarly to the next
    /// token, the help suggests it.
    pub(crate) fn fail(&mut self, expected: &str) -> Reported {
        // Keywords are in backticks, so every second piece of the text between backticks is one.
        let words = expected.split('`').skip(1).step_by(2);
        let help = nearest(&self.peek().text, words).map(|meant| format!("did you mean `{meant}`?"));
        self.fail_with(expected, help)
    }

    /// Reports that `expected` was expected instead of the current token, with help.
    pub(crate) fn fail_with(&mut self, expected: &str, help: Option<String>) -> Reported {
        let token = self.peek();
        let description = match token.kind {
            Kind::End => "the end of the file".to_owned(),
            Kind::Text => "a text in quotes".to_owned(),
            _ => format!("`{}`", token.text),
        };
        let message = format!("expected {expected}, found {description}");
        let mut problem = Diagnostic::error(IMPORT_INVALID, message).at(self.source, token.span.clone());
        problem.help = help;
        self.problems.push(problem);
        Reported
    }

    /// Reports a part of the source that the types do not express.
    pub(crate) fn report_loss(&mut self, span: Span, message: String, help: &str) {
        let problem = Diagnostic::warning(IMPORT_NOT_EXPRESSED, message).at(self.source, span);
        self.problems.push(problem.help(help));
    }

    /// Skips the rest of a declaration after a mistake: to its `;`, its block, or the end of the block around it.
    pub(crate) fn recover(&mut self) {
        let mut depth = 0_usize;
        while !self.is_end() {
            if depth == 0 && self.is("}") {
                return;
            }
            let token = self.next();
            match &*token.text {
                _ if token.kind != Kind::Symbol => {}
                "{" => depth += 1,
                "}" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return;
                    }
                }
                ";" if depth == 0 => return,
                _ => {}
            }
        }
    }

    /// The documentation in a comment before the next token; `None` if there is no comment, or no text in it.
    pub(crate) fn doc(&self) -> Option<String> {
        let comment = self.peek().comment.clone()?;
        self.source.text().get(comment).and_then(comment_text)
    }

    /// Reads a name.
    pub(crate) fn name(&mut self) -> Parsed<(String, Span)> {
        if matches!(self.peek().kind, Kind::Word { .. }) {
            let token = self.next();
            Ok((token.text.to_string(), token.span.clone()))
        } else {
            Err(self.fail("a name"))
        }
    }

    /// Names with points between them.
    pub(crate) fn qualified_name(&mut self) -> Parsed<String> {
        let (mut text, _) = self.name()?;
        while self.is(".") && matches!(self.peek_at(1).kind, Kind::Word { .. }) {
            self.next();
            text.push('.');
            text.push_str(&self.next().text);
        }
        Ok(text)
    }

    /// The name of a class, and its type arguments.
    pub(crate) fn class_name(&mut self) -> Parsed<(String, Vec<Type>)> {
        match self.written_type(0)? {
            Type::Generic(name, arguments) => Ok((name, arguments)),
            Type::Named(name) => Ok((name, Vec::new())),
            _ => Err(self.fail("a class before this")),
        }
    }

    /// Reads the name of a type, with its arguments. `depth` is the number of lists of type arguments around it.
    pub(crate) fn written_type(&mut self, depth: usize) -> Parsed<Type> {
        if depth > MAX_DEPTH {
            return Err(self.fail(&format!("at most {MAX_DEPTH} levels of type arguments")));
        }
        let start = self.position;
        let name = self.qualified_name()?;
        self.type_names.push(start..self.position);
        let arguments = self.type_arguments(depth)?;
        Ok(if arguments.is_empty() { Type::Named(name) } else { Type::Generic(name, arguments) })
    }

    /// Reads type arguments in angle brackets, if there are any. `depth` counts the types around them.
    pub(crate) fn type_arguments(&mut self, depth: usize) -> Parsed<Vec<Type>> {
        let mut arguments = Vec::new();
        if self.take("<") {
            loop {
                arguments.push(self.type_argument(depth + 1)?);
                if !self.take(",") {
                    break;
                }
            }
            self.expect(">")?;
        }
        Ok(arguments)
    }

    /// Reads a type argument: a type, or a wildcard with or without a bound.
    fn type_argument(&mut self, depth: usize) -> Parsed<Type> {
        if !self.take("?") {
            return self.written_type(depth);
        }
        let bound = if self.take("extends") {
            Bound::Upper
        } else if self.take("super") {
            Bound::Lower
        } else {
            return Ok(Type::Wildcard(None));
        };
        Ok(Type::Wildcard(Some((bound, Box::new(self.written_type(depth)?)))))
    }

    /// Type parameters, if there are some.
    pub(crate) fn type_parameters(&mut self) -> Parsed<Vec<TypeParameter>> {
        let mut parameters = Vec::new();
        if self.take("<") {
            loop {
                let (name, _) = self.name()?;
                let mut bounds = Vec::new();
                if self.take("extends") {
                    bounds.push(self.written_type(0)?);
                    while self.take("&") {
                        bounds.push(self.written_type(0)?);
                    }
                }
                parameters.push(TypeParameter { name, bounds, annotations: Vec::new() });
                if !self.take(",") {
                    break;
                }
            }
            self.expect(">")?;
        }
        Ok(parameters)
    }

    /// Reads the supertypes after `extends` into a class.
    pub(crate) fn supertypes(&mut self, class: &mut Class) -> Parsed<()> {
        for supertype in self.types()? {
            let (name, arguments) = match supertype {
                Type::Generic(name, arguments) => (name, arguments),
                Type::Named(name) => (name, Vec::new()),
                _ => continue,
            };
            class.supertypes.push(name);
            class.supertype_arguments.push(arguments);
        }
        Ok(())
    }

    /// Reads types with commas between them.
    pub(crate) fn types(&mut self) -> Parsed<Vec<Type>> {
        let mut types = vec![self.written_type(0)?];
        while self.take(",") {
            types.push(self.written_type(0)?);
        }
        Ok(types)
    }

    /// Reads a multiplicity into the settings; without one, it is 0 to 1. The forms are `[2]`, `[1..2]`, `[1..*]`,
    /// `[1..?]` (the maximum is unspecified), `[?]` (0 to 1), `[+]` (1 or more), and `[]` or `[*]` (0 or more).
    pub(crate) fn multiplicity(&mut self, settings: &mut FeatureSettings) -> Parsed<()> {
        settings.max = Some(1);
        if !self.take("[") {
            return Ok(());
        }
        if self.take("]") {
            settings.max = None;
            return Ok(());
        }
        if self.take("*") {
            settings.max = None;
        } else if self.take("+") {
            (settings.min, settings.max) = (1, None);
        } else if !self.take("?") {
            settings.min = self.count()?;
            settings.max = Some(settings.min);
            if self.take("..") || self.take_comma() {
                self.maximum(settings)?;
            }
        }
        self.expect("]")
    }

    /// Reads the greatest number of a multiplicity into the settings.
    fn maximum(&mut self, settings: &mut FeatureSettings) -> Parsed<()> {
        if self.take("*") {
            settings.max = None;
        } else if self.take("?") {
            settings.is_unspecified = true;
        } else if self.take("-") {
            // In Ecore, -2 is an unspecified maximum, and -1 is none.
            settings.is_unspecified = self.count()? == 2;
            settings.max = None;
        } else {
            settings.max = Some(self.count()?);
        }
        Ok(())
    }

    /// Reports and consumes a comma between two numbers; returns whether there is one.
    fn take_comma(&mut self) -> bool {
        let is_comma = self.is(",");
        if is_comma {
            self.fail_with(
                "`..` or `]`",
                Some("write `..` between the least and the greatest number".to_owned()),
            );
            self.next();
        }
        is_comma
    }

    /// Reads the number of a multiplicity.
    fn count(&mut self) -> Parsed<u32> {
        let token = self.peek();
        let number = if token.kind == Kind::Number { token.text.parse().ok() } else { None };
        let Some(number) = number else { return Err(self.fail("a number of values")) };
        self.next();
        Ok(number)
    }

    /// Reads a number, perhaps with a minus sign, and returns it as it is written.
    pub(crate) fn signed_number(&mut self) -> Parsed<String> {
        let mut number = String::new();
        if self.take("-") {
            number.push('-');
        }
        if self.peek().kind == Kind::Number {
            number.push_str(&self.next().text);
            Ok(number)
        } else {
            Err(self.fail("a number"))
        }
    }

    /// Reads a block in braces, and returns its text without the braces.
    pub(crate) fn block(&mut self) -> Parsed<String> {
        let text = self.source.text();
        let inside_start = self.peek().span.end;
        self.expect("{")?;
        let mut depth = 1_usize;
        while !self.is_end() {
            let token = self.next();
            match &*token.text {
                "{" if token.kind == Kind::Symbol => depth += 1,
                "}" if token.kind == Kind::Symbol => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let inside = text.get(inside_start..token.span.start).unwrap_or_default();
                return Ok(inside.trim().to_owned());
            }
        }
        Err(self.fail("the end of the block"))
    }
}
