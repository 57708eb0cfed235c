//! Reads the members of a type: attributes, references, invariants, operations.

use super::Parser;
use super::statements::path_text;
use crate::diagnostic::nearest;
use crate::language::lexer::{Kind, Span, T};
use crate::language::lossless::NodeKind;
use crate::language::syntax::{
    FeatureDecl, InvariantDecl, Member, Name, OperationDecl, ParameterDecl, Settings, TypeDecl,
};
use crate::language::words;

impl Parser<'_> {
    /// Members up to the brace that closes the type.
    pub(super) fn members(&mut self, ty: &mut TypeDecl, opened: Span) {
        while !self.at_end() && !self.at_mark(T!["}"]) {
            // A statement at the start of a line can only mean that the brace was forgotten.
            let next_type = self.at_word("type") || self.at_word("package") || self.at_word("datatype");
            if next_type && self.token().starts_line && self.statement_ahead() && !self.setting_ahead() {
                break;
            }
            if self.eat_mark(T![","]) || self.eat_mark(T![";"]) {
                continue;
            }
            let before = self.at;
            self.member(ty);
            if self.at == before {
                self.bump();
            }
        }
        self.close(T!["}"], opened, format_args!("type `{}`", path_text(&ty.path)));
    }

    fn member(&mut self, ty: &mut TypeDecl) {
        if self.setting_ahead() {
            return self.setting_or_annotation(&mut ty.settings);
        }
        let (doc, start, before) = (self.doc(), self.token().span, ty.members.len());
        self.member_here(ty, doc);
        if ty.members.len() > before {
            match ty.members.last() {
                Some(Member::Feature(_)) => self.declared(NodeKind::Feature, start),
                Some(Member::Operation(_)) => self.declared(NodeKind::Operation, start),
                Some(Member::Invariant(_)) => self.declared(NodeKind::Invariant, start),
                None => {}
            }
        }
    }

    fn member_here(&mut self, ty: &mut TypeDecl, doc: Option<String>) {
        match self.member_word() {
            Some("attr") => self.feature(ty, doc, false),
            Some("has") => self.feature(ty, doc, true),
            Some("operation") => {
                if let Some(operation) = self.operation(doc) {
                    ty.members.push(Member::Operation(operation));
                }
            }
            Some("invariant") => self.invariant(ty),
            Some("abstract") => {
                self.bump();
                ty.is_abstract = true;
            }
            Some("interface") => {
                self.bump();
                ty.is_interface = true;
            }
            _ => {
                let help = "a member starts with attr, has, operation, invariant, annotation or abstract";
                self.syntax_error("a member of the type", Some(help.to_owned()));
                self.skip_member();
            }
        }
    }

    /// The member's word; a slip in it is told and the word that was meant is used.
    fn member_word(&mut self) -> Option<&'static str> {
        let token = self.token();
        if token.kind != Kind::Name {
            return None;
        }
        let found = self.text_of(token);
        if let Some(word) = words::MEMBERS.iter().find(|word| **word == found) {
            return Some(word);
        }
        let meant = nearest(found, words::MEMBERS.iter().copied())?;
        self.syntax_error("a member of the type", Some(format!("did you mean `{meant}`?")));
        words::MEMBERS.iter().copied().find(|word| *word == meant)
    }

    fn skip_member(&mut self) {
        let first = self.at;
        let here = self.name_forgotten();
        self.skip_until(|parser, token| {
            (parser.at > first || here)
                && token.starts_line
                && (parser.member_ahead() || parser.statement_ahead())
        });
    }

    fn feature(&mut self, ty: &mut TypeDecl, doc: Option<String>, is_reference: bool) {
        self.bump();
        let what = if is_reference { "the reference's name" } else { "the attribute's name" };
        let Some(name) = self.declared_name(what) else { return self.skip_member() };
        let mut feature = FeatureDecl { doc, is_reference, name, ty: None, settings: Settings::default() };
        if self.eat_mark(T![","]) {
            feature.ty = Some(self.type_expr());
        } else if is_reference {
            self.syntax_error("`,` and the type of the referenced objects", None);
            feature.ty = Some(self.missing_type());
        } else if self.type_follows() {
            self.syntax_error("`,` between the attribute's name and its type", None);
            feature.ty = Some(self.type_expr());
        }
        feature.settings = self.settings(format_args!("the settings of `{}`", feature.name.text));
        if self.at_mark(T!["=>"]) || self.at_mark(T![":"]) {
            self.syntax_error("the next member of the type", Some("settings stand in braces".to_owned()));
            self.skip_member();
        }
        ty.members.push(Member::Feature(feature));
    }

    /// Whether a type stands here although the comma before it is missing.
    fn type_follows(&self) -> bool {
        !self.token().starts_line && matches!(self.token().kind, Kind::Name)
    }

    /// The type that stands here without its comma, or none.
    fn missing_type(&mut self) -> crate::language::syntax::TypeExpr {
        if self.type_follows() { self.type_expr() } else { self.no_type() }
    }

    fn invariant(&mut self, ty: &mut TypeDecl) {
        self.bump();
        let titled = matches!(self.token().kind, Kind::String { .. } | Kind::Open { .. });
        let title = if titled { self.string("the invariant's message") } else { None };
        if !titled && self.token().kind == Kind::Name && self.mark_ahead(1, T!["{"]) {
            let name = self.text_of(self.token()).to_owned();
            self.syntax_error(
                "the invariant's message in quotes",
                Some(format!("write `invariant '{name}' {{ … }}`")),
            );
            self.bump();
        }
        let logic = self.logic_span();
        if self.last_error == Some(self.at) {
            self.skip_member();
        }
        ty.members.push(Member::Invariant(InvariantDecl { title, logic }));
    }

    fn operation(&mut self, doc: Option<String>) -> Option<OperationDecl> {
        self.bump();
        let Some(name) = self.declared_name("the operation's name") else {
            self.skip_member();
            return None;
        };
        let type_parameters = self.type_parameters();
        let parameters = self.parameters(&name);
        let result = if self.eat_arrow() { Some(self.type_expr()) } else { None };
        let body_first = self.at_mark(T!["{"]) && !self.settings_open();
        let settings = if body_first {
            Settings::default()
        } else {
            self.settings(format_args!("the settings of `{}`", name.text))
        };
        let body = if self.at_mark(T!["{"]) { Some(self.logic_span()) } else { None };
        Some(OperationDecl { doc, name, type_parameters, parameters, result, settings, body })
    }

    /// `>>`, which the lexer leaves in two.
    fn eat_arrow(&mut self) -> bool {
        let arrow = self.at_mark(T![">"])
            && self.mark_ahead(1, T![">"])
            && self.ahead(1).span.start == self.token().span.end;
        if arrow {
            self.bump();
            self.bump();
        }
        arrow
    }

    /// Whether the brace here opens settings rather than a body.
    fn settings_open(&self) -> bool {
        let is_fact = self.ahead(1).kind == Kind::Variable;
        let named = (self.name_ahead(1) || is_fact) && self.mark_ahead(2, T!["=>"]);
        let annotated = self.name_ahead(2) && self.text_of(self.ahead(1)) == "annotation";
        named || annotated || self.mark_ahead(1, T!["}"]) || self.mark_ahead(1, T![":"])
    }

    fn parameters(&mut self, operation: &Name) -> Vec<ParameterDecl> {
        let mut parameters = Vec::new();
        let opened = self.token().span;
        if !self.expect_mark(T!["("], "to open the parameters") {
            return parameters;
        }
        while !self.at_end() && !self.closes() {
            match self.parameter() {
                Some(parameter) => parameters.push(parameter),
                None => self.skip_to_comma(),
            }
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T![")"], opened, format_args!("the parameters of `{}`", operation.text));
        parameters
    }

    fn parameter(&mut self) -> Option<ParameterDecl> {
        let (doc, start) = (self.doc(), self.token().span);
        let ty = self.type_expr();
        let token = self.token();
        let name = if token.kind == Kind::Variable {
            self.bump();
            Name::new(&self.text_of(token)[1..], false, token.span)
        } else if matches!(token.kind, Kind::String { .. }) {
            self.name("the parameter's name")?
        } else {
            let help = "a parameter is its type and its name, as in `String $title`";
            self.syntax_error("the parameter's name with its `$`", Some(help.to_owned()));
            return None;
        };
        let settings = self.settings(format_args!("the settings of `${}`", name.text));
        self.declared(NodeKind::Parameter, start);
        Some(ParameterDecl { doc, ty, name, settings })
    }
}
