//! Checks a table of orders in DataFusion: `SELECT … FROM violations('orders')`.

mod violations;

use datafusion::arrow::array::{ArrayRef, Int64Array, StringArray};
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::dataframe::DataFrame;
use datafusion::prelude::SessionContext;
use modelwright::files::Memory;
use modelwright::workspace::Workspace;
use modelwright_table::RowType;
use std::error::Error;
use std::sync::Arc;
use violations::{DocumentColumns, ViolationsFunction};

const TYPES: &str = "package shop { uri => 'urn:example:shop' }
type Order { attr number, String { min => 1 } attr total, Float[0] }
";

const QUERY: &str =
    r#"SELECT document, "row", code, message FROM violations('orders') ORDER BY document, "row", ordinal"#;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    violations_of_orders().await?.show().await?;
    Ok(())
}

/// The violations of the orders.
async fn violations_of_orders() -> Result<DataFrame, Box<dyn Error>> {
    let session = SessionContext::new();
    session.register_batch("orders", orders()?)?;
    let mut function = ViolationsFunction::default();
    let documents = DocumentColumns { text: "text", document: "file", row: "line" };
    function.add(&session, "orders", documents, order_type()?).await?;
    session.register_udtf("violations", Arc::new(function));
    Ok(session.sql(QUERY).await?)
}

/// The orders of two files, two of which are wrong.
fn orders() -> Result<RecordBatch, Box<dyn Error>> {
    let texts = [r#"{"number": "A1", "total": 12.5}"#, r#"{"number": "A2", "total": -1}"#, r#"{"total": 3}"#];
    let columns: [(&str, ArrayRef); 3] = [
        ("text", Arc::new(StringArray::from_iter_values(texts))),
        ("file", Arc::new(StringArray::from(vec!["a.jsonl", "a.jsonl", "b.jsonl"]))),
        ("line", Arc::new(Int64Array::from(vec![1, 2, 1]))),
    ];
    Ok(RecordBatch::try_from_iter(columns)?)
}

/// The metamodel as text in memory, as a worker of a cluster receives it.
fn order_type() -> Result<RowType, Box<dyn Error>> {
    let files = Arc::new(Memory::from_iter([("/shop.pp", TYPES)]));
    let workspace = Workspace { files, models: vec!["/shop.pp".into()], ..Workspace::default() };
    Ok(RowType::in_workspace(&workspace, "Order")?)
}

#[cfg(test)]
mod tests {
    use datafusion::assert_batches_eq;

    #[tokio::test]
    async fn the_page_shows_the_violations() {
        let frame = super::violations_of_orders().await.expect("a frame");
        let violations = frame.collect().await.expect("violations");
        let page = include_str!("../README.md").lines();
        let expected: Vec<&str> = page.filter(|line| line.starts_with(['+', '|'])).collect();
        assert_batches_eq!(expected, &violations);
    }
}
