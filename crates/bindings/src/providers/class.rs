//! `class:`: the defaults that classes of modules declare for their parameters; the name is that of the classes.
//!
//! A default may use facts, parameters of other classes (`$ntp::version`) and those before it in its own class, each with the
//! value that is bound to it.

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

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        let mut answer = Answer::default();
        let parameters = class_parameters(request, &mut answer.problems);
        // The parameters of a class are together, in their order.
        for of_class in parameters.chunk_by(|one, next| one.class == next.class) {
            let class = &of_class[0].class;
            if !matches(request.name, class) {
                answer.known.push(class.clone());
                continue;
            }
            let bindings: Vec<_> = of_class.iter().filter_map(|one| default(one, of_class)).collect();
            let bindings = b::NamedBindings { name: class.clone(), bindings, ..b::NamedBindings::default() };
            let content = Content::Bindings(Box::new(bindings), Arc::clone(&of_class[0].source));
            answer.bindings.push(ProvidedBindings { name: class.clone(), content });
        }
        deliver(answer);
    }
}

/// The binding of a parameter to its default, if it has one. The parameters before it are arguments of the producer.
fn default(parameter: &ClassParameter, of_class: &[ClassParameter]) -> Option<b::AbstractBinding> {
    let (line, column) = parameter.place;
    let producer = match parameter.default.clone()? {
        b::Value::ProducedValue(produced) => *produced.producer,
        value => {
            b::ConstantProducer { line, column, value: Box::new(value), file: None, transformer: None }.into()
        }
    };
    let before = of_class.iter().take_while(|other| other.name != parameter.name);
    let used = before.filter(|other| parameter.variables.contains(&other.name));
    let binding = b::Binding {
        line,
        column,
        // A default of undef is no value, and no error.
        optional: true,
        name: Some(parameter.key()),
        producer: Some(producer),
        producer_args: used.map(|other| pass(other, parameter.place)).collect(),
        ..b::Binding::default()
    };
    Some(binding.into())
}

/// The argument of a producer that has the value of a parameter.
fn pass(parameter: &ClassParameter, (line, column): (i64, i64)) -> b::NamedArgument {
    b::NamedArgument {
        file: None,
        line,
        column,
        name: parameter.name.clone(),
        // The value that is bound to the parameter, which need not be its default.
        producer: b::LookupProducer { line, column, name: parameter.key(), ..b::LookupProducer::default() }
            .into(),
    }
}
