//! Grammars of generated texts: lines `KIND: FORM`, and forms with places `«KIND»` for others.
//!
//! Invariant: the same choices give the same form. This module does not know what the forms mean, nor who fills their
//! places.

use crate::random::Random;
use std::collections::BTreeMap;

/// The forms of each kind.
pub(crate) struct Grammar {
    kinds: BTreeMap<&'static str, Forms>,
}

/// The forms of a kind: those that end a branch, and all forms.
#[derive(Default)]
pub(crate) struct Forms {
    pub(crate) ends: Vec<&'static str>,
    pub(crate) all: Vec<&'static str>,
}

/// A part of a form.
pub(crate) enum Part<'f> {
    /// What is written.
    Text(&'f str),
    /// A place for a kind.
    Place(&'f str),
}

impl Grammar {
    /// Reads a grammar; lines that begin with `# ` are comments. A kind that is followed by `*N` has a form N times.
    pub(crate) fn read(text: &'static str) -> Self {
        let mut kinds: BTreeMap<&str, Forms> = BTreeMap::new();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
        for (kind, form) in lines.filter_map(|line| line.split_once(": ")) {
            let (kind, times) = kind.split_once('*').unwrap_or((kind, "1"));
            let forms = kinds.entry(kind).or_default();
            for _ in 0..times.parse().unwrap_or(1) {
                forms.all.push(form);
                if !form.contains('«') {
                    forms.ends.push(form);
                }
            }
        }
        Self { kinds }
    }

    /// The forms of a kind.
    pub(crate) fn forms(&self, kind: &str) -> Option<&Forms> {
        self.kinds.get(kind)
    }

    /// The kinds, with their forms.
    #[cfg(test)]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (&'static str, &Forms)> {
        self.kinds.iter().map(|(kind, forms)| (*kind, forms))
    }
}

impl Forms {
    /// One of the forms; one that ends a branch if that is demanded and there is one.
    pub(crate) fn pick(&self, must_end: bool, random: &mut Random) -> &'static str {
        random.pick(if must_end && !self.ends.is_empty() { &self.ends } else { &self.all })
    }
}

/// The parts of a form.
pub(crate) fn parts(form: &str) -> impl Iterator<Item = Part<'_>> {
    let pieces = form.split('«').enumerate();
    pieces.flat_map(|(at, piece)| {
        let (place, text) = match (at, piece.split_once('»')) {
            (1.., Some((place, text))) => (Some(Part::Place(place)), text),
            _ => (None, piece),
        };
        place.into_iter().chain([Part::Text(text)])
    })
}
