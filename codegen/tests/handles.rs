//! Handles edit models as EMF does, and values can be converted to handles and back.

#![deny(warnings)]

#[allow(dead_code, unreachable_pub)]
mod library {
    include!("golden/library.rs");
    include!("golden/library.handles.rs");
}
#[allow(dead_code, unreachable_pub)]
mod opposites {
    include!("golden/opposites.rs");
    include!("golden/opposites.handles.rs");
}

use library::handles::{Author, Book, Item, Journal, Library, Named};
use modelwright_metamodel::diagnostic::codes;
use modelwright_metamodel::model::{Document, Event, History, Model, Notifier};
use modelwright_typed::{self as typed, Element, Handle, Ref, handles::Wrapper};
use opposites::handles::{Firm, Person};
use std::sync::Arc;

fn model(metamodel: &'static typed::Embedded) -> Model {
    Model::new(Arc::clone(metamodel.metamodel().expect("the generated metamodel is valid")))
}

#[test]
fn features_are_read_and_set_by_name() {
    let model = &mut model(&library::METAMODEL);
    let book = Book::create(model).expect("a class that is not abstract");
    assert_eq!(
        (book.name(model), book.pages(model), book.genre(model)),
        (None, 100, library::Genre::Mystery)
    );
    book.set_name(model, "Emma").expect("a text");
    book.set_pages(model, 474).expect("a number");
    book.set_genre(model, library::Genre::Biography).expect("a literal");
    book.keywords_mut(model).extend(["love", "wit"]).expect("texts");
    book.keywords_mut(model).reorder(1, 0).expect("positions");
    assert_eq!(
        (book.name(model), book.pages(model), book.genre(model)),
        (Some("Emma"), 474, library::Genre::Biography)
    );
    assert_eq!(book.keywords(model).to_vec(), ["wit", "love"]);
    book.set_name(model, None).expect("nothing");
    assert_eq!(book.name(model), None);
}

#[test]
fn handles_convert_to_supertypes() {
    let model = &mut model(&library::METAMODEL);
    let library = Library::create(model).expect("a library");
    let book = Book::create(model).expect("a book");
    library.items_mut(model).add(book).expect("an item");
    let item: Item = library.items(model).get(0).expect("one item");
    assert_eq!(item, Item::from(book));
    assert_eq!(item.cast::<Book>(model), Some(book));
    assert_eq!(item.cast::<Journal>(model), None);
    assert_eq!(Named::from(book).cast::<Item>(model), Some(item));
    assert_eq!(format!("{book:?}"), format!("Book({})", book.object_id().index()));
}

#[test]
fn an_abstract_class_has_no_objects() {
    let rejected = Item::create(&mut model(&library::METAMODEL)).expect_err("abstract");
    assert_eq!(rejected.code, codes::ABSTRACT_CLASS);
}

#[test]
fn a_model_of_another_metamodel_is_rejected() {
    let model = &mut model(&opposites::METAMODEL);
    let rejected = Book::create(model).expect_err("no books there");
    assert_eq!(rejected.code, codes::TYPES_DIFFER);
    let person = Person::create(model).expect("a person");
    let book = Book::wrap(person.object_id());
    assert_eq!((book.name(model), book.pages(model), book.keywords(model).len()), (None, 0, 0));
    assert_eq!(book.set_pages(model, 1).expect_err("no such feature").code, codes::TYPES_DIFFER);
}

#[test]
fn setting_one_end_sets_the_other_and_moves_contents() {
    let model = &mut model(&opposites::METAMODEL);
    let [one, other] = [(); 2].map(|()| Firm::create(model).expect("a firm"));
    let ann = Person::create(model).expect("a person");
    one.staff_mut(model).add(ann).expect("staff");
    assert_eq!(ann.employer(model), Some(one));
    ann.set_employer(model, other).expect("another firm");
    assert_eq!((one.staff(model).len(), other.staff(model).to_vec()), (0, vec![ann]));

    let bob = Person::create(model).expect("a person");
    bob.set_boss(model, ann).expect("a boss");
    assert_eq!(ann.reports(model).to_vec(), [bob]);
    ann.reports_mut(model).remove_value(bob).expect("a report");
    assert_eq!(bob.boss(model), None);
}

#[test]
fn edits_are_notified_and_undone() {
    let model = &mut model(&opposites::METAMODEL);
    let firm = Firm::create(model).expect("a firm");
    let ann = Person::create(model).expect("a person");
    let mut history = History::default();
    model.observe();
    history.run(model, |model| firm.staff_mut(model).add(ann)).expect("staff");
    assert_eq!(model.take_notifications().len(), 2, "both ends send a notification");
    assert_eq!(history.undo(model), Ok(true));
    assert_eq!((ann.employer(model), firm.staff(model).len()), (None, 0));
    assert_eq!(history.redo(model), Ok(true));
    assert_eq!(ann.employer(model), Some(firm));
}

#[test]
fn added_values_are_notified_and_undone() {
    let model = &mut model(&library::METAMODEL);
    let authors = ["Jane Austen", "Mary Shelley"].map(|name| library::Author { name: name.to_owned() });
    let mut history = History::default();
    let failed = history.run(model, |model| {
        typed::add_values(model, Document::new("failed.xmi"), &authors).map_err(|_| "no values")?;
        Err::<(), _>("no more")
    });
    assert_eq!(failed, Err("no more"));
    assert!(model.documents().all(|(_, document)| document.roots().is_empty()));

    model.observe();
    let document = history
        .run(model, |model| typed::add_values(model, Document::new("authors.xmi"), &authors))
        .expect("sound values");
    let changes = model.take_notifications();
    let changes: Vec<_> =
        changes.iter().map(|change| (change.event(), change.notifier(), change.position())).collect();
    let added = |at| (Event::Add, Notifier::Roots(document), Some(at));
    assert_eq!(changes, [added(0), added(1)]);
    let names = |model: &Model| -> Vec<String> {
        Author::roots_of(model, document)
            .map(|author| author.name(model).unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(names(model), ["Jane Austen", "Mary Shelley"]);
    assert_eq!((history.undo(model), names(model).len()), (Ok(true), 0));
    assert_eq!(history.redo(model), Ok(true));
    assert_eq!(names(model), ["Jane Austen", "Mary Shelley"]);
}

#[test]
fn values_are_converted_to_objects_and_back() {
    let author = library::Author { name: "Jane Austen".to_owned() };
    let emma = library::Book {
        name: "Emma".to_owned(),
        authors: vec![Ref::local("//@authors.0")],
        ..library::Book::default()
    };
    let value =
        library::Library { name: "City".to_owned(), items: vec![emma.clone().into()], authors: vec![author] };
    let model = &mut model(&library::METAMODEL);
    let document = typed::add_values(model, Document::new("city.xmi"), std::slice::from_ref(&value))
        .expect("sound values");
    let city = Library::roots_of(model, document).next().expect("a root");
    let book: Book = city.items(model).get(0).and_then(|item| item.cast(model)).expect("a book");
    let jane: Author = book.authors(model).get(0).expect("an author");
    assert_eq!(jane.name(model), Some("Jane Austen"));
    assert_eq!(city.to_value::<library::Library>(model).expect("a value"), value);
    assert_eq!(book.to_value::<library::Item>(model).expect("a value"), emma.into());

    let broken = library::Book { authors: vec![Ref::local("//@authors.7")], ..library::Book::default() };
    let objects = model.object_count();
    typed::add_values(model, Document::new("other.xmi"), &[broken]).expect_err("an unresolved reference");
    assert_eq!((model.object_count(), model.documents().count()), (objects, 1));
    assert!(value.validate().is_empty());
}
