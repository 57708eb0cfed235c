# Only `type` is a keyword. The other words mean something within a type, and are names elsewhere.
type Attr { attr has, Integer { check => { $has = $it; $attr = 1; $has > $attr } } }
type Invariant inherits Attr { invariant { $abstract = $has; $abstract != 3 } }
