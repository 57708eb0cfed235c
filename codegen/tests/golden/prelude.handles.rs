/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{PRELUDE, typed};

    /// An object of class `Clone` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Clone(typed::ObjectId);

    typed::handle! {
        Clone(typed::ObjectId) in PRELUDE {
            /// Optional.
            clone_value as "clone", set_clone_value: (?&str);

            /// Optional.
            len, set_len: (i32);

            /// Optional.
            from_it, set_from_it: (?&str);
        }
    }

    /// An object of class `Option` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Option(Clone);

    typed::handle! {
        Option(Clone) into Clone in PRELUDE {
            /// Optional.
            text, set_text: (?&str);

            /// Any number of values.
            texts, texts_mut: [&str];

            /// Optional. The default is `7`.
            number, set_number: (i32);

            /// Optional.
            part, set_part: (?Option);
        }
    }

    /// An object of class `Vec` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Vec(Clone);

    typed::handle! {
        Vec(Clone) into Clone in PRELUDE {
            /// Optional.
            text, set_text: (?&str);

            /// Any number of values.
            texts, texts_mut: [&str];

            /// Optional. The default is `7`.
            number, set_number: (i32);

            /// Optional.
            any, set_any: (?Clone);
        }
    }

    /// An object of class `String` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct String(Clone);

    typed::handle! {
        String(Clone) into Clone in PRELUDE {
            /// Optional.
            text, set_text: (?&str);

            /// Any number of values.
            texts, texts_mut: [&str];

            /// Optional. The default is `7`.
            number, set_number: (i32);

            /// Any number of values.
            refs, refs_mut: [Clone];
        }
    }

    /// An object of class `Box` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Box(Clone);

    typed::handle! {
        Box(Clone) into Clone in PRELUDE {
            /// Optional.
            text, set_text: (?&str);

            /// Any number of values.
            texts, texts_mut: [&str];

            /// Optional. The default is `7`.
            number, set_number: (i32);
        }
    }

    /// An object of class `Default` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Default(Clone);

    typed::handle! {
        Default(Clone) into Clone in PRELUDE {
            /// Optional.
            text, set_text: (?&str);

            /// Any number of values.
            texts, texts_mut: [&str];

            /// Optional. The default is `7`.
            number, set_number: (i32);
        }
    }

    /// An object of class `From` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct From(Clone);

    typed::handle! {
        From(Clone) into Clone in PRELUDE {
            /// Optional.
            text, set_text: (?&str);

            /// Any number of values.
            texts, texts_mut: [&str];

            /// Optional. The default is `7`.
            number, set_number: (i32);
        }
    }

    /// An object of class `Some` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Some(Clone);

    typed::handle! {
        Some(Clone) into Clone in PRELUDE {
            /// Optional.
            text, set_text: (?&str);

            /// Any number of values.
            texts, texts_mut: [&str];

            /// Optional. The default is `7`.
            number, set_number: (i32);
        }
    }

    /// An object of class `Ok` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Ok(Clone);

    typed::handle! {
        Ok(Clone) into Clone in PRELUDE {
            /// Optional.
            text, set_text: (?&str);

            /// Any number of values.
            texts, texts_mut: [&str];

            /// Optional. The default is `7`.
            number, set_number: (i32);
        }
    }

    /// An object of class `Serialize` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Serialize(Clone);

    typed::handle! {
        Serialize(Clone) into Clone in PRELUDE {
            /// Optional.
            text, set_text: (?&str);

            /// Any number of values.
            texts, texts_mut: [&str];

            /// Optional. The default is `7`.
            number, set_number: (i32);
        }
    }

    /// An object of class `Ref` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Ref(Clone);

    typed::handle! {
        Ref(Clone) into Clone in PRELUDE {
            /// Optional.
            text, set_text: (?&str);

            /// Any number of values.
            texts, texts_mut: [&str];

            /// Optional. The default is `7`.
            number, set_number: (i32);
        }
    }

    /// An object of class `Element` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Element(Clone);

    typed::handle! {
        Element(Clone) into Clone in PRELUDE {
            /// Optional.
            text, set_text: (?&str);

            /// Any number of values.
            texts, texts_mut: [&str];

            /// Optional. The default is `7`.
            number, set_number: (i32);
        }
    }
}
