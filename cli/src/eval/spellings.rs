//! Notes on expressions that compare a value with the text by which documents spell a literal of an enumeration. In
//! expressions, the value of a literal is its name, so such a comparison is probably a mistake.

use modelwright_language::language::expression::{Binary, Expr, ExprId, Expressions};
use modelwright_metamodel::diagnostic::{Diagnostic, Severity, codes};
use modelwright_metamodel::ecore::{EnumLiteral, Metamodel};

/// A note for each compared string that is the spelling of a literal, and not the name of one.
pub(super) fn notes(expressions: &Expressions, metamodel: &Metamodel) -> Vec<Diagnostic> {
    let literals: Vec<&EnumLiteral> =
        metamodel.data_types().flat_map(|(_, data_type)| data_type.enum_literals()).collect();
    let compared_expressions = expressions.iter().filter_map(|(_, expr)| match expr {
        Expr::Binary { operator: Binary::Equal | Binary::NotEqual, left, right } => Some([left, right]),
        _ => None,
    });
    compared_expressions.flatten().filter_map(|id| note(expressions, &literals, id)).collect()
}

/// A note if an expression is the spelling of a literal, and not the name of one.
fn note(expressions: &Expressions, literals: &[&EnumLiteral], id: ExprId) -> Option<Diagnostic> {
    let (Expr::String(text) | Expr::Name(text)) = expressions[id] else { return None };
    let text = expressions.text(text);
    if literals.iter().any(|literal| literal.name == text) {
        return None;
    }
    let name = &literals.iter().find(|literal| literal.spelling() == text)?.name;
    let message =
        format!("'{text}' is the spelling of a literal in documents; in expressions, use its name, '{name}'");
    Some(
        Diagnostic::new(codes::LOGIC_FAILED, Severity::Note, message)
            .at(expressions.source(), expressions.span(id)),
    )
}
