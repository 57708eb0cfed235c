//! Lookups by type, with or without a name.

use super::host::NodeHost;
use super::{Injector, LookupResult, produce};
use crate::compose::{Chain, KeyType, Step};
use crate::sources::Place;
use crate::types::BindingType;
use crate::values::excerpt;
use modelwright_evaluation::evaluate::Budget;
use modelwright_metamodel::diagnostic::{Severity, codes};

impl Injector {
    /// Looks up a type with or without a name. If a type without a name is not bound, the value is a new instance.
    pub(super) fn by_type(&self, ty: &BindingType, name: Option<&str>, budget: &mut Budget) -> LookupResult {
        match name {
            Some(name) if ty.is_data => {
                // All data types share one namespace, so the value is found by its name, and then compared with the
                // type.
                let value = self.by_name(name, budget)?;
                if let Some(value) = value.as_ref().filter(|value| !ty.holds(value)) {
                    let message =
                        format!("`{name}` must be of type {}, but its value is {}", ty.text, excerpt(value));
                    let place = self.place_in_effect(name).unwrap_or_default();
                    let code = codes::BINDINGS_TYPE;
                    let places = [(place, "")];
                    let problem = self.composition.sources.problem(code, Severity::Error, &message, &places);
                    let help = format!(
                        "the value is of type {}; request that type, or change the value",
                        value.type_of()
                    );
                    return Err(Box::new(problem.help(help)));
                }
                Ok(value)
            }
            Some(_) => self.bound_type(ty, name, budget),
            None => {
                if let Some(bound) = self.bound_type(ty, name, budget)? {
                    return Ok(Some(bound));
                }
                match produce::instance(&ty.text, &[], &NodeHost::new(self)) {
                    Ok(value) => Ok(Some(value)),
                    // For a declared class, the answer is the error that prevents an instance.
                    Err(problem) if self.composition.types.is_class(&ty.text) => Err(problem),
                    Err(_) => Ok(None),
                }
            }
        }
    }

    /// The value bound to a type other than data and a name, or to a type without a name.
    pub(super) fn bound_type(
        &self,
        ty: &BindingType,
        name: Option<&str>,
        budget: &mut Budget,
    ) -> LookupResult {
        let key = self.composition.types.find(&ty.text).and_then(|number| match name {
            Some(name) => self.composition.keys.find(KeyType::Named(number), name),
            None => self.composition.keys.find(KeyType::Anonymous(number), ""),
        });
        match key.map_or(Ok(None), |key| self.key(key, budget))? {
            None => self.type_in_parent(ty, name, budget),
            value => Ok(value),
        }
    }

    /// The position of the binding that determines the value of a name; `None` if there is none.
    pub(crate) fn place_in_effect(&self, name: &str) -> Option<Place> {
        let key = self.composition.key_of_text(name)?;
        Chain::new(&self.composition, key, &self.active).find_map(|step| match step {
            Step::Binding(entry) => Some(self.composition.binding(entry).place),
            _ => None,
        })
    }
}
