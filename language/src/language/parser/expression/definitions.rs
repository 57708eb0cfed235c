//! Reads the definitions of manifests: classes, resource types, nodes, functions, type aliases.

use super::Parser;
use super::names::Called;
use crate::language::expression::{Expr, ExprId, Expressions};
use crate::language::lexer::{Kind, T};

impl Parser<'_> {
    /// The name of a definition; only one in lower case is legal.
    fn definition_name(&mut self, what: &str) -> ExprId {
        let start = self.token().span;
        match self.called() {
            Some((Called::Name, tokens)) if tokens > 1 || self.not_keyword() => {
                let name = self.take_name(tokens);
                if self.text[name.range()].starts_with("::") {
                    self.refuse("the name of a definition does not start with `::`", start);
                }
                self.node(Expr::Name(Expressions::source_text(name)), start)
            }
            Some((Called::Word | Called::Type, tokens)) => {
                let name = self.take_name(tokens);
                let found = &self.text[name.range()];
                let message = format!("expected {what} in lower case, without hyphens, found `{found}`");
                let help = "`class` and `define` are words of manifests; objects are declared by `type`";
                let refusal = self.refusal(&message, start).help(help);
                self.diagnostics.push(refusal);
                self.node(Expr::Name(Expressions::source_text(name)), start)
            }
            _ => {
                self.expression_error(what, None);
                self.nothing()
            }
        }
    }

    fn not_keyword(&self) -> bool {
        self.keyword().is_none_or(|word| !super::names::is_keyword(word))
    }

    pub(super) fn class(&mut self) -> ExprId {
        let start = self.bump().span;
        let name = self.definition_name("the name of the class");
        let parameters = self.parameter_list();
        let parent = if self.at_keyword("inherits") {
            self.bump();
            Some(self.parent_class())
        } else {
            None
        };
        let body = self.block("the class");
        self.manifest_only("define a class", start);
        self.node(Expr::Class { name, parameters, parent, body }, start)
    }

    fn parent_class(&mut self) -> ExprId {
        let start = self.token().span;
        if self.at_keyword("default") {
            self.bump();
            return self.node(Expr::Default, start);
        }
        match self.called() {
            Some((Called::Name | Called::Word | Called::Type, tokens)) if self.not_keyword() => {
                let name = self.take_name(tokens);
                self.node(Expr::Name(Expressions::source_text(name)), start)
            }
            _ => {
                self.expression_error("the name of the parent class", None);
                self.nothing()
            }
        }
    }

    pub(super) fn define(&mut self) -> ExprId {
        let start = self.bump().span;
        let name = self.definition_name("the name of the resource type");
        let parameters = self.parameter_list();
        let body = self.block("the definition");
        self.manifest_only("define a resource type", start);
        self.node(Expr::Define { name, parameters, body }, start)
    }

    pub(super) fn function(&mut self) -> ExprId {
        let start = self.bump().span;
        let name = self.definition_name("the name of the function");
        let parameters = self.parameter_list();
        let result = self.result_type();
        let body = self.block("the function");
        self.manifest_only("define a function", start);
        self.node(Expr::Function { name, parameters, result, body }, start)
    }

    pub(super) fn node_definition(&mut self) -> ExprId {
        let start = self.bump().span;
        let mark = self.scratch.len();
        loop {
            let host = self.host();
            self.scratch.push(host);
            if !self.eat_mark(T![","]) || self.at_mark(T!["{"]) || self.at_keyword("inherits") {
                break;
            }
        }
        let hosts = self.list_since(mark);
        let parent = if self.at_keyword("inherits") {
            self.bump();
            let parent = self.host();
            self.refuse("a node inherits nothing any more", start);
            Some(parent)
        } else {
            None
        };
        let body = self.block("the node");
        self.manifest_only("define a node", start);
        self.node(Expr::Node { hosts, parent, body }, start)
    }

    fn host(&mut self) -> ExprId {
        let token = self.token();
        match token.kind {
            Kind::String { .. } | Kind::Open { .. } | Kind::Heredoc | Kind::Regex => self.primary(),
            _ if self.at_keyword("default") => self.primary(),
            Kind::Number | Kind::Name | Kind::Word | Kind::Mark(T!["::"]) => self.dotted_host(),
            _ => {
                self.expression_error("the name of a host", None);
                self.nothing()
            }
        }
    }

    /// `host.example.org`, which is a name all the same.
    fn dotted_host(&mut self) -> ExprId {
        let start = self.token().span;
        if self.token().kind == Kind::Word {
            self.bump();
            return self.node(Expr::String(Expressions::source_text(start)), start);
        }
        loop {
            let tokens = match self.called() {
                Some((Called::Name, tokens)) if tokens > 1 || self.not_keyword() => tokens,
                None if self.token().kind == Kind::Number => 1,
                _ => {
                    self.expression_error("a part of the host's name", Some("write it in quotes"));
                    return self.nothing();
                }
            };
            self.at += tokens;
            if !self.eat_mark(T!["."]) {
                break;
            }
        }
        let whole = start.to(self.previous_span());
        self.node(Expr::Name(Expressions::source_text(whole)), start)
    }

    /// `type` in front of an alias, or as the name of a function.
    pub(super) fn type_word(&mut self) -> ExprId {
        let start = self.bump().span;
        if self.at_mark(T!["("]) && !self.token().starts_line {
            let name = self.node(Expr::Name(Expressions::source_text(start)), start);
            return self.call(name, start);
        }
        let name = self.type_reference();
        if !self.eat_mark(T!["="]) {
            let help = "`type Name = …` gives a type a name; types with attributes stand outside expressions";
            self.expression_error("`=` and a type", Some(help));
            return name;
        }
        let (value, with) = self.aliased();
        self.manifest_only("name a type", start);
        self.node(Expr::TypeAlias { name, value, with }, start)
    }

    fn aliased(&mut self) -> (ExprId, Option<ExprId>) {
        match self.token().kind {
            Kind::Mark(T!["{"] | T!["["]) => (self.primary(), None),
            _ => {
                let start = self.token().span;
                let Some((Called::Type, tokens)) = self.called() else {
                    self.expression_error("a type", Some("types are capitalised, as in `Integer[0, 10]`"));
                    return (self.nothing(), None);
                };
                let name = self.take_name(tokens);
                let ty = self.node(Expr::TypeName(Expressions::source_text(name)), start);
                match self.token().kind {
                    Kind::Mark(T!["["]) if !self.spaced() => {
                        let keys = self.keys(true);
                        (self.node(Expr::Access { on: ty, keys }, start), None)
                    }
                    Kind::Mark(T!["{"]) => (ty, Some(self.primary())),
                    _ => (ty, None),
                }
            }
        }
    }

    /// Whether an alias of a type stands here, rather than the declaration of one.
    pub(in crate::language::parser) fn alias_ahead(&self) -> bool {
        if !self.at_keyword("type") {
            return false;
        }
        let mut at = 1;
        while matches!(self.ahead(at).kind, Kind::Name | Kind::Mark(T!["::"])) {
            at += 1;
        }
        if self.mark_ahead(at, T!["["]) {
            let mut open = 0_usize;
            loop {
                match self.ahead(at).kind {
                    Kind::Mark(T!["["]) => open += 1,
                    Kind::Mark(T!["]"]) => open -= 1,
                    Kind::End | Kind::Mark(T!["{"] | T!["}"]) => return false,
                    _ => {}
                }
                at += 1;
                if open == 0 {
                    break;
                }
            }
        }
        self.mark_ahead(at, T!["="])
    }
}
