//! What `Hash`, `Variant`, `Struct`, `Tuple` and lists in lists become in Ecore: classes whose objects are the values.
//!
//! Invariant: reading and writing ask for the same slots, so that a class is written as a type only where reading
//! that makes the very class. This module does not look names up.

use super::inline::{literal_heads, literal_values};
use super::word_type::{self, Refusal, WordType};
use super::words;
use crate::ecore::{Annotation, Class, InstanceName, TYPE_TEXT};
use crate::syntax::ast::{ArgumentKind, LiteralDecl, StructField, TypeArgument, TypeExpr, TypeKind};
use rustc_hash::FxHashSet;

/// What EMF calls the class behind the entries of a map.
pub(crate) const ENTRY: &str = "java.util.Map$Entry";

/// A type whose values are objects of a class made for it.
#[derive(Debug)]
pub(crate) struct Composite<'t> {
    pub(crate) slots: Vec<Slot<'t>>,
    /// How many entries there are, where the class is that of a map's entries.
    pub(crate) entries: Option<(i32, i32)>,
}

/// A feature of such a class.
#[derive(Debug)]
pub(crate) struct Slot<'t> {
    pub(crate) name: String,
    pub(crate) ty: TypeExpr<'t>,
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Slot<'_> {
    /// The bounds, where the type of the slot may be a list of its own.
    pub(crate) fn bounds(&self, list: Option<(i32, i32)>) -> (i32, i32) {
        let (lower, upper) = list.unwrap_or((self.lower, self.upper));
        (if self.lower == 0 { 0 } else { lower }, upper)
    }
}

/// The class for a list or a map that is itself in a list.
pub(crate) fn wrapped(inner: TypeExpr<'_>) -> Composite<'_> {
    let slot = Slot { name: "values".to_owned(), ty: inner, lower: 0, upper: 1 };
    Composite { slots: vec![slot], entries: None }
}

/// What a class made for a type has, by the type's text and by whether it is that of a map's entries.
pub(crate) fn of_text(expr: TypeExpr<'_>, is_entry: bool) -> Option<Composite<'_>> {
    let (word, arguments) = word_type::word(expr)?;
    match word_type::read(expr, &word, arguments.as_deref()).ok()? {
        WordType::Composite(composite) if composite.entries.is_some() == is_entry => Some(composite),
        WordType::Composite(composite) if composite.entries.is_some() => Some(wrapped(expr)),
        WordType::Array(..) if !is_entry => Some(wrapped(expr)),
        _ => None,
    }
}

/// Reads `Hash[…]`, `Variant[…]`, `Struct[…]` or `Tuple[…]`.
pub(crate) fn read<'t>(
    expr: TypeExpr<'t>,
    word: &str,
    list: &[TypeArgument<'t>],
) -> Result<Composite<'t>, Refusal> {
    match word {
        "Hash" => hash(expr, list),
        "Variant" => variant(expr, list),
        "Struct" => record(expr, list),
        _ => tuple(expr, list),
    }
}

fn wrong<T>(expr: TypeExpr<'_>, message: &str) -> Result<T, Refusal> {
    Err(Refusal::Arguments(expr.span(), message.to_owned()))
}

fn hash<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Refusal> {
    let [
        TypeArgument { kind: ArgumentKind::Type(key), .. },
        TypeArgument { kind: ArgumentKind::Type(value), .. },
        rest @ ..,
    ] = list
    else {
        return wrong(expr, "`Hash` takes the type of its keys and that of its values");
    };
    let (lower, upper) = word_type::counts(expr, "Hash", rest, 0)?;
    let slot = |name: &str, ty| Slot { name: name.to_owned(), ty, lower: 0, upper: 1 };
    Ok(Composite { slots: vec![slot("key", *key), slot("value", *value)], entries: Some((lower, upper)) })
}

fn variant<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Refusal> {
    let (mut slots, mut names) = (Vec::with_capacity(list.len()), FxHashSet::default());
    for argument in list {
        let ArgumentKind::Type(ty) = &argument.kind else {
            return Err(Refusal::Arguments(argument.span, "`Variant` takes types".to_owned()));
        };
        let first = match &ty.kind() {
            TypeKind::Named { path, .. } => {
                path.segments.last().map(|name| name.text.clone()).unwrap_or_default()
            }
            TypeKind::Enum(_) => "enum".to_owned(),
            _ => "value".to_owned(),
        };
        let first = super::scope::uncapitalised(&first);
        let mut number = 1;
        let mut name = first.clone();
        while !names.insert(name.clone()) {
            number += 1;
            name = format!("{first}{number}");
        }
        slots.push(Slot { name, ty: *ty, lower: 0, upper: 1 });
    }
    if slots.is_empty() {
        return wrong(expr, "`Variant` takes at least one type");
    }
    Ok(Composite { slots, entries: None })
}

fn record<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Refusal> {
    let [TypeArgument { kind: ArgumentKind::Struct(entries), .. }] = list else {
        return wrong(expr, "`Struct` takes a hash of names and types, such as `Struct[{ name => String }]`");
    };
    let mut names = FxHashSet::default();
    let mut slots = Vec::with_capacity(entries.len());
    for StructField { key, optional, ty } in entries {
        if !names.insert(key.text.as_str()) {
            return Err(Refusal::Arguments(key.span, format!("the key `{}` is given twice", key.text)));
        }
        let absent = *optional || word_type::word(*ty).is_some_and(|(word, _)| word == "Optional");
        slots.push(Slot { name: key.text.clone(), ty: *ty, lower: i32::from(!absent), upper: 1 });
    }
    Ok(Composite { slots, entries: None })
}

fn tuple<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Refusal> {
    let types: Vec<TypeExpr<'t>> = list
        .iter()
        .map_while(|argument| match &argument.kind {
            ArgumentKind::Type(ty) => Some(*ty),
            _ => None,
        })
        .collect();
    let Some(last) = types.len().checked_sub(1) else {
        return wrong(expr, "`Tuple` takes at least one type");
    };
    let count = i32::try_from(types.len()).unwrap_or(i32::MAX);
    let (least, most) = match &list[types.len()..] {
        [] => (count, count),
        sizes => word_type::counts(expr, "Tuple", sizes, count)?,
    };
    if (0..count).contains(&most) {
        return wrong(expr, "a `Tuple` holds at least as many values as it has types");
    }
    let mut slots = Vec::with_capacity(types.len());
    for (at, ty) in types.into_iter().enumerate() {
        let before = i32::try_from(at).unwrap_or(i32::MAX);
        let (mut lower, mut upper) = (i32::from(least > before), 1);
        if at == last && most != count {
            lower = (least - before).max(0);
            upper = if most < 0 { -1 } else { most - before };
            let (word, _) = word_type::word(ty).unwrap_or_default();
            if matches!(word.as_str(), "Array" | "Hash") {
                let what = "a `Tuple` whose last type is a list and repeats";
                return Err(Refusal::NotSupported(what.to_owned()));
            }
        }
        slots.push(Slot { name: format!("item{}", at + 1), ty, lower, upper });
    }
    Ok(Composite { slots, entries: None })
}

/// The text of the type that a class was made for.
pub(crate) fn made_for(class: &Class) -> Option<&str> {
    let is_text = |a: &&Annotation| a.source.as_deref() == Some(TYPE_TEXT);
    class.annotations.iter().find(is_text)?.detail("type")
}

/// The values that objects of a class stand for, where the class was made for a type of several values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompositeForm {
    /// `Hash[K, V]`: a hash, whose entries are the objects.
    Entries,
    /// `Struct[{ … }]`: a hash of the features.
    Record,
    /// `Tuple[…]`: an array of the features' values.
    Row,
    /// `Variant[…]`: a value that one of the features takes.
    Choice,
    /// A list in a list: what its only feature takes.
    List,
}

/// The form of the type that a class was made for, by the text of that type.
pub(crate) fn composite_form(class: &Class) -> Option<CompositeForm> {
    let mut text = made_for(class)?;
    while let Some(inner) = text.strip_prefix("Optional[") {
        text = inner;
    }
    let is_entry = class.instance == InstanceName::Class(ENTRY.to_owned());
    match text.split('[').next()? {
        "Hash" if is_entry => Some(CompositeForm::Entries),
        "Struct" => Some(CompositeForm::Record),
        "Tuple" => Some(CompositeForm::Row),
        "Variant" => Some(CompositeForm::Choice),
        "Array" | "Hash" => Some(CompositeForm::List),
        _ => None,
    }
}

/// A type in the canonical spelling; none for one that cannot be part of another.
pub(crate) fn text(expr: TypeExpr<'_>) -> Option<String> {
    let (path, arguments, parameters) = match expr.kind() {
        TypeKind::Named { path, arguments, parameters } => (path, arguments, parameters),
        TypeKind::Enum(literals) => return enumeration(&literals),
        _ => return None,
    };
    if !arguments.is_empty() {
        return None;
    }
    let mut out = String::from(if path.absolute { "::" } else { "" });
    for (at, name) in path.segments.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { "::" });
        let is_last = at + 1 == path.segments.len();
        match (name.quoted, is_last) {
            (true, _) => out.push_str(&words::string(&name.text)),
            (false, true) => out.push_str(&words::capitalised(&name.text)),
            (false, false) => out.push_str(&name.text),
        }
        if name.ordinal > 0 {
            out.push_str(&format!("[{}]", name.ordinal));
        }
    }
    if let Some(parameters) = parameters {
        let list: Option<Vec<String>> = parameters.iter().map(argument).collect();
        out.push_str(&format!("[{}]", list?.join(", ")));
    }
    Some(out)
}

/// `enum[a, b]`, unless a literal has documentation or settings.
fn enumeration(literals: &[LiteralDecl<'_>]) -> Option<String> {
    let bare = |literal: &LiteralDecl<'_>| literal.doc().is_none() && literal.settings().is_empty();
    let heads: Vec<String> = literal_heads(&literal_values(literals)).collect();
    literals.iter().all(bare).then(|| format!("enum[{}]", heads.join(", ")))
}

fn argument(argument: &TypeArgument<'_>) -> Option<String> {
    Some(match &argument.kind {
        ArgumentKind::Type(ty) => text(*ty)?,
        ArgumentKind::Number(number) => number.clone(),
        ArgumentKind::Default => "default".to_owned(),
        ArgumentKind::String(value) => words::string(value),
        ArgumentKind::Regex(regex) => format!("/{}/", regex.replace('/', "\\/")),
        ArgumentKind::Struct(entries) => {
            let entry = |entry: &StructField<'_>| {
                let key =
                    if entry.key.quoted { words::string(&entry.key.text) } else { entry.key.text.clone() };
                let key = if entry.optional { format!("Optional[{key}]") } else { key };
                Some(format!("{key} => {}", text(entry.ty)?))
            };
            let list: Option<Vec<String>> = entries.iter().map(entry).collect();
            format!("{{ {} }}", list?.join(", "))
        }
    })
}
