//! The namespaces of wildcards, and the wildcard for attributes of a complex type.

use super::builder::Builder;
use super::components::{ElementId, Kind, TypeDefinition};
use super::draft::Wildcards;
use rustc_hash::FxHashMap;

/// A wildcard for attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AttributeWildcard {
    /// The element that declares the wildcard; `None` if it combines several wildcards.
    pub(super) element: Option<ElementId>,
    pub(super) namespaces: Wildcards,
    pub(super) processing: String,
}

/// The maximum nesting of attribute groups, and of types from which a wildcard is inherited.
const MAX_DEPTH: usize = 100;

impl Builder<'_> {
    /// The namespaces that a wildcard's element matches.
    pub(super) fn namespaces(&self, element: ElementId) -> Wildcards {
        let target = self.schema.target(element);
        match self.schema.get(element, "namespace").unwrap_or("##any") {
            "##any" => Wildcards::Any,
            "##other" => Wildcards::Not(target.to_owned()),
            list => {
                let mut namespaces: Vec<String> = Vec::new();
                for word in list.split_ascii_whitespace() {
                    let namespace = match word {
                        "##targetNamespace" => target,
                        "##local" => "",
                        other => other,
                    };
                    if !namespaces.iter().any(|known| known == namespace) {
                        namespaces.push(namespace.to_owned());
                    }
                }
                Wildcards::Some(namespaces)
            }
        }
    }

    /// How the content that a wildcard matches is validated.
    pub(super) fn processing(&self, element: ElementId) -> String {
        self.schema.get(element, "processContents").unwrap_or("strict").to_owned()
    }

    /// The wildcard that an element declares.
    fn own_wildcard(&self, element: ElementId) -> AttributeWildcard {
        AttributeWildcard {
            element: Some(element),
            namespaces: self.namespaces(element),
            processing: self.processing(element),
        }
    }

    /// The wildcard for attributes of a type, with those of its groups and of the type that it extends.
    pub(super) fn attribute_wildcard(
        &self,
        definition: &TypeDefinition,
        depth: usize,
    ) -> Option<AttributeWildcard> {
        let element = match definition {
            TypeDefinition::Complex(element) => *element,
            TypeDefinition::BuiltIn("anyType") => {
                let processing = "lax".to_owned();
                return Some(AttributeWildcard { element: None, namespaces: Wildcards::Any, processing });
            }
            _ => return None,
        };
        let derivation = self.schema.derivation(element);
        // If no single wildcard expresses the own ones, the type has none, not even that of its base.
        let local = self.local_wildcard(derivation.unwrap_or(element)).ok()?;
        let is_extension = derivation.is_some_and(|derivation| self.schema.kind(derivation) == "extension");
        let base = if is_extension && depth < MAX_DEPTH {
            self.attribute_wildcard(&self.schema.base(definition), depth + 1)
        } else {
            None
        };
        match (local, base) {
            (None, base) => base,
            (local, None) => local,
            (Some(local), Some(base)) => {
                let namespaces = union(&local.namespaces, &base.namespaces)?;
                Some(AttributeWildcard { namespaces, ..local })
            }
        }
    }

    /// Whether a complex type, or a group to which it refers, declares a wildcard for attributes.
    pub(super) fn has_own_wildcard(&self, complex: ElementId) -> bool {
        let holder = self.schema.derivation(complex).unwrap_or(complex);
        matches!(self.local_wildcard(holder), Ok(Some(_)))
    }

    /// The wildcard for attributes in an element, combined with those of the attribute groups to which it refers; an
    /// error if no wildcard can express the combination.
    fn local_wildcard(&self, holder: ElementId) -> Result<Option<AttributeWildcard>, ()> {
        let depth = 0;
        self.wildcard_with_groups(holder, &mut FxHashMap::default(), depth)
    }

    /// As [`Self::local_wildcard`]; `groups` are the wildcards of the attribute groups that were visited.
    fn wildcard_with_groups(
        &self,
        holder: ElementId,
        groups: &mut FxHashMap<ElementId, Option<AttributeWildcard>>,
        depth: usize,
    ) -> Result<Option<AttributeWildcard>, ()> {
        let mut local =
            self.schema.child(holder, &["anyAttribute"]).map(|element| self.own_wildcard(element));
        if depth >= MAX_DEPTH {
            return Ok(local);
        }
        for child in self.schema.children(holder) {
            if self.schema.kind(child) != "attributeGroup" {
                continue;
            }
            let Some(group) = self.schema.declaration(Kind::AttributeGroup, child) else { continue };
            let of_group = match groups.get(&group) {
                Some(known) => known.clone(),
                None => {
                    // A group that refers to itself adds nothing to its own wildcard.
                    groups.insert(group, None);
                    let wildcard = self.wildcard_with_groups(group, groups, depth + 1)?;
                    groups.insert(group, wildcard.clone());
                    wildcard
                }
            };
            match (local, of_group) {
                (None, other) => local = other,
                (wildcard, None) => local = wildcard,
                (Some(wildcard), Some(other)) => {
                    let namespaces = intersection(&wildcard.namespaces, &other.namespaces).ok_or(())?;
                    local = Some(AttributeWildcard { namespaces, ..wildcard });
                }
            }
        }
        Ok(local)
    }
}

/// The wildcard that matches each namespace that `left` or `right` matches; `None` if no single wildcard matches
/// exactly these (XML Schema, 3.10.6). An empty text is the absent namespace, which `Not` never matches.
fn union(left: &Wildcards, right: &Wildcards) -> Option<Wildcards> {
    match (left, right) {
        (Wildcards::Any, _) | (_, Wildcards::Any) => Some(Wildcards::Any),
        (Wildcards::Some(left), Wildcards::Some(right)) => {
            let further_namespaces = right.iter().filter(|namespace| !left.contains(namespace));
            Some(Wildcards::Some(left.iter().chain(further_namespaces).cloned().collect()))
        }
        (Wildcards::Not(left), Wildcards::Not(right)) if left == right => Some(Wildcards::Not(left.clone())),
        (Wildcards::Not(_), Wildcards::Not(_)) => Some(Wildcards::Not(String::new())),
        (Wildcards::Not(not), Wildcards::Some(some)) | (Wildcards::Some(some), Wildcards::Not(not)) => {
            let (has_excluded, has_absent) = (some.contains(not), some.iter().any(String::is_empty));
            match (has_excluded, has_absent) {
                (true, true) => Some(Wildcards::Any),
                (true, false) => Some(Wildcards::Not(String::new())),
                (false, true) => None,
                (false, false) => Some(Wildcards::Not(not.clone())),
            }
        }
    }
}

/// The wildcard that matches each namespace that both `left` and `right` match; `None` if no single wildcard matches
/// exactly these.
fn intersection(left: &Wildcards, right: &Wildcards) -> Option<Wildcards> {
    match (left, right) {
        (Wildcards::Any, other) | (other, Wildcards::Any) => Some(other.clone()),
        (Wildcards::Some(all), other) | (other, Wildcards::Some(all)) => {
            Some(Wildcards::Some(all.iter().filter(|one| other.matches(one)).cloned().collect()))
        }
        (Wildcards::Not(left), Wildcards::Not(right)) if left == right => Some(Wildcards::Not(left.clone())),
        // Each `Not` excludes the absent namespace, and `Not` of an empty text excludes no other.
        (Wildcards::Not(one), Wildcards::Not(empty)) | (Wildcards::Not(empty), Wildcards::Not(one))
            if empty.is_empty() =>
        {
            Some(Wildcards::Not(one.clone()))
        }
        (Wildcards::Not(_), Wildcards::Not(_)) => None,
    }
}

/// The text for namespaces in the extended metadata of a package with the namespace `own_namespace`.
pub(super) fn wildcard_text(namespaces: &Wildcards, own_namespace: &str) -> String {
    match namespaces {
        Wildcards::Any => "##any".to_owned(),
        Wildcards::Not(other) if other == own_namespace => "##other".to_owned(),
        Wildcards::Not(other) => format!("!##{other}"),
        Wildcards::Some(all) => {
            let word = |namespace: &str| match namespace {
                own if own == own_namespace => "##targetNamespace".to_owned(),
                "" => "##local".to_owned(),
                other => other.to_owned(),
            };
            all.iter().map(|namespace| word(namespace)).collect::<Vec<_>>().join(" ")
        }
    }
}
