typed::json_schemas! {
    include_str!("library.types.json") => { Named, Library, Item, Book, Journal, Author, Genre }
}
