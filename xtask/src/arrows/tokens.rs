//! Splits Rust text into the few tokens that paths consist of.
//!
//! Invariant: comments, literals and lifetimes yield no tokens, so that nothing in them is mistaken for a path. This module
//! does not know the meaning of tokens; `proc-macro2` is the lexer.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A token, with the line that it starts in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) line: usize,
}

impl Token {
    /// Whether this is an identifier or a keyword.
    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c == '_' || c.is_alphabetic())
    }
}

/// The tokens of a file: words, `::`, and single other characters.
///
/// # Errors
/// If the text is not Rust.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let stream: TokenStream = text.parse().map_err(|error| format!("not Rust: {error}"))?;
    let mut tokens = Vec::new();
    add_tokens(stream, &mut tokens);
    Ok(tokens)
}

/// Adds the tokens of a stream and of the groups in it.
fn add_tokens(stream: TokenStream, tokens: &mut Vec<Token>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let line = tree.span().start().line;
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push(Token { text: open.to_owned(), line });
                add_tokens(group.stream(), tokens);
                tokens.push(Token { text: close.to_owned(), line: group.span_close().start().line });
            }
            // A lifetime is an apostrophe and a word.
            TokenTree::Punct(mark) if mark.as_char() == '\'' => drop(trees.next()),
            TokenTree::Punct(mark) if mark.as_char() == ':' => {
                let is_pair =
                    |next: &TokenTree| matches!(next, TokenTree::Punct(next) if next.as_char() == ':');
                let text = if trees.next_if(is_pair).is_some() { "::" } else { ":" };
                tokens.push(Token { text: text.to_owned(), line });
            }
            TokenTree::Punct(mark) => tokens.push(Token { text: mark.to_string(), line }),
            TokenTree::Ident(word) => {
                tokens.push(Token { text: word.to_string().trim_start_matches("r#").to_owned(), line });
            }
            TokenTree::Literal(_) => {}
        }
    }
}
