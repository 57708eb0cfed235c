//! The set of functions that logic may call, as `crates/language/models/functions.pp` describes it, and the check of
//! the version that packages require.
//!
//! A package declares the version that its logic needs: `package a { functions => '1.1' }`, which metamodels carry as
//! an annotation. Invariant: the set is read from its model, once. This module does not know what functions do.

use super::expression::Expr;
use super::logic;
use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use crate::ecore::{Annotation, Classifier, LOGIC, Metamodel, OperationId, PackageId};
use crate::models;
use crate::types::spelling::FUNCTIONS;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

/// The annotation source of the descriptions of functions in the model.
const SOURCE: &str = "urn:modelwright:functions";

/// A version of the set: the first number changes when a function is removed or changed, the second when one is
/// added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version {
    /// Sets with different major versions are unrelated.
    pub major: u32,
    /// A set contains all functions of the sets with the same major version and a lower minor version.
    pub minor: u32,
}

impl Version {
    /// Whether a set of this version contains all functions of the set of another version.
    #[must_use]
    pub fn serves(self, needed: Version) -> bool {
        self.major == needed.major && self.minor >= needed.minor
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl FromStr for Version {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (major, minor) = text.split_once('.').ok_or(())?;
        Ok(Self { major: version_number(major)?, minor: version_number(minor)? })
    }
}

/// A part of a version. Errors are reported by the caller.
fn version_number(text: &str) -> Result<u32, ()> {
    // `parse` would also accept a plus sign.
    let has_only_digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if has_only_digits { text.parse().map_err(|_| ()) } else { Err(()) }
}

/// A function that logic may call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// The name of the function.
    pub name: String,
    /// The first version of the set that contains the function.
    pub since: Version,
    /// The minimum number of arguments.
    pub min: usize,
    /// The maximum number of arguments; `None` if it is unlimited.
    pub max: Option<usize>,
    /// Whether a lambda is required (`Some(true)`), optional (`Some(false)`) or not allowed (`None`).
    pub lambda: Option<bool>,
    /// A description of the function.
    pub meaning: String,
}

/// The functions that logic may call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Functions {
    /// The version of the set.
    pub version: Version,
    /// All functions of the set, sorted by name.
    pub list: Vec<Function>,
}

impl Functions {
    /// The set of functions of this program.
    ///
    /// # Panics
    /// Never: the model is part of the program, and tested.
    #[must_use]
    pub fn get() -> &'static Functions {
        static SET: OnceLock<Functions> = OnceLock::new();
        SET.get_or_init(|| {
            let source = Source::new("functions.pp", models::text("functions"));
            // Loading checks the versions only of packages that require one. The package with the functions requires
            // none, so there is no recursion.
            let (metamodel, problems) = super::load(&[source]);
            let set = metamodel.as_ref().and_then(described_functions);
            set.unwrap_or_else(|| panic!("functions.pp describes no set of functions: {problems:?}"))
        })
    }

    /// The function with a name; `None` if the set does not contain it.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Function> {
        let index = self.list.binary_search_by(|function| function.name.as_str().cmp(name)).ok()?;
        Some(&self.list[index])
    }
}

/// The set that a metamodel describes; `None` if it describes none.
fn described_functions(metamodel: &Metamodel) -> Option<Functions> {
    let (_, package) = metamodel.packages().find(|(_, package)| package.name == FUNCTIONS)?;
    let version = version_in(&package.annotations, "version")?;
    let classes = metamodel.classes().filter(|(_, class)| metamodel[class.package].name == FUNCTIONS);
    let operations = classes.flat_map(|(_, class)| &class.operations);
    let mut list: Vec<Function> = operations.map(|id| described_function(metamodel, *id)).collect();
    // The binary search in `find` needs this order.
    list.sort_by(|a, b| a.name.cmp(&b.name));
    Some(Functions { version, list })
}

/// The function that an operation of the model describes.
fn described_function(metamodel: &Metamodel, id: OperationId) -> Function {
    let operation = &metamodel[id];
    let annotations = &operation.typed.annotations;
    // The lambda is the last parameter in the model, but is not among the arguments of a call.
    let lambda = operation.parameters.last().filter(|typed| {
        let ty = typed.ty.as_ref().and_then(|ty| ty.classifier);
        ty.is_some_and(|ty| metamodel.name(ty) == "Lambda")
    });
    let argument_count = operation.parameters.len() - usize::from(lambda.is_some());
    let arguments = &operation.parameters[..argument_count];
    let is_unlimited = arguments.iter().any(|typed| typed.upper < 0);
    Function {
        name: operation.typed.name.clone(),
        since: version_in(annotations, "since").unwrap_or(Version { major: 1, minor: 0 }),
        min: arguments.iter().filter(|typed| typed.lower > 0).count(),
        max: if is_unlimited { None } else { Some(argument_count) },
        lambda: lambda.map(|typed| typed.lower > 0),
        meaning: crate::ecore::documentation(annotations).unwrap_or_default().to_owned(),
    }
}

/// The version in the annotation that describes a function or the set; `None` if there is no valid version.
fn version_in(annotations: &[Annotation], key: &str) -> Option<Version> {
    let annotation = annotations.iter().find(|annotation| annotation.source.as_deref() == Some(SOURCE))?;
    annotation.detail(key)?.parse::<Version>().ok()
}

/// Reports packages whose logic requires another version of the functions than this one, and the missing functions.
pub(crate) fn check(metamodel: &Metamodel) -> Diagnostics {
    let mut problems = Diagnostics::new();
    metamodel.packages().for_each(|(id, _)| problems.extend(check_package(metamodel, id)));
    problems
}

/// Like [`check`], for one package.
pub fn check_package(metamodel: &Metamodel, package: PackageId) -> Vec<Diagnostic> {
    let annotations = metamodel[package].annotations.iter();
    let logic = annotations.filter(|annotation| annotation.source.as_deref() == Some(LOGIC));
    let problems = logic.filter_map(|annotation| {
        // The position is that of the detail, because each detail has its own offset in the source.
        let index = annotation.details.iter().position(|(key, _)| key.as_deref() == Some(FUNCTIONS))?;
        let (_, value) = &annotation.details[index];
        let text = value.as_deref().unwrap_or_default();
        let problem = check_required_version(metamodel, package, text)?;
        let origin = &annotation.origin;
        Some(match origin.source.as_ref().zip(origin.offsets.get(index)) {
            Some((source, start)) => problem.at(source, version_range(source, *start as usize)),
            None => problem,
        })
    });
    problems.collect()
}

/// The range of the version that starts at a byte.
fn version_range(source: &Arc<Source>, start: usize) -> std::ops::Range<usize> {
    let text = &source.text()[start..];
    let end = text.find([',', '}', '\n']).unwrap_or(text.len());
    start..start + text[..end].trim_end().len()
}

/// The problem with the version that a package requires; `None` if there is none.
fn check_required_version(metamodel: &Metamodel, package: PackageId, text: &str) -> Option<Diagnostic> {
    let (name, set) = (&metamodel[package].name, Functions::get());
    let Ok(required) = text.parse::<Version>() else {
        let message = format!("`{name}` requires version `{text}` of the functions, which is not a version");
        let help = format!("write two numbers: `functions => '{}'`", set.version);
        return Some(Diagnostic::error(codes::BAD_SETTING, message).help(help));
    };
    // The logic of the package is parsed only if the version is valid.
    let called = called_in(metamodel, package);
    // If the version of this program is new enough, the logic may still call functions that are newer than the required
    // version.
    if set.version.serves(required) {
        return check_newer_functions(name, required, &called);
    }
    let names: Vec<_> = called.iter().filter(|name| set.find(name).is_none()).collect();
    let missing = if names.is_empty() {
        "the package calls only functions that are in this version".to_owned()
    } else {
        format!("missing here: {}", quoted_list(&names))
    };
    let message = format!(
        "`{name}` requires version {required} of the functions, but this program has version {}; {missing}",
        set.version
    );
    let help = "use a newer version of modelwright, or require this version if its functions are sufficient";
    Some(Diagnostic::error(codes::FUNCTIONS_MISSING, message).help(help))
}

/// The problem that the logic of a package calls functions which are newer than the version that the package requires;
/// `None` if it calls none.
fn check_newer_functions(package: &str, required: Version, called: &BTreeSet<String>) -> Option<Diagnostic> {
    let set = Functions::get();
    let mut newer_names = Vec::new();
    let mut newest_minor: Option<u32> = None;
    for name in called {
        if let Some(function) = set.find(name)
            && !required.serves(function.since)
        {
            newer_names.push(name);
            newest_minor = newest_minor.max(Some(function.since.minor));
        }
    }
    let newest_minor = newest_minor?;
    let newer_functions = quoted_list(&newer_names);
    let message = format!(
        "the logic of `{package}` calls a function that is not in version {required} of the functions: {newer_functions}"
    );
    let help = format!("write `functions => '{}.{newest_minor}'`", required.major);
    Some(Diagnostic::error(codes::FUNCTIONS_MISSING, message).help(help))
}

/// Names in backticks, separated by commas.
fn quoted_list(names: &[&String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The functions that the logic of a package's own types calls.
fn called_in(metamodel: &Metamodel, package: PackageId) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let classes = metamodel[package].classifiers.iter().filter_map(|classifier| match classifier {
        Classifier::Class(id) => Some(&metamodel[*id]),
        Classifier::DataType(_) => None,
    });
    for class in classes {
        let features = class.features.iter().flat_map(|id| &metamodel[*id].typed.annotations);
        let operations = class.operations.iter().flat_map(|id| &metamodel[*id].typed.annotations);
        let annotations = class.annotations.iter().chain(features).chain(operations);
        for annotation in annotations.filter(|annotation| annotation.source.as_deref() == Some(LOGIC)) {
            // The title of an invariant is a string, not logic.
            let pieces = annotation.details.iter().filter(|(key, _)| key.as_deref() != Some("title"));
            pieces.filter_map(|(_, text)| text.as_deref()).for_each(|text| add_called(text, &mut names));
        }
    }
    names
}

/// Adds the names of the functions that a piece of logic calls.
fn add_called(text: &str, names: &mut BTreeSet<String>) {
    let source = Source::new("", text);
    let (piece, _) = logic::read(&source, 0..text.len());
    for (_, expr) in piece.expressions.iter() {
        if let Expr::Call { function, .. } = expr
            && let Expr::Name(name) = piece.expressions[function]
        {
            let name = piece.expressions.text(name);
            // In Puppet, `::name` is the function `name` as well.
            names.insert(name.strip_prefix("::").unwrap_or(name).to_owned());
        }
    }
}
