//! A small metamodel with everything that a tree must be able to express.

use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataTypeId, EnumLiteral, Feature, FeatureId, FeatureKind, Metamodel,
    MetamodelBuilder, TypeUse, TypedElement, builtin,
};
use std::sync::{Arc, OnceLock};

/// The package's URI.
pub(crate) const URI: &str = "http://modelwright.dev/test/library";

/// The data types of `Values`, each as a single and as a many-valued attribute.
pub(crate) const DATA: [&str; 16] = [
    "EBoolean",
    "EBooleanObject",
    "EByte",
    "EShort",
    "EInt",
    "EIntegerObject",
    "ELong",
    "EFloat",
    "EDouble",
    "EChar",
    "EString",
    "EDate",
    "EBigInteger",
    "EBigDecimal",
    "EByteArray",
    "EJavaObject",
];

/// The metamodel.
pub(crate) fn library() -> Arc<Metamodel> {
    static LIBRARY: OnceLock<Arc<Metamodel>> = OnceLock::new();
    Arc::clone(LIBRARY.get_or_init(|| {
        let (metamodel, problems) = build();
        assert!(problems.is_empty(), "the metamodel is sound: {problems:?}");
        Arc::new(metamodel)
    }))
}

struct Maker(MetamodelBuilder);

impl Maker {
    fn typed(name: &str, classifier: Classifier, upper: i32) -> TypedElement {
        TypedElement {
            name: name.to_owned(),
            ty: Some(TypeUse::new(classifier)),
            upper,
            ..TypedElement::default()
        }
    }

    fn attribute(&mut self, owner: ClassId, name: &str, ty: DataTypeId, upper: i32) -> FeatureId {
        let mut typed = Self::typed(name, Classifier::DataType(ty), upper);
        typed.unique = false;
        self.0.feature(Feature::new(owner, FeatureKind::Attribute { id: false }, typed))
    }

    fn reference(&mut self, owner: ClassId, name: &str, ty: ClassId, upper: i32, part: bool) -> FeatureId {
        let kind = FeatureKind::Reference {
            containment: part,
            resolve_proxies: true,
            opposite: None,
            keys: Vec::new(),
        };
        self.0.feature(Feature::new(owner, kind, Self::typed(name, Classifier::Class(ty), upper)))
    }

    fn opposites(&mut self, one: FeatureId, other: FeatureId) {
        for (end, far) in [(one, other), (other, one)] {
            if let FeatureKind::Reference { opposite, .. } = &mut self.0.feature_mut(end).kind {
                *opposite = Some(far);
            }
        }
    }
}

fn data_type(name: &str) -> DataTypeId {
    match Metamodel::ecore().classifier(builtin::PACKAGE, name) {
        Some(Classifier::DataType(id)) => id,
        _ => panic!("Ecore has no data type {name}"),
    }
}

fn build() -> (Metamodel, Vec<modelwright_metamodel::ecore::Problem>) {
    let mut make = Maker(MetamodelBuilder::new());
    let package = make.0.package(None, "library");
    *make.0.package_mut(package) = modelwright_metamodel::ecore::Package {
        ns_uri: Some(URI.to_owned()),
        ns_prefix: Some("l".to_owned()),
        ..make.0.package_mut(package).clone()
    };
    let inner = make.0.package(Some(package), "inner");
    make.0.package_mut(inner).ns_uri = Some(format!("{URI}/inner"));
    make.0.package_mut(inner).ns_prefix = Some("i".to_owned());
    let literal = |name: &str, value, literal: Option<&str>| EnumLiteral {
        name: name.to_owned(),
        value,
        literal: literal.map(str::to_owned),
        ..EnumLiteral::default()
    };
    let genres = vec![
        literal("Novel", 0, None),
        literal("Poetry", 1, Some("poems & songs")),
        literal("Essay", 2, None),
    ];
    let genre = make.0.enumeration(package, "Genre", genres);
    let [library, named, person, author, book, shelf, values] =
        ["Library", "Named", "Person", "Author", "Book", "Shelf", "Values"]
            .map(|name| make.0.class(package, name));
    let special = make.0.class(inner, "SpecialShelf");
    make.0.class_mut(named).is_abstract = true;
    for (class, parent) in
        [(library, named), (person, named), (author, person), (book, named), (shelf, named), (special, shelf)]
    {
        make.0.class_mut(class).supertypes.push(TypeUse::new(Classifier::Class(parent)));
    }
    make.attribute(named, "name", data_type("EString"), 1);
    let books = make.reference(library, "books", book, -1, true);
    make.reference(library, "people", person, -1, true);
    let shelves = make.reference(library, "shelves", shelf, -1, true);
    let shelf_code = make.attribute(shelf, "code", data_type("EString"), 1);
    if let FeatureKind::Reference { keys, .. } = &mut make.0.feature_mut(shelves).kind {
        keys.push(shelf_code);
    }
    let holdings = make.reference(library, "values", values, -1, true);
    make.0.feature_mut(holdings).unsettable = true;
    let main = make.reference(library, "main", named, 1, true);
    make.0.feature_mut(main).unsettable = true;
    make.reference(library, "things", builtin::EOBJECT, -1, true);
    make.reference(library, "branches", library, -1, true);
    let of = make.reference(book, "library", library, 1, false);
    make.opposites(books, of);
    let isbn = make.attribute(book, "isbn", data_type("EString"), 1);
    make.0.feature_mut(isbn).kind = FeatureKind::Attribute { id: true };
    let genre_of = make.attribute(book, "genre", genre, 1);
    make.0.feature_mut(genre_of).default_literal = Some("Essay".to_owned());
    make.attribute(book, "genres", genre, -1);
    let writer = make.reference(book, "author", author, 1, false);
    let wrote = make.reference(author, "wrote", book, -1, false);
    make.opposites(writer, wrote);
    make.reference(book, "related", named, -1, false);
    let about = make.reference(book, "about", builtin::EOBJECT, 1, false);
    make.0.feature_mut(about).unsettable = true;
    let shown = make.attribute(book, "shown", data_type("EString"), 1);
    (make.0.feature_mut(shown).derived, make.0.feature_mut(shown).transient) = (true, true);
    for name in DATA {
        let single = make.attribute(values, &format!("one{name}"), data_type(name), 1);
        make.attribute(values, &format!("many{name}"), data_type(name), -1);
        let unsettable = make.attribute(values, &format!("unset{name}"), data_type(name), 1);
        make.0.feature_mut(unsettable).unsettable = true;
        if name == "EString" {
            make.0.feature_mut(single).default_literal = Some("default".to_owned());
        }
    }
    let texts = make.attribute(values, "texts", data_type("EString"), -1);
    make.0.feature_mut(texts).unsettable = true;
    make.0.build()
}
