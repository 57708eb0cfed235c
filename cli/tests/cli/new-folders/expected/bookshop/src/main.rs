//! Adds a book to the stock of a shop.

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
