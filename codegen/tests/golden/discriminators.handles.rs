/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{DISCRIMINATORS, typed};

    /// Texts that name classes, in every kind of place.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Drawing(typed::ObjectId);

    typed::handle! {
        Drawing(typed::ObjectId) in DISCRIMINATORS {
            /// Optional.
            title, set_title: (?&str);

            /// Any number of values.
            shapes, shapes_mut: [Shape];

            /// Optional.
            first, set_first: (?Circle);

            /// Optional.
            frame, set_frame: (?Polygon);

            /// Optional.
            sign, set_sign: (?Sign);

            /// Optional.
            either, set_either: (?DrawingEither);

            /// Any number of values.
            named, named_mut: [DrawingNamed];
        }
    }

    /// An object of class `Shape` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Shape(typed::ObjectId);

    typed::handle! {
        Shape(typed::ObjectId) in DISCRIMINATORS {
            /// Optional.
            label, set_label: (?&str);
        }
    }

    /// An object of class `Circle` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Circle(Shape);

    typed::handle! {
        Circle(Shape) into Shape in DISCRIMINATORS {
            /// Required.
            radius, set_radius: (?i64);
        }
    }

    /// Its text has signs that languages escape.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Square(Shape);

    typed::handle! {
        Square(Shape) into Shape in DISCRIMINATORS {
            /// Required.
            side, set_side: (?i64);
        }
    }

    /// Its name names it, and it has a subclass.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Polygon(Shape);

    typed::handle! {
        Polygon(Shape) into Shape in DISCRIMINATORS {
            /// Optional. The default is `3`.
            sides, set_sides: (i64);
        }
    }

    /// An object of class `Triangle` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Triangle(Polygon);

    typed::handle! {
        Triangle(Polygon) into Shape, Polygon in DISCRIMINATORS {}
    }

    /// Subclasses with a key of their own, below a class without one.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Sign(typed::ObjectId);

    typed::handle! {
        Sign(typed::ObjectId) in DISCRIMINATORS {
            /// Optional.
            text, set_text: (?&str);
        }
    }

    /// An object of class `Arrow` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Arrow(Sign);

    typed::handle! {
        Arrow(Sign) into Sign in DISCRIMINATORS {
            /// Optional.
            to, set_to: (?&str);
        }
    }

    /// An object of class `Plain` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Plain(Sign);

    typed::handle! {
        Plain(Sign) into Sign in DISCRIMINATORS {
            /// Optional.
            size, set_size: (?i64);
        }
    }

    /// An object of class `Note` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Note(typed::ObjectId);

    typed::handle! {
        Note(typed::ObjectId) in DISCRIMINATORS {
            /// Required.
            text, set_text: (?&str);
        }
    }

    /// An object of class `DrawingEither` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct DrawingEither(typed::ObjectId);

    typed::handle! {
        DrawingEither(typed::ObjectId) in DISCRIMINATORS {
            /// Optional.
            square, set_square: (?Square);

            /// Optional.
            note, set_note: (?Note);
        }
    }

    /// An object of class `DrawingNamed` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct DrawingNamed(typed::ObjectId);

    typed::handle! {
        DrawingNamed(typed::ObjectId) in DISCRIMINATORS {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?Shape);
        }
    }
}
