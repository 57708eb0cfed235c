//! Generates manifests that mix all forms of the language, from a grammar of statements.
//!
//! Invariants: the same seed and number give the same manifest; titles are unique unless a form is a mistake, so
//! that Puppet accepts most manifests. This module does not know what the statements mean.

mod declarations;
mod fleet;
mod signature;
mod writer;

use crate::grammar::Grammar;
use crate::random::Random;
use writer::Writer;

const GRAMMAR: &str = include_str!("grammar.txt");
const FLEET: &str = include_str!("fleet.txt");
/// One of so many manifests has a statement that Puppet rejects, or that is unusual.
const SLIP_ODDS: usize = 5;

/// The generator.
pub(crate) struct Generator {
    grammar: Grammar,
}

impl Generator {
    pub(crate) fn new() -> Self {
        Self { grammar: Grammar::read(GRAMMAR) }
    }

    /// The manifest with a number.
    pub(crate) fn manifest(&self, seed: u64, number: usize) -> String {
        let mut writer = Writer::new(&self.grammar, Random::new(seed, number));
        writer.manifest();
        writer.out
    }

    /// Statements for the body of a class, which name no resource but their own. Titles begin with a prefix.
    pub(crate) fn statements(&self, random: Random, prefix: &str) -> String {
        let mut writer = Writer::new(&self.grammar, random);
        writer.scoped(prefix, |writer| writer.statements("simple", 1, 3));
        writer.out
    }
}

/// The generator of sites whose nodes collect what others export.
pub(crate) struct FleetGenerator {
    grammar: Grammar,
}

impl FleetGenerator {
    pub(crate) fn new() -> Self {
        Self { grammar: Grammar::read(FLEET) }
    }

    /// The manifest of the site with a number, and the names of its nodes.
    pub(crate) fn site(&self, seed: u64, number: usize) -> (String, Vec<&'static str>) {
        let mut writer = Writer::new(&self.grammar, Random::new(seed, number));
        let nodes = writer.fleet();
        (writer.out, nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::{FleetGenerator, Generator};
    use crate::grammar::{Part, parts};

    #[test]
    fn every_place_names_a_kind_or_is_filled_by_code() {
        /// What `Writer::fill` knows.
        const FILLED: [&str; 19] = [
            "new",
            "title",
            "key",
            "virtual",
            "lastvirtual",
            "lasttitle",
            "ref",
            "own",
            "parents",
            "var",
            "var1",
            "topvar",
            "newvar",
            "class",
            "define",
            "call",
            "block",
            "loop",
            "tags1",
        ];
        for grammar in [Generator::new().grammar, FleetGenerator::new().grammar] {
            for (_, forms) in grammar.kinds() {
                for part in forms.all.iter().flat_map(|form| parts(form)) {
                    let Part::Place(place) = part else { continue };
                    let word = place.split(' ').next().unwrap_or_default();
                    assert!(FILLED.contains(&word) || grammar.forms(place).is_some(), "{place}");
                }
            }
        }
    }

    #[test]
    fn the_same_number_gives_the_same_manifest() {
        let texts = [1, 1, 2].map(|number| Generator::new().manifest(7, number));
        assert!(texts[0] == texts[1] && texts[0] != texts[2]);
    }
}
