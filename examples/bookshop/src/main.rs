//! Adds a book to the stock of a shop.

#![allow(clippy::print_stdout, reason = "the program prints the new stock")]
#![allow(unreachable_pub, reason = "generated types are public, whatever the crate makes public")]

mod shop {
    include!(concat!(env!("OUT_DIR"), "/shop.rs"));
}

use modelwright_typed::Element;
use modelwright_typed::diagnostic::Diagnostics;
use shop::{Book, BookPrice, Genre, Shop};

fn main() -> Result<(), Diagnostics> {
    println!("{}", add_dictionary("stock.yaml")?.to_json()?);
    Ok(())
}

/// The stock in a file, with one more book.
fn add_dictionary(path: &str) -> Result<Shop, Diagnostics> {
    let mut shop = Shop::from_path(path)?;
    let (title, price) = ("Dictionary".to_owned(), BookPrice::new(30.0)?);
    shop.books.push(Book { title, price: Some(price), genre: Genre::Reference });
    let problems = shop.validate();
    if problems.has_errors() { Err(problems) } else { Ok(shop) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use modelwright_typed::{Document, Notation};

    const STOCK: &str = include_str!("../stock.yaml");

    #[test]
    fn the_book_is_added() {
        let shop = add_dictionary("stock.yaml").expect("a valid stock");
        assert_eq!((shop.books.len(), shop.books[2].genre), (3, Genre::Reference));
    }

    #[test]
    fn every_notation_has_the_same_content() {
        let document = Document::<Shop>::from_str(STOCK, Notation::Yaml).expect("a valid stock");
        for notation in [Notation::Xmi, Notation::Json, Notation::Yaml] {
            let bytes = document.to_vec(notation).expect("a valid document");
            let shop = Shop::from_slice(&bytes, notation).expect("a valid document");
            assert_eq!([shop], *document.roots, "{notation:?}");
        }
    }

    #[test]
    fn documents_of_other_programs_name_no_types() {
        let shop = Shop::from_json(r#"{"name": "Corner", "books": [{"title": "Emma", "price": 9.95}]}"#);
        assert_eq!(shop.expect("a shop").books[0].price.map(f64::from), Some(9.95));
        let shop = Shop::from_yaml("name: Corner\nbooks:\n- title: Emma\n");
        assert_eq!(shop.expect("a shop").books[0].title, "Emma");
        let wrong = Shop::from_json(r#"{"$type": "Book", "title": "Emma"}"#).expect_err("another class");
        assert!(wrong.to_string().starts_with("document:1:"), "{wrong}");
    }

    #[test]
    fn missing_values_have_a_place() {
        let problem =
            Shop::from_yaml("name: Corner\nbooks:\n- price: 1.0\n").expect_err("no title").to_string();
        let expected =
            "document:3:3: error[MW0601]: //@books.0: the required feature `title` must be set (set it)";
        assert_eq!(problem, expected);
        // A misspelt name is one problem.
        let problem = Shop::from_yaml("books:\n- titel: Emma\n").expect_err("no title").to_string();
        let expected =
            "document:2:3: error[MW0107]: //@books.0: Book has no feature `titel` (did you mean `title`?)";
        assert_eq!(problem, expected);
    }

    #[test]
    fn problems_have_the_name_of_the_file() {
        let problem = |path: &str| Shop::from_path(path).expect_err(path).to_string();
        assert_eq!(
            problem("models/wrong.yaml"),
            "models/wrong.yaml:5:12: error[MW0108]: //@books.0: Book.genre must be novel, poetry or reference \
             (Genre), found the string \"poetri\" (did you mean `poetry`?)"
        );
        assert!(problem("models").contains("cannot be determined"), "{}", problem("models"));
        assert!(problem("none.yaml").contains("there is no such file"), "{}", problem("none.yaml"));
        assert!(problem("folder.yaml").contains("not an ordinary file"), "{}", problem("folder.yaml"));
    }
}
