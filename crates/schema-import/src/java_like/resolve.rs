//! Replaces the names of types as they are written by names in the type language.
//!
//! Invariants: a declared type is named from the root, so that no word of the language hides it; a type of Ecore is
//! named with `::`. A name that is not found is reported where it is used, and left out.

use super::parser::Parser;
use crate::declarations::{
    Attribute, Class, Declaration, Feature, Operation, Package, Reference, Span, Type, TypeParameter,
};
use modelwright_metamodel::diagnostic::codes::IMPORT_INVALID;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, Suggestions};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::sync::Arc;

/// What the resolution of names needs to know about a language and a source in it.
pub(crate) struct Language<'s> {
    /// Returns the path of the type with a name in Ecore or in an imported metamodel; the path begins with `::`.
    pub(crate) external_type: &'s dyn Fn(&str) -> Option<String>,
    /// The parser of the source, which knows where names of types are written.
    pub(crate) parser: &'s Parser<'s>,
    /// What to write instead of an attribute whose type is a class.
    pub(crate) reference_help: &'static str,
}

/// How a language finds types.
struct Scope<'s> {
    /// The paths of the declared types, which begin with `::`; `true` if a type has values, `false` if it is a class.
    declared: FxHashMap<String, bool>,
    /// The path that was looked for last. All paths are built in its memory, since most of them are not of a type, and
    /// a string for each would be wasted.
    path: String,
    language: &'s Language<'s>,
    /// The ranges at which each name of a type is written, by the last part of the name. Only problems need
    /// them.
    spans_by_name: OnceCell<FxHashMap<&'s str, Vec<Span>>>,
    suggestions: Suggestions,
    source: &'s Arc<Source>,
    problems: &'s mut Diagnostics,
}

/// Resolves all names of types in some packages.
pub(crate) fn resolve(
    packages: &mut [Package],
    language: &Language<'_>,
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) {
    let mut scope = Scope {
        declared: FxHashMap::default(),
        path: String::new(),
        language,
        spans_by_name: OnceCell::new(),
        suggestions: Suggestions::default(),
        source,
        problems,
    };
    for package in packages.iter() {
        for declaration in &package.declarations {
            let path = ["::", &package.name, "::", declared_name(declaration)].concat();
            // Each declaration except a class declares a type of values.
            *scope.declared.entry(path).or_default() |= !matches!(declaration, Declaration::Class(_));
        }
    }
    for package in packages.iter_mut().filter(|package| package.external.is_none()) {
        for declaration in &mut package.declarations {
            if let Declaration::Class(class) = declaration {
                scope.class(class, &package.name);
            } else if let Declaration::DataType(data_type) = declaration {
                scope.resolve_bounds(&mut data_type.type_parameters, &[], &package.name, &data_type.span);
            }
        }
    }
}

/// The name of a declaration.
fn declared_name(declaration: &Declaration) -> &str {
    match declaration {
        Declaration::Class(class) => &class.name,
        Declaration::Enumeration(enumeration) => &enumeration.name,
        Declaration::DataType(data_type) => &data_type.name,
        Declaration::Alias(alias) => &alias.name,
    }
}

/// The part of a name after its packages.
fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

impl Scope<'_> {
    /// Replaces the names of types in a class. Supertypes and members whose types are not found are left out.
    fn class(&mut self, class: &mut Class, package: &str) {
        let parameters: Vec<String> = class.type_parameters.iter().map(|p| p.name.clone()).collect();
        let span = &class.span;
        self.resolve_bounds(&mut class.type_parameters, &parameters, package, span);
        let written_names = std::mem::take(&mut class.supertypes);
        let mut written_arguments = std::mem::take(&mut class.supertype_arguments).into_iter();
        for written_name in written_names {
            let mut arguments = written_arguments.next().unwrap_or_default();
            let Some(name) = self.resolve_name(&written_name, &parameters, package, span) else { continue };
            self.resolve_types(&mut arguments, &parameters, package, span);
            class.supertypes.push(name);
            class.supertype_arguments.push(arguments);
        }
        class.features.retain_mut(|feature| match feature {
            Feature::Attribute(attribute) => self.attribute(attribute, &parameters, package),
            Feature::Reference(reference) => self.reference(reference, &parameters, package),
        });
        let is_entry = class.instance_class.as_deref() == Some("java.util.Map$Entry");
        for feature in &mut class.features {
            if is_entry {
                self.convert_entry_part(feature);
            } else {
                self.correct_attribute_of_class(feature);
            }
        }
        class.operations.retain_mut(|operation| self.operation(operation, &parameters, package));
    }

    /// Turns an attribute whose type is a class into a reference, and reports it. Other references may have this
    /// reference as their opposite.
    fn correct_attribute_of_class(&mut self, feature: &mut Feature) {
        let Feature::Attribute(attribute) = feature else { return };
        let (target, arguments) = match &attribute.value_type {
            Type::Named(target) => (target, &[] as &[Type]),
            Type::Generic(target, arguments) => (target, arguments.as_slice()),
            _ => return,
        };
        let is_class = self.declared.get(target) == Some(&false);
        if !is_class {
            return;
        }
        let class = target.rsplit("::").next().unwrap_or_default();
        let message = format!("`{}` is an attribute, but `{class}` is a class", attribute.name);
        let span = self.name_span(class, &attribute.span);
        let problem = Diagnostic::error(IMPORT_INVALID, message).at(self.source, span);
        self.problems.push(problem.help(self.language.reference_help));
        let mut reference = Reference::new(attribute.name.clone(), target.clone(), attribute.span.clone());
        (reference.arguments, reference.settings) = (arguments.to_vec(), attribute.settings.clone());
        reference.settings.has_duplicates = false;
        reference.is_containment = false;
        *feature = Feature::Reference(reference);
    }

    /// The range where a declaration uses the name of a type. Of all ranges of that name, it is the one that is nearest
    /// to the start of the declaration.
    fn name_span(&self, name: &str, declaration: &Span) -> Span {
        let spans_by_name = self.spans_by_name.get_or_init(|| {
            let mut spans_by_name: FxHashMap<&str, Vec<Span>> = FxHashMap::default();
            for (name, span) in self.language.parser.type_names() {
                spans_by_name.entry(name).or_default().push(span);
            }
            spans_by_name
        });
        let spans = spans_by_name.get(last_part(name)).map(Vec::as_slice).unwrap_or_default();
        let count_before = spans.partition_point(|span| span.start < declaration.start);
        let last_before = count_before.checked_sub(1).and_then(|index| spans.get(index));
        let first_after = spans.get(count_before);
        let neighbours = last_before.into_iter().chain(first_after);
        neighbours.min_by_key(|span| span.start.abs_diff(declaration.start)).unwrap_or(declaration).clone()
    }

    /// Turns the key or the value of a map's entry, which was read as a reference, into an attribute if its type is a
    /// data type.
    fn convert_entry_part(&self, feature: &mut Feature) {
        let Feature::Reference(reference) = feature else { return };
        let has_values = self.declared.get(&reference.target) == Some(&true);
        if has_values {
            let Reference { name, target, settings, span, .. } = reference;
            let value_type = Type::Named(std::mem::take(target));
            let mut attribute = Attribute::new(std::mem::take(name), value_type, span.clone());
            attribute.settings = std::mem::take(settings);
            *feature = Feature::Attribute(attribute);
        }
    }

    /// Replaces the names of types in an attribute; returns whether its type is known.
    fn attribute(&mut self, attribute: &mut Attribute, parameters: &[String], package: &str) -> bool {
        self.resolve_type(&mut attribute.value_type, parameters, package, &attribute.span)
    }

    /// Replaces the names of types in a reference; returns whether its target is known.
    fn reference(&mut self, reference: &mut Reference, parameters: &[String], package: &str) -> bool {
        self.resolve_types(&mut reference.arguments, parameters, package, &reference.span);
        let Some(name) = self.resolve_name(&reference.target, parameters, package, &reference.span) else {
            return false;
        };
        reference.target = name;
        true
    }

    /// Replaces the names of types in an operation; returns whether those of its result and its parameters are known.
    fn operation(&mut self, operation: &mut Operation, outer: &[String], package: &str) -> bool {
        let parameters_of_operation =
            operation.type_parameters.iter().map(|parameter| parameter.name.clone());
        let parameters: Vec<String> = parameters_of_operation.chain(outer.iter().cloned()).collect();
        let span = &operation.span;
        self.resolve_bounds(&mut operation.type_parameters, &parameters, package, span);
        let mut is_known = true;
        if let Some(result) = &mut operation.result {
            is_known &= self.resolve_type(result, &parameters, package, span);
        }
        for parameter in &mut operation.parameters {
            is_known &= self.resolve_type(&mut parameter.value_type, &parameters, package, span);
        }
        self.resolve_types(&mut operation.exceptions, &parameters, package, span);
        is_known
    }

    /// Resolves the types in the bounds of type parameters. Here and below, `parameters` are the names of all type
    /// parameters that are visible, and `span` is the range of the declaration that uses the types.
    fn resolve_bounds(
        &mut self,
        type_parameters: &mut [TypeParameter],
        parameters: &[String],
        package: &str,
        span: &Span,
    ) {
        for parameter in type_parameters {
            self.resolve_types(&mut parameter.bounds, parameters, package, span);
        }
    }

    /// Replaces the names in types; unknown types are left out.
    fn resolve_types(&mut self, types: &mut Vec<Type>, parameters: &[String], package: &str, span: &Span) {
        types.retain_mut(|written| self.resolve_type(written, parameters, package, span));
    }

    /// Replaces the names in a type with those of the declarations to which they refer, and removes arguments with
    /// unknown names. Returns whether the name of the type itself, or of the bound of a wildcard, is known. The parser
    /// limits the nesting of types.
    fn resolve_type(
        &mut self,
        written: &mut Type,
        parameters: &[String],
        package: &str,
        span: &Span,
    ) -> bool {
        match written {
            Type::Named(name) => match self.resolve_name(name, parameters, package, span) {
                Some(found) => *name = found,
                None => return false,
            },
            Type::Generic(name, arguments) => {
                self.resolve_types(arguments, parameters, package, span);
                match self.resolve_name(name, parameters, package, span) {
                    Some(found) => *name = found,
                    None => return false,
                }
            }
            Type::Wildcard(Some((_, bound))) => return self.resolve_type(bound, parameters, package, span),
            _ => {}
        }
        true
    }

    /// The name in the type language for a name as it is written; `None` after an unknown name was reported.
    fn resolve_name(
        &mut self,
        name: &str,
        parameters: &[String],
        package: &str,
        span: &Span,
    ) -> Option<String> {
        if parameters.iter().any(|parameter| parameter == name) {
            return Some(name.to_owned());
        }
        let path = self.type_path(name, package);
        if path.is_none() {
            self.report_unknown(name, span);
        }
        path
    }

    /// The path of the type that a name in a package means: a type of this package, else one of Ecore or of an imported
    /// metamodel, else one of the packages around, from the inside to the outside.
    fn type_path(&mut self, name: &str, package: &str) -> Option<String> {
        if let Some(path) = self.declared_path(Some(package), name) {
            return Some(path);
        }
        if let Some(path) = (self.language.external_type)(name) {
            return Some(path);
        }
        let mut inner = package;
        while let Some((outer, _)) = inner.rsplit_once("::") {
            if let Some(path) = self.declared_path(Some(outer), name) {
                return Some(path);
            }
            inner = outer;
        }
        self.declared_path(None, name)
    }

    /// Reports that no type has this name, with the most similar name as help.
    fn report_unknown(&mut self, name: &str, span: &Span) {
        let message = format!("there is no type named `{name}`");
        let problem = Diagnostic::error(IMPORT_INVALID, message).at(self.source, self.name_span(name, span));
        let declared_names = self.declared.keys().filter_map(|path| path.rsplit("::").next());
        let candidates = declared_names.chain(JAVA_TYPES.iter().map(|(name, _)| *name));
        self.problems.push(match self.suggestions.nearest(name, candidates) {
            Some(meant) => problem.help(format!("did you mean `{meant}`?")),
            None => problem.help("declare it, or import the metamodel that does"),
        });
    }

    /// The path of the type with a name, as it is written, in a package or in the root; `None` if it is not declared.
    fn declared_path(&mut self, package: Option<&str>, name: &str) -> Option<String> {
        self.path.clear();
        for part in package.into_iter().chain(name.split('.')) {
            self.path.push_str("::");
            self.path.push_str(part);
        }
        self.declared.contains_key(&self.path).then(|| self.path.clone())
    }
}

/// The types of Java that Ecore has, each with its name in Ecore.
const JAVA_TYPES: [(&str, &str); 20] = [
    ("boolean", "EBoolean"),
    ("byte", "EByte"),
    ("char", "EChar"),
    ("double", "EDouble"),
    ("float", "EFloat"),
    ("int", "EInt"),
    ("long", "ELong"),
    ("short", "EShort"),
    ("Boolean", "EBooleanObject"),
    ("Byte", "EByteObject"),
    ("Character", "ECharacterObject"),
    ("Double", "EDoubleObject"),
    ("Float", "EFloatObject"),
    ("Integer", "EIntegerObject"),
    ("Long", "ELongObject"),
    ("Short", "EShortObject"),
    ("Date", "EDate"),
    ("String", "EString"),
    ("Object", "EJavaObject"),
    ("Class", "EJavaClass"),
];

/// The path of a type of Ecore.
pub(crate) fn ecore_path(name: &str) -> String {
    ["::", name].concat()
}

/// The name of the type of Ecore for a type of Java: `int` → `EInt`.
pub(crate) fn java_type(name: &str) -> Option<&'static str> {
    JAVA_TYPES.iter().find(|(known, _)| *known == name).map(|(_, found)| *found)
}
