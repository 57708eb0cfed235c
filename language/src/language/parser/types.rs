//! Reads types and type parameters.

use super::Parser;
use crate::language::lexer::{Kind, T, regex_source};
use crate::language::lossless::NodeKind;
use crate::language::syntax::{
    ArgumentKind, StructEntry, TypeArgument, TypeExpr, TypeKind, TypeParameterDecl,
};

impl Parser<'_> {
    /// A type; what cannot be read is told and becomes no type.
    pub(super) fn type_expr(&mut self) -> TypeExpr {
        let start = self.token().span;
        let kind = self.deeper(Self::type_kind, Self::skip_to_comma).unwrap_or(TypeKind::Unread);
        self.declared(NodeKind::TypeUse, start);
        TypeExpr { kind, span: start.to(self.previous_span()) }
    }

    /// No type, where none could be read.
    pub(super) fn no_type(&self) -> TypeExpr {
        TypeExpr { kind: TypeKind::Unread, span: self.token().span }
    }

    fn type_kind(&mut self) -> TypeKind {
        if self.eat_mark(T!["?"]) {
            return self.wildcard();
        }
        if self.eat_word("undef") {
            return TypeKind::Undef;
        }
        if self.at_word("enum") && (self.mark_ahead(1, T!["["]) || self.mark_ahead(1, T!["{"])) {
            self.bump();
            return TypeKind::Enum(self.literals("the enumeration", None));
        }
        let Some(path) = self.path("a type") else {
            return TypeKind::Unread;
        };
        let arguments = self.type_arguments();
        let parameters = if self.at_mark(T!["["]) { Some(self.square_arguments()) } else { None };
        TypeKind::Named { path, arguments, parameters }
    }

    fn wildcard(&mut self) -> TypeKind {
        let upper = self.eat_word("extends").then(|| Box::new(self.type_expr()));
        let lower = self.eat_word("super").then(|| Box::new(self.type_expr()));
        TypeKind::Wildcard { upper, lower }
    }

    /// `<A, B>`
    fn type_arguments(&mut self) -> Vec<TypeExpr> {
        let mut arguments = Vec::new();
        let opened = self.token().span;
        if !self.eat_mark(T!["<"]) {
            return arguments;
        }
        loop {
            arguments.push(self.type_expr());
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T![">"], opened, "the type arguments");
        arguments
    }

    /// `[A, 0, 'x']`
    fn square_arguments(&mut self) -> Vec<TypeArgument> {
        let opened = self.bump().span;
        let mut arguments = Vec::new();
        while !self.at_end() && !self.closes() {
            let start = self.token().span;
            let Some(kind) = self.square_argument() else {
                self.skip_to_comma();
                continue;
            };
            arguments.push(TypeArgument { kind, span: start.to(self.previous_span()) });
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["]"], opened, "the type's arguments");
        arguments
    }

    fn square_argument(&mut self) -> Option<ArgumentKind> {
        let token = self.token();
        match token.kind {
            Kind::String { .. } if !self.mark_ahead(1, T!["::"]) => {
                self.string("an argument").map(ArgumentKind::String)
            }
            Kind::Number => {
                self.bump();
                Some(ArgumentKind::Number(self.text_of(token).to_owned()))
            }
            Kind::Mark(T!["-"]) if self.ahead(1).kind == Kind::Number => {
                self.bump();
                let number = self.bump();
                Some(ArgumentKind::Number(format!("-{}", self.text_of(number))))
            }
            Kind::Regex => {
                self.bump();
                Some(ArgumentKind::Regex(regex_source(self.text_of(token))))
            }
            Kind::Mark(T!["{"]) => Some(ArgumentKind::Struct(self.struct_entries())),
            Kind::Name if self.text_of(token) == "default" => {
                self.bump();
                Some(ArgumentKind::Default)
            }
            Kind::Mark(T![","] | T!["]"]) => {
                self.syntax_error("an argument", None);
                self.eat_mark(T![","]);
                None
            }
            _ => Some(ArgumentKind::Type(self.type_expr())),
        }
    }

    /// `{ name => T, Optional[name] => T }`
    fn struct_entries(&mut self) -> Vec<StructEntry> {
        let opened = self.bump().span;
        let mut entries = Vec::new();
        while !self.at_end() && !self.at_mark(T!["}"]) {
            let word = self.text_of(self.token());
            let marked = matches!(word, "Optional" | "NotUndef") && self.mark_ahead(1, T!["["]);
            let optional = marked && word == "Optional";
            if marked {
                self.at += 2;
            }
            let key = self.name("a key");
            if marked {
                self.expect_mark(T!["]"], "to close the key");
            }
            let Some(key) = key else { break };
            if !self.expect_mark(T!["=>"], "and a type behind the key") {
                break;
            }
            let ty = self.type_expr();
            entries.push(StructEntry { key, optional, ty });
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        if !self.close(T!["}"], opened, "the keys") {
            self.skip_until(|_, token| token.starts_line || token.kind == Kind::Mark(T!["}"]));
            self.eat_mark(T!["}"]);
            self.last_error = Some(self.at);
        }
        entries
    }

    /// `<T extends A & B, U>`
    pub(super) fn type_parameters(&mut self) -> Vec<TypeParameterDecl> {
        let mut parameters = Vec::new();
        let opened = self.token().span;
        if !self.eat_mark(T!["<"]) {
            return parameters;
        }
        while let Some(name) = self.name("a type parameter's name") {
            let mut bounds = Vec::new();
            if self.eat_word("extends") {
                bounds.push(self.type_expr());
                while self.eat_mark(T!["&"]) {
                    bounds.push(self.type_expr());
                }
            }
            let settings = self.settings(format_args!("the settings of `{}`", name.text));
            parameters.push(TypeParameterDecl { name, bounds, settings });
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T![">"], opened, "the type parameters");
        parameters
    }
}
