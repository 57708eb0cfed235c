//! Reads the second half of a large document on another thread, while its first half is read.
//!
//! The document is divided before a tag near its middle. The indentation of lines suggests which elements are open
//! there, and the second half is read as their content. When the first half has been read, it is known which elements
//! are really open. If other elements are open, or if the second half contains anything that depends on the first one,
//! such as a problem or a proxy, the second half is dropped, and the rest of the document is read after the first half.
//! Invariant: the model is that of reading one piece after another.

use super::piece_state::{ReaderState, knows_types_of};
use super::{Frame, Reader};
use crate::ecore::Metamodel;
use crate::input::{DocumentPiece, PieceSource};
use crate::model::load::{Loader, SeparatePart};
use crate::model::{Document, Model, ObjectId};
use crate::xmi::ReadOptions;
use crate::xmi::xml::{Token, Xml};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};

/// The maximum number of elements that are open at a division: deeper elements rarely contain the most text.
const MAX_OPEN: usize = 8;

/// A position where a document is divided.
pub(super) struct Division {
    /// The position of the division in the document.
    pub(super) position: usize,
    /// The start tags of the elements that are probably open at this position.
    pub(super) tags: String,
}

/// The reading of a second half.
pub(super) struct SecondHalf<'a> {
    divisions: Receiver<Division>,
    contents: Receiver<Option<Content>>,
    is_cancelled: &'a AtomicBool,
}

/// The result of reading the second half.
struct Content {
    /// For each open element, whether it is an object.
    are_objects: Vec<bool>,
    part: SeparatePart,
    locations: FxHashMap<String, String>,
}

/// What the thread that reads the second half needs.
pub(super) struct Task<'a> {
    pub(super) first_piece: DocumentPiece,
    pub(super) source: PieceSource<'a>,
    pub(super) metamodel: Arc<Metamodel>,
    pub(super) options: &'a ReadOptions,
    pub(super) base: String,
    pub(super) is_cancelled: &'a AtomicBool,
}

impl<'a> SecondHalf<'a> {
    /// Starts to read the second half; `None` if there can be no other thread.
    pub(super) fn start<'s>(task: Task<'a>, scope: &'s Scope<'s, 'a>) -> Option<Self> {
        let is_cancelled = task.is_cancelled;
        let (division_sender, divisions) = channel();
        let (content_sender, contents) = channel();
        Builder::new()
            .spawn_scoped(scope, move || {
                // The error is ignored: if the first half ended with a problem, no thread receives the result.
                let _ = content_sender.send(task.read(&division_sender));
            })
            .ok()?;
        Some(Self { divisions, contents, is_cancelled })
    }

    /// The division, once it is known.
    pub(super) fn division(&self) -> Option<Division> {
        // The first thread does not wait for the division, because it can always continue to read.
        self.divisions.try_recv().ok()
    }

    /// Adds the second half to the first one, which ends with these open elements; returns whether that was possible.
    pub(super) fn join(
        &self,
        frames: &[Frame<'_>],
        locations: &FxHashMap<String, String>,
        loader: &mut Loader<'_, '_>,
    ) -> bool {
        // Waits until the second half is read. An error means that its thread has ended without a result.
        let Ok(Some(content)) = self.contents.recv() else { return false };
        // Wrappers have no object, so the kinds of open elements must be equal before the objects can be paired.
        let are_objects = frames.iter().map(|frame| object_of(frame).is_some());
        let has_same_frames = are_objects.eq(content.are_objects);
        if !has_same_frames || *locations != content.locations {
            return false;
        }
        let open_objects: Vec<ObjectId> = frames.iter().filter_map(object_of).collect();
        loader.join(content.part, &open_objects)
    }
}

impl Drop for SecondHalf<'_> {
    fn drop(&mut self) {
        // The thread is cancelled, because the scope waits for it, although its result is no longer needed.
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}

impl Task<'_> {
    /// Reads the second half, and sends the division as soon as it is found; `None` if there may be a problem, or if
    /// the halves cannot be joined.
    fn read(self, division_sender: &Sender<Division>) -> Option<Content> {
        let Self { first_piece, source, metamodel, options, base, is_cancelled } = self;
        // The file is opened again, because both threads read it at the same time.
        let mut file = source.open()?;
        // The number of elements that are probably open at the division, and their start tags.
        let mut open_count_and_tags = None;
        let mut pieces = source.pieces_from_middle(&mut *file, |window| {
            let (position, tags) = divide(first_piece.source.text().as_bytes(), window)?;
            open_count_and_tags = Some((tags.len(), tags.concat()));
            Some(position)
        })?;
        let position = pieces.position();
        let (open_count, mut tags) = open_count_and_tags?;
        // The division is sent before the half is read, so that the first thread can end a piece there in time.
        division_sender.send(Division { position, tags: tags.clone() }).ok()?;
        // The first piece is a megabyte that is not needed while the half is read.
        drop(first_piece);
        let mut model = Model::new(Arc::clone(&metamodel));
        let mut loader = Loader::start_part(
            &mut model,
            Document::new(base),
            (position, pieces.len()),
            options.record_offsets,
        );
        loader.allow_any_in_lists();
        loader.follow_rules_of_xmi();
        let mut state = ReaderState::default();
        let mut open_elements = None;
        loop {
            let DocumentPiece { source, start, last } = pieces.next(&tags)?;
            if is_cancelled.load(Ordering::Relaxed) || !knows_types_of(&metamodel, &source) {
                return None;
            }
            let continued = loader.next_piece(start.wrapping_sub(tags.len()));
            let mut reader = state.resume(&source, &metamodel, continued, options.limits);
            // The first piece starts with the tags of elements that are not open yet.
            tags = match open_elements {
                None => {
                    let (tags_at_end, opened_elements) = reader.open_and_read(open_count, last)?;
                    open_elements = Some(opened_elements);
                    tags_at_end
                }
                Some(_) => reader.read_piece(last).ok()?,
            };
            // A problem may be the consequence of a wrong guess, so this half is dropped, and the first thread reads
            // the rest.
            if !reader.diagnostics.is_empty() {
                return None;
            }
            (state, loader) = ReaderState::suspend(reader);
            // A half with a proxy cannot be joined (Decision 23), so it need not be read further.
            if loader.model().has_proxies() {
                return None;
            }
            if last {
                break;
            }
        }
        let OpenElements { are_objects, locations } = open_elements?;
        // If the length differs, the file was replaced before it was opened again.
        let is_complete = state.frames().is_empty() && pieces.position() == pieces.len();
        // A half that declares locations of metamodels itself depends on its order in the document (Decision 23).
        let is_independent = *state.locations() == locations;
        if !is_complete || !is_independent {
            return None;
        }
        let part = SeparatePart::new(loader.into_tables(), model)?;
        Some(Content { are_objects, part, locations })
    }
}

/// Information about the elements that are open at the start of a second half.
struct OpenElements {
    /// For each element, whether it is an object.
    are_objects: Vec<bool>,
    locations: FxHashMap<String, String>,
}

impl Reader<'_, '_, '_> {
    /// Opens `open_count` elements at the start of the text, whose contents are not read here, and reads the rest.
    /// Returns the start tags of the elements that are open at its end.
    fn open_and_read(&mut self, open_count: usize, is_last: bool) -> Option<(String, OpenElements)> {
        let mut xml = Xml::new(self.source, self.limits).ok()?;
        if !is_last {
            xml.set_continued();
        }
        for _ in 0..open_count {
            let Ok(Token::Start(opening)) = xml.next_without_blanks() else { return None };
            let attributes = xml.take_attributes();
            self.namespaces.enter(opening.roles, &attributes);
            if opening.roles.has_location() {
                self.note_locations(&attributes);
            }
            let frame = self.start(opening, &attributes);
            // Only objects and wrappers can be continued here, and an empty element cannot be open.
            if !matches!(frame, Frame::Object(_) | Frame::Wrapper) || xml.take_end() {
                return None;
            }
            self.frames.push(frame);
        }
        // The loop above does not clear the cache when prefixes change, so it is cleared here.
        self.classes.clear();
        // The objects represent objects of the first half, which contains their attributes already.
        self.loader.forget_contents();
        let are_objects = self.frames.iter().map(|frame| object_of(frame).is_some()).collect();
        let open_elements = OpenElements { are_objects, locations: self.locations.clone() };
        self.read_elements(&mut xml).ok()?;
        Some((xml.open_tags().collect(), open_elements))
    }
}

/// The object of a frame, if it is that of an object.
fn object_of(frame: &Frame<'_>) -> Option<ObjectId> {
    if let Frame::Object(object) = frame { Some(*object) } else { None }
}

/// Finds a division in a window of a document whose lines are indented by the nesting of elements: its position in the
/// window, and the start tags of the elements that are probably open. `head` is the start of the document.
fn divide(head: &[u8], window: &[u8]) -> Option<(usize, Vec<String>)> {
    let root = root_tag(head)?;
    let root_text = tag_at(head, root)?;
    let unit = indentation(&head[root + root_text.len()..])?;
    // The division with the fewest open elements is chosen, because each open element is a guess.
    (1..=MAX_OPEN).find_map(|depth| {
        let (position, inner_tags) = divide_at_depth(head, window, unit, depth)?;
        let mut open_tags = vec![root_text.clone()];
        open_tags.extend(inner_tags);
        Some((position, open_tags))
    })
}

/// Finds the first element of a window that is indented by `depth` times `unit`: its position, and the start tags of
/// the elements around it inside the root, outermost first. `head` is the start of the document.
fn divide_at_depth(head: &[u8], window: &[u8], unit: &[u8], depth: usize) -> Option<(usize, Vec<String>)> {
    // A line break, the indentation of a depth and the start of a tag.
    let line_start = |depth: usize| [b"\n", &*unit.repeat(depth), b"<"].concat();
    let start = line_start(depth);
    let mut tag_positions = memchr::memmem::find_iter(window, &start).map(|line| line + start.len() - 1);
    let position = tag_positions.find(|tag_position| starts_element(window, *tag_position))?;
    let mut open_tags = Vec::new();
    // The window is searched before this position.
    let mut search_end = position;
    // From the inside out: the start tag of an enclosing element is in the last line with its indentation before the
    // tag inside it. If the window has no such line, it is searched in the head.
    for outer_depth in (1..depth).rev() {
        let start = line_start(outer_depth);
        match memchr::memmem::rfind(&window[..search_end], &start) {
            Some(line) => {
                search_end = line + start.len() - 1;
                open_tags.push(tag_at(window, search_end)?);
            }
            None => {
                // If a tag is in the head, so are the tags around it, so no more of the window is searched.
                search_end = 0;
                let line = memchr::memmem::rfind(head, &start)?;
                open_tags.push(tag_at(head, line + start.len() - 1)?);
            }
        }
    }
    open_tags.reverse();
    Some((position, open_tags))
}

/// The start of the first element, if nothing but an XML declaration is before it.
fn root_tag(bytes: &[u8]) -> Option<usize> {
    let has_declaration = bytes.starts_with(b"<?xml");
    let declaration_len = if has_declaration { memchr::memmem::find(bytes, b"?>")? + "?>".len() } else { 0 };
    // With a comment or a document type here, `tag_at` finds no start tag, and one thread reads the document.
    let blank_len = bytes[declaration_len..].iter().position(|byte| !byte.is_ascii_whitespace())?;
    Some(declaration_len + blank_len)
}

/// The start tag at a position, up to the first `>`; `None` if there is no start tag. A `>` in the value of an
/// attribute makes the tag too short, so the second half is dropped later.
fn tag_at(bytes: &[u8], position: usize) -> Option<String> {
    let len = memchr::memchr(b'>', &bytes[position..])? + 1;
    if bytes[position] != b'<' || !starts_element(bytes, position) {
        return None;
    }
    String::from_utf8(bytes[position..position + len].to_vec()).ok()
}

/// The blanks between a line break at the start of a text and the first tag; `None` if there are none.
fn indentation(bytes: &[u8]) -> Option<&[u8]> {
    let line = bytes.strip_prefix(b"\r").unwrap_or(bytes).strip_prefix(b"\n")?;
    let len = line.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    let (blanks, after_blanks) = line.split_at(len);
    if blanks.is_empty() || !after_blanks.starts_with(b"<") {
        return None;
    }
    Some(blanks)
}

/// Whether the `<` at a position starts an element.
fn starts_element(bytes: &[u8], position: usize) -> bool {
    bytes.get(position + 1).is_some_and(|byte| !matches!(byte, b'/' | b'!' | b'?'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(text: &str) -> Option<(Vec<String>, &str)> {
        let middle = text.len() / 2;
        let (at, open) = divide(&text.as_bytes()[..middle], &text.as_bytes()[middle..])?;
        Some((open, text[middle + at..].split_inclusive('>').next().unwrap_or_default()))
    }

    #[test]
    fn texts_are_divided_by_their_indentation() {
        let head = "<?xml version=\"1.0\"?>\n";
        let flat = format!("{head}<r>\n{}</r>\n", "  <a/>\n".repeat(20));
        assert_eq!(divided(&flat), Some((vec!["<r>".to_owned()], "<a/>")));
        let deep =
            format!("{head}<r>\n\t<m>\n{}\t</m>\n</r>\n", "\t\t<a>\n\t\t\t<b/>\n\t\t</a>\n".repeat(20));
        assert_eq!(divided(&deep), Some((vec!["<r>".to_owned(), "<m>".to_owned()], "<a>")));
        assert_eq!(divided("<r><a/></r>"), None);
        assert_eq!(divided(&format!("<!-- c -->{flat}")), None);
        assert_eq!(divided(""), None);
    }
}
