//! Shrinks mutants as long as both sides still disagree in the same way.

use super::both::pairs;
use super::judge::Judge;
use super::markup::{Element, Node, Tree};
use super::outcome::Pair;
use super::pool::Mutant;
use std::path::Path;

/// A part of a document that can be removed.
#[derive(Debug, Clone)]
enum Part {
    Node(Vec<usize>, usize),
    Attribute(Vec<usize>, usize),
}

/// The number of candidates in one run.
const TRIED: usize = 150;

/// A disagreement that must be preserved.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) mutant: Mutant,
    pub(super) pair: Pair,
    pub(super) signature: String,
}

impl Case {
    fn has(&self, pair: &Pair) -> bool {
        pair.differences().iter().any(|difference| pair.signature(*difference) == self.signature)
    }
}

/// Shrinks mutants, each with its own signature; several at once, because each run has a fixed cost.
pub(super) fn shrink(judge: &Judge, directory: &Path, mut cases: Vec<Case>) -> Result<Vec<Case>, String> {
    for case in &mut cases {
        own_models(&mut case.mutant, directory);
    }
    for round in 0..16 {
        let singles = singles(&cases, round);
        let tried: Vec<Mutant> = singles.iter().map(|(_, _, mutant)| mutant.clone()).collect();
        let found = judged(judge, directory, &tried)?;
        let mut unions: Vec<(usize, Mutant)> = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            let here = singles.iter().zip(&found).filter(|((n, ..), pair)| *n == number && case.has(pair));
            let harmless: Vec<Part> = here.map(|((_, part, _), _)| part.clone()).collect();
            unions
                .extend(together(&case.mutant, round, &harmless).into_iter().map(|mutant| (number, mutant)));
        }
        let tried: Vec<Mutant> = unions.iter().map(|(_, mutant)| mutant.clone()).collect();
        let found = judged(judge, directory, &tried)?;
        // The first candidate that still disagrees leaves out the most parts.
        let mut done: Option<usize> = None;
        for ((number, mutant), pair) in unions.into_iter().zip(found) {
            if done != Some(number) && cases[number].has(&pair) {
                done = Some(number);
                (cases[number].mutant, cases[number].pair) = (mutant, pair);
            }
        }
        if done.is_none() && round % 2 == 1 {
            break;
        }
    }
    Ok(cases)
}

/// Each case without one of its parts.
fn singles(cases: &[Case], round: usize) -> Vec<(usize, Part, Mutant)> {
    let mut tried = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let mutant = &case.mutant;
        let Some((tree, parts)) = parts(mutant, round) else { continue };
        for (at, part) in parts.into_iter().enumerate() {
            let changed = without(&tree, std::slice::from_ref(&part));
            tried.push((number, part, variant(mutant, round, at, &changed)));
        }
    }
    tried
}

/// A case without many parts, then without half as many, and so on down to one part.
fn together(mutant: &Mutant, round: usize, good: &[Part]) -> Vec<Mutant> {
    let Some((tree, _)) = parts(mutant, round) else { return Vec::new() };
    let lengths = std::iter::successors(Some(good.len()), |len| Some(len / 2)).take_while(|len| *len > 0);
    lengths.map(|len| variant(mutant, round, len, &without(&tree, &good[..len]))).collect()
}

/// Copies metamodels into the mutant's own files, so that they can be shrunk.
fn own_models(mutant: &mut Mutant, directory: &Path) {
    for model in &mutant.models {
        if !mutant.written.iter().any(|(file, _)| file == model) {
            mutant.written.push((model.clone(), std::fs::read(directory.join(model)).unwrap_or_default()));
        }
    }
}

fn judged(judge: &Judge, directory: &Path, mutants: &[Mutant]) -> Result<Vec<Pair>, String> {
    if mutants.is_empty() {
        return Ok(Vec::new());
    }
    mutants.iter().try_for_each(|mutant| mutant.write(directory))?;
    let found = pairs(judge, directory, mutants);
    mutants.iter().for_each(|mutant| mutant.remove(directory));
    found
}

/// The document to shrink in this round, and the parts that can be removed from it, largest first.
fn parts(mutant: &Mutant, round: usize) -> Option<(Tree, Vec<Part>)> {
    let (_, bytes) = &mutant.written[round % mutant.written.len()];
    let mut tree = Tree::parse(std::str::from_utf8(bytes).ok()?)?;
    let mut parts = Vec::new();
    for path in tree.paths() {
        let element = tree.at(&path);
        parts.extend((0..element.children.len()).map(|at| Part::Node(path.clone(), at)));
        parts.extend((0..element.attributes.len()).map(|at| Part::Attribute(path.clone(), at)));
        if parts.len() > TRIED {
            break;
        }
    }
    Some((tree, parts))
}

fn without(tree: &Tree, parts: &[Part]) -> Tree {
    let mut tree = tree.clone();
    // Gaps preserve the positions of the other parts; they are closed at the end.
    for part in parts {
        match part {
            Part::Attribute(path, at) => {
                if let Some(element) = reach(&mut tree.root, path) {
                    element.attributes[*at].0.clear();
                }
            }
            Part::Node(path, at) => {
                if let Some(element) = reach(&mut tree.root, path) {
                    element.children[*at] = Node::Raw(String::new());
                }
            }
        }
    }
    for path in tree.paths() {
        tree.at(&path).attributes.retain(|(name, _)| !name.is_empty());
    }
    close(&mut tree.root);
    tree
}

fn reach<'t>(root: &'t mut Element, path: &[usize]) -> Option<&'t mut Element> {
    path.iter().try_fold(root, |element, at| element.child(*at))
}

fn close(element: &mut Element) {
    element.children.retain(|child| !matches!(child, Node::Raw(raw) if raw.is_empty()));
    for child in &mut element.children {
        if let Node::Element(child) = child {
            close(child);
        }
    }
}

/// The mutant with one of its documents replaced, in new files.
fn variant(mutant: &Mutant, round: usize, number: usize, changed: &Tree) -> Mutant {
    let mut new = mutant.clone();
    let at = round % new.written.len();
    new.written[at].1 = changed.print().into_bytes();
    for (file, _) in &mut new.written {
        let (stem, extension) = file.rsplit_once('.').unwrap_or((file, "xmi"));
        let stem = stem.rsplit_once(".try-").map_or(stem, |(stem, _)| stem);
        let renamed = format!("{stem}.try-{round}-{number}.{extension}");
        for name in new.models.iter_mut().chain(std::iter::once(&mut new.file)) {
            if name == file {
                name.clone_from(&renamed);
            }
        }
        *file = renamed;
    }
    new
}
