//! A document as plain Rust values. `library.rs` was written by
//! `modelwright generate rust examples/library/library.pp -o examples/borrowing/src --derive Eq --handles`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program shows what it does")]

#[allow(dead_code, unreachable_pub)]
mod library;

use library::{Book, Genre, Item, Library};
use modelwright_typed::diagnostic::Diagnostics;
use modelwright_typed::{Document, Ref};

/// The document that the command line shows in the pages.
const BOOKS: &[u8] = include_bytes!("../../library/books.xmi");

fn main() {
    match bought() {
        Ok(document) => match document.to_json() {
            Ok(text) => println!("{text}"),
            Err(problems) => show(&problems),
        },
        Err(problems) => show(&problems),
    }
}

fn show(problems: &Diagnostics) {
    problems.iter().for_each(|problem| eprintln!("{problem}"));
}

/// The library with one more book.
fn bought() -> Result<Document<Library>, Diagnostics> {
    let mut document = Document::<Library>::from_xmi(BOOKS)?;
    let library = &mut document.roots[0];
    let (title, authors) = ("The Rust Programming Language".to_owned(), vec![Ref::local("//@authors.0")]);
    let book =
        Book { genre: Genre::Reference, pages: Some(552), ..Book::new("B-99".to_owned(), title, authors) };
    library.items.push(Item::Book(book));
    Ok(document)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unchanged_content_is_written_as_it_was_read() {
        let document = Document::<Library>::from_xmi(BOOKS).expect("a library");
        assert!(document.validate().is_empty());
        let written = document.to_xmi().expect("XMI");
        let again = Document::<Library>::from_xmi(written).expect("a library");
        assert_eq!(document.roots, again.roots);
    }

    #[test]
    fn references_refer_to_values() {
        let document = bought().expect("a library");
        let Some(Item::Book(book)) = document.roots[0].items.last() else { panic!("a book was bought") };
        let author = document.resolve(&book.authors[0]).expect("an author");
        assert_eq!(author.name, document.roots[0].authors[0].name);
        let referrers = document.referrers(author);
        assert!(referrers.iter().any(|(from, by)| from.get::<Book>() == Some(book) && *by == "authors"));
    }
}
