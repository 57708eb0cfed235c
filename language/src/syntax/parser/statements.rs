//! Reads the statements of a file or package: packages, types, enumerations, data types.

use super::Parser;
use super::expression::is_puppet_word;
use super::names::Owner;
use super::other_languages::declaration_keyword;
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::syntax::event::CompletedNode;
use crate::syntax::keywords;
use crate::syntax::kind::NodeKind;
use crate::syntax::lexer::{Span, T, TokenKind};

/// The number of tokens in which literals for advice are searched.
const MOST_LITERALS: usize = 12;

impl Parser<'_> {
    /// Statements up to the end of the file, or of the block that was opened at a span.
    pub(super) fn statements(&mut self, block: Option<Span>) {
        let mut after_declaration = true;
        while !self.at_end() {
            if self.at_mark(T!["}"]) {
                if block.is_some() {
                    break;
                }
                self.syntax_error("a declaration", Some("remove it, or add the brace it closes".to_owned()));
                self.bump_error();
                continue;
            }
            let before = self.at;
            after_declaration = self.statement().unwrap_or(after_declaration);
            if self.at == before {
                self.bump_error();
            }
            if after_declaration {
                while self.eat_mark(T![";"]) || self.eat_mark(T![","]) {}
            }
        }
    }

    /// Reads a statement; returns whether it is a declaration that could be read.
    fn statement(&mut self) -> Option<bool> {
        if self.fact_ahead() {
            self.fact();
            return Some(true);
        }
        if self.puppet_ahead() {
            let (before, start) = (self.at, self.start());
            self.expression_statement();
            let statement = self.finish(start, NodeKind::Statement);
            self.after_statement(before);
            return Some(self.is_alias(statement));
        }
        self.declaration();
        let last = self.events.as_slice().last();
        last.filter(|event| event.kind != NodeKind::Error).map(|_| true)
    }

    /// Whether a statement is a type alias.
    fn is_alias(&self, statement: CompletedNode) -> bool {
        let alias = self.events.children(statement).find(|(_, event)| event.kind == NodeKind::TypeAlias);
        alias.is_some_and(|(alias, _)| self.events.children(alias).count() == 2)
    }

    fn declaration(&mut self) {
        match self.statement_word() {
            Some("package") => self.package(),
            Some("type" | "abstract" | "interface") => self.type_declaration(),
            Some("enum") => self.enumeration(),
            Some("datatype") => self.data_type(),
            Some("annotation") => self.annotation(),
            Some("bindings") => self.bindings(),
            Some("site") => self.site(),
            _ => self.other_statement(),
        }
    }

    /// Whether a misspelled keyword of a declaration is here, followed by a name.
    fn misspelled_ahead(&self) -> bool {
        if self.declaration_of_another_language().is_some() {
            return true;
        }
        let Some(found) = self.keyword() else { return false };
        // A name must follow it: `file { 'x': }` is valid Puppet, and so is `tag 'x'`.
        let named = self.name_ahead(1) && !self.ahead(1).starts_line;
        named && !is_puppet_word(found) && nearest(found, keywords::STATEMENTS.iter().copied()).is_some()
    }

    /// The keyword that a word of another language means here, such as `class Name {`.
    fn declaration_of_another_language(&self) -> Option<&'static str> {
        let token = self.token();
        if token.kind != TokenKind::Name {
            return None;
        }
        let meant = declaration_keyword(self.text_of(token))?;
        let name = self.ahead(1);
        if name.kind != TokenKind::Name || name.starts_line {
            return None;
        }
        let (second, third) = (self.ahead(2), self.ahead(3));
        let opens = self.mark_ahead(2, T!["{"]);
        if !self.at_word("class") {
            return (opens || second.kind == TokenKind::Name).then_some(meant);
        }
        // `class name {` is valid in manifests, but members of types in it are not.
        let is_member = third.kind == TokenKind::Name
            && (self.mark_ahead(4, T![":"])
                || matches!(self.text_of(third), "attr" | "has") && self.name_ahead(4));
        let extends = second.kind == TokenKind::Name && self.text_of(second) == "extends";
        (extends || (opens && is_member)).then_some(meant)
    }

    /// The keyword of a statement; a misspelled one is reported, and the nearest correct one is used.
    fn statement_word(&mut self) -> Option<&'static str> {
        let token = self.token();
        if token.kind != TokenKind::Name {
            return None;
        }
        let found = self.text_of(token);
        if let Some(word) = keywords::STATEMENTS.iter().find(|word| **word == found) {
            return Some(word);
        }
        if let Some(meant) = self.declaration_of_another_language() {
            let more = if found == "class" { "; `class` belongs to manifests" } else { "" };
            let help = format!("write `{meant} {}`{more}", self.text_of(self.ahead(1)));
            self.syntax_error("a declaration", Some(help));
            return Some(meant);
        }
        let meant =
            nearest(found, keywords::STATEMENTS.iter().copied()).filter(|_| self.misspelled_ahead())?;
        self.syntax_error("a declaration", Some(format!("did you mean `{meant}`?")));
        keywords::STATEMENTS.iter().copied().find(|word| *word == meant)
    }

    /// Whether a statement of the Puppet language starts here, rather than a declaration.
    fn puppet_ahead(&self) -> bool {
        let token = self.token();
        let declares = token.kind == TokenKind::Name && keywords::STATEMENTS.contains(&self.text_of(token));
        if !declares {
            return self.expression_ahead() && !self.misspelled_ahead() && !self.member_outside();
        }
        match self.ahead(1).kind {
            TokenKind::Mark(T!["{"]) if !self.at_word("type") => {
                // These are also names of resource types: `package { 'x': }`.
                let second = self.ahead(2);
                let site = self.at_word("site") && !self.mark_ahead(3, T![":"]);
                let declaration = second.kind == TokenKind::Name
                    && (site || keywords::STATEMENTS.contains(&self.text_of(second)));
                !declaration && !self.mark_ahead(2, T!["}"]) && !self.mark_ahead(3, T!["=>"])
            }
            TokenKind::Mark(mark) => !matches!(mark, T!["::"] | T!["{"] | T!["}"] | T!["<"]),
            _ => self.alias_ahead(),
        }
    }

    /// Whether a member of a type starts here, outside of every type.
    fn member_outside(&self) -> bool {
        let member = self.keyword().is_some_and(|word| keywords::MEMBERS.contains(&word));
        member && self.name_ahead(1) && !self.ahead(1).starts_line
    }

    /// Whether an expression can start here.
    fn expression_ahead(&self) -> bool {
        match self.token().kind {
            // Users often pass JSON by mistake; it is not a statement.
            TokenKind::Mark(T!["{"]) => {
                let string = matches!(self.ahead(1).kind, TokenKind::String { .. });
                let open = matches!(self.ahead(1).kind, TokenKind::Open { .. });
                !(open || (string && self.mark_ahead(2, T![":"])))
            }
            TokenKind::Mark(mark) => matches!(
                mark,
                T!["@"] | T!["@@"] | T!["["] | T!["("] | T!["!"] | T!["-"] | T!["*"] | T!["::"]
            ),
            TokenKind::Middle { .. }
            | TokenKind::Close
            | TokenKind::Comment
            | TokenKind::Unknown
            | TokenKind::End => false,
            _ => true,
        }
    }

    fn other_statement(&mut self) {
        self.incomplete = true;
        if let Some(help) = self.point_in_front() {
            self.syntax_error("an expression", Some(help));
        } else {
            let help = "declarations start with package, type, enum or datatype";
            self.syntax_error("a declaration", Some(help.to_owned()));
        }
        let first = self.at;
        self.skip_until(|parser, token| parser.at > first && token.starts_line);
    }

    /// Skips a declaration without a name, unless the next declaration starts here already.
    pub(super) fn unnamed(&mut self, start: super::Start) {
        self.incomplete = true;
        if !self.name_forgotten() {
            self.skip_statement();
        }
        self.wrap_error(start);
    }

    fn package(&mut self) {
        let start = self.start();
        self.bump();
        let Some(path) = self.declared_path("the package's name") else {
            return self.unnamed(start);
        };
        self.ordinal();
        let opened = self.token().span;
        if self.eat_mark(T!["{"]) {
            self.deeper(|parser| parser.package_block(path, opened), Self::skip_block);
        }
        self.finish(start, NodeKind::Package);
    }

    fn package_block(&mut self, path: CompletedNode, opened: Span) {
        while !self.at_end() && !self.at_mark(T!["}"]) {
            if self.setting_ahead() {
                self.setting_or_annotation();
                self.eat_mark(T![","]);
            } else if !self.eat_mark(T![";"]) && !self.eat_mark(T![","]) {
                let before = self.at;
                self.statement();
                if self.at == before {
                    self.bump_error();
                }
            }
        }
        self.close_owned(T!["}"], opened, Owner::named("package", path));
    }

    fn type_declaration(&mut self) {
        let start = self.start();
        loop {
            if self.at_word("abstract") {
                self.token_node(NodeKind::Abstract);
            } else if self.at_word("interface") {
                self.token_node(NodeKind::Interface);
            } else {
                break;
            }
        }
        if !self.eat_word("type") {
            match self.statement_word() {
                Some(_) => drop(self.bump()),
                None => self.syntax_error("`type`", None),
            }
        }
        let Some(path) = self.declared_path("the type's name") else {
            return self.unnamed(start);
        };
        self.type_parameters();
        self.supertypes();
        let opened = self.token().span;
        if self.expect_mark(T!["{"], "to open the type") {
            self.members(path, opened);
        } else if !self.statement_ahead() {
            self.skip_statement();
        }
        self.finish(start, NodeKind::Type);
    }

    fn supertypes(&mut self) {
        if !self.at_word("inherits") {
            let found = self.text_of(self.token());
            let misspelled =
                self.token().kind == TokenKind::Name && nearest(found, ["inherits", "extends"]).is_some();
            if !misspelled {
                return;
            }
            self.syntax_error("`{` to open the type", Some("did you mean `inherits`?".to_owned()));
        }
        self.bump();
        loop {
            self.type_use();
            if !self.eat_mark(T![","]) {
                return;
            }
        }
    }

    fn enumeration(&mut self) {
        let start = self.start();
        self.bump();
        let Some(path) = self.declared_path("the enumeration's name") else {
            return self.unnamed(start);
        };
        self.literals(Owner::named("enum", path), true);
        self.finish(start, NodeKind::Enum);
    }

    /// Literals in braces or brackets, with optional settings among them.
    pub(super) fn literals(&mut self, owner: Owner, settings: bool) {
        let opened = self.token().span;
        let end = match self.token().kind {
            TokenKind::Mark(T!["{"]) => T!["}"],
            TokenKind::Mark(T!["["]) => T!["]"],
            _ => {
                let help = owner.declared_name().map(|name| self.literals_help(name));
                return self.syntax_error("`{` or `[` to open the literals", help);
            }
        };
        self.bump();
        while !self.at_end() && !self.at_mark(end) {
            if settings && self.setting_ahead() {
                self.setting_or_annotation();
            } else if !self.literal() {
                self.skip_to_comma();
            }
            if !self.eat_mark(T![","]) && !self.at_mark(end) && !self.setting_ahead() {
                // A missing comma before a name is one mistake; the name is still a literal.
                if self.name_ahead(0) && self.previous_span() != opened && !self.statement_ahead() {
                    self.syntax_error("`,` between literals", None);
                } else {
                    break;
                }
            }
        }
        self.close_owned(end, opened, owner);
    }

    /// What to write for an enumeration, with the names in the rest of its line.
    fn literals_help(&self, name: CompletedNode) -> String {
        let rest =
            || (0..MOST_LITERALS).map(|count| self.ahead(count)).take_while(|token| !token.starts_line);
        let names: Vec<&str> =
            rest().filter(|token| token.kind == TokenKind::Name).map(|token| self.text_of(token)).collect();
        let literals = if names.is_empty() { "…".to_owned() } else { names.join(", ") };
        format!("write `enum {} {{ {literals} }}`", self.name_text(name))
    }

    fn literal(&mut self) -> bool {
        let start = self.start();
        let Some(name) = self.identifier("a literal's name") else { return false };
        if self.eat_mark(T!["="]) {
            self.literal_number();
        }
        if self.eat_word("as") {
            self.string("the literal's spelling in quotes");
        }
        self.settings(Owner::named("literal", name));
        self.finish(start, NodeKind::Literal);
        true
    }

    fn literal_number(&mut self) {
        let start = self.start();
        let sign = if self.eat_mark(T!["-"]) { "-" } else { "" };
        if self.token().kind != TokenKind::Number {
            self.syntax_error("the literal's number", None);
            return self.wrap_error(start);
        }
        let token = self.bump();
        if format!("{sign}{}", self.text_of(token)).parse::<i32>().is_err() {
            let message = "the number of a literal must be a whole number of at most 32 bits";
            let diagnostic = Diagnostic::error(codes::BAD_SETTING, message)
                .at(self.source, start.span.to(token.span).range())
                .help("use a number from -2147483648 to 2147483647");
            self.diagnostics.push(diagnostic);
        }
        self.finish(start, NodeKind::LiteralNumber);
    }

    fn data_type(&mut self) {
        let start = self.start();
        self.bump();
        let Some(path) = self.declared_path("the data type's name") else {
            return self.unnamed(start);
        };
        self.type_parameters();
        self.settings(Owner::named("datatype", path));
        self.finish(start, NodeKind::DataType);
    }
}
