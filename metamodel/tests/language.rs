//! The type language, as data: each `.pp` under `tests/data/language` is named after the hazard it holds.
//! Beside it stands what reading it gives: the problems, and the text printed back where there are no errors.
//! `UPDATE_EXPECT=1` rewrites the expectations; look at the difference before keeping it.

use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use modelwright_metamodel::ecore::{
    Annotation, Classifier, Element, Feature, FeatureKind, Metamodel, PackageId, TypeParameterId, TypeUse,
    Typed, builtin,
};
use modelwright_metamodel::language;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/language")
}

fn shown(diagnostic: &Diagnostic) -> String {
    let mut out = format!("{diagnostic}\n");
    for label in &diagnostic.labels {
        let (position, text) = (label.position(), &label.source.text()[label.range.clone()]);
        let short: String = text.chars().take(50).collect();
        let _ = writeln!(
            out,
            "    {}:{} `{}` {}",
            position.line,
            position.column,
            short.escape_debug(),
            label.text
        );
    }
    out
}

/// What reading a text gives, and whether printing and reading again gives the same.
fn outcome(name: &str, text: &str) -> String {
    let (metamodel, diagnostics) = language::load(&[Source::new(name, text)]);
    let mut out = String::new();
    for diagnostic in &diagnostics {
        out.push_str(&shown(diagnostic));
    }
    assert_eq!(metamodel.is_none(), diagnostics.has_errors(), "{name}: a metamodel unless there are errors");
    if let Some(metamodel) = metamodel {
        let _ = write!(out, "---\n{}", round_trip(name, &metamodel));
    }
    out
}

/// The printed text, after making sure that it reads back to the same packages and prints the same.
fn round_trip(name: &str, metamodel: &Metamodel) -> String {
    let roots: Vec<_> = metamodel.roots().collect();
    let printed = language::print(metamodel, &roots);
    let (again, diagnostics) = language::load(&[Source::new(name, printed.as_str())]);
    let problems: String = diagnostics.iter().map(shown).collect();
    let again = again.unwrap_or_else(|| panic!("{name}: what was printed must load\n{problems}\n{printed}"));
    let again_roots: Vec<_> = again.roots().collect();
    let before = describe(metamodel, &roots);
    let after = describe(&again, &again_roots);
    assert_eq!(before, after, "{name}: what was printed must read back the same\n{printed}");
    assert_eq!(printed, language::print(&again, &again_roots), "{name}: printing is a fixed point");
    printed
}

#[test]
fn every_case_gives_what_is_expected() {
    let mut names: Vec<_> = std::fs::read_dir(folder())
        .expect("the cases are there")
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "pp"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    let mut failures = String::new();
    for path in names {
        let name = path.file_name().and_then(|n| n.to_str()).expect("a name").to_owned();
        let text = std::fs::read_to_string(&path).expect("a readable case");
        let found = outcome(&name, &text);
        let beside = path.with_extension("expected");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&beside, &found).expect("a writable expectation");
        }
        let expected = std::fs::read_to_string(&beside).unwrap_or_default();
        if expected != found {
            let _ = write!(failures, "== {name}\n-- expected\n{expected}\n-- found\n{found}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn ecore_pp_is_ecore() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/ecore.pp");
    let ecore = Metamodel::ecore();
    let printed = language::print(&ecore, &[builtin::PACKAGE]);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        let header: String =
            old.lines().take_while(|l| l.starts_with('#')).map(|l| format!("{l}\n")).collect();
        std::fs::write(&path, format!("{header}\n{printed}")).expect("a writable model");
    }
    let text = std::fs::read_to_string(&path).expect("ecore.pp is there");
    assert!(text.ends_with(&printed), "ecore.pp is what Ecore prints, below its header");
    let (loaded, diagnostics) = language::load(&[Source::new("ecore.pp", text)]);
    let problems: String = diagnostics.iter().map(shown).collect();
    let loaded = loaded.unwrap_or_else(|| panic!("ecore.pp must load\n{problems}"));
    assert!(problems.is_empty(), "{problems}");
    let roots: Vec<_> = loaded.roots().collect();
    assert_eq!(describe(&ecore, &[builtin::PACKAGE]), describe(&loaded, &roots));
    // Its types are its own, not those of the Ecore that every metamodel comes with.
    for (_, feature) in loaded.features().filter(|(_, f)| loaded[f.owner].package != builtin::PACKAGE) {
        assert_eq!(feature.typed.classifier().map(|c| loaded.package_of(c)), roots.first().copied());
    }
}

#[test]
fn files_make_one_metamodel_in_any_order() {
    let one = Source::new(
        "one.pp",
        "package shop { uri => 'urn:shop' }\ntype Order { has lines, Line { max => unbound } }\n",
    );
    let two = Source::new("two.pp", "package shop\ntype Line { attr price, Money }\n");
    let three = Source::new("three.pp", "datatype Shop::Money { base => Float }\n");
    for order in [[&one, &two, &three], [&three, &two, &one], [&two, &three, &one]] {
        let sources: Vec<Arc<Source>> = order.into_iter().cloned().collect();
        let (metamodel, diagnostics) = language::load(&sources);
        let problems: String = diagnostics.iter().map(shown).collect();
        let metamodel = metamodel.expect(&problems);
        assert_eq!(metamodel.roots().count(), 1);
        let shop = metamodel.package_by_uri("urn:shop").expect("the package of all three");
        assert_eq!(metamodel[shop].classifiers.len(), 3);
    }
}

#[test]
fn declarations_outside_packages_belong_to_the_file() {
    let (metamodel, _) = language::load(&[Source::new("some/dir/my-site.pp", "type A {}\ntype x::y {}\n")]);
    let metamodel = metamodel.expect("a metamodel");
    let packages: Vec<_> = metamodel.roots().map(|id| metamodel[id].clone()).collect();
    assert_eq!(packages[0].name, "my_site");
    assert_eq!(packages[0].ns_uri.as_deref(), Some("urn:modelwright:my_site"));
    assert_eq!(packages[0].ns_prefix.as_deref(), Some("my_site"));
    assert_eq!(packages[1].name, "x");
    assert_eq!(metamodel.name(packages[1].classifiers[0]), "Y");
}

#[test]
fn nothing_loads_from_nothing() {
    let (metamodel, diagnostics) = language::load(&[Source::new("a.pp", "# nothing\n")]);
    assert!(diagnostics.is_empty());
    assert_eq!(metamodel.expect("an empty metamodel").roots().count(), 0);
}

/// Texts that would exhaust a careless reader: each must end soon, with at least one message and few.
#[test]
fn hostile_nesting_is_a_diagnostic() {
    let n = 100_000;
    let cases = [
        ("brackets", format!("type A {{ attr x, {} }}", "[".repeat(n))),
        ("generics", format!("type A {{ has x, {} }}", "EEList<".repeat(n))),
        ("closed generics", format!("type A {{ has x, {}T{} }}", "EEList<".repeat(n), ">".repeat(n))),
        ("arrays", format!("type A {{ attr x, {}String{} }}", "Array[".repeat(n), "]".repeat(n))),
        ("lists", format!("type A {{ attr x, String {{ default => {} }} }}", "[".repeat(n))),
        ("maps", format!("datatype A {{ facets => {} }}", "{ a => ".repeat(n))),
        ("packages", "package a { ".repeat(n)),
        ("path", format!("package {}a", "a::".repeat(n))),
        ("annotations", "annotation 'a' { ".repeat(n)),
        ("braces", "{".repeat(n)),
        ("closing", "}".repeat(n)),
        ("wildcards", format!("type A {{ has x, {} }}", "? extends ".repeat(n))),
        ("strings", "\"${".repeat(n)),
        ("slashes", "/\\".repeat(n)),
        ("quotes", "'\n".repeat(n)),
        ("settings", format!("type A {{ attr x, String {{ {} }} }}", "min ".repeat(n))),
    ];
    for (name, text) in cases {
        let (metamodel, diagnostics) = language::load(&[Source::new("a.pp", text)]);
        let problems: String = diagnostics.iter().take(5).map(shown).collect();
        assert!(metamodel.is_none() && diagnostics.has_errors(), "{name}");
        let few = if ["closing", "slashes", "quotes"].contains(&name) { usize::MAX } else { 4 };
        assert!(diagnostics.error_count() <= few, "{name}: {} errors\n{problems}", diagnostics.error_count());
    }
}

/// Every cut and every loss of one token of a sound text must be read without a panic.
#[test]
fn damaged_texts_do_not_panic() {
    for path in ["everything.pp", "arm-7.pp"] {
        let text = std::fs::read_to_string(folder().join(path)).expect("the case is there");
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for at in &starts {
            let _ = language::load(&[Source::new("cut.pp", &text[..*at])]);
        }
        for pair in starts.windows(2) {
            let without = format!("{}{}", &text[..pair[0]], &text[pair[1]..]);
            let _ = language::load(&[Source::new("lost.pp", without)]);
        }
    }
}

/// Everything that packages hold, element by element, with names in place of ids.
fn describe(metamodel: &Metamodel, packages: &[PackageId]) -> String {
    let mut out = String::new();
    let mut open: Vec<(PackageId, usize)> = packages.iter().rev().map(|id| (*id, 0)).collect();
    while let Some((id, depth)) = open.pop() {
        let package = &metamodel[id];
        let _ =
            writeln!(out, "package {depth} {:?} {:?} {:?}", package.name, package.ns_uri, package.ns_prefix);
        annotations(metamodel, &package.annotations, 1, &mut out);
        for classifier in &package.classifiers {
            describe_classifier(metamodel, *classifier, &mut out);
        }
        open.extend(package.subpackages.iter().rev().map(|id| (*id, depth + 1)));
    }
    out
}

fn describe_classifier(metamodel: &Metamodel, classifier: Classifier, out: &mut String) {
    match classifier {
        Classifier::DataType(id) => {
            let d = &metamodel[id];
            let _ = writeln!(out, "  data {:?} {} {:?} {:?}", d.name, d.serializable, d.instance, d.kind);
            type_parameters(metamodel, &d.type_parameters, out);
            annotations(metamodel, &d.annotations, 2, out);
            for l in d.literals.iter().flatten() {
                let _ = writeln!(out, "    literal {:?} {} {:?}", l.name, l.value, l.literal);
                annotations(metamodel, &l.annotations, 3, out);
            }
        }
        Classifier::Class(id) => {
            let c = &metamodel[id];
            let supertypes: Vec<_> = c.supertypes.iter().map(|ty| type_use(metamodel, ty)).collect();
            let _ = writeln!(
                out,
                "  class {:?} {} {} {:?} {supertypes:?}",
                c.name, c.is_abstract, c.is_interface, c.instance
            );
            type_parameters(metamodel, &c.type_parameters, out);
            annotations(metamodel, &c.annotations, 2, out);
            for feature in &c.features {
                describe_feature(metamodel, &metamodel[*feature], out);
            }
            for operation in &c.operations {
                let o = &metamodel[*operation];
                let exceptions: Vec<_> = o.exceptions.iter().map(|ty| type_use(metamodel, ty)).collect();
                typed(metamodel, "operation", &o.typed, &format!("{exceptions:?}"), out);
                type_parameters(metamodel, &o.type_parameters, out);
                for parameter in &o.parameters {
                    typed(metamodel, "  parameter", parameter, "", out);
                }
            }
        }
    }
}

fn describe_feature(metamodel: &Metamodel, feature: &Feature, out: &mut String) {
    let kind = match &feature.kind {
        FeatureKind::Attribute { id } => format!("attribute id {id}"),
        FeatureKind::Reference { containment, resolve_proxies, opposite, keys } => {
            let opposite = opposite.map(|id| metamodel.feature_label(id));
            let keys: Vec<_> = keys.iter().map(|id| metamodel.feature_label(*id)).collect();
            format!("reference {containment} {resolve_proxies} {opposite:?} {keys:?}")
        }
    };
    let rest = format!(
        "changeable {} volatile {} transient {} unsettable {} derived {} default {:?} {:?} {kind}",
        feature.changeable,
        feature.volatile,
        feature.transient,
        feature.unsettable,
        feature.derived,
        feature.default_literal,
        feature.default
    );
    typed(metamodel, "feature", &feature.typed, &rest, out);
}

fn typed(metamodel: &Metamodel, what: &str, typed: &Typed, rest: &str, out: &mut String) {
    let ty = typed.ty.as_ref().map(|ty| type_use(metamodel, ty));
    let _ = writeln!(
        out,
        "    {what} {:?} {ty:?} {}..{} ordered {} unique {} {rest}",
        typed.name, typed.lower, typed.upper, typed.ordered, typed.unique
    );
    annotations(metamodel, &typed.annotations, 3, out);
}

fn type_parameters(metamodel: &Metamodel, ids: &[TypeParameterId], out: &mut String) {
    for id in ids {
        let bounds: Vec<_> = metamodel[*id].bounds.iter().map(|ty| type_use(metamodel, ty)).collect();
        let _ = writeln!(out, "    type parameter {:?} {bounds:?}", metamodel[*id].name);
        annotations(metamodel, &metamodel[*id].annotations, 3, out);
    }
}

fn type_use(metamodel: &Metamodel, ty: &TypeUse) -> String {
    let mut out = match (ty.classifier, ty.parameter) {
        (Some(classifier), _) => metamodel.qualified_name(classifier),
        (None, Some(parameter)) => format!("${}", metamodel[parameter].name),
        (None, None) => "?".to_owned(),
    };
    for (word, bound) in [("extends", &ty.upper), ("super", &ty.lower)] {
        if let Some(bound) = bound {
            let _ = write!(out, " {word} ({})", type_use(metamodel, bound));
        }
    }
    if !ty.arguments.is_empty() {
        let arguments: Vec<_> = ty.arguments.iter().map(|ty| type_use(metamodel, ty)).collect();
        let _ = write!(out, "<{}>", arguments.join(", "));
    }
    out
}

fn annotations(metamodel: &Metamodel, list: &[Annotation], depth: usize, out: &mut String) {
    for annotation in list {
        let references: Vec<_> = annotation.references.iter().map(|e| element(metamodel, *e)).collect();
        let indent = "  ".repeat(depth);
        let _ = writeln!(out, "{indent}@{:?} {:?} {references:?}", annotation.source, annotation.details);
        annotations(metamodel, &annotation.annotations, depth + 1, out);
    }
}

fn element(metamodel: &Metamodel, element: Element) -> String {
    match element {
        Element::Package(id) => format!("package {}", metamodel[id].name),
        Element::Class(id) => metamodel.qualified_name(Classifier::Class(id)),
        Element::DataType(id) => metamodel.qualified_name(Classifier::DataType(id)),
        Element::EnumLiteral(id, at) => format!("{}[{at}]", metamodel[id].name),
        Element::Feature(id) => metamodel.feature_label(id),
        Element::Operation(id) => {
            let owner = metamodel.classes().find(|(_, c)| c.operations.contains(&id)).expect("an owner").1;
            let at = owner.operations.iter().position(|o| *o == id);
            format!("{}.{}() {at:?}", owner.name, metamodel[id].typed.name)
        }
        Element::Parameter(id, at) => format!("{}({at})", element_name(metamodel, id)),
        Element::TypeParameter(id) => format!("<{}>", metamodel[id].name),
    }
}

fn element_name(metamodel: &Metamodel, id: modelwright_metamodel::ecore::OperationId) -> String {
    element(metamodel, Element::Operation(id))
}

/// Numbers that look random and are the same on every machine.
struct Dice(u64);

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

mod random {
    use super::Dice;
    use modelwright_metamodel::ecore::{
        Annotation, ClassId, Classifier, DataTypeId, EXTENDED_META_DATA, Element, EnumLiteral, Feature,
        FeatureId, FeatureKind, GEN_MODEL, InstanceName, Metamodel, MetamodelBuilder, Operation, PackageId,
        TypeParameter, TypeParameterId, TypeUse, Typed,
    };

    /// What a random metamodel is made of so far.
    #[derive(Default)]
    pub(super) struct Parts {
        packages: Vec<PackageId>,
        classes: Vec<(ClassId, Vec<TypeParameterId>)>,
        data_types: Vec<DataTypeId>,
        elements: Vec<Element>,
    }

    /// A random metamodel, if it is a sound one.
    pub(super) fn metamodel(dice: &mut Dice) -> Option<Metamodel> {
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
                class(dice, &mut builder, &mut parts, package, name)
            } else {
                data(dice, &mut builder, &mut parts, package, name)
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
            supertypes.push(TypeUse::of(Classifier::Class(parts.classes[dice.roll(parts.classes.len())].0)));
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
                typed.ty = Some(TypeUse::of(Classifier::DataType(data_type(dice, parts))));
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

    fn typed(dice: &mut Dice, parts: &Parts, parameters: &[TypeParameterId], name: &str) -> Typed {
        let bounds = [(0, 1), (0, -1), (1, 1), (1, -1), (2, -1), (2, 5), (0, -2), (0, 3)];
        let (lower, upper) = bounds[dice.roll(bounds.len())];
        Typed {
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
            return ecore.data_types().nth(at).map_or(DataTypeIdOf::string(), |(id, _)| id);
        }
        parts.data_types[dice.roll(parts.data_types.len())]
    }

    struct DataTypeIdOf;

    impl DataTypeIdOf {
        fn string() -> DataTypeId {
            modelwright_metamodel::ecore::builtin::ESTRING
        }
    }

    fn class_use(dice: &mut Dice, parts: &Parts, parameters: &[TypeParameterId], depth: usize) -> TypeUse {
        if !parameters.is_empty() && dice.rarely() {
            let parameter = Some(parameters[dice.roll(parameters.len())]);
            return TypeUse { parameter, ..TypeUse::default() };
        }
        let (id, own) = &parts.classes[dice.roll(parts.classes.len())];
        let mut ty = TypeUse::of(Classifier::Class(*id));
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
                Element::Parameter(id, at) => {
                    builder.operation_mut(id).parameters[at].annotations.extend(made)
                }
                Element::TypeParameter(id) => builder.type_parameter_mut(id).annotations.extend(made),
                Element::EnumLiteral(id, at) => {
                    if let Some(literals) = &mut builder.data_type_mut(id).literals {
                        literals[at].annotations.extend(made);
                    }
                }
            }
        }
    }
}

#[test]
fn random_metamodels_survive_the_round_trip() {
    let mut dice = Dice(0x5eed_0001);
    let mut sound = 0;
    for at in 0..3000 {
        let Some(metamodel) = random::metamodel(&mut dice) else { continue };
        sound += 1;
        round_trip(&format!("random {at}"), &metamodel);
    }
    assert!(sound > 500, "only {sound} of the random metamodels are sound");
}
