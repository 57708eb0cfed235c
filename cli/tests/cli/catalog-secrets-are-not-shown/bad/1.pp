class n(Sensitive[Integer] $key) { }
include n
