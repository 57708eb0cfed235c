type  A { attr a, Struct[{'a'=>Integer ,  Optional['b'] => String}] { min=>1 } }
datatype B { base => Struct[{ 'a'=>Integer }] }
