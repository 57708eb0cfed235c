/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{RECURSION, typed};

    /// An object of class `Expression` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Expression(typed::ObjectId);

    typed::handle! {
        Expression(typed::ObjectId) in RECURSION {}
    }

    /// An object of class `Number` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Number(Expression);

    typed::handle! {
        Number(Expression) into Expression in RECURSION {
            /// Required. The default is `0.0`.
            value, set_value: (f64);
        }
    }

    /// An object of class `Binary` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Binary(Expression);

    typed::handle! {
        Binary(Expression) into Expression in RECURSION {
            /// Required.
            left, set_left: (?Expression);

            /// Required.
            right, set_right: (?Expression);
        }
    }

    /// An object of class `Wide` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Wide(Expression);

    typed::handle! {
        Wide(Expression) into Expression in RECURSION {
            /// Optional.
            text0, set_text0: (?&str);

            /// Optional.
            text1, set_text1: (?&str);

            /// Optional.
            text2, set_text2: (?&str);

            /// Optional.
            text3, set_text3: (?&str);

            /// Optional.
            text4, set_text4: (?&str);

            /// Optional.
            text5, set_text5: (?&str);

            /// Optional.
            text6, set_text6: (?&str);

            /// Optional.
            text7, set_text7: (?&str);

            /// Optional.
            text8, set_text8: (?&str);

            /// Optional.
            text9, set_text9: (?&str);

            /// Optional.
            text10, set_text10: (?&str);

            /// Optional.
            text11, set_text11: (?&str);

            /// Optional.
            text12, set_text12: (?&str);

            /// Optional.
            text13, set_text13: (?&str);

            /// Optional.
            text14, set_text14: (?&str);

            /// Optional.
            text15, set_text15: (?&str);

            /// Optional.
            text16, set_text16: (?&str);

            /// Optional.
            text17, set_text17: (?&str);

            /// Optional.
            text18, set_text18: (?&str);

            /// Optional.
            text19, set_text19: (?&str);

            /// Optional.
            text20, set_text20: (?&str);

            /// Optional.
            text21, set_text21: (?&str);

            /// Optional.
            text22, set_text22: (?&str);

            /// Optional.
            text23, set_text23: (?&str);

            /// Optional.
            text24, set_text24: (?&str);

            /// Optional.
            text25, set_text25: (?&str);

            /// Optional.
            text26, set_text26: (?&str);

            /// Optional.
            text27, set_text27: (?&str);

            /// Optional.
            text28, set_text28: (?&str);

            /// Optional.
            text29, set_text29: (?&str);

            /// Optional.
            text30, set_text30: (?&str);

            /// Optional.
            text31, set_text31: (?&str);

            /// Optional.
            text32, set_text32: (?&str);

            /// Optional.
            text33, set_text33: (?&str);

            /// Optional.
            text34, set_text34: (?&str);

            /// Optional.
            text35, set_text35: (?&str);

            /// Optional.
            text36, set_text36: (?&str);

            /// Optional.
            text37, set_text37: (?&str);

            /// Optional.
            text38, set_text38: (?&str);

            /// Optional.
            text39, set_text39: (?&str);

            /// Optional.
            inner, set_inner: (?Expression);
        }
    }

    /// An object of class `Block` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Block(typed::ObjectId);

    typed::handle! {
        Block(typed::ObjectId) in RECURSION {
            /// Optional.
            header, set_header: (?Number);

            /// Optional.
            next, set_next: (?Block);

            /// Any number of values.
            statements, statements_mut: [Expression];

            /// Any number of values.
            child, child_mut: [Block];
        }
    }
}
