//! hiera
