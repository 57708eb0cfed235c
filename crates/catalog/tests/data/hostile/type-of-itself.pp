type T = Variant[T, Array[T]] notice([[[[1]]]] =~ T)
