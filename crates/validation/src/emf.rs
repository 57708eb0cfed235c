//! Maps the codes of problems to EMF's constraints. Only this table relates the problems of this crate to those of EMF.
//!
//! EMF identifies a constraint by the source and the number of a diagnostic. Several codes may map to the same
//! constraint, if the codes are more specific. A code that is not listed is that of a problem that EMF does not report:
//! under the rules of Java it is a warning, which never makes a document invalid.

use crate::diagnostic::{Code, codes};

/// The source of EMF's diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// `org.eclipse.emf.ecore`: constraints of every object.
    Object,
    /// `org.eclipse.emf.ecore.model`: constraints of Ecore's own elements.
    Ecore,
}

impl Source {
    /// The name in EMF's diagnostics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Source::Object => "org.eclipse.emf.ecore",
            Source::Ecore => "org.eclipse.emf.ecore.model",
        }
    }
}

/// The source and the number of EMF's constraint for a code; `None` if EMF has no such constraint.
#[must_use]
pub fn constraint(code: Code) -> Option<(Source, i32)> {
    let row = TABLE.iter().find(|(row_code, ..)| *row_code == code);
    row.map(|(_, source, number)| (*source, *number))
}

/// Codes, each with the source and the number of EMF's diagnostic.
pub const TABLE: &[(Code, Source, i32)] = &[
    (codes::UNCHECKABLE, Source::Object, -1),
    (codes::NO_EVALUATOR, Source::Object, 0),
    (codes::REQUIRED, Source::Object, 1),
    (codes::TOO_FEW, Source::Object, 1),
    (codes::TOO_MANY, Source::Object, 1),
    (codes::DOCUMENT_ROOT, Source::Object, 1),
    (codes::OTHER_CALENDAR, Source::Object, 2),
    (codes::DANGLING, Source::Object, 3),
    (codes::UNRESOLVED_PROXY, Source::Object, 4),
    (codes::FACET_RANGE, Source::Object, 5),
    (codes::FACET_LENGTH, Source::Object, 6),
    (codes::VALUE_TYPE, Source::Object, 7),
    (codes::FACET_ENUMERATION, Source::Object, 8),
    (codes::FACET_PATTERN, Source::Object, 9),
    (codes::FACET_DIGITS, Source::Object, 10),
    (codes::FACET_FRACTION, Source::Object, 11),
    (codes::DUPLICATE_ID, Source::Object, 12),
    (codes::SAME_KEY, Source::Object, 13),
    (codes::SAME_MAP_KEY, Source::Object, 14),
    (codes::CROSS_DOCUMENT_CYCLE, Source::Object, 15),
    (codes::UNPAIRED, Source::Object, 16),
    (codes::SEVERAL_IDS, Source::Ecore, 1),
    (codes::TYPE_ARGUMENT_COUNT, Source::Ecore, 2),
    (codes::TYPE_ARGUMENT_OUT_OF_BOUNDS, Source::Ecore, 3),
    (codes::TYPE_ARGUMENTS_MISSING, Source::Ecore, 4),
    (codes::TYPE_ARGUMENTS_WITHOUT_TYPE, Source::Ecore, 5),
    (codes::BAD_BOUNDS, Source::Ecore, 6),
    (codes::BOUNDS_NOT_ALLOWED, Source::Ecore, 7),
    (codes::BOUNDS_BESIDE_TYPE, Source::Ecore, 8),
    (codes::BOUNDS_BOTH, Source::Ecore, 9),
    (codes::KEY_NOT_IN_TYPE, Source::Ecore, 10),
    (codes::OPPOSITE_TRANSIENT, Source::Ecore, 11),
    (codes::OPPOSITES_BOTH_CONTAIN, Source::Ecore, 12),
    (codes::OPPOSITE_NOT_IN_TYPE, Source::Ecore, 13),
    (codes::BAD_OPPOSITE, Source::Ecore, 14),
    (codes::CONFLICTING_SUPERTYPES, Source::Ecore, 15),
    (codes::DUPLICATE_SUPERTYPE, Source::Ecore, 16),
    (codes::ATTRIBUTE_NOT_SERIALIZABLE, Source::Ecore, 17),
    (codes::SUPERTYPE_NOT_A_CLASS, Source::Ecore, 18),
    (codes::WRONG_TYPE_KIND, Source::Ecore, 19),
    (codes::REFERENCE_TO_DATA_TYPE, Source::Ecore, 20),
    (codes::PARAMETER_AND_CLASSIFIER, Source::Ecore, 21),
    (codes::PRIMITIVE_NOT_ALLOWED, Source::Ecore, 22),
    (codes::PARAMETER_OUT_OF_SCOPE, Source::Ecore, 23),
    (codes::WILDCARD_NOT_ALLOWED, Source::Ecore, 24),
    (codes::INTERFACE_NOT_ABSTRACT, Source::Ecore, 25),
    (codes::INHERITANCE_CYCLE, Source::Ecore, 26),
    (codes::REPEATED_VOID, Source::Ecore, 27),
    (codes::SEVERAL_CONTAINERS, Source::Ecore, 28),
    (codes::DUPLICATE_TYPE, Source::Ecore, 29),
    (codes::DUPLICATE_LITERAL, Source::Ecore, 30),
    (codes::DUPLICATE_LITERAL_NAME, Source::Ecore, 31),
    (codes::DUPLICATE_FEATURE, Source::Ecore, 32),
    (codes::DUPLICATE_NS_URI, Source::Ecore, 33),
    (codes::DUPLICATE_OPERATION, Source::Ecore, 34),
    (codes::DUPLICATE_PARAMETER, Source::Ecore, 35),
    (codes::DUPLICATE_SUBPACKAGE, Source::Ecore, 36),
    (codes::DUPLICATE_TYPE_PARAMETER, Source::Ecore, 37),
    (codes::BAD_DEFAULT, Source::Ecore, 38),
    (codes::BAD_LOWER_BOUND, Source::Ecore, 39),
    (codes::MISSING_TYPE, Source::Ecore, 40),
    (codes::BAD_UPPER_BOUND, Source::Ecore, 41),
    (codes::BAD_INSTANCE_TYPE, Source::Ecore, 42),
    (codes::MAP_ENTRY_INCOMPLETE, Source::Ecore, 43),
    (codes::BAD_NAME, Source::Ecore, 44),
    (codes::BAD_NS_PREFIX, Source::Ecore, 45),
    (codes::BAD_NS_URI, Source::Ecore, 46),
    (codes::BAD_SOURCE_URI, Source::Ecore, 47),
    (codes::OPERATION_LIKE_ACCESSOR, Source::Ecore, 48),
    (codes::MAP_ENTRY_CLASS_NAME, Source::Ecore, 49),
    (codes::NOT_UNIQUE_REFERENCE, Source::Ecore, 50),
    (codes::OTHER_CONTAINER_REQUIRED, Source::Ecore, 51),
];

#[cfg(test)]
mod tests {
    use super::TABLE;

    #[test]
    fn each_code_has_one_constraint() {
        for (at, (code, ..)) in TABLE.iter().enumerate() {
            assert!(TABLE[..at].iter().all(|(earlier, ..)| earlier != code), "{code} is listed twice");
        }
        assert!(TABLE.windows(2).all(|pair| (pair[0].1, pair[0].2) <= (pair[1].1, pair[1].2)));
    }
}
