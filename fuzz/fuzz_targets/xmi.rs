//! XMI: no bytes cause a panic; a document that is read without errors is written, and read back as the same
//! model.
//!
//! Reading in pieces gives the same result as reading the entire text at once, also if two threads read a half each.
//!
//! The first byte selects the options. Its lowest bit determines whether the document is a metamodel, which
//! is then also converted to the type language; the next two bits determine how the document is written, and
//! the others the length of the pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_fuzz::{
    complete, has_detached_objects, has_ids_with_comment, has_shared_ids, has_unstable_proxy, library, show,
};
use modelwright_language::ecore_text;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{DocumentPieces, Limits, PieceSource, decode_xml};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{self, ReadOptions, WriteOptions};
use std::io::{Cursor, Read};
use std::sync::Arc;

/// The difference in the lengths of pieces, in bytes.
const PIECE: usize = 48;

fn read(bytes: &[u8], metamodel: &Arc<Metamodel>) -> Option<(Model, DocumentId, Diagnostics)> {
    let decoded = decode_xml("case.xmi", bytes.to_vec(), &Limits::default()).ok()?;
    let _ = xmi::declared_packages(&decoded.source);
    let mut model = Model::new(Arc::clone(metamodel));
    let mut document = Document::new("file:/models/case.xmi");
    // Documents without a declaration are in UTF-8.
    document.encoding = Some(decoded.encoding.unwrap_or_else(|| "UTF-8".to_owned()));
    let options = ReadOptions { record_offsets: bytes.len() % 2 == 0, ..ReadOptions::default() };
    let (document, problems) = xmi::read(&decoded.source, &mut model, document, &options);
    complete(&mut model, document);
    Some((model, document, problems))
}

/// The document read in pieces of approximately this size, if that is possible.
fn read_in_pieces(bytes: &[u8], size: usize, metamodel: &Arc<Metamodel>) -> Option<(Model, DocumentId)> {
    let mut from = bytes;
    let mut pieces = DocumentPieces::new("case.xmi", &mut from, bytes.len(), size);
    let first = pieces.next("")?;
    let mut model = Model::new(Arc::clone(metamodel));
    let mut document = Document::new("file:/models/case.xmi");
    document.encoding = pieces.encoding().map(str::to_owned);
    let options = ReadOptions::default();
    let copy = bytes.to_vec();
    let open = move || Ok(Box::new(Cursor::new(copy.clone())) as Box<dyn Read>);
    let again = (bytes.len() % 3 != 0).then(|| PieceSource::of(&pieces, &open));
    let document = xmi::read_pieces(first, &mut pieces, again, &mut model, document, &options)?;
    complete(&mut model, document);
    Some((model, document))
}

/// A document that is written in the type language without a loss is read back as the same file.
fn check_language(model: &Model, document: DocumentId) {
    let options = WriteOptions::ecore();
    let Ok(once) = in_memory(|sink| xmi::write(model, document, &options, sink)).map(|(bytes, _)| bytes)
    else {
        return;
    };
    let Ok((text, losses)) = ecore_text::write(model, document) else { return };
    if !losses.is_empty() {
        return;
    }
    let source = Source::new("case.pp", text.as_str());
    let mut home = Document::new(&model.document(document).uri);
    home.encoding.clone_from(&model.document(document).encoding);
    let (again, document, problems) = ecore_text::read(&source, Model::new(Metamodel::ecore()), home);
    assert!(!problems.has_errors(), "the printed text must load\n{}\n{text}", show(&problems));
    let twice = in_memory(|sink| xmi::write(&again, document, &options, sink))
        .map(|(bytes, _)| bytes)
        .expect("the loaded metamodel can be written");
    assert!(once == twice, "{text}\n--- twice\n{}", String::from_utf8_lossy(&twice));
}

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, bytes)) = bytes.split_first() else { return };
    let is_ecore = choice & 1 != 0;
    let metamodel = if is_ecore { Metamodel::ecore() } else { library() };
    let Some((model, document, problems)) = read(bytes, &metamodel) else { return };
    if problems.has_errors() {
        return;
    }
    if is_ecore {
        check_language(&model, document);
    }
    let options = if choice & 2 != 0 { WriteOptions::ecore() } else { WriteOptions::default() };
    let options = WriteOptions { formatted: choice & 4 == 0, ..options };
    let once = match in_memory(|sink| xmi::write(&model, document, &options, sink)).map(|(bytes, _)| bytes) {
        Ok(once) => once,
        // EMF reads objects without a container, but rejects references to them when it writes.
        Err(problems) if problems.iter().all(|problem| problem.message.ends_with("is in no document")) => {
            return;
        }
        Err(problems) => panic!("the model that was read must be writable\n{}", show(&problems)),
    };
    if let Some((model, document)) = read_in_pieces(bytes, PIECE * usize::from(choice >> 3) + 1, &metamodel) {
        let pieces = in_memory(|sink| xmi::write(&model, document, &options, sink))
            .map(|(bytes, _)| bytes)
            .expect("the model read in pieces can be written");
        assert!(
            once == pieces,
            "pieces must be the whole\n--- whole\n{}\n--- pieces\n{}",
            String::from_utf8_lossy(&once),
            String::from_utf8_lossy(&pieces)
        );
    }
    let is_unstable = has_unstable_proxy(&model, document, options.encoded_attributes);
    if is_unstable || has_detached_objects(&model) || has_shared_ids(&model) || has_ids_with_comment(&model) {
        return;
    }
    let shown = String::from_utf8_lossy(&once);
    let Some((again, document, problems)) = read(&once, &metamodel) else {
        panic!("the written bytes must be decoded\n{shown}")
    };
    assert!(!problems.has_errors(), "the written text must be valid\n{}\n{shown}", show(&problems));
    let twice = in_memory(|sink| xmi::write(&again, document, &options, sink))
        .map(|(bytes, _)| bytes)
        .expect("the model that was read again can be written");
    assert!(
        once == twice,
        "writing must be a fixed point\n--- once\n{shown}\n--- twice\n{}",
        String::from_utf8_lossy(&twice)
    );
});
