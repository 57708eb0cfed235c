//! Generated schemas accept what their dialect writes and reject what the metamodel forbids.

#[allow(dead_code, unreachable_pub)]
mod models;

use jsonschema::{Draft, Retrieve, Uri, Validator};
use modelwright_codegen::GeneratedFile;
use modelwright_codegen::json_schema::{self, Dialect, JsonSchemaOptions};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use serde_json::{Value, json};

/// The schema of a hazard in every draft and division into files, each of which must judge alike.
struct Shapes(Vec<Validator>);

/// Finds the files that were generated with a schema.
struct Files(Vec<GeneratedFile>);

impl Retrieve for Files {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        let file = self.0.iter().find(|file| uri.path().as_str().trim_start_matches('/') == file.path);
        Ok(serde_json::from_str(&file.ok_or_else(|| format!("there is no {uri}"))?.text)?)
    }
}

fn files(hazard: &str, options: &JsonSchemaOptions) -> Vec<GeneratedFile> {
    let found = models::all().into_iter().find(|(name, _)| *name == hazard);
    let (_, metamodel) = found.expect("a hazard of this name");
    json_schema::generate(&metamodel, &[], options).0
}

fn shapes(dialect: Dialect) -> impl Iterator<Item = (JsonSchemaOptions, Draft)> {
    let drafts =
        [(json_schema::Draft::Draft202012, Draft::Draft202012), (json_schema::Draft::Draft07, Draft::Draft7)];
    drafts.into_iter().flat_map(move |(draft, known)| {
        [false, true]
            .map(|per_package| (JsonSchemaOptions { draft, dialect, per_package, root: None }, known))
    })
}

fn validator(hazard: &str) -> Shapes {
    validator_in(Dialect::Plain, hazard)
}

fn validator_in(dialect: Dialect, hazard: &str) -> Shapes {
    let validators = shapes(dialect).map(|(options, draft)| {
        let files = files(hazard, &options);
        let schema: Value = serde_json::from_str(&files[0].text).expect("JSON");
        let options = jsonschema::options().with_draft(draft).with_retriever(Files(files));
        options.build(&schema).unwrap_or_else(|error| panic!("{hazard}: {error}"))
    });
    Shapes(validators.collect())
}

#[track_caller]
fn accepts(shapes: &Shapes, document: &Value) {
    for validator in &shapes.0 {
        let problems: Vec<String> = validator.iter_errors(document).map(|e| e.to_string()).collect();
        assert!(problems.is_empty(), "{document}: {problems:?}");
    }
}

#[track_caller]
fn assert_rejects(shapes: &Shapes, document: &Value) {
    for validator in &shapes.0 {
        assert!(!validator.is_valid(document), "{document} should be rejected");
    }
}

#[test]
fn every_schema_is_one() {
    for (hazard, _) in models::all() {
        let both = [Dialect::Plain, Dialect::Emf];
        for (options, _) in both.into_iter().flat_map(shapes) {
            for file in files(hazard, &options) {
                let schema = serde_json::from_str(&file.text).expect("JSON");
                jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{hazard}: {error}"));
            }
        }
        for dialect in both {
            validator_in(dialect, hazard);
        }
    }
}

#[test]
fn only_namespaces_that_are_valid_uris_identify_schemas() {
    let identifiers = [
        ("http://example.org/library", true),
        ("http://user@example.org:8080/a?b=c", true),
        ("http:///no/host", true),
        ("platform:/plugin/org.example/model.ecore", true),
        ("urn:example:library:1.0", true),
        ("urn:library", false),
        ("urn:-x:library", false),
        ("urn:example:", false),
        ("library", false),
        ("../library", false),
        ("2nd:library", false),
        ("http://example.org/a b", false),
        ("http://example.org/100%", false),
        ("http://example.org/#library", false),
        ("http://example.org:port/", false),
        ("http://example.org:99999/", false),
        ("http://[example.org/", false),
        ("http://example.org/größe", false),
    ];
    for (uri, legal) in identifiers {
        let text = format!("package library {{ uri => '{uri}' }}\ntype Book {{ attr title, String }}\n");
        let (metamodel, _) = language::load(&[Source::new("library.pp", text)]);
        let (files, _) =
            json_schema::generate(&metamodel.expect("a metamodel"), &[], &JsonSchemaOptions::default());
        let schema: Value = serde_json::from_str(&files[0].text).expect("JSON");
        assert_eq!(schema.get("$id"), legal.then(|| json!(uri)).as_ref());
        jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{uri}: {error}"));
    }
}

#[test]
fn packages_have_files_of_their_own() {
    for (options, _) in shapes(Dialect::Plain) {
        let names: Vec<String> = files("packages", &options).into_iter().map(|f| f.path).collect();
        let expected: &[&str] = match options.per_package {
            true => &["outer.schema.json", "outer.inner.schema.json", "nameless.schema.json"],
            false => &["outer.schema.json"],
        };
        assert_eq!(names, expected);
    }
    let validator = validator("packages");
    let with = |thing: Value| json!({"$model": "http://example.org/outer", "$type": "Crate", "things": [{"$type": "Stone"}, thing]});
    accepts(&validator, &with(json!({"$type": "http://example.org/outer#//inner/Stone"})));
    accepts(&validator, &with(json!({"$type": "nameless#//Pebble"})));
    assert_rejects(&validator, &with(json!({"$type": "Pebble"})));
    assert_rejects(&validator, &with(json!({"$type": "nameless#//Pebble", "x": 1})));
}

#[test]
fn a_library_is_accepted() {
    let library = json!({
        "$schema": "library.schema.json",
        "$model": "http://example.org/library",
        "$encoding": "UTF-8",
        "$xmi": {"version": "2.1", "namespace": "http://schema.omg.org/spec/XMI/2.1"},
        "$schemaLocation": [["http://example.org/library", "library.ecore"]],
        "$type": "Library",
        "$id": "_1",
        "name": "City",
        "items": [
            {"$type": "Book", "name": "Emma", "genre": "science fiction", "authors": ["//@authors.0"]},
            {"$type": "Journal", "name": "Nature", "onLoan": true, "issue": 7},
            {"$ref": "other.json#//", "$type": "Book"}
        ],
        "authors": [{"name": "Jane"}, {"$type": "Author", "$id": "a", "name": "Ann"}]
    });
    let validator = validator("library");
    accepts(&validator, &library);
    let with = |key: &str, value: Value| {
        let mut document = library.clone();
        document[key] = value;
        document
    };
    assert_rejects(&validator, &with("nmae", json!("x")));
    assert_rejects(&validator, &with("name", json!(1)));
    assert_rejects(&validator, &with("$model", json!("http://example.org/other")));
    assert_rejects(&validator, &with("$type", json!("Named")));
    assert_rejects(&validator, &with("authors", json!([{}])));
    assert_rejects(&validator, &with("authors", json!([{"$type": "Book", "name": "x"}])));
    assert_rejects(&validator, &with("items", json!([{"name": "no type"}])));
    for item in [
        json!({"$type": "Book", "name": "x", "genre": "romance"}),
        json!({"$type": "Book", "name": "x", "pages": 2_147_483_648_i64}),
        json!({"$type": "Book", "name": "x", "authors": ["a", "a"]}),
        json!({"$type": "Book", "name": "x", "issue": 1}),
        json!({"$type": "Author", "name": "x"}),
    ] {
        assert_rejects(&validator, &with("items", json!([item])));
    }
}

#[test]
fn several_roots_or_none_are_accepted() {
    let validator = validator("library");
    let document = |roots: Value| json!({"$model": "http://example.org/library", "$roots": roots});
    accepts(&validator, &document(json!([])));
    accepts(
        &validator,
        &document(json!([{"$type": "Author", "name": "x"}, {"$type": "Library", "name": ""}])),
    );
    assert_rejects(&validator, &document(json!([{"name": "x"}])));
    assert_rejects(&validator, &json!({"$model": "http://example.org/library"}));
}

#[test]
fn subclasses_replace_concrete_classes() {
    let validator = validator("diamond");
    let bottom = |lefts: Value| json!({"$model": "http://example.org/diamond", "$type": "Bottom", "t": "x", "lefts": lefts});
    accepts(&validator, &bottom(json!([{"t": "x"}, {"$type": "Left", "t": "x"}])));
    accepts(&validator, &bottom(json!([{"$type": "Bottom", "t": "x", "r": 1}])));
    assert_rejects(&validator, &bottom(json!([{"t": "x", "r": 1}])));
}

#[test]
fn values_are_as_the_dialect_spells_them() {
    let validator = validator("values");
    let mut document =
        json!({"$model": "http://example.org/values", "$type": "Values", "unsettableFloat": 1.5});
    for (name, value) in [
        ("EString", json!("")),
        ("EDate", json!("2020-01-01T00:00:00.000+0000")),
        ("EBigInteger", serde_json::from_str("123456789012345678").expect("a number")),
        ("EBigDecimal", json!(1.5)),
        ("EByteArray", json!("00FF")),
        ("EIntegerObject", json!(1)),
        ("EJavaClass", json!("java.lang.String")),
    ] {
        document[format!("must{name}")] = value;
    }
    accepts(&validator, &document);
    let with = |key: &str, value: Value| {
        let mut document = document.clone();
        document[key] = value;
        document
    };
    accepts(&validator, &with("unsettable", Value::Null));
    accepts(&validator, &with("maybeEDouble", json!("-Infinity")));
    accepts(&validator, &with("maybeEChar", json!(55296)));
    accepts(&validator, &with("derived", json!("x")));
    for (key, value) in [
        ("maybeEDouble", json!("inf")),
        ("maybeEByte", json!(128)),
        ("maybeEInt", json!(1.5)),
        ("maybeEString", Value::Null),
        ("maybeEByteArray", json!("xy")),
        ("transient", json!("x")),
    ] {
        assert_rejects(&validator, &with(key, value));
    }
    document.as_object_mut().expect("a map").remove("mustEDate");
    assert_rejects(&validator, &document);
}

#[test]
fn facets_become_keywords() {
    let validator = validator("facets");
    let document = |key: &str, value: Value| json!({"$model": "http://example.org/facets", "$type": "Facets", "list": [1, 2], key: value});
    for (key, good, bad) in [
        ("port", json!(443), json!(65536)),
        ("port", json!(1), json!(0)),
        ("privileged", json!(80), json!(1024)),
        ("code", json!("ab-1"), json!("ab-12")),
        ("code", json!("a b"), json!("A b")),
        ("short", json!("äöü"), json!("abcd")),
        ("word", json!("two words"), json!("three")),
        ("list", json!([1, 2]), json!([1])),
        ("list", json!([1, 2, 3]), json!([1, 2, 3, 4])),
        ("list", json!([1, 2]), json!([1, 1])),
    ] {
        accepts(&validator, &document(key, good));
        assert_rejects(&validator, &document(key, bad));
    }
}

const LIBRARY: &str = "http://example.org/library#//";

/// An object in the `emf` dialect.
fn describe_object(class: &str, features: Value) -> Value {
    let mut object = features;
    object["eClass"] = json!(class);
    object
}

#[test]
fn the_emf_dialect_names_every_class_with_its_package() {
    let validator = validator_in(Dialect::Emf, "library");
    let class = |name: &str| format!("{LIBRARY}{name}");
    let author = |address: &str| describe_object(&class("Author"), json!({"$ref": address}));
    let book = |features: Value| describe_object(&class("Book"), features);
    let library = |items: Value| {
        describe_object(
            &class("Library"),
            json!({"_id": "_1", "name": "City", "items": items, "authors": [{"name": "Jane"}]}),
        )
    };
    let emma = book(json!({"name": "Emma", "genre": "science fiction", "authors": [author("//@authors.0")]}));
    accepts(&validator, &library(json!([emma])));
    accepts(&validator, &json!([library(json!([])), library(json!([emma]))]));
    accepts(&validator, &json!([]));
    // By name as well as by literal; an id as PyEcore has it; an object of another document.
    accepts(
        &validator,
        &library(json!([book(json!({"uuid": "u", "name": "x", "genre": "science_fiction"}))])),
    );
    accepts(&validator, &library(json!([describe_object(&class("Book"), json!({"$ref": "other.json#//"}))])));
    accepts(&validator, &library(json!([book(json!({"name": "x", "authors": [{"$ref": "//@authors.0"}]}))])));
    for item in [
        json!({"name": "no class"}),
        json!({"eClass": "Book", "name": "x"}),
        describe_object(&class("Author"), json!({"name": "x"})),
        book(json!({"name": "x", "authors": ["//@authors.0"]})),
        book(
            json!({"name": "x", "authors": [describe_object(&class("Book"), json!({"$ref": "//@authors.0"}))]}),
        ),
        book(json!({"name": "x", "$type": "Book"})),
        book(json!({"name": "x", "_id": "a", "uuid": "b"})),
        book(json!({"name": "x", "pages": "12"})),
    ] {
        assert_rejects(&validator, &library(json!([item])));
    }
    assert_rejects(&validator, &json!({"name": "no class"}));
    assert_rejects(
        &validator,
        &json!({"$model": "http://example.org/library", "$type": "Library", "name": "x"}),
    );
}

#[test]
fn the_emf_dialect_spells_big_decimals_as_strings() {
    let validator = validator_in(Dialect::Emf, "values");
    let mut document = describe_object("http://example.org/values#//Values", json!({"unsettableFloat": 1.5}));
    for (name, value) in [
        ("EString", json!("")),
        ("EDate", json!("2020-01-01T00:00:00.000+0000")),
        ("EBigInteger", json!(1)),
        ("EBigDecimal", json!("1.50")),
        ("EByteArray", json!("00FF")),
        ("EIntegerObject", json!(1)),
        ("EJavaClass", json!("java.lang.String")),
    ] {
        document[format!("must{name}")] = value;
    }
    accepts(&validator, &document);
    document["mustEBigDecimal"] = json!(1.5);
    accepts(&validator, &document);
    document["mustEBigDecimal"] = json!("1,5");
    assert_rejects(&validator, &document);
}

#[test]
fn maps_of_strings_may_have_the_short_form() {
    let source = Source::new("maps.pp", include_str!("data/schemas/maps.pp"));
    let (metamodel, problems) = language::load(&[source]);
    assert!(problems.is_empty());
    let json_schema = JsonSchemaOptions { dialect: Dialect::Emf, ..JsonSchemaOptions::default() };
    let (files, _) = json_schema::generate(&metamodel.expect("a metamodel"), &[], &json_schema);
    let schema: Value = serde_json::from_str(&files[0].text).expect("JSON");
    let validator = Shapes(vec![jsonschema::draft202012::new(&schema).expect("a schema")]);
    let with = |key: &str, value: Value| {
        describe_object("urn:example:maps#//Maps", json!({"ages": {"x": 1}, key: value}))
    };
    accepts(&validator, &with("notes", json!({"a": "b", "c": "d"})));
    accepts(&validator, &with("notes", json!([{"key": "a", "value": "b"}])));
    accepts(&validator, &with("ages", json!({"five5": 150})));
    for (key, value) in [
        ("notes", json!({"a": 1})),
        ("notes", json!({"eClass": "b"})),
        ("ages", json!({"sixsix": 1})),
        ("ages", json!({"a": 151})),
        ("ages", json!({})),
        ("ages", json!({"a": 1, "b": 1, "c": 1, "d": 1})),
        ("by_number", json!({"1": "b"})),
    ] {
        assert_rejects(&validator, &with(key, value));
    }
}

/// Each class has all inherited properties, so that a long chain would take gigabytes.
#[test]
fn chains_of_classes_are_limited() {
    for (count, is_generated) in [(250, true), (300, false), (1_400, false)] {
        let mut text = "package p { uri => 'urn:p' }\n\ntype C0 {}\n".to_owned();
        for at in 1..count {
            text.push_str(&format!("type C{at} inherits C{} {{ attr a{at}, String }}\n", at - 1));
        }
        let (metamodel, _) = language::load(&[Source::new("chain.pp", text)]);
        let metamodel = metamodel.expect("a metamodel");
        let (files, problems) = json_schema::generate(&metamodel, &[], &JsonSchemaOptions::default());
        assert_eq!(files.len() == 1, is_generated, "{count}");
        assert_eq!(problems.iter().any(|problem| problem.code.id() == "MW0005"), !is_generated, "{problems}");
    }
}

/// Requires what ajv's `strict` mode requires: a required key has a schema, and a value has one type, or that or null.
fn check_strictly(schema: &Value, place: &str) {
    let Value::Object(keywords) = schema else {
        if let Value::Array(items) = schema {
            items.iter().for_each(|item| check_strictly(item, place));
        }
        return;
    };
    if let (Some(Value::Array(required)), true) = (keywords.get("required"), !place.ends_with("/properties"))
    {
        for key in required.iter().filter_map(Value::as_str) {
            assert!(schema["properties"].get(key).is_some(), "{place}: `{key}` has no schema");
        }
    }
    if let (Some(Value::Array(types)), true) = (keywords.get("type"), !place.ends_with("/properties")) {
        assert!(types.len() == 2 && types.contains(&json!("null")), "{place}: {types:?}");
    }
    for (key, value) in keywords.iter().filter(|(key, _)| *key != "default") {
        check_strictly(value, &format!("{place}/{key}"));
    }
}

#[test]
fn strict_validators_accept_the_schemas() {
    for (hazard, _) in models::all() {
        for (options, _) in shapes(Dialect::Plain).chain(shapes(Dialect::Emf)) {
            for file in files(hazard, &options) {
                check_strictly(&serde_json::from_str(&file.text).expect("JSON"), &file.path);
            }
        }
    }
}

#[test]
fn a_document_with_the_root_need_not_name_the_metamodel() {
    let options = JsonSchemaOptions { root: Some("Library".to_owned()), ..JsonSchemaOptions::default() };
    let files = files("library", &options);
    let schema: Value = serde_json::from_str(&files[0].text).expect("JSON");
    let validator = Shapes(vec![jsonschema::validator_for(&schema).expect("a schema")]);
    let document = json!({"$type": "Library", "name": "Central"});
    accepts(&validator, &document);
    assert_rejects(&validator, &json!({"$model": "http://example.org/library", "$roots": [document]}));
    assert_rejects(&validator, &json!({"$type": "Book", "title": "Emma"}));
    assert_rejects(&validator, &json!({"$type": "Library", "nam": "Central"}));
}

#[test]
fn discriminators_of_the_metamodel_name_classes() {
    let options = JsonSchemaOptions { root: Some("Drawing".to_owned()), ..JsonSchemaOptions::default() };
    let files = files("discriminators", &options);
    let schema: Value = serde_json::from_str(&files[0].text).expect("JSON");
    let validator = Shapes(vec![jsonschema::validator_for(&schema).expect("a schema")]);
    let shape = |shape: Value| json!({"shapes": [shape]});
    let sign = |sign: Value| json!({"sign": sign});
    for document in [
        shape(json!({"kind": "circle", "radius": 1})),
        shape(json!({"side": 2, "kind": "a \"square\" \\ ${1}"})),
        shape(json!({"kind": "Polygon"})),
        shape(json!({"kind": "triangle", "sides": 3})),
        shape(json!({"radius": 1})),
        shape(json!({"$type": "Circle", "kind": "circle", "radius": 1})),
        json!({"first": {"kind": "circle", "radius": 1}}),
        json!({"first": {"radius": 1}}),
        json!({"either": {"kind": "a \"square\" \\ ${1}", "side": 2}}),
        sign(json!({"form of \"it\"": "->", "to": "a"})),
        sign(json!({"$type": "Plain", "size": 1})),
        sign(json!({"size": 1})),
    ] {
        accepts(&validator, &document);
    }
    for document in [
        shape(json!({"kind": "Circle", "radius": 1})),
        shape(json!({"kind": "circle"})),
        shape(json!({"kind": "circle", "side": 1})),
        shape(json!({"kind": 1, "radius": 1})),
        shape(json!({"$type": "Circle", "kind": "triangle", "radius": 1})),
        json!({"first": {"kind": "triangle", "radius": 1}}),
        sign(json!({"kind": "circle", "text": "a"})),
        sign(json!({"form of \"it\"": "<-"})),
    ] {
        assert_rejects(&validator, &document);
    }
}

#[test]
fn a_root_that_is_no_class_is_reported() {
    let (_, metamodel) = models::all().into_iter().find(|(name, _)| *name == "library").expect("a hazard");
    let options = JsonSchemaOptions { root: Some("Librari".to_owned()), ..JsonSchemaOptions::default() };
    let (files, problems) = json_schema::generate(&metamodel, &[], &options);
    assert!(files.is_empty());
    let help = problems.iter().next().and_then(|problem| problem.help.clone());
    assert_eq!(help.as_deref(), Some("did you mean `Library`?"), "{problems}");
}
