//! The type language: text that declares a metamodel.

use super::{Declared, Format, Input, WriteOptions, Written};
use crate::workspace::{Loaded, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::{Metamodel, PackageId, builtin};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::language;
use modelwright_metamodel::model::{Document, DocumentId, Model, ObjectId, ecore, uri};
use std::collections::BTreeSet;

/// The format `pp`.
#[derive(Debug)]
pub(super) struct Pp;

impl Format for Pp {
    fn name(&self) -> &'static str {
        "pp"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pp"]
    }

    fn about(&self) -> &'static str {
        "the type language: a metamodel as text"
    }

    fn shares_extension(&self) -> bool {
        true
    }

    fn looks_like(&self, head: &str) -> bool {
        let starts = ["package ", "type ", "abstract type ", "interface type ", "enum ", "datatype "];
        head.lines().any(|line| starts.iter().any(|s| line.starts_with(s)))
    }

    fn decode(&self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Input, Box<Diagnostic>> {
        Ok(Input { source: decode_text(name, bytes, limits)?, encoding: None })
    }

    fn declared(&self, _: &Input) -> Declared {
        Declared::default()
    }

    fn read(&self, input: &Input, model: &mut Model, document: Document) -> (DocumentId, Diagnostics) {
        let mut problems = Diagnostics::new();
        let message =
            format!("{} is a text that declares types; documents cannot refer into it", input.source.name());
        problems.push(Diagnostic::error(codes::CANNOT_READ, message).help("convert it to .ecore first"));
        (model.add_document(document), problems)
    }

    fn load(&self, input: &Input, _: &Workspace, document: Document) -> Loaded {
        let (metamodel, mut diagnostics) = language::load(std::slice::from_ref(&input.source));
        if metamodel.as_ref().is_some_and(|metamodel| metamodel.packages().count() == 1) {
            let message = "the text declares nothing";
            let help = "a declaration starts with package, type, enum or datatype";
            let problem = Diagnostic::error(codes::EMPTY_INPUT, message);
            diagnostics.push(problem.at(&input.source, 0..0).help(help));
        }
        let (mut model, id) = match metamodel {
            Some(metamodel) => {
                let roots: Vec<PackageId> = metamodel.roots().collect();
                ecore::to_model(&metamodel, &roots, &document.uri)
            }
            None => {
                let mut model = Model::new(Metamodel::ecore());
                let id = model.add_document(document.clone());
                (model, id)
            }
        };
        model.document_mut(id).source = document.source;
        Loaded { model, document: id, format: self.name(), diagnostics }
    }

    fn points_at_source(&self) -> bool {
        true
    }

    fn write(&self, model: &Model, document: DocumentId, _: &WriteOptions) -> Result<Written, Diagnostics> {
        let mut losses = Diagnostics::new();
        let roots = model.document(document).roots();
        for root in roots.iter().filter(|root| model.class(**root) != builtin::EPACKAGE) {
            let class = &model.metamodel()[model.class(*root)].name;
            let message = format!("only packages can be written as types, but this is an object of {class}");
            losses.push(
                Diagnostic::error(codes::CANNOT_EXPRESS, message)
                    .object(model.address(*root))
                    .help("write instances as xmi, json or yaml"),
            );
        }
        if losses.has_errors() {
            return Err(losses);
        }
        let others = model.documents().map(|(id, _)| id).filter(|id| *id != document);
        let documents: Vec<DocumentId> = std::iter::once(document).chain(others).collect();
        let converted = ecore::from_models(model, &documents, &Metamodel::ecore());
        let packages: Vec<PackageId> = converted.metamodel.roots().take(roots.len()).collect();
        for root in roots {
            for object in std::iter::once(*root).chain(model.all_contents(*root)) {
                object_losses(model, object, &mut losses);
            }
        }
        losses.extend(foreign_documents(model, document));
        Ok(Written { bytes: language::print(&converted.metamodel, &packages).into_bytes(), losses })
    }

    fn as_dyn(&self) -> &dyn Format {
        self
    }
}

/// What the language does not say yet.
fn object_losses(model: &Model, object: ObjectId, losses: &mut Diagnostics) {
    let mut lose = |what: &str| {
        let message = format!("{what}, which the type language does not say");
        losses.push(Diagnostic::warning(codes::LOSS, message).object(model.address(object)));
    };
    if model.class(object) == builtin::EANNOTATION && !model.list_named(object, "contents").is_empty() {
        lose("the annotation contains objects");
    }
    if model.xmi_id(object).is_some() {
        lose("the element has an xmi:id");
    }
}

/// The text names types of other documents, but not where these are: it cannot be read without them.
fn foreign_documents(model: &Model, document: DocumentId) -> Option<Diagnostic> {
    let data = model.document(document);
    let objects =
        data.roots().iter().flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root)));
    let mut addresses = BTreeSet::new();
    for (_, target) in objects.flat_map(|object| model.cross_references(object)) {
        let address = match model.proxy_uri(target) {
            Some(_) if model.is_known(target, &Metamodel::ecore()) => continue,
            Some(uri) => uri::split_fragment(uri).0,
            None => match model.document_of(target) {
                Some(other) if other != document => &model.document(other).uri,
                _ => continue,
            },
        };
        addresses.insert(uri::relative(&data.uri, address));
    }
    let first = addresses.first()?;
    let others = addresses.len() - 1;
    let all = if others == 0 { first.clone() } else { format!("{first} and {others} more") };
    let message =
        format!("the text uses types of other documents, {all}, which the type language does not say");
    let help = "keep the metamodels together as .ecore, or declare all types in one file";
    Some(Diagnostic::warning(codes::LOSS, message).help(help))
}
