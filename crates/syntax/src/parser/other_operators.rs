//! Operators of other languages, and what to write instead of them.
//!
//! This module is only used where a problem is reported, so it never decides how a text is parsed.

use super::Parser;

impl Parser<'_> {
    /// What to write instead of an operator of other languages at the current token.
    pub(super) fn operator_elsewhere(&self) -> Option<&'static str> {
        let previous = self.position.checked_sub(1).map_or("", |index| self.text_of(self.tokens.list[index]));
        let is_next = |text: &str| self.text_of(self.ahead(1)) == text;
        // The previous token counts, too, because the grammar may already have read a part of the operator.
        Some(match (previous, self.text_of(self.token())) {
            (_, "&") if is_next("&") => "write `and`",
            (_, "&") if is_next(":") => "write a lambda after the call: `.map |$x| { $x.name }`",
            (_, "|") if is_next("|") => "write `or`",
            ("<", ">") | ("!=", "=") => "write `!=`",
            ("==", "=") => "write `==`",
            ("+", "+") => "write `$x + 1`",
            ("(", "|") => "write the lambda after the function or its parentheses: `.map |$x| { … }`",
            ("{", "|") => "the parameters of a lambda are before its block: `|$x| { … }`",
            ("do", "|") => "write the block of the lambda in braces: `|$x| { … }`",
            (_, ":") if is_next("=") => "write `=`",
            ("?", ".") => "write `.` without the `?`",
            ("?", "?") => "write `if $x { $x } else { … }`",
            (".", "*") => "write `.map |$x| { $x.name }`",
            ("", ".") => "start with a variable, as in `$self.name`",
            (_, "$") if is_next("{") && self.is_adjacent_to_next() => {
                "outside of a string, write a variable without braces: `$name`"
            }
            (_, "^") => "there is no operator for powers; write `$x * $x`",
            ("not", _) => "write `!` before the condition",
            ("else", "if") => "write `elsif`",
            (_, "for") => "write `$list.map |$x| { … }`",
            (_, "then") => "write the branches in braces: `if $x { … } else { … }`",
            _ => return None,
        })
    }

    /// Whether the next token follows the current one without a space.
    fn is_adjacent_to_next(&self) -> bool {
        self.token().span.end == self.ahead(1).span.start
    }
}

/// What to write instead of a word that is an operator or a statement in other languages.
pub fn operator_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "not" => "write `!` before the condition",
        "mod" => "write `%`",
        "div" => "write `/`",
        "xor" => "write `!=` between the conditions",
        "instanceof" | "is" | "isa" => "write `=~` and the type",
        "eq" => "write `==`",
        "ne" => "write `!=`",
        "for" | "foreach" => "write `$list.each |$x| { … }`",
        "let" | "var" | "const" => "write `$name = …` without the word",
        _ => return None,
    })
}
