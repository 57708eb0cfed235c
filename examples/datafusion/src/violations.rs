//! The table function `violations('TABLE')`: the violations of the rows of a table.
//!
//! DataFusion carries the rows, in as many partitions as it likes; one function judges each batch.

use datafusion::arrow::array::Int64Array;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::catalog::streaming::StreamingTable;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{ScalarValue, exec_datafusion_err, plan_datafusion_err};
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::Expr;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::streaming::PartitionStream;
use datafusion::physical_plan::{ExecutionPlan, ExecutionPlanProperties, SendableRecordBatchStream};
use datafusion::prelude::{SessionContext, col};
use futures::{StreamExt as _, TryStreamExt as _};
use modelwright_table::text::{self, Notation};
use modelwright_table::violations::{Limits, Violations, schema};
use modelwright_table::{RowType, Rows};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The columns of a table with the texts of documents, the names of their files, and the numbers of their rows.
#[derive(Debug, Clone)]
pub(crate) struct DocumentColumns {
    pub(crate) text: &'static str,
    pub(crate) document: &'static str,
    pub(crate) row: &'static str,
}

/// The tables that the function knows, each with the plan that reads its columns and the type of its rows.
#[derive(Debug, Default)]
pub(crate) struct ViolationsFunction {
    tables: BTreeMap<String, (Arc<dyn ExecutionPlan>, RowType)>,
}

impl ViolationsFunction {
    /// Adds a table of the session.
    ///
    /// # Errors
    /// If there is no such table or column.
    pub(crate) async fn add(
        &mut self,
        session: &SessionContext,
        table: &str,
        documents: DocumentColumns,
        rows: RowType,
    ) -> Result<()> {
        let columns = vec![col(documents.text), col(documents.document), col(documents.row)];
        let plan = session.table(table).await?.select(columns)?.create_physical_plan().await?;
        self.tables.insert(table.to_owned(), (plan, rows));
        Ok(())
    }
}

impl TableFunctionImpl for ViolationsFunction {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let [Expr::Literal(ScalarValue::Utf8(Some(table)), _)] = args.exprs() else {
            return Err(plan_datafusion_err!("violations() takes the name of a table, such as 'orders'"));
        };
        let (plan, rows) = self.tables.get(table).ok_or_else(|| {
            let names: Vec<&str> = self.tables.keys().map(String::as_str).collect();
            plan_datafusion_err!("violations() knows the tables {}, not `{table}`", names.join(", "))
        })?;
        let partitions = (0..plan.output_partitioning().partition_count()).map(|partition| {
            let (plan, rows) = (Arc::clone(plan), rows.clone());
            Arc::new(Checked { plan, partition, rows, schema: schema() }) as Arc<dyn PartitionStream>
        });
        Ok(Arc::new(StreamingTable::try_new(schema(), partitions.collect())?))
    }
}

/// The violations of a partition.
#[derive(Debug)]
struct Checked {
    plan: Arc<dyn ExecutionPlan>,
    partition: usize,
    rows: RowType,
    schema: SchemaRef,
}

impl PartitionStream for Checked {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let rows = self.rows.clone();
        let batches = match self.plan.execute(self.partition, context) {
            Ok(batches) => {
                batches.and_then(move |batch| std::future::ready(check(&rows, &batch))).left_stream()
            }
            Err(error) => futures::stream::once(std::future::ready(Err(error))).right_stream(),
        };
        Box::pin(RecordBatchStreamAdapter::new(schema(), batches))
    }
}

/// The violations of a batch with the columns of a [`DocumentColumns`].
fn check(rows: &RowType, batch: &RecordBatch) -> Result<RecordBatch> {
    let [texts, documents, numbers] = batch.columns() else {
        return Err(exec_datafusion_err!("expected three columns, found {}", batch.num_columns()));
    };
    let numbers = numbers.as_any().downcast_ref::<Int64Array>();
    let numbers =
        numbers.ok_or_else(|| exec_datafusion_err!("the numbers of rows are not of the type Int64"))?;
    let places = Rows::listed(documents, numbers).map_err(|problem| exec_datafusion_err!("{problem}"))?;
    let mut violations = Violations::new(Limits::default());
    text::check(rows, Notation::Json, texts, &places, &mut violations)
        .map_err(|problem| exec_datafusion_err!("{problem}"))?;
    Ok(violations.finish()?)
}
