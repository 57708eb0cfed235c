//! The pages of codes: a file for each entry of the registry of codes.
//!
//! Every example of a page is run by `cli/tests/docs.rs`, and so is the page of the site that lists them.

use modelwright_metamodel::diagnostic::Code;

macro_rules! pages {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $title:literal;)+) => {
        /// The pages with their codes, in ascending order.
        pub(crate) const PAGES: &[(&str, &str)] =
            &[$(($id, include_str!(concat!("pages/", $id, ".md")))),+];
    };
}

modelwright_metamodel::each_code!(pages);

/// The page of a code.
pub(super) fn page_of(code: Code) -> Option<&'static str> {
    PAGES.iter().find(|(id, _)| *id == code.id()).map(|(_, page)| *page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use modelwright_metamodel::diagnostic::codes;

    #[test]
    fn pages_begin_with_the_title_and_the_description_of_their_code() {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (id, page) in PAGES {
            let code = codes::find(id).expect(id);
            let start = format!("# {id}: {} {}", code.title(), words(code.explanation()));
            assert!(words(page).starts_with(&start), "{id} must start with\n{start}");
        }
    }
}
