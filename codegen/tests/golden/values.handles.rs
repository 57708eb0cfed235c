/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{VALUES, typed};

    /// An object of class `Values` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Values(typed::ObjectId);

    typed::handle! {
        Values(typed::ObjectId) in VALUES {
            /// Optional.
            maybe_e_boolean as "maybeEBoolean", set_maybe_e_boolean: (bool);

            /// Optional.
            maybe_e_byte as "maybeEByte", set_maybe_e_byte: (i8);

            /// Optional.
            maybe_e_short as "maybeEShort", set_maybe_e_short: (i16);

            /// Optional.
            maybe_e_int as "maybeEInt", set_maybe_e_int: (i32);

            /// Optional.
            maybe_e_long as "maybeELong", set_maybe_e_long: (i64);

            /// Optional. The default is `0.0`.
            maybe_e_float as "maybeEFloat", set_maybe_e_float: (f32);

            /// Optional. The default is `0.0`.
            maybe_e_double as "maybeEDouble", set_maybe_e_double: (f64);

            /// Optional.
            maybe_e_char as "maybeEChar", set_maybe_e_char: (typed::Char);

            /// Optional.
            maybe_e_string as "maybeEString", set_maybe_e_string: (?&str);

            /// Optional.
            maybe_e_date as "maybeEDate", set_maybe_e_date: (?&str);

            /// Optional.
            maybe_e_big_integer as "maybeEBigInteger", set_maybe_e_big_integer: (?typed::Number);

            /// Optional.
            maybe_e_big_decimal as "maybeEBigDecimal", set_maybe_e_big_decimal: (?typed::Number);

            /// Optional.
            maybe_e_byte_array as "maybeEByteArray", set_maybe_e_byte_array: (?typed::Bytes);

            /// Optional.
            maybe_e_integer_object as "maybeEIntegerObject", set_maybe_e_integer_object: (?i32);

            /// Optional.
            maybe_e_java_class as "maybeEJavaClass", set_maybe_e_java_class: (?&str);

            /// Required.
            must_e_boolean as "mustEBoolean", set_must_e_boolean: (bool);

            /// Required.
            must_e_byte as "mustEByte", set_must_e_byte: (i8);

            /// Required.
            must_e_short as "mustEShort", set_must_e_short: (i16);

            /// Required.
            must_e_int as "mustEInt", set_must_e_int: (i32);

            /// Required.
            must_e_long as "mustELong", set_must_e_long: (i64);

            /// Required. The default is `0.0`.
            must_e_float as "mustEFloat", set_must_e_float: (f32);

            /// Required. The default is `0.0`.
            must_e_double as "mustEDouble", set_must_e_double: (f64);

            /// Required.
            must_e_char as "mustEChar", set_must_e_char: (typed::Char);

            /// Required.
            must_e_string as "mustEString", set_must_e_string: (?&str);

            /// Required.
            must_e_date as "mustEDate", set_must_e_date: (?&str);

            /// Required.
            must_e_big_integer as "mustEBigInteger", set_must_e_big_integer: (?typed::Number);

            /// Required.
            must_e_big_decimal as "mustEBigDecimal", set_must_e_big_decimal: (?typed::Number);

            /// Required.
            must_e_byte_array as "mustEByteArray", set_must_e_byte_array: (?typed::Bytes);

            /// Required.
            must_e_integer_object as "mustEIntegerObject", set_must_e_integer_object: (?i32);

            /// Required.
            must_e_java_class as "mustEJavaClass", set_must_e_java_class: (?&str);

            /// Any number of values.
            many_e_boolean as "manyEBoolean", many_e_boolean_mut: [bool];

            /// Any number of values.
            many_e_byte as "manyEByte", many_e_byte_mut: [i8];

            /// Any number of values.
            many_e_short as "manyEShort", many_e_short_mut: [i16];

            /// Any number of values.
            many_e_int as "manyEInt", many_e_int_mut: [i32];

            /// Any number of values.
            many_e_long as "manyELong", many_e_long_mut: [i64];

            /// Any number of values.
            many_e_float as "manyEFloat", many_e_float_mut: [f32];

            /// Any number of values.
            many_e_double as "manyEDouble", many_e_double_mut: [f64];

            /// Any number of values.
            many_e_char as "manyEChar", many_e_char_mut: [typed::Char];

            /// Any number of values.
            many_e_string as "manyEString", many_e_string_mut: [&str];

            /// Any number of values.
            many_e_date as "manyEDate", many_e_date_mut: [&str];

            /// Any number of values.
            many_e_big_integer as "manyEBigInteger", many_e_big_integer_mut: [typed::Number];

            /// Any number of values.
            many_e_big_decimal as "manyEBigDecimal", many_e_big_decimal_mut: [typed::Number];

            /// Any number of values.
            many_e_byte_array as "manyEByteArray", many_e_byte_array_mut: [typed::Bytes];

            /// Any number of values.
            many_e_integer_object as "manyEIntegerObject", many_e_integer_object_mut: [i32];

            /// Any number of values.
            many_e_java_class as "manyEJavaClass", many_e_java_class_mut: [&str];

            /// Optional. The default is `true`.
            default_e_boolean as "defaultEBoolean", set_default_e_boolean: (bool);

            /// Optional. The default is `-5`.
            default_e_byte as "defaultEByte", set_default_e_byte: (i8);

            /// Optional. The default is `9223372036854775807`.
            default_e_long as "defaultELong", set_default_e_long: (i64);

            /// Optional. The default is `1.5`.
            default_e_float as "defaultEFloat", set_default_e_float: (f32);

            /// Optional. The default is `3.14159`.
            default_e_double as "defaultEDouble", set_default_e_double: (f64);

            /// Optional. The default is `character 120`.
            default_e_char as "defaultEChar", set_default_e_char: (typed::Char);

            /// Optional. The default is `a "b" `.
            default_e_string as "defaultEString", set_default_e_string: (?&str);

            /// Optional. The default is `2020-01-01T00:00:00.000+0000`.
            default_e_date as "defaultEDate", set_default_e_date: (?&str);

            /// Optional. The default is `123456789012345678901234567890`.
            default_e_big_integer as "defaultEBigInteger", set_default_e_big_integer: (?typed::Number);

            /// Optional. The default is `0`.
            default_e_big_decimal as "defaultEBigDecimal", set_default_e_big_decimal: (?typed::Number);

            /// Optional.
            default_e_integer_object as "defaultEIntegerObject", set_default_e_integer_object: (?i32);

            /// Optional. The default is `-inf`.
            infinite, set_infinite: (f64);

            /// Optional. The default is `7`.
            unsettable, set_unsettable: (i32);

            /// Required. The default is `0.0`.
            unsettable_float as "unsettableFloat", set_unsettable_float: (f32);

            /// Any number of values.
            unsettable_list as "unsettableList", unsettable_list_mut: [i32];

            /// Optional.
            derived, set_derived: (?&str);

            /// Optional.
            transient, set_transient: (?&str);
        }
    }
}
