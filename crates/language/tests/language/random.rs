//! Random metamodels, the same on every machine: with names, texts and annotations that are difficult to print.

use modelwright_metamodel::ecore::{
    Annotation, ClassId, Classifier, DataTypeId, EXTENDED_META_DATA, Element, EnumLiteral, Feature,
    FeatureId, FeatureKind, GEN_MODEL, InstanceName, Metamodel, MetamodelBuilder, Operation, PackageId,
    TypeParameter, TypeParameterId, TypeUse, TypedElement, builtin,
};

/// Numbers that look random and are the same on every machine.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % sides
    }

    fn coin(&mut self) -> bool {
        self.roll(2) == 0
    }

    fn rarely(&mut self) -> bool {
        self.roll(6) == 0
    }

    fn name(&mut self, at: usize) -> String {
        let odd =
            ["a b", "", "'", "été", "x::y", "type", "String", "lower", "Optional", "$x", "1st", "undef"];
        match self.roll(4) {
            0 => format!("{}{at}", odd[self.roll(odd.len())]),
            1 => format!("name{at}"),
            _ => format!("Name{at}"),
        }
    }

    fn text(&mut self) -> String {
        let parts = [
            "a", " ", "\n", "#", "'", "\"", "\\", "${x}", "\t", "\r", "é", "\u{1}", "{", "}", "true", "1",
            "-",
        ];
        (0..self.roll(5)).map(|_| parts[self.roll(parts.len())]).collect()
    }

    fn maybe_text(&mut self) -> Option<String> {
        self.coin().then(|| self.text())
    }
}

/// The elements of a random metamodel so far.
#[derive(Default)]
pub(crate) struct Parts {
    packages: Vec<PackageId>,
    classes: Vec<(ClassId, Vec<TypeParameterId>)>,
    data_types: Vec<DataTypeId>,
    elements: Vec<Element>,
}

/// A random metamodel, if it is valid.
pub(crate) fn metamodel(dice: &mut Dice) -> Option<Metamodel> {
    let (mut builder, mut parts) = (MetamodelBuilder::new(), Parts::default());
    for at in 0..=dice.roll(4) {
        let parent = if dice.coin() { parts.packages.get(dice.roll(4)).copied() } else { None };
        let name = dice.name(at);
        let id = builder.package(parent, name);
        let uri = dice.maybe_text();
        let package = builder.package_mut(id);
        package.ns_uri = uri;
        package.ns_prefix = dice.maybe_text();
        parts.packages.push(id);
        parts.elements.push(Element::Package(id));
    }
    for at in 0..dice.roll(12) {
        let package = parts.packages[dice.roll(parts.packages.len())];
        let name = dice.name(at % 5 + at);
        if dice.coin() {
            class(dice, &mut builder, &mut parts, package, name);
        } else {
            data(dice, &mut builder, &mut parts, package, name);
        }
    }
    for at in 0..parts.classes.len() {
        members(dice, &mut builder, &mut parts, at);
    }
    annotate(dice, &mut builder, &parts);
    let (metamodel, problems) = builder.build();
    problems.is_empty().then_some(metamodel)
}

fn class(
    dice: &mut Dice,
    builder: &mut MetamodelBuilder,
    parts: &mut Parts,
    package: PackageId,
    name: String,
) {
    let id = builder.class(package, name);
    let parameters: Vec<_> = (0..dice.roll(3))
        .map(|at| {
            let name = dice.name(at);
            builder.type_parameter(TypeParameter { name, ..TypeParameter::default() })
        })
        .collect();
    let mut supertypes = Vec::new();
    if dice.coin() && !parts.classes.is_empty() {
        supertypes.push(TypeUse::new(Classifier::Class(parts.classes[dice.roll(parts.classes.len())].0)));
    }
    let class = builder.class_mut(id);
    class.type_parameters.clone_from(&parameters);
    class.is_abstract = dice.rarely();
    class.is_interface = dice.rarely();
    class.supertypes = supertypes;
    if dice.rarely() {
        class.instance = InstanceName::Class(dice.text());
    }
    parts.elements.push(Element::Class(id));
    parts.elements.extend(parameters.iter().map(|id| Element::TypeParameter(*id)));
    parts.classes.push((id, parameters));
}

fn data(
    dice: &mut Dice,
    builder: &mut MetamodelBuilder,
    parts: &mut Parts,
    package: PackageId,
    name: String,
) {
    let id = builder.data_type(package, name);
    let literals = dice.coin().then(|| {
        (0..dice.roll(4))
            .map(|at| EnumLiteral {
                name: dice.name(at),
                value: if dice.rarely() { i32::MIN } else { i32::try_from(at).unwrap_or(0) },
                literal: dice.maybe_text().filter(|_| dice.coin()),
                annotations: Vec::new(),
            })
            .collect::<Vec<_>>()
    });
    let count = literals.as_ref().map_or(0, Vec::len);
    let data = builder.data_type_mut(id);
    data.literals = literals;
    data.serializable = !dice.rarely();
    if dice.rarely() {
        data.instance = InstanceName::Type("java.lang.Long".to_owned());
    } else if dice.rarely() {
        data.instance = InstanceName::Class("long".to_owned());
    }
    if dice.rarely() {
        let pairs = [
            ("baseType", "http://www.w3.org/2001/XMLSchema#long"),
            ("minInclusive", "1"),
            ("maxInclusive", "x"),
        ];
        let details =
            pairs[..dice.roll(4)].iter().map(|(k, v)| (Some((*k).to_owned()), Some((*v).to_owned())));
        let source = Some(EXTENDED_META_DATA.to_owned());
        data.annotations.push(Annotation { source, details: details.collect(), ..Annotation::default() });
    }
    parts.elements.push(Element::DataType(id));
    parts.elements.extend((0..count).map(|at| Element::EnumLiteral(id, at)));
    parts.data_types.push(id);
}

fn members(dice: &mut Dice, builder: &mut MetamodelBuilder, parts: &mut Parts, at: usize) {
    let (owner, parameters) = parts.classes[at].clone();
    for at in 0..dice.roll(5) {
        let mut typed = typed(dice, parts, &parameters, &format!("f{}{at}", owner.index()));
        let kind = if dice.coin() {
            typed.ty = Some(TypeUse::new(Classifier::DataType(data_type(dice, parts))));
            FeatureKind::Attribute { id: dice.rarely() }
        } else {
            typed.ty = Some(class_use(dice, parts, &parameters, 0));
            FeatureKind::Reference {
                containment: dice.coin(),
                resolve_proxies: dice.coin(),
                opposite: None,
                keys: Vec::new(),
            }
        };
        let mut feature = Feature::new(owner, kind, typed);
        feature.changeable = !dice.rarely();
        feature.volatile = dice.rarely();
        feature.transient = dice.rarely();
        feature.unsettable = dice.rarely();
        feature.derived = dice.rarely();
        feature.default_literal = dice.maybe_text().filter(|_| dice.rarely());
        let id: FeatureId = builder.feature(feature);
        parts.elements.push(Element::Feature(id));
    }
    for at in 0..dice.roll(3) {
        let mut operation = Operation {
            typed: typed(dice, parts, &parameters, &format!("o{}", at / 2)),
            ..Operation::default()
        };
        if dice.coin() {
            operation.typed.ty = None;
            (operation.typed.lower, operation.typed.upper) = (0, 1);
        }
        let count = dice.roll(3);
        for at in 0..count {
            let name = dice.name(at);
            operation.parameters.push(typed(dice, parts, &parameters, &name));
        }
        if dice.rarely() {
            operation.exceptions.push(class_use(dice, parts, &parameters, 0));
        }
        let id = builder.operation(owner, operation);
        parts.elements.push(Element::Operation(id));
        parts.elements.extend((0..count).map(|at| Element::Parameter(id, at)));
    }
}

fn typed(dice: &mut Dice, parts: &Parts, parameters: &[TypeParameterId], name: &str) -> TypedElement {
    let bounds = [(0, 1), (0, -1), (1, 1), (1, -1), (2, -1), (2, 5), (0, -2), (0, 3)];
    let (lower, upper) = bounds[dice.roll(bounds.len())];
    TypedElement {
        name: if dice.rarely() { format!("{name}-x") } else { name.to_owned() },
        ty: Some(class_use(dice, parts, parameters, 0)),
        lower,
        upper,
        ordered: !dice.rarely(),
        unique: !dice.rarely(),
        annotations: Vec::new(),
    }
}

fn data_type(dice: &mut Dice, parts: &Parts) -> DataTypeId {
    if parts.data_types.is_empty() || dice.coin() {
        let ecore = Metamodel::ecore();
        let at = dice.roll(ecore.data_types().count());
        return ecore.data_types().nth(at).map_or(builtin::ESTRING, |(id, _)| id);
    }
    parts.data_types[dice.roll(parts.data_types.len())]
}

fn class_use(dice: &mut Dice, parts: &Parts, parameters: &[TypeParameterId], depth: usize) -> TypeUse {
    if !parameters.is_empty() && dice.rarely() {
        let parameter = Some(parameters[dice.roll(parameters.len())]);
        return TypeUse { parameter, ..TypeUse::default() };
    }
    let (id, own) = &parts.classes[dice.roll(parts.classes.len())];
    let mut ty = TypeUse::new(Classifier::Class(*id));
    if depth < 3 && dice.coin() {
        for _ in own {
            let inner = Box::new(class_use(dice, parts, parameters, depth + 1));
            ty.arguments.push(match dice.roll(4) {
                0 => TypeUse { upper: Some(inner), ..TypeUse::default() },
                1 => TypeUse { lower: Some(inner), ..TypeUse::default() },
                2 => TypeUse::default(),
                _ => *inner,
            });
        }
    }
    ty
}

fn annotation(dice: &mut Dice, parts: &Parts, depth: usize) -> Annotation {
    let source = match dice.roll(4) {
        0 => Some(GEN_MODEL.to_owned()),
        1 => Some(EXTENDED_META_DATA.to_owned()),
        _ => dice.maybe_text(),
    };
    let mut annotation = Annotation { source, ..Annotation::default() };
    for _ in 0..dice.roll(3) {
        let key = if dice.coin() { Some("documentation".to_owned()) } else { dice.maybe_text() };
        annotation.details.push((key, dice.maybe_text()));
    }
    for _ in 0..dice.roll(3) {
        annotation.references.push(parts.elements[dice.roll(parts.elements.len())]);
    }
    if depth < 3 && dice.rarely() {
        annotation.annotations.push(self::annotation(dice, parts, depth + 1));
    }
    annotation
}

fn annotate(dice: &mut Dice, builder: &mut MetamodelBuilder, parts: &Parts) {
    for element in &parts.elements {
        if !dice.rarely() {
            continue;
        }
        let made: Vec<_> = (0..=dice.roll(2)).map(|_| annotation(dice, parts, 0)).collect();
        match *element {
            Element::Package(id) => builder.package_mut(id).annotations.extend(made),
            Element::Class(id) => builder.class_mut(id).annotations.extend(made),
            Element::DataType(id) => builder.data_type_mut(id).annotations.extend(made),
            Element::Feature(id) => builder.feature_mut(id).typed.annotations.extend(made),
            Element::Operation(id) => builder.operation_mut(id).typed.annotations.extend(made),
            Element::Parameter(id, at) => builder.operation_mut(id).parameters[at].annotations.extend(made),
            Element::TypeParameter(id) => builder.type_parameter_mut(id).annotations.extend(made),
            Element::EnumLiteral(id, at) => {
                if let Some(literals) = &mut builder.data_type_mut(id).literals {
                    literals[at].annotations.extend(made);
                }
            }
        }
    }
}
