//! Reads a document piece by piece, with only one piece in memory at any time.
//!
//! Each piece is read as a separate text: the start tags of the open elements are put before it, and skipped.
//! So neither names nor namespaces outlive a piece; only the open elements do. Invariant: the result is the
//! same as that of [`super::read`] for the entire text, and has no problems. If there is a problem, or if
//! anything may extend beyond the end of a piece, nothing is read here, and reading the entire text reports
//! the problem.

use super::second_half::{Division, SecondHalf, Task};
use super::{Frame, Reader, xmi_attributes};
use crate::diagnostic::{Diagnostics, Source};
use crate::ecore::builtin::XML_TYPE_URI;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::input::{DocumentPiece, DocumentPieces, Limits, PieceSource};
use crate::model::load::Loader;
use crate::model::{Document, DocumentId, Model, ObjectId};
use crate::xmi::ReadOptions;
use crate::xmi::xml::{FatalProblem, Token, Xml};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

/// The maximum size of the start tags of open elements in bytes, which are read again for each piece.
const TAGS: usize = 1 << 18;

/// Reads a document whose first piece is available; by two threads if it can be opened again. Returns `None` if the entire
/// text must be read at once; the model then contains a part of the document, and must be discarded.
pub fn read_pieces(
    first: DocumentPiece,
    pieces: &mut DocumentPieces<'_>,
    again: Option<PieceSource<'_>>,
    model: &mut Model,
    document: Document,
    options: &ReadOptions,
) -> Option<DocumentId> {
    if options.extended_metadata || options.record_unknown {
        return None;
    }
    let mut loader = Loader::start_pieces(model, document, pieces.len(), options.record_offsets);
    loader.allow_any_in_lists();
    loader.allow_repeated_in_lists();
    let document = loader.document();
    let is_needless = AtomicBool::new(false);
    let loader = thread::scope(|scope| {
        let second = again.and_then(|source| {
            let metamodel = Arc::clone(loader.model().metamodel());
            let base = loader.model().document(document).uri.clone();
            let (first, is_needless) = (first.clone(), &is_needless);
            SecondHalf::start(Task { first, source, metamodel, options, base, is_needless }, scope)
        });
        read_all(first, pieces, second, loader, options)
    })?;
    if !loader.finish().is_empty() {
        return None;
    }
    let mut problems = Diagnostics::new();
    xmi_attributes::reject_typeless(model, document, &mut problems);
    problems.is_empty().then_some(document)
}

/// Reads all pieces, up to the second half if that can be joined.
fn read_all<'m>(
    first: DocumentPiece,
    pieces: &mut DocumentPieces<'_>,
    mut second: Option<SecondHalf<'_>>,
    mut loader: Loader<'m, 'static>,
    options: &ReadOptions,
) -> Option<Loader<'m, 'static>> {
    let metamodel = Arc::clone(loader.model().metamodel());
    let mut state = ReaderState::default();
    let mut division = None;
    let (mut piece, mut before) = (first, 0);
    loop {
        let DocumentPiece { source, start, last } = piece;
        if !knows_types_of(&metamodel, &source) {
            return None;
        }
        let continued = loader.next_piece(start.wrapping_sub(before));
        let mut reader = state.resume(&source, &metamodel, continued, options.limits);
        let tags = reader.piece(last).ok().filter(|_| reader.diagnostics.is_empty())?;
        (state, loader) = ReaderState::suspend(reader);
        if last {
            return Some(loader);
        }
        // If no element is open, the position is before the first element or after it.
        if tags.is_empty() || tags.len() > TAGS {
            return None;
        }
        if division.is_none()
            && let Some(found) = second.as_ref().and_then(SecondHalf::division)
        {
            pieces.cut_at(found.at);
            division = Some(found);
        }
        let is_division = |division: &Division| division.at == pieces.position() && division.tags == tags;
        if division.as_ref().is_some_and(is_division)
            && let Some(second) = second.take()
            && second.join(&state.frames, &state.locations, &mut loader)
        {
            return Some(loader);
        }
        before = tags.len();
        piece = pieces.next(&tags)?;
    }
}

/// Whether the metamodel has all types of a text: a document that uses those of XML Schema requires a metamodel with
/// them, and that need is known only from the entire text.
pub(super) fn knows_types_of(metamodel: &Metamodel, source: &Source) -> bool {
    metamodel.package_by_uri(XML_TYPE_URI).is_some() || !mentions_xml_types(source)
}

/// Whether a text contains the URI of the package of XML Schema's types.
#[must_use]
pub fn mentions_xml_types(source: &Source) -> bool {
    memchr::memmem::find(source.text().as_bytes(), XML_TYPE_URI.as_bytes()).is_some()
}

/// The state between two pieces, in addition to the model.
#[derive(Default)]
pub(super) struct ReaderState {
    frames: Vec<Frame<'static>>,
    proxies: FxHashMap<(ClassId, String), ObjectId>,
    unknown: FxHashSet<FeatureId>,
    pub(super) locations: FxHashMap<String, String>,
}

impl ReaderState {
    /// A reader of the next piece that continues from this state.
    pub(super) fn resume<'s, 'm, 'x>(
        self,
        source: &'s Arc<Source>,
        metamodel: &'x Metamodel,
        loader: Loader<'m, 's>,
        limits: Limits,
    ) -> Reader<'s, 'm, 'x> {
        let Self { frames, proxies, unknown, locations } = self;
        Reader { frames, proxies, unknown, locations, ..Reader::new(source, metamodel, loader, limits) }
    }

    /// The state of this reader that the next piece needs.
    pub(super) fn suspend<'m>(reader: Reader<'_, 'm, '_>) -> (Self, Loader<'m, 'static>) {
        let Reader { loader, frames, proxies, unknown, locations, .. } = reader;
        let frames = frames.into_iter().map(Frame::into_owned).collect();
        (Self { frames, proxies, unknown, locations }, loader.next_piece(0))
    }

    /// Whether no element is open.
    pub(super) fn is_at_end(&self) -> bool {
        self.frames.is_empty()
    }
}

impl Reader<'_, '_, '_> {
    /// Reads a piece; returns the start tags of the elements that are open at its end.
    pub(super) fn piece(&mut self, last: bool) -> Result<String, FatalProblem> {
        let mut xml = Xml::new(self.source, self.limits)?;
        if !last {
            xml.set_continued();
        }
        for _ in 0..self.frames.len() {
            if let Token::Start(opening) = xml.next(false)? {
                self.namespaces.enter(opening.roles, xml.attributes());
            }
        }
        self.elements(&mut xml)?;
        Ok(xml.open_tags().collect())
    }
}

impl Frame<'_> {
    /// The same frame without borrows from its piece.
    fn into_owned(self) -> Frame<'static> {
        match self {
            Frame::Wrapper => Frame::Wrapper,
            Frame::Object(object) => Frame::Object(object),
            Frame::Value { object, slot, feature, text, nil, offset } => {
                Frame::Value { object, slot, feature, text: Cow::Owned(text.into_owned()), nil, offset }
            }
            Frame::Extension(id) => Frame::Extension(id),
            Frame::Reference { proxy, class } => Frame::Reference { proxy, class },
            Frame::Nil => Frame::Nil,
            Frame::Transparent => Frame::Transparent,
            Frame::Skipped => Frame::Skipped,
        }
    }
}
