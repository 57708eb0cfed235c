//! Builds a metamodel element by element.
//!
//! Invariant: ids that were handed out stay valid in the finished metamodel. Elements may be completed in any
//! order, so forward references need no second pass. [`MetamodelBuilder::build`] always yields a usable
//! metamodel; it returns problems separately, so that callers decide whether to continue.

use super::check::{self, Problem};
use super::discriminator_check;
use super::elements::{
    Class, ClassId, Classifier, DataType, DataTypeId, Element, EnumLiteral, Feature, FeatureId, InstanceName,
    Operation, OperationId, Package, PackageId, TypeParameter, TypeParameterId,
};
use super::{DataKind, Metamodel, tables};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::sync::Arc;

/// Collects the elements of a metamodel.
#[derive(Debug, Clone)]
pub struct MetamodelBuilder {
    packages: Vec<Package>,
    classes: Vec<Class>,
    data_types: Vec<DataType>,
    features: Vec<Feature>,
    operations: Vec<Operation>,
    type_parameters: Vec<TypeParameter>,
    /// The elements whose type or first supertype could not be found.
    incomplete: FxHashSet<Element>,
}

impl MetamodelBuilder {
    /// Starts with all elements of an existing metamodel, whose ids remain valid.
    #[must_use]
    pub fn extending(base: &Metamodel) -> Self {
        // All elements are copied, because a finished metamodel is immutable and may be shared.
        Self {
            packages: base.packages.to_vec(),
            classes: base.classes.to_vec(),
            data_types: base.data_types.to_vec(),
            features: base.features.to_vec(),
            operations: base.operations.to_vec(),
            type_parameters: base.type_parameters.to_vec(),
            incomplete: (*base.incomplete).clone(),
        }
    }

    /// Starts with an empty metamodel. Only Ecore itself is built this way.
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

    /// Adds a package, inside another package or at the top level.
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
            // `build` determines the kind, because it depends on annotations that are added later.
            kind: DataKind::Other,
            lexical: None,
            any: None,
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

    /// Adds a feature to the class that its `owner` field names.
    pub fn feature(&mut self, feature: Feature) -> FeatureId {
        let id = FeatureId::new(self.features.len());
        self.classes[feature.owner.index()].features.push(id);
        self.features.push(feature);
        id
    }

    /// Makes space for a number of further features, so that adding them copies none.
    pub fn reserve_features(&mut self, count: usize) {
        self.features.reserve(count);
    }

    /// Adds an operation to a class.
    pub fn operation(&mut self, owner: ClassId, operation: Operation) -> OperationId {
        let id = OperationId::new(self.operations.len());
        self.classes[owner.index()].operations.push(id);
        self.operations.push(operation);
        id
    }

    /// Adds a type parameter; the caller attaches it to a classifier or an operation.
    pub fn type_parameter(&mut self, parameter: TypeParameter) -> TypeParameterId {
        let id = TypeParameterId::new(self.type_parameters.len());
        self.type_parameters.push(parameter);
        id
    }

    /// Returns a package for modification.
    pub fn package_mut(&mut self, id: PackageId) -> &mut Package {
        &mut self.packages[id.index()]
    }

    /// Returns a class for modification.
    pub fn class_mut(&mut self, id: ClassId) -> &mut Class {
        &mut self.classes[id.index()]
    }

    /// Returns a data type for modification.
    pub fn data_type_mut(&mut self, id: DataTypeId) -> &mut DataType {
        &mut self.data_types[id.index()]
    }

    /// Returns a feature for modification.
    pub fn feature_mut(&mut self, id: FeatureId) -> &mut Feature {
        &mut self.features[id.index()]
    }

    /// Returns an operation for modification.
    pub fn operation_mut(&mut self, id: OperationId) -> &mut Operation {
        &mut self.operations[id.index()]
    }

    /// Returns a type parameter for modification.
    pub fn type_parameter_mut(&mut self, id: TypeParameterId) -> &mut TypeParameter {
        &mut self.type_parameters[id.index()]
    }

    /// Records that the type of a feature, or the first supertype of a class, could not be found.
    pub fn mark_incomplete(&mut self, element: Element) {
        self.incomplete.insert(element);
    }

    /// The packages by namespace URI.
    fn packages_by_uri(&self) -> FxHashMap<String, PackageId> {
        let mut packages_by_uri = FxHashMap::default();
        for (index, package) in self.packages.iter().enumerate() {
            if let Some(uri) = &package.ns_uri {
                // As in EMF's registry, the last package with a URI replaces earlier ones.
                packages_by_uri.insert(uri.clone(), PackageId::new(index));
            }
        }
        packages_by_uri
    }

    /// The classifiers of a package by name.
    fn classifiers_by_name(&self, package: &Package) -> FxHashMap<String, Classifier> {
        let mut classifiers_by_name =
            FxHashMap::with_capacity_and_hasher(package.classifiers.len(), FxBuildHasher);
        for classifier in &package.classifiers {
            let name = match classifier {
                Classifier::Class(id) => &self.classes[id.index()].name,
                Classifier::DataType(id) => &self.data_types[id.index()].name,
            };
            // Lookups find the first classifier with a name; `check` reports the others.
            classifiers_by_name.entry(name.clone()).or_insert(*classifier);
        }
        classifiers_by_name
    }

    /// Computes all tables. The metamodel is usable even if there are problems, because cycles of supertypes are
    /// broken. Each problem names the elements that it affects.
    #[must_use]
    pub fn build(mut self) -> (Metamodel, Vec<Problem>) {
        let mut problems = Vec::new();
        // The kinds of data types are determined first, because the parsing of defaults depends on them.
        tables::data_kinds(&mut self.data_types, &self.packages);
        for feature in &mut self.features {
            let package = self.classes[feature.owner.index()].package;
            let rules = self.packages[package.index()].value_rules;
            feature.default = tables::default_value(feature, rules, &self.data_types);
        }
        // The tables of all classes share the features, which are complete.
        let features: Arc<[Feature]> = std::mem::take(&mut self.features).into();
        let mut class_tables = tables::class_tables(&mut self.classes, &features, &mut problems);
        // Maps are connected after the tables are computed, because a member and its map may be inherited.
        super::feature_maps::connect(&self.classes, &features, &mut class_tables);
        let packages_by_uri = self.packages_by_uri();
        let classifiers_by_name =
            self.packages.iter().map(|package| self.classifiers_by_name(package)).collect();
        let metamodel = Metamodel {
            packages: self.packages.into(),
            classes: self.classes.into(),
            data_types: self.data_types.into(),
            features,
            operations: self.operations.into(),
            type_parameters: self.type_parameters.into(),
            incomplete: self.incomplete.into(),
            has_discriminators: class_tables.iter().any(|table| table.discriminated_by.is_some()),
            tables: class_tables.into(),
            packages_by_uri: packages_by_uri.into(),
            classifiers_by_name,
        };
        check::structure(&metamodel, &mut problems);
        discriminator_check::check(&metamodel, &mut problems);
        (metamodel, problems)
    }
}
