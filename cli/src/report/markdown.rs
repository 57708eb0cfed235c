//! Problems in Markdown, for comments on pull requests, and how texts are written in Markdown.
//!
//! Invariant: no text of input becomes markup.

use super::ProblemForm;
use modelwright_metamodel::diagnostic::{Diagnostic, printable_line};

pub(super) const FORM: ProblemForm = ProblemForm { render, document: None };

/// A problem as an item of a list.
fn render(diagnostic: &Diagnostic, _has_colour: bool) -> String {
    let place = diagnostic.primary_label().map(|label| {
        let position = label.position();
        format!(" {}", code(&format!("{}:{}:{}", label.source.name(), position.line, position.column)))
    });
    let object = diagnostic.object.as_deref().filter(|object| !object.is_empty());
    let message = match object {
        Some(object) => format!("{object}: {}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let help = diagnostic.help.as_deref().map(|help| format!("; {}", escaped(&printable_line(help))));
    format!(
        "- **{}** {}{}: {}{}",
        diagnostic.severity.word(),
        diagnostic.code.id(),
        place.unwrap_or_default(),
        escaped(&printable_line(&message)),
        help.unwrap_or_default(),
    )
}

/// A text as inline code.
pub(crate) fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let fence = fence(&text, 1);
    // Spaces separate a backquote at an end of the text from the fence.
    if text.starts_with('`') || text.ends_with('`') {
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}

/// A fence with more backquotes than the text contains in a row.
pub(crate) fn fence(text: &str, min: usize) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(min.max(longest + 1))
}

/// A text with escapes for the characters of Markdown; text between single backquotes remains code.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    // Each second part is between backquotes.
    for (number, part) in text.split('`').enumerate() {
        match number % 2 {
            0 => part.chars().for_each(|c| {
                // `@` would notify a user, and `#` link an issue.
                if matches!(c, '\\' | '*' | '_' | '<' | '>' | '[' | ']' | '#' | '|' | '~' | '&' | '@') {
                    out.push('\\');
                }
                out.push(c);
            }),
            _ => out.push_str(&code(part)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_do_not_become_markup() {
        assert_eq!(code("a``b`"), "``` a``b` ```");
        assert_eq!(escaped("<b> of `a_b` @team"), r"\<b\> of `a_b` \@team");
        assert_eq!(fence("```", 3), "````");
    }
}
