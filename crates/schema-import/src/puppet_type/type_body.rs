//! The body of `newtype`: what belongs to the type, not to one of its attributes.

use super::{
    Reader, add_attribute, add_code, add_doc, annotate, checks, keep_last, loops, outdented, requirements,
    validation,
};
use crate::declarations::{Class, Feature, Invariant};
use crate::ruby::{Call, Kind, Node};
use rustc_hash::FxHashSet;

/// The methods that declare relations to other resources.
const RELATIONS: &[&str] = &["autorequire", "autobefore", "autonotify", "autosubscribe"];

/// Methods that Puppet calls after a resource is checked.
const METHODS_AFTER_CHECK: &[&str] =
    &["eval_generate", "exists?", "flush", "generate", "instances", "refresh", "retrieve", "self_refresh?"];

impl Reader<'_> {
    /// Reads the options and the block of `Type.newtype` into the class of the type.
    pub(super) fn type_body(&mut self, mut class: Class, call: &Call) -> Class {
        for (key, value) in call.options() {
            let key = key.text().unwrap_or_default();
            let code = value.text().unwrap_or_else(|| self.text(&value.span).to_owned());
            annotate(&mut class.annotations, &key, code);
        }
        let Some(block) = &call.block else { return class };
        self.attributes_with_default.clear();
        self.facts_by_name.clear();
        let mut required: FxHashSet<String> = FxHashSet::default();
        for node in &block.body {
            match &node.kind {
                Kind::Assign(left, value) => self.type_variable(node, left, value, &mut class),
                // The validation is read below, because it may require attributes that are declared after it.
                Kind::Call(inner) if inner.name == "validate" && inner.block.is_some() => {}
                Kind::Call(inner) => self.type_call(node, inner, &mut class),
                Kind::Method(name) => self.type_method(node, name, &mut class),
                Kind::Text(_) | Kind::Nil | Kind::Boolean(_) => {}
                Kind::Class(..) if self.record_parent_class(node) => {}
                _ => self.keep_unread(node, "Ruby code", &mut class),
            }
        }
        for call in block.body.iter().filter_map(Node::as_call).filter(|call| call.name == "validate") {
            self.type_validation(call, &mut class, &mut required);
        }
        keep_last(&mut class);
        self.name_attribute(&mut class);
        for feature in &mut class.features {
            let is_required = required.remove(feature.name());
            // An attribute that is required, but has a default, may be missing in a resource.
            if is_required && !self.attributes_with_default.contains(feature.name()) {
                feature.settings_mut().min = 1;
            }
        }
        // What remains are names that no attribute has.
        let mut unknown: Vec<String> = required.into_iter().collect();
        unknown.sort_unstable();
        for name in unknown {
            let message = format!(
                "`{}` requires `{name}`, which is not one of its attributes in this file",
                class.name
            );
            self.report_not_expressed(&class.span.clone(), message, "add the attribute, with `min => 1`");
        }
        self.definitions.annotate(&mut class, self.source.text());
        class
    }

    /// Keeps the code of a method of the type as an annotation.
    fn type_method(&mut self, node: &Node, name: &str, class: &mut Class) {
        annotate(&mut class.annotations, &format!("method {name}"), self.text(&node.span));
        if METHODS_AFTER_CHECK.contains(&name) {
            return;
        }
        let message = format!("the method `{name}` of `{}` is kept as an annotation", class.name);
        let help = match name {
            "title_patterns" => "titles are not split: write the parts as values of their own attributes",
            _ => "check whether it restricts values, and write a rule then",
        };
        self.report_not_expressed(&node.span, message, help);
    }

    /// Keeps code of the type that declares nothing known as documentation, and reports it with its kind.
    fn keep_unread(&mut self, node: &Node, kind: &str, class: &mut Class) {
        let message = format!("{kind} in `{}` is not run, but kept as its documentation", class.name);
        self.report_not_expressed(
            &node.span,
            message,
            "write the attributes that it declares, and its rules, by hand",
        );
        add_code(&mut class.doc, "Not expressed", self.text(&node.span));
    }

    /// Reads an assignment in the body of a type.
    fn type_variable(&mut self, node: &Node, left: &Node, value: &Node, class: &mut Class) {
        match (&left.kind, value.text()) {
            (Kind::Variable(name), Some(text)) if name == "@doc" => {
                add_doc(&mut class.doc, &outdented(&text));
            }
            (Kind::Variable(name), None) if name == "@doc" => {
                let code = self.text(&value.span).to_owned();
                add_doc(&mut class.doc, &code);
                self.report_not_expressed(
                    &node.span,
                    "the documentation is computed, so it is kept as code",
                    "write a text",
                );
            }
            (Kind::Variable(name), _) => {
                annotate(&mut class.annotations, name.trim_start_matches('@'), self.text(&value.span));
            }
            // A local variable, and a constant that is not a list, are only used by code.
            _ => {
                self.definitions.add(left, node);
                self.record_constant(left, value);
            }
        }
    }

    /// Reads one call in the block of a type. What the class cannot express is kept as documentation.
    fn type_call(&mut self, node: &Node, call: &Call, class: &mut Class) {
        let first_text = call.plain_arguments().first().and_then(Node::text);
        match call.name.as_str() {
            "each" if self.read_loop(call, class) => {}
            _ if call.receiver.is_some() => self.keep_unread(node, "Ruby code", class),
            "desc" => add_doc(&mut class.doc, &first_text.map(|text| outdented(&text)).unwrap_or_default()),
            "newproperty" | "newparam" => match self.new_attribute(node, call) {
                Some(attribute) => add_attribute(class, attribute),
                None => add_code(&mut class.doc, "Not expressed", self.text(&node.span)),
            },
            "ensurable" => {
                let attribute = self.ensurable(node, call);
                add_attribute(class, attribute);
            }
            "feature" => {
                let name = first_text.unwrap_or_default();
                let doc = call.plain_arguments().get(1).and_then(Node::text).map(|text| outdented(&text));
                annotate(&mut class.annotations, &format!("feature {name}"), doc.unwrap_or_default());
                for (key, value) in call.options() {
                    let key = format!("feature {name} {}", key.text().unwrap_or_default());
                    annotate(&mut class.annotations, &key, self.text(&value.span));
                }
            }
            relation if RELATIONS.contains(&relation) => {
                let code = call.block.as_ref().map(|block| self.text(&block.span).trim().to_owned());
                let key = format!("{relation} {}", first_text.unwrap_or_default());
                annotate(&mut class.annotations, &key, code.unwrap_or_default());
            }
            "include" | "extend" | "apply_to_device" | "apply_to_host" | "apply_to_all" | "apply_to"
            | "private" => {
                annotate(
                    &mut class.annotations,
                    &call.name,
                    first_text.unwrap_or_else(|| {
                        call.arguments.iter().filter_map(Node::constant).collect::<Vec<_>>().join(", ")
                    }),
                );
            }
            name => self.keep_unread(node, &format!("`{name}`"), class),
        }
    }

    /// Reads what a loop over a literal list declares; `false` if it is another loop, or does something else.
    fn read_loop(&mut self, call: &Call, class: &mut Class) -> bool {
        let Some(statements) = loops::loop_statements(call, &self.constants, self.source.text()) else {
            return false;
        };
        if !statements.iter().all(is_named_declaration) {
            return false;
        }
        for node in &statements {
            if let Some(call) = node.as_call() {
                self.type_call(node, call, class);
            }
        }
        true
    }

    /// Reads the block that checks a complete resource. Statements whose meaning is not certain are kept as
    /// documentation.
    fn type_validation(&mut self, call: &Call, class: &mut Class, required: &mut FxHashSet<String>) {
        let Some(block) = &call.block else { return };
        let mut unreadable: Vec<&Node> = Vec::new();
        let mut may_end = false;
        for node in &block.body {
            if may_end {
                unreadable.push(node);
            } else if let Some(name) = checks::required_attribute(node) {
                required.insert(name);
            } else if let Some(requirement) = self.requirement(node) {
                if let Requirement::Invariant(invariant) = requirement {
                    class.invariants.push(invariant);
                }
            } else if !validation::is_only_message(node) {
                unreadable.push(node);
                // If this statement may end the block, the statements after it are not always run.
                let code = self.text(&node.span);
                may_end = ["next", "return", "break", "throw"].iter().any(|word| code.contains(word));
            }
        }
        let Some(first) = unreadable.first() else { return };
        let code: Vec<String> = unreadable.iter().map(|node| self.indented(node)).collect();
        add_code(&mut class.doc, "`validate`", &code.join("\n"));
        let message =
            format!("the check of `{}` is Ruby code, which is kept as its documentation", class.name);
        self.report_not_expressed(&first.span.clone(), message, "write an invariant in the type language");
    }

    /// The code of a statement, with the white space before it.
    fn indented(&self, node: &Node) -> String {
        let text_before = self.source.text().get(..node.span.start).unwrap_or_default();
        let line = text_before.rsplit('\n').next().unwrap_or_default();
        let indent = if line.trim().is_empty() { line } else { "" };
        format!("{indent}{}", self.text(&node.span))
    }

    /// What a failure under a condition requires; `None` for another statement, or if its meaning is not certain.
    fn requirement(&self, node: &Node) -> Option<Requirement> {
        let (action, is_unless, condition) = checks::guarded_action(node)?;
        if !checks::is_failure(action) {
            return None;
        }
        let condition = requirements::of(condition, &self.facts_by_name)?;
        let fails = if is_unless { condition.fails } else { condition.holds };
        if fails == "false" {
            return Some(Requirement::Nothing);
        }
        let message = action.as_call().and_then(|call| call.arguments.last()).and_then(Node::text);
        let title = match message {
            Some(message) if !message.is_empty() => message,
            _ => "the values exclude each other".to_owned(),
        };
        let logic = format!("{{ !({fails}) }}");
        Some(Requirement::Invariant(Invariant { name: Some(title), logic }))
    }

    /// Makes the attribute that names a resource required, and its identity. If several attributes name it together,
    /// none is the identity, which is reported, and those with a default are not required.
    fn name_attribute(&mut self, class: &mut Class) {
        let marked_count = class.features.iter().filter(|feature| is_marked(feature)).count();
        let is_only = marked_count <= 1;
        for feature in &mut class.features {
            let is_name = if marked_count == 0 { feature.name() == "name" } else { is_marked(feature) };
            let Feature::Attribute(attribute) = feature else { continue };
            if !is_name {
                continue;
            }
            if marked_count == 0 {
                annotate(&mut attribute.settings.annotations, "namevar", "true");
            }
            // An attribute that names the resource alone is never missing, since its value is the title of the resource.
            let is_required = is_only || !self.attributes_with_default.contains(&attribute.name);
            attribute.settings.min = u32::from(is_required);
            attribute.is_id = is_only;
            // A required attribute never has its default, so the default is only an annotation.
            if is_required && let Some(default) = attribute.default.take() {
                annotate(&mut attribute.settings.annotations, "default", super::values::value_text(&default));
            }
            if attribute.value_type == super::values::any() {
                attribute.value_type = crate::declarations::Type::TEXT;
            }
        }
        if !is_only {
            self.report_several_keys(class);
        }
    }
}

/// What a failure under a condition requires of each resource.
enum Requirement {
    Invariant(Invariant),
    /// The condition never holds.
    Nothing,
}

/// Whether a statement declares an attribute, a feature or a relation with a name that is not computed.
fn is_named_declaration(node: &Node) -> bool {
    let Some(call) = node.as_call() else { return false };
    let name = call.name.as_str();
    let is_declaration = matches!(name, "newproperty" | "newparam" | "feature") || RELATIONS.contains(&name);
    is_declaration && call.plain_arguments().first().and_then(Node::text).is_some()
}

/// Whether a feature is marked as the name variable.
fn is_marked(feature: &Feature) -> bool {
    let details = feature.settings().annotations.iter().flat_map(|note| &note.details);
    details.into_iter().any(|(key, _)| key == "namevar")
}
