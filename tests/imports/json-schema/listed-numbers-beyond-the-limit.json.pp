package listed_numbers_beyond_the_limit

type Scale {
  attr fraction, Float[-7.25, 118.5]
  attr whole, Integer[0, 118]
  attr few, Variant[Float[0.5, 0.5], Float[1.0, 1.0], Float[2.5, 2.5]]
  attr mixed, Variant[Enum['none'], Float[-7.25, 118.5]]
}
