//! Splits Ruby code into tokens: the part of Ruby that templates use.

use super::scanner::Fault;

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Integer(i64),
    Float(f64),
    /// A string: texts and the code of expressions in it, with its position.
    String(Vec<Part>),
    /// A regular expression and its flags.
    Regex(String, String),
    Symbol(String),
    /// `@name`
    Variable(String),
    /// `$1`
    Group(usize),
    /// A name, a keyword or the name of a constant.
    Name(String),
    /// `%w(a b)`
    Words(Vec<String>),
    /// `name:` in a hash.
    Label(String),
    Sign(&'static str),
    /// The end of a line or of a tag.
    End,
    /// A text of the template.
    Text(String),
    /// Before and after an expression whose value is written.
    OutputStart,
    OutputEnd,
}

/// A part of a string.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    Text(String),
    Code(String, usize),
}

/// Signs, longer ones before their beginnings.
const SIGNS: [&str; 40] = [
    "<=>", "===", "||=", "&&=", "...", "**", "==", "!=", ">=", "<=", "&&", "||", "=~", "!~", "<<", ">>",
    "+=", "-=", "*=", "=>", "..", "::", "&.", "->", "+", "-", "*", "/", "%", "<", ">", "!", "=", "?", ":",
    ".", ",", "&", "|", ";",
];

const BRACKETS: [&str; 6] = ["(", ")", "[", "]", "{", "}"];

/// Adds the tokens of code that starts at a position of the template.
pub(super) fn tokenize(code: &str, start: usize, tokens: &mut Vec<(Token, usize)>) -> Result<(), Fault> {
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        let (token, length) = match c {
            ' ' | '\t' | '\r' => {
                at += 1;
                continue;
            }
            '\n' | ';' => (Token::End, 1),
            '\\' if rest[1..].starts_with('\n') => {
                at += 2;
                continue;
            }
            '#' => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '0'..='9' => {
                number(rest).ok_or_else(|| ("this number is not supported".to_owned(), start + at))?
            }
            '\'' | '"' => string(&Quotes::plain(c == '"'), rest, start + at)?,
            '/' if starts_operand(tokens) => regex(rest).ok_or_else(|| unclosed(start + at))?,
            '%' if starts_operand(tokens) => percent(rest, start + at)?,
            ':' if rest[1..].starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '"') => {
                symbol(rest, start + at)?
            }
            '@' => {
                let name = word(&rest[1..]);
                (Token::Variable(name.to_owned()), 1 + name.len())
            }
            '$' if rest[1..].starts_with(|c: char| c.is_ascii_digit() && c != '0') => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                // A number of so many digits is that of no group.
                (Token::Group(rest[1..=digits].parse().unwrap_or(usize::MAX)), 1 + digits)
            }
            c if c.is_alphabetic() || c == '_' => name(rest),
            _ => {
                let signs = SIGNS.iter().chain(&BRACKETS);
                let sign = signs.filter(|sign| rest.starts_with(**sign)).max_by_key(|sign| sign.len());
                let sign = sign.ok_or_else(|| (unsupported(c), start + at))?;
                (Token::Sign(sign), sign.len())
            }
        };
        tokens.push((token, start + at));
        at += length;
    }
    Ok(())
}

fn unsupported(c: char) -> String {
    match c {
        '`' => "a command in backticks is not supported".to_owned(),
        c => format!("`{c}` is not supported"),
    }
}

fn unclosed(at: usize) -> Fault {
    ("this text is not closed".to_owned(), at)
}

/// Whether the next token starts an operand, so that a slash starts a regular expression.
fn starts_operand(tokens: &[(Token, usize)]) -> bool {
    match tokens.last() {
        Some((Token::Sign(sign), _)) => !matches!(*sign, ")" | "]" | "}"),
        Some((Token::Name(name), _)) => {
            matches!(&**name, "if" | "unless" | "elsif" | "and" | "or" | "not" | "when" | "then" | "return")
        }
        Some((Token::End | Token::OutputStart | Token::Text(_) | Token::OutputEnd | Token::Label(_), _))
        | None => true,
        _ => false,
    }
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

fn name(text: &str) -> (Token, usize) {
    let mut length = word(text).len();
    let after = &text[length..];
    let is_label = after.starts_with(':') && !after.starts_with("::");
    if is_label {
        return (Token::Label(text[..length].to_owned()), length + 1);
    }
    // A question mark belongs to the name of a method, but not in `a ?b : c`.
    if after.starts_with(['?', '!']) && !after.starts_with("!=") && !after.starts_with("?:") {
        length += 1;
    }
    (Token::Name(text[..length].to_owned()), length)
}

fn number(text: &str) -> Option<(Token, usize)> {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
    let whole = digits(text);
    let after = &text[whole..];
    if after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit()) {
        let length = whole + 1 + digits(&after[1..]);
        let value = text[..length].replace('_', "").parse().ok()?;
        return Some((Token::Float(value), length));
    }
    let is_plain =
        !after.starts_with(|c: char| c.is_alphanumeric()) && (whole == 1 || !text.starts_with('0'));
    let value = text[..whole].replace('_', "").parse().ok().filter(|_| is_plain)?;
    Some((Token::Integer(value), whole))
}

fn symbol(text: &str, at: usize) -> Result<(Token, usize), Fault> {
    if text[1..].starts_with('"') {
        let (token, length) = string(&Quotes::plain(true), &text[1..], at + 1)?;
        return match token {
            Token::String(parts) => match &parts[..] {
                [Part::Text(text)] => Ok((Token::Symbol(text.clone()), length + 1)),
                _ => Err(("this symbol is not supported".to_owned(), at)),
            },
            _ => Err(("this symbol is not supported".to_owned(), at)),
        };
    }
    let mut length = 1 + word(&text[1..]).len();
    if text[length..].starts_with(['?', '!']) {
        length += 1;
    }
    Ok((Token::Symbol(text[1..length].to_owned()), length))
}

fn regex(text: &str) -> Option<(Token, usize)> {
    let (mut is_escaped, mut is_in_class) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => is_in_class = true,
            ']' => is_in_class = false,
            '/' if !is_in_class => {
                let flags = word(&text[at + 1..]);
                return Some((
                    Token::Regex(text[1..at].replace("\\/", "/"), flags.to_owned()),
                    at + 1 + flags.len(),
                ));
            }
            _ => {}
        }
    }
    None
}

/// The signs around a string.
struct Quotes {
    /// The number of characters before the text.
    start: usize,
    /// The opening sign, if it may be nested.
    open: Option<char>,
    close: char,
    /// Whether the string contains escapes and expressions.
    is_template: bool,
}

impl Quotes {
    fn plain(is_template: bool) -> Self {
        Self { start: 1, open: None, close: if is_template { '"' } else { '\'' }, is_template }
    }
}

/// A literal such as `%w(a b)`, `%q{a}` or `%(a)`.
fn percent(text: &str, at: usize) -> Result<(Token, usize), Fault> {
    let unsupported = || ("this literal is not supported".to_owned(), at);
    let mut signs = text.chars().skip(1);
    let first = signs.next().ok_or_else(unsupported)?;
    let (kind, open, start) = if first.is_alphabetic() {
        (first, signs.next().ok_or_else(unsupported)?, 3)
    } else {
        ('Q', first, 2)
    };
    let close = match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        '|' | '!' | '/' => open,
        _ => return Err(unsupported()),
    };
    let open = (open != close).then_some(open);
    let quotes = Quotes { start, open, close, is_template: kind == 'Q' };
    let (token, length) = string(&quotes, text, at)?;
    match (kind, token) {
        ('Q' | 'q', token) => Ok((token, length)),
        ('w', Token::String(parts)) => match &parts[..] {
            [Part::Text(text)] => {
                Ok((Token::Words(text.split_whitespace().map(str::to_owned).collect()), length))
            }
            _ => Err(unsupported()),
        },
        _ => Err(unsupported()),
    }
}

/// Reads a string from its opening quote; returns the position after its closing quote as well.
fn string(quotes: &Quotes, text: &str, at: usize) -> Result<(Token, usize), Fault> {
    let mut parts = Vec::new();
    let mut current = String::new();
    let mut depth = 0;
    let mut rest = text.char_indices().skip(quotes.start);
    while let Some((place, c)) = rest.next() {
        match c {
            c if Some(c) == quotes.open => {
                depth += 1;
                current.push(c);
            }
            c if c == quotes.close && depth > 0 => {
                depth -= 1;
                current.push(c);
            }
            c if c == quotes.close => {
                if !current.is_empty() || parts.is_empty() {
                    parts.push(Part::Text(current));
                }
                return Ok((Token::String(parts), place + c.len_utf8()));
            }
            '\\' => {
                let Some((_, next)) = rest.next() else { break };
                escape(next, quotes, &mut current)
                    .ok_or_else(|| (format!("the escape `\\{next}` is not supported"), at + place))?;
            }
            '#' if quotes.is_template && text[place + 1..].starts_with('{') => {
                let code = &text[place + 2..];
                let end = end_of_code(code).ok_or_else(|| unclosed(at))?;
                if !current.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut current)));
                }
                parts.push(Part::Code(code[..end].to_owned(), at + place + 2));
                let after = place + 2 + end + 1;
                while rest.clone().next().is_some_and(|(place, _)| place < after) {
                    rest.next();
                }
            }
            c => current.push(c),
        }
    }
    Err(unclosed(at))
}

/// Where the code of an interpolation ends.
fn end_of_code(code: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn escape(c: char, quotes: &Quotes, out: &mut String) -> Option<()> {
    if !quotes.is_template {
        if c != '\\' && c != quotes.close && Some(c) != quotes.open {
            out.push('\\');
        }
        out.push(c);
        return Some(());
    }
    out.push(match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        's' => ' ',
        'e' => '\x1B',
        '0' => '\0',
        'x' | 'u' | 'M' | 'C' | 'c' | '1'..='9' | '\n' | 'a' | 'b' | 'v' | 'f' => return None,
        other => other,
    });
    Some(())
}
