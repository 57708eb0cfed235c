//! Punctuation: its variants, and the one at the start of a text.
//!
//! Invariant: the longest match is taken, as in Puppet, except that `>>` is two marks: it may close two lists of type
//! arguments. The parser joins them to the operator.

/// Punctuation; `T!["{"]` is the mark with that spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
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
    pub(crate) fn text(self) -> &'static str {
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

/// The mark with a spelling, in expressions and in patterns.
macro_rules! T {
    ["{"] => { $crate::syntax::lexer::Mark::OpenBrace };
    ["}"] => { $crate::syntax::lexer::Mark::CloseBrace };
    ["["] => { $crate::syntax::lexer::Mark::OpenBracket };
    ["]"] => { $crate::syntax::lexer::Mark::CloseBracket };
    ["("] => { $crate::syntax::lexer::Mark::OpenParen };
    [")"] => { $crate::syntax::lexer::Mark::CloseParen };
    [","] => { $crate::syntax::lexer::Mark::Comma };
    [";"] => { $crate::syntax::lexer::Mark::Semicolon };
    [":"] => { $crate::syntax::lexer::Mark::Colon };
    ["::"] => { $crate::syntax::lexer::Mark::Path };
    ["."] => { $crate::syntax::lexer::Mark::Dot };
    ["="] => { $crate::syntax::lexer::Mark::Assign };
    ["+="] => { $crate::syntax::lexer::Mark::Append };
    ["-="] => { $crate::syntax::lexer::Mark::Delete };
    ["=>"] => { $crate::syntax::lexer::Mark::Arrow };
    ["+>"] => { $crate::syntax::lexer::Mark::AppendArrow };
    ["=="] => { $crate::syntax::lexer::Mark::Equal };
    ["!="] => { $crate::syntax::lexer::Mark::NotEqual };
    ["=~"] => { $crate::syntax::lexer::Mark::Match };
    ["!~"] => { $crate::syntax::lexer::Mark::NoMatch };
    ["<"] => { $crate::syntax::lexer::Mark::Less };
    ["<="] => { $crate::syntax::lexer::Mark::LessOrEqual };
    [">"] => { $crate::syntax::lexer::Mark::Greater };
    [">="] => { $crate::syntax::lexer::Mark::GreaterOrEqual };
    ["<<"] => { $crate::syntax::lexer::Mark::LeftShift };
    ["<|"] => { $crate::syntax::lexer::Mark::OpenCollect };
    ["<<|"] => { $crate::syntax::lexer::Mark::OpenExported };
    ["|>"] => { $crate::syntax::lexer::Mark::CloseCollect };
    ["|>>"] => { $crate::syntax::lexer::Mark::CloseExported };
    ["->"] => { $crate::syntax::lexer::Mark::Before };
    ["~>"] => { $crate::syntax::lexer::Mark::Notify };
    ["<-"] => { $crate::syntax::lexer::Mark::After };
    ["<~"] => { $crate::syntax::lexer::Mark::Subscribe };
    ["+"] => { $crate::syntax::lexer::Mark::Plus };
    ["-"] => { $crate::syntax::lexer::Mark::Minus };
    ["*"] => { $crate::syntax::lexer::Mark::Star };
    ["/"] => { $crate::syntax::lexer::Mark::Slash };
    ["%"] => { $crate::syntax::lexer::Mark::Percent };
    ["!"] => { $crate::syntax::lexer::Mark::Not };
    ["?"] => { $crate::syntax::lexer::Mark::Question };
    ["|"] => { $crate::syntax::lexer::Mark::Bar };
    ["&"] => { $crate::syntax::lexer::Mark::Ampersand };
    ["@"] => { $crate::syntax::lexer::Mark::At };
    ["@@"] => { $crate::syntax::lexer::Mark::AtAt };
    ["~"] => { $crate::syntax::lexer::Mark::Tilde };
    ["$"] => { $crate::syntax::lexer::Mark::Dollar };
}
pub(crate) use T;

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
        // Longer marks come before their own beginnings.
        (b'<', b'<') if third == b'|' => Mark::OpenExported,
        (b'<', b'<') => Mark::LeftShift,
        (b'<', b'|') => Mark::OpenCollect,
        (b'<', b'=') => Mark::LessOrEqual,
        (b'<', b'-') => Mark::After,
        (b'<', b'~') => Mark::Subscribe,
        (b'<', _) => Mark::Less,
        // There is no mark for `>>`, because in `A<B<C>>` its halves belong to different lists.
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
