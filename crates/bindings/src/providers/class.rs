//! `class:`: the defaults that classes of modules declare for their parameters. The name is a pattern of class names.
//!
//! A default may use facts, parameters of other classes (`$ntp::version`) and earlier parameters of the same class; for
//! each of these parameters, it uses the value that the parameter is bound to.

use super::manifests::{ClassParameter, class_parameters};
use super::{Answer, Content, Deliver, ProvidedBindings, Provider, Request, matches};
use crate::generated::bindings as b;
use std::sync::Arc;

pub(super) const PROVIDER: &dyn Provider = &ClassDefaults;

struct ClassDefaults;

impl Provider for ClassDefaults {
    fn scheme(&self) -> &'static str {
        "class"
    }

    fn has_names(&self) -> bool {
        true
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        let mut answer = Answer::default();
        let parameters = class_parameters(request, &mut answer.problems);
        // The parameters of a class follow each other in the result.
        for parameters_of_class in parameters.chunk_by(|parameter, next| parameter.class == next.class) {
            let class = &parameters_of_class[0].class;
            if !matches(request.name, class) {
                answer.known.push(class.clone());
                continue;
            }
            let bindings: Vec<_> = parameters_of_class
                .iter()
                .filter_map(|parameter| default(parameter, parameters_of_class))
                .collect();
            let bindings = b::NamedBindings { name: class.clone(), bindings, ..b::NamedBindings::default() };
            let content = Content::Bindings(Box::new(bindings), Arc::clone(&parameters_of_class[0].source));
            answer.bindings.push(ProvidedBindings { name: class.clone(), content });
        }
        deliver(answer);
    }
}

/// The binding of a parameter to its default; `None` if there is no default. Earlier parameters that the default uses
/// become arguments of the producer.
fn default(parameter: &ClassParameter, parameters_of_class: &[ClassParameter]) -> Option<b::AbstractBinding> {
    let (line, column) = parameter.place;
    let producer = match parameter.default.clone()? {
        b::Value::ProducedValue(produced) => *produced.producer,
        value => {
            b::ConstantProducer { line, column, value: Box::new(value), file: None, transformer: None }.into()
        }
    };
    let earlier = parameters_of_class.iter().take_while(|other| other.name != parameter.name);
    let used_parameters = earlier.filter(|other| parameter.variables.contains(&other.name));
    let binding = b::Binding {
        line,
        column,
        // A default of `undef` means that there is no value, which is not an error.
        optional: true,
        name: Some(parameter.key()),
        producer: Some(producer),
        producer_args: used_parameters.map(|other| argument(other, parameter.place)).collect(),
        ..b::Binding::default()
    };
    Some(binding.into())
}

/// An argument that passes the value of a parameter to a producer at a position.
fn argument(parameter: &ClassParameter, (line, column): (i64, i64)) -> b::NamedArgument {
    b::NamedArgument {
        file: None,
        line,
        column,
        name: parameter.name.clone(),
        // The parameter may be bound to a value other than its default, so it is looked up.
        producer: b::LookupProducer { line, column, name: parameter.key(), ..b::LookupProducer::default() }
            .into(),
    }
}
