//! Does every feature hold as many values as its bounds allow?

use super::Context;
use crate::diagnostic::codes;
use crate::model::ObjectId;

pub(super) fn check(context: &mut Context<'_>, object: ObjectId) {
    let metamodel = context.metamodel;
    for feature in metamodel.table(context.model.class(object)).all_features() {
        let data = &metamodel[*feature];
        // Computed values are not the document's fault, and containers are told by their own end.
        if data.derived || data.transient || metamodel.is_container(*feature) {
            continue;
        }
        let (lower, upper) = (data.typed.lower, data.typed.upper);
        if !data.many() {
            if lower >= 1 && !context.model.is_set(object, *feature) {
                let message = format!("the required feature `{}` must be set", data.name());
                context.report(codes::REQUIRED, object, message, "give it a value");
            }
            continue;
        }
        let count = context.model.list(object, *feature).len();
        if i64::try_from(count).unwrap_or(i64::MAX) < i64::from(lower) {
            let message =
                format!("the feature `{}` has {count} values, but needs at least {lower}", data.name());
            context.report(codes::TOO_FEW, object, message, "add what is missing");
        } else if upper > 0 && i64::try_from(count).unwrap_or(i64::MAX) > i64::from(upper) {
            let message =
                format!("the feature `{}` has {count} values, but may have at most {upper}", data.name());
            context.report(
                codes::TOO_MANY,
                object,
                message,
                "remove some, or raise the bound in the metamodel",
            );
        }
    }
}
