/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// An object of class `Values` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Values(typed::ObjectId);

    typed::handle! {
        Values(typed::ObjectId) in VALUES {
            /// `maybeEBoolean`.
            maybe_e_boolean as "maybeEBoolean", set_maybe_e_boolean: (bool);

            /// `maybeEByte`.
            maybe_e_byte as "maybeEByte", set_maybe_e_byte: (i8);

            /// `maybeEShort`.
            maybe_e_short as "maybeEShort", set_maybe_e_short: (i16);

            /// `maybeEInt`.
            maybe_e_int as "maybeEInt", set_maybe_e_int: (i32);

            /// `maybeELong`.
            maybe_e_long as "maybeELong", set_maybe_e_long: (i64);

            /// `maybeEFloat`.
            maybe_e_float as "maybeEFloat", set_maybe_e_float: (f32);

            /// `maybeEDouble`.
            maybe_e_double as "maybeEDouble", set_maybe_e_double: (f64);

            /// `maybeEChar`.
            maybe_e_char as "maybeEChar", set_maybe_e_char: (typed::Char);

            /// `maybeEString`.
            maybe_e_string as "maybeEString", set_maybe_e_string: (?&str);

            /// `maybeEDate`.
            maybe_e_date as "maybeEDate", set_maybe_e_date: (?&str);

            /// `maybeEBigInteger`.
            maybe_e_big_integer as "maybeEBigInteger", set_maybe_e_big_integer: (?typed::Number);

            /// `maybeEBigDecimal`.
            maybe_e_big_decimal as "maybeEBigDecimal", set_maybe_e_big_decimal: (?typed::Number);

            /// `maybeEByteArray`.
            maybe_e_byte_array as "maybeEByteArray", set_maybe_e_byte_array: (?&str);

            /// `maybeEIntegerObject`.
            maybe_e_integer_object as "maybeEIntegerObject", set_maybe_e_integer_object: (?i32);

            /// `maybeEJavaClass`.
            maybe_e_java_class as "maybeEJavaClass", set_maybe_e_java_class: (?&str);

            /// `mustEBoolean`.
            must_e_boolean as "mustEBoolean", set_must_e_boolean: (bool);

            /// `mustEByte`.
            must_e_byte as "mustEByte", set_must_e_byte: (i8);

            /// `mustEShort`.
            must_e_short as "mustEShort", set_must_e_short: (i16);

            /// `mustEInt`.
            must_e_int as "mustEInt", set_must_e_int: (i32);

            /// `mustELong`.
            must_e_long as "mustELong", set_must_e_long: (i64);

            /// `mustEFloat`.
            must_e_float as "mustEFloat", set_must_e_float: (f32);

            /// `mustEDouble`.
            must_e_double as "mustEDouble", set_must_e_double: (f64);

            /// `mustEChar`.
            must_e_char as "mustEChar", set_must_e_char: (typed::Char);

            /// `mustEString`.
            must_e_string as "mustEString", set_must_e_string: (?&str);

            /// `mustEDate`.
            must_e_date as "mustEDate", set_must_e_date: (?&str);

            /// `mustEBigInteger`.
            must_e_big_integer as "mustEBigInteger", set_must_e_big_integer: (?typed::Number);

            /// `mustEBigDecimal`.
            must_e_big_decimal as "mustEBigDecimal", set_must_e_big_decimal: (?typed::Number);

            /// `mustEByteArray`.
            must_e_byte_array as "mustEByteArray", set_must_e_byte_array: (?&str);

            /// `mustEIntegerObject`.
            must_e_integer_object as "mustEIntegerObject", set_must_e_integer_object: (?i32);

            /// `mustEJavaClass`.
            must_e_java_class as "mustEJavaClass", set_must_e_java_class: (?&str);

            /// `manyEBoolean`.
            many_e_boolean as "manyEBoolean", many_e_boolean_mut: [bool];

            /// `manyEByte`.
            many_e_byte as "manyEByte", many_e_byte_mut: [i8];

            /// `manyEShort`.
            many_e_short as "manyEShort", many_e_short_mut: [i16];

            /// `manyEInt`.
            many_e_int as "manyEInt", many_e_int_mut: [i32];

            /// `manyELong`.
            many_e_long as "manyELong", many_e_long_mut: [i64];

            /// `manyEFloat`.
            many_e_float as "manyEFloat", many_e_float_mut: [f32];

            /// `manyEDouble`.
            many_e_double as "manyEDouble", many_e_double_mut: [f64];

            /// `manyEChar`.
            many_e_char as "manyEChar", many_e_char_mut: [typed::Char];

            /// `manyEString`.
            many_e_string as "manyEString", many_e_string_mut: [&str];

            /// `manyEDate`.
            many_e_date as "manyEDate", many_e_date_mut: [&str];

            /// `manyEBigInteger`.
            many_e_big_integer as "manyEBigInteger", many_e_big_integer_mut: [typed::Number];

            /// `manyEBigDecimal`.
            many_e_big_decimal as "manyEBigDecimal", many_e_big_decimal_mut: [typed::Number];

            /// `manyEByteArray`.
            many_e_byte_array as "manyEByteArray", many_e_byte_array_mut: [&str];

            /// `manyEIntegerObject`.
            many_e_integer_object as "manyEIntegerObject", many_e_integer_object_mut: [i32];

            /// `manyEJavaClass`.
            many_e_java_class as "manyEJavaClass", many_e_java_class_mut: [&str];

            /// `defaultEBoolean`.
            default_e_boolean as "defaultEBoolean", set_default_e_boolean: (bool);

            /// `defaultEByte`.
            default_e_byte as "defaultEByte", set_default_e_byte: (i8);

            /// `defaultELong`.
            default_e_long as "defaultELong", set_default_e_long: (i64);

            /// `defaultEFloat`.
            default_e_float as "defaultEFloat", set_default_e_float: (f32);

            /// `defaultEDouble`.
            default_e_double as "defaultEDouble", set_default_e_double: (f64);

            /// `defaultEChar`.
            default_e_char as "defaultEChar", set_default_e_char: (typed::Char);

            /// `defaultEString`.
            default_e_string as "defaultEString", set_default_e_string: (?&str);

            /// `defaultEDate`.
            default_e_date as "defaultEDate", set_default_e_date: (?&str);

            /// `defaultEBigInteger`.
            default_e_big_integer as "defaultEBigInteger", set_default_e_big_integer: (?typed::Number);

            /// `defaultEBigDecimal`.
            default_e_big_decimal as "defaultEBigDecimal", set_default_e_big_decimal: (?typed::Number);

            /// `defaultEIntegerObject`.
            default_e_integer_object as "defaultEIntegerObject", set_default_e_integer_object: (?i32);

            /// `infinite`.
            infinite, set_infinite: (f64);

            /// `unsettable`.
            unsettable, set_unsettable: (i32);

            /// `unsettableFloat`.
            unsettable_float as "unsettableFloat", set_unsettable_float: (f32);

            /// `derived`.
            derived, set_derived: (?&str);

            /// `transient`.
            transient, set_transient: (?&str);
        }
    }
}
