//! Converts bindings of the model to entries of keys.
//!
//! Nested conditions are combined into conjunctions. Their alternatives multiply, up to a limit.

use super::conditions::{ALWAYS, ConditionIndex};
use super::feature_producers::is_registry;
use super::keys::{KeyIndex, KeyType};
use super::multibinds::{ClassEntry, Contribution};
use super::parameters::composed_binding;
use super::{
    BindingFlags, ComposedBinding, Composer, Composition, Dependency, Entry, MAX_ENTRIES, Producer, Role,
};
use crate::generated::bindings as b;
use crate::names;
use crate::sources::Place;
use modelwright_evaluation::evaluate::{Hash, Value};
use modelwright_metamodel::diagnostic::{Severity, codes};

/// The maximum number of alternatives under which a binding applies, including those of enclosing conditions.
const MAX_ALTERNATIVES: usize = 1_000_000;

impl Composer {
    /// Adds bindings of any kind, in the order in which they are written.
    pub(super) fn collect(&mut self, bindings: &[b::AbstractBinding]) {
        for binding in bindings {
            match binding {
                b::AbstractBinding::Bindings(b::Bindings { file, bindings, .. })
                | b::AbstractBinding::NamedBindings(b::NamedBindings { file, bindings, .. }) => {
                    self.enter_element(file.as_deref());
                    self.collect(bindings);
                    self.leave_element();
                }
                b::AbstractBinding::CategorizedBindings(categorized) => self.add_categorized(categorized),
                b::AbstractBinding::Binding(binding) => self.add_binding(binding),
                b::AbstractBinding::Multibinding(multibinding) => self.add_multibinding(multibinding),
                b::AbstractBinding::ParameterBindings(parameters) => self.bind_parameters(parameters),
                b::AbstractBinding::ParameterMap(map) => self.bind_map(map),
                b::AbstractBinding::VariableBindings(variables) => self.bind_variables(variables),
                b::AbstractBinding::ClassInclusion(b::ClassInclusion {
                    classes, file, line, column, ..
                }) => {
                    let place = self.place(file.as_deref(), *line, *column);
                    let are_included = true;
                    self.add_classes(classes, are_included, place);
                }
                b::AbstractBinding::ClassExclusion(b::ClassExclusion {
                    classes, file, line, column, ..
                }) => {
                    let place = self.place(file.as_deref(), *line, *column);
                    let are_included = false;
                    self.add_classes(classes, are_included, place);
                }
                b::AbstractBinding::Rebinding(rebinding) => self.add_rebinding(rebinding),
                b::AbstractBinding::DependencyBinding(dependency) => self.add_dependency(dependency),
                b::AbstractBinding::UnreadableData(data) => {
                    // If a file cannot be read, lookups that need it must fail, because they would otherwise return the
                    // value of a lower layer (Decision 5).
                    let place = self.place(data.file.as_deref(), data.line, data.column);
                    let help = "correct the file";
                    self.error_with_help(codes::BINDINGS_LAYER, &data.message, &[(place, "")], help);
                }
                // No lookup can request this key.
                b::AbstractBinding::UnreachableEntry(_) => {}
            }
        }
    }

    /// Adds the bindings of a condition: under each of its alternatives, combined with each alternative of the
    /// enclosing conditions.
    fn add_categorized(&mut self, categorized: &b::CategorizedBindings) {
        self.enter_element(categorized.file.as_deref());
        let first = self.condition_index(&categorized.predicates);
        let mut alternatives = vec![first];
        for alternative in &categorized.alternatives {
            self.enter_element(alternative.file.as_deref());
            alternatives.push(self.condition_index(&alternative.predicates));
            self.leave_element();
        }
        // If an alternative occurred twice, each key would be bound twice, which would be a conflict.
        alternatives.sort_unstable();
        alternatives.dedup();
        // The limit is tested before memory is allocated for the product, because alternatives multiply with every
        // level.
        if alternatives.len().saturating_mul(self.current.len()) > MAX_ALTERNATIVES {
            let place = self.place(None, categorized.line, categorized.column);
            let message = format!("nested conditions have more than {MAX_ALTERNATIVES} alternatives");
            self.error_with_help(
                codes::LIMIT,
                &message,
                &[(place, "")],
                "declare one category for these alternatives",
            );
            self.leave_element();
            return;
        }
        let mut inner_conditions: Vec<ConditionIndex> =
            Vec::with_capacity(alternatives.len() * self.current.len());
        for outer in &self.current {
            for alternative in &alternatives {
                inner_conditions.push(self.composition.conditions.conjoin(*outer, *alternative));
            }
        }
        // Different pairs may have the same conjunction: for `a or b` inside of `a or b`, `a and b` occurs twice.
        inner_conditions.sort_unstable();
        inner_conditions.dedup();
        let outer_conditions = std::mem::replace(&mut self.current, inner_conditions);
        self.collect(&categorized.bindings);
        self.current = outer_conditions;
        self.leave_element();
    }

    /// The index of the condition that the node is in all of these categories. A new condition is added.
    fn condition_index(&mut self, predicates: &[b::Category]) -> ConditionIndex {
        let (_, list) = self.current_layer();
        let mut predicate_numbers = Vec::with_capacity(predicates.len());
        let mut unknown_category: Option<String> = None;
        for category in predicates {
            let category_list = &self.composition.lists[list as usize];
            let value = category.value.as_deref().unwrap_or_default();
            let Some(rank) = category_list.rank(&category.categorization) else {
                // Unless the layer declares a level `common`, the category `common` contains every node, so it is not
                // part of the condition.
                if category.categorization != super::categories::COMMON {
                    let place = self.place(category.file.as_deref(), category.line, category.column);
                    self.report_unknown_category(&category.categorization, list, place);
                    // If the unknown category were left out, the condition would hold for more nodes. So the condition
                    // never holds.
                    unknown_category = Some(format!("{} {value}", category.categorization));
                }
                continue;
            };
            let exact = category_list.categories[rank as usize].exact;
            predicate_numbers.push(self.composition.conditions.predicate(list, rank, value, exact));
        }
        if predicate_numbers.is_empty() && unknown_category.is_none() {
            return ALWAYS;
        }
        self.composition.conditions.conjunction(predicate_numbers, unknown_category.as_deref())
    }

    /// Adds a binding of a key, or a contribution if it has the id of a multibinding.
    fn add_binding(&mut self, binding: &b::Binding) {
        let place = self.place(binding.file.as_deref(), binding.line, binding.column);
        let flags =
            BindingFlags::new(binding.r#override, binding.r#abstract, binding.r#final, binding.optional);
        let ty = binding.r#type.as_ref().and_then(|ty| self.declared_type(ty));
        self.enter_element(binding.file.as_deref());
        let named_producer = binding
            .producer
            .as_ref()
            .and_then(|producer| self.named_producer(producer, &binding.producer_args));
        // If there is a named producer, the arguments are already part of it.
        let arguments = if named_producer.is_some() { None } else { self.arguments(&binding.producer_args) };
        let descriptor = binding.producer.as_ref().filter(|_| named_producer.is_none());
        let producer = named_producer.or_else(|| {
            let descriptor = descriptor?;
            let id = binding.multibind_id.as_deref();
            // In a registry, a type is itself the producer. Elsewhere, it produces a new instance of the type.
            let registered = id.and_then(|id| self.registered_producer(id, descriptor));
            Some(registered.unwrap_or_else(|| self.producer(descriptor, None)))
        });
        self.leave_element();
        let mut composed = ComposedBinding { ty, arguments, ..composed_binding(place, flags, producer) };
        // A contribution binds no key; its name, if it has one, is its key in the resulting hash.
        if let Some(id) = &binding.multibind_id {
            return self.add_contribution(id, binding.name.as_deref(), composed);
        }
        let Some(key) = self.key(ty, binding.name.as_deref(), place) else { return };
        self.check_producer(key, &composed);
        self.check_not_final(key, &composed);
        self.check_not_resource(ty, binding, place);
        self.pass_parameters_to_replacement(ty, binding, &mut composed);
        self.bind_checked(key, |composition| format!("`{}`", composition.show_key(key)), composed);
    }

    /// Binds the names of a hash to its values, in the current layer.
    pub(crate) fn bind_constants(&mut self, values: &Hash, file: &str, (line, column): (i64, i64)) {
        let place = self.place(Some(file), line, column);
        for (name, value) in values.pairs() {
            let Some(name) = name.text() else {
                let message = format!(
                    "a provider must yield names with values, but {} is not a name",
                    name.to_literal()
                );
                self.error_with_help(
                    codes::BINDINGS_NAME,
                    &message,
                    &[(place, "")],
                    "yield a string as the name",
                );
                continue;
            };
            let Some(key) = self.key(None, Some(name), place) else { continue };
            let constant = Some(Producer::Constant(value.clone()));
            self.bind(key, composed_binding(place, BindingFlags::default(), constant));
        }
    }

    /// The key with a type, a name or both, which is marked as bound. `None` after a problem was reported: the name is
    /// reserved or empty, or there is neither a type nor a name.
    fn key(&mut self, ty: Option<u32>, name: Option<&str>, place: Place) -> Option<KeyIndex> {
        let (key_type, name) = match (ty, name) {
            (_, Some(name)) if name.starts_with('/') => {
                let message = format!("the name `{name}` is reserved: names must not begin with `/`");
                let help = match name.split('/').nth(1) {
                    Some("param") => "write `bind parameters`",
                    Some("var") => "write `bind variables`",
                    Some("map") => "write `bind map`",
                    Some("classes") => "write `include` and `exclude`",
                    _ => "choose another name",
                };
                self.error_with_help(codes::BINDINGS_NAME, &message, &[(place, "")], help);
                return None;
            }
            (_, Some("")) => {
                let help = "write a name between the quotes";
                self.error_with_help(codes::BINDINGS_NAME, "a name must not be empty", &[(place, "")], help);
                return None;
            }
            (ty, Some(name)) => (self.key_type(ty), name),
            (Some(ty), None) => (KeyType::Anonymous(ty), ""),
            (None, None) => {
                let help = "write a name, a type, or both";
                let message = "a binding must have a name or a type";
                self.error_with_help(codes::BINDINGS_NAME, message, &[(place, "")], help);
                return None;
            }
        };
        Some(self.composition.keys.bind_name(key_type, name))
    }

    /// Reports a concrete binding without a producer, or an abstract binding with one.
    fn check_producer(&mut self, key: KeyIndex, composed: &ComposedBinding) {
        let is_abstract = composed.flags.has(BindingFlags::ABSTRACT);
        // A binding must either be `abstract` or have a producer.
        if is_abstract != composed.producer.is_some() {
            return;
        }
        let name = self.composition.show_key(key);
        let (message, help) = if is_abstract {
            (format!("`{name}` is abstract, so it must not have a value"), "remove `abstract`, or the value")
        } else {
            (format!("`{name}` has no value"), "write `to` and a value, or `abstract`")
        };
        self.error_with_help(codes::BINDINGS_PRODUCER, &message, &[(composed.place, "")], help);
    }

    /// Reports a binding that is both abstract and final.
    fn check_not_final(&mut self, key: KeyIndex, composed: &ComposedBinding) {
        if composed.flags.has(BindingFlags::ABSTRACT) && composed.flags.has(BindingFlags::FINAL) {
            let name = self.composition.show_key(key);
            let message = format!(
                "`{name}` is abstract, which requires another binding, and final, which prohibits it"
            );
            let help = "remove one of the words";
            self.error_with_help(codes::BINDINGS_FORM, &message, &[(composed.place, "")], help);
        }
    }

    /// If a class is bound to another class, binds the parameters of the replacement to the bound parameters of the
    /// class.
    fn pass_parameters_to_replacement(
        &mut self,
        ty: Option<u32>,
        binding: &b::Binding,
        composed: &mut ComposedBinding,
    ) {
        let (Some(ty), None) = (ty, &binding.name) else { return };
        let text = &self.composition.types.get(ty).text;
        let class = names::referenced_class(text).map(str::to_owned);
        let replacement = composed.producer.as_ref().and_then(Producer::class);
        if let (Some(class), Some(replacement)) = (class, replacement) {
            // If the replacement has no bound parameters, it has no value. That is not an error of this binding.
            composed.flags = composed.flags.with(BindingFlags::OPTIONAL);
            self.bind_parameters_of_replaced(&class, &replacement, composed.place);
        }
    }

    /// Reports a binding of a resource: only its parameters can be bound.
    fn check_not_resource(&mut self, ty: Option<u32>, binding: &b::Binding, place: Place) {
        let (Some(ty), None) = (ty, &binding.name) else { return };
        let declared_type = self.composition.types.get(ty);
        let text = declared_type.text.to_string();
        let is_foreign = declared_type.check.is_none();
        let is_class_or_type = text.starts_with("Class[") || text.starts_with("Type[");
        if is_foreign && !is_class_or_type && text.contains('[') {
            let message = format!("`{text}` is a resource, whose type cannot be replaced");
            let help = format!("bind its parameters: bind parameters {text} to …");
            self.error_with_help(codes::BINDINGS_NAME, &message, &[(place, "")], &help);
        }
    }

    /// Checks the type of a constant, then adds the binding; `subject` is the text for the binding in messages.
    pub(super) fn bind_checked(
        &mut self,
        key: KeyIndex,
        subject: impl FnOnce(&Composition) -> String,
        mut composed: ComposedBinding,
    ) {
        self.check_constant(subject, &mut composed);
        self.bind(key, composed);
    }

    /// Adds a binding under the current conditions.
    pub(super) fn bind(&mut self, key: KeyIndex, composed: ComposedBinding) {
        let (layer, _) = self.current_layer();
        // The conditions are moved out of `self`, because `bind_at` borrows it; `bind_at` does not use `self.current`.
        let conditions = std::mem::take(&mut self.current);
        self.bind_at(key, composed, layer, &conditions);
        self.current = conditions;
    }

    /// Adds a binding to a layer, with one entry for each condition.
    pub(super) fn bind_at(
        &mut self,
        key: KeyIndex,
        composed: ComposedBinding,
        layer: u16,
        conditions: &[ConditionIndex],
    ) {
        let place = composed.place;
        let binding = self.add(composed);
        if self.composition.entries.len().saturating_add(conditions.len()) > MAX_ENTRIES {
            let message = format!("there are more than {MAX_ENTRIES} bindings with their alternatives");
            // Every further binding exceeds the limit as well, but the problem is reported only once.
            if !self.composition.problems.iter().any(|problem| problem.message.ends_with(&message)) {
                self.error_with_help(codes::LIMIT, &message, &[(place, "")], "use fewer alternatives");
            }
            return;
        }
        // The order depends on all conditions, so `finish` sets it.
        let entries = conditions.iter().map(|&condition| Entry { key, order: 0, condition, binding, layer });
        self.composition.entries.extend(entries);
    }

    /// Stores a binding and returns its index.
    fn add(&mut self, composed: ComposedBinding) -> u32 {
        let bindings = &mut self.composition.bindings;
        bindings.push(composed);
        u32::try_from(bindings.len() - 1).unwrap_or(u32::MAX)
    }

    /// Adds a contribution to a multibinding, or the classes of a contribution to the included or excluded classes.
    fn add_contribution(&mut self, id: &str, name: Option<&str>, mut composed: ComposedBinding) {
        let place = composed.place;
        if composed.flags.has(BindingFlags::ABSTRACT) || composed.flags.has(BindingFlags::OVERRIDE) {
            let message = format!("a contribution to `{id}` cannot be abstract or override");
            let help = "remove `abstract` or `override`: contributions do not hide each other";
            self.error_with_help(codes::BINDINGS_MULTIBIND, &message, &[(place, "")], help);
            return;
        }
        if composed.producer.is_none() {
            let message = format!("the contribution to `{id}` has no value");
            self.error_with_help(
                codes::BINDINGS_PRODUCER,
                &message,
                &[(place, "")],
                "write `to` and a value",
            );
            return;
        }
        // The type of a contribution to a registry is that of the producer and not that of its values, so it is not
        // checked here.
        if is_registry(id) {
            return self.bind_registered(id, name, composed);
        }
        self.check_constant(|_| format!("the contribution to `{id}`"), &mut composed);
        let (layer, _) = self.current_layer();
        // Names of classes that are constants become entries here. The injector adds names that are computed.
        if let (names::INCLUDED_CLASSES | names::EXCLUDED_CLASSES, Some(Producer::Constant(value))) =
            (id, &composed.producer)
            && let Some(classes) = class_names(value)
        {
            return self.add_classes(&classes, id == names::INCLUDED_CLASSES, place);
        }
        let binding = self.add(composed);
        let id = self.composition.multibinds.number(id);
        let contributions = &mut self.composition.multibinds.ids[id as usize].contributions;
        contributions.extend(self.current.iter().map(|condition| Contribution {
            name: name.map(Into::into),
            layer,
            condition: *condition,
            order: 0,
            binding,
        }));
    }

    /// Adds a multibinding under its key, and records the key under its id.
    fn add_multibinding(&mut self, multibinding: &b::Multibinding) {
        let place = self.place(multibinding.file.as_deref(), multibinding.line, multibinding.column);
        let flags = BindingFlags::new(
            multibinding.r#override,
            multibinding.r#abstract,
            multibinding.r#final,
            multibinding.optional,
        );
        let ty = multibinding.r#type.as_ref().and_then(|ty| self.declared_type(ty));
        // Without an id, the name serves as the id, unless another multibinding declares this id.
        let implied = multibinding.name.as_deref().filter(|_| multibinding.id.is_none());
        let id = multibinding.id.as_deref().or(implied).map(|id| self.composition.multibinds.number(id));
        self.enter_element(multibinding.file.as_deref());
        let producer = multibinding.producer.as_ref().map(|producer| self.producer(producer, id));
        let arguments = self.arguments(&multibinding.producer_args);
        self.leave_element();
        let Some(key) = self.key(ty, multibinding.name.as_deref(), place) else { return };
        let composed = ComposedBinding { ty, arguments, ..composed_binding(place, flags, producer) };
        self.check_producer(key, &composed);
        // `bind` assigns this number to the binding.
        let binding = u32::try_from(self.composition.bindings.len()).unwrap_or(u32::MAX);
        if let Some(id) = id {
            let id = &mut self.composition.multibinds.ids[id as usize];
            let list = if implied.is_some() { &mut id.implied } else { &mut id.declared };
            list.push((key, binding));
        }
        self.bind(key, composed);
    }

    /// Adds inclusions or exclusions of classes in the current layer. Reports names that are not those of classes.
    fn add_classes(&mut self, classes: &[String], are_included: bool, place: Place) {
        let (layer, _) = self.current_layer();
        for class in classes {
            // `::ntp` and `ntp` are the same class.
            let class = class.strip_prefix("::").unwrap_or(class);
            if !names::is_class(class) {
                let message = format!("`{class}` is not the name of a class");
                let help = "write words in lower case, joined by `::`";
                self.error_with_help(codes::BINDINGS_NAME, &message, &[(place, "")], help);
                continue;
            }
            let entries = self.current.iter().map(|condition| ClassEntry {
                class: class.into(),
                is_included: are_included,
                place,
                layer,
                condition: *condition,
                order: 0,
            });
            self.composition.multibinds.classes.extend(entries);
        }
    }

    /// Adds a rebinding; a new name needs two entries, one of which removes the old name.
    fn add_rebinding(&mut self, rebinding: &b::Rebinding) {
        let place = self.place(rebinding.file.as_deref(), rebinding.line, rebinding.column);
        let is_override = false;
        let flags =
            BindingFlags::new(is_override, rebinding.r#abstract, rebinding.r#final, rebinding.optional);
        let ty = rebinding.r#type.as_ref().and_then(|ty| self.declared_type(ty));
        let Some(old) = self.key(ty, rebinding.name.as_deref(), place) else { return };
        let with_role = |role| ComposedBinding { role, ..composed_binding(place, flags, None) };
        if rebinding.kind == b::RebindingKind::Plain {
            return self.bind(old, with_role(Role::Lift));
        }
        let new_type = rebinding.new_type.as_ref().and_then(|ty| self.declared_type(ty));
        let Some(new) = self.key(new_type, rebinding.new_name.as_deref(), place) else { return };
        if new == old {
            let message = format!("`{}` is bound to itself", self.composition.show_key(old));
            self.error_with_help(
                codes::BINDINGS_REBINDING,
                &message,
                &[(place, "")],
                "choose another new name",
            );
            return;
        }
        if rebinding.kind == b::RebindingKind::Alias {
            return self.bind(new, ComposedBinding { ty: new_type, ..with_role(Role::Alias(old)) });
        }
        // Both entries must have the same conditions, because `Composition::steps_of_renamed` finds the removal by
        // these.
        self.bind(new, ComposedBinding { ty: new_type, ..with_role(Role::NewName(old)) });
        self.bind(old, ComposedBinding { flags: BindingFlags::default(), ..with_role(Role::Removal(new)) });
    }

    /// Adds an order between resources. Reports references that are not those of resources.
    fn add_dependency(&mut self, dependency: &b::DependencyBinding) {
        let place = self.place(dependency.file.as_deref(), dependency.line, dependency.column);
        for reference in dependency.sources.iter().chain(&dependency.targets) {
            if names::reference(reference).is_none() {
                let message = format!("`{reference}` is not a reference to a resource");
                let code = codes::BINDINGS_NAME;
                let problem =
                    self.composition.sources.problem(code, Severity::Error, &message, &[(place, "")]);
                self.composition.problems.push(problem.help("write a resource as in File['/etc/motd']"));
            }
        }
        let (sources, targets) = (dependency.sources.clone(), dependency.targets.clone());
        let dependencies = self.current.iter().map(|condition| Dependency {
            condition: *condition,
            sources: sources.clone(),
            targets: targets.clone(),
            notify: dependency.notify,
        });
        self.composition.dependencies.extend(dependencies);
    }
}

/// The names of classes in a string or an array of strings; `None` for any other value.
fn class_names(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(name) => Some(vec![name.to_string()]),
        Value::Array(names) => names.iter().map(|name| name.text().map(str::to_owned)).collect(),
        _ => None,
    }
}
