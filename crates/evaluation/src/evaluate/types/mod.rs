//! Types as values.
//!
//! Invariants: a type knows its weight, its depth and its breadth, so that the cost of comparing a value with the type
//! is known in advance; equal types have the same digest; the values of an enumeration are sorted and distinct.

mod assign;
mod fault;
mod infer;
mod make;
mod measure;
mod text;

pub(super) use assign::{are_equal, assignable_cost, instance_cost, is_assignable, is_instance};
pub(super) use fault::{Fault, fault};
pub(super) use infer::{element_of, general, generalize, infer, infer_set};
pub(super) use make::{access, access_many, named, named_after_host};

use super::regex::Regex;
use super::rich::{self, Family, Parameters};
use super::value::{Class, Value};
use crate::types::spelling::TEXT_TYPES;
use measure::Measure;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A type as a value.
#[derive(Clone)]
pub struct Type(Arc<Node>);

/// The content of a type, which its copies share.
struct Node {
    kind: TypeKind,
    measure: Measure,
}

/// A range that includes its bounds. A bound is `None` if the range is unlimited at this end.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Range<N> {
    pub(super) from: Option<N>,
    pub(super) to: Option<N>,
}

impl<N: PartialOrd + Copy> Range<N> {
    /// The range that contains only one number.
    pub(super) fn exact(n: N) -> Self {
        Self { from: Some(n), to: Some(n) }
    }

    /// Whether a number is in the range.
    pub(super) fn holds(&self, n: N) -> bool {
        self.from.is_none_or(|from| from <= n) && self.to.is_none_or(|to| n <= to)
    }

    /// Whether all numbers of another range are in this one.
    pub(super) fn covers(&self, other: &Self) -> bool {
        let covers_start = match (self.from, other.from) {
            (None, _) => true,
            (Some(a), Some(b)) => a <= b,
            (Some(_), None) => false,
        };
        covers_start
            && match (self.to, other.to) {
                (None, _) => true,
                (Some(a), Some(b)) => a >= b,
                (Some(_), None) => false,
            }
    }

    /// The smallest range that contains both.
    pub(super) fn join(&self, other: &Self) -> Self {
        Self {
            from: outer_bound(End::Lower, self.from, other.from),
            to: outer_bound(End::Upper, self.to, other.to),
        }
    }

    /// Whether the range is unlimited at both ends.
    pub(super) fn is_unbounded(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }
}

/// An end of a range.
#[derive(Debug, Clone, Copy)]
enum End {
    Lower,
    Upper,
}

/// The bound of a range that contains two others, from their bounds at the same end; `None` if the range is
/// unlimited at this end.
fn outer_bound<N: Copy + PartialOrd>(end: End, a: Option<N>, b: Option<N>) -> Option<N> {
    // If one of the ranges is unlimited at this end, so is the result.
    let (a, b) = (a?, b?);
    let (smaller, greater) = if a < b { (a, b) } else { (b, a) };
    match end {
        End::Lower => Some(smaller),
        End::Upper => Some(greater),
    }
}

/// The possible numbers of elements.
pub(super) type Size = Range<i64>;

/// Any number of elements.
pub(super) const ANY_SIZE: Size = Range { from: Some(0), to: None };

/// The strings that belong to a type.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Strings {
    Any,
    /// Strings with these lengths.
    Sized(Size),
    /// A single string.
    Only(Arc<str>),
}

/// An entry of a `Struct`.
#[derive(Clone, PartialEq)]
pub(super) struct Element {
    pub(super) name: Arc<str>,
    /// Whether the entry may be missing.
    pub(super) is_optional: bool,
    pub(super) value: Type,
}

/// The signature of a callable.
#[derive(Clone, PartialEq)]
pub(super) struct Signature {
    /// The types of the parameters, a `Tuple`; `None` for any parameters.
    pub(super) parameters: Option<Type>,
    /// The type of the lambda; `None` if there is none.
    pub(super) block: Option<Type>,
    /// The type of the result; `None` for any result.
    pub(super) result: Option<Type>,
}

/// The kinds of types.
#[derive(Clone, PartialEq)]
pub(super) enum TypeKind {
    Any,
    Undef,
    /// The type of the elements of an empty array, which matches any type.
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
    /// The strings, and whether the case of letters is ignored.
    Enum(Vec<Arc<str>>, bool),
    Pattern(Vec<Arc<Regex>>),
    Regexp(Option<Arc<str>>),
    Collection(Option<Size>),
    Array(Type, Option<Size>),
    Hash(Type, Type, Option<Size>),
    Tuple(Vec<Type>, Option<Size>),
    Struct(Vec<Element>),
    Iterable(Option<Type>),
    Optional(Option<Type>),
    NotUndef(Option<Type>),
    Variant(Vec<Type>),
    Type(Option<Type>),
    Callable(Signature),
    /// A type of a family of types.
    Family(&'static Family, Parameters),
    /// A type of the host.
    Class(Arc<Class>),
}

impl Type {
    /// A type of a kind.
    pub(super) fn new(kind: TypeKind) -> Self {
        let measure = Measure::from_kind(&kind);
        Self(Arc::new(Node { kind, measure }))
    }

    /// A type of the host.
    #[must_use]
    pub fn class(class: Arc<Class>) -> Self {
        Self::new(TypeKind::Class(class))
    }

    /// The class of the host, if this type is one.
    #[must_use]
    pub fn as_class(&self) -> Option<Arc<Class>> {
        match self.kind() {
            TypeKind::Class(class) => Some(Arc::clone(class)),
            _ => None,
        }
    }

    /// One of several strings.
    #[must_use]
    pub fn one_of<'a>(strings: impl IntoIterator<Item = &'a str>) -> Self {
        let ignores_case = false;
        Self::enumeration(strings.into_iter().map(Arc::from), ignores_case)
    }

    /// Whether a value belongs to this type.
    #[must_use]
    pub fn holds(&self, value: &super::Value) -> bool {
        is_instance(self, value)
    }

    /// Whether models store its values as text although they are not strings, such as versions.
    #[must_use]
    pub fn is_stored_as_text(&self) -> bool {
        match self.kind() {
            TypeKind::Optional(inner) => inner.as_ref().is_some_and(Self::is_stored_as_text),
            TypeKind::Family(family, _) => TEXT_TYPES.contains(&family.name),
            TypeKind::Regexp(_) => true,
            _ => false,
        }
    }

    /// The value that a text stores, or why the text stores none; `None` if models do not store values of this type as
    /// text.
    #[must_use]
    pub fn value_of_text(&self, text: &str) -> Option<Result<Value, String>> {
        match self.kind() {
            TypeKind::Optional(inner) => inner.as_ref()?.value_of_text(text),
            TypeKind::Family(family, _) => {
                if !TEXT_TYPES.contains(&family.name) {
                    return None;
                }
                let create = family.create?;
                Some(create(&[Value::string(text)]))
            }
            // The text comes from a document, so the cost of compiling it is limited by its length.
            TypeKind::Regexp(_) => {
                Some(Regex::from_document(text).map(|regex| Value::Regexp(Arc::new(regex))))
            }
            _ => None,
        }
    }

    /// The type `T` of a `Type[T]`; `None` for other types, and for `Type` alone.
    #[must_use]
    pub fn inner_type(&self) -> Option<Self> {
        match self.kind() {
            TypeKind::Type(inner) => inner.clone(),
            _ => None,
        }
    }

    /// Whether all values of another type belong to this type.
    pub(super) fn covers(&self, other: &Self) -> bool {
        is_assignable(self, other)
    }

    /// The type without its bounds.
    pub(super) fn general(&self) -> Self {
        generalize(self)
    }

    /// The built-in type with a name; `None` if there is none.
    pub(super) fn built_in(name: &str) -> Option<Self> {
        named(name).or_else(|| named_after_host(name))
    }

    /// The type with parameters; `None` if they are invalid.
    pub(super) fn with_parameters(&self, parameters: &[Value]) -> Option<Self> {
        access(self, parameters).ok()
    }

    /// The type of a value, in which the elements of a collection have one common type.
    pub(super) fn common_to(value: &Value) -> Self {
        infer(value)
    }

    /// The name of the type, without parameters.
    pub(super) fn name(&self) -> &str {
        text::type_name(self.kind())
    }

    /// The kind of the type, with its parameters.
    pub(super) fn kind(&self) -> &TypeKind {
        &self.0.kind
    }

    /// The cost of walking the type.
    pub(super) fn weight(&self) -> u32 {
        self.0.measure.weight
    }

    /// How deeply the parts of the type are nested.
    pub(super) fn depth(&self) -> u16 {
        self.0.measure.depth
    }

    /// The type `Any`.
    pub(super) fn any() -> Self {
        Self::new(TypeKind::Any)
    }

    /// The union of several types; if there is only one, the type itself.
    #[expect(clippy::mutable_key_type, reason = "types never change; only their reference counts do")]
    pub(super) fn variant(types: impl IntoIterator<Item = Type>) -> Self {
        let mut alternatives: Vec<Type> = Vec::new();
        // Alternatives are compared by digest, because a variant may have thousands of them.
        let mut seen = FxHashSet::default();
        let mut add = |ty: &Type| {
            if seen.insert(ty.clone()) {
                alternatives.push(ty.clone());
            }
        };
        for ty in types {
            match ty.kind() {
                // Nested variants are flattened, so that equal variants have equal alternatives.
                TypeKind::Variant(inner) => inner.iter().for_each(&mut add),
                _ => add(&ty),
            }
        }
        match alternatives.len() {
            1 => alternatives.swap_remove(0),
            _ => Self::new(TypeKind::Variant(alternatives)),
        }
    }

    /// The type of one of several strings.
    pub(super) fn enumeration(values: impl IntoIterator<Item = Arc<str>>, ignores_case: bool) -> Self {
        let mut values: Vec<_> = values.into_iter().collect();
        // The values are sorted for the binary search in `has_text`.
        values.sort();
        values.dedup();
        Self::new(TypeKind::Enum(values, ignores_case))
    }
}

#[expect(clippy::mutable_key_type, reason = "types never change; only their reference counts do")]
impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        // The digests of different types nearly always differ, so the comparison below is rare.
        if self.0.measure.digest != other.0.measure.digest {
            return false;
        }
        match (self.kind(), other.kind()) {
            // The order of alternatives does not matter.
            (TypeKind::Variant(a), TypeKind::Variant(b)) => {
                let types_b: FxHashSet<_> = b.iter().collect();
                a.len() == b.len() && a.iter().all(|ty| types_b.contains(ty))
            }
            (TypeKind::Pattern(a), TypeKind::Pattern(b)) => {
                let sources_b: FxHashSet<_> = b.iter().map(|regex| regex.source()).collect();
                a.len() == b.len() && a.iter().all(|regex| sources_b.contains(regex.source()))
            }
            (a, b) => a == b,
        }
    }
}

impl Eq for Type {}

impl std::hash::Hash for Type {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.measure.digest.hash(state);
    }
}

/// What `new` creates for a type.
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
    Family(&'static Family),
    /// The type of the values that an `Init` creates, and the arguments after the value.
    Init(&'t Type, &'t [Value]),
    /// A value of the inner type, as for `Optional[T]`.
    Inner(&'t Type),
    /// Nothing: values of the type cannot be created.
    None,
}

/// Properties of types that functions use.
impl Type {
    /// What `new` creates for this type.
    pub(super) fn target(&self) -> Target<'_> {
        match self.kind() {
            TypeKind::Integer(_) => Target::Integer,
            TypeKind::Float(_) => Target::Float,
            TypeKind::Numeric => Target::Numeric,
            TypeKind::Boolean(_) => Target::Boolean,
            TypeKind::String(_) => Target::String,
            TypeKind::Array(..) | TypeKind::Tuple(..) => Target::Array,
            TypeKind::Hash(..) | TypeKind::Struct(_) => Target::Hash,
            TypeKind::Regexp(_) => Target::Regexp,
            TypeKind::Type(_) => Target::Type,
            // In Puppet as well, `Optional[T].new` creates a `T`.
            TypeKind::Optional(Some(inner)) | TypeKind::NotUndef(Some(inner)) => Target::Inner(inner),
            TypeKind::Family(family, parameters) => match rich::init_target(parameters) {
                Some((target, arguments)) if family.name == "Init" => Target::Init(target, arguments),
                _ => Target::Family(family),
            },
            _ => Target::None,
        }
    }

    /// The first and the last number of an `Integer` with both bounds; `None` for other types.
    pub(super) fn integers(&self) -> Option<(i64, i64)> {
        match self.kind() {
            TypeKind::Integer(range) => range.from.zip(range.to),
            _ => None,
        }
    }

    /// The values of an `Enum`; `None` for other types.
    pub(super) fn enumerated(&self) -> Option<&[Arc<str>]> {
        match self.kind() {
            TypeKind::Enum(values, _) => Some(values),
            _ => None,
        }
    }

    /// The expression of a `Regexp`; `None` for other types and a `Regexp` without an expression.
    pub(super) fn regexp(&self) -> Option<&str> {
        match self.kind() {
            TypeKind::Regexp(source) => source.as_deref(),
            _ => None,
        }
    }

    /// The rank by which formats of types that do not contain each other are sorted; 0 for types that are sorted by
    /// their text.
    pub(super) fn rank(&self) -> u8 {
        match self.kind() {
            // The same ranks as in Puppet's `StringConverter`.
            TypeKind::Struct(_) => 1,
            TypeKind::Hash(..) => 2,
            TypeKind::Tuple(..) => 3,
            TypeKind::Array(..) => 4,
            TypeKind::Pattern(_) => 10,
            TypeKind::Enum(..) => 11,
            TypeKind::String(_) => 12,
            _ => 0,
        }
    }

    /// The name of the type whose `new` creates the values of this type; `None` if values cannot be created.
    pub(super) fn creator(&self) -> Option<&'static str> {
        Some(match self.target() {
            Target::Integer => "Integer",
            Target::Float => "Float",
            Target::Numeric => "Numeric",
            Target::Boolean => "Boolean",
            Target::String => "String",
            Target::Array => "Array",
            Target::Hash => "Hash",
            Target::Regexp => "Regexp",
            Target::Type => "Type",
            Target::Family(family) => family.name,
            Target::Init(..) | Target::Inner(_) | Target::None => return None,
        })
    }

    /// Whether the type is an `Init`.
    pub(super) fn is_init(&self) -> bool {
        matches!(self.kind(), TypeKind::Family(family, _) if family.name == "Init")
    }

    /// Whether the type is the type of all objects.
    pub(super) fn is_object(&self) -> bool {
        matches!(self.kind(), TypeKind::Family(family, _) if family.name == "Object")
    }

    /// The name of a resource type; `None` for other types.
    pub(super) fn resource_name(&self) -> Option<&str> {
        match self.kind() {
            TypeKind::Family(family, parameters) if family.name == "Resource" => parameters.first()?.text(),
            _ => None,
        }
    }

    /// The expressions of a `Pattern`; `None` for other types.
    pub(super) fn patterns(&self) -> Option<&[Arc<Regex>]> {
        match self.kind() {
            TypeKind::Pattern(regexes) => Some(regexes),
            _ => None,
        }
    }
}
