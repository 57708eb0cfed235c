/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

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
            /// `value`.
            value, set_value: (f64);
        }
    }

    /// An object of class `Binary` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Binary(Expression);

    typed::handle! {
        Binary(Expression) into Expression in RECURSION {
            /// `left`.
            left, set_left: (?Expression);

            /// `right`.
            right, set_right: (?Expression);
        }
    }

    /// An object of class `Wide` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Wide(Expression);

    typed::handle! {
        Wide(Expression) into Expression in RECURSION {
            /// `text0`.
            text0, set_text0: (?&str);

            /// `text1`.
            text1, set_text1: (?&str);

            /// `text2`.
            text2, set_text2: (?&str);

            /// `text3`.
            text3, set_text3: (?&str);

            /// `text4`.
            text4, set_text4: (?&str);

            /// `text5`.
            text5, set_text5: (?&str);

            /// `text6`.
            text6, set_text6: (?&str);

            /// `text7`.
            text7, set_text7: (?&str);

            /// `text8`.
            text8, set_text8: (?&str);

            /// `text9`.
            text9, set_text9: (?&str);

            /// `text10`.
            text10, set_text10: (?&str);

            /// `text11`.
            text11, set_text11: (?&str);

            /// `text12`.
            text12, set_text12: (?&str);

            /// `text13`.
            text13, set_text13: (?&str);

            /// `text14`.
            text14, set_text14: (?&str);

            /// `text15`.
            text15, set_text15: (?&str);

            /// `text16`.
            text16, set_text16: (?&str);

            /// `text17`.
            text17, set_text17: (?&str);

            /// `text18`.
            text18, set_text18: (?&str);

            /// `text19`.
            text19, set_text19: (?&str);

            /// `text20`.
            text20, set_text20: (?&str);

            /// `text21`.
            text21, set_text21: (?&str);

            /// `text22`.
            text22, set_text22: (?&str);

            /// `text23`.
            text23, set_text23: (?&str);

            /// `text24`.
            text24, set_text24: (?&str);

            /// `text25`.
            text25, set_text25: (?&str);

            /// `text26`.
            text26, set_text26: (?&str);

            /// `text27`.
            text27, set_text27: (?&str);

            /// `text28`.
            text28, set_text28: (?&str);

            /// `text29`.
            text29, set_text29: (?&str);

            /// `text30`.
            text30, set_text30: (?&str);

            /// `text31`.
            text31, set_text31: (?&str);

            /// `text32`.
            text32, set_text32: (?&str);

            /// `text33`.
            text33, set_text33: (?&str);

            /// `text34`.
            text34, set_text34: (?&str);

            /// `text35`.
            text35, set_text35: (?&str);

            /// `text36`.
            text36, set_text36: (?&str);

            /// `text37`.
            text37, set_text37: (?&str);

            /// `text38`.
            text38, set_text38: (?&str);

            /// `text39`.
            text39, set_text39: (?&str);

            /// `inner`.
            inner, set_inner: (?Expression);
        }
    }

    /// An object of class `Block` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Block(typed::ObjectId);

    typed::handle! {
        Block(typed::ObjectId) in RECURSION {
            /// `header`.
            header, set_header: (?Number);

            /// `next`.
            next, set_next: (?Block);

            /// `statements`.
            statements, statements_mut: [Expression];

            /// `child`.
            child, child_mut: [Block];
        }
    }
}
