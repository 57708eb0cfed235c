//! Finds for each bracket and each keyword that begins a block where it ends.
//!
//! Invariants: linear time, no recursion. The ends are known before anything is parsed, so that any statement
//! can be skipped.

use super::Fault;
use super::tokens::{Token, TokenKind};

/// The maximum number of tokens in the signature of a method without `end`.
const MAX_SIGNATURE: usize = 500;

/// A bracket or a block whose end is not reached.
struct OpenConstruct {
    /// The index of the token that begins it.
    token: usize,
    /// Whether the next `do` belongs to this loop.
    is_loop: bool,
    /// Whether it is a `def`.
    is_method: bool,
}

impl OpenConstruct {
    /// A construct that is neither a loop nor a method.
    fn new(token: usize) -> Self {
        Self { token, is_loop: false, is_method: false }
    }
}

/// For each token that begins a construct, the index of the token that ends the construct; for any other token, its own
/// index.
pub(super) fn partners(tokens: &[Token<'_>], text: &str) -> Result<Vec<usize>, Fault> {
    let mut partners: Vec<usize> = (0..tokens.len()).collect();
    let mut open_constructs: Vec<OpenConstruct> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let word = match token.kind {
            TokenKind::Word | TokenKind::Operator => token.text(text),
            TokenKind::Newline => {
                // The condition of a loop ends with its line, so a later `do` begins a block.
                if let Some(last) = open_constructs.last_mut() {
                    last.is_loop = false;
                }
                continue;
            }
            _ => continue,
        };
        let is_word = matches!(token.kind, TokenKind::Word);
        let is_name = is_word && is_name(tokens, index, text);
        match word {
            "(" | "[" | "{" => open_constructs.push(OpenConstruct::new(index)),
            ")" | "]" | "}" | "end" if !is_name => {
                let start = open_constructs.pop().filter(|start| {
                    tokens.get(start.token).is_some_and(|token| end_of(token.text(text)) == word)
                });
                let Some(start) = start else {
                    let message = format!("`{word}` ends nothing that is open here");
                    return Err(Fault::new(
                        token.span.clone(),
                        message,
                        "remove it, or correct what is before it",
                    ));
                };
                if let Some(partner) = partners.get_mut(start.token) {
                    *partner = index;
                }
            }
            // `def name = value` has no `end`.
            "=" if is_endless_method(tokens, index, text, open_constructs.last()) => {
                open_constructs.pop();
            }
            // Below, only keywords match: a word such as `end` in `range.end` is a name.
            _ if !is_word || is_name => {}
            "do" if open_constructs.last().is_some_and(|last| last.is_loop) => {
                if let Some(last) = open_constructs.last_mut() {
                    last.is_loop = false;
                }
            }
            "do" | "begin" | "case" | "class" | "module" => {
                open_constructs.push(OpenConstruct { token: index, is_loop: false, is_method: false });
            }
            "def" => open_constructs.push(OpenConstruct { token: index, is_loop: false, is_method: true }),
            "if" | "unless" | "while" | "until" | "for" if !is_modifier(tokens, index, text) => {
                let is_loop = matches!(word, "while" | "until" | "for");
                open_constructs.push(OpenConstruct { token: index, is_loop, is_method: false });
            }
            _ => {}
        }
    }
    match open_constructs.last().and_then(|last| Some((last.token, tokens.get(last.token)?))) {
        Some((index, token)) => Err(missing_end(tokens, text, &partners, (index, token))),
        None => Ok(partners),
    }
}

/// The problem of a word without an end; `open` is its index. If an `end` was forgotten, its block takes the `end` of
/// the block around it, and so on, so that the outermost block has none. The block whose `end` is indented less than
/// the block itself is therefore probably the one without an end.
fn missing_end(
    tokens: &[Token<'_>],
    text: &str,
    partners: &[usize],
    (open, token): (usize, &Token<'_>),
) -> Fault {
    let indentation = |token: &Token<'_>| {
        let line = text.get(..token.span.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
        line.len() - line.trim_start().len()
    };
    let mut misplaced_block = None;
    // The last such block is the innermost one.
    for (index, (start, partner)) in tokens.iter().zip(partners).enumerate().skip(open + 1).rev() {
        let is_block_start = *partner > index;
        if is_block_start
            && let Some(end) = tokens.get(*partner).filter(|end| end.text(text) == "end")
            && indentation(end) < indentation(start)
        {
            misplaced_block = Some((start, end));
            break;
        }
    }
    let (token, help) = match misplaced_block {
        Some((start, end)) => {
            let text_before = text.get(..end.span.start).unwrap_or_default();
            let line = text_before.matches('\n').count() + 1;
            (start, format!("end it; the `end` in line {line} is indented as that of a block around it"))
        }
        None => (token, "end it, or correct what is after it".to_owned()),
    };
    let word = token.text(text);
    Fault::new(token.span.clone(), format!("`{word}` has no `{}` that ends it", end_of(word)), help)
}

/// The bracket or keyword that ends what the bracket or keyword `start` begins.
fn end_of(start: &str) -> &'static str {
    match start {
        "(" => ")",
        "[" => "]",
        "{" => "}",
        _ => "end",
    }
}

/// Whether a keyword is the name of a method here.
fn is_name(tokens: &[Token<'_>], index: usize, text: &str) -> bool {
    let token_before = index.checked_sub(1).and_then(|previous| tokens.get(previous));
    token_before.is_some_and(|token| matches!(token.text(text), "." | "&." | "def"))
}

/// Whether a condition belongs to the statement before it: `return if done`.
fn is_modifier(tokens: &[Token<'_>], index: usize, text: &str) -> bool {
    index.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|before| before.ends_value(text))
}

/// Whether the `=` with the index `index` begins the body of a method without `end`, such as `def name(…) = value`.
/// `open` is the innermost open block.
fn is_endless_method(tokens: &[Token<'_>], index: usize, text: &str, open: Option<&OpenConstruct>) -> bool {
    let Some(method) = open.filter(|open| open.is_method) else { return false };
    // Without a space, the `=` is part of the name of a setter: `def name=(value)`.
    if !tokens.get(index).is_some_and(|token| token.is_spaced) {
        return false;
    }
    let has_text =
        |token: Option<&Token<'_>>, expected: &str| token.is_some_and(|token| token.text(text) == expected);
    // The name follows `def`, or `def self.`.
    let has_receiver = has_text(tokens.get(method.token + 2), ".");
    let name_index = if has_receiver { method.token + 3 } else { method.token + 1 };
    let signature = tokens.get(name_index..index).unwrap_or_default();
    let has_no_parameters = signature.len() == 1;
    if has_no_parameters {
        return true;
    }
    // A signature is short; the limit keeps the time linear.
    if signature.len() >= MAX_SIGNATURE {
        return false;
    }
    // With a second `(`, the `=` may be an assignment in the body, such as `(a, b) = list`.
    let has_parameters = has_text(signature.get(1), "(") && has_text(signature.last(), ")");
    has_parameters && signature.iter().filter(|token| token.text(text) == "(").count() == 1
}
