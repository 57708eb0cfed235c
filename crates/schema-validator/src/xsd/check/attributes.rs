//! Checks the attributes of an element: whether they are allowed, whether their values are valid, and whether required
//! ones are missing.

use super::{Check, ValueContext};
use crate::xsd::messages::describe_namespace;
use crate::xsd::schema::{Attribute, ComplexType, Process, Schema, Symbol, TypeId, Use, Wildcard};
use modelwright_metamodel::diagnostic::shorten;
use modelwright_notations::xmi::{Elements, ResolvedAttribute, XSI_NAMESPACE};
use rustc_hash::FxHashSet;

/// How a type treats an attribute.
enum Rule<'s> {
    /// The attribute is declared.
    Declared(&'s Use),
    /// The attribute matches a wildcard.
    Wild(&'s Wildcard),
    /// The attribute is not allowed.
    Nothing,
}

/// Checks the attributes of the element that started last.
pub(super) fn check(check: &mut Check<'_>, reader: &Elements<'_>, type_id: TypeId, local: &str) {
    let schema = check.schema;
    let mut present_names: FxHashSet<Symbol> = FxHashSet::default();
    for given in reader.attributes() {
        if is_for_all(&given) {
            continue;
        }
        let symbol = schema.names.find(given.namespace, given.local);
        // A name that the schema does not contain has no symbol, so it is not a required attribute either.
        present_names.extend(symbol);
        match rule(schema, type_id, symbol, given.namespace) {
            Rule::Declared(declared) => {
                let attribute = &schema.attributes[declared.attribute.0];
                // The use of an attribute in a type may fix a value although the global attribute does not.
                let fixed = declared.fixed.as_deref().or(attribute.fixed.as_deref());
                check.value(&context(attribute, fixed, &given, local), given.value, reader);
            }
            Rule::Wild(wildcard) if wildcard.process == Process::Skip => {}
            Rule::Wild(wildcard) => {
                let attribute_id = symbol.and_then(|symbol| schema.global_attributes.get(&symbol));
                match attribute_id.map(|id| &schema.attributes[id.0]) {
                    Some(attribute) => {
                        let context = context(attribute, attribute.fixed.as_deref(), &given, local);
                        check.value(&context, given.value, reader);
                    }
                    None if wildcard.process == Process::Strict => {
                        let (name, namespace) = (given.local, describe_namespace(given.namespace));
                        let message = format!("the schema declares no attribute `{name}`{namespace}");
                        check.report(given.name_range(), None, message);
                    }
                    None => {}
                }
            }
            Rule::Nothing => reject(check, &given, type_id, local),
        }
    }
    report_missing(check, reader, type_id, local, &present_names);
}

/// The context for checking the value of an attribute. `local` is the name of its element.
fn context<'s>(
    attribute: &Attribute,
    fixed: Option<&'s str>,
    given: &ResolvedAttribute<'_>,
    local: &str,
) -> ValueContext<'s> {
    ValueContext {
        subject: format!("`{}` of `{local}`", given.local),
        type_id: attribute.value_type,
        fixed,
        range: given.name_range(),
        rule: Some(attribute.span),
    }
}

/// Reports an attribute that is not allowed.
fn reject(check: &mut Check<'_>, given: &ResolvedAttribute<'_>, type_id: TypeId, local: &str) {
    let name = shorten(given.local);
    let message = if check.is_complex(type_id) {
        format!("`{local}` does not allow the attribute `{name}`{}", describe_namespace(given.namespace))
    } else {
        let type_name = check.schema.type_name(type_id);
        format!("`{local}` has a value of {type_name}, so it cannot have the attribute `{name}`")
    };
    check.report(given.name_range(), Some(check.schema.type_at(type_id).span), message);
}

/// Reports missing required attributes.
fn report_missing(
    check: &mut Check<'_>,
    reader: &Elements<'_>,
    type_id: TypeId,
    local: &str,
    present: &FxHashSet<Symbol>,
) {
    let schema = check.schema;
    // A derived type may repeat a required attribute of its base, but it is reported only once.
    let mut reported_names: FxHashSet<Symbol> = FxHashSet::default();
    let mut nearer_types: Vec<&ComplexType> = Vec::new();
    for (_, complex) in schema.attribute_holders(type_id) {
        for name in &complex.attributes.required {
            // The nearest declaration decides, because a restriction may prohibit an attribute that its base requires.
            let is_overridden = nearer_types.iter().any(|nearer| nearer.attributes.uses.contains_key(name));
            if !present.contains(name) && !is_overridden && reported_names.insert(*name) {
                let message =
                    format!("`{local}` lacks the required attribute `{}`", schema.names.local(*name));
                let attribute_use = complex.attributes.uses.get(name);
                let rule =
                    attribute_use.map(|attribute_use| schema.attributes[attribute_use.attribute.0].span);
                check.report(reader.name_range(), rule, message);
            }
        }
        if !complex.attributes.uses.is_empty() {
            nearer_types.push(complex);
        }
    }
}

/// Whether an attribute is allowed on every element, such as `xsi:type`.
fn is_for_all(given: &ResolvedAttribute<'_>) -> bool {
    let names = ["type", "nil", "schemaLocation", "noNamespaceSchemaLocation"];
    given.namespace == XSI_NAMESPACE && names.contains(&given.local)
}

/// How a type treats an attribute, including its base types.
fn rule<'s>(schema: &'s Schema, type_id: TypeId, symbol: Option<Symbol>, namespace: &str) -> Rule<'s> {
    let mut wildcard = None;
    // The wildcard of an extension is added to that of its base; that of a restriction replaces it.
    let mut inherits_wildcards = true;
    for (holder, complex) in schema.attribute_holders(type_id) {
        let attribute_use = symbol.and_then(|symbol| complex.attributes.uses.get(&symbol));
        match attribute_use {
            Some(attribute_use) if !attribute_use.is_prohibited => return Rule::Declared(attribute_use),
            // A prohibited attribute may still match a wildcard.
            Some(_) => break,
            None => {}
        }
        let wildcards = &complex.attributes.wildcards;
        if inherits_wildcards
            && wildcard.is_none()
            && wildcards.iter().all(|wildcard| wildcard.allows(namespace))
        {
            wildcard = wildcards.first();
        }
        inherits_wildcards &= holder.is_extension;
    }
    wildcard.map_or(Rule::Nothing, Rule::Wild)
}
