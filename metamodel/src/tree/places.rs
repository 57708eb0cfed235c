//! Where keys and their values stand in a tree, for the problems of features that were found after reading.

use super::source::{Token, TreeSource};
use crate::diagnostic::Places;
use std::ops::Range;

/// Looks through a whole tree for the features that are wanted. What the syntax makes unreadable is passed over.
pub fn places<'t>(tokens: &mut dyn TreeSource<'t>, places: &mut Places) {
    // For each open map where it starts if it is wanted, and nothing for a list.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut key: Option<(usize, String, Range<usize>)> = None;
    loop {
        let Ok(token) = tokens.next() else { continue };
        let range = tokens.range();
        if let Some((object, name, at)) = key.take() {
            // Of a scalar it is the value that is wrong; a map or list is shown by its key.
            let whole = matches!(token, Token::BeginMap | Token::BeginList);
            places.found(object, &name, if whole { at } else { range.clone() });
        }
        match token {
            Token::BeginMap => open.push(Some(range.start).filter(|start| places.concern(*start))),
            Token::BeginList => open.push(None),
            Token::EndMap | Token::EndList => {
                open.pop();
            }
            Token::Key(name) => {
                let object = open.last().copied().flatten();
                key = object.map(|object| (object, name.into_owned(), range));
            }
            Token::End => return,
            _ => {}
        }
    }
}
