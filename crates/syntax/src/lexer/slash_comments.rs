//! Comments that start with `//`, as in other languages. They are mistakes, but they are read as comments, so that each
//! causes only one problem.
//!
//! Invariant: no valid text contains such a comment. `//` may also be an empty regular expression. It is read as one
//! only after an operator, or before a token that may follow a regular expression.

use super::{Lexer, Span, T, TokenKind};

impl Lexer<'_> {
    /// Whether a comment starts at the current `/`.
    pub(super) fn slash_comment_ahead(&self) -> bool {
        let Some(text) = self.text[self.position..].strip_prefix("//") else { return false };
        // Inside a string or a heredoc, a comment to the end of the line would include the end of the expression.
        if !self.open.is_empty() || self.depth > 0 || self.body.is_some() {
            return false;
        }
        let line = text.lines().next().unwrap_or_default().trim_start_matches('/').trim();
        // An operator, `:`, `,` or a bracket follows an empty regular expression, but usually a word follows the start
        // of a comment.
        let is_prose = line.starts_with(|c: char| c.is_alphanumeric() || "'\"`<@(*-".contains(c));
        if self.starts_line {
            return is_prose || line.is_empty();
        }
        is_prose && self.tokens.list.last().is_some_and(|token| ends_part(token.kind))
    }

    /// Skips the comment. It documents the declaration below it, as other comments do.
    pub(super) fn slash_comment(&mut self) {
        let start = self.position;
        self.line_comment(2);
        self.tokens.slash_comments.push(Span::new(start, start + 2));
    }
}

/// Whether a token can end a declaration, a part of one, or a line of a list.
fn ends_part(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Name | TokenKind::Word | TokenKind::String { .. } | TokenKind::Number => true,
        TokenKind::Mark(mark) => {
            matches!(mark, T!["{"] | T!["}"] | T!["]"] | T![")"] | T![">"] | T![","] | T![";"])
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::lex;

    fn comments(text: &str) -> usize {
        lex(text).slash_comments.len()
    }

    #[test]
    fn empty_regular_expressions_are_no_comments() {
        for text in [
            "$x =~ // and $y",
            "case $x {\n  // : { }\n}",
            "[//, /a/]",
            "$x / /a/",
            "'// a'",
            "\"${x // y}\"",
        ] {
            assert_eq!(comments(text), 0, "{text}");
        }
    }

    #[test]
    fn comments_of_other_languages_are_found() {
        assert_eq!(comments("// don't\ntype A { // b\n  attr c, String // d\n//\n/// e\n}"), 5);
        assert_eq!(lex("// a\ntype B").docs.len(), 1);
    }
}
