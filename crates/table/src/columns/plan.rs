//! The plan of a class as columns: which fields its structs have, and which slots of which class each field fills.
//!
//! Invariants: a plan depends on the metamodel, the class and the limits alone; it is finite, although classes may
//! contain themselves; what it cannot express as columns is a column of JSON text, and noted. This module does not
//! know Arrow.

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{ClassId, DataKind, Metamodel, builtin};
use modelwright_notations::tree::ClassFinder;
use modelwright_notations::tree::plan::{Plan as SlotPlan, Plans, Role, is_concrete};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The limits of a plan. What is beyond them is a column of JSON text.
///
/// ```
/// use modelwright_table::columns::Depth;
///
/// let flat = Depth { levels: 1, ..Depth::default() };
/// assert!(flat.levels < Depth::default().levels);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Depth {
    /// The nesting of structs, the rows included.
    pub levels: usize,
    /// How often a class is nested in itself.
    pub repeats: usize,
    /// The number of fields of all structs.
    pub fields: usize,
}

impl Depth {
    /// The greatest nesting of structs, whatever is requested: readers of Parquet and engines recurse.
    const MAX_LEVELS: usize = 64;
}

impl Default for Depth {
    fn default() -> Self {
        Self { levels: 16, repeats: 1, fields: 10_000 }
    }
}

/// The field that names the class of an object, unless all of its possible classes have the same discriminator.
const CLASS_FIELD: &str = "$type";

/// The position of the struct of the rows in [`Plan::objects`].
pub(crate) const ROOT_STRUCT: usize = 0;

/// The structs of a class and of everything that it contains.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) metamodel: Arc<Metamodel>,
    /// The structs; the first one is that of the rows.
    pub(crate) objects: Vec<ObjectPlan>,
}

/// A struct: the objects of a class and of its subclasses.
#[derive(Debug)]
pub(crate) struct ObjectPlan {
    pub(crate) class: ClassId,
    /// Whether a field names the class: objects may be of other classes, or always have a discriminator.
    pub(crate) names_class: bool,
    /// The discriminator of all possible classes, and the classes by their texts.
    pub(crate) discriminator: Option<(String, BTreeMap<String, ClassId>)>,
    /// Whether only objects of the class itself are possible, so that a field without a value has a meaning.
    pub(crate) is_sealed: bool,
    pub(crate) fields: Vec<FieldPlan>,
    /// For each concrete class, the slot that each field fills; `None` for fields of other classes.
    pub(crate) slots: FxHashMap<ClassId, Box<[Option<FieldSlot>]>>,
}

impl ObjectPlan {
    /// The field that names the class of an object.
    pub(crate) fn class_field(&self) -> &str {
        self.discriminator.as_ref().map_or(CLASS_FIELD, |(key, _)| key)
    }
}

/// A field of a struct.
#[derive(Debug)]
pub(crate) struct FieldPlan {
    pub(crate) name: String,
    pub(crate) shape: Shape,
}

/// The slot that a field fills in objects of one class.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FieldSlot {
    pub(crate) plan: SlotPlan,
    /// For maps, the class of the entries, and the slots of keys and values.
    pub(crate) entry: Option<EntrySlots>,
}

/// The slots of the entries of a map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EntrySlots {
    pub(crate) class: ClassId,
    pub(crate) key: SlotPlan,
    pub(crate) value: SlotPlan,
}

/// The form of a field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    One(ElementShape),
    Many(ElementShape),
    /// A map: the type of its keys, and the form of its values.
    Entries(Scalar, Box<Shape>),
    /// JSON text.
    Json,
}

/// The form of one value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ElementShape {
    Scalar(Scalar),
    /// An address or id.
    Reference,
    /// An object of a class, and the position of its struct in [`Plan::objects`]; 0 until the struct is planned.
    Object(ClassId, usize),
}

/// The type of a column of data values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scalar {
    Boolean,
    Integer {
        bits: u8,
    },
    Float,
    Double,
    Text,
    /// A number as text: of any size, or with all its digits.
    Digits,
    /// Literals of an enumeration.
    Literal,
    /// Dates and points in time, as text.
    Date,
    Bytes,
}

impl Plan {
    /// The plan of a class, and notes on what it expresses as JSON text.
    pub(crate) fn new(metamodel: &Arc<Metamodel>, root: ClassId, depth: Depth) -> (Self, Diagnostics) {
        let mut planner = Planner {
            plans: Plans::new(metamodel),
            finder: ClassFinder::default(),
            metamodel: Arc::clone(metamodel),
            depth: Depth { levels: depth.levels.clamp(1, Depth::MAX_LEVELS), ..depth },
            objects: Vec::new(),
            places: Vec::new(),
            field_count: 0,
            unplanned_fields: VecDeque::new(),
            notes: Diagnostics::new(),
        };
        planner.plan_object(root, None);
        // Nested structs are planned breadth first, so that the limit on fields leaves out the deepest ones.
        while let Some((object, field)) = planner.unplanned_fields.pop_front() {
            planner.plan_nested(object, field);
        }
        (Self { metamodel: Arc::clone(metamodel), objects: planner.objects }, planner.notes)
    }
}

/// Plans the structs of a class, one after the other.
struct Planner {
    plans: Plans,
    finder: ClassFinder,
    metamodel: Arc<Metamodel>,
    depth: Depth,
    objects: Vec<ObjectPlan>,
    /// For each struct, its container and its level.
    places: Vec<(Option<usize>, usize)>,
    /// The number of fields of all structs.
    field_count: usize,
    /// Fields whose structs are not planned yet: the position of the struct with the field, and the position of the
    /// field in that struct.
    unplanned_fields: VecDeque<(usize, usize)>,
    notes: Diagnostics,
}

impl Planner {
    /// Plans the struct of a class inside of the struct `container`, or that of the rows. Returns its position in the
    /// plan. The structs inside its fields are planned later.
    fn plan_object(&mut self, class: ClassId, container: Option<usize>) -> usize {
        let position = self.objects.len();
        let is_sealed = self.plans.is_sealed(class);
        let mut object = ObjectPlan {
            class,
            names_class: false,
            discriminator: None,
            is_sealed,
            fields: Vec::new(),
            slots: FxHashMap::default(),
        };
        let metamodel = Arc::clone(&self.metamodel);
        // The class itself comes first, so that its features come in its own order.
        let mut classes: Vec<ClassId> = Vec::new();
        if is_concrete(&metamodel, class) {
            classes.push(class);
        }
        classes.extend(metamodel.concrete_subclasses(class).filter(|subclass| *subclass != class));
        for concrete_class in &classes {
            self.add_fields(&mut object, *concrete_class);
        }
        if let [names] = self.finder.declared_names(&metamodel, class)
            && names.classes.len() == classes.len()
        {
            object.discriminator = Some((names.key.clone(), names.classes.clone()));
        }
        for concrete_class in classes {
            let slots = self.slots_of_fields(&object, concrete_class);
            object.slots.insert(concrete_class, slots);
        }
        // A struct contains the name of the class if there may be several classes. Otherwise it only contains it if it
        // has no fields, because such a struct has no layout in Parquet.
        object.names_class = !is_sealed || object.discriminator.is_some() || object.fields.is_empty();
        self.field_count += object.fields.len();
        let level = match container {
            Some(container) => {
                let (_, container_level) = self.places[container];
                container_level + 1
            }
            None => 1,
        };
        self.places.push((container, level));
        self.unplanned_fields.extend((0..object.fields.len()).map(|field| (position, field)));
        self.objects.push(object);
        position
    }

    /// Adds the features of a class as fields. Features of different classes with the same name share a field; it is
    /// JSON text if their shapes differ.
    fn add_fields(&mut self, object: &mut ObjectPlan, class: ClassId) {
        for slot in self.written_slots(class) {
            let shape = self.shape(slot);
            let name = self.metamodel[slot.feature].name();
            match object.fields.iter_mut().find(|field| field.name == name) {
                None => object.fields.push(FieldPlan { name: name.to_owned(), shape }),
                Some(field) if field.shape == shape || field.shape == Shape::Json => {}
                Some(field) => {
                    field.shape = Shape::Json;
                    let reason = "subclasses have different features of this name";
                    add_note(&mut self.notes, &self.metamodel, &slot, reason);
                }
            }
        }
    }

    /// The plans of the features of a class that documents contain.
    fn written_slots(&mut self, class: ClassId) -> Vec<SlotPlan> {
        self.plans
            .of_class(class)
            .iter()
            .filter(|plan| {
                let is_excluded = matches!(plan.role, Role::Excluded(_) | Role::Container(_));
                !is_excluded && !plan.is_unnameable && !plan.is_transient
            })
            .copied()
            .collect()
    }

    /// The slot that each field of an object fills in a class; `None` for a field that the class lacks.
    fn slots_of_fields(&mut self, object: &ObjectPlan, class: ClassId) -> Box<[Option<FieldSlot>]> {
        let written_slots = self.written_slots(class);
        let mut slots = Vec::with_capacity(object.fields.len());
        for field in &object.fields {
            let is_map = matches!(field.shape, Shape::Entries(..));
            let plan = written_slots.iter().find(|plan| self.metamodel[plan.feature].name() == field.name);
            slots.push(plan.and_then(|plan| self.field_slot(*plan, is_map)));
        }
        slots.into_boxed_slice()
    }

    /// The slot of a feature. For a map (`is_map`), it has the slots of the entries.
    fn field_slot(&mut self, plan: SlotPlan, is_map: bool) -> Option<FieldSlot> {
        let entry = if is_map { Some(self.entry_slots(plan)?) } else { None };
        Some(FieldSlot { plan, entry })
    }

    /// The slots of the entries of a map; `None` if the feature is not a map.
    fn entry_slots(&mut self, plan: SlotPlan) -> Option<EntrySlots> {
        let entry = self.metamodel.natural_map(plan.feature)?;
        let slots = self.plans.of_class(entry.class);
        let [key, value] = [entry.key, entry.value]
            .map(|feature| slots.iter().find(|slot| slot.feature == feature).copied());
        Some(EntrySlots { class: entry.class, key: key?, value: value? })
    }

    /// The shape of a feature, before the structs inside it are planned.
    fn shape(&mut self, slot: SlotPlan) -> Shape {
        // A map whose keys are not single data values has the shape of a list of its entries.
        if let Some(entry) = self.entry_slots(slot)
            && let Shape::One(ElementShape::Scalar(key_type)) = self.plain_shape(entry.key)
        {
            return Shape::Entries(key_type, Box::new(self.plain_shape(entry.value)));
        }
        self.plain_shape(slot)
    }

    /// The shape of a feature that is not a map.
    fn plain_shape(&self, slot: SlotPlan) -> Shape {
        // Values of any kind have no common type of a column.
        if slot.any.is_some() {
            return Shape::Json;
        }
        let item = match slot.role {
            Role::Data(kind) => {
                let data_type = &self.metamodel[self.metamodel.data_type(slot.feature)];
                ElementShape::Scalar(scalar(kind, data_type.lexical.is_some()))
            }
            Role::Reference(_) => ElementShape::Reference,
            Role::Contained(class) => {
                // The position is set when the struct is planned.
                let position = 0;
                ElementShape::Object(class, position)
            }
            Role::Container(_) | Role::Excluded(_) => return Shape::Json,
        };
        if slot.is_many { Shape::Many(item) } else { Shape::One(item) }
    }

    /// Plans the struct inside a field, if it has one. If there is a reason against a struct, the field becomes JSON
    /// text, and a note contains the reason.
    fn plan_nested(&mut self, object: usize, field: usize) {
        let shape = self.objects[object].fields[field].shape.clone();
        let Some(class) = class_of(&shape) else { return };
        if let Some(reason) = self.reason_against_nesting(object, class) {
            let slots = self.objects[object].slots.values();
            // The field may belong to several features. The note names the first one.
            let slot = slots.filter_map(|slots| slots[field]).min_by_key(|slot| slot.plan.feature.index());
            if let Some(slot) = slot {
                add_note(&mut self.notes, &self.metamodel, &slot.plan, reason);
            }
            self.objects[object].fields[field].shape = Shape::Json;
            return;
        }
        let position = self.plan_object(class, Some(object));
        set_position(&mut self.objects[object].fields[field].shape, position);
    }

    /// Why a struct of a class must not be inside the struct `object`; `None` if it may.
    fn reason_against_nesting(&self, object: usize, class: ClassId) -> Option<&'static str> {
        if class == builtin::EOBJECT || self.metamodel.is_ecore_package(self.metamodel[class].package) {
            return Some("its objects may be of any class");
        }
        let (_, level) = self.places[object];
        if level >= self.depth.levels {
            return Some("its objects are nested too deeply");
        }
        if self.field_count >= self.depth.fields {
            return Some("there are too many fields");
        }
        // The number of structs of the same class around the new one.
        let mut repeats = 0;
        let mut enclosing_object = Some(object);
        while let Some(position) = enclosing_object {
            let outer_class = self.objects[position].class;
            // A subclass that contains its superclass is recursive as well.
            let is_recursive =
                self.metamodel.conforms(class, outer_class) || self.metamodel.conforms(outer_class, class);
            if is_recursive {
                repeats += 1;
            }
            let (container, _) = self.places[position];
            enclosing_object = container;
        }
        (repeats > self.depth.repeats).then_some("its objects are nested in objects of the same class")
    }
}

/// Notes that a feature is a column of JSON text.
fn add_note(notes: &mut Diagnostics, metamodel: &Metamodel, slot: &SlotPlan, reason: &str) {
    let message = format!("{} is a column of JSON text: {reason}", metamodel.feature_label(slot.feature));
    notes.push(Diagnostic::new(codes::LOSS, Severity::Note, message));
}

/// The class of the objects in values of a shape; `None` if they are not objects.
fn class_of(shape: &Shape) -> Option<ClassId> {
    match shape {
        Shape::One(ElementShape::Object(class, _)) | Shape::Many(ElementShape::Object(class, _)) => {
            Some(*class)
        }
        Shape::Entries(_, value) => class_of(value),
        _ => None,
    }
}

/// Sets the position, in the plan, of the struct that is inside of a shape.
fn set_position(shape: &mut Shape, position: usize) {
    match shape {
        Shape::One(ElementShape::Object(_, object)) | Shape::Many(ElementShape::Object(_, object)) => {
            *object = position;
        }
        Shape::Entries(_, value) => set_position(value, position),
        _ => {}
    }
}

/// The type of the column of a kind of data values.
fn scalar(kind: DataKind, has_lexical_rules: bool) -> Scalar {
    match kind {
        DataKind::Boolean { .. } => Scalar::Boolean,
        DataKind::Integer { bits, .. } => Scalar::Integer { bits },
        DataKind::Float { .. } => Scalar::Float,
        DataKind::Double { .. } => Scalar::Double,
        DataKind::Enum => Scalar::Literal,
        DataKind::Date => Scalar::Date,
        DataKind::BigInteger | DataKind::BigDecimal => Scalar::Digits,
        // Types of XML Schema such as `base64Binary` have texts of their own.
        DataKind::Bytes if !has_lexical_rules => Scalar::Bytes,
        _ => Scalar::Text,
    }
}
