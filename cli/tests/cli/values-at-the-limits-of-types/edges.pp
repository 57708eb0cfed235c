package edges { uri => 'urn:edges' }

type Edges {
  attr pair, Tuple[Data, Data]
  attr named, Tuple[String, Optional[Integer]]
  attr number, Variant[Integer, Float]
  attr numbers, Array[Variant[Integer, Float]]
  attr zero, Data
  attr zeros, Array[Scalar] { unique => false }
  attr amount, Number { check => $it < 5 }
  attr amounts, Array[Number] { check => $it != 0 }
  attr flag, Variant[Boolean[true], String]
}
