type M::Named = Struct[{name => String, tree => M::Tree}]
