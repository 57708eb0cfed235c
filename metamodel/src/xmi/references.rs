//! The values of reference attributes: ids, paths and URIs, each perhaps with a type before it.

/// One target in the value of a reference attribute.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target<'a> {
    /// The class of a target in another document: `ecore:EClass` in `ecore:EClass http://…#//X`.
    pub(super) class: Option<&'a str>,
    /// Where it is.
    pub(super) address: Address<'a>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Address<'a> {
    /// An id or a path in the same document.
    Local(&'a str),
    /// A URI with a fragment.
    Remote(&'a str),
}

/// Splits the value at spaces, as EMF does: a word with `#` is a URI (or local, if it starts with
/// it); a word without `#` but with `:` names the class of the next one; any other word is local.
pub(super) fn targets(value: &str) -> impl Iterator<Item = Target<'_>> {
    let mut rest = value;
    let mut class = None;
    std::iter::from_fn(move || {
        loop {
            let word = next_word(&mut rest)?;
            let mark = word.bytes().position(|b| matches!(b, b'#' | b':'));
            match mark.and_then(|at| memchr::memchr(b'#', &word.as_bytes()[at..]).map(|further| at + further))
            {
                Some(0) => return Some(Target { class: None, address: Address::Local(&word[1..]) }),
                Some(_) => return Some(Target { class: class.take(), address: Address::Remote(word) }),
                None if mark.is_some() => class = Some(word),
                None => return Some(Target { class: None, address: Address::Local(word) }),
            }
        }
    })
}

/// Cuts the next word off; words are split at the characters that Java's tokenizer splits at.
fn next_word<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let space = |b: &u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0c);
    let bytes = rest.as_bytes();
    let start = bytes.iter().position(|b| !space(b))?;
    let len = bytes[start..].iter().position(space).unwrap_or(bytes.len() - start);
    let word = &rest[start..start + len];
    *rest = &rest[start + len..];
    Some(word)
}

/// Whether an id means itself where [`targets`] finds it. EMF writes any id, and then drops or
/// mistakes the ones that are none.
pub(super) fn is_plain(id: &str) -> bool {
    let special = |b: u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' | b'#' | b':');
    !id.is_empty() && !id.starts_with('/') && !id.bytes().any(special)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart() {
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
