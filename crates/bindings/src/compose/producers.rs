//! Producers of values, prepared once for all nodes. The injector of a node runs them.

use super::keys::{KeyIndex, KeyType};
use super::{ComposedBinding, Composer, Composition, Formula, Query};
use crate::generated::bindings as b;
use crate::names;
use crate::sources::Place;
use crate::values::{self, TooDeep};
use modelwright_evaluation::evaluate::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};

/// The feature of a declared type that contains the produced value.
pub(super) const PRODUCE: &str = "produce";

/// Arguments for a producer, by name.
pub(crate) type Arguments = Vec<(Box<str>, Producer)>;

/// The producer of a value.
#[derive(Debug)]
pub(crate) enum Producer {
    Constant(Value),
    /// An invalid value, with the problem that lookups report.
    Failed(Box<(Value, Diagnostic)>),
    /// A value that contains producers.
    Template(Box<Template>),
    /// The number of an expression.
    Formula(u32),
    /// The value of another key.
    Lookup(KeyIndex),
    /// An entry of the hash that another key is bound to.
    Entry(Box<(KeyIndex, Producer)>),
    /// A part, by its name, of the value of a producer; no value if there is no such part.
    Part(Box<(Producer, Box<str>)>),
    /// The parameter of the source that a map gives for a parameter of the target; no value if the map does not contain
    /// the parameter.
    Mapped(Box<MappedParameter>),
    /// The first value that one of the producers returns.
    FirstFound(Box<[Producer]>),
    /// A value that is produced again for each lookup.
    Fresh(Box<Producer>),
    /// The value of the producer that another producer names.
    Produced(Box<Producer>),
    /// The value of a feature of a new object.
    Feature(Box<FeatureProducer>),
    /// A new instance of a type, with arguments.
    Instance(Box<(Box<str>, Vec<Template>)>),
    /// The value of a reference to a type, a class or a resource: its text, and its key if the text is a type.
    Reference(Box<(Box<str>, Option<KeyIndex>)>),
    /// The combination of contributions.
    Combined(Box<Combination>),
    /// The value of a producer, transformed by a function.
    Transformed(Box<(Producer, u32)>),
    /// Resources that match a query, which needs catalogs.
    Query(Box<Query>),
}

impl Producer {
    /// The class that a reference refers to; `None` for any other producer.
    pub(crate) fn class(&self) -> Option<String> {
        let Self::Reference(reference) = self else { return None };
        names::referenced_class(&names::reference(&reference.0)?).map(str::to_owned)
    }
}

/// A feature of a new object of a declared class. The arguments of the binding become other features of the object.
#[derive(Debug)]
pub(crate) struct FeatureProducer {
    pub(crate) class: Box<str>,
    pub(crate) feature: &'static str,
}

/// A parameter whose name a map translates.
#[derive(Debug)]
pub(crate) struct MappedParameter {
    pub(crate) map: KeyIndex,
    pub(crate) name: Box<str>,
    /// The reference of the element that has the parameter.
    pub(crate) reference: Box<str>,
}

/// A value that contains producers.
#[derive(Debug)]
pub(crate) enum Template {
    Value(Value),
    Array(Vec<Template>),
    Hash(Vec<(Template, Template)>),
    Produced(Producer),
}

/// The combination of the contributions to a multibinding.
#[derive(Debug)]
pub(crate) struct Combination {
    /// The number of the multibinding's id, if it has one.
    pub(crate) id: Option<u32>,
    /// Whether the result is a hash; otherwise it is an array.
    pub(crate) is_hash: bool,
    /// The function that combines two values; with it, `flatten` and `uniq` have no effect.
    pub(crate) combinator: Option<u32>,
    /// Whether repeated elements are removed.
    pub(crate) uniq: bool,
    /// The number of levels of nested arrays that are flattened; -1 for all.
    pub(crate) flatten: i64,
    /// The effect of several contributions with the same name.
    pub(crate) conflicts: b::ConflictResolution,
}

impl Composition {
    /// The value of a producer, if it is the same for every node and so is known now.
    fn known_value<'c>(&'c self, producer: &'c Producer) -> Option<&'c Value> {
        match producer {
            Producer::Constant(value) => Some(value),
            Producer::Formula(formula) => match self.formulas[*formula as usize] {
                Formula::Program(program) => self.programs.closed_value(program),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Composer {
    /// Prepares a producer; `id` is the id of its multibinding, if it belongs to one.
    pub(super) fn producer(&mut self, producer: &b::ProducerDescriptor, id: Option<u32>) -> Producer {
        use b::ProducerDescriptor as P;
        self.enter_element(producer.file());
        let place = self.place(None, producer.line(), producer.column());
        let composed = match producer {
            P::ConstantProducer(constant) => self.value(&constant.value, place),
            P::EvaluatingProducer(evaluating) => {
                let formula = self.formula(&evaluating.expression);
                self.formula_producer(formula)
            }
            P::InstanceProducer(instance) => {
                let depth = 0;
                let arguments = instance.arguments.iter().map(|value| self.template(value, depth)).collect();
                let arguments = self.or_report(arguments, Vec::new(), place);
                Producer::Instance(Box::new((instance.class_name.as_str().into(), arguments)))
            }
            P::ReferenceProducer(reference) => {
                let text = &reference.reference.text;
                let key = self.composition.types.number(text).ok();
                let key = key.map(|ty| self.composition.keys.number(KeyType::Anonymous(ty), ""));
                Producer::Reference(Box::new((text.as_str().into(), key)))
            }
            P::NonCachingProducer(fresh) => Producer::Fresh(Box::new(self.producer(&fresh.producer, None))),
            // The descriptor is either a declared type, which produces the value, or a producer of the name of another
            // producer.
            P::ProducerProducer(other) => match self.feature_producer(&other.producer, PRODUCE) {
                Some(producer) => producer,
                None => Producer::Produced(Box::new(self.producer(&other.producer, None))),
            },
            P::LookupProducer(lookup) => {
                Producer::Lookup(self.lookup_key(lookup.r#type.as_ref(), &lookup.name))
            }
            P::HashLookupProducer(lookup) => {
                let key = self.lookup_key(lookup.r#type.as_ref(), &lookup.name);
                Producer::Entry(Box::new((key, self.value(&lookup.key, place))))
            }
            P::FirstFoundProducer(first) => Producer::FirstFound(
                first.producers.iter().map(|alternative| self.producer(alternative, None)).collect(),
            ),
            P::QueryProducer(query) => {
                let is_single = false;
                Producer::Query(Box::new(self.query(query, is_single)))
            }
            P::ArrayMultibindProducer(array) => {
                let combinator =
                    self.combinator(array.combinator.as_ref(), &["the result so far", "the next value"]);
                let conflicts = b::ConflictResolution::default();
                let (uniq, flatten) = (array.uniq, array.flatten);
                let options = Combination { id, is_hash: false, combinator, uniq, flatten, conflicts };
                Producer::Combined(Box::new(options))
            }
            P::HashMultibindProducer(hash) => {
                let combinator = self.combinator(
                    hash.combinator.as_ref(),
                    &["the name", "the present value or undef", "the next value"],
                );
                let (uniq, flatten, conflicts) = (hash.uniq, hash.flatten, hash.conflict_resolution);
                let options = Combination { id, is_hash: true, combinator, uniq, flatten, conflicts };
                Producer::Combined(Box::new(options))
            }
        };
        let transformer = producer.transformer().map(|lambda| self.function(lambda, &["the value"]));
        // The file is left after the transformer was read, because that is in the file of the producer.
        self.leave_element();
        match transformer {
            Some(function) => Producer::Transformed(Box::new((composed, function))),
            None => composed,
        }
    }

    /// The number of the function that combines two values.
    fn combinator(&mut self, lambda: Option<&b::Lambda>, arguments: &[&str]) -> Option<u32> {
        lambda.map(|lambda| self.function(lambda, arguments))
    }

    /// Stores a formula and returns a producer that evaluates it.
    pub(super) fn formula_producer(&mut self, formula: Formula) -> Producer {
        let formulas = &mut self.composition.formulas;
        formulas.push(formula);
        Producer::Formula(u32::try_from(formulas.len() - 1).unwrap_or(u32::MAX))
    }

    /// The key of a lookup. Types other than data have separate namespaces.
    fn lookup_key(&mut self, ty: Option<&b::TypeExpression>, name: &str) -> KeyIndex {
        let ty = ty.and_then(|ty| self.declared_type(ty));
        let ty = self.key_type(ty);
        self.composition.keys.number(ty, name)
    }

    /// The type of a key. All types of data share one key type, so that a name has one binding.
    pub(super) fn key_type(&self, ty: Option<u32>) -> KeyType {
        match ty {
            Some(ty) if !self.composition.types.get(ty).is_data => KeyType::Named(ty),
            _ => KeyType::Data,
        }
    }

    /// The number of a declared type. Reports an invalid type.
    pub(super) fn declared_type(&mut self, ty: &b::TypeExpression) -> Option<u32> {
        let number = self.composition.types.number(&ty.text);
        number
            .map_err(|message| {
                let place = self.place(ty.file.as_deref(), ty.line, ty.column);
                let head = ty.text.split('[').next().unwrap_or_default().trim();
                let type_names = self.composition.types.known_names();
                let help = match self.suggestions.nearest(head, type_names) {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => {
                        "write a type such as String, Array[Integer], Type[Logger] or class ntp".to_owned()
                    }
                };
                self.error_with_help(codes::BINDINGS_TYPE, &message, &[(place, "")], &help);
            })
            .ok()
    }

    /// The producer for a value of the model.
    pub(super) fn value(&mut self, value: &b::Value, place: Place) -> Producer {
        if values::is_constant(value) {
            // A constant contains no producers, so the function is never called.
            let value = values::from_model(value, &mut |_| Ok::<_, TooDeep>(Value::Undef));
            return Producer::Constant(self.or_report(value, Value::Undef, place));
        }
        if let b::Value::ProducedValue(produced) = value {
            return self.producer(&produced.producer, None);
        }
        let depth = 0;
        let template = self.template(value, depth);
        Producer::Template(Box::new(self.or_report(template, Template::Value(Value::Undef), place)))
    }

    /// Prepares a value that may contain producers; `depth` is its nesting depth.
    fn template(&mut self, value: &b::Value, depth: usize) -> Result<Template, TooDeep> {
        if depth > values::MAX_DEPTH {
            return Err(TooDeep);
        }
        Ok(match value {
            b::Value::ProducedValue(produced) => Template::Produced(self.producer(&produced.producer, None)),
            b::Value::ArrayValue(array) => {
                let items = array.elements.iter().map(|item| self.template(item, depth + 1));
                Template::Array(items.collect::<Result<_, _>>()?)
            }
            b::Value::HashValue(hash) => {
                let mut pairs = Vec::with_capacity(hash.entries.len());
                for entry in &hash.entries {
                    let key = self.template(&entry.key, depth + 1)?;
                    pairs.push((key, self.template(&entry.value, depth + 1)?));
                }
                Template::Hash(pairs)
            }
            // Producers are handled above, so the function that would return their values is never called.
            other => Template::Value(values::from_model(other, &mut |_| Ok(Value::Undef))?),
        })
    }

    /// The content of a result. If it is an error, reports that the value is nested too deeply, and returns the
    /// default.
    fn or_report<T>(&mut self, result: Result<T, TooDeep>, default: T, place: Place) -> T {
        result.unwrap_or_else(|TooDeep| {
            let message = format!("the value is nested more than {} levels deep", values::MAX_DEPTH);
            self.error_with_help(codes::LIMIT, &message, &[(place, "")], "nest fewer arrays and hashes");
            default
        })
    }

    /// Reports a constant that does not have its declared type, and makes its lookup fail. `subject` is the text for
    /// the binding in the message.
    pub(super) fn check_constant(
        &mut self,
        subject: impl FnOnce(&Composition) -> String,
        composed: &mut ComposedBinding,
    ) {
        let (Some(ty), Some(producer)) = (composed.ty, &composed.producer) else { return };
        let Some(value) = self.composition.known_value(producer) else { return };
        let ty = self.composition.types.get(ty);
        // `undef` means that there is no value, so it is valid for any type.
        if matches!(value, Value::Undef) || ty.holds(value) {
            return;
        }
        let subject = subject(&self.composition);
        let value_excerpt = values::excerpt(value);
        let message = format!("{subject} must be of type {}, but its value is {value_excerpt}", ty.text);
        let head = ty.text.split('[').next().unwrap_or_default();
        let is_declared = self.composition.types.known_names().any(|known| known == head);
        // The name can be misspelled only if the type is unknown, so that it has no check.
        let suggested_type = match ty.check {
            None => self.suggestions.nearest(head, self.composition.types.known_names()),
            Some(_) => None,
        };
        let help = match (suggested_type, &ty.check) {
            (Some(_), None) if is_declared => format!("the alias `{head}` names a type that is not known"),
            (Some(known), _) => format!("`{head}` is not a type of data; did you mean `{known}`?"),
            (None, None) => format!("no data belongs to {}; write a type as the value", ty.text),
            (None, Some(_)) => {
                format!("the value is of type {}; change the value, or the type", value.type_of())
            }
        };
        let value = value.clone();
        let problem = self.error_of_key(codes::BINDINGS_TYPE, &message, composed.place, &help);
        composed.producer = Some(Producer::Failed(Box::new((value, problem))));
    }
}
