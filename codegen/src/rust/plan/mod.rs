//! The plan of the generated code: every name and every field's type, decided before the first line is printed.
//!
//! A struct for each concrete class; an enum for each class with concrete subclasses, with the class's own name if it
//! is abstract, otherwise as `Any…`. A single contained object is boxed only if its type would otherwise contain
//! itself.

mod boxes;
mod chains;
pub(super) mod checked;
mod chosen_names;
mod defaults;
mod maps;
mod positions;
mod types;

use self::checked::CheckedForm;
use self::types::StdNames;
pub(super) use self::types::Type;
use super::RustOptions;
use super::identifiers::{Speller, UsedNames};
use crate::scope::Scope;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataKind, DataTypeId, FeatureId, Lexical, Literal, Metamodel, PackageId, builtin,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashMap;
use std::rc::Rc;

/// The names and fields of all generated items.
pub(super) struct Plan<'m> {
    pub(super) scope: Scope<'m>,
    pub(super) speller: Speller,
    /// The name of the struct of each concrete class.
    structs: FxHashMap<ClassId, String>,
    /// The name of the enum of each class with subclasses.
    unions: FxHashMap<ClassId, String>,
    /// The names of the variants of enumerations, and of checked types with a list of texts.
    pub(super) enums: FxHashMap<DataTypeId, Vec<String>>,
    /// The names of enumerations and checked types.
    enum_names: FxHashMap<DataTypeId, String>,
    /// The checked types.
    pub(super) checked: FxHashMap<DataTypeId, CheckedForm>,
    /// The fields of each class.
    fields: FxHashMap<ClassId, Vec<Field>>,
    /// The names that features have unless another feature has the same name; they are spelled once for all subclasses.
    plain_names: FxHashMap<FeatureId, Rc<str>>,
    /// The types of features that are maps.
    maps: FxHashMap<FeatureId, String>,
    /// The classes of map entries for which no struct is generated.
    unused_classes: FxHashSet<ClassId>,
    /// The names of the variants of classes that are enums of alternatives, in the order of their fields.
    choices: FxHashMap<ClassId, Vec<String>>,
    /// The features whose natural default is invalid.
    invalid_defaults: FxHashSet<FeatureId>,
    std_names: StdNames,
    /// The names of all types.
    names: FxHashSet<String>,
    /// The names of the statics that represent packages.
    packages: FxHashMap<PackageId, String>,
    pub(super) options: &'m RustOptions,
    pub(super) diagnostics: Diagnostics,
}

/// A field of a struct.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) feature: FeatureId,
    pub(super) name: Rc<str>,
    pub(super) base: Base,
    pub(super) count: Count,
    /// The value if a document contains none.
    pub(super) default: FieldDefault,
}

/// The type of one value of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Base {
    Boolean,
    /// An integer with this number of bits.
    Integer(u8),
    /// An unsigned integer of 64 bits.
    Unsigned,
    Float,
    Double,
    Char,
    String,
    /// A number of any size, as the type of the runtime.
    Number,
    /// A decimal, as the type of a crate.
    Decimal,
    /// A value of any kind.
    Any,
    /// A value without a Rust type of its own, such as a date: its text in documents.
    Lexical,
    /// Bytes in hexadecimal digits.
    Bytes,
    /// Bytes in Base64.
    Base64,
    /// A moment, as the type of a crate for dates.
    Moment,
    /// A day, as the type of a crate for dates.
    Day,
    /// A type with facets.
    Checked(DataTypeId),
    /// A user's own type, by its position among the options.
    UserType(usize),
    Enum(DataTypeId),
    /// A contained object.
    Part(ClassId, Boxing),
    /// A map: all values of the feature, whose entries are of the class.
    Map(FeatureId, ClassId),
    Reference(ClassId),
}

/// Whether a contained object is in a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Boxing {
    Yes,
    No,
}

/// The number of values of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    One,
    Option,
    Many,
}

/// The value of a field if a document contains none.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FieldDefault {
    /// The default of its Rust type.
    Natural,
    /// The explicit default of the feature.
    Value(Literal),
    /// No default: documents must contain a value.
    Required,
}

impl<'m> Plan<'m> {
    /// Chooses all names and fields; the steps depend on each other, so their order matters.
    pub(super) fn new(mut scope: Scope<'m>, options: &'m RustOptions) -> Self {
        checked::add_classifiers(&mut scope, options);
        let mut plan = Self {
            speller: Speller::new(|| chosen_names::names(&scope)),
            scope,
            structs: FxHashMap::default(),
            unions: FxHashMap::default(),
            enums: FxHashMap::default(),
            enum_names: FxHashMap::default(),
            checked: FxHashMap::default(),
            fields: FxHashMap::default(),
            plain_names: FxHashMap::default(),
            maps: FxHashMap::default(),
            unused_classes: FxHashSet::default(),
            choices: FxHashMap::default(),
            invalid_defaults: FxHashSet::default(),
            std_names: StdNames::default(),
            names: FxHashSet::default(),
            packages: FxHashMap::default(),
            options,
            diagnostics: Diagnostics::new(),
        };
        plan.check_options();
        // Before names and fields: literals of checked types become variants, and fields are of checked types.
        plan.find_checked();
        plan.name_types();
        plan.name_packages();
        plan.name_literals();
        for class in plan.scope.classes.clone() {
            let fields = plan.plan_fields(class);
            plan.fields.insert(class, fields);
        }
        // From here on, each step reads the fields of all classes.
        plan.name_alternatives();
        plan.find_boxes();
        // After the boxes, because the types of maps contain the types of their values.
        plan.name_maps();
        plan.find_entries();
        plan.find_defaults();
        plan
    }

    /// Reports options that name unknown elements of the metamodel.
    fn check_options(&mut self) {
        let metamodel = self.scope.metamodel;
        let is_containment = |name: &str| {
            let (class_name, feature_name) = name.split_once('.').unwrap_or((name, ""));
            let classes = self.scope.classes.iter().filter(|id| metamodel[**id].name == class_name);
            let mut features = classes.flat_map(|id| &metamodel[*id].features);
            features.any(|id| metamodel[*id].name() == feature_name && metamodel[*id].is_containment())
        };
        let is_type = |name: &str| {
            metamodel.data_types().any(|(_, data)| data.name == name)
                || self.scope.classes.iter().any(|id| metamodel[*id].name == name)
        };
        let mut unknown_names: Vec<(&str, &str)> = Vec::new();
        for (name, _) in &self.options.types {
            if !is_data_type(metamodel, name) {
                unknown_names.push((name, "data type"));
            }
        }
        for (name, _) in &self.options.attributes {
            if !is_type(name) {
                unknown_names.push((name, "class or enumeration"));
            }
        }
        for name in &self.options.boxed {
            if !is_containment(name) {
                unknown_names.push((name, "containment (in the form `Class.feature`)"));
            }
        }
        for (name, element) in unknown_names {
            let message = format!("the options name `{name}`, but the metamodel has no such {element}");
            self.diagnostics.push(Diagnostic::error(codes::UNKNOWN_IN_OPTIONS, message));
        }
    }

    /// Reports that an element has another name in Rust.
    pub(super) fn report_renamed(&mut self, what: &str, name: &str) {
        let message =
            format!("`{what}` is named `{name}` in Rust, because another name would be the same in Rust");
        self.note(codes::RENAMED, message);
    }

    /// Adds a note to the diagnostics.
    pub(super) fn note(&mut self, code: Code, message: String) {
        self.diagnostics.push(Diagnostic::new(code, Severity::Note, message));
    }

    /// Adds a note with help to the diagnostics.
    fn note_with_help(&mut self, code: Code, message: String, help: &str) {
        self.diagnostics.push(Diagnostic::new(code, Severity::Note, message).help(help));
    }

    /// Reports a feature for which the types have no field.
    fn report_left_out(&mut self, feature: FeatureId, reason: &str, help: &str) {
        let label = self.scope.metamodel.feature_label(feature);
        let message = format!("the Rust types have no field for {label}: {reason}");
        self.diagnostics.push(Diagnostic::warning(codes::NOT_GENERATED, message).help(help));
    }

    /// The fields of a class. Features without a field are reported.
    fn plan_fields(&mut self, class: ClassId) -> Vec<Field> {
        let (features, hidden) = self.scope.stored_features(class);
        for hidden in hidden {
            self.report_left_out(
                hidden,
                "another feature of the class has the same name",
                "rename one of them",
            );
        }
        let mut taken = UsedNames::with_capacity(features.len());
        let mut fields = Vec::with_capacity(features.len());
        let is_choice = self.scope.metamodel.choice(class).is_some();
        for feature in features {
            // The problems of an inherited feature are reported where it is declared, if that class is also
            // generated.
            let owner = self.scope.metamodel[feature].owner;
            let is_quiet = owner != class && self.scope.covers(owner);
            let Some(base) = self.base(feature, is_quiet) else { continue };
            let metamodel = self.scope.metamodel;
            // Spelling a name is costly, so it is spelled once for all subclasses.
            let plain = self.plain_names.entry(feature);
            let plain = plain.or_insert_with(|| Rc::from(self.speller.snake(metamodel[feature].name())));
            let name = taken.share(plain, "_");
            if name != *plain && !is_quiet {
                self.report_renamed(&self.scope.metamodel.feature_label(feature), &name);
            }
            let (count, default) = self.count(feature, base);
            if self.scope.metamodel[feature].unsettable && !is_quiet && !is_choice {
                let label = self.scope.metamodel.feature_label(feature);
                let what = if count == Count::Many { "an empty list" } else { "null" };
                self.note(
                    codes::NOT_GENERATED,
                    format!("in Rust, {label} set to {what} is treated as not set"),
                );
            }
            fields.push(Field { feature, name, base, count, default });
        }
        fields
    }

    /// Reports if the rules for values of packages differ: the embedded metamodel has one set of rules only.
    pub(super) fn report_mixed_rules(&mut self) {
        if self.scope.value_rules().is_none() && !self.scope.classes.is_empty() {
            let message = "the packages come from .pp files and from .ecore files, so the types follow Java's rules: \
                           numbers, booleans and enumerations without a default are never missing";
            self.note(codes::NOT_GENERATED, message.to_owned());
        }
    }

    /// The type of a value of a feature; `None` if there is no field for it, which is reported unless `is_quiet` is
    /// set.
    pub(super) fn base(&mut self, feature: FeatureId, is_quiet: bool) -> Option<Base> {
        let metamodel = self.scope.metamodel;
        let data = &metamodel[feature];
        // Before containments: a map is a containment of its entries.
        if let Some(entries) = self.map(feature) {
            return Some(Base::Map(feature, entries.class));
        }
        if data.is_containment() {
            let target = metamodel.target(feature);
            if self.scope.covers(target) || self.union_name(target).is_some() {
                return Some(Base::Part(target, Boxing::No));
            }
            if !is_quiet {
                let reason =
                    format!("it contains objects of `{}`, which is not generated", metamodel[target].name);
                let help = match target {
                    builtin::EOBJECT => "no class is available for its objects".to_owned(),
                    _ => format!("generate package `{}` as well", metamodel[metamodel[target].package].name),
                };
                self.report_left_out(feature, &reason, &help);
            }
            return None;
        }
        if data.is_reference() {
            return Some(Base::Reference(metamodel.target(feature)));
        }
        let data_type = metamodel.data_type(feature);
        // A user's own type takes precedence over a checked type.
        if let Some(at) = self.options.type_of(metamodel, data_type) {
            return Some(Base::UserType(at));
        }
        if self.checked.contains_key(&data_type) {
            return Some(Base::Checked(data_type));
        }
        let base = self.plain_base(data_type);
        if base.is_none() && !is_quiet {
            self.report_left_out(feature, "it is a feature map", "use ordinary references");
        }
        base
    }

    /// The type of the values of a data type, without regard to its facets; `None` for feature maps.
    fn plain_base(&self, data_type: DataTypeId) -> Option<Base> {
        let data = &self.scope.metamodel[data_type];
        if data.any.is_some() {
            return Some(Base::Any);
        }
        // Both kinds of bytes are the same to Java; only the type of XML Schema shows the spelling.
        let is_base64 = data.lexical.as_deref().is_some_and(Lexical::is_base64);
        Some(match data.kind {
            DataKind::Boolean { .. } => Base::Boolean,
            DataKind::Integer { bits, .. } => Base::Integer(bits),
            DataKind::Float { .. } => Base::Float,
            DataKind::Double { .. } => Base::Double,
            DataKind::Char { .. } => Base::Char,
            DataKind::String => Base::String,
            DataKind::BigInteger if checked::unsigned(self.scope.metamodel, data_type).is_some() => {
                Base::Unsigned
            }
            DataKind::BigDecimal if self.options.decimals.crate_type().is_some() => Base::Decimal,
            DataKind::BigInteger | DataKind::BigDecimal => Base::Number,
            DataKind::Bytes if is_base64 => Base::Base64,
            DataKind::Bytes => Base::Bytes,
            DataKind::Date if self.options.dates.types().is_some() => Base::Moment,
            _ if self.options.dates.types().is_some() && self.is_day(data_type) => Base::Day,
            DataKind::Date | DataKind::Other | DataKind::Opaque | DataKind::Unknown => Base::Lexical,
            DataKind::Enum => Base::Enum(data_type),
            DataKind::FeatureMapEntry => return None,
        })
    }

    /// Whether a data type is XML Schema's `date`.
    fn is_day(&self, data_type: DataTypeId) -> bool {
        let data = &self.scope.metamodel[data_type];
        self.scope.metamodel.is_built_in(data.package) && data.name == "Date" && data.kind == DataKind::Other
    }

    /// The number of values of a field, and its default.
    fn count(&self, feature: FeatureId, base: Base) -> (Count, FieldDefault) {
        let data = &self.scope.metamodel[feature];
        if matches!(base, Base::Map(..)) {
            return (Count::One, FieldDefault::Natural);
        }
        if data.many() {
            return (Count::Many, FieldDefault::Natural);
        }
        let default = &data.default;
        if data.unsettable || (*default == Literal::Null && !data.typed.required()) {
            return (Count::Option, FieldDefault::Natural);
        }
        let is_natural = match (default, base) {
            (Literal::Null, _) if self.options.incomplete => return (Count::Option, FieldDefault::Natural),
            (Literal::Null, _) => return (Count::One, FieldDefault::Required),
            // The checked type cannot store a default that its facets exclude, so `None` represents such a default.
            (_, Base::Checked(id)) if !self.is_valid_default(id, data) => {
                return (Count::Option, FieldDefault::Natural);
            }
            // A default that the crate's type of decimals cannot represent is `None` as well.
            (Literal::String(v) | Literal::Lexical(v), _)
                if self.content_of(base) == Base::Decimal && !self.options.decimals.can_represent(v) =>
            {
                return (Count::Option, FieldDefault::Natural);
            }
            (Literal::Bool(v), _) => !*v,
            (Literal::Int(v), _) => *v == 0,
            // Bits are compared, because negative zero is not Rust's default.
            (Literal::Float(v), _) => v.to_bits() == 0,
            (Literal::Double(v), _) => v.to_bits() == 0,
            (Literal::Char(v), _) => *v == 0,
            (Literal::Enum(v), _) => *v == 0,
            // The Rust expressions for dates, and for texts of a user's own type, are unknown.
            (_, Base::Moment | Base::Day | Base::UserType(_)) => {
                return (Count::Option, FieldDefault::Natural);
            }
            // The natural default of a value of any kind is null.
            (Literal::String(_), Base::Any) => false,
            (Literal::String(v) | Literal::Lexical(v), base) => match self.content_of(base) {
                Base::Number | Base::Decimal | Base::Unsigned => v == "0",
                _ => v.is_empty(),
            },
        };
        if is_natural {
            (Count::One, FieldDefault::Natural)
        } else if matches!(base, Base::UserType(_)) {
            // The Rust expression for a value of a user's own type is unknown.
            (Count::Option, FieldDefault::Natural)
        } else {
            (Count::One, FieldDefault::Value(default.clone()))
        }
    }

    /// The packages that have classes, in their order, with the statics that represent them.
    pub(super) fn packages(&self) -> Vec<(PackageId, &str)> {
        self.scope.packages().into_iter().map(|package| (package, self.package_name(package))).collect()
    }

    /// `Into<`, with its path if a type of the metamodel has the name.
    pub(super) fn name_of_into(&self) -> &'static str {
        self.std_names.into
    }

    /// The name of the static that represents a package.
    pub(super) fn package_name(&self, package: PackageId) -> &str {
        self.packages.get(&package).map_or("", String::as_str)
    }

    /// The fields of a class's struct, or the fields that all structs of its enum share.
    pub(super) fn fields(&self, class: ClassId) -> &[Field] {
        self.fields.get(&class).map_or(&[], Vec::as_slice)
    }

    /// The field of a class for a feature, which is probably at the expected position; `None` if the class has no field
    /// for it.
    pub(super) fn field(
        &self,
        class: ClassId,
        feature: FeatureId,
        expected_position: usize,
    ) -> Option<&Field> {
        let fields = self.fields(class);
        // Subclasses begin with the same features, so this nearly always avoids a search.
        let expected_field = fields.get(expected_position).filter(|field| field.feature == feature);
        expected_field.or_else(|| fields.iter().find(|field| field.feature == feature))
    }

    /// The names of the structs of all classes that have one.
    pub(super) fn into_struct_names(self) -> HashMap<ClassId, String> {
        self.structs.into_iter().filter(|(class, _)| !self.unused_classes.contains(class)).collect()
    }

    /// Whether a class has a struct or an enum.
    pub(super) fn has_type(&self, class: ClassId) -> bool {
        !self.unused_classes.contains(&class)
    }

    /// The struct of the objects of exactly a class, if it has one.
    pub(super) fn struct_name(&self, class: ClassId) -> Option<&str> {
        self.structs.get(&class).map(String::as_str)
    }

    /// The enum of the objects of a class and its subclasses, if it has one.
    pub(super) fn union_name(&self, class: ClassId) -> Option<&str> {
        self.unions.get(&class).map(String::as_str)
    }

    /// The variants of a class that is an enum of alternatives, in the order of its fields.
    pub(super) fn choice(&self, class: ClassId) -> Option<&[String]> {
        self.choices.get(&class).map(Vec::as_slice)
    }

    /// Whether the last field of a tuple contains all remaining values; `None` if a class is not a tuple in Rust.
    pub(super) fn tuple_repeats(&self, class: ClassId) -> Option<bool> {
        let tuple = self.scope.metamodel.tuple(class)?;
        // Without a field for each item, the positions of the items would be wrong.
        if tuple.features.len() != self.fields(class).len() {
            return None;
        }
        Some(tuple.repeats)
    }

    /// The name of an enumeration or a checked type.
    pub(super) fn enum_name(&self, data_type: DataTypeId) -> &str {
        self.enum_names.get(&data_type).map_or("", String::as_str)
    }

    /// The type of all objects that may be used if a class is expected.
    pub(super) fn object_type(&self, class: ClassId) -> Option<&str> {
        self.union_name(class).or_else(|| self.struct_name(class))
    }

    /// Whether the struct of a class implements `Default`.
    pub(super) fn has_default(&self, class: ClassId) -> bool {
        // A choice is an enum, of which no alternative is the default.
        if self.choices.contains_key(&class) {
            return false;
        }
        let has_valid_default =
            |field: &Field| !self.is_invalid_by_default(field) && !self.has_no_value(field);
        self.fields(class).iter().all(has_valid_default)
    }

    /// Whether the natural default of a field is no valid value of its feature.
    pub(super) fn is_invalid_by_default(&self, field: &Field) -> bool {
        self.invalid_defaults.contains(&field.feature)
    }

    /// Whether a field must have a literal of an enumeration that has no literals.
    fn has_no_value(&self, field: &Field) -> bool {
        matches!((field.base, field.count), (Base::Enum(id), Count::One) if self.enums[&id].is_empty())
    }

    /// The type of the values in a checked type; any other type itself.
    pub(super) fn content_of(&self, base: Base) -> Base {
        if let Base::Checked(id) = base { self.content(id) } else { base }
    }

    /// The Rust type of an optional value of a type.
    pub(super) fn option(&self, ty: &str) -> String {
        format!("{}{ty}>", self.std_names.option)
    }

    /// The Rust type of one value.
    pub(super) fn base_type(&self, base: Base) -> Type<'_> {
        Type { plan: self, base, count: Count::One }
    }

    /// The Rust type of the value of an alternative.
    pub(super) fn alternative_type(&self, field: &Field) -> Type<'_> {
        // An alternative of an enum always has its value, so an `Option` within the variant is not needed.
        let count = if field.count == Count::Many { Count::Many } else { Count::One };
        Type { plan: self, base: field.base, count }
    }

    /// The Rust type of a field.
    pub(super) fn field_type(&self, field: &Field) -> Type<'_> {
        Type { plan: self, base: field.base, count: field.count }
    }
}

/// Whether a data type has a name.
fn is_data_type(metamodel: &Metamodel, name: &str) -> bool {
    metamodel
        .data_types()
        .any(|(id, data)| data.name == name || metamodel.qualified_name(Classifier::DataType(id)) == name)
}
