//! The cost of walking a type, and a digest that differs for most types.

use super::{Range, Size, Strings, Type, TypeKind};
use crate::evaluate::rich::Parameters;
use crate::evaluate::value::{Value, hash_into};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// The measures of a type, computed from those of its parts.
pub(super) struct Measure {
    /// The cost of walking it.
    pub(super) weight: u32,
    /// How deeply its parts are nested.
    pub(super) depth: u16,
    /// The maximum number of its parts with which a value may be compared.
    pub(super) breadth: u32,
    /// Equal for equal types, whatever the order of their alternatives is.
    pub(super) digest: u64,
}

/// Gathers the measures of one type.
struct Gatherer {
    it: Measure,
    state: FxHasher,
}

impl Measure {
    pub(super) fn from_kind(kind: &TypeKind) -> Self {
        let it = Self { weight: 1, depth: 0, breadth: 1, digest: 0 };
        let mut gatherer = Gatherer { it, state: FxHasher::default() };
        std::mem::discriminant(kind).hash(&mut gatherer.state);
        gatherer.kind(kind);
        gatherer.it.digest = gatherer.state.finish();
        gatherer.it
    }
}

impl Gatherer {
    /// Adds the hash, the weight and the breadth of one kind of type.
    fn kind(&mut self, kind: &TypeKind) {
        match kind {
            TypeKind::Boolean(value) => value.hash(&mut self.state),
            TypeKind::Integer(range) => self.size(Some(*range)),
            TypeKind::Float(Range { from, to }) => {
                // 0.0 and -0.0 are equal, so they are normalised.
                [from, to].map(|n| n.map(|n| (n + 0.0).to_bits())).hash(&mut self.state);
            }
            TypeKind::String(Strings::Only(text)) => self.text(text),
            TypeKind::Family(family, parameters) => {
                family.name.hash(&mut self.state);
                self.parameters(parameters);
                if family.name == "Init" {
                    // A value is compared with all signatures of `new`.
                    self.it.breadth = self.it.breadth.saturating_add(64);
                }
            }
            TypeKind::String(Strings::Sized(size)) => self.size(Some(*size)),
            TypeKind::Regexp(source) => source.iter().for_each(|source| self.text(source)),
            TypeKind::Enum(all, fold) => {
                fold.hash(&mut self.state);
                all.iter().for_each(|text| self.text(text));
                // If case is ignored, the values are compared one by one instead of by binary search.
                if *fold {
                    self.it.breadth = count(all.len()).max(1);
                }
            }
            TypeKind::Pattern(all) => {
                all.iter().for_each(|regex| self.weigh(regex.source().len()));
                self.it.breadth = all.iter().fold(1, |sum, regex| regex.cost().saturating_add(sum));
                self.in_any_order(all.iter().map(|regex| regex.source()).collect::<FxHashSet<_>>());
            }
            TypeKind::Variant(all) => {
                // In the worst case, the value is compared with every alternative.
                let breadth = all.iter().fold(0, |sum, ty| ty.0.measure.breadth.saturating_add(sum));
                all.iter().for_each(|ty| self.part(ty));
                self.it.breadth = breadth.max(1);
                self.in_any_order(all);
            }
            TypeKind::Collection(size) => self.size(*size),
            TypeKind::Array(element, size) => self.parts([element], *size),
            TypeKind::Hash(key, value, size) => self.parts([key, value], *size),
            TypeKind::Tuple(all, size) => self.parts(all, *size),
            TypeKind::Struct(all) => {
                for element in all {
                    self.text(&element.name);
                    element.optional.hash(&mut self.state);
                    self.ordered(&element.value);
                }
            }
            TypeKind::Optional(inner) | TypeKind::NotUndef(inner) => self.parts(inner, None),
            // Types are compared with types here; for other values, their type is inferred first.
            TypeKind::Type(inner) => {
                self.parts(inner, None);
                self.it.breadth = self.it.weight;
            }
            TypeKind::Iterable(inner) => {
                self.parts(inner, None);
                self.it.breadth = self.it.weight.saturating_add(256);
            }
            TypeKind::Callable(signature) => {
                for part in [&signature.parameters, &signature.block, &signature.result] {
                    part.is_some().hash(&mut self.state);
                    self.parts(part, None);
                }
                self.it.breadth = self.it.weight;
            }
            TypeKind::Class(class) => class.id.hash(&mut self.state),
            _ => {}
        }
    }

    fn parameters(&mut self, parameters: &Parameters) {
        for value in parameters.iter() {
            hash_into(value, &mut self.state);
            self.it.weight = self.it.weight.saturating_add(value.weight());
            self.it.depth = self.it.depth.max(value.depth().saturating_add(1));
            self.it.breadth = self.it.breadth.saturating_add(attempts(value));
        }
    }

    fn size(&mut self, size: Option<Size>) {
        size.map(|size| (size.from, size.to)).hash(&mut self.state);
    }

    fn weigh(&mut self, length: usize) {
        self.it.weight = self.it.weight.saturating_add(count(length / 16 + 1));
    }

    fn text(&mut self, text: &str) {
        self.weigh(text.len());
        text.hash(&mut self.state);
    }

    fn part(&mut self, ty: &Type) {
        let part = &ty.0.measure;
        self.it.weight = self.it.weight.saturating_add(part.weight);
        self.it.depth = self.it.depth.max(part.depth.saturating_add(1));
        self.it.breadth = self.it.breadth.max(part.breadth);
    }

    fn ordered(&mut self, ty: &Type) {
        self.part(ty);
        ty.hash(&mut self.state);
    }

    fn parts<'t>(&mut self, types: impl IntoIterator<Item = &'t Type>, size: Option<Size>) {
        types.into_iter().for_each(|ty| self.ordered(ty));
        self.size(size);
    }

    fn in_any_order(&mut self, all: impl IntoIterator<Item = impl Hash>) {
        // A sum does not depend on the order; `xor` would cancel out equal parts.
        all.into_iter().fold(0_u64, |sum, part| sum.wrapping_add(digest_of(part))).hash(&mut self.state);
    }
}

fn digest_of(part: impl Hash) -> u64 {
    let mut state = FxHasher::default();
    Hash::hash(&part, &mut state);
    state.finish()
}

/// How often a value may be compared with a parameter.
fn attempts(parameter: &Value) -> u32 {
    match parameter {
        Value::Type(ty) => ty.0.measure.breadth.max(ty.weight()),
        Value::Regexp(regex) => regex.cost(),
        Value::Hash(hash) => {
            hash.pairs().iter().fold(1, |sum, (_, value)| attempts(value).saturating_add(sum))
        }
        other => other.weight(),
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
