//! Adds a book to the stock of a shop.

mod shop {
    include!(concat!(env!("OUT_DIR"), "/shop.rs"));
}

use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::typed::Element;
use shop::{Book, Genre, Shop};

fn main() -> Result<(), Diagnostics> {
    println!("{}", add_dictionary("stock.yaml")?.to_json()?);
    Ok(())
}

/// The stock in a file, with one more book.
fn add_dictionary(path: &str) -> Result<Shop, Diagnostics> {
    let mut shop = Shop::from_path(path)?;
    let title = "Dictionary".to_owned();
    shop.books.push(Book { title, price: Some(30.0), genre: Genre::Reference });
    let problems = shop.validate();
    if problems.has_errors() { Err(problems) } else { Ok(shop) }
}
