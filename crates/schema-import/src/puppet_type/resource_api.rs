//! `Puppet::ResourceApi.register_type`: resource types that are data.

use super::{Reader, add_attribute, add_doc, annotate, data_types, keep_last, outdented, values};
use crate::declarations::{Attribute, Class, Feature, Invariant, Type, type_text};
use crate::ruby::{Call, Kind, Node};
use modelwright_language::types::spelling::string;

/// The value of a key of a hash.
fn value_of<'n>(pairs: &'n [(Node, Node)], name: &str) -> Option<&'n Node> {
    pairs.iter().find(|(key, _)| key.text().as_deref() == Some(name)).map(|(_, value)| value)
}

/// The pairs of a hash; none for another node.
fn pairs(node: &Node) -> &[(Node, Node)] {
    match &node.kind {
        Kind::Hash(pairs) => pairs,
        _ => &[],
    }
}

/// Adds the invariant of an attribute that may be missing. If it `is_required`, it may be missing only in a resource
/// that is absent. A missing list is empty, so the minimum of a list moves from its type into the invariant.
fn add_conditional_rule(attribute: &mut Attribute, is_required: bool, class: &mut Class) {
    let value = format!("$self[{}]", string(&attribute.name));
    let exception =
        if is_required { "$self[ensure] == 'absent'".to_owned() } else { format!("{value}.empty") };
    let reason = if is_required { "unless the resource is absent" } else { "if it has any" };
    let (title, condition) = match &mut attribute.value_type {
        Type::Array { min, .. } => {
            let min_length = min.take().unwrap_or_default();
            // A list that may be missing may also be empty, so a minimum of 1 requires nothing of it.
            let restricts = if is_required { min_length >= 1 } else { min_length >= 2 };
            if !restricts {
                return;
            }
            (
                format!("{} has at least {min_length} values {reason}", attribute.name),
                format!("{value}.length >= {min_length}"),
            )
        }
        _ if !is_required => return,
        // A hash that is missing is empty.
        Type::Hash { .. } => (format!("{} is required {reason}", attribute.name), format!("!{value}.empty")),
        _ => (format!("{} is required {reason}", attribute.name), format!("{value} != undef")),
    };
    class
        .invariants
        .push(Invariant { name: Some(title), logic: format!("{{ {exception} or {condition} }}") });
}

/// If values of the attribute's type would need the name of a type in documents, as a map in a variant or in a list
/// does, the attribute gets the type of any value, and a check of the replaced type.
fn replace_ambiguous_type(attribute: &mut Attribute) {
    let (item, limits) = match &attribute.value_type {
        Type::Array { item, min, max } => (item.as_ref(), Some((*min, *max))),
        other => (other, None),
    };
    let may_be_plain = match item {
        Type::Variant(types) => types.iter().all(is_plain),
        Type::Hash { .. } => limits.is_none(),
        _ => true,
    };
    if may_be_plain {
        return;
    }
    let message = string("the value has a wrong type");
    attribute.check = Some(format!("{{ if $it !~ {} {{ {message} }} }}", type_text(item)));
    attribute.value_type = match limits {
        Some((min, max)) => Type::Array { item: Box::new(values::any()), min, max },
        None => values::any(),
    };
}

/// Whether a value of a variant is read without the name of its type.
fn is_plain(value_type: &Type) -> bool {
    match value_type {
        Type::Hash { .. }
        | Type::Variant(_)
        | Type::Tuple { .. }
        | Type::Word("Data" | "Any" | "RichData" | "Collection") => false,
        Type::Array { item, .. } => !item.is_composite(),
        Type::Optional(inner) => is_plain(inner),
        _ => true,
    }
}

impl Reader<'_> {
    /// Reads a call of `register_type` as a class.
    pub(super) fn register_type(&mut self, node: &Node, call: &Call) {
        let options = call.options();
        let Some(name) = value_of(options, "name").and_then(Node::text) else {
            let help = "write `name: 'my_type'`";
            return self.report_not_expressed(
                &node.span,
                "the name of a resource type is computed, so the type is left out",
                help,
            );
        };
        let mut class = self.class(node, &name);
        for (key, value) in options {
            match key.text().as_deref() {
                Some("name" | "attributes") => {}
                Some("docs" | "desc") => {
                    add_doc(&mut class.doc, &outdented(&value.text().unwrap_or_default()));
                }
                Some("features") => {
                    let names: Vec<String> =
                        value.items().unwrap_or_default().iter().filter_map(Node::text).collect();
                    annotate(&mut class.annotations, "features", names.join(", "));
                }
                Some(relation @ ("autorequire" | "autobefore" | "autonotify" | "autosubscribe")) => {
                    for (key, value) in pairs(value) {
                        let code = value.text().unwrap_or_else(|| self.text(&value.span).to_owned());
                        annotate(
                            &mut class.annotations,
                            &format!("{relation} {}", key.text().unwrap_or_default()),
                            code,
                        );
                    }
                }
                Some(other) => annotate(&mut class.annotations, other, self.text(&value.span)),
                None => {
                    self.report_not_expressed(&key.span, "a key of the type is computed", "write its name");
                }
            }
        }
        let attributes_node = value_of(options, "attributes");
        if let Some(Node { kind: Kind::Hash(attributes), .. }) = attributes_node {
            self.attributes(attributes, &mut class);
        } else {
            let span = attributes_node.map_or(&node.span, |attributes| &attributes.span);
            let message = format!("the attributes of `{name}` are computed, so they are missing");
            self.report_not_expressed(span, message, "write them as a hash");
        }
        self.classes.push(class);
    }

    /// Adds the attributes of a type of the Resource API.
    fn attributes(&mut self, attributes: &[(Node, Node)], class: &mut Class) {
        let has_ensure = value_of(attributes, "ensure").is_some();
        for (key, value) in attributes {
            let (Some(name), Kind::Hash(settings)) = (key.text(), &value.kind) else {
                let help = "write `name: { type: 'String', desc: '…' }`";
                self.report_not_expressed(&key.span, "an attribute is computed, so it is left out", help);
                continue;
            };
            self.api_attribute(key, &name, settings, has_ensure, class);
        }
        keep_last(class);
        let is_namevar =
            |feature: &&mut Feature| matches!(feature, Feature::Attribute(attribute) if attribute.is_id);
        let namevars: Vec<&mut Feature> = class.features.iter_mut().filter(is_namevar).collect();
        if namevars.len() > 1 {
            for feature in namevars {
                if let Feature::Attribute(attribute) = feature {
                    attribute.is_id = false;
                }
            }
            self.report_several_keys(class);
        }
    }

    /// Adds an attribute. If the type `has_ensure`, a resource can be removed, and its properties may then be missing.
    fn api_attribute(
        &mut self,
        key: &Node,
        name: &str,
        settings: &[(Node, Node)],
        has_ensure: bool,
        class: &mut Class,
    ) {
        let mut attribute = Attribute::new(name, values::any(), self.first_line(&key.span));
        let behaviour = value_of(settings, "behaviour").or_else(|| value_of(settings, "behavior"));
        let behaviour = behaviour.and_then(Node::text).unwrap_or_default();
        let kind =
            if matches!(behaviour.as_str(), "parameter" | "namevar") { "parameter" } else { "property" };
        annotate(&mut attribute.settings.annotations, "kind", kind);
        if !behaviour.is_empty() {
            annotate(&mut attribute.settings.annotations, "behaviour", behaviour.as_str());
        }
        let is_optional = self.api_type(settings, &mut attribute, key);
        for (option, value) in settings {
            match option.text().as_deref() {
                Some("type" | "behaviour" | "behavior" | "default") => {}
                Some("desc" | "docs") => {
                    add_doc(&mut attribute.settings.doc, &outdented(&value.text().unwrap_or_default()));
                }
                Some(other) => annotate(&mut attribute.settings.annotations, other, self.text(&value.span)),
                None => self.report_not_expressed(
                    &option.span,
                    format!("a setting of `{name}` is computed"),
                    "write the name of the setting",
                ),
            }
        }
        let has_default = self.api_default(settings, &mut attribute);
        if behaviour == "read_only" {
            attribute.settings.is_read_only = true;
            attribute.check = Some(format!("{{ {} }}", string("the value is only read")));
        }
        let is_required = behaviour != "read_only" && !is_optional && !has_default;
        match behaviour.as_str() {
            "namevar" => (attribute.is_id, attribute.settings.min) = (true, 1),
            // Without `behaviour`, the attribute is a property, which may be missing if the resource is removed.
            "" if has_ensure && name != "ensure" => add_conditional_rule(&mut attribute, is_required, class),
            // The minimum of a list is a part of its type.
            _ if is_required => {
                attribute.settings.min = u32::from(!matches!(attribute.value_type, Type::Array { .. }));
            }
            _ => add_conditional_rule(&mut attribute, is_required, class),
        }
        add_attribute(class, attribute);
    }

    /// Sets the type of an attribute; returns whether it may be missing.
    fn api_type(&mut self, settings: &[(Node, Node)], attribute: &mut Attribute, key: &Node) -> bool {
        let Some(type_node) = value_of(settings, "type") else {
            let message = format!("`{}` has no `type`", attribute.name);
            self.report_invalid(&key.span, message, "write one, such as `type: 'String'`");
            return true;
        };
        let Some(text) = type_node.text() else {
            let message = format!("the type of `{}` is computed, so any value is allowed", attribute.name);
            self.report_not_expressed(&type_node.span, message, "write it as a text");
            return true;
        };
        match data_types::read(&text) {
            Ok(read) => {
                for loss in read.losses {
                    let message = format!("`{}` does not express {loss}", attribute.name);
                    self.report_not_expressed(
                        &type_node.span,
                        message,
                        "write a type by hand, or keep the imported one",
                    );
                }
                attribute.value_type = read.value_type;
                replace_ambiguous_type(attribute);
                read.is_optional
            }
            Err(message) => {
                let message = format!("the type of `{}` cannot be read: {message}", attribute.name);
                self.report_invalid(&type_node.span, message, "correct the type");
                true
            }
        }
    }

    /// Sets the default of an attribute; returns whether it has one.
    fn api_default(&mut self, settings: &[(Node, Node)], attribute: &mut Attribute) -> bool {
        let Some(default_node) = value_of(settings, "default") else { return false };
        if matches!(default_node.kind, Kind::Nil) {
            return false;
        }
        let is_list = matches!(attribute.value_type, Type::Array { .. });
        // A default of an empty list is the same as no default.
        if is_list && matches!(&default_node.kind, Kind::Array(items) if items.is_empty()) {
            return true;
        }
        let default =
            values::literal(default_node).map(|value| values::fitting_default(value, &attribute.value_type));
        match default {
            Some(Ok(value)) if !is_list => attribute.default = Some(value),
            _ => {
                let code = self.text(&default_node.span);
                self.keep_default_as_annotation(&default_node.span, attribute, code, is_list);
            }
        }
        true
    }
}
