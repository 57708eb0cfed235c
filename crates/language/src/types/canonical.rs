//! The canonical spelling of types, as stored in annotations.

use super::inline::{literal_heads, literal_values};
use super::spelling;
use crate::syntax::ast::{ArgumentKind, LiteralDecl, TypeArgument, TypeExpr, TypeKind};

/// A type in the canonical spelling; `None` if it cannot be part of another type.
pub(crate) fn canonical_text(expr: TypeExpr<'_>) -> Option<String> {
    let allows_generics = false;
    text(expr, allows_generics)
}

/// Like `canonical_text`, for the type of a declaration, which may have type arguments.
pub(crate) fn declared_text(expr: TypeExpr<'_>) -> Option<String> {
    let allows_generics = true;
    text(expr, allows_generics)
}

/// The canonical spelling of a type; `None` if there is none. `allows_generics` allows wildcards, and type arguments in
/// `<…>`.
fn text(expr: TypeExpr<'_>, allows_generics: bool) -> Option<String> {
    let (path, arguments, parameters) = match expr.kind() {
        TypeKind::Named { path, arguments, parameters } => (path, arguments, parameters),
        TypeKind::Enum(literals) => return enumeration(&literals),
        TypeKind::Wildcard { upper, lower } if allows_generics => return wildcard(upper, lower),
        _ => return None,
    };
    if !arguments.is_empty() && !allows_generics {
        return None;
    }
    let mut out = String::from(if path.absolute { "::" } else { "" });
    for (index, name) in path.names().enumerate() {
        out.push_str(if index == 0 { "" } else { "::" });
        let is_last = index == path.qualifiers.len();
        match (name.quoted, is_last) {
            (true, _) => out.push_str(&spelling::string(&name.text)),
            (false, true) => out.push_str(&spelling::capitalised(&name.text)),
            // Only the names of types are capitalised; packages keep their case.
            (false, false) => out.push_str(&name.text),
        }
        if name.ordinal > 0 {
            out.push_str(&format!("[{}]", name.ordinal));
        }
    }
    if !arguments.is_empty() {
        let list: Option<Vec<String>> = arguments.iter().map(|ty| text(*ty, allows_generics)).collect();
        out.push_str(&format!("<{}>", list?.join(", ")));
    }
    if let Some(parameters) = parameters {
        let list: Option<Vec<String>> =
            parameters.iter().map(|parameter| argument(parameter, allows_generics)).collect();
        out.push_str(&format!("[{}]", list?.join(", ")));
    }
    Some(out)
}

/// `enum[a, b]`; `None` if a literal has documentation or settings.
fn enumeration(literals: &[LiteralDecl<'_>]) -> Option<String> {
    let heads: Vec<String> = literal_heads(&literal_values(literals)).collect();
    // Documentation and settings of literals cannot be written in the text of the type.
    let are_plain = literals.iter().all(|literal| literal.doc().is_none() && literal.settings().is_empty());
    are_plain.then(|| format!("enum[{}]", heads.join(", ")))
}

/// The canonical text of a wildcard with its bound.
fn wildcard(upper: Option<TypeExpr<'_>>, lower: Option<TypeExpr<'_>>) -> Option<String> {
    let allows_generics = true;
    Some(match (upper, lower) {
        (Some(upper), _) => format!("? extends {}", text(upper, allows_generics)?),
        (None, Some(lower)) => format!("? super {}", text(lower, allows_generics)?),
        (None, None) => "?".to_owned(),
    })
}

/// An argument in the canonical spelling; `None` if it cannot be part of another type.
fn argument(argument: &TypeArgument<'_>, allows_generics: bool) -> Option<String> {
    Some(match &argument.kind {
        ArgumentKind::Type(ty) => text(*ty, allows_generics)?,
        ArgumentKind::Number(number) => number.to_string(),
        ArgumentKind::Default => "default".to_owned(),
        ArgumentKind::Boolean(value) => value.to_string(),
        ArgumentKind::String(value) => spelling::string(value),
        ArgumentKind::Regex(regex) => spelling::regex(regex),
        ArgumentKind::Struct(entries) => {
            let fields = entries.iter().map(|entry| {
                let key = if entry.key.quoted {
                    spelling::string(&entry.key.text)
                } else {
                    entry.key.text.to_string()
                };
                let key = if entry.optional { format!("Optional[{key}]") } else { key };
                Some(format!("{key} => {}", text(entry.ty, allows_generics)?))
            });
            let list: Option<Vec<String>> = fields.collect();
            format!("{{ {} }}", list?.join(", "))
        }
    })
}
