//! Offers corrections of the problem that was reported last.
//!
//! Invariant: a correction does exactly what the advice of its problem describes.

use super::Parser;
use super::other_features::OtherFeature;
use crate::diagnostic::Fix;
use crate::lexer::{T, TokenKind};
use std::ops::Range;

impl Parser<'_> {
    /// Offers to replace a range of the text, if the last problem was reported.
    pub(super) fn offer(&mut self, range: Range<usize>, replacement: impl Into<String>) {
        // If the last problem was suppressed, the last diagnostic is that of another problem.
        if self.is_reported
            && let Some(problem) = self.diagnostics.last_mut()
        {
            problem.fix = Some(Fix::new(self.source, range, replacement));
        }
    }

    /// Offers to replace the current token.
    pub(super) fn offer_token(&mut self, replacement: &str) {
        self.offer(self.token().span.range(), replacement);
    }

    /// Offers to replace everything from a byte to the end of the type that starts this many positions ahead. Nothing
    /// is offered if the replacement shows the type incompletely.
    pub(super) fn offer_up_to_type(&mut self, from: usize, count: usize, replacement: String) {
        let end = self.type_end(count);
        // `…` and `{` in the advice mean that it shortens or describes the type, so it cannot replace the text.
        let is_complete = !replacement.contains(['…', '{']) && self.is_type_complete(count);
        if is_complete && self.ends_feature(end) {
            self.offer(from..self.ahead(end - 1).span.range().end, replacement);
        }
    }

    /// Offers the correct form of a feature of another language.
    pub(super) fn offer_feature(&mut self, other: &OtherFeature, form: String) {
        let end = other.end(self);
        let is_complete = self.is_type_complete(other.type_position());
        if !is_complete || !self.ends_feature(end) {
            return;
        }
        // The correct form would have settings in braces, and the braces of the text would follow them.
        let has_two_settings = other.has_settings() && self.mark_ahead(end, T!["{"]);
        if has_two_settings {
            return;
        }
        // In other languages, a semicolon ends a feature. The correct form has none, so the semicolon is replaced as
        // well.
        let semicolon_count = usize::from(self.mark_ahead(end, T![";"]));
        let end_offset = self.ahead(end + semicolon_count - 1).span.range().end;
        self.offer(self.token().span.range().start..end_offset, form);
    }

    /// Whether the feature ends this many positions ahead, or only its settings follow.
    fn ends_feature(&self, count: usize) -> bool {
        let token = self.ahead(count);
        token.starts_line
            || matches!(token.kind, TokenKind::End | TokenKind::Mark(T![";"] | T!["}"] | T!["{"]))
    }
}
