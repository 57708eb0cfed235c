//! Random models are the same after writing and reading JSON.

use super::fixture::{DATA, URI, library};
use super::{read, show, write, write_in};
use modelwright_metamodel::ecore::{Classifier, DataKind, FeatureId, Metamodel, data};
use modelwright_metamodel::model::{Addresses, Document, DocumentId, Model, ObjectId, Value};
use modelwright_notations::json::{self, Layout};
use modelwright_notations::tree::Dialect;
use proptest::prelude::*;

/// One step of creating a model: the object, the feature, and the change.
#[derive(Debug, Clone)]
struct Step {
    object: usize,
    feature: usize,
    target: usize,
    bits: u64,
    text: String,
}

fn step() -> impl Strategy<Value = Step> {
    let text = prop_oneof![
        any::<String>(),
        "[ -~]{0,80}",
        Just("2023-11-14T22:13:20.123+0000".to_owned()),
        "[-]?[1-9][0-9]{0,400}",
        "[0-9A-F]{0,20}",
        "[\\x00-\\x20\\u{2028}\\u{2029}\\u{85}\\u{feff}\\u{d7ff}\\u{10ffff}\"\\\\/#']{0,6}",
    ];
    (any::<usize>(), any::<usize>(), any::<usize>(), any::<u64>(), text)
        .prop_map(|(object, feature, target, bits, text)| Step { object, feature, target, bits, text })
}

/// Creates a model; steps that the model rejects change nothing.
fn build(steps: &[Step]) -> (Model, DocumentId) {
    let metamodel = library();
    let mut model = Model::new(metamodel.clone());
    let document = model.add_document(Document::new("file:/models/random.json"));
    let other = model.add_document(Document::new("file:/models/other.json"));
    let package = metamodel.package_by_uri(URI).expect("the package");
    let class = |name| metamodel.class(package, name).expect("a class");
    for name in ["Library", "Book"] {
        let root = model.create(class(name)).expect("a root");
        model.add_root(if name == "Book" { other } else { document }, root);
    }
    let mut objects: Vec<ObjectId> = model.objects().collect();
    for (at, step) in steps.iter().enumerate() {
        apply(&mut model, &metamodel, &mut objects, step, at);
        if step.bits.is_multiple_of(50) {
            let root = model.create(class("Author")).expect("a root");
            model.add_root(document, root);
            objects.push(root);
        }
    }
    (model, document)
}

fn apply(model: &mut Model, metamodel: &Metamodel, objects: &mut Vec<ObjectId>, step: &Step, at: usize) {
    let object = objects[step.object % objects.len()];
    let features = metamodel.table(model.class(object)).all_features();
    let feature = features[step.feature % features.len()];
    let data = &metamodel[feature];
    if metamodel.is_container(feature) || data.transient {
        return;
    }
    let value = match data.typed.classifier() {
        Some(Classifier::Class(class)) if data.is_containment() => {
            let kinds = metamodel.concrete_subclasses(class);
            let kinds: Vec<_> =
                kinds.into_iter().filter(|k| !metamodel.is_ecore_package(metamodel[*k].package)).collect();
            let child = if step.bits.is_multiple_of(8) {
                model.create_proxy(kinds[step.target % kinds.len()], "file:/models/else.json#//x")
            } else {
                model.create(kinds[step.target % kinds.len()]).expect("a concrete class")
            };
            if !model.is_proxy(child) {
                objects.push(child);
            }
            Value::Object(child)
        }
        Some(Classifier::Class(_)) => match step.bits % 10 {
            0 => {
                Value::Object(model.create_proxy(metamodel.target(feature), "file:/models/else.json#//@y.0"))
            }
            1 if !data.many() => Value::Null,
            _ => Value::Object(objects[step.target % objects.len()]),
        },
        _ => return scalar(model, metamodel, object, feature, step, at),
    };
    if data.many() {
        let _ = model.add(object, feature, value);
    } else {
        let _ = model.set(object, feature, value);
    }
}

fn scalar(
    model: &mut Model,
    metamodel: &Metamodel,
    object: ObjectId,
    feature: FeatureId,
    step: &Step,
    at: usize,
) {
    let kind = metamodel[metamodel.data_type(feature)].kind;
    let bits = step.bits;
    let name = metamodel[feature].name();
    // Values that addresses use must be unique.
    let text = if matches!(name, "isbn" | "code") {
        let odd = ["b", "a#b", "#x", "é \"q'", "x]y["][step.target % 5];
        format!("{odd}{at}")
    } else {
        step.text.clone()
    };
    let literal = match kind {
        DataKind::Boolean { .. } => data::Literal::Bool(bits & 1 == 0),
        DataKind::Integer { bits: width, .. } => data::Literal::Int(bits.cast_signed() >> (64 - width)),
        DataKind::Float { .. } => data::Literal::Float(f32::from_bits((bits >> 32) as u32)),
        DataKind::Double { .. } => data::Literal::Double(f64::from_bits(bits)),
        DataKind::Char { .. } => data::Literal::Char(bits as u16),
        DataKind::Enum => data::Literal::Enum((bits % 3) as u32),
        _ => data::parse(kind, &text).map_or(data::Literal::Null, data::Literal::from),
    };
    let value = match &literal {
        data::Literal::Null => Value::Null,
        data::Literal::Bool(v) => Value::Bool(*v),
        data::Literal::Int(v) => Value::Int(*v),
        data::Literal::Float(v) => Value::Float(*v),
        data::Literal::Double(v) => Value::Double(*v),
        data::Literal::Char(v) => Value::Char(*v),
        data::Literal::Enum(v) => Value::Enum(*v),
        data::Literal::String(v) => Value::String(v),
        data::Literal::Lexical(v) => Value::Lexical(v),
    };
    let _ = if !metamodel[feature].many() {
        model.set(object, feature, value)
    } else if bits.is_multiple_of(7) {
        model.add(object, feature, Value::Null)
    } else {
        model.add(object, feature, value)
    };
}

/// Everything in a document, each object by its address and each value as it is.
fn everything(model: &Model, document: DocumentId) -> Vec<String> {
    let metamodel = model.metamodel();
    let mut addresses = Addresses::new(model);
    let mut out = Vec::new();
    for root in model.document(document).roots() {
        for object in std::iter::once(*root).chain(model.all_contents(*root)) {
            let mut line = String::new();
            addresses.write_path(object, &mut line);
            line.push_str(&metamodel[model.class(object)].name);
            for feature in metamodel.table(model.class(object)).all_features() {
                // An unresolved reference belongs to the object, not to its document.
                let values: Vec<String> = model
                    .list(object, *feature)
                    .iter()
                    .map(|value| match value {
                        Value::Object(target) => match model.proxy_uri(target) {
                            Some(uri) => uri.to_owned(),
                            None => {
                                let home = model.document_of(target).map(|d| model.document(d).uri.clone());
                                let mut out = if home.as_deref() == Some("file:/models/other.json") {
                                    "file:/models/other.json#".to_owned()
                                } else {
                                    String::new()
                                };
                                addresses.write(target, &mut out);
                                out
                            }
                        },
                        other => format!("{other:?}"),
                    })
                    .collect();
                let set = model.is_set(object, *feature);
                if set {
                    line.push_str(&format!("\n  {}: {values:?}", metamodel[*feature].name()));
                }
            }
            out.push(line);
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn models_are_preserved(steps in prop::collection::vec(step(), 0..120)) {
        let (model, document) = build(&steps);
        let written = write_in(&model, document, Dialect::Plain, Layout::Pretty);
        prop_assume!(written.as_ref().is_ok_and(|(_, losses)| losses.is_empty()));
        let (text, _) = written.expect("a document");
        let (again, there, diagnostics) = read(&text);
        prop_assert!(diagnostics.is_empty(), "{}\n{}", text, show(&diagnostics));
        prop_assert_eq!(write(&again, there, Layout::Pretty), text);
        prop_assert_eq!(everything(&again, there), everything(&model, document));
    }

    #[test]
    fn no_text_causes_a_panic(text in "[\\[\\]{}:,\"\\\\a-e0-9.\\-$/*\n\u{2028}é]{0,200}") {
        read(&text);
        let _ = json::peek(&text);
    }
}

#[test]
fn every_kind_of_data_occurs() {
    let metamodel = library();
    let package = metamodel.package_by_uri(URI).expect("the package");
    let class = metamodel.class(package, "Values").expect("the class");
    assert_eq!(metamodel.table(class).all_features().len(), 3 * DATA.len() + 1);
}
