/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{Genre, LIBRARY, typed};

    /// An object of class `Named` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Named(typed::ObjectId);

    typed::handle! {
        Named(typed::ObjectId) in LIBRARY {
            /// Required.
            name, set_name: (?&str);
        }
    }

    /// A place with things to read.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Library(Named);

    typed::handle! {
        Library(Named) into Named in LIBRARY {
            /// Any number of values.
            items, items_mut: [Item];

            /// Any number of values.
            authors, authors_mut: [Author];
        }
    }

    /// An object of class `Item` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Item(Named);

    typed::handle! {
        Item(Named) into Named in LIBRARY {
            /// Any number of values.
            keywords, keywords_mut: [&str];

            /// Optional.
            on_loan as "onLoan", set_on_loan: (bool);
        }
    }

    /// An object of class `Book` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Book(Item);

    typed::handle! {
        Book(Item) into Named, Item in LIBRARY {
            /// Optional. The default is `100`.
            pages, set_pages: (i32);

            /// Optional. The default is `mystery`.
            genre, set_genre: (Genre);

            /// Any number of values.
            authors, authors_mut: [Author];
        }
    }

    /// An object of class `Journal` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Journal(Item);

    typed::handle! {
        Journal(Item) into Named, Item in LIBRARY {
            /// Required.
            issue, set_issue: (i32);

            /// Optional.
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
