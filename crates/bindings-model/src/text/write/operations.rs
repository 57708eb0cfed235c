//! Writes operations: `bind` in all its forms, `multibind`, `rebind`, `include` and `exclude`.

use super::Writer;
use super::names::class_name;
use super::producers::key;
use super::values::brackets;
use crate::generated::bindings as b;
use b::AbstractBinding as A;
use modelwright_language::language;
use std::fmt::Write as _;

/// The flags of an operation, each followed by a blank, except `optional`, which is written after `to`.
macro_rules! flags {
    ($binding:expr) => {{
        let mut text = String::new();
        for (is_set, word) in [
            ($binding.r#abstract, "abstract "),
            ($binding.r#override, "override "),
            ($binding.r#final, "final "),
        ] {
            if is_set {
                text.push_str(word);
            }
        }
        text
    }};
}

/// The options of an operation: their names, and the texts of their values.
type Options = Vec<(String, String)>;

impl Writer {
    /// Writes a binding of any kind, or reports that the language cannot express it.
    pub(super) fn binding(&mut self, binding: &A) {
        match binding {
            A::Binding(binding) => self.single_binding(binding),
            A::Multibinding(binding) => self.multibinding(binding),
            A::ParameterBindings(binding) => self.parameters(binding),
            A::ParameterMap(map) => self.map(map),
            A::VariableBindings(binding) => self.variables(binding),
            A::Rebinding(binding) => self.rebinding(binding),
            A::DependencyBinding(binding) => self.dependency(binding),
            A::ClassInclusion(names) => {
                self.doc(names.doc.as_deref());
                self.line(format_args!("include {}", class_names(&names.classes)));
            }
            A::ClassExclusion(names) => {
                self.doc(names.doc.as_deref());
                self.line(format_args!("exclude {}", class_names(&names.classes)));
            }
            A::UnreachableEntry(entry) => {
                self.place = place("an entry", None, entry.file.as_deref(), entry.line);
                self.report_loss("a key that is not a string");
            }
            A::UnreadableData(data) => {
                self.place = place("a file", None, data.file.as_deref(), data.line);
                self.report_loss("data that could not be read");
            }
            A::Bindings(_) | A::NamedBindings(_) | A::CategorizedBindings(_) => {
                self.report_loss("bindings inside other bindings without a condition");
            }
        }
    }

    /// Writes a binding of one key.
    fn single_binding(&mut self, binding: &b::Binding) {
        let b::Binding { r#type, name, file, line, .. } = binding;
        let key = key(r#type.as_ref(), name.as_deref());
        self.place = place("the binding", Some(&key), file.as_deref(), *line);
        self.doc(binding.doc.as_deref());
        let mut text = format!("bind {}{key}", flags!(binding));
        let mut options = Options::new();
        self.append_producer(&mut text, binding.optional, binding.producer.as_ref(), &mut options);
        if let Some(id) = &binding.multibind_id {
            // If there is no key, the text already ends with a blank, which is removed.
            let _ = write!(text.trim_end_in_place(), " in {}", language::string_literal(id));
        }
        self.arguments(&binding.producer_args, &mut options);
        self.finish(text, &options);
    }

    /// Appends `to` and the producer to the text.
    fn append_producer(
        &mut self,
        text: &mut String,
        is_optional: bool,
        producer: Option<&b::ProducerDescriptor>,
        options: &mut Options,
    ) {
        let Some(producer) = producer else {
            // `optional` follows `to`, and an abstract binding has no `to`.
            if is_optional {
                self.report_loss("`optional` without a producer");
            }
            return;
        };
        text.trim_end_in_place().push_str(if is_optional { " to optional " } else { " to " });
        // Whether a list is written on one line depends on the width of the text before the producer.
        let width_before = self.depth * 2 + text.chars().count();
        let producer = self.producer(producer, width_before, options);
        text.push_str(&producer);
    }

    /// Adds the option with the arguments of a producer, if there are any.
    fn arguments(&mut self, arguments: &[b::NamedArgument], options: &mut Options) {
        if !arguments.is_empty() {
            self.depth += 1;
            let members = self.named_values(arguments);
            // 18 is the width of `producer_args => ` and of the comma after the value.
            let text = brackets("{", &members, "}", self.depth * 2 + 18, self.depth);
            self.depth -= 1;
            options.push(("producer_args".to_owned(), text));
        }
    }

    /// The text `name => value` of each argument, indented one level deeper.
    pub(super) fn named_values(&mut self, arguments: &[b::NamedArgument]) -> Vec<String> {
        self.depth += 1;
        let mut members = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let name = language::string_literal(&argument.name);
            // 4 is the width of ` => `.
            let value = self.plain_value(&argument.producer, self.depth * 2 + name.chars().count() + 4);
            members.push(format!("{name} => {value}"));
        }
        self.depth -= 1;
        members
    }

    /// A producer in a place that allows only a value or an expression.
    pub(super) fn plain_value(&mut self, producer: &b::ProducerDescriptor, width_before: usize) -> String {
        match producer {
            b::ProducerDescriptor::ConstantProducer(constant) if constant.transformer.is_none() => {
                self.value_after(&constant.value, width_before)
            }
            b::ProducerDescriptor::EvaluatingProducer(evaluating) if evaluating.transformer.is_none() => {
                self.expression(&evaluating.expression)
            }
            _ => {
                self.report_loss("a value that is neither a constant nor an expression");
                String::new()
            }
        }
    }

    /// Writes an operation and its options.
    fn finish(&mut self, mut text: String, options: &Options) {
        // If there is no key, the text may end with a blank.
        text.truncate(text.trim_end().len());
        if !options.is_empty() {
            // If the producer has several lines, the options follow its last line, after a blank.
            let width_before =
                self.depth * 2 + text.lines().last().map_or(0, |line| line.chars().count()) + 1;
            let members: Vec<_> = options.iter().map(|(name, value)| format!("{name} => {value}")).collect();
            let _ = write!(text, " {}", brackets("{", &members, "}", width_before, self.depth));
        }
        self.line(text);
    }

    /// Writes a multibinding. Reports what its syntax cannot express.
    fn multibinding(&mut self, binding: &b::Multibinding) {
        let b::Multibinding { r#type, name, file, line, .. } = binding;
        let key = key(r#type.as_ref(), name.as_deref());
        self.place = place("the multibinding", Some(&key), file.as_deref(), *line);
        self.doc(binding.doc.as_deref());
        if binding.multibind_id.is_some() || !binding.producer_args.is_empty() || binding.optional {
            self.report_loss("a multibinding that contributes, is optional or has arguments");
        }
        let mut text = format!("multibind {}{key}", flags!(binding));
        if let Some(id) = &binding.id {
            let _ = write!(text, " as {}", language::string_literal(id));
        }
        let options = self.combination(binding.producer.as_ref());
        self.finish(text, &options);
    }

    /// The options of a multibinding.
    fn combination(&mut self, producer: Option<&b::ProducerDescriptor>) -> Options {
        use b::ProducerDescriptor as P;
        let mut options = Options::new();
        let (combinator, transformer, uniq, flatten, resolution) = match producer {
            Some(P::ArrayMultibindProducer(p)) => (&p.combinator, &p.transformer, p.uniq, p.flatten, None),
            Some(P::HashMultibindProducer(p)) => {
                (&p.combinator, &p.transformer, p.uniq, p.flatten, Some(p.conflict_resolution))
            }
            None => return options,
            Some(_) => {
                self.report_loss("a multibinding without a combination of contributions");
                return options;
            }
        };
        let mut option = |name: &str, value: String| options.push((name.to_owned(), value));
        if uniq {
            option("uniq", "true".to_owned());
        }
        match flatten {
            0 => {}
            1.. => option("flatten", flatten.to_string()),
            // -1 means all levels.
            _ => option("flatten", "true".to_owned()),
        }
        if let Some(resolution) = resolution.filter(|found| *found != b::ConflictResolution::Error) {
            option("conflict_resolution", resolution.to_string());
        }
        for (name, lambda) in [("combinator", combinator), ("transformer", transformer)] {
            if let Some(lambda) = lambda {
                let text = self.option_text(&lambda.text);
                options.push((name.to_owned(), text));
            }
        }
        options
    }

    /// Writes a binding of parameters.
    fn parameters(&mut self, binding: &b::ParameterBindings) {
        let target = &binding.target;
        self.place = place("the parameters of", Some(target), binding.file.as_deref(), binding.line);
        self.doc(binding.doc.as_deref());
        let mut text = format!("bind {}parameters {target}", flags!(binding));
        let mut options = Options::new();
        self.append_producer(&mut text, binding.optional, binding.producer.as_ref(), &mut options);
        if !binding.map.is_empty() {
            let map = self.entries(&binding.map, self.depth + 1);
            options.insert(0, ("map".to_owned(), map));
        }
        self.arguments(&binding.producer_args, &mut options);
        self.finish(text, &options);
    }

    /// The entries of a parameter map: a list of names if no name changes, otherwise a hash.
    fn entries(&mut self, entries: &[b::ParameterMapEntry], depth: usize) -> String {
        if entries.iter().all(|entry| entry.to.is_none()) {
            let names: Vec<_> = entries.iter().map(|entry| language::string_literal(&entry.from)).collect();
            // 8 is the width of `map => ` and of the comma after the value.
            return brackets("[", &names, "]", depth * 2 + 8, depth);
        }
        let pairs = entries.iter().map(|entry| {
            let to = entry.to.as_deref().unwrap_or(&entry.from);
            format!("{} => {}", language::string_literal(&entry.from), language::string_literal(to))
        });
        brackets("{", &pairs.collect::<Vec<_>>(), "}", depth * 2 + 8, depth)
    }

    /// Writes a map of parameters. Reports an optional map, for which there is no syntax.
    fn map(&mut self, map: &b::ParameterMap) {
        self.doc(map.doc.as_deref());
        self.place = place("the map of", Some(&map.from), map.file.as_deref(), map.line);
        if map.optional {
            self.report_loss("an optional map");
        }
        let mut text = format!("bind {}map {} to {}", flags!(map), map.from, map.to);
        if !map.entries.is_empty() {
            let entries = self.entries(&map.entries, self.depth);
            let _ = write!(text, " {entries}");
        }
        self.line(text);
    }

    /// Writes a binding of variables.
    fn variables(&mut self, binding: &b::VariableBindings) {
        self.doc(binding.doc.as_deref());
        self.place = place("a binding of variables", None, binding.file.as_deref(), binding.line);
        let ty = binding.r#type.as_ref().map(|ty| format!(" {}", ty.text)).unwrap_or_default();
        let optional = if binding.optional { " optional" } else { "" };
        let mut text = format!("bind {}variables{ty} to{optional} ", flags!(binding));
        let width_before = self.depth * 2 + text.chars().count();
        self.depth += 1;
        let mut members = Vec::new();
        for variable in &binding.variables {
            let name = language::string_literal(&variable.name);
            members.push(match &variable.producer {
                None => name,
                Some(producer) => {
                    // 4 is the width of ` => `.
                    let value = self.plain_value(producer, self.depth * 2 + name.chars().count() + 4);
                    format!("{name} => {value}")
                }
            });
        }
        self.depth -= 1;
        // Variables with and without values cannot be written together; `check` reports such a text as invalid.
        let value_count = binding.variables.iter().filter(|variable| variable.producer.is_some()).count();
        text.push_str(&match (value_count, members.as_slice()) {
            (0, [name]) => name.clone(),
            (0, _) => brackets("[", &members, "]", width_before, self.depth),
            _ => brackets("{", &members, "}", width_before, self.depth),
        });
        self.line(text);
    }

    /// Writes a rebinding of any kind.
    fn rebinding(&mut self, binding: &b::Rebinding) {
        let old = key(binding.r#type.as_ref(), binding.name.as_deref());
        self.doc(binding.doc.as_deref());
        self.place = place("the rebinding of", Some(&old), binding.file.as_deref(), binding.line);
        // In the language, `optional` follows `to`, and a rebinding has no `to`.
        if binding.optional {
            self.report_loss("an optional rebinding");
        }
        let flags = flags!(binding);
        let word = match binding.kind {
            b::RebindingKind::Plain => return self.line(format_args!("rebind {flags}{old}")),
            b::RebindingKind::Alias => "alias",
            b::RebindingKind::Renamed => "renamed",
        };
        let new = key(binding.new_type.as_ref(), binding.new_name.as_deref());
        self.line(format_args!("bind {word} {old} as {flags}{new}"));
    }

    /// Writes an order between resources.
    fn dependency(&mut self, binding: &b::DependencyBinding) {
        self.doc(binding.doc.as_deref());
        let arrow = if binding.notify { "~>" } else { "->" };
        self.line(format_args!(
            "bind dependency {} {arrow} {}",
            one_or_list(&binding.sources),
            one_or_list(&binding.targets)
        ));
    }
}

/// A single name, or a list of names in brackets.
fn one_or_list(names: &[String]) -> String {
    match names {
        [name] => name.clone(),
        names => format!("[{}]", names.join(", ")),
    }
}

/// Removes blanks at the end, and returns the text to append to.
trait TrimEnd {
    fn trim_end_in_place(&mut self) -> &mut Self;
}

impl TrimEnd for String {
    fn trim_end_in_place(&mut self) -> &mut Self {
        self.truncate(self.trim_end_matches(' ').len());
        self
    }
}

/// The description of a binding for messages, with its file and line if they are known.
pub fn place(what: &str, key: Option<&str>, file: Option<&str>, line: i64) -> String {
    let mut text = what.to_owned();
    if let Some(key) = key {
        let _ = write!(text, " `{key}`");
    }
    match file {
        Some(file) if line > 0 => text.push_str(&format!(" ({file}:{line})")),
        None if line > 0 => text.push_str(&format!(" (line {line})")),
        _ => {}
    }
    text
}

/// The names of classes as in `include`: a single name, or a list in brackets.
fn class_names(names: &[String]) -> String {
    let list: Vec<_> = names.iter().map(|name| class_name(name)).collect();
    match list.as_slice() {
        [name] => name.clone(),
        _ => format!("[{}]", list.join(", ")),
    }
}
