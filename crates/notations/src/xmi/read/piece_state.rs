//! The state of a reader between two pieces of a document, in addition to the model.
//!
//! Each piece is read as a separate text, after the start tags of the open elements. Invariant: the state borrows
//! nothing from a piece. This module does not know how a document is divided.

use super::{Frame, Reader};
use crate::diagnostic::Source;
use crate::ecore::builtin::OPTIONAL_URIS;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::input::Limits;
use crate::model::ObjectId;
use crate::model::load::Loader;
use crate::xmi::xml::{FatalProblem, Token, Xml};
use memchr::memmem::Finder;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

/// Whether the metamodel contains all built-in packages that a text mentions. A document that uses the types of XML
/// Schema requires a metamodel with these types, which is known only after the entire text.
pub(super) fn knows_types_of(metamodel: &Metamodel, source: &Source) -> bool {
    mentioned_built_ins(source).all(|uri| metamodel.package_by_uri(uri).is_some())
}

/// The built-in packages whose URIs a text contains, besides Ecore.
pub fn mentioned_built_ins(source: &Source) -> impl Iterator<Item = &'static str> {
    // The finders are prepared once, because this takes longer than searching a short text.
    static FINDERS: LazyLock<[Finder<'static>; OPTIONAL_URIS.len()]> =
        LazyLock::new(|| OPTIONAL_URIS.map(Finder::new));
    let text = source.text().as_bytes();
    let mentioned =
        OPTIONAL_URIS.into_iter().zip(&*FINDERS).filter(|(_, finder)| finder.find(text).is_some());
    mentioned.map(|(uri, _)| uri)
}

/// The state between two pieces, in addition to the model.
#[derive(Default)]
pub(super) struct ReaderState {
    frames: Vec<Frame<'static>>,
    proxies: FxHashMap<(ClassId, String), ObjectId>,
    reported_unknown_types: FxHashSet<FeatureId>,
    locations: FxHashMap<String, String>,
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
        let Self { frames, proxies, reported_unknown_types, locations } = self;
        // Names and namespaces are those of the piece, whose repeated tags declare them again (Decision 9).
        Reader {
            frames,
            proxies,
            reported_unknown_types,
            locations,
            ..Reader::new(source, metamodel, loader, limits)
        }
    }

    /// The state of a reader that the next piece needs, and the loader with the objects that were read so far.
    pub(super) fn suspend<'m>(reader: Reader<'_, 'm, '_>) -> (Self, Loader<'m, 'static>) {
        // Problems and suggestions are dropped, because the entire document is read again if there is a problem.
        let Reader { loader, frames, proxies, reported_unknown_types, locations, .. } = reader;
        let frames = frames.into_iter().map(Frame::into_owned).collect();
        // The start of the next piece is set when the piece is read.
        let piece_start = 0;
        (Self { frames, proxies, reported_unknown_types, locations }, loader.next_piece(piece_start))
    }

    /// The open elements, outermost first.
    pub(super) fn frames(&self) -> &[Frame<'static>] {
        &self.frames
    }

    /// The locations of the metamodels of namespaces.
    pub(super) fn locations(&self) -> &FxHashMap<String, String> {
        &self.locations
    }
}

impl Reader<'_, '_, '_> {
    /// Reads a piece; returns the start tags of the elements that are open at its end.
    pub(super) fn read_piece(&mut self, is_last: bool) -> Result<String, FatalProblem> {
        let mut xml = Xml::new(self.source, self.limits)?;
        if !is_last {
            xml.set_continued();
        }
        // The repeated start tags only bind namespaces; their objects were created by an earlier piece.
        for _ in 0..self.frames.len() {
            if let Token::Start(opening) = xml.next_without_blanks()? {
                self.namespaces.enter(opening.roles, xml.attributes());
            }
        }
        // The frames of earlier pieces are still open, so reading continues where the last piece ended.
        self.read_elements(&mut xml)?;
        Ok(xml.open_tags().collect())
    }
}

impl Frame<'_> {
    /// The same frame without borrows from its piece.
    fn into_owned(self) -> Frame<'static> {
        match self {
            Frame::Wrapper => Frame::Wrapper,
            Frame::Object(object) => Frame::Object(object),
            Frame::Value { object, slot, feature, text, is_nil, offset } => {
                Frame::Value { object, slot, feature, text: Cow::Owned(text.into_owned()), is_nil, offset }
            }
            Frame::Extension(id) => Frame::Extension(id),
            Frame::Reference { proxy, class } => Frame::Reference { proxy, class },
            Frame::Nil => Frame::Nil,
            Frame::Transparent => Frame::Transparent,
            Frame::Skipped => Frame::Skipped,
        }
    }
}
