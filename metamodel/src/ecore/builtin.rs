//! The metamodels that EMF ships with: Ecore itself, built once from the table in `builtin.txt`, and the
//! types of XML Schema from `xml_types.txt`, which metamodels generated from schemas use.
//!
//! A table lists classifiers in order, one element per line: `class NAME [< SUPER] [= JAVA]`, `data NAME[<T>] = JAVA
//! [unserializable] [facet=value…]`, and inside a class `attr|ref|part NAME TYPE LOWER..UPPER [flags]` and `op
//! NAME(TYPE name, …) [-> TYPE] [throws TYPE]`. `part` is a containment; `local` means that proxies are not resolved;
//! `quiet` marks features for which EMF generates no public `isSet` and `unset` methods. Invariant: the constants below
//! match the positions in the table (a test compares them).

use super::annotations::{Annotation, EXTENDED_META_DATA, GEN_MODEL};
use super::elements::{
    ClassId, Classifier, DataTypeId, EnumLiteral, Feature, FeatureId, FeatureKind, InstanceName, Operation,
    PackageId, TypeParameter, TypeUse, TypedElement,
};
use super::positions::positions;
use super::{Metamodel, MetamodelBuilder};
use std::sync::{Arc, OnceLock};

pub use super::namespaces::{NS_URI, OPTIONAL_URIS, XML_NAMESPACE_URI, XML_TYPE_URI};

/// The `ecore` package itself.
pub const PACKAGE: PackageId = PackageId(0);

positions! { CLASSES: ClassId;
    EATTRIBUTE = 0, "EAttribute";
    EANNOTATION = 1, "EAnnotation";
    ECLASS = 2, "EClass";
    ECLASSIFIER = 3, "EClassifier";
    EDATA_TYPE = 4, "EDataType";
    EENUM = 5, "EEnum";
    EENUM_LITERAL = 6, "EEnumLiteral";
    EMODEL_ELEMENT = 8, "EModelElement";
    ENAMED_ELEMENT = 9, "ENamedElement";
    /// All classes conform to it.
    EOBJECT = 10, "EObject";
    EOPERATION = 11, "EOperation";
    EPACKAGE = 12, "EPackage";
    EPARAMETER = 13, "EParameter";
    EREFERENCE = 14, "EReference";
    ESTRUCTURAL_FEATURE = 15, "EStructuralFeature";
    ETYPED_ELEMENT = 16, "ETypedElement";
    ESTRING_TO_STRING_MAP_ENTRY = 17, "EStringToStringMapEntry";
    EGENERIC_TYPE = 18, "EGenericType";
    ETYPE_PARAMETER = 19, "ETypeParameter";
}

positions! { DATA_TYPES: DataTypeId;
    EBIG_DECIMAL = 0, "EBigDecimal";
    EBIG_INTEGER = 1, "EBigInteger";
    EBOOLEAN = 2, "EBoolean";
    EBOOLEAN_OBJECT = 3, "EBooleanObject";
    EBYTE_ARRAY = 5, "EByteArray";
    EDATE = 9, "EDate";
    EDOUBLE = 11, "EDouble";
    EDOUBLE_OBJECT = 12, "EDoubleObject";
    EINT = 19, "EInt";
    EJAVA_OBJECT = 22, "EJavaObject";
    ELONG = 23, "ELong";
    ELONG_OBJECT = 24, "ELongObject";
    ESTRING = 30, "EString";
}

impl Default for MetamodelBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl MetamodelBuilder {
    /// Starts with Ecore, which every metamodel contains.
    #[must_use]
    pub fn new() -> Self {
        Self::extending(&ecore())
    }
}

/// Returns Ecore, which is built on first use.
pub(super) fn ecore() -> Arc<Metamodel> {
    static ECORE: OnceLock<Arc<Metamodel>> = OnceLock::new();
    Arc::clone(ECORE.get_or_init(|| {
        let mut table = Table::new(MetamodelBuilder::bare());
        table.package(include_str!("builtin.txt"), ["ecore", NS_URI, "ecore"]);
        let (metamodel, problems) = table.builder.build();
        // The table is part of the program, so a problem would be a mistake in the program.
        debug_assert!(problems.is_empty(), "the table of Ecore is valid: {problems:?}");
        Arc::new(metamodel)
    }))
}

/// Returns the metamodel extended by the package with this URI and the packages that it requires; `None` if the URI is
/// not one of [`OPTIONAL_URIS`].
pub(super) fn with_built_in(metamodel: &Metamodel, uri: &str) -> Option<Metamodel> {
    let is_included = metamodel.package_by_uri(uri).is_some();
    match uri {
        // A second copy would replace the first one in the table of namespace URIs.
        XML_TYPE_URI | XML_NAMESPACE_URI if is_included => Some(metamodel.clone()),
        XML_TYPE_URI => {
            let names = ["type", XML_TYPE_URI, "ecore.xml.type"];
            Some(extended(metamodel, include_str!("xml_types.txt"), names))
        }
        XML_NAMESPACE_URI => {
            let metamodel = with_built_in(metamodel, XML_TYPE_URI)?;
            let names = ["namespace", XML_NAMESPACE_URI, "xml"];
            Some(extended(&metamodel, include_str!("xml_namespace.txt"), names))
        }
        _ => None,
    }
}

/// Returns the metamodel, extended by the package that a table describes. The array contains the name, the
/// namespace URI and the prefix of the package.
fn extended(metamodel: &Metamodel, table_text: &'static str, names: [&str; 3]) -> Metamodel {
    let mut table = Table::new(MetamodelBuilder::extending(metamodel));
    let built_in = metamodel.packages().filter(|(id, _)| metamodel.is_built_in(*id));
    let classifiers = built_in.flat_map(|(_, package)| &package.classifiers);
    table.names = classifiers.map(|c| (metamodel.name(*c).to_owned(), *c)).collect();
    table.package(table_text, names);
    // The tables are part of the program, and are valid.
    let (metamodel, _problems) = table.builder.build();
    metamodel
}

/// The name of the type of Ecore that a name means: the type with this name, or the one that corresponds to a type of
/// Java or of another language.
#[must_use]
pub fn ecore_type_name(name: &str) -> Option<&str> {
    let ecore_name = match name {
        "String" | "string" | "str" | "Text" | "text" => "EString",
        "Integer" | "integer" | "Int" | "int" | "Number" | "number" => "EInt",
        "Long" | "long" => "ELong",
        "Boolean" | "boolean" | "Bool" | "bool" => "EBoolean",
        "Float" | "float" => "EFloat",
        "Double" | "double" => "EDouble",
        "Decimal" | "decimal" | "BigDecimal" => "EBigDecimal",
        "Date" | "date" | "DateTime" | "dateTime" | "Timestamp" => "EDate",
        // The names in other languages can be matched first, because no type of Ecore has such a name.
        _ => return Metamodel::ecore().classifier(PACKAGE, name).map(|_| name),
    };
    Some(ecore_name)
}

/// Returns the feature of an Ecore class with this name.
///
/// # Panics
/// If Ecore has no such feature. Callers pass constant names.
#[must_use]
pub fn feature(class: ClassId, name: &str) -> FeatureId {
    ecore().feature(class, name).unwrap_or_else(|| panic!("Ecore has no feature {name}"))
}

/// Adds the packages of tables to a metamodel.
struct Table {
    builder: MetamodelBuilder,
    /// The features with opposites, each with `Class.feature`.
    opposites: Vec<(FeatureId, &'static str)>,
    /// The classifiers that lines of the table can refer to, by name.
    names: Vec<(String, Classifier)>,
}

impl Table {
    fn new(builder: MetamodelBuilder) -> Self {
        Self { builder, opposites: Vec::new(), names: Vec::new() }
    }

    /// Adds the package that a table describes. The array contains its name, namespace URI and prefix.
    fn package(&mut self, table_text: &'static str, [name, uri, prefix]: [&str; 3]) {
        let lines: Vec<&'static str> = table_text.lines().collect();
        let outer_package = None;
        let package_id = self.builder.package(outer_package, name);
        let package = self.builder.package_mut(package_id);
        package.ns_uri = Some(uri.to_owned());
        package.ns_prefix = Some(prefix.to_owned());
        // All classifiers are added first, because members may have types that are declared below them.
        for line in lines.iter().filter(|line| !line.starts_with(' ')) {
            let (name, classifier) = self.classifier(package_id, line);
            // Names are inserted at the front, because the classifiers of this package take precedence over those of
            // other packages.
            self.names.insert(0, (name.to_owned(), classifier));
        }
        let names = self.names.clone();
        let lookup = |searched: &str| {
            names.iter().find(|(name, _)| *name == searched).map(|(_, classifier)| *classifier)
        };
        // The class to which indented lines belong. Enumerations and data types have no such lines.
        let mut class_above = None;
        for line in &lines {
            if let Some(member) = line.strip_prefix("  ") {
                if let Some(class) = class_above {
                    self.member(class, member, &lookup);
                }
                continue;
            }
            let (name, settings) = header(line);
            let Some(Classifier::Class(class)) = lookup(name) else { continue };
            class_above = Some(class);
            if let Some(supertype) = supertype_name(settings).and_then(&lookup) {
                self.builder.class_mut(class).supertypes.push(TypeUse::new(supertype));
            }
        }
        // Opposites are resolved last, because the opposite of a feature may be declared after it.
        self.resolve_opposites(&names);
    }

    /// Adds the classifier that a line declares, such as `abstract class EClassifier < ENamedElement`, `enum Name a b`
    /// or `data EString = java.lang.String`; returns it with its name.
    fn classifier(&mut self, package: PackageId, line: &'static str) -> (&'static str, Classifier) {
        let (name, settings) = header(line);
        if line.starts_with("enum ") {
            let literals = settings.split(' ').enumerate();
            let literals = literals.map(|(value, name)| EnumLiteral {
                name: name.to_owned(),
                value: i32::try_from(value).unwrap_or(0),
                ..EnumLiteral::default()
            });
            return (name, Classifier::DataType(self.builder.enumeration(package, name, literals.collect())));
        }
        let instance = settings.split_once("= ").map(|(_, java)| java.split(' ').next().unwrap_or(java));
        let instance = instance.map_or(InstanceName::None, |java| InstanceName::Class(java.to_owned()));
        if line.starts_with("data ") {
            return (name, Classifier::DataType(self.data_type(package, line, instance)));
        }
        let id = self.builder.class(package, name);
        let class = self.builder.class_mut(id);
        class.is_abstract = line.starts_with("abstract ");
        class.instance = instance;
        (name, Classifier::Class(id))
    }

    /// Adds the data type of a line.
    fn data_type(&mut self, package: PackageId, line: &'static str, instance: InstanceName) -> DataTypeId {
        let (name, settings) = header(line);
        let id = self.builder.data_type(package, name);
        let parameters =
            line.split_once('<').and_then(|(_, tail)| tail.split_once('>')).map_or("", |(inner, _)| inner);
        for parameter in parameters.split(',').filter(|parameter| !parameter.is_empty()) {
            let parameter = self
                .builder
                .type_parameter(TypeParameter { name: parameter.to_owned(), ..TypeParameter::default() });
            self.builder.data_type_mut(id).type_parameters.push(parameter);
        }
        let data_type = self.builder.data_type_mut(id);
        data_type.instance = instance;
        data_type.serializable = !settings.contains(" unserializable");
        let facets: Vec<_> = settings
            .split(' ')
            .filter_map(|word| word.split_once('='))
            // The word `=` before the Java class is not a facet.
            .filter(|(key, _)| !key.is_empty())
            // In the table, commas separate the names of a list; in the annotation, spaces do.
            .map(|(key, value)| match key {
                "memberTypes" => (Some(key.to_owned()), Some(value.replace(',', " "))),
                _ => (Some(key.to_owned()), Some(value.to_owned())),
            })
            .collect();
        if !facets.is_empty() {
            data_type.annotations.push(Annotation {
                source: Some(EXTENDED_META_DATA.to_owned()),
                details: facets,
                ..Annotation::default()
            });
        }
        id
    }

    /// Adds the member of a class that a line declares.
    fn member(&mut self, owner: ClassId, member: &'static str, lookup: &impl Fn(&str) -> Option<Classifier>) {
        let (keyword, declaration) = member.split_once(' ').unwrap_or((member, ""));
        match keyword {
            "constraints" => self.builder.class_mut(owner).annotations.push(Annotation {
                source: Some(NS_URI.to_owned()),
                details: vec![(Some("constraints".to_owned()), Some(declaration.to_owned()))],
                ..Annotation::default()
            }),
            "op" => {
                let operation = operation(declaration, lookup);
                self.builder.operation(owner, operation);
            }
            _ => self.feature(owner, keyword, declaration, lookup),
        }
    }

    /// Adds the feature that the text after a keyword declares, such as `name EString 0..1 unsettable`.
    fn feature(
        &mut self,
        owner: ClassId,
        keyword: &str,
        declaration: &'static str,
        lookup: &impl Fn(&str) -> Option<Classifier>,
    ) {
        let mut words = declaration.splitn(4, ' ');
        let mut next_word = || words.next().unwrap_or_default();
        let (name, ty, bounds, flags) = (next_word(), next_word(), next_word(), next_word());
        let (lower, upper) = bounds.split_once("..").unwrap_or(("0", "1"));
        let typed = TypedElement {
            lower: lower.parse().unwrap_or(0),
            // The table contains `*` for an unbounded feature, which is not a number, so the upper bound becomes -1.
            upper: upper.parse().unwrap_or(-1),
            ..typed(name, ty, lookup)
        };
        let has_flag = |flag: &str| flags.split(' ').any(|word| word == flag);
        let setting = |key: &str| flags.split(' ').find_map(|word| word.strip_prefix(key));
        let kind = match keyword {
            "attr" => FeatureKind::Attribute { id: false },
            _ => FeatureKind::Reference {
                containment: keyword == "part",
                resolve_proxies: !has_flag("local"),
                opposite: None,
                keys: Vec::new(),
            },
        };
        let mut feature = Feature::new(owner, kind, typed);
        feature.changeable = !has_flag("readonly");
        feature.volatile = has_flag("volatile");
        feature.transient = has_flag("transient");
        feature.unsettable = has_flag("unsettable");
        feature.derived = has_flag("derived");
        feature.default_literal = setting("default=").map(str::to_owned);
        if has_flag("quiet") {
            feature.typed.annotations.push(Annotation {
                source: Some(GEN_MODEL.to_owned()),
                details: vec![
                    hidden_detail("suppressedIsSetVisibility"),
                    hidden_detail("suppressedUnsetVisibility"),
                ],
                ..Annotation::default()
            });
        }
        let id = self.builder.feature(feature);
        if let Some(opposite) = setting("opposite=") {
            self.opposites.push((id, opposite));
        }
    }

    /// Sets the opposites of features.
    fn resolve_opposites(&mut self, names: &[(String, Classifier)]) {
        for (id, path) in std::mem::take(&mut self.opposites) {
            let (class_name, feature_name) = path.split_once('.').unwrap_or((path, ""));
            let named_classifier = names.iter().find(|(name, _)| *name == class_name);
            let Some((_, Classifier::Class(class))) = named_classifier else { continue };
            // The list is copied, because the builder can only be accessed mutably in the search below.
            let features = self.builder.class_mut(*class).features.clone();
            let opposite_feature = features
                .into_iter()
                .find(|feature| self.builder.feature_mut(*feature).name() == feature_name);
            if let FeatureKind::Reference { opposite, .. } = &mut self.builder.feature_mut(id).kind {
                *opposite = opposite_feature;
            }
        }
    }
}

/// A detail that suppresses a generated method.
fn hidden_detail(key: &str) -> (Option<String>, Option<String>) {
    (Some(key.to_owned()), Some("true".to_owned()))
}

/// Splits the line of a classifier into the name and the text after it: `abstract class EClassifier < ENamedElement`
/// into `EClassifier` and `< ENamedElement`.
fn header(line: &str) -> (&str, &str) {
    let declaration = line.strip_prefix("abstract ").unwrap_or(line);
    let after_keyword = declaration.split_once(' ').map_or(declaration, |(_, after)| after);
    let (name, settings) = after_keyword.split_once(' ').unwrap_or((after_keyword, ""));
    // The name of a data type may be followed by its type parameters.
    (name.split('<').next().unwrap_or(name), settings)
}

/// The name of the supertype in the text after the name of a class: `ENamedElement` in `< ENamedElement`.
fn supertype_name(settings: &str) -> Option<&str> {
    settings.strip_prefix("< ")?.split(' ').next()
}

/// A typed element with the default bounds.
fn typed(name: &str, ty: &str, lookup: &impl Fn(&str) -> Option<Classifier>) -> TypedElement {
    TypedElement { name: name.to_owned(), ty: type_use(ty, lookup), ..TypedElement::default() }
}

/// A type such as `EList<EObject>`; `None` if the classifier is unknown.
fn type_use(text: &str, lookup: &impl Fn(&str) -> Option<Classifier>) -> Option<TypeUse> {
    let (name, argument) = match text.split_once('<') {
        Some((name, argument)) => (name, Some(argument.trim_end_matches('>'))),
        None => (text, None),
    };
    let mut type_use = TypeUse::new(lookup(name)?);
    if let Some(argument) = argument {
        // The table contains `?` for a wildcard, which is a type use without a classifier.
        type_use.arguments.push(lookup(argument).map_or_else(TypeUse::default, TypeUse::new));
    }
    Some(type_use)
}

/// An operation such as `getEClassifier(EString name) -> EClassifier`.
fn operation(text: &str, lookup: &impl Fn(&str) -> Option<Classifier>) -> Operation {
    let (name, after_name) = text.split_once('(').unwrap_or((text, ")"));
    let (parameters, after_parameters) = after_name.split_once(')').unwrap_or(("", after_name));
    let (result, exception) = match after_parameters.split_once(" throws ") {
        Some((result, exception)) => (result, Some(exception)),
        None => (after_parameters, None),
    };
    Operation {
        typed: typed(name, result.trim_start_matches(" -> "), lookup),
        parameters: parameters
            .split(", ")
            .filter_map(|parameter| parameter.split_once(' '))
            .map(|(ty, name)| typed(name, ty, lookup))
            .collect(),
        type_parameters: Vec::new(),
        exceptions: exception.and_then(lookup).map(TypeUse::new).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_name_the_tables_positions() {
        let ecore = ecore();
        for (id, name) in CLASSES {
            assert_eq!(ecore[*id].name, *name);
        }
        for (id, name) in DATA_TYPES {
            assert_eq!(ecore[*id].name, *name);
        }
    }

    #[test]
    fn ecore_is_linked_up() {
        let ecore = ecore();
        assert_eq!(ecore.classes().count(), 20);
        assert_eq!(ecore.data_types().count(), 33);
        assert_eq!(ecore.features().count(), 81);
        let features = feature(ECLASS, "eStructuralFeatures");
        assert_eq!(ecore[features].opposite(), Some(feature(ESTRUCTURAL_FEATURE, "eContainingClass")));
        assert!(ecore.conforms(EREFERENCE, EMODEL_ELEMENT) && ecore.conforms(EPACKAGE, EOBJECT));
        assert_eq!(ecore.table(EATTRIBUTE).all_features().len(), 20);
    }
}
