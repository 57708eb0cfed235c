//! Finds defaults that their own type or check rejects: no object could be created with them.

use super::object_space::ObjectSpace;
use super::prepared::PreparedRules;
use super::rule::{Role, RuleId};
use super::scope::Scope;
use super::verdict::{Verdict, judge, misspelling};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{FeatureId, Literal, PackageId};
use crate::evaluate::{Budget, EvaluationLimits};

/// The limits for checking a default.
const LIMITS: EvaluationLimits = EvaluationLimits { steps: 10_000, depth: 200, memory: 1 << 20 };

impl PreparedRules {
    /// The problems of defaults that their types or checks reject.
    pub(super) fn default_problems(&self) -> impl Iterator<Item = (PackageId, Diagnostic)> {
        (0..self.rules.list.len()).filter_map(move |id| {
            let rule = self.rule(id);
            if !matches!(rule.role, Role::Check | Role::Type) || !self.can_be_evaluated(id) {
                return None;
            }
            let feature = rule.feature?;
            if !self.declares_default(feature) {
                return None;
            }
            Some((self.package_of(rule), self.default_problem(id, feature)?))
        })
    }

    /// Whether a feature with a single value declares a default.
    fn declares_default(&self, feature: FeatureId) -> bool {
        let data = &self.metamodel[feature];
        data.default_literal.is_some() && data.default != Literal::Null && !data.many()
    }

    /// The problem of a default that a check rejects; `None` if the check accepts it.
    fn default_problem(&self, id: RuleId, feature: FeatureId) -> Option<Diagnostic> {
        let (metamodel, rule) = (&self.metamodel, self.rule(id));
        // No object is needed, because the check of a feature can only read the value.
        let (space, value) = (ObjectSpace::new(self, None), self.default_value(feature));
        let scope = Scope::for_value(&space, rule, &value);
        let answer = self.program(id).run(&scope, &mut Budget::new(LIMITS), std::slice::from_ref(&value));
        let (code, reason) = match answer {
            Ok(answer) => match judge(rule, metamodel, Some(&value), &answer) {
                Verdict::Accepted => return None,
                Verdict::Violated(code, message) => (code, message),
                Verdict::Invalid(problem) => (codes::CHECK_VIOLATED, problem.message),
            },
            Err(problem) => (codes::CHECK_VIOLATED, problem.message.clone()),
        };
        let default = format!("the default {} of `{}`", value.to_literal(), metamodel.feature_label(feature));
        let (message, help) = match (rule.role, &rule.title) {
            (Role::Type, Some(ty)) => {
                let detail = misspelling(ty, &value).map(|detail| format!(": {detail}")).unwrap_or_default();
                (format!("{default} is not of the type `{ty}`{detail}"), "change the default or the type")
            }
            _ => (
                format!("{default} does not pass its own check: {reason}"),
                "change the default or the check",
            ),
        };
        Some(rule.label(Diagnostic::error(code, message).help(help), metamodel))
    }
}
