type A {
  attr a, Undef
  attr b, Variant[Integer, Undef]
  attr c, Sensitive[String]
  attr d, Callable[String]
  attr e, Init[Integer]
  attr f, Class
  attr g, Class['ntp']
  attr h, Resource['file']
  attr i, CatalogEntry
  attr j, Error
  attr k, Object
  attr l, TypeAlias
  attr m, TypeSet
  attr n, Runtime['ruby', 'Integer']
  attr o, Iterable[String]
  attr p, Iterator
  attr q, Default
  attr r, Struct
  attr s, NotUndef[String]
  attr t, Optional[Array[String]]
  attr u, Hash[String, Callable]
  has v, Object
  operation w(Callable $f) >> Error
}

datatype B { base => Sensitive }

type C = Resource
