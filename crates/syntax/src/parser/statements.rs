//! Reads the statements of a file or package: packages, types, enumerations, data types.

use super::names::Owner;
use super::other_languages::is_inherits;
use super::{Parser, Start};
use crate::diagnostic::nearest;
use crate::event::CompletedNode;
use crate::keywords;
use crate::kind::NodeKind;
use crate::lexer::{Span, T, TokenKind};

/// What `statement` has read.
enum StatementForm {
    /// A declaration or a fact.
    Declaration,
    /// A statement of Puppet.
    Puppet,
    /// A comment of another language, an import, or an error.
    Skipped,
}

impl Parser<'_> {
    /// Statements up to the end of the file.
    pub(super) fn statements(&mut self) {
        let (mut is_after_declaration, mut has_members_outside) = (true, false);
        while !self.at_end() {
            if self.at_mark(T!["}"]) {
                // If members outside of a type were reported, this brace is part of the same mistake.
                self.quiet_depth += usize::from(has_members_outside);
                self.syntax_error(
                    "a declaration",
                    Some("remove the `}`, or add the `{` that it closes".to_owned()),
                );
                self.quiet_depth -= usize::from(has_members_outside);
                has_members_outside = false;
                self.bump_error();
                continue;
            }
            let position_before = self.position;
            // Only the first member outside of a type is reported.
            let is_member_outside = self.member_outside();
            let is_repeated = has_members_outside && is_member_outside;
            has_members_outside |= is_member_outside;
            self.quiet_depth += usize::from(is_repeated);
            match self.statement() {
                StatementForm::Declaration => is_after_declaration = true,
                StatementForm::Puppet => is_after_declaration = false,
                StatementForm::Skipped => {}
            }
            self.quiet_depth -= usize::from(is_repeated);
            if self.position == position_before {
                self.bump_error();
            }
            // Separators after declarations are read here. `after_statement` reads those after statements of Puppet.
            if is_after_declaration {
                while self.eat_mark(T![";"]) || self.eat_mark(T![","]) {}
            }
        }
    }

    /// Reads a statement, and returns its form.
    fn statement(&mut self) -> StatementForm {
        if self.fact_ahead() {
            self.fact();
            return StatementForm::Declaration;
        }
        if self.other_comment() || self.import() {
            return StatementForm::Skipped;
        }
        // A manifest is recognised before anything is read, because the events of a wrong reading could not be removed.
        if self.puppet_ahead() {
            let (before, start) = (self.position, self.start());
            self.expression_statement();
            let statement = self.finish(start, NodeKind::Statement);
            self.after_statement(before);
            let is_alias = self.is_alias(statement);
            return if is_alias { StatementForm::Declaration } else { StatementForm::Puppet };
        }
        self.declaration();
        match self.events.as_slice().last() {
            Some(event) if event.kind != NodeKind::Error => StatementForm::Declaration,
            _ => StatementForm::Skipped,
        }
    }

    /// Whether a statement is a type alias.
    fn is_alias(&self, statement: CompletedNode) -> bool {
        let alias = self.events.children(statement).find(|(_, event)| event.kind == NodeKind::TypeAlias);
        // If there is a third child, it is the hash of an object type. Such an alias is not a declaration of this
        // language.
        alias.is_some_and(|(alias, _)| self.events.children(alias).count() == 2)
    }

    /// Reads a declaration. Its keyword determines which one.
    pub(super) fn declaration(&mut self) {
        if let Some(count) = self.declaration_modifiers() {
            return self.modified_declaration(count);
        }
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

    /// The keyword of a statement. A misspelled keyword is reported, and the nearest correct one is returned.
    fn statement_word(&mut self) -> Option<&'static str> {
        let token = self.token();
        if token.kind != TokenKind::Name {
            return None;
        }
        let written = self.text_of(token);
        if let Some(keyword) = keywords::STATEMENTS.iter().find(|keyword| **keyword == written) {
            return Some(keyword);
        }
        if let Some(suggestion) = self.declaration_of_another_language() {
            let hint = if written == "class" { "; `class` belongs to manifests" } else { "" };
            let help = format!("write `{suggestion} {}`{hint}", self.text_of(self.ahead(1)));
            self.syntax_error("a declaration", Some(help));
            self.offer_token(suggestion);
            return Some(suggestion);
        }
        let suggestion =
            nearest(written, keywords::STATEMENTS.iter().copied()).filter(|_| self.misspelled_ahead())?;
        self.syntax_error("a declaration", Some(format!("did you mean `{suggestion}`?")));
        keywords::STATEMENTS.iter().copied().find(|keyword| *keyword == suggestion)
    }

    /// Whether a statement of the Puppet language starts here, rather than a declaration.
    fn puppet_ahead(&self) -> bool {
        let token = self.token();
        let is_keyword = token.kind == TokenKind::Name && keywords::STATEMENTS.contains(&self.text_of(token));
        if !is_keyword {
            return self.expression_ahead() && !self.misspelled_ahead() && !self.member_outside();
        }
        match self.ahead(1).kind {
            TokenKind::Mark(T!["{"]) if !self.at_word("type") => {
                // The keywords of declarations are also names of resource types: `package { 'x': }`.
                let second = self.ahead(2);
                let is_site = self.at_word("site") && !self.mark_ahead(3, T![":"]);
                let is_declaration = second.kind == TokenKind::Name
                    && (is_site || keywords::STATEMENTS.contains(&self.text_of(second)));
                // The braces of a resource start with its title and a colon. So they are not empty, and do not start
                // with `name =>`.
                !is_declaration && !self.mark_ahead(2, T!["}"]) && !self.mark_ahead(3, T!["=>"])
            }
            // Before any other mark, the keyword is a name in an expression: `type($x)`, `package => 1`.
            TokenKind::Mark(mark) => !matches!(mark, T!["::"] | T!["{"] | T!["}"] | T!["<"]),
            // `type A = B` is a statement of Puppet, unlike `type A { … }`.
            _ => self.alias_ahead(),
        }
    }

    /// Whether a member of a type starts here, outside of every type.
    pub(super) fn member_outside(&self) -> bool {
        let is_member = self.keyword().is_some_and(|word| keywords::MEMBERS.contains(&word));
        is_member && self.name_ahead(1) && !self.ahead(1).starts_line
    }

    /// Whether an expression can start here.
    fn expression_ahead(&self) -> bool {
        match self.token().kind {
            // Users often pass JSON by mistake, which is reported as such. Any other brace starts a hash.
            TokenKind::Mark(T!["{"]) => !self.json_ahead(),
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

    /// Whether an object in the syntax of JSON starts here.
    fn json_ahead(&self) -> bool {
        let is_string = matches!(self.ahead(1).kind, TokenKind::String { .. });
        let is_open = matches!(self.ahead(1).kind, TokenKind::Open { .. });
        self.at_mark(T!["{"]) && (is_open || (is_string && self.mark_ahead(2, T![":"])))
    }

    /// Reports and skips what is neither a declaration nor a statement of Puppet.
    fn other_statement(&mut self) {
        self.is_incomplete = true;
        let (expected, help) = if let Some(help) = self.point_in_front() {
            ("an expression", help)
        } else if self.json_ahead() {
            ("a statement", "write a hash as `{ 'a' => 1 }`; JSON is another format".to_owned())
        } else if let Some(word) = self.keyword()
            && self.member_outside()
        {
            ("a declaration", format!("write `{word}` in the braces of a type"))
        } else {
            ("a declaration", "declarations start with package, type, enum or datatype".to_owned())
        };
        self.syntax_error(expected, Some(help));
        let first = self.position;
        // The token with the problem is skipped even if it starts a line.
        self.skip_until(|parser, token| parser.position > first && token.starts_line);
    }

    /// Skips a declaration without a name, unless the next declaration starts here already.
    pub(super) fn skip_unnamed(&mut self, start: Start) {
        self.is_incomplete = true;
        if !self.name_forgotten() {
            self.skip_statement();
        }
        self.wrap_error(start);
    }

    /// `package a { … }`, or the header of a package that extends to the end of the file. The node of such a package
    /// covers only the header.
    pub(super) fn package(&mut self) {
        let start = self.start();
        self.bump();
        let Some(path) = self.declared_path("the package's name") else {
            return self.skip_unnamed(start);
        };
        self.ordinal();
        self.skip_other_package_header(path);
        let opened = self.token().span;
        if self.eat_mark(T!["{"]) {
            self.deeper(|parser| parser.package_block(path, opened), Self::skip_block);
        }
        self.finish(start, NodeKind::Package);
    }

    /// Settings and declarations in the braces of a package.
    fn package_block(&mut self, path: CompletedNode, opened: Span) {
        while !self.at_end() && !self.at_mark(T!["}"]) {
            // A package may contain settings and declarations in any order.
            if self.setting_ahead() || self.other_setting_ahead() {
                self.setting_or_annotation();
                self.eat_mark(T![","]);
            } else if !self.eat_mark(T![";"]) && !self.eat_mark(T![","]) {
                let position_before = self.position;
                self.statement();
                if self.position == position_before {
                    self.bump_error();
                }
            }
        }
        self.close_owned(T!["}"], opened, Owner::named("package", path));
    }

    /// `type A { … }`, with the words that may be before `type`.
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
                // Another declaration follows, which is read without the words before it.
                Some(keyword) if self.at_word(keyword) => {
                    let help = format!(
                        "only types can be abstract or interfaces: remove what is before `{keyword}`"
                    );
                    self.syntax_error("`type`", Some(help));
                    self.wrap_error(start);
                    return self.declaration();
                }
                // A misspelled `type`, which is reported.
                Some(_) => drop(self.bump()),
                None => self.syntax_error("`type`", None),
            }
        }
        self.type_after_keyword(start);
    }

    /// The name, the supertypes and the members of a type.
    pub(super) fn type_after_keyword(&mut self, start: Start) {
        let Some(path) = self.declared_path("the type's name") else {
            return self.skip_unnamed(start);
        };
        if self.other_alias(path) {
            self.wrap_error(start);
            return;
        }
        if !self.supertypes_in_other_marks() {
            self.type_parameters();
            self.supertypes();
        }
        let opened = self.token().span;
        if self.eat_mark(T!["{"]) {
            self.members(path, opened);
        } else {
            let help = self.type_head_help(path);
            self.syntax_error("`{` to open the type", Some(help));
            if self.eat_mark(T!["="]) {
                self.eat_mark(T!["{"]);
                self.members(path, opened);
            } else if self.member_ahead() && self.token().starts_line {
                // There is no opening brace, so the name is used as its position in messages.
                self.members(path, self.event(path).span);
            } else if !self.statement_ahead() {
                self.skip_statement();
            }
        }
        self.finish(start, NodeKind::Type);
    }

    /// Advice with the correct head of a type, with the words before or after its name.
    fn type_head_help(&self, path: CompletedNode) -> String {
        let name = self.name_text(path);
        let current_text = || self.text_of(self.token());
        match self.token().kind {
            TokenKind::Name if name == "abstract" => format!("write `abstract type {} {{`", current_text()),
            TokenKind::Name if name == "enum" => format!("write `enum {} {{`", current_text()),
            TokenKind::Name if self.at_word("abstract") => format!("write `abstract type {name} {{`"),
            TokenKind::Name if self.at_word("enum") => format!("write `enum {name} {{`"),
            TokenKind::Name if (self.at_word("and") || self.at_word("inherits")) && self.name_ahead(1) => {
                let supertype_before = &self.text[self.previous_span().range()];
                format!(
                    "separate supertypes by commas: `{supertype_before}, {}`",
                    self.text_of(self.ahead(1))
                )
            }
            _ => format!("write `type {name} {{`"),
        }
    }

    /// `inherits B, C`, if it follows. Reports other words for it.
    fn supertypes(&mut self) {
        if !self.at_word("inherits") {
            let word = self.text_of(self.token());
            let is_misspelled = || nearest(word, ["inherits", "extends"]).is_some() || is_inherits(word);
            if self.token().kind != TokenKind::Name || !is_misspelled() {
                return;
            }
            let help = if self.name_ahead(1) {
                format!("write `inherits {}`", self.correct_type(1))
            } else {
                "did you mean `inherits`?".to_owned()
            };
            self.syntax_error("`{` to open the type", Some(help));
            if self.name_ahead(1) {
                self.offer_token("inherits");
            }
        }
        self.bump();
        // `inherits from B` or `inherits: B`
        if (self.at_word("from") || self.at_mark(T![":"])) && self.name_ahead(1) {
            self.syntax_error("a type", Some(format!("write `inherits {}`", self.correct_type(1))));
            self.offer_token("");
            self.bump_error();
        }
        loop {
            self.type_use();
            if !self.eat_mark(T![","]) {
                return;
            }
        }
    }

    /// `enum A { … }`
    pub(super) fn enumeration(&mut self) {
        let start = self.start();
        self.bump();
        let Some(path) = self.declared_path("the enumeration's name") else {
            return self.skip_unnamed(start);
        };
        let allows_settings = true;
        self.literals(Owner::named("enum", path), allows_settings);
        self.finish(start, NodeKind::Enum);
    }

    /// `datatype A { … }`
    pub(super) fn data_type(&mut self) {
        let start = self.start();
        self.bump();
        let Some(path) = self.declared_path("the data type's name") else {
            return self.skip_unnamed(start);
        };
        self.type_parameters();
        self.other_base(path);
        self.settings(Owner::named("datatype", path));
        self.finish(start, NodeKind::DataType);
    }
}
