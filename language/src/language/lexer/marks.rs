//! Punctuation: its kinds, and which of them stands at the start of a text.
//!
//! Invariant: the longest one is taken, as Puppet does, save that `>>` is two: it may close two lists of type
//! arguments. The parser puts the operator together.

/// Punctuation; `T!["{"]` is the one of that spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::language) enum Mark {
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    OpenParen,
    CloseParen,
    Comma,
    Semicolon,
    Colon,
    Path,
    Dot,
    Assign,
    Append,
    Delete,
    Arrow,
    AppendArrow,
    Equal,
    NotEqual,
    Match,
    NoMatch,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    LeftShift,
    OpenCollect,
    OpenExported,
    CloseCollect,
    CloseExported,
    Before,
    Notify,
    After,
    Subscribe,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Not,
    Question,
    Bar,
    Ampersand,
    At,
    AtAt,
    Tilde,
    Dollar,
}

impl Mark {
    pub(in crate::language) fn text(self) -> &'static str {
        match self {
            Mark::OpenBrace => "{",
            Mark::CloseBrace => "}",
            Mark::OpenBracket => "[",
            Mark::CloseBracket => "]",
            Mark::OpenParen => "(",
            Mark::CloseParen => ")",
            Mark::Comma => ",",
            Mark::Semicolon => ";",
            Mark::Colon => ":",
            Mark::Path => "::",
            Mark::Dot => ".",
            Mark::Assign => "=",
            Mark::Append => "+=",
            Mark::Delete => "-=",
            Mark::Arrow => "=>",
            Mark::AppendArrow => "+>",
            Mark::Equal => "==",
            Mark::NotEqual => "!=",
            Mark::Match => "=~",
            Mark::NoMatch => "!~",
            Mark::Less => "<",
            Mark::LessOrEqual => "<=",
            Mark::Greater => ">",
            Mark::GreaterOrEqual => ">=",
            Mark::LeftShift => "<<",
            Mark::OpenCollect => "<|",
            Mark::OpenExported => "<<|",
            Mark::CloseCollect => "|>",
            Mark::CloseExported => "|>>",
            Mark::Before => "->",
            Mark::Notify => "~>",
            Mark::After => "<-",
            Mark::Subscribe => "<~",
            Mark::Plus => "+",
            Mark::Minus => "-",
            Mark::Star => "*",
            Mark::Slash => "/",
            Mark::Percent => "%",
            Mark::Not => "!",
            Mark::Question => "?",
            Mark::Bar => "|",
            Mark::Ampersand => "&",
            Mark::At => "@",
            Mark::AtAt => "@@",
            Mark::Tilde => "~",
            Mark::Dollar => "$",
        }
    }
}

/// The punctuation of a spelling, in expressions and in patterns.
macro_rules! T {
    ["{"] => { $crate::language::lexer::Mark::OpenBrace };
    ["}"] => { $crate::language::lexer::Mark::CloseBrace };
    ["["] => { $crate::language::lexer::Mark::OpenBracket };
    ["]"] => { $crate::language::lexer::Mark::CloseBracket };
    ["("] => { $crate::language::lexer::Mark::OpenParen };
    [")"] => { $crate::language::lexer::Mark::CloseParen };
    [","] => { $crate::language::lexer::Mark::Comma };
    [";"] => { $crate::language::lexer::Mark::Semicolon };
    [":"] => { $crate::language::lexer::Mark::Colon };
    ["::"] => { $crate::language::lexer::Mark::Path };
    ["."] => { $crate::language::lexer::Mark::Dot };
    ["="] => { $crate::language::lexer::Mark::Assign };
    ["+="] => { $crate::language::lexer::Mark::Append };
    ["-="] => { $crate::language::lexer::Mark::Delete };
    ["=>"] => { $crate::language::lexer::Mark::Arrow };
    ["+>"] => { $crate::language::lexer::Mark::AppendArrow };
    ["=="] => { $crate::language::lexer::Mark::Equal };
    ["!="] => { $crate::language::lexer::Mark::NotEqual };
    ["=~"] => { $crate::language::lexer::Mark::Match };
    ["!~"] => { $crate::language::lexer::Mark::NoMatch };
    ["<"] => { $crate::language::lexer::Mark::Less };
    ["<="] => { $crate::language::lexer::Mark::LessOrEqual };
    [">"] => { $crate::language::lexer::Mark::Greater };
    [">="] => { $crate::language::lexer::Mark::GreaterOrEqual };
    ["<<"] => { $crate::language::lexer::Mark::LeftShift };
    ["<|"] => { $crate::language::lexer::Mark::OpenCollect };
    ["<<|"] => { $crate::language::lexer::Mark::OpenExported };
    ["|>"] => { $crate::language::lexer::Mark::CloseCollect };
    ["|>>"] => { $crate::language::lexer::Mark::CloseExported };
    ["->"] => { $crate::language::lexer::Mark::Before };
    ["~>"] => { $crate::language::lexer::Mark::Notify };
    ["<-"] => { $crate::language::lexer::Mark::After };
    ["<~"] => { $crate::language::lexer::Mark::Subscribe };
    ["+"] => { $crate::language::lexer::Mark::Plus };
    ["-"] => { $crate::language::lexer::Mark::Minus };
    ["*"] => { $crate::language::lexer::Mark::Star };
    ["/"] => { $crate::language::lexer::Mark::Slash };
    ["%"] => { $crate::language::lexer::Mark::Percent };
    ["!"] => { $crate::language::lexer::Mark::Not };
    ["?"] => { $crate::language::lexer::Mark::Question };
    ["|"] => { $crate::language::lexer::Mark::Bar };
    ["&"] => { $crate::language::lexer::Mark::Ampersand };
    ["@"] => { $crate::language::lexer::Mark::At };
    ["@@"] => { $crate::language::lexer::Mark::AtAt };
    ["~"] => { $crate::language::lexer::Mark::Tilde };
    ["$"] => { $crate::language::lexer::Mark::Dollar };
}
pub(in crate::language) use T;

/// The mark at the start of a text.
pub(super) fn mark(bytes: &[u8]) -> Option<Mark> {
    let second = bytes.get(1).copied().unwrap_or(0);
    let third = bytes.get(2).copied().unwrap_or(0);
    Some(match (bytes.first()?, second) {
        (b'{', _) => Mark::OpenBrace,
        (b'}', _) => Mark::CloseBrace,
        (b',', _) => Mark::Comma,
        (b'=', b'>') => Mark::Arrow,
        (b'=', b'=') => Mark::Equal,
        (b'=', b'~') => Mark::Match,
        (b'=', _) => Mark::Assign,
        (b'[', _) => Mark::OpenBracket,
        (b']', _) => Mark::CloseBracket,
        (b'(', _) => Mark::OpenParen,
        (b')', _) => Mark::CloseParen,
        (b':', b':') => Mark::Path,
        (b':', _) => Mark::Colon,
        (b'<', b'<') if third == b'|' => Mark::OpenExported,
        (b'<', b'<') => Mark::LeftShift,
        (b'<', b'|') => Mark::OpenCollect,
        (b'<', b'=') => Mark::LessOrEqual,
        (b'<', b'-') => Mark::After,
        (b'<', b'~') => Mark::Subscribe,
        (b'<', _) => Mark::Less,
        (b'>', b'=') => Mark::GreaterOrEqual,
        (b'>', _) => Mark::Greater,
        (b'|', b'>') if third == b'>' => Mark::CloseExported,
        (b'|', b'>') => Mark::CloseCollect,
        (b'|', _) => Mark::Bar,
        (b'+', b'=') => Mark::Append,
        (b'+', b'>') => Mark::AppendArrow,
        (b'+', _) => Mark::Plus,
        (b'-', b'=') => Mark::Delete,
        (b'-', b'>') => Mark::Before,
        (b'-', _) => Mark::Minus,
        (b'!', b'=') => Mark::NotEqual,
        (b'!', b'~') => Mark::NoMatch,
        (b'!', _) => Mark::Not,
        (b'~', b'>') => Mark::Notify,
        (b'~', _) => Mark::Tilde,
        (b'@', b'@') => Mark::AtAt,
        (b'@', _) => Mark::At,
        (b'?', _) => Mark::Question,
        (b'.', _) => Mark::Dot,
        (b'&', _) => Mark::Ampersand,
        (b'*', _) => Mark::Star,
        (b'/', _) => Mark::Slash,
        (b'%', _) => Mark::Percent,
        (b';', _) => Mark::Semicolon,
        (b'$', _) => Mark::Dollar,
        _ => return None,
    })
}
