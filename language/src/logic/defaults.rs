//! Finds defaults that the checks of their own feature reject: no object could be created with them.

use super::object_space::ObjectSpace;
use super::prepared::PreparedRules;
use super::rule::{Role, RuleId};
use super::scope::Scope;
use super::verdict::{Verdict, judge};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{FeatureId, Literal};
use crate::evaluate::{Budget, EvaluationLimits};

/// The limits of a check of a default.
const LIMITS: EvaluationLimits = EvaluationLimits { steps: 10_000, depth: 200, memory: 1 << 20 };

impl PreparedRules {
    /// The problems of defaults that checks reject.
    pub(super) fn default_problems(&self) -> Vec<Diagnostic> {
        let metamodel = &self.metamodel;
        let has_default = |feature: &FeatureId| {
            let data = &metamodel[*feature];
            data.default_literal.is_some() && data.default != Literal::Null && !data.many()
        };
        let is_check = |id: &RuleId| matches!(self.rule(*id).role, Role::Check) && self.is_sound(*id);
        let checks = (0..self.rules.list.len()).filter(is_check);
        let checked = checks.filter_map(|id| Some((id, self.rule(id).feature.filter(has_default)?)));
        checked.filter_map(|(id, feature)| self.default_problem(id, feature)).collect()
    }

    fn default_problem(&self, id: RuleId, feature: FeatureId) -> Option<Diagnostic> {
        let (metamodel, rule) = (&self.metamodel, self.rule(id));
        let (space, value) = (ObjectSpace::new(self, None), self.default_value(feature));
        let scope = Scope::for_value(&space, rule, &value);
        let answer = self.program(id).run(&scope, &mut Budget::new(LIMITS), std::slice::from_ref(&value));
        let why = match answer {
            Ok(answer) => match judge(rule, metamodel, Some(&value), &answer) {
                Verdict::Accepted => return None,
                Verdict::Violated(_, message) => message,
                Verdict::Invalid(problem) => problem.message,
            },
            Err(problem) => problem.message.clone(),
        };
        let label = metamodel.feature_label(feature);
        let message =
            format!("the default {} of `{label}` does not pass its own check: {why}", value.to_literal());
        let problem = Diagnostic::error(codes::CHECK_VIOLATED, message);
        Some(rule.label(problem.help("change the default or the check"), metamodel))
    }
}
