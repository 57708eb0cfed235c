//! The representation of `Hash`, `Variant`, `Struct`, `Tuple` and lists of lists in Ecore: as classes whose objects
//! are the values.
//!
//! Invariant: reading and writing use the same members, so that a class is written as a type only if reading that
//! type creates an equal class. This module does not resolve names.

use super::arguments::{Rejection, counts, word};
use super::scope::uncapitalised;
use crate::syntax::ast::{ArgumentKind, StructField, TypeArgument, TypeExpr, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// EMF's instance class name for map entries.
pub(crate) const ENTRY: &str = "java.util.Map$Entry";

/// A composite type: its values are objects of a class created for it.
#[derive(Debug)]
pub(crate) struct Composite<'t> {
    pub(crate) members: Vec<CompositeMember<'t>>,
    /// The minimum and the maximum number of entries, if the class is that of the entries of a map.
    pub(crate) entries: Option<(i32, i32)>,
}

/// A feature of the class that is created for a composite type.
#[derive(Debug)]
pub(crate) struct CompositeMember<'t> {
    pub(crate) name: String,
    pub(crate) ty: TypeExpr<'t>,
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// Whether the data type of the feature is the variant with null, if Ecore has one. Entries of maps always use that
    /// variant, because EMF would not write a value that equals Java's default.
    pub(crate) is_nullable: bool,
}

impl CompositeMember<'_> {
    /// The bounds of the member; `type_bounds` are those of its type if the type is itself a list or a map.
    pub(crate) fn bounds(&self, type_bounds: Option<(i32, i32)>) -> (i32, i32) {
        let (lower, upper) = type_bounds.unwrap_or((self.lower, self.upper));
        // A member that may be absent needs no values, even if its type requires some.
        let may_be_absent = self.lower == 0;
        (if may_be_absent { 0 } else { lower }, upper)
    }
}

/// The class for a list or a map inside a list.
pub(crate) fn wrapped(inner: TypeExpr<'_>) -> Composite<'_> {
    let member =
        CompositeMember { name: "values".to_owned(), ty: inner, lower: 0, upper: 1, is_nullable: true };
    Composite { members: vec![member], entries: None }
}

/// `Hash[…]`, `Variant[…]`, `Struct[…]` or `Tuple[…]`
pub(super) fn read<'t>(
    expr: TypeExpr<'t>,
    word: &str,
    list: &[TypeArgument<'t>],
) -> Result<Composite<'t>, Rejection> {
    match word {
        "Hash" => hash(expr, list),
        "Variant" => variant(expr, list),
        "Struct" => record(expr, list),
        _ => tuple(expr, list),
    }
}

/// Rejects the arguments of a type.
fn reject<T>(expr: TypeExpr<'_>, message: &str) -> Result<T, Rejection> {
    Err(Rejection::Arguments(expr.span(), message.to_owned()))
}

/// `Hash[K, V, lo, hi]`: the class of its entries.
fn hash<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Rejection> {
    let [
        TypeArgument { kind: ArgumentKind::Type(key), .. },
        TypeArgument { kind: ArgumentKind::Type(value), .. },
        bounds @ ..,
    ] = list
    else {
        return reject(expr, "`Hash` must have the types of its keys and of its values");
    };
    let default_min = 0;
    let (lower, upper) = counts(expr, "Hash", bounds, default_min)?;
    let member = |name: &str, ty| CompositeMember {
        name: name.to_owned(),
        ty,
        // In an entry, a missing value means null. So it may be missing only if the type accepts undef.
        lower: i32::from(!may_be_undef(ty)),
        upper: 1,
        is_nullable: true,
    };
    Ok(Composite {
        members: vec![member("key", *key), member("value", *value)],
        entries: Some((lower, upper)),
    })
}

/// Whether `undef` is a value of a type.
fn may_be_undef(ty: TypeExpr<'_>) -> bool {
    word(ty).is_some_and(|(word, _)| matches!(&*word, "Optional" | "Any" | "Data" | "RichData"))
}

/// `Variant[A, B]`: a class with a feature for each type, one of which has a value.
fn variant<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Rejection> {
    let (mut members, mut names) = (Vec::with_capacity(list.len()), FxHashSet::default());
    // The last number of each name. The numbers before it are taken, so the next search starts after it.
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    for argument in list {
        let ArgumentKind::Type(ty) = &argument.kind else {
            return Err(Rejection::Arguments(
                argument.span,
                "the arguments of `Variant` must be types".to_owned(),
            ));
        };
        let base_name = match ty.kind() {
            TypeKind::Named { path, .. } => uncapitalised(&path.last.text),
            TypeKind::Enum(_) => "enum".to_owned(),
            _ => "value".to_owned(),
        };
        let number = numbers.entry(base_name.clone()).or_insert(1);
        let mut name = base_name.clone();
        // Several types of a variant may have the same name, such as `Integer[1, 2]` and `Integer[5, 6]`. So they get
        // numbers.
        while !names.insert(name.clone()) {
            *number += 1;
            name = format!("{base_name}{number}");
        }
        members.push(CompositeMember { name, ty: *ty, lower: 0, upper: 1, is_nullable: true });
    }
    if members.is_empty() {
        return reject(expr, "`Variant` must have at least one type");
    }
    Ok(Composite { members, entries: None })
}

/// `Struct[{ name => T }]`: a class with a feature for each key.
fn record<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Rejection> {
    let [TypeArgument { kind: ArgumentKind::Struct(entries), .. }] = list else {
        return reject(
            expr,
            "the argument of `Struct` must be a hash of names and types, such as `Struct[{ name => String }]`",
        );
    };
    let mut names = FxHashSet::default();
    let mut members = Vec::with_capacity(entries.len());
    for StructField { key, optional, ty } in entries {
        if !names.insert(&*key.text) {
            return Err(Rejection::Arguments(key.span, format!("the key `{}` is given twice", key.text)));
        }
        // As in Puppet, a key may be missing if its type is `Optional`.
        let may_be_absent = *optional || word(*ty).is_some_and(|(word, _)| word == "Optional");
        members.push(CompositeMember {
            name: key.text.to_string(),
            ty: *ty,
            lower: i32::from(!may_be_absent),
            upper: 1,
            is_nullable: may_be_absent,
        });
    }
    Ok(Composite { members, entries: None })
}

/// `Tuple[A, B, lo, hi]`: a class with a feature for each type, the last of which may have several values.
fn tuple<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Rejection> {
    let types: Vec<TypeExpr<'t>> = list
        .iter()
        // The types come first. The arguments after them are the size.
        .map_while(|argument| match &argument.kind {
            ArgumentKind::Type(ty) => Some(*ty),
            _ => None,
        })
        .collect();
    let Some(last) = types.len().checked_sub(1) else {
        return reject(expr, "`Tuple` must have at least one type");
    };
    let count = i32::try_from(types.len()).unwrap_or(i32::MAX);
    let (min, max) = match &list[types.len()..] {
        [] => (count, count),
        sizes => counts(expr, "Tuple", sizes, count)?,
    };
    // A maximum of -1 means that there is no limit.
    if (0..count).contains(&max) {
        return reject(expr, "a `Tuple` must have at least as many values as types");
    }
    let mut members = Vec::with_capacity(types.len());
    for (index, ty) in types.into_iter().enumerate() {
        let count_before = i32::try_from(index).unwrap_or(i32::MAX);
        // `undef` means that the feature is not set.
        let may_be_absent = may_be_undef(ty);
        let (mut lower, mut upper) = (i32::from(min > count_before && !may_be_absent), 1);
        if index == last && max != count {
            // The last type may be repeated, so its bounds are what remains after the other types.
            lower = (min - count_before).max(0);
            upper = if max < 0 { -1 } else { max - count_before };
            let (word, _) = word(ty).unwrap_or_default();
            if matches!(&*word, "Array" | "Hash") {
                // Ecore has no lists of lists.
                let feature = "a `Tuple` whose last type is a list and is repeated";
                return Err(Rejection::NotSupported(feature.to_owned()));
            }
        }
        let name = format!("item{}", index + 1);
        members.push(CompositeMember { name, ty, lower, upper, is_nullable: lower == 0 });
    }
    Ok(Composite { members, entries: None })
}
