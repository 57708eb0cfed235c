//! Random metamodels, and random models of them.
//!
//! Plans are plain numbers that are used modulo the available count, so proptest can shrink them. Ids and keys are
//! unique, and texts contain only characters that XML allows.

use modelwright_metamodel::ecore::{
    Annotation, ClassId, Classifier, DataKind, DataTypeId, EnumLiteral, Feature, FeatureId, FeatureKind,
    InstanceName, Metamodel, MetamodelBuilder, Operation, PackageId, TypeParameter, TypeUse, TypedElement,
    builtin, data,
};
use modelwright_metamodel::model::{Document, DocumentId, Model, ObjectId, Value};
use proptest::prelude::*;
use std::sync::Arc;

/// The plan of a class.
#[derive(Debug, Clone)]
pub(crate) struct ClassPlan {
    supertypes: Vec<usize>,
    is_abstract: bool,
    inner: bool,
    has_id: bool,
    attributes: Vec<(usize, u8)>,
    references: Vec<(usize, u8, u8)>,
    note: String,
}

/// One step of creating or changing a model: the object, the feature, and the change.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) object: usize,
    pub(crate) feature: usize,
    pub(crate) target: usize,
    pub(crate) bits: u64,
    pub(crate) text: String,
}

/// Text of characters that XML allows.
fn text() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        "<", ">", "&", "\"", "'", "]]>", "\n", "\r", "\t", " ", "\u{85}", "\u{2028}", "\u{a0}", "é", "😀",
        "#", "x", "&amp;", "%20",
    ]);
    prop_oneof![
        prop::collection::vec(odd, 0..6).prop_map(|parts| parts.concat()),
        "[ -~\\u{a0}-\\u{d7ff}\\u{10000}-\\u{10fff}]{0,90}",
        Just("2023-11-14T22:13:20.123+0000".to_owned()),
        "[-]?[1-9][0-9]{0,40}",
        "([0-9A-F]{2}){0,10}",
    ]
}

pub(crate) fn class_plans() -> impl Strategy<Value = Vec<ClassPlan>> {
    let plan = (
        prop::collection::vec(any::<usize>(), 0..3),
        prop::bool::weighted(0.2),
        any::<bool>(),
        prop::bool::weighted(0.3),
        prop::collection::vec(any::<(usize, u8)>(), 0..5),
        prop::collection::vec(any::<(usize, u8, u8)>(), 0..5),
        text(),
    );
    let plan = plan.prop_map(|(supertypes, is_abstract, inner, has_id, attributes, references, note)| {
        ClassPlan { supertypes, is_abstract, inner, has_id, attributes, references, note }
    });
    prop::collection::vec(plan, 1..6)
}

pub(crate) fn steps(max: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (any::<usize>(), any::<usize>(), any::<usize>(), any::<u64>(), text())
        .prop_map(|(object, feature, target, bits, text)| Step { object, feature, target, bits, text });
    prop::collection::vec(step, 0..max)
}

struct Maker {
    builder: MetamodelBuilder,
    data_types: Vec<DataTypeId>,
    classes: Vec<ClassId>,
    count: usize,
}

fn built_in(name: &str) -> DataTypeId {
    match Metamodel::ecore().classifier(builtin::PACKAGE, name) {
        Some(Classifier::DataType(id)) => id,
        _ => panic!("Ecore has no data type {name}"),
    }
}

/// The metamodel that a plan describes: one package with a nested one, an enumeration, and the planned classes.
pub(crate) fn metamodel(plans: &[ClassPlan]) -> Arc<Metamodel> {
    let mut make = Maker {
        builder: MetamodelBuilder::new(),
        data_types: [
            "EString",
            "EInt",
            "EBoolean",
            "EDouble",
            "EFloatObject",
            "ELong",
            "EChar",
            "EDate",
            "EBigDecimal",
            "EByteArray",
            "EIntegerObject",
            "EBigInteger",
            "EShort",
        ]
        .map(built_in)
        .to_vec(),
        classes: Vec::new(),
        count: 0,
    };
    let outer = make.package(None, "r");
    let inner = make.package(Some(outer), "i");
    make.enumeration(outer);
    for (at, plan) in plans.iter().enumerate() {
        let class = make.builder.class(if plan.inner { inner } else { outer }, format!("Cé{at}"));
        make.builder.class_mut(class).is_abstract = plan.is_abstract && at > 0;
        make.builder.class_mut(class).annotations = vec![annotation(&plan.note)];
        make.classes.push(class);
    }
    for (at, plan) in plans.iter().enumerate() {
        make.fill(at, plan);
    }
    make.generic(outer);
    let (metamodel, problems) = make.builder.build();
    assert!(problems.is_empty(), "the metamodel is sound: {problems:?}");
    Arc::new(metamodel)
}

fn annotation(note: &str) -> Annotation {
    Annotation {
        source: Some(format!("http://note/{note}")),
        details: vec![(Some("k".to_owned()), Some(note.to_owned())), (None, Some(String::new()))],
        ..Annotation::default()
    }
}

impl Maker {
    fn package(&mut self, parent: Option<PackageId>, name: &str) -> PackageId {
        let id = self.builder.package(parent, name);
        self.builder.package_mut(id).ns_uri = Some(format!("http://random/{name}"));
        self.builder.package_mut(id).ns_prefix = Some(name.to_owned());
        id
    }

    fn enumeration(&mut self, package: PackageId) {
        let literal = |name: &str, value, literal: Option<&str>| EnumLiteral {
            name: name.to_owned(),
            value,
            literal: literal.map(str::to_owned),
            ..EnumLiteral::default()
        };
        let literals =
            vec![literal("A", 0, None), literal("B", 1, Some("b & <é>")), literal("C", 5, Some("c"))];
        let id = self.builder.enumeration(package, "Kind", literals);
        self.data_types.push(id);
    }

    /// A class with a type parameter, one that binds it, and an operation with its own type parameter.
    fn generic(&mut self, package: PackageId) {
        let (open, bound) = (self.builder.class(package, "Open"), self.builder.class(package, "Bound"));
        let parameter = self.builder.type_parameter(TypeParameter {
            name: "T".to_owned(),
            bounds: vec![TypeUse::new(Classifier::Class(self.classes[0]))],
            ..TypeParameter::default()
        });
        self.builder.class_mut(open).type_parameters.push(parameter);
        let of_parameter = TypeUse { parameter: Some(parameter), ..TypeUse::default() };
        let kind = FeatureKind::Reference {
            containment: false,
            resolve_proxies: true,
            opposite: None,
            keys: Vec::new(),
        };
        let typed =
            TypedElement { name: "held".to_owned(), ty: Some(of_parameter), ..TypedElement::default() };
        self.builder.feature(Feature::new(open, kind, typed));
        let mut supertype = TypeUse::new(Classifier::Class(open));
        supertype.arguments.push(TypeUse::new(Classifier::Class(self.classes[0])));
        self.builder.class_mut(bound).supertypes.push(supertype);
        let string = TypeUse::new(Classifier::DataType(built_in("EString")));
        let operation = Operation {
            typed: TypedElement { name: "find it".to_owned(), upper: -1, ..TypedElement::default() },
            parameters: vec![TypedElement {
                name: "p".to_owned(),
                ty: Some(string),
                ..TypedElement::default()
            }],
            exceptions: vec![TypeUse::new(Classifier::Class(bound))],
            ..Operation::default()
        };
        self.builder.operation(bound, operation);
        let java = self.builder.data_type(package, "Java");
        self.builder.data_type_mut(java).instance =
            InstanceName::Type("java.util.List<java.lang.String>".to_owned());
    }

    fn name(&mut self) -> String {
        self.count += 1;
        format!("f{}", self.count)
    }

    fn fill(&mut self, at: usize, plan: &ClassPlan) {
        let class = self.classes[at];
        for parent in plan.supertypes.iter().filter(|_| at > 0) {
            let parent = TypeUse::new(Classifier::Class(self.classes[parent % at]));
            let supertypes = &mut self.builder.class_mut(class).supertypes;
            if !supertypes.contains(&parent) {
                supertypes.push(parent);
            }
        }
        // The first attribute, which can be the key of a list.
        let key = self.attribute(class, built_in(if plan.inner { "EInt" } else { "EString" }), 0);
        if plan.has_id {
            let id = self.attribute(class, built_in("EString"), 0);
            self.builder.feature_mut(id).kind = FeatureKind::Attribute { id: true };
        }
        for (ty, flags) in &plan.attributes {
            let ty = self.data_types[ty % self.data_types.len()];
            self.attribute(class, ty, *flags);
        }
        for (target, flags, more) in &plan.references {
            let target = self.classes[target % self.classes.len()];
            self.reference(class, target, *flags, *more);
        }
        // Elements in their own list that are identified by the key of this class.
        let kept = self.reference(class, class, 0b01, 0);
        if let FeatureKind::Reference { keys, .. } = &mut self.builder.feature_mut(kept).kind {
            keys.push(key);
        }
    }

    fn attribute(&mut self, owner: ClassId, ty: DataTypeId, flags: u8) -> FeatureId {
        let bit = |at: u8| flags >> at & 1 == 1;
        let typed = TypedElement {
            name: self.name(),
            ty: Some(TypeUse::new(Classifier::DataType(ty))),
            upper: if bit(0) { -1 } else { 1 },
            unique: !bit(1),
            ..TypedElement::default()
        };
        let mut feature = Feature::new(owner, FeatureKind::Attribute { id: false }, typed);
        feature.unsettable = bit(2);
        feature.transient = flags >> 4 == 15;
        if bit(3) && !bit(0) && ty == built_in("EString") {
            feature.default_literal = Some("a <default>".to_owned());
        } else if bit(3) && !bit(0) && ty == built_in("EInt") {
            feature.default_literal = Some("7".to_owned());
        }
        self.builder.feature(feature)
    }

    fn reference(&mut self, owner: ClassId, target: ClassId, flags: u8, more: u8) -> FeatureId {
        let bit = |at: u8| flags >> at & 1 == 1;
        let upper = if bit(1) { if more.is_multiple_of(3) { 3 } else { -1 } } else { 1 };
        let target = if bit(7) && bit(6) { builtin::EOBJECT } else { target };
        let containment = bit(0);
        let typed = |name: String, ty: ClassId, upper: i32| TypedElement {
            name,
            ty: Some(TypeUse::new(Classifier::Class(ty))),
            upper: if bit(0) && flags == 1 { -1 } else { upper },
            unique: !(bit(5) && bit(4)),
            ..TypedElement::default()
        };
        let kind = |containment| FeatureKind::Reference {
            containment,
            resolve_proxies: !bit(6),
            opposite: None,
            keys: Vec::new(),
        };
        let name = self.name();
        let mut feature = Feature::new(owner, kind(containment), typed(name, target, upper));
        feature.unsettable = bit(3);
        let id = self.builder.feature(feature);
        if bit(2) && target != builtin::EOBJECT {
            let far = if containment {
                1
            } else if more & 1 == 1 {
                -1
            } else {
                1
            };
            let name = self.name();
            let other = if !containment && owner == target && more > 200 {
                id
            } else {
                self.builder.feature(Feature::new(target, kind(false), typed(name, owner, far)))
            };
            for (end, other) in [(id, other), (other, id)] {
                if let FeatureKind::Reference { opposite, .. } = &mut self.builder.feature_mut(end).kind {
                    *opposite = Some(other);
                }
            }
        }
        id
    }
}

/// The attributes that addresses use: ids and keys.
pub(crate) fn is_identity(metamodel: &Metamodel, feature: FeatureId) -> bool {
    metamodel[feature].is_id() || metamodel.features().any(|(_, f)| f.keys().contains(&feature))
}

/// The classes that can have instances, without Ecore's.
pub(crate) fn concrete(metamodel: &Metamodel, class: ClassId) -> Vec<ClassId> {
    let all = metamodel.concrete_subclasses(class);
    all.filter(|class| !metamodel.is_ecore_package(metamodel[*class].package)).collect()
}

/// Creates an object with unique ids and keys; `seed` determines whether it has an `xmi:id`, too.
pub(crate) fn create(model: &mut Model, class: ClassId, seed: u64) -> ObjectId {
    let metamodel = Arc::clone(model.metamodel());
    let object = model.create(class).expect("a concrete class");
    let at = object.index();
    for feature in metamodel.table(class).all_features() {
        if !is_identity(&metamodel, *feature) || (metamodel[*feature].is_id() && seed.is_multiple_of(3)) {
            continue;
        }
        let odd = if metamodel[*feature].is_id() {
            ["a/b", "é", "a+b", "x;y=", "?"][at % 5]
        } else {
            ["k e'y", "[a=b]", "/x/", "é%20,", "\"#"][at % 5]
        };
        let done = match metamodel[metamodel.data_type(*feature)].kind {
            DataKind::String => model.set(object, *feature, Value::String(&format!("n{at}{odd}"))),
            _ => model.set(object, *feature, Value::Int(1 + i64::try_from(at).expect("a small number"))),
        };
        done.expect("a value of the feature's type");
    }
    if seed.is_multiple_of(11) {
        model.set_xmi_id(object, &format!("_x{at}"));
    }
    object
}

/// A value for an attribute; `None` if the text of the step is not valid for its data type.
pub(crate) fn value(metamodel: &Metamodel, feature: FeatureId, step: &Step) -> Option<data::Literal> {
    let bits = step.bits;
    let kind = metamodel[metamodel.data_type(feature)].kind;
    Some(match kind {
        _ if bits.is_multiple_of(9) => data::Literal::Null,
        DataKind::Boolean { .. } => data::Literal::Bool(bits & 1 == 0),
        DataKind::Integer { bits: width, .. } => data::Literal::Int(bits.cast_signed() >> (64 - width)),
        DataKind::Float { .. } => data::Literal::Float(f32::from_bits((bits >> 32) as u32)),
        DataKind::Double { .. } => data::Literal::Double(f64::from_bits(bits)),
        DataKind::Char { .. } => data::Literal::Char(u16::try_from(bits & 0xffff).ok()?),
        DataKind::Enum => data::Literal::Enum(u32::try_from(bits % 3).ok()?),
        _ => data::parse(kind, &step.text)?.into(),
    })
}

pub(crate) fn as_value(literal: &data::Literal) -> Value<'_> {
    match literal {
        data::Literal::Null => Value::Null,
        data::Literal::Bool(v) => Value::Bool(*v),
        data::Literal::Int(v) => Value::Int(*v),
        data::Literal::Float(v) => Value::Float(*v),
        data::Literal::Double(v) => Value::Double(*v),
        data::Literal::Char(v) => Value::Char(*v),
        data::Literal::Enum(v) => Value::Enum(*v),
        data::Literal::String(v) => Value::String(v),
        data::Literal::Lexical(v) => Value::Lexical(v),
    }
}

/// Creates a model of two documents, of which the first is given; every object is in one of them.
pub(crate) fn model(metamodel: &Arc<Metamodel>, steps: &[Step]) -> (Model, DocumentId) {
    let mut model = Model::new(Arc::clone(metamodel));
    let document = model.add_document(Document::new("file:/models/random.xmi"));
    let other = model.add_document(Document::new("file:/models/more/other.xmi"));
    let classes = concrete(metamodel, builtin::EOBJECT);
    let mut objects: Vec<ObjectId> = Vec::new();
    for (at, place) in [document, other].into_iter().enumerate() {
        let root = create(&mut model, classes[0], at as u64 + 1);
        model.add_root(place, root);
        objects.push(root);
    }
    for step in steps {
        apply(&mut model, &mut objects, step);
    }
    for object in objects {
        if model.document_of(object).is_none() && model.container(object).is_none() {
            model.add_root(document, object);
        }
    }
    (model, document)
}

fn apply(model: &mut Model, objects: &mut Vec<ObjectId>, step: &Step) {
    let metamodel = Arc::clone(model.metamodel());
    let object = objects[step.object % objects.len()];
    let features = metamodel.table(model.class(object)).all_features();
    let feature = features[step.feature % features.len()];
    let data = &metamodel[feature];
    if is_identity(&metamodel, feature) {
        return;
    }
    // An unsettable feature may be set to nothing.
    if step.bits.is_multiple_of(13) && data.unsettable && data.many() && !data.is_reference() {
        let _ = model.add(object, feature, Value::Null);
        while model.remove(object, feature, 0).is_ok() {}
        return;
    }
    let literal = if data.is_reference() { None } else { value(&metamodel, feature, step) };
    let value = match &literal {
        Some(literal) => as_value(literal),
        None if !data.is_reference() => return,
        None => match target(model, objects, feature, step) {
            Some(value) => value,
            None => return,
        },
    };
    // An edit that the model rejects changes nothing.
    let _ = if data.many() { model.add(object, feature, value) } else { model.set(object, feature, value) };
}

fn target(
    model: &mut Model,
    objects: &mut Vec<ObjectId>,
    feature: FeatureId,
    step: &Step,
) -> Option<Value<'static>> {
    let metamodel = Arc::clone(model.metamodel());
    let classes = concrete(&metamodel, metamodel.target(feature));
    let class = *classes.get(step.target % classes.len().max(1))?;
    Some(match step.bits % 10 {
        0 if !metamodel[feature].many() => Value::Null,
        1 => {
            let uri = ["file:/models/else.xmi#//@x.0", "http://h/y.xmi#id"][step.target % 2];
            Value::Object(model.create_proxy(class, uri))
        }
        2..=6 if metamodel[feature].is_containment() => {
            objects.push(create(model, class, step.bits / 10));
            Value::Object(objects[objects.len() - 1])
        }
        _ => Value::Object(objects[step.target % objects.len()]),
    })
}
