//! Reads `site`: categories, layers and environments.

use super::super::Parser;
use crate::keywords;
use crate::kind::{EnvironmentForm, NodeKind};
use crate::lexer::{T, TokenKind};

impl Parser<'_> {
    /// `site { … }`
    pub(in crate::parser) fn site(&mut self) {
        let start = self.start();
        self.bump();
        let opened = self.token().span;
        if self.expect_mark(T!["{"], "to open the site") {
            while !self.at_end() && !self.at_mark(T!["}"]) {
                if self.eat_mark(T![","]) || self.eat_mark(T![";"]) {
                    continue;
                }
                let position_before = self.position;
                self.site_member();
                // A closing bracket without an opening one is skipped, because the loop would not end otherwise.
                if self.position == position_before {
                    self.skip_group();
                }
            }
            self.close(T!["}"], opened, "the site");
        }
        self.finish(start, NodeKind::Site);
    }

    /// Reads a member of `site`. Its first word determines which one.
    fn site_member(&mut self) {
        // `Environment` and `environment` are different keywords, so the spelling is not corrected here.
        let token = self.token();
        let exact = keywords::SITE_MEMBERS.iter().copied().find(|word| *word == self.text_of(token));
        match exact.or_else(|| self.nearest_keyword(keywords::SITE_MEMBERS)) {
            Some("categories") => self.categories(),
            Some("bindings") => self.layers(),
            Some("environment") => self.environments(EnvironmentForm::Static),
            Some("Environment") => self.environments(EnvironmentForm::Defaults),
            Some("dynamic_environments") => self.environments(EnvironmentForm::Dynamic),
            _ => {
                let help = format!("the members of a site are {}", keywords::SITE_MEMBERS.join(", "));
                self.syntax_error("a member of the site", Some(help));
                self.skip_until(|parser, token| {
                    token.starts_line && keywords::SITE_MEMBERS.contains(&parser.text_of(token))
                });
            }
        }
    }

    /// `categories { name => expression }`; in the settings of a layer with an arrow: `categories => { … }`.
    fn categories(&mut self) {
        let start = self.start();
        self.bump();
        self.eat_mark(T!["=>"]);
        let opened = self.token().span;
        if self.expect_mark(T!["{"], "to open the categories") {
            while !self.at_end() && !self.closes() {
                if !self.category() {
                    self.skip_to_comma();
                }
                if !self.eat_mark(T![","]) && !self.closes() {
                    self.syntax_error("`,` or the next category", None);
                    self.skip_to_comma();
                    self.eat_mark(T![","]);
                }
            }
            self.close(T!["}"], opened, "the categories");
        }
        self.finish(start, NodeKind::Categories);
    }

    /// A category; returns `false` if it could not be read, which is reported.
    fn category(&mut self) -> bool {
        let start = self.start();
        if matches!(self.token().kind, TokenKind::Name)
            && matches!(self.text_of(self.token()), "if" | "case" | "unless")
        {
            let help =
                "categories are the same for all nodes; put the condition into the expression of a category";
            self.syntax_error("the name of a category", Some(help.to_owned()));
            return false;
        }
        // `exact` may also be the name of a category.
        let is_exact = self.at_word("exact") && !self.mark_ahead(1, T!["=>"]);
        if is_exact {
            self.bump();
        }
        if self.identifier("the name of a category").is_none() {
            return false;
        }
        if !self.expect_mark(T!["=>"], "and an expression after the name of the category") {
            self.wrap_error(start);
            return false;
        }
        self.expression();
        self.finish(start, NodeKind::CategoryEntry { exact: is_exact });
        true
    }

    /// `bindings => [ layer { … } ]`
    fn layers(&mut self) {
        let start = self.start();
        self.bump();
        self.expect_mark(T!["=>"], "and the layers after `bindings`");
        let opened = self.token().span;
        if self.expect_mark(T!["["], "to open the layers") {
            while !self.at_end() && !self.closes() {
                if !self.layer() {
                    self.skip_to_comma();
                }
                // If a comma is missing, the next layer is still read, so that its problems are reported.
                if !self.eat_mark(T![","]) && !self.layer_ahead() {
                    break;
                }
            }
            self.close(T!["]"], opened, "the layers");
        }
        self.finish(start, NodeKind::Layers);
    }

    /// A layer; returns `false` if there is none, which is reported.
    fn layer(&mut self) -> bool {
        let start = self.start();
        // A brace without the keyword `layer` is reported, and read as a layer.
        if self.at_mark(T!["{"]) {
            self.syntax_error("`layer`", Some("write `layer` before the brace".to_owned()));
        } else if self.nearest_keyword(&["layer"]).is_some() {
            self.bump();
        } else {
            self.syntax_error("`layer`", None);
            return false;
        }
        let opened = self.token().span;
        if self.expect_mark(T!["{"], "to open the layer") {
            self.string("the name of the layer in quotes");
            self.expect_mark(T![":"], "after the name of the layer");
            while !self.at_end() && !self.closes() && !self.layer_ahead() {
                if !self.layer_setting() {
                    self.skip_to_comma();
                }
                if !self.eat_mark(T![","]) {
                    break;
                }
            }
            self.close(T!["}"], opened, "the layer");
        }
        self.finish(start, NodeKind::Layer);
        true
    }

    /// Whether a layer starts at the current token.
    fn layer_ahead(&self) -> bool {
        self.at_mark(T!["{"]) || (self.at_word("layer") && self.mark_ahead(1, T!["{"]))
    }

    /// `include => 'uri'`, `categories => { … }` or `bindings => [ … ]`; returns `false` if there is none, which is
    /// reported.
    fn layer_setting(&mut self) -> bool {
        let start = self.start();
        // Unlike for other settings, the arrow of `categories` may be left out.
        if self.at_word("categories") {
            self.categories();
            return true;
        }
        if self.identifier("a setting of the layer").is_none()
            || !self.expect_mark(T!["=>"], "and a value after the setting")
        {
            self.wrap_error(start);
            return false;
        }
        // The value may also be an array of ordinary values. It contains declarations of bindings only if their keyword
        // follows.
        if self.at_mark(T!["["]) && self.bindings_ahead(1) {
            self.nested_bindings();
        } else {
            self.expression();
        }
        self.finish(start, NodeKind::LayerSetting);
        true
    }

    /// Whether a declaration of bindings starts this many tokens ahead.
    fn bindings_ahead(&self, count: usize) -> bool {
        self.name_at(count) == Some("bindings") && self.name_ahead(count + 1)
    }

    /// `[…]`, a list of declarations of bindings in a layer.
    fn nested_bindings(&mut self) {
        let opened = self.bump().span;
        while self.bindings_ahead(0) {
            self.bindings();
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["]"], opened, "the bindings of the layer");
    }

    /// A declaration of environments, of the given form.
    fn environments(&mut self, form: EnvironmentForm) {
        let start = self.start();
        self.bump();
        let opened = self.token().span;
        if self.expect_mark(T!["{"], "to open the environment") {
            if form == EnvironmentForm::Defaults {
                self.attributes();
            } else {
                loop {
                    self.resource_body();
                    if !self.eat_mark(T![";"]) || self.at_mark(T!["}"]) || self.at_end() {
                        break;
                    }
                }
            }
            if !self.close(T!["}"], opened, "the environment") {
                self.skip_until(|parser, token| {
                    token.starts_line && keywords::SITE_MEMBERS.contains(&parser.text_of(token))
                });
                self.eat_mark(T!["}"]);
            }
        }
        self.finish(start, NodeKind::Environments(form));
    }
}
