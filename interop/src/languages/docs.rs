//! Examples on the pages of documentation: each is a valid document that the writers write again, in every notation.
//!
//! How many classes have none is reported, with the metamodels of most of them.

use super::{Comparison, Language, Subject, metamodels};
use crate::Summary;
use modelwright_codegen::docs::{self, ClassExample};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_notations::{json, tree, xmi, yaml};
use std::path::Path;
use std::sync::Arc;

pub(super) const LANGUAGE: Language = Language { name: "docs", comparison: Comparison::Own(run) };

/// The number of metamodels.
const COUNT: usize = 120;

/// The number of metamodels that are listed.
const MOST: usize = 20;

fn run(shared: &Path, _: &Path) -> Result<Vec<Summary>, String> {
    let mut summary = Summary::default();
    let (mut with, mut without) = (0, Vec::new());
    for Subject { name, metamodel } in metamodels(&shared.join("corpus"), COUNT)? {
        let (examples, lacking) = docs::examples(&metamodel, &[]);
        with += examples.len();
        for ClassExample { class, root, texts } in examples {
            let label = format!("{name}, {}", metamodel[class].name);
            for (notation, text) in texts {
                let again = written_again(&metamodel, &root, notation, &text);
                summary.note(again.as_deref() == Ok(&text), || match again {
                    Ok(again) => format!("{label}: {notation} becomes {again}"),
                    Err(problem) => format!("{label}: {notation}: {problem}"),
                });
            }
        }
        if !lacking.is_empty() {
            let names: Vec<&str> = lacking.iter().map(|class| &*metamodel[*class].name).collect();
            without.push((lacking.len(), format!("{name} has no examples of {}", names.join(", "))));
        }
    }
    without.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let missing: usize = without.iter().map(|(count, _)| count).sum();
    summary.notes.extend(without.into_iter().take(MOST).map(|(_, text)| text));
    summary.figure(format!("{with} of {} classes with objects have examples", with + missing));
    Ok(vec![summary.printed("docs")])
}

/// A document in a notation, read and written.
fn written_again(
    metamodel: &Arc<Metamodel>,
    root: &str,
    notation: &str,
    text: &str,
) -> Result<String, String> {
    let source = Source::new("example", text);
    let mut model = Model::new(Arc::clone(metamodel));
    let document = Document::new("example");
    let untyped = Some(tree::UntypedDocument { root: root.to_owned(), discriminator: None });
    let ordinary = tree::ReadOptions { untyped, ..tree::ReadOptions::default() };
    let (document, problems) = match notation {
        "JSON" => json::read(&source, &mut model, document, &ordinary),
        "YAML" => yaml::read(&source, &mut model, document, &tree::ReadOptions::default()),
        _ => xmi::read(&source, &mut model, document, &xmi::ReadOptions::default()),
    };
    if let Some(problem) = problems.iter().next() {
        return Err(problem.to_string());
    }
    write(&model, document, notation)
}

fn write(model: &Model, document: DocumentId, notation: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let lost = match notation {
        "JSON" => {
            let options = json::WriteOptions { untyped: true, ..json::WriteOptions::default() };
            json::write(model, document, &options, &mut bytes)
        }
        "YAML" => yaml::write(model, document, &yaml::WriteOptions::default(), &mut bytes),
        _ => {
            // The examples declare the encoding of their pages.
            let options =
                xmi::WriteOptions { encoding: Some("UTF-8".to_owned()), ..xmi::WriteOptions::default() };
            xmi::write(model, document, &options, &mut bytes)
        }
    };
    lost.map_err(|problem| format!("{problem:?}"))?;
    String::from_utf8(bytes).map_err(|e| e.to_string())
}
