//! The elements, wildcards and repeated groups in the content of a complex type, with how often each may occur.
//!
//! Invariants: groups that refer to themselves end; the number of particles of a schema, and of the attributes of its
//! types, is limited, since groups may repeat others exponentially, and many types may refer to one large group.

use super::builder::Builder;
use super::components::{ElementId, Kind};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};

/// The maximum nesting of groups.
const MAX_DEPTH: usize = 100;

/// The maximum number of particles and attributes of all types of a schema. Each becomes a feature, for which more than
/// 1 KB is needed.
const MAX_PARTICLES: usize = 500_000;

/// A particle that becomes a feature.
#[derive(Debug, Clone, Copy)]
pub(super) struct Particle {
    /// The element, wildcard or group as it is used.
    pub(super) element: ElementId,
    /// The declaration to which the element refers, or the element itself; `None` for an element that nothing declares.
    pub(super) term: Option<ElementId>,
    pub(super) is_group: bool,
    pub(super) min: i32,
    pub(super) max: i32,
    /// The repeated group that the particle is in.
    pub(super) group: Option<ElementId>,
}

/// The kinds of elements that group particles.
const GROUP_KINDS: [&str; 3] = ["sequence", "choice", "all"];
/// The kinds of elements that are particles.
const PARTICLE_KINDS: [&str; 6] = ["sequence", "choice", "all", "group", "element", "any"];

impl Builder<'_> {
    /// The element with the particles of a complex type's own content; `None` if there is none, or it never occurs.
    pub(super) fn content(&self, complex: ElementId) -> Option<ElementId> {
        let holder = if self.schema.child(complex, &["complexContent", "simpleContent"]).is_some() {
            self.schema.derivation(complex)?
        } else {
            complex
        };
        let particle = self.schema.child(holder, &["sequence", "choice", "all", "group"])?;
        if self.occurs(particle, "maxOccurs") == 0 { None } else { Some(particle) }
    }

    /// Whether content has neither elements nor wildcards.
    pub(super) fn is_empty(&self, content: Option<ElementId>) -> bool {
        let Some(element) = content else { return true };
        let Some(term) = self.term(element) else { return false };
        // A choice without particles is empty content only if it may be missing (XML Schema, 3.4.2).
        let is_optional = self.schema.kind(term) != "choice" || self.occurs(element, "minOccurs") == 0;
        self.particles_in(term).is_empty() && is_optional && GROUP_KINDS.contains(&self.schema.kind(term))
    }

    /// The particles of a complex type's own content.
    pub(super) fn particles(&mut self, content: ElementId) -> Vec<Particle> {
        let mut particles = Vec::new();
        let (once, no_group) = ((1, 1), None);
        self.collect_particles(&mut particles, content, once, no_group, &mut Vec::new());
        self.particle_count += particles.len();
        particles
    }

    /// Whether the types of the schema have too many elements and attributes if so many are added to the known ones,
    /// which is reported once.
    pub(super) fn exceeds_limit(&mut self, element: ElementId, added: usize) -> bool {
        if self.particle_count + added <= MAX_PARTICLES {
            return false;
        }
        if self.particle_count <= MAX_PARTICLES {
            let message =
                format!("the types of the schema have more than {MAX_PARTICLES} elements and attributes");
            let problem = Diagnostic::error(codes::LIMIT, message)
                .help("refer to large groups from fewer types, or extend a type that has the group");
            self.report_at(element, problem);
            self.particle_count = MAX_PARTICLES + 1;
        }
        true
    }

    /// The particles directly in a group, without those that never occur.
    fn particles_in(&self, group: ElementId) -> Vec<ElementId> {
        self.schema
            .children(group)
            .filter(|element| {
                PARTICLE_KINDS.contains(&self.schema.kind(*element))
                    && self.occurs(*element, "maxOccurs") != 0
            })
            .collect()
    }

    /// The group that a particle refers to, or the particle's element itself.
    fn term(&self, element: ElementId) -> Option<ElementId> {
        match self.schema.kind(element) {
            "group" => self.schema.child(self.schema.declaration(Kind::Group, element)?, &GROUP_KINDS),
            "element" => self.schema.declaration(Kind::Element, element),
            _ => Some(element),
        }
    }

    /// `minOccurs` or `maxOccurs`; -1 for unbounded.
    fn occurs(&self, element: ElementId, name: &str) -> i32 {
        match self.schema.get(element, name) {
            Some("unbounded") => -1,
            Some(number) => number.parse().unwrap_or(1),
            None => 1,
        }
    }

    /// Adds the particles of an element or a group. `min` and `max` are the numbers of the groups around it, by which
    /// its own are multiplied; `outer_groups` are these groups, and `group` is the one of them that is a feature.
    fn collect_particles(
        &mut self,
        particles: &mut Vec<Particle>,
        element: ElementId,
        (min, max): (i32, i32),
        group: Option<ElementId>,
        outer_groups: &mut Vec<ElementId>,
    ) {
        let max_occurs = self.occurs(element, "maxOccurs");
        let min = min.saturating_mul(self.occurs(element, "minOccurs"));
        let max = if max == -1 || max_occurs == -1 { -1 } else { max.saturating_mul(max_occurs) };
        let term = self.term(element);
        let is_group = self.schema.kind(element) == "group"
            || term.is_some_and(|term| GROUP_KINDS.contains(&self.schema.kind(term)));
        if !is_group {
            particles.push(Particle { element, term, is_group, min, max, group });
            return;
        }
        let Some(term) = term else {
            let name = self.schema.get(element, "ref").unwrap_or_default();
            let message = format!("the group `{name}` is not declared, so its elements are left out");
            return self.report_at(element, Diagnostic::error(codes::IMPORT_INVALID, message));
        };
        if outer_groups.contains(&term) || outer_groups.len() >= MAX_DEPTH {
            let message = "this group contains itself, or is nested too deeply, so it is left out here";
            return self.report_at(element, Diagnostic::error(codes::IMPORT_INVALID, message));
        }
        let inner_particles = self.particles_in(term);
        if self.exceeds_limit(element, particles.len() + inner_particles.len()) {
            return;
        }
        if inner_particles.is_empty() {
            return;
        }
        let mut group = group;
        if self.is_feature(element, term, &inner_particles, max, group) {
            particles.push(Particle { element, term: Some(term), is_group, min, max, group: None });
            group = Some(term);
        }
        // Of the members of a choice, only one occurs.
        let min = if self.schema.kind(term) == "choice" { 0 } else { min };
        outer_groups.push(term);
        for child in inner_particles {
            self.collect_particles(particles, child, (min, max), group, outer_groups);
        }
        outer_groups.pop();
    }

    /// Whether a group becomes a feature of its own. An attribute in Ecore's namespace decides this: its value is the
    /// name of the feature, or empty for no feature. Without it, a group becomes a feature if it is repeated, contains
    /// more than another group, and is not inside of a group that is a feature (`outer`).
    fn is_feature(
        &self,
        element: ElementId,
        term: ElementId,
        inner: &[ElementId],
        max: i32,
        outer: Option<ElementId>,
    ) -> bool {
        let name_of = |element: ElementId| {
            self.schema.ecore(element, "name").or_else(|| self.schema.ecore(element, "featureMap"))
        };
        // The use of the group takes precedence over its definition.
        let name = name_of(element).or_else(|| name_of(term));
        let is_only_group = match inner {
            [only] => self.schema.kind(*only) == "group" || GROUP_KINDS.contains(&self.schema.kind(*only)),
            _ => false,
        };
        match name {
            Some("") => false,
            Some(_) => true,
            None => outer.is_none() && max != 1 && !is_only_group,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MAX_PARTICLES;
    use crate::xsd::{builder::Builder, components::Schema, documents};
    use modelwright_files::FileAccess;
    use modelwright_metamodel::diagnostic::{Source, codes};

    /// The limit is reached by schemas of a few hundred kilobytes, whose features would need gigabytes.
    #[test]
    fn elements_and_attributes_of_all_types_are_counted() {
        let text = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>\
            <xs:attributeGroup name='a'><xs:attribute name='x'/><xs:attribute name='y'/></xs:attributeGroup>\
            <xs:group name='g'><xs:sequence><xs:element name='p'/><xs:element name='q'/></xs:sequence></xs:group>\
            <xs:complexType name='A'><xs:attributeGroup ref='a'/></xs:complexType>\
            <xs:complexType name='B'><xs:attributeGroup ref='a'/></xs:complexType>\
            <xs:complexType name='C'><xs:group ref='g'/></xs:complexType></xs:schema>";
        let source = Source::new("a.xsd", text);
        let (documents, _) = documents::read(&source, "a.xsd", &FileAccess::default());
        let schema = Schema::new(&documents);
        // How many more may be added, and how many are made.
        for (room, made) in [(6, 6), (5, 4), (3, 2), (1, 0)] {
            let mut builder = Builder::new(&schema);
            builder.particle_count = MAX_PARTICLES - room;
            builder.run();
            let limits = builder.diagnostics.iter().filter(|problem| problem.code == codes::LIMIT).count();
            assert_eq!((builder.features.len(), limits), (made, usize::from(room < 6)), "{room}");
        }
    }
}
