/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{DOCUMENTED, typed};

    /// First paragraph with a \[link\], \<b\>HTML\</b\> and `code <x>`.
    ///
    /// A list:
    /// - one
    ///   goes on
    /// - two
    ///
    /// indented
    /// ```text
    /// let x = ;
    /// ```
    /// A very long line that goes on and on, far beyond the width of a line of code, so that it must be
    /// wrapped at some word or other. Reversed.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Documented(typed::ObjectId);

    typed::handle! {
        Documented(typed::ObjectId) in DOCUMENTED {
            /// The name.
            ///
            /// 1. one
            /// 2. two
            ///    more
            name, set_name: (?&str);
        }
    }
}
