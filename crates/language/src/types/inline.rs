//! Types that are declared in place: the names of their classifiers, and the literals of enumerations.

use super::spelling;
use crate::ecore::EnumLiteral;
use crate::syntax::ast::LiteralDecl;

/// The name of the classifier for a type that is declared in place at a feature.
pub(crate) fn inline_name(class: &str, feature: &str) -> String {
    format!("{class}{}", spelling::capitalised(feature))
}

/// The literals of an enumeration. A literal without a number has that of the previous literal plus 1.
pub(crate) fn literal_values(literals: &[LiteralDecl<'_>]) -> Vec<EnumLiteral> {
    let mut next = 0;
    let mut result = Vec::with_capacity(literals.len());
    for literal in literals {
        let value = literal.value().unwrap_or(next);
        // After the greatest number, the next one is the least, as for Java's `int`.
        next = value.wrapping_add(1);
        result.push(EnumLiteral {
            name: literal.name().text.into_owned(),
            value,
            literal: literal.spelling(),
            annotations: Vec::new(),
        });
    }
    result
}

/// The name of each literal, with its number unless that follows from the previous literal.
pub(crate) fn literal_heads(literals: &[EnumLiteral]) -> impl Iterator<Item = String> {
    let mut next = 0i32;
    literals.iter().map(move |literal| {
        let mut head = spelling::name(&literal.name);
        if literal.value != next {
            head.push_str(&format!(" = {}", literal.value));
        }
        next = literal.value.wrapping_add(1);
        if let Some(spelling) = &literal.literal {
            head.push_str(" as ");
            head.push_str(&spelling::string(spelling));
        }
        head
    })
}
