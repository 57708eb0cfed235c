//! Separates logic from its metamodel: annotations become rules that refer to their elements, and back.
//!
//! Invariant: an annotation is only moved if its rules create exactly the same annotation again, in the same
//! position.

use super::grammar::Grammar;
use super::{TextKind, with_position};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ecore::{ClassId, LOGIC, builtin, features};
use crate::language::format_logic;
use crate::model::ecore::{carries_logic, carries_type};
use crate::model::{Addresses, Document, DocumentId, Model, ObjectId, Value, uri};
use rustc_hash::FxHashSet;

/// The kinds of rules, in the order of the metamodel, and the elements that they apply to.
const RULE_KINDS: &[(&str, ClassId)] = &[
    ("check", builtin::ESTRUCTURAL_FEATURE),
    ("get", builtin::ESTRUCTURAL_FEATURE),
    ("set", builtin::ESTRUCTURAL_FEATURE),
    ("derived", builtin::ESTRUCTURAL_FEATURE),
    (INVARIANT, builtin::ECLASS),
    ("body", builtin::EOPERATION),
];

/// The kind of rule for which every rule has its own annotation.
const INVARIANT: &str = "invariant";

/// The detail with the message of an invariant.
const TITLE: &str = "title";

/// The detail with the functions that a package requires.
const FUNCTIONS: &str = "functions";

/// Moves the logic of a metamodel from its annotations to a document of a new model, which refers to the metamodel by
/// its address. Logic that cannot be moved is reported.
#[must_use]
pub fn separate(
    model: &mut Model,
    document: DocumentId,
    address: &str,
    logic: Document,
) -> (Model, DocumentId, Diagnostics) {
    let (mut target, mut problems) = (Model::new(super::metamodel()), Diagnostics::new());
    let logic = target.add_document(logic);
    let Some(grammar) = Grammar::find(&super::metamodel()) else { return (target, logic, problems) };
    let mut addresses = Addresses::new(model);
    let mut extractor = LogicExtractor { target: &mut target, grammar: &grammar, address, moved: Vec::new() };
    let roots = model.document(document).roots();
    let root = extractor.create("Logic");
    for package in roots.iter().filter(|root| model.class(**root) == builtin::EPACKAGE) {
        extractor.refer(root, "packages", *package, &mut addresses);
    }
    for element in roots.iter().flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root))) {
        for (feature, object) in extractor.of_element(model, element) {
            let to_element = if feature == "functions" { "package" } else { "element" };
            extractor.refer(Some(object), to_element, element, &mut addresses);
            extractor.set(root, feature, Value::Object(object));
        }
    }
    let moved = extractor.moved;
    root.into_iter().for_each(|root| target.add_root(logic, root));
    // The addresses borrow the model, so all of them are written before annotations are removed.
    drop(addresses);
    moved.into_iter().for_each(|annotation| model.detach(annotation));
    for annotation in annotations_of_logic(model, document) {
        let message = "this logic is not moved, because rules could not restore its annotation exactly";
        problems.push(with_position(
            model,
            annotation,
            Diagnostic::warning(codes::NOT_SUPPORTED_YET, message),
        ));
    }
    (target, logic, problems)
}

/// The annotations of a document that carry logic.
pub fn annotations_of_logic(model: &Model, document: DocumentId) -> Vec<ObjectId> {
    objects(model, document).filter(|object| carries_logic(model, *object)).collect()
}

/// The annotations of a document that have no meaning in plain Ecore: those that contain logic, or the texts of types.
pub fn annotations_of_language(model: &Model, document: DocumentId) -> Vec<ObjectId> {
    objects(model, document)
        .filter(|object| carries_logic(model, *object) || carries_type(model, *object))
        .collect()
}

/// All objects of a document.
fn objects(model: &Model, document: DocumentId) -> impl Iterator<Item = ObjectId> {
    let roots = model.document(document).roots().iter().copied();
    roots.flat_map(|root| std::iter::once(root).chain(model.all_contents(root)))
}

/// The details of an annotation with logic; `None` for other annotations, and if it contains anything else.
fn details(model: &Model, annotation: ObjectId) -> Option<Vec<(&str, &str)>> {
    let entries = model.list_named(annotation, "details");
    let is_plain = carries_logic(model, annotation)
        && model.list_named(annotation, "references").is_empty()
        // A rule cannot express nested annotations or other contents.
        && model.contents(annotation).count() == entries.len();
    let text = |entry, feature| model.get_named(entry, feature).text();
    let details = entries.objects().map(|entry| Some((text(entry, "key")?, text(entry, "value")?)));
    if is_plain { details.collect() } else { None }
}

/// Creates objects from annotations.
struct LogicExtractor<'a> {
    target: &'a mut Model,
    grammar: &'a Grammar,
    /// The address of the metamodel.
    address: &'a str,
    /// The annotations that became objects, and are removed from the metamodel at the end.
    moved: Vec<ObjectId>,
}

impl LogicExtractor<'_> {
    /// Creates an object of a class of the syntax; `None` if there is no such class, or the model is full.
    fn create(&mut self, class: &str) -> Option<ObjectId> {
        self.target.create(self.grammar.class(class)?).ok()
    }

    /// Sets a feature, or adds to it if it has several values. `None` if this fails.
    fn set(&mut self, object: Option<ObjectId>, feature: &str, value: Value<'_>) -> Option<()> {
        let object = object?;
        let feature = self.target.metamodel().feature(self.target.class(object), feature)?;
        if self.target.metamodel()[feature].many() {
            self.target.add(object, feature, value).ok()
        } else {
            self.target.set(object, feature, value).ok()
        }
    }

    /// Refers to an element of the metamodel.
    fn refer(
        &mut self,
        object: Option<ObjectId>,
        feature: &str,
        element: ObjectId,
        addresses: &mut Addresses<'_>,
    ) {
        let mut address = format!("{}#", self.address);
        addresses.write_fragment(element, &mut address);
        // The metamodel is not in the model with the logic. So the element is a proxy, which is resolved when both are
        // read.
        let proxy = self.target.create_proxy(addresses.model().class(element), &address);
        self.set(object, feature, Value::Object(proxy));
    }

    /// Converts the last annotations of an element to objects, in order, each with the feature that contains it.
    fn of_element(&mut self, model: &Model, element: ObjectId) -> Vec<(&'static str, ObjectId)> {
        let annotations: Vec<_> = model.list_named(element, "eAnnotations").objects().collect();
        let mut objects = Vec::new();
        // `join` appends annotations, so only the last annotations of an element would return to their positions.
        for annotation in annotations.into_iter().rev() {
            let Some(details) = details(model, annotation) else { break };
            let is_invariant = details.last().is_some_and(|(key, _)| *key == INVARIANT);
            // All other rules of an element are in one annotation.
            if !is_invariant && !objects.is_empty() {
                break;
            }
            let created = match details.as_slice() {
                [(FUNCTIONS, version)] => self.functions(version).map(|object| vec![("functions", object)]),
                // `join` creates the title first, so the order of the details matters.
                [(TITLE, title), (INVARIANT, text)] => self.rules(&[(INVARIANT, text)], Some(title)),
                [(INVARIANT, _)] => self.rules(&details, None),
                _ if is_invariant => None,
                _ => self.rules(&details, None),
            };
            let Some(created) = created else { break };
            objects.extend(created.into_iter().rev());
            self.moved.push(annotation);
            if !is_invariant {
                break;
            }
        }
        objects.reverse();
        objects
    }

    /// The object for the set of functions of a version; `None` if it cannot be created.
    fn functions(&mut self, version: &str) -> Option<ObjectId> {
        let object = self.create("FunctionSet");
        self.set(object, "version", Value::String(version))?;
        object
    }

    /// A rule for each detail, with the feature that contains rules; `None` if the details could not be restored
    /// exactly.
    fn rules(
        &mut self,
        details: &[(&str, &str)],
        title: Option<&str>,
    ) -> Option<Vec<(&'static str, ObjectId)>> {
        let (mut rules, mut kinds) = (Vec::new(), FxHashSet::default());
        for (key, text) in details {
            let kind = u32::try_from(RULE_KINDS.iter().position(|(kind, _)| kind == key)?).ok()?;
            // Objects are written in the canonical layout, so a text in another layout would not be restored exactly.
            if !kinds.insert(kind) || format_logic(text).as_deref() != Some(text) {
                return None;
            }
            let expression = TextKind::Logic.object(self.target, self.grammar, text)?;
            let rule = self.create("Rule");
            self.set(rule, "kind", Value::Enum(kind))?;
            if let Some(title) = title {
                self.set(rule, TITLE, Value::String(title))?;
            }
            self.set(rule, "expression", Value::Object(expression))?;
            rules.push(("rules", rule?));
        }
        (!rules.is_empty()).then_some(rules)
    }
}

/// Whether an object contains the logic of a metamodel.
#[must_use]
pub fn is_logic(model: &Model, object: ObjectId) -> bool {
    let package = model.metamodel().package_by_uri(super::URI);
    let class = &model.metamodel()[model.class(object)];
    package == Some(class.package) && class.name == "Logic"
}

/// Moves the logic of a document to annotations of the elements that it refers to, which are in the same model. Returns
/// their documents, and warnings.
///
/// # Errors
/// If logic refers to no element, or to an element that cannot have such logic, or is not valid in the language;
/// nothing is changed then.
pub fn join(model: &mut Model, document: DocumentId) -> Result<(Vec<DocumentId>, Diagnostics), Diagnostics> {
    let mut collector = LogicCollector {
        model,
        documents: Vec::new(),
        annotations: Vec::new(),
        problems: Diagnostics::new(),
    };
    for root in collector.model.document(document).roots() {
        collector.logic(*root);
    }
    let LogicCollector { documents, annotations, mut problems, .. } = collector;
    if documents.is_empty() && !problems.has_errors() {
        let root = model.document(document).roots().first();
        let message = "the logic does not refer to a metamodel";
        let problem = Diagnostic::error(codes::LOGIC_WITHOUT_ELEMENT, message);
        problems.push(match root {
            Some(root) => with_position(model, *root, problem),
            None => problem,
        });
    }
    if problems.has_errors() {
        return Err(problems);
    }
    // The model changes only if all rules were read without errors.
    for annotation in annotations {
        annotate(model, &annotation).map_err(|problem| Diagnostics::from(Diagnostic::from(problem)))?;
    }
    Ok((documents, problems))
}

/// An annotation to create.
struct Annotation {
    element: ObjectId,
    details: Vec<(&'static str, String)>,
}

/// Creates an annotation with logic, and adds it to its element.
fn annotate(model: &mut Model, annotation: &Annotation) -> Result<(), Box<crate::model::EditError>> {
    let object = model.create(builtin::EANNOTATION)?;
    model.set(object, features::EANNOTATION_SOURCE, Value::String(LOGIC))?;
    for (key, value) in &annotation.details {
        let entry = model.create(builtin::ESTRING_TO_STRING_MAP_ENTRY)?;
        model.set(entry, features::ESTRING_TO_STRING_MAP_ENTRY_KEY, Value::String(key))?;
        model.set(entry, features::ESTRING_TO_STRING_MAP_ENTRY_VALUE, Value::String(value))?;
        model.add(object, features::EANNOTATION_DETAILS, Value::Object(entry))?;
    }
    model.add(annotation.element, features::EMODEL_ELEMENT_ANNOTATIONS, Value::Object(object))
}

/// Reads the rules of a document.
struct LogicCollector<'m> {
    model: &'m Model,
    /// The documents of the elements to which the logic refers.
    documents: Vec<DocumentId>,
    annotations: Vec<Annotation>,
    problems: Diagnostics,
}

impl LogicCollector<'_> {
    /// Reads the rules and the required functions of a document's root.
    fn logic(&mut self, root: ObjectId) {
        let Some(grammar) = Grammar::find(self.model.metamodel()).filter(|_| is_logic(self.model, root))
        else {
            let problem = Diagnostic::error(codes::LOGIC_WITHOUT_ELEMENT, "this object is not logic");
            return self.problems.push(with_position(self.model, root, problem));
        };
        for package in self.model.list_named(root, "packages").objects() {
            self.accept_element(root, package, builtin::EPACKAGE, "packages");
        }
        for set in self.model.list_named(root, "functions").objects() {
            let version = self.model.get_named(set, "version").text().unwrap_or_default().to_owned();
            if let Some(element) = self.element(set, "package", builtin::EPACKAGE, "functions") {
                self.annotations.push(Annotation { element, details: vec![(FUNCTIONS, version)] });
            }
        }
        let mut previous_element = None;
        for rule in self.model.list_named(root, "rules").objects() {
            self.rule(&grammar, rule, &mut previous_element);
        }
    }

    /// Reads a rule. `previous_element` is the element of the rule before it.
    fn rule(&mut self, grammar: &Grammar, rule: ObjectId, previous_element: &mut Option<ObjectId>) {
        let value = |name| self.model.get_named(rule, name);
        let (Value::Enum(kind), Value::Object(expression)) = (value("kind"), value("expression")) else {
            return self.problems.push(super::no_expression(self.model, rule, &Diagnostics::new()));
        };
        let Some((kind, class)) = RULE_KINDS.get(kind as usize) else { return };
        // The element is read before the text, so that the problems of both are reported.
        let element = self.element(rule, "element", *class, kind);
        let text = match TextKind::Logic.text(self.model, grammar, expression) {
            Ok((text, problems)) => {
                self.problems.append(problems);
                text
            }
            Err(problem) => return self.problems.push(*problem),
        };
        let Some(element) = element else { return };
        let mut details = Vec::new();
        let title = self.model.get_named(rule, TITLE).text();
        details.extend(title.map(|title| (TITLE, title.to_owned())));
        details.push((*kind, text));
        // Consecutive rules of an element come from one annotation, except that each invariant has an annotation of its
        // own.
        let is_continued = *previous_element == Some(element) && *kind != INVARIANT;
        if is_continued && let Some(last) = self.annotations.last_mut() {
            last.details.append(&mut details);
        } else {
            self.annotations.push(Annotation { element, details });
        }
        *previous_element = Some(element);
    }

    /// The element to which an object refers; `None` if it cannot have such logic, which is reported. `subject` denotes
    /// the logic in messages.
    fn element(
        &mut self,
        object: ObjectId,
        feature: &str,
        class: ClassId,
        subject: &str,
    ) -> Option<ObjectId> {
        let Some(element) = self.model.get_named(object, feature).object() else {
            let message = format!("`{subject}` must refer to an element, but `{feature}` is not set");
            let problem = Diagnostic::error(codes::LOGIC_WITHOUT_ELEMENT, message);
            self.problems.push(with_position(self.model, object, problem));
            return None;
        };
        self.accept_element(object, element, class, subject).then_some(element)
    }

    /// Records the document of an element to which `object` refers. Returns `false` if the element does not exist, or
    /// does not have the class, which is reported for `object`.
    fn accept_element(&mut self, object: ObjectId, element: ObjectId, class: ClassId, subject: &str) -> bool {
        let metamodel = self.model.metamodel();
        let document = self.model.document_of(element).filter(|_| !self.model.is_proxy(element));
        let message = match (self.model.proxy_uri(element), document) {
            // The element is still a proxy: its document was not found, or does not contain it.
            (Some(uri), _) => {
                let base =
                    self.model.document_of(object).map_or("", |document| &self.model.document(document).uri);
                format!("{} does not exist", uri::relative(base, uri))
            }
            (None, None) => format!("the element of `{subject}` is in no document"),
            (None, Some(_)) if !metamodel.conforms(self.model.class(element), class) => {
                let (expected, actual) = (&metamodel[class].name, &metamodel[self.model.class(element)].name);
                format!("`{subject}` must refer to an {expected}, but refers to an {actual}")
            }
            (None, Some(document)) => {
                if !self.documents.contains(&document) {
                    self.documents.push(document);
                }
                return true;
            }
        };
        let help = "correct the reference; it is relative to the document of the logic";
        let problem = Diagnostic::error(codes::LOGIC_WITHOUT_ELEMENT, message).help(help);
        self.problems.push(with_position(self.model, object, problem));
        false
    }
}
