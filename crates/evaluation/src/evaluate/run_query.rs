//! Evaluates the operands of resource queries, and requests the results from the host.

use super::failure::{Stop, failure_with};
use super::prepare::{Program, Resolution};
use super::query::parameter;
use super::run::{Outcome, Run};
use super::{Budget, Host, QueryTest, ResourceQuery, Value};
use crate::diagnostic::{Diagnostic, codes};
use crate::language::expression::{Binary, Expr, ExprId};

impl Program {
    /// The resource types that the program queries, in no particular order.
    pub fn queried_types(&self) -> Vec<&str> {
        let (mut pending, mut types) = (self.statements.clone(), Vec::new());
        while let Some(id) = pending.pop() {
            let expr = self.expressions[id];
            if let Expr::Query { on, .. } = expr {
                types.extend(self.queried_type(on));
            }
            self.expressions.parts(expr, |part| pending.push(part));
        }
        types
    }

    /// The name of a resource type without leading colons; `None` if the expression is not a name.
    fn queried_type(&self, id: ExprId) -> Option<&str> {
        let (Expr::TypeName(name) | Expr::Name(name)) = self.expressions[id] else { return None };
        let name = self.text(name);
        Some(name.strip_prefix("::").unwrap_or(name))
    }

    /// The query, with the values of its operands, if the program consists of a query.
    ///
    /// # Errors
    /// If an operand cannot be evaluated, or the program is not a query.
    pub fn query(&self, host: &dyn Host, budget: &mut Budget) -> Result<ResourceQuery, Box<Diagnostic>> {
        let mut query = None;
        self.run_by(host, budget, &mut |run| {
            let [id] = self.statements.as_slice() else { return Ok(Value::Undef) };
            query = Some(run.resource_query(*id).map_err(|stop| (stop, *id))?);
            Ok(Value::Undef)
        })?;
        query.ok_or_else(|| {
            let message = "this is not a query";
            Box::new(Diagnostic::error(codes::LOGIC_FAILED, message))
        })
    }
}

impl Run<'_> {
    /// The result of a query, as returned by the host.
    pub(super) fn query(&mut self, id: ExprId) -> Outcome {
        let query = self.resource_query(id)?;
        match self.host.query(&query, self.budget)? {
            Some(value) => Ok(value),
            None => Err(failure_with(
                "resources of other nodes cannot be queried here",
                "write the query as the value of a binding",
            )),
        }
    }

    /// A query with the values of its operands.
    fn resource_query(&mut self, id: ExprId) -> Result<ResourceQuery, Stop> {
        // `query::check` found an invalid form when the program was prepared.
        if let Resolution::Problem(problem) = self.program.resolution(id) {
            return Err(Stop::Failure(problem.clone()));
        }
        let Expr::Query { on, test } = self.expressions[id] else {
            return Err(failure_with("this is not a query", "write `Type[?? name == value]`"));
        };
        let resource_type = self.program.queried_type(on).unwrap_or_default().into();
        let test = test.map(|test| self.query_test(test)).transpose()?;
        Ok(ResourceQuery { resource_type, test })
    }

    /// A test with the values of its operands. Recursion is safe, because the depth of the syntax is limited.
    fn query_test(&mut self, id: ExprId) -> Result<QueryTest, Stop> {
        self.budget.step(1).map_err(|stop| stop.at(id))?;
        Ok(match self.expressions[id] {
            Expr::Parenthesized(inner) => self.query_test(inner)?,
            // Queries with other prefix operators were rejected when the program was prepared.
            Expr::Unary { operand, .. } => QueryTest::Not(Box::new(self.query_test(operand)?)),
            Expr::Binary { operator: Binary::And, left, right } => {
                QueryTest::And(Box::new((self.query_test(left)?, self.query_test(right)?)))
            }
            Expr::Binary { operator: Binary::Or, left, right } => {
                QueryTest::Or(Box::new((self.query_test(left)?, self.query_test(right)?)))
            }
            Expr::Binary { operator, left, right } => {
                let name = parameter(self.expressions, left).unwrap_or_default();
                let value = self.eval(right)?;
                QueryTest::Compare(name.into(), operator, value)
            }
            _ => return Err(failure_with("this is not a query", "write `Type[?? name == value]`").at(id)),
        })
    }
}
