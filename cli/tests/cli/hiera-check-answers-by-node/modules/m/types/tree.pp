# A type that contains itself.
type M::Tree = Variant[String, Hash[String, M::Tree]]
