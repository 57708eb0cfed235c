//! Types as values: what they are.
//!
//! Invariants: a type knows how much it holds, how deep it is and how often it may be tried, so that whoever
//! walks it knows the cost beforehand; equal types have the same digest; the values of an enumeration are
//! sorted, and each stands in it once.

mod assign;
mod infer;
mod make;
mod measure;
mod text;

pub(super) use assign::{assignable, assignable_cost, equal, instance, instance_cost};
pub(super) use infer::{general, generalize, infer, infer_set};
pub(super) use make::{access, named};

use super::regex::Regex;
use super::value::Class;
use measure::Measure;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A type.
#[derive(Clone)]
pub struct Ty(Rc<Node>);

struct Node {
    kind: Kind,
    measure: Measure,
}

/// From the first to the last that is allowed; nothing is no bound.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Range<N> {
    pub(super) from: Option<N>,
    pub(super) to: Option<N>,
}

impl<N: PartialOrd + Copy> Range<N> {
    pub(super) fn exact(n: N) -> Self {
        Self { from: Some(n), to: Some(n) }
    }

    pub(super) fn holds(&self, n: N) -> bool {
        self.from.is_none_or(|from| from <= n) && self.to.is_none_or(|to| n <= to)
    }

    pub(super) fn covers(&self, other: &Self) -> bool {
        let from = match (self.from, other.from) {
            (None, _) => true,
            (Some(a), Some(b)) => a <= b,
            (Some(_), None) => false,
        };
        from && match (self.to, other.to) {
            (None, _) => true,
            (Some(a), Some(b)) => a >= b,
            (Some(_), None) => false,
        }
    }

    /// The smallest range that covers both.
    pub(super) fn join(&self, other: &Self) -> Self {
        let pick = |a: Option<N>, b: Option<N>, least: bool| {
            a.zip(b).map(|(a, b)| if (a < b) == least { a } else { b })
        };
        Self { from: pick(self.from, other.from, true), to: pick(self.to, other.to, false) }
    }

    pub(super) fn is_unbounded(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }
}

/// How many there may be.
pub(super) type Size = Range<i64>;

/// Any number of them.
pub(super) const ANY_SIZE: Size = Range { from: Some(0), to: None };

/// What strings belong to a type.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Strings {
    Any,
    Sized(Size),
    Only(Rc<str>),
}

/// An entry of a `Struct`.
#[derive(Clone, PartialEq)]
pub(super) struct Element {
    pub(super) name: Rc<str>,
    pub(super) optional: bool,
    pub(super) value: Ty,
}

/// What can be called with what.
#[derive(Clone, PartialEq)]
pub(super) struct Signature {
    pub(super) parameters: Option<Ty>,
    pub(super) block: Option<Ty>,
    pub(super) result: Option<Ty>,
}

/// The kinds of types.
#[derive(Clone, PartialEq)]
pub(super) enum Kind {
    Any,
    Undef,
    /// What nothing is known of: the element of an empty array.
    Unit,
    Default,
    Scalar,
    ScalarData,
    Data,
    RichData,
    Numeric,
    Boolean(Option<bool>),
    Integer(Range<i64>),
    Float(Range<f64>),
    String(Strings),
    Enum(Vec<Rc<str>>, bool),
    Pattern(Vec<Rc<Regex>>),
    Regexp(Option<Rc<str>>),
    Collection(Option<Size>),
    Array(Ty, Option<Size>),
    Hash(Ty, Ty, Option<Size>),
    Tuple(Vec<Ty>, Option<Size>),
    Struct(Vec<Element>),
    Iterable(Option<Ty>),
    Optional(Option<Ty>),
    NotUndef(Option<Ty>),
    Variant(Vec<Ty>),
    Type(Option<Ty>),
    Callable(Signature),
    /// A type that is known by name only.
    Named(Rc<str>),
    /// A type of the host.
    Class(Rc<Class>),
}

impl Ty {
    pub(super) fn new(kind: Kind) -> Self {
        let measure = Measure::of(&kind);
        Self(Rc::new(Node { kind, measure }))
    }

    /// A type of the host.
    #[must_use]
    pub fn class(class: Rc<Class>) -> Self {
        Self::new(Kind::Class(class))
    }

    /// The type of the host that it is.
    #[must_use]
    pub fn as_class(&self) -> Option<Rc<Class>> {
        match self.kind() {
            Kind::Class(class) => Some(Rc::clone(class)),
            _ => None,
        }
    }

    /// One of several strings.
    #[must_use]
    pub fn one_of<'a>(strings: impl IntoIterator<Item = &'a str>) -> Self {
        Self::enumeration(strings.into_iter().map(Rc::from), false)
    }

    /// Whether a value belongs to it.
    #[must_use]
    pub fn holds(&self, value: &super::Value) -> bool {
        instance(self, value)
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.0.kind
    }

    pub(super) fn weight(&self) -> u32 {
        self.0.measure.weight
    }

    pub(super) fn depth(&self) -> u16 {
        self.0.measure.depth
    }

    pub(super) fn any() -> Self {
        Self::new(Kind::Any)
    }

    /// One of several types; with one type, that.
    #[expect(clippy::mutable_key_type, reason = "types never change; only counts of who shares them do")]
    pub(super) fn variant(types: impl IntoIterator<Item = Ty>) -> Self {
        let mut all: Vec<Ty> = Vec::new();
        let mut known = FxHashSet::default();
        let mut add = |ty: &Ty| {
            if known.insert(ty.clone()) {
                all.push(ty.clone());
            }
        };
        for ty in types {
            match ty.kind() {
                Kind::Variant(inner) => inner.iter().for_each(&mut add),
                _ => add(&ty),
            }
        }
        if all.len() == 1 { all.swap_remove(0) } else { Self::new(Kind::Variant(all)) }
    }

    pub(super) fn enumeration(values: impl IntoIterator<Item = Rc<str>>, fold: bool) -> Self {
        let mut values: Vec<_> = values.into_iter().collect();
        values.sort();
        values.dedup();
        Self::new(Kind::Enum(values, fold))
    }
}

#[expect(clippy::mutable_key_type, reason = "types never change; only counts of who shares them do")]
impl PartialEq for Ty {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
            || self.0.measure.digest == other.0.measure.digest
                && match (self.kind(), other.kind()) {
                    (Kind::Variant(a), Kind::Variant(b)) => {
                        let all: FxHashSet<_> = b.iter().collect();
                        a.len() == b.len() && a.iter().all(|ty| all.contains(ty))
                    }
                    (Kind::Pattern(a), Kind::Pattern(b)) => {
                        let all: FxHashSet<_> = b.iter().map(|regex| regex.source()).collect();
                        a.len() == b.len() && a.iter().all(|regex| all.contains(regex.source()))
                    }
                    (a, b) => a == b,
                }
    }
}

impl Eq for Ty {}

impl std::hash::Hash for Ty {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.measure.digest.hash(state);
    }
}

/// What values of a type are made of.
pub(super) enum Target<'t> {
    Integer,
    Float,
    Numeric,
    Boolean,
    String,
    Array,
    Hash,
    Regexp,
    Type,
    Inner(&'t Ty),
    None,
}

/// What functions ask of a type.
impl Ty {
    pub(super) fn target(&self) -> Target<'_> {
        match self.kind() {
            Kind::Integer(_) => Target::Integer,
            Kind::Float(_) => Target::Float,
            Kind::Numeric => Target::Numeric,
            Kind::Boolean(_) => Target::Boolean,
            Kind::String(_) => Target::String,
            Kind::Array(..) | Kind::Tuple(..) => Target::Array,
            Kind::Hash(..) | Kind::Struct(_) => Target::Hash,
            Kind::Regexp(_) => Target::Regexp,
            Kind::Type(_) => Target::Type,
            Kind::Optional(Some(inner)) | Kind::NotUndef(Some(inner)) => Target::Inner(inner),
            _ => Target::None,
        }
    }

    /// The numbers of an `Integer` with both bounds.
    pub(super) fn integers(&self) -> Option<(i64, i64)> {
        match self.kind() {
            Kind::Integer(range) => range.from.zip(range.to),
            _ => None,
        }
    }

    /// The words of an `Enum`.
    pub(super) fn enumerated(&self) -> Option<&[Rc<str>]> {
        match self.kind() {
            Kind::Enum(values, _) => Some(values),
            _ => None,
        }
    }

    /// The expression of a `Regexp`.
    pub(super) fn regexp(&self) -> Option<&str> {
        match self.kind() {
            Kind::Regexp(source) => source.as_deref(),
            _ => None,
        }
    }

    /// The expressions of a `Pattern`.
    pub(super) fn patterns(&self) -> Option<&[Rc<Regex>]> {
        match self.kind() {
            Kind::Pattern(all) => Some(all),
            _ => None,
        }
    }
}
