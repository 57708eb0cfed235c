//! Reads the definitions of manifests: classes, resource types, nodes, functions, type aliases.

use super::Parser;
use super::names::NameForm;
use crate::event::CompletedNode;
use crate::kind::{NodeKind, Quotes};
use crate::lexer::{T, TokenKind};

impl Parser<'_> {
    /// The name of a definition; it must be in lower case.
    fn definition_name(&mut self, expected: &str) {
        let start = self.token().span;
        match self.name_here() {
            Some((NameForm::Name, tokens)) if tokens > 1 || self.not_keyword() => {
                let name = self.name_node(tokens, NodeKind::Name);
                // A reference may start with `::`, but a definition may not.
                if self.node_text(name).starts_with("::") {
                    self.reject("the name of a definition must not start with `::`", start);
                }
            }
            Some((NameForm::Word | NameForm::Type, tokens)) => {
                let name = self.name_node(tokens, NodeKind::Name);
                let written = self.node_text(name);
                // The name is still used, so that the body is read as well.
                let message =
                    format!("expected {expected} in lower case, without hyphens, found `{written}`");
                let help = "`class` and `define` belong to manifests; to declare a class of a metamodel, write `type`";
                let rejection = self.rejection(&message, start).help(help);
                self.diagnostics.push(rejection);
            }
            _ => {
                self.expression_error(expected, None);
                self.missing_expression();
            }
        }
    }

    /// Whether the current token is no keyword.
    fn not_keyword(&self) -> bool {
        self.keyword().is_none_or(|word| !super::names::is_keyword(word))
    }

    /// `class a (…) inherits b { … }`
    pub(super) fn class(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        self.definition_name("the name of the class");
        self.parameter_list();
        if self.at_keyword("inherits") {
            self.bump();
            self.parent_class();
        }
        self.block("the class");
        self.report_in_logic("define a class", start.span);
        self.finish(start, NodeKind::Class)
    }

    /// The name of the class after `inherits`.
    fn parent_class(&mut self) {
        // Puppet's grammar accepts `inherits default`.
        if self.at_keyword("default") {
            self.token_node(NodeKind::Default);
            return;
        }
        match self.name_here() {
            Some((NameForm::Name | NameForm::Word | NameForm::Type, tokens)) if self.not_keyword() => {
                self.name_node(tokens, NodeKind::Name);
            }
            _ => {
                self.expression_error("the name of the parent class", None);
                self.missing_expression();
            }
        }
    }

    /// `define a (…) { … }`
    pub(super) fn define(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        self.definition_name("the name of the resource type");
        self.parameter_list();
        // Definitions may be nested, so the previous state is restored at the end.
        let was_in_define = std::mem::replace(&mut self.is_in_define, true);
        self.block("the definition");
        self.is_in_define = was_in_define;
        self.report_in_logic("define a resource type", start.span);
        self.finish(start, NodeKind::Define)
    }

    /// `function a (…) >> T { … }`
    pub(super) fn function(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        self.definition_name("the name of the function");
        self.parameter_list();
        self.result_type();
        self.block("the function");
        self.report_in_logic("define a function", start.span);
        self.finish(start, NodeKind::Function)
    }

    /// `node a, b { … }`
    pub(super) fn node_definition(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        loop {
            self.host();
            // A comma may follow the last host.
            if !self.eat_mark(T![","]) || self.at_mark(T!["{"]) || self.at_keyword("inherits") {
                break;
            }
        }
        let has_parent = self.at_keyword("inherits");
        if has_parent {
            self.bump();
            self.host();
            // Puppet parses the parent and rejects it later. So the body is read as usual.
            self.reject("nodes can no longer inherit", start.span);
        }
        self.block("the node");
        self.report_in_logic("define a node", start.span);
        self.finish(start, NodeKind::Node { inherits: has_parent })
    }

    /// A host of a node definition: a name, a string, a pattern, or `default`.
    fn host(&mut self) -> CompletedNode {
        let token = self.token();
        match token.kind {
            TokenKind::String { .. } | TokenKind::Open { .. } | TokenKind::Heredoc | TokenKind::Regex => {
                self.primary()
            }
            _ if self.at_keyword("default") => self.primary(),
            TokenKind::Number | TokenKind::Name | TokenKind::Word | TokenKind::Mark(T!["::"]) => {
                self.dotted_host()
            }
            _ => {
                self.expression_error("the name of a host", None);
                self.missing_expression()
            }
        }
    }

    /// `host.example.org`: a node name that needs no quotes although it contains dots.
    fn dotted_host(&mut self) -> CompletedNode {
        let start = self.start();
        if self.token().kind == TokenKind::Word {
            return self.token_node(NodeKind::String(Quotes::None));
        }
        loop {
            let tokens = match self.name_here() {
                Some((NameForm::Name, tokens)) if tokens > 1 || self.not_keyword() => tokens,
                None if self.token().kind == TokenKind::Number => 1,
                _ => {
                    self.expression_error("a part of the host's name", Some("write it in quotes"));
                    return self.missing_expression();
                }
            };
            self.position += tokens;
            if !self.eat_mark(T!["."]) {
                break;
            }
        }
        self.finish(start, NodeKind::Name)
    }

    /// `type Name = …`, an alias, or a call of the function `type`.
    pub(super) fn type_word(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        // `type(…)` is a call of the function `type`.
        if self.at_mark(T!["("]) && !self.token().starts_line {
            let name = self.finish(start, NodeKind::Name);
            return self.call(name);
        }
        let name = self.type_reference();
        if !self.eat_mark(T!["="]) {
            let help = "write `type Name = …` for an alias; types with attributes cannot be declared inside expressions";
            self.expression_error("`=` and a type", Some(help));
            return name;
        }
        self.alias_target();
        self.report_in_logic("declare a type alias", start.span);
        self.finish(start, NodeKind::TypeAlias)
    }

    /// The type after the `=` of an alias, and the optional hash after it.
    fn alias_target(&mut self) {
        if matches!(self.token().kind, TokenKind::Mark(T!["{"] | T!["["])) {
            self.primary();
            return;
        }
        let start = self.start();
        let Some((NameForm::Type, tokens)) = self.name_here() else {
            self.expression_error("a type", Some("types are capitalised, as in `Integer[0, 10]`"));
            self.missing_expression();
            return;
        };
        self.name_node(tokens, NodeKind::TypeName);
        match self.token().kind {
            TokenKind::Mark(T!["["]) if !self.follows_blank() => {
                let allows_trailing_comma = true;
                self.keys(allows_trailing_comma);
                self.finish(start, NodeKind::Access);
            }
            TokenKind::Mark(T!["{"]) => {
                self.primary();
            }
            _ => {}
        }
    }

    /// Whether a type alias starts here, rather than the declaration of a type.
    pub(in crate::parser) fn alias_ahead(&self) -> bool {
        if !self.at_keyword("type") {
            return false;
        }
        // The parser never goes back, so the end of the name is searched in the tokens ahead.
        let mut name_end = 1;
        while matches!(self.ahead(name_end).kind, TokenKind::Name | TokenKind::Mark(T!["::"])) {
            name_end += 1;
        }
        let Some(head_end) = self.after_keys(name_end) else { return false };
        // `type A = { attr x, String }` is not an alias, but a declaration with a superfluous `=`.
        let has_members = self.mark_ahead(head_end + 1, T!["{"])
            && self.name_ahead(head_end + 2)
            && self.name_ahead(head_end + 3);
        self.mark_ahead(head_end, T!["="]) && !has_members
    }

    /// The position after the keys in brackets that start at the position `from`, or `from` itself if no bracket is
    /// there; `None` if the bracket is not closed. Positions are numbers of tokens ahead.
    fn after_keys(&self, from: usize) -> Option<usize> {
        if !self.mark_ahead(from, T!["["]) {
            return Some(from);
        }
        let (mut count, mut depth) = (from, 0_usize);
        loop {
            match self.ahead(count).kind {
                TokenKind::Mark(T!["["]) => depth += 1,
                TokenKind::Mark(T!["]"]) => depth -= 1,
                // Without the braces, the search would go to the end of the file.
                TokenKind::End | TokenKind::Mark(T!["{"] | T!["}"]) => return None,
                _ => {}
            }
            count += 1;
            if depth == 0 {
                return Some(count);
            }
        }
    }
}
