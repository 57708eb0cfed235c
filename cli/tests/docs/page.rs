//! A page as its blocks of code and the lines between them.
//!
//! Invariant: [`Page::text`] of a page that [`Page::read`] returned is the original text. This module does not depend
//! on the meaning of the words after a fence.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use std::path::Path;

/// A block between fences.
pub(crate) struct Block {
    /// The number of the line with the first fence, from 1.
    pub(crate) line: usize,
    /// The words after the first fence: a language, and the kind of test.
    pub(crate) words: Vec<String>,
    /// The lines between the fences.
    pub(crate) body: String,
}

impl Block {
    /// The value of `KEY=` after the fence.
    pub(crate) fn setting(&self, key: &str) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    }

    /// The words that are not settings, the language first.
    pub(crate) fn plain(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).filter(|word| !word.contains('=')).collect()
    }
}

enum Piece {
    Line(String),
    Block(Block),
}

/// A page of text.
pub(crate) struct Page {
    pieces: Vec<Piece>,
}

impl Page {
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        let mut pieces = Vec::new();
        let mut open: Option<Block> = None;
        for (at, line) in text.split_inclusive('\n').enumerate() {
            match (open.take(), line.strip_prefix("```")) {
                (None, Some(info)) => {
                    let words = info.split_whitespace().map(str::to_owned).collect();
                    open = Some(Block { line: at + 1, words, body: String::new() });
                }
                (Some(block), Some(_)) => pieces.push(Piece::Block(block)),
                (Some(mut block), None) => {
                    block.body.push_str(line);
                    open = Some(block);
                }
                (None, None) => pieces.push(Piece::Line(line.to_owned())),
            }
        }
        match open {
            None => Ok(Self { pieces }),
            Some(block) => Err(format!("the block of line {} is not closed", block.line)),
        }
    }

    pub(crate) fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.pieces
            .iter()
            .filter_map(|piece| if let Piece::Block(block) = piece { Some(block) } else { None })
    }

    /// The blocks, each with the text of the heading above it.
    pub(crate) fn blocks_by_heading(&self) -> impl Iterator<Item = (&str, &Block)> {
        let mut heading = "";
        self.pieces.iter().filter_map(move |piece| match piece {
            Piece::Line(line) => {
                if line.starts_with('#') {
                    heading = line.trim_start_matches('#').trim();
                }
                None
            }
            Piece::Block(block) => Some((heading, block)),
        })
    }

    pub(crate) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        self.pieces
            .iter_mut()
            .filter_map(|piece| if let Piece::Block(block) = piece { Some(block) } else { None })
    }

    /// The lines outside of blocks.
    pub(crate) fn prose(&self) -> String {
        let line = |piece: &Piece| if let Piece::Line(line) = piece { Some(line.clone()) } else { None };
        self.pieces.iter().filter_map(line).collect()
    }

    /// The text of the page, with its changed blocks.
    pub(crate) fn text(&self) -> String {
        let shown = |piece: &Piece| match piece {
            Piece::Line(line) => line.clone(),
            Piece::Block(block) => format!("```{}\n{}```\n", block.words.join(" "), block.body),
        };
        self.pieces.iter().map(shown).collect()
    }
}
