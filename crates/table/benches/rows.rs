//! The rows that a core checks in a second, of documents of 400 bytes with four objects: as JSON texts and as
//! columns.
//!
//! `cargo bench -p modelwright-table --bench rows`. The throughput of both is that of the bytes of the JSON texts, so
//! that it can be compared.

use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder, StringDictionaryBuilder,
    StructBuilder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Fields};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use modelwright_table::columns::{Columns, Depth};
use modelwright_table::text::{self, Notation};
use modelwright_table::violations::{Limits, Violations};
use modelwright_table::{RowType, Rows};
use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

const ROWS: usize = 8192;
const STATUS: [&str; 3] = ["open", "paid", "shipped"];

fn orders() -> RowType {
    let (metamodel, problems) = language::load(&[Source::new("orders.pp", include_str!("orders.pp"))]);
    assert!(problems.is_empty(), "{problems}");
    RowType::new(Arc::new(metamodel.expect("a metamodel")), "Order").expect("a class")
}

/// The lines of an order: article, quantity, price and note.
fn lines(row: usize) -> impl Iterator<Item = (String, i64, f64, String)> {
    (0..3).map(move |line| {
        let at = row * 3 + line;
        let article = format!("article {at:08} of the catalogue");
        (article, 1 + (at % 900) as i64, (at % 1000) as f64 + 0.25, format!("note {at:06}"))
    })
}

fn texts() -> StringArray {
    let text = |row: usize| {
        let (customer, status, total) = (row % 500, STATUS[row % 3], row % 9000);
        let mut out = format!(
            "{{\"number\": \"B-{row:08}\", \"customer\": \"Customer {customer} in Somewhere\", \
             \"status\": \"{status}\", \"total\": {total}.5, \"express\": {}, \"lines\": [",
            row.is_multiple_of(2)
        );
        for (at, (article, quantity, price, note)) in lines(row).enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            let _ = write!(
                out,
                r#"{comma}{{"article": "{article}", "quantity": {quantity}, "price": {price}, "note": "{note}"}}"#
            );
        }
        out + "]}"
    };
    (0..ROWS).map(|row| Some(text(row))).collect()
}

/// The same rows as columns.
fn columns(schema: &arrow_schema::Schema) -> RecordBatch {
    let line_fields: Fields = match schema.field_with_name("lines").expect("a column").data_type() {
        DataType::List(item) => match item.data_type() {
            DataType::Struct(fields) => fields.clone(),
            other => panic!("lines are structs, not {other}"),
        },
        other => panic!("lines are lists, not {other}"),
    };
    let (mut number, mut customer) = (StringBuilder::new(), StringBuilder::new());
    let mut status = StringDictionaryBuilder::<Int32Type>::new();
    let (mut total, mut express) = (Float64Builder::new(), BooleanBuilder::new());
    let mut items = ListBuilder::new(StructBuilder::from_fields(line_fields, ROWS * 3));
    for row in 0..ROWS {
        number.append_value(format!("B-{row:08}"));
        customer.append_value(format!("Customer {} in Somewhere", row % 500));
        status.append_value(STATUS[row % 3]);
        total.append_value((row % 9000) as f64 + 0.5);
        express.append_value(row.is_multiple_of(2));
        for (article, quantity, price, note) in lines(row) {
            let line = items.values();
            line.field_builder::<StringBuilder>(0).expect("article").append_value(article);
            line.field_builder::<Int64Builder>(1).expect("quantity").append_value(quantity);
            line.field_builder::<Float64Builder>(2).expect("price").append_value(price);
            line.field_builder::<StringBuilder>(3).expect("note").append_value(note);
            line.append(true);
        }
        items.append(true);
    }
    let columns: [(&str, ArrayRef); 6] = [
        ("number", Arc::new(number.finish())),
        ("customer", Arc::new(customer.finish())),
        ("status", Arc::new(status.finish())),
        ("total", Arc::new(total.finish())),
        ("express", Arc::new(express.finish())),
        ("lines", Arc::new(items.finish())),
    ];
    RecordBatch::try_from_iter(columns).expect("columns of one length")
}

fn rows(criterion: &mut Criterion) {
    let orders = orders();
    let texts = texts();
    let planned = Columns::new(orders.clone(), Depth::default());
    let batch = columns(planned.schema());
    let places = Rows::counted("orders", 0);
    let mut group = criterion.benchmark_group("rows");
    let bytes = texts.value_data().len() as u64;
    group.throughput(Throughput::Bytes(bytes)).sample_size(10);
    group.bench_function("text", |bencher| {
        bencher.iter(|| {
            let mut violations = Violations::new(Limits::default());
            text::check(&orders, Notation::Json, &texts, &places, &mut violations).expect("texts");
            assert_eq!(violations.counts().faulty_rows, 0);
            black_box(violations.counts())
        });
    });
    group.bench_function("columns", |bencher| {
        bencher.iter(|| {
            let mut violations = Violations::new(Limits::default());
            planned.check(&batch, &places, &mut violations).expect("columns");
            assert_eq!(violations.counts().faulty_rows, 0);
            black_box(violations.counts())
        });
    });
    group.finish();
}

criterion_group!(benches, rows);
criterion_main!(benches);
