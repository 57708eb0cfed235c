//! The order of a build: the stage, the settings, the main manifests, the node, its classes, the queue, and the end.

use super::Builder;
use super::resource::{Attribute, Declaration, Kind, Origin};
use super::scope::Scope;
use super::state::{MAIN, ResourceId, TOP};
use modelwright_evaluation::evaluate::{Budget, Evaluation, HostError, Value};
use modelwright_metamodel::diagnostic::codes;
use std::sync::Arc;

impl Builder<'_> {
    /// Builds the catalog.
    pub(super) fn build(&self, budget: &mut Budget) -> Result<(), HostError> {
        self.start()?;
        self.run_main(budget)?;
        self.run_node(budget)?;
        self.run_node_classes(budget)?;
        self.run_queue(budget)?;
        self.finish(budget)
    }

    /// Creates the top scope with the variables of the node, the stage, and the class of settings.
    fn start(&self) -> Result<(), HostError> {
        {
            let mut state = self.state.borrow_mut();
            // The main manifests are the first source, without a definition.
            state.sources.push(None);
            let (parent, resource) = (None, None);
            state.scopes.push(Scope::new(parent, resource, MAIN));
        }
        self.add_to_catalog(self.create(self.builtin("Stage", "main", Kind::Native))?)?;
        // The names of these classes are tags of the catalog before the classes are evaluated.
        for (name, _) in &self.node.classes {
            self.add_class(&Arc::from(name.as_str()));
        }
        self.set_node_variables()?;
        let mut settings = self.create(self.builtin("Class", "Settings", Kind::Settings))?;
        settings.is_evaluated = true;
        let settings = self.add_to_catalog(settings)?;
        self.add_class(&Arc::from("settings"));
        self.add_to_stage(settings)
    }

    /// The declaration of a resource that every catalog contains.
    fn builtin(&self, ty: &str, title: &str, kind: Kind) -> Declaration {
        Declaration {
            ty: Arc::from(ty),
            title: Arc::from(title),
            kind,
            attributes: Vec::new(),
            place: None,
            is_virtual: false,
            is_exported: false,
            scope: TOP,
            source: MAIN,
        }
    }

    /// Evaluates the statements of the main manifests.
    fn run_main(&self, budget: &mut Budget) -> Result<(), HostError> {
        let mut main = self.create(self.builtin("Class", "main", Kind::Main))?;
        main.is_evaluated = true;
        // The scope refers to the resource before it is added, because the number of the next resource is known.
        let next = ResourceId(self.state.borrow().resources.len());
        self.state.borrow_mut().scope_mut(TOP).resource = Some(next);
        let main = self.add(main)?;
        self.state.borrow_mut().evaluated.push(main);
        self.add_scope_tags(main, budget)?;
        let name_of_main = "";
        self.add_class(&Arc::from(name_of_main));
        for (name, value) in
            [(self.names.title, "main"), (self.names.name, "main"), (self.names.module_name, "")]
        {
            self.set_in(TOP, name, Value::string(value))?;
        }
        self.add_to_stage(main)?;
        for manifest in self.environment.main() {
            self.warn_of_repeated_keys(&manifest.expressions);
        }
        for definition in self.environment.main().iter().flat_map(|manifest| &manifest.with_metaparameters) {
            self.check_metaparameters(definition)?;
        }
        for manifest in self.environment.main() {
            let mut body = |run: &mut dyn Evaluation| {
                for statement in &manifest.statements {
                    run.evaluate(*statement)?;
                }
                Ok(Value::Undef)
            };
            let program = manifest.program(self.environment);
            let evaluated =
                self.in_main_frame(manifest.expressions.source(), || program.enter(self, budget, &mut body));
            evaluated.map_err(HostError::caused_by)?;
        }
        Ok(())
    }

    /// Evaluates the definition of the node.
    fn run_node(&self, budget: &mut Budget) -> Result<(), HostError> {
        if !self.environment.has_nodes() {
            return Ok(());
        }
        let Some((definition, _)) = self.environment.node_definition(&self.node.name) else {
            let name = &self.node.name;
            let message = format!("there is no node definition for `{name}`, and none with `default`");
            return Err(HostError::new(message).with_code(codes::CATALOG_MISSING));
        };
        let source = self.state.borrow_mut().source(&definition);
        let resource = self.create(Declaration {
            ty: Arc::from("Node"),
            title: Arc::clone(&definition.name),
            kind: Kind::Node(Arc::clone(&definition)),
            attributes: Vec::new(),
            place: None,
            is_virtual: false,
            is_exported: false,
            scope: TOP,
            source,
        })?;
        self.state.borrow_mut().tags.merge(&resource.tags);
        let id = self.add(resource)?;
        self.evaluate(id, budget)
    }

    /// Adds the classes that an external node classifier assigns to the node; as in Puppet, those with parameters
    /// first.
    fn run_node_classes(&self, budget: &mut Budget) -> Result<(), HostError> {
        let scope = self.state.borrow().node_scope.unwrap_or(TOP);
        let (with_parameters, without_parameters): (Vec<_>, Vec<_>) =
            self.node.classes.iter().partition(|(_, parameters)| !parameters.is_empty());
        self.in_scope(scope, || {
            for (name, parameters) in with_parameters.into_iter().chain(without_parameters) {
                self.add_node_class(name, parameters, budget)?;
            }
            Ok(())
        })
    }

    /// Adds a class that the classifier assigns to the node, with parameters.
    fn add_node_class(
        &self,
        name: &str,
        parameters: &[(String, Value)],
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        let definition = self.require_class(name)?;
        let number = self.environment.number(&definition.name);
        let is_known = self.state.borrow().class_scopes.contains_key(&number)
            || self
                .state
                .borrow()
                .find("Class", &crate::environment::capitalized(&definition.name))
                .is_some();
        // With parameters, the second declaration of a class is a problem, which is reported when it is added.
        if is_known && parameters.is_empty() {
            return Ok(());
        }
        let source = self.state.borrow_mut().source(&definition);
        let attributes = parameters.iter().map(|(name, value)| Attribute {
            name: Arc::from(name.as_str()),
            value: value.clone(),
            source,
            place: None,
            append: false,
            origin: Origin::Declaration,
        });
        let resource = self.create(Declaration {
            ty: Arc::from("Class"),
            title: Arc::from(crate::environment::capitalized(&definition.name)),
            kind: Kind::Class(Arc::clone(&definition)),
            attributes: attributes.collect(),
            place: None,
            is_virtual: false,
            is_exported: false,
            scope: self.current.get(),
            source,
        })?;
        self.prepare_class(&definition, &resource, budget)?;
        // The queue evaluates the class.
        self.add(resource).map(drop)
    }
}
