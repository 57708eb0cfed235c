//! The rules of resources and collectors.

use super::super::expression::{Binary, Expr, ExprId, List, ResourceForm};
use super::Checker;

impl Checker<'_> {
    /// Checks a declaration of resources.
    pub(super) fn resource(&mut self, id: ExprId, form: ResourceForm, ty: ExprId, bodies: List) {
        let is_class =
            matches!(self.expressions[ty], Expr::Name(name) if self.expressions.text(name) == "class");
        if form != ResourceForm::Regular && is_class {
            self.reject(id, "a class cannot be virtual or exported");
        }
        for body in self.expressions.list(bodies) {
            if let Expr::ResourceBody { attributes, .. } = self.expressions[*body] {
                self.check_append_arrows(attributes);
            }
        }
    }

    /// Checks that the attributes of a title contain `* =>` at most once.
    pub(super) fn body(&mut self, attributes: List) {
        let expressions = self.expressions;
        let mut splats = expressions
            .list(attributes)
            .iter()
            .filter(|id| matches!(expressions[**id], Expr::AttributeSplat(_)));
        if let (Some(_), Some(second)) = (splats.next(), splats.next()) {
            self.reject(*second, "`* =>` can be used once for each title");
        }
    }

    /// Reports defaults or overrides of resources that are marked as virtual or exported.
    pub(super) fn check_form(&mut self, id: ExprId, form: ResourceForm) {
        if form != ResourceForm::Regular {
            self.reject(id, "defaults and overrides cannot be virtual or exported");
        }
    }

    /// Reports `+>` where no attribute can be extended.
    pub(super) fn check_append_arrows(&mut self, attributes: List) {
        for id in self.expressions.list(attributes) {
            if matches!(self.expressions[*id], Expr::Attribute { append: true, .. }) {
                self.reject(*id, "`+>` can only be used in overrides and collectors");
            }
        }
    }

    /// Checks the query of a collector, which may only compare attributes.
    pub(super) fn query(&mut self, query: ExprId) {
        let mut pending = vec![query];
        while let Some(id) = pending.pop() {
            match self.expressions[id] {
                Expr::Binary { operator: Binary::And | Binary::Or, left, right } => {
                    pending.extend([left, right]);
                }
                Expr::Binary { operator: Binary::Equal | Binary::NotEqual, .. }
                | Expr::Variable(_)
                | Expr::Name(_)
                | Expr::Integer(_)
                | Expr::Float(_)
                | Expr::String(_)
                | Expr::Boolean(_)
                | Expr::Nothing => {}
                Expr::Parenthesized(inner) => pending.push(inner),
                _ => self.reject(id, "a query may only use `==` and `!=`, combined with `and` and `or`"),
            }
        }
    }
}
