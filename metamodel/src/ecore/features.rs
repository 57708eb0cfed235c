//! The features of Ecore that conversions and rules read and set, by their positions in the table of Ecore
//! (`builtin.txt`).
//!
//! Invariant: each constant is the position of its feature in the table (a test compares them). Converters set several
//! features of each element, for which a search by name takes longer than the rest.

use super::elements::FeatureId;
use super::positions::positions;

positions! { NAMES: FeatureId;
    EATTRIBUTE_ID = 0, "EAttribute.iD";
    EANNOTATION_SOURCE = 2, "EAnnotation.source";
    EANNOTATION_DETAILS = 3, "EAnnotation.details";
    EANNOTATION_REFERENCES = 6, "EAnnotation.references";
    ECLASS_ABSTRACT = 7, "EClass.abstract";
    ECLASS_INTERFACE = 8, "EClass.interface";
    ECLASS_SUPER_TYPES = 9, "EClass.eSuperTypes";
    ECLASS_OPERATIONS = 10, "EClass.eOperations";
    ECLASS_STRUCTURAL_FEATURES = 20, "EClass.eStructuralFeatures";
    ECLASS_GENERIC_SUPER_TYPES = 21, "EClass.eGenericSuperTypes";
    ECLASSIFIER_INSTANCE_CLASS_NAME = 23, "EClassifier.instanceClassName";
    ECLASSIFIER_INSTANCE_TYPE_NAME = 26, "EClassifier.instanceTypeName";
    ECLASSIFIER_TYPE_PARAMETERS = 28, "EClassifier.eTypeParameters";
    EDATA_TYPE_SERIALIZABLE = 29, "EDataType.serializable";
    EENUM_LITERALS = 30, "EEnum.eLiterals";
    EENUM_LITERAL_VALUE = 31, "EEnumLiteral.value";
    EENUM_LITERAL_LITERAL = 33, "EEnumLiteral.literal";
    EMODEL_ELEMENT_ANNOTATIONS = 36, "EModelElement.eAnnotations";
    ENAMED_ELEMENT_NAME = 37, "ENamedElement.name";
    EOPERATION_TYPE_PARAMETERS = 39, "EOperation.eTypeParameters";
    EOPERATION_PARAMETERS = 40, "EOperation.eParameters";
    EOPERATION_EXCEPTIONS = 41, "EOperation.eExceptions";
    EOPERATION_GENERIC_EXCEPTIONS = 42, "EOperation.eGenericExceptions";
    EPACKAGE_NS_URI = 43, "EPackage.nsURI";
    EPACKAGE_NS_PREFIX = 44, "EPackage.nsPrefix";
    EPACKAGE_CLASSIFIERS = 46, "EPackage.eClassifiers";
    EPACKAGE_SUBPACKAGES = 47, "EPackage.eSubpackages";
    EREFERENCE_CONTAINMENT = 50, "EReference.containment";
    EREFERENCE_RESOLVE_PROXIES = 52, "EReference.resolveProxies";
    EREFERENCE_OPPOSITE = 53, "EReference.eOpposite";
    EREFERENCE_KEYS = 55, "EReference.eKeys";
    ESTRUCTURAL_FEATURE_CHANGEABLE = 56, "EStructuralFeature.changeable";
    ESTRUCTURAL_FEATURE_VOLATILE = 57, "EStructuralFeature.volatile";
    ESTRUCTURAL_FEATURE_TRANSIENT = 58, "EStructuralFeature.transient";
    ESTRUCTURAL_FEATURE_DEFAULT_VALUE_LITERAL = 59, "EStructuralFeature.defaultValueLiteral";
    ESTRUCTURAL_FEATURE_UNSETTABLE = 61, "EStructuralFeature.unsettable";
    ESTRUCTURAL_FEATURE_DERIVED = 62, "EStructuralFeature.derived";
    ETYPED_ELEMENT_ORDERED = 64, "ETypedElement.ordered";
    ETYPED_ELEMENT_UNIQUE = 65, "ETypedElement.unique";
    ETYPED_ELEMENT_LOWER_BOUND = 66, "ETypedElement.lowerBound";
    ETYPED_ELEMENT_UPPER_BOUND = 67, "ETypedElement.upperBound";
    ETYPED_ELEMENT_TYPE = 70, "ETypedElement.eType";
    ETYPED_ELEMENT_GENERIC_TYPE = 71, "ETypedElement.eGenericType";
    ESTRING_TO_STRING_MAP_ENTRY_KEY = 72, "EStringToStringMapEntry.key";
    ESTRING_TO_STRING_MAP_ENTRY_VALUE = 73, "EStringToStringMapEntry.value";
    EGENERIC_TYPE_UPPER_BOUND = 74, "EGenericType.eUpperBound";
    EGENERIC_TYPE_TYPE_ARGUMENTS = 75, "EGenericType.eTypeArguments";
    EGENERIC_TYPE_LOWER_BOUND = 77, "EGenericType.eLowerBound";
    EGENERIC_TYPE_TYPE_PARAMETER = 78, "EGenericType.eTypeParameter";
    EGENERIC_TYPE_CLASSIFIER = 79, "EGenericType.eClassifier";
    ETYPE_PARAMETER_BOUNDS = 80, "ETypeParameter.eBounds";
}

#[cfg(test)]
mod tests {
    use super::NAMES;
    use crate::ecore::Metamodel;

    #[test]
    fn constants_are_positions_in_the_table() {
        let ecore = Metamodel::ecore();
        for (feature, expected) in NAMES {
            let data = &ecore[*feature];
            assert_eq!(format!("{}.{}", ecore[data.owner].name, data.name()), *expected);
        }
    }
}
