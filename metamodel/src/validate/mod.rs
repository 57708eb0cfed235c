//! The rules that instances and metamodels must keep, which are EMF's; one file a rule family, one line
//! each in [`RULES`].
//!
//! A rule looks at one object and tells what is wrong with it; it changes nothing and prints nothing.
//! Objects come in EMF's order, each before its contents. Invariants: what EMF calls an error is an error
//! here, and nothing else is; [`emf::TABLE`] says which constraint a code stands for.

mod consequences;
mod containment;
mod delegates;
mod ecore;
pub mod emf;
mod facets;
mod identity;
mod keys;
mod multiplicity;
mod number;
mod pairs;
mod pattern;
mod references;
mod types;
mod walk;

pub use consequences::without_consequences;
pub use containment::is_uncheckable;
pub use number::Decimal;
pub use pattern::{Pattern, Work};
pub use walk::{Counts, count};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Suggestions};
use crate::ecore::{ClassId, Element, Metamodel, builtin};
use crate::model::{Addresses, DocumentId, Model, ObjectId, uri};
use ecore::view::View;
use std::rc::Rc;
use walk::{Step, Subject, Walk};

/// A family of rules.
struct Rule {
    /// The slots that the rule looks at in objects of a class; nothing where it has no business with them.
    concerns: fn(&Metamodel, ClassId) -> Option<Vec<usize>>,
    /// Looks at one object.
    check: fn(&mut Context<'_>, Subject, &[usize]),
}

/// The registry of rule families, in the order in which they are asked.
const RULES: &[Rule] = &[
    delegates::RULE,
    containment::RULE,
    multiplicity::RULE,
    references::RULE,
    pairs::RULE,
    facets::RULE,
    identity::RULE,
    keys::KEYS,
    keys::ENTRIES,
    ecore::names::RULE,
    ecore::annotations::RULE,
    ecore::packages::RULE,
    ecore::classifiers::RULE,
    ecore::enumerations::RULE,
    ecore::classes::RULE,
    ecore::features::RULE,
    ecore::operations::RULE,
    ecore::signatures::RULE,
    ecore::typed::RULE,
    ecore::defaults::RULE,
    ecore::opposites::RULE,
    ecore::generics::RULE,
    ecore::bounded::RULE,
    types::RULE,
];

/// What rules see, and where they tell what they find.
struct Context<'m> {
    model: &'m Model,
    metamodel: &'m Metamodel,
    document: DocumentId,
    /// What proxies may stand for without being found.
    known: &'m Metamodel,
    view: &'m View<'m>,
    addresses: Addresses<'m>,
    ids: identity::Ids,
    facets: facets::Cache,
    packages: ecore::packages::Seen,
    pairs: pairs::Cache,
    /// The document as a metamodel, where it is one and a rule needs that.
    converted: Option<ecore::defaults::Converted>,
    /// Which objects are in a document; nothing where all are.
    attached: Option<Vec<bool>>,
    findings: Diagnostics,
    suggestions: Suggestions,
    /// Whether the object that is looked at cannot be checked any further.
    failed: bool,
}

impl Context<'_> {
    /// Whether an object is in no document.
    fn is_loose(&self, object: ObjectId) -> bool {
        !self.model.is_proxy(object)
            && self.attached.as_ref().is_some_and(|attached| !attached[object.index()])
    }

    /// Tells of a problem with an object, at its place in the source.
    fn report(&mut self, code: Code, subject: impl Into<Subject>, message: impl Into<String>, help: &str) {
        self.tell(Severity::Error, code, (subject.into(), None), message.into(), help);
    }

    /// Tells of a problem with what a feature of an object holds.
    fn report_of(
        &mut self,
        code: Code,
        (subject, feature): (impl Into<Subject>, &str),
        message: impl Into<String>,
        help: &str,
    ) {
        self.tell(Severity::Error, code, (subject.into(), Some(feature)), message.into(), help);
    }

    /// Tells of something that was probably not meant, but makes nothing invalid.
    fn report_warning(
        &mut self,
        code: Code,
        subject: impl Into<Subject>,
        message: impl Into<String>,
        help: &str,
    ) {
        self.tell(Severity::Warning, code, (subject.into(), None), message.into(), help);
    }

    /// The same of what a feature of an object holds.
    fn report_warning_of(
        &mut self,
        code: Code,
        (subject, feature): (impl Into<Subject>, &str),
        message: impl Into<String>,
        help: &str,
    ) {
        self.tell(Severity::Warning, code, (subject.into(), Some(feature)), message.into(), help);
    }

    /// Tells that an object cannot be checked any further.
    fn fail(&mut self, subject: impl Into<Subject>, message: impl Into<String>, help: &str) {
        self.report(crate::diagnostic::codes::UNCHECKABLE, subject, message, help);
        self.failed = true;
    }

    /// The address of an object: its fragment, after its document where that is another one.
    fn address(&mut self, subject: impl Into<Subject>) -> String {
        let subject = subject.into();
        let object = subject.owner();
        let mut address = String::new();
        let home = self.model.document_of(object).unwrap_or(self.document);
        if home != self.document {
            let base = &self.model.document(self.document).uri;
            address.push_str(&uri::relative(base, &self.model.document(home).uri));
            address.push('#');
        }
        match subject {
            // An empty id would show nothing.
            Subject::Object(_) if self.model.id(object).is_some_and(|id| id.is_empty()) => {
                self.addresses.write_path(object, &mut address);
            }
            Subject::Object(_) => self.addresses.write_fragment(object, &mut address),
            Subject::Implied { .. } => {
                self.addresses.write_path(object, &mut address);
                subject.write_tail(self.metamodel, &mut address);
            }
        }
        address
    }

    fn tell(
        &mut self,
        severity: Severity,
        code: Code,
        (subject, feature): (Subject, Option<&str>),
        message: String,
        help: &str,
    ) {
        if self.findings.is_full() {
            // Nobody reads further ones: they are only counted.
            self.findings.push(Diagnostic::new(code, severity, String::new()));
            return;
        }
        let address = self.address(subject);
        let mut problem = Diagnostic::new(code, severity, message).object(address).help(help);
        problem.feature = feature.map(str::to_owned);
        self.findings.push(self.model.located(problem, subject.owner()));
    }
}

/// The rules that concern a class, each with its slots.
type Plan = Rc<Vec<(usize, Vec<usize>)>>;

fn plan(metamodel: &Metamodel, class: ClassId) -> Plan {
    let concerned = |(at, rule): (usize, &Rule)| Some((at, (rule.concerns)(metamodel, class)?));
    Rc::new(RULES.iter().enumerate().filter_map(concerned).collect())
}

/// Checks every object of a document. Proxies that stand for something in `known` count as found.
#[must_use]
pub fn validate(model: &Model, document: DocumentId, known: &Metamodel) -> Diagnostics {
    validate_up_to(model, document, known, Diagnostics::LIMIT)
}

/// As [`validate`], and keeps as many findings as are asked for.
#[must_use]
pub fn validate_up_to(model: &Model, document: DocumentId, known: &Metamodel, limit: usize) -> Diagnostics {
    let metamodel = model.metamodel();
    let view = View::new(model, known);
    let mut context = Context {
        model,
        metamodel,
        document,
        known,
        view: &view,
        addresses: Addresses::new(model),
        ids: identity::Ids::default(),
        facets: facets::Cache::default(),
        packages: ecore::packages::Seen::default(),
        pairs: pairs::Cache::default(),
        converted: None,
        suggestions: Suggestions::default(),
        attached: attached(model),
        findings: Diagnostics::with_limit(limit),
        failed: false,
    };
    let mut plans: Vec<Option<Plan>> = vec![None; metamodel.classes().count()];
    for root in model.document(document).roots() {
        for step in Walk::for_rules(model, *root) {
            match step {
                Step::Object(subject) => {
                    let class = subject.class(model);
                    let plan = plans[class.index()].get_or_insert_with(|| plan(metamodel, class));
                    check(&mut context, subject, &Rc::clone(plan));
                }
                Step::Missing(proxy) => containment::missing(&mut context, proxy),
                Step::Circle(object) => containment::circle(&mut context, object),
                Step::Again(object) => containment::again(&mut context, object),
            }
        }
    }
    context.findings
}

/// Which objects are in a document. Nearly always all are, and then nothing is noted.
fn attached(model: &Model) -> Option<Vec<bool>> {
    let loose = |object: ObjectId| model.container(object).is_none() && model.document_of(object).is_none();
    model.objects().find(|object| loose(*object) && !model.is_proxy(*object))?;
    let mut attached = vec![false; model.object_count()];
    for root in model.documents().flat_map(|(_, document)| document.roots()) {
        for object in std::iter::once(*root).chain(model.all_contents(*root)) {
            attached[object.index()] = true;
        }
    }
    Some(attached)
}

fn check(context: &mut Context<'_>, subject: Subject, plan: &Plan) {
    context.failed = false;
    for (rule, slots) in plan.iter() {
        (RULES[*rule].check)(context, subject, slots);
        if context.failed {
            return;
        }
    }
}

/// The class that decides on an object's constraints: one of Ecore, or else the last one up the first
/// supertypes. `EObject` where that has nothing more to say.
fn base_class(metamodel: &Metamodel, class: ClassId) -> ClassId {
    let mut at = class;
    // Supertypes have no cycle.
    while !metamodel.is_ecore_package(metamodel[at].package) {
        if metamodel.is_incomplete(Element::Class(at)) {
            return at;
        }
        match metamodel.supertypes(at).next() {
            Some(parent) => at = parent,
            None => return builtin::EOBJECT,
        }
    }
    at
}
