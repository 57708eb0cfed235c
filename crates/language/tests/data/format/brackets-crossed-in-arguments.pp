type  A { attr a, Struct[{])},] }
