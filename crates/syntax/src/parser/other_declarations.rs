//! Recognises declarations that are written as in other languages, so that each causes one message with the correct
//! form.
//!
//! This module does not know the names that are declared in other files.

use super::Parser;
use super::expression::is_puppet_word;
use super::other_languages::{declaration_keyword, is_declaration_modifier};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::event::CompletedNode;
use crate::keywords;
use crate::lexer::{T, TokenKind};

/// The maximum number of words before the keyword of a declaration.
const MAX_LEADING_WORDS: usize = 4;

/// Keywords of other languages for importing files.
const IMPORTS: &[&str] = &["import", "use", "using"];

/// Words between the name of a package and its URI in other languages.
const URI_WORDS: &[&str] = &["namespace", "nsURI", "ns_uri", "uri", "url"];

/// Keywords.
impl Parser<'_> {
    /// Whether the current token is a misspelled keyword of a declaration, followed by a name.
    pub(super) fn misspelled_ahead(&self) -> bool {
        if self.declaration_of_another_language().is_some() || self.declaration_modifiers().is_some() {
            return true;
        }
        let Some(word) = self.keyword() else { return false };
        // A name must follow, because `file { 'x': }` and `tag 'x'` are valid in Puppet.
        let has_name = self.name_ahead(1) && !self.ahead(1).starts_line;
        has_name && !is_puppet_word(word) && nearest(word, keywords::STATEMENTS.iter().copied()).is_some()
    }

    /// The keyword that is meant by the current word of another language, as in `class Name {`.
    pub(super) fn declaration_of_another_language(&self) -> Option<&'static str> {
        let token = self.token();
        if token.kind != TokenKind::Name {
            return None;
        }
        let meant = declaration_keyword(self.text_of(token))?;
        let name = self.ahead(1);
        if name.kind != TokenKind::Name || name.starts_line {
            return None;
        }
        let (second, third) = (self.ahead(2), self.ahead(3));
        let has_brace = self.mark_ahead(2, T!["{"]);
        // The other words are not keywords of Puppet, so it is enough that a name and a brace follow.
        if !self.at_word("class") {
            return (has_brace || second.kind == TokenKind::Name).then_some(meant);
        }
        // In a manifest, `class name {` is valid, but members of types in the braces are not.
        let is_member = third.kind == TokenKind::Name
            && (self.mark_ahead(4, T![":"])
                || matches!(self.text_of(third), "attr" | "has") && self.name_ahead(4));
        let has_extends = second.kind == TokenKind::Name && self.text_of(second) == "extends";
        (has_extends || (has_brace && is_member)).then_some(meant)
    }

    /// The number of words of other languages in front of a keyword, as in `public class`; `None` if there are none.
    pub(super) fn declaration_modifiers(&self) -> Option<usize> {
        let words = (0..MAX_LEADING_WORDS)
            .take_while(|count| self.word_at(*count).is_some_and(is_declaration_modifier));
        let count = words.count();
        let keyword = self.word_at(count)?;
        let is_declaration =
            keywords::STATEMENTS.contains(&keyword) || declaration_keyword(keyword).is_some();
        let has_name = self.name_ahead(count + 1) && !self.ahead(count + 1).starts_line;
        (count > 0 && is_declaration && has_name).then_some(count)
    }

    /// The name this many positions ahead, if it is on the current line.
    fn word_at(&self, count: usize) -> Option<&str> {
        self.name_at(count).filter(|_| count == 0 || !self.ahead(count).starts_line)
    }

    /// Reads a declaration after this many words that have no meaning here.
    pub(super) fn modified_declaration(&mut self, count: usize) {
        let (keyword, name) = (self.text_of(self.ahead(count)), self.text_of(self.ahead(count + 1)));
        let meant = declaration_keyword(keyword).unwrap_or(keyword);
        let words = self.token().span.to(self.ahead(count).span).range();
        self.syntax_error("a declaration", Some(format!("write `{meant} {name}`")));
        self.offer(words, meant);
        (0..count).for_each(|_| self.bump_error());
        if keyword == meant {
            return self.declaration();
        }
        // The word of another language is read as the keyword that it means.
        match meant {
            "enum" => self.enumeration(),
            "package" => self.package(),
            _ => {
                let start = self.start();
                self.bump();
                self.type_after_keyword(start);
            }
        }
    }

    /// Reports and skips a comment of another language, `-- text`; returns whether there is one.
    pub(super) fn other_comment(&mut self) -> bool {
        // Without a space, `--3` is an expression.
        let (second_dash, comment_start) = (self.ahead(1), self.ahead(2));
        let is_comment = self.at_mark(T!["-"])
            && self.mark_ahead(1, T!["-"])
            && second_dash.span.start == self.token().span.end
            && (comment_start.span.start > second_dash.span.end || comment_start.starts_line);
        if is_comment {
            let span = self.token().span.to(self.ahead(1).span);
            let message = "comments start with `#`, found `--`";
            let diagnostic = Diagnostic::error(codes::LANGUAGE_SYNTAX, message)
                .at(self.source, span.range())
                .help("write `#` instead of `--`");
            self.report(diagnostic);
            self.offer(span.range(), "#");
            self.bump_error();
            self.bump_error();
            while !self.at_end() && !self.token().starts_line {
                self.bump_error();
            }
        }
        is_comment
    }

    /// Reports and skips `import 'file'`; returns whether there is one.
    pub(super) fn import(&mut self) -> bool {
        let is_import = self.word_at(0).is_some_and(|word| IMPORTS.contains(&word))
            && self.name_ahead(1)
            && !self.ahead(1).starts_line;
        if is_import {
            let help = "remove the import, and pass the other file on the command line, too";
            self.syntax_error("a declaration", Some(help.to_owned()));
            self.bump_error();
            self.skip_rest_of_line();
        }
        is_import
    }
}

/// Parts of declarations.
impl Parser<'_> {
    /// Reports and skips tokens between the name of a package and its brace: `package a 'urn:a'`.
    pub(super) fn skip_other_package_header(&mut self, path: CompletedNode) {
        let name = self.name_text(path);
        // `package 'urn:a' as a`
        let alias = self.ahead(1);
        if self.word_at(0) == Some("as") && alias.kind == TokenKind::Name && !alias.starts_line {
            let (path, alias) = (&self.text[self.event(path).span.range()], self.text_of(alias));
            let help = if path.starts_with(['\'', '"']) {
                format!("write `package {alias} {{ uri => {path} }}`")
            } else {
                format!("write `package {alias}`")
            };
            self.syntax_error("`{` to open the package", Some(help));
            (0..2).for_each(|_| self.bump_error());
            return;
        }
        let is_uri_word = self.word_at(0).is_some_and(|word| URI_WORDS.contains(&word));
        let is_mark = self.at_mark(T!["="]) || self.at_mark(T![":"]) || self.at_mark(T![","]);
        // At most one token is between the name and the URI.
        let skipped = usize::from(is_mark || is_uri_word);
        let uri = self.ahead(skipped);
        if matches!(uri.kind, TokenKind::String { closed: true }) && !uri.starts_line {
            let help = format!("write `package {name} {{ uri => {} }}`", self.text_of(uri));
            self.syntax_error("`{` to open the package", Some(help));
            (0..=skipped).for_each(|_| self.bump_error());
        }
    }

    /// Whether the current tokens are a setting with a wrong symbol: `uri: 'urn:a'`.
    pub(super) fn other_setting_ahead(&self) -> bool {
        let is_marked = self.mark_ahead(1, T![":"]) || self.mark_ahead(1, T!["="]);
        let value = self.ahead(2);
        self.token().kind == TokenKind::Name && is_marked && matches!(value.kind, TokenKind::String { .. })
    }

    /// Reports and skips the base of a data type that is written without braces: `datatype Money = Float`.
    pub(super) fn other_base(&mut self, path: CompletedNode) {
        let word = if self.token().starts_line { None } else { self.name_at(0) };
        let is_word = matches!(word, Some("extends" | "inherits" | "is"));
        let is_marked = is_word || self.at_mark(T!["="]) || self.at_mark(T![":"]);
        // One word or mark may be before the base.
        let mark_count = usize::from(is_marked);
        let base = self.ahead(mark_count);
        if base.kind != TokenKind::Name || base.starts_line {
            return;
        }
        // After a data type without braces, another declaration may be on the same line.
        if keywords::STATEMENTS.contains(&self.text_of(base)) || self.mark_ahead(mark_count + 1, T!["=>"]) {
            return;
        }
        let name = self.name_text(path);
        let help = format!("write `datatype {name} {{ base => {} }}`", self.correct_type(mark_count));
        self.syntax_error("`{` to open the settings", Some(help));
        self.skip_rest_of_line();
    }

    /// Reports and skips `: Integer[1, 5]` after the name of a type, if no members follow. Returns whether there is
    /// such an alias.
    pub(super) fn other_alias(&mut self, path: CompletedNode) -> bool {
        if !self.at_mark(T![":"]) || !self.name_ahead(1) || self.ahead(1).starts_line {
            return false;
        }
        let after_type = self.ahead(self.type_end(1));
        let has_no_members = match after_type.kind {
            TokenKind::End => true,
            // The brace that opens the members may be on the next line.
            TokenKind::Mark(T!["{"]) => false,
            _ => after_type.starts_line,
        };
        if has_no_members {
            let help = format!("write `type {} = {}`", self.name_text(path), self.correct_type(1));
            self.syntax_error("`=` and the type", Some(help));
            self.is_incomplete = true;
            self.skip_rest_of_line();
        }
        has_no_members
    }

    /// Reports and reads supertypes in the notations of other languages: `type A : B {`, `type A < B {`, `type A(B) {`.
    /// Returns whether there are any.
    pub(super) fn supertypes_in_other_marks(&mut self) -> bool {
        let TokenKind::Mark(mark @ (T![":"] | T!["->"] | T!["("] | T!["<"])) = self.token().kind else {
            return false;
        };
        // Annotations are in the braces after a type parameter, but members are in those after a supertype. The third
        // token after `<` is the first one in the braces.
        let has_members =
            self.mark_ahead(3, T!["}"]) || ["attr", "has"].contains(&self.text_of(self.ahead(3)));
        // `type A<T> {` is valid. So `<` is before a supertype only in `type A < B {` with members.
        let are_parameters = mark == T!["<"] && !(self.mark_ahead(2, T!["{"]) && has_members);
        if are_parameters || !self.name_ahead(1) || self.ahead(1).starts_line {
            return false;
        }
        let help = format!("write `inherits {}`", self.correct_type(1));
        self.syntax_error("`inherits` or `{`", Some(help));
        // There is no correction for parentheses, because the closing one must be removed as well.
        if mark != T!["("] {
            let end_before = self.tokens.list[self.position - 1].span.range().end;
            let space = if self.ahead(1).span.start == self.token().span.end { " " } else { "" };
            self.offer(end_before..self.token().span.range().end, format!(" inherits{space}"));
        }
        self.bump_error();
        self.type_use();
        while self.eat_mark(T![","]) {
            self.type_use();
        }
        if mark == T!["("] && self.at_mark(T![")"]) {
            self.bump_error();
        }
        true
    }

    /// Reports a declaration inside a type. It is also read, so that mistakes in it are reported.
    pub(super) fn nested_declaration(&mut self, outer: CompletedNode) {
        let help = format!(
            "declare `{}` after the `}}` of `{}`",
            self.text_of(self.ahead(1)),
            self.name_text(outer)
        );
        self.syntax_error("a member of the type", Some(help));
        self.is_incomplete = true;
        self.deeper(Self::declaration, Self::skip_block);
    }

    /// How many blanks are at the start of the line that contains a position.
    pub(super) fn indentation(&self, position: u32) -> usize {
        let text_before = &self.text[..position as usize];
        let line_start = text_before.rfind('\n').map_or(0, |line_break| line_break + 1);
        text_before[line_start..].chars().take_while(|c| c.is_whitespace()).count()
    }
}
