//! The values of reference attributes: ids, paths and URIs, possibly each with a type before it.

use crate::simd::{self, Block, Marks};

/// One target in the value of a reference attribute.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target<'a> {
    /// The class of a target in another document: `ecore:EClass` in `ecore:EClass http://…#//X`.
    pub(super) class: Option<&'a str>,
    /// The address.
    pub(super) address: Address<'a>,
}

/// The address of a target.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Address<'a> {
    /// An id or a path in the same document.
    Local(&'a str),
    /// A URI with a fragment.
    Remote(&'a str),
}

/// Splits the value at spaces, as EMF does: a word with `#` is a URI (or local, if it starts with `#`); a
/// word without `#` but with `:` names the class of the next word; any other word is local.
pub(super) fn targets(value: &str) -> impl Iterator<Item = Target<'_>> {
    let mut position = 0;
    let mut class = None;
    std::iter::from_fn(move || {
        loop {
            let (word, mark) = next_word(value, &mut position)?;
            // Without `#` and `:`, the word is an id or a path.
            let Some(mark) = mark else {
                return Some(Target { class: None, address: Address::Local(word) });
            };
            // EMF treats `#id` like `id`.
            if let Some(fragment) = word.strip_prefix('#') {
                return Some(Target { class: None, address: Address::Local(fragment) });
            }
            let has_fragment = memchr::memchr(b'#', &word.as_bytes()[mark..]).is_some();
            if has_fragment {
                // A class name applies only to the next address; local targets ignore it, because their class is known.
                return Some(Target { class: class.take(), address: Address::Remote(word) });
            }
            class = Some(word);
        }
    })
}

/// Whether a value without control characters is a single local word, as most are.
pub(super) fn is_one_word(value: &str) -> bool {
    // The caller has excluded the other separators, which are control characters.
    !value.is_empty() && simd::find(value.as_bytes(), 0, mark_separators) == value.len()
}

/// Marks the bytes other than control characters that end a word or determine its meaning.
#[inline]
fn mark_separators(block: Block) -> Marks {
    block.equal(b' ') | block.equal(b'#') | block.equal(b':')
}

/// Marks the bytes that end a word or determine its meaning.
fn mark_special(block: Block) -> Marks {
    block.equal(b'#') | block.equal(b':') | block.up_to(b' ')
}

/// The next word from `position` on, and the position in the word of its first `#` or `:`; `None` if there are no more
/// words. Moves `position` to the end of the word. Words are separated by the separators of Java's tokenizer, which are
/// all white space and control characters that a document can contain.
fn next_word<'a>(text: &'a str, position: &mut usize) -> Option<(&'a str, Option<usize>)> {
    let bytes = text.as_bytes();
    let blank_len = bytes[*position..].iter().position(|byte| *byte > b' ')?;
    let start = *position + blank_len;
    let plain_end = simd::find(bytes, start, mark_special);
    let is_marked = bytes.get(plain_end).is_some_and(|byte| *byte > b' ');
    let end = if is_marked { simd::find(bytes, plain_end, |block| block.up_to(b' ')) } else { plain_end };
    *position = end;
    Some((&text[start..end], is_marked.then(|| plain_end - start)))
}

/// Whether [`targets`] reads an id as the same id. EMF writes every id, but drops or misreads an id for which this is
/// not true.
pub fn is_plain(id: &str) -> bool {
    let first_special = simd::find(id.as_bytes(), 0, mark_special);
    // An address that starts with a slash is a path.
    !id.is_empty() && !id.starts_with('/') && !id.as_bytes()[first_special..].iter().copied().any(is_special)
}

/// Whether a byte separates words, or determines the meaning of a word.
fn is_special(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' | b'#' | b':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_distinguished() {
        let found: Vec<_> = targets("//@a.0 #//B  id9 ecore:EClass http://x#//C n.xmi#/ ").collect();
        let local = |address| Target { class: None, address: Address::Local(address) };
        let expected = vec![
            local("//@a.0"),
            local("//B"),
            local("id9"),
            Target { class: Some("ecore:EClass"), address: Address::Remote("http://x#//C") },
            Target { class: None, address: Address::Remote("n.xmi#/") },
        ];
        assert_eq!(found, expected);
    }
}
