//! Does every feature hold as many values as its bounds allow?
//!
//! A required feature is there when it has a value, be it only its default; one that tells unset from
//! default has to be set. It does not matter whether a value is computed or stored.

use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, Feature, Metamodel};
use crate::model::Value;

pub(super) const RULE: Rule = Rule { concerns, check };

fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    let bounded = |feature: &Feature| {
        let typed = &feature.typed;
        // What Ecore computes of its own elements is never missing, or told by rules of its own.
        let computed = feature.derived && metamodel.is_ecore_package(metamodel[feature.owner].package);
        let bounded = if many(feature) { typed.lower > 0 || typed.upper > 0 } else { typed.lower >= 1 };
        bounded && !computed && feature.name() != "eFactoryInstance"
    };
    let features = metamodel.table(class).all_features().iter().enumerate();
    let slots: Vec<usize> = features.filter(|(_, f)| bounded(&metamodel[**f])).map(|(at, _)| at).collect();
    (!slots.is_empty()).then_some(slots)
}

/// An upper bound that is not said (-2) means one value here.
fn many(feature: &Feature) -> bool {
    feature.typed.upper > 1 || feature.typed.upper == -1
}

fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let features = metamodel.table(model.class(object)).all_features();
    for feature in slots.iter().map(|slot| features[*slot]) {
        let data = &metamodel[feature];
        let (lower, upper) = (i64::from(data.typed.lower), i64::from(data.typed.upper));
        if !many(data) {
            let missing = if data.unsettable {
                !model.is_set(object, feature)
            } else {
                model.get(object, feature) == Value::Null
            };
            if missing {
                let message = format!("the required feature `{}` must be set", data.name());
                context.report_of(codes::REQUIRED, (object, data.name()), message, "give it a value");
            }
            continue;
        }
        let count = i64::try_from(model.list(object, feature).len()).unwrap_or(i64::MAX);
        if count < lower {
            let message =
                format!("the feature `{}` has {count} values, but needs at least {lower}", data.name());
            context.report_of(codes::TOO_FEW, (object, data.name()), message, "add what is missing");
        }
        if upper > 0 && count > upper {
            let message =
                format!("the feature `{}` has {count} values, but may have at most {upper}", data.name());
            let help = "remove some, or raise the bound in the metamodel";
            context.report_of(codes::TOO_MANY, (object, data.name()), message, help);
        }
    }
}
