package decimals { uri => 'urn:decimals' }

datatype Money { instance_class => 'java.math.BigDecimal' }

datatype Price {
  instance_class => 'java.math.BigDecimal'
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { minInclusive => '0', fractionDigits => '2' }
}

# Decimals in every kind of place, and defaults at the limits of types.
type Bill {
  attr total, Money { min => 1 }
  attr tip, Money
  attr rate, Money { default => '1.50' }
  attr scaled, Money { default => '15e-1' }
  attr widest, Money { default => '79228162514264337593543950335' }
  attr wider, Money { default => '79228162514264337593543950336' }
  attr longest, Money { default => '1e300' }
  attr none, Money { default => '0' }
  attr parts, Money { max => unbound }
  attr price, Price { min => 1 }
  attr cheap, Price { default => '0.05' }
  attr taxes, Hash[String, Price]
  attr either, Variant[Price, Enum['free']]
  attr count, Integer[-1, 170141183460469231731687303715884105727]
}
