//! Reads a file of records in batches of complete lines, so that it is never completely in memory.
//!
//! Invariant: every byte is in exactly one batch, in order, except the rest of a line that is too long. A batch ends
//! with a line end or at the end of the file.

use modelwright_metamodel::input::Limits;
use modelwright_notations::json::record_ranges;
use std::io::{self, Read};

/// The size of a batch in bytes, if no line is longer. It is so large that the cost of passing a batch to another
/// thread is negligible.
const BATCH_SIZE: usize = 256 << 10;

/// Some complete lines of a file.
#[derive(Debug)]
pub struct RecordBatch {
    bytes: Vec<u8>,
    /// The number of the first line of the batch, from 1.
    first_line: usize,
}

impl RecordBatch {
    /// The records, each with the number of its line.
    pub fn records(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let is_start_of_text = self.first_line == 1;
        record_ranges(&self.bytes, is_start_of_text)
            .map(|(line, range)| (self.first_line + line, &self.bytes[range]))
    }
}

/// The batches of a file.
pub struct RecordBatches {
    file: Box<dyn Read>,
    /// The beginning of a line whose end was not read yet.
    unfinished_line: Vec<u8>,
    /// The number of the line that follows the last batch, from 1.
    next_line: usize,
    /// The maximum length of a line in bytes.
    max_line: usize,
    /// Whether the rest of the current line is skipped, because the line is too long.
    skips_line: bool,
    is_at_end: bool,
}

impl RecordBatches {
    /// The batches of a file from its beginning.
    #[must_use]
    pub fn new(file: Box<dyn Read>, limits: &Limits) -> Self {
        Self {
            file,
            unfinished_line: Vec::new(),
            next_line: 1,
            max_line: limits.document,
            skips_line: false,
            is_at_end: false,
        }
    }

    /// Reads the next complete lines; `None` at the end.
    fn read_batch(&mut self) -> io::Result<Option<RecordBatch>> {
        let mut bytes = std::mem::take(&mut self.unfinished_line);
        loop {
            // The bytes before this position were read earlier, and contain no line end.
            let searched_length = bytes.len();
            // With each step, the length of an unfinished line doubles; a line that is skipped is not kept.
            let requested_length = if self.skips_line { BATCH_SIZE } else { BATCH_SIZE.max(searched_length) };
            let read_length = self.file.by_ref().take(requested_length as u64).read_to_end(&mut bytes)?;
            self.is_at_end = read_length < requested_length;
            if self.skips_line {
                let line_end = memchr::memchr(b'\n', &bytes[searched_length..])
                    .map_or(bytes.len(), |offset| searched_length + offset);
                self.skips_line = line_end == bytes.len() && !self.is_at_end;
                bytes.drain(searched_length..line_end);
            }
            let last_line_end =
                memchr::memrchr(b'\n', &bytes[searched_length..]).map(|offset| searched_length + offset + 1);
            let batch_end = if self.is_at_end { Some(bytes.len()) } else { last_line_end };
            if let Some(end) = batch_end {
                self.unfinished_line = bytes.split_off(end);
                break;
            }
            // A very long line must not fill the memory, so only its start is kept. The check of the record reports
            // that the line is too long.
            if bytes.len() > self.max_line {
                self.skips_line = true;
                bytes.truncate(self.max_line + 1);
            }
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let first_line = self.next_line;
        self.next_line += memchr::memchr_iter(b'\n', &bytes).count();
        Ok(Some(RecordBatch { bytes, first_line }))
    }
}

impl Iterator for RecordBatches {
    type Item = io::Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_at_end {
            return None;
        }
        let batch = self.read_batch();
        // After an error, the position in the file is unknown.
        if batch.is_err() {
            self.is_at_end = true;
        }
        batch.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::{BATCH_SIZE, RecordBatches};
    use modelwright_metamodel::input::Limits;
    use std::io::Cursor;

    fn lines_of(text: &str) -> Vec<(usize, String)> {
        lines_within(text, &Limits::default())
    }

    fn lines_within(text: &str, limits: &Limits) -> Vec<(usize, String)> {
        let batches = RecordBatches::new(Box::new(Cursor::new(text.to_owned())), limits);
        let mut lines = Vec::new();
        for batch in batches {
            let batch = batch.expect("a batch");
            lines.extend(batch.records().map(|(at, line)| (at, String::from_utf8_lossy(line).into_owned())));
        }
        lines
    }

    #[test]
    fn lines_are_complete_and_numbered() {
        let long = "x".repeat(3 * BATCH_SIZE);
        for (text, expected) in [
            ("", vec![]),
            ("\n\n", vec![]),
            ("\u{feff}\n{}", vec![(2, "{}")]),
            ("{}\r\n\r\n[]\n", vec![(1, "{}"), (3, "[]")]),
        ] {
            let expected: Vec<(usize, String)> =
                expected.into_iter().map(|(at, line)| (at, line.to_owned())).collect();
            assert_eq!(lines_of(text), expected, "{text:?}");
        }
        let text = format!("1\n{long}\n3\n{long}");
        let lines = lines_of(&text);
        assert_eq!(
            lines.iter().map(|(at, line)| (*at, line.len())).collect::<Vec<_>>(),
            [(1, 1), (2, long.len()), (3, 1), (4, long.len())]
        );
        let many: String = (1..=200_000).map(|at| format!("{at}\n")).collect();
        assert!(lines_of(&many).iter().all(|(at, line)| at.to_string() == *line));
        assert_eq!(lines_of(&many).len(), 200_000);
    }
    #[test]
    fn the_rest_of_a_line_that_is_too_long_is_left_out() {
        let limits = Limits { document: 3 * BATCH_SIZE, ..Limits::default() };
        for length in [3 * BATCH_SIZE, 3 * BATCH_SIZE + 1, 20 * BATCH_SIZE] {
            let text = format!("1\n{}\n3\n", "x".repeat(length));
            let lines = lines_within(&text, &limits);
            let lengths: Vec<_> = lines.iter().map(|(at, line)| (*at, line.len())).collect();
            assert_eq!(lengths[0], (1, 1));
            assert!(
                lengths[1].0 == 2 && (length <= 3 * BATCH_SIZE) == (lengths[1].1 <= 3 * BATCH_SIZE),
                "{lengths:?}"
            );
            assert_eq!(lengths[2..], [(3, 1)], "{length}");
        }
    }
}
