//! Reads types, references to resources and names of classes in bindings, and dependencies between resources.

use super::super::Parser;
use super::super::expression::{NameForm, is_keyword};
use crate::kind::{BindForm, NodeKind};
use crate::lexer::{T, TokenKind};

impl Parser<'_> {
    /// A type, such as `Array[class ntp]`; returns whether there is one.
    pub(super) fn bound_type(&mut self) -> bool {
        let accepts_class_names = false;
        self.deeper(|parser| parser.bound_type_here(accepts_class_names, "a type"), Self::skip_group)
            .unwrap_or(false)
    }

    /// A type, or the name of a class; returns whether there is one.
    pub(super) fn reference(&mut self, expected: &str) -> bool {
        let accepts_class_names = true;
        self.deeper(|parser| parser.bound_type_here(accepts_class_names, expected), Self::skip_group)
            .unwrap_or(false)
    }

    /// A type, or the name of a class if `accepts_class_names` is set. Returns whether there is one.
    fn bound_type_here(&mut self, accepts_class_names: bool, expected: &str) -> bool {
        let start = self.start();
        if self.at_word("class") {
            self.bump();
            self.class_name();
        } else {
            match self.name_here() {
                Some((NameForm::Type, tokens)) => {
                    self.name_node(tokens, NodeKind::TypeName);
                    // If there is a space before the bracket, it starts the array of `bind map A to B [ … ]`.
                    if self.at_mark(T!["["]) && self.adjacent_here() {
                        self.type_keys();
                    }
                }
                // Where no value is allowed, a name in lower case is that of a class, and the keyword `class` may be
                // left out.
                Some((NameForm::Name, tokens))
                    if accepts_class_names && !is_keyword(self.text_of(self.token())) =>
                {
                    self.name_node(tokens, NodeKind::Name);
                }
                _ => {
                    self.syntax_error(expected, None);
                    return false;
                }
            }
        }
        self.finish(start, NodeKind::BindType);
        true
    }

    /// Whether the current token follows the previous one without a space.
    fn adjacent_here(&self) -> bool {
        self.previous_span().end == self.token().span.start
    }

    /// The arguments of a type, in brackets: types and values.
    fn type_keys(&mut self) {
        let opened = self.bump().span;
        while !self.at_end() && !self.closes() {
            // In expressions there are no classes, but arguments may be classes: `Array[class ntp]`.
            if self.at_word("class") || matches!(self.name_here(), Some((NameForm::Type, _))) {
                self.bound_type();
            } else {
                self.expression();
            }
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["]"], opened, "the type's arguments");
    }

    /// The name of a class; returns whether there is one.
    pub(super) fn class_name(&mut self) -> bool {
        match self.name_here() {
            Some((NameForm::Name, tokens)) if !is_keyword(self.text_of(self.token())) => {
                self.name_node(tokens, NodeKind::Name);
                true
            }
            _ if matches!(self.token().kind, TokenKind::String { .. }) => {
                self.string("the name of a class").is_some()
            }
            _ => {
                self.syntax_error("the name of a class", None);
                false
            }
        }
    }

    /// `A -> B`
    pub(super) fn dependency(&mut self) -> BindForm {
        self.dependency_side();
        let notify = match self.token().kind {
            TokenKind::Mark(T!["->"]) => false,
            TokenKind::Mark(T!["~>"]) => true,
            // The rest is read as if the arrow were `->`. The error prevents that the wrong direction is used.
            TokenKind::Mark(T!["<-"] | T!["<~"]) => {
                let help = "write the resource that comes first on the left, and `->` or `~>`";
                self.syntax_error("`->` or `~>`", Some(help.to_owned()));
                false
            }
            _ => {
                self.syntax_error("`->` or `~>` and the resources that come after", None);
                return BindForm::Dependency { notify: false };
            }
        };
        self.bump();
        self.dependency_side();
        if matches!(self.token().kind, TokenKind::Mark(T!["->"] | T!["~>"])) {
            let help = "write a separate `bind dependency` for each arrow";
            self.syntax_error("the end of the dependency", Some(help.to_owned()));
        }
        BindForm::Dependency { notify }
    }

    /// A reference, or several in brackets.
    fn dependency_side(&mut self) {
        let start = self.start();
        if self.eat_mark(T!["["]) {
            while !self.at_end() && !self.closes() {
                if !self.reference("a reference to a resource") {
                    self.skip_to_comma();
                }
                if !self.eat_mark(T![","]) {
                    break;
                }
            }
            self.close(T!["]"], start.span, "the references");
        } else {
            self.reference("a reference to a resource");
        }
        self.finish(start, NodeKind::DependencySide);
    }
}
