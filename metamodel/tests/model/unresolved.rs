//! The problems of references without a target, for readers of other crates.

use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::{FeatureId, Metamodel, builtin, features};
use modelwright_metamodel::model::load::{Loader, report_unresolved};
use modelwright_metamodel::model::{Document, Model, ObjectId};

/// Two classes, `Shelf` and `Book`, of which `Book` has the supertypes that a text lists.
fn read(text: &str) -> String {
    let source = Source::new("books.txt", text);
    let metamodel = Metamodel::ecore();
    let mut model = Model::new(metamodel.clone());
    let records_offsets = false;
    let mut loader = Loader::new(&mut model, Document::new("books.txt"), source.text(), records_offsets);
    let slot = |class, feature: FeatureId| metamodel.table(class).slot(feature).expect("a slot");
    let package = loader.create(builtin::EPACKAGE, 0);
    loader.root(package);
    let classes: Vec<ObjectId> = ["Shelf", "Book"]
        .into_iter()
        .map(|name| {
            let class = loader.create(builtin::ECLASS, 0);
            let classifiers = features::EPACKAGE_CLASSIFIERS;
            loader.contain(package, slot(builtin::EPACKAGE, classifiers), classifiers, class);
            loader.text(class, slot(builtin::ECLASS, features::ENAMED_ELEMENT_NAME), false, name);
            class
        })
        .collect();
    let supertypes = features::ECLASS_SUPER_TYPES;
    for word in text.split(' ') {
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        let fragment = word.trim_matches(['"', '#']);
        loader.refer(classes[1], slot(builtin::ECLASS, supertypes), supertypes, fragment, offset);
    }
    let unresolved = loader.finish();
    let mut problems = Diagnostics::new();
    report_unresolved(&source, &model, unresolved, &mut problems);
    let lines = problems.iter().map(|problem| {
        let range = problem.labels[0].range.clone();
        let object = problem.object.as_deref().unwrap_or_default();
        let help = problem.help.as_deref().unwrap_or_default();
        format!("{object} `{}`: {}; {help}\n", &text[range], problem.message)
    });
    lines.collect()
}

#[test]
fn missing_targets_are_reported_with_their_text_object_and_advice() {
    assert_eq!(read("//Shelf"), "");
    assert_eq!(
        read("//Shelv"),
        "//Book `//Shelv`: EClass.eSuperTypes refers to `//Shelv`, which is not in the document; \
         did you mean `#//Shelf`?\n"
    );
    assert_eq!(
        read("\"#//Shelv\" //Shelf"),
        "//Book `\"#//Shelv\"`: EClass.eSuperTypes refers to `//Shelv`, which is not in the document; \
         did you mean `#//Shelf`?\n"
    );
}

#[test]
fn targets_of_another_class_and_repeated_targets_are_reported() {
    assert_eq!(
        read("/"),
        "//Book `/`: EClass.eSuperTypes requires objects of class EClass, but `/` is of class EPackage; \
         specify an object inside this object, such as `#//Shelf`\n"
    );
    assert_eq!(
        read("//Shelf //Shelf"),
        "//Book `//Shelf`: EClass.eSuperTypes refers to `//Shelf` twice; remove one of them\n"
    );
}
