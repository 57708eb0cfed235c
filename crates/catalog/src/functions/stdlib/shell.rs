//! Words of command lines: `shellquote`, `shell_escape`, `shell_join`, `shell_split`, `batch_escape` and
//! `powershell_escape`.

use super::arguments::{array, wrong_type};
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

/// Whether a word with the character needs no quotes in Puppet's `shellquote`.
fn is_safe(c: char) -> bool {
    c.is_ascii_alphanumeric() || "@%_+=:,./-".contains(c)
}

/// Whether a character has a meaning inside double quotes.
fn is_dangerous(c: char) -> bool {
    "!\"`$\\".contains(c)
}

/// The arguments as words of a command line, in quotes if necessary.
pub(super) fn shellquote(values: &[Value], budget: &mut Budget) -> Answer {
    let mut words = Vec::new();
    for value in ruby::flat(values) {
        let Value::String(word) = &value else { return Err(wrong_type("shellquote", "strings", &value)) };
        budget.charge(word.len(), word.len() * 2)?;
        words.push(if !word.is_empty() && word.chars().all(is_safe) {
            word.to_string()
        } else if !word.chars().any(is_dangerous) {
            format!("\"{word}\"")
        } else if !word.contains('\'') {
            format!("'{word}'")
        } else {
            let mut quoted_word = String::from("\"");
            for c in word.chars() {
                quoted_word.extend(is_dangerous(c).then_some('\\'));
                quoted_word.push(c);
            }
            quoted_word + "\""
        });
    }
    Ok(Value::string(&words.join(" ")))
}

/// A word as Ruby's `Shellwords` escapes it.
fn escaped(word: &str) -> String {
    if word.is_empty() {
        return "''".to_owned();
    }
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        if c == '\n' {
            out.push_str("'\n'");
            continue;
        }
        let is_plain = c.is_ascii_alphanumeric() || "_-.,:+/@".contains(c);
        out.extend((!is_plain).then_some('\\'));
        out.push(c);
    }
    out
}

/// A value as one word of a POSIX shell.
pub(super) fn shell_escape(values: &[Value], _: &mut Budget) -> Answer {
    Ok(Value::string(&escaped(&values[0].to_ruby_text())))
}

/// The elements of an array as the words of a command for a POSIX shell.
pub(super) fn shell_join(values: &[Value], _: &mut Budget) -> Answer {
    let words = array("shell_join", &values[0])?.iter().map(|word| escaped(&word.to_ruby_text()));
    Ok(Value::string(&words.collect::<Vec<_>>().join(" ")))
}

/// The words of a command, as a POSIX shell splits it.
pub(super) fn shell_split(values: &[Value], budget: &mut Budget) -> Answer {
    let line = values[0].to_ruby_text();
    budget.charge(line.len(), line.len() * 2)?;
    split(&line).map(|words| Value::array(words.iter().map(|word| Value::string(word)).collect()))
}

/// The words of a command line, as Ruby's `Shellwords` reads them.
fn split(line: &str) -> Result<Vec<String>, HostError> {
    let unmatched = || HostError::new("`shell_split` found a quote that is not closed");
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut remaining = line.trim_start_matches(ruby::is_space);
    while let Some(c) = remaining.chars().next() {
        let rest = match c {
            // `end` is an offset in the text after the opening quote.
            '\'' => {
                let end = remaining[1..].find('\'').ok_or_else(unmatched)?;
                word.push_str(&remaining[1..=end]);
                &remaining[end + 2..]
            }
            '"' => {
                let end = closing_quote(&remaining[1..]).ok_or_else(unmatched)?;
                unescape(&remaining[1..=end], &mut word);
                &remaining[end + 2..]
            }
            '\\' => match remaining[1..].chars().next() {
                None => {
                    word.push('\\');
                    ""
                }
                // The pattern of Ruby does not match a backslash before a line break, so both remain.
                Some('\n') => {
                    word.push_str("\\\n");
                    &remaining[2..]
                }
                Some(next) => {
                    word.push(next);
                    &remaining[1 + next.len_utf8()..]
                }
            },
            _ => {
                let end = remaining
                    .find(|c: char| ruby::is_space(c) || matches!(c, '\\' | '\'' | '"'))
                    .unwrap_or(remaining.len());
                word.push_str(&remaining[..end]);
                &remaining[end..]
            }
        };
        let trimmed = rest.trim_start_matches(ruby::is_space);
        if trimmed.len() < rest.len() || rest.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        remaining = trimmed;
    }
    Ok(words)
}

/// The offset of the quote that ends a text in double quotes, which starts after its opening quote; `None` if there is
/// none.
fn closing_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (offset, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(offset),
            _ => {}
        }
    }
    None
}

/// Removes the backslashes before the characters that have a meaning in double quotes.
fn unescape(text: &str, out: &mut String) {
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if c == '\\' && characters.peek().is_some_and(|next| "$`\"\\\n".contains(*next)) {
            out.extend(characters.next());
        } else {
            out.push(c);
        }
    }
}

/// A text in quotes, as a word of a batch file.
pub(super) fn batch_escape(values: &[Value], _: &mut Budget) -> Answer {
    let mut out = String::from("\"");
    for c in values[0].to_ruby_text().chars() {
        match c {
            '"' => out.push_str("\"\""),
            '$' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    Ok(Value::string(&(out + "\"")))
}

/// A text as a word of PowerShell.
pub(super) fn powershell_escape(values: &[Value], _: &mut Budget) -> Answer {
    let mut out = String::new();
    for c in values[0].to_ruby_text().chars() {
        match c {
            ' ' | '\'' | '`' | '|' | '\n' | '$' => out.extend(['`', c]),
            '"' => out.push_str("\\`\""),
            c => out.push(c),
        }
    }
    Ok(Value::string(&out))
}
