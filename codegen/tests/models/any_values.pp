# Values of any kind.
package any_values {
  uri    => 'urn:example:any-values',
  prefix => 'a'
}

type Holder {
  # Any data.
  attr data, Data
  attr needed, Data { min => 1 }
  attr many, Array[Data, 1, 3]
  attr scalar, Scalar { min => 1 }
  attr list_or_map, Collection
  attr filled, NotUndef { default => '{"a":[1,null]}' }
  attr text, Literal { default => '"5"' }
  attr reset, Any { unsettable => true }
  attr settings, Settings
  attr by_key, Hash[String, Data]
  attr by_name, Hash[String, ScalarData]
  attr either, Variant[Integer, RichData]
}

type Settings = Data
