//! How the fields of types are read from JSON, derived from the metamodel once for each thread.
//!
//! Invariant: a type that does not match the metamodel has no plan, so that its documents are read completely, which
//! reports the difference. This module does not know texts.

use super::super::super::description::{Field, entry_shapes, resolve_entries, shapes};
use super::super::super::{Element, Field as FieldType, FieldValue};
use crate::ecore::{ClassId, DataKind, DataType, FeatureId, Metamodel, builtin};
use crate::tree::plan::{Plans, Role, is_concrete};
use crate::tree::{ClassFinder, DeclaredNames};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The key by which other programs name the class of an object in another dialect.
pub(super) const EMF_CLASS: &str = "eClass";

thread_local! {
    /// The plans of this thread.
    static PLANS: RefCell<TypePlans> = RefCell::default();
}

/// Takes the plans of this thread, which has none until [`put_back`] returns them.
pub(super) fn take() -> TypePlans {
    PLANS.take()
}

/// Returns the plans to the thread, for its next document.
pub(super) fn put_back(plans: TypePlans) {
    PLANS.set(plans);
}

/// The plans of types; the address of a type's classes identifies the type.
#[derive(Debug, Default)]
pub(super) struct TypePlans {
    /// The classes of roots, by the address of the type's classes.
    roots: FxHashMap<usize, Option<ExpectedClass>>,
    /// The plans of classes, by the address of the type's classes and the class of the object.
    classes: FxHashMap<(usize, ClassId), Option<PlannedClass>>,
    /// The plans of maps, by the address of the metamodel and the feature that is the map.
    entries: FxHashMap<(usize, FeatureId), Option<Rc<EntryPlan>>>,
    /// The finders of classes, by the address of the metamodel and whether unknown keys are ignored.
    finders: FxHashMap<(usize, bool), ClassFinder>,
    /// The plans of the reader of models, from which those of types are derived, by the address of the metamodel.
    documents: DocumentPlans,
}

/// The plans of the reader of models, by the address of the metamodel.
type DocumentPlans = FxHashMap<usize, Plans>;

/// The plans of the reader of models for a metamodel.
fn document_plans<'p>(plans_by_address: &'p mut DocumentPlans, metamodel: &Arc<Metamodel>) -> &'p mut Plans {
    plans_by_address.entry(address(metamodel)).or_insert_with(|| Plans::new(metamodel))
}

/// The address of a metamodel, which identifies it, because the metamodels of types are never dropped.
fn address(metamodel: &Arc<Metamodel>) -> usize {
    Arc::as_ptr(metamodel) as usize
}

/// The position of a class among those of a type, and its plan.
type PlannedClass = (usize, Rc<ClassPlan>);

/// The class that an object has unless it names a subclass.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExpectedClass {
    pub(super) id: ClassId,
    /// Whether the class is concrete and has no concrete subclasses.
    pub(super) is_sealed: bool,
}

/// How the fields of a class are read.
#[derive(Debug)]
pub(super) struct ClassPlan {
    pub(super) class: ClassId,
    pub(super) names: &'static [&'static str],
    /// Whether no name has characters that strings escape.
    pub(super) has_plain_names: bool,
    /// The number of features of the class, for which objects of a model have slots.
    pub(super) slot_count: usize,
    pub(super) fields: Box<[FieldPlan]>,
}

/// How the entries of a map are read.
#[derive(Debug)]
pub(super) struct EntryPlan {
    pub(super) key: FieldPlan,
    pub(super) key_kind: DataKind,
    pub(super) value: FieldPlan,
}

/// How a field is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldPlan {
    pub(super) rule: Rule,
    pub(super) is_many: bool,
}

/// How a value is read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rule {
    /// A string, of which every text is valid.
    Text,
    /// A literal.
    Literal(&'static DataType),
    /// An integer with its number of bits.
    Integer(u8, &'static DataType),
    /// Another scalar.
    Scalar(&'static DataType),
    /// A contained object.
    Object(ExpectedClass),
    /// The entries of a map.
    Entries(FeatureId),
    /// A value that this reader does not accept, so that the document is read by means of a model.
    Uncertain,
}

impl TypePlans {
    /// The class of roots that do not name their class. `find` determines it when it is not cached.
    pub(super) fn root<T: Element>(
        &mut self,
        metamodel: &'static Arc<Metamodel>,
        find: fn(&Metamodel) -> Option<ClassId>,
    ) -> Option<ExpectedClass> {
        let Self { roots, documents, .. } = self;
        *roots.entry(T::CLASSES.as_ptr() as usize).or_insert_with(|| {
            let id = find(metamodel)?;
            Some(ExpectedClass { id, is_sealed: document_plans(documents, metamodel).is_sealed(id) })
        })
    }

    /// The position of a class among those of a type, and its plan.
    pub(super) fn class<T: Element>(
        &mut self,
        metamodel: &'static Arc<Metamodel>,
        class: ClassId,
    ) -> Option<PlannedClass> {
        let Self { classes, documents, .. } = self;
        classes
            .entry((T::CLASSES.as_ptr() as usize, class))
            .or_insert_with(|| class_plan::<T>(metamodel, document_plans(documents, metamodel), class))
            .clone()
    }

    /// The class of an object with some keys, if there is only one.
    pub(super) fn class_with_keys(
        &mut self,
        metamodel: &Arc<Metamodel>,
        expected: ClassId,
        keys: &[&str],
        ignores_unknown_keys: bool,
    ) -> Option<ClassId> {
        let finder = self.finders.entry((address(metamodel), ignores_unknown_keys)).or_default();
        finder.find(metamodel, expected, keys.iter().copied(), ignores_unknown_keys).ok()
    }

    /// For each discriminator that the metamodel declares for the class `expected` and its subclasses: the names by
    /// which it names them.
    pub(super) fn declared_names(
        &mut self,
        metamodel: &Arc<Metamodel>,
        expected: ClassId,
        ignores_unknown_keys: bool,
    ) -> &[DeclaredNames] {
        if !metamodel.has_discriminators() {
            return &[];
        }
        let finder = self.finders.entry((address(metamodel), ignores_unknown_keys)).or_default();
        finder.declared_names(metamodel, expected)
    }

    /// The plan of the entries of a map; `None` if they do not match the types of the key and the value.
    pub(super) fn entry_plan<K: FieldValue, V: FieldType>(
        &mut self,
        metamodel: &'static Arc<Metamodel>,
        map: FeatureId,
    ) -> Option<Rc<EntryPlan>> {
        let Self { entries, documents, .. } = self;
        let plan = entries.entry((address(metamodel), map)).or_insert_with(|| {
            let entries = resolve_entries(metamodel, map, entry_shapes::<K, V>()).ok()?;
            let [key, value] = entries.fields.as_slice() else { return None };
            let plans = document_plans(documents, metamodel);
            let key_plan = field_plan(metamodel, plans, entries.class, key);
            let value_plan = field_plan(metamodel, plans, entries.class, value);
            Some(Rc::new(EntryPlan { key: key_plan, key_kind: key.kind, value: value_plan }))
        });
        plan.clone()
    }
}

/// How the fields of a class are read into a type; `None` if this reader must not read them.
fn class_plan<T: Element>(
    metamodel: &'static Arc<Metamodel>,
    plans: &mut Plans,
    class: ClassId,
) -> Option<PlannedClass> {
    let position = T::CLASSES.iter().position(|description| description.find(metamodel) == Some(class))?;
    let description = T::CLASSES.get(position)?;
    // An object with this key may be written in the dialect of EMF, in which the key names the class.
    if description.features.contains(&EMF_CLASS) || !is_concrete(metamodel, class) {
        return None;
    }
    let fields = description.resolve(metamodel, &shapes::<T>(position)).ok()?;
    let fields = fields.fields.iter().map(|field| field_plan(metamodel, plans, class, field)).collect();
    let names = description.features;
    let has_plain_names = !names.iter().any(|name| name.contains(is_escaped));
    let slot_count = metamodel.table(class).all_features().len();
    Some((position, Rc::new(ClassPlan { class, names, has_plain_names, slot_count, fields })))
}

/// Whether a text in JSON contains a character only with an escape.
fn is_escaped(c: char) -> bool {
    c.is_control() || matches!(c, '"' | '\\')
}

/// How a field of a class is read.
fn field_plan(
    metamodel: &'static Arc<Metamodel>,
    plans: &mut Plans,
    class: ClassId,
    field: &Field,
) -> FieldPlan {
    let is_many = metamodel[field.feature].many();
    let Some(plan) = plans.of_class(class).get(field.slot).copied() else {
        return FieldPlan { rule: Rule::Uncertain, is_many };
    };
    let rule = match plan.role {
        // This reader does not read these forms.
        _ if plan.is_unnameable || plan.any.is_some() || plan.is_choice || plan.is_tuple => Rule::Uncertain,
        Role::Data(_) if field.is_plain_text => Rule::Text,
        Role::Data(DataKind::Enum) => Rule::Literal(&metamodel[metamodel.data_type(field.feature)]),
        Role::Data(DataKind::Integer { bits, .. }) => {
            Rule::Integer(bits, &metamodel[metamodel.data_type(field.feature)])
        }
        Role::Data(_) => Rule::Scalar(&metamodel[metamodel.data_type(field.feature)]),
        Role::Contained(_) if plan.is_map => Rule::Entries(field.feature),
        // The objects of a feature of type `EObject` are excluded, because they may be of any package.
        Role::Contained(target) if target != builtin::EOBJECT => {
            Rule::Object(ExpectedClass { id: target, is_sealed: plans.is_sealed(target) })
        }
        _ => Rule::Uncertain,
    };
    FieldPlan { rule, is_many }
}
