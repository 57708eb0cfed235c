//! Generated Rust compiles without warnings, and its values survive models and serde.

#![deny(warnings)]
#![deny(missing_docs, clippy::all)]

mod any_values;
mod certain;
mod checked_types;
mod composites;
mod date_types;
mod decimal_types;
mod deep;
mod defaults;
mod discriminators;
mod documents;
#[allow(dead_code, unreachable_pub)]
mod models;

/// The generated code, one module for each hazard: with JSON Schemas of the types, and again with handles. Only the
/// lints about unused code are allowed.
macro_rules! hazards {
    ($($name:ident),+ $(,)?) => {
        #[allow(dead_code, unreachable_pub)]
        #[deny(clippy::pedantic)]
        mod golden {
            $(pub mod $name {
                include!(concat!("golden/", stringify!($name), ".rs"));
                include!(concat!("golden/", stringify!($name), ".schemas.rs"));
            })+
        }

        #[allow(dead_code, unreachable_pub)]
        #[deny(clippy::pedantic)]
        mod with_handles {
            $(pub mod $name {
                include!(concat!("golden/", stringify!($name), ".rs"));
                include!(concat!("golden/", stringify!($name), ".handles.rs"));
            })+
        }
    };
}

hazards!(
    any_values,
    anything,
    checked,
    collisions,
    composites,
    dates,
    decimals,
    diamond,
    discriminators,
    documented,
    empties,
    enumerations,
    expansion,
    facets,
    hostile,
    keywords,
    letters,
    library,
    opposites,
    packages,
    prelude,
    recursion,
    repetitive,
    swelling,
    values,
    widths,
);

/// The generated code of hazards again, with types for data types with facets.
macro_rules! with_checks {
    ($($name:ident),+ $(,)?) => {
        #[allow(dead_code, unreachable_pub)]
        #[deny(clippy::pedantic)]
        mod with_checks {
            $(pub mod $name {
                include!(concat!("golden/", stringify!($name), ".checked.rs"));
            })+
        }
    };
}

/// The generated code of dates, with the types of each crate.
#[allow(dead_code, unreachable_pub)]
#[deny(clippy::pedantic)]
mod with_dates {
    pub mod jiff_types {
        include!("golden/dates.jiff.rs");
    }

    pub mod time_types {
        include!("golden/dates.time.rs");
    }
}

/// The generated code of decimals, with the type of each crate.
#[allow(dead_code, unreachable_pub)]
#[deny(clippy::pedantic)]
mod with_decimals {
    pub mod rust_decimal {
        include!("golden/decimals.rust_decimal.rs");
    }

    pub mod bigdecimal {
        include!("golden/decimals.bigdecimal.rs");
    }
}

with_checks!(checked, composites, facets, hostile);

use golden::library::{Author, Book, Genre, Item, Journal, Library};
use modelwright_codegen::json_schema::{self, Dialect, JsonSchemaOptions};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_metamodel::output::in_text;
use modelwright_notations::json::{self, Layout, WriteOptions};
use modelwright_typed::{self as typed, Element, Ref};
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};
use std::fmt::Debug;
use std::sync::Arc;

fn metamodel(hazard: &str) -> Arc<Metamodel> {
    let found = models::all().into_iter().find(|(name, _)| *name == hazard);
    found.map(|(_, metamodel)| metamodel).expect("a hazard of this name")
}

/// As [`comes_back`]; also, the output of serde must match the schema that schemars returns for the type.
fn survives<T>(hazard: &str, values: &[T])
where
    T: Element + Debug + PartialEq + serde::Serialize + serde::de::DeserializeOwned + JsonSchema,
{
    fits(&json!(schema_for!(Vec<T>)), &json!(values));
    comes_back(hazard, values);
}

/// Converts values to a model and back, and to JSON and back. The document of the model must match the schema, and
/// equal the output of serde, except for numbers that serde cannot express.
fn comes_back<T>(hazard: &str, values: &[T])
where
    T: Element + Debug + PartialEq + serde::Serialize + serde::de::DeserializeOwned,
{
    let (model, document) =
        typed::to_model(&metamodel(hazard), values).unwrap_or_else(|problems| panic!("{hazard}: {problems}"));
    let back: Vec<T> =
        typed::from_model(&model, document).unwrap_or_else(|problems| panic!("{hazard}: {problems}"));
    assert_eq!(back, values);
    let json = serde_json::to_string(values).expect("generated types have a JSON form");
    let back: Vec<T> = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(back, values, "{json}");
    // A format that does not describe itself.
    let bytes = postcard::to_allocvec(&values.iter().collect::<Vec<_>>())
        .expect("generated types have a binary form");
    let back: Vec<T> = postcard::from_bytes(&bytes).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(back, values, "{json}");

    let [document, _] = [Dialect::Plain, Dialect::Emf].map(|dialect| fits_schema(dialect, &model, document));
    if hazard != "values" {
        assert_eq!(without_header(document), without_header(json!({"$roots": values})));
    }
}

/// The text of a document, which must match the schema of the dialect.
fn fits_schema(dialect: Dialect, model: &Model, document: DocumentId) -> Value {
    let options = WriteOptions { dialect, layout: Layout::Pretty, base: None, untyped: false };
    let (text, _) = in_text(|sink| json::write(model, document, &options, sink)).expect("a document");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let json_schema = JsonSchemaOptions { dialect, ..JsonSchemaOptions::default() };
    let (files, _) = json_schema::generate(model.metamodel(), &[], &json_schema);
    let schema: Value = serde_json::from_str(&files[0].text).expect("JSON");
    fits(&schema, &document);
    document
}

#[track_caller]
fn fits(schema: &Value, document: &Value) {
    let validator = jsonschema::draft202012::new(schema).expect("a schema");
    let problems: Vec<String> = validator.iter_errors(document).map(|e| e.to_string()).collect();
    assert!(problems.is_empty(), "{document}: {problems:?}");
}

/// Values that serde rejects must also violate the schemas of the types.
#[test]
fn schemas_of_types_are_those_of_their_json() {
    for (ty, schema, rejected) in [
        ("Library", json!(schema_for!(Library)), json!({"nmae": "x"})),
        ("Library", json!(schema_for!(Library)), json!({})),
        ("Item", json!(schema_for!(Item)), json!({"Book": {"name": "x"}})),
        ("Item", json!(schema_for!(Item)), json!({"$type": "Author", "name": "x"})),
        ("Book", json!(schema_for!(Book)), json!({"name": "x", "genre": "ScienceFiction"})),
        ("Book", json!(schema_for!(Book)), json!({"name": "x", "authors": [1]})),
        ("Book", json!(schema_for!(Book)), json!({"name": "x", "$id": "b"})),
    ] {
        let validator = jsonschema::draft202012::new(&schema).expect("a schema");
        assert!(!validator.is_valid(&rejected), "{ty}: {rejected}");
    }
    assert!(serde_json::from_value::<Item>(json!({"Book": {"name": "x"}})).is_err());
}

/// The roots of a document, without the keys for metamodel and class.
fn without_header(mut document: Value) -> Vec<Value> {
    let mut roots = match document.get_mut("$roots").map(Value::take) {
        Some(Value::Array(roots)) => roots,
        _ => vec![document],
    };
    for root in roots.iter_mut().filter_map(Value::as_object_mut) {
        root.remove("$model");
        root.remove("$type");
    }
    roots
}

fn library() -> Library {
    Library {
        name: "City".to_owned(),
        items: vec![
            Book {
                name: "Emma".to_owned(),
                genre: Genre::ScienceFiction,
                authors: vec![Ref::local("//@authors.0")],
                ..Book::default()
            }
            .into(),
            Journal { name: "Nature".to_owned(), issue: 7, on_loan: true, ..Journal::default() }.into(),
        ],
        authors: vec![Author { name: "Jane".to_owned() }],
    }
}

#[test]
fn a_library_is_the_same_after_conversion() {
    survives("library", &[library()]);
    let item: &Item = &library().items[1];
    assert_eq!((item.name(), item.on_loan(), item.keywords().len()), ("Nature", true, 0));
}

#[test]
fn json_is_the_plain_dialect() {
    let expected = json!({
        "name": "City",
        "items": [
            {"$type": "Book", "name": "Emma", "genre": "science fiction", "authors": ["//@authors.0"]},
            {"$type": "Journal", "name": "Nature", "onLoan": true, "issue": 7}
        ],
        "authors": [{"name": "Jane"}]
    });
    assert_eq!(serde_json::to_value(library()).expect("JSON"), expected);
}

#[test]
fn unknown_and_missing_keys_are_errors() {
    let error = |json| serde_json::from_str::<Library>(json).expect_err(json).to_string();
    assert!(error(r#"{"nmae": "x"}"#).contains("unknown field `nmae`"));
    assert!(error("{}").contains("missing field `name`"));
    let item = |json| serde_json::from_str::<Item>(json).expect_err(json).to_string();
    assert!(item(r#"{"$type": "Book", "name": "x", "isssue": 1}"#).contains("unknown field `isssue`"));
    assert!(item(r#"{"$type": "Author", "name": "x"}"#).contains("unknown variant `Author`"));
}

#[test]
fn defaults_are_the_models() {
    assert_eq!(Book::default().pages, 100);
    let json = serde_json::to_string(&Book { pages: 0, ..Book::default() }).expect("JSON");
    assert_eq!(json, r#"{"name":"","pages":0}"#);
    assert_eq!(serde_json::from_str::<Book>(r#"{"name":""}"#).expect("a book"), Book::default());
}

#[test]
fn unresolved_references_are_reported() {
    let mut broken = library();
    if let Item::Book(book) = &mut broken.items[0] {
        book.authors.push(Ref::local("//@authors.7"));
    }
    let problems = typed::to_model(&metamodel("library"), &[broken]).expect_err("a dangling reference");
    let messages: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), 1);
    assert!(messages[0].contains("MW0109") && messages[0].contains("//@authors.7"), "{messages:?}");
}

/// Problems in other parts do not hide them.
#[test]
fn references_of_invalid_documents_are_found() {
    let author = Author { name: "Ann".to_owned() };
    let book = |lead: &str| Book { authors: vec![Ref::local(lead)], ..Default::default() };
    let library = Library {
        authors: vec![author],
        items: vec![book("//@authors.0").into(), book("//@authors.7").into()],
        ..Default::default()
    };
    let document = typed::Document::from(library);
    let [Item::Book(sound), ..] = &document.roots[0].items[..] else { panic!("two books") };
    assert!(document.validate().has_errors());
    let author = document.resolve(&sound.authors[0]);
    assert_eq!(author, Some(&document.roots[0].authors[0]));
    assert_eq!(document.referrers(&document.roots[0].authors[0]).len(), 1);
}

#[test]
fn references_to_other_documents_are_preserved() {
    let mut value = library();
    if let Item::Book(book) = &mut value.items[0] {
        book.authors = vec![Ref::external("people.xmi#jane"), Ref::parse("a.json#//")];
    }
    survives("library", &[value.clone()]);
    let json = serde_json::to_value(&value.items[0]).expect("JSON");
    assert_eq!(json["authors"][0], json!({"$ref": "people.xmi#jane"}));
}

#[test]
fn another_metamodel_is_rejected() {
    let problems = typed::to_model(&metamodel("diamond"), &[library()]).expect_err("no such class");
    assert_eq!(problems.iter().next().map(|p| p.code.id()), Some("MW0701"));
}

#[test]
fn missing_required_values_are_reported() {
    let metamodel = metamodel("library");
    let mut model = modelwright_metamodel::model::Model::new(Arc::clone(&metamodel));
    let package = metamodel.package_by_uri("http://example.org/library").expect("the package");
    let class = metamodel.class(package, "Author").expect("the class");
    let document = model.add_document(modelwright_metamodel::model::Document::default());
    let object = model.create(class).expect("a concrete class");
    model.add_root(document, object);
    let problems = typed::from_model::<Author>(&model, document).expect_err("no name");
    assert!(problems.iter().all(|p| p.code.id() == "MW0702"));
    let problems = typed::from_model::<Library>(&model, document).expect_err("not a library");
    assert!(problems.iter().all(|p| p.code.id() == "MW0703"));
}

#[test]
fn values_of_every_type_are_preserved() {
    let odd = golden::values::Values {
        must_e_string: "x".to_owned(),
        must_e_double: f64::NEG_INFINITY,
        maybe_e_float: f32::INFINITY,
        unsettable_float: Some(-0.5),
        many_e_double: vec![0.1, f64::MAX, f64::INFINITY, 1.0],
        many_e_long: vec![i64::MIN, i64::MAX],
        many_e_char: vec![typed::Char(0xd800), typed::Char(9), typed::Char(0xe9)],
        must_e_date: "2020-02-29T12:00:00.000+0000".to_owned(),
        must_e_byte_array: typed::Bytes(vec![0, 255]),
        must_e_big_integer: number("-170141183460469231731687303715884105729"),
        must_e_big_decimal: number("100000000000000000000"),
        many_e_big_decimal: ["1.5", "12", "18446744073709551615"].map(number).into(),
        must_e_integer_object: 3,
        unsettable: Some(7),
        ..required_values()
    };
    let long = golden::values::Values { default_e_long: 1, default_e_boolean: false, ..odd.clone() };
    survives("values", &[odd, long]);
}

fn number(digits: &str) -> typed::Number {
    digits.parse().expect("digits")
}

/// Values with what is required, and the defaults of everything else.
fn required_values() -> golden::values::Values {
    let (date, class) = ("2020-01-01T00:00:00.000+0000", "java.lang.String");
    golden::values::Values::new("", date, 0, 0, typed::Bytes::default(), 0, class)
}

#[test]
fn a_text_that_is_not_a_date_is_reported() {
    let value = golden::values::Values { must_e_date: "yesterday".to_owned(), ..required_values() };
    let problems = typed::to_model(&metamodel("values"), &[value]).expect_err("not a date");
    assert!(problems.iter().any(|p| p.code.id() == "MW0108" && p.message.contains("yesterday")));
}

#[test]
fn diamonds_and_recursion_are_preserved() {
    use golden::diamond::{AnyLeft, Bottom, Left, Right};
    let inner = Bottom { t: "t".to_owned(), r: 1, ..Bottom::default() };
    let bottom = Bottom {
        lefts: vec![AnyLeft::from(Left { t: String::new(), l: Some("l".to_owned()) }), inner.clone().into()],
        right: Some(Box::new(Right::Bottom(inner.clone()))),
        first: Some(Box::new(inner)),
        ..Bottom::default()
    };
    survives("diamond", &[bottom]);

    use golden::recursion::{Binary, Expression, Number};
    let number = |value| Box::new(Expression::Number(Number { value }));
    let sum = Expression::Binary(Binary { left: number(1.0), right: number(f64::MIN_POSITIVE) });
    survives("recursion", &[sum]);
}

/// A few bytes nest objects as deeply as there are bytes: each starts a binary expression.
#[test]
fn bytes_that_nest_without_end_are_rejected() {
    use golden::recursion::Expression;
    let binary = 1;
    assert!(postcard::from_bytes::<Expression>(&[binary; 100_000]).is_err());
}

#[test]
fn objects_of_any_class_are_preserved() {
    use golden::anything::{AnyEObject, EObject, Holder};
    let part = |name: &str| AnyEObject::from(EObject { name: Some(name.to_owned()) });
    let inner = Holder { all: vec![part("a")], ..Holder::default() };
    let holder = Holder {
        all: vec![inner.into(), part("b")],
        first: Some(Box::new(part("c"))),
        last: Some(Ref::local("//@all.0/@all.0")),
    };
    let (model, document) = typed::to_model(&metamodel("anything"), &[holder]).expect("a model");
    let back: Vec<Holder> = typed::from_model(&model, document).expect("a holder");
    assert_eq!(back[0].all[1], part("b"));
    let again: Vec<Holder> = serde_json::from_value(json!(back)).expect("JSON");
    assert_eq!(again, back);
}

#[test]
fn opposites_are_completed() {
    use golden::opposites::{EObject, Firm, Person};
    let person = |name: &str| Person { name: name.to_owned(), boss: None, reports: Vec::new() };
    let mut ann = person("ann");
    ann.reports.push(Ref::local("bob"));
    let everything = vec![EObject::from(person("carl"))];
    let staff = vec![ann, person("bob")];
    let firm = Firm { staff, owner: Ref::local("ann"), anything: Vec::new(), everything };
    let (model, document) = typed::to_model(&metamodel("opposites"), &[firm]).expect("a model");
    let back: Vec<Firm> = typed::from_model(&model, document).expect("a firm");
    assert_eq!(back[0].staff[1].boss, Some(Ref::local("ann")));
    survives("opposites", &back);
}

#[test]
fn packages_and_enumerations_are_preserved() {
    use golden::packages::{Crate, InnerStone, Pebble, Stone, Thing};
    let crate_ = Crate { things: Vec::new() };
    let things = vec![Thing::from(Stone {}), InnerStone {}.into(), Pebble {}.into(), crate_.into()];
    let json = serde_json::to_value(&things).expect("JSON");
    assert_eq!(json[0], json!({"$type": "Stone"}));
    assert_eq!(json[2], json!({"$type": "nameless#//Pebble"}));
    assert_eq!(json[1], json!({"$type": "http://example.org/outer#//inner/Stone"}));
    survives("packages", &[Thing::from(Crate { things })]);

    use golden::enumerations::{ColorKind, Operator, Uses};
    let uses = Uses { operator: Operator::Quote, perhaps: Some(ColorKind::Red), ..Uses::default() };
    assert_eq!(uses.color, ColorKind::Blue);
    assert_eq!(ColorKind::from_literal("dark green"), Some(ColorKind::DarkGreen));
    survives("enumerations", &[uses]);
}

/// A type of `library` as it would be generated with very many fields.
mod wide {
    use super::golden::library::{Author, Genre, LIBRARY};
    use modelwright_typed as typed;

    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Book {
        pub(super) name: String,
        pub(super) keywords: Vec<String>,
        pub(super) on_loan: bool,
        pub(super) pages: i32,
        pub(super) genre: Genre,
        pub(super) authors: Vec<typed::Ref<Author>>,
    }

    typed::wide_class! {
        Book: Default in LIBRARY { name: required, keywords, on_loan as "onLoan", pages = 100, genre, authors }
    }
}

#[test]
fn types_with_very_many_fields_mean_the_same() {
    let named = wide::Book { name: "Emma".to_owned(), on_loan: true, ..wide::Book::default() };
    let full = wide::Book {
        keywords: vec!["a".to_owned(), "b".to_owned()],
        pages: 7,
        genre: Genre::ALL[1],
        authors: vec![Ref::local("//@authors.0")],
        ..named.clone()
    };
    comes_back("library", std::slice::from_ref(&named));
    for value in [named, full] {
        let json = serde_json::to_string(&value).expect("JSON");
        let other: Book = serde_json::from_str(&json).expect("the same book");
        assert_eq!(serde_json::to_string(&other).expect("JSON"), json);
        assert_eq!(serde_json::from_str::<wide::Book>(&json).expect("the same book"), value);
    }
    for wrong in ["{}", r#"{"name":"a","name":"b"}"#, r#"{"name":"a","leaves":1}"#] {
        let message = serde_json::from_str::<wide::Book>(wrong).expect_err("no book").to_string();
        assert_eq!(message, serde_json::from_str::<Book>(wrong).expect_err("no book").to_string());
    }
}

/// Structs that contain other structs stay small, at any depth.
#[test]
fn the_size_of_structs_is_limited() {
    use golden::swelling::{Level0, Level7, Level8};
    assert!(size_of::<Level7>() >= 4 * size_of::<Level8>() && size_of::<Level0>() < 16 << 10);
    survives("swelling", &[Level0 { south: Some(Default::default()), ..Level0::default() }]);
}
