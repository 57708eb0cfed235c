//! The body of `newtype`: what belongs to the type, not to one of its attributes.

use super::{Reader, add_attribute, add_code, add_doc, annotate, checks, keep_last, outdented};
use crate::declarations::{Class, Feature};
use crate::ruby::{Call, Kind, Node};
use rustc_hash::FxHashSet;

/// The methods that declare relations to other resources.
const RELATIONS: &[&str] = &["autorequire", "autobefore", "autonotify", "autosubscribe"];

impl Reader<'_> {
    pub(super) fn type_body(&mut self, mut class: Class, call: &Call) -> Class {
        for (key, value) in call.options() {
            let key = key.text().unwrap_or_default();
            let code = value.text().unwrap_or_else(|| self.text(&value.span).to_owned());
            annotate(&mut class.annotations, &key, code);
        }
        let Some(block) = &call.block else { return class };
        self.defaulted.clear();
        let mut required: FxHashSet<String> = FxHashSet::default();
        for node in &block.body {
            match &node.kind {
                Kind::Assign(left, value) => self.type_variable(node, left, value, &mut class),
                Kind::Call(inner) => self.type_call(node, inner, &mut class, &mut required),
                Kind::Method(name) => {
                    let message = format!("the method `{name}` of `{}` is left out", class.name);
                    self.not_expressed(
                        &node.span,
                        message,
                        "check whether it restricts values, and write a rule then",
                    );
                }
                Kind::Text(_) | Kind::Nil | Kind::Boolean(_) => {}
                _ => {
                    let message = format!("Ruby code in `{}` is not run", class.name);
                    self.not_expressed(&node.span, message, "write each attribute as a call of its own");
                }
            }
        }
        keep_last(&mut class);
        self.name_attribute(&mut class);
        for feature in &mut class.features {
            // A default makes an attribute that is required complete.
            if required.contains(feature.name()) && !self.defaulted.contains(feature.name()) {
                feature.settings_mut().min = 1;
            }
        }
        class
    }

    fn type_variable(&mut self, node: &Node, left: &Node, value: &Node, class: &mut Class) {
        match (&left.kind, value.text()) {
            (Kind::Variable(name), Some(text)) if name == "@doc" => {
                add_doc(&mut class.doc, &outdented(&text));
            }
            (Kind::Variable(name), None) if name == "@doc" => {
                let code = self.text(&value.span).to_owned();
                add_doc(&mut class.doc, &code);
                self.not_expressed(
                    &node.span,
                    "the documentation is computed, so it is kept as code",
                    "write a text",
                );
            }
            (Kind::Variable(name), _) => {
                annotate(&mut class.annotations, name.trim_start_matches('@'), self.text(&value.span));
            }
            // A local variable, and a constant that is no list, are only used by code.
            _ => self.constant(left, value),
        }
    }

    fn type_call(&mut self, node: &Node, call: &Call, class: &mut Class, required: &mut FxHashSet<String>) {
        let first = call.plain_arguments().first().and_then(Node::text);
        match call.name.as_str() {
            _ if call.receiver.is_some() => {
                let message = format!("Ruby code in `{}` is not run", class.name);
                self.not_expressed(&node.span, message, "write each attribute as a call of its own");
            }
            "desc" => add_doc(&mut class.doc, &first.map(|text| outdented(&text)).unwrap_or_default()),
            "newproperty" | "newparam" => {
                if let Some(attribute) = self.new_attribute(node, call) {
                    add_attribute(class, attribute);
                }
            }
            "ensurable" => {
                let attribute = self.ensurable(node, call);
                add_attribute(class, attribute);
            }
            "feature" | "newfeature" => {
                let name = first.unwrap_or_default();
                let doc = call.plain_arguments().get(1).and_then(Node::text).map(|text| outdented(&text));
                annotate(&mut class.annotations, &format!("feature {name}"), doc.unwrap_or_default());
            }
            "newfeatures" => {
                for argument in call.arguments.iter().filter_map(Node::text) {
                    annotate(&mut class.annotations, &format!("feature {argument}"), "");
                }
            }
            relation if RELATIONS.contains(&relation) => {
                let code = call.block.as_ref().map(|block| self.text(&block.span).trim().to_owned());
                let key = format!("{relation} {}", first.unwrap_or_default());
                annotate(&mut class.annotations, &key, code.unwrap_or_default());
            }
            "validate" => self.type_validation(call, class, required),
            "include" | "extend" | "apply_to_device" | "apply_to_host" | "apply_to_all" | "apply_to"
            | "private" => {
                annotate(
                    &mut class.annotations,
                    &call.name,
                    first.unwrap_or_else(|| {
                        call.arguments.iter().filter_map(Node::constant).collect::<Vec<_>>().join(", ")
                    }),
                );
            }
            name => {
                let message = format!("`{name}` in `{}` is left out", class.name);
                self.not_expressed(&node.span, message, "write each attribute as a call of its own");
            }
        }
    }

    /// The block that checks a whole resource.
    fn type_validation(&mut self, call: &Call, class: &mut Class, required: &mut FxHashSet<String>) {
        let Some(block) = &call.block else { return };
        let mut rest = block.body.iter();
        let mut left = None;
        for node in rest.by_ref() {
            match checks::required_attribute(node) {
                Some(name) => {
                    required.insert(name);
                }
                None => {
                    left = Some(node);
                    break;
                }
            }
        }
        let Some(first) = left else { return };
        let code = self.text(&(first.span.start..block.span.end.max(first.span.start))).trim_end().to_owned();
        add_code(&mut class.doc, "`validate`", &code);
        let message =
            format!("the check of `{}` is Ruby code, which is kept as its documentation", class.name);
        self.not_expressed(&first.span, message, "write an invariant in the type language");
    }

    /// Makes the attribute that names a resource required, and its identity.
    fn name_attribute(&mut self, class: &mut Class) {
        let is_marked = |feature: &Feature| {
            let details = feature.settings().annotations.iter().flat_map(|note| &note.details);
            details.into_iter().any(|(key, _)| key == "namevar")
        };
        let marked = class.features.iter().filter(|feature| is_marked(feature)).count();
        let is_only = marked <= 1;
        for feature in &mut class.features {
            let is_name = if marked == 0 { feature.name() == "name" } else { is_marked(feature) };
            let Feature::Attribute(attribute) = feature else { continue };
            if !is_name {
                continue;
            }
            if marked == 0 {
                annotate(&mut attribute.settings.annotations, "namevar", "true");
            }
            (attribute.settings.min, attribute.is_id) = (1, is_only);
            // A required value with a default would never be missing.
            if let Some(default) = attribute.default.take() {
                annotate(&mut attribute.settings.annotations, "default", super::values::shown(&default));
            }
            if attribute.value_type == super::values::any() {
                attribute.value_type = crate::declarations::Type::TEXT;
            }
        }
        if !is_only {
            let message = format!(
                "`{}` is identified by several attributes together, which no `id` expresses",
                class.name
            );
            self.not_expressed(
                &class.span.clone(),
                message,
                "write an invariant where the resources are listed",
            );
        }
    }
}
