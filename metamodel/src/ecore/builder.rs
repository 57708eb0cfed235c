//! Builds a metamodel element by element.
//!
//! Invariant: ids handed out stay valid in the finished metamodel. Elements may be completed in
//! any order, so that forward references need no second builder. [`MetamodelBuilder::build`]
//! always yields a usable metamodel; problems are returned separately, so that callers
//! decide whether to go on.

use super::check::{self, Problem};
use super::elements::{
    Class, ClassId, Classifier, DataType, DataTypeId, Element, EnumLiteral, Feature, FeatureId, InstanceName,
    Operation, OperationId, Package, PackageId, TypeParameter, TypeParameterId,
};
use super::{DataKind, Metamodel, tables};
use rustc_hash::{FxHashMap, FxHashSet};

/// Collects the elements of a metamodel; see the module's invariants.
#[derive(Debug, Clone)]
pub struct MetamodelBuilder {
    packages: Vec<Package>,
    classes: Vec<Class>,
    data_types: Vec<DataType>,
    features: Vec<Feature>,
    operations: Vec<Operation>,
    type_parameters: Vec<TypeParameter>,
    incomplete: FxHashSet<Element>,
}

impl MetamodelBuilder {
    /// Starts with everything in an existing metamodel; its ids stay valid.
    #[must_use]
    pub fn extending(base: &Metamodel) -> Self {
        Self {
            packages: base.packages.clone(),
            classes: base.classes.clone(),
            data_types: base.data_types.clone(),
            features: base.features.clone(),
            operations: base.operations.clone(),
            type_parameters: base.type_parameters.clone(),
            incomplete: base.incomplete.clone(),
        }
    }

    /// Starts with nothing: only Ecore itself is built so.
    pub(super) fn bare() -> Self {
        Self {
            packages: Vec::new(),
            classes: Vec::new(),
            data_types: Vec::new(),
            features: Vec::new(),
            operations: Vec::new(),
            type_parameters: Vec::new(),
            incomplete: FxHashSet::default(),
        }
    }

    /// Adds a package, inside another or at the top.
    pub fn package(&mut self, parent: Option<PackageId>, name: impl Into<String>) -> PackageId {
        let id = PackageId::new(self.packages.len());
        self.packages.push(Package { name: name.into(), parent, ..Package::default() });
        if let Some(parent) = parent {
            self.packages[parent.index()].subpackages.push(id);
        }
        id
    }

    /// Adds a class to a package.
    pub fn class(&mut self, package: PackageId, name: impl Into<String>) -> ClassId {
        let id = ClassId::new(self.classes.len());
        self.classes.push(Class {
            name: name.into(),
            package,
            is_abstract: false,
            is_interface: false,
            supertypes: Vec::new(),
            features: Vec::new(),
            operations: Vec::new(),
            type_parameters: Vec::new(),
            instance: InstanceName::None,
            annotations: Vec::new(),
        });
        self.packages[package.index()].classifiers.push(Classifier::Class(id));
        id
    }

    /// Adds a data type to a package.
    pub fn data_type(&mut self, package: PackageId, name: impl Into<String>) -> DataTypeId {
        let id = DataTypeId::new(self.data_types.len());
        self.data_types.push(DataType {
            name: name.into(),
            package,
            serializable: true,
            instance: InstanceName::None,
            type_parameters: Vec::new(),
            literals: None,
            kind: DataKind::Other,
            lexical: None,
            annotations: Vec::new(),
        });
        self.packages[package.index()].classifiers.push(Classifier::DataType(id));
        id
    }

    /// Adds an enumeration to a package.
    pub fn enumeration(
        &mut self,
        package: PackageId,
        name: impl Into<String>,
        literals: Vec<EnumLiteral>,
    ) -> DataTypeId {
        let id = self.data_type(package, name);
        self.data_types[id.index()].literals = Some(literals);
        id
    }

    /// Adds a feature to the class it names as its owner.
    pub fn feature(&mut self, feature: Feature) -> FeatureId {
        let id = FeatureId::new(self.features.len());
        self.classes[feature.owner.index()].features.push(id);
        self.features.push(feature);
        id
    }

    /// Adds an operation to a class.
    pub fn operation(&mut self, owner: ClassId, operation: Operation) -> OperationId {
        let id = OperationId::new(self.operations.len());
        self.classes[owner.index()].operations.push(id);
        self.operations.push(operation);
        id
    }

    /// Adds a type parameter; the caller puts it where it belongs.
    pub fn type_parameter(&mut self, parameter: TypeParameter) -> TypeParameterId {
        let id = TypeParameterId::new(self.type_parameters.len());
        self.type_parameters.push(parameter);
        id
    }

    /// A package, to complete it.
    pub fn package_mut(&mut self, id: PackageId) -> &mut Package {
        &mut self.packages[id.index()]
    }

    /// A class, to complete it.
    pub fn class_mut(&mut self, id: ClassId) -> &mut Class {
        &mut self.classes[id.index()]
    }

    /// A data type, to complete it.
    pub fn data_type_mut(&mut self, id: DataTypeId) -> &mut DataType {
        &mut self.data_types[id.index()]
    }

    /// A feature, to complete it.
    pub fn feature_mut(&mut self, id: FeatureId) -> &mut Feature {
        &mut self.features[id.index()]
    }

    /// An operation, to complete it.
    pub fn operation_mut(&mut self, id: OperationId) -> &mut Operation {
        &mut self.operations[id.index()]
    }

    /// A type parameter, to complete it.
    pub fn type_parameter_mut(&mut self, id: TypeParameterId) -> &mut TypeParameter {
        &mut self.type_parameters[id.index()]
    }

    /// Notes that the type of a feature, or the first supertype of a class, was named but not found.
    pub fn mark_incomplete(&mut self, element: Element) {
        self.incomplete.insert(element);
    }

    /// Computes every table. The metamodel is usable whatever the problems: cycles of supertypes
    /// are cut, and each problem names the elements it concerns.
    #[must_use]
    pub fn build(mut self) -> (Metamodel, Vec<Problem>) {
        let mut problems = Vec::new();
        tables::data_kinds(&mut self.data_types, &self.packages);
        let mut class_tables = tables::class_tables(&mut self.classes, &self.features, &mut problems);
        super::feature_maps::connect(&self.classes, &self.features, &mut class_tables);
        let rules = |feature: &Feature| {
            self.packages[self.classes[feature.owner.index()].package.index()].value_rules
        };
        let defaults = self.features.iter().map(|f| tables::default_value(f, rules(f), &self.data_types));
        let defaults: Vec<_> = defaults.collect();
        for (feature, default) in self.features.iter_mut().zip(defaults) {
            feature.default = default;
        }
        let mut by_uri = FxHashMap::default();
        for (at, package) in self.packages.iter().enumerate() {
            if let Some(uri) = &package.ns_uri {
                // A later package of the same URI hides an earlier one, as in a registry.
                by_uri.insert(uri.clone(), PackageId::new(at));
            }
        }
        let mut by_name = FxHashMap::default();
        for (at, package) in self.packages.iter().enumerate() {
            for classifier in &package.classifiers {
                let name = match classifier {
                    Classifier::Class(id) => &self.classes[id.index()].name,
                    Classifier::DataType(id) => &self.data_types[id.index()].name,
                };
                by_name.entry((PackageId::new(at), name.clone())).or_insert(*classifier);
            }
        }
        let metamodel = Metamodel {
            packages: self.packages,
            classes: self.classes,
            data_types: self.data_types,
            features: self.features,
            operations: self.operations,
            type_parameters: self.type_parameters,
            incomplete: self.incomplete,
            tables: class_tables,
            by_uri,
            by_name,
        };
        check::structure(&metamodel, &mut problems);
        (metamodel, problems)
    }
}
