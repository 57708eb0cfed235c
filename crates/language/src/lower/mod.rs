//! Converts syntax trees to a metamodel, and resolves all names.
//!
//! The phases: packages, then classifiers, then their contents, then the references to features (opposites, keys,
//! annotations). Names may therefore be used before their declaration, in any file. Invariants: a metamodel is built
//! even if there are problems; each element knows the position of its declaration; where a problem was reported, a
//! placeholder keeps later phases from reporting it again.

mod aliases;
mod annotations;
mod classes;
mod declare;
mod facts;
mod features;
mod logic;
mod operations;
mod other_settings;
mod packages;
mod references;
mod settings;
mod types;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source, Suggestions, codes};
use crate::ecore::facts::Facts;
use crate::ecore::{
    Annotation, ClassId, Classifier, DataTypeId, Element, ElementMap, FeatureId, Metamodel, MetamodelBuilder,
    PackageId, Problem, TypeParameterId,
};
use crate::format::LogicLayout;
use crate::syntax::Span;
use crate::syntax::ast::{
    AliasDecl, AnnotationDecl, DataTypeDecl, ElementKind, EnumDecl, FeatureDecl, Settings, TypeDecl,
};
use crate::syntax::tree::SyntaxTree;
use crate::types::scope::Scope;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

/// The result of loading sources of the type language.
#[derive(Debug, Clone)]
pub struct LoadedTypes {
    /// The metamodel, including the types of other documents to which the sources refer.
    pub metamodel: Metamodel,
    /// The root packages that the sources declare, without those of other documents.
    pub packages: Vec<PackageId>,
    /// The facts: what the metamodel cannot express.
    pub facts: Facts,
    /// The positions at which the names of elements are declared.
    pub(crate) locations: ElementMap<Location>,
    /// The types that no source declares, each as the paths from the root that it may have.
    pub missing: Vec<Vec<Vec<String>>>,
}

/// Builds the metamodel that the trees declare, and collects its facts. `suggestions` limits the work for advice.
pub(crate) fn lower<'t>(
    sources: &'t [Arc<Source>],
    trees: &'t [SyntaxTree],
    suggestions: Suggestions,
) -> (LoadedTypes, Diagnostics) {
    let mut lowerer = Lowerer {
        sources,
        trees,
        is_incomplete: trees.iter().any(SyntaxTree::is_incomplete),
        builder: MetamodelBuilder::new(),
        scope: Scope::default(),
        locations: ElementMap::default(),
        diagnostics: Diagnostics::new(),
        packages: Vec::new(),
        declared_packages: FxHashMap::default(),
        names_by_case: FxHashMap::default(),
        classes: Vec::new(),
        enums: Vec::new(),
        data_types: Vec::new(),
        aliases: Vec::new(),
        alias_classes: FxHashMap::default(),
        data_type_bases: Vec::new(),
        features: Vec::new(),
        // The builder already contains Ecore, whose ids are fixed and come first.
        in_ecore: 0..Metamodel::ecore().features().count(),
        suggestions,
        annotations: Vec::new(),
        members: FxHashMap::default(),
        logic: Vec::new(),
        layouts: FxHashMap::default(),
        facts: Facts::default(),
        untyped_features: FxHashSet::default(),
        unknown: FxHashSet::default(),
        missing: Vec::new(),
    };
    lowerer.declare();
    // External types must be found first, because the next phases move the declarations out of their lists.
    lowerer.find_external();
    lowerer.fill_data_types();
    lowerer.fill_classes();
    lowerer.link_references();
    lowerer.annotate();
    lowerer.finish()
}

/// A position in one of the sources.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Location {
    /// The index of the source.
    pub(crate) file: usize,
    pub(crate) span: Span,
}

/// The context of a declaration: where its names are looked up, and where problems are shown.
#[derive(Debug, Clone, Default)]
struct Context {
    file: usize,
    package: Option<PackageId>,
    /// The type parameters in scope, shared by all nested declarations.
    parameters: Option<Rc<Parameters>>,
}

/// The type parameters of a declaration by spelling, and those of the enclosing declaration.
#[derive(Debug)]
struct Parameters {
    ids_by_name: FxHashMap<String, TypeParameterId>,
    outer: Option<Rc<Parameters>>,
}

impl Context {
    /// The type parameter in scope with this spelling; the innermost hides the others. `None` if there is none.
    fn parameter(&self, spelling: &str) -> Option<TypeParameterId> {
        let mut scope = self.parameters.as_ref();
        while let Some(parameters) = scope {
            if let Some(id) = parameters.ids_by_name.get(spelling) {
                return Some(*id);
            }
            scope = parameters.outer.as_ref();
        }
        None
    }
}

/// A declaration and the element created for it.
struct DeclaredElement<Id, Decl> {
    id: Id,
    decl: Decl,
    context: Context,
}

/// An alias of a composite type, which is a class.
#[derive(Debug, Clone, Copy)]
struct AliasClass {
    /// The minimum and the maximum number of entries, if the class is that of the entries of a map.
    entries: Option<(i32, i32)>,
}

/// The documentation and annotations of an element, which are added at the end.
struct AnnotatedElement<'t> {
    element: Element,
    doc: Option<&'t str>,
    list: Vec<AnnotationDecl<'t>>,
    context: Context,
}

/// The conversion of syntax trees to a metamodel.
struct Lowerer<'t> {
    sources: &'t [Arc<Source>],
    trees: &'t [SyntaxTree],
    /// Whether a declaration could not be read. An unknown name may then be the name of such a declaration.
    is_incomplete: bool,
    builder: MetamodelBuilder,
    scope: Scope,
    locations: ElementMap<Location>,
    diagnostics: Diagnostics,
    packages: Vec<packages::Declaration>,
    /// The package of each declaration, by file and position.
    declared_packages: FxHashMap<(usize, u32), PackageId>,
    /// The first spelling of each type name, and its position, by package and the name in lower case.
    names_by_case: FxHashMap<(PackageId, String), (Cow<'t, str>, Location)>,
    classes: Vec<DeclaredElement<ClassId, TypeDecl<'t>>>,
    enums: Vec<DeclaredElement<DataTypeId, EnumDecl<'t>>>,
    data_types: Vec<DeclaredElement<DataTypeId, DataTypeDecl<'t>>>,
    aliases: Vec<DeclaredElement<Classifier, AliasDecl<'t>>>,
    /// The aliases that are classes.
    alias_classes: FxHashMap<ClassId, AliasClass>,
    /// Data types, each with the named data type on which it is based.
    data_type_bases: Vec<(DataTypeId, DataTypeId)>,
    features: Vec<DeclaredElement<FeatureId, FeatureDecl<'t>>>,
    /// The positions of Ecore's own features.
    in_ecore: std::ops::Range<usize>,
    suggestions: Suggestions,
    annotations: Vec<AnnotatedElement<'t>>,
    /// The parts of elements that annotations can refer to, by name.
    members: FxHashMap<(Element, ElementKind), FxHashMap<String, Vec<Element>>>,
    /// Annotations that contain logic; they are added after all others.
    logic: Vec<(Element, Annotation)>,
    /// The layout of the logic in each file that contains any.
    layouts: FxHashMap<usize, LogicLayout<'t>>,
    facts: Facts,
    /// Features that are declared without a type.
    untyped_features: FxHashSet<Element>,
    /// The unknown types, as written, with the package in which they are used.
    unknown: FxHashSet<(Option<PackageId>, String)>,
    /// For each unknown type, the paths that it may have.
    missing: Vec<Vec<Vec<String>>>,
}

impl<'t> Lowerer<'t> {
    /// Reports an error at a position.
    fn error(&mut self, code: Code, location: Location, message: impl Into<String>, help: impl Into<String>) {
        let diagnostic = Diagnostic::error(code, message)
            .at(&self.sources[location.file], location.span.range())
            .help(help);
        self.diagnostics.push(diagnostic);
    }

    /// Records where the name of an element is declared.
    fn record_position(&mut self, element: impl Into<Element>, context: &Context, span: Span) {
        self.locations.insert(element.into(), Location { file: context.file, span });
    }

    /// Stores the facts of an element now, and its documentation and annotations as [`Self::annotations_later`] does.
    fn annotate_later(
        &mut self,
        element: impl Into<Element>,
        doc: Option<&'t str>,
        settings: Settings<'t>,
        context: &Context,
    ) {
        let element = element.into();
        self.store_facts(element, &settings, context);
        self.annotations_later(element, doc, settings.annotations, context);
    }

    /// Records the documentation and annotations of an element, which are added when all elements exist.
    fn annotations_later(
        &mut self,
        element: Element,
        doc: Option<&'t str>,
        list: Vec<AnnotationDecl<'t>>,
        context: &Context,
    ) {
        if doc.is_some() || !list.is_empty() {
            self.annotations.push(AnnotatedElement { element, doc, list, context: context.clone() });
        }
    }

    /// Builds the metamodel, and reports its problems.
    fn finish(mut self) -> (LoadedTypes, Diagnostics) {
        // Building consumes the builder, and the problems need the positions in `self`, so the builder is moved out.
        let builder = std::mem::take(&mut self.builder);
        let (metamodel, problems) = builder.build();
        for problem in problems {
            // `undef` instead of a type means that there is intentionally no type.
            let is_untyped =
                problem.code == codes::MISSING_TYPE && self.untyped_features.contains(&problem.element);
            if is_untyped || self.facts.leave_open(&problem, &metamodel) {
                continue;
            }
            let diagnostic = self.diagnostic(problem);
            self.diagnostics.push(diagnostic);
        }
        // The first package is Ecore itself.
        let roots = metamodel.packages().skip(1).filter(|(_, package)| package.parent.is_none());
        let packages = roots.map(|(id, _)| id).filter(|id| self.external_package(*id).is_none()).collect();
        let (facts, missing, locations) = (self.facts, self.missing, self.locations);
        (LoadedTypes { metamodel, packages, facts, locations, missing }, self.diagnostics)
    }

    /// The diagnostic for a problem of the metamodel, at the declarations of its elements.
    fn diagnostic(&self, problem: Problem) -> Diagnostic {
        let is_duplicate = [codes::DUPLICATE_TYPE, codes::DUPLICATE_FEATURE].contains(&problem.code);
        let (main_label, related_label) = if is_duplicate {
            ("declared again here", "first declared here")
        } else if problem.code == codes::INHERITANCE_CYCLE {
            ("this type takes part in the cycle", "and so does this one")
        } else {
            ("", "the other one")
        };
        let mut diagnostic = Diagnostic::error(problem.code, problem.message);
        diagnostic.help = problem.help;
        let related = problem.related.iter().map(|element| (element, related_label));
        for (element, text) in std::iter::once((&problem.element, main_label)).chain(related) {
            let part = self.part_of_feature(*element, problem.code);
            if let Some(location) = part.or_else(|| self.locations.get(*element).copied()) {
                diagnostic = diagnostic.label(&self.sources[location.file], location.span.range(), text);
            }
        }
        diagnostic
    }

    /// The part of the declaration of a feature to which problems with this code refer; `None` if it is the complete
    /// declaration.
    fn part_of_feature(&self, element: Element, code: Code) -> Option<Location> {
        let Element::Feature(id) = element else { return None };
        // Features are declared in the order of their ids, so a binary search finds the feature.
        let index = self.features.binary_search_by_key(&id, |declared| declared.id).ok()?;
        let DeclaredElement { decl, context, .. } = self.features.get(index)?;
        let span = if code == codes::WRONG_TYPE_KIND {
            decl.ty()?.span()
        } else if code == codes::BAD_DEFAULT {
            decl.setting("default")?.value.span
        } else {
            return None;
        };
        Some(Location { file: context.file, span })
    }
}
