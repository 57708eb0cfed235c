type M::Level = Integer[0, 9]
