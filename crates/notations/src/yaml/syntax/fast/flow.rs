//! Scans a list or a map in brackets on one line.
//!
//! Invariant: the complete collection is scanned before its first event is returned, because the exact path rejects
//! some collections for their later content. This module does not know where the collection is.

use super::lines::Lines;
use super::one_line_scalars::scan_quoted;
use super::{CertainEvent, CertainKind};

/// The maximum nesting of collections.
const MAX_LEVELS: usize = 16;
/// The maximum number of bytes of a key; less than the limit of the exact path.
const MAX_KEY_LENGTH: usize = 1000;

/// The parts of a collection, in order.
#[derive(Debug, Default)]
pub(super) struct Flow {
    parts: Vec<CertainEvent>,
    next_index: usize,
}

/// The collections that are open at a position. An array, so that the fast path allocates nothing here.
#[derive(Default)]
struct OpenCollections {
    /// For each open collection, whether it is a map.
    are_maps: [bool; MAX_LEVELS],
    count: usize,
}

impl OpenCollections {
    /// Adds a collection; `None` if too many are open.
    fn push(&mut self, is_map: bool) -> Option<()> {
        *self.are_maps.get_mut(self.count)? = is_map;
        self.count += 1;
        Some(())
    }

    /// Removes the innermost collection, and returns whether it is a map; `None` if none is open.
    fn pop(&mut self) -> Option<bool> {
        self.count = self.count.checked_sub(1)?;
        Some(self.are_maps[self.count])
    }

    /// Whether the innermost collection is a map.
    fn is_map_innermost(&self) -> bool {
        self.count > 0 && self.are_maps[self.count - 1]
    }
}

impl Flow {
    /// Scans the collection that starts here, and returns the position after it; `None` if the collection is left to
    /// the exact path.
    pub(super) fn scan(&mut self, lines: Lines<'_>, start: usize) -> Option<usize> {
        self.parts.clear();
        self.next_index = 0;
        let end = self.scan_value(lines, start);
        if end.is_none() {
            self.parts.clear();
        }
        end
    }

    /// Whether events of the scanned collection are left.
    #[inline]
    pub(super) fn has_next(&self) -> bool {
        self.next_index < self.parts.len()
    }

    /// The next event of the scanned collection.
    pub(super) fn next(&mut self) -> Option<CertainEvent> {
        let event = self.parts.get(self.next_index).copied()?;
        self.next_index += 1;
        Some(event)
    }

    /// Scans a value, which may be nested, and returns the position after it.
    fn scan_value(&mut self, lines: Lines<'_>, start: usize) -> Option<usize> {
        let mut open_collections = OpenCollections::default();
        let mut position = start;
        loop {
            position = lines.past_spaces(position);
            if matches!(lines.byte(position), b']' | b'}') {
                // The closing bracket after a `,`, or of an empty collection.
                position = self.close(lines, position, &mut open_collections)?;
            } else {
                if open_collections.is_map_innermost() {
                    // In a map, every entry here has a key and a `:`; other forms are left to the exact path.
                    position = self.scan_key(lines, position)?;
                }
                if matches!(lines.byte(position), b'[' | b'{') {
                    position = self.open(lines, position, &mut open_collections)?;
                    continue;
                }
                position = self.scan_scalar(lines, position)?;
            }
            // After a value, further closing brackets or `,` may follow.
            loop {
                if open_collections.count == 0 {
                    return Some(position);
                }
                position = lines.past_spaces(position);
                match lines.byte(position) {
                    b',' => break,
                    b']' | b'}' => position = self.close(lines, position, &mut open_collections)?,
                    _ => return None,
                }
            }
            position += 1;
        }
    }

    /// Opens a collection with the bracket at a position, and returns the position after it; `None` if the nesting is
    /// too deep, so that the collection is left to the exact path.
    fn open(
        &mut self,
        lines: Lines<'_>,
        position: usize,
        open_collections: &mut OpenCollections,
    ) -> Option<usize> {
        let is_map = lines.byte(position) == b'{';
        open_collections.push(is_map)?;
        let kind = if is_map { CertainKind::MappingStart } else { CertainKind::SequenceStart };
        self.parts.push(CertainEvent::new(kind, position..position + 1));
        Some(position + 1)
    }

    /// Closes the innermost collection with the bracket at a position, and returns the position after it.
    fn close(
        &mut self,
        lines: Lines<'_>,
        position: usize,
        open_collections: &mut OpenCollections,
    ) -> Option<usize> {
        let is_map = lines.byte(position) == b'}';
        // Crossed brackets are a fault, which the exact path reports.
        if open_collections.pop()? != is_map {
            return None;
        }
        let kind = if is_map { CertainKind::MappingEnd } else { CertainKind::SequenceEnd };
        self.parts.push(CertainEvent::new(kind, position..position + 1));
        Some(position + 1)
    }

    /// Scans a key with its `:`, and returns the position of its value.
    fn scan_key(&mut self, lines: Lines<'_>, start: usize) -> Option<usize> {
        let end = self.scan_scalar(lines, start)?;
        let is_plain = matches!(self.parts.last(), Some(part) if part.kind == CertainKind::Plain);
        let is_key = lines.byte(end) == b':' && end - start <= MAX_KEY_LENGTH;
        // Only a quoted key may have its value directly after the `:`.
        if !is_key || (is_plain && lines.byte(end + 1) != b' ') {
            return None;
        }
        Some(lines.past_spaces(end + 1))
    }

    /// Scans a scalar, and returns the position of the character that ends it.
    fn scan_scalar(&mut self, lines: Lines<'_>, start: usize) -> Option<usize> {
        if matches!(lines.byte(start), b'"' | b'\'') {
            let quoted = scan_quoted(lines, start)?;
            // A text with escapes is shorter than its form in the quotes. It is left to the exact path, because it
            // would need separate storage.
            let has_escapes = quoted.text.len() + 2 != quoted.end - start;
            if has_escapes {
                return None;
            }
            self.parts.push(CertainEvent::new(CertainKind::Quoted, start..quoted.end));
            return Some(quoted.end);
        }
        let terminator = scan_plain(lines, start)?;
        let mut end = terminator;
        while end > start && lines.byte(end - 1) == b' ' {
            end -= 1;
        }
        self.parts.push(CertainEvent::new(CertainKind::Plain, start..end));
        Some(terminator)
    }
}

/// The position at which a plain scalar ends: a `,`, a closing bracket or a `:` before a space. `None` if the scalar is
/// left to the exact path.
fn scan_plain(lines: Lines<'_>, start: usize) -> Option<usize> {
    let first = lines.byte(start);
    let is_start = match first {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' | b'/' | b'+' | b'~' | b'.' => true,
        b'-' => lines.byte(start + 1).is_ascii_alphanumeric(),
        0x80.. => !lines.may_be_break(start),
        _ => false,
    };
    if !is_start {
        return None;
    }
    let mut position = start;
    loop {
        match lines.byte(position) {
            b',' | b']' | b'}' => return Some(position),
            b':' => match lines.byte(position + 1) {
                b' ' => return Some(position),
                // These characters certainly do not end the scalar in either variant of YAML.
                next if next.is_ascii_alphanumeric() || matches!(next, b':' | b'/' | b'_') => {}
                _ => return None,
            },
            // After a comment, the collection continues on the next line, which is left to the exact path.
            b'#' if lines.byte(position - 1) == b' ' => return None,
            b'[' | b'{' | 0..0x20 => return None,
            0x80.. if lines.may_be_break(position) => return None,
            _ => {}
        }
        position += 1;
    }
}
