//! Reads attributes and references.
//!
//! Invariant: a misplaced symbol causes one message, which shows the correct form.

use super::Parser;
use super::names::Owner;
use crate::event::CompletedNode;
use crate::kind::NodeKind;
use crate::lexer::{T, TokenKind};

impl Parser<'_> {
    /// A feature; the current token is its keyword.
    pub(super) fn feature(&mut self, is_reference: bool) {
        let start = self.start();
        self.bump();
        let keyword = if is_reference { "has" } else { "attr" };
        if self.at_mark(T![":"]) && self.name_ahead(1) {
            let help = format!("write `{keyword} {}` without the colon", self.text_of(self.ahead(1)));
            self.syntax_error("the name of the feature", Some(help));
            self.offer_token("");
            self.bump();
        }
        let expected = if is_reference { "the reference's name" } else { "the attribute's name" };
        let Some(name) = self.declared_name(expected) else {
            self.skip_member();
            return self.wrap_error(start);
        };
        if self.at_mark(T!["?"]) {
            let help = "remove the `?`: a value is optional, unless `min` is 1";
            self.syntax_error("`,` between the name and the type", Some(help.to_owned()));
            self.bump_error();
        }
        self.feature_type(name, keyword);
        self.feature_settings(name);
        self.finish(start, NodeKind::Feature { reference: is_reference });
    }

    /// The comma and the type after the name of a feature. Reports other notations, and reads the type if there is one.
    fn feature_type(&mut self, name: CompletedNode, keyword: &str) {
        let is_reference = keyword == "has";
        if let Some(second) = self.name_after_type(name) {
            // `attr String name`
            let help = format!("write `{keyword} {second}, {}`", self.node_text(name));
            self.syntax_error("`,` between the name and the type", Some(help));
            self.missing_type();
            self.bump_error();
        } else if self.at_mark(T![","]) && !self.type_label_ahead(1) {
            // `attr name, String`, but not `attr name, type => String`
            self.bump();
            if self.name_forgotten() {
                // `attr name,` at the end of a line
                let help = format!("write `{keyword} {}, Type`", self.node_text(name));
                self.syntax_error("the type", Some(help));
                self.missing_type();
            } else if self.second_name(name, keyword) {
                // `attr name, other, String`
                self.missing_type();
            } else {
                self.type_use();
            }
        } else if let Some(ty) = self.type_after_mark(0) {
            // `attr name: String`, or `attr name, type => String`
            self.type_after_other_mark(name, keyword, ty);
        } else if self.type_follows() {
            // `attr name String`
            let expected = if is_reference {
                "`,` and the type of the referenced objects"
            } else {
                "`,` between the attribute's name and its type"
            };
            let correct_type = self.correct_type(0);
            let help = format!("write `{keyword} {}, {correct_type}`", self.node_text(name));
            self.syntax_error(expected, Some(help));
            let name_end = self.event(name).span.range().end;
            self.offer_up_to_type(name_end, 0, format!(", {correct_type}"));
            self.read_or_skip_type();
        } else if is_reference {
            // `has name`
            let help = format!("write `has {}, Type`, with a class as the type", self.node_text(name));
            self.syntax_error("`,` and the type of the referenced objects", Some(help));
            self.missing_type();
        } else if self.at_mark(T!["="]) || self.at_mark(T!["=>"]) || self.at_mark(T![":"]) {
            // `attr name = …`; for `attr name` alone, the parser reports nothing
            let help = format!("write `attr {}, Type`", self.node_text(name));
            self.syntax_error("`,` and the type of the attribute", Some(help));
            self.missing_type();
            self.skip_rest_of_line();
        }
    }

    /// Reports and reads a type that does not follow the name and a comma directly: `attr name: Type`, or
    /// `attr name, type: Type`. The type is `ty` tokens ahead.
    fn type_after_other_mark(&mut self, name: CompletedNode, keyword: &str, ty: usize) {
        let correct_type = self.correct_type(ty);
        let help = format!("write `{keyword} {}, {correct_type}`", self.node_text(name));
        let name_end = self.event(name).span.range().end;
        let mut skipped = ty;
        if self.type_label_ahead(1) {
            // The problem is reported at the label, and not at the mark before it.
            self.position += 1;
            skipped -= 1;
            self.syntax_error("the type", Some(help));
        } else {
            self.syntax_error("`,` between the name and the type", Some(help));
        }
        self.offer_up_to_type(name_end, skipped, format!(", {correct_type}"));
        (0..skipped).for_each(|_| self.bump_error());
        self.read_or_skip_type();
    }

    /// The name after a type that was read as the name of the feature, as in `attr String name`.
    fn name_after_type(&self, first: CompletedNode) -> Option<String> {
        let (token, first) = (self.token(), self.node_text(first));
        let second = self.text_of(token);
        let is_swapped = token.kind == TokenKind::Name
            && !token.starts_line
            // Only a first name that is capitalised is certainly a type.
            && first.starts_with(|c: char| c.is_ascii_uppercase())
            && second.starts_with(|c: char| c.is_ascii_lowercase());
        is_swapped.then(|| second.to_owned())
    }

    /// Whether a type follows on the same line, although the comma before it is missing.
    fn type_follows(&self) -> bool {
        !self.token().starts_line && matches!(self.token().kind, TokenKind::Name)
    }

    /// Reports and skips `b, String` in `attr a, b, String`; returns whether these are the current tokens.
    fn second_name(&mut self, first: CompletedNode, keyword: &str) -> bool {
        let (second, ty) = (self.text_of(self.token()), self.text_of(self.ahead(2)));
        let is_name = self.token().kind == TokenKind::Name && second.starts_with(|c: char| c.is_lowercase());
        let is_type = self.type_after_mark(1) == Some(2) && ty.starts_with(|c: char| c.is_uppercase());
        let declares_two = is_name && is_type && self.mark_ahead(1, T![","]);
        if declares_two {
            let first = self.node_text(first);
            let help =
                format!("declare each by itself: `{keyword} {first}, {ty}` and `{keyword} {second}, {ty}`");
            self.syntax_error("the type", Some(help));
            self.skip_rest_of_line();
        }
        declares_two
    }

    /// Reads the settings of a feature. Reports other tokens in their place.
    fn feature_settings(&mut self, name: CompletedNode) {
        let position_before = self.position;
        if self.at_mark(T![","]) && self.mark_ahead(1, T!["{"]) && !self.ahead(1).starts_line {
            self.syntax_error("the settings", Some("remove the `,` in front of the settings".to_owned()));
            self.offer_token("");
            self.bump_error();
        }
        // Settings are read even after a mistake, so that mistakes in them are reported as well.
        self.settings(Owner::named("the settings of", name));
        // A feature ends with its line, or with settings in braces. The caller reports what comes after it.
        let has_settings = self.position != position_before;
        if self.token().starts_line || has_settings && !self.at_mark(T!["="]) {
            return;
        }
        if let Some(help) = self.settings_help() {
            self.syntax_error("the next member of the type", Some(help));
            self.skip_rest_of_line();
        }
    }

    /// Advice if settings are written without braces; `None` if the current tokens are no settings.
    fn settings_help(&self) -> Option<String> {
        let next_text = self.text_of(self.ahead(1));
        match self.token().kind {
            TokenKind::Mark(T!["="]) => {
                Some(format!("write a default value in braces: `{{ default => {next_text} }}`"))
            }
            TokenKind::Name if self.at_word("default") && !self.mark_ahead(1, T!["=>"]) => {
                Some(format!("write a default value in braces: `{{ default => {next_text} }}`"))
            }
            TokenKind::Mark(T!["*"]) => Some("write `{ max => unbound }` after the type".to_owned()),
            TokenKind::Mark(T!["+"]) => {
                Some("write `{ min => 1, max => unbound }` after the type".to_owned())
            }
            TokenKind::Mark(T!["=>"] | T![":"]) => Some("settings must be in braces".to_owned()),
            TokenKind::Mark(T![","] | T!["("] | T!["["]) => self.bare_setting_help(1),
            _ => self.bare_setting_help(0),
        }
    }

    /// Advice for `name => value` this many tokens ahead in the same line; `None` if other tokens are there.
    fn bare_setting_help(&self, count: usize) -> Option<String> {
        // A colon before the name, as in Ruby's symbol `:lowerBound => 1`.
        let name_index = count + usize::from(self.mark_ahead(count, T![":"]));
        if !self.name_ahead(name_index) || !self.mark_ahead(name_index + 1, T!["=>"]) {
            return None;
        }
        // In other languages, a literal is written like `Genre.novel`. Only its name is needed.
        let is_literal = self.mark_ahead(name_index + 3, T!["."]) && self.name_ahead(name_index + 4);
        let value_index = if is_literal { name_index + 4 } else { name_index + 2 };
        let (name, value) = (self.ahead(name_index), self.ahead(value_index));
        if name.starts_line || value.starts_line {
            return None;
        }
        let (name, value) = (self.text_of(name), self.text_of(value));
        Some(format!("settings must be in braces: write `{{ {name} => {value} }}`"))
    }
}
