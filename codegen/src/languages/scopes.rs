//! The part of a metamodel for which classes of a language are generated.

use crate::scope::{MAX_MEMBERS, Scope};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::ecore::{Metamodel, PackageId};

/// The given packages and their subpackages, or all packages if none is given, with the classes that their objects contain.
///
/// # Errors
/// If the types of the language, such as `Python classes`, would have too many members, such as `fields`.
pub(crate) fn scope_of<'m>(
    metamodel: &'m Metamodel,
    packages: &[PackageId],
    (types, members): (&str, &str),
) -> Result<Scope<'m>, Box<Diagnostic>> {
    let mut scope = Scope::new(metamodel, packages);
    let with_bases = true;
    scope.add_used(|id| metamodel[id].is_containment(), with_bases);
    if scope.contains_anything() {
        scope.open_anything();
    }
    if scope.has_too_many_members() {
        let message = format!("the {types} would have more than {MAX_MEMBERS} {members} in all");
        let help = "shorten the chains of supertypes, or generate some of the packages";
        return Err(Box::new(Diagnostic::error(codes::LIMIT, message).help(help)));
    }
    Ok(scope)
}
