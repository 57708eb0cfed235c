//! The target `class-list`: the classes of a metamodel with their features, as a text.

use modelwright::codegen::{GeneratedFile, Request, Target};
use modelwright::metamodel::diagnostic::Diagnostics;

/// The target.
pub(crate) static CLASS_LIST: Target = Target {
    name: "class-list",
    extension: None,
    description: "a text with all classes",
    options: &[],
    script: None,
    examples: &["library.pp -o ."],
    run: generate,
};

fn generate(request: &Request<'_>) -> (Vec<GeneratedFile>, Diagnostics) {
    let metamodel = request.metamodel;
    let own = metamodel.classes().filter(|(_, class)| !metamodel.is_built_in(class.package));
    let line = |(id, class): (_, &modelwright::metamodel::ecore::Class)| {
        let features = metamodel.table(id).all_features().iter().map(|feature| metamodel[*feature].name());
        format!("{}: {}\n", class.name, features.collect::<Vec<_>>().join(", "))
    };
    let file = GeneratedFile { path: "classes.txt".to_owned(), text: own.map(line).collect() };
    (vec![file], Diagnostics::new())
}
