//! The `emf` dialect of the tree, as emfjson-jackson and PyEcore's `JsonResource` read and write it.
//!
//! * A document with one root is that object's map; one with several is a list of maps.
//! * `eClass` names the class with its package's URI: `NSURI#//sub/Class`. Roots have it, and objects whose containing
//!   feature does not determine the class.
//! * A reference is `{"eClass": …, "$ref": …}`: an address in the document, or a URI with `#`.
//! * `_id` is the `xmi:id`; PyEcore's `uuid` is read as one.
//! * The entries of a map whose keys are strings may have the short form `{"key": value}`. The full form is written.
//!
//! Everything else is as in the plain dialect. Reading translates the tokens to those of the plain dialect, so that
//! the plain reader does not know this dialect, with one exception: values of all data types may be strings.

mod source;
mod write;

use super::dialect::{Dialect, emf_keys};
use super::keys;
use super::read::{Preparation, ReadOptions, read_dialect};
use super::source::{Header, Token, TreeSource, may_have_key, may_spell_keys, peek as peek_plain};
use crate::diagnostic::{Diagnostics, Source};
use crate::model::{Document, DocumentId, Model};
use memchr::memmem::Finder;
use source::PlainTokens;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

/// Reads a document into a model of the document's metamodel, in the dialect that the document uses.
///
/// The document is added to the model even if there are problems; after errors it contains everything that could be
/// read. `tokens` is called more than once: the first tokens determine the dialect.
pub fn read<'t, S: TreeSource<'t>>(
    source: &Arc<Source>,
    tokens: impl Fn() -> S,
    model: &mut Model,
    document: Document,
    options: &ReadOptions,
) -> (DocumentId, Diagnostics) {
    let mut preparation = Preparation::new(model.metamodel());
    read_prepared(source, tokens, model, document, (options, &mut preparation))
}

/// As [`read`], for one of many documents of the model's metamodel.
///
/// # Panics
/// If the preparation is of another metamodel than the model.
pub fn read_prepared<'t, S: TreeSource<'t>>(
    source: &Arc<Source>,
    tokens: impl Fn() -> S,
    model: &mut Model,
    document: Document,
    (options, preparation): (&ReadOptions, &mut Preparation),
) -> (DocumentId, Diagnostics) {
    assert_same_metamodel(preparation, model);
    let reading = (options, preparation);
    if !is_emf(tokens(), source.text()) {
        return read_dialect(Dialect::Plain, source, tokens(), model, document, reading);
    }
    let plain = plain_tokens(tokens, model);
    read_dialect(Dialect::Emf, source, plain, model, document, reading)
}

/// As [`read_prepared`], for sources that are seldom read: there is one reader for all of them, which needs less code and
/// more time.
pub(crate) fn read_dynamic<'t>(
    source: &Arc<Source>,
    tokens: impl Fn() -> Box<dyn TreeSource<'t> + 't>,
    model: &mut Model,
    document: Document,
    (options, preparation): (&ReadOptions, &mut Preparation),
) -> (DocumentId, Diagnostics) {
    assert_same_metamodel(preparation, model);
    let (dialect, tokens) = if is_emf(tokens(), source.text()) {
        (Dialect::Emf, Box::new(plain_tokens(tokens, model)) as Box<dyn TreeSource<'t> + 't>)
    } else {
        (Dialect::Plain, tokens())
    };
    read_dialect(dialect, source, tokens, model, document, (options, preparation))
}

/// Panics if the preparation is of another metamodel than the model.
fn assert_same_metamodel(preparation: &Preparation, model: &Model) {
    assert!(
        Arc::ptr_eq(preparation.metamodel(), model.metamodel()),
        "a preparation of the model's metamodel"
    );
}

/// The tokens of a document of this dialect as those of the plain one.
fn plain_tokens<'t, S: TreeSource<'t>>(tokens: impl Fn() -> S, model: &Model) -> PlainTokens<'t, S> {
    let ids = Dialect::Emf.id_keys(model.metamodel());
    PlainTokens::new(tokens(), first_package_uri(tokens()), ids)
}

/// The metamodels that a document names in its header, and those that it seems to name in the types of its objects.
pub fn peek<'t, S: TreeSource<'t>>(tokens: impl Fn() -> S, text: &str) -> Header {
    if !is_emf(tokens(), text) {
        // The text is searched for the keys of the header first, because a document without them would be read to its
        // end.
        let names_metamodel = may_have_key(text, &keys::OF_DOCUMENT);
        let header = if names_metamodel { peek_plain(tokens()) } else { Header::default() };
        return header.with_uris_after(text, keys::TYPE);
    }
    let header = Header { model: first_package_uri(tokens()), ..Header::default() };
    header.with_uris_after(text, emf_keys::CLASS)
}

/// Whether the first object of a document has the `eClass` of this dialect.
fn is_emf<'t>(mut tokens: impl TreeSource<'t>, text: &str) -> bool {
    // The text is searched for the key first, because an object without `eClass` would be read to its end. A list is
    // always read, because an empty list is in this dialect, but does not contain the key.
    if !text.trim_start().starts_with('[') && !may_have_class(text) {
        return false;
    }
    // The number of open maps and lists.
    let mut depth = 0usize;
    // The depth inside the first object: 1, or 2 in a list of roots.
    let mut object_depth = 1;
    loop {
        match tokens.next() {
            Ok(Token::BeginList) if depth == 0 => {
                depth = 1;
                object_depth = 2;
            }
            // An empty list of roots.
            Ok(Token::EndList) if depth == 1 && object_depth == 2 => return true,
            Ok(Token::BeginMap | Token::BeginList) => depth += 1,
            // The first object ends without `eClass`.
            Ok(Token::EndMap | Token::EndList) if depth <= object_depth => return false,
            Ok(Token::EndMap | Token::EndList) => depth -= 1,
            Ok(Token::Key(key)) if depth == object_depth => match &*key {
                emf_keys::CLASS => return true,
                keys::MODEL | keys::TYPE | keys::ROOTS => return false,
                _ => {}
            },
            // A malformed document is read in the plain dialect, whose reader reports the error.
            Ok(Token::End) | Err(_) => return false,
            // A scalar in place of the object.
            Ok(_) if depth < object_depth => return false,
            Ok(_) => {}
        }
    }
}

/// Whether a document may have the key `eClass`.
fn may_have_class(text: &str) -> bool {
    // The search is prepared once, because for a short text this takes longer than the search itself.
    static CLASS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(emf_keys::CLASS));
    CLASS.find(text.as_bytes()).is_some() || may_spell_keys(text)
}

/// The URI of the package in the first `eClass` of a document: `NSURI` of `NSURI#//sub/Class`. `None` if there is no
/// `eClass`, or if the first one has no URI.
fn first_package_uri<'t>(mut tokens: impl TreeSource<'t>) -> Option<String> {
    let mut is_value_of_class = false;
    loop {
        match tokens.next() {
            // Keys at any depth are examined, because a root need not begin with its class.
            Ok(Token::Key(key)) => is_value_of_class = key == emf_keys::CLASS,
            Ok(Token::String(name)) if is_value_of_class => {
                let plain_name = source::plain_class(&name).map_or(name, Cow::Owned);
                return plain_name.rsplit_once("#//").map(|(uri, _)| uri.to_owned());
            }
            Ok(Token::End) => return None,
            // Syntax errors are reported when the document is read.
            Ok(_) | Err(_) => {}
        }
    }
}
