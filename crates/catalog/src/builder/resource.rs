//! Resources while a catalog is built: parameters with their origins, and how they are added to the catalog.
//!
//! Invariants: a reference is unique in a catalog; parameters keep the order in which they were first set.

use super::Builder;
use super::overrides::with_position;
use super::state::{MAIN, ResourceId, ResourceKey, ScopeId, SourceId, SourcePosition, TOP};
use super::tags::Tags;
use crate::environment::{Definition, DefinitionKind};
pub(crate) use crate::model::ParameterOrigin as Origin;
use crate::types::{ResourceType, TitleParts};
use modelwright_evaluation::evaluate::{HostError, Type, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The steps that a new resource costs.
pub(super) const RESOURCE_STEPS: usize = 16;
/// The bytes that a new resource costs besides those of its attributes.
pub(super) const RESOURCE_BYTES: usize = 256;
/// The bytes that an attribute costs besides those of its value.
pub(super) const ATTRIBUTE_BYTES: usize = 64;
/// Separates the values that identify a resource in its key.
pub(super) const KEY_SEPARATOR: &str = "\u{0}";

/// A parameter of a resource, or one that is set by defaults or overrides.
#[derive(Debug, Clone)]
pub(crate) struct Attribute {
    pub(crate) name: Arc<str>,
    pub(crate) value: Value,
    /// The definition whose code sets the attribute.
    pub(crate) source: SourceId,
    pub(crate) place: Option<SourcePosition>,
    /// Whether the value is added to an earlier one (`+>`).
    pub(crate) append: bool,
    pub(crate) origin: Origin,
}

/// The kind of a resource, with its definition.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    /// The class of the main manifests.
    Main,
    Class(Arc<Definition>),
    /// The class of the server's settings, which has no code.
    Settings,
    Node(Arc<Definition>),
    Define(Arc<Definition>),
    Native,
}

impl Kind {
    /// Whether resources of the kind have code in Puppet's language, which is evaluated.
    pub(super) fn has_code(&self) -> bool {
        !matches!(self, Self::Native)
    }
}

/// A resource.
#[derive(Debug)]
pub(crate) struct Resource {
    pub(super) ty: Arc<str>,
    pub(super) title: Arc<str>,
    pub(super) kind: Kind,
    pub(super) attributes: Vec<Attribute>,
    pub(super) tags: Tags,
    pub(super) place: Option<SourcePosition>,
    pub(super) is_virtual: bool,
    pub(super) is_exported: bool,
    /// The scope in which the resource was declared.
    pub(super) scope: ScopeId,
    pub(super) source: SourceId,
    pub(super) is_evaluated: bool,
    pub(super) is_tagged_by_scope: bool,
    /// Whether the resource was declared by an expression or a function at a position in a manifest.
    pub(super) is_declared: bool,
    /// Whether the title is a text. A symbol or a number is not added to the tags, and is not the same as the name.
    pub(super) has_text_title: bool,
    /// The title, if a function declares the resource with a number: it is the value of `$title` in the code.
    pub(super) number_title: Option<Box<Value>>,
    /// The other node that exported the resource.
    pub(super) exporter: Option<Arc<str>>,
    /// The names of parameters with secret values.
    pub(super) sensitive: Vec<Arc<str>>,
    pub(super) containers: Vec<ResourceId>,
    pub(super) contained: Vec<ResourceId>,
}

impl Resource {
    /// The reference to the resource, such as `File[/x]`.
    pub(super) fn reference(&self) -> String {
        format!("{}[{}]", self.ty, self.title)
    }

    /// Whether the finished catalog contains the resource.
    pub(super) fn is_present(&self) -> bool {
        !self.is_virtual || self.is_exported
    }

    /// The value of a parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&Value> {
        self.attribute(name).map(|attribute| &attribute.value)
    }

    /// The positions of the attributes whose value is the same object in memory, and not only an equal one.
    pub(super) fn positions_of(&self, value: &Value) -> Vec<usize> {
        let attributes = self.attributes.iter().enumerate();
        attributes
            .filter(|(_, attribute)| is_same_object(value, attribute))
            .map(|(position, _)| position)
            .collect()
    }

    /// The attribute with a name, even if its value is undef.
    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| *attribute.name == *name)
    }

    /// Sets a parameter; `tag` also adds tags.
    ///
    /// # Errors
    /// If a value is not the name of a tag.
    pub(super) fn set(&mut self, attribute: Attribute) -> Result<(), HostError> {
        if *attribute.name == *"tag" {
            add_tags(&mut self.tags, &attribute.value)?;
        }
        match self.attributes.iter_mut().find(|known| known.name == attribute.name) {
            Some(known) => *known = attribute,
            None => self.attributes.push(attribute),
        }
        Ok(())
    }

    /// The definition of the resource's type.
    pub(super) fn definition(&self) -> Option<&Arc<Definition>> {
        match &self.kind {
            Kind::Class(definition) | Kind::Node(definition) | Kind::Define(definition) => Some(definition),
            Kind::Main | Kind::Settings | Kind::Native => None,
        }
    }

    /// The type that refers to the resource.
    pub(super) fn reference_type(&self) -> Type {
        match self.kind {
            Kind::Main | Kind::Settings | Kind::Class(_) => Type::class_reference(&self.title.to_lowercase()),
            _ => Type::resource_reference(&self.ty, Some(&self.title)),
        }
    }
}

/// Whether the value of an attribute is the same object in memory as a value, and not only an equal one.
fn is_same_object(value: &Value, attribute: &Attribute) -> bool {
    match (&attribute.value, value) {
        (Value::Array(a), Value::Array(b)) => Arc::ptr_eq(a, b),
        (Value::Hash(a), Value::Hash(b)) => Arc::ptr_eq(a, b),
        (Value::Unknown(a), Value::Unknown(b)) => Arc::ptr_eq(a, b),
        _ => false,
    }
}

/// The part of a title that is the value of a key; `None` if the title has no such part.
pub(super) fn part_of_title<'p>(parts: &'p [(&str, String)], key: &str) -> Option<&'p str> {
    parts.iter().find(|(name, _)| *name == key).map(|(_, value)| value.as_str())
}

/// Adds the texts in a value as tags.
pub(super) fn add_tags(tags: &mut Tags, value: &Value) -> Result<(), HostError> {
    match value {
        Value::Array(items) => items.iter().try_for_each(|item| add_tags(tags, item)),
        Value::Undef => Ok(()),
        Value::Unknown(unknown) => Err(unknown.undecided()),
        value => tags.add(&value.to_text()).map_err(HostError::new),
    }
}

/// The properties with which a resource is created.
pub(super) struct Declaration {
    pub(super) ty: Arc<str>,
    pub(super) title: Arc<str>,
    pub(super) kind: Kind,
    pub(super) attributes: Vec<Attribute>,
    pub(super) place: Option<SourcePosition>,
    pub(super) is_virtual: bool,
    pub(super) is_exported: bool,
    pub(super) scope: ScopeId,
    pub(super) source: SourceId,
}

/// Whether a resource is one of those that every catalog contains.
fn is_builtin(declaration: &Declaration) -> bool {
    declaration.source == MAIN && declaration.scope == TOP && declaration.place.is_none()
}

impl Builder<'_> {
    /// Creates a resource with the defaults of its type.
    pub(super) fn create(&self, declaration: Declaration) -> Result<Resource, HostError> {
        // In Puppet, the title of the main stage and the main class is a symbol.
        let is_symbol = is_builtin(&declaration) && *declaration.title == *"main";
        self.create_with(declaration, !is_symbol)
    }

    /// Creates a resource with the defaults of its type. `has_text_title` is false if its title is a symbol or a number
    /// in Puppet, because such a title is not a tag.
    pub(super) fn create_with(
        &self,
        declaration: Declaration,
        has_text_title: bool,
    ) -> Result<Resource, HostError> {
        let Declaration { ty, title, kind, attributes, place, is_virtual, is_exported, scope, source } =
            declaration;
        let is_declared = place.is_some();
        let defaults = self.state.borrow().defaults(scope, &ty);
        let mut resource = Resource {
            ty,
            title,
            kind,
            attributes: Vec::with_capacity(attributes.len() + defaults.len()),
            tags: Tags::default(),
            place,
            is_virtual: is_virtual || is_exported,
            is_exported,
            scope,
            source,
            is_evaluated: false,
            is_tagged_by_scope: false,
            is_declared,
            has_text_title,
            number_title: None,
            exporter: None,
            sensitive: Vec::new(),
            containers: Vec::new(),
            contained: Vec::new(),
        };
        for attribute in attributes {
            resource.set(attribute)?;
        }
        resource.tags.add_if_valid(&resource.ty);
        if has_text_title {
            resource.tags.add_if_valid(&resource.title);
        }
        for default in defaults {
            if resource.attribute(&default.name).is_none() {
                resource.set(default)?;
            }
        }
        Ok(resource)
    }

    /// Adds a resource to the catalog, and to the container whose scope declares it.
    pub(super) fn add(&self, resource: Resource) -> Result<ResourceId, HostError> {
        let is_class = matches!(resource.kind, Kind::Class(_) | Kind::Main);
        let is_stage = resource.ty.eq_ignore_ascii_case("stage");
        let has_stage = resource.parameter("stage").is_some_and(|stage| !matches!(stage, Value::Undef));
        if !is_class && has_stage {
            let reference = resource.reference();
            return Err(HostError::new(format!(
                "`{reference}` cannot have a `stage`: only a class is in a stage"
            )));
        }
        let container = self.state.borrow().scope(resource.scope).resource;
        let id = self.add_to_catalog(resource)?;
        let mut state = self.state.borrow_mut();
        state.declared.push(id);
        // A stage is in no container, and a class is added to its stage later.
        if let Some(container) = container
            && !is_stage
            && !is_class
        {
            state.contain(container, id);
        }
        Ok(id)
    }

    /// Adds a resource to the catalog.
    pub(super) fn add_to_catalog(&self, resource: Resource) -> Result<ResourceId, HostError> {
        let key: ResourceKey = (Arc::clone(&resource.ty), Arc::clone(&resource.title));
        let aliases = self.aliases(&resource)?;
        let mut state = self.state.borrow_mut();
        if let Some(earlier) = state.index.get(&key) {
            let earlier = state.resource(*earlier);
            return Err(duplicate(&resource, earlier, &format!("`{}`", resource.reference())));
        }
        for alias in &aliases {
            if let Some(earlier) = state.index.get(alias) {
                let earlier = state.resource(*earlier);
                let subject = format!(
                    "`{}` has the name of `{}`, so this resource",
                    resource.reference(),
                    earlier.reference()
                );
                return Err(duplicate(&resource, earlier, &subject));
            }
        }
        let id = ResourceId(state.resources.len());
        state.resources.push(resource);
        state.index.insert(key, id);
        for alias in aliases {
            state.index.insert(alias, id);
        }
        Ok(id)
    }

    /// Checks that no alias is the title or an alias of another resource. Overrides may have set aliases since the
    /// resources were added.
    pub(super) fn check_aliases(&self) -> Result<(), HostError> {
        let state = self.state.borrow();
        if !state.resources.iter().any(|resource| resource.parameter("alias").is_some()) {
            return Ok(());
        }
        let mut earlier_resources: FxHashMap<ResourceKey, &Resource> = FxHashMap::default();
        for resource in state.resources.iter().filter(|resource| resource.is_present()) {
            let mut keys = vec![(Arc::clone(&resource.ty), Arc::clone(&resource.title))];
            if resource.parameter("alias").is_some() {
                keys.extend(alias_names(resource).into_iter().map(|name| (Arc::clone(&resource.ty), name)));
            }
            for key in keys {
                if let Some(earlier) = earlier_resources.insert(key, resource)
                    && !std::ptr::eq(earlier, resource)
                {
                    let subject = format!(
                        "`{}` has the name of `{}`, so this resource",
                        resource.reference(),
                        earlier.reference()
                    );
                    return Err(duplicate(resource, earlier, &subject));
                }
            }
        }
        Ok(())
    }

    /// The further names of a resource: its aliases, and the values that identify it if they are not the title.
    fn aliases(&self, resource: &Resource) -> Result<Vec<ResourceKey>, HostError> {
        let native =
            self.environment.native(&resource.ty.to_lowercase()).filter(|_| !resource.kind.has_code());
        for attribute in &resource.attributes {
            let is_key = native.is_some_and(|native| native.keys().any(|key| *key == *attribute.name));
            // A name that is not known may be that of another resource.
            if is_key || matches!(&*attribute.name, "alias" | "name") {
                attribute.value.known().map_err(|error| with_position(error, attribute.place.as_ref()))?;
            }
        }
        let mut names = alias_names(resource);
        names.extend(self.identity(resource)?);
        names.retain(|name| *name != resource.title);
        names.dedup();
        Ok(names.into_iter().map(|name| (Arc::clone(&resource.ty), name)).collect())
    }

    /// The name that finds a resource as well as its title does: the joined values of the keys of its type or, for a
    /// defined type, the parameter `name`. `None` if the type has no unique keys.
    fn identity(&self, resource: &Resource) -> Result<Option<Arc<str>>, HostError> {
        let ty = match &resource.kind {
            Kind::Native => self.environment.native(&resource.ty.to_lowercase()),
            Kind::Define(_) => {
                let name = resource.parameter("name").filter(|name| !matches!(name, Value::Undef));
                return Ok(name.map(|name| Arc::from(name.to_text())));
            }
            _ => None,
        };
        let Some(ty) = ty.filter(|ty| ty.is_isomorphic()) else { return Ok(None) };
        let parts = self.title_parts(ty, &resource.title)?;
        let mut values: Vec<String> = Vec::new();
        for key in ty.keys() {
            // The attribute `name` may be used instead of the namevar.
            let attribute = resource.attributes.iter().find(|attribute| {
                *attribute.name == *key || (*attribute.name == *"name" && ty.namevar() == key)
            });
            match attribute.map(|attribute| &attribute.value) {
                None | Some(Value::Undef) => values.extend(part_of_title(&parts, key).map(str::to_owned)),
                Some(value) => values.push(value.to_text()),
            }
        }
        Ok((!values.is_empty()).then(|| Arc::from(values.join(KEY_SEPARATOR))))
    }

    /// The parameters that follow from the title of a resource of a type.
    ///
    /// # Errors
    /// If the title does not match the patterns of the type, or only Ruby code can read it.
    pub(super) fn title_parts<'t>(
        &self,
        ty: &'t ResourceType,
        title: &'t str,
    ) -> Result<Vec<(&'t str, String)>, HostError> {
        match ty.parts(title) {
            TitleParts::Known(parts) => {
                Ok(parts.into_iter().filter_map(|(name, value)| Some((name, value?.to_owned()))).collect())
            }
            TitleParts::Mismatch => Err(HostError::new(format!(
                "'{title}' is not a title of resources of the type `{}`",
                ty.name()
            ))),
            TitleParts::Unknown => Err(HostError::new(format!(
                "the type `{}` reads the title '{title}' with Ruby code, which is not run",
                ty.name()
            ))),
        }
    }

    /// The kind of the resources of a type, by its name in lower case; `None` if there is no such type. The parameters
    /// of a defined type are checked, because its name may be used for the first time.
    pub(super) fn kind(&self, name: &str) -> Result<Option<Kind>, HostError> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if !name.contains(':') && self.environment.native(name).is_some() {
            return Ok(Some(Kind::Native));
        }
        let define = self.environment.define(name).map_err(HostError::caused_by)?;
        if let Some(definition) = &define {
            self.warn_of_file(definition)?;
            self.check_metaparameters(definition)?;
        }
        Ok(define.map(Kind::Define))
    }
}

/// The names in the metaparameter `alias`.
fn alias_names(resource: &Resource) -> Vec<Arc<str>> {
    let mut names = Vec::new();
    let mut pending: Vec<&Value> = resource.parameter("alias").into_iter().collect();
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(items) => pending.extend(items.iter().rev()),
            Value::Undef => {}
            value => names.push(Arc::from(value.to_text())),
        }
    }
    names
}

/// The problem of a resource that is declared twice; `subject` is the start of the message.
fn duplicate(resource: &Resource, earlier: &Resource, subject: &str) -> HostError {
    let message = format!("{subject} is already declared");
    let mut problem = Diagnostic::error(codes::CATALOG_DUPLICATE, message);
    if let Some(place) = &resource.place {
        problem = problem.at(&place.source, place.range());
    }
    if let Some(place) = &earlier.place {
        problem = problem.label(&place.source, place.range(), "first declared here");
    }
    HostError::caused_by(Box::new(problem))
}

/// Whether a definition is a class.
pub(super) fn is_class(definition: &Definition) -> bool {
    definition.kind == DefinitionKind::Class
}
