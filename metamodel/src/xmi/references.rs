//! The values of reference attributes: ids, paths and URIs, each perhaps with a type before it.
//!
//! Invariant: [`targets`] gives each [`Address`] that [`Address::is_word`] back as it is.

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

impl Address<'_> {
    /// Whether it can stand in an attribute, where spaces, `:` and `#` tell words apart. Otherwise it needs
    /// an element of its own: ids may hold anything.
    pub(super) fn is_word(&self) -> bool {
        let space = |b: u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0xc);
        match self {
            Address::Local(word) => {
                !word.is_empty() && !word.bytes().any(|b| space(b) || matches!(b, b':' | b'#'))
            }
            Address::Remote(word) => word.contains('#') && !word.bytes().any(space),
        }
    }
}

/// Splits the value at spaces, as EMF does: a word with `#` is a URI (or local, if it starts with
/// it); a word without `#` but with `:` names the class of the next one; any other word is local.
pub(super) fn targets(value: &str) -> impl Iterator<Item = Target<'_>> {
    let mut words = value.split([' ', '\t', '\n', '\r', '\u{c}']).filter(|word| !word.is_empty());
    let mut class = None;
    std::iter::from_fn(move || {
        loop {
            let word = words.next()?;
            match word.find('#') {
                Some(0) => return Some(Target { class: None, address: Address::Local(&word[1..]) }),
                Some(_) => return Some(Target { class: class.take(), address: Address::Remote(word) }),
                None if word.contains(':') => class = Some(word),
                None => return Some(Target { class: None, address: Address::Local(word) }),
            }
        }
    })
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

    #[test]
    fn words_come_back_as_they_are() {
        for text in
            ["a", "a b", "a:b", "a#b", "#a", "#a b", "#a:b#c", "", "//@a.0", "x.xmi#/", "x.xmi", "h:x#/ y"]
        {
            let found: Vec<_> = targets(text).collect();
            let is = |address| found == [Target { class: None, address }];
            assert_eq!(Address::Local(text).is_word(), is(Address::Local(text)), "{text}");
            let remote = text.strip_prefix('#').map_or(Address::Remote(text), Address::Local);
            assert_eq!(Address::Remote(text).is_word(), is(remote), "{text}");
        }
    }
}
