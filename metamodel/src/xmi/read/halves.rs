//! Reads the second half of a large document on another thread.
//!
//! The document is divided before a tag near its middle. The indentation of lines suggests which elements are open
//! there, and the second half is read as their content. When the first half reaches the division, it knows whether these
//! elements are really open. If not, or if the second half has anything that depends on the first one, such as a problem
//! or a proxy, its result is dropped and reading continues sequentially. Invariant: the model and all problems are those
//! of sequential reading.

use super::{Frame, Reader};
use crate::diagnostic::Source;
use crate::ecore::Metamodel;
use crate::input::Limits;
use crate::model::load::{Loader, SeparatePart};
use crate::model::{Document, Model, ObjectId};
use crate::xmi::ReadOptions;
use crate::xmi::xml::{FatalProblem, Token, Xml};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// The number of elements that may be open at a division: deeper ones are rarely the largest.
const MOST_OPEN: usize = 8;

/// The bytes after which the second half checks whether it is still needed.
const STEP: usize = 1 << 18;

/// The part of a document that a reader reads.
pub(super) enum Part {
    /// All of it.
    Complete,
    /// The first half.
    First(FirstHalf),
    /// The second half, which may become needless.
    Second(Arc<AtomicBool>),
    /// Both halves, which were joined.
    Joined,
}

/// What the reader of the first half knows of the second one.
pub(super) struct FirstHalf {
    division: Division,
    second: Receiver<Option<SecondHalf>>,
}

/// The result of reading the second half.
struct SecondHalf {
    /// For each open element, whether it is an object.
    objects: Vec<bool>,
    content: SeparatePart,
    locations: FxHashMap<String, String>,
}

/// A position where a document is divided.
#[derive(Debug, Clone, PartialEq)]
struct Division {
    /// The start tags of the elements that are probably open, outermost first.
    open: Vec<usize>,
    /// The start tag of the first element after the division.
    at: usize,
}

impl<'s> Reader<'s, '_, '_> {
    /// Reads to the end of the text, by two threads if the text can be divided.
    pub(super) fn elements_in_halves(
        &mut self,
        xml: &mut Xml<'s>,
        options: &ReadOptions,
    ) -> Result<(), FatalProblem> {
        let Some(division) = divide(self.source.text()) else { return self.elements(xml) };
        let metamodel = Arc::clone(self.loader.model().metamodel());
        let needless = Arc::new(AtomicBool::new(false));
        let (guess, base) = (division.clone(), self.base.clone());
        let task = Task { source: self.source, division: &guess, options, needless: &needless };
        let (sender, second) = channel();
        thread::scope(|scope| {
            let read = move || {
                // The first half may have ended with a problem.
                let _ = sender.send(task.read(&metamodel, base));
            };
            if thread::Builder::new().spawn_scoped(scope, read).is_ok() {
                self.pause = division.at;
                self.part = Part::First(FirstHalf { division, second });
            }
            let result = self.elements(xml);
            needless.store(true, Ordering::Relaxed);
            result
        })
    }

    /// Called before an element at or after the position to pause at; returns whether nothing more is to be read.
    #[cold]
    pub(super) fn is_done_at(&mut self, xml: &Xml<'s>, offset: usize) -> bool {
        self.pause = usize::MAX;
        match std::mem::replace(&mut self.part, Part::Complete) {
            Part::Complete | Part::Joined => false,
            Part::First(half) => {
                let is_expected = offset == half.division.at && xml.is_inside(&half.division.open);
                let second = if is_expected { half.second.recv().ok().flatten() } else { None };
                let is_joined = second.is_some_and(|second| self.join(second));
                if is_joined {
                    self.part = Part::Joined;
                }
                is_joined
            }
            Part::Second(needless) => {
                self.pause = offset + STEP;
                let is_needless = needless.load(Ordering::Relaxed);
                self.part = Part::Second(needless);
                is_needless
            }
        }
    }

    /// Adds the second half to the model, if it does not depend on the first one.
    fn join(&mut self, second: SecondHalf) -> bool {
        let is_object = |frame: &Frame<'_>| matches!(frame, Frame::Object(_));
        if !self.frames.iter().map(is_object).eq(second.objects) || self.locations != second.locations {
            return false;
        }
        let open: Vec<ObjectId> = self.frames.iter().filter_map(object).collect();
        self.loader.join(second.content, &open)
    }

    /// Opens the elements with these start tags, whose contents are not read here.
    fn open_elements(&mut self, xml: &mut Xml<'s>, tags: &[usize]) -> Option<()> {
        for tag in tags {
            xml.go_to(*tag);
            let Ok(Token::Start(opening)) = xml.next(false) else { return None };
            let attributes = xml.take_attributes();
            self.namespaces.enter(opening.roles, &attributes);
            if opening.roles.has_location() {
                self.note_locations(&attributes);
            }
            let frame = self.start(opening, &attributes);
            if !matches!(frame, Frame::Object(_) | Frame::Wrapper) || xml.take_end() {
                return None;
            }
            self.frames.push(frame);
        }
        self.classes.clear();
        self.loader.forget_contents();
        Some(())
    }
}

/// The task of reading the second half.
struct Task<'a> {
    source: &'a Arc<Source>,
    division: &'a Division,
    options: &'a ReadOptions,
    needless: &'a Arc<AtomicBool>,
}

impl Task<'_> {
    fn read(&self, metamodel: &Arc<Metamodel>, base: String) -> Option<SecondHalf> {
        let Division { open, at } = self.division;
        let limits: Limits = self.options.limits;
        let mut model = Model::new(Arc::clone(metamodel));
        let mut loader = Loader::start_at(
            &mut model,
            Document::new(base),
            self.source.text(),
            *at,
            self.options.record_offsets,
        );
        loader.allow_any_in_lists();
        loader.allow_repeated_in_lists();
        let mut reader = Reader::new(self.source, metamodel, loader, limits);
        let mut xml = Xml::checked(self.source, limits);
        reader.open_elements(&mut xml, open)?;
        let objects = reader.frames.iter().map(|frame| object(frame).is_some()).collect();
        let locations = reader.locations.clone();
        xml.go_to(*at);
        (reader.pause, reader.part) = (at + STEP, Part::Second(Arc::clone(self.needless)));
        reader.elements(&mut xml).ok()?;
        let is_complete = reader.frames.is_empty();
        let is_independent = reader.diagnostics.is_empty() && reader.locations == locations;
        let tables = reader.loader.into_tables();
        let content = SeparatePart::new(model, tables).filter(|_| is_complete && is_independent)?;
        Some(SecondHalf { objects, content, locations })
    }
}

fn object(frame: &Frame<'_>) -> Option<ObjectId> {
    if let Frame::Object(object) = frame { Some(*object) } else { None }
}

/// Finds a division near the middle of a text whose lines are indented by the nesting of elements.
fn divide(text: &str) -> Option<Division> {
    let bytes = text.as_bytes();
    let root = root_tag(bytes)?;
    let end = root + memchr::memchr(b'>', &bytes[root..])?;
    let unit = indentation(&bytes[end + 1..])?;
    let middle = bytes.len() / 2;
    let latest = middle + bytes.len() / 8;
    let line = |depth: usize| [b"\n", &*unit.repeat(depth), b"<"].concat();
    (1..=MOST_OPEN).find_map(|depth| {
        let start = line(depth);
        let found = memchr::memmem::find_iter(bytes.get(middle..latest)?, &start);
        let mut tags = found.map(|found| middle + found + start.len() - 1);
        let at = tags.find(|at| starts_element(bytes, *at))?;
        let mut open = vec![at];
        // The line of each enclosing element is the last one with its indentation.
        for outer in (1..depth).rev() {
            let start = line(outer);
            let found = memchr::memmem::rfind(&bytes[root..*open.last()?], &start)?;
            let tag = root + found + start.len() - 1;
            open.push(Some(tag).filter(|tag| starts_element(bytes, *tag))?);
        }
        open.push(root);
        open.reverse();
        open.pop();
        Some(Division { open, at })
    })
}

/// The start of the first element, if nothing but an XML declaration is before it.
fn root_tag(bytes: &[u8]) -> Option<usize> {
    let declaration = if bytes.starts_with(b"<?xml") { memchr::memmem::find(bytes, b"?>")? + 2 } else { 0 };
    let blank = bytes[declaration..].iter().position(|byte| !byte.is_ascii_whitespace())?;
    Some(declaration + blank).filter(|at| bytes[*at] == b'<' && starts_element(bytes, *at))
}

/// The blanks between a line break and the first tag.
fn indentation(bytes: &[u8]) -> Option<&[u8]> {
    let rest = bytes.strip_prefix(b"\r").unwrap_or(bytes).strip_prefix(b"\n")?;
    let len = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    (len > 0 && rest[len] == b'<').then(|| &rest[..len])
}

/// Whether the `<` at a position starts an element.
fn starts_element(bytes: &[u8], at: usize) -> bool {
    bytes.get(at + 1).is_some_and(|byte| !matches!(byte, b'/' | b'!' | b'?'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(text: &str) -> Option<(Vec<&str>, &str)> {
        let name = |at: usize| text[at + 1..].split([' ', '>', '/']).next().unwrap_or_default();
        divide(text).map(|division| (division.open.iter().map(|at| name(*at)).collect(), name(division.at)))
    }

    #[test]
    fn texts_are_divided_by_their_indentation() {
        let head = "<?xml version=\"1.0\"?>\n";
        let flat = format!("{head}<r>\n{}</r>\n", "  <a/>\n".repeat(20));
        assert_eq!(divided(&flat), Some((vec!["r"], "a")));
        let deep =
            format!("{head}<r>\n\t<m>\n{}\t</m>\n</r>\n", "\t\t<a>\n\t\t\t<b/>\n\t\t</a>\n".repeat(20));
        assert_eq!(divided(&deep), Some((vec!["r", "m"], "a")));
        assert_eq!(divided("<r><a/></r>"), None);
        assert_eq!(divided(&format!("<!-- c -->{flat}")), None);
        assert_eq!(divided(""), None);
    }

    /// Whether a document is read in halves.
    fn is_joined(metamodel: &Arc<Metamodel>, text: &str) -> bool {
        let source = Source::new("halves.xmi", text);
        let mut model = Model::new(Arc::clone(metamodel));
        let loader = Loader::new(&mut model, Document::new("file:/halves.xmi"), text, false);
        let options = ReadOptions { halves_from: Some(0), ..ReadOptions::default() };
        let mut reader = Reader::new(&source, metamodel, loader, options.limits);
        reader.run(&options).expect("well-formed");
        matches!(reader.part, Part::Joined)
    }

    #[test]
    fn halves_are_joined_unless_one_depends_on_the_other() {
        let ecore = Metamodel::ecore();
        let classes = |more: &str| {
            let class = |at: usize| {
                let content = if at == 150 { more } else { "" };
                format!("  <eClassifiers xsi:type=\"ecore:EClass\" name=\"C{at}\">{content}</eClassifiers>\n")
            };
            let head = "<ecore:EPackage xmlns:xmi=\"http://www.omg.org/XMI\" name=\"p\" \
                        xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
                        xmlns:ecore=\"http://www.eclipse.org/emf/2002/Ecore\">\n";
            format!("{head}{}</ecore:EPackage>\n", (0..200).map(class).collect::<String>())
        };
        assert!(is_joined(&ecore, &classes("")));
        let feature = "<eStructuralFeatures xsi:type=\"ecore:EReference\" name=\"r\" eType=\"#//C1\"/>";
        assert!(is_joined(&ecore, &classes(feature)), "references are resolved at the end");
        for dependent in ["<eSuperTypes href=\"other.ecore#//A\"/>", "<unknown/>", "text <![CDATA[\n  <a]]>"]
        {
            let is_text = dependent.starts_with("text");
            assert_eq!(is_joined(&ecore, &classes(dependent)), is_text, "{dependent}");
        }
    }
}
