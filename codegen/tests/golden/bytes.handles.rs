/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{BYTES, typed};

    /// An object of class `Key` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Key(typed::ObjectId);

    typed::handle! {
        Key(typed::ObjectId) in BYTES {
            /// Optional. The default is `00FF7F`.
            salt, set_salt: (?typed::Bytes);

            /// Optional. The default is `00FF7F`.
            digest, set_digest: (?typed::Bytes);

            /// Optional. The default is `AP9/`.
            secret, set_secret: (?typed::Base64);

            /// Any number of values.
            parts, parts_mut: [typed::Base64];
        }
    }
}
