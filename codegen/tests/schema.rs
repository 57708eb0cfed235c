//! Generated schemas accept what the plain dialect writes and refuse what the metamodel forbids.

#[allow(dead_code, unreachable_pub)]
mod models;

use jsonschema::{Draft, Retrieve, Uri, Validator};
use modelwright_codegen::json_schema::{self, JsonSchemaOptions};
use modelwright_codegen::{GeneratedFile, Options};
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

fn files(hazard: &str, json_schema: JsonSchemaOptions) -> Vec<GeneratedFile> {
    let found = models::all().into_iter().find(|(name, _)| *name == hazard);
    let (_, metamodel) = found.expect("a hazard of this name");
    json_schema::generate(&metamodel, &[], &Options { json_schema, ..Options::default() }).0
}

fn shapes() -> impl Iterator<Item = (JsonSchemaOptions, Draft)> {
    let drafts =
        [(json_schema::Draft::Draft202012, Draft::Draft202012), (json_schema::Draft::Draft07, Draft::Draft7)];
    drafts.into_iter().flat_map(|(draft, known)| {
        [false, true].map(|per_package| (JsonSchemaOptions { draft, per_package }, known))
    })
}

fn validator(hazard: &str) -> Shapes {
    let validators = shapes().map(|(options, draft)| {
        let files = files(hazard, options);
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
fn refuses(shapes: &Shapes, document: &Value) {
    for validator in &shapes.0 {
        assert!(!validator.is_valid(document), "{document} should be refused");
    }
}

#[test]
fn every_schema_is_one() {
    for (hazard, _) in models::all() {
        for (options, _) in shapes() {
            for file in files(hazard, options) {
                let schema = serde_json::from_str(&file.text).expect("JSON");
                jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{hazard}: {error}"));
            }
        }
        validator(hazard);
    }
}

#[test]
fn packages_have_files_of_their_own() {
    for (options, _) in shapes() {
        let names: Vec<String> = files("packages", options.clone()).into_iter().map(|f| f.path).collect();
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
    refuses(&validator, &with(json!({"$type": "Pebble"})));
    refuses(&validator, &with(json!({"$type": "nameless#//Pebble", "x": 1})));
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
    refuses(&validator, &with("nmae", json!("x")));
    refuses(&validator, &with("name", json!(1)));
    refuses(&validator, &with("$model", json!("http://example.org/other")));
    refuses(&validator, &with("$type", json!("Named")));
    refuses(&validator, &with("authors", json!([{}])));
    refuses(&validator, &with("authors", json!([{"$type": "Book", "name": "x"}])));
    refuses(&validator, &with("items", json!([{"name": "no type"}])));
    for item in [
        json!({"$type": "Book", "name": "x", "genre": "romance"}),
        json!({"$type": "Book", "name": "x", "pages": 2_147_483_648_i64}),
        json!({"$type": "Book", "name": "x", "authors": ["a", "a"]}),
        json!({"$type": "Book", "name": "x", "issue": 1}),
        json!({"$type": "Author", "name": "x"}),
    ] {
        refuses(&validator, &with("items", json!([item])));
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
    refuses(&validator, &document(json!([{"name": "x"}])));
    refuses(&validator, &json!({"$model": "http://example.org/library"}));
}

#[test]
fn subclasses_stand_for_concrete_classes() {
    let validator = validator("diamond");
    let bottom = |lefts: Value| json!({"$model": "http://example.org/diamond", "$type": "Bottom", "t": "x", "lefts": lefts});
    accepts(&validator, &bottom(json!([{"t": "x"}, {"$type": "Left", "t": "x"}])));
    accepts(&validator, &bottom(json!([{"$type": "Bottom", "t": "x", "r": 1}])));
    refuses(&validator, &bottom(json!([{"t": "x", "r": 1}])));
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
    for (key, value) in [
        ("maybeEDouble", json!("inf")),
        ("maybeEByte", json!(128)),
        ("maybeEInt", json!(1.5)),
        ("maybeEString", Value::Null),
        ("maybeEByteArray", json!("xy")),
        ("derived", json!("x")),
        ("transient", json!("x")),
    ] {
        refuses(&validator, &with(key, value));
    }
    document.as_object_mut().expect("a map").remove("mustEDate");
    refuses(&validator, &document);
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
        refuses(&validator, &document(key, bad));
    }
}
