//! Finds the objects of a document that the user names by id or by path, as problems and references show them.

use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::model::load::SuggestedTargets;
use modelwright_metamodel::model::{Addresses, DocumentId, IdIndex, Model, ObjectId, Resolver};

/// Maps addresses to the objects of one document; built once for any number of lookups.
pub(super) struct ByAddress<'m> {
    model: &'m Model,
    document: DocumentId,
    ids: IdIndex,
    resolver: Resolver,
}

impl<'m> ByAddress<'m> {
    pub(super) fn new(model: &'m Model, document: DocumentId) -> Self {
        let ids = IdIndex::new(model, objects_of(model, document).into_iter());
        Self { model, document, ids, resolver: Resolver::default() }
    }

    /// Returns the object with the address that the user passed to `option`.
    pub(super) fn find(&mut self, option: &str, address: &str) -> Result<ObjectId, Box<Diagnostic>> {
        // The address may be copied from a reference in a document, where it follows a `#`.
        let fragment = address.strip_prefix('#').unwrap_or(address);
        let object =
            self.resolver.resolve(self.model, self.document, fragment, &|id| self.ids.find(self.model, id));
        object.ok_or_else(|| {
            let message = format!("{option} {address}: no object has this id or address");
            let is_class = self.model.metamodel().classes().any(|(_, class)| class.name == fragment);
            let help = if is_class {
                "this is the name of a class; specify the id or address of an object (--root-class is for the class of the roots)".to_owned()
            } else {
                let addresses = &mut Addresses::new(self.model);
                let suggestion = SuggestedTargets::advice_for(fragment, self.document, addresses);
                suggestion.unwrap_or_else(|| {
                    "use an id, or an address such as //@books.0, as in problems and references".to_owned()
                })
            };
            Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help))
        })
    }
}

/// All objects of a document, each before those that it contains.
pub(super) fn objects_of(model: &Model, document: DocumentId) -> Vec<ObjectId> {
    let roots = model.document(document).roots().iter().copied();
    roots.flat_map(|root| std::iter::once(root).chain(model.all_contents(root))).collect()
}
