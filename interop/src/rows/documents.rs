//! Random documents of a metamodel in JSON, which are valid unless rules of the metamodel forbid a value.
//!
//! Invariant: a document has every required feature, and its references lead to its own objects.

use crate::random::Random;
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataKind, DataTypeId, FeatureId, Metamodel, builtin,
};
use serde_json::{Map, Value, json};

/// The nesting from which an object has only what it must have.
const DEEP: usize = 3;

/// The nesting at which nothing more is contained.
const DEEPEST: usize = 8;

/// Makes documents.
pub(super) struct Documents<'d> {
    metamodel: &'d Metamodel,
    random: &'d mut Random,
    /// The objects of the document and their addresses.
    objects: Vec<(String, ClassId)>,
    /// How many values of ids were made.
    ids: usize,
}

impl<'d> Documents<'d> {
    pub(super) fn new(metamodel: &'d Metamodel, random: &'d mut Random) -> Self {
        Self { metamodel, random, objects: Vec::new(), ids: 0 }
    }

    /// A document with one object of a class.
    pub(super) fn document(mut self, class: ClassId) -> Value {
        let mut root = self.object(class, "/", 0);
        let objects = std::mem::take(&mut self.objects);
        for (address, class) in &objects {
            let pointer = address.trim_start_matches('/').replace('@', "").replace('.', "/");
            let pointer = if pointer.is_empty() { String::new() } else { format!("/{pointer}") };
            if let Some(Value::Object(map)) = root.pointer_mut(&pointer) {
                // After all objects exist, because references may lead forward.
                self.refer(map, *class, &objects);
            }
        }
        root
    }

    fn object(&mut self, class: ClassId, address: &str, depth: usize) -> Value {
        self.objects.push((address.to_owned(), class));
        let mut map = Map::new();
        for feature in self.metamodel.table(class).all_features() {
            let data = &self.metamodel[*feature];
            let is_stored = data.changeable && !data.derived && !data.transient && !data.volatile;
            // Deep objects have only what they must have, so that documents of recursive classes end.
            let is_chosen = if depth < DEEP { self.random.one_in(2) } else { false };
            if !is_stored || !(data.typed.required() || is_chosen) || depth > DEEPEST {
                continue;
            }
            let count = usize::try_from(data.typed.lower).unwrap_or(0).max(1);
            let count = if data.many() && depth < DEEP { count + self.random.below(3) } else { count };
            let most = usize::try_from(data.typed.upper).unwrap_or(usize::MAX);
            let name = data.name().to_owned();
            let values: Vec<Value> = (0..count.min(most))
                .map_while(|at| {
                    let address = format!("{}/@{name}", address.trim_end_matches('/'));
                    let address = if address.starts_with("//") { address } else { format!("/{address}") };
                    let address = if data.many() { format!("{address}.{at}") } else { address };
                    self.value(*feature, &address, depth)
                })
                .collect();
            let value = if data.many() { Some(Value::Array(values)) } else { values.into_iter().next() };
            if let Some(value) = value.filter(|value| value.as_array().is_none_or(|all| !all.is_empty())) {
                map.insert(name, value);
            }
        }
        Value::Object(map)
    }

    /// A value of an attribute, or a contained object.
    fn value(&mut self, feature: FeatureId, address: &str, depth: usize) -> Option<Value> {
        let data = &self.metamodel[feature];
        match data.typed.classifier()? {
            Classifier::DataType(data_type) if data.is_id() => {
                self.ids += 1;
                let id = self.ids;
                self.data(data_type)
                    .map(|value| if value.is_string() { json!(format!("id{id}")) } else { json!(id) })
            }
            Classifier::DataType(data_type) => self.data(data_type),
            Classifier::Class(target) if data.is_containment() => {
                let classes: Vec<ClassId> = self.metamodel.concrete_subclasses(target).collect();
                if classes.is_empty() || target == builtin::EOBJECT {
                    return None;
                }
                let class = *self.random.choose(&classes);
                let mut object = self.object(class, address, depth + 1);
                // In ordinary JSON, only objects of subclasses name their class.
                if class != target
                    && let Some(map) = object.as_object_mut()
                {
                    map.insert("$type".to_owned(), json!(self.metamodel[class].name));
                }
                Some(object)
            }
            Classifier::Class(_) => None,
        }
    }

    fn data(&mut self, data_type: DataTypeId) -> Option<Value> {
        let number = self.random.below(100);
        let data = &self.metamodel[data_type];
        Some(match data.kind {
            DataKind::Boolean { .. } => json!(number.is_multiple_of(2)),
            DataKind::Integer { .. } | DataKind::BigInteger => json!(number),
            DataKind::Float { .. } | DataKind::Double { .. } | DataKind::BigDecimal => {
                json!(number as f64 / 4.0)
            }
            DataKind::Char { .. } => json!("c"),
            DataKind::String => {
                json!(self.random.pick(&["a", "Name", "two words", "x_1", "\u{e9}\n\"", "12"]))
            }
            DataKind::Enum if data.enum_literals().is_empty() => return None,
            DataKind::Enum => json!(self.random.choose(data.enum_literals()).spelling()),
            DataKind::Date => json!("2026-11-23T10:00:00Z"),
            DataKind::Bytes => json!("00FF"),
            _ => return None,
        })
    }

    /// Adds references to objects of the document.
    fn refer(&mut self, map: &mut Map<String, Value>, class: ClassId, objects: &[(String, ClassId)]) {
        for feature in self.metamodel.table(class).all_features() {
            let data = &self.metamodel[*feature];
            let is_stored = data.changeable && !data.derived && !data.transient && !data.volatile;
            // References with opposites must agree on both sides, which random ones do not.
            let is_plain = data.is_reference() && !data.is_containment() && data.opposite().is_none();
            if !is_stored || !is_plain || !(data.typed.required() || self.random.one_in(3)) {
                continue;
            }
            let Some(Classifier::Class(target)) = data.typed.classifier() else { continue };
            let targets = objects.iter().filter(|(_, class)| self.metamodel.conforms(*class, target));
            let targets: Vec<&String> = targets.map(|(address, _)| address).collect();
            if targets.is_empty() {
                continue;
            }
            let target = json!(self.random.choose(&targets));
            let value = if data.many() { Value::Array(vec![target]) } else { target };
            map.insert(data.name().to_owned(), value);
        }
    }
}
