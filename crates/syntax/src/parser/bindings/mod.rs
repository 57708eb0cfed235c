//! Reads the language of bindings: `bindings`, with its conditions, and `site`.
//!
//! Its keywords are keywords only here. Invariants: every function ends at a token that its caller expects, or reports
//! a problem; operations that cannot be read are skipped up to the next line that starts one. Nothing here knows which
//! combinations are meaningful: those are rules of the bindings model.

mod conditions;
mod operations;
mod producers;
mod references;
mod site;

use super::Parser;
use super::names::Owner;
use crate::diagnostic::nearest;
use crate::keywords;
use crate::kind::{BindForm, NodeKind};
use crate::lexer::{Span, T, TokenKind};

impl Parser<'_> {
    /// `bindings a { … }`
    pub(super) fn bindings(&mut self) {
        let start = self.start();
        self.bump();
        let Some(path) = self.declared_path("the name of the bindings") else {
            return self.skip_unnamed(start);
        };
        let opened = self.token().span;
        if self.expect_mark(T!["{"], "to open the bindings") {
            self.operations(opened, Owner::named("the bindings", path));
        }
        self.finish(start, NodeKind::Bindings);
    }

    /// Reads operations up to the closing brace, one level deeper.
    fn operations(&mut self, opened: Span, owner: Owner) {
        self.deeper(|parser| parser.operations_here(opened, owner), Self::skip_block);
    }

    /// Reads operations up to the closing brace, at the current level of nesting.
    fn operations_here(&mut self, opened: Span, owner: Owner) {
        while !self.at_end() && !self.at_mark(T!["}"]) {
            if self.eat_mark(T![";"]) || self.eat_mark(T![","]) {
                continue;
            }
            // Without this test, the rest of the file would be read as operations of the block that is not closed.
            if self.declares_again() {
                break;
            }
            let position_before = self.position;
            self.bind_operation();
            // At a closing bracket without an opening one, nothing else is skipped, so the loop would not end.
            if self.position == position_before {
                self.skip_group();
                self.skip_operation();
            }
        }
        self.close_owned(T!["}"], opened, owner);
    }

    /// Whether a declaration starts in the first column, so that a brace is missing before it.
    fn declares_again(&self) -> bool {
        let token = self.token();
        let offset = token.span.start as usize;
        // In the layers of a site, `bindings` is indented. So only a keyword in the first column shows that a brace is
        // missing.
        let is_first_column = offset == 0 || self.text.as_bytes()[offset - 1] == b'\n';
        is_first_column
            && ((self.at_word("bindings") && self.name_ahead(1))
                || (self.at_word("site") && self.mark_ahead(1, T!["{"])))
    }

    /// Reads an operation. Its first word determines which one.
    fn bind_operation(&mut self) {
        let start = self.start();
        match self.nearest_keyword(keywords::OPERATIONS) {
            Some("when") => self.when(start),
            Some("bind") => self.bind(start),
            Some("multibind") => self.multibind(start),
            Some("rebind") => self.rebind(start),
            Some("include") => self.class_names(start, BindForm::Include),
            Some("exclude") => self.class_names(start, BindForm::Exclude),
            _ => {
                let help = format!("the statements of bindings are {}", keywords::OPERATIONS.join(", "));
                self.syntax_error("a binding", Some(help));
                self.skip_operation();
            }
        }
        if self.has_failed_here() {
            self.skip_operation();
        }
    }

    /// Skips to a line that starts another operation, or to the end of the block.
    fn skip_operation(&mut self) {
        self.skip_until(|parser, token| {
            token.starts_line && (parser.operation_ahead() || parser.declares_again())
        });
    }

    /// Whether an operation, such as `bind` or `include`, starts at the current token.
    pub(super) fn operation_ahead(&self) -> bool {
        let token = self.token();
        token.kind == TokenKind::Name
            && keywords::OPERATIONS.contains(&self.text_of(token))
            // The word of an operation may also be the name of an option or a parameter: `include => …`.
            && !self.mark_ahead(1, T!["=>"])
    }

    /// The current token as one of these keywords, without reading it. A word in upper case or with a spelling mistake
    /// is reported, and the correct keyword is returned.
    fn nearest_keyword(&mut self, words: &[&'static str]) -> Option<&'static str> {
        if let Some(word) = self.keyword_in_any_case(words) {
            return Some(word);
        }
        let token = self.token();
        if token.kind != TokenKind::Name {
            return None;
        }
        let suggestion = nearest(self.text_of(token), words.iter().copied())?;
        let keyword = words.iter().copied().find(|word| *word == suggestion)?;
        self.syntax_error("a keyword", Some(format!("did you mean `{keyword}`?")));
        Some(keyword)
    }

    /// The current token as one of these keywords, without reading it. A keyword in upper case is reported.
    fn keyword_in_any_case(&mut self, words: &[&'static str]) -> Option<&'static str> {
        let token = self.token();
        if token.kind != TokenKind::Name {
            return None;
        }
        let written = self.text_of(token);
        if let Some(keyword) = words.iter().copied().find(|keyword| *keyword == written) {
            return Some(keyword);
        }
        let keyword = words.iter().copied().find(|keyword| keyword.eq_ignore_ascii_case(written))?;
        let help = format!("keywords are in lower case: write `{keyword}`");
        self.syntax_error(&format!("`{keyword}`"), Some(help));
        Some(keyword)
    }

    /// Reads a keyword if it is the current token, and returns whether it was.
    fn eat_keyword(&mut self, word: &'static str) -> bool {
        // Another word may be valid in this place, so spelling mistakes are not corrected here.
        let is_found = self.keyword_in_any_case(&[word]).is_some();
        if is_found {
            self.bump();
        }
        is_found
    }
}
