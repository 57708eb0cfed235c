//! Reads what stands in the braces behind a declaration: settings, their values, annotations.

use super::Parser;
use crate::language::lexer::{Kind, Span, T};
use crate::language::lossless::NodeKind;
use crate::language::syntax::{
    AnnotationDecl, AnnotationEntry, ElementKind, ElementRef, Name, Setting, Settings, TypeKind, Value,
    ValueKind,
};

/// Settings whose value is an expression.
const EXPRESSIONS: &[&str] = &["check", "validate", "get", "set"];

impl Parser<'_> {
    /// Settings in braces; none where no brace stands.
    pub(super) fn settings(&mut self, what: impl std::fmt::Display) -> Settings {
        let mut settings = Settings::default();
        let opened = self.token().span;
        if !self.eat_mark(T!["{"]) {
            return settings;
        }
        self.eat_mark(T![":"]);
        while !self.at_end() && !self.at_mark(T!["}"]) {
            if self.eat_mark(T![","]) {
                continue;
            }
            let before = self.at;
            self.setting_or_annotation(&mut settings);
            if self.at == before {
                self.skip_group();
            }
            if !self.at_mark(T![","]) && !self.at_mark(T!["}"]) && !self.setting_ahead() && !self.at_end() {
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
        self.close(T!["}"], opened, what);
        settings
    }

    /// One setting or annotation; what is neither is told and passed over.
    pub(super) fn setting_or_annotation(&mut self, settings: &mut Settings) {
        if self.annotation_ahead() {
            settings.annotations.extend(self.annotation());
            return;
        }
        if self.fact_ahead() {
            let fact = self.fact();
            return settings.facts.push(fact);
        }
        let Some(name) = self.name("a setting") else { return self.skip_to_comma() };
        if !self.expect_mark(T!["=>"], format_args!("and a value after the setting `{}`", name.text)) {
            return self.skip_to_comma();
        }
        let value = self.setting_value(&name);
        self.declared(NodeKind::Setting, name.span);
        settings.list.push(Setting { name, value });
    }

    /// Whether a fact stands here: `$feature =>`.
    pub(super) fn fact_ahead(&self) -> bool {
        self.token().kind == Kind::Variable && self.mark_ahead(1, T!["=>"])
    }

    /// A fact, which is known to stand here.
    pub(super) fn fact(&mut self) -> Setting {
        let token = self.bump();
        self.bump();
        let name = Name::new(&self.text_of(token)[1..], false, token.span);
        Setting { name, value: self.value() }
    }

    fn setting_value(&mut self, name: &Name) -> Value {
        let logic = matches!(self.token().kind, Kind::Mark(T!["|"]))
            || (self.at_mark(T!["{"]) && !matches!(name.text.as_str(), "facets"));
        if EXPRESSIONS.contains(&name.text.as_str()) || (name.text == "derived" && logic) {
            let span = self.logic_span();
            if self.last_error == Some(self.at) {
                self.skip_expression();
            }
            return Value { kind: ValueKind::Logic, span };
        }
        match name.text.as_str() {
            "throws" | "base" => self.types(),
            _ => self.value(),
        }
    }

    /// A type, or types in brackets; here a name in quotes is a type and no string.
    fn types(&mut self) -> Value {
        let opened = self.token().span;
        if !self.eat_mark(T!["["]) {
            let ty = self.type_expr();
            return Value { span: ty.span, kind: ValueKind::Type(ty) };
        }
        let mut values = Vec::new();
        while !self.at_end() && !self.closes() {
            let ty = self.type_expr();
            values.push(Value { span: ty.span, kind: ValueKind::Type(ty) });
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["]"], opened, "the list of types");
        Value { kind: ValueKind::List(values), span: opened.to(self.previous_span()) }
    }

    fn value(&mut self) -> Value {
        let start = self.token().span;
        let kind = self.value_kind();
        Value { kind, span: start.to(self.previous_span()) }
    }

    fn value_kind(&mut self) -> ValueKind {
        let token = self.token();
        match token.kind {
            Kind::String { .. } if !self.mark_ahead(1, T!["::"]) => {
                self.string("a value").map_or(ValueKind::Skipped, ValueKind::String)
            }
            Kind::Number => {
                self.bump();
                ValueKind::Number(self.text_of(token).to_owned())
            }
            Kind::Mark(T!["-"]) if self.ahead(1).kind == Kind::Number => {
                self.bump();
                let number = self.bump();
                ValueKind::Number(format!("-{}", self.text_of(number)))
            }
            Kind::Name
                if !self.mark_ahead(1, T!["::"]) && matches!(self.text_of(token), "true" | "false") =>
            {
                self.bump();
                ValueKind::Boolean(self.text_of(token) == "true")
            }
            Kind::Name if self.text_of(token) == "undef" => {
                self.bump();
                ValueKind::Undef
            }
            Kind::Mark(T!["["]) => self.deeper(Self::list, Self::skip_group).unwrap_or(ValueKind::Skipped),
            Kind::Mark(T!["{"]) => self.deeper(Self::map, Self::skip_group).unwrap_or(ValueKind::Skipped),
            Kind::Name | Kind::String { .. } | Kind::Mark(T!["::"]) => {
                let ty = self.type_expr();
                if matches!(ty.kind, TypeKind::Unread) { ValueKind::Skipped } else { ValueKind::Type(ty) }
            }
            _ => {
                self.syntax_error("a value", None);
                self.skip_to_comma();
                ValueKind::Skipped
            }
        }
    }

    fn list(&mut self) -> ValueKind {
        let opened = self.bump().span;
        let mut values = Vec::new();
        while !self.at_end() && !self.closes() {
            values.push(self.value());
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["]"], opened, "the list");
        ValueKind::List(values)
    }

    fn map(&mut self) -> ValueKind {
        let opened = self.bump().span;
        let mut entries = Vec::new();
        while !self.at_end() && !self.closes() {
            let key = if self.fact_ahead() {
                let token = self.bump();
                Some(Name::new(self.text_of(token), false, token.span))
            } else {
                self.name("a key")
            };
            let Some(key) = key else {
                self.skip_to_comma();
                break;
            };
            if !self.expect_mark(T!["=>"], "after the key") {
                self.skip_to_comma();
                break;
            }
            entries.push((key, self.value()));
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["}"], opened, "the map");
        ValueKind::Map(entries)
    }

    /// `annotation 'source' { … }`
    pub(super) fn annotation(&mut self) -> Option<AnnotationDecl> {
        let start = self.bump().span;
        let source = if self.eat_word("undef") {
            None
        } else {
            let Some(source) = self.string("the annotation's source in quotes") else {
                self.skip_statement();
                return None;
            };
            Some(source)
        };
        let mut entries = Vec::new();
        let opened = self.token().span;
        if self.eat_mark(T!["{"]) {
            self.deeper(|parser| parser.annotation_entries(&mut entries, opened), Self::skip_block);
        }
        self.declared(NodeKind::Annotation, start);
        Some(AnnotationDecl { span: start, source, entries })
    }

    fn annotation_entries(&mut self, entries: &mut Vec<AnnotationEntry>, opened: Span) {
        while !self.at_end() && !self.at_mark(T!["}"]) {
            if self.eat_mark(T![","]) {
                continue;
            }
            let before = self.at;
            if self.annotation_ahead() {
                entries.extend(self.annotation().map(AnnotationEntry::Nested));
            } else if self.fact_ahead() {
                entries.push(AnnotationEntry::Fact(self.fact()));
            } else {
                entries.extend(self.detail());
            }
            if self.at == before {
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

    fn detail(&mut self) -> Option<AnnotationEntry> {
        let key = self.name("a detail's key")?;
        if !self.expect_mark(T!["=>"], "after the detail's key") {
            self.skip_to_comma();
            return None;
        }
        if !key.quoted && key.text == "references" && self.at_mark(T!["["]) {
            return Some(AnnotationEntry::References(self.element_refs()));
        }
        let key = if !key.quoted && key.text == "undef" { None } else { Some(key.text) };
        if self.eat_word("undef") {
            return Some(AnnotationEntry::Detail(key, None));
        }
        let Some(value) = self.string("the detail's value in quotes") else {
            self.skip_to_comma();
            return None;
        };
        Some(AnnotationEntry::Detail(key, Some(value)))
    }

    fn element_refs(&mut self) -> Vec<ElementRef> {
        let opened = self.bump().span;
        let mut references = Vec::new();
        while !self.at_end() && !self.closes() {
            match self.element_ref() {
                Some(reference) => references.push(reference),
                None => self.skip_to_comma(),
            }
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["]"], opened, "the references");
        references
    }

    fn element_ref(&mut self) -> Option<ElementRef> {
        let start = self.token();
        let word = ElementKind::ALL.iter().find(|(word, _)| self.at_word(word));
        let kind = match word {
            Some((_, kind)) if self.name_ahead(1) || self.mark_ahead(1, T!["::"]) && !self.adjacent(1) => {
                self.bump();
                *kind
            }
            _ => ElementKind::Type,
        };
        let absolute = self.eat_mark(T!["::"]);
        let mut segments = Vec::new();
        loop {
            let name = self.name("the name of an element")?;
            segments.push(Name { ordinal: self.ordinal(), ..name });
            if !self.eat_mark(T!["::"]) {
                break;
            }
        }
        let span = start.span.to(self.previous_span());
        let path = crate::language::syntax::Path { absolute, segments, span };
        Some(ElementRef { kind, path, span })
    }
}
