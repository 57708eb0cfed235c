//! Handles: for each class a struct that contains an object's number, with the features as methods.
//!
//! Invariants: a handle contains the handle of its class's first supertype, so that a feature is generated where it
//! is declared, and again only if a class inherits it from a further supertype; no method hides another one with the
//! same name.

use super::identifiers::UsedNames;
use super::layout::{self, Printer, width};
use super::plan::{Base, Plan};
use super::{RustOptions, facts, quoted};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Literal, builtin, documentation};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The names of the methods that handles have besides the methods of features.
const RESERVED: &[&str] = &[
    "wrap",
    "object_id",
    "handle_class",
    "create",
    "create_root",
    "from_object",
    "cast",
    "roots_of",
    "to_value",
    "to_data",
    "from_data",
    // Methods of traits and of ids, which a method of the handle with the same name would hide.
    "clone",
    "clone_from",
    "eq",
    "ne",
    "into",
    "try_into",
    "to_owned",
    "index",
];

/// The methods for one feature.
struct Methods {
    feature: FeatureId,
    /// The name of the method that returns the value.
    get: String,
    /// The name of the method that changes the value, if it can be changed.
    set: Option<String>,
    /// The type of the values, as [`shape`] returns it.
    shape: String,
}

/// Prints the module of handles, if the options select it.
pub(super) fn print(plan: &mut Plan<'_>, options: &RustOptions, out: &mut Printer) {
    if !options.handles || plan.scope.classes.is_empty() {
        return;
    }
    out.blank();
    out.line(0, "/// Handles to the objects of a model, with their features as methods.");
    out.line(0, &format!("{} mod handles {{", options.visibility));
    out.margin = 4;
    // All methods are named before the imports are printed, because the imports depend on them.
    let mut names_of_classes: FxHashMap<ClassId, UsedNames> = FxHashMap::default();
    let classes = plan.scope.classes.clone();
    let methods_of_classes: Vec<Vec<Methods>> =
        classes.iter().map(|class| methods(plan, *class, &mut names_of_classes)).collect();
    out.import("super", &imports(plan, &methods_of_classes));
    for (class, methods) in classes.iter().zip(&methods_of_classes) {
        handle(plan, *class, methods, options, out);
    }
    out.margin = 0;
    out.line(0, "}");
}

/// The names outside of the module that handles use.
fn imports(plan: &mut Plan<'_>, methods_of_classes: &[Vec<Methods>]) -> Vec<String> {
    let metamodel = plan.scope.metamodel;
    let mut names = BTreeSet::from(["typed".to_owned()]);
    for class in plan.scope.classes.clone() {
        names.insert(plan.package_name(metamodel[class].package).to_owned());
    }
    for methods in
        methods_of_classes.iter().flatten().filter(|methods| !metamodel[methods.feature].is_reference())
    {
        let is_quiet = true;
        if let Some(Base::Enum(id)) = plan.base(methods.feature, is_quiet) {
            names.insert(plan.enum_name(id).to_owned());
        }
    }
    names.into_iter().collect()
}

/// The supertype whose handle the class's handle contains; `None` if it contains only the number of the object.
fn base(plan: &Plan<'_>, class: ClassId) -> Option<ClassId> {
    plan.scope.metamodel.supertypes(class).find(|id| plan.scope.covers(*id))
}

/// The methods that a class adds to the methods of its base.
fn methods(
    plan: &mut Plan<'_>,
    class: ClassId,
    names_of_classes: &mut FxHashMap<ClassId, UsedNames>,
) -> Vec<Methods> {
    // The bases are named first, and without recursion, because chains of supertypes may be long.
    let mut chain = vec![class];
    let mut next_base = base(plan, class);
    while let Some(base_class) = next_base
        && !names_of_classes.contains_key(&base_class)
    {
        chain.push(base_class);
        next_base = base(plan, base_class);
    }
    let mut methods = Vec::new();
    for class in chain.into_iter().rev() {
        let mut taken = match base(plan, class).and_then(|base| names_of_classes.get(&base)) {
            // A copy for each class: siblings may use the same names, but not the names of their common base.
            Some(taken) => taken.clone(),
            None => reserved_names(),
        };
        methods = own_methods(plan, class, &mut taken);
        names_of_classes.insert(class, taken);
    }
    methods
}

/// The names of methods that all handles have.
fn reserved_names() -> UsedNames {
    let mut taken = UsedNames::default();
    for name in RESERVED {
        taken.take(&[(*name).to_owned()], "_");
    }
    taken
}

/// The methods of a class for the features that the handle of its base does not provide.
fn own_methods(plan: &mut Plan<'_>, class: ClassId, taken: &mut UsedNames) -> Vec<Methods> {
    let metamodel = plan.scope.metamodel;
    let table = metamodel.table(class);
    let inherited = base(plan, class).map(|base| metamodel.table(base));
    let mut methods: Vec<Methods> = Vec::new();
    for (slot, feature) in table.all_features().iter().copied().enumerate() {
        let name = metamodel[feature].name();
        let is_hidden = table.slot_named(name) != Some(slot);
        // The base has the methods of its features, which a handle inherits by dereferencing to it.
        if is_hidden || inherited.is_some_and(|table| table.slot(feature).is_some()) {
            continue;
        }
        let Some(shape) = shape(plan, feature) else { continue };
        let plain_name = plan.speller.snake(name);
        let preferred_name = if RESERVED.contains(&plain_name.as_str()) {
            format!("{plain_name}_value")
        } else {
            plain_name.clone()
        };
        let get = taken.take(&[preferred_name], "_");
        if get != plain_name {
            plan.report_renamed(&format!("the method for {}", metamodel.feature_label(feature)), &get);
        }
        methods.push(Methods { feature, get, set: None, shape });
    }
    // After all getters, so that a feature that is called `set_x` keeps its name.
    for methods in methods.iter_mut().filter(|methods| metamodel[methods.feature].changeable) {
        // A raw name cannot follow `set_`.
        let name = methods.get.trim_start_matches("r#").trim_start_matches('_');
        let is_many = metamodel[methods.feature].many();
        let plain_setter = if is_many {
            plan.speller.legal(&format!("{}_mut", name.trim_end_matches('_')))
        } else {
            format!("set_{name}")
        };
        let set = taken.take(std::slice::from_ref(&plain_setter), "_");
        if set != plain_setter {
            let label = metamodel.feature_label(methods.feature);
            plan.report_renamed(&format!("the method that edits {label}"), &set);
        }
        methods.set = Some(set);
    }
    methods
}

/// The type of a feature's values as the macro `typed::handle!` expects it: `[T]` for a list, `(T)` for a value that is
/// never null, `(?T)` for one that may be null. `None` for feature maps.
fn shape(plan: &mut Plan<'_>, feature: FeatureId) -> Option<String> {
    let metamodel = plan.scope.metamodel;
    let data = &metamodel[feature];
    let (ty, is_never_null) = if data.is_reference() {
        (name_of_handle(plan, metamodel.target(feature)).unwrap_or("typed::ObjectId").to_owned(), false)
    } else {
        // The features without a field are already reported.
        let is_quiet = true;
        let base = plan.base(feature, is_quiet)?;
        let base = plan.content_of(base);
        // Numbers, booleans and enumerations are never null; a string may be null, even if it has a default.
        let intrinsic_default = metamodel[metamodel.data_type(feature)].kind.intrinsic_default();
        let is_enumeration_or_primitive = matches!(base, Base::Enum(_)) || intrinsic_default != Literal::Null;
        let is_never_null = data.default != Literal::Null
            && is_enumeration_or_primitive
            && !matches!(base, Base::UserType(_));
        let ty = match base {
            Base::String | Base::Lexical | Base::Any => "&str".to_owned(),
            other => plan.base_type(other).to_string(),
        };
        (ty, is_never_null)
    };
    Some(match (data.many(), is_never_null) {
        (true, _) => format!("[{ty}]"),
        (false, true) => format!("({ty})"),
        (false, false) => format!("(?{ty})"),
    })
}

/// The name of the handle of a class; `None` if it has none.
fn name_of_handle<'p>(plan: &'p Plan<'_>, class: ClassId) -> Option<&'p str> {
    // Handles have no struct for objects of any class: those are plain ids.
    if class == builtin::EOBJECT {
        return None;
    }
    plan.struct_name(class).or_else(|| plan.union_name(class))
}

/// Prints the handle of a class, with its methods.
fn handle(plan: &Plan<'_>, class: ClassId, methods: &[Methods], options: &RustOptions, out: &mut Printer) {
    let metamodel = plan.scope.metamodel;
    let data = &metamodel[class];
    let Some(handle_name) = name_of_handle(plan, class) else { return };
    let base = base(plan, class).and_then(|base| name_of_handle(plan, base)).unwrap_or("typed::ObjectId");
    out.blank();
    let default_docs = format!("An object of class `{}` in a model.", layout::name_in_docs(&data.name));
    out.docs(0, documentation(&data.annotations), &default_docs);
    out.line(0, "#[derive(Clone, Copy, PartialEq, Eq, Hash)]");
    out.line(0, &format!("{} struct {handle_name}({base});", options.visibility));
    out.blank();
    out.line(0, "typed::handle! {");
    let original_name =
        if data.name == handle_name { String::new() } else { format!(" as {}", quoted(&data.name)) };
    // A handle converts into the handles of all superclasses, but contains only the handle of its base.
    let supers = metamodel.table(class).supertypes().iter().copied();
    let supers = supers.filter(|id| *id != class && *id != builtin::EOBJECT);
    let supers: Vec<&str> = supers.filter_map(|id| name_of_handle(plan, id)).collect();
    let mut head = vec![format!("{handle_name}({base}){original_name}")];
    if !supers.is_empty() {
        let last_index = supers.len() - 1;
        head.push("into".to_owned());
        for (index, name) in supers.iter().enumerate() {
            head.push(format!("{name}{}", if index == last_index { "" } else { "," }));
        }
    }
    head.push(format!(
        "in {} {{{}",
        plan.package_name(data.package),
        if methods.is_empty() { "}" } else { "" }
    ));
    print_wrapped(&head, out);
    for (index, methods_of_feature) in methods.iter().enumerate() {
        let feature = &metamodel[methods_of_feature.feature];
        if index > 0 {
            out.blank();
        }
        facts::feature_docs(plan, methods_of_feature.feature, 8, out);
        let original_name = match feature.name() {
            name if name == methods_of_feature.get => String::new(),
            name => format!(" as {}", quoted(name)),
        };
        let set = methods_of_feature.set.as_ref().map(|set| format!(", {set}")).unwrap_or_default();
        out.line(
            8,
            &format!("{}{original_name}{set}: {};", methods_of_feature.get, methods_of_feature.shape),
        );
    }
    if !methods.is_empty() {
        out.line(4, "}");
    }
    out.line(0, "}");
}

/// Prints words one after the other, with four spaces before the first line, and eight before each further line.
fn print_wrapped(words: &[String], out: &mut Printer) {
    let mut line = String::new();
    let mut indent = 4;
    for word in words {
        if !line.is_empty() && out.margin + indent + width(&line) + 1 + width(word) > super::layout::WIDTH {
            out.line(indent, &line);
            line.clear();
            indent = 8;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    out.line(indent, &line);
}
