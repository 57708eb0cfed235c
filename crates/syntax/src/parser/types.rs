//! Reads types and type parameters.

use super::Parser;
use super::names::Owner;
use super::other_features::LONGEST_ADVICE;
use crate::diagnostic::{Diagnostic, codes};
use crate::kind::{NodeKind, TypeForm};
use crate::lexer::{T, TokenKind};

/// The length of the regular expression before the bracket that closes `Pattern[`, and the expression with its slashes
/// escaped; `None` if there is no such bracket. `text` starts after `Pattern[`.
fn up_to_bracket(text: &str) -> Option<(usize, String)> {
    let (mut depth, mut escaped) = (0_usize, String::new());
    let mut chars = text.char_indices();
    while let Some((index, c)) = chars.next() {
        match c {
            // An escaped character is copied, even if it is a slash or a bracket.
            '\\' => {
                escaped.push(c);
                if let Some((_, escaped_char)) = chars.next() {
                    escaped.push(escaped_char);
                }
                continue;
            }
            '/' => escaped.push('\\'),
            '[' => depth += 1,
            ']' if depth == 0 => return Some((index, escaped)),
            ']' => depth -= 1,
            _ => {}
        }
        escaped.push(c);
    }
    None
}

/// What to write instead of a multiplicity in brackets after the name of a type, such as `1..5` or `*`.
fn multiplicity_help(type_name: &str, multiplicity: &str) -> String {
    // `*` alone is the upper bound.
    let (low, high) = multiplicity.split_once("..").unwrap_or(("0", multiplicity));
    let (low, high) = (low.trim(), high.trim());
    let min_setting = if low == "0" { String::new() } else { format!("min => {low}, ") };
    let max = if high == "*" { "unbound" } else { high };
    // For these types, two numbers may also be meant as arguments.
    let meaning_as_arguments = match type_name {
        _ if multiplicity.contains('*') => None,
        "Integer" | "Float" | "Numeric" | "Number" => Some("the range of a value"),
        "String" => Some("the length of a string"),
        _ => None,
    };
    match meaning_as_arguments {
        Some(meaning) => {
            let range = multiplicity.replace("..", ", ");
            format!(
                "write `{type_name}[{range}]` for {meaning}, or `{{ {min_setting}max => {max} }}` after the type for the number of values"
            )
        }
        None => format!("write `{{ {min_setting}max => {max} }}` after the type"),
    }
}

impl Parser<'_> {
    /// A type; an invalid one is reported and becomes an invalid type.
    pub(super) fn type_use(&mut self) -> TypeForm {
        let start = self.start();
        let form = self.deeper(Self::type_form, Self::skip_to_comma).unwrap_or(TypeForm::Invalid);
        // `A | B`, as in other languages.
        if self.at_mark(T!["|"]) && self.name_ahead(1) && !self.ahead(1).starts_line {
            let first = &self.text[self.previous_span().range()];
            let help = format!("write `Variant[{first}, {}]`", self.text_of(self.ahead(1)));
            self.syntax_error("the end of the type", Some(help));
            self.bump_error();
            self.bump_error();
        }
        // `Type?`, as in other languages.
        if self.at_mark(T!["?"]) && self.token().span.start == self.previous_span().end {
            let help = "remove the `?`: a value is optional, unless `min` is 1";
            self.syntax_error("the end of the type", Some(help.to_owned()));
            self.bump();
        }
        // `Type!`, as in other languages.
        if self.at_mark(T!["!"]) && self.token().span.start == self.previous_span().end {
            let help = "write `{ min => 1 }` after the type";
            self.syntax_error("the end of the type", Some(help.to_owned()));
            self.bump_error();
        }
        self.finish(start, NodeKind::TypeUse(form));
        form
    }

    /// A missing type.
    pub(super) fn missing_type(&mut self) {
        let start = self.start();
        self.finish(start, NodeKind::TypeUse(TypeForm::Invalid));
    }

    /// Reads the tokens and children of a type, and returns its form.
    fn type_form(&mut self) -> TypeForm {
        if self.eat_mark(T!["?"]) {
            self.bound("extends", NodeKind::UpperBound);
            self.bound("super", NodeKind::LowerBound);
            return TypeForm::Wildcard;
        }
        if self.eat_word("undef") {
            return TypeForm::Undef;
        }
        // `enum` may also be the name of a type. It is an enumeration only if literals follow.
        if self.at_word("enum") && (self.mark_ahead(1, T!["["]) || self.mark_ahead(1, T!["{"])) {
            self.bump();
            let allows_settings = false;
            self.literals(Owner::new("the enumeration"), allows_settings);
            return TypeForm::Enum;
        }
        if let Some(help) = self.other_type_form() {
            self.syntax_error("a type", Some(help));
            // In other languages, `&` or `*` may be before a name, which belongs to the same mistake.
            let is_mark = self.at_mark(T!["&"]) || self.at_mark(T!["*"]);
            self.consume_group();
            if is_mark {
                self.bump_error();
            }
            return TypeForm::Invalid;
        }
        if self.path("a type").is_none() {
            return TypeForm::Invalid;
        }
        self.type_arguments();
        if self.bare_regex() {
            return TypeForm::Invalid;
        }
        // `String [min => 1]`: settings in brackets, which the feature reports.
        let has_settings = self.name_ahead(1) && self.mark_ahead(2, T!["=>"]);
        if self.at_mark(T!["["]) && !has_settings && !self.multiplicity() {
            self.argument_list();
        }
        TypeForm::Named
    }

    /// Advice for a type that starts with a symbol of another language.
    fn other_type_form(&self) -> Option<String> {
        match self.token().kind {
            TokenKind::Regex => Some(format!("write `Pattern[{}]`", self.text_of(self.token()))),
            TokenKind::Mark(T!["["]) if self.name_ahead(1) => {
                Some(format!("write `Array[{}]`", self.text_of(self.ahead(1))))
            }
            TokenKind::Mark(T!["&"] | T!["*"]) if self.name_ahead(1) => {
                let name = self.text_of(self.ahead(1));
                Some(format!("write `{name} {{ containment => false }}` for a reference"))
            }
            _ => None,
        }
    }

    /// Reports and skips the argument of `Pattern` if it is a regular expression without slashes; returns whether it
    /// is.
    fn bare_regex(&mut self) -> bool {
        if !self.at_mark(T!["["]) {
            return false;
        }
        let first = self.ahead(1);
        let is_bare = match first.kind {
            TokenKind::Unknown => true,
            TokenKind::Mark(mark) => !matches!(mark, T![","] | T!["]"] | T!["{"]),
            _ => false,
        };
        let is_pattern = self.text[self.previous_span().range()] == *"Pattern";
        if !is_bare || !is_pattern || first.starts_line {
            return false;
        }
        let start = self.token().span.range().end;
        let line = self.text[start..].lines().next().unwrap_or_default();
        let Some((length, regex)) = up_to_bracket(line) else { return false };
        let range = start..start + length;
        let is_short = length <= LONGEST_ADVICE;
        let (written, correct) = if is_short { (&line[..length], regex.as_str()) } else { ("…", "…") };
        let message = format!("expected a regular expression between slashes, found `{written}`");
        let help = format!("write `Pattern[/{correct}/]`");
        self.report(
            Diagnostic::error(codes::LANGUAGE_SYNTAX, message).at(self.source, range.clone()).help(help),
        );
        self.offer(range.clone(), format!("/{regex}/"));
        // The characters of the expression are tokens of other kinds, or none, so tokens are skipped up to the bracket.
        while !self.at_end() && self.token().span.range().start <= range.end {
            self.bump_error();
        }
        true
    }

    /// Reports and skips a multiplicity in brackets, such as `[0..*]`; returns whether there is one.
    fn multiplicity(&mut self) -> bool {
        let is_any = self.mark_ahead(1, T!["*"]) && self.mark_ahead(2, T!["]"]);
        let is_range = self.ahead(1).kind == TokenKind::Number && self.mark_ahead(2, T!["."]);
        if !is_any && !is_range {
            return false;
        }
        let type_name = &self.text[self.previous_span().range()];
        let opened = self.token().span;
        self.consume_group();
        let span = opened.to(self.previous_span());
        let multiplicity = self.text[span.range()].trim_matches(['[', ']']);
        let message = format!("expected the arguments of the type, found the multiplicity `{multiplicity}`");
        let diagnostic = Diagnostic::error(codes::LANGUAGE_SYNTAX, message).at(self.source, span.range());
        self.report(diagnostic.help(multiplicity_help(type_name, multiplicity)));
        true
    }

    /// A bound of a wildcard, if the current token is its keyword.
    fn bound(&mut self, word: &str, kind: NodeKind) {
        let start = self.start();
        if self.eat_word(word) {
            self.type_use();
            self.finish(start, kind);
        }
    }

    /// `<A, B>`
    fn type_arguments(&mut self) {
        let opened = self.token().span;
        if !self.eat_mark(T!["<"]) {
            return;
        }
        loop {
            self.type_use();
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T![">"], opened, "the type arguments");
    }

    /// `[A, 0, 'x']`
    fn argument_list(&mut self) {
        let start = self.start();
        self.bump();
        while !self.at_end() && !self.closes() {
            if !self.argument() {
                self.skip_to_comma();
                continue;
            }
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["]"], start.span, "the type's arguments");
        self.finish(start, NodeKind::ArgumentList);
    }

    /// An argument of a type; returns `false` if it is missing, which is reported.
    fn argument(&mut self) -> bool {
        let token = self.token();
        match token.kind {
            // A quoted name before `::` is the first segment of a type's path.
            TokenKind::String { .. } if !self.mark_ahead(1, T!["::"]) => {
                self.string("an argument");
            }
            TokenKind::Number => {
                self.token_node(NodeKind::NumberValue);
            }
            TokenKind::Mark(T!["-"]) if self.ahead(1).kind == TokenKind::Number => self.negative_number(),
            TokenKind::Regex => {
                self.token_node(NodeKind::RegexValue);
            }
            TokenKind::Mark(T!["{"]) => self.struct_fields(),
            TokenKind::Name if self.text_of(token) == "default" => {
                self.token_node(NodeKind::DefaultValue);
            }
            TokenKind::Name
                if matches!(self.text_of(token), "true" | "false") && !self.mark_ahead(1, T!["::"]) =>
            {
                let value = self.text_of(token) == "true";
                self.token_node(NodeKind::BooleanValue(value));
            }
            TokenKind::Mark(T!["*"]) => {
                self.syntax_error("a bound", Some("write `default` where there is no bound".to_owned()));
                self.token_node(NodeKind::DefaultValue);
            }
            TokenKind::Mark(T![">"] | T!["<"] | T![">="] | T!["<="]) if self.comparison() => {}
            TokenKind::Mark(T![","] | T!["]"]) => {
                self.syntax_error("an argument", None);
                // The comma is read here, because the caller continues with the next argument after `false`.
                self.eat_mark(T![","]);
                return false;
            }
            _ => {
                self.type_use();
            }
        }
        true
    }

    /// Reports and skips a comparison in place of bounds, such as `>= 0`; returns whether there is one.
    fn comparison(&mut self) -> bool {
        let number = self.ahead(1);
        if number.kind != TokenKind::Number {
            return false;
        }
        let bound = self.text_of(number);
        let bounds = if self.text_of(self.token()).starts_with('>') {
            format!("{bound}, default")
        } else {
            format!("default, {bound}")
        };
        let help = format!("write the lowest and the highest value: `[{bounds}]`");
        self.syntax_error("a bound", Some(help));
        self.bump_error();
        self.token_node(NodeKind::NumberValue);
        true
    }

    /// `-1`; the caller has checked that these are the current tokens.
    pub(super) fn negative_number(&mut self) {
        let start = self.start();
        self.position += 2;
        self.finish(start, NodeKind::NumberValue);
    }

    /// `{ name => T, Optional[name] => T }`
    fn struct_fields(&mut self) {
        let start = self.start();
        self.bump();
        while !self.at_end() && !self.at_mark(T!["}"]) {
            if !self.struct_field() || !self.eat_mark(T![","]) {
                break;
            }
        }
        if !self.close(T!["}"], start.span, "the keys") {
            self.skip_until(|_, token| token.starts_line || token.kind == TokenKind::Mark(T!["}"]));
            self.eat_mark(T!["}"]);
            // No further error is reported at the token at which reading continues.
            self.last_error = Some(self.position);
        }
        self.finish(start, NodeKind::StructFields);
    }

    /// A key and its type; returns `false` if they could not be read, which is reported.
    fn struct_field(&mut self) -> bool {
        let start = self.start();
        let word = self.text_of(self.token());
        // In Puppet, `NotUndef[key]` makes a key required although its type accepts undef.
        let is_marked = matches!(word, "Optional" | "NotUndef") && self.mark_ahead(1, T!["["]);
        let is_optional = is_marked && word == "Optional";
        if is_marked {
            self.position += 2;
        }
        let key = self.identifier("a key");
        if is_marked {
            self.expect_mark(T!["]"], "to close the key");
        }
        if key.is_none() || !self.expect_mark(T!["=>"], "and a type after the key") {
            self.wrap_error(start);
            return false;
        }
        self.type_use();
        self.finish(start, NodeKind::StructField { optional: is_optional });
        true
    }

    /// `<T extends A & B, U>`
    pub(super) fn type_parameters(&mut self) {
        let opened = self.token().span;
        if !self.eat_mark(T!["<"]) {
            return;
        }
        loop {
            let start = self.start();
            let Some(name) = self.identifier("a type parameter's name") else { break };
            if self.eat_word("extends") {
                self.type_use();
                while self.eat_mark(T!["&"]) {
                    self.type_use();
                }
            }
            self.settings(Owner::named("the settings of", name));
            self.finish(start, NodeKind::TypeParameter);
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T![">"], opened, "the type parameters");
    }
}
