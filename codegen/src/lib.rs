//! Text from metamodels.
