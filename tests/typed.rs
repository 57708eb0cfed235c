//! Generated types and models are equivalent: a tree of structs, the same tree in parts, and a model created feature by
//! feature are written as the same bytes, and all are converted back to the tree.

use modelwright::generated::bindings as b;
use modelwright::metamodel::diagnostic::{Diagnostics, Source};
use modelwright::metamodel::ecore::Metamodel;
use modelwright::metamodel::input::Limits;
use modelwright::metamodel::model::{Document, DocumentId, Model, ObjectId, Value};
use modelwright::metamodel::output::in_memory;
use modelwright::notations::xmi::{self, ReadOptions, WriteOptions};
use modelwright::shipped;
use modelwright::typed;
use proptest::prelude::*;
use std::sync::Arc;

/// The data that both are created from.
#[derive(Debug, Clone)]
enum Tree {
    Text(String),
    Whole(i64),
    Float(f64),
    Truth(bool),
    Nothing,
    Odd(usize, String),
    List(Vec<Tree>),
    Map(Vec<(Tree, Tree)>),
}

const KINDS: [b::RubyKind; 4] =
    [b::RubyKind::Symbol, b::RubyKind::Date, b::RubyKind::Time, b::RubyKind::Bytes];

/// A binding of the other kind: its name, its flags, and its value.
#[derive(Debug, Clone)]
struct Entry {
    name: Option<String>,
    flags: u8,
    line: i64,
    classes: Vec<String>,
    value: Tree,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[ -~\\u{a0}-\\u{2fff}\\n\\r\\t😀]{0,20}", Just(String::new()), Just("]]>".to_owned())]
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        text().prop_map(Tree::Text),
        any::<i64>().prop_map(Tree::Whole),
        Just(Tree::Whole(0)),
        prop::num::f64::ANY.prop_filter("equal to itself", |v| !v.is_nan()).prop_map(Tree::Float),
        any::<bool>().prop_map(Tree::Truth),
        Just(Tree::Nothing),
        (0..KINDS.len(), text()).prop_map(|(kind, text)| Tree::Odd(kind, text)),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Tree::List),
            prop::collection::vec((inner.clone(), inner), 0..4).prop_map(Tree::Map),
        ]
    })
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let classes = prop::collection::btree_set("[a-z:]{1,6}", 0..3);
    let entry = (prop::option::of(text()), any::<u8>(), any::<i64>(), classes, tree());
    let entry = entry.prop_map(|(name, flags, line, classes, value)| {
        let line = if flags & 1 == 0 { 0 } else { line };
        Entry { name, flags, line, classes: classes.into_iter().collect(), value }
    });
    prop::collection::vec(entry, 0..6)
}

fn typed_value(tree: &Tree) -> b::Value {
    match tree {
        Tree::Text(value) => {
            b::Value::StringValue(b::StringValue { value: value.clone(), ..b::StringValue::default() })
        }
        Tree::Whole(value) => {
            b::Value::IntegerValue(b::IntegerValue { value: Some(*value), ..b::IntegerValue::default() })
        }
        Tree::Float(value) => {
            b::Value::FloatValue(b::FloatValue { value: Some(*value), ..b::FloatValue::default() })
        }
        Tree::Truth(value) => {
            b::Value::BooleanValue(b::BooleanValue { value: Some(*value), ..b::BooleanValue::default() })
        }
        Tree::Nothing => b::Value::UndefValue(b::UndefValue::default()),
        Tree::Odd(kind, value) => b::Value::RubyValue(b::RubyValue {
            kind: KINDS[*kind],
            value: value.clone(),
            ..b::RubyValue::default()
        }),
        Tree::List(items) => b::Value::ArrayValue(b::ArrayValue {
            elements: items.iter().map(typed_value).collect(),
            ..b::ArrayValue::default()
        }),
        Tree::Map(pairs) => {
            let entry = |(key, value): &(Tree, Tree)| b::HashEntry {
                file: None,
                line: 0,
                column: 0,
                key: typed_value(key),
                value: typed_value(value),
            };
            let entries = pairs.iter().map(entry).collect();
            b::Value::HashValue(b::HashValue { entries, ..b::HashValue::default() })
        }
    }
}

fn typed_site(entries: &[Entry]) -> b::Site {
    let binding = |entry: &Entry| {
        if entry.flags & 2 != 0 {
            let classes = entry.classes.clone();
            return b::AbstractBinding::ClassInclusion(b::ClassInclusion {
                line: entry.line,
                ..b::ClassInclusion::new(classes)
            });
        }
        let producer = b::ConstantProducer {
            file: None,
            line: 0,
            column: 0,
            transformer: None,
            value: Box::new(typed_value(&entry.value)),
        };
        b::AbstractBinding::Binding(b::Binding {
            name: entry.name.clone(),
            line: entry.line,
            r#final: entry.flags & 4 != 0,
            r#override: entry.flags & 8 != 0,
            producer: Some(b::ProducerDescriptor::ConstantProducer(producer)),
            ..b::Binding::default()
        })
    };
    let bindings = b::NamedBindings {
        name: "all".to_owned(),
        bindings: entries.iter().map(binding).collect(),
        ..b::NamedBindings::default()
    };
    let layer =
        b::NamedLayer { name: "top".to_owned(), bindings: vec![bindings], ..b::NamedLayer::default() };
    let layers = b::LayeredBindings { layers: vec![layer], ..b::LayeredBindings::default() };
    b::Site { file: Some("site.yaml".to_owned()), layers: Some(layers), ..b::Site::default() }
}

/// Creates a model feature by feature.
struct Dynamic {
    model: Model,
    metamodel: Arc<Metamodel>,
}

impl Dynamic {
    fn object(&mut self, class: &str) -> ObjectId {
        let package = self.metamodel.package_by_uri("urn:modelwright:bindings:1").expect("the package");
        let class = self.metamodel.class(package, class).expect("a class");
        self.model.create(class).expect("a concrete class")
    }

    fn put(&mut self, object: ObjectId, feature: &str, value: Value<'_>) {
        let feature = self.metamodel.feature(self.model.class(object), feature).expect("a feature");
        let done = if self.metamodel[feature].many() {
            self.model.add(object, feature, value)
        } else {
            self.model.set(object, feature, value)
        };
        done.expect("a value of the feature's type");
    }

    /// Contents are added before or after their container gets its container, in no fixed order.
    fn child(&mut self, object: ObjectId, feature: &str, class: &str) -> ObjectId {
        let child = self.object(class);
        self.put(object, feature, Value::Object(child));
        child
    }

    fn value(&mut self, tree: &Tree) -> ObjectId {
        let class = match tree {
            Tree::Text(_) => "StringValue",
            Tree::Whole(_) => "IntegerValue",
            Tree::Float(_) => "FloatValue",
            Tree::Truth(_) => "BooleanValue",
            Tree::Nothing => "UndefValue",
            Tree::Odd(..) => "RubyValue",
            Tree::List(_) => "ArrayValue",
            Tree::Map(_) => "HashValue",
        };
        let object = self.object(class);
        match tree {
            Tree::Text(value) => self.put(object, "value", Value::String(value)),
            Tree::Whole(value) => self.put(object, "value", Value::Int(*value)),
            Tree::Float(value) => self.put(object, "value", Value::Double(*value)),
            Tree::Truth(value) => self.put(object, "value", Value::Bool(*value)),
            Tree::Nothing => {}
            Tree::Odd(kind, value) => {
                self.put(object, "value", Value::String(value));
                self.put(object, "kind", Value::Enum(u32::try_from(*kind).expect("a small number")));
            }
            Tree::List(items) => {
                for item in items {
                    let item = self.value(item);
                    self.put(object, "elements", Value::Object(item));
                }
            }
            Tree::Map(pairs) => {
                for (key, value) in pairs {
                    let entry = self.child(object, "entries", "HashEntry");
                    let (value, key) = (self.value(value), self.value(key));
                    self.put(entry, "value", Value::Object(value));
                    self.put(entry, "key", Value::Object(key));
                }
            }
        }
        object
    }

    fn entry(&mut self, bindings: ObjectId, entry: &Entry) {
        let inclusion = entry.flags & 2 != 0;
        let binding = self.child(bindings, "bindings", if inclusion { "ClassInclusion" } else { "Binding" });
        self.put(binding, "line", Value::Int(entry.line));
        if inclusion {
            for class in &entry.classes {
                self.put(binding, "classes", Value::String(class));
            }
            return;
        }
        if let Some(name) = &entry.name {
            self.put(binding, "name", Value::String(name));
        }
        self.put(binding, "override", Value::Bool(entry.flags & 8 != 0));
        self.put(binding, "final", Value::Bool(entry.flags & 4 != 0));
        let producer = self.child(binding, "producer", "ConstantProducer");
        let value = self.value(&entry.value);
        self.put(producer, "value", Value::Object(value));
    }
}

fn dynamic_site(entries: &[Entry]) -> (Model, DocumentId) {
    let metamodel = shipped::bindings();
    let mut made = Dynamic { model: Model::new(Arc::clone(&metamodel)), metamodel };
    let document = made.model.add_document(Document::default());
    let site = made.object("Site");
    let layers = made.child(site, "layers", "LayeredBindings");
    let layer = made.child(layers, "layers", "NamedLayer");
    made.model.add_root(document, site);
    made.put(site, "file", Value::String("site.yaml"));
    made.put(layer, "name", Value::String("top"));
    let bindings = made.child(layer, "bindings", "NamedBindings");
    made.put(bindings, "name", Value::String("all"));
    for entry in entries {
        made.entry(bindings, entry);
    }
    (made.model, document)
}

/// The site as a model, to which the layers and the bindings are passed part by part.
fn site_in_parts(mut site: b::Site) -> Result<(Model, DocumentId), Diagnostics> {
    let layers = site.layers.take().map_or_else(Vec::new, |layers| layers.layers);
    typed::to_model_in_parts(&shipped::bindings(), |writer| {
        let root = writer.root(&site).expect("a site");
        let container =
            writer.part(root, "layers", &b::LayeredBindings::default()).expect("a list of layers");
        for mut layer in layers {
            let named = std::mem::take(&mut layer.bindings);
            let layer = writer.part(container, "layers", &layer).expect("a layer");
            for mut bindings in named {
                let parts = std::mem::take(&mut bindings.bindings);
                let bindings = writer.part(layer, "bindings", &bindings).expect("named bindings");
                for part in parts {
                    writer.part(bindings, "bindings", &part).expect("a binding");
                }
            }
        }
    })
}

#[test]
fn parts_that_the_metamodel_does_not_allow_are_rejected() {
    let errors = |feature: &str, part: &b::NamedBindings| {
        let written = typed::to_model_in_parts(&shipped::bindings(), |writer| {
            let site = writer.root(&b::Site::default()).expect("a site");
            assert_eq!(writer.part(site, feature, part), None);
        });
        shown(&written.expect_err("an error"))
    };
    let part = b::NamedBindings { name: "all".to_owned(), ..b::NamedBindings::default() };
    for feature in ["layers", "file", "missing"] {
        let expected = format!("`Site` has no containment `{feature}` for objects of `NamedBindings`");
        assert!(errors(feature, &part).contains(&expected), "{}", errors(feature, &part));
    }
}

fn shown(diagnostics: &Diagnostics) -> String {
    diagnostics.iter().map(|problem| format!("{problem}\n")).collect()
}

fn written(model: &Model, document: DocumentId) -> String {
    let bytes =
        in_memory(|sink| xmi::write(model, document, &WriteOptions::default(), sink)).map(|(bytes, _)| bytes);
    String::from_utf8(bytes.unwrap_or_else(|problems| panic!("{}", shown(&problems)))).expect("ASCII")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn structs_and_models_are_written_as_the_same_bytes(entries in entries()) {
        let site = typed_site(&entries);
        let (model, document) = typed::to_model(&shipped::bindings(), std::slice::from_ref(&site))
            .map_err(|problems| TestCaseError::fail(shown(&problems)))?;
        let text = written(&model, document);
        let (by_hand, there) = dynamic_site(&entries);
        prop_assert_eq!(&text, &written(&by_hand, there));
        let (in_parts, joined) =
            site_in_parts(site.clone()).map_err(|problems| TestCaseError::fail(shown(&problems)))?;
        prop_assert_eq!(&text, &written(&in_parts, joined));

        let mut again = Model::new(shipped::bindings());
        let source = Source::new("site.xmi", text.as_str());
        let limits = Limits { depth: usize::MAX, ..Limits::default() };
        let options = ReadOptions { limits, ..ReadOptions::default() };
        let (read, diagnostics) = xmi::read(&source, &mut again, Document::default(), &options);
        prop_assert!(diagnostics.is_empty(), "{}", shown(&diagnostics));
        for (model, document) in [(&model, document), (&in_parts, joined), (&by_hand, there), (&again, read)] {
            let back: Vec<b::Site> = typed::from_model(model, document)
                .map_err(|problems| TestCaseError::fail(shown(&problems)))?;
            prop_assert_eq!(&back, std::slice::from_ref(&site));
        }
    }
}
