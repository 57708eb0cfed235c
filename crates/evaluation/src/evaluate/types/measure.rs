//! The cost of walking a type, and a digest that differs for most types.

use super::{Range, Size, Strings, Type, TypeKind};
use crate::evaluate::BYTES_PER_STEP;
use crate::evaluate::rich::Parameters;
use crate::evaluate::value::{Value, hash_into};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// The measures of a type, computed from those of its parts.
pub(super) struct Measure {
    /// The cost of walking the type.
    pub(super) weight: u32,
    /// How deeply the parts of the type are nested.
    pub(super) depth: u16,
    /// The maximum number of parts of the type with which a value may be compared.
    pub(super) breadth: u32,
    /// Equal for equal types, whatever the order of their alternatives is.
    pub(super) digest: u64,
}

/// Gathers the measures of one type.
struct Gatherer {
    measure: Measure,
    /// The hasher of the digest.
    state: FxHasher,
}

impl Measure {
    /// The measures of a type of a kind.
    pub(super) fn from_kind(kind: &TypeKind) -> Self {
        let measure = Self { weight: 1, depth: 0, breadth: 1, digest: 0 };
        let mut gatherer = Gatherer { measure, state: FxHasher::default() };
        std::mem::discriminant(kind).hash(&mut gatherer.state);
        gatherer.kind(kind);
        gatherer.measure.digest = gatherer.state.finish();
        gatherer.measure
    }
}

impl Gatherer {
    /// Adds the digest, the weight and the breadth of one kind of type.
    fn kind(&mut self, kind: &TypeKind) {
        match kind {
            TypeKind::Boolean(value) => value.hash(&mut self.state),
            TypeKind::Integer(range) => self.bounds(Some(*range)),
            TypeKind::Float(Range { from, to }) => {
                // 0.0 and -0.0 are equal, so they must have the same digest: `-0.0 + 0.0` is 0.0.
                let bits_of = |bound: &Option<f64>| bound.map(|n| (n + 0.0).to_bits());
                [bits_of(from), bits_of(to)].hash(&mut self.state);
            }
            TypeKind::String(Strings::Only(text)) => self.text(text),
            TypeKind::Family(family, parameters) => {
                family.name.hash(&mut self.state);
                self.parameters(parameters);
                if family.name == "Init" {
                    // An estimate: a value is compared with all signatures of `new`.
                    self.measure.breadth = self.measure.breadth.saturating_add(64);
                }
            }
            TypeKind::String(Strings::Sized(size)) => self.bounds(Some(*size)),
            TypeKind::Regexp(source) => source.iter().for_each(|source| self.text(source)),
            TypeKind::Enum(values, ignores_case) => {
                ignores_case.hash(&mut self.state);
                values.iter().for_each(|text| self.text(text));
                // If case is ignored, the values are compared one by one instead of by binary search.
                if *ignores_case {
                    self.measure.breadth = to_u32(values.len()).max(1);
                }
            }
            TypeKind::Pattern(regexes) => {
                regexes.iter().for_each(|regex| self.weigh(regex.source().len()));
                self.measure.breadth =
                    saturating_sum(regexes.iter().map(|regex| regex.cost())).saturating_add(1);
                self.in_any_order(regexes.iter().map(|regex| regex.source()).collect::<FxHashSet<_>>());
            }
            TypeKind::Variant(alternatives) => {
                // In the worst case, the value is compared with every alternative.
                let breadth = saturating_sum(alternatives.iter().map(|ty| ty.0.measure.breadth));
                alternatives.iter().for_each(|ty| self.part(ty));
                self.measure.breadth = breadth.max(1);
                self.in_any_order(alternatives);
            }
            TypeKind::Collection(size) => self.bounds(*size),
            TypeKind::Array(element, size) => self.parts([element], *size),
            TypeKind::Hash(key, value, size) => self.parts([key, value], *size),
            TypeKind::Tuple(types, size) => self.parts(types, *size),
            TypeKind::Struct(elements) => {
                for element in elements {
                    self.text(&element.name);
                    element.is_optional.hash(&mut self.state);
                    self.ordered_part(&element.value);
                }
            }
            TypeKind::Optional(inner) | TypeKind::NotUndef(inner) => self.parts(inner, None),
            // A value of such a type is a type, which may be compared with every part.
            TypeKind::Type(inner) => {
                self.parts(inner, None);
                self.measure.breadth = self.measure.weight;
            }
            TypeKind::Iterable(inner) => {
                self.parts(inner, None);
                // An estimate: the type of the value is inferred first.
                self.measure.breadth = self.measure.weight.saturating_add(256);
            }
            TypeKind::Callable(signature) => {
                for part in [&signature.parameters, &signature.block, &signature.result] {
                    part.is_some().hash(&mut self.state);
                    self.parts(part, None);
                }
                self.measure.breadth = self.measure.weight;
            }
            TypeKind::Class(class) => class.id.hash(&mut self.state),
            _ => {}
        }
    }

    /// Adds the parameters of a type of a family.
    fn parameters(&mut self, parameters: &Parameters) {
        for value in parameters.iter() {
            hash_into(value, &mut self.state);
            self.measure.weight = self.measure.weight.saturating_add(value.weight());
            self.measure.depth = self.measure.depth.max(value.depth().saturating_add(1));
            self.measure.breadth = self.measure.breadth.saturating_add(comparison_count(value));
        }
    }

    /// Adds the bounds of a range of integers, such as a size, to the digest.
    fn bounds(&mut self, range: Option<Size>) {
        range.map(|range| (range.from, range.to)).hash(&mut self.state);
    }

    /// Adds the weight of a text of this length.
    fn weigh(&mut self, length: usize) {
        self.measure.weight = self.measure.weight.saturating_add(to_u32(length / BYTES_PER_STEP + 1));
    }

    /// Adds a text to the weight and the digest.
    fn text(&mut self, text: &str) {
        self.weigh(text.len());
        text.hash(&mut self.state);
    }

    /// Adds the measures of a part, but not its digest.
    fn part(&mut self, ty: &Type) {
        let part = &ty.0.measure;
        self.measure.weight = self.measure.weight.saturating_add(part.weight);
        self.measure.depth = self.measure.depth.max(part.depth.saturating_add(1));
        self.measure.breadth = self.measure.breadth.max(part.breadth);
    }

    /// Adds a part whose position matters.
    fn ordered_part(&mut self, ty: &Type) {
        self.part(ty);
        ty.hash(&mut self.state);
    }

    /// Adds parts in order, and a size.
    fn parts<'t>(&mut self, types: impl IntoIterator<Item = &'t Type>, size: Option<Size>) {
        types.into_iter().for_each(|ty| self.ordered_part(ty));
        self.bounds(size);
    }

    /// Adds parts to the digest, whatever their order is.
    fn in_any_order(&mut self, parts: impl IntoIterator<Item = impl Hash>) {
        // A sum does not depend on the order; `xor` would cancel out equal parts.
        let mut sum = 0_u64;
        for part in parts {
            sum = sum.wrapping_add(digest_of(part));
        }
        sum.hash(&mut self.state);
    }
}

/// The digest of a part alone.
fn digest_of(part: impl Hash) -> u64 {
    let mut state = FxHasher::default();
    Hash::hash(&part, &mut state);
    state.finish()
}

/// How often a value may be compared with a parameter.
fn comparison_count(parameter: &Value) -> u32 {
    match parameter {
        Value::Type(ty) => ty.0.measure.breadth.max(ty.weight()),
        Value::Regexp(regex) => regex.cost(),
        Value::Hash(hash) => {
            let counts = hash.pairs().iter().map(|(_, value)| comparison_count(value));
            saturating_sum(counts).saturating_add(1)
        }
        other => other.weight(),
    }
}

/// The sum of costs, or the maximum of 32 bits.
fn saturating_sum(costs: impl Iterator<Item = u32>) -> u32 {
    costs.fold(0, u32::saturating_add)
}

/// A length as 32 bits, or the maximum.
fn to_u32(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
