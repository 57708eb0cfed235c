package anything { uri => 'urn:example:anything', prefix => 'a' }

type Thing {
  attr must, Data { min => 1 }
  attr many, Array[Data] { unique => false }
  attr scalar, Scalar
  attr leaf, Optional[Literal]
  attr any, Any
  attr rich, RichData
  attr there, NotUndef { default => '[1, 2]' }
  attr box, Collection
  attr named, Settings
  attr by_key, Hash[String, Data]
  attr part, Struct[{ value => Data, Optional[leaf] => ScalarData }]
  attr either, Variant[Integer, Data]
  operation first(Data $of) >> Any
}

type Settings = Data
