abstract type Base { attr password, String }
type User inherits Base { attr groups, String { max => unbound } attr shell, String { min => 1 } }
