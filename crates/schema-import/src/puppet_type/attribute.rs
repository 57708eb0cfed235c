//! `newproperty`, `newparam` and `ensurable`.

use super::requirements::{Facts, Missing};
use super::validation::{self, Rule, Validation};
use super::values::{self, Allowed};
use super::{Reader, add_code, add_doc, annotate, checks, outdented, resolved};
use crate::declarations::{Attribute, Span, Type, Value};
use crate::ruby::{Call, Kind, Node};
use modelwright_language::types::spelling::string;

/// Methods of attributes that do not restrict values.
const UNRESTRICTING_METHODS: &[&str] =
    &["include", "extend", "attr_accessor", "attr_reader", "isrequired", "nodefault", "sensitive"];

/// An attribute whose block is being read.
struct Draft {
    attribute: Attribute,
    allowed: Allowed,
    /// The rules of values that `validate` rejects.
    rules: Vec<Rule>,
    /// Whether Puppet converts the values.
    is_converted: bool,
    /// Whether the result of the conversion is not known, so that a value may become `nil`.
    may_vanish: bool,
    /// The value that Puppet may use in place of a missing one.
    implied_value: Option<&'static str>,
    /// The documentation of the parent.
    inherited_doc: Option<String>,
}

impl Reader<'_> {
    /// The attribute that a call declares; `None` if its name is computed.
    pub(super) fn new_attribute(&mut self, node: &Node, call: &Call) -> Option<Attribute> {
        let Some(name) = call.plain_arguments().first().and_then(Node::text) else {
            let help = "write `newproperty(:name) do … end`";
            self.report_not_expressed(
                &node.span,
                "the name of an attribute is computed, so the attribute is left out",
                help,
            );
            return None;
        };
        let kind = if call.name == "newproperty" { "property" } else { "parameter" };
        let mut draft = self.draft(node, &name, kind);
        let body = call.block.as_ref().map_or(&[][..], |block| &block.body);
        for (key, value) in call.options() {
            self.option(&key.text().unwrap_or_default(), value, body, &mut draft);
        }
        draft.allowed.is_title = name == "name";
        self.attribute_body(body, &mut draft);
        if let Some(inherited_doc) = draft.inherited_doc.take() {
            add_doc(&mut draft.attribute.settings.doc, &inherited_doc);
        }
        Some(self.finish(draft))
    }

    /// The property `ensure`.
    pub(super) fn ensurable(&mut self, node: &Node, call: &Call) -> Attribute {
        let mut draft = self.draft(node, "ensure", "property");
        self.attribute_body(call.block.as_ref().map_or(&[][..], |block| &block.body), &mut draft);
        let has_default_values = call.block.as_ref().is_none_or(|block| {
            block.body.iter().any(|node| node.as_call().is_some_and(|call| call.name == "defaultvalues"))
        });
        if draft.allowed.is_empty() {
            draft.allowed.add_presence();
        }
        if has_default_values && !self.attributes_with_default.contains("ensure") {
            draft.implied_value = Some("present");
            let default = "If it is missing, it is `present` as soon as a property has a value.";
            add_doc(&mut draft.attribute.settings.doc, default);
        }
        self.finish(draft)
    }

    /// A draft without values; `kind` is `property` or `parameter`.
    fn draft(&self, node: &Node, name: &str, kind: &str) -> Draft {
        let mut attribute = Attribute::new(name, values::any(), self.first_line(&node.span));
        attribute.settings.doc = self.comments.above(self.source.text(), node.span.start);
        annotate(&mut attribute.settings.annotations, "kind", kind);
        Draft {
            attribute,
            allowed: Allowed::default(),
            rules: Vec::new(),
            is_converted: false,
            may_vanish: false,
            implied_value: None,
            inherited_doc: None,
        }
    }

    /// Reads an option of `newproperty` or `newparam`. `body` is the body of the block of the call.
    fn option(&mut self, key: &str, value: &Node, body: &[Node], draft: &mut Draft) {
        let settings = &mut draft.attribute.settings;
        match (key, &value.kind) {
            ("array_matching", _) => {
                if value.text().as_deref() == Some("all") {
                    settings.max = None;
                    settings.has_duplicates = true;
                }
            }
            ("boolean", Kind::Boolean(true)) => draft.allowed.is_boolean = true,
            ("boolean", _) => {}
            ("namevar" | "isnamevar" | "is_namevar", Kind::Boolean(true)) => {
                annotate(&mut settings.annotations, "namevar", "true");
            }
            ("required_features", _) => {
                let names: Vec<String> = match value.items() {
                    Some(items) => items.iter().filter_map(Node::text).collect(),
                    None => value.text().into_iter().collect(),
                };
                annotate(&mut settings.annotations, "required_features", names.join(", "));
            }
            ("parent", Kind::Constant(parent)) => self.parent(parent, value, body, draft),
            (key, _) => {
                let code = value.text().unwrap_or_else(|| self.text(&value.span).to_owned());
                annotate(&mut settings.annotations, key, code);
            }
        }
    }

    /// Reads the class that an attribute inherits: one of Puppet, or one of the file. What the body of the attribute
    /// defines again is not inherited.
    fn parent(&mut self, parent: &str, value: &Node, body: &[Node], draft: &mut Draft) {
        let mut parts = parent.rsplit("::");
        let (class_name, namespace) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        match (namespace, class_name) {
            ("Parameter" | "Property", "Boolean") | ("Property", "BooleanProperty") => {
                draft.allowed.is_boolean = true;
            }
            ("Property", "List" | "OrderedList") => {
                draft.attribute.settings.max = None;
                draft.attribute.settings.has_duplicates = true;
            }
            ("Parameter", "Path") => {
                draft.allowed.value_type = Some(Type::Pattern(vec![values::ABSOLUTE_PATH.to_owned()]));
            }
            ("Property", "KeyValue") => {
                (draft.is_converted, draft.may_vanish) = (true, true);
                let pairs = "Pattern['=']";
                draft.rules.push(Rule {
                    condition: format!("$it !~ Variant[Hash, {pairs}, Array[{pairs}]]"),
                    message: string("the value must be a hash, or texts such as `key=value`"),
                });
            }
            ("Puppet" | "", "Property" | "Parameter") => {}
            _ if self.parents.contains_key(class_name) => self.inherit(class_name, value, body, draft),
            _ => {
                (draft.is_converted, draft.may_vanish) = (true, true);
                annotate(&mut draft.attribute.settings.annotations, "parent", parent);
                let message = format!(
                    "the parent `{parent}` of `{}` is not known, so it restricts nothing",
                    draft.attribute.name
                );
                self.report_not_expressed(&value.span, message, "write the type of its values by hand");
            }
        }
    }

    /// Reads the class of the file that an attribute inherits.
    fn inherit(&mut self, parent: &str, value: &Node, body: &[Node], draft: &mut Draft) {
        // The class is taken out meanwhile, so that a class that inherits itself is not read again.
        let Some(class) = self.parents.remove(parent) else { return };
        let inherited: Vec<Node> =
            class.body.iter().filter(|node| !is_replaced(node, body)).cloned().collect();
        let statements: Vec<Node> = inherited.iter().chain(body).cloned().collect();
        let doc = draft.attribute.settings.doc.take();
        self.parent(&class.superclass, value, &statements, draft);
        self.attribute_body(&inherited, draft);
        // The inherited documentation is added later, below that of the attribute itself.
        draft.inherited_doc = std::mem::replace(&mut draft.attribute.settings.doc, doc);
        self.parents.insert(parent.to_owned(), class);
    }

    /// Reads the statements in the block of an attribute.
    fn attribute_body(&mut self, body: &[Node], draft: &mut Draft) {
        for node in body {
            match &node.kind {
                Kind::Call(call) => self.attribute_call(node, call, draft),
                Kind::Assign(left, value) => match (&left.kind, value.text()) {
                    (Kind::Variable(name), Some(text)) if name == "@doc" => {
                        add_doc(&mut draft.attribute.settings.doc, &outdented(&text));
                    }
                    _ => self.keep_code(node, draft),
                },
                // The methods of an attribute compare and show values.
                Kind::Method(name)
                    if !matches!(
                        name.as_str(),
                        "validate" | "unsafe_validate" | "munge" | "unsafe_munge" | "default"
                    ) =>
                {
                    let is_conversion = matches!(name.as_str(), "should" | "value" | "should=" | "value=");
                    draft.is_converted |= is_conversion;
                    draft.may_vanish |= is_conversion;
                    annotate(
                        &mut draft.attribute.settings.annotations,
                        &format!("method {name}"),
                        self.text(&node.span),
                    );
                }
                Kind::Text(_) | Kind::Nil => {}
                // `class << self` defines methods of the attribute's class, not of its values.
                Kind::Other(word) if word == "class" => {
                    annotate(
                        &mut draft.attribute.settings.annotations,
                        "class methods",
                        self.text(&node.span),
                    );
                }
                _ => self.keep_code(node, draft),
            }
        }
    }

    /// Reads a call in the block of an attribute.
    fn attribute_call(&mut self, node: &Node, call: &Call, draft: &mut Draft) {
        draft.is_converted |= call.name == "munge";
        match call.name.as_str() {
            "desc" => {
                if let Some(argument) = call.arguments.first() {
                    self.documentation(argument, draft);
                }
            }
            "newvalues" | "newvalue" => self.new_values(call, draft),
            "aliasvalue" => {
                if let Some(name) = call.arguments.first() {
                    draft.allowed.add(name);
                    let alias_target = call.arguments.get(1).map_or("", |argument| self.text(&argument.span));
                    let key = format!("alias {}", self.text(&name.span).trim_start_matches(':'));
                    annotate(
                        &mut draft.attribute.settings.annotations,
                        &key,
                        alias_target.trim_start_matches(':'),
                    );
                }
            }
            "defaultvalues" => draft.allowed.add_presence(),
            "isnamevar" => annotate(&mut draft.attribute.settings.annotations, "namevar", "true"),
            "isrequired" => draft.attribute.settings.min = 1,
            "defaultto" => self.default(node, call, draft),
            "munge" if call.block.is_none() && self.read_short_munge(call, draft) => {}
            "validate" | "munge" if call.block.is_none() => {
                // The block is an argument: `munge(&:downcase)`.
                draft.allowed.is_validated |= call.name == "validate";
                draft.may_vanish = true;
                self.keep_code(node, draft);
            }
            "validate" => self.validation(call, draft),
            "munge" => self.read_munge(call, draft),
            "unmunge" | "retrieve" => {
                annotate(&mut draft.attribute.settings.annotations, &call.name, self.text(&node.span));
            }
            name if UNRESTRICTING_METHODS.contains(&name) => {
                annotate(&mut draft.attribute.settings.annotations, name, self.text(&node.span));
            }
            _ => self.keep_code(node, draft),
        }
    }

    /// Adds the argument of `desc` to the documentation of an attribute.
    fn documentation(&mut self, argument: &Node, draft: &mut Draft) {
        let doc = &mut draft.attribute.settings.doc;
        if let Some(text) = argument.text() {
            return add_doc(doc, &outdented(&text));
        }
        add_doc(doc, self.text(&argument.span));
        self.report_not_expressed(
            &argument.span,
            "the documentation is computed, so it is kept as code",
            "write a text",
        );
    }

    /// Reads `munge(&:name)`; returns whether the types of the values follow from it.
    fn read_short_munge(&self, call: &Call, draft: &mut Draft) -> bool {
        let [argument] = call.arguments.as_slice() else { return false };
        let accepted = checks::munged_type_by_code(self.text(&argument.span));
        accepted.is_some_and(|accepted| draft.allowed.accept(accepted))
    }

    /// Adds the listed values; a computed one allows all values.
    fn new_values(&mut self, call: &Call, draft: &mut Draft) {
        for argument in call.plain_arguments() {
            let list_node: &Node = match &argument.kind {
                Kind::Splat(list) => list,
                _ => argument,
            };
            // An argument that is not a list is a single value.
            let values =
                self.list(list_node).unwrap_or_else(|| vec![resolved(argument, &self.constants).clone()]);
            for value in &values {
                if !draft.allowed.add(value) {
                    let message =
                        format!("a value of `{}` is computed, so any value is allowed", draft.attribute.name);
                    self.report_not_expressed(
                        &value.span,
                        message,
                        "write the values, or their type, by hand",
                    );
                    draft.allowed.is_open = true;
                }
            }
        }
        for (key, value) in call.options() {
            if key.text().as_deref() == Some("required_features") {
                let first = call.plain_arguments().first();
                let code = first.map_or("", |first| self.text(&first.span));
                let name = first.and_then(Node::text).unwrap_or_else(|| code.to_owned());
                annotate(
                    &mut draft.attribute.settings.annotations,
                    &format!("value {name} requires"),
                    self.text(&value.span),
                );
            }
        }
    }

    /// Reads `defaultto`; a default that is computed is kept as code.
    fn default(&mut self, node: &Node, call: &Call, draft: &mut Draft) {
        // A block that is a literal is the same as that literal: `defaultto { 'a' }`.
        let literal = call.block.as_ref().and_then(|block| match block.body.as_slice() {
            [value] if values::literal(value).is_some() || matches!(value.kind, Kind::Nil) => Some(value),
            _ => None,
        });
        let value = call.arguments.first().or(literal);
        let is_computed_by_block = call.block.is_some() && literal.is_none();
        let is_nil = value.is_some_and(|value| matches!(value.kind, Kind::Nil));
        if !is_nil {
            self.attributes_with_default.insert(draft.attribute.name.clone());
        }
        let Some(value) = value.filter(|_| !is_computed_by_block) else {
            return self.keep_default(node, draft);
        };
        // A default of an empty list is the same as no default.
        let is_list = draft.attribute.settings.max.is_none();
        let is_empty_list = is_list && matches!(&value.kind, Kind::Array(items) if items.is_empty());
        if is_nil || is_empty_list {
            return;
        }
        match values::literal(value) {
            Some(literal) => draft.attribute.default = Some(literal),
            None => self.keep_default(node, draft),
        }
    }

    /// Keeps code as documentation, and reports it.
    fn keep_code(&mut self, node: &Node, draft: &mut Draft) {
        let message =
            format!("Ruby code in `{}` is not run, but kept as its documentation", draft.attribute.name);
        self.keep(node, "Not expressed", message, draft);
    }

    /// Keeps a computed default as documentation, and reports it.
    fn keep_default(&mut self, node: &Node, draft: &mut Draft) {
        let message = format!(
            "the default of `{}` is Ruby code, which is kept as its documentation",
            draft.attribute.name
        );
        self.keep(node, "The default", message, draft);
    }

    /// Adds code to the documentation of an attribute below a title, and reports it.
    fn keep(&mut self, node: &Node, title: &str, message: String, draft: &mut Draft) {
        let code = self.text(&node.span).to_owned();
        add_code(&mut draft.attribute.settings.doc, title, &code);
        self.report_not_expressed(
            &node.span,
            message,
            "write what the code does by hand, or remove it from the documentation",
        );
    }

    /// Reads a `validate` block as types and rules, which replace those of a parent. From the first statement that is
    /// neither, the block is kept as documentation.
    fn validation(&mut self, call: &Call, draft: &mut Draft) {
        let Some(block) = &call.block else { return };
        let parameter = block.parameters.first().map_or("", String::as_str);
        let Draft { allowed, rules, .. } = draft;
        allowed.is_validated = true;
        rules.clear();
        let mut validation = Validation::new(parameter, &self.constants, self.source.text());
        let mut unreadable = None;
        for statement in &block.body {
            if !validation.read(statement, allowed, rules) {
                unreadable = Some(statement);
                break;
            }
        }
        let Some(first) = unreadable else { return };
        let span = first.span.start..block.span.end.max(first.span.start);
        add_code(&mut draft.attribute.settings.doc, "`validate`", self.text(&span).trim_end());
        let message = format!(
            "the check of `{}` is Ruby code, which is kept as its documentation",
            draft.attribute.name
        );
        self.report_not_expressed(
            &first.span,
            message,
            "write a `check` or a narrower type in the type language",
        );
    }

    /// Reads a `munge` block, which may show the type of the values; otherwise, the block is kept as documentation.
    fn read_munge(&mut self, call: &Call, draft: &mut Draft) {
        let Some(block) = &call.block else { return };
        let parameter = block.parameters.first().map_or("", String::as_str);
        let accepted = checks::munged_type(&block.body, parameter);
        if accepted.is_some_and(|accepted| draft.allowed.accept(accepted)) {
            return;
        }
        draft.may_vanish = true;
        add_code(&mut draft.attribute.settings.doc, "`munge`", self.text(&block.span).trim());
        let message = format!(
            "the conversion of `{}` is Ruby code, which is kept as its documentation",
            draft.attribute.name
        );
        let span = block.body.first().map_or(&block.span, |first| &first.span);
        self.report_not_expressed(
            &span.clone(),
            message,
            "write the type of the values for which it does not fail",
        );
    }

    /// The attribute with its type, and with its default if the type can have one.
    fn finish(&mut self, draft: Draft) -> Attribute {
        let facts = Facts::of(&draft.attribute, &draft.allowed, draft.is_converted, draft.may_vanish);
        let mut missing =
            match (draft.implied_value, self.attributes_with_default.contains(&draft.attribute.name)) {
                (Some(implied), _) => Missing::Perhaps(implied),
                (None, true) => Missing::Unknown,
                (None, false) => Missing::Nothing,
            };
        let Draft { mut attribute, mut allowed, rules, .. } = draft;
        let mut details = attribute.settings.annotations.iter().flat_map(|note| &note.details);
        allowed.is_title |= details.any(|(key, _)| key == "namevar");
        attribute.value_type = allowed.value_type();
        attribute.check = validation::logic(&rules).or_else(|| allowed.text_check());
        self.keep_unchecked(&mut attribute, &allowed);
        // Values of several kinds are objects, which occur once each.
        let is_object = matches!(attribute.value_type, Type::Variant(_) | Type::Hash { .. });
        attribute.settings.has_duplicates &= !is_object;
        if let Some(default) = attribute.default.take() {
            let default = values::fitting_default(default, &attribute.value_type);
            let is_single = attribute.settings.max == Some(1);
            match default {
                Ok(default) if is_single => {
                    missing = Missing::Nothing;
                    attribute.default = Some(default);
                }
                Ok(default) | Err(default) => {
                    missing = Missing::Value(values::value_text(&default));
                    self.keep_unfit_default(&mut attribute, &default);
                }
            }
        }
        self.facts_by_name.insert(attribute.name.clone(), facts.with_missing(missing));
        attribute
    }

    /// Keeps listed values that restrict nothing as an annotation.
    fn keep_unchecked(&mut self, attribute: &mut Attribute, allowed: &Allowed) {
        let Some(values) = allowed.unchecked() else { return };
        annotate(&mut attribute.settings.annotations, "values", values);
        if allowed.is_validated {
            let message = format!(
                "the listed values of `{}` are only an annotation, because its `validate` replaces their check",
                attribute.name
            );
            self.report_not_expressed(
                &attribute.span.clone(),
                message,
                "narrow the type if only these are meant",
            );
        }
    }

    /// Keeps a default that the type of an attribute does not allow, as an annotation of the attribute.
    fn keep_unfit_default(&mut self, attribute: &mut Attribute, default: &Value) {
        let span = attribute.span.clone();
        let is_list = attribute.settings.max != Some(1);
        self.keep_default_as_annotation(&span, attribute, &values::value_text(default), is_list);
    }

    /// Keeps a default that an attribute cannot have, as an annotation of the attribute, and reports it.
    pub(super) fn keep_default_as_annotation(
        &mut self,
        span: &Span,
        attribute: &mut Attribute,
        shown: &str,
        is_list: bool,
    ) {
        // The type is not narrowed to one that has the default, because it would reject values that Puppet accepts.
        let owner = if is_list { "a list" } else { "its type" };
        let message = format!(
            "the default `{shown}` of `{}` is only an annotation, because {owner} has no defaults",
            attribute.name
        );
        annotate(&mut attribute.settings.annotations, "default", shown);
        self.report_not_expressed(span, message, "write the value in each resource that sets no other value");
    }
}

/// Whether the body of an attribute has another block or method in the place of one that it would inherit.
fn is_replaced(node: &Node, body: &[Node]) -> bool {
    let Some(name) = block_name(node) else { return false };
    body.iter().any(|other| block_name(other).as_ref() == Some(&name))
}

/// The name of a method, or of a call with a block.
fn block_name(node: &Node) -> Option<String> {
    match &node.kind {
        Kind::Method(name) => Some(name.clone()),
        Kind::Call(call) if matches!(call.name.as_str(), "validate" | "munge" | "defaultto" | "desc") => {
            Some(call.name.clone())
        }
        _ => None,
    }
}
