//! Templates: of ERB and of EPP.

pub mod erb;
