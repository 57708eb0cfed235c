//! The rules that instances must keep; one file a rule family, one line each in [`RULES`].
//!
//! A rule looks at one object and tells what is wrong with it; it changes nothing and prints nothing.
//! What is wrong with a metamodel as such is told by [`crate::ecore::check`].

mod facets;
mod identity;
mod multiplicity;
mod references;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ecore::Metamodel;
use crate::model::{Addresses, DocumentId, Model, ObjectId};

/// A family of rules.
struct Rule {
    /// Looks at one object.
    check: fn(&mut Context<'_>, ObjectId),
}

/// The registry of rule families, in the order in which they are asked.
const RULES: &[Rule] = &[
    Rule { check: multiplicity::check },
    Rule { check: references::check },
    Rule { check: identity::check },
    Rule { check: facets::check },
];

/// What rules see, and where they tell what they find.
struct Context<'m> {
    model: &'m Model,
    metamodel: &'m Metamodel,
    document: DocumentId,
    /// What proxies may stand for without being found.
    known: &'m Metamodel,
    addresses: Addresses<'m>,
    ids: identity::Seen<'m>,
    findings: Diagnostics,
}

impl Context<'_> {
    /// Tells of a problem with an object, at its place in the source.
    fn report(&mut self, code: Code, object: ObjectId, message: impl Into<String>, help: &str) {
        self.push(Diagnostic::error(code, message), object, help);
    }

    /// Tells of something that EMF accepts, but that was probably not meant.
    fn report_warning(&mut self, code: Code, object: ObjectId, message: impl Into<String>, help: &str) {
        self.push(Diagnostic::warning(code, message), object, help);
    }

    fn push(&mut self, problem: Diagnostic, object: ObjectId, help: &str) {
        let mut address = String::new();
        self.addresses.write(object, &mut address);
        let mut problem = problem.object(address).help(help);
        let source = self.model.document(self.document).source.as_ref();
        if let (Some(source), Some(offset)) = (source, self.model.offset(object)) {
            problem = problem.at(source, offset..source.word_end(offset));
        }
        self.findings.push(problem);
    }
}

/// Checks every object of a document. Proxies that stand for something in `known` count as found.
#[must_use]
pub fn validate(model: &Model, document: DocumentId, known: &Metamodel) -> Diagnostics {
    let mut context = Context {
        model,
        metamodel: model.metamodel(),
        document,
        known,
        addresses: Addresses::new(model),
        ids: identity::Seen::default(),
        findings: Diagnostics::new(),
    };
    for root in model.document(document).roots() {
        for object in std::iter::once(*root).chain(model.all_contents(*root)) {
            if !model.is_proxy(object) {
                for rule in RULES {
                    (rule.check)(&mut context, object);
                }
            }
        }
    }
    context.findings
}
