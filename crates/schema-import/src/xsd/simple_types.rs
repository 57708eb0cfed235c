//! Simple types: data types, and enumerations with a data type for values that may be missing.

use super::builder::{Builder, MAX_TYPES_IN_PROGRESS, wrapper};
use super::components::{At, TypeDefinition, Variety};
use super::draft::{Literal, Type, TypeRef, constrain, extend, extended};
use super::names::{Case, valid_name};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};

/// The Java class of enumerations' values.
const ENUMERATOR: &str = "org.eclipse.emf.common.util.Enumerator";

impl Builder<'_> {
    /// The data type of a simple type.
    pub(super) fn data_type(&mut self, of: &TypeDefinition) -> TypeRef {
        let at = match of {
            TypeDefinition::Simple(at) => *at,
            TypeDefinition::BuiltIn(name) => return self.xml_type(name),
            TypeDefinition::Missing | TypeDefinition::Complex(_) => return self.xml_type("anySimpleType"),
        };
        if let Some(made) = self.made.get(&at) {
            return TypeRef::Own(*made);
        }
        if self.depth >= MAX_TYPES_IN_PROGRESS * 2 {
            let message =
                "the types that this one uses are nested too deeply, so it is read as `anySimpleType`";
            self.report_at(at, Diagnostic::warning(codes::IMPORT_NOT_EXPRESSED, message));
            return self.xml_type("anySimpleType");
        }
        let chain: Vec<TypeDefinition> = self.schema.chain(of).collect();
        if chain.len() > MAX_TYPES_IN_PROGRESS {
            // From the top, so that each type finds its base.
            for base in chain.iter().rev().filter(|base| *base != of) {
                if let TypeDefinition::Simple(base) = base {
                    self.made_simple(*base);
                }
            }
        }
        TypeRef::Own(self.made_simple(at))
    }

    /// The type for a simple type, which is made when it is first used.
    fn made_simple(&mut self, at: At) -> usize {
        if let Some(made) = self.made.get(&at) {
            return *made;
        }
        self.depth += 1;
        let data_type = if self.schema.ecore(at, "instanceClass").is_none() && self.is_enumerated(at) {
            self.enumeration(at)
        } else {
            self.plain_data_type(at)
        };
        self.depth -= 1;
        data_type
    }

    /// Whether a type becomes an enumeration.
    fn is_enumerated(&self, at: At) -> bool {
        let has_literals =
            self.schema.facets(at).iter().any(|facet| self.schema.kind(*facet) == "enumeration");
        // Names with prefixes are not literals, because other prefixes may mean the same.
        let is_qualified = || {
            let of = TypeDefinition::Simple(at);
            let names = ["QName", "NOTATION"];
            self.schema.is_derived_from(&of, &names)
                || self.schema.is_derived_from(&self.schema.item(&of), &names)
        };
        has_literals && self.schema.ecore(at, "enum") != Some("false") && !is_qualified()
    }

    /// A new type, with its names and annotations.
    pub(super) fn new_type(&mut self, at: At) -> Type {
        let mut annotations = self.annotations_of_type(at);
        let alias = self.schema.alias(at);
        let given = self.schema.ecore(at, "name").map(str::to_owned);
        extend(&mut annotations, "name", &alias);
        let name = given.unwrap_or_else(|| valid_name(&alias, Case::Upper));
        Type { name, package: self.package(at), annotations, is_serializable: true, ..Type::default() }
    }

    /// Makes a data type, for a simple type that has a Java class or is no enumeration.
    fn plain_data_type(&mut self, at: At) -> usize {
        let mut new = self.new_type(at);
        let explicit = self.schema.ecore(at, "instanceClass");
        // In a schema, type arguments are in braces, because XML does not allow `<` in a value.
        new.instance = explicit.map(|class| class.replace('{', "<").replace('}', ">"));
        let is_explicit = explicit.is_some();
        let id = self.add_sorted(new);
        self.made.insert(at, id);
        if !is_explicit {
            self.derive(id, at);
        }
        self.add_object_type(id);
        self.add_facets(id, at);
        let schema = self.schema;
        if let Some(own) = self.types.get_mut(id) {
            constrain(&mut own.annotations, schema.ecore(at, "constraints"));
            own.is_serializable = schema.ecore(at, "serializable") != Some("false");
        }
        id
    }

    /// Sets the types from which a data type is made, and its Java class.
    fn derive(&mut self, id: usize, at: At) {
        let of = TypeDefinition::Simple(at);
        let namespace = self.namespace_of(id).to_owned();
        if self.schema.child(at, &["list"]).is_some() {
            let item = self.data_type(&self.schema.item(&of));
            let name = self.type_name(&namespace, item);
            self.change(id, |ty| {
                extend(&mut ty.annotations, "itemType", &name);
                ty.item = Some(item);
                ty.instance = Some("java.util.List".to_owned());
            });
        } else if let Some(union) = self.schema.child(at, &["union"]) {
            let members: Vec<TypeRef> =
                self.schema.members(union).iter().map(|member| self.data_type(member)).collect();
            let names: Vec<String> =
                members.iter().map(|member| self.type_name(&namespace, *member)).collect();
            let instance = self.common_instance(&members);
            self.change(id, |ty| {
                if !names.is_empty() {
                    extend(&mut ty.annotations, "memberTypes", &names.join(" "));
                }
                ty.members = members;
                ty.instance = instance;
            });
        } else {
            let base = self.schema.base(&of);
            let known = self.data_type(&base);
            let instance = self.instance(known);
            // A type that redefines the one of its name would be its own base.
            let alias = self.schema.get(at, "name");
            let is_circular = alias.is_some()
                && matches!(&base, TypeDefinition::Simple(base)
                    if self.schema.get(*base, "name") == alias
                        && self.schema.target(*base) == self.schema.target(at));
            let name = self.type_name(&namespace, known);
            self.change(id, |ty| {
                if !is_circular {
                    extend(&mut ty.annotations, "baseType", &name);
                    ty.base = Some(known);
                }
                // Otherwise, a base without a Java class is an enumeration.
                let default = if is_circular { "java.lang.String" } else { ENUMERATOR };
                ty.instance = Some(instance.unwrap_or_else(|| default.to_owned()));
            });
        }
    }

    fn change(&mut self, id: usize, change: impl FnOnce(&mut Type)) {
        if let Some(own) = self.types.get_mut(id) {
            change(own);
        }
    }

    /// The Java class of all members of a union, which is `Object` if theirs differ.
    fn common_instance(&self, members: &[TypeRef]) -> Option<String> {
        let mut common: Option<String> = None;
        for member in members {
            let enumerator = || self.is_enumeration(*member).then(|| ENUMERATOR.to_owned());
            let instance = self.instance(*member).or_else(enumerator);
            if common.is_none() {
                common = instance;
            } else if common != instance {
                common = Some("java.lang.Object".to_owned());
            }
        }
        common
    }

    fn enumeration(&mut self, at: At) -> usize {
        let new = self.new_type(at);
        let id = self.add_sorted(new);
        self.made.insert(at, id);
        let literals = self.literals(at);
        let schema = self.schema;
        self.change(id, |own| {
            constrain(&mut own.annotations, schema.ecore(at, "constraints"));
            own.literals = Some(literals);
        });
        self.add_object_type(id);
        id
    }

    /// The literals of an enumeration, without values that are ignored or repeated.
    fn literals(&mut self, at: At) -> Vec<Literal> {
        let facets = self.schema.facets(at);
        let facets = facets.into_iter().filter(|facet| self.schema.kind(*facet) == "enumeration");
        let facets: Vec<At> = facets.collect();
        let space = self.white_space(&TypeDefinition::Simple(at));
        let mut literals: Vec<Literal> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for (number, facet) in facets.into_iter().enumerate() {
            let Some(node) = self.schema.node(facet) else { continue };
            let literal = normalised(node.raw("value").unwrap_or_default(), space);
            let is_ignored = node.ecore("ignore").is_some_and(|ignore| ignore.eq_ignore_ascii_case("true"));
            if is_ignored || !seen.insert(literal.clone()) {
                continue;
            }
            let name = node.ecore("name").map(str::to_owned);
            let name = name.unwrap_or_else(|| valid_name(&literal, Case::Unchanged));
            let value = match node.ecore("value") {
                Some(value) => self.number(value, facet, node.at.clone()),
                None => i32::try_from(number).unwrap_or(i32::MAX),
            };
            literals.push(Literal { name, literal, value, annotations: self.annotations_of(facet) });
        }
        literals
    }

    /// How white space in a type's values is read: the value of the nearest facet, or that of the built-in type.
    pub(super) fn white_space(&self, of: &TypeDefinition) -> Space {
        if let Some(facet) = self.schema.effective_facet(of, "whiteSpace") {
            return match self.schema.get(facet, "value") {
                Some("collapse") => Space::Collapse,
                Some("replace") => Space::Replace,
                _ => Space::Preserve,
            };
        }
        let built_in = self.schema.chain(of).find_map(|step| match step {
            TypeDefinition::BuiltIn(name) => Some(name),
            _ => None,
        });
        match built_in {
            Some("string") => Space::Preserve,
            Some("normalizedString") => Space::Replace,
            Some("anySimpleType") | None if self.schema.variety(of) == Variety::Atomic => Space::Preserve,
            _ => Space::Collapse,
        }
    }

    /// Adds the data type for values that may be missing, if attributes of a type always have a value.
    fn add_object_type(&mut self, id: usize) {
        let Some(own) = self.types.get(id) else { return };
        let wrapped = own.instance.as_deref().and_then(wrapper);
        if wrapped.is_none() && own.literals.is_none() {
            return;
        }
        let alias = extended(&own.annotations, "name").unwrap_or_default().to_owned();
        let (name, package) = (format!("{}Object", own.name), own.package);
        let mut annotations = Vec::new();
        extend(&mut annotations, "name", &format!("{alias}:Object"));
        extend(&mut annotations, "baseType", &alias);
        let instance = Some(wrapped.unwrap_or(ENUMERATOR).to_owned());
        let base = Some(TypeRef::Own(id));
        let is_serializable = true;
        let new = Type { name, package, annotations, instance, base, is_serializable, ..Type::default() };
        let object = self.add_sorted(new);
        self.change(id, |own| own.object = Some(object));
    }
}

/// How white space in values is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    Preserve,
    Replace,
    Collapse,
}

/// A value whose white space is changed as its type requires.
pub(super) fn normalised(value: &str, space: Space) -> String {
    match space {
        Space::Preserve => value.to_owned(),
        Space::Replace => value.replace(['\t', '\n', '\r'], " "),
        Space::Collapse => {
            let words = value.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().join(" ")
        }
    }
}
