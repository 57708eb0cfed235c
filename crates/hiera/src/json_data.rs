//! Data files in JSON, as Ruby's JSON reads them: of two equal keys, the last one counts.

use super::data::{Converter, Data, DataTree, compile, report_no_hash};
use super::data_text::{WITHOUT_MARK, mark};
use crate::generated::bindings::Bindings;
use crate::store::{self, Builder};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::Limits;
use modelwright_notations::json::Tokenizer;
use modelwright_notations::tree::{Token, TreeSource as _};
use std::sync::Arc;

/// The bindings of a file.
pub(super) fn bindings(source: &Arc<Source>, problems: &mut Diagnostics) -> Bindings {
    match read(source, problems) {
        Some(tree) => Converter::new(source, problems).bindings(tree),
        None => Bindings::default(),
    }
}

/// The values of a file, for lookups; `None` if it is invalid or not a hash, which is reported.
pub(crate) fn data(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<store::Data> {
    let tree = read_hash(source, problems)?;
    let mut builder = Builder::default();
    let root = compile(&mut builder, source, &tree).ok()?;
    Some(builder.finish(root))
}

/// The hash in a text; `None` if it is invalid or not a hash, which is reported.
pub(super) fn read_hash(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<DataTree> {
    let tree = read(source, problems)?;
    if !matches!(tree.kind, Data::Hash(_)) {
        report_no_hash(source, tree.range, tree.kind.description(), problems);
        return None;
    }
    Some(tree)
}

/// A map or a list that is not complete yet.
enum OpenCollection {
    List(Vec<DataTree>),
    Map { entries: Vec<(DataTree, DataTree)>, key: Option<DataTree> },
}

/// The tree of a file; `None` after a reported problem.
fn read(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<DataTree> {
    if source.text().trim().is_empty() {
        let message = "the file is empty, which JSON does not allow";
        problems.push(Diagnostic::error(codes::EMPTY_INPUT, message).at(source, 0..0).help("write {}"));
        return None;
    }
    if let Some(range) = mark(source) {
        let message = "the file begins with a byte order mark, which Ruby's JSON does not allow";
        problems.push(Diagnostic::error(codes::JSON_SYNTAX, message).at(source, range).help(WITHOUT_MARK));
        return None;
    }
    match parse(source, problems) {
        Ok(tree) => Some(tree),
        Err(mut problem) => {
            // The help of the reader may be about special keys of models, such as `$type`. Hiera's data is not a model,
            // so such help is dropped.
            problem.help = problem.help.filter(|help| !help.contains('$'));
            problems.push(*problem);
            None
        }
    }
}

/// The value in a text, with warnings about keys that occur twice.
///
/// # Errors
/// If it is not JSON, or too deeply nested.
pub(super) fn parse(source: &Arc<Source>, warnings: &mut Diagnostics) -> Result<DataTree, Box<Diagnostic>> {
    let mut tokens = Tokenizer::new(source.text());
    let mut stack: Vec<(OpenCollection, usize)> = Vec::new();
    let mut result = DataTree { range: 0..0, kind: Data::Undef };
    let depth = Limits::default().depth;
    loop {
        let token = tokens.next().map_err(|fault| Box::new(fault.into_diagnostic(source)))?;
        let range = tokens.range();
        let kind = match token {
            Token::End => return Ok(result),
            Token::BeginMap | Token::BeginList if stack.len() >= depth => {
                let message = format!("values are nested more than {depth} levels deep");
                return Err(Box::new(Diagnostic::error(codes::LIMIT, message).at(source, range)));
            }
            Token::BeginMap => {
                stack.push((OpenCollection::Map { entries: Vec::new(), key: None }, range.start));
                continue;
            }
            Token::BeginList => {
                stack.push((OpenCollection::List(Vec::new()), range.start));
                continue;
            }
            Token::Key(text) => {
                if let Some((OpenCollection::Map { key, .. }, _)) = stack.last_mut() {
                    *key = Some(DataTree { range, kind: Data::String(text.into_owned()) });
                }
                continue;
            }
            Token::EndMap | Token::EndList => {
                // The tokenizer ensures that brackets match, so there is an open collection.
                let Some((open, start)) = stack.pop() else { continue };
                let kind = match open {
                    OpenCollection::List(items) => Data::Array(items),
                    OpenCollection::Map { entries, .. } => {
                        Data::Hash(keep_last_of_equal_keys(entries, source, warnings))
                    }
                };
                add(&mut stack, &mut result, DataTree { range: start..range.end, kind });
                continue;
            }
            // The token `Unreadable` is never reached: the tokenizer returns the fault before it.
            Token::Null | Token::Unreadable => Data::Undef,
            Token::True => Data::Bool(true),
            Token::False => Data::Bool(false),
            Token::Number(digits) => number(&digits),
            Token::String(text) => Data::String(text.into_owned()),
        };
        add(&mut stack, &mut result, DataTree { range, kind });
    }
}

/// Adds a complete value to the innermost open collection, or makes it the result if none is open.
fn add(stack: &mut [(OpenCollection, usize)], result: &mut DataTree, tree: DataTree) {
    match stack.last_mut() {
        None => *result = tree,
        Some((OpenCollection::List(items), _)) => items.push(tree),
        Some((OpenCollection::Map { entries, key }, _)) => {
            if let Some(key) = key.take() {
                entries.push((key, tree));
            }
        }
    }
}

/// Removes all but the last of equal keys; the last entry takes the place of the first one.
fn keep_last_of_equal_keys(
    entries: Vec<(DataTree, DataTree)>,
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) -> Vec<(DataTree, DataTree)> {
    let mut indexes = rustc_hash::FxHashMap::default();
    let mut kept: Vec<(DataTree, DataTree)> = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        // In JSON, every key is a string.
        let Data::String(name) = &key.kind else { continue };
        match indexes.get(name) {
            Some(index) => {
                let entry: &mut (DataTree, DataTree) = &mut kept[*index];
                let (first_key, _) = &*entry;
                let message = "this key occurs a second time; its last value is used";
                problems.push(
                    Diagnostic::warning(codes::DUPLICATE_KEY, message)
                        .at(source, key.range.clone())
                        .label(source, first_key.range.clone(), "first here")
                        .help("remove or rename one of the two"),
                );
                // The key is replaced as well, so that messages point at the value that is used.
                *entry = (key, value);
            }
            None => {
                indexes.insert(name.clone(), kept.len());
                kept.push((key, value));
            }
        }
    }
    kept
}

/// The value of a number, as Ruby's JSON reads it.
fn number(digits: &str) -> Data {
    // Ruby makes a Float of any number with a point or an exponent.
    if digits.contains(['.', 'e', 'E']) {
        return digits.parse().map_or(Data::Undef, Data::Float);
    }
    // Ruby's integers have no limit.
    digits.parse().map_or_else(|_| Data::BigInteger(digits.to_owned()), Data::Integer)
}
