//! Reads the contents of the braces after a declaration: settings, their values, facts, annotations.

use super::Parser;
use super::names::Owner;
use crate::event::CompletedNode;
use crate::kind::{ElementKind, NodeKind, TypeForm};
use crate::lexer::{Span, T, TokenKind};

/// Settings whose value is an expression.
const LOGIC: &[&str] = &["check", "validate", "get", "set"];

impl Parser<'_> {
    /// Settings in braces, if a brace follows.
    pub(super) fn settings(&mut self, owner: Owner) {
        let opened = self.token().span;
        if !self.eat_mark(T!["{"]) {
            return;
        }
        // ARM-7 (the proposal behind the language) allows a colon here. It has no meaning, and the formatter removes
        // it.
        self.eat_mark(T![":"]);
        while !self.at_end() && !self.at_mark(T!["}"]) {
            if self.eat_mark(T![","]) {
                continue;
            }
            let position_before = self.position;
            self.setting_or_annotation();
            // A token that starts no setting is skipped, because the loop would not end otherwise.
            if self.position == position_before {
                self.skip_group();
            }
            if !self.at_mark(T![","]) && !self.at_mark(T!["}"]) && !self.setting_ahead() && !self.at_end() {
                // The closing brace is missing. `close_owned` reports this with the position of the opening one.
                if self.token().starts_line && (self.member_ahead() || self.statement_ahead()) {
                    break;
                }
                self.syntax_error("`,` or the next setting", None);
                self.skip_to_comma();
            }
            if self.closes() && !self.at_mark(T!["}"]) {
                break;
            }
        }
        self.close_owned(T!["}"], opened, owner);
    }

    /// One setting, fact or annotation; anything else is reported and skipped.
    pub(super) fn setting_or_annotation(&mut self) {
        if self.annotation_ahead() {
            return self.annotation();
        }
        if self.fact_ahead() {
            return self.fact();
        }
        let start = self.start();
        let Some(name) = self.identifier("a setting") else { return self.skip_to_comma() };
        if !self.eat_mark(T!["=>"]) && !self.other_mark_for_arrow(name) {
            self.skip_to_comma();
            return self.wrap_error(start);
        }
        self.setting_value(name);
        self.finish(start, NodeKind::Setting);
    }

    /// Reports that `=>` is missing after the name of a setting. Returns whether `=` or `:` and a value are there
    /// instead; this mark is then skipped, so that the value can be read.
    fn other_mark_for_arrow(&mut self, name: CompletedNode) -> bool {
        let text = self.name_text(name);
        let is_marked = self.at_mark(T!["="]) || self.at_mark(T![":"]);
        let value = self.ahead(usize::from(is_marked));
        let is_simple =
            matches!(value.kind, TokenKind::Name | TokenKind::Number | TokenKind::String { closed: true });
        let help = if is_simple && !value.starts_line {
            Some(format!("write `{text} => {}`", self.text_of(value)))
        } else {
            None
        };
        let has_value = is_marked && help.is_some();
        self.syntax_error(&format!("`=>` and a value after the setting `{text}`"), help);
        // The mistake can be corrected only if a value certainly follows.
        if has_value {
            let name_end = self.event(name).span.range().end;
            self.offer(name_end..self.token().span.range().end, " =>");
            self.bump_error();
        }
        has_value
    }

    /// Whether the current tokens are `$feature =>`, the start of a fact.
    pub(super) fn fact_ahead(&self) -> bool {
        self.token().kind == TokenKind::Variable && self.mark_ahead(1, T!["=>"])
    }

    /// A fact; the caller has checked that one starts here.
    pub(super) fn fact(&mut self) {
        let start = self.start();
        self.token_node(NodeKind::FactName);
        self.bump();
        self.value();
        self.finish(start, NodeKind::Fact);
    }

    /// The value of a setting. Its form depends on the name of the setting.
    fn setting_value(&mut self, name: CompletedNode) {
        let written = self.node_text(name);
        let unquoted;
        // Names are rarely in quotes, and only then copied.
        let name = if written.starts_with(['\'', '"']) {
            unquoted = self.name_text(name);
            unquoted.as_str()
        } else {
            written
        };
        let is_logic = self.at_mark(T!["|"]) || (self.at_mark(T!["{"]) && name != "facets");
        if LOGIC.contains(&name) || (name == "derived" && is_logic) {
            self.logic_node();
            if self.has_failed_here() {
                self.skip_expression();
            }
            return;
        }
        match name {
            // The values of all other settings are data, in which a word in quotes is a string.
            "throws" | "base" => self.types(),
            _ => self.value(),
        }
    }

    /// A type, or types in brackets; a quoted name is a type here, not a string.
    fn types(&mut self) {
        let start = self.start();
        if !self.eat_mark(T!["["]) {
            self.type_use();
            return;
        }
        while !self.at_end() && !self.closes() {
            self.type_use();
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["]"], start.span, "the list of types");
        self.finish(start, NodeKind::ListValue);
    }

    /// A value of data: a string, a number, a list, a map, a type and so on.
    fn value(&mut self) {
        let token = self.token();
        let text = self.text_of(token);
        match token.kind {
            // A string before `::` is the first segment of a path.
            TokenKind::String { .. } if !self.mark_ahead(1, T!["::"]) => {
                self.string("a value");
            }
            TokenKind::Number => {
                self.token_node(NodeKind::NumberValue);
            }
            TokenKind::Mark(T!["-"]) if self.ahead(1).kind == TokenKind::Number => self.negative_number(),
            TokenKind::Name if !self.mark_ahead(1, T!["::"]) && matches!(text, "true" | "false") => {
                self.token_node(NodeKind::BooleanValue(text == "true"));
            }
            TokenKind::Name if text == "undef" => {
                self.token_node(NodeKind::UndefValue);
            }
            TokenKind::Mark(T!["["]) => self.nested_value(Self::list),
            TokenKind::Mark(T!["{"]) => self.nested_value(Self::map),
            // `Genre.novel`: other languages write a literal with its type.
            TokenKind::Name if self.mark_ahead(1, T!["."]) && self.name_ahead(2) => {
                let help = format!("write `{}`, without its type", self.text_of(self.ahead(2)));
                self.syntax_error("a value", Some(help));
                self.bump_error();
                self.bump_error();
                self.type_value();
            }
            TokenKind::Name | TokenKind::String { .. } | TokenKind::Mark(T!["::"]) => self.type_value(),
            _ => {
                let start = self.start();
                let help =
                    self.at_mark(T!["*"]).then(|| "write `unbound` for any number of values".to_owned());
                self.syntax_error("a value", help);
                self.skip_to_comma();
                self.finish(start, NodeKind::InvalidValue);
            }
        }
    }

    /// A type as the value of a setting.
    fn type_value(&mut self) {
        let start = self.start();
        if self.type_use() == TypeForm::Invalid {
            self.finish(start, NodeKind::InvalidValue);
        }
    }

    /// Reads a value in brackets. The depth of its nesting is limited.
    fn nested_value(&mut self, read: impl FnOnce(&mut Self) -> NodeKind) {
        let start = self.start();
        let kind = self.deeper(read, Self::skip_group).unwrap_or(NodeKind::InvalidValue);
        self.finish(start, kind);
    }

    /// `[…]`, a list of values.
    fn list(&mut self) -> NodeKind {
        let opened = self.bump().span;
        while !self.at_end() && !self.closes() {
            self.value();
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["]"], opened, "the list");
        NodeKind::ListValue
    }

    /// `{ key => value }`, a map.
    fn map(&mut self) -> NodeKind {
        let opened = self.bump().span;
        while !self.at_end() && !self.closes() {
            let start = self.start();
            // In the maps of facts, `$type` and `$ref` are keys that are tokens of their own.
            let key = if self.fact_ahead() {
                Some(self.token_node(NodeKind::FactName))
            } else {
                self.identifier("a key")
            };
            if key.is_none() || !self.expect_mark(T!["=>"], "after the key") {
                self.skip_to_comma();
                self.wrap_error(start);
                break;
            }
            self.value();
            self.finish(start, NodeKind::MapEntry);
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["}"], opened, "the map");
        NodeKind::MapValue
    }

    /// `annotation 'source' { … }`
    pub(super) fn annotation(&mut self) {
        let start = self.start();
        self.bump();
        // Ecore allows annotations without a source.
        if !self.eat_word("undef") && self.string("the annotation's source in quotes").is_none() {
            self.skip_statement();
            return self.wrap_error(start);
        }
        let opened = self.token().span;
        if self.eat_mark(T!["{"]) {
            self.deeper(|parser| parser.annotation_entries(opened), Self::skip_block);
        }
        self.finish(start, NodeKind::Annotation);
    }

    /// The entries in the braces of an annotation, up to the closing brace.
    fn annotation_entries(&mut self, opened: Span) {
        while !self.at_end() && !self.at_mark(T!["}"]) {
            if self.eat_mark(T![","]) {
                continue;
            }
            let position_before = self.position;
            if self.annotation_ahead() {
                self.annotation();
            } else if self.fact_ahead() {
                self.fact();
            } else {
                self.detail();
            }
            if self.position == position_before {
                self.skip_group();
            }
            if !self.at_mark(T![","]) && !self.at_mark(T!["}"]) && !self.setting_ahead() && !self.at_end() {
                self.syntax_error("`,` or the next detail", None);
                self.skip_to_comma();
            }
            if self.closes() && !self.at_mark(T!["}"]) {
                break;
            }
        }
        self.close(T!["}"], opened, "the annotation");
    }

    /// `key => 'value'`, or `references => […]`.
    fn detail(&mut self) {
        let start = self.start();
        let Some(key) = self.identifier("a detail's key") else { return };
        if !self.expect_mark(T!["=>"], "after the detail's key") {
            self.skip_to_comma();
            return self.wrap_error(start);
        }
        // A detail may also have the key `references`; its value is a string.
        if self.node_text(key) == "references" && self.at_mark(T!["["]) {
            self.element_references();
            self.finish(start, NodeKind::References);
            return;
        }
        if self.at_word("undef") {
            self.token_node(NodeKind::UndefValue);
        } else if self.string("the detail's value in quotes").is_none() {
            self.skip_to_comma();
            return self.wrap_error(start);
        }
        self.finish(start, NodeKind::Detail);
    }

    /// `[…]`, a list of references to elements.
    fn element_references(&mut self) {
        let opened = self.bump().span;
        while !self.at_end() && !self.closes() {
            let start = self.start();
            match self.element_reference() {
                Some(kind) => drop(self.finish(start, NodeKind::ElementReference(kind))),
                None => {
                    self.skip_to_comma();
                    self.wrap_error(start);
                }
            }
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["]"], opened, "the references");
    }

    /// Reads a reference to an element, with an optional keyword before its path. Returns the kind of the element, or
    /// `None` if a name is missing, which is reported.
    fn element_reference(&mut self) -> Option<ElementKind> {
        let word = ElementKind::ALL.iter().find(|(word, _)| self.at_word(word));
        let kind = match word {
            // If no name follows, the word is itself the name of a type: `feature`, `literal::X`.
            Some((_, kind)) if self.name_ahead(1) || self.mark_ahead(1, T!["::"]) && !self.adjacent(1) => {
                self.bump();
                *kind
            }
            _ => ElementKind::Type,
        };
        let start = self.start();
        self.eat_mark(T!["::"]);
        loop {
            self.identifier("the name of an element")?;
            self.ordinal();
            if !self.eat_mark(T!["::"]) {
                break;
            }
        }
        self.finish(start, NodeKind::Path);
        Some(kind)
    }
}
