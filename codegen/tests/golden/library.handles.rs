/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// An object of class `Named` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Named(typed::ObjectId);

    typed::handle! {
        Named(typed::ObjectId) in LIBRARY {
            /// `name`.
            name, set_name: (?&str);
        }
    }

    /// A place with things to read.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Library(Named);

    typed::handle! {
        Library(Named) into Named in LIBRARY {
            /// `items`.
            items, items_mut: [Item];

            /// `authors`.
            authors, authors_mut: [Author];
        }
    }

    /// An object of class `Item` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Item(Named);

    typed::handle! {
        Item(Named) into Named in LIBRARY {
            /// `keywords`.
            keywords, keywords_mut: [&str];

            /// `onLoan`.
            on_loan as "onLoan", set_on_loan: (bool);
        }
    }

    /// An object of class `Book` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Book(Item);

    typed::handle! {
        Book(Item) into Named, Item in LIBRARY {
            /// `pages`.
            pages, set_pages: (i32);

            /// `genre`.
            genre, set_genre: (Genre);

            /// `authors`.
            authors, authors_mut: [Author];
        }
    }

    /// An object of class `Journal` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Journal(Item);

    typed::handle! {
        Journal(Item) into Named, Item in LIBRARY {
            /// `issue`.
            issue, set_issue: (i32);

            /// `issn`.
            issn, set_issn: (?&str);
        }
    }

    /// An object of class `Author` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Author(Named);

    typed::handle! {
        Author(Named) into Named in LIBRARY {}
    }
}
