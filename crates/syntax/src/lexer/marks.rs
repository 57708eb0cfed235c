//! Punctuation: its variants, and the one at the start of a text.
//!
//! Invariant: the longest match is taken, as in Puppet, except that `>>` is two marks: it may close two lists of type
//! arguments. The parser joins them to the operator.

/// Punctuation; `T!["{"]` is the mark with that spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `:`
    Colon,
    /// `::`, between the names of a path
    Path,
    /// `.`
    Dot,
    /// `=`
    Assign,
    /// `+=`
    Append,
    /// `-=`
    Delete,
    /// `=>`, between a name or key and its value
    Arrow,
    /// `+>`, between an attribute and the value that is appended to it
    AppendArrow,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `=~`
    Match,
    /// `!~`
    NoMatch,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`; two of them are the operator `>>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `<<`
    LeftShift,
    /// `<|`, before the query of a collector
    OpenCollect,
    /// `<<|`, before the query of a collector of exported resources
    OpenExported,
    /// `|>`, after the query of a collector
    CloseCollect,
    /// `|>>`, after the query of a collector of exported resources
    CloseExported,
    /// `->`
    Before,
    /// `~>`
    Notify,
    /// `<-`
    After,
    /// `<~`
    Subscribe,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `!`
    Not,
    /// `?`
    Question,
    /// `|`
    Bar,
    /// `&`
    Ampersand,
    /// `@`, before a virtual resource
    At,
    /// `@@`, before an exported resource
    AtAt,
    /// `~`
    Tilde,
    /// `$`, without a name after it
    Dollar,
}

impl Mark {
    /// The spelling of the mark.
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

/// The mark with this spelling, usable in expressions and in patterns.
#[macro_export]
macro_rules! T {
    ["{"] => { $crate::lexer::Mark::OpenBrace };
    ["}"] => { $crate::lexer::Mark::CloseBrace };
    ["["] => { $crate::lexer::Mark::OpenBracket };
    ["]"] => { $crate::lexer::Mark::CloseBracket };
    ["("] => { $crate::lexer::Mark::OpenParen };
    [")"] => { $crate::lexer::Mark::CloseParen };
    [","] => { $crate::lexer::Mark::Comma };
    [";"] => { $crate::lexer::Mark::Semicolon };
    [":"] => { $crate::lexer::Mark::Colon };
    ["::"] => { $crate::lexer::Mark::Path };
    ["."] => { $crate::lexer::Mark::Dot };
    ["="] => { $crate::lexer::Mark::Assign };
    ["+="] => { $crate::lexer::Mark::Append };
    ["-="] => { $crate::lexer::Mark::Delete };
    ["=>"] => { $crate::lexer::Mark::Arrow };
    ["+>"] => { $crate::lexer::Mark::AppendArrow };
    ["=="] => { $crate::lexer::Mark::Equal };
    ["!="] => { $crate::lexer::Mark::NotEqual };
    ["=~"] => { $crate::lexer::Mark::Match };
    ["!~"] => { $crate::lexer::Mark::NoMatch };
    ["<"] => { $crate::lexer::Mark::Less };
    ["<="] => { $crate::lexer::Mark::LessOrEqual };
    [">"] => { $crate::lexer::Mark::Greater };
    [">="] => { $crate::lexer::Mark::GreaterOrEqual };
    ["<<"] => { $crate::lexer::Mark::LeftShift };
    ["<|"] => { $crate::lexer::Mark::OpenCollect };
    ["<<|"] => { $crate::lexer::Mark::OpenExported };
    ["|>"] => { $crate::lexer::Mark::CloseCollect };
    ["|>>"] => { $crate::lexer::Mark::CloseExported };
    ["->"] => { $crate::lexer::Mark::Before };
    ["~>"] => { $crate::lexer::Mark::Notify };
    ["<-"] => { $crate::lexer::Mark::After };
    ["<~"] => { $crate::lexer::Mark::Subscribe };
    ["+"] => { $crate::lexer::Mark::Plus };
    ["-"] => { $crate::lexer::Mark::Minus };
    ["*"] => { $crate::lexer::Mark::Star };
    ["/"] => { $crate::lexer::Mark::Slash };
    ["%"] => { $crate::lexer::Mark::Percent };
    ["!"] => { $crate::lexer::Mark::Not };
    ["?"] => { $crate::lexer::Mark::Question };
    ["|"] => { $crate::lexer::Mark::Bar };
    ["&"] => { $crate::lexer::Mark::Ampersand };
    ["@"] => { $crate::lexer::Mark::At };
    ["@@"] => { $crate::lexer::Mark::AtAt };
    ["~"] => { $crate::lexer::Mark::Tilde };
    ["$"] => { $crate::lexer::Mark::Dollar };
}
pub use crate::T;

/// The mark at the start of a text, if there is one.
pub(super) fn lex_mark(bytes: &[u8]) -> Option<Mark> {
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
        // Longer marks are tried before their prefixes.
        (b'<', b'<') if third == b'|' => Mark::OpenExported,
        (b'<', b'<') => Mark::LeftShift,
        (b'<', b'|') => Mark::OpenCollect,
        (b'<', b'=') => Mark::LessOrEqual,
        (b'<', b'-') => Mark::After,
        (b'<', b'~') => Mark::Subscribe,
        (b'<', _) => Mark::Less,
        // `>>` is not a mark, because in `A<B<C>>` each `>` closes another list.
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
