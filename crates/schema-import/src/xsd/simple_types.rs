//! Simple types: data types, and enumerations with a data type for values that may be missing.

use super::builder::{Builder, MAX_RECURSIVE_CHAIN, MAX_SIMPLE_TYPE_DEPTH, wrapper};
use super::components::{ElementId, TypeDefinition};
use super::draft::{Literal, Type, TypeRef, constrain, extend, extended};
use super::names::{Case, valid_name};
use super::white_space::{Space, built_in_white_space, normalised};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};

/// The Java class of enumerations' values.
const ENUMERATOR: &str = "org.eclipse.emf.common.util.Enumerator";

impl Builder<'_> {
    /// The data type of a simple type.
    pub(super) fn data_type(&mut self, definition: &TypeDefinition) -> TypeRef {
        let element = match definition {
            TypeDefinition::Simple(element) => *element,
            TypeDefinition::BuiltIn(name) => return self.xml_type(name),
            TypeDefinition::Missing | TypeDefinition::Complex(_) => return self.xml_type("anySimpleType"),
        };
        if let Some(id) = self.types_by_element.get(&element) {
            return TypeRef::Own(*id);
        }
        if self.depth >= MAX_SIMPLE_TYPE_DEPTH {
            let message =
                "the types that this one uses are nested too deeply, so it is read as `anySimpleType`";
            self.report_at(element, Diagnostic::warning(codes::IMPORT_NOT_EXPRESSED, message));
            return self.xml_type("anySimpleType");
        }
        let chain = self.schema.chain(definition);
        let is_new = |step: &TypeDefinition| match step {
            TypeDefinition::Simple(element) => !self.types_by_element.contains_key(element),
            _ => true,
        };
        let chain: Vec<TypeDefinition> = chain.take_while(is_new).collect();
        if chain.len() > MAX_RECURSIVE_CHAIN {
            // A long chain is created from its top, so that each type finds its base and the recursion stays short.
            for base in chain.iter().rev().filter(|base| *base != definition) {
                if let TypeDefinition::Simple(base) = base {
                    self.simple_type(*base);
                }
            }
        }
        TypeRef::Own(self.simple_type(element))
    }

    /// The draft of a simple type, which is created when the type is first used.
    fn simple_type(&mut self, element: ElementId) -> usize {
        if let Some(id) = self.types_by_element.get(&element) {
            return *id;
        }
        self.depth += 1;
        let data_type =
            if self.schema.ecore(element, "instanceClass").is_none() && self.is_enumerated(element) {
                self.enumeration(element)
            } else {
                self.plain_data_type(element)
            };
        self.depth -= 1;
        data_type
    }

    /// Whether a type becomes an enumeration.
    fn is_enumerated(&self, element: ElementId) -> bool {
        let has_literals = self.schema.facets(element).any(|facet| self.schema.kind(facet) == "enumeration");
        // Names with prefixes are not literals, because other prefixes may mean the same.
        let is_qualified = || {
            let definition = TypeDefinition::Simple(element);
            let names = ["QName", "NOTATION"];
            self.schema.is_derived_from(&definition, &names)
                || self.schema.is_derived_from(&self.schema.item(&definition), &names)
        };
        has_literals && self.schema.ecore(element, "enum") != Some("false") && !is_qualified()
    }

    /// The draft of the type that an element defines, with its names and annotations only.
    pub(super) fn new_type(&mut self, element: ElementId) -> Type {
        let mut annotations = self.annotations_of_type(element);
        let alias = self.schema.alias(element);
        let given_name = self.schema.ecore(element, "name").map(str::to_owned);
        extend(&mut annotations, "name", &alias);
        let name = given_name.unwrap_or_else(|| valid_name(&alias, Case::Upper));
        Type { name, package: self.package(element), annotations, is_serializable: true, ..Type::default() }
    }

    /// Makes a data type, for a simple type that has a Java class or is no enumeration.
    fn plain_data_type(&mut self, element: ElementId) -> usize {
        let mut new_type = self.new_type(element);
        let explicit = self.schema.ecore(element, "instanceClass");
        // In a schema, type arguments are in braces, because XML does not allow `<` in a value.
        new_type.instance = explicit.map(|class| class.replace('{', "<").replace('}', ">"));
        let is_explicit = explicit.is_some();
        let id = self.add_sorted(new_type);
        self.types_by_element.insert(element, id);
        if !is_explicit {
            self.derive(id, element);
        }
        self.add_object_type(id);
        self.add_facets(id, element);
        let schema = self.schema;
        if let Some(draft) = self.types.get_mut(id) {
            constrain(&mut draft.annotations, schema.ecore(element, "constraints"));
            draft.is_serializable = schema.ecore(element, "serializable") != Some("false");
        }
        id
    }

    /// Sets the types from which a data type is made, and its Java class.
    fn derive(&mut self, id: usize, element: ElementId) {
        let definition = TypeDefinition::Simple(element);
        let namespace = self.namespace_of(id).to_owned();
        if self.schema.child(element, &["list"]).is_some() {
            let item = self.data_type(&self.schema.item(&definition));
            let name = self.type_name(&namespace, item);
            self.with_type(id, |draft| {
                extend(&mut draft.annotations, "itemType", &name);
                draft.item = Some(item);
                draft.instance = Some("java.util.List".to_owned());
            });
        } else if let Some(union) = self.schema.child(element, &["union"]) {
            let members: Vec<TypeRef> =
                self.schema.members(union).iter().map(|member| self.data_type(member)).collect();
            let names: Vec<String> =
                members.iter().map(|member| self.type_name(&namespace, *member)).collect();
            let instance = self.common_instance(&members);
            self.with_type(id, |draft| {
                if !names.is_empty() {
                    extend(&mut draft.annotations, "memberTypes", &names.join(" "));
                }
                draft.members = members;
                draft.instance = instance;
            });
        } else {
            let base = self.schema.base(&definition);
            let base_type = self.data_type(&base);
            let instance = self.instance(base_type).map(str::to_owned);
            // In `xs:redefine`, a type extends the earlier type of the same name. Both are one data type here, which
            // would be its own base.
            let is_circular = self.has_name_of_base(element, &base);
            let name = self.type_name(&namespace, base_type);
            self.with_type(id, |draft| {
                if !is_circular {
                    extend(&mut draft.annotations, "baseType", &name);
                    draft.base = Some(base_type);
                }
                // Otherwise, a base without a Java class is an enumeration.
                let default = if is_circular { "java.lang.String" } else { ENUMERATOR };
                draft.instance = Some(instance.unwrap_or_else(|| default.to_owned()));
            });
        }
    }

    /// Whether a simple type with a name has the same name and namespace as its base.
    fn has_name_of_base(&self, element: ElementId, base: &TypeDefinition) -> bool {
        let (Some(name), TypeDefinition::Simple(base)) = (self.schema.get(element, "name"), base) else {
            return false;
        };
        let has_same_namespace = self.schema.target(*base) == self.schema.target(element);
        has_same_namespace && self.schema.get(*base, "name") == Some(name)
    }

    /// Changes a type.
    fn with_type(&mut self, id: usize, change: impl FnOnce(&mut Type)) {
        if let Some(draft) = self.types.get_mut(id) {
            change(draft);
        }
    }

    /// The Java class of all members of a union, which is `Object` if theirs differ.
    fn common_instance(&self, members: &[TypeRef]) -> Option<String> {
        let mut common = None;
        for member in members {
            let instance =
                self.instance(*member).or_else(|| self.is_enumeration(*member).then_some(ENUMERATOR));
            if common.is_none() {
                common = instance;
            } else if common != instance {
                common = Some("java.lang.Object");
            }
        }
        common.map(str::to_owned)
    }

    /// Makes an enumeration, and the data type for its values that may be missing.
    fn enumeration(&mut self, element: ElementId) -> usize {
        let new_type = self.new_type(element);
        let id = self.add_sorted(new_type);
        self.types_by_element.insert(element, id);
        let literals = self.literals(element);
        let schema = self.schema;
        self.with_type(id, |draft| {
            constrain(&mut draft.annotations, schema.ecore(element, "constraints"));
            draft.literals = Some(literals);
        });
        self.add_object_type(id);
        id
    }

    /// The literals of an enumeration, without values that are ignored or repeated.
    fn literals(&mut self, element: ElementId) -> Vec<Literal> {
        let schema = self.schema;
        let facets = schema.facets(element).filter(|facet| schema.kind(*facet) == "enumeration");
        let space = self.white_space(&TypeDefinition::Simple(element));
        let mut literals: Vec<Literal> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for (number, facet) in facets.enumerate() {
            let Some(node) = schema.node(facet) else { continue };
            let literal = normalised(node.raw("value").unwrap_or_default(), space);
            let is_ignored = node.ecore("ignore").is_some_and(|ignore| ignore.eq_ignore_ascii_case("true"));
            if is_ignored || !seen.insert(literal.clone()) {
                continue;
            }
            let name = node.ecore("name").map(str::to_owned);
            let name = name.unwrap_or_else(|| valid_name(&literal, Case::Unchanged));
            let value = match node.ecore("value") {
                Some(value) => self.number(value, facet, node.range.clone()),
                None => i32::try_from(number).unwrap_or(i32::MAX),
            };
            literals.push(Literal { name, literal, value, annotations: self.annotations_of(facet) });
        }
        literals
    }

    /// How white space in a type's values is read: by the rule of the nearest type in the chain that has one.
    pub(super) fn white_space(&self, definition: &TypeDefinition) -> Space {
        let mut spaces = self.white_spaces.borrow_mut();
        // The types with this rule, so that each of a long chain is visited once.
        let mut visited = Vec::new();
        let mut space = Space::Preserve;
        for step in self.schema.chain(definition) {
            let known = match step {
                TypeDefinition::Simple(element) => {
                    visited.push(element);
                    spaces.get(&element).copied().or_else(|| self.own_white_space(element))
                }
                TypeDefinition::BuiltIn(name) => Some(built_in_white_space(name)),
                TypeDefinition::Complex(_) | TypeDefinition::Missing => None,
            };
            if let Some(known) = known {
                space = known;
                break;
            }
        }
        spaces.extend(visited.into_iter().map(|element| (element, space)));
        space
    }

    /// The rule for white space that a simple type does not inherit: that of its facet, or of lists and unions. As in
    /// EMF, the values of unions keep their white space.
    fn own_white_space(&self, element: ElementId) -> Option<Space> {
        if let Some(kind) = self.schema.child(element, &["list", "union"]) {
            let is_list = self.schema.kind(kind) == "list";
            return Some(if is_list { Space::Collapse } else { Space::Preserve });
        }
        let facet = self.schema.facets(element).find(|facet| self.schema.kind(*facet) == "whiteSpace")?;
        Some(match self.schema.get(facet, "value") {
            Some("collapse") => Space::Collapse,
            Some("replace") => Space::Replace,
            _ => Space::Preserve,
        })
    }

    /// Adds a data type with the same values for attributes that may have no value, if the given type is a primitive Java
    /// type or an enumeration: attributes of these types always have a value.
    fn add_object_type(&mut self, id: usize) {
        let Some(draft) = self.types.get(id) else { return };
        let wrapped = draft.instance.as_deref().and_then(wrapper);
        if wrapped.is_none() && draft.literals.is_none() {
            return;
        }
        let alias = extended(&draft.annotations, "name").unwrap_or_default().to_owned();
        let (name, package) = (format!("{}Object", draft.name), draft.package);
        let mut annotations = Vec::new();
        extend(&mut annotations, "name", &format!("{alias}:Object"));
        extend(&mut annotations, "baseType", &alias);
        let instance = Some(wrapped.unwrap_or(ENUMERATOR).to_owned());
        let base = Some(TypeRef::Own(id));
        let is_serializable = true;
        let object_type =
            Type { name, package, annotations, instance, base, is_serializable, ..Type::default() };
        let object = self.add_sorted(object_type);
        self.with_type(id, |draft| draft.object = Some(object));
    }
}
