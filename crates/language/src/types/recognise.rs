//! Recognises the data types of Ecore that represent a constrained type.
//!
//! Invariant: a type is recognised only if reading it creates an equal instance class name and equal annotations.

use super::builtin_type::{self, BuiltinType};
use super::constrained_type::{ConstrainedType, ConstraintKind, XSD};
use super::spelling;
use crate::ecore::{DataType, TYPE_TEXT, facet_items};
use crate::syntax::ast::TypeExpr;
use crate::syntax::parse_type;
use crate::syntax::tree::SyntaxTree;

impl ConstrainedType {
    /// The constrained type that a data type represents, and how many of its annotations express it; `None` if it
    /// represents none.
    pub(crate) fn from_data_type(data_type: &DataType) -> Option<(ConstrainedType, usize)> {
        if data_type.literals.is_some() || !data_type.type_parameters.is_empty() {
            return None;
        }
        let constraint =
            Self::from_stored_text(data_type).or_else(|| Self::from_probable_facets(data_type))?;
        let annotations = constraint.annotations();
        // The type is only a guess until here: it is accepted only if reading it creates the same data type.
        let is_same =
            constraint.instance() == data_type.instance && data_type.annotations.starts_with(&annotations);
        is_same.then_some((constraint, annotations.len()))
    }

    /// The constraint from the stored text of the type; `None` if there is no text, because facets express the type.
    fn from_stored_text(data_type: &DataType) -> Option<ConstrainedType> {
        let annotation = data_type
            .annotations
            .iter()
            .take(2)
            .find(|annotation| annotation.source.as_deref() == Some(TYPE_TEXT));
        Self::of_text(annotation?.detail("type")?)
    }

    /// The constrained type in a text; `None` if the text is not such a type.
    pub(crate) fn of_text(text: &str) -> Option<ConstrainedType> {
        let tree = SyntaxTree::new(parse_type(text)?);
        let expr = TypeExpr::of_tree(&tree)?;
        let (word, arguments) = builtin_type::word(expr)?;
        match builtin_type::read(expr, &word, arguments.as_deref()) {
            Ok(BuiltinType::Constrained(constraint)) => Some(constraint),
            _ => None,
        }
    }

    /// The constraint that the facets probably express; the caller checks it. `None` if the facets express none.
    fn from_probable_facets(data_type: &DataType) -> Option<ConstrainedType> {
        let annotation = data_type.annotations.first()?;
        let facet = |key: &str| annotation.detail(key).map(str::to_owned);
        let base = annotation.detail("baseType")?.strip_prefix(XSD)?;
        let (low, high) = (facet("minInclusive"), facet("maxInclusive"));
        let kind = match base {
            "long" | "integer" if is_number_or_missing(&low) && is_number_or_missing(&high) => {
                ConstraintKind::Integer(low, high)
            }
            "double" if is_number_or_missing(&low) && is_number_or_missing(&high) => {
                ConstraintKind::Float(low, high)
            }
            "string" => match facet("enumeration") {
                Some(values) => ConstraintKind::Enum(facet_items(&values).collect(), false),
                None if is_number_or_missing(&facet("minLength"))
                    && is_number_or_missing(&facet("maxLength")) =>
                {
                    ConstraintKind::String(facet("minLength"), facet("maxLength"))
                }
                None => return None,
            },
            _ => return None,
        };
        let is_optional = matches!(data_type.instance.raw(), Some("java.lang.Long" | "java.lang.Double"));
        // Without bounds, this would be a plain built-in type, for which reading creates no data type.
        let has_bounds = annotation.details.len() > 1;
        has_bounds.then_some(ConstrainedType { is_optional, kind })
    }
}

/// Whether a facet is a number or missing.
fn is_number_or_missing(text: &Option<String>) -> bool {
    text.as_deref().is_none_or(spelling::is_number)
}
