typed::json_schemas! { include_str!("decimals.types.json") => { Bill, BillEither } }
