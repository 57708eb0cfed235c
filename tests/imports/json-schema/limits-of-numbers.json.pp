package limits_of_numbers

type Limits {
  attr a, Integer[1]
  attr b, Integer[1, 9]
  attr c, LimitsC
  attr d, Integer[-1000]
  attr e, Float[-1.5, 1.5]
  attr f, Integer
  attr g, Integer[-5, 5]
}

datatype LimitsC { base => Float, facets => { maxExclusive => 10.0 } }
