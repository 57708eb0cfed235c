//! Fills classes, enumerations and data types from their declarations.

use super::settings::SettingForm;
use super::{Context, DeclaredElement, Location, Lowerer};
use crate::diagnostic::{codes, nearest};
use crate::ecore::{
    Annotation, Classifier, DataTypeId, EXTENDED_META_DATA, Element, InstanceName, TypeParameterId,
};
use crate::syntax::ast::{DataTypeDecl, LiteralDecl, Member, Setting, Settings, TypeDecl, ValueKind};
use crate::types::alias::MAX_ALIASES;
use crate::types::builtin_type::{self, BuiltinType};
use crate::types::canonical::canonical_text;
use crate::types::declared;
use crate::types::spelling;
use rustc_hash::FxHashMap;

/// The settings of classes.
const TYPE_SETTINGS: &[&str] = &["instance_class", "instance_type", "external"];
/// The settings of enumerations.
const ENUM_SETTINGS: &[&str] = &["instance_class", "instance_type", "serializable", "external"];
/// The settings of data types.
const DATA_TYPE_SETTINGS: &[&str] =
    &["instance_class", "instance_type", "serializable", "base", "facets", "external"];

impl<'t> Lowerer<'t> {
    /// Fills the enumerations and the data types from their declarations.
    pub(super) fn fill_data_types(&mut self) {
        for DeclaredElement { id, decl, context } in std::mem::take(&mut self.enums) {
            let settings = decl.settings();
            self.check_settings(&context, &settings, &[ENUM_SETTINGS], "an enumeration");
            self.instance_and_serializable(&context, id, &settings);
            self.annotate_later(Element::DataType(id), decl.doc(), settings, &context);
            self.literals(&context, id, &decl.literals());
        }
        let data_types = std::mem::take(&mut self.data_types);
        let mut unfilled = Vec::with_capacity(data_types.len());
        for DeclaredElement { id, decl, mut context } in data_types {
            let parameters = self.type_parameters(&mut context, &decl.parameters());
            self.builder.data_type_mut(id).type_parameters.clone_from(&parameters);
            unfilled.push((DeclaredElement { id, decl, context }, parameters));
        }
        for (declared, parameters) in unfilled {
            self.fill_data_type(declared, &parameters);
        }
        self.fill_alias_data_types();
        // Instances are inherited last, because the base of a data type may be an alias, or declared after it.
        self.inherit_instances();
    }

    /// Gives each data type that specifies no Java type that of its base.
    fn inherit_instances(&mut self) {
        let based = std::mem::take(&mut self.data_type_bases);
        let bases: FxHashMap<DataTypeId, DataTypeId> = based.iter().copied().collect();
        for (id, _) in &based {
            let mut current = *id;
            // The limit also ends the search in a cycle.
            for _ in 0..MAX_ALIASES {
                let instance = self.builder.data_type_mut(current).instance.clone();
                if instance != InstanceName::None {
                    self.builder.data_type_mut(*id).instance = instance;
                    break;
                }
                let Some(base) = bases.get(&current) else { break };
                current = *base;
            }
        }
    }

    /// Checks the settings of literals, and records their documentation and facts.
    pub(super) fn literals(&mut self, context: &Context, id: DataTypeId, literals: &[LiteralDecl<'t>]) {
        for (index, literal) in literals.iter().enumerate() {
            let element = Element::EnumLiteral(id, index);
            let settings = literal.settings();
            self.record_position(element, context, literal.name().span);
            self.check_settings(context, &settings, &[], "a literal");
            self.annotate_later(element, literal.doc(), settings, context);
        }
    }

    /// Fills a data type from its declaration.
    fn fill_data_type(
        &mut self,
        declared: DeclaredElement<DataTypeId, DataTypeDecl<'t>>,
        parameters: &[TypeParameterId],
    ) {
        let DeclaredElement { id, decl, context } = declared;
        let settings = decl.settings();
        self.check_settings(&context, &settings, &[DATA_TYPE_SETTINGS], "a data type");
        self.type_parameter_bounds(&context, parameters, &decl.parameters());
        if let Some(base) = settings.find(&["base"]) {
            // The base is read first, because the Java type and the facets override what it specifies.
            self.set_base(&context, id, base);
        }
        self.instance_and_serializable(&context, id, &settings);
        if let Some(facets) = settings.find(&["facets"]) {
            self.facets(&context, id, facets);
        }
        self.annotate_later(Element::DataType(id), decl.doc(), settings, &context);
    }

    /// Sets the base of a data type: a built-in type, or another data type.
    fn set_base(&mut self, context: &Context, id: DataTypeId, setting: &Setting<'t>) {
        let ValueKind::Type(expr) = setting.value.kind else {
            return self.wrong_value(context, setting, SettingForm::Type);
        };
        if let Some((word, arguments)) = builtin_type::word(expr) {
            match builtin_type::read(expr, &word, arguments.as_deref()) {
                Ok(BuiltinType::Constrained(constraint)) => {
                    let data_type = self.builder.data_type_mut(id);
                    data_type.instance = constraint.instance();
                    data_type.annotations = constraint.annotations();
                }
                Ok(BuiltinType::Plain(Classifier::DataType(base))) => {
                    let data_type = self.builder.data_type_mut(id);
                    data_type.instance = crate::ecore::Metamodel::ecore()[base].instance.clone();
                    // The keyword is stored, because `String` and `Pattern` have the same Java type.
                    data_type.annotations.extend(declared::annotation(canonical_text(expr), &[]));
                }
                Ok(_) => self.wrong_value(context, setting, SettingForm::TypeOfSingleValues),
                Err(rejection) => self.reject(context, expr, rejection),
            }
            return;
        }
        let Some(ty) = self.type_use(context, expr) else { return };
        match ty.classifier {
            Some(Classifier::DataType(base)) => {
                let name = self.facet_name(context, base);
                self.add_facets(id, vec![("baseType".to_owned(), name)]);
                self.data_type_bases.push((id, base));
            }
            Some(Classifier::Class(_)) => self.wrong_value(context, setting, SettingForm::DataType),
            None => {}
        }
    }

    /// How ExtendedMetaData refers to a data type: by name in the same package, otherwise by URI and name.
    pub(super) fn facet_name(&mut self, context: &Context, id: DataTypeId) -> String {
        let data_type = self.builder.data_type_mut(id).clone();
        let uri = self.builder.package_mut(data_type.package).ns_uri.clone();
        match uri {
            Some(uri) if Some(data_type.package) != context.package => format!("{uri}#{}", data_type.name),
            _ => data_type.name,
        }
    }

    /// Reads the setting `facets`.
    fn facets(&mut self, context: &Context, id: DataTypeId, setting: &Setting<'_>) {
        let ValueKind::Map(entries) = &setting.value.kind else {
            return self.wrong_value(context, setting, SettingForm::Facets);
        };
        let mut facets = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            if !spelling::FACETS.contains(&&*key.text) {
                let location = Location { file: context.file, span: key.span };
                let help = match nearest(&key.text, spelling::FACETS.iter().copied()) {
                    Some(similar_name) => format!("did you mean `{similar_name}`?"),
                    None => format!("the facets are {}", spelling::FACETS.join(", ")),
                };
                self.error(
                    codes::UNKNOWN_SETTING,
                    location,
                    format!("there is no facet `{}`", key.text),
                    help,
                );
                continue;
            }
            match &value.kind {
                ValueKind::String(text) | ValueKind::Number(text) => {
                    facets.push((key.text.to_string(), text.to_string()));
                }
                ValueKind::Invalid => {}
                _ => {
                    let location = Location { file: context.file, span: value.span };
                    let message = format!("the facet `{}` must be a string or a number", key.text);
                    self.error(codes::BAD_SETTING, location, message, "write it in quotes");
                }
            }
        }
        self.add_facets(id, facets);
    }

    /// Adds facets to a data type. They replace the same facets of its base, as they would if the base were a named
    /// type.
    fn add_facets(&mut self, id: DataTypeId, facets: Vec<(String, String)>) {
        let keys: Vec<String> = facets.iter().map(|(key, _)| key.clone()).collect();
        let details = facets.into_iter().map(|(key, value)| (Some(key), Some(value)));
        let annotations = &mut self.builder.data_type_mut(id).annotations;
        let existing = annotations
            .iter_mut()
            .find(|annotation| annotation.source.as_deref() == Some(EXTENDED_META_DATA));
        match existing {
            Some(annotation) => {
                annotation.details.retain(|(key, _)| !key.as_ref().is_some_and(|key| keys.contains(key)));
                annotation.details.extend(details);
            }
            None => {
                let source = Some(EXTENDED_META_DATA.to_owned());
                let details = details.collect();
                // The annotation with the facets comes first: the facets of a constrained type are recognised only
                // there.
                annotations.insert(0, Annotation { source, details, ..Annotation::default() });
            }
        }
    }

    /// Sets the Java type of a data type, and whether its values can be serialized.
    fn instance_and_serializable(&mut self, context: &Context, id: DataTypeId, settings: &Settings<'_>) {
        let instance = self.instance(context, settings);
        let serializable = self.flag(context, settings, &["serializable"]);
        let data_type = self.builder.data_type_mut(id);
        if let Some(instance) = instance {
            data_type.instance = instance;
        }
        data_type.serializable = serializable.unwrap_or(true);
    }

    /// The Java type that the settings specify; `None` if there is none. Reports a second one.
    fn instance(&mut self, context: &Context, settings: &Settings<'_>) -> Option<InstanceName> {
        let class = self.text(context, settings, "instance_class").map(InstanceName::Class);
        let ty = self.text(context, settings, "instance_type").map(InstanceName::Type);
        if let (Some(_), Some(_), Some(setting)) = (&class, &ty, settings.find(&["instance_type"])) {
            let location = Location { file: context.file, span: setting.name.span };
            let message = "`instance_class` and `instance_type` both specify the Java type";
            self.error(codes::BAD_SETTING, location, message, "keep one of them");
        }
        ty.or(class)
    }

    /// Fills the classes and the aliases that are classes.
    pub(super) fn fill_classes(&mut self) {
        let classes = std::mem::take(&mut self.classes);
        let mut unfilled = Vec::with_capacity(classes.len());
        let mut feature_count = 0;
        for DeclaredElement { id, decl, mut context } in classes {
            let parameters = self.type_parameters(&mut context, &decl.parameters());
            let own_feature_count = decl.feature_count();
            feature_count += own_feature_count;
            let class = self.builder.class_mut(id);
            class.type_parameters.clone_from(&parameters);
            class.features.reserve_exact(own_feature_count);
            unfilled.push((DeclaredElement { id, decl, context }, parameters));
        }
        self.builder.reserve_features(feature_count);
        self.features.reserve_exact(feature_count);
        // Aliases are filled in between, so that the types that are created for features are in the order of the text.
        let mut aliases = self.alias_classes_in_order().into_iter().peekable();
        for (declared, parameters) in unfilled {
            while let Some((id, alias)) = aliases.next_if(|(id, _)| *id < declared.id) {
                self.fill_alias_class(id, &alias);
            }
            self.fill_class(&declared, &parameters);
        }
        aliases.for_each(|(id, alias)| self.fill_alias_class(id, &alias));
    }

    /// Fills a class from its declaration.
    fn fill_class(
        &mut self,
        declared: &DeclaredElement<crate::ecore::ClassId, TypeDecl<'t>>,
        parameters: &[TypeParameterId],
    ) {
        let DeclaredElement { id, decl, context } = declared;
        let settings = decl.settings();
        self.check_settings(context, &settings, &[TYPE_SETTINGS], "a type");
        self.type_parameter_bounds(context, parameters, &decl.parameters());
        // A supertype cannot have annotations, so keywords that Ecore cannot express are lost.
        decl.supertypes().for_each(|ty| self.warn_of_loss(context, ty));
        let supertypes = decl.supertypes().filter_map(|ty| self.type_use(context, ty)).collect();
        let instance = self.instance(context, &settings).unwrap_or_default();
        let class = self.builder.class_mut(*id);
        class.is_abstract = decl.is_abstract();
        class.is_interface = decl.is_interface();
        class.supertypes = supertypes;
        class.instance = instance;
        self.annotate_later(Element::Class(*id), decl.doc(), settings, context);
        for member in decl.members() {
            match member {
                Member::Feature(feature) => self.feature(*id, feature, context),
                Member::Operation(operation) => self.operation(*id, operation, context),
                Member::Invariant(invariant) => self.invariant(Element::Class(*id), invariant, context),
            }
        }
    }
}
