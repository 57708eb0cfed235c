//! The toolkit facade.
