//! Writes bindings of all kinds, each as a map whose keys determine its kind.

use super::super::nodes::is_number;
use super::Writer;
use super::producers::{Options, shown_key};
use crate::generated::bindings as b;
use crate::text::place;
use b::AbstractBinding as A;
use b::ProducerDescriptor as P;
use rustc_hash::FxHashSet;

/// Writes the flags of a binding.
macro_rules! flags {
    ($writer:expr, $binding:expr) => {
        $writer.flag("abstract", $binding.r#abstract);
        $writer.flag("override", $binding.r#override);
        $writer.flag("final", $binding.r#final);
        $writer.flag("optional", $binding.optional);
    };
}

impl Writer<'_> {
    /// Writes the map of a binding of any kind, and reports what cannot be expressed.
    pub(super) fn entry(&mut self, binding: &A) {
        self.out.begin_map();
        match binding {
            A::Binding(binding) => self.single_binding(binding),
            A::Multibinding(binding) => self.multibinding(binding),
            A::CategorizedBindings(bindings) => self.conditional_bindings(bindings),
            A::ParameterBindings(binding) => self.parameters(binding),
            A::ParameterMap(map) => self.map(map),
            A::VariableBindings(binding) => self.variables(binding),
            A::Rebinding(binding) => self.rebinding(binding),
            A::DependencyBinding(binding) => self.dependency(binding),
            A::ClassInclusion(names) => self.classes("include", &names.classes, names.doc.as_deref()),
            A::ClassExclusion(names) => self.classes("exclude", &names.classes, names.doc.as_deref()),
            A::UnreachableEntry(entry) => {
                self.language.place = place("an entry", None, entry.file.as_deref(), entry.line);
                self.report_loss("a key that is not a string");
            }
            A::UnreadableData(data) => {
                self.language.place = place("a file", None, data.file.as_deref(), data.line);
                self.report_loss("data that could not be read");
            }
            A::Bindings(_) | A::NamedBindings(_) => {
                self.report_loss("bindings inside other bindings without a condition");
            }
        }
        self.out.end_map();
    }

    /// Writes the keys of a binding of one key.
    fn single_binding(&mut self, binding: &b::Binding) {
        let b::Binding { r#type, name, file, line, .. } = binding;
        let key = shown_key(r#type.as_ref(), name.as_deref());
        self.language.place = place("the binding", Some(&key), file.as_deref(), *line);
        self.field_if("doc", binding.doc.as_deref());
        self.field_if("name", name.as_deref());
        self.field_if("type", r#type.as_ref().map(|ty| ty.text.as_str()));
        flags!(self, binding);
        let options = Options { producer_args: &binding.producer_args, ..Options::default() };
        self.producer(binding.producer.as_ref(), &options);
        self.field_if("in", binding.multibind_id.as_deref());
    }

    /// Writes the keys of a multibinding.
    fn multibinding(&mut self, binding: &b::Multibinding) {
        let b::Multibinding { r#type, name, file, line, .. } = binding;
        let key = shown_key(r#type.as_ref(), name.as_deref());
        self.language.place = place("the multibinding", Some(&key), file.as_deref(), *line);
        if binding.multibind_id.is_some() || !binding.producer_args.is_empty() {
            self.report_loss("a multibinding that contributes or has arguments");
        }
        self.field_if("doc", binding.doc.as_deref());
        // One of these two keys is always written. It shows that the entry is a multibinding.
        match &binding.id {
            Some(id) => self.field("multibind_id", id),
            None => self.flag("multibind", true),
        }
        self.field_if("name", name.as_deref());
        self.field_if("type", r#type.as_ref().map(|ty| ty.text.as_str()));
        flags!(self, binding);
        self.combination(binding.producer.as_ref());
    }

    /// Writes the options of a multibinding, if any of them differs from its default.
    fn combination(&mut self, producer: Option<&P>) {
        let (combinator, transformer, uniq, flatten, resolution) = match producer {
            Some(P::ArrayMultibindProducer(p)) => (&p.combinator, &p.transformer, p.uniq, p.flatten, None),
            Some(P::HashMultibindProducer(p)) => {
                (&p.combinator, &p.transformer, p.uniq, p.flatten, Some(p.conflict_resolution))
            }
            // An abstract multibinding has no producer.
            None => return,
            Some(_) => return self.report_loss("a multibinding without a combination of contributions"),
        };
        // Defaults are omitted, so that each binding has one canonical form.
        let resolution = resolution.filter(|found| *found != b::ConflictResolution::Error);
        let is_empty = !uniq && flatten == 0 && combinator.is_none() && transformer.is_none();
        if is_empty && resolution.is_none() {
            return;
        }
        self.out.key("options");
        self.out.begin_map();
        self.flag("uniq", uniq);
        match flatten {
            0 => {}
            1.. => {
                self.out.key("flatten");
                self.out.number(&flatten.to_string());
            }
            // -1 means all levels.
            _ => self.flag("flatten", true),
        }
        if let Some(resolution) = resolution {
            self.field("conflict_resolution", &resolution.to_string());
        }
        for (name, lambda) in [("combinator", combinator), ("transformer", transformer)] {
            if let Some(lambda) = lambda {
                self.lambda(name, lambda);
            }
        }
        self.out.end_map();
    }

    /// Writes the keys of a binding of parameters.
    fn parameters(&mut self, binding: &b::ParameterBindings) {
        let target = &binding.target;
        self.language.place = place("the parameters of", Some(target), binding.file.as_deref(), binding.line);
        self.field_if("doc", binding.doc.as_deref());
        self.field("parameters", target);
        flags!(self, binding);
        let options = Options { map: &binding.map, producer_args: &binding.producer_args };
        self.producer(binding.producer.as_ref(), &options);
    }

    /// Writes the entries of a parameter map: a list of names if no name changes, otherwise a map.
    pub(super) fn map_entries(&mut self, entries: &[b::ParameterMapEntry]) {
        if entries.iter().all(|entry| entry.to.is_none()) {
            return self.list(entries, |writer, entry| writer.out.string(&entry.from));
        }
        let mut seen = FxHashSet::default();
        self.out.begin_map();
        for entry in entries {
            if !seen.insert(&entry.from) {
                self.report_loss(format_args!("the parameter `{}`, which is mapped twice,", entry.from));
                continue;
            }
            // In a map, every entry has a new name, so a name that does not change is written twice.
            self.field(&entry.from, entry.to.as_deref().unwrap_or(&entry.from));
        }
        self.out.end_map();
    }

    /// Writes the key `map` with a map of parameters.
    fn map(&mut self, map: &b::ParameterMap) {
        self.language.place = place("the map of", Some(&map.from), map.file.as_deref(), map.line);
        self.field_if("doc", map.doc.as_deref());
        self.out.key("map");
        self.out.begin_map();
        self.field("from", &map.from);
        self.field("to", &map.to);
        if !map.entries.is_empty() {
            self.out.key("entries");
            self.map_entries(&map.entries);
        }
        self.out.end_map();
        flags!(self, map);
    }

    /// Writes the keys of a binding of variables.
    fn variables(&mut self, binding: &b::VariableBindings) {
        let first_variable = binding.variables.first().map(|variable| variable.name.as_str());
        self.language.place =
            place("the variables from", first_variable, binding.file.as_deref(), binding.line);
        self.field_if("doc", binding.doc.as_deref());
        self.out.key("variables");
        let values: Vec<_> = binding
            .variables
            .iter()
            .filter_map(|variable| Some((variable.name.as_str(), variable.producer.as_ref()?)))
            .collect();
        if values.len() == binding.variables.len() {
            self.named_values(values.into_iter());
        } else {
            // Only names without values can form a list.
            if !values.is_empty() {
                self.report_loss("variables with values together with variables without values");
            }
            self.list(&binding.variables, |writer, variable| writer.out.string(&variable.name));
        }
        self.field_if("type", binding.r#type.as_ref().map(|ty| ty.text.as_str()));
        flags!(self, binding);
    }

    /// Writes the keys of a rebinding of any kind.
    fn rebinding(&mut self, binding: &b::Rebinding) {
        let old = shown_key(binding.r#type.as_ref(), binding.name.as_deref());
        self.language.place = place("the rebinding of", Some(&old), binding.file.as_deref(), binding.line);
        self.field_if("doc", binding.doc.as_deref());
        let word = match binding.kind {
            b::RebindingKind::Plain => "rebind",
            b::RebindingKind::Alias => "alias",
            b::RebindingKind::Renamed => "renamed",
        };
        self.out.key(word);
        self.key(binding.r#type.as_ref(), binding.name.as_deref());
        // `name` and `type` belong to the new key; the old key is the value of `word`.
        self.field_if("name", binding.new_name.as_deref());
        self.field_if("type", binding.new_type.as_ref().map(|ty| ty.text.as_str()));
        flags!(self, binding);
    }

    /// Writes the key `dependency` with an order between resources.
    fn dependency(&mut self, binding: &b::DependencyBinding) {
        let first_source = binding.sources.first().map(String::as_str);
        self.language.place = place("the dependency on", first_source, binding.file.as_deref(), binding.line);
        self.field_if("doc", binding.doc.as_deref());
        self.out.key("dependency");
        self.out.begin_map();
        self.strings("from", &binding.sources);
        self.strings("to", &binding.targets);
        self.flag("notify", binding.notify);
        self.out.end_map();
    }

    fn classes(&mut self, word: &str, classes: &[String], doc: Option<&str>) {
        self.field_if("doc", doc);
        self.strings(word, classes);
    }

    /// Writes a condition and its bindings.
    fn conditional_bindings(&mut self, bindings: &b::CategorizedBindings) {
        self.field_if("doc", bindings.doc.as_deref());
        self.out.key("when");
        let others = bindings.alternatives.iter().map(|alternative| &alternative.predicates);
        let conditions: Vec<_> = std::iter::once(&bindings.predicates).chain(others).collect();
        match conditions.as_slice() {
            // In a map, a category can occur only once. Such conditions are written as a string in the language.
            conditions if !conditions.iter().all(|predicates| is_map(predicates)) => {
                let text = self.language.condition(bindings);
                self.out.string(&text);
            }
            [predicates] => self.categories_of(predicates),
            conditions => self.list(conditions, |writer, predicates| writer.categories_of(predicates)),
        }
        self.out.key("bind");
        self.list(&bindings.bindings, |writer, binding| writer.entry(binding));
    }

    /// Writes a map of categories with their values.
    fn categories_of(&mut self, predicates: &[b::Category]) {
        self.out.begin_map();
        for category in predicates {
            self.out.key(&category.categorization);
            match (&category.value, category.kind) {
                (None, _) => self.out.null(),
                (Some(value), b::CategoryValueKind::String) => self.out.string(value),
                // `is_map` has tested the forms of these values.
                (Some(value), b::CategoryValueKind::Number) => self.out.number(value),
                (Some(value), b::CategoryValueKind::Boolean) => self.out.boolean(value == "true"),
            }
        }
        self.out.end_map();
    }
}

/// Whether an alternative can be written as a map: its categories differ, and YAML and JSON can express their values.
fn is_map(predicates: &[b::Category]) -> bool {
    let mut seen = FxHashSet::default();
    !predicates.is_empty()
        && predicates.iter().all(|category| {
            let has_form = match (&category.value, category.kind) {
                (None, _) => category.categorization == "common",
                (Some(_), b::CategoryValueKind::String) => true,
                (Some(value), b::CategoryValueKind::Number) => is_number(value),
                (Some(value), b::CategoryValueKind::Boolean) => matches!(value.as_str(), "true" | "false"),
            };
            has_form && seen.insert(&category.categorization)
        })
}
