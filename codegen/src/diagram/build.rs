//! Makes the diagram of some packages of a metamodel.
//!
//! Invariants: each feature of a class is drawn once, as an edge or inside of the box; of two opposites only one edge
//! is drawn. Features are those that a class declares itself, so that the diagram grows with the metamodel only. This
//! module does not know options that select boxes.

use super::{BoxKind, ClassBox, Diagram, DiagramOptions, Edge, End, Frame, Member, Relation, line, types};
use crate::scope::{Scope, with_subpackages};
use modelwright_language::language::constraint_text;
use modelwright_metamodel::ecore::{
    Annotation, ClassId, Classifier, DataTypeId, FeatureId, LOGIC, Metamodel, PackageId, builtin,
    composite_text, documentation,
};
use std::collections::{HashMap, HashSet};

/// The diagram of some packages, and the box of each classifier that has one.
pub(super) struct PlacedDiagram {
    pub(super) drawing: Diagram,
    /// The classifiers with their boxes, in the order of the boxes.
    pub(super) places: Vec<(Classifier, usize)>,
}

/// The diagram of the given packages and their subpackages; of all packages if none is given.
pub(super) fn diagram(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &DiagramOptions,
) -> PlacedDiagram {
    let chosen = Scope::chosen(metamodel, packages);
    let mut builder = Builder {
        metamodel,
        options,
        packages: with_subpackages(metamodel, &chosen),
        drawing: Diagram::default(),
        boxes: HashMap::new(),
        frames: HashMap::new(),
    };
    let root = chosen.first().map(|first| metamodel.root_of(*first));
    builder.drawing.file_stem = file_stem(root.map_or("", |root| &metamodel[root].name));
    let classes = builder.add_boxes();
    let mut places: Vec<_> = builder.boxes.iter().map(|(classifier, at)| (*classifier, *at)).collect();
    places.sort_by_key(|(_, at)| *at);
    for class in classes {
        builder.fill(class);
    }
    PlacedDiagram { drawing: builder.drawing, places }
}

/// The name of a file for a package. Characters that separate directories, or that a system reserves, become `_`.
fn file_stem(name: &str) -> String {
    let stem = name.replace(|c: char| c.is_control() || "/\\#?%:*\"<>|".contains(c), "_");
    // A name of dots only would be that of a directory.
    if stem.trim_matches('.').is_empty() { "diagram".to_owned() } else { stem }
}

struct Builder<'m> {
    metamodel: &'m Metamodel,
    options: &'m DiagramOptions,
    packages: Vec<PackageId>,
    drawing: Diagram,
    boxes: HashMap<Classifier, usize>,
    frames: HashMap<PackageId, usize>,
}

impl Builder<'_> {
    /// Adds the boxes for the classifiers of all packages, without their content. Returns the classes that have boxes.
    fn add_boxes(&mut self) -> Vec<ClassId> {
        let metamodel = self.metamodel;
        let packages = self.packages.clone();
        let classifiers: Vec<Classifier> =
            packages.iter().flat_map(|package| metamodel[*package].classifiers.iter().copied()).collect();
        let in_place = in_place_types(metamodel, &classifiers);
        let mut classes = Vec::new();
        for classifier in classifiers {
            match classifier {
                Classifier::Class(id) if !types::is_made_in_place(&metamodel[id]) => {
                    self.add_class(id, class_kind(metamodel, id));
                    classes.push(id);
                }
                Classifier::DataType(id) if in_place.contains(&id) => {}
                Classifier::DataType(id) if metamodel[id].literals.is_some() => self.add_enumeration(id),
                Classifier::DataType(id) => self.add_data_type(id),
                Classifier::Class(_) => {}
            }
        }
        classes
    }

    /// Adds the box of a class, without features. A class that has a textual form is shown as a data type, with that
    /// form as its line.
    fn add_class(&mut self, id: ClassId, kind: BoxKind) -> usize {
        let class = &self.metamodel[id];
        let parameters: Vec<&str> =
            class.type_parameters.iter().map(|id| self.metamodel[*id].name.as_str()).collect();
        let name = match parameters.as_slice() {
            [] => super::name(&class.name),
            parameters => line(&format!("{}<{}>", super::name(&class.name), parameters.join(", "))),
        };
        let subject = Classifier::Class(id);
        let mut class_box = self.empty_box(name, kind, subject, class.package, &class.annotations);
        if kind == BoxKind::DataType {
            class_box.lines = composite_text(class).map(line).into_iter().collect();
        }
        self.add(class_box)
    }

    /// Adds the box of an enumeration, with its literals.
    fn add_enumeration(&mut self, id: DataTypeId) {
        let data = &self.metamodel[id];
        let (kind, subject) = (BoxKind::Enumeration, Classifier::DataType(id));
        let mut class_box =
            self.empty_box(super::name(&data.name), kind, subject, data.package, &data.annotations);
        class_box.lines = data.enum_literals().iter().map(types::literal).collect();
        self.add(class_box);
    }

    /// Adds a data type that the type language can express. Other data types have no box, because they are only names
    /// of Java classes.
    fn add_data_type(&mut self, id: DataTypeId) {
        let Some(text) = constraint_text(self.metamodel, id) else { return };
        let data = &self.metamodel[id];
        let (kind, subject) = (BoxKind::DataType, Classifier::DataType(id));
        let mut class_box =
            self.empty_box(super::name(&data.name), kind, subject, data.package, &data.annotations);
        class_box.lines.push(line(&text));
        self.add(class_box);
    }

    /// A box in the frame of its package, with documentation but without members.
    fn empty_box(
        &mut self,
        name: String,
        kind: BoxKind,
        subject: Classifier,
        package: PackageId,
        annotations: &[Annotation],
    ) -> ClassBox {
        let (frame, documentation) = (Some(self.frame(package)), first_paragraph(annotations));
        ClassBox { name, frame, documentation, ..ClassBox::without_content(kind, subject) }
    }

    fn add(&mut self, class: ClassBox) -> usize {
        self.boxes.insert(class.subject, self.drawing.boxes.len());
        self.drawing.boxes.push(class);
        self.drawing.boxes.len() - 1
    }

    /// The frame of a package. A missing frame is added, after all missing frames around it.
    fn frame(&mut self, package: PackageId) -> usize {
        let mut missing_packages = Vec::new();
        let mut ancestor = Some(package);
        while let Some(package) = ancestor.filter(|package| !self.frames.contains_key(package)) {
            missing_packages.push(package);
            ancestor = self.metamodel[package].parent;
        }
        let mut parent = ancestor.map(|known| self.frames[&known]);
        for package in missing_packages.into_iter().rev() {
            self.drawing.frames.push(Frame { name: super::name(&self.metamodel[package].name), parent });
            parent = Some(self.drawing.frames.len() - 1);
            self.frames.insert(package, self.drawing.frames.len() - 1);
        }
        self.frames[&package]
    }

    /// The box of a class. If the diagram does not describe the class, a box with only its name is added.
    fn box_of(&mut self, id: ClassId) -> usize {
        match self.boxes.get(&Classifier::Class(id)) {
            Some(at) => *at,
            None => self.add_class(id, BoxKind::External),
        }
    }

    /// Adds the content and the edges of a class.
    fn fill(&mut self, class: ClassId) {
        let metamodel = self.metamodel;
        let box_index = self.box_of(class);
        let is_interface = metamodel[class].is_interface;
        for superclass in metamodel.supertypes(class) {
            // Every class inherits from `EObject`, so an edge to it would mean nothing.
            if superclass == builtin::EOBJECT && !self.has_box(superclass) {
                continue;
            }
            let realizes = metamodel[superclass].is_interface && !is_interface;
            let to = self.box_of(superclass);
            self.drawing.edges.push(Edge {
                from: box_index,
                to,
                relation: Relation::Inheritance { realizes },
            });
        }
        let is_data_type = self.drawing.boxes[box_index].kind == BoxKind::DataType;
        for id in &metamodel[class].features {
            match self.form_of(*id) {
                FeatureForm::Edge => self.add_association(*id),
                // The text of a composite type contains its attributes already.
                FeatureForm::Attribute(_) if is_data_type => {}
                FeatureForm::Attribute(member) => self.drawing.boxes[box_index].attributes.push(member),
                FeatureForm::Composite(target) => {
                    let multiplicity = composite_multiplicity(metamodel, *id);
                    let text = types::feature_type(metamodel, *id);
                    if !is_data_type {
                        let member = types::member(metamodel, *id, &text, &multiplicity, None);
                        self.drawing.boxes[box_index].attributes.push(member);
                    }
                    self.add_edges_of_composite(*id, box_index, target);
                }
            }
        }
        if self.options.operations {
            let signatures =
                metamodel[class].operations.iter().map(|id| types::operation(metamodel, &metamodel[*id]));
            self.drawing.boxes[box_index].operations = signatures.collect();
        }
        if self.options.constraints {
            self.drawing.boxes[box_index].constraints = constraints(metamodel, class);
        }
    }

    fn has_box(&self, class: ClassId) -> bool {
        self.boxes.contains_key(&Classifier::Class(class))
    }

    /// How a diagram shows a feature.
    fn form_of(&self, id: FeatureId) -> FeatureForm {
        let metamodel = self.metamodel;
        let feature = &metamodel[id];
        let multiplicity = types::multiplicity(&feature.typed);
        if !feature.is_reference() {
            let ty = types::attribute_type(metamodel, id);
            let box_of_type = self.boxes.get(&Classifier::DataType(metamodel.data_type(id)));
            return FeatureForm::Attribute(types::member(
                metamodel,
                id,
                &ty,
                &multiplicity,
                box_of_type.copied(),
            ));
        }
        let target = metamodel.target(id);
        let class = &metamodel[target];
        if types::is_made_in_place(class) {
            return FeatureForm::Composite(target);
        }
        let target_box = self.boxes.get(&Classifier::Class(target)).copied();
        let is_drawn_as_data_type =
            target_box.is_some_and(|at| self.drawing.boxes[at].kind == BoxKind::DataType);
        let has_classifier = feature.typed.classifier().is_some();
        // Classes without a box: `EObject`, and those of entries of maps.
        let has_no_box =
            target_box.is_none() && (target == builtin::EOBJECT || metamodel.is_entry_class(target));
        if is_drawn_as_data_type || has_no_box || !has_classifier {
            let ty = if has_classifier {
                super::name(&class.name)
            } else {
                types::typed_text(metamodel, &feature.typed)
            };
            return FeatureForm::Attribute(types::member(metamodel, id, &ty, &multiplicity, target_box));
        }
        FeatureForm::Edge
    }

    /// Adds the edge of a reference, unless it is the second one of two opposites.
    fn add_association(&mut self, id: FeatureId) {
        let metamodel = self.metamodel;
        let feature = &metamodel[id];
        let opposite = self.opposite(id);
        if let Some(other) = opposite
            && self.rank(other) < self.rank(id)
        {
            // The class of the other end adds the edge, if the diagram describes that class.
            if !self.is_described(metamodel[other].owner) {
                let owner = self.box_of(metamodel[other].owner);
                self.add_edge(owner, other, Some(id));
            }
            return;
        }
        let from = self.box_of(feature.owner);
        self.add_edge(from, id, opposite);
    }

    /// The order of two opposites. The lower one is the containment, or the one that is declared first; it determines
    /// the direction of their edge.
    fn rank(&self, id: FeatureId) -> (bool, FeatureId) {
        (!self.metamodel[id].is_containment(), id)
    }

    fn is_described(&self, class: ClassId) -> bool {
        let box_index = self.boxes.get(&Classifier::Class(class));
        box_index.is_some_and(|box_index| self.drawing.boxes[*box_index].kind != BoxKind::External)
    }

    /// Adds the edge of a reference from the box `from`; `opposite` is the reference that the same edge shows.
    fn add_edge(&mut self, from: usize, id: FeatureId, opposite: Option<FeatureId>) {
        let to = self.box_of(self.metamodel.target(id));
        let relation = Relation::Association {
            contains: self.metamodel[id].is_containment(),
            near: opposite.filter(|other| *other != id).map(|other| self.end(other)),
            far: self.end(id),
        };
        self.drawing.edges.push(Edge { from, to, relation });
    }

    /// The end of an edge at the target of a reference.
    fn end(&self, id: FeatureId) -> End {
        End {
            name: types::feature_name(self.metamodel, id),
            multiplicity: types::multiplicity(&self.metamodel[id].typed),
        }
    }

    /// The opposite of a reference, if both connect the same two classes. Otherwise each of them has its own edge.
    fn opposite(&self, id: FeatureId) -> Option<FeatureId> {
        let metamodel = self.metamodel;
        let opposite = metamodel[id].opposite()?;
        // A reference to a type parameter has no box at its other end.
        let has_classifier = |id: FeatureId| metamodel[id].typed.classifier().is_some();
        let is_mutual = metamodel[opposite].opposite() == Some(id)
            && has_classifier(id)
            && has_classifier(opposite)
            && metamodel.target(opposite) == metamodel[id].owner
            && metamodel.target(id) == metamodel[opposite].owner;
        is_mutual.then_some(opposite)
    }

    /// Adds an edge from the box `from` to each class whose objects the values of a composite type contain or refer to.
    /// `feature` has that type and names the edges.
    fn add_edges_of_composite(&mut self, feature: FeatureId, from: usize, composite: ClassId) {
        let metamodel = self.metamodel;
        let (mut stack, mut known_classes) = (vec![composite], HashSet::from([composite]));
        while let Some(class) = stack.pop() {
            for inner in metamodel[class].features.iter().filter(|inner| metamodel[**inner].is_reference()) {
                let target = metamodel.target(*inner);
                if target == builtin::EOBJECT || !known_classes.insert(target) {
                    continue;
                }
                if types::is_made_in_place(&metamodel[target]) {
                    stack.push(target);
                    continue;
                }
                let to = self.box_of(target);
                let far = End { name: types::feature_name(metamodel, feature), multiplicity: String::new() };
                let contains = metamodel[*inner].is_containment();
                let relation = Relation::Association { contains, near: None, far };
                self.drawing.edges.push(Edge { from, to, relation });
            }
        }
    }
}

/// How a diagram shows a feature.
enum FeatureForm {
    /// As an edge to the box of a class.
    Edge,
    /// Inside of the box.
    Attribute(Member),
    /// Inside of the box, with edges to the classes of the objects that its type contains.
    Composite(ClassId),
}

/// The kind of the box of a class. A class for a composite type is shown as a data type.
fn class_kind(metamodel: &Metamodel, id: ClassId) -> BoxKind {
    let class = &metamodel[id];
    if composite_text(class).is_some() {
        BoxKind::DataType
    } else if class.is_interface {
        BoxKind::Interface
    } else if class.is_abstract {
        BoxKind::Abstract
    } else {
        BoxKind::Class
    }
}

/// The classifiers that were declared in place, at a feature. Diagrams and pages show them as the text of that feature
/// only.
pub(crate) fn in_place_classifiers(metamodel: &Metamodel, classifiers: &[Classifier]) -> HashSet<Classifier> {
    let data_types = in_place_types(metamodel, classifiers).into_iter().map(Classifier::DataType);
    let is_in_place = |classifier: &&Classifier| match classifier {
        Classifier::Class(id) => types::is_made_in_place(&metamodel[*id]),
        Classifier::DataType(_) => false,
    };
    data_types.chain(classifiers.iter().filter(is_in_place).copied()).collect()
}

/// The data types that were declared at attributes of some classes, whose text shows the complete type.
fn in_place_types(metamodel: &Metamodel, classifiers: &[Classifier]) -> HashSet<DataTypeId> {
    let mut data_types = HashSet::new();
    for classifier in classifiers {
        let Classifier::Class(class) = classifier else { continue };
        let class = &metamodel[*class];
        let is_in_text = types::is_made_in_place(class);
        for id in class.features.iter().filter(|id| !metamodel[**id].is_reference()) {
            let data_type = metamodel.data_type(*id);
            if metamodel[data_type].literals.is_none() {
                data_types.extend(types::in_place_text(metamodel, *id).map(|(id, _)| id));
            } else if is_in_text && metamodel.shown_type(*id).is_none() {
                // The text of the composite type lists the literals of the enumeration.
                data_types.insert(data_type);
            }
        }
    }
    data_types
}

/// The multiplicity of a composite type; empty for a map, whose type contains the bounds on its number of entries.
fn composite_multiplicity(metamodel: &Metamodel, id: FeatureId) -> String {
    if metamodel.holds_entries(id) { String::new() } else { types::multiplicity(&metamodel[id].typed) }
}

/// The first paragraph of a documentation in one line.
fn first_paragraph(annotations: &[Annotation]) -> Option<String> {
    let text = documentation(annotations)?.trim();
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let paragraph = lines.collect::<Vec<_>>().join(" ");
    (!paragraph.is_empty())
        .then(|| modelwright_metamodel::diagnostic::printable_line(&paragraph).into_owned())
}

/// The greatest number of constraints in one note.
const MAX_CONSTRAINTS: usize = 12;

/// The invariants of a class and the checks of its features, each as one line.
fn constraints(metamodel: &Metamodel, class: ClassId) -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |title: Option<&str>, text: &str| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        lines.push(line(&title.map_or_else(|| text.clone(), |title| format!("{title}: {text}"))));
    };
    for annotation in &metamodel[class].annotations {
        let source = annotation.source.as_deref().unwrap_or_default();
        if source == LOGIC {
            annotation.detail("invariant").into_iter().for_each(|text| add(annotation.detail("title"), text));
        }
    }
    types::ocl_constraints(&metamodel[class].annotations).for_each(|(name, text)| add(Some(name), text));
    for id in &metamodel[class].features {
        let logic = metamodel[*id].typed.annotations.iter().filter(|a| a.source.as_deref() == Some(LOGIC));
        logic.filter_map(|a| a.detail("check")).for_each(|text| add(Some(metamodel[*id].name()), text));
    }
    if lines.len() > MAX_CONSTRAINTS {
        let omitted_count = lines.len() - MAX_CONSTRAINTS;
        lines.truncate(MAX_CONSTRAINTS);
        lines.push(format!("… and {omitted_count} more"));
    }
    lines
}
