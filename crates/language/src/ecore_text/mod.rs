//! Converts models of Ecore to the type language and back, without loss.
//!
//! [`write`](fn@write) expresses what it can as declarations, and the rest as facts: the difference between the model
//! and the one that its metamodel converts to. [`read`] converts the metamodel to a model and applies the facts.
//!
//! Invariant: reading a written text results in a model with the same `.ecore`. The writer ensures this by reading its
//! own text. Elements that the language rejects as unsound become facts; in the extreme, the complete document is a
//! tree of objects. Files are not known here, and the metamodel is not validated.

mod apply;
mod compare;
mod extension;
mod external;
mod trees;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Source, codes};
use crate::ecore::facts::{Fact, Facts, Tree};
use crate::ecore::{Element, ElementMap, Metamodel, Problem, builtin};
use crate::language::{self, PrintedText};
use crate::lower::Location;
use crate::model::ecore::{
    MetamodelConversion, ModelConversion, Overrides, from_models_with, make_model, make_models,
};
use crate::model::{Document, DocumentId, Model, ObjectId, uri};
use crate::xmi;
use compare::Differences;
use external::ExternalTypes;
use modelwright_metamodel::output::in_memory;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The maximum number of attempts to write a document as declarations; after them, it is written as a tree of objects.
const MAX_ATTEMPTS: usize = 12;

/// Reads a text into a model, whose metamodel must contain the packages besides Ecore that facts use.
#[must_use]
pub fn read(source: &Arc<Source>, model: Model, document: Document) -> (Model, DocumentId, Diagnostics) {
    read_all(vec![(Arc::clone(source), document)], model)
}

/// Reads texts that may refer to each other's types, each as a document; returns the first one that contains a package.
#[must_use]
pub fn read_all(
    documents: Vec<(Arc<Source>, Document)>,
    mut model: Model,
) -> (Model, DocumentId, Diagnostics) {
    let sources: Vec<Arc<Source>> = documents.iter().map(|(source, _)| Arc::clone(source)).collect();
    // Each document with the packages that its text declares.
    let mut documents: Vec<_> = documents.into_iter().map(|(_, document)| (document, Vec::new())).collect();
    let (types, mut problems) = language::load_types(&sources);
    let Some(mut types) = types else {
        let ids: Vec<_> = documents.into_iter().map(|(document, _)| model.add_document(document)).collect();
        let document = ids.first().copied().unwrap_or_else(|| model.add_document(Document::default()));
        return (model, document, problems);
    };
    // Ecore is the first package of every metamodel, so one package means that nothing was declared.
    if types.metamodel.packages().count() == 1 && types.facts.document.is_empty() {
        let message = "the text declares nothing";
        let help = "a declaration starts with package, type, enum or datatype";
        let problem = Diagnostic::error(codes::EMPTY_INPUT, message).help(help);
        problems.push(match sources.first() {
            Some(source) => problem.at(source, 0..0),
            None => problem,
        });
    }
    let file_of = |element: Element| types.locations.get(element).map_or(0, |location| location.file);
    // A single document may keep its relative addresses. Several documents have no common base for them.
    if documents.len() > 1 {
        for (classifier, address) in &mut types.facts.external {
            let (document, _) = &documents[file_of((*classifier).into())];
            *address = uri::resolve(&document.uri, address);
        }
    }
    for package in &types.packages {
        let (_, packages) = &mut documents[file_of(Element::Package(*package))];
        packages.push(*package);
    }
    let facts = &types.facts;
    let mut conversion = make_models(&types.metamodel, documents, model, &facts.external);
    problems.append(apply::apply(&mut conversion, facts, &sources));
    record_positions(&mut conversion, &types.locations, &sources);
    let first_with_roots = conversion.model.documents().find(|(_, document)| !document.roots().is_empty());
    let document = first_with_roots.map_or(conversion.document, |(id, _)| id);
    (conversion.model, document, problems)
}

/// Records where objects are declared, for messages. An object without a position inherits that of its container.
/// Declarations in the text of another document are not recorded.
fn record_positions(
    conversion: &mut ModelConversion,
    locations: &ElementMap<Location>,
    sources: &[Arc<Source>],
) {
    for (element, object) in conversion.objects.iter() {
        let Some(location) = locations.get(element) else { continue };
        let document = conversion.model.document_of(*object).map(|id| conversion.model.document(id));
        let source = document.and_then(|document| document.source.as_ref());
        if source.is_none_or(|source| Arc::ptr_eq(source, &sources[location.file])) {
            conversion.model.set_offset(*object, location.span.start);
        }
    }
    let documents = conversion.model.documents().map(|(_, document)| document.roots());
    let roots: Vec<ObjectId> = documents.flatten().copied().collect();
    // Containers come before their contents, so one pass is enough to inherit positions through all levels.
    for object in roots.iter().flat_map(|root| conversion.model.all_contents(*root)).collect::<Vec<_>>() {
        let inherited_offset =
            conversion.model.container(object).and_then(|container| conversion.model.offset(container));
        if let (None, Some(offset)) = (conversion.model.offset(object), inherited_offset) {
            conversion.model.set_offset(object, u32::try_from(offset).unwrap_or(u32::MAX));
        }
    }
}

/// Writes a document that contains a metamodel. Content that cannot be expressed is reported as lost.
///
/// # Errors
/// If objects are nested more deeply than the language allows.
pub fn write(model: &Model, document: DocumentId) -> Result<(String, Diagnostics), Diagnostics> {
    let roots = model.document(document).roots();
    let all_objects = roots.iter().flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root)));
    let (mut objects, mut external_objects) = (Vec::new(), BTreeSet::new());
    for object in all_objects {
        // `.ecore` contains only the address of such an object, so the contents of the object are missing there as
        // well.
        let is_inside =
            model.container(object).is_some_and(|container| external_objects.contains(&container));
        if is_inside || is_stored_elsewhere(model, object) {
            external_objects.insert(object);
        } else {
            objects.push(object);
        }
    }
    let external = external::external(model, document, &objects);
    let mut writer = Writer {
        model,
        document,
        facts: Facts { external: external.addresses.clone(), ..Facts::default() },
        overrides: Overrides {
            skipped: external_objects,
            known: external.types_by_object.clone(),
            ..Overrides::default()
        },
        external,
        names: None,
        attempt_counts: FxHashMap::default(),
        coarseness: 0,
        // Results are compared as bytes of `.ecore`, because it is the `.ecore` that must not change.
        expected_output: in_memory(|sink| xmi::write(model, document, &plain_options(), sink))
            .map(|(bytes, _)| bytes)
            .ok(),
    };
    writer.text(&objects)
}

/// The encoding of `.ecore` files that have no other.
const USUAL_ENCODING: &str = "UTF-8";

/// The options with which results are written to compare them.
fn plain_options() -> xmi::WriteOptions {
    xmi::WriteOptions { encoding: Some(USUAL_ENCODING.to_owned()), ..xmi::WriteOptions::ecore() }
}

/// Writes a document, in several attempts.
struct Writer<'m> {
    model: &'m Model,
    document: DocumentId,
    external: ExternalTypes,
    /// The facts known before the first attempt: the addresses of types of other documents.
    facts: Facts,
    /// How the conversion to a metamodel treats some objects differently.
    overrides: Overrides,
    /// Names that are in use, collected when a new name is first required.
    names: Option<external::UsedNames>,
    /// The number of kinds of objects that become facts, although no problem was reported for them.
    coarseness: usize,
    /// For each object, how many times its expression was changed.
    attempt_counts: FxHashMap<ObjectId, usize>,
    /// The `.ecore` that reading the text must result in.
    expected_output: Option<Vec<u8>>,
}

/// What to change in an element that has a problem.
enum Remedy {
    /// The element gets another name.
    Rename,
    /// These features become facts.
    Omit(&'static [&'static str]),
}

/// Remedies by problem.
const REMEDIES: &[(Code, Remedy)] = &[
    (codes::DUPLICATE_TYPE, Remedy::Rename),
    (codes::DUPLICATE_FEATURE, Remedy::Rename),
    (codes::TYPES_DIFFER_BY_CASE, Remedy::Rename),
    (codes::BAD_DEFAULT, Remedy::Omit(&["defaultValueLiteral"])),
    (codes::BAD_OPPOSITE, Remedy::Omit(&["eOpposite"])),
    (codes::BAD_BOUNDS, Remedy::Omit(&["lowerBound"])),
    (codes::WRONG_TYPE_KIND, Remedy::Omit(&["eType", "eSuperTypes"])),
    (codes::INHERITANCE_CYCLE, Remedy::Omit(&["eSuperTypes"])),
];

/// The features that become facts after a problem that is not in [`REMEDIES`].
const EVERYTHING: &[&str] = &["defaultValueLiteral", "eOpposite", "lowerBound", "eType", "eSuperTypes"];

/// The features that become facts if an object is only renamed.
const NOTHING: &[&str] = &[];

/// The outcome of an attempt to write a text from which the same model is read back.
enum Attempt {
    Done(String),
    /// The treatment of an object was changed, so the next attempt may succeed.
    Again,
    /// Nothing can be changed any more.
    Never,
}

impl Writer<'_> {
    /// The text of the document: as declarations with facts if one of the attempts succeeds, otherwise as a tree of
    /// objects.
    fn text(&mut self, objects: &[ObjectId]) -> Result<(String, Diagnostics), Diagnostics> {
        for _ in 0..MAX_ATTEMPTS {
            match self.attempt(objects) {
                Attempt::Done(text) => return Ok((text, Diagnostics::new())),
                Attempt::Again => {}
                Attempt::Never => break,
            }
        }
        let text = self.tree_text()?;
        let (model, document, mut problems) = self.read_back(&Source::new("text.pp", text.as_str()));
        if problems.has_errors() || !self.is_expected(&model, document) {
            problems = Diagnostics::new();
            let message = "the document contains more than the type language can express";
            problems.push(
                Diagnostic::warning(codes::LOSS, message).help("convert to xmi to preserve everything"),
            );
        }
        Ok((text, problems))
    }

    /// Tries to write a text from which the same model is read back.
    fn attempt(&mut self, objects: &[ObjectId]) -> Attempt {
        let converted =
            from_models_with(self.model, &[self.document], &self.external.metamodel, &self.overrides);
        // Remedies are applied before anything is written, because what the language rejects could not be read back.
        if self.apply_remedies(&converted, objects) {
            return Attempt::Again;
        }
        let (metamodel, packages) = (&converted.metamodel, self.packages(&converted));
        let conversion_back = self.convert_back(metamodel, &packages);
        let (objects_of, already_annotated) = (&converted.objects, &self.overrides.annotated);
        let Differences { mut facts, unequal, annotated: newly_annotated, is_too_deep } =
            compare::differences(self.model, self.document, objects_of, already_annotated, &conversion_back);
        if is_too_deep {
            return Attempt::Never;
        }
        // Objects that the metamodel expresses differently are omitted from it, and become facts in the next attempt.
        // Only annotations and generic types can be omitted: declarations need all other objects.
        let skipped_before = self.overrides.skipped.len();
        let omitted: Vec<_> = unequal.into_iter().filter(|object| self.can_be_omitted(*object)).collect();
        self.overrides.skipped.extend(omitted);
        if self.overrides.skipped.len() > skipped_before || !newly_annotated.is_empty() {
            for (object, new_facts) in newly_annotated {
                self.overrides.annotated.entry(object).or_default().extend(new_facts);
            }
            return Attempt::Again;
        }
        facts.document.splice(0..0, self.header());
        facts.external.clone_from(&self.facts.external);
        let external_packages = self.external.packages.iter().copied();
        let ordered: Vec<_> = external_packages.chain(packages).collect();
        let printed = language::print_with_facts(metamodel, &ordered, &facts);
        self.check_text(printed, &converted, objects)
    }

    /// Whether the metamodel can be written without an object, so that only a fact expresses it: an annotation or a
    /// generic type.
    fn can_be_omitted(&self, object: ObjectId) -> bool {
        [builtin::EANNOTATION, builtin::EGENERIC_TYPE].contains(&self.model.class(object))
            && !self.model.is_proxy(object)
    }

    /// The packages that are roots of the document.
    fn packages(&self, converted: &MetamodelConversion) -> Vec<crate::ecore::PackageId> {
        let elements: FxHashMap<ObjectId, &Element> =
            converted.objects.iter().map(|(element, object)| (*object, element)).collect();
        let roots = self.model.document(self.document).roots().iter();
        let packages = roots.filter_map(|root| match elements.get(root) {
            Some(Element::Package(id)) => Some(*id),
            _ => None,
        });
        packages.collect()
    }

    /// Converts a metamodel to a new model with the address of the original document.
    fn convert_back(&self, metamodel: &Metamodel, packages: &[crate::ecore::PackageId]) -> ModelConversion {
        let document = Document::new(self.model.document(self.document).uri.clone());
        let model = Model::new(Arc::clone(self.model.metamodel()));
        make_model(metamodel, packages, model, document, &self.facts.external)
    }

    /// The facts about the document itself, such as its encoding.
    fn header(&self) -> Vec<Fact> {
        let document = self.model.document(self.document);
        let mut facts = Vec::new();
        if let Some(encoding) = &document.encoding
            && encoding != USUAL_ENCODING
        {
            facts.push(written_fact("encoding", string_tree(encoding)));
        }
        if let Some(version) = &document.xml_version {
            facts.push(written_fact("xml", string_tree(version)));
        }
        if let Some(xmi) = &document.xmi {
            let entries = vec![
                ("version".to_owned(), string_tree(&xmi.version)),
                ("namespace".to_owned(), string_tree(&xmi.namespace)),
            ];
            facts.push(written_fact("xmi", Tree::Map(entries)));
        }
        facts
    }

    /// The text, if the expected model is read back from it; otherwise changes how the next attempt treats objects.
    fn check_text(
        &mut self,
        printed: PrintedText,
        converted: &MetamodelConversion,
        objects: &[ObjectId],
    ) -> Attempt {
        let PrintedText { text, positions } = printed;
        let source = Source::new("text.pp", text.as_str());
        let (model, document, problems) = self.read_back(&source);
        if problems.has_errors() {
            let mut has_changed = false;
            for problem in problems.iter().filter(|problem| problem.severity == Severity::Error) {
                let start = problem.primary_label().map_or(0, |label| label.range.start);
                // The declaration that contains a position is the last one that starts at or before it.
                let count = positions.partition_point(|(declaration_start, _)| *declaration_start <= start);
                let element = count.checked_sub(1).and_then(|index| positions.get(index));
                let object = element.and_then(|(_, element)| converted.objects.get(element));
                has_changed |=
                    object.is_some_and(|object| self.express_otherwise(*object, problem.code, objects));
            }
            return if has_changed { Attempt::Again } else { Attempt::Never };
        }
        if self.is_expected(&model, document) {
            Attempt::Done(text)
        } else {
            self.leave_more_to_facts(objects)
        }
    }

    /// Whether a model that was read back is written as the expected `.ecore`.
    fn is_expected(&self, model: &Model, document: DocumentId) -> bool {
        let Some(expected) = &self.expected_output else { return true };
        in_memory(|sink| xmi::write(model, document, &plain_options(), sink))
            .map(|(bytes, _)| bytes)
            .is_ok_and(|written| written == *expected)
    }

    /// Expresses more objects as facts. This is done if another model is read back from the text, and no problem shows
    /// the reason.
    fn leave_more_to_facts(&mut self, objects: &[ObjectId]) -> Attempt {
        self.coarseness += 1;
        let model = self.model;
        let objects_of_class =
            |class| objects.iter().filter(move |object| model.class(**object) == class).copied();
        match self.coarseness {
            // Generic types are the first that become facts, so that everything else keeps the syntax of the language.
            1 => self.overrides.skipped.extend(objects_of_class(builtin::EGENERIC_TYPE)),
            // Then annotations become facts, and so do the features in `EVERYTHING` of all objects.
            2 => {
                self.overrides.skipped.extend(objects_of_class(builtin::EANNOTATION));
                for object in objects {
                    self.overrides.changes.entry(*object).or_default().without = EVERYTHING.to_vec();
                }
            }
            _ => return Attempt::Never,
        }
        Attempt::Again
    }

    /// Reads a text into a model with the address of the original document.
    fn read_back(&self, source: &Arc<Source>) -> (Model, DocumentId, Diagnostics) {
        let document = Document::new(self.model.document(self.document).uri.clone());
        read(source, Model::new(Arc::clone(self.model.metamodel())), document)
    }

    /// Changes the treatment of elements that the language would reject, so that they become facts. Returns whether
    /// anything was changed.
    fn apply_remedies(&mut self, converted: &MetamodelConversion, objects: &[ObjectId]) -> bool {
        let mut has_changed = false;
        for problem in &converted.problems {
            // A missing type is not a problem, because it can be written as `undef`.
            let is_untyped = problem.code == codes::MISSING_TYPE;
            if is_untyped || self.facts.leave_open(problem, &converted.metamodel) {
                continue;
            }
            for element in affected_elements(problem) {
                if let Some(object) = converted.objects.get(element) {
                    has_changed |= self.express_otherwise(*object, problem.code, objects);
                }
            }
        }
        has_changed
    }

    /// Changes how the metamodel expresses an object, in a way that may solve a problem. Returns whether it was
    /// changed.
    fn express_otherwise(&mut self, object: ObjectId, code: Code, objects: &[ObjectId]) -> bool {
        let attempts = self.attempt_counts.entry(object).or_default();
        *attempts += 1;
        // Each object is changed at most three times, so the attempts end even without a limit on their number.
        if *attempts > 3 {
            return false;
        }
        let remedy = REMEDIES.iter().find(|(remedied_code, _)| *remedied_code == code);
        let (is_renamed, without) = match remedy {
            Some((_, Remedy::Rename)) => (true, NOTHING),
            Some((_, Remedy::Omit(features))) => (false, *features),
            // For any other problem, all features become facts first. The object is renamed only if this does not help.
            None => (*attempts > 1, EVERYTHING),
        };
        let name = if is_renamed { Some(self.unused_name(object, objects)) } else { None };
        let change = self.overrides.changes.entry(object).or_default();
        change.without.extend(without);
        if name.is_some() {
            change.name = name;
        }
        true
    }

    /// A name that no element of the document uses.
    fn unused_name(&mut self, object: ObjectId, objects: &[ObjectId]) -> String {
        let name_of = |object: ObjectId| {
            let class = self.model.class(object);
            let feature = self.model.metamodel().feature(class, "name")?;
            self.model.get(object, feature).text()
        };
        let preferred = name_of(object).unwrap_or("unnamed");
        self.names
            .get_or_insert_with(|| {
                objects.iter().filter_map(|object| name_of(*object)).map(str::to_lowercase).collect()
            })
            .unused_name(preferred)
    }

    /// The complete document as a tree of objects.
    fn tree_text(&self) -> Result<String, Diagnostics> {
        let mut trees = trees::Trees::new(self.model, self.document);
        let roots = self.model.document(self.document).roots();
        // No feature contains a root, so there is no expected class.
        let (expected_class, depth) = (None, 0);
        let list = roots.iter().map(|root| trees.object(*root, expected_class, depth)).collect();
        let mut problems = Diagnostics::new();
        if trees.is_too_deep {
            let message = "objects are nested more deeply than the type language can express";
            problems.push(
                Diagnostic::error(codes::CANNOT_EXPRESS, message).help("write the document as json or yaml"),
            );
            return Err(problems);
        }
        let mut document = self.header();
        document.push(written_fact("roots", Tree::List(list)));
        let facts = Facts { document, ..Facts::default() };
        Ok(language::print_with_facts(&Metamodel::ecore(), &[], &facts).text)
    }
}

/// A fact to be written, which has no position in a source.
fn written_fact(feature: &str, value: Tree) -> Fact {
    Fact { feature: feature.to_owned(), value, source: 0, place: 0..0 }
}

/// A text as a tree.
fn string_tree(text: &str) -> Tree {
    Tree::String(text.to_owned())
}

/// Whether a container stores only the address of an object, so that the object's other values are lost.
fn is_stored_elsewhere(model: &Model, object: ObjectId) -> bool {
    model.is_proxy(object) && model.container(object).is_some()
}

/// The elements that a problem concerns.
fn affected_elements(problem: &Problem) -> impl Iterator<Item = &Element> {
    // Several elements are involved in opposites and in cycles, and the change may be needed in any of them.
    let concerns_all = [codes::BAD_OPPOSITE, codes::INHERITANCE_CYCLE].contains(&problem.code);
    let related = if concerns_all { problem.related.as_slice() } else { &[] };
    std::iter::once(&problem.element).chain(related)
}
