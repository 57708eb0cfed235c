//! The expressions of the type language that have the meaning of a text with `%{…}`: strings with variables, parts of
//! their values, and lookups. Bindings in the text form contain such expressions.
//!
//! This module does not know where an expression is used. Hiera cannot express any other expression.

use crate::generated::bindings::{
    Expression, Interpolation, LiteralText, LookupCall, NonStringUse, RubyKind, VariableAccess,
};
use crate::text::calls;
use modelwright_language::language;
use modelwright_language::language::expression::{Expr, ExprId, Expressions};
use modelwright_metamodel::diagnostic::Source;

/// The maximum nesting of accesses, such as `$a['b']['c']`.
const MAX_DEPTH: usize = 100;

/// The literal of Hiera that a call in the text form of bindings represents.
pub(super) enum HieraLiteral {
    /// A text with `%{…}`.
    Text(String),
    RubyValue(RubyKind, String),
    /// The decimal digits of an integer, which may have more than 64 bits.
    BigInteger(String),
    /// Infinity, or not a number.
    Float(f64),
}

/// The literal of Hiera that an expression of the language represents, if any.
pub(super) fn literal(text: &str) -> Option<HieraLiteral> {
    // A literal of Hiera is a call; most expressions are strings, and need not be parsed.
    if !text.ends_with(')') || text.starts_with(['\'', '"']) {
        return None;
    }
    let source = Source::new("expression", text);
    let (logic, _) = language::logic(&source, 0..text.len());
    let expressions = &logic.expressions;
    let Expr::Call { function, arguments, lambda: None, .. } = expressions[logic.root] else { return None };
    let (Expr::Name(name) | Expr::TypeName(name)) = expressions[function] else { return None };
    let texts = expressions.list(arguments).iter().map(|argument| match expressions[*argument] {
        Expr::String(text) => Some(expressions.text(text).to_owned()),
        _ => None,
    });
    let mut texts = texts.collect::<Option<Vec<String>>>()?.into_iter();
    let literal = match (expressions.text(name), texts.next()?, texts.next()) {
        (calls::TEXT, text, None) => HieraLiteral::Text(text),
        (calls::BIG_INTEGER, digits, None) => HieraLiteral::BigInteger(digits),
        (calls::FLOAT, text, None) => HieraLiteral::Float(match text.as_str() {
            ".inf" => f64::INFINITY,
            "-.inf" => f64::NEG_INFINITY,
            ".nan" => f64::NAN,
            _ => return None,
        }),
        (calls::RUBY_VALUE, kind, Some(text)) => HieraLiteral::RubyValue(kind.parse().ok()?, text),
        _ => return None,
    };
    // No literal has a third argument.
    texts.next().is_none().then_some(literal)
}

/// The expression of the model that has the meaning of a text in the type language; `None` if Hiera cannot express it.
pub(super) fn of_source(text: &str) -> Option<Expression> {
    let source = Source::new("expression", text);
    let (logic, problems) = language::logic(&source, 0..text.len());
    if problems.has_errors() {
        return None;
    }
    let expressions = &logic.expressions;
    match expressions[logic.root] {
        Expr::Template(parts) => {
            let segments =
                expressions.list(parts).iter().map(|part| segment(expressions, *part, NonStringUse::Text));
            Some(Interpolation::new(segments.collect::<Option<_>>()?).into())
        }
        // A lookup that is the entire expression returns the value itself, not its text.
        _ => segment(expressions, logic.root, NonStringUse::Replacement),
    }
}

/// The segment of an interpolated text that has the value of an expression; `None` if no segment has.
fn segment(expressions: &Expressions, id: ExprId, non_string: NonStringUse) -> Option<Expression> {
    match expressions[id] {
        Expr::String(text) => {
            Some(LiteralText { text: expressions.text(text).to_owned(), ..LiteralText::default() }.into())
        }
        Expr::Call { function, arguments, lambda: None, .. } => {
            let Expr::Name(name) = expressions[function] else { return None };
            // Only a call of `lookup` with one argument is a segment.
            let ([argument], "lookup") = (expressions.list(arguments), expressions.text(name)) else {
                return None;
            };
            let Expr::String(key) = expressions[*argument] else { return None };
            Some(
                LookupCall { key: expressions.text(key).to_owned(), non_string, ..LookupCall::default() }
                    .into(),
            )
        }
        _ => {
            let mut path = Vec::new();
            let name = variable(expressions, id, &mut path)?;
            // `variable` adds the last key first.
            path.reverse();
            Some(VariableAccess { name, path, ..VariableAccess::default() }.into())
        }
    }
}

/// The variable that an expression accesses; `None` if it accesses none. The keys of the accesses are added to `path`,
/// the last key first.
fn variable(expressions: &Expressions, mut id: ExprId, path: &mut Vec<String>) -> Option<String> {
    for _ in 0..MAX_DEPTH {
        match expressions[id] {
            // Hiera allows variables with a capital first letter. The type language parses such a name as that of a
            // type.
            Expr::Variable(name) | Expr::TypeName(name) => return Some(expressions.text(name).to_owned()),
            Expr::Access { on, keys } => {
                let [key] = expressions.list(keys) else { return None };
                path.push(match expressions[*key] {
                    Expr::String(text) | Expr::Name(text) => expressions.text(text).to_owned(),
                    Expr::Integer(number) => number.to_string(),
                    _ => return None,
                });
                id = on;
            }
            _ => return None,
        }
    }
    None
}
